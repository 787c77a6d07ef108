// Reading operations that are kept as written: see kept.h.
//
// The grammar is unknown, so the text is read token by token. Some tokens mean the same in every dialect's
// syntax: brackets, strings, `%values`, `^blocks`, `@symbols`, aliases, regions, `-> types` at the
// end. The operation ends where, outside of all brackets, a line begins another one.
//
// A `%name` that nothing defines yet is decided about late: when a region follows it is an argument
// of that region (`for %i = …`, `func @f(%a : T)`), else a use before its definition.
#include "asm/kept.h"

#include "asm/op_parser.h"
#include "support/map.h"

typedef enum PieceKind {
  PIECE_TEXT,      // [begin, end) of the source
  PIECE_SPACE,     // white space that is no single blank
  PIECE_NEWLINE,   // `number`: columns the line is indented more than the operation
  PIECE_VALUE, PIECE_BLOCK, PIECE_SYMBOL, PIECE_TYPE, PIECE_ATTR, PIECE_REGION,
} PieceKind;

typedef struct Piece {
  PieceKind kind;
  uint32_t begin, end;
  uint32_t number;       // operand, successor, region; PIECE_VALUE: see `part`
  KeptPart part;         // PIECE_VALUE: KEPT_OPERAND or KEPT_ARGUMENT; PIECE_REGION: KEPT_REGION or KEPT_BODY
  Operand use;           // PIECE_VALUE
  uint32_t type_at;      // PIECE_VALUE: where a type follows `:`; 0: none
  bool is_use;           // PIECE_VALUE: behind `=`, or of several values, so it is no argument
  uint32_t run;          // PIECE_VALUE: how many values stand in a row, with commas, up to this one
  bool in_brackets;
  bool in_signature;     // PIECE_VALUE: `@f(… %a : T …)`
  bool decided;
  const void *what;      // PIECE_SYMBOL: A; PIECE_TYPE: T; PIECE_ATTR: A
} Piece;

typedef struct Bracket {
  char open;
  uint32_t at;
} Bracket;

enum { MAX_ARGS = 0xffff };

typedef struct Kept {
  Parser *p;
  Lexer lexer;
  Token token, last;      // the current one, the one before
  uint32_t begin;         // of the operation, results included
  uint32_t column;        // its line's indentation
  OpState *state;
  VEC(Piece) pieces;
  VEC(Bracket) open;
  uint32_t others;        // of them, those that are no '<'
  Map ahead;              // names that stand ahead of a region -> region << 16 | argument
  ArgumentVec args;       // of the region named last
  uint32_t not_ahead;     // pieces before it are no such names
  uint32_t undecided;     // pieces before it are decided
  uint32_t args_region;   // region that `args` were named for
  uint32_t lines;         // line breaks between the last token and the current one
  bool symbol_seen;
  bool has_signature;
  uint32_t signature;     // depth of brackets inside a signature; 0: not inside
  uint32_t arrows, arrow_at;   // `->` outside of brackets
  uint32_t colon_at;      // the last `:` there
  uint32_t result_count;
  bool is_ellipsis;       // the operation is `...` itself
  bool is_first;          // nothing but its name was read
  bool has_hole, failed;
  bool has_hole_text;     // `...` outside of its regions, in a string too
} Kept;

// ---------------------------------------------------------------------------------------------
// Tokens

static void next(Kept *k) {
  k->last = k->token;
  lexer_read(&k->lexer, &k->token);
  if (k->token.kind != TOK_ERROR) return;
  // Text that the lexer refuses is kept like any other, except for a string that does not end.
  // The lexer tells where the mistake is, which may be behind the beginning.
  uint32_t at = k->last.end, size = (uint32_t)k->p->text.size;
  const char *text = k->p->text.data;
  for (;;) {
    while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r' || text[at] == 0)) at++;
    if (at + 1 >= size || text[at] != '/' || text[at + 1] != '/') break;
    while (at < size && text[at] != '\n' && text[at] != '\r') at++;
  }
  k->token.begin = at;
  if (at >= size || text[at] == '"') return;
  k->token.end = k->token.begin + 1;
  while (k->token.end < k->p->text.size && (k->p->text.data[k->token.end] & 0xc0) == 0x80) k->token.end++;
  k->lexer.at = k->token.end;
}

static Token peek(const Kept *k) {
  Lexer ahead = k->lexer;
  return lexer_next(&ahead);
}

static bool adjacent(Token left, Token right) { return left.end == right.begin; }

// Columns before the token at `at` in its line.
static uint32_t column_of(const Parser *p, uint32_t at) {
  uint32_t begin = at;
  while (begin > 0 && p->text.data[begin - 1] != '\n') begin--;
  return at - begin;
}

// White space before the first character of the line that `at` is in.
static uint32_t indentation_at(const Parser *p, uint32_t at) {
  uint32_t begin = at - column_of(p, at), end = begin;
  while (end < at && (p->text.data[end] == ' ' || p->text.data[end] == '\t')) end++;
  return end - begin;
}

static ALWAYS_INLINE Str text_of(const Kept *k, Token token) { return str_slice(k->p->text, token.begin, token.end); }
static bool word_is(const Kept *k, Token token, const char *word) { return token_is_word(token.kind) && str_is(text_of(k, token), word); }

// ---------------------------------------------------------------------------------------------
// Where the operation ends

