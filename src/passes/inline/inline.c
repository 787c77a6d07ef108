// inline: calls are replaced by what they call, from the innermost function outwards; functions are simplified in between, and
// private ones that nothing names any more go (after mlir/lib/Transforms/Utils/Inliner.cpp and InliningUtils.cpp).
#include "analysis/callers.h"
#include "ir/ir_diag.h"
#include "ops/inlining.h"
#include "ops/op_interfaces.h"
#include "passes/inline/call_graph.h"
#include "passes/pipeline.h"

static const PassOption option_default_pipeline = {"default-pipeline", OPTION_STRING, "canonicalize", NULL,
  "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList"};
static const PassOption option_op_pipelines = {"op-pipelines", OPTION_STRING, NULL, NULL,
  "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`); not supported yet"};
static const PassOption option_max_iterations = {"max-iterations", OPTION_UINT, "4", NULL,
  "Maximum number of iterations when inlining within an SCC"};
static const PassOption option_inlining_threshold = {"inlining-threshold", OPTION_UINT, "4294967295", NULL,
  "If the ratio between the number of the operations in the callee and the number of the operations in the caller exceeds this value "
  "(in percentage), then the callee is not inlined even if it is legal to inline it"};

// A call that was found, in a node.
typedef struct Call {
  Operation *op;
  CallNode *source, *target;
  int64_t history;      // the inlining that brought it; -1: none
} Call;

// An inlining that was done, and the one that brought its call.
typedef struct Inlined {
  const CallNode *target;
  int64_t before;
} Inlined;

typedef struct Inliner {
  PassRun *run;
  CallGraph graph;
  Pipeline pipeline;
  uint64_t threshold;   // in percent; UINT32_MAX: none
  VEC(Call) calls;
  VEC(Inlined) history;
  CallNodeVec dead;
} Inliner;

// ---------------------------------------------------------------------------------------------
// What is legal

static const DialectInlinerInterface *inliner_of(Context *ctx, const Operation *op) { return ask_dialect_inliner(op_dialect(ctx, op->def)); }

typedef struct Legality {
  Context *ctx;
  const Region *to;
  const Operation *function;
} Legality;

static WalkResult check_op(Operation *op, void *data) {
  const Legality *legality = data;
  if (op == legality->function) return WALK_ADVANCE;
  const DialectInlinerInterface *asked = inliner_of(legality->ctx, op);
  return asked && asked->legal_op && asked->legal_op(op, legality->to) ? WALK_ADVANCE : WALK_STOP;
}

static bool types_match(const Operation *call, Span arguments, const CallNode *target) {
  const Block *entry = target->body->first;
  if (span_size(arguments) != entry->arg_count) return false;
  for (uint32_t i = 0; i < entry->arg_count; i++)
    if (op_operand_type(call, arguments.begin + i) != entry->args[i]->type) return false;
  region_each_block(target->body, block) {
    const Operation *end = block->last;
    if (!end || end->successor_count) continue;
    if (end->operand_count != call->result_count && op_has(end, TRAIT_RETURN_LIKE)) return false;
    for (uint32_t i = 0; op_has(end, TRAIT_RETURN_LIKE) && i < end->operand_count; i++)
      if (op_operand_type(end, i) != op_result_type(call, i)) return false;
  }
  return true;
}

static bool is_legal(const Inliner *self, const Call *call, bool in_place) {
  Context *ctx = self->run->ctx;
  const Region *to = op_parent_region(call->op);
  const DialectInlinerInterface *of_call = inliner_of(ctx, call->op), *around = to->op ? inliner_of(ctx, to->op) : NULL;
  if (!of_call || !of_call->legal_call || !of_call->legal_call(call->op, call->target->op, !in_place)) return false;
  if (!around || !around->legal_region || !around->legal_region(ctx, to, call->target->body, call->op)) return false;
  if (!types_match(call->op, ask_call(call->op->def)->arguments(call->op), call->target)) return false;
  Legality legality = {ctx, to, call->target->op};
  return op_walk_pre(call->target->op, check_op, &legality) != WALK_STOP;
}

static WalkResult count_op(Operation *op, void *data) {
  (void)op;
  ++*(uint64_t *)data;
  return WALK_ADVANCE;
}

// Whether the callee is small beside the caller.
static bool is_worth_it(const Inliner *self, const Call *call) {
  if (self->threshold >= UINT32_MAX) return true;
  uint64_t caller = 0, callee = 0;
  op_walk_pre(call->source->op, count_op, &caller);
  op_walk_pre(call->target->op, count_op, &callee);
  return (callee - 1) * 100 / (caller > 1 ? caller - 1 : 1) <= self->threshold;
}

