// Reports operations that are kept as written, and finds holes between them, where something was left out.
#include "asm/kept.h"

#include "asm/op_parser.h"
#include "ir/symbol.h"
#include "support/nearest.h"

// ---------------------------------------------------------------------------------------------
// Holes

bool is_hole_text(Str text, uint32_t at) {
  if (at >= text.size) return false;
  Str rest = str_slice(text, at, text.size);
  if (str_starts_with(rest, STR("...")) || str_starts_with(rest, STR("\xe2\x80\xa6"))) return true;
  // A string whose middle was left out.
  const char *end = rest.data[0] == '"' ? memchr(rest.data + 1, '"', rest.size - 1) : NULL;
  for (const char *c = rest.data; end && c + 3 <= end; c++)
    if (!memcmp(c, "...", 3)) return true;
  return false;
}

void note_hole(Parser *p, Range range) {
  SeenDialect *seen = vec_add(p->ops->arena, &p->ops->seen);
  *seen = (SeenDialect){.is_hole = true, .range = range};
}

bool has_hole_since(const Parser *p, uint32_t seen) {
  for (uint32_t i = seen; i < p->ops->seen.count; i++)
    if (p->ops->seen.data[i].is_hole) return true;
  return false;
}

// `tt.func @f(…) {…}` in a table of symbols.
static bool is_kept_function(const Operation *op) {
  const Operation *parent = op_parent(op);
  return op_has(op, TRAIT_KEPT) && symbol_name(op).size && parent && op_is_symbol_table(parent);
}

static bool is_function(const Operation *op) {
  return (op_has(op, TRAIT_ISOLATED) && !(op->def->traits & TRAIT_TOP_LEVEL)) || is_kept_function(op);
}

// The first hole of each region that may define values, and functions that have any: each under its address.
static WalkResult note_first_hole(Operation *op, void *data) {
  if (!op_has(op, TRAIT_HOLE) || !op->block) return WALK_ADVANCE;
  const Operation *function = op;
  while (function && !is_function(function)) function = op_parent(function);
  if (function) map_put((Map *)data, map_key(function))->value = (uintptr_t)function;
  if (op->result_count) return WALK_ADVANCE;
  MapEntry *entry = map_put((Map *)data, map_key(op->block->region));
  if (!entry->value) entry->value = (uintptr_t)op;
  return WALK_ADVANCE;
}

void append_hole(Parser *p, Block *block) {
  OpState state;
  A text = attr_string(p->ctx, STR("..."));
  op_state_init(&state, p->module, &p->scratch, context_kept_op(p->ctx, STR("..."), TRAIT_HOLE), op_loc_at(p->last_end));
  state.prop_dict = attr_array(p->ctx, &text, 1);
  op_append(block, op_create(&state));
}

// The name of the value, as it stands in the text.
static Str value_text(const Parser *p, const Placeholder *placeholder) {
  Lexer lexer = p->lexer;
  lexer.at = placeholder->at;
  return without_sigil(p, lexer_next(&lexer));
}

void restore_cut_body(Parser *p, const Block *block) {
  Operation *op = block->last;
  if (op && op->def->traits & TRAIT_TOP_LEVEL && op->region_count && op->regions[0].first) op = op->regions[0].first->last;
  if (!op || !op_has(op, TRAIT_FUNCTION) || op->flags & OP_BROKEN || op->region_count != 1 || op->regions[0].first) return;
  A type = op_attr_str(op, STR("function_type"));
  const FunctionType *function = type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
  Range src = op->loc.src;
  if (!function || src.end > p->text.size || !memchr(p->text.data + src.begin, '%', src.end - src.begin)) return;
  for (uint32_t at = src.end; at < p->text.size; at++)
    if (!strchr(" \t\r\n}", p->text.data[at])) return;
  Block *body = block_new(p->module);
  for (uint32_t i = 0; i < function->input_count; i++) block_add_arg(p->module, body, function->types[i], op->loc);
  block_append(op_region(op, 0), body);
  append_hole(p, body);
  note_hole(p, src);
}

