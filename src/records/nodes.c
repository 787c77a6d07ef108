// Translates the terms of constraints: see nodes.h.
#include "records/nodes.h"

typedef struct NodeWord {
  const char *name;
  NodeKind kind;
  uint32_t data;           // of ir/
  uint32_t width;
} NodeWord;

static const NodeWord type_words[] = {
#define X(kind, name, bits) {name, NODE_FLOAT_KIND, FLOAT_##kind, 0},
    FLOAT_KINDS(X)
#undef X
    {"any", NODE_ANY_TYPE, 0, 0},
    {"any-memref", NODE_SHAPED, SHAPED_ANY_MEMREF, 0},
    {"complex", NODE_COMPLEX, 0, 0},
    {"float", NODE_TYPE_KIND, TYPE_FLOAT, 0},
    {"function", NODE_TYPE_KIND, TYPE_FUNCTION, 0},
    {"graph", NODE_TYPE_KIND, TYPE_GRAPH, 0},
    {"index", NODE_TYPE_KIND, TYPE_INDEX, 0},
    {"integer", NODE_TYPE_KIND, TYPE_INTEGER, 0},
    {"like", NODE_LIKE, 0, 0},
    {"memref", NODE_SHAPED, SHAPED_MEMREF, 0},
    {"none", NODE_TYPE_KIND, TYPE_NONE, 0},
    {"ranked-tensor", NODE_SHAPED, SHAPED_TENSOR, 0},
    {"shaped", NODE_SHAPED, SHAPED_ANY, 0},
    {"signless-integer", NODE_SIGNLESS, 0, 0},
    {"signless-or-unsigned", NODE_INTEGER_WIDTHS, INT_NOT_SIGNED, 0},
    {"tensor", NODE_SHAPED, SHAPED_ANY_TENSOR, 0},
    {"tensor-or-memref", NODE_SHAPED, SHAPED_ANY_TENSOR | SHAPED_ANY_MEMREF, 0},
    {"tuple", NODE_TYPE_KIND, TYPE_TUPLE, 0},
    {"unranked-memref", NODE_SHAPED, SHAPED_UNRANKED_MEMREF, 0},
    {"vector", NODE_SHAPED, SHAPED_VECTOR, 0},
};

static const NodeWord attr_words[] = {
    {"affine-map", NODE_ATTR_KIND, ATTR_AFFINE_MAP, 0},
    {"any", NODE_ANY_ATTR, 0, 0},
    {"array", NODE_ATTR_KIND, ATTR_ARRAY, 0},
    {"bool", NODE_INT_ATTR, 0, 1},
    {"dense-array", NODE_DENSE_ARRAY, 0, 0},
    {"dictionary", NODE_ATTR_KIND, ATTR_DICT, 0},
    {"distinct", NODE_ATTR_KIND, ATTR_DISTINCT, 0},
    {"f32", NODE_FLOAT_ATTR, FLOAT_F32, 0},
    {"f64", NODE_FLOAT_ATTR, FLOAT_F64, 0},
    {"flags", NODE_FLAGS, 0, 0},
    {"flat-symbol", NODE_FLAT_SYMBOL, 0, 0},
    {"float", NODE_ATTR_KIND, ATTR_FLOAT, 0},
    {"fused-location", NODE_ATTR_KIND, ATTR_LOC_FUSED, 0},
    {"index", NODE_INT_ATTR, 0, 0},
    {"int-elements", NODE_INT_ELEMENTS, 0, 0},
    {"integer", NODE_ATTR_KIND, ATTR_INTEGER, 0},
    {"integer-set", NODE_ATTR_KIND, ATTR_INTEGER_SET, 0},
    {"optional-integer", NODE_OPTIONAL_INT, ATTR_ARRAY, 0},
    {"string", NODE_ATTR_KIND, ATTR_STRING, 0},
    {"symbol", NODE_ATTR_KIND, ATTR_SYMBOL_REF, 0},
    {"symbol-name", NODE_SYMBOL_NAME, 0, 0},
    {"type", NODE_TYPE_ATTR, 0, 0},
    {"typed", NODE_TYPED_ATTR, 0, 0},
    {"unit", NODE_UNIT, 0, 0},
    {"unit-property", NODE_UNIT_PROPERTY, 0, 0},
};

