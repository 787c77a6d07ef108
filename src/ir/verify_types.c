// Relations and traits that types alone decide: looked at once for operations of the same signature.
#include "ir/verify_impl.h"

bool verify_refuse(VerifyState *self, const Operation *op, const char *message) {
  op_error(self->module, op, "%s", message);
  return false;
}

// --- Relations

// The types behind a name: of the values of an entry, or of a typed attribute.
typedef struct TypeSeq {
  const Operation *op;
  uint8_t ref;  // REF_*
  Span span;   // of operands or results
  T type;      // of an attribute
  uint32_t count;
} TypeSeq;

static TypeSeq types_of(const OpCheck *check, const Operation *op, uint8_t ref) {
  TypeSeq seq = {.op = op, .ref = ref};
  uint32_t index = ref & REF_INDEX;
  seq.span = (Span){index, index + 1u};
  switch (ref & REF_KIND) {
    case REF_OPERAND:
      if ((check->variable_operands || check->operand_segments >= 0) && !op_operand_span(op, index, &seq.span)) seq.span = (Span){0, 0};
      seq.count = span_size(seq.span);
      break;
    case REF_RESULT:
      if ((check->variable_results || check->result_segments >= 0) && !op_result_span(op, index, &seq.span)) seq.span = (Span){0, 0};
      seq.count = span_size(seq.span);
      break;
    default:
      seq.type = op->props[index] ? attr_value_type(op->props[index]) : NULL;
      seq.count = seq.type != NULL;
      break;
  }
  return seq;
}

static T type_at(const TypeSeq *seq, uint32_t i) {
  if ((seq->ref & REF_KIND) == REF_OPERAND) return op_operand_type(seq->op, seq->span.begin + i);
  if ((seq->ref & REF_KIND) == REF_RESULT) return op_result_type(seq->op, seq->span.begin + i);
  return seq->type;
}

static bool same_dims(const ShapedType *a, const ShapedType *b) {
  return a->rank == b->rank && (a->rank == 0 || memcmp(a->dims, b->dims, sizeof(int64_t) * (size_t)a->rank) == 0);
}

static bool agree(RelationKind kind, T a, T b) {
  if (a == b) return true;
  if (kind == REL_ALL_TYPES_MATCH) return false;
  if (kind == REL_ALL_ELEMENT_TYPES_MATCH) return type_element_or_self(a) == type_element_or_self(b);
  if (!type_has_rank(a) || !type_has_rank(b)) return true;
  const ShapedType *x = type_as_shaped(a), *y = type_as_shaped(b);
  if (kind == REL_ALL_RANKS_MATCH) return x->rank == y->rank;
  if (kind == REL_ALL_SHAPES_MATCH) return same_dims(x, y);
  if (!type_has_static_shape(a) || !type_has_static_shape(b)) return true;
  return type_num_elements(a) == type_num_elements(b);
}

static bool all_agree(const OpCheck *check, const Operation *op, const Relation *relation) {
  T first = NULL;
  for (uint32_t i = 0; i < relation->count; i++) {
    TypeSeq seq = types_of(check, op, relation->values[i]);
    for (uint32_t k = 0; k < seq.count; k++) {
      T type = type_at(&seq, k);
      if (!first) first = type;
      else if (!agree((RelationKind)relation->kind, first, type)) return false;
    }
  }
  return true;
}

static OpState *mirror_of(VerifyState *self, const Operation *op) {
  if (!self->mirror.arena) op_state_init(&self->mirror, self->module, &self->arena, op->def, op->loc);
  op_state_mirror(&self->mirror, op);
  return &self->mirror;
}

static bool matches_with(VerifyState *self, const OpCheck *check, const Operation *op, const Relation *relation) {
  TypeSeq from = types_of(check, op, relation->values[0]), to = types_of(check, op, relation->values[1]);
  RecordFn *const *functions = check->table->functions;
  if (!from.count) return relation->kind == REL_OPTIONAL_TYPES_MATCH_WITH || !to.count;
  if (relation->value_count && ((RelationCountFn *)functions[relation->value_count])(type_at(&from, 0)) != (int64_t)to.count) return false;
  bool pairwise = from.count == to.count;
  T expected = NULL;
  for (uint32_t i = 0; i < to.count; i++) {
    if (!i || (pairwise && type_at(&from, i) != type_at(&from, i - 1))) {
      T source = type_at(&from, pairwise ? i : 0);
      expected = ((RelationTypeFn *)functions[relation->transform])(self->ctx, source);
    }
    if (type_at(&to, i) != expected) return false;
  }
  return true;
}

