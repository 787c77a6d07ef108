// Custom forms and verifiers of the operations of an LLVM module: functions, globals, aliases.
#include "ops/llvm.h"

#include "dialects/common/function.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

// ---------------------------------------------------------------------------------------------
// Shared by functions, globals and aliases

static void set_enum(Parser *p, OpState *state, const char *name, const EnumDef *def) {
  int64_t value = parse_optional_enum_keyword(p, def, 0);
  op_state_set_attr(state, str_from(name), attr_i64(parser_context(p), parser_context(p)->types.i64, value));
}

void set_enum_attr(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr) {
  uint64_t value = (uint64_t)parse_optional_enum_keyword(p, def, 0);
  op_state_set_attr(state, str_from(name), attr_from_params(parser_context(p), attr, &value));
}

// The keyword of an enum kept as an integer or as an attribute, and a space; nothing for `except`.
void print_enum_word(Printer *p, const Operation *op, const char *name, const EnumDef *def, int64_t except) {
  A attr = op_prop(op, name);
  if (!attr) return;
  int64_t value = attr_kind(attr) == ATTR_INTEGER ? attr_to_i64(attr) : (int64_t)attr_param(attr, 0);
  const char *word = enum_name(def, value);
  if (value == except || !word || !*word) return;
  print_text(p, word);
  print_char(p, ' ');
}
#define NEVER INT64_MIN

bool parse_llvm_dict(Parser *p, OpState *state, bool with_keyword) {
  return (with_keyword ? parse_optional_attr_dict_with_keyword : parse_optional_attr_dict)(p, &state->attrs);
}

static bool parse_name(Parser *p, OpState *state) {
  A name = parse_symbol_name(p);
  if (name) op_state_set_attr(state, STR("sym_name"), name);
  return name != NULL;
}

// (`comdat` `(` symbol `)`)?
static bool parse_comdat(Parser *p, OpState *state) {
  if (!parse_optional_keyword(p, "comdat")) return true;
  if (!parse_l_paren(p)) return false;
  A comdat = parse_symbol_ref(p);
  if (!comdat || !parse_r_paren(p)) return false;
  op_state_set_attr(state, STR("comdat"), comdat);
  return true;
}

