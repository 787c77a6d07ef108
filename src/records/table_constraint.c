// Constraints of a table: see table.h.
#include "records/table.h"

static uint16_t add_type(TableBuilder *b, const Node *n);
static uint16_t add_attr(TableBuilder *b, const Node *n);

enum { MAX_COST = 4096 };   // of the tests of one value

static uint32_t cost_of(const TableBuilder *b, uint16_t parts, uint32_t count, bool are_types) {
  uint32_t cost = 1;
  for (uint32_t i = 0; i < count && cost <= MAX_COST; i++) {
    uint16_t part = b->lists.data[parts + i];
    cost += are_types ? b->type_costs.data[part] : b->attr_costs.data[part];
  }
  return cost;
}

static uint16_t push_type(TableBuilder *b, const TypeConstraint *c, const Word *at) {
  uint32_t cost = cost_of(b, c->parts, c->part_count, true);
  if (cost > MAX_COST) table_error(b, at, "'%.*s' is defined by too many others", STR_ARG(at->text));
  vec_push(b->arena, &b->type_costs, cost);
  vec_push(b->arena, &b->type_constraints, *c);
  return (uint16_t)(b->type_constraints.count - 1);
}

static uint16_t push_attr(TableBuilder *b, const AttrConstraint *c, const Word *at) {
  uint32_t cost = c->test == ATTR_TEST_INT ? 1 : cost_of(b, c->parts, c->part_count, c->test == ATTR_TEST_TYPE);
  if (cost > MAX_COST) table_error(b, at, "'%.*s' is defined by too many others", STR_ARG(at->text));
  vec_push(b->arena, &b->attr_costs, cost);
  vec_push(b->arena, &b->attr_constraints, *c);
  return (uint16_t)(b->attr_constraints.count - 1);
}

static bool is_named(const Node *n) {
  return n->kind == NODE_NAMED || n->kind == NODE_TYPE_DEF || n->kind == NODE_ATTR_DEF || n->kind == NODE_ENUM;
}

enum { MAX_PARTS = 200 };

// The parts of a node, as numbers.
static uint16_t add_parts(TableBuilder *b, const Node *n, bool are_types, uint8_t *count) {
  uint16_t parts[MAX_PARTS];
  if (n->args.count > MAX_PARTS) {
    table_error(b, &n->term->name, "that is too much to choose from");
    return 0;
  }
  for (uint32_t i = 0; i < n->args.count; i++) {
    const Node *arg = n->args.data[i];
    parts[i] = is_named(arg) ? table_constraint(b, arg->decl) : are_types ? add_type(b, arg) : add_attr(b, arg);
  }
  *count = (uint8_t)n->args.count;
  return table_list(b, parts, n->args.count);
}

// ---------------------------------------------------------------------------------------------
// Types

// The kinds of types that formats read for a node, and the type they need not name.
static void set_class(TableBuilder *b, TypeConstraint *c, const Node *n) {
  if (!n) return;
  switch (n->kind) {
    case NODE_ALL_OF: set_class(b, c, vec_last(&n->args)); break;
    case NODE_TYPE_KIND: c->kinds = 1u << n->data; break;
    case NODE_SIGNLESS: case NODE_INTEGER_WIDTH: case NODE_INTEGER_WIDTHS: c->kinds = 1u << TYPE_INTEGER; break;
    case NODE_FLOAT_KIND: c->kinds = 1u << TYPE_FLOAT; break;
    case NODE_COMPLEX: c->kinds = 1u << TYPE_COMPLEX; break;
    case NODE_SHAPED: c->kinds = n->data; break;
    case NODE_TYPE_DEF: c->type_class = table_def(b, n->decl); break;
    default: break;
  }
}

static uint8_t built_of(const Node *n) {
  if (n->kind == NODE_INTEGER_WIDTH) return n->width < BUILT_INDEX ? (uint8_t)n->width : BUILT_NONE;
  if (n->kind == NODE_FLOAT_KIND && n->data == FLOAT_F32) return BUILT_F32;
  return n->kind == NODE_TYPE_KIND && n->data == TYPE_INDEX ? BUILT_INDEX : BUILT_NONE;
}

