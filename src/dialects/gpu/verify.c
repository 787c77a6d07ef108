// What holds for operations of the gpu dialect beyond their records.
#include "dialects/gpu/kernel.h"
#include "dialects/gpu/types.h"

#include "asm/params.h"
#include "dialects/common/relations.h"
#include "ir/affine.h"
#include "ir/interfaces.h"
#include "ir/verifier.h"
#include "ops/builtin.h"
#include "ops/gpu.h"

// ---------------------------------------------------------------------------------------------
// Attributes of the dialect on any operation

static bool verify_launch_size(Verifier *v, const Operation *op, NamedAttr attr) {
  const DenseArrayAttr *array = (const DenseArrayAttr *)attr.value;
  if (attr_kind(attr.value) != ATTR_DENSE_ARRAY || !type_is_int(array->element, 32)) return verify_fail(v, op, "%.*s must be a dense i32 array", STR_ARG(attr_str(attr.name)));
  return array->count == 3 || verify_fail(v, op, "%.*s must contain exactly 3 elements", STR_ARG(attr_str(attr.name)));
}

typedef struct Launches {
  Verifier *v;
  const Operation *module;
  bool ok;
} Launches;

static bool verify_kernel_of(Verifier *v, const Operation *module, const Operation *op) {
  A kernel = op_prop_at(op, GPU_LAUNCH_FUNC_KERNEL);
  const SymbolRefAttr *path = kernel ? attr_as_symbol(kernel) : NULL;
  if (!path) return true;
  Str container_name = attr_symbol_root(kernel);
  const Operation *container = symbol_lookup_in(v->symbols, module, container_name);
  if (!container) return verify_fail(v, op, "kernel container '%.*s' is undefined", STR_ARG(container_name));
  if (op_is(container, OP_GPU_BINARY)) return true;
  if (!op_is(container, OP_GPU_MODULE)) return verify_fail(v, op, "kernel module '%.*s' is undefined", STR_ARG(container_name));
  const Operation *function = symbol_lookup_path_in(v->symbols, module, kernel);
  Str text = str_from(attr_text(v->ctx, kernel));
  if (!function) return verify_fail(v, op, "kernel function '%.*s' is undefined", STR_ARG(text));
  if (op_has(function, TRAIT_KEPT)) return true;
  if (!op_has(function, TRAIT_FUNCTION)) {
    Diag *diag = op_error(v->module, op, "referenced kernel '%.*s' is not a function", STR_ARG(text));
    diag_note_at(v->module, diag, function->loc, "see the kernel definition here");
    return false;
  }
  if (!gpu_func_is_kernel(function)) return verify_fail(v, op, "kernel function is missing the 'gpu.kernel' attribute");
  const FunctionType *type = op_is(function, OP_GPU_FUNC) ? gpu_func_type(function) : NULL;
  if (!type) return true;
  Span operands = op_operands_named(op, "kernelOperands");
  if (span_size(operands) != type->input_count)
    return verify_fail(v, op, "got %u kernel operands but expected %u", span_size(operands), type->input_count);
  for (uint32_t i = 0; i < type->input_count; i++)
    if (op_operand_type(op, operands.begin + i) != type->types[i]) return verify_fail(v, op, "type of function argument %u does not match", i);
  return true;
}

static WalkResult verify_launch(Operation *op, void *data) {
  Launches *self = data;
  if (!op_is(op, OP_GPU_LAUNCH_FUNC)) return WALK_ADVANCE;
  const Operation *parent = op_parent(op);
  if (!parent || op_parent(parent) != self->module) return WALK_ADVANCE;
  self->ok = verify_kernel_of(self->v, self->module, op);
  return self->ok ? WALK_ADVANCE : WALK_STOP;
}