// A value that a hole defines, and the undefined one whose uses inside the hole's scope are its own.
typedef struct HoleValue {
  const Placeholder *of;
  Value *value;
} HoleValue;

typedef struct Adopted {
  Operation *hole;
  VEC(HoleValue) values;
} Adopted;

// The value that stands for a placeholder in the scope of a hole.
static Value *hole_value(Parser *p, Map *by_hole, Operation *hole, const Placeholder *placeholder) {
  MapEntry *entry = map_put(by_hole, map_key(hole));
  if (!entry->value) entry->value = (uintptr_t)arena_new(&p->scratch, Adopted, 1);
  Adopted *adopted = (Adopted *)entry->value;
  if (!adopted) return NULL;
  adopted->hole = hole;
  if (adopted->values.count && vec_last(&adopted->values).of == placeholder) return vec_last(&adopted->values).value;
  Value *value = arena_new(&p->module->arena, Value, 1);
  if (!value) return NULL;
  value->type = placeholder->value->type;
  value->name = placeholder->value->name;
  vec_push(&p->scratch, &adopted->values, ((HoleValue){placeholder, value}));
  return value;
}

// --- Values that are used outside of functions

static Str stem_of(Str name) {
  while (name.size && (char_is_digit(name.data[name.size - 1]) || name.data[name.size - 1] == '_')) name.size--;
  return name;
}

// The names are near, and more than the numbers at their ends differs. Of short ones too many are near by chance.
static bool is_slip_of(Str name, Str other) {
  enum { SHORT = 3, LONG = 8 };
  uint32_t limit = name.size < LONG ? 1 : 2;
  if (has_letters_more(name, other)) return true;
  return name.size > SHORT && !str_equal(stem_of(name), stem_of(other)) && edit_distance(name, other, limit) <= limit;
}

static bool is_name_byte(char c) { return char_is_alnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }

// Where `%name` stands first in a part of the text; the end of that when it does not.
static uint32_t find_value_name(Str text, Range in, Str name) {
  for (const char *c = text.data + in.begin, *end = text.data + in.end; c < end && (c = memchr(c, '%', (size_t)(end - c))); c++)
    if ((size_t)(end - c) > name.size && !memcmp(c + 1, name.data, name.size) && (c + 1 + name.size == end || !is_name_byte(c[1 + name.size])))
      return (uint32_t)(c - text.data);
  return in.end;
}

enum { MAX_SEARCHED = 1 << 22 };   // bytes of functions and names that are looked at

// Whether the name of a value that nothing defines is probably a slip: that of one near it, misspelt, or one of a function
// before it, which a bracket too many ends too early.
static bool is_slip(Parser *p, const Region *region, Str name, uint32_t at, size_t *searched) {
  region_each_block(region, block)
    block_each_op(block, op) {
      if (*searched > MAX_SEARCHED) return true;
      Range src = op->loc.src;
      if (op->region_count && is_function(op) && src.end > src.begin && src.end <= at) {
        *searched += src.end - src.begin;
        if (find_value_name(p->text, src, name) < src.end) return true;
      }
      for (uint32_t i = 0; i < op->result_count; i++) {
        Range range = op->results[i].name;
        ++*searched;
        if (range.end > range.begin + 1 && range.end <= p->text.size && is_slip_of(name, str_slice(p->text, range.begin + 1, range.end))) return true;
      }
    }
  return false;
}

// The operation that stands for what defines values of those statements.
static Operation *elsewhere_op(Parser *p, Map *holes, Region *region) {
  MapEntry *entry = map_put(holes, map_key(region->first));   // holes of the text have the region as a key
  if (entry->value) return (Operation *)entry->value;
  OpState state;
  op_state_init(&state, p->module, &p->scratch, context_kept_op(p->ctx, STR("..."), 0), op_loc_at(0));
  state.prop_dict = attr_array(p->ctx, NULL, 0);
  Operation *op = op_create(&state);
  region->first->first ? op_insert_before(op, region->first->first) : op_append(region->first, op);
  entry->value = (uintptr_t)op;
  return op;
}

