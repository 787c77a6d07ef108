// From the llvm dialect to nodes. What the files of the translation share.
//
// A value is a list of pieces, each a value of wasm's: one for an integer of up to 64 bits, a pointer or a float, two for a wider
// integer; those of its elements for a vector, an array or a struct. Integers are held zero-extended. Pointers are 64 bits wide, as
// in memory; only an address is cut to wasm's 32. f16 and bf16 are held as their bits.
#ifndef RUNG_EXPORT_WASM_LOWER_H
#define RUNG_EXPORT_WASM_LOWER_H

#include "dialects/llvm/types.h"
#include "export/llvm_ir/constants.h"
#include "export/llvm_ir/layout.h"
#include "export/wasm/binary.h"
#include "export/wasm/runtime.h"
#include "ops/llvm.h"

// A scalar of a value.
typedef struct Leaf {
  bool is_float;
  FloatKind kind;        // of floats
  uint32_t bits;
  uint32_t piece;        // the first of its pieces
  uint64_t at;           // in memory, in bits
  bool packed;           // an element of a vector that begins or ends within a byte
} Leaf;

typedef struct Shape {
  T type;
  Leaf *leaves;
  uint32_t leaf_count, piece_count;
  WasmType *pieces;
} Shape;
enum { MAX_LEAVES = 4096 };

typedef struct Pieces { NodeRef *data; uint32_t count; } Pieces;

// A function of the module, or one that it imports from the runtime.
typedef struct Function {
  Operation *op;         // NULL: of the runtime, or made here
  Str name;
  uint32_t type;
  Code *code;            // NULL: imported
  uint32_t slot;         // in the table; 0: none
} Function;

typedef struct Relocation { uint64_t at; Str symbol; } Relocation;   // an address in the data

// What a place in memory holds: it was just read or written. Of the block at hand, and those that it alone follows.
typedef struct Known { NodeRef address, value; uint64_t offset; uint16_t load; } Known;
enum { MAX_KNOWN = 12 };
typedef struct KnownMemory { Known items[MAX_KNOWN]; uint32_t count; } KnownMemory;

typedef struct Lower {
  Module *module;
  Context *ctx;
  Arena arena;
  IrLayout layout;
  Map symbols;           // name -> Operation *
  Map shapes;            // type -> Shape *
  Map values;            // value -> NodeRef *
  Map data_at;           // of a global -> its place in the data + 1
  Map blocks;            // block -> its number + 1
  Map loops;             // block -> Unrolled *, those that are written several times
  Map function_of;       // name -> place in `functions` + 1
  Map import_of;         // name -> place in `imports` + 1
  Map type_of;           // signature -> place in `types` + 1
  VEC(Function) functions, imports;
  VEC(Str) types;        // parameters, a zero, results, in the binary format
  VEC(NodeRef) table;    // functions whose address is taken: IMPORTED | place, or place
  VEC(Relocation) relocations;
  StrBuf data;
  uint32_t data_align;
  Code *code;            // of the function at hand
  const Operation *function;
  KnownMemory known;
  KnownMemory *known_after;   // each block
  bool traced;                // each value is told
  bool watched;               // what is freed is not to be touched
  bool failed;
} Lower;

// The operation cannot be run, and why. False.
bool lower_refuse(Lower *self, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));

// --- shapes.c
const Shape *shape_of(Lower *self, T type);   // NULL: no value of the type can be held; not reported
Pieces pieces_new(Lower *self, uint32_t count);
Pieces pieces_of(Lower *self, const Operation *op, Value *value);
void set_pieces(Lower *self, Value *value, Pieces pieces);
static inline Pieces pieces_at(Pieces all, uint32_t begin, uint32_t count) { return (Pieces){all.data + begin, count}; }
WasmType leaf_type(Leaf leaf);
static inline uint32_t leaf_pieces(Leaf leaf) { return leaf.bits > 64 ? 2 : 1; }
bool scalar_leaf(Lower *self, T type, Leaf *out);      // false: no scalar that can be held
static inline Leaf int_leaf(uint32_t bits) { return (Leaf){.bits = bits}; }
Pieces zero_pieces(Lower *self, const Shape *shape);
bool pieces_of_constant(Lower *self, const IrConst *constant, Pieces out);

