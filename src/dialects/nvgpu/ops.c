// The nvgpu dialect (https://mlir.llvm.org/docs/Dialects/NVGPU/).
#include "ops/nvgpu.h"

#include "asm/params.h"
#include "dialects/gpu/types.h"
#include "ir/verifier.h"

enum { SHARED_SPACE = 3, WARP_SIZE = 32, LARGEST_DIMENSION = 5, LARGEST_SIZE = 256, LAST_DIMENSION_BYTES = 128 };

static const ShapedType *shaped(const Operation *op, uint32_t i) { return (const ShapedType *)op_operand_type(op, i); }

bool nvgpu_loads_element(const Operation *op) { return shaped(op, 0)->element == type_element(op_result_type(op, 0)); }
bool nvgpu_factors_agree(const Operation *op) { return shaped(op, 0)->element == shaped(op, 1)->element; }

T build_nvgpu_metadata(Context *ctx) {
  const int64_t two = 2;
  return type_vector(ctx, &two, 1, 0, type_integer(ctx, 16, SIGNLESS));
}

static bool is_shared(const ShapedType *type) {
  A space = type->extra;
  if (!space) return false;
  if (attr_kind(space) == ATTR_INTEGER) return attr_to_i64(space) == SHARED_SPACE;
  return gpu_space_of(space) == GPU_SPACE_WORKGROUP;
}

static bool has_unit_stride(Context *ctx, const ShapedType *memref) {
  int64_t strides[64], offset;
  if (!memref->rank) return true;
  return memref->rank <= countof(strides) && memref_strides_and_offset(ctx, &memref->base, strides, &offset) && strides[memref->rank - 1] == 1;
}

bool verify_nvgpu_device_async_copy(Verifier *v, const Operation *op) {
  uint32_t dst_at = op_operands_named(op, "dst").begin, src_at = op_operands_named(op, "src").begin;
  const ShapedType *dst = shaped(op, dst_at), *src = shaped(op, src_at);
  if (!has_unit_stride(v->ctx, src)) return verify_fail_plain(v, op, "source memref most minor dim must have unit stride");
  if (!has_unit_stride(v->ctx, dst)) return verify_fail_plain(v, op, "destination memref most minor dim must have unit stride");
  if (!is_shared(dst))
    return verify_fail_plain(v, op, "destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)");
  if (dst->element != src->element) return verify_fail_plain(v, op, "source and destination must have the same element type");
  uint32_t src_indices = span_size(op_operands_named(op, "srcIndices")), dst_indices = span_size(op_operands_named(op, "dstIndices"));
  if (src->rank != src_indices) return verify_fail(v, op, "expected %u source indices, got %u", (uint32_t)src->rank, src_indices);
  if (dst->rank != dst_indices) return verify_fail(v, op, "expected %u destination indices, got %u", (uint32_t)dst->rank, dst_indices);
  int64_t elements = attr_to_i64(op_prop_at(op, NVGPU_DEVICE_ASYNC_COPY_DST_ELEMENTS));
  uint32_t width = type_bits(dst->element);
  int64_t bytes = (int64_t)width * elements / 8;
  if (width && bytes != 4 && bytes != 8 && bytes != 16) {
    Str text = arena_printf(v->arena, "Requested copy elements is %lld with width %u. But copy elements could be one of ", (long long)elements, width);
    for (uint32_t bits = 32; bits <= 128; bits *= 2)
      if (bits / width) text = arena_printf(v->arena, "%.*s%u%s", STR_ARG(text), bits / width, bits == 128 ? "." : ", ");
    return verify_fail_plain(v, op, "%.*s", STR_ARG(text));
  }
  if (op_prop_at(op, NVGPU_DEVICE_ASYNC_COPY_BYPASS_L1) && bytes != 16)
    return verify_fail(v, op, "bypassL1 does not satify alignment for '%s' with destination element %lld. Unset bypassL1, or set destination element to %u",
                       type_text(v->ctx, &dst->base), (long long)elements, 128 / width);
  return true;
}

