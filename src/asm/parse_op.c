// Operations in generic and custom form.
#include "asm/op_parser.h"
#include "asm/params.h"

Loc op_loc_at(uint32_t at) { return (Loc){NULL, {at, at}}; }

// Temporaries of one operation go when it is done. When they spilled into another chunk they stay:
// the next operation starts there, so chunks are not taken and given back again and again.
static inline void release_scratch(Parser *p, ArenaMark mark) {
  if (p->scratch.chunks == mark.chunk) p->scratch.cursor = mark.cursor;
}

// ---------------------------------------------------------------------------------------------
// Names of operations

const char *op_own_dialect(const Context *ctx, const OpDef *def) {
  const DialectDef *dialect = context_dialect(ctx, name_dialect(def_name(def)));
  return dialect ? dialect->name : "";
}

const char *op_default_dialect_slow(const Context *ctx, const OpDef *def) {
  if (def_default_dialect(def)) return def_default_dialect(def);
  return def->traits & TRAIT_DEFAULT_DIALECT ? op_own_dialect(ctx, def) : "";
}

// Of the edition that is read, if that is one.
static bool is_born(const Parser *p, const OpDef *def) { return !p->options.edition || def->since <= p->options.edition->release; }

static const OpDef *registered_op(Parser *p, Str name) {
  const OpDef *def = context_op(p->ctx, name);
  return def && !(def->traits & TRAIT_UNREGISTERED) && is_born(p, def) ? def : NULL;
}

// A dot that ends the name, as in `foo.`, sets no dialect apart.
static bool names_dialect(Str spelling) {
  const char *dot = spelling.size ? memchr(spelling.data, '.', spelling.size) : NULL;
  return dot && dot + 1 < spelling.data + spelling.size;
}

// "dialect.name" of a name without a dialect, in scratch memory.
static Str full_name(Parser *p, Str spelling) {
  if (names_dialect(spelling)) return spelling;
  return arena_printf(&p->scratch, "%s.%.*s", p->ops->default_dialect, STR_ARG(spelling));
}

// Only another spelling of the operation, if any.
static bool is_only_name(const OlderName *older, const OpDef *def) {
  while (older && older->def == def && !older->form->format) older = older->next;
  return !older;
}

static COLD void add_older(Parser *p, OpLookup *entry) {
  ArenaMark mark = arena_mark(&p->scratch);
  if (entry->def->flags & DEF_HAS_OLDER) entry->older = older_name_of(p, entry->name);
  entry->bare = older_name_bare(p, entry->spelling);
  entry->is_plain = is_only_name(entry->older, entry->def) && is_only_name(entry->bare, entry->def);
  if (p->options.edition) entry->is_plain = entry->is_plain && is_written_as_today(p->ctx, entry->def, p->options.edition);
  release_scratch(p, mark);
}

const OpLookup *lookup_custom_op(Parser *p, Str spelling) {
  const char *dialect = p->ops->default_dialect;
  OpLookup *entry = &p->ops->lookups[str_hash(spelling) % OP_LOOKUPS];
  if (entry->def && str_equal(entry->spelling, spelling) &&
      (entry->default_dialect == dialect || name_has_dot(spelling)))
    return entry;
  const OpDef *def = registered_op(p, spelling);
  if (!def && !name_has_dot(spelling)) {
    ArenaMark mark = arena_mark(&p->scratch);
    def = registered_op(p, full_name(p, spelling));
    release_scratch(p, mark);
  }
  if (!def) return NULL;
  *entry = (OpLookup){spelling, dialect, def, format_of(p->ctx, def), def_parse(def), def_name(def), NULL, NULL, true};
  if (p->options.edition != edition_current) add_older(p, entry);
  return entry;
}

// The note that lists what is there, as mlir-opt words it.
static COLD void note_dialects(Parser *p, uint32_t at) {
  const Map *dialects = &p->ctx->dialects;
  Str *names = arena_new(&p->scratch, Str, dialects->count + 1);
  if (!names) return;
  uint32_t n = 0;
  for (uint32_t i = 0; i < dialects->count; i++) {
    if (!dialects->entries[i].live) continue;
    uint32_t k = n++;
    for (; k > 0 && str_compare(names[k - 1], dialects->entries[i].name) > 0; k--) names[k] = names[k - 1];
    names[k] = dialects->entries[i].name;
  }
  StrBuf list;
  strbuf_init(&list, &p->ctx->mem);
  for (uint32_t i = 0; i < n; i++) strbuf_printf(&list, "%s%.*s", i ? ", " : "", STR_ARG(names[i]));
  parser_note_at(p, at,
                 "Available dialects: %.*s ; for more info on dialect registration see "
                 "https://mlir.llvm.org/getting_started/Faq/"
                 "#registered-loaded-dependent-whats-up-with-dialects-management",
                 STR_ARG(strbuf_view(&list)));
  strbuf_free(&list);
}

#define WITH_KEPT "with --keep-unknown"

static COLD void report_unknown_op(Parser *p, Str spelling, uint32_t at) {
  if (p->failed) return;
  Str name = full_name(p, spelling);
  Str dialect_name = name_dialect(name);
  const DialectDef *dialect = context_dialect(p->ctx, dialect_name);
  bool tried = name.data != spelling.data;
  if (!dialect && tried && p->options.keep_unknown) {   // the dialect around it is kept as written
    parser_error_at(p, at, "custom op '%.*s' is unknown", STR_ARG(spelling));
  } else if (!dialect) {
    if (tried)
      parser_error_at(p, at, "Dialect `%.*s' not found for custom op '%.*s'  (tried '%.*s' as well)",
                      STR_ARG(dialect_name), STR_ARG(spelling), STR_ARG(name));
    else
      parser_error_at(p, at, "Dialect `%.*s' not found for custom op '%.*s' ", STR_ARG(dialect_name), STR_ARG(spelling));
    note_dialects(p, at);
  } else if (dialect->is_name_only) {
    parser_error_at(p, at, "custom op '%.*s' is not supported in its custom form yet", STR_ARG(name));
    if (p->last_error) p->last_error->info = DIAG_INFO_UNCHECKED;   // Rung cannot tell whether it is one
    parser_hint(p, "Rung doesn't know %.*s yet: it reads the generic form \"%.*s\"(...), and this one passes through unchanged " WITH_KEPT, STR_ARG(dialect_name), STR_ARG(name));
  } else if (tried) {
    parser_error_at(p, at, "custom op '%.*s' is unknown (tried '%.*s' as well)", STR_ARG(spelling), STR_ARG(name));
  } else {
    parser_error_at(p, at, "custom op '%.*s' is unknown", STR_ARG(spelling));
  }
  if (!dialect || !dialect->is_name_only) slip_operation(p, spelling, at);
  if (!dialect && !tried && p->last_error && !p->last_error->fixes && !p->options.keep_unknown)
    parser_hint(p, "operations of unknown dialects pass through unchanged " WITH_KEPT);
}

// ---------------------------------------------------------------------------------------------
// Making the operation

