// The lexer: a table of character classes and one switch; tokens are slices of the source.
#include "asm/lexer.h"

#define L (CHAR_IDENT | CHAR_SUFFIX | CHAR_WORD)
#define H (L | CHAR_HEX)
#define D (H | CHAR_DIGIT)
const uint8_t char_classes[256] = {
  ['\0'] = CHAR_SPACE, ['\t'] = CHAR_SPACE, ['\n'] = CHAR_SPACE | CHAR_STRING_STOP, ['\r'] = CHAR_SPACE, [' '] = CHAR_SPACE,
  ['\v'] = CHAR_STRING_STOP, ['\f'] = CHAR_STRING_STOP, ['"'] = CHAR_STRING_STOP, ['\\'] = CHAR_STRING_STOP,
  ['$'] = L | CHAR_PUNCT, ['_'] = L, ['.'] = CHAR_IDENT | CHAR_SUFFIX | CHAR_PUNCT, ['-'] = CHAR_SUFFIX | CHAR_PUNCT,
  ['0'] = D, ['1'] = D, ['2'] = D, ['3'] = D, ['4'] = D, ['5'] = D, ['6'] = D, ['7'] = D, ['8'] = D, ['9'] = D,
  ['a'] = H, ['b'] = H, ['c'] = H, ['d'] = H, ['e'] = H, ['f'] = H, ['g'] = L, ['h'] = L, ['i'] = L,
  ['j'] = L, ['k'] = L, ['l'] = L, ['m'] = L, ['n'] = L, ['o'] = L, ['p'] = L, ['q'] = L, ['r'] = L,
  ['s'] = L, ['t'] = L, ['u'] = L, ['v'] = L, ['w'] = L, ['x'] = L, ['y'] = L, ['z'] = L,
  ['A'] = H, ['B'] = H, ['C'] = H, ['D'] = H, ['E'] = H, ['F'] = H, ['G'] = L, ['H'] = L, ['I'] = L,
  ['J'] = L, ['K'] = L, ['L'] = L, ['M'] = L, ['N'] = L, ['O'] = L, ['P'] = L, ['Q'] = L, ['R'] = L,
  ['S'] = L, ['T'] = L, ['U'] = L, ['V'] = L, ['W'] = L, ['X'] = L, ['Y'] = L, ['Z'] = L,
};
#undef L
#undef H
#undef D
#define CLASS(c) char_classes[(uint8_t)(c)]

static const char *const token_texts[TOKEN_KIND_COUNT] = {
#define TOKEN(kind, text) [TOK_##kind] = text,
#define KEYWORD(name) [TOK_KW_##name] = #name,
#include "records/token.def"
};

const char *token_kind_text(TokenKind kind) {
  return (unsigned)kind < TOKEN_KIND_COUNT ? token_texts[kind] : "";
}

bool token_is_keyword_kind(TokenKind kind) { return kind >= TOK_KW_affine_map && kind < TOKEN_KIND_COUNT; }

// A keyword's slot is keyword_hash() of its text; no two share one. The longest has 14 characters.
static const uint8_t keyword_slots[256] = {
#define KW(name) TOK_KW_##name
  [2] = KW(f8E4M3FN), [4] = KW(dense_resource), [7] = KW(distinct), [9] = KW(f16), [29] = KW(size),
  [37] = KW(loc), [43] = KW(tuple), [44] = KW(sparse), [48] = KW(ceildiv), [54] = KW(index),
  [61] = KW(step), [63] = KW(unit), [76] = KW(vector), [87] = KW(f8E5M2), [88] = KW(graph),
  [89] = KW(symbol), [90] = KW(max), [91] = KW(dense), [110] = KW(mod), [111] = KW(f64),
  [114] = KW(bf16), [116] = KW(f8E4M3B11FNUZ), [117] = KW(attributes), [120] = KW(f128),
  [124] = KW(array), [127] = KW(floordiv), [128] = KW(f4E2M1FN), [131] = KW(offset), [133] = KW(f32),
  [141] = KW(f8E4M3), [142] = KW(min), [144] = KW(f8E4M3FNUZ), [152] = KW(strided), [161] = KW(to),
  [163] = KW(f8E5M2FNUZ), [170] = KW(true), [174] = KW(f6E2M3FN), [178] = KW(func), [186] = KW(none),
  [190] = KW(affine_set), [193] = KW(f6E3M2FN), [194] = KW(strides), [195] = KW(f8E3M4),
  [203] = KW(f8E8M0FNU), [206] = KW(complex), [208] = KW(type), [215] = KW(memref), [217] = KW(false),
  [221] = KW(for), [230] = KW(affine_map), [235] = KW(f80), [240] = KW(tf32), [247] = KW(tensor),
#undef KW
};
_Static_assert(TOKEN_KIND_COUNT <= 256, "token kinds fit a byte");

