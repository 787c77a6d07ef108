// The complex dialect: complex numbers (https://mlir.llvm.org/docs/Dialects/ComplexOps/).
#include "ops/complex.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/relations.h"
#include "ir/verify.h"

// --- The attribute

// number ::= `<` `:` float-type float `,` float `>`; the parts are read as f64 and rounded then
A parse_complex_number(Parser *p, const AttrDef *def, T type) {
  (void)type;
  if (!parse_less(p) || !parse_colon(p)) return NULL;
  uint32_t at = parser_loc(p);
  T element = parse_type(p);
  if (!element) return NULL;
  APFloat parts[2];
  if (!parse_float(p, FLOAT_F64, &parts[0]) || !parse_comma(p) || !parse_float(p, FLOAT_F64, &parts[1]) || !parse_greater(p))
    return NULL;
  if (!type_is_float(element)) {
    parser_op_error_at(p, at, "the parts of a complex number must be floats");
    return NULL;
  }
  uint64_t words[3];
  for (int i = 0; i < 2; i++) {
    APFloat part = apfloat_convert(parts[i], type_float_kind(element), ROUND_NEAREST_EVEN, NULL);
    words[i] = param_word(attr_float(parser_context(p), element, part));
  }
  words[2] = param_word(type_complex(parser_context(p), element));
  return attr_from_params(parser_context(p), def, words);
}

void print_complex_number(Printer *p, A attr) {
  print_text(p, "<:");
  print_type(p, type_element(attr_value_type(attr)));
  for (uint32_t i = 0; i < 2; i++) {
    print_text(p, i ? ", " : " ");
    print_attr_without_type(p, attr_param_attr(attr, i));
  }
  print_char(p, '>');
}

T complex_type_of_number(A attr) { return attr_param_type(attr, 2); }

// --- Verification

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

static bool is_number(A attr) { return attr_kind(attr) == ATTR_INTEGER || attr_kind(attr) == ATTR_FLOAT; }

bool verify_complex_constant(Verifier *v, const Operation *op) {
  const ArrayAttr *parts = (const ArrayAttr *)op_prop_at(op, COMPLEX_CONSTANT_VALUE);
  if (parts->count != 2) return REFUSE("requires 'value' to be a complex constant, represented as array of two values");
  if (!is_number(parts->items[0]) || !is_number(parts->items[1]))
    return REFUSE("requires attribute's elements to be float or integer attributes");
  T real = attr_value_type(parts->items[0]), imaginary = attr_value_type(parts->items[1]), element = type_element(op_result_type(op, 0));
  if (real == element && imaginary == element) return true;
  return REFUSE("requires attribute's element types ('%s', '%s') to match the element type of the op's return type ('%s')",
                TYPE_ARG(real), TYPE_ARG(imaginary), TYPE_ARG(element));
}

static bool is_complex(T type) { return type_kind(type) == TYPE_COMPLEX; }
static bool is_scalar(T type) { return type_kind(type) == TYPE_INTEGER || type_is_float(type); }

bool verify_complex_bitcast(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (from == to) return true;
  if (!is_scalar(from) && !is_complex(from)) return REFUSE("operand must be int/float/complex");
  if (!is_scalar(to) && !is_complex(to)) return REFUSE("result must be int/float/complex");
  if (is_complex(from) == is_complex(to)) return REFUSE("requires that either input or output has a complex type");
  T both = is_complex(from) ? from : to, scalar = is_complex(from) ? to : from;
  return (uint64_t)type_bits(type_element(both)) * 2 == type_bits(scalar) ? true : REFUSE("casting bitwidths do not match");
}

// ---------------------------------------------------------------------------------------------
// Operations
