// scf to emitc: what a loop or a condition results in, is assigned to variables.
#include "convert/to_emitc/to_emitc.h"
#include "ops/scf.h"

static const char no_type[] = "a result type cannot be converted";

// A variable for each result; NULL: one has no type in C.
static Value **build_variables(Conversion *c, const Operation *op) {
  Value **variables = arena_new(c->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!type_convert(c->types, op_result_type(op, i))) return NULL;
  for (uint32_t i = 0; variables && i < op->result_count; i++)
    variables[i] = emitc_variable(&c->b, emitc_lvalue(c->ctx, type_convert(c->types, op_result_type(op, i))));
  return variables;
}

static Value **load_all(Conversion *c, Value *const *variables, uint32_t count) {
  Value **values = arena_new(c->arena, Value *, count + 1);
  for (uint32_t i = 0; values && i < count; i++) values[i] = emitc_load(&c->b, variables[i]);
  return values;
}

// The terminator of a region assigns what it yields.
static void lower_yield(Conversion *c, Operation *yield, Value *const *variables) {
  Builder *b = &c->b;
  builder_before(b, yield);
  for (uint32_t i = 0; i < yield->operand_count; i++) emitc_assign(b, variables[i], convert_remap(c, op_operand(yield, i), c->types));
  builder_begin(b, OP_EMITC_YIELD);
  builder_finish(b);
  convert_erase(c, yield);
}

typedef struct Place { Block *block; Operation *before; Loc loc; } Place;
static Place place_of(const Builder *b) { return (Place){b->block, b->before, b->loc}; }
static void go_to(Builder *b, Place place) {
  b->block = place.block;
  b->before = place.before;
  b->loc = place.loc;
}

static bool lower_for(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  uint32_t carried = op->result_count;
  Block *body = op->regions[0].first;
  TypeVec types = {0};
  SignatureConversion signature = {0};
  for (uint32_t i = 0; i < body->arg_count; i++) vec_push(c->arena, &types, body->args[i]->type);
  if (!signature_convert(c->types, c->arena, types.data, types.count, &signature)) return convert_no_match(c, op, no_type);
  Value **variables = build_variables(c, op);
  if (!variables) return convert_no_match(c, op, no_type);
  for (uint32_t i = 0; i < carried; i++) emitc_assign(b, variables[i], operands[3 + i]);
  OpState *state = builder_begin(b, OP_EMITC_FOR);
  op_state_add_operands(state, operands, 3);
  Block *lowered = block_new(c->module);
  Value *iv = block_add_arg(c->module, lowered, operands[0]->type, op->loc);
  block_append(op_state_add_region(state), lowered);
  Operation *loop = builder_finish(b);
  lowered = loop->regions[0].first;
  iv = lowered->args[0];
  Place place = place_of(b);
  builder_at_end(b, lowered);
  Value **args = arena_new(c->arena, Value *, carried + 1), **loaded = load_all(c, variables, carried);
  args[0] = iv;
  for (uint32_t i = 0; i < carried; i++) args[i + 1] = loaded[i];
  c->irreversible_changes++;
  Operation *yield = body->last;
  body = convert_signature(c, body, &signature, c->types);
  convert_inline_block(c, body, lowered, NULL, args, carried + 1);
  lower_yield(c, yield, variables);
  go_to(b, place);
  Value **results = load_all(c, variables, carried);
  return carried ? convert_replace(c, op, results, carried) : convert_erase(c, op);
}

static void take_region(Conversion *c, Region *to, Region *from, Value *const *variables) {
  Place place = place_of(&c->b);
  region_take_blocks(to, from, NULL);
  Block *last = to->first;
  while (last->next) last = last->next;
  lower_yield(c, last->last, variables);
  go_to(&c->b, place);
}

static bool finish(Conversion *c, Operation *op, Value *const *variables) {
  Value **results = load_all(c, variables, op->result_count);
  return op->result_count ? convert_replace(c, op, results, op->result_count) : convert_erase(c, op);
}

static bool lower_if(Conversion *c, Operation *op, Value *const *operands) {
  Value **variables = build_variables(c, op);
  if (!variables) return convert_no_match(c, op, no_type);
  OpState *state = builder_begin(&c->b, OP_EMITC_IF);
  op_state_add_operand(state, operands[0]);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *lowered = builder_finish(&c->b);
  c->irreversible_changes++;
  for (uint32_t i = 0; i < 2; i++)
    if (!region_is_empty(&op->regions[i])) take_region(c, &lowered->regions[i], &op->regions[i], variables);
  return finish(c, op, variables);
}

static bool lower_switch(Conversion *c, Operation *op, Value *const *operands) {
  Value **variables = build_variables(c, op);
  if (!variables) return convert_no_match(c, op, no_type);
  OpState *state = builder_begin(&c->b, OP_EMITC_SWITCH);
  op_state_add_operand(state, operands[0]);
  op_state_set_prop(state, EMITC_SWITCH_CASES, op_prop_at(op, SCF_INDEX_SWITCH_CASES));
  for (uint32_t i = 0; i < op->region_count; i++) op_state_add_region(state);
  Operation *lowered = builder_finish(&c->b);
  c->irreversible_changes++;
  for (uint32_t i = 0; i < op->region_count; i++) take_region(c, &lowered->regions[i], &op->regions[i], variables);
  return finish(c, op, variables);
}

static const Pattern patterns[] = {
  {.root = OP_SCF_FOR, .rewrite = lower_for, .target = OP_EMITC_FOR, .name = "scf.for to emitc.for"},
  {.root = OP_SCF_IF, .rewrite = lower_if, .target = OP_EMITC_IF, .name = "scf.if to emitc.if"},
  {.root = OP_SCF_INDEX_SWITCH, .rewrite = lower_switch, .target = OP_EMITC_SWITCH, .name = "scf.index_switch to emitc.switch"},
};

void add_scf_to_emitc(Conversion *c, EmitCTypes *types) { conversion_add_table(c, patterns, &types->base); }