// `%a = dialect.op` or `%a = "dialect.op"(`, however many results; nothing else has that shape.
static bool begins_named_op(const Kept *k) {
  Lexer ahead = k->lexer;
  for (uint32_t left = 64; left > 0; left--) {
    Token token = lexer_next(&ahead);
    if (token.kind == TOK_COLON) {
      if (lexer_next(&ahead).kind != TOK_INTEGER) return false;
      token = lexer_next(&ahead);
    }
    if (token.kind == TOK_EQUAL) {
      token = lexer_next(&ahead);
      if (token.kind == TOK_STRING) return lexer_next(&ahead).kind == TOK_L_PAREN;
      return token.kind == TOK_BARE_ID && name_has_dot(text_of(k, token));
    }
    if (token.kind != TOK_COMMA || lexer_next(&ahead).kind != TOK_PERCENT_ID) return false;
  }
  return false;
}

// A word without a dot at the beginning of a line: an operation of the builtin dialect or of older
// releases, or the text goes on (`outs(…)`, `attributes {…}`, `do {`)?
static bool word_begins_op(const Kept *k) {
  TokenKind after = peek(k).kind;
  bool deeper = column_of(k->p, k->token.begin) > k->column;
  if (after == TOK_EQUAL || after == TOK_COMMA || (deeper && after == TOK_COLON)) return false;
  if (lookup_custom_op(k->p, text_of(k, k->token))) return true;
  if (deeper || after == TOK_COLON) return false;
  if (after == TOK_R_BRACE || after == TOK_EOF) return true;   // printed, they are on the next line
  // A word after a word is no syntax that goes on here: it is a line of something else.
  return after == TOK_PERCENT_ID || after == TOK_AT_ID || after == TOK_CARET_ID || after == TOK_BARE_ID || after == TOK_ELLIPSIS ||
         token_is_keyword_kind(after) || line_breaks(k->p, k->token.end, peek(k).begin);
}

// Whether a type or value ended before the current token, so that an operation may begin.
static bool is_complete(const Kept *k) {
  switch (k->last.kind) {
    case TOK_COMMA: case TOK_COLON: case TOK_EQUAL: case TOK_ARROW: case TOK_L_PAREN: case TOK_L_SQUARE: case TOK_LESS:
    case TOK_L_BRACE: case TOK_MINUS: case TOK_PLUS: case TOK_STAR: case TOK_SLASH:
      return false;
    default: return true;
  }
}

// A line that begins no operation and is no part of this one either: after a blank line, or behind a stamp as in `[12:00] …`.
static bool begins_other_text(const Kept *k) {
  if (column_of(k->p, k->token.begin) > k->column || !is_complete(k)) return false;
  TokenKind kind = k->token.kind;
  if (kind != TOK_L_SQUARE)
    return k->lines > 1 && kind != TOK_L_BRACE && kind != TOK_ARROW && kind != TOK_COLON && kind != TOK_COMMA && kind != TOK_EQUAL && kind != TOK_LESS;
  Lexer ahead = k->lexer;
  Token token = k->token;
  for (uint32_t left = 32; left > 0 && token.kind != TOK_R_SQUARE; left--) {
    token = lexer_next(&ahead);
    if (token.kind == TOK_EOF || token.kind == TOK_PERCENT_ID || token.kind == TOK_CARET_ID || token.kind == TOK_AT_ID || line_breaks(k->p, k->token.end, token.begin))
      return false;
  }
  uint32_t end = token.end;
  token = lexer_next(&ahead);
  return token.kind == TOK_EOF || line_breaks(k->p, end, token.begin) ? k->lines > 1 : token_is_word(token.kind);
}

static bool begins_line_op(const Kept *k) {
  Token token = k->token;
  if (begins_other_text(k)) return true;
  switch (token.kind) {
    case TOK_PERCENT_ID: return begins_results_at(k->lexer);
    case TOK_STRING: return peek(k).kind == TOK_L_PAREN;
    case TOK_CARET_ID: return begins_block_at(k->lexer);
    case TOK_HASH_ID: case TOK_EXCLAMATION_ID: return peek(k).kind == TOK_EQUAL;
    case TOK_FILE_METADATA_BEGIN: case TOK_ELLIPSIS: return true;
    default: break;
  }
  if (!token_is_word(token.kind)) return false;
  Str word = text_of(k, token);
  if (!name_has_dot(word)) return word_begins_op(k);
  TokenKind after = peek(k).kind;
  return after != TOK_EQUAL && after != TOK_COMMA && (after != TOK_COLON || lookup_custom_op(k->p, word));
}

// `^a:` or `^a(…):`, and no `? ^a : ^b`.
static bool begins_tight_label(const Kept *k) {
  Lexer ahead = k->lexer;
  if (!begins_block_at(ahead)) return false;
  Token token = k->token, next = lexer_next(&ahead);
  if (next.kind == TOK_COLON) return adjacent(token, next);
  while (next.kind != TOK_COLON || token.kind != TOK_R_PAREN) {
    if (next.kind == TOK_EOF) return false;
    token = next;
    next = lexer_next(&ahead);
  }
  return adjacent(token, next);
}

