// affine-loop-unroll-jam: the first loop of a function takes several iterations at a time, and its inner loops do so as one
// (after mlir/lib/Dialect/Affine/Transforms/LoopUnrollAndJam.cpp and loopUnrollJamByFactor of
// mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp).
#include "passes/affine/domain.h"
#include "passes/affine/unroll.h"

#include "dialects/common/build.h"
#include "ir/ir_diag.h"

static const PassOption option_unroll_jam_factor = {"unroll-jam-factor", OPTION_UINT, "4", .summary = "Use this unroll jam factor for all loops (default 4)"};

// Operations [first, last] between loops.
typedef struct Piece { Operation *first, *last; } Piece;

typedef struct Jam {
  PassRun *pass;
  Operation *loop;
  uint32_t factor;
  VEC(Piece) pieces;
  OpVec carrying;          // loops inside, and the loop itself, that carry values around
  Map *copies;             // of each further iteration: what it has instead of a value
} Jam;

// Whether the loops inside run alike in all iterations.
static bool bounds_are_outside(PassRun *pass, Operation *loop) {
  OpVec loops = {0};
  ops_inside_post(loop, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count; i++)
    for (uint32_t k = 0; k < loop_inits(loops.data[i]).begin; k++)
      if (!is_defined_outside(op_operand(loops.data[i], k), loop)) return false;
  return true;
}

static void gather_pieces(Jam *jam, Operation *loop) {
  BlockVec work = {0};
  vec_push(jam->pass->arena, &work, loop_body(loop));
  for (uint32_t i = 0; i < work.count; i++) {
    Operation *end = work.data[i]->last, *first = NULL;
    for (Operation *op = work.data[i]->first; op != end; op = op->next) {
      bool nested = op_is(op, OP_AFFINE_FOR);
      if (nested) vec_push(jam->pass->arena, &work, loop_body(op));
      else if (!first) first = op;
      if (first && !nested && (op->next == end || op_is(op->next, OP_AFFINE_FOR))) {
        vec_push(jam->pass->arena, &jam->pieces, ((Piece){first, op}));
        first = NULL;
      }
    }
  }
}

// A loop that carries the values of all iterations around; those of the first one come first.
static Operation *widen(Jam *jam, Operation *loop) {
  Arena *arena = jam->pass->arena;
  ValueMap lower = loop_bound(loop, LOWER_BOUND, arena), upper = loop_bound(loop, UPPER_BOUND, arena);
  ValueVec inits = {0}, yielded = {0};
  Span own = loop_inits(loop);
  Block *old = loop_body(loop);
  uint32_t width = span_size(own);
  for (uint32_t i = 0; i < jam->factor; i++) {
    op_push_operands(loop, own.begin, own.end, &inits, arena);
    op_push_operands(old->last, 0, width, &yielded, arena);
  }
  Builder b;
  builder_init(&b, jam->pass->module);
  builder_before(&b, loop);
  b.loc = loop->loc;
  Operation *made = build_loop(&b, &lower, &upper, loop_step(loop), inits.data, inits.count);
  Block *body = loop_body(made);
  for (uint32_t i = 0; i < old->arg_count; i++) value_replace_all(old->args[i], body->args[i]);
  op_set_operands(jam->pass->module, old->last, yielded.data, yielded.count);
  block_splice(body, NULL, old->first, old->last);
  for (uint32_t i = 0; i < width; i++) value_replace_all(op_result(loop, i), op_result(made, i));
  for (uint32_t n = 1; n < jam->factor; n++)
    for (uint32_t i = 0; i < width; i++) {
      map_set(&jam->copies[n], body->args[1 + i], body->args[1 + n * width + i]);
      map_set(&jam->copies[n], op_result(made, i), op_result(made, n * width + i));
    }
  if (loop == jam->loop) jam->loop = made;
  op_erase(loop);
  return made;
}

// The piece once more, behind itself.
static void repeat(Jam *jam, const Piece *piece, uint32_t n, int64_t step) {
  Context *ctx = jam->pass->ctx;
  Map *copies = &jam->copies[n];
  Value *variable = loop_var(jam->loop);
  Operation *behind = piece->last->next;
  if (variable->uses) {
    Builder b;
    builder_init(&b, jam->pass->module);
    builder_before(&b, behind);
    b.loc = jam->loop->loc;
    ValueMap map = map_of_dim(ctx, affine_add(ctx, affine_dim(ctx, 0), affine_const(ctx, (int64_t)n * step)), variable, jam->pass->arena);
    map_set(copies, variable, build_affine(&b, OP_AFFINE_APPLY, &map));
  }
  for (Operation *op = piece->first;; op = op->next) {
    op_insert_before(op_clone(jam->pass->module, op, copies), behind);
    if (op == piece->last) break;
  }
}

