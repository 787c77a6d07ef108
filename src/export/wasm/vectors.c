// Operations on vectors as a whole: elements in and out, shuffles, reductions, masked and predicated accesses.
#include "export/wasm/lower.h"

// A vector operand at hand.
typedef struct Lanes { const Shape *shape; Pieces pieces; uint32_t count; Leaf leaf; } Lanes;

static bool lanes_of(Lower *self, Operation *op, uint32_t operand, Lanes *out) {
  *out = (Lanes){.pieces = pieces_of(self, op, op_operand(op, operand)), .shape = shape_of(self, op_operand_type(op, operand))};
  if (!out->pieces.data) return false;
  out->count = out->shape->leaf_count;
  if (out->count) out->leaf = out->shape->leaves[0];
  return out->count > 0;
}

static const NodeRef *lane(const Lanes *self, uint32_t i) { return self->pieces.data + self->shape->leaves[i].piece; }
static Int lane_int(const Lanes *self, uint32_t i) { return int_at(lane(self, i), self->leaf); }

static bool set_result(Lower *self, Operation *op, Pieces out) { return out.data && (set_pieces(self, op_result(op, 0), out), true); }

static void copy_lane(Pieces to, uint32_t at, const NodeRef *from, Leaf leaf) {
  for (uint32_t k = 0; k < leaf_pieces(leaf); k++) to.data[at * leaf_pieces(leaf) + k] = from[k];
}

static NodeRef index_of(Lower *self, Operation *op, uint32_t operand) {
  Lanes index;
  return lanes_of(self, op, operand, &index) ? to_i64(self, index.leaf, lane_int(&index, 0), false) : 0;
}

// ---------------------------------------------------------------------------------------------
// Elements

static bool lower_extractelement(Lower *self, Operation *op) {
  Lanes from;
  uint64_t at;
  NodeRef index = index_of(self, op, 1);
  if (!index || !lanes_of(self, op, 0, &from)) return false;
  Pieces out = pieces_new(self, leaf_pieces(from.leaf));
  if (!out.data) return false;
  if (code_is_const(self->code, index, &at)) {
    copy_lane(out, 0, lane(&from, at < from.count ? (uint32_t)at : 0), from.leaf);
    return set_result(self, op, out);
  }
  Int found = lane_int(&from, 0);
  for (uint32_t i = 1; i < from.count; i++) found = int_select(self, code_op2(self->code, NODE_I64_EQ, index, code_i64(self->code, i)), lane_int(&from, i), found);
  return int_set(out.data, found, from.leaf), set_result(self, op, out);
}

static bool lower_insertelement(Lower *self, Operation *op) {
  Lanes into, value;
  uint64_t at;
  NodeRef index = index_of(self, op, 2);
  // A value that may be anything may be what was there.
  if (op_is(value_def(op_operand(op, 1)), OP_LLVM_MLIR_POISON)) return set_result(self, op, pieces_of(self, op, op_operand(op, 0)));
  if (!index || !lanes_of(self, op, 0, &into) || !lanes_of(self, op, 1, &value)) return false;
  Pieces out = pieces_new(self, into.shape->piece_count);
  bool is_known = code_is_const(self->code, index, &at);
  for (uint32_t i = 0; out.data && i < into.count; i++) {
    Int made = is_known ? (at == i ? lane_int(&value, 0) : lane_int(&into, i))
                        : int_select(self, code_op2(self->code, NODE_I64_EQ, index, code_i64(self->code, i)), lane_int(&value, 0), lane_int(&into, i));
    int_set(out.data + i * leaf_pieces(into.leaf), made, into.leaf);
  }
  return set_result(self, op, out);
}

static bool lower_shuffle(Lower *self, Operation *op) {
  Lanes a, b;
  const DenseArrayAttr *mask = (const DenseArrayAttr *)op_prop_at(op, LLVM_SHUFFLEVECTOR_MASK);
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to || !lanes_of(self, op, 0, &a) || !lanes_of(self, op, 1, &b)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  for (uint32_t i = 0; out.data && i < to->leaf_count; i++) {
    int64_t from = dense_array_i64(&mask->base, i);
    if (from < 0 || from >= (int64_t)(a.count + b.count)) from = 0;
    copy_lane(out, i, from < (int64_t)a.count ? lane(&a, (uint32_t)from) : lane(&b, (uint32_t)from - a.count), a.leaf);
  }
  return set_result(self, op, out);
}

