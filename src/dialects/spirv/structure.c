// Modules, functions, graphs and variables of the spirv dialect.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

static bool parse_name(Parser *p, OpState *state) {
  A name = parse_symbol_name(p);
  if (name) op_state_set_attr(state, STR("sym_name"), name);
  return name != NULL;
}

static bool parse_dict_with_keyword(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict_with_keyword(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

static void print_symbol(Printer *p, const Operation *op, const char *name) {
  print_char(p, ' ');
  print_symbol_name(p, attr_str(op_prop(op, name)));
}

// ---------------------------------------------------------------------------------------------
// spirv.module

static bool parse_model(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr) {
  int64_t value;
  if (!parse_spirv_keyword(p, def, name, &value)) return false;
  op_state_set_attr(state, str_from(name), spirv_enum_attr(parser_context(p), attr, value));
  return true;
}

// module ::= symbol-name? addressing-model memory-model (`requires` vce)? (`attributes` attr-dict)? region
bool parse_spirv_module_op(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state);
  A name;
  if (parse_optional_symbol_name(p, &name)) op_state_set_prop(state, SPIRV_MODULE_SYM_NAME, name);
  if (!parse_model(p, state, "addressing_model", &spirv_addressing_model, &spirv_addressing_model_attr) ||
      !parse_model(p, state, "memory_model", &spirv_memory_model, &spirv_memory_model_attr))
    return false;
  if (parse_optional_keyword(p, "requires")) {
    uint32_t at = parser_loc(p);
    A vce = parse_attr(p, NULL);
    if (!vce) return false;
    if (!attr_is(vce, &spirv_vce_attr)) return parser_op_error_at(p, at, "invalid kind of attribute specified");
    op_state_set_prop(state, SPIRV_MODULE_VCE_TRIPLE, vce);
  }
  if (!parse_dict_with_keyword(p, state) || !parse_region(p, body, NULL, 0, false)) return false;
  if (region_is_empty(body)) block_append(body, block_new(parser_module(p)));
  return true;
}

void print_spirv_module_op(Printer *p, const Operation *op) {
  static const char *const elided[] = {"addressing_model", "memory_model", "sym_name", "vce_triple", NULL};
  A vce = op_prop_at(op, SPIRV_MODULE_VCE_TRIPLE);
  if (op_prop_at(op, SPIRV_MODULE_SYM_NAME)) print_symbol(p, op, "sym_name");
  print_char(p, ' ');
  print_spirv_enum(p, &spirv_addressing_model, spirv_enum_of(op_prop_at(op, SPIRV_MODULE_ADDRESSING_MODEL), 0));
  print_char(p, ' ');
  print_spirv_enum(p, &spirv_memory_model, spirv_enum_of(op_prop_at(op, SPIRV_MODULE_MEMORY_MODEL), 0));
  if (vce) {
    print_text(p, " requires ");
    print_attr(p, vce);
  }
  print_optional_attr_dict_with_keyword(p, op, elided);
  print_char(p, ' ');
  print_region(p, op_region(op, 0), true, true, false);
}

// The last entry point of the module before `op` with its function and model.
static bool is_repeated(const Operation *op) {
  for (const Operation *before = op->prev; before; before = before->prev)
    if (before->def == op->def && op_prop(before, "fn") == op_prop(op, "fn") && op_prop(before, "execution_model") == op_prop(op, "execution_model"))
      return true;
  return false;
}

static const Operation *symbol_in(Verifier *v, const Operation *table, A symbol, uint32_t kind) {
  const Operation *found = symbol_lookup_in(v->symbols, table, attr_symbol_root(symbol));
  return op_is(found, kind) ? found : NULL;
}

static bool verify_entry_point(Verifier *v, const Operation *module, const Operation *op) {
  A fn = op_prop(op, "fn");
  const ArrayAttr *interface = (const ArrayAttr *)op_prop(op, "interface");
  if (!symbol_in(v, module, fn, OP_SPIRV_FUNC))
    return verify_fail_plain(v, op, "function '%.*s' not found in 'spirv.module'", STR_ARG(attr_symbol_root(fn)));
  for (uint64_t i = 0; i < interface->count; i++) {
    A symbol = interface->items[i];
    const char *problem = attr_as_symbol(symbol)->count != 1 ? "expected symbol reference for interface specification instead of '"
                          : !symbol_in(v, module, symbol, OP_SPIRV_GLOBAL_VARIABLE) ? "expected spirv.GlobalVariable symbol reference instead of'"
                                                                                  : NULL;
    if (!problem) continue;
    return verify_fail_plain(v, op, "%s%s'", problem, attr_text(v->ctx, symbol));
  }
  return !is_repeated(op) || spirv_fail_plain(v, op, "duplicate of a previous EntryPointOp");
}

static bool is_spirv_op(const Operation *op) { return str_equal(op_dialect_name(op), STR("spirv")); }

static bool verify_function_in_module(Verifier *v, const Operation *op) {
  A linkage = op_prop(op, "linkage_attributes");
  bool imported = linkage && attr_is(linkage, &spirv_linkage_attributes_attr) &&
                  attr_param(attr_param_attr(linkage, 1), 0) == SPIRV_LINKAGE_TYPE_IMPORT;
  if (region_is_empty(op_region(op, 0)) && !imported)
    return spirv_fail_plain(v, op, "'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)");
  region_each_block(op_region(op, 0), block) block_each_op(block, inner)
    if (!is_spirv_op(inner)) return spirv_fail_plain(v, inner, "functions in 'spirv.module' can only contain spirv.* ops");
  return true;
}

bool verify_spirv_module(Verifier *v, const Operation *op) {
  block_each_op(op_region(op, 0)->first, inner) {
    if (inner->flags & OP_BROKEN) continue;
    if (!is_spirv_op(inner)) return spirv_fail_plain(v, inner, "'spirv.module' can only contain spirv.* ops");
    if (op_is(inner, OP_SPIRV_ENTRY_POINT) && !verify_entry_point(v, op, inner)) return false;
    if (op_is(inner, OP_SPIRV_FUNC) && !verify_function_in_module(v, inner)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// spirv.func, spirv.ARM.Graph

// function ::= symbol-name signature function-control? (`attributes` attr-dict)? region?
static bool parse_callable(Parser *p, OpState *state, bool is_graph) {
  Context *ctx = parser_context(p);
  ArgumentVec args = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec arg_dicts = {0}, result_dicts = {0};
  bool is_variadic = false;
  if (!parse_name(p, state) || !parse_function_signature(p, false, &args, &is_variadic, &results, &result_dicts)) return false;
  for (uint32_t i = 0; i < args.count; i++) {
    vec_push(parser_scratch(p), &inputs, args.data[i].type);
    vec_push(parser_scratch(p), &arg_dicts, attr_dict(ctx, args.data[i].attrs.data, args.data[i].attrs.count));
  }
  T type = (is_graph ? type_graph : type_function)(ctx, inputs.data, inputs.count, results.data, results.count);
  op_state_set_attr(state, STR("function_type"), attr_type(ctx, type));
  if (!is_graph && !parse_spirv_enum_attr(p, state, "function_control", &spirv_function_control, &spirv_function_control_attr, NULL))
    return false;
  if (!parse_dict_with_keyword(p, state)) return false;
  add_arg_res_attrs(p, state, arg_dicts.data, arg_dicts.count, result_dicts.data, result_dicts.count, "arg_attrs", "res_attrs");
  return parse_optional_region(p, op_state_add_region(state), args.data, args.count, false) != PARSE_FAILED;
}

bool parse_spirv_func(Parser *p, OpState *state) { return parse_callable(p, state, false); }
bool parse_spirv_graph(Parser *p, OpState *state) { return parse_callable(p, state, true); }

static void print_callable(Printer *p, const Operation *op, const T *types, uint32_t input_count, uint32_t result_count, bool has_control) {
  static const char *const elided[] = {"sym_name", "function_type", "arg_attrs", "res_attrs", "function_control", NULL};
  print_symbol(p, op, "sym_name");
  print_function_signature(p, op, types, input_count, false, types + input_count, result_count);
  if (has_control) print_spirv_enum_string(p, &spirv_function_control, spirv_enum_of(op_prop(op, "function_control"), 0));
  print_optional_attr_dict_with_keyword(p, op, elided);
  if (region_is_empty(op_region(op, 0))) return;
  print_char(p, ' ');
  print_region(p, op_region(op, 0), false, true, false);
}

void print_spirv_func(Printer *p, const Operation *op) {
  const FunctionType *type = (const FunctionType *)spirv_type_of(op_prop_at(op, SPIRV_FUNC_FUNCTION_TYPE));
  print_callable(p, op, type->types, type->input_count, type->result_count, true);
}

void print_spirv_graph(Printer *p, const Operation *op) {
  const GraphType *type = (const GraphType *)spirv_type_of(op_prop_at(op, SPIRV_ARM_GRAPH_FUNCTION_TYPE));
  print_callable(p, op, type->types, type->input_count, type->result_count, false);
}

typedef struct Returns {
  Verifier *v;
  const FunctionType *type;   // of a function
  const GraphType *graph;     // or of a graph
  bool ok;
} Returns;

static WalkResult check_return(Operation *op, void *data) {
  Returns *self = data;
  uint32_t results = self->type->result_count;
  if (op_is(op, OP_SPIRV_RETURN) && results) {
    self->ok = spirv_fail(self->v, op, "cannot be used in functions returning value");
  } else if (op_is(op, OP_SPIRV_RETURN_VALUE) && results != 1) {
    op_error(self->v->module, op, "returns 1 value but enclosing function requires %u results", results);
    self->ok = false;
  } else if (op_is(op, OP_SPIRV_RETURN_VALUE) && op->operand_count) {
    T given = op_operand_type(op, 0), expected = self->type->types[self->type->input_count];
    if (given == expected) return WALK_ADVANCE;
    op_error(self->v->module, op, " return value's type ('%s') mismatch with function's result type ('%s')",
             type_text(self->v->ctx, given), type_text(self->v->ctx, expected));
    self->ok = false;
  }
  return self->ok ? WALK_ADVANCE : WALK_STOP;
}

static bool has_decoration(const Operation *op, uint32_t arg, Str name) {
  A dicts = op_prop_at(op, SPIRV_FUNC_ARG_ATTRS);
  if (!dicts || attr_kind(dicts) != ATTR_ARRAY || arg >= ((const ArrayAttr *)dicts)->count) return false;
  A dict = ((const ArrayAttr *)dicts)->items[arg];
  A decoration = attr_kind(dict) == ATTR_DICT ? attr_dict_find(dict, STR("spirv.decoration")) : NULL;
  int64_t wanted;
  return decoration && attr_is(decoration, &spirv_decoration_attr) && spirv_enum_find(&spirv_decoration, name, &wanted) &&
         (int64_t)attr_param(decoration, 0) == wanted;
}

static bool is_physical(T type) { return spirv_is_ptr(type) && spirv_storage(type) == SPIRV_STORAGE_CLASS_PHYSICAL_STORAGE_BUFFER; }

// Pointers into physical buffers say what they may alias.
static bool verify_physical_args(Verifier *v, const Operation *op, const FunctionType *type) {
  for (uint32_t i = 0; i < type->input_count; i++) {
    T arg = type->types[i];
    if (!spirv_is_ptr(arg)) continue;
    T pointee = spirv_pointee(arg), part = pointee->def == &spirv_array_type ? spirv_element(pointee) : pointee;
    const char *problem = NULL;
    if (is_physical(pointee)) {
      if (!has_decoration(op, i, STR("AliasedPointer")) && !has_decoration(op, i, STR("RestrictPointer")))
        problem = "with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'";
    } else if ((is_physical(arg) || is_physical(part)) && !has_decoration(op, i, STR("Aliased")) && !has_decoration(op, i, STR("Restrict"))) {
      problem = "with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'";
    }
    if (!problem) continue;
    spirv_fail(v, op, problem);
    return false;
  }
  return true;
}

bool verify_spirv_func(Verifier *v, const Operation *op) {
  const FunctionType *type = (const FunctionType *)spirv_type_of(op_prop_at(op, SPIRV_FUNC_FUNCTION_TYPE));
  if (type->result_count > 1) return spirv_fail(v, op, "cannot have more than one result");
  if (!verify_physical_args(v, op, type)) return false;
  Returns returns = {v, type, NULL, true};
  op_walk_post((Operation *)(uintptr_t)op, check_return, &returns);
  return returns.ok;
}

static bool verify_tensors(Verifier *v, const Operation *op, const char *what, const T *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (types[i]->def == &spirv_arm_tensor_type) continue;
    return verify_fail(v, op, "type of %s #%u must be a TensorArmType, but got '%s'", what, i, type_text(v->ctx, types[i]));
  }
  return true;
}

static const GraphType *graph_type(const Operation *op) {
  T type = spirv_type_of(op_prop_at(op, SPIRV_ARM_GRAPH_FUNCTION_TYPE));
  return type && type_kind(type) == TYPE_GRAPH ? (const GraphType *)type : NULL;
}

static WalkResult check_outputs(Operation *op, void *data) {
  Returns *self = data;
  const GraphType *type = self->graph;
  if (!op_is(op, OP_SPIRV_ARM_GRAPH_OUTPUTS)) return WALK_ADVANCE;
  self->ok = false;
  if (op->operand_count != type->result_count) {
    op_error(self->v->module, op, "is returning %u value(s) but enclosing spirv.ARM.Graph requires %u result(s)", op->operand_count,
             type->result_count);
    return WALK_STOP;
  }
  for (uint32_t i = 0; i < type->result_count; i++) {
    T expected = type->types[type->input_count + i], given = op_operand_type(op, i);
    if (given == expected) continue;
    op_error_plain(self->v->module, op, "type of return operand %u ('%s') doesn't match graph result type ('%s')", i,
                   type_text(self->v->ctx, given), type_text(self->v->ctx, expected));
    return WALK_STOP;
  }
  self->ok = true;
  return WALK_ADVANCE;
}

bool verify_spirv_graph(Verifier *v, const Operation *op) {
  const GraphType *type = graph_type(op);
  if (type->result_count < 1) return spirv_fail(v, op, "there should be at least one result");
  if (!verify_tensors(v, op, "argument", type->types, type->input_count) ||
      !verify_tensors(v, op, "result", type->types + type->input_count, type->result_count))
    return false;
  const Block *entry = op_region(op, 0)->first;
  if (!entry) return true;
  if (entry->arg_count != type->input_count)
    return verify_fail(v, op, "entry block must have %u arguments to match graph signature", type->input_count);
  for (uint32_t i = 0; i < type->input_count; i++) {
    if (entry->args[i]->type == type->types[i]) continue;
    return verify_fail(v, op, "type of entry block argument #%u('%s') must match the type of the corresponding argument in graph signature('%s')",
                       i, type_text(v->ctx, entry->args[i]->type), type_text(v->ctx, type->types[i]));
  }
  Returns outputs = {v, NULL, type, true};
  op_walk_post((Operation *)(uintptr_t)op, check_outputs, &outputs);
  return outputs.ok;
}

// ---------------------------------------------------------------------------------------------
// Entry points

// (`,` symbol)*
static bool parse_interface(Parser *p, OpState *state) {
  AttrVec symbols = {0};
  while (parser_consume_if(p, TOK_COMMA)) {
    A symbol = parse_spirv_symbol(p);
    if (!symbol) return false;
    vec_push(parser_scratch(p), &symbols, symbol);
  }
  op_state_set_attr(state, STR("interface"), attr_array(parser_context(p), symbols.data, symbols.count));
  return true;
}

static bool parse_fn(Parser *p, OpState *state) {
  A fn = parse_spirv_symbol(p);
  if (fn) op_state_set_attr(state, STR("fn"), fn);
  return fn != NULL;
}

static void print_fn(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_symbol_name(p, attr_symbol_root(op_prop(op, "fn")));
}

void print_spirv_fn_and_interface(Printer *p, const Operation *op) {
  const ArrayAttr *symbols = (const ArrayAttr *)op_prop(op, "interface");
  print_fn(p, op);
  for (uint64_t i = 0; i < symbols->count; i++) {
    print_text(p, ", ");
    print_attr(p, symbols->items[i]);
  }
}

// entry-point ::= execution-model symbol (`,` symbol)*
bool parse_spirv_entry_point(Parser *p, OpState *state) {
  return parse_spirv_enum_attr(p, state, "execution_model", &spirv_execution_model, &spirv_execution_model_attr, NULL) &&
         parse_fn(p, state) && parse_interface(p, state);
}

void print_spirv_entry_point(Printer *p, const Operation *op) {
  print_spirv_enum_string(p, &spirv_execution_model, spirv_enum_of(op_prop_at(op, SPIRV_ENTRY_POINT_EXECUTION_MODEL), 0));
  print_spirv_fn_and_interface(p, op);
}

bool parse_spirv_graph_entry_point(Parser *p, OpState *state) { return parse_fn(p, state) && parse_interface(p, state); }

// execution-mode ::= symbol execution-mode (`,` integer)*
bool parse_spirv_execution_mode(Parser *p, OpState *state) {
  AttrVec values = {0};
  Context *ctx = parser_context(p);
  A fn = parse_attr(p, NULL);
  if (!fn) return false;
  op_state_set_prop(state, SPIRV_EXECUTION_MODE_FN, fn);
  if (!parse_spirv_enum_attr(p, state, "execution_mode", &spirv_execution_mode, &spirv_execution_mode_attr, NULL)) return false;
  while (parser_consume_if(p, TOK_COMMA)) {
    A value = parse_spirv_attr(p, ATTR_INTEGER, ctx->types.i32);
    if (!value) return false;
    vec_push(parser_scratch(p), &values, attr_i64(ctx, ctx->types.i32, attr_to_i64(value)));
  }
  op_state_set_prop(state, SPIRV_EXECUTION_MODE_VALUES, attr_array(ctx, values.data, values.count));
  return true;
}

void print_spirv_execution_mode(Printer *p, const Operation *op) {
  const ArrayAttr *values = (const ArrayAttr *)op_prop_at(op, SPIRV_EXECUTION_MODE_VALUES);
  print_fn(p, op);
  print_spirv_enum_string(p, &spirv_execution_mode, spirv_enum_of(op_prop_at(op, SPIRV_EXECUTION_MODE_EXECUTION_MODE), 0));
  for (uint64_t i = 0; i < values->count; i++) {
    print_text(p, ", ");
    print_i64(p, attr_to_i64(values->items[i]));
  }
}

// ---------------------------------------------------------------------------------------------
// spirv.GlobalVariable

// global ::= symbol-name (`initializer` `(` symbol `)`)? decorations `:` type
bool parse_spirv_global(Parser *p, OpState *state) {
  T type;
  if (!parse_name(p, state)) return false;
  if (parse_optional_keyword(p, "initializer")) {
    if (!parse_l_paren(p)) return false;
    A symbol = parse_spirv_symbol(p);
    if (!symbol || !parse_r_paren(p)) return false;
    op_state_set_prop(state, SPIRV_GLOBAL_VARIABLE_INITIALIZER, symbol);
  }
  if (!parse_spirv_decorations(p, state)) return false;
  uint32_t at = parser_loc(p);
  if (!parse_colon_type(p, &type)) return false;
  if (!spirv_is_ptr(type)) return parser_op_error_at(p, at, "expected spirv.ptr type");
  op_state_set_prop(state, SPIRV_GLOBAL_VARIABLE_TYPE, attr_type(parser_context(p), type));
  return true;
}

void print_spirv_global(Printer *p, const Operation *op) {
  A initializer = op_prop_at(op, SPIRV_GLOBAL_VARIABLE_INITIALIZER);
  print_symbol(p, op, "sym_name");
  if (initializer) {
    print_text(p, " initializer(");
    print_symbol_name(p, attr_symbol_root(initializer));
    print_char(p, ')');
  }
  print_spirv_decorations(p, op, (const char *const[]){"storage_class", "sym_name", "initializer", "type", NULL});
  print_text(p, " : ");
  print_type(p, spirv_type_of(op_prop_at(op, SPIRV_GLOBAL_VARIABLE_TYPE)));
}

bool verify_spirv_global(Verifier *v, const Operation *op) {
  T type = spirv_type_of(op_prop_at(op, SPIRV_GLOBAL_VARIABLE_TYPE));
  if (!spirv_is_ptr(type)) return spirv_fail(v, op, "result must be of a !spv.ptr type");
  uint32_t storage = spirv_storage(type);
  if (storage == SPIRV_STORAGE_CLASS_GENERIC || storage == SPIRV_STORAGE_CLASS_FUNCTION)
    return verify_fail(v, op, "storage class cannot be '%s'", storage == SPIRV_STORAGE_CLASS_GENERIC ? "Generic" : "Function");
  A symbol = op_prop_at(op, SPIRV_GLOBAL_VARIABLE_INITIALIZER);
  if (!symbol) return true;
  const Operation *initializer = spirv_symbol(v, op, symbol, 0);
  return op_is(initializer, OP_SPIRV_GLOBAL_VARIABLE) || op_is(initializer, OP_SPIRV_SPEC_CONSTANT) ||
         op_is(initializer, OP_SPIRV_SPEC_CONSTANT_COMPOSITE) ||
         spirv_fail(v, op, "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op");
}
