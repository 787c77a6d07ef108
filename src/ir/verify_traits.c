// What a record says about one operation: counts, constraints, relations, traits. Order and wording
// are upstream's (the traits of an op class in the order ODS lists them).
#include "ir/repair.h"
#include "ir/verify_impl.h"

// --- Records, prepared

static int slot_of(const OpDef *def, const char *name) { return op_prop_slot(def, str_from(name)); }

static void count_values(const ValueDef *defs, uint32_t count, uint32_t *fixed, bool *variable) {
  for (uint32_t i = 0; i < count; i++) {
    if (defs[i].arity == SINGLE) ++*fixed;
    else *variable = true;
  }
}

static const TypeConstraint **constraints_of(VerifyState *self, const OpDef *def, const ValueDef *values, uint32_t count) {
  const TypeConstraint **out = arena_new(&self->arena, const TypeConstraint *, count);
  for (uint32_t i = 0; i < count; i++) out[i] = def_value_type(def, &values[i]);
  return out;
}

#define TRAIT_ID(trait) __builtin_ctzll(trait)
#define STRUCTURAL_TRAITS (TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ATTR_SIZED_RESULTS | TRAIT_SINGLE_BLOCK | TRAIT_NO_REGION_ARGUMENTS)
#define OTHER_TRAITS                                                                                              \
  (TRAIT_SAME_OPERANDS_AND_RESULT_TYPE | TRAIT_SAME_TYPE_OPERANDS | TRAIT_SAME_OPERANDS_ELEMENT_TYPE |            \
   TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT | TRAIT_SAME_OPERANDS_SHAPE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE |    \
   TRAIT_SAME_OPERANDS_AND_RESULT_RANK | TRAIT_ELEMENTWISE | TRAIT_CAST | TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL |  \
   TRAIT_FUNCTION | TRAIT_BRANCH | TRAIT_TERMINATOR)

// Upstream's classes name structural traits before OpInvariants, the others behind it.
static void order_traits(VerifyState *self, OpCheck *check, const OpDef *def) {
  const uint16_t *list = check->table->lists + def->trait_list;
  uint8_t *structural = arena_new(&self->arena, uint8_t, def->trait_count), *others = arena_new(&self->arena, uint8_t, def->trait_count);
  for (uint32_t i = 0; i < def->trait_count; i++) {
    uint64_t bit = list[i] < 64 ? 1ull << list[i] : 0;
    if (!bit || bit & STRUCTURAL_TRAITS) structural[check->structural_count++] = (uint8_t)list[i];
    else if (bit & OTHER_TRAITS) others[check->other_count++] = (uint8_t)list[i];
  }
  check->looks_around = def->traits & (TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL | TRAIT_FUNCTION | TRAIT_BRANCH | TRAIT_TERMINATOR);
  check->structural = structural;
  check->others = others;
}

