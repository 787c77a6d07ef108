// How linalg's operations are written.
#include "dialects/linalg/hooks.h"
#include "dialects/linalg/named_ops.h"
#include "ops/arith.h"
#include "ops/linalg.h"

#include "asm/format.h"
#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/type.h"

// ---------------------------------------------------------------------------------------------
// ins(…) outs(…)

typedef struct Parts {
  TypeVec inputs, outputs;
  uint32_t attrs_at;
} Parts;

static bool parse_group(Parser *p, const char *keyword, OperandVec *operands, TypeVec *types, uint32_t *at) {
  if (!parse_optional_keyword(p, keyword)) return true;
  if (!parse_l_paren(p)) return false;
  *at = parser_loc(p);
  return parse_operand_list(p, operands, DELIM_NONE) && parse_colon_type_list(p, types) && parse_r_paren(p);
}

static void take_attrs(OpState *state, const NamedAttrVec *attrs) {
  for (uint32_t i = 0; i < attrs->count; i++) op_state_set_attr(state, attr_str(attrs->data[i].name), attrs->data[i].value);
}

// (`<` properties `>`)? attr-dict (`ins` `(` operands `:` types `)`)? (`outs` `(` … `)`)?
static bool parse_parts(Parser *p, OpState *state, Parts *parts, bool has_segments) {
  OperandVec inputs = {0}, outputs = {0};
  uint32_t inputs_at = 0, outputs_at = 0;
  NamedAttrVec attrs = {0};
  if (parser_consume_if(p, TOK_LESS)) {
    A properties = parse_attr(p, NULL);
    if (!properties || !parse_greater(p)) return false;
    const DictAttr *dict = attr_kind(properties) == ATTR_DICT ? (const DictAttr *)properties : NULL;
    for (uint64_t i = 0; dict && i < dict->count; i++) op_state_set_attr(state, attr_str(dict->items[i].name), dict->items[i].value);
  }
  parts->attrs_at = parser_loc(p);
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  if (!parse_group(p, "ins", &inputs, &parts->inputs, &inputs_at) || !parse_group(p, "outs", &outputs, &parts->outputs, &outputs_at)) return false;
  if (!resolve_operands(p, state, &inputs, parts->inputs.data, parts->inputs.count, inputs_at) ||
      !resolve_operands(p, state, &outputs, parts->outputs.data, parts->outputs.count, outputs_at))
    return false;
  take_attrs(state, &attrs);
  if (has_segments) op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs.count, (int32_t)outputs.count}, 2);
  return true;
}

static void print_parts(Printer *p, const Operation *op) {
  Span groups[2] = {structured_inputs(op), structured_inits(op)};
  for (int i = 0; i < 2; i++) {
    if (groups[i].begin == groups[i].end) continue;
    print_text(p, i ? " outs(" : " ins(");
    print_operands(p, op, groups[i]);
    print_text(p, " : ");
    print_operand_types(p, op, groups[i]);
    print_char(p, ')');
  }
}