// Whether a declared type is the only one of its kind.
static bool is_plain(const Node *n) {
  return n && n->kind == NODE_TYPE_DEF && !n->decl->imported && !n->decl->params.count &&
         !decl_clause(n->decl, "parse") && !n->decl->format.text.data;
}

static void set_type_test(TableBuilder *b, TypeConstraint *c, const Node *n) {
  c->data = n->data;
  switch (n->kind) {
    case NODE_TYPE_KIND: c->test = TYPE_TEST_KIND; break;
    case NODE_FLOAT_KIND: c->test = TYPE_TEST_FLOAT_KIND; break;
    case NODE_SIGNLESS: c->test = TYPE_TEST_SIGNLESS; break;
    case NODE_INTEGER_WIDTHS:
      c->test = TYPE_TEST_WIDTHS;
      c->data |= n->width;
      break;
    case NODE_INTEGER_WIDTH:
      c->test = TYPE_TEST_WIDTH;
      c->data = n->width;
      break;
    case NODE_SHAPED:
      c->test = TYPE_TEST_SHAPED;
      c->ranks = n->ranks;
      c->shape = (uint8_t)((n->is_static ? SHAPED_STATIC : 0) | (n->is_strided ? SHAPED_STRIDED : 0) |
                           (n->is_fixed ? SHAPED_FIXED : 0) | (n->is_scalable ? SHAPED_SCALABLE : 0));
      c->lengths = n->lengths;
      break;
    case NODE_LIKE: c->test = TYPE_TEST_LIKE; break;
    case NODE_COMPLEX: c->test = TYPE_TEST_COMPLEX; break;
    case NODE_ANY_OF: c->test = TYPE_TEST_ANY_OF; break;
    case NODE_ALL_OF: c->test = TYPE_TEST_ALL; break;
    case NODE_CHECK:
      c->test = TYPE_TEST_FUNCTION;
      c->function = table_function(b, &n->term->args.data[0].name);
      break;
    case NODE_TYPE_DEF:
      c->test = TYPE_TEST_DEF;
      c->type_def = table_def(b, n->decl);
      return;
    case NODE_NAMED: {   // another name for it
      uint16_t other = table_constraint(b, n->decl);
      c->test = TYPE_TEST_ALL;
      c->parts = table_list(b, &other, 1);
      c->part_count = 1;
      return;
    }
    default: break;
  }
  c->parts = add_parts(b, n, true, &c->part_count);
}

static uint16_t add_type(TableBuilder *b, const Node *n) {
  TypeConstraint c = {0};
  set_type_test(b, &c, n);
  return push_type(b, &c, &n->term->name);
}

// ---------------------------------------------------------------------------------------------
// Attributes

