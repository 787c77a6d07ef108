// The vocabulary of dialect hooks (upstream's OpAsmParser): operands, arguments, regions, successors,
// function signatures.
#include "asm/op_parser.h"

// ---------------------------------------------------------------------------------------------
// Operands

bool parse_operand(Parser *p, Operand *out) { return parse_ssa_use(p, out, true); }

ParseResult parse_optional_operand(Parser *p, Operand *out) {
  if (p->token.kind != TOK_PERCENT_ID) return PARSE_ABSENT;
  return parse_ssa_use(p, out, true) ? PARSE_OK : PARSE_FAILED;
}

static bool operand_item(Parser *p, void *data) {
  Operand operand;
  if (!parse_ssa_use(p, &operand, true)) return false;
  vec_push(&p->scratch, (OperandVec *)data, operand);
  return true;
}

// operand-list ::= operands in the delimiter, or (operand (`,` operand)*)? without one
static bool operand_list(Parser *p, OperandVec *out, Delimiter delimiter, int64_t required) {
  if (delimiter == DELIM_NONE && p->token.kind != TOK_PERCENT_ID) {
    if (required <= 0) return true;
    if (p->token.kind == TOK_L_PAREN || p->token.kind == TOK_L_SQUARE) return parser_error(p, "unexpected delimiter");
    return parser_wrong_token(p, "expected operand");
  }
  uint32_t at = p->token.begin;
  if (!parse_list(p, delimiter, operand_item, out, " in operand list")) return false;
  if (required >= 0 && out->count != (uint64_t)required) {
    parser_op_error_at(p, at, "expected %lld operands", (long long)required);
    slip_token(p, TOK_COMMA);
    return false;
  }
  return true;
}

bool parse_operand_list(Parser *p, OperandVec *out, Delimiter delimiter) { return operand_list(p, out, delimiter, -1); }

bool parse_operand_list_n(Parser *p, OperandVec *out, Delimiter delimiter, uint32_t required) {
  return operand_list(p, out, delimiter, required);
}

bool parse_trailing_operand_list(Parser *p, OperandVec *out, Delimiter delimiter) {
  return !parser_next_if(p, TOK_COMMA) || parse_operand_list(p, out, delimiter);
}

Value *resolve_operand(Parser *p, const Operand *operand, T type) { return names_resolve(p, operand, type); }

bool resolve_one(Parser *p, OpState *state, const Operand *operand, T type) {
  Value *value = names_resolve(p, operand, type);
  if (!value) return false;
  vec_push(state->arena, &state->operands, value);
  return true;
}

bool resolve_operands(Parser *p, OpState *state, const OperandVec *operands, const T *types, uint32_t count, uint32_t at) {
  if (operands->count != count)
    return parser_op_error_at(p, at, "number of operands and types do not match: got %u operands and %u types",
                              operands->count, count);
  vec_reserve(state->arena, &state->operands, count);
  for (uint32_t i = 0; i < count; i++)
    if (!resolve_one(p, state, &operands->data[i], types[i])) return false;
  return true;
}

