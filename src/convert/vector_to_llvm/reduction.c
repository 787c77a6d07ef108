// vector.reduction, with and without mask, to the llvm dialect.
#include "ops/arith.h"
#include "ops/llvm.h"
#include "ops/vector.h"
#include "convert/vector_to_llvm/vector_to_llvm.h"

#include "asm/params.h"
#include "convert/llvm/one_to_one.h"
#include "dialects/llvm/attrs.h"
#include "ir/constants.h"

// The value that a reduction starts from when there is no accumulator.
typedef enum Start { START_ZERO, START_ONE, START_ONES, START_SMIN, START_SMAX, START_NAN, START_NEGATIVE_NAN } Start;

typedef struct Reduction {
  uint16_t opcode;         // 0: the reduction has no operation
  uint16_t predicated;     // 0: the reduction has no predicated operation
  uint16_t combine;        // with the accumulator: an op
  int8_t compare;          // or the smaller or larger, by that predicate; 0: not so
  uint8_t start;           // Start
  bool takes_start;        // the accumulator is an operand
} Reduction;

// Intrinsics by the ends of their names.
#define KIND(name) [VECTOR_COMBINING_KIND_##name]
#define REDUCE(name) OP_LLVM_INTR_VECTOR_REDUCE_##name
#define REDUCE_BOTH(name) REDUCE(name), OP_LLVM_INTR_VP_REDUCE_##name
static const Reduction ints[KIND_COUNT] = {
  KIND(ADD) = {REDUCE_BOTH(ADD), OP_LLVM_ADD, 0, START_ZERO}, KIND(MUL) = {REDUCE_BOTH(MUL), OP_LLVM_MUL, 0, START_ONE},
  KIND(MINUI) = {REDUCE_BOTH(UMIN), 0, LLVM_I_CMP_PREDICATE_ULE, START_ONES},
  KIND(MINSI) = {REDUCE_BOTH(SMIN), 0, LLVM_I_CMP_PREDICATE_SLE, START_SMAX},
  KIND(MAXUI) = {REDUCE_BOTH(UMAX), 0, LLVM_I_CMP_PREDICATE_UGE, START_ZERO},
  KIND(MAXSI) = {REDUCE_BOTH(SMAX), 0, LLVM_I_CMP_PREDICATE_SGE, START_SMIN},
  KIND(AND) = {REDUCE_BOTH(AND), OP_LLVM_AND, 0, START_ONES}, KIND(OR) = {REDUCE_BOTH(OR), OP_LLVM_OR, 0, START_ZERO},
  KIND(XOR) = {REDUCE_BOTH(XOR), OP_LLVM_XOR, 0, START_ZERO},
};
static const Reduction floats[KIND_COUNT] = {
  KIND(ADD) = {REDUCE_BOTH(FADD), 0, 0, START_ZERO, .takes_start = true},
  KIND(MUL) = {REDUCE_BOTH(FMUL), 0, 0, START_ONE, .takes_start = true},
  KIND(MINNUMF) = {REDUCE_BOTH(FMIN), OP_LLVM_INTR_MINNUM, 0, START_NEGATIVE_NAN},
  KIND(MAXNUMF) = {REDUCE_BOTH(FMAX), OP_LLVM_INTR_MAXNUM, 0, START_NAN},
  KIND(MINIMUMF) = {REDUCE(FMINIMUM), 0, OP_LLVM_INTR_MINIMUM},
  KIND(MAXIMUMF) = {REDUCE(FMAXIMUM), 0, OP_LLVM_INTR_MAXIMUM},
};

static Value *start_value(Conversion *c, T type, Start start) {
  if (type_is_float(type)) {
    FloatKind kind = type_float_kind(type);
    APFloat value = start >= START_NAN ? apfloat_nan(kind, start == START_NEGATIVE_NAN)
                                       : apfloat_from_double(kind, start == START_ONE ? 1.0 : 0.0, NULL);
    return llvm_constant(&c->b, type, attr_float(c->ctx, type, value));
  }
  uint32_t width = type_bits(type);
  APInt value = apint_i64(c->arena, width, start == START_ZERO ? 0 : start == START_ONE ? 1 : -1);
  if (start == START_SMIN) value = apint_shl(c->arena, &value, width - 1);
  if (start == START_SMAX) value = apint_lshr(c->arena, &value, 1);
  return llvm_constant(&c->b, type, attr_integer(c->ctx, type, &value));
}

static Value *build_reduce(Conversion *c, uint32_t opcode, T type, Value *const *operands, uint32_t count, A fastmath) {
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, type);
  if (fastmath) op_state_set_attr(state, STR("fastmathFlags"), fastmath);
  return builder_finish_value(&c->b);
}

