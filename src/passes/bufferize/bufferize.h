// Tensors become memory: the state of the analysis, and what operations use to put others on memory in their place
// (after mlir/lib/Dialect/Bufferization).
#ifndef RUNG_PASSES_BUFFERIZE_BUFFERIZE_H
#define RUNG_PASSES_BUFFERIZE_BUFFERIZE_H

#include "ir/dominance.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "ops/bufferize.h"
#include "passes/bufferize/model.h"
#include "rewrite/pass.h"

typedef enum LayoutOption { LAYOUT_INFERRED, LAYOUT_IDENTITY, LAYOUT_DYNAMIC } LayoutOption;

typedef struct BufferizeOptions {
  bool functions, allow_unknown, return_allocs_from_loops, copy_before_write, check_parallel, analysis_only, print_conflicts, dump_aliases;
  bool must_infer_space, space_is_encoding;
  LayoutOption function_layout, unknown_layout;
  uint64_t alignment;
  Str heuristic;
  StrVec dialects, skipped_functions;
} BufferizeOptions;

// Why the memory of an operand has to be copied, for explanations.
typedef struct BufferDecision {
  Use *use;
  bool in_place;
  Operation *read, *write;   // that disagree; NULL: the memory may not be written
} BufferDecision;

// What is known of a function once it is analysed.
typedef struct FunctionFacts {
  Operation *function;
  int32_t *equivalent;       // for each returned value: the argument that it is the same memory as, or -1
  bool *may_alias;           // result * arguments + argument
  bool *read, *written;      // of arguments
  uint32_t arguments, results;
  bool is_known;
} FunctionFacts;

struct BufferAliasSet;

struct Bufferizer {
  PassRun *run;
  Context *ctx;
  Module *module;
  Arena *arena;
  BufferizeOptions options;
  Builder b;
  Dominance dominance;
  SymbolTables symbols;
  SymbolNames names;         // of new globals
  Map globals;               // module -> Map *: value of a global -> OpVec *
  Map sets, equals;          // Value * -> node of a set of values
  Map in_place;              // Use * of operands that are decided to be used in place
  Map decided;               // Use * -> BufferDecision *
  Map undefined;             // Use * of values whose contents are not defined
  Map functions;             // Operation * -> FunctionFacts *
  Map defined_types;         // of values: true while their memory type is being found, where they end the search
  OpVec worklist, to_buffers;
  Map erased;
  bool analysed;             // what is in place is known; else nothing is
  bool failed;
  uint32_t depth;
  uint32_t conflicts;        // counted, for print-conflicts
};

// NULL: memory ran out.
Bufferizer *bufferizer_new(PassRun *run, const BufferizeOptions *options);

// --- What operations say

// NULL: it does not, or must not, become one on memory.
const BufferizableOpInterface *bufferizable(const Bufferizer *z, const Operation *op);
bool op_is_allowed(const Bufferizer *z, const Operation *op);
bool op_has_tensors(const Operation *op);
Operation *owner_of_value(const Value *value);
bool operand_reads(Bufferizer *z, Use *use);
bool operand_writes(Bufferizer *z, Use *use);
void operand_aliases(Bufferizer *z, Use *use, BufferAliases *out);
void value_sources(Bufferizer *z, Value *value, BufferAliases *out);
bool value_is_defined(Bufferizer *z, Value *value);       // bufferizes to a memory write
bool value_is_writable(Bufferizer *z, Value *value);
bool value_is_read(Bufferizer *z, Value *value);
bool operand_in_place(const Bufferizer *z, const Use *use);
static inline void push_alias(BufferAliases *out, Value *value, bool equivalent, bool maybe) {
  vec_push(out->arena, &out->list, (BufferAlias){.value = value, .equivalent = equivalent, .maybe = maybe});
}
static inline void push_source(BufferAliases *out, Use *use, bool equivalent, bool maybe) {
  vec_push(out->arena, &out->list, (BufferAlias){.use = use, .equivalent = equivalent, .maybe = maybe});
}
// The operand of a destination-style operation that becomes result `i`; -1: there is none.
int32_t destination_operand(const Operation *op, uint32_t i);

