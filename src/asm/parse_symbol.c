// Aliases, and types and attributes of dialects: `!d.name<…>`, `!d<…>`, `#d.name<…> : type`.
#include "asm/kept.h"
#include "asm/op_parser.h"
#include "asm/params.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Alias definitions

static bool is_of_unknown_dialect(const Parser *p, const void *value, bool is_type) {
  if (is_type ? type_kind((T)value) != TYPE_OPAQUE : attr_kind((A)value) != ATTR_OPAQUE) return false;
  Str dialect = attr_str(is_type ? ((const OpaqueType *)value)->dialect : ((const OpaqueAttr *)value)->dialect);
  return dialect.size && !context_dialect(p->ctx, dialect);
}

// The printer calls a value what the text called it first.
static void keep_alias(Parser *p, Str name, const void *value, bool is_type) {
  Module *module = p->module;
  if (!p->options.keep_unknown || !module || !is_of_unknown_dialect(p, value, is_type)) return;
  KeptAliases *all = (KeptAliases *)module->kept_aliases;
  if (!all) {
    module->kept_aliases = all = arena_new(&module->arena, KeptAliases, 1);
    map_init(&all->by_value, &module->arena);
    map_init(&all->by_text, &module->arena);
  }
  if (map_get(&all->by_value, value)) return;
  KeptAlias *alias = arena_new(&module->arena, KeptAlias, 1);
  *alias = (KeptAlias){value, name, is_type};
  Str text = arena_str(&module->arena, str_from(is_type ? type_text(p->ctx, value) : attr_text(p->ctx, value)));
  map_set(&all->by_value, value, alias);
  map_put_str(&all->by_text, text)->value = (uintptr_t)alias;
  if (text.size > all->longest) all->longest = (uint32_t)text.size;
  p->ctx->has_aliasable = true;
}

static bool define_alias(Parser *p, Map *aliases, const char *what, const char *names) {
  Token token = p->token;
  Str name = str_slice(p->text, token.begin + 1, token.end);
  MapEntry *before = map_find_str(aliases, name);
  uint32_t piece = p->ops ? p->ops->piece : 0;   // only a module's text has pieces
  if (before && ((const Alias *)before->value)->range.begin >= piece) {   // an earlier listing's counts until it is defined again
    p->ctx->has_redefinition = true;
    return parser_error(p, "redefinition of %s alias id '%.*s'", what, STR_ARG(name));
  }
  if (memchr(name.data, '.', name.size))
    return parser_error(p, "%s names with a '.' are reserved for dialect-defined names", names);
  parser_next(p);
  const char *missing = token.kind == TOK_HASH_ID ? "expected '=' in attribute alias definition"
                                                  : "expected '=' in type alias definition";
  if (!parser_expect(p, TOK_EQUAL, missing)) return false;
  p->deepest = p->depth;
  uint32_t begin = p->token.begin;
  if (token.kind == TOK_EXCLAMATION_ID) skip_alias_type(p);
  const void *value = token.kind == TOK_HASH_ID ? (const void *)parse_attr(p, NULL) : (const void *)parse_type(p);
  if (!value) return false;
  Alias *alias = arena_new(aliases->arena, Alias, 1);
  *alias = (Alias){name, {token.begin, token.end}, value, p->deepest - p->depth};
  map_put_str(aliases, name)->value = (uintptr_t)alias;
  if (!before) keep_alias(p, name, value, token.kind == TOK_EXCLAMATION_ID);   // of another listing's the name is taken
  if (p->options.notes)
    vec_push(p->options.notes->arena, &p->options.notes->aliases, ((SourceAlias){{token.begin, token.end}, {begin, p->last_end}, value, token.kind == TOK_EXCLAMATION_ID}));
  return true;
}

bool parse_attr_alias_def(Parser *p) { return define_alias(p, &p->attr_aliases, "attribute", "attribute"); }
bool parse_type_alias_def(Parser *p) { return define_alias(p, &p->type_aliases, "type", "type"); }

// ---------------------------------------------------------------------------------------------
// Bodies

