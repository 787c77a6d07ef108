// Verification of the omp dialect.
#include "dialects/omp/omp.h"

#include "dialects/common/function.h"
#include "dialects/llvm/types.h"
#include "ops/func.h"
#include "ops/llvm.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

bool omp_is_of_dialect(const Operation *op) { return op_among(op, OMP); }

Operation *omp_parent(const Operation *op) {
  Operation *parent = op_parent(op);
  while (parent && !omp_is_of_dialect(parent)) parent = op_parent(parent);
  return parent;
}

bool omp_is_wrapper(const Operation *op) {
  switch (op_code(op)) {
    case OP_OMP_DISTRIBUTE: case OP_OMP_LOOP: case OP_OMP_SIMD: case OP_OMP_TASKLOOP: case OP_OMP_WORKSHARE_LOOP_WRAPPER: case OP_OMP_WSLOOP: return true;
    default: return false;
  }
}

static uint32_t values_of(const Operation *op, const char *name) { return span_size(op_operands_named(op, name)); }
static uint64_t items_of(A array) { return array ? ((const ArrayAttr *)array)->count : 0; }

// ---------------------------------------------------------------------------------------------
// Clauses

bool omp_check_allocate(Verifier *v, const Operation *op) {
  if (values_of(op, "allocate_vars") == values_of(op, "allocator_vars")) return true;
  return REFUSE_PLAIN("expected equal sizes for allocate and allocator variables");
}

bool omp_check_depend(Verifier *v, const Operation *op) {
  A kinds = op_prop(op, "depend_kinds");
  uint32_t count = values_of(op, "depend_vars");
  if (!count) return !items_of(kinds) || REFUSE("unexpected depend values");
  return items_of(kinds) == count || REFUSE("expected as many depend values as depend variables");
}

bool omp_check_hint(Verifier *v, const Operation *op) {
  A hint = op_prop(op, "hint");
  int64_t bits = hint ? attr_to_i64(hint) : 0;
  if ((bits & 3) == 3) return REFUSE("the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined");
  if ((bits & 12) == 12) return REFUSE("the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.");
  return true;
}

// The first value of the span that stands in it again.
static bool has_twice(const Operation *op, Span span) {
  for (uint32_t i = span.begin; i < span.end; i++)
    for (uint32_t k = span.begin; k < i; k++)
      if (op_operand(op, i) == op_operand(op, k)) return true;
  return false;
}

static bool is_pointer_like(T type) { return type_kind(type) == TYPE_MEMREF || type->def == &llvm_ptr_type; }
// What a pointer points to; NULL: it does not say.
static T pointee(T type) { return type_kind(type) == TYPE_MEMREF ? type_element(type) : NULL; }

static T first_arg_type(const Region *region) { return region->first && region->first->arg_count ? region->first->args[0]->type : NULL; }

// The type of the accumulators of a reduction.
static T accumulator_of(const Operation *reduction) { return first_arg_type(&reduction->regions[3]); }

bool omp_check_reduction(Verifier *v, const Operation *op, const char *name) {
  const char *vars = arena_printf(v->arena, "%s_vars", name).data, *syms = arena_printf(v->arena, "%s_syms", name).data;
  const char *refs = arena_printf(v->arena, "%s_byref", name).data;
  if (!vars || !syms || !refs) return false;
  Span span = op_operands_named(op, vars);
  A symbols = op_prop(op, syms), byref = op_prop(op, refs);
  if (!span_size(span)) return !symbols || REFUSE("unexpected reduction symbol references");
  if (items_of(symbols) != span_size(span)) return REFUSE("expected as many reduction symbol references as reduction variables");
  if (byref && ((const DenseArrayAttr *)byref)->count != span_size(span))
    return REFUSE_PLAIN("expected as many reduction variable by reference attributes as reduction variables");
  for (uint32_t i = span.begin; i < span.end; i++) {
    for (uint32_t k = span.begin; k < i; k++)
      if (op_operand(op, i) == op_operand(op, k)) return REFUSE("accumulator variable used more than once");
    T type = op_operand_type(op, i);
    A symbol = ((const ArrayAttr *)symbols)->items[i - span.begin];
    const Operation *declaration = symbol_lookup(v->symbols, op, symbol);
    if (!op_is(declaration, OP_OMP_DECLARE_REDUCTION))
      return REFUSE("expected symbol reference %s to point to a reduction declaration", attr_text(v->ctx, symbol));
    T accumulator = accumulator_of(declaration);
    if (accumulator && accumulator != type)
      return REFUSE("expected accumulator ('%s') to be the same type as reduction declaration ('%s')", type_text(v->ctx, type),
                    type_text(v->ctx, accumulator));
  }
  return true;
}

