// convert-cf-to-llvm (after mlir/lib/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.cpp).
#include "convert/cf_to_llvm/cf_to_llvm.h"

#include "convert/llvm/one_to_one.h"
#include "convert/llvm/target.h"
#include "ops/builtin.h"
#include "ops/cf.h"
#include "ops/llvm.h"


// ---------------------------------------------------------------------------------------------
// Branches: the arguments of a successor are converted along with the operands passed to it

typedef struct Edge {
  Block *block;
  Value *const *operands;
  uint32_t count;
} Edge;

static bool arguments_have_types(const Edge *edge) {
  if (edge->block->arg_count != edge->count) return false;
  for (uint32_t i = 0; i < edge->count; i++)
    if (edge->block->args[i]->type != edge->operands[i]->type) return false;
  return true;
}

static bool can_convert_edge(Conversion *c, const Edge *edge) {
  if (arguments_have_types(edge)) return true;
  if (edge->block->arg_count != edge->count) return false;
  for (uint32_t i = 0; i < edge->count; i++)
    if (type_convert(c->types, edge->block->args[i]->type) != edge->operands[i]->type) return false;
  return true;
}

static Block *convert_edge(Conversion *c, const Edge *edge) {
  if (arguments_have_types(edge)) return edge->block;
  TypeVec types = {0};
  SignatureConversion signature = {0};
  for (uint32_t i = 0; i < edge->block->arg_count; i++) vec_push(c->arena, &types, edge->block->args[i]->type);
  if (!signature_convert(c->types, c->arena, types.data, types.count, &signature)) return edge->block;
  return convert_signature(c, edge->block, &signature, c->types);
}

static Edge edge_of(const Operation *op, uint32_t successor, Value *const *operands) {
  Span span = op_successor_operands(op, successor);
  return (Edge){op_successor(op, successor), operands + span.begin, span_size(span)};
}

static const char edge_mismatch[] = "the arguments of a successor cannot be converted as the operands are";

static bool lower_br(Conversion *c, Operation *op, Value *const *operands) {
  Edge edge = edge_of(op, 0, operands);
  if (!can_convert_edge(c, &edge)) return convert_no_match(c, op, edge_mismatch);
  Block *to = convert_edge(c, &edge);
  OpState *state = builder_begin(&c->b, OP_LLVM_BR);
  op_state_add_operands(state, edge.operands, edge.count);
  vec_push(state->arena, &state->successors, to);
  carry_attributes(&c->b, state, op, CARRY_ALL);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static void carry_discardable(OpState *state, const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++)
    op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
}

static bool lower_cond_br(Conversion *c, Operation *op, Value *const *operands) {
  Edge yes = edge_of(op, 0, operands), no = edge_of(op, 1, operands);
  if (!can_convert_edge(c, &yes) || !can_convert_edge(c, &no)) return convert_no_match(c, op, edge_mismatch);
  convert_edge(c, &yes);
  no.block = op_successor(op, 1);   // both may be one block
  convert_edge(c, &no);
  OpState *state = builder_begin(&c->b, OP_LLVM_COND_BR);
  op_state_add_operand(state, operands[0]);
  op_state_add_operands(state, yes.operands, yes.count);
  op_state_add_operands(state, no.operands, no.count);
  vec_push(state->arena, &state->successors, op_successor(op, 0));
  vec_push(state->arena, &state->successors, op_successor(op, 1));
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)yes.count, (int32_t)no.count}, 3);
  A weights = op_prop_at(op, CF_COND_BR_BRANCH_WEIGHTS);
  if (weights) op_state_set_prop(state, LLVM_COND_BR_BRANCH_WEIGHTS, weights);
  carry_discardable(state, op);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

// Operands of each case, by the sizes in case_operand_segments.
static bool switch_edges(Conversion *c, const Operation *op, Value *const *operands, Edge *edges) {
  Span span = op_operands_named(op, "defaultOperands");
  edges[0] = (Edge){op_successor(op, 0), operands + span.begin, span_size(span)};
  A sizes = op_prop_at(op, CF_SWITCH_CASE_OPERAND_SEGMENTS);
  span = op_operands_named(op, "caseOperands");
  uint32_t at = span.begin;
  for (uint32_t i = 1; i < op->successor_count; i++) {
    int64_t size = sizes && i <= ((const DenseArrayAttr *)sizes)->count ? dense_array_i64(sizes, i - 1) : 0;
    if (size < 0 || size > (int64_t)(span.end - at)) return false;
    edges[i] = (Edge){op_successor(op, i), operands + at, (uint32_t)size};
    at += (uint32_t)size;
  }
  for (uint32_t i = 0; i < op->successor_count; i++)
    if (!can_convert_edge(c, &edges[i])) return false;
  return true;
}

