#include "export/bytecode/writer.h"

#include <stdlib.h>

#include "asm/printer.h"
#include "asm/resource.h"

// ---------------------------------------------------------------------------------------------
// Bytes

void put_varint(StrBuf *out, uint64_t value) {
  uint32_t bits = value ? 64 - (uint32_t)__builtin_clzll(value) : 1, more = (bits - 1) / 7;
  if (!more) {
    strbuf_char(out, (char)(value << 1 | 1));
    return;
  }
  if (more > 7) {   // all the value's bytes behind a zero
    strbuf_char(out, 0);
    more = 8;
  } else value = (value << 1 | 1) << more, more++;
  for (uint32_t i = 0; i < more; i++, value >>= 8) strbuf_char(out, (char)value);
}

void put_signed(StrBuf *out, int64_t value) { put_varint(out, (uint64_t)value << 1 ^ (uint64_t)(value >> 63)); }

void put_section(StrBuf *out, uint8_t id, const StrBuf *data) {
  strbuf_char(out, (char)id);
  put_varint(out, data->size);
  strbuf_str(out, strbuf_view(data));
}

// ---------------------------------------------------------------------------------------------
// Numbers

uint32_t written_string(BytecodeWriter *w, Str text) {
  MapEntry *entry = map_find_str(&w->string_numbers, text);
  if (!entry) {
    text = arena_str(&w->arena, text);
    entry = map_put_str(&w->string_numbers, text);
    entry->value = w->strings.count;
    vec_push(&w->arena, &w->strings, text);
  }
  return (uint32_t)entry->value;
}

uint32_t written_dialect(BytecodeWriter *w, Str name) {
  uint32_t string = written_string(w, name);
  MapEntry *entry = map_find(&w->dialect_numbers, string);
  if (!entry) {
    entry = map_put(&w->dialect_numbers, string);
    entry->value = w->dialects.count;
    vec_push(&w->arena, &w->dialects, string);
  }
  return (uint32_t)entry->value;
}

static Str dialect_of_attr(A attr) {
  if (attr_kind(attr) == ATTR_OPAQUE || attr_kind(attr) == ATTR_OPAQUE_ELEMENTS) return attr_str(((const OpaqueAttr *)attr)->dialect);
  return attr_kind(attr) == ATTR_DIALECT ? str_from(attr->def->dialect) : STR("builtin");
}
static Str dialect_of_type(T type) {
  if (type_kind(type) == TYPE_OPAQUE) return attr_str(((const OpaqueType *)type)->dialect);
  return type_kind(type) == TYPE_DIALECT ? str_from(type->def->dialect) : STR("builtin");
}

static uint32_t number_of(BytecodeWriter *w, Map *numbers, WrittenEntries *entries, const void *thing, uint32_t dialect) {
  MapEntry *entry = map_put(numbers, map_key(thing));
  if (!entry->value) {
    vec_push(&w->arena, entries, ((WrittenEntry){.thing = thing, .dialect = dialect}));
    entry->value = entries->count;
  }
  if (entry->value - 1 < entries->count) entries->data[entry->value - 1].uses++;
  return (uint32_t)entry->value - 1;
}

uint32_t written_attr(BytecodeWriter *w, A attr) {
  MapEntry *known = map_find(&w->attr_numbers, map_key(attr));
  if (known && known->value) {
    w->attrs.data[known->value - 1].uses++;
    return (uint32_t)known->value - 1;
  }
  return number_of(w, &w->attr_numbers, &w->attrs, attr, written_dialect(w, dialect_of_attr(attr)));
}

uint32_t written_type(BytecodeWriter *w, T type) {
  MapEntry *known = map_find(&w->type_numbers, map_key(type));
  if (known && known->value) {
    w->types.data[known->value - 1].uses++;
    return (uint32_t)known->value - 1;
  }
  return number_of(w, &w->type_numbers, &w->types, type, written_dialect(w, dialect_of_type(type)));
}

