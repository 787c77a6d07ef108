// Operations of the transform dialect that look for operations by matchers, and by what is around them
// (after mlir/lib/Dialect/Transform/IR/TransformOps.cpp).
#include "ir/ir_diag.h"
#include "ir/text.h"
#include "ir/type.h"
#include "ops/transform.h"
#include "passes/transform/transformer.h"
#include "rewrite/effects.h"

// ---------------------------------------------------------------------------------------------
// Operands, results and types

// Positions as they are given, of `count`; those below 0 count from the end.
static TransformStatus read_positions(Transformer *self, const Operation *op, const Operation *target, uint32_t count, A list, bool inverted, bool all, bool *chosen, U32Vec *order) {
  uint32_t given = list ? (uint32_t)((const DenseArrayAttr *)list)->count : 0;
  for (uint32_t i = 0; i < given; i++) {
    int64_t raw = dense_array_i64(list, i), at = raw < 0 ? raw + count : raw;
    if (at < 0 || at >= count)
      return transform_fail_at(self, op, target, "while considering positions of this payload operation", "position overflow %lld (updated from %lld) for maximum %u", (long long)at,
                               (long long)raw, count);
    if (chosen[at])
      return transform_fail_at(self, op, target, "while considering positions of this payload operation", "repeated position %lld (updated from %lld)", (long long)at, (long long)raw);
    chosen[at] = true;
    if (!inverted) vec_push(self->arena, order, (uint32_t)at);
  }
  for (uint32_t i = 0; (inverted || all) && i < count; i++)
    if (all || !chosen[i]) vec_push(self->arena, order, i);
  return TRANSFORM_OK;
}