// The operation that may define a value used in `op`: a hole in the same function, or one that is in no text. NULL: none;
// outside of functions `statements` then is the region around.
static Operation *hole_for(Parser *p, Map *holes, const Operation *op, Region **statements) {
  for (; op && op->block && op->block->region; op = op_parent(op)) {
    Region *region = op->block->region;
    Operation *hole = map_get(holes, region);
    const Operation *parent = op_parent(op);
    if (hole || !parent) return hole;
    if (parent->def->traits & TRAIT_TOP_LEVEL || parent == p->ops->body) *statements = region;
    if (*statements) return NULL;
    if (is_function(parent)) return map_find(holes, map_key(parent)) ? elsewhere_op(p, holes, region) : NULL;
  }
  return NULL;
}

static void take_from_holes(Parser *p, Map *by_hole, Map *holes, Placeholder *placeholder, size_t *searched) {
  bool any = false, others = false, known = false, slip = false;
  uint32_t at = UINT32_MAX;    // of the first use that stays undefined
  Str name = value_text(p, placeholder);
  for (Use *use = placeholder->value->uses, *next; use; use = next) {
    next = use->next;
    Region *region = NULL;
    Operation *hole = hole_for(p, holes, use->owner, &region);
    if (region) {
      if (!known) slip = is_slip(p, region, name, placeholder->at, searched);
      known = true;
      if (!slip) hole = elsewhere_op(p, holes, region);
    }
    Value *value = hole ? hole_value(p, by_hole, hole, placeholder) : NULL;
    others |= !value;
    any |= value != NULL;
    if (value) op_set_operand(use->owner, use_index(use), value);
    else if (use->owner->loc.src.begin < at) at = use->owner->loc.src.begin;
  }
  if (any && others) {
    Range rest = {at, (uint32_t)p->text.size};
    uint32_t place = find_value_name(p->text, rest, name);
    if (place < rest.end) placeholder->at = place;
  }
  placeholder->resolved = any && !others;
}

// The function of an excerpt takes the values whose types are known as arguments.
static bool takes_as_arguments(const Parser *p, const Adopted *adopted) {
  const Operation *body = p->ops->body;
  if (!body || adopted->hole->block != op_region(body, 0)->first || !kept_is_elsewhere(adopted->hole)) return false;
  for (uint32_t i = 0; i < adopted->values.count; i++)
    if (type_is_unknown(adopted->values.data[i].value->type)) return false;
  return true;
}

enum { MAX_PACK = 256 };   // results that stand for the values of one name

// How many results stand for the values of that one's name, which come from elsewhere: `%a#2` takes three.
static uint32_t pack_size(Parser *p, const Adopted *adopted, uint32_t of) {
  uint32_t size = 1;
  Str name = value_text(p, adopted->values.data[of].of);
  for (uint32_t i = 0; i < adopted->values.count; i++) {
    const Placeholder *one = adopted->values.data[i].of;
    if (one->number >= size && one->number < MAX_PACK && str_equal(value_text(p, one), name)) size = one->number + 1;
  }
  return size;
}

// An operation in the place of the hole, with results of those types.
static Operation *make_adopting(Parser *p, Operation *hole, const TypeVec *types) {
  OpState state;
  op_state_init(&state, p->module, &p->scratch, hole->def, hole->loc);
  op_state_mirror(&state, hole);
  op_state_add_types(&state, types->data, types->count);
  Operation *made = op_create(&state);
  op_insert_before(made, hole);
  return made;
}

static void take_value(Parser *p, const HoleValue *from, Value *value, bool keeps_name) {
  value_replace_all(from->value, value);
  if (keeps_name) value->name = from->value->name;
  if (p->options.notes) vec_push(p->options.notes->arena, &p->options.notes->names, ((SourceName){value, from->value->name}));
  note_elsewhere(p, ELSEWHERE_VALUE, (Range){from->of->at, from->of->at + 1 + (uint32_t)value_text(p, from->of).size}, value->type);
}

