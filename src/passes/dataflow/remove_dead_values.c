// remove-dead-values: what nothing needs goes: operations, arguments and results of private functions, what branches pass on
// (after mlir/lib/Transforms/RemoveDeadValues.cpp).
//
// First everything is found that is to go, with the IR as it was; then it goes, in the order of kinds that `cleanup` has.
#include "analysis/liveness.h"
#include "ir/ir_diag.h"
#include "ir/region_flow.h"
#include "ops/op_interfaces.h"
#include "ops/ub.h"
#include "passes/canonicalize.h"
#include "rewrite/branch.h"
#include "rewrite/effects.h"

static const PassOption option_canonicalize = {"canonicalize", OPTION_BOOL, "true", NULL, "Canonicalize region branch ops"};

typedef struct Bits { bool *set; uint32_t count; } Bits;

typedef struct DeadFunction { Operation *op; Bits arguments, results; const OpVec *calls; } DeadFunction;
typedef struct DeadOperands { Operation *op; Bits operands; bool poison; } DeadOperands;
typedef struct DeadArguments { Block *block; Bits arguments; } DeadArguments;
typedef struct DeadPassed { Operation *branch; uint32_t successor; Bits operands; } DeadPassed;

typedef struct Removal {
  PassRun *run;
  Arena *arena;
  Builder b;
  Liveness liveness;
  Map dead;         // values that go though something live has used them
  Map uses;         // functions -> OpVec of the calls that name them
  Map stand_ins;    // types -> a value for uses that go, too
  OpVec fakes;      // the operations of those values, in no block
  OpVec poisons;    // made here
  VEC(DeadFunction) functions;
  VEC(DeadOperands) operands;
  VEC(DeadArguments) blocks;
  VEC(DeadPassed) passed;
  OpVec operations;
} Removal;

static Bits bits_new(Removal *self, uint32_t count) {
  Bits bits = {arena_new(self->arena, bool, count + 1u), count};
  if (!bits.set) bits.count = 0;
  return bits;
}

static bool any_set(Bits bits) {
  for (uint32_t i = 0; i < bits.count; i++)
    if (bits.set[i]) return true;
  return false;
}

static bool is_dead(const Removal *self, const Value *value) { return map_find(&self->dead, map_key(value)) || !value_is_live(&self->liveness, value); }
static void set_dead(Removal *self, const Value *value) { map_put(&self->dead, map_key(value))->value = 1; }

static bool results_are_dead(const Removal *self, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!is_dead(self, op_result(op, i))) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Finding

static void erase_later(Removal *self, Operation *op) { vec_push(self->arena, &self->operations, op); }

// One that uses what is dead is dead itself, whatever it does: it never runs.
static void find_plain(Removal *self, Operation *op) {
  bool goes = false;
  for (uint32_t i = 0; !goes && i < op->operand_count; i++) goes = is_dead(self, op_operand(op, i));
  if (!goes) goes = op_is_memory_effect_free(op) && results_are_dead(self, op);
  if (!goes) return;
  erase_later(self, op);
  for (uint32_t i = 0; i < op->result_count; i++) set_dead(self, op_result(op, i));
}

static void find_returns(Removal *self, const DeadFunction *function) {
  region_each_block(op_region(function->op, 0), block) {
    Operation *end = block->last;
    if (end && op_has(end, TRAIT_RETURN_LIKE) && end->operand_count == function->results.count)
      vec_push(self->arena, &self->operands, ((DeadOperands){.op = end, .operands = function->results}));
  }
}

static void find_function(Removal *self, Operation *op) {
  Region *body = op_region(op, 0);
  A type = op_attr(op, "function_type");
  const FunctionType *signature = type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
  if (symbol_visibility(op) == SYMBOL_PUBLIC || !body->first || !signature) return;
  DeadFunction function = {.op = op, .arguments = bits_new(self, body->first->arg_count), .results = bits_new(self, signature->result_count)};
  function.calls = map_get(&self->uses, op);
  for (uint32_t i = 0; i < function.arguments.count; i++) {
    function.arguments.set[i] = is_dead(self, body->first->args[i]);
    if (function.arguments.set[i]) set_dead(self, body->first->args[i]);
  }
  for (uint32_t i = 0; i < function.results.count; i++) {
    bool goes = true;
    for (uint32_t c = 0; goes && function.calls && c < function.calls->count; c++)
      goes = i >= function.calls->data[c]->result_count || is_dead(self, op_result(function.calls->data[c], i));
    function.results.set[i] = goes;
    for (uint32_t c = 0; goes && function.calls && c < function.calls->count; c++)
      if (i < function.calls->data[c]->result_count) set_dead(self, op_result(function.calls->data[c], i));
  }
  find_returns(self, &function);
  vec_push(self->arena, &self->functions, function);
}

