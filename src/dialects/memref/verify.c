// Verifiers of memref's allocation, access and transfer operations.
#include "ops/memref.h"

#include "dialects/common/relations.h"
#include "dialects/memref/hooks.h"
#include "ir/affine.h"
#include "ir/repair.h"
#include "ops/arith.h"
#include "ops/op_interfaces.h"

static bool fail(Verifier *v, const Operation *op, const char *problem) {
  return verify_fail(v, op, "%s", problem);
}

static const ShapedType *shaped_operand(const Operation *op, uint32_t i) { return (const ShapedType *)op_operand_type(op, i); }
static A space_of(const ShapedType *memref) { return memref->extra; }

static uint32_t dynamic_dims(const ShapedType *memref) {
  uint32_t count = 0;
  for (uint64_t i = 0; i < memref->rank; i++) count += memref->dims[i] == DYNAMIC;
  return count;
}

// --- Allocation

bool memref_verify_sizes(Verifier *v, const Operation *op, const ShapedType *memref, uint32_t given) {
  uint32_t wanted = dynamic_dims(memref);
  if (given == wanted) return true;
  return verify_fail(v, op, "incorrect number of dynamic sizes, has %u, expected %u", given, wanted);
}

bool memref_verify_alloc(Verifier *v, const Operation *op) {
  const ShapedType *memref = (const ShapedType *)op_result_type(op, 0);
  if (!memref_verify_sizes(v, op, memref, span_size(op_operands_named(op, "dynamicSizes")))) return false;
  uint32_t symbols = memref->layout ? memref_layout_map(v->ctx, &memref->base)->symbol_count : 0;
  uint32_t given = span_size(op_operands_named(op, "symbolOperands"));
  if (given == symbols) return true;
  return verify_fail(v, op, "symbol operand count does not equal memref symbol count: expected %u, got %u", symbols, given);
}

bool memref_verify_alloca(Verifier *v, const Operation *op) {
  const Operation *scope = op_parent(op);
  while (scope && !op_has(scope, TRAIT_ALLOCATION_SCOPE | TRAIT_KEPT)) scope = op_parent(scope);
  if (!scope) return fail(v, op, "requires an ancestor op with AutomaticAllocationScope trait");
  return memref_verify_alloc(v, op);
}

// "<problem> <source type>[ and result memref type <result type>]"
static bool bad_types(Verifier *v, const Operation *op, const char *problem, T type, T other) {
  if (other)
    op_error_plain(v->module, op, "%s '%s' and result memref type '%s'", problem, type_text(v->ctx, type),
                   type_text(v->ctx, other));
  else
    op_error_plain(v->module, op, "%s '%s'", problem, type_text(v->ctx, type));
  return false;
}

bool memref_verify_realloc(Verifier *v, const Operation *op) {
  const ShapedType *source = shaped_operand(op, 0), *result = (const ShapedType *)op_result_type(op, 0);
  T from = &source->base, to = &result->base;
  if (!memref_has_identity_layout(source)) return bad_types(v, op, "unsupported layout for source memref type", from, NULL);
  if (!memref_has_identity_layout(result)) return bad_types(v, op, "unsupported layout for result memref type", to, NULL);
  if (space_of(source) != space_of(result))
    return bad_types(v, op, "different memory spaces specified for source memref type", from, to);
  if (source->element != result->element)
    return bad_types(v, op, "different element types specified for source memref type", from, to);
  bool needs_size = dynamic_dims(result) != 0, has_size = op->operand_count > 1;
  if (needs_size == has_size) return true;
  return bad_types(v, op, needs_size ? "missing dimension operand for result type" : "unnecessary dimension operand for result type", to,
                   NULL);
}

bool memref_verify_assume_alignment(Verifier *v, const Operation *op) {
  uint64_t alignment = attr_to_u64(op_prop_at(op, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT));
  return (alignment & (alignment - 1)) == 0 || fail(v, op, "alignment must be power of 2");
}

bool memref_verify_distinct_objects(Verifier *v, const Operation *op) {
  bool same = op->operand_count == op->result_count;
  for (uint32_t i = 0; same && i < op->operand_count; i++) same = op_operand_type(op, i) == op_result_type(op, i);
  if (!same) return fail(v, op, "operand types and result types must match");
  return op->operand_count ? true : fail(v, op, "expected at least one operand");
}

// --- Access