// The parts that were read of an operation with an error, kept in its place for the services of an editor.
static COLD Operation *make_broken(Parser *p, OpState *state, Block *block) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < state->types.count; i++)
    if (state->types.data[i]) state->types.data[n++] = state->types.data[i];
  state->types.count = n;
  n = 0;
  for (uint32_t i = 0; i < state->operands.count; i++)
    if (state->operands.data[i]) state->operands.data[n++] = state->operands.data[i];
  state->operands.count = n;
  n = 0;
  for (uint32_t i = 0; i < state->regions.count; i++)
    if (state->regions.data[i]) state->regions.data[n++] = state->regions.data[i];
  state->regions.count = n;
  n = 0;
  for (uint32_t i = 0; i < state->successors.count; i++)
    if (state->successors.data[i]) state->successors.data[n++] = state->successors.data[i];
  state->successors.count = n;
  Operation *op = op_create(state);
  op->flags |= OP_BROKEN;
  op->loc.src.end = p->last_end > op->loc.src.begin ? p->last_end : op->loc.src.begin;
  op_append(block, op);
  return op;
}

// The operation has an error: skip the rest of it, and keep the parts that were read.
static COLD Operation *break_off(Parser *p, OpState *state, Block *block) {
  recover(p, p->ops->safe, state->loc.src.begin, state);
  return make_broken(p, state, block);
}

static Operation *finish_op(Parser *p, OpState *state, Block *block) {
  op_state_fill_defaults(p->ctx, state);
  Operation *op = op_create(state);
  op_append(block, op);
  bool ok = p->token.kind != TOK_KW_loc || parse_optional_trailing_loc(p, &op->loc);
  op->loc.src = (Range){state->loc.src.begin, p->last_end};
  if (!ok) {
    op->flags |= OP_BROKEN;
    recover(p, p->token.begin, state->loc.src.begin, NULL);
  }
  return op;
}

// Where an operation begins, and how many results its text names: what reading it as written needs.
typedef struct OpStart {
  uint32_t begin;
  Token name;
  uint64_t results;
  Diags before;      // messages
  uint32_t seen;     // operations noted
  NotesMark notes;
} OpStart;

static OpStart op_start(Parser *p, uint32_t begin, uint32_t first_result, uint32_t result_records) {
  OpStart start = {begin, p->token, 0, *p->ctx->diags, p->ops->seen.count, notes_mark(p)};
  for (uint32_t i = 0; i < result_records; i++) start.results += p->ops->results.data[first_result + i].count;
  return start;
}

static COLD Operation *read_as_written(Parser *p, Block *block, const OpStart *start, Str name, uint64_t traits) {
  OpState state;
  Range range = {start->name.begin, start->name.end};
  op_state_init(&state, p->module, &p->scratch, context_kept_op(p->ctx, name, traits), (Loc){NULL, range});
  if (!traits) note_kept(p, name, range, false);
  return parse_kept(p, &state, start->begin, start->name, start->results) ? finish_op(p, &state, block) : break_off(p, &state, block);
}

// The operation has an error where something was left out, or at an alias of which only the name is known: read it again, as it is written.
static COLD Operation *read_with_hole(Parser *p, OpState *state, Block *block, const OpStart *start) {
  bool lacks_alias = p->options.keep_unknown && is_at_elsewhere(p);
  if (!lacks_alias && (!p->options.keep_unknown || !is_at_hole(p, start->name.end))) return NULL;
  // One inside of it may have been read again, too, and one inside of that.
  if (p->ops->read_again > 4 * p->text.size + (1u << 16)) return NULL;
  p->ops->read_again += p->last_end > start->begin ? p->last_end - start->begin : 0;
  op_erase(make_broken(p, state, block));
  Diags failed = *p->ctx->diags, *diags = p->ctx->diags;
  Diag *last = start->before.last, *error = last ? last->next : failed.first;
  diags_rollback(diags, &start->before);
  p->ops->seen.count = start->seen;
  notes_release(p, start->notes);
  p->failed = false;
  Operation *op = read_as_written(p, block, start, def_name(state->def), lacks_alias ? 0 : TRAIT_HOLE);
  if (p->ops->lacks_hole) {   // the hole is in what follows: the error stands
    *diags = failed;
    if (last) last->next = error;
  }
  return op;
}

// ---------------------------------------------------------------------------------------------
// Generic form

// ssa-use ::= `%` id (`#` number)?
bool parse_ssa_use(Parser *p, Operand *out, bool allow_number) {
  Token token = p->token;
  if (token.kind != TOK_PERCENT_ID) return parser_expect(p, TOK_PERCENT_ID, "expected SSA operand");
  *out = (Operand){without_sigil(p, token), 0, token.begin, token.end};
  parser_next(p);
  if (p->token.kind != TOK_HASH_ID) return true;
  if (!allow_number) return parser_error(p, "result number not allowed in argument list");
  Str digits = without_sigil(p, p->token);
  uint64_t number = 0;
  for (size_t i = 0; i < digits.size; i++) {
    if (!char_is_digit(digits.data[i]) || number > UINT32_MAX)
      return parser_error(p, "invalid SSA value result number");
    number = number * 10 + (uint64_t)(digits.data[i] - '0');
  }
  if (digits.size == 0 || number > UINT32_MAX) return parser_error(p, "invalid SSA value result number");
  out->number = (uint32_t)number;
  out->end = p->token.end;
  parser_next(p);
  return true;
}

// ssa-use-list ::= (ssa-use (`,` ssa-use)*)?
static bool parse_ssa_uses(Parser *p, OperandVec *out) {
  if (p->token.kind != TOK_PERCENT_ID) return true;
  do {
    Operand use;
    if (!parse_ssa_use(p, &use, true)) return false;
    vec_push(&p->scratch, out, use);
  } while (parser_next_if(p, TOK_COMMA));
  return true;
}

// Arguments of successors, which releases up to LLVM 10 wrote in the list of successors.
typedef struct SuccessorArgs {
  ValueVec values;
  U32Vec counts;   // of each successor
} SuccessorArgs;

// successor-list ::= `[` successor (`,` successor)* `]`; a successor may have arguments in older releases
static bool parse_successors(Parser *p, OpState *state, SuccessorArgs *args) {
  uint32_t begin = p->token.begin;
  parser_next(p);
  if (p->token.kind == TOK_R_SQUARE) return parser_wrong_token(p, "expected list element");
  do {
    Block *block;
    uint32_t before = args->values.count;
    if (!parser_reads_older(p, OLDER_SUCCESSOR_ARGS)) block = parse_successor(p);
    else if (!parse_successor_and_args(p, &block, state, &args->values)) return false;
    if (!block) return false;
    vec_push(state->arena, &state->successors, block);
    vec_push(&p->scratch, &args->counts, args->values.count - before);
  } while (parser_next_if(p, TOK_COMMA));
  if (args->values.count) parser_note_older(p, OLDER_SUCCESSOR_ARGS, begin);
  return parser_expect(p, TOK_R_SQUARE, "expected ',' or ']'");
}

