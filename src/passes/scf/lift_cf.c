// lift-cf-to-scf: branches between blocks become loops scf.while and choices scf.if and scf.index_switch
// (after mlir/lib/Transforms/Utils/CFGToSCF.cpp, which follows Bahmann, Reissmann, Jahre and Meyer: Perfect
// Reconstructability of Control Flow from Demand Dependence Graphs).
//
// From the entry of a region on: each outermost cycle is given one entry and one end, and becomes a loop. Then the
// first choice takes the blocks that only one of its branches leads to, and what follows comes behind it, until there
// are no more branches. Bodies of loops and of choices are lifted in the same way.
#include "ops/arith.h"
#include "ops/cf.h"
#include "ops/func.h"
#include "ops/scf.h"
#include "ops/ub.h"

#include "passes/scf/lift_cf_edges.h"

#include "dialects/common/build.h"
#include "ir/ir_diag.h"
#include "rewrite/branch.h"
#include "rewrite/effects.h"

static BlockTree *tree_of(Lifting *self, Region *region) {
  BlockTree *tree = map_get(&self->trees, region);
  if (tree) return tree;
  tree = block_tree_new(region, self->arena);
  if (tree) map_set(&self->trees, region, tree);
  return tree;
}
static void forget_tree(Lifting *self, const Region *region) { map_set(&self->trees, region, NULL); }

// What is still to be lifted: from this block on.
typedef struct Work {
  Block *entry;
  bool is_acyclic;
} Work;
typedef VEC(Work) WorkVec;

static void push_work(const Lifting *self, WorkVec *work, Block *entry, bool is_acyclic) {
  vec_push(self->arena, work, ((Work){entry, is_acyclic}));
}

// ---------------------------------------------------------------------------------------------
// Cycles to loops

typedef struct Loop {
  BlockVec blocks;     // in the order they have in its body, apart from header and latch
  Map inside;          // of these and all others that belong to it
  EdgeVec entries, exits, backs;
  Block *header, *latch, *exit;
  ValueVec next;       // values passed to the next iteration
} Loop;

static void add_block(const Lifting *self, Loop *loop, Block *block) {
  if (map_get(&loop->inside, block)) return;
  map_set(&loop->inside, block, block);
  vec_push(self->arena, &loop->blocks, block);
}

static void find_edges(const Lifting *self, Loop *loop) {
  Map entries;
  map_init(&entries, self->arena);
  for (uint32_t i = 0; i < loop->blocks.count; i++) {
    Block *block = loop->blocks.data[i];
    for (const BlockUse *use = block->uses; use; use = use->next) {
      if (map_get(&loop->inside, use->owner->block)) continue;
      vec_push(self->arena, &loop->entries, edge_of_use(use));
      map_set(&entries, block, block);
    }
    for (uint32_t k = 0; k < successor_count(block); k++)
      if (!map_get(&loop->inside, op_successor(block->last, k))) vec_push(self->arena, &loop->exits, ((Edge){block, k}));
  }
  for (uint32_t i = 0; i < loop->blocks.count; i++) {
    Block *block = loop->blocks.data[i];
    for (uint32_t k = 0; k < successor_count(block); k++)
      if (map_get(&entries, op_successor(block->last, k))) vec_push(self->arena, &loop->backs, ((Edge){block, k}));
  }
}

// All edges go through one new block, which goes on to where they led.
static Block *single_entry(Lifting *self, Loc loc, const EdgeVec *edges) {
  Gate gate = gate_new(self, loc, edges, false);
  for (uint32_t i = 0; i < edges->count; i++) gate_redirect(self, &gate, edges->data[i], NULL);
  builder_at_start(&self->b, gate.block);
  self->b.loc = loc;
  gate_dispatch(self, &gate, NULL);
  return gate.block;
}

// A loop that never ends is followed by a return of nothing that matters.
static bool build_unreachable_end(Lifting *self, Loc loc) {
  Operation *function = self->region->op;
  if (!op_is(function, OP_FUNC_FUNC)) {
    Str name = op_name(function);
    diag_at(self->run->module, SEVERITY_ERROR, loc, "Cannot create unreachable terminator for '%.*s'", (int)name.size, name.data);
    return false;
  }
  const FunctionType *type = (const FunctionType *)((const TypeAttr *)op_prop_at(function, FUNC_FUNC_FUNCTION_TYPE))->type;
  ValueVec values = {0};
  for (uint32_t i = 0; i < type->result_count; i++) {
    op_state_add_type(builder_begin(&self->b, OP_UB_POISON), type->types[type->input_count + i]);
    vec_push(self->arena, &values, builder_finish_value(&self->b));
  }
  op_state_add_operands(builder_begin(&self->b, OP_FUNC_RETURN), values.data, values.count);
  combine_exit(self, builder_finish_typed(&self->b));
  return true;
}

