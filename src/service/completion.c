#include "service/completion.h"

#include "asm/format.h"
#include "asm/op_parser.h"
#include "ir/dominance.h"
#include "ir/symbol.h"
#include "ops/op_interfaces.h"
#include "service/cursor.h"
#include "service/next_element.h"
#include "service/snippet.h"

typedef struct Candidate {
  Completion shown;
  int score;
  const OpDef *op;    // what to insert is made of it
  T type;             // that is the detail
} Candidate;

typedef struct Completer {
  Context *ctx;
  Arena *arena;
  const Edition *edition;
  Cursor at;
  char sigil;         // 0: none
  Str typed;          // behind it
  const Format *format;   // of the operation that the cursor is in; NULL: it has none
  NextElements next;
  Map values;         // where a name stands -> its value
  Block *block;       // that the cursor is in, when that has a label
  Dominance dominance;
  OpVec symbols;
  StrVec used;        // dialects of the text
  VEC(Candidate) found;
  Map labels;         // of those found
} Completer;

const char *completion_kind_name(CompletionKind kind) {
  static const char *const names[] = {"operation", "dialect", "value", "type", "attribute", "symbol", "block", "keyword"};
  return (unsigned)kind < countof(names) ? names[kind] : NULL;
}

// --- Which of them fit what is typed

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c; }

static bool begins_at(Str label, size_t at, Str typed) {
  if (label.size - at < typed.size) return false;
  for (size_t i = 0; i < typed.size; i++)
    if (lower(label.data[at + i]) != lower(typed.data[i])) return false;
  return true;
}

// 0: it does not fit; the more, the better: the whole name, what is behind the dialect, any part of the name.
enum { MATCH_PART = 1, MATCH_NAME, MATCH_WHOLE };
static int match(Str label, Str typed) {
  if (begins_at(label, 0, typed)) return MATCH_WHOLE;
  bool behind_dialect = false;
  for (size_t i = 1; i < label.size; i++) {
    char before = label.data[i - 1];
    if (before != '.' && before != '_' && before != '-') continue;
    bool is_name = before == '.' && !behind_dialect;
    behind_dialect |= is_name;
    if (begins_at(label, i, typed)) return is_name ? MATCH_NAME : MATCH_PART;
  }
  return 0;
}

enum { BETTER_MATCH = 1000 };

// NULL: it does not fit, or is there already.
static Candidate *add(Completer *c, int fits, int score, Completion shown) {
  MapEntry *entry = fits ? map_put_str(&c->labels, shown.label) : NULL;
  if (!entry || entry->value) return NULL;
  entry->value = 1;
  if (!shown.insert.data) shown.insert = shown.label;
  vec_push(c->arena, &c->found, ((Candidate){.shown = shown, .score = fits * BETTER_MATCH + score}));
  return &vec_last(&c->found);
}

static Str dialect_of(Str name) {
  const char *dot = memchr(name.data, '.', name.size);
  return dot ? str_slice(name, 0, (size_t)(dot - name.data)) : (Str){0};
}

static bool is_used(const Completer *c, Str dialect) {
  for (uint32_t i = 0; i < c->used.count; i++)
    if (str_equal(c->used.data[i], dialect)) return true;
  return false;
}

// --- What the module knows

static void note_value(Completer *c, const Value *value, uint32_t at) {
  map_put(&c->values, at)->value = (uintptr_t)value;
}

static WalkResult visit(Operation *op, void *data) {
  Completer *c = data;
  Str dialect = dialect_of(op_name(op));
  if (dialect.size && !op_has(op, TRAIT_TOP_LEVEL) && !is_used(c, dialect)) vec_push(c->arena, &c->used, dialect);
  if (symbol_name(op).size) vec_push(c->arena, &c->symbols, op);
  uint32_t first = c->at.values.count ? c->at.values.data[0].begin : UINT32_MAX, last = c->at.word.begin;
  for (uint32_t i = op->result_count; i-- > 0;)   // the first of several of one name
    if (op->results[i].name.begin >= first && op->results[i].name.begin < last) note_value(c, &op->results[i], op->results[i].name.begin);
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block) {
      if (c->at.has_labels && block->label.begin == c->at.label.begin) c->block = block;
      for (uint32_t i = 0; i < block->arg_count; i++) {
        uint32_t at = block->args[i]->arg_loc->src.begin;
        if (at >= first && at < last) note_value(c, block->args[i], at);
      }
    }
  return WALK_ADVANCE;
}

