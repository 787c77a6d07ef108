// The pdl dialect: what holds for its operations (https://mlir.llvm.org/docs/Dialects/PDLOps/).
#include "ops/pdl.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/pdl/directives.h"
#include "dialects/pdl/types.h"
#include "ir/interfaces.h"
#include "ir/verifier.h"
#include "ops/op_interfaces.h"

// custom<ResultsValueType>(ref($index), type($val)): `->` type, with an index
static bool parse_results_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = build_pdl_values(parser_context(p));
  if (custom_parsed_attr(&args[0]) && (!parser_expect(p, TOK_ARROW, "expected '->'") || !(type = parse_type(p)))) return false;
  custom_add_type(p, &args[1], type);
  return true;
}

static void print_results_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (!custom_attr(op, &args[0])) return;
  print_text(p, " -> ");
  print_type(p, custom_type(op, &args[1], 0));
}

static const CustomDirective directives[] = {
  {"OperationOpAttributes", parse_pdl_attributes, print_pdl_attributes, NULL, NULL},
  {"RangeType", parse_pdl_range_type, print_pdl_range_type, NULL, NULL},
  {"ResultsValueType", parse_results_type, print_results_type, NULL, NULL},
  {0},
};

void init_pdl(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// ---------------------------------------------------------------------------------------------
// Values that are bound

static bool is_result(const Operation *op) { return op_is(op, OP_PDL_RESULT) || op_is(op, OP_PDL_RESULTS); }

// Something other than a result that nothing binds uses it.
static bool is_bound(Verifier *v, const Operation *op) {
  OpVec open = {0};
  vec_push(v->arena, &open, (Operation *)(uintptr_t)op);
  while (open.count) {
    const Operation *next = open.data[--open.count];
    for (uint32_t i = 0; i < next->result_count; i++)
      for (const Use *use = op_result(next, i)->uses; use; use = use->next) {
        if (!is_result(use->owner)) return true;
        vec_push(v->arena, &open, use->owner);
      }
  }
  return false;
}

static bool verify_bound(Verifier *v, const Operation *op) {
  return !op_is(op_parent(op), OP_PDL_PATTERN) || is_bound(v, op) ||
         verify_fail(v, op, "expected a bindable user when defined in the matcher body of a `pdl.pattern`");
}

bool verify_pdl_operand(Verifier *v, const Operation *op) { return verify_bound(v, op); }
bool verify_pdl_operands(Verifier *v, const Operation *op) { return verify_bound(v, op); }
bool verify_pdl_type(Verifier *v, const Operation *op) { return op_prop_at(op, PDL_TYPE_CONSTANT_TYPE) || verify_bound(v, op); }
bool verify_pdl_types(Verifier *v, const Operation *op) { return op_prop_at(op, PDL_TYPES_CONSTANT_TYPES) || verify_bound(v, op); }

bool verify_pdl_attribute(Verifier *v, const Operation *op) {
  if (op_prop_at(op, PDL_ATTRIBUTE_VALUE))
    return !op->operand_count || verify_fail(v, op, "expected only one of [`type`, `value`] to be set");
  if (op_is(op_parent(op), OP_PDL_REWRITE)) return verify_fail(v, op, "expected constant value when specified within a `pdl.rewrite`");
  return verify_bound(v, op);
}

bool verify_pdl_apply_native_constraint(Verifier *v, const Operation *op) {
  return op->operand_count || verify_fail(v, op, "expected at least one argument");
}

bool verify_pdl_apply_native_rewrite(Verifier *v, const Operation *op) {
  return op->operand_count || op->result_count || verify_fail(v, op, "expected at least one argument or result");
}

bool verify_pdl_range(Verifier *v, const Operation *op) {
  T element = pdl_range_element(op_result_type(op, 0));
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T found = pdl_element_or_self(op_operand_type(op, i));
    if (found != element)
      return verify_fail(v, op, "expected operand to have element type '%s', but got '%s'", type_text(v->ctx, element), type_text(v->ctx, found));
  }
  return true;
}

bool verify_pdl_replace(Verifier *v, const Operation *op) {
  return !span_size(op_operands_named(op, "replOperation")) || !span_size(op_operands_named(op, "replValues")) ||
         verify_fail(v, op, "expected no replacement values to be provided when the replacement operation is present");
}

