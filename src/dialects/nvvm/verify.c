// Verification of nvvm's operations: what instructions take together (after mlir/lib/Dialect/LLVMIR/IR/NVVMDialect.cpp).
#include "ops/nvvm.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "ir/verifier.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

enum { GENERIC = 0, GLOBAL = 1, CONSTANT = 4, LOCAL = 5, CLUSTER_MEMORY = 7 };

// The value of an attribute around an enum; `otherwise`: it was left out, and that is what it then means.
static int64_t enum_at(const Operation *op, uint32_t slot, int64_t otherwise) {
  A attr = op_prop_at(op, slot);
  return attr ? (int64_t)attr_param(attr, 0) : otherwise;
}

static bool has_operand(const Operation *op, const char *name) { return span_size(op_operands_named(op, name)) != 0; }
static uint32_t space_of(const Operation *op, uint32_t operand) { return llvm_ptr_space(op_operand_type(op, operand)); }
static bool is_f32(T type) { return type_is_float(type) && type_float_kind(type) == FLOAT_F32; }

// ---------------------------------------------------------------------------------------------
// Lanes of a warp

bool verify_nvvm_shfl_sync(Verifier *v, const Operation *op) {
  T value = op_operand_type(op, 1), result = op_result_type(op, 0);
  bool is_asked = op_prop_at(op, NVVM_SHFL_SYNC_RETURN_VALUE_AND_IS_VALID) != NULL;
  uint32_t count = 0;
  const T *elements = llvm_is_struct(result) ? llvm_struct_elements(result, &count) : NULL;
  const char *what = "return type";
  T expected = value, got = result;
  if (is_asked) {
    if (count != 2) return REFUSE("expected return type to be a two-element struct");
    what = elements[0] != value ? "first element in the returned struct" : "second element in the returned struct";
    got = elements[0] != value ? elements[0] : elements[1];
    if (elements[0] == value) expected = v->ctx->types.i1;
  } else if (llvm_is_struct(result)) {
    return REFUSE("\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type");
  }
  return got == expected || REFUSE("expected %s to be of type '%s' but got '%s' instead", what, type_text(v->ctx, expected), type_text(v->ctx, got));
}

bool verify_nvvm_redux_sync(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 0);
  int64_t kind = enum_at(op, NVVM_REDUX_SYNC_KIND, 0);
  A abs = op_prop_at(op, NVVM_REDUX_SYNC_ABS), nan = op_prop_at(op, NVVM_REDUX_SYNC_NAN);
  if (!is_f32(type)) {
    if (abs && attr_to_bool(abs)) return REFUSE("abs attribute is supported only for f32 type");
    if (nan && attr_to_bool(nan)) return REFUSE("nan attribute is supported only for f32 type");
  }
  bool wants_float = kind == NVVM_REDUX_KIND_FMIN || kind == NVVM_REDUX_KIND_FMAX;
  if (wants_float == is_f32(type)) return true;
  static const char *const names[] = {"", "add", "and", "max", "min", "or", "umax", "umin", "xor", "fmin", "fmax"};
  return REFUSE("'%s' redux kind unsupported with '%s' type. Only supported type is '%s'.", names[kind], type_text(v->ctx, type), wants_float ? "f32" : "i32");
}

bool verify_nvvm_vote_sync(Verifier *v, const Operation *op) {
  bool is_i1 = type_is_int(op_result_type(op, 0), 1);
  if (enum_at(op, NVVM_VOTE_SYNC_KIND, 0) == NVVM_VOTE_SYNC_KIND_BALLOT) return !is_i1 || REFUSE("vote.sync 'ballot' returns an i32");
  return is_i1 || REFUSE("vote.sync 'any', 'all' and 'uni' returns an i1");
}

bool verify_nvvm_match_sync(Verifier *v, const Operation *op) {
  T type = op_result_type(op, 0);
  uint32_t count = 0;
  const T *elements = llvm_is_struct(type) ? llvm_struct_elements(type, &count) : NULL;
  if (enum_at(op, NVVM_MATCH_SYNC_KIND, 0) == NVVM_MATCH_SYNC_KIND_ANY) return type_is_int(type, 32) || REFUSE("match.sync 'any' returns an i32");
  return (count == 2 && type_is_int(elements[0], 32) && type_is_int(elements[1], 1)) ||
         REFUSE("match.sync 'all' returns a two element struct with first element as i32 and second element as i1");
}