// They are operands: groups behind the others, one for each successor.
static COLD void add_successor_args(Parser *p, OpState *state, const SuccessorArgs *args) {
  const OpDef *def = state->def;
  int slot = op_prop_slot(def, STR("operandSegmentSizes"));
  int32_t sizes[UINT8_MAX + 1] = {0};
  uint32_t own = def->operand_count - args->counts.count;
  for (uint32_t i = 0; i < args->values.count; i++) vec_push(state->arena, &state->operands, args->values.data[i]);
  if (slot < 0 || args->counts.count > def->operand_count) return;
  for (uint32_t i = 0; i < def->operand_count; i++) sizes[i] = i < own ? 1 : (int32_t)args->counts.data[i - own];
  state->props.data[slot] = attr_i32_array(p->ctx, sizes, def->operand_count);
}

// region-list ::= `(` region (`,` region)* `)`; the `(` was read.
static bool parse_regions(Parser *p, OpState *state) {
  const OpHook hook = {.def = state->def, .name = def_name(state->def), .at = state->loc.src.begin}, *outer = p->hook;
  p->hook = &hook;
  bool ok;
  do ok = parse_region_at(p, op_state_add_region(state));
  while (ok && parser_next_if(p, TOK_COMMA));
  p->hook = outer;
  return ok && parser_expect(p, TOK_R_PAREN, "expected ')' to end region list");
}

// The part after the name: `(` ssa-use-list `)` successor-list? (`<` attribute `>`)? region-list?
//   attribute-dict? `:` function-type
static bool parse_generic_rest(Parser *p, OpState *state, A *properties, NamedAttrVec *attrs) {
  OperandVec uses = {0};
  SuccessorArgs args = {0};
  if (!parser_expect(p, TOK_L_PAREN, "expected '(' to start operand list") || !parse_ssa_uses(p, &uses) ||
      !parser_expect(p, TOK_R_PAREN, "expected ')' to end operand list"))
    return false;
  if (p->token.kind == TOK_L_SQUARE) {
    if (!(state->def->traits & (TRAIT_TERMINATOR | TRAIT_UNREGISTERED)))
      return parser_error(p, "successors in non-terminator");
    if (!parse_successors(p, state, &args)) return false;
  }
  if (parser_next_if(p, TOK_LESS)) {
    *properties = parse_attr(p, NULL);
    if (!*properties || !parser_expect(p, TOK_GREATER, "expected '>' to close properties")) return false;
  }
  if (parser_next_if(p, TOK_L_PAREN) && !parse_regions(p, state)) return false;
  if (p->token.kind == TOK_L_BRACE && !parse_attr_dict(p, attrs)) return false;
  if (!parser_expect(p, TOK_COLON, "expected ':' followed by operation type")) return false;

  uint32_t type_at = p->token.begin;
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  if (!function) {
    parser_error_at(p, type_at, "expected function type");
    if (p->token.kind == TOK_ARROW) parser_hint(p, "types of operands stand between parentheses: write `(%s)`", type_text(p->ctx, type));
    return false;
  }
  if (function->input_count != uses.count)
    return parser_error_at(p, type_at, "expected %u operand type%c but had %u", uses.count, uses.count == 1 ? 0 : 's',
                           function->input_count);
  op_state_add_types(state, function->types + function->input_count, function->result_count);
  vec_reserve(state->arena, &state->operands, uses.count);
  for (uint32_t i = 0; i < uses.count; i++) {
    Value *value = names_resolve(p, &uses.data[i], function->types[i]);
    if (!value) return false;
    vec_push(state->arena, &state->operands, value);
  }
  if (args.values.count) add_successor_args(p, state, &args);
  return true;
}

static uint32_t segment_groups(const OpDef *def, const char *name) {
  return name[0] == 'o' ? def->operand_count : def->result_count;
}

static bool is_i32_array(A value) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY) return false;
  return type_is_int(((const DenseArrayAttr *)value)->element, 32);
}

void parser_take_attr(OpState *state, NamedAttr attr) {
  const OpDef *def = state->def;
  Str name = attr_str(attr.name);
  const char *segments = op_segments_name(def, name);
  int slot = op_prop_slot(def, name);
  if (segments) {
    if (is_i32_array(attr.value) && ((const DenseArrayAttr *)attr.value)->count == segment_groups(def, segments))
      op_state_set_attr(state, str_from(segments), attr.value);
  } else if (slot < 0 || def_attrs(def)[slot].flags & ATTR_PROP) {  // native properties are no attributes
    vec_push(state->arena, &state->attrs, attr);
  } else if (attr_fits_storage(def->table, def_attr_type(def, (uint32_t)slot), attr.value)) {
    state->props.data[slot] = attr.value;
  }
}

// Attributes of a registered operation in its dictionary: inherent ones move to the properties.
// Without `<{…}>` they must satisfy their constraints; otherwise attributes that the properties cannot hold are dropped.
static bool take_attrs(Parser *p, OpState *state, const NamedAttrVec *attrs, bool check) {
  const OpDef *def = state->def;
  int wrong = check ? op_wrong_attr(def, attrs) : -1;
  if (wrong >= 0)
    return parser_error_at(p, state->loc.src.begin, "'%.*s' op attribute '%s' failed to satisfy constraint: %s", STR_ARG(def_name(def)),
                           def_attr_name(def, (uint32_t)wrong), def_text(def, def_attr_type(def, (uint32_t)wrong)->summary));
  for (uint32_t i = 0; i < attrs->count; i++) parser_take_attr(state, attrs->data[i]);
  return true;
}

bool report_properties(Parser *p, const OpState *state, A properties, const char *format, ...) {
  StrBuf why;
  strbuf_init(&why, &p->ctx->mem);
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&why, format, args);
  va_end(args);
  parser_error_at(p, state->loc.src.begin, "invalid properties %s for op %.*s: %.*s",
                  attr_text(p->ctx, properties), STR_ARG(def_name(state->def)), STR_ARG(strbuf_view(&why)));
  strbuf_free(&why);
  return false;
}

// An attribute that wraps a value of the enum.
static bool is_enum_attr(A attr, const EnumDef *of) {
  const ParamsDef *params = attr_kind(attr) == ATTR_DIALECT ? attr->def->params : NULL;
  return params && params->count == 1 && params->params[0].kind == PARAM_ENUM && params->params[0].def == of;
}

// The value of an integer without regard to a sign: 1 is what `true` stands for.
static int64_t unsigned_value(A attr) {
  T type = ((const IntegerAttr *)attr)->type;
  uint32_t bits = type_is_index(type) ? 64 : type_bits(type);
  uint64_t value = (uint64_t)attr_to_i64(attr);
  return (int64_t)(bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value);
}