// In the middle of a line, only a text that can be nothing else begins an operation.
static bool begins_inline_op(const Kept *k) {
  if (!is_complete(k)) return false;
  if (k->token.kind == TOK_PERCENT_ID) return begins_named_op(k);
  if (k->token.kind == TOK_CARET_ID) return begins_tight_label(k);
  if (k->token.kind == TOK_STRING) return k->last.kind != TOK_BARE_ID && adjacent(k->token, peek(k)) && peek(k).kind == TOK_L_PAREN;
  if (!token_is_word(k->token.kind) || peek(k).kind == TOK_EQUAL) return false;
  // Behind a word another one may go on with it; a type or a number is an end.
  Str word = text_of(k, k->token);
  bool behind_word = k->last.kind == TOK_BARE_ID && !k->is_first;
  if (str_equal(word, def_name(k->state->def))) return true;
  if (behind_word) return false;
  return lookup_custom_op(k->p, word) || (!k->is_first && name_has_dot(word) && str_equal(name_dialect(word), name_dialect(def_name(k->state->def))));
}

// `loc(…)` that ends the operation.
static bool begins_loc(const Kept *k) { return k->token.kind == TOK_KW_loc && peek(k).kind == TOK_L_PAREN; }

static bool only_angles_open(const Kept *k) { return k->others == 0; }

static bool ends_here(const Kept *k) {
  if (k->token.kind == TOK_EOF) return true;
  if (k->is_ellipsis && k->lines) return true;
  if (!only_angles_open(k)) return k->lines && k->token.kind == TOK_PERCENT_ID && vec_last(&k->open).open != '{' && begins_named_op(k);
  if (k->token.kind == TOK_R_BRACE || k->token.kind == TOK_R_PAREN || k->token.kind == TOK_R_SQUARE) return true;
  if (k->open.count) return (k->lines && begins_line_op(k) && is_complete(k)) || (begins_loc(k) && is_complete(k));
  if (begins_loc(k)) return true;
  return k->lines ? begins_line_op(k) : begins_inline_op(k);
}

// ---------------------------------------------------------------------------------------------
// Pieces

static Piece *add_piece(Kept *k, PieceKind kind, uint32_t begin, uint32_t end) {
  Piece *piece = vec_add(&k->p->scratch, &k->pieces);
  *piece = (Piece){.kind = kind, .begin = begin, .end = end};
  return piece;
}

// The text between the last token and the current one.
static void add_gap(Kept *k) {
  uint32_t begin = k->last.end, end = k->token.begin;
  if (begin == end) return;
  if (k->lines) {
    uint32_t column = column_of(k->p, end);
    add_piece(k, PIECE_NEWLINE, begin, end)->number = column > k->column ? column - k->column : 0;
  } else {
    add_piece(k, PIECE_SPACE, begin, end);
  }
}

// A name may be printed as another: what follows it at once must not become part of it.
static void add_blank_behind_name(Kept *k, bool glues) {
  const Piece *last = k->pieces.count ? &vec_last(&k->pieces) : NULL;
  if (glues && last && (last->kind == PIECE_VALUE || last->kind == PIECE_BLOCK || last->kind == PIECE_SYMBOL))
    add_piece(k, PIECE_SPACE, last->end, last->end);
}

static void add_text(Kept *k, uint32_t begin, uint32_t end) {
  char first = k->p->text.data[begin];
  add_blank_behind_name(k, char_is_alnum(first) || (first && strchr("_$.-#", first)));
  Piece *last = k->pieces.count ? &vec_last(&k->pieces) : NULL;
  // `a b` is one piece of text.
  if (last && last->kind == PIECE_SPACE && k->pieces.count > 1 && last->end - last->begin == 1 && k->p->text.data[last->begin] == ' ' &&
      k->pieces.data[k->pieces.count - 2].kind == PIECE_TEXT) {
    k->pieces.count--;
    last = &vec_last(&k->pieces);
  }
  if (last && last->kind == PIECE_TEXT && (last->end == begin || last->end + 1 == begin))
    last->end = end;
  else
    add_piece(k, PIECE_TEXT, begin, end);
}

static bool fail_at(Kept *k, uint32_t at, const char *format, Str name) {
  parser_error_at(k->p, at, format, STR_ARG(name));
  k->failed = true;
  return false;
}

// ---------------------------------------------------------------------------------------------
// Types on trial: nothing is reported

typedef struct TypeTrial { bool failed; uint32_t at, depth; Diag *last_error; } TypeTrial;

// Types may stand in types, each behind a name: what is read again is bounded.
static bool may_try(const Parser *p) { return p->ops->tried_types < 4 * p->text.size + (1u << 16); }

static TypeTrial begin_trial(Parser *p, uint32_t at) {
  TypeTrial trial = {p->failed, at, p->depth, p->last_error};
  p->failed = true;
  parser_reset(p, at);
  return trial;
}

static void end_trial(Parser *p, TypeTrial trial) {
  p->ops->tried_types += p->token.end - trial.at;
  p->failed = trial.failed;
  p->depth = trial.depth;
  p->last_error = trial.last_error;
}

static T try_type(Kept *k, uint32_t at) {
  if (!may_try(k->p)) return NULL;
  TypeTrial trial = begin_trial(k->p, at);
  T type = parse_type(k->p);
  end_trial(k->p, trial);
  return type;
}