static TransformStatus get_values(Transformer *self, Operation *op, bool results, A list, bool inverted, bool all) {
  const Handle *targets = transform_operand(self, op, 0);
  Handle *out = transform_define(self, op_result(op, 0));
  for (uint32_t i = 0; i < targets->ops.count; i++) {
    Operation *target = targets->ops.data[i];
    uint32_t count = results ? target->result_count : target->operand_count;
    U32Vec order = {0};
    bool *chosen = arena_new(self->arena, bool, count + 1);
    if (!chosen) return TRANSFORM_DEFINITE;
    TransformStatus status = read_positions(self, op, target, count, list, inverted, all, chosen, &order);
    if (status != TRANSFORM_OK) return status;
    for (uint32_t k = 0; k < order.count; k++) vec_push(self->arena, &out->values, results ? op_result(target, order.data[k]) : op_operand(target, order.data[k]));
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_get_operand(Transformer *self, Operation *op) {
  return get_values(self, op, false, op_prop_at(op, TRANSFORM_GET_OPERAND_RAW_POSITION_LIST), op_prop_at(op, TRANSFORM_GET_OPERAND_IS_INVERTED) != NULL,
                    op_prop_at(op, TRANSFORM_GET_OPERAND_IS_ALL) != NULL);
}

TransformStatus transform_apply_get_result(Transformer *self, Operation *op) {
  return get_values(self, op, true, op_prop_at(op, TRANSFORM_GET_RESULT_RAW_POSITION_LIST), op_prop_at(op, TRANSFORM_GET_RESULT_IS_INVERTED) != NULL,
                    op_prop_at(op, TRANSFORM_GET_RESULT_IS_ALL) != NULL);
}

TransformStatus transform_apply_get_type(Transformer *self, Operation *op) {
  const Handle *values = transform_operand(self, op, 0);
  Handle *out = transform_define(self, op_result(op, 0));
  for (uint32_t i = 0; i < values->values.count; i++) {
    T type = values->values.data[i]->type;
    if (op_prop_at(op, TRANSFORM_GET_TYPE_ELEMENTAL) && type_as_shaped(type)) type = type_element(type);
    vec_push(self->arena, &out->params, attr_type(self->ctx, type));
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// What is dead

typedef struct Dead {
  Transformer *self;
  const Operation *root;
  OpVec open;
} Dead;

static WalkResult push_definitions(Operation *op, void *data) {
  Dead *dead = data;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (value_def(op_operand(op, i))) vec_push(dead->self->arena, &dead->open, value_def(op_operand(op, i)));
  return WALK_ADVANCE;
}

static void erase_dead(Dead *dead, Operation *op) {
  if (op == dead->root || op->flags & OP_ERASED || !op_is_trivially_dead(op)) return;
  op_walk_post(op, push_definitions, dead);
  op_erase(op);
}

static WalkResult visit_dead(Operation *op, void *data) { return erase_dead(data, op), WALK_ADVANCE; }

TransformStatus transform_apply_dce(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Dead dead = {.self = self, .root = targets.ops.data[i]};
    if (transform_is_gone(self, op, targets.ops.data[i])) return TRANSFORM_DEFINITE;
    for (const Operation *around = op; around; around = op_parent(around))
      if (around == dead.root) {
        transform_fail_at(self, op, dead.root, "target payload op", "cannot apply transform to itself (or one of its ancestors)");
        return TRANSFORM_DEFINITE;
      }
    op_walk_post(targets.ops.data[i], visit_dead, &dead);
    while (dead.open.count && !self->ctx->mem.exhausted) erase_dead(&dead, dead.open.data[--dead.open.count]);
  }
  transform_forget_erased(self);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Conditions

TransformStatus transform_apply_match_operation_name(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  const ArrayAttr *names = (const ArrayAttr *)op_prop_at(op, TRANSFORM_MATCH_OPERATION_NAME_OP_NAMES);
  if (handle->ops.count != 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "SingleOpMatchOpTrait requires the operand handle to point to a single payload op");
  for (uint32_t i = 0; i < names->count; i++)
    if (transform_is_named(handle->ops.data[0], attr_str(names->items[i]))) return TRANSFORM_OK;
  return transform_fail(self, op, TRANSFORM_SILENCEABLE, "wrong operation name");
}

TransformStatus transform_apply_match_operation_empty(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  if (handle->ops.count > 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "AtMostOneOpMatcherOpTrait requires the operand handle to point to at most one payload op");
  return handle->ops.count ? transform_fail(self, op, TRANSFORM_SILENCEABLE, "operation is not empty") : TRANSFORM_OK;
}

TransformStatus transform_apply_match_param_cmpi(Transformer *self, Operation *op) {
  static const char *const words[] = {"equal to", "not equal to", "less than", "less than or equal to", "greater than", "greater than or equal to"};
  const Handle *params = transform_operand(self, op, 0), *references = transform_operand(self, op, 1);
  int64_t predicate = op_prop_i64_at(op, TRANSFORM_MATCH_PARAM_CMPI_PREDICATE);
  if (params->params.count != references->params.count)
    return transform_fail(self, op, TRANSFORM_SILENCEABLE, "parameters have different payload lengths (%u vs %u)", params->params.count, references->params.count);
  for (uint32_t i = 0; i < params->params.count; i++) {
    A a = params->params.data[i], b = references->params.data[i];
    if (attr_kind(a) != ATTR_INTEGER || attr_kind(b) != ATTR_INTEGER) return transform_fail(self, op, TRANSFORM_DEFINITE, "non-integer parameter value not expected");
    if (attr_value_type(a) != attr_value_type(b)) return transform_fail(self, op, TRANSFORM_DEFINITE, "mismatching integer attribute types in parameter #%u", i);
    int64_t x = attr_to_i64(a), y = attr_to_i64(b);
    const bool holds[] = {x == y, x != y, x < y, x <= y, x > y, x >= y};
    if (predicate < 0 || predicate >= (int64_t)countof(holds) || holds[predicate]) continue;
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "expected parameter to be %s %lld, got %lld", words[predicate], (long long)y, (long long)x);
    diag_note_at(self->module, diag, value_loc(op_operand(op, 0)), "value # %u associated with the parameter defined here", i);
    return TRANSFORM_SILENCEABLE;
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Matchers

static Operation *sequence_of(Transformer *self, Operation *op, A name) {
  Operation *found = symbol_lookup(&self->symbols, op, name);
  if (!op_is(found, OP_TRANSFORM_NAMED_SEQUENCE)) transform_fail(self, op, TRANSFORM_DEFINITE, "does not reference a named transform sequence");
  else if (found->regions[0].first) return found;
  else transform_fail(self, op, TRANSFORM_DEFINITE, "unresolved external symbol %s", attr_text(self->ctx, name));
  return NULL;
}

static Handle *define_as(Transformer *self, const Value *value, const Handle *from) {
  Handle *handle = transform_define(self, value);
  handle->ops = from->ops;
  handle->values = from->values;
  handle->params = from->params;
  return handle;
}

// Whether the matcher takes the operation. What it says against it is not reported.
static TransformStatus try_matcher(Transformer *self, const Operation *matcher, Operation *target, const Operation *op) {
  const Block *body = matcher->regions[0].first;
  Diags before = *self->ctx->diags;
  Handle one = {0};
  vec_push(self->arena, &one.ops, target);
  define_as(self, body->args[0], &one);
  for (uint32_t i = 1; i < body->arg_count && i < op->operand_count; i++) define_as(self, body->args[i], transform_operand(self, op, i));
  TransformStatus status = transform_block(self, body, false);
  if (status == TRANSFORM_SILENCEABLE) diags_rollback(self->ctx->diags, &before);
  return status;
}

typedef struct Search {
  Transformer *self;
  Operation *op, *root;
  Operation **matchers, **actions;
  uint32_t count;
  Handle *results;
  TransformStatus status;
} Search;

static uint32_t size_of(const Handle *handle) { return handle->ops.count + handle->values.count + handle->params.count; }

static void append(Transformer *self, Handle *to, const Handle *from) {
  for (uint32_t i = 0; i < from->ops.count; i++) vec_push(self->arena, &to->ops, from->ops.data[i]);
  for (uint32_t i = 0; i < from->values.count; i++) vec_push(self->arena, &to->values, from->values.data[i]);
  for (uint32_t i = 0; i < from->params.count; i++) vec_push(self->arena, &to->params, from->params.data[i]);
}

static WalkResult collect(Operation *target, void *data) {
  Search *search = data;
  search->status = try_matcher(search->self, search->matchers[0], target, search->op);
  if (search->status == TRANSFORM_SILENCEABLE) return WALK_ADVANCE;
  if (search->status == TRANSFORM_DEFINITE) return WALK_STOP;
  const Operation *end = search->matchers[0]->regions[0].first->last;
  for (uint32_t i = 0; i < search->op->result_count && i < end->operand_count; i++) {
    const Handle *found = transform_operand(search->self, end, i);
    if (size_of(found) != 1) {
      search->status = transform_fail(search->self, search->op, TRANSFORM_SILENCEABLE, "result #%u, associated with %u payload objects, expected 1", i, size_of(found));
      return WALK_STOP;
    }
    append(search->self, &search->results[i], found);
  }
  return WALK_ADVANCE;
}

static void set_results(const Search *search, uint32_t first) {
  for (uint32_t i = first; i < search->op->result_count; i++) define_as(search->self, op_result(search->op, i), &search->results[i - first]);
}

TransformStatus transform_apply_collect_matching(Transformer *self, Operation *op) {
  const Handle roots = *transform_operand(self, op, 0);
  Operation *matcher = sequence_of(self, op, op_prop_at(op, TRANSFORM_COLLECT_MATCHING_MATCHER));
  Search search = {.self = self, .op = op, .matchers = &matcher, .count = 1, .results = arena_new(self->arena, Handle, op->result_count + 1)};
  if (!matcher || !search.results) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < roots.ops.count; i++)
    if (op_walk_post(roots.ops.data[i], collect, &search) == WALK_STOP) return search.status;
  set_results(&search, 0);
  return TRANSFORM_OK;
}

static TransformStatus act(Search *search, const Operation *matcher, const Operation *action) {
  Transformer *self = search->self;
  const Block *body = action->regions[0].first;
  const Operation *matched = matcher->regions[0].first->last;
  for (uint32_t i = 0; i < body->arg_count && i < matched->operand_count; i++) define_as(self, body->args[i], transform_operand(self, matched, i));
  if (transform_block(self, body, false) != TRANSFORM_OK) return TRANSFORM_DEFINITE;
  bool flatten = op_prop_at(search->op, TRANSFORM_FOREACH_MATCH_FLATTEN_RESULTS) != NULL;
  for (uint32_t i = 0; i + 1 < search->op->result_count && i < body->last->operand_count; i++) {
    const Handle *yielded = transform_operand(self, body->last, i);
    if (!flatten && size_of(yielded) != 1)
      return transform_fail(self, search->op, TRANSFORM_DEFINITE, "action @%.*s has results associated with multiple payload entities, but flattening was not requested",
                            STR_ARG(attr_str(op_prop_at(action, TRANSFORM_NAMED_SEQUENCE_SYM_NAME))));
    append(self, &search->results[i], yielded);
  }
  return TRANSFORM_OK;
}

static WalkResult match_and_act(Operation *target, void *data) {
  Search *search = data;
  if (target == search->root && !op_prop_at(search->op, TRANSFORM_FOREACH_MATCH_RESTRICT_ROOT)) return WALK_ADVANCE;
  for (uint32_t i = 0; i < search->count; i++) {
    search->status = try_matcher(search->self, search->matchers[i], target, search->op);
    if (search->status == TRANSFORM_SILENCEABLE) continue;
    if (search->status == TRANSFORM_OK) search->status = act(search, search->matchers[i], search->actions[i]);
    return search->status == TRANSFORM_OK ? WALK_ADVANCE : WALK_STOP;
  }
  return WALK_ADVANCE;
}

TransformStatus transform_apply_foreach_match(Transformer *self, Operation *op) {
  const Handle roots = *transform_operand(self, op, 0);
  const ArrayAttr *matchers = (const ArrayAttr *)op_prop_at(op, TRANSFORM_FOREACH_MATCH_MATCHERS), *actions = (const ArrayAttr *)op_prop_at(op, TRANSFORM_FOREACH_MATCH_ACTIONS);
  Search search = {.self = self, .op = op, .matchers = arena_new(self->arena, Operation *, matchers->count + 1), .actions = arena_new(self->arena, Operation *, matchers->count + 1),
                   .count = matchers->count, .results = arena_new(self->arena, Handle, op->result_count + 1)};
  if (!search.matchers || !search.actions || !search.results || actions->count < matchers->count) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < search.count; i++) {
    search.matchers[i] = sequence_of(self, op, matchers->items[i]);
    search.actions[i] = search.matchers[i] ? sequence_of(self, op, actions->items[i]) : NULL;
    if (!search.actions[i]) return TRANSFORM_DEFINITE;
  }
  for (uint32_t i = 0; i < roots.ops.count; i++) {
    search.root = roots.ops.data[i];
    if (op_walk_post(roots.ops.data[i], match_and_act, &search) == WALK_STOP) return TRANSFORM_DEFINITE;
  }
  set_results(&search, 1);
  transform_handle(self, op_result(op, 0))->ops = roots.ops;
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Alternatives

static TransformStatus check_scopes(Transformer *self, const Operation *op, const OpVec *scopes) {
  for (uint32_t i = 0; i < scopes->count; i++) {
    const Operation *scope = scopes->data[i];
    const char *wrong = op_has(scope, TRAIT_ISOLATED) ? NULL : "only isolated-from-above ops can be alternative scopes";
    for (const Operation *around = op; around; around = op_parent(around))
      if (around == scope) wrong = "scope must not contain the transforms being applied";
    if (!wrong) continue;
    transform_fail_at(self, op, scope, "scope", "%s", wrong);
    return TRANSFORM_DEFINITE;
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_alternatives(Transformer *self, Operation *op) {
  OpVec scopes = {0};
  if (op->operand_count) scopes = transform_operand(self, op, 0)->ops;
  else vec_push(self->arena, &scopes, self->root);
  TransformStatus status = check_scopes(self, op, &scopes);
  if (status != TRANSFORM_OK) return status;
  for (uint32_t r = 0; r < op->region_count; r++) {
    const Block *body = op->regions[r].first;
    Diags before = *self->ctx->diags;
    Handle copies = {0};
    for (uint32_t i = 0; i < scopes.count; i++) {
      Operation *copy = op_clone(self->module, scopes.data[i], NULL);
      op_insert_before(copy, scopes.data[i]);
      vec_push(self->arena, &copies.ops, copy);
    }
    define_as(self, body->args[0], &copies);
    status = transform_block(self, body, false);
    if (status == TRANSFORM_DEFINITE) return status;
    for (uint32_t i = 0; i < scopes.count; i++) {
      Operation *gone = status == TRANSFORM_OK ? scopes.data[i] : copies.ops.data[i];
      for (uint32_t k = 0; status == TRANSFORM_OK && k < gone->result_count; k++) value_replace_all(op_result(gone, k), op_result(copies.ops.data[i], k));
      op_erase(gone);
    }
    if (status == TRANSFORM_OK) {
      transform_yield(self, body, op);
      return status;
    }
    diags_rollback(self->ctx->diags, &before);
  }
  return transform_fail(self, op, TRANSFORM_SILENCEABLE, "all alternatives failed");
}