bool resolve_operands_same(Parser *p, OpState *state, const OperandVec *operands, T type) {
  for (uint32_t i = 0; i < operands->count; i++)
    if (!resolve_one(p, state, &operands->data[i], type)) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Arguments

// argument ::= `%` id (`:` type)? attribute-dict? (`loc` `(` … `)`)?
bool parse_argument(Parser *p, Argument *out, bool allow_type, bool allow_attrs) {
  *out = (Argument){0};
  return parse_ssa_use(p, &out->name, false) && (!allow_type || parse_colon_type(p, &out->type)) &&
         (!allow_attrs || parse_optional_attr_dict(p, &out->attrs)) && parse_optional_trailing_loc(p, &out->loc);
}

ParseResult parse_optional_argument(Parser *p, Argument *out, bool allow_type, bool allow_attrs) {
  if (p->token.kind != TOK_PERCENT_ID) return PARSE_ABSENT;
  return parse_argument(p, out, allow_type, allow_attrs) ? PARSE_OK : PARSE_FAILED;
}

typedef struct ArgumentList {
  ArgumentVec *out;
  bool allow_type, allow_attrs;
} ArgumentList;

static bool argument_item(Parser *p, void *data) {
  const ArgumentList *list = data;
  Argument argument;
  if (!parse_argument(p, &argument, list->allow_type, list->allow_attrs)) return false;
  vec_push(&p->scratch, list->out, argument);
  return true;
}

bool parse_argument_list(Parser *p, ArgumentVec *out, Delimiter delimiter, bool allow_type, bool allow_attrs) {
  if (delimiter == DELIM_NONE && p->token.kind != TOK_PERCENT_ID) return true;
  ArgumentList list = {out, allow_type, allow_attrs};
  return parse_list(p, delimiter, argument_item, &list, " in argument list");
}

// assignment-list ::= `(` (`%x` `=` `%y` (`,` `%x` `=` `%y`)*)? `)`
ParseResult parse_optional_assignment_list(Parser *p, ArgumentVec *lhs, OperandVec *rhs) {
  if (!parser_next_if(p, TOK_L_PAREN)) return PARSE_ABSENT;
  if (parser_next_if(p, TOK_R_PAREN)) return PARSE_OK;
  do {
    Argument argument;
    Operand operand;
    if (!parse_argument(p, &argument, false, false) || !parse_equal(p) || !parse_operand(p, &operand))
      return PARSE_FAILED;
    vec_push(&p->scratch, lhs, argument);
    vec_push(&p->scratch, rhs, operand);
  } while (parser_next_if(p, TOK_COMMA));
  return parser_expect(p, TOK_R_PAREN, "expected ',' or ')'") ? PARSE_OK : PARSE_FAILED;
}

// ---------------------------------------------------------------------------------------------
// Regions and successors

ParseResult parse_optional_region(Parser *p, Region *region, const Argument *args, uint32_t arg_count, bool isolated_names) {
  if (p->token.kind != TOK_L_BRACE) return PARSE_ABSENT;
  return parse_region(p, region, args, arg_count, isolated_names) ? PARSE_OK : PARSE_FAILED;
}

void ensure_terminator_def(Parser *p, Region *region, const OpDef *terminator, Loc loc) {
  if (!region->first) block_append(region, block_new(p->module));
  Block *block = region->last;
  // The broken text may have been a terminator.
  if (block->last && (block->last->def->traits & TRAIT_TERMINATOR || block->last->flags & OP_BROKEN)) return;
  OpState state;
  op_state_init(&state, p->module, &p->scratch, terminator, loc);
  op_state_fill_defaults(p->ctx, &state);
  op_append(block, op_create(&state));
}

void ensure_terminator(Parser *p, Region *region, uint32_t opcode, Loc loc) {
  ensure_terminator_def(p, region, context_op_of(p->ctx, opcode), loc);
}

ParseResult parse_optional_successor(Parser *p, Block **out) {
  if (!label_ahead(p)) return PARSE_ABSENT;
  *out = parse_successor(p);
  return *out ? PARSE_OK : PARSE_FAILED;
}

// successor-and-args ::= successor (`(` (ssa-use-list `:` type-list)? `)`)?; the arguments go to
// `args`, or to the operands of the operation without it.
bool parse_successor_and_args(Parser *p, Block **out, OpState *state, ValueVec *args) {
  *out = parse_successor(p);
  if (!*out) return false;
  if (!parser_next_if(p, TOK_L_PAREN)) return true;
  if (p->token.kind != TOK_PERCENT_ID) return parse_r_paren(p);
  OperandVec uses = {0};
  TypeVec types = {0};
  if (!parse_list(p, DELIM_NONE, operand_item, &uses, NULL) ||
      !parser_expect(p, TOK_COLON, "expected ':' in operand list") || !parse_type_list(p, &types))
    return false;
  if (uses.count != types.count) return parser_error(p, "expected %u types to match operand list", uses.count);
  ValueVec *values = args ? args : &state->operands;
  for (uint32_t i = 0; i < uses.count; i++) {
    Value *value = names_resolve(p, &uses.data[i], types.data[i]);
    if (!value) return false;
    vec_push(state->arena, values, value);
  }
  return parse_r_paren(p);
}

// ---------------------------------------------------------------------------------------------
// Functions

typedef struct Signature {
  ArgumentVec *args;
  bool allow_variadic;
  bool *is_variadic;
} Signature;

// argument ::= `%` id `:` type attribute-dict? location? | type attribute-dict? location? | `...`
static bool signature_item(Parser *p, void *data) {
  const Signature *signature = data;
  ArgumentVec *args = signature->args;
  if (*signature->is_variadic)
    return parser_op_error_at(p, p->token.begin, "variadic arguments must be in the end of the argument list");
  if (signature->allow_variadic && parser_next_if(p, TOK_ELLIPSIS)) {
    *signature->is_variadic = true;
    return true;
  }
  Argument argument = {0};
  ParseResult named = parse_optional_argument(p, &argument, true, true);
  if (named == PARSE_FAILED) return false;
  bool last_named = args->count && vec_last(args).name.name.size;
  if (named == PARSE_OK) {
    if (args->count && !last_named)
      return parser_op_error_at(p, argument.name.at, "expected type instead of SSA identifier");
  } else {
    argument.name.at = p->token.begin;
    argument.name.end = p->token.end;
    if (last_named) return parser_op_error_at(p, argument.name.at, "expected SSA identifier");
    argument.type = parse_type(p);
    if (!argument.type || !parse_optional_attr_dict(p, &argument.attrs) ||
        !parse_optional_trailing_loc(p, &argument.loc))
      return false;
  }
  vec_push(&p->scratch, args, argument);
  return true;
}

// function-results ::= type | `(` (type attribute-dict? (`,` type attribute-dict?)*)? `)`
static bool parse_function_results(Parser *p, TypeVec *types, AttrVec *dicts) {
  if (!parser_next_if(p, TOK_L_PAREN)) {
    T type = parse_type(p);
    if (!type) return false;
    vec_push(&p->scratch, types, type);
    vec_push(&p->scratch, dicts, NULL);
    return true;
  }
  if (parser_next_if(p, TOK_R_PAREN)) return true;
  do {
    NamedAttrVec attrs = {0};
    T type = parse_type(p);
    if (!type || !parse_optional_attr_dict(p, &attrs)) return false;
    vec_push(&p->scratch, types, type);
    vec_push(&p->scratch, dicts, attrs.count ? attr_dict(p->ctx, attrs.data, attrs.count) : NULL);
  } while (parser_next_if(p, TOK_COMMA));
  return parse_r_paren(p);
}

// function-signature ::= `(` (argument (`,` argument)*)? `)` (`->` function-results)?
bool parse_function_signature(Parser *p, bool allow_variadic, ArgumentVec *args, bool *is_variadic, TypeVec *results,
                              AttrVec *result_attrs) {
  *is_variadic = false;
  Signature signature = {args, allow_variadic, is_variadic};
  if (!parse_list(p, DELIM_PAREN, signature_item, &signature, NULL)) return false;
  return !parser_next_if(p, TOK_ARROW) || parse_function_results(p, results, result_attrs);
}

static void add_dicts(Parser *p, OpState *state, const A *dicts, uint32_t count, const char *name) {
  bool any = false;
  for (uint32_t i = 0; i < count && !any; i++) any = dicts[i] && ((const DictAttr *)dicts[i])->count > 0;
  if (!any) return;
  AttrVec items = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(&p->scratch, &items, dicts[i] ? dicts[i] : p->ctx->attrs.empty_dict);
  op_state_set_attr(state, str_from(name), attr_array(p->ctx, items.data, items.count));
}

void add_arg_res_attrs(Parser *p, OpState *state, const A *arg_dicts, uint32_t args, const A *res_dicts, uint32_t results,
                       const char *arg_attrs_name, const char *res_attrs_name) {
  add_dicts(p, state, arg_dicts, args, arg_attrs_name);
  add_dicts(p, state, res_dicts, results, res_attrs_name);
}
