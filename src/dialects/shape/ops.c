// The shape dialect (https://mlir.llvm.org/docs/Dialects/ShapeDialect/).
#include "ops/shape.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/verifier.h"

static void print_arrow_types(Printer *p, const Operation *op, bool parens) {
  if (!op->result_count) return;
  print_text(p, parens ? " -> (" : " -> ");
  print_result_types(p, op, (Span){0, op->result_count});
  if (parens) print_char(p, ')');
}

static bool parse_attrs_behind(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

// --- shape.const_shape: attr-dict `[` extents `]` `:` type

bool parse_shape_const_shape(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  if (!parse_attrs_behind(p, state)) return false;
  uint32_t at = parser_loc(p);
  A list = parse_attr(p, NULL);
  if (!list) return false;
  if (attr_kind(list) != ATTR_ARRAY) return parser_error_at(p, at, "expected a list of extents");
  const ArrayAttr *extents = (const ArrayAttr *)list;
  int64_t count = (int64_t)extents->count;
  int64_t *values = arena_alloc(parser_scratch(p), (size_t)(count + 1) * sizeof *values);
  if (!values) return parser_out_of_memory(p, at);
  for (int64_t i = 0; i < count; i++) {
    if (attr_kind(extents->items[i]) != ATTR_INTEGER) return parser_error_at(p, at, "expected a list of extents");
    values[i] = attr_to_i64(extents->items[i]);
  }
  T tensor = type_tensor(ctx, &count, 1, ctx->types.index, NULL), type;
  op_state_set_prop(state, SHAPE_CONST_SHAPE_SHAPE, attr_dense(ctx, tensor, false, values, (uint64_t)count * sizeof *values));
  if (!parse_colon_type(p, &type)) return false;
  op_state_add_type(state, type);
  return true;
}

void print_shape_const_shape(Printer *p, const Operation *op) {
  static const char *const elided[] = {"shape", NULL};
  A shape = op_prop_at(op, SHAPE_CONST_SHAPE_SHAPE);
  print_optional_attr_dict(p, op, elided);
  print_text(p, " [");
  for (uint64_t i = 0, count = dense_count(shape); i < count; i++) {
    if (i) print_text(p, ", ");
    print_i64(p, attr_to_i64(dense_element_attr(printer_context(p), shape, i)));
  }
  print_text(p, "] : ");
  print_type(p, op_result_type(op, 0));
}

void name_shape_const_size(Printer *p, const Operation *op) {
  A value = op_prop_at(op, SHAPE_CONST_SIZE_VALUE);
  if (!value || attr_kind(value) != ATTR_INTEGER) return;
  Str name = arena_printf(&printer_module(p)->arena, "c%lld", (long long)attr_to_i64(value));
  printer_suggest_name(p, op_result(op, 0), name);
}

// --- shape.assuming: witness arrow-types? region attr-dict

bool parse_shape_assuming(Parser *p, OpState *state) {
  Operand witness;
  if (!parse_operand(p, &witness) || !resolve_one(p, state, &witness, type_from_params(parser_context(p), &shape_witness_type, NULL))) return false;
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, NULL, 0, false)) return false;
  ensure_terminator(p, body, OP_SHAPE_ASSUMING_YIELD, state->loc);
  return parse_attrs_behind(p, state);
}

void print_shape_assuming(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, 1});
  print_arrow_types(p, op, true);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, op->result_count > 0, true);
  print_optional_attr_dict(p, op, NULL);
}

bool verify_shape_assuming_all(Verifier *v, const Operation *op) {
  return op->operand_count || verify_fail(v, op, "no operands specified");
}

bool verify_shape_cstr_broadcastable(Verifier *v, const Operation *op) {
  return op->operand_count >= 2 || verify_fail(v, op, "required at least 2 input shapes");
}

// --- shape.reduce: `(` shape (`,` value)* `)` `:` type arrow-types? region attr-dict

bool parse_shape_reduce(Parser *p, OpState *state) {
  OperandVec operands = {0};
  T shape;
  uint32_t at = parser_loc(p);
  if (!parse_operand_list(p, &operands, DELIM_PAREN) || !parse_colon_type(p, &shape) || !parse_optional_arrow_type_list(p, &state->types)) return false;
  if (!operands.count) return parser_error_at(p, at, "expected the shape");
  OperandVec values = operands;
  values.data++, values.count--;
  if (!resolve_one(p, state, &operands.data[0], shape) || !resolve_operands(p, state, &values, state->types.data, state->types.count, at)) return false;
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, NULL, 0, false)) return false;
  ensure_terminator(p, body, OP_SHAPE_YIELD, state->loc);
  return parse_attrs_behind(p, state);
}

void print_shape_reduce(Printer *p, const Operation *op) {
  print_char(p, '(');
  print_operands(p, op, (Span){0, op->operand_count});
  print_text(p, ") : ");
  print_type(p, op_operand_type(op, 0));
  print_arrow_types(p, op, op->result_count > 1);
  print_char(p, ' ');
  print_region(p, &op->regions[0], true, true, false);
  print_optional_attr_dict(p, op, NULL);
}

bool verify_shape_reduce(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  uint32_t count = op->operand_count + 1;
  if (body->arg_count != count) return verify_fail(v, op, "ReduceOp body is expected to have %u arguments", count);
  if (!type_is_index(body->args[0]->type)) return verify_fail(v, op, "argument 0 of ReduceOp body is expected to be of IndexType");
  T extent = body->args[1]->type;
  if (op_operand_type(op, 0)->def == &shape_shape_type) {
    if (extent->def != &shape_size_type)
      return verify_fail(v, op, "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType");
  } else if (!type_is_index(extent)) {
    return verify_fail(v, op, "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor");
  }
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (body->args[i + 1]->type != op_operand_type(op, i))
      return verify_fail(v, op, "type mismatch between argument %u of ReduceOp body and initial value %u", i + 1, i - 1);
  return true;
}

bool verify_shape_yield(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  if (parent->result_count != op->operand_count) return verify_fail(v, op, "number of operands does not match number of results of its parent");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != op_result_type(parent, i)) return verify_fail(v, op, "types mismatch between yield op and its parent");
  return true;
}

// --- A result of a type that holds no error has operands that hold none.

static bool may_be_error(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const TypeDef *def = op_operand_type(op, i)->def;
    if (def == &shape_size_type || def == &shape_shape_type || def == &shape_value_shape_type) return true;
  }
  return false;
}

bool verify_shape_size(Verifier *v, const Operation *op) {
  if (!may_be_error(op) || op_result_type(op, 0)->def == &shape_size_type) return true;
  return verify_fail(v, op, "if at least one of the operands can hold error values then the result must be of type `size` to propagate them");
}

bool verify_shape_shape(Verifier *v, const Operation *op) {
  if (!may_be_error(op) || op_result_type(op, 0)->def == &shape_shape_type) return true;
  return verify_fail(v, op, "if at least one of the operands can hold error values then the result must be of type `shape` to propagate them");
}
