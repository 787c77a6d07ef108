// Affine maps and integer sets (https://mlir.llvm.org/docs/Dialects/Affine/), and subscripts whose
// dimensions and symbols are SSA values.
#include "asm/parser_impl.h"

typedef struct AffineName {
  Str name;
  uint32_t number;     // of %name#number
  E expr;
} AffineName;

typedef struct Affine {
  Parser *p;
  VEC(AffineName) names;
  Map index;           // name -> position + 1 in `names`, once there are many
  uint32_t dims, symbols;
  VEC(E) exprs;        // results or constraints
  VEC(bool) equalities;
  OperandVec *dim_operands, *symbol_operands;  // NULL: identifiers are bare names
} Affine;

enum { INDEXED_NAMES = 16 };

static E parse_expr(Affine *self);

static const AffineName *find_name(Affine *self, Str name, uint32_t number) {
  if (self->index.arena && number == 0) {
    const MapEntry *entry = map_find_str(&self->index, name);
    return entry ? &self->names.data[entry->value - 1] : NULL;
  }
  for (uint32_t i = 0; i < self->names.count; i++)
    if (self->names.data[i].number == number && str_equal(self->names.data[i].name, name)) return &self->names.data[i];
  return NULL;
}

static void add_name(Affine *self, Str name, uint32_t number, E expr) {
  Arena *scratch = &self->p->scratch;
  vec_push(scratch, &self->names, (AffineName){name, number, expr});
  if (self->names.count < INDEXED_NAMES) return;
  uint32_t first = self->names.count - 1;
  if (!self->index.arena) {
    map_init(&self->index, scratch);
    first = 0;
  }
  for (uint32_t i = first; i < self->names.count; i++)
    if (self->names.data[i].number == 0) map_put_str(&self->index, self->names.data[i].name)->value = i + 1;
}

// ---------------------------------------------------------------------------------------------
// Expressions

static E combine(Affine *self, AffineKind op, bool negate, E lhs, E rhs) {
  Context *ctx = self->p->ctx;
  E expr = negate ? affine_sub(ctx, lhs, rhs) : affine_binary(ctx, op, lhs, rhs);
  if (expr && expr->depth <= AFFINE_MAX_DEPTH) return expr;
  parser_error(self->p, "affine expression is nested too deeply");
  return NULL;
}

static E multiply_or_divide(Affine *self, AffineKind op, E lhs, E rhs, uint32_t at) {
  const char *error = NULL;
  switch (op) {
  case AFFINE_MUL:
    if (!lhs->is_symbolic_or_const && !rhs->is_symbolic_or_const)
      error = "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic";
    break;
  case AFFINE_FLOORDIV:
    if (!rhs->is_symbolic_or_const)
      error = "non-affine expression: right operand of floordiv has to be either a constant or symbolic";
    break;
  case AFFINE_CEILDIV:
    if (!rhs->is_symbolic_or_const)
      error = "non-affine expression: right operand of ceildiv has to be either a constant or symbolic";
    break;
  default:
    if (!rhs->is_symbolic_or_const)
      error = "non-affine expression: right operand of mod has to be either a constant or symbolic";
    break;
  }
  if (!error) return combine(self, op, false, lhs, rhs);
  parser_error_at(self->p, at, "%s", error);
  return NULL;
}

static bool next_sum_op(Parser *p, bool *minus) {
  *minus = p->token.kind == TOK_MINUS;
  if (!*minus && p->token.kind != TOK_PLUS) return false;
  parser_next(p);
  return true;
}

static bool next_product_op(Parser *p, AffineKind *op) {
  switch (p->token.kind) {
  case TOK_STAR: *op = AFFINE_MUL; break;
  case TOK_KW_floordiv: *op = AFFINE_FLOORDIV; break;
  case TOK_KW_ceildiv: *op = AFFINE_CEILDIV; break;
  case TOK_KW_mod: *op = AFFINE_MOD; break;
  default: return false;
  }
  parser_next(p);
  return true;
}

static E parse_identifier(Affine *self) {
  Parser *p = self->p;
  const AffineName *name = find_name(self, parser_text_of(p, p->token), 0);
  if (!name) {
    parser_wrong_token(p, "use of undeclared identifier");
    return NULL;
  }
  parser_next(p);
  return name->expr;
}

