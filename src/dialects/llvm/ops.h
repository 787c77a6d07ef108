// Shared by the hooks of the llvm dialect and its table of operations (ops.c).
#ifndef RUNG_DIALECTS_LLVM_OPS_H
#define RUNG_DIALECTS_LLVM_OPS_H

#include "asm/parser.h"
#include "asm/printer.h"

extern const CustomDirective llvm_directives[];   // custom.c
extern const CustomDirective llvm_typed_directives[];   // typed_forms.c

// A branch to both may pass the same block two different things.
bool llvm_passes_twice(const Block *a, const Block *b);
// What is wrong with the type of an llvm.mlir.addressof: it says what the symbol is, and that is another thing. NULL: nothing.
const char *llvm_wrong_pointee(const Operation *op, const Operation *target);
// The type that `position` leads to inside a struct or array type; NULL: `problem` says why not.
T llvm_type_at(Context *ctx, T container, A position, Str *problem);
// (`attributes`)? attr-dict; and one of its entries.
bool parse_llvm_dict(Parser *p, OpState *state, bool with_keyword);
// One of an enum's keywords, or the given value if no keyword follows.
int64_t parse_optional_enum_keyword(Parser *p, const EnumDef *def, int64_t otherwise);
// Operand bundles: `"tag"(%a : i32)`, and `["tag"(%a : i32), …]` from the groups in `sizes`.
bool parse_op_bundle(Parser *p, OperandVec *operands, TypeVec *types, A *tag);
void print_op_bundles_of(Printer *p, const Operation *op, Span operands, A sizes, A tags);

// `["tag"(%a : i32), …]`, if present; and setting it in an op with op_bundle_tags and op_bundle_sizes.
typedef struct OpBundles {
  OperandVec operands;
  TypeVec types;
  VEC(int32_t) sizes;           // of each bundle
  VEC(uint32_t) type_counts;
  AttrVec tags;
  uint32_t at;
} OpBundles;
bool parse_op_bundle_list(Parser *p, OpBundles *out);
bool add_op_bundles(Parser *p, OpState *state, const OpBundles *bundles);

// `(i32 {llvm.noalias}, …) -> i32`: types and attributes of a call's arguments and results. False without
// a message when the arrow is missing.
typedef struct CallSignature {
  TypeVec args, results;
  AttrVec arg_dicts, result_dicts;
} CallSignature;
bool parse_call_signature(Parser *p, CallSignature *out);

#endif
