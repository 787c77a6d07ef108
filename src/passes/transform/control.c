// Operations of the transform dialect that pass handles on: sequences, loops, navigation, matching, parameters.
#include "ops/linalg.h"
#include "ops/transform.h"

#include "analysis/structured.h"
#include "dialects/transform/types.h"
#include "ir/type.h"
#include "passes/transform/transformer.h"

static bool suppresses(const Operation *op, uint32_t slot) { return op_prop_i64_at(op, slot) == TRANSFORM_FAILURE_PROPAGATION_MODE_SUPPRESS; }
static const Block *body_of(const Operation *op) { return op->regions[0].first; }

// ---------------------------------------------------------------------------------------------
// Sequences

TransformStatus transform_apply_sequence(Transformer *self, Operation *op) {
  const Block *body = body_of(op);
  if (!op->operand_count) {
    Handle *root = transform_define(self, body->args[0]);
    vec_push(self->arena, &root->ops, self->root);
  }
  for (uint32_t i = 0; i < op->operand_count; i++) transform_forward(self, op_operand(op, i), body->args[i]);
  TransformStatus status = transform_block(self, body, suppresses(op, TRANSFORM_SEQUENCE_FAILURE_PROPAGATION_MODE));
  if (status == TRANSFORM_OK) transform_yield(self, body, op);
  return status;
}

TransformStatus transform_apply_named_sequence(Transformer *self, Operation *op) { return (void)self, (void)op, TRANSFORM_OK; }

TransformStatus transform_apply_include(Transformer *self, Operation *op) {
  Operation *sequence = symbol_lookup(&self->symbols, op, op_prop_at(op, TRANSFORM_INCLUDE_TARGET));
  if (!op_is(sequence, OP_TRANSFORM_NAMED_SEQUENCE)) return transform_fail(self, op, TRANSFORM_DEFINITE, "does not reference a named transform sequence");
  const Block *body = body_of(sequence);
  if (!body) return transform_fail(self, op, TRANSFORM_DEFINITE, "unresolved external named sequence");
  for (uint32_t i = 0; i < op->operand_count; i++) transform_forward(self, op_operand(op, i), body->args[i]);
  TransformStatus status = transform_block(self, body, suppresses(op, TRANSFORM_INCLUDE_FAILURE_PROPAGATION_MODE));
  if (status == TRANSFORM_OK) transform_yield(self, body, op);
  return status;
}

static uint32_t handle_count(const Handle *handle) {
  return handle->ops.count ? handle->ops.count : handle->values.count ? handle->values.count : handle->params.count;
}

// `to` stands for element `i` of `from`, besides what it stands for.
static void add_element(Transformer *self, Handle *to, const Handle *from, uint32_t i) {
  if (i < from->ops.count) vec_push(self->arena, &to->ops, from->ops.data[i]);
  if (i < from->values.count) vec_push(self->arena, &to->values, from->values.data[i]);
  if (i < from->params.count) vec_push(self->arena, &to->params, from->params.data[i]);
}

TransformStatus transform_apply_foreach(Transformer *self, Operation *op) {
  const Block *body = body_of(op);
  uint32_t count = 0;
  bool zip = op_prop_at(op, TRANSFORM_FOREACH_WITH_ZIP_SHORTEST) != NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    uint32_t size = handle_count(transform_operand(self, op, i));
    if (!i || (zip && size < count)) count = size;
    else if (!zip && size != count)
      return transform_fail(self, op, TRANSFORM_SILENCEABLE, "prior targets' payload size (%u) differs from payload size (%u) of target %u", count, size, i);
  }
  Handle *targets = arena_new(self->arena, Handle, op->operand_count + 1);
  Handle *results = arena_new(self->arena, Handle, op->result_count + 1);
  for (uint32_t i = 0; i < op->operand_count; i++) targets[i] = *transform_operand(self, op, i);
  for (uint32_t k = 0; k < count; k++) {
    for (uint32_t i = 0; i < op->operand_count; i++) add_element(self, transform_define(self, body->args[i]), &targets[i], k);
    TransformStatus status = transform_block(self, body, false);
    if (status != TRANSFORM_OK) return status;
    for (uint32_t i = 0; i < op->result_count; i++) {
      const Handle *yielded = transform_operand(self, body->last, i);
      for (uint32_t e = 0; e < handle_count(yielded); e++) add_element(self, &results[i], yielded, e);
    }
  }
  for (uint32_t i = 0; i < op->result_count; i++) {
    Handle *result = transform_define(self, op_result(op, i));
    result->ops = results[i].ops;
    result->values = results[i].values;
    result->params = results[i].params;
  }
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// From one handle to another

