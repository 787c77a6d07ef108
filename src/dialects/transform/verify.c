// The transform dialect: what holds for its operations.
#include "ops/bufferization.h"
#include "ops/linalg.h"
#include "ops/pdl.h"
#include "ops/transform.h"

#include "analysis/transform_op.h"
#include "dialects/transform/types.h"
#include "ir/verifier.h"

// ---------------------------------------------------------------------------------------------
// What handles are consumed

bool transform_consumes_none(const Operation *op, uint32_t operand) { return (void)op, (void)operand, false; }
bool transform_consumes_all(const Operation *op, uint32_t operand) { return (void)op, (void)operand, true; }

// Handles of operations behind the first are parameters that are only read, such as sizes.
bool transform_consumes_first(const Operation *op, uint32_t operand) { return (void)op, operand == 0; }

static bool use_consumes(const Use *use) {
  const TransformOpInterface *asked = ask_transform(use->owner->def);
  return asked && asked->consumes(use->owner, (uint32_t)(use - use->owner->operands));
}

static bool is_consumed(const Value *value) {
  for (const Use *use = value->uses; use; use = use->next)
    if (use_consumes(use)) return true;
  return false;
}

static const Block *body_of(const Operation *op, uint32_t region) { return region < op->region_count ? op->regions[region].first : NULL; }

// An operand is consumed when the argument of the body for it is.
static bool body_consumes(const Operation *op, uint32_t operand) {
  const Block *body = body_of(op, 0);
  return body && operand < body->arg_count && is_consumed(body->args[operand]);
}
bool transform_consumes_foreach(const Operation *op, uint32_t operand) { return body_consumes(op, operand); }
bool transform_consumes_sequence(const Operation *op, uint32_t operand) { return body_consumes(op, operand); }

static bool has_arg_attr(const Operation *sequence, uint32_t arg, const char *name) {
  const ArrayAttr *attrs = (const ArrayAttr *)op_prop_at(sequence, TRANSFORM_NAMED_SEQUENCE_ARG_ATTRS);
  return attrs && attr_kind((A)attrs) == ATTR_ARRAY && arg < attrs->count && attr_kind(attrs->items[arg]) == ATTR_DICT &&
         attr_dict_find(attrs->items[arg], str_from(name)) != NULL;
}

