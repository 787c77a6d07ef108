// The form of warp_execute_on_lane_0: see warp.h.
#include "dialects/common/warp.h"

bool parse_warp_form(Parser *p, OpState *state, uint32_t size_slot, uint32_t yield) {
  Context *ctx = parser_context(p);
  Region *region = op_state_add_region(state);
  Operand lane;
  OperandVec args = {0};
  TypeVec types = {0};
  int64_t size;
  uint32_t at = 0;
  if (!parse_l_paren(p) || !parse_operand(p, &lane) || !parse_r_paren(p) || !parse_l_square(p) || !parse_integer(p, &size) || !parse_r_square(p)) return false;
  op_state_set_prop(state, size_slot, attr_i64(ctx, ctx->types.i64, size));
  if (!resolve_one(p, state, &lane, ctx->types.index)) return false;
  if (parse_optional_keyword(p, "args")) {
    if (!parse_l_paren(p)) return false;
    at = parser_loc(p);
    if (!parse_operand_list(p, &args, DELIM_NONE) || !parse_colon_type_list(p, &types) || !parse_r_paren(p)) return false;
  }
  NamedAttrVec attrs = {0};
  if (!resolve_operands(p, state, &args, types.data, types.count, at) || !parse_optional_arrow_type_list(p, &state->types) ||
      !parse_region(p, region, NULL, 0, false))
    return false;
  ensure_terminator(p, region, yield, state->loc);
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

void print_warp_form(Printer *p, const Operation *op, uint32_t size_slot) {
  static const char *const elided[] = {"warp_size", NULL};
  print_char(p, '(');
  print_operand(p, op_operand(op, 0));
  print_text(p, ")[");
  print_i64(p, op_prop_i64_at(op, size_slot));
  print_char(p, ']');
  Span args = {1, op->operand_count};
  if (span_size(args)) {
    print_text(p, " args(");
    print_operands(p, op, args);
    print_text(p, " : ");
    print_operand_types(p, op, args);
    print_char(p, ')');
  }
  if (op->result_count) {
    print_text(p, " -> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], true, op->result_count != 0, false);
  print_optional_attr_dict(p, op, elided);
}
