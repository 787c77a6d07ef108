// Floats: f32 and f64 are wasm's own; f16 and bf16 are computed as f32 and rounded after each operation, as LLVM does on x86-64.
#include "export/wasm/lower.h"

static bool is_double(Leaf leaf) { return leaf.bits == 64; }
static bool is_small(Leaf leaf) { return leaf.bits == 16; }
// The instruction of the leaf's width, given that of f32.
static NodeOp sized(Leaf leaf, NodeOp op) {
  if (!is_double(leaf)) return op;
  return (NodeOp)(op <= NODE_F32_GE ? op + (NODE_F64_EQ - NODE_F32_EQ) : op + (NODE_F64_ABS - NODE_F32_ABS));
}
static NodeRef op1(Lower *self, Leaf leaf, NodeOp op, NodeRef a) { return code_op1(self->code, sized(leaf, op), a); }
static NodeRef op2(Lower *self, Leaf leaf, NodeOp op, NodeRef a, NodeRef b) { return code_op2(self->code, sized(leaf, op), a, b); }

NodeRef float_value(Lower *self, Leaf leaf, NodeRef piece) {
  if (!is_small(leaf)) return piece;
  if (leaf.kind == FLOAT_BF16) return code_op1(self->code, NODE_F32_REINTERPRET_I32, code_op2(self->code, NODE_I32_SHL, piece, code_i32(self->code, 16)));
  return runtime1(self, "rung.f16_value", piece);
}

NodeRef float_piece(Lower *self, Leaf leaf, NodeRef value) {
  if (!is_small(leaf)) return value;
  bool from_double = code_type(self->code, value) == W_F64;
  return runtime1(self, leaf.kind == FLOAT_BF16 ? from_double ? "rung.bf16_bits_f64" : "rung.bf16_bits" : from_double ? "rung.f16_bits_f64" : "rung.f16_bits", value);
}

NodeRef float_binary(Lower *self, uint32_t opcode, Leaf leaf, NodeRef a, NodeRef b) {
  NodeRef x = float_value(self, leaf, a), y = float_value(self, leaf, b), out;
  switch (opcode) {
    case OP_LLVM_FADD: out = op2(self, leaf, NODE_F32_ADD, x, y); break;
    case OP_LLVM_FSUB: out = op2(self, leaf, NODE_F32_SUB, x, y); break;
    case OP_LLVM_FMUL: out = op2(self, leaf, NODE_F32_MUL, x, y); break;
    case OP_LLVM_FDIV: out = op2(self, leaf, NODE_F32_DIV, x, y); break;
    default: out = runtime2(self, is_double(leaf) ? "fmod" : "fmodf", x, y);
  }
  return float_piece(self, leaf, out);
}

NodeRef float_negate(Lower *self, Leaf leaf, NodeRef a) {
  return is_small(leaf) ? code_op2(self->code, NODE_I32_XOR, a, code_i32(self->code, 0x8000)) : op1(self, leaf, NODE_F32_NEG, a);
}