static const Value *value_of(const Completer *c, Token token) {
  const MapEntry *entry = map_find(&c->values, token.begin);
  return entry ? (const Value *)entry->value : NULL;
}

// NULL: not known.
static T type_of_value(const Value *value) { return value && !type_is_unknown(value->type) ? value->type : NULL; }

static T type_of_name(const Completer *c, Token name) {
  for (uint32_t i = c->at.values.count; i-- > 0;)
    if (str_equal(token_text(c->at.text, c->at.values.data[i]), token_text(c->at.text, name))) return type_of_value(value_of(c, c->at.values.data[i]));
  return NULL;
}

static T type_of_operand(const Completer *c, uint32_t entry) {
  return entry < NEXT_OPERANDS && c->next.operands[entry].kind == TOK_PERCENT_ID ? type_of_name(c, c->next.operands[entry]) : NULL;
}

// Of an operand that is there and has the type that the format tells by that of `kind`, `arg`.
static T type_of_peer(const Completer *c, ResolveKind kind, uint8_t arg) {
  const Format *f = c->format;
  T type = kind == RESOLVE_OPERAND ? type_of_operand(c, arg) : NULL;
  for (uint32_t i = 0; i < f->def->operand_count && !type; i++)
    if (f->operands[i].kind == kind && f->operands[i].arg == arg && !f->operands[i].via) type = type_of_operand(c, i);
  return type;
}

// The one type that can stand there, or NULL.
static T wanted_type(const Completer *c, const NextElement *next) {
  const Format *f = c->format;
  if (!f || !f->operands || next->entry == FMT_ALL) return NULL;
  TypeResolver from = (next->is_result ? f->results : f->operands)[next->entry];
  switch ((ResolveKind)from.kind) {
    case RESOLVE_BUILD: return constraint_build(c->ctx, f->table, next->type);
    case RESOLVE_SEEN: return type_of_peer(c, next->is_result ? RESOLVE_RESULT : RESOLVE_OPERAND, next->entry);
    case RESOLVE_OPERAND: case RESOLVE_RESULT: break;
    default: return NULL;
  }
  T type = type_of_peer(c, (ResolveKind)from.kind, from.arg);
  if (!type || !from.via) return type;
  const ValueDef *source = &(from.kind == RESOLVE_RESULT ? def_results(f->def) : def_operands(f->def))[from.arg];
  RelationTypeFn *transform = (RelationTypeFn *)f->table->functions[from.via->transform];
  return transform && type_satisfies(f->table, def_value_type(f->def, source), type) ? transform(c->ctx, type) : NULL;
}

// --- Operations

static const char *default_dialect(const Completer *c) {
  if (!c->at.is_in_region) return "builtin";
  return c->at.parent ? op_default_dialect(c->ctx, c->at.parent) : "";
}

static bool has_parent(const OpDef *def, const OpDef *parent) {
  const char *name = def_parents(def);
  for (uint32_t i = 0; i < def_parent_count(def); i++, name = text_behind(name))
    if (str_is(def_name(parent), name)) return true;
  return false;
}

// How likely an operation is where the cursor is.
static int suits(const Completer *c, const OpDef *def, Str dialect) {
  enum { USED = 100, BELONGS = 200, ODD = -400 };
  const OpDef *parent = c->at.parent;
  int score = is_used(c, dialect) ? USED : 0;
  bool is_table = !c->at.is_in_region || (parent && op_def_has(parent, TRAIT_SYMBOL_TABLE));
  bool is_definition = op_def_has(def, TRAIT_SYMBOL | TRAIT_SYMBOL_TABLE);
  if (def_parent_count(def) && (parent || !c->at.is_in_region)) return score + (parent && has_parent(def, parent) ? BELONGS : ODD);
  if (is_table) return score + (is_definition ? BELONGS : op_def_has(def, TRAIT_TERMINATOR) ? ODD : 0);
  return is_definition && parent ? score + ODD : score;
}

