// Runs a pipeline over a module, verifying after each pass.
#include "ops/builtin.h"
#include "asm/kept.h"
#include "passes/legalization_hints.h"
#include "ir/verify.h"
#include "passes/fingerprint.h"
#include "passes/pipeline.h"
#include "rewrite/explain.h"

typedef struct Runner {
  Module *module;
  Context *ctx;
  const PassHooks *hooks;
  Arena arena, question;
  PassDone done;     // of the pass that ran last
  bool is_over;      // the caller stopped the run
} Runner;

static bool run_elements(Runner *self, PassInstance *pass, Operation *op);

static bool may_run_on(const PassInstance *pass, const Operation *op) {
  return !pass->def || !pass->def->anchor || op_is(op, pass->def->anchor);
}

// Return why no pass may run on the operation; NULL when one may.
static const char *unfit(const PassInstance *pass, const Operation *op) {
  if (!op_is_registered(op)) return "trying to schedule a pass on an unregistered operation";
  if (!op_has(op, TRAIT_ISOLATED)) return "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'";
  return may_run_on(pass, op) ? NULL : "trying to schedule a pass on an unsupported operation";
}

// Passes need the whole text.
static bool has_hole(Runner *self, const PassInstance *pass, Operation *op) {
  Operation *hole = self->ctx->has_holes ? kept_find(op, true) : NULL;
  if (hole) diag_at(self->module, SEVERITY_ERROR, hole->loc, "pass '%s' stops here: something was left out of the text", pass->def->name);
  return hole != NULL;
}

typedef struct Border {
  Operation *kept;     // at the first one
  uint32_t count;
} Border;

// A cast between an operation that is kept as written, which never changes its types, and one that was converted.
static WalkResult note_border(Operation *op, void *data) {
  Border *border = data;
  if (!op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST)) return WALK_ADVANCE;
  Operation *kept = NULL;
  for (uint32_t i = 0; i < op->operand_count && !kept; i++) {
    Operation *def = value_def(op_operand(op, i));
    if (def && op_has(def, TRAIT_KEPT)) kept = def;
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op->results[i].uses; use && !kept; use = use->next)
      if (op_has(use->owner, TRAIT_KEPT)) kept = use->owner;
  if (kept && !border->count++) border->kept = kept;
  return WALK_ADVANCE;
}

static void tell_border(Module *module) {
  Border border = {0};
  op_walk_pre(module->op, note_border, &border);
  if (!border.count) return;
  Diag *diag = diag_at(module, SEVERITY_INFO, border.kept->loc, "%u cast%s %s left around operations that Rung doesn't know: "
                       "it cannot change their types", border.count, border.count == 1 ? "" : "s", border.count == 1 ? "is" : "are");
  diag->info = DIAG_INFO_KEPT;
  diag->about = border.count;
}

// An operation with a record now depends on an unknown type, because it was made from an operation kept as written.
static WalkResult note_unknown(Operation *op, void *data) {
  bool unknown = false;
  for (uint32_t i = 0; i < op->operand_count; i++) unknown |= type_is_unknown(op_operand_type(op, i));
  for (uint32_t i = 0; i < op->result_count; i++) unknown |= type_is_unknown(op_result_type(op, i));
  if (!unknown || !op_is_registered(op)) return WALK_ADVANCE;
  *(Operation **)data = op;
  return WALK_STOP;
}

static bool depends_on_unknown(Runner *self, const PassInstance *pass, Operation *top) {
  Operation *found = NULL;
  if (self->ctx->has_unknown_types) op_walk_pre(top, note_unknown, &found);
  if (found) op_error(self->module, found, "needs a type that pass '%s' cannot know: its value comes from an operation that Rung doesn't know", pass->def->name);
  return found != NULL;
}

