// The builtin dialect: modules and temporary casts (https://mlir.llvm.org/docs/Dialects/Builtin/).
#include "ops/builtin.h"

#include "dialects/dlti/verify.h"
#include "ir/fold.h"
#include "ir/verify.h"

bool verify_builtin_module(Verifier *v, const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    if (memchr(name.data, '.', name.size)) continue;
    return verify_fail(v, op, "can only contain attributes with dialect-prefixed names, found: '%.*s'", STR_ARG(name));
  }
  return verify_one_layout(v, op);
}

bool verify_builtin_cast(Verifier *v, const Operation *op) {
  if (op->result_count) return true;
  return verify_fail(v, op, "expected at least one result for cast operation");
}

// A cast to the types it comes from, or back from a cast to those of its inputs.
bool fold_builtin_cast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  uint32_t count = op->operand_count;
  if (!count) return false;
  const Operation *from = op;
  bool same = count == op->result_count;
  for (uint32_t i = 0; i < count && same; i++) same = op_operand_type(op, i) == op_result_type(op, i);
  if (!same) {
    from = value_def(op_operand(op, 0));
    if (!from || from->def != op->def || from->result_count != count || from->operand_count != op->result_count) return false;
    for (uint32_t i = 0; i < count; i++)
      if (op_operand(op, i) != op_result(from, i)) return false;
    for (uint32_t i = 0; i < op->result_count; i++)
      if (op_operand_type(from, i) != op_result_type(op, i)) return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++) fold_to_value(f, op_operand(from, i));
  return true;
}

bool upgrade_builtin_module_terminator(Module *module, Operation *op) {
  (void)module;
  op_erase(op);
  return true;
}