// The test that decides whether an attribute satisfies the constraint.
static void set_attr_test(TableBuilder *b, AttrConstraint *c, const Node *n) {
  c->data = n->data;
  switch (n->kind) {
    case NODE_ATTR_KIND: case NODE_OPTIONAL_INT: c->test = ATTR_TEST_KIND; break;
    case NODE_SYMBOL_NAME:
      c->test = ATTR_TEST_KIND;
      c->data = ATTR_STRING;
      break;
    case NODE_UNIT:
      c->test = ATTR_TEST_KIND;
      c->data = ATTR_UNIT;
      break;
    case NODE_UNIT_PROPERTY: c->test = ATTR_TEST_UNIT_PROPERTY; break;
    case NODE_INT_ATTR: {
      static const uint8_t values[] = {[NODE_POSITIVE] = INT_POSITIVE, [NODE_NON_NEGATIVE] = INT_NON_NEGATIVE,
                                       [NODE_POWER_OF_TWO] = INT_POWER_OF_TWO, [NODE_AT_LEAST] = INT_AT_LEAST,
                                       [NODE_BETWEEN] = INT_BETWEEN, [NODE_ONE_OF] = INT_ONE_OF};
      c->test = ATTR_TEST_INT;
      c->data = n->width | n->data | (uint32_t)values[n->value] << 20;
      c->parts = table_list(b, n->numbers.data, n->numbers.count);
      c->part_count = (uint8_t)n->numbers.count;
      return;
    }
    case NODE_FLOAT_ATTR: c->test = ATTR_TEST_FLOAT; break;
    case NODE_TYPE_ATTR: c->test = ATTR_TEST_TYPE; break;
    case NODE_TYPED_ATTR: c->test = ATTR_TEST_TYPED; break;
    case NODE_FLAT_SYMBOL: c->test = ATTR_TEST_FLAT_SYMBOL; break;
    case NODE_ARRAY: c->test = ATTR_TEST_ARRAY; break;
    case NODE_DENSE_ARRAY: case NODE_INT_ELEMENTS:
      c->test = n->kind == NODE_DENSE_ARRAY ? ATTR_TEST_DENSE_ARRAY : ATTR_TEST_INT_ELEMENTS;
      c->data = n->width;
      break;
    case NODE_ENUM: case NODE_FLAGS:
      c->test = !n->decl->is_bits ? ATTR_TEST_ENUM : ATTR_TEST_FLAGS;
      c->enum_def = table_def(b, n->decl);
      return;
    case NODE_ATTR_DEF:
      c->test = ATTR_TEST_DEF;
      c->attr_def = table_def(b, n->decl);
      return;
    case NODE_ALL_OF: c->test = ATTR_TEST_ALL; break;
    case NODE_ANY_OF: c->test = ATTR_TEST_ANY_OF; break;
    case NODE_NAMED: {
      uint16_t other = table_constraint(b, n->decl);
      c->test = ATTR_TEST_ALL;
      c->parts = table_list(b, &other, 1);
      c->part_count = 1;
      return;
    }
    case NODE_CHECK:
      c->test = ATTR_TEST_FUNCTION;
      c->function = table_function(b, &n->term->args.data[0].name);
      break;
    default: break;
  }
  c->parts = add_parts(b, n, n->kind == NODE_TYPE_ATTR, &c->part_count);
}

static uint8_t built_signed(const Node *n) {
  return (uint8_t)((n->data == INT_ONLY_SIGNED ? BUILT_SIGNED : BUILT_UNSIGNED) | (uint32_t)__builtin_ctz(n->width));
}
static uint8_t built_width(uint32_t width) { return !width ? BUILT_INDEX : width < BUILT_INDEX ? (uint8_t)width : BUILT_NONE; }

