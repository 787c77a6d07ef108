// Integers of 1 to 128 bits on wasm's two widths. They are held zero-extended: what may set a bit above them masks it.
#include "export/wasm/lower.h"

static bool is_wide(Leaf leaf) { return leaf.bits > 64; }
static bool is_i64(Leaf leaf) { return leaf.bits > 32; }
static WasmType word(Leaf leaf) { return is_i64(leaf) ? W_I64 : W_I32; }
static uint32_t word_bits(Leaf leaf) { return is_i64(leaf) ? 64 : 32; }
// Bits in the last piece.
static uint32_t top_bits(Leaf leaf) { return is_wide(leaf) ? leaf.bits - 64 : leaf.bits; }
// The instruction of the leaf's width, given that of 32 bits.
static NodeOp sized(Leaf leaf, NodeOp op) {
  if (!is_i64(leaf)) return op;
  return (NodeOp)(op <= NODE_I32_GE_U ? op + (NODE_I64_EQZ - NODE_I32_EQZ) : op + (NODE_I64_CLZ - NODE_I32_CLZ));
}
static NodeRef op2(Lower *self, Leaf leaf, NodeOp op, NodeRef a, NodeRef b) { return code_op2(self->code, sized(leaf, op), a, b); }
static NodeRef number(Lower *self, Leaf leaf, uint64_t value) { return code_const(self->code, word(leaf), value); }

static NodeRef w(Lower *self, NodeOp op, NodeRef a, NodeRef b) { return code_op2(self->code, op, a, b); }
static NodeRef k64(Lower *self, uint64_t value) { return code_i64(self->code, value); }

Int int_const(Lower *self, Leaf leaf, uint64_t low, uint64_t high) {
  return int_masked(self, leaf, (Int){number(self, leaf, low), is_wide(leaf) ? k64(self, high) : 0});
}

static NodeRef mask_top(Lower *self, Leaf leaf, NodeRef piece) {
  uint32_t bits = top_bits(leaf), of = is_wide(leaf) ? 64 : word_bits(leaf);
  return bits == of ? piece : op2(self, leaf, NODE_I32_AND, piece, number(self, leaf, bits == 64 ? UINT64_MAX : (1ull << bits) - 1));
}

static NodeRef extend_top(Lower *self, Leaf leaf, NodeRef piece) {
  uint32_t bits = top_bits(leaf), of = is_wide(leaf) ? 64 : word_bits(leaf);
  if (bits == of) return piece;
  if (bits == 8) return code_op1(self->code, is_i64(leaf) ? NODE_I64_EXTEND8_S : NODE_I32_EXTEND8_S, piece);
  if (bits == 16) return code_op1(self->code, is_i64(leaf) ? NODE_I64_EXTEND16_S : NODE_I32_EXTEND16_S, piece);
  if (bits == 32) return code_op1(self->code, NODE_I64_EXTEND32_S, piece);
  NodeRef by = number(self, leaf, of - bits);
  return op2(self, leaf, NODE_I32_SHR_S, op2(self, leaf, NODE_I32_SHL, piece, by), by);
}

Int int_masked(Lower *self, Leaf leaf, Int value) {
  return is_wide(leaf) ? (Int){value.low, mask_top(self, leaf, value.high)} : (Int){mask_top(self, leaf, value.low), 0};
}

Int int_signed(Lower *self, Leaf leaf, Int value) {
  return is_wide(leaf) ? (Int){value.low, extend_top(self, leaf, value.high)} : (Int){extend_top(self, leaf, value.low), 0};
}

NodeRef to_i64(Lower *self, Leaf leaf, Int value, bool is_signed) {
  if (is_wide(leaf)) return value.low;
  if (is_signed) value = int_signed(self, leaf, value);
  return is_i64(leaf) ? value.low : code_op1(self->code, is_signed ? NODE_I64_EXTEND_I32_S : NODE_I64_EXTEND_I32_U, value.low);
}

NodeRef to_i32(Lower *self, Leaf leaf, Int value) { return is_i64(leaf) ? code_op1(self->code, NODE_I32_WRAP_I64, value.low) : value.low; }

