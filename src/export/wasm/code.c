// Nodes: what is computed at once, what is the same, and what is simpler.
#include "export/wasm/code.h"

void code_init(Code *self, Arena *arena) {
  *self = (Code){.arena = arena};
  (void)vec_add(arena, &self->nodes);
  self->nodes.data[0] = (Node){.op = NODE_NONE, .type = W_NONE};
}

WasmType node_op_type(NodeOp op) {
  if (op >= 0x45 && op <= 0x66) return W_I32;   // comparisons
  if (op >= 0x67 && op <= 0x78) return W_I32;
  if (op >= 0x79 && op <= 0x8a) return W_I64;
  if (op >= 0x8b && op <= 0x98) return W_F32;
  if (op >= 0x99 && op <= 0xa6) return W_F64;
  switch ((int)op) {
    case NODE_I32_WRAP_I64: case NODE_I32_REINTERPRET_F32: case NODE_I32_EXTEND8_S: case NODE_I32_EXTEND16_S: return W_I32;
    case NODE_I64_EXTEND_I32_S: case NODE_I64_EXTEND_I32_U: case NODE_I64_REINTERPRET_F64: case NODE_I64_EXTEND8_S: case NODE_I64_EXTEND16_S:
    case NODE_I64_EXTEND32_S: case NODE_DATA: return W_I64;
    case NODE_F32_CONVERT_I32_S: case NODE_F32_CONVERT_I32_U: case NODE_F32_CONVERT_I64_S: case NODE_F32_CONVERT_I64_U: case NODE_F32_DEMOTE_F64:
    case NODE_F32_REINTERPRET_I32: return W_F32;
    case NODE_F64_CONVERT_I32_S: case NODE_F64_CONVERT_I32_U: case NODE_F64_CONVERT_I64_S: case NODE_F64_CONVERT_I64_U: case NODE_F64_PROMOTE_F32:
    case NODE_F64_REINTERPRET_I64: return W_F64;
    default: return op >= NODE_SAT && op <= NODE_I64_TRUNC_SAT_F64_U ? (op < NODE_I64_TRUNC_SAT_F32_S ? W_I32 : W_I64) : W_NONE;
  }
}

