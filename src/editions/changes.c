#include "editions/changes.h"

#include "ops/builtin.h"

#include "asm/lexer.h"
#include "asm/printer.h"
#include "dialects/llvm/opaque_pointers.h"
#include "editions/reasons.h"
#include "editions/token_diff.h"
#include "ir/op.h"
#include "ir/verify.h"

#define NONE UINT32_MAX

// An operation of the text.
typedef struct Node {
  SourceOp of;
  uint32_t parent, first_child, next;   // NONE
  uint32_t last;                        // the node behind it and all inside
  OpVec ops;                            // the operations that replaced it; the last one has its results
  bool is_done;                         // with the operation around it, as all inside
  const OlderUse *use;                  // the first that is noted in it, not in one inside; an operation's before others
} Node;

typedef struct Rewrite {
  Module *module;
  SourceNotes *notes;       // the aliases in it come to mean what they do today
  Arena *arena;
  Str source;
  bool is_valid;
  VEC(Node) nodes;          // in the order of the text
  Map by_name;              // where the name of an operation begins -> node + 1
  Map names;                // value that nothing in the text defines -> entry of notes->names + 1
  Map aliases;              // `#name` -> entry of notes->aliases + 1
  uint32_t line, line_to;   // where a line begins, and a byte of it
  uint32_t node;            // whose outline is printed
  bool prints_all;          // its contents are printed, too
  bool is_unfit;            // something in it cannot be printed
  U32Vec marks;             // nodes inside it that are in the outline
  StrBuf text;
  Outline *outline;
  TextChangeVec *out;
} Rewrite;

// --- The operations of the text

static bool holds(Range outer, uint32_t at) { return at >= outer.begin && at < outer.end; }

// Notes have each operation behind those inside it.
static void read_nodes(Rewrite *self) {
  uint32_t count = self->notes->ops.count;
  VEC(Node) backwards = {0};
  U32Vec open = {0}, roots = {0};
  for (uint32_t i = count; i-- > 0;) {
    SourceOp of = self->notes->ops.data[i];
    while (open.count && !holds(backwards.data[vec_last(&open)].of.range, of.range.begin)) open.count--;
    uint32_t parent = open.count ? vec_last(&open) : NONE, index = backwards.count;
    vec_push(self->arena, &backwards, ((Node){.of = of, .parent = parent, .first_child = NONE, .next = NONE}));
    if (parent != NONE) {
      backwards.data[index].next = backwards.data[parent].first_child;
      backwards.data[parent].first_child = index;
    } else {
      vec_push(self->arena, &roots, index);
    }
    vec_push(self->arena, &open, index);
  }
  uint32_t *place = arena_new(self->arena, uint32_t, count + 1);
  if (!place) return;
  for (uint32_t r = roots.count; r-- > 0;) {
    for (uint32_t i = roots.data[r]; i != NONE;) {
      place[i] = self->nodes.count;
      vec_push(self->arena, &self->nodes, backwards.data[i]);
      if (backwards.data[i].first_child != NONE) {
        i = backwards.data[i].first_child;
        continue;
      }
      while (i != NONE && backwards.data[i].next == NONE) {
        self->nodes.data[place[i]].last = self->nodes.count;
        i = backwards.data[i].parent;
      }
      if (i == NONE) break;
      self->nodes.data[place[i]].last = self->nodes.count;
      i = backwards.data[i].next;
    }
  }
  for (uint32_t i = 0; i < self->nodes.count; i++) {
    Node *node = &self->nodes.data[i];
    if (node->parent != NONE) node->parent = place[node->parent];
    if (node->first_child != NONE) node->first_child = place[node->first_child];
    if (node->next != NONE) node->next = place[node->next];
    map_put(&self->by_name, node->of.name)->value = i + 1;
  }
}

static uint32_t node_of(const Rewrite *self, const Operation *op) {
  const MapEntry *entry = map_find(&self->by_name, op->loc.src.begin);
  return entry && entry->value ? (uint32_t)entry->value - 1 : NONE;
}