// The values behind `value`, through operands it is the same memory as, that `found` holds of. `leaves`: those where the chain ends, too.
typedef VEC(Use *) UseVec;
typedef struct ReverseChain {
  bool (*found)(Bufferizer *z, Value *value, void *data);
  void *data;
  bool leaves, equivalent_only, in_place_only, unknown_too;
  bool same_types;      // through casts, and else only to values of the same type
  UseVec *followed;     // operands that the search went through; may be NULL
} ReverseChain;
void find_in_reverse(Bufferizer *z, Use *use, const ReverseChain *chain, ValueVec *out);

// Sets of values that may share memory, and of values that are the same memory.
bool values_alias(Bufferizer *z, Value *a, Value *b);
bool values_equal(Bufferizer *z, Value *a, Value *b);
void unite_aliases(Bufferizer *z, Value *a, Value *b);
void unite_equals(Bufferizer *z, Value *a, Value *b);
bool each_alias(Bufferizer *z, Value *value, bool (*fn)(Bufferizer *z, Value *alias, void *data), void *data);

// --- Analysis (analysis.c) and copies (copies.c). False: reported

bool analyse(Bufferizer *z, Operation *op);
bool insert_copies(Bufferizer *z, Operation *op);
bool default_copies(Bufferizer *z, Operation *op);
void annotate_analysis(Bufferizer *z, Operation *op);
// An alloc_tensor like `tensor` at the builder's place; `copy`: with its contents. NULL: reported.
Value *build_tensor_like(Bufferizer *z, Value *tensor, bool copy);
// The closest region around that may run several times; NULL: none.
Region *repetitive_region(Bufferizer *z, Region *region);
Region *next_repetitive_region(Bufferizer *z, Region *region);

// --- Rewriting (rewrite.c)

bool bufferize_all(Bufferizer *z, Operation *op);
// The memory of a tensor; NULL: reported.
Value *get_buffer(Bufferizer *z, Value *tensor);
T buffer_type(Bufferizer *z, Value *tensor);
T unknown_buffer_type(Bufferizer *z, T tensor, A layout, A space);
T identity_buffer_type(Context *ctx, T tensor, A space);
T dynamic_buffer_type(Context *ctx, T tensor, A space);
T function_buffer_type(Bufferizer *z, T tensor, A layout);
// The memory space of a tensor whose operation says none. False: there is none, reported at `op`.
bool default_space(Bufferizer *z, Operation *op, T tensor, A *space);
// Memory takes the place of tensor results (others are values), one each.
void replace_by_buffers(Bufferizer *z, Operation *op, Value *const *values);
void erase_op(Bufferizer *z, Operation *op);
// An operation like `op` on other operands, with `types` as results; regions move into it.
Operation *build_like(Bufferizer *z, Operation *op, const ValueVec *operands, const TypeVec *types);
bool bufferize_block_arguments(Bufferizer *z, Block *block);
Value *build_to_tensor(Bufferizer *z, T type, Value *buffer);
Value *build_to_buffer(Bufferizer *z, T type, Value *tensor);
Value *cast_or_copy(Bufferizer *z, Value *buffer, T type);   // NULL: reported elsewhere
Value *build_alloc(Bufferizer *z, T type, Value *const *sizes, uint32_t count);

// --- Functions (functions.c)

bool analyse_module(Bufferizer *z, Operation *module);
bool bufferize_module(Bufferizer *z, Operation *module);
FunctionFacts *facts_of_callee(Bufferizer *z, const Operation *call);

// Tensors inside of the operation become memory, by these options; with the functions of a module where they say so. False: it failed, which is
// reported.
bool bufferize_inside(PassRun *run, Operation *op, const BufferizeOptions *options);

#endif
