// convert-vector-to-llvm, its second half: vectors of one dimension, and arrays of those, to the llvm dialect
// (after mlir/lib/Conversion/VectorToLLVM/ConvertVectorToLLVM.cpp).
#include "convert/vector_to_llvm/vector_to_llvm.h"

#include "convert/llvm/one_to_one.h"
#include "ops/arith.h"
#include "ops/arm_sve.h"
#include "ops/llvm.h"
#include "ops/vector.h"

static const char unconvertible[] = "the vector type cannot be converted";
static const char too_deep[] = "only vectors of one dimension are lowered so";

static Value *llvm_insert_element(Builder *b, Value *vector, Value *value, Value *position) {
  return build3(b, OP_LLVM_INSERTELEMENT, vector->type, vector, value, position);
}

static Value *llvm_extract_element(Builder *b, Value *vector, Value *position) {
  return build2(b, OP_LLVM_EXTRACTELEMENT, type_element(vector->type), vector, position);
}

static Value *llvm_shuffle(Builder *b, Value *x, Value *y, const int32_t *mask, uint32_t count) {
  OpState *state = builder_begin(b, OP_LLVM_SHUFFLEVECTOR);
  T type = type_vector(b->ctx, &(int64_t){count}, 1, ((const ShapedType *)x->type)->scalable, type_element(x->type));
  op_state_add_operand2(state, x, y);
  op_state_set_prop(state, LLVM_SHUFFLEVECTOR_MASK, attr_i32_array(b->ctx, mask, count));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

// An array for the mask of a shuffle to `count` lanes; NULL when there are more than LLVM has numbers for.
static int32_t *shuffle_mask(Conversion *c, int64_t count) {
  return count < INT32_MAX ? arena_new(c->arena, int32_t, (size_t)count + 1) : NULL;
}
static const char too_long[] = "the vector is too long";

static T result_type(Conversion *c, const Operation *op) { return type_convert(c->types, op_result_type(op, 0)); }

// ---------------------------------------------------------------------------------------------
// One operation for another

// Results and operands of one dimension at most.
static bool lower_flat(Conversion *c, Operation *op, Value *const *operands) {
  if (vector_rank(op_result_type(op, 0)) > 1) return convert_no_match(c, op, too_deep);
  T type = result_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  OpState *state = builder_begin(&c->b, c->pattern->target);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_scalable_slice(Conversion *c, Operation *op, Value *const *operands) {
  OpState *state = builder_begin(&c->b, c->pattern->target);
  if (op->operand_count == 2) op_state_add_operand(state, operands[1]);
  op_state_add_operand(state, operands[0]);
  op_state_take_prop(state, op, "pos");
  T type = result_type(c, op);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static bool lower_step(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = result_type(c, op);
  if (!vector_is_scalable(op_result_type(op, 0)) || !type) return convert_no_match(c, op, "the vector has a fixed size");
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_STEPVECTOR);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

// ---------------------------------------------------------------------------------------------
// Elements and parts

// The position of vector.extract or vector.insert: the part within arrays, and the place in the last vector.
typedef struct Position {
  int64_t *outer;
  uint32_t outer_count;
  Value *inner;             // an operand, or
  int64_t inner_constant;
  bool full, ok;            // all dimensions are given
} Position;

static Position position_of(Conversion *c, const Operation *op, Value *const *dynamic, T vector) {
  A numbers = op_prop(op, "static_position");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)numbers)->count, rank = vector_rank(vector);
  Position p = {.outer = arena_new(c->arena, int64_t, count + 1), .full = count == rank, .ok = true};
  p.outer_count = p.full && count ? count - 1 : count;
  for (uint32_t i = 0; i < count; i++) {
    int64_t at = dense_array_i64(numbers, i);
    Value *value = at == DYNAMIC ? *dynamic++ : NULL;
    if (i < p.outer_count) {
      p.outer[i] = at;
      p.ok &= !value;
    } else {
      p.inner = value;
      p.inner_constant = at;
    }
  }
  return p;
}

static Value *inner_position(Conversion *c, const Position *p) {
  return p->inner ? p->inner : llvm_int_constant(&c->b, c->ctx->types.i64, p->inner_constant);
}

static const char dynamic_in_array[] = "llvm.extractvalue takes no position from run time";

static bool lower_extract(Conversion *c, Operation *op, Value *const *operands) {
  T source = op_operand_type(op, 0);
  if (!result_type(c, op)) return convert_no_match(c, op, unconvertible);
  Position p = position_of(c, op, operands + 1, source);
  if (!p.ok) return convert_no_match(c, op, dynamic_in_array);
  Value *value = operands[0];
  if (vector_rank(source) >= 2 && p.outer_count) value = llvm_extract_at(&c->b, value, p.outer, p.outer_count);
  if (p.full) value = llvm_extract_element(&c->b, value, inner_position(c, &p));
  return convert_replace1(c, op, value);
}

static bool lower_insert(Conversion *c, Operation *op, Value *const *operands) {
  T dest = op_operand_type(op, 1), type = result_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  Position p = position_of(c, op, operands + 2, dest);
  if (!p.ok) return convert_no_match(c, op, dynamic_in_array);
  Value *value = operands[0];
  bool is_array = llvm_is_array(type);
  if (p.full) {
    Value *vector = is_array ? llvm_extract_at(&c->b, operands[1], p.outer, p.outer_count) : operands[1];
    value = llvm_insert_element(&c->b, vector, value, inner_position(c, &p));
  }
  if (is_array && p.outer_count) value = llvm_insert_at(&c->b, operands[1], value, p.outer, p.outer_count);
  return convert_replace1(c, op, value);
}

static Value *extract_one(Conversion *c, Value *value, uint32_t rank, int64_t position) {
  if (rank > 1) return llvm_extract(&c->b, value, position);
  return llvm_extract_element(&c->b, value, llvm_index_constant(&c->b, llvm_converter(c)->index, position));
}

static Value *insert_one(Conversion *c, Value *into, Value *value, uint32_t rank, int64_t position) {
  if (rank > 1) return llvm_insert(&c->b, into, value, position);
  return llvm_insert_element(&c->b, into, value, llvm_index_constant(&c->b, llvm_converter(c)->index, position));
}

static bool lower_shuffle(Conversion *c, Operation *op, Value *const *operands) {
  T type = result_type(c, op);
  if (!type) return convert_no_match(c, op, unconvertible);
  A mask = op_prop_at(op, VECTOR_SHUFFLE_MASK);
  uint32_t rank = vector_rank(op_result_type(op, 0)), count = (uint32_t)((const DenseArrayAttr *)mask)->count;
  if (rank <= 1 && op_operand_type(op, 0) == op_operand_type(op, 1)) {
    int32_t *numbers = arena_new(c->arena, int32_t, count + 1);
    if (!numbers) return false;
    for (uint32_t i = 0; i < count; i++) numbers[i] = (int32_t)dense_array_i64(mask, i);
    return convert_replace1(c, op, llvm_shuffle(&c->b, operands[0], operands[1], numbers, count));
  }
  int64_t size = vector_dim(op_operand_type(op, 0), 0);
  Value *result = llvm_poison(&c->b, type);
  for (uint32_t i = 0; i < count; i++) {
    int64_t at = dense_array_i64(mask, i);
    bool second = at >= size;
    Value *value = extract_one(c, operands[second], rank, second ? at - size : at);
    result = insert_one(c, result, value, rank, i);
  }
  return convert_replace1(c, op, result);
}

static bool lower_from_elements(Conversion *c, Operation *op, Value *const *operands) {
  if (vector_rank(op_result_type(op, 0)) > 1) return convert_no_match(c, op, too_deep);
  Value *result = llvm_poison(&c->b, result_type(c, op));
  for (uint32_t i = 0; i < op->operand_count; i++) result = vector_insert1(&c->b, operands[i], result, i);
  return convert_replace1(c, op, result);
}

static bool lower_to_elements(Conversion *c, Operation *op, Value *const *operands) {
  T index = llvm_converter(c)->index;
  Value **results = arena_new(c->arena, Value *, op->result_count + 1);
  uint32_t *counts = arena_new(c->arena, uint32_t, op->result_count + 1), used = 0;
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!op_result(op, i)->uses) continue;
    counts[i] = 1;
    results[used++] = llvm_extract_element(&c->b, operands[0], llvm_int_constant(&c->b, index, i));
  }
  if (!used) return convert_erase(c, op);
  return convert_replace_many(c, op, results, counts);
}

