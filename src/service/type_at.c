#include "service/type_at.h"

#include "asm/parser.h"

// --- Operations and values

Operation *service_op_at(Module *module, uint32_t offset) {
  Operation *found = NULL, *at = module->op;
  while (at) {
    if (at->loc.src.end > at->loc.src.begin) found = at;
    Operation *inner = NULL;
    for (uint32_t r = 0; r < at->region_count && !inner; r++)
      region_each_block(&at->regions[r], block)
        block_each_op(block, op)
          if (op->loc.src.begin <= offset && offset <= op->loc.src.end && op->loc.src.end > op->loc.src.begin) inner = op;
    at = inner;
  }
  return found;
}

typedef struct NameSearch {
  Str text, name;      // the source; `%name`
  uint32_t before;
  const Value *found;
  uint32_t found_at;
} NameSearch;

static void meet_value(NameSearch *search, const Value *value, Range name) {
  if (name.end > search->text.size || name.begin >= name.end || name.begin > search->before) return;
  Str text = str_slice(search->text, name.begin, name.end);
  if (!str_equal(text, search->name) || (search->found && name.begin < search->found_at)) return;
  search->found = value;
  search->found_at = name.begin;
}

static WalkResult meet_op(Operation *op, void *data) {
  NameSearch *search = data;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!i || op->results[i].name.begin != op->results[i - 1].name.begin) meet_value(search, &op->results[i], op->results[i].name);
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++) meet_value(search, block->args[i], block->args[i]->arg_loc->src);
  return WALK_ADVANCE;
}

// The value of a name: the definition nearest before its use, inside the isolated operation around.
static T type_of_name(Module *module, Token token, Str text) {
  Operation *scope = service_op_at(module, token.begin);
  while (scope && scope->block && !op_has(scope, TRAIT_ISOLATED)) scope = op_parent(scope);
  if (!scope) scope = module->op;
  NameSearch search = {.text = text, .name = token_text(text, token), .before = token.begin};
  if (scope) op_walk_pre(scope, meet_op, &search);
  return search.found ? search.found->type : NULL;
}

// --- The text

static bool may_begin_type(TokenKind kind) {
  switch (kind) {
    case TOK_L_PAREN: case TOK_INTTYPE: case TOK_EXCLAMATION_ID: return true;
    default: return token_is_keyword_kind(kind);
  }
}

static uint32_t line_start(Str text, uint32_t at) {
  while (at > 0 && text.data[at - 1] != '\n') at--;
  return at;
}

T service_type_at(Module *module, Arena *scratch, uint32_t offset, Range *range) {
  Str text = module->source.text;
  if (offset > text.size) return NULL;
  VEC(Token) tokens = {0};
  // A type may go over lines, a string or a comment may not.
  uint32_t begin = line_start(text, offset);
  for (int back = 0; back < 3 && begin > 0; back++) begin = line_start(text, begin - 1);
  Lexer lexer;
  lexer_init(&lexer, text);
  lexer.at = begin;
  for (Token token; (token = lexer_next(&lexer)).kind != TOK_EOF && token.begin <= offset;)
    vec_push(scratch, &tokens, token);
  for (uint32_t i = tokens.count; i-- > 0;) {
    Token token = tokens.data[i];
    uint32_t end = token.end;
    T type = NULL;
    if (token.kind == TOK_PERCENT_ID && offset <= token.end) type = type_of_name(module, token, text);
    else if (may_begin_type(token.kind)) type = parse_type_at(module, token.begin, &end);
    if (!type || end < offset) continue;
    *range = (Range){token.begin, end};
    return type;
  }
  // The head of a function.
  Operation *op = service_op_at(module, offset);
  A attr = op ? op_prop(op, "function_type") : NULL;
  if (!attr || attr_kind(attr) != ATTR_TYPE) return NULL;
  const char *line = memchr(text.data + op->loc.src.begin, '\n', text.size - op->loc.src.begin);
  if (line && offset > (uint32_t)(line - text.data)) return NULL;
  *range = (Range){op->loc.src.begin, line ? (uint32_t)(line - text.data) : op->loc.src.end};
  return ((const TypeAttr *)attr)->type;
}