// One property of `<{…}>`. `tells`: report what is wrong with it.
static bool take_property(Parser *p, OpState *state, A properties, uint32_t slot, bool tells) {
  const OpDef *def = state->def;
  const RecordTable *table = def->table;
  const AttrConstraint *type = def_attr_type(def, slot);
  Str name = str_from(def_attr_name(def, slot));
  const char *full = op_segments_name(def, name);
  A value = attr_dict_find(properties, name);
  if (!value && full)
    value = attr_dict_find(properties, full[0] == 'o' ? STR("operand_segment_sizes") : STR("result_segment_sizes"));
  if (!value) return true;
  if (full) {
    if (!is_i32_array(value))
      return tells && report_properties(p, state, properties, "expected DenseI32ArrayAttr for key `value`");
    uint64_t count = ((const DenseArrayAttr *)value)->count;
    if (count != segment_groups(def, full))
      return tells && report_properties(p, state, properties, "size mismatch in attribute conversion: %llu vs %u",
                                        (unsigned long long)count, segment_groups(def, full));
  } else if (def_attrs(def)[slot].flags & ATTR_PROP && type->enum_def) {
    const EnumDef *of = table->enums[type->enum_def];
    bool is_enum = is_enum_attr(value, of);
    if (!is_enum && attr_kind(value) != ATTR_INTEGER)
      return tells && report_properties(p, state, properties, "expected %s%sIntegerAttr storage for %s",
                                        type->keyword ? of->name : "", type->keyword ? "Attr or " : "", of->name);
    value = attr_i64(p->ctx, built_type(p->ctx, type->value_type), is_enum ? (int64_t)attr_param(value, 0) : unsigned_value(value));
  } else if (def_attrs(def)[slot].flags & ATTR_PROP && type->form == ATTR_FORM_PROP) {
    const ArrayAttr *array = attr_kind(value) == ATTR_ARRAY ? (const ArrayAttr *)value : NULL;
    A item = array && array->count == 1 ? array->items[0] : NULL;
    if (!array || array->count > 1)
      return tells && report_properties(p, state, properties, array ? "expected optional properties to become 0- or 1-element arrays"
                                                                    : "expected optional properties to materialize as arrays");
    if (item && attr_kind(item) != ATTR_INTEGER) return tells && report_properties(p, state, properties, "expected IntegerAttr for key `value`");
    if (item) item = attr_i64(p->ctx, p->ctx->types.i64, attr_to_i64(item));
    value = attr_array(p->ctx, &item, (uint32_t)array->count);
  } else if (!attr_fits_storage(table, type, value)) {
    return tells && report_properties(p, state, properties, "Invalid attribute `%s` in property conversion: %s", name.data,
                                      attr_text(p->ctx, value));
  }
  bool is_true = def_attrs(def)[slot].flags & ATTR_PROP && type->form == ATTR_FORM_UNIT && attr_kind(value) == ATTR_INTEGER && attr_to_bool(value);
  state->props.data[slot] = is_true ? p->ctx->attrs.unit : value;
  return true;
}

// `<{…}>` of a registered operation. Keys it does not have are ignored, as mlir-opt does.
bool take_properties(Parser *p, OpState *state, A properties) {
  const OpDef *def = state->def;
  if (def->attr_count == 0 || def->traits & TRAIT_NO_PROPERTIES)
    return report_properties(p, state, properties, "this operation does not support properties");
  if (attr_kind(properties) != ATTR_DICT)
    return report_properties(p, state, properties, "expected DictionaryAttr to set properties");
  int wrong = -1;
  for (uint32_t slot = 0; slot < def->attr_count; slot++)
    if (!take_property(p, state, properties, slot, false) && (wrong < 0 || op_attr_before(def, slot, (uint32_t)wrong)))
      wrong = (int)slot;
  return wrong < 0 || take_property(p, state, properties, (uint32_t)wrong, true);
}

// An operation that is gone has its properties among its attributes, where what brings it up to date looks for them.
static A take_older_properties(Parser *p, A properties, NamedAttrVec *attrs) {
  if (attr_kind(properties) != ATTR_DICT) return properties;
  const DictAttr *dict = (const DictAttr *)properties;
  for (uint64_t i = 0; i < dict->count; i++) vec_push(&p->scratch, attrs, dict->items[i]);
  return NULL;
}

// Older releases told the groups apart by the successors and types: what is no single operand is of the first other group.
static void guess_segments(Parser *p, OpState *state) {
  const OpDef *def = state->def;
  int slot = op_prop_slot(def, STR("operandSegmentSizes"));
  int32_t sizes[UINT8_MAX + 1] = {0};
  uint32_t rest = state->operands.count, other = def->operand_count;
  for (uint32_t i = 0; i < def->operand_count; i++) {
    if (def_operands(def)[i].arity == SINGLE && rest) sizes[i] = 1, rest--;
    else if (other == def->operand_count) other = i;
  }
  if (slot < 0 || state->props.data[slot] || other == def->operand_count) return;
  sizes[other] = (int32_t)rest;
  state->props.data[slot] = attr_i32_array(p->ctx, sizes, def->operand_count);
}

// An operation whose segment sizes are not written has none in any group.
static void fill_segments(Parser *p, OpState *state, const char *name, uint32_t groups) {
  int slot = op_prop_slot(state->def, str_from(name));
  if (slot < 0 || state->props.data[slot]) return;
  static const int32_t zeros[256];
  state->props.data[slot] = attr_i32_array(p->ctx, zeros, groups);
}

static bool has_segments(const OpState *state) {
  int slot = op_prop_slot(state->def, STR("operandSegmentSizes"));
  return slot < 0 || state->props.data[slot];
}

static bool fits_operands(const OpDef *def, const OpState *state) {
  return def->variable_operand != NO_INDEX || state->operands.count == def->operand_count;
}

static bool fits_counts(const OpDef *def, const OpState *state) {
  bool operands = fits_operands(def, state);
  bool results = def->variable_result != NO_INDEX || state->types.count == def->result_count;
  return operands && results && state->regions.count == def->region_count;
}

enum { LAST_WITHOUT_PROPERTIES = 16 };   // LLVM 16 had no `<{…}>`

static bool has_older_attr(const Parser *p, const OpDef *def, uint32_t slot, const DictAttr *properties, const NamedAttrVec *attrs) {
  if (!def_more(def)->older_attr_count) return false;
  for (uint64_t i = 0; properties && i < properties->count; i++)
    if (older_attr_slot(p, def, attr_str(properties->items[i].name)) == (int)slot) return true;
  for (uint32_t i = 0; i < attrs->count; i++)
    if (older_attr_slot(p, def, attr_str(attrs->data[i].name)) == (int)slot) return true;
  return false;
}

static bool has_required_attrs(const Parser *p, const OpDef *def, A properties, const NamedAttrVec *attrs) {
  for (uint32_t slot = 0; slot < def->attr_count; slot++) {
    if (def_attrs(def)[slot].flags & (ATTR_OPTIONAL | ATTR_DEFAULT | ATTR_PROP)) continue;
    Str name = str_from(def_attr_name(def, slot));
    bool is_dict = properties && attr_kind(properties) == ATTR_DICT;
    bool found = op_segments_name(def, name) || (is_dict && attr_dict_find(properties, name));
    for (uint32_t i = 0; !found && i < attrs->count; i++) found = str_equal(attr_str(attrs->data[i].name), name);
    if (!found && !has_older_attr(p, def, slot, is_dict ? (const DictAttr *)properties : NULL, attrs)) return false;
  }
  return true;
}