// ---------------------------------------------------------------------------------------------
// Broadcasts, and elements in turn

static bool lower_broadcast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T vector = op_result_type(op, 0), type = result_type(c, op), flat = type;
  if (type_is_vector(op_operand_type(op, 0))) return convert_no_match(c, op, "only scalars are broadcast so");
  if (!type) return convert_no_match(c, op, unconvertible);
  uint32_t rank = vector_rank(vector);
  while (llvm_is_array(flat)) flat = ((const LLVMArrayType *)flat)->element;
  Value *whole = rank > 1 ? llvm_poison(b, type) : NULL;
  Value *poison = llvm_poison(b, flat);
  Value *zero = llvm_int_constant(b, c->ctx->types.i32, 0);
  Value *value = llvm_insert_element(b, poison, operands[0], zero);
  if (!rank || (rank == 1 && vector_dim(vector, 0) == 1)) return convert_replace1(c, op, value);
  int64_t count = vector_dim(vector, rank - 1);
  int32_t *zeros = shuffle_mask(c, count);
  if (!zeros) return convert_no_match(c, op, too_long);
  value = llvm_shuffle(b, value, rank > 1 ? value : poison, zeros, (uint32_t)count);
  if (rank == 1) return convert_replace1(c, op, value);
  int64_t *position = arena_new(c->arena, int64_t, rank);
  do whole = llvm_insert_at(b, whole, value, position, rank - 1);
  while (vector_next_position(((const ShapedType *)vector)->dims, position, rank - 1) && !c->ctx->mem.exhausted);
  return convert_replace1(c, op, whole);
}

