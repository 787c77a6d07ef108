// Shared by the parts of a type's explanation.
#ifndef RUNG_CONVERT_LLVM_EXPLAINER_H
#define RUNG_CONVERT_LLVM_EXPLAINER_H

#include "convert/llvm/explain_type.h"
#include "convert/llvm/type_room.h"

// If there are more fields, elements or list items than this, the rest is only counted.
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
bool explainer_is_full(const Explainer *e);          // the limit of facts was reached
void fact_set_room(Fact *fact, uint64_t offset, Room room);

// The purpose of a type, if it is known.
void explain_meaning(Explainer *e, T type);
// Tell the layout in memory of `type`, which `source` was converted to.
void explain_memory(Explainer *e, T source, T type, uint64_t offset, uint32_t depth);

#endif
