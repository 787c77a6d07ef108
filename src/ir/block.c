// Blocks and regions.
#include "ir/op.h"

// --- Arguments

Block *block_new(Module *module) {
  Block *block = arena_new(&module->arena, Block, 1);
  block->order_valid = true;
  return block;
}

Value *block_insert_arg(Module *module, Block *block, uint32_t at, T type, Loc loc) {
  if (block->arg_count == block->arg_cap) {
    uint64_t cap = block->arg_cap ? (uint64_t)block->arg_cap * 2 : 4;
    Value **grown = cap <= UINT32_MAX ? arena_alloc_raw(&module->arena, sizeof(Value *) * (size_t)cap) : NULL;
    if (!grown) {  // exhausted: the last argument stands in for the new one
      module->context->mem.exhausted = true;
      return block->args[block->arg_count - 1];
    }
    if (block->arg_count) memcpy(grown, block->args, sizeof(Value *) * block->arg_count);
    block->args = grown;
    block->arg_cap = (uint32_t)cap;
  }
  typedef struct Arg {
    Value value;
    Loc loc;
  } Arg;
  Arg *arg = arena_alloc_raw(&module->arena, sizeof *arg);
  arg->loc = loc;
  arg->value = (Value){.type = type, .owner = block, .index = at, .is_arg = true, .arg_loc = &arg->loc};
  for (uint32_t i = block->arg_count; i > at; i--) {
    block->args[i] = block->args[i - 1];
    block->args[i]->index = i;
  }
  block->args[at] = &arg->value;
  block->arg_count++;
  return &arg->value;
}

Value *block_add_arg(Module *module, Block *block, T type, Loc loc) {
  return block_insert_arg(module, block, block->arg_count, type, loc);
}

void block_erase_arg(Block *block, uint32_t index) {
  block->arg_count--;
  for (uint32_t i = index; i < block->arg_count; i++) {
    block->args[i] = block->args[i + 1];
    block->args[i]->index = i;
  }
}

// --- Place in the region

static void insert_between(Region *region, Block *prev, Block *block, Block *next) {
  block->region = region;
  block->prev = prev;
  block->next = next;
  if (prev) prev->next = block;
  else region->first = block;
  if (next) next->prev = block;
  else region->last = block;
}

void block_append(Region *region, Block *block) { insert_between(region, region->last, block, NULL); }
void block_insert_before(Block *block, Block *before) { insert_between(before->region, before->prev, block, before); }
void block_insert_after(Block *block, Block *after) { insert_between(after->region, after, block, after->next); }

void block_remove(Block *block) {
  Region *region = block->region;
  if (!region) return;
  if (block->prev) block->prev->next = block->next;
  else region->first = block->next;
  if (block->next) block->next->prev = block->prev;
  else region->last = block->prev;
  block->region = NULL;
  block->prev = block->next = NULL;
}

void block_erase(Block *block) {
  // References first, so that operations may use each other in any order.
  block_each_op(block, op) op_drop_all_references(op);
  while (block->last) op_erase(block->last);
  block_remove(block);
}

void region_take_blocks(Region *to, Region *from, Block *before) {
  if (!from->first) return;
  region_each_block(from, block) block->region = to;
  Block *prev = before ? before->prev : to->last;
  from->first->prev = prev;
  from->last->next = before;
  if (prev) prev->next = from->first;
  else to->first = from->first;
  if (before) before->prev = from->last;
  else to->last = from->last;
  from->first = from->last = NULL;
}

// --- Operations between blocks

void block_splice(Block *to, Operation *before, Operation *first, Operation *last) {
  if (!first) return;
  Block *from = first->block;
  for (Operation *op = first;; op = op->next) {
    op->block = to;
    if (op == last) break;
  }
  // Out of the old list…
  if (first->prev) first->prev->next = last->next;
  else from->first = last->next;
  if (last->next) last->next->prev = first->prev;
  else from->last = first->prev;
  // … into the new one.
  Operation *prev = before ? before->prev : to->last;
  first->prev = prev;
  last->next = before;
  if (prev) prev->next = first;
  else to->first = first;
  if (before) before->prev = last;
  else to->last = last;
  to->order_valid = false;
}

Block *block_split(Module *module, Operation *op) {
  Block *block = op->block, *rest = block_new(module);
  if (block->region) block_insert_after(rest, block);
  block_splice(rest, NULL, op, block->last);
  return rest;
}

// --- Questions

Operation *block_parent_op(const Block *block) { return block->region ? block->region->op : NULL; }

Operation *block_terminator(const Block *block) {
  Operation *last = block->last;
  return last && (op_has(last, TRAIT_TERMINATOR) || !op_is_registered(last)) ? last : NULL;
}

uint32_t region_block_count(const Region *region) {
  uint32_t count = 0;
  region_each_block(region, block) count++;
  return count;
}

bool region_is_ancestor(const Region *ancestor, const Region *region) {
  while (region && region != ancestor) region = region->op ? op_parent_region(region->op) : NULL;
  return region != NULL;
}