// A number has another type than today's record allows, and the older record leaves open what it may be.
static bool has_odd_attr(const OpDef *older, const OpDef *def, A properties, const NamedAttrVec *attrs) {
  const DictAttr *dict = properties && attr_kind(properties) == ATTR_DICT ? (const DictAttr *)properties : NULL;
  uint64_t count = dict ? dict->count : 0;
  for (uint64_t i = 0; i < count + attrs->count; i++) {
    const NamedAttr *attr = i < count ? &dict->items[i] : &attrs->data[i - count];
    int slot = op_prop_slot(def, attr_str(attr->name));
    if (slot < 0 || !attr->value || attr_kind(attr->value) != ATTR_INTEGER || op_prop_slot(older, attr_str(attr->name)) >= 0) continue;
    if (!attr_satisfies(def->table, def_attr_type(def, (uint32_t)slot), attr->value)) return true;
  }
  return false;
}

// Sizes of operand groups are written where the record has groups, and all attributes are its own that others of the name have.
static bool has_own_attrs(const OlderName *self, const OlderName *all, const NamedAttrVec *attrs) {
  bool has_sizes = false;
  for (uint32_t i = 0; i < attrs->count; i++) {
    Str name = attr_str(attrs->data[i].name);
    if (str_is(name, "operand_segment_sizes") || str_is(name, "operandSegmentSizes")) {
      has_sizes = true;
      continue;
    }
    if (op_prop_slot(self->def, name) >= 0) continue;
    for (const OlderName *other = all; other; other = other->next)
      if (op_prop_slot(other->def, name) >= 0) return false;
  }
  return has_sizes == ((self->def->traits & TRAIT_ATTR_SIZED_OPERANDS) != 0);
}

// Of the operations that had the name, the first that this one may be; if there is one, one with these attributes.
static COLD const OpDef *use_renamed(Parser *p, OpState *state, const OlderName *all, const NamedAttrVec *attrs) {
  const Edition *edition = p->options.edition;
  const OpDef *def = state->def;
  const OlderName *found = NULL;
  for (const OlderName *older = all; older; older = older->next) {
    if (edition && !older_name_is_of(older, edition)) continue;
    if (!fits_counts(older->def, state) || !older_attrs_fit(p, older->def, attrs) || !older_op_fits(older->def, state)) continue;
    bool is_own = has_own_attrs(older, all, attrs);
    if (!found || is_own) found = older;
    if (is_own) break;
  }
  if (!found) return def;
  note_older_op(p, found, state->loc.src);
  p->module->has_older |= found->def->until != 0;
  if (found->def != def) op_state_change_def(state, found->def);
  return found->def;
}

static bool is_attr_of(const OpDef *older, const OpDef *today, A name) {
  return op_prop_slot(older, attr_str(name)) >= 0 && op_prop_slot(today, attr_str(name)) < 0;
}

// One of them is an attribute of the older record that today's lacks.
static bool has_attr_of(const OpDef *older, const OpDef *today, A properties) {
  if (!properties || attr_kind(properties) != ATTR_DICT) return false;
  const DictAttr *dict = (const DictAttr *)properties;
  for (uint64_t i = 0; i < dict->count; i++)
    if (is_attr_of(older, today, dict->items[i].name)) return true;
  return false;
}

// The same where all attributes are in one dictionary, in a text that is known to be of an older release.
static bool has_one_of(const Parser *p, const OpDef *older, const OpDef *today, A properties, const NamedAttrVec *attrs) {
  bool is_plain = !properties && p->module->older_release && p->module->older_release <= LAST_WITHOUT_PROPERTIES;
  for (uint32_t i = 0; is_plain && i < attrs->count; i++)
    if (is_attr_of(older, today, attrs->data[i].name)) return true;
  return has_attr_of(older, today, properties);
}

// The bodies end with the operation that the record wants there.
static bool ends_as(const OpDef *def, const OpState *state) {
  const char *terminator = def_implicit_terminator(def);
  for (uint32_t i = 0; terminator && i < state->regions.count; i++) {
    const Block *body = state->regions.data[i]->first;
    if (body && body->last && !str_is(op_name(body->last), terminator)) return false;
  }
  return true;
}

// What stands in the middle ended no body then; before the end was read, it was taken for what does today.
static void end_only_once(Parser *p, const OpDef *older, const OpState *state) {
  for (uint32_t i = 0; i < state->regions.count; i++) {
    Block *body = state->regions.data[i]->first;
    for (Operation *op = body ? body->first : NULL; op && op != body->last; op = op->next) {
      const OpDef *then = op_has(op, TRAIT_TERMINATOR) ? context_older_op(p->ctx, op_name(op), older->until) : NULL;
      if (!then || then->attr_count || op->def->attr_count) continue;
      op->def = then;
      p->module->has_older = true;
    }
  }
}

static bool is_of_older(const Edition *edition, const OlderName *older, const OpDef *today, const OpState *state, A properties) {
  if (edition) return older_name_is_of(older, edition);
  return older->def->until && fits_counts(older->def, state) && (!properties || older->def->until > LAST_WITHOUT_PROPERTIES || has_attr_of(older->def, today, properties));
}

// The record of the operation in the edition that is read; in all of them, an older one where today's does not fit.
static COLD const OpDef *use_older_record(Parser *p, OpState *state, Str name, A properties, const NamedAttrVec *attrs) {
  const Edition *edition = p->options.edition;
  const OpDef *def = state->def;
  const OlderName *older = older_name_of(p, name);
  if (!str_equal(def_name(def), name)) return use_renamed(p, state, older, attrs);
  bool was_so = edition && !def->until && def->since <= edition->release && is_written_as_today(p->ctx, def, edition);
  if (was_so) return def;   // another one may only be printed by that name
  bool is_today = !edition && !def->until && fits_counts(def, state) && has_required_attrs(p, def, properties, attrs);
  while (older && !is_of_older(edition, older, def, state, properties)) older = older->next;
  if (is_today && !(older && (has_one_of(p, older->def, def, properties, attrs) || has_odd_attr(older->def, def, properties, attrs) || (!ends_as(def, state) && ends_as(older->def, state))))) return def;
  if (older && (older->def->until || older->form)) note_older_op(p, older, state->loc.src);
  if (!older) return def;
  p->module->has_older |= older->def->until != 0;
  if (older->def != def) op_state_change_def(state, older->def);
  if (older->def->until && !edition) end_only_once(p, older->def, state);
  return older->def;
}

// The release that is read had the operation by another name only.
static bool had_other_name(const Parser *p, const OpDef *def) {
  const Edition *edition = p->options.edition;
  const OpForm *form = edition && edition != edition_current ? op_form(def, edition->release) : NULL;
  return form && form->name && !context_older_op(p->ctx, def_name(def), edition->release);
}

// The edition has the dialect but not the operation. If the dialect takes unknown operations, this is one that came later.
static COLD const OpDef *unborn_op(Parser *p, const OpDef *def) {
  const DialectDef *dialect = context_dialect(p->ctx, name_dialect(def_name(def)));
  if (dialect && dialect->allows_unknown_ops) return def;
  if (p->options.allow_unregistered) return context_bare_op(p->ctx, def);
  parser_error(p, "unregistered operation '%.*s' found in dialect ('%s') that does not allow unknown operations", STR_ARG(def_name(def)), dialect ? dialect->name : "");
  return NULL;
}

