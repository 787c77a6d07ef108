// A function on its way from the llvm dialect to WebAssembly: a graph of nodes on wasm's own types.
//
// A node that only computes has no place: it is made once for equal operands, and placed when all of its uses are known
// (place.c). What reads or writes memory, calls or may trap is pinned to its block, in order. Blocks are those of the llvm.func;
// their structure as wasm's blocks and loops is found when they are written (emit.c).
#ifndef RUNG_EXPORT_WASM_CODE_H
#define RUNG_EXPORT_WASM_CODE_H

#include "support/map.h"
#include "support/strbuf.h"
#include "support/vec.h"

// Types as the binary format spells them.
typedef enum WasmType { W_I32 = 0x7f, W_I64 = 0x7e, W_F32 = 0x7d, W_F64 = 0x7c, W_NONE = 0x40 } WasmType;

// Up to NODE_SAT the instruction's own opcode (https://webassembly.github.io/spec/core/appendix/index-instructions.html).
typedef enum NodeOp {
  NODE_SELECT = 0x1b,          // value if, value else, condition
  NODE_LOAD_FIRST = 0x28, NODE_I32_LOAD = 0x28, NODE_I64_LOAD = 0x29, NODE_F32_LOAD = 0x2a, NODE_F64_LOAD = 0x2b,
  NODE_I32_LOAD8_U = 0x2d, NODE_I32_LOAD16_U = 0x2f, NODE_I64_LOAD8_U = 0x31, NODE_I64_LOAD16_U = 0x33, NODE_I64_LOAD32_U = 0x35,
  NODE_LOAD_LAST = 0x35,
  NODE_STORE_FIRST = 0x36, NODE_I32_STORE = 0x36, NODE_I64_STORE = 0x37, NODE_F32_STORE = 0x38, NODE_F64_STORE = 0x39,
  NODE_I32_STORE8 = 0x3a, NODE_I32_STORE16 = 0x3b, NODE_I64_STORE8 = 0x3c, NODE_I64_STORE16 = 0x3d, NODE_I64_STORE32 = 0x3e,
  NODE_STORE_LAST = 0x3e,
  NODE_I32_EQZ = 0x45, NODE_I32_EQ, NODE_I32_NE, NODE_I32_LT_S, NODE_I32_LT_U, NODE_I32_GT_S, NODE_I32_GT_U, NODE_I32_LE_S, NODE_I32_LE_U,
  NODE_I32_GE_S, NODE_I32_GE_U,
  NODE_I64_EQZ = 0x50, NODE_I64_EQ, NODE_I64_NE, NODE_I64_LT_S, NODE_I64_LT_U, NODE_I64_GT_S, NODE_I64_GT_U, NODE_I64_LE_S, NODE_I64_LE_U,
  NODE_I64_GE_S, NODE_I64_GE_U,
  NODE_F32_EQ = 0x5b, NODE_F32_NE, NODE_F32_LT, NODE_F32_GT, NODE_F32_LE, NODE_F32_GE,
  NODE_F64_EQ = 0x61, NODE_F64_NE, NODE_F64_LT, NODE_F64_GT, NODE_F64_LE, NODE_F64_GE,
  NODE_I32_CLZ = 0x67, NODE_I32_CTZ, NODE_I32_POPCNT, NODE_I32_ADD, NODE_I32_SUB, NODE_I32_MUL, NODE_I32_DIV_S, NODE_I32_DIV_U, NODE_I32_REM_S,
  NODE_I32_REM_U, NODE_I32_AND, NODE_I32_OR, NODE_I32_XOR, NODE_I32_SHL, NODE_I32_SHR_S, NODE_I32_SHR_U, NODE_I32_ROTL, NODE_I32_ROTR,
  NODE_I64_CLZ = 0x79, NODE_I64_CTZ, NODE_I64_POPCNT, NODE_I64_ADD, NODE_I64_SUB, NODE_I64_MUL, NODE_I64_DIV_S, NODE_I64_DIV_U, NODE_I64_REM_S,
  NODE_I64_REM_U, NODE_I64_AND, NODE_I64_OR, NODE_I64_XOR, NODE_I64_SHL, NODE_I64_SHR_S, NODE_I64_SHR_U, NODE_I64_ROTL, NODE_I64_ROTR,
  NODE_F32_ABS = 0x8b, NODE_F32_NEG, NODE_F32_CEIL, NODE_F32_FLOOR, NODE_F32_TRUNC, NODE_F32_NEAREST, NODE_F32_SQRT, NODE_F32_ADD, NODE_F32_SUB,
  NODE_F32_MUL, NODE_F32_DIV, NODE_F32_MIN, NODE_F32_MAX, NODE_F32_COPYSIGN,
  NODE_F64_ABS = 0x99, NODE_F64_NEG, NODE_F64_CEIL, NODE_F64_FLOOR, NODE_F64_TRUNC, NODE_F64_NEAREST, NODE_F64_SQRT, NODE_F64_ADD, NODE_F64_SUB,
  NODE_F64_MUL, NODE_F64_DIV, NODE_F64_MIN, NODE_F64_MAX, NODE_F64_COPYSIGN,
  NODE_I32_WRAP_I64 = 0xa7,
  NODE_I64_EXTEND_I32_S = 0xac, NODE_I64_EXTEND_I32_U = 0xad,
  NODE_F32_CONVERT_I32_S = 0xb2, NODE_F32_CONVERT_I32_U, NODE_F32_CONVERT_I64_S, NODE_F32_CONVERT_I64_U, NODE_F32_DEMOTE_F64,
  NODE_F64_CONVERT_I32_S = 0xb7, NODE_F64_CONVERT_I32_U, NODE_F64_CONVERT_I64_S, NODE_F64_CONVERT_I64_U, NODE_F64_PROMOTE_F32,
  NODE_I32_REINTERPRET_F32 = 0xbc, NODE_I64_REINTERPRET_F64, NODE_F32_REINTERPRET_I32, NODE_F64_REINTERPRET_I64,
  NODE_I32_EXTEND8_S = 0xc0, NODE_I32_EXTEND16_S, NODE_I64_EXTEND8_S, NODE_I64_EXTEND16_S, NODE_I64_EXTEND32_S,
  NODE_SAT = 0x100,            // + the second byte of 0xfc: truncations that saturate
  NODE_I32_TRUNC_SAT_F32_S = 0x100, NODE_I32_TRUNC_SAT_F32_U, NODE_I32_TRUNC_SAT_F64_S, NODE_I32_TRUNC_SAT_F64_U,
  NODE_I64_TRUNC_SAT_F32_S, NODE_I64_TRUNC_SAT_F32_U, NODE_I64_TRUNC_SAT_F64_S, NODE_I64_TRUNC_SAT_F64_U,
  NODE_MEMORY_COPY = 0x10a, NODE_MEMORY_FILL = 0x10b,   // three operands
  NODE_NONE = 0x200,
  NODE_CONST,                  // imm: the bits
  NODE_PARAM,                  // of a block, or of the function
  NODE_DATA,                   // the address of the module's data, an i64
  NODE_CALL,                   // imm: the function; args: begin and count in `lists`
  NODE_CALL_INDIRECT,          // imm: the type; the last argument is the place in the table
  NODE_RESULT,                 // of the call args[0]; imm: which
  NODE_ALLOCA,                 // args[0]: bytes, an i32; imm: alignment. The address, an i32
  NODE_STACK_GET, NODE_STACK_SET,
  NODE_TRAP,
  NODE_WATCH,                  // args[0]: an address, an i32, that is not to be in the freed part of memory; imm: what is called when it is
} NodeOp;

