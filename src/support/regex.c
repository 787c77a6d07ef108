// A pattern is compiled to the steps of an automaton that can be in several of them at once (Thompson's construction).
#include "support/regex.h"

typedef enum StepKind { STEP_SET, STEP_FORK, STEP_JUMP, STEP_BEGIN, STEP_END, STEP_MATCH } StepKind;

struct RegexStep {
  StepKind kind;
  int32_t to, other;     // where a jump or fork goes, from here
  uint32_t set[8];       // of bytes
};

enum { MAX_COUNT = 255, MAX_STEPS = 20000, MAX_DEPTH = 200 };

typedef struct Compiler {
  Arena *arena;
  VEC(RegexStep) steps;
  const char *at, *end;
  const char *error;
  int depth;
} Compiler;

static bool more(const Compiler *c) { return c->at < c->end; }
static bool sees(const Compiler *c, char wanted) { return more(c) && *c->at == wanted; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool fail(Compiler *c, const char *error) {
  if (!c->error) c->error = error;
  c->at = c->end;
  return false;
}

static RegexStep *emit(Compiler *c, StepKind kind) {
  vec_push(c->arena, &c->steps, (RegexStep){.kind = kind});
  if (c->steps.count > MAX_STEPS) fail(c, "out of memory");
  return &vec_last(&c->steps);
}

// Put a step before those from `begin` on: what jumps in them jumps inside them.
static RegexStep *emit_before(Compiler *c, uint32_t begin, StepKind kind) {
  emit(c, kind);
  RegexStep *first = &c->steps.data[begin], step = vec_last(&c->steps);
  memmove(first + 1, first, (c->steps.count - 1 - begin) * sizeof *first);
  *first = step;
  return first;
}

static void add_byte(RegexStep *step, uint8_t byte) { step->set[byte / 32] |= 1u << byte % 32; }

static void emit_byte(Compiler *c, char byte) { add_byte(emit(c, STEP_SET), (uint8_t)byte); }

// [:alpha:] and the other classes, in ASCII.
static bool add_class(RegexStep *step, Str name) {
  static const struct { const char *name, *ranges; } classes[] = {
    {"alnum", "09AZaz"}, {"alpha", "AZaz"}, {"blank", "  \t\t"}, {"cntrl", "\1\37\177\177"}, {"digit", "09"}, {"graph", "!~"}, {"lower", "az"},
    {"print", " ~"}, {"punct", "!/:@[`{~"}, {"space", "  \t\r"}, {"upper", "AZ"}, {"xdigit", "09AFaf"},
  };
  for (uint32_t i = 0; i < countof(classes); i++) {
    if (!str_is(name, classes[i].name)) continue;
    for (const char *range = classes[i].ranges; *range; range += 2)
      for (int byte = range[0]; byte <= range[1]; byte++) add_byte(step, (uint8_t)byte);
    return true;
  }
  return false;
}

// bracket ::= `[` `^`? (`]` | `-`)? (byte | byte `-` byte | `[:` class `:]`)* `]`
static bool compile_bracket(Compiler *c) {
  RegexStep step = {.kind = STEP_SET};
  bool negated = sees(c, '^');
  if (negated) c->at++;
  for (const char *first = c->at; more(c) && (*c->at != ']' || c->at == first);) {
    if (*c->at == '[' && c->end - c->at > 1 && c->at[1] == ':') {
      const char *name = c->at + 2, *stop = name;
      while (stop + 1 < c->end && (stop[0] != ':' || stop[1] != ']')) stop++;
      if (stop + 1 >= c->end) return fail(c, "brackets ([ ]) not balanced");
      if (!add_class(&step, (Str){name, (size_t)(stop - name)})) return fail(c, "invalid character class");
      c->at = stop + 2;
      continue;
    }
    uint8_t low = (uint8_t)*c->at++, high = low;
    if (sees(c, '-') && c->end - c->at > 1 && c->at[1] != ']') {
      high = (uint8_t)c->at[1];
      c->at += 2;
    }
    if (low > high) return fail(c, "invalid character range");
    for (int byte = low; byte <= high; byte++) add_byte(&step, (uint8_t)byte);
  }
  if (!more(c)) return fail(c, "brackets ([ ]) not balanced");
  c->at++;
  for (int i = 0; negated && i < 8; i++) step.set[i] = ~step.set[i];
  *emit(c, STEP_SET) = step;
  return true;
}

static bool compile_alternatives(Compiler *c, bool inner);

static bool compile_atom(Compiler *c) {
  char byte = *c->at++;
  switch (byte) {
    case '(':
      if (++c->depth > MAX_DEPTH) return fail(c, "out of memory");
      if (more(c) && !sees(c, ')') && !compile_alternatives(c, true)) return false;
      if (!sees(c, ')')) return fail(c, "parentheses not balanced");
      c->at++;
      c->depth--;
      return true;
    case ')': return fail(c, "parentheses not balanced");
    case '^': emit(c, STEP_BEGIN); return true;
    case '$': emit(c, STEP_END); return true;
    case '|': return fail(c, "empty (sub)expression");
    case '*':
    case '+':
    case '?': return fail(c, "repetition-operator operand invalid");
    case '.': memset(emit(c, STEP_SET)->set, 0xff, sizeof c->steps.data->set); return true;
    case '[': return compile_bracket(c);
    case '{':
      if (more(c) && is_digit(*c->at)) return fail(c, "repetition-operator operand invalid");
      break;
    case '\\':
      if (!more(c)) return fail(c, "trailing backslash (\\)");
      byte = *c->at++;
      if (byte >= '1' && byte <= '9') return fail(c, "back-references are not supported");
      break;
    default: break;
  }
  emit_byte(c, byte);
  return true;
}

static int read_count(Compiler *c) {
  int count = 0;
  while (more(c) && is_digit(*c->at) && count <= MAX_COUNT) count = count * 10 + (*c->at++ - '0');
  if (count > MAX_COUNT) fail(c, "invalid repetition count(s)");
  return count;
}

// Repeat the steps from `begin` on `low` to `high` times; -1: without a limit.
static void repeat(Compiler *c, uint32_t begin, int low, int high) {
  const uint32_t size = c->steps.count - begin;
  RegexStep *body = arena_alloc(c->arena, (size + 1) * sizeof *body);
  if (!body) return;
  memcpy(body, c->steps.data + begin, size * sizeof *body);
  c->steps.count = begin;
  const int times = high < 0 ? low + (low == 0) : high;
  for (int i = 0; i < times && !c->error; i++) {
    const uint32_t from = c->steps.count;
    for (uint32_t k = 0; k < size; k++) *emit(c, STEP_SET) = body[k];
    bool endless = high < 0 && i + 1 == times, optional = high < 0 ? low == 0 : i >= low;
    if (endless) {
      RegexStep *fork = emit(c, STEP_FORK);
      fork->to = -(int32_t)size;
      fork->other = 1;
    }
    if (!optional) continue;
    const int32_t past = (int32_t)(c->steps.count - from) + 1;
    RegexStep *skip = emit_before(c, from, STEP_FORK);
    skip->to = 1;
    skip->other = past;
  }
}

// piece ::= atom (`*` | `+` | `?` | `{` n (`,` m?)? `}`)?
static bool compile_piece(Compiler *c) {
  const uint32_t begin = c->steps.count;
  const bool at_begin = sees(c, '^');
  if (!compile_atom(c)) return false;
  const bool counted = sees(c, '{') && c->end - c->at > 1 && is_digit(c->at[1]);
  if (!counted && !sees(c, '*') && !sees(c, '+') && !sees(c, '?')) return true;
  if (at_begin) return fail(c, "repetition-operator operand invalid");
  char sign = *c->at++;
  int low = sign == '+', high = sign == '?' ? 1 : -1;
  if (counted) {
    low = high = read_count(c);
    if (sees(c, ',')) {
      c->at++;
      high = more(c) && is_digit(*c->at) ? read_count(c) : -1;
      if (high >= 0 && high < low) return fail(c, "invalid repetition count(s)");
    }
    if (!sees(c, '}')) {
      while (more(c) && *c->at != '}') c->at++;
      return fail(c, more(c) ? "invalid repetition count(s)" : "braces not balanced");
    }
    c->at++;
  }
  repeat(c, begin, low, high);
  bool again = sees(c, '*') || sees(c, '+') || sees(c, '?') || (sees(c, '{') && c->end - c->at > 1 && is_digit(c->at[1]));
  return again ? fail(c, "repetition-operator operand invalid") : !c->error;
}

// alternatives ::= piece+ (`|` piece+)*
static bool compile_alternatives(Compiler *c, bool inner) {
  const uint32_t begin = c->steps.count;
  for (;;) {
    const char *start = c->at;
    const uint32_t from = c->steps.count;
    while (more(c) && *c->at != '|' && !(inner && *c->at == ')'))
      if (!compile_piece(c)) return false;
    if (c->at == start) return fail(c, "empty (sub)expression");
    if (from != begin) c->steps.data[from - 1].to = (int32_t)(c->steps.count - from) + 1;   // over this one
    if (!sees(c, '|')) return true;
    c->at++;
    // Match the steps before or the ones that follow: fork, …, jump.
    RegexStep *fork = emit_before(c, begin, STEP_FORK);
    fork->to = 1;
    fork->other = (int32_t)(c->steps.count - begin) + 1;
    emit(c, STEP_JUMP);
  }
}

const char *regex_compile(Regex *self, Arena *arena, Str pattern) {
  Compiler c = {.arena = arena, .at = pattern.data, .end = pattern.data + pattern.size};
  compile_alternatives(&c, false);
  emit(&c, STEP_MATCH);
  *self = (Regex){c.steps.data, c.steps.count};
  return c.error;
}

// The steps that the automaton is in, each once.
typedef struct Steps {
  uint32_t *list, *place;
  uint32_t count;
} Steps;

static void enter(const Regex *self, Steps *steps, uint32_t *stack, uint32_t first, bool at_begin, bool at_end) {
  uint32_t depth = 0;
  stack[depth++] = first;
  while (depth) {
    const uint32_t i = stack[--depth];
    if (steps->place[i] < steps->count && steps->list[steps->place[i]] == i) continue;
    steps->place[i] = steps->count;
    steps->list[steps->count++] = i;
    const RegexStep *step = &self->steps[i];
    if (step->kind == STEP_JUMP || step->kind == STEP_FORK) stack[depth++] = i + (uint32_t)step->to;
    if (step->kind == STEP_FORK) stack[depth++] = i + (uint32_t)step->other;
    if ((step->kind == STEP_BEGIN && at_begin) || (step->kind == STEP_END && at_end)) stack[depth++] = i + 1;
  }
}

bool regex_search(const Regex *self, Arena *scratch, Str text) {
  const ArenaMark mark = arena_mark(scratch);
  uint32_t *words = arena_alloc(scratch, sizeof *words * 6 * ((size_t)self->count + 1));
  if (!words) return false;
  memset(words, 0, sizeof *words * 6 * ((size_t)self->count + 1));
  const uint32_t n = self->count + 1;
  Steps now = {words, words + n, 0}, next = {words + 2 * n, words + 3 * n, 0};
  uint32_t *stack = words + 4 * n;
  bool found = false;
  for (size_t at = 0; at <= text.size && !found; at++) {
    enter(self, &now, stack, 0, at == 0, at == text.size);
    next.count = 0;
    for (uint32_t k = 0; k < now.count && !found; k++) {
      const RegexStep *step = &self->steps[now.list[k]];
      found = step->kind == STEP_MATCH;
      if (step->kind != STEP_SET || at == text.size) continue;
      const uint8_t byte = (uint8_t)text.data[at];
      if (step->set[byte / 32] >> byte % 32 & 1) enter(self, &next, stack, now.list[k] + 1, false, at + 1 == text.size);
    }
    const Steps swapped = now;
    now = next;
    next = swapped;
  }
  arena_release(scratch, mark);
  return found;
}