static void offer_op(Completer *c, const OpDef *def) {
  if (c->at.place == CURSOR_AT_NAME && !def->result_count) return;
  if (c->edition && def->since > c->edition->release) return;
  const OpForm *form = c->edition ? op_form(def, c->edition->release) : NULL;
  Str name = form && form->name ? str_from(def_text(def, form->name)) : def_name(def), dialect = dialect_of(name), label = name;
  if (dialect.size && str_is(dialect, default_dialect(c)) && !memchr(c->typed.data, '.', c->typed.size)) label = str_slice(name, dialect.size + 1, name.size);
  int fits = match(label, c->typed);
  if (fits < MATCH_WHOLE && label.size != name.size && match(name, c->typed) > fits) fits = match(name, c->typed);
  Candidate *added = add(c, fits, fits ? suits(c, def, dialect) : 0, (Completion){.kind = COMPLETION_OPERATION, .label = label, .detail = str_from(def_summary(def))});
  if (added && !(form && form->format)) added->op = def;
}

static void offer_operations(Completer *c) {
  enum { DIALECT = 500 };
  const Map *dialects = &c->ctx->dialects;
  bool has_dot = memchr(c->typed.data, '.', c->typed.size);
  for (uint32_t i = 0; i < dialects->count; i++) {
    if (!dialects->entries[i].live) continue;
    const DialectDef *dialect = (const DialectDef *)dialects->entries[i].value;
    Str name = dialects->entries[i].name;
    for (uint32_t k = 0; k < dialect_op_count(dialect); k++) offer_op(c, &dialect->ops[k]);
    if (has_dot || !dialect->op_count || !begins_at(name, 0, c->typed)) continue;
    add(c, MATCH_WHOLE, DIALECT + is_used(c, name), (Completion){
      .kind = COMPLETION_DIALECT, .label = name, .detail = str_from(dialect->summary), .insert = arena_printf(c->arena, "%.*s.", STR_ARG(name)),
    });
  }
}

// --- Values, symbols, blocks

// A block of the same region whose values cannot be used where the cursor is.
static bool is_out_of_reach(Completer *c, const Value *value) {
  const Block *block = value && c->block ? value_block(value) : NULL;
  return block && block != c->block && block->region == c->block->region && !block_dominates(&c->dominance, block, c->block);
}

static void offer_values(Completer *c, const NextElement *next) {
  enum { WANTED = 300, FITS = 200, UNKNOWN = 100 };
  T wanted = next ? wanted_type(c, next) : NULL;
  for (uint32_t i = c->at.values.count; i-- > 0;) {
    Str name = token_text(c->at.text, c->at.values.data[i]);
    const Value *value = value_of(c, c->at.values.data[i]);
    T type = type_of_value(value);
    int fits = match(str_slice(name, 1, name.size), c->typed), score = UNKNOWN;
    if (!fits || is_out_of_reach(c, value)) continue;
    if (type && next) score = wanted ? type == wanted ? WANTED : 0 : !next->type || type_satisfies(c->format->table, next->type, type) ? FITS : 0;
    Candidate *added = add(c, fits, score, (Completion){.kind = COMPLETION_VALUE, .label = name});
    if (added) added->type = type;
  }
}

static bool is_plain_name(Str name) {
  for (size_t i = 0; i < name.size; i++)
    if (!char_is_alnum(name.data[i]) && !strchr("_$.-", name.data[i])) return false;
  return !char_is_digit(name.data[0]);
}

// NULL: the operation defines a symbol without a type.
static T type_of_symbol(const Operation *op) {
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] && attr_kind(op->props[i]) == ATTR_TYPE) return ((const TypeAttr *)op->props[i])->type;
  return NULL;
}

