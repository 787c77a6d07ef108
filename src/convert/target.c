// What the lowerings to the llvm dialect share.
#include "convert/lowerings.h"

bool op_in_dialect(const Operation *op, const char *dialect) {
  Str name = op_name(op);
  size_t size = strlen(dialect);
  return name.size > size && name.data[size] == '.' && memcmp(name.data, dialect, size) == 0;
}

Legality llvm_target_legality(Conversion *c, Operation *op) {
  (void)c;
  if (op_in_dialect(op, "llvm") || op_is_named(op, "builtin.unrealized_conversion_cast")) return LEGAL;
  return UNKNOWN_LEGALITY;
}