// The types behind `->` or `:`, with or without parentheses; false: those are no types, or something
// follows that belongs to them.
static bool try_types(Kept *k, uint32_t at, bool is_arrow, TypeVec *out) {
  Parser *p = k->p;
  if (!may_try(p)) return false;
  TypeTrial trial = begin_trial(p, at);
  bool ok = true;
  if (is_arrow && parser_next_if(p, TOK_L_PAREN)) {
    if (!parser_next_if(p, TOK_R_PAREN)) ok = parse_type_list(p, out) && parser_next_if(p, TOK_R_PAREN);
  } else {
    ok = parse_type_list(p, out);
  }
  Token after = p->token;
  uint32_t end = p->last_end;
  end_trial(p, trial);
  if (!ok) return false;
  if (after.kind == TOK_EOF || after.kind == TOK_R_BRACE || after.kind == TOK_L_BRACE || after.kind == TOK_KW_loc ||
      after.kind == TOK_KW_attributes || after.kind == TOK_R_PAREN)
    return true;
  return line_breaks(p, end, after.begin) > 0 || after.kind == TOK_PERCENT_ID || after.kind == TOK_EQUAL;
}

// ---------------------------------------------------------------------------------------------
// Values

static bool is_only_comma(Str text, uint32_t begin, uint32_t end) {
  uint32_t commas = 0;
  for (uint32_t i = begin; i < end; i++) {
    char c = text.data[i];
    if (c == ',') commas++;
    else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') return false;
  }
  return commas == 1;
}

static bool read_value(Kept *k) {
  Parser *p = k->p;
  Token token = k->token;
  Operand use = {without_sigil(p, token), 0, token.begin, token.end};
  Lexer after_name = k->lexer;
  Token number = lexer_next(&after_name);
  if (number.kind == TOK_HASH_ID && adjacent(token, number)) {
    uint64_t value = 0;
    bool digits = true;
    for (uint32_t i = number.begin + 1; i < number.end; i++) {
      char c = p->text.data[i];
      digits = digits && char_is_digit(c) && value < UINT32_MAX / 16;
      if (digits) value = value * 10 + (uint64_t)(c - '0');
    }
    if (!digits) return fail_at(k, number.begin, "invalid SSA value result number%.*s", STR(""));
    use.number = (uint32_t)value;
    use.end = number.end;
    k->lexer = after_name;
    k->token.end = number.end;
  }
  // `%a, %b`: the comma is a piece of text, with or without a space behind it
  uint32_t n = k->pieces.count;
  const Piece *before_comma = NULL;
  if (k->last.kind == TOK_COMMA) {
    while (n > 0 && k->pieces.data[n - 1].kind != PIECE_VALUE && k->pieces.count - n < 3) n--;
    if (n > 0 && k->pieces.data[n - 1].kind == PIECE_VALUE && is_only_comma(p->text, k->pieces.data[n - 1].end, use.at)) before_comma = &k->pieces.data[n - 1];
  }
  uint32_t run = before_comma ? before_comma->run + 1 : 1;
  Piece *piece = add_piece(k, PIECE_VALUE, use.at, use.end);
  piece->use = use;
  Lexer ahead = k->lexer;
  if (lexer_next(&ahead).kind == TOK_COLON) piece->type_at = ahead.at;
  piece->in_brackets = k->open.count > 0;
  // Several values under one name (`%a:2`) are results, and no argument is called so.
  piece->is_use = k->last.kind == TOK_EQUAL || (piece->type_at && lexer_next(&ahead).kind == TOK_INTEGER);
  piece->run = run;
  piece->in_signature = k->signature && piece->type_at && k->open.count == k->signature;
  return true;
}

// Whether a signature's names are its own although others of that name are visible: inside a body of
// records `@callee(%x : T)` passes values on.
static bool may_declare(const Kept *k) {
  const OpHook *parent = k->p->ops->parent;
  return !parent || op_def_has(parent->def, TRAIT_SYMBOL_TABLE | TRAIT_KEPT);
}

static bool use_value(Kept *k, Piece *piece) {
  T unknown = type_unknown(k->p->ctx, NULL);
  Value *value = names_resolve(k->p, &piece->use, unknown);
  if (!value) {
    k->failed = true;
    return false;
  }
  piece->decided = true;
  piece->part = KEPT_OPERAND;
  piece->number = k->state->operands.count;
  vec_push(k->state->arena, &k->state->operands, value);
  return true;
}

// `(%a, %b : T, U)` tells the types of values whose own definition does not.
static void learn_from_list(Kept *k, uint32_t index) {
  const Piece *piece = &k->pieces.data[index];
  uint32_t count = piece->run, last = piece->number;
  if (!piece->in_brackets || !piece->type_at || piece->part != KEPT_OPERAND || last + 1 < count) return;
  Value **values = &k->state->operands.data[last + 1 - count];
  bool any = false;
  for (uint32_t i = 0; i < count; i++) any |= type_is_unknown(values[i]->type);
  if (!any || !may_try(k->p)) return;
  TypeVec types = {0};
  TypeTrial trial = begin_trial(k->p, piece->type_at);
  bool ok = parse_type_list(k->p, &types) && (k->p->token.kind == TOK_R_PAREN || k->p->token.kind == TOK_R_SQUARE);
  end_trial(k->p, trial);
  for (uint32_t i = 0; ok && types.count == count && i < count; i++)
    if (type_is_unknown(values[i]->type)) values[i]->type = types.data[i];
}

