// generate-runtime-verification: operations are checked before they run
// (after mlir/lib/Transforms/GenerateRuntimeVerification.cpp).
#include "ops/runtime_checks.h"
#include "asm/printer.h"
#include "dialects/common/runtime_checks.h"
#include "ir/ir_diag.h"
#include "rewrite/explain.h"

static const PassOption option_verbose_level = {"verbose-level", OPTION_UINT, "1", NULL,
  "Verbosity level for runtime verification messages: 0 = Minimum (only source location), 1 = Detailed (include full operation details, "
  "names, types, shapes, etc.)"};

typedef struct Generate {
  PassRun *pass;
  OpVec ops;
} Generate;

static WalkResult collect(Operation *op, void *data) {
  Generate *self = data;
  if (ask_runtime_verifiable(op->def)) vec_push(self->pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  int64_t level = pass_int(pass, &option_verbose_level);
  if (level > 1) {
    op_error_plain(pass->module, op, "generate-runtime-verification pass: set verboseLevel to 0 or 1");
    return false;
  }
  Generate self = {.pass = pass};
  op_walk_post(op, collect, &self);
  if (!self.ops.count) return !pass->ctx->mem.exhausted;
  // Messages show operations with the names that values have before there are checks.
  Str *texts = arena_new(pass->arena, Str, self.ops.count);
  if (!texts) return false;
  if (level) print_ops_apart(pass->module, op, self.ops.data, self.ops.count, texts, pass->arena);
  Checker c = {.arena = pass->arena};
  builder_init(&c.b, pass->module);
  for (uint32_t i = 0; i < self.ops.count && !pass->ctx->mem.exhausted; i++) {
    c.op = self.ops.data[i];
    c.text = texts[i];
    builder_before(&c.b, c.op);
    const Operation *before = c.op->prev;
    ask_runtime_verifiable(c.op->def)->generate(&c, c.op);
    if (pass->explain && c.op->prev != before) explain_add(pass->explain, EXPLAIN_REWRITTEN, c.op)->pattern = "it is checked before it runs";
  }
  pass->changed = true;
  return !pass->ctx->mem.exhausted;
}

const PassDef generate_runtime_verification_pass = {
  .name = "generate-runtime-verification", .class_name = "GenerateRuntimeVerification",
  .summary = "generate additional runtime op verification checks",
  .works_on = "memref tensor", .makes = "memref tensor arith cf scf",
  .run = run,
  PASS_OPTIONS(&option_verbose_level),
};
