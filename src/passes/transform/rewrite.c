// Operations of the transform dialect that rewrite the payload: sets of patterns, passes, and single steps.
#include "ops/linalg.h"
#include "ops/transform.h"

#include "asm/params.h"
#include "passes/linalg/linalg.h"
#include "passes/pipeline.h"
#include "passes/transform/pattern_sets.h"
#include "passes/transform/transformer.h"
#include "passes/vector/lowering.h"
#include "rewrite/effects.h"

// ---------------------------------------------------------------------------------------------
// Passes

static bool is_around(const Operation *op, const Operation *target) {
  for (; op; op = op_parent(op))
    if (op == target) return true;
  return false;
}

static TransformStatus refuse_itself(Transformer *self, const Operation *op, const Operation *target) {
  transform_fail_at(self, op, target, "target payload op", "cannot apply transform to itself (or one of its ancestors)");
  return TRANSFORM_DEFINITE;
}

static TransformStatus run_pipeline(Transformer *self, Operation *op, Operation *target, Str text) {
  Pipeline pipeline;
  pipeline_init(&pipeline, self->arena, STR("any"));
  if (!pipeline_parse(&pipeline, self->ctx, text)) return TRANSFORM_DEFINITE;
  if (pipeline_run_inside(&pipeline, self->run, target)) return TRANSFORM_OK;
  return transform_fail_at(self, op, target, "target op", "pass pipeline failed");
}

