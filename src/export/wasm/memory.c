// Loads, stores, addresses, stack slots, copies, atomics, and the data of globals.
#include "export/wasm/lower.h"

// ---------------------------------------------------------------------------------------------
// Addresses

enum { STACK_ALIGN = 16 };   // the runtime relies on it
enum { MAX_TERMS = 8, FAR = 1 << 16 };   // an offset within an instruction does not wrap around: only small ones go there

typedef struct Terms { NodeRef items[MAX_TERMS]; uint32_t count; uint64_t constant; } Terms;

// The 32 low bits of an i64, computed in 32 bits where that gives the same.
static NodeRef narrow(Code *code, NodeRef ref, uint32_t depth) {
  const Node *node = code_node(code, ref);
  NodeRef a = node->args[0], b = node->args[1];
  uint64_t by;
  if (depth < 16) switch (node->op) {
    case NODE_I64_ADD: case NODE_I64_SUB: case NODE_I64_MUL: {
      NodeOp op = (NodeOp)(node->op - (NODE_I64_ADD - NODE_I32_ADD));
      NodeRef x = narrow(code, a, depth + 1);
      return code_op2(code, op, x, narrow(code, b, depth + 1));
    }
    case NODE_I64_SHL:
      if (!code_is_const(code, b, &by) || by > 31) break;
      return code_op2(code, NODE_I32_SHL, narrow(code, a, depth + 1), code_i32(code, (uint32_t)by));
    default: break;
  }
  return code_op1(code, NODE_I32_WRAP_I64, ref);
}

// The summands of an address; of a shifted sum, each shifted.
static void add_terms(Code *code, NodeRef ref, uint32_t shift, Terms *out, uint32_t depth) {
  const Node *node = code_node(code, ref);
  uint64_t bits;
  if (code_is_const(code, ref, &bits)) {
    out->constant += bits << shift;
  } else if (node->op == NODE_I64_ADD && depth < 8 && out->count + 2 <= MAX_TERMS) {
    NodeRef b = node->args[1];
    add_terms(code, node->args[0], shift, out, depth + 1);
    add_terms(code, b, shift, out, depth + 1);
  } else if (node->op == NODE_I64_SHL && depth < 8 && code_is_const(code, node->args[1], &bits) && bits + shift < 32) {
    add_terms(code, node->args[0], shift + (uint32_t)bits, out, depth + 1);
  } else {
    NodeRef term = narrow(code, ref, 0);
    if (shift) term = code_op2(code, NODE_I32_SHL, term, code_i32(code, shift));
    if (out->count < MAX_TERMS) out->items[out->count++] = term;
    else out->items[MAX_TERMS - 1] = code_op2(code, NODE_I32_ADD, out->items[MAX_TERMS - 1], term);
  }
}

NodeRef address_of(Lower *self, NodeRef pointer, uint64_t *offset) {
  Code *code = self->code;
  Terms terms = {.constant = *offset};
  add_terms(code, pointer, 0, &terms, 0);
  // What changes in fewer loops is added first: its sum is computed outside of the others.
  for (uint32_t i = 1; i < terms.count; i++)
    for (uint32_t k = i; k > 0 && code_node(code, terms.items[k])->level < code_node(code, terms.items[k - 1])->level; k--) {
      NodeRef swap = terms.items[k];
      terms.items[k] = terms.items[k - 1], terms.items[k - 1] = swap;
    }
  bool fits = terms.count && terms.constant < FAR;
  *offset = fits ? terms.constant : 0;
  NodeRef sum = terms.count ? terms.items[0] : code_i32(code, (uint32_t)terms.constant);
  for (uint32_t i = 1; i < terms.count; i++) sum = code_op2(code, NODE_I32_ADD, sum, terms.items[i]);
  return fits || !terms.count ? sum : code_op2(code, NODE_I32_ADD, sum, code_i32(code, (uint32_t)terms.constant));
}

// ---------------------------------------------------------------------------------------------
// Loads and stores

