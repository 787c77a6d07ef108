#include "export/bytecode/reader.h"

#include <stdlib.h>

#include "asm/parser.h"
#include "asm/resource.h"
#include "ir/attr.h"
#include "ir/ir_diag.h"
#include "ops/builtin.h"

enum { MAX_DEPTH = 250 };

// ---------------------------------------------------------------------------------------------
// Bytes

bool bytes_fail(Reader *self, uint32_t at, const char *what) {
  if (!self->failed) diag_at(self->module, SEVERITY_ERROR, (Loc){0}, "invalid bytecode at byte %u: %s", at, what);
  self->failed = true;
  return false;
}

uint64_t read_varint_slow(Cursor *c) {
  uint8_t first = read_byte(c);
  if (first & 1) return first >> 1;
  uint32_t more = first ? (uint32_t)__builtin_ctz(first) : 8;
  if (c->end - c->at < more) return cursor_fail(c, "ends too early"), 0;
  uint64_t value = 0;
  for (uint32_t i = 0; i < more; i++) value |= (uint64_t)(uint8_t)c->reader->bytes.data[c->at++] << (8 * i);
  if (more == 8) return value;
  return value << (7 - more) | first >> (more + 1);
}

int64_t read_signed(Cursor *c) {
  uint64_t word = read_varint(c);
  return (int64_t)(word >> 1 ^ (~(word & 1) + 1));
}

uint32_t read_count(Cursor *c) {
  uint64_t count = read_varint(c);
  if (count <= c->end - c->at) return (uint32_t)count;
  cursor_fail(c, "ends too early");
  return 0;
}

Str read_bytes(Cursor *c, uint64_t size) {
  if (size > c->end - c->at) return cursor_fail(c, "ends too early"), (Str){"", 0};
  Str bytes = {c->reader->bytes.data + c->at, (size_t)size};
  c->at += (uint32_t)size;
  return bytes;
}

Str read_string(Cursor *c) {
  uint64_t number = read_varint(c);
  if (number < c->reader->strings.count) return c->reader->strings.data[number];
  cursor_fail(c, "a string that is not there");
  return (Str){"", 0};
}

// ---------------------------------------------------------------------------------------------
// Sections

// Their ranges by id; 0, 0: absent.
typedef struct Section { uint32_t begin, end; } Section;

// One section from the cursor on.
static bool read_section(Cursor *c, uint8_t *id, Section *out) {
  uint8_t head = read_byte(c);
  uint64_t size = read_varint(c);
  *id = head & 0x7f;
  if (head & 0x80) {
    uint64_t alignment = read_varint(c);
    if (!alignment || alignment & (alignment - 1) || alignment > 1u << 30) return cursor_fail(c, "an alignment that is no power of two");
    while (cursor_ok(c) && c->at & (alignment - 1))
      if (read_byte(c) != PADDING) return cursor_fail(c, "no padding before an aligned section");
  }
  if (!cursor_ok(c)) return false;
  if (size > c->end - c->at) return cursor_fail(c, "a section that ends too early");
  *out = (Section){c->at, c->at + (uint32_t)size};
  c->at = out->end;
  return true;
}

static Cursor cursor_of(Reader *self, Section section) { return (Cursor){self, section.begin, section.end}; }

static bool read_strings(Reader *self, Section section) {
  Cursor c = cursor_of(self, section);
  uint32_t count = read_count(&c);
  uint32_t *sizes = arena_new(&self->arena, uint32_t, count + 1u);
  if (!sizes) return false;
  uint64_t total = 0;
  for (uint32_t i = 0; i < count; i++) {   // the last string's first
    uint64_t size = read_varint(&c);
    if (!cursor_ok(&c)) return false;
    if (!size || size > section.end - section.begin) return cursor_fail(&c, "a string that ends too early");
    sizes[count - 1 - i] = (uint32_t)size;
    total += size;
  }
  if (total != c.end - c.at) return cursor_fail(&c, "strings of another size than their section");
  vec_reserve(&self->arena, &self->strings, count);
  for (uint32_t i = 0; i < count; i++) {
    Str bytes = read_bytes(&c, sizes[i]);
    vec_push(&self->arena, &self->strings, str_slice(bytes, 0, bytes.size - 1));   // they end with zero
  }
  return cursor_ok(&c);
}