// The type that the regions of a privatizer take; NULL: it has none.
static T privatized(const Operation *privatizer) {
  for (uint32_t i = 0; i < privatizer->region_count; i++)
    if (first_arg_type(&privatizer->regions[i])) return first_arg_type(&privatizer->regions[i]);
  return NULL;
}

bool omp_check_private(Verifier *v, const Operation *op) {
  Span span = op_operands_named(op, "private_vars");
  A symbols = op_prop(op, "private_syms");
  if (!span_size(span) && !items_of(symbols)) return true;
  if (items_of(symbols) != span_size(span))
    return REFUSE_PLAIN("inconsistent number of private variables and privatizer op symbols, private vars: %u vs. privatizer op symbols: %llu",
                        span_size(span), (unsigned long long)items_of(symbols));
  for (uint32_t i = span.begin; i < span.end; i++) {
    A symbol = ((const ArrayAttr *)symbols)->items[i - span.begin];
    const Operation *privatizer = symbol_lookup(v->symbols, op, symbol);
    if (!op_is(privatizer, OP_OMP_PRIVATE)) return REFUSE_PLAIN("failed to lookup privatizer op with symbol: '%s'", attr_text(v->ctx, symbol));
    T type = op_operand_type(op, i), expected = privatized(privatizer);
    bool is_first = omp_enum_of(op_prop_at(privatizer, OMP_PRIVATE_DATA_SHARING_TYPE)) == OMP_DATA_SHARING_CLAUSE_TYPE_FIRSTPRIVATE;
    if (expected && type != expected)
      return REFUSE_PLAIN("type mismatch between a %s variable and its privatizer op, var type: '%s' vs. privatizer op type: '%s'",
                          is_first ? "firstprivate" : "private", type_text(v->ctx, type), type_text(v->ctx, expected));
  }
  return true;
}

static bool check_aligned(Verifier *v, const Operation *op) {
  Span span = op_operands_named(op, "aligned_vars");
  A alignments = op_prop_at(op, OMP_SIMD_ALIGNMENTS);
  if (!span_size(span)) return !alignments || REFUSE("unexpected alignment values attribute");
  if (items_of(alignments) != span_size(span)) return REFUSE("expected as many alignment values as aligned variables");
  if (has_twice(op, span)) return REFUSE("aligned variable used more than once");
  for (uint64_t i = 0; i < items_of(alignments); i++)
    if (attr_to_i64(((const ArrayAttr *)alignments)->items[i]) <= 0) return REFUSE("alignment should be greater than 0");
  return true;
}