static bool lower_interleave(Conversion *c, Operation *op, Value *const *operands) {
  T vector = op_result_type(op, 0);
  if (vector_rank(vector) != 1) return convert_no_match(c, op, too_deep);
  if (vector_is_scalable(vector))
    return convert_replace1(c, op, build2(&c->b, OP_LLVM_INTR_VECTOR_INTERLEAVE2, result_type(c, op), operands[0], operands[1]));
  int64_t count = vector_dim(vector, 0);
  int32_t *mask = shuffle_mask(c, count);
  if (!mask) return convert_no_match(c, op, too_long);
  for (int64_t i = 0; i < count; i++) mask[i] = (int32_t)(i / 2 + (i % 2 ? count / 2 : 0));
  return convert_replace1(c, op, llvm_shuffle(&c->b, operands[0], operands[1], mask, (uint32_t)count));
}

static bool lower_deinterleave(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T vector = op_result_type(op, 0);
  Value *results[2];
  if (vector_rank(vector) != 1) return convert_no_match(c, op, too_deep);
  if (vector_is_scalable(vector)) {
    T both = llvm_pack_op_results(llvm_converter(c), (const T[]){vector, vector}, 2);
    Value *pair = build1(b, OP_LLVM_INTR_VECTOR_DEINTERLEAVE2, both, operands[0]);
    for (uint32_t i = 0; i < 2; i++) results[i] = llvm_extract(b, pair, i);
  } else {
    int64_t count = vector_dim(vector, 0);
    int32_t *mask = shuffle_mask(c, 2 * count);
    if (!mask) return convert_no_match(c, op, too_long);
    Value *poison = llvm_poison(b, operands[0]->type);
    for (uint32_t odd = 0; odd < 2; odd++) {
      for (int64_t i = 0; i < count; i++) mask[i] = (int32_t)(2 * i + odd);
      results[odd] = llvm_shuffle(b, operands[0], poison, mask, (uint32_t)count);
    }
  }
  return convert_replace(c, op, results, 2);
}

// ---------------------------------------------------------------------------------------------
// Masks

// The lanes below the bound, of as many as a register holds.
static bool lower_create_mask_to_sve(Conversion *c, Operation *op, Value *const *operands) {
  T mask = op_result_type(op, 0);
  int64_t lanes = vector_rank(mask) == 1 && vector_is_scalable(mask) ? vector_dim(mask, 0) : 0;
  if (!vector_choices(c).sve || (lanes != 2 && lanes != 4 && lanes != 8 && lanes != 16))
    return convert_no_match(c, op, "no register of SVE has the mask's size");
  Value *bounds[] = {llvm_zero(&c->b, c->ctx->types.i64), operands[0]};
  OpState *state = builder_begin(&c->b, OP_ARM_SVE_INTR_WHILELT);
  op_state_add_operands(state, bounds, 2);
  op_state_add_types(state, &mask, 1);
  return convert_replace1(c, op, op_result(builder_finish(&c->b), 0));
}

// step < bound; only scalable vectors are left here.
static bool lower_create_mask(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T mask = op_result_type(op, 0), index = vector_choices(c).narrow_indices ? c->ctx->types.i32 : c->ctx->types.i64;
  if (vector_rank(mask) != 1 || !vector_is_scalable(mask)) return convert_no_match(c, op, "the mask has a fixed size");
  T type = vector_like(c->ctx, mask, 0, index);
  OpState *state = builder_begin(b, OP_LLVM_INTR_STEPVECTOR);
  op_state_add_type(state, type);
  Value *steps = builder_finish_value(b);
  Value *bound = build_index_like(b, index, convert_lookup(c, operands[0]));   // its converted form, of any type
  Value *bounds = vector_cast(b, OP_VECTOR_BROADCAST, type, bound);
  return convert_replace1(c, op, build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, steps, bounds));
}

// ---------------------------------------------------------------------------------------------

