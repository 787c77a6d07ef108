// convert-scf-to-openmp: a parallel loop becomes a team of threads that share its iterations
// (after mlir/lib/Conversion/SCFToOpenMP/SCFToOpenMP.cpp).
#include "convert/llvm/llvm_build.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/llvm.h"
#include "ops/memref.h"
#include "ops/omp.h"
#include "ops/scf.h"
#include "rewrite/pass.h"

typedef struct Lowering {
  PassRun *pass;
  Builder b;
  SymbolNames names;
  Operation *failed;    // the first that stays
} Lowering;

// ---------------------------------------------------------------------------------------------
// Reductions: what they begin with, and how they are done atomically

typedef enum Neutral { ZERO, ONE, ALL_ONES, LEAST, GREATEST, UNSIGNED_GREATEST } Neutral;
enum { NO_ATOMIC = -1 };

typedef struct Kind { Neutral neutral; int atomic; } Kind;

static const struct { uint32_t arith, llvm; Kind kind; } simple_kinds[] = {
  {OP_ARITH_ADDF, OP_LLVM_FADD, {ZERO, LLVM_ATOMIC_BIN_OP_FADD}}, {OP_ARITH_ADDI, OP_LLVM_ADD, {ZERO, LLVM_ATOMIC_BIN_OP_ADD}},
  {OP_ARITH_ORI, OP_LLVM_OR, {ZERO, LLVM_ATOMIC_BIN_OP__OR}},      {OP_ARITH_XORI, OP_LLVM_XOR, {ZERO, LLVM_ATOMIC_BIN_OP__XOR}},
  {OP_ARITH_ANDI, OP_LLVM_AND, {ALL_ONES, LLVM_ATOMIC_BIN_OP__AND}}, {OP_ARITH_MULF, OP_LLVM_FMUL, {ONE, NO_ATOMIC}},
  {OP_ARITH_MULI, OP_LLVM_MUL, {ONE, NO_ATOMIC}},
};

// ^bb(a, b): an operation of them, which is returned
static bool match_simple(const Block *block, Kind *out) {
  const Operation *op = block->first, *end = block->last;
  if (!op || op->next != end || !op_is(end, OP_SCF_REDUCE_RETURN) || block->arg_count != 2) return false;
  if (op->operand_count != 2 || op->result_count != 1 || op_operand(end, 0) != op_result(op, 0)) return false;
  if (op_operand(op, 0) != block->args[0] || op_operand(op, 1) != block->args[1]) return false;
  for (size_t i = 0; i < countof(simple_kinds); i++) {
    if (!op_is(op, simple_kinds[i].arith) && !op_is(op, simple_kinds[i].llvm)) continue;
    *out = simple_kinds[i].kind;
    return true;
  }
  return false;
}

typedef enum Order { NO_ORDER, LESS, GREATER } Order;

