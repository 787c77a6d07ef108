// Atomic accesses of the omp dialect.
#include "dialects/common/atomic.h"
#include "dialects/omp/omp.h"

static bool check_order(Verifier *v, const Operation *op, int64_t forbidden, const char *message) {
  int64_t order = omp_enum_of(op_prop(op, "memory_order"));
  if (order == OMP_CLAUSE_MEMORY_ORDER_KIND_ACQ_REL || order == forbidden) return verify_fail_plain(v, op, "%s", message);
  return omp_check_hint(v, op);
}

bool verify_omp_atomic_read(Verifier *v, const Operation *op) {
  return verify_atomic_read(v, op) &&
         check_order(v, op, OMP_CLAUSE_MEMORY_ORDER_KIND_RELEASE, "memory-order must not be acq_rel or release for atomic reads");
}

bool verify_omp_atomic_write(Verifier *v, const Operation *op) {
  return verify_atomic_write(v, op) &&
         check_order(v, op, OMP_CLAUSE_MEMORY_ORDER_KIND_ACQUIRE, "memory-order must not be acq_rel or acquire for atomic writes");
}

bool verify_omp_atomic_update(Verifier *v, const Operation *op) {
  return verify_atomic_update(v, op) &&
         check_order(v, op, OMP_CLAUSE_MEMORY_ORDER_KIND_ACQUIRE, "memory-order must not be acq_rel or acquire for atomic updates");
}
bool verify_omp_atomic_update_regions(Verifier *v, const Operation *op) { return verify_atomic_update_region(v, op); }

bool verify_omp_atomic_capture(Verifier *v, const Operation *op) { return omp_check_hint(v, op); }

bool verify_omp_atomic_capture_regions(Verifier *v, const Operation *op) {
  static const AtomicOps ops = {OP_OMP_ATOMIC_READ, OP_OMP_ATOMIC_UPDATE, OP_OMP_ATOMIC_WRITE};
  static const AtomicOps older = {OP_OMP_ATOMIC_READ_UNTIL_16, OP_OMP_ATOMIC_UPDATE, OP_OMP_ATOMIC_WRITE};
  bool is_older = false;
  region_each_block(&op->regions[0], block) {
    block_each_op(block, inner) is_older |= op_is(inner, OP_OMP_ATOMIC_READ_UNTIL_16);
  }
  if (!verify_atomic_capture_region(v, op, is_older ? &older : &ops)) return false;
  const Operation *first = op->regions[0].first->first;
  for (const Operation *inner = first; inner != first->next->next; inner = inner->next) {
    A hint = op_prop(inner, "hint");
    if (hint && attr_to_i64(hint)) return verify_fail(v, op, "operations inside capture region must not have hint clause");
    if (op_prop(inner, "memory_order")) return verify_fail(v, op, "operations inside capture region must not have memory_order clause");
  }
  return true;
}
