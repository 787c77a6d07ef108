#include "analysis/constants.h"

KnownValue constants_of(const ConstantAnalysis *self, const Value *value) {
  const KnownValue *known = map_get(&self->values, value);
  return known ? *known : (KnownValue){0};
}

static void join(ConstantAnalysis *self, const Value *value, KnownValue more) {
  Arena *arena = self->flow.arena;
  KnownValue *known = map_get(&self->values, value);
  if (!known) {
    known = arena_new(arena, KnownValue, 1);
    if (!known) return;
    map_set(&self->values, value, known);
  }
  if (known->state == VALUE_VARIES || more.state == VALUE_NOT_REACHED) return;
  if (known->state == VALUE_CONSTANT && more.state == VALUE_CONSTANT && known->constant == more.constant) return;
  *known = known->state == VALUE_NOT_REACHED ? more : (KnownValue){.state = VALUE_VARIES};
  dataflow_changed(&self->flow, value);
}

static void pass_on(Dataflow *flow, const Value *to, const Value *from) {
  ConstantAnalysis *self = (ConstantAnalysis *)flow;
  join(self, to, constants_of(self, from));
}

static void varies(Dataflow *flow, const Value *value) { join((ConstantAnalysis *)flow, value, (KnownValue){.state = VALUE_VARIES}); }

static bool operands_known(Dataflow *flow, const Operation *op, A *out) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    KnownValue known = constants_of((ConstantAnalysis *)flow, op_operand(op, i));
    if (known.state == VALUE_NOT_REACHED) return false;
    out[i] = known.constant;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Operations

// What a fold may have changed in place.
typedef struct Before {
  Value **operands;
  A *props;
  NamedAttr *attrs;
  uint32_t operand_count, attr_count;
  uint16_t flags;
} Before;

static bool remember(ConstantAnalysis *self, const Operation *op, Before *out) {
  *out = (Before){arena_new(self->flow.arena, Value *, op->operand_count + 1), arena_new(self->flow.arena, A, op->def->attr_count + 1u),
                  arena_new(self->flow.arena, NamedAttr, op->attr_count + 1u), op->operand_count, op->attr_count, op->flags};
  if (!out->operands || !out->props || !out->attrs) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) out->operands[i] = op_operand(op, i);
  memcpy(out->props, op->props, sizeof *out->props * op->def->attr_count);
  memcpy(out->attrs, op->attrs, sizeof *out->attrs * op->attr_count);
  return true;
}

static void restore(ConstantAnalysis *self, Operation *op, const Before *before) {
  if (op->operand_count == before->operand_count) {
    for (uint32_t i = 0; i < op->operand_count; i++)
      if (op_operand(op, i) != before->operands[i]) op_set_operand(op, i, before->operands[i]);
  } else {
    op_set_operands(self->flow.module, op, before->operands, before->operand_count);
  }
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] != before->props[i]) op_set_prop(op, i, before->props[i]);
  while (op->attr_count > before->attr_count) op_set_discardable(self->flow.module, op, op->attrs[op->attr_count - 1].name, NULL);
  for (uint32_t i = 0; i < before->attr_count; i++) op_set_discardable(self->flow.module, op, before->attrs[i].name, before->attrs[i].value);
  op->flags = before->flags;
}

static void fold(Dataflow *flow, Operation *op, const A *constants) {
  ConstantAnalysis *self = (ConstantAnalysis *)flow;
  if (!constants) return;   // later
  Before before;
  const DialectDef *dialect = op_dialect(self->flow.callers.ctx, op->def);
  A constant = op->result_count == 1 ? folder_constant(&self->folder, op) : NULL;
  if (constant) {
    join(self, op_result(op, 0), (KnownValue){VALUE_CONSTANT, constant, dialect});
    return;
  }
  bool ok = remember(self, op, &before) && op_fold_with(&self->folder, op, constants);
  if (!ok || self->folder.results.count != op->result_count) {
    if (ok) restore(self, op, &before);
    dataflow_all_vary(&self->flow, op);
  } else {
    for (uint32_t i = 0; i < op->result_count; i++) {
      FoldResult result = self->folder.results.data[i];
      join(self, op_result(op, i), result.value ? constants_of(self, result.value) : (KnownValue){VALUE_CONSTANT, result.attr, dialect});
    }
  }
  vec_clear(&self->folder.results);
}

void constants_find(ConstantAnalysis *self, Module *module, Operation *top, Arena *arena) {
  static const DataflowFacts facts = {.pass_on = pass_on, .varies = varies, .constants = operands_known, .compute = fold};
  map_init(&self->values, arena);
  folder_init(&self->folder, module, arena);
  dataflow_run(&self->flow, &facts, module, top, arena);
}
