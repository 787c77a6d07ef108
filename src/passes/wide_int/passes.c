// arith-emulate-wide-int and memref-emulate-wide-int
// (after mlir/lib/Dialect/{Arith,MemRef}/Transforms/EmulateWideInt.cpp).
#include "passes/wide_int/wide_int.h"
#include "ops/arith.h"

#include "ops/func.h"
#include "ops/memref.h"
#include "ops/vector.h"

static WideTypes *types_of(Conversion *c) { return (WideTypes *)(uintptr_t)c->data; }

// The operation with other operands and with result types as they are converted; without discardable attributes.
static Operation *convert_op(Conversion *c, Operation *op, Value *const *operands) {
  Operation *made = op_clone(c->module, op, NULL);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(made, i)->type = type_convert(c->types, op_result_type(op, i));
  op_set_operands(c->module, made, operands, op->operand_count);
  made->attr_count = 0;
  op_touched(made);
  return builder_insert(&c->b, made);
}

static bool results_convert(Conversion *c, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!type_convert(c->types, op_result_type(op, i))) return false;
  return true;
}

static bool rebuild(Conversion *c, Operation *op, Value *const *operands) {
  if (!results_convert(c, op)) return convert_no_match(c, op, "a result has no integer of half its width");
  Operation *made = convert_op(c, op, operands);
  if (!op->result_count) return convert_erase(c, op);
  Value **values = arena_new(c->arena, Value *, op->result_count);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = op_result(made, i);
  return convert_replace(c, op, values, op->result_count);
}

// ---------------------------------------------------------------------------------------------
// arith-emulate-wide-int

static T signature_of(const Operation *op) { return ((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type; }

static bool convert_function(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const FunctionType *type = type_as_function(signature_of(op));
  T converted = type_convert(c->types, &type->base);
  SignatureConversion signature = {0};
  if (!converted || !signature_convert(c->types, c->arena, type->types, type->input_count, &signature))
    return convert_no_match(c, op, "an argument or result has no integer of half its width");
  op_set_prop(op, FUNC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, converted));
  c->irreversible_changes++;
  Block *entry = op_region(op, 0)->first;
  if (entry) convert_signature(c, entry, &signature, c->types);
  return true;
}

static Legality arith_legality(Conversion *c, Operation *op) {
  WideTypes *types = types_of(c);
  bool legal;
  if (op_is(op, OP_FUNC_FUNC)) legal = type_convert(&types->base, signature_of(op)) == signature_of(op);
  else if (op_is(op, OP_FUNC_CALL) || op_is(op, OP_FUNC_RETURN) || op_is(op, OP_VECTOR_PRINT) || op_is_of(c->ctx, op, &arith_dialect))
    legal = wide_types_legal(types, op);
  else return op_is_of(c->ctx, op, &vector_dialect) ? LEGAL : UNKNOWN_LEGALITY;
  return legal ? LEGAL : ILLEGAL;
}

static bool run_conversion(PassRun *pass, Operation *op, WideTypes *types, Conversion *c) {
  bool ok = conversion_run(c, op);
  return wide_types_settled(types, pass) && ok;
}

static bool run_arith(PassRun *pass, Operation *op) {
  static const Pattern functions[] = {
    {.root = OP_FUNC_FUNC, .rewrite = convert_function, .name = "func.func with vectors for wide integers"},
    {.root = OP_FUNC_CALL, .rewrite = rebuild, .name = "func.call with vectors for wide integers"},
    {.root = OP_FUNC_RETURN, .rewrite = rebuild, .name = "func.return with vectors for wide integers"},
  };
  WideTypes types;
  Conversion c;
  if (!wide_types_init(&types, pass, false)) return false;
  conversion_init(&c, pass, arith_legality);
  c.data = &types;
  add_wide_arith(&c, &types);
  conversion_add_table(&c, functions, &types.base);
  return run_conversion(pass, op, &types, &c);
}

const PassDef arith_emulate_wide_int_pass = {
  .name = "arith-emulate-wide-int", .class_name = "ArithEmulateWideInt", .summary = "emulate 2*N-bit integer operations using N-bit operations",
  .works_on = "arith", .makes = "arith vector",
  .run = run_arith, PASS_OPTIONS(&option_widest_int_supported),
};

// ---------------------------------------------------------------------------------------------
// memref-emulate-wide-int

static Legality memref_legality(Conversion *c, Operation *op) {
  if (!op_is_of(c->ctx, op, &arith_dialect) && !op_is_of(c->ctx, op, &memref_dialect) && !op_is_of(c->ctx, op, &vector_dialect)) return UNKNOWN_LEGALITY;
  return wide_types_legal(types_of(c), op) ? LEGAL : ILLEGAL;
}

static bool run_memref(PassRun *pass, Operation *op) {
  static const Pattern accesses[] = {
    {.root = OP_MEMREF_ALLOC, .rewrite = rebuild, .name = "memref.alloc of vectors for wide integers"},
    {.root = OP_MEMREF_LOAD, .rewrite = rebuild, .name = "memref.load of vectors for wide integers"},
    {.root = OP_MEMREF_STORE, .rewrite = rebuild, .name = "memref.store of vectors for wide integers"},
  };
  WideTypes types;
  Conversion c;
  if (!wide_types_init(&types, pass, true)) return false;
  conversion_init(&c, pass, memref_legality);
  c.data = &types;
  add_wide_arith(&c, &types);
  conversion_add_table(&c, accesses, &types.base);
  return run_conversion(pass, op, &types, &c);
}

const PassDef memref_emulate_wide_int_pass = {
  .name = "memref-emulate-wide-int", .class_name = "MemRefEmulateWideInt", .summary = "emulate 2*N-bit integer operations using N-bit operations",
  .works_on = "memref arith", .makes = "memref arith vector",
  .run = run_memref, PASS_OPTIONS(&option_widest_int_supported),
};