static OpCheck *make_check(VerifyState *self, const OpDef *def) {
  OpCheck *check = arena_new(&self->arena, OpCheck, 1);
  check->def = def;
  check->table = def->table;
  check->operands = def_operands(def);
  check->results = def_results(def);
  check->attrs = def_attrs(def);
  check->operand_types = constraints_of(self, def, check->operands, def->operand_count);
  check->result_types = constraints_of(self, def, check->results, def->result_count);
  check->traits = def->traits;
  check->has_parents = def_parent_count(def) != 0;
  order_traits(self, check, def);
  check->hooks = (CheckHooks){def_verify(def), def_verify_regions(def), def_verify_symbol_uses(def), def_infer(def), def_compatible(def),
                              def_function_types(def), def_cast(def), def_region_kind(def), def_implicit_terminator(def)};
  check->dialect = op_dialect(self->ctx, def);
  count_values(check->operands, def->operand_count, &check->fixed_operands, &check->variable_operands);
  count_values(check->results, def->result_count, &check->fixed_results, &check->variable_results);
  for (uint32_t i = 0; i < def->region_count; i++) {
    check->fixed_regions += !def_regions(def)[i].variadic;
    check->variable_regions |= def_regions(def)[i].variadic;
  }
  for (uint32_t i = 0; i < def->successor_count; i++) {
    check->fixed_successors += !def_successors(def)[i].variadic;
    check->variable_successors |= def_successors(def)[i].variadic;
  }
  check->operand_segments = op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS) ? slot_of(def, "operandSegmentSizes") : -1;
  check->result_segments = op_def_has(def, TRAIT_ATTR_SIZED_RESULTS) ? slot_of(def, "resultSegmentSizes") : -1;
  for (uint32_t i = 0; i < def->attr_count; i++)
    check->any_required |= !(check->attrs[i].flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) && (int)i != check->operand_segments &&
                           (int)i != check->result_segments;
  check->sym_name = slot_of(def, "sym_name");
  check->sym_visibility = slot_of(def, "sym_visibility");
  check->function_type = slot_of(def, "function_type");
  check->arg_attrs = slot_of(def, "arg_attrs");
  check->res_attrs = slot_of(def, "res_attrs");
  check->by_signature = !def->region_count;
  for (uint32_t r = 0; r < def->relation_count; r++)
    check->by_signature &= def_relations(def)[r].kind != REL_PREDICATE;
  const uint64_t further = TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL | TRAIT_FUNCTION | TRAIT_BRANCH | TRAIT_TERMINATOR | TRAIT_UNREGISTERED;
  const CheckHooks *hooks = &check->hooks;
  check->is_plain = check->by_signature && !(def->traits & further) && !def_parent_count(def) && !def->successor_count &&
                    (!hooks->verify || def->flags & DEF_LOCAL_VERIFIER) && !hooks->verify_regions && !hooks->verify_symbol_uses;
  return check;
}

OpCheck *check_of_slow(VerifyState *self, const OpDef *def) {
  OpCheck *check = map_get(&self->checks, def);
  if (!check) {
    check = make_check(self, def);
    map_set(&self->checks, def, check);
  }
  return self->recent[((uintptr_t)def >> 4) % RECENT_CHECKS] = check;
}

// --- Constraints

static Verdict *verdict_of(VerifyState *self, const void *constraint, const void *subject) {
  uint64_t key = ((uint64_t)(uintptr_t)constraint * 3) ^ ((uint64_t)(uintptr_t)subject >> 3);
  return &self->verdicts[(key * 0x9E3779B97F4A7C15u >> 40) % VERDICTS];
}

static inline bool type_ok(VerifyState *self, const RecordTable *table, const TypeConstraint *constraint, T type) {
  Verdict *known = verdict_of(self, constraint, type);
  if (known->constraint == constraint && known->subject == type) return known->ok;
  *known = (Verdict){constraint, type, type_satisfies(table, constraint, type)};
  return known->ok;
}

static bool attr_ok(VerifyState *self, const RecordTable *table, uint32_t number, A attr) {
  const AttrConstraint *constraint = &table->attr_constraints[number];
  if (constraint->test == ATTR_TEST_ANY) return true;
  Verdict *known = verdict_of(self, constraint, attr);
  if (known->constraint == constraint && known->subject == attr) return known->ok;
  *known = (Verdict){constraint, attr, attr_satisfies(table, constraint, attr)};
  return known->ok;
}

#define TYPE_ARG(type) type_text(self->ctx, (type))

static bool fail(VerifyState *self, const Operation *op, const char *message) {
  op_error(self->module, op, "%s", message);
  return false;
}

// --- Counts (ZeroRegions, OneResult, NOperands…)

