#include "analysis/callers.h"
#include "ops/op_interfaces.h"

Region *callable_body(const Operation *op) {
  const CallableOpInterface *asked = ask_callable(op->def);
  return asked ? asked->body(op) : NULL;
}

Operation *callers_callee(Callers *self, const Operation *call) {
  const CallOpInterface *asked = ask_call(call->def);
  A symbol = asked ? asked->callee(call) : NULL;
  Operation *found = symbol && op_is_symbol_table(self->top) ? symbol_lookup(&self->tables, call, symbol) : NULL;
  const Operation *around = found;
  while (around && around != self->top) around = op_parent(around);
  return around ? found : NULL;
}

static void is_open(Callers *self, const Operation *function) { map_put(&self->open, map_key(function)); }

// A use that is no call may lead anywhere.
static bool note_use(Operation *user, A ref, void *data) {
  Callers *self = data;
  if (ask_call(user->def)) return true;
  const Operation *function = symbol_lookup(&self->tables, user, ref);
  if (function) is_open(self, function);
  return true;
}


static WalkResult open_all(Operation *op, void *data) {
  if (ask_callable(op->def)) is_open(data, op);
  return WALK_ADVANCE;
}

// Symbols of a table are seen from outside unless it is inside a private one.
static bool is_hidden(const Callers *self, const Operation *table) {
  for (const Operation *at = table; at; at = op_parent(at)) {
    if (symbol_name(at).size && symbol_visibility(at) == SYMBOL_PRIVATE) return true;
    if (at == self->top) return !op_parent(at);
  }
  return false;
}

static WalkResult visit_table(Operation *table, void *data) {
  Callers *self = data;
  bool any = false;
  if (!op_is_symbol_table(table)) return WALK_ADVANCE;
  region_each_block(op_region(table, 0), block)
    block_each_op(block, op) {
      if (!callable_body(op) || !symbol_name(op).size) continue;
      any = true;
      Visibility visibility = symbol_visibility(op);
      if (visibility == SYMBOL_PUBLIC || (visibility == SYMBOL_NESTED && !is_hidden(self, table))) is_open(self, op);
    }
  region_each_block(op_region(table, 0), block)
    for (Operation *op = any ? block->first : NULL; op; op = op->next)
      if (!symbol_walk_uses(self->ctx, op, note_use, self)) op_walk_pre(self->top, open_all, self);
  return WALK_ADVANCE;
}

void callers_init(Callers *self, Context *ctx, Operation *top, Arena *arena) {
  *self = (Callers){.ctx = ctx, .arena = arena, .top = top};
  symbol_tables_init(&self->tables, arena);
  map_init(&self->open, arena);
  op_walk_pre(top, visit_table, self);
}