static void print_comdat(Printer *p, const Operation *op) {
  A comdat = op_prop(op, "comdat");
  if (!comdat) return;
  print_text(p, " comdat(");
  print_attr(p, comdat);
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// llvm.func

// func ::= linkage? visibility? unnamed-addr? cconv? symbol-name signature (`vscale_range` `(` n `,` n `)`)? comdat?
//          (`attributes` attr-dict)? region?
bool parse_llvm_func(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  set_enum_attr(p, state, "linkage", &llvm_linkage, &llvm_linkage_attr);
  set_enum(p, state, "visibility_", &llvm_visibility);
  set_enum(p, state, "unnamed_addr", &llvm_unnamed_addr);
  set_enum_attr(p, state, "CConv", &llvm_c_conv, &llvm_cconv_attr);
  uint32_t at = parser_loc(p);
  ArgumentVec args = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec arg_dicts = {0}, result_dicts = {0};
  bool is_variadic = false;
  if (!parse_name(p, state) || !parse_function_signature(p, true, &args, &is_variadic, &results, &result_dicts)) return false;
  if (results.count > 1)
    return parser_op_error_at(p, at, "failed to construct function type: expected zero or one function result");
  for (uint32_t i = 0; i < args.count; i++) {
    if (!llvm_is_compatible(args.data[i].type))
      return parser_op_error_at(p, at, "failed to construct function type: expected LLVM type for function arguments");
    vec_push(parser_scratch(p), &inputs, args.data[i].type);
    vec_push(parser_scratch(p), &arg_dicts, attr_dict(ctx, args.data[i].attrs.data, args.data[i].attrs.count));
  }
  T result = results.count ? results.data[0] : llvm_void(ctx);
  if (!llvm_is_compatible(result))
    return parser_op_error_at(p, at, "failed to construct function type: expected LLVM type for function results'%s'",
                              type_text(ctx, result));
  T type = llvm_func(ctx, result, inputs.data, inputs.count, is_variadic);
  op_state_set_prop(state, LLVM_FUNC_FUNCTION_TYPE, attr_type(ctx, type));
  if (parse_optional_keyword(p, "vscale_range")) {
    int64_t min, max;
    if (!parse_l_paren(p) || !parse_integer(p, &min) || !parse_comma(p) || !parse_integer(p, &max) || !parse_r_paren(p)) return false;
    A range[2] = {attr_i64(ctx, ctx->types.i32, min), attr_i64(ctx, ctx->types.i32, max)};
    op_state_set_prop(state, LLVM_FUNC_VSCALE_RANGE, attr_from_params(ctx, &llvm_vscale_range_attr,
                                                                   (const uint64_t[]){param_word(range[0]), param_word(range[1])}));
  }
  if (!parse_comdat(p, state) || !parse_llvm_dict(p, state, true)) return false;
  add_arg_res_attrs(p, state, arg_dicts.data, arg_dicts.count, result_dicts.data, result_dicts.count, "arg_attrs", "res_attrs");
  Region *body = op_state_add_region(state);
  return parse_optional_region(p, body, args.data, args.count, false) != PARSE_FAILED;
}

void print_llvm_func(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "function_type", "arg_attrs", "res_attrs", "linkage", "CConv", "visibility_",
                                       "comdat", "unnamed_addr", "vscale_range", NULL};
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE))->type);
  print_char(p, ' ');
  print_enum_word(p, op, "linkage", &llvm_linkage, LLVM_LINKAGE_EXTERNAL);
  print_enum_word(p, op, "visibility_", &llvm_visibility, NEVER);
  print_enum_word(p, op, "unnamed_addr", &llvm_unnamed_addr, NEVER);
  print_enum_word(p, op, "CConv", &llvm_c_conv, 0);
  print_symbol_name(p, attr_str(op_prop_at(op, LLVM_FUNC_SYM_NAME)));
  print_function_signature(p, op, type->params, (uint32_t)type->count, type->is_vararg != 0, &type->result,
                           llvm_is_void(type->result) ? 0 : 1);
  A range = op_prop_at(op, LLVM_FUNC_VSCALE_RANGE);
  if (range) {
    print_text(p, " vscale_range(");
    print_i64(p, attr_to_i64(attr_param_attr(range, 0)));
    print_text(p, ", ");
    print_i64(p, attr_to_i64(attr_param_attr(range, 1)));
    print_char(p, ')');
  }
  print_comdat(p, op);
  print_optional_attr_dict_with_keyword(p, op, elided);
  if (region_is_empty(&op->regions[0])) return;
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

// ---------------------------------------------------------------------------------------------
// llvm.mlir.global, llvm.mlir.alias

static void set_unit(Parser *p, OpState *state, const char *name) {
  op_state_set_attr(state, str_from(name), attr_unit(parser_context(p)));
}

// linkage? visibility? `thread_local`? unnamed-addr?
static void parse_global_words(Parser *p, OpState *state) {
  set_enum_attr(p, state, "linkage", &llvm_linkage, &llvm_linkage_attr);
  set_enum(p, state, "visibility_", &llvm_visibility);
  if (parse_optional_keyword(p, "thread_local")) set_unit(p, state, "thread_local_");
  set_enum(p, state, "unnamed_addr", &llvm_unnamed_addr);
}

static void print_global_words(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_enum_word(p, op, "linkage", &llvm_linkage, printer_edition(p)->wraps_types ? LLVM_LINKAGE_EXTERNAL : NEVER);
  print_enum_word(p, op, "visibility_", &llvm_visibility, NEVER);
  if (op_prop(op, "thread_local_")) print_text(p, "thread_local ");
  print_enum_word(p, op, "unnamed_addr", &llvm_unnamed_addr, NEVER);
}

