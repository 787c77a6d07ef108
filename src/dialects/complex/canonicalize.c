// Canonicalization patterns of the complex dialect (after mlir/lib/Dialect/Complex/IR/ComplexOps.cpp).
#include "ops/arith.h"
#include "ops/complex.h"

#include "ir/constants.h"
#include "rewrite/greedy.h"

static bool is_complex(T type) { return type_kind(type) == TYPE_COMPLEX; }

// A bitcast of a bitcast, by complex.bitcast where one side is complex.
static bool merge_bitcasts(Greedy *g, Operation *op) {
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

// A part of -(re + im i) as the negated part.
static bool negate_part(Greedy *g, Operation *op) {
  Operation *negation = operand_defined_by(op, 0, OP_COMPLEX_NEG);
  Operation *create = negation ? operand_defined_by(negation, 0, OP_COMPLEX_CREATE) : NULL;
  if (!create) return false;
  Value *part = op_operand(create, op_is(op, OP_COMPLEX_IM));
  return greedy_replace1(g, op, build1(&g->b, OP_ARITH_NEGF, part->type, part));
}

static const GreedyPattern patterns[] = {
  {.root = OP_COMPLEX_BITCAST, .rewrite = merge_bitcasts, .name = "complex.bitcast of a bitcast"},
  {.root = OP_ARITH_BITCAST, .rewrite = merge_bitcasts, .name = "arith.bitcast of a complex.bitcast"},
  {.root = OP_COMPLEX_IM, .rewrite = negate_part, .name = "complex.im of a negation"},
  {.root = OP_COMPLEX_RE, .rewrite = negate_part, .name = "complex.re of a negation"},
};
const PatternSet complex_canonicalization = PATTERN_SET(patterns);
