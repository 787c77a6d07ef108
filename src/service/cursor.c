#include "service/cursor.h"

#include "asm/op_parser.h"

// How far to look for the `=` of results.
enum { LOOK_AHEAD = 64 };

typedef enum Stage { BEFORE, IN_RESULTS, BEHIND_EQUAL, BEHIND_NAME } Stage;

typedef struct Statement {
  const OpDef *op;
  Stage stage;
  bool is_label, has_symbol;
  uint32_t tokens, results, args;   // its first in the lists of Scan
} Statement;

// An open brace.
typedef struct Frame {
  Statement outer;
  bool is_region, is_isolated;
  uint32_t nesting;                              // brackets open around it
  uint32_t values, labels, tokens, results, args;   // in the lists of Scan when it was opened
} Frame;

typedef struct Scan {
  Cursor *out;
  Context *ctx;
  Arena *arena;
  Lexer lexer;
  Str text;
  Statement now;
  uint32_t nesting;        // brackets open in the statement
  VEC(Frame) frames;
  TokenVec tokens;         // of the statements around, each behind its name
  TokenVec results, args;  // … values that they define for what follows, and for their regions
  TokenVec values, labels;
} Scan;

bool token_opens(TokenKind kind) { return kind == TOK_LESS || kind == TOK_L_PAREN || kind == TOK_L_SQUARE || kind == TOK_L_BRACE; }
bool token_closes(TokenKind kind) { return kind == TOK_GREATER || kind == TOK_R_PAREN || kind == TOK_R_SQUARE || kind == TOK_R_BRACE; }

uint32_t tokens_behind_bracket(const Token *tokens, uint32_t count, uint32_t at) {
  for (uint32_t open = 0; at < count; at++) {
    if (token_opens(tokens[at].kind)) open++;
    else if (token_closes(tokens[at].kind) && --open == 0) return at + 1;
  }
  return count;
}

static Token peek(Lexer ahead) { return lexer_next(&ahead); }

static bool has_newline(Str text, uint32_t begin, uint32_t end) { return end > begin && memchr(text.data + begin, '\n', end - begin); }

// --- Names of operations

static const Frame *innermost_region(const Scan *s) {
  for (uint32_t i = s->frames.count; i-- > 0;)
    if (s->frames.data[i].is_region) return &s->frames.data[i];
  return NULL;
}

// An operation may be named without the default dialect of the region, or without builtin.
static const OpDef *find_op(const Scan *s, Str name) {
  const OpDef *def = context_op(s->ctx, name);
  char full[80];
  if (def || memchr(name.data, '.', name.size)) return def;
  const Frame *region = innermost_region(s);
  const char *dialects[] = {region && region->outer.op ? op_default_dialect(s->ctx, region->outer.op) : "", "builtin"};
  for (uint32_t i = 0; i < countof(dialects) && !def; i++) {
    size_t size = strlen(dialects[i]);
    if (!size || size + name.size + 1 > sizeof full) continue;
    memcpy(full, dialects[i], size);
    full[size] = '.';
    memcpy(full + size + 1, name.data, name.size);
    def = context_op(s->ctx, (Str){full, size + 1 + name.size});
  }
  return def;
}

static const OpDef *op_of_token(const Scan *s, Token token) {
  Str name = token_text(s->text, token);
  return token.kind == TOK_STRING ? context_op(s->ctx, str_slice(name, 1, name.size - 1)) : find_op(s, name);
}

// --- What begins at a token

// Behind a first `%name`. What is behind the `=` may be missing yet, so that a value follows in the next line.
static bool begins_results(const Scan *s) {
  Lexer ahead = s->lexer;
  for (uint32_t left = LOOK_AHEAD; left > 0; left--) {
    Token token = lexer_next(&ahead);
    if (token.kind == TOK_EQUAL) {
      Token next = lexer_next(&ahead);
      return next.kind != TOK_PERCENT_ID || has_newline(s->text, token.end, next.begin);
    }
    if (token.kind != TOK_COMMA && token.kind != TOK_COLON && token.kind != TOK_INTEGER && token.kind != TOK_PERCENT_ID) return false;
  }
  return false;
}

// Whether a token that is the first of its line begins an operation or a block beyond doubt.
static bool begins_statement(const Scan *s, Token token) {
  TokenKind after = peek(s->lexer).kind;
  Str name = token_text(s->text, token);
  switch (token.kind) {
    case TOK_PERCENT_ID: return begins_results(s);
    case TOK_CARET_ID: return begins_block_at(s->lexer);
    case TOK_STRING: return after == TOK_L_PAREN;
    case TOK_HASH_ID: case TOK_EXCLAMATION_ID: return after == TOK_EQUAL && !s->frames.count;
    default:
      if (!token_is_word(token.kind) || after == TOK_EQUAL || after == TOK_COMMA || after == TOK_COLON) return false;
      return memchr(name.data, '.', name.size) || (!s->nesting && find_op(s, name));
  }
}

