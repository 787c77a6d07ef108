// Parts of tensors that a loop carries, out of it (after mlir/lib/Interfaces/SubsetOpInterface.cpp and
// mlir/lib/Transforms/Utils/LoopInvariantCodeMotionUtils.cpp): what is taken out, changed and put back in the same place becomes a value of its own.
#include "dialects/common/op_fold_result.h"
#include "dialects/tensor/hooks.h"
#include "dialects/vector/fold.h"
#include "ir/affine.h"
#include "ir/type.h"
#include "ops/tensor.h"
#include "ops/vector.h"
#include "passes/loops/licm.h"
#include "passes/scf/loops.h"
#include "passes/vector/hoist.h"

typedef struct Subsets {
  Arena *arena;
  OpVec takes, puts;       // in the body of the loop
  OpVec others;            // in loops inside
  uint32_t steps;
} Subsets;

enum { MAX_STEPS = 1 << 16 };

static bool is_take(const Operation *op) { return op_is(op, OP_TENSOR_EXTRACT_SLICE) || op_is(op, OP_VECTOR_TRANSFER_READ); }
static bool is_put(const Operation *op) { return op_is(op, OP_TENSOR_INSERT_SLICE) || op_is(op, OP_VECTOR_TRANSFER_WRITE); }

// ---------------------------------------------------------------------------------------------
// Which part

static OffsetsSizesStrides slice_of(const Operation *op, Arena *arena) {
  OffsetsSizesStrides slice = offsets_sizes_strides(op, arena);
  for (uint32_t i = 0; i < slice.offsets.count; i++) {
    slice.offsets.items[i] = ofr_fold(slice.offsets.items[i]);
    slice.sizes.items[i] = ofr_fold(slice.sizes.items[i]);
    slice.strides.items[i] = ofr_fold(slice.strides.items[i]);
  }
  return slice;
}

static bool is_transfer(const Operation *op, Transfer *out) {
  return transfer_of(op, op_is(op, OP_VECTOR_TRANSFER_READ) ? OP_VECTOR_TRANSFER_READ : OP_VECTOR_TRANSFER_WRITE, out);
}

// The part of a transfer in each dimension, as far as it is one: from its index on, as long as its vector.
static bool part_of(const Operation *op, Arena *arena, OffsetsSizesStrides *out) {
  Transfer transfer;
  if (op_is(op, OP_TENSOR_EXTRACT_SLICE) || op_is(op, OP_TENSOR_INSERT_SLICE)) return *out = slice_of(op, arena), true;
  if (!is_transfer(op, &transfer)) return false;
  uint32_t rank = span_size(transfer.indices);
  OpFoldResult *items = arena_new(arena, OpFoldResult, 3 * rank + 1);
  *out = (OffsetsSizesStrides){{items, rank}, {items + rank, rank}, {items + 2 * rank, rank}};
  if (!items) return false;
  for (uint32_t i = 0; i < rank; i++) {
    out->offsets.items[i] = ofr_from_value(op_operand(op, transfer.indices.begin + i));
    out->sizes.items[i] = out->strides.items[i] = OFR_NUMBER(1);
  }
  for (uint32_t i = 0; i < transfer.map->result_count; i++)
    if (transfer.map->results[i]->kind == AFFINE_DIM) out->sizes.items[transfer.map->results[i]->value] = OFR_NUMBER(transfer.vector->dims[i]);
  return true;
}

static bool same_items(OpFoldResultList a, OpFoldResultList b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; i++)
    if (!ofr_equal(a.items[i], b.items[i])) return false;
  return true;
}

static bool are_same_part(const Operation *take, const Operation *put, Arena *arena) {
  if (op_is(take, OP_TENSOR_EXTRACT_SLICE) != op_is(put, OP_TENSOR_INSERT_SLICE)) return false;
  if (op_is(take, OP_TENSOR_EXTRACT_SLICE)) {
    OffsetsSizesStrides a = slice_of(take, arena), b = slice_of(put, arena);
    return same_items(a.offsets, b.offsets) && same_items(a.sizes, b.sizes) && same_items(a.strides, b.strides);
  }
  Transfer read, write;
  return is_transfer(take, &read) && is_transfer(put, &write) && !read.mask && !write.mask && transfer_same_indices(&read, &write) && read.map == write.map &&
         read.vector == write.vector;
}