typedef uint32_t NodeRef;      // 0: none
#define IMPORTED (1u << 31)    // of what NODE_CALL calls: a function of the runtime, by its place among the imports

typedef struct Node {
  uint16_t op;
  uint8_t type;                // WasmType of the value; W_NONE: there is none
  bool pinned;
  NodeRef args[3];
  uint64_t imm;                // constants: bits; loads and stores: the offset
  uint32_t block;              // where it is computed; of a node without a place: found by place.c
  uint32_t uses;
  uint32_t user_block;         // of its only use
  uint32_t local;              // + 1; 0: none
  uint32_t source;             // where in the text, a byte
  uint16_t level;              // how many loops its operands are in
  uint8_t height;              // of the tree that is written where it is used
  bool live, escapes;          // it is needed; it is used elsewhere than in its block, or more than once
  bool ready, pending;         // of the block being written: its operands are; it waits for its use
} Node;

typedef struct Edge {
  uint32_t target;
  uint32_t begin, count;       // the arguments, in `lists`
} Edge;

typedef enum EndKind { END_NONE, END_JUMP, END_IF, END_SWITCH, END_RETURN, END_UNREACHABLE } EndKind;

typedef struct CodeBlock {
  VEC(NodeRef) params;
  VEC(NodeRef) pinned;
  VEC(NodeRef) floating;       // found by place.c: those without a place that are computed here, users first
  EndKind end;
  NodeRef value;               // END_IF: the condition, an i32; END_SWITCH: what is compared
  uint32_t edges, edge_count;  // in `edges`; END_IF: true, false; END_SWITCH: the default first
  uint32_t cases, case_count;  // END_SWITCH: in `cases`, the edge that each value leads to; other values: the first
  uint32_t begin, count;       // END_RETURN: what is returned, in `lists`
  uint32_t source;
  // Found by place.c
  uint32_t order;              // in reverse postorder, from 1; 0: never reached
  uint32_t dominator, depth;   // the block that dominates it, and how many do
  uint32_t loop;               // the header of its loop, or NO_BLOCK; of a header: its own number
  uint32_t loop_depth;
  uint32_t forward;            // edges into it that do not go back
  bool is_header;
  uint32_t first_child, next_child;   // of the tree of dominators
} CodeBlock;
#define NO_BLOCK UINT32_MAX

