// Operations that are spelled as one before: lowered code says `llvm.add %27, %22 : i64` a thousand times, with other names.
//
// A line that holds the rest of an operation behind its results, and nothing else, is compared with such lines read before, in
// all but the names of values and blocks. If one is the same, what was read there (attributes, properties, types) is what would be read here.
// The values have to have the types that they had there; else, and at anything else that is not as it was, the line is read.
// What decides about it: the grammar sees tokens only, so the same text, followed by a token of the same kind, is read alike,
// unless something was noted that stands for its place in the text.
#include "asm/op_parser.h"
#include "ir/verify.h"

enum { SLOTS = 1024, PROBES = 4, MOST_REPEATS = 4096 };

// An operation that was read.
typedef struct Repeat {
  uint32_t hash;
  uint32_t end;                  // of the operation: from there on its line is blank or a comment
  uint64_t results;              // that its text names
  const char *default_dialect;
  const OpDef *def;
  NamedAttr *attrs;
  const A *props;
  const Attr *prop_dict;
  T *types;                      // of the results
  uint32_t attr_count, type_count, operand_count;
  uint16_t flags;                // OP_CHECKED and OP_PLAIN, if it is right
  T operand_types[LINE_NAMES];
  uint8_t named[LINE_NAMES];     // by operand, then by successor: which of the names it is
  OpLine line;
} Repeat;

struct Repeats {
  const Repeat *slots[SLOTS];
  uint32_t seen[SLOTS];          // the hash of a line that was read once
  uint32_t count;
};

// --- Lines

// What the text goes on with. 0: something that might still belong to the operation, or the end.
static char next_kind(Str text, uint32_t at) {
  while (at < text.size && char_is(text.data[at], CHAR_SPACE)) at++;
  if (text.size - at < 2) return 0;
  char c = text.data[at];
  if (c == '}') return c;
  if (c == '%' || c == '^') return char_is(text.data[at + 1], CHAR_SUFFIX) ? c : 0;
  if (!char_is_alpha(c)) return 0;
  while (at < text.size && char_is(text.data[at], CHAR_WORD)) at++;
  return at < text.size && text.data[at] == '.' ? 'a' : 0;   // the name of an operation, with its dialect: no keyword
}

// Of a piece, by its size and its ends: the middle is compared.
static inline uint32_t hash_piece(uint32_t hash, const char *piece, size_t size) {
  uint64_t h = size < 8 ? load_short(piece, size) : load_u64(piece) * 31 + load_u64(piece + size - 8);
  h = (h ^ size ^ (uint64_t)hash << 24) * 0xff51afd7ed558ccdu;
  return (uint32_t)(h >> 32);
}

// Divide the line that goes on at `begin` at the names of values and blocks. (One in a string or a comment is none, and what is read
// on such a line is not kept.) False: it is no line that can be compared.
static bool divide(Str text, uint32_t begin, OpLine *line) {
  const char *at = text.data + begin, *piece = at;
  uint32_t most = (uint32_t)text.size - begin < LINE_MOST ? (uint32_t)text.size - begin : LINE_MOST;
  const char *end = memchr(at, '\n', most);
  if (!end) return false;
  const char *block = memchr(at, '^', (size_t)(end - at));
  uint32_t hash = 0, count = 0;
  line->blocks = 0;
  while ((at = memchr(piece, '%', (size_t)(end - piece))) || block) {
    if (block && (!at || block < at)) {
      at = block;
      block = memchr(at + 1, '^', (size_t)(end - at - 1));
      line->blocks |= 1u << count;
    }
    const char *name = ++at;
    if (count == LINE_NAMES) return false;
    unsigned class = char_is(*at, CHAR_DIGIT) ? CHAR_DIGIT : CHAR_SUFFIX;
    while (char_is(*at, class)) at++;   // the line break ends it
    if (at == name || *at == '#') return false;
    hash = hash_piece(hash, piece, (size_t)(name - piece));
    line->names[count++] = (Range){(uint32_t)(name - text.data), (uint32_t)(at - text.data)};
    piece = at;
  }
  line->begin = begin;
  line->end = (uint32_t)(end - text.data);
  line->count = count;
  line->hash = hash_piece(hash, piece, (size_t)(end - piece));
  return true;
}