typedef struct Reading {
  RecordModel *model;
  const DialectSource *dialect;
  bool is_type;
} Reading;

static Node *node_of(const Reading *r, const Term *term);

static Node *bad(const Reading *r, const Term *term, const char *format) {
  syntax_error(r->model->diags, &r->dialect->syntax, term->name.at, format, STR_ARG(term->name.text));
  return NULL;
}

// i1, i8, i64 …; 0: not that.
static uint32_t integer_width(Str name) {
  uint32_t width = 0;
  if (name.size < 2 || name.size > 4 || name.data[0] != 'i') return 0;
  for (size_t i = 1; i < name.size; i++) {
    if (!char_is_digit(name.data[i])) return 0;
    width = width * 10 + (uint32_t)(name.data[i] - '0');
  }
  return width;
}

// si8, ui64: one of the widths that integer<…> takes, of that signedness only.
static uint32_t signed_width(Str name, uint32_t *signedness) {
  static const uint32_t widths[] = {1, 2, 4, 8, 16, 32, 64};
  if (name.size < 3 || name.data[1] != 'i' || (name.data[0] != 's' && name.data[0] != 'u')) return 0;
  *signedness = name.data[0] == 's' ? INT_ONLY_SIGNED : INT_ONLY_UNSIGNED;
  for (size_t i = 0; i < countof(widths); i++)
    if (integer_width((Str){name.data + 1, name.size - 1}) == widths[i]) return widths[i];
  return 0;
}

static bool number(const Term *term, uint32_t *out) {
  *out = 0;
  for (size_t i = 0; i < term->name.text.size; i++) {
    if (!char_is_digit(term->name.text.data[i]) || *out > 1u << 20) return false;
    *out = *out * 10 + (uint32_t)(term->name.text.data[i] - '0');
  }
  return term->name.text.size != 0;
}

static bool add_arg(const Reading *r, Node *node, const Term *term) {
  Node *arg = node_of(r, term);
  if (arg) vec_push(r->model->arena, &node->args, arg);
  return arg != NULL;
}

// `vector<I1, rank<1>, fixed>`: what holds for a shaped type, its element first.
static bool read_shape(const Reading *r, Node *node, const Term *option) {
  Str word = option->name.text;
  uint32_t n;
  if (str_is(word, "static")) {
    node->is_static = true;
  } else if (str_is(word, "strided")) {
    node->is_strided = true;
  } else if (str_is(word, "fixed")) {
    node->is_fixed = true;
  } else if (str_is(word, "scalable")) {
    node->is_scalable = true;
  } else if (str_is(word, "rank") && option->args.count) {
    for (uint32_t i = 0; i < option->args.count; i++) {
      if (str_is(option->args.data[i].name.text, "nonzero")) node->ranks = RANK_NOT_0;
      else if (number(&option->args.data[i], &n) && n < MAX_RANK_BIT) node->ranks |= 1u << n;
      else return bad(r, &option->args.data[i], "'%.*s' is no rank: 0 to 30, nonzero") != NULL;
    }
  } else if (str_is(word, "length")) {
    for (uint32_t i = 0; i < option->args.count; i++) {
      if (!number(&option->args.data[i], &n) || length_bit(n) < 1) return bad(r, &option->args.data[i], "'%.*s' is no length: 1 to 32, or a power of two") != NULL;
      node->lengths |= 1ull << length_bit(n);
    }
  } else {
    return add_arg(r, node, option);
  }
  return true;
}