// --- integers.c: on the pieces of one integer; `out` has room for as many as the result has
typedef struct Int { NodeRef low, high; } Int;         // high: of integers over 64 bits
static inline Int int_at(const NodeRef *pieces, Leaf leaf) { return (Int){pieces[0], leaf.bits > 64 ? pieces[1] : 0}; }
static inline void int_set(NodeRef *pieces, Int value, Leaf leaf) { pieces[0] = value.low; if (leaf.bits > 64) pieces[1] = value.high; }
Int int_const(Lower *self, Leaf leaf, uint64_t low, uint64_t high);
Int int_signed(Lower *self, Leaf leaf, Int value);     // its sign fills what is above its bits
Int int_masked(Lower *self, Leaf leaf, Int value);     // zeros fill it
Int int_binary(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b);   // of llvm.add … llvm.xor
NodeRef int_compare(Lower *self, int64_t predicate, Leaf leaf, Int a, Int b);
Int int_cast(Lower *self, Leaf from, Leaf to, bool is_signed, Int value);
Int int_select(Lower *self, NodeRef condition, Int a, Int b);
Int int_add(Lower *self, Leaf leaf, Int a, Int b);
Int int_sub(Lower *self, Leaf leaf, Int a, Int b);
// llvm.intr.ctlz … fshl, smax …: false: no such.
bool int_intrinsic(Lower *self, const Operation *op, Leaf leaf, const Int *operands, Int *out);
NodeRef int_overflows(Lower *self, uint32_t opcode, Leaf leaf, Int a, Int b, Int *out);
NodeRef to_i32(Lower *self, Leaf leaf, Int value);
NodeRef to_i64(Lower *self, Leaf leaf, Int value, bool is_signed);

// --- floats.c
NodeRef float_value(Lower *self, Leaf leaf, NodeRef piece);    // an f32 or f64
NodeRef float_piece(Lower *self, Leaf leaf, NodeRef value);
NodeRef float_binary(Lower *self, uint32_t opcode, Leaf leaf, NodeRef a, NodeRef b);
NodeRef float_compare(Lower *self, int64_t predicate, Leaf leaf, NodeRef a, NodeRef b);
NodeRef float_negate(Lower *self, Leaf leaf, NodeRef a);
NodeRef float_cast(Lower *self, Leaf from, Leaf to, NodeRef value);
NodeRef float_of_int(Lower *self, Leaf from, bool is_signed, Int value, Leaf to);
Int float_to_int(Lower *self, Leaf from, NodeRef value, Leaf to, bool is_signed, bool saturates);
// 0: no such.
NodeRef float_intrinsic(Lower *self, const Operation *op, Leaf leaf, const NodeRef *operands);
NodeRef float_order(Lower *self, Leaf leaf, NodeRef a, NodeRef b, bool larger, bool nan_wins);

// --- memory.c
NodeRef address_of(Lower *self, NodeRef pointer, uint64_t *offset);    // an i32; `offset` becomes that of the instruction
Pieces load_pieces(Lower *self, const Shape *shape, NodeRef pointer);
void store_pieces(Lower *self, const Shape *shape, NodeRef pointer, Pieces value);
void load_leaf(Lower *self, Leaf leaf, NodeRef pointer, uint64_t at, NodeRef *out);
void store_leaf(Lower *self, Leaf leaf, NodeRef pointer, uint64_t at, const NodeRef *value);
bool lower_memory(Lower *self, Operation *op, bool *known);
static inline void forget_memory(Lower *self) { self->known.count = 0; }   // something else may have written
bool place_globals(Lower *self);
NodeRef symbol_address(Lower *self, const Operation *op, Str name);    // 0: reported
bool fill_globals(Lower *self);                                        // what only code can say of them, into the start function
Operation *global_named(Lower *self, Str name);

// --- vectors.c
bool lower_vector(Lower *self, Operation *op, bool *known);

// --- operations.c
bool lower_operation(Lower *self, Operation *op);
// --- trace.c: what the host of a traced program is told (wasm.h); nothing of any other
void trace_value(Lower *self, Value *value, Range source);   // a number, a pointer or a memref that has a place in the text
void trace_before(Lower *self, const Operation *op);
void trace_after(Lower *self, Operation *op);
void trace_enter(Lower *self);                               // the function at hand
void trace_leave(Lower *self, const Operation *op);
void watch_access(Lower *self, NodeRef pointer);             // of a watched program: to memory that was freed
// --- calls.c
bool lower_call(Lower *self, Operation *op);
uint32_t type_index(Lower *self, Str signature);
bool signature_of(Lower *self, const LLVMFuncType *type, Str *out);
// A function of the runtime, by its name there; its results.
void call_runtime(Lower *self, const char *name, const NodeRef *args, NodeRef *results);
NodeRef runtime1(Lower *self, const char *name, NodeRef a);
NodeRef runtime2(Lower *self, const char *name, NodeRef a, NodeRef b);
uint32_t import_named(Lower *self, const RuntimeFunction *function);
bool function_slot(Lower *self, const Operation *op, Str name, uint32_t *out);
// --- unroll.c: small loops are written several times over, so that each of the engine's checks is for several rounds
typedef struct Unrolled {
  Block *header, *body, *exit;    // body: NULL when the header is all of it
  uint32_t copies;
  uint32_t *headers, *bodies;     // the blocks of each copy
  ValueVec escaping;              // of the header, used behind the loop: parameters of the exit, behind its own
} Unrolled;
// The loop that begins with the block, if it is one to write several times, with blocks and edges for it; NULL: it is not.
Unrolled *unroll_loop(Lower *self, Block *header);

// --- functions.c
uint32_t block_number(Lower *self, const Block *block);
uint32_t add_block(Code *code);
void add_edge(Code *code, uint32_t target);
bool lower_function(Lower *self, Function *function);
bool lower_region_into(Lower *self, Operation *op, Pieces *out);       // the initializer of a global

#endif
