// Constants and specialization constants of the spirv dialect.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

static bool parse_name(Parser *p, OpState *state) {
  A name = parse_symbol_name(p);
  if (name) op_state_set_attr(state, STR("sym_name"), name);
  return name != NULL;
}

static void print_name(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_symbol_name(p, attr_str(op_prop(op, "sym_name")));
}

static bool parse_type_attr(Parser *p, OpState *state) {
  T type;
  if (!parse_colon_type(p, &type)) return false;
  op_state_set_attr(state, STR("type"), attr_type(parser_context(p), type));
  return true;
}

static void print_colon_type(Printer *p, T type) {
  print_text(p, " : ");
  print_type(p, type);
}

static bool is_number(A attr) { return attr_kind(attr) == ATTR_INTEGER || attr_kind(attr) == ATTR_FLOAT; }

// ---------------------------------------------------------------------------------------------
// spirv.Constant

// constant ::= attribute (`:` type)?
bool parse_spirv_constant(Parser *p, OpState *state) {
  A value = parse_attr(p, NULL);
  if (!value) return false;
  op_state_set_prop(state, SPIRV_CONSTANT_VALUE, value);
  T type = attr_value_type(value);
  if ((!type || type_kind(type) == TYPE_NONE || type_is_tensor(type)) && !parse_colon_type(p, &type)) return false;
  op_state_add_type(state, type);
  return true;
}

void print_spirv_constant(Printer *p, const Operation *op) {
  A value = op_prop_at(op, SPIRV_CONSTANT_VALUE);
  T type = op_result_type(op, 0), given = value ? attr_value_type(value) : NULL;
  print_char(p, ' ');
  print_attr(p, value);
  // Elements in a tensor say nothing of the result: an array, or a type kept as written.
  if (type->def == &spirv_array_type || (given && type_is_tensor(given))) print_colon_type(p, type);
}

static bool fail_values(Verifier *v, const Operation *op, const char *before, T a, T b, const char *after) {
  return verify_fail(v, op, "%s'%s') does not match value type ('%s')%s", before, type_text(v->ctx, a),
                     type_text(v->ctx, b), after);
}

static bool verify_elements(Verifier *v, const Operation *op, T given, T type) {
  if (given == type) return true;
  if (type->def != &spirv_array_type) return fail_values(v, op, "result or element type (", type, given, ", must be the same or spirv.array");
  uint32_t count = 1;
  for (; type->def == &spirv_array_type; type = spirv_element(type)) count *= spirv_param(type, SPIRV_COUNT);
  if (type_kind(type) != TYPE_INTEGER && !type_is_float(type)) return spirv_fail(v, op, "only support nested array result type");
  if (type_element(given) != type)
    return verify_fail(v, op, "result element type ('%s') does not match value element type ('%s')", type_text(v->ctx, type),
                       type_text(v->ctx, type_element(given)));
  if ((int64_t)(int32_t)count == type_num_elements(given)) return true;
  return verify_fail(v, op, "result number of elements (%d) does not match value number of elements (%lld)", (int32_t)count,
                     (long long)type_num_elements(given));
}

static bool verify_value(Verifier *v, const Operation *op, A value, T type) {
  // As deep as the type, which has a limit.
  if (type->def == &spirv_coopmatrix_type && !(attr_kind(value) == ATTR_DENSE && ((const DenseAttr *)value)->splat)) {
    bool is_dense = attr_kind(value) == ATTR_DENSE;
    return verify_fail(v, op, "expected a splat dense attribute for cooperative matrix constant, but found %s",
                       is_dense ? attr_text(v->ctx, value) : "<<NULL ATTRIBUTE>>");
  }
  if (is_number(value)) {
    T given = attr_value_type(value);
    return given == type || fail_values(v, op, "result type (", type, given, "");
  }
  if (attr_kind(value) == ATTR_DENSE || attr_kind(value) == ATTR_SPARSE) return verify_elements(v, op, attr_value_type(value), type);
  if (attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *array = (const ArrayAttr *)value;
    if (type->def != &spirv_array_type) return spirv_fail(v, op, "must have spirv.array result type for array value");
    for (uint64_t i = 0; i < array->count; i++)
      if (!verify_value(v, op, array->items[i], spirv_element(type))) return false;
    return true;
  }
  return verify_fail(v, op, "cannot have attribute: %s", attr_text(v->ctx, value));
}

bool verify_spirv_constant(Verifier *v, const Operation *op) {
  return verify_value(v, op, op_prop_at(op, SPIRV_CONSTANT_VALUE), op_result_type(op, 0));
}

