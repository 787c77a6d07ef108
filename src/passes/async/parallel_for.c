// async-parallel-for: a parallel loop becomes blocks of iterations that tasks compute
// (after mlir/lib/Dialect/Async/Transforms/AsyncParallelFor.cpp).
#include "ops/arith.h"
#include "ops/async.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/scf.h"

#include "analysis/used_above.h"
#include "asm/params.h"
#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "dialects/scf/build.h"
#include "ir/constants.h"
#include "ir/symbol.h"
#include "rewrite/greedy.h"

static const PassOption option_dispatch = {"async-dispatch", OPTION_BOOL, "true", NULL,
  "Dispatch async compute tasks using recursive work splitting. If `false` async compute tasks will be launched using simple for loop in the caller thread."};
static const PassOption option_workers = {"num-workers", OPTION_INT, "8", NULL,
  "The number of available workers to execute async operations. If `-1` the value will be retrieved from the runtime."};
static const PassOption option_task_size = {"min-task-size", OPTION_INT, "1000", NULL, "The minimum task size for sharding parallel operation."};

// A parallel loop that is replaced.
typedef struct ParallelLoop {
  Greedy *g;
  Operation *op;
  uint32_t rank;
  Value *const *lower, *const *upper, *const *step;
  ValueVec captures;
  Value **trip_counts;
  void (*created)(void *data, Operation *op);   // what the driver is told of functions by
} ParallelLoop;

// ---------------------------------------------------------------------------------------------
// Small pieces

// The driver is told of an operation when its regions are filled, and not of what is inside: as mlir-opt's driver, which
// does not look into regions that are not attached, it comes to that in its next round.
typedef void Created(void *data, Operation *op);

static Created *hold_back(Builder *b) {
  Created *created = b->created;
  b->created = NULL;
  return created;
}

static void tell(Builder *b, Created *created, Operation *op) {
  b->created = created;
  if (created) created(b->data, op);
}

static void build_end(Builder *b, uint32_t opcode, Value *const *values, uint32_t count) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, values, count);
  builder_finish_typed(b);
}

static void build_call(Builder *b, Str callee, const ValueVec *operands) {
  OpState *state = builder_begin(b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, attr_symbol(b->ctx, callee));
  op_state_add_operands(state, operands->data, operands->count);
  builder_finish_typed(b);
}

static Block *add_block(Builder *b, Region *region) {
  Block *block = block_new(b->module);
  block_append(region, block);
  return block;
}

// scf.if without results, with both regions.
static Operation *build_if(Builder *b, Value *condition) {
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *choice = builder_finish_typed(b);
  add_block(b, &choice->regions[0]);
  add_block(b, &choice->regions[1]);
  return choice;
}

static Value *build_f32(Builder *b, double value) {
  Context *ctx = b->ctx;
  return build_constant(b, attr_float(ctx, ctx->types.floats[FLOAT_F32], apfloat_from_double(FLOAT_F32, value, NULL)));
}

// A private function of the module around the loop, with its entry block.
static Operation *build_function(ParallelLoop *loop, const char *name, const TypeVec *inputs) {
  Greedy *g = loop->g;
  Context *ctx = g->ctx;
  Operation *module = op_parent(loop->op);
  while (module && !op_is(module, OP_BUILTIN_MODULE)) module = op_parent(module);
  if (!module) return NULL;
  BuilderPlace place = builder_enter(&g->b, module->regions[0].first);
  SymbolNames *names = (SymbolNames *)(uintptr_t)g->data;
  OpState *state = builder_begin(&g->b, OP_FUNC_FUNC);
  op_state_add_region(state);
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, attr_string(ctx, symbol_names_take(names, module, str_from(name))));
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(ctx, type_function(ctx, inputs->data, inputs->count, NULL, 0)));
  op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(ctx, STR("private")));
  Created *created = g->b.created;
  g->b.created = loop->created;
  Operation *function = builder_finish_typed(&g->b);
  g->b.created = created;
  builder_leave(&g->b, place);
  Block *entry = add_block(&g->b, &function->regions[0]);
  for (uint32_t i = 0; i < inputs->count; i++) block_add_arg(g->module, entry, inputs->data[i], loop->op->loc);
  return function;
}

// ---------------------------------------------------------------------------------------------
// What the body uses from outside

static bool is_inside(Use *use, void *data) { return region_is_ancestor(data, op_parent_region(use->owner)); }

