// Reads a piece of text again with an edit made; its messages are suppressed.
#include "asm/op_parser.h"

#define TRIAL_TEXT ((size_t)1 << 15)    // bytes of the text that a trial sees, from the operation's beginning
#define TRIAL_WORK ((size_t)1 << 18)    // bytes that all trials of a text may read
#define TRIAL_COST 512u                 // of a trial itself, in the same measure
#define WHOLE_TEXT ((size_t)1 << 15)    // longer texts are not read again as a whole
#define WHOLE_TRIALS 8u

// The state that a trial must restore.
typedef struct Hush {
  Context *ctx;
  Diags *diags, suppressed;
  DiagStage stage;
  bool has_aliasable, no_op_notes, has_redefinition, has_holes, lacks_values, lacks_aliases;
  uint32_t next_distinct;
  Arena arena;
} Hush;

static void hush(Hush *self, Context *ctx) {
  *self = (Hush){.ctx = ctx, .diags = ctx->diags, .stage = ctx->stage, .has_aliasable = ctx->has_aliasable,
                 .no_op_notes = ctx->no_op_notes, .has_redefinition = ctx->has_redefinition, .has_holes = ctx->has_holes,
                 .lacks_values = ctx->lacks_values, .lacks_aliases = ctx->lacks_aliases,
                 .next_distinct = ctx->next_distinct};
  arena_init(&self->arena, &ctx->mem);
  diags_init(&self->suppressed, &self->arena);
  ctx->diags = &self->suppressed;
  ctx->no_op_notes = true;
}

static void unhush(Hush *self) {
  Context *ctx = self->ctx;
  ctx->diags = self->diags;
  ctx->stage = self->stage;
  ctx->has_aliasable = self->has_aliasable;
  ctx->no_op_notes = self->no_op_notes;
  ctx->has_redefinition = self->has_redefinition;
  ctx->has_holes = self->has_holes;
  ctx->lacks_values = self->lacks_values;
  ctx->lacks_aliases = self->lacks_aliases;
  ctx->next_distinct = self->next_distinct;
  arena_free(&self->arena);
}

static Str edited_text(Arena *arena, Str text, uint32_t from, Edit edit, size_t limit) {
  size_t head = edit.range.begin - from, tail = text.size - edit.range.end;
  if (tail > limit) tail = limit;
  char *data = arena_alloc_raw(arena, head + edit.text.size + tail + 1);
  if (!data) return (Str){0};
  if (head) memcpy(data, text.data + from, head);
  if (edit.text.size) memcpy(data + head, edit.text.data, edit.text.size);
  if (tail) memcpy(data + head + edit.text.size, text.data + edit.range.end, tail);
  return (Str){data, head + edit.text.size + tail};
}

bool slip_import(Parser *p, Str name, uint32_t at) {
  Value *values;
  uint32_t count;
  if (!names_find(p->trial->outer, name, &values, &count)) return false;
  if (!count) {
    names_define_broken(p, name, at, NULL);
    return true;
  }
  Value *copies = arena_new(&p->module->arena, Value, count);
  for (uint32_t i = 0; copies && i < count; i++) copies[i].type = values[i].type;
  return copies && names_define(p, name, at, copies, count);
}

bool slip_stops(Parser *p) {
  if (p->last_end <= p->trial->edited) return false;
  p->trial->reached = p->failed = true;
  return true;
}

// Whether the text after the piece can follow it.
static bool ends_well(Parser *t) {
  switch (t->token.kind) {
    case TOK_EOF: case TOK_R_BRACE: case TOK_CARET_ID: return true;
    case TOK_ERROR: return false;
    case TOK_PERCENT_ID: {
      Lexer ahead = t->lexer;
      TokenKind next = lexer_next(&ahead).kind;
      return starts_line(t, t->token.begin) || next == TOK_EQUAL ||
             (next == TOK_COLON && lexer_next(&ahead).kind == TOK_INTEGER);
    }
    case TOK_STRING: case TOK_HASH_ID: case TOK_EXCLAMATION_ID: return starts_line(t, t->token.begin);
    default: return starts_line(t, t->token.begin) || lookup_custom_op(t, parser_text_of(t, t->token));
  }
}

// The operation read is right by its record, among others of the real parser's place.
static Fit check_op(Parser *t, const Parser *p, Block *block) {
  Operation *op = block->first;
  if (!op || op->flags & OP_BROKEN || !op_is_registered(op)) return op ? FIT_READS : FIT_NONE;
  const OpHook *hook = p->ops->parent;
  const OpDef *def = hook ? context_op(p->ctx, hook->name) : p->depth ? NULL : parser_top_level_def(p->ctx);
  if (!def && def_parent_count(op->def)) def = context_op(p->ctx, str_from(def_parents(op->def)));
  OpState state;
  op_state_init(&state, t->module, &t->scratch, def ? def : names_stand_in(t)->def, op_loc_at(0));
  Region *body = op_state_add_region(&state);
  block_append(body, block);
  for (uint32_t i = 0; i < t->ops->blocks.count; i++)
    if (!t->ops->blocks.data[i].block->region) block_append(body, t->ops->blocks.data[i].block);
  op_create(&state);
  return op_fits_record(t->module, op) ? FIT_WELL : FIT_READS;
}