NodeRef float_compare(Lower *self, int64_t predicate, Leaf leaf, NodeRef a, NodeRef b) {
  NodeRef x = float_value(self, leaf, a), y = float_value(self, leaf, b);
  Code *code = self->code;
  switch (predicate) {
    case LLVM_F_CMP_PREDICATE__FALSE: return code_i32(code, 0);
    case LLVM_F_CMP_PREDICATE_OEQ: return op2(self, leaf, NODE_F32_EQ, x, y);
    case LLVM_F_CMP_PREDICATE_OGT: return op2(self, leaf, NODE_F32_GT, x, y);
    case LLVM_F_CMP_PREDICATE_OGE: return op2(self, leaf, NODE_F32_GE, x, y);
    case LLVM_F_CMP_PREDICATE_OLT: return op2(self, leaf, NODE_F32_LT, x, y);
    case LLVM_F_CMP_PREDICATE_OLE: return op2(self, leaf, NODE_F32_LE, x, y);
    case LLVM_F_CMP_PREDICATE_ONE: return code_op2(code, NODE_I32_OR, op2(self, leaf, NODE_F32_LT, x, y), op2(self, leaf, NODE_F32_GT, x, y));
    case LLVM_F_CMP_PREDICATE_ORD: return code_op2(code, NODE_I32_AND, op2(self, leaf, NODE_F32_EQ, x, x), op2(self, leaf, NODE_F32_EQ, y, y));
    case LLVM_F_CMP_PREDICATE_UNO: return code_op2(code, NODE_I32_OR, op2(self, leaf, NODE_F32_NE, x, x), op2(self, leaf, NODE_F32_NE, y, y));
    case LLVM_F_CMP_PREDICATE_UNE: return op2(self, leaf, NODE_F32_NE, x, y);
    case LLVM_F_CMP_PREDICATE__TRUE: return code_i32(code, 1);
    default: {   // those that hold of NaNs, too: what they do not hold of is ordered
      static const uint8_t against[] = {LLVM_F_CMP_PREDICATE_ONE, LLVM_F_CMP_PREDICATE_OLE, LLVM_F_CMP_PREDICATE_OLT, LLVM_F_CMP_PREDICATE_OGE, LLVM_F_CMP_PREDICATE_OGT};
      return code_op1(code, NODE_I32_EQZ, float_compare(self, against[predicate - LLVM_F_CMP_PREDICATE_UEQ], leaf, a, b));
    }
  }
}

NodeRef float_cast(Lower *self, Leaf from, Leaf to, NodeRef piece) {
  if (from.kind == to.kind) return piece;
  NodeRef value = float_value(self, from, piece);
  if (is_small(to)) return float_piece(self, to, value);
  if (is_double(to) && !is_double(from)) return code_op1(self->code, NODE_F64_PROMOTE_F32, value);
  return !is_double(to) && is_double(from) ? code_op1(self->code, NODE_F32_DEMOTE_F64, value) : value;
}

NodeRef float_of_int(Lower *self, Leaf from, bool is_signed, Int value, Leaf to) {
  if (is_signed) value = int_signed(self, from, value);
  if (from.bits > 64) {
    NodeRef args[] = {value.low, value.high, code_i32(self->code, is_signed)}, out = 0;
    call_runtime(self, is_double(to) ? "rung.f64_of_i128" : "rung.f32_of_i128", args, &out);
    return float_piece(self, to, out);
  }
  static const NodeOp ops[] = {NODE_F32_CONVERT_I32_U, NODE_F32_CONVERT_I32_S, NODE_F32_CONVERT_I64_U, NODE_F32_CONVERT_I64_S};
  NodeOp op = ops[(from.bits > 32) * 2 + is_signed];
  return float_piece(self, to, code_op1(self->code, is_double(to) ? (NodeOp)(op + (NODE_F64_CONVERT_I32_S - NODE_F32_CONVERT_I32_S)) : op, value.low));
}

// Saturating: to the limits of the result's width.
static Int to_int_within(Lower *self, Leaf from, NodeRef value, Leaf to, bool is_signed) {
  Leaf wide = int_leaf(64);
  static const NodeOp ops[] = {NODE_I64_TRUNC_SAT_F32_U, NODE_I64_TRUNC_SAT_F32_S, NODE_I64_TRUNC_SAT_F64_U, NODE_I64_TRUNC_SAT_F64_S};
  Int all = {code_op1(self->code, ops[is_double(from) * 2 + is_signed], value), 0};
  if (to.bits < 64) {
    uint64_t most = is_signed ? (1ull << (to.bits - 1)) - 1 : (1ull << to.bits) - 1;
    Int upper = int_const(self, wide, most, 0), lower = int_const(self, wide, ~most, 0);
    all = int_select(self, int_compare(self, is_signed ? LLVM_I_CMP_PREDICATE_SGT : LLVM_I_CMP_PREDICATE_UGT, wide, all, upper), upper, all);
    if (is_signed) all = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_SLT, wide, all, lower), lower, all);
  }
  return int_cast(self, wide, to, false, all);
}