bool verify_pdl_results(Verifier *v, const Operation *op) {
  return op_prop_at(op, PDL_RESULTS_INDEX) || op_result_type(op, 0)->def != &pdl_value_type ||
         verify_fail(v, op, "expected `pdl.range<value>` result type when no index is specified, but got: '%s'", type_text(v->ctx, op_result_type(op, 0)));
}

// ---------------------------------------------------------------------------------------------
// pdl.operation

// The record of what is made; NULL when nothing is known of it.
static const OpDef *made_def(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, PDL_OPERATION_OP_NAME);
  return name ? context_op(v->ctx, attr_str(name)) : NULL;
}

static bool infers_types(const OpDef *def) {
  return op_def_has(def, TRAIT_INFER_TYPES | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) || ask_infer_type(def) != NULL;
}

// A replacement has the types of what it replaces, if that came before.
static bool replaces(const Operation *op, const Use *use) {
  const Operation *user = use->owner;
  if (!op_is(user, OP_PDL_REPLACE) || !use_index(use)) return false;
  Operation *replaced = value_def(op_operand(user, 0));
  return replaced && (replaced->block != op->block || op_is_before(replaced, (Operation *)(uintptr_t)op));
}

static bool is_constrained(const Operation *op, const Value *type) {
  const Operation *made = value_def(type);
  if (op_is(made, OP_PDL_APPLY_NATIVE_REWRITE)) return true;
  if (op_is(made, OP_PDL_TYPE) ? op_prop_at(made, PDL_TYPE_CONSTANT_TYPE) : op_is(made, OP_PDL_TYPES) ? op_prop_at(made, PDL_TYPES_CONSTANT_TYPES) : NULL) return true;
  if (!op_is(made, OP_PDL_TYPE) && !op_is(made, OP_PDL_TYPES)) return false;
  for (const Use *use = type->uses; use; use = use->next) {
    const Operation *user = use->owner;
    if (user->block != op->block && (op_is(user, OP_PDL_OPERAND) || op_is(user, OP_PDL_OPERANDS) || op_is(user, OP_PDL_OPERATION))) return true;
  }
  return false;
}

static bool verify_types_known(Verifier *v, const Operation *op) {
  static const char message[] = "must have inferable or constrained result types when nested within `pdl.rewrite`";
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (replaces(op, use)) return true;
  Span types = op_operands_named(op, "typeValues");
  if (!span_size(types)) {
    const OpDef *def = made_def(v, op);
    bool has_results = false;
    for (uint32_t i = 0; def && i < def->result_count; i++) has_results |= def_results(def)[i].arity == SINGLE;
    if (!has_results) return true;
    Diag *diag = op_error(v->module, op, "%s", message);
    Str name = def_name(def);
    diag_note_at(v->module, diag, op->loc, "operation is created in a non-inferrable context, but '%.*s' does not implement InferTypeOpInterface", STR_ARG(name));
    return false;
  }
  for (uint32_t i = types.begin; i < types.end; i++) {
    if (is_constrained(op, op_operand(op, i))) continue;
    Diag *diag = op_error(v->module, op, "%s", message);
    diag_note_at(v->module, diag, op->loc, "result type #%u was not constrained", i - types.begin);
    return false;
  }
  return true;
}

bool verify_pdl_operation(Verifier *v, const Operation *op) {
  bool in_rewrite = op_is(op_parent(op), OP_PDL_REWRITE);
  A name = op_prop_at(op, PDL_OPERATION_OP_NAME);
  if (in_rewrite && !name) return verify_fail(v, op, "must have an operation name when nested within a `pdl.rewrite`");
  const ArrayAttr *names = (const ArrayAttr *)op_prop_at(op, PDL_OPERATION_ATTRIBUTE_VALUE_NAMES);
  uint32_t values = span_size(op_operands_named(op, "attributeValues"));
  if (names->count != values)
    return verify_fail(v, op, "expected the same number of attribute values and attribute names, got %llu names and %u values", (unsigned long long)names->count, values);
  const OpDef *def = made_def(v, op);
  bool might_infer = name && (!def || op_def_has(def, TRAIT_UNREGISTERED) || infers_types(def));
  return (!in_rewrite || might_infer || verify_types_known(v, op)) && verify_bound(v, op);
}