// %true, %cst4_i32, %cst_f32, %cst_vec_4xf32, %cst
void spirv_constant_names(Printer *p, const Operation *op) {
  Context *ctx = printer_context(p);
  A value = op_prop_at(op, SPIRV_CONSTANT_VALUE);
  T type = op_result_type(op, 0);
  StrBuf name;
  strbuf_init(&name, &ctx->mem);
  strbuf_lit(&name, "cst");
  bool is_int = type_kind(type) == TYPE_INTEGER;
  if (value && attr_kind(value) == ATTR_INTEGER) {
    if (is_int && type_bits(type) == 1) {
      strbuf_free(&name);
      printer_suggest_name(p, op_result(op, 0), attr_to_bool(value) ? STR("true") : STR("false"));
      return;
    }
    APInt integer = attr_int(value);
    apint_print(&name, &integer, !is_int || ((const IntegerType *)type)->signedness != UNSIGNED);
  }
  if (is_int || type_is_float(type)) {
    strbuf_char(&name, '_');
    strbuf_str(&name, str_from(type_text(ctx, type)));
  }
  if (type_is_vector(type) && ((const ShapedType *)type)->rank) {
    strbuf_printf(&name, "_vec_%lld", (long long)((const ShapedType *)type)->dims[0]);
    T element = type_element(type);
    if (type_kind(element) == TYPE_INTEGER || type_is_float(element)) {
      strbuf_char(&name, 'x');
      strbuf_str(&name, str_from(type_text(ctx, element)));
    }
  }
  printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
  strbuf_free(&name);
}

// ---------------------------------------------------------------------------------------------
// References

void spirv_address_names(Printer *p, const Operation *op) {
  A variable = op_prop_at(op, SPIRV_MLIR_ADDRESSOF_VARIABLE);
  if (!variable || attr_kind(variable) != ATTR_SYMBOL_REF) return;
  StrBuf name;
  strbuf_init(&name, &printer_context(p)->mem);
  strbuf_str(&name, attr_symbol_root(variable));
  strbuf_lit(&name, "_addr");
  printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
  strbuf_free(&name);
}

bool verify_spirv_addressof(Verifier *v, const Operation *op) {
  const Operation *variable = spirv_symbol(v, op, op_prop_at(op, SPIRV_MLIR_ADDRESSOF_VARIABLE), OP_SPIRV_GLOBAL_VARIABLE);
  if (!variable) return spirv_fail(v, op, "expected spirv.GlobalVariable symbol");
  return op_result_type(op, 0) == spirv_type_of(op_prop(variable, "type")) ||
         spirv_fail(v, op, "result type mismatch with the referenced global variable's type");
}

// The type of a specialization constant; NULL: the operation is none.
static T spec_type(const Operation *op) {
  if (op_is(op, OP_SPIRV_SPEC_CONSTANT)) {
    A value = op_prop(op, "default_value");
    return value ? attr_value_type(value) : NULL;
  }
  return op_is(op, OP_SPIRV_SPEC_CONSTANT_COMPOSITE) || op_is(op, OP_SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE)
             ? spirv_type_of(op_prop(op, "type")) : NULL;
}

bool verify_spirv_referenceof(Verifier *v, const Operation *op) {
  T type = spec_type(spirv_symbol(v, op, op_prop_at(op, SPIRV_MLIR_REFERENCEOF_SPEC_CONST), 0));
  if (!type) return spirv_fail(v, op, "expected spirv.SpecConstant or spirv.SpecConstantComposite symbol");
  return op_result_type(op, 0) == type ||
         spirv_fail(v, op, "result type mismatch with the referenced specialization constant's type");
}

// ---------------------------------------------------------------------------------------------
// spirv.SpecConstant

// spec-constant ::= symbol-name (`spec_id` `(` integer `)`)? `=` attribute
bool parse_spirv_spec_constant(Parser *p, OpState *state) {
  if (!parse_name(p, state)) return false;
  if (parse_optional_keyword(p, "spec_id")) {
    if (!parse_l_paren(p)) return false;
    A id = parse_spirv_attr(p, ATTR_INTEGER, NULL);
    if (!id || !parse_r_paren(p)) return false;
    op_state_set_attr(state, STR("spec_id"), id);
  }
  if (!parse_equal(p)) return false;
  A value = parse_attr(p, NULL);
  if (value) op_state_set_prop(state, SPIRV_SPEC_CONSTANT_DEFAULT_VALUE, value);
  return value != NULL;
}