// Constants are made in the body: they need no parameters.
static void clone_constants(Greedy *g, Region *region) {
  UsedAbove used;
  used_above(&used, g->arena, region);
  ValueVec captures = used.values;
  Builder saved = g->b;
  builder_at_start(&g->b, region->first);
  for (uint32_t i = 0; i < captures.count; i++) {
    Operation *def = value_def(captures.data[i]);
    if (!def || !op_has(def, TRAIT_CONSTANT_LIKE)) continue;
    Operation *copy = builder_insert(&g->b, op_clone(g->module, def, NULL));
    for (uint32_t k = 0; k < def->result_count; k++) value_replace_if(op_result(def, k), op_result(copy, k), is_inside, region);
  }
  g->b.block = saved.block;
  g->b.before = saved.before;
}

// ---------------------------------------------------------------------------------------------
// The function that computes a block of iterations

typedef struct Compute {
  ParallelLoop *loop;
  Builder *b;
  Value *zero, *one;
  Value **trip_counts, **lower, **step;        // constants where they are known
  Value **first, **last, **end;                // coordinates of the block
  Value **ivs, **at_first, **at_last;
  Value *const *captures;
  uint32_t aligned;                            // inner loops that every block runs whole
} Compute;

static Value **values_or_constants(Compute *self, Value *const *args, Value *const *known) {
  uint32_t rank = self->loop->rank;
  Value **out = arena_new(self->loop->g->arena, Value *, rank);
  for (uint32_t i = 0; out && i < rank; i++) {
    A constant = value_constant(known[i]);
    out[i] = constant && attr_kind(constant) == ATTR_INTEGER ? build_constant(self->b, constant) : args[i];
  }
  return out;
}

// The coordinates of an iteration by its number.
static void delinearize(Compute *self, Value *index, Value **out) {
  for (uint32_t i = self->loop->rank; i-- > 0;) {
    out[i] = build_binary(self->b, OP_ARITH_REMSI, index, self->trip_counts[i]);
    index = build_binary(self->b, OP_ARITH_DIVSI, index, self->trip_counts[i]);
  }
}

static void clone_body(Compute *self) {
  Block *body = self->loop->op->regions[0].first;
  Greedy *g = self->loop->g;
  Map map;
  map_init(&map, g->arena);
  for (uint32_t i = 0; i < self->loop->rank; i++) map_set(&map, body->args[i], self->ivs[i]);
  for (uint32_t i = 0; i < self->loop->captures.count; i++) map_set(&map, self->loop->captures.data[i], self->captures[i]);
  for (Operation *op = body->first; op != body->last; op = op->next) builder_insert(self->b, op_clone(g->module, op, &map));
}

// The bodies of the nest, from the outside: `loops` is the one before.
static void build_nest(Compute *self) {
  Builder *b = self->b;
  uint32_t rank = self->loop->rank;
  BuilderPlace *places = arena_new(self->loop->g->arena, BuilderPlace, rank);
  if (!places) return;
  Value *from = self->first[0], *to = self->end[0];
  Operation *outer = NULL;
  Created *created = hold_back(b);
  for (uint32_t i = 0; i < rank; i++) {
    Operation *nest = build_scf_for(b, from, to, self->one, NULL, 0);
    if (!i) outer = nest;
    Value *iv = nest->regions[0].first->args[0];
    places[i] = builder_enter(b, nest->regions[0].first);
    self->ivs[i] = build_binary(b, OP_ARITH_ADDI, self->lower[i], build_binary(b, OP_ARITH_MULI, iv, self->step[i]));
    self->at_first[i] = build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, iv, self->first[i]);
    self->at_last[i] = build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, iv, self->last[i]);
    if (i) {
      self->at_first[i] = build_binary(b, OP_ARITH_ANDI, self->at_first[i], self->at_first[i - 1]);
      self->at_last[i] = build_binary(b, OP_ARITH_ANDI, self->at_last[i], self->at_last[i - 1]);
    }
    if (i + 1 == rank) break;
    if (i + 1 >= rank - self->aligned) {
      from = self->zero;
      to = self->trip_counts[i + 1];
    } else {
      from = build_select(b, self->at_first[i], self->first[i + 1], self->zero);
      to = build_select(b, self->at_last[i], self->end[i + 1], self->trip_counts[i + 1]);
    }
  }
  clone_body(self);
  for (uint32_t i = rank; i-- > 0;) {
    build_end(b, OP_SCF_YIELD, NULL, 0);
    builder_leave(b, places[i]);
  }
  tell(b, created, outer);
}

