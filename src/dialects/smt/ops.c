// Operations of the smt dialect: forms, names, folds, types of results, and verification.
#include "dialects/smt/smt.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/fold_util.h"
#include "ir/ir_diag.h"
#include "ir/verifier.h"

static bool take_attrs(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

// ---------------------------------------------------------------------------------------------
// smt.eq, smt.distinct: operands attr-dict `:` their type

bool parse_smt_equality(Parser *p, OpState *state) {
  OperandVec operands = {0};
  uint32_t at = parser_loc(p);
  T type;
  if (!parse_operand_list(p, &operands, DELIM_NONE) || !take_attrs(p, state) || !parse_colon_type(p, &type)) return false;
  op_state_add_type(state, type_from_params(parser_context(p), &smt_bool_type, NULL));
  TypeVec types = {0};
  for (uint32_t i = 0; i < operands.count; i++) vec_push(parser_scratch(p), &types, type);
  return resolve_operands(p, state, &operands, types.data, types.count, at);
}

void print_smt_equality(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// smt.bv.repeat: integer `times` operand attr-dict `:` type

bool parse_smt_repeat(Parser *p, OpState *state) {
  enum { MOST_BITS = 63 };
  uint32_t at = parser_loc(p), operand_at;
  APInt count;
  Operand operand;
  T type;
  if (!parse_wide_integer(p, &count) || !parse_keyword(p, "times")) return false;
  if (apint_is_negative(&count) || apint_is_zero(&count)) return parser_op_error_at(p, at, "integer must be positive");
  operand_at = parser_loc(p);
  if (!parse_operand(p, &operand) || !take_attrs(p, state) || !parse_colon_type(p, &type) || !resolve_one(p, state, &operand, type)) return false;
  if (!smt_is_bv(type)) return parser_op_error_at(p, operand_at, "input must have bit-vector type");
  if (apint_active_bits(&count) > MOST_BITS) return parser_op_error_at(p, at, "integer must fit into %d bits", MOST_BITS);
  uint64_t times = 0;
  int64_t width;
  apint_to_u64(&count, &times);
  if (__builtin_mul_overflow((int64_t)times, smt_bv_width(type), &width))
    return parser_op_error_at(p, at, "result bit-width (provided integer times bit-width of the input type) must fit into %d bits", MOST_BITS);
  op_state_add_type(state, smt_bv(parser_context(p), width));
  return true;
}

// As mlir-opt 22 divides: widths are taken in 32 bits.
static uint32_t narrow_width(T type) { return (uint32_t)smt_bv_width(type); }
static uint32_t count_of(const Operation *op) {
  uint32_t input = narrow_width(op_operand_type(op, 0));
  return input ? narrow_width(op_result_type(op, 0)) / input : 0;
}

void print_smt_repeat(Printer *p, const Operation *op) {
  T input = op_operand_type(op, 0);
  print_char(p, ' ');
  print_u64(p, count_of(op));
  print_text(p, " times ");
  print_operand(p, op_operand(op, 0));
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_type(p, input);
}

bool verify_smt_repeat(Verifier *v, const Operation *op) {
  uint32_t input = narrow_width(op_operand_type(op, 0));
  if (input && narrow_width(op_result_type(op, 0)) % input == 0) return true;
  return verify_fail(v, op, "result bit-vector width must be a multiple of the input bit-vector width");
}

// ---------------------------------------------------------------------------------------------
// Constants

bool parse_smt_int_constant(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  APInt value;
  if (!parse_wide_integer(p, &value)) return false;
  op_state_set_prop(state, SMT_INT_CONSTANT_VALUE, attr_integer(ctx, type_integer(ctx, value.width, UNSIGNED), &value));
  op_state_add_type(state, type_from_params(ctx, &smt_int_type, NULL));
  return take_attrs(p, state);
}

void print_smt_int_constant(Printer *p, const Operation *op) {
  static const char *const elided[] = {"value", NULL};
  print_char(p, ' ');
  smt_print_number(p, op_prop_at(op, SMT_INT_CONSTANT_VALUE));
  print_optional_attr_dict(p, op, elided);
}

static void suggest_number(Printer *p, const Operation *op, A number, bool with_width) {
  StrBuf name;
  strbuf_init(&name, &printer_context(p)->mem);
  APInt value = attr_int(number);
  strbuf_char(&name, 'c');
  apint_print(&name, &value, true);
  if (with_width) strbuf_printf(&name, "_bv%u", value.width);
  printer_suggest_name(p, op_result(op, 0), strbuf_view(&name));
  strbuf_free(&name);
}

void smt_int_constant_names(Printer *p, const Operation *op) { suggest_number(p, op, op_prop_at(op, SMT_INT_CONSTANT_VALUE), false); }
void smt_bv_constant_names(Printer *p, const Operation *op) {
  suggest_number(p, op, attr_param_attr(op_prop_at(op, SMT_BV_CONSTANT_VALUE), 0), true);
}
void smt_constant_names(Printer *p, const Operation *op) {
  printer_suggest_name(p, op_result(op, 0), attr_to_bool(op_prop_at(op, SMT_CONSTANT_VALUE)) ? STR("true") : STR("false"));
}
void smt_declared_names(Printer *p, const Operation *op) {
  A prefix = op_prop_at(op, SMT_DECLARE_FUN_NAME_PREFIX);
  if (prefix && attr_str(prefix).size) printer_suggest_name(p, op_result(op, 0), attr_str(prefix));
}

bool fold_smt_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, 0));
}

