// Attributes of operations in the generic form of older releases: what rows of records say (OlderAttr), and what changed for all.
#include "asm/enums.h"
#include "asm/op_parser.h"
#include "asm/params.h"
#include "asm/printer_impl.h"

enum {
  LAST_SNAKE_SEGMENTS = 16,    // operand_segment_sizes
  LAST_VECTOR_SEGMENTS = 15,   // dense<[1, 0]> : vector<2xi32>
  LAST_ARRAYS = 14,            // [0, 1], where array<i64: 0, 1> came
  LAST_WRAPPED = 19,           // #llvm.overflow<none>, where the property is a number today
  LAST_TYPE = 14,              // a function's `type`, now function_type
};

static const OlderAttr *rows_of(const OpDef *def) { return def->table->older_attrs + def_more(def)->older_attrs; }

static const OlderAttr *row_in(const OpDef *def, uint32_t slot, uint32_t release) {
  const OlderAttr *rows = rows_of(def);
  for (uint32_t i = 0; i < def_more(def)->older_attr_count; i++)
    if (rows[i].slot == slot && release <= rows[i].last) return &rows[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Values

static const EnumDef *row_enum(const OpDef *def, const OlderAttr *row) { return def->table->enums[row->enum_def]; }

static T dense_array_element(A value) { return ((const DenseArrayAttr *)value)->element; }

static A as_array(Context *ctx, Arena *arena, A value) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY) return value;
  uint32_t count = (uint32_t)((const DenseArrayAttr *)value)->count;
  T element = dense_array_element(value);
  ArenaMark mark = arena_mark(arena);
  A *items = arena_new(arena, A, count + 1);
  if (!items || !type_as_integer(element)) return value;
  for (uint32_t i = 0; i < count; i++) items[i] = attr_i64(ctx, element, dense_array_i64(value, i));
  A made = attr_array(ctx, items, count);
  arena_release(arena, mark);
  return made;
}

static A as_elements(Context *ctx, A value, bool is_tensor) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY) return value;
  const DenseArrayAttr *array = (const DenseArrayAttr *)value;
  int64_t dim = (int64_t)array->count;
  if (!type_as_integer(array->element)) return value;
  if (!array->count && !is_tensor) return value;   // there is no such vector
  T type = is_tensor ? type_tensor(ctx, &dim, 1, array->element, NULL) : type_vector(ctx, &dim, 1, 0, array->element);
  return attr_dense(ctx, type, false, array->data, array->count * dense_element_bytes(array->element));
}

// The attribute of the dialect that holds a value of the enum; NULL: there is none.
static const AttrDef *wrapper_of(Context *ctx, const OpDef *def, const EnumDef *of) {
  const DialectDef *dialect = op_dialect(ctx, def);
  for (const AttrDef *const *attr = dialect ? dialect->attrs : NULL; attr && *attr; attr++) {
    const ParamsDef *params = (*attr)->params;
    if (params && params->count == 1 && params->params[0].kind == PARAM_ENUM && params->params[0].def == of) return *attr;
  }
  return NULL;
}

static A as_wrapped(Context *ctx, const OpDef *def, const AttrConstraint *type, A value) {
  const AttrDef *wrapper = type->enum_def ? wrapper_of(ctx, def, def->table->enums[type->enum_def]) : NULL;
  if (!wrapper || attr_kind(value) != ATTR_INTEGER) return value;
  uint64_t word = (uint64_t)attr_to_i64(value);
  return attr_from_params(ctx, wrapper, &word);
}

// The number that another enum has for the keyword.
static A as_enum(Context *ctx, const OpDef *def, const AttrConstraint *type, const EnumDef *then, A value) {
  const EnumDef *today = constraint_enum(def->table, type);
  int64_t number;
  if (!today) return value;
  if (attr_kind(value) == ATTR_DIALECT) number = (int64_t)attr_param(value, 0);
  else if (attr_kind(value) == ATTR_INTEGER) number = attr_to_i64(value);
  else return value;
  const char *keyword = enum_name(today, number);
  return keyword && enum_value(then, str_from(keyword), &number) ? attr_i64(ctx, type_integer(ctx, then->bits, SIGNLESS), number) : value;
}

// What says as much as its absence in releases that had no such attribute.
static bool is_nothing(A value) {
  if (attr_kind(value) == ATTR_INTEGER) return type_bits(attr_value_type(value)) <= 64 && !attr_to_i64(value);
  if (attr_kind(value) == ATTR_DENSE_ARRAY) {   // all of it is operands
    int64_t dynamic = type_is_int(dense_array_element(value), 32) ? INT32_MIN : DYNAMIC;
    for (uint64_t i = 0; i < ((const DenseArrayAttr *)value)->count; i++)
      if (dense_array_i64(value, i) != dynamic) return false;
    return true;
  }
  const ParamsDef *params = attr_kind(value) == ATTR_DIALECT ? value->def->params : NULL;
  if (attr_kind(value) != ATTR_ARRAY) return attr_kind(value) == ATTR_DIALECT && (!params || !params->count);
  for (uint64_t i = 0; i < ((const ArrayAttr *)value)->count; i++) {
    A item = ((const ArrayAttr *)value)->items[i];
    if (attr_kind(item) == ATTR_ARRAY || !is_nothing(item)) return false;
  }
  return true;
}

