// convert-func-to-llvm (after mlir/lib/Conversion/FuncToLLVM/FuncToLLVM.cpp).
#include "convert/func_to_llvm/func_to_llvm.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"

#include "asm/params.h"
#include "convert/llvm/descriptor.h"
#include "convert/llvm/one_to_one.h"
#include "convert/llvm/target.h"
#include "dialects/llvm/attrs.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "rewrite/why.h"


static const FunctionType *signature_of(const Operation *op) {
  A attr = op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE);
  return attr && attr_kind(attr) == ATTR_TYPE ? type_as_function(((const TypeAttr *)attr)->type) : NULL;
}

static bool uses_bare_pointers(const Operation *function, const LLVMTypes *types) {
  return types->bare_pointers || (function && op_attr(function, "llvm.bareptr"));
}

// ---------------------------------------------------------------------------------------------
// Attributes

static bool is_unit(A attr) { return attr && attr_kind(attr) == ATTR_UNIT; }

// Discardable attributes that the new function keeps.
static void copy_attributes(Module *module, const Operation *from, Operation *to) {
  for (uint32_t i = 0; i < from->attr_count; i++) {
    Str name = attr_str(from->attrs[i].name);
    if (str_is(name, "llvm.linkage") || str_is(name, "func.varargs") || str_is(name, "llvm.readnone")) continue;
    op_set_attr(module, to, name, from->attrs[i].value);
  }
}

static void copy_visibility(const Operation *from, Operation *to) {
  A visibility = op_prop_at(from, FUNC_FUNC_SYM_VISIBILITY);
  if (visibility && !attr_is_string(visibility, "public")) op_set_prop(to, LLVM_FUNC_SYM_VISIBILITY, visibility);
}

static bool names_type(Str attribute) {
  return str_is(attribute, "llvm.byval") || str_is(attribute, "llvm.byref") || str_is(attribute, "llvm.sret") ||
         str_is(attribute, "llvm.inalloca");
}

// Attributes of one argument; those that hold a type get the converted type.
static A convert_arg_attrs(Conversion *c, LLVMTypes *types, A dict) {
  if (attr_kind(dict) != ATTR_DICT) return c->ctx->attrs.empty_dict;
  const DictAttr *attrs = (const DictAttr *)dict;
  NamedAttrVec out = {0};
  for (uint64_t i = 0; i < attrs->count; i++) {
    NamedAttr attr = attrs->items[i];
    if (names_type(attr_str(attr.name)) && attr_kind(attr.value) == ATTR_TYPE) {
      T converted = llvm_convert(types, ((const TypeAttr *)attr.value)->type);
      if (converted) attr.value = attr_type(c->ctx, converted);
    }
    vec_push(c->arena, &out, attr);
  }
  return attr_dict(c->ctx, out.data, out.count);
}

static const ArrayAttr *dicts_of(A attr) {
  return attr && attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
}

// An argument that becomes several keeps none of its attributes.
static void set_arg_attrs(Conversion *c, LLVMTypes *types, const Operation *op, Operation *function,
                          const SignatureConversion *signature) {
  const ArrayAttr *results = dicts_of(op_prop(op, "res_attrs")), *args = dicts_of(op_prop(op, "arg_attrs"));
  const FunctionType *type = signature_of(op);
  if (results && type->result_count == 1) op_set_prop(function, LLVM_FUNC_RES_ATTRS, &results->base);
  if (!args) return;
  uint32_t count = signature->types.count;
  A *converted = arena_new(c->arena, A, count + 1);
  for (uint32_t i = 0; i < count; i++) converted[i] = c->ctx->attrs.empty_dict;
  for (uint32_t i = 0; i < signature->inputs.count && i < args->count; i++) {
    const struct SignatureInput *input = &signature->inputs.data[i];
    if (input->end == input->begin + 1) converted[input->begin] = convert_arg_attrs(c, types, args->items[i]);
  }
  if (count) op_set_prop(function, LLVM_FUNC_ARG_ATTRS, attr_array(c->ctx, converted, count));
}