static Operation *build_compute_function(ParallelLoop *loop, uint32_t aligned) {
  Greedy *g = loop->g;
  uint32_t rank = loop->rank;
  TypeVec inputs = {0};
  for (uint32_t i = 0; i < 2 + 4 * rank; i++) vec_push(g->arena, &inputs, g->ctx->types.index);
  for (uint32_t i = 0; i < loop->captures.count; i++) vec_push(g->arena, &inputs, loop->captures.data[i]->type);
  Operation *function = build_function(loop, aligned ? "parallel_compute_fn_with_aligned_loops" : "parallel_compute_fn", &inputs);
  if (!function) return NULL;
  Builder *b = &g->b;
  Created *created = b->created;
  b->created = loop->created;
  Value *const *args = function->regions[0].first->args;
  BuilderPlace place = builder_enter(b, function->regions[0].first);
  Compute self = {.loop = loop, .b = b, .aligned = aligned, .captures = args + 2 + 4 * rank};
  self.zero = build_index(b, 0);
  self.one = build_index(b, 1);
  self.trip_counts = values_or_constants(&self, args + 2, loop->trip_counts);
  self.lower = values_or_constants(&self, args + 2 + rank, loop->lower);
  self.step = values_or_constants(&self, args + 2 + 3 * rank, loop->step);
  Value **room = arena_new(g->arena, Value *, 6 * rank);
  if (!room || !self.trip_counts || !self.lower || !self.step) {
    b->created = created;
    return NULL;
  }
  Value ***const places[] = {&self.first, &self.last, &self.end, &self.ivs, &self.at_first, &self.at_last};
  for (uint32_t i = 0; i < countof(places); i++) *places[i] = room + i * rank;
  Value *count = self.trip_counts[0];
  for (uint32_t i = 1; i < rank; i++) count = build_binary(b, OP_ARITH_MULI, count, self.trip_counts[i]);
  Value *first = build_binary(b, OP_ARITH_MULI, args[0], args[1]);
  Value *end = build_binary(b, OP_ARITH_MINSI, build_binary(b, OP_ARITH_ADDI, first, args[1]), count);
  Value *last = build_binary(b, OP_ARITH_SUBI, end, self.one);
  delinearize(&self, first, self.first);
  delinearize(&self, last, self.last);
  for (uint32_t i = 0; i < rank; i++) self.end[i] = build_binary(b, OP_ARITH_ADDI, self.last[i], self.one);
  build_nest(&self);
  build_end(b, OP_FUNC_RETURN, NULL, 0);
  builder_leave(b, place);
  b->created = created;
  return function;
}

// ---------------------------------------------------------------------------------------------
// Tasks

static T group_type(Context *ctx) { return type_from_params(ctx, &async_group_type, NULL); }

// async.execute of a call, added to the group.
static void build_task(Builder *b, Value *group, Str callee, const ValueVec *operands) {
  Created *created = hold_back(b);
  OpState *state = builder_begin(b, OP_ASYNC_EXECUTE);
  op_state_add_region(state);
  op_state_operand_segments(state, (const int32_t[]){0, 0}, 2);
  op_state_add_type(state, type_from_params(b->ctx, &async_token_type, NULL));
  Operation *task = builder_finish_typed(b);
  BuilderPlace place = builder_enter(b, add_block(b, &task->regions[0]));
  build_call(b, callee, operands);
  build_end(b, OP_ASYNC_YIELD, NULL, 0);
  builder_leave(b, place);
  tell(b, created, task);
  build2(b, OP_ASYNC_ADD_TO_GROUP, b->ctx->types.index, op_result(task, 0), group);
}

static Value *build_group(Builder *b, Value *block_count, Value *one) {
  Value *size = build_binary(b, OP_ARITH_SUBI, block_count, one);
  return build1(b, OP_ASYNC_CREATE_GROUP, group_type(b->ctx), size);
}

// What calls hand on behind the numbers of the block.
static void push_shared(const ParallelLoop *loop, ValueVec *out) {
  Value *const *const lists[] = {loop->trip_counts, loop->lower, loop->upper, loop->step};
  for (uint32_t k = 0; k < countof(lists); k++)
    for (uint32_t i = 0; i < loop->rank; i++) vec_push(loop->g->arena, out, lists[k][i]);
  for (uint32_t i = 0; i < loop->captures.count; i++) vec_push(loop->g->arena, out, loop->captures.data[i]);
}