// The innermost operation around a byte of the text.
static uint32_t node_at(const Rewrite *self, uint32_t at) {
  uint32_t low = 0, high = self->nodes.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (self->nodes.data[middle].of.range.begin <= at) low = middle + 1;
    else high = middle;
  }
  uint32_t node = low ? low - 1 : NONE;
  while (node != NONE && !holds(self->nodes.data[node].of.range, at)) node = self->nodes.data[node].parent;
  return node;
}

// A module that the text only implies has no name there.
static bool is_implied(const Rewrite *self, const Operation *op) {
  if (!op_is(op, OP_BUILTIN_MODULE)) return false;
  Str text = str_slice(self->source, op->loc.src.begin, self->source.size);
  if (text.size && text.data[0] == '"') text = str_slice(text, 1, text.size);
  if (str_starts_with(text, STR("builtin."))) text = str_slice(text, 8, text.size);
  return !str_starts_with(text, STR("module"));
}

static WalkResult visit_op(Operation *op, void *data) {
  Rewrite *self = data;
  uint32_t index = is_implied(self, op) ? NONE : node_of(self, op);
  if (index == NONE) return WALK_ADVANCE;
  Node *node = &self->nodes.data[index];
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (node->ops.count && parent == vec_last(&node->ops)) return WALK_ADVANCE;   // it holds the other operations that were made there
  vec_push(self->arena, &node->ops, op);
  return WALK_ADVANCE;
}

static void read_uses(Rewrite *self) {
  for (uint32_t i = 0; i < self->notes->older.count; i++) {
    const OlderUse *use = &self->notes->older.data[i];
    uint32_t node = node_at(self, use->range.begin);
    if (node == NONE) continue;
    const OlderUse **first = &self->nodes.data[node].use;
    if (!*first || ((*first)->habit && !use->habit)) *first = use;
  }
}

// --- Outlines

// An operation of a text with errors may lack parts that its form prints.
static bool can_be_printed(Rewrite *self, Operation *op) {
  if (op->flags & OP_BROKEN || op_has(op, TRAIT_KEPT)) return false;
  if (self->is_valid) return true;
  Diags *diags = self->module->context->diags, before = *diags;
  bool fits = op_fits_record(self->module, op);
  diags_rollback(diags, &before);
  return fits;
}

static OutlineChild on_child(void *data, Operation *op, bool is_elided) {
  Rewrite *self = data;
  uint32_t index = node_of(self, op);
  const Node *node = index == NONE ? NULL : &self->nodes.data[index];
  if (self->prints_all || !node || node->parent != self->node || !node->ops.count) {
    if (is_elided) return OUTLINE_SKIP;
    if (self->is_valid || can_be_printed(self, op)) return OUTLINE_PRINT;
    self->is_unfit = true;
    return OUTLINE_SKIP;
  }
  if (op != vec_last(&node->ops)) return OUTLINE_SKIP;   // it goes before the operation's replacement
  vec_push(self->arena, &self->marks, index);
  return OUTLINE_MARK;
}

static Range on_name(void *data, const Value *value) {
  const Rewrite *self = data;
  const MapEntry *entry = map_find(&self->names, map_key(value));
  return entry ? self->notes->names.data[entry->value - 1].range : (Range){0, 0};
}

static Str outline(Rewrite *self, const Operation *op, bool prints_all) {
  self->text.size = 0;
  self->prints_all = prints_all;
  vec_clear(&self->marks);
  outline_op(self->outline, op);
  return strbuf_view(&self->text);
}