static bool same_but_for_names(Str text, const OpLine *a, const OpLine *b) {
  if (a->count != b->count) return false;
  uint32_t from_a = a->begin, from_b = b->begin;
  for (uint32_t i = 0; i <= a->count; i++) {
    uint32_t to_a = i < a->count ? a->names[i].begin : a->end, to_b = i < b->count ? b->names[i].begin : b->end;
    if (to_a - from_a != to_b - from_b || !bytes_equal(text.data + from_a, text.data + from_b, to_a - from_a)) return false;
    if (i == a->count) return true;
    from_a = a->names[i].end;
    from_b = b->names[i].end;
  }
  return true;
}

static uint32_t places_noted(const Parser *p) { return p->noted + p->deferred_locs.count + p->ops->elsewhere.count; }

// --- Reading and keeping

static Str name_on(const Parser *p, const OpLine *line, uint32_t i) { return str_slice(p->text, line->names[i].begin, line->names[i].end); }

static Value *value_named(Parser *p, const OpLine *line, uint32_t i) {
  Value *values;
  uint32_t count;
  return names_find(p, name_on(p, line, i), &values, &count) && count ? values : NULL;
}

static Block *block_named(Parser *p, const OpLine *line, uint32_t i) { return names_block(p, name_on(p, line, i), line->names[i].begin - 1); }

static bool is_block(const OpLine *line, uint32_t i) { return line->blocks >> i & 1; }

static Operation *make(Parser *p, Block *block, const Repeat *repeat, const OpLine *line) {
  Value *named[LINE_NAMES], *operands[LINE_NAMES];
  Block *successors[LINE_NAMES];
  uint32_t operand_count = repeat->operand_count, successor_count = line->count - operand_count;
  for (uint32_t i = 0; i < line->count; i++) {
    named[i] = is_block(line, i) ? NULL : value_named(p, line, i);
    if (is_block(line, i)) continue;
    // A hook may take a name that occurs twice for one operand.
    for (uint32_t k = 0; k < i; k++)
      if (named[k] == named[i]) return NULL;
    if (!named[i]) return NULL;
  }
  for (uint32_t i = 0; i < operand_count; i++) {
    operands[i] = named[repeat->named[i]];
    if (operands[i]->type != repeat->operand_types[i]) return NULL;
  }
  for (uint32_t i = 0; i < successor_count; i++) {
    successors[i] = block_named(p, line, repeat->named[operand_count + i]);
    for (uint32_t k = 0; k < i; k++)
      if (successors[k] == successors[i]) return NULL;
  }
  uint32_t name_size = p->token.end - p->token.begin, props = repeat->def->attr_count;
  OpState state = {
    .module = p->module, .arena = &p->scratch, .def = repeat->def, .loc = {NULL, {line->begin, line->begin + name_size}},
    .operands = {operands, operand_count, operand_count}, .successors = {successors, successor_count, successor_count},
    .types = {repeat->types, repeat->type_count, repeat->type_count},
    .attrs = {repeat->attrs, repeat->attr_count, repeat->attr_count}, .props = {(A *)(uintptr_t)repeat->props, props, props},
    .prop_dict = repeat->prop_dict,
  };
  Operation *op = op_create(&state);
  op_append(block, op);
  op->flags |= repeat->flags;
  op->loc.src.end = line->end - (repeat->line.end - repeat->end);
  parser_reset(p, line->end);
  p->last_end = op->loc.src.end;
  return op;
}

