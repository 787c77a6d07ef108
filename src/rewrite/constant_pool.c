#include "rewrite/constant_pool.h"
#include "rewrite/equivalence.h"

typedef struct PooledConstant {
  Region *region;
  const DialectDef *dialect;
  A constant;
  T type;
  Value *value;
  struct PooledConstant *next;
} PooledConstant;

Region *constant_region(const Block *block) {
  Region *region = block->region;
  for (;;) {
    const Operation *parent = region->op;
    if (!parent || op_has(parent, TRAIT_ISOLATED | TRAIT_UNREGISTERED) || !parent->block) return region;
    region = parent->block->region;
  }
}

void constant_pool_init(ConstantPool *self, Module *module, Arena *arena) {
  *self = (ConstantPool){.module = module, .arena = arena};
  builder_init(&self->builder, module);
  folder_init(&self->folder, module, arena);
  map_init(&self->known, arena);
}

static PooledConstant *find(ConstantPool *self, const PooledConstant *wanted, MapEntry **entry) {
  uint32_t hash = hash_mix(hash_mix(hash_mix(hash_mix(7, map_key(wanted->region)), map_key(wanted->dialect)), map_key(wanted->constant)), map_key(wanted->type));
  *entry = map_put(&self->known, hash);
  PooledConstant *it = (PooledConstant *)(*entry)->value;
  while (it && (it->region != wanted->region || it->dialect != wanted->dialect || it->constant != wanted->constant || it->type != wanted->type)) it = it->next;
  return it;
}

static Value *add(ConstantPool *self, MapEntry *entry, const PooledConstant *pooled) {
  PooledConstant *copy = arena_new(self->arena, PooledConstant, 1);
  if (!copy) return NULL;
  *copy = *pooled;
  copy->next = (PooledConstant *)entry->value;
  entry->value = (uintptr_t)copy;
  return copy->value;
}

Value *constant_pool_get(ConstantPool *self, const Block *block, const DialectDef *dialect, A constant, T type) {
  if (!dialect || !dialect->materialize_constant) return NULL;
  MapEntry *entry;
  PooledConstant pooled = {.region = constant_region(block), .dialect = dialect, .constant = constant, .type = type};
  const PooledConstant *known = find(self, &pooled, &entry);
  if (known) return known->value;
  builder_at_start(&self->builder, pooled.region->first);
  self->folder.builder = &self->builder;
  Operation *made = dialect->materialize_constant(&self->folder, constant, type, (Loc){.attr = self->module->context->attrs.unknown_loc});
  if (!made) return NULL;
  pooled.value = op_result(made, 0);
  const DialectDef *maker = op_dialect(self->module->context, made->def);
  if (maker != dialect) {   // it may have been made for the dialect that has it
    pooled.dialect = maker;
    known = find(self, &pooled, &entry);
    if (known) {
      op_erase(made);
      pooled.value = known->value;
    } else {
      add(self, entry, &pooled);
    }
    pooled.dialect = dialect;
    find(self, &pooled, &entry);
  }
  return add(self, entry, &pooled);
}
