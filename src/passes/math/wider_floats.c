// arith-emulate-unsupported-floats and math-extend-to-supported-types: small floats are calculated with in a wider type
// (after mlir/lib/Dialect/Arith/Transforms/EmulateUnsupportedFloats.cpp and mlir/lib/Dialect/Math/Transforms/ExtendToSupportedTypes.cpp).
#include "asm/params.h"
#include "ir/ir_diag.h"
#include "ops/arith.h"
#include "ops/math.h"
#include "ops/vector.h"
#include "rewrite/conversion.h"

static const PassOption option_target_type = {"target-type", OPTION_STRING, "f32", NULL, "MLIR type to convert the unsupported source types to"};
static const PassOption option_source_types = {"source-types", OPTION_LIST, NULL, NULL, "MLIR types without arithmetic support on a given target"};
static const PassOption option_extra_types = {"extra-types", OPTION_LIST, NULL, NULL, "MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported)"};

typedef struct FloatTypes {
  TypeConverter base;
  bool listed[FLOAT_KIND_COUNT];
  bool are_supported;              // the listed ones; else all others are
  T target;
} FloatTypes;

static bool is_supported(const FloatTypes *self, T type) { return !type_is_float(type) || self->listed[type_float_kind(type)] == self->are_supported; }

static bool convert(const TypeConverter *base, T type, TypeVec *out, Arena *arena) {
  const FloatTypes *self = (const FloatTypes *)base;
  if (type_as_shaped(type)) {
    if (!is_supported(self, type_element(type))) type = type_with_element(base->ctx, type, self->target);
  } else if (!is_supported(self, type)) {
    type = self->target;
  }
  if (type) vec_push(arena, out, type);
  return type != NULL;
}

static Value *resize(Builder *b, uint32_t opcode, uint32_t slot, Value *value, T type) {
  uint64_t flags = ARITH_FAST_MATH_FLAGS_CONTRACT;
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand(state, value);
  op_state_add_type(state, type);
  op_state_set_prop(state, slot, attr_from_params(b->ctx, &arith_fastmath_attr, &flags));
  return builder_finish_value(b);
}

static Value *extend(const TypeConverter *base, Builder *b, T type, Value *const *inputs, uint32_t count, T original) {
  (void)base;
  (void)original;
  return count == 1 ? resize(b, OP_ARITH_EXTF, ARITH_EXTF_FASTMATH, inputs[0], type) : NULL;
}

static bool is_legal(FloatTypes *self, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_convert(&self->base, op_operand_type(op, i)) != op_operand_type(op, i)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_convert(&self->base, op_result_type(op, i)) != op_result_type(op, i)) return false;
  return true;
}

static Legality legality_by_types(Conversion *c, const Operation *op) { return is_legal((FloatTypes *)(uintptr_t)c->data, op) ? LEGAL : ILLEGAL; }