// What each operand of a point becomes, one after the other.
typedef struct Fate { bool is_passed, arrives_alive; } Fate;

static void find_point(Removal *self, const Operation *op, Operation *point) {
  RegionSuccessors ways = {.arena = self->arena};
  region_successors(op, point, NULL, &ways);
  Fate *fates = arena_new(self->arena, Fate, point->operand_count + 1u);
  if (!fates) return;
  for (uint32_t i = 0; i < ways.list.count; i++) {
    const RegionSuccessor *way = &ways.list.data[i];
    for (uint32_t k = 0; k < value_range_size(way->inputs) && k < value_range_size(way->operands); k++) {
      uint32_t at = way->operands.begin + k;
      if (!way->operands.is_operands || at >= point->operand_count) continue;
      fates[at].is_passed = true;
      if (!is_dead(self, value_range_at(way->inputs, k))) fates[at].arrives_alive = true;
    }
  }
  Bits bits = bits_new(self, point->operand_count);
  for (uint32_t i = 0; i < bits.count; i++) bits.set[i] = fates[i].is_passed && (!fates[i].arrives_alive || is_dead(self, op_operand(point, i)));
  if (any_set(bits)) vec_push(self->arena, &self->operands, ((DeadOperands){point, bits, true}));
}

static void find_flow(Removal *self, Operation *op) {
  if (op_is_memory_effect_free(op) && results_are_dead(self, op)) {
    erase_later(self, op);
    return;
  }
  find_point(self, op, op);
  for (uint32_t i = 0; i < op->region_count; i++)
    region_each_block(&op->regions[i], block)
      if (block->last && is_region_point(block->last)) find_point(self, op, block->last);
}

// Whether an operand that is not passed on is dead.
static bool is_never_taken(const Removal *self, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    bool passed = false;
    for (uint32_t s = 0; s < op->successor_count && !passed; s++) {
      Span span = op_successor_operands(op, s);
      passed = i >= span.begin && i < span.end;
    }
    if (!passed && is_dead(self, op_operand(op, i))) return true;
  }
  return false;
}

static void find_branch(Removal *self, Operation *op) {
  if (is_never_taken(self, op)) {
    erase_later(self, op);
    return;
  }
  for (uint32_t s = 0; s < op->successor_count; s++) {
    Block *block = op_successor(op, s);
    Span span = op_successor_operands(op, s);
    uint32_t made = branch_made_args(op, s);
    Bits bits = bits_new(self, span_size(span));
    for (uint32_t i = 0; i < bits.count; i++) {
      bits.set[i] = is_dead(self, op_operand(op, span.begin + i));
      if (bits.set[i] && made + i < block->arg_count) set_dead(self, block->args[made + i]);
    }
    vec_push(self->arena, &self->blocks, ((DeadArguments){block, bits}));
    vec_push(self->arena, &self->passed, ((DeadPassed){op, s, bits}));
  }
}

