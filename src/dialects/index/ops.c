// The index dialect: arithmetic on index values (https://mlir.llvm.org/docs/Dialects/IndexOps/).
#include "ops/index.h"

#include "asm/params.h"
#include "asm/printer.h"
#include "dialects/arith/fold.h"

// --- Enums and attributes

// ---------------------------------------------------------------------------------------------
// Hooks

bool is_index_cast(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 1 && to_count == 1 && type_is_index(from[0]) != type_is_index(to[0]);
}

// %idx4
void index_constant_names(Printer *p, const Operation *op) {
  A value = op_prop_at(op, INDEX_CONSTANT_VALUE);
  if (!value) return;
  Str name = arena_printf(&printer_module(p)->arena, "idx%lld", (long long)attr_to_i64(value));
  printer_suggest_name(p, op_result(op, 0), name);
}

void index_bool_names(Printer *p, const Operation *op) {
  A value = op_prop_at(op, INDEX_BOOL_CONSTANT_VALUE);
  if (value) printer_suggest_name(p, op_result(op, 0), attr_to_bool(value) ? STR("true") : STR("false"));
}

// ---------------------------------------------------------------------------------------------
// Operations
