// sparse_tensor is known by its name only.
#include "ops/sparse_tensor.h"

// Encodings are long, so the output defines an alias for each.
const char *alias_of_encoding(A attr) {
  return attr_kind(attr) == ATTR_OPAQUE && str_starts_with(attr_str(((const OpaqueAttr *)attr)->text), STR("encoding<"))
             ? "sparse" : NULL;
}
