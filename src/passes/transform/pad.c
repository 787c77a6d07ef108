// Operations of the transform dialect that pad operands (after mlir/lib/Dialect/Linalg/TransformOps/LinalgTransformOps.cpp).
#include "passes/linalg/pad.h"

#include "asm/parser.h"
#include "dialects/ub/attrs.h"
#include "ir/constants.h"
#include "ir/text.h"
#include "ir/type.h"
#include "ops/complex.h"
#include "ops/linalg.h"
#include "ops/transform.h"
#include "passes/transform/tile.h"

static uint32_t length_of(A list) { return list ? ((const ArrayAttr *)list)->count : 0; }
static int64_t number_at(A list, uint32_t i) { return attr_to_i64(((const ArrayAttr *)list)->items[i]); }

static T element_or_itself(T type) { return type_as_shaped(type) ? type_element(type) : type; }

static void wrong_value(Transformer *self, const Operation *op, const Operation *target, const char *what, T type, A value) {
  Diag *diag = op_error(self->module, op, "%s '%s', got %s", what, type_text(self->ctx, type), attr_text(self->ctx, value));
  diag_note_at(self->module, diag, target->loc, "when applied to this op");
}

// The given value as an attribute of the element type; a string is read. NULL: reported.
static A read_value(Transformer *self, const Operation *op, const Operation *target, A given, T element) {
  T type;
  if (is_poison(given)) return given;
  if (attr_kind(given) == ATTR_STRING) {
    A read = parse_attr_text(self->ctx, attr_str(given), element);
    if (!read || attr_value_type(read) != element) {
      wrong_value(self, op, target, "expects a padding that parses to", element, given);
      return NULL;
    }
    return read;
  }
  type = attr_value_type(given);
  if (!type) {
    op_error(self->module, op, "expects padding values to be typed attributes or poison");
    return NULL;
  }
  if (type == element) return given;
  wrong_value(self, op, target, "expects a padding value of type", element, given);
  return NULL;
}

static TransformStatus read_values(Transformer *self, const Operation *op, const Operation *target, PadOptions *options) {
  const ArrayAttr *given = (const ArrayAttr *)op_prop_at(op, TRANSFORM_STRUCTURED_PAD_PADDING_VALUES);
  uint32_t count = length_of(&given->base);
  options->value_count = count && count < target->operand_count ? count : target->operand_count;
  options->values = arena_new(self->arena, A, options->value_count + 1);
  if (!options->values) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < options->value_count; i++) {
    T element = element_or_itself(op_operand_type(target, i));
    if (!count && type_kind(element) == TYPE_COMPLEX)
      return transform_fail_at(self, op, target, "target op", "a padding value for complex numbers is not known: it is to be given");
    options->values[i] = count ? read_value(self, op, target, given->items[i], element) : zero_attr(self->ctx, element);
    if (count && !options->values[i]) return TRANSFORM_DEFINITE;
  }
  return TRANSFORM_OK;
}

static TransformStatus read_loops(Transformer *self, Operation *op, PadOptions *options) {
  A loops = op_prop_at(op, TRANSFORM_STRUCTURED_PAD_PADDING_DIMENSIONS), nofold = op_prop_at(op, TRANSFORM_STRUCTURED_PAD_NOFOLD_FLAGS);
  OpFoldResultList multiples;
  TransformStatus status = transform_sizes(self, op, op_prop_at(op, TRANSFORM_STRUCTURED_PAD_STATIC_PAD_TO_MULTIPLE_OF), (Span){1, op->operand_count}, &multiples);
  if (status != TRANSFORM_OK) return status;
  options->loop_count = length_of(loops);
  options->nofold_count = length_of(nofold);
  int64_t *of = arena_new(self->arena, int64_t, options->loop_count + 1), *by = arena_new(self->arena, int64_t, options->loop_count + 1);
  bool *stay = arena_new(self->arena, bool, options->nofold_count + 1);
  if (!of || !by || !stay) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < options->loop_count; i++) {
    of[i] = number_at(loops, i);
    by[i] = i < multiples.count ? multiples.items[i].constant : 1;
    if (i < multiples.count && multiples.items[i].value)
      return transform_fail(self, op, TRANSFORM_DEFINITE, "what sizes are to be a multiple of is not known: an operation of the payload computes it");
  }
  for (uint32_t i = 0; i < options->nofold_count; i++) stay[i] = number_at(nofold, i) != 0;
  options->loops = of;
  options->multiples = by;
  options->nofold = stay;
  Str copy = attr_str(op_prop_at(op, TRANSFORM_STRUCTURED_PAD_COPY_BACK_OP));
  options->copy = str_equal(copy, STR("none")) ? COPY_BACK_NONE : str_equal(copy, def_name(context_op_of(self->ctx, OP_LINALG_COPY))) ? COPY_BACK_LINALG : COPY_BACK_MATERIALIZE;
  return TRANSFORM_OK;
}

TransformStatus transform_apply_pad(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  PadOptions options = {0};
  TransformStatus status = read_loops(self, op, &options);
  if (status != TRANSFORM_OK) return status;
  if (op_prop_at(op, TRANSFORM_STRUCTURED_PAD_USE_PRESCRIBED_TENSOR_SHAPES))
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'use_prescribed_tensor_shapes' is not supported: Rung doesn't do this yet");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Padded padded;
    Operation *target = targets.ops.data[i];
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    if (!ask_linalg_op(target->def)) return transform_fail_at(self, op, target, "target op", "expected LinalgOp target");
    status = read_values(self, op, target, &options);
    if (status != TRANSFORM_OK) return status;
    if (!pad_structured(self->module, self->arena, target, &options, &padded)) return transform_fail_at(self, op, target, "target op", "failed to pad op");
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, padded.op);
    for (uint32_t k = 0; k < padded.pads.count; k++) vec_push(self->arena, &transform_handle(self, op_result(op, 1))->ops, padded.pads.data[k]);
    for (uint32_t k = 0; k < padded.results.count && options.copy != COPY_BACK_NONE; k++)
      vec_push(self->arena, &transform_handle(self, op_result(op, 2))->ops, value_def(padded.results.data[k]));
  }
  return TRANSFORM_OK;
}