// ---------------------------------------------------------------------------------------------
// Barriers and fences

bool verify_nvvm_barrier(Verifier *v, const Operation *op) {
  bool has_id = has_operand(op, "barrierId"), has_predicate = has_operand(op, "reductionPredicate"), reduces = op_prop_at(op, NVVM_BARRIER_REDUCTION_OP) != NULL;
  if (has_operand(op, "numberOfThreads") && !has_id) return REFUSE("barrier id is missing, it should be set between 0 to 15");
  if (has_id && (reduces || has_predicate)) return REFUSE("reduction are only available when id is 0");
  return reduces == has_predicate || REFUSE("reduction predicate and reduction operation must be specified together");
}

bool verify_nvvm_fence_proxy(Verifier *v, const Operation *op) {
  int64_t kind = enum_at(op, NVVM_FENCE_PROXY_KIND, 0);
  bool has_space = op_prop_at(op, NVVM_FENCE_PROXY_SPACE) != NULL;
  if (kind == NVVM_PROXY_KIND_TENSORMAP) return REFUSE("tensormap proxy is not a supported proxy kind");
  if (kind == NVVM_PROXY_KIND_GENERIC) return REFUSE("generic proxy not a supported proxy kind");
  if (kind == NVVM_PROXY_KIND_ASYNC_SHARED) return has_space || REFUSE("async_shared fence requires space attribute");
  return !has_space || REFUSE("only async_shared fence can have space attribute");
}

static bool verify_one_way(Verifier *v, const Operation *op, uint32_t from, uint32_t to) {
  if (enum_at(op, from, NVVM_PROXY_KIND_GENERIC) != NVVM_PROXY_KIND_GENERIC) return REFUSE("uni-directional proxies only support generic for from_proxy attribute");
  return enum_at(op, to, NVVM_PROXY_KIND_TENSORMAP) == NVVM_PROXY_KIND_TENSORMAP || REFUSE("uni-directional proxies only support tensormap for to_proxy attribute");
}
bool verify_nvvm_fence_proxy_acquire(Verifier *v, const Operation *op) {
  return verify_one_way(v, op, NVVM_FENCE_PROXY_ACQUIRE_FROM_PROXY, NVVM_FENCE_PROXY_ACQUIRE_TO_PROXY);
}
bool verify_nvvm_fence_proxy_release(Verifier *v, const Operation *op) {
  return verify_one_way(v, op, NVVM_FENCE_PROXY_RELEASE_FROM_PROXY, NVVM_FENCE_PROXY_RELEASE_TO_PROXY);
}

static bool is_acquire_or_release(const Operation *op, uint32_t slot) {
  int64_t order = enum_at(op, slot, 0);
  return order == NVVM_MEM_ORDER_KIND_ACQUIRE || order == NVVM_MEM_ORDER_KIND_RELEASE;
}
bool verify_nvvm_fence_sync_restrict(Verifier *v, const Operation *op) {
  return is_acquire_or_release(op, NVVM_FENCE_SYNC_RESTRICT_ORDER) || REFUSE("only acquire and release semantics are supported");
}
bool verify_nvvm_fence_proxy_sync_restrict(Verifier *v, const Operation *op) {
  if (!is_acquire_or_release(op, NVVM_FENCE_PROXY_SYNC_RESTRICT_ORDER)) return REFUSE("only acquire and release semantics are supported");
  if (enum_at(op, NVVM_FENCE_PROXY_SYNC_RESTRICT_FROM_PROXY, NVVM_PROXY_KIND_GENERIC) != NVVM_PROXY_KIND_GENERIC) return REFUSE("only generic is support for from_proxy attribute");
  return enum_at(op, NVVM_FENCE_PROXY_SYNC_RESTRICT_TO_PROXY, NVVM_PROXY_KIND_ASYNC) == NVVM_PROXY_KIND_ASYNC || REFUSE("only async is supported for to_proxy attribute");
}