// Whether the one ends, in some dimension, before the other begins.
static bool are_apart(const Operation *a, const Operation *b, Arena *arena) {
  OffsetsSizesStrides x, y;
  if (!part_of(a, arena, &x) || !part_of(b, arena, &y) || x.offsets.count != y.offsets.count) return false;
  for (uint32_t i = 0; i < x.offsets.count; i++) {
    const OpFoldResult all[] = {x.offsets.items[i], y.offsets.items[i], x.sizes.items[i], y.sizes.items[i], x.strides.items[i], y.strides.items[i]};
    bool known = true;
    for (size_t k = 0; k < countof(all); k++) known &= !all[k].value && all[k].constant > INT32_MIN && all[k].constant < INT32_MAX;
    if (!known) continue;
    int64_t x_last = all[0].constant + (all[2].constant - 1) * all[4].constant, y_last = all[1].constant + (all[3].constant - 1) * all[5].constant;
    if (x_last < all[1].constant || y_last < all[0].constant) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// The chain from an argument of the loop to what is yielded for it

// Goes on through what takes parts of `from` and what puts a part into it, up to a yield as operand `index`. `own`: the loop's body itself.
// False: something else uses a tensor of the chain, or it splits.
static bool follow(Subsets *self, Operation *loop, Value *from, uint32_t index, bool own, uint32_t depth) {
  const Block *body = loop_body(loop);
  if (depth > 64) return false;
  for (Value *value = from;;) {
    Value *next = NULL;
    bool ends = false;
    if (self->steps++ > MAX_STEPS) return false;
    for (Use *use = value->uses; use; use = use->next) {
      Operation *user = use->owner;
      uint32_t at = use_index(use);
      if (user == body->last) {
        if (at != index) return false;
        ends = true;
        continue;
      }
      if (op_is(user, OP_SCF_FOR) && at >= 3) {
        if (next || !follow(self, user, loop_body(user)->args[at - 2], at - 3, false, depth + 1)) return false;
        next = op_result(user, at - 3);
        continue;
      }
      if (is_take(user) && at == 0) {
        vec_push(self->arena, own ? &self->takes : &self->others, user);
        continue;
      }
      if (!is_put(user) || at != 1 || next) return false;
      vec_push(self->arena, own ? &self->puts : &self->others, user);
      next = op_result(user, 0);
    }
    if (!next) return ends;
    if (ends) return false;
    value = next;
  }
}

static bool is_fixed(const Operation *loop, const Operation *op, uint32_t but, uint32_t but_too) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (i != but && i != but_too && !is_outside_loop(loop, op_operand(op, i))) return false;
  return true;
}

static bool is_apart_from(const OpVec *others, const Operation *take, const Operation *put, Arena *arena) {
  for (uint32_t i = 0; i < others->count; i++) {
    const Operation *other = others->data[i];
    if (other != take && other != put && (!are_apart(other, take, arena) || !are_apart(other, put, arena))) return false;
  }
  return true;
}

// A part that is taken out and put back, which nothing else touches. False: there is none.
static bool find_pair(const Subsets *self, const Operation *loop, Operation **take, Operation **put) {
  for (uint32_t p = 0; p < self->puts.count; p++)
    for (uint32_t t = 0; t < self->takes.count; t++) {
      Operation *out = self->takes.data[t], *in = self->puts.data[p];
      if (op_result_type(out, 0) != op_operand_type(in, 0) || !are_same_part(out, in, self->arena)) continue;
      if (!is_fixed(loop, out, 0, 0) || !is_fixed(loop, in, 0, 1)) continue;
      if (!is_apart_from(&self->takes, out, in, self->arena) || !is_apart_from(&self->puts, out, in, self->arena) || !is_apart_from(&self->others, out, in, self->arena))
        continue;
      *take = out;
      *put = in;
      return true;
    }
  return false;
}

static Operation *hoist_pair(Module *module, Arena *arena, Operation *loop, uint32_t carried, Operation *take, Operation *put) {
  Value *part = op_operand(put, 0);
  value_replace_all(op_result(put, 0), op_operand(put, 1));
  op_set_operand(take, 0, op_operand(loop, 3 + carried));
  op_move_before(take, loop);
  Operation *made = loop_with_carried(module, arena, loop, op_result(take, 0), part);
  op_move_before(put, made->next);
  value_replace_all(op_result(made, carried), op_result(put, 0));
  op_set_operand(put, 0, op_result(made, made->result_count - 1));
  op_set_operand(put, 1, op_result(made, carried));
  return made;
}

Operation *hoist_subsets(Module *module, Arena *arena, Operation *loop) {
  for (uint32_t i = 0; i < loop->result_count && !module->context->mem.exhausted; i++) {
    Operation *take, *put;
    for (;;) {
      Subsets subsets = {.arena = arena};
      if (!type_is_tensor(op_result_type(loop, i)) || !follow(&subsets, loop, loop_body(loop)->args[1 + i], i, true, 0) || !find_pair(&subsets, loop, &take, &put)) break;
      loop = hoist_pair(module, arena, loop, i, take, put);
    }
  }
  return loop;
}