static bool verify_counts(VerifyState *self, const OpCheck *check, const Operation *op) {
  uint32_t want = check->fixed_regions, have = op->region_count;
  if (have != want && (!check->variable_regions || have < want)) {
    if (check->variable_regions) op_error(self->module, op, "expected %u or more regions", want);
    else if (want < 2) op_error(self->module, op, "requires %s", want ? "one region" : "zero regions");
    else op_error(self->module, op, "expected %u regions", want);
    return false;
  }
  want = check->fixed_results, have = op->result_count;
  if (have != want && (!check->variable_results || have < want)) {
    if (check->variable_results) op_error(self->module, op, "expected %u or more results", want);
    else if (want < 2) op_error(self->module, op, "requires %s", want ? "one result" : "zero results");
    else op_error(self->module, op, "expected %u results", want);
    return false;
  }
  want = check->fixed_successors, have = op->successor_count;
  if (have != want && (!check->variable_successors || have < want)) {
    if (check->variable_successors)
      op_error(self->module, op, "requires at least %u successors but found %u", want, have);
    else
      op_error(self->module, op, "requires %u successor%s but found %u", want, want == 1 ? "" : "s", have);
    return false;
  }
  for (uint32_t i = 0; want && i < have; i++)
    if (op_successor(op, i)->region != op_parent_region(op)) {
      op_error_plain(self->module, op, "reference to block defined in another region");
      return false;
    }
  want = check->fixed_operands, have = op->operand_count;
  if (have != want && (!check->variable_operands || have < want)) {
    if (check->variable_operands)
      op_error(self->module, op, "expected %u or more operands, but found %u", want, have);
    else if (want < 2)
      op_error(self->module, op, "requires %s", want ? "a single operand" : "zero operands");
    else
      op_error(self->module, op, "expected %u operands, but found %u", want, have);
    return false;
  }
  return true;
}

// --- Structure (AttrSizedOperandSegments, HasParent, SingleBlock…)

// The sizes in `attr` are sound and sum up to `count` values.
static bool verify_sizes(VerifyState *self, const Operation *op, A attr, const char *name, const char *group, uint64_t count) {
  const DenseArrayAttr *sizes = (const DenseArrayAttr *)attr;
  if (attr && (attr_kind(attr) != ATTR_DENSE_ARRAY || !type_is_int(sizes->element, 32))) {
    op_error(self->module, op, "requires dense i32 array attribute '%s'", name);
    return false;
  }
  uint32_t total = 0;
  for (uint64_t i = 0; attr && i < sizes->count; i++) {
    int64_t size = dense_array_i64(attr, i);
    if (size < 0) {
      op_error(self->module, op, "'%s' attribute cannot have negative elements", name);
      return false;
    }
    total += (uint32_t)size;
  }
  if (total != count) {
    op_error(self->module, op, "%s count (%llu) does not match with the total size (%u) specified in attribute '%s'", group,
             (unsigned long long)count, total, name);
    return false;
  }
  return true;
}

static bool verify_parent(VerifyState *self, const Operation *op) {
  const char *name = def_parents(op->def);
  uint32_t count = def_parent_count(op->def);
  const Operation *parent = op_parent(op);
  for (uint32_t i = 0; parent && i < count; i++, name = text_behind(name))
    if (op_is_named(parent, name)) return true;
  if (parent && op_has(parent, TRAIT_KEPT)) return true;   // nobody knows what it takes
  if (parent && parent->def->until) return true;           // what was allowed in it then
  StrBuf list;
  strbuf_init(&list, &self->ctx->mem);
  name = def_parents(op->def);
  for (uint32_t i = 0; i < count; i++, name = text_behind(name)) strbuf_printf(&list, "%s%s", i ? ", " : "", name);
  op_error(self->module, op, "expects parent op %s%.*s'", count > 1 ? "to be one of '" : "'",
           STR_ARG(strbuf_view(&list)));
  strbuf_free(&list);
  return false;
}

static bool verify_no_region_arguments(VerifyState *self, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) {
    const Block *entry = op->regions[i].first;
    if (!entry || !entry->arg_count) continue;
    if (op->region_count == 1) return fail(self, op, "region should have no arguments");
    op_error(self->module, op, "region #%u should have no arguments", i);
    return false;
  }
  return true;
}

static bool verify_single_blocks(VerifyState *self, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) {
    const Block *entry = op->regions[i].first;
    if (!entry) continue;
    if (entry->next) {
      op_error(self->module, op, "expects region #%u to have 0 or 1 blocks", i);
      return false;
    }
    if (!entry->first && !op_has(op, TRAIT_NO_TERMINATOR)) return fail(self, op, "expects a non-empty block");
  }
  return true;
}

static A slot_attr(const Operation *op, int slot) { return slot >= 0 ? op->props[slot] : NULL; }

