// Folds of the complex dialect (after mlir/lib/Dialect/Complex/IR/ComplexOps.cpp).
#include "ops/arith.h"
#include "ops/complex.h"



#include "dialects/arith/fold.h"
#include "dialects/common/fold_util.h"

static Value *lhs_of(const Operation *op) { return op_operand(op, 0); }
static Value *rhs_of(const Operation *op) { return op_operand(op, 1); }

// A part of a complex constant: an array of two numbers.
static bool part_of(A constant, uint32_t part, APFloat *out) {
  if (!constant || attr_kind(constant) != ATTR_ARRAY) return false;
  const ArrayAttr *parts = (const ArrayAttr *)constant;
  if (parts->count != 2 || attr_kind(parts->items[part]) != ATTR_FLOAT) return false;
  *out = attr_float_value(parts->items[part]);
  return true;
}

static bool is_number(A constant, double re, double im) {
  APFloat x, y;
  return part_of(constant, 0, &x) && part_of(constant, 1, &y) &&
         apfloat_compare(x, apfloat_from_double(x.kind, re, NULL)) == FLOAT_EQUAL &&
         apfloat_compare(y, apfloat_from_double(y.kind, im, NULL)) == FLOAT_EQUAL;
}

bool fold_complex_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, COMPLEX_CONSTANT_VALUE));
}

static bool fold_part(Folder *f, Operation *op, A constant, uint32_t part) {
  if (constant && attr_kind(constant) == ATTR_ARRAY && ((const ArrayAttr *)constant)->count == 2)
    return fold_to_attr(f, ((const ArrayAttr *)constant)->items[part]);
  Operation *create = operand_defined_by(op, 0, OP_COMPLEX_CREATE);
  return create && fold_to_value(f, op_operand(create, part));
}

bool fold_complex_re(Folder *f, Operation *op, const A *constants) { return fold_part(f, op, constants[0], 0); }
bool fold_complex_im(Folder *f, Operation *op, const A *constants) { return fold_part(f, op, constants[0], 1); }

// The parts of one number put together again.
bool fold_complex_create(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Operation *re = defined_by(lhs_of(op), OP_COMPLEX_RE), *im = defined_by(rhs_of(op), OP_COMPLEX_IM);
  return re && im && lhs_of(re) == lhs_of(im) && fold_to_value(f, lhs_of(re));
}

bool fold_complex_add(Folder *f, Operation *op, const A *constants) {
  Operation *sub = defined_by(lhs_of(op), OP_COMPLEX_SUB);
  if (sub && rhs_of(op) == rhs_of(sub)) return fold_to_value(f, lhs_of(sub));
  sub = defined_by(rhs_of(op), OP_COMPLEX_SUB);
  if (sub && lhs_of(op) == rhs_of(sub)) return fold_to_value(f, lhs_of(sub));
  return is_number(constants[1], 0, 0) && fold_to_value(f, lhs_of(op));
}

bool fold_complex_sub(Folder *f, Operation *op, const A *constants) {
  Operation *add = defined_by(lhs_of(op), OP_COMPLEX_ADD);
  if (add && rhs_of(op) == rhs_of(add)) return fold_to_value(f, lhs_of(add));
  return is_number(constants[1], 0, 0) && fold_to_value(f, lhs_of(op));
}

bool fold_complex_mul(Folder *f, Operation *op, const A *constants) {
  return is_number(constants[1], 1, 0) && fold_to_value(f, lhs_of(op));
}

bool fold_complex_div(Folder *f, Operation *op, const A *constants) {
  return is_number(constants[1], 1, 0) && fold_to_value(f, lhs_of(op));
}

static bool fold_inverse(Folder *f, Operation *op, uint32_t inverse) {
  Operation *inner = defined_by(lhs_of(op), inverse);
  return inner && fold_to_value(f, lhs_of(inner));
}

bool fold_complex_neg(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_inverse(f, op, OP_COMPLEX_NEG);
}
bool fold_complex_conj(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_inverse(f, op, OP_COMPLEX_CONJ);
}
bool fold_complex_log(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_inverse(f, op, OP_COMPLEX_EXP);
}
bool fold_complex_exp(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_inverse(f, op, OP_COMPLEX_LOG);
}

bool fold_complex_bitcast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return lhs_of(op)->type == op_result_type(op, 0) && fold_to_value(f, lhs_of(op));
}

static bool is_complex_constant(A value, T type) {
  if (attr_kind(value) != ATTR_ARRAY || type_kind(type) != TYPE_COMPLEX) return false;
  const ArrayAttr *parts = (const ArrayAttr *)value;
  T element = type_element(type);
  return parts->count == 2 && attr_value_type(parts->items[0]) == element && attr_value_type(parts->items[1]) == element;
}

Operation *materialize_complex_constant(Folder *f, A value, T type, Loc loc) {
  if (!is_complex_constant(value, type)) return is_poison(value) ? NULL : materialize_arith_constant(f, value, type, loc);
  f->builder->loc = loc;
  op_state_set_prop(builder_begin(f->builder, OP_COMPLEX_CONSTANT), COMPLEX_CONSTANT_VALUE, value);
  op_state_add_type(&f->builder->state, type);
  return builder_finish(f->builder);
}