static uint32_t access_bytes(uint16_t op) {
  switch (op) {
    case NODE_I32_LOAD8_U: case NODE_I64_LOAD8_U: case NODE_I32_STORE8: case NODE_I64_STORE8: return 1;
    case NODE_I32_LOAD16_U: case NODE_I64_LOAD16_U: case NODE_I32_STORE16: case NODE_I64_STORE16: return 2;
    case NODE_I64_LOAD: case NODE_F64_LOAD: case NODE_I64_STORE: case NODE_F64_STORE: return 8;
    default: return 4;
  }
}

// The load that reads back what a store wrote.
static uint16_t load_of_store(NodeOp op) {
  static const uint8_t loads[] = {NODE_I32_LOAD, NODE_I64_LOAD, NODE_F32_LOAD, NODE_F64_LOAD, NODE_I32_LOAD8_U, NODE_I32_LOAD16_U, NODE_I64_LOAD8_U, NODE_I64_LOAD16_U, NODE_I64_LOAD32_U};
  return loads[op - NODE_STORE_FIRST];
}

static void remember(Lower *self, Known known) {
  KnownMemory *all = &self->known;
  if (all->count == MAX_KNOWN) memmove(all->items, all->items + 1, sizeof *all->items * --all->count);
  all->items[all->count++] = known;
}

static NodeRef load(Lower *self, NodeOp op, WasmType type, NodeRef pointer, uint64_t offset) {
  NodeRef address = address_of(self, pointer, &offset);
  for (uint32_t i = self->known.count; i-- > 0;) {
    const Known *known = &self->known.items[i];
    if (known->address == address && known->offset == offset && known->load == op) return known->value;
  }
  NodeRef made = code_pin(self->code, op, type, address, 0, 0, offset);
  remember(self, (Known){address, made, offset, (uint16_t)op});
  return made;
}

static void store(Lower *self, NodeOp op, NodeRef pointer, uint64_t offset, NodeRef value) {
  NodeRef address = address_of(self, pointer, &offset);
  uint32_t kept = 0, bytes = access_bytes((uint16_t)op);
  code_pin(self->code, op, W_NONE, address, value, 0, offset);
  // What lies elsewhere behind the same address stays as it was.
  for (uint32_t i = 0; i < self->known.count; i++) {
    Known known = self->known.items[i];
    bool apart = known.address == address && (known.offset + access_bytes(known.load) <= offset || offset + bytes <= known.offset);
    if (apart) self->known.items[kept++] = known;
  }
  self->known.count = kept;
  bool wide = code_type(self->code, value) == W_I64;
  if (bytes < 4 || (bytes == 4 && wide))
    value = code_op2(self->code, wide ? NODE_I64_AND : NODE_I32_AND, value, code_const(self->code, wide ? W_I64 : W_I32, bytes == 4 ? UINT32_MAX : (1u << (8 * bytes)) - 1));
  remember(self, (Known){address, value, offset, load_of_store(op)});
}

// Bytes as one integer: up to four as an i32, up to eight as an i64.
static NodeRef load_bytes(Lower *self, NodeRef pointer, uint64_t at, uint32_t bytes, bool wide) {
  Code *code = self->code;
  static const NodeOp narrow_ops[] = {0, NODE_I32_LOAD8_U, NODE_I32_LOAD16_U, 0, NODE_I32_LOAD}, wide_ops[] = {0, NODE_I64_LOAD8_U, NODE_I64_LOAD16_U, 0, NODE_I64_LOAD32_U};
  WasmType type = wide ? W_I64 : W_I32;
  if (bytes == 8) return load(self, NODE_I64_LOAD, W_I64, pointer, at);
  if (bytes == 1 || bytes == 2 || bytes == 4) return load(self, wide ? wide_ops[bytes] : narrow_ops[bytes], type, pointer, at);
  uint32_t first = bytes > 4 ? 4 : 2;
  NodeRef low = load_bytes(self, pointer, at, first, wide), high = load_bytes(self, pointer, at + first, bytes - first, wide);
  return code_op2(code, wide ? NODE_I64_OR : NODE_I32_OR, low, code_op2(code, wide ? NODE_I64_SHL : NODE_I32_SHL, high, code_const(code, type, first * 8)));
}

