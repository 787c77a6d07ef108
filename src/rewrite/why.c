// Why an operation could not be legalized: a hint under upstream's message.
#include "rewrite/why.h"

#include "ir/verify.h"
#include "rewrite/explain.h"

static const char *hint_for(const PassRun *run, const OpDef *op) { return run->hints ? run->hints->pass_for(op) : NULL; }

static const char *type_hint(const PassRun *run, T type, const char **pass) { return run->hints ? run->hints->type_hint(type, pass) : ""; }

// The first operand, or else result, whose type the converter refuses.
static T refused_type(TypeConverter *types, const Operation *op, const char **what, uint32_t *index) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (type_convert(types, op_operand_type(op, i))) continue;
    *what = "operand";
    *index = i;
    return op_operand_type(op, i);
  }
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (type_convert(types, op_result_type(op, i))) continue;
    *what = "result";
    *index = i;
    return op_result_type(op, i);
  }
  return NULL;
}

const char *refused_type_text(PassRun *run, TypeConverter *types, const char *what, const T *list, uint32_t count) {
  if (!run->explain) return NULL;
  Diags *diags = run->ctx->diags, suppressed;   // converting again would report again
  diags_init(&suppressed, run->arena);
  run->ctx->diags = &suppressed;
  uint32_t i = 0;
  while (i < count && type_convert(types, list[i])) i++;
  run->ctx->diags = diags;
  if (i == count) return NULL;
  const char *pass, *out = type_hint(run, list[i], &pass);
  return arena_printf(run->explain->arena, "the type '%s' of %s cannot be converted%s", type_text(run->ctx, list[i]), what, out).data;
}

// Return the text of the hint, NULL for none, and the pass that would help (NULL: none is known).
static const char *reason(PassRun *run, const LegalizationFailure *failure, const char **help) {
  const char *pass = run->instance ? run->instance->def->name : "this pass", *what = "";
  Str name = op_name(failure->op);
  uint32_t index = 0;
  T type = failure->types ? refused_type(failure->types, failure->op, &what, &index) : NULL;
  *help = NULL;
  if (type) {
    const char *out = type_hint(run, type, help);
    return arena_printf(run->arena, "%s #%u has type '%s', which '%s' cannot convert%s", what, (unsigned)index,
                        type_text(run->ctx, type), pass, out).data;
  }
  if (failure->why) return arena_printf(run->arena, "'%s' does not lower it: %s", pass, failure->why).data;
  if (failure->made) {
    const char *hint = hint_for(run, failure->made);
    if (hint && strcmp(hint, pass)) *help = hint;
    return arena_printf(run->arena, "its pattern makes '%.*s', which '%s' cannot convert", STR_ARG(def_name(failure->made)), pass).data;
  }
  if (failure->has_patterns) return arena_printf(run->arena, "'%s' has rules for '%.*s', but none applies here", pass, STR_ARG(name)).data;
  const char *hint = hint_for(run, failure->op->def);
  if (!hint || !strcmp(hint, pass)) return arena_printf(run->arena, "'%s' has no rule for '%.*s'", pass, STR_ARG(name)).data;
  *help = hint;
  return arena_printf(run->arena, "'%s' has no rule for '%.*s'; run '%s' before", pass, STR_ARG(name), hint).data;
}

void explain_failure(PassRun *run, const LegalizationFailure *failure, Diag *diag) {
  const char *help, *text = reason(run, failure, &help);
  diag_hint(run->ctx->diags, diag, "%s", text);
  if (!run->explain) return;
  ExplainEntry *entry = explain_add(run->explain, EXPLAIN_FAILED, failure->op);
  entry->why = arena_str(run->explain->arena, str_from(text)).data;
  entry->help = help;
}