static bool read_dialects(Reader *self, Section section) {
  Cursor c = cursor_of(self, section);
  uint32_t count = read_count(&c);
  for (uint32_t i = 0; i < count && cursor_ok(&c); i++) {
    uint64_t word = read_varint(&c);
    bool has_version = self->version >= VERSION_DIALECTS && word & 1;
    if (self->version >= VERSION_DIALECTS) word >>= 1;
    if (word >= self->strings.count) return cursor_fail(&c, "a string that is not there");
    vec_push(&self->arena, &self->dialects, self->strings.data[word]);
    uint8_t id;
    Section version;
    if (has_version && !read_section(&c, &id, &version)) return false;   // Rung's dialects have none
  }
  if (self->version >= VERSION_ELIDED_ARGUMENT_LOCATIONS) read_varint(&c);   // how many names there are
  while (cursor_ok(&c) && c.at < c.end) {
    uint64_t dialect = read_varint(&c);
    uint32_t names = read_count(&c);
    if (dialect >= self->dialects.count) return cursor_fail(&c, "a dialect that is not there");
    for (uint32_t i = 0; i < names && cursor_ok(&c); i++) {
      uint64_t word = read_varint(&c);
      if (self->version >= VERSION_PROPERTIES) word >>= 1;   // the lowest bit: registered
      if (word >= self->strings.count) return cursor_fail(&c, "a string that is not there");
      vec_push(&self->arena, &self->ops, ((OpEntry){(uint32_t)dialect, self->strings.data[word], NULL, NULL, NULL}));
    }
  }
  return cursor_ok(&c);
}

static bool read_offsets(Reader *self, Section offsets, Section data) {
  Cursor c = cursor_of(self, offsets);
  uint32_t attrs = read_count(&c), types = read_count(&c);
  uint64_t at = data.begin;
  vec_reserve(&self->arena, &self->attrs, attrs);
  vec_reserve(&self->arena, &self->types, types);
  for (uint32_t kind = 0; kind < 2; kind++) {
    uint32_t left = kind ? types : attrs;
    while (left && cursor_ok(&c)) {
      uint64_t dialect = read_varint(&c);
      uint32_t count = read_count(&c);
      if (dialect >= self->dialects.count || !count || count > left) return cursor_fail(&c, "a group of attributes or types that is not there");
      left -= count;
      for (uint32_t i = 0; i < count; i++) {
        uint64_t word = read_varint(&c), size = word >> 1;
        if (size > data.end - at) return cursor_fail(&c, "an attribute or type that ends too early");
        Entry entry = {.dialect = (uint32_t)dialect, .begin = (uint32_t)at, .size = (uint32_t)size, .custom = word & 1};
        if (kind) vec_push(&self->arena, &self->types, entry);
        else vec_push(&self->arena, &self->attrs, entry);
        at += size;
      }
    }
  }
  return cursor_ok(&c) && (c.at == c.end || cursor_fail(&c, "offsets of more than there is"));
}

static void add_resource(Reader *self, bool is_external, Str group, Str key, uint8_t kind, Cursor c) {
  Resource *resource = arena_new(&self->module->arena, Resource, 1);
  if (!resource) return;
  *resource = (Resource){.is_external = is_external, .group = group, .key = key};
  if (kind == RESOURCE_CODE_BOOL) {
    resource->kind = RESOURCE_BOOL;
    resource->value = read_byte(&c) != 0;
  } else if (kind == RESOURCE_CODE_STRING) {
    resource->kind = RESOURCE_STRING;
    resource->data = read_string(&c);
  } else {
    resource->kind = RESOURCE_BLOB;
    uint64_t alignment = read_varint(&c), size = read_varint(&c);
    while (cursor_ok(&c) && alignment && !(alignment & (alignment - 1)) && c.at & (alignment - 1) && c.at < c.end) c.at++;
    Str blob = read_bytes(&c, size);
    char *data = arena_alloc(&self->module->arena, blob.size + 4);
    if (!data || !cursor_ok(&c)) return;
    for (uint32_t i = 0; i < 4; i++) data[i] = (char)(alignment >> (8 * i));
    memcpy(data + 4, blob.data, blob.size);
    resource->data = (Str){data, blob.size + 4};
  }
  Arena *arena = &self->module->arena;
  if (!self->module->resources) {
    self->module->resources = arena_new(arena, Map, 1);
    if (!self->module->resources) return;
    map_init(self->module->resources, arena);
  }
  Str name = is_external ? arena_printf(arena, "#%u", self->module->resources->count) : arena_printf(arena, "%.*s/%.*s", STR_ARG(group), STR_ARG(key));
  map_put_str(self->module->resources, name)->value = (uintptr_t)resource;
}

