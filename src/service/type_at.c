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

static void visit_value(NameSearch *search, const Value *value, Range name) {
  if (name.end > search->text.size || name.begin >= name.end || name.begin > search->before) return;
  Str text = str_slice(search->text, name.begin, name.end);
  if (!str_equal(text, search->name) || (search->found && name.begin < search->found_at)) return;
  search->found = value;
  search->found_at = name.begin;
}

static WalkResult visit_op(Operation *op, void *data) {
  NameSearch *search = data;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!i || op->results[i].name.begin != op->results[i - 1].name.begin) visit_value(search, &op->results[i], op->results[i].name);
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++) visit_value(search, block->args[i], block->args[i]->arg_loc->src);
  return WALK_ADVANCE;
}

const Value *service_value_named(Module *module, Token token) {
  Str text = module->source.text;
  Operation *scope = service_op_at(module, token.begin);
  while (scope && scope->block && !op_has(scope, TRAIT_ISOLATED)) scope = op_parent(scope);
  if (!scope) scope = module->op;
  NameSearch search = {.text = text, .name = token_text(text, token), .before = token.begin};
  if (scope) op_walk_pre(scope, visit_op, &search);
  return search.found;
}

static T type_of_name(Module *module, Token token) {
  const Value *value = service_value_named(module, token);
  return value ? value->type : NULL;
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

static bool opens(TokenKind kind) { return kind == TOK_LESS || kind == TOK_L_PAREN || kind == TOK_L_SQUARE || kind == TOK_L_BRACE; }
static bool closes(TokenKind kind) { return kind == TOK_GREATER || kind == TOK_R_PAREN || kind == TOK_R_SQUARE || kind == TOK_R_BRACE; }

// The innermost type or named value among `tokens`, the last of which begins at `offset` or before. A token that begins
// a type is at `offset` itself, or the brackets behind it are around `offset`, or it is the `(` of a function type,
// whose results follow the `)`: all others are passed over, so that each bracket is read once.
static T innermost(Module *module, TypeReader **reader, Arena *arena, const Token *tokens, uint32_t count, uint32_t offset, Range *range) {
  uint32_t closed = 0;            // brackets that were closed before `offset`
  for (uint32_t i = count; i-- > 0;) {
    Token token = tokens[i];
    bool here = offset <= token.end, around = false;
    bool compares = i + 1 < count && tokens[i + 1].kind == TOK_EQUAL && tokens[i + 1].begin == token.end;   // `>=`
    if (closes(token.kind) && !here && !compares) {
      closed++;
    } else if (opens(token.kind) && closed) {
      closed--;
      // Of a function type that ends before `offset` or extends beyond it.
      around = !closed && token.kind == TOK_L_PAREN;
    } else {
      around = !closed && (token.kind == TOK_L_PAREN || (i + 1 < count && tokens[i + 1].kind == TOK_LESS));
    }
    if (!here && !around) continue;
    T type = NULL;
    uint32_t end = token.end;
    if (token.kind == TOK_PERCENT_ID && here) {
      type = type_of_name(module, token);
    } else if (may_begin_type(token.kind)) {
      if (!*reader) *reader = type_reader_new(module, arena, NULL);
      type = type_reader_at(*reader, token.begin, &end);
    }
    if (!type || end < offset) continue;
    *range = (Range){token.begin, end};
    return type;
  }
  return NULL;
}

T service_type_at(Module *module, Arena *scratch, uint32_t offset, Range *range) {
  Str text = module->source.text;
  if (offset > text.size) return NULL;
  Arena arena;
  arena_init(&arena, scratch->mem);
  VEC(Token) tokens = {0};
  // A type may go over lines, a string or a comment may not.
  uint32_t begin = line_start(text, offset);
  for (int back = 0; back < 3 && begin > 0; back++) begin = line_start(text, begin - 1);
  Lexer lexer;
  lexer_init(&lexer, text);
  lexer.at = begin;
  for (Token token; (token = lexer_next(&lexer)).kind != TOK_EOF && token.begin <= offset;)
    vec_push(&arena, &tokens, token);
  TypeReader *reader = NULL;
  T type = innermost(module, &reader, &arena, tokens.data, tokens.count, offset, range);
  type_reader_free(reader);
  arena_free(&arena);
  if (type) return type;
  // The head of a function.
  Operation *op = service_op_at(module, offset);
  A attr = op ? op_prop(op, "function_type") : NULL;
  if (!attr || attr_kind(attr) != ATTR_TYPE) return NULL;
  const char *line = memchr(text.data + op->loc.src.begin, '\n', text.size - op->loc.src.begin);
  if (line && offset > (uint32_t)(line - text.data)) return NULL;
  *range = (Range){op->loc.src.begin, line ? (uint32_t)(line - text.data) : op->loc.src.end};
  return ((const TypeAttr *)attr)->type;
}
