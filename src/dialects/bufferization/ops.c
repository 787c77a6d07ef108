// The bufferization dialect: forms, effects and folds of its operations.
#include "ops/bufferization.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/constants.h"
#include "ops/op_interfaces.h"

// alloc-tensor ::= `(` operands `)` (`copy` `(` operand `)`)? (`size_hint` `=` operand)? attr-dict `:` type
bool parse_bufferization_alloc_tensor(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  OperandVec sizes = {0};
  Operand copy, hint;
  NamedAttrVec attrs = {0};
  T type;
  if (!parse_operand_list(p, &sizes, DELIM_PAREN)) return false;
  bool copies = parse_optional_keyword(p, "copy");
  if (copies && (!parse_l_paren(p) || !parse_operand(p, &copy) || !parse_r_paren(p))) return false;
  bool has_hint = parse_optional_keyword(p, "size_hint");
  if (has_hint && (!parse_equal(p) || !parse_operand(p, &hint))) return false;
  if (!parse_optional_attr_dict(p, &attrs) || !parse_colon(p)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  uint32_t at = parser_loc(p);
  if (!(type = parse_type(p))) return false;
  if (!type_is_tensor(type) && !type_is_unknown(type)) return parser_op_error_at(p, at, "invalid kind of type specified");
  op_state_add_type(state, type);
  if (!resolve_operands_same(p, state, &sizes, ctx->types.index) || (copies && !resolve_one(p, state, &copy, type)) ||
      (has_hint && !resolve_one(p, state, &hint, ctx->types.index)))
    return false;
  op_state_operand_segments(state, (const int32_t[]){(int32_t)sizes.count, copies, has_hint}, 3);
  return true;
}

void print_bufferization_alloc_tensor(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", NULL};
  Span sizes = op_operands_named(op, "dynamic_sizes"), copy = op_operands_named(op, "copy"), hint = op_operands_named(op, "size_hint");
  print_char(p, '(');
  print_operands(p, op, sizes);
  print_char(p, ')');
  if (span_size(copy)) {
    print_text(p, " copy(");
    print_operand(p, op_operand(op, copy.begin));
    print_char(p, ')');
  }
  if (span_size(hint)) {
    print_text(p, " size_hint=");
    print_operand(p, op_operand(op, hint.begin));
  }
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_result_type(op, 0));
}

// A condition for each memref that is retained.
bool infer_bufferization_dealloc(Context *ctx, OpState *state) {
  A sizes = op_state_attr(state, STR("operandSegmentSizes"));
  if (!sizes || attr_kind(sizes) != ATTR_DENSE_ARRAY || ((const DenseArrayAttr *)sizes)->count != 3) return false;
  for (int64_t i = dense_array_i64(sizes, 2); i > 0; i--) op_state_add_type(state, ctx->types.i1);
  return true;
}

// --- Effects

uint32_t effects_of_bufferization_clone(const Operation *op) {
  (void)op;
  return EFFECT_READ | EFFECT_WRITE | EFFECT_ALLOC;
}

uint32_t effects_of_to_tensor(const Operation *op) {
  (void)op;
  return EFFECT_READ;
}

// A memref is written; what a tensor says is not an effect.
uint32_t effects_of_materialize(const Operation *op) { return type_is_memref(op_operand_type(op, 1)) ? EFFECT_WRITE : 0; }

// --- Folds

bool fold_bufferization_to_buffer(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const Operation *tensor = operand_defined_by(op, 0, OP_BUFFERIZATION_TO_TENSOR);
  return tensor && op_operand_type(tensor, 0) == op_result_type(op, 0) && fold_to_value(folder, op_operand(tensor, 0));
}

// Nothing may have been written in between: only an operation right before it is looked through.
bool fold_bufferization_to_tensor(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  const Operation *buffer = operand_defined_by(op, 0, OP_BUFFERIZATION_TO_BUFFER);
  return buffer && buffer->next == op && op_operand_type(buffer, 0) == op_result_type(op, 0) && fold_to_value(folder, op_operand(buffer, 0));
}