// Name by name: `%a#0` and `%a#1` are the results of one operation.
static void adopt_packs(Parser *p, const Adopted *adopted) {
  bool *taken = arena_new(&p->scratch, bool, adopted->values.count);
  for (uint32_t i = 0; taken && i < adopted->values.count; i++) {
    if (taken[i]) continue;
    TypeVec types = {0};
    for (uint32_t k = pack_size(p, adopted, i); k > 0; k--) vec_push(&p->scratch, &types, type_unknown(p->ctx, NULL));
    Operation *made = make_adopting(p, adopted->hole, &types);
    Str name = value_text(p, adopted->values.data[i].of);
    for (uint32_t k = i; k < adopted->values.count; k++) {
      const HoleValue *from = &adopted->values.data[k];
      uint32_t number = from->of->number < made->result_count ? from->of->number : 0;
      if (taken[k] || (k != i && (from->of->number >= MAX_PACK || !str_equal(value_text(p, from->of), name)))) continue;
      taken[k] = true;
      made->results[number].type = from->value->type;
      take_value(p, from, &made->results[number], true);
    }
  }
}

void adopt_undeclared(Parser *p, Operation *top) {
  struct ParserOps *ops = p->ops;
  Map holes, by_hole;
  size_t searched = 0;
  map_init(&holes, &p->scratch);
  map_init(&by_hole, &p->scratch);
  if (p->ctx->has_holes) op_walk_pre(top, note_first_hole, &holes);
  for (uint32_t i = 0; i < ops->placeholders.count && !p->ctx->mem.exhausted; i++)
    if (!ops->placeholders.data[i].resolved) take_from_holes(p, &by_hole, &holes, &ops->placeholders.data[i], &searched);
  for (uint32_t i = 0; i < by_hole.count && !p->ctx->mem.exhausted; i++) {
    const Adopted *adopted = (const Adopted *)by_hole.entries[i].value;
    Operation *hole = adopted->hole;
    bool are_arguments = takes_as_arguments(p, adopted);
    p->ctx->lacks_values |= !are_arguments;
    if (!are_arguments && kept_is_elsewhere(hole)) {
      adopt_packs(p, adopted);
    } else {
      TypeVec types = {0};
      for (uint32_t k = 0; k < adopted->values.count; k++) vec_push(&p->scratch, &types, adopted->values.data[k].value->type);
      Operation *made = are_arguments ? NULL : make_adopting(p, hole, &types);
      for (uint32_t k = 0; k < adopted->values.count && (are_arguments || k < made->result_count); k++) {
        const HoleValue *from = &adopted->values.data[k];
        Value *argument = are_arguments ? block_add_arg(p->module, hole->block, from->value->type, (Loc){NULL, from->value->name}) : NULL;
        take_value(p, from, argument ? argument : &made->results[k], false);
      }
    }
    op_erase(hole);
  }
}

// An ellipsis on the line where the operation is named.
static bool has_hole_ahead(const Parser *p, uint32_t from) {
  Lexer lexer = p->lexer;
  lexer.at = from;
  for (uint32_t left = 256; left > 0; left--) {
    Token token = lexer_next(&lexer);
    // After `{`, the hole may belong to another operation.
    if (token.kind == TOK_EOF || token.kind == TOK_L_BRACE || line_breaks(p, from, token.begin)) return false;
    if (token.kind == TOK_ELLIPSIS || is_hole_text(p->text, token.begin)) return true;
    from = token.begin;
  }
  return false;
}

bool is_at_hole(const Parser *p, uint32_t name_end) {
  const Diag *error = p->ctx->diags->last;
  if (is_hole_text(p->text, p->token.begin) || has_hole_ahead(p, name_end)) return true;
  return error && error->severity == SEVERITY_ERROR && error->has_range && is_hole_text(p->text, error->range.begin);
}

// ---------------------------------------------------------------------------------------------
// Which operations are kept, and the messages about them

// Whether the names differ by one letter too many, too few or wrong, or by two swapped letters.
static bool is_near(Str a, Str b) { return edit_distance(a, b, 1) == 1; }