static bool calls_back(const Call *call) {
  for (uint32_t i = 0; i < call->target->calls.count; i++)
    if (call->target->calls.data[i] == call->target || call->target->calls.data[i] == call->source) return true;
  return false;
}

// The call came with the body of the same function.
static bool is_in_history(const Inliner *self, const Call *call) {
  for (int64_t at = call->history; at >= 0; at = self->history.data[at].before)
    if (self->history.data[at].target == call->target) return true;
  return false;
}

static bool wants(const Inliner *self, const Call *call) {
  if (op_has(call->op, TRAIT_TERMINATOR) || is_in_history(self, call) || calls_back(call)) return false;
  if (region_is_ancestor(call->target->body, op_parent_region(call->op))) return false;
  const Operation *around = op_parent(call->op);
  bool has_blocks = call->target->body->first->next != NULL;
  if (has_blocks && around->def != call->target->op->def && (!op_is_registered(around) || op_has(around, TRAIT_SINGLE_BLOCK))) return false;
  return is_worth_it(self, call);
}

// ---------------------------------------------------------------------------------------------
// A call becomes the body

typedef struct Placing {
  Module *module;
  A caller;     // where the call is; NULL: unknown
} Placing;

static WalkResult place(Operation *op, void *data) {
  const Placing *placing = data;
  op->loc.attr = attr_loc_callsite(placing->module->context, loc_attr(placing->module, op->loc), placing->caller);
  return WALK_ADVANCE;
}

static void place_blocks(Module *module, Block *first, const Block *end, Loc call) {
  Placing placing = {module, loc_attr(module, call)};
  if (placing.caller == module->context->attrs.unknown_loc) return;
  for (Block *block = first; block != end; block = block->next) {
    for (uint32_t i = 0; i < block->arg_count; i++)
      block->args[i]->arg_loc->attr = attr_loc_callsite(module->context, loc_attr(module, *block->args[i]->arg_loc), placing.caller);
    block_each_op(block, op) op_walk_pre(op, place, &placing);
  }
}

// The only block: what it returns takes the place of the results.
static void take_returned(Operation *call, Block *body, Block *rest) {
  Operation *end = body->last;
  for (uint32_t i = 0; i < call->result_count; i++) value_replace_all(op_result(call, i), op_operand(end, i));
  op_erase(end);
  block_splice(body, NULL, rest->first, rest->last);
  block_erase(rest);
}

// Several: each return branches to what follows the call.
static void branch_behind(Inliner *self, Operation *call, Block *first, Block *rest) {
  Module *module = self->run->module;
  for (uint32_t i = 0; i < call->result_count; i++)
    value_replace_all(op_result(call, i), block_add_arg(module, rest, op_result_type(call, i), call->loc));
  for (Block *block = first; block != rest; block = block->next) {
    Operation *end = block->last;
    const DialectInlinerInterface *asked = end && !end->successor_count ? inliner_of(self->run->ctx, end) : NULL;
    if (!asked || !asked->branch || !op_has(end, TRAIT_RETURN_LIKE)) continue;
    Builder b;
    builder_init(&b, module);
    builder_before(&b, end);
    asked->branch(&b, end, rest);
    op_erase(end);
  }
}

static Block *split_behind(Module *module, Operation *call) {
  if (call->next) return block_split(module, call->next);
  Block *rest = block_new(module);
  block_insert_after(rest, call->block);
  return rest;
}

// Calls in blocks, the last block first, not in other functions inside.
static void collect(Inliner *self, CallNode *source, Block *first, const Block *end, int64_t history) {
  BlockVec worklist = {0};
  Arena *arena = self->run->arena;
  for (Block *block = first; block != end; block = block->next) vec_push(arena, &worklist, block);
  while (worklist.count) {
    Block *block = vec_pop(&worklist);
    block_each_op(block, op) {
      if (ask_call(op->def)) {
        CallNode *target = call_graph_callee(&self->graph, op);
        if (target && !target->is_erased) vec_push(arena, &self->calls, ((Call){op, source, target, history}));
        continue;
      }
      if (call_graph_node(&self->graph, op)) continue;
      for (uint32_t i = 0; i < op->region_count; i++)
        region_each_block(&op->regions[i], inner) vec_push(arena, &worklist, inner);
    }
  }
}

static void replace_call(Inliner *self, const Call *call, bool in_place, int64_t history) {
  Module *module = self->run->module;
  Operation *from = call->target->op, *copy = NULL;
  Region *body = call->target->body;
  if (!in_place) {
    copy = op_clone(module, from, NULL);
    body = callable_body(copy);
  }
  Block *block = call->op->block, *rest = split_behind(module, call->op), *first = body->first;
  bool is_single = !first->next;
  Span arguments = ask_call(call->op->def)->arguments(call->op);
  region_take_blocks(block->region, body, rest);
  if (copy) op_erase(copy);
  place_blocks(module, first, rest, call->op->loc);
  collect(self, call->source, first, rest, history);
  for (uint32_t i = 0; i < first->arg_count; i++) value_replace_all(first->args[i], op_operand(call->op, arguments.begin + i));
  const DialectInlinerInterface *asked = inliner_of(self->run->ctx, call->op);
  if (asked && asked->placed) asked->placed(module, call->op, first, rest);
  if (is_single) take_returned(call->op, first, rest);
  else branch_behind(self, call->op, first, rest);
  block_splice(block, NULL, first->first, first->last);
  block_erase(first);
}

