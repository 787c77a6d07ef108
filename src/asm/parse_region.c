// Blocks, regions, and the top level of a file.
#include "asm/op_parser.h"

// ---------------------------------------------------------------------------------------------
// Blocks

// `bb0`, as blocks were named in 2018; no operation ever was.
static COLD bool is_bare_label(const Parser *p) {
  Str text = parser_text_of(p, p->token);
  if (text.size < 3 || text.data[0] != 'b' || text.data[1] != 'b' || !parser_reads_older(p, OLDER_BARE_LABEL)) return false;
  for (size_t i = 2; i < text.size; i++)
    if (!char_is_digit(text.data[i])) return false;
  return true;
}

bool label_ahead(const Parser *p) { return p->token.kind == TOK_CARET_ID || (p->token.kind == TOK_BARE_ID && p->text.data[p->token.begin] == 'b' && is_bare_label(p)); }

static Str label_name(Parser *p) {
  if (p->token.kind == TOK_CARET_ID) return without_sigil(p, p->token);
  parser_note_older(p, OLDER_BARE_LABEL, p->token.begin);
  return parser_text_of(p, p->token);
}

// successor ::= `^` id
Block *parse_successor(Parser *p) {
  if (!label_ahead(p)) {
    parser_wrong_token(p, "expected block name");
    return NULL;
  }
  Block *block = names_block(p, label_name(p), p->token.begin);
  parser_next(p);
  return block;
}

// block-arg ::= ssa-id `:` type trailing-location?; `args` counts those of an entry block made before.
static bool parse_block_arg(Parser *p, Block *block, uint32_t *next, uint32_t given) {
  Operand name;
  if (!parse_ssa_use(p, &name, true) || !parser_expect(p, TOK_COLON, "expected ':' and type for SSA operand"))
    return false;
  T type = parse_type(p);
  if (!type) return false;
  Value *arg;
  if (given) {
    if (*next >= given) return parser_error(p, "too many arguments specified in argument list");
    arg = block->args[(*next)++];
    if (arg->type != type) return parser_error(p, "argument and block argument type mismatch");
  } else {
    arg = block_add_arg(p->module, block, type, (Loc){NULL, {name.at, name.end}});
  }
  if (p->token.kind == TOK_KW_loc && !parse_optional_trailing_loc(p, arg->arg_loc)) return false;
  arg->arg_loc->src = (Range){name.at, name.end};
  return names_define_number(p, &name, arg);
}

// block-label ::= `^` id (`(` (block-arg (`,` block-arg)*)? `)`)? `:`
bool parse_block_label(Parser *p, Block *block) {
  uint32_t next = 0, given = block->arg_count;
  if (parser_next_if(p, TOK_L_PAREN) && !parser_next_if(p, TOK_R_PAREN)) {
    do {
      if (!parse_block_arg(p, block, &next, given)) return false;
    } while (parser_next_if(p, TOK_COMMA));
    if (!parser_expect(p, TOK_R_PAREN, "expected ')'")) return false;
  }
  return parser_expect(p, TOK_COLON, "expected ':' after block name");
}

void stop_parse(Parser *p) {
  if (!p->ops->end_reported) {
    p->failed = false;
    parser_out_of_memory(p, p->token.begin);
  }
  p->lexer.at = p->lexer.size;
  p->token = (Token){TOK_EOF, p->lexer.size, p->lexer.size};
  p->ops->end_reported = true;
}

// Whether a block at the end of a text that is cut off lacks what ends it.
static bool lacks_end(Parser *p, const Block *block) {
  const OpDef *parent = p->ops->parent ? context_op(p->ctx, p->ops->parent->name) : NULL;
  if (parent && op_def_has(parent, TRAIT_NO_TERMINATOR)) return false;
  return !block->last || !op_has(block->last, TRAIT_TERMINATOR | TRAIT_HOLE);
}

// Whether a text ends as a whole one does whose last bracket, or one inside, was forgotten.
static bool lacks_one_bracket(const Parser *p, bool lacks) {
  uint32_t end = p->last_end;
  bool closes = end > 0 && p->text.data[end - 1] == '}' && (end == 1 || p->text.data[end - 2] == '\n');
  return p->depth <= 1 && (!lacks || closes);
}

// A hole behind what ends a block of a function stands for other blocks: it gets one.
static COLD Block *block_of_hole(Parser *p, Block *block) {
  Operation *hole = block->last, *before = hole ? hole->prev : NULL;
  if (!before || !op_has(hole, TRAIT_HOLE) || hole->result_count || !op_has(before, TRAIT_TERMINATOR)) return block;
  const OpDef *parent = p->ops->parent ? context_op(p->ctx, p->ops->parent->name) : NULL;
  bool in_function = p->ops->body ? p->depth == 0 : parent && op_def_has(parent, TRAIT_FUNCTION);
  if (!in_function) return block;
  Block *made = block_new(p->module);
  block_append(block->region, made);
  op_remove(hole);
  op_append(made, hole);
  return made;
}