// global ::= words `externally_initialized`? `constant`? symbol-name `(` attribute? `)` comdat? attr-dict (`:` type)? region?
bool parse_llvm_global(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  A value = NULL;
  TypeVec types = {0};
  parse_global_words(p, state);
  if (parse_optional_keyword(p, "constant")) set_unit(p, state, "constant");
  if (!parse_name(p, state) || !parse_l_paren(p)) return false;
  if (!parser_consume_if(p, TOK_R_PAREN)) {
    if (!(value = parse_attr(p, NULL))) return false;
    op_state_set_prop(state, LLVM_MLIR_GLOBAL_VALUE, value);
    if (!parse_r_paren(p)) return false;
  }
  if (!parse_comdat(p, state) || !parse_llvm_dict(p, state, false)) return false;
  if (parser_consume_if(p, TOK_COLON) && !parse_type_list(p, &types)) return false;
  if (types.count > 1) return parser_op_error(p, "expected zero or one type");
  Region *initializer = op_state_add_region(state);
  if (types.count) {
    if (parse_optional_region(p, initializer, NULL, 0, false) == PARSE_FAILED) return false;
  } else if (value && attr_kind(value) == ATTR_STRING) {
    vec_push(parser_scratch(p), &types, llvm_array(ctx, ctx->types.i8, attr_str(value).size));
  } else {
    return parser_op_error(p, "type can only be omitted for string globals");
  }
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_GLOBAL_TYPE, attr_type(ctx, types.data[0]));
  return true;
}

// In that release a blank stood for the missing `unnamed_addr`; before, the first address space was not written.
#define SPACED_GLOBAL 13

void print_llvm_global(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "global_type", "constant", "value", "linkage", "unnamed_addr", "thread_local_",
                                       "visibility_", "comdat", NULL};
  static const char *const no_space[] = {"sym_name", "global_type", "constant", "value", "linkage", "unnamed_addr", "thread_local_",
                                         "visibility_", "comdat", "addr_space", NULL};
  uint16_t release = printer_edition(p)->release;
  A addr_space = op_prop_at(op, LLVM_MLIR_GLOBAL_ADDR_SPACE);
  bool is_first = release < SPACED_GLOBAL && addr_space && attr_to_i64(addr_space) == 0;
  A unnamed_addr = op_prop_at(op, LLVM_MLIR_GLOBAL_UNNAMED_ADDR);
  bool has_blank = release == SPACED_GLOBAL && (!unnamed_addr || attr_to_i64(unnamed_addr) == 0);
  A value = op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE);
  print_global_words(p, op);
  if (has_blank) print_char(p, ' ');
  if (op_prop_at(op, LLVM_MLIR_GLOBAL_CONSTANT)) print_text(p, "constant ");
  print_symbol_name(p, attr_str(op_prop_at(op, LLVM_MLIR_GLOBAL_SYM_NAME)));
  print_char(p, '(');
  if (value) print_attr(p, value);
  print_char(p, ')');
  print_comdat(p, op);
  print_optional_attr_dict(p, op, is_first ? no_space : elided);
  if (value && attr_kind(value) == ATTR_STRING) return;
  print_text(p, " : ");
  print_attr(p, op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE));
  if (region_is_empty(&op->regions[0])) return;
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

// alias ::= words symbol-name attr-dict (`:` type)? region
bool parse_llvm_alias(Parser *p, OpState *state) {
  TypeVec types = {0};
  parse_global_words(p, state);
  if (!parse_name(p, state) || !parse_llvm_dict(p, state, false)) return false;
  if (parser_consume_if(p, TOK_COLON) && !parse_type_list(p, &types)) return false;
  if (types.count > 1) return parser_op_error(p, "expected zero or one type");
  if (!parse_region(p, op_state_add_region(state), NULL, 0, false)) return false;
  if (types.count) op_state_set_prop(state, LLVM_MLIR_ALIAS_ALIAS_TYPE, attr_type(parser_context(p), types.data[0]));
  return true;
}

void print_llvm_alias(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_", NULL};
  print_global_words(p, op);
  print_symbol_name(p, attr_str(op_prop_at(op, LLVM_MLIR_ALIAS_SYM_NAME)));
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_attr(p, op_prop_at(op, LLVM_MLIR_ALIAS_ALIAS_TYPE));
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

// --- CallOpInterface

A callee_of_llvm_call(const Operation *op) { return op_prop(op, "callee"); }

// Behind the pointer that says which function it is, where no symbol does.
Span arguments_of_llvm_call(const Operation *op) {
  Span all = op_operands_named(op, "callee_operands");
  if (!callee_of_llvm_call(op) && all.begin < all.end) all.begin++;
  return all;
}