bool transform_consumes_include(const Operation *op, uint32_t operand) {
  A target = op_prop_at(op, TRANSFORM_INCLUDE_TARGET);
  const Operation *table = symbol_nearest_table(op);
  while (target && attr_kind(target) == ATTR_SYMBOL_REF && table) {
    const Operation *sequence = symbol_find(table, attr_symbol_root(target));
    if (sequence) return op_is(sequence, OP_TRANSFORM_NAMED_SEQUENCE) && has_arg_attr(sequence, operand, "transform.consumed");
    table = op_parent(table) ? symbol_nearest_table(op_parent(table)) : NULL;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Sequences and alternatives

static bool fail_with_note(Verifier *v, const Operation *op, const Operation *at, const char *message, const char *note) {
  Diag *diag = op_error(v->module, op, "%s", message);
  diag_note_at(v->module, diag, at->loc, "%s", note);
  return false;
}

static bool is_top_level(const Operation *op) {
  return op_is(op, OP_TRANSFORM_SEQUENCE) || op_is(op, OP_TRANSFORM_ALTERNATIVES) || op_is(op, OP_TRANSFORM_WITH_PDL_PATTERNS);
}

static bool is_any_handle(T type) { return type_is_transform_handle(type) || type_is_transform_param(type) || type_is_transform_value(type); }

// What holds for operations that may stand at the top (PossibleTopLevelTransformOpTrait).
static bool verify_top_level(Verifier *v, const Operation *op) {
  if (!op->region_count) return verify_fail(v, op, "expects at least one region");
  const Block *body = body_of(op, 0);
  if (!body || body->next) return verify_fail(v, op, "expects a single-block region");
  if (!body->arg_count) return verify_fail(v, op, "expects the entry block to have at least one argument");
  if (!type_is_transform_handle(body->args[0]->type))
    return verify_fail(v, op, "expects the first entry block argument to be of type implementing TransformHandleTypeInterface");
  if (op->operand_count && op_operand_type(op, 0) != body->args[0]->type)
    return verify_fail(v, op, "expects the type of the block argument to match the type of the operand");
  for (uint32_t i = 1; i < body->arg_count; i++) {
    if (is_any_handle(body->args[i]->type)) continue;
    Diag *diag = op_error(v->module, op, "expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, "
                          "TransformValueHandleTypeInterface or TransformParamTypeInterface");
    diag_note_at(v->module, diag, op->loc, "argument #%u does not", i);
    return false;
  }
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    if (!is_top_level(parent)) continue;
    return op->operand_count == body->arg_count ||
           fail_with_note(v, op, parent, "expects operands to be provided for a nested op", "nested in another possible top-level op");
  }
  return true;
}

static bool types_match(const Operation *terminator, const Operation *op) {
  if (terminator->operand_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_operand_type(terminator, i) != op_result_type(op, i)) return false;
  return true;
}

// `child`: the value is its result; else an argument of the sequence.
static bool verify_one_consumer(Verifier *v, const Operation *op, const Operation *child, const Value *value) {
  const Use *first = NULL;
  for (const Use *use = value->uses; use; use = use->next) {
    if (!use_consumes(use)) continue;
    if (!first) {
      first = use;
      continue;
    }
    Diag *diag = child ? op_error_plain(v->module, child, "result #%u has more than one potential consumer", value->index)
                       : op_error(v->module, op, "block argument #%u has more than one potential consumer", value->index);
    diag_note_at(v->module, diag, first->owner->loc, "used here as operand #%u", (uint32_t)(first - first->owner->operands));
    diag_note_at(v->module, diag, use->owner->loc, "used here as operand #%u", (uint32_t)(use - use->owner->operands));
    return false;
  }
  return true;
}

bool verify_transform_sequence(Verifier *v, const Operation *op) {
  Span root = {0, 0};
  op_operand_span(op, 0, &root);
  if (!verify_top_level(v, op)) return false;
  if (!span_size(root) && op->operand_count) return verify_fail(v, op, "does not expect extra operands when used as top-level");
  const Block *body = body_of(op, 0);
  for (uint32_t i = 0; i < body->arg_count; i++)
    if (!verify_one_consumer(v, op, NULL, body->args[i])) return false;
  for (const Operation *child = body->first; child; child = child->next) {
    if (!ask_transform(child->def) && child != body->last)
      return fail_with_note(v, op, child, "expected children ops to implement TransformOpInterface", "op without interface");
    for (uint32_t i = 0; i < child->result_count; i++)
      if (!verify_one_consumer(v, op, child, op_result(child, i))) return false;
  }
  if (!body->last) return verify_fail(v, op, "expects to have a terminator in the body");
  return types_match(body->last, op) ||
         fail_with_note(v, op, body->last, "expects the types of the terminator operands to match the types of the result", "terminator");
}

bool verify_transform_alternatives(Verifier *v, const Operation *op) {
  if (!verify_top_level(v, op)) return false;
  for (uint32_t i = 0; i < op->region_count; i++) {
    const Block *body = body_of(op, i);
    if (body && body->last && !types_match(body->last, op))
      return fail_with_note(v, op, body->last, "expects terminator operands to have the same type as results of the operation", "terminator");
  }
  return true;
}

bool verify_transform_with_pdl_patterns(Verifier *v, const Operation *op) {
  if (!verify_top_level(v, op)) return false;
  const Operation *inside = NULL;
  for (const Operation *child = body_of(op, 0)->first; child; child = child->next) {
    if (op_is(child, OP_PDL_PATTERN)) continue;
    if (!is_top_level(child)) return fail_with_note(v, op, child, "expects only pattern and top-level transform ops in its body", "offending op");
    if (inside) {
      Diag *diag = op_error(v->module, op, "expects only one non-pattern op in its body");
      diag_note_at(v->module, diag, inside->loc, "first non-pattern op");
      diag_note_at(v->module, diag, child->loc, "second non-pattern op");
      return false;
    }
    inside = child;
  }
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_TRANSFORM_WITH_PDL_PATTERNS)) return fail_with_note(v, op, parent, "cannot be nested", "parent operation");
  return inside || verify_fail(v, op, "expects at least one non-pattern op");
}

// --- Named sequences