static bool verify_mma(Verifier *v, const Operation *op, A shape, bool tf32, bool sparse) {
  const ShapedType *a = shaped(op, 0), *b = shaped(op, 1), *c = shaped(op, 2);
  uint32_t bits = type_bits(a->element);
  bool is_f64 = type_is_float(a->element) && bits == 64;
  bool is_known = type_is_float(a->element) ? bits == 32 || bits == 16 : type_is_int(a->element, 8) || type_is_int(a->element, 4);
  const ArrayAttr *array = (const ArrayAttr *)shape;
  if (sparse && is_f64) return verify_fail_plain(v, op, "f64 is not supported for sparse mode");
  if (!is_f64 && !is_known) {
    Str name = op_name(op);
    return verify_fail_plain(v, op, "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by %.*s", STR_ARG(name));
  }
  if (array->count != 3 || a->rank != 2 || b->rank != 2 || c->rank != 2) return true;   // mlir-opt reads what is not there
  int64_t m = attr_to_i64(array->items[0]), n = attr_to_i64(array->items[1]), k = attr_to_i64(array->items[2]);
  int64_t tile_k = is_f64 ? 4 : 128 / bits, per_thread = is_f64 ? 1 : 32 / bits, factor = sparse ? 2 : 1;
  if (a->dims[0] * a->dims[1] * WARP_SIZE != m * k / factor) return verify_fail(v, op, "expected %lld warp-wide matrix A elements", (long long)(m * k));
  if (b->dims[0] * b->dims[1] * WARP_SIZE != k * n) return verify_fail(v, op, "expected %lld warp-wide matrix B elements", (long long)(k * n));
  if (c->dims[0] * c->dims[1] * WARP_SIZE != m * n) return verify_fail(v, op, "expected %lld warp-wide matrix C elements", (long long)(m * n));
  if (tf32 && !(type_is_float(a->element) && bits == 32)) return verify_fail(v, op, "expected tf32 tensor cores only for F32 operands");
  int64_t mt = m / 8, nt = n / 8, kt = k / tile_k;
  if (a->dims[0] != mt * kt / factor || a->dims[1] != per_thread)
    return verify_fail(v, op, "expected matrix A to be shaped (%lld x %lld)", (long long)(mt * kt), (long long)per_thread);
  if (b->dims[0] != kt * nt || b->dims[1] != per_thread)
    return verify_fail(v, op, "expected matrix B to be shaped (%lld x %lld)", (long long)(kt * nt), (long long)per_thread);
  return (c->dims[0] == mt * nt && c->dims[1] == 2) || verify_fail(v, op, "expected matrix C to be shaped (%lld x 2)", (long long)(mt * nt));
}

bool verify_nvgpu_mma_sync(Verifier *v, const Operation *op) {
  return verify_mma(v, op, op_prop_at(op, NVGPU_MMA_SYNC_MMA_SHAPE), op_prop_at(op, NVGPU_MMA_SYNC_TF32_ENABLED) != NULL, false);
}

bool verify_nvgpu_mma_sp_sync(Verifier *v, const Operation *op) {
  A selector = op_prop_at(op, NVGPU_MMA_SP_SYNC_SPARSITY_SELECTOR);
  if (selector && (uint32_t)attr_to_u64(selector) > 1) return verify_fail(v, op, "sparsity selector should be 0 or 1");
  return verify_mma(v, op, op_prop_at(op, NVGPU_MMA_SP_SYNC_MMA_SHAPE), op_prop_at(op, NVGPU_MMA_SP_SYNC_TF32_ENABLED) != NULL, true);
}

bool verify_nvgpu_ldmatrix(Verifier *v, const Operation *op) {
  const ShapedType *result = (const ShapedType *)op_result_type(op, 0);
  uint32_t bits = type_bits(result->element);
  if (!is_shared(shaped(op, 0)))
    return verify_fail_plain(v, op, "expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)");
  if (bits > 32 || !bits) return verify_fail_plain(v, op, "nvgpu.ldmatrix works for 32b or lower");
  if (attr_to_bool(op_prop_at(op, NVGPU_LDMATRIX_TRANSPOSE)) && bits != 16) return verify_fail_plain(v, op, "nvgpu.ldmatrix transpose works only at 16b granularity");
  if (result->rank != 2) return verify_fail_plain(v, op, "results must be 2 dimensional vector");
  if (result->dims[1] != 32 / bits) return verify_fail_plain(v, op, "expected vector register shape[1] = %u", 32 / bits);
  return result->dims[0] == attr_to_i64(op_prop_at(op, NVGPU_LDMATRIX_NUM_TILES)) ||
         verify_fail_plain(v, op, "expected vector register shape[0] and numTiles to match");
}

