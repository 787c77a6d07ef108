// Format texts as tokens, and where the printer writes spaces.
#include "records/format.h"

// ---------------------------------------------------------------------------------------------
// Tokens and spacing

void format_lex_start(FormatLexer *self, const char *text) {
  *self = (FormatLexer){.at = text};
  format_lex(self);
}

void format_lex(FormatLexer *self) {
  const char *at = self->at;
  while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
  const char *begin = at;
  self->begin = at;
  self->kind = FT_BAD;
  if (!*at) {
    self->kind = FT_END;
  } else if (*at == '`' || *at == '"') {
    char quote = *at++;
    begin = at;
    while (*at && *at != quote) at++;
    self->text = (Str){begin, (size_t)(at - begin)};
    if (*at) {
      at++;
      self->kind = quote == '`' ? FT_LITERAL : FT_STRING;
    }
    self->at = at;
    return;
  } else if (*at == '$' || char_is_alpha(*at)) {
    self->kind = *at == '$' ? FT_VARIABLE : FT_WORD;
    if (*at == '$') begin = ++at;
    while (char_is_alnum(*at) || *at == '_' || (*at == '-' && self->kind == FT_WORD)) at++;
  } else {
    self->kind = FT_PUNCTUATION;
    at++;
  }
  self->text = (Str){begin, (size_t)(at - begin)};
  self->at = at;
}

bool format_lex_if(FormatLexer *self, char punctuation) {
  if (self->kind != FT_PUNCTUATION || self->text.data[0] != punctuation) return false;
  format_lex(self);
  return true;
}

static bool one_of(const char *set, char c) { return c && strchr(set, c); }

bool format_space_literal(FormatSpacing *self, Str literal) {
  bool single = literal.size == 1;
  char first = literal.data[0];
  bool before = self->emit_space;
  if (single) before = before && !one_of(self->after_punctuation ? ">)}]," : "<>(){}[],", first);
  self->emit_space = !(single && one_of("<({[", first));
  self->after_punctuation = first != '_' && !char_is_alpha(first);
  return before;
}

bool format_space_variable(FormatSpacing *self) {
  bool before = self->emit_space || !self->after_punctuation;
  *self = (FormatSpacing){true, false};
  return before;
}

TokenKind format_literal_kind(Str literal) {
  static const struct { char text[3]; uint8_t kind; } table[] = {
      {"->", TOK_ARROW}, {":", TOK_COLON}, {",", TOK_COMMA}, {"=", TOK_EQUAL}, {"<", TOK_LESS}, {">", TOK_GREATER},
      {"{", TOK_L_BRACE}, {"}", TOK_R_BRACE}, {"(", TOK_L_PAREN}, {")", TOK_R_PAREN}, {"[", TOK_L_SQUARE},
      {"]", TOK_R_SQUARE}, {"?", TOK_QUESTION}, {"+", TOK_PLUS}, {"*", TOK_STAR}, {"-", TOK_MINUS}, {"/", TOK_SLASH},
      {"|", TOK_VERTICAL_BAR}, {"...", TOK_ELLIPSIS}};
  for (size_t i = 0; i < countof(table); i++)
    if (literal.size <= 3 && strncmp(table[i].text, literal.data, literal.size) == 0 &&
        (literal.size == 3 || table[i].text[literal.size] == 0))
      return (TokenKind)table[i].kind;
  return TOK_BARE_ID;
}

bool format_is_keyword(Str text) {
  for (size_t i = 0; i < text.size; i++)
    if (!char_is_alpha(text.data[i]) && text.data[i] != '_' && !(i && (char_is_digit(text.data[i]) || one_of("$.", text.data[i])))) return false;
  return text.size && text.size <= UINT16_MAX;
}

bool format_is_literal(Str text) {
  return !text.size || str_is(text, " ") || str_is(text, "\\n") || str_is(text, "\n") || format_literal_kind(text) != TOK_BARE_ID ||
         format_is_keyword(text);
}

// ---------------------------------------------------------------------------------------------
// Directives

void format_directives_init(FormatDirectives *self, Arena *arena) {
  map_init(&self->of_ops, arena);
  map_init(&self->of_params, arena);
}

void format_directives_add(FormatDirectives *self, const CustomDirective *table) {
  for (; table->name; table++) map_put_str(&self->of_ops, str_from(table->name))->value = (uintptr_t)table;
}
