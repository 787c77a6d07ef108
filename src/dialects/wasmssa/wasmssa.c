// The wasmssa dialect: types, forms of operations, and verification.
#include "ops/wasmssa.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/function.h"
#include "ir/verifier.h"

// ---------------------------------------------------------------------------------------------
// Types

static T local_type(T type) { return type->def == &wasmssa_local_type ? (T)(uintptr_t)((const ParamsType *)type)->words[0] : NULL; }
static T local_of(Context *ctx, T type) {
  uint64_t word = param_word(type);
  return type_from_params(ctx, &wasmssa_local_type, &word);
}

static bool is_reference(T type) { return type->def == &wasmssa_externref_type || type->def == &wasmssa_funcref_type; }

bool wasmssa_is_value(T type) {
  if (is_reference(type) || type_is_int(type, 32) || type_is_int(type, 64) || type_is_int(type, 128)) return true;
  return type_is_float(type) && (type_float_kind(type) == FLOAT_F32 || type_float_kind(type) == FLOAT_F64);
}

bool verify_wasmssa_local_type(Parser *p, const uint64_t *words, uint32_t at) {
  return wasmssa_is_value((T)(uintptr_t)words[0]) ||
         parser_op_error_at(p, at, "failed to verify 'elementType': 32-bit signless integer or 64-bit signless integer or 32-bit float or 64-bit float or "
                                   "128-bit signless integer or Opaque type for function reference or Opaque type for external reference");
}

// !wasmssa<tabletype !wasmssa.funcref [1: 5]>
T parse_wasmssa_table_type(Parser *p, const TypeDef *def) {
  uint32_t at = parser_loc(p);
  T reference = parse_type(p), limit = reference ? parse_stripped_type(p, &wasmssa_limit_type) : NULL;
  if (!limit) return NULL;
  if (limit->def != &wasmssa_limit_type) {
    parser_op_error_at(p, parser_loc(p), "invalid kind of type specified: expected wasmssa.limit, but found '%s'", type_text(parser_context(p), limit));
    return NULL;
  }
  if (!is_reference(reference)) {
    parser_op_error_at(p, at, "failed to verify 'reference': Opaque type for function reference or Opaque type for external reference");
    return NULL;
  }
  uint64_t words[] = {param_word(reference), param_word(limit)};
  return type_from_params(parser_context(p), def, words);
}

void print_wasmssa_table_type(Printer *p, T type) {
  const uint64_t *words = ((const ParamsType *)type)->words;
  print_char(p, ' ');
  print_type(p, (T)(uintptr_t)words[0]);
  print_char(p, ' ');
  print_type_stripped(p, (T)(uintptr_t)words[1]);
}

bool infer_wasmssa_local(Context *ctx, OpState *state) {
  A type = op_state_prop(state, WASMSSA_LOCAL_TYPE);
  if (!type || attr_kind(type) != ATTR_TYPE) return false;
  op_state_add_type(state, local_of(ctx, ((const TypeAttr *)type)->type));
  return true;
}

bool infer_wasmssa_local_value(Context *ctx, OpState *state) {
  (void)ctx;
  T type = state->operands.count ? local_type(state->operands.data[0]->type) : NULL;
  if (type) op_state_add_type(state, type);
  return type != NULL;
}

// A keyword, which may be a string as well.
static bool parse_optional_word(Parser *p, Str *out) { return parse_optional_any_keyword(p, out) || parse_optional_string(p, out); }

// ---------------------------------------------------------------------------------------------
// wasmssa.if: custom<ElseRegion>($else)

// mlir-opt 22 writes the keyword as a string, with the blank behind it, which is read here too.
static bool parse_else(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  Region *region = custom_add_region(p, state, &args[0]);
  Str word;
  if (!parse_optional_word(p, &word) || (!str_is(word, "else") && !str_is(word, "else "))) return true;
  return parse_region(p, region, NULL, 0, false);
}

static void print_else(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const Region *region = &op->regions[custom_span(op, &args[0]).begin];
  if (region_is_empty(region)) return;
  print_text(p, "\"else \"");
  print_region(p, region, true, true, false);
}

static const CustomDirective directives[] = {
  {"ElseRegion", parse_else, print_else, NULL, NULL},
  {0},
};

