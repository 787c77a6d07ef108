// Verification of the emitc dialect.
#include "dialects/emitc/emitc.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

static bool is_ptr(T type) { return type->def == &emitc_ptr_type; }
static bool is_offset(T type) { return type_kind(type) == TYPE_INTEGER || type->def == &emitc_opaque_type; }

bool verify_emitc_add(Verifier *v, const Operation *op) {
  T lhs = op_operand_type(op, 0), rhs = op_operand_type(op, 1);
  if (is_ptr(lhs) && is_ptr(rhs)) return REFUSE("requires that at most one operand is a pointer");
  if ((is_ptr(lhs) && !is_offset(rhs)) || (is_ptr(rhs) && !is_offset(lhs)))
    return REFUSE("requires that one operand is an integer or of opaque type if the other is a pointer");
  return true;
}

bool verify_emitc_sub(Verifier *v, const Operation *op) {
  T lhs = op_operand_type(op, 0), rhs = op_operand_type(op, 1), result = op_result_type(op, 0);
  if (is_ptr(rhs) && !is_ptr(lhs)) return REFUSE("rhs can only be a pointer if lhs is a pointer");
  if (is_ptr(lhs) && !is_offset(rhs) && !is_ptr(rhs)) return REFUSE("requires that rhs is an integer, pointer or of opaque type if lhs is a pointer");
  if (is_ptr(lhs) && is_ptr(rhs) && !is_offset(result) && result->def != &emitc_ptrdiff_t_type)
    return REFUSE("requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers");
  return true;
}

bool verify_emitc_address_of(Verifier *v, const Operation *op) {
  if (emitc_inner(op_operand_type(op, 0)) == emitc_inner(op_result_type(op, 0))) return true;
  return REFUSE("requires result to be a pointer to the type referenced by operand");
}

bool verify_emitc_dereference(Verifier *v, const Operation *op) {
  if (emitc_inner(op_operand_type(op, 0)) == emitc_inner(op_result_type(op, 0))) return true;
  return REFUSE("requires result to be an lvalue of the type pointed to by operand");
}

bool verify_emitc_apply(Verifier *v, const Operation *op) {
  Str sign = attr_str(op_prop_at(op, EMITC_APPLY_APPLICABLE_OPERATOR));
  T operand = op_operand_type(op, 0), result = op_result_type(op, 0);
  bool address = str_is(sign, "&"), content = str_is(sign, "*");
  if (!sign.size) return REFUSE("applicable operator must not be empty");
  if (!address && !content) return REFUSE("applicable operator is illegal");
  if (op_is(value_def(op_operand(op, 0)), OP_EMITC_CONSTANT)) return REFUSE("cannot apply to constant");
  if (address && operand->def != &emitc_lvalue_type) return REFUSE("operand type must be an lvalue when applying `&`");
  if (address && !is_ptr(result)) return REFUSE("result type must be a pointer when applying `&`");
  if (content && !is_ptr(operand)) return REFUSE("operand type must be a pointer when applying `*`");
  return true;
}

bool verify_emitc_assign(Verifier *v, const Operation *op) {
  if (!value_def(op_operand(op, 0))) return REFUSE("cannot assign to block argument");
  T value = op_operand_type(op, 1), variable = emitc_inner(op_operand_type(op, 0));
  if (value == variable) return true;
  return REFUSE("requires value's type ('%s') to match variable's type ('%s')", TYPE_ARG(value), TYPE_ARG(variable));
}

bool emitc_cast_ok(const T *inputs, uint32_t input_count, const T *outputs, uint32_t output_count) {
  if (input_count != 1 || output_count != 1) return false;
  T from = inputs[0], to = outputs[0];
  if (from->def == &emitc_array_type) {
    const ShapedType *shape = emitc_array_shape(from);
    return is_ptr(to) && shape->element == emitc_inner(to) && shape->rank == 1 && shape->dims[0] >= 1;
  }
  bool from_ok = emitc_is_integer_index_or_opaque(from) || emitc_is_supported_float(from) || is_ptr(from);
  return from_ok && (emitc_is_integer_index_or_opaque(to) || emitc_is_supported_float(to) || is_ptr(to));
}