static inline unsigned keyword_hash(const char *text, uint32_t size) {
  const uint8_t *c = (const uint8_t *)text;
  return (c[0] * 19u + c[1] * 23u + c[size * 3 / 8] * 19u + c[size - 1] * 54u + size * 3u) & 255u;
}

TokenKind token_keyword_kind(Str text) {
  if (text.size < 2 || text.size > 14) return TOK_BARE_ID;
  unsigned kind = keyword_slots[keyword_hash(text.data, (uint32_t)text.size)];
  if (!kind) return TOK_BARE_ID;
  const char *spelling = token_texts[kind];
  for (size_t i = 0; i < text.size; i++)
    if (spelling[i] != text.data[i]) return TOK_BARE_ID;
  return spelling[text.size] ? TOK_BARE_ID : (TokenKind)kind;
}

enum { SURE_SEARCH = 64 };

// The offset of the last byte of no class in `classes`; 0 when it is not near the end.
static uint32_t last_outside(Str text, unsigned classes) {
  for (size_t i = text.size, n = 0; i > 0 && n < SURE_SEARCH; n++)
    if (!(CLASS(text.data[--i]) & classes)) return (uint32_t)i;
  return 0;
}

void lexer_init(Lexer *self, Str text) {
  uint32_t word_end = last_outside(text, CHAR_IDENT | CHAR_SUFFIX), space_end = last_outside(text, CHAR_SPACE);
  *self = (Lexer){.text = text.data, .size = (uint32_t)text.size, .sure = word_end < space_end ? word_end : space_end};
}

// The token being read: [begin, p) so far; the text ends at `end`. The rules below begin behind the
// first character, move `p` to the end of the token and return its kind.
typedef struct Cursor {
  const char *begin, *p, *end;
} Cursor;

static TokenKind lex_error(Lexer *self, Cursor *c, const char *at, const char *next, const char *message) {
  self->error = message;
  self->error_at = (uint32_t)(at - self->text);
  c->begin = at;
  c->p = next;
  return TOK_ERROR;
}

// string-literal ::= `"` [^"\n\f\v]* `"`
static TokenKind lex_string(Lexer *self, Cursor *c, TokenKind kind) {
  const char *p = c->p, *end = c->end;
  for (;;) {
    while (p < end && !(CLASS(*p) & CHAR_STRING_STOP)) p++;
    if (p == end) return lex_error(self, c, p, p, "expected '\"' in string literal");
    char stop = *p++;
    if (stop == '"') break;
    if (stop != '\\') return lex_error(self, c, p - 1, p, "expected '\"' in string literal");
    char escaped = p < end ? *p : '\0';
    if (escaped == '"' || escaped == '\\' || escaped == 'n' || escaped == 't')
      p++;
    else if (end - p >= 2 && (CLASS(p[0]) & CHAR_HEX) && (CLASS(p[1]) & CHAR_HEX))
      p += 2;
    else
      return lex_error(self, c, p - 1, p, "unknown escape in string literal");
  }
  c->p = p;
  return kind;
}

static inline const char *skip(const char *p, const char *end, unsigned class) {
  while (p < end && (CLASS(*p) & class)) p++;
  return p;
}

// The same before `Lexer.sure`, where the text does not end first.
static inline const char *skip_sure(const char *p, unsigned class) {
  while (CLASS(*p) & class) p++;
  return p;
}