static bool does_not_fit(Lower *self, Leaf from, NodeRef value, Leaf to, bool is_signed) {
  uint64_t bits;
  double given;
  if (!code_is_const(self->code, value, &bits)) return false;
  if (is_double(from)) {
    memcpy(&given, &bits, sizeof given);
  } else {
    uint32_t word = (uint32_t)bits;
    float single;
    memcpy(&single, &word, sizeof single);
    given = (double)single;
  }
  double limit = (double)(1ull << (to.bits - 1)) * (is_signed ? 1 : 2);
  return !(given < limit && given > (is_signed ? -limit - 1 : -1));
}

Int float_to_int(Lower *self, Leaf from, NodeRef piece, Leaf to, bool is_signed, bool saturates) {
  NodeRef value = float_value(self, from, piece);
  if (to.bits > 64) {
    NodeRef args[] = {is_double(from) ? value : code_op1(self->code, NODE_F64_PROMOTE_F32, value), code_i32(self->code, is_signed)};
    Int out = {0};
    call_runtime(self, "rung.i128_of_f64", args, &out.low);
    call_runtime(self, "rung.high", NULL, &out.high);
    return int_masked(self, to, out);
  }
  // What does not fit is poison: zero, where it is known.
  if (!saturates && does_not_fit(self, from, value, to, is_signed)) return int_const(self, to, 0, 0);
  if (saturates) return to_int_within(self, from, value, to, is_signed);
  static const NodeOp ops[] = {NODE_I32_TRUNC_SAT_F32_U, NODE_I32_TRUNC_SAT_F32_S, NODE_I32_TRUNC_SAT_F64_U, NODE_I32_TRUNC_SAT_F64_S};
  NodeOp op = ops[is_double(from) * 2 + is_signed];
  if (to.bits > 32) op = (NodeOp)(op + (NODE_I64_TRUNC_SAT_F32_S - NODE_I32_TRUNC_SAT_F32_S));
  return int_masked(self, to, (Int){code_op1(self->code, op, value), 0});
}

// ---------------------------------------------------------------------------------------------
// Intrinsics

// minnum and maxnum, where a number wins over a NaN; minimum and maximum, where it does not.
NodeRef float_order(Lower *self, Leaf leaf, NodeRef a, NodeRef b, bool larger, bool nan_wins) {
  NodeRef x = float_value(self, leaf, a), y = float_value(self, leaf, b), out = op2(self, leaf, larger ? NODE_F32_MAX : NODE_F32_MIN, x, y);
  if (!nan_wins) {
    out = code_select(self->code, op2(self, leaf, NODE_F32_EQ, y, y), out, x);
    out = code_select(self->code, op2(self, leaf, NODE_F32_EQ, x, x), out, y);
  }
  return float_piece(self, leaf, out);
}

static NodeRef classes(Lower *self, Leaf leaf, NodeRef piece, uint64_t wanted) {
  Code *code = self->code;
  uint32_t mantissa = leaf.kind == FLOAT_F16 ? 10 : leaf.kind == FLOAT_BF16 ? 7 : leaf.bits == 32 ? 23 : 52;
  NodeRef bits = is_small(leaf) ? code_op1(code, NODE_I64_EXTEND_I32_U, piece)
                 : leaf.bits == 32 ? code_op1(code, NODE_I64_EXTEND_I32_U, code_op1(code, NODE_I32_REINTERPRET_F32, piece))
                                   : code_op1(code, NODE_I64_REINTERPRET_F64, piece);
  uint64_t sign = 1ull << (leaf.bits - 1), quiet = 1ull << (mantissa - 1), infinity = (sign - 1) & ~((1ull << mantissa) - 1), least = 1ull << mantissa;
  NodeRef magnitude = code_op2(code, NODE_I64_AND, bits, code_i64(code, sign - 1)), out = code_i32(code, 0);
  NodeRef negative = code_op2(code, NODE_I64_NE, code_op2(code, NODE_I64_AND, bits, code_i64(code, sign)), code_i64(code, 0));
  // Signaling NaN, quiet NaN, then in pairs of negative and positive: infinity, normal, subnormal, zero.
  const struct { uint64_t from, to; int minus, plus; } ranges[] = {
    {infinity + 1, infinity + quiet - 1, 0, 0}, {infinity + quiet, sign - 1, 1, 1}, {infinity, infinity, 2, 9}, {least, infinity - 1, 3, 8}, {1, least - 1, 4, 7}, {0, 0, 5, 6},
  };
  for (size_t i = 0; i < countof(ranges); i++) {
    bool minus = wanted >> ranges[i].minus & 1, plus = wanted >> ranges[i].plus & 1;
    if (!minus && !plus) continue;
    NodeRef inside = code_op2(code, NODE_I64_LE_U, code_op2(code, NODE_I64_SUB, magnitude, code_i64(code, ranges[i].from)), code_i64(code, ranges[i].to - ranges[i].from));
    if (minus != plus) inside = code_op2(code, NODE_I32_AND, inside, minus ? negative : code_op1(code, NODE_I32_EQZ, negative));
    out = code_op2(code, NODE_I32_OR, out, inside);
  }
  return out;
}