static const Pattern patterns[] = {
  {.root = OP_VECTOR_BITCAST, .rewrite = lower_flat, .target = OP_LLVM_BITCAST, .name = "vector.bitcast to llvm.bitcast"},
  {.root = OP_VECTOR_BROADCAST, .rewrite = lower_broadcast, .name = "vector.broadcast of a scalar to llvm.insertelement and llvm.shufflevector"},
  {.root = OP_VECTOR_COMPRESSSTORE, .rewrite = lower_vector_compressstore, .name = "vector.compressstore to llvm.intr.masked.compressstore"},
  {.root = OP_VECTOR_CREATE_MASK, .rewrite = lower_create_mask_to_sve, .benefit = 2, .name = "vector.create_mask to arm_sve.intr.whilelt"},
  {.root = OP_VECTOR_DEINTERLEAVE, .rewrite = lower_deinterleave, .name = "vector.deinterleave to llvm.shufflevector"},
  {.root = OP_VECTOR_EXPANDLOAD, .rewrite = lower_vector_expandload, .name = "vector.expandload to llvm.intr.masked.expandload"},
  {.root = OP_VECTOR_EXTRACT, .rewrite = lower_extract, .name = "vector.extract to llvm.extractvalue and llvm.extractelement"},
  {.root = OP_VECTOR_FMA, .rewrite = lower_flat, .target = OP_LLVM_INTR_FMULADD, .name = "vector.fma to llvm.intr.fmuladd"},
  {.root = OP_VECTOR_FROM_ELEMENTS, .rewrite = lower_from_elements, .name = "vector.from_elements to insertions"},
  {.root = OP_VECTOR_GATHER, .rewrite = lower_vector_gather, .name = "vector.gather to llvm.intr.masked.gather"},
  {.root = OP_VECTOR_INSERT, .rewrite = lower_insert, .name = "vector.insert to llvm.insertelement and llvm.insertvalue"},
  {.root = OP_VECTOR_INTERLEAVE, .rewrite = lower_interleave, .name = "vector.interleave to llvm.shufflevector"},
  {.root = OP_VECTOR_LOAD, .rewrite = lower_vector_load, .target = OP_LLVM_LOAD, .name = "vector.load to llvm.load"},
  {.root = OP_VECTOR_MASK, .rewrite = lower_masked_reduction, .name = "masked vector.reduction to llvm.intr.vp.reduce"},
  {.root = OP_VECTOR_MASKEDLOAD, .rewrite = lower_vector_load, .target = OP_LLVM_INTR_MASKED_LOAD, .name = "vector.maskedload to llvm.intr.masked.load"},
  {.root = OP_VECTOR_MASKEDSTORE, .rewrite = lower_vector_store, .target = OP_LLVM_INTR_MASKED_STORE, .name = "vector.maskedstore to llvm.intr.masked.store"},
  {.root = OP_VECTOR_PRINT, .rewrite = lower_vector_print, .name = "vector.print to calls of the runtime"},
  {.root = OP_VECTOR_REDUCTION, .rewrite = lower_vector_reduction, .name = "vector.reduction to llvm.intr.vector.reduce"},
  {.root = OP_VECTOR_SCALABLE_EXTRACT, .rewrite = lower_scalable_slice, .target = OP_LLVM_INTR_VECTOR_EXTRACT, .name = "vector.scalable.extract to llvm.intr.vector.extract"},
  {.root = OP_VECTOR_SCALABLE_INSERT, .rewrite = lower_scalable_slice, .target = OP_LLVM_INTR_VECTOR_INSERT, .name = "vector.scalable.insert to llvm.intr.vector.insert"},
  {.root = OP_VECTOR_SCATTER, .rewrite = lower_vector_scatter, .name = "vector.scatter to llvm.intr.masked.scatter"},
  {.root = OP_VECTOR_SHUFFLE, .rewrite = lower_shuffle, .name = "vector.shuffle to llvm.shufflevector"},
  {.root = OP_VECTOR_STEP, .rewrite = lower_step, .name = "vector.step to llvm.intr.stepvector"},
  {.root = OP_VECTOR_STORE, .rewrite = lower_vector_store, .target = OP_LLVM_STORE, .name = "vector.store to llvm.store"},
  {.root = OP_VECTOR_TO_ELEMENTS, .rewrite = lower_to_elements, .name = "vector.to_elements to llvm.extractelement"},
  {.root = OP_VECTOR_TYPE_CAST, .rewrite = lower_vector_type_cast, .name = "vector.type_cast to a new descriptor"},
  ONE_TO_ONE(OP_VECTOR_VSCALE, OP_LLVM_INTR_VSCALE, CARRY_ALL),
};
static const Pattern mask_patterns[] = {
  {.root = OP_VECTOR_CREATE_MASK, .rewrite = lower_create_mask, .name = "vector.create_mask to a comparison of llvm.intr.stepvector"},
};

void add_vector_to_llvm(Conversion *c, LLVMTypes *types) {
  conversion_add_table(c, patterns, &types->base);
  conversion_add_table(c, mask_patterns, NULL);
}
