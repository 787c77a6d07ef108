// Locations (https://mlir.llvm.org/docs/Dialects/Builtin/#location-attributes), and references to
// location aliases that are defined further down.
#include "asm/op_parser.h"
#include "ir/verify.h"

static bool spelled(const Parser *p, const char *word) { return str_is(parser_text_of(p, p->token), word); }

// An unsigned 32-bit number, or the message.
static bool parse_position(Parser *p, const char *message, uint32_t *out) {
  if (p->token.kind != TOK_INTEGER) return parser_wrong_token(p, "%s", message);
  Str text = parser_text_of(p, p->token);
  bool hex = text.size > 1 && text.data[1] == 'x';
  uint64_t value = 0;
  for (size_t i = hex ? 2 : 0; i < text.size; i++) {
    value = value * (hex ? 16 : 10) + (uint64_t)char_hex_value(text.data[i]);
    if (value > UINT32_MAX) return parser_wrong_token(p, "%s", message);
  }
  *out = (uint32_t)value;
  parser_next(p);
  return true;
}

// callsite-location ::= `callsite` `(` location-inst `at` location-inst `)`
static A parse_callsite(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_L_PAREN, "expected '(' in callsite location")) return NULL;
  A callee = parse_loc_instance(p);
  if (!callee) return NULL;
  if (p->token.kind != TOK_BARE_ID || !spelled(p, "at")) {
    parser_wrong_token(p, "expected 'at' in callsite location");
    return NULL;
  }
  parser_next(p);
  A caller = parse_loc_instance(p);
  if (!caller || !parser_expect(p, TOK_R_PAREN, "expected ')' in callsite location")) return NULL;
  return attr_loc_callsite(p->ctx, callee, caller);
}

static bool parse_fused_item(Parser *p, void *data) {
  AttrVec *items = data;
  A loc = parse_loc_instance(p);
  if (loc) vec_push(&p->scratch, items, loc);
  return loc != NULL;
}

// fused-location ::= `fused` (`<` attribute `>`)? `[` (location-inst (`,` location-inst)*)? `]`
static A parse_fused(Parser *p) {
  parser_next(p);
  A metadata = NULL;
  if (parser_next_if(p, TOK_LESS)) {
    if (!(metadata = parse_attr(p, NULL))) return NULL;
    if (!parser_expect(p, TOK_GREATER, "expected '>' after fused location metadata")) return NULL;
  }
  ArenaMark mark = arena_mark(&p->scratch);
  AttrVec items = {0};
  A result = NULL;
  if (parse_list(p, DELIM_SQUARE, parse_fused_item, &items, " in fused location"))
    result = attr_loc_fused(p->ctx, items.data, items.count, metadata);
  arena_release(&p->scratch, mark);
  return result;
}

// name-location ::= string (`(` location-inst `)`)?
// file-location ::= string `:` line (`:` column (`to` (line? `:` column))?)?
static A parse_name_or_file(Parser *p) {
  static const char line_error[] = "expected integer line number in FileLineColRange";
  static const char column_error[] = "expected integer column number in FileLineColRange";
  Str name = token_string(p->text, p->token, &p->scratch);
  parser_next(p);
  if (parser_next_if(p, TOK_COLON)) {
    uint32_t line, column = 0, end_line, end_column;
    if (!parse_position(p, line_error, &line)) return NULL;
    if (!parser_next_if(p, TOK_COLON)) return attr_loc_file(p->ctx, name, line, 0);
    if (!parse_position(p, column_error, &column)) return NULL;
    if (!parse_optional_keyword(p, "to")) return attr_loc_file(p->ctx, name, line, column);
    end_line = line;
    if (p->token.kind == TOK_INTEGER && !parse_position(p, line_error, &end_line)) return NULL;
    if (!parser_next_if(p, TOK_COLON)) {
      parser_wrong_token(p, "expected either integer or `:` post `to` in FileLineColRange");
      return NULL;
    }
    if (!parse_position(p, column_error, &end_column)) return NULL;
    return attr_loc_range(p->ctx, name, line, column, end_line, end_column);
  }
  A child = NULL;
  if (parser_next_if(p, TOK_L_PAREN)) {
    if (!(child = parse_loc_instance(p))) return NULL;
    if (!parser_expect(p, TOK_R_PAREN, "expected ')' after child location of NameLoc")) return NULL;
  }
  return attr_loc_name(p->ctx, name, child);
}

static A parse_instance(Parser *p) {
  switch (p->token.kind) {
  case TOK_HASH_ID: {
    Str name = str_slice(p->text, p->token.begin + 1, p->token.end);
    if (p->options.keep_unknown && !map_find_str(&p->attr_aliases, name) && loc_is_elsewhere(p, name, p->token.begin)) {
      parser_next(p);
      return attr_loc_unknown(p->ctx);
    }
    A attr = parse_extended_attr(p, NULL);
    if (!attr || attr_is_loc(attr)) return attr;
    parser_error(p, "expected location attribute, but got%s", attr_text(p->ctx, attr));
    return NULL;
  }
  case TOK_STRING: return parse_name_or_file(p);
  case TOK_BARE_ID:
    if (spelled(p, "callsite")) return parse_callsite(p);
    if (spelled(p, "fused")) return parse_fused(p);
    if (spelled(p, "unknown")) {
      parser_next(p);
      return attr_loc_unknown(p->ctx);
    }
    break;
  default: break;
  }
  parser_wrong_token(p, "expected location instance");
  return NULL;
}