// ---------------------------------------------------------------------------------------------
// C wrappers

static void entry_block_args(Conversion *c, Operation *function, ValueVec *out) {
  Block *block = block_new(c->module);
  block_append(op_region(function, 0), block);
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(function, LLVM_FUNC_FUNCTION_TYPE))->type);
  for (uint64_t i = 0; i < type->count; i++)
    vec_push(c->arena, out, block_add_arg(c->module, block, type->params[i], function->loc));
  builder_at_start(&c->b, block);
}

static Operation *build_wrapper(Conversion *c, const Operation *op, T type, bool result_is_arg) {
  Str name = arena_printf(c->arena, "_mlir_ciface_%.*s", STR_ARG(attr_str(op_prop_at(op, FUNC_FUNC_SYM_NAME))));
  Operation *wrapper = llvm_func_op(&c->b, name, type, LLVM_LINKAGE_EXTERNAL);
  copy_attributes(c->module, op, wrapper);
  const ArrayAttr *args = dicts_of(op_prop(op, "arg_attrs")), *results = dicts_of(op_prop(op, "res_attrs"));
  if (!result_is_arg) {
    if (results) op_set_prop(wrapper, LLVM_FUNC_RES_ATTRS, &results->base);
    if (args) op_set_prop(wrapper, LLVM_FUNC_ARG_ATTRS, &args->base);
  } else if (args) {
    AttrVec dicts = {0};
    vec_push(c->arena, &dicts, c->ctx->attrs.empty_dict);
    for (uint64_t i = 0; i < args->count; i++) vec_push(c->arena, &dicts, args->items[i]);
    op_set_prop(wrapper, LLVM_FUNC_ARG_ATTRS, attr_array(c->ctx, dicts.data, dicts.count));
  }
  copy_visibility(op, wrapper);
  return wrapper;
}

static T result_type_of(const Operation *function) {
  return llvm_as_func(((const TypeAttr *)op_prop_at(function, LLVM_FUNC_FUNCTION_TYPE))->type)->result;
}

static Str name_of(const Operation *function) { return attr_str(op_prop_at(function, LLVM_FUNC_SYM_NAME)); }

static Value *call_result(Operation *call) { return call->result_count ? op_result(call, 0) : NULL; }

// For a function that is defined here: C code calls the wrapper with pointers to descriptors, which
// loads them and calls the function.
static void wrap_for_callers(Conversion *c, LLVMTypes *types, const Operation *op, Operation *function, T type,
                             T result_struct) {
  const FunctionType *original = signature_of(op);
  Operation *wrapper = build_wrapper(c, op, type, result_struct != NULL);
  Block *block = c->b.block;
  Operation *before = c->b.before;
  ValueVec params = {0}, args = {0};
  entry_block_args(c, wrapper, &params);
  uint32_t first = result_struct != NULL;
  for (uint32_t i = 0; i < original->input_count; i++) {
    Value *param = params.data[first + i];
    T input = original->types[i];
    if (!type_is_memref(input)) {
      vec_push(c->arena, &args, param);
      continue;
    }
    Value *desc = llvm_load(&c->b, llvm_convert(types, input), param, 0);
    if (type_kind(input) == TYPE_MEMREF)
      memref_unpack(&c->b, desc, input, &args, c->arena);
    else
      unranked_unpack(&c->b, desc, &args, c->arena);
  }
  Operation *call = llvm_call(&c->b, result_type_of(function), name_of(function), args.data, args.count);
  if (result_struct) {
    llvm_store(&c->b, call_result(call), params.data[0], 0);
    llvm_return(&c->b, NULL);
  } else {
    llvm_return(&c->b, call_result(call));
  }
  c->b.block = block;
  c->b.before = before;
}

