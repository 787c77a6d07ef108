// Operations that the vector dialect had in older releases, and their upgrades to today's.
#include "ops/vector.h"
#include "ops/gpu.h"

#include "ops/arith.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/custom.h"
#include "dialects/common/older.h"

// custom<VectorAndElement>(type($vector), type($element)): the type of the vector
static bool parse_vector_and_element(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  if (!type_is_vector(type)) return parser_op_error_at(p, at, "expected a vector type, but got '%s'", type_text(parser_context(p), type));
  custom_add_type(p, &args[0], type);
  custom_add_type(p, &args[1], type_element(type));
  return true;
}

static void print_vector_and_element(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[0], 0));
}

static const CustomDirective directives[] = {
  {"VectorAndElement", parse_vector_and_element, print_vector_and_element, NULL, NULL},
  {0},
};

void init_vector(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

// The position, of any integer type then, as an index; NULL: the vector has rank 0.
static Value *position_as_index(Builder *b, const Operation *op, uint32_t operand) {
  if (operand >= op->operand_count) return NULL;
  Value *position = op_operand(op, operand);
  T index = b->ctx->types.index;
  return position->type == index ? position : build1(b, OP_ARITH_INDEX_CAST, index, position);
}

static void finish_with_position(Builder *b, OpState *state, uint32_t slot, Value *position, Operation *op) {
  int64_t dynamic = INT64_MIN;
  if (position) op_state_add_operand(state, position);
  op_state_set_prop(state, slot, attr_i64_array(b->ctx, &dynamic, position ? 1 : 0));
  op_state_add_type(state, op_result_type(op, 0));
  upgrade_finish(b, state, op);
}

bool upgrade_vector_extractelement(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  Value *position = position_as_index(&b, op, 1);
  OpState *state = builder_begin(&b, OP_VECTOR_EXTRACT);
  op_state_add_operand(state, op_operand(op, 0));
  finish_with_position(&b, state, VECTOR_EXTRACT_STATIC_POSITION, position, op);
  return true;
}

bool upgrade_vector_insertelement(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  Value *position = position_as_index(&b, op, 2);
  OpState *state = builder_begin(&b, OP_VECTOR_INSERT);
  op_state_add_operand2(state, op_operand(op, 0), op_operand(op, 1));
  finish_with_position(&b, state, VECTOR_INSERT_STATIC_POSITION, position, op);
  return true;
}

bool upgrade_vector_splat(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  return upgrade_replace(op, build1(&b, OP_VECTOR_BROADCAST, op_result_type(op, 0), op_operand(op, 0)));
}

// Up to LLVM 11, of std: any number of positions
bool upgrade_vector_extract_element(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_VECTOR_EXTRACT);
  I64Vec position = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    op_state_add_operand(state, op_operand(op, i));
    if (i) vec_push(state->arena, &position, DYNAMIC);
  }
  op_state_set_prop(state, VECTOR_EXTRACT_STATIC_POSITION, attr_i64_array(b.ctx, position.data, position.count));
  op_state_add_type(state, op_result_type(op, 0));
  upgrade_finish(&b, state, op);
  return true;
}

// warp ::= `(` lane `)` `[` size `]` (`args` `(` operands `:` types `)`)? (`->` `(` types `)`)? region attr-dict
bool parse_vector_warp(Parser *p, OpState *state) {
  Operand lane;
  OperandVec args = {0};
  TypeVec types = {0};
  int64_t size;
  T index = parser_context(p)->types.index;
  if (!parse_l_paren(p) || !parse_operand(p, &lane) || !parse_r_paren(p) || !parse_l_square(p) || !parse_integer(p, &size) ||
      !parse_r_square(p) || !resolve_one(p, state, &lane, index))
    return false;
  op_state_set_prop(state, VECTOR_WARP_EXECUTE_ON_LANE_0_UNTIL_19_WARP_SIZE, attr_i64(parser_context(p), parser_context(p)->types.i64, size));
  if (parse_optional_keyword(p, "args") &&
      (!parse_l_paren(p) || !parse_operand_list(p, &args, DELIM_NONE) || !parse_colon_type_list(p, &types) || !parse_r_paren(p)))
    return false;
  if (!resolve_operands(p, state, &args, types.data, types.count, parser_name_loc(p)) || !parse_optional_arrow_type_list(p, &state->types)) return false;
  Region *body = op_state_add_region(state);
  if (!parse_region(p, body, NULL, 0, false)) return false;
  ensure_terminator(p, body, OP_VECTOR_YIELD, state->loc);
  return parse_optional_attr_dict(p, &state->attrs);
}

void print_vector_warp(Printer *p, const Operation *op) {
  static const char *const elided[] = {"warp_size", NULL};
  print_char(p, '(');
  print_operand(p, op_operand(op, 0));
  print_text(p, ")[");
  print_i64(p, op_prop_i64_at(op, VECTOR_WARP_EXECUTE_ON_LANE_0_UNTIL_19_WARP_SIZE));
  print_char(p, ']');
  if (op->operand_count > 1) {
    Span args = {1, op->operand_count};
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
  print_region(p, &op->regions[0], true, op->result_count > 0, false);
  print_optional_attr_dict(p, op, elided);
}

// The same operation is one of gpu's today, a pack.
static void become_gpu_op(Module *module, Operation *op, uint32_t opcode) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, opcode);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  if (op_prop(op, "warp_size")) op_state_take_prop(state, op, "warp_size");
  upgrade_finish(&b, state, op);
}

bool upgrade_vector_warp(Module *module, Operation *op) {
  Block *body = op->regions[0].first;
  if (dialect_is_absent(&gpu_dialect)) return false;
  if (body && op_is(body->last, OP_VECTOR_YIELD)) become_gpu_op(module, body->last, OP_GPU_YIELD);
  become_gpu_op(module, op, OP_GPU_WARP_EXECUTE_ON_LANE_0);
  return true;
}

// Nothing was known to be in bounds where it was not said.
bool complete_transfer(Module *module, Operation *op) {
  A map = op_prop(op, "permutation_map");
  if (!map || attr_kind(map) != ATTR_AFFINE_MAP) return true;   // the verifier says so
  uint32_t count = ((const MapAttr *)map)->map->result_count;
  A *bounds = arena_new(&module->arena, A, count + 1);
  if (!bounds) return true;
  for (uint32_t i = 0; i < count; i++) bounds[i] = module->context->attrs.false_;
  op_set_attr(module, op, STR("in_bounds"), attr_array(module->context, bounds, count));
  return true;
}