static void offer_symbol(Completer *c, Str label, const OpDef *def, T type) {
  enum { FUNCTION = 200, SAME_DIALECT = 100 };
  const OpDef *user = c->at.op;
  Str name = label.size > 1 && label.data[1] == '"' ? str_slice(label, 2, label.size - 1) : str_slice(label, 1, label.size);
  int score = 0;
  if (user && ask_call(user) && op_def_has(def, TRAIT_FUNCTION)) score += FUNCTION;
  if (user && str_equal(dialect_of(def_name(user)), dialect_of(def_name(def)))) score += SAME_DIALECT;
  Candidate *added = add(c, match(name, c->typed), score, (Completion){.kind = COMPLETION_SYMBOL, .label = label, .detail = def_name(def)});
  if (added) added->type = type;
}

static void offer_symbols(Completer *c) {
  bool is_named = false;   // an operation that defines a symbol has its name already
  for (uint32_t i = 0; i < c->at.token_count; i++) is_named |= c->at.tokens[i].kind == TOK_AT_ID;
  if (c->at.place == CURSOR_IN_OPERATION && c->at.op && op_def_has(c->at.op, TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL) && !is_named) return;
  for (uint32_t i = 0; i < c->symbols.count; i++) {
    const Operation *op = c->symbols.data[i];
    Str name = symbol_name(op);
    StrBuf quoted;
    strbuf_init(&quoted, c->arena->mem);
    strbuf_quoted(&quoted, name);
    Str label = arena_printf(c->arena, "@%.*s", STR_ARG(is_plain_name(name) ? name : strbuf_view(&quoted)));
    strbuf_free(&quoted);
    offer_symbol(c, label, op->def, type_of_symbol(op));
  }
  for (uint32_t i = 0; i < c->at.symbols.count; i++) {
    const CursorSymbol *symbol = &c->at.symbols.data[i];
    offer_symbol(c, token_text(c->at.text, symbol->name), symbol->op, NULL);
  }
}

static void offer_blocks(Completer *c) {
  for (uint32_t i = 0; i < c->at.labels.count; i++) {
    Str name = token_text(c->at.text, c->at.labels.data[i]), text = c->at.text;
    uint32_t begin = c->at.labels.data[i].end, end = begin;
    if (begin < text.size && text.data[begin] == '(')
      while (end < text.size && text.data[end] != '\n' && text.data[end++] != ')') {}
    add(c, match(str_slice(name, 1, name.size), c->typed), 0, (Completion){.kind = COMPLETION_BLOCK, .label = name, .detail = str_slice(text, begin, end)});
  }
}

// --- Types and attributes

static void offer_type(Completer *c, int score, Str label, Str detail, const char *snippet) {
  enum { LONG = 120, SHAPED = 250 };
  bool has_sigil = label.data[0] == '!', is_element = c->at.word.begin > 0 && strchr("x<", c->at.text.data[c->at.word.begin - 1]);
  if (is_element && memchr(label.data, '<', label.size)) score -= SHAPED;
  if ((c->sigil && !has_sigil) || label.size > LONG) return;
  add(c, match(has_sigil ? str_slice(label, 1, label.size) : label, c->typed), score, (Completion){
    .kind = COMPLETION_TYPE, .label = label, .detail = detail, .insert = str_from(snippet), .is_snippet = snippet != NULL,
  });
}

static void offer_aliases(Completer *c, char sigil, int score) {
  for (uint32_t i = 0; i < c->at.aliases.count; i++) {
    const CursorAlias *alias = &c->at.aliases.data[i];
    Str name = str_slice(c->at.text, alias->name.begin, alias->name.end), value = str_slice(c->at.text, alias->value.begin, alias->value.end);
    if (name.data[0] != sigil) continue;
    add(c, match(str_slice(name, 1, name.size), c->typed), score, (Completion){
      .kind = sigil == '!' ? COMPLETION_TYPE : COMPLETION_ATTRIBUTE, .label = name, .detail = value,
    });
  }
}