// For a function that is declared here: its body packs descriptors and calls what C code defines.
static void wrap_external(Conversion *c, LLVMTypes *types, const Operation *op, Operation *function, T type,
                          T result_struct) {
  const FunctionType *original = signature_of(op);
  Operation *wrapper = build_wrapper(c, op, type, result_struct != NULL);
  uint64_t linkage = LLVM_LINKAGE_PRIVATE;   // only this function uses the body
  op_set_prop(function, LLVM_FUNC_LINKAGE, attr_from_params(c->ctx, &llvm_linkage_attr, &linkage));
  Block *block = c->b.block;
  Operation *before = c->b.before;
  ValueVec params = {0}, args = {0};
  entry_block_args(c, function, &params);
  if (result_struct) {
    Value *one = llvm_index_constant(&c->b, types->index, 1);
    vec_push(c->arena, &args, llvm_alloca(&c->b, types->ptr, result_struct, one, 0));
  }
  uint32_t at = 0;
  for (uint32_t i = 0; i < original->input_count; i++) {
    T input = original->types[i];
    if (!type_is_memref(input)) {
      vec_push(c->arena, &args, params.data[at++]);
      continue;
    }
    bool ranked = type_kind(input) == TYPE_MEMREF;
    Value *desc = ranked ? memref_pack(&c->b, types, input, params.data + at)
                         : unranked_pack(&c->b, types, input, params.data + at);
    Value *one = llvm_index_constant(&c->b, types->index, 1);
    Value *memory = llvm_alloca(&c->b, types->ptr, desc->type, one, 0);
    llvm_store(&c->b, desc, memory, 0);
    vec_push(c->arena, &args, memory);
    at += ranked ? memref_field_count(input) : 2;
  }
  Operation *call = llvm_call(&c->b, result_type_of(wrapper), name_of(wrapper), args.data, args.count);
  llvm_return(&c->b, result_struct ? llvm_load(&c->b, result_struct, args.data[0], 0) : call_result(call));
  c->b.block = block;
  c->b.before = before;
}

// ---------------------------------------------------------------------------------------------
// Functions

// The arguments with llvm.byval or llvm.byref, one entry for each argument; NULL: none has one.
static bool *by_reference(Conversion *c, const Operation *op, uint32_t count) {
  const ArrayAttr *args = dicts_of(op_prop_at(op, FUNC_FUNC_ARG_ATTRS));
  bool *flags = arena_new(c->arena, bool, count + 1), any = false;
  for (uint32_t i = 0; args && i < count && i < args->count; i++) {
    A dict = args->items[i];
    if (attr_kind(dict) != ATTR_DICT) continue;
    flags[i] = attr_dict_find(dict, STR("llvm.byval")) || attr_dict_find(dict, STR("llvm.byref"));
    any |= flags[i];
  }
  return any ? flags : NULL;
}

static A referenced_type(const Operation *op, uint32_t arg) {
  A dict = dicts_of(op_prop_at(op, FUNC_FUNC_ARG_ATTRS))->items[arg];
  const DictAttr *attrs = (const DictAttr *)dict;
  for (uint64_t i = 0; i < attrs->count; i++) {
    Str name = attr_str(attrs->items[i].name);
    if (str_is(name, "llvm.byval") || str_is(name, "llvm.byref")) return attrs->items[i].value;
  }
  return NULL;
}

// The value behind an argument that became a pointer is loaded at the start of the function.
static void load_references(Conversion *c, LLVMTypes *types, const Operation *op, Operation *function,
                            const bool *references, Value *const *old_args, const SignatureConversion *signature) {
  Block *entry = op_region(function, 0)->first;
  if (!entry) return;
  Block *block = c->b.block;
  Operation *before = c->b.before;
  Loc loc = c->b.loc;
  builder_at_start(&c->b, entry);
  for (uint32_t i = 0; i < signature->inputs.count; i++) {
    A type = references[i] ? referenced_type(op, i) : NULL;
    if (!type || attr_kind(type) != ATTR_TYPE) continue;
    T loaded = llvm_convert(types, ((const TypeAttr *)type)->type);
    if (!loaded) continue;
    Value *arg = entry->args[signature->inputs.data[i].begin];
    c->b.loc = *arg->arg_loc;
    Value *value = llvm_load(&c->b, loaded, arg, 0);
    convert_replace_arg(c, old_args[i], &value, 1);
  }
  c->b.block = block;
  c->b.before = before;
  c->b.loc = loc;
}