// vector.insert, vector.extract, interleave2, deinterleave2, stepvector.
static bool lower_rearranged(Lower *self, Operation *op) {
  Lanes a, b = {0};
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  Pieces out = pieces_new(self, to->piece_count);
  if (!out.data) return false;
  if (op_is(op, OP_LLVM_INTR_STEPVECTOR)) {
    for (uint32_t i = 0; i < to->leaf_count; i++) int_set(out.data + to->leaves[i].piece, int_const(self, to->leaves[i], i, 0), to->leaves[i]);
    return set_result(self, op, out);
  }
  if (!lanes_of(self, op, 0, &a) || (op->operand_count > 1 && !lanes_of(self, op, 1, &b))) return false;
  A pos = op_prop(op, "pos");
  uint64_t at = pos ? attr_to_u64(pos) : 0;
  for (uint32_t i = 0; i < to->leaf_count; i++) {
    const NodeRef *from = NULL;
    switch (op_code(op)) {
      case OP_LLVM_INTR_VECTOR_INSERT: from = i >= at && i - at < b.count ? lane(&b, (uint32_t)(i - at)) : lane(&a, i); break;
      case OP_LLVM_INTR_VECTOR_EXTRACT: from = lane(&a, at + i < a.count ? (uint32_t)(at + i) : 0); break;
      case OP_LLVM_INTR_VECTOR_INTERLEAVE2: from = lane(i % 2 ? &b : &a, i / 2); break;
      default: from = lane(&a, i < a.count / 2 ? 2 * i : 2 * (i - a.count / 2) + 1);
    }
    copy_lane(out, i, from, a.leaf);
  }
  return set_result(self, op, out);
}

// ---------------------------------------------------------------------------------------------
// Reductions. Those of the vp family begin with a value, and end at a length; lanes that do not count are left out.

typedef enum Fold { FOLD_NONE, FOLD_INT, FOLD_FLOAT, FOLD_ORDER } Fold;
typedef struct Reduction { Fold fold; uint32_t opcode; int64_t predicate; bool larger, nan_wins; } Reduction;

