// ownership-based-buffer-deallocation: who owns memory is a condition that goes along with it; at the end of each block, what is owned and
// not passed on is freed (after mlir/lib/Dialect/Bufferization/Transforms/OwnershipBasedBufferDeallocation.cpp).
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"
#include "ops/scf.h"

#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "ir/region_flow.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

static const PassOption option_dynamic = {"private-function-dynamic-ownership", OPTION_BOOL, "false", NULL,
  "Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to callees. This can enable earlier deallocations."};

typedef struct Owners {
  PassRun *pass;
  Context *ctx;
  Module *module;
  Arena *arena;
  Map owner;       // memref -> i1 value; absent: not known yet
  Map unclear;     // memref -> several conditions may hold
  Map to_free;     // Block * -> ValueVec * of memrefs
  Builder b;
} Owners;

static bool is_memref(const Value *value) { return type_is_memref(value->type); }

static Value *bool_value(Owners *o, bool value) { return build_constant(&o->b, attr_bool(o->ctx, value)); }

static void set_owner(Owners *o, Value *memref, Value *condition) {
  Value *old = map_get(&o->owner, memref);
  if (!old) map_set(&o->owner, memref, condition);
  else if (old != condition && !(value_constant(old) && value_constant(old) == value_constant(condition))) map_put(&o->unclear, map_key(memref));
}

static void free_in(Owners *o, Value *memref, Block *block) {
  ValueVec *list = map_get(&o->to_free, block);
  if (!list) {
    if (!(list = arena_new(o->arena, ValueVec, 1))) return;
    map_set(&o->to_free, block, list);
  }
  vec_push(o->arena, list, memref);
}

static bool refuse(Owners *o, Operation *op, const char *why) {
  op_error_plain(o->module, op, "%s", why);
  return false;
}

// ---------------------------------------------------------------------------------------------
// What the block is given from outside

typedef struct LiveIn {
  Owners *o;
  Block *block;
  ValueVec found;
} LiveIn;

static bool is_inside(const Value *value, const Block *block) {
  for (const Block *at = value_block(value); at; at = at->region && at->region->op ? at->region->op->block : NULL)
    if (at == block) return true;
  return false;
}

static WalkResult find_live(Operation *op, void *data) {
  LiveIn *live = data;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (!is_memref(value) || is_inside(value, live->block)) continue;
    bool known = false;
    for (uint32_t k = 0; k < live->found.count; k++) known |= live->found.data[k] == value;
    if (!known) vec_push(live->o->arena, &live->found, value);
  }
  return WALK_ADVANCE;
}

// Memory of outside is not owned inside: a condition for it, which only views of it in this block ask for.
static void take_from_outside(Owners *o, Block *block, Map *saved) {
  LiveIn live = {.o = o, .block = block};
  block_each_op(block, op) op_walk_pre(op, find_live, &live);
  builder_at_start(&o->b, block);
  o->b.before = block->first;
  for (uint32_t i = 0; i < live.found.count; i++) {
    Value *value = live.found.data[i];
    o->b.loc = value_loc(value);
    map_set(saved, value, bool_value(o, false));
  }
}

// ---------------------------------------------------------------------------------------------
// Operations

typedef struct BlockState {
  Block *block;
  Map outside;     // memref of outside -> condition in this block
} BlockState;

static Value *owner_in(Owners *o, BlockState *state, Value *memref) {
  Value *here = map_get(&state->outside, memref);
  return here ? here : map_get(&o->owner, memref);
}

static bool is_unclear(Owners *o, const Value *memref) { return map_find(&o->unclear, map_key(memref)) != NULL; }

static Operation *with_results(Owners *o, Operation *op, uint32_t more, uint32_t more_operands, Value *condition) {
  Builder *b = &o->b;
  builder_before(b, op);
  OpState *state = builder_begin_def(b, op->def);
  op_state_take_operands(state, op, 0, op->operand_count);
  for (uint32_t i = 0; i < more_operands; i++) op_state_add_operand(state, condition);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < more; i++) op_state_add_type(state, o->ctx->types.i1);
  for (uint32_t i = 0; i < op->def->attr_count; i++) op_state_set_prop(state, i, op_prop_at(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  for (uint32_t i = 0; i < op->region_count; i++) op_state_add_region(state);
  Operation *made = builder_finish_typed(b);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(&made->regions[i], &op->regions[i], NULL);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), op_result(made, i));
  op_erase(op);
  return made;
}