// operation*, up to a label, the region's end or the end of the text
static void parse_block_body(Parser *p, Block *block) {
  while (!label_ahead(p) && p->token.kind != TOK_R_BRACE) {
    if (__builtin_expect(p->ctx->mem.exhausted && p->token.kind != TOK_EOF, 0)) stop_parse(p);
    if (p->token.kind == TOK_EOF) {
      if (p->ops->body && p->depth == 0) return;   // which has no braces
      // The last hole held the ends of the regions around it, too.
      if (block->last && op_has(block->last, TRAIT_HOLE)) p->ops->ends_in_hole = true;
      if (p->ops->ends_in_hole && !p->ops->end_reported) {
        if (!block->last || !op_has(block->last, TRAIT_HOLE)) append_hole(p, block);
        return;
      }
      if (p->options.is_cut_off && !p->ops->end_reported) {
        bool lacks = lacks_end(p, block);
        if (p->ops->is_cut_off || !lacks_one_bracket(p, lacks)) {
          p->ops->is_cut_off = true;
          if (lacks) append_hole(p, block);
          return;
        }
      }
      if (!p->ops->end_reported) {
        p->failed = false;
        parser_wrong_token(p, "expected operation name in quotes");
        slip_end(p);
        p->ops->end_reported = true;
      }
      p->failed = true;
      return;
    }
    uint32_t at = p->token.begin;
    parse_operation(p, block);
    if (__builtin_expect(p->options.keep_unknown, 0)) block = block_of_hole(p, block);
    if (p->token.begin == at && p->token.kind != TOK_R_BRACE && p->token.kind != TOK_EOF) parser_next(p);
  }
}

// block ::= block-label? operation*; `block` is the region's first one or NULL.
static void parse_block(Parser *p, Region *region, Block *block) {
  if (label_ahead(p)) {
    bool outer_failed = p->failed;
    p->failed = false;
    Token token = p->token;
    p->ops->safe = p->ops->begin = token.begin;
    Str name = label_name(p);
    Block *named = names_define_block(p, name, token.begin, block);
    parser_next(p);
    if (!named) {
      parser_error_at(p, token.begin, "redefinition of block '^%.*s'", STR_ARG(name));
      named = block ? block : block_new(p->module);
    }
    if (named != block) block_append(region, named);
    block = named;
    block->label = (Range){token.begin, token.end};
    if (!parse_block_label(p, block)) recover(p, token.begin, token.begin, NULL);
    p->failed = outer_failed || (p->failed && p->token.kind == TOK_EOF);
  }
  parse_block_body(p, block);
}

// ---------------------------------------------------------------------------------------------
// Regions

static bool define_entry_args(Parser *p, Block *block, const Argument *args, uint32_t count) {
  bool is_kept = p->ops->parent && op_def_has(p->ops->parent->def, TRAIT_KEPT);   // whose dialect may have a label there
  if (p->token.kind == TOK_CARET_ID && !is_kept) return parser_error(p, "invalid block name in region with named arguments");
  for (uint32_t i = 0; i < count; i++) {
    const Operand *name = &args[i].name;
    uint32_t previous;
    bool used = names_reference(p, name, &previous);
    if (used) {
      parser_error_at(p, name->at, "region entry argument '%%%.*s' is already in use", STR_ARG(name->name));
      parser_note_at(p, previous, "previously referenced here");
    }
    Loc loc = {args[i].loc.attr, {name->at, name->end}};
    T type = args[i].type ? args[i].type : p->ctx->types.none;
    Value *value = block_add_arg(p->module, block, type, loc);
    if (!used) names_define_number(p, name, value);
  }
  return true;
}

static COLD bool forgets_names(const Parser *p, const OpHook *hook, uint32_t seen) {
  if (hook->def->traits & TRAIT_TOP_LEVEL) return true;
  return (hook->has_signature || op_def_has(hook->def, TRAIT_ISOLATED)) && has_hole_since(p, seen);
}

// The body of a function that holds a comment and nothing else: the comment stands for what was left out.
static COLD void note_comment_body(Parser *p, const OpHook *hook, Block *block, uint32_t begin) {
  Str text = str_slice(p->text, begin, p->token.begin);
  if (!hook || !op_def_has(hook->def, TRAIT_FUNCTION) || block->first || p->token.kind != TOK_R_BRACE || !memchr(text.data, '/', text.size)) return;
  append_hole(p, block);
  note_hole(p, (Range){begin - 1, p->token.end});
}