bool verify_emitc_call_opaque(Verifier *v, const Operation *op) {
  A args = op_prop_at(op, EMITC_CALL_OPAQUE_ARGS), templates = op_prop_at(op, EMITC_CALL_OPAQUE_TEMPLATE_ARGS);
  if (!attr_str(op_prop_at(op, EMITC_CALL_OPAQUE_CALLEE)).size) return REFUSE("callee must not be empty");
  for (uint64_t i = 0; args && i < ((const ArrayAttr *)args)->count; i++) {
    A arg = ((const ArrayAttr *)args)->items[i];
    if (attr_kind(arg) == ATTR_INTEGER && type_is_index(attr_value_type(arg))) {
      int64_t index = attr_to_i64(arg);
      if (index < 0 || index >= op->operand_count) return REFUSE("index argument is out of range");
    } else if (attr_kind(arg) == ATTR_ARRAY) {
      return REFUSE("array argument has no type");
    }
  }
  for (uint64_t i = 0; templates && i < ((const ArrayAttr *)templates)->count; i++) {
    A arg = ((const ArrayAttr *)templates)->items[i];
    AttrKind kind = attr_kind(arg);
    if (kind != ATTR_TYPE && kind != ATTR_INTEGER && kind != ATTR_FLOAT && !attr_is(arg, &emitc_opaque_attr))
      return REFUSE("template argument has invalid type");
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_result_type(op, i)->def == &emitc_array_type) return REFUSE("cannot return array type");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Values given by attributes

bool emitc_is_opaque_or_typed(A attr) { return attr_is(attr, &emitc_opaque_attr) || attr_kind(attr) == ATTR_STRING || attr_value_type(attr) != NULL; }

static bool check_value(Verifier *v, const Operation *op, A value) {
  if (attr_is(value, &emitc_opaque_attr)) return true;
  if (attr_kind(value) == ATTR_STRING) return REFUSE("string attributes are not supported, use #emitc.opaque instead");
  T result = op_result_type(op, 0), type = attr_value_type(value);
  if (result->def == &emitc_lvalue_type) result = emitc_inner(result);
  if ((emitc_is_pointer_wide(result) && type_is_index(type)) || result == type) return true;
  return REFUSE("requires attribute to either be an #emitc.opaque attribute or it's type ('%s') to match the op's result type ('%s')", TYPE_ARG(type),
                TYPE_ARG(result));
}

bool verify_emitc_constant(Verifier *v, const Operation *op) {
  A value = op_prop_at(op, EMITC_CONSTANT_VALUE);
  if (!check_value(v, op, value)) return false;
  bool is_empty = attr_is(value, &emitc_opaque_attr) && !attr_str(attr_param_attr(value, 0)).size;
  return !is_empty || REFUSE("value must not be empty");
}

bool verify_emitc_variable(Verifier *v, const Operation *op) { return check_value(v, op, op_prop_at(op, EMITC_VARIABLE_VALUE)); }
bool verify_emitc_literal(Verifier *v, const Operation *op) {
  return attr_str(op_prop_at(op, EMITC_LITERAL_VALUE)).size || REFUSE("value must not be empty");
}

static T initial_type(T type) { return type->def == &emitc_array_type ? (T)emitc_array_shape(type) : type; }

bool verify_emitc_global(Verifier *v, const Operation *op) {
  T type = ((const TypeAttr *)op_prop_at(op, EMITC_GLOBAL_TYPE))->type;
  A value = op_prop_at(op, EMITC_GLOBAL_INITIAL_VALUE);
  if (!emitc_is_supported(type)) return REFUSE("expected valid emitc type");
  if (value && !attr_is(value, &emitc_opaque_attr)) {
    bool is_elements = attr_is_elements(value);
    if (!is_elements && attr_kind(value) != ATTR_INTEGER && attr_kind(value) != ATTR_FLOAT)
      return REFUSE("initial value should be a integer, float, elements or opaque attribute, but got %s", attr_text(v->ctx, value));
    if (is_elements && type->def != &emitc_array_type) return REFUSE("expected array type, but got '%s'", TYPE_ARG(type));
    if (attr_value_type(value) != initial_type(type))
      return REFUSE("initial value expected to be of type '%s', but was of type '%s'", TYPE_ARG(type), TYPE_ARG(attr_value_type(value)));
  }
  if (op_prop_at(op, EMITC_GLOBAL_STATIC_SPECIFIER) && op_prop_at(op, EMITC_GLOBAL_EXTERN_SPECIFIER))
    return REFUSE("cannot have both static and extern specifiers");
  return true;
}

bool verify_emitc_field(Verifier *v, const Operation *op) {
  if (!emitc_is_supported(((const TypeAttr *)op_prop_at(op, EMITC_FIELD_TYPE))->type)) return REFUSE("expected valid emitc type");
  if (!op_is(op_parent(op), OP_EMITC_CLASS)) return REFUSE("field must be nested within an emitc.class operation");
  return symbol_name(op).size || REFUSE("field must have a non-empty symbol name");
}

bool verify_emitc_get_field(Verifier *v, const Operation *op) {
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_EMITC_CLASS)) return true;
  return REFUSE(" must be nested within an emitc.class operation");
}

