// Attributes of functions, calls and their parameters, and the groups `#0` that a module lists at its end
// (https://llvm.org/docs/LangRef.html#parameter-attributes, #function-attributes).
#ifndef RUNG_EXPORT_LLVM_IR_ATTRIBUTES_H
#define RUNG_EXPORT_LLVM_IR_ATTRIBUTES_H

#include "ir/op.h"
#include "support/strbuf.h"

// In LLVM's order; those with a key of their own (`"key"="value"`) come last, by key.
typedef struct IrAttr {
  uint32_t rank;
  Str text;         // as it stands behind a parameter
  Str group_text;   // as it stands in a group, where `align 8` is `align=8`
} IrAttr;
typedef struct IrAttrs { VEC(IrAttr) items; } IrAttrs;

typedef struct IrGroups { VEC(Str) texts; } IrGroups;

// Add or replace: as it stands behind a parameter ("nounwind", "align 8"), or `"key"="value"`.
void ir_attrs_add(Arena *arena, IrAttrs *self, Str text);
void ir_attrs_add_string(Arena *arena, IrAttrs *self, Str key, Str value);
bool ir_attrs_has_string(const IrAttrs *self, Str key);
// Of a parameter or result: `{llvm.noalias, llvm.align = 8 : i64}`. False: one of them is not known.
bool ir_attrs_of_parameter(Context *ctx, Arena *arena, A dict, IrAttrs *out);
// `["nounwind", ["key", "value"]]`. False: one of them is not known; `problem` says which.
bool ir_attrs_of_passthrough(Context *ctx, Arena *arena, A list, IrAttrs *out, Str *problem);
void ir_attrs_of_range(Arena *arena, A range, IrAttrs *out);   // #llvm.constant_range<…>
void ir_attrs_of_memory(Context *ctx, Arena *arena, A effects, IrAttrs *out);

// ` noalias align 8`: each with a space before it.
void ir_put_attrs(StrBuf *out, const IrAttrs *self);
// `nounwind willreturn`, without those that have keys.
void ir_put_plain_attrs(StrBuf *out, const IrAttrs *self);
// The number of the group with these attributes, which must not be empty.
uint32_t ir_group_of(Context *ctx, Arena *arena, IrGroups *groups, const IrAttrs *self);
uint32_t ir_group_of_text(Arena *arena, IrGroups *groups, Str text);

#endif
