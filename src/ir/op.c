// Operations: making them, their operands and attributes, their place in a block.
#include "ir/op.h"

#include "ir/text.h"

// --- State

static uint32_t at_most(uint32_t count, uint32_t limit) { return count < limit ? count : limit; }

static void clear_state(OpState *self, const OpDef *def, Loc loc) {
  self->def = def;
  self->loc = loc;
  self->prop_dict = NULL;
  vec_clear(&self->operands);
  vec_clear(&self->types);
  vec_clear(&self->attrs);
  vec_clear(&self->regions);
  vec_clear(&self->successors);
  vec_clear(&self->props);
  vec_reserve(self->arena, &self->props, def->attr_count);
  self->props.count = at_most(def->attr_count, self->props.cap);
  for (uint32_t i = 0; i < self->props.count; i++) self->props.data[i] = NULL;
}

enum { FIRST_OPERANDS = 4, FIRST_TYPES = 2 };   // enough for most operations

void op_state_init(OpState *self, Module *module, Arena *arena, const OpDef *def, Loc loc) {
  uint32_t props = def->attr_count;
  void **room = arena_alloc_raw(arena, sizeof(void *) * (FIRST_OPERANDS + FIRST_TYPES + props));
  *self = (OpState){
    .module = module,
    .arena = arena,
    .def = def,
    .loc = loc,
    .operands = {(Value **)room, 0, FIRST_OPERANDS},
    .types = {(T *)room + FIRST_OPERANDS, 0, FIRST_TYPES},
    .props = {(A *)room + FIRST_OPERANDS + FIRST_TYPES, props, props},
  };
  for (uint32_t i = 0; i < props; i++) self->props.data[i] = NULL;
}

void op_state_reset(OpState *self, const OpDef *def, Loc loc) { clear_state(self, def, loc); }

void op_state_change_def(OpState *self, const OpDef *def) {
  self->def = def;
  self->props = (AttrVec){arena_new(self->arena, A, def->attr_count + 1u), def->attr_count, def->attr_count};
  if (!self->props.data) self->props = (AttrVec){0};
}

Region *op_state_add_region(OpState *self) {
  Region *region = arena_new(self->arena, Region, 1);
  region->index = self->regions.count;
  vec_push(self->arena, &self->regions, region);
  return region;
}

void op_state_set_attr(OpState *self, Str name, A value) {
  int slot = op_prop_slot(self->def, name);
  if (slot >= 0) {
    if ((uint32_t)slot < self->props.count) self->props.data[slot] = value;
    return;
  }
  for (uint32_t i = 0; i < self->attrs.count; i++)
    if (str_equal(attr_str(self->attrs.data[i].name), name)) {
      self->attrs.data[i].value = value;
      return;
    }
  NamedAttr attr = {attr_string(self->module->context, name), value};
  vec_push(self->arena, &self->attrs, attr);
}

A op_state_attr(const OpState *self, Str name) {
  int slot = op_prop_slot(self->def, name);
  if (slot >= 0) return (uint32_t)slot < self->props.count ? self->props.data[slot] : NULL;
  for (uint32_t i = 0; i < self->attrs.count; i++)
    if (str_equal(attr_str(self->attrs.data[i].name), name)) return self->attrs.data[i].value;
  return self->prop_dict ? attr_dict_find(self->prop_dict, name) : NULL;
}

void op_state_add_operands(OpState *self, Value *const *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) vec_push(self->arena, &self->operands, values[i]);
}

void op_state_add_types(OpState *self, const T *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) vec_push(self->arena, &self->types, types[i]);
}

void op_state_add_operand(OpState *self, Value *value) { vec_push(self->arena, &self->operands, value); }

void op_state_add_operand2(OpState *self, Value *a, Value *b) {
  op_state_add_operand(self, a);
  op_state_add_operand(self, b);
}

void op_state_add_type(OpState *self, T type) { vec_push(self->arena, &self->types, type); }

void op_state_take_operands(OpState *self, const Operation *from, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) op_state_add_operand(self, op_operand(from, i));
}

void op_state_take_types(OpState *self, const Operation *from) {
  for (uint32_t i = 0; i < from->result_count; i++) op_state_add_type(self, op_result_type(from, i));
}