static void store_bytes(Lower *self, NodeRef pointer, uint64_t at, uint32_t bytes, bool wide, NodeRef value) {
  Code *code = self->code;
  static const NodeOp narrow_ops[] = {0, NODE_I32_STORE8, NODE_I32_STORE16, 0, NODE_I32_STORE}, wide_ops[] = {0, NODE_I64_STORE8, NODE_I64_STORE16, 0, NODE_I64_STORE32};
  if (bytes == 8) {
    store(self, NODE_I64_STORE, pointer, at, value);
  } else if (bytes == 1 || bytes == 2 || bytes == 4) {
    store(self, wide ? wide_ops[bytes] : narrow_ops[bytes], pointer, at, value);
  } else {
    uint32_t first = bytes > 4 ? 4 : 2;
    store_bytes(self, pointer, at, first, wide, value);
    NodeRef rest = code_op2(code, wide ? NODE_I64_SHR_U : NODE_I32_SHR_U, value, code_const(code, wide ? W_I64 : W_I32, first * 8));
    store_bytes(self, pointer, at + first, bytes - first, wide, rest);
  }
}

// An element that begins or ends within a byte.
static NodeRef load_packed(Lower *self, Leaf leaf, NodeRef pointer, uint64_t at) {
  Code *code = self->code;
  uint64_t first = at / 8, shift = at % 8;
  uint32_t bytes = (uint32_t)((shift + leaf.bits + 7) / 8);
  NodeRef all = load_bytes(self, pointer, first, bytes > 8 ? 8 : bytes, true);
  NodeRef value = code_op2(code, NODE_I64_SHR_U, all, code_i64(code, shift));
  if (bytes > 8) value = code_op2(code, NODE_I64_OR, value, code_op2(code, NODE_I64_SHL, load_bytes(self, pointer, first + 8, 1, true), code_i64(code, 64 - shift)));
  value = int_masked(self, leaf.bits > 32 ? leaf : int_leaf(leaf.bits), (Int){leaf.bits > 32 ? value : code_op1(code, NODE_I32_WRAP_I64, value), 0}).low;
  return value;
}

void load_leaf(Lower *self, Leaf leaf, NodeRef pointer, uint64_t at, NodeRef *out) {
  uint32_t bytes = (leaf.bits + 7) / 8;
  if (leaf.packed && leaf.bits < 64) {
    out[0] = load_packed(self, leaf, pointer, at);
  } else if (leaf.is_float && leaf.bits >= 32) {
    out[0] = load(self, leaf.bits == 32 ? NODE_F32_LOAD : NODE_F64_LOAD, leaf_type(leaf), pointer, at / 8);
  } else if (leaf.bits > 64) {
    out[0] = load_bytes(self, pointer, at / 8, 8, true);
    out[1] = load_bytes(self, pointer, at / 8 + 8, bytes - 8, true);
    int_set(out, int_masked(self, leaf, int_at(out, leaf)), leaf);
  } else {
    out[0] = load_bytes(self, pointer, at / 8, bytes, leaf.bits > 32);
    if (leaf.bits % 8) out[0] = int_masked(self, leaf, (Int){out[0], 0}).low;
  }
}

void store_leaf(Lower *self, Leaf leaf, NodeRef pointer, uint64_t at, const NodeRef *value) {
  uint32_t bytes = (leaf.bits + 7) / 8;
  if (leaf.is_float && leaf.bits >= 32) {
    store(self, leaf.bits == 32 ? NODE_F32_STORE : NODE_F64_STORE, pointer, at / 8, value[0]);
  } else if (leaf.bits > 64) {
    store_bytes(self, pointer, at / 8, 8, true, value[0]);
    store_bytes(self, pointer, at / 8 + 8, bytes - 8, true, value[1]);
  } else {
    store_bytes(self, pointer, at / 8, bytes, leaf.bits > 32, value[0]);
  }
}

Pieces load_pieces(Lower *self, const Shape *shape, NodeRef pointer) {
  Pieces out = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; out.data && i < shape->leaf_count; i++) load_leaf(self, shape->leaves[i], pointer, shape->leaves[i].at, out.data + shape->leaves[i].piece);
  return out;
}