// region ::= `{` block* `}`
static bool parse_region_with(Parser *p, Region *region, const Argument *args, uint32_t count, bool isolated) {
  if (!parser_expect(p, TOK_L_BRACE, "expected '{' to begin a region")) return false;
  if (count == 0 && p->token.kind == TOK_R_BRACE) {
    parser_next(p);
    p->ops->safe = p->last_end;
    return true;
  }
  if (!parser_enter(p)) return false;
  if (__builtin_expect(p->trial != NULL, 0) && slip_stops(p)) return false;
  const OpHook *hook = p->hook, *parent = p->ops->parent;
  const char *region_dialect = p->ops->region_dialect;
  uint32_t begin = p->ops->begin, seen = p->ops->seen.count, inside = p->last_end;
  p->ops->parent = hook;
  p->ops->region_dialect = p->ops->default_dialect;
  p->hook = NULL;
  NameScope scope;
  names_push_scope(p, &scope, isolated);

  Block *block = block_new(p->module);
  block_append(region, block);
  if (count && args[0].name.name.size) define_entry_args(p, block, args, count);
  parse_block(p, region, block);
  if (count && block->arg_count > count) parser_error(p, "entry block arguments were already defined");
  while (label_ahead(p)) parse_block(p, region, NULL);
  if (__builtin_expect(p->options.keep_unknown, 0)) note_comment_body(p, hook, block, inside);

  names_pop_scope(p, &scope, region);
  // What one function left out defines nothing in another, and a module sees nothing of another one.
  if (__builtin_expect(p->options.keep_unknown, 0) && hook && forgets_names(p, hook, seen)) names_forget_open(p, &scope);
  p->hook = hook;
  p->ops->parent = parent;
  p->ops->region_dialect = region_dialect;
  p->ops->begin = begin;
  parser_leave(p);
  // Without the brace the text has ended, which was reported.
  p->ops->safe = parser_next_if(p, TOK_R_BRACE) ? p->last_end : p->token.begin;
  return true;
}

bool parse_region_at(Parser *p, Region *region) { return parse_region_with(p, region, NULL, 0, false); }

bool parse_region(Parser *p, Region *region, const Argument *args, uint32_t arg_count, bool isolated_names) {
  return parse_region_with(p, region, args, arg_count, isolated_names);
}

// ---------------------------------------------------------------------------------------------
// Files

// The record whose operation stands around those of a file.
const OpDef *parser_top_level_def(Context *ctx) {
  for (uint32_t i = 0; i < ctx->dialects.count; i++) {
    const DialectDef *dialect = (const DialectDef *)ctx->dialects.entries[i].value;
    for (uint32_t k = 0; dialect && k < dialect_op_count(dialect); k++)
      if (dialect->ops[k].traits & TRAIT_TOP_LEVEL) return &dialect->ops[k];
  }
  return NULL;
}

// The definition could not be read: uses of the name are not to be called undefined.
static void define_broken_alias(Parser *p, Token token) {
  Map *aliases = token.kind == TOK_HASH_ID ? &p->attr_aliases : &p->type_aliases;
  Str name = without_sigil(p, token);
  if (map_find_str(aliases, name)) return;
  Alias *alias = arena_new(aliases->arena, Alias, 1);
  *alias = (Alias){name, {token.begin, token.end}, NULL};
  map_put_str(aliases, name)->value = (uintptr_t)alias;
}

// A text that begins inside of a function: its blocks, to the end.
static COLD bool parse_body(Parser *p, Block *block) {
  Region *region = begin_body(p, block);
  if (!region) return false;
  Block *first = region->first;
  if (!first->first) parse_block(p, region, first);
  while (label_ahead(p)) parse_block(p, region, NULL);
  return true;
}

static void parse_top_level(Parser *p, Block *block) {
  while (p->token.kind != TOK_EOF) {
    if (p->ctx->mem.exhausted) {
      stop_parse(p);
      return;
    }
    Token first = p->token;
    uint32_t at = p->ops->begin = first.begin;
    p->failed = false;
    bool ok = true;
    switch (p->token.kind) {
      case TOK_HASH_ID: ok = parse_attr_alias_def(p); break;
      case TOK_EXCLAMATION_ID: ok = parse_type_alias_def(p); break;
      case TOK_FILE_METADATA_BEGIN: ok = parse_file_metadata(p); break;
      default:
        if (label_ahead(p) && parse_body(p, block)) break;
        parse_operation(p, block);
        break;
    }
    if (!ok && first.kind != TOK_FILE_METADATA_BEGIN) define_broken_alias(p, first);
    if (!ok || (p->token.kind == TOK_ERROR && p->failed)) recover(p, at, at, NULL);
    if (p->token.begin == at && p->token.kind != TOK_EOF) parser_next(p);
  }
}

