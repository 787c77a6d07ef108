// sroa: memory of several parts is allocated part by part (after mlir/lib/Transforms/SROA.cpp).
#include "dialects/dlti/data_layout.h"
#include "ops/memory_slots.h"
#include "rewrite/pass.h"

typedef struct Pointer { Value *value; uint64_t size; } Pointer;   // bytes that may be used through it
typedef struct Lost { Operation *op; const Use *only; } Lost;       // a user that has to do without; only: see PromotableOpInterface

typedef struct Split {
  PassRun *run;
  Arena *arena;
  const DataLayout *layout;
  Operation *alloca;
  SlotParts parts;
  VEC(uint32_t) used;       // parts, in the order they were met
  VEC(Pointer) pointers;    // into parts
  OpVec accessors;
  VEC(Lost) lost;
  Map lost_by_op;           // -> index + 1
} Split;

static void use_part(Split *self, uint32_t part) {
  for (uint32_t i = 0; i < self->used.count; i++)
    if (self->used.data[i] == part) return;
  vec_push(self->arena, &self->used, part);
}

static void has_to_go(Split *self, const Use *use) {
  MapEntry *entry = map_put(&self->lost_by_op, map_key(use->owner));
  if (entry->value) {
    self->lost.data[entry->value - 1].only = NULL;
    return;
  }
  vec_push(self->arena, &self->lost, ((Lost){use->owner, use}));
  entry->value = self->lost.count;
}

static bool note_access(Split *self, Operation *op) {
  const DestructurableAccessorOpInterface *asked = ask_destructurable_accessor(op->def);
  uint64_t rest;
  int64_t part = asked ? asked->part(op, &self->parts, &rest) : -1;
  if (part == -1) return false;
  if (part == SLOT_ALL_PARTS)
    for (uint32_t i = 0; i < self->parts.count; i++) use_part(self, i);
  if (part >= 0) use_part(self, (uint32_t)part);
  if (part >= 0 && rest) vec_push(self->arena, &self->pointers, ((Pointer){op_result(op, 0), rest}));
  vec_push(self->arena, &self->accessors, op);
  return true;
}

static void check_pointer(Split *self, Pointer pointer) {
  MemorySlot slot = self->parts.slot;
  slot.pointer = pointer.value;
  for (const Use *use = pointer.value->uses; use; use = use->next) {
    const SafeMemorySlotAccessOpInterface *asked = ask_safe_memory_slot_access(use->owner->def);
    uint64_t rest;
    if (!asked || !asked->is_safe(use->owner, &slot, pointer.size, &rest)) has_to_go(self, use);
    else if (rest) vec_push(self->arena, &self->pointers, ((Pointer){op_result(use->owner, 0), rest}));
  }
}

static bool may_split(Split *self) {
  const Value *pointer = self->parts.slot.pointer;
  for (const Use *use = pointer->uses; use; use = use->next)
    if (!note_access(self, use->owner)) has_to_go(self, use);
  for (uint32_t i = 0; i < self->pointers.count; i++) check_pointer(self, self->pointers.data[i]);
  for (uint32_t i = 0; i < self->lost.count; i++) {
    const Operation *op = self->lost.data[i].op;
    const PromotableOpInterface *asked = ask_promotable(op->def);
    if (!asked) return false;
    if (asked->fate(op, self->lost.data[i].only) != USE_GOES_WITH_RESULTS) continue;
    for (uint32_t r = 0; r < op->result_count; r++)
      for (const Use *use = op_result(op, r)->uses; use; use = use->next) has_to_go(self, use);
  }
  for (uint32_t i = 0; i < self->lost.count; i++)
    if (ask_promotable(self->lost.data[i].op->def)->fate(self->lost.data[i].op, self->lost.data[i].only) == USE_STAYS) return false;
  return true;
}

// The new allocations are looked at next.
static void allocate(Split *self, OpVec *next) {
  Builder b;
  builder_init(&b, self->run->module);
  builder_after(&b, self->alloca);
  for (uint32_t i = 0; i < self->used.count; i++) {
    uint32_t part = self->used.data[i];
    Value *made = ask_destructurable_allocation(self->alloca->def)->allocate(&b, self->alloca, self->parts.types[part]);
    self->parts.pointers[part] = made;
    vec_push(self->run->arena, next, value_def(made));
  }
}

// Users come before what they use: an operation may stand for its results until they are not used any more.
static void rewire(Split *self) {
  OpVec gone = {0};
  Builder b;
  builder_init(&b, self->run->module);
  for (uint32_t i = self->lost.count; i-- > 0;) {
    Operation *op = self->lost.data[i].op;
    const PromotableOpInterface *asked = ask_promotable(op->def);
    builder_before(&b, op);
    if (asked->lose) asked->lose(&b, op);
    else vec_push(self->arena, &gone, op);
  }
  for (uint32_t i = 0; i < self->accessors.count; i++) {
    Operation *op = self->accessors.data[i];
    if (map_find(&self->lost_by_op, map_key(op))) continue;
    builder_after(&b, op);
    b.loc = op->loc;
    if (ask_destructurable_accessor(op->def)->rewire(&b, op, &self->parts)) vec_push(self->arena, &gone, op);
  }
  for (uint32_t i = 0; i < gone.count; i++) op_erase(gone.data[i]);
}

static bool split(PassRun *pass, Operation *alloca, const DataLayout *layout, OpVec *next) {
  Arena arena;
  arena_init(&arena, &pass->ctx->mem);
  Value *pointer = op_result(alloca, 0);
  Split self = {.run = pass, .arena = &arena, .layout = layout, .alloca = alloca};
  self.parts.slot = (MemorySlot){pointer, pointer->type, layout, pass->ctx};
  map_init(&self.lost_by_op, &arena);
  bool ok = pointer->uses && ask_destructurable_allocation(alloca->def)->parts(alloca, &arena, &self.parts) && may_split(&self);
  self.parts.pointers = ok ? arena_new(&arena, Value *, self.parts.count + 1u) : NULL;
  ok = ok && self.parts.pointers && !pass->ctx->mem.exhausted;
  if (ok) {
    allocate(&self, next);
    rewire(&self);
    if (!pass->ctx->mem.exhausted) op_erase(alloca);
    pass->changed = true;
  }
  arena_free(&arena);
  return ok;
}

typedef struct Collecting {
  Arena *arena;
  OpVec allocas;
} Collecting;

static WalkResult collect(Operation *op, void *data) {
  Collecting *self = data;
  if (ask_destructurable_allocation(op->def)) vec_push(self->arena, &self->allocas, op);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Collecting found = {.arena = pass->arena};
  op_walk_post(op, collect, &found);
  DataLayout layout = data_layout_closest(op);
  for (bool any = true; any && !pass->ctx->mem.exhausted;) {
    OpVec next = {0};
    any = false;
    for (uint32_t i = 0; i < found.allocas.count; i++) {
      if (split(pass, found.allocas.data[i], &layout, &next)) any = true;
      else vec_push(pass->arena, &next, found.allocas.data[i]);
    }
    found.allocas = next;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef sroa_pass = {
  .name = "sroa", .class_name = "SROA", .summary = "Scalar Replacement of Aggregates", .works_on = "memref llvm", .makes = "memref llvm", .run = run,
};
