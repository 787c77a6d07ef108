// Attributes of operations in the generic form of older releases, printed: as rows of records say (OlderAttr), and as changed for all.
#include "asm/enums.h"
#include "asm/older_attrs.h"
#include "asm/params.h"
#include "asm/printer_impl.h"

static const OlderAttr *row_in(const OpDef *def, uint32_t slot, uint32_t release) {
  const OlderAttr *rows = older_attr_rows(def);
  for (uint32_t i = 0; i < def_more(def)->older_attr_count; i++)
    if (rows[i].slot == slot && release <= rows[i].last) return &rows[i];
  return NULL;
}

static T dense_array_element(A value) { return ((const DenseArrayAttr *)value)->element; }

static A as_array(Context *ctx, Arena *arena, A value, bool is_sizes) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY) return value;
  uint32_t count = (uint32_t)((const DenseArrayAttr *)value)->count;
  T element = dense_array_element(value);
  ArenaMark mark = arena_mark(arena);
  A *items = arena_new(arena, A, count + 1);
  if (!items || !type_as_integer(element)) return value;
  for (uint32_t i = 0; i < count; i++) {
    int64_t item = dense_array_i64(value, i);
    items[i] = attr_i64(ctx, element, is_sizes && item == DYNAMIC ? -1 : item);
  }
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

// The attribute of the dialect that holds a value of the enum, or NULL.
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

// The keyword of an enum's value; NULL: it is none.
static const char *keyword_of(const OpDef *def, const AttrConstraint *type, A value) {
  const EnumDef *today = constraint_enum(def->table, type);
  if (!today || (attr_kind(value) != ATTR_DIALECT && attr_kind(value) != ATTR_INTEGER)) return NULL;
  return enum_name(today, enum_attr_value(value));
}

static A as_text(Context *ctx, const OpDef *def, const AttrConstraint *type, A value) {
  const char *keyword = keyword_of(def, type, value);
  return keyword ? attr_string(ctx, str_from(keyword)) : value;
}

// The number that another enum has for the keyword.
static A as_enum(Context *ctx, const OpDef *def, const AttrConstraint *type, const EnumDef *then, A value) {
  int64_t number;
  if (type->test == ATTR_TEST_ARRAY && attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *list = (const ArrayAttr *)value;
    A *items = arena_new(&ctx->arena, A, list->count + 1);
    for (uint64_t i = 0; items && i < list->count; i++) items[i] = as_enum(ctx, def, attr_element(def->table, type), then, list->items[i]);
    return items ? attr_array(ctx, items, list->count) : value;
  }
  const char *keyword = keyword_of(def, type, value);
  return keyword && enum_value(then, str_from(keyword), &number) ? attr_i64(ctx, type_integer(ctx, then->bits, SIGNLESS), number) : value;
}

// The value that means the same as its absence, in releases that had no such attribute.
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

// The sizes of those groups that there were.
static A groups_then(Context *ctx, A value, const OpMore *more) {
  int32_t sizes[UINT8_MAX + 1];
  if (attr_kind(value) != ATTR_DENSE_ARRAY || ((const DenseArrayAttr *)value)->count < (uint64_t)more->groups_then + more->groups_new) return value;
  for (uint32_t i = 0; i < more->groups_then; i++) sizes[i] = (int32_t)dense_array_i64(value, i < more->groups_before ? i : i + more->groups_new);
  return attr_i32_array(ctx, sizes, more->groups_then);
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
    *value = groups_then(ctx, *value, def_more(def));
  }
  if (row && row->name) *name = str_from(def_text(def, row->name));
  if (segments && release <= LAST_SNAKE_SEGMENTS) *name = str_from(snake(segments));
  if (release <= LAST_TYPE && def->traits & TRAIT_FUNCTION && str_is(*name, "function_type")) *name = STR("type");
  uint32_t then = row ? row->then : segments ? (release <= LAST_VECTOR_SEGMENTS ? THEN_VECTOR : THEN_SAME)
                : attr->flags & ATTR_PROP && type->enum_def && release <= LAST_WRAPPED ? THEN_WRAPPED
                : release <= LAST_ARRAYS && attr_kind(*value) == ATTR_DENSE_ARRAY ? THEN_ARRAY : THEN_SAME;
  switch ((AttrThen)then) {
    case THEN_SAME: case THEN_WIDE: break;   // no edition that is printed is as old as the second
    case THEN_ARRAY: case THEN_SIZES: *value = as_array(ctx, arena, *value, then == THEN_SIZES); break;
    case THEN_VECTOR: case THEN_TENSOR: *value = as_elements(ctx, *value, then == THEN_TENSOR); break;
    case THEN_ENUM: *value = as_enum(ctx, def, type, older_attr_enum(def, row), *value); break;
    case THEN_TEXT: *value = as_text(ctx, def, type, *value); break;
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
