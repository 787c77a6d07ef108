#include "convert/llvm/one_to_one.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"
#include "ops/arith.h"
#include "ops/llvm.h"

// ---------------------------------------------------------------------------------------------
// Attributes

// arith and llvm number the same flags differently.
A llvm_fastmath(Context *ctx, A arith_fastmath) {
  static const struct { uint8_t arith, llvm; } flags[] = {
    {ARITH_FAST_MATH_FLAGS_REASSOC, LLVM_FASTMATH_FLAGS_REASSOC}, {ARITH_FAST_MATH_FLAGS_NNAN, LLVM_FASTMATH_FLAGS_NNAN},
    {ARITH_FAST_MATH_FLAGS_NINF, LLVM_FASTMATH_FLAGS_NINF},       {ARITH_FAST_MATH_FLAGS_NSZ, LLVM_FASTMATH_FLAGS_NSZ},
    {ARITH_FAST_MATH_FLAGS_ARCP, LLVM_FASTMATH_FLAGS_ARCP},       {ARITH_FAST_MATH_FLAGS_CONTRACT, LLVM_FASTMATH_FLAGS_CONTRACT},
    {ARITH_FAST_MATH_FLAGS_AFN, LLVM_FASTMATH_FLAGS_AFN},
  };
  uint64_t from = arith_fastmath && attr_is(arith_fastmath, &arith_fastmath_attr) ? attr_param(arith_fastmath, 0) : 0, to = 0;
  for (uint32_t i = 0; from && i < countof(flags); i++)
    if (from & flags[i].arith) to |= flags[i].llvm;
  return attr_from_params(ctx, &llvm_fastmath_attr, &to);
}

static int64_t llvm_rounding(int64_t arith_mode) {
  switch (arith_mode) {
    case ARITH_ROUNDING_MODE_TO_NEAREST_EVEN: return LLVM_ROUNDING_MODE_TONEAREST;
    case ARITH_ROUNDING_MODE_DOWNWARD: return LLVM_ROUNDING_MODE_DOWNWARD;
    case ARITH_ROUNDING_MODE_UPWARD: return LLVM_ROUNDING_MODE_UPWARD;
    case ARITH_ROUNDING_MODE_TOWARD_ZERO: return LLVM_ROUNDING_MODE_TOWARDZERO;
    case ARITH_ROUNDING_MODE_TO_NEAREST_AWAY: return LLVM_ROUNDING_MODE_TONEARESTAWAY;
    default: return LLVM_ROUNDING_MODE_DYNAMIC;
  }
}

static void carry_one(Context *ctx, OpState *state, Str name, A value, AttrCarry carry) {
  switch (carry) {
    case CARRY_FASTMATH:
      if (!str_is(name, "fastmath")) break;
      op_state_set_attr(state, STR("fastmathFlags"), llvm_fastmath(ctx, value));
      return;
    case CARRY_OVERFLOW:
      if (!str_is(name, "overflowFlags")) break;
      if (attr_is(value, &arith_overflow_attr) && attr_param(value, 0))
        op_state_set_attr(state, name, attr_i64(ctx, ctx->types.i32, (int64_t)attr_param(value, 0)));
      return;
    case CARRY_CONSTRAINED:
      if (!str_is(name, "roundingmode")) break;
      op_state_set_attr(state, name, attr_i64(ctx, ctx->types.i64, llvm_rounding(attr_to_i64(value))));
      op_state_set_attr(state, STR("fpExceptionBehavior"), attr_i64(ctx, ctx->types.i64, LLVM_FP_EXCEPTION_BEHAVIOR_IGNORE));
      return;
    case CARRY_ALL:
      break;
  }
  op_state_set_attr(state, name, value);
}

void carry_attributes(Builder *b, OpState *state, const Operation *op, AttrCarry carry) {
  for (uint32_t i = 0; i < op->attr_count; i++)
    carry_one(b->ctx, state, attr_str(op->attrs[i].name), op->attrs[i].value, carry);
  for (uint32_t i = 0; i < op->def->attr_count; i++)   // last: these win over discardable ones that have the new name
    if (op->props[i]) carry_one(b->ctx, state, str_from(def_attr_name(op->def, i)), op->props[i], carry);
}

// ---------------------------------------------------------------------------------------------
// One to one