static bool has_parameters(uint32_t flags, const void *params) {
  const ParamsDef *def = params;
  return (flags & TYPE_HAS_PARAMETERS) || (def && def->format && def->format[0] == '`' && def->format[1] == '<');
}

// `!dialect.name` and `#dialect.name`.
static void offer_definition(Completer *c, CompletionKind kind, const char *dialect, const char *name, const char *summary, bool is_snippet) {
  enum { USED = 150, OTHER = 50 };
  if (!name || !*name) return;
  Str label = arena_printf(c->arena, "%c%s.%s", kind == COMPLETION_TYPE ? '!' : '#', dialect, name);
  add(c, match(str_slice(label, 1, label.size), c->typed), is_used(c, str_from(dialect)) ? USED : OTHER, (Completion){
    .kind = kind, .label = label, .detail = str_from(summary), .is_snippet = is_snippet,
    .insert = is_snippet ? arena_printf(c->arena, "%.*s<${1}>", STR_ARG(label)) : label,
  });
}

static void offer_definitions(Completer *c, CompletionKind kind) {
  const Map *dialects = &c->ctx->dialects;
  for (uint32_t i = 0; i < dialects->count; i++) {
    const DialectDef *dialect = dialects->entries[i].live ? (const DialectDef *)dialects->entries[i].value : NULL;
    if (!dialect || str_is(dialects->entries[i].name, "builtin")) continue;
    for (const TypeDef *const *def = dialect->types; kind == COMPLETION_TYPE && def && *def; def++)
      offer_definition(c, kind, dialect->name, (*def)->name, (*def)->summary, has_parameters((*def)->flags, (*def)->params));
    for (const AttrDef *const *def = dialect->attrs; kind == COMPLETION_ATTRIBUTE && def && *def; def++)
      offer_definition(c, kind, dialect->name, (*def)->name, (*def)->summary, has_parameters(0, (*def)->params));
  }
}

static const struct { const char *label, *sample, *snippet; } builtin_types[] = {
  {"i1", "i1", NULL}, {"i8", "i8", NULL}, {"i16", "i16", NULL}, {"i32", "i32", NULL}, {"i64", "i64", NULL}, {"index", "index", NULL},
  {"f16", "f16", NULL}, {"bf16", "bf16", NULL}, {"f32", "f32", NULL}, {"f64", "f64", NULL},
  {"memref", "memref<?xf32>", "memref<${1:?}x${2:f32}>"}, {"tensor", "tensor<?xf32>", "tensor<${1:?}x${2:f32}>"},
  {"vector", "vector<4xf32>", "vector<${1:4}x${2:f32}>"}, {"complex", "complex<f32>", "complex<${1:f32}>"},
  {"tuple", "tuple<i32>", "tuple<${1:i32}>"}, {"none", "none", NULL},
};

// `next` may be NULL.
static void offer_types(Completer *c, const NextElement *next) {
  enum { WANTED = 500, OF_VALUE = 300, ALIAS = 250, FITS = 200, OTHER = 100, LAST_VALUES = 50 };
  T wanted = next ? wanted_type(c, next) : NULL;
  if (wanted) offer_type(c, WANTED, str_from(type_text(c->ctx, wanted)), (Str){0}, NULL);
  for (uint32_t i = c->at.values.count, left = LAST_VALUES; i-- > 0 && left > 0; left--) {
    T type = type_of_value(value_of(c, c->at.values.data[i]));
    if (!type) continue;
    bool fits = !next || !next->type || type_satisfies(c->format->table, next->type, type);
    offer_type(c, fits ? OF_VALUE : OTHER, str_from(type_text(c->ctx, type)), (Str){0}, NULL);
  }
  offer_aliases(c, '!', ALIAS);
  for (uint32_t i = 0; i < countof(builtin_types); i++) {
    T sample = next && next->type ? parse_type_text(c->ctx, str_from(builtin_types[i].sample)) : NULL;
    bool fits = !sample || type_satisfies(c->format->table, next->type, sample);
    offer_type(c, fits ? FITS : OTHER, str_from(builtin_types[i].label), builtin_types[i].snippet ? str_from(builtin_types[i].sample) : (Str){0}, builtin_types[i].snippet);
  }
  offer_definitions(c, COMPLETION_TYPE);
}