static void print_results(Printer *p, const Operation *op) {
  if (!op->result_count) return;
  print_text(p, op->result_count > 1 ? " -> (" : " -> ");
  print_result_types(p, op, (Span){0, op->result_count});
  if (op->result_count > 1) print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// Bodies that the text leaves out: no location is theirs, and they come from where the operation is written

static Loc loc_of_body(Parser *p, const OpState *state) { return (Loc){.attr = parser_context(p)->attrs.unknown_loc, .src = state->loc.src}; }

static Block *add_block(Parser *p, OpState *state, const T *types, uint32_t count) {
  Region *region = op_state_add_region(state);
  Block *block = block_new(parser_module(p));
  block_append(region, block);
  Loc loc = loc_of_body(p, state);
  for (uint32_t i = 0; i < count; i++) block_add_arg(parser_module(p), block, element_or_self(types[i]), loc);
  return block;
}

static Block *block_of_operands(Parser *p, OpState *state) {
  TypeVec types = {0};
  for (uint32_t i = 0; i < state->operands.count; i++) vec_push(parser_scratch(p), &types, state->operands.data[i]->type);
  return add_block(p, state, types.data, types.count);
}

static Builder builder_in(Parser *p, const OpState *state, Block *block) {
  Builder b;
  builder_init(&b, parser_module(p));
  builder_at_end(&b, block);
  b.loc = loc_of_body(p, state);
  return b;
}

// The attribute of that name; NULL: it has none.
static A state_attr(const OpState *state, const char *name) {
  int slot = op_prop_slot(state->def, str_from(name));
  return slot < 0 ? NULL : op_state_prop(state, (uint32_t)slot);
}

// The body is made of attributes that are what the record asks for.
static bool check_attrs(Parser *p, const OpState *state, const Parts *parts) {
  const OpDef *def = state->def;
  for (uint32_t slot = 0; slot < def->attr_count; slot++) {
    const AttrConstraint *type = def_attr_type(def, slot);
    A attr = op_segments_name(def, str_from(def_attr_name(def, slot))) ? NULL : op_state_prop(state, slot);
    if (attr && !attr_satisfies(def->table, type, attr))
      return parser_op_error_at(p, parts->attrs_at, "'%.*s' op attribute '%s' failed to satisfy constraint: %s", STR_ARG(def_name(def)), def_attr_name(def, slot), def_text(def, type->summary));
  }
  return true;
}

static bool add_named_body(Parser *p, OpState *state, const Parts *parts) {
  if (!check_attrs(p, state, parts)) return false;
  const NamedOp *named = named_op(state->def->opcode);
  uint32_t wanted = named->inputs + 1u, given = state->operands.count;
  if (wanted != given)
    return parser_error_at(p, parser_loc(p), "[parseNamedStructuredOpRegion] ods-gen generated region expects %u args, got %u", wanted, given);
  Block *block = block_of_operands(p, state);
  Builder b = builder_in(p, state, block);
  const char *problem = build_named_body(&b, state->def, block, state_attr(state, "cast"), state_attr(state, "fun"));
  return !problem || parser_op_error_at(p, parser_loc(p), "%s", problem);
}

// ---------------------------------------------------------------------------------------------
// Named operations

bool parse_named(Parser *p, OpState *state) {
  Parts parts = {0};
  if (!parse_parts(p, state, &parts, true)) return false;
  if (!parse_optional_arrow_type_list(p, &state->types)) return false;
  return add_named_body(p, state, &parts);
}

void print_named(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "linalg.memoized_indexing_maps", NULL};
  print_optional_attr_dict(p, op, elided);
  print_parts(p, op);
  print_results(p, op);
}

// `indexing_maps` `=` `[` map (`,` map)* `]`
static bool parse_maps(Parser *p, OpState *state, uint32_t slot, bool is_required) {
  AttrVec maps = {0};
  if (is_required ? !parse_keyword(p, "indexing_maps") : !parse_optional_keyword(p, "indexing_maps")) return !is_required;
  if (!parse_equal(p) || !parse_l_square(p)) return false;
  do {
    uint32_t at = parser_loc(p);
    A map = parse_attr(p, NULL);
    if (!map) return false;
    if (attr_kind(map) != ATTR_AFFINE_MAP) return parser_op_error_at(p, at, "expected affine map attribute");
    vec_push(parser_scratch(p), &maps, map);
  } while (parser_consume_if(p, TOK_COMMA));
  if (!parse_r_square(p)) return false;
  op_state_set_prop(state, slot, attr_array(parser_context(p), maps.data, maps.count));
  return true;
}

bool parse_product(Parser *p, OpState *state) {
  Parts parts = {0};
  uint32_t slot = (uint32_t)op_prop_slot(state->def, STR("indexing_maps"));
  if (!parse_maps(p, state, slot, state->def->opcode == OP_LINALG_CONTRACT)) return false;
  if (!op_state_prop(state, slot)) op_state_set_prop(state, slot, default_maps(parser_context(p), state->def, 3, NULL));
  if (!parse_parts(p, state, &parts, true) || !parse_optional_arrow_type_list(p, &state->types)) return false;
  return add_named_body(p, state, &parts);
}

static void print_maps(Printer *p, A maps) {
  print_text(p, " indexing_maps = ");
  print_attr(p, maps);
}

void print_product(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "linalg.memoized_indexing_maps", "indexing_maps", NULL};
  A maps = op_prop(op, "indexing_maps");
  if (maps && maps != default_maps(printer_context(p), op->def, 3, NULL)) print_maps(p, maps);
  bool is_contract = op_is(op, OP_LINALG_CONTRACT);
  if (!is_contract) print_optional_attr_dict(p, op, elided);
  else print_optional_attr_dict(p, op, elided);
  print_parts(p, op);
  print_results(p, op);
}