// A function type at the end tells the types of all operands, and of the results.
static void learn_from_function(Kept *k, TypeVec *results) {
  if (k->arrows != 1 || !k->colon_at || k->colon_at > k->arrow_at) return;
  T type = try_type(k, k->colon_at);
  const FunctionType *function = type ? type_as_function(type) : NULL;
  if (!function) return;
  // `constant @f : (i32) -> i32` is no call: the type is that of its result, or of something else.
  if (function->input_count && !k->state->operands.count) {
    results->count = 0;
    return;
  }
  if (!results->count && function->result_count == k->result_count)
    for (uint32_t i = 0; i < function->result_count; i++) vec_push(&k->p->scratch, results, function->types[function->input_count + i]);
  if (function->input_count != k->state->operands.count) return;
  for (uint32_t i = 0; i < function->input_count; i++) {
    Value *value = k->state->operands.data[i];
    if (type_is_unknown(value->type)) value->type = function->types[i];
  }
}

static const uintptr_t NO_ARGUMENT = UINTPTR_MAX;   // in Kept.ahead: of no region

// Decide about the values since the last region. `region`: the one that begins; its number, or -1.
static bool decide(Kept *k, int64_t region, bool labelled) {
  Parser *p = k->p;
  bool any_new = false;
  bool declares = region >= 0 && !labelled && may_declare(k);
  for (uint32_t i = k->undecided; i < k->pieces.count; i++) {
    Piece *piece = &k->pieces.data[i];
    if (piece->kind != PIECE_VALUE || piece->decided) continue;
    const MapEntry *known = map_find_str(&k->ahead, piece->use.name);
    bool declared = declares && piece->in_signature;
    if (known && known->value == NO_ARGUMENT) {
      piece->kind = PIECE_TEXT;
      continue;
    }
    if (known && !declared && !piece->use.number) {
      piece->part = KEPT_ARGUMENT;
      piece->number = (uint32_t)known->value;
      piece->decided = true;
      continue;
    }
    bool visible = names_known(p, piece->use.name);
    if (region < 0 && !visible && piece->in_signature && may_declare(k) && !k->state->regions.count) {
      piece->kind = PIECE_TEXT;   // a function without a body: the name defines nothing, and stays wherever it stands again
      map_put_str(&k->ahead, piece->use.name)->value = NO_ARGUMENT;
      continue;
    }
    if (region < 0 || labelled || piece->use.number || piece->is_use || (visible && !declared)) {
      if (!use_value(k, piece)) return false;
      learn_from_list(k, i);
      continue;
    }
    if (!any_new) {
      vec_clear(&k->args);
      k->args_region = (uint32_t)region;
      any_new = true;
    }
    if (k->args.count >= MAX_ARGS) return fail_at(k, piece->begin, "'%.*s' has too many arguments", def_name(k->state->def));
    T type = piece->type_at ? try_type(k, piece->type_at) : NULL;
    piece->part = KEPT_ARGUMENT;
    piece->number = (uint32_t)region << 16 | k->args.count;
    piece->decided = true;
    map_put_str(&k->ahead, piece->use.name)->value = piece->number;
    vec_push(&p->scratch, &k->args, (Argument){.name = piece->use, .type = type ? type : type_unknown(p->ctx, NULL)});
  }
  k->undecided = k->pieces.count;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Symbols, aliases, blocks

static void read_symbol(Kept *k) {
  Parser *p = k->p;
  uint32_t begin = k->token.begin;
  AttrVec path = {0};
  for (;;) {
    vec_push(&p->scratch, &path, attr_string(p->ctx, token_string(p->text, k->token, &p->scratch)));
    // `::` and another name, without white space
    Lexer ahead = k->lexer;
    Token first = lexer_next(&ahead), second = lexer_next(&ahead), name = lexer_next(&ahead);
    if (first.kind != TOK_COLON || second.kind != TOK_COLON || name.kind != TOK_AT_ID || !adjacent(k->token, first) ||
        !adjacent(first, second) || !adjacent(second, name))
      break;
    k->lexer = ahead;
    k->token = name;
  }
  Piece *piece = add_piece(k, PIECE_SYMBOL, begin, k->token.end);
  piece->what = attr_symbol_path(p->ctx, path.data, path.count);
  // The first one outside of brackets may name the operation itself; see define_symbol().
  piece->number = !k->symbol_seen && !k->open.count && path.count == 1;
  k->symbol_seen = true;
}

static bool is_number(Str text) {
  for (size_t i = 0; i < text.size; i++)
    if (!char_is_digit(text.data[i])) return false;
  return text.size > 0;
}

static bool read_alias(Kept *k) {
  Parser *p = k->p;
  Token token = k->token;
  Str name = without_sigil(p, token);
  bool is_type = token.kind == TOK_EXCLAMATION_ID;
  Token after = peek(k);
  bool has_body = after.kind == TOK_LESS && adjacent(token, after);
  if (has_body || name_has_dot(name) || is_number(name)) {
    add_text(k, token.begin, token.end);
    return true;
  }
  const Alias *alias = map_get_str(is_type ? &p->type_aliases : &p->attr_aliases, name);
  if (!alias && k->open.count > k->others) {   // in the body of a type or attribute of some dialect it is what that says
    add_text(k, token.begin, token.end);
    return true;
  }
  if (!alias && alias_is_elsewhere(p, token)) {
    add_text(k, token.begin, token.end);
    return true;
  }
  if (!alias) return fail_at(k, token.begin, "undefined symbol alias id '%.*s'", name);
  if (!alias->value) {   // reported at its definition
    p->failed = k->failed = true;
    return false;
  }
  add_blank_behind_name(k, true);
  add_piece(k, is_type ? PIECE_TYPE : PIECE_ATTR, token.begin, token.end)->what = alias->value;
  return true;
}

static bool is_in_braces(const Kept *k) {
  for (uint32_t i = 0; i < k->open.count; i++)
    if (k->open.data[i].open == '{') return true;
  return false;
}

static void read_block(Kept *k) {
  if (k->symbol_seen && may_declare(k) && is_in_braces(k)) {   // a function is no branch: its body is text
    add_text(k, k->token.begin, k->token.end);
    return;
  }
  Piece *piece = add_piece(k, PIECE_BLOCK, k->token.begin, k->token.end);
  piece->number = k->state->successors.count;
  vec_push(k->state->arena, &k->state->successors, names_block(k->p, without_sigil(k->p, k->token), k->token.begin));
}

// ---------------------------------------------------------------------------------------------
// Regions

// Whether a name since the last region is one that nothing defines.
static bool names_ahead(Kept *k) {
  if (!only_angles_open(k)) return false;
  for (uint32_t i = k->undecided > k->not_ahead ? k->undecided : k->not_ahead; i < k->pieces.count; i++) {
    const Piece *piece = &k->pieces.data[i];
    if (piece->kind == PIECE_VALUE && !piece->decided && !piece->is_use && !map_find_str(&k->ahead, piece->use.name) && !names_known(k->p, piece->use.name)) return true;
  }
  k->not_ahead = k->pieces.count;
  return false;
}

// Find out what a `{` opens; the lexer is after it.
typedef enum Brace { BRACE_TEXT, BRACE_REGION, BRACE_LABELLED } Brace;

static Brace look_into(Kept *k) {
  if (word_is(k, k->last, "attributes")) return BRACE_TEXT;
  Lexer ahead = k->lexer;
  Token first = lexer_next(&ahead);
  Lexer behind = ahead;
  Token second = lexer_next(&behind);
  bool new_line = line_breaks(k->p, k->token.end, first.begin) > 0;
  switch (first.kind) {
    case TOK_R_BRACE: {
      // `{}` at the end is a body; what may follow a dictionary tells one.
      bool at_end = second.kind == TOK_EOF || second.kind == TOK_R_BRACE || line_breaks(k->p, first.end, second.begin);
      if (k->last.kind == TOK_EQUAL || !only_angles_open(k)) return BRACE_TEXT;
      return at_end || new_line || names_ahead(k) || second.kind == TOK_ARROW ? BRACE_REGION : BRACE_TEXT;
    }
    case TOK_CARET_ID:
      if (!begins_block_at(ahead)) return BRACE_TEXT;
      return k->has_signature && second.kind == TOK_COLON ? BRACE_REGION : BRACE_LABELLED;   // a signature has named the arguments
    case TOK_PERCENT_ID: return begins_results_at(ahead) ? BRACE_REGION : BRACE_TEXT;
    case TOK_STRING: return second.kind == TOK_L_PAREN ? BRACE_REGION : BRACE_TEXT;
    case TOK_ELLIPSIS: return new_line ? BRACE_REGION : BRACE_TEXT;
    case TOK_ERROR: {   // `…`, or a dot on a line of its own
      uint32_t at = k->token.end;
      while (at < k->p->text.size && (k->p->text.data[at] == ' ' || k->p->text.data[at] == '\n' || k->p->text.data[at] == '\r')) at++;
      return new_line && (is_hole_text(k->p->text, at) || (at < k->p->text.size && k->p->text.data[at] == '.')) ? BRACE_REGION : BRACE_TEXT;
    }
    default: break;
  }
  if (!token_is_word(first.kind)) return BRACE_TEXT;
  Str word = text_of(k, first);
  bool known = lookup_custom_op(k->p, word) != NULL;
  if (second.kind == TOK_EQUAL || (second.kind == TOK_COLON && !known) || second.kind == TOK_COMMA) return BRACE_TEXT;
  bool like_function = k->symbol_seen && only_angles_open(k) && k->last.kind != TOK_AT_ID;
  Token third = lexer_next(&behind);
  if (second.kind == TOK_R_BRACE && third.kind == TOK_COLON) return BRACE_TEXT;
  if (second.kind == TOK_R_BRACE)
    return known || new_line || (name_has_dot(word) && !adjacent(k->token, first) && str_equal(name_dialect(word), name_dialect(def_name(k->state->def)))) ||
           (like_function && !name_has_dot(word)) ? BRACE_REGION : BRACE_TEXT;
  if (known || name_has_dot(word)) return BRACE_REGION;
  bool label_follows = second.kind == TOK_CARET_ID && line_breaks(k->p, first.end, second.begin) > 0;   // `return`, then another block
  return (new_line || like_function) && (second.kind == TOK_PERCENT_ID || second.kind == TOK_AT_ID || second.kind == TOK_KW_loc || label_follows) ? BRACE_REGION : BRACE_TEXT;
}

// The region at the current `{`; afterwards its `}` is behind.
static bool read_region(Kept *k, bool labelled) {
  Parser *p = k->p;
  uint32_t number = k->state->regions.count;
  if (number >= UINT16_MAX) return fail_at(k, k->token.begin, "'%.*s' has too many regions", def_name(k->state->def));
  if (!decide(k, number, labelled)) return false;
  uint32_t begin = k->token.begin, count = labelled ? 0 : k->args.count;
  Piece *piece = add_piece(k, PIECE_REGION, begin, begin + 1);
  piece->number = number;
  piece->part = KEPT_REGION;
  if (count) {
    piece->part = KEPT_BODY;
    piece->number = number << 16 | k->args_region;
  }
  const char *outer = p->ops->default_dialect;
  // Operations without a dialect may be of the one around them.
  const OpDef *record = context_op(p->ctx, def_name(k->state->def));
  p->ops->default_dialect = record ? op_default_dialect(p->ctx, record) : arena_str(p->ops->arena, name_dialect(def_name(k->state->def))).data;
  const OpHook hook = {.def = k->state->def, .name = def_name(k->state->def), .at = k->begin, .has_signature = k->has_signature, .names_args = k->has_signature || k->ahead.live > 0}, *outer_hook = p->hook;
  p->hook = &hook;
  parser_reset(p, begin);
  bool hides = false;
  for (uint32_t i = 0; i < count; i++) hides |= names_known(p, k->args.data[i].name.name);
  bool ok = parse_region(p, op_state_add_region(k->state), k->args.data, count, hides);
  p->ops->default_dialect = outer;
  p->hook = outer_hook;
  k->failed = !ok || p->failed;   // the text may have ended inside
  k->token = (Token){TOK_R_BRACE, p->last_end ? p->last_end - 1 : 0, p->last_end};
  k->lexer.at = p->last_end;
  return !k->failed;
}

// ---------------------------------------------------------------------------------------------
// The text

static bool close_bracket(Kept *k, char open) {
  while (k->open.count && vec_last(&k->open).open == '<' && open != '<') k->open.count--;
  if (!k->open.count || vec_last(&k->open).open != open) return open == '<';   // `>` may be a comparison
  if (k->signature == k->open.count) k->signature = 0;
  k->open.count--;
  k->others -= open != '<';
  return true;
}

static void open_bracket(Kept *k, char open, bool is_signature) {
  vec_push(&k->p->scratch, &k->open, (Bracket){open, k->token.begin});
  k->others += open != '<';
  if (!is_signature) return;
  k->signature = k->open.count;
  k->has_signature = true;
}

// `...` or `…`; but `, ...)` is how functions of any number of arguments are written.
static bool is_hole(const Kept *k) {
  Str text = text_of(k, k->token);
  if (k->token.kind != TOK_ELLIPSIS && !str_is(text, "\xe2\x80\xa6")) return false;
  return !(k->last.kind == TOK_COMMA && peek(k).kind == TOK_R_PAREN);
}

// The bracket opened last is not closed.
static bool report_unbalanced(Kept *k) {
  const Bracket *last = &vec_last(&k->open);
  while (last > k->open.data && last->open == '<') last--;
  parser_error_at(k->p, last->at, "unbalanced '%c' character in '%.*s', whose dialect Rung doesn't know", last->open,
                  STR_ARG(def_name(k->state->def)));
  k->failed = true;
  return false;
}

static bool read_token(Kept *k) {
  Token token = k->token;
  bool outside = !k->open.count;
  switch (token.kind) {
    case TOK_PERCENT_ID: return read_value(k);
    case TOK_CARET_ID: read_block(k); return true;
    case TOK_AT_ID: read_symbol(k); return true;
    case TOK_HASH_ID: case TOK_EXCLAMATION_ID: return read_alias(k);
    case TOK_ERROR:
      if (k->p->text.data[token.begin] == '"') return fail_at(k, token.begin, "expected '\"' in string literal%.*s", STR(""));
      break;
    case TOK_L_BRACE: {
      Brace brace = look_into(k);
      if (brace != BRACE_TEXT) return read_region(k, brace == BRACE_LABELLED);
      open_bracket(k, '{', false);
      break;
    }
    case TOK_L_PAREN:
      open_bracket(k, '(', outside && k->symbol_seen && !k->signature && !k->state->regions.count);
      break;
    case TOK_L_SQUARE: open_bracket(k, '[', false); break;
    case TOK_LESS: if (!adjacent(token, peek(k)) || peek(k).kind != TOK_MINUS) open_bracket(k, '<', false); break;   // `<-` is an arrow
    case TOK_R_BRACE: if (!close_bracket(k, '{')) return report_unbalanced(k); break;
    case TOK_R_PAREN: if (!close_bracket(k, '(')) return report_unbalanced(k); break;
    case TOK_R_SQUARE: if (!close_bracket(k, '[')) return report_unbalanced(k); break;
    case TOK_GREATER: close_bracket(k, '<'); break;
    case TOK_ARROW:
      if (outside) {
        k->arrows++;
        k->arrow_at = token.end;
      }
      break;
    case TOK_COLON: if (outside) k->colon_at = token.end; break;
    default: break;
  }
  if (is_hole(k)) k->has_hole = true;
  if (is_hole_text(k->p->text, token.begin)) k->has_hole_text = true;
  add_text(k, token.begin, token.end);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Making the operation

// Results: `-> T`, else unknown, with what stands behind `:` as a guess.
static void add_results(Kept *k, const TypeVec *arrow, const TypeVec *guess) {
  uint32_t n = k->result_count;
  bool sure = arrow->count == n;
  for (uint32_t i = 0; i < n; i++) {
    T type = NULL;
    if (sure) type = arrow->data[i];
    else type = type_unknown(k->p->ctx, guess->count == n ? guess->data[i] : guess->count == 1 ? guess->data[0] : NULL);
    op_state_add_type(k->state, type);
  }
}

// The operation is named by a symbol when one comes first, it computes nothing, and what is around it
// may hold symbols.
static void define_symbol(Kept *k) {
  const OpHook *parent = k->p->ops->parent;
  if (k->result_count || (parent && !op_def_has(parent->def, TRAIT_SYMBOL_TABLE | TRAIT_KEPT))) return;
  if (parent && parent->names_args && !k->state->regions.count) return;
  if (k->has_signature && k->colon_at && k->arrow_at > k->colon_at && !k->state->regions.count) return;   // a call: `@f() : () -> ()`
  for (uint32_t i = 0; i < k->pieces.count; i++) {
    Piece *piece = &k->pieces.data[i];
    if (piece->kind != PIECE_SYMBOL || !piece->number) continue;
    A name = ((const SymbolRefAttr *)piece->what)->path[0];
    if (!attr_str(name).size || k->state->operands.count) return;
    op_state_set_attr(k->state, STR("sym_name"), name);
    piece->what = NULL;
    return;
  }
}

static A part_attr(Context *ctx, KeptPart part, uint32_t index) {
  return attr_i64(ctx, ctx->types.i64, (int64_t)((uint64_t)part << 32 | index));
}

static void flush_text(Kept *k, AttrVec *parts, StrBuf *text) {
  if (!text->size) return;
  vec_push(&k->p->scratch, parts, attr_string(k->p->ctx, strbuf_view(text)));
  text->size = 0;
}

static A parts_of(Kept *k) {
  Parser *p = k->p;
  AttrVec parts = {0};
  StrBuf text;
  strbuf_init(&text, &p->ctx->mem);
  for (uint32_t i = 0; i < k->pieces.count; i++) {
    const Piece *piece = &k->pieces.data[i];
    A part = NULL;
    switch (piece->kind) {
      case PIECE_TEXT: strbuf_str(&text, str_slice(p->text, piece->begin, piece->end)); continue;
      case PIECE_SPACE: strbuf_char(&text, ' '); continue;
      case PIECE_NEWLINE:
        strbuf_char(&text, '\n');
        strbuf_pad(&text, ' ', piece->number);
        continue;
      case PIECE_VALUE: case PIECE_REGION: part = part_attr(p->ctx, piece->part, piece->number); break;
      case PIECE_BLOCK: part = part_attr(p->ctx, KEPT_SUCCESSOR, piece->number); break;
      case PIECE_SYMBOL: part = piece->what ? piece->what : part_attr(p->ctx, KEPT_SYMBOL_NAME, 0); break;
      case PIECE_TYPE: part = attr_type(p->ctx, piece->what); break;
      case PIECE_ATTR: {
        A item = piece->what;
        part = attr_array(p->ctx, &item, 1);
        break;
      }
    }
    flush_text(k, &parts, &text);
    vec_push(&p->scratch, &parts, part);
  }
  flush_text(k, &parts, &text);
  strbuf_free(&text);
  return attr_array(p->ctx, parts.data, parts.count);
}

bool parse_kept(Parser *p, OpState *state, uint32_t begin, Token name, uint64_t result_count) {
  Kept kept = {.p = p, .lexer = p->lexer, .token = name, .begin = begin, .column = indentation_at(p, begin), .state = state}, *k = &kept;
  p->ops->lacks_hole = false;
  if (result_count > UINT16_MAX) return parser_error_at(p, begin, "'%.*s' has too many results", STR_ARG(def_name(state->def)));
  // A text cannot have more results than bytes; a greater number would only waste memory.
  if ((p->ops->kept_results += (uint32_t)result_count) > UINT16_MAX + p->text.size)
    return parser_error_at(p, begin, "operations of unknown dialects have too many results");
  k->result_count = (uint32_t)result_count;
  map_init(&k->ahead, &p->scratch);
  k->is_ellipsis = k->has_hole = name.kind == TOK_ELLIPSIS;
  k->is_first = true;
  k->lexer.at = name.end;
  add_text(k, name.begin, name.end);
  for (next(k);; next(k)) {
    k->lines = line_breaks(p, k->last.end, k->token.begin);
    if (ends_here(k) || p->ctx->mem.exhausted) break;
    add_gap(k);
    k->is_first = false;
    if (!read_token(k)) break;
  }
  uint32_t end = k->last.end;
  p->ops->lacks_hole = op_def_has(state->def, TRAIT_HOLE) && !k->has_hole && !k->has_hole_text;
  if (p->ops->lacks_hole) k->failed = true;
  if (!k->failed && !only_angles_open(k)) report_unbalanced(k);
  TypeVec arrow = {0}, guess = {0};
  if (!k->failed && k->result_count) {
    if (k->arrows == 1 && !try_types(k, k->arrow_at, true, &arrow)) arrow.count = 0;
    if (k->arrows == 0 && k->colon_at && !try_types(k, k->colon_at, false, &guess)) guess.count = 0;
  }
  if (!k->failed) decide(k, -1, false);
  if (!k->failed) {
    learn_from_function(k, &arrow);
    add_results(k, &arrow, &guess);
    define_symbol(k);
    state->prop_dict = parts_of(k);
    if (k->has_hole && !op_def_has(state->def, TRAIT_HOLE)) state->def = context_kept_op(p->ctx, def_name(state->def), TRAIT_HOLE);
    if (op_def_has(state->def, TRAIT_HOLE)) note_hole(p, (Range){begin, end});
  }
  parser_reset(p, k->token.begin);
  p->last_end = end;
  return !k->failed;
}