static void call_compute(const ParallelLoop *loop, Str compute, Value *block, Value *size, Value *group) {
  ValueVec operands = {0};
  vec_push(loop->g->arena, &operands, block);
  vec_push(loop->g->arena, &operands, size);
  push_shared(loop, &operands);
  if (group) build_task(&loop->g->b, group, compute, &operands);
  else build_call(&loop->g->b, compute, &operands);
}

// A function that halves the range of blocks: a task for the second half, again and again, until one block is left.
static Operation *build_dispatch_function(ParallelLoop *loop, const Operation *compute) {
  Greedy *g = loop->g;
  Builder *b = &g->b;
  T index = g->ctx->types.index;
  const Block *of_compute = compute->regions[0].first;
  TypeVec inputs = {0};
  vec_push(g->arena, &inputs, group_type(g->ctx));
  vec_push(g->arena, &inputs, index);
  for (uint32_t i = 0; i < of_compute->arg_count; i++) vec_push(g->arena, &inputs, of_compute->args[i]->type);
  Operation *function = build_function(loop, "async_dispatch_fn", &inputs);
  if (!function) return NULL;
  Block *entry = function->regions[0].first;
  Created *created = b->created;
  b->created = loop->created;
  BuilderPlace place = builder_enter(b, entry);
  Value *one = build_index(b, 1), *two = build_index(b, 2);
  OpState *state = builder_begin(b, OP_SCF_WHILE);
  op_state_add_operand2(state, entry->args[1], entry->args[2]);
  op_state_add_type(state, index);
  op_state_add_type(state, index);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *halving = builder_finish_typed(b);
  Block *before = add_block(b, &halving->regions[0]), *after = add_block(b, &halving->regions[1]);
  for (uint32_t i = 0; i < 2; i++) {
    block_add_arg(g->module, before, index, loop->op->loc);
    block_add_arg(g->module, after, index, loop->op->loc);
  }
  BuilderPlace inside = builder_enter(b, before);
  Value *distance = build_binary(b, OP_ARITH_SUBI, before->args[1], before->args[0]);
  Value *more = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, distance, one);
  build_end(b, OP_SCF_CONDITION, (Value *const[]){more, before->args[0], before->args[1]}, 3);
  builder_at_end(b, after);
  Value *start = after->args[0], *end = after->args[1];
  Value *half = build_binary(b, OP_ARITH_DIVSI, build_binary(b, OP_ARITH_SUBI, end, start), two);
  Value *middle = build_binary(b, OP_ARITH_ADDI, start, half);
  ValueVec operands = {0};
  for (uint32_t i = 0; i < entry->arg_count; i++) vec_push(g->arena, &operands, i == 1 ? middle : i == 2 ? end : entry->args[i]);
  build_task(b, entry->args[0], symbol_name(function), &operands);
  build_end(b, OP_SCF_YIELD, (Value *const[]){start, middle}, 2);
  builder_leave(b, inside);
  operands.count = 0;
  vec_push(g->arena, &operands, entry->args[1]);
  for (uint32_t i = 3; i < entry->arg_count; i++) vec_push(g->arena, &operands, entry->args[i]);
  build_call(b, symbol_name(compute), &operands);
  build_end(b, OP_FUNC_RETURN, NULL, 0);
  builder_leave(b, place);
  b->created = created;
  return function;
}

static void dispatch_by_halves(ParallelLoop *loop, const Operation *compute, Value *size, Value *count) {
  Builder *b = &loop->g->b;
  Operation *dispatch = build_dispatch_function(loop, compute);
  if (!dispatch) return;
  Value *zero = build_index(b, 0), *one = build_index(b, 1);
  Value *single = build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, count, one);
  Created *created = hold_back(b);
  Operation *choice = build_if(b, single);
  BuilderPlace place = builder_enter(b, choice->regions[0].first);
  call_compute(loop, symbol_name(compute), zero, size, NULL);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_at_end(b, choice->regions[1].first);
  Value *group = build_group(b, count, one);
  ValueVec operands = {0};
  Value *const given[] = {group, zero, count, size};
  for (uint32_t i = 0; i < countof(given); i++) vec_push(loop->g->arena, &operands, given[i]);
  push_shared(loop, &operands);
  build_call(b, symbol_name(dispatch), &operands);
  build1(b, OP_ASYNC_AWAIT_ALL, NULL, group);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_leave(b, place);
  tell(b, created, choice);
}

