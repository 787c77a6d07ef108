#include "editions/token_diff.h"

#include "asm/lexer.h"

typedef VEC(Token) TokenVec;

typedef struct Side {
  Str text;        // whole
  Range range;     // of it
  TokenVec tokens;
} Side;

typedef struct Diff {
  Arena *arena;
  Side old, new;
  Str indent;
  TokenEditVec *out;
} Diff;

// A location that a text may end with, which says nothing about what stands before.
static void drop_locations(Side *side) {
  uint32_t kept = 0;
  TokenVec *v = &side->tokens;
  for (uint32_t i = 0; i < v->count; i++) {
    if (v->data[i].kind == TOK_KW_loc && i + 1 < v->count && v->data[i + 1].kind == TOK_L_PAREN) {
      uint32_t depth = 0, end = i + 1;
      for (; end < v->count; end++) {
        if (v->data[end].kind == TOK_L_PAREN) depth++;
        if (v->data[end].kind == TOK_R_PAREN && --depth == 0) break;
      }
      if (end < v->count) {
        i = end;
        continue;
      }
    }
    v->data[kept++] = v->data[i];
  }
  v->count = kept;
}

static void read_tokens(Arena *arena, Side *side, const RangeVec *aside) {
  uint32_t next = 0;   // of those set aside
  Lexer lexer;
  lexer_init(&lexer, str_slice(side->text, 0, side->range.end));
  lexer.at = side->range.begin;
  for (Token token = lexer_next(&lexer); token.kind != TOK_EOF; token = lexer_next(&lexer)) {
    if (token.end <= token.begin) break;
    while (aside && next < aside->count && aside->data[next].end <= token.begin) next++;
    if (aside && next < aside->count && token.begin >= aside->data[next].begin) continue;
    vec_push(arena, &side->tokens, token);
  }
  drop_locations(side);
}

// A number's digits without zeros at either end, and its power of ten.
typedef struct Decimal { char digits[40]; uint32_t count; int64_t power; } Decimal;

static bool read_decimal(Str text, Decimal *out) {
  *out = (Decimal){0};
  size_t i = 0;
  for (bool fraction = false; i < text.size && (char_is_digit(text.data[i]) || text.data[i] == '.'); i++) {
    if (text.data[i] == '.') fraction = true;
    else if (out->count == sizeof out->digits) return false;
    else if (out->count || text.data[i] != '0') out->digits[out->count++] = text.data[i], out->power -= fraction;
    else out->power -= fraction;
  }
  while (out->count && out->digits[out->count - 1] == '0') out->count--, out->power++;
  int64_t exponent = 0;
  bool negative = false;
  if (i < text.size) {
    if (text.data[i] != 'e' && text.data[i] != 'E') return false;
    if (++i < text.size && (text.data[i] == '-' || text.data[i] == '+')) negative = text.data[i++] == '-';
    for (; i < text.size && exponent < 10000; i++) exponent = exponent * 10 + (text.data[i] - '0');
  }
  out->power = out->count ? out->power + (negative ? -exponent : exponent) : 0;
  return true;
}

static bool same_number(Str a, Str b) {
  Decimal x, y;
  return read_decimal(a, &x) && read_decimal(b, &y) && x.power == y.power && x.count == y.count && !memcmp(x.digits, y.digits, x.count);
}

// `4x` of a builtin type and `4 x` of one of the llvm dialect are not the same.
static bool is_close(const Side *side, uint32_t i) { return i && side->tokens.data[i - 1].end == side->tokens.data[i].begin; }

static bool same(const Diff *self, uint32_t i, uint32_t k) {
  Token a = self->old.tokens.data[i], b = self->new.tokens.data[k];
  Str old = token_text(self->old.text, a), new = token_text(self->new.text, b);
  if (old.data[0] == 'x' && is_close(&self->old, i) != is_close(&self->new, k)) return false;
  return str_equal(old, new) || (a.kind == TOK_FLOAT && b.kind == TOK_FLOAT && same_number(old, new));
}

// White space without a line's end.
static bool is_plain(Str text, uint32_t begin, uint32_t end) {
  for (; begin < end; begin++)
    if (text.data[begin] != ' ' && text.data[begin] != '\t') return false;
  return true;
}

static void add(Diff *self, uint32_t begin, uint32_t end, Str text) {
  uint32_t lines = 0;
  for (size_t i = 0; i < text.size; i++) lines += text.data[i] == '\n';
  char *data = arena_alloc_raw(self->arena, text.size + lines * self->indent.size + 1);
  if (!data) return;
  size_t size = 0;
  for (size_t i = 0; i < text.size; i++) {
    data[size++] = text.data[i];
    if (text.data[i] != '\n') continue;
    if (self->indent.size) memcpy(data + size, self->indent.data, self->indent.size);
    size += self->indent.size;
  }
  vec_push(self->arena, self->out, ((TokenEdit){{begin, end}, {data, size}}));
}