// a * b + c, rounded once. The product of two f32 is exact as an f64; the sum is rounded to odd there, so that rounding it again to
// an f32 gives what one rounding would have given.
static NodeRef fused_f32(Code *code, NodeRef a, NodeRef b, NodeRef c) {
  NodeRef product = code_op2(code, NODE_F64_MUL, code_op1(code, NODE_F64_PROMOTE_F32, a), code_op1(code, NODE_F64_PROMOTE_F32, b));
  NodeRef addend = code_op1(code, NODE_F64_PROMOTE_F32, c), zero = code_const(code, W_F64, 0);
  NodeRef sum = code_op2(code, NODE_F64_ADD, product, addend), part = code_op2(code, NODE_F64_SUB, sum, product);
  NodeRef rest = code_op2(code, NODE_F64_SUB, product, code_op2(code, NODE_F64_SUB, sum, part));
  NodeRef error = code_op2(code, NODE_F64_ADD, rest, code_op2(code, NODE_F64_SUB, addend, part));
  NodeRef above = code_op2(code, NODE_F64_GT, error, zero), below = code_op2(code, NODE_F64_LT, error, zero);
  NodeRef bits = code_op1(code, NODE_I64_REINTERPRET_F64, sum);
  NodeRef is_even = code_op1(code, NODE_I64_EQZ, code_op2(code, NODE_I64_AND, bits, code_i64(code, 1)));
  NodeRef is_larger = code_op2(code, NODE_I32_EQ, above, code_op2(code, NODE_F64_GT, sum, zero));
  NodeRef odd = code_op2(code, NODE_I64_ADD, bits, code_select(code, is_larger, code_i64(code, 1), code_i64(code, UINT64_MAX)));
  NodeRef moves = code_op2(code, NODE_I32_AND, is_even, code_op2(code, NODE_I32_OR, above, below));
  return code_op1(code, NODE_F32_DEMOTE_F64, code_op1(code, NODE_F64_REINTERPRET_I64, code_select(code, moves, odd, bits)));
}

static NodeRef float_fused(Lower *self, Leaf leaf, NodeRef a, NodeRef b, NodeRef c) {
  NodeRef args[] = {float_value(self, leaf, a), float_value(self, leaf, b), float_value(self, leaf, c)}, out = 0;
  if (!is_double(leaf)) return float_piece(self, leaf, fused_f32(self->code, args[0], args[1], args[2]));
  call_runtime(self, "fma", args, &out);
  return out;
}

typedef struct LibmName { uint32_t opcode; const char *f64, *f32; } LibmName;
static const LibmName libm[] = {
  {OP_LLVM_INTR_SIN, "sin", "sinf"}, {OP_LLVM_INTR_COS, "cos", "cosf"}, {OP_LLVM_INTR_TAN, "tan", "tanf"}, {OP_LLVM_INTR_ASIN, "asin", "asinf"},
  {OP_LLVM_INTR_ACOS, "acos", "acosf"}, {OP_LLVM_INTR_ATAN, "atan", "atanf"}, {OP_LLVM_INTR_SINH, "sinh", "sinhf"}, {OP_LLVM_INTR_COSH, "cosh", "coshf"},
  {OP_LLVM_INTR_TANH, "tanh", "tanhf"}, {OP_LLVM_INTR_EXP, "exp", "expf"}, {OP_LLVM_INTR_EXP2, "exp2", "exp2f"}, {OP_LLVM_INTR_EXP10, "exp10", "exp10f"},
  {OP_LLVM_INTR_LOG, "log", "logf"}, {OP_LLVM_INTR_LOG2, "log2", "log2f"}, {OP_LLVM_INTR_LOG10, "log10", "log10f"}, {OP_LLVM_INTR_ROUND, "round", "roundf"},
};

