#include "service/hover.h"

#include "asm/kept.h"
#include "asm/lexer.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "ops/op_interfaces.h"
#include "service/type_at.h"
#include "support/strbuf.h"

static bool is_word(Token token) { return token.kind <= TOK_INTTYPE || token_is_keyword_kind(token.kind); }

// The token at a place; between two of them the one that is a word.
static Token token_at(Str text, uint32_t offset) {
  uint32_t begin = offset;
  while (begin > 0 && text.data[begin - 1] != '\n') begin--;
  Lexer lexer;
  lexer_init(&lexer, text);
  lexer.at = begin;
  Token token = {TOK_EOF, offset, offset}, next;
  while ((next = lexer_next(&lexer)).kind != TOK_EOF && next.begin <= offset)
    if (offset <= next.end && (token.kind == TOK_EOF || is_word(next))) token = next;
  return token;
}

static Str line_of(Str text, uint32_t begin) {
  const char *end = memchr(text.data + begin, '\n', text.size - begin);
  return str_slice(text, begin, end ? (size_t)(end - text.data) : text.size);
}

// --- Records

static void add_values(StrBuf *out, const OpDef *def, const char *title, const ValueDef *values, uint32_t count) {
  static const char *const arities[] = {"", " (optional)", " (any number)", " (lists)"};
  if (!count) return;
  strbuf_printf(out, "\n%s:", title);
  for (uint32_t i = 0; i < count; i++)
    strbuf_printf(out, "%s %s%s%s%s", i ? ";" : "", def_text(def, values[i].name), values[i].name ? ": " : "",
                  def_text(def, def_value_type(def, &values[i])->summary), arities[values[i].arity]);
}

static Str record_text(Arena *arena, const OpDef *def) {
  static const struct { uint64_t trait; const char *name; } traits[] = {
    {TRAIT_TERMINATOR, "terminator"}, {TRAIT_ISOLATED, "isolated from above"}, {TRAIT_COMMUTATIVE, "commutative"},
    {TRAIT_PURE, "pure"}, {TRAIT_CONSTANT_LIKE, "constant"},
  };
  StrBuf out;
  strbuf_init(&out, arena->mem);
  strbuf_printf(&out, "%s", def_summary(def));
  add_values(&out, def, "operands", def_operands(def), def->operand_count);
  add_values(&out, def, "results", def_results(def), def->result_count);
  for (uint32_t i = 0; i < def->attr_count; i++) {
    const OpAttrDef *attr = &def_attrs(def)[i];
    strbuf_printf(&out, "%s %s: %s", i ? ";" : "\nattributes:", def_attr_name(def, i), def_text(def, def_attr_type(def, i)->summary));
    if (attr->flags & ATTR_OPTIONAL) strbuf_lit(&out, " (optional)");
    if (attr->flags & ATTR_DEFAULT) strbuf_printf(&out, " (default: %s)", def_text(def, attr->default_value));
  }
  bool any = false;
  for (uint32_t i = 0; i < countof(traits); i++)
    if ((def->traits & traits[i].trait) == traits[i].trait) {
      strbuf_printf(&out, "%s %s", any ? "," : "\ntraits:", traits[i].name);
      any = true;
    }
  Str kept = arena_str(arena, strbuf_view(&out));
  strbuf_free(&out);
  return kept;
}

// For an operation that is kept as written, only its project is known.
static bool hover_kept(Module *module, Arena *arena, const Operation *op, Hover *out) {
  Str dialect = op_dialect_name(op), about = context_project(module->context, dialect);
  out->title = op_name(op);
  out->text = arena_printf(arena, "Rung doesn't know this dialect%s: the operation passes through unchanged%s%.*s",
                           context_has_name_only(module->context, dialect) ? " yet" : "", about.size ? "\n" : "", STR_ARG(about));
  return true;
}

static bool hover_op(Module *module, Arena *arena, Token token, Hover *out) {
  Str text = module->source.text, name = token_text(text, token);
  const Operation *op = service_op_at(module, token.begin);
  // `return` stands for func.return.
  if (op && op_has(op, TRAIT_KEPT) && token.begin >= op->loc.src.begin && str_equal(op_name(op), name)) return hover_kept(module, arena, op, out);
  const OpDef *def = op && op->loc.src.begin == token.begin && str_ends_with(op_name(op), name) ? op->def : NULL;
  if (!def || op_def_has(def, TRAIT_UNREGISTERED)) def = context_op(module->context, name);
  if (!def) return false;
  out->title = def_name(def);
  out->text = record_text(arena, def);
  return true;
}

// --- Values and symbols

typedef struct SymbolSearch {
  Str name;
  const Operation *found;
} SymbolSearch;

static WalkResult visit_symbol(Operation *op, void *data) {
  SymbolSearch *search = data;
  if (!str_equal(symbol_name(op), search->name)) return WALK_ADVANCE;
  search->found = op;
  return WALK_STOP;
}