// The aliases that are defined before the range and used in it print as their names.
static void use_aliases(Rewrite *self, Range range) {
  outline_drop_aliases(self->outline);
  const SourceNotes *notes = self->notes;
  if (!notes->aliases.count) return;
  U32Vec used = {0};   // in the order of their definitions: of two that mean the same, the later one counts
  for (uint32_t at = range.begin, end; at < range.end; at = end) {
    end = at + 1;
    if (self->source.data[at] != '#' && self->source.data[at] != '!') continue;
    while (end < range.end && (char_is_alnum(self->source.data[end]) || (self->source.data[end] && strchr("$._-", self->source.data[end])))) end++;
    const MapEntry *entry = map_find_str(&self->aliases, str_slice(self->source, at, end));
    if (!entry) continue;
    uint32_t index = (uint32_t)entry->value - 1, place = used.count;
    while (place && used.data[place - 1] > index) place--;
    if (notes->aliases.data[index].name.begin >= range.begin || !notes->aliases.data[index].meaning) continue;
    if (place && used.data[place - 1] == index) continue;
    vec_push(self->arena, &used, index);
    for (uint32_t i = used.count - 1; i > place; i--) used.data[i] = used.data[i - 1];
    used.data[place] = index;
  }
  for (uint32_t i = 0; i < used.count; i++) {
    const SourceAlias *alias = &notes->aliases.data[used.data[i]];
    outline_use_alias(self->outline, alias->meaning, str_slice(self->source, alias->name.begin + 1, alias->name.end), alias->is_type);
  }
}

// --- Changes

// The text on one line, without comments.
static Str on_one_line(Rewrite *self, Str text) {
  char *data = arena_alloc_raw(self->arena, text.size + 1);
  if (!data) return (Str){0};
  size_t size = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size; i++) {
    quoted ^= text.data[i] == '"';
    if (!quoted && text.data[i] == '/' && i + 1 < text.size && text.data[i + 1] == '/')
      while (i + 1 < text.size && text.data[i] != '\n') i++;
    char c = text.data[i] == '\n' || text.data[i] == '\t' || text.data[i] == '\r' ? ' ' : text.data[i];
    if (c == OUTLINE_CHILD || (c == ' ' && (!size || data[size - 1] == ' '))) continue;
    data[size++] = c;
  }
  while (size && data[size - 1] == ' ') size--;
  return (Str){data, size};
}

// White space that the line of a byte begins with, if there is nothing else before it; no data: there is.
static Str indent_at(const Rewrite *self, uint32_t at) {
  uint32_t begin = at;
  while (begin && (self->source.data[begin - 1] == ' ' || self->source.data[begin - 1] == '\t')) begin--;
  bool alone = !begin || self->source.data[begin - 1] == '\n';
  return alone ? str_slice(self->source, begin, at) : (Str){0};
}

static Str line_indent(Rewrite *self, uint32_t at) {
  uint32_t from = at >= self->line_to ? self->line_to : 0, begin = at;   // a line may hold many operations
  while (begin > from && self->source.data[begin - 1] != '\n') begin--;
  if (from && begin == from) begin = self->line;
  self->line = begin;
  self->line_to = at;
  at = begin;
  uint32_t end = at;
  while (end < self->source.size && (self->source.data[end] == ' ' || self->source.data[end] == '\t')) end++;
  return str_slice(self->source, at, end);
}

static void add_change(Rewrite *self, const OlderUse *use, Range range, Str text, Str before, Str after) {
  TextChange change = {range, text, on_one_line(self, before), on_one_line(self, after), reason_why(self->module->context, use), use ? use->last + 1 : 0};
  vec_push(self->arena, self->out, change);
}

// Make the text of `range` read as `wanted`, by these edits, with `ahead` before it.
static void add_edits(Rewrite *self, const OlderUse *use, Range range, const TokenEditVec *edits, Str wanted, Str ahead) {
  if (!edits->count && !ahead.size) return;
  Range whole = {edits->count ? edits->data[0].range.begin : range.begin, edits->count ? vec_last(edits).range.end : range.begin};
  if (ahead.size) whole.begin = range.begin;
  StrBuf text;
  strbuf_init(&text, &self->module->context->mem);
  strbuf_str(&text, ahead);
  uint32_t at = whole.begin;
  for (uint32_t i = 0; i < edits->count; i++) {
    strbuf_str(&text, str_slice(self->source, at, edits->data[i].range.begin));
    strbuf_str(&text, edits->data[i].text);
    at = edits->data[i].range.end;
  }
  Str made = arena_str(self->arena, strbuf_view(&text));
  strbuf_free(&text);
  Str after = ahead.size ? arena_printf(self->arena, "%.*s%.*s", STR_ARG(ahead), STR_ARG(wanted)) : wanted;
  add_change(self, use, whole, made, str_slice(self->source, range.begin, range.end), after);
}