Int int_select(Lower *self, NodeRef condition, Int a, Int b) {
  return (Int){code_select(self->code, condition, a.low, b.low), a.high ? code_select(self->code, condition, a.high, b.high) : 0};
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

static NodeRef carry(Lower *self, NodeRef condition) { return code_op1(self->code, NODE_I64_EXTEND_I32_U, condition); }

Int int_add(Lower *self, Leaf leaf, Int a, Int b) {
  Int out = {op2(self, leaf, NODE_I32_ADD, a.low, b.low), 0};
  if (is_wide(leaf)) out.high = w(self, NODE_I64_ADD, w(self, NODE_I64_ADD, a.high, b.high), carry(self, w(self, NODE_I64_LT_U, out.low, a.low)));
  return int_masked(self, leaf, out);
}

Int int_sub(Lower *self, Leaf leaf, Int a, Int b) {
  Int out = {op2(self, leaf, NODE_I32_SUB, a.low, b.low), 0};
  if (is_wide(leaf)) out.high = w(self, NODE_I64_SUB, w(self, NODE_I64_SUB, a.high, b.high), carry(self, w(self, NODE_I64_LT_U, a.low, b.low)));
  return int_masked(self, leaf, out);
}

static Int bitwise(Lower *self, Leaf leaf, NodeOp op, Int a, Int b) {
  return (Int){op2(self, leaf, op, a.low, b.low), is_wide(leaf) ? op2(self, leaf, op, a.high, b.high) : 0};
}

// A function of the runtime on two wide integers; the high half comes by a call of its own.
static Int wide_call(Lower *self, const char *name, Int a, Int b, int kind) {
  NodeRef args[] = {a.low, a.high, b.low, b.high, kind < 0 ? 0 : code_i32(self->code, (uint32_t)kind)};
  Int out = {0};
  call_runtime(self, name, args, &out.low);
  call_runtime(self, "rung.high", NULL, &out.high);
  return out;
}

// Shifts of two words. By less than 64, bits cross over; by more, a word moves.
static Int shift_wide(Lower *self, Leaf leaf, NodeOp op, Int a, NodeRef by) {
  Code *code = self->code;
  bool left = op == NODE_I64_SHL;
  NodeRef far = code_op1(code, NODE_I32_WRAP_I64, w(self, NODE_I64_SHR_U, by, k64(self, 6)));
  NodeRef rest = w(self, NODE_I64_XOR, w(self, NODE_I64_AND, by, k64(self, 63)), k64(self, 63));   // 63 - by
  NodeRef one = k64(self, 1);
  if (left) {
    NodeRef crossing = w(self, NODE_I64_SHR_U, w(self, NODE_I64_SHR_U, a.low, one), rest);
    NodeRef low = w(self, NODE_I64_SHL, a.low, by);
    NodeRef high = w(self, NODE_I64_OR, w(self, NODE_I64_SHL, a.high, by), crossing);
    return int_masked(self, leaf, (Int){code_select(code, far, k64(self, 0), low), code_select(code, far, low, high)});
  }
  NodeRef crossing = w(self, NODE_I64_SHL, w(self, NODE_I64_SHL, a.high, one), rest);
  NodeRef high = w(self, op, a.high, by);
  NodeRef low = w(self, NODE_I64_OR, w(self, NODE_I64_SHR_U, a.low, by), crossing);
  NodeRef fill = op == NODE_I64_SHR_S ? w(self, NODE_I64_SHR_S, a.high, k64(self, 63)) : k64(self, 0);
  return int_masked(self, leaf, (Int){code_select(code, far, high, low), code_select(code, far, fill, high)});
}

static Int binary_wide(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b) {
  switch (opcode) {
    case OP_LLVM_MUL: return int_masked(self, leaf, wide_call(self, "rung.mul128", a, b, -1));
    case OP_LLVM_UDIV: return wide_call(self, "rung.div128", a, b, 0);
    case OP_LLVM_UREM: return wide_call(self, "rung.div128", a, b, 1);
    case OP_LLVM_SDIV: return int_masked(self, leaf, wide_call(self, "rung.div128", int_signed(self, leaf, a), int_signed(self, leaf, b), 2));
    case OP_LLVM_SREM: return int_masked(self, leaf, wide_call(self, "rung.div128", int_signed(self, leaf, a), int_signed(self, leaf, b), 3));
    case OP_LLVM_SHL: return shift_wide(self, leaf, NODE_I64_SHL, a, b.low);
    case OP_LLVM_LSHR: return shift_wide(self, leaf, NODE_I64_SHR_U, a, b.low);
    default: return shift_wide(self, leaf, NODE_I64_SHR_S, int_signed(self, leaf, a), b.low);
  }
}

// A division traps on zero, unless the divisor is known not to be.
static NodeRef divide(Lower *self, Leaf leaf, NodeOp op, NodeRef a, NodeRef b) {
  uint64_t divisor;
  bool is_signed = op == NODE_I32_DIV_S || op == NODE_I32_REM_S;
  uint64_t minus_one = is_i64(leaf) ? UINT64_MAX : UINT32_MAX;
  bool is_rest = op == NODE_I32_REM_S || op == NODE_I32_REM_U;
  uint64_t dividend;
  // What LLVM takes for granted at every level of optimization: nothing is divided by zero.
  if (a == b || leaf.bits == 1) return is_rest ? number(self, leaf, 0) : leaf.bits == 1 ? a : number(self, leaf, 1);
  if (code_is_const(self->code, a, &dividend) && !dividend) return a;
  if (code_is_const(self->code, b, &divisor) && divisor && !(is_signed && divisor == minus_one)) return op2(self, leaf, op, a, b);
  return code_pin(self->code, sized(leaf, op), word(leaf), a, b, 0, 0);
}

Int int_binary(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b) {
  switch (opcode) {
    case OP_LLVM_ADD: return int_add(self, leaf, a, b);
    case OP_LLVM_SUB: return int_sub(self, leaf, a, b);
    case OP_LLVM_AND: return bitwise(self, leaf, NODE_I32_AND, a, b);
    case OP_LLVM_OR: return bitwise(self, leaf, NODE_I32_OR, a, b);
    case OP_LLVM_XOR: return bitwise(self, leaf, NODE_I32_XOR, a, b);
    default: break;
  }
  if (is_wide(leaf)) return binary_wide(self, opcode, leaf, a, b);
  Int sa = int_signed(self, leaf, a), sb = int_signed(self, leaf, b), out = {0};
  switch (opcode) {
    case OP_LLVM_MUL: out.low = op2(self, leaf, NODE_I32_MUL, a.low, b.low); break;
    case OP_LLVM_UDIV: return (Int){divide(self, leaf, NODE_I32_DIV_U, a.low, b.low), 0};
    case OP_LLVM_UREM: return (Int){divide(self, leaf, NODE_I32_REM_U, a.low, b.low), 0};
    case OP_LLVM_SDIV: out.low = divide(self, leaf, NODE_I32_DIV_S, sa.low, sb.low); break;
    case OP_LLVM_SREM: out.low = divide(self, leaf, NODE_I32_REM_S, sa.low, sb.low); break;
    case OP_LLVM_SHL: out.low = op2(self, leaf, NODE_I32_SHL, a.low, b.low); break;
    case OP_LLVM_LSHR: return (Int){op2(self, leaf, NODE_I32_SHR_U, a.low, b.low), 0};
    default: out.low = op2(self, leaf, NODE_I32_SHR_S, sa.low, b.low);
  }
  return int_masked(self, leaf, out);
}

// ---------------------------------------------------------------------------------------------
// Comparisons and casts

NodeRef int_compare(Lower *self, int64_t predicate, Leaf leaf, Int a, Int b) {
  static const NodeOp ops[] = {NODE_I32_EQ, NODE_I32_NE, NODE_I32_LT_S, NODE_I32_LE_S, NODE_I32_GT_S, NODE_I32_GE_S,
                               NODE_I32_LT_U, NODE_I32_LE_U, NODE_I32_GT_U, NODE_I32_GE_U};
  NodeOp op = ops[predicate < 0 || predicate > 9 ? 0 : predicate];
  if (predicate >= LLVM_I_CMP_PREDICATE_SLT && predicate <= LLVM_I_CMP_PREDICATE_SGE) a = int_signed(self, leaf, a), b = int_signed(self, leaf, b);
  if (!is_wide(leaf)) return op2(self, leaf, op, a.low, b.low);
  if (op == NODE_I32_EQ || op == NODE_I32_NE) {
    NodeRef differ = w(self, NODE_I64_OR, w(self, NODE_I64_XOR, a.low, b.low), w(self, NODE_I64_XOR, a.high, b.high));
    return w(self, op == NODE_I32_EQ ? NODE_I64_EQ : NODE_I64_NE, differ, k64(self, 0));
  }
  // The low words decide, as unsigned, when the high ones are equal.
  static const NodeOp lows[] = {NODE_I64_LT_U, NODE_I64_LE_U, NODE_I64_GT_U, NODE_I64_GE_U};
  NodeRef low = w(self, lows[(predicate - LLVM_I_CMP_PREDICATE_SLT) % 4], a.low, b.low);
  return code_select(self->code, w(self, NODE_I64_EQ, a.high, b.high), low, op2(self, leaf, op, a.high, b.high));
}

Int int_cast(Lower *self, Leaf from, Leaf to, bool is_signed, Int value) {
  if (is_signed && to.bits > from.bits) value = int_signed(self, from, value);
  Int out = value;
  if (is_i64(to) && !is_i64(from)) out.low = code_op1(self->code, is_signed ? NODE_I64_EXTEND_I32_S : NODE_I64_EXTEND_I32_U, value.low);
  if (!is_i64(to) && is_i64(from)) out.low = code_op1(self->code, NODE_I32_WRAP_I64, value.low);
  if (is_wide(to) && !is_wide(from)) out.high = is_signed ? w(self, NODE_I64_SHR_S, out.low, k64(self, 63)) : k64(self, 0);
  if (!is_wide(to)) out.high = 0;
  return to.bits < from.bits || is_signed ? int_masked(self, to, out) : out;
}

// ---------------------------------------------------------------------------------------------
// Intrinsics

static Int smaller_or_larger(Lower *self, int64_t predicate, Leaf leaf, Int a, Int b) {
  return int_select(self, int_compare(self, predicate, leaf, a, b), a, b);
}

static Int count_leading(Lower *self, Leaf leaf, Int a) {
  if (is_wide(leaf)) {
    NodeRef high = code_op1(self->code, NODE_I64_CLZ, a.high), low = code_op1(self->code, NODE_I64_CLZ, a.low);
    NodeRef both = code_select(self->code, code_op1(self->code, NODE_I64_EQZ, a.high), w(self, NODE_I64_ADD, low, k64(self, 64)), high);
    return (Int){w(self, NODE_I64_SUB, both, k64(self, 128 - leaf.bits)), k64(self, 0)};
  }
  NodeRef counted = code_op1(self->code, sized(leaf, NODE_I32_CLZ), a.low);
  return (Int){op2(self, leaf, NODE_I32_SUB, counted, number(self, leaf, word_bits(leaf) - leaf.bits)), 0};
}

static Int count_trailing(Lower *self, Leaf leaf, Int a) {
  if (is_wide(leaf)) {
    NodeRef guarded = leaf.bits == 128 ? a.high : w(self, NODE_I64_OR, a.high, k64(self, 1ull << (leaf.bits - 64)));
    NodeRef high = w(self, NODE_I64_ADD, code_op1(self->code, NODE_I64_CTZ, guarded), k64(self, 64));
    return (Int){code_select(self->code, code_op1(self->code, NODE_I64_EQZ, a.low), high, code_op1(self->code, NODE_I64_CTZ, a.low)), k64(self, 0)};
  }
  NodeRef guarded = leaf.bits == word_bits(leaf) ? a.low : op2(self, leaf, NODE_I32_OR, a.low, number(self, leaf, 1ull << leaf.bits));
  return (Int){code_op1(self->code, sized(leaf, NODE_I32_CTZ), guarded), 0};
}

static Int count_ones(Lower *self, Leaf leaf, Int a) {
  if (!is_wide(leaf)) return (Int){code_op1(self->code, sized(leaf, NODE_I32_POPCNT), a.low), 0};
  return (Int){w(self, NODE_I64_ADD, code_op1(self->code, NODE_I64_POPCNT, a.low), code_op1(self->code, NODE_I64_POPCNT, a.high)), k64(self, 0)};
}

// Groups of `by` bits change places with their neighbours.
static NodeRef swap_groups(Lower *self, Leaf leaf, NodeRef a, uint32_t by, uint64_t mask) {
  NodeRef left = op2(self, leaf, NODE_I32_SHL, op2(self, leaf, NODE_I32_AND, a, number(self, leaf, mask)), number(self, leaf, by));
  NodeRef right = op2(self, leaf, NODE_I32_AND, op2(self, leaf, NODE_I32_SHR_U, a, number(self, leaf, by)), number(self, leaf, mask));
  return op2(self, leaf, NODE_I32_OR, left, right);
}

static NodeRef reverse_word(Lower *self, Leaf leaf, NodeRef a, bool bits) {
  if (bits) {
    a = swap_groups(self, leaf, a, 1, 0x5555555555555555ull);
    a = swap_groups(self, leaf, a, 2, 0x3333333333333333ull);
    a = swap_groups(self, leaf, a, 4, 0x0f0f0f0f0f0f0f0full);
  }
  a = swap_groups(self, leaf, a, 8, 0x00ff00ff00ff00ffull);
  NodeRef half = number(self, leaf, word_bits(leaf) / 2);
  if (is_i64(leaf)) a = swap_groups(self, leaf, a, 16, 0x0000ffff0000ffffull);
  return op2(self, leaf, NODE_I32_ROTL, a, half);
}

static Int reverse(Lower *self, Leaf leaf, Int a, bool bits) {
  if (is_wide(leaf)) {
    Int all = {reverse_word(self, leaf, a.high, bits), reverse_word(self, leaf, a.low, bits)};
    return leaf.bits == 128 ? all : shift_wide(self, leaf, NODE_I64_SHR_U, all, k64(self, 128 - leaf.bits));
  }
  return (Int){op2(self, leaf, NODE_I32_SHR_U, reverse_word(self, leaf, a.low, bits), number(self, leaf, word_bits(leaf) - leaf.bits)), 0};
}

// The upper (or lower) bits of two integers side by side, shifted by a number of bits below the width.
static Int funnel(Lower *self, Leaf leaf, const Int *x, bool left) {
  Int width = int_const(self, leaf, leaf.bits, 0), one = int_const(self, leaf, 1, 0);
  Int by = leaf.bits == 1 ? int_const(self, leaf, 0, 0) : int_binary(self, OP_LLVM_UREM, leaf, x[2], width);
  Int rest = int_sub(self, leaf, int_const(self, leaf, leaf.bits - 1, 0), by);
  if (leaf.bits == 1) return left ? x[0] : x[1];
  if (left) {
    Int low = int_binary(self, OP_LLVM_LSHR, leaf, int_binary(self, OP_LLVM_LSHR, leaf, x[1], one), rest);
    return bitwise(self, leaf, NODE_I32_OR, int_binary(self, OP_LLVM_SHL, leaf, x[0], by), low);
  }
  Int high = int_binary(self, OP_LLVM_SHL, leaf, int_binary(self, OP_LLVM_SHL, leaf, x[0], one), rest);
  return bitwise(self, leaf, NODE_I32_OR, high, int_binary(self, OP_LLVM_LSHR, leaf, x[1], by));
}

static Int signed_limit(Lower *self, Leaf leaf, bool largest) {
  uint64_t low = largest ? UINT64_MAX : 0, high = low;
  uint32_t bit = (leaf.bits - 1) % 64;
  if (is_wide(leaf)) high ^= 1ull << bit;
  else low ^= 1ull << bit;
  return int_const(self, leaf, low, high);
}

static NodeRef is_negative(Lower *self, Leaf leaf, Int a) { return int_compare(self, LLVM_I_CMP_PREDICATE_SLT, leaf, a, int_const(self, leaf, 0, 0)); }

// Products that do not fit are those that dividing does not undo.
static NodeRef product_overflows(Lower *self, Leaf leaf, Int a, Int b, bool is_signed, Int *out) {
  Leaf twice = int_leaf(leaf.bits <= 32 ? 64 : 128);
  *out = int_binary(self, OP_LLVM_MUL, leaf, a, b);
  if (leaf.bits <= 64) {
    Int product = int_binary(self, OP_LLVM_MUL, twice, int_cast(self, leaf, twice, is_signed, a), int_cast(self, leaf, twice, is_signed, b));
    return int_compare(self, LLVM_I_CMP_PREDICATE_NE, twice, product, int_cast(self, leaf, twice, is_signed, *out));
  }
  // Nothing is wider. The divisor is never zero: a one stands in.
  Int one = int_const(self, leaf, 1, 0), zero = int_const(self, leaf, 0, 0);
  NodeRef is_zero = int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, a, zero);
  Int divisor = int_select(self, is_zero, one, a);
  if (!is_signed) {
    Int back = int_binary(self, OP_LLVM_UDIV, leaf, *out, divisor);
    return code_select(self->code, is_zero, code_i32(self->code, 0), int_compare(self, LLVM_I_CMP_PREDICATE_NE, leaf, back, b));
  }
  Int back = int_binary(self, OP_LLVM_SDIV, leaf, *out, divisor);
  Int least = signed_limit(self, leaf, false), minus_one = int_const(self, leaf, UINT64_MAX, UINT64_MAX);
  NodeRef edge = w(self, NODE_I32_AND, int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, a, minus_one), int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, b, least));
  NodeRef differs = w(self, NODE_I32_OR, edge, int_compare(self, LLVM_I_CMP_PREDICATE_NE, leaf, back, b));
  return code_select(self->code, is_zero, code_i32(self->code, 0), differs);
}

