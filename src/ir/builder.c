// The builder, and result types that a record implies.
#include "ir/op.h"

#include "ir/text.h"
#include "ops/op_interfaces.h"

// --- Result types

// Operands of entry `entry` of the record, when every operand entry is single or the only variable
// one can be counted; segment sizes are read when there are some.
static bool state_operands_of(const OpState *self, uint32_t entry, Span *out) {
  const OpDef *def = self->def;
  const ValueDef *operands = def_operands(def);
  uint32_t total = self->operands.count, variable = 0, before = 0;
  if (op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS)) {
    A sizes = op_state_attr(self, STR("operandSegmentSizes"));
    if (!sizes || attr_kind(sizes) != ATTR_DENSE_ARRAY || ((const DenseArrayAttr *)sizes)->count != def->operand_count)
      return false;
    int64_t at = 0;
    for (uint32_t i = 0; i <= entry; i++) {
      int64_t size = dense_array_i64(sizes, i);
      if (size < 0 || size > total - at) return false;
      *out = (Span){(uint32_t)at, (uint32_t)(at + size)};
      at += size;
    }
    return true;
  }
  for (uint32_t i = 0; i < def->operand_count; i++) {
    bool is_variable = operands[i].arity != SINGLE;
    variable += is_variable;
    if (i < entry) before += is_variable;
  }
  uint32_t fixed = def->operand_count - variable;
  if (total < fixed || (!variable && total != fixed)) return false;
  uint32_t each = variable ? (total - fixed) / variable : 0;
  out->begin = entry - before + before * each;
  out->end = out->begin + (operands[entry].arity != SINGLE ? each : 1);
  return true;
}

// The type of an operand (its first value), a typed attribute, or a result found so far.
static T type_of_ref(const OpState *self, uint8_t ref, const T *found) {
  uint32_t i = ref & REF_INDEX;
  Span span;
  switch (ref & REF_KIND) {
    case REF_OPERAND: return state_operands_of(self, i, &span) && span_size(span) ? self->operands.data[span.begin]->type : NULL;
    case REF_RESULT: return found[i];
    default: {
      A attr = i < self->props.count ? self->props.data[i] : NULL;
      return attr ? attr_value_type(attr) : NULL;
    }
  }
}

// What a relation says of the result `wanted`.
static T type_by_relation(Context *ctx, const OpState *self, const Relation *relation, uint8_t wanted, const T *found) {
  switch (relation->kind) {
    case REL_ALL_TYPES_MATCH:
      if (!memchr(relation->values, wanted, relation->count)) return NULL;
      for (uint32_t i = 0; i < relation->count; i++) {
        T type = relation->values[i] == wanted ? NULL : type_of_ref(self, relation->values[i], found);
        if (type) return type;
      }
      return NULL;
    case REL_TYPES_MATCH_WITH:
    case REL_OPTIONAL_TYPES_MATCH_WITH: {
      T from = relation->values[1] == wanted ? type_of_ref(self, relation->values[0], found) : NULL;
      if (!from || !relation->transform) return NULL;
      return ((RelationTypeFn *)self->def->table->functions[relation->transform])(ctx, from);
    }
    default: return NULL;
  }
}

#define MAX_INFERRED 16u

