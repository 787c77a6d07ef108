// convert-elementwise-to-linalg: arithmetic on whole tensors as linalg.generic
// (after mlir/lib/Dialect/Linalg/Transforms/ElementwiseToLinalg.cpp).
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "asm/params.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/build.h"
#include "ir/type.h"
#include "rewrite/conversion.h"

static bool is_on_tensors(const Operation *op) {
  if ((op->def->traits & TRAIT_ELEMENTWISE_MAPPABLE) != TRAIT_ELEMENTWISE_MAPPABLE) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_TENSOR) return true;
  return false;
}

// An operand of the type, or else an empty tensor as large as the first one.
static Value *destination(Conversion *c, const Operation *op, Value *const *operands, T type) {
  Builder *b = &c->b;
  const ShapedType *shape = type_as_shaped(type);
  Value *like = NULL;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) == type) return operands[i];
  for (uint32_t i = 0; i < op->operand_count && !like; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_TENSOR) like = operands[i];
  ValueVec sizes = {0};
  for (uint32_t i = 0; i < shape->rank; i++) {
    if (shape->dims[i] != DYNAMIC) continue;
    Value *index = ofr_to_value(b, OFR_NUMBER(i));
    vec_push(c->arena, &sizes, build_dim(b, like, index));
  }
  return build_empty(b, type, sizes.data, sizes.count);
}

static void build_body(Conversion *c, const Operation *op, Operation *generic) {
  Builder inside;
  Block *block = block_new(c->module);
  block_append(op_region(generic, 0), block);
  for (uint32_t i = 0; i < generic->operand_count; i++) block_add_arg(c->module, block, type_element(op_operand_type(generic, i)), value_loc(op_operand(generic, i)));
  builder_init(&inside, c->module);
  builder_at_end(&inside, block);
  inside.loc = op->loc;
  inside.created = c->b.created;
  inside.data = c->b.data;
  OpState *state = builder_begin_def(&inside, op->def);
  for (uint32_t i = 0; i < op->operand_count; i++) op_state_add_operand(state, block->args[i]);
  for (uint32_t i = 0; i < op->result_count; i++) op_state_add_type(state, type_element(op_result_type(op, i)));
  for (uint32_t i = 0; i < op->def->attr_count; i++) op_state_set_prop(state, i, op_prop_at(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  Operation *scalar = builder_finish_typed(&inside);
  ValueVec results = {0};
  for (uint32_t i = 0; i < scalar->result_count; i++) vec_push(c->arena, &results, op_result(scalar, i));
  build_linalg_yield(&inside, results.data, results.count);
}

static bool convert(Conversion *c, Operation *op, Value *const *operands) {
  if (!is_on_tensors(op)) return false;
  Context *ctx = c->ctx;
  uint32_t rank = 0;
  AffineMapVec maps = {0};
  IteratorVec iterators = {0};
  ValueVec inputs = {0}, inits = {0};
  for (uint32_t i = 0; i < op->result_count; i++) {
    rank = (uint32_t)type_as_shaped(op_result_type(op, i))->rank;
    vec_push(c->arena, &inits, destination(c, op, operands, op_result_type(op, i)));
  }
  for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
    bool is_scalar = i < op->operand_count && type_kind(op_operand_type(op, i)) != TYPE_TENSOR;
    vec_push(c->arena, &maps, is_scalar ? affine_map(ctx, rank, 0, NULL, 0) : affine_map_identity(ctx, rank));
  }
  for (uint32_t i = 0; i < rank; i++) vec_push(c->arena, &iterators, ITERATOR_PARALLEL);
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(c->arena, &inputs, operands[i]);
  Operation *generic = build_generic(&c->b, &inputs, &inits, &maps, iterator_types_attr(ctx, &iterators, c->arena), c->arena);
  build_body(c, op, generic);
  Value **values = arena_new(c->arena, Value *, op->result_count + 1u);
  for (uint32_t i = 0; values && i < op->result_count; i++) values[i] = op_result(generic, i);
  return values && convert_replace(c, op, values, op->result_count);
}

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  return is_on_tensors(op) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  const OpcodeSpace *all = pass->ctx->opcodes;
  for (uint32_t opcode = 0; all && opcode < all->count * OPCODE_CHUNK; opcode++) {
    const OpDef *def = opcode_def(all, opcode);
    if (!def || (def->traits & TRAIT_ELEMENTWISE_MAPPABLE) != TRAIT_ELEMENTWISE_MAPPABLE) continue;
    Pattern *pattern = arena_new(pass->arena, Pattern, 1);
    if (!pattern) return false;
    *pattern = (Pattern){.root = (uint16_t)opcode, .rewrite = convert, .name = "$root as linalg.generic"};
    conversion_add(&c, pattern, 1, NULL);
  }
  return conversion_run(&c, op);
}

const PassDef elementwise_to_linalg_pass = {
  .name = "convert-elementwise-to-linalg", .class_name = "ConvertElementwiseToLinalgPass",
  .summary = "Convert ElementwiseMappable ops to linalg", .works_on = "arith math", .makes = "linalg tensor arith", .run = run,
};