// pretty-dialect-sym-body ::= `<` … `>` with balanced <>, (), [], {} and whole strings inside. The
// token is the `<`; afterwards it is the one behind the body, whose end goes to `end`. Bodies may hold
// bodies: of long ones it is remembered where they end.
#define LONG_BODY 1000u
static bool skip_body(Parser *p, uint32_t *end) {
  const char *text = p->text.data;
  uint32_t size = (uint32_t)p->text.size, at = p->token.begin;
  const MapEntry *known = p->long_bodies.count ? map_find(&p->long_bodies, at) : NULL;
  if (known) {
    *end = (uint32_t)known->value;
    parser_reset(p, *end);
    return true;
  }
  ArenaMark mark = arena_mark(&p->scratch);
  U32Vec open = {0};    // where they are
  bool ok = true;
  do {
    char c = at < size ? text[at] : '\0', opener = '\0';
    at++;
    switch (c) {
    case '\0':
      if (open.count)
        ok = parser_error(p, "unbalanced '%c' character in pretty dialect name", text[vec_last(&open)]);
      else
        ok = parser_error(p, "unexpected nul or EOF in pretty dialect name");
      break;
    case '<': case '[': case '(': case '{': vec_push(&p->scratch, &open, at - 1); break;
    case '-': at += at < size && text[at] == '>'; break;
    case '>': opener = '<'; break;
    case ']': opener = '['; break;
    case ')': opener = '('; break;
    case '}': opener = '{'; break;
    case '"':
      parser_reset(p, at - 1);
      at = p->token.end;
      ok = p->token.kind == TOK_STRING;
      break;
    default: break;
    }
    if (opener) {
      uint32_t begin = vec_last(&open);
      if (text[begin] != opener)
        ok = parser_error(p, "unbalanced '%c' character in pretty dialect name", text[begin]);
      else if (at - begin > LONG_BODY && opener == '<')
        map_put(&p->long_bodies, begin)->value = at;
      open.count--;
    }
    if (p->ctx->mem.exhausted) ok = false;
  } while (ok && open.count);
  arena_release(&p->scratch, mark);
  if (!ok) return false;
  parser_reset(p, at);
  *end = at;
  return true;
}

// The meaning of `!…` or `#…`: an alias, or a dialect and the text of its symbol.
typedef struct Extended {
  const Alias *alias;
  Str dialect, data;
  uint32_t at;         // for messages about the symbol
  uint32_t end;        // of it all
} Extended;

// The value of an alias counts as deep as if it were spelled out, since code that walks it recurses.
static bool use_alias(Parser *p, const Alias *alias, uint32_t at) {
  uint32_t depth = p->depth + alias->depth;
  if (p->depth) depth--;  // the level entered for the alias itself
  if (depth > p->max_depth) return parser_error_at(p, at, "nesting is deeper than %u levels", p->max_depth);
  if (depth > p->deepest) p->deepest = depth;
  return true;
}

static bool parse_extended(Parser *p, const Map *aliases, Extended *out) {
  Token token = p->token;
  Str name = str_slice(p->text, token.begin + 1, token.end);
  parser_next(p);
  const char *dot = memchr(name.data, '.', name.size);
  bool has_body = p->token.kind == TOK_LESS && p->token.begin == token.end;
  if (!has_body && !dot) {
    const MapEntry *entry = map_find_str(aliases, name);
    if (!entry && __builtin_expect(p->options.keep_unknown, 0) && alias_is_elsewhere(p, token)) {
      *out = (Extended){.dialect = {name.data, 0}, .data = name, .at = token.begin, .end = token.end};
      return true;
    }
    if (!entry) {
      parser_wrong_token(p, "undefined symbol alias id '%.*s'", STR_ARG(name));
      slip_alias(p, aliases, name);
      return false;
    }
    out->alias = (const Alias *)entry->value;
    if (!out->alias->value) p->failed = true;   // reported at its definition
    return out->alias->value != NULL && use_alias(p, out->alias, token.begin);
  }
  uint32_t end = token.end;
  if (has_body && !skip_body(p, &end)) return false;
  out->alias = NULL;
  out->end = end;
  if (dot) {
    out->dialect = str_slice(name, 0, (size_t)(dot - name.data));
    out->at = (uint32_t)(dot + 1 - p->text.data);
    out->data = str_slice(p->text, out->at, end);
  } else {
    out->dialect = name;
    out->at = token.begin;
    out->data = str_slice(p->text, token.end + 1, end - 1);
  }
  return true;
}

static bool is_namespace(Str name) {
  if (!name.size || (!char_is_alpha(name.data[0]) && name.data[0] != '_')) return false;
  for (size_t i = 1; i < name.size; i++)
    if (!char_is_alnum(name.data[i]) && name.data[i] != '_' && name.data[i] != '$') return false;
  return true;
}

#define HOW_TO_ALLOW \
  "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the " \
  "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"

static bool is_permitted(const Parser *p, const DialectDef *dialect) {
  return p->options.allow_unregistered || (dialect && (dialect->is_name_only || dialect->allows_unknown_types));
}

// A dialect that is only a name here keeps its symbols as text.
static bool has_symbols(const DialectDef *dialect) { return dialect && !dialect->is_name_only; }

// Longest text of a symbol with its aliases spelled out: aliases of aliases may double it again and again.
#define MAX_EXPANSION (1u << 20)