// Tokens [i0, i1) give way to [k0, k1); around them all stays.
static void add_hunk(Diff *self, uint32_t i0, uint32_t i1, uint32_t k0, uint32_t k1) {
  const Token *a = self->old.tokens.data, *b = self->new.tokens.data;
  Str old = self->old.text, new = self->new.text;
  bool has_left = i0 > 0, has_right = i1 < self->old.tokens.count;
  uint32_t left = has_left ? a[i0 - 1].end : self->old.range.begin, right = has_right ? a[i1].begin : self->old.range.end;
  uint32_t new_left = k0 ? b[k0 - 1].end : self->new.range.begin, new_right = k1 < self->new.tokens.count ? b[k1].begin : self->new.range.end;
  uint32_t begin = i1 > i0 ? a[i0].begin : has_left ? left : right, end = i1 > i0 ? a[i1 - 1].end : begin;
  uint32_t from = k1 > k0 ? b[k0].begin : new_left, to = k1 > k0 ? b[k1 - 1].end : from;
  bool takes_left = has_left && is_plain(old, left, i1 > i0 ? begin : right), takes_right = has_right && is_plain(old, i1 > i0 ? end : left, right);
  if (i1 == i0 && has_left) {            // behind what is there; a comment or a line's end stays behind what comes in
    from = new_left;
    if (takes_right) end = right, to = new_right;
  } else if (k1 == k0) {                 // with the blanks on one side
    if (takes_left && takes_right) begin = left, end = right, to = new_right;
    else if (takes_left) begin = left;
    else if (takes_right) end = right;
  } else {
    if (takes_left) begin = left, from = new_left;
    if (takes_right) end = right, to = new_right;
    if (i1 == i0) to = new_right;
  }
  add(self, begin, end, str_slice(new, from, to));
}

enum { MOST_PAIRS = 1 << 20 };   // of tokens compared with each other

// The longest common subsequence of [i0, i1) and [k0, k1).
static void diff(Diff *self, uint32_t i0, uint32_t i1, uint32_t k0, uint32_t k1) {
  uint64_t rows = i1 - i0, columns = k1 - k0;
  uint16_t *length = rows && columns && rows * columns < MOST_PAIRS ? arena_new(self->arena, uint16_t, (rows + 1) * (columns + 1)) : NULL;
  if (!length) {
    if (rows || columns) add_hunk(self, i0, i1, k0, k1);
    return;
  }
#define LENGTH(i, k) length[(uint64_t)(i) * (columns + 1) + (k)]
  for (uint64_t i = rows; i-- > 0;)
    for (uint64_t k = columns; k-- > 0;)
      LENGTH(i, k) = same(self, i0 + (uint32_t)i, k0 + (uint32_t)k) ? LENGTH(i + 1, k + 1) + 1 :
                     LENGTH(i + 1, k) > LENGTH(i, k + 1) ? LENGTH(i + 1, k) : LENGTH(i, k + 1);
  uint64_t i = 0, k = 0;
  while (i < rows || k < columns) {
    uint64_t from_i = i, from_k = k;
    while ((i < rows || k < columns) && !(i < rows && k < columns && LENGTH(i, k) == LENGTH(i + 1, k + 1) + 1 && same(self, i0 + (uint32_t)i, k0 + (uint32_t)k))) {
      if (k == columns || (i < rows && LENGTH(i + 1, k) >= LENGTH(i, k + 1))) i++;
      else k++;
    }
    if (i > from_i || k > from_k) add_hunk(self, i0 + (uint32_t)from_i, i0 + (uint32_t)i, k0 + (uint32_t)from_k, k0 + (uint32_t)k);
    if (i < rows) i++, k++;
  }
#undef LENGTH
}

void token_diff(Arena *arena, Str source, Range range, const RangeVec *aside, Str wanted, Str indent, TokenEditVec *out) {
  Diff self = {arena, {.text = source, .range = range}, {.text = wanted, .range = {0, (uint32_t)wanted.size}}, indent, out};
  read_tokens(arena, &self.old, aside);
  read_tokens(arena, &self.new, NULL);
  uint32_t old_end = self.old.tokens.count, new_end = self.new.tokens.count, begin = 0;
  while (begin < old_end && begin < new_end && same(&self, begin, begin)) begin++;
  while (old_end > begin && new_end > begin && same(&self, old_end - 1, new_end - 1)) old_end--, new_end--;
  diff(&self, begin, old_end, begin, new_end);
}
