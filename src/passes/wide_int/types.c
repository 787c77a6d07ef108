#include "passes/wide_int/wide_int.h"

#include "ir/ir_diag.h"
#include "ir/text.h"

const PassOption option_widest_int_supported = {"widest-int-supported", OPTION_UINT, "32", NULL, "Widest integer type supported by the target"};

// NULL: an integer that is neither supported nor twice as wide as those that are.
static T convert_type(const WideTypes *self, T type);

static T convert_vector(const WideTypes *self, T type) {
  Context *ctx = self->base.ctx;
  const ShapedType *vector = (const ShapedType *)type;
  const IntegerType *element = type_as_integer(vector->element);
  if (!element || element->width <= self->width) return type;
  if (element->width != 2 * self->width || vector->rank >= UINT32_MAX) return NULL;
  uint32_t rank = (uint32_t)vector->rank;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, rank + 1);
  if (dims) memcpy(dims, vector->dims, rank * sizeof *dims);
  if (dims) dims[rank] = 2;
  T result = dims ? type_vector(ctx, dims, rank + 1, 0, type_integer(ctx, self->width, SIGNLESS)) : NULL;
  arena_free(&scratch);
  return result;
}

// Nested as deep as the parser allows types to be.
static T convert_function(const WideTypes *self, T type) {
  const FunctionType *function = type_as_function(type);
  Context *ctx = self->base.ctx;
  uint32_t count = function->input_count + function->result_count;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  T *types = arena_new(&scratch, T, count + 1);
  bool ok = types != NULL;
  for (uint32_t i = 0; i < count && ok; i++) {
    types[i] = convert_type(self, function->types[i]);
    ok = types[i] != NULL;
  }
  T result = ok ? type_function(ctx, types, function->input_count, types + function->input_count, function->result_count) : NULL;
  arena_free(&scratch);
  return result;
}

static T convert_type(const WideTypes *self, T type) {
  Context *ctx = self->base.ctx;
  const IntegerType *integer = type_as_integer(type);
  if (integer) {
    const int64_t two = 2;
    if (integer->width <= self->width) return type;
    return integer->width == 2 * self->width ? type_vector(ctx, &two, 1, 0, type_integer(ctx, self->width, SIGNLESS)) : NULL;
  }
  if (type_is_vector(type)) return convert_vector(self, type);
  if (type_as_function(type)) return convert_function(self, type);
  if (!self->memrefs || type_kind(type) != TYPE_MEMREF || !type_as_integer(type_element(type))) return type;
  T element = convert_type(self, type_element(type));
  return element ? type_with_element(ctx, type, element) : NULL;
}

static bool convert(const TypeConverter *base, T type, TypeVec *out, Arena *arena) {
  T converted = convert_type((const WideTypes *)base, type);
  if (converted) vec_push(arena, out, converted);
  return converted != NULL;
}

// --- Values that are wanted in both forms

// The cast before which the builder stands is one that was not cancelled out.
static Value *note_stuck(const TypeConverter *base, const Builder *b, T type, const Operation *user) {
  WideTypes *self = (WideTypes *)(uintptr_t)base;
  if (self->stuck_user) return NULL;
  self->stuck_user = user ? user : b->before;
  self->stuck_from = op_operand_type(b->before, 0);
  self->stuck_to = type;
  return NULL;
}

static Value *keep_target(const TypeConverter *base, Builder *b, T type, Value *const *inputs, uint32_t count, T original) {
  (void)inputs;
  (void)count;
  (void)original;
  const Operation *first = NULL;
  for (const Use *use = op_result(b->before, 0)->uses; use; use = use->next)
    if (!first || (use->owner->block == first->block && op_is_before(use->owner, (Operation *)(uintptr_t)first))) first = use->owner;
  return note_stuck(base, b, type, first);
}

static Value *keep_source(const TypeConverter *base, Builder *b, T type, Value *const *inputs, uint32_t count) {
  (void)inputs;
  (void)count;
  return note_stuck(base, b, type, NULL);
}

bool wide_types_settled(WideTypes *self, PassRun *run) {
  if (!self->stuck_user) return true;
  op_error_plain(run->module, self->stuck_user, "failed to legalize unresolved materialization from ('%s') to ('%s') that remained live after conversion",
                 type_text(run->ctx, self->stuck_from), type_text(run->ctx, self->stuck_to));
  return false;
}

bool wide_types_init(WideTypes *self, PassRun *run, bool memrefs) {
  int64_t width = pass_int(run, &option_widest_int_supported);
  if (width < 2 || width > (int64_t)INTEGER_MAX_WIDTH / 2 || (width & (width - 1))) return false;
  *self = (WideTypes){{.ctx = run->ctx, .convert = convert, .source = keep_source, .target = keep_target}, .width = (uint32_t)width, .memrefs = memrefs};
  map_init(&self->base.cache, run->arena);
  return true;
}

bool wide_types_legal(WideTypes *self, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_convert(&self->base, op_operand_type(op, i)) != op_operand_type(op, i)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_convert(&self->base, op_result_type(op, i)) != op_result_type(op, i)) return false;
  return true;
}
