// What all conversions to the emitc dialect use, and the passes (after mlir/lib/Conversion/*ToEmitC).
#include "convert/to_emitc/to_emitc.h"

#include "convert/llvm/loaded.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/scf.h"

// ---------------------------------------------------------------------------------------------
// Types

static bool has_array(T memref) {
  const ShapedType *shape = (const ShapedType *)memref;
  if (!type_has_static_shape(memref) || !memref_has_identity_layout(shape) || !shape->rank) return false;
  for (uint64_t i = 0; i < shape->rank; i++)
    if (!shape->dims[i]) return false;
  return true;
}

static T convert_one(const EmitCTypes *types, T type) {
  Context *ctx = types->base.ctx;
  if (types->index && type_is_index(type)) return emitc_plain(ctx, &emitc_size_t_type);
  if (types->memrefs && type_kind(type) == TYPE_MEMREF && has_array(type)) {
    T element = convert_one(types, type_element(type));
    const ShapedType *shape = (const ShapedType *)type;
    return element && emitc_is_supported(element) ? emitc_array(ctx, shape->dims, (uint32_t)shape->rank, element) : NULL;
  }
  return !types->checks || emitc_is_supported(type) ? type : NULL;
}

static bool convert(const TypeConverter *self, T type, TypeVec *out, Arena *arena) {
  T converted = convert_one((const EmitCTypes *)self, type);
  if (converted) vec_push(arena, out, converted);
  return converted != NULL;
}

void emitc_types_init(EmitCTypes *self, Context *ctx) {
  *self = (EmitCTypes){.base = {.ctx = ctx, .convert = convert}};
  map_init(&self->base.cache, &ctx->arena);
}

// ---------------------------------------------------------------------------------------------
// Operations

Value *emitc_cast(Builder *b, T type, Value *value) { return value->type == type ? value : build1(b, OP_EMITC_CAST, type, value); }