// A symbol or alias that the text does not define, where dialects without records are kept.
static bool hover_elsewhere(Module *module, Arena *arena, Token token, Hover *out) {
  Str text = module->source.text, name = token_text(text, token);
  const Operation *op = service_op_at(module, token.begin);
  if (!module->context->keeps_unknown || !op) return false;
  out->title = name;
  out->text = STR("comes from elsewhere: nothing in the text defines it");
  if (token.kind != TOK_AT_ID || !ask_call(op->def)) return true;
  TypeVec types = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(arena, &types, op_operand_type(op, i));
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(arena, &types, op_result_type(op, i));
  T type = type_function(module->context, types.data, op->operand_count, types.data + op->operand_count, op->result_count);
  out->title = arena_printf(arena, "%.*s : %s", STR_ARG(name), type_text(module->context, type));
  return true;
}

// `#name`, which some line of the text defines or none does.
static bool is_missing_alias(const Module *module, Token token) {
  Str text = module->source.text, name = token_text(text, token);
  if (!module->context->lacks_aliases || (token.kind != TOK_HASH_ID && token.kind != TOK_EXCLAMATION_ID)) return false;
  if (memchr(name.data, '.', name.size) || (token.end < text.size && text.data[token.end] == '<')) return false;
  Lexer lexer;
  lexer_init(&lexer, text);
  for (Token at = lexer_next(&lexer); at.kind != TOK_EOF; at = lexer_next(&lexer)) {
    if (at.kind != token.kind || !str_equal(token_text(text, at), name)) continue;
    Lexer ahead = lexer;
    if (lexer_next(&ahead).kind == TOK_EQUAL) return false;
  }
  return true;
}

// Where a symbol is defined: the first line of that.
static bool hover_symbol(Module *module, Arena *arena, Token token, Hover *out) {
  Str text = module->source.text, name = token_text(text, token);
  name = name.size > 1 && name.data[1] == '"' ? token_string(text, token, arena) : str_slice(name, 1, name.size);
  SymbolSearch search = {.name = name};
  if (module->op) op_walk_pre(module->op, visit_symbol, &search);
  if (!search.found) return hover_elsewhere(module, arena, token, out);
  if (search.found->loc.src.begin >= text.size) return false;
  Str line = line_of(text, search.found->loc.src.begin);
  while (line.size && (line.data[line.size - 1] == '{' || line.data[line.size - 1] == ' ')) line.size--;
  out->title = line;
  out->text = str_from(def_summary(search.found->def));
  return true;
}

static bool hover_type(Module *module, Arena *arena, uint32_t offset, bool is_value, Token token, Hover *out) {
  Range range;
  T type = service_type_at(module, arena, offset, &range);
  if (!type || range.begin > token.begin || range.end < token.end) return false;
  Str spelled = str_slice(module->source.text, range.begin, range.end), whole = arena_str(arena, str_from(type_text(module->context, type)));
  if (is_value) {
    if (range.begin != token.begin) return false;
    if (type_is_unknown(type)) {
      T guess = ((const UnknownType *)type)->guess;
      out->title = arena_printf(arena, "%.*s : %s", STR_ARG(spelled), guess ? type_text(module->context, guess) : "?");
      out->text = guess ? STR("a guess: Rung doesn't know the operation that defines it, and no use tells its type")
                        : STR("not known: Rung doesn't know the operation that defines it, and no use tells its type");
      return true;
    }
    out->title = arena_printf(arena, "%.*s : %.*s", STR_ARG(spelled), STR_ARG(whole));
    const Value *value = service_value_named(module, token);
    if (value && !value->is_arg && value->owner && kept_is_elsewhere(value->owner))
      out->text = STR("comes from elsewhere: nothing in the text defines it, and its first use tells its type");
    return true;
  }
  if (str_equal(spelled, whole)) return false;   // the operation says so itself
  const Operation *op = service_op_at(module, token.begin);
  if (op && op->loc.src.begin == range.begin) return false;   // a signature, found for the head of a function
  out->title = whole;
  out->range = range;
  return true;
}

bool service_hover(Module *module, Arena *arena, uint32_t offset, Hover *out) {
  Str text = module->source.text;
  if (offset > text.size) return false;
  Token token = token_at(text, offset);
  *out = (Hover){.range = {token.begin, token.end}, .text = {"", 0}};
  switch (token.kind) {
    case TOK_PERCENT_ID: return hover_type(module, arena, offset, true, token, out);
    case TOK_AT_ID: return hover_symbol(module, arena, token, out);
    case TOK_EOF: return false;
    case TOK_STRING:   // the name of an operation in generic form
      if (token.end - token.begin > 2) {
        Token inside = {TOK_BARE_ID, token.begin + 1, token.end - 1};
        const OpDef *def = context_op(module->context, token_text(text, inside));
        if (!def) return false;
        out->title = def_name(def);
        out->text = record_text(arena, def);
        return true;
      }
      return false;
    default:
      if (is_missing_alias(module, token)) return hover_elsewhere(module, arena, token, out);
      return hover_op(module, arena, token, out) || hover_type(module, arena, offset, false, token, out);
  }
}