static TransformStatus run_on_each(Transformer *self, Operation *op, const char *pass) {
  const Handle *handle = transform_operand(self, op, 0);
  StrBuf text;
  strbuf_init(&text, &self->ctx->mem);
  strbuf_printf(&text, "any(%s)", pass);
  Str kept = arena_str(self->arena, strbuf_view(&text));
  strbuf_free(&text);
  for (uint32_t i = 0; i < handle->ops.count; i++) {
    if (is_around(op, handle->ops.data[i])) return refuse_itself(self, op, handle->ops.data[i]);
    TransformStatus status = run_pipeline(self, op, handle->ops.data[i], kept);
    if (status != TRANSFORM_OK) return status;
  }
  transform_find_lost(self);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_cse(Transformer *self, Operation *op) { return run_on_each(self, op, "cse"); }

static bool write_option(Transformer *self, Operation *op, StrBuf *out, A value) {
  if (attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *list = (const ArrayAttr *)value;
    for (uint32_t i = 0; i < list->count; i++) {
      if (i) strbuf_str(out, STR(","));
      if (!write_option(self, op, out, list->items[i])) return false;
    }
    return true;
  }
  if (value->def == &transform_param_operand_attr) {
    APInt index = attr_int((A)(uintptr_t)((const ParamsAttr *)value)->words[0]);
    uint64_t operand;
    if (!apint_to_u64(&index, &operand) || operand + 1 >= op->operand_count) return false;
    const Handle *handle = transform_operand(self, op, (uint32_t)operand + 1);
    for (uint32_t i = 0; i < handle->params.count; i++) {
      if (i) strbuf_str(out, STR(","));
      if (!write_option(self, op, out, handle->params.data[i])) return false;
    }
    return true;
  }
  if (attr_kind(value) == ATTR_STRING) strbuf_str(out, attr_str(value));
  else if (value == self->ctx->attrs.true_ || value == self->ctx->attrs.false_) strbuf_str(out, value == self->ctx->attrs.true_ ? STR("true") : STR("false"));
  else if (attr_kind(value) == ATTR_INTEGER) {
    APInt number = attr_int(value);
    int64_t small;
    if (!apint_to_i64(&number, &small)) return false;
    strbuf_printf(out, "%lld", (long long)small);
  } else {
    return false;
  }
  return true;
}

TransformStatus transform_apply_registered_pass(Transformer *self, Operation *op) {
  Handle targets = *transform_operand(self, op, 0);
  Str name = attr_str(op_prop_at(op, TRANSFORM_APPLY_REGISTERED_PASS_PASS_NAME));
  if (!pass_by_name(name)) return transform_fail(self, op, TRANSFORM_DEFINITE, "unknown pass or pass pipeline: %.*s", STR_ARG(name));
  const DictAttr *options = (const DictAttr *)op_prop_at(op, TRANSFORM_APPLY_REGISTERED_PASS_OPTIONS);
  StrBuf text;
  strbuf_init(&text, &self->ctx->mem);
  strbuf_printf(&text, "any(%.*s", STR_ARG(name));
  bool ok = true;
  for (uint32_t i = 0; options && i < options->count && ok; i++) {
    strbuf_printf(&text, "%s%.*s=", i ? " " : "{", STR_ARG(attr_str(options->items[i].name)));
    ok = write_option(self, op, &text, options->items[i].value);
  }
  strbuf_printf(&text, options && options->count ? "})" : ")");
  Str kept = arena_str(self->arena, strbuf_view(&text));
  strbuf_free(&text);
  if (!ok) return transform_fail(self, op, TRANSFORM_DEFINITE, "failed to add pass or pass pipeline to pipeline: an option is no string, number or list of those");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    if (is_around(op, targets.ops.data[i])) return refuse_itself(self, op, targets.ops.data[i]);
    TransformStatus status = run_pipeline(self, op, targets.ops.data[i], kept);
    if (status != TRANSFORM_OK) return status;
  }
  transform_find_lost(self);
  transform_define(self, op_result(op, 0))->ops = targets.ops;
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Patterns

TransformStatus transform_apply_patterns(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  const Block *body = op->regions[0].first;
  for (const Operation *child = body ? body->first : NULL; child; child = child->next)
    if (!ask_pattern_descriptor(child->def)->populate)
      return transform_fail(self, child, TRANSFORM_DEFINITE, "'%.*s' cannot be applied: Rung doesn't have these patterns yet", STR_ARG(op_name(child)));
    else if (transform_refuses_patterns(child))
      return transform_fail(self, child, TRANSFORM_DEFINITE, "'%.*s' cannot be applied with %s: Rung doesn't do this yet", STR_ARG(op_name(child)), transform_refuses_patterns(child));
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    if (is_around(op, targets.ops.data[i])) return refuse_itself(self, op, targets.ops.data[i]);
    Greedy g;
    VectorTransformsOptions options = {.contract = CONTRACT_OUTER_PRODUCT};
    greedy_init(&g, self->run, (GreedyConfig){.top_down = true, .simplify = SIMPLIFY_AGGRESSIVE, .max_iterations = 10, .max_rewrites = -1});
    g.data = &options;
    for (const Operation *child = body ? body->first : NULL; child; child = child->next) ask_pattern_descriptor(child->def)->populate(&g, child);
    bool converged = greedy_run(&g, targets.ops.data[i]);
    if (!converged) return transform_fail_at(self, op, targets.ops.data[i], "target op", "greedy pattern application failed");
    if (op_prop_at(op, TRANSFORM_APPLY_PATTERNS_APPLY_CSE)) {
      TransformStatus status = run_pipeline(self, op, targets.ops.data[i], STR("any(cse)"));
      if (status != TRANSFORM_OK) return status;
    }
  }
  transform_find_lost(self);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Single steps: one operation takes the place of another

static TransformStatus replace_each(Transformer *self, Operation *op, const GreedyPattern *patterns, uint32_t count) {
  const Handle targets = *transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i], *next = target->next, *parent = op_parent(target);
    Block *block = target->block;
    if (!ask_linalg_op(target->def) || !parent) {
      return transform_fail_at(self, op, target, "when applied to this op", "transform applied to the wrong op kind");
    }
    if (op_is_trivially_dead(target)) return transform_fail_at(self, op, target, "when applied to this op", "failed to apply: nothing uses it");
    Greedy g;
    greedy_init(&g, self->run, (GreedyConfig){.simplify = SIMPLIFY_NOTHING, .max_iterations = 1, .max_rewrites = 1});
    greedy_add(&g, patterns, count);
    greedy_run_ops(&g, parent, &target, 1, false);
    if (!(target->flags & OP_ERASED)) return transform_fail_at(self, op, target, "when applied to this op", "failed to apply");
    vec_push(self->arena, &result->ops, next ? next->prev : block->last);
  }
  return TRANSFORM_OK;
}

// Some are as they shall be already, and stay.
static TransformStatus replace_some(Transformer *self, Operation *op, bool generic, const GreedyPattern *patterns, uint32_t count) {
  const Handle targets = *transform_operand(self, op, 0);
  uint32_t stay = 0;
  for (uint32_t i = 0; i < targets.ops.count; i++) stay += op_is(targets.ops.data[i], OP_LINALG_GENERIC) == generic && ask_linalg_op(targets.ops.data[i]->def);
  if (!stay) return replace_each(self, op, patterns, count);
  if (stay < targets.ops.count) return transform_fail(self, op, TRANSFORM_DEFINITE, "some of several operations are what they shall become: Rung takes those apart from the others");
  transform_forward(self, op_operand(op, 0), op_result(op, 0));
  return TRANSFORM_OK;
}

TransformStatus transform_apply_generalize(Transformer *self, Operation *op) {
  static const GreedyPattern patterns[] = {{.rewrite = generalize, .name = "$root as linalg.generic"}};
  return replace_some(self, op, true, patterns, countof(patterns));
}

TransformStatus transform_apply_specialize(Transformer *self, Operation *op) {
  return replace_some(self, op, false, specialize_patterns.patterns, specialize_patterns.count);
}