NodeRef int_overflows(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b, Int *out) {
  switch (opcode) {
    case OP_LLVM_INTR_UADD_WITH_OVERFLOW:
      *out = int_add(self, leaf, a, b);
      return int_compare(self, LLVM_I_CMP_PREDICATE_ULT, leaf, *out, a);
    case OP_LLVM_INTR_USUB_WITH_OVERFLOW:
      *out = int_sub(self, leaf, a, b);
      return int_compare(self, LLVM_I_CMP_PREDICATE_ULT, leaf, a, b);
    case OP_LLVM_INTR_SADD_WITH_OVERFLOW: {
      *out = int_add(self, leaf, a, b);
      Int wrong = bitwise(self, leaf, NODE_I32_AND, bitwise(self, leaf, NODE_I32_XOR, *out, a), bitwise(self, leaf, NODE_I32_XOR, *out, b));
      return is_negative(self, leaf, wrong);
    }
    case OP_LLVM_INTR_SSUB_WITH_OVERFLOW: {
      *out = int_sub(self, leaf, a, b);
      Int wrong = bitwise(self, leaf, NODE_I32_AND, bitwise(self, leaf, NODE_I32_XOR, a, b), bitwise(self, leaf, NODE_I32_XOR, *out, a));
      return is_negative(self, leaf, wrong);
    }
    default: return product_overflows(self, leaf, a, b, opcode == OP_LLVM_INTR_SMUL_WITH_OVERFLOW, out);
  }
}