// ---------------------------------------------------------------------------------------------
// Tensor maps

static uint64_t param_of(T type, uint32_t i) { return ((const ParamsType *)type)->words[i]; }
static const ShapedType *tensor_of(T descriptor) { return (const ShapedType *)(uintptr_t)param_of(descriptor, 0); }
enum { PARAM_SWIZZLE = 1, PARAM_INTERLEAVE = 4 };

// `memref`: what is copied; NULL: nothing is.
static bool verify_tensor_map(Verifier *v, const Operation *op, T descriptor, const ShapedType *memref) {
  const ShapedType *tensor = tensor_of(descriptor);
  if (param_of(descriptor, PARAM_INTERLEAVE)) return verify_fail_plain(v, op, "Interleave options are not supported yet.");
  if (!is_shared(tensor)) return verify_fail_plain(v, op, "the tensor map descriptor has incorrect address space, it must be shared memory address space.");
  if (!type_has_static_shape(&tensor->base)) return verify_fail_plain(v, op, "the tensor map descriptor must be static shaped");
  for (uint64_t i = 0; i < tensor->rank; i++)
    if (tensor->dims[i] <= 0 || tensor->dims[i] > LARGEST_SIZE)
      return verify_fail_plain(v, op, "the tensor map descriptor must have dimensions between 1 and 256 but it is %lld", (long long)tensor->dims[i]);
  if (tensor->rank > 1 && param_of(descriptor, PARAM_SWIZZLE)) {
    int64_t bytes = type_bits(tensor->element) * tensor->dims[tensor->rank - 1] / 8;
    if (bytes != LAST_DIMENSION_BYTES)
      return verify_fail_plain(v, op, "the tensormap descriptor must have last dimension of 128 bytes but it is %lld bytes", (long long)bytes);
  }
  if (!memref) return true;
  if (tensor->element != memref->element) return verify_fail_plain(v, op, "the element type of tensor map descriptor and memref must be same");
  if (!is_shared(memref)) return verify_fail_plain(v, op, "the destination memref has incorrect address space, it must be shared memory address space.");
  if (!type_has_static_shape(&memref->base)) return verify_fail_plain(v, op, "the destination memref must be static shaped");
  if (memref->rank != tensor->rank) return verify_fail_plain(v, op, "the shape of tensor map descriptor and memref must have same rank");
  if (memcmp(memref->dims, tensor->dims, tensor->rank * sizeof *memref->dims) != 0)
    return verify_fail_plain(v, op, "memref and tensor map shapes mismatch '%s' != '%s'", type_text(v->ctx, &tensor->base), type_text(v->ctx, &memref->base));
  return true;
}

bool verify_nvgpu_tma_async_load(Verifier *v, const Operation *op) {
  uint32_t dst = op_operands_named(op, "dst").begin, map = op_operands_named(op, "tensorMapDescriptor").begin;
  if (!verify_tensor_map(v, op, op_operand_type(op, map), shaped(op, dst))) return false;
  uint32_t coordinates = span_size(op_operands_named(op, "coordinates"));
  if (coordinates > LARGEST_DIMENSION) return verify_fail_plain(v, op, "Maximum 5 coordinates are supported.");
  uint64_t rank = tensor_of(op_operand_type(op, map))->rank;
  return rank == coordinates || verify_fail_plain(v, op, "number of coordinates do not match with the rank of tensor descriptor map.");
}

bool verify_nvgpu_tma_async_store(Verifier *v, const Operation *op) {
  uint32_t src = op_operands_named(op, "src").begin, map = op_operands_named(op, "tensorMapDescriptor").begin;
  if (!verify_tensor_map(v, op, op_operand_type(op, map), shaped(op, src))) return false;
  uint32_t coordinates = span_size(op_operands_named(op, "coordinates"));
  if (coordinates > LARGEST_DIMENSION) return verify_fail_plain(v, op, "Maximum 5 coordinates are supported.");
  return shaped(op, src)->rank == coordinates || verify_fail_plain(v, op, "number of coordinates do not match with the rank of tensor descriptor map.");
}