// Elements [begin, end) of a vector that share bytes: each byte is put together.
static void store_packed(Lower *self, const Shape *shape, uint32_t begin, uint32_t end, NodeRef pointer, Pieces value) {
  Code *code = self->code;
  uint64_t from = shape->leaves[begin].at, to = shape->leaves[end - 1].at + shape->leaves[end - 1].bits;
  for (uint64_t byte = from; byte < to; byte += 8) {
    NodeRef all = code_i32(code, 0);
    for (uint32_t i = begin; i < end; i++) {
      Leaf leaf = shape->leaves[i];
      if (leaf.at >= byte + 8 || leaf.at + leaf.bits <= byte) continue;
      NodeRef piece = to_i64(self, leaf, int_at(value.data + leaf.piece, leaf), false);
      piece = leaf.at >= byte ? code_op2(code, NODE_I64_SHL, piece, code_i64(code, leaf.at - byte)) : code_op2(code, NODE_I64_SHR_U, piece, code_i64(code, byte - leaf.at));
      all = code_op2(code, NODE_I32_OR, all, code_op1(code, NODE_I32_WRAP_I64, piece));
    }
    store(self, NODE_I32_STORE8, pointer, byte / 8, all);
  }
}

void store_pieces(Lower *self, const Shape *shape, NodeRef pointer, Pieces value) {
  for (uint32_t i = 0, end; i < shape->leaf_count; i = end) {
    Leaf leaf = shape->leaves[i];
    end = i + 1;
    if (leaf.packed && leaf.bits < 64) {
      while (end < shape->leaf_count && shape->leaves[end].packed && shape->leaves[end].at == shape->leaves[end - 1].at + leaf.bits) end++;
      store_packed(self, shape, i, end, pointer, value);
    } else {
      store_leaf(self, leaf, pointer, leaf.at, value.data + leaf.piece);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// getelementptr

static bool is_zero_index(Lower *self, NodeRef index) {
  uint64_t bits;
  return code_is_const(self->code, index, &bits) && !bits;
}

// What one index adds to the address; `type` becomes what it selects.
static bool step_into(Lower *self, const Operation *op, T *type, bool first, int64_t constant, NodeRef index, NodeRef *at) {
  uint64_t bytes;
  if (!first && llvm_is_struct(*type)) {
    uint32_t count;
    const T *fields = llvm_struct_elements(*type, &count);
    if (index || constant < 0 || constant >= count || !ir_layout_field(&self->layout, *type, (uint32_t)constant, &bytes)) return lower_refuse(self, op, "a field that is not known");
    *type = fields[constant];
    *at = code_op2(self->code, NODE_I64_ADD, *at, code_i64(self->code, bytes));
    return true;
  }
  if (!first) {
    if (llvm_is_array(*type)) *type = ((const LLVMArrayType *)*type)->element;
    else if (type_is_vector(*type)) *type = type_as_shaped(*type)->element;
    else return lower_refuse(self, op, "an index into a type without elements");
  }
  if (!ir_layout_size(&self->layout, *type, &bytes)) return lower_refuse(self, op, "the size of %s is not known", type_text(self->ctx, *type));
  NodeRef by = index ? index : code_i64(self->code, (uint64_t)constant);
  if (!is_zero_index(self, by)) *at = code_op2(self->code, NODE_I64_ADD, *at, code_op2(self->code, NODE_I64_MUL, by, code_i64(self->code, bytes)));
  return true;
}

// The element `lane` of an operand that is a vector, or the operand itself; as an i64.
static bool lane_of(Lower *self, const Operation *op, Value *value, uint32_t lane, NodeRef *out) {
  const Shape *shape = shape_of(self, value->type);
  Pieces pieces = pieces_of(self, op, value);
  if (!pieces.data || !shape->leaf_count) return false;
  Leaf leaf = shape->leaves[shape->leaf_count > 1 ? lane : 0];
  *out = to_i64(self, leaf, int_at(pieces.data + leaf.piece, leaf), true);
  return true;
}

static bool lower_gep(Lower *self, Operation *op) {
  const Shape *shape = shape_of(self, op_result_type(op, 0));
  A indices = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  T element = ((const TypeAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE))->type;
  if (!shape) return lower_refuse(self, op, "a result of this type");
  Pieces out = pieces_new(self, shape->piece_count);
  for (uint32_t lane = 0; out.data && lane < shape->leaf_count; lane++) {
    T type = element;
    uint32_t next = 1;
    if (!lane_of(self, op, op_operand(op, 0), lane, &out.data[lane])) return false;
    for (uint64_t i = 0; i < ((const DenseArrayAttr *)indices)->count; i++) {
      int64_t constant = dense_array_i64(indices, i);
      NodeRef index = 0;
      if (constant == INT32_MIN && (next >= op->operand_count || !lane_of(self, op, op_operand(op, next++), lane, &index))) return false;
      if (!step_into(self, op, &type, i == 0, constant, index, &out.data[lane])) return false;
    }
  }
  return set_pieces(self, op_result(op, 0), out), true;
}

// ---------------------------------------------------------------------------------------------
// Stack slots, copies, atomics

static NodeRef extended(Lower *self, NodeRef address) { return code_op1(self->code, NODE_I64_EXTEND_I32_U, address); }

static bool set_one(Lower *self, Operation *op, NodeRef piece) {
  Pieces out = pieces_new(self, 1);
  if (!out.data) return false;
  out.data[0] = piece;
  return set_pieces(self, op_result(op, 0), out), true;
}

static bool lower_alloca(Lower *self, Operation *op) {
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE))->type;
  A given = op_prop_at(op, LLVM_ALLOCA_ALIGNMENT);
  uint64_t bytes;
  uint32_t align = given && attr_to_i64(given) ? (uint32_t)attr_to_i64(given) : ir_layout_align(&self->layout, type, true);
  const Shape *count = shape_of(self, op_operand_type(op, 0));
  Pieces counted = pieces_of(self, op, op_operand(op, 0));
  if (!counted.data || !count || !align || !ir_layout_size(&self->layout, type, &bytes)) return lower_refuse(self, op, "the size of %s is not known", type_text(self->ctx, type));
  NodeRef times = to_i64(self, count->leaves[0], int_at(counted.data, count->leaves[0]), false);
  NodeRef size = code_op2(self->code, NODE_I64_MUL, times, code_i64(self->code, bytes));
  self->code->uses_stack = true;
  NodeRef made = code_pin(self->code, NODE_ALLOCA, W_I32, code_op1(self->code, NODE_I32_WRAP_I64, size), 0, 0, align < STACK_ALIGN ? STACK_ALIGN : align);
  return set_one(self, op, extended(self, made));
}

static bool lower_copy(Lower *self, Operation *op, NodeOp node) {
  NodeRef operands[3];
  bool is_inline = op->operand_count == 2;   // the length is an attribute
  for (uint32_t i = 0; i < op->operand_count && i < 3; i++) {
    const Shape *shape = shape_of(self, op_operand_type(op, i));
    Pieces pieces = pieces_of(self, op, op_operand(op, i));
    if (!pieces.data || shape->leaf_count != 1) return false;
    Int value = int_at(pieces.data, shape->leaves[0]);
    if (llvm_is_ptr(op_operand_type(op, i))) watch_access(self, value.low);
    operands[i] = llvm_is_ptr(op_operand_type(op, i)) ? narrow(self->code, value.low, 0) : to_i32(self, shape->leaves[0], value);
  }
  if (is_inline) {
    APInt length = attr_int(op_prop(op, "len"));
    operands[2] = code_i32(self->code, (uint32_t)apint_data(&length)[0]);
  }
  code_pin(self->code, node, W_NONE, operands[0], operands[1], operands[2], 0);
  forget_memory(self);
  return true;
}

// What an atomic operation leaves in memory.
static bool modified(Lower *self, const Operation *op, Leaf leaf, const NodeRef *old, const NodeRef *by, NodeRef *out) {
  int64_t kind = op_prop_i64_at(op, LLVM_ATOMICRMW_BIN_OP);
  Int a = int_at(old, leaf), b = int_at(by, leaf), made = {0};
  Int zero = leaf.is_float ? a : int_const(self, leaf, 0, 0), one = leaf.is_float ? a : int_const(self, leaf, 1, 0);
  switch (kind) {
    case LLVM_ATOMIC_BIN_OP_XCHG: made = b; break;
    case LLVM_ATOMIC_BIN_OP_ADD: made = int_add(self, leaf, a, b); break;
    case LLVM_ATOMIC_BIN_OP_SUB: made = int_sub(self, leaf, a, b); break;
    case LLVM_ATOMIC_BIN_OP__AND: made = int_binary(self, OP_LLVM_AND, leaf, a, b); break;
    case LLVM_ATOMIC_BIN_OP_NAND: made = int_binary(self, OP_LLVM_XOR, leaf, int_binary(self, OP_LLVM_AND, leaf, a, b), int_const(self, leaf, UINT64_MAX, UINT64_MAX)); break;
    case LLVM_ATOMIC_BIN_OP__OR: made = int_binary(self, OP_LLVM_OR, leaf, a, b); break;
    case LLVM_ATOMIC_BIN_OP__XOR: made = int_binary(self, OP_LLVM_XOR, leaf, a, b); break;
    case LLVM_ATOMIC_BIN_OP_MAX: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_SGT, leaf, a, b), a, b); break;
    case LLVM_ATOMIC_BIN_OP_MIN: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_SLT, leaf, a, b), a, b); break;
    case LLVM_ATOMIC_BIN_OP_UMAX: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_UGT, leaf, a, b), a, b); break;
    case LLVM_ATOMIC_BIN_OP_UMIN: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_ULT, leaf, a, b), a, b); break;
    case LLVM_ATOMIC_BIN_OP_FADD: made.low = float_binary(self, OP_LLVM_FADD, leaf, a.low, b.low); break;
    case LLVM_ATOMIC_BIN_OP_FSUB: made.low = float_binary(self, OP_LLVM_FSUB, leaf, a.low, b.low); break;
    case LLVM_ATOMIC_BIN_OP_FMAX: made.low = float_order(self, leaf, a.low, b.low, true, false); break;
    case LLVM_ATOMIC_BIN_OP_FMIN: made.low = float_order(self, leaf, a.low, b.low, false, false); break;
    case LLVM_ATOMIC_BIN_OP_FMAXIMUM: made.low = float_order(self, leaf, a.low, b.low, true, true); break;
    case LLVM_ATOMIC_BIN_OP_FMINIMUM: made.low = float_order(self, leaf, a.low, b.low, false, true); break;
    case LLVM_ATOMIC_BIN_OP_UINC_WRAP: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_UGE, leaf, a, b), zero, int_add(self, leaf, a, one)); break;
    case LLVM_ATOMIC_BIN_OP_UDEC_WRAP: {
      NodeRef wraps = code_op2(self->code, NODE_I32_OR, int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, a, zero), int_compare(self, LLVM_I_CMP_PREDICATE_UGT, leaf, a, b));
      made = int_select(self, wraps, b, int_sub(self, leaf, a, one));
      break;
    }
    case LLVM_ATOMIC_BIN_OP_USUB_COND: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_UGE, leaf, a, b), int_sub(self, leaf, a, b), a); break;
    case LLVM_ATOMIC_BIN_OP_USUB_SAT: made = int_select(self, int_compare(self, LLVM_I_CMP_PREDICATE_UGE, leaf, a, b), int_sub(self, leaf, a, b), zero); break;
    default: return false;
  }
  return int_set(out, made, leaf), true;
}