// `i32<between<0, 3>>`: what holds for an integer.
static bool read_value(const Reading *r, Node *node, const Term *term) {
  static const struct { const char *name; NodeValue value; uint32_t least, most; } words[] = {
      {"positive", NODE_POSITIVE, 0, 0},   {"non-negative", NODE_NON_NEGATIVE, 0, 0}, {"power-of-two", NODE_POWER_OF_TWO, 0, 0},
      {"at-least", NODE_AT_LEAST, 1, 1},   {"between", NODE_BETWEEN, 2, 2},           {"one-of", NODE_ONE_OF, 1, 16},
  };
  for (size_t i = 0; i < countof(words); i++) {
    if (!str_is(term->name.text, words[i].name)) continue;
    if (term->args.count < words[i].least || term->args.count > words[i].most)
      return bad(r, term, "'%.*s' takes other arguments: at-least<1>, between<0, 3>, one-of<1, 2, 4>") != NULL;
    node->value = words[i].value;
    for (uint32_t k = 0; k < term->args.count; k++) {
      uint32_t n;
      if (!number(&term->args.data[k], &n) || n > UINT16_MAX) return bad(r, &term->args.data[k], "'%.*s' is no number below 65536") != NULL;
      vec_push(r->model->arena, &node->numbers, (uint16_t)n);
    }
    return true;
  }
  return bad(r, term, "'%.*s' says nothing about an integer: positive, non-negative, power-of-two, at-least, between, one-of") != NULL;
}

// How many arguments it takes.
static bool check_count(const Reading *r, const Node *node, const Term *term) {
  uint32_t least = 0, most = UINT32_MAX, count = term->args.count;
  switch (node->kind) {
    case NODE_ALL_OF: case NODE_ANY_OF: case NODE_INTEGER_WIDTHS: least = 1; break;
    case NODE_CHECK: case NODE_LIKE: case NODE_DENSE_ARRAY: case NODE_ARRAY: least = most = 1; break;
    case NODE_COMPLEX: case NODE_TYPE_ATTR: case NODE_INT_ELEMENTS: case NODE_INT_ATTR: most = 1; break;
    case NODE_SHAPED: case NODE_FLAGS: break;
    default: most = 0; break;
  }
  if (count > most && !most) return bad(r, term, "'%.*s' takes no arguments") != NULL;
  if (count > most) return bad(r, term, "'%.*s' takes one argument") != NULL;
  if (count < least) return bad(r, term, most == 1 ? "'%.*s' takes one argument" : "'%.*s' takes one argument or more") != NULL;
  return true;
}

static Node *read_args(const Reading *r, Node *node, const Term *term) {
  if (!check_count(r, node, term)) return NULL;
  for (uint32_t i = 0; i < term->args.count; i++) {
    const Term *arg = &term->args.data[i];
    Str word = arg->name.text;
    bool ok = true;
    switch (node->kind) {
      case NODE_SHAPED: ok = read_shape(r, node, arg); break;
      case NODE_CHECK: node->text = word; break;
      case NODE_INTEGER_WIDTHS: {
        uint32_t width;
        if (!number(arg, &width) || !width || width > 64 || (width & (width - 1))) return bad(r, arg, "'%.*s' is no width: 1, 2, 4, 8, 16, 32 or 64");
        node->width |= width;
        break;
      }
      case NODE_INT_ATTR: ok = read_value(r, node, arg); break;
      case NODE_DENSE_ARRAY: case NODE_INT_ELEMENTS:
        node->width = integer_width(word);
        if (!node->width) return bad(r, arg, "'%.*s' is no integer type");
        if (node->kind == NODE_DENSE_ARRAY && node->width != 1 && node->width != 8 && node->width != 16 && node->width != 32 && node->width != 64)
          return bad(r, arg, "a dense array is of i1, i8, i16, i32 or i64, not of '%.*s'");
        break;
      case NODE_FLAGS:
        if (arg->is_text) {
          node->text = word;
        } else {
          node->decl = model_attr(r->model, r->dialect, word);
          if (!node->decl || node->decl->kind != DECL_ENUM) return bad(r, arg, "there is no enum '%.*s'");
        }
        break;
      case NODE_TYPE_ATTR: {
        Reading types = {r->model, r->dialect, true};
        ok = add_arg(&types, node, arg);
        break;
      }
      case NODE_LIKE: case NODE_COMPLEX: case NODE_ARRAY: case NODE_ALL_OF: case NODE_ANY_OF: ok = add_arg(r, node, arg); break;
      default: break;
    }
    if (!ok) return NULL;
  }
  if (node->kind == NODE_SHAPED && node->args.count > 1) return bad(r, node->args.data[1]->term, "'%.*s' is a second element type");
  if (node->kind == NODE_FLAGS && !node->decl) return bad(r, term, "'%.*s' takes an enum");
  return node;
}

