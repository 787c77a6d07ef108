// Operations, but for those on memory, on vectors as a whole, and calls. Arithmetic goes through a value's scalars.
#include "asm/params.h"
#include "export/wasm/lower.h"

// An operand at hand: its pieces and what they are.
typedef struct Given { const Shape *shape; Pieces pieces; } Given;
enum { MAX_OPERANDS = 5 };

static bool operands_of(Lower *self, Operation *op, Given *out, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    out[i].pieces = pieces_of(self, op, op_operand(op, i));
    out[i].shape = shape_of(self, op_operand_type(op, i));
    if (!out[i].pieces.data) return false;
  }
  return true;
}

static const NodeRef *leaf_at(const Given *operand, uint32_t i) { return operand->pieces.data + operand->shape->leaves[i].piece; }
static Int int_of(const Given *operand, uint32_t i) { return int_at(leaf_at(operand, i), operand->shape->leaves[i]); }

// One scalar of the result from those of the operands. False: no such operation.
typedef bool ScalarFn(Lower *self, Operation *op, const Given *operands, uint32_t i, Leaf to, NodeRef *out);

static bool scalar_binary(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  if (to.is_float) out[0] = float_binary(self, op_code(op), to, leaf_at(&x[0], i)[0], leaf_at(&x[1], i)[0]);
  else int_set(out, int_binary(self, op_code(op), to, int_of(&x[0], i), int_of(&x[1], i)), to);
  return true;
}

static bool scalar_compare(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  (void)to;
  Leaf leaf = x[0].shape->leaves[i];
  if (op_is(op, OP_LLVM_FCMP)) out[0] = float_compare(self, op_prop_i64_at(op, LLVM_FCMP_PREDICATE), leaf, leaf_at(&x[0], i)[0], leaf_at(&x[1], i)[0]);
  else out[0] = int_compare(self, op_prop_i64_at(op, LLVM_ICMP_PREDICATE), leaf, int_of(&x[0], i), int_of(&x[1], i));
  return true;
}

static bool scalar_cast(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  Leaf from = x[0].shape->leaves[i];
  NodeRef first = leaf_at(&x[0], i)[0];
  switch (op_code(op)) {
    case OP_LLVM_SEXT: case OP_LLVM_INTR_VP_SEXT: int_set(out, int_cast(self, from, to, true, int_of(&x[0], i)), to); return true;
    case OP_LLVM_ZEXT: case OP_LLVM_TRUNC: case OP_LLVM_PTRTOINT: case OP_LLVM_INTTOPTR: case OP_LLVM_INTR_VP_ZEXT: case OP_LLVM_INTR_VP_TRUNC:
    case OP_LLVM_INTR_VP_PTRTOINT: case OP_LLVM_INTR_VP_INTTOPTR:
      int_set(out, int_cast(self, from, to, false, int_of(&x[0], i)), to);
      return true;
    case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC: case OP_LLVM_INTR_VP_FPEXT: case OP_LLVM_INTR_VP_FPTRUNC:
    case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPEXT: case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPTRUNC:
      out[0] = float_cast(self, from, to, first);
      return true;
    case OP_LLVM_SITOFP: case OP_LLVM_INTR_VP_SITOFP: out[0] = float_of_int(self, from, true, int_of(&x[0], i), to); return true;
    case OP_LLVM_UITOFP: case OP_LLVM_INTR_VP_UITOFP: out[0] = float_of_int(self, from, false, int_of(&x[0], i), to); return true;
    case OP_LLVM_FPTOSI: case OP_LLVM_INTR_VP_FPTOSI: int_set(out, float_to_int(self, from, first, to, true, false), to); return true;
    case OP_LLVM_FPTOUI: case OP_LLVM_INTR_VP_FPTOUI: int_set(out, float_to_int(self, from, first, to, false, false), to); return true;
    default: return false;
  }
}

static bool scalar_select(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  (void)op;
  NodeRef condition = leaf_at(&x[0], x[0].shape->leaf_count > 1 ? i : 0)[0];
  int_set(out, int_select(self, condition, int_at(leaf_at(&x[1], i), to), int_at(leaf_at(&x[2], i), to)), to);
  return true;
}

static bool scalar_negate(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  (void)op;
  return out[0] = float_negate(self, to, leaf_at(&x[0], i)[0]), true;
}