bool verify_relations(VerifyState *self, const OpCheck *check, const Operation *op) {
  const Relation *relations = def_relations(check->def);
  for (uint32_t r = 0; r < check->def->relation_count; r++) {
    const Relation *relation = &relations[r];
    bool ok;
    switch ((RelationKind)relation->kind) {
      case REL_PREDICATE: ok = !relation->check || ((RelationCheckFn *)check->table->functions[relation->check])(op); break;
      case REL_TYPES_MATCH_WITH:
      case REL_OPTIONAL_TYPES_MATCH_WITH: ok = matches_with(self, check, op, relation); break;
      default: ok = all_agree(check, op, relation); break;
    }
    if (ok) continue;
    op_error(self->module, op, "failed to verify that %s", def_text(check->def, relation->summary));
    return false;
  }
  return true;
}

// --- Traits on types

// Whether two shapes may be the same at run time (verifyCompatibleShape).
static bool shapes_compatible(T a, T b) {
  if (a == b) return true;
  const ShapedType *x = type_as_shaped(a), *y = type_as_shaped(b);
  if (!x || !y) return !x && !y;
  if (!type_has_rank(a) || !type_has_rank(b)) return true;
  if (x->rank != y->rank) return false;
  for (uint64_t i = 0; i < x->rank; i++)
    if (x->dims[i] != y->dims[i] && x->dims[i] != DYNAMIC && y->dims[i] != DYNAMIC) return false;
  return true;
}

static bool is_scalable(T type) { return type_is_vector(type) && type_as_shaped(type)->scalable != 0; }

// Operands [0, operands), then results: the types a trait ranges over.
static T nth_type(const Operation *op, uint32_t operands, uint32_t i) {
  return i < operands ? op_operand_type(op, i) : op_result_type(op, i - operands);
}

typedef bool TypeFilter(T type);

static bool mappable(T type) { return type_is_vector(type) || type_is_tensor(type); }

// verifyCompatibleShapes over operands and results that pass the filter (NULL: all).
static bool all_shapes_compatible(const Operation *op, uint32_t operands, uint32_t results, TypeFilter *filter) {
  uint32_t total = operands + results, shaped = 0, seen = 0, scalable = 0;
  T ranked = NULL;
  bool uniform = true;
  T first = NULL;
  for (uint32_t i = 0; i < total; i++) {
    T type = nth_type(op, operands, i);
    if (filter && !filter(type)) continue;
    seen++;
    shaped += type_as_shaped(type) != NULL;
    scalable += is_scalable(type);
    if (!first) first = type;
    uniform &= type == first;
    if (!ranked && type_has_rank(type)) ranked = type;
  }
  if (uniform || !shaped) return true;
  if (shaped != seen || (scalable && scalable != seen)) return false;
  if (!ranked) return true;
  uint64_t rank = type_as_shaped(ranked)->rank;
  for (uint64_t d = 0; d < rank; d++) {
    int64_t known = DYNAMIC;
    for (uint32_t i = 0; i < total; i++) {
      T type = nth_type(op, operands, i);
      if ((filter && !filter(type)) || !type_has_rank(type)) continue;
      const ShapedType *shape = type_as_shaped(type);
      if (shape->rank != rank) return false;
      if (shape->dims[d] == DYNAMIC) continue;
      if (known != DYNAMIC && known != shape->dims[d]) return false;
      known = shape->dims[d];
    }
  }
  for (uint32_t i = 0; rank == 0 && i < total; i++) {
    T type = nth_type(op, operands, i);
    if ((!filter || filter(type)) && type_has_rank(type) && type_as_shaped(type)->rank != 0) return false;
  }
  return true;
}

static bool some_operands(VerifyState *self, const Operation *op) {
  if (op->operand_count) return true;
  op_error(self->module, op, "expected 1 or more operands, but found 0");
  return false;
}

static bool some_operands_and_results(VerifyState *self, const Operation *op) {
  if (!some_operands(self, op)) return false;
  return op->result_count ? true : verify_refuse(self, op, "expected 1 or more results");
}

static A encoding_of(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type)->extra : NULL; }