static bool read_resources(Reader *self, Section offsets, Section data) {
  Cursor c = cursor_of(self, offsets);
  uint64_t external = read_varint(&c), at = data.begin;
  for (uint64_t group = 0; cursor_ok(&c) && c.at < c.end; group++) {
    bool is_external = group < external;
    uint64_t number = read_varint(&c);
    uint32_t count = read_count(&c);
    if (is_external ? number >= self->strings.count : number >= self->dialects.count) return cursor_fail(&c, "a group of resources that is not there");
    Str name = is_external ? self->strings.data[number] : self->dialects.data[number];
    for (uint32_t i = 0; i < count && cursor_ok(&c); i++) {
      Str key = read_string(&c);
      uint64_t size = read_varint(&c);
      uint8_t kind = read_byte(&c);
      if (!cursor_ok(&c)) return false;
      if (size > data.end - at) return cursor_fail(&c, "a resource that ends too early");
      if (!is_external) vec_push(&self->arena, &self->resource_keys, attr_string(self->ctx, key));
      if (size) add_resource(self, is_external, name, key, kind, (Cursor){self, (uint32_t)at, (uint32_t)(at + size)});
      at += size;
    }
  }
  return cursor_ok(&c);
}

static bool read_property_table(Reader *self, Section section) {
  Cursor c = cursor_of(self, section);
  uint32_t count = read_count(&c);
  vec_reserve(&self->arena, &self->read_properties, count);
  for (uint32_t i = 0; i < count && cursor_ok(&c); i++) {
    vec_push(&self->arena, &self->read_properties, (ReadProperties){.at = c.at});
    read_bytes(&c, read_varint(&c));
  }
  self->properties = (Str){self->bytes.data, section.end};
  return cursor_ok(&c);
}

// ---------------------------------------------------------------------------------------------
// Attributes and types

static Str text_of(Reader *self, const Entry *entry) {
  Str text = {self->bytes.data + entry->begin, entry->size};
  return text.size && !text.data[text.size - 1] ? str_slice(text, 0, text.size - 1) : text;
}

static bool enter(Reader *self, Entry *entry, uint32_t at) {
  if (entry->busy) return bytes_fail(self, at, "an attribute or type that is part of itself");
  if (self->depth >= MAX_DEPTH) return bytes_fail(self, at, "attributes and types too deep in each other");
  entry->busy = true;
  self->depth++;
  return true;
}

A bytes_attr(Reader *self, uint64_t number, uint32_t at) {
  if (self->failed) return NULL;
  if (number >= self->attrs.count) return bytes_fail(self, at, "an attribute that is not there"), NULL;
  Entry *entry = &self->attrs.data[number];
  if (entry->made) {
    if (attr_kind(entry->made) == ATTR_AFFINE_MAP) self->ctx->has_aliasable = true;   // read_memref()
    return entry->made;
  }
  if (!enter(self, entry, at)) return NULL;
  A made = NULL;
  if (!entry->custom) {
    made = parse_attr_text(self->ctx, text_of(self, entry), NULL);
    if (!made) bytes_fail(self, entry->begin, "an attribute that cannot be read");
  } else if (str_is(self->dialects.data[entry->dialect], "builtin") || str_is(self->dialects.data[entry->dialect], "llvm")) {
    Cursor c = {self, entry->begin, entry->begin + entry->size};
    made = str_is(self->dialects.data[entry->dialect], "llvm") ? read_llvm_attr(&c) : read_builtin_attr(&c, (uint32_t)number);
    if (made && c.at != c.end) made = NULL, cursor_fail(&c, "more than an attribute");
  } else bytes_fail(self, entry->begin, "an attribute in an encoding of its dialect that Rung does not know");
  entry->busy = false;
  self->depth--;
  entry->made = made;
  if (!made) bytes_fail(self, entry->begin, "an attribute that cannot be made");
  return made;
}