// One block, the latch, from which the loop begins anew or is left.
static bool single_latch(Lifting *self, Loop *loop) {
  Loc loc = loop->backs.data[0].from->last->loc;
  EdgeVec edges = {0};
  for (uint32_t i = 0; i < loop->backs.count; i++) vec_push(self->arena, &edges, loop->backs.data[i]);
  for (uint32_t i = 0; i < loop->exits.count; i++) vec_push(self->arena, &edges, loop->exits.data[i]);
  number_value(self, 0);
  Gate gate = gate_new(self, loc, &edges, true);
  loop->latch = gate.block;
  loop->exit = block_new(self->run->module);
  block_insert_after(loop->exit, loop->latch);
  for (uint32_t i = 0; i < edges.count; i++) gate_redirect(self, &gate, edges.data[i], number_value(self, i < loop->backs.count));
  builder_at_start(&self->b, loop->latch);
  self->b.loc = loc;
  Target targets[] = {{0, loop->header, loop->latch->args, loop->header->arg_count}, {0, loop->exit, NULL, 0}};
  build_switch(self, loop->latch->args[loop->latch->arg_count - 1], targets, 2);
  builder_at_start(&self->b, loop->exit);
  self->b.loc = loc;
  if (!loop->exits.count) return build_unreachable_end(self, loc);
  gate_dispatch(self, &gate, loop->header);
  return true;
}

// A use in a region inside a block of the loop is one in the loop.
static bool is_used_inside(const Loop *loop, const Use *use) {
  const Region *region = loop->header->region;
  const Block *block = use->owner->block;
  while (block && block->region != region) {
    const Operation *parent = block_parent_op(block);
    block = parent ? parent->block : NULL;
  }
  return block && map_get(&loop->inside, block);
}

static bool dominates_all_before(const BlockTree *tree, const Block *block, const Block *latch) {
  for (const BlockUse *use = latch->uses; use; use = use->next)
    if (!block_tree_dominates(tree, block, use->owner->block)) return false;
  return true;
}

// Values of the loop that are used behind it are carried out through its end.
static void carry_out(Lifting *self, Loop *loop, const BlockTree *tree, const Block *block, Value *value) {
  Value *outside = NULL;
  Module *module = self->run->module;
  for (Use *use = value->uses, *next; use; use = next) {
    next = use->next;
    if (is_used_inside(loop, use)) continue;
    uint32_t operand = use_index(use);
    Operation *user = use->owner;
    if (!outside) {
      Loc loc = value_loc(value);
      Value *carried = value;
      outside = block_add_arg(module, loop->exit, value->type, loc);
      block_add_arg(module, loop->header, value->type, loc);
      if (block != loop->latch && !dominates_all_before(tree, block, loop->latch)) {
        carried = block_add_arg(module, loop->latch, value->type, loc);
        for (const BlockUse *from = loop->latch->uses; from; from = from->next) {
          bool reaches = block_tree_dominates(tree, block, from->owner->block);
          edge_append(self, edge_of_use(from), reaches ? value : poison_value(self, value->type));
        }
      }
      vec_push(self->arena, &loop->next, carried);
      for (uint32_t i = 0; i < successor_count(loop->latch); i++) edge_append(self, (Edge){loop->latch, i}, carried);
      next = value->uses;   // the list has changed: once more from its start
    }
    if (op_operand(user, operand) == value && !is_used_inside(loop, &user->operands[operand])) op_set_operand(user, operand, outside);
  }
}