bool memref_verify_load(Verifier *v, const Operation *op) {
  uint64_t rank = shaped_operand(op, 0)->rank;
  if (op->operand_count - 1 == rank) return true;
  return verify_fail(v, op, "incorrect number of indices for load, expected %llu but got %u", (unsigned long long)rank,
                     op->operand_count - 1);
}

bool memref_verify_store(Verifier *v, const Operation *op) {
  return op->operand_count - 2 == shaped_operand(op, 1)->rank || fail(v, op, "store index operand count not equal to memref rank");
}

bool memref_verify_prefetch(Verifier *v, const Operation *op) {
  return op->operand_count - 1 == shaped_operand(op, 0)->rank || fail(v, op, "too few indices");
}

// The kind of value that an atomic operation needs, and whether it has it; NULL: any kind.
static const char *wanted_value(int64_t kind, T type, bool *fits) {
  switch (kind) {
    case ARITH_ATOMIC_RMW_KIND_ADDF:
    case ARITH_ATOMIC_RMW_KIND_MAXIMUMF:
    case ARITH_ATOMIC_RMW_KIND_MINIMUMF:
    case ARITH_ATOMIC_RMW_KIND_MULF: *fits = type_is_float(type); return "a floating-point type";
    case ARITH_ATOMIC_RMW_KIND_ADDI:
    case ARITH_ATOMIC_RMW_KIND_MAXS:
    case ARITH_ATOMIC_RMW_KIND_MAXU:
    case ARITH_ATOMIC_RMW_KIND_MINS:
    case ARITH_ATOMIC_RMW_KIND_MINU:
    case ARITH_ATOMIC_RMW_KIND_MULI:
    case ARITH_ATOMIC_RMW_KIND_ORI:
    case ARITH_ATOMIC_RMW_KIND_XORI:
    case ARITH_ATOMIC_RMW_KIND_ANDI: *fits = type_is_any_int(type); return "an integer type";
    default: return NULL;
  }
}

bool memref_verify_atomic_rmw(Verifier *v, const Operation *op) {
  if (op->operand_count - 2 != shaped_operand(op, 1)->rank)
    return fail(v, op, "expects the number of subscripts to be equal to memref rank");
  int64_t kind = op_prop_i64_at(op, MEMREF_ATOMIC_RMW_KIND);
  const char *name = enum_name(&arith_atomic_rmw_kind, kind);
  bool fits = true;
  const char *wanted = name ? wanted_value(kind, op_operand_type(op, 0), &fits) : NULL;
  if (!wanted || fits) return true;
  return verify_fail(v, op, "with kind '%s' expects %s", name, wanted);
}

// Operations inside were found to be free of effects before.
static bool is_free_of_effects(const Operation *op) {
  const MemoryEffectOpInterface *asked = ask_memory_effect(op->def);
  return asked ? !asked->effects(op) : op_has(op, TRAIT_RECURSIVE_EFFECTS);
}

typedef struct EffectWalk {
  Verifier *v;
  const Operation *root;
} EffectWalk;

static WalkResult visit_for_effects(Operation *op, void *data) {
  const EffectWalk *walk = data;
  if (op == walk->root || is_free_of_effects(op) || op_has(op, TRAIT_KEPT)) return WALK_ADVANCE;
  op_error_plain(walk->v->module, op, "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects");
  return WALK_STOP;
}

bool memref_verify_generic_atomic_rmw(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  if (!body || body->arg_count != 1) return fail(v, op, "expected single number of entry block arguments");
  if (body->args[0]->type != op_result_type(op, 0)) return fail(v, op, "expected block argument of the same type result type");
  EffectWalk walk = {v, op};
  return op_walk_post((Operation *)op, visit_for_effects, &walk) != WALK_STOP;
}

bool memref_verify_atomic_yield(Verifier *v, const Operation *op) {
  T given = op_operand_type(op, 0), wanted = op_result_type(op_parent(op), 0);
  if (given == wanted) return true;
  return verify_fail(v, op, "types mismatch between yield op: '%s' and its parent: '%s'", type_text(v->ctx, given),
                     type_text(v->ctx, wanted));
}

// --- Transfers: source memref, its indices, destination, its indices, size, tag, its indices, and
// optionally a stride and the number of elements per stride.

static bool at_least(Verifier *v, const Operation *op, uint64_t count) {
  if (op->operand_count >= count) return true;
  return verify_fail(v, op, "expected at least %llu operands", (unsigned long long)count);
}