static bool verify_structural(VerifyState *self, const OpCheck *check, const Operation *op, uint32_t id) {
  switch (id) {
    case TRAIT_ID(TRAIT_ATTR_SIZED_OPERANDS):
      return verify_sizes(self, op, slot_attr(op, check->operand_segments), "operandSegmentSizes", "operand", op->operand_count);
    case TRAIT_ID(TRAIT_ATTR_SIZED_RESULTS):
      return verify_sizes(self, op, slot_attr(op, check->result_segments), "resultSegmentSizes", "result", op->result_count);
    case TRAIT_ID_HAS_PARENT: return verify_parent(self, op);
    case TRAIT_ID(TRAIT_SINGLE_BLOCK):
    case TRAIT_ID_IMPLICIT_TERMINATOR: return verify_single_blocks(self, op);
    case TRAIT_ID(TRAIT_NO_REGION_ARGUMENTS): return verify_no_region_arguments(self, op);
    default: return true;
  }
}

// --- Attributes

// Of several missing attributes the first by name is reported.
static __attribute__((noinline, cold)) bool report_missing(VerifyState *self, const Operation *op, const char *missing) {
  op_error(self->module, op, "requires attribute '%s'", missing);
  repair_attr(self->v, op, missing);
  return false;
}

static __attribute__((noinline, cold)) bool report_public(VerifyState *self, const Operation *op) {
  fail(self, op, "symbol declaration cannot have public visibility");
  if (!op_attr(op, "sym_visibility")) repair_visibility(self->v, op);
  return false;
}

static bool verify_required(VerifyState *self, const OpCheck *check, const Operation *op) {
  const char *missing = NULL;
  for (uint32_t i = 0; i < check->def->attr_count; i++) {
    const OpAttrDef *attr = &check->attrs[i];
    const char *name = check->table->strings + attr->name;
    if (op->props[i] || (attr->flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) || (int)i == check->operand_segments ||
        (int)i == check->result_segments)
      continue;
    if (!missing || strcmp(name, missing) < 0) missing = name;
  }
  return !missing || report_missing(self, op, missing);
}

static bool verify_attrs(VerifyState *self, const OpCheck *check, const Operation *op) {
  const OpDef *def = check->def;
  if (check->any_required && !verify_required(self, check, op)) return false;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    A attr = op->props[i];
    if (!attr || (int)i == check->operand_segments || (int)i == check->result_segments) continue;
    if (attr_ok(self, check->table, check->attrs[i].type, attr)) continue;
    op_error(self->module, op, "%s '%s' failed to satisfy constraint: %s", check->attrs[i].flags & ATTR_PROP ? "property" : "attribute",
             def_attr_name(def, i), def_text(def, def_attr_type(def, i)->summary));
    return false;
  }
  return true;
}

// --- Operands and results

static bool bad_value(VerifyState *self, const Operation *op, const char *kind, uint32_t index, const ValueDef *def, T type) {
  op_error(self->module, op, "%s #%u must be %s%s, but got '%s'", kind, index,
           def->arity == VARIADIC || def->arity == VARIADIC_OF_VARIADIC ? "variadic of " : "",
           def_text(op->def, def_value_type(op->def, def)->summary), TYPE_ARG(type));
  return false;
}

static bool bad_group(VerifyState *self, const Operation *op, const char *kind, Span span) {
  op_error(self->module, op, "%s group starting at #%u requires 0 or 1 element, but found %u", kind, span.begin, span_size(span));
  return false;
}

static bool verify_operands(VerifyState *self, const OpCheck *check, const Operation *op) {
  const OpDef *def = check->def;
  for (uint32_t entry = 0; entry < def->operand_count; entry++) {
    const TypeConstraint *constraint = check->operand_types[entry];
    const ValueDef *value = &check->operands[entry];
    Span span = {entry, entry + 1};
    if ((check->variable_operands || check->operand_segments >= 0) && !op_operand_span(op, entry, &span)) continue;
    if (value->arity == OPTIONAL && span_size(span) > 1) return bad_group(self, op, "operand", span);
    if (value->arity == VARIADIC_OF_VARIADIC && value->segments != NO_INDEX &&
        !verify_sizes(self, op, op->props[value->segments], def_attr_name(def, value->segments), def_text(def, value->name), span_size(span)))
      return false;
    for (uint32_t i = span.begin; i < span.end; i++)
      if (!type_ok(self, check->table, constraint, op_operand_type(op, i)))
        return bad_value(self, op, "operand", i, value, op_operand_type(op, i));
  }
  return true;
}

