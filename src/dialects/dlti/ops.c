// The dlti dialect: data layout and target information as attributes (https://mlir.llvm.org/docs/Dialects/DLTIDialect/).
#include "ops/dlti.h"

#include "dialects/dlti/attrs.h"
#include "dialects/dlti/verify.h"

bool verify_dlti_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  static const struct { const char *name; const AttrDef *def; } known[] = {
    {"dlti.dl_spec", &dlti_dl_spec_attr}, {"dlti.map", &dlti_map_attr}, {"dlti.target_system_spec", &dlti_target_system_spec_attr}};
  for (uint32_t i = 0; i < countof(known); i++) {
    if (!attr_is_string(attr.name, known[i].name)) continue;
    if (!attr_is(attr.value, known[i].def))
      return verify_fail_plain(v, op, "'%s' is expected to be a #dlti.%s attribute", known[i].name, known[i].def->name);
    return known[i].def != &dlti_dl_spec_attr || !op_has(op, TRAIT_TOP_LEVEL) || verify_module_layout(v, op);
  }
  return verify_fail_plain(v, op, "attribute '%.*s' not supported by dialect", STR_ARG(attr_str(attr.name)));
}