// llvm.intr.vector.reduce, and the accumulator where it is no operand of that.
static Value *reduce(Conversion *c, const Reduction *r, T type, Value *vector, Value *acc, A fastmath) {
  Builder *b = &c->b;
  if (r->takes_start) {
    if (!acc) acc = start_value(c, type, r->start);
    return build_reduce(c, r->opcode, type, (Value *const[]){acc, vector}, 2, fastmath);
  }
  Value *result = build_reduce(c, r->opcode, type, &vector, 1, fastmath);
  if (!acc) return result;
  if (r->compare) return llvm_select(b, llvm_icmp(b, r->compare, acc, result), acc, result);
  return type_is_float(type) ? llvm_binary(b, r->combine, result, acc) : llvm_binary(b, r->combine, acc, result);
}

static A flags_of(Conversion *c, const Operation *op, bool reassociate) {
  A flags = llvm_fastmath(c->ctx, op_prop_at(op, VECTOR_REDUCTION_FASTMATH));
  if (!reassociate) return flags;
  uint64_t word = attr_param(flags, 0) | LLVM_FASTMATH_FLAGS_REASSOC;
  return attr_from_params(c->ctx, &llvm_fastmath_attr, &word);
}

static const Reduction *reduction_of(const Operation *op) {
  T type = op_result_type(op, 0);
  uint32_t kind = vector_kind(op);
  const Reduction *r = kind >= KIND_COUNT ? NULL : type_is_float(type) ? &floats[kind] : &ints[kind];
  return r && r->opcode ? r : NULL;
}

static const char no_such_kind[] = "LLVM has no such reduction";

bool lower_vector_reduction(Conversion *c, Operation *op, Value *const *operands) {
  const Reduction *r = reduction_of(op);
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!r || !type) return convert_no_match(c, op, no_such_kind);
  A fastmath = type_is_float(type) ? flags_of(c, op, vector_choices(c).reassociate) : NULL;
  return convert_replace1(c, op, reduce(c, r, type, operands[0], op->operand_count > 1 ? operands[1] : NULL, fastmath));
}

// The number of lanes: vscale times as many for a scalable vector.
static Value *vector_length(Conversion *c, T vector) {
  Builder *b = &c->b;
  T i32 = c->ctx->types.i32;
  Value *length = llvm_int_constant(b, i32, vector_dim(vector, 0));
  if (!vector_is_scalable(vector)) return length;
  builder_begin(b, OP_VECTOR_VSCALE);
  Value *vscale = builder_finish_value(b);
  vscale = build1(b, OP_ARITH_INDEX_CAST, i32, vscale);
  return build_binary(b, OP_ARITH_MULI, length, vscale);
}

// The neutral element for lanes that are off. (As in upstream, the smallest number is the one closest to zero.)
static Value *neutral_vector(Conversion *c, T vector, uint32_t kind) {
  FloatKind float_kind = type_float_kind(type_element(vector));
  APFloat value = apfloat_largest(float_kind, false);
  if (kind == VECTOR_COMBINING_KIND_MAXIMUMF) {
    uint64_t bits[2];
    apfloat_stored(apfloat_zero(float_kind, true), bits);
    value = apfloat_from_bits(float_kind, bits[0] | 1, bits[1]);
  }
  return llvm_constant(&c->b, vector, float_attr_of(c->ctx, vector, value));
}

bool lower_masked_reduction(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Block *block = op_region(op, 0)->first;
  Operation *masked = block ? block->first : NULL;
  if (!op_is(masked, OP_VECTOR_REDUCTION)) return convert_no_match(c, op, "only a masked vector.reduction is lowered so");
  const Reduction *r = reduction_of(masked);
  T type = type_convert(c->types, op_result_type(masked, 0));
  if (!r || !type) return convert_no_match(c, op, no_such_kind);
  c->b.loc = masked->loc;
  Value *vector = op_operand(masked, 0), *mask = op_operand(op, 0), *acc = masked->operand_count > 1 ? op_operand(masked, 1) : NULL;
  if (!r->predicated) {
    Value *neutral = neutral_vector(c, vector->type, vector_kind(masked));
    vector = llvm_select(&c->b, mask, vector, neutral);
    return convert_replace1(c, op, reduce(c, r, type, vector, acc, flags_of(c, masked, false)));
  }
  if (!acc) acc = start_value(c, type, r->start);
  Value *length = vector_length(c, vector->type);
  return convert_replace1(c, op, build_reduce(c, r->predicated, type, (Value *const[]){acc, vector, mask, length}, 4, NULL));
}