static uint32_t written_op(BytecodeWriter *w, const Operation *op) {
  MapEntry *entry = map_put(&w->op_numbers, map_key(op->def));
  if (!entry->value) {
    // An op named without a dialect is written as a dialect of that name with an op of no name.
    Str name = op_name(op), dialect = name_dialect(name), rest = name_without_dialect(name);
    if (dialect.size == name.size) rest = STR("");
    vec_push(&w->arena, &w->ops, ((WrittenOp){op->def, written_dialect(w, dialect), written_string(w, rest)}));
    entry->value = w->ops.count;
  }
  return (uint32_t)entry->value - 1;
}

// ---------------------------------------------------------------------------------------------
// Operations

static bool has_properties(const BytecodeWriter *w, const Operation *op) {
  if (w->version < VERSION_PROPERTIES) return false;
  if (!op_is_registered(op)) return op->prop_dict != NULL;
  return op->def->attr_count && !op_has(op, TRAIT_NO_PROPERTIES);
}

// A native property that says nothing: versions without properties have no place for those.
static bool is_zero_property(const Operation *op, uint32_t slot) {
  A value = op->props[slot];
  bool is_native = op->def->table->attrs[op->def->attrs + slot].flags & ATTR_PROP;
  return is_native && (attr_kind(value) == ATTR_ARRAY ? !((const ArrayAttr *)value)->count : attr_kind(value) == ATTR_INTEGER && !attr_to_i64(value));
}

// Whether a property has the name of an attribute beside it: where both are in one dictionary, the property stays.
static bool is_beside_property(const Operation *op, Str name) {
  int slot = op_is_registered(op) ? op_prop_slot(op->def, name) : -1;
  if (slot >= 0) return op->props[slot] && !is_zero_property(op, (uint32_t)slot);
  return op->prop_dict && attr_kind(op->prop_dict) == ATTR_DICT && attr_dict_find(op->prop_dict, name);
}

// The attributes that are written as a dictionary; NULL: none.
static A dictionary_of(BytecodeWriter *w, const Operation *op) {
  NamedAttrVec items = {0};
  bool apart = has_properties(w, op);
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (apart || !is_beside_property(op, attr_str(op->attrs[i].name))) vec_push(&w->arena, &items, op->attrs[i]);
  if (!apart && op_is_registered(op))
    for (uint32_t i = 0; i < op->def->attr_count; i++)
      if (op->props[i] && !is_zero_property(op, i)) vec_push(&w->arena, &items, ((NamedAttr){attr_string(w->ctx, str_from(def_attr_name(op->def, i))), op->props[i]}));
  if (!apart && !op_is_registered(op) && op->prop_dict && attr_kind(op->prop_dict) == ATTR_DICT) {
    const DictAttr *dict = (const DictAttr *)op->prop_dict;
    for (uint64_t i = 0; i < dict->count; i++) vec_push(&w->arena, &items, dict->items[i]);
  }
  if (!items.count) return NULL;
  attr_dict_sort(w->ctx, items.data, items.count);
  return attr_dict(w->ctx, items.data, items.count);
}

static uint32_t properties_of(BytecodeWriter *w, const Operation *op) {
  StrBuf bytes;
  strbuf_init(&bytes, &w->ctx->mem);
  if (op_is_registered(op)) put_properties(w, &bytes, op);
  else put_varint(&bytes, written_attr(w, op->prop_dict));
  MapEntry *entry = map_find_str(&w->property_numbers, strbuf_view(&bytes));
  if (!entry) {
    put_varint(&w->properties, bytes.size);
    strbuf_str(&w->properties, strbuf_view(&bytes));
    entry = map_put_str(&w->property_numbers, arena_str(&w->arena, strbuf_view(&bytes)));
    entry->value = w->property_count++;
  }
  strbuf_free(&bytes);
  return (uint32_t)entry->value;
}