void print_spirv_spec_constant(Printer *p, const Operation *op) {
  A id = op_attr(op, "spec_id");
  print_name(p, op);
  if (id && attr_kind(id) == ATTR_INTEGER) {
    print_text(p, " spec_id(");
    print_i64(p, attr_to_i64(id));
    print_char(p, ')');
  }
  print_text(p, " = ");
  print_attr(p, op_prop_at(op, SPIRV_SPEC_CONSTANT_DEFAULT_VALUE));
}

bool verify_spirv_spec_constant(Verifier *v, const Operation *op) {
  A id = op_attr(op, "spec_id"), value = op_prop_at(op, SPIRV_SPEC_CONSTANT_DEFAULT_VALUE);
  if (id && attr_kind(id) == ATTR_INTEGER && attr_to_i64(id) < 0) return spirv_fail(v, op, "SpecId cannot be negative");
  if (!is_number(value)) return spirv_fail(v, op, "default value can only be a bool, integer, or float scalar");
  return spirv_is_scalar(attr_value_type(value)) || spirv_fail(v, op, "default value bitwidth disallowed");
}

// ---------------------------------------------------------------------------------------------
// Composites

// spec-composite ::= symbol-name `(` symbol (`,` symbol)* `)` `:` type
bool parse_spirv_spec_composite(Parser *p, OpState *state) {
  AttrVec parts = {0};
  if (!parse_name(p, state) || !parse_l_paren(p)) return false;
  do {
    A part = parse_spirv_symbol(p);
    if (!part) return false;
    vec_push(parser_scratch(p), &parts, part);
  } while (parser_consume_if(p, TOK_COMMA));
  if (!parse_r_paren(p)) return false;
  op_state_set_prop(state, SPIRV_SPEC_CONSTANT_COMPOSITE_CONSTITUENTS, attr_array(parser_context(p), parts.data, parts.count));
  return parse_type_attr(p, state);
}

void print_spirv_spec_composite(Printer *p, const Operation *op) {
  const ArrayAttr *parts = (const ArrayAttr *)op_prop_at(op, SPIRV_SPEC_CONSTANT_COMPOSITE_CONSTITUENTS);
  print_name(p, op);
  print_text(p, " (");
  for (uint64_t i = 0; i < parts->count; i++) {
    if (i) print_text(p, ", ");
    print_attr(p, parts->items[i]);
  }
  print_char(p, ')');
  print_colon_type(p, spirv_type_of(op_prop_at(op, SPIRV_SPEC_CONSTANT_COMPOSITE_TYPE)));
}

static bool verify_composite_type(Verifier *v, const Operation *op, T type) {
  bool is_matrix = type->def == &spirv_coopmatrix_type;
  if (spirv_is_composite(type) && !is_matrix) return true;
  return verify_fail_plain(v, op, is_matrix ? "unsupported composite type  '%s'" : "result type must be a composite type, but provided '%s'",
                           type_text(v->ctx, type));
}

bool verify_spirv_spec_composite(Verifier *v, const Operation *op) {
  T type = spirv_type_of(op_prop_at(op, SPIRV_SPEC_CONSTANT_COMPOSITE_TYPE));
  const ArrayAttr *parts = (const ArrayAttr *)op_prop_at(op, SPIRV_SPEC_CONSTANT_COMPOSITE_CONSTITUENTS);
  uint64_t count = 0;
  if (!verify_composite_type(v, op, type)) return false;
  if (!spirv_composite_count(type, &count) || parts->count != count)
    return verify_fail_plain(v, op, "has incorrect number of operands: expected %llu, but provided %llu", (unsigned long long)count,
                             (unsigned long long)parts->count);
  for (uint32_t i = 0; i < count; i++) {
    T given = spec_type(spirv_symbol(v, op, parts->items[i], OP_SPIRV_SPEC_CONSTANT)), part = spirv_composite_part(type, i);
    if (given != part)
      return spirv_fail_types(v, op, true, "has incorrect types of operands: expected ", part, ", but provided ", given ? given : v->ctx->types.none);
  }
  return true;
}

// The type of a value, or of an array of values; NULL: it has none.
static T replicated_type(Context *ctx, A value) {
  T type = attr_value_type(value);
  if (type || attr_kind(value) == ATTR_STRING) return type ? type : ctx->types.none;
  const ArrayAttr *array = (const ArrayAttr *)value;
  T first = attr_kind(value) == ATTR_ARRAY && array->count ? attr_value_type(array->items[0]) : NULL;
  return first ? spirv_type(ctx, &spirv_array_type, first, (const uint32_t[]){(uint32_t)array->count, 0}, 2) : NULL;
}