// One thread: the operation is the plain one.
static bool lower_atomicrmw(Lower *self, Operation *op) {
  const Shape *shape = shape_of(self, op_operand_type(op, 1));
  Pieces pointer = pieces_of(self, op, op_operand(op, 0)), by = pieces_of(self, op, op_operand(op, 1));
  if (!pointer.data || !by.data) return false;
  watch_access(self, pointer.data[0]);
  Pieces old = load_pieces(self, shape, pointer.data[0]), made = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; made.data && i < shape->leaf_count; i++) {
    uint32_t at = shape->leaves[i].piece;
    if (!modified(self, op, shape->leaves[i], old.data + at, by.data + at, made.data + at)) return lower_refuse(self, op, "this kind of update");
  }
  store_pieces(self, shape, pointer.data[0], made);
  return set_pieces(self, op_result(op, 0), old), true;
}

static bool lower_cmpxchg(Lower *self, Operation *op) {
  const Shape *shape = shape_of(self, op_operand_type(op, 1));
  Pieces pointer = pieces_of(self, op, op_operand(op, 0)), expected = pieces_of(self, op, op_operand(op, 1)), given = pieces_of(self, op, op_operand(op, 2));
  if (!pointer.data || !expected.data || !given.data || shape->leaf_count != 1) return false;
  Leaf leaf = shape->leaves[0];
  watch_access(self, pointer.data[0]);
  Pieces old = load_pieces(self, shape, pointer.data[0]), out = pieces_new(self, shape->piece_count + 1), left = pieces_new(self, shape->piece_count);
  if (!out.data || !left.data) return false;
  NodeRef equal = int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, int_at(old.data, leaf), int_at(expected.data, leaf));
  int_set(left.data, int_select(self, equal, int_at(given.data, leaf), int_at(old.data, leaf)), leaf);
  store_pieces(self, shape, pointer.data[0], left);
  memcpy(out.data, old.data, sizeof *out.data * shape->piece_count);
  out.data[shape->piece_count] = equal;
  return set_pieces(self, op_result(op, 0), out), true;
}