static bool scalar_intrinsic(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  Leaf leaf = x[0].shape->leaves[i];
  Int ints[MAX_OPERANDS] = {0}, made;
  NodeRef floats[MAX_OPERANDS] = {0};
  for (uint32_t k = 0; k < op->operand_count && k < MAX_OPERANDS; k++) {
    uint32_t at = i < x[k].shape->leaf_count ? i : 0;
    if (leaf.is_float) floats[k] = leaf_at(&x[k], at)[0];
    else ints[k] = int_of(&x[k], at);
  }
  if (leaf.is_float) return (out[0] = float_intrinsic(self, op, leaf, floats)) != 0;
  if (!int_intrinsic(self, op, leaf, ints, &made)) return false;
  return int_set(out, made, to), true;
}

static bool scalar_power(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  Leaf exponent = x[1].shape->leaves[x[1].shape->leaf_count > 1 ? i : 0];
  NodeRef by = to_i32(self, exponent, int_signed(self, exponent, int_of(&x[1], x[1].shape->leaf_count > 1 ? i : 0)));
  bool is_powi = op_is(op, OP_LLVM_INTR_POWI), is_double = to.bits == 64;
  NodeRef made = runtime2(self, is_powi ? is_double ? "rung.powi" : "rung.powif" : is_double ? "ldexp" : "ldexpf", float_value(self, to, leaf_at(&x[0], i)[0]), by);
  return out[0] = float_piece(self, to, made), true;
}

// lrint, llround …: to the nearest, then an integer.
static bool scalar_rounded(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  Leaf leaf = x[0].shape->leaves[i], made = leaf;
  NodeRef value = float_value(self, leaf, leaf_at(&x[0], i)[0]);
  bool away = op_is(op, OP_LLVM_INTR_LROUND) || op_is(op, OP_LLVM_INTR_LLROUND);
  if (leaf.bits == 16) made = (Leaf){.is_float = true, .kind = FLOAT_F32, .bits = 32};
  value = away ? runtime1(self, made.bits == 64 ? "round" : "roundf", value) : code_op1(self->code, made.bits == 64 ? NODE_F64_NEAREST : NODE_F32_NEAREST, value);
  return int_set(out, float_to_int(self, made, value, to, true, false), to), true;
}

// scmp and ucmp: -1, 0 or 1.
static bool scalar_three_way(Lower *self, Operation *op, const Given *x, uint32_t i, Leaf to, NodeRef *out) {
  Leaf leaf = x[0].shape->leaves[i];
  bool is_signed = op_is(op, OP_LLVM_INTR_SCMP);
  NodeRef less = int_compare(self, is_signed ? LLVM_I_CMP_PREDICATE_SLT : LLVM_I_CMP_PREDICATE_ULT, leaf, int_of(&x[0], i), int_of(&x[1], i));
  NodeRef more = int_compare(self, is_signed ? LLVM_I_CMP_PREDICATE_SGT : LLVM_I_CMP_PREDICATE_UGT, leaf, int_of(&x[0], i), int_of(&x[1], i));
  Int made = int_cast(self, int_leaf(32), to, true, (Int){code_op2(self->code, NODE_I32_SUB, more, less), 0});
  return int_set(out, to.bits < 32 ? int_masked(self, to, made) : made, to), true;
}

