// What the parts of the translation share.
#ifndef RUNG_EXPORT_LLVM_IR_WRITER_H
#define RUNG_EXPORT_LLVM_IR_WRITER_H

#include "asm/printer.h"
#include "export/llvm_ir/attributes.h"
#include "export/llvm_ir/constants.h"
#include "export/llvm_ir/fold.h"
#include "export/llvm_ir/intrinsics.h"
#include "export/llvm_ir/layout.h"
#include "export/llvm_ir/metadata.h"
#include "export/llvm_ir/types.h"
#include "ops/llvm.h"

// An intrinsic that the module uses.
typedef struct IrIntrinsic {
  Str name;          // "llvm.sin.f32"
  Str declaration;   // "float @llvm.sin.f32(float)"
  Str attributes;    // "" or those of its group
  Range src;         // of the first call
} IrIntrinsic;

// What stands for a value: `%7`, a constant, or nothing yet. Its place is in the value's print_id.
typedef struct IrValue {
  const Value *value;
  IrConst *constant;
  Str text;          // of the constant
  uint32_t number;   // NO_NUMBER: it has none
} IrValue;
#define NO_NUMBER UINT32_MAX

struct Writer {
  Module *module;
  Context *ctx;
  Arena arena;
  StrBuf *out;
  OutputMap *map;    // or NULL
  StrBuf scratch;
  VEC(IrValue) values;
  Map callees;     // operation -> Str *, the intrinsic it calls
  Map lost;        // operation -> its number: LLVM has a result of it, the operation has none
  Map rows;        // record -> its row of intrinsics.def, or NULL
  Map symbols;     // name -> Operation *
  Map blocks;       // of an llvm.func -> BlockVec *, in LLVM's order
  Map type_texts;   // of structs: type -> Str *
  Map common_slots; // record -> where it has what many have (instructions.c)
  Map initializers; // of a global -> IrConst *, or NULL
  bool has_version; // of debug information: the module says it
  VEC(IrIntrinsic) intrinsics;
  IrGroups groups;
  IrMetadata metadata;
  IrLayout layout;
};

#define BIT(slot) (1ull << (slot))

// What was written since `begin`, without spaces and line breaks around it, came from a place in the source.
void came_from(Writer *w, size_t begin, Range src);

bool writer_refuse(Writer *w, const Operation *op, const char *what);

// --- Names
static inline const IrValue *value_known(const Writer *w, const Value *value) {
  const IrValue *known = value->print_id < w->values.count ? &w->values.data[value->print_id] : NULL;
  return known && known->value == value ? known : NULL;
}
static inline IrConst *constant_of(const Writer *w, const Value *value) {
  const IrValue *known = value_known(w, value);
  return known ? known->constant : NULL;
}
void set_number(Writer *w, Value *value, uint32_t number);
void set_constant(Writer *w, Value *value, IrConst *constant, Str text);
void set_same(Writer *w, Value *value, const Value *as);   // under the name of another
void put_number(Writer *w, uint32_t number);               // %7
void put_value(Writer *w, const Value *value);
bool put_type(Writer *w, T type);
bool put_typed(Writer *w, const Value *value);             // with its type
static inline void put_block(Writer *w, const Block *block) { put_number(w, block->print_id); }

// What an attribute says between `<` and `>`.
Str word_of(Writer *w, A attr);
// An enum's number of an attribute like #llvm.linkage<…>, or of an integer; 0 when it is absent.
int64_t number_of(A attr);
// False: the operation has an attribute of a dialect that changes what LLVM gets, which is reported.
bool knows_attributes(Writer *w, const Operation *op);

// --- instructions.c
// Constants are named, intrinsics declared. False: reported.
bool prepare_operation(Writer *w, Operation *op);
// No instruction is left of it.
bool leaves_nothing(Writer *w, const Operation *op);
bool put_instruction(Writer *w, Operation *op);
// The metadata behind an instruction, in LLVM's order.
void attachments_of(Writer *w, const Operation *op, IrAttachments *out);
// Of calls: the group of their attributes, or -1.
int call_group(Writer *w, const Operation *op);
void put_flags(Writer *w, const Operation *op);
// The attributes of a call's arguments; NULL: it has none.
A arg_attrs_of(Writer *w, const Operation *op);

// --- intrinsics.c
bool is_intrinsic(Writer *w, const Operation *op);
bool loses_result(Writer *w, const Operation *op);   // see `lost`
bool prepare_intrinsic(Writer *w, const Operation *op);
bool put_intrinsic(Writer *w, const Operation *op);
void declare_intrinsic(Writer *w, const Operation *op, Str name, Str declaration, const char *attributes);

// --- functions.c
bool prepare_function(Writer *w, Operation *op);
bool name_function(Writer *w, Operation *op);    // numbers for its values and blocks, when all functions are prepared
bool put_function(Writer *w, Operation *op);
void touch_subprogram(Writer *w, const Operation *op);   // its own debug information is made,
void touch_function(Writer *w, Operation *op);           // and what its body refers to
bool attrs_of_function(Writer *w, const Operation *op, IrAttrs *out);
// `dso_local `, `hidden `, `thread_local ` …: what globals, functions and aliases have in common.
void put_linkage(Writer *w, A linkage, A dso_local, A visibility);
void put_calling_convention(Writer *w, A attr);
// The word that an enum has for an attribute's number, without `_` before it; "": none.
const char *enum_word(const EnumDef *def, A attr);
void put_enum_word(Writer *w, const EnumDef *def, A attr);   // with a space behind it, if there is one

#endif