static Operation *visit_regions(Owners *o, Operation *op) {
  builder_at_start(&o->b, op->block);
  o->b.loc = op->loc;
  Value *no = bool_value(o, false);
  RegionSuccessors ways = {.arena = o->arena};
  uint32_t operands = 0, results = 0;
  if (region_successors(op, op, NULL, &ways) && ways.list.count) {
    ValueRange passed = ways.list.data[0].operands;
    for (uint32_t i = 0; i < value_range_size(passed); i++) operands += is_memref(value_range_at(passed, i));
  }
  for (uint32_t i = 0; i < op->result_count; i++) results += is_memref(op_result(op, i));
  if (!results && !operands) return op;
  uint32_t next = op->result_count, k = 0;
  Operation *made = with_results(o, op, results, operands, no);
  for (uint32_t i = 0; i < next; i++) {
    Value *result = op_result(made, i);
    if (!is_memref(result)) continue;
    map_set(&o->owner, result, op_result(made, next + k++));
    free_in(o, result, made->block);
  }
  return made;
}

static bool visit_effects(Owners *o, Operation *op) {
  uint32_t effects;
  if (!op_own_effects(op, &effects)) return true;
  bool manual = op_discardable(op, STR("bufferization.manual_deallocation")) != NULL;
  if (effects & EFFECT_FREE)
    for (uint32_t i = 0; i < op->operand_count; i++)
      if (is_memref(op_operand(op, i)) && !manual) return refuse(o, op, "memory free side-effect on MemRef value not supported!");
  if (!(effects & EFFECT_ALLOC)) return true;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *result = op_result(op, i);
    if (!is_memref(result)) continue;
    builder_at_start(&o->b, op->block);
    o->b.loc = op->loc;
    bool owned = !manual && !op_is(op, OP_MEMREF_ALLOCA);
    map_set(&o->owner, result, bool_value(o, owned));
    if (owned) free_in(o, result, op->block);
  }
  return true;
}

static void visit_call(Owners *o, Operation *op) {
  builder_before(&o->b, op);
  Value *yes = bool_value(o, true);
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!is_memref(op_result(op, i))) continue;
    set_owner(o, op_result(op, i), yes);
    free_in(o, op_result(op, i), op->block);
  }
}

// Memory that is owned for sure: the memory itself, or a clone of it.
static Value *owned_memory(Owners *o, BlockState *state, Value *memref, Operation *before) {
  Builder *b = &o->b;
  builder_before(b, before);
  b->loc = value_loc(memref);
  if (is_unclear(o, memref)) {
    Value *clone = build1(b, OP_BUFFERIZATION_CLONE, memref->type, memref);
    Value *yes = bool_value(o, true);
    map_set(&o->owner, clone, yes);
    free_in(o, clone, before->block);
    return clone;
  }
  Value *condition = owner_in(o, state, memref);
  A known = condition ? value_constant(condition) : NULL;
  if (!condition || (known && attr_kind(known) == ATTR_INTEGER && attr_to_bool(known))) return memref;
  OpState *choice = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(choice, condition);
  op_state_add_type(choice, memref->type);
  op_state_add_region(choice);
  op_state_add_region(choice);
  Operation *made = builder_finish_typed(b);
  for (uint32_t r = 0; r < 2; r++) {
    Block *block = block_new(o->module);
    block_append(&made->regions[r], block);
    builder_at_end(b, block);
    Value *value = r ? build1(b, OP_BUFFERIZATION_CLONE, memref->type, memref) : memref;
    OpState *yield = builder_begin(b, OP_SCF_YIELD);
    op_state_add_operand(yield, value);
    builder_finish_typed(b);
  }
  builder_before(b, before);
  b->loc = value_loc(memref);
  Value *yes = bool_value(o, true);
  map_set(&o->owner, op_result(made, 0), yes);
  free_in(o, op_result(made, 0), before->block);
  return op_result(made, 0);
}