// Whether a word may be an operation of the dialect around it: not what older releases called one with a record, but for
// returns, and nothing that looks like one.
static bool may_lack_dialect(const Context *ctx, Str word) {
  enum { LONG = 4 };
  for (uint32_t i = 0; i < ctx->dialects.count; i++) {
    const DialectDef *dialect = (const DialectDef *)ctx->dialects.entries[i].value;
    for (uint32_t k = 0; k < dialect_op_count(dialect); k++) {
      const OpDef *def = &dialect->ops[k];
      Str rest = name_without_dialect(def_name(def));
      if (is_near(def_name(def), word)) return false;
      if (!dialect->was_std || (op_def_has(def, TRAIT_RETURN_LIKE) && str_equal(rest, word))) continue;
      if (str_equal(rest, word) || (word.size >= LONG && is_near(rest, word))) return false;
    }
  }
  return true;
}

// Whether the name is that of an operation with a record, misspelt. Other names of two letters are dialects of their own.
static bool is_misspelt(const Context *ctx, Str name) {
  Str own = name_dialect(name);
  for (uint32_t i = 0; i < ctx->dialects.count; i++) {
    const DialectDef *dialect = (const DialectDef *)ctx->dialects.entries[i].value;
    if (own.size <= 2 && strlen(dialect->name) == own.size) continue;
    for (uint32_t k = 0; k < dialect_op_count(dialect); k++)
      if (is_near(def_name(&dialect->ops[k]), name)) return true;
  }
  return false;
}

// `file.mlir:3:` is a place in a file.
static bool is_place(const Parser *p, Str name) {
  const char *end = p->text.data + p->text.size, *after = name.data + name.size;
  return name.data >= p->text.data && after + 1 < end && after[0] == ':' && char_is_digit(after[1]);
}

bool is_kept_name(Parser *p, Str spelling, Str name) {
  if (is_place(p, spelling)) return false;
  if (!name_has_dot(name) || name.data[0] == '.') return false;
  if (!name_has_dot(spelling) && !may_lack_dialect(p->ctx, spelling)) return false;
  const DialectDef *dialect = context_dialect(p->ctx, name_dialect(name));
  if (dialect) return dialect->is_name_only;
  return map_find_str(&p->ctx->kept_ops, name) || !is_misspelt(p->ctx, name);
}

void note_kept(Parser *p, Str name, Range range, bool is_generic) {
  Str dialect = name_dialect(name);
  const DialectDef *known = context_dialect(p->ctx, dialect);
  if (is_generic && (!known || !known->is_name_only)) return;
  struct ParserOps *ops = p->ops;
  bool in_text = name.data >= p->text.data && name.data < p->text.data + p->text.size;
  if (!in_text) dialect = arena_str(ops->arena, dialect);   // others are gone when the operation is read
  SeenDialect *seen = vec_add(ops->arena, &ops->seen);
  *seen = (SeenDialect){.name = dialect, .range = range, .kept = !is_generic, .unchecked = is_generic};
}

// One entry for each dialect, in the order of their first operations.
static void sum_up(Parser *p) {
  struct ParserOps *ops = p->ops;
  uint32_t n = 0;
  Map by_name;
  map_init(&by_name, &p->scratch);
  for (uint32_t i = 0; i < ops->seen.count && !p->ctx->mem.exhausted; i++) {
    SeenDialect seen = ops->seen.data[i];
    MapEntry *entry = seen.is_hole ? NULL : map_put_str(&by_name, seen.name);
    if (entry && entry->value) {
      SeenDialect *first = &ops->seen.data[entry->value - 1];
      first->kept += seen.kept;
      first->unchecked += seen.unchecked;
      continue;
    }
    ops->seen.data[n++] = seen;
    if (entry) entry->value = n;
  }
  ops->seen.count = n;
}

static Diag *add_info(Parser *p, DiagInfo info, Range range, uint32_t about) {
  Diag *diag = diags_add(p->ctx->diags, SEVERITY_INFO, p->ctx->stage);
  parser_place(p, diag, range.begin);
  diag->range = range;
  diag->info = (uint8_t)info;
  diag->about = about;
  return diag;
}

// ---------------------------------------------------------------------------------------------
// What comes from elsewhere