static bool check_copyprivate(Verifier *v, const Operation *op) {
  Span span = op_operands_named(op, "copyprivate_vars");
  A symbols = op_prop_at(op, OMP_SINGLE_COPYPRIVATE_SYMS);
  if (items_of(symbols) != span_size(span))
    return REFUSE("inconsistent number of copyprivate vars (= %u) and functions (= %llu), both must be equal", span_size(span),
                  (unsigned long long)items_of(symbols));
  for (uint32_t i = span.begin; i < span.end; i++) {
    A symbol = ((const ArrayAttr *)symbols)->items[i - span.begin];
    const Operation *function = symbol_lookup(v->symbols, op, symbol);
    A held = op_is(function, OP_FUNC_FUNC) || op_is(function, OP_LLVM_FUNC) ? op_prop(function, "function_type") : NULL;
    T type = held && attr_kind(held) == ATTR_TYPE ? ((const TypeAttr *)held)->type : NULL;
    if (!type || (!type_as_function(type) && !llvm_as_func(type))) return REFUSE("expected symbol reference %s to point to a copy function", attr_text(v->ctx, symbol));
    const FunctionType *signature = type_as_function(type);
    const LLVMFuncType *other = llvm_as_func(type);
    if ((signature ? signature->input_count : other->count) != 2)
      return REFUSE("expected copy function %s to have 2 operands", attr_text(v->ctx, symbol));
    T first = signature ? signature->types[0] : other->params[0], second = signature ? signature->types[1] : other->params[1];
    if (first != second) return REFUSE("expected copy function %s arguments to have the same type", attr_text(v->ctx, symbol));
    if (first != op_operand_type(op, i))
      return REFUSE("expected copy function arguments' type ('%s') to be the same as copyprivate variable's type ('%s')", type_text(v->ctx, first),
                    type_text(v->ctx, op_operand_type(op, i)));
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Maps

static int64_t map_flags(const Operation *info) { return omp_enum_of(op_prop_at(info, OMP_MAP_INFO_MAP_TYPE)); }

static bool check_update(Verifier *v, const Operation *op, Span maps, uint32_t at) {
  const Operation *info = value_def(op_operand(op, at));
  int64_t flags = map_flags(info);
  bool to = flags & OMP_CLAUSE_MAP_FLAGS_TO, from = flags & OMP_CLAUSE_MAP_FLAGS_FROM;
  if (flags & OMP_CLAUSE_MAP_FLAGS_DEL || (!to && !from))
    return REFUSE_PLAIN("at least one of to or from map types must be specified, other map types are not permitted");
  bool both = to && from;
  for (uint32_t i = maps.begin; i < at; i++) {
    const Operation *other = value_def(op_operand(op, i));
    bool same = op_is(other, OP_OMP_MAP_INFO) && op_operand(other, 0) == op_operand(info, 0);
    both = both || (same && to != !!(map_flags(other) & OMP_CLAUSE_MAP_FLAGS_TO));
  }
  if (both) return REFUSE_PLAIN("either to or from map types can be specified, not both");
  if (flags & (OMP_CLAUSE_MAP_FLAGS_ALWAYS | OMP_CLAUSE_MAP_FLAGS_CLOSE | OMP_CLAUSE_MAP_FLAGS_IMPLICIT))
    return REFUSE_PLAIN("present, mapper and iterator map type modifiers are permitted");
  return true;
}

bool omp_check_maps(Verifier *v, const Operation *op) {
  Span maps = op_operands_named(op, "map_vars");
  for (uint32_t i = maps.begin; i < maps.end; i++) {
    const Operation *info = value_def(op_operand(op, i));
    if (!info) return REFUSE_PLAIN("missing map operation");
    if (op_is(info, OP_OMP_DECLARE_MAPPER_INFO)) continue;
    if (!op_is(info, OP_OMP_MAP_INFO)) return REFUSE_PLAIN("map argument is not a map entry operation");
    int64_t flags = map_flags(info);
    bool deletes = flags & OMP_CLAUSE_MAP_FLAGS_DEL, from = flags & OMP_CLAUSE_MAP_FLAGS_FROM, to = flags & OMP_CLAUSE_MAP_FLAGS_TO;
    if ((op_is(op, OP_OMP_TARGET) || op_is(op, OP_OMP_TARGET_DATA)) && deletes) return REFUSE_PLAIN("to, from, tofrom and alloc map types are permitted");
    if (op_is(op, OP_OMP_TARGET_ENTER_DATA) && (from || deletes)) return REFUSE_PLAIN("to and alloc map types are permitted");
    if (op_is(op, OP_OMP_TARGET_EXIT_DATA) && to) return REFUSE_PLAIN("from, release and delete map types are permitted");
    if (op_is(op, OP_OMP_TARGET_UPDATE) && !check_update(v, op, maps, i)) return false;
  }
  return true;
}

bool verify_omp_map_bounds(Verifier *v, const Operation *op) {
  return values_of(op, "extent") || values_of(op, "upper_bound") || REFUSE_PLAIN("expected extent or upperbound.");
}

bool verify_omp_map_info(Verifier *v, const Operation *op) {
  A mapper = op_prop_at(op, OMP_MAP_INFO_MAPPER_ID);
  return !mapper || op_is(symbol_lookup(v->symbols, op, mapper), OP_OMP_DECLARE_MAPPER) || REFUSE_PLAIN("invalid mapper id");
}

bool verify_omp_declare_mapper_info(Verifier *v, const Operation *op) { return omp_check_maps(v, op); }
bool verify_omp_declare_mapper_regions(Verifier *v, const Operation *op) {
  const Block *block = op->regions[0].first;
  return (block && op_is(block->last, OP_OMP_DECLARE_MAPPER_INFO)) || REFUSE("expected terminator to be a DeclareMapperInfoOp");
}

bool verify_omp_target_data(Verifier *v, const Operation *op) {
  if (!values_of(op, "map_vars") && !values_of(op, "use_device_ptr_vars") && !values_of(op, "use_device_addr_vars"))
    return REFUSE_PLAIN("At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be present");
  return omp_check_maps(v, op);
}

bool verify_omp_target_enter_data(Verifier *v, const Operation *op) { return omp_check_depend(v, op) && omp_check_maps(v, op); }
bool verify_omp_target_exit_data(Verifier *v, const Operation *op) { return omp_check_depend(v, op) && omp_check_maps(v, op); }
bool verify_omp_target_update(Verifier *v, const Operation *op) { return omp_check_depend(v, op) && omp_check_maps(v, op); }

bool verify_omp_target(Verifier *v, const Operation *op) {
  A maps = op_prop_at(op, OMP_TARGET_PRIVATE_MAPS);
  if (!omp_check_depend(v, op) || !omp_check_maps(v, op) || !omp_check_private(v, op)) return false;
  if (maps && ((const DenseArrayAttr *)maps)->count != values_of(op, "private_vars"))
    return REFUSE_PLAIN("sizes of `private` operand range and `private_maps` attribute mismatch");
  return true;
}

bool verify_omp_target_allocmem(Verifier *v, const Operation *op) {
  A held = op_prop_at(op, OMP_TARGET_ALLOCMEM_IN_TYPE);
  return type_kind(((const TypeAttr *)held)->type) != TYPE_FUNCTION || REFUSE("must be an intrinsic type");
}

// ---------------------------------------------------------------------------------------------
// Wrappers of loops

static Operation *nested(const Operation *op) { return op->regions[0].first ? op->regions[0].first->first : NULL; }
static bool has_nested_wrapper(const Operation *op) { return nested(op) && omp_is_wrapper(nested(op)); }
static bool is_composite(const Operation *op) { return op_discardable(op, STR("omp.composite")) != NULL; }
static bool is_leaf(const Operation *op) { return op_parent(op) && omp_is_wrapper(op_parent(op)); }

bool omp_check_wrapper(Verifier *v, const Operation *op) {
  const Operation *first = nested(op);
  if (!first || first->next) return REFUSE("loop wrapper does not contain exactly one nested op");
  return op_is(first, OP_OMP_LOOP_NEST) || omp_is_wrapper(first) || REFUSE("nested in loop wrapper is not another loop wrapper or `omp.loop_nest`");
}

// What a wrapper of a composite construct holds, if it is no innermost one: `allowed`, and how the message says it.
static bool check_composite(Verifier *v, const Operation *op, bool allowed, const char *only) {
  if (has_nested_wrapper(op)) {
    if (!is_composite(op)) return REFUSE_PLAIN("'omp.composite' attribute missing from composite wrapper");
    return allowed || REFUSE_PLAIN("only supported nested %s", only);
  }
  if (is_composite(op) && !is_leaf(op)) return REFUSE_PLAIN("'omp.composite' attribute present in non-composite wrapper");
  return is_composite(op) || !is_leaf(op) || REFUSE_PLAIN("'omp.composite' attribute missing from composite wrapper");
}

static bool check_regions(Verifier *v, const Operation *op) { return omp_check_wrapper(v, op) && omp_check_block_args(v, op); }

bool verify_omp_wsloop(Verifier *v, const Operation *op) { return omp_check_reduction(v, op, "reduction"); }
bool verify_omp_wsloop_regions(Verifier *v, const Operation *op) {
  return check_regions(v, op) && check_composite(v, op, op_is(nested(op), OP_OMP_SIMD), "wrapper is 'omp.simd'");
}

bool verify_omp_simd(Verifier *v, const Operation *op) {
  A simdlen = op_prop_at(op, OMP_SIMD_SIMDLEN), safelen = op_prop_at(op, OMP_SIMD_SAFELEN);
  if (simdlen && safelen && attr_to_i64(simdlen) > attr_to_i64(safelen))
    return REFUSE("simdlen clause and safelen clause are both present, but the simdlen value is not less than or equal to safelen value");
  if (!check_aligned(v, op)) return false;
  if (has_twice(op, op_operands_named(op, "nontemporal_vars"))) return REFUSE("nontemporal variable used more than once");
  return true;
}
bool verify_omp_simd_regions(Verifier *v, const Operation *op) {
  if (!check_regions(v, op)) return false;
  if (has_nested_wrapper(op)) return REFUSE("must wrap an 'omp.loop_nest' directly");
  return check_composite(v, op, true, "");
}

bool verify_omp_distribute(Verifier *v, const Operation *op) {
  if (values_of(op, "dist_schedule_chunk_size") && !op_prop_at(op, OMP_DISTRIBUTE_DIST_SCHEDULE_STATIC))
    return REFUSE("chunk size set without dist_schedule_static being present");
  return omp_check_allocate(v, op) && omp_check_private(v, op);
}
bool verify_omp_distribute_regions(Verifier *v, const Operation *op) {
  if (!check_regions(v, op)) return false;
  bool allowed = op_is(nested(op), OP_OMP_SIMD) || op_is(nested(op), OP_OMP_WSLOOP);
  return check_composite(v, op, allowed, "wrappers are 'omp.simd' and 'omp.wsloop'");
}

bool verify_omp_loop(Verifier *v, const Operation *op) { return omp_check_private(v, op) && omp_check_reduction(v, op, "reduction"); }
bool verify_omp_loop_regions(Verifier *v, const Operation *op) {
  if (!check_regions(v, op)) return false;
  return (!has_nested_wrapper(op) && !is_leaf(op)) || REFUSE_PLAIN("'omp.loop' expected to be a standalone loop wrapper");
}

bool verify_omp_taskloop(Verifier *v, const Operation *op) {
  if (!omp_check_allocate(v, op) || !omp_check_reduction(v, op, "reduction") || !omp_check_reduction(v, op, "in_reduction")) return false;
  Span own = op_operands_named(op, "reduction_vars"), others = op_operands_named(op, "in_reduction_vars");
  if (span_size(own) && op_prop_at(op, OMP_TASKLOOP_NOGROUP))
    return REFUSE_PLAIN("if a reduction clause is present on the taskloop directive, the nogroup clause must not be specified");
  for (uint32_t i = own.begin; i < own.end; i++)
    for (uint32_t k = others.begin; k < others.end; k++)
      if (op_operand(op, i) == op_operand(op, k)) return REFUSE_PLAIN("the same list item cannot appear in both a reduction and an in_reduction clause");
  if (values_of(op, "grainsize") && values_of(op, "num_tasks"))
    return REFUSE_PLAIN("the grainsize clause and num_tasks clause are mutually exclusive and may not appear on the same taskloop directive");
  return true;
}
bool verify_omp_taskloop_regions(Verifier *v, const Operation *op) {
  return check_regions(v, op) && check_composite(v, op, op_is(nested(op), OP_OMP_SIMD), "wrapper is 'omp.simd'");
}

static bool has_workshare_around(const Operation *op) {
  while ((op = op_parent(op)))
    if (op_is(op, OP_OMP_WORKSHARE)) return true;
  return false;
}
bool verify_omp_workshare_loop_wrapper(Verifier *v, const Operation *op) {
  return has_workshare_around(op) || REFUSE_PLAIN("must be nested in an omp.workshare");
}
bool verify_omp_workshare_loop_wrapper_regions(Verifier *v, const Operation *op) {
  if (!omp_check_wrapper(v, op)) return false;
  return (!has_nested_wrapper(op) && !is_leaf(op)) || REFUSE_PLAIN("expected to be a standalone loop wrapper");
}
bool verify_omp_workdistribute(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  if (!entry) return REFUSE("region cannot be empty");
  if (!op_is(op_parent(op), OP_OMP_TEAMS)) return REFUSE("workdistribute must be nested under teams");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Constructs with a region

bool verify_omp_parallel(Verifier *v, const Operation *op) {
  return omp_check_allocate(v, op) && omp_check_private(v, op) && omp_check_reduction(v, op, "reduction");
}

bool verify_omp_parallel_regions(Verifier *v, const Operation *op) {
  const Operation *distribute = NULL;
  uint32_t count = 0;
  if (!omp_check_block_args(v, op)) return false;
  region_each_block(&op->regions[0], block) {
    block_each_op(block, inner) {
      if (!op_is(inner, OP_OMP_DISTRIBUTE)) continue;
      distribute = inner;
      count++;
    }
  }
  if (count > 1) return REFUSE_PLAIN("multiple 'omp.distribute' nested inside of 'omp.parallel'");
  if (!count) return !is_composite(op) || REFUSE_PLAIN("'omp.composite' attribute present in non-composite operation");
  if (!is_composite(op)) return REFUSE_PLAIN("'omp.composite' attribute missing from composite operation");
  region_each_block(&op->regions[0], block) {
    block_each_op(block, inner) {
      if (inner == distribute || !omp_is_of_dialect(inner) || op_has(inner, TRAIT_TERMINATOR)) continue;
      return REFUSE_PLAIN("unexpected OpenMP operation inside of composite 'omp.parallel': %.*s", STR_ARG(op_name(inner)));
    }
  }
  return true;
}

bool verify_omp_teams(Verifier *v, const Operation *op) {
  if (!op_is(op_parent(op), OP_OMP_TARGET) && omp_parent(op))
    return REFUSE_PLAIN("expected to be nested inside of omp.target or not nested in any OpenMP dialect operations");
  Span lower = op_operands_named(op, "num_teams_lower"), upper = op_operands_named(op, "num_teams_upper");
  if (span_size(lower)) {
    if (!span_size(upper)) return REFUSE_PLAIN("expected num_teams upper bound to be defined if the lower bound is defined");
    if (op_operand_type(op, lower.begin) != op_operand_type(op, upper.begin))
      return REFUSE_PLAIN("expected num_teams upper bound and lower bound to be the same type");
  }
  return omp_check_allocate(v, op) && omp_check_reduction(v, op, "reduction");
}

bool verify_omp_sections(Verifier *v, const Operation *op) { return omp_check_allocate(v, op) && omp_check_reduction(v, op, "reduction"); }
bool verify_omp_sections_regions(Verifier *v, const Operation *op) {
  if (!omp_check_block_args(v, op)) return false;
  block_each_op(op->regions[0].first, inner) {
    if (!op_is(inner, OP_OMP_SECTION) && !op_is(inner, OP_OMP_TERMINATOR)) return REFUSE("expected omp.section op or terminator op inside region");
  }
  return true;
}

bool verify_omp_single(Verifier *v, const Operation *op) { return omp_check_allocate(v, op) && check_copyprivate(v, op); }
bool verify_omp_task(Verifier *v, const Operation *op) { return omp_check_depend(v, op) && omp_check_reduction(v, op, "in_reduction"); }
bool verify_omp_taskgroup(Verifier *v, const Operation *op) { return omp_check_reduction(v, op, "task_reduction"); }

bool verify_omp_critical_declare(Verifier *v, const Operation *op) { return omp_check_hint(v, op); }
bool verify_omp_critical_symbols(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, OMP_CRITICAL_NAME);
  if (!name || op_is(symbol_lookup(v->symbols, op, name), OP_OMP_CRITICAL_DECLARE)) return true;
  return REFUSE("expected symbol reference %s to point to a critical declaration", attr_text(v->ctx, name));
}

bool verify_omp_allocate_dir(Verifier *v, const Operation *op) {
  A align = op_prop_at(op, OMP_ALLOCATE_DIR_ALIGN);
  int64_t value = align ? attr_to_i64(align) : 1;
  return (value > 0 && !(value & (value - 1))) || REFUSE("ALIGN value : %lld must be power of 2", (long long)value);
}

bool verify_omp_scan(Verifier *v, const Operation *op) {
  if (!!values_of(op, "inclusive_vars") == !!values_of(op, "exclusive_vars")) return REFUSE_PLAIN("Exactly one of EXCLUSIVE or INCLUSIVE clause is expected");
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_OMP_WSLOOP) || op_is(parent, OP_OMP_SIMD)) return true;
  return REFUSE_PLAIN("SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN reduction modifier");
}