// Numbers do not become constants again: their attributes have no type of this dialect.
Operation *materialize_smt_constant(Folder *f, A value, T type, Loc loc) {
  Builder *b = f->builder;
  bool is_bv = smt_is_bv(type) && attr_is(value, &smt_bv_attr), is_bool = type->def == &smt_bool_type && attr_kind(value) == ATTR_INTEGER;
  if (!is_bv && !is_bool) return NULL;
  b->loc = loc;
  OpState *state = builder_begin(b, is_bv ? OP_SMT_BV_CONSTANT : OP_SMT_CONSTANT);
  op_state_set_prop(state, 0, value);
  op_state_add_type(state, type);
  return builder_finish(b);
}

// ---------------------------------------------------------------------------------------------
// Types of results

bool infer_smt_bv_constant(Context *ctx, OpState *state) {
  (void)ctx;
  A value = op_state_prop(state, SMT_BV_CONSTANT_VALUE);
  if (!value || !attr_is(value, &smt_bv_attr)) return false;
  op_state_add_type(state, attr_value_type(value));
  return true;
}

bool infer_smt_concat(Context *ctx, OpState *state) {
  if (state->operands.count != 2) return false;
  T lhs = state->operands.data[0]->type, rhs = state->operands.data[1]->type;
  if (!smt_is_bv(lhs) || !smt_is_bv(rhs)) return false;
  op_state_add_type(state, smt_bv(ctx, (int64_t)((uint64_t)smt_bv_width(lhs) + (uint64_t)smt_bv_width(rhs))));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Verification

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)

bool verify_smt_equality(Verifier *v, const Operation *op) {
  return op->operand_count >= 2 || REFUSE("'inputs' must have at least size 2, but got %u", op->operand_count);
}

bool verify_smt_extract(Verifier *v, const Operation *op) {
  uint32_t low = (uint32_t)op_prop_i64_at(op, SMT_BV_EXTRACT_LOW_BIT), length = narrow_width(op_result_type(op, 0));
  uint32_t width = narrow_width(op_operand_type(op, 0));
  if (low + length <= width) return true;
  return REFUSE("range to be extracted is too big, expected range starting at index %u of length %u requires input width of at least %u, but the input width is only %u",
                low, length, low + length, width);
}

