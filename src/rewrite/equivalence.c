#include "rewrite/equivalence.h"

uint32_t op_hash_apart_from_operands(const Operation *op) {
  uint32_t hash = hash_mix(17, map_key(op->def));
  for (uint32_t i = 0; i < op->result_count; i++) hash = hash_mix(hash, map_key(op_result_type(op, i)));
  for (uint32_t i = 0; i < op->def->attr_count; i++) hash = hash_mix(hash, map_key(op->props[i]));
  for (uint32_t i = 0; i < op->attr_count; i++)
    hash = hash_mix(hash_mix(hash, map_key(op->attrs[i].name)), map_key(op->attrs[i].value));
  return hash_mix(hash, map_key(op->prop_dict));
}

uint32_t op_hash(const Operation *op) {
  uint32_t hash = op_hash_apart_from_operands(op), sum = 0;
  bool commutes = op_has(op, TRAIT_COMMUTATIVE);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    uint64_t key = map_key(op_operand(op, i));
    if (commutes)
      sum += hash_mix(23, key);
    else
      hash = hash_mix(hash, key);
  }
  return commutes ? hash_mix(hash, sum) : hash;
}

bool op_same_apart_from_operands(const Operation *a, const Operation *b) {
  if (a->def != b->def || a->operand_count != b->operand_count || a->result_count != b->result_count ||
      a->attr_count != b->attr_count || a->region_count != b->region_count || a->successor_count != b->successor_count ||
      a->prop_dict != b->prop_dict)
    return false;
  for (uint32_t i = 0; i < a->def->attr_count; i++)
    if (a->props[i] != b->props[i]) return false;
  for (uint32_t i = 0; i < a->attr_count; i++)
    if (a->attrs[i].name != b->attrs[i].name || a->attrs[i].value != b->attrs[i].value) return false;
  for (uint32_t i = 0; i < a->result_count; i++)
    if (op_result_type(a, i) != op_result_type(b, i)) return false;
  return true;
}

// `map`: values and blocks inside the first operation -> inside the second; NULL without regions.
static bool same_value(const Map *map, Value *a, Value *b) { return a == b || (map && map_get(map, a) == b); }

// The operands from `first` on are those of the other operation in some order.
static bool is_permutation(const Operation *a, const Operation *b, uint32_t first) {
  for (uint32_t i = first; i < a->operand_count; i++) {
    uint32_t here = 0, there = 0;
    for (uint32_t k = first; k < a->operand_count; k++) {
      here += op_operand(a, k) == op_operand(a, i);
      there += op_operand(b, k) == op_operand(a, i);
    }
    if (here != there) return false;
  }
  return true;
}

static bool same_operands(const Map *map, const Operation *a, const Operation *b) {
  uint32_t i = 0;
  while (i < a->operand_count && same_value(map, op_operand(a, i), op_operand(b, i))) i++;
  if (i == a->operand_count) return true;
  return op_has(a, TRAIT_COMMUTATIVE) && is_permutation(a, b, i);
}

// Blocks are mapped when they or branches to them are met first.
static bool map_block(Map *map, Block *a, Block *b) {
  MapEntry *entry = map_put(map, map_key(a));
  if (!entry->value) entry->value = (uintptr_t)b;
  return entry->value == (uintptr_t)b;
}

static bool map_regions(Map *map, const Operation *a, const Operation *b) {
  for (uint32_t r = 0; r < a->region_count; r++) {
    Block *x = a->regions[r].first, *y = b->regions[r].first;
    for (; x && y; x = x->next, y = y->next) {
      if (x->arg_count != y->arg_count) return false;
      for (uint32_t i = 0; i < x->arg_count; i++) {
        if (x->args[i]->type != y->args[i]->type) return false;
        map_set(map, x->args[i], y->args[i]);
      }
    }
    if (x || y) return false;
  }
  return true;
}

typedef struct Pair {
  Map *map;
  const Operation *root;
} Pair;

// The walk goes over the first operation; `map` leads to the counterparts in the second one.
static WalkResult compare_nested(Operation *op, void *data) {
  Pair *pair = data;
  if (op == pair->root) return WALK_ADVANCE;
  Block *block = op->block, *there = map_get(pair->map, block);
  Operation *other = op->prev ? map_get(pair->map, op->prev) : there ? there->first : NULL;
  if (op->prev && other) other = other->next;
  if (!other || !op->next != !other->next) return WALK_STOP;
  map_set(pair->map, op, other);
  if (!op_same_apart_from_operands(op, other) || !same_operands(pair->map, op, other)) return WALK_STOP;
  for (uint32_t i = 0; i < op->successor_count; i++)
    if (!map_block(pair->map, op_successor(op, i), op_successor(other, i))) return WALK_STOP;
  for (uint32_t i = 0; i < op->result_count; i++) map_set(pair->map, op_result(op, i), op_result(other, i));
  if (!map_regions(pair->map, op, other)) return WALK_STOP;
  for (uint32_t r = 0; r < op->region_count; r++)
    for (Block *x = op->regions[r].first, *y = other->regions[r].first; x; x = x->next, y = y->next)
      if (!map_block(pair->map, x, y) || !x->first != !y->first) return WALK_STOP;
  return WALK_ADVANCE;
}

static bool same_regions(Operation *a, Operation *b, Mem *mem) {
  Arena scratch;
  arena_init(&scratch, mem);
  Map map;
  map_init(&map, &scratch);
  Pair pair = {&map, a};
  bool same = map_regions(&map, a, b);
  for (uint32_t i = 0; i < a->result_count; i++) map_set(&map, op_result(a, i), op_result(b, i));
  for (uint32_t r = 0; same && r < a->region_count; r++)
    for (Block *x = a->regions[r].first, *y = b->regions[r].first; same && x; x = x->next, y = y->next)
      same = map_block(&map, x, y) && !x->first == !y->first;
  same = same && op_walk_pre(a, compare_nested, &pair) != WALK_STOP;
  arena_free(&scratch);
  return same;
}

bool op_equivalent(Operation *a, Operation *b, Mem *mem) {
  if (a == b) return true;
  if (!op_same_apart_from_operands(a, b) || !same_operands(NULL, a, b)) return false;
  return !a->region_count || same_regions(a, b, mem);
}