// `kind` `=` #linalg.elementwise_kind<…> maps? parts types?
bool parse_elementwise(Parser *p, OpState *state) {
  Parts parts = {0};
  uint32_t at = parser_loc(p);
  if (!parse_keyword(p, "kind") || !parse_equal(p)) return false;
  A kind = parse_attr(p, NULL);
  if (!kind) return false;
  if (kind->def != &linalg_elementwise_kind_attr) return parser_op_error_at(p, at, "expected ElementwiseKind attribute");
  op_state_set_prop(state, LINALG_ELEMENTWISE_KIND, kind);
  if (!parse_maps(p, state, LINALG_ELEMENTWISE_INDEXING_MAPS, false)) return false;
  if (!parse_parts(p, state, &parts, true) || !parse_optional_arrow_type_list(p, &state->types)) return false;
  uint32_t wanted = attr_param(kind, 0) <= LINALG_ELEMENTWISE_KIND_ERF ? 2 : attr_param(kind, 0) <= LINALG_ELEMENTWISE_KIND_POWF ? 3 : 4, given = state->operands.count;
  if (wanted != given)
    return parser_error_at(p, parser_loc(p), "[parseNamedStructuredOpRegion] ods-gen generated region expects %u args, got %u", wanted, given);
  Context *ctx = parser_context(p);
  if (!op_state_prop(state, LINALG_ELEMENTWISE_INDEXING_MAPS))
    op_state_set_prop(state, LINALG_ELEMENTWISE_INDEXING_MAPS, default_maps(ctx, state->def, given, state->operands.data[given - 1]->type));
  Block *block = block_of_operands(p, state);
  Builder b = builder_in(p, state, block);
  const char *problem = build_elementwise_body(&b, (int64_t)attr_param(kind, 0), block);
  return !problem || parser_op_error_at(p, parser_loc(p), "%s", problem);
}

void print_elementwise(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "kind", "linalg.memoized_indexing_maps", "indexing_maps", NULL};
  A maps = op_prop_at(op, LINALG_ELEMENTWISE_INDEXING_MAPS);
  print_text(p, " kind=");
  print_attr(p, op_prop_at(op, LINALG_ELEMENTWISE_KIND));
  Span inits = structured_inits(op);
  A usual = inits.begin < inits.end ? default_maps(printer_context(p), op->def, op->operand_count, op_operand_type(op, inits.begin)) : NULL;
  if (maps && maps != usual) print_maps(p, maps);
  print_optional_attr_dict(p, op, elided);
  print_parts(p, op);
  print_results(p, op);
}

// ---------------------------------------------------------------------------------------------
// generic

// Kinds of loops are strings in a text, and an enum inside.
static bool set_iterators(Parser *p, OpState *state, uint32_t at) {
  Context *ctx = parser_context(p);
  A types = op_state_prop(state, LINALG_GENERIC_ITERATOR_TYPES);
  if (!types || attr_kind(types) != ATTR_ARRAY) return parser_op_error_at(p, at, "expected \"iterator_types\" array attribute");
  const ArrayAttr *array = (const ArrayAttr *)types;
  AttrVec items = {0};
  for (uint64_t i = 0; i < array->count; i++) {
    int64_t type;
    if (attr_kind(array->items[i]) != ATTR_STRING) continue;
    Str word = attr_str(array->items[i]);
    if (!enum_value(&linalg_iterator_type, word, &type)) return parser_error_at(p, parser_loc(p), "unexpected iterator_type (%.*s)", STR_ARG(word));
    vec_push(parser_scratch(p), &items, attr_from_params(ctx, &linalg_iterator_type_attr, (const uint64_t[]){(uint64_t)type}));
  }
  op_state_set_prop(state, LINALG_GENERIC_ITERATOR_TYPES, attr_array(ctx, items.data, items.count));
  return true;
}

bool parse_generic(Parser *p, OpState *state) {
  uint32_t at = parser_loc(p);
  A trait = parse_attr(p, NULL);
  if (!trait) return false;
  if (attr_kind(trait) != ATTR_DICT) return parser_error_at(p, at, "invalid kind of attribute specified");
  const DictAttr *dict = (const DictAttr *)trait;
  for (uint64_t i = 0; i < dict->count; i++) op_state_set_attr(state, attr_str(dict->items[i].name), dict->items[i].value);
  if (!set_iterators(p, state, at)) return false;
  Parts parts = {0};
  NamedAttrVec more = {0};
  if (!parse_parts(p, state, &parts, true)) return false;
  if (parse_optional_keyword(p, "attrs") && (!parse_equal(p) || !parse_optional_attr_dict(p, &more))) return false;
  take_attrs(state, &more);
  Region *region = op_state_add_region(state);
  return parse_region(p, region, NULL, 0, false) && parse_optional_arrow_type_list(p, &state->types);
}