static bool is_continued(TokenKind last) {
  return last == TOK_COMMA || last == TOK_COLON || last == TOK_ARROW || last == TOK_EQUAL || token_opens(last);
}

static Token last_token(const Scan *s) {
  return s->tokens.count > s->now.tokens ? s->tokens.data[s->tokens.count - 1] : (Token){TOK_EOF, 0, 0};
}

// Whether the `{` that was read opens a region, rather than a dictionary.
static bool opens_region(const Scan *s) {
  Lexer ahead = s->lexer;
  Token before = last_token(s), first = lexer_next(&ahead), second = lexer_next(&ahead);
  if (before.kind == TOK_L_PAREN) return true;   // generic form
  if (s->now.op && !s->now.op->region_count) return false;
  bool own_line = has_newline(s->text, s->lexer.at, first.begin);
  if (token_is_word(before.kind) && str_is(token_text(s->text, before), "attributes")) return false;
  switch (first.kind) {
    case TOK_PERCENT_ID: case TOK_CARET_ID: case TOK_ERROR: return true;
    case TOK_STRING: return second.kind == TOK_L_PAREN;
    case TOK_EOF: case TOK_R_BRACE: return !s->nesting;
    default: break;
  }
  if (!token_is_word(first.kind) || second.kind == TOK_EQUAL || second.kind == TOK_COMMA) return false;
  return find_op(s, token_text(s->text, first)) || (own_line && !s->nesting);
}

// --- Statements and braces

static void begin_statement(Scan *s) {
  s->now = (Statement){.tokens = s->tokens.count, .results = s->results.count, .args = s->args.count};
  s->nesting = 0;
}

static void end_statement(Scan *s) {
  for (uint32_t i = s->now.results; i < s->results.count; i++) vec_push(s->arena, &s->values, s->results.data[i]);
  s->tokens.count = s->now.tokens;
  s->results.count = s->now.results;
  s->args.count = s->now.args;
  begin_statement(s);
}

// The first of the values that can be seen from here.
static uint32_t first_visible(const Scan *s) {
  for (uint32_t i = s->frames.count; i-- > 0;)
    if (s->frames.data[i].is_isolated) return s->frames.data[i].values;
  return 0;
}

// `%a : type` of an operation with regions, when the name can be seen already: no argument of them.
static bool is_use(const Scan *s, Token token) {
  Str name = token_text(s->text, token);
  uint32_t at = token.end;
  while (at < s->text.size && s->text.data[at] == ' ') at++;
  if (at == s->text.size || s->text.data[at] != ':') return false;
  for (uint32_t i = s->values.count, first = first_visible(s); i-- > first;)
    if (str_equal(token_text(s->text, s->values.data[i]), name)) return true;
  return false;
}

static void open_brace(Scan *s) {
  bool is_region = opens_region(s);
  Frame *frame = vec_add(s->arena, &s->frames);
  *frame = (Frame){
    .outer = s->now, .is_region = is_region, .is_isolated = is_region && s->now.op && op_def_has(s->now.op, TRAIT_ISOLATED), .nesting = s->nesting,
    .values = s->values.count, .labels = s->labels.count, .tokens = s->tokens.count, .results = s->results.count, .args = s->args.count,
  };
  for (uint32_t i = s->now.args; is_region && i < s->args.count; i++) {
    Token arg = s->args.data[i];
    if (frame->is_isolated || !is_use(s, arg)) vec_push(s->arena, &s->values, arg);
  }
  begin_statement(s);
  if (!is_region) s->now.stage = BEHIND_NAME;
}

static void close_brace(Scan *s) {
  const Frame frame = vec_pop(&s->frames);
  s->values.count = frame.values;
  s->labels.count = frame.labels;
  s->tokens.count = frame.tokens;
  s->results.count = frame.results;
  s->args.count = frame.args;
  s->now = frame.outer;
  s->nesting = frame.nesting;
}

// `(%i, %j) = …`, `(%i, %j) in …`: the names in the parentheses that end here are arguments of a region.
static void take_args(Scan *s) {
  Token next = peek(s->lexer);
  if (next.kind != TOK_EQUAL && !(token_is_word(next.kind) && str_is(token_text(s->text, next), "in"))) return;
  uint32_t begin = s->tokens.count;
  while (begin > s->now.tokens && s->tokens.data[begin - 1].kind != TOK_L_PAREN) begin--;
  for (uint32_t i = begin; i < s->tokens.count; i++)
    if (s->tokens.data[i].kind == TOK_PERCENT_ID) vec_push(s->arena, &s->args, s->tokens.data[i]);
}