// %name or %name#number: a dimension or symbol operand, numbered at first use.
static E parse_value(Affine *self, bool is_symbol) {
  Parser *p = self->p;
  OperandVec *operands = is_symbol ? self->symbol_operands : self->dim_operands;
  if (!operands) {
    parser_wrong_token(p, "unexpected ssa identifier");
    return NULL;
  }
  if (p->token.kind != TOK_PERCENT_ID) {
    parser_wrong_token(p, "expected ssa identifier");
    return NULL;
  }
  Operand operand;
  if (!parse_operand(p, &operand)) return NULL;
  const AffineName *known = find_name(self, operand.name, operand.number);
  if (known) return known->expr;
  vec_push(&p->scratch, operands, operand);
  E expr = is_symbol ? affine_symbol(p->ctx, self->symbols++) : affine_dim(p->ctx, self->dims++);
  add_name(self, operand.name, operand.number, expr);
  return expr;
}

// `symbol` `(` ssa-id `)`
static E parse_symbol_value(Affine *self) {
  Parser *p = self->p;
  parser_next(p);
  if (!parser_expect(p, TOK_L_PAREN, "expected '(' at start of SSA symbol")) return NULL;
  E expr = parse_value(self, true);
  return expr && parser_expect(p, TOK_R_PAREN, "expected ')' at end of SSA symbol") ? expr : NULL;
}

static E parse_constant(Affine *self) {
  Parser *p = self->p;
  Str text = parser_text_of(p, p->token);
  bool hex = text.size > 1 && text.data[1] == 'x';
  uint64_t value = 0, base = hex ? 16 : 10;
  for (size_t i = hex ? 2 : 0; i < text.size; i++) {
    uint64_t digit = (uint64_t)char_hex_value(text.data[i]);
    if (value > ((uint64_t)INT64_MAX - digit) / base) {
      parser_error(p, "constant too large for index");
      return NULL;
    }
    value = value * base + digit;
  }
  parser_next(p);
  return affine_const(p->ctx, (int64_t)value);
}

// affine-operand ::= `(` affine-expr `)` | `-` affine-operand | integer | bare-id | ssa-id | `symbol` `(` ssa-id `)`
static E parse_operand_expr(Affine *self, bool has_lhs) {
  Parser *p = self->p;
  E expr;
  switch (p->token.kind) {
  case TOK_KW_symbol: return parse_symbol_value(self);
  case TOK_PERCENT_ID: return parse_value(self, false);
  case TOK_INTEGER: return parse_constant(self);
  case TOK_L_PAREN:
    parser_next(p);
    if (p->token.kind == TOK_R_PAREN) {
      parser_error(p, "no expression inside parentheses");
      return NULL;
    }
    if (!parser_enter(p)) return NULL;
    expr = parse_expr(self);
    parser_leave(p);
    return expr && parser_expect(p, TOK_R_PAREN, "expected ')'") ? expr : NULL;
  case TOK_MINUS:
    parser_next(p);
    if (!parser_enter(p)) return NULL;
    expr = parse_operand_expr(self, has_lhs);
    parser_leave(p);
    return expr ? affine_neg(p->ctx, expr) : NULL;
  case TOK_PLUS: case TOK_STAR:
    parser_error(p, has_lhs ? "missing right operand of binary operator" : "missing left operand of binary operator");
    return NULL;
  default:
    if (token_is_word(p->token.kind)) return parse_identifier(self);
    parser_error(p, has_lhs ? "missing right operand of binary operator" : "expected affine expression");
    return NULL;
  }
}

// The rest of `lhs op …` over `*`, `floordiv`, `ceildiv` and `mod`, left to right. A misplaced
// operand is reported at the operator that follows it, or else at its own.
static E parse_product(Affine *self, E lhs, AffineKind op, uint32_t at) {
  Parser *p = self->p;
  for (;;) {
    E rhs = parse_operand_expr(self, true);
    if (!rhs) return NULL;
    uint32_t next_at = p->token.begin;
    AffineKind next;
    if (!next_product_op(p, &next)) return multiply_or_divide(self, op, lhs, rhs, at);
    if (!(lhs = multiply_or_divide(self, op, lhs, rhs, next_at))) return NULL;
    op = next;
    at = next_at;
  }
}