T bytes_type(Reader *self, uint64_t number, uint32_t at) {
  if (self->failed) return NULL;
  if (number >= self->types.count) return bytes_fail(self, at, "a type that is not there"), NULL;
  Entry *entry = &self->types.data[number];
  if (entry->made) return entry->made;
  if (!enter(self, entry, at)) return NULL;
  T made = NULL;
  if (!entry->custom) {
    made = parse_type_text(self->ctx, text_of(self, entry));
    if (!made) bytes_fail(self, entry->begin, "a type that cannot be read");
  } else if (str_is(self->dialects.data[entry->dialect], "builtin") || str_is(self->dialects.data[entry->dialect], "quant")) {
    Cursor c = {self, entry->begin, entry->begin + entry->size};
    made = str_is(self->dialects.data[entry->dialect], "quant") ? read_quant_type(&c) : read_builtin_type(&c);
    if (made && c.at != c.end) made = NULL, cursor_fail(&c, "more than a type");
  } else bytes_fail(self, entry->begin, "a type in an encoding of its dialect that Rung does not know");
  entry->busy = false;
  self->depth--;
  entry->made = made;
  if (!made) bytes_fail(self, entry->begin, "a type that cannot be made");
  return made;
}

A read_attr(Cursor *c) {
  uint32_t at = c->at;
  return bytes_attr(c->reader, read_varint(c), at);
}
A read_optional_attr(Cursor *c) {
  uint32_t at = c->at;
  uint64_t word = read_varint(c);
  return word & 1 ? bytes_attr(c->reader, word >> 1, at) : NULL;
}
T read_type(Cursor *c) {
  uint32_t at = c->at;
  return bytes_type(c->reader, read_varint(c), at);
}

static Loc read_loc(Cursor *c) {
  uint32_t at = c->at;
  A attr = read_attr(c);
  if (attr && !attr_is_loc(attr)) bytes_fail(c->reader, at, "a location that is none");
  return (Loc){.attr = attr};
}

// ---------------------------------------------------------------------------------------------
// Operations

static bool read_region(Cursor *c, Region *region, uint32_t base);

static OpEntry *read_name(Cursor *c) {
  Reader *self = c->reader;
  uint64_t number = read_varint(c);
  if (number >= self->ops.count) return cursor_fail(c, "an operation's name that is not there"), NULL;
  OpEntry *entry = &self->ops.data[number];
  if (entry->def) return entry;
  Str dialect = self->dialects.data[entry->dialect];
  Str name = entry->name.size ? arena_printf(&self->arena, "%.*s.%.*s", STR_ARG(dialect), STR_ARG(entry->name)) : dialect;
  const OpDef *record = context_op(self->ctx, name);
  entry->record = record;
  if (self->as_written) entry->older = older_properties(name);
  bool is_module = record == context_op_of(self->ctx, OP_BUILTIN_MODULE);
  entry->def = record && self->as_written && !is_module ? context_bare_op(self->ctx, record) : context_op_or_unregistered(self->ctx, name);
  return entry;
}

static bool read_attrs_of(Cursor *c, OpState *state) {
  A dict = read_attr(c);
  if (!dict) return false;
  if (attr_kind(dict) != ATTR_DICT) return cursor_fail(c, "attributes that are no dictionary");
  const DictAttr *items = (const DictAttr *)dict;
  for (uint64_t i = 0; i < items->count; i++) {
    // A native property is no attribute: one of its name is another thing.
    int slot = c->reader->version < VERSION_PROPERTIES ? -1 : op_prop_slot(state->def, attr_str(items->items[i].name));
    if (slot >= 0 && def_attrs(state->def)[slot].flags & ATTR_PROP) vec_push(state->arena, &state->attrs, items->items[i]);
    else op_state_set_attr(state, attr_str(items->items[i].name), items->items[i].value);
  }
  return true;
}