// The type that a signature was refused for, said in `why`; NULL: some other.
static const char *why_signature(Conversion *c, const FunctionType *type, bool bare, Arena *arena) {
  I64Vec strides = {0};
  int64_t offset;
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++) {
    T of = type->types[i];
    const char *why = NULL;
    if (!type_is_memref(of)) continue;
    if (type_has_rank(of)) vec_reserve(c->arena, &strides, (uint32_t)((const ShapedType *)of)->rank + 1);
    if (type_has_rank(of) && strides.data && !memref_strides_and_offset(c->ctx, of, strides.data, &offset)) why = "a layout that is no strides";
    else if (bare && !llvm_can_be_bare_pointer(c->ctx, of)) why = "sizes that only a descriptor can hold, not a bare pointer";
    if (why) return arena_printf(arena, "the type '%s' of an argument or result has %s", type_text(c->ctx, of), why).data;
  }
  return NULL;
}

// mlir-opt leaves the function and may say nothing, so a message of Rung's own does.
static bool no_match_signature(Conversion *c, Operation *op, const FunctionType *type, bool bare) {
  Arena *arena = c->run->explain ? c->run->explain->arena : &c->module->arena;
  const char *why = refused_type_text(c->run, c->types, "an argument or result", type->types, type->input_count + type->result_count);
  const char *of_memref = why_signature(c, type, bare, arena);
  if (of_memref) diag_at(c->module, SEVERITY_INFO, op->loc, "this function stays as it is: %s", of_memref);
  return convert_no_match(c, op, why ? why : of_memref ? of_memref : "a type cannot be converted");
}

static bool lower_function(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  LLVMTypes *types = llvm_converter(c);
  const FunctionType *type = signature_of(op);
  if (!type) return convert_no_match(c, op, "it has no function type");
  A varargs = op_discardable(op, STR("func.varargs"));
  bool variadic = varargs && attr_kind(varargs) == ATTR_INTEGER && attr_to_bool(varargs);
  bool bare = uses_bare_pointers(op, types);
  bool *references = by_reference(c, op, type->input_count);
  SignatureConversion signature = {0};
  T converted = llvm_signature(types, type, variadic, bare, references, c->arena, &signature);
  if (!converted) return no_match_signature(c, op, type, bare);
  uint64_t linkage = LLVM_LINKAGE_EXTERNAL;
  A linkage_attr = op_discardable(op, STR("llvm.linkage"));
  if (linkage_attr) {
    if (!attr_is(linkage_attr, &llvm_linkage_attr)) {
      op_error_plain(c->module, op, "Contains llvm.linkage attribute not of type LLVM::LinkageAttr");
      return false;
    }
    linkage = attr_param(linkage_attr, 0);
  }
  A readnone = op_discardable(op, STR("llvm.readnone"));
  if (readnone && !is_unit(readnone)) {
    op_error_plain(c->module, op, "Contains llvm.readnone attribute not of type UnitAttr");
    return false;
  }
  Region *body = op_region(op, 0);
  bool wrap = !bare && is_unit(op_discardable(op, STR("llvm.emit_c_interface")));
  T c_result = NULL, c_type = wrap ? llvm_c_signature(types, type, &c_result) : NULL;
  if (wrap && variadic) {
    op_error_plain(c->module, op, "C interface for variadic functions is not supported yet.");
    return false;
  }

  Operation *function = llvm_func_op(&c->b, attr_str(op_prop_at(op, FUNC_FUNC_SYM_NAME)), converted, (int64_t)linkage);
  copy_attributes(c->module, op, function);
  copy_visibility(op, function);
  if (readnone) {
    uint64_t none[PARAMS_MAX] = {0};
    op_set_prop(function, LLVM_FUNC_MEMORY_EFFECTS, attr_from_params(c->ctx, &llvm_memory_effects_attr, none));
  }
  set_arg_attrs(c, types, op, function, &signature);
  Block *entry = body->first;
  ValueVec old_args = {0};
  for (uint32_t i = 0; entry && i < entry->arg_count; i++) vec_push(c->arena, &old_args, entry->args[i]);
  region_take_blocks(op_region(function, 0), body, NULL);
  c->irreversible_changes++;
  if (entry) convert_signature(c, entry, &signature, c->types);   // convert-cf-to-llvm converts the other blocks
  if (references) load_references(c, types, op, function, references, old_args.data, &signature);
  if (c_type) {
    if (region_is_empty(op_region(function, 0)))
      wrap_external(c, types, op, function, c_type, c_result);
    else
      wrap_for_callers(c, types, op, function, c_type, c_result);
  }
  return convert_erase(c, op);
}