void init_wasmssa(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// ---------------------------------------------------------------------------------------------
// Keywords

static bool parse_exported(Parser *p, OpState *state, uint32_t slot, uint32_t at) {
  Str word;
  if (!parse_optional_word(p, &word)) return true;
  if (!str_is(word, "exported")) return parser_op_error_at(p, at, "expecting either `exported` or symbol name. got %.*s", STR_ARG(word));
  op_state_set_prop(state, slot, attr_unit(parser_context(p)));
  return true;
}

// Other words than `mutable` are read and left out, as mlir-opt 22 does.
static void parse_mutable(Parser *p, OpState *state, uint32_t slot) {
  Str word;
  if (parse_optional_word(p, &word) && str_is(word, "mutable")) op_state_set_prop(state, slot, attr_unit(parser_context(p)));
}

// ---------------------------------------------------------------------------------------------
// wasmssa.func: `exported`? visibility? symbol-name signature (`attributes` attr-dict)? region?
// Arguments are variables in the body, and what those hold in the type.

bool parse_wasmssa_func(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Arena *scratch = parser_scratch(p);
  if (!parse_exported(p, state, WASMSSA_FUNC_EXPORTED, parser_name_loc(p)) || !parse_function_head(p, state)) return false;
  ArgumentVec args = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec result_dicts = {0}, arg_dicts = {0};
  bool is_variadic = false;
  if (!parse_function_signature(p, false, &args, &is_variadic, &results, &result_dicts)) return false;
  for (uint32_t i = 0; i < args.count; i++) {
    T held = local_type(args.data[i].type);
    if (!held)
      return parser_error_at(p, parser_loc(p), "invalid type for wasm.func argument. Expecting !wasm<local T>, got '%s'", type_text(ctx, args.data[i].type));
    vec_push(scratch, &inputs, held);
    vec_push(scratch, &arg_dicts, attr_dict(ctx, args.data[i].attrs.data, args.data[i].attrs.count));
  }
  T type = type_function(ctx, inputs.data, inputs.count, results.data, results.count);
  op_state_set_prop(state, WASMSSA_FUNC_FUNCTION_TYPE, attr_type(ctx, type));
  static const char *const inferred[] = {"sym_visibility", "sym_name", "functionType", NULL};
  if (!parse_function_attrs(p, state, inferred)) return false;
  add_arg_res_attrs(p, state, arg_dicts.data, arg_dicts.count, result_dicts.data, result_dicts.count, "arg_attrs", "res_attrs");
  return parse_function_body(p, state, &args);
}

static const FunctionType *function_type(const Operation *op) {
  A type = op_prop_at(op, WASMSSA_FUNC_FUNCTION_TYPE);
  return type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

bool wasmssa_func_types(const Operation *op, const T **inputs, uint32_t *input_count, const T **results, uint32_t *result_count) {
  const FunctionType *type = function_type(op);
  if (!type) return false;
  *inputs = type->types;
  *input_count = type->input_count;
  *results = type->types + type->input_count;
  *result_count = type->result_count;
  return true;
}

void print_wasmssa_func(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "sym_visibility", "functionType", "arg_attrs", "res_attrs", "exported", NULL};
  const FunctionType *type = function_type(op);
  A visibility = op_attr(op, "sym_visibility");
  if (op_prop_at(op, WASMSSA_FUNC_EXPORTED)) print_text(p, " exported");
  print_char(p, ' ');
  if (visibility) {
    print_str(p, attr_str(visibility));
    print_char(p, ' ');
  }
  print_symbol_name(p, attr_str(op_prop_at(op, WASMSSA_FUNC_SYM_NAME)));
  print_function_signature(p, op, type->types, type->input_count, false, type->types + type->input_count, type->result_count);
  print_optional_attr_dict_with_keyword(p, op, elided);
  if (region_is_empty(&op->regions[0])) return;
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

// ---------------------------------------------------------------------------------------------
// wasmssa.global: `exported`? symbol-name type `mutable`? `:` region

bool parse_wasmssa_global(Parser *p, OpState *state) {
  T type;
  if (!parse_exported(p, state, WASMSSA_GLOBAL_EXPORTED, parser_name_loc(p))) return false;
  A name = parse_symbol_name(p);
  if (!name || !(type = parse_type(p))) return false;
  op_state_set_prop(state, WASMSSA_GLOBAL_SYM_NAME, name);
  op_state_set_prop(state, WASMSSA_GLOBAL_TYPE, attr_type(parser_context(p), type));
  parse_mutable(p, state, WASMSSA_GLOBAL_IS_MUTABLE);
  Region *value = op_state_add_region(state);
  return parse_colon(p) && parse_region(p, value, NULL, 0, false);
}

void print_wasmssa_global(Printer *p, const Operation *op) {
  print_text(p, op_prop_at(op, WASMSSA_GLOBAL_EXPORTED) ? " exported @" : " @");
  print_str(p, attr_str(op_prop_at(op, WASMSSA_GLOBAL_SYM_NAME)));
  print_char(p, ' ');
  print_type(p, ((const TypeAttr *)op_prop_at(op, WASMSSA_GLOBAL_TYPE))->type);
  print_text(p, op_prop_at(op, WASMSSA_GLOBAL_IS_MUTABLE) ? " mutable :" : " :");
  if (region_is_empty(&op->regions[0])) return;
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

// ---------------------------------------------------------------------------------------------
// wasmssa.import_global: string `from` string `as` symbol-name `mutable`? `:` type

static bool parse_fixed_word(Parser *p, const char *expected) {
  uint32_t at = parser_loc(p);
  Str word;
  return (parse_optional_word(p, &word) && str_is(word, expected)) || parser_op_error_at(p, at, "expected '%s'", expected);
}

bool parse_wasmssa_import_global(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Str import, module;
  T type;
  if (!parse_string(p, &import) || !parse_fixed_word(p, "from") || !parse_string(p, &module) || !parse_fixed_word(p, "as")) return false;
  A name = parse_symbol_name(p);
  if (!name) return false;
  op_state_set_prop(state, WASMSSA_IMPORT_GLOBAL_IMPORT_NAME, attr_string(ctx, import));
  op_state_set_prop(state, WASMSSA_IMPORT_GLOBAL_MODULE_NAME, attr_string(ctx, module));
  op_state_set_prop(state, WASMSSA_IMPORT_GLOBAL_SYM_NAME, name);
  parse_mutable(p, state, WASMSSA_IMPORT_GLOBAL_IS_MUTABLE);
  if (!parse_colon(p) || !(type = parse_type(p))) return false;
  op_state_set_prop(state, WASMSSA_IMPORT_GLOBAL_TYPE, attr_type(ctx, type));
  return true;
}

void print_wasmssa_import_global(Printer *p, const Operation *op) {
  print_text(p, " \"");
  print_str(p, attr_str(op_prop_at(op, WASMSSA_IMPORT_GLOBAL_IMPORT_NAME)));
  print_text(p, "\" from \"");
  print_str(p, attr_str(op_prop_at(op, WASMSSA_IMPORT_GLOBAL_MODULE_NAME)));
  print_text(p, "\" as @");
  print_str(p, attr_str(op_prop_at(op, WASMSSA_IMPORT_GLOBAL_SYM_NAME)));
  print_text(p, op_prop_at(op, WASMSSA_IMPORT_GLOBAL_IS_MUTABLE) ? " mutable : " : " : ");
  print_type(p, ((const TypeAttr *)op_prop_at(op, WASMSSA_IMPORT_GLOBAL_TYPE))->type);
}

// ---------------------------------------------------------------------------------------------
// Verification

#define REFUSE(...) verify_fail_plain(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

bool verify_wasmssa_func_body(Verifier *v, const Operation *op) {
  const FunctionType *type = function_type(op);
  const Block *entry = op->regions[0].first;
  if (!entry || !type) return true;
  if (entry->arg_count != type->input_count)
    return REFUSE("entry block should have same number of arguments as function type. Function type has %u, entry block has %u", type->input_count,
                  entry->arg_count);
  for (uint32_t i = 0; i < entry->arg_count; i++) {
    T held = local_type(entry->args[i]->type);
    if (!held) return REFUSE("entry block argument type should be LocalRefType, got '%s' for block argument %u", TYPE_ARG(entry->args[i]->type), i);
    if (held != type->types[i])
      return REFUSE("func argument type #%u('%s') doesn't match entry block referenced type ('%s')", i, TYPE_ARG(type->types[i]), TYPE_ARG(held));
  }
  return true;
}

bool verify_wasmssa_extend(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0);
  APInt part = attr_int(op_prop_at(op, WASMSSA_EXTEND_BITS_TO_TAKE));
  uint64_t bits;
  if (!apint_to_u64(&part, &bits)) bits = UINT64_MAX;
  if (bits != 8 && bits != 16 && bits != 32) return REFUSE("extend op can only take 8, 16 or 32 bits. Got %llu", (unsigned long long)bits);
  return bits < type_bits(type) || REFUSE("trying to extend the %llu low bits from a '%s' value is illegal", (unsigned long long)bits, TYPE_ARG(type));
}

bool verify_wasmssa_reinterpret(Verifier *v, const Operation *op) {
  T input = op_operand_type(op, 0), output = op_result_type(op, 0);
  if (input == output) return REFUSE("reinterpret input and output type should be distinct");
  return type_bits(input) == type_bits(output) ||
         REFUSE("input type ('%s') and output type ('%s') have incompatible bit widths", TYPE_ARG(input), TYPE_ARG(output));
}

bool verify_wasmssa_local_set(Verifier *v, const Operation *op) {
  return local_type(op_operand_type(op, 0)) == op_operand_type(op, 1) || REFUSE("input type and result type of local.set do not match");
}

bool verify_wasmssa_local_tee(Verifier *v, const Operation *op) {
  T held = local_type(op_operand_type(op, 0));
  return (held == op_operand_type(op, 1) && held == op_result_type(op, 0)) || REFUSE("input type and output type of local.tee do not match");
}

// What a variable of the module is before anything runs: constants, and variables of other modules that do not change.

static WalkResult stop_at_other(Operation *op, void *data) {
  if (op_is(op, OP_WASMSSA_RETURN) || op_is(op, OP_WASMSSA_CONST) || op_is(op, OP_WASMSSA_GLOBAL_GET)) return WALK_ADVANCE;
  *(Operation **)data = op;
  return WALK_STOP;
}

bool verify_wasmssa_initial_value(Verifier *v, const Operation *op) {
  Operation *other = NULL;
  for (const Block *block = op->regions[0].first; block && !other; block = block->next)
    for (Operation *inner = block->first; inner && !other; inner = inner->next) op_walk_post(inner, stop_at_other, &other);
  if (!other) return true;
  Str text = op_text(v->module, other);
  return REFUSE("expected a constant initializer for this operator, got %.*s", STR_ARG(text));
}

bool verify_wasmssa_global_get(Verifier *v, const Operation *op) {
  const Operation *outer = op_parent(op);
  while (outer && !op_is(outer, OP_WASMSSA_GLOBAL)) outer = op_parent(outer);
  if (!outer) return true;
  A name = op_prop_at(op, WASMSSA_GLOBAL_GET_GLOBAL);
  const Operation *global = symbol_lookup_in(v->symbols, symbol_nearest_table(op), attr_symbol_root(name));
  Str text = attr_symbol_root(name);
  if (!global) return REFUSE("symbol @%.*s is undefined", STR_ARG(text));
  if (op_is(global, OP_WASMSSA_IMPORT_GLOBAL) && !op_prop_at(global, WASMSSA_IMPORT_GLOBAL_IS_MUTABLE)) return true;
  return REFUSE("global.get op is considered constant if it's referring to a import.global symbol marked non-mutable");
}

// Branches go to the labels of the operations around: as many of these there have to be, one in the other. mlir-opt 22 refuses without a word.

static bool has_label(const Operation *op) { return op_is(op, OP_WASMSSA_BLOCK) || op_is(op, OP_WASMSSA_LOOP) || op_is(op, OP_WASMSSA_IF); }
static bool verify_level(Verifier *v, const Operation *op, uint64_t level) {
  const Operation *outer = op_parent(op);
  for (uint64_t i = 0; i <= level; i++) {
    if (!outer || !has_label(outer)) return verify_fail(v, op, "expects more than %llu operations with labels around it", (unsigned long long)level);
    outer = op_parent(outer);
  }
  return true;
}
bool verify_wasmssa_block_return(Verifier *v, const Operation *op) { return verify_level(v, op, 0); }
bool verify_wasmssa_branch_if(Verifier *v, const Operation *op) { return verify_level(v, op, attr_to_u64(op_prop_at(op, WASMSSA_BRANCH_IF_EXIT_LEVEL))); }

bool verify_wasmssa_loop(Verifier *v, const Operation *op) {
  return !region_is_empty(&op->regions[0]) || REFUSE("target should be a block defined in same level than operation or in its region.");
}