bool verify_emitc_get_field_symbols(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, EMITC_GET_FIELD_FIELD_NAME);
  const Operation *field = symbol_lookup(v->symbols, op, name);
  if (!op_is(field, OP_EMITC_FIELD)) return REFUSE("field '%s' not found in the class", attr_text(v->ctx, name));
  A held = op_prop_at(field, EMITC_FIELD_TYPE);
  if (!held) return true;   // its text has an error
  T type = ((const TypeAttr *)held)->type, result = op_result_type(op, 0);
  return type == result || REFUSE("result type '%s' does not match field '%s' type '%s'", TYPE_ARG(result), attr_text(v->ctx, name), TYPE_ARG(type));
}

bool verify_emitc_get_global_symbols(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, EMITC_GET_GLOBAL_NAME);
  Str text = attr_symbol_root(name);
  const Operation *global = symbol_lookup(v->symbols, op, name);
  if (!op_is(global, OP_EMITC_GLOBAL)) return REFUSE("'%.*s' does not reference a valid emitc.global", STR_ARG(text));
  A held = op_prop_at(global, EMITC_GLOBAL_TYPE);
  if (!held) return true;
  T type = ((const TypeAttr *)held)->type, result = op_result_type(op, 0);
  if (type->def == &emitc_array_type)
    return type == result || REFUSE("on array type expects result type '%s' to match type '%s' of the global @%.*s", TYPE_ARG(result), TYPE_ARG(type), STR_ARG(text));
  if (result->def != &emitc_lvalue_type) return REFUSE("on non-array type expects result type to be an lvalue type for the global @%.*s", STR_ARG(text));
  T inner = emitc_inner(result);
  return inner == type || REFUSE("on non-array type expects result inner type '%s' to match type '%s' of the global @%.*s", TYPE_ARG(inner), TYPE_ARG(type), STR_ARG(text));
}

// ---------------------------------------------------------------------------------------------
// Access and text

bool verify_emitc_subscript(Verifier *v, const Operation *op) {
  T value = op_operand_type(op, 0), result = emitc_inner(op_result_type(op, 0));
  uint32_t count = op->operand_count - 1;
  if (value->def == &emitc_array_type) {
    const ShapedType *shape = emitc_array_shape(value);
    if (count != shape->rank)
      return REFUSE("on array operand requires number of indices (%u) to match the rank of the array type (%u)", count, (unsigned)shape->rank);
    for (uint32_t i = 0; i < count; i++)
      if (!emitc_is_integer_index_or_opaque(op_operand_type(op, i + 1)))
        return REFUSE("on array operand requires index operand %u to be integer-like, but got '%s'", i, TYPE_ARG(op_operand_type(op, i + 1)));
    return shape->element == result ||
           REFUSE("on array operand requires element type ('%s') and result type ('%s') to match", TYPE_ARG(shape->element), TYPE_ARG(result));
  }
  if (!is_ptr(value)) return true;
  if (count != 1) return REFUSE("on pointer operand requires one index operand, but got %u", count);
  if (!emitc_is_integer_index_or_opaque(op_operand_type(op, 1)))
    return REFUSE("on pointer operand requires index operand to be integer-like, but got '%s'", TYPE_ARG(op_operand_type(op, 1)));
  return emitc_inner(value) == result ||
         REFUSE("on pointer operand requires pointee type ('%s') and result type ('%s') to match", TYPE_ARG(emitc_inner(value)), TYPE_ARG(result));
}

bool verify_emitc_verbatim(Verifier *v, const Operation *op) {
  Str text = attr_str(op_prop_at(op, EMITC_VERBATIM_VALUE));
  uint32_t places = 0;
  for (size_t i = 0; op->operand_count && i < text.size; i++) {
    if (text.data[i] != '{') continue;
    if (i + 1 == text.size) return REFUSE("expected '}' after unescaped '{' at end of string");
    if (text.data[i + 1] != '{' && text.data[i + 1] != '}') return REFUSE("expected '}' after unescaped '{'");
    places += text.data[++i] == '}';
  }
  return places == op->operand_count || REFUSE("requires operands for each placeholder in the format string");
}