void op_state_take_prop(OpState *self, const Operation *from, const char *name) {
  op_state_set_attr(self, str_from(name), op_prop(from, name));
}

void op_state_operand_segments(OpState *self, const int32_t *sizes, uint32_t count) {
  uint32_t from_end = op_def_has(self->def, TRAIT_ATTR_SIZED_RESULTS) ? 2 : 1;
  op_state_set_prop(self, self->def->attr_count - from_end, attr_i32_array(self->module->context, sizes, count));
}

void op_state_result_segments(OpState *self, const int32_t *sizes, uint32_t count) {
  op_state_set_prop(self, self->def->attr_count - 1u, attr_i32_array(self->module->context, sizes, count));
}

void op_state_mirror(OpState *self, const Operation *op) {
  op_state_reset(self, op->def, op->loc);
  self->prop_dict = op->prop_dict;
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(self->arena, &self->operands, op_operand(op, i));
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(self->arena, &self->types, op_result_type(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(self->arena, &self->attrs, op->attrs[i]);
  for (uint32_t i = 0; i < self->props.count; i++) self->props.data[i] = op->props[i];
  for (uint32_t i = 0; i < op->region_count; i++) vec_push(self->arena, &self->regions, op_region(op, i));
  for (uint32_t i = 0; i < op->successor_count; i++) vec_push(self->arena, &self->successors, op_successor(op, i));
}

// --- Use lists

static void link_use(Use *use, Value *value) {
  use->value = value;
  use->next = value->uses;
  use->prev = &value->uses;
  if (use->next) use->next->prev = &use->next;
  value->uses = use;
}

static void unlink_use(Use *use) {
  if (!use->prev) return;
  *use->prev = use->next;
  if (use->next) use->next->prev = use->prev;
  use->prev = NULL;
  use->next = NULL;
}

// Let `to` take the place of `from` in the list.
static void move_use(Use *to, Use *from) {
  *to = *from;
  if (to->prev) *to->prev = to;
  if (to->next) to->next->prev = &to->next;
  from->prev = NULL;
  from->next = NULL;
}

static void link_block_use(BlockUse *use, Block *block) {
  use->block = block;
  use->next = block->uses;
  use->prev = &block->uses;
  if (use->next) use->next->prev = &use->next;
  block->uses = use;
}

static void unlink_block_use(BlockUse *use) {
  if (!use->prev) return;
  *use->prev = use->next;
  if (use->next) use->next->prev = use->prev;
  use->prev = NULL;
  use->next = NULL;
}

// --- Creation

// Discardable attributes are few: insertion sort, which leaves sorted input alone.
static void sort_attrs(Context *ctx, NamedAttr *attrs, uint32_t count) {
  if (count > 24) {
    attr_dict_sort(ctx, attrs, count);
    return;
  }
  for (uint32_t i = 1; i < count; i++) {
    NamedAttr moving = attrs[i];
    uint32_t at = i;
    while (at > 0 && str_compare(attr_str(moving.name), attr_str(attrs[at - 1].name)) < 0) {
      attrs[at] = attrs[at - 1];
      at--;
    }
    attrs[at] = moving;
  }
}

static inline char *alloc_op(Module *module, size_t size) {
  size_t words = size / sizeof(void *);
  void *again = words < REUSABLE_SIZES ? module->reusable[words] : NULL;
  if (!again) return arena_alloc_raw(&module->arena, size);
  module->reusable[words] = *(void **)again;
  return again;
}

Operation *op_create(OpState *state) {
  const OpDef *def = state->def;
  state->module->traits_seen |= def->traits;
  uint32_t operands = state->operands.count, results = state->types.count, attrs = state->attrs.count;
  uint32_t regions = at_most(state->regions.count, UINT16_MAX);
  uint32_t successors = at_most(state->successors.count, UINT16_MAX);
  uint32_t props = def->attr_count;
  // One block of memory: the operation with its results, then its other arrays.
  size_t size = sizeof(Operation) + sizeof(Use) * (size_t)operands + sizeof(Value) * (size_t)results +
                sizeof(Region) * (size_t)regions + sizeof(BlockUse) * (size_t)successors +
                sizeof(NamedAttr) * (size_t)attrs + sizeof(A) * (size_t)props;
  char *memory = alloc_op(state->module, size);
  if (!memory) {  // only when memory is exhausted: a placeholder that keeps the IR well formed
    operands = at_most(operands, 64);
    results = at_most(results, 64);
    regions = at_most(regions, 64);
    successors = at_most(successors, 64);
    attrs = at_most(attrs, 64);
    memory = arena_alloc_raw(&state->module->arena, ARENA_SMALL);
  }
  Operation *op = (Operation *)(void *)memory;
  memory += sizeof(Operation);
  *op = (Operation){
    .def = def,
    .loc = state->loc,
    .operand_count = operands,
    .result_count = results,
    .attr_count = attrs,
    .region_count = (uint16_t)regions,
    .successor_count = (uint16_t)successors,
    .operand_cap = (uint16_t)at_most(operands, UINT16_MAX),
    .prop_dict = state->prop_dict,
  };
  memory += sizeof(Value) * (size_t)results;
  op->operands = (Use *)(void *)memory;
  memory += sizeof(Use) * (size_t)operands;
  op->regions = (Region *)(void *)memory;
  memory += sizeof(Region) * (size_t)regions;
  op->successors = (BlockUse *)(void *)memory;
  memory += sizeof(BlockUse) * (size_t)successors;
  op->attrs = (NamedAttr *)(void *)memory;
  memory += sizeof(NamedAttr) * (size_t)attrs;
  op->props = (A *)(void *)memory;

  for (uint32_t i = 0; i < operands; i++) {
    op->operands[i].owner = op;
    link_use(&op->operands[i], state->operands.data[i]);
  }
  for (uint32_t i = 0; i < results; i++)
    op->results[i] = (Value){.type = state->types.data[i], .owner = op, .index = i};
  for (uint32_t i = 0; i < regions; i++) {
    op->regions[i] = (Region){.op = op, .index = i};
    region_take_blocks(&op->regions[i], state->regions.data[i], NULL);
  }
  for (uint32_t i = 0; i < successors; i++) {
    op->successors[i].owner = op;
    link_block_use(&op->successors[i], state->successors.data[i]);
  }
  for (uint32_t i = 0; i < props; i++) op->props[i] = i < state->props.count ? state->props.data[i] : NULL;
  if (attrs) {
    memcpy(op->attrs, state->attrs.data, sizeof(NamedAttr) * attrs);
    if (attrs > 1) sort_attrs(state->module->context, op->attrs, attrs);
  }
  return op;
}

// --- Names and spans

bool op_is_named_(const Operation *op, const char *name) { return op && str_is(op_name(op), name) && !op_has(op, TRAIT_KEPT); }

Str op_dialect_name(const Operation *op) {
  Str name = op_name(op);
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  return dot ? str_slice(name, 0, (size_t)(dot - name.data)) : (Str){"", 0};
}

static bool is_variable(const ValueDef *def) { return def->arity != SINGLE; }

// The values of one entry among `total`, by counting from the record's other entries.
static bool count_span(const ValueDef *defs, uint32_t def_count, uint32_t total, uint32_t entry, Span *out) {
  uint32_t variable = 0, before = 0;
  for (uint32_t i = 0; i < def_count; i++) {
    variable += is_variable(&defs[i]);
    if (i < entry) before += is_variable(&defs[i]);
  }
  uint32_t fixed = def_count - variable;
  if (total < fixed || (!variable && total != fixed)) return false;
  // Several variable entries share what is left evenly (SameVariadicOperandSize).
  uint32_t each = variable ? (total - fixed) / variable : 0;
  out->begin = entry - before + before * each;
  out->end = out->begin + (is_variable(&defs[entry]) ? each : 1);
  return true;
}

// The values of one entry among `total`, by a segment sizes attribute; NULL counts as all zeros.
static bool segment_span(A sizes, uint32_t def_count, uint32_t total, uint32_t entry, Span *out) {
  *out = (Span){0, 0};
  if (!sizes) return total == 0;
  if (attr_kind(sizes) != ATTR_DENSE_ARRAY) return false;
  const DenseArrayAttr *array = (const DenseArrayAttr *)sizes;
  if (array->count != def_count || !type_is_int(array->element, 32)) return false;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < def_count; i++) {
    uint32_t size = load_u32((const char *)array->data + 4 * (size_t)i);
    if (size > INT32_MAX) return false;
    if (i == entry) out->begin = (uint32_t)sum;
    sum += size;
    if (sum > total) return false;
    if (i == entry) out->end = (uint32_t)sum;
  }
  return true;
}

static A segments_of(const Operation *op, const char *name) {
  const OpDef *def = op->def;
  for (uint32_t i = def->attr_count; i-- > 0;)
    if (strcmp(def_attr_name(def, i), name) == 0) return op->props[i];
  return NULL;
}

// The values of an entry where one entry at most is not a single value.
static inline bool plain_span(uint32_t entry_count, uint32_t variable, uint32_t total, uint32_t entry, Span *out) {
  uint32_t extra = total - entry_count;   // of the variable entry beyond one
  bool has_variable = variable != NO_INDEX;
  *out = (Span){0, 0};
  if (entry >= entry_count || (has_variable ? total + 1 < entry_count : extra != 0)) return false;
  out->begin = has_variable && entry > variable ? entry + extra : entry;
  out->end = out->begin + 1 + (entry == variable ? extra : 0);
  return true;
}

bool op_operand_span(const Operation *op, uint32_t entry, Span *out) {
  const OpDef *def = op->def;
  if (def->variable_operand != MANY) return plain_span(def->operand_count, def->variable_operand, op->operand_count, entry, out);
  *out = (Span){0, 0};
  if (entry >= def->operand_count) return false;
  if (op_has(op, TRAIT_ATTR_SIZED_OPERANDS))
    return segment_span(segments_of(op, "operandSegmentSizes"), def->operand_count, op->operand_count, entry, out);
  return count_span(def_operands(def), def->operand_count, op->operand_count, entry, out);
}

bool op_result_span(const Operation *op, uint32_t entry, Span *out) {
  const OpDef *def = op->def;
  if (def->variable_result != MANY) return plain_span(def->result_count, def->variable_result, op->result_count, entry, out);
  *out = (Span){0, 0};
  if (entry >= def->result_count) return false;
  if (op_has(op, TRAIT_ATTR_SIZED_RESULTS))
    return segment_span(segments_of(op, "resultSegmentSizes"), def->result_count, op->result_count, entry, out);
  return count_span(def_results(def), def->result_count, op->result_count, entry, out);
}

uint64_t op_operands_named_(const Operation *op, const char *name) {
  Span span;
  for (uint32_t i = 0; i < op->def->operand_count; i++)
    if (strcmp(def_operand_name(op->def, i), name) == 0) return op_operand_span(op, i, &span) ? span.begin | (uint64_t)span.end << 32 : 0;
  return 0;
}

// The group `index` of a variadic-of-variadic entry.
static Span group_span(const Operation *op, const ValueDef *entry, Span whole, uint32_t index) {
  A sizes = entry->segments != NO_INDEX ? op->props[entry->segments] : NULL;
  const DenseArrayAttr *array = (const DenseArrayAttr *)sizes;
  if (!sizes || attr_kind(sizes) != ATTR_DENSE_ARRAY || index >= array->count || array->word != sizeof(int32_t)) return (Span){0, 0};
  uint64_t begin = whole.begin;
  uint32_t all = 0;   // a switch asks for each of its thousands of groups
  for (uint32_t i = 0; i < index; i++) {
    uint32_t size = load_u32((const char *)array->data + sizeof size * i);
    begin += size;
    all |= size;
  }
  uint32_t size = load_u32((const char *)array->data + sizeof size * index);
  if ((int32_t)(all | size) < 0 || begin + size > whole.end) return (Span){0, 0};
  return (Span){(uint32_t)begin, (uint32_t)(begin + size)};
}

Span op_successor_operands(const Operation *op, uint32_t i) {
  const OpDef *def = op->def;
  const SuccessorDef *successors = def_successors(def);
  uint32_t entry = 0, within = i, fixed_after = def->successor_count;
  // Which entry of the record the successor belongs to; one entry at most is variadic.
  for (; entry < def->successor_count; entry++) {
    fixed_after--;
    uint32_t taken = 1;
    if (successors[entry].variadic) {
      uint32_t first = i - within;
      taken = op->successor_count >= first + fixed_after ? op->successor_count - first - fixed_after : 0;
    }
    if (within < taken) break;
    within -= taken;
  }
  if (entry >= def->successor_count || successors[entry].operands == NO_INDEX) return (Span){0, 0};
  uint32_t passed = successors[entry].operands;
  const ValueDef *operands = &def_operands(def)[passed];
  Span whole;
  if (!op_operand_span(op, passed, &whole)) return (Span){0, 0};
  return operands->arity == VARIADIC_OF_VARIADIC ? group_span(op, operands, whole, within) : whole;
}

// --- Attributes

const char *op_segments_name(const OpDef *def, Str name) {
  if (def->traits & TRAIT_ATTR_SIZED_OPERANDS && (str_is(name, "operandSegmentSizes") || str_is(name, "operand_segment_sizes")))
    return "operandSegmentSizes";
  if (def->traits & TRAIT_ATTR_SIZED_RESULTS && (str_is(name, "resultSegmentSizes") || str_is(name, "result_segment_sizes")))
    return "resultSegmentSizes";
  return NULL;
}

bool op_attr_before(const OpDef *def, uint32_t a, uint32_t b) {
  const char *x = def_attr_name(def, a), *y = def_attr_name(def, b);
  uint32_t late_x = op_segments_name(def, str_from(x)) ? 2 : (def_attrs(def)[a].flags & ATTR_PROP) != 0;
  uint32_t late_y = op_segments_name(def, str_from(y)) ? 2 : (def_attrs(def)[b].flags & ATTR_PROP) != 0;
  return late_x != late_y ? late_x < late_y : late_x ? a < b : strcmp(x, y) < 0;
}

int op_wrong_attr(const OpDef *def, const NamedAttrVec *attrs) {
  int wrong = -1;
  for (uint32_t i = 0; i < attrs->count; i++) {
    Str name = attr_str(attrs->data[i].name);
    int slot = op_prop_slot(def, name);
    if (slot < 0 || def_attrs(def)[slot].flags & ATTR_PROP || op_segments_name(def, name)) continue;
    if (!attr_satisfies(def->table, def_attr_type(def, (uint32_t)slot), attrs->data[i].value) && (wrong < 0 || op_attr_before(def, (uint32_t)slot, (uint32_t)wrong))) wrong = slot;
  }
  return wrong;
}

int op_prop_slot(const OpDef *def, Str name) {
  if (!def->attr_count || !name.size) return -1;
  const RecordTable *table = def->table;
  const OpAttrDef *attrs = table->attrs + def->attrs;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    const char *own = table->strings + attrs[i].name;
    if (own[0] == name.data[0] && str_equal(str_from(own), name)) return (int)i;
  }
  return -1;
}