static WalkResult find(Operation *op, void *data) {
  Removal *self = data;
  if (op_has(op, TRAIT_FUNCTION)) find_function(self, op);
  else if (ask_region_branch(op->def)) find_flow(self, op);
  else if (ask_branch(op->def)) find_branch(self, op);
  else if (!op_has(op, TRAIT_TERMINATOR) && !ask_call(op->def)) find_plain(self, op);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// Calls

static bool note_use(Operation *user, A ref, void *data) {
  Removal *self = data;
  Operation *function = ask_call(user->def) ? symbol_lookup(&self->liveness.constants.flow.callers.tables, user, ref) : NULL;
  if (!function || !op_has(function, TRAIT_FUNCTION)) return true;
  OpVec *calls = map_get(&self->uses, function);
  if (!calls) map_set(&self->uses, function, calls = arena_new(self->arena, OpVec, 1));
  if (calls && (!calls->count || vec_last(calls) != user)) vec_push(self->arena, calls, user);
  return true;
}

static WalkResult note_uses(Operation *op, void *data) {
  Removal *self = data;
  if (!op_is_symbol_table(op)) return WALK_ADVANCE;
  region_each_block(op_region(op, 0), block)
    block_each_op(block, inside) symbol_walk_uses(self->run->ctx, inside, note_use, self);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// Removing

// A value for uses that are to go as well; those that stay are an error in the end.
static Value *stand_in(Removal *self, T type) {
  Operation *fake = map_get(&self->stand_ins, type);
  if (!fake) {
    OpState state;
    op_state_init(&state, self->run->module, self->arena, context_op_of(self->run->ctx, OP_UB_POISON), (Loc){.attr = self->run->ctx->attrs.unknown_loc});
    op_state_add_type(&state, type);
    fake = op_create(&state);
    map_set(&self->stand_ins, type, fake);
    vec_push(self->arena, &self->fakes, fake);
  }
  return op_result(fake, 0);
}

static void drop_uses(Removal *self, Value *value) {
  if (value->uses) value_replace_all(value, stand_in(self, value->type));
}

static void erase_arguments(Removal *self, Block *block, Bits bits) {
  if (block->arg_count != bits.count) return;   // it was its turn before
  for (uint32_t i = bits.count; i-- > 0;) {
    if (!bits.set[i]) continue;
    drop_uses(self, block->args[i]);
    block_erase_arg(block, i);
  }
}

static void erase_passed(Removal *self, const DeadPassed *it) {
  if (span_size(op_successor_operands(it->branch, it->successor)) != it->operands.count) return;
  for (uint32_t i = it->operands.count; i-- > 0;)
    if (it->operands.set[i]) branch_erase_operand(self->run->module, it->branch, it->successor, i);
}

// The list of attributes without those of what goes; none when all that is left are empty.
static void shrink_attrs(Removal *self, Operation *op, const char *name, Bits bits) {
  A attr = op_attr(op, name);
  if (!attr || attr_kind(attr) != ATTR_ARRAY || ((const ArrayAttr *)attr)->count != bits.count) return;
  AttrVec kept = {0};
  bool any = false;
  for (uint32_t i = 0; i < bits.count; i++) {
    A item = ((const ArrayAttr *)attr)->items[i];
    if (bits.set[i]) continue;
    vec_push(self->arena, &kept, item);
    any |= item != self->run->ctx->attrs.empty_dict;
  }
  op_set_attr(self->run->module, op, str_from(name), any ? attr_array(self->run->ctx, kept.data, kept.count) : NULL);
}

static void shrink_function(Removal *self, const DeadFunction *it) {
  Block *entry = op_region(it->op, 0)->first;
  A attr = op_attr(it->op, "function_type");
  const FunctionType *type = type_as_function(((const TypeAttr *)attr)->type);
  TypeVec inputs = {0}, results = {0};
  for (uint32_t i = 0; i < type->input_count; i++)
    if (i >= it->arguments.count || !it->arguments.set[i]) vec_push(self->arena, &inputs, type->types[i]);
  for (uint32_t i = 0; i < type->result_count; i++)
    if (!it->results.set[i]) vec_push(self->arena, &results, type->types[type->input_count + i]);
  erase_arguments(self, entry, it->arguments);
  if (any_set(it->arguments)) shrink_attrs(self, it->op, "arg_attrs", it->arguments);
  if (any_set(it->results)) shrink_attrs(self, it->op, "res_attrs", it->results);
  op_set_attr(self->run->module, it->op, STR("function_type"),
              attr_type(self->run->ctx, type_function(self->run->ctx, inputs.data, inputs.count, results.data, results.count)));
}

// The segments that count the operands shrink as well.
static void erase_call_operand(Removal *self, Operation *call, uint32_t at) {
  A sizes = op_def_has(call->def, TRAIT_ATTR_SIZED_OPERANDS) ? op_prop(call, "operandSegmentSizes") : NULL;
  if (sizes && attr_kind(sizes) == ATTR_DENSE_ARRAY) {
    uint32_t count = (uint32_t)((const DenseArrayAttr *)sizes)->count, end = 0;
    int32_t *values = arena_new(self->arena, int32_t, count + 1u);
    bool found = false;
    for (uint32_t i = 0; values && i < count; i++) {
      values[i] = (int32_t)dense_array_i64(sizes, i);
      end += (uint32_t)values[i];
      if (!found && at < end) {
        found = true;
        values[i]--;
      }
    }
    if (values) op_set_attr(self->run->module, call, STR("operandSegmentSizes"), attr_i32_array(self->run->ctx, values, count));
  }
  op_erase_operands(call, at, 1);
}

static void shrink_call_operands(Removal *self, Operation *call, Bits arguments) {
  Span span = ask_call(call->def)->arguments(call);
  for (uint32_t i = arguments.count; i-- > 0;)
    if (arguments.set[i] && i < span_size(span)) erase_call_operand(self, call, span.begin + i);
}

static void shrink_call_results(Removal *self, Operation *call, Bits results) {
  if (!any_set(results) || call->result_count != results.count) return;
  OpState state;
  op_state_init(&state, self->run->module, self->arena, call->def, call->loc);
  op_state_mirror(&state, call);
  vec_clear(&state.types);
  for (uint32_t i = 0; i < results.count; i++)
    if (!results.set[i]) op_state_add_type(&state, op_result_type(call, i));
  Operation *made = op_create(&state);
  if (!made) return;
  op_insert_before(made, call);
  for (uint32_t i = 0, k = 0; i < results.count; i++) {
    if (results.set[i]) {
      drop_uses(self, op_result(call, i));
      continue;
    }
    op_result(made, k)->name = op_result(call, i)->name;
    value_replace_all(op_result(call, i), op_result(made, k++));
  }
  op_erase(call);
}

static Value *make_poison(Removal *self, Operation *before, const Value *value) {
  builder_before(&self->b, before);
  self->b.loc = value_loc(value);
  OpState *state = builder_begin(&self->b, OP_UB_POISON);
  op_state_add_type(state, value->type);
  Operation *made = builder_finish_typed(&self->b);
  vec_push(self->arena, &self->poisons, made);
  return op_result(made, 0);
}

static void shrink_operands(Removal *self, const DeadOperands *it) {
  for (uint32_t i = it->operands.count; !it->poison && i-- > 0;)
    if (it->operands.set[i]) op_erase_operands(it->op, i, 1);
  for (uint32_t i = 0; it->poison && i < it->operands.count; i++)
    if (it->operands.set[i]) op_set_operand(it->op, i, make_poison(self, it->op, op_operand(it->op, i)));
}

static void erase_operation(Removal *self, Operation *op) {
  builder_before(&self->b, op);
  if (op_has(op, TRAIT_TERMINATOR)) {
    builder_begin(&self->b, OP_UB_UNREACHABLE);
    builder_finish(&self->b);
  }
  for (uint32_t i = 0; i < op->result_count; i++) drop_uses(self, op_result(op, i));
  op_erase(op);
}

static void cleanup(Removal *self) {
  for (uint32_t i = 0; i < self->blocks.count; i++) erase_arguments(self, self->blocks.data[i].block, self->blocks.data[i].arguments);
  for (uint32_t i = 0; i < self->passed.count; i++) erase_passed(self, &self->passed.data[i]);
  for (uint32_t i = 0; i < self->functions.count; i++) shrink_function(self, &self->functions.data[i]);
  for (uint32_t i = 0; i < self->operands.count; i++) shrink_operands(self, &self->operands.data[i]);
  for (uint32_t i = 0; i < self->functions.count; i++) {
    const DeadFunction *function = &self->functions.data[i];
    for (uint32_t c = 0; function->calls && c < function->calls->count; c++) {
      shrink_call_operands(self, function->calls->data[c], function->arguments);
      shrink_call_results(self, function->calls->data[c], function->results);
    }
  }
  for (uint32_t i = 0; i < self->operations.count; i++) erase_operation(self, self->operations.data[i]);
  for (uint32_t i = 0; i < self->poisons.count; i++)
    if (!(self->poisons.data[i]->flags & OP_ERASED) && !op_has_uses(self->poisons.data[i])) op_erase(self->poisons.data[i]);
}

// ---------------------------------------------------------------------------------------------

// What still uses a value that went would have no operand. Of loops that are empty now nothing is left at this point.
static bool check_uses(Removal *self) {
  for (uint32_t i = 0; i < self->fakes.count; i++) {
    const Use *use = op_result(self->fakes.data[i], 0)->uses;
    if (!use) continue;
    op_error_plain(self->run->module, use->owner, "null operand found");
    return false;
  }
  return true;
}

static WalkResult note_flow(Operation *op, void *data) {
  Removal *self = data;
  if (ask_region_branch(op->def)) vec_push(self->arena, &self->operations, op);
  return WALK_ADVANCE;
}

// The rewrites take away what was passed on as poison.
static void simplify_flow(Removal *self, Operation *op) {
  vec_clear(&self->operations);
  op_walk_post(op, note_flow, self);
  if (!self->operations.count) return;
  Greedy g;
  greedy_init(&g, self->run, (GreedyConfig)GREEDY_DEFAULTS);
  add_canonicalization(&g);
  greedy_run_from(&g, self->operations.data, self->operations.count);
}

static bool acts(Operation *op) { return !op_would_be_trivially_dead(op); }

static bool run(PassRun *pass, Operation *op) {
  Removal self = {.run = pass, .arena = pass->arena};
  builder_init(&self.b, pass->module);
  map_init(&self.dead, pass->arena);
  map_init(&self.uses, pass->arena);
  map_init(&self.stand_ins, pass->arena);
  liveness_find(&self.liveness, pass->module, op, acts, pass->arena);
  op_walk_pre(op, note_uses, &self);
  op_walk_post(op, find, &self);
  if (pass->ctx->mem.exhausted) return false;
  cleanup(&self);
  pass->changed = true;
  if (pass_bool(pass, &option_canonicalize)) simplify_flow(&self, op);
  return check_uses(&self) && !pass->ctx->mem.exhausted;
}

const PassDef remove_dead_values_pass = {
  .name = "remove-dead-values", .class_name = "RemoveDeadValues", .summary = "Remove dead values", .makes = "ub", .run = run,
  PASS_OPTIONS(&option_canonicalize),
};