// ---------------------------------------------------------------------------------------------
// Functions

// NULL: the text of the function has an error.
static const FunctionType *signature(const Operation *function) {
  A type = op_prop_at(function, EMITC_FUNC_FUNCTION_TYPE);
  return type ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

bool verify_emitc_func(Verifier *v, const Operation *op) {
  const FunctionType *type = signature(op);
  for (uint32_t i = 0; i < type->input_count; i++)
    if (type->types[i]->def == &emitc_lvalue_type) return REFUSE("cannot have lvalue type as argument");
  if (type->result_count > 1) return REFUSE("requires zero or exactly one result, but has %u", type->result_count);
  if (type->result_count && type->types[type->input_count]->def == &emitc_array_type) return REFUSE("cannot return array type");
  return true;
}

bool verify_emitc_return(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  const FunctionType *type = signature(function);
  if (!type) return true;
  Str name = symbol_name(function);
  if (op->operand_count != type->result_count)
    return REFUSE("has %u operands, but enclosing function (@%.*s) returns %u", op->operand_count, STR_ARG(name), type->result_count);
  if (!op->operand_count || op_operand_type(op, 0) == type->types[type->input_count]) return true;
  return verify_fail_plain(v, op, "type of the return operand ('%s') doesn't match function result type ('%s') in function @%.*s",
                           TYPE_ARG(op_operand_type(op, 0)), TYPE_ARG(type->types[type->input_count]), STR_ARG(name));
}

static const Operation *function_of(Verifier *v, const Operation *op, A name) {
  const Operation *function = symbol_lookup(v->symbols, op, name);
  if (op_is(function, OP_EMITC_FUNC)) return function;
  REFUSE("'%.*s' does not reference a valid function", STR_ARG(attr_symbol_root(name)));
  return NULL;
}

bool verify_emitc_call_symbols(Verifier *v, const Operation *op) {
  const Operation *function = function_of(v, op, op_prop_at(op, EMITC_CALL_CALLEE));
  if (!function) return false;
  const FunctionType *type = signature(function);
  if (!type) return true;
  if (type->input_count != op->operand_count) return REFUSE("incorrect number of operands for callee");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != type->types[i])
      return REFUSE("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %u", TYPE_ARG(type->types[i]),
                    TYPE_ARG(op_operand_type(op, i)), i);
  if (type->result_count != op->result_count) return REFUSE("incorrect number of results for callee");
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_result_type(op, i) != type->types[type->input_count + i]) return REFUSE("result type mismatch at index %u", i);
  return true;
}

bool verify_emitc_declare_func_symbols(Verifier *v, const Operation *op) { return function_of(v, op, op_prop_at(op, EMITC_DECLARE_FUNC_SYM_NAME)) != NULL; }

// ---------------------------------------------------------------------------------------------
// Regions

bool verify_emitc_yield(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  bool in_do = op_is(parent, OP_EMITC_DO);
  if (!in_do && op->operand_count && parent->result_count != 1) return REFUSE("yields a value not returned by parent");
  if (!in_do && !op->operand_count && parent->result_count) return REFUSE("does not yield a value to be returned by parent");
  bool is_lvalue = op->operand_count && op_operand_type(op, 0)->def == &emitc_lvalue_type;
  return !is_lvalue || op_is(parent, OP_EMITC_EXPRESSION) || REFUSE("yielding lvalues is not supported for this op");
}

bool verify_emitc_for_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  if (body->arg_count != 1) return REFUSE("expected body to have a single block argument for the induction variable");
  return body->args[0]->type == op_operand_type(op, 0) || REFUSE("expected induction variable to be same type as bounds and step");
}

static bool check_case(Verifier *v, const Operation *op, const Region *region, const char *name) {
  const Operation *end = region->first ? region->first->last : NULL;
  if (!op_is(end, OP_EMITC_YIELD))
    return REFUSE("expected region to end with emitc.yield, but got %.*s", STR_ARG(end ? op_name(end) : STR("nothing")));
  return !end->operand_count || REFUSE("expected each region to return 0 values, but %s returns %u", name, end->operand_count);
}