static void offer_cases(Completer *c, const EnumDef *cases) {
  for (EnumCase e = {0}; enum_next(cases, &e);)
    add(c, match(str_from(e.name), c->typed), 0, (Completion){.kind = COMPLETION_ATTRIBUTE, .label = str_from(e.name)});
}

// Names of attributes that a dictionary may have.
static void offer_attr_names(Completer *c) {
  const OpDef *def = c->at.op;
  for (uint32_t i = 0; def && i < def->attr_count; i++) {
    if (c->format && c->format->elided && c->format->elided[i]) continue;
    Str name = str_from(def_attr_name(def, i));
    const AttrConstraint *attr = def_attr_type(def, i);
    add(c, match(name, c->typed), 0, (Completion){
      .kind = COMPLETION_ATTRIBUTE, .label = name, .detail = str_from(def_text(def, attr->summary)),
      .insert = attr->form == ATTR_FORM_UNIT ? name : arena_printf(c->arena, "%.*s = ", STR_ARG(name)),
    });
  }
}

// --- What may stand at the cursor

// The innermost bracket that is open among the tokens; `count`: none.
static uint32_t open_bracket(const Token *tokens, uint32_t count) {
  uint32_t closed = 0;
  for (uint32_t i = count; i-- > 0;) {
    if (token_closes(tokens[i].kind)) closed++;
    else if (token_opens(tokens[i].kind) && !closed--) return i;
  }
  return count;
}

static bool holds_types(Str text, Token token) {
  static const char *const words[] = {"memref", "vector", "tensor", "tuple", "complex"};
  for (uint32_t i = 0; i < countof(words); i++)
    if (str_is(token_text(text, token), words[i])) return true;
  return token.kind == TOK_EXCLAMATION_ID;
}

// Whether a type is to come, whatever the operation is.
static bool expects_type(const Cursor *at) {
  const Token *tokens = at->tokens;
  uint32_t count = at->token_count, open = open_bracket(tokens, count);
  if (!count) return false;
  TokenKind last = tokens[count - 1].kind;
  if (open < count && tokens[open].kind == TOK_LESS) return open > 0 && holds_types(at->text, tokens[open - 1]);
  if (last == TOK_COLON || last == TOK_ARROW) return true;
  if (open < count) {
    bool is_list = open > 0 && (tokens[open - 1].kind == TOK_COLON || tokens[open - 1].kind == TOK_ARROW);
    bool is_signature = at->op && op_def_has(at->op, TRAIT_FUNCTION) && tokens[open].kind == TOK_L_PAREN;
    return (is_list || is_signature) && (last == TOK_COMMA || last == TOK_L_PAREN);
  }
  for (uint32_t i = 0; i < count && (last == TOK_COMMA || last == TOK_BARE_ID); i = token_opens(tokens[i].kind) ? tokens_behind_bracket(tokens, count, i) : i + 1)
    if (tokens[i].kind == TOK_COLON) return true;
  return false;
}

static const NextElement *next_of_kind(const Completer *c, NextKind kind) {
  for (uint32_t i = 0; i < c->next.count; i++)
    if (c->next.items[i].kind == kind) return &c->next.items[i];
  return NULL;
}

static void offer_next(Completer *c) {
  bool has_types = false;
  for (uint32_t i = 0; i < c->next.count; i++) {
    const NextElement *next = &c->next.items[i];
    switch (next->kind) {
      case NEXT_OPERAND: offer_values(c, next); break;
      case NEXT_TYPE:
        if (!has_types) offer_types(c, next);
        has_types = true;
        break;
      case NEXT_KEYWORD: add(c, match(next->keyword, c->typed), 0, (Completion){.kind = COMPLETION_KEYWORD, .label = next->keyword}); break;
      case NEXT_CASE: offer_cases(c, next->cases); break;
      case NEXT_SYMBOL: offer_symbols(c); break;
      case NEXT_BLOCK: offer_blocks(c); break;
    }
  }
  if (!has_types && expects_type(&c->at)) offer_types(c, NULL);
}