static const struct { uint32_t compare, slot; int64_t less[2], greater[2]; Kind least, greatest; } comparisons[] = {
  {OP_ARITH_CMPF, ARITH_CMPF_PREDICATE, {ARITH_CMP_F_PREDICATE_OLT, ARITH_CMP_F_PREDICATE_OLE}, {ARITH_CMP_F_PREDICATE_OGT, ARITH_CMP_F_PREDICATE_OGE},
   {GREATEST, NO_ATOMIC}, {LEAST, NO_ATOMIC}},
  {OP_LLVM_FCMP, LLVM_FCMP_PREDICATE, {LLVM_F_CMP_PREDICATE_OLT, LLVM_F_CMP_PREDICATE_OLE}, {LLVM_F_CMP_PREDICATE_OGT, LLVM_F_CMP_PREDICATE_OGE},
   {GREATEST, NO_ATOMIC}, {LEAST, NO_ATOMIC}},
  {OP_ARITH_CMPI, ARITH_CMPI_PREDICATE, {ARITH_CMP_I_PREDICATE_SLT, ARITH_CMP_I_PREDICATE_SLE}, {ARITH_CMP_I_PREDICATE_SGT, ARITH_CMP_I_PREDICATE_SGE},
   {GREATEST, LLVM_ATOMIC_BIN_OP_MIN}, {LEAST, LLVM_ATOMIC_BIN_OP_MAX}},
  {OP_LLVM_ICMP, LLVM_ICMP_PREDICATE, {LLVM_I_CMP_PREDICATE_SLT, LLVM_I_CMP_PREDICATE_SLE}, {LLVM_I_CMP_PREDICATE_SGT, LLVM_I_CMP_PREDICATE_SGE},
   {GREATEST, LLVM_ATOMIC_BIN_OP_MIN}, {LEAST, LLVM_ATOMIC_BIN_OP_MAX}},
  {OP_ARITH_CMPI, ARITH_CMPI_PREDICATE, {ARITH_CMP_I_PREDICATE_ULT, ARITH_CMP_I_PREDICATE_ULE}, {ARITH_CMP_I_PREDICATE_UGT, ARITH_CMP_I_PREDICATE_UGE},
   {UNSIGNED_GREATEST, LLVM_ATOMIC_BIN_OP_UMIN}, {ZERO, LLVM_ATOMIC_BIN_OP_UMAX}},
  {OP_LLVM_ICMP, LLVM_ICMP_PREDICATE, {LLVM_I_CMP_PREDICATE_UGT, LLVM_I_CMP_PREDICATE_ULE}, {LLVM_I_CMP_PREDICATE_UGT, LLVM_I_CMP_PREDICATE_UGE},
   {UNSIGNED_GREATEST, LLVM_ATOMIC_BIN_OP_UMIN}, {ZERO, LLVM_ATOMIC_BIN_OP_UMAX}},
};

// ^bb(a, b): a comparison of them, a choice between them by it, which is returned
static bool match_choice(const Block *block, Kind *out) {
  const Operation *compare = block->first, *select = compare ? compare->next : NULL, *end = block->last;
  if (!select || select->next != end || !op_is(end, OP_SCF_REDUCE_RETURN) || block->arg_count != 2) return false;
  if (!op_is(select, OP_ARITH_SELECT) && !op_is(select, OP_LLVM_SELECT)) return false;
  if (compare->operand_count != 2 || op_operand(compare, 0) != block->args[0] || op_operand(compare, 1) != block->args[1]) return false;
  if (op_operand(select, 0) != op_result(compare, 0) || op_operand(end, 0) != op_result(select, 0)) return false;
  bool same = op_operand(select, 1) == block->args[0] && op_operand(select, 2) == block->args[1];
  if (!same && !(op_operand(select, 1) == block->args[1] && op_operand(select, 2) == block->args[0])) return false;
  for (size_t i = 0; i < countof(comparisons); i++) {
    if (!op_is(compare, comparisons[i].compare)) continue;
    int64_t predicate = attr_to_i64(op_prop_at(compare, comparisons[i].slot));
    Order order = NO_ORDER;
    for (size_t k = 0; k < 2; k++)
      if (predicate == comparisons[i].less[k]) order = LESS;
    for (size_t k = 0; k < 2; k++)
      if (order != LESS && predicate == comparisons[i].greater[k]) order = GREATER;
    if (order == NO_ORDER) continue;
    *out = (order == LESS) == same ? comparisons[i].least : comparisons[i].greatest;
    return true;
  }
  return false;
}

static A neutral_value(Lowering *self, T type, Neutral neutral) {
  Context *ctx = self->pass->ctx;
  T element = type_is_vector(type) ? type_element(type) : type;
  if (type_is_float(element)) {
    FloatKind kind = type_float_kind(element);
    bool loses;
    if (neutral == GREATEST || neutral == LEAST) return float_attr_of(ctx, type, apfloat_largest(kind, neutral == LEAST));
    return neutral == ONE ? float_attr_of(ctx, type, apfloat_from_double(kind, 1.0, &loses)) : zero_attr(ctx, type);
  }
  if (type_kind(element) != TYPE_INTEGER) return NULL;   // index has no width
  Arena *arena = self->pass->arena;
  uint32_t width = ((const IntegerType *)element)->width;
  APInt value = apint_u64(arena, width, neutral == ONE), one = apint_u64(arena, width, 1), ones = apint_i64(arena, width, -1);
  APInt top = width ? apint_shl(arena, &one, width - 1) : value;
  if (neutral == ALL_ONES || neutral == UNSIGNED_GREATEST) value = ones;
  if (neutral == LEAST) value = top;
  if (neutral == GREATEST) value = apint_xor(arena, &ones, &top);
  return int_attr_of(ctx, type, &value);
}