// Barriers in memory: the block or the cluster waits, and what is in the memory of another block answers nothing.
static bool has_near_scope(const Operation *op) {
  A scope = op_prop(op, "scope");
  return !scope || attr_param(scope, 0) == NVVM_MEM_SCOPE_KIND_CTA || attr_param(scope, 0) == NVVM_MEM_SCOPE_KIND_CLUSTER;
}
bool verify_nvvm_mbarrier(Verifier *v, const Operation *op) {
  return has_near_scope(op) || REFUSE_PLAIN("mbarrier scope must be either CTA or Cluster");
}
bool verify_nvvm_mbarrier_arrive(Verifier *v, const Operation *op) {
  if (!verify_nvvm_mbarrier(v, op)) return false;
  return !op->result_count || space_of(op, 0) != CLUSTER_MEMORY || REFUSE_PLAIN("mbarrier in shared_cluster space cannot return any value");
}
bool verify_nvvm_mbarrier_arrive_expect_tx(Verifier *v, const Operation *op) {
  A relaxed = op_prop_at(op, NVVM_MBARRIER_ARRIVE_EXPECT_TX_RELAXED);
  if (op->operand_count < 3) return verify_nvvm_mbarrier_arrive(v, op);
  if (enum_at(op, NVVM_MBARRIER_ARRIVE_EXPECT_TX_SCOPE, NVVM_MEM_SCOPE_KIND_CTA) != NVVM_MEM_SCOPE_KIND_CTA) return REFUSE_PLAIN("mbarrier scope must be CTA when using predicate");
  if (space_of(op, 0) == CLUSTER_MEMORY) return REFUSE_PLAIN("mbarrier in shared_cluster space is not supported when using predicate");
  if (op->result_count) return REFUSE_PLAIN("return-value is not supported when using predicate");
  return !relaxed || !attr_to_bool(relaxed) || REFUSE_PLAIN("mbarrier with relaxed semantics is not supported when using predicate");
}

// ---------------------------------------------------------------------------------------------
// Memory

bool verify_nvvm_cp_async(Verifier *v, const Operation *op) {
  int64_t modifier = enum_at(op, NVVM_CP_ASYNC_SHARED_GLOBAL_MODIFIER, 0), size = attr_to_i64(op_prop_at(op, NVVM_CP_ASYNC_SHARED_GLOBAL_SIZE));
  if (modifier != NVVM_LOAD_CACHE_MODIFIER_KIND_CG && modifier != NVVM_LOAD_CACHE_MODIFIER_KIND_CA) return REFUSE_PLAIN("Only CG and CA cache modifiers are supported.");
  if (size != 4 && size != 8 && size != 16) return REFUSE_PLAIN("expected byte size to be either 4, 8 or 16.");
  return modifier == NVVM_LOAD_CACHE_MODIFIER_KIND_CA || size == 16 || REFUSE_PLAIN("CG cache modifier is only support for 16 bytes copy.");
}

bool verify_nvvm_st_bulk(Verifier *v, const Operation *op) {
  A value = op_prop_at(op, NVVM_ST_BULK_INIT_VAL);
  return !value || !attr_to_i64(value) || REFUSE("only 0 is supported for initVal, got %lld", (long long)attr_to_i64(value));
}

static bool verify_prefetch_to_level(Verifier *v, const Operation *op, uint32_t space) {
  int64_t level = enum_at(op, NVVM_PREFETCH_CACHE_LEVEL, 0);
  if (space != GENERIC && space != GLOBAL && space != LOCAL) return REFUSE("prefetch to cache level requires a generic, global, or local pointer");
  if (op_prop_at(op, NVVM_PREFETCH_UNIFORM)) {
    if (level != NVVM_PREFETCH_CACHE_LEVEL_L1) return REFUSE("unsupported cache level, the only supported uniform cache level is L1");
    if (space != GENERIC) return REFUSE("prefetch to uniform cache requires a generic pointer");
  }
  if (op_prop_at(op, NVVM_PREFETCH_EVICT_PRIORITY)) {
    int64_t priority = enum_at(op, NVVM_PREFETCH_EVICT_PRIORITY, 0);
    if (level != NVVM_PREFETCH_CACHE_LEVEL_L2) return REFUSE("cache eviction priority supported only for cache level L2");
    if (space != GLOBAL) return REFUSE("cache eviction priority requires a global pointer");
    if (priority != NVVM_CACHE_EVICTION_PRIORITY_EVICT_NORMAL && priority != NVVM_CACHE_EVICTION_PRIORITY_EVICT_LAST)
      return REFUSE("unsupported cache eviction priority, only evict_last and evict_normal are supported");
  }
  return op->operand_count < 2 || REFUSE("predicate supported only on prefetch tensormap");
}