// affine-expr ::= product ((`+` | `-`) product)*
static E parse_expr(Affine *self) {
  Parser *p = self->p;
  E sum = NULL;
  bool minus = false;
  for (;;) {
    E term = parse_operand_expr(self, sum != NULL);
    if (!term) return NULL;
    bool next_minus, more = next_sum_op(p, &next_minus);
    AffineKind op;
    uint32_t at = p->token.begin;
    if (!more && next_product_op(p, &op)) {
      if (!(term = parse_product(self, term, op, at))) return NULL;
      more = next_sum_op(p, &next_minus);
    }
    sum = sum ? combine(self, AFFINE_ADD, minus, sum, term) : term;
    if (!sum || !more) return sum;
    minus = next_minus;
  }
}

// ---------------------------------------------------------------------------------------------
// Maps and sets

static bool parse_definition(Affine *self, bool is_symbol) {
  Parser *p = self->p;
  E expr = is_symbol ? affine_symbol(p->ctx, self->symbols++) : affine_dim(p->ctx, self->dims++);
  if (!token_is_word(p->token.kind)) return parser_wrong_token(p, "expected bare identifier");
  Str name = parser_text_of(p, p->token);
  if (find_name(self, name, 0)) return parser_error(p, "redefinition of identifier '%.*s'", STR_ARG(name));
  parser_next(p);
  add_name(self, name, 0, expr);
  return !p->ctx->mem.exhausted;
}

static bool parse_dim_definition(Parser *p, void *data) {
  (void)p;
  return parse_definition(data, false);
}

static bool parse_symbol_definition(Parser *p, void *data) {
  (void)p;
  return parse_definition(data, true);
}

static bool parse_result(Parser *p, void *data) {
  Affine *self = data;
  E expr = parse_expr(self);
  if (expr) vec_push(&p->scratch, &self->exprs, expr);
  return expr && !p->ctx->mem.exhausted;
}

