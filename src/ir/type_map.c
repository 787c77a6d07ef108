#include "ir/type_map.h"

#include "ir/op.h"

void type_map_init(TypeMap *map, Context *ctx, TypeMapFn *replace) {
  *map = (TypeMap){.ctx = ctx, .replace = replace};
  arena_init(&map->arena, &ctx->mem);
  map_init(&map->known, &map->arena);
}

void type_map_free(TypeMap *map) { arena_free(&map->arena); }

const T *type_map_all(TypeMap *map, const T *types, uint32_t count) {
  T *made = arena_new(&map->arena, T, count + 1);
  for (uint32_t i = 0; made && i < count; i++) made[i] = type_map(map, types[i]);
  return made ? made : types;
}

static T replace_parts(TypeMap *map, T type) {
  if (type_as_shaped(type)) return type_with_element(map->ctx, type, type_map(map, type_element(type)));
  const FunctionType *function = type_as_function(type);
  if (function) {
    const T *types = type_map_all(map, function->types, function->input_count + function->result_count);
    return type_function(map->ctx, types, function->input_count, types + function->input_count, function->result_count);
  }
  if (type_kind(type) == TYPE_TUPLE) {
    const TupleType *tuple = (const TupleType *)type;
    return type_tuple(map->ctx, type_map_all(map, tuple->types, tuple->count), tuple->count);
  }
  return type;
}

T type_map(TypeMap *map, T type) {
  MapEntry *known = map_find(&map->known, map_key(type));
  if (known) return (T)known->value;
  T made = map->replace(map, type);
  if (!made) made = replace_parts(map, type);
  map_put(&map->known, map_key(type))->value = (uintptr_t)made;
  return made;
}

A type_map_attr(TypeMap *map, A attr) {
  switch (attr_kind(attr)) {
    case ATTR_TYPE: return attr_type(map->ctx, type_map(map, ((const TypeAttr *)attr)->type));
    case ATTR_ARRAY: {
      const ArrayAttr *array = (const ArrayAttr *)attr;
      A *items = arena_new(&map->arena, A, array->count + 1);
      for (uint64_t i = 0; items && i < array->count; i++) items[i] = type_map_attr(map, array->items[i]);
      return items ? attr_array(map->ctx, items, (uint32_t)array->count) : attr;
    }
    case ATTR_DICT: {
      const DictAttr *dict = (const DictAttr *)attr;
      NamedAttr *items = arena_new(&map->arena, NamedAttr, dict->count + 1);
      for (uint64_t i = 0; items && i < dict->count; i++) items[i] = (NamedAttr){dict->items[i].name, type_map_attr(map, dict->items[i].value)};
      return items ? attr_dict(map->ctx, items, (uint32_t)dict->count) : attr;
    }
    default: return attr;
  }
}

bool type_map_concerns(TypeMap *map, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_map(map, op_operand_type(op, i)) != op_operand_type(op, i)) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_map(map, op_result_type(op, i)) != op_result_type(op, i)) return true;
  for (uint32_t i = 0; i < op->region_count; i++)
    for (const Block *block = op->regions[i].first; block; block = block->next)
      for (uint32_t k = 0; k < block->arg_count; k++)
        if (type_map(map, block->args[k]->type) != block->args[k]->type) return true;
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] && type_map_attr(map, op->props[i]) != op->props[i]) return true;
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (type_map_attr(map, op->attrs[i].value) != op->attrs[i].value) return true;
  return op->prop_dict && type_map_attr(map, op->prop_dict) != op->prop_dict;
}

void type_map_op(TypeMap *map, Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) op->results[i].type = type_map(map, op->results[i].type);
  for (uint32_t i = 0; i < op->region_count; i++)
    for (Block *block = op->regions[i].first; block; block = block->next)
      for (uint32_t k = 0; k < block->arg_count; k++) block->args[k]->type = type_map(map, block->args[k]->type);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i]) op->props[i] = type_map_attr(map, op->props[i]);
  for (uint32_t i = 0; i < op->attr_count; i++) op->attrs[i].value = type_map_attr(map, op->attrs[i].value);
  if (op->prop_dict) op->prop_dict = type_map_attr(map, op->prop_dict);
  op_touched(op);
}
