// Memory of a device: omp.target_allocmem.
#include "dialects/omp/omp.h"

// operand `:` type `,` type (`(` operands `:` types `)`)? (`,` operand)* attr-dict
bool parse_omp_target_allocmem(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand device;
  OperandVec lengths = {0}, shape = {0};
  TypeVec types = {0};
  NamedAttrVec attrs = {0};
  T device_type, type;
  if (!parse_operand(p, &device) || !parse_colon_type(p, &device_type) || !resolve_one(p, state, &device, device_type) || !parse_comma(p) ||
      !(type = parse_type(p)))
    return false;
  op_state_set_prop(state, OMP_TARGET_ALLOCMEM_IN_TYPE, attr_type(ctx, type));
  if (parser_consume_if(p, TOK_L_PAREN)) {
    uint32_t at = parser_loc(p);
    if (!parse_operand_list(p, &lengths, DELIM_NONE) || !parse_colon_type_list(p, &types) || !parse_r_paren(p) ||
        !resolve_operands(p, state, &lengths, types.data, types.count, at))
      return false;
  }
  while (parser_consume_if(p, TOK_COMMA)) {
    Operand *extent = vec_add(parser_scratch(p), &shape);
    *extent = (Operand){0};
    if (!parse_operand(p, extent)) return false;
  }
  if (!resolve_operands_same(p, state, &shape, ctx->types.index) || !parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)lengths.count, (int32_t)shape.count}, 3);
  op_state_add_type(state, ctx->types.i64);
  return true;
}

void print_omp_target_allocmem(Printer *p, const Operation *op) {
  static const char *const elided[] = {"in_type", "operandSegmentSizes", NULL};
  Span lengths = op_operands_named(op, "typeparams"), shape = op_operands_named(op, "shape");
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, ", ");
  print_attr(p, op_prop_at(op, OMP_TARGET_ALLOCMEM_IN_TYPE));
  if (span_size(lengths)) {
    print_char(p, '(');
    print_operands(p, op, lengths);
    print_text(p, " : ");
    print_operand_types(p, op, lengths);
    print_char(p, ')');
  }
  for (uint32_t i = shape.begin; i < shape.end; i++) {
    print_text(p, ", ");
    print_operand(p, op_operand(op, i));
  }
  print_optional_attr_dict(p, op, elided);
}