static Operation *build_omp_yield(Builder *b, Value *value) {
  OpState *state = builder_begin(b, OP_OMP_YIELD);
  if (value) op_state_add_operand(state, value);
  return builder_finish_typed(b);
}

static Block *add_block(Lowering *self, Operation *op, uint32_t region, T type, uint32_t args, Loc loc) {
  Block *block = block_new(self->pass->module);
  block_append(op_region(op, region), block);
  for (uint32_t i = 0; i < args; i++) block_add_arg(self->pass->module, block, type, loc);
  return block;
}

// omp.declare_reduction in front of what holds the loop. NULL: it is none that OpenMP knows.
static Operation *declare(Lowering *self, Operation *reduce, uint32_t index) {
  enum { ALLOC, INIT, COMBINER, ATOMIC, CLEANUP, DATA, REGIONS };
  Region *region = op_region(reduce, index);
  Kind kind;
  T type = op_operand_type(reduce, index);
  if (!match_simple(region->first, &kind) && !match_choice(region->first, &kind)) return NULL;
  A neutral = neutral_value(self, type, kind.neutral);
  if (!neutral) return NULL;
  Operation *table = symbol_nearest_table(reduce), *outer = reduce;
  if (!table) return NULL;
  while (op_parent(outer) != table) outer = op_parent(outer);
  Str name = symbol_names_take(&self->names, table, STR("__scf_reduction"));

  Builder b = self->b;
  builder_before(&b, outer);
  b.loc = reduce->loc;
  OpState *state = builder_begin(&b, OP_OMP_DECLARE_REDUCTION);
  op_state_set_prop(state, OMP_DECLARE_REDUCTION_SYM_NAME, attr_string(self->pass->ctx, name));
  op_state_set_prop(state, OMP_DECLARE_REDUCTION_TYPE, attr_type(self->pass->ctx, type));
  for (uint32_t i = 0; i < REGIONS; i++) op_state_add_region(state);
  Operation *decl = builder_finish_typed(&b);

  builder_at_end(&b, add_block(self, decl, INIT, type, 1, value_loc(op_operand(reduce, index))));
  b.loc = reduce->loc;
  build_omp_yield(&b, llvm_constant(&b, type, neutral));
  Operation *end = region->first->last;
  builder_before(&b, end);
  build_omp_yield(&b, op_operand(end, 0));
  op_erase(end);
  region_take_blocks(op_region(decl, COMBINER), region, NULL);
  if (type_is_vector(type) || kind.atomic == NO_ATOMIC) return decl;

  Block *atomic = add_block(self, decl, ATOMIC, llvm_ptr(self->pass->ctx, 0), 2, value_loc(op_operand(reduce, index)));
  builder_at_end(&b, atomic);
  b.loc = reduce->loc;
  Value *loaded = llvm_load(&b, type, atomic->args[1], 0);
  state = builder_begin(&b, OP_LLVM_ATOMICRMW);
  op_state_add_operand2(state, atomic->args[0], loaded);
  op_state_add_type(state, type);
  op_state_set_prop(state, LLVM_ATOMICRMW_BIN_OP, attr_i64(self->pass->ctx, self->pass->ctx->types.i64, kind.atomic));
  op_state_set_prop(state, LLVM_ATOMICRMW_ORDERING, attr_i64(self->pass->ctx, self->pass->ctx->types.i64, LLVM_ATOMIC_ORDERING_MONOTONIC));
  builder_finish_typed(&b);
  build_omp_yield(&b, NULL);
  return decl;
}

// ---------------------------------------------------------------------------------------------
// Loops