bool verify_nvvm_prefetch(Verifier *v, const Operation *op) {
  uint32_t space = space_of(op, 0);
  bool is_map = op_prop_at(op, NVVM_PREFETCH_TENSORMAP) != NULL, has_level = op_prop_at(op, NVVM_PREFETCH_CACHE_LEVEL) != NULL;
  if (!is_map && !has_level) return REFUSE("requires specification of either cache level or tensormap");
  if (is_map && has_level) return REFUSE("cannot specify both tensormap and cache level");
  if (!is_map) return verify_prefetch_to_level(v, op, space);
  if (space != GENERIC && space != CONSTANT) return REFUSE("prefetch tensormap requires a generic or constant pointer");
  if (op_prop_at(op, NVVM_PREFETCH_EVICT_PRIORITY)) return REFUSE("prefetch tensormap does not support eviction priority");
  return space == GENERIC || !op_prop_at(op, NVVM_PREFETCH_IN_PARAM_SPACE) || REFUSE("in_param_space can only be specified for a generic pointer");
}

// ---------------------------------------------------------------------------------------------
// The multiprocessor

bool verify_nvvm_setmaxregister(Verifier *v, const Operation *op) {
  int64_t count = attr_to_i64(op_prop_at(op, NVVM_SETMAXREGISTER_REG_COUNT));
  if (count % 8) return REFUSE("new register size must be multiple of 8");
  return (count >= 24 && count <= 256) || REFUSE("new register size must be in between 24 to 256");
}

bool verify_nvvm_pmevent(Verifier *v, const Operation *op) {
  A id = op_prop_at(op, NVVM_PMEVENT_EVENT_ID), mask = op_prop_at(op, NVVM_PMEVENT_MASKED_EVENT_ID);
  if (!id && !mask) return REFUSE("either `id` or `mask` must be set");
  if (id && mask) return REFUSE("`id` and `mask` cannot be set at the same time");
  return !id || (attr_to_i64(id) >= 0 && attr_to_i64(id) <= 15) || REFUSE("`id` must be between 0 and 15");
}

bool verify_nvvm_query_cancel(Verifier *v, const Operation *op) {
  bool is_i1 = type_is_int(op_result_type(op, 0), 1);
  if (enum_at(op, NVVM_CLUSTERLAUNCHCONTROL_QUERY_CANCEL_QUERY_TYPE, 0) == NVVM_CLUSTER_LAUNCH_CONTROL_QUERY_TYPE_IS_CANCELED) return is_i1 || REFUSE("is_canceled query type returns an i1");
  return !is_i1 || REFUSE("get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32");
}