// integer-literal ::= digit+ | `0x` hex-digit+
// float-literal ::= digit+ `.` digit* ([eE] [-+]? digit+)?
static inline TokenKind lex_number(Cursor *c) {
  const char *p = c->p, *end = c->end;
  if (*c->begin == '0' && p < end && *p == 'x') {
    // `0xi32` is the dimension 0 and an element type.
    if (end - p >= 2 && (CLASS(p[1]) & CHAR_HEX)) c->p = skip(p + 1, end, CHAR_HEX);
    return TOK_INTEGER;
  }
  c->p = p = skip(p, end, CHAR_DIGIT);
  if (p == end || *p != '.') return TOK_INTEGER;
  c->p = p = skip(p + 1, end, CHAR_DIGIT);
  if (p < end && (*p | 32) == 'e') {
    p++;
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p < end && (CLASS(*p) & CHAR_DIGIT)) c->p = skip(p, end, CHAR_DIGIT);
  }
  return TOK_FLOAT;
}

// bare-id ::= (letter | `_`) (letter | digit | [_$.])*     integer-type ::= [su]? `i` digit+
static inline TokenKind lex_bare(Cursor *c, bool sure) {
  const char *begin = c->begin, *p = sure ? skip_sure(c->p, CHAR_WORD) : skip(c->p, c->end, CHAR_WORD);
  c->p = p;
  if (p < c->end && *p == '.') {
    c->p = sure ? skip_sure(p + 1, CHAR_IDENT) : skip(p + 1, c->end, CHAR_IDENT);
    return TOK_BARE_ID;
  }
  const char *digits = begin + 1;
  if ((*begin == 's' || *begin == 'u') && digits < p && *digits == 'i') digits++;
  if ((*begin == 'i' || digits == begin + 2) && digits < p && skip(digits, p, CHAR_DIGIT) == p) return TOK_INTTYPE;
  return token_keyword_kind((Str){begin, (size_t)(p - begin)});
}

// suffix-id ::= digit+ | (letter | id-punct) (letter | digit | id-punct)*;  id-punct ::= [$._-]
static inline TokenKind lex_prefixed(Lexer *self, Cursor *c, TokenKind kind, const char *error) {
  const char *p = c->p;
  if (p == c->end || !(CLASS(*p) & CHAR_SUFFIX)) return lex_error(self, c, c->begin, p, error);
  c->p = skip(p + 1, c->end, CLASS(*p) & CHAR_DIGIT ? CHAR_DIGIT : CHAR_SUFFIX);
  return kind;
}

// symbol-ref-id ::= `@` (bare-id | string-literal)
static TokenKind lex_at(Lexer *self, Cursor *c) {
  const char *p = c->p;
  if (p < c->end && *p == '"') {
    c->p++;
    return lex_string(self, c, TOK_AT_ID);
  }
  if (p == c->end || (!char_is_alpha(*p) && *p != '_'))
    return lex_error(self, c, p, p == c->end ? p : p + 1, "@ identifier expected to start with letter or '_'");
  c->p = skip(p + 1, c->end, CHAR_IDENT);
  return TOK_AT_ID;
}

static inline bool looking_at(const Cursor *c, char first, char second) {
  return c->end - c->p >= 2 && c->p[0] == first && c->p[1] == second;
}

// Characters that are always a token of their own.
static const uint8_t single_kinds[256] = {
  [':'] = TOK_COLON, [','] = TOK_COMMA, ['('] = TOK_L_PAREN, [')'] = TOK_R_PAREN, ['}'] = TOK_R_BRACE,
  ['['] = TOK_L_SQUARE, [']'] = TOK_R_SQUARE, ['<'] = TOK_LESS, ['>'] = TOK_GREATER, ['='] = TOK_EQUAL,
  ['+'] = TOK_PLUS, ['*'] = TOK_STAR, ['?'] = TOK_QUESTION, ['|'] = TOK_VERTICAL_BAR,
};