// `is_called`: by an include, which needs to know all; that sequence's own check warns of what is said too much.
static bool verify_consumed(Verifier *v, const Operation *op, bool is_called) {
  const Block *body = body_of(op, 0);
  A type = op_prop_at(op, TRANSFORM_NAMED_SEQUENCE_FUNCTION_TYPE);
  const FunctionType *function = type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
  for (uint32_t i = 0; function && i < function->input_count; i++) {
    bool consumed = has_arg_attr(op, i, "transform.consumed"), readonly = has_arg_attr(op, i, "transform.readonly");
    if (consumed && readonly) return diag_at(v->module, SEVERITY_ERROR, op->loc, "argument #%u cannot be both readonly and consumed", i), false;
    if ((!body || is_called) && !consumed && !readonly)
      return diag_at(v->module, SEVERITY_ERROR, op->loc, "must provide consumed/readonly status for arguments of external or called ops"), false;
    if (!body || i >= body->arg_count) continue;
    bool is = is_consumed(body->args[i]);
    if (is && !consumed && readonly) return diag_at(v->module, SEVERITY_ERROR, op->loc, "argument #%u is consumed in the body but is not marked as such", i), false;
    if (!is && consumed && !is_called && v->of_text)
      diag_at(v->module, SEVERITY_WARNING, op->loc, "op argument #%u is not consumed in the body but is marked as consumed", i);
  }
  return true;
}

bool verify_transform_named_sequence(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op), *table = parent;
  while (table && !op_is_symbol_table(table)) table = op_parent(table);
  if (table && !op_attr(table, "transform.with_named_sequence")) {
    Diag *diag = diag_at(v->module, SEVERITY_ERROR, op->loc, "expects the parent symbol table to have the 'transform.with_named_sequence' attribute");
    diag_note_at(v->module, diag, table->loc, "symbol table operation");
    return false;
  }
  for (; parent; parent = op_parent(parent)) {
    if (!ask_transform(parent->def)) continue;
    Diag *diag = diag_at(v->module, SEVERITY_ERROR, op->loc, "cannot be defined inside another transform op");
    diag_note_at(v->module, diag, parent->loc, "ancestor transform op");
    return false;
  }
  const Block *body = body_of(op, 0);
  if (!body) return verify_consumed(v, op, false);
  if (!body->first) return diag_at(v->module, SEVERITY_ERROR, op->loc, "expected a non-empty body block"), false;
  const Operation *yield = body->last;
  if (!op_is(yield, OP_TRANSFORM_YIELD)) {
    Diag *diag = diag_at(v->module, SEVERITY_ERROR, op->loc, "expected 'transform.yield' as terminator");
    diag_note_at(v->module, diag, yield->loc, "terminator");
    return false;
  }
  const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(op, TRANSFORM_NAMED_SEQUENCE_FUNCTION_TYPE))->type);
  if (type->result_count != yield->operand_count)
    return diag_at(v->module, SEVERITY_ERROR, yield->loc, "expected terminator to have as many operands as the parent op has results"), false;
  for (uint32_t i = 0; i < type->result_count; i++) {
    T given = op_operand_type(yield, i), wanted = type->types[type->input_count + i];
    if (given == wanted) continue;
    diag_at(v->module, SEVERITY_ERROR, yield->loc, "the type of the terminator operand #%u must match the type of the corresponding parent op result ('%s' vs '%s')", i,
                   type_text(v->ctx, given), type_text(v->ctx, wanted));
    return false;
  }
  return verify_consumed(v, op, false);
}

bool verify_transform_include(Verifier *v, const Operation *op) {
  A target = op_prop_at(op, TRANSFORM_INCLUDE_TARGET);
  if (!target || attr_kind(target) != ATTR_SYMBOL_REF) return verify_fail(v, op, "expects a 'target' symbol reference attribute");
  const Operation *sequence = symbol_lookup(v->symbols, op, target);
  if (!op_is(sequence, OP_TRANSFORM_NAMED_SEQUENCE)) return verify_fail(v, op, "does not reference a named transform sequence");
  A signature = op_prop_at(sequence, TRANSFORM_NAMED_SEQUENCE_FUNCTION_TYPE);
  const FunctionType *type = signature && attr_kind(signature) == ATTR_TYPE ? type_as_function(((const TypeAttr *)signature)->type) : NULL;
  if (!type) return true;   // the sequence itself is said to be wrong
  if (type->input_count != op->operand_count) return verify_fail_plain(v, op, "incorrect number of operands for callee");
  for (uint32_t i = 0; i < type->input_count; i++)
    if (op_operand_type(op, i) != type->types[i])
      return verify_fail(v, op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %u",
                         type_text(v->ctx, type->types[i]), type_text(v->ctx, op_operand_type(op, i)), i);
  if (type->result_count != op->result_count) return verify_fail_plain(v, op, "incorrect number of results for callee");
  for (uint32_t i = 0; i < type->result_count; i++) {
    T wanted = type->types[type->input_count + i], given = op_result_type(op, i);
    if (type_is_transform_handle(wanted) != type_is_transform_handle(given) || type_is_transform_param(wanted) != type_is_transform_param(given) ||
        type_is_transform_value(wanted) != type_is_transform_value(given))
      return verify_fail(v, op, "type of result #%u must implement the same transform dialect interface as the corresponding callee result", i);
  }
  return verify_consumed(v, sequence, true);
}