bool verify_emitc_switch(Verifier *v, const Operation *op) {
  const DenseArrayAttr *cases = (const DenseArrayAttr *)op_prop_at(op, EMITC_SWITCH_CASES);
  if (cases->count != op->region_count - 1u)
    return REFUSE("has %u case regions but %llu case values", op->region_count - 1u, (unsigned long long)cases->count);
  for (uint64_t i = 0; i < cases->count; i++)
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64((A)cases, i) == dense_array_i64((A)cases, k)) return REFUSE("has duplicate case value: %lld", (long long)dense_array_i64((A)cases, i));
  for (uint32_t i = 0; i < op->region_count; i++) {
    const char *name = i ? arena_printf(v->arena, "case region #%u", i - 1).data : "default region";
    if (!check_case(v, op, &op->regions[i], name)) return false;
  }
  return true;
}

bool verify_emitc_do(Verifier *v, const Operation *op) {
  const Block *condition = op->regions[1].first;
  const Operation *first = condition ? condition->first : NULL, *end = first ? first->next : NULL;
  if (!end || end->next)
    return REFUSE("condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', but found %u operations",
                  first ? (end ? 3u : 1u) : 0u);
  if (!op_is(first, OP_EMITC_EXPRESSION)) return REFUSE("expected first op in condition region to be 'emitc.expression', but got %.*s", STR_ARG(op_name(first)));
  if (!type_is_int(op_result_type(first, 0), 1)) return REFUSE("emitc.expression in condition region must return 'i1', but returns '%s'", TYPE_ARG(op_result_type(first, 0)));
  if (!op_is(end, OP_EMITC_YIELD)) return REFUSE("expected last op in condition region to be 'emitc.yield', but got %.*s", STR_ARG(op_name(end)));
  if (end->operand_count != 1) return REFUSE("expected condition region to return 1 value, but it returns %u values", end->operand_count);
  if (op_operand(end, 0) != op_result(first, 0)) return REFUSE("'emitc.yield' must return result of 'emitc.expression' from this condition region");
  const Block *body = op->regions[0].first;
  return !body || !body->last || !op_has(body->last, TRAIT_TERMINATOR) || REFUSE("body region must not contain terminator");
}

// Operations that may stand in an expression.
static bool is_expression_part(const Operation *op) {
  switch (op_code(op)) {
    case OP_EMITC_ADD: case OP_EMITC_ADDRESS_OF: case OP_EMITC_APPLY: case OP_EMITC_BITWISE_AND: case OP_EMITC_BITWISE_LEFT_SHIFT:
    case OP_EMITC_BITWISE_NOT: case OP_EMITC_BITWISE_OR: case OP_EMITC_BITWISE_RIGHT_SHIFT: case OP_EMITC_BITWISE_XOR: case OP_EMITC_CALL:
    case OP_EMITC_CALL_OPAQUE: case OP_EMITC_CAST: case OP_EMITC_CMP: case OP_EMITC_CONDITIONAL: case OP_EMITC_CONSTANT: case OP_EMITC_DEREFERENCE:
    case OP_EMITC_DIV: case OP_EMITC_LITERAL: case OP_EMITC_LOAD: case OP_EMITC_LOGICAL_AND: case OP_EMITC_LOGICAL_NOT: case OP_EMITC_LOGICAL_OR:
    case OP_EMITC_MEMBER: case OP_EMITC_MEMBER_OF_PTR: case OP_EMITC_MUL: case OP_EMITC_REM: case OP_EMITC_SUB: case OP_EMITC_SUBSCRIPT:
    case OP_EMITC_UNARY_MINUS: case OP_EMITC_UNARY_PLUS: return true;
    default: return false;
  }
}

bool verify_emitc_expression(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body->last;
  if (!op_is(yield, OP_EMITC_YIELD) || !yield->operand_count) return REFUSE("must yield a value at termination");
  const Operation *root = value_def(op_operand(yield, 0));
  if (!root) return REFUSE("yielded value has no defining op");
  if (op_parent(root) != op) return REFUSE("yielded value not defined within expression");
  if (op_operand_type(yield, 0) != op_result_type(op, 0)) return REFUSE("requires yielded type to match return type");
  for (const Operation *inner = body->first; inner != yield; inner = inner->next) {
    if (!is_expression_part(inner)) return REFUSE("contains an unsupported operation");
    if (inner->result_count != 1) return REFUSE("requires exactly one result for each operation");
    if (!op_result(inner, 0)->uses) return REFUSE("contains an unused operation");
  }
  return true;
}