typedef struct NumberedUse { uint64_t id; uint32_t place; } NumberedUse;

static int by_id(const void *a, const void *b) {
  const NumberedUse *x = a, *y = b;
  return x->id > y->id ? -1 : x->id < y->id;
}

// Whether the uses stand from the last operand to the first, as they do when operations are made one after the other.
static bool is_ordered(const BytecodeWriter *w, const Value *value) {
  uint64_t before = UINT64_MAX;
  for (const Use *use = value->uses; use; use = use->next) {
    const MapEntry *entry = map_find(&w->op_ids, map_key(use->owner));
    uint64_t id = (uint64_t)(entry ? entry->value : 0) << 32 | use_index(use);
    if (id > before) return false;
    before = id;
  }
  return true;
}

static void put_use_order(BytecodeWriter *w, StrBuf *out, const Value *value) {
  uint32_t count = 0, moved = 0, i = 0;
  for (const Use *use = value->uses; use; use = use->next) count++;
  NumberedUse *uses = arena_new(&w->arena, NumberedUse, count + 1u);
  if (!uses) return;
  for (const Use *use = value->uses; use; use = use->next, i++) {
    const MapEntry *entry = map_find(&w->op_ids, map_key(use->owner));
    uses[i] = (NumberedUse){(uint64_t)(entry ? entry->value : 0) << 32 | use_index(use), i};
  }
  qsort(uses, count, sizeof *uses, by_id);
  for (i = 0; i < count; i++) moved += uses[i].place != i;
  bool pairs = moved < count / 2;
  put_flagged(out, pairs ? moved * 2ull : count, pairs);
  for (i = 0; i < count; i++) {
    if (pairs && uses[i].place == i) continue;
    put_varint(out, uses[i].place);
    if (pairs) put_varint(out, i);
  }
}

// Of results or arguments. False: all are in order, and nothing is written.
static bool put_use_orders(BytecodeWriter *w, StrBuf *out, Value *const *values, uint32_t count) {
  uint32_t orders = 0;
  if (!w->orders_uses) return false;
  for (uint32_t i = 0; i < count; i++) orders += !is_ordered(w, values[i]);
  if (!orders) return false;
  if (count != 1) put_varint(out, orders);
  for (uint32_t i = 0; i < count; i++) {
    if (is_ordered(w, values[i])) continue;
    if (count != 1) put_varint(out, i);
    put_use_order(w, out, values[i]);
  }
  return true;
}

static void put_region(BytecodeWriter *w, StrBuf *out, Region *region, uint32_t first);

static void put_loc(BytecodeWriter *w, StrBuf *out, Loc loc) { put_varint(out, written_attr(w, loc_attr(w->module, loc))); }

static void put_op(BytecodeWriter *w, StrBuf *out, Operation *op, uint32_t next) {
  put_varint(out, written_op(w, op));
  size_t mask_at = out->size;
  uint8_t mask = 0;
  strbuf_char(out, 0);
  put_loc(w, out, op->loc);
  A dict = dictionary_of(w, op);
  if (dict) {
    mask |= HAS_ATTRS;
    put_varint(out, written_attr(w, dict));
  }
  if (has_properties(w, op)) {
    mask |= HAS_PROPERTIES;
    put_varint(out, properties_of(w, op));
  }
  if (op->result_count) {
    mask |= HAS_RESULTS;
    put_varint(out, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) put_varint(out, written_type(w, op_result_type(op, i)));
  }
  if (op->operand_count) {
    mask |= HAS_OPERANDS;
    put_varint(out, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) put_varint(out, op_operand(op, i)->print_id);
  }
  if (op->successor_count) {
    mask |= HAS_SUCCESSORS;
    put_varint(out, op->successor_count);
    for (uint32_t i = 0; i < op->successor_count; i++) put_varint(out, op_successor(op, i)->print_id);
  }
  if (op->result_count && w->orders_uses) {
    Value **results = arena_new(&w->arena, Value *, op->result_count);
    for (uint32_t i = 0; results && i < op->result_count; i++) results[i] = op_result(op, i);
    if (results && put_use_orders(w, out, results, op->result_count)) mask |= HAS_USE_ORDERS;
  }
  if (op->region_count) mask |= HAS_REGIONS;
  if (out->size > mask_at) out->data[mask_at] = (char)mask;
  if (!op->region_count) return;
  bool isolated = op_has(op, TRAIT_ISOLATED);
  put_flagged(out, op->region_count, isolated);
  if (!isolated || w->version < VERSION_LAZY_REGIONS) {
    for (uint32_t i = 0; i < op->region_count; i++) put_region(w, out, op_region(op, i), isolated ? 0 : next);
    return;
  }
  StrBuf inside;
  strbuf_init(&inside, &w->ctx->mem);
  for (uint32_t i = 0; i < op->region_count; i++) put_region(w, &inside, op_region(op, i), 0);
  put_section(out, SECTION_IR, &inside);
  strbuf_free(&inside);
}