static const PassOption option_num_threads = {"num-threads", OPTION_UINT, "0", NULL, "Number of threads to use"};

// The body combines into what the thread has of the variable.
static void reduce_in_body(Lowering *self, Operation *reduce, Operation *decl, Value *variable, Value *value, Loc loc) {
  enum { COMBINER = 2 };
  Block *combiner = op_region(decl, COMBINER)->first;
  Builder b = self->b;
  builder_before(&b, reduce);
  Map map;
  map_init(&map, self->pass->arena);
  map_set(&map, combiner->args[0], llvm_load(&b, value->type, variable, 0));
  map_set(&map, combiner->args[1], value);
  for (const Operation *op = combiner->first; op; op = op->next) {
    if (op == combiner->last) {
      Value *combined = op_operand(op, 0), *mapped = map_get(&map, combined);
      b.loc = loc;
      llvm_store(&b, mapped ? mapped : combined, variable, 0);
      break;
    }
    Operation *clone = op_clone(self->pass->module, op, &map);
    builder_insert(&b, clone);
    for (uint32_t i = 0; i < op->result_count; i++) map_set(&map, op_result(op, i), op_result(clone, i));
  }
}

static Operation *build_wsloop(Builder *b, Value *const *variables, const A *symbols, uint32_t count) {
  enum { REDUCTIONS = 5, GROUPS = 7 };
  Context *ctx = b->ctx;
  OpState *state = builder_begin(b, OP_OMP_WSLOOP);
  op_state_add_operands(state, variables, count);
  int32_t sizes[GROUPS] = {0};
  sizes[REDUCTIONS] = (int32_t)count;
  op_state_operand_segments(state, sizes, GROUPS);
  if (count) {
    uint8_t *none = arena_new(&b->module->arena, uint8_t, count);
    op_state_set_prop(state, OMP_WSLOOP_REDUCTION_SYMS, attr_array(ctx, symbols, count));
    if (none) op_state_set_prop(state, OMP_WSLOOP_REDUCTION_BYREF, attr_dense_array(ctx, ctx->types.i1, none, count));
  }
  op_state_add_region(state);
  return builder_finish_typed(b);
}

// The body of the loop becomes that of a scope inside of omp.loop_nest.
static void build_nest(Lowering *self, Operation *loop, Operation *wsloop, uint32_t reductions) {
  Module *module = self->pass->module;
  Builder *b = &self->b;
  Loc loc = loop->loc;
  Block *wrapper = add_block(self, wsloop, 0, llvm_ptr(self->pass->ctx, 0), reductions, loc), *body = op_region(loop, 0)->first;
  uint32_t loops = body->arg_count - reductions;
  builder_at_end(b, wrapper);
  b->loc = loc;
  OpState *state = builder_begin(b, OP_OMP_LOOP_NEST);
  for (uint32_t i = 0; i < 3 * loops; i++) op_state_add_operand(state, op_operand(loop, i));
  op_state_set_prop(state, OMP_LOOP_NEST_COLLAPSE_NUM_LOOPS, attr_i64(self->pass->ctx, self->pass->ctx->types.i64, loops));
  op_state_add_region(state);
  Operation *nest = builder_finish_typed(b);
  region_take_blocks(op_region(nest, 0), op_region(loop, 0), NULL);
  for (uint32_t i = 0; i < reductions; i++) value_replace_all(body->args[loops + i], wrapper->args[i]);
  for (uint32_t i = reductions; i-- > 0;) block_erase_arg(body, loops + i);
  Operation *first = body->first, *last = body->last;
  builder_at_end(b, body);
  b->loc = loc;
  state = builder_begin(b, OP_MEMREF_ALLOCA_SCOPE);
  op_state_add_region(state);
  Operation *scope = builder_finish_typed(b);
  build_omp_yield(b, NULL);
  Block *inside = block_new(module);
  block_append(op_region(scope, 0), inside);
  builder_at_end(b, inside);
  b->loc = loc;
  builder_begin(b, OP_MEMREF_ALLOCA_SCOPE_RETURN);
  Operation *end = builder_finish_typed(b);
  if (first) block_splice(inside, end, first, last);
}