void print_generic(Printer *p, const Operation *op) {
  static const char *const of_trait[] = {"doc", "indexing_maps", "iterator_types", "library_call"};
  static const char *const elided[] = {"doc", "indexing_maps", "library_call", "iterator_types", "operandSegmentSizes", NULL};
  Context *ctx = printer_context(p);
  NamedAttr entries[countof(of_trait)];
  uint32_t count = 0;
  for (size_t i = 0; i < countof(of_trait); i++) {
    A value = op_prop(op, of_trait[i]);
    if (!value) continue;
    if (i == 2 && attr_kind(value) == ATTR_ARRAY) {
      const ArrayAttr *types = (const ArrayAttr *)value;
      AttrVec words = {0};
      Arena scratch;
      arena_init(&scratch, &ctx->mem);
      for (uint64_t k = 0; k < types->count; k++) vec_push(&scratch, &words, attr_string(ctx, str_from(enum_name(&linalg_iterator_type, (int64_t)attr_param(types->items[k], 0)))));
      value = attr_array(ctx, words.data, words.count);
      arena_free(&scratch);
    }
    entries[count++] = (NamedAttr){attr_string(ctx, str_from(of_trait[i])), value};
  }
  print_char(p, ' ');
  if (count) print_attr(p, attr_dict(ctx, entries, count));
  print_parts(p, op);
  if (op->attr_count) {
    print_text(p, " attrs = ");
    print_optional_attr_dict(p, op, elided);
  }
  if (op->regions[0].first) {
    print_char(p, ' ');
    print_region(p, &op->regions[0], true, true, false);
  }
  print_results(p, op);
}

// ---------------------------------------------------------------------------------------------
// map, reduce, transpose, broadcast

// `{` operation attr-dict `}`: the body is that operation of the arguments, and nothing else.
typedef struct Payload {
  Str name;
  NamedAttrVec attrs;
} Payload;

static bool parse_payload(Parser *p, Payload *out) {
  *out = (Payload){0};
  if (!parser_consume_if(p, TOK_L_BRACE)) return true;
  return parse_any_keyword(p, &out->name) && parse_optional_attr_dict(p, &out->attrs) && parse_r_brace(p);
}

// Without operands there is nothing the operation could take: its region stays empty, and the verifier says what is wrong.
static void add_payload(Parser *p, OpState *state, const Payload *payload, uint32_t args, bool init_first, bool has_init) {
  if (!state->operands.count) { op_state_add_region(state); return; }
  TypeVec types = {0};
  for (uint32_t i = 0; i < state->operands.count; i++) vec_push(parser_scratch(p), &types, state->operands.data[i]->type);
  Block *block = add_block(p, state, types.data, types.count - !has_init);
  Builder b = builder_in(p, state, block);
  b.loc = state->loc;
  OpState *inner = builder_begin_def(&b, context_op_or_unregistered(parser_context(p), payload->name));
  if (init_first) op_state_add_operand(inner, block->args[block->arg_count - 1]);
  for (uint32_t i = 0; i + init_first < args; i++) op_state_add_operand(inner, block->args[i]);
  op_state_add_type(inner, element_or_self(types.data[types.count - 1]));
  for (uint32_t i = 0; i < payload->attrs.count; i++) op_state_set_attr(inner, attr_str(payload->attrs.data[i].name), payload->attrs.data[i].value);
  Value *made = builder_finish_value(&b);
  op_state_add_operand(builder_begin(&b, OP_LINALG_YIELD), made);
  builder_finish(&b);
}

static bool parse_mapper(Parser *p, OpState *state) {
  ArgumentVec args = {0};
  return parse_argument_list(p, &args, DELIM_PAREN, true, true) && parse_region(p, op_state_add_region(state), args.data, args.count, false);
}

static void add_tensor_results(OpState *state, const TypeVec *outputs) {
  for (uint32_t i = 0; i < outputs->count; i++)
    if (type_kind(outputs->data[i]) == TYPE_TENSOR) op_state_add_type(state, outputs->data[i]);
}

// `keyword` `=` `[` 0, 1 `]`
static bool parse_dims_attr(Parser *p, OpState *state, const char *keyword, uint32_t slot) {
  I64Vec dims = {0};
  if (!parse_keyword(p, keyword) || !parse_equal(p) || !parse_l_square(p)) return false;
  while (parser_kind(p) != TOK_R_SQUARE) {
    int64_t dim;
    if (dims.count && !parse_comma(p)) return false;
    if (!parse_integer(p, &dim)) return false;
    vec_push(parser_scratch(p), &dims, dim);
  }
  op_state_set_prop(state, slot, attr_i64_array(parser_context(p), dims.data, dims.count));
  return parse_r_square(p);
}