A op_discardable(const Operation *op, Str name) {
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (str_equal(attr_str(op->attrs[i].name), name)) return op->attrs[i].value;
  return NULL;
}

A op_attr_str(const Operation *op, Str name) {
  int slot = op_prop_slot(op->def, name);
  if (slot >= 0) return op->props[slot];
  A found = op->attr_count ? op_discardable(op, name) : NULL;
  return !found && op->prop_dict && attr_kind(op->prop_dict) == ATTR_DICT ? attr_dict_find(op->prop_dict, name) : found;
}

A op_attr(const Operation *op, const char *name) { return op_attr_str(op, str_from(name)); }

A op_prop(const Operation *op, const char *name) {
  const OpDef *def = op->def;
  if (!def->attr_count) return NULL;
  const RecordTable *table = def->table;
  const OpAttrDef *attrs = table->attrs + def->attrs;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    const char *own = table->strings + attrs[i].name;
    if (own == name || (own[0] == name[0] && strcmp(own, name) == 0)) return op->props[i];
  }
  return NULL;
}

int64_t op_prop_i64(const Operation *op, const char *name) { return attr_to_i64(op_prop(op, name)); }

void op_set_discardable(Module *module, Operation *op, A name, A value) {
  op_touched(op);
  uint32_t at = 0;
  int order = -1;
  for (; at < op->attr_count; at++) {
    order = str_compare(attr_str(op->attrs[at].name), attr_str(name));
    if (order >= 0) break;
  }
  bool found = at < op->attr_count && order == 0;
  if (found && value) {
    op->attrs[at].value = value;
  } else if (found) {
    memmove(&op->attrs[at], &op->attrs[at + 1], sizeof(NamedAttr) * (op->attr_count - at - 1));
    op->attr_count--;
  } else if (value) {
    NamedAttr *grown = arena_alloc_raw(&module->arena, sizeof(NamedAttr) * ((size_t)op->attr_count + 1));
    if (!grown) return;
    if (at) memcpy(grown, op->attrs, sizeof(NamedAttr) * at);
    grown[at] = (NamedAttr){name, value};
    if (at < op->attr_count) memcpy(&grown[at + 1], &op->attrs[at], sizeof(NamedAttr) * (op->attr_count - at));
    op->attrs = grown;
    op->attr_count++;
  }
}