// ---------------------------------------------------------------------------------------------
// omp.ordered

static const Operation *parent_of(const Operation *op, uint32_t opcode) {
  while ((op = op_parent(op)) && !op_is(op, opcode)) {}
  return op;
}

// Of the loop over the threads around it, today's or an older one.
static A ordered_around(const Operation *op) {
  const Operation *loop = parent_of(op, OP_OMP_WSLOOP), *older = loop ? NULL : parent_of(op, OP_OMP_WSLOOP_UNTIL_16);
  return loop ? op_prop_at(loop, OMP_WSLOOP_ORDERED) : older ? op_prop_at(older, OMP_WSLOOP_UNTIL_16_ORDERED) : NULL;
}

static bool check_ordered_parent(Verifier *v, const Operation *op) {
  bool has_region = op->region_count != 0;
  if (parent_of(op, OP_OMP_WSLOOP_UNTIL_16) && ordered_around(op)) return true;
  const Operation *nest = parent_of(op, OP_OMP_LOOP_NEST);
  if (!nest) return has_region || REFUSE("must be nested inside of a loop");
  const Operation *wrapper = op_parent(nest);
  if (op_is(wrapper, OP_OMP_SIMD)) return true;
  if (!op_is(wrapper, OP_OMP_WSLOOP)) return REFUSE("must be nested inside of a worksharing, simd or worksharing simd loop");
  A ordered = op_prop_at(wrapper, OMP_WSLOOP_ORDERED);
  if (!ordered) return REFUSE("the enclosing worksharing-loop region must have an ordered clause");
  if (has_region && attr_to_i64(ordered)) return REFUSE("the enclosing loop's ordered clause must not have a parameter present");
  return has_region || attr_to_i64(ordered) || REFUSE("the enclosing loop's ordered clause must have a parameter present");
}