static void print_dims_attr(Printer *p, const char *keyword, A dims) {
  print_char(p, ' ');
  print_text(p, keyword);
  print_text(p, " = [");
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)dims)->count; i++) {
    if (i) print_text(p, ", ");
    print_i64(p, dense_array_i64(dims, i));
  }
  print_text(p, "] ");
}

static bool parse_more_attrs(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  take_attrs(state, &attrs);
  return true;
}

// Where all editions are read, a mapper that takes the inputs alone is an older one.
static bool takes_init(Parser *p, const OpState *state) {
  const Block *mapper = state->regions.data[0]->first;
  if (parser_edition(p) || !mapper || mapper->arg_count + 1 != state->operands.count) return true;
  return parser_op_error(p, "has a mapper that does not take the element of the init");
}

static bool parse_map(Parser *p, OpState *state, bool has_init) {
  Payload payload;
  Parts parts = {0};
  if (!parse_payload(p, &payload) || !parse_parts(p, state, &parts, false)) return false;
  add_tensor_results(state, &parts.outputs);
  if (!parse_more_attrs(p, state)) return false;
  if (!payload.name.data) return parse_mapper(p, state) && (!has_init || takes_init(p, state));
  add_payload(p, state, &payload, state->operands.count ? state->operands.count - 1 : 0, false, has_init);
  return true;
}

bool parse_linalg_map(Parser *p, OpState *state) { return parse_map(p, state, true); }
bool parse_linalg_map_until_19(Parser *p, OpState *state) { return parse_map(p, state, false); }

bool parse_reduce(Parser *p, OpState *state) {
  Payload payload;
  Parts parts = {0};
  if (!parse_payload(p, &payload) || !parse_parts(p, state, &parts, false)) return false;
  add_tensor_results(state, &parts.outputs);
  if (!parse_dims_attr(p, state, "dimensions", LINALG_REDUCE_DIMENSIONS) || !parse_more_attrs(p, state)) return false;
  if (!payload.name.data) return parse_mapper(p, state);
  add_payload(p, state, &payload, state->operands.count, true, true);
  return true;
}

static bool parse_moved(Parser *p, OpState *state, const char *keyword, uint32_t slot) {
  Parts parts = {0};
  if (!parse_parts(p, state, &parts, false)) return false;
  add_tensor_results(state, &parts.outputs);
  if (!parse_dims_attr(p, state, keyword, slot) || !parse_more_attrs(p, state)) return false;
  Block *block = block_of_operands(p, state);
  Builder b = builder_in(p, state, block);
  b.loc = state->loc;
  if (block->arg_count) op_state_add_operand(builder_begin(&b, OP_LINALG_YIELD), block->args[0]);
  else builder_begin(&b, OP_LINALG_YIELD);
  builder_finish(&b);
  return true;
}

bool parse_transpose(Parser *p, OpState *state) { return parse_moved(p, state, "permutation", LINALG_TRANSPOSE_PERMUTATION); }
bool parse_broadcast(Parser *p, OpState *state) { return parse_moved(p, state, "dimensions", LINALG_BROADCAST_DIMENSIONS); }

static void print_moved(Printer *p, const Operation *op, const char *keyword) {
  const char *const elided[] = {keyword, NULL};
  print_parts(p, op);
  print_dims_attr(p, keyword, op_prop(op, keyword));
  print_optional_attr_dict(p, op, elided);
}

void print_transpose(Printer *p, const Operation *op) { print_moved(p, op, "permutation"); }
void print_broadcast(Printer *p, const Operation *op) { print_moved(p, op, "dimensions"); }

// The operation that can be written for the whole body: it takes the arguments in order, and what it makes is yielded. Of a reduction the
// last argument, which stands for the result, comes first; of a map it is not taken.
static const Operation *payload_of(const Block *block, bool init_first, bool takes_init) {
  const Operation *op = block ? block->first : NULL;
  if (!op || !op->next || op->next->next || !op_is(op->next, OP_LINALG_YIELD)) return NULL;
  uint32_t args = block->arg_count - !takes_init;
  if (!op->operand_count || op->operand_count != args || op->result_count != 1 || op->region_count) return NULL;
  if (op->next->operand_count != 1 || op_operand(op->next, 0) != op_result(op, 0)) return NULL;
  for (uint32_t i = 0; i < args; i++) {
    uint32_t arg = !init_first ? i : i ? i - 1 : args - 1;
    if (op_operand(op, i) != block->args[arg]) return NULL;
  }
  return op;
}