// ---------------------------------------------------------------------------------------------
// Functions

// The calls of the nodes [nodes, end). False: none was inlined.
static bool inline_calls(Inliner *self, CallNode **nodes, uint32_t count) {
  bool any = false;
  self->calls.count = self->history.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (nodes[i]->is_erased) continue;
    if (nodes[i]->is_discardable && !nodes[i]->uses) {
      nodes[i]->is_erased = true;
      vec_push(self->run->arena, &self->dead, nodes[i]);
    } else {
      collect(self, nodes[i], nodes[i]->body->first, NULL, -1);
    }
  }
  for (uint32_t i = 0; i < self->calls.count && !self->run->ctx->mem.exhausted; i++) {
    Call call = self->calls.data[i];
    if (call.source->is_erased || call.target->is_erased || !wants(self, &call)) continue;
    bool in_place = call.target->is_discardable && call.target->uses == 1;
    if (!is_legal(self, &call, in_place)) continue;
    vec_push(self->run->arena, &self->history, ((Inlined){call.target, call.history}));
    replace_call(self, &call, in_place, (int64_t)self->history.count - 1);
    any = self->run->changed = true;
    call_graph_drop_call(&self->graph, call.source, call.op);
    call_graph_add_uses_of(&self->graph, call.source, call.target);
    op_erase(call.op);
    if (!in_place) continue;
    call_graph_erase(&self->graph, call.target);
    vec_push(self->run->arena, &self->dead, call.target);
  }
  return any;
}

static bool simplify(Inliner *self, CallNode **nodes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    CallNode *node = nodes[i];
    if (node->is_erased || node->has_inside || !op_has(node->op, TRAIT_ISOLATED)) continue;
    if (!pipeline_run_inside(&self->pipeline, self->run, node->op)) return false;
    call_graph_count_uses(&self->graph, node);
  }
  return true;
}

// Simplify and inline until nothing is left to inline. False: a pass of the pipeline failed.
static bool inline_component(Inliner *self, CallNode **nodes, uint32_t count) {
  for (int64_t round = 0; round == 0 || round < pass_int(self->run, &option_max_iterations); round++) {
    if (!simplify(self, nodes, count)) return false;
    if (!inline_calls(self, nodes, count)) break;
  }
  return true;
}

static bool init(Inliner *self, Operation *op) {
  PassRun *run = self->run;
  if (pass_string(run, &option_op_pipelines).size) {
    diag_at(run->module, SEVERITY_ERROR, (Loc){.attr = run->ctx->attrs.unknown_loc}, "'op-pipelines' is not supported: 'default-pipeline' is run on every function");
    return false;
  }
  int64_t threshold = pass_int(run, &option_inlining_threshold);
  self->threshold = threshold < 0 ? UINT32_MAX : (uint64_t)threshold;
  pipeline_init(&self->pipeline, run->arena, STR("any"));
  self->pipeline.from_flags = true;
  Str text = pass_string(run, &option_default_pipeline);
  if (text.size && !pipeline_parse(&self->pipeline, run->ctx, text)) return false;
  call_graph_init(&self->graph, run->ctx, op, run->arena);
  return true;
}

static bool run(PassRun *pass, Operation *op) {
  Inliner self = {.run = pass};
  if (!op_is_symbol_table(op)) {
    op_error(pass->module, op, " was scheduled to run under the inliner, but does not define a symbol table");
    return false;
  }
  if (!init(&self, op)) return false;
  CallNodeVec order = {0};
  call_graph_components(&self.graph, &order);
  for (uint32_t begin = 0, end; begin < order.count && !pass->ctx->mem.exhausted; begin = end + 1) {
    for (end = begin; order.data[end]; end++) {}
    if (!inline_component(&self, order.data + begin, end - begin)) return false;
  }
  for (uint32_t i = 0; i < self.dead.count; i++) op_erase(self.dead.data[i]->op);
  pass->changed |= self.dead.count != 0;
  return true;
}

const PassDef inline_pass = {
  .name = "inline", .class_name = "InlinerPass", .summary = "Inline function calls", .run = run,
  PASS_OPTIONS(&option_default_pipeline, &option_op_pipelines, &option_max_iterations, &option_inlining_threshold),
};