// Text that is kept has its aliases spelled out, so equal types are equal however they are written.
static Str expand_aliases(Parser *p, Str data) {
  if (!p->options.keep_unknown || (!memchr(data.data, '#', data.size) && !memchr(data.data, '!', data.size))) return data;
  StrBuf out;
  strbuf_init(&out, &p->ctx->mem);
  Lexer lexer;
  lexer_init(&lexer, data);
  uint32_t done = 0;
  for (Token token = lexer_next(&lexer); token.kind != TOK_EOF && out.size < MAX_EXPANSION; token = lexer_next(&lexer)) {
    if (token.kind != TOK_HASH_ID && token.kind != TOK_EXCLAMATION_ID) continue;
    const Map *aliases = token.kind == TOK_HASH_ID ? &p->attr_aliases : &p->type_aliases;
    bool has_body = token.end < data.size && data.data[token.end] == '<';
    const MapEntry *entry = has_body ? NULL : map_find_str(aliases, str_slice(data, token.begin + 1, token.end));
    const Alias *alias = entry ? (const Alias *)entry->value : NULL;
    if (!alias || !alias->value) continue;
    strbuf_str(&out, str_slice(data, done, token.begin));
    const char *text = token.kind == TOK_HASH_ID ? attr_text(p->ctx, alias->value) : type_text(p->ctx, alias->value);
    strbuf_str(&out, str_from(text));
    done = token.end;
  }
  if (done) {
    strbuf_str(&out, str_slice(data, done, data.size));
    data = arena_str(&p->ctx->arena, strbuf_view(&out));
  }
  strbuf_free(&out);
  return data;
}

// ---------------------------------------------------------------------------------------------
// Types

static const TypeDef *find_type(const DialectDef *dialect, Str mnemonic) {
  for (const TypeDef *const *def = dialect->types; def && *def; def++)
    if (str_is(mnemonic, (*def)->name)) return *def;
  return NULL;
}

// The token is the first one of the symbol's text.
static T parse_dialect_type(Parser *p, const DialectDef *dialect, Extended symbol) {
  if (dialect->types && dialect->types[0]) {
    // The mnemonic decides, unless the dialect has a rule of its own and it names none.
    bool is_word = token_is_word(p->token.kind);
    const TypeDef *def = is_word ? find_type(dialect, parser_text_of(p, p->token)) : NULL;
    if (def) {
      parser_next(p);
      return def->parse ? def->parse(p, def) : parse_type_params(p, def);
    }
    if (dialect->parse_type) return dialect->parse_type(p);
    Str mnemonic;
    uint32_t at = p->token.begin;
    if (!parse_any_keyword(p, &mnemonic)) return NULL;
    if (dialect->allows_unknown_types) return type_opaque(p->ctx, symbol.dialect, symbol.data);
    parser_error_at(p, at, "unknown  type `%.*s` in dialect `%s`", STR_ARG(mnemonic), dialect->name);
    slip_mnemonic(p, dialect, mnemonic, true);
    return NULL;
  }
  if (dialect->parse_type) return dialect->parse_type(p);
  parser_error(p, "dialect '%s' provides no type parsing hook", dialect->name);
  return NULL;
}

// A dialect that is known by its name only reads at least a mnemonic.
static bool has_mnemonic(Parser *p, const DialectDef *dialect, const Extended *symbol) {
  if (!dialect || !dialect->is_name_only) return true;
  char c = symbol->data.size ? symbol->data.data[0] : '\0';
  if (char_is_alpha(c) || c == '_') return true;
  return parser_error_at(p, (uint32_t)(symbol->data.data - p->text.data), "expected valid keyword");
}

// The dialect of a type or an attribute, which may have had another name.
static const DialectDef *dialect_of(Parser *p, const Extended *symbol) {
  const DialectDef *dialect = context_dialect(p->ctx, symbol->dialect);
  if (dialect || p->options.edition == edition_current) return dialect;
  dialect = context_renamed_dialect(p->ctx, symbol->dialect, p->options.edition);
  if (dialect) parser_note_until(p, OLDER_DIALECT_NAME, dialect->older_last, symbol->at);
  return dialect;
}