// How formats spell it, and which attributes its storage can hold.
static void set_attr_form(TableBuilder *b, AttrConstraint *c, const Node *n) {
  switch (n->kind) {
    case NODE_ATTR_KIND:
      if (n->data == ATTR_STRING) c->form = ATTR_FORM_STRING;
      if (n->data == ATTR_SYMBOL_REF) c->form = ATTR_FORM_SYMBOL;
      if (n->data == ATTR_ARRAY) c->storage = 1u << ATTR_ARRAY;
      break;
    case NODE_SYMBOL_NAME: c->form = ATTR_FORM_SYMBOL_NAME; break;
    case NODE_UNIT: case NODE_UNIT_PROPERTY: c->form = ATTR_FORM_UNIT; break;
    case NODE_INT_ATTR:
      c->form = ATTR_FORM_TYPED;
      c->value_type = n->data ? built_signed(n) : built_width(n->width);
      if (!n->is_bool) c->storage = 1u << ATTR_INTEGER;
      break;
    case NODE_FLOAT_ATTR:
      c->form = ATTR_FORM_TYPED;
      c->value_type = n->data == FLOAT_F32 ? BUILT_F32 : BUILT_F64;
      c->storage = 1u << ATTR_FLOAT;
      break;
    case NODE_TYPE_ATTR:
      c->form = ATTR_FORM_TYPE;
      if (n->args.count) c->storage = 1u << ATTR_TYPE;
      break;
    case NODE_FLAT_SYMBOL: c->form = ATTR_FORM_SYMBOL; break;
    case NODE_ARRAY: c->storage = 1u << ATTR_ARRAY; break;
    case NODE_DENSE_ARRAY:
      c->form = ATTR_FORM_DENSE_ARRAY;
      c->value_type = built_width(n->width);
      break;
    case NODE_INT_ELEMENTS:
      if (n->width) c->storage = 1u << ATTR_DENSE;
      break;
    case NODE_ENUM: case NODE_FLAGS:
      c->form = n->kind == NODE_ENUM ? ATTR_FORM_ENUM : ATTR_FORM_PROP;
      c->value_type = built_width(enum_storage_width(n->decl));
      c->enum_def = table_def(b, n->decl);
      if (n->kind == NODE_FLAGS) c->storage = 1u << ATTR_INTEGER;
      c->keyword = table_text(b, n->text);
      break;
    case NODE_OPTIONAL_INT:
      c->form = ATTR_FORM_PROP;
      c->storage = 1u << ATTR_ARRAY;
      break;
    case NODE_ATTR_DEF: c->form = ATTR_FORM_DEF; break;
    case NODE_ALL_OF:   // as its first part is spelled
      set_attr_form(b, c, n->args.data[0]);
      if (n->args.data[0]->kind == NODE_ENUM) c->storage = 1u << ATTR_INTEGER;
      break;
    default: break;
  }
}

static uint16_t add_attr(TableBuilder *b, const Node *n) {
  AttrConstraint c = {0};
  set_attr_test(b, &c, n);
  set_attr_form(b, &c, n);
  return push_attr(b, &c, &n->term->name);
}

// ---------------------------------------------------------------------------------------------
// Declarations

// The words of messages for it; a reader's dialect may leave them out, and then the name is used.
static Str summary_of(const TableBuilder *b, const Decl *d, Str summary) {
  return summary.size || !b->model->base ? summary : d->name.text;
}

static uint16_t declared_type(TableBuilder *b, const Decl *d) {
  TypeConstraint c = {.summary = table_text(b, summary_of(b, d, d->summary.text)), .name = table_text(b, d->name.text)};
  if (d->kind == DECL_TYPE) {
    Node n = {.kind = NODE_TYPE_DEF, .decl = d};
    set_type_test(b, &c, &n);
    set_class(b, &c, &n);
    if (is_plain(&n)) c.build = BUILT_PLAIN;
  } else {
    const Node *n = constraint_node(b->model, d);
    if (!n) return 0;
    set_type_test(b, &c, n);
    const Term *class = decl_clause(d, "class"), *build = decl_clause(d, "build");
    const Node *of = !class ? n : str_is(class->args.data[0].name.text, "any") ? NULL : type_node(b->model, b->dialect, &class->args.data[0]);
    set_class(b, &c, of);
    if (build) c.build_function = table_function(b, &build->args.data[0].name);
    else c.build = is_plain(n) && of == n ? BUILT_PLAIN : built_of(n);
  }
  return push_type(b, &c, &d->name);
}

static uint16_t declared_attr(TableBuilder *b, const Decl *d) {
  AttrConstraint c = {.summary = table_text(b, summary_of(b, d, enum_summary(b, d))), .name = table_text(b, d->name.text)};
  if (d->kind == DECL_ATTR_CONSTRAINT) {
    const Node *n = constraint_node(b->model, d);
    if (!n) return 0;
    set_attr_test(b, &c, n);
    if (!decl_clause(d, "form")) set_attr_form(b, &c, n);
  } else {
    Node n = {.kind = d->kind == DECL_ENUM ? NODE_ENUM : NODE_ATTR_DEF, .decl = d};
    set_attr_test(b, &c, &n);
    set_attr_form(b, &c, &n);
  }
  return push_attr(b, &c, &d->name);
}