static void put_block(BytecodeWriter *w, StrBuf *out, Block *block, uint32_t next) {
  uint64_t ops = 0;
  block_each_op(block, op) ops++;
  put_flagged(out, ops, block->arg_count != 0);
  if (block->arg_count) {
    put_varint(out, block->arg_count);
    for (uint32_t i = 0; i < block->arg_count; i++) {
      A loc = loc_attr(w->module, value_loc(block->args[i]));
      bool is_known = attr_kind(loc) != ATTR_LOC_UNKNOWN;
      uint32_t type = written_type(w, block->args[i]->type);
      if (w->version >= VERSION_ELIDED_ARGUMENT_LOCATIONS) put_flagged(out, type, is_known);
      else put_varint(out, type);
      if (is_known || w->version < VERSION_ELIDED_ARGUMENT_LOCATIONS) put_varint(out, written_attr(w, loc));
    }
    if (w->version >= VERSION_USE_ORDERS) {
      size_t at = out->size;
      strbuf_char(out, 0);
      if (put_use_orders(w, out, block->args, block->arg_count) && out->size > at) out->data[at] = HAS_USE_ORDERS;
    }
  }
  block_each_op(block, op) put_op(w, out, op, next);
}

// Values are numbered from the begin of the isolated region around: those of a region before those inside of its operations.
static void put_region(BytecodeWriter *w, StrBuf *out, Region *region, uint32_t first) {
  uint32_t blocks = 0, next = first;
  region_each_block(region, block) {
    block->print_id = blocks++;
    for (uint32_t i = 0; i < block->arg_count; i++) block->args[i]->print_id = next++;
    block_each_op(block, op)
      for (uint32_t i = 0; i < op->result_count; i++) op_result(op, i)->print_id = next++;
  }
  put_varint(out, blocks);
  if (!blocks) return;
  put_varint(out, next - first);
  region_each_block(region, block) put_block(w, out, block, next);
}

// ---------------------------------------------------------------------------------------------
// Tables

// Encodings of what has numbers; what these refer to gets numbers, and an encoding, too.
static void encode_all(BytecodeWriter *w, StrBuf *attrs, StrBuf *types) {
  for (uint32_t a = 0, t = 0; a < w->attrs.count || t < w->types.count;) {
    if (a < w->attrs.count) {
      size_t begin = attrs->size;
      A attr = w->attrs.data[a].thing;
      bool custom = put_builtin_attr(w, attrs, attr) || put_llvm_attr(w, attrs, attr);
      if (!custom) {
        attrs->size = begin;
        print_attr_text(w->ctx, attrs, attr);
        strbuf_char(attrs, 0);
      }
      WrittenEntry *entry = &w->attrs.data[a++];
      entry->custom = custom;
      entry->begin = (uint32_t)begin;
      entry->size = (uint32_t)(attrs->size - begin);
    } else {
      size_t begin = types->size;
      T type = w->types.data[t].thing;
      bool custom = put_builtin_type(w, types, type);
      if (!custom) {
        types->size = begin;
        print_type_text(w->ctx, types, type);
        strbuf_char(types, 0);
      }
      WrittenEntry *entry = &w->types.data[t++];
      entry->custom = custom;
      entry->begin = (uint32_t)begin;
      entry->size = (uint32_t)(types->size - begin);
    }
  }
}