static Fit try_piece(Parser *t, const Parser *p) {
  bool is_op = false;
  Block *block = block_new(t->module);
  switch (t->token.kind) {
    case TOK_HASH_ID:
    case TOK_EXCLAMATION_ID: {
      bool is_type = t->token.kind == TOK_EXCLAMATION_ID;
      parser_next(t);
      if (!parse_equal(t) || !(is_type ? parse_type(t) != NULL : parse_attr(t, NULL) != NULL)) return FIT_NONE;
      break;
    }
    case TOK_CARET_ID:
      parser_next(t);
      if (!parse_block_label(t, block)) return FIT_NONE;
      return FIT_WELL;
    case TOK_FILE_METADATA_BEGIN: return FIT_NONE;
    default:
      is_op = true;
      parse_operation(t, block);
      if (t->trial->reached) return FIT_WELL;
      break;
  }
  if (t->ctx->diags->error_count || t->ctx->mem.exhausted || !ends_well(t)) return FIT_NONE;
  return is_op ? check_op(t, p, block) : FIT_WELL;
}

static Fit try_edit(Parser *p, Edit edit, struct Trial *about) {
  struct ParserOps *ops = p->ops;
  uint32_t from = ops->begin;
  if (edit.range.begin < from || edit.range.end > p->text.size || edit.range.begin - from > TRIAL_TEXT || ops->trial_work > TRIAL_WORK)
    return FIT_NONE;
  ops->trial_work += TRIAL_COST;
  Hush quiet;
  hush(&quiet, p->ctx);
  Fit fit = FIT_NONE;
  Str text = edited_text(&quiet.arena, p->text, from, edit, TRIAL_TEXT);
  Module *module = module_new(p->ctx, (Source){.name = p->source->name, .text = text});
  Parser trial, *t = &trial;
  about->outer = p;
  about->edited = edit.range.begin - from + (uint32_t)edit.text.size;
  parser_init(t, p->ctx, module, text, &p->options);
  t->trial = about;
  t->options.notes = NULL;
  t->options.keep_unknown = false;   // an operation that anything would fit fits nothing
  t->attr_aliases = p->attr_aliases;
  t->type_aliases = p->type_aliases;
  t->depth = p->depth;
  t->ops = arena_new(&t->names, struct ParserOps, 1);
  if (text.data && t->ops && module) {
    t->ops->arena = &t->names;
    t->ops->default_dialect = t->ops->region_dialect = ops->region_dialect;
    t->ops->parent = ops->parent;
    names_init(t);
    if (!t->failed) fit = try_piece(t, p);
    ops->trial_work += t->token.end;
  }
  parser_deinit(t);
  module_free(module);
  unhush(&quiet);
  return fit;
}

Fit slip_try(Parser *p, Edit edit) {
  struct Trial about = {.listen_at = UINT32_MAX};
  return try_edit(p, edit, &about);
}

uint32_t slip_listen(Parser *p, const char **words, uint32_t cap) {
  uint32_t at = p->token.begin;
  if (at < p->ops->begin) return 0;
  struct Trial about = {.listen_at = at - p->ops->begin};
  try_edit(p, (Edit){{at, at}, {0}}, &about);
  uint32_t count = about.word_count < cap ? about.word_count : cap;
  for (uint32_t i = 0; i < count; i++) words[i] = about.words[i];
  return count;
}

bool slip_try_all(Parser *p, Edit edit) {
  struct ParserOps *ops = p->ops;
  if (p->text.size > WHOLE_TEXT || ops->whole_trials >= WHOLE_TRIALS) return false;
  ops->whole_trials++;
  Hush quiet;
  hush(&quiet, p->ctx);
  Str text = edited_text(&quiet.arena, p->text, 0, edit, WHOLE_TEXT);
  Module *module = module_new(p->ctx, (Source){.name = p->source->name, .text = text});
  ParseOptions options = p->options;
  options.is_trial = true;
  options.notes = NULL;
  // Pieces behind the edit begin elsewhere.
  U32Vec pieces = {0};
  for (uint32_t i = 0; options.pieces && i < options.pieces->count; i++) {
    uint32_t at = options.pieces->data[i];
    if (at >= edit.range.end) at = at - edit.range.end + edit.range.begin + (uint32_t)edit.text.size;
    else if (at > edit.range.begin) at = edit.range.begin;
    vec_push(&quiet.arena, &pieces, at);
  }
  if (options.pieces) options.pieces = &pieces;
  bool ok = text.data && module && parse_module(module, &options) && verify_op(module, module->op);
  module_free(module);
  unhush(&quiet);
  return ok;
}