static bool run_pass(Runner *self, PassInstance *pass, Operation *op) {
  if (has_hole(self, pass, op)) return false;
  const char *why = unfit(pass, op);
  const PassHooks *hooks = self->hooks;
  if (why) {
    op_error(self->module, op, "%s", why);
    if (hooks->explain) explain_unfit(hooks->explain, self->ctx, pass, op);
    return false;
  }
  if (hooks->before) hooks->before(hooks->data, pass, self->module, op);
  arena_reset(&self->arena);
  PassRun run = {
    .ctx = self->ctx,
    .module = self->module,
    .instance = pass,
    .arena = &self->arena,
    .question = &self->question,
    .explain = hooks->explain,
    .hints = &legalization_hints,
    .statistics = pass->statistics,
    .typed_pointers = hooks->typed_pointers,
  };
  if (hooks->explain) explain_add(hooks->explain, EXPLAIN_PASS, op)->pass = pass;
  uint32_t errors = self->ctx->diags->error_count;
  bool exact = hooks->explain || hooks->exact_changes;
  uint64_t before = exact ? op_fingerprint(op) : 0;
  bool ok = pass->def->run(&run, op);
  bool whole = !self->ctx->mem.exhausted;   // else operations may share memory, and nothing may be asked of them
  if (exact && run.changed && whole) run.changed = op_fingerprint(op) != before;
  if (ok && whole && depends_on_unknown(self, pass, op)) ok = false;
  if (ok && whole && hooks->verify_each) ok = verify_op(self->module, op);
  if (self->ctx->mem.exhausted && (ok || self->ctx->diags->error_count == errors)) {
    Diag *diag = diags_add(self->ctx->diags, SEVERITY_ERROR, DIAG_PASSES);
    diag->out_of_memory = true;
    diag_text(self->ctx->diags, diag, "%s in pass '%s'", mem_reason(&self->ctx->mem), pass->def->name);
    ok = false;
  }
  if (!ok && self->ctx->diags->error_count == errors) {
    Diag *diag = diags_add(self->ctx->diags, SEVERITY_ERROR, DIAG_PASSES);
    diag_text(self->ctx->diags, diag, "pass '%s' failed", pass->def->name);
  }
  if (hooks->explain) {
    ExplainEntry *entry = vec_add(hooks->explain->arena, &hooks->explain->entries);
    *entry = (ExplainEntry){.kind = EXPLAIN_PASS_END, .changed = run.changed, .failed = !ok};
  }
  self->done = (PassDone){self->done.runs + 1, self->done.changed || run.changed, self->done.failed || !ok};
  if (hooks->after) hooks->after(hooks->data, pass, self->module, op, run.changed, !ok);
  if (!hooks->explain) module_reuse_recycled(self->module);   // explanations name what was replaced
  return ok;
}

static bool is_any(const PassInstance *nested) { return str_is(nested->anchor, "any"); }

static bool nested_runs_on(const PassInstance *nested, const Operation *op) {
  if (!is_any(nested)) return str_equal(op_name(op), nested->anchor);
  if (!op_is_registered(op) || !op_has(op, TRAIT_ISOLATED)) return false;
  for (const PassInstance *pass = nested->nested; pass; pass = pass->next)
    if (!may_run_on(pass, op)) return false;
  return true;
}

// Nested pipelines [nested, end) side by side are one round over the ops directly inside `op`; the list
// of those is taken before running.
static bool run_nested(Runner *self, PassInstance *nested, const PassInstance *end, Operation *op) {
  Arena arena;
  arena_init(&arena, &self->ctx->mem);
  OpVec targets = {0};
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      block_each_op(block, inner) {
        bool wanted = false;
        for (const PassInstance *n = nested; n != end && !wanted; n = n->next) wanted = nested_runs_on(n, inner);
        if (wanted) vec_push(&arena, &targets, inner);
      }
  for (const PassInstance *n = nested; n != end && self->hooks->explain; n = n->next) {
    bool runs = false;
    for (uint32_t i = 0; i < targets.count && !runs; i++) runs = nested_runs_on(n, targets.data[i]);
    if (!runs) explain_skipped(self->hooks->explain, n, op);
  }
  bool ok = true;
  // The others run even when one fails, unless memory ran out.
  for (uint32_t i = 0; i < targets.count && !self->ctx->mem.exhausted; i++) {
    bool fine = true;
    for (PassInstance *n = nested; n != end && fine; n = n->next)
      if (nested_runs_on(n, targets.data[i])) fine = run_elements(self, n->nested, targets.data[i]);
    ok = ok && fine;
  }
  arena_free(&arena);
  return ok;
}

