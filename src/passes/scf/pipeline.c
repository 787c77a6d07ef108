// Overlapping the iterations of a loop (after mlir/lib/Dialect/SCF/Transforms/LoopPipelining.cpp and the schedule of
// mlir/lib/Dialect/SCF/TransformOps/SCFTransformOps.cpp): the operations of the body have stages, and an iteration of the new loop does those of each
// stage for another iteration of the old one. What comes before the first and after the last of these stands in front of the loop and behind it.
#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/scf/build.h"
#include "ir/ir_diag.h"
#include "ops/arith.h"
#include "ops/vector.h"
#include "passes/scf/loops.h"

enum { MAX_OPERATIONS = 1 << 14 };

typedef struct Staged {
  Operation *op;
  uint64_t cycle;
  uint32_t stage, place;   // place: in the order of the new loop
} Staged;

// A value that is used in a later stage than that of its definition.
typedef struct Crossing {
  Value *value;
  uint32_t def, last, first_arg;   // stages; the first of the values that the loop carries for it
} Crossing;

typedef struct Pipeline {
  Builder b;
  Arena *arena;
  Operation *loop;
  Block *body;
  VEC(Staged *) order;
  Map stages;              // Operation * -> Staged *
  Map versions;            // Value * -> Value *[last + 2]
  VEC(Crossing) crossings;
  uint32_t last;           // stage
} Pipeline;

static const Staged *staged(const Pipeline *p, const Operation *op) { return op ? map_get(&p->stages, op) : NULL; }

// ---------------------------------------------------------------------------------------------
// The schedule

static uint64_t latency_of(const Operation *op, uint64_t read_latency, uint64_t most) {
  uint64_t latency = op_is(op, OP_VECTOR_TRANSFER_READ) ? read_latency : 1;
  return latency < most ? latency : most;
}

static bool make_schedule(Pipeline *p, uint64_t interval, uint64_t read_latency) {
  OpFoldResult lower = ofr_from_value(op_operand(p->loop, 0)), upper = ofr_from_value(op_operand(p->loop, 1)), step = ofr_from_value(op_operand(p->loop, 2));
  if (lower.value || upper.value || step.value || step.constant <= 0 || !interval) return false;
  uint64_t most = (uint32_t)((uint32_t)upper.constant - (uint32_t)lower.constant - 1), count = 0;
  VEC(Staged *) all = {0};
  for (Operation *op = p->body->first; op != p->body->last; op = op->next) {
    Staged *made = arena_new(p->arena, Staged, 1);
    if (!made) return false;
    made->op = op;
    for (uint32_t i = 0; i < op->operand_count; i++) {
      const Operation *def = value_def(op_operand(op, i));
      const Staged *of = staged(p, def);
      if (!def) continue;
      uint64_t cycle = (of ? of->cycle : 0) + latency_of(def, read_latency, most);
      if (cycle > made->cycle) made->cycle = cycle;
    }
    made->stage = made->cycle / interval < MAX_OPERATIONS ? (uint32_t)(made->cycle / interval) : MAX_OPERATIONS;
    if (made->stage > p->last) p->last = made->stage;
    map_set(&p->stages, op, made);
    vec_push(p->arena, &all, made);
    count++;
  }
  if (!count || (p->last + 1) * count > MAX_OPERATIONS) return false;
  for (uint64_t at = 0; at < interval && p->order.count < all.count; at++)
    for (uint32_t i = 0; i < all.count; i++)
      if (all.data[i]->cycle % interval == at) vec_push(p->arena, &p->order, all.data[i]);
  for (uint32_t i = 0; i < p->order.count; i++) p->order.data[i]->place = i;
  int64_t span;
  if (__builtin_sub_overflow(upper.constant, lower.constant, &span)) return false;
  return (span <= 0 ? 0 : (span - 1) / step.constant + 1) >= p->last;
}

