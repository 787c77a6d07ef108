// The pass that lowers each operation or type.
#include "passes/legalization_hints.h"

#include "ir/op.h"
#include "dialects/registry.h"

// The operation's own record says it, or else its dialect.
const char *legalization_hint(const OpDef *op) {
  const char *of_op = def_more_text(op, def_more(op)->lowered_by);
  if (of_op) return strcmp(of_op, "nothing") == 0 ? NULL : of_op;
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    if (str_is(name_dialect(def_name(op)), (*dialect)->name)) return (*dialect)->lowered_by;
  return NULL;
}

static const char *type_hint(T type, const char **pass) {
  uint32_t space;
  switch (type_kind(type)) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED_TENSOR:
      *pass = "one-shot-bufferize";
      return "; tensors become memrefs first (one-shot-bufferize)";
    case TYPE_MEMREF:
      if (!memref_space_number(type, &space)) return "; its memory space must be an integer";
      *pass = "normalize-memrefs";
      return "; its layout must be strided (normalize-memrefs)";
    default: return "";
  }
}

const LegalizationHints legalization_hints = {.pass_for = legalization_hint, .type_hint = type_hint};
