// promote-buffers-to-stack: small memory that does not leave the scope it is allocated in needs no heap
// (after mlir/lib/Dialect/Bufferization/Transforms/BufferOptimizations.cpp).
#include "ops/arith.h"
#include "ops/func.h"
#include "ops/memref.h"

#include "passes/bufferize/view_flow.h"

#include "dialects/dlti/data_layout.h"
#include "ir/constants.h"
#include "rewrite/pass.h"

static const PassOption option_bytes = {"max-alloc-size-in-bytes", OPTION_UINT, "1024", NULL,
  "Maximal size in bytes to promote allocations to stack."};
static const PassOption option_rank = {"max-rank-of-allocated-memref", OPTION_UINT, "1", NULL,
  "Maximal memref rank to promote dynamic buffers."};

typedef struct Promotion {
  PassRun *pass;
  ViewFlow flow;
  OpVec allocs;
} Promotion;

static WalkResult collect(Operation *op, void *data) {
  Promotion *self = data;
  if (op_is(op, OP_MEMREF_ALLOC)) vec_push(self->pass->arena, &self->allocs, op);
  return WALK_ADVANCE;
}

static bool is_small(const Promotion *self, const Operation *alloc) {
  const ShapedType *type = (const ShapedType *)op_result_type(alloc, 0);
  uint64_t rank = (uint64_t)pass_int(self->pass, &option_rank);
  if (!type_has_static_shape(&type->base)) {   // sizes that are ranks are small
    if (type->rank > rank) return false;
    for (uint32_t i = 0; i < alloc->operand_count; i++)
      if (!operand_defined_by(alloc, i, OP_MEMREF_RANK)) return false;
    return true;
  }
  DataLayout layout = data_layout_closest(alloc);
  uint64_t bits = data_layout_size_bits(&layout, self->pass->ctx, type->element);
  for (uint64_t i = 0; i < type->rank; i++) bits *= (uint64_t)type->dims[i];   // mlir-opt's numbers of 64 and 32 bits, which wrap
  return (int64_t)bits <= (int64_t)(uint32_t)((uint32_t)pass_int(self->pass, &option_bytes) * 8);
}

static bool is_freed(const Value *memory) {
  for (const Use *use = memory->uses; use; use = use->next)
    if (op_is(use->owner, OP_MEMREF_DEALLOC)) return true;
  return false;
}

static bool leaves(Promotion *self, const Region *region, Value *alloc) {
  ValueVec aliases = {0};
  view_flow_resolve(&self->flow, alloc, &aliases);
  for (uint32_t i = 0; i < aliases.count; i++)
    for (const Use *use = aliases.data[i]->uses; use; use = use->next)
      if (op_has(use->owner, TRAIT_TERMINATOR) && !use->owner->successor_count && use->owner->block->region == region) return true;
  return false;
}

static bool has_scope(Promotion *self, Value *alloc) {
  for (Region *region = value_block(alloc)->region; region && region->op; region = op_parent_region(region->op)) {
    if (op_has(region->op, TRAIT_ALLOCATION_SCOPE)) return !leaves(self, region, alloc);
    if (op_def_has_trait(region->op->def, TRAIT_ID_LOOP_LIKE)) return false;
  }
  return false;
}

static bool run(PassRun *pass, Operation *op) {
  Promotion self = {.pass = pass};
  view_flow_init(&self.flow, pass->arena, op);
  op_walk_pre(op, collect, &self);
  Builder b;
  builder_init(&b, pass->module);
  for (uint32_t i = 0; i < self.allocs.count; i++) {
    Operation *alloc = self.allocs.data[i];
    Value *memory = op_result(alloc, 0);
    if (!is_small(&self, alloc) || is_freed(memory) || !has_scope(&self, memory)) continue;
    builder_before(&b, alloc);
    OpState *state = builder_begin(&b, OP_MEMREF_ALLOCA);
    op_state_take_operands(state, alloc, 0, alloc->operand_count);
    op_state_take_types(state, alloc);
    op_state_take_prop(state, alloc, "alignment");
    op_state_take_prop(state, alloc, "operandSegmentSizes");
    for (uint32_t k = 0; k < alloc->attr_count; k++) op_state_set_attr(state, attr_str(alloc->attrs[k].name), alloc->attrs[k].value);
    value_replace_all(memory, builder_finish_value(&b));
    op_erase(alloc);
    pass->changed = true;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef promote_buffers_pass = {
  .name = "promote-buffers-to-stack", .class_name = "PromoteBuffersToStackPass",
  .summary = "Promotes heap-based allocations to automatically managed stack-based allocations", .works_on = "memref", .makes = "memref",
  .anchor = OP_FUNC_FUNC, .run = run, PASS_OPTIONS(&option_bytes, &option_rank),
};