static bool read_use_orders(Cursor *c, Value *const *values, uint32_t count) {
  Reader *self = c->reader;
  uint32_t orders = count == 1 ? 1 : read_count(c);
  for (uint32_t i = 0; i < orders && cursor_ok(c); i++) {
    uint64_t at = count == 1 ? 0 : read_varint(c), word = read_varint(c);
    if (at >= count || word >> 1 > c->end - c->at) return cursor_fail(c, "an order of uses of a value that is not there");
    UseOrder order = {values[at], word & 1, (uint32_t)(word >> 1), NULL};
    uint32_t *indices = arena_new(&self->arena, uint32_t, order.count + 1u);
    for (uint32_t k = 0; indices && k < order.count; k++) {
      uint64_t index = read_varint(c);
      indices[k] = index > UINT32_MAX ? UINT32_MAX : (uint32_t)index;
    }
    order.indices = indices;
    if (indices) vec_push(&self->arena, &self->orders, order);
  }
  return cursor_ok(c);
}

// Many operations have the same properties: those are read once. `are_alone`: nothing is in the slots yet.
static bool read_shared_properties(Reader *self, uint32_t number, Cursor *c, const OpEntry *entry, OpState *state, bool are_alone) {
  ReadProperties *known = &self->read_properties.data[number];
  if (known->def == entry->def) {
    for (uint32_t i = 0; i < state->props.count; i++)
      if (known->props[i]) state->props.data[i] = known->props[i];
    state->prop_dict = known->dict;
    return true;
  }
  if (!read_properties(c, entry, state)) return false;
  A *props = are_alone && !known->def ? arena_new(&self->arena, A, state->props.count + 1u) : NULL;
  if (!props) return true;
  for (uint32_t i = 0; i < state->props.count; i++) props[i] = state->props.data[i];
  *known = (ReadProperties){known->at, entry->def, props, state->prop_dict};
  return true;
}

// `blocks`: of the region around; `base`: where its values begin.
static bool read_op(Cursor *c, Block *block, const BlockVec *blocks, uint32_t base, uint32_t *next) {
  Reader *self = c->reader;
  OpEntry *entry = read_name(c);
  uint8_t mask = read_byte(c);
  Loc loc = read_loc(c);
  if (!entry || !cursor_ok(c)) return false;
  OpState *state = &self->state;
  op_state_reset(state, entry->def, loc);
  if (mask & HAS_ATTRS && !read_attrs_of(c, state)) return false;
  if (mask & HAS_PROPERTIES) {
    uint64_t number = read_varint(c);
    if (number >= self->read_properties.count) return cursor_fail(c, "properties that are not there");
    Cursor properties = {self, self->read_properties.data[number].at, (uint32_t)self->properties.size};
    uint64_t size = read_varint(&properties);
    properties.end = properties.at + (uint32_t)size;
    if (!read_shared_properties(self, (uint32_t)number, &properties, entry, state, !(mask & HAS_ATTRS))) return false;
  }
  if (mask & HAS_RESULTS) {
    uint32_t count = read_count(c);
    for (uint32_t i = 0; i < count && cursor_ok(c); i++) op_state_add_type(state, read_type(c));
  }
  uint32_t first_fixup = self->fixups.count;
  if (mask & HAS_OPERANDS) {
    uint32_t count = read_count(c);
    for (uint32_t i = 0; i < count && cursor_ok(c); i++) {
      uint64_t id = read_varint(c);
      if (id >= self->values.count - base) return cursor_fail(c, "a value that is not there");
      Value *value = self->values.data[base + id];
      if (!value) vec_push(&self->arena, &self->fixups, ((Fixup){NULL, i, (uint32_t)(base + id)}));
      op_state_add_operand(state, value ? value : self->missing);
    }
  }
  if (mask & HAS_SUCCESSORS) {
    uint32_t count = read_count(c);
    for (uint32_t i = 0; i < count && cursor_ok(c); i++) {
      uint64_t number = read_varint(c);
      if (number >= blocks->count) return cursor_fail(c, "a block that is not there");
      vec_push(state->arena, &state->successors, blocks->data[number]);
    }
  }
  uint32_t orders_at = c->at;
  uint32_t results = state->types.count;
  if (!cursor_ok(c)) return false;
  // What follows is read when the operation is there.
  Cursor ahead = *c;
  bool isolated = false;
  uint64_t regions = 0;
  if (mask & HAS_USE_ORDERS) {
    Value **none = arena_new(&self->arena, Value *, results + 1u);
    uint32_t count = self->orders.count;
    if (!none || !read_use_orders(&ahead, none, results)) return false;
    self->orders.count = count;
  }
  if (mask & HAS_REGIONS) {
    uint64_t word = read_varint(&ahead);
    isolated = word & 1;
    regions = word >> 1;
    if (regions > ahead.end - ahead.at) return cursor_fail(&ahead, "ends too early");
    for (uint64_t i = 0; i < regions; i++) op_state_add_region(state);
  }
  Operation *op = op_create(state);
  if (!op) return bytes_fail(self, c->at, "memory ran out");
  op_append(block, op);
  for (uint32_t i = first_fixup; i < self->fixups.count; i++) self->fixups.data[i].op = op;
  if (results > self->values.count - *next) return cursor_fail(c, "more values than its region has");
  for (uint32_t i = 0; i < results; i++) self->values.data[(*next)++] = op_result(op, i);
  if (mask & HAS_USE_ORDERS) {
    Value **values = arena_new(&self->arena, Value *, results + 1u);
    for (uint32_t i = 0; values && i < results; i++) values[i] = op_result(op, i);
    Cursor again = {self, orders_at, c->end};
    if (!values || !read_use_orders(&again, values, results)) return false;
  }
  *c = ahead;
  uint8_t id = SECTION_IR;
  Section section = {c->at, c->end};
  bool apart = regions && isolated && self->version >= VERSION_LAZY_REGIONS;
  if (apart && !read_section(c, &id, &section)) return false;
  if (id != SECTION_IR) return cursor_fail(c, "another section than that of regions");
  Cursor inside = cursor_of(self, section);
  for (uint64_t i = 0; i < regions; i++)
    if (!read_region(apart ? &inside : c, op_region(op, (uint32_t)i), isolated ? self->values.count : base)) return false;
  return true;
}

