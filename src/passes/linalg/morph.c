// linalg-morph-ops: between names, categories and generic forms
// (after mlir/lib/Dialect/Linalg/Transforms/MorphOps.cpp).
#include "ops/linalg.h"

#include "analysis/structured.h"
#include "asm/params.h"
#include "dialects/linalg/named_ops.h"
#include "passes/linalg/linalg.h"
#include "rewrite/greedy.h"

static const PassOption option_named_to_category = {"named-to-category", OPTION_BOOL, "false", NULL, "convert named ops to category op e.g. `linalg.elementwise`"};
static const PassOption option_category_to_generic = {"category-to-generic", OPTION_BOOL, "false", NULL, "convert category ops e.g. `linalg.elementwise` to `linalg.generic`"};
static const PassOption option_named_to_generic = {"named-to-generic", OPTION_BOOL, "false", NULL, "convert named ops e.g. `linalg.add` to `linalg.generic`"};
static const PassOption option_generic_to_named = {"generic-to-named", OPTION_BOOL, "false", NULL, "convert linalg.generic to equivalent named ops"};

// The kind of a named operation whose body is one function of elements; -1: it is another. Those with one for each signedness have none.
static int64_t kind_of(uint32_t opcode) {
  const NamedOp *named = named_op(opcode);
  int64_t kind;
  if (!named || named->maps || opcode == OP_LINALG_MAX || opcode == OP_LINALG_MIN) return -1;
  Str word = {named->body, strcspn(named->body, " ")};
  return enum_value(&linalg_elementwise_kind, word, &kind) ? kind : -1;
}

static bool to_elementwise(Greedy *g, Operation *op) {
  int64_t kind = kind_of(op->def->opcode);
  AffineMapVec maps = {0};
  AttrVec attrs = {0};
  if (kind < 0 || !ask_linalg_op(op->def)->maps(g->ctx, op, g->arena, &maps)) return false;
  for (uint32_t i = 0; i < maps.count; i++) vec_push(g->arena, &attrs, attr_affine_map(g->ctx, maps.data[i]));
  OpState *state = builder_begin(&g->b, OP_LINALG_ELEMENTWISE);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)span_size(structured_inputs(op)), (int32_t)span_size(structured_inits(op))}, 2);
  op_state_set_prop(state, LINALG_ELEMENTWISE_KIND, attr_from_params(g->ctx, &linalg_elementwise_kind_attr, (const uint64_t[]){(uint64_t)kind}));
  op_state_set_prop(state, LINALG_ELEMENTWISE_INDEXING_MAPS, attr_array(g->ctx, attrs.data, attrs.count));
  region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

static bool is_category(const Operation *op) { return op_is(op, OP_LINALG_ELEMENTWISE) || op_is(op, OP_LINALG_CONTRACT); }

static bool category_to_generic(Greedy *g, Operation *op) { return is_category(op) && generalize(g, op); }
static bool named_to_generic(Greedy *g, Operation *op) { return !is_category(op) && generalize(g, op); }

static const GreedyPattern to_category[] = {{.rewrite = to_elementwise, .name = "$root as linalg.elementwise"}};
static const GreedyPattern from_category[] = {{.rewrite = category_to_generic, .name = "$root as linalg.generic"}};
static const GreedyPattern from_named[] = {{.rewrite = named_to_generic, .name = "$root as linalg.generic"}};

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  if (pass_bool(pass, &option_named_to_category)) greedy_add_table(&g, to_category);
  if (pass_bool(pass, &option_category_to_generic)) greedy_add_table(&g, from_category);
  if (pass_bool(pass, &option_named_to_generic)) greedy_add_table(&g, from_named);
  if (pass_bool(pass, &option_generic_to_named)) greedy_add(&g, specialize_patterns.patterns, specialize_patterns.count);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

const PassDef linalg_morph_pass = {
  .name = "linalg-morph-ops", .class_name = "LinalgMorphOpsPass",
  .summary = "Convert linalg ops between forms", .works_on = "linalg", .makes = "linalg", .run = run,
  PASS_OPTIONS(&option_named_to_category, &option_category_to_generic, &option_named_to_generic, &option_generic_to_named),
};