// What the loop gives is what the next iteration would begin with.
static bool carry_all_out(Lifting *self, Loop *loop) {
  Edge back = {loop->latch, 0}, out = {loop->latch, 1};
  edge_values(self, back, &loop->next);
  uint32_t passed = loop->next.count;
  for (uint32_t i = 0; i < passed; i++) {
    Value *value = loop->next.data[i], *outside = block_add_arg(self->run->module, loop->exit, value->type, value_loc(value));
    edge_append(self, out, value);
    for (Use *use = value->uses, *next; use; use = next) {
      next = use->next;
      if (!is_used_inside(loop, use)) op_set_operand(use->owner, use_index(use), outside);
    }
  }
  const BlockTree *tree = tree_of(self, loop->header->region);
  if (!tree) return false;
  uint32_t latch_args = loop->latch->arg_count, header_args = loop->header->arg_count;
  for (uint32_t i = 0; i < loop->blocks.count; i++) {
    Block *block = loop->blocks.data[i];
    uint32_t args = block == loop->latch ? latch_args : block == loop->header ? header_args : block->arg_count;
    for (uint32_t k = 0; k < args; k++) carry_out(self, loop, tree, block, block->args[k]);
    block_each_op(block, op)
      for (uint32_t k = 0; k < op->result_count; k++) carry_out(self, loop, tree, block, op_result(op, k));
  }
  for (const BlockUse *use = loop->header->uses; use; use = use->next) {
    if (use->owner->block == loop->latch) continue;
    Edge edge = edge_of_use(use);
    for (uint32_t k = span_size(op_successor_operands(use->owner, edge.successor)); k < loop->header->arg_count; k++)
      edge_append(self, edge, poison_value(self, loop->header->args[k]->type));
  }
  return true;
}

static void move_to(Region *region, Block *block) {
  block_remove(block);
  block_append(region, block);
}

// scf.while in `place`, whose arguments it begins with. Its body is the loop, which is done before each test.
static Operation *build_while(Lifting *self, Loop *loop, Block *place) {
  Region body = {0};
  move_to(&body, loop->header);
  for (uint32_t i = 0; i < loop->blocks.count; i++)
    if (loop->blocks.data[i] != loop->latch && loop->blocks.data[i] != loop->header) move_to(&body, loop->blocks.data[i]);
  move_to(&body, loop->latch);
  Operation *end = loop->latch->last;
  Value *repeat = op_operand(end, 0);
  Loc loc = end->loc;
  op_erase(end);
  builder_at_start(&self->b, place);
  self->b.loc = loc;
  OpState *state = builder_begin(&self->b, OP_SCF_WHILE);
  op_state_add_operands(state, place->args, place->arg_count);
  for (uint32_t i = 0; i < place->arg_count; i++) op_state_add_type(state, place->args[i]->type);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *made = builder_finish_typed(&self->b);
  region_take_blocks(op_region(made, 0), &body, NULL);
  builder_at_end(&self->b, loop->latch);
  self->b.loc = loc;
  Value *condition = build1(&self->b, OP_ARITH_TRUNCI, self->run->ctx->types.i1, repeat);
  state = builder_begin(&self->b, OP_SCF_CONDITION);
  op_state_add_operand(state, condition);
  op_state_add_operands(state, loop->next.data, loop->next.count);
  builder_finish_typed(&self->b);
  Block *after = block_new(self->run->module);
  block_append(op_region(made, 1), after);
  for (uint32_t i = 0; i < place->arg_count; i++) block_add_arg(self->run->module, after, place->args[i]->type, loc);
  builder_at_end(&self->b, after);
  self->b.loc = loc;
  op_state_add_operands(builder_begin(&self->b, OP_SCF_YIELD), after->args, after->arg_count);
  builder_finish_typed(&self->b);
  return made;
}

static bool lift_cycle(Lifting *self, const Cycle *cycle, WorkVec *work) {
  Loop loop = {0};
  map_init(&loop.inside, self->arena);
  for (uint32_t i = 0; i < cycle->blocks.count; i++) add_block(self, &loop, cycle->blocks.data[i]);
  find_edges(self, &loop);
  if (!loop.entries.count || !loop.backs.count) return false;
  loop.header = edge_to(loop.entries.data[0]);
  if (loop.entries.count > 1) {
    EdgeVec edges = {0};
    for (uint32_t i = 0; i < loop.entries.count; i++) vec_push(self->arena, &edges, loop.entries.data[i]);
    for (uint32_t i = 0; i < loop.backs.count; i++) vec_push(self->arena, &edges, loop.backs.data[i]);
    loop.header = single_entry(self, loop.header->last->loc, &edges);
  }
  add_block(self, &loop, loop.header);
  if (!single_latch(self, &loop)) return false;
  add_block(self, &loop, loop.latch);
  if (!carry_all_out(self, &loop)) return false;
  Block *place = block_new(self->run->module);
  block_insert_before(place, loop.header);
  add_args_of(self, place, loop.header);
  Operation *made = build_while(self, &loop, place);
  push_work(self, work, loop.header, false);
  for (uint32_t i = 0; i < loop.exit->arg_count && i < made->result_count; i++) value_replace_all(loop.exit->args[i], op_result(made, i));
  while (loop.header->uses) edge_set_to(edge_of_use(loop.header->uses), place);
  block_splice(place, NULL, loop.exit->first, loop.exit->last);
  block_erase(loop.exit);
  return !self->run->ctx->mem.exhausted;
}