bool op_state_infer_types(Context *ctx, OpState *self) {
  const OpDef *def = self->def;
  const InferTypeOpInterface *own = ask_infer_type(def);
  if (own && own->infer) {
    if (own->infer(ctx, self)) return true;
    vec_clear(&self->types);
    return false;
  }
  T found[MAX_INFERRED] = {0};
  uint32_t wanted = 0, known = 0;
  if (def->result_count > MAX_INFERRED) return false;
  const RecordTable *table = def->table;
  const ValueDef *results = table->values + def->results;
  const Relation *relations = table->relations + def->relations;
  for (uint32_t i = 0; i < def->result_count; i++) wanted += results[i].arity == SINGLE;
  // A result may follow from another one: go round until nothing new is found.
  for (bool progress = true; progress && known < wanted;) {
    progress = false;
    for (uint32_t i = 0; i < def->result_count; i++) {
      const ValueDef *result = &results[i];
      if (found[i] || result->arity != SINGLE) continue;
      if (op_def_has(def, TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && self->operands.count)
        found[i] = self->operands.data[0]->type;
      if (!found[i]) found[i] = constraint_build(ctx, table, &table->type_constraints[result->type]);
      for (uint32_t r = 0; !found[i] && r < def->relation_count; r++)
        found[i] = type_by_relation(ctx, self, &relations[r], (uint8_t)(REF_RESULT | i), found);
      if (!found[i]) continue;
      known++;
      progress = true;
    }
  }
  if (known < wanted) return false;
  for (uint32_t i = 0; i < def->result_count; i++)
    if (found[i]) vec_push(self->arena, &self->types, found[i]);
  return true;
}

// --- Builder

void builder_init(Builder *self, Module *module) {
  *self = (Builder){.module = module, .ctx = module->context};
  self->state.module = module;
  self->state.arena = &module->arena;
}

void builder_before(Builder *self, Operation *op) {
  self->block = op->block;
  self->before = op;
  self->loc = op->loc;
}

void builder_after(Builder *self, Operation *op) {
  self->block = op->block;
  self->before = op->next;
  self->loc = op->loc;
}

void builder_at_end(Builder *self, Block *block) {
  self->block = block;
  self->before = NULL;
}

BuilderPlace builder_enter(Builder *self, Block *block) {
  BuilderPlace place = {self->block, self->before};
  builder_at_end(self, block);
  return place;
}

void builder_leave(Builder *self, BuilderPlace place) {
  self->block = place.block;
  self->before = place.before;
}

void builder_at_start(Builder *self, Block *block) {
  self->block = block;
  self->before = block->first;
}

Operation *builder_insert(Builder *self, Operation *op) {
  if (self->before)
    op_insert_before(op, self->before);
  else if (self->block)
    op_append(self->block, op);
  if (self->created) self->created(self->data, op);
  return op;
}

OpState *builder_begin_def(Builder *self, const OpDef *def) {
  op_state_reset(&self->state, def, self->loc);
  return &self->state;
}

OpState *builder_begin(Builder *self, uint32_t opcode) { return builder_begin_def(self, context_op_of(self->ctx, opcode)); }

static Operation *finish(Builder *self, bool infer) {
  OpState *state = &self->state;
  if (state->def->attr_count && self->ctx->text_hooks && self->ctx->text_hooks->fill_defaults)
    self->ctx->text_hooks->fill_defaults(self->ctx, state);
  if (infer && !state->types.count && state->def->result_count) op_state_infer_types(self->ctx, state);
  return builder_insert(self, op_create(state));
}

Operation *builder_finish(Builder *self) { return finish(self, true); }
Operation *builder_finish_typed(Builder *self) { return finish(self, false); }

Value *builder_finish_value(Builder *self) { return op_result(builder_finish(self), 0); }

static Value *build(Builder *self, uint32_t opcode, T type, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(self, opcode);
  op_state_add_operands(state, operands, count);
  if (type) op_state_add_types(state, &type, 1);
  Operation *op = builder_finish(self);
  return op->result_count ? op_result(op, 0) : NULL;
}

Value *build1(Builder *self, uint32_t opcode, T type, Value *a) {
  return build(self, opcode, type, (Value *const[]){a}, 1);
}

Value *build2(Builder *self, uint32_t opcode, T type, Value *a, Value *b) {
  return build(self, opcode, type, (Value *const[]){a, b}, 2);
}

Value *build3(Builder *self, uint32_t opcode, T type, Value *a, Value *b, Value *c) {
  return build(self, opcode, type, (Value *const[]){a, b, c}, 3);
}