static void change_range(Rewrite *self, const OlderUse *use, Range range, Str wanted, Str ahead) {
  TokenEditVec edits = {0};
  token_diff(self->arena, self->source, range, NULL, wanted, line_indent(self, range.begin), &edits);
  add_edits(self, use, range, &edits, wanted, ahead);
}

// Print operations that come before the operation's replacement, each on a line.
static Str print_ahead(Rewrite *self, const Node *node) {
  StrBuf text;
  strbuf_init(&text, &self->module->context->mem);
  Str indent = line_indent(self, node->of.range.begin);
  for (uint32_t i = 0; i + 1 < node->ops.count; i++) {
    Str line = outline(self, node->ops.data[i], true);
    strbuf_str(&text, line);
    strbuf_char(&text, '\n');
    strbuf_str(&text, indent);
  }
  Str made = arena_str(self->arena, strbuf_view(&text));
  strbuf_free(&text);
  return made;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// All that a region in generic form has between its braces: without it there would be no block.
static bool is_alone(const Rewrite *self, const Node *node) {
  if (node->parent == NONE || self->source.data[self->nodes.data[node->parent].of.name] != '"') return false;
  size_t begin = node->of.range.begin, end = node->of.range.end;
  while (begin > 0 && is_blank(self->source.data[begin - 1])) begin--;
  while (end < self->source.size && is_blank(self->source.data[end])) end++;
  return begin > 0 && self->source.data[begin - 1] == '{' && end < self->source.size && self->source.data[end] == '}';
}

static void delete_node(Rewrite *self, const Node *node) {
  Range range = node->of.range;
  if (is_alone(self, node)) {
    add_change(self, node->use, range, STR("^bb0:"), str_slice(self->source, range.begin, range.end), (Str){0});
    return;
  }
  Str indent = indent_at(self, range.begin);
  uint32_t end = range.end;
  while (end < self->source.size && (self->source.data[end] == ' ' || self->source.data[end] == '\t')) end++;
  if (end + 1 < self->source.size && self->source.data[end] == '/' && self->source.data[end + 1] == '/')
    while (end < self->source.size && self->source.data[end] != '\n') end++;
  bool whole_line = indent.data && end < self->source.size && self->source.data[end] == '\n';
  if (whole_line) range = (Range){range.begin - (uint32_t)indent.size, end + 1};
  add_change(self, node->use, range, (Str){0}, str_slice(self->source, node->of.range.begin, node->of.range.end), (Str){0});
}

// The nodes inside that are still there are those of the outline, in order.
static bool marks_fit(const Rewrite *self, const Node *node) {
  uint32_t i = 0;
  for (uint32_t child = node->first_child; child != NONE; child = self->nodes.data[child].next) {
    if (!self->nodes.data[child].ops.count) continue;
    if (i >= self->marks.count || self->marks.data[i++] != child) return false;
  }
  return i == self->marks.count;
}

// Nothing but white space stands between the two, if they do not overlap.
static bool is_beside(const Rewrite *self, Range a, Range b) {
  uint32_t begin = a.end <= b.begin ? a.end : b.end, end = a.end <= b.begin ? b.begin : a.begin;
  for (; begin < end; begin++)
    if (!is_blank(self->source.data[begin])) return false;
  return true;
}

// The same of a part of an operation's own text. Operations inside that are gone are left to themselves, unless something comes
// in their place: then their text is changed together with what is around it. `next_child`: the first inside that is
// not before the range; it is moved behind it.
static void change_part(Rewrite *self, const Node *node, uint32_t *next_child, Range range, Str wanted, Str ahead) {
  RangeVec aside = {0};
  U32Vec gone = {0};
  for (; *next_child != NONE && self->nodes.data[*next_child].of.range.begin < range.end; *next_child = self->nodes.data[*next_child].next) {
    uint32_t i = *next_child;
    const Node *child = &self->nodes.data[i];
    if (child->ops.count || child->of.range.begin < range.begin || child->of.range.end > range.end) continue;
    vec_push(self->arena, &gone, i);
    vec_push(self->arena, &aside, child->of.range);
  }
  TokenEditVec edits = {0};
  token_diff(self->arena, self->source, range, &aside, wanted, line_indent(self, range.begin), &edits);
  for (uint32_t i = 0; i < aside.count; i++) {
    for (uint32_t k = 0; k < edits.count; k++) {
      if (!is_beside(self, edits.data[k].range, aside.data[i])) continue;
      for (uint32_t n = 0; n < gone.count; n++) self->nodes.data[gone.data[n]].is_done = true;
      change_range(self, node->use, range, wanted, ahead);
      return;
    }
  }
  for (uint32_t i = 0, from = 0, begin = range.begin; i <= aside.count; i++) {
    uint32_t end = i < aside.count ? aside.data[i].begin : range.end, to = from;
    while (to < edits.count && edits.data[to].range.end <= end) to++;
    const TokenEditVec part = {edits.data + from, to - from, to - from};
    add_edits(self, node->use, (Range){begin, end}, &part, wanted, i ? (Str){0} : ahead);
    from = to;
    if (i < aside.count) begin = aside.data[i].end;
  }
}

// The operation's own text, between those inside it.
static void change_parts(Rewrite *self, const Node *node, Str wanted, Str ahead) {
  uint32_t begin = node->of.range.begin, child = node->first_child;
  size_t from = 0;
  for (uint32_t i = 0; i <= self->marks.count; i++) {
    size_t to = from;
    while (to < wanted.size && wanted.data[to] != OUTLINE_CHILD) to++;
    Range inside = i < self->marks.count ? self->nodes.data[self->marks.data[i]].of.range : (Range){node->of.range.end, node->of.range.end};
    Range own = {begin, inside.begin};
    Str part = str_slice(wanted, from, to);
    change_part(self, node, &child, own, part, i ? (Str){0} : ahead);
    begin = inside.end;
    from = to + 1;
  }
}

// Returns the node to go on with.
static uint32_t change_node(Rewrite *self, uint32_t index) {
  const Node *node = &self->nodes.data[index];
  if (node->is_done) return node->last;
  if (!node->ops.count) {
    if (!self->is_valid) return index + 1;
    delete_node(self, node);
    return node->last;
  }
  Operation *op = vec_last(&node->ops);
  bool is_wanted = node->use || node->ops.count > 1 || op->flags & OP_UPGRADED;
  bool is_quoted = self->source.data[node->of.name] == '"';
  if (!is_wanted || (is_quoted && !self->is_valid)) return index + 1;
  for (uint32_t i = 0; i < node->ops.count; i++)
    if (!can_be_printed(self, node->ops.data[i])) return index + 1;
  self->is_unfit = false;
  self->node = index;
  use_aliases(self, node->of.range);
  Str ahead = print_ahead(self, node);
  Str wanted = arena_str(self->arena, outline(self, op, false));
  if (self->is_unfit) return index + 1;
  if (marks_fit(self, node)) {
    change_parts(self, node, wanted, ahead);
    return index + 1;
  }
  wanted = arena_str(self->arena, outline(self, op, true));   // its contents were moved
  if (self->is_unfit) return index + 1;
  change_range(self, node->use, node->of.range, wanted, ahead);
  return node->last;
}

// --- Aliases

// The alias that is defined there; they are in the order of the text.
static uint32_t alias_around(const SourceNotes *notes, uint32_t at) {
  uint32_t low = 0, high = notes->aliases.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (notes->aliases.data[middle].value.begin <= at) low = middle + 1;
    else high = middle;
  }
  return low && holds(notes->aliases.data[low - 1].value, at) ? low - 1 : NONE;
}