// The type of a function was its attribute `type`.
static COLD void rename_function_type(Parser *p, const OpState *state, const NamedAttrVec *attrs) {
  if (!parser_reads_older(p, OLDER_FUNCTION_TYPE) || op_prop_slot(state->def, STR("function_type")) < 0) return;
  for (uint32_t i = 0; i < attrs->count; i++) {
    if (!attr_is_string(attrs->data[i].name, "type") || attr_kind(attrs->data[i].value) != ATTR_TYPE) continue;
    attrs->data[i].name = attr_string(p->ctx, STR("function_type"));
    parser_note_older(p, OLDER_FUNCTION_TYPE, state->loc.src.begin);
  }
}

// generic-operation ::= string-literal rest; the token is the name.
static __attribute__((noinline)) Operation *parse_generic(Parser *p, Block *block, uint32_t first_result, uint32_t result_records) {
  Token token = p->token;
  OpStart start;
  if (p->options.keep_unknown) start = op_start(p, p->ops->safe, first_result, result_records);
  Str name = token_string(p->text, token, &p->scratch);
  const OpDef *def = NULL;
  OpState state;
  if (name.size == 0) {
    parser_error(p, "empty operation name is invalid");
  } else if (memchr(name.data, 0, name.size)) {
    parser_error(p, "null character not allowed in operation name");
  } else {
    parser_next(p);
    def = context_op(p->ctx, name);
    bool is_unborn = def && (!is_born(p, def) || had_other_name(p, def));
    if (is_unborn) {
      def = unborn_op(p, def);
    } else if (!def && p->options.edition != edition_current) {
      const OlderName *older = names_dialect(name) ? older_name_of(p, name) : older_name_bare(p, name);
      if (older) def = older->def;   // which of them it is, its operands tell
    }
    if (is_unborn) {   // reported, unless unregistered operations are allowed
    } else if ((!def || def->traits & TRAIT_UNREGISTERED) && !context_dialect(p->ctx, name_dialect(name)) &&
        !p->options.allow_unregistered) {
      parser_error(p, "operation being parsed with an unregistered dialect. If this is intended, please use "
                      "-allow-unregistered-dialect with the MLIR tool used");
      def = NULL;
    } else if (!def) {
      def = context_op_or_unregistered(p->ctx, name);
    }
    if (def && def->traits & TRAIT_UNREGISTERED) note_kept(p, name, (Range){token.begin, token.end}, true);
  }
  Loc loc = {NULL, {token.begin, token.end}};
  op_state_init(&state, p->module, &p->scratch, def ? def : names_stand_in(p)->def, loc);
  if (!def) return break_off(p, &state, block);

  A properties = NULL;
  NamedAttrVec attrs = {0};
  bool ok = parse_generic_rest(p, &state, &properties, &attrs);
  if (ok && p->options.edition != edition_current && (def->until || def->flags & DEF_HAS_OLDER))
    def = use_older_record(p, &state, name, properties, &attrs);
  if (def->traits & TRAIT_UNREGISTERED) {
    state.attrs = attrs;
    state.prop_dict = properties;
    Operation *op = ok ? finish_op(p, &state, block) : read_with_hole(p, &state, block, &start);
    return op ? op : break_off(p, &state, block);
  }
  if (def->until && properties) properties = take_older_properties(p, properties, &attrs);
  if (def->traits & TRAIT_FUNCTION && attrs.count) rename_function_type(p, &state, &attrs);
  const char *wrong = ok && p->options.edition ? older_segments_wrong(p, def, name, &attrs) : NULL;
  if (ok && p->options.edition != edition_current && def->attr_count) older_attrs_read(p, &state, &attrs, &properties);
  if (!take_attrs(p, &state, &attrs, ok && !properties)) ok = false;
  if (!ok) {
    Operation *op = read_with_hole(p, &state, block, &start);
    return op ? op : break_off(p, &state, block);
  }
  bool fits = !properties || take_properties(p, &state, properties);
  bool had_segments = has_segments(&state);
  if (def->traits & TRAIT_ATTR_SIZED_OPERANDS && p->options.edition != edition_current && (def_more(def)->groups_last || !str_equal(def_name(def), name)))
    guess_segments(p, &state);
  if (def->traits & TRAIT_ATTR_SIZED_OPERANDS) fill_segments(p, &state, "operandSegmentSizes", def->operand_count);
  if (def->traits & TRAIT_ATTR_SIZED_RESULTS) fill_segments(p, &state, "resultSegmentSizes", def->result_count);
  Operation *op = finish_op(p, &state, block);
  if (wrong) op_error(p->module, op, "%s", wrong);
  if (!fits || wrong) op->flags |= OP_BROKEN;
  else if (p->options.edition != edition_current && def->attr_count && !older_attrs_complete(p, op, had_segments)) op->flags |= OP_BROKEN;
  return op;
}

// ---------------------------------------------------------------------------------------------
// Custom form

// The name that occurs twice among the discardable attributes, or NULL.
static A find_duplicate(const OpState *state) {
  for (uint32_t i = 1; i < state->attrs.count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (state->attrs.data[k].name == state->attrs.data[i].name) return state->attrs.data[i].name;
  return NULL;
}

// Inherent attributes that a hook left among those it read from a dictionary go to their slots. One
// that the property cannot hold is dropped; the name of one that is there already is returned.
static A settle_attrs(OpState *state) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < state->attrs.count; i++) {
    NamedAttr attr = state->attrs.data[i];
    int slot = op_prop_slot(state->def, attr_str(attr.name));
    if (slot < 0) {
      state->attrs.data[kept++] = attr;
      continue;
    }
    if (state->props.data[slot]) return attr.name;
    if (attr_fits_storage(state->def->table, def_attr_type(state->def, (uint32_t)slot), attr.value)) state->props.data[slot] = attr.value;
  }
  state->attrs.count = kept;
  return NULL;
}

// Nor do properties hold anything else that a hook has put there.
static void drop_unfit_properties(OpState *state) {
  const OpDef *def = state->def;
  for (uint32_t slot = 0; slot < def->attr_count; slot++) {
    A value = state->props.data[slot];
    if (value && !(def_attrs(def)[slot].flags & ATTR_PROP) && !attr_fits_storage(def->table, def_attr_type(def, slot), value))
      state->props.data[slot] = NULL;
  }
}

// How an operation in custom form is read: as its record says today, or as one of its rows says of older releases.
typedef struct Reading {
  const OpDef *def;
  const Format *format;
  OpParseFn *parse;
  Str name;                // in full, as messages say it
  const OlderName *older;  // NULL: today's
} Reading;