static bool lower_constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type || !llvm_is_compatible(type)) return convert_no_match(c, op, "the result type cannot be converted");
  Value *address = llvm_address_of(&c->b, type, attr_symbol_root(op_prop_at(op, FUNC_CONSTANT_VALUE)));
  for (uint32_t i = 0; i < op->attr_count; i++)
    op_set_attr(c->module, value_def(address), attr_str(op->attrs[i].name), op->attrs[i].value);
  return convert_replace1(c, op, address);
}

// ---------------------------------------------------------------------------------------------
// Calls and returns

// Memrefs are passed as the fields of their descriptors, or as bare pointers.
static void pass_operands(Conversion *c, const Operation *op, Value *const *operands, bool bare, ValueVec *out) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = op_operand_type(op, i);
    if (!type_is_memref(type))
      vec_push(c->arena, out, operands[i]);
    else if (bare)
      vec_push(c->arena, out, memref_aligned(&c->b, operands[i]));
    else if (type_kind(type) == TYPE_MEMREF)
      memref_unpack(&c->b, operands[i], type, out, c->arena);
    else
      unranked_unpack(&c->b, operands[i], out, c->arena);
  }
}

static bool lower_any_call(Conversion *c, Operation *op, Value *const *operands, bool bare) {
  LLVMTypes *types = llvm_converter(c);
  Builder *b = &c->b;
  TypeVec result_types = {0};
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(c->arena, &result_types, op_result_type(op, i));
  T packed = op->result_count ? llvm_pack_func_results(types, result_types.data, op->result_count, bare) : NULL;
  if (op->result_count && !packed) return convert_no_match(c, op, "a result type cannot be converted");
  for (uint32_t i = 0; i < op->operand_count && bare; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_UNRANKED_MEMREF)
      return convert_no_match(c, op, "an unranked memref has no bare pointer");
  ValueVec passed = {0};
  pass_operands(c, op, operands, bare, &passed);
  OpState *state = builder_begin(b, OP_LLVM_CALL);
  op_state_add_operands(state, passed.data, passed.count);
  if (packed) op_state_add_type(state, packed);
  carry_attributes(b, state, op, CARRY_ALL);
  op_state_set_prop(state, LLVM_CALL_OP_BUNDLE_SIZES, attr_i32_array(c->ctx, NULL, 0));
  op_state_operand_segments(state, (const int32_t[]){(int32_t)passed.count, 0}, 2);
  Operation *call = builder_finish_typed(b);
  Value **results = arena_new(c->arena, Value *, op->result_count + 1);
  if (op->result_count == 1) results[0] = op_result(call, 0);
  for (uint32_t i = 0; i < op->result_count && op->result_count > 1; i++)
    results[i] = llvm_extract(b, op_result(call, 0), i);
  if (bare) {
    for (uint32_t i = 0; i < op->result_count; i++)
      if (type_kind(result_types.data[i]) == TYPE_MEMREF)
        results[i] = memref_from_static_shape(b, types, result_types.data[i], results[i], results[i]);
  } else if (!unranked_copy(c, op, types, result_types.data, results, op->result_count, false)) {
    return false;
  }
  return op->result_count ? convert_replace(c, op, results, op->result_count) : convert_erase(c, op);
}