void op_set_attr(Module *module, Operation *op, Str name, A value) {
  int slot = op_prop_slot(op->def, name);
  op_touched(op);
  if (slot >= 0)
    op->props[slot] = value;
  else
    op_set_discardable(module, op, attr_string(module->context, name), value);
}

void op_set_prop(Operation *op, uint32_t slot, A value) {
  op_touched(op);
  op->props[slot] = value;
}

// --- Operands and successors

void op_push_operands(const Operation *op, uint32_t begin, uint32_t end, ValueVec *out, Arena *arena) {
  for (uint32_t i = begin; i < end; i++) vec_push(arena, out, op_operand(op, i));
}

void op_set_operand(Operation *op, uint32_t i, Value *value) {
  Use *use = &op->operands[i];
  if (use->value == value && use->prev) return;
  op_touched(op);
  unlink_use(use);
  link_use(use, value);
}

// Room for `count` operands; the present ones stay linked.
static bool reserve_operands(Module *module, Operation *op, uint64_t count) {
  uint32_t cap = op->operand_cap > op->operand_count ? op->operand_cap : op->operand_count;
  if (count <= cap) return true;
  if (count > UINT32_MAX / 2) return false;
  Use *grown = arena_alloc(&module->arena, sizeof(Use) * (size_t)count);
  if (!grown) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) move_use(&grown[i], &op->operands[i]);
  op->operands = grown;
  op->operand_cap = (uint16_t)at_most((uint32_t)count, UINT16_MAX);
  return true;
}