// One of several pieces: names and aliases are its own, and so is the module around it.
static void parse_piece(Parser *p, Block *block, const OpDef *def, uint32_t begin, uint32_t end) {
  lexer_init(&p->lexer, str_slice(p->text, 0, end));
  p->ops->end_reported = p->ops->ends_in_hole = p->ops->is_cut_off = false;
  p->ops->piece = begin;
  p->failed = false;
  parser_reset(p, begin);
  OpState state;
  op_state_init(&state, p->module, &p->scratch, def, (Loc){NULL, {begin, end}});
  op_state_add_region(&state);
  Operation *module = op_create(&state);
  Block *inner = block_new(p->module);
  block_append(op_region(module, 0), inner);
  NameScope scope;
  names_push_scope(p, &scope, true);
  parse_top_level(p, inner);
  parser_resolve_deferred_locs(p, module);
  p->failed = false;
  names_pop_scope(p, &scope, op_region(module, 0));
  Operation *only = inner->first && !inner->first->next ? inner->first : NULL;
  if (only && only->def->traits & TRAIT_TOP_LEVEL) {
    op_remove(only);
    module = only;
  }
  op_append(block, module);
}

bool parse_module(Module *module, const ParseOptions *options) {
  Context *ctx = module->context;
  uint32_t errors = ctx->diags->error_count;
  ctx->stage = DIAG_SYNTAX;
  Parser parser, *p = &parser;
  parser_init(p, ctx, module, module->source.text, options);
  ctx->keeps_unknown = p->options.keep_unknown;
  struct ParserOps *ops = arena_new(&p->names, struct ParserOps, 1);
  p->ops = ops;
  ops->arena = &p->names;
  ops->default_dialect = "";
  names_init(p);

  // A module that the text only implies has no place of its own, or the place where its piece of a file begins.
  const OpDef *def = parser_top_level_def(ctx);
  LineCol place = {0};
  if (module->source.line_offset || module->source.column_offset) place = source_line_col(&module->source, &module->arena, 0);
  OpState state;
  op_state_init(&state, module, &p->scratch, def ? def : names_stand_in(p)->def,
                (Loc){attr_loc_file(ctx, module->source.name, place.line, place.column), {0, (uint32_t)p->text.size}});
  if (def) ops->default_dialect = op_own_dialect(ctx, def);
  ops->region_dialect = ops->default_dialect;
  op_state_add_region(&state);
  Operation *top = op_create(&state);
  Block *block = block_new(module);
  block_append(op_region(top, 0), block);

  NameScope scope;
  names_push_scope(p, &scope, true);
  if (p->options.pieces && def) {
    const U32Vec *pieces = p->options.pieces;
    for (uint32_t i = 0; i <= pieces->count && !ctx->mem.exhausted; i++)
      parse_piece(p, block, def, i ? pieces->data[i - 1] : 0, i < pieces->count ? pieces->data[i] : (uint32_t)p->text.size);
  } else {
    parse_top_level(p, block);
  }

  if (p->options.keep_unknown) restore_cut_body(p, block);
  ctx->stage = DIAG_NAMES;
  if (p->options.keep_unknown && !ops->body && names_lack_blocks(p, &scope)) begin_body(p, block);
  if (p->options.keep_unknown && ops->placeholders.count) adopt_undeclared(p, top);
  if (ops->body) end_body(p);
  names_report_undeclared(p);
  p->failed = false;
  parser_resolve_deferred_locs(p, top);
  p->failed = false;
  names_pop_scope(p, &scope, op_region(ops->body ? ops->body : top, 0));
  if (ops->seen.count || ops->elsewhere.count || ops->body) report_kept(p, top);

  Operation *only = block->first && !block->first->next ? block->first : NULL;
  if (only && (p->options.no_implicit_module || only->def->traits & TRAIT_TOP_LEVEL)) {
    op_remove(only);
    top = only;
  } else if (p->options.no_implicit_module && ctx->diags->error_count == errors) {
    uint32_t count = 0;
    block_each_op(block, op) count++;
    Diag *diag = diags_add(ctx->diags, SEVERITY_ERROR, DIAG_SYNTAX);
    diag->file = module->source.name;
    diag->line = place.line;
    diag->column = place.column;
    diag->has_range = place.line != 0;
    diag_text(ctx->diags, diag, "source must contain a single top-level operation, found: %u", count);
  }
  module->op = top;
  parser_deinit(p);
  return ctx->diags->error_count == errors && !ctx->mem.exhausted;
}
