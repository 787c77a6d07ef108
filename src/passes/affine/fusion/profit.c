// Whether fusion saves memory without too much more work
// (after isFusionProfitable of mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp).
#include "passes/affine/fusion/fusion.h"

void candidate_init(Fusion *f, Candidate *self, Operation *from, Operation *to, uint32_t around, uint32_t depths, MergeKind kind) {
  *self = (Candidate){from, to, arena_new(f->pass->arena, LoopSlice, depths + 1), 0, f->tolerance};
  for (uint32_t i = 1; i <= depths && !f->pass->ctx->mem.exhausted; i++)
    if (merge_check(f->pass, from, to, i + around, kind, &self->slices[i - 1])) self->deepest = i;
}

bool candidate_mind_cycles(Fusion *f, Candidate *self) {
  double more;
  if (!nest_has_cycle(f->pass, self->from)) return true;
  self->tolerance = 0;
  return !f->maximal || (merge_extra_work(f->pass, self->from, self->to, &self->slices[self->deepest - 1], &more) && !(more > 0));
}

static bool access_bytes(PassRun *pass, const Operation *access, const LoopSlice *slice, int64_t *out) {
  MemRegion region;
  return region_compute(pass->ctx, pass->arena, access, 0, (RegionOptions){.slice = slice}, &region) && region_bytes(pass->ctx, &region, out);
}

bool candidate_is_profitable(Fusion *f, const Candidate *self, const OpVec *footprints, uint32_t *depth) {
  PassRun *pass = f->pass;
  double more, best = 0;
  int64_t whole, buffer = 0, source, target;
  bool found = false;
  uint64_t trips;
  OpVec loops = {0};
  // All loops must run a constant number of times.
  ops_inside_post(self->from, OP_AFFINE_FOR, pass->arena, &loops);
  ops_inside_post(self->to, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count; i++)
    if (!loop_trip_count(pass->ctx, loops.data[i], pass->arena, &trips)) return false;
  if (footprints->count > 1) {
    *depth = self->deepest;
    return merge_extra_work(pass, self->from, self->to, &self->slices[self->deepest - 1], &more) && !(more > self->tolerance);
  }
  const Operation *access = footprints->data[0];
  if (!access_bytes(pass, access, NULL, &whole)) return false;
  for (uint32_t i = self->deepest; i >= 1; i--) {
    const LoopSlice *slice = &self->slices[i - 1];
    int64_t part;
    if (!merge_extra_work(pass, self->from, self->to, slice, &more)) continue;
    if (!access_bytes(pass, access, slice, &part) || !part) continue;
    double reduction = (double)whole / (double)part;
    if (!(reduction > best) || !(more <= self->tolerance)) continue;
    best = reduction;
    *depth = i;
    buffer = part;
    found = true;
  }
  if (!found || !footprint_bytes(pass, self->to, &target) || !footprint_bytes(pass, self->from, &source)) return false;
  return buffer <= source;
}