static void dispatch_in_order(ParallelLoop *loop, const Operation *compute, Value *size, Value *count) {
  Builder *b = &loop->g->b;
  Value *zero = build_index(b, 0), *one = build_index(b, 1);
  Value *group = build_group(b, count, one);
  Created *created = hold_back(b);
  Operation *blocks = build_scf_for(b, one, count, one, NULL, 0);
  BuilderPlace place = builder_enter(b, blocks->regions[0].first);
  call_compute(loop, symbol_name(compute), blocks->regions[0].first->args[0], size, group);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_leave(b, place);
  tell(b, created, blocks);
  call_compute(loop, symbol_name(compute), zero, size, NULL);
  build1(b, OP_ASYNC_AWAIT_ALL, NULL, group);
}

static void dispatch(ParallelLoop *loop, uint32_t aligned, Value *size, Value *count) {
  const Operation *compute = build_compute_function(loop, aligned);
  if (!compute) return;
  if (pass_bool(loop->g->run, &option_dispatch)) dispatch_by_halves(loop, compute, size, count);
  else dispatch_in_order(loop, compute, size, count);
}

// As above, with blocks of whole runs of the inner loops.
static void dispatch_aligned(ParallelLoop *loop, uint32_t aligned, int64_t iterations, Value *size, Value *count) {
  const Operation *compute = build_compute_function(loop, aligned);
  if (!compute) return;
  Builder *b = &loop->g->b;
  Value *inner = build_index(b, iterations);
  Value *whole = build_binary(b, OP_ARITH_MULI, build_binary(b, OP_ARITH_CEILDIVSI, size, inner), inner);
  if (pass_bool(loop->g->run, &option_dispatch)) dispatch_by_halves(loop, compute, whole, count);
  else dispatch_in_order(loop, compute, whole, count);
}

// ---------------------------------------------------------------------------------------------
// How many blocks there are

// More blocks than workers, by a factor that falls with their number.
static Value *build_most_blocks(Greedy *g) {
  static const struct { int64_t above; double factor; } brackets[] = {{4, 4.0}, {8, 2.0}, {16, 1.0}, {32, 0.8}, {64, 0.6}};
  Builder *b = &g->b;
  Context *ctx = g->ctx;
  int64_t given = pass_int(g->run, &option_workers);
  Value *workers;
  if (given >= 0) workers = build_index(b, given);
  else {
    OpState *state = builder_begin(b, OP_ASYNC_RUNTIME_NUM_WORKER_THREADS);
    op_state_add_type(state, ctx->types.index);
    workers = builder_finish_value(b);
  }
  Value *factor = build_f32(b, 8.0);
  for (uint32_t i = 0; i < countof(brackets); i++) {
    Value *above = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, workers, build_index(b, brackets[i].above));
    factor = build_select(b, above, build_f32(b, brackets[i].factor), factor);
  }
  Value *as_i32 = build1(b, OP_ARITH_INDEX_CAST, ctx->types.i32, workers);
  Value *as_float = build1(b, OP_ARITH_SITOFP, ctx->types.floats[FLOAT_F32], as_i32);
  Value *scaled = build1(b, OP_ARITH_FPTOSI, ctx->types.i32, build_binary(b, OP_ARITH_MULF, factor, as_float));
  Value *blocks = build1(b, OP_ARITH_INDEX_CAST, ctx->types.index, scaled);
  return build_binary(b, OP_ARITH_MAXSI, build_index(b, 1), blocks);
}

// How many inner loops are short enough to be unrolled, and how often they run together.
static uint32_t short_loops(const ParallelLoop *loop, int64_t *iterations) {
  enum { MOST = 512 };
  uint32_t found = 0;
  int64_t inner, size;
  inner = constant_index(loop->trip_counts[loop->rank - 1], &size) ? size : 0;
  int64_t *all = arena_new(loop->g->arena, int64_t, loop->rank);
  if (!all) return 0;
  all[loop->rank - 1] = inner;
  for (uint32_t i = loop->rank - 1; i-- > 0;) {
    int64_t count = constant_index(loop->trip_counts[i], &size) ? size : 0;
    all[i] = (int64_t)((uint64_t)count * (uint64_t)all[i + 1]);
    found += all[i + 1] > 0 && all[i + 1] <= MOST;
  }
  *iterations = found ? all[loop->rank - found] : 0;
  return found;
}