// The operation in the wider type, and its results in their own.
static bool widen(Conversion *c, Operation *op, Value *const *operands) {
  if (op->region_count) return convert_no_match(c, op, "it has a region");
  Value **values = arena_new(c->arena, Value *, op->result_count + 1u);
  Operation *made = op_clone(c->module, op, NULL);
  if (!values || !made) return false;
  op_set_operands(c->module, made, operands, op->operand_count);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(made, i)->type = type_convert(c->types, op_result_type(op, i));
  op_touched(made);
  builder_insert(&c->b, made);
  for (uint32_t i = 0; i < op->result_count; i++) {
    T type = op_result_type(op, i);
    values[i] = op_result(made, i)->type == type ? op_result(made, i) : resize(&c->b, OP_ARITH_TRUNCF, ARITH_TRUNCF_FASTMATH, op_result(made, i), type);
  }
  return op->result_count ? convert_replace(c, op, values, op->result_count) : convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Options

// mlir-opt does not know the names of two types here.
static T type_by_name(Context *ctx, Str name) {
  for (int kind = 0; kind < FLOAT_KIND_COUNT; kind++)
    if (kind != FLOAT_TF32 && kind != FLOAT_F8E4M3B11FNUZ && str_is(name, float_name((FloatKind)kind))) return type_float(ctx, (FloatKind)kind);
  return NULL;
}

static T type_said(PassRun *pass, const char *what, Str name) {
  T type = type_by_name(pass->ctx, name);
  if (!type)
    diag_at(pass->module, SEVERITY_ERROR, (Loc){.attr = pass->ctx->attrs.unknown_loc},
            "could not map %s type '%.*s' to a known floating-point type", what, STR_ARG(name));
  return type;
}

static bool float_types_init(FloatTypes *self, PassRun *pass, const PassOption *list, bool are_supported) {
  *self = (FloatTypes){.base = {.ctx = pass->ctx, .convert = convert, .target = extend}, .are_supported = are_supported};
  map_init(&self->base.cache, pass->arena);
  self->target = type_said(pass, "target", pass_string(pass, &option_target_type));
  StrVec names = {0};
  if (self->target) pass_list(pass, list, &names);
  for (uint32_t i = 0; i < names.count; i++) {
    T type = type_said(pass, "source", names.data[i]);
    if (!type) return false;
    self->listed[type_float_kind(type)] = true;
  }
  return self->target != NULL;
}

// ---------------------------------------------------------------------------------------------
// The passes

static bool convert_all(PassRun *pass, Operation *op, FloatTypes *types, Legality (*legality)(Conversion *, Operation *), bool (*wanted)(Context *, const OpDef *)) {
  Conversion c;
  conversion_init(&c, pass, legality);
  c.data = types;
  const OpcodeSpace *all = pass->ctx->opcodes;
  for (uint32_t opcode = 0; all && opcode < all->count * OPCODE_CHUNK; opcode++) {
    const OpDef *def = opcode_def(all, opcode);
    if (!def || !wanted(pass->ctx, def)) continue;
    Pattern *pattern = arena_new(pass->arena, Pattern, 1);
    if (!pattern) return false;
    *pattern = (Pattern){.root = (uint16_t)opcode, .rewrite = widen, .name = "$root in a wider type"};
    conversion_add(&c, pattern, 1, &types->base);
  }
  return conversion_run(&c, op);
}

static bool is_vector_arithmetic(uint32_t opcode) {
  switch (opcode) {
    case OP_VECTOR_CONTRACT: case OP_VECTOR_REDUCTION: case OP_VECTOR_MULTI_REDUCTION: case OP_VECTOR_FMA: case OP_VECTOR_OUTERPRODUCT: case OP_VECTOR_SCAN: return true;
    default: return false;
  }
}

static bool may_be_emulated(Context *ctx, const OpDef *def) {
  switch (def->opcode) {
    case OP_ARITH_BITCAST: case OP_ARITH_EXTF: case OP_ARITH_TRUNCF: case OP_ARITH_CONSTANT: return false;
    default: return is_vector_arithmetic(def->opcode) || op_dialect(ctx, def) == &arith_dialect;
  }
}

static bool may_be_extended(Context *ctx, const OpDef *def) { return def->opcode != OP_MATH_FMA && op_dialect(ctx, def) == &math_dialect; }

static Legality emulation_legality(Conversion *c, Operation *op) { return may_be_emulated(c->ctx, op->def) ? legality_by_types(c, op) : LEGAL; }
static Legality extension_legality(Conversion *c, Operation *op) { return may_be_extended(c->ctx, op->def) ? legality_by_types(c, op) : LEGAL; }

static bool run_emulation(PassRun *pass, Operation *op) {
  FloatTypes types;
  if (!float_types_init(&types, pass, &option_source_types, false)) return false;
  if (types.listed[type_float_kind(types.target)]) {
    diag_at(pass->module, SEVERITY_ERROR, (Loc){.attr = pass->ctx->attrs.unknown_loc}, "target type cannot be an unsupported source type");
    return false;
  }
  return convert_all(pass, op, &types, emulation_legality, may_be_emulated);
}

static bool run_extension(PassRun *pass, Operation *op) {
  FloatTypes types;
  if (!float_types_init(&types, pass, &option_extra_types, true)) return false;
  types.listed[FLOAT_F32] = types.listed[FLOAT_F64] = true;
  return convert_all(pass, op, &types, extension_legality, may_be_extended);
}

const PassDef arith_emulate_unsupported_floats_pass = {
  .name = "arith-emulate-unsupported-floats", .class_name = "ArithEmulateUnsupportedFloats",
  .summary = "Emulate operations on unsupported floats with extf/truncf", .works_on = "arith vector", .makes = "arith vector", .run = run_emulation,
  PASS_OPTIONS(&option_source_types, &option_target_type),
};

const PassDef math_extend_to_supported_types_pass = {
  .name = "math-extend-to-supported-types", .class_name = "MathExtendToSupportedTypes",
  .summary = "Legalize floating-point math ops on low-precision floats", .works_on = "math", .makes = "arith math", .run = run_extension,
  PASS_OPTIONS(&option_extra_types, &option_target_type),
};