static void print_payload(Printer *p, const Operation *op) {
  const char *elided[2] = {NULL, NULL};
  print_text(p, " { ");
  print_text(p, def_name(op->def).data);
  for (uint32_t i = 0; i < op->def->attr_count && !elided[0]; i++) {
    A value = op->props[i];
    if (value && value->def == &arith_fastmath_attr && !attr_param(value, 0)) elided[0] = def_text(op->def, def_attrs(op->def)[i].name);
  }
  print_optional_attr_dict(p, op, elided);
  print_text(p, " }");
}

static void print_mapper(Printer *p, const Operation *op) {
  const Block *body = structured_body(op);
  printer_indent(p, 2);
  print_newline(p);
  print_char(p, '(');
  for (uint32_t i = 0; body && i < body->arg_count; i++) {
    if (i) print_text(p, ", ");
    print_region_argument(p, body->args[i], NULL, false);
  }
  print_text(p, ") ");
  print_region(p, &op->regions[0], false, true, false);
  printer_indent(p, -2);
}

static void print_map(Printer *p, const Operation *op, bool has_init) {
  static const char *const elided[] = {NULL};
  const Operation *payload = payload_of(structured_body(op), false, !has_init);
  if (payload) print_payload(p, payload);
  print_parts(p, op);
  print_optional_attr_dict(p, op, elided);
  if (!payload) print_mapper(p, op);
}

void print_linalg_map(Printer *p, const Operation *op) { print_map(p, op, true); }
void print_linalg_map_until_19(Printer *p, const Operation *op) { print_map(p, op, false); }

void print_reduce(Printer *p, const Operation *op) {
  static const char *const elided[] = {"dimensions", NULL};
  const Operation *payload = payload_of(structured_body(op), true, true);
  if (payload) print_payload(p, payload);
  print_parts(p, op);
  print_dims_attr(p, "dimensions", op_prop_at(op, LINALG_REDUCE_DIMENSIONS));
  print_optional_attr_dict(p, op, elided);
  if (!payload) print_mapper(p, op);
}

// yield ::= operands? attr-dict (`:` types)?
bool parse_yield(Parser *p, OpState *state) {
  OperandVec operands = {0};
  TypeVec types = {0};
  uint32_t at = parser_loc(p);
  if (!parse_operand_list(p, &operands, DELIM_NONE) || !parse_more_attrs(p, state)) return false;
  if (operands.count && !parse_colon_type_list(p, &types)) return false;
  return resolve_operands(p, state, &operands, types.data, types.count, at);
}

void print_yield(Printer *p, const Operation *op) {
  static const char *const elided[] = {NULL};
  Span all = {0, op->operand_count};
  if (op->operand_count) {
    print_char(p, ' ');
    print_operands(p, op, all);
  }
  print_optional_attr_dict(p, op, elided);
  if (op->operand_count) {
    print_text(p, " : ");
    print_operand_types(p, op, all);
  }
}

// ---------------------------------------------------------------------------------------------
// Names

static void name_args(Printer *p, const Operation *op, const Region *region, const char *init) {
  const Block *block = region->first;
  uint32_t inputs = span_size(structured_inputs(op));
  for (uint32_t i = 0; block && i < block->arg_count; i++) printer_suggest_name(p, block->args[i], str_from(i < inputs ? "in" : init));
}

void name_generic_args(Printer *p, const Operation *op, const Region *region) { name_args(p, op, region, "out"); }
void name_map_args(Printer *p, const Operation *op, const Region *region) { name_args(p, op, region, "init"); }
void name_reduce_args(Printer *p, const Operation *op, const Region *region) { name_args(p, op, region, "init"); }

static void name_first(Printer *p, const Operation *op, const char *name) {
  if (op->result_count) printer_suggest_name(p, op_result(op, 0), str_from(name));
}

void name_map(Printer *p, const Operation *op) { name_first(p, op, "mapped"); }
void name_reduce(Printer *p, const Operation *op) { name_first(p, op, "reduced"); }
void name_transpose(Printer *p, const Operation *op) { name_first(p, op, "transposed"); }
void name_broadcast(Printer *p, const Operation *op) { name_first(p, op, "broadcasted"); }