// affine-constraint ::= affine-expr (`>=` | `<=` | `==`) affine-expr, kept as `… >= 0` or `… == 0`
static bool parse_constraint(Parser *p, void *data) {
  Affine *self = data;
  E lhs = parse_expr(self), rhs;
  if (!lhs) return false;
  TokenKind relation = TOK_EOF;
  static const TokenKind firsts[] = {TOK_GREATER, TOK_LESS, TOK_EQUAL};
  for (size_t i = 0; i < countof(firsts) && relation == TOK_EOF; i++)
    if (parser_next_if(p, firsts[i]) && parser_next_if(p, TOK_EQUAL)) relation = firsts[i];
  if (relation == TOK_EOF)
    return parser_error(p, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  if (!(rhs = parse_expr(self))) return false;
  E expr = relation == TOK_LESS ? combine(self, AFFINE_ADD, true, rhs, lhs) : combine(self, AFFINE_ADD, true, lhs, rhs);
  if (!expr) return false;
  vec_push(&p->scratch, &self->exprs, expr);
  vec_push(&p->scratch, &self->equalities, relation == TOK_EQUAL);
  return !p->ctx->mem.exhausted;
}

// In 2018 the constraints of a set stood without parentheses, too.
static bool parse_constraints(Affine *self) {
  Parser *p = self->p;
  uint32_t at = p->token.begin;
  bool is_bare = (p->token.kind == TOK_BARE_ID || p->token.kind == TOK_MINUS) && parser_reads_older(p, OLDER_MAP_TAIL);
  if (!is_bare) return parse_list(p, DELIM_PAREN, parse_constraint, self, " in integer set constraint list");
  do
    if (!parse_constraint(p, self)) return false;
  while (parser_next_if(p, TOK_COMMA));
  parser_note_older(p, OLDER_MAP_TAIL, at);
  return true;
}

// In 2018 a map could have sizes, `size (8, s0)`, of which nothing is left.
static bool skip_map_sizes(Affine *self) {
  Parser *p = self->p;
  if (!token_is_word(p->token.kind) || !str_is(parser_text_of(p, p->token), "size") || !parser_reads_older(p, OLDER_MAP_TAIL)) return true;
  Lexer ahead = p->lexer;
  if (lexer_next(&ahead).kind != TOK_L_PAREN) return true;
  uint32_t results = self->exprs.count, at = p->token.begin;
  parser_next(p);
  if (!parse_list(p, DELIM_PAREN, parse_result, self, " in sizes of affine map")) return false;
  self->exprs.count = results;
  parser_note_older(p, OLDER_MAP_TAIL, at);
  return true;
}

// affine-map ::= dim-ids symbol-ids? `->` `(` (affine-expr (`,` affine-expr)*)? `)`
// integer-set ::= dim-ids symbol-ids? `:` `(` (affine-constraint (`,` affine-constraint)*)? `)`
static bool parse_map_or_set(Affine *self, const AffineMap **map, const IntegerSet **set) {
  Parser *p = self->p;
  if (!parse_list(p, DELIM_PAREN, parse_dim_definition, self, " in dimensional identifier list")) return false;
  if (p->token.kind == TOK_L_SQUARE && !parse_list(p, DELIM_SQUARE, parse_symbol_definition, self, " in symbol list")) return false;
  if (parser_next_if(p, TOK_ARROW)) {
    if (!parse_list(p, DELIM_PAREN, parse_result, self, " in affine map range") || !skip_map_sizes(self)) return false;
    *map = affine_map(p->ctx, self->dims, self->symbols, self->exprs.data, self->exprs.count);
    return true;
  }
  if (!parser_expect(p, TOK_COLON, "expected '->' or ':'") || !parse_constraints(self)) return false;
  if (!self->exprs.count) {  // no constraint: true
    vec_push(&p->scratch, &self->exprs, affine_const(p->ctx, 0));
    vec_push(&p->scratch, &self->equalities, true);
  }
  *set = integer_set(p->ctx, self->dims, self->symbols, self->exprs.data, self->equalities.data, self->exprs.count);
  return true;
}

bool parse_affine_map_or_set(Parser *p, const AffineMap **map, const IntegerSet **set) {
  *map = NULL;
  *set = NULL;
  ArenaMark mark = arena_mark(&p->scratch);
  Affine affine = {.p = p};
  bool ok = parse_map_or_set(&affine, map, set);
  arena_release(&p->scratch, mark);
  return ok;
}

const AffineMap *parse_affine_map(Parser *p) {
  uint32_t at = p->token.begin;
  const AffineMap *map;
  const IntegerSet *set;
  if (!parse_affine_map_or_set(p, &map, &set)) return NULL;
  if (set) parser_error_at(p, at, "expected AffineMap, but got IntegerSet");
  return map;
}

const IntegerSet *parse_integer_set(Parser *p) {
  uint32_t at = p->token.begin;
  const AffineMap *map;
  const IntegerSet *set;
  if (!parse_affine_map_or_set(p, &map, &set)) return NULL;
  if (map) parser_error_at(p, at, "expected IntegerSet, but got AffineMap");
  return set;
}

// --- A map with something said of dimensions and results:
// symbol-ids? (`{` levels `}`)? `(` (dim (`=` affine-expr)? (`:` note)?)* `)` `->` `(` ((level `=`)? affine-expr `:` note)* `)`

typedef struct AnnotatedMap {
  Affine of_dims, of_levels;
  AffineNoteFn note;
  void *data;
} AnnotatedMap;

static bool parse_level_name(Parser *p, void *data) {
  (void)p;
  return parse_definition(&((AnnotatedMap *)data)->of_levels, false);
}

static bool parse_annotated_symbol(Parser *p, void *data) {
  (void)p;
  return parse_definition(&((AnnotatedMap *)data)->of_dims, true);
}

static bool parse_annotated_dim(Parser *p, void *data) {
  AnnotatedMap *self = data;
  uint32_t index = self->of_dims.dims;
  if (!parse_definition(&self->of_dims, false)) return false;
  if (parser_next_if(p, TOK_EQUAL) && !parse_expr(&self->of_levels)) return false;
  return p->token.kind != TOK_COLON || (parser_next_if(p, TOK_COLON) && self->note(p, true, index, self->data));
}

static bool parse_annotated_result(Parser *p, void *data) {
  AnnotatedMap *self = data;
  Lexer ahead = p->lexer;
  if (token_is_word(p->token.kind) && lexer_next(&ahead).kind == TOK_EQUAL) {
    if (!find_name(&self->of_levels, parser_text_of(p, p->token), 0)) return parser_wrong_token(p, "use of undeclared identifier");
    parser_next(p);
    parser_next(p);
  }
  uint32_t index = self->of_dims.exprs.count;
  return parse_result(p, &self->of_dims) && parser_expect(p, TOK_COLON, "expected ':'") && self->note(p, false, index, self->data);
}

const AffineMap *parse_annotated_affine_map(Parser *p, AffineNoteFn note, void *data) {
  AnnotatedMap self = {.of_dims.p = p, .of_levels.p = p, .note = note, .data = data};
  if (p->token.kind == TOK_L_SQUARE && !parse_list(p, DELIM_SQUARE, parse_annotated_symbol, &self, " in symbol binding list")) return NULL;
  if (p->token.kind == TOK_L_BRACE && !parse_list(p, DELIM_BRACES, parse_level_name, &self, " in level declaration list")) return NULL;
  if (!parse_list(p, DELIM_PAREN, parse_annotated_dim, &self, " in dimension-specifier list") || !parser_expect(p, TOK_ARROW, "expected '->'") ||
      !parse_list(p, DELIM_PAREN, parse_annotated_result, &self, " in level-specifier list"))
    return NULL;
  return affine_map(p->ctx, self.of_dims.dims, self.of_dims.symbols, self.of_dims.exprs.data, self.of_dims.exprs.count);
}

// affine-map-attribute ::= `affine_map` `<` affine-map `>`
A parse_affine_map_attr(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in affine map")) return NULL;
  const AffineMap *map = parse_affine_map(p);
  return map && parser_expect(p, TOK_GREATER, "expected '>' in affine map") ? attr_affine_map(p->ctx, map) : NULL;
}

// integer-set-attribute ::= `affine_set` `<` integer-set `>`
A parse_integer_set_attr(Parser *p) {
  parser_next(p);
  if (!parser_expect(p, TOK_LESS, "expected '<' in integer set")) return NULL;
  const IntegerSet *set = parse_integer_set(p);
  return set && parser_expect(p, TOK_GREATER, "expected '>' in integer set") ? attr_integer_set(p->ctx, set) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Over SSA values

A parse_affine_map_of_ssa(Parser *p, OperandVec *dims_then_symbols, uint32_t *dim_count, Delimiter delimiter) {
  // Operands are handed out, so the scratch memory is not given back here.
  OperandVec dims = {0}, symbols = {0};
  Affine affine = {.p = p, .dim_operands = &dims, .symbol_operands = &symbols};
  if (!parse_list(p, delimiter, parse_result, &affine, " in affine map")) return NULL;
  const AffineMap *map = affine_map(p->ctx, affine.dims, affine.symbols, affine.exprs.data, affine.exprs.count);
  vec_clear(dims_then_symbols);
  for (uint32_t i = 0; i < dims.count; i++) vec_push(&p->scratch, dims_then_symbols, dims.data[i]);
  for (uint32_t i = 0; i < symbols.count; i++) vec_push(&p->scratch, dims_then_symbols, symbols.data[i]);
  if (dim_count) *dim_count = dims.count;
  return attr_affine_map(p->ctx, map);
}

bool parse_affine_expr_of_ssa(Parser *p, OperandVec *dims, OperandVec *symbols, E *out) {
  Affine affine = {.p = p, .dim_operands = dims, .symbol_operands = symbols, .dims = dims->count, .symbols = symbols->count};
  for (uint32_t i = 0; i < dims->count; i++) add_name(&affine, dims->data[i].name, dims->data[i].number, affine_dim(p->ctx, i));
  for (uint32_t i = 0; i < symbols->count; i++)
    add_name(&affine, symbols->data[i].name, symbols->data[i].number, affine_symbol(p->ctx, i));
  *out = parse_expr(&affine);
  return *out != NULL;
}
