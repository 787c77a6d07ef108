// Attributes of operations in the generic form of older releases, read: as rows of records say (OlderAttr), and by what they hold.
#include "asm/enums.h"
#include "asm/older_attrs.h"
#include "asm/op_parser.h"
#include "asm/params.h"

// array<iN: …> of what held the same integers; NULL: it held none.
static A today_array(Context *ctx, Arena *arena, uint32_t width, A value, bool is_sizes) {
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
    if (is_sizes && word == UINT64_MAX) word = (uint64_t)DYNAMIC;
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
  if (type->test == ATTR_TEST_ARRAY && attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *list = (const ArrayAttr *)value;
    A *items = arena_new(&ctx->arena, A, list->count + 1);
    for (uint64_t i = 0; items && i < list->count; i++)
      if (!(items[i] = today_enum(ctx, def, attr_element(def->table, type), then, list->items[i]))) return NULL;
    return items ? attr_array(ctx, items, list->count) : NULL;
  }
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
  const OpMore *more = def_more(def);
  for (uint32_t i = 0; i < more->groups_then; i++) {
    uint32_t at = i < more->groups_before ? i : i + more->groups_new;
    if (at < def->operand_count) sizes[at] = (int32_t)dense_array_i64(value, i);
  }
  return attr_i32_array(p->ctx, sizes, def->operand_count);
}

// The value that the slot holds today instead; NULL: the same, or none.
static A today_value(Parser *p, const OpDef *def, bool is_renamed, uint32_t slot, const OlderAttr *row, A value) {
  const AttrConstraint *type = def_attr_type(def, slot);
  int64_t number;
  if (row && row->then == THEN_FLAG && attr_kind(value) == ATTR_UNIT && enum_value(def->table->enums[type->enum_def], str_from(def_text(def, row->name)), &number))
    return attr_i64(p->ctx, built_type(p->ctx, type->value_type), number);
  // A number that is one of today's, too, is read as today's, unless a release is said or the operation has an older name.
  if (row && row->then == THEN_ENUM && !p->options.edition && !is_renamed && attr_satisfies(def->table, type, value)) return NULL;
  if (row && row->then == THEN_ENUM) return today_enum(p->ctx, def, type, older_attr_enum(def, row), value);
  if (row && row->then == THEN_TEXT && attr_kind(value) == ATTR_STRING) {
    const EnumDef *of = constraint_enum(def->table, type);
    return of && enum_value(of, attr_str(value), &number) ? enum_attr(p->ctx, def->table, type, number) : NULL;
  }
  if (row && row->then == THEN_WIDE && attr_kind(value) == ATTR_INTEGER && type_is_int(attr_value_type(value), 64))
    return attr_i64(p->ctx, p->ctx->types.index, attr_to_i64(value));
  uint32_t width = array_width(def->table, type);
  if (slot_is_segments(def, slot) && def_more(def)->groups_then) {
    A sizes = attr_kind(value) == ATTR_DENSE && width ? today_array(p->ctx, &p->scratch, width, value, false) : value;
    if (sizes && attr_kind(sizes) == ATTR_DENSE_ARRAY && ((const DenseArrayAttr *)sizes)->count == def_more(def)->groups_then) return with_new_groups(p, def, sizes);
  }
  if (attr_satisfies(def->table, type, value)) return NULL;
  if (width) return today_array(p->ctx, &p->scratch, width, value, row && row->then == THEN_SIZES);
  if (type->test == ATTR_TEST_DEF) return today_enum(p->ctx, def, type, NULL, value);
  return today_wrapped(p->ctx, def, type, value);
}