static A first_groups(Context *ctx, A value, uint32_t count) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY || ((const DenseArrayAttr *)value)->count <= count) return value;
  return attr_dense_array(ctx, dense_array_element(value), ((const DenseArrayAttr *)value)->data, count);
}

static const char *snake(const char *segments) { return segments[0] == 'o' ? "operand_segment_sizes" : "result_segment_sizes"; }

bool has_older_attrs(const OpDef *def) { return def_more(def)->older_attr_count > 0; }

bool attr_then(Context *ctx, Arena *arena, const Operation *op, uint32_t slot, uint32_t release, Str *name, A *value) {
  const OpDef *def = op->def;
  const OpAttrDef *attr = &def_attrs(def)[slot];
  const AttrConstraint *type = def_attr_type(def, slot);
  *name = str_from(def_attr_name(def, slot));
  *value = op->props[slot];
  if (!*value || (attr->since > release && (is_nothing(*value) || *value == op_default_attr(ctx, def, slot)))) return false;
  const char *segments = op_segments_name(def, *name);
  const OlderAttr *row = row_in(def, slot, release);
  if (row && row->then == THEN_FLAG && is_nothing(*value)) return false;
  if (segments && segments[0] == 'o' && release <= def_more(def)->groups_last) {
    if (!def_more(def)->groups_then) return false;
    *value = first_groups(ctx, *value, def_more(def)->groups_then);
  }
  if (row && row->name) *name = str_from(def_text(def, row->name));
  if (segments && release <= LAST_SNAKE_SEGMENTS) *name = str_from(snake(segments));
  if (release <= LAST_TYPE && def->traits & TRAIT_FUNCTION && str_is(*name, "function_type")) *name = STR("type");
  uint32_t then = row ? row->then : segments ? (release <= LAST_VECTOR_SEGMENTS ? THEN_VECTOR : THEN_SAME)
                : attr->flags & ATTR_PROP && type->enum_def && release <= LAST_WRAPPED ? THEN_WRAPPED
                : release <= LAST_ARRAYS && attr_kind(*value) == ATTR_DENSE_ARRAY ? THEN_ARRAY : THEN_SAME;
  switch ((AttrThen)then) {
    case THEN_SAME: break;
    case THEN_ARRAY: *value = as_array(ctx, arena, *value); break;
    case THEN_VECTOR: case THEN_TENSOR: *value = as_elements(ctx, *value, then == THEN_TENSOR); break;
    case THEN_ENUM: *value = as_enum(ctx, def, type, row_enum(def, row), *value); break;
    case THEN_WRAPPED: *value = as_wrapped(ctx, def, type, *value); break;
    case THEN_FLAG: {
      const char *keyword = enum_name(def->table->enums[type->enum_def], attr_to_i64(*value));
      if (!keyword || !str_is(*name, keyword)) *name = str_from(def_attr_name(def, slot)), *value = as_wrapped(ctx, def, type, *value);
      else *value = attr_unit(ctx);
      break;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Reading

// array<iN: …> of what held the same integers; NULL: it held none.
static A today_array(Context *ctx, Arena *arena, uint32_t width, A value) {
  bool is_array = attr_kind(value) == ATTR_ARRAY;
  if (width % 8 || (!is_array && attr_kind(value) != ATTR_DENSE)) return NULL;
  if (!is_array && !type_is_signless_int(type_element(attr_value_type(value)))) return NULL;
  uint64_t count = is_array ? ((const ArrayAttr *)value)->count : dense_count(value);
  uint32_t bytes = width / 8;
  if (count > UINT32_MAX / 8) return NULL;
  uint8_t *data = arena_alloc_raw(arena, count * bytes + 1);
  if (!data) return NULL;
  for (uint64_t i = 0; i < count; i++) {
    A item = is_array ? ((const ArrayAttr *)value)->items[i] : dense_element_attr(ctx, value, i);
    if (!item || attr_kind(item) != ATTR_INTEGER) return NULL;
    uint64_t word = (uint64_t)attr_to_i64(item);
    for (uint32_t k = 0; k < bytes; k++) data[i * bytes + k] = (uint8_t)(word >> (8 * k));
  }
  return attr_dense_array(ctx, type_integer(ctx, width, SIGNLESS), data, count);
}

// The width of the integers that the constraint wants an array of; 0: it wants something else.
static uint32_t array_width(const RecordTable *table, const AttrConstraint *type) {
  if (type->test == ATTR_TEST_DENSE_ARRAY) return type->data;
  if (type->test != ATTR_TEST_ALL || !type->part_count) return 0;
  return array_width(table, &table->attr_constraints[table->lists[type->parts]]);
}

static A today_enum(Context *ctx, const OpDef *def, const AttrConstraint *type, const EnumDef *then, A value) {
  const EnumDef *today = constraint_enum(def->table, type);
  if (!today || attr_kind(value) != ATTR_INTEGER || type_bits(attr_value_type(value)) > 64) return NULL;
  int64_t number = attr_to_i64(value);
  const char *keyword = then ? enum_name(then, number) : NULL;
  if (then ? !keyword || !enum_value(today, str_from(keyword), &number) : !today->is_bits && !enum_name(today, number)) return NULL;
  return enum_attr(ctx, def->table, type, number);
}

static A today_wrapped(Context *ctx, const OpDef *def, const AttrConstraint *type, A value) {
  const ParamsDef *params = attr_kind(value) == ATTR_DIALECT ? value->def->params : NULL;
  if (!type->enum_def || !params || params->count != 1 || params->params[0].def != def->table->enums[type->enum_def]) return NULL;
  return attr_i64(ctx, built_type(ctx, type->value_type), (int64_t)attr_param(value, 0));
}

static bool slot_is_segments(const OpDef *def, uint32_t slot) {
  const char *name = op_segments_name(def, str_from(def_attr_name(def, slot)));
  return name && name[0] == 'o';
}

static A with_new_groups(Parser *p, const OpDef *def, A value) {
  int32_t sizes[UINT8_MAX + 1] = {0};
  for (uint32_t i = 0; i < def_more(def)->groups_then; i++) sizes[i] = (int32_t)dense_array_i64(value, i);
  return attr_i32_array(p->ctx, sizes, def->operand_count);
}

// What the slot holds today instead of the value; NULL: that, or nothing.
static A today_value(Parser *p, const OpDef *def, uint32_t slot, const OlderAttr *row, A value) {
  const AttrConstraint *type = def_attr_type(def, slot);
  int64_t number;
  if (row && row->then == THEN_FLAG && attr_kind(value) == ATTR_UNIT && enum_value(def->table->enums[type->enum_def], str_from(def_text(def, row->name)), &number))
    return attr_i64(p->ctx, built_type(p->ctx, type->value_type), number);
  if (row && row->then == THEN_ENUM) return today_enum(p->ctx, def, type, row_enum(def, row), value);
  bool is_array = attr_kind(value) == ATTR_DENSE_ARRAY;
  if (is_array && slot_is_segments(def, slot) && ((const DenseArrayAttr *)value)->count == def_more(def)->groups_then) return with_new_groups(p, def, value);
  if (attr_satisfies(def->table, type, value)) return NULL;
  uint32_t width = array_width(def->table, type);
  if (width) return today_array(p->ctx, &p->scratch, width, value);
  if (type->test == ATTR_TEST_DEF) return today_enum(p->ctx, def, type, NULL, value);
  return today_wrapped(p->ctx, def, type, value);
}

// The row by which a name is that of a slot.
static const OlderAttr *row_named(const Parser *p, const OpDef *def, Str name) {
  const OlderAttr *rows = rows_of(def);
  const Edition *edition = p->options.edition;
  for (uint32_t i = 0; i < def_more(def)->older_attr_count; i++) {
    if (edition && edition->oldest > rows[i].last) continue;
    Str then = str_from(rows[i].name ? def_text(def, rows[i].name) : def_attr_name(def, rows[i].slot));
    if (str_equal(then, name)) return &rows[i];
  }
  return NULL;
}

int older_attr_slot(const Parser *p, const OpDef *def, Str name) {
  const OlderAttr *row = row_named(p, def, name);
  return row ? row->slot : -1;
}

static bool change_attr(Parser *p, const OpDef *def, NamedAttr *attr, uint32_t *last) {
  Str name = attr_str(attr->name);
  const char *segments = op_segments_name(def, name);
  const OlderAttr *row = row_named(p, def, name);
  int slot = segments ? op_prop_slot(def, str_from(segments)) : row ? row->slot : op_prop_slot(def, name);
  if (slot < 0) return false;
  A value = today_value(p, def, (uint32_t)slot, row, attr->value);
  bool is_renamed = !str_is(name, def_attr_name(def, (uint32_t)slot));
  if (!value && !is_renamed) return false;
  *last = row ? row->last : !segments ? LAST_ARRAYS : value ? LAST_VECTOR_SEGMENTS : LAST_SNAKE_SEGMENTS;
  if (value) attr->value = value;
  if (is_renamed) attr->name = attr_string(p->ctx, str_from(def_attr_name(def, (uint32_t)slot)));
  return true;
}

static bool has_name(const NamedAttr *attrs, uint32_t count, const NamedAttr *of) {
  for (uint32_t i = 0; i < count; i++)
    if (&attrs[i] != of && attrs[i].name == of->name) return true;
  return false;
}

static bool change_attrs(Parser *p, const OpState *state, NamedAttr *attrs, uint32_t count) {
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    NamedAttr made = attrs[i];
    uint32_t last = 0;
    if (!change_attr(p, state->def, &made, &last) || (made.name != attrs[i].name && has_name(attrs, count, &made))) continue;
    attrs[i] = made;
    changed = true;
    parser_note_until(p, OLDER_ATTRIBUTE, last, state->loc.src.begin);
  }
  return changed;
}

void older_attrs_rename(Parser *p, const OpState *state, NamedAttrVec *attrs) {
  if (def_more(state->def)->older_attr_count) change_attrs(p, state, attrs->data, attrs->count);
}

static bool is_given(const NamedAttrVec *attrs, A properties, Str name) {
  if (properties && attr_kind(properties) == ATTR_DICT && attr_dict_find(properties, name)) return true;
  for (uint32_t i = 0; i < attrs->count; i++)
    if (str_equal(attr_str(attrs->data[i].name), name)) return true;
  return false;
}

// A required attribute that came later; of no array of integers, which is empty when nothing is known of it.
static bool is_later(const OpDef *def, uint32_t slot, bool is_array) {
  const OpAttrDef *attr = &def_attrs(def)[slot];
  return attr->since && !(attr->flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) && (array_width(def->table, def_attr_type(def, slot)) != 0) == is_array;
}

static void add_later(Parser *p, const OpState *state, NamedAttrVec *attrs, A properties) {
  const OpDef *def = state->def;
  if (def_upgrade(def)) return;   // which knows more
  for (uint32_t slot = 0; slot < def->attr_count; slot++) {
    Str name = str_from(def_attr_name(def, slot));
    if (!is_later(def, slot, true) || is_given(attrs, properties, name)) continue;
    T element = type_integer(p->ctx, array_width(def->table, def_attr_type(def, slot)), SIGNLESS);
    vec_push(&p->scratch, attrs, ((NamedAttr){attr_string(p->ctx, name), attr_dense_array(p->ctx, element, NULL, 0)}));
    parser_note_until(p, OLDER_ATTRIBUTE, def_attrs(def)[slot].since - 1u, state->loc.src.begin);
  }
}

bool older_attrs_complete(Parser *p, Operation *op, bool has_segments) {
  const OpDef *def = op->def;
  OpUpgradeFn *complete = def->until ? NULL : def_upgrade(def);
  if (!complete) return true;
  uint32_t last = has_segments ? 0 : def_more(def)->groups_last;
  for (uint32_t slot = 0; slot < def->attr_count; slot++)
    if (!op->props[slot] && (is_later(def, slot, true) || is_later(def, slot, false))) last = def_attrs(def)[slot].since - 1u;
  if (!last) return true;
  parser_note_until(p, OLDER_ATTRIBUTE, last, op->loc.src.begin);
  return complete(p->module, op);
}

// What was an attribute and is a native property today.
static void take_native(OpState *state, NamedAttrVec *attrs) {
  const OpDef *def = state->def;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < attrs->count; i++) {
    NamedAttr attr = attrs->data[i];
    int slot = op_prop_slot(def, attr_str(attr.name));
    bool is_native = slot >= 0 && def_attrs(def)[slot].flags & ATTR_PROP && attr_fits_storage(def->table, def_attr_type(def, (uint32_t)slot), attr.value);
    if (is_native) state->props.data[slot] = attr.value;
    else attrs->data[kept++] = attr;
  }
  attrs->count = kept;
}

void older_attrs_read(Parser *p, OpState *state, NamedAttrVec *attrs, A *properties) {
  if (change_attrs(p, state, attrs->data, attrs->count) && !*properties) take_native(state, attrs);
  add_later(p, state, attrs, *properties);
  if (!*properties || attr_kind(*properties) != ATTR_DICT) return;
  const DictAttr *dict = (const DictAttr *)*properties;
  NamedAttr *items = arena_new(&p->scratch, NamedAttr, dict->count + 1);
  if (!items) return;
  for (uint64_t i = 0; i < dict->count; i++) items[i] = dict->items[i];
  if (change_attrs(p, state, items, (uint32_t)dict->count)) *properties = attr_dict(p->ctx, items, (uint32_t)dict->count);
}
