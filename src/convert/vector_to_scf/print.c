// vector.print of a vector: loops that print its elements in parentheses.
#include "convert/vector_to_scf/vector_to_scf.h"
#include "ops/arith.h"
#include "ops/scf.h"
#include "ops/vector.h"

static Operation *build_print(Builder *b, Value *value, uint64_t punctuation) {
  OpState *state = builder_begin(b, OP_VECTOR_PRINT);
  if (value) op_state_add_operand(state, value);
  op_state_set_prop(state, VECTOR_PRINT_PUNCTUATION, attr_from_params(b->ctx, &vector_punctuation_attr, &punctuation));
  return builder_finish(b);
}

static Value *nothing(void *data, Block *body) {
  (void)data, (void)body;
  return NULL;
}

static Value *print_comma(void *data, Block *body) {
  (void)body;
  build_print(data, NULL, VECTOR_PRINT_PUNCTUATION_COMMA);
  return NULL;
}

// Integers are printed in the next width of a power of two, 8 at least; arith wants them signless.
static Value *widen_integers(Builder *b, Value *value) {
  Context *ctx = b->ctx;
  const IntegerType *element = type_as_integer(type_element(value->type));
  if (!element) return value;
  uint32_t width = 8;
  while (width < element->width) width *= 2;
  T plain = type_with_element(ctx, value->type, type_integer(ctx, element->width, SIGNLESS));
  T wide = type_with_element(ctx, value->type, type_integer(ctx, width, SIGNLESS));
  T target = type_with_element(ctx, value->type, type_integer(ctx, width, (Signedness)element->signedness));
  bool zeros = element->width == 1 || element->signedness == UNSIGNED;
  value = build1(b, OP_VECTOR_BITCAST, plain, value);
  if (plain != wide) value = build1(b, zeros ? OP_ARITH_EXTUI : OP_ARITH_EXTSI, wide, value);
  return build1(b, OP_VECTOR_BITCAST, target, value);
}

bool decompose_vector_print(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  const ShapedType *vector = op->operand_count ? operand_vector(op, 0) : NULL;
  if (!vector || (vector->rank > 1 && vector->scalable)) return false;
  A punctuation = op_prop_at(op, VECTOR_PRINT_PUNCTUATION);
  Value *value = widen_integers(b, op_operand(op, 0));
  vector = as_vector(value->type);
  uint32_t rank = vector->rank ? (uint32_t)vector->rank : 1;
  const int64_t *dims = vector->rank ? vector->dims : (const int64_t[]){1};
  if (vector->rank != 1) {
    int64_t flat = type_num_elements(&vector->base);
    value = build1(b, OP_VECTOR_SHAPE_CAST, type_vector(g->ctx, &flat, 1, 0, vector->element), value);
  }
  Value **indices = arena_new(g->arena, Value *, rank + 1), *flat = NULL;
  Operation *close = NULL;
  for (uint32_t d = 0; d < rank; d++) {
    Value *lower = build_index(b, 0), *upper = build_index(b, dims[d]), *one = build_index(b, 1);
    if (vector->rank && is_scalable_dim(vector, d)) {
      builder_begin(b, OP_VECTOR_VSCALE);
      upper = build_binary(b, OP_ARITH_MULI, upper, builder_finish_value(b));
    }
    Value *last = build_binary(b, OP_ARITH_SUBI, upper, one);
    build_print(b, NULL, VECTOR_PRINT_PUNCTUATION_OPEN);
    BodyFn *empty = nothing;
    Operation *loop = build_region_op(b, OP_SCF_FOR, NULL, (Value *const[]){lower, upper, one}, 3, &empty, 1, NULL);
    Operation *made = build_print(b, NULL, VECTOR_PRINT_PUNCTUATION_CLOSE);
    if (!close) close = made;
    Block *body = loop->regions[0].first;
    indices[d] = body->args[0];
    b->block = body;
    b->before = body->first;
    Value *more = build_cmpi(b, ARITH_CMP_I_PREDICATE_ULT, indices[d], last);
    BodyFn *comma = print_comma;
    build_region_op(b, OP_SCF_IF, NULL, &more, 1, &comma, 1, b);
    b->block = body;
    b->before = body->first;
  }
  int64_t stride = 1;
  for (uint32_t d = rank; d-- > 0;) {
    Value *index = build_binary(b, OP_ARITH_MULI, build_index(b, stride), indices[d]);
    flat = flat ? build_binary(b, OP_ARITH_ADDI, flat, index) : index;
    stride *= dims[d];
  }
  build_print(b, build_vector_extract_at(b, value, flat), VECTOR_PRINT_PUNCTUATION_NO_PUNCTUATION);
  b->block = close->block;
  b->before = close->next;
  build_print(b, NULL, punctuation ? attr_param(punctuation, 0) : VECTOR_PRINT_PUNCTUATION_NEWLINE);
  return greedy_erase(g, op);
}