bool verify_omp_ordered(Verifier *v, const Operation *op) {
  if (!check_ordered_parent(v, op)) return false;
  A ordered = ordered_around(op), count = op_prop_at(op, OMP_ORDERED_DOACROSS_NUM_LOOPS);
  if (ordered && count && attr_to_i64(ordered) == attr_to_i64(count)) return true;
  return REFUSE("number of variables in depend clause does not match number of iteration variables in the doacross loop");
}

bool verify_omp_ordered_region(Verifier *v, const Operation *op) { return check_ordered_parent(v, op); }

// ---------------------------------------------------------------------------------------------
// Cancellation

static bool check_cancel(Verifier *v, const Operation *op, int64_t what, const char *name) {
  const Operation *parent = omp_parent(op), *outer = parent ? op_parent(parent) : NULL;
  bool is_cancel = op_is(op, OP_OMP_CANCEL);
  if (!parent) return is_cancel ? REFUSE("Orphaned cancel construct") : REFUSE("Orphaned cancellation point");
  switch (what) {
    case OMP_CLAUSE_CANCELLATION_CONSTRUCT_TYPE_PARALLEL:
      return op_is(parent, OP_OMP_PARALLEL) || op_is(parent, OP_OMP_PARALLEL_UNTIL_16) || REFUSE("%s parallel must appear inside a parallel region", name);
    case OMP_CLAUSE_CANCELLATION_CONSTRUCT_TYPE_LOOP:
      if (op_is(parent, OP_OMP_WSLOOP_UNTIL_16)) return true;
      if (!op_is(outer, OP_OMP_WSLOOP)) return REFUSE("%s loop must appear inside a worksharing-loop region", name);
      if (is_cancel && op_prop_at(outer, OMP_WSLOOP_NOWAIT)) return REFUSE_PLAIN("A worksharing construct that is canceled must not have a nowait clause");
      if (is_cancel && op_prop_at(outer, OMP_WSLOOP_ORDERED)) return REFUSE_PLAIN("A worksharing construct that is canceled must not have an ordered clause");
      return true;
    case OMP_CLAUSE_CANCELLATION_CONSTRUCT_TYPE_SECTIONS:
      if (op_is(outer, OP_OMP_SECTIONS_UNTIL_16)) return true;
      if (!op_is(outer, OP_OMP_SECTIONS)) return REFUSE("%s sections must appear inside a sections region", name);
      if (is_cancel && op_prop_at(outer, OMP_SECTIONS_NOWAIT)) return REFUSE_PLAIN("A sections construct that is canceled must not have a nowait clause");
      return true;
    default: return op_is(parent, OP_OMP_TASK) || op_is(parent, OP_OMP_TASK_UNTIL_16) || op_is(outer, OP_OMP_TASKLOOP) || REFUSE("%s taskgroup must appear inside a task region", name);
  }
}