static Reading reading_of(Parser *p, const OlderName *older) {
  p->module->has_older |= older->def->until != 0;
  const OpDef *def = older->def;
  const OpForm *form = older->form;
  Reading reading = {def, NULL, NULL, form && form->name ? str_from(def_text(def, form->name)) : def_name(def), older};
  if (form && form->format == FORM_GENERIC) return reading;
  const char *format = form && form->format ? def_text(def, form->format) : def_format(def);
  if (format) reading.format = format_compile(p->ctx, def, format);
  if (!form || !form->format) reading.parse = def_parse(def);
  return reading;
}

// Read the part after the name.
static __attribute__((noinline)) bool read_custom(Parser *p, OpState *state, const Reading *as, uint32_t at) {
  const OpHook hook = {.def = as->def, .name = as->name, .at = at};
  const OpHook *outer = p->hook;
  const char *outer_dialect = p->ops->default_dialect;
  p->hook = &hook;
  p->ops->default_dialect = op_default_dialect(p->ctx, as->def);
  bool ok;
  if (as->parse)
    ok = as->parse(p, state);
  else if (as->format)
    ok = format_parse(p, as->format, state);
  else
    ok = parser_op_error(p, "has no custom assembly form");
  A duplicate = ok && state->attrs.count > 1 ? find_duplicate(state) : NULL;
  if (ok && !duplicate && as->parse) {
    if (state->attrs.count && p->options.edition != edition_current) older_attrs_rename(p, state, &state->attrs);
    if (state->attrs.count) duplicate = settle_attrs(state);
    drop_unfit_properties(state);
  }
  if (duplicate) {
    ok = parser_op_error(p, "attribute '%.*s' occurs more than once in the attribute list", STR_ARG(attr_str(duplicate)));
    state->attrs.count = 0;
  }
  p->hook = outer;
  p->ops->default_dialect = outer_dialect;
  return ok;
}

// How far a reading that failed came, and whether the text up to there has older forms.
typedef struct Attempt {
  uint32_t end;
  bool is_of_older;
} Attempt;

// Whether what was read is not all of the operation: none begins with a `[`, nor on the same line with a word that is no name of one.
static bool goes_on(Parser *p) {
  if (p->token.kind == TOK_L_SQUARE) return true;
  return p->token.kind == TOK_BARE_ID && !starts_line(p, p->token.begin) && !lookup_custom_op(p, parser_text_of(p, p->token));
}

// Try to read the part after the name; on failure report nothing and restore the state.
static COLD bool try_reading(Parser *p, OpState *state, const Reading *as, bool is_older, Block *block, const OpStart *start, Loc loc, Attempt *attempt) {
  op_state_init(state, p->module, &p->scratch, as->def, loc);
  bool was_trial = p->options.is_trial;
  uint32_t untouchable = p->ops->untouchable;
  p->options.is_trial = true;
  p->ops->untouchable = p->ops->placeholders.count;
  bool ok = read_custom(p, state, as, start->name.begin);
  p->options.is_trial = was_trial;
  p->ops->untouchable = untouchable;
  if (ok && !goes_on(p) && (is_older ? older_op_fits(as->def, state) : fits_operands(as->def, state))) return true;
  *attempt = (Attempt){p->token.begin, p->module->older_release != 0};
  op_erase(make_broken(p, state, block));
  diags_rollback(p->ctx->diags, &start->before);
  p->ops->seen.count = start->seen;
  notes_release(p, start->notes);
  p->failed = false;
  parser_reset(p, start->name.end);
  p->last_end = start->name.end;
  return false;
}

typedef VEC(Reading) ReadingVec;

static void add_readings(Parser *p, ReadingVec *out, const OlderName *names) {
  const Edition *edition = p->options.edition;
  for (; names; names = names->next)
    if (!edition || older_name_is_of(names, edition)) vec_push(&p->scratch, out, reading_of(p, names));
}

// All the ways to read an operation in custom form, except for today's when all editions are read.
static COLD ReadingVec find_readings(Parser *p, Str spelling, const OpLookup *lookup) {
  const Edition *edition = p->options.edition;
  ReadingVec out = {0};
  const OpDef *def = lookup ? lookup->def : NULL;
  if (def && edition && is_written_as_today(p->ctx, def, edition))
    vec_push(&p->scratch, &out, ((Reading){def, lookup->format, lookup->parse, lookup->name, NULL}));
  add_readings(p, &out, def ? lookup->older : older_name_of(p, full_name(p, spelling)));
  add_readings(p, &out, def ? lookup->bare : older_name_bare(p, spelling));
  return out;
}

// Read an operation that may be in an older form. False: nothing was read; `as` is the one way in which
// to read it, or one to report what is wrong, or has no record.
static COLD bool read_older(Parser *p, OpState *state, Str spelling, const OpLookup *lookup, Block *block,
                                                 const OpStart *start, Loc loc, Reading *as) {
  bool is_tried = as->def && !p->options.edition;
  Attempt best = {0, false}, attempt;
  if (is_tried && try_reading(p, state, as, false, block, start, loc, &best)) return true;   // `as` has no older name
  const Reading *reported = NULL;
  if (is_tried) lookup = lookup_custom_op(p, spelling);   // an operation inside may have replaced it
  ReadingVec readings = find_readings(p, spelling, lookup);
  if (!is_tried) *as = readings.count ? readings.data[0] : (Reading){0};
  for (uint32_t i = 0; i < readings.count && (is_tried || readings.count > 1); i++)
    if (try_reading(p, state, &readings.data[i], true, block, start, loc, &attempt)) {
      *as = readings.data[i];
      return true;
    } else if (!reported ? !is_tried || best.is_of_older : attempt.end > best.end) {
      reported = &readings.data[i];
      best = attempt;
    }
  if (reported) *as = *reported;
  return false;
}

// An operation without a dialect in one that is kept as written belongs to that.
static COLD bool is_kept_in_short(Parser *p, Str spelling) {
  return p->options.keep_unknown && !name_has_dot(spelling) && is_kept_name(p, spelling, full_name(p, spelling));
}

// custom-operation ::= bare-id custom-operation-format; the token is the name.
static __attribute__((noinline)) Operation *read_in_custom_form(Parser *p, Block *block, uint32_t first_result, uint32_t result_records, const OpLine *line) {
  Token token = p->token;
  Str spelling = parser_text_of(p, token);
  const OpLookup *lookup = lookup_custom_op(p, spelling);
  Reading today = {0};
  if (lookup) today = (Reading){lookup->def, lookup->format, lookup->parse, lookup->name, NULL};   // it may be replaced by an operation inside
  bool is_plain = lookup ? lookup->is_plain : p->options.edition == edition_current || is_kept_in_short(p, spelling);
  OpStart start;
  if (p->options.keep_unknown || !is_plain) start = op_start(p, p->ops->safe, first_result, result_records);
  parser_next(p);
  Loc loc = {NULL, {token.begin, token.end}};
  OpState state;
  if (!is_plain && read_older(p, &state, spelling, lookup, block, &start, loc, &today)) {
    if (today.older) note_older_op(p, today.older, loc.src);
    Operation *op = finish_op(p, &state, block);
    keep_for_repeats(p, op, line);
    return op;
  }
  if (!today.def && p->options.keep_unknown) {
    Str name = full_name(p, spelling);
    if (is_kept_name(p, spelling, name)) return read_as_written(p, block, &start, name, 0);
  }
  if (!today.def) {
    op_state_init(&state, p->module, &p->scratch, names_stand_in(p)->def, loc);
    report_unknown_op(p, spelling, token.begin);
    return break_off(p, &state, block);
  }
  op_state_init(&state, p->module, &p->scratch, today.def, loc);
  if (!read_custom(p, &state, &today, token.begin)) {
    slip_short_name(p, spelling, token.begin);
    // A hook that fails reports why; even if one did not, the operation has to be skipped.
    if (!p->failed) parser_error_at(p, token.begin, "custom op '%.*s' could not be read", STR_ARG(today.name));
    Operation *op = read_with_hole(p, &state, block, &start);
    return op ? op : break_off(p, &state, block);
  }
  if (today.older) note_older_op(p, today.older, loc.src);
  Operation *op = finish_op(p, &state, block);
  keep_for_repeats(p, op, line);
  return op;
}