static bool verify_results(VerifyState *self, const OpCheck *check, const Operation *op) {
  const OpDef *def = check->def;
  for (uint32_t entry = 0; entry < def->result_count; entry++) {
    const TypeConstraint *constraint = check->result_types[entry];
    const ValueDef *value = &check->results[entry];
    Span span = {entry, entry + 1};
    if ((check->variable_results || check->result_segments >= 0) && !op_result_span(op, entry, &span)) continue;
    if (value->arity == OPTIONAL && span_size(span) > 1) return bad_group(self, op, "result", span);
    for (uint32_t i = span.begin; i < span.end; i++)
      if (!type_ok(self, check->table, constraint, op_result_type(op, i)))
        return bad_value(self, op, "result", i, value, op_result_type(op, i));
  }
  return true;
}

static bool verify_region_constraints(VerifyState *self, const OpCheck *check, const Operation *op) {
  const OpDef *def = check->def;
  uint32_t at = 0;
  for (uint32_t entry = 0; entry < def->region_count; entry++) {
    const RegionDef *region = &def_regions(def)[entry];
    // A variadic entry is the last one.
    uint32_t end = region->variadic ? op->region_count : at + 1;
    for (; at < end && at < op->region_count; at++) {
      if (!region->min_blocks && !region->max_blocks) continue;
      uint32_t blocks = region_block_count(&op->regions[at]);
      if (blocks >= region->min_blocks && (!region->max_blocks || blocks <= region->max_blocks)) continue;
      StrBuf name;
      strbuf_init(&name, &self->ctx->mem);
      if (region->name) strbuf_printf(&name, " ('%s')", def_text(def, region->name));
      op_error(self->module, op, "region #%u%.*s failed to verify constraint: %s", at, STR_ARG(strbuf_view(&name)), def_text(def, region->summary));
      strbuf_free(&name);
      return false;
    }
  }
  return true;
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

static bool verify_relations(VerifyState *self, const OpCheck *check, const Operation *op) {
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
  return op->result_count ? true : fail(self, op, "expected 1 or more results");
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
      return fail(self, op, "requires the same type for all operands and results");
    if (encoding && encoding_of(other) != encoding)
      return fail(self, op, "requires the same encoding for all operands and results");
  }
  return true;
}

static bool verify_same_element(VerifyState *self, const Operation *op) {
  if (!some_operands_and_results(self, op)) return false;
  T element = type_element_or_self(op_result_type(op, 0));
  for (uint32_t i = 0, total = op->operand_count + op->result_count; i < total; i++)
    if (type_element_or_self(nth_type(op, op->operand_count, i)) != element)
      return fail(self, op, "requires the same element type for all operands and results");
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
      return fail(self, op, i < op->operand_count ? "operands don't have matching ranks"
                                                  : "result type has different rank than operands");
  }
  return true;
}

static bool verify_same_dims(VerifyState *self, const Operation *op) {
  if (!op->operand_count || !op->result_count) return true;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  const ShapedType *x = type_kind(from) == TYPE_TENSOR ? type_as_shaped(from) : NULL;
  const ShapedType *y = type_kind(to) == TYPE_TENSOR ? type_as_shaped(to) : NULL;
  bool same = x && y ? same_dims(x, y) : (!x || x->rank == 0) && (!y || y->rank == 0);
  return same || fail(self, op, "failed to verify that input and output have the same tensor dimensions");
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
  if (!operands) return fail(self, op, "if a result is non-scalar, then at least one operand must be non-scalar");
  if (!results) return fail(self, op, "if an operand is non-scalar, then there must be at least one non-scalar result");
  if (results != op->result_count) return fail(self, op, "if an operand is non-scalar, then all results must be non-scalar");
  if (same_base && all_shapes_compatible(op, op->operand_count, op->result_count, mappable)) return true;
  return fail(self, op, "all non-scalar operands/results must have the same shape and base type");
}

