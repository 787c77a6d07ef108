// What a record says about one operation: counts, constraints, relations, traits. Order and wording
// are upstream's (the traits of an op class in the order ODS lists them).
#include "ir/edition.h"
#include "ir/repair.h"
#include "ir/verify_impl.h"

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

// The name of the sizes in the edition of messages.
static const char *sizes_name(const VerifyState *self, bool of_operands) {
  const Edition *spelling = self->ctx->spelling;
  if (spelling && spelling->release <= LAST_SNAKE_SEGMENTS) return of_operands ? "operand_segment_sizes" : "result_segment_sizes";
  return of_operands ? "operandSegmentSizes" : "resultSegmentSizes";
}

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

bool ends_excerpt(const VerifyState *self, const Operation *op) {
  const Operation *parent = op_parent(op);
  if (!self->lenient || !op_has(op, TRAIT_TERMINATOR) || op->next || !parent || !(parent->def->traits & TRAIT_TOP_LEVEL)) return false;
  // Behind a function it may be the end of that, which a bracket ended too early.
  for (const Operation *before = op->prev; before; before = before->prev)
    if (before->region_count && (op_has(before, TRAIT_ISOLATED) || (op_has(before, TRAIT_KEPT) && symbol_name(before).size))) return false;
  return true;
}

static bool verify_parent(VerifyState *self, const Operation *op) {
  const char *name = def_parents(op->def);
  uint32_t count = def_parent_count(op->def);
  const Operation *parent = op_parent(op);
  for (uint32_t i = 0; parent && i < count; i++, name = text_behind(name))
    if (op_is_named(parent, name)) return true;
  if (parent && op_has(parent, TRAIT_KEPT)) return true;   // a parent that is kept as written may allow it
  if (parent && parent->def->until) return true;           // the older edition allowed this
  if (ends_excerpt(self, op)) return true;
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
    if (op->region_count == 1) return verify_refuse(self, op, "region should have no arguments");
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
    if (!entry->first && !op_has(op, TRAIT_NO_TERMINATOR)) return verify_refuse(self, op, "expects a non-empty block");
  }
  return true;
}

static A slot_attr(const Operation *op, int slot) { return slot >= 0 ? op->props[slot] : NULL; }

static bool verify_structural(VerifyState *self, const OpCheck *check, const Operation *op, uint32_t id) {
  switch (id) {
    case TRAIT_ID(TRAIT_ATTR_SIZED_OPERANDS):
      return verify_sizes(self, op, slot_attr(op, check->operand_segments), sizes_name(self, true), "operand", op->operand_count);
    case TRAIT_ID(TRAIT_ATTR_SIZED_RESULTS):
      return verify_sizes(self, op, slot_attr(op, check->result_segments), sizes_name(self, false), "result", op->result_count);
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
  verify_refuse(self, op, "symbol declaration cannot have public visibility");
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

// --- Interfaces

static const FunctionType *function_type_of(const OpCheck *check, const Operation *op) {
  A attr = slot_attr(op, check->function_type);
  return attr && attr_kind(attr) == ATTR_TYPE ? type_as_function(((const TypeAttr *)attr)->type) : NULL;
}

static bool verify_symbol(VerifyState *self, const OpCheck *check, const Operation *op) {
  A name = check->sym_name >= 0 ? op->props[check->sym_name] : op_attr(op, "sym_name");
  if (!name && op_has(op, TRAIT_OPTIONAL_SYMBOL)) return true;
  if (!name || attr_kind(name) != ATTR_STRING) return verify_refuse(self, op, "requires string attribute 'sym_name'");
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
  if (op->result_count) return verify_refuse(self, op, "symbols must not have results");
  const Operation *parent = op_parent(op);
  if (parent && !op_is_symbol_table(parent) && op_is_registered(parent))
    return verify_refuse(self, op, "symbol's parent must have the SymbolTable trait");
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
      if (!dot) return verify_refuse(self, op, is_arg ? "arguments may only have dialect attributes" : "results may only have dialect attributes");
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
  if (op->region_count != 1) return verify_refuse(self, op, "expects one region");
  if (check->hooks.function_body) return check->hooks.function_body(self->v, op);
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
  return (uint32_t)(hash ^ hash >> 16) * 2654435761u >> 28;
}
_Static_assert(SIGNATURES == 16, "four bits of hash");

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
      return (op->block && op->block->last == op) || verify_refuse(self, op, "must be the last operation in the parent block");
    default: break;
  }
  return known || verify_types_trait(self, check, op, id);
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