static void offer(Completer *c) {
  bool at_name = c->at.place == CURSOR_AT_OPERATION || c->at.place == CURSOR_AT_NAME;
  if (at_name) {
    if (!c->sigil) offer_operations(c);
    return;
  }
  bool in_dictionary = c->at.place == CURSOR_IN_DICTIONARY;
  c->format = c->at.op ? format_of(c->ctx, c->at.op) : NULL;
  if (c->format && c->format->error) c->format = NULL;
  if (!in_dictionary) next_elements(&c->next, c->format, c->at.text, c->at.tokens, c->at.token_count);
  TokenKind last = c->at.token_count ? c->at.tokens[c->at.token_count - 1].kind : TOK_COMMA;
  switch (c->sigil) {
    case '%': offer_values(c, next_of_kind(c, NEXT_OPERAND)); break;
    case '@': offer_symbols(c); break;
    case '^': offer_blocks(c); break;
    case '!': offer_types(c, next_of_kind(c, NEXT_TYPE)); break;
    case '#':
      offer_aliases(c, '#', BETTER_MATCH / 2);
      offer_definitions(c, COMPLETION_ATTRIBUTE);
      break;
    default:
      if (!in_dictionary) offer_next(c);
      else if (last == TOK_COMMA && open_bracket(c->at.tokens, c->at.token_count) == c->at.token_count) offer_attr_names(c);
  }
}

// --- The likeliest ones

static Str text_to_insert(const Completer *c, const Candidate *candidate, bool *is_snippet) {
  StrBuf out;
  strbuf_init(&out, c->arena->mem);
  strbuf_str(&out, candidate->shown.label);
  *is_snippet = snippet_of(&out, c->ctx, candidate->op);
  Str text = arena_str(c->arena, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

static void rank(const Completer *c, Completions *out) {
  uint32_t *order = arena_new(c->arena, uint32_t, COMPLETIONS_MAX);
  for (uint32_t i = 0; i < c->found.count; i++) {
    uint32_t k = out->count < COMPLETIONS_MAX ? out->count++ : COMPLETIONS_MAX;
    for (; k > 0 && c->found.data[order[k - 1]].score < c->found.data[i].score; k--)
      if (k < COMPLETIONS_MAX) order[k] = order[k - 1];
    if (k < COMPLETIONS_MAX) order[k] = i;
  }
  Completion *items = arena_new(c->arena, Completion, COMPLETIONS_MAX);
  for (uint32_t i = 0; i < out->count; i++) {
    const Candidate *candidate = &c->found.data[order[i]];
    items[i] = candidate->shown;
    if (candidate->type) items[i].detail = str_from(type_text(c->ctx, candidate->type));
    if (candidate->op) items[i].insert = text_to_insert(c, candidate, &items[i].is_snippet);
  }
  out->items = items;
  out->are_all = c->found.count == out->count;
}

void service_complete(Module *module, Arena *arena, Str text, uint32_t offset, const Edition *edition, Completions *out) {
  Completer c = {.ctx = module->context, .arena = arena, .edition = edition};
  *out = (Completions){.range = {offset, offset}, .are_all = true};
  if (offset > text.size) return;
  cursor_find(&c.at, c.ctx, arena, text, offset);
  if (c.at.place == CURSOR_NOWHERE) return;
  char first = c.at.word.begin < offset ? text.data[c.at.word.begin] : 0;
  c.sigil = first && !char_is_alnum(first) && first != '_' ? first : 0;
  c.typed = str_slice(text, c.at.word.begin + (c.sigil != 0), offset);
  map_init(&c.values, arena);
  map_init(&c.labels, arena);
  dominance_init(&c.dominance, arena);
  if (module->op) op_walk_pre(module->op, visit, &c);
  offer(&c);
  out->range = c.at.word;
  rank(&c, out);
}
