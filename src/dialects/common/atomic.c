// Atomic accesses of OpenMP and OpenACC: see atomic.h.
#include "dialects/common/atomic.h"

static T pointee(T type) { return type_kind(type) == TYPE_MEMREF ? type_element(type) : NULL; }

bool verify_atomic_read(Verifier *v, const Operation *op) {
  return op_operand(op, 0) != op_operand(op, 1) || verify_fail_plain(v, op, "read and write must not be to the same location for atomic reads");
}

bool verify_atomic_write(Verifier *v, const Operation *op) {
  T element = pointee(op_operand_type(op, 0));
  return !element || element == op_operand_type(op, 1) || verify_fail_plain(v, op, "address must dereference to value type");
}

bool verify_atomic_update(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  if (!entry || entry->arg_count != 1) return verify_fail_plain(v, op, "the region must accept exactly one argument");
  T element = pointee(op_operand_type(op, 0));
  if (element && element != entry->args[0]->type)
    return verify_fail_plain(v, op, "the type of the operand must be a pointer type whose element type is the same as that of the region argument");
  return true;
}

bool verify_atomic_update_region(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  const Operation *end = entry ? entry->last : NULL;
  if (!end || end->operand_count != 1) return verify_fail_plain(v, op, "only updated value must be returned");
  if (op_operand_type(end, 0) != entry->args[0]->type) return verify_fail_plain(v, op, "input and yielded value must have the same type");
  return true;
}

bool verify_atomic_capture_region(Verifier *v, const Operation *op, const AtomicOps *ops) {
  const Block *block = op->regions[0].first;
  const Operation *first = block ? block->first : NULL, *second = first ? first->next : NULL;
  if (!second || !second->next || second->next->next)
    return verify_fail_plain(v, op, "expected three operations in atomic.capture region (one terminator, and two atomic ops)");
  bool reads = op_is(first, ops->read), updates = op_is(first, ops->update);
  bool ok = (updates && op_is(second, ops->read)) || (reads && (op_is(second, ops->update) || op_is(second, ops->write)));
  if (!ok) return verify_fail_plain(v, first, "invalid sequence of operations in the capture region");
  if (op_operand(first, 0) == op_operand(second, 0)) return true;
  return verify_fail_plain(v, first, updates ? "updated variable in atomic.update must be captured in second operation"
                                             : "captured variable in atomic.read must be updated in second operation");
}
