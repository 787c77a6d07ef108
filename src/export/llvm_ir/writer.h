// What the parts of the translation share.
#ifndef RUNG_EXPORT_LLVM_IR_WRITER_H
#define RUNG_EXPORT_LLVM_IR_WRITER_H

#include "export/llvm_ir/attributes.h"
#include "export/llvm_ir/constants.h"
#include "export/llvm_ir/fold.h"
#include "export/llvm_ir/layout.h"
#include "export/llvm_ir/metadata.h"
#include "export/llvm_ir/types.h"
#include "ops/llvm.h"

// An intrinsic that the module uses.
typedef struct IrIntrinsic {
  Str name;          // "llvm.sin.f32"
  Str declaration;   // "float @llvm.sin.f32(float)"
  Str attributes;    // "" or those of its group
} IrIntrinsic;

typedef struct Writer {
  Module *module;
  Context *ctx;
  Arena arena;
  StrBuf *out;
  StrBuf scratch;
  Map names;       // Value * or Block * -> Str *
  Map constants;   // Value * -> IrConst *
  Map symbols;     // name -> Operation *
  Map blocks;       // of an llvm.func -> BlockVec *, in LLVM's order
  Map initializers; // of a global -> IrConst *, or NULL
  bool has_version; // of debug information: the module says it
  VEC(IrIntrinsic) intrinsics;
  IrGroups groups;
  IrMetadata metadata;
  IrLayout layout;
} Writer;

#define BIT(slot) (1ull << (slot))

bool writer_refuse(Writer *w, const Operation *op, const char *what);

// --- Names
void set_name(Writer *w, const void *thing, Str text);
void set_number(Writer *w, const void *thing, uint32_t number);
Str name_of(const Writer *w, const void *thing);
static inline IrConst *constant_of(const Writer *w, const Value *value) { return map_get(&w->constants, value); }
void put_value(Writer *w, const Value *value);
bool put_typed(Writer *w, const Value *value);   // with its type

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
bool leaves_nothing(const Writer *w, const Operation *op);
bool put_instruction(Writer *w, Operation *op);
// The metadata behind an instruction, in LLVM's order.
void attachments_of(Writer *w, const Operation *op, IrAttachments *out);
// Of calls: the group of their attributes, or -1.
int call_group(Writer *w, const Operation *op);
void put_flags(Writer *w, const Operation *op);

// --- intrinsics.c
bool is_intrinsic(const Operation *op);
bool prepare_intrinsic(Writer *w, const Operation *op);
bool put_intrinsic(Writer *w, const Operation *op);
void declare_intrinsic(Writer *w, Str name, Str declaration, const char *attributes);

// --- functions.c
bool prepare_function(Writer *w, Operation *op);
bool put_function(Writer *w, Operation *op);
void touch_function(Writer *w, Operation *op);   // the debug information it refers to is made
bool attrs_of_function(Writer *w, const Operation *op, IrAttrs *out);
// `dso_local `, `hidden `, `thread_local ` …: what globals, functions and aliases have in common.
void put_linkage(Writer *w, A linkage, A dso_local, A visibility);
const char *calling_convention(A attr);

#endif