// Read a token that begins with a rarer character; the white space before it was skipped.
static __attribute__((noinline)) TokenKind lex_rare(Lexer *self, Cursor *c) {
  for (;;) {
    c->begin = c->p = skip(c->p, c->end, CHAR_SPACE);
    if (c->p == c->end) return TOK_EOF;
    char first = *c->p++;
    unsigned class = CLASS(first), single = single_kinds[(uint8_t)first];
    if (single) return (TokenKind)single;
    if ((class & (CHAR_IDENT | CHAR_DIGIT | CHAR_PUNCT)) == CHAR_IDENT) return lex_bare(c, false);
    if (class & CHAR_DIGIT) return lex_number(c);
    switch (first) {
    case '"': return lex_string(self, c, TOK_STRING);
    case '@': return lex_at(self, c);
    case '%': return lex_prefixed(self, c, TOK_PERCENT_ID, "invalid SSA name");
    case '^': return lex_prefixed(self, c, TOK_CARET_ID, "invalid block name");
    case '!': return lex_prefixed(self, c, TOK_EXCLAMATION_ID, "invalid type identifier");
    case '#':
      if (!looking_at(c, '-', '}')) return lex_prefixed(self, c, TOK_HASH_ID, "invalid attribute name");
      c->p += 2;
      return TOK_FILE_METADATA_END;
    case '{':
      if (!looking_at(c, '-', '#')) return TOK_L_BRACE;
      c->p += 2;
      return TOK_FILE_METADATA_BEGIN;
    case '-':
      if (c->p == c->end || *c->p != '>') return TOK_MINUS;
      c->p++;
      return TOK_ARROW;
    case '.':
      if (!looking_at(c, '.', '.'))
        return lex_error(self, c, c->p, c->p, "expected three consecutive dots for an ellipsis");
      c->p += 2;
      return TOK_ELLIPSIS;
    case '/':
      if (c->p == c->end || *c->p != '/') return TOK_SLASH;
      while (c->p < c->end && *c->p != '\n' && *c->p != '\r') c->p++;
      continue;
    default: return lex_error(self, c, c->begin, c->p, "unexpected character");
    }
  }
}

// Values, punctuation and bare identifiers, most of any text, are read here.
void lexer_read(Lexer *self, Token *out) {
  const char *text = self->text, *p = text + self->at, *begin;
  Cursor cursor;
  TokenKind kind;
  if (__builtin_expect(self->at < self->sure, 1)) {
    if (*p == ' ') p++;
    if (CLASS(*p) & CHAR_SPACE) p = skip_sure(p + 1, CHAR_SPACE);
    if (p >= text + self->sure) goto rare;
    begin = p;
    if (*p == '%' && CLASS(p[1]) & CHAR_SUFFIX) {
      p = CLASS(p[1]) & CHAR_DIGIT ? skip_sure(p + 2, CHAR_DIGIT) : skip_sure(p + 2, CHAR_SUFFIX);
      kind = TOK_PERCENT_ID;
      goto done;
    }
    if ((kind = (TokenKind)single_kinds[(uint8_t)*p])) {
      p++;
      goto done;
    }
    if ((CLASS(*p) & (CHAR_IDENT | CHAR_DIGIT | CHAR_PUNCT)) == CHAR_IDENT) {
      cursor = (Cursor){begin, p + 1, text + self->size};
      kind = lex_bare(&cursor, true);
      p = cursor.p;
      goto done;
    }
  }
rare:
  cursor = (Cursor){p, p, text + self->size};
  kind = lex_rare(self, &cursor);
  begin = cursor.begin;
  p = cursor.p;
done:
  out->kind = kind;
  out->begin = (uint32_t)(begin - text);
  out->end = self->at = (uint32_t)(p - text);
}

Str token_string(Str source, Token token, Arena *arena) {
  Str text = token_text(source, token);
  if (text.size && text.data[0] == '@') text = str_slice(text, 1, text.size);
  if (!text.size || text.data[0] != '"') return text;  // @name
  text = str_slice(text, 1, text.size > 1 ? text.size - 1 : 1);
  if (!text.size || !memchr(text.data, '\\', text.size)) return text;
  char *out = arena_alloc_raw(arena, text.size);
  if (!out) return (Str){0};
  size_t n = 0;
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i];
    if (c == '\\' && i + 1 < text.size) {
      c = text.data[++i];
      if (c == 'n') {
        c = '\n';
      } else if (c == 't') {
        c = '\t';
      } else if (c != '"' && c != '\\' && i + 1 < text.size) {
        c = (char)(char_hex_value(c) << 4 | char_hex_value(text.data[i + 1]));
        i++;
      }
    }
    out[n++] = c;
  }
  return (Str){out, n};
}
