// Operations that the vector dialect had in older releases, and their upgrades to today's.
#include "ops/vector.h"
#include "ops/gpu.h"

#include "ops/arith.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/custom.h"
#include "dialects/common/older.h"
#include "dialects/common/warp.h"

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

bool parse_vector_warp(Parser *p, OpState *state) { return parse_warp_form(p, state, VECTOR_WARP_EXECUTE_ON_LANE_0_UNTIL_19_WARP_SIZE, OP_VECTOR_YIELD); }

void print_vector_warp(Printer *p, const Operation *op) { print_warp_form(p, op, VECTOR_WARP_EXECUTE_ON_LANE_0_UNTIL_19_WARP_SIZE); }

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