bool verify_nvvm_prmt(Verifier *v, const Operation *op) {
  static const char *const modes[] = {"default", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  int64_t mode = enum_at(op, NVVM_PRMT_MODE, 0);
  bool wants_high = mode <= NVVM_PERMUTE_MODE_B4E, has_high = has_operand(op, "hi");
  if (wants_high == has_high) return true;
  return wants_high ? REFUSE_PLAIN("mode '%s' requires 'hi' operand.", modes[mode]) : REFUSE_PLAIN("mode '%s' does not accept 'hi' operand.", modes[mode]);
}

// ---------------------------------------------------------------------------------------------
// Matrices of a warp

// What a shape of matrices takes: how many at once, the layout, the types of elements as bits, and the registers of each.
typedef struct MatrixShape {
  uint64_t m, n;
  uint8_t most, layout, elements, registers;
  const char *counts, *element_words;
} MatrixShape;
enum { ANY_LAYOUT = UINT8_MAX };
#define ELEMENT(name) (1u << NVVM_LD_ST_MATRIX_ELT_TYPE_##name)

static const MatrixShape *shape_of(A shape, const MatrixShape *rows, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (attr_param(shape, 0) == rows[i].m && attr_param(shape, 1) == rows[i].n) return &rows[i];
  return NULL;
}

static bool is_count(uint64_t count, uint64_t most) { return count && count <= most && (count & (count - 1)) == 0; }

bool verify_nvvm_ldmatrix(Verifier *v, const Operation *op) {
  static const MatrixShape shapes[] = {
    {8, 8, 4, ANY_LAYOUT, ELEMENT(B16), 1, "1, 2 or 4", "b16"},
    {8, 16, 4, NVVM_MMA_LAYOUT_ROW, ELEMENT(B8X16_B6X16_P32) | ELEMENT(B8X16_B4X16_P64), 1, "1, 2 or 4", "b8x16.b4x16_p64 or b8x16.b6x16_p32"},
    {16, 16, 2, NVVM_MMA_LAYOUT_COL, ELEMENT(B8) | ELEMENT(B8X16_B6X16_P32) | ELEMENT(B8X16_B4X16_P64), 2, "1 or 2", "b8, b8x16.b4x16_p64 or b8x16.b6x16_p32"},
  };
  const MatrixShape *shape = shape_of(op_prop_at(op, NVVM_LDMATRIX_SHAPE), shapes, countof(shapes));
  uint64_t count = (uint64_t)attr_to_i64(op_prop_at(op, NVVM_LDMATRIX_NUM));
  if (!shape) return REFUSE("expected shape to be 8x8, 8x16 or 16x16");
  unsigned m = (unsigned)shape->m, n = (unsigned)shape->n;
  if (shape->layout != ANY_LAYOUT && enum_at(op, NVVM_LDMATRIX_LAYOUT, 0) != shape->layout)
    return REFUSE("expected layout to be %s for %ux%u matrix", shape->layout == NVVM_MMA_LAYOUT_ROW ? "row" : "col", m, n);
  if (!is_count(count, shape->most)) return REFUSE("expected num attribute to be %s for %ux%u matrix", shape->counts, m, n);
  if (!(shape->elements >> enum_at(op, NVVM_LDMATRIX_ELT_TYPE, 0) & 1)) return REFUSE("expected element type to be %s for %ux%u matrix", shape->element_words, m, n);
  T type = op_result_type(op, 0);
  uint64_t registers = count * shape->registers;
  if (registers == 1) return type_is_int(type, 32) || REFUSE("expected destination type is i32");
  uint32_t got = 0;
  const T *elements = llvm_is_struct(type) ? llvm_struct_elements(type, &got) : NULL;
  bool fits = got == registers;
  for (uint32_t i = 0; fits && i < got; i++) fits = type_is_int(elements[i], 32);
  return fits || REFUSE("expected destination type is a structure of %u elements of type i32", (unsigned)registers);
}

bool verify_nvvm_stmatrix(Verifier *v, const Operation *op) {
  static const MatrixShape shapes[] = {
    {8, 8, 4, ANY_LAYOUT, ELEMENT(B16), 1, NULL, "B16"},
    {16, 8, 4, NVVM_MMA_LAYOUT_COL, ELEMENT(B8), 1, NULL, "B8"},
  };
  if (!is_count(op->operand_count - 1, 4)) return REFUSE("expected num attribute to be 1, 2 or 4");
  const MatrixShape *shape = shape_of(op_prop_at(op, NVVM_STMATRIX_SHAPE), shapes, countof(shapes));
  if (!shape) return REFUSE("expected shape to be 8x8 or 16x8");
  unsigned m = (unsigned)shape->m, n = (unsigned)shape->n;
  if (shape->layout != ANY_LAYOUT && enum_at(op, NVVM_STMATRIX_LAYOUT, 0) != shape->layout) return REFUSE("expected layout to be col for %ux%u matrix", m, n);
  return (shape->elements >> enum_at(op, NVVM_STMATRIX_ELT_TYPE, 0) & 1) || REFUSE("expected element type to be %s for %ux%u matrix", shape->element_words, m, n);
}

// ---------------------------------------------------------------------------------------------
// Tensor memory

bool verify_nvvm_tcgen05_cp(Verifier *v, const Operation *op) {
  int64_t shape = enum_at(op, NVVM_TCGEN05_CP_SHAPE, 0), multicast = enum_at(op, NVVM_TCGEN05_CP_MULTICAST, NVVM_TCGEN05_CP_MULTICAST_NONE);
  if (shape == NVVM_TCGEN05_CP_SHAPE_SHAPE_64X128B)
    return multicast == NVVM_TCGEN05_CP_MULTICAST_WARPX2_02_13 || multicast == NVVM_TCGEN05_CP_MULTICAST_WARPX2_01_23 ||
           REFUSE_PLAIN("Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op");
  if (shape == NVVM_TCGEN05_CP_SHAPE_SHAPE_32X128B) return multicast == NVVM_TCGEN05_CP_MULTICAST_WARPX4 || REFUSE_PLAIN("Shape 32x128b requires multicast warpx4 for tcgen05.cp Op");
  return multicast == NVVM_TCGEN05_CP_MULTICAST_NONE || REFUSE_PLAIN("Invalid multicast type for tcgen05.cp Op");
}