static bool lift_cycles(Lifting *self, Block *entry, WorkVec *work) {
  Arena scratch;
  arena_init(&scratch, &self->run->ctx->mem);
  CycleVec cycles = {0};
  find_cycles(entry, &cycles, &scratch);
  bool ok = true;
  for (uint32_t i = 0; i < cycles.count && ok; i++) ok = lift_cycle(self, &cycles.data[i], work);
  if (cycles.count) forget_tree(self, entry->region);
  arena_free(&scratch);
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Branches to choices

typedef struct Choice {
  Block *entry, *continuation;
  BlockVec *branches;        // the blocks that only this branch leads to
  Region *regions;           // they go here
  uint32_t count;
  EdgeVec edges;             // to the continuation
  bool ends_inside;          // some branch has an end of the region in it
  bool has_edges;            // some branch leads to the continuation
  BlockVec empty;            // blocks that only give values
  VEC(ValueVec) given;       // … these
} Choice;

static bool has_one_edge_from(const Block *block, const Block *from) {
  return block->uses && !block->uses->next && block->uses->owner->block == from;
}

static bool find_branches(Lifting *self, Choice *choice, Map *owned) {
  map_set(owned, choice->entry, choice->entry);
  for (uint32_t i = 0; i < choice->count; i++) {
    Block *successor = op_successor(choice->entry->last, i);
    if (!has_one_edge_from(successor, choice->entry)) continue;
    const BlockTree *tree = tree_of(self, choice->entry->region);
    if (!tree) return false;
    uint32_t count;
    Block *const *blocks = block_tree_dominated(tree, successor, &count);
    for (uint32_t k = 0; k < count; k++) {
      vec_push(self->arena, &choice->branches[i], blocks[k]);
      map_set(owned, blocks[k], blocks[k]);
    }
  }
  return true;
}

static void find_continuation(Lifting *self, Choice *choice, const Map *owned) {
  for (uint32_t i = 0; i < choice->count; i++) {
    if (!choice->branches[i].count) {
      vec_push(self->arena, &choice->edges, ((Edge){choice->entry, i}));
      choice->has_edges = true;
      continue;
    }
    for (uint32_t k = 0; k < choice->branches[i].count; k++) {
      Block *block = choice->branches[i].data[k];
      if (!successor_count(block)) {
        choice->ends_inside = true;
        for (const BlockUse *use = block->uses; use; use = use->next) vec_push(self->arena, &choice->edges, edge_of_use(use));
      }
      for (uint32_t s = 0; s < successor_count(block); s++) {
        if (map_get(owned, op_successor(block->last, s))) continue;
        vec_push(self->arena, &choice->edges, ((Edge){block, s}));
        choice->has_edges = true;
      }
    }
  }
  for (uint32_t i = 0; i < choice->edges.count; i++) {
    Block *to = edge_to(choice->edges.data[i]);
    if (i && to != choice->continuation) {
      choice->continuation = NULL;
      return;
    }
    choice->continuation = to;
  }
}

static void add_empty(Lifting *self, Choice *choice, Block *block, ValueVec given) {
  vec_push(self->arena, &choice->empty, block);
  vec_push(self->arena, &choice->given, given);
}

// Of several edges to the continuation, all go through one block.
static void single_exit(Lifting *self, Choice *choice, uint32_t branch) {
  Block *exit = NULL;
  Edge first = {NULL, 0};
  for (uint32_t i = 0; i < choice->branches[branch].count; i++) {
    Block *block = choice->branches[branch].data[i];
    for (uint32_t s = 0; s < successor_count(block); s++) {
      if (op_successor(block->last, s) != choice->continuation) continue;
      if (!first.from) {
        first = (Edge){block, s};
        continue;
      }
      if (!exit) {
        exit = block_new(self->run->module);
        add_args_of(self, exit, choice->continuation);
        edge_set_to(first, exit);
        ValueVec args = {0};
        for (uint32_t k = 0; k < exit->arg_count; k++) vec_push(self->arena, &args, exit->args[k]);
        add_empty(self, choice, exit, args);
      }
      edge_set_to((Edge){block, s}, exit);
    }
    move_to(&choice->regions[branch], block);
  }
  if (exit) block_append(&choice->regions[branch], exit);
}

static void fill_branch(Lifting *self, Choice *choice, uint32_t branch, WorkVec *work) {
  ValueVec values = {0};
  edge_values(self, (Edge){choice->entry, branch}, &values);
  if (!choice->branches[branch].count) {
    Block *block = block_new(self->run->module);
    block_append(&choice->regions[branch], block);
    add_empty(self, choice, block, values);
    return;
  }
  single_exit(self, choice, branch);
  Block *first = choice->regions[branch].first;
  for (uint32_t i = 0; i < first->arg_count && i < values.count; i++) value_replace_all(first->args[i], values.data[i]);
  while (first->arg_count) block_erase_arg(first, first->arg_count - 1);
  push_work(self, work, first, true);
}

static A switch_cases(Lifting *self, const Operation *op) {
  A values = op_prop_at(op, CF_SWITCH_CASE_VALUES);
  uint32_t count = op->successor_count - 1, width = type_is_index(op_operand_type(op, 0)) ? 64 : type_bits(op_operand_type(op, 0));
  uint64_t mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
  int64_t *cases = arena_new(self->arena, int64_t, count + 1);
  for (uint32_t i = 0; cases && values && i < count; i++) {
    uint32_t size;
    uint64_t number = 0;
    const uint8_t *bytes = dense_element(values, i, &size);
    if (bytes) memcpy(&number, bytes, size < sizeof number ? size : sizeof number);
    cases[i] = (int64_t)(number & mask);
  }
  return attr_i64_array(self->run->ctx, cases, cases ? count : 0);
}

// scf.if or scf.index_switch in place of the branch; NULL (reported): it is another operation.
static Operation *build_choice(Lifting *self, Choice *choice) {
  Operation *op = choice->entry->last;
  builder_before(&self->b, op);
  OpState *state;
  if (op_is(op, OP_CF_COND_BR)) {
    state = builder_begin(&self->b, OP_SCF_IF);
    op_state_add_operand(state, op_operand(op, 0));
  } else if (op_is(op, OP_CF_SWITCH)) {
    Value *index = build1(&self->b, OP_ARITH_INDEX_CASTUI, self->run->ctx->types.index, op_operand(op, 0));
    state = builder_begin(&self->b, OP_SCF_INDEX_SWITCH);
    op_state_add_operand(state, index);
    op_state_set_prop(state, SCF_INDEX_SWITCH_CASES, switch_cases(self, op));
  } else {
    op_error(self->run->module, op, "Cannot convert unknown control flow op to structured control flow");
    return NULL;
  }
  for (uint32_t i = 0; i < choice->continuation->arg_count; i++) op_state_add_type(state, choice->continuation->args[i]->type);
  for (uint32_t i = 0; i < choice->count; i++) op_state_add_region(state);
  Operation *made = builder_finish_typed(&self->b);
  for (uint32_t i = 0; i < choice->count; i++) region_take_blocks(op_region(made, i), &choice->regions[i], NULL);
  op_erase(op);
  return made;
}

static void build_yield(Lifting *self, const ValueVec *values) {
  op_state_add_operands(builder_begin(&self->b, OP_SCF_YIELD), values->data, values->count);
  builder_finish_typed(&self->b);
}

static void end_branches(Lifting *self, Choice *choice, Loc loc) {
  for (uint32_t i = 0; i < choice->empty.count; i++) {
    builder_at_end(&self->b, choice->empty.data[i]);
    self->b.loc = loc;
    build_yield(self, &choice->given.data[i]);
  }
  while (choice->continuation->uses && !self->run->ctx->mem.exhausted) {
    Edge edge = edge_of_use(choice->continuation->uses);
    ValueVec values = {0};
    edge_values(self, edge, &values);
    Operation *end = edge.from->last;
    builder_before(&self->b, end);
    build_yield(self, &values);
    op_erase(end);
  }
}

static void merge_with_successor(Lifting *self, Block *entry, WorkVec *work) {
  Block *successor = op_successor(entry->last, 0);
  ValueVec values = {0};
  edge_values(self, (Edge){entry, 0}, &values);
  for (uint32_t i = 0; i < successor->arg_count && i < values.count; i++) value_replace_all(successor->args[i], values.data[i]);
  op_erase(entry->last);
  block_splice(entry, NULL, successor->first, successor->last);
  block_erase(successor);
  push_work(self, work, entry, true);
}

// There are no cycles any more.
static bool lift_branches(Lifting *self, Block *entry, WorkVec *work) {
  Choice choice = {.entry = entry, .count = successor_count(entry)};
  if (choice.count == 0) return true;
  if (choice.count == 1) {
    merge_with_successor(self, entry, work);
    return true;
  }
  choice.branches = arena_new(self->arena, BlockVec, choice.count);
  choice.regions = arena_new(self->arena, Region, choice.count);
  Map owned;
  map_init(&owned, self->arena);
  if (!choice.branches || !choice.regions || !find_branches(self, &choice, &owned)) return false;
  find_continuation(self, &choice, &owned);
  if (!choice.has_edges) {   // each branch ends in its own way: the branch itself stays
    for (uint32_t i = 0; i < choice.count; i++) push_work(self, work, op_successor(entry->last, i), true);
    return true;
  }
  if (!choice.continuation || choice.ends_inside)
    choice.continuation = single_entry(self, choice.edges.data[0].from->last->loc, &choice.edges);
  if (choice.ends_inside) {
    forget_tree(self, entry->region);
    push_work(self, work, entry, true);
    return true;
  }
  for (uint32_t i = 0; i < choice.count; i++) fill_branch(self, &choice, i, work);
  Operation *made = build_choice(self, &choice);
  if (!made) return false;
  end_branches(self, &choice, made->loc);
  Block *continuation = choice.continuation;
  for (uint32_t i = 0; i < continuation->arg_count; i++) value_replace_all(continuation->args[i], op_result(made, i));
  block_splice(entry, NULL, continuation->first, continuation->last);
  block_erase(continuation);
  push_work(self, work, entry, true);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Regions

static WalkResult check_branch(Operation *op, void *data) {
  Lifting *self = data;
  Module *module = self->run->module;
  if (!op->successor_count) return WALK_ADVANCE;
  if (!op_is_branch(op)) {
    op_error(module, op, "transformation does not support terminators with successors not implementing BranchOpInterface");
    return WALK_STOP;
  }
  if (!op_is_memory_effect_free(op)) {
    op_error(module, op, "transformation does not support terminators with side effects");
    return WALK_STOP;
  }
  for (uint32_t i = 0; i < op->successor_count; i++)
    if (branch_made_args(op, i)) {
      op_error(module, op, "transformation does not support operations with operation-produced successor operands");
      return WALK_STOP;
    }
  return WALK_ADVANCE;
}

static bool check_region(Lifting *self) {
  region_each_block(self->region, block)
    if (!block->uses && !block_is_entry(block)) {
      op_error(self->run->module, block->first, "transformation does not support unreachable blocks");
      return false;
    }
  region_each_block(self->region, block)
    block_each_op(block, op)
      if (op_walk_post(op, check_branch, self) == WALK_STOP) return false;
  return true;
}

static bool lift_region(PassRun *pass, Region *region) {
  if (region_is_empty(region) || region->first == region->last) return true;
  Lifting self = {.run = pass, .arena = pass->arena, .region = region, .region_loc = region->op->loc};
  if (!check_region(&self)) return false;
  builder_init(&self.b, pass->module);
  map_init(&self.poison, self.arena);
  map_init(&self.trees, self.arena);
  pass->changed = true;
  region_each_block(region, block)
    if (!successor_count(block)) combine_exit(&self, block->last);
  WorkVec work = {0};
  push_work(&self, &work, region->first, false);
  while (work.count) {
    Work next = vec_pop(&work);
    if (!next.is_acyclic && !lift_cycles(&self, next.entry, &work)) return false;
    if (!lift_branches(&self, next.entry, &work) || pass->ctx->mem.exhausted) return false;
  }
  return true;
}

static WalkResult visit(Operation *op, void *data) {
  for (uint32_t i = 0; i < op->region_count; i++)
    if (!lift_region(data, op_region(op, i))) return WALK_STOP;
  return WALK_ADVANCE;
}

static WalkResult visit_function(Operation *op, void *data) {
  if (!op_is(op, OP_FUNC_FUNC) || region_is_empty(op_region(op, 0))) return WALK_ADVANCE;
  return op_walk_post(op, visit, data) == WALK_STOP ? WALK_STOP : WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) { return op_walk_post(op, visit_function, pass) != WALK_STOP; }

const PassDef lift_cf_to_scf_pass = {
  .name = "lift-cf-to-scf", .class_name = "LiftControlFlowToSCFPass", .summary = "Lift ControlFlow dialect to SCF dialect", .works_on = "cf",
  .makes = "scf arith ub cf func", .run = run,
};