static bool read_block(Cursor *c, Block *block, const BlockVec *blocks, uint32_t base, uint32_t *next) {
  Reader *self = c->reader;
  uint64_t word = read_varint(c), ops = word >> 1;
  if (word & 1) {
    uint32_t count = read_count(c), first = *next;
    for (uint32_t i = 0; i < count && cursor_ok(c); i++) {
      uint32_t at = c->at;
      uint64_t type = read_varint(c);
      bool has_loc = true;
      if (self->version >= VERSION_ELIDED_ARGUMENT_LOCATIONS) has_loc = type & 1, type >>= 1;
      T made = bytes_type(self, type, at);
      Loc loc = has_loc ? read_loc(c) : (Loc){.attr = self->ctx->attrs.unknown_loc};
      if (!made || !cursor_ok(c)) return false;
      if (*next >= self->values.count) return cursor_fail(c, "more values than its region has");
      self->values.data[(*next)++] = block_add_arg(self->module, block, made, loc);
    }
    if (self->version >= VERSION_USE_ORDERS && read_byte(c) & HAS_USE_ORDERS && !read_use_orders(c, self->values.data + first, count)) return false;
  }
  if (ops > c->end - c->at) return cursor_fail(c, "ends too early");
  for (uint64_t i = 0; i < ops && cursor_ok(c); i++)
    if (!read_op(c, block, blocks, base, next)) return false;
  return cursor_ok(c);
}

// Values that operations ask for before they are defined.
static bool fix_operands(Cursor *c, uint32_t begin) {
  Reader *self = c->reader;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < self->fixups.count; i++) {
    Fixup fixup = self->fixups.data[i];
    if (fixup.value < begin) {   // of a region around this one
      self->fixups.data[kept++] = fixup;
      continue;
    }
    Value *value = self->values.data[fixup.value];
    if (!value) return cursor_fail(c, "a value that is not defined");
    op_set_operand(fixup.op, fixup.operand, value);
    vec_push(&self->arena, &self->orders, ((UseOrder){.value = value}));
  }
  self->fixups.count = kept;
  return true;
}

