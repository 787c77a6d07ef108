// The function of an excerpt: the blocks of a body without one get it, and statements that lack values may, by a repair.
#include "asm/op_parser.h"

enum { MAX_WRAPPED = 1 << 15, MAX_DECLARED = 64 };

// A function and its return, of the dialect whose operations older releases wrote without one: `func.func`, `func.return`.
static bool find_function(const Context *ctx, const OpDef **function, const OpDef **last) {
  for (uint32_t i = 0; i < ctx->dialects.count; i++) {
    const DialectDef *dialect = (const DialectDef *)ctx->dialects.entries[i].value;
    *function = *last = NULL;
    for (uint32_t k = 0; k < dialect_op_count(dialect) && dialect->was_std; k++) {
      const OpDef *def = &dialect->ops[k];
      if (op_def_has(def, TRAIT_FUNCTION | TRAIT_ISOLATED)) *function = def;
      if (op_def_has(def, TRAIT_RETURN_LIKE) && op_def_has(def, TRAIT_TERMINATOR)) *last = def;
    }
    if (*function && *last) return true;
  }
  return false;
}

Region *begin_body(Parser *p, Block *block) {
  const OpDef *function, *last_def;
  if (!p->options.keep_unknown || p->trial || p->ops->body || !find_function(p->ctx, &function, &last_def)) return NULL;
  block_each_op(block, op)
    if (op_has(op, TRAIT_ISOLATED | TRAIT_SYMBOL | TRAIT_TERMINATOR) && op != block->last) return NULL;
  if (block->last && (op_has(block->last, TRAIT_ISOLATED) || op_has(block->last, TRAIT_SYMBOL))) return NULL;
  OpState state;
  op_state_init(&state, p->module, &p->scratch, function, op_loc_at(p->token.kind == TOK_EOF && block->first ? block->first->loc.src.begin : p->token.begin));
  op_state_set_attr(&state, STR("sym_name"), attr_string(p->ctx, STR("excerpt")));
  op_state_add_region(&state);
  Operation *op = p->ops->body = op_create(&state);
  Block *first = block_new(p->module);
  block_append(op_region(op, 0), first);
  while (block->first) {
    Operation *statement = block->first;
    op_remove(statement);
    op_append(first, statement);
  }
  op_append(block, op);
  return op_region(op, 0);
}

void end_body(Parser *p) {
  Operation *op = p->ops->body;
  const Block *first = op_region(op, 0)->first;
  const OpDef *function, *last_def;
  TypeVec types = {0};
  if (!first || !find_function(p->ctx, &function, &last_def)) return;
  for (uint32_t i = 0; i < first->arg_count; i++) vec_push(&p->scratch, &types, first->args[i]->type);
  const Operation *last = NULL;
  region_each_block(op_region(op, 0), block)
    if (!last && block->last && block->last->def == last_def) last = block->last;
  for (uint32_t i = 0; last && i < last->operand_count; i++) vec_push(&p->scratch, &types, op_operand_type(last, i));
  T type = type_function(p->ctx, types.data, first->arg_count, types.data + first->arg_count, last ? last->operand_count : 0);
  op_set_attr(p->module, op, STR("function_type"), attr_type(p->ctx, type));
}

static uint32_t line_begin(Str text, uint32_t at) {
  while (at > 0 && text.data[at - 1] != '\n') at--;
  return at;
}

// The lines, each two columns further in. False: an alias is defined among them, which no function may hold.
static bool add_lines(const Parser *p, StrBuf *out, Range lines) {
  for (uint32_t at = lines.begin; at < lines.end;) {
    uint32_t end = at;
    while (end < lines.end && p->text.data[end] != '\n') end++;
    Lexer lexer = p->lexer;
    lexer.at = at;
    Token first = lexer_next(&lexer);
    if ((first.kind == TOK_HASH_ID || first.kind == TOK_EXCLAMATION_ID) && first.begin < end && lexer_next(&lexer).kind == TOK_EQUAL) return false;
    if (end > at) strbuf_lit(out, "  ");
    strbuf_str(out, str_slice(p->text, at, end));
    strbuf_char(out, '\n');
    at = end + 1;
  }
  return true;
}

// `%a: i32, %b: f32`. False: the type of one is not known.
static bool add_arguments(Parser *p, StrBuf *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->ops->elsewhere.count; i++) {
    const Elsewhere *item = &p->ops->elsewhere.data[i];
    if (item->kind != ELSEWHERE_VALUE) continue;
    if (!item->type || type_is_unknown(item->type) || ++count > MAX_DECLARED) return false;
    strbuf_printf(out, "%s%.*s: %s", count > 1 ? ", " : "", STR_ARG(str_slice(p->text, item->range.begin, item->range.end)), type_text(p->ctx, item->type));
  }
  return count > 0;
}

static void add_result_types(Parser *p, StrBuf *out, const Operation *last) {
  for (uint32_t i = 0; i < last->operand_count; i++)
    strbuf_printf(out, "%s%s", i ? ", " : last->operand_count > 1 ? " -> (" : " -> ", type_text(p->ctx, op_operand_type(last, i)));
  if (last->operand_count > 1) strbuf_char(out, ')');
}

void offer_declaration(Parser *p, Diag *diag, const Operation *top) {
  const Block *block = top->region_count ? top->regions[0].first : NULL;
  const Operation *first = block ? block->first : NULL;
  const OpDef *function, *last_def;
  while (first && first->loc.src.begin >= first->loc.src.end) first = first->next;   // what is in no text
  if (!first || p->options.pieces || !find_function(p->ctx, &function, &last_def)) return;
  for (const Operation *op = first; op; op = op->next)
    if (op_has(op, TRAIT_ISOLATED) || op_has(op, TRAIT_SYMBOL) || op_has(op, TRAIT_HOLE) || op->flags & OP_BROKEN) return;
  uint32_t from = first->loc.src.begin;
  if (first->result_count && first->results[0].name.end) from = first->results[0].name.begin;
  Range lines = {line_begin(p->text, from), block->last->loc.src.end};
  if (lines.end > p->text.size || lines.end - lines.begin > MAX_WRAPPED) return;
  StrBuf text;
  strbuf_init(&text, &p->ctx->mem);
  strbuf_printf(&text, "%.*s @excerpt(", STR_ARG(def_name(function)));
  bool ok = add_arguments(p, &text);
  bool ends = block->last->def == last_def;
  strbuf_lit(&text, ")");
  if (ends) add_result_types(p, &text, block->last);
  strbuf_lit(&text, " {\n");
  ok = ok && add_lines(p, &text, lines);
  if (!ends) strbuf_printf(&text, "  %.*s\n", STR_ARG(name_without_dialect(def_name(last_def))));
  strbuf_lit(&text, "}");
  if (ok) diag_fix(p->ctx->diags, diag, lines, strbuf_view(&text), false, "declare them as arguments of a function");
  strbuf_free(&text);
}
