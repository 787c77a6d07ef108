// Why an operation could not be legalized: a hint under upstream's message.
#include "convert/why.h"

#include "convert/llvm/llvm_types.h"
#include "ir/verify.h"

// Which pass takes an operation further down: by its name, or else by its dialect.
static const struct {
  const char *name, *pass;
} ways_down[] = {
  {"affine", "lower-affine"},
  {"arith.scaling_extf", "arith-expand"},
  {"arith.scaling_truncf", "arith-expand"},
  {"arith", "convert-arith-to-llvm"},
  {"async", "convert-async-to-llvm"},
  {"bufferization", "finalize-memref-to-llvm"},
  {"cf", "convert-cf-to-llvm"},
  {"complex.abs", "convert-complex-to-llvm"},
  {"complex.add", "convert-complex-to-llvm"},
  {"complex.bitcast", NULL},
  {"complex.constant", "convert-complex-to-llvm"},
  {"complex.create", "convert-complex-to-llvm"},
  {"complex.div", "convert-complex-to-llvm"},
  {"complex.im", "convert-complex-to-llvm"},
  {"complex.mul", "convert-complex-to-llvm"},
  {"complex.re", "convert-complex-to-llvm"},
  {"complex.sub", "convert-complex-to-llvm"},
  {"complex", "convert-complex-to-standard"},
  {"func", "convert-func-to-llvm"},
  {"gpu", "gpu-to-llvm"},
  {"index", "convert-index-to-llvm"},
  {"linalg", "convert-linalg-to-loops"},
  {"math.acosh", "convert-math-to-libm"},
  {"math.asinh", "convert-math-to-libm"},
  {"math.atanh", "convert-math-to-libm"},
  {"math.cbrt", "convert-math-to-libm"},
  {"math.clampf", "math-expand-ops"},
  {"math.erf", "convert-math-to-libm"},
  {"math.erfc", "convert-math-to-libm"},
  {"math.ipowi", "math-expand-ops"},
  {"math.isinf", "math-expand-ops"},
  {"math.isnormal", "math-expand-ops"},
  {"math", "convert-math-to-llvm"},
  {"memref.alloca_scope", "convert-scf-to-cf"},
  {"memref.collapse_shape", "expand-strided-metadata"},
  {"memref.expand_shape", "expand-strided-metadata"},
  {"memref.realloc", "expand-realloc"},
  {"memref.subview", "expand-strided-metadata"},
  {"memref", "finalize-memref-to-llvm"},
  {"scf", "convert-scf-to-cf"},
  {"shape", "convert-shape-to-std"},
  {"tensor", "one-shot-bufferize"},
  {"ub", "convert-ub-to-llvm"},
  {"vector.transfer_read", "convert-vector-to-scf"},
  {"vector.transfer_write", "convert-vector-to-scf"},
  {"vector", "convert-vector-to-llvm"},
};

const char *way_down(Str op) {
  const char *dot = op.size ? memchr(op.data, '.', op.size) : NULL;
  Str dialect = dot ? str_slice(op, 0, (size_t)(dot - op.data)) : op;
  for (uint32_t i = 0; i < countof(ways_down); i++)
    if (str_is(op, ways_down[i].name) || str_is(dialect, ways_down[i].name)) return ways_down[i].pass;
  return NULL;
}

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

static const char *way_out_of_type(T type, const char **pass) {
  uint32_t space;
  switch (type_kind(type)) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED_TENSOR:
      *pass = "one-shot-bufferize";
      return "; tensors become memrefs first (one-shot-bufferize)";
    case TYPE_MEMREF:
      if (!llvm_memref_space(type, &space)) return "; its memory space must be an integer";
      *pass = "normalize-memrefs";
      return "; its layout must be strided (normalize-memrefs)";
    default: return "";
  }
}

bool no_match_types(Conversion *c, Operation *op, const char *what, const T *types, uint32_t count) {
  if (!c->run->explain) return convert_no_match(c, op, "a type cannot be converted");
  Diags *diags = c->ctx->diags, unheard;   // converting again would report again
  diags_init(&unheard, c->arena);
  c->ctx->diags = &unheard;
  const char *cannot = NULL, *out = "", *pass;
  uint32_t i = 0;
  for (; i < count && !cannot; i++)
    if (!type_convert(c->types, types[i])) {
      cannot = "cannot be converted";
      out = way_out_of_type(types[i], &pass);
    }
  c->ctx->diags = diags;
  for (uint32_t k = 0; k < count && !cannot; k++)
    if (type_is_memref(types[k]) && !llvm_can_be_bare_pointer(c->ctx, types[k])) {
      cannot = "has sizes that only a descriptor can hold, not a bare pointer";
      i = k + 1;
    }
  if (!cannot) return convert_no_match(c, op, "a type cannot be converted");
  Str text = arena_printf(c->run->explain->arena, "the type '%s' of %s %s%s", type_text(c->ctx, types[i - 1]), what, cannot, out);
  return convert_no_match(c, op, text.data);
}

// What to say, and the pass that would help (NULL: none is known). NULL: there is nothing to say.
static const char *reason(Conversion *c, Operation *op, TypeConverter *types, bool has_patterns, const char **help) {
  const char *pass = c->run->instance ? c->run->instance->def->name : "this pass", *what = "";
  Str name = op_name(op);
  uint32_t index = 0;
  T type = types ? refused_type(types, op, &what, &index) : NULL;
  *help = NULL;
  if (type) {
    const char *out = way_out_of_type(type, help);
    return arena_printf(c->arena, "%s #%u has type '%s', which '%s' cannot convert%s", what, (unsigned)index,
                        type_text(c->ctx, type), pass, out).data;
  }
  if (c->why && c->why_op == op) return arena_printf(c->arena, "'%s' does not lower it: %s", pass, c->why).data;
  if (c->stuck_op == op) {
    const char *down = way_down(c->stuck_on);
    if (down && strcmp(down, pass)) *help = down;
    return arena_printf(c->arena, "its pattern makes '%.*s', which '%s' cannot convert", STR_ARG(c->stuck_on), pass).data;
  }
  if (has_patterns) return arena_printf(c->arena, "'%s' has rules for '%.*s', but none applies here", pass, STR_ARG(name)).data;
  const char *down = way_down(name);
  if (!down || !strcmp(down, pass)) return arena_printf(c->arena, "'%s' has no rule for '%.*s'", pass, STR_ARG(name)).data;
  *help = down;
  return arena_printf(c->arena, "'%s' has no rule for '%.*s'; run '%s' before", pass, STR_ARG(name), down).data;
}

void explain_failure(Conversion *c, Operation *op, TypeConverter *types, bool has_patterns, Diag *diag) {
  const char *help, *text = reason(c, op, types, has_patterns, &help);
  Diag *note = diag_note(c->ctx->diags, diag);
  note->is_hint = true;
  diag_place(c->module, note, op->loc);
  diag_text(c->ctx->diags, note, "%s", text);
  if (!c->run->explain) return;
  ExplainEntry *entry = explain_add(c->run->explain, EXPLAIN_FAILED, op);
  entry->why = arena_str(c->run->explain->arena, str_from(text)).data;
  entry->help = help;
}