// The memref at `*at` and an index for each of its dimensions. `others` is the number of operands
// without these.
static bool verify_dma_part(Verifier *v, const Operation *op, uint64_t *at, uint64_t *needed, const char *part) {
  T type = op_operand_type(op, (uint32_t)*at);
  if (type_kind(type) != TYPE_MEMREF) return verify_fail(v, op, "expected %s to be of memref type", part);
  uint64_t rank = ((const ShapedType *)type)->rank;
  *needed += rank;
  if (!at_least(v, op, *needed)) return false;
  for (++*at; rank; rank--, ++*at) {
    if (type_is_index(op_operand_type(op, (uint32_t)*at))) continue;
    return verify_fail(v, op, "expected %s indices to be of index type", part);
  }
  return true;
}

bool memref_verify_dma_start(Verifier *v, const Operation *op) {
  uint64_t at = 0, needed = 4;
  if (!at_least(v, op, needed) || !verify_dma_part(v, op, &at, &needed, "source") ||
      !verify_dma_part(v, op, &at, &needed, "destination"))
    return false;
  if (!type_is_index(op_operand_type(op, (uint32_t)at++))) return fail(v, op, "expected num elements to be of index type");
  if (!verify_dma_part(v, op, &at, &needed, "tag")) return false;
  if (op->operand_count == needed) return true;
  if (op->operand_count != needed + 2) return fail(v, op, "incorrect number of operands");
  bool ok = type_is_index(op_operand_type(op, (uint32_t)at)) && type_is_index(op_operand_type(op, (uint32_t)at + 1));
  return ok || fail(v, op, "expected stride and num elements per stride to be of type index");
}

bool memref_verify_dma_wait(Verifier *v, const Operation *op) {
  uint64_t rank = shaped_operand(op, 0)->rank;
  uint32_t given = op->operand_count - 2;
  if (given == rank) return true;
  return verify_fail(v, op,
                     "expected tagIndices to have the same number of elements as the tagMemRef rank, expected %llu, but got %u",
                     (unsigned long long)rank, given);
}

// --- Globals

static Str dims_text(Arena *arena, const ShapedType *type) {
  Str text = STR("");
  for (uint64_t i = 0; i < type->rank; i++)
    text = arena_printf(arena, "%.*s%s%lld", STR_ARG(text), i ? ", " : "", (long long)type->dims[i]);
  return text;
}

bool memref_verify_global(Verifier *v, const Operation *op) {
  T type = ((const TypeAttr *)op_prop_at(op, MEMREF_GLOBAL_TYPE))->type;
  A value = op_prop_at(op, MEMREF_GLOBAL_INITIAL_VALUE);
  if (!type_has_static_shape(type))
    return verify_fail(v, op, "type should be static shaped memref, but got '%s'", type_text(v->ctx, type));
  if (!value || attr_kind(value) == ATTR_UNIT) return true;
  const ShapedType *given = NULL, *memref = (const ShapedType *)type;
  if (attr_is_elements(value)) given = type_as_shaped(attr_value_type(value));
  if (!given)
    return verify_fail(v, op, "initial value should be a unit or elements attribute, but got %s", attr_text(v->ctx, value));
  if (given->element != memref->element)
    return verify_fail(v, op, "initial value element expected to be of type '%s', but was of type '%s'",
                       type_text(v->ctx, memref->element), type_text(v->ctx, given->element));
  if (given->rank == memref->rank && memcmp(given->dims, memref->dims, given->rank * sizeof *given->dims) == 0) return true;
  return verify_fail(v, op, "initial value shape expected to be %.*s but was %.*s", STR_ARG(dims_text(v->arena, memref)),
                     STR_ARG(dims_text(v->arena, given)));
}

bool memref_verify_get_global(Verifier *v, const Operation *op) {
  A name = op_prop_at(op, MEMREF_GET_GLOBAL_NAME);
  const Operation *global = symbol_lookup(v->symbols, op, name);
  Str text = attr_symbol_root(name);
  A held = op_is(global, OP_MEMREF_GLOBAL) ? op_prop_at(global, MEMREF_GLOBAL_TYPE) : NULL;
  if (!held || attr_kind(held) != ATTR_TYPE) {
    verify_fail(v, op, "'%.*s' does not reference a valid global memref", STR_ARG(text));
    repair_symbol(v, op, name, OP_MEMREF_GLOBAL);
    return false;
  }
  T type = ((const TypeAttr *)held)->type, result = op_result_type(op, 0);
  if (type == result) return true;
  return verify_fail(v, op, "result type '%s' does not match type '%s' of the global memref @%.*s", type_text(v->ctx, result),
                     type_text(v->ctx, type), STR_ARG(text));
}