void note_elsewhere(Parser *p, ElsewhereKind kind, Range range, T type) {
  p->ops->elsewhere.count < UINT16_MAX ? vec_push(p->ops->arena, &p->ops->elsewhere, ((Elsewhere){kind, range, type})) : (void)0;
}

// `#name =` at the beginning of a line.
static bool is_defined_further_down(const Parser *p, Str name, char sigil) {
  const char *end = p->text.data + p->text.size;
  for (const char *c = p->text.data; c < end && (c = memchr(c, sigil, (size_t)(end - c))); c++) {
    const char *behind = c + 1 + name.size;
    if ((size_t)(end - c) <= name.size + 1 || memcmp(c + 1, name.data, name.size) || is_name_byte(*behind)) continue;
    while (behind < end && (*behind == ' ' || *behind == '\t')) behind++;
    if (behind < end && *behind == '=' && starts_line(p, (uint32_t)(c - p->text.data))) return true;
  }
  return false;
}

// `sigil`: what stands before the name; 0: nothing.
static bool is_known_elsewhere(const Parser *p, ElsewhereKind kind, Str name, char sigil) {
  for (uint32_t i = 0; i < p->ops->elsewhere.count; i++) {
    const Elsewhere *item = &p->ops->elsewhere.data[i];
    if (item->kind != kind || (sigil && p->text.data[item->range.begin] != sigil)) continue;
    if (str_equal(str_slice(p->text, item->range.begin + (sigil ? 1 : 0), item->range.end), name)) return true;
  }
  return false;
}

// A type whose name wants no sigil, or one of the dialect whose operation this is.
static bool is_type_name(const Parser *p, Str name) {
  static const char *const words[] = {"index", "none", "bf16", "tf32", "vector", "tensor", "memref", "complex", "tuple"};
  for (uint32_t i = 0; i < countof(words); i++)
    if (str_is(name, words[i])) return true;
  size_t digits = name.size > 1 && strchr("ifsu", name.data[0]) ? 1 : 0;
  if (digits && name.size > 2 && name.data[1] == 'i') digits = 2;
  bool is_number = digits != 0;
  for (size_t i = digits; i < name.size && is_number; i++) is_number = char_is_digit(name.data[i]);
  if (is_number) return true;
  const DialectDef *dialect = p->hook && p->hook->def ? op_dialect(p->ctx, p->hook->def) : NULL;
  for (const TypeDef *const *def = dialect ? dialect->types : NULL; def && *def; def++)
    if (str_is(name, (*def)->name)) return true;
  return false;
}

bool alias_is_elsewhere(Parser *p, Token token) {
  Str name = without_sigil(p, token);
  char sigil = p->text.data[token.begin];
  const Map *aliases = sigil == '!' ? &p->type_aliases : &p->attr_aliases;
  if (!p->options.keep_unknown || !p->ops || p->trial || !name.size) return false;
  if (is_known_elsewhere(p, ELSEWHERE_ALIAS, name, sigil)) return true;
  if (sigil == '!' && is_type_name(p, name)) return false;
  uint32_t limit = edits_allowed(name);
  for (uint32_t i = 0; i < aliases->count; i++)
    if (aliases->entries[i].live && (edit_distance(name, aliases->entries[i].name, limit) <= limit || has_letters_more(name, aliases->entries[i].name))) return false;
  if (is_defined_further_down(p, name, sigil)) return false;
  note_elsewhere(p, ELSEWHERE_ALIAS, (Range){token.begin, token.end}, NULL);
  p->ctx->lacks_aliases = true;
  return true;
}

// `memref<…, hbm>`: documents name memory spaces without the `#` of an alias.
bool space_is_elsewhere(const Parser *p) {
  Lexer ahead = p->lexer;
  TokenKind behind = lexer_next(&ahead).kind;
  return p->options.keep_unknown && p->ops && !p->trial && (behind == TOK_COMMA || behind == TOK_GREATER) && !is_type_name(p, parser_text_of(p, p->token));
}