// ---------------------------------------------------------------------------------------------
// pdl.pattern, pdl.rewrite

typedef struct Foreign { Context *ctx; const Operation *found; } Foreign;

static WalkResult find_foreign(Operation *op, void *data) {
  Foreign *self = data;
  if (op_is_in(self->ctx, op, PDL, pdl)) return WALK_ADVANCE;
  self->found = op;
  return WALK_STOP;
}

static bool is_connected_kind(const Operation *op) {
  return op_is(op, OP_PDL_OPERAND) || op_is(op, OP_PDL_OPERANDS) || op_is(op, OP_PDL_OPERATION) || is_result(op);
}

static bool is_used_by_rewrite(const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next)
      if (op_is(use->owner, OP_PDL_REWRITE) || op_is(op_parent(use->owner), OP_PDL_REWRITE)) return true;
  return false;
}

static void add_open(Verifier *v, const Operation *pattern, Map *visited, OpVec *open, Operation *op) {
  if (!op || op_parent(op) != pattern || op_is(op, OP_PDL_REWRITE) || map_get(visited, op)) return;
  map_set(visited, op, op);
  vec_push(v->arena, open, op);
}

// What hangs together with the operation.
static void visit(Verifier *v, const Operation *pattern, Operation *from, Map *visited) {
  OpVec open = {0};
  add_open(v, pattern, visited, &open, from);
  while (open.count) {
    Operation *op = open.data[--open.count];
    Span values = op_is(op, OP_PDL_OPERATION) ? op_operands_named(op, "operandValues") : is_result(op) ? (Span){0, 1} : (Span){0, 0};
    for (uint32_t i = values.begin; i < values.end; i++) add_open(v, pattern, visited, &open, value_def(op_operand(op, i)));
    for (uint32_t i = 0; i < op->result_count; i++)
      for (const Use *use = op_result(op, i)->uses; use; use = use->next) add_open(v, pattern, visited, &open, use->owner);
  }
}

bool verify_pdl_pattern_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *last = body->last;
  if (!op_is(last, OP_PDL_REWRITE)) {
    Diag *diag = op_error(v->module, op, "expected body to terminate with `pdl.rewrite`");
    if (last) diag_note_at(v->module, diag, last->loc, "see terminator defined here");
    return false;
  }
  Foreign foreign = {v->ctx, NULL};
  op_walk_post((Operation *)(uintptr_t)op, find_foreign, &foreign);
  if (foreign.found) {
    Diag *diag = op_error(v->module, op, "expected only `pdl` operations within the pattern body");
    diag_note_at(v->module, diag, foreign.found->loc, "see non-`pdl` operation defined here");
    return false;
  }
  bool has_operation = false;
  block_each_op(body, inner) has_operation |= op_is(inner, OP_PDL_OPERATION);
  if (!has_operation) return verify_fail(v, op, "the pattern must contain at least one `pdl.operation`");
  Map visited;
  map_init(&visited, v->arena);
  bool is_first = true;
  block_each_op(body, inner) {
    if (!is_connected_kind(inner) || !is_used_by_rewrite(inner)) continue;
    if (is_first) {
      visit(v, op, inner, &visited);
      is_first = false;
    } else if (!map_get(&visited, inner)) {
      Diag *diag = op_error(v->module, op, "the operations must form a connected component");
      diag_note_at(v->module, diag, inner->loc, "see a disconnected value / operation here");
      return false;
    }
  }
  return true;
}

bool verify_pdl_rewrite_regions(Verifier *v, const Operation *op) {
  bool is_empty = region_is_empty(&op->regions[0]);
  if (op_prop_at(op, PDL_REWRITE_NAME)) return is_empty || verify_fail(v, op, "expected rewrite region to be empty when rewrite is external");
  if (is_empty) return verify_fail(v, op, "expected rewrite region to be non-empty if external name is not specified");
  return !span_size(op_operands_named(op, "externalArgs")) ||
         verify_fail(v, op, "expected no external arguments when the rewrite is specified inline");
}