bool verify_omp_cancel(Verifier *v, const Operation *op) {
  return check_cancel(v, op, omp_enum_of(op_prop_at(op, OMP_CANCEL_CANCEL_DIRECTIVE)), "cancel");
}
bool verify_omp_cancellation_point(Verifier *v, const Operation *op) {
  return check_cancel(v, op, omp_enum_of(op_prop_at(op, OMP_CANCELLATION_POINT_CANCEL_DIRECTIVE)), "cancellation point");
}

// ---------------------------------------------------------------------------------------------
// Declarations: reductions and privatizers

// Whether every omp.yield of the region gives one value of the type.
static bool yields_one(const Region *region, T type) {
  region_each_block(region, block) {
    block_each_op(block, inner) {
      if (op_is(inner, OP_OMP_YIELD) && (inner->operand_count != 1 || op_operand_type(inner, 0) != type)) return false;
    }
  }
  return true;
}

static bool takes(const Region *region, uint32_t count, T type) {
  if (!region->first || region->first->arg_count != count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (region->first->args[i]->type != type) return false;
  return true;
}

static bool check_atomic_region(Verifier *v, const Operation *op, const Region *region, T type) {
  const Block *entry = region->first;
  if (entry->arg_count != 2 || entry->args[0]->type != entry->args[1]->type)
    return REFUSE("expects atomic reduction region with two arguments of the same type");
  T pointer = entry->args[0]->type;
  if (!is_pointer_like(pointer) || (pointee(pointer) && pointee(pointer) != type))
    return REFUSE("expects atomic reduction region arguments to be accumulators containing the reduction type");
  return true;
}

bool verify_omp_declare_reduction_regions(Verifier *v, const Operation *op) {
  T type = ((const TypeAttr *)op_prop_at(op, OMP_DECLARE_REDUCTION_TYPE))->type;
  const Region *alloc = &op->regions[0], *init = &op->regions[1], *combine = &op->regions[2], *atomic = &op->regions[3], *cleanup = &op->regions[4];
  if (alloc->first && !yields_one(alloc, type)) return REFUSE("expects alloc region to yield a value of the reduction type");
  if (!init->first) return REFUSE("expects non-empty initializer region");
  if (alloc->first) {
    if (!takes(init, 2, type)) return REFUSE("expects two arguments to the initializer region when an allocation region is used");
  } else if (init->first->arg_count != 1 || init->first->args[0]->type != type) {
    return REFUSE("expects initializer region with one argument of the reduction type");
  }
  if (!yields_one(init, type)) return REFUSE("expects initializer region to yield a value of the reduction type");
  if (!combine->first) return REFUSE("expects non-empty reduction region");
  if (!takes(combine, 2, type)) return REFUSE("expects reduction region with two arguments of the reduction type");
  if (!yields_one(combine, type)) return REFUSE("expects reduction region to yield a value of the reduction type");
  if (atomic->first && !check_atomic_region(v, op, atomic, type)) return false;
  return !cleanup->first || takes(cleanup, 1, type) || REFUSE("expects cleanup region with one argument of the reduction type");
}

static bool check_end(Verifier *v, const Operation *end, T type, bool yields) {
  if (end->successor_count) return true;
  if (!op_is(end, OP_OMP_YIELD)) return verify_fail_plain(v, end, "expected exit block terminator to be an `omp.yield` op.");
  if (!yields) return !end->operand_count || verify_fail_plain(v, end, "Did not expect any values to be yielded.");
  if (end->operand_count == 1 && op_operand_type(end, 0) == type) return true;
  TypeVec types = {0};
  for (uint32_t i = 0; i < end->operand_count; i++) vec_push(v->arena, &types, op_operand_type(end, i));
  Str got = types.count ? type_list_text(v->ctx, v->arena, types.data, types.count) : STR("None");
  return verify_fail_plain(v, end, "Invalid yielded value. Expected type: '%s', got: %.*s", type_text(v->ctx, type), STR_ARG(got));
}

static bool check_part(Verifier *v, const Operation *op, const Region *region, uint32_t count, const char *name, T type, bool yields) {
  if (region->first->arg_count != count)
    return REFUSE_PLAIN("`%s`: expected %u region arguments, got: %u", name, count, region->first->arg_count);
  region_each_block(region, block) {
    const Operation *end = block_terminator(block);
    if (end && !check_end(v, end, type, yields)) return false;
  }
  return true;
}

bool verify_omp_private_regions(Verifier *v, const Operation *op) {
  T type = privatized(op);
  const Region *init = &op->regions[0], *copy = &op->regions[1], *dealloc = &op->regions[2];
  bool is_first = omp_enum_of(op_prop_at(op, OMP_PRIVATE_DATA_SHARING_TYPE)) == OMP_DATA_SHARING_CLAUSE_TYPE_FIRSTPRIVATE;
  for (uint32_t i = 0; i < op->region_count; i++)
    for (uint32_t k = 0; op->regions[i].first && k < op->regions[i].first->arg_count; k++)
      if (op->regions[i].first->args[k]->type != type)
        return REFUSE_PLAIN("Region argument type mismatch: got '%s' expected '%s'.", type_text(v->ctx, op->regions[i].first->args[k]->type),
                            type_text(v->ctx, type));
  if (init->first && !check_part(v, op, init, 2, "init", type, true)) return false;
  if (!is_first && copy->first) return REFUSE_PLAIN("`private` clauses do not require a copy region.");
  if (is_first && !copy->first) return REFUSE_PLAIN("`firstprivate` clauses require at least a `copy` region.");
  if (is_first && !check_part(v, op, copy, 2, "copy", type, true)) return false;
  return !dealloc->first || check_part(v, op, dealloc, 1, "dealloc", type, false);
}

bool verify_omp_target_regions(Verifier *v, const Operation *op) { return omp_check_block_args(v, op); }
