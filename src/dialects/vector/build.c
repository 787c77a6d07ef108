#include "ops/arith.h"
#include "ops/ub.h"

#include "dialects/vector/build.h"

#include "asm/params.h"
#include "ir/constants.h"

uint32_t vector_kind(const Operation *op) {
  A kind = op_prop(op, "kind");
  return kind ? (uint32_t)attr_param(kind, 0) : VECTOR_COMBINING_KIND_ADD;
}

A vector_kind_of(Context *ctx, uint32_t kind) { return attr_from_params(ctx, &vector_kind_attr, (const uint64_t[]){kind}); }

// ---------------------------------------------------------------------------------------------
// Types

T vector_like(Context *ctx, T vector, uint32_t from, T element) {
  const ShapedType *shape = (const ShapedType *)vector;
  return type_vector(ctx, shape->dims + from, (uint32_t)shape->rank - from, from < 64 ? shape->scalable >> from : 0,
                     element ? element : shape->element);
}

T vector_without(Context *ctx, T vector, uint32_t dim) {
  const ShapedType *shape = (const ShapedType *)vector;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, shape->rank + 1);
  uint64_t scalable = 0;
  uint32_t rank = 0;
  for (uint32_t i = 0; dims && i < shape->rank; i++) {
    if (i == dim) continue;
    if (vector_dim_is_scalable(vector, i)) scalable |= 1ull << rank;
    dims[rank++] = shape->dims[i];
  }
  T type = type_vector(ctx, dims, rank, scalable, shape->element);
  arena_free(&scratch);
  return type;
}

T vector_1d(Context *ctx, int64_t size, T element) { return type_vector(ctx, &size, 1, 0, element); }

// ---------------------------------------------------------------------------------------------
// Operations

Value *build_zero(Builder *b, T type) {
  A zero = zero_attr(b->ctx, type);
  return zero ? build_constant(b, zero) : build_poison(b, type);
}

Value *build_poison(Builder *b, T type) {
  OpState *state = builder_begin(b, OP_UB_POISON);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

static Value *with_positions(Builder *b, uint32_t opcode, const char *attr, Value *const *operands, uint32_t operand_count,
                             const int64_t *numbers, uint32_t count, T type) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, operands, operand_count);
  op_state_set_attr(state, str_from(attr), attr_i64_array(b->ctx, numbers, count));
  if (type) op_state_add_type(state, type);
  return builder_finish_value(b);
}

Value *vector_extract(Builder *b, Value *source, const int64_t *position, uint32_t count) {
  return with_positions(b, OP_VECTOR_EXTRACT, "static_position", &source, 1, position, count, NULL);
}

Value *vector_insert(Builder *b, Value *value, Value *dest, const int64_t *position, uint32_t count) {
  return with_positions(b, OP_VECTOR_INSERT, "static_position", (Value *const[]){value, dest}, 2, position, count, dest->type);
}

Value *vector_cast(Builder *b, uint32_t opcode, T type, Value *value) { return build1(b, opcode, type, value); }

Value *vector_transpose(Builder *b, Value *source, const int64_t *order, uint32_t count) {
  const ShapedType *shape = (const ShapedType *)source->type;
  Arena scratch;
  arena_init(&scratch, &b->ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, count + 1);
  uint64_t scalable = 0;
  for (uint32_t i = 0; i < count; i++) {
    dims[i] = shape->dims[order[i]];
    if (vector_dim_is_scalable(source->type, (uint32_t)order[i])) scalable |= 1ull << i;
  }
  T type = type_vector(b->ctx, dims, count, scalable, shape->element);
  arena_free(&scratch);
  return with_positions(b, OP_VECTOR_TRANSPOSE, "permutation", &source, 1, order, count, type);
}

Value *vector_shuffle(Builder *b, Value *x, Value *y, const int64_t *mask, uint32_t count) {
  return with_positions(b, OP_VECTOR_SHUFFLE, "mask", (Value *const[]){x, y}, 2, mask, count, NULL);
}

Value *build_index_like(Builder *b, T type, Value *value) {
  if (value->type == type) return value;
  bool index = type_is_index(type) || type_is_index(value->type);
  uint32_t opcode = index ? OP_ARITH_INDEX_CAST : type_bits(value->type) < type_bits(type) ? OP_ARITH_EXTSI : OP_ARITH_TRUNCI;
  return build1(b, opcode, type, value);
}

bool vector_next_position(const int64_t *dims, int64_t *position, uint32_t rank) {
  for (uint32_t i = rank; i-- > 0;) {
    if (++position[i] < dims[i]) return true;
    position[i] = 0;
  }
  return false;
}

uint32_t unrolled_rank(T vector) {
  uint32_t rank = vector_rank(vector), count = 0;
  while (count + 1 < rank && !vector_dim_is_scalable(vector, count)) count++;
  return count;
}

// ---------------------------------------------------------------------------------------------
// Masks

Masked masked_op(Operation *op) {
  Operation *around = op_parent(op);
  if (!op_is(around, OP_VECTOR_MASK)) return (Masked){op, NULL};
  return (Masked){around, op_operand(around, 0)};
}

Operation *build_mask(Builder *b, Operation *op, Value *mask) {
  if (!mask) return op;
  Builder inner = *b;
  Block *block = block_new(b->module);
  op_remove(op);
  op_append(block, op);
  builder_at_end(&inner, block);
  OpState yield;
  op_state_init(&yield, b->module, &b->module->arena, context_op_of(b->ctx, OP_VECTOR_YIELD), op->loc);
  for (uint32_t i = 0; i < op->result_count; i++) op_state_add_operand(&yield, op_result(op, i));
  builder_insert(&inner, op_create(&yield));
  OpState *state = builder_begin(b, OP_VECTOR_MASK);
  op_state_add_operand(state, mask);
  op_state_take_types(state, op);
  block_append(op_state_add_region(state), block);
  return builder_finish(b);
}

Value *select_passthru(Builder *b, Value *mask, Value *value, Value *passthru) {
  return mask ? build_select(b, mask, value, passthru) : value;
}

uint32_t vector_kind_op(uint32_t kind, bool of_floats) {
#define OF(name) [VECTOR_COMBINING_KIND_##name]
  static const uint16_t ints[KIND_COUNT] = {
    OF(ADD) = OP_ARITH_ADDI,     OF(MUL) = OP_ARITH_MULI,     OF(MINUI) = OP_ARITH_MINUI, OF(MINSI) = OP_ARITH_MINSI,
    OF(MAXUI) = OP_ARITH_MAXUI, OF(MAXSI) = OP_ARITH_MAXSI, OF(AND) = OP_ARITH_ANDI,    OF(OR) = OP_ARITH_ORI,
    OF(XOR) = OP_ARITH_XORI,
  };
  static const uint16_t floats[KIND_COUNT] = {
    OF(ADD) = OP_ARITH_ADDF,         OF(MUL) = OP_ARITH_MULF,           OF(MINNUMF) = OP_ARITH_MINNUMF,
    OF(MAXNUMF) = OP_ARITH_MAXNUMF, OF(MINIMUMF) = OP_ARITH_MINIMUMF, OF(MAXIMUMF) = OP_ARITH_MAXIMUMF,
  };
  return kind >= KIND_COUNT ? 0 : of_floats ? floats[kind] : ints[kind];
}

Value *build_reduction(Builder *b, uint32_t kind, Value *x, Value *acc, Value *mask) {
  uint32_t opcode = vector_kind_op(kind, type_is_float(type_element_or_self(acc->type)));
  if (!opcode) return NULL;
  return select_passthru(b, mask, build_binary(b, opcode, x, acc), acc);
}
