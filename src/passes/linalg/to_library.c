// convert-linalg-to-std: each operation as a call of a library's function
// (after mlir/lib/Conversion/LinalgToStandard/LinalgToStandard.cpp).
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/scf.h"

#include "analysis/structured.h"
#include "ir/text.h"
#include "ir/type.h"
#include "rewrite/conversion.h"

// ---------------------------------------------------------------------------------------------
// Names

// `view4x?xf32` with `s` for `?`, `vector4f32`, `f32`; false: there is none.
static bool mangle(Context *ctx, StrBuf *out, T type) {
  const ShapedType *shape = type_as_shaped(type);
  if (type_kind(type) == TYPE_MEMREF) {
    strbuf_lit(out, "view");
    for (uint64_t i = 0; i < shape->rank; i++) {
      if (shape->dims[i] == DYNAMIC) strbuf_lit(out, "sx");
      else strbuf_printf(out, "%lldx", (long long)shape->dims[i]);
    }
    if (!mangle(ctx, out, shape->element)) return false;
    if (!shape->extra) return true;
    if (attr_kind(shape->extra) != ATTR_INTEGER) return false;
    strbuf_printf(out, "as%lld", (long long)attr_to_i64(shape->extra));
    return true;
  }
  if (type_kind(type) == TYPE_VECTOR) {
    strbuf_lit(out, "vector");
    for (uint64_t i = 0; i < shape->rank; i++) strbuf_printf(out, "%s%lld", i ? "x" : "", (long long)shape->dims[i]);
    return mangle(ctx, out, shape->element);
  }
  bool is_plain = type_is_index(type) || type_kind(type) == TYPE_FLOAT || type_kind(type) == TYPE_INTEGER;
  if (is_plain) strbuf_printf(out, "%s", type_text(ctx, type));
  return is_plain;
}

static bool has_no_name(const Operation *op) {
  return op_is(op, OP_LINALG_MAP) || op_is(op, OP_LINALG_REDUCE) || op_is(op, OP_LINALG_TRANSPOSE) || op_is(op, OP_LINALG_BROADCAST) || op_is(op, OP_LINALG_CONTRACT);
}

static bool library_name(Context *ctx, const Operation *op, StrBuf *out) {
  A given = op_is(op, OP_LINALG_GENERIC) ? op_prop_at(op, LINALG_GENERIC_LIBRARY_CALL) : NULL;
  if (given) return strbuf_str(out, attr_str(given)), true;
  if (op_is(op, OP_LINALG_GENERIC) || has_no_name(op)) return strbuf_lit(out, "op_has_no_registered_library_name"), true;
  Str name = op_name(op);
  for (size_t i = 0; i < name.size; i++) strbuf_char(out, name.data[i] == '.' ? '_' : name.data[i]);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    strbuf_char(out, '_');
    if (!mangle(ctx, out, op_operand_type(op, i))) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Calls

// Its strides and its offset are only known when it is called.
static T with_dynamic_layout(Context *ctx, T type) {
  const ShapedType *shape = type_as_shaped(type);
  int64_t strides[64];
  uint32_t rank = (uint32_t)shape->rank;
  for (uint32_t i = 0; i < rank && i < countof(strides); i++) strides[i] = DYNAMIC;
  return rank > countof(strides) ? type : type_memref(ctx, shape->dims, rank, shape->element, attr_strided(ctx, DYNAMIC, strides, rank), shape->extra);
}

static Operation *enclosing_module(const Operation *op) {
  Operation *at = op_parent(op);
  while (at && !op_is(at, OP_BUILTIN_MODULE)) at = op_parent(at);
  return at;
}

static void declare(Conversion *c, Operation *module, Str name, const TypeVec *types) {
  A symbol = attr_string(c->ctx, name);
  MapEntry *met = map_find_str(&c->symbols, name);
  if (met && op_parent((Operation *)met->value) == module) return;
  Operation *known = symbol_find(module, name);
  if (known) {
    map_put_str(&c->symbols, name)->value = (uintptr_t)known;
    return;
  }
  Builder b;
  builder_init(&b, c->module);
  builder_before(&b, op_region(module, 0)->first->last);
  b.loc = c->b.loc;
  b.created = c->b.created;
  b.data = c->b.data;
  OpState *state = builder_begin(&b, OP_FUNC_FUNC);
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, symbol);
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, type_function(c->ctx, types->data, types->count, NULL, 0)));
  op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(c->ctx, STR("private")));
  op_state_set_attr(state, STR("llvm.emit_c_interface"), c->ctx->attrs.unit);
  op_state_add_region(state);
  map_put_str(&c->symbols, name)->value = (uintptr_t)builder_finish(&b);
}

static bool call_library(Conversion *c, Operation *op, Value *const *operands) {
  if (!ask_linalg_op(op->def)) return false;
  if (op->result_count) return convert_no_match(c, op, "it has results");
  Operation *module = enclosing_module(op);
  StrBuf text;
  strbuf_init(&text, &c->ctx->mem);
  bool has_name = library_name(c->ctx, op, &text);
  Str name = arena_str(c->arena, strbuf_view(&text));
  strbuf_free(&text);
  if (!has_name || !module) return convert_no_match(c, op, "no library has a function for it");
  ValueVec values = {0};
  TypeVec types = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = operands[i]->type;
    bool is_memref = type_kind(type) == TYPE_MEMREF;
    vec_push(c->arena, &types, is_memref ? with_dynamic_layout(c->ctx, type) : type);
  }
  declare(c, module, name, &types);
  for (uint32_t i = 0; i < op->operand_count; i++)
    vec_push(c->arena, &values, type_kind(operands[i]->type) == TYPE_MEMREF ? build1(&c->b, OP_MEMREF_CAST, types.data[i], operands[i]) : operands[i]);
  OpState *state = builder_begin(&c->b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, attr_symbol(c->ctx, name));
  op_state_add_operands(state, values.data, values.count);
  builder_finish_typed(&c->b);
  return convert_erase(c, op);
}

static Legality legality(Conversion *c, Operation *op) {
  static const DialectDef *const legal[] = {&affine_dialect, &arith_dialect, &func_dialect, &memref_dialect, &scf_dialect};
  if (op_is(op, OP_BUILTIN_MODULE)) return LEGAL;
  for (size_t i = 0; i < countof(legal); i++)
    if (op_is_of(c->ctx, op, legal[i])) return LEGAL;
  return ILLEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  for (uint32_t opcode = OPS_LINALG_BEGIN; opcode < OPS_LINALG_END; opcode++) {
    const OpDef *def = opcode_def(pass->ctx->opcodes, opcode);
    if (!def || !ask_linalg_op(def)) continue;
    Pattern *pattern = arena_new(pass->arena, Pattern, 1);
    if (!pattern) return false;
    *pattern = (Pattern){.root = (uint16_t)opcode, .rewrite = call_library, .name = "$root as a call"};
    conversion_add(&c, pattern, 1, NULL);
  }
  return conversion_run(&c, op);
}

const PassDef linalg_to_std_pass = {
  .name = "convert-linalg-to-std", .class_name = "ConvertLinalgToStandardPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "Convert the operations from the linalg dialect into the Standard dialect", .works_on = "linalg", .makes = "func memref", .run = run,
};
