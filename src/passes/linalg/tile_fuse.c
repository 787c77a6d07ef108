// Fusing producers into tiled loops (after tileConsumerAndFuseProducersUsingSCF of mlir/lib/Dialect/SCF/Transforms/TileUsingInterface.cpp).
#include "ops/linalg.h"
#include "ops/scf.h"
#include "ops/tensor.h"

#include "dialects/scf/build.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"

bool loop_inits_of(const Operation *loop, Span *out) {
  if (!op_is(loop, OP_SCF_FOR) && !op_is(loop, OP_SCF_FORALL)) return false;
  *out = op_is(loop, OP_SCF_FOR) ? op_operands_named(loop, "initArgs") : forall_outputs(loop);
  return true;
}

Value *loop_arg_of(const Operation *loop, uint32_t operand) {
  const Block *body = loop->regions[0].first;
  Span inits = {0, 0};
  loop_inits_of(loop, &inits);
  return body->args[body->arg_count - span_size(inits) + operand - inits.begin];
}

// Where the slices come from: through arguments of the loops to what those begin with. `outermost` is the operand of the outermost loop
// that it was; NULL: the slice is of no argument of theirs, or of one that stops in between.
static Value *source_outside(const Operation *slice, const OpVec *loops, Use **outermost) {
  Value *value = op_operand(slice, 0);
  *outermost = NULL;
  for (uint32_t k = loops->count; k > 0 && value_arg_block(value); k--) {
    Operation *loop = loops->data[k - 1];
    const Block *body = op_region(loop, 0)->first;
    Span inits;
    if (value_arg_block(value) != body || !loop_inits_of(loop, &inits)) break;
    Use *init = &loop->operands[inits.end - (body->arg_count - value->index)];
    value = init->value;
    if (k == 1) *outermost = init;
  }
  return value;
}

static bool has_unit_strides(OffsetsSizesStrides slice) {
  for (uint32_t i = 0; i < slice.strides.count; i++)
    if (!ofr_is(ofr_fold(slice.strides.items[i]), 1)) return false;
  return true;
}

// As upstream does, the producer and the slice are copied to where the slice is, and stay there when the producer cannot be tiled.
static const char *fuse_slice(Module *module, Arena *arena, Operation *slice, const OpVec *loops, OpVec *slices, OpVec *fused) {
  Use *outermost;
  Value *value = source_outside(slice, loops, &outermost), *init = NULL;
  Operation *producer = value_def(value);
  if (!producer) return NULL;
  bool is_structured = ask_linalg_op(producer->def) != NULL;
  if (tiling_is_missing(producer)) return "one of the producers cannot be tiled: Rung tiles structured operations of linalg";
  if (outermost && !is_structured && op_def_has_trait(producer->def, TRAIT_ID_DESTINATION_STYLE))
    return "what the loops write to is the result of an operation that Rung cannot fuse yet";
  uint32_t result = value->index, operand = structured_inits(producer).begin + result;
  Operation *clone = op_clone(module, producer, NULL);
  if (outermost && is_structured) {
    init = op_operand(producer, operand);
    op_set_operand(clone, operand, op_operand(slice, 0));
  }
  op_insert_before(clone, slice);
  Operation *part = op_clone(module, slice, NULL);
  op_set_operand(part, 0, op_result(clone, result));
  op_insert_before(part, slice);
  OffsetsSizesStrides of = offsets_sizes_strides(slice, arena);
  Tiling tiling;
  Tile tile;
  if (!is_structured || !has_unit_strides(of)) return NULL;
  if (!tiling_of(&tiling, module, arena, clone)) return "the maps of one of the producers cannot be told";
  builder_before(&tiling.b, slice);
  tiling.b.loc = producer->loc;
  if (!tile_for_result(&tiling, result, &of, &tile)) return NULL;
  Operation *tiled = tile_part(&tiling, &tile, NULL, slices);
  if (op_result_type(tiled, result) != op_result_type(slice, 0)) return "a slice has fewer dimensions than what it is of, which Rung cannot fuse yet";
  value_replace_all(op_result(slice, 0), op_result(tiled, result));
  op_erase(part);
  op_erase(clone);
  if (init) op_set_operand(loops->data[0], (uint32_t)(outermost - loops->data[0]->operands), init);
  for (uint32_t i = 0; i < fused->count; i++)
    if (fused->data[i] == producer) return NULL;
  vec_push(arena, fused, producer);
  return NULL;
}

const char *fuse_producers(Module *module, Arena *arena, const Tiled *tiled, OpVec *fused) {
  OpVec slices = {0};
  for (uint32_t i = 0; i < tiled->slices.count; i++) vec_push(arena, &slices, tiled->slices.data[i]);
  for (uint32_t i = 0; i < slices.count && !module->context->mem.exhausted; i++) {
    if (!op_is(slices.data[i], OP_TENSOR_EXTRACT_SLICE)) continue;
    const char *wrong = fuse_slice(module, arena, slices.data[i], &tiled->loops, &slices, fused);
    if (wrong) return wrong;
  }
  return NULL;
}