TransformStatus transform_apply_forward(Transformer *self, Operation *op) {
  transform_forward(self, op_operand(op, 0), op_result(op, 0));
  return TRANSFORM_OK;
}

TransformStatus transform_apply_merge_handles(Transformer *self, Operation *op) {
  Handle *result = transform_define(self, op_result(op, 0));
  bool once = op_prop_at(op, TRANSFORM_MERGE_HANDLES_DEDUPLICATE) != NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Handle *handle = transform_operand(self, op, i);
    for (uint32_t k = 0; k < handle_count(handle); k++) {
      bool seen = false;
      for (uint32_t e = 0; once && e < handle_count(result) && !seen; e++)
        seen = handle->ops.count ? result->ops.data[e] == handle->ops.data[k] : handle->values.count ? result->values.data[e] == handle->values.data[k]
                                                                                                    : result->params.data[e] == handle->params.data[k];
      if (!seen) add_element(self, result, handle, k);
    }
  }
  return TRANSFORM_OK;
}

static const char *value_text(Transformer *self, const Value *value) {
  if (value_def(value)) return arena_printf(self->arena, "%.*s", STR_ARG(op_text(self->module, value_def(value)))).data;
  return arena_printf(self->arena, "<block argument> of type '%s' at index: %u", type_text(self->ctx, value->type), value->index).data;
}