bool verify_gpu_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  if (attr_is_string(attr.name, "gpu.known_block_size") || attr_is_string(attr.name, "gpu.known_grid_size")) return verify_launch_size(v, op, attr);
  if (attr_kind(attr.value) != ATTR_UNIT || !attr_is_string(attr.name, "gpu.container_module")) return true;
  if (!op_is(op, OP_BUILTIN_MODULE))
    return verify_fail_plain(v, op, "expected 'gpu.container_module' attribute to be attached to 'builtin.module'");
  Launches launches = {v, op, true};
  op_walk_pre((Operation *)(uintptr_t)op, verify_launch, &launches);
  return launches.ok;
}

// ---------------------------------------------------------------------------------------------
// Operations

bool verify_gpu_module(Verifier *v, const Operation *op) {
  (void)v, (void)op;   // targets say nothing against any module
  return true;
}

bool verify_gpu_launch_func(Verifier *v, const Operation *op) {
  const Operation *module = op_parent(op);
  while (module && !op_is(module, OP_BUILTIN_MODULE)) module = op_parent(module);
  if (!module) return verify_fail(v, op, "expected to belong to a module");
  A container = op_discardable(module, STR("gpu.container_module"));
  if (!container || attr_kind(container) != ATTR_UNIT)
    return verify_fail(v, op, "expected the closest surrounding module to have the 'gpu.container_module' attribute");
  if (!launch_has_clusters(op)) return true;
  uint32_t first = op_operands_named(op, "clusterSizeX").begin;
  return (op_operand_type(op, first + 1) == op_operand_type(op, first) && op_operand_type(op, first + 2) == op_operand_type(op, first)) ||
         verify_fail(v, op, "expects types of the cluster dimensions must be the same");
}

static bool fits_reduction(int64_t kind, T type) {
  switch (kind) {
    case GPU_ALL_REDUCE_OPERATION_MINNUMF: case GPU_ALL_REDUCE_OPERATION_MAXNUMF: case GPU_ALL_REDUCE_OPERATION_MINIMUMF: case GPU_ALL_REDUCE_OPERATION_MAXIMUMF:
      return type_is_float(type);
    case GPU_ALL_REDUCE_OPERATION_ADD: case GPU_ALL_REDUCE_OPERATION_MUL: return true;
    default: return type_as_integer(type) != NULL;
  }
}

static bool verify_reduction(Verifier *v, const Operation *op, A kind, T type) {
  int64_t value = (int64_t)attr_param(kind, 0);
  if (fits_reduction(value, type)) return true;
  return verify_fail_plain(v, op, "`%s` reduction operation is not compatible with type '%s'", enum_name(&gpu_all_reduce_operation, value),
                           type_text(v->ctx, op_result_type(op, 0)));
}

bool verify_gpu_all_reduce_regions(Verifier *v, const Operation *op) {
  A kind = op_prop_at(op, GPU_ALL_REDUCE_OP);
  const Region *body = &op->regions[0];
  T type = op_result_type(op, 0);
  if (region_is_empty(body) != (kind != NULL)) return verify_fail_plain(v, op, "expected either an op attribute or a non-empty body");
  if (kind) return verify_reduction(v, op, kind, type);
  if (body->first->arg_count != 2) return verify_fail_plain(v, op, "expected two region arguments");
  for (uint32_t i = 0; i < 2; i++)
    if (body->first->args[i]->type != type) return verify_fail_plain(v, op, "incorrect region argument type");
  bool yields = false;
  region_each_block(body, block) {
    const Operation *last = block->last;
    if (!op_is(last, OP_GPU_YIELD)) continue;
    if (last->operand_count != 1) return verify_fail_plain(v, op, "expected one gpu.yield operand");
    if (op_operand_type(last, 0) != type) return verify_fail_plain(v, op, "incorrect gpu.yield type");
    yields = true;
  }
  return yields || verify_fail_plain(v, op, "expected gpu.yield op in region");
}

static bool is_power_of_2(uint32_t value) { return value && !(value & (value - 1)); }

