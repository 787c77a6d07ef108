// Going on after an error: find where the next operation begins.
//
// The text of the broken operation is read again as bare tokens, with a count of its open braces,
// until a token that can begin an operation stands first on a line, or the enclosing region ends.
// A `{` that opens a dictionary may have lost its `}`: an operation's beginning ends it as well.
#include "asm/op_parser.h"

// Tokens to look at for the end of a list: bounds the time that unbalanced text can cost.
#define LOOK_AHEAD 1000u

typedef struct Skipper {
  Parser *p;
  Lexer lexer;
  Token token;
  uint64_t regions;   // bit per open brace, innermost lowest: 1 when it opened a region
  uint32_t open;      // braces open
} Skipper;

static void skip_next(Skipper *self) { self->token = lexer_next(&self->lexer); }

static Token peek(const Skipper *self) {
  Lexer ahead = self->lexer;
  return lexer_next(&ahead);
}

bool starts_line(const Parser *p, uint32_t at) {
  const char *text = p->text.data;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) at--;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

// `%a` (`:` n)? (`,` `%b` (`:` n)?)* `=`, and no value: that would be an argument, as in `(%i = %n, …)`
bool begins_results_at(Lexer ahead) {
  for (uint32_t left = LOOK_AHEAD; left > 0; left--) {
    Token token = lexer_next(&ahead);
    if (token.kind == TOK_COLON) {
      if (lexer_next(&ahead).kind != TOK_INTEGER) return false;
      token = lexer_next(&ahead);
    }
    if (token.kind == TOK_EQUAL) return lexer_next(&ahead).kind != TOK_PERCENT_ID;
    if (token.kind != TOK_COMMA || lexer_next(&ahead).kind != TOK_PERCENT_ID) return false;
  }
  return false;
}

// `^bb` (`(` … `)`)? `:`
bool begins_block_at(Lexer ahead) {
  Token token = lexer_next(&ahead);
  if (token.kind == TOK_L_PAREN) {
    uint32_t parens = 1;
    for (uint32_t left = LOOK_AHEAD; parens && left > 0 && token.kind != TOK_EOF; left--) {
      token = lexer_next(&ahead);
      parens += token.kind == TOK_L_PAREN;
      parens -= token.kind == TOK_R_PAREN;
    }
    token = lexer_next(&ahead);
  }
  return token.kind == TOK_COLON;
}

// `foo.bar` or a name that is an operation here, not the key of a dictionary entry.
static bool begins_custom_op(const Skipper *self) {
  Parser *p = self->p;
  TokenKind after = peek(self).kind;
  if (after == TOK_EQUAL || after == TOK_COMMA || after == TOK_COLON) return false;
  Str spelling = parser_text_of(p, self->token);
  if (lookup_custom_op(p, spelling)) return true;
  const char *dot = memchr(spelling.data, '.', spelling.size);
  return dot && (p->options.keep_unknown || context_dialect(p->ctx, str_slice(spelling, 0, (size_t)(dot - spelling.data))));
}

static bool begins_operation(const Skipper *self) {
  switch (self->token.kind) {
    case TOK_PERCENT_ID: return begins_results_at(self->lexer);
    case TOK_STRING: return peek(self).kind == TOK_L_PAREN;
    case TOK_CARET_ID: return begins_block_at(self->lexer);
    default:
      return (self->token.kind == TOK_BARE_ID || token_is_keyword_kind(self->token.kind)) && begins_custom_op(self);
  }
}

static bool begins_definition(const Skipper *self) {
  return self->token.kind == TOK_FILE_METADATA_BEGIN ||
         ((self->token.kind == TOK_HASH_ID || self->token.kind == TOK_EXCLAMATION_ID) && peek(self).kind == TOK_EQUAL);
}

// Whether the `{` that is the current token opens a region rather than a dictionary.
static bool opens_region(const Skipper *self) {
  Skipper inside = *self;
  skip_next(&inside);
  return begins_operation(&inside);
}

// Names in the text that is skipped are not to be called undeclared elsewhere.
static void note_name(const Skipper *self) {
  Parser *p = self->p;
  Str name = str_slice(p->text, self->token.begin + 1, self->token.end);
  TokenKind after = peek(self).kind;
  if (after == TOK_EQUAL || after == TOK_COLON || !names_known(p, name))
    names_define_broken(p, name, self->token.begin, NULL);
}

// Read the region at the skipper's `{` into the operation being skipped.
static bool read_region(Skipper *self, OpState *state) {
  Parser *p = self->p;
  const char *outer = p->ops->default_dialect;
  p->ops->default_dialect = op_default_dialect(p->ctx, state->def);
  bool is_region = opens_region(self) && p->depth < p->max_depth;
  if (is_region) {
    bool failed = p->failed;
    parser_reset(p, self->token.begin);
    p->failed = failed;
    parse_region_at(p, op_state_add_region(state));
    self->lexer.at = p->token.begin;
  }
  p->ops->default_dialect = outer;
  return is_region;
}

void recover(Parser *p, uint32_t from, uint32_t begin, OpState *state) {
  p->failed = true;
  if (p->trial) {
    parser_reset(p, (uint32_t)p->text.size);
    return;
  }
  Skipper skipper = {.p = p, .lexer = p->lexer}, *self = &skipper;
  uint32_t least = p->token.begin > begin ? p->token.begin : p->token.end;
  bool nested = p->depth > 0;
  if (state && (state->def->traits & TRAIT_UNREGISTERED)) state = NULL;
  self->lexer.at = from;
  for (;;) {
    skip_next(self);
    Token token = self->token;
    if (p->ctx->mem.exhausted) {
      stop_parse(p);
      p->failed = true;
      return;
    }
    if (token.kind == TOK_EOF) break;
    bool in_dict = self->open > 0 && !(self->regions & 1);
    if (token.begin >= least && (self->open == 0 || in_dict) && starts_line(p, token.begin) &&
        (begins_operation(self) || (!nested && begins_definition(self))))
      break;
    if (token.kind == TOK_L_BRACE) {
      if (self->open == 0 && state && token.begin >= p->ops->safe && read_region(self, state)) {
        if (p->token.kind == TOK_EOF) return;
        if (p->token.begin > least) least = p->token.begin;
        continue;
      }
      self->regions = self->regions << 1 | opens_region(self);
      self->open++;
    } else if (token.kind == TOK_R_BRACE) {
      if (self->open > 0) {
        self->open--;
        self->regions >>= 1;
      } else if (nested) {
        break;
      }
    } else if (token.kind == TOK_PERCENT_ID) {
      note_name(self);
    }
  }
  // A region that seems unclosed may owe that to what was skipped.
  if (self->token.kind == TOK_EOF) p->ops->end_reported = true;
  // Go on after the skipped text; the token found cannot be one that the lexer refuses.
  parser_reset(p, self->token.begin);
  p->ops->safe = self->token.begin;
}