void op_insert_operands(Module *module, Operation *op, uint32_t at, Value *const *values, uint32_t count) {
  if (!count || !reserve_operands(module, op, (uint64_t)op->operand_count + count)) return;
  op_touched(op);
  for (uint32_t i = op->operand_count; i-- > at;) move_use(&op->operands[i + count], &op->operands[i]);
  op->operand_count += count;
  for (uint32_t i = 0; i < count; i++) {
    op->operands[at + i] = (Use){.owner = op};
    link_use(&op->operands[at + i], values[i]);
  }
}

void op_erase_operands(Operation *op, uint32_t at, uint32_t count) {
  op_touched(op);
  for (uint32_t i = 0; i < count; i++) unlink_use(&op->operands[at + i]);
  for (uint32_t i = at + count; i < op->operand_count; i++) move_use(&op->operands[i - count], &op->operands[i]);
  if (op->operand_cap < op->operand_count) op->operand_cap = (uint16_t)at_most(op->operand_count, UINT16_MAX);
  op->operand_count -= count;
}

void op_set_operands(Module *module, Operation *op, Value *const *values, uint32_t count) {
  uint32_t shared = at_most(count, op->operand_count);
  for (uint32_t i = 0; i < shared; i++) op_set_operand(op, i, values[i]);
  if (count < op->operand_count) op_erase_operands(op, count, op->operand_count - count);
  if (count > shared) op_insert_operands(module, op, shared, values + shared, count - shared);
}