// extended-type ::= `!` alias | `!` dialect `.` name body? | `!` dialect `<` text `>`
T parse_extended_type(Parser *p) {
  Extended symbol;
  if (!parse_extended(p, &p->type_aliases, &symbol)) return NULL;
  if (symbol.alias) return symbol.alias->value;
  if (!symbol.dialect.size) return type_opaque(p->ctx, symbol.dialect, symbol.data);
  const DialectDef *dialect = dialect_of(p, &symbol);
  if (has_symbols(dialect)) {
    uint32_t after = p->token.begin;
    parser_reset(p, (uint32_t)(symbol.data.data - p->text.data));
    const OpHook *hook = p->hook;   // messages of the dialect do not name the operation
    p->hook = NULL;
    T type = parse_dialect_type(p, dialect, symbol);
    p->hook = hook;
    parser_reset(p, after);
    p->last_end = symbol.end;
    return type;
  }
  if (!is_namespace(symbol.dialect)) {
    parser_error_at(p, symbol.at, "invalid dialect namespace '\"%.*s\"'", STR_ARG(symbol.dialect));
    return NULL;
  }
  if (!is_permitted(p, dialect)) {
    parser_error_at(p, symbol.at, "`!\"%.*s\"<\"%.*s\">` type " HOW_TO_ALLOW, STR_ARG(symbol.dialect), STR_ARG(symbol.data));
    slip_dialect(p, symbol.dialect);
    return NULL;
  }
  if (!has_mnemonic(p, dialect, &symbol)) return NULL;
  symbol.data = expand_aliases(p, symbol.data);
  return type_opaque(p->ctx, symbol.dialect, symbol.data);
}

// ---------------------------------------------------------------------------------------------
// Attributes

static const AttrDef *find_attr(const DialectDef *dialect, Str mnemonic) {
  for (const AttrDef *const *def = dialect->attrs; def && *def; def++)
    if (str_is(mnemonic, (*def)->name)) return *def;
  return NULL;
}

// The token is the first one of the symbol's text.
static A parse_dialect_attr(Parser *p, const DialectDef *dialect, T type) {
  if (dialect->attrs && dialect->attrs[0]) {
    bool is_word = token_is_word(p->token.kind);
    const AttrDef *def = is_word ? find_attr(dialect, parser_text_of(p, p->token)) : NULL;
    if (def) {
      parser_next(p);
      return def->parse ? def->parse(p, def, type) : parse_attr_params(p, def);
    }
    if (dialect->parse_attr) return dialect->parse_attr(p, type);
    Str mnemonic;
    uint32_t at = p->token.begin;
    if (!parse_any_keyword(p, &mnemonic)) return NULL;
    parser_error_at(p, at, "unknown attribute `%.*s` in dialect `%s`", STR_ARG(mnemonic), dialect->name);
    slip_mnemonic(p, dialect, mnemonic, false);
    return NULL;
  }
  if (dialect->parse_attr) return dialect->parse_attr(p, type);
  parser_error(p, "dialect '%s' provides no attribute parsing hook", dialect->name);
  return NULL;
}

static A parse_symbol_attr(Parser *p, T type) {
  Extended symbol;
  if (!parse_extended(p, &p->attr_aliases, &symbol)) return NULL;
  if (symbol.alias) return symbol.alias->value;
  if (!symbol.dialect.size) return attr_opaque(p->ctx, symbol.dialect, symbol.data, type ? type : p->ctx->types.none);
  if (parser_next_if(p, TOK_COLON) && !(type = parse_type(p))) return NULL;
  const DialectDef *dialect = dialect_of(p, &symbol);
  if (has_symbols(dialect)) {
    uint32_t after = p->token.begin;
    parser_reset(p, (uint32_t)(symbol.data.data - p->text.data));
    const OpHook *hook = p->hook;
    p->hook = NULL;
    A attr = parse_dialect_attr(p, dialect, type);
    p->hook = hook;
    parser_reset(p, after);
    p->last_end = symbol.end;
    return attr;
  }
  if (!type) type = p->ctx->types.none;
  if (!is_namespace(symbol.dialect)) {
    parser_error_at(p, symbol.at, "invalid dialect namespace '\"%.*s\"'", STR_ARG(symbol.dialect));
    return NULL;
  }
  if (!is_permitted(p, dialect)) {
    parser_error_at(p, symbol.at, "#\"%.*s\"<\"%.*s\"> : '%s' attribute " HOW_TO_ALLOW, STR_ARG(symbol.dialect),
                    STR_ARG(symbol.data), type_text(p->ctx, type));
    slip_dialect(p, symbol.dialect);
    return NULL;
  }
  if (!has_mnemonic(p, dialect, &symbol)) return NULL;
  return attr_opaque(p->ctx, symbol.dialect, expand_aliases(p, symbol.data), type);
}

// extended-attribute ::= `#` alias | `#` dialect `.` name body? (`:` type)? | `#` dialect `<` text `>` (`:` type)?
A parse_extended_attr(Parser *p, T type) {
  A attr = parse_symbol_attr(p, type);
  if (!attr || !type) return attr;
  T actual = attr_value_type(attr);
  if (!actual || actual == type) return attr;
  parser_error(p, "attribute type different than expected: expected '%s', but got '%s'",
               type_text(p->ctx, type), type_text(p->ctx, actual));
  return NULL;
}