// Blocks by number; 0 is the entry.
typedef struct Code {
  Arena *arena;
  VEC(Node) nodes;
  VEC(CodeBlock) blocks;
  VEC(Edge) edges;
  VEC(uint64_t) cases;
  U32Vec lists;
  U32Vec order;                // blocks, in reverse postorder
  NodeRef *table;              // nodes without a place, by what they compute
  uint32_t table_size, table_count;
  uint32_t block;              // where nodes are pinned now
  uint32_t source;
  uint32_t import_count;       // of the module, when functions are written: behind them come its own
  bool uses_stack;             // it has slots of its own
  bool is_irreducible;         // some loop has two entries
} Code;

void code_init(Code *self, Arena *arena);
static inline Node *code_node(const Code *self, NodeRef ref) { return &self->nodes.data[ref]; }
static inline WasmType code_type(const Code *self, NodeRef ref) { return (WasmType)code_node(self, ref)->type; }

// A node that computes: simplified, and the same for the same operands.
NodeRef code_op(Code *self, NodeOp op, NodeRef a, NodeRef b, NodeRef c);
static inline NodeRef code_op1(Code *self, NodeOp op, NodeRef a) { return code_op(self, op, a, 0, 0); }
static inline NodeRef code_op2(Code *self, NodeOp op, NodeRef a, NodeRef b) { return code_op(self, op, a, b, 0); }
NodeRef code_const(Code *self, WasmType type, uint64_t bits);
static inline NodeRef code_i32(Code *self, uint32_t value) { return code_const(self, W_I32, value); }
static inline NodeRef code_i64(Code *self, uint64_t value) { return code_const(self, W_I64, value); }
NodeRef code_data(Code *self);
NodeRef code_select(Code *self, NodeRef condition, NodeRef then, NodeRef otherwise);
// A node that has its place at the end of the current block.
NodeRef code_pin(Code *self, NodeOp op, WasmType type, NodeRef a, NodeRef b, NodeRef c, uint64_t imm);
NodeRef code_param(Code *self, uint32_t block, WasmType type);
bool code_is_const(const Code *self, NodeRef ref, uint64_t *bits);
WasmType node_op_type(NodeOp op);   // of the value it gives

// --- place.c
bool code_order(Code *self);   // the order of blocks, dominators and loops, when blocks and edges are there; false: no memory
// Where every node is computed, when all are there.
bool code_place(Code *self);   // false: no memory
uint32_t node_arg_count(const Node *node);
NodeRef node_arg(const Code *self, const Node *node, uint32_t i);

// --- emit.c: the body of a function, locals first. `lines` gets pairs of a place in `out` and a place in the text.
typedef struct CodeLine { uint32_t at, source; } CodeLine;
typedef VEC(CodeLine) CodeLines;
bool code_emit(Code *self, StrBuf *out, CodeLines *lines);   // the entry's parameters are the function's

#endif