bool verify_gpu_subgroup_reduce(Verifier *v, const Operation *op) {
  T type = op_result_type(op, 0);
  if (type_is_vector(type)) {
    if (((const ShapedType *)type)->scalable) return verify_fail(v, op, "is not compatible with scalable vector types");
    type = type_element(type);
  }
  if (!verify_reduction(v, op, op_prop_at(op, GPU_SUBGROUP_REDUCE_OP), type)) return false;
  A size = op_prop_at(op, GPU_SUBGROUP_REDUCE_CLUSTER_SIZE), stride = op_prop_at(op, GPU_SUBGROUP_REDUCE_CLUSTER_STRIDE);
  if (size && !is_power_of_2((uint32_t)attr_to_u64(size))) return verify_fail(v, op, "cluster size %u is not a power of two", (uint32_t)attr_to_u64(size));
  uint32_t step = stride ? (uint32_t)attr_to_u64(stride) : 1;
  if (step != 1 && !size) return verify_fail(v, op, "cluster stride can only be specified if cluster size is specified");
  return is_power_of_2(step) || verify_fail(v, op, "cluster stride %u is not a power of two", step);
}

bool verify_gpu_rotate(Verifier *v, const Operation *op) {
  uint32_t offset = (uint32_t)attr_to_u64(op_prop_at(op, GPU_ROTATE_OFFSET)), width = (uint32_t)attr_to_u64(op_prop_at(op, GPU_ROTATE_WIDTH));
  return offset < width || verify_fail(v, op, "offset must be in the range [0, %u)", width);
}

bool verify_gpu_memcpy(Verifier *v, const Operation *op) {
  uint32_t dst = op_operands_named(op, "dst").begin;
  const ShapedType *to = (const ShapedType *)op_operand_type(op, dst), *from = (const ShapedType *)op_operand_type(op, dst + 1);
  if (to->element != from->element) return verify_fail(v, op, "arguments have incompatible element type");
  bool fits = to->rank == from->rank;
  for (uint64_t i = 0; fits && i < to->rank; i++) fits = to->dims[i] == from->dims[i] || to->dims[i] == DYNAMIC || from->dims[i] == DYNAMIC;
  return fits || verify_fail(v, op, "arguments have incompatible shape");
}

static bool has_unit_stride(Context *ctx, T memref) {
  int64_t strides[64], offset;
  uint64_t rank = ((const ShapedType *)memref)->rank;
  if (!rank) return true;
  return rank <= countof(strides) && memref_strides_and_offset(ctx, memref, strides, &offset) && strides[rank - 1] == 1;
}

bool verify_gpu_subgroup_mma_load_matrix(Verifier *v, const Operation *op) {
  return has_unit_stride(v->ctx, op_operand_type(op, 0)) || verify_fail_plain(v, op, "expected source memref most minor dim must have unit stride");
}

bool verify_gpu_subgroup_mma_store_matrix(Verifier *v, const Operation *op) {
  if (!has_unit_stride(v->ctx, op_operand_type(op, 1)))
    return verify_fail_plain(v, op, "expected destination memref most minor dim must have unit stride");
  return attr_is_string(type_as_mma_matrix(op_operand_type(op, 0))->operand, "COp") ||
         verify_fail_plain(v, op, "expected the operand matrix being stored to have 'COp' operand type");
}

bool verify_gpu_subgroup_mma_compute(Verifier *v, const Operation *op) {
  static const char *const names[] = {"AOp", "BOp", "COp"};
  const MmaMatrixType *m[3];
  for (uint32_t i = 0; i < 3; i++) {
    m[i] = type_as_mma_matrix(op_operand_type(op, i));
    if (!attr_is_string(m[i]->operand, names[i])) return verify_fail_plain(v, op, "operands must be in the order AOp, BOp, COp");
  }
  return (m[0]->dims[1] == m[1]->dims[0] && m[0]->dims[0] == m[2]->dims[0] && m[1]->dims[1] == m[2]->dims[1]) ||
         verify_fail_plain(v, op, "operand shapes do not satisfy matmul constraints");
}