static void scan_first(Scan *s, Token token) {
  s->now.stage = BEHIND_NAME;
  if (token.kind == TOK_PERCENT_ID) {
    s->now.stage = IN_RESULTS;
    vec_push(s->arena, &s->results, token);
  } else if (token.kind == TOK_CARET_ID) {
    s->now.is_label = true;
    vec_push(s->arena, &s->labels, token);
  } else if ((token.kind == TOK_HASH_ID || token.kind == TOK_EXCLAMATION_ID) && peek(s->lexer).kind == TOK_EQUAL) {
    const char *value = s->text.data + token.end, *end = memchr(value, '\n', s->text.size - token.end);
    Range line = {token.end, end ? (uint32_t)(end - s->text.data) : (uint32_t)s->text.size};
    while (line.begin < line.end && (s->text.data[line.begin] == ' ' || s->text.data[line.begin] == '=')) line.begin++;
    vec_push(s->arena, &s->out->aliases, ((CursorAlias){{token.begin, token.end}, line}));
  } else if (token_is_word(token.kind) || token.kind == TOK_STRING) {
    s->now.op = op_of_token(s, token);
  }
  s->now.tokens = s->tokens.count;
}

static void scan_body(Scan *s, Token token) {
  if (token.kind == TOK_PERCENT_ID) {
    TokenKind next = peek(s->lexer).kind;
    if (s->now.is_label) vec_push(s->arena, &s->values, token);
    else if (next == TOK_COLON || next == TOK_EQUAL) vec_push(s->arena, &s->args, token);
  } else if (token.kind == TOK_AT_ID && !s->now.has_symbol && s->now.op && op_def_has(s->now.op, TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL)) {
    s->now.has_symbol = true;
    vec_push(s->arena, &s->out->symbols, ((CursorSymbol){token, s->now.op}));
  } else if (token.kind == TOK_R_PAREN) {
    take_args(s);
  }
  if (token_opens(token.kind)) s->nesting++;
  else if (token_closes(token.kind) && s->nesting) s->nesting--;
}

// Behind `^bb0(…):` an operation begins in any case.
static void end_label(Scan *s) {
  if (s->now.is_label && !s->nesting && last_token(s).kind == TOK_COLON) end_statement(s);
}

static void scan_token(Scan *s, Token token, bool starts_line) {
  end_label(s);
  if (starts_line && s->now.stage != BEFORE) {
    bool in_dictionary = s->frames.count && !vec_last(&s->frames).is_region;
    bool may_begin = token.kind == TOK_R_BRACE ? false : begins_statement(s, token);
    while (may_begin && s->frames.count && !vec_last(&s->frames).is_region) close_brace(s);   // it has lost its `}`
    bool is_over = !in_dictionary && !s->nesting && (s->now.stage != BEHIND_NAME || (token.kind == TOK_PERCENT_ID && !is_continued(last_token(s).kind)));
    if (may_begin || is_over) end_statement(s);
  }
  if (token.kind == TOK_R_BRACE) {
    if (!s->frames.count) return;
    close_brace(s);
    vec_push(s->arena, &s->tokens, token);
    return;
  }
  switch (s->now.stage) {
    case BEFORE:
      scan_first(s, token);
      return;
    case IN_RESULTS:
      if (token.kind == TOK_EQUAL) s->now.stage = BEHIND_EQUAL;
      else if (token.kind == TOK_PERCENT_ID) vec_push(s->arena, &s->results, token);
      return;
    case BEHIND_EQUAL:
      s->now.stage = BEHIND_NAME;
      s->now.op = op_of_token(s, token);
      return;
    case BEHIND_NAME: break;
  }
  if (token.kind == TOK_L_BRACE) {
    Token brace = token;
    open_brace(s);
    Frame *frame = &vec_last(&s->frames);
    vec_push(s->arena, &s->tokens, brace);
    frame->tokens = s->now.tokens = s->tokens.count;
    return;
  }
  scan_body(s, token);
  vec_push(s->arena, &s->tokens, token);
}

// --- The word at the cursor

static bool is_word_char(char c) { return char_is_alnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }
static bool is_sigil(char c) { return c == '%' || c == '@' || c == '^' || c == '!' || c == '#'; }