// Upgrade the aliases. Types are read again, with opaque pointers.
static void change_aliases(Rewrite *self) {
  SourceNotes *notes = self->notes;
  const OlderUse **first = arena_new(self->arena, const OlderUse *, notes->aliases.count);
  if (!first && notes->aliases.count) return;
  for (uint32_t k = 0; k < notes->older.count; k++) {
    const OlderUse *use = &notes->older.data[k];
    uint32_t i = alias_around(notes, use->range.begin);
    if (i != NONE && !first[i]) first[i] = use;
  }
  for (uint32_t i = 0; i < notes->aliases.count; i++) {
    SourceAlias *alias = &notes->aliases.data[i];
    if (!alias->meaning) continue;
    alias->meaning = alias->is_type ? (const void *)llvm_type_made_opaque(self->module, alias->meaning) : (const void *)llvm_attr_made_opaque(self->module, alias->meaning);
    const OlderUse *use = first[i];
    if (!use) continue;
    use_aliases(self, alias->value);
    self->text.size = 0;
    if (alias->is_type) outline_type(self->outline, alias->meaning);
    else outline_attr(self->outline, alias->meaning);
    change_range(self, use, alias->value, arena_str(self->arena, strbuf_view(&self->text)), (Str){0});
  }
}

// --- Locations