static bool yields_are_made_inside(const Pipeline *p) {
  for (uint32_t i = 0; i < p->body->last->operand_count; i++) {
    const Operation *def = value_def(op_operand(p->body->last, i));
    if (!def || (!staged(p, def) && op_parent(def) == p->loop)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Versions of values

static void set_version(Pipeline *p, const Value *value, uint32_t version, Value *to) {
  Value **versions = map_get(&p->versions, value);
  if (!versions) {
    versions = arena_new(p->arena, Value *, p->last + 2);
    map_set(&p->versions, value, versions);
  }
  if (versions && version <= p->last) versions[version] = to;
}

static Value *version_of(const Pipeline *p, const Value *value, uint32_t version) {
  Value **versions = map_get(&p->versions, value);
  return versions && version <= p->last ? versions[version] : NULL;
}

static Value *number(Pipeline *p, int64_t value) { return build_constant(&p->b, attr_i64(p->b.ctx, op_operand(p->loop, 2)->type, value)); }

typedef struct Update {
  Pipeline *p;
  uint32_t version;
} Update;

static WalkResult take_versions(Operation *op, void *data) {
  const Update *update = data;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *to = version_of(update->p, op_operand(op, i), update->version);
    if (to) op_set_operand(op, i, to);
  }
  return WALK_ADVANCE;
}

static Operation *clone_version(Pipeline *p, const Operation *op, uint32_t version) {
  Update update = {p, version};
  Operation *made = builder_insert(&p->b, op_clone(p->b.module, op, NULL));
  op_walk_pre(made, take_versions, &update);
  return made;
}

// ---------------------------------------------------------------------------------------------
// In front of the loop

static void build_front(Pipeline *p) {
  Builder *b = &p->b;
  for (uint32_t i = 0; i < p->loop->result_count; i++) set_version(p, p->body->args[1 + i], 0, op_operand(p->loop, 3 + i));
  for (uint32_t i = 0; i < p->last; i++) {
    Value *from = build_binary(b, OP_ARITH_MULI, op_operand(p->loop, 2), number(p, i));
    set_version(p, p->body->args[0], i, build_binary(b, OP_ARITH_ADDI, op_operand(p->loop, 0), from));
    for (uint32_t k = 0; k < p->order.count; k++) {
      const Staged *of = p->order.data[k];
      if (of->stage > i) continue;
      Operation *made = clone_version(p, of->op, i - of->stage);
      for (uint32_t r = 0; r < made->result_count; r++) {
        for (uint32_t y = 0; y < p->body->last->operand_count; y++)
          if (op_operand(p->body->last, y) == op_result(of->op, r)) set_version(p, p->body->args[1 + y], i - of->stage + 1, op_result(made, r));
        set_version(p, op_result(of->op, r), i - of->stage, op_result(made, r));
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------
// The loop

typedef struct Uses {
  Pipeline *p;
  uint32_t stage, place;
  bool is_early;           // something is used before it is there
} Uses;

static Crossing *crossing_of(Pipeline *p, const Value *value) {
  for (uint32_t i = 0; i < p->crossings.count; i++)
    if (p->crossings.data[i].value == value) return &p->crossings.data[i];
  return NULL;
}

static WalkResult find_crossings(Operation *op, void *data) {
  Uses *uses = data;
  Pipeline *p = uses->p;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i), *defined = value;
    uint32_t distance = 0;
    if (value_arg_block(value) == p->body) {
      if (!value->index) continue;
      defined = op_operand(p->body->last, value->index - 1);
      distance = 1;
    }
    const Staged *def = staged(p, value_def(defined));
    if (!def) continue;
    uint64_t count = p->order.count, defined_at = def->place + def->stage * count;
    uses->is_early |= uses->place + uses->stage * count + distance * count < defined_at;
    if (def->stage >= uses->stage || def->stage == uses->stage + distance) continue;
    Crossing *known = crossing_of(p, value);
    if (!known) {
      vec_push(p->arena, &p->crossings, ((Crossing){.value = value}));
      known = crossing_of(p, value);
    }
    if (!known) return WALK_STOP;
    known->def = def->stage;
    if (uses->stage > known->last) known->last = uses->stage;
  }
  return WALK_ADVANCE;
}

static bool find_all_crossings(Pipeline *p) {
  for (uint32_t k = 0; k < p->order.count; k++) {
    Uses uses = {p, p->order.data[k]->stage, k, false};
    op_walk_pre(p->order.data[k]->op, find_crossings, &uses);
    if (!uses.is_early) continue;
    op_error_plain(p->b.module, p->order.data[k]->op, "operation scheduled before its operands");
    return false;
  }
  return true;
}

static Operation *build_loop(Pipeline *p) {
  Builder *b = &p->b;
  ValueVec inits = {0};
  for (uint32_t i = 0; i < p->loop->result_count; i++) {
    const Staged *def = staged(p, value_def(op_operand(p->body->last, i)));
    Value *init = def ? version_of(p, p->body->args[1 + i], p->last - def->stage) : op_operand(p->loop, 3 + i);
    vec_push(p->arena, &inits, init);
  }
  for (uint32_t i = 0; i < p->crossings.count; i++) {
    Crossing *c = &p->crossings.data[i];
    c->first_arg = inits.count;
    for (uint32_t k = 0; k < c->last - c->def; k++) vec_push(p->arena, &inits, version_of(p, c->value, p->last - c->last + k));
  }
  for (uint32_t i = 0; i < inits.count; i++)
    if (!inits.data[i]) return NULL;
  Value *less = build_binary(b, OP_ARITH_MULI, op_operand(p->loop, 2), number(p, p->last));
  Value *end = build_binary(b, OP_ARITH_SUBI, op_operand(p->loop, 1), less);
  return build_scf_for(b, op_operand(p->loop, 0), end, op_operand(p->loop, 2), inits.data, inits.count);
}

typedef struct Kernel {
  Pipeline *p;
  Map map;                 // values of the old body to those of the new one
  Block *body;
  uint32_t stage;
} Kernel;

static Value *mapped(const Kernel *kernel, Value *value) {
  Value *to = map_get(&kernel->map, value);
  return to ? to : value;
}

static Value *index_for(Kernel *kernel) {
  Pipeline *p = kernel->p;
  Value *ahead = build_binary(&p->b, OP_ARITH_MULI, op_operand(p->loop, 2), number(p, p->last - kernel->stage));
  return build_binary(&p->b, OP_ARITH_ADDI, kernel->body->args[0], ahead);
}

// What stands for an operand in the new body.
static Value *operand_in_kernel(Kernel *kernel, Value *value) {
  Pipeline *p = kernel->p;
  Value *source = value;
  if (value == p->body->args[0]) return index_for(kernel);
  if (value_arg_block(value) == p->body) {
    Value *yielded = op_operand(p->body->last, value->index - 1);
    const Staged *def = staged(p, value_def(yielded));
    if (!def || def->stage == kernel->stage) return mapped(kernel, value);
    if (def->stage == kernel->stage + 1) return mapped(kernel, yielded);
    source = yielded;
  }
  const Staged *def = staged(p, value_def(source));
  if (!def || def->stage == kernel->stage) return mapped(kernel, value);
  const Crossing *c = crossing_of(p, value);
  return c ? kernel->body->args[1 + c->first_arg + c->last - c->def - (kernel->stage - def->stage)] : mapped(kernel, value);
}

static WalkResult take_operands(Operation *op, void *data) {
  Kernel *kernel = data;
  for (uint32_t i = 0; i < op->operand_count; i++) op_set_operand(op, i, operand_in_kernel(kernel, op_operand(op, i)));
  return WALK_ADVANCE;
}

static void fill_loop(Pipeline *p, Operation *made) {
  Builder outside = p->b;
  Kernel kernel = {.p = p, .body = loop_body(made)};
  ValueVec yielded = {0};
  map_init(&kernel.map, p->arena);
  builder_at_end(&p->b, kernel.body);
  for (uint32_t i = 0; i < p->loop->result_count; i++) map_set(&kernel.map, p->body->args[1 + i], kernel.body->args[1 + i]);
  for (uint32_t k = 0; k < p->order.count; k++) {
    const Operation *op = p->order.data[k]->op;
    kernel.stage = p->order.data[k]->stage;
    p->b.loc = p->loop->loc;
    Operation *clone = op_clone(p->b.module, op, NULL);
    op_walk_pre(clone, take_operands, &kernel);
    builder_insert(&p->b, clone);
    for (uint32_t r = 0; r < op->result_count; r++) map_set(&kernel.map, op_result(op, r), op_result(clone, r));
  }
  for (uint32_t i = 0; i < p->loop->result_count; i++) vec_push(p->arena, &yielded, mapped(&kernel, op_operand(p->body->last, i)));
  map_init(&p->versions, p->arena);
  for (uint32_t i = 0; i < p->crossings.count; i++) {
    const Crossing *c = &p->crossings.data[i];
    uint32_t version = p->last - c->last + 1;
    for (uint32_t k = 1; k < c->last - c->def; k++) {
      set_version(p, c->value, version++, op_result(made, yielded.count));
      Value *younger = kernel.body->args[yielded.count + 2];
      vec_push(p->arena, &yielded, younger);
    }
    set_version(p, c->value, version, op_result(made, yielded.count));
    vec_push(p->arena, &yielded, mapped(&kernel, c->value));
  }
  for (uint32_t i = 0; i < p->loop->result_count; i++) {
    Value *value = op_operand(p->body->last, i);
    const Staged *def = staged(p, value_def(value));
    for (uint32_t stage = 1; !def && stage <= p->last; stage++) set_version(p, p->body->args[1 + i], stage, value);
    if (def && def->stage) set_version(p, p->body->args[1 + i], p->last - def->stage + 1, op_result(made, i));
  }
  p->b.loc = p->loop->loc;
  op_state_add_operands(builder_begin(&p->b, OP_SCF_YIELD), yielded.data, yielded.count);
  builder_finish_typed(&p->b);
  p->b.block = outside.block;
  p->b.before = outside.before;
  p->b.loc = outside.loc;
}

// ---------------------------------------------------------------------------------------------
// Behind the loop

static void number_last_iterations(Pipeline *p) {
  Builder *b = &p->b;
  Value *lower = op_operand(p->loop, 0), *upper = op_operand(p->loop, 1), *step = op_operand(p->loop, 2);
  Value *zero = number(p, 0), *one = number(p, 1), *is_down = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, step, zero);
  Value *less = build_select(b, is_down, one, number(p, -1)), *span = build_binary(b, OP_ARITH_SUBI, upper, lower);
  Value *rounded = build_binary(b, OP_ARITH_ADDI, build_binary(b, OP_ARITH_ADDI, span, step), less);
  Value *count = build_binary(b, OP_ARITH_DIVSI, rounded, step);
  Value *at = build_binary(b, OP_ARITH_MAXSI, zero, build_binary(b, OP_ARITH_SUBI, count, number(p, p->last)));
  for (uint32_t i = 1; i <= p->last; i++) {
    set_version(p, p->body->args[0], i, build_binary(b, OP_ARITH_ADDI, lower, build_binary(b, OP_ARITH_MULI, step, at)));
    at = build_binary(b, OP_ARITH_ADDI, at, one);
  }
}

static void build_back(Pipeline *p, Value **results) {
  number_last_iterations(p);
  for (uint32_t i = 1; i <= p->last; i++)
    for (uint32_t k = 0; k < p->order.count; k++) {
      const Staged *of = p->order.data[k];
      if (of->stage < i) continue;
      uint32_t version = p->last - of->stage + i;
      Operation *made = clone_version(p, of->op, version);
      for (uint32_t r = 0; r < made->result_count; r++) {
        set_version(p, op_result(of->op, r), version, op_result(made, r));
        for (uint32_t y = 0; y < p->body->last->operand_count; y++) {
          if (op_operand(p->body->last, y) != op_result(of->op, r)) continue;
          results[y] = op_result(made, r);
          if (version < p->last) set_version(p, p->body->args[1 + y], version + 1, op_result(made, r));
        }
      }
    }
}

Operation *pipeline_loop(Module *module, Arena *arena, Operation *loop, uint64_t interval, uint64_t read_latency) {
  Pipeline p = {.arena = arena, .loop = loop, .body = loop_body(loop)};
  builder_init(&p.b, module);
  Value **results = arena_new(arena, Value *, loop->result_count + 1);
  map_init(&p.stages, arena);
  map_init(&p.versions, arena);
  if (!results || !make_schedule(&p, interval, read_latency) || !yields_are_made_inside(&p) || !find_all_crossings(&p)) return NULL;
  builder_before(&p.b, loop);
  build_front(&p);
  Operation *made = build_loop(&p);
  if (!made) return NULL;
  fill_loop(&p, made);
  for (uint32_t i = 0; i < loop->result_count; i++) results[i] = op_result(made, i);
  build_back(&p, results);
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), results[i]);
  op_erase(loop);
  return made;
}