static bool verify_same_type(VerifyState *self, const Operation *op) {
  if (!some_operands_and_results(self, op)) return false;
  T type = op_result_type(op, 0);
  T element = type_element_or_self(type);
  A encoding = encoding_of(type);
  uint32_t total = op->result_count + op->operand_count;
  for (uint32_t i = 1; i < total; i++) {
    T other = i < op->result_count ? op_result_type(op, i) : op_operand_type(op, i - op->result_count);
    if (other == type) continue;
    if (type_element_or_self(other) != element || !shapes_compatible(other, type))
      return verify_refuse(self, op, "requires the same type for all operands and results");
    if (encoding && encoding_of(other) != encoding)
      return verify_refuse(self, op, "requires the same encoding for all operands and results");
  }
  return true;
}

static bool verify_same_element(VerifyState *self, const Operation *op) {
  if (!some_operands_and_results(self, op)) return false;
  T element = type_element_or_self(op_result_type(op, 0));
  for (uint32_t i = 0, total = op->operand_count + op->result_count; i < total; i++)
    if (type_element_or_self(nth_type(op, op->operand_count, i)) != element)
      return verify_refuse(self, op, "requires the same element type for all operands and results");
  return true;
}

static bool verify_same_rank(VerifyState *self, const Operation *op) {
  if (!some_operands(self, op)) return false;
  T first = NULL;
  for (uint32_t i = 0, total = op->operand_count + op->result_count; i < total; i++) {
    T type = nth_type(op, op->operand_count, i);
    if (!type_has_rank(type)) continue;
    if (!first) first = type;
    if (type_as_shaped(type)->rank != type_as_shaped(first)->rank)
      return verify_refuse(self, op, i < op->operand_count ? "operands don't have matching ranks"
                                                  : "result type has different rank than operands");
  }
  return true;
}

bool verify_same_dims(VerifyState *self, const Operation *op) {
  if (!op->operand_count || !op->result_count) return true;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  const ShapedType *x = type_kind(from) == TYPE_TENSOR ? type_as_shaped(from) : NULL;
  const ShapedType *y = type_kind(to) == TYPE_TENSOR ? type_as_shaped(to) : NULL;
  bool same = x && y ? same_dims(x, y) : (!x || x->rank == 0) && (!y || y->rank == 0);
  return same || verify_refuse(self, op, "failed to verify that input and output have the same tensor dimensions");
}

static bool verify_elementwise(VerifyState *self, const Operation *op) {
  uint32_t operands = 0, results = 0;
  T first = NULL;
  bool same_base = true;
  for (uint32_t i = 0, total = op->operand_count + op->result_count; i < total; i++) {
    T type = nth_type(op, op->operand_count, i);
    if (!mappable(type)) continue;
    if (i < op->operand_count) operands++;
    else results++;
    if (!first) first = type;
    same_base &= type_kind(type) == type_kind(first);
  }
  if (!operands && !results) return true;
  if (!operands) return verify_refuse(self, op, "if a result is non-scalar, then at least one operand must be non-scalar");
  if (!results) return verify_refuse(self, op, "if an operand is non-scalar, then there must be at least one non-scalar result");
  if (results != op->result_count) return verify_refuse(self, op, "if an operand is non-scalar, then all results must be non-scalar");
  if (same_base && all_shapes_compatible(op, op->operand_count, op->result_count, mappable)) return true;
  return verify_refuse(self, op, "all non-scalar operands/results must have the same shape and base type");
}

static bool verify_same_operand_types(VerifyState *self, const Operation *op) {
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (op_operand_type(op, i) != op_operand_type(op, 0)) return verify_refuse(self, op, "requires all operands to have the same type");
  return true;
}

static bool verify_same_operand_elements(VerifyState *self, const Operation *op) {
  if (!some_operands(self, op)) return false;
  T element = type_element_or_self(op_operand_type(op, 0));
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (type_element_or_self(op_operand_type(op, i)) != element)
      return verify_refuse(self, op, "requires the same element type for all operands");
  return true;
}

static bool verify_same_operand_shapes(VerifyState *self, const Operation *op) {
  return some_operands(self, op) &&
         (all_shapes_compatible(op, op->operand_count, 0, NULL) || verify_refuse(self, op, "requires the same shape for all operands"));
}

static bool verify_same_shapes(VerifyState *self, const Operation *op) {
  return some_operands_and_results(self, op) && (all_shapes_compatible(op, op->operand_count, op->result_count, NULL) ||
                                                 verify_refuse(self, op, "requires the same shape for all operands and results"));
}

// --- Interfaces

