// The arith dialect: integer and floating-point arithmetic (https://mlir.llvm.org/docs/Dialects/ArithOps/).
#include "ops/arith.h"
#include "ops/vector.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/fold.h"

#include "asm/params.h"
#include "dialects/arith/fold.h"
#include "dialects/common/relations.h"

// --- Enums and attributes

// ---------------------------------------------------------------------------------------------
// Hooks

bool arith_condition_shape_matches(const Operation *op) {
  T condition = op_operand_type(op, 0);
  if (type_is_int(condition, 1)) return true;
  const ShapedType *a = type_as_shaped(condition), *b = type_as_shaped(op_result_type(op, 0));
  return a && b && a->rank == b->rank &&
         memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

// --- Constants

bool verify_arith_constant(Verifier *v, const Operation *op) {
  T type = op_result_type(op, 0);
  A value = op_prop_at(op, ARITH_CONSTANT_VALUE);
  const char *problem = NULL;
  if (type_kind(type) == TYPE_INTEGER && !type_is_signless_int(type)) {
    problem = "integer return type must be signless";
  } else if (attr_kind(value) != ATTR_INTEGER && attr_kind(value) != ATTR_FLOAT && !attr_is_elements(value)) {
    problem = "value must be an integer, float, or elements attribute";
  } else if (type_is_vector(type) && ((const ShapedType *)type)->scalable &&
             !(attr_kind(value) == ATTR_DENSE && ((const DenseAttr *)value)->splat)) {
    problem = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
  }
  if (problem) op_error(v->module, op, "%s", problem);
  return !problem;
}

// %true, %c1_i32, %c0 or %cst
void arith_constant_names(Printer *p, const Operation *op) {
  A value = op_prop_at(op, ARITH_CONSTANT_VALUE);
  T type = op_result_type(op, 0);
  if (!value || attr_kind(value) != ATTR_INTEGER) {
    printer_suggest_name(p, op_result(op, 0), STR("cst"));
    return;
  }
  if (type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->width == 1) {
    printer_suggest_name(p, op_result(op, 0), attr_to_bool(value) ? STR("true") : STR("false"));
    return;
  }
  StrBuf name;
  strbuf_init(&name, &printer_context(p)->mem);
  strbuf_char(&name, 'c');
  APInt integer = attr_int(value);
  apint_print(&name, &integer, true);
  if (type_kind(type) == TYPE_INTEGER) {
    strbuf_char(&name, '_');
    strbuf_str(&name, str_from(type_text(printer_context(p), type)));
  }
  printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
  strbuf_free(&name);
}

// %c4_vscale for 4 * vector.vscale
void arith_multiply_names(Printer *p, const Operation *op) {
  if (!type_is_index(op_result_type(op, 0))) return;
  for (uint32_t i = 0; i < 2; i++) {
    A base = value_constant(op_operand(op, i));
    const Operation *other = value_def(op_operand(op, 1 - i));
    if (!base || attr_kind(base) != ATTR_INTEGER || !op_is(other, OP_VECTOR_VSCALE)) continue;
    StrBuf name;
    strbuf_init(&name, &printer_context(p)->mem);
    strbuf_printf(&name, "c%lld_vscale", (long long)attr_to_i64(base));
    printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
    strbuf_free(&name);
    return;
  }
}

// --- arith.select

// select ::= operand `,` operand `,` operand attr-dict `:` (type `,`)? type
bool parse_arith_select(Parser *p, OpState *state) {
  OperandVec operands = {0};
  NamedAttrVec attrs = {0};
  T condition = parser_context(p)->types.i1, result;
  if (!parse_operand_list_n(p, &operands, DELIM_NONE, 3) || !parse_optional_attr_dict(p, &attrs) || !parse_colon_type(p, &result))
    return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  if (parser_consume_if(p, TOK_COMMA)) {
    condition = result;
    if (!(result = parse_type(p))) return false;
  }
  op_state_add_type(state, result);
  return resolve_operands(p, state, &operands, (const T[]){condition, result, result}, 3, parser_name_loc(p));
}

void print_arith_select(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  if (type_as_shaped(op_operand_type(op, 0))) {
    print_type(p, op_operand_type(op, 0));
    print_text(p, ", ");
  }
  print_type(p, op_result_type(op, 0));
}

bool verify_arith_select(Verifier *v, const Operation *op) {
  T condition = op_operand_type(op, 0), result = op_result_type(op, 0);
  if (type_is_int(condition, 1)) return true;
  if (!type_is_tensor(result) && !type_is_vector(result))
    return verify_fail(v, op, "expected condition to be a signless i1, but got '%s'", type_text(v->ctx, condition));
  T expected = i1_same_shape(v->ctx, result);
  if (condition == expected) return true;
  return verify_fail(v, op, "expected condition type to have the same shape as the result type, expected '%s', but got '%s'",
                     type_text(v->ctx, expected), type_text(v->ctx, condition));
}

// --- Casts

// The element, or the scalar itself, of both types when their shapes agree (getTypeIfLike).
static bool cast_elements(const T *from, uint32_t from_count, const T *to, uint32_t to_count, bool memrefs, T *in, T *out) {
  if (from_count != 1 || to_count != 1 || !shapes_are_compatible(from[0], to[0])) return false;
  if (!memrefs && (type_is_memref(from[0]) || type_is_memref(to[0]))) return false;
  if (type_kind(from[0]) == TYPE_TENSOR && type_kind(to[0]) == TYPE_TENSOR &&
      type_as_shaped(from[0])->extra != type_as_shaped(to[0])->extra)
    return false;
  *in = type_element_or_self(from[0]);
  *out = type_element_or_self(to[0]);
  return true;
}

#define CAST(name, memrefs, condition) \
  bool name(const T *from, uint32_t from_count, const T *to, uint32_t to_count) { \
    T in, out; \
    return cast_elements(from, from_count, to, to_count, memrefs, &in, &out) && (condition); \
  }
static bool is_int(T type) { return type_kind(type) == TYPE_INTEGER; }
static bool is_number(T type) { return is_int(type) || type_is_float(type); }

CAST(cast_widens_int, false, is_int(in) && is_int(out) && type_bits(out) > type_bits(in))
CAST(cast_narrows_int, false, is_int(in) && is_int(out) && type_bits(out) < type_bits(in))
CAST(cast_widens_float, false, type_is_float(in) && type_is_float(out) && type_bits(out) > type_bits(in))
CAST(cast_narrows_float, false, type_is_float(in) && type_is_float(out) && type_bits(out) < type_bits(in))
CAST(cast_int_to_float, false, is_int(in) && type_is_float(out))
CAST(cast_float_to_int, false, type_is_float(in) && is_int(out))
CAST(cast_index, true, (type_is_index(in) && type_is_signless_int(out)) || (type_is_signless_int(in) && type_is_index(out)))
CAST(cast_same_width, true, is_number(in) && is_number(out) && type_bits(in) == type_bits(out))

bool arith_scaling_widens(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 2 && cast_widens_float(from, 1, to, to_count);
}
bool arith_scaling_narrows(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 2 && cast_narrows_float(from, 1, to, to_count);
}

// ---------------------------------------------------------------------------------------------
// Operations

#define FLOAT_BINARY(name, text)                                                           \
  OP(name, text),                                                                          \
  OPERANDS_OF(float_pair),                                                                 \
  RESULTS_OF(float_result),                                                                \
  ATTRS_OF(fastmath),                                                                      \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")

#define INT_BINARY(name, text)                                                             \
  OP(name, text),                                                                          \
  OPERANDS_OF(int_pair),                                                                   \
  RESULTS_OF(int_result),                                                                  \
  .traits = TRAIT_PURE | TRAIT_ELEMENTWISE_MAPPABLE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, \
  FORMAT("$lhs `,` $rhs attr-dict `:` type($result)")