static void build_blocks(ParallelLoop *loop, Value *count, Value *task_size) {
  Builder *b = &loop->g->b;
  int64_t iterations;
  uint32_t aligned = short_loops(loop, &iterations);
  Value *most = build_most_blocks(loop->g);
  Value *size = build_binary(b, OP_ARITH_MAXSI, build_binary(b, OP_ARITH_CEILDIVSI, count, most), task_size);
  size = build_binary(b, OP_ARITH_MINSI, count, size);
  Value *blocks = build_binary(b, OP_ARITH_CEILDIVSI, count, size);
  if (!aligned) {
    dispatch(loop, 0, size, blocks);
    return;
  }
  Value *large = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGE, size, build_index(b, iterations));
  Created *created = hold_back(b);
  Operation *choice = build_if(b, large);
  BuilderPlace place = builder_enter(b, choice->regions[0].first);
  dispatch_aligned(loop, aligned, iterations, size, blocks);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_at_end(b, choice->regions[1].first);
  dispatch(loop, 0, size, blocks);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_leave(b, place);
  tell(b, created, choice);
}

static Value **operands_of(Greedy *g, const Operation *op, const char *name, uint32_t rank) {
  Span span = op_operands_named(op, name);
  Value **out = arena_new(g->arena, Value *, rank);
  for (uint32_t i = 0; out && i < rank && i < span_size(span); i++) out[i] = op_operand(op, span.begin + i);
  return out;
}

static bool to_tasks(Greedy *g, Operation *op) {
  if (op->result_count) return greedy_no_match(g, op, "it reduces values");
  Builder *b = &g->b;
  ParallelLoop loop = {.g = g, .op = op, .rank = op->regions[0].first->arg_count};
  Value **lower = operands_of(g, op, "lowerBound", loop.rank), **upper = operands_of(g, op, "upperBound", loop.rank);
  Value **step = operands_of(g, op, "step", loop.rank);
  loop.lower = lower;
  loop.upper = upper;
  loop.step = step;
  loop.trip_counts = arena_new(g->arena, Value *, loop.rank);
  if (!loop.rank || !lower || !upper || !step || !loop.trip_counts) return false;
  Value *task_size = build_index(b, pass_int(g->run, &option_task_size));
  clone_constants(g, &op->regions[0]);
  UsedAbove used;
  used_above(&used, g->arena, &op->regions[0]);
  loop.captures = used.values;
  for (uint32_t i = 0; i < loop.rank; i++) {
    Value *range = build_or_fold(b, build_binary(b, OP_ARITH_SUBI, upper[i], lower[i]), g->arena);
    loop.trip_counts[i] = build_or_fold(b, build_binary(b, OP_ARITH_CEILDIVSI, range, step[i]), g->arena);
  }
  Value *count = loop.trip_counts[0];
  for (uint32_t i = 1; i < loop.rank; i++) count = build_binary(b, OP_ARITH_MULI, count, loop.trip_counts[i]);
  Value *nothing = build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, count, build_index(b, 0));
  loop.created = b->created;
  Created *created = hold_back(b);
  Operation *choice = build_if(b, nothing);
  BuilderPlace place = builder_enter(b, choice->regions[0].first);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_at_end(b, choice->regions[1].first);
  build_blocks(&loop, count, task_size);
  build_end(b, OP_SCF_YIELD, NULL, 0);
  builder_leave(b, place);
  tell(b, created, choice);
  return greedy_erase(g, op);
}

static const GreedyPattern patterns[] = {{.root = OP_SCF_PARALLEL, .rewrite = to_tasks, .name = "scf.parallel to tasks"}};

static bool run(PassRun *pass, Operation *op) {
  SymbolNames names;
  symbol_names_init(&names, pass->arena);
  return greedy_rewrite(pass, op, patterns, countof(patterns), &names);
}

const PassDef async_parallel_for_pass = {
  .name = "async-parallel-for", .class_name = "AsyncParallelForPass",
  .summary = "Convert scf.parallel operations to multiple async compute ops executed concurrently for non-overlapping iteration ranges",
  .works_on = "scf", .makes = "arith async scf func", .anchor = OP_BUILTIN_MODULE, .run = run,
  PASS_OPTIONS(&option_dispatch, &option_workers, &option_task_size),
};
