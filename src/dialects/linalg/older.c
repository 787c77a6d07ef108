// Operations of linalg as older releases had them.
#include "ops/linalg.h"

#include "dialects/common/older.h"
#include "dialects/linalg/build.h"
#include "dialects/linalg/hooks.h"

#include "asm/params.h"

// Up to LLVM 19 the mapper did not take the element of the init.
bool upgrade_linalg_map(Module *module, Operation *op) {
  Block *mapper = op->regions[0].first;
  if (!mapper || !op->operand_count) return true;
  block_add_arg(module, mapper, type_element(op_operand_type(op, op->operand_count - 1)), op->loc);
  return upgrade_to_op(module, op, OP_LINALG_MAP);
}

bool downgrade_linalg_map(Module *module, Operation *op) {
  Block *mapper = op->regions[0].first;
  // A mapper that takes the element cannot be said otherwise: it stays.
  if (!mapper || !mapper->arg_count || mapper->args[mapper->arg_count - 1]->uses) return true;
  block_erase_arg(mapper, mapper->arg_count - 1);
  return upgrade_to_op(module, op, OP_LINALG_MAP_UNTIL_19);
}

// Begin the operation of that opcode with the same operands and results.
static OpState *begin_same(Builder *b, const Operation *op, uint32_t opcode) {
  Span inits = structured_inits(op);
  OpState *state = builder_begin(b, opcode);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inits.begin, (int32_t)(inits.end - inits.begin)}, 2);
  return state;
}

static A maps_attr(Context *ctx, const Operation *op, Arena *arena) {
  AffineMapVec maps = {0};
  AttrVec attrs = {0};
  if (!maps_of_named(ctx, op, arena, &maps)) return NULL;
  for (uint32_t i = 0; i < maps.count; i++) vec_push(arena, &attrs, attr_affine_map(ctx, maps.data[i]));
  return attr_array(ctx, attrs.data, attrs.count);
}

// Products with a transposed matrix are products with other maps.
bool upgrade_linalg_transposed(Module *module, Operation *op) {
  bool is_batch = op_is(op, OP_LINALG_BATCH_MATMUL_TRANSPOSE_A_UNTIL_19) || op_is(op, OP_LINALG_BATCH_MATMUL_TRANSPOSE_B_UNTIL_19);
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, is_batch ? OP_LINALG_BATCH_MATMUL : OP_LINALG_MATMUL);
  A maps = maps_attr(b.ctx, op, state->arena), cast = op_prop(op, "cast");
  if (maps) op_state_set_attr(state, STR("indexing_maps"), maps);
  if (cast) op_state_set_attr(state, STR("cast"), cast);
  upgrade_finish(&b, state, op);
  return true;
}

bool upgrade_linalg_matmul_unsigned(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, OP_LINALG_MATMUL);
  uint64_t word = LINALG_TYPE_FN_CAST_UNSIGNED;
  op_state_set_prop(state, LINALG_MATMUL_INDEXING_MAPS, maps_attr(b.ctx, op, state->arena));
  op_state_set_prop(state, LINALG_MATMUL_CAST, attr_from_params(b.ctx, &linalg_type_fn_attr, &word));
  upgrade_finish(&b, state, op);
  return true;
}

// The operation that is named after the function; 0: there is none.
static uint32_t named_after(const EnumDef *functions, int64_t fun) {
  static const struct { const char *name; uint32_t opcode; } named[] = {
    {"exp", OP_LINALG_EXP}, {"log", OP_LINALG_LOG}, {"abs", OP_LINALG_ABS}, {"ceil", OP_LINALG_CEIL}, {"floor", OP_LINALG_FLOOR}, {"negf", OP_LINALG_NEGF},
    {"reciprocal", OP_LINALG_RECIPROCAL}, {"round", OP_LINALG_ROUND}, {"sqrt", OP_LINALG_SQRT}, {"rsqrt", OP_LINALG_RSQRT}, {"square", OP_LINALG_SQUARE},
    {"tanh", OP_LINALG_TANH}, {"erf", OP_LINALG_ERF}, {"add", OP_LINALG_ADD}, {"sub", OP_LINALG_SUB}, {"mul", OP_LINALG_MUL}, {"div", OP_LINALG_DIV},
    {"div_unsigned", OP_LINALG_DIV_UNSIGNED}, {"max_signed", OP_LINALG_MAX}, {"min_signed", OP_LINALG_MIN}, {"powf", OP_LINALG_POWF},
  };
  const char *name = enum_name(functions, fun);
  for (size_t i = 0; name && i < countof(named); i++)
    if (!strcmp(named[i].name, name)) return named[i].opcode;
  return 0;
}

// A function that an attribute said is the operation of that name; one that casts, or has no such operation, is said by its body.
bool upgrade_linalg_elemwise(Module *module, Operation *op) {
  A fun = op_prop(op, "fun");
  const EnumDef *functions = op_is(op, OP_LINALG_ELEMWISE_UNARY_UNTIL_19) ? &linalg_unary_fn : &linalg_binary_fn;
  T element = op->operand_count ? element_or_self(op_operand_type(op, op->operand_count - 1)) : NULL;
  uint32_t opcode = named_after(functions, fun ? (int64_t)attr_param(fun, 0) : 0);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (element_or_self(op_operand_type(op, i)) != element) opcode = 0;
  Builder b = upgrade_begin(module, op);
  OpState *state = begin_same(&b, op, opcode ? opcode : OP_LINALG_GENERIC);
  if (!opcode) {
    IteratorVec iterators = {0};
    iterators_of_named(op, state->arena, &iterators);
    op_state_set_prop(state, LINALG_GENERIC_INDEXING_MAPS, maps_attr(b.ctx, op, state->arena));
    op_state_set_prop(state, LINALG_GENERIC_ITERATOR_TYPES, iterator_types_attr(b.ctx, &iterators, state->arena));
  }
  upgrade_finish(&b, state, op);
  return true;
}
