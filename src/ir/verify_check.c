// Prepares the parts of a record that the verifier looks at for each operation.
#include "ir/verify_impl.h"
#include "ops/op_interfaces.h"

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
  const InferTypeOpInterface *infer = ask_infer_type(def);
  const FunctionOpInterface *function = ask_function(def);
  const CastOpInterface *cast = ask_cast(def);
  check->hooks = (CheckHooks){def_verify(def), def_verify_regions(def), def_verify_symbol_uses(def), infer ? infer->infer : NULL,
                              infer ? infer->are_compatible : NULL, function ? function->types : NULL, function ? function->verify_body : NULL, cast ? cast->are_compatible : NULL,
                              def_implicit_terminator(def)};
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