static Reduction reduction_of(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_INTR_VECTOR_REDUCE_ADD: case OP_LLVM_INTR_VP_REDUCE_ADD: return (Reduction){FOLD_INT, OP_LLVM_ADD, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_MUL: case OP_LLVM_INTR_VP_REDUCE_MUL: return (Reduction){FOLD_INT, OP_LLVM_MUL, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_AND: case OP_LLVM_INTR_VP_REDUCE_AND: return (Reduction){FOLD_INT, OP_LLVM_AND, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_OR: case OP_LLVM_INTR_VP_REDUCE_OR: return (Reduction){FOLD_INT, OP_LLVM_OR, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_XOR: case OP_LLVM_INTR_VP_REDUCE_XOR: return (Reduction){FOLD_INT, OP_LLVM_XOR, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_SMAX: case OP_LLVM_INTR_VP_REDUCE_SMAX: return (Reduction){FOLD_INT, 0, LLVM_I_CMP_PREDICATE_SGT, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_SMIN: case OP_LLVM_INTR_VP_REDUCE_SMIN: return (Reduction){FOLD_INT, 0, LLVM_I_CMP_PREDICATE_SLT, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_UMAX: case OP_LLVM_INTR_VP_REDUCE_UMAX: return (Reduction){FOLD_INT, 0, LLVM_I_CMP_PREDICATE_UGT, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_UMIN: case OP_LLVM_INTR_VP_REDUCE_UMIN: return (Reduction){FOLD_INT, 0, LLVM_I_CMP_PREDICATE_ULT, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_FADD: case OP_LLVM_INTR_VP_REDUCE_FADD: return (Reduction){FOLD_FLOAT, OP_LLVM_FADD, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_FMUL: case OP_LLVM_INTR_VP_REDUCE_FMUL: return (Reduction){FOLD_FLOAT, OP_LLVM_FMUL, -1, 0, 0};
    case OP_LLVM_INTR_VECTOR_REDUCE_FMAX: case OP_LLVM_INTR_VP_REDUCE_FMAX: return (Reduction){FOLD_ORDER, 0, -1, true, false};
    case OP_LLVM_INTR_VECTOR_REDUCE_FMIN: case OP_LLVM_INTR_VP_REDUCE_FMIN: return (Reduction){FOLD_ORDER, 0, -1, false, false};
    case OP_LLVM_INTR_VECTOR_REDUCE_FMAXIMUM: return (Reduction){FOLD_ORDER, 0, -1, true, true};
    case OP_LLVM_INTR_VECTOR_REDUCE_FMINIMUM: return (Reduction){FOLD_ORDER, 0, -1, false, true};
    default: return (Reduction){FOLD_NONE, 0, -1, 0, 0};
  }
}

static Int fold_two(Lower *self, Reduction how, Leaf leaf, Int a, Int b) {
  if (how.fold == FOLD_FLOAT) return (Int){float_binary(self, how.opcode, leaf, a.low, b.low), 0};
  if (how.fold == FOLD_ORDER) return (Int){float_order(self, leaf, a.low, b.low, how.larger, how.nan_wins), 0};
  if (how.opcode) return int_binary(self, how.opcode, leaf, a, b);
  return int_select(self, int_compare(self, how.predicate, leaf, a, b), a, b);
}

// Whether the lane counts: its mask bit, and that it comes before the end.
static NodeRef lane_counts(Lower *self, const Lanes *mask, NodeRef length, uint32_t i) {
  NodeRef counts = code_op2(self->code, NODE_I64_GT_U, length, code_i64(self->code, i));
  return mask ? code_op2(self->code, NODE_I32_AND, lane(mask, i)[0], counts) : counts;
}

static bool lower_reduction(Lower *self, Operation *op, Reduction how) {
  Lanes start, vector, mask;
  bool predicated = op->operand_count == 4, has_start = op->operand_count > 1;
  if (!lanes_of(self, op, has_start, &vector) || (has_start && !lanes_of(self, op, 0, &start))) return false;
  NodeRef length = predicated ? index_of(self, op, 3) : 0;
  if (predicated && (!length || !lanes_of(self, op, 2, &mask))) return false;
  Int all = has_start ? lane_int(&start, 0) : lane_int(&vector, 0);
  for (uint32_t i = has_start ? 0 : 1; i < vector.count; i++) {
    Int next = fold_two(self, how, vector.leaf, all, lane_int(&vector, i));
    all = predicated ? int_select(self, lane_counts(self, &mask, length, i), next, all) : next;
  }
  Pieces out = pieces_new(self, leaf_pieces(vector.leaf));
  if (out.data) int_set(out.data, all, vector.leaf);
  return set_result(self, op, out);
}

// ---------------------------------------------------------------------------------------------
// Accesses with a mask. A lane that is off reads and writes a place of its own, at the begin of the module's data.

static NodeRef guarded(Lower *self, NodeRef on, NodeRef pointer) {
  NodeRef place = code_select(self->code, on, pointer, code_data(self->code));
  watch_access(self, place);
  return place;
}

static void load_lane(Lower *self, Leaf leaf, NodeRef on, NodeRef pointer, uint64_t at, const NodeRef *otherwise, NodeRef *out) {
  NodeRef made[2];
  NodeRef address = at ? code_op2(self->code, NODE_I64_ADD, pointer, code_i64(self->code, at / 8)) : pointer;
  leaf.packed = false;
  load_leaf(self, leaf, guarded(self, on, address), 0, made);
  Int value = int_at(made, leaf);
  int_set(out, otherwise ? int_select(self, on, value, int_at(otherwise, leaf)) : value, leaf);
}

static void store_lane(Lower *self, Leaf leaf, NodeRef on, NodeRef pointer, uint64_t at, const NodeRef *value) {
  NodeRef address = at ? code_op2(self->code, NODE_I64_ADD, pointer, code_i64(self->code, at / 8)) : pointer;
  leaf.packed = false;
  store_leaf(self, leaf, guarded(self, on, address), 0, value);
}

static bool is_whole(Lower *self, Operation *op, Leaf leaf) { return leaf.bits % 8 == 0 || lower_refuse(self, op, "elements that are no whole bytes"); }

// pointer(s), mask, what is there without; gather has a pointer for each lane.
static bool lower_masked_load(Lower *self, Operation *op) {
  Lanes pointer, mask, otherwise;
  const Shape *to = shape_of(self, op_result_type(op, 0));
  bool has_other = op->operand_count > 2;
  if (!to || !to->leaf_count || !lanes_of(self, op, 0, &pointer) || !lanes_of(self, op, 1, &mask) || (has_other && !lanes_of(self, op, 2, &otherwise))) return false;
  if (!is_whole(self, op, to->leaves[0])) return false;
  bool gathers = op_is(op, OP_LLVM_INTR_MASKED_GATHER), expands = op_is(op, OP_LLVM_INTR_MASKED_EXPANDLOAD);
  Pieces out = pieces_new(self, to->piece_count);
  NodeRef at = lane(&pointer, 0)[0];
  for (uint32_t i = 0; out.data && i < to->leaf_count; i++) {
    Leaf leaf = to->leaves[i];
    NodeRef on = lane(&mask, i)[0];
    load_lane(self, leaf, on, gathers ? lane(&pointer, i)[0] : at, gathers || expands ? 0 : leaf.at, has_other ? lane(&otherwise, i) : NULL, out.data + leaf.piece);
    if (expands) at = code_op2(self->code, NODE_I64_ADD, at, code_op2(self->code, NODE_I64_MUL, code_op1(self->code, NODE_I64_EXTEND_I32_U, on), code_i64(self->code, leaf.bits / 8)));
  }
  return set_result(self, op, out);
}

// value, pointer(s), mask.
static bool lower_masked_store(Lower *self, Operation *op) {
  Lanes value, pointer, mask;
  if (!lanes_of(self, op, 0, &value) || !lanes_of(self, op, 1, &pointer) || !lanes_of(self, op, 2, &mask) || !is_whole(self, op, value.leaf)) return false;
  bool scatters = op_is(op, OP_LLVM_INTR_MASKED_SCATTER), compresses = op_is(op, OP_LLVM_INTR_MASKED_COMPRESSSTORE);
  NodeRef at = lane(&pointer, 0)[0];
  for (uint32_t i = 0; i < value.count; i++) {
    NodeRef on = lane(&mask, i)[0];
    store_lane(self, value.leaf, on, scatters ? lane(&pointer, i)[0] : at, scatters || compresses ? 0 : value.shape->leaves[i].at, lane(&value, i));
    if (compresses) at = code_op2(self->code, NODE_I64_ADD, at, code_op2(self->code, NODE_I64_MUL, code_op1(self->code, NODE_I64_EXTEND_I32_U, on), code_i64(self->code, value.leaf.bits / 8)));
  }
  return true;
}

// vp.load: pointer, mask, length; the strided one has a stride in bytes before the mask. vp.store: the value first.
static bool lower_vp_access(Lower *self, Operation *op) {
  bool stores = op_is(op, OP_LLVM_INTR_VP_STORE) || op_is(op, OP_LLVM_INTR_EXPERIMENTAL_VP_STRIDED_STORE);
  bool strided = op_is(op, OP_LLVM_INTR_EXPERIMENTAL_VP_STRIDED_LOAD) || op_is(op, OP_LLVM_INTR_EXPERIMENTAL_VP_STRIDED_STORE);
  Lanes value, pointer, mask;
  uint32_t next = stores;
  if ((stores && !lanes_of(self, op, 0, &value)) || !lanes_of(self, op, next++, &pointer)) return false;
  NodeRef stride = strided ? index_of(self, op, next++) : 0;
  if ((strided && !stride) || !lanes_of(self, op, next++, &mask)) return false;
  NodeRef length = index_of(self, op, next);
  const Shape *shape = stores ? value.shape : shape_of(self, op_result_type(op, 0));
  if (!length || !shape || !shape->leaf_count || !is_whole(self, op, shape->leaves[0])) return false;
  Pieces out = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; out.data && i < shape->leaf_count; i++) {
    Leaf leaf = shape->leaves[i];
    NodeRef on = lane_counts(self, &mask, length, i), at = lane(&pointer, 0)[0];
    if (strided) at = code_op2(self->code, NODE_I64_ADD, at, code_op2(self->code, NODE_I64_MUL, stride, code_i64(self->code, i)));
    if (stores) store_lane(self, leaf, on, at, strided ? 0 : leaf.at, lane(&value, i));
    else load_lane(self, leaf, on, at, strided ? 0 : leaf.at, NULL, out.data + leaf.piece);
  }
  return stores || set_result(self, op, out);
}

// ---------------------------------------------------------------------------------------------
// Elementwise operations of the vp family: lanes that do not count may be anything, so all are computed, but divisions.

static uint32_t plain_opcode(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_INTR_VP_ADD: return OP_LLVM_ADD;
    case OP_LLVM_INTR_VP_SUB: return OP_LLVM_SUB;
    case OP_LLVM_INTR_VP_MUL: return OP_LLVM_MUL;
    case OP_LLVM_INTR_VP_SDIV: return OP_LLVM_SDIV;
    case OP_LLVM_INTR_VP_UDIV: return OP_LLVM_UDIV;
    case OP_LLVM_INTR_VP_SREM: return OP_LLVM_SREM;
    case OP_LLVM_INTR_VP_UREM: return OP_LLVM_UREM;
    case OP_LLVM_INTR_VP_AND: return OP_LLVM_AND;
    case OP_LLVM_INTR_VP_OR: return OP_LLVM_OR;
    case OP_LLVM_INTR_VP_XOR: return OP_LLVM_XOR;
    case OP_LLVM_INTR_VP_SHL: return OP_LLVM_SHL;
    case OP_LLVM_INTR_VP_ASHR: return OP_LLVM_ASHR;
    case OP_LLVM_INTR_VP_LSHR: return OP_LLVM_LSHR;
    case OP_LLVM_INTR_VP_FADD: return OP_LLVM_FADD;
    case OP_LLVM_INTR_VP_FSUB: return OP_LLVM_FSUB;
    case OP_LLVM_INTR_VP_FMUL: return OP_LLVM_FMUL;
    case OP_LLVM_INTR_VP_FDIV: return OP_LLVM_FDIV;
    case OP_LLVM_INTR_VP_FREM: return OP_LLVM_FREM;
    default: return 0;
  }
}

static bool lower_vp_binary(Lower *self, Operation *op, uint32_t opcode) {
  Lanes a, b, mask;
  NodeRef length = index_of(self, op, 3);
  if (!length || !lanes_of(self, op, 0, &a) || !lanes_of(self, op, 1, &b) || !lanes_of(self, op, 2, &mask)) return false;
  bool divides = opcode == OP_LLVM_SDIV || opcode == OP_LLVM_UDIV || opcode == OP_LLVM_SREM || opcode == OP_LLVM_UREM;
  Pieces out = pieces_new(self, a.shape->piece_count);
  for (uint32_t i = 0; out.data && i < a.count; i++) {
    NodeRef *to = out.data + a.shape->leaves[i].piece;
    if (a.leaf.is_float) {
      to[0] = float_binary(self, opcode, a.leaf, lane(&a, i)[0], lane(&b, i)[0]);
      continue;
    }
    Int divisor = lane_int(&b, i);
    if (divides) divisor = int_select(self, lane_counts(self, &mask, length, i), divisor, int_const(self, a.leaf, 1, 0));
    int_set(to, int_binary(self, opcode, a.leaf, lane_int(&a, i), divisor), a.leaf);
  }
  return set_result(self, op, out);
}

// Which lanes count is another vector's: vp.select, vp.merge, get.active.lane.mask.
static bool lower_lane_choice(Lower *self, Operation *op) {
  if (op_is(op, OP_LLVM_INTR_GET_ACTIVE_LANE_MASK)) {
    const Shape *to = shape_of(self, op_result_type(op, 0));
    Lanes base, count;
    if (!to || !lanes_of(self, op, 0, &base) || !lanes_of(self, op, 1, &count)) return false;
    Pieces out = pieces_new(self, to->piece_count);
    for (uint32_t i = 0; out.data && i < to->leaf_count; i++) {
      Int at = int_add(self, base.leaf, lane_int(&base, 0), int_const(self, base.leaf, i, 0));
      NodeRef below = int_compare(self, LLVM_I_CMP_PREDICATE_ULT, base.leaf, at, lane_int(&count, 0));
      NodeRef wrapped = int_compare(self, LLVM_I_CMP_PREDICATE_ULT, base.leaf, at, lane_int(&base, 0));
      out.data[i] = code_op2(self->code, NODE_I32_AND, below, code_op1(self->code, NODE_I32_EQZ, wrapped));
    }
    return set_result(self, op, out);
  }
  Lanes mask, a, b;
  NodeRef length = index_of(self, op, 3);
  if (!length || !lanes_of(self, op, 0, &mask) || !lanes_of(self, op, 1, &a) || !lanes_of(self, op, 2, &b)) return false;
  bool merges = op_is(op, OP_LLVM_INTR_VP_MERGE);
  Pieces out = pieces_new(self, a.shape->piece_count);
  for (uint32_t i = 0; out.data && i < a.count; i++) {
    NodeRef on = merges ? lane_counts(self, &mask, length, i) : lane(&mask, i)[0];
    int_set(out.data + a.shape->leaves[i].piece, int_select(self, on, lane_int(&a, i), lane_int(&b, i)), a.leaf);
  }
  return set_result(self, op, out);
}

// ---------------------------------------------------------------------------------------------
// Matrices, column by column

static bool lower_matrix(Lower *self, Operation *op) {
  Lanes a, b;
  const Shape *to = shape_of(self, op_result_type(op, 0));
  if (!to || !lanes_of(self, op, 0, &a)) return false;
  Pieces out = pieces_new(self, to->piece_count);
  if (op_is(op, OP_LLVM_INTR_MATRIX_TRANSPOSE)) {
    uint32_t rows = (uint32_t)op_prop_i64_at(op, LLVM_INTR_MATRIX_TRANSPOSE_ROWS), columns = (uint32_t)op_prop_i64_at(op, LLVM_INTR_MATRIX_TRANSPOSE_COLUMNS);
    for (uint32_t r = 0; out.data && r < rows; r++)
      for (uint32_t c = 0; c < columns && r * columns + c < to->leaf_count && c * rows + r < a.count; c++) copy_lane(out, r * columns + c, lane(&a, c * rows + r), a.leaf);
    return set_result(self, op, out);
  }
  uint32_t rows = (uint32_t)op_prop_i64_at(op, LLVM_INTR_MATRIX_MULTIPLY_LHS_ROWS), inner = (uint32_t)op_prop_i64_at(op, LLVM_INTR_MATRIX_MULTIPLY_LHS_COLUMNS);
  uint32_t columns = (uint32_t)op_prop_i64_at(op, LLVM_INTR_MATRIX_MULTIPLY_RHS_COLUMNS);
  if (!lanes_of(self, op, 1, &b) || rows * inner != a.count || inner * columns != b.count || rows * columns != to->leaf_count) return lower_refuse(self, op, "matrices of these sizes");
  for (uint32_t c = 0; out.data && c < columns; c++)
    for (uint32_t r = 0; r < rows; r++) {
      Int sum = {0};
      for (uint32_t k = 0; k < inner; k++) {
        Int x = lane_int(&a, k * rows + r), y = lane_int(&b, c * inner + k), product;
        product = a.leaf.is_float ? (Int){float_binary(self, OP_LLVM_FMUL, a.leaf, x.low, y.low), 0} : int_binary(self, OP_LLVM_MUL, a.leaf, x, y);
        sum = k == 0 ? product : a.leaf.is_float ? (Int){float_binary(self, OP_LLVM_FADD, a.leaf, sum.low, product.low), 0} : int_add(self, a.leaf, sum, product);
      }
      int_set(out.data + to->leaves[c * rows + r].piece, sum, a.leaf);
    }
  return set_result(self, op, out);
}

// pointer, elements from column to column; the store's value comes first.
static bool lower_matrix_access(Lower *self, Operation *op) {
  bool stores = op_is(op, OP_LLVM_INTR_MATRIX_COLUMN_MAJOR_STORE);
  Lanes value, pointer;
  if ((stores && !lanes_of(self, op, 0, &value)) || !lanes_of(self, op, stores, &pointer)) return false;
  NodeRef stride = index_of(self, op, stores + 1u);
  const Shape *shape = stores ? value.shape : shape_of(self, op_result_type(op, 0));
  uint32_t rows = (uint32_t)op_prop_i64_at(op, stores ? (uint32_t)LLVM_INTR_MATRIX_COLUMN_MAJOR_STORE_ROWS : (uint32_t)LLVM_INTR_MATRIX_COLUMN_MAJOR_LOAD_ROWS);
  if (!stride || !shape || !shape->leaf_count || !rows || !is_whole(self, op, shape->leaves[0])) return false;
  Pieces out = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; out.data && i < shape->leaf_count; i++) {
    Leaf leaf = shape->leaves[i];
    NodeRef column = code_op2(self->code, NODE_I64_MUL, stride, code_i64(self->code, (uint64_t)(i / rows) * leaf.bits / 8));
    NodeRef at = code_op2(self->code, NODE_I64_ADD, lane(&pointer, 0)[0], column);
    if (i % rows == 0) watch_access(self, at);
    if (stores) store_leaf(self, leaf, at, (uint64_t)(i % rows) * leaf.bits, lane(&value, i));
    else load_leaf(self, leaf, at, (uint64_t)(i % rows) * leaf.bits, out.data + leaf.piece);
  }
  return stores || set_result(self, op, out);
}

bool lower_vector(Lower *self, Operation *op, bool *known) {
  Reduction reduction = reduction_of(op);
  *known = true;
  if (reduction.fold != FOLD_NONE) return lower_reduction(self, op, reduction);
  if (plain_opcode(op)) return lower_vp_binary(self, op, plain_opcode(op));
  switch (op_code(op)) {
    case OP_LLVM_EXTRACTELEMENT: return lower_extractelement(self, op);
    case OP_LLVM_INSERTELEMENT: return lower_insertelement(self, op);
    case OP_LLVM_SHUFFLEVECTOR: return lower_shuffle(self, op);
    case OP_LLVM_INTR_VECTOR_INSERT: case OP_LLVM_INTR_VECTOR_EXTRACT: case OP_LLVM_INTR_VECTOR_INTERLEAVE2: case OP_LLVM_INTR_VECTOR_DEINTERLEAVE2:
    case OP_LLVM_INTR_STEPVECTOR: return lower_rearranged(self, op);
    case OP_LLVM_INTR_MASKED_LOAD: case OP_LLVM_INTR_MASKED_GATHER: case OP_LLVM_INTR_MASKED_EXPANDLOAD: return lower_masked_load(self, op);
    case OP_LLVM_INTR_MASKED_STORE: case OP_LLVM_INTR_MASKED_SCATTER: case OP_LLVM_INTR_MASKED_COMPRESSSTORE: return lower_masked_store(self, op);
    case OP_LLVM_INTR_VP_LOAD: case OP_LLVM_INTR_VP_STORE: case OP_LLVM_INTR_EXPERIMENTAL_VP_STRIDED_LOAD: case OP_LLVM_INTR_EXPERIMENTAL_VP_STRIDED_STORE:
      return lower_vp_access(self, op);
    case OP_LLVM_INTR_VP_SELECT: case OP_LLVM_INTR_VP_MERGE: case OP_LLVM_INTR_GET_ACTIVE_LANE_MASK: return lower_lane_choice(self, op);
    case OP_LLVM_INTR_MATRIX_MULTIPLY: case OP_LLVM_INTR_MATRIX_TRANSPOSE: return lower_matrix(self, op);
    case OP_LLVM_INTR_MATRIX_COLUMN_MAJOR_LOAD: case OP_LLVM_INTR_MATRIX_COLUMN_MAJOR_STORE: return lower_matrix_access(self, op);
    default: *known = false; return false;
  }
}