// Whether a location stands behind the body that begins at an offset.
static bool ends_with_loc(Str source, uint32_t body, uint32_t end) {
  Lexer lexer;
  lexer_init(&lexer, str_slice(source, 0, end));
  lexer.at = body;
  uint32_t depth = 0;
  for (Token token = lexer_next(&lexer); token.kind != TOK_EOF && token.end > token.begin; token = lexer_next(&lexer)) {
    if (token.kind == TOK_L_BRACE) depth++;
    if (token.kind == TOK_R_BRACE && depth) depth--;
    if (token.kind == TOK_KW_loc && !depth) return true;
  }
  return false;
}

// A function's location goes from before its body to its end, where what stood there already counts.
static void move_early_loc(Rewrite *self, const OlderUse *use) {
  uint32_t node = node_at(self, use->range.begin), begin = use->range.begin;
  if (node == NONE) return;
  Range op = self->nodes.data[node].of.range;
  Str loc = str_slice(self->source, use->range.begin, use->range.end);
  while (begin > op.begin && strchr(" \t\r\n", self->source.data[begin - 1])) begin--;
  add_change(self, use, (Range){begin, use->range.end}, (Str){0}, loc, (Str){0});
  if (!ends_with_loc(self->source, use->range.end, op.end)) {
    Str behind = arena_printf(self->arena, " %.*s", STR_ARG(loc));
    add_change(self, use, (Range){op.end, op.end}, behind, (Str){0}, loc);
  }
}

// --- All of it

static void sort_changes(Arena *arena, TextChangeVec *changes) {
  uint32_t count = changes->count;
  TextChange *other = arena_new(arena, TextChange, count + 1), *items = changes->data;
  for (uint32_t width = 1; other && width < count; width *= 2) {
    for (uint32_t at = 0; at < count; at += 2 * width) {
      uint32_t left = at, middle = at + width < count ? at + width : count, right = middle, end = middle + width < count ? middle + width : count;
      for (uint32_t to = at; to < end; to++)
        other[to] = left == middle || (right < end && items[right].range.begin < items[left].range.begin) ? items[right++] : items[left++];
    }
    TextChange *swap = items;
    items = other;
    other = swap;
  }
  changes->data = items;
}