static bool yields(const Region *region, const Operation *op) {
  const Operation *yield = block_terminator(region->first);
  if (!yield || yield->operand_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_operand_type(yield, i) != op_result_type(op, i)) return false;
  return true;
}

bool verify_smt_check(Verifier *v, const Operation *op) {
  static const char *const names[] = {"sat", "unknown", "unsat"};
  for (uint32_t i = 0; i < countof(names); i++)
    if (!yields(&op->regions[i], op)) return REFUSE("types of yielded values in '%s' region must match return values", names[i]);
  return true;
}

bool verify_smt_solver(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  if (!yields(&op->regions[0], op)) return REFUSE("types of yielded values must match return values");
  bool same = body->arg_count == op->operand_count;
  for (uint32_t i = 0; same && i < body->arg_count; i++) same = body->args[i]->type == op_operand_type(op, i);
  return same || REFUSE("block argument types must match the types of the 'inputs'");
}

// Quantifiers: the first region is what holds, those behind it are patterns.

bool verify_smt_quantifier_patterns(Verifier *v, const Operation *op) {
  bool without = op_prop_at(op, op_is(op, OP_SMT_FORALL) ? SMT_FORALL_NO_PATTERN : SMT_EXISTS_NO_PATTERN) != NULL;
  return !without || op->region_count == 1 || REFUSE("patterns and the no_pattern attribute must not be specified at the same time");
}

static bool is_smt(const Operation *op) { return str_starts_with(op_name(op), STR("smt.")); }
static WalkResult stop_at_wrong(Operation *op, void *data) {
  if (is_smt(op) && !op_is(op, OP_SMT_FORALL) && !op_is(op, OP_SMT_EXISTS)) return WALK_ADVANCE;
  *(Operation **)data = op;
  return WALK_STOP;
}

static bool verify_pattern(Verifier *v, const Operation *op, uint32_t number) {
  const Block *body = op->regions[0].first, *pattern = op->regions[number + 1].first;
  bool same = body->arg_count == pattern->arg_count;
  for (uint32_t i = 0; same && i < body->arg_count; i++) same = body->args[i]->type == pattern->args[i]->type;
  if (!same) return REFUSE("block argument number and types of the 'body' and 'patterns' region #%u must match", number);
  const Operation *yield = block_terminator(pattern);
  if (!yield || !yield->operand_count) return REFUSE("'patterns' region #%u must have at least one yielded value", number);
  Operation *wrong = NULL;
  for (Operation *inner = pattern->first; inner && !wrong; inner = inner->next) op_walk_post(inner, stop_at_wrong, &wrong);
  if (!wrong) return true;
  Diag *diag = is_smt(wrong) ? op_error(v->module, op, "the 'patterns' region #%u must not contain any variable binding operations", number)
                             : op_error(v->module, op, "the 'patterns' region #%u may only contain SMT dialect operations", number);
  diag_note_at(v->module, diag, wrong->loc, is_smt(wrong) ? "first violating operation here" : "first non-SMT operation here");
  return false;
}

bool verify_smt_quantifier(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  A names = op_prop_at(op, op_is(op, OP_SMT_FORALL) ? SMT_FORALL_BOUND_VAR_NAMES : SMT_EXISTS_BOUND_VAR_NAMES);
  if (names && ((const ArrayAttr *)names)->count != body->arg_count) return REFUSE("number of bound variable names must match number of block arguments");
  for (uint32_t i = 0; i < body->arg_count; i++)
    if (!smt_is_plain_value(body->args[i]->type)) return REFUSE("bound variables must by any non-function SMT value");
  const Operation *yield = block_terminator(body);
  if (!yield || yield->operand_count != 1) return REFUSE("must have exactly one yielded value");
  if (op_operand_type(yield, 0)->def != &smt_bool_type) return REFUSE("yielded value must be of '!smt.bool' type");
  for (uint32_t i = 0; i + 1 < op->region_count; i++)
    if (!verify_pattern(v, op, i)) return false;
  return true;
}