TransformStatus transform_apply_split_handle(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  uint32_t count = handle_count(handle), results = op->result_count;
  bool passes = op_prop_at(op, TRANSFORM_SPLIT_HANDLE_PASS_THROUGH_EMPTY_HANDLE) == self->ctx->attrs.true_;
  bool strict = op_prop_at(op, TRANSFORM_SPLIT_HANDLE_FAIL_ON_PAYLOAD_TOO_SMALL) == self->ctx->attrs.true_;
  A overflow = op_prop_at(op, TRANSFORM_SPLIT_HANDLE_OVERFLOW_RESULT);
  if (!count && passes) return TRANSFORM_OK;
  if ((count < results && strict) || (count > results && !overflow))
    return transform_fail(self, op, TRANSFORM_SILENCEABLE, "%s expected to contain %u payloads but it contains %u payloads", value_text(self, op_operand(op, 0)), results, count);
  uint32_t extra = overflow ? (uint32_t)op_prop_i64_at(op, TRANSFORM_SPLIT_HANDLE_OVERFLOW_RESULT) : 0;
  for (uint32_t i = 0; i < count; i++)
    add_element(self, transform_handle(self, op_result(op, i < results ? i : extra)), handle, i);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_get_parent_op(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  A name = op_prop_at(op, TRANSFORM_GET_PARENT_OP_OP_NAME);
  bool isolated = op_prop_at(op, TRANSFORM_GET_PARENT_OP_ISOLATED_FROM_ABOVE) != NULL, once = op_prop_at(op, TRANSFORM_GET_PARENT_OP_DEDUPLICATE) != NULL;
  for (uint32_t i = 0; i < handle->ops.count; i++) {
    Operation *parent = handle->ops.data[i];
    for (int64_t n = 0; n < op_prop_i64_at(op, TRANSFORM_GET_PARENT_OP_NTH_PARENT); n++) {
      parent = op_parent(parent);
      while (parent && ((isolated && !op_has(parent, TRAIT_ISOLATED)) || (name && !transform_is_named(parent, attr_str(name))))) parent = op_parent(parent);
      if (parent) continue;
      if (op_prop_at(op, TRANSFORM_GET_PARENT_OP_ALLOW_EMPTY_RESULTS)) return transform_define(self, op_result(op, 0)), TRANSFORM_OK;
      return transform_fail_at(self, op, handle->ops.data[i], "target op", "could not find a parent op that matches all requirements");
    }
    bool seen = false;
    for (uint32_t k = 0; once && k < result->ops.count && !seen; k++) seen = result->ops.data[k] == parent;
    if (!seen) vec_push(self->arena, &result->ops, parent);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_get_producer(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  int64_t number = op_prop_i64_at(op, TRANSFORM_GET_PRODUCER_OF_OPERAND_OPERAND_NUMBER);
  for (uint32_t i = 0; i < handle->ops.count; i++) {
    Operation *target = handle->ops.data[i];
    Operation *producer = number >= 0 && number < target->operand_count ? value_def(op_operand(target, (uint32_t)number)) : NULL;
    if (!producer) return transform_fail_at(self, op, target, "target op", "could not find a producer for operand number: %lld of %.*s", (long long)number, STR_ARG(op_text(self->module, target)));
    vec_push(self->arena, &result->ops, producer);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_get_consumers(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  int64_t number = op_prop_i64_at(op, TRANSFORM_GET_CONSUMERS_OF_RESULT_RESULT_NUMBER);
  if (!handle->ops.count) return TRANSFORM_OK;
  if (handle->ops.count != 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "handle must be mapped to exactly one payload op");
  Operation *target = handle->ops.data[0];
  if (number < 0 || target->result_count <= number) return transform_fail(self, op, TRANSFORM_DEFINITE, "result number overflow");
  for (const Use *use = target->results[number].uses; use; use = use->next) vec_push(self->arena, &result->ops, use->owner);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_get_defining_op(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  for (uint32_t i = 0; i < handle->values.count; i++) {
    Operation *def = value_def(handle->values.data[i]);
    if (!def) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "cannot get defining ops of block argument");
    vec_push(self->arena, &result->ops, def);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_select(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Handle *result = transform_define(self, op_result(op, 0));
  for (uint32_t i = 0; i < handle->ops.count; i++)
    if (transform_is_named(handle->ops.data[i], attr_str(op_prop_at(op, TRANSFORM_SELECT_OP_NAME)))) vec_push(self->arena, &result->ops, handle->ops.data[i]);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Matching

typedef struct Match {
  Transformer *self;
  const Operation *op;
  Handle *result;
} Match;

static bool is_listed(A names, const Operation *op) {
  const ArrayAttr *list = (const ArrayAttr *)names;
  for (uint32_t i = 0; i < list->count; i++)
    if (str_equal(attr_str(list->items[i]), op_name(op))) return true;
  return false;
}

static bool has_operand_types(const Operation *op, const ArrayAttr *types) {
  if (types->count != 1 && types->count != op->operand_count) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != ((const TypeAttr *)types->items[types->count == 1 ? 0 : i])->type) return false;
  return true;
}

static bool fits(const Operation *match, const Operation *op) {
  A names = op_prop_at(match, TRANSFORM_STRUCTURED_MATCH_OPS), attrs = op_prop_at(match, TRANSFORM_STRUCTURED_MATCH_OP_ATTRS);
  A result = op_prop_at(match, TRANSFORM_STRUCTURED_MATCH_FILTER_RESULT_TYPE), operands = op_prop_at(match, TRANSFORM_STRUCTURED_MATCH_FILTER_OPERAND_TYPES);
  if (names && !is_listed(names, op)) return false;
  if (op_prop_at(match, TRANSFORM_STRUCTURED_MATCH_INTERFACE)) {
    bool is_loop = op_prop_i64_at(match, TRANSFORM_STRUCTURED_MATCH_INTERFACE) == TRANSFORM_MATCH_INTERFACE_ENUM_LOOP_LIKE_INTERFACE;
    if (is_loop ? !op_def_has_trait(op->def, TRAIT_ID_LOOP_LIKE) : !ask_linalg_op(op->def)) return false;
  }
  const DictAttr *dict = (const DictAttr *)attrs;
  for (uint32_t i = 0; dict && i < dict->count; i++)
    if (op_attr_str(op, attr_str(dict->items[i].name)) != dict->items[i].value) return false;
  if (result && (op->result_count != 1 || op_result_type(op, 0) != ((const TypeAttr *)result)->type)) return false;
  return !operands || has_operand_types(op, (const ArrayAttr *)operands);
}

static WalkResult match_one(Operation *op, void *data) {
  Match *match = data;
  if (fits(match->op, op)) vec_push(match->self->arena, &match->result->ops, op);
  return WALK_ADVANCE;
}

TransformStatus transform_apply_match(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  if (handle->ops.count != 1) return transform_fail(self, op, TRANSFORM_DEFINITE, "requires exactly one target handle");
  A interface = op_prop_at(op, TRANSFORM_STRUCTURED_MATCH_INTERFACE);
  if (interface && op_prop_i64_at(op, TRANSFORM_STRUCTURED_MATCH_INTERFACE) == TRANSFORM_MATCH_INTERFACE_ENUM_TILING_INTERFACE)
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'%.*s' cannot match the TilingInterface: Rung doesn't know yet which operations have it", STR_ARG(op_name(op)));
  Match match = {self, op, transform_define(self, op_result(op, 0))};
  op_walk_post(handle->ops.data[0], match_one, &match);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// Parameters and annotations

TransformStatus transform_apply_param_constant(Transformer *self, Operation *op) {
  Handle *handle = transform_define(self, op_result(op, 0));
  vec_push(self->arena, &handle->params, op_prop_at(op, TRANSFORM_PARAM_CONSTANT_VALUE));
  return TRANSFORM_OK;
}

TransformStatus transform_apply_num_associations(Transformer *self, Operation *op) {
  uint32_t count = handle_count(transform_operand(self, op, 0));
  Handle *handle = transform_define(self, op_result(op, 0));
  vec_push(self->arena, &handle->params, attr_i64(self->ctx, self->ctx->types.i64, count));
  return TRANSFORM_OK;
}

TransformStatus transform_apply_annotate(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  A value = self->ctx->attrs.unit;
  Str name = attr_str(op_prop_at(op, TRANSFORM_ANNOTATE_NAME));
  if (op->operand_count > 1) {
    const Handle *param = transform_operand(self, op, 1);
    if (param->params.count != 1 && param->params.count != handle->ops.count)
      return transform_fail(self, op, TRANSFORM_SILENCEABLE, "parameter and target have different payload lengths (%u vs %u)", param->params.count, handle->ops.count);
    for (uint32_t i = 0; param->params.count != 1 && i < handle->ops.count; i++) op_set_attr(self->module, handle->ops.data[i], name, param->params.data[i]);
    if (param->params.count != 1) return TRANSFORM_OK;
    value = param->params.data[0];
  }
  for (uint32_t i = 0; i < handle->ops.count; i++) op_set_attr(self->module, handle->ops.data[i], name, value);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_remark_at(Transformer *self, Operation *op) {
  const Handle *handle = transform_operand(self, op, 0);
  Str text = attr_str(op_prop_at(op, TRANSFORM_DEBUG_EMIT_REMARK_AT_MESSAGE));
  for (uint32_t i = 0; i < handle->ops.count; i++) {
    const Operation *target = handle->ops.data[i];
    Diag *diag = diag_at(self->module, SEVERITY_REMARK, target->loc, "%.*s", STR_ARG(text));
    if (!self->ctx->no_op_notes) diag_note_at(self->module, diag, target->loc, "see current operation: %.*s", STR_ARG(op_text(self->module, target)));
  }
  return TRANSFORM_OK;
}