bool verify_gpu_alloc(Verifier *v, const Operation *op) {
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  uint32_t dynamic = 0;
  for (uint64_t i = 0; i < type->rank; i++) dynamic += type->dims[i] == DYNAMIC;
  uint32_t sizes = span_size(op_operands_named(op, "dynamicSizes"));
  if (sizes != dynamic) return verify_fail(v, op, "incorrect number of dynamic sizes, has %u, expected %u", sizes, dynamic);
  const AffineMap *layout = memref_has_identity_layout(type) ? NULL : memref_layout_map(v->ctx, op_result_type(op, 0));
  return span_size(op_operands_named(op, "symbolOperands")) == (layout ? layout->symbol_count : 0) ||
         verify_fail(v, op, "symbol operand count does not equal memref symbol count");
}

bool verify_gpu_dynamic_shared_memory(Verifier *v, const Operation *op) {
  const Operation *table = op_parent(op);
  while (table && !op_is_symbol_table(table)) table = op_parent(table);
  if (!table) return verify_fail(v, op, "must be inside an op with symbol table");
  T type = op_result_type(op, 0);
  if (gpu_space_of(((const ShapedType *)type)->extra) != GPU_SPACE_WORKGROUP) return verify_fail(v, op, "address space must be address_space<workgroup>");
  return !type_has_static_shape(type) || verify_fail(v, op, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>");
}

bool verify_gpu_subgroup_broadcast(Verifier *v, const Operation *op) {
  bool is_first = attr_param(op_prop_at(op, GPU_SUBGROUP_BROADCAST_BROADCAST_TYPE), 0) == GPU_BROADCAST_TYPE_FIRST_ACTIVE_LANE;
  if (is_first && op->operand_count > 1) return verify_fail_plain(v, op, "lane can only be specified for `specific_lane` broadcast");
  return is_first || op->operand_count > 1 || verify_fail_plain(v, op, "lane must be specified for `specific_lane` broadcast");
}

Speculatability speculate_gpu_broadcast(const Operation *op) {
  (void)op;
  return NOT_SPECULATABLE;
}

// ---------------------------------------------------------------------------------------------
// gpu.warp_execute_on_lane_0

static bool verify_distributed(Verifier *v, const Operation *op, T expanded, T distributed, int64_t warp_size) {
  if (expanded == distributed) return true;
  if (!type_is_vector(expanded) || !type_is_vector(distributed)) return verify_fail(v, op, "expected vector type for distributed operands.");
  const ShapedType *all = (const ShapedType *)expanded, *part = (const ShapedType *)distributed;
  if (all->rank != part->rank || all->element != part->element)
    return verify_fail(v, op, "expected distributed vectors to have same rank and element type.");
  int64_t product = 1;
  for (uint64_t i = 0; i < all->rank; i++) {
    if (all->dims[i] == part->dims[i]) continue;
    if (!part->dims[i] || all->dims[i] % part->dims[i])
      return verify_fail(v, op, "expected expanded vector dimension #%llu (%lld) to be a multipler of the distributed vector dimension (%lld)",
                         (unsigned long long)i, (long long)all->dims[i], (long long)part->dims[i]);
    product *= all->dims[i] / part->dims[i];
  }
  return product == warp_size || verify_fail(v, op, "incompatible distribution dimensions from '%s' to '%s' with warp size = %lld", type_text(v->ctx, expanded),
                                             type_text(v->ctx, distributed), (long long)warp_size);
}

bool verify_gpu_warp_execute_on_lane_0(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body->last;
  if (op->operand_count - 1 != body->arg_count) return verify_fail(v, op, "expected same number op arguments and block arguments.");
  if (!op_is(yield, OP_GPU_YIELD)) return true;   // reported elsewhere
  if (yield->operand_count != op->result_count) return verify_fail(v, op, "expected same number of yield operands and return values.");
  int64_t warp_size = op_prop_i64_at(op, GPU_WARP_EXECUTE_ON_LANE_0_WARP_SIZE);
  for (uint32_t i = 0; i < body->arg_count; i++)
    if (!verify_distributed(v, op, body->args[i]->type, op_operand_type(op, i + 1), warp_size)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!verify_distributed(v, op, op_operand_type(yield, i), op_result_type(op, i), warp_size)) return false;
  return true;
}