static Node *node_of(const Reading *r, const Term *term) {
  if (term->is_text) return bad(r, term, "expected a name, not \"%.*s\"");
  Node *node = arena_new(r->model->arena, Node, 1);
  Str name = term->name.text;
  node->term = term;
  const Decl *decl = r->is_type ? model_type(r->model, r->dialect, name) : model_attr(r->model, r->dialect, name);
  if (decl) {
    node->kind = decl->kind == DECL_TYPE ? NODE_TYPE_DEF : decl->kind == DECL_ATTRIBUTE ? NODE_ATTR_DEF
                 : decl->kind == DECL_ENUM ? NODE_ENUM : NODE_NAMED;
    node->decl = decl;
    return term->args.count ? bad(r, term, "'%.*s' takes no arguments") : node;
  }
  if (str_is(name, "check") || str_is(name, "all") || str_is(name, "any-of")) {
    node->kind = str_is(name, "check") ? NODE_CHECK : str_is(name, "all") ? NODE_ALL_OF : NODE_ANY_OF;
    return read_args(r, node, term);
  }
  if (integer_width(name)) {
    node->kind = r->is_type ? NODE_INTEGER_WIDTH : NODE_INT_ATTR;
    node->width = integer_width(name);
    return read_args(r, node, term);
  }
  uint32_t signedness;
  if (signed_width(name, &signedness)) {
    node->kind = r->is_type ? NODE_INTEGER_WIDTHS : NODE_INT_ATTR;
    node->width = signed_width(name, &signedness);
    node->data = signedness;
    return r->is_type && term->args.count ? bad(r, term, "'%.*s' takes no arguments") : r->is_type ? node : read_args(r, node, term);
  }
  const NodeWord *words = r->is_type ? type_words : attr_words;
  for (size_t i = 0; i < (r->is_type ? countof(type_words) : countof(attr_words)); i++) {
    if (!str_is(name, words[i].name)) continue;
    node->kind = words[i].kind;
    node->data = words[i].data;
    node->is_bool = str_is(name, "bool");
    node->width = words[i].width;
    if (str_is(name, "array") && term->args.count) node->kind = NODE_ARRAY;
    if (r->is_type && str_is(name, "integer") && term->args.count) {
      node->kind = NODE_INTEGER_WIDTHS;
      node->data = 0;
    }
    return read_args(r, node, term);
  }
  return bad(r, term, r->is_type ? "there is no type constraint '%.*s'" : "there is no attribute constraint '%.*s'");
}

Node *type_node(RecordModel *model, const DialectSource *dialect, const Term *term) { return node_of(&(Reading){model, dialect, true}, term); }

Node *constraint_node(RecordModel *model, const Decl *decl) {
  Reading reading = {model, model_dialect_of(model, decl), decl->kind == DECL_TYPE_CONSTRAINT};
  if (decl->alternatives.count == 1) return node_of(&reading, &decl->alternatives.data[0]);
  Node *node = arena_new(model->arena, Node, 1);
  node->kind = NODE_ANY_OF;
  for (uint32_t i = 0; i < decl->alternatives.count; i++)
    if (!add_arg(&reading, node, &decl->alternatives.data[i])) return NULL;
  return node;
}
