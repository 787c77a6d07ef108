#include "ops/int_ranges.h"
#include "ops/op_interfaces.h"

bool ranges_of(const RangeAnalysis *self, const Value *value, IntRange *out) {
  const IntRange *known = map_get(&self->ranges, value);
  if (known) *out = *known;
  return known != NULL;
}

static void join(RangeAnalysis *self, const Value *value, IntRange more) {
  if (!more.width) return;
  IntRange *known = map_get(&self->ranges, value);
  if (!known) {
    known = arena_new(self->flow.arena, IntRange, 1);
    if (!known) return;
    *known = more;
    map_set(&self->ranges, value, known);
  } else {
    IntRange both = int_range_union(*known, more);
    if (int_range_equal(both, *known)) return;
    *known = both;
  }
  dataflow_changed(&self->flow, value);
}

static void pass_on(Dataflow *flow, const Value *to, const Value *from) {
  IntRange range;
  if (ranges_of((RangeAnalysis *)flow, from, &range)) join((RangeAnalysis *)flow, to, range);
}

static void varies(Dataflow *flow, const Value *value) { join((RangeAnalysis *)flow, value, int_range_any(int_range_width(value->type))); }

static bool constants(Dataflow *flow, const Operation *op, A *out) {
  RangeAnalysis *self = (RangeAnalysis *)flow;
  bool all = true;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    KnownValue known = constants_of(&self->constants, op_operand(op, i));
    all &= known.state != VALUE_NOT_REACHED;
    out[i] = known.constant;
  }
  return all;
}

// A loop's variable lies between the least lower bound and the greatest upper one.
static bool argument(Dataflow *flow, const Operation *op, const Value *value) {
  const LoopLikeOpInterface *asked = ask_loop_like(op->def);
  LoopBounds bounds;
  IntRange lower, upper, step = {0};
  for (uint32_t i = 0; asked && asked->bounds(op, i, &bounds); i++) {
    if (bounds.variable != value) continue;
    uint32_t width = int_range_width(value->type);
    if (!width) return false;
    lower = upper = step = int_range_any(width);
    const struct { LoopBound bound; IntRange *out; } all[] = {{bounds.lower, &lower}, {bounds.upper, &upper}, {bounds.step, &step}};
    for (size_t k = 0; k < countof(all); k++) {
      IntRange known;
      if (!all[k].bound.value && all[k].bound.is_constant) *all[k].out = int_range_of(width, (uint64_t)all[k].bound.constant);
      else if (all[k].bound.value && ranges_of((RangeAnalysis *)flow, all[k].bound.value, &known)) *all[k].out = known;
    }
    int64_t min = lower.smin, max = upper.smax;
    if (step.smin < 0) min = upper.smax, max = lower.smin;
    else if (max == INT64_MIN) return true;
    else max--;
    if (max >= min) join((RangeAnalysis *)flow, value, int_range_signed(width, min, max));
    return true;
  }
  return false;
}

static bool ends_a_block(const Value *value) {
  for (const Use *use = value->uses; use; use = use->next)
    if (op_has(use->owner, TRAIT_TERMINATOR)) return true;
  return false;
}

static void compute(Dataflow *flow, Operation *op, const A *known) {
  (void)known;
  RangeAnalysis *self = (RangeAnalysis *)flow;
  const InferIntRangeInterface *asked = ask_infer_int_range(op->def);
  IntRange few[8], *operands = op->operand_count > countof(few) ? arena_new(flow->arena, IntRange, op->operand_count) : few;
  IntRange made[4] = {{0}};
  if (!asked || !operands || op->result_count > countof(made)) {
    dataflow_all_vary(flow, op);
    return;
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    operands[i] = (IntRange){0};
    if (!ranges_of(self, op_operand(op, i), &operands[i]) && int_range_width(op_operand(op, i)->type)) return;   // later
  }
  for (uint32_t i = 0; i < op->result_count; i++) made[i] = int_range_any(int_range_width(op_result_type(op, i)));
  if (!asked->infer(op, operands, made)) {
    dataflow_all_vary(flow, op);
    return;
  }
  for (uint32_t i = 0; i < op->result_count; i++) {
    const Value *result = op_result(op, i);
    IntRange before;
    // What a loop carries around might grow for ever: it may be anything once it grew.
    bool grows = ranges_of(self, result, &before) && made[i].width && !int_range_equal(int_range_union(before, made[i]), before) && ends_a_block(result);
    join(self, result, grows ? int_range_any(made[i].width) : made[i]);
  }
}

void ranges_find(RangeAnalysis *self, Module *module, Operation *top, Arena *arena) {
  static const DataflowFacts facts = {.pass_on = pass_on, .varies = varies, .argument = argument, .constants = constants, .compute = compute};
  constants_find(&self->constants, module, top, arena);
  map_init(&self->ranges, arena);
  dataflow_run(&self->flow, &facts, module, top, arena);
}
