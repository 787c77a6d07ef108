// Runs a pipeline over a module, verifying after each pass.
#include "convert/explain.h"
#include "passes/pass.h"

typedef struct Runner {
  Module *module;
  Context *ctx;
  const PassHooks *hooks;
  Arena arena;
} Runner;

static bool run_elements(Runner *self, PassInstance *pass, Operation *op);

static bool run_pass(Runner *self, PassInstance *pass, Operation *op) {
  const PassHooks *hooks = self->hooks;
  if (hooks->before) hooks->before(hooks->data, pass, self->module, op);
  arena_reset(&self->arena);
  PassRun run = {
    .ctx = self->ctx,
    .module = self->module,
    .instance = pass,
    .arena = &self->arena,
    .explain = hooks->explain,
    .statistics = pass->statistics,
    .typed_pointers = hooks->typed_pointers,
  };
  if (hooks->explain) explain_add(hooks->explain, EXPLAIN_PASS, op)->pass = pass;
  uint32_t errors = self->ctx->diags->error_count;
  bool ok = pass->def->run(&run, op);
  if (ok && hooks->verify_each) ok = verify_op(self->module, op);
  if (ok && self->ctx->mem.exhausted) {
    Diag *diag = diags_add(self->ctx->diags, SEVERITY_ERROR, DIAG_PASS);
    diag_text(self->ctx->diags, diag, "out of memory in pass '%s'", pass->def->name);
    ok = false;
  }
  if (!ok && self->ctx->diags->error_count == errors) {
    Diag *diag = diags_add(self->ctx->diags, SEVERITY_ERROR, DIAG_PASS);
    diag_text(self->ctx->diags, diag, "pass '%s' failed", pass->def->name);
  }
  if (hooks->explain) {
    ExplainEntry *entry = vec_add(hooks->explain->arena, &hooks->explain->entries);
    *entry = (ExplainEntry){.kind = EXPLAIN_PASS_END, .changed = run.changed, .failed = !ok};
  }
  if (hooks->after) hooks->after(hooks->data, pass, self->module, op, run.changed, !ok);
  return ok;
}

// Ops directly inside `op` that the nested pipeline runs on; the list is taken before running.
static bool run_nested(Runner *self, PassInstance *nested, Operation *op) {
  Arena arena;
  arena_init(&arena, &self->ctx->mem);
  OpVec targets = {0};
  bool any = str_is(nested->anchor, "any");
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      block_each_op(block, inner)
        if (any ? op_has(inner, TRAIT_ISOLATED) : str_equal(op_name(inner), nested->anchor))
          vec_push(&arena, &targets, inner);
  if (!targets.count && self->hooks->explain) explain_skipped(self->hooks->explain, nested, op);
  bool ok = true;
  for (uint32_t i = 0; i < targets.count && ok; i++)
    ok = run_elements(self, nested->nested, targets.data[i]);
  arena_free(&arena);
  return ok;
}

static bool run_elements(Runner *self, PassInstance *pass, Operation *op) {
  for (; pass; pass = pass->next)
    if (!(pass->def ? run_pass(self, pass, op) : run_nested(self, pass, op))) return false;
  return true;
}

bool pipeline_run(const Pipeline *self, Module *module, const PassHooks *hooks) {
  Context *ctx = module->context;
  ctx->stage = DIAG_PASS;
  Operation *op = module->op;
  if (!op) return false;
  if (!str_is(self->anchor, "any") && !str_equal(self->anchor, op_name(op))) {
    diag_at(module, SEVERITY_ERROR, op->loc, "can't run '%.*s' pass manager on '%.*s' op",
            STR_ARG(self->anchor), STR_ARG(op_name(op)));
    return false;
  }
  Runner runner = {.module = module, .ctx = ctx, .hooks = hooks};
  arena_init(&runner.arena, &ctx->mem);
  bool ok = run_elements(&runner, self->first, op);
  arena_free(&runner.arena);
  return ok;
}