static Operation *callee_of(Conversion *c, const Operation *op) {
  if (!c->tables) {
    c->tables = arena_new(c->arena, SymbolTables, 1);
    symbol_tables_init(c->tables, c->arena);
  }
  A callee = op_prop_at(op, FUNC_CALL_CALLEE);
  return callee ? symbol_lookup(c->tables, op, callee) : NULL;
}

static bool lower_call(Conversion *c, Operation *op, Value *const *operands) {
  bool bare = llvm_converter(c)->bare_pointers;
  if (!bare) {
    const Operation *callee = callee_of(c, op);
    bare = callee && op_attr(callee, "llvm.bareptr");
  }
  return lower_any_call(c, op, operands, bare);
}

static bool lower_call_indirect(Conversion *c, Operation *op, Value *const *operands) {
  return lower_any_call(c, op, operands, false);
}

static Operation *enclosing_llvm_function(const Operation *op) {
  Operation *at = op_parent(op);
  while (at && !op_is(at, OP_LLVM_FUNC)) at = op_parent(at);
  return at;
}

static bool lower_return(Conversion *c, Operation *op, Value *const *operands) {
  LLVMTypes *types = llvm_converter(c);
  Builder *b = &c->b;
  bool bare = uses_bare_pointers(enclosing_llvm_function(op), types);
  uint32_t count = op->operand_count;
  Value **values = arena_new(c->arena, Value *, count + 1);
  TypeVec value_types = {0};
  for (uint32_t i = 0; i < count; i++) {
    vec_push(c->arena, &value_types, op_operand_type(op, i));
    values[i] = operands[i];
    if (bare && type_kind(op_operand_type(op, i)) == TYPE_UNRANKED_MEMREF)
      return convert_no_match(c, op, "an unranked memref has no bare pointer");
  }
  T packed = count > 1 ? llvm_pack_func_results(types, value_types.data, count, bare) : NULL;
  if (count > 1 && !packed) return convert_no_match(c, op, "the results cannot be converted");
  if (bare) {
    for (uint32_t i = 0; i < count; i++)
      if (llvm_can_be_bare_pointer(c->ctx, value_types.data[i])) values[i] = memref_allocated(b, operands[i]);
  } else {
    unranked_copy(c, op, types, value_types.data, values, count, true);
  }
  Value *result = count == 1 ? values[0] : NULL;
  if (packed) {
    result = llvm_poison(b, packed);
    for (uint32_t i = 0; i < count; i++) result = llvm_insert(b, result, values[i], i);
  }
  OpState *state = builder_begin(b, OP_LLVM_RETURN);
  if (result) op_state_add_operand(state, result);
  carry_attributes(b, state, op, CARRY_ALL);
  builder_finish(b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_FUNC_FUNC, .rewrite = lower_function, .name = "func.func to llvm.func"},
  {.root = OP_FUNC_CALL_INDIRECT, .rewrite = lower_call_indirect, .name = "func.call_indirect to llvm.call"},
  {.root = OP_FUNC_CALL, .rewrite = lower_call, .name = "func.call to llvm.call"},
  {.root = OP_FUNC_CONSTANT, .rewrite = lower_constant, .name = "func.constant to llvm.mlir.addressof"},
  {.root = OP_FUNC_RETURN, .rewrite = lower_return, .name = "func.return to llvm.return"},
};

void add_func_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_table(c, patterns, &types->base); }

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, op);
  A layout = op_discardable(op, STR("llvm.data_layout"));
  if (layout && attr_kind(layout) == ATTR_STRING) llvm_types_set_layout(&types, attr_str(layout));
  types.bare_pointers = pass_bool(pass, &option_use_bare_ptr_memref_call_conv);
  conversion_init(&c, pass, llvm_target_legality);
  add_func_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef func_to_llvm_pass = {
  .name = "convert-func-to-llvm", .class_name = "ConvertFuncToLLVMPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower functions to the llvm dialect",
  .works_on = "func", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_use_bare_ptr_memref_call_conv, &option_index_bitwidth),
};