bool verify_spirv_replicate(Verifier *v, const Operation *op) {
  T given = replicated_type(v->ctx, op_prop_at(op, SPIRV_EXT_CONSTANT_COMPOSITE_REPLICATE_VALUE)), type = op_result_type(op, 0);
  if (!given) return spirv_fail_plain(v, op, "unknown value attribute type");
  if (!spirv_is_composite(type)) return spirv_fail_plain(v, op, "result type is not a composite type");
  Str possible = {0};
  for (uint64_t count = 1; spirv_is_composite(type) && count;) {
    if (spirv_composite_count(type, &count) && !count) break;
    type = spirv_composite_part(type, 0);
    if (type == given) return true;
    possible = arena_printf(v->arena, "%.*s%s'%s'", STR_ARG(possible), possible.size ? " or " : "", type_text(v->ctx, type));
  }
  return verify_fail_plain(v, op, "expected value attribute type %.*s, but got: '%s'", STR_ARG(possible), type_text(v->ctx, given));
}

// spec-replicate ::= symbol-name `(` symbol `)` `:` type
bool parse_spirv_spec_replicate(Parser *p, OpState *state) {
  if (!parse_name(p, state) || !parse_l_paren(p)) return false;
  A part = parse_spirv_symbol(p);
  if (!part || !parse_r_paren(p)) return false;
  op_state_set_prop(state, SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE_CONSTITUENT, part);
  return parse_type_attr(p, state);
}

void print_spirv_spec_replicate(Printer *p, const Operation *op) {
  print_name(p, op);
  print_text(p, " (");
  print_attr(p, op_prop_at(op, SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE_CONSTITUENT));
  print_char(p, ')');
  print_colon_type(p, spirv_type_of(op_prop_at(op, SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE_TYPE)));
}

bool verify_spirv_spec_replicate(Verifier *v, const Operation *op) {
  T type = spirv_type_of(op_prop_at(op, SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE_TYPE));
  if (!spirv_is_composite(type)) return verify_composite_type(v, op, type);
  const Operation *symbol = spirv_symbol(v, op, op_prop_at(op, SPIRV_EXT_SPEC_CONSTANT_COMPOSITE_REPLICATE_CONSTITUENT), 0);
  if (!symbol) return spirv_fail_plain(v, op, "splat spec constant reference defining constituent not found");
  T given = spec_type(symbol), part = spirv_composite_part(type, 0);
  if (!given) return spirv_fail_plain(v, op, "constituent is not a spec constant");
  return given == part || spirv_fail_types(v, op, true, "constituent has incorrect type: expected ", part, ", but provided ", given);
}

// ---------------------------------------------------------------------------------------------
// spirv.SpecConstantOperation

// spec-operation ::= `wraps` generic-operation attr-dict?
bool parse_spirv_spec_operation(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state);
  if (!parse_keyword(p, "wraps")) return false;
  Block *block = block_new(parser_module(p));
  block_append(body, block);
  Operation *wrapped = parse_generic_operation(p, block);
  if (!wrapped) return false;
  if (!wrapped->result_count) return parser_op_error(p, "expected an operation with a result");
  OpState yield;
  op_state_init(&yield, parser_module(p), parser_scratch(p), context_op_of(parser_context(p), OP_SPIRV_MLIR_YIELD), wrapped->loc);
  vec_push(yield.arena, &yield.operands, op_result(wrapped, 0));
  op_append(block, op_create(&yield));
  state->loc = wrapped->loc;
  op_state_add_type(state, op_result_type(wrapped, 0));
  return parse_spirv_dict(p, state);
}

void print_spirv_spec_operation(Printer *p, const Operation *op) {
  print_text(p, " wraps ");
  const Block *body = op_region(op, 0)->first;
  if (body && body->first) print_generic_op(p, body->first);
}

bool verify_spirv_spec_operation(Verifier *v, const Operation *op) {
  const Operation *wrapped = op_region(op, 0)->first->first;
  if (!wrapped || !wrapped->next || wrapped->next->next) return spirv_fail(v, op, "expected exactly 2 nested ops");
  if (!op_has(wrapped, TRAIT_SPEC_CONSTANT) || !str_equal(op_dialect_name(wrapped), STR("spirv"))) return spirv_fail(v, op, "invalid enclosed op");
  for (uint32_t i = 0; i < wrapped->operand_count; i++) {
    const Operation *constant = value_def(op_operand(wrapped, i));
    if (!op_is(constant, OP_SPIRV_CONSTANT) && !op_is(constant, OP_SPIRV_MLIR_REFERENCEOF) &&
        !op_is(constant, OP_SPIRV_SPEC_CONSTANT_OPERATION))
      return spirv_fail(v, op, "invalid operand, must be defined by a constant operation");
  }
  return true;
}