static bool read_region(Cursor *c, Region *region, uint32_t base) {
  Reader *self = c->reader;
  uint32_t blocks = read_count(c);
  if (!blocks || !cursor_ok(c)) return cursor_ok(c);
  uint64_t values = read_varint(c);
  if (values > c->end - c->at) return cursor_fail(c, "ends too early");
  if (++self->depth > MAX_DEPTH) return cursor_fail(c, "regions too deep in each other");
  BlockVec list = {0};
  for (uint32_t i = 0; i < blocks; i++) {
    Block *block = block_new(self->module);
    if (!block) return bytes_fail(self, c->at, "memory ran out");
    block_append(region, block);
    vec_push(&self->arena, &list, block);
  }
  uint32_t begin = self->values.count, next = begin;
  for (uint64_t i = 0; i < values; i++) vec_push(&self->arena, &self->values, NULL);
  bool ok = true;
  for (uint32_t i = 0; ok && i < list.count; i++) ok = read_block(c, list.data[i], &list, base, &next);
  ok = ok && fix_operands(c, begin);
  self->values.count = begin;
  self->depth--;
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Orders of uses

typedef struct OrderedUse { Use *use; uint64_t id; uint32_t place; } OrderedUse;

static int by_id(const void *a, const void *b) {
  const OrderedUse *x = a, *y = b;
  return x->id > y->id ? -1 : x->id < y->id;   // the greatest first
}

// The numbers that operations have in their blocks serve for all of them, too.
static WalkResult number_op(Operation *op, void *data) {
  op->order = ++*(uint32_t *)data;
  if (op->block) op->block->order_valid = true;
  return WALK_ADVANCE;
}

static void relink(Value *value, Use *const *uses, uint32_t count) {
  Use **link = &value->uses;
  for (uint32_t i = 0; i < count; i++) {
    uses[i]->prev = link;
    *link = uses[i];
    link = &uses[i]->next;
  }
  *link = NULL;
}

// From the last use to the first, then as the file says.
static bool order_uses(Reader *self, const UseOrder *order) {
  uint32_t count = 0;
  for (const Use *use = order->value->uses; use; use = use->next) count++;
  OrderedUse *uses = arena_new(&self->arena, OrderedUse, count);
  Use **placed = arena_new(&self->arena, Use *, count);
  uint32_t *to = arena_new(&self->arena, uint32_t, count), i = 0;
  if (!uses || !placed || !to) return false;
  for (Use *use = order->value->uses; use; use = use->next, i++)
    uses[i] = (OrderedUse){use, (uint64_t)use->owner->order << 32 | use_index(use), i};
  qsort(uses, count, sizeof *uses, by_id);
  for (i = 0; i < count; i++) to[i] = i;
  if (order->indices && order->pairs) {
    if (order->count & 1) return bytes_fail(self, 0, "an order of uses that is none");
    for (i = 0; i < order->count; i += 2) {
      if (order->indices[i] >= count || order->indices[i + 1] >= count) return bytes_fail(self, 0, "an order of uses that is none");
      to[order->indices[i + 1]] = order->indices[i];
    }
  } else if (order->indices) {
    if (order->count != count) return bytes_fail(self, 0, "an order of uses that is none");
    for (i = 0; i < count; i++) to[i] = order->indices[i];
  }
  for (i = 0; i < count; i++) placed[i] = NULL;
  for (i = 0; i < count; i++) {
    if (to[i] >= count || placed[to[i]]) return bytes_fail(self, 0, "an order of uses that is none");
    placed[to[i]] = uses[i].use;
  }
  relink(order->value, placed, count);
  return true;
}

static bool order_all(Reader *self) {
  uint32_t numbers = 0;
  bool are_numbered = false;
  // Those the file has no order for come first: one it has is the last word.
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < self->orders.count; i++) {
      const UseOrder *order = &self->orders.data[i];
      const Use *first = order->value->uses;
      if ((order->indices != NULL) != (pass == 1) || !first || !first->next) continue;
      if (!are_numbered) op_walk_pre(self->module->op, number_op, &numbers);
      are_numbered = true;
      if (!order_uses(self, order)) return false;
    }
  return true;
}

// ---------------------------------------------------------------------------------------------
// All

bool bytecode_is(Str bytes) { return bytes.size >= 4 && !memcmp(bytes.data, BYTECODE_MAGIC, 4); }

static uint32_t release_of(Str producer) {
  uint32_t release = 0;
  Str prefix = STR("MLIR");
  if (!str_starts_with(producer, prefix)) return 0;
  for (size_t i = prefix.size; i < producer.size && char_is_digit(producer.data[i]) && release < 1000; i++) release = release * 10 + (uint32_t)(producer.data[i] - '0');
  return release;
}