static Str types_text(VerifyState *self, StrBuf *out, const Operation *op, bool results) {
  uint32_t count = results ? op->result_count : op->operand_count;
  size_t begin = out->size;
  for (uint32_t i = 0; i < count; i++)
    strbuf_printf(out, "%s'%s'", i ? ", " : "", TYPE_ARG(results ? op_result_type(op, i) : op_operand_type(op, i)));
  return str_slice(strbuf_view(out), begin, out->size);
}

static bool verify_cast(VerifyState *self, const OpCheck *check, const Operation *op) {
  if (!op->result_count) return verify_refuse(self, op, "expected at least one result for cast operation");
  if (!check->hooks.cast) return true;
  T few[16];
  T *types = few;
  uint32_t total = op->operand_count + op->result_count;
  if (total > countof(few)) types = arena_new(&self->arena, T, total);
  if (!types) return true;
  for (uint32_t i = 0; i < total; i++) types[i] = nth_type(op, op->operand_count, i);
  if (check->hooks.cast(types, op->operand_count, types + op->operand_count, op->result_count)) return true;
  StrBuf from, to;
  strbuf_init(&from, &self->ctx->mem);
  strbuf_init(&to, &self->ctx->mem);
  if (op->operand_count) types_text(self, &from, op, false);
  else strbuf_lit(&from, "[]");
  types_text(self, &to, op, true);
  op_error(self->module, op, "operand type%s %.*s and result type%s %.*s are cast incompatible", op->operand_count == 1 ? "" : "s",
           STR_ARG(strbuf_view(&from)), op->result_count == 1 ? "" : "s", STR_ARG(strbuf_view(&to)));
  strbuf_free(&from);
  strbuf_free(&to);
  return false;
}

bool verify_types_trait(VerifyState *self, const OpCheck *check, const Operation *op, uint32_t id) {
  switch (id) {
    case TRAIT_ID(TRAIT_SAME_TYPE_OPERANDS): return verify_same_operand_types(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_ELEMENT_TYPE): return verify_same_operand_elements(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_SHAPE): return verify_same_operand_shapes(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT): return verify_same_element(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE): return verify_same_shapes(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_AND_RESULT_RANK): return verify_same_rank(self, op);
    case TRAIT_ID(TRAIT_SAME_OPERANDS_AND_RESULT_TYPE): return verify_same_type(self, op);
    case TRAIT_ID(TRAIT_ELEMENTWISE): return verify_elementwise(self, op);
    case TRAIT_ID(TRAIT_CAST): return verify_cast(self, check, op);
    default: return true;
  }
}

// Types that relations and constraints imply were compared with them already; left are those that
// traits compare loosely, and what the record's hook infers.
bool verify_inferred_types(VerifyState *self, const OpCheck *check, const Operation *op) {
  const CheckHooks *hooks = &check->hooks;
  const T *inferred = NULL;
  T same;
  uint32_t count = 0;
  bool ok = true;
  if (hooks->infer && op_has(op, TRAIT_INFER_TYPES)) {
    OpState *state = mirror_of(self, op);
    vec_clear(&state->types);
    ok = hooks->infer(self->ctx, state);
    inferred = state->types.data;
    count = state->types.count;
  } else if (op_has(op, TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && op->operand_count && op->result_count == 1) {
    same = op_operand_type(op, 0);
    inferred = &same;
    count = 1;
  } else {
    return true;
  }
  if (ok) {
    bool equal = count == op->result_count;
    for (uint32_t i = 0; equal && i < count; i++) equal = inferred[i] == op_result_type(op, i);
    if (equal) return true;
    if (hooks->compatible && count == op->result_count) {
      T *given = arena_new(&self->arena, T, count + 1);
      for (uint32_t i = 0; given && i < count; i++) given[i] = op_result_type(op, i);
      if (given && hooks->compatible(inferred, given, count)) return true;
    }
    StrBuf want, have;
    strbuf_init(&want, &self->ctx->mem);
    strbuf_init(&have, &self->ctx->mem);
    for (uint32_t i = 0; i < count; i++) strbuf_printf(&want, "%s'%s'", i ? ", " : "", TYPE_ARG(inferred[i]));
    types_text(self, &have, op, true);
    diag_at(self->module, SEVERITY_ERROR, op->loc,
            "'%.*s' op inferred type(s) %.*s are incompatible with return type(s) of operation %.*s", STR_ARG(op_name(op)),
            STR_ARG(strbuf_view(&want)), STR_ARG(strbuf_view(&have)));
    strbuf_free(&want);
    strbuf_free(&have);
  }
  return verify_refuse(self, op, "failed to infer returned types");
}