// The row by which a name is that of a slot.
static const OlderAttr *row_named(const Parser *p, const OpDef *def, Str name) {
  const OlderAttr *rows = older_attr_rows(def);
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

enum { FIRST_STRICT_SEGMENTS = 13, LAST_VECTOR_ONLY = 13 };   // earlier releases are not at hand; the last that asked for a vector

// What is wrong with the sizes of operand or result groups in a release that had no properties. NULL: nothing.
static const char *wrong_segments(Parser *p, uint32_t release, const char *name, A value, uint32_t groups) {
  const char *wanted = release <= LAST_VECTOR_ONLY ? "1D vector" : release <= LAST_VECTOR_SEGMENTS ? "1D i32 elements" : "dense i32 array";
  bool is_kind = value && attr_kind(value) == (release <= LAST_VECTOR_SEGMENTS ? ATTR_DENSE : ATTR_DENSE_ARRAY);
  bool is_fit = false;
  if (is_kind && release <= LAST_VECTOR_SEGMENTS) {
    T type = attr_value_type(value);
    is_fit = type_is_int(type_element(type), 32) && ((const ShapedType *)type)->rank == 1 && (release > LAST_VECTOR_ONLY || type_is_vector(type));
    if (!is_fit && release <= LAST_VECTOR_ONLY) wanted = "1D vector of i32";
  } else if (is_kind) {
    is_fit = type_is_int(((const DenseArrayAttr *)value)->element, 32);
  }
  if (!is_fit) return arena_printf(&p->scratch, "requires %s attribute '%s'", wanted, name).data;
  uint64_t count = attr_kind(value) == ATTR_DENSE ? dense_count(value) : ((const DenseArrayAttr *)value)->count;
  if (count == groups) return NULL;
  return arena_printf(&p->scratch, "'%s' attribute for specifying %s segments must have %u elements, but got %llu", name, name[0] == 'o' ? "operand" : "result",
                      groups, (unsigned long long)count).data;
}

const char *older_segments_wrong(Parser *p, const OpDef *def, Str spelling, const NamedAttrVec *attrs) {
  const Edition *edition = p->options.edition;
  if (!edition || edition->release < FIRST_STRICT_SEGMENTS || edition->release > LAST_SNAKE_SEGMENTS) return NULL;
  for (uint32_t is_result = 0; is_result < 2; is_result++) {
    if (!(def->traits & (is_result ? TRAIT_ATTR_SIZED_RESULTS : TRAIT_ATTR_SIZED_OPERANDS))) continue;
    if (!is_result && def_more(def)->groups_last >= edition->release) continue;
    const char *name = is_result ? "result_segment_sizes" : "operand_segment_sizes";
    A value = NULL;
    for (uint32_t i = 0; i < attrs->count; i++)
      if (attr_is_string(attrs->data[i].name, name)) value = attrs->data[i].value;
    if (!value && !str_equal(def_name(def), spelling)) continue;   // it may have had no groups by that name
    const char *wrong = wrong_segments(p, edition->release, name, value, is_result ? def->result_count : def->operand_count);
    if (wrong) return wrong;
  }
  return NULL;
}

static bool change_attr(Parser *p, const OpDef *def, bool is_older, NamedAttr *attr, uint32_t *last) {
  Str name = attr_str(attr->name);
  const char *segments = op_segments_name(def, name);
  bool is_later = segments && p->options.edition && p->options.edition->release > LAST_SNAKE_SEGMENTS;
  if (is_later && (!str_is(name, segments) || attr_kind(attr->value) != ATTR_DENSE_ARRAY)) return false;
  const OlderAttr *row = row_named(p, def, name);
  int slot = segments ? op_prop_slot(def, str_from(segments)) : row ? row->slot : op_prop_slot(def, name);
  if (slot < 0) return false;
  A value = today_value(p, def, is_older, (uint32_t)slot, row, attr->value);
  bool is_renamed = !str_is(name, def_attr_name(def, (uint32_t)slot));
  if (!value && !is_renamed) return false;
  *last = row ? row->last : !segments ? LAST_ARRAYS : value ? LAST_VECTOR_SEGMENTS : LAST_SNAKE_SEGMENTS;
  if (value) attr->value = value;
  if (is_renamed) attr->name = attr_string(p->ctx, str_from(def_attr_name(def, (uint32_t)slot)));
  return true;
}

bool older_attrs_fit(Parser *p, const OpDef *def, const NamedAttrVec *attrs) {
  NamedAttrVec today = {0};
  uint32_t last;
  for (uint32_t i = 0; i < attrs->count; i++) {
    vec_push(&p->scratch, &today, attrs->data[i]);
    if (today.count) change_attr(p, def, true, &vec_last(&today), &last);
  }
  return op_wrong_attr(def, &today) < 0;
}

static bool has_name(const NamedAttr *attrs, uint32_t count, const NamedAttr *of) {
  for (uint32_t i = 0; i < count; i++)
    if (&attrs[i] != of && attrs[i].name == of->name) return true;
  return false;
}

// Whether the operation is written with another name than today's, in generic form.
static bool has_older_name(const Parser *p, const OpState *state) {
  Str name = str_slice(p->text, state->loc.src.begin, state->loc.src.end);
  return name.size > 1 && name.data[0] == '"' && !str_equal(str_slice(name, 1, name.size - 1), def_name(state->def));
}

static bool change_attrs(Parser *p, const OpState *state, NamedAttr *attrs, uint32_t count) {
  bool changed = false, is_older = has_older_name(p, state);
  for (uint32_t i = 0; i < count; i++) {
    NamedAttr made = attrs[i];
    uint32_t last = 0;
    if (!change_attr(p, state->def, is_older, &made, &last) || (made.name != attrs[i].name && has_name(attrs, count, &made))) continue;
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

// Attributes that are native properties today.
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