static void use_copies(const Jam *jam, Operation *op, uint32_t begin, uint32_t width, uint32_t n) {
  for (uint32_t i = 0; i < width; i++) {
    Value *copy = map_get(&jam->copies[n], op_operand(op, begin + i));
    op_set_operand(op, begin + n * width + i, copy ? copy : op_operand(op, begin + i));
  }
}

static bool is_other_use(Use *use, void *made) { return !map_find(made, map_key(use->owner)); }

// One value out of those that each iteration has reduced.
static void combine_results(Jam *jam, const Reductions *reductions) {
  Operation *loop = jam->loop;
  uint32_t width = loop->result_count / jam->factor;
  Builder b;
  builder_init(&b, jam->pass->module);
  builder_at_end(&b, loop->block);
  b.before = loop->next;
  b.loc = loop->loc;
  for (uint32_t r = 0; r < reductions->count; r++) {
    const Reduction *reduction = &reductions->data[r];
    Value *first = op_result(loop, reduction->position), *value = first;
    Map made;
    map_init(&made, jam->pass->arena);
    for (uint32_t n = jam->factor - 1; n >= 1; n--) {
      value = build_binary(&b, reduction_opcode(reduction->kind), value, op_result(loop, n * width + reduction->position));
      map_put(&made, map_key(value_def(value)));
    }
    value_replace_if(first, value, is_other_use, &made);
  }
}

bool affine_unroll_and_jam(PassRun *pass, Operation *loop, uint32_t factor) {
  Jam jam = {.pass = pass, .loop = loop, .factor = factor};
  Arena *arena = pass->arena;
  uint64_t trips;
  ValueMap trip_map = loop_trip_map(pass->ctx, loop, arena);
  bool known = trip_map_count(&trip_map, &trips);
  const Block *body = loop_body(loop);
  Reductions reductions = {0};
  OpVec loops = {0}, widened = {0};
  if (factor == 1) {
    if (known && trips == 1) pass->changed |= loop_promote_if_single(pass->module, loop, arena);
    return true;
  }
  if (body->first == body->last) return true;
  if ((known && trips < factor) || !bounds_are_outside(pass, loop)) return false;
  gather_pieces(&jam, loop);
  ops_inside_post(loop, OP_AFFINE_FOR, arena, &loops);
  supported_reductions(pass, loop, &reductions);
  if (trip_map_divisor(&trip_map) % factor != 0) {
    if (loop_bound_map(loop, LOWER_BOUND)->result_count != 1 || loop_bound_map(loop, UPPER_BOUND)->result_count != 1) return false;
    loop_split_rest(pass, loop, factor, &trip_map);
  }
  pass->changed = true;
  jam.copies = arena_new(arena, Map, factor);
  if (!jam.copies) return false;
  for (uint32_t n = 1; n < factor; n++) map_init(&jam.copies[n], arena);
  for (uint32_t i = 0; i < loops.count; i++)
    if (span_size(loop_inits(loops.data[i]))) vec_push(arena, &widened, widen(&jam, loops.data[i]));
  int64_t step = loop_step(jam.loop);
  loop_set_step(pass->ctx, jam.loop, step * (int64_t)factor);
  for (uint32_t n = factor - 1; n >= 1 && !pass->ctx->mem.exhausted; n--) {
    for (uint32_t i = 0; i < jam.pieces.count; i++) repeat(&jam, &jam.pieces.data[i], n, step);
    for (uint32_t i = 0; i < widened.count; i++) {
      Operation *wide = widened.data[i];
      uint32_t width = wide->result_count / factor;
      use_copies(&jam, wide, loop_inits(wide).begin, width, n);
      use_copies(&jam, loop_body(wide)->last, 0, width, n);
    }
  }
  if (jam.loop->result_count) combine_results(&jam, &reductions);
  loop_promote_if_single(pass->module, jam.loop, arena);
  return true;
}

static bool run(PassRun *pass, Operation *func) {
  if (!require_function(pass, func, "AffineLoopUnrollAndJam")) return false;
  int64_t factor = pass_int(pass, &option_unroll_jam_factor);
  if (!factor) {
    diag_at(pass->module, SEVERITY_ERROR, func->loc, "affine-loop-unroll-jam: 'unroll-jam-factor' has to be positive");
    return false;
  }
  const Block *entry = func->region_count ? func->regions[0].first : NULL;
  if (entry && op_is(entry->first, OP_AFFINE_FOR)) affine_unroll_and_jam(pass, entry->first, (uint32_t)factor);
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_unroll_jam_pass = {
  .name = "affine-loop-unroll-jam", .class_name = "AffineLoopUnrollAndJam",
  .summary = "bodies of an outer affine loop several times, inside of the same inner loops",
  .works_on = "affine", .makes = "affine arith",
  .run = run,
  PASS_OPTIONS(&option_unroll_jam_factor),
};