static bool by_scalars(Lower *self, Operation *op, ScalarFn *fn) {
  Given operands[MAX_OPERANDS];
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  if (!operands_of(self, op, operands, op->operand_count < MAX_OPERANDS ? op->operand_count : MAX_OPERANDS)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  for (uint32_t i = 0; out.data && i < to->leaf_count; i++)
    if (!fn(self, op, operands, i, to->leaves[i], out.data + to->leaves[i].piece)) return lower_refuse(self, op, "of this operation nothing is known here");
  return out.data && (set_pieces(self, op_result(op, 0), out), true);
}

// ---------------------------------------------------------------------------------------------
// Results that are structs of two values

static bool lower_overflow(Lower *self, Operation *op) {
  Given x[2];
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to || !operands_of(self, op, x, 2)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  uint32_t count = x[0].shape->leaf_count;
  for (uint32_t i = 0; out.data && i < count; i++) {
    Leaf leaf = x[0].shape->leaves[i];
    Int made;
    out.data[x[0].shape->piece_count + i] = int_overflows(self, op_code(op), leaf, int_of(&x[0], i), int_of(&x[1], i), &made);
    int_set(out.data + leaf.piece, made, leaf);
  }
  return set_pieces(self, op_result(op, 0), out), true;
}

// sincos, frexp.
static bool lower_two_results(Lower *self, Operation *op) {
  Given x[1];
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to || !operands_of(self, op, x, 1)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  uint32_t count = x[0].shape->leaf_count;
  bool is_sincos = op_is(op, OP_LLVM_INTR_SINCOS);
  for (uint32_t i = 0; out.data && i < count; i++) {
    Leaf leaf = x[0].shape->leaves[i];
    bool is_double = leaf.bits == 64;
    NodeRef value = float_value(self, leaf, leaf_at(&x[0], i)[0]), second = 0;
    out.data[i] = float_piece(self, leaf, runtime1(self, is_sincos ? is_double ? "sin" : "sinf" : is_double ? "rung.frexp" : "rung.frexpf", value));
    if (is_sincos) second = float_piece(self, leaf, runtime1(self, is_double ? "cos" : "cosf", value));
    else call_runtime(self, "rung.exponent", NULL, &second);
    Leaf other = to->leaves[count + i];
    if (!is_sincos) second = int_cast(self, int_leaf(32), other, true, (Int){second, 0}).low;
    out.data[other.piece] = second;
  }
  return set_pieces(self, op_result(op, 0), out), true;
}

// ---------------------------------------------------------------------------------------------
// Constants, aggregates, bitcasts

static bool lower_constant(Lower *self, Operation *op) {
  const Shape *shape = shape_of(self, op_result_type(op, 0));
  Arena *arena = &self->arena;
  if (!shape) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  IrConst *constant = ir_const_of(self->ctx, op, arena);
  Pieces out = pieces_new(self, shape->piece_count);
  if (!out.data) return false;
  bool failed = self->failed;
  if (!constant || !pieces_of_constant(self, constant, out)) return (self->failed && !failed ? false : lower_refuse(self, op, "a constant of this kind"));
  return set_pieces(self, op_result(op, 0), out), true;
}

// The pieces of what a list of positions selects: the first and how many.
static bool pieces_at_position(Lower *self, T type, A positions, uint32_t *begin, uint32_t *count) {
  *begin = 0;
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)positions)->count; i++) {
    int64_t at = dense_array_i64(positions, i);
    if (at < 0 || at >= ir_item_count(type)) return false;
    for (int64_t k = 0; k < at; k++) {
      if (llvm_is_array(type)) {
        const Shape *item = shape_of(self, ir_item_type(type, 0));
        if (!item) return false;
        *begin += item->piece_count * (uint32_t)at;
        break;
      }
      const Shape *item = shape_of(self, ir_item_type(type, (uint32_t)k));
      if (!item) return false;
      *begin += item->piece_count;
    }
    type = ir_item_type(type, (uint32_t)at);
  }
  const Shape *shape = shape_of(self, type);
  *count = shape ? shape->piece_count : 0;
  return shape != NULL;
}

static bool lower_extractvalue(Lower *self, Operation *op) {
  uint32_t begin, count;
  Pieces from = pieces_of(self, op, op_operand(op, 0));
  if (!from.data || !pieces_at_position(self, op_operand_type(op, 0), op_prop_at(op, LLVM_EXTRACTVALUE_POSITION), &begin, &count)) return false;
  return set_pieces(self, op_result(op, 0), pieces_at(from, begin, count)), true;
}

static bool lower_insertvalue(Lower *self, Operation *op) {
  uint32_t begin, count;
  Pieces into = pieces_of(self, op, op_operand(op, 0)), value = pieces_of(self, op, op_operand(op, 1));
  if (!into.data || !value.data || !pieces_at_position(self, op_operand_type(op, 0), op_prop_at(op, LLVM_INSERTVALUE_POSITION), &begin, &count)) return false;
  if (op_is(value_def(op_operand(op, 1)), OP_LLVM_MLIR_POISON)) return set_pieces(self, op_result(op, 0), into), true;
  Pieces out = pieces_new(self, into.count);
  if (!out.data) return false;
  memcpy(out.data, into.data, sizeof *out.data * into.count);
  memcpy(out.data + begin, value.data, sizeof *out.data * count);
  return set_pieces(self, op_result(op, 0), out), true;
}

// The bits of a scalar as an integer, and back.
static Int bits_of(Lower *self, Leaf leaf, const NodeRef *pieces) {
  if (!leaf.is_float || leaf.bits == 16) return int_at(pieces, leaf);
  return (Int){code_op1(self->code, leaf.bits == 32 ? NODE_I32_REINTERPRET_F32 : NODE_I64_REINTERPRET_F64, pieces[0]), 0};
}