bool verify_nvgpu_tma_create_descriptor(Verifier *v, const Operation *op) {
  if (op->operand_count - 1 > LARGEST_DIMENSION) return verify_fail_plain(v, op, "Maximum 5 dimensional box is supported.");
  return verify_tensor_map(v, op, op_result_type(op, 0), NULL);
}

// ---------------------------------------------------------------------------------------------
// Groups of warps

bool verify_nvgpu_warpgroup_generate_descriptor(Verifier *v, const Operation *op) {
  T map = op_operand_type(op, 1);
  if (!verify_tensor_map(v, op, map, NULL)) return false;
  if (shaped(op, 0) != tensor_of(op_result_type(op, 0)))
    return verify_fail_plain(v, op, "memref and descriptor's tensor type must be same: '%s' != '%s'", type_text(v->ctx, op_operand_type(op, 0)),
                             type_text(v->ctx, &tensor_of(op_result_type(op, 0))->base));
  return true;
}

static const ShapedType *fragment_of(T accumulator) { return (const ShapedType *)(uintptr_t)param_of(accumulator, 0); }

bool verify_nvgpu_warpgroup_mma_init_accumulator(Verifier *v, const Operation *op) {
  const ShapedType *fragment = fragment_of(op_result_type(op, 0));
  if (fragment->rank == 2 && (fragment->dims[0] % 64 || fragment->dims[1] % 8))
    return verify_fail_plain(v, op, "has matrix-C with wrong shape %lldx%lld", (long long)fragment->dims[0], (long long)fragment->dims[1]);
  return true;
}

bool verify_nvgpu_warpgroup_mma_store(Verifier *v, const Operation *op) {
  const ShapedType *memref = shaped(op, 1), *fragment = fragment_of(op_operand_type(op, 0));
  if (memref->rank != 2) return verify_fail_plain(v, op, "Op has unsupported rank on destination memref: %u", (uint32_t)memref->rank);
  if (!type_is_float(fragment->element) || type_bits(fragment->element) != 32)
    return verify_fail_plain(v, op, "hasn't supported type %s", type_text(v->ctx, fragment->element));
  if (fragment->element != memref->element)
    return verify_fail_plain(v, op, "type mismatch: fragmented matrix element type and destination memref element type should match.");
  for (uint32_t i = 0; i < 2; i++)
    if (fragment->dims[i] != memref->dims[i])
      return verify_fail_plain(v, op, "type mismatch: fragmented matrix shape and destination memref shape should match.");
  return true;
}

bool verify_nvgpu_warpgroup_mma(Verifier *v, const Operation *op) {
  if (op_operand_type(op, 2) != op_result_type(op, 0)) return verify_fail_plain(v, op, "type of matrix C and matrix D must be the same");
  const ShapedType *a = tensor_of(op_operand_type(op, 0)), *b = tensor_of(op_operand_type(op, 1)), *c = fragment_of(op_operand_type(op, 2));
  if (a->rank != 2 || b->rank != 2 || c->rank != 2) return verify_fail_plain(v, op, "has matrices A, B, C and D, they must be 2 dimensional");
  if (a->dims[1] != b->dims[0]) return verify_fail_plain(v, op, "2nd dim matrix-A (%lld)!= 1st dim matrix-B (%lld)", (long long)a->dims[1], (long long)b->dims[0]);
  if (a->dims[0] != c->dims[0]) return verify_fail_plain(v, op, "1st dim matrix-A ( %lld ) != 1st dim matrix-C ( %lld )", (long long)a->dims[0], (long long)c->dims[0]);
  if (b->dims[1] != c->dims[1]) return verify_fail_plain(v, op, "2nd dim matrix-B ( %lld ) != 2nd dim matrix-C ( %lld )", (long long)b->dims[1], (long long)c->dims[1]);
  return true;
}

bool verify_nvgpu_rcp(Verifier *v, const Operation *op) {
  bool is_approximate = attr_param(op_prop_at(op, NVGPU_RCP_ROUNDING), 0) == NVGPU_RCP_ROUNDING_MODE_APPROX && op_prop_at(op, NVGPU_RCP_FTZ);
  return is_approximate || verify_fail(v, op, "has a limitation. rounding mode(approx) and ftz supported now.");
}