Operation *repeat_operation(Parser *p, Block *block, OpLine *line) {
  line->next = 0;
  if (p->trial || !divide(p->text, p->token.begin, line)) return NULL;
  line->next = next_kind(p->text, line->end);
  line->noted = places_noted(p);
  line->older_release = p->module->older_release;
  if (!line->next || !p->ops->repeats) return NULL;
  for (uint32_t i = 0; i < PROBES; i++) {
    const Repeat *repeat = p->ops->repeats->slots[(line->hash + i) % SLOTS];
    if (!repeat) return NULL;
    if (repeat->hash == line->hash && repeat->line.next == line->next && repeat->default_dialect == p->ops->default_dialect &&
        repeat->results == parser_result_count(p) && same_but_for_names(p->text, &repeat->line, line))
      return make(p, block, repeat, line);
  }
  return NULL;
}

// Which name each operand and successor has. False: that cannot be told for sure.
static bool match_names(Parser *p, const Operation *op, const OpLine *line, uint8_t *named) {
  uint32_t operands = op->operand_count, all = operands + op->successor_count;
  if (all != line->count) return false;
  for (uint32_t i = 0; i < line->count; i++) {
    bool block = is_block(line, i);
    const void *meant = block ? (const void *)block_named(p, line, i) : (const void *)value_named(p, line, i);
    uint32_t found = 0;
    for (uint32_t k = block ? operands : 0; k < (block ? all : operands); k++)
      if (meant == (block ? (const void *)op_successor(op, k - operands) : (const void *)op_operand(op, k))) {
        named[k] = (uint8_t)i;
        found++;
      }
    if (!meant || found != 1 || (!block && type_is_unknown(value_named(p, line, i)->type))) return false;
  }
  return true;
}

void keep_for_repeats(Parser *p, Operation *op, const OpLine *line) {
  uint32_t end = p->last_end, results = op->result_count;
  if (!line->next || p->failed || op->flags & OP_BROKEN || op->region_count || op->loc.attr || p->token.begin <= line->end ||
      line->noted != places_noted(p) || line->older_release != p->module->older_release)
    return;
  struct ParserOps *ops = p->ops;
  if (!ops->repeats) ops->repeats = arena_new(ops->arena, struct Repeats, 1);
  struct Repeats *table = ops->repeats;
  if (!table || table->count == MOST_REPEATS) return;
  uint32_t *seen = &table->seen[(line->hash >> 16) % SLOTS], slot = line->hash % SLOTS, props = op->def->attr_count;
  if (*seen != line->hash) {   // what is said once only need not be kept
    *seen = line->hash;
    return;
  }
  for (uint32_t i = 0; i < PROBES && table->slots[slot]; i++) slot = (line->hash + i) % SLOTS;
  Repeat repeat = {.hash = line->hash, .end = end, .results = parser_result_count(p), .default_dialect = ops->default_dialect, .def = op->def,
                   .prop_dict = op->prop_dict, .attr_count = op->attr_count, .type_count = results, .operand_count = op->operand_count, .line = *line};
  if (!match_names(p, op, line, repeat.named)) return;
  for (uint32_t i = 0; i < results; i++)
    if (type_is_unknown(op->results[i].type)) return;
  for (uint32_t i = 0; i < op->operand_count; i++) repeat.operand_types[i] = op_operand(op, i)->type;
  Repeat *kept = arena_new(ops->arena, Repeat, 1);
  repeat.attrs = arena_new(ops->arena, NamedAttr, op->attr_count + 1);
  repeat.types = arena_new(ops->arena, T, results + 1);
  A *kept_props = arena_new(ops->arena, A, props + 1);
  if (!kept || !repeat.attrs || !repeat.types || !kept_props) return;
  memcpy(repeat.attrs, op->attrs, sizeof(NamedAttr) * op->attr_count);
  memcpy(kept_props, op->props, sizeof(A) * props);
  for (uint32_t i = 0; i < results; i++) repeat.types[i] = op->results[i].type;
  repeat.props = kept_props;
  op_check_alone(p->module, op);
  repeat.flags = op->flags & (OP_CHECKED | OP_PLAIN);
  *kept = repeat;
  table->slots[slot] = kept;
  table->count++;
}