// Whether including the sequence comes back to `to`; every sequence is entered once.
typedef struct Inclusion {
  const Operation *table;
  OpVec open;
  Map seen;
  Arena *arena;
} Inclusion;

static WalkResult add_included(Operation *op, void *data) {
  Inclusion *self = data;
  A target = op_is(op, OP_TRANSFORM_INCLUDE) ? op_prop_at(op, TRANSFORM_INCLUDE_TARGET) : NULL;
  Operation *sequence = target && attr_kind(target) == ATTR_SYMBOL_REF ? symbol_find(self->table, attr_symbol_root(target)) : NULL;
  if (!op_is(sequence, OP_TRANSFORM_NAMED_SEQUENCE) || map_get(&self->seen, sequence)) return WALK_ADVANCE;
  map_set(&self->seen, sequence, sequence);
  vec_push(self->arena, &self->open, sequence);
  return WALK_ADVANCE;
}

static bool includes_itself(Verifier *v, const Operation *table, Operation *sequence) {
  Inclusion self = {.table = table, .arena = v->arena};
  map_init(&self.seen, v->arena);
  op_walk_pre(sequence, add_included, &self);
  while (self.open.count) op_walk_pre(vec_pop(&self.open), add_included, &self);
  return map_get(&self.seen, sequence) != NULL;
}

bool verify_transform_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  Str name = attr_str(attr.name);
  if (str_is(name, "transform.with_named_sequence")) {
    if (!op_is_symbol_table(op))
      return diag_at(v->module, SEVERITY_ERROR, op->loc, "\"transform.with_named_sequence\" attribute can only be attached to operations with symbol tables"), false;
    const Block *body = body_of(op, 0);
    for (Operation *child = body ? body->first : NULL; child; child = child->next)
      if (op_is(child, OP_TRANSFORM_NAMED_SEQUENCE) && includes_itself(v, op, child))
        return diag_at(v->module, SEVERITY_ERROR, child->loc, "recursion not allowed in named sequences"), false;
    return true;
  }
  if (str_is(name, "transform.target_tag"))
    return attr_kind(attr.value) == ATTR_STRING || (op_error_plain(v->module, op, "\"transform.target_tag\" attribute must be a string"), false);
  if (str_is(name, "transform.consumed") || str_is(name, "transform.readonly") || str_is(name, "transform.silence_tracking_failures"))
    return attr_kind(attr.value) == ATTR_UNIT || (op_error_plain(v->module, op, "\"%.*s\" must be a unit attribute", STR_ARG(name)), false);
  return diag_at(v->module, SEVERITY_ERROR, op->loc, "unknown attribute: \"%.*s\"", STR_ARG(name)), false;
}

// ---------------------------------------------------------------------------------------------
// Others

static bool same_kind(T a, T b) {
  return type_is_transform_handle(a) == type_is_transform_handle(b) && type_is_transform_param(a) == type_is_transform_param(b) &&
         type_is_transform_value(a) == type_is_transform_value(b);
}

bool verify_transform_foreach(Verifier *v, const Operation *op) {
  const Block *body = body_of(op, 0);
  if (body->arg_count != op->operand_count) return verify_fail(v, op, "expects the same number of targets as the body has block arguments");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!same_kind(op_operand_type(op, i), body->args[i]->type))
      return verify_fail(v, op, "expects co-indexed targets and the body's block arguments to have the same op/value/param type");
  const Operation *yield = body->last;
  if (!yield || yield->operand_count != op->result_count)
    return verify_fail(v, op, "expects the same number of results as the yield terminator has operands");
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!same_kind(op_operand_type(yield, i), op_result_type(op, i)))
      return verify_fail(v, op, "expects co-indexed results and yield operands to have the same op/value/param type");
  return true;
}

bool verify_transform_apply_patterns(Verifier *v, const Operation *op) {
  const Block *body = body_of(op, 0);
  for (const Operation *child = body ? body->first : NULL; child; child = child->next)
    if (!ask_pattern_descriptor(child->def))
      return fail_with_note(v, op, child, "expected children ops to implement PatternDescriptorOpInterface", "op without interface");
  return true;
}