// Free what the block owns, but what is passed on; true conditions of that become `owners`.
static bool free_at_end(Owners *o, BlockState *state, Operation *end, ValueVec *owners) {
  Builder *b = &o->b;
  const ValueVec *list = map_get(&o->to_free, state->block);
  ValueVec memrefs = {0}, conditions = {0}, retained = {0};
  builder_before(b, end);
  for (uint32_t i = 0; list && i < list->count; i++) {
    Value *memref = list->data[i], *condition = owner_in(o, state, memref);
    if (!condition || is_unclear(o, memref)) return refuse(o, end, "MemRef value does not have valid ownership");
    if (type_kind(memref->type) != TYPE_MEMREF) {
      const ShapedType *type = (const ShapedType *)memref->type;
      OpState *cast = builder_begin(b, OP_MEMREF_REINTERPRET_CAST);
      int64_t zero = 0;
      op_state_add_operand(cast, memref);
      op_state_add_type(cast, type_memref(o->ctx, NULL, 0, type->element, NULL, type->extra));
      op_state_set_prop(cast, MEMREF_REINTERPRET_CAST_STATIC_OFFSETS, attr_i64_array(o->ctx, &zero, 1));
      op_state_set_prop(cast, MEMREF_REINTERPRET_CAST_STATIC_SIZES, attr_i64_array(o->ctx, NULL, 0));
      op_state_set_prop(cast, MEMREF_REINTERPRET_CAST_STATIC_STRIDES, attr_i64_array(o->ctx, NULL, 0));
      op_state_operand_segments(cast, (const int32_t[]){1, 0, 0, 0}, 4);
      memref = builder_finish_value(b);
    }
    OpState *metadata = builder_begin(b, OP_MEMREF_EXTRACT_STRIDED_METADATA);
    op_state_add_operand(metadata, memref);
    vec_push(o->arena, &memrefs, builder_finish_value(b));
    vec_push(o->arena, &conditions, condition);
  }
  Span passed = ask_region_branch_terminator(end->def) ? ask_region_branch_terminator(end->def)->passed(end) : (Span){0, 0};
  for (uint32_t i = passed.begin; i < passed.end; i++)
    if (is_memref(op_operand(end, i))) vec_push(o->arena, &retained, op_operand(end, i));
  if (!memrefs.count && !retained.count) return true;
  OpState *dealloc = builder_begin(b, OP_BUFFERIZATION_DEALLOC);
  op_state_add_operands(dealloc, memrefs.data, memrefs.count);
  op_state_add_operands(dealloc, conditions.data, conditions.count);
  op_state_add_operands(dealloc, retained.data, retained.count);
  op_state_operand_segments(dealloc, (const int32_t[]){(int32_t)memrefs.count, (int32_t)conditions.count, (int32_t)retained.count}, 3);
  for (uint32_t i = 0; i < retained.count; i++) op_state_add_type(dealloc, o->ctx->types.i1);
  Operation *made = builder_finish_typed(b);
  for (uint32_t i = 0; i < made->result_count; i++) vec_push(o->arena, owners, op_result(made, i));
  return true;
}

static bool visit_end(Owners *o, BlockState *state, Operation *end) {
  bool returns = op_is(op_parent(end), OP_FUNC_FUNC);
  for (uint32_t i = 0; returns && i < end->operand_count; i++)
    if (is_memref(op_operand(end, i))) op_set_operand(end, i, owned_memory(o, state, op_operand(end, i), end));
  ValueVec owners = {0};
  if (!free_at_end(o, state, end, &owners)) return false;
  if (!returns && owners.count) op_insert_operands(o->module, end, end->operand_count, owners.data, owners.count);
  return true;
}

// A view has the owner of what it is a view of.
static void inherit(Owners *o, BlockState *state, Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *result = op_result(op, i);
    if (!is_memref(result) || map_find(&o->owner, map_key(result))) continue;
    for (uint32_t k = 0; k < op->operand_count; k++) {
      Value *operand = op_operand(op, k);
      if (!is_memref(operand)) continue;
      if (is_unclear(o, operand)) map_put(&o->unclear, map_key(result));
      Value *condition = owner_in(o, state, operand);
      if (condition) set_owner(o, result, condition);
    }
    if (map_find(&o->owner, map_key(result))) continue;
    builder_before(&o->b, op);
    map_set(&o->owner, result, bool_value(o, false));
  }
}

static bool mentions_memory(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (is_memref(op_operand(op, i))) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (is_memref(op_result(op, i))) return true;
  return false;
}

// arith.select: the condition is chosen, too.
static void visit_select(Owners *o, BlockState *state, Operation *op) {
  Value *result = op_result(op, 0), *yes = owner_in(o, state, op_operand(op, 1)), *no = owner_in(o, state, op_operand(op, 2));
  if (!is_memref(result) || !yes || !no) return;
  builder_after(&o->b, op);
  if (yes != no) yes = build3(&o->b, OP_ARITH_SELECT, o->ctx->types.i1, op_operand(op, 0), yes, no);
  map_set(&o->owner, result, yes);
}