static bool lower_load(Lower *self, Operation *op) {
  const Shape *shape = shape_of(self, op_result_type(op, 0));
  Pieces pointer = pieces_of(self, op, op_operand(op, 0));
  if (!shape) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  if (!pointer.data) return false;
  watch_access(self, pointer.data[0]);
  return set_pieces(self, op_result(op, 0), load_pieces(self, shape, pointer.data[0])), true;
}

static bool lower_store(Lower *self, Operation *op) {
  Pieces value = pieces_of(self, op, op_operand(op, 0)), pointer = pieces_of(self, op, op_operand(op, 1));
  if (!value.data || !pointer.data) return false;
  watch_access(self, pointer.data[0]);
  return store_pieces(self, shape_of(self, op_operand_type(op, 0)), pointer.data[0], value), true;
}

bool lower_memory(Lower *self, Operation *op, bool *known) {
  *known = true;
  switch (op_code(op)) {
    case OP_LLVM_LOAD: return lower_load(self, op);
    case OP_LLVM_STORE: return lower_store(self, op);
    case OP_LLVM_GETELEMENTPTR: return lower_gep(self, op);
    case OP_LLVM_ALLOCA: return lower_alloca(self, op);
    case OP_LLVM_INTR_MEMCPY: case OP_LLVM_INTR_MEMCPY_INLINE: case OP_LLVM_INTR_MEMMOVE: return lower_copy(self, op, NODE_MEMORY_COPY);
    case OP_LLVM_INTR_MEMSET: case OP_LLVM_INTR_MEMSET_INLINE: return lower_copy(self, op, NODE_MEMORY_FILL);
    case OP_LLVM_ATOMICRMW: return lower_atomicrmw(self, op);
    case OP_LLVM_CMPXCHG: return lower_cmpxchg(self, op);
    case OP_LLVM_INTR_STACKSAVE:
      self->code->uses_stack = true;
      return set_one(self, op, extended(self, code_pin(self->code, NODE_STACK_GET, W_I32, 0, 0, 0, 0)));
    case OP_LLVM_INTR_STACKRESTORE: {
      Pieces saved = pieces_of(self, op, op_operand(op, 0));
      if (saved.data) code_pin(self->code, NODE_STACK_SET, W_NONE, code_op1(self->code, NODE_I32_WRAP_I64, saved.data[0]), 0, 0, 0);
      return saved.data != NULL;
    }
    default: *known = false; return false;
  }
}