static bool verify_positions(Verifier *v, const Operation *op, A list, bool inverted, bool all) {
  uint64_t count = list && attr_kind(list) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)list)->count : 0;
  if (all && inverted) return verify_fail(v, op, "cannot request both 'all' and 'inverted' values in the list");
  if (all && count) return verify_fail(v, op, "cannot both request 'all' and specific values in the list");
  if (!all && !count) return verify_fail(v, op, "must request specific values in the list if 'all' is not specified");
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64(list, i) == dense_array_i64(list, k)) return verify_fail(v, op, "expected the listed values to be unique");
  return true;
}

bool verify_transform_get_operand(Verifier *v, const Operation *op) {
  return verify_positions(v, op, op_prop_at(op, TRANSFORM_GET_OPERAND_RAW_POSITION_LIST), op_prop_at(op, TRANSFORM_GET_OPERAND_IS_INVERTED),
                          op_prop_at(op, TRANSFORM_GET_OPERAND_IS_ALL));
}

bool verify_transform_get_result(Verifier *v, const Operation *op) {
  return verify_positions(v, op, op_prop_at(op, TRANSFORM_GET_RESULT_RAW_POSITION_LIST), op_prop_at(op, TRANSFORM_GET_RESULT_IS_INVERTED),
                          op_prop_at(op, TRANSFORM_GET_RESULT_IS_ALL));
}

bool verify_transform_split_handle(Verifier *v, const Operation *op) {
  return !op_prop_at(op, TRANSFORM_SPLIT_HANDLE_OVERFLOW_RESULT) ||
         (uint64_t)op_prop_i64_at(op, TRANSFORM_SPLIT_HANDLE_OVERFLOW_RESULT) < op->result_count ||
         verify_fail(v, op, "overflow_result is not a valid result index");
}

bool verify_transform_multitile_sizes(Verifier *v, const Operation *op) {
  for (uint32_t i = 1; i < op->result_count; i++)
    if (op_result_type(op, i) != op_result_type(op, 0)) return verify_fail(v, op, "expects all results type to be the same");
  return true;
}

static uint64_t array_count(A list) { return list && attr_kind(list) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)list)->count : 0; }

bool verify_transform_interchange(Verifier *v, const Operation *op) {
  A list = op_prop_at(op, TRANSFORM_STRUCTURED_INTERCHANGE_ITERATOR_INTERCHANGE);
  uint64_t count = array_count(list), found = 0;
  for (uint64_t want = 0; want < count; want++)
    for (uint64_t i = 0; i < count; i++)
      if (dense_array_i64(list, i) == (int64_t)want) {
        found++;
        break;
      }
  if (found == count) return true;
  StrBuf text;
  strbuf_init(&text, v->arena->mem);
  for (uint64_t i = 0; i < count; i++) strbuf_printf(&text, i ? ", %lld" : "%lld", (long long)dense_array_i64(list, i));
  verify_fail(v, op, "expects iterator_interchange to be a permutation, found %.*s", (int)text.size, text.data ? text.data : "");
  strbuf_free(&text);
  return false;
}

bool verify_transform_vectorize(Verifier *v, const Operation *op) {
  uint64_t sizes = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_STATIC_VECTOR_SIZES)),
           scalable = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_VECTORIZE_SCALABLE_SIZES));
  return sizes == scalable || verify_fail(v, op, "expected same number of vector sizes (%llu) and scalable sizes (%llu)", (unsigned long long)sizes, (unsigned long long)scalable);
}

bool verify_transform_tile_using_for(Verifier *v, const Operation *op) {
  A sizes = op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FOR_STATIC_SIZES);
  uint64_t count = array_count(sizes), scalable = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FOR_SCALABLE_SIZES)), loops = 0;
  if (count != scalable)
    return verify_fail(v, op, "expected same number of sizes (%llu) and scalable sizes (%llu)", (unsigned long long)count, (unsigned long long)scalable);
  for (uint64_t i = 0; i < count; i++) loops += dense_array_i64(sizes, i) != 0;
  if (op->result_count - 1 == loops) return true;
  return verify_fail(v, op, "expected number of loops to tile (%llu) to match number of `loops` results (%u)", (unsigned long long)loops, op->result_count - 1);
}