A parse_space_elsewhere(Parser *p) {
  Str name = parser_text_of(p, p->token);
  if (!is_known_elsewhere(p, ELSEWHERE_ALIAS, name, 0)) note_elsewhere(p, ELSEWHERE_ALIAS, (Range){p->token.begin, p->token.end}, NULL);
  p->ctx->lacks_aliases = true;
  parser_next(p);
  return attr_opaque(p->ctx, STR(""), name, p->ctx->types.none);
}

bool is_at_elsewhere(const Parser *p) {
  const Diag *error = p->ctx->diags->last;
  if (!p->ops->elsewhere.count || !error || error->severity != SEVERITY_ERROR || !error->has_range || error->range.begin >= p->text.size) return false;
  Lexer lexer = p->lexer;
  lexer.at = error->range.begin;
  Token token = lexer_next(&lexer);
  if (token.kind != TOK_HASH_ID && token.kind != TOK_EXCLAMATION_ID) return false;
  return is_known_elsewhere(p, ELSEWHERE_ALIAS, without_sigil(p, token), p->text.data[token.begin]);
}

bool loc_is_elsewhere(Parser *p, Str name, uint32_t at) {
  if (!p->options.keep_unknown || !p->ops || p->trial || !name.size) return false;
  if (is_known_elsewhere(p, ELSEWHERE_LOC, name, '#')) return true;
  uint32_t limit = edits_allowed(name);
  for (uint32_t i = 0; i < p->attr_aliases.count; i++) {
    Str other = p->attr_aliases.entries[i].name;
    if (p->attr_aliases.entries[i].live && !str_equal(stem_of(name), stem_of(other)) && edit_distance(name, other, limit) <= limit) return false;
  }
  if (is_defined_further_down(p, name, '#')) return false;
  note_elsewhere(p, ELSEWHERE_LOC, (Range){at, at + 1 + (uint32_t)name.size}, NULL);
  return true;
}

static bool is_around_hole(const Region *region) {
  region_each_block(region, block)
    block_each_op(block, op)
      if (op_has(op, TRAIT_HOLE)) return true;
  return false;
}

static bool is_misspelt_block(const Parser *p, const NameScope *scope, const BlockName *name) {
  for (uint32_t i = scope->blocks; i < p->ops->blocks.count; i++) {
    const BlockName *other = &p->ops->blocks.data[i];
    if (!other->is_forward && is_slip_of((Str){name->text, name->size}, (Str){other->text, other->size})) return true;
  }
  return false;
}

bool block_is_elsewhere(Parser *p, const NameScope *scope, Region *region, const BlockName *missing) {
  Block *block = missing->block;
  Range name = {missing->at, missing->at + 1 + missing->size};
  const BlockUse *use = block->uses;
  while (use && use->owner && use->owner->flags & OP_BROKEN) use = use->next;
  if (!p->options.keep_unknown || p->trial || !use || !use->owner) return false;
  if (!(p->ops->body && op_region(p->ops->body, 0) == region) && !is_around_hole(region)) return false;
  if (is_misspelt_block(p, scope, missing)) return false;
  const Operation *branch = use->owner;
  uint32_t index = 0;
  while (index < branch->successor_count && op_successor(branch, index) != block) index++;
  if (index == branch->successor_count) return false;
  Span given = op_successor_operands(branch, index);
  for (uint32_t i = given.begin; i < given.end; i++) block_add_arg(p->module, block, op_operand_type(branch, i), op_loc_at(name.begin));
  block_append(region, block);
  append_hole(p, block);
  note_elsewhere(p, ELSEWHERE_BLOCK, name, NULL);
  return true;
}

// "2 values, 1 alias and 3 locations"
static Str count_elsewhere(Parser *p, StrBuf *out) {
  static const char *const nouns[] = {"value", "alias", "location", "block"}, *const many[] = {"values", "aliases", "locations", "blocks"};
  uint32_t counts[countof(nouns)] = {0}, left = 0;
  for (uint32_t i = 0; i < p->ops->elsewhere.count; i++) counts[p->ops->elsewhere.data[i].kind]++;
  for (uint32_t i = 0; i < countof(nouns); i++) left += counts[i] > 0;
  for (uint32_t i = 0; i < countof(nouns); i++) {
    if (!counts[i]) continue;
    left--;
    strbuf_printf(out, "%s%u %s", !out->size ? "" : left ? ", " : " and ", counts[i], counts[i] == 1 ? nouns[i] : many[i]);
  }
  return strbuf_view(out);
}