static void set_bits(Lower *self, Leaf leaf, Int bits, NodeRef *pieces) {
  if (!leaf.is_float || leaf.bits == 16) int_set(pieces, bits, leaf);
  else pieces[0] = code_op1(self->code, leaf.bits == 32 ? NODE_F32_REINTERPRET_I32 : NODE_F64_REINTERPRET_I64, bits.low);
}

// Bits [at, at + count) of the operand, at most 64 of them, as an i64.
static NodeRef gather_bits(Lower *self, const Given *from, uint64_t at, uint32_t count) {
  Code *code = self->code;
  NodeRef out = code_i64(code, 0);
  for (uint32_t i = 0; i < from->shape->leaf_count; i++) {
    Leaf leaf = from->shape->leaves[i];
    Int bits = bits_of(self, leaf, leaf_at(from, i));
    for (uint32_t k = 0; k < leaf_pieces(leaf); k++) {
      uint64_t begin = leaf.at + 64 * k, end = leaf.bits - 64 * k > 64 ? begin + 64 : leaf.at + leaf.bits;
      if (begin >= at + count || end <= at) continue;
      NodeRef word = k ? bits.high : to_i64(self, leaf, bits, false);
      word = begin >= at ? code_op2(code, NODE_I64_SHL, word, code_i64(code, begin - at)) : code_op2(code, NODE_I64_SHR_U, word, code_i64(code, at - begin));
      out = code_op2(code, NODE_I64_OR, out, word);
    }
  }
  return count == 64 ? out : code_op2(code, NODE_I64_AND, out, code_i64(code, (1ull << count) - 1));
}

static bool lower_bitcast(Lower *self, Operation *op) {
  Given x[1];
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  if (!operands_of(self, op, x, 1)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  for (uint32_t i = 0; out.data && i < to->leaf_count; i++) {
    Leaf leaf = to->leaves[i];
    if (i < x[0].shape->leaf_count && x[0].shape->leaves[i].at == leaf.at && x[0].shape->leaves[i].bits == leaf.bits) {
      set_bits(self, leaf, bits_of(self, x[0].shape->leaves[i], leaf_at(&x[0], i)), out.data + leaf.piece);
      continue;
    }
    Int bits = {gather_bits(self, &x[0], leaf.at, leaf.bits < 64 ? leaf.bits : 64), leaf.bits > 64 ? gather_bits(self, &x[0], leaf.at + 64, leaf.bits - 64) : 0};
    if (leaf.bits <= 32) bits.low = code_op1(self->code, NODE_I32_WRAP_I64, bits.low);
    set_bits(self, leaf, bits, out.data + leaf.piece);
  }
  return out.data && (set_pieces(self, op_result(op, 0), out), true);
}

// ---------------------------------------------------------------------------------------------
// What does nothing, and what ends it all

static bool does_nothing(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_INTR_LIFETIME_START: case OP_LLVM_INTR_LIFETIME_END: case OP_LLVM_INTR_INVARIANT_START: case OP_LLVM_INTR_INVARIANT_END:
    case OP_LLVM_INTR_PREFETCH: case OP_LLVM_INTR_ASSUME: case OP_LLVM_INTR_DBG_VALUE: case OP_LLVM_INTR_DBG_DECLARE: case OP_LLVM_INTR_DBG_LABEL:
    case OP_LLVM_INTR_VAR_ANNOTATION: case OP_LLVM_INTR_EXPERIMENTAL_NOALIAS_SCOPE_DECL: case OP_LLVM_FENCE: case OP_LLVM_BLOCKTAG: return true;
    default: return false;
  }
}