bool verify_transform_tile_using_forall(Verifier *v, const Operation *op) {
  bool threads = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FORALL_STATIC_NUM_THREADS)) != 0,
       sizes = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_TILE_USING_FORALL_STATIC_TILE_SIZES)) != 0;
  bool packed_threads = span_size(op_operands_named(op, "packed_num_threads")) != 0, packed_sizes = span_size(op_operands_named(op, "packed_tile_sizes")) != 0;
  if (threads && packed_threads) return verify_fail(v, op, "num_threads and packed_num_threads are mutually exclusive");
  if (sizes && packed_sizes) return verify_fail(v, op, "tile_sizes and packed_tile_sizes are mutually exclusive");
  if (threads || sizes || packed_threads || packed_sizes) return true;
  return verify_fail(v, op, "either (packed_)num_threads or (packed_)tile_sizes must be specified");
}

static bool is_permutation(const ArrayAttr *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    uint32_t seen = 0;
    for (uint32_t k = 0; k < list->count; k++) seen += attr_to_i64(list->items[k]) == i;
    if (seen != 1) return false;
  }
  return true;
}

bool verify_transform_pad(Verifier *v, const Operation *op) {
  A nofold = op_prop_at(op, TRANSFORM_STRUCTURED_PAD_NOFOLD_FLAGS), loops = op_prop_at(op, TRANSFORM_STRUCTURED_PAD_PADDING_DIMENSIONS);
  const ArrayAttr *flags = (const ArrayAttr *)nofold, *dims = (const ArrayAttr *)loops, *orders = (const ArrayAttr *)op_prop_at(op, TRANSFORM_STRUCTURED_PAD_TRANSPOSE_PADDINGS);
  for (uint32_t i = 0; flags && i < flags->count; i++) {
    int64_t flag = attr_to_i64(flags->items[i]);
    if (flag != 0 && flag != 1) return verify_fail(v, op, "expects nofold_flags to contain booleans (0/1), found %s", attr_text(v->module->context, nofold));
  }
  for (uint32_t i = 0; dims && i < dims->count; i++)
    if (attr_to_i64(dims->items[i]) < 0) return verify_fail(v, op, "expects padding_dimensions to contain positive integers, found %s", attr_text(v->module->context, loops));
  uint64_t multiples = array_count(op_prop_at(op, TRANSFORM_STRUCTURED_PAD_STATIC_PAD_TO_MULTIPLE_OF));
  if (multiples && multiples != (dims ? dims->count : 0)) return verify_fail(v, op, "expects as many multiples as padding_dimensions");
  for (uint32_t i = 0; orders && i < orders->count; i++)
    if (!is_permutation((const ArrayAttr *)orders->items[i]))
      return verify_fail(v, op, "expects transpose_paddings to be a permutation, found %s", attr_text(v->module->context, orders->items[i]));
  Str copy = attr_str(op_prop_at(op, TRANSFORM_STRUCTURED_PAD_COPY_BACK_OP));
  Context *ctx = v->module->context;
  return str_equal(copy, def_name(context_op_of(ctx, OP_BUFFERIZATION_MATERIALIZE_IN_DESTINATION))) || str_equal(copy, def_name(context_op_of(ctx, OP_LINALG_COPY))) ||
         str_equal(copy, STR("none")) ||
         verify_fail(v, op, "invalid copy_back_op");
}

bool verify_transform_fuse(Verifier *v, const Operation *op) {
  A sizes = op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_STATIC_TILE_SIZES), order = op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_STATIC_TILE_INTERCHANGE);
  uint64_t count = array_count(sizes), loops = 0;
  if (array_count(order) > count)
    return verify_fail(v, op, "interchange length exceeds iteration space dimensions (%llu), found ", (unsigned long long)count);   // of numbers, mlir-opt prints none
  for (uint64_t i = 0; i < array_count(order); i++) {
    int64_t loop = dense_array_i64(order, i);
    if (loop == DYNAMIC) continue;
    if (loop < 0 || (uint64_t)loop >= count)
      return verify_fail(v, op, "expects interchange values to be in range [0, %llu), found: %lld", (unsigned long long)count, (long long)loop);
    for (uint64_t k = 0; k < i; k++)
      if (dense_array_i64(order, k) == loop) return verify_fail(v, op, "found duplicate interchange value: %lld", (long long)loop);
  }
  for (uint64_t i = 0; i < count; i++) loops += dense_array_i64(sizes, i) != 0;
  if (op_prop_at(op, TRANSFORM_STRUCTURED_FUSE_USE_FORALL)) loops = 1;
  if (op->result_count - 1 == loops) return true;
  return verify_fail(v, op, "expects %llu loop results", (unsigned long long)loops);
}
