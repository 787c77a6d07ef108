// Canonicalization patterns of the complex dialect (after mlir/lib/Dialect/Complex/IR/ComplexOps.cpp).
#include "ops/arith.h"
#include "rules/complex.h"
#include "ops/complex.h"

#include "ir/constants.h"
#include "rewrite/greedy.h"

static bool is_complex(T type) { return type_kind(type) == TYPE_COMPLEX; }

// A bitcast of a bitcast, by complex.bitcast where one side is complex.
bool merge_bitcasts(Greedy *g, Operation *op) {
  Value *middle = op_operand(op, 0);
  bool own = op_is(op, OP_COMPLEX_BITCAST);
  Operation *inner = defined_by(middle, OP_COMPLEX_BITCAST);
  T type = op_result_type(op, 0);
  if (!inner && own) inner = defined_by(middle, OP_ARITH_BITCAST);
  if (!inner) return false;
  Value *from = op_operand(inner, 0);
  bool both_plain = own && op_is(inner, OP_COMPLEX_BITCAST) && !is_complex(type) && !is_complex(from->type);
  return greedy_replace1(g, op, build1(&g->b, both_plain ? OP_ARITH_BITCAST : OP_COMPLEX_BITCAST, type, from));
}
