// Why an operation could not be legalized: a hint under upstream's message.
#include "convert/why.h"

#include "ir/verify.h"

// Which pass takes the operations of a dialect further down.
static const struct {
  const char *dialect, *pass;
} ways_down[] = {
  {"affine", "lower-affine"}, {"arith", "convert-arith-to-llvm"}, {"bufferization", "finalize-memref-to-llvm"},
  {"cf", "convert-cf-to-llvm"}, {"complex", "convert-complex-to-standard"}, {"func", "convert-func-to-llvm"},
  {"index", "convert-index-to-llvm"}, {"linalg", "convert-linalg-to-loops"}, {"math", "convert-math-to-llvm"},
  {"memref", "finalize-memref-to-llvm"}, {"scf", "convert-scf-to-cf"}, {"tensor", "one-shot-bufferize"},
  {"ub", "convert-ub-to-llvm"}, {"vector", "convert-vector-to-llvm"},
};

static const char *way_down(Str dialect) {
  for (uint32_t i = 0; i < countof(ways_down); i++)
    if (str_is(dialect, ways_down[i].dialect)) return ways_down[i].pass;
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

static const char *way_out_of_type(T type) {
  switch (type_kind(type)) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED_TENSOR: return "; tensors become memrefs first (one-shot-bufferize)";
    case TYPE_MEMREF: return "; its layout must be strided and its memory space an integer";
    default: return "";
  }
}

static Diag *hint(Conversion *c, Operation *op, Diag *diag) {
  Diag *note = diag_note(c->ctx->diags, diag);
  note->is_hint = true;
  diag_place(c->module, note, op->loc);
  return note;
}

void explain_failure(Conversion *c, Operation *op, TypeConverter *types, Diag *diag) {
  Diags *diags = c->ctx->diags;
  const char *pass = c->run->instance ? c->run->instance->def->name : "this pass";
  Str name = op_name(op), dialect = op_dialect_name(op);
  const char *what = "", *down = way_down(dialect);
  uint32_t index = 0;
  T type = types ? refused_type(types, op, &what, &index) : NULL;
  if (type) {
    diag_text(diags, hint(c, op, diag), "%s #%u has type '%.*s', which '%s' cannot convert%s", what, (unsigned)index,
              STR_ARG(type_text(c->ctx, type)), pass, way_out_of_type(type));
  } else if (c->why && c->why_op == op) {
    diag_text(diags, hint(c, op, diag), "'%s' does not lower it: %s", pass, c->why);
  } else if (!types && down && strcmp(down, pass) != 0) {
    diag_text(diags, hint(c, op, diag), "'%s' has no rule for '%.*s'; run '%s' before", pass, STR_ARG(name), down);
  } else if (!types) {
    diag_text(diags, hint(c, op, diag), "'%s' has no rule for '%.*s'", pass, STR_ARG(name));
  }
}
