// What the parts of a type's explanation share.
#ifndef RUNG_CONVERT_LLVM_EXPLAINER_H
#define RUNG_CONVERT_LLVM_EXPLAINER_H

#include "convert/llvm/explain_type.h"
#include "convert/llvm/type_room.h"

// Of fields, of elements, of what is in a list: more than this are counted instead.
#define MOST_PARTS 256

typedef struct Explainer {
  Facts *facts;
  LLVMTypes *types;
  const ExplainTypeOptions *options;
  bool index_by_layout;    // the module's data layout gives the width of index
  RoomMeter rooms;
  uint32_t first_field;    // line of the C declaration
  T passed;                // the memref that a function takes, or NULL
  bool passed_alone;       // its arguments have names of their own
  uint32_t next_argument;  // else: number of the next one
  Map seen;                // types whose rules were told
} Explainer;

Fact *explainer_add(Explainer *e, FactRole role, const char *rule, const char *text);
const char *explainer_numbered(Explainer *e, const char *format, uint64_t number);
Str explainer_text(Explainer *e, T type);            // a type of the llvm dialect, as the edition spells it
bool explainer_is_full(const Explainer *e);          // enough was told
void fact_set_room(Fact *fact, uint64_t offset, Room room);

// What a type is for, where that is known.
void explain_meaning(Explainer *e, T type);
// What memory holds of `type`, which `source` became.
void explain_memory(Explainer *e, T source, T type, uint64_t offset, uint32_t depth);

#endif