static Int saturated(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b) {
  Int out, zero = int_const(self, leaf, 0, 0), all = int_const(self, leaf, UINT64_MAX, UINT64_MAX);
  switch (opcode) {
    case OP_LLVM_INTR_UADD_SAT: return int_select(self, int_overflows(self, OP_LLVM_INTR_UADD_WITH_OVERFLOW, leaf, a, b, &out), all, out);
    case OP_LLVM_INTR_USUB_SAT: return int_select(self, int_overflows(self, OP_LLVM_INTR_USUB_WITH_OVERFLOW, leaf, a, b, &out), zero, out);
    case OP_LLVM_INTR_USHL_SAT: {
      out = int_binary(self, OP_LLVM_SHL, leaf, a, b);
      NodeRef lost = int_compare(self, LLVM_I_CMP_PREDICATE_NE, leaf, int_binary(self, OP_LLVM_LSHR, leaf, out, b), a);
      return int_select(self, lost, all, out);
    }
    default: break;
  }
  Int limit = int_select(self, is_negative(self, leaf, a), signed_limit(self, leaf, false), signed_limit(self, leaf, true));
  if (opcode == OP_LLVM_INTR_SSHL_SAT) {
    out = int_binary(self, OP_LLVM_SHL, leaf, a, b);
    NodeRef lost = int_compare(self, LLVM_I_CMP_PREDICATE_NE, leaf, int_binary(self, OP_LLVM_ASHR, leaf, out, b), a);
    return int_select(self, lost, limit, out);
  }
  uint32_t checked = opcode == OP_LLVM_INTR_SADD_SAT ? OP_LLVM_INTR_SADD_WITH_OVERFLOW : OP_LLVM_INTR_SSUB_WITH_OVERFLOW;
  NodeRef overflows = int_overflows(self, checked, leaf, a, b, &out);
  return int_select(self, overflows, limit, out);
}