static Range word_before(Str text, uint32_t offset) {
  uint32_t begin = offset;
  while (begin > 0 && is_word_char(text.data[begin - 1])) begin--;
  if (begin > 0 && is_sigil(text.data[begin - 1])) return (Range){begin - 1, offset};
  for (uint32_t i = begin; i < offset; i++)
    if (text.data[i] == '-') begin = i + 1;
  // The `x` between dimensions belongs to neither side: `4x?xf32`.
  bool after_dim = begin > 0 && (text.data[begin - 1] == '?' || text.data[begin - 1] == '*' || text.data[begin - 1] == ']');
  for (uint32_t at = begin; at < offset; begin = ++at) {
    uint32_t digits = at;
    while (at < offset && char_is_digit(text.data[at])) at++;
    if (at == offset || text.data[at] != 'x' || (at == digits && !after_dim)) break;
    after_dim = false;
  }
  return (Range){begin, offset};
}

static bool in_comment_or_string(Str text, uint32_t offset) {
  uint32_t at = offset;
  while (at > 0 && text.data[at - 1] != '\n') at--;
  bool in_string = false;
  for (; at < offset; at++) {
    char c = text.data[at];
    if (c == '"') in_string = !in_string;
    else if (in_string && c == '\\') at++;
    else if (!in_string && c == '/' && at + 1 < text.size && text.data[at + 1] == '/') return true;
  }
  return in_string;
}

// --- Putting it together

static CursorPlace place_of(Scan *s, uint32_t at, uint32_t last_end) {
  if (s->frames.count && !vec_last(&s->frames).is_region) return CURSOR_IN_DICTIONARY;
  bool starts_line = has_newline(s->text, last_end, at);
  end_label(s);
  if (s->now.stage == BEHIND_NAME && starts_line && !s->nesting && !is_continued(last_token(s).kind)) end_statement(s);
  switch (s->now.stage) {
    case BEFORE: return CURSOR_AT_OPERATION;
    case IN_RESULTS: return CURSOR_NOWHERE;
    case BEHIND_EQUAL: return CURSOR_AT_NAME;
    case BEHIND_NAME: break;
  }
  return CURSOR_IN_OPERATION;
}

// The labels of the region that follow the cursor.
static void find_labels(Scan *s, Cursor *out, uint32_t first) {
  uint32_t depth = s->frames.count, last_end = s->lexer.at;
  for (Token token; (token = lexer_next(&s->lexer)).kind != TOK_EOF; last_end = token.end) {
    if (token.kind == TOK_ERROR) continue;
    if (token.kind == TOK_R_BRACE && s->frames.count == depth) break;
    scan_token(s, token, has_newline(s->text, last_end, token.begin));
    if (s->frames.count < depth) return;
  }
  for (uint32_t i = first; i < s->labels.count; i++) vec_push(s->arena, &out->labels, s->labels.data[i]);
}

static void tell(Scan *s, Cursor *out) {
  out->op = s->now.op;
  if (out->place == CURSOR_IN_DICTIONARY) out->op = vec_last(&s->frames).outer.op;
  out->token_count = s->tokens.count - s->now.tokens;
  Token *tokens = arena_new(s->arena, Token, out->token_count + 1);
  if (tokens && out->token_count) memcpy(tokens, s->tokens.data + s->now.tokens, out->token_count * sizeof *tokens);
  if (!tokens) out->token_count = 0;
  out->tokens = tokens;
  const Frame *region = innermost_region(s);
  out->is_in_region = region != NULL;
  out->parent = region ? region->outer.op : NULL;
  for (uint32_t i = first_visible(s); i < s->values.count; i++) vec_push(s->arena, &out->values, s->values.data[i]);
  uint32_t first_label = region ? region->labels : 0;
  out->has_labels = s->labels.count > first_label;
  if (out->has_labels) out->label = vec_last(&s->labels);
  if (out->place == CURSOR_IN_OPERATION) find_labels(s, out, first_label);
}

void cursor_find(Cursor *out, Context *ctx, Arena *arena, Str text, uint32_t offset) {
  *out = (Cursor){.text = text, .word = word_before(text, offset)};
  uint32_t begin = out->word.begin;
  char first = begin < offset ? text.data[begin] : 0;
  bool is_part = is_sigil(first) && begin > 0 && is_word_char(text.data[begin - 1]);   // `%a#1`
  if (char_is_digit(first) || is_part || in_comment_or_string(text, offset)) return;
  Scan scan = {.out = out, .ctx = ctx, .arena = arena, .text = text};
  lexer_init(&scan.lexer, text);
  uint32_t last_end = 0;
  for (;;) {
    Token token = lexer_next(&scan.lexer);
    if (token.kind == TOK_EOF || ctx->mem.exhausted || arena->mem->exhausted) break;
    if (token.end > begin || token.begin >= begin) {
      scan.lexer.at = offset;
      break;
    }
    if (token.kind == TOK_ERROR) continue;
    scan_token(&scan, token, has_newline(text, last_end, token.begin));
    last_end = token.end;
  }
  out->place = place_of(&scan, begin, last_end);
  tell(&scan, out);
}