static int by_dialect_and_uses(const void *a, const void *b) {
  const WrittenEntry *x = a, *y = b;
  if (x->dialect != y->dialect) return x->dialect < y->dialect ? -1 : 1;
  if (x->uses != y->uses) return x->uses > y->uses ? -1 : 1;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

// What is used often gets small numbers, those of a dialect stand together.
static void renumber(Map *numbers, WrittenEntries *entries) {
  if (entries->count) qsort(entries->data, entries->count, sizeof *entries->data, by_dialect_and_uses);
  for (uint32_t i = 0; i < entries->count; i++) map_put(numbers, map_key(entries->data[i].thing))->value = i + 1;
}

static int by_dialect(const void *a, const void *b) {
  const WrittenOp *x = a, *y = b;
  if (x->dialect != y->dialect) return x->dialect < y->dialect ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

static void put_groups(StrBuf *out, const WrittenEntries *entries) {
  for (uint32_t i = 0, end; i < entries->count; i = end) {
    for (end = i; end < entries->count && entries->data[end].dialect == entries->data[i].dialect; end++) {}
    put_varint(out, entries->data[i].dialect);
    put_varint(out, end - i);
    for (uint32_t k = i; k < end; k++) put_flagged(out, entries->data[k].size, entries->data[k].custom);
  }
}

static void put_dialects(BytecodeWriter *w, StrBuf *out) {
  put_varint(out, w->dialects.count);
  for (uint32_t i = 0; i < w->dialects.count; i++)
    if (w->version >= VERSION_DIALECTS) put_flagged(out, w->dialects.data[i], false);
    else put_varint(out, w->dialects.data[i]);
  if (w->version >= VERSION_ELIDED_ARGUMENT_LOCATIONS) put_varint(out, w->ops.count);
  for (uint32_t i = 0, end; i < w->ops.count; i = end) {
    for (end = i; end < w->ops.count && w->ops.data[end].dialect == w->ops.data[i].dialect; end++) {}
    put_varint(out, w->ops.data[i].dialect);
    put_varint(out, end - i);
    for (uint32_t k = i; k < end; k++)
      if (w->version >= VERSION_PROPERTIES) put_flagged(out, w->ops.data[k].name, !(w->ops.data[k].def->traits & TRAIT_UNREGISTERED));
      else put_varint(out, w->ops.data[k].name);
  }
}

static void put_strings(const BytecodeWriter *w, StrBuf *out) {
  put_varint(out, w->strings.count);
  for (uint32_t i = w->strings.count; i--;) put_varint(out, w->strings.data[i].size + 1);
  for (uint32_t i = 0; i < w->strings.count; i++) {
    strbuf_str(out, w->strings.data[i]);
    strbuf_char(out, 0);
  }
}

// An aligned blob stands where its alignment puts it in the file, so that it can be used in place.
static void put_resource(BytecodeWriter *w, StrBuf *out, const Resource *resource, uint8_t *kind, uint32_t *most) {
  if (resource->kind == RESOURCE_BOOL) {
    *kind = RESOURCE_CODE_BOOL;
    strbuf_char(out, resource->value);
  } else if (resource->kind == RESOURCE_STRING) {
    *kind = RESOURCE_CODE_STRING;
    put_varint(out, written_string(w, resource->data));
  } else {
    uint32_t alignment = 0;
    *kind = RESOURCE_CODE_BLOB;
    for (uint32_t i = 4; i-- && resource->data.size >= 4;) alignment = alignment << 8 | (uint8_t)resource->data.data[i];
    if (!alignment) alignment = 1;
    if (alignment > *most) *most = alignment;
    put_varint(out, alignment);
    put_varint(out, resource->data.size >= 4 ? resource->data.size - 4 : 0);
    while (out->size & (alignment - 1)) strbuf_char(out, (char)PADDING);
    if (resource->data.size > 4) strbuf_bytes(out, resource->data.data + 4, resource->data.size - 4);
  }
}

static void put_resource_group(BytecodeWriter *w, StrBuf *offsets, StrBuf *data, Str group, bool is_external, uint32_t *most) {
  StrBuf infos;
  uint32_t count = 0;
  strbuf_init(&infos, &w->ctx->mem);
  const Map *all = w->module->resources;
  if (!is_external) {
    // In the order of their numbers; those that have no contents, too.
    for (uint32_t i = 0; i < w->resources.count; i++) {
      Str key = attr_str(w->resources.data[i]);
      const Resource *resource = all ? map_get_str(all, arena_printf(&w->arena, "builtin/%.*s", STR_ARG(key))) : NULL;
      size_t begin = data->size;
      uint8_t kind = RESOURCE_CODE_BLOB;
      if (resource) put_resource(w, data, resource, &kind, most);
      put_varint(&infos, written_string(w, key));
      put_varint(&infos, data->size - begin);
      strbuf_char(&infos, (char)kind);
      count++;
    }
  } else
    for (uint32_t i = 0; i < all->count; i++) {
      const Resource *resource = (const Resource *)all->entries[i].value;
      if (!resource->is_external || !str_equal(resource->group, group)) continue;
      size_t begin = data->size;
      uint8_t kind;
      put_resource(w, data, resource, &kind, most);
      put_varint(&infos, written_string(w, resource->key));
      put_varint(&infos, data->size - begin);
      strbuf_char(&infos, (char)kind);
      count++;
    }
  if (count) {
    put_varint(offsets, is_external ? written_string(w, group) : written_dialect(w, group));
    put_varint(offsets, count);
    strbuf_str(offsets, strbuf_view(&infos));
  }
  strbuf_free(&infos);
}

static void put_resources(BytecodeWriter *w, StrBuf *offsets, StrBuf *data, uint32_t *most) {
  VEC(Str) groups = {0};
  const Map *all = w->module->resources;
  for (uint32_t i = 0; all && i < all->count; i++) {
    const Resource *resource = (const Resource *)all->entries[i].value;
    bool known = !resource->is_external;
    for (uint32_t k = 0; k < groups.count; k++) known |= str_equal(groups.data[k], resource->group);
    if (!known) vec_push(&w->arena, &groups, resource->group);
  }
  put_varint(offsets, groups.count);
  for (uint32_t i = 0; i < groups.count; i++) put_resource_group(w, offsets, data, groups.data[i], true, most);
  put_resource_group(w, offsets, data, STR("builtin"), false, most);
}

// ---------------------------------------------------------------------------------------------
// All

static WalkResult check_op(Operation *op, void *data) {
  BytecodeWriter *w = data;
  map_put(&w->op_ids, map_key(op))->value = w->op_ids.count;
  return WALK_ADVANCE;
}

static void put_module_ops(BytecodeWriter *w, StrBuf *out) {
  w->property_count = 0;
  w->properties.size = 0;
  map_clear(&w->property_numbers);
  out->size = 0;
  put_flagged(out, 1, false);
  put_op(w, out, w->module->op, 0);
}

static void put_aligned(StrBuf *out, uint8_t id, const StrBuf *data, uint32_t alignment) {
  if (alignment <= 1) {
    put_section(out, id, data);
    return;
  }
  strbuf_char(out, (char)(id | 0x80));
  put_varint(out, data->size);
  put_varint(out, alignment);
  while (out->size & (alignment - 1)) strbuf_char(out, (char)PADDING);
  strbuf_str(out, strbuf_view(data));
}

bool bytecode_write(Module *module, uint32_t version, Str producer, StrBuf *out) {
  BytecodeWriter w = {.module = module, .ctx = module->context, .version = version};
  enum { IR, ATTRS, TYPES, OFFSETS, DIALECTS, STRINGS, PROPERTIES, RESOURCES, RESOURCE_OFFSETS, PARTS };
  StrBuf parts[PARTS];
  arena_init(&w.arena, &w.ctx->mem);
  Map *const maps[] = {&w.string_numbers, &w.dialect_numbers, &w.attr_numbers, &w.type_numbers, &w.op_numbers, &w.property_numbers, &w.op_ids};
  for (size_t i = 0; i < countof(maps); i++) map_init(maps[i], &w.arena);
  for (uint32_t i = 0; i < PARTS; i++) strbuf_init(&parts[i], &w.ctx->mem);
  strbuf_init(&w.properties, &w.ctx->mem);
  written_dialect(&w, STR("builtin"));
  if (version >= VERSION_USE_ORDERS) {
    w.orders_uses = true;
    op_walk_pre(module->op, check_op, &w);
  }
  // Twice: what is met the first time is numbered by how often it is used, and written with these numbers.
  put_module_ops(&w, &parts[IR]);
  encode_all(&w, &parts[ATTRS], &parts[TYPES]);
  renumber(&w.attr_numbers, &w.attrs);
  renumber(&w.type_numbers, &w.types);
  qsort(w.ops.data, w.ops.count, sizeof *w.ops.data, by_dialect);
  for (uint32_t i = 0; i < w.ops.count; i++) map_put(&w.op_numbers, map_key(w.ops.data[i].def))->value = i + 1;
  put_module_ops(&w, &parts[IR]);
  parts[ATTRS].size = parts[TYPES].size = 0;
  encode_all(&w, &parts[ATTRS], &parts[TYPES]);
  put_varint(&parts[OFFSETS], w.attrs.count);
  put_varint(&parts[OFFSETS], w.types.count);
  put_groups(&parts[OFFSETS], &w.attrs);
  put_groups(&parts[OFFSETS], &w.types);
  strbuf_str(&parts[ATTRS], strbuf_view(&parts[TYPES]));
  uint32_t alignment = 1;
  bool has_resources = w.resources.count || (module->resources && module->resources->count);
  if (has_resources) put_resources(&w, &parts[RESOURCE_OFFSETS], &parts[RESOURCES], &alignment);
  put_dialects(&w, &parts[DIALECTS]);
  put_varint(&parts[PROPERTIES], w.property_count);
  strbuf_str(&parts[PROPERTIES], strbuf_view(&w.properties));
  put_strings(&w, &parts[STRINGS]);
  strbuf_bytes(out, BYTECODE_MAGIC, 4);
  put_varint(out, version);
  strbuf_str(out, producer);
  strbuf_char(out, 0);
  put_section(out, SECTION_DIALECTS, &parts[DIALECTS]);
  put_section(out, SECTION_ATTR_OFFSETS, &parts[OFFSETS]);
  put_section(out, SECTION_ATTRS, &parts[ATTRS]);
  put_section(out, SECTION_IR, &parts[IR]);
  if (has_resources) {
    put_section(out, SECTION_RESOURCE_OFFSETS, &parts[RESOURCE_OFFSETS]);
    put_aligned(out, SECTION_RESOURCES, &parts[RESOURCES], alignment);
  }
  put_section(out, SECTION_STRINGS, &parts[STRINGS]);
  if (version >= VERSION_PROPERTIES) put_section(out, SECTION_PROPERTIES, &parts[PROPERTIES]);
  for (uint32_t i = 0; i < PARTS; i++) strbuf_free(&parts[i]);
  strbuf_free(&w.properties);
  arena_free(&w.arena);
  return !w.ctx->mem.exhausted;
}