bool int_intrinsic(Lower *self, const Operation *op, Leaf leaf, const Int *x, Int *out) {
  switch (op_code(op)) {
    case OP_LLVM_INTR_SMAX: case OP_LLVM_INTR_VP_SMAX: *out = smaller_or_larger(self, LLVM_I_CMP_PREDICATE_SGT, leaf, x[0], x[1]); return true;
    case OP_LLVM_INTR_SMIN: case OP_LLVM_INTR_VP_SMIN: *out = smaller_or_larger(self, LLVM_I_CMP_PREDICATE_SLT, leaf, x[0], x[1]); return true;
    case OP_LLVM_INTR_UMAX: case OP_LLVM_INTR_VP_UMAX: *out = smaller_or_larger(self, LLVM_I_CMP_PREDICATE_UGT, leaf, x[0], x[1]); return true;
    case OP_LLVM_INTR_UMIN: case OP_LLVM_INTR_VP_UMIN: *out = smaller_or_larger(self, LLVM_I_CMP_PREDICATE_ULT, leaf, x[0], x[1]); return true;
    case OP_LLVM_INTR_ABS: *out = int_select(self, is_negative(self, leaf, x[0]), int_sub(self, leaf, int_const(self, leaf, 0, 0), x[0]), x[0]); return true;
    case OP_LLVM_INTR_CTLZ: *out = count_leading(self, leaf, x[0]); return true;
    case OP_LLVM_INTR_CTTZ: *out = count_trailing(self, leaf, x[0]); return true;
    case OP_LLVM_INTR_CTPOP: *out = count_ones(self, leaf, x[0]); return true;
    case OP_LLVM_INTR_BSWAP: *out = reverse(self, leaf, x[0], false); return true;
    case OP_LLVM_INTR_BITREVERSE: *out = reverse(self, leaf, x[0], true); return true;
    case OP_LLVM_INTR_FSHL: *out = funnel(self, leaf, x, true); return true;
    case OP_LLVM_INTR_FSHR: *out = funnel(self, leaf, x, false); return true;
    case OP_LLVM_INTR_SADD_SAT: case OP_LLVM_INTR_UADD_SAT: case OP_LLVM_INTR_SSUB_SAT: case OP_LLVM_INTR_USUB_SAT: case OP_LLVM_INTR_SSHL_SAT:
    case OP_LLVM_INTR_USHL_SAT: *out = saturated(self, op_code(op), leaf, x[0], x[1]); return true;
    case OP_LLVM_INTR_PTRMASK: *out = bitwise(self, leaf, NODE_I32_AND, x[0], x[1]); return true;
    case OP_LLVM_FREEZE: case OP_LLVM_INTR_SSA_COPY: case OP_LLVM_INTR_EXPECT: case OP_LLVM_INTR_EXPECT_WITH_PROBABILITY:
    case OP_LLVM_INTR_LAUNDER_INVARIANT_GROUP: case OP_LLVM_INTR_STRIP_INVARIANT_GROUP: case OP_LLVM_INTR_THREADLOCAL_ADDRESS:
    case OP_LLVM_INTR_ANNOTATION: case OP_LLVM_INTR_PTR_ANNOTATION: case OP_LLVM_ADDRSPACECAST: *out = x[0]; return true;
    default: return false;
  }
}