static bool run_elements(Runner *self, PassInstance *pass, Operation *op) {
  while (pass) {
    PassInstance *end = pass->next;
    if (!pass->def && !is_any(pass))
      while (end && !end->def && !is_any(end)) end = end->next;
    if (!(pass->def ? run_pass(self, pass, op) : run_nested(self, pass, end, op))) return false;
    pass = end;
  }
  return true;
}

// A pass at a time, on all of [ops, ops + count) before the next: what a reader follows. Passes on operations that are isolated
// from each other give the same in either order.
static bool run_by_pass(Runner *self, PassInstance *pass, Operation **ops, uint32_t count) {
  const PassHooks *hooks = self->hooks;
  for (; pass && !self->is_over; pass = pass->next) {
    if (pass->def) {
      self->done = (PassDone){0};
      for (uint32_t i = 0; i < count && !self->ctx->mem.exhausted; i++) self->done.failed |= !run_pass(self, pass, ops[i]);
      if (!hooks->done(hooks->data, pass, self->module, &self->done) || self->ctx->mem.exhausted) self->is_over = true;
      if (self->done.failed) return false;
      continue;
    }
    Arena arena;
    arena_init(&arena, &self->ctx->mem);
    OpVec targets = {0};
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t r = 0; r < ops[i]->region_count; r++)
        region_each_block(&ops[i]->regions[r], block)
          block_each_op(block, inner)
            if (nested_runs_on(pass, inner)) vec_push(&arena, &targets, inner);
    if (!targets.count && count && hooks->explain) explain_skipped(hooks->explain, pass, ops[0]);
    bool ok = run_by_pass(self, pass->nested, targets.data, targets.count);
    arena_free(&arena);
    if (!ok) return false;
  }
  return true;
}

bool pipeline_run(const Pipeline *self, Module *module, const PassHooks *hooks) {
  Context *ctx = module->context;
  ctx->stage = DIAG_PASSES;
  Operation *op = module->op;
  if (!op) return false;
  if (!str_is(self->anchor, "any") && !str_equal(self->anchor, op_name(op))) {
    diag_at(module, SEVERITY_ERROR, op->loc, "can't run '%.*s' pass manager on '%.*s' op",
            STR_ARG(self->anchor), STR_ARG(op_name(op)));
    return false;
  }
  Runner runner = {.module = module, .ctx = ctx, .hooks = hooks};
  arena_init(&runner.arena, &ctx->mem);
  arena_init(&runner.question, &ctx->mem);
  bool ok = hooks->done ? run_by_pass(&runner, self->first, &op, 1) : run_elements(&runner, self->first, op);
  if (ok && ctx->has_kept && !ctx->mem.exhausted) tell_border(module);
  arena_free(&runner.question);
  arena_free(&runner.arena);
  return ok;
}

bool pipeline_run_inside(const Pipeline *self, PassRun *run, Operation *op) {
  const PassHooks quiet = {.typed_pointers = run->typed_pointers};
  Runner runner = {.module = run->module, .ctx = run->ctx, .hooks = &quiet};
  arena_init(&runner.arena, &run->ctx->mem);
  arena_init(&runner.question, &run->ctx->mem);
  bool ok = run_elements(&runner, self->first, op);
  run->changed |= runner.done.changed;
  arena_free(&runner.question);
  arena_free(&runner.arena);
  return ok;
}