// One message says all of it, with a note for each.
static void report_elsewhere(Parser *p, const Operation *top) {
  enum { MAX_NOTES = 8 };
  const struct ParserOps *ops = p->ops;
  if (!ops->elsewhere.count) return;
  Elsewhere *list = ops->elsewhere.data;
  for (uint32_t gap = ops->elsewhere.count / 2; gap > 0; gap /= 2)
    for (uint32_t i = gap; i < ops->elsewhere.count; i++) {
      Elsewhere item = list[i];
      uint32_t k = i;
      for (; k >= gap && list[k - gap].range.begin > item.range.begin; k -= gap) list[k] = list[k - gap];
      list[k] = item;
    }
  Diag *diag = add_info(p, DIAG_INFO_ELSEWHERE, ops->elsewhere.data[0].range, ops->elsewhere.count);
  StrBuf text;
  strbuf_init(&text, &p->ctx->mem);
  Str counts = count_elsewhere(p, &text);
  Str only = str_slice(p->text, diag->range.begin, diag->range.end);
  if (ops->elsewhere.count == 1)
    diag_text(p->ctx->diags, diag, "%.*s comes from elsewhere: nothing in the text defines `%.*s`", STR_ARG(counts), STR_ARG(only));
  else
    diag_text(p->ctx->diags, diag, "%.*s come from elsewhere: nothing in the text defines them", STR_ARG(counts));
  strbuf_free(&text);
  offer_declaration(p, diag, top);
  for (uint32_t i = 0; i < ops->elsewhere.count && i < MAX_NOTES && ops->elsewhere.count > 1; i++) {
    const Elsewhere *item = &ops->elsewhere.data[i];
    Diag *note = diag_note(p->ctx->diags, diag);
    note->is_hint = true;
    parser_place(p, note, item->range.begin);
    note->range = item->range;
    bool typed = item->type && !type_is_unknown(item->type);
    diag_text(p->ctx->diags, note, "`%.*s`%s%s", STR_ARG(str_slice(p->text, item->range.begin, item->range.end)), typed ? " of type " : "",
              typed ? type_text(p->ctx, item->type) : "");
  }
}

void report_kept(Parser *p, const Operation *top) {
  struct ParserOps *ops = p->ops;
  sum_up(p);
  for (uint32_t i = 0; i < ops->seen.count; i++) {
    const SeenDialect *seen = &ops->seen.data[i];
    if (seen->is_hole) {
      Diag *diag = add_info(p, DIAG_INFO_HOLE, seen->range, 1);
      diag_text(p->ctx->diags, diag, "something was left out here; passes will stop at it");
      continue;
    }
    Str project = context_project(p->ctx, seen->name);
    bool is_own = context_has_name_only(p->ctx, seen->name);
    for (int generic = 0; generic < 2; generic++) {
      uint32_t count = generic ? seen->unchecked : seen->kept;
      if (!count) continue;
      Diag *diag = add_info(p, generic ? DIAG_INFO_UNCHECKED : DIAG_INFO_KEPT, seen->range, count);
      const char *fate = generic ? count == 1 ? " is not checked" : "s are not checked" : count == 1 ? " passes through unchanged" : "s pass through unchanged";
      diag_text(p->ctx->diags, diag, "Rung doesn't know %.*s%s%s%.*s%s; its %u operation%s", STR_ARG(seen->name), is_own ? " yet" : "",
                project.size ? " (" : "", STR_ARG(project), project.size ? ")" : "", count, fate);
    }
  }
  if (ops->body) {
    Diag *diag = add_info(p, DIAG_INFO_ELSEWHERE, ops->body->loc.src, 1);
    diag_text(p->ctx->diags, diag, "these blocks are in no function: they are read as the body of `@%.*s`", STR_ARG(symbol_name(ops->body)));
  }
  report_elsewhere(p, top);
}