const OneToOne carry_all = {CARRY_ALL}, carry_all_of_floats = {CARRY_ALL, .refuse_small_floats = true}, carry_fastmath = {CARRY_FASTMATH},
               carry_fastmath_of_floats = {CARRY_FASTMATH, .refuse_small_floats = true}, carry_overflow = {CARRY_OVERFLOW};

bool replace_one_to_one(Conversion *c, Operation *op, uint32_t opcode, Value *const *operands, uint32_t count,
                        AttrCarry carry) {
  T type = NULL;
  if (op->result_count == 1) {
    type = type_convert(c->types, op_result_type(op, 0));
    if (!type) return false;
  } else if (op->result_count) {
    TypeVec types = {0};
    for (uint32_t i = 0; i < op->result_count; i++) vec_push(c->arena, &types, op_result_type(op, i));
    type = llvm_pack_op_results(llvm_converter(c), types.data, types.count);
    if (!type) return false;
  }
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operands(state, operands, count);
  if (type) op_state_add_type(state, type);
  carry_attributes(&c->b, state, op, carry);
  Operation *made = builder_finish_typed(&c->b);
  if (op->result_count == 0) return convert_erase(c, op);
  if (op->result_count == 1) return convert_replace1(c, op, op_result(made, 0));
  ValueVec results = {0};
  for (uint32_t i = 0; i < op->result_count; i++)
    vec_push(c->arena, &results, llvm_extract(&c->b, op_result(made, 0), i));
  return convert_replace(c, op, results.data, results.count);
}

bool all_llvm_types(Value *const *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!llvm_is_compatible(values[i]->type)) return false;
  return true;
}

static Value *build_one(Conversion *c, Operation *op, T type, Value *const *operands, const void *data) {
  const OneToOne *rule = data;
  OpState *state = builder_begin(&c->b, c->pattern->target);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type);
  carry_attributes(&c->b, state, op, rule->carry);
  return op_result(builder_finish_typed(&c->b), 0);
}

bool lower_one_to_one(Conversion *c, Operation *op, Value *const *operands) {
  const OneToOne *rule = c->pattern->data;
  if (rule->when && !rule->when(op)) return convert_no_match(c, op, "another form of the op is asked for");
  if (rule->refuse_small_floats) {
    bool refused = llvm_is_unsupported_float(op_result_type(op, 0));
    for (uint32_t i = 0; i < op->operand_count; i++) refused |= llvm_is_unsupported_float(op_operand_type(op, i));
    if (refused) return convert_no_match(c, op, "LLVM has no arithmetic on floats of 8 bits and less");
  }
  if (!all_llvm_types(operands, op->operand_count))
    return convert_no_match(c, op, "an operand has no type of the llvm dialect");
  if (!op->operand_count || !llvm_is_array(operands[0]->type))
    return replace_one_to_one(c, op, c->pattern->target, operands, op->operand_count, rule->carry);
  return unroll_vectors(c, op, operands, op->operand_count, build_one, rule);
}

// ---------------------------------------------------------------------------------------------
// n-D vectors

#define MAX_UNROLL_RANK 64u

bool unroll_vectors(Conversion *c, Operation *op, Value *const *operands, uint32_t count, BuildVectorFn *build,
                    const void *data) {
  T array = type_convert(c->types, op_result_type(op, 0)), vector = array;
  if (!array || !llvm_is_compatible(array)) return convert_no_match(c, op, "the vector type cannot be converted");
  uint64_t sizes[MAX_UNROLL_RANK];
  int64_t position[MAX_UNROLL_RANK] = {0};
  uint32_t rank = 0;
  while (llvm_is_array(vector)) {
    if (rank == MAX_UNROLL_RANK) return convert_no_match(c, op, "the vector has too many dimensions");
    sizes[rank++] = ((const LLVMArrayType *)vector)->count;
    vector = ((const LLVMArrayType *)vector)->element;
  }
  Value **parts = arena_new(c->arena, Value *, count + 1);
  Value *result = llvm_poison(&c->b, array);
  for (bool more = true; more && !c->ctx->mem.exhausted;) {
    for (uint32_t i = 0; i < count; i++) parts[i] = llvm_extract_at(&c->b, operands[i], position, rank);
    Value *part = build(c, op, vector, parts, data);
    result = llvm_insert_at(&c->b, result, part, position, rank);
    more = false;   // the last dimension counts fastest
    for (uint32_t i = rank; i-- > 0 && !more;) {
      more = (uint64_t)++position[i] < sizes[i];
      if (!more) position[i] = 0;
    }
  }
  return convert_replace1(c, op, result);
}