Value *emitc_constant(Builder *b, T type, A value) {
  OpState *state = builder_begin(b, OP_EMITC_CONSTANT);
  op_state_set_prop(state, EMITC_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

Value *emitc_index_constant(Builder *b, T type, int64_t value) { return emitc_constant(b, type, attr_index(b->ctx, value)); }

Value *emitc_variable(Builder *b, T type) {
  uint64_t empty = param_word(b->ctx->attrs.empty_string);
  OpState *state = builder_begin(b, OP_EMITC_VARIABLE);
  op_state_set_prop(state, EMITC_VARIABLE_VALUE, attr_from_params(b->ctx, &emitc_opaque_attr, &empty));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

Value *emitc_call_opaque(Builder *b, T type, const char *callee, A args, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(b, OP_EMITC_CALL_OPAQUE);
  op_state_set_prop(state, EMITC_CALL_OPAQUE_CALLEE, attr_string(b->ctx, str_from(callee)));
  if (args) op_state_set_prop(state, EMITC_CALL_OPAQUE_ARGS, args);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

void emitc_assign(Builder *b, Value *variable, Value *value) {
  OpState *state = builder_begin(b, OP_EMITC_ASSIGN);
  op_state_add_operand2(state, variable, value);
  builder_finish(b);
}

Value *emitc_load(Builder *b, Value *variable) { return build1(b, OP_EMITC_LOAD, emitc_inner(variable->type), variable); }

// ---------------------------------------------------------------------------------------------
// Passes of one dialect each

static Legality arith_is_illegal(Conversion *c, Operation *op) {
  if (op_is_in(c->ctx, op, EMITC, emitc)) return LEGAL;
  return op_is_in(c->ctx, op, ARITH, arith) ? ILLEGAL : UNKNOWN_LEGALITY;
}

static bool run_arith(PassRun *pass, Operation *op) {
  Conversion c;
  EmitCTypes types;
  emitc_types_init(&types, pass->ctx);
  types.index = true;
  conversion_init(&c, pass, arith_is_illegal);
  add_arith_to_emitc(&c, &types);
  return conversion_run(&c, op);
}

const PassDef arith_to_emitc_pass = {
  .name = "convert-arith-to-emitc", .class_name = "ConvertArithToEmitC",
  .summary = "lower arith to C",
  .works_on = "arith", .makes = "emitc",
  .run = run_arith,
};

static Legality func_is_illegal(Conversion *c, Operation *op) {
  if (op_is_in(c->ctx, op, EMITC, emitc)) return LEGAL;
  return op_is(op, OP_FUNC_CALL) || op_is(op, OP_FUNC_FUNC) || op_is(op, OP_FUNC_RETURN) ? ILLEGAL : UNKNOWN_LEGALITY;
}

static bool run_func(PassRun *pass, Operation *op) {
  Conversion c;
  EmitCTypes types;
  emitc_types_init(&types, pass->ctx);
  conversion_init(&c, pass, func_is_illegal);
  add_func_to_emitc(&c, &types);
  return conversion_run(&c, op);
}

const PassDef func_to_emitc_pass = {
  .name = "convert-func-to-emitc", .class_name = "ConvertFuncToEmitC", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower functions to C",
  .works_on = "func", .makes = "emitc",
  .run = run_func,
};

static Legality memref_is_illegal(Conversion *c, Operation *op) {
  if (op_is_in(c->ctx, op, EMITC, emitc)) return LEGAL;
  return op_is_in(c->ctx, op, MEMREF, memref) ? ILLEGAL : UNKNOWN_LEGALITY;
}

static const PassOption option_lower_to_cpp = {"lower-to-cpp", OPTION_BOOL, "false", NULL, "Target C++ (true) instead of C (false)"};

// Headers that declare the functions that are called now.
typedef struct Headers { bool stdlib, string; } Headers;

static WalkResult note_call(Operation *op, void *data) {
  Headers *headers = data;
  if (!op_is(op, OP_EMITC_CALL_OPAQUE)) return WALK_ADVANCE;
  Str callee = attr_str(op_prop_at(op, EMITC_CALL_OPAQUE_CALLEE));
  headers->stdlib = headers->stdlib || str_is(callee, "malloc") || str_is(callee, "aligned_alloc");
  headers->string = headers->string || str_is(callee, "memcpy");
  return WALK_ADVANCE;
}

static bool includes(const Operation *module, const char *name) {
  block_each_op(module->regions[0].first, op) {
    if (op_is(op, OP_EMITC_INCLUDE) && attr_is_string(op_prop_at(op, EMITC_INCLUDE_INCLUDE), name)) return true;
  }
  return false;
}

static void add_include(Builder *b, Operation *module, const char *name) {
  if (includes(module, name)) return;
  builder_at_start(b, module->regions[0].first);
  OpState *state = builder_begin(b, OP_EMITC_INCLUDE);
  op_state_set_prop(state, EMITC_INCLUDE_INCLUDE, attr_string(b->ctx, str_from(name)));
  op_state_set_prop(state, EMITC_INCLUDE_IS_STANDARD_INCLUDE, attr_unit(b->ctx));
  builder_finish(b);
}

static bool run_memref(PassRun *pass, Operation *op) {
  Conversion c;
  EmitCTypes types;
  emitc_types_init(&types, pass->ctx);
  types.memrefs = true;
  conversion_init(&c, pass, memref_is_illegal);
  add_memref_to_emitc(&c, &types);
  if (!conversion_run(&c, op)) return false;
  Headers headers = {0};
  Builder b;
  bool is_cpp = pass_bool(pass, &option_lower_to_cpp);
  op_walk_pre(op, note_call, &headers);
  builder_init(&b, pass->module);
  b.loc = op->loc;
  if (headers.stdlib) add_include(&b, op, is_cpp ? "cstdlib" : "stdlib.h");
  if (headers.string) add_include(&b, op, is_cpp ? "cstring" : "string.h");
  return true;
}

const PassDef memref_to_emitc_pass = {
  .name = "convert-memref-to-emitc", .class_name = "ConvertMemRefToEmitC", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower memrefs to arrays of C",
  .works_on = "memref", .makes = "emitc",
  .run = run_memref,
  PASS_OPTIONS(&option_lower_to_cpp),
};

static Legality scf_is_illegal(Conversion *c, Operation *op) {
  (void)c;
  return op_is(op, OP_SCF_FOR) || op_is(op, OP_SCF_IF) || op_is(op, OP_SCF_INDEX_SWITCH) ? ILLEGAL : LEGAL;
}

static bool run_scf(PassRun *pass, Operation *op) {
  Conversion c;
  EmitCTypes types;
  emitc_types_init(&types, pass->ctx);
  types.index = types.checks = true;
  conversion_init(&c, pass, scf_is_illegal);
  add_scf_to_emitc(&c, &types);
  return conversion_run(&c, op);
}

const PassDef scf_to_emitc_pass = {
  .name = "convert-scf-to-emitc", .class_name = "SCFToEmitC",
  .summary = "lower loops and conditions to those of C",
  .works_on = "scf", .makes = "emitc",
  .run = run_scf,
};

// ---------------------------------------------------------------------------------------------
// All of them, as the input needs them

static const PassOption option_filter_dialects = {"filter-dialects", OPTION_LIST, NULL, NULL, "Test conversion patterns of only the specified dialects"};

static Legality all_legality(Conversion *c, Operation *op) { return op_is_in(c->ctx, op, EMITC, emitc) ? LEGAL : UNKNOWN_LEGALITY; }

typedef struct Road { const DialectDef *dialect; void (*add)(Conversion *c, EmitCTypes *types); } Road;
static const Road roads[] = {
  {&arith_dialect, add_arith_to_emitc}, {&func_dialect, add_func_to_emitc}, {&memref_dialect, add_memref_to_emitc}, {&scf_dialect, add_scf_to_emitc}};

static bool is_wanted(const StrVec *filter, Str name) {
  for (uint32_t i = 0; i < filter->count; i++)
    if (str_equal(filter->data[i], name)) return true;
  return !filter->count;
}

static bool run_all(PassRun *pass, Operation *op) {
  Conversion c;
  EmitCTypes types;
  Map loaded;
  map_init(&loaded, pass->arena);
  note_loaded_dialects(pass->module->op ? pass->module->op : op, &loaded);
  StrVec filter = {0};
  pass_list(pass, &option_filter_dialects, &filter);
  emitc_types_init(&types, pass->ctx);
  types.checks = true;
  conversion_init(&c, pass, all_legality);
  for (uint32_t i = 0; i < countof(roads); i++) {
    Str name = str_from(roads[i].dialect->name);
    if (!map_get_str(&loaded, name) || !is_wanted(&filter, name)) continue;
    roads[i].add(&c, &types);
    types.index = types.index || roads[i].dialect == &arith_dialect || roads[i].dialect == &scf_dialect;
    types.memrefs = types.memrefs || roads[i].dialect == &memref_dialect;
  }
  return conversion_run(&c, op);
}

const PassDef to_emitc_pass = {
  .name = "convert-to-emitc", .class_name = "ConvertToEmitC",
  .summary = "lower all that can be said in C to emitc",
  .works_on = "arith func memref scf", .makes = "emitc",
  .run = run_all,
  PASS_OPTIONS(&option_filter_dialects),
};
