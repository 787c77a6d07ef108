// Reports operations that are kept as written, and finds holes between them, where something was left out.
#include "asm/kept.h"

#include "asm/op_parser.h"
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

static WalkResult note_first_hole(Operation *op, void *data) {
  if (!op_has(op, TRAIT_HOLE) || op->result_count || !op->block) return WALK_ADVANCE;
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

// The hole that may have defined a value used in `op`, or NULL.
static Operation *hole_for(const Map *holes, const Operation *op) {
  while (op && op->block && op->block->region) {
    Operation *hole = map_get(holes, op->block->region);
    const Operation *parent = op_parent(op);
    if (hole || !parent || op_has(parent, TRAIT_ISOLATED)) return hole;
    op = parent;
  }
  return NULL;
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

static void take_from_holes(Parser *p, Map *by_hole, const Map *holes, Placeholder *placeholder) {
  bool any = false, others = false;
  for (Use *use = placeholder->value->uses, *next; use; use = next) {
    next = use->next;
    Operation *hole = hole_for(holes, use->owner);
    Value *value = hole ? hole_value(p, by_hole, hole, placeholder) : NULL;
    others |= !value;
    any |= value != NULL;
    if (value) op_set_operand(use->owner, use_index(use), value);
  }
  placeholder->resolved = any && !others;
}

void adopt_undeclared(Parser *p, Operation *top) {
  struct ParserOps *ops = p->ops;
  Map holes, by_hole;
  map_init(&holes, &p->scratch);
  map_init(&by_hole, &p->scratch);
  op_walk_pre(top, note_first_hole, &holes);
  for (uint32_t i = 0; i < ops->placeholders.count && !p->ctx->mem.exhausted; i++)
    if (!ops->placeholders.data[i].resolved) take_from_holes(p, &by_hole, &holes, &ops->placeholders.data[i]);
  for (uint32_t i = 0; i < by_hole.count && !p->ctx->mem.exhausted; i++) {
    const Adopted *adopted = (const Adopted *)by_hole.entries[i].value;
    Operation *hole = adopted->hole;
    OpState state;
    op_state_init(&state, p->module, &p->scratch, hole->def, hole->loc);
    op_state_mirror(&state, hole);
    for (uint32_t k = 0; k < adopted->values.count; k++) op_state_add_type(&state, adopted->values.data[k].value->type);
    Operation *made = op_create(&state);
    op_insert_before(made, hole);
    for (uint32_t k = 0; k < adopted->values.count && k < made->result_count; k++) {
      const Value *value = adopted->values.data[k].value;
      value_replace_all(adopted->values.data[k].value, &made->results[k]);
      if (p->options.notes) vec_push(p->options.notes->arena, &p->options.notes->names, ((SourceName){&made->results[k], value->name}));
      uint32_t at = adopted->values.data[k].of->at;
      vec_push(ops->arena, &ops->seen, (SeenDialect){.is_hole = true, .kept = 1, .range = {at, at + 1}});
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
    for (uint32_t k = 0; k < dialect->op_count; k++) {
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
    for (uint32_t k = 0; k < dialect->op_count; k++)
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

void report_kept(Parser *p) {
  struct ParserOps *ops = p->ops;
  sum_up(p);
  for (uint32_t i = 0; i < ops->seen.count; i++) {
    const SeenDialect *seen = &ops->seen.data[i];
    if (seen->is_hole) {
      Diag *diag = add_info(p, seen->kept ? DIAG_INFO_NONE : DIAG_INFO_HOLE, seen->range, seen->kept ? 0 : 1);
      if (seen->kept) parser_place(p, diag, seen->range.begin);
      diag_text(p->ctx->diags, diag, seen->kept ? "nothing in the text defines this value: it is taken to come from what was left out"
                                                : "something was left out here; passes will stop at it");
      continue;
    }
    Str project = context_project(p->ctx, seen->name);
    for (int generic = 0; generic < 2; generic++) {
      uint32_t count = generic ? seen->unchecked : seen->kept;
      if (!count) continue;
      Diag *diag = add_info(p, generic ? DIAG_INFO_UNCHECKED : DIAG_INFO_KEPT, seen->range, count);
      diag_text(p->ctx->diags, diag, "%u operation%s of dialect '%.*s' %s %s%s%.*s", count, count == 1 ? "" : "s", STR_ARG(seen->name),
                count == 1 ? "is" : "are",
                generic ? "accepted unseen: Rung has no records of it" : "kept as written", project.size ? "; " : "", STR_ARG(project));
    }
  }
}