static void keep_apart(TextChangeVec *changes) {
  uint32_t kept = 0, end = 0;
  for (uint32_t i = 0; i < changes->count; i++) {
    if (kept && changes->data[i].range.begin < end) continue;
    end = changes->data[i].range.end;
    changes->data[kept++] = changes->data[i];
  }
  changes->count = kept;
}

void changes_of_module(Module *module, SourceNotes *notes, bool is_valid, TextChangeVec *out) {
  Rewrite self = {.module = module, .notes = notes, .arena = &module->arena, .source = module->source.text, .is_valid = is_valid, .out = out};
  map_init(&self.by_name, self.arena);
  map_init(&self.names, self.arena);
  map_init(&self.aliases, self.arena);
  for (uint32_t i = notes->names.count; i-- > 0;) map_put(&self.names, map_key(notes->names.data[i].value))->value = i + 1;
  for (uint32_t i = 0; i < notes->aliases.count; i++) {
    Range name = notes->aliases.data[i].name;
    map_put_str(&self.aliases, str_slice(self.source, name.begin, name.end))->value = i + 1;
  }
  strbuf_init(&self.text, &module->context->mem);
  const OutlineHost host = {on_child, on_name, &self};
  if (!module->op || !(self.outline = outline_new(module, &self.text, &host))) return;
  read_nodes(&self);
  op_walk_pre(module->op, visit_op, &self);
  read_uses(&self);
  change_aliases(&self);
  for (uint32_t i = 0; i < notes->older.count; i++)
    if (notes->older.data[i].habit == OLDER_EARLY_LOC) move_early_loc(&self, &notes->older.data[i]);
  for (uint32_t i = 0; i < self.nodes.count && !module->context->mem.exhausted;) i = change_node(&self, i);
  outline_free(self.outline);
  strbuf_free(&self.text);
  sort_changes(self.arena, out);
  keep_apart(out);
}

// --- Types only

// Whether a type that may be an older one begins there.
static bool begins_type(Str text, uint32_t at) {
  static const char *const heads[] = {"!llvm", "memref<", "tensor<", "vector<"};
  if (at && (char_is_alnum(text.data[at - 1]) || text.data[at - 1] == '_' || text.data[at - 1] == '.')) return false;
  for (uint32_t i = 0; i < countof(heads); i++)
    if (str_starts_with(str_slice(text, at, text.size), str_from(heads[i]))) return true;
  return false;
}

void changes_of_types(Module *module, const Edition *edition, TextChangeVec *out) {
  Context *ctx = module->context;
  SourceNotes notes = {.arena = &module->arena};
  Rewrite self = {.module = module, .notes = &notes, .arena = &module->arena, .source = module->source.text, .out = out};
  TypeReader *reader = type_reader_new(module, &module->arena, &notes);
  bool has_pointees = edition && edition->typed_pointers;
  for (uint32_t at = 0; at < self.source.size && !ctx->mem.exhausted; at++) {
    uint32_t end, noted = notes.older.count;
    if (!begins_type(self.source, at)) continue;
    T type = type_reader_at(reader, at, &end);
    if (!type) {
      notes.older.count = noted;
      continue;
    }
    if (notes.older.count > noted) {
      StrBuf text;
      strbuf_init(&text, &ctx->mem);
      print_type_as(ctx, &text, has_pointees ? type : llvm_type_made_opaque(module, type), edition);
      Str after = arena_str(&module->arena, strbuf_view(&text)), before = str_slice(self.source, at, end);
      strbuf_free(&text);
      if (!str_equal(before, after)) add_change(&self, &vec_last(&notes.older), (Range){at, end}, after, before, after);
    }
    at = end - 1;
  }
  type_reader_free(reader);
}

void changes_apply(Str source, const TextChangeVec *changes, StrBuf *out) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < changes->count; i++) {
    strbuf_str(out, str_slice(source, at, changes->data[i].range.begin));
    strbuf_str(out, changes->data[i].text);
    at = changes->data[i].range.end;
  }
  strbuf_str(out, str_slice(source, at, source.size));
}