void op_set_successor(Operation *op, uint32_t i, Block *block) {
  unlink_block_use(&op->successors[i]);
  link_block_use(&op->successors[i], block);
}

// --- Place

Operation *op_parent(const Operation *op) { return op->block ? block_parent_op(op->block) : NULL; }

Region *op_parent_region(const Operation *op) { return op->block ? op->block->region : NULL; }

bool op_has_uses(const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op->results[i].uses) return true;
  return false;
}

#define ORDER_STEP 16u

static void number_ops(Block *block) {
  uint32_t order = 0;
  block_each_op(block, op) {
    op_prefetch(op);
    op->order = order += ORDER_STEP;
  }
  block->order_valid = true;
}

bool op_is_before(Operation *a, Operation *b) {
  if (!a->block->order_valid) number_ops(a->block);
  return a->order < b->order;
}

// Give a freshly linked op a number between its neighbours', or let the block be renumbered later.
static void place_in_order(Operation *op) {
  Block *block = op->block;
  if (!op->prev && !op->next) {
    op->order = ORDER_STEP;
    block->order_valid = true;
    return;
  }
  if (!block->order_valid) return;
  uint32_t low = op->prev ? op->prev->order : 0;
  if (!op->next && low < UINT32_MAX - ORDER_STEP)
    op->order = low + ORDER_STEP;
  else if (op->next && op->next->order - low > 1)
    op->order = low + (op->next->order - low) / 2;
  else
    block->order_valid = false;
}

