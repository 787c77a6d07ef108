// Interfaces of operations with regions: see regions.h.
#include "dialects/common/regions.h"

// --- RegionBranchOpInterface

// "along control flow edge from <terminator> to <region>", and a note where the terminator is.
static bool bad_edge(Verifier *v, const Operation *op, const Operation *terminator, int32_t to, Str problem) {
  Str from = terminator ? arena_printf(v->arena, "Operation %.*s", STR_ARG(op_name(terminator))) : STR("parent");
  Str target = to == FLOW_PARENT ? STR("parent") : arena_printf(v->arena, "Region #%d", (int)to);
  Diag *diag = op_error(v->module, op, "along control flow edge from %.*s to %.*s: %.*s", STR_ARG(from), STR_ARG(target), STR_ARG(problem));
  diag_note_at(v->module, diag, terminator ? terminator->loc : op->loc, "region branch point");
  return false;
}

static bool verify_edge(Verifier *v, const Operation *op, const Operation *terminator, int32_t to, ValueRange operands, ValueRange inputs) {
  uint32_t given = value_range_size(operands), wanted = value_range_size(inputs);
  if (terminator && terminator->flags & OP_BROKEN) return true;  // reported
  if (given != wanted)
    return bad_edge(v, op, terminator, to,
                    arena_printf(v->arena, "region branch point has %u operands, but region successor needs %u inputs", given, wanted));
  for (uint32_t i = 0; i < given; i++) {
    T from = value_range_type(operands, i), into = value_range_type(inputs, i);
    if (from == into) continue;
    return bad_edge(v, op, terminator, to,
                    arena_printf(v->arena, "successor operand type #%u '%s' should match successor input type #%u '%s'", i,
                                 type_text(v->ctx, from), i, type_text(v->ctx, into)));
  }
  return true;
}

// The ways from one point; `terminator`: NULL when it is the operation itself.
static bool verify_point(Verifier *v, const Operation *op, const Operation *terminator) {
  ArenaMark mark = arena_mark(v->arena);
  RegionSuccessors ways = {.arena = v->arena};
  region_successors(op, terminator ? terminator : op, NULL, &ways);
  for (uint32_t i = 0; i < ways.list.count; i++) {
    const RegionSuccessor *way = &ways.list.data[i];
    if (!verify_edge(v, op, terminator, way->region, way->operands, way->inputs)) return false;
  }
  arena_release(v->arena, mark);
  return true;
}

bool verify_region_flow(Verifier *v, const Operation *op) {
  if (!verify_point(v, op, NULL)) return false;
  for (uint32_t i = 0; i < op->region_count; i++)
    region_each_block(&op->regions[i], block)
      if (block->last && is_region_point(block->last) && !verify_point(v, op, block->last)) return false;
  return true;
}

// --- LoopLikeOpInterface

static bool bad_count(Verifier *v, const Operation *op, const char *what, ValueRange a, ValueRange b) {
  return verify_fail(v, op, "different number of %s: %u != %u", what, value_range_size(a), value_range_size(b));
}

static bool bad_type(Verifier *v, const Operation *op, uint32_t i, const char *a, const char *b, T x, T y) {
  return verify_fail(v, op, "%u-th %s and %u-th %s have different type: '%s' != '%s'", i, a, i, b, type_text(v->ctx, x),
                     type_text(v->ctx, y));
}

bool verify_loop(Verifier *v, const Operation *op, const LoopParts *parts) {
  ValueRange inits = parts->inits, args = parts->iter_args, yields = parts->yields, results = parts->results;
  uint32_t count = value_range_size(args);
  if (value_range_size(inits) != count) return bad_count(v, op, "inits and region iter_args", inits, args);
  if (value_range_size(yields) && value_range_size(yields) != count) return bad_count(v, op, "region iter_args and yielded values", args, yields);
  if (parts->has_results && value_range_size(results) != count) return bad_count(v, op, "loop results and region iter_args", results, args);
  for (uint32_t i = 0; i < count; i++) {
    T arg = value_range_type(args, i);
    if (value_range_type(inits, i) != arg) return bad_type(v, op, i, "init", "region iter_arg", value_range_type(inits, i), arg);
    if (value_range_size(yields) && value_range_type(yields, i) != arg) return bad_type(v, op, i, "region iter_arg", "yielded value", arg, value_range_type(yields, i));
  }
  // Upstream's message always has the number 0 here.
  for (uint32_t i = 0; parts->has_results && i < count; i++)
    if (value_range_type(results, i) != value_range_type(args, i)) return bad_type(v, op, 0, "region iter_arg", "loop result", value_range_type(args, i), value_range_type(results, i));
  return true;
}

// --- DestinationStyleOpInterface

bool verify_destinations(Verifier *v, const Operation *op, Span inits) {
  uint32_t tensors = 0;
  for (uint32_t i = inits.begin; i < inits.end; i++) {
    T type = op_operand_type(op, i);
    if (!type_is_tensor(type) && !type_is_memref(type))
      return verify_fail(v, op, "expected that operand #%u ('%s') is a tensor or a memref", i, type_text(v->ctx, type));
    tensors += type_is_tensor(type);
  }
  if (tensors != op->result_count)
    return verify_fail(v, op, "expected the number of tensor results (%u) to be equal to the number of output tensors (%u)",
                       op->result_count, tensors);
  for (uint32_t i = inits.begin, result = 0; i < inits.end; i++) {
    T type = op_operand_type(op, i);
    if (!type_is_tensor(type)) continue;
    T wanted = op_result_type(op, result++);
    if (type == wanted) continue;
    return verify_fail(v, op, "expected type of operand #%u ('%s') to match type of corresponding result ('%s')", i,
                       type_text(v->ctx, type), type_text(v->ctx, wanted));
  }
  return true;
}