static Operation *parse_custom(Parser *p, Block *block, uint32_t first_result, uint32_t result_records) {
  OpLine line;
  Operation *op = repeat_operation(p, block, &line);
  return op ? op : read_in_custom_form(p, block, first_result, result_records, &line);
}

// ---------------------------------------------------------------------------------------------
// Any operation

// op-result-list ::= op-result (`,` op-result)* `=`;  op-result ::= ssa-id (`:` integer-literal)?
static bool parse_result_names(Parser *p, uint64_t *total) {
  do {
    Token token = p->token;
    if (!parser_expect(p, TOK_PERCENT_ID, "expected valid ssa identifier")) return false;
    uint64_t count = 1;
    if (parser_next_if(p, TOK_COLON)) {
      if (p->token.kind != TOK_INTEGER) {
        parser_wrong_token(p, "expected integer number of results");
        slip_token(p, TOK_INTEGER);
        return false;
      }
      Str digits = parser_text_of(p, p->token);
      APInt value;
      bool is_hex = digits.size > 1 && digits.data[1] == 'x';
      if (!apint_parse(&p->scratch, is_hex ? str_slice(digits, 2, digits.size) : digits, is_hex ? 16 : 10, &value) ||
          !apint_to_u64(&value, &count) || count < 1)
        return parser_error(p, "expected named operation to have at least 1 result");
      parser_next(p);
    }
    vec_push(p->ops->arena, &p->ops->results, (ResultName){{token.begin, token.end}, count});
    *total += count;
  } while (parser_next_if(p, TOK_COMMA));
  return parser_expect(p, TOK_EQUAL, "expected '=' after SSA name");
}

static Str result_text(const Parser *p, const ResultName *result) {
  return str_slice(p->text, result->range.begin + 1, result->range.end);
}

static __attribute__((noinline)) void define_results(Parser *p, Operation *op, uint32_t at, uint32_t first, uint64_t total) {
  struct ParserOps *ops = p->ops;
  if (!(op->flags & OP_BROKEN) && total != op->result_count) {
    if (op->result_count == 0)
      parser_error_at(p, at, "cannot name an operation with no results");
    else
      parser_error_at(p, at, "operation defines %u results but was provided %llu to bind", op->result_count,
                      (unsigned long long)total);
    slip_results(p, at, first, op->result_count);
    op->flags |= OP_BROKEN;
  }
  if (op->flags & OP_BROKEN) {
    for (uint32_t i = first; i < ops->results.count; i++)
      names_define_broken(p, result_text(p, &ops->results.data[i]), ops->results.data[i].range.begin, op);
    return;
  }
  uint32_t next = 0;
  for (uint32_t i = first; i < ops->results.count; i++) {
    const ResultName result = ops->results.data[i];
    for (uint32_t k = 0; k < result.count; k++) op->results[next + k].name = result.range;
    names_define(p, result_text(p, &result), result.range.begin, &op->results[next], (uint32_t)result.count);
    next += (uint32_t)result.count;
  }
}

// The results or the operation itself cannot be made out: leave something in its place.
static __attribute__((noinline)) Operation *skip_unreadable(Parser *p, Block *block) {
  OpState state;
  op_state_init(&state, p->module, &p->scratch, names_stand_in(p)->def, op_loc_at(p->ops->safe));
  return break_off(p, &state, block);
}

uint64_t parser_result_count(const Parser *self) {
  const struct ParserOps *ops = self->ops;
  uint64_t count = 0;
  for (uint32_t i = ops->first_result; i < ops->results.count; i++) count += ops->results.data[i].count;
  return count;
}

// operation ::= op-result-list? (generic-operation | custom-operation) trailing-location?
void parse_operation(Parser *p, Block *block) {
  struct ParserOps *ops = p->ops;
  uint32_t begin = p->token.begin, first = ops->results.count, outer_first = ops->first_result;
  ops->first_result = first;
  bool outer_failed = p->failed;
  ArenaMark mark = arena_mark(&p->scratch);
  p->failed = p->token.kind == TOK_ERROR;   // reported when it was read
  ops->safe = ops->begin = begin;

  uint64_t total = 0;
  Operation *op;
  if (p->failed || (p->token.kind == TOK_PERCENT_ID && !parse_result_names(p, &total))) {
    op = skip_unreadable(p, block);
  } else if (p->token.kind == TOK_STRING) {
    op = parse_generic(p, block, first, ops->results.count - first);
  } else if (p->token.kind == TOK_ELLIPSIS && p->options.keep_unknown) {
    OpStart start = op_start(p, begin, first, ops->results.count - first);
    op = read_as_written(p, block, &start, STR("..."), TRAIT_HOLE);
  } else if (p->token.kind == TOK_BARE_ID || token_is_keyword_kind(p->token.kind)) {
    op = parse_custom(p, block, first, ops->results.count - first);
  } else {
    parser_wrong_token(p, "expected operation name in quotes");
    slip_token(p, TOK_EOF);
    op = skip_unreadable(p, block);
  }
  if (__builtin_expect(p->options.notes != NULL, 0))
    vec_push(p->options.notes->arena, &p->options.notes->ops, ((SourceOp){{begin, op->flags & OP_BROKEN ? p->token.begin : op->loc.src.end}, op->loc.src.begin}));
  if (ops->results.count > first) {
    define_results(p, op, begin, first, total);
    ops->results.count = first;
  }
  ops->first_result = outer_first;
  if (p->failed) {
    op->flags |= OP_BROKEN;
    if (p->token.kind == TOK_ERROR) recover(p, p->token.begin, begin, NULL);
  }
  // Nothing more is reported once the text has ended with an error.
  p->failed = outer_failed || (p->failed && p->token.kind == TOK_EOF);
  release_scratch(p, mark);
}

Operation *parse_generic_operation(Parser *p, Block *block) {
  if (p->token.kind != TOK_STRING) {
    parser_wrong_token(p, "expected operation name in quotes");
    return NULL;
  }
  Operation *op = parse_generic(p, block, 0, 0);
  return op->flags & OP_BROKEN ? NULL : op;
}