NodeRef float_intrinsic(Lower *self, const Operation *op, Leaf leaf, const NodeRef *operands) {
  uint32_t opcode = op_code(op);
  NodeRef a = operands[0], x;
  if (opcode == OP_LLVM_FREEZE || opcode == OP_LLVM_INTR_SSA_COPY) return a;
  if (is_small(leaf) && opcode == OP_LLVM_INTR_FABS) return code_op2(self->code, NODE_I32_AND, a, code_i32(self->code, 0x7fff));
  if (is_small(leaf) && opcode == OP_LLVM_INTR_COPYSIGN)
    return code_op2(self->code, NODE_I32_OR, code_op2(self->code, NODE_I32_AND, a, code_i32(self->code, 0x7fff)),
                    code_op2(self->code, NODE_I32_AND, operands[1], code_i32(self->code, 0x8000)));
  if (opcode == OP_LLVM_INTR_IS_FPCLASS) return classes(self, leaf, a, attr_to_u64(op_prop_at(op, LLVM_INTR_IS_FPCLASS_BIT)));
  for (size_t i = 0; i < countof(libm); i++)
    if (libm[i].opcode == opcode) return float_piece(self, leaf, runtime1(self, is_double(leaf) ? libm[i].f64 : libm[i].f32, float_value(self, leaf, a)));
  NodeOp one = NODE_NONE;
  switch (opcode) {
    case OP_LLVM_INTR_FABS: one = NODE_F32_ABS; break;
    case OP_LLVM_INTR_SQRT: one = NODE_F32_SQRT; break;
    case OP_LLVM_INTR_CEIL: one = NODE_F32_CEIL; break;
    case OP_LLVM_INTR_FLOOR: one = NODE_F32_FLOOR; break;
    case OP_LLVM_INTR_TRUNC: one = NODE_F32_TRUNC; break;
    case OP_LLVM_INTR_RINT: case OP_LLVM_INTR_NEARBYINT: case OP_LLVM_INTR_ROUNDEVEN: one = NODE_F32_NEAREST; break;
    default: break;
  }
  if (one != NODE_NONE) return float_piece(self, leaf, op1(self, leaf, one, float_value(self, leaf, a)));
  switch (opcode) {
    case OP_LLVM_INTR_COPYSIGN: return op2(self, leaf, NODE_F32_COPYSIGN, a, operands[1]);
    case OP_LLVM_INTR_MINIMUM: return float_order(self, leaf, a, operands[1], false, true);
    case OP_LLVM_INTR_MAXIMUM: return float_order(self, leaf, a, operands[1], true, true);
    case OP_LLVM_INTR_MINNUM: return float_order(self, leaf, a, operands[1], false, false);
    case OP_LLVM_INTR_MAXNUM: return float_order(self, leaf, a, operands[1], true, false);
    case OP_LLVM_INTR_POW: case OP_LLVM_INTR_ATAN2: {
      bool is_pow = opcode == OP_LLVM_INTR_POW;
      x = runtime2(self, is_double(leaf) ? is_pow ? "pow" : "atan2" : is_pow ? "powf" : "atan2f", float_value(self, leaf, a), float_value(self, leaf, operands[1]));
      return float_piece(self, leaf, x);
    }
    case OP_LLVM_INTR_FMULADD: case OP_LLVM_INTR_VP_FMULADD:   // fused or not: as on processors of today
      if (is_small(leaf)) return float_binary(self, OP_LLVM_FADD, leaf, float_binary(self, OP_LLVM_FMUL, leaf, a, operands[1]), operands[2]);
      return float_fused(self, leaf, a, operands[1], operands[2]);
    case OP_LLVM_INTR_FMA: case OP_LLVM_INTR_VP_FMA: return float_fused(self, leaf, a, operands[1], operands[2]);
    default: return 0;
  }
}