static bool read_head(Cursor *c, BytecodeInfo *out) {
  c->at = 4;
  out->version = (uint32_t)read_varint(c);
  uint32_t begin = c->at;
  while (cursor_ok(c) && read_byte(c)) {}
  if (!cursor_ok(c)) return false;
  out->producer = (Str){c->reader->bytes.data + begin, c->at - begin - 1};
  out->release = release_of(out->producer);
  return true;
}

bool bytecode_info(Str bytes, BytecodeInfo *out) {
  if (!bytecode_is(bytes) || bytes.size < 6) return false;
  const char *end = memchr(bytes.data + 5, 0, bytes.size - 5);
  *out = (BytecodeInfo){.version = (uint8_t)bytes.data[4] >> 1};
  if (!end) return false;
  out->producer = (Str){bytes.data + 5, (size_t)(end - bytes.data) - 5};
  out->release = release_of(out->producer);
  return true;
}

static bool read_sections(Reader *self, Cursor *c, Section *sections) {
  static const char *const names[] = {"strings", "dialects", "attributes and types", "offsets of attributes and types", "operations"};
  while (cursor_ok(c) && c->at < c->end) {
    uint8_t id;
    Section section;
    uint32_t at = c->at;
    if (!read_section(c, &id, &section)) return false;
    if (id >= SECTION_COUNT) return bytes_fail(self, at, "a section of an unknown kind");
    if (sections[id].begin) return bytes_fail(self, at, "a section twice");
    sections[id] = section;
  }
  for (uint32_t i = 0; i < countof(names); i++)
    if (!sections[i].begin) return bytes_fail(self, c->at, arena_printf(&self->arena, "no section of %s", names[i]).data);
  return cursor_ok(c);
}

// The module around all, or several operations, which get one.
static bool read_top(Reader *self, Section section) {
  Cursor c = cursor_of(self, section);
  Block *block = block_new(self->module);
  BlockVec blocks = {0};
  uint32_t next = 0;
  if (!block) return false;
  bool ok = read_block(&c, block, &blocks, 0, &next);
  if (ok && (!block->first || block->first != block->last || !op_is(block->first, OP_BUILTIN_MODULE))) ok = cursor_fail(&c, "no module around the operations");
  Operation *module = ok ? block->first : NULL;
  if (module) {
    op_remove(module);
    self->module->op = module;
  }
  return ok && order_all(self);
}

bool bytecode_read(Module *module, Str bytes, bool as_written) {
  Reader self = {.module = module, .ctx = module->context, .bytes = bytes, .as_written = as_written};
  BytecodeInfo info;
  Section sections[SECTION_COUNT] = {{0, 0}};
  Cursor c = {&self, 0, (uint32_t)bytes.size};
  if (bytes.size >= UINT32_MAX / 2) return bytes_fail(&self, 0, "more than two gigabytes");
  arena_init(&self.arena, &self.ctx->mem);
  bool ok = read_head(&c, &info);
  self.version = info.version;
  self.release = info.release;
  if (ok && info.version > VERSION_LAST) ok = bytes_fail(&self, 4, arena_printf(&self.arena, "version %u; Rung reads versions 0 to %d", info.version, VERSION_LAST).data);
  ok = ok && read_sections(&self, &c, sections) && read_strings(&self, sections[SECTION_STRINGS]) && read_dialects(&self, sections[SECTION_DIALECTS]);
  ok = ok && (!sections[SECTION_PROPERTIES].begin || read_property_table(&self, sections[SECTION_PROPERTIES]));
  ok = ok && (!sections[SECTION_RESOURCE_OFFSETS].begin || read_resources(&self, sections[SECTION_RESOURCE_OFFSETS], sections[SECTION_RESOURCES]));
  ok = ok && read_offsets(&self, sections[SECTION_ATTR_OFFSETS], sections[SECTION_ATTRS]);
  if (ok) {
    Block *holder = block_new(module);
    self.missing = holder ? block_add_arg(module, holder, self.ctx->types.none, (Loc){0}) : NULL;
    op_state_init(&self.state, module, &self.arena, context_op_of(self.ctx, OP_BUILTIN_MODULE), (Loc){0});
    ok = self.missing && read_top(&self, sections[SECTION_IR]);
  }
  arena_free(&self.arena);
  return ok && !self.ctx->mem.exhausted;
}