static ScalarFn *scalar_function(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_ADD: case OP_LLVM_SUB: case OP_LLVM_MUL: case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM: case OP_LLVM_AND:
    case OP_LLVM_OR: case OP_LLVM_XOR: case OP_LLVM_SHL: case OP_LLVM_ASHR: case OP_LLVM_LSHR: case OP_LLVM_FADD: case OP_LLVM_FSUB: case OP_LLVM_FMUL:
    case OP_LLVM_FDIV: case OP_LLVM_FREM: return scalar_binary;
    case OP_LLVM_ICMP: case OP_LLVM_FCMP: return scalar_compare;
    case OP_LLVM_SELECT: return scalar_select;
    case OP_LLVM_FNEG: case OP_LLVM_INTR_VP_FNEG: return scalar_negate;
    case OP_LLVM_INTR_POWI: case OP_LLVM_INTR_LDEXP: return scalar_power;
    case OP_LLVM_INTR_LRINT: case OP_LLVM_INTR_LLRINT: case OP_LLVM_INTR_LROUND: case OP_LLVM_INTR_LLROUND: return scalar_rounded;
    case OP_LLVM_INTR_SCMP: case OP_LLVM_INTR_UCMP: return scalar_three_way;
    case OP_LLVM_SEXT: case OP_LLVM_ZEXT: case OP_LLVM_TRUNC: case OP_LLVM_SITOFP: case OP_LLVM_UITOFP: case OP_LLVM_FPTOSI: case OP_LLVM_FPTOUI:
    case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC: case OP_LLVM_INTTOPTR: case OP_LLVM_PTRTOINT:
    case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPEXT: case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPTRUNC: case OP_LLVM_INTR_VP_SEXT: case OP_LLVM_INTR_VP_ZEXT:
    case OP_LLVM_INTR_VP_TRUNC: case OP_LLVM_INTR_VP_PTRTOINT: case OP_LLVM_INTR_VP_INTTOPTR: case OP_LLVM_INTR_VP_FPEXT: case OP_LLVM_INTR_VP_FPTRUNC:
    case OP_LLVM_INTR_VP_SITOFP: case OP_LLVM_INTR_VP_UITOFP: case OP_LLVM_INTR_VP_FPTOSI: case OP_LLVM_INTR_VP_FPTOUI: return scalar_cast;
    default: return scalar_intrinsic;
  }
}

static bool lower_one(Lower *self, Operation *op);

bool lower_operation(Lower *self, Operation *op) {
  trace_before(self, op);
  if (!lower_one(self, op)) return false;
  if (!does_nothing(op)) trace_after(self, op);
  return true;
}

static bool lower_one(Lower *self, Operation *op) {
  bool known = false, ok;
  self->code->source = (uint32_t)op->loc.src.begin;
  if (does_nothing(op)) {
    if (op->result_count) {
      const Shape *shape = shape_of(self, op_result_type(op, 0));
      if (shape) set_pieces(self, op_result(op, 0), zero_pieces(self, shape));
    }
    return true;
  }
  switch (op_code(op)) {
    case OP_LLVM_MLIR_CONSTANT: case OP_LLVM_MLIR_ZERO: case OP_LLVM_MLIR_UNDEF: case OP_LLVM_MLIR_POISON: case OP_LLVM_MLIR_ADDRESSOF: return lower_constant(self, op);
    case OP_LLVM_EXTRACTVALUE: return lower_extractvalue(self, op);
    case OP_LLVM_INSERTVALUE: return lower_insertvalue(self, op);
    case OP_LLVM_BITCAST: return lower_bitcast(self, op);
    case OP_LLVM_CALL: return lower_call(self, op);
    case OP_LLVM_INTR_SADD_WITH_OVERFLOW: case OP_LLVM_INTR_UADD_WITH_OVERFLOW: case OP_LLVM_INTR_SSUB_WITH_OVERFLOW: case OP_LLVM_INTR_USUB_WITH_OVERFLOW:
    case OP_LLVM_INTR_SMUL_WITH_OVERFLOW: case OP_LLVM_INTR_UMUL_WITH_OVERFLOW: return lower_overflow(self, op);
    case OP_LLVM_INTR_SINCOS: case OP_LLVM_INTR_FREXP: return lower_two_results(self, op);
    case OP_LLVM_INTR_TRAP: case OP_LLVM_INTR_UBSANTRAP: case OP_LLVM_INTR_DEBUGTRAP: return code_pin(self->code, NODE_TRAP, W_NONE, 0, 0, 0, 0), true;
    case OP_LLVM_INLINE_ASM: return lower_refuse(self, op, "assembly of another machine");
    default: break;
  }
  ok = lower_memory(self, op, &known);
  if (!known) ok = lower_vector(self, op, &known);
  if (known) return ok;
  if (!op_is_of(self->ctx, op, &llvm_dialect)) return lower_refuse(self, op, "it is not of the llvm dialect");
  if (op->result_count != 1 || !op->operand_count || op->operand_count > MAX_OPERANDS)
    return lower_refuse(self, op, "of this operation nothing is known here");
  return by_scalars(self, op, scalar_function(op));
}