static bool lower_switch(Conversion *c, Operation *op, Value *const *operands) {
  uint32_t count = op->successor_count, default_count, case_count = 0;
  Edge *edges = arena_new(c->arena, Edge, count + 1);
  if (!switch_edges(c, op, operands, edges)) return convert_no_match(c, op, edge_mismatch);
  for (uint32_t i = 0; i < count; i++) {
    edges[i].block = op_successor(op, i);   // an earlier edge may have changed it
    convert_edge(c, &edges[i]);
  }
  OpState *state = builder_begin(&c->b, OP_LLVM_SWITCH);
  op_state_add_operand(state, operands[0]);
  default_count = edges[0].count;
  for (uint32_t i = 0; i < count; i++) {
    op_state_add_operands(state, edges[i].operands, edges[i].count);
    vec_push(state->arena, &state->successors, op_successor(op, i));
    if (i) case_count += edges[i].count;
  }
  A values = op_prop_at(op, CF_SWITCH_CASE_VALUES), sizes = op_prop_at(op, CF_SWITCH_CASE_OPERAND_SEGMENTS);
  if (values) op_state_set_prop(state, LLVM_SWITCH_CASE_VALUES, values);
  if (sizes) op_state_set_prop(state, LLVM_SWITCH_CASE_OPERAND_SEGMENTS, sizes);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)default_count, (int32_t)case_count}, 3);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Assertions: branch to a block that prints the message and aborts

static bool lower_assert(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Operation *module = enclosing_module(op);
  A message = op_prop_at(op, CF_ASSERT_MSG);
  if (!module || !message) return convert_no_match(c, op, "it is not inside a module");
  T ptr = llvm_converter(c)->ptr;
  Block *block = op->block;
  c->irreversible_changes++;
  Block *rest = block_split(c->module, op);
  Block *failure = block_new(c->module);
  block_append(block->region, failure);
  builder_at_end(b, failure);
  Value *text = llvm_global_string(c, module, STR("assert_msg"), attr_str(message));
  if (!text) return false;
  text = llvm_gep(b, ptr, llvm_array(c->ctx, c->ctx->types.i8, attr_str(message).size + 1), text,
                  &(const GepIndex){NULL, 0}, 1, 0);
  if (!llvm_lookup_function(c, op, STR("puts"), NULL, &ptr, 1)) return false;
  llvm_call1(b, NULL, STR("puts"), llvm_pointing_to(b, text, c->ctx->types.i8));
  if (!llvm_lookup_function(c, op, STR("abort"), NULL, NULL, 0)) return false;
  llvm_call(b, NULL, STR("abort"), NULL, 0);
  llvm_unreachable(b);
  builder_at_end(b, block);
  llvm_cond_br(b, operands[0], rest, NULL, 0, failure, NULL, 0);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_CF_BR, .rewrite = lower_br, .name = "cf.br to llvm.br"},
  {.root = OP_CF_COND_BR, .rewrite = lower_cond_br, .name = "cf.cond_br to llvm.cond_br"},
  {.root = OP_CF_SWITCH, .rewrite = lower_switch, .name = "cf.switch to llvm.switch"},
  {.root = OP_CF_ASSERT, .rewrite = lower_assert, .name = "cf.assert to a branch to puts and abort"},
};

void add_cf_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_table(c, patterns, &types->base); }

// Only branches must be converted; the blocks of other operations change along with them.
static Legality legality(Conversion *c, Operation *op) {
  return op_is_in(c->ctx, op, CF, cf) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, legality);
  add_cf_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef cf_to_llvm_pass = {
  .name = "convert-cf-to-llvm", .class_name = "ConvertControlFlowToLLVMPass",
  .anchor = OP_BUILTIN_MODULE, .summary = "lower branches to the llvm dialect",
  .works_on = "cf", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_index_bitwidth),
};
