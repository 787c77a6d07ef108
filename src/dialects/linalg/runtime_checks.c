// Whether a structured operation stays within its operands, checked before it runs
// (after mlir/lib/Dialect/Linalg/Transforms/RuntimeOpVerification.cpp).
#include "ops/arith.h"
#include "ops/index.h"
#include "ops/linalg.h"
#include "ops/scf.h"

#include "asm/params.h"
#include "dialects/affine/apply.h"
#include "dialects/common/runtime_checks.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"

static Value *build_compare(Checker *c, int64_t predicate, Value *a, Value *b) {
  uint64_t word = (uint64_t)predicate;
  OpState *state = builder_begin(&c->b, OP_INDEX_CMP);
  op_state_add_operand2(state, a, b);
  op_state_set_prop(state, INDEX_CMP_PRED, attr_from_params(c->b.ctx, &index_cmp_predicate_attr, &word));
  op_state_add_type(state, type_integer(c->b.ctx, 1, SIGNLESS));
  return builder_finish_value(&c->b);
}

static Value *build_folded(Checker *c, uint32_t opcode, Value *a, Value *b) {
  return build_or_fold(&c->b, build2(&c->b, opcode, c->b.ctx->types.index, a, b), c->arena);
}

static Value *compare_folded(Checker *c, int64_t predicate, Value *a, Value *b) {
  return build_or_fold(&c->b, build_compare(c, predicate, a, b), c->arena);
}

// The block that is entered when every loop runs at least once.
static Block *build_guard(Checker *c, const OpFoldResult *ends, uint32_t loops) {
  Value *all = NULL;
  for (uint32_t i = 0; i < loops; i++) {
    Value *start = build_index(&c->b, 0), *end = ofr_to_value(&c->b, ends[i]);
    Value *runs = build_compare(c, INDEX_INDEX_CMP_PREDICATE_SLT, start, end);
    all = all ? build_binary(&c->b, OP_ARITH_ANDI, all, runs) : runs;
  }
  if (!all) return NULL;
  OpState *state = builder_begin(&c->b, OP_SCF_IF);
  op_state_add_operand(state, all);
  Block *block = block_new(c->b.module);
  block_append(op_state_add_region(state), block);
  op_state_add_region(state);
  builder_finish(&c->b);
  builder_at_end(&c->b, block);
  c->b.loc = c->op->loc;
  return block;
}

// The first and the last index of each dimension lie within the operand. A dimension that is a loop has just its size.
static void check_operand(Checker *c, uint32_t operand, const AffineMap *map, const OpFoldResult *starts, const OpFoldResult *lasts, Value *zero, Value *one) {
  uint32_t rank = map->result_count;
  OpFoldResult *first = arena_new(c->arena, OpFoldResult, rank + 1), *last = arena_new(c->arena, OpFoldResult, rank + 1);
  if (!first || !last) return;
  for (uint32_t i = 0; i < rank; i++) first[i] = compose_apply(&c->b, affine_map(c->b.ctx, map->dim_count, map->symbol_count, &map->results[i], 1), starts, c->arena);
  for (uint32_t i = 0; i < rank; i++) last[i] = compose_apply(&c->b, affine_map(c->b.ctx, map->dim_count, map->symbol_count, &map->results[i], 1), lasts, c->arena);
  for (uint32_t i = 0; i < rank; i++) {
    Value *a = ofr_to_value(&c->b, first[i]), *b = ofr_to_value(&c->b, last[i]);
    Value *low = build_folded(c, OP_INDEX_MINS, a, b);
    check_assert(c, compare_folded(c, INDEX_INDEX_CMP_PREDICATE_SGE, low, zero), "unexpected negative result on dimension #%u of input/output operand #%u", i, operand);
    Value *high = build_folded(c, OP_INDEX_MAXS, a, b);
    Value *inferred = build_folded(c, OP_INDEX_ADD, high, one), *size = build_or_fold(&c->b, check_size(c, op_operand(c->op, operand), i), c->arena);
    bool is_loop = map->results[i]->kind == AFFINE_DIM;
    check_assert(c, compare_folded(c, is_loop ? INDEX_INDEX_CMP_PREDICATE_EQ : INDEX_INDEX_CMP_PREDICATE_SLE, inferred, size),
                 "dimension #%u of input/output operand #%u is incompatible with inferred dimension size", i, operand);
  }
}

void linalg_check_operands(Checker *c, Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  AffineMapVec maps = {0};
  if (!asked || !asked->maps(c->b.ctx, op, c->arena, &maps) || maps.count != op->operand_count || !maps.count) return;
  uint32_t loops = maps.data[0]->dim_count;
  OpFoldResult *ends = linalg_loop_sizes(&c->b, op, &maps, c->arena), *starts = arena_new(c->arena, OpFoldResult, loops + 1);
  if (!ends || !starts) return;
  Value *zero = build_index(&c->b, 0), *one = build_index(&c->b, 1);
  Block *guarded = build_guard(c, ends, loops);
  if (!guarded) return;
  for (uint32_t i = 0; i < loops; i++) {
    starts[i] = OFR_NUMBER(0);
    ends[i] = (OpFoldResult){.value = build_folded(c, OP_INDEX_SUB, ofr_to_value(&c->b, ends[i]), one)};
  }
  for (uint32_t i = 0; i < maps.count; i++) check_operand(c, i, maps.data[i], starts, ends, zero, one);
  builder_begin(&c->b, OP_SCF_YIELD);
  builder_finish(&c->b);
}