static bool verify_same_operand_types(VerifyState *self, const Operation *op) {
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (op_operand_type(op, i) != op_operand_type(op, 0)) return fail(self, op, "requires all operands to have the same type");
  return true;
}

static bool verify_same_operand_elements(VerifyState *self, const Operation *op) {
  if (!some_operands(self, op)) return false;
  T element = type_element_or_self(op_operand_type(op, 0));
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (type_element_or_self(op_operand_type(op, i)) != element)
      return fail(self, op, "requires the same element type for all operands");
  return true;
}

static bool verify_same_operand_shapes(VerifyState *self, const Operation *op) {
  return some_operands(self, op) &&
         (all_shapes_compatible(op, op->operand_count, 0, NULL) || fail(self, op, "requires the same shape for all operands"));
}

static bool verify_same_shapes(VerifyState *self, const Operation *op) {
  return some_operands_and_results(self, op) && (all_shapes_compatible(op, op->operand_count, op->result_count, NULL) ||
                                                 fail(self, op, "requires the same shape for all operands and results"));
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
  if (!op->result_count) return fail(self, op, "expected at least one result for cast operation");
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

static const FunctionType *function_type_of(const OpCheck *check, const Operation *op) {
  A attr = slot_attr(op, check->function_type);
  return attr && attr_kind(attr) == ATTR_TYPE ? type_as_function(((const TypeAttr *)attr)->type) : NULL;
}

static bool verify_symbol(VerifyState *self, const OpCheck *check, const Operation *op) {
  A name = check->sym_name >= 0 ? op->props[check->sym_name] : op_attr(op, "sym_name");
  if (!name && op_has(op, TRAIT_OPTIONAL_SYMBOL)) return true;
  if (!name || attr_kind(name) != ATTR_STRING) return fail(self, op, "requires string attribute 'sym_name'");
  A visibility = check->sym_visibility >= 0 ? op->props[check->sym_visibility] : op_attr(op, "sym_visibility");
  if (visibility) {
    if (attr_kind(visibility) != ATTR_STRING) {
      op_error(self->module, op, "requires visibility attribute 'sym_visibility' to be a string attribute, but got %s",
               attr_text(self->ctx, visibility));
      return false;
    }
    if (!attr_is_string(visibility, "public") && !attr_is_string(visibility, "private") && !attr_is_string(visibility, "nested")) {
      op_error(self->module, op, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s",
               attr_text(self->ctx, visibility));
      return false;
    }
  }
  // A function of builtin type whose record has a visibility is a declaration when it has no body.
  bool declares = op_has(op, TRAIT_FUNCTION) && check->sym_visibility >= 0 && function_type_of(check, op) && op->region_count &&
                  !op->regions[0].first;
  if (declares && symbol_visibility(op) == SYMBOL_PUBLIC) return report_public(self, op);
  if (op->result_count) return fail(self, op, "symbols must not have results");
  const Operation *parent = op_parent(op);
  if (parent && !op_is_symbol_table(parent) && op_is_registered(parent))
    return fail(self, op, "symbol's parent must have the SymbolTable trait");
  return true;
}

// The array of dictionaries for arguments or results. `expected` is how many there must be, or -1.
static bool verify_dicts(VerifyState *self, const Operation *op, A attr, bool is_arg, int64_t expected) {
  if (!attr || attr_kind(attr) != ATTR_ARRAY) return true;
  const ArrayAttr *array = (const ArrayAttr *)attr;
  const char *word = is_arg ? "argument" : "result";
  if (expected >= 0 && array->count != (uint64_t)expected) {
    op_error(self->module, op,
             "expects %s attribute array to have the same number of elements as the number of function %ss, got %llu, but expected %llu",
             word, word, (unsigned long long)array->count, (unsigned long long)expected);
    return false;
  }
  for (uint64_t i = 0; i < array->count; i++) {
    if (attr_kind(array->items[i]) != ATTR_DICT) {
      op_error(self->module, op, "expects %s attribute dictionary to be a DictionaryAttr, but got `%s`", word,
               attr_text(self->ctx, array->items[i]));
      return false;
    }
    const DictAttr *dict = (const DictAttr *)array->items[i];
    for (uint64_t k = 0; k < dict->count; k++) {
      Str name = attr_str(dict->items[k].name);
      const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
      if (!dot) return fail(self, op, is_arg ? "arguments may only have dialect attributes" : "results may only have dialect attributes");
      const DialectDef *dialect = context_dialect(self->ctx, str_slice(name, 0, (size_t)(dot - name.data)));
      if (!dialect || dot + 1 == name.data + name.size) continue;
      if (is_arg && dialect->verify_arg_attr && !dialect->verify_arg_attr(self->v, op, 0, (uint32_t)i, dict->items[k])) return false;
      if (!is_arg && dialect->verify_result_attr && !dialect->verify_result_attr(self->v, op, 0, (uint32_t)i, dict->items[k]))
        return false;
    }
  }
  return true;
}

static bool verify_function(VerifyState *self, const OpCheck *check, const Operation *op) {
  const FunctionType *type = function_type_of(check, op);
  const T *inputs = NULL, *results;
  uint32_t input_count = 0, result_count = 0;
  bool is_known = type != NULL;
  if (type) {
    inputs = type->types;
    input_count = type->input_count;
    result_count = type->result_count;
  } else if (check->hooks.function_types) {
    is_known = check->hooks.function_types(op, &inputs, &input_count, &results, &result_count);
  }
  if (!verify_dicts(self, op, slot_attr(op, check->arg_attrs), true, is_known ? (int64_t)input_count : -1)) return false;
  if (!verify_dicts(self, op, slot_attr(op, check->res_attrs), false, is_known ? (int64_t)result_count : -1)) return false;
  if (op->region_count != 1) return fail(self, op, "expects one region");
  const Block *entry = op->regions[0].first;
  if (!entry || !is_known) return true;
  if (entry->arg_count != input_count) {
    op_error(self->module, op, "entry block must have %u arguments to match function signature", input_count);
    return false;
  }
  for (uint32_t i = 0; i < input_count; i++) {
    if (entry->args[i]->type == inputs[i]) continue;
    op_error(self->module, op,
             "type of entry block argument #%u('%s') must match the type of the corresponding argument in function signature('%s')", i,
             TYPE_ARG(entry->args[i]->type), TYPE_ARG(inputs[i]));
    return false;
  }
  return true;
}

static bool verify_branch(VerifyState *self, const Operation *op) {
  for (uint32_t s = 0; s < op->successor_count; s++) {
    Span passed = op_successor_operands(op, s);
    const Block *target = op_successor(op, s);
    if (span_size(passed) != target->arg_count) {
      op_error_plain(self->module, op, "branch has %u operands for successor #%u, but target block has %u", span_size(passed), s,
                     target->arg_count);
      return false;
    }
    for (uint32_t i = 0; i < target->arg_count; i++) {
      if (op_operand_type(op, passed.begin + i) == target->args[i]->type) continue;
      op_error_plain(self->module, op, "type mismatch for bb argument #%u of successor #%u", i, s);
      return false;
    }
  }
  return true;
}

// --- The whole

// Where the signature of such an operation is kept.
static inline uint32_t signature_slot(const OpCheck *check, const Operation *op) {
  uintptr_t hash = op->operand_count;
  for (uint32_t i = 0; i < op->operand_count; i++) hash = hash * 5 + (uintptr_t)op_operand_type(op, i);
  for (uint32_t i = 0; i < op->result_count; i++) hash = hash * 5 + (uintptr_t)op_result_type(op, i);
  for (uint32_t i = 0; i < check->def->attr_count; i++) hash = hash * 5 + (uintptr_t)op->props[i];
  return (uint32_t)(hash ^ hash >> 16) * 2654435761u >> 29;
}
_Static_assert(SIGNATURES == 8, "three bits of hash");

static void keep_signature(VerifyState *self, OpCheck *check, const Operation *op, uint32_t slot) {
  if (!check->good) check->good = arena_new(&self->arena, Signature, SIGNATURES);
  if (!check->good) return;
  Signature *out = &check->good[slot];
  uint32_t at = 0;
  out->operand_count = op->operand_count;
  out->result_count = op->result_count;
  out->successor_count = op->successor_count;
  for (uint32_t i = 0; i < op->operand_count; i++) out->words[at++] = op_operand_type(op, i);
  for (uint32_t i = 0; i < op->result_count; i++) out->words[at++] = op_result_type(op, i);
  for (uint32_t i = 0; i < check->def->attr_count; i++) out->words[at++] = op->props[i];
}

static inline bool is_known_good(const OpCheck *check, const Operation *op, uint32_t slot) {
  if (!check->good) return false;
  const Signature *good = &check->good[slot];
  if (good->operand_count != op->operand_count || good->result_count != op->result_count ||
      good->successor_count != op->successor_count)
    return false;
  const void *const *word = good->words;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (*word++ != op_operand_type(op, i)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (*word++ != op_result_type(op, i)) return false;
  for (uint32_t i = 0; i < check->def->attr_count; i++)
    if (*word++ != op->props[i]) return false;
  return true;
}

static bool verify_record(VerifyState *self, const OpCheck *check, const Operation *op) {
  const OpDef *def = check->def;
  if (!verify_counts(self, check, op)) return false;
  for (uint32_t i = 0; i < check->structural_count; i++)
    if (!verify_structural(self, check, op, check->structural[i])) return false;
  if (def->attr_count && !verify_attrs(self, check, op)) return false;
  if (!verify_operands(self, check, op) || !verify_results(self, check, op)) return false;
  if (op->region_count && !verify_region_constraints(self, check, op)) return false;
  if (check->traits & TRAIT_SAME_INPUT_OUTPUT_DIMS && !verify_same_dims(self, op)) return false;
  return !def->relation_count || verify_relations(self, check, op);
}

// `known`: what its types and attributes decide was verified.
static bool verify_trait(VerifyState *self, const OpCheck *check, const Operation *op, uint32_t id, bool known) {
  if (!(check->traits >> id & 1u)) return true;
  switch (id) {
    case TRAIT_ID(TRAIT_SYMBOL):
    case TRAIT_ID(TRAIT_OPTIONAL_SYMBOL): return verify_symbol(self, check, op);
    case TRAIT_ID(TRAIT_FUNCTION): return verify_function(self, check, op);
    case TRAIT_ID(TRAIT_BRANCH): return !op->successor_count || verify_branch(self, op);
    case TRAIT_ID(TRAIT_TERMINATOR):
      return (op->block && op->block->last == op) || fail(self, op, "must be the last operation in the parent block");
    default: break;
  }
  if (known) return true;
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

bool verify_invariants(VerifyState *self, OpCheck *check, const Operation *op) {
  bool known = op->flags & OP_CHECKED, by_signature = !known && has_signature(check, op);
  uint32_t slot = 0;
  if (by_signature) {
    slot = signature_slot(check, op);
    known = is_known_good(check, op, slot);
  }
  if (!known) {
    if (!verify_record(self, check, op)) return false;
  } else if (check->has_parents && !verify_parent(self, op)) {
    return false;
  }
  for (uint32_t i = known && !check->looks_around ? check->other_count : 0; i < check->other_count; i++)
    if (!verify_trait(self, check, op, check->others[i], known)) return false;
  if (check->hooks.verify && !(known && check->def->flags & DEF_LOCAL_VERIFIER) && !check->hooks.verify(self->v, op)) return false;
  if (by_signature && !known) keep_signature(self, check, op, slot);
  return true;
}

bool verify_implicit_terminator(VerifyState *self, const OpCheck *check, const Operation *op) {
  const char *wanted = check->hooks.implicit_terminator;
  for (uint32_t i = 0; wanted && i < op->region_count; i++) {
    const Block *entry = op->regions[i].first;
    if (!entry || !entry->last || entry->last->flags & OP_BROKEN || op_is_named(entry->last, wanted)) continue;
    Diag *diag = op_error(self->module, op, "expects regions to end with '%s', found '%.*s'", wanted, STR_ARG(op_name(entry->last)));
    diag_note_at(self->module, diag, op->loc, "in custom textual format, the absence of terminator implies '%s'", wanted);
    return false;
  }
  return true;
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
  return fail(self, op, "failed to infer returned types");
}
