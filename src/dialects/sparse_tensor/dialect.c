// sparse_tensor is known by its name only.
#include "ir/opdef.h"

// Encodings are long, so the output defines an alias for each.
static const char *alias_of_encoding(A attr) {
  return attr_kind(attr) == ATTR_OPAQUE && str_starts_with(attr_str(((const OpaqueAttr *)attr)->text), STR("encoding<"))
             ? "sparse" : NULL;
}

const DialectDef sparse_tensor_dialect = {.name = "sparse_tensor", .is_name_only = true, .alias_of_attr = alias_of_encoding};