static void insert_between(Block *block, Operation *prev, Operation *op, Operation *next) {
  op->block = block;
  op->prev = prev;
  op->next = next;
  if (prev) prev->next = op;
  else block->first = op;
  if (next) next->prev = op;
  else block->last = op;
  place_in_order(op);
}

void op_insert_before(Operation *op, Operation *before) { insert_between(before->block, before->prev, op, before); }
void op_append(Block *block, Operation *op) { insert_between(block, block->last, op, NULL); }

void op_remove(Operation *op) {
  Block *block = op->block;
  if (!block) return;
  if (op->prev) op->prev->next = op->next;
  else block->first = op->next;
  if (op->next) op->next->prev = op->prev;
  else block->last = op->prev;
  op->block = NULL;
  op->prev = op->next = NULL;
}

void op_move_before(Operation *op, Operation *before) {
  if (op == before || op->next == before) return;
  op_remove(op);
  op_insert_before(op, before);
}

static WalkResult drop_references(Operation *op, void *data) {
  (void)data;
  for (uint32_t i = 0; i < op->operand_count; i++) unlink_use(&op->operands[i]);
  for (uint32_t i = 0; i < op->successor_count; i++) unlink_block_use(&op->successors[i]);
  return WALK_ADVANCE;
}

void op_drop_all_references(Operation *op) { op_walk_pre(op, drop_references, NULL); }

static WalkResult mark_erased(Operation *op, void *data) {
  drop_references(op, data);
  op->flags |= OP_ERASED;
  return WALK_ADVANCE;
}

void op_erase(Operation *op) {
  op_remove(op);
  op_walk_pre(op, mark_erased, NULL);
}

void op_recycle(Module *module, Operation *op) {
  bool first = !(op->flags & OP_ERASED);
  op_erase(op);
  if (first && !op->region_count) vec_push(&module->arena, &module->recycled, op);
}

// The first one recycled is the first to be used again: memory is walked in order.
void module_reuse_recycled(Module *module) {
  while (module->recycled.count) {
    Operation *op = vec_pop(&module->recycled);
    size_t words = (size_t)((char *)(op->props + op->def->attr_count) - (char *)op) / sizeof(void *);
    if (words >= REUSABLE_SIZES) continue;
    *(void **)op = module->reusable[words];
    module->reusable[words] = op;
  }
}

// --- Values

Block *value_block(const Value *v) {
  if (v->is_arg) return (Block *)v->owner;
  return v->owner ? ((Operation *)v->owner)->block : NULL;
}

Loc value_loc(const Value *v) {
  if (v->is_arg) return *v->arg_loc;
  return v->owner ? ((Operation *)v->owner)->loc : (Loc){0};
}

bool value_has_one_use(const Value *v) { return v->uses && !v->uses->next; }

static void relink_use(Use *use, Value *to) {
  if (use->value->type != to->type) op_touched(use->owner);
  unlink_use(use);
  link_use(use, to);
}

void value_replace_all(Value *from, Value *to) {
  if (from == to) return;
  while (from->uses) {
    Use *use = from->uses;
    relink_use(use, to);
  }
}

void value_replace_if(Value *from, Value *to, bool (*keep)(Use *use, void *data), void *data) {
  if (from == to) return;
  for (Use *use = from->uses, *next; use; use = next) {
    next = use->next;
    if (keep(use, data)) relink_use(use, to);
  }
}
