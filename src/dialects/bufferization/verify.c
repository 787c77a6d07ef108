// Verifiers of the bufferization dialect, beyond its records.
#include "ops/bufferization.h"

#include "ir/verify.h"
#include "ops/op_interfaces.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

static bool same_shape(const ShapedType *a, const ShapedType *b) {
  return type_has_rank(&a->base) == type_has_rank(&b->base) && a->rank == b->rank &&
         (!a->rank || !memcmp(a->dims, b->dims, a->rank * sizeof *a->dims));
}

// A tensor and the memory it becomes: the same sizes and elements.
bool verify_bufferization_types_match(Verifier *v, const Operation *op) {
  const ShapedType *from = type_as_shaped(op_operand_type(op, 0)), *to = type_as_shaped(op_result_type(op, 0));
  if (!from || !to) return true;
  if (!same_shape(from, to)) REFUSE_PLAIN("shapes do not match");
  else if (from->element != to->element) REFUSE_PLAIN("element types do not match");
  else return true;
  return REFUSE("failed to verify that specified tensor and buffer types match");
}

bool verify_bufferization_alloc_tensor(Verifier *v, const Operation *op) {
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  uint32_t sizes = span_size(op_operands_named(op, "dynamic_sizes")), expected = 0;
  Span copy = op_operands_named(op, "copy");
  if (span_size(copy)) {
    if (sizes) return REFUSE_PLAIN("dynamic sizes not needed when copying a tensor");
    return op_operand_type(op, copy.begin) == op_result_type(op, 0) || REFUSE_PLAIN("expected that `copy` and return type match");
  }
  for (uint64_t i = 0; i < type->rank; i++) expected += type->dims[i] == DYNAMIC;
  return sizes == expected || REFUSE("incorrect number of dynamic sizes, has %u, expected %u", sizes, expected);
}

bool verify_bufferization_dealloc(Verifier *v, const Operation *op) {
  if (span_size(op_operands_named(op, "memrefs")) != span_size(op_operands_named(op, "conditions")))
    return REFUSE("must have the same number of conditions as memrefs to deallocate");
  return span_size(op_operands_named(op, "retained")) == op->result_count ||
         REFUSE("must have the same number of updated conditions (results) as retained operands");
}

bool verify_bufferization_materialize(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_operand_type(op, 1);
  bool is_memref = type_is_memref(to);
  if (!is_memref && !type_is_tensor(to)) return REFUSE("'dest' must be a tensor or a memref");
  if (!is_memref) {
    if (op->result_count != 1) return REFUSE("tensor 'dest' implies exactly one tensor result");
    if (to != op_result_type(op, 0)) return REFUSE("result and 'dest' types must match");
  }
  if (is_memref && op->result_count) return REFUSE("memref 'dest' implies zero results");
  if (!is_memref && op_prop_at(op, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_RESTRICT))
    return REFUSE("'restrict' is valid only for memref destinations");
  if ((op_prop_at(op, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_WRITABLE) != NULL) != is_memref)
    return REFUSE("'writable' must be specified if and only if the destination is of memref type");
  const ShapedType *a = (const ShapedType *)from, *b = (const ShapedType *)to;
  if (type_has_rank(from) != type_has_rank(to)) return REFUSE("source/destination shapes are incompatible");
  if (!type_has_rank(from)) return true;
  if (a->rank != b->rank) return REFUSE("rank mismatch between source and destination shape");
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] != DYNAMIC && b->dims[i] != DYNAMIC && a->dims[i] != b->dims[i])
      return REFUSE("source/destination shapes are incompatible");
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes on operations of other dialects

bool verify_bufferization_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  Str name = attr_str(attr.name);
  if (!str_is(name, "bufferization.manual_deallocation"))
    return REFUSE_PLAIN("attribute '\"%.*s\"' not supported as an op attribute by the bufferization dialect", STR_ARG(name));
  const MemoryEffectOpInterface *effects = ask_memory_effect(op->def);
  if (effects && effects->effects(op) & (EFFECT_ALLOC | EFFECT_FREE)) return true;
  return REFUSE("attribute '%.*s' can be used only on ops that have an allocation and/or free side effect", STR_ARG(name));
}

static bool is_layout(A attr) {
  return attr_kind(attr) == ATTR_AFFINE_MAP || attr_kind(attr) == ATTR_STRIDED;
}

bool verify_bufferization_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr) {
  (void)arg;
  Str name = attr_str(attr.name);
  if (str_is(name, "bufferization.writable")) {
    if (attr_kind(attr.value) != ATTR_INTEGER || attr_value_type(attr.value) != v->ctx->types.i1)
      return REFUSE_PLAIN("'bufferization.writable' is expected to be a boolean attribute");
    return (region < op->region_count && op->regions[region].first) || REFUSE_PLAIN("'bufferization.writable' is invalid on external functions");
  }
  if (str_is(name, "bufferization.access")) {
    if (attr_kind(attr.value) != ATTR_STRING) return REFUSE_PLAIN("'bufferization.access' is expected to be a string attribute");
    Str access = attr_str(attr.value);
    return str_is(access, "read") || str_is(access, "write") || str_is(access, "read-write") || str_is(access, "none") ||
           REFUSE_PLAIN("invalid value for 'bufferization.access'");
  }
  if (str_is(name, "bufferization.buffer_layout"))
    return is_layout(attr.value) || REFUSE_PLAIN("'bufferization.buffer_layout' is expected to be a memref layout attribute");
  // Upstream names another one here than the one it met.
  return REFUSE_PLAIN("attribute 'bufferization.buffer_layout' not supported as a region arg attribute by the bufferization dialect");
}