A parse_loc_instance(Parser *p) {
  if (!parser_enter(p)) return NULL;
  A loc = parse_instance(p);
  parser_leave(p);
  return loc;
}

A parse_loc(Parser *p) {
  if (!parser_expect(p, TOK_KW_loc, "expected 'loc' keyword") ||
      !parser_expect(p, TOK_L_PAREN, "expected '(' in inline location"))
    return NULL;
  A loc = parse_loc_instance(p);
  return loc && parser_expect(p, TOK_R_PAREN, "expected ')' in inline location") ? loc : NULL;
}

// ---------------------------------------------------------------------------------------------
// Forward references

// Stands for Parser.deferred_locs[index] until the end of the text.
typedef struct DeferredAttr { Attr base; uint64_t index; } DeferredAttr;
static const AttrDef deferred_def = {.dialect = "builtin", .name = "deferred_loc", .kind = ATTR_LOC_UNKNOWN};

static bool expect_loc(Parser *p, A attr, uint32_t at) {
  if (attr_is_loc(attr)) return true;
  return parser_error_at(p, at, "expected location, but found '%s'", attr_text(p->ctx, attr));
}

// `#name` that may be defined later.
static A parse_loc_alias(Parser *p) {
  Token token = p->token;
  Str name = str_slice(p->text, token.begin + 1, token.end);
  parser_next(p);
  const MapEntry *entry = map_find_str(&p->attr_aliases, name);
  if (entry) {
    A attr = ((const Alias *)entry->value)->value;
    if (!attr) return attr_loc_unknown(p->ctx);   // its definition has an error
    return expect_loc(p, attr, token.begin) ? attr : NULL;
  }
  DeferredAttr *key = unique_key(p->ctx, sizeof *key);
  if (!key) return attr_loc_unknown(p->ctx);
  key->index = p->deferred_locs.count;
  // Marks on the scratch arena may be held here, so the list grows in the arena of the names.
  vec_push(p->attr_aliases.arena, &p->deferred_locs, (DeferredLoc){name, token.begin});
  return attr_unique(p->ctx, &deferred_def, key, sizeof *key);
}

// trailing-location ::= (`loc` `(` (`#` alias | location-inst) `)`)?
bool parse_optional_trailing_loc(Parser *p, Loc *loc) {
  if (!parser_next_if(p, TOK_KW_loc)) return true;
  if (!parser_expect(p, TOK_L_PAREN, "expected '(' in location")) return false;
  Str text = parser_text_of(p, p->token);
  bool is_alias = p->token.kind == TOK_HASH_ID && !memchr(text.data, '.', text.size);
  A attr = is_alias ? parse_loc_alias(p) : parse_loc_instance(p);
  if (!attr || !parser_expect(p, TOK_R_PAREN, "expected ')' in location")) return false;
  loc->attr = attr;
  return true;
}

typedef struct Resolver {
  Parser *parser;
  bool ok;
} Resolver;

static void resolve(Resolver *self, Loc *loc) {
  if (!loc->attr || loc->attr->def != &deferred_def) return;
  Parser *p = self->parser;
  uint64_t index = ((const DeferredAttr *)loc->attr)->index;
  loc->attr = attr_loc_unknown(p->ctx);
  if (index >= p->deferred_locs.count) return;
  const DeferredLoc *deferred = &p->deferred_locs.data[index];
  const MapEntry *entry = map_find_str(&p->attr_aliases, deferred->name);
  A attr = entry ? ((const Alias *)entry->value)->value : NULL;
  if (entry && !attr) return;   // its definition has an error
  if (!entry && loc_is_elsewhere(p, deferred->name, deferred->at)) return;
  bool ok = attr ? !self->ok || expect_loc(p, attr, deferred->at)
                 : !self->ok || parser_error_at(p, deferred->at, "operation location alias was never defined");
  if (attr && attr_is_loc(attr)) loc->attr = attr;
  self->ok = self->ok && ok;
}

static WalkResult resolve_op(Operation *op, void *data) {
  resolve(data, &op->loc);
  for (uint32_t i = 0; i < op->region_count; i++)
    region_each_block(op_region(op, i), block)
      for (uint32_t j = 0; j < block->arg_count; j++) resolve(data, block->args[j]->arg_loc);
  return WALK_ADVANCE;
}

bool parser_resolve_deferred_locs(Parser *p, Operation *top) {
  if (!p->deferred_locs.count || !top) return true;
  Resolver resolver = {p, true};
  op_walk_pre(top, resolve_op, &resolver);
  return resolver.ok;
}