static void lower(Lowering *self, Operation *loop) {
  PassRun *pass = self->pass;
  Builder *b = &self->b;
  Block *body = op_region(loop, 0)->first;
  Operation *reduce = body->last;
  uint32_t count = loop->result_count;
  Loc loc = loop->loc;
  Operation **decls = arena_new(pass->arena, Operation *, count + 1);
  Value **variables = arena_new(pass->arena, Value *, count + 1);
  A *symbols = arena_new(pass->arena, A, count + 1);
  if (!decls || !variables || !symbols) return;
  for (uint32_t i = 0; i < count; i++) {
    if (!(decls[i] = declare(self, reduce, i))) return;
    symbols[i] = attr_symbol(pass->ctx, symbol_name(decls[i]));
  }
  T ptr = llvm_ptr(pass->ctx, 0);
  builder_before(b, loop);
  Value *one = llvm_int_constant(b, pass->ctx->types.i64, 1);
  Span inits = op_operands_named(loop, "initVals");
  for (uint32_t i = 0; i < count; i++) {
    Value *init = op_operand(loop, inits.begin + i);
    variables[i] = llvm_alloca(b, ptr, init->type, one, 0);
    llvm_store(b, init, variables[i], 0);
  }
  for (uint32_t i = 0; i < count; i++)
    reduce_in_body(self, reduce, decls[i], block_add_arg(pass->module, body, ptr, loc), op_operand(reduce, i), loc);
  op_erase(reduce);

  enum { NUM_THREADS = 3, GROUPS = 6 };
  int64_t threads = pass_int(pass, &option_num_threads);
  int32_t sizes[GROUPS] = {0};
  Value *wanted = threads > 0 ? llvm_int_constant(b, pass->ctx->types.i32, threads) : NULL;
  OpState *state = builder_begin(b, OP_OMP_PARALLEL);
  if (wanted) op_state_add_operand(state, wanted);
  sizes[NUM_THREADS] = wanted != NULL;
  op_state_operand_segments(state, sizes, GROUPS);
  op_state_add_region(state);
  Operation *team = builder_finish_typed(b);
  builder_at_end(b, add_block(self, team, 0, NULL, 0, loc));
  b->loc = loc;
  Operation *wsloop = build_wsloop(b, variables, symbols, count);
  builder_begin(b, OP_OMP_TERMINATOR);
  builder_finish_typed(b);
  build_nest(self, loop, wsloop, count);
  builder_before(b, loop);
  for (uint32_t i = 0; i < count; i++) value_replace_all(op_result(loop, i), llvm_load(b, op_result_type(loop, i), variables[i], 0));
  op_erase(loop);
  pass->changed = true;
}

static WalkResult visit(Operation *op, void *data) {
  if (op_is(op, OP_SCF_PARALLEL)) lower(data, op);
  return WALK_ADVANCE;
}

static WalkResult find_left(Operation *op, void *data) {
  Lowering *self = data;
  if (!op_is(op, OP_SCF_PARALLEL) && !op_is(op, OP_SCF_REDUCE) && !op_is(op, OP_SCF_REDUCE_RETURN)) return WALK_ADVANCE;
  self->failed = op;
  return WALK_STOP;
}

static bool run(PassRun *pass, Operation *op) {
  Lowering self = {.pass = pass};
  symbol_names_init(&self.names, pass->arena);
  builder_init(&self.b, pass->module);
  op_walk_post(op, visit, &self);
  op_walk_post(op, find_left, &self);
  if (self.failed) op_error_plain(pass->module, self.failed, "unconverted operation found");
  return !self.failed && !pass->ctx->mem.exhausted;
}

const PassDef scf_to_openmp_pass = {
  .name = "convert-scf-to-openmp", .class_name = "SCFToOpenMPPass", .summary = "Convert SCF parallel loop to OpenMP parallel + workshare constructs.",
  .works_on = "scf", .makes = "llvm memref omp", .anchor = OP_BUILTIN_MODULE, .run = run,
  PASS_OPTIONS(&option_num_threads),
};