static bool visit_block(Owners *o, Block *block) {
  BlockState state = {.block = block};
  map_init(&state.outside, o->arena);
  take_from_outside(o, block, &state.outside);
  bool is_body = op_is(block_parent_op(block), OP_FUNC_FUNC);
  builder_at_start(&o->b, block);
  for (uint32_t i = 0, count = block->arg_count; i < count; i++) {
    Value *argument = block->args[i];
    if (!is_memref(argument)) continue;
    o->b.loc = value_loc(argument);
    map_set(&o->owner, argument, is_body ? bool_value(o, false) : block_add_arg(o->module, block, o->ctx->types.i1, value_loc(argument)));
    free_in(o, argument, block);
  }
  block_each_op_safe(block, op) {
    uint32_t effects;
    if (op_is(op, OP_ARITH_SELECT)) {
      visit_select(o, &state, op);
      continue;
    }
    if (op_is(op, OP_BUFFERIZATION_DEALLOC)) return refuse(o, op, "No deallocation operations must be present when running this pass!");
    bool is_end = op_has(op, TRAIT_TERMINATOR), calls = ask_call(op->def) != NULL;
    if (!is_end && !calls && mentions_memory(op) && !op_has(op, TRAIT_RECURSIVE_EFFECTS) && !op_own_effects(op, &effects))
      return refuse(o, op, "ops with unknown memory side effects are not supported");
    if (op->region_count && !ask_region_branch(op->def) && (op->region_count > 1 || op->result_count) && mentions_memory(op))
      return refuse(o, op, "All operations with attached regions need to implement the RegionBranchOpInterface.");
    if (!visit_effects(o, op)) return false;
    if (ask_region_branch(op->def)) op = visit_regions(o, op);
    if (calls) visit_call(o, op);
    if (is_end) {
      if (op->successor_count) return refuse(o, op, "branches between blocks are not supported by ownership-based-buffer-deallocation in Rung");
      if (!visit_end(o, &state, op)) return false;
    }
    inherit(o, &state, op);
  }
  return !o->ctx->mem.exhausted;
}

typedef struct Inner {
  Arena *arena;
  BlockVec blocks;
  OpVec functions;
} Inner;

static WalkResult collect_blocks(Operation *op, void *data) {
  Inner *inner = data;
  for (uint32_t r = 0; r < op->region_count; r++) region_each_block(&op->regions[r], block) vec_push(inner->arena, &inner->blocks, block);
  return WALK_ADVANCE;
}

static bool visit_function(PassRun *pass, Operation *function) {
  if (!function->regions[0].first) return true;
  Owners *o = arena_new(pass->arena, Owners, 1);
  if (!o) return false;
  *o = (Owners){.pass = pass, .ctx = pass->ctx, .module = pass->module, .arena = pass->arena};
  map_init(&o->owner, o->arena);
  map_init(&o->unclear, o->arena);
  map_init(&o->to_free, o->arena);
  builder_init(&o->b, pass->module);
  Inner inner = {.arena = pass->arena};
  op_walk_post(function, collect_blocks, &inner);
  for (uint32_t i = 0; i < inner.blocks.count; i++)
    if (!visit_block(o, inner.blocks.data[i])) return false;
  pass->changed = true;
  return true;
}

static WalkResult collect_functions(Operation *op, void *data) {
  Inner *inner = data;
  if (!op_is(op, OP_FUNC_FUNC)) return WALK_ADVANCE;
  vec_push(inner->arena, &inner->functions, op);
  return WALK_SKIP;
}

static bool run(PassRun *pass, Operation *op) {
  if (pass_bool(pass, &option_dynamic)) {
    op_error_plain(pass->module, op, "'private-function-dynamic-ownership' is not supported");
    return false;
  }
  Inner found = {.arena = pass->arena};
  op_walk_pre(op, collect_functions, &found);
  for (uint32_t i = 0; i < found.functions.count; i++)
    if (!visit_function(pass, found.functions.data[i])) return false;
  return !pass->ctx->mem.exhausted;
}

const PassDef ownership_deallocation_pass = {
  .name = "ownership-based-buffer-deallocation", .class_name = "OwnershipBasedBufferDeallocationPass",
  .summary = "Adds all required dealloc operations for all allocations in the input program", .works_on = "func", .makes = "bufferization arith memref scf",
  .run = run, PASS_OPTIONS(&option_dynamic),
};