bool code_is_const(const Code *self, NodeRef ref, uint64_t *bits) {
  const Node *node = code_node(self, ref);
  if (node->op != NODE_CONST) return false;
  *bits = node->imm;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Equal nodes are one

static uint32_t hash_node(const Node *node) {
  uint64_t h = node->op * 0x9e3779b97f4a7c15ull ^ node->type;
  h = (h ^ node->args[0]) * 0xff51afd7ed558ccdull;
  h = (h ^ (h >> 31) ^ node->args[1]) * 0xc4ceb9fe1a85ec53ull;
  h = (h ^ (h >> 29) ^ node->args[2]) * 0xff51afd7ed558ccdull;
  h = (h ^ (h >> 32) ^ node->imm) * 0xc4ceb9fe1a85ec53ull;
  return (uint32_t)(h >> 32);
}

static bool same_node(const Node *a, const Node *b) {
  return a->op == b->op && a->type == b->type && a->args[0] == b->args[0] && a->args[1] == b->args[1] && a->args[2] == b->args[2] && a->imm == b->imm;
}

static void grow_table(Code *self) {
  uint32_t size = self->table_size ? self->table_size * 2 : 256;
  NodeRef *table = arena_new(self->arena, NodeRef, size);
  if (!table) return;
  for (uint32_t i = 0; i < self->table_size; i++) {
    NodeRef ref = self->table[i];
    if (!ref) continue;
    uint32_t at = hash_node(code_node(self, ref)) & (size - 1);
    while (table[at]) at = (at + 1) & (size - 1);
    table[at] = ref;
  }
  self->table = table;
  self->table_size = size;
}

static NodeRef add_node(Code *self, Node node) {
  node.source = self->source;
  if (node.pinned) node.level = (uint16_t)self->blocks.data[node.block].loop_depth;
  for (uint32_t i = 0; !node.pinned && i < 3; i++)
    if (code_node(self, node.args[i])->level > node.level) node.level = code_node(self, node.args[i])->level;
  vec_push(self->arena, &self->nodes, node);
  return self->nodes.count - 1;
}

static NodeRef unique(Code *self, Node node) {
  if (self->table_count * 2 >= self->table_size) grow_table(self);
  if (!self->table_size) return add_node(self, node);
  uint32_t at = hash_node(&node) & (self->table_size - 1);
  for (; self->table[at]; at = (at + 1) & (self->table_size - 1))
    if (same_node(code_node(self, self->table[at]), &node)) return self->table[at];
  if (self->table_count + 1 >= self->table_size) return add_node(self, node);   // without memory for a larger one
  self->table_count++;
  NodeRef made = add_node(self, node);
  self->table[at] = made;
  return made;
}

NodeRef code_const(Code *self, WasmType type, uint64_t bits) {
  if (type == W_I32 || type == W_F32) bits = (uint32_t)bits;
  return unique(self, (Node){.op = NODE_CONST, .type = (uint8_t)type, .imm = bits, .block = NO_BLOCK});
}

NodeRef code_data(Code *self) { return unique(self, (Node){.op = NODE_DATA, .type = W_I64, .block = NO_BLOCK}); }

NodeRef code_pin(Code *self, NodeOp op, WasmType type, NodeRef a, NodeRef b, NodeRef c, uint64_t imm) {
  NodeRef made = add_node(self, (Node){.op = (uint16_t)op, .type = (uint8_t)type, .pinned = true, .args = {a, b, c}, .imm = imm, .block = self->block});
  if (op != NODE_RESULT) vec_push(self->arena, &self->blocks.data[self->block].pinned, made);
  return made;
}

NodeRef code_param(Code *self, uint32_t block, WasmType type) {
  NodeRef made = add_node(self, (Node){.op = NODE_PARAM, .type = (uint8_t)type, .pinned = true, .block = block});
  vec_push(self->arena, &self->blocks.data[block].params, made);
  return made;
}

// ---------------------------------------------------------------------------------------------
// What constants give

// Both widths of integers have the same instructions, comparisons and arithmetic apart: the one of 32 bits; `wide`: it was of 64.
static NodeOp narrow_op(NodeOp op, bool *wide) {
  *wide = (op >= NODE_I64_EQZ && op <= NODE_I64_GE_U) || (op >= NODE_I64_CLZ && op <= NODE_I64_ROTR);
  if (!*wide) return op;
  return (NodeOp)(op - (op <= NODE_I64_GE_U ? NODE_I64_EQZ - NODE_I32_EQZ : NODE_I64_CLZ - NODE_I32_CLZ));
}

static bool fold_binary(NodeOp op, uint64_t a, uint64_t b, uint64_t *out) {
  bool wide;
  NodeOp narrow = narrow_op(op, &wide);
  uint32_t by = (uint32_t)b & (wide ? 63 : 31);
  if (!wide) a = (uint32_t)a, b = (uint32_t)b;
  int64_t sa = wide ? (int64_t)a : (int32_t)a, sb = wide ? (int64_t)b : (int32_t)b;
  switch ((int)narrow) {
    case NODE_I32_ADD: *out = a + b; return true;   // bits above the width are cut off with the constant
    case NODE_I32_SUB: *out = a - b; return true;
    case NODE_I32_MUL: *out = a * b; return true;
    case NODE_I32_AND: *out = a & b; return true;
    case NODE_I32_OR: *out = a | b; return true;
    case NODE_I32_XOR: *out = a ^ b; return true;
    case NODE_I32_SHL: *out = a << by; return true;
    case NODE_I32_SHR_U: *out = a >> by; return true;
    case NODE_I32_SHR_S: *out = (uint64_t)(sa >> by); return true;
    case NODE_I32_EQ: *out = a == b; return true;
    case NODE_I32_NE: *out = a != b; return true;
    case NODE_I32_LT_S: *out = sa < sb; return true;
    case NODE_I32_LT_U: *out = a < b; return true;
    case NODE_I32_GT_S: *out = sa > sb; return true;
    case NODE_I32_GT_U: *out = a > b; return true;
    default: return false;
  }
}

static bool fold_unary(NodeOp op, uint64_t a, uint64_t *out) {
  switch ((int)op) {
    case NODE_I32_WRAP_I64: *out = (uint32_t)a; return true;
    case NODE_I64_EXTEND_I32_U: *out = (uint32_t)a; return true;
    case NODE_I64_EXTEND_I32_S: case NODE_I64_EXTEND32_S: *out = (uint64_t)(int64_t)(int32_t)a; return true;
    case NODE_I32_EXTEND8_S: *out = (uint32_t)(int8_t)a; return true;
    case NODE_I32_EXTEND16_S: *out = (uint32_t)(int16_t)a; return true;
    case NODE_I32_EQZ: case NODE_I64_EQZ: *out = !a; return true;
    case NODE_I32_REINTERPRET_F32: case NODE_I64_REINTERPRET_F64: case NODE_F32_REINTERPRET_I32: case NODE_F64_REINTERPRET_I64: *out = a; return true;
    default: return false;
  }
}

static bool is_commutative(NodeOp op) {
  switch ((int)op) {
    case NODE_I32_ADD: case NODE_I32_MUL: case NODE_I32_AND: case NODE_I32_OR: case NODE_I32_XOR: case NODE_I32_EQ: case NODE_I32_NE:
    case NODE_I64_ADD: case NODE_I64_MUL: case NODE_I64_AND: case NODE_I64_OR: case NODE_I64_XOR: case NODE_I64_EQ: case NODE_I64_NE: return true;
    default: return false;
  }
}

// ---------------------------------------------------------------------------------------------
// What is simpler

static bool is_power(uint64_t value) { return value && !(value & (value - 1)); }

static NodeRef simplify_int(Code *self, NodeOp op, NodeRef a, NodeRef b) {
  bool wide;
  NodeOp narrow = narrow_op(op, &wide);
  if (narrow < NODE_I32_CLZ || narrow > NODE_I32_ROTR) return 0;
  WasmType type = wide ? W_I64 : W_I32;
  uint64_t k, inner, all = wide ? UINT64_MAX : UINT32_MAX;
  if (a == b && (narrow == NODE_I32_SUB || narrow == NODE_I32_XOR)) return code_const(self, type, 0);
  if (a == b && (narrow == NODE_I32_AND || narrow == NODE_I32_OR)) return a;
  if (!code_is_const(self, b, &k)) return 0;
  const Node *left = code_node(self, a);
  switch ((int)narrow) {
    case NODE_I32_ADD: case NODE_I32_SUB: case NODE_I32_OR: case NODE_I32_XOR: case NODE_I32_SHL: case NODE_I32_SHR_S: case NODE_I32_SHR_U:
      if (k == 0) return a;
      break;
    case NODE_I32_MUL:
      if (k == 0) return b;
      if (k == 1) return a;
      if (is_power(k)) return code_op2(self, wide ? NODE_I64_SHL : NODE_I32_SHL, a, code_const(self, type, (uint64_t)__builtin_ctzll(k)));
      break;
    case NODE_I32_AND:
      if (k == 0) return b;
      if (k == all) return a;
      break;
    case NODE_I32_DIV_U:
      if (k == 1) return a;
      if (is_power(k)) return code_op2(self, wide ? NODE_I64_SHR_U : NODE_I32_SHR_U, a, code_const(self, type, (uint64_t)__builtin_ctzll(k)));
      break;
    case NODE_I32_REM_U:
      if (is_power(k)) return code_op2(self, wide ? NODE_I64_AND : NODE_I32_AND, a, code_const(self, type, k - 1));
      break;
    default: break;
  }
  if (narrow == NODE_I32_SUB) return code_op2(self, wide ? NODE_I64_ADD : NODE_I32_ADD, a, code_const(self, type, 0 - k));
  // (x op j) op k
  if ((narrow == NODE_I32_ADD || narrow == NODE_I32_AND || narrow == NODE_I32_OR || narrow == NODE_I32_XOR) && left->op == op && code_is_const(self, left->args[1], &inner)) {
    uint64_t joined = narrow == NODE_I32_ADD ? inner + k : narrow == NODE_I32_AND ? inner & k : narrow == NODE_I32_OR ? inner | k : inner ^ k;
    return code_op2(self, op, left->args[0], code_const(self, type, joined));
  }
  // A comparison is 0 or 1.
  if (!wide && narrow == NODE_I32_AND && (k & 1) && left->op >= NODE_I32_EQZ && left->op <= NODE_F64_GE) return a;
  if (!wide && narrow == NODE_I32_XOR && k == 1 && left->op >= NODE_I32_EQZ && left->op <= NODE_F64_GE) return code_op1(self, NODE_I32_EQZ, a);
  if (!wide && narrow == NODE_I32_AND && ((left->op == NODE_I32_LOAD8_U && (k & 255) == 255) || (left->op == NODE_I32_LOAD16_U && (k & 65535) == 65535))) return a;
  return 0;
}

// The opposite of a comparison of integers; NODE_NONE: there is none.
static NodeOp opposite(NodeOp op) {
  if (op < NODE_I32_EQ || op > NODE_I64_GE_U || op == NODE_I64_EQZ) {
    if (op == NODE_F32_EQ) return NODE_F32_NE;
    if (op == NODE_F32_NE) return NODE_F32_EQ;
    if (op == NODE_F64_EQ) return NODE_F64_NE;
    return op == NODE_F64_NE ? NODE_F64_EQ : NODE_NONE;
  }
  NodeOp base = op >= NODE_I64_EQ ? NODE_I64_EQ : NODE_I32_EQ;
  static const uint8_t of[] = {1, 0, 8, 9, 6, 7, 4, 5, 2, 3};   // eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u
  return (NodeOp)(base + of[op - base]);
}

static NodeRef simplify_unary(Code *self, NodeOp op, NodeRef a) {
  const Node *of = code_node(self, a);
  NodeRef x = of->args[0], y = of->args[1];
  switch ((int)op) {
    case NODE_I32_WRAP_I64:
      if (of->op == NODE_I64_EXTEND_I32_S || of->op == NODE_I64_EXTEND_I32_U) return x;
      break;
    case NODE_I32_EQZ: {
      NodeOp other = opposite((NodeOp)of->op);
      if (other != NODE_NONE) return code_op2(self, other, x, y);
      break;
    }
    case NODE_I32_REINTERPRET_F32: if (of->op == NODE_F32_REINTERPRET_I32) return x; break;
    case NODE_F32_REINTERPRET_I32: if (of->op == NODE_I32_REINTERPRET_F32) return x; break;
    case NODE_I64_REINTERPRET_F64: if (of->op == NODE_F64_REINTERPRET_I64) return x; break;
    case NODE_F64_REINTERPRET_I64: if (of->op == NODE_I64_REINTERPRET_F64) return x; break;
    default: break;
  }
  return 0;
}

static NodeRef simplify(Code *self, NodeOp op, NodeRef a, NodeRef b, NodeRef c) {
  uint64_t x, y, folded;
  WasmType type = node_op_type(op);
  if (op == NODE_SELECT) {
    if (a == b) return a;
    return code_is_const(self, c, &x) ? (x ? a : b) : 0;
  }
  if (!b) {
    if (code_is_const(self, a, &x) && fold_unary(op, x, &folded)) return code_const(self, type, folded);
    return simplify_unary(self, op, a);
  }
  if (code_is_const(self, a, &x) && code_is_const(self, b, &y)) {
    if (fold_binary(op, x, y, &folded)) return code_const(self, type, folded);
  }
  // Zero is compared with an instruction of its own.
  if (op == NODE_I32_EQ && code_is_const(self, b, &y) && !y) return code_op1(self, NODE_I32_EQZ, a);
  if (op == NODE_I64_EQ && code_is_const(self, b, &y) && !y) return code_op1(self, NODE_I64_EQZ, a);
  if (op == NODE_I32_NE && code_is_const(self, b, &y) && !y && code_node(self, a)->op >= NODE_I32_EQZ && code_node(self, a)->op <= NODE_F64_GE) return a;
  return simplify_int(self, op, a, b);
}

NodeRef code_op(Code *self, NodeOp op, NodeRef a, NodeRef b, NodeRef c) {
  uint64_t bits;
  if (b && is_commutative(op) && code_is_const(self, a, &bits)) {
    NodeRef swap = a;
    a = b, b = swap;
  }
  NodeRef simple = simplify(self, op, a, b, c);
  if (simple) return simple;
  WasmType type = op == NODE_SELECT ? code_type(self, a) : node_op_type(op);
  return unique(self, (Node){.op = (uint16_t)op, .type = (uint8_t)type, .args = {a, b, c}, .block = NO_BLOCK});
}

NodeRef code_select(Code *self, NodeRef condition, NodeRef then, NodeRef otherwise) {
  const Node *node = code_node(self, condition);
  if (node->op == NODE_I32_EQZ) return code_op(self, NODE_SELECT, otherwise, then, node->args[0]);
  return code_op(self, NODE_SELECT, then, otherwise, condition);
}