// ---------------------------------------------------------------------------------------------
// Copy a constraint of the base, since a table stands alone. The recursion is as deep as the base's constraints.

static const Word no_word;

static uint32_t copied_text(TableBuilder *b, uint32_t text) { return table_text(b, str_from(b->model->base->strings + text)); }

static uint16_t copied_function(TableBuilder *b, uint16_t function) {
  if (!function) return 0;
  vec_push(b->arena, &b->functions, ((TableFunction){.function = b->model->base->functions[function]}));
  return (uint16_t)(b->functions.count - 1);
}

#define copied_def(b, list, def_) \
  ((def_) ? (vec_push((b)->arena, &(b)->list, ((TableDef){NULL, (b)->model->base->list[def_]})), (uint16_t)((b)->list.count - 1)) : (uint16_t)0)

static uint16_t copy_type(TableBuilder *b, uint32_t number);
static uint16_t copy_attr(TableBuilder *b, uint32_t number);

static uint16_t copied_parts(TableBuilder *b, uint16_t parts, uint32_t count, bool are_types) {
  uint16_t numbers[UINT8_MAX];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t part = b->model->base->lists[parts + i];
    numbers[i] = are_types ? copy_type(b, part) : copy_attr(b, part);
  }
  return table_list(b, numbers, count);
}

static uint16_t copy_type(TableBuilder *b, uint32_t number) {
  TypeConstraint c = b->model->base->type_constraints[number];
  c.summary = copied_text(b, c.summary);
  c.name = copied_text(b, c.name);
  c.type_class = copied_def(b, types, c.type_class);
  c.type_def = copied_def(b, types, c.type_def);
  c.function = copied_function(b, c.function);
  c.build_function = copied_function(b, c.build_function);
  c.parts = copied_parts(b, c.parts, c.part_count, true);
  return push_type(b, &c, &no_word);
}

static uint16_t copy_attr(TableBuilder *b, uint32_t number) {
  AttrConstraint c = b->model->base->attr_constraints[number];
  c.summary = copied_text(b, c.summary);
  c.name = copied_text(b, c.name);
  c.keyword = copied_text(b, c.keyword);
  c.enum_def = copied_def(b, enums, c.enum_def);
  c.attr_def = copied_def(b, attr_defs, c.attr_def);
  c.function = copied_function(b, c.function);
  c.parts = c.test == ATTR_TEST_INT ? table_list(b, b->model->base->lists + c.parts, c.part_count)
                                    : copied_parts(b, c.parts, c.part_count, c.test == ATTR_TEST_TYPE);
  return push_attr(b, &c, &no_word);
}

uint16_t table_constraint(TableBuilder *b, const Decl *d) {
  enum { UNDER_WAY = INT32_MAX, MAX_DEPTH = 64 };
  MapEntry *known = map_put(&b->numbers, map_key(d));
  if (known->value == UNDER_WAY || b->depth > MAX_DEPTH) {
    table_error(b, &d->name, known->value == UNDER_WAY ? "'%.*s' is defined by itself" : "'%.*s' is defined by too many others", STR_ARG(d->name.text));
    return 0;
  }
  if (known->value) return (uint16_t)(known->value - 1);
  known->value = UNDER_WAY;
  b->depth++;
  const DialectSource *outer = b->dialect;
  const DialectSource *of = model_dialect_of(b->model, d);
  if (of) b->dialect = of;
  bool is_type = d->kind == DECL_TYPE || d->kind == DECL_TYPE_CONSTRAINT;
  uint16_t number = d->imported ? (is_type ? copy_type(b, d->imported) : copy_attr(b, d->imported))
                    : is_type ? declared_type(b, d) : declared_attr(b, d);
  b->dialect = outer;
  b->depth--;
  map_put(&b->numbers, map_key(d))->value = number + 1u;
  return number;
}
