// convert-gpu-to-nvvm and convert-gpu-to-rocdl: kernels and their functions become llvm functions that call a device's library of
// mathematics (after mlir/lib/Conversion/GPUToNVVM and GPUToROCDL), and use its instructions for numbers of threads and barriers.
// For NVVM, values of other lanes and reductions over a warp are converted, too.
#include "asm/params.h"
#include "convert/llvm/llvm_build.h"
#include "convert/llvm/target.h"
#include "dialects/common/build.h"
#include "dialects/gpu/kernel.h"
#include "dialects/gpu/types.h"
#include "dialects/registry.h"
#include "ops/arith.h"
#include "ops/func.h"
#include "ops/gpu.h"
#include "ops/llvm.h"
#include "ops/math.h"
#include "ops/nvvm.h"
#include "ops/rocdl.h"
#include "ops/to_llvm.h"
#include "rewrite/greedy.h"

typedef struct LibraryCall {
  uint16_t opcode;
  const char *f32, *f64, *fast;   // names behind the prefix; NULL: the operation stays
} LibraryCall;

// What a question of gpu becomes, by dimension, and the attribute of functions that bounds it.
typedef struct IdCall {
  uint16_t opcode, made[3];
  const char *known;
  bool counts;       // it is a size: from 1, and the bound can be it
} IdCall;

typedef struct Device {
  const char *kernel, *block_size, *flat_size;   // attributes of functions; NULL: none
  const char *data_layout;                       // of modules; NULL: they keep theirs
  const LibraryCall *calls;
  uint32_t call_count;
  const IdCall *ids;
  uint32_t id_count;
  uint16_t barrier;
  const Pattern *others;                         // what is a few instructions of the device
  uint32_t other_count;
} Device;

// ---------------------------------------------------------------------------------------------
// Functions

static WalkResult end_with_func_return(Operation *op, void *data) {
  Builder *b = data;
  if (!op_is(op, OP_GPU_RETURN)) return WALK_ADVANCE;
  builder_before(b, op);
  OpState *state = builder_begin(b, OP_FUNC_RETURN);
  op_state_take_operands(state, op, 0, op->operand_count);
  builder_finish_typed(b);
  op_erase(op);
  return WALK_ADVANCE;
}

static void add_attr(PassRun *pass, OpState *state, const char *name, A value) {
  if (name) vec_push(state->arena, &state->attrs, ((NamedAttr){attr_string(pass->ctx, str_from(name)), value}));
}

// A function of gpu becomes one of func, which the conversion takes further; NULL: it has memory of its own, reported.
static Operation *to_plain_function(PassRun *pass, const Device *device, Operation *op) {
  const FunctionType *type = gpu_func_type(op);
  Block *entry = op_region(op, 0)->first;
  if (!type || !entry || entry->arg_count != type->input_count) {
    op_error(pass->module, op, "has memory of a workgroup or of a thread, which is not converted yet");
    return NULL;
  }
  Builder builder, *b = &builder;
  builder_init(b, pass->module);
  builder_before(b, op);
  OpState *state = builder_begin(b, OP_FUNC_FUNC);
  bool is_kernel = gpu_func_is_kernel(op);
  A block = op_prop_at(op, GPU_FUNC_KNOWN_BLOCK_SIZE), grid = op_prop_at(op, GPU_FUNC_KNOWN_GRID_SIZE);
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, op_attr(op, "sym_name"));
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, op_prop_at(op, GPU_FUNC_FUNCTION_TYPE));
  op_state_set_prop(state, FUNC_FUNC_ARG_ATTRS, op_prop_at(op, GPU_FUNC_ARG_ATTRS));
  op_state_set_prop(state, FUNC_FUNC_RES_ATTRS, op_prop_at(op, GPU_FUNC_RES_ATTRS));
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (!attr_is_string(op->attrs[i].name, "sym_name") && !attr_is_string(op->attrs[i].name, "workgroup_attributions")) vec_push(state->arena, &state->attrs, op->attrs[i]);
  if (block) add_attr(pass, state, "gpu.known_block_size", block);
  if (grid) add_attr(pass, state, "gpu.known_grid_size", grid);
  if (is_kernel) add_attr(pass, state, device->kernel, attr_unit(pass->ctx));
  if (is_kernel && block) add_attr(pass, state, device->block_size, block);
  if (is_kernel && block && device->flat_size) {   // at least and at most as many threads
    int64_t threads = dense_array_i64(block, 0) * dense_array_i64(block, 1) * dense_array_i64(block, 2);
    add_attr(pass, state, device->flat_size, attr_string(pass->ctx, arena_printf(pass->arena, "%lld,%lld", (long long)threads, (long long)threads)));
  }
  op_state_add_region(state);
  Operation *function = builder_finish_typed(b);
  region_take_blocks(op_region(function, 0), op_region(op, 0), NULL);
  op_erase(op);
  op_walk_post(function, end_with_func_return, b);
  return function;
}

// ---------------------------------------------------------------------------------------------
// What other operations of gpu can say, before the conversion

// A value of 64 bits comes from another lane in two halves.
static bool split_shuffle(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T type = op_operand_type(op, 0), i32 = g->ctx->types.i32, i64 = g->ctx->types.i64, i1 = g->ctx->types.i1;
  if ((!type_is_float(type) && !type_is_int(type, 64)) || type_bits(type) != 64) return false;
  Value *value = op_operand(op, 0), *parts[2], *valid[2];
  Value *half = build_constant(b, attr_i64(g->ctx, i64, 32));
  if (type != i64) value = build1(b, OP_ARITH_BITCAST, i64, value);
  parts[0] = build1(b, OP_ARITH_TRUNCI, i32, value);
  parts[1] = build1(b, OP_ARITH_TRUNCI, i32, build2(b, OP_ARITH_SHRUI, i64, value, half));
  for (uint32_t i = 0; i < 2; i++) {
    OpState *state = builder_begin(b, OP_GPU_SHUFFLE);
    op_state_add_operands(state, (Value *const[]){parts[i], op_operand(op, 1), op_operand(op, 2)}, 3);
    op_state_set_prop(state, GPU_SHUFFLE_MODE, op_prop_at(op, GPU_SHUFFLE_MODE));
    op_state_add_types(state, (const T[]){i32, i1}, 2);
    Operation *made = builder_finish_typed(b);
    parts[i] = op_result(made, 0);
    valid[i] = op_result(made, 1);
  }
  for (uint32_t i = 0; i < 2; i++) parts[i] = build1(b, OP_ARITH_EXTUI, i64, parts[i]);
  value = build2(b, OP_ARITH_ORI, i64, build2(b, OP_ARITH_SHLI, i64, parts[1], half), parts[0]);
  if (type != i64) value = build1(b, OP_ARITH_BITCAST, type, value);
  return greedy_replace(g, op, (Value *const[]){value, build2(b, OP_ARITH_ANDI, i1, valid[0], valid[1])});
}

static Value *build_id(Greedy *g, uint32_t opcode, A dimension) {
  OpState *state = builder_begin(&g->b, opcode);
  op_state_set_prop(state, 0, dimension);
  op_state_add_type(state, g->ctx->types.index);
  return builder_finish_value(&g->b);
}

// Blocks have the same size, so those in front are so many threads.
static bool expand_global_id(Greedy *g, Operation *op) {
  A dimension = op_prop_at(op, 0);
  T index = g->ctx->types.index;
  Value *block = build_id(g, OP_GPU_BLOCK_ID, dimension), *size = build_id(g, OP_GPU_BLOCK_DIM, dimension);
  Value *before = build2(&g->b, OP_ARITH_MULI, index, block, size);
  return greedy_replace1(g, op, build2(&g->b, OP_ARITH_ADDI, index, build_id(g, OP_GPU_THREAD_ID, dimension), before));
}

static const GreedyPattern expansions[] = {
  {.root = OP_GPU_SHUFFLE, .rewrite = split_shuffle, .name = "$root of 64 bits in halves"},
  {.root = OP_GPU_GLOBAL_ID, .rewrite = expand_global_id, .name = "$root from the block and the thread"},
};

// ---------------------------------------------------------------------------------------------
// Mathematics

static bool lower_to_call(Conversion *c, Operation *op, Value *const *operands) {
  const LibraryCall *row = c->pattern->data;
  if (op->result_count != 1 || !type_is_float(op_result_type(op, 0))) return convert_no_match(c, op, "it is not of one float");
  T type = op_result_type(op, 0);
  uint32_t bits = type_bits(type);
  if (bits != 32 && bits != 64) return convert_no_match(c, op, "the library has functions of f32 and f64");
  A flags = op_prop(op, "fastmath");
  bool is_fast = bits == 32 && row->fast && flags && (attr_param(flags, 0) & ARITH_FAST_MATH_FLAGS_AFN);
  const char *name = is_fast ? row->fast : bits == 32 ? row->f32 : row->f64;
  if (!name) return convert_no_match(c, op, "the llvm dialect has an operation for it");
  TypeVec params = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(c->arena, &params, operands[i]->type);
  Operation *function = op_parent(op);
  while (function && !op_has(function, TRAIT_FUNCTION)) function = op_parent(function);
  if (!function || !llvm_function_before(c, function, str_from(name), type, params.data, params.count)) return false;
  return convert_replace1(c, op, op_result(llvm_call(&c->b, type, str_from(name), operands, op->operand_count), 0));
}

// ---------------------------------------------------------------------------------------------
// Where a thread is

static A index_range(Context *ctx, int64_t from, int64_t to) {
  const uint64_t words[] = {param_word(attr_i64(ctx, ctx->types.i32, from)), param_word(attr_i64(ctx, ctx->types.i32, to))};
  return attr_from_params(ctx, &llvm_constant_range_attr, words);
}

// From 0 to the bound that the operation gives, or else the function around; NULL: nothing is known.
static A range_of(Conversion *c, const Operation *op, const IdCall *row, uint32_t dimension) {
  A given = op_prop(op, "upper_bound");
  int64_t bound;
  if (given) {
    bound = attr_to_i64(given);
  } else {
    const Operation *function = op_parent(op);
    while (function && !op_has(function, TRAIT_FUNCTION)) function = op_parent(function);
    A known = function && row->known ? op_attr(function, row->known) : NULL;
    if (!known || attr_kind(known) != ATTR_DENSE_ARRAY) return NULL;
    bound = dense_array_i64(known, dimension);
  }
  return index_range(c->ctx, row->counts, bound + row->counts);
}

// A number of 32 bits as an index.
static Value *as_index(Conversion *c, Value *number) {
  LLVMTypes *types = llvm_converter(c);
  if (types->index_bits == 32) return number;
  return build1(&c->b, types->index_bits > 32 ? OP_LLVM_SEXT : OP_LLVM_TRUNC, types->index, number);
}

static Value *read_register(Conversion *c, uint32_t opcode, A range) {
  OpState *state = builder_begin(&c->b, opcode);
  if (range) op_state_set_prop(state, 0, range);
  op_state_add_type(state, c->ctx->types.i32);
  return as_index(c, builder_finish_value(&c->b));
}

static bool lower_id(Conversion *c, Operation *op, Value *const *operands) {
  const IdCall *row = c->pattern->data;
  uint32_t dimension = (uint32_t)attr_param(op_prop_at(op, 0), 0);
  (void)operands;
  if (dimension > 2) return false;
  return convert_replace1(c, op, read_register(c, row->made[dimension], range_of(c, op, row, dimension)));
}

// How many of the 32 lanes in front, and of those behind them, come before this one.
static Value *count_lanes(Conversion *c, uint32_t opcode, Value *mask, Value *before, int64_t most) {
  Context *ctx = c->ctx;
  const NamedAttr attrs[] = {{attr_string(ctx, STR("llvm.noundef")), ctx->attrs.unit}, {attr_string(ctx, STR("llvm.range")), index_range(ctx, 0, most)}};
  A result = attr_dict(ctx, attrs, countof(attrs));
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operand2(state, mask, before);
  op_state_set_prop(state, ROCDL_MBCNT_LO_RES_ATTRS, attr_array(ctx, &result, 1));
  op_state_add_type(state, ctx->types.i32);
  return builder_finish_value(&c->b);
}

static bool lower_lane_id(Conversion *c, Operation *op, Value *const *operands) {
  T i32 = c->ctx->types.i32;
  (void)operands;
  Value *zero = llvm_int_constant(&c->b, i32, 0), *all = llvm_int_constant(&c->b, i32, -1);
  Value *lane = count_lanes(c, OP_ROCDL_MBCNT_LO, all, zero, 32);
  lane = count_lanes(c, OP_ROCDL_MBCNT_HI, all, lane, 64);
  return convert_replace1(c, op, as_index(c, lane));
}

static bool lower_barrier(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  builder_begin(&c->b, c->pattern->target);
  builder_finish_typed(&c->b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Lanes of a warp

enum { WARP_SIZE = 32 };

static bool lower_nvvm_lane_id(Conversion *c, Operation *op, Value *const *operands) {
  A bound = op_prop(op, "upper_bound");
  (void)operands;
  return convert_replace1(c, op, read_register(c, OP_NVVM_READ_PTX_SREG_LANEID, index_range(c->ctx, 0, bound ? attr_to_i64(bound) : WARP_SIZE)));
}

// The lanes that take part are the first `width` ones; a lane is not to look behind them.
static bool lower_shuffle(Conversion *c, Operation *op, Value *const *operands) {
  static const uint8_t kinds[] = {[GPU_SHUFFLE_MODE_XOR] = NVVM_SHFL_KIND_BFLY, [GPU_SHUFFLE_MODE_UP] = NVVM_SHFL_KIND_UP,
                                  [GPU_SHUFFLE_MODE_DOWN] = NVVM_SHFL_KIND_DOWN, [GPU_SHUFFLE_MODE_IDX] = NVVM_SHFL_KIND_IDX};
  Context *ctx = c->ctx;
  Builder *b = &c->b;
  T i32 = ctx->types.i32, type = operands[0]->type;
  uint64_t mode = attr_param(op_prop_at(op, GPU_SHUFFLE_MODE), 0);
  if (mode >= countof(kinds)) return false;
  bool is_valid_used = op_result(op, 1)->uses != NULL;
  Value *one = llvm_int_constant(b, i32, 1), *all = llvm_int_constant(b, i32, -1), *lanes = llvm_int_constant(b, i32, WARP_SIZE);
  Value *outside = llvm_sub(b, lanes, operands[2], 0);
  Value *mask = llvm_binary(b, OP_LLVM_LSHR, all, outside);
  Value *bound = mode == GPU_SHUFFLE_MODE_UP ? outside : llvm_sub(b, operands[2], one, 0);
  OpState *state = builder_begin(b, OP_NVVM_SHFL_SYNC);
  op_state_add_operands(state, (Value *const[]){mask, operands[0], operands[1], bound}, 4);
  op_state_set_prop(state, NVVM_SHFL_SYNC_KIND, attr_from_params(ctx, &nvvm_shfl_kind_attr, (const uint64_t[]){kinds[mode]}));
  if (is_valid_used) op_state_set_prop(state, NVVM_SHFL_SYNC_RETURN_VALUE_AND_IS_VALID, ctx->attrs.unit);
  op_state_add_type(state, is_valid_used ? llvm_struct(ctx, (const T[]){type, ctx->types.i1}, 2, false) : type);
  Value *made = builder_finish_value(b);
  if (!is_valid_used) return convert_replace_many(c, op, &made, (const uint32_t[]){1, 0});
  Value *value = llvm_extract(b, made, 0);
  return convert_replace(c, op, (Value *const[]){value, llvm_extract(b, made, 1)}, 2);
}

// The instruction reduces all lanes of a warp that get there together.
static bool lower_reduction(Conversion *c, Operation *op, Value *const *operands) {
  T i32 = c->ctx->types.i32;
  int kind = -1;
  if (!op_prop_at(op, GPU_SUBGROUP_REDUCE_UNIFORM)) return convert_no_match(c, op, "not every lane is known to get there");
  if (op_prop_at(op, GPU_SUBGROUP_REDUCE_CLUSTER_SIZE)) return convert_no_match(c, op, "it reduces parts of a subgroup");
  if (operands[0]->type != i32) return convert_no_match(c, op, "the instruction reduces i32");
  switch (attr_param(op_prop_at(op, GPU_SUBGROUP_REDUCE_OP), 0)) {
    case GPU_ALL_REDUCE_OPERATION_ADD: kind = NVVM_REDUX_KIND_ADD; break;
    case GPU_ALL_REDUCE_OPERATION_MINSI: kind = NVVM_REDUX_KIND_MIN; break;
    case GPU_ALL_REDUCE_OPERATION_MAXSI: kind = NVVM_REDUX_KIND_MAX; break;
    case GPU_ALL_REDUCE_OPERATION_AND: kind = NVVM_REDUX_KIND_AND; break;
    case GPU_ALL_REDUCE_OPERATION_OR: kind = NVVM_REDUX_KIND_OR; break;
    case GPU_ALL_REDUCE_OPERATION_XOR: kind = NVVM_REDUX_KIND_XOR; break;
    default: return convert_no_match(c, op, "no instruction reduces so");
  }
  Value *all = llvm_int_constant(&c->b, i32, -1);
  OpState *state = builder_begin(&c->b, OP_NVVM_REDUX_SYNC);
  op_state_add_operand2(state, operands[0], all);
  op_state_set_prop(state, NVVM_REDUX_SYNC_KIND, attr_from_params(c->ctx, &nvvm_redux_kind_attr, (const uint64_t[]){(uint64_t)kind}));
  op_state_add_type(state, i32);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

#define NV(opcode, name) {opcode, "__nv_" name "f", "__nv_" name, NULL}
#define NV_FAST(opcode, name) {opcode, "__nv_" name "f", "__nv_" name, "__nv_fast_" name "f"}
static const LibraryCall nvvm_calls[] = {
  NV(OP_MATH_ABSF, "fabs"), NV(OP_MATH_ACOS, "acos"), NV(OP_MATH_ACOSH, "acosh"), NV(OP_MATH_ASIN, "asin"), NV(OP_MATH_ASINH, "asinh"),
  NV(OP_MATH_ATAN, "atan"), NV(OP_MATH_ATAN2, "atan2"), NV(OP_MATH_ATANH, "atanh"), NV(OP_MATH_CBRT, "cbrt"), NV(OP_MATH_CEIL, "ceil"),
  NV(OP_MATH_COPYSIGN, "copysign"), NV_FAST(OP_MATH_COS, "cos"), NV(OP_MATH_COSH, "cosh"), NV(OP_MATH_ERF, "erf"), NV(OP_MATH_ERFC, "erfc"),
  NV_FAST(OP_MATH_EXP, "exp"), NV(OP_MATH_EXP2, "exp2"), NV(OP_MATH_EXPM1, "expm1"), NV(OP_MATH_FLOOR, "floor"), NV(OP_MATH_FMA, "fma"),
  NV_FAST(OP_MATH_LOG, "log"), NV_FAST(OP_MATH_LOG10, "log10"), NV(OP_MATH_LOG1P, "log1p"), NV_FAST(OP_MATH_LOG2, "log2"), NV_FAST(OP_MATH_POWF, "pow"),
  NV(OP_MATH_ROUND, "round"), NV(OP_MATH_ROUNDEVEN, "rint"), NV(OP_MATH_RSQRT, "rsqrt"), NV_FAST(OP_MATH_SIN, "sin"), NV(OP_MATH_SINH, "sinh"),
  NV(OP_MATH_SQRT, "sqrt"), NV_FAST(OP_MATH_TAN, "tan"), NV(OP_MATH_TANH, "tanh"), NV(OP_ARITH_REMF, "fmod"),
};
#define OCML(opcode, name) {opcode, "__ocml_" name "_f32", "__ocml_" name "_f64", NULL}
static const LibraryCall rocdl_calls[] = {
  OCML(OP_MATH_ACOS, "acos"), OCML(OP_MATH_ACOSH, "acosh"), OCML(OP_MATH_ASIN, "asin"), OCML(OP_MATH_ASINH, "asinh"), OCML(OP_MATH_ATAN, "atan"),
  OCML(OP_MATH_ATAN2, "atan2"), OCML(OP_MATH_ATANH, "atanh"), OCML(OP_MATH_CBRT, "cbrt"), OCML(OP_MATH_CEIL, "ceil"), OCML(OP_MATH_FLOOR, "floor"), OCML(OP_MATH_COS, "cos"), OCML(OP_MATH_COSH, "cosh"),
  OCML(OP_MATH_ERF, "erf"), OCML(OP_MATH_ERFC, "erfc"), {OP_MATH_EXP, NULL, "__ocml_exp_f64", NULL}, OCML(OP_MATH_EXP2, "exp2"), OCML(OP_MATH_EXPM1, "expm1"),
  {OP_MATH_LOG, NULL, "__ocml_log_f64", NULL}, OCML(OP_MATH_LOG10, "log10"), OCML(OP_MATH_LOG1P, "log1p"), OCML(OP_MATH_LOG2, "log2"),
  OCML(OP_MATH_POWF, "pow"), OCML(OP_MATH_RSQRT, "rsqrt"), OCML(OP_MATH_SIN, "sin"), OCML(OP_MATH_SINH, "sinh"), OCML(OP_MATH_TAN, "tan"),
  OCML(OP_MATH_TANH, "tanh"), OCML(OP_ARITH_REMF, "fmod"),
};

static const IdCall rocdl_ids[] = {
  {OP_GPU_THREAD_ID, {OP_ROCDL_WORKITEM_ID_X, OP_ROCDL_WORKITEM_ID_Y, OP_ROCDL_WORKITEM_ID_Z}, "gpu.known_block_size", false},
  {OP_GPU_BLOCK_DIM, {OP_ROCDL_WORKGROUP_DIM_X, OP_ROCDL_WORKGROUP_DIM_Y, OP_ROCDL_WORKGROUP_DIM_Z}, "gpu.known_block_size", true},
  {OP_GPU_BLOCK_ID, {OP_ROCDL_WORKGROUP_ID_X, OP_ROCDL_WORKGROUP_ID_Y, OP_ROCDL_WORKGROUP_ID_Z}, "gpu.known_grid_size", false},
  {OP_GPU_GRID_DIM, {OP_ROCDL_GRID_DIM_X, OP_ROCDL_GRID_DIM_Y, OP_ROCDL_GRID_DIM_Z}, "gpu.known_grid_size", true},
};

#define SREG(name) {OP_NVVM_READ_PTX_SREG_##name##_X, OP_NVVM_READ_PTX_SREG_##name##_Y, OP_NVVM_READ_PTX_SREG_##name##_Z}
static const IdCall nvvm_ids[] = {
  {OP_GPU_THREAD_ID, SREG(TID), "gpu.known_block_size", false},
  {OP_GPU_BLOCK_DIM, SREG(NTID), "gpu.known_block_size", true},
  {OP_GPU_CLUSTER_ID, SREG(CLUSTERID), NULL, false},
  {OP_GPU_CLUSTER_DIM, SREG(NCLUSTERID), NULL, true},
  {OP_GPU_CLUSTER_BLOCK_ID, SREG(CLUSTER_CTAID), "gpu.known_cluster_size", false},
  {OP_GPU_CLUSTER_DIM_BLOCKS, SREG(CLUSTER_NCTAID), "gpu.known_cluster_size", true},
  {OP_GPU_BLOCK_ID, SREG(CTAID), "gpu.known_grid_size", false},
  {OP_GPU_GRID_DIM, SREG(NCTAID), "gpu.known_grid_size", true},
};

static const Pattern nvvm_others[] = {
  {.root = OP_GPU_LANE_ID, .rewrite = lower_nvvm_lane_id, .name = "$root by the device's register"},
  {.root = OP_GPU_SHUFFLE, .rewrite = lower_shuffle, .name = "$root of a warp"},
};
static const Pattern nvvm_reduction = {.root = OP_GPU_SUBGROUP_REDUCE, .rewrite = lower_reduction, .name = "$root by the device's instruction"};
static const Pattern rocdl_others[] = {{.root = OP_GPU_LANE_ID, .rewrite = lower_lane_id, .name = "$root by counting lanes"}};

static const Device nvvm = {"nvvm.kernel", "nvvm.maxntid", NULL, NULL, nvvm_calls, countof(nvvm_calls), nvvm_ids, countof(nvvm_ids), OP_NVVM_BARRIER0,
  nvvm_others, countof(nvvm_others)};
static const Device rocdl = {"rocdl.kernel", "rocdl.reqd_work_group_size", "rocdl.flat_work_group_size",
  "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-"
  "v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9", rocdl_calls, countof(rocdl_calls), rocdl_ids, countof(rocdl_ids), OP_ROCDL_BARRIER,
  rocdl_others, countof(rocdl_others)};

// ---------------------------------------------------------------------------------------------
// The passes

static Legality legality(Conversion *c, Operation *op) {
  if (op_is_of(c->ctx, op, &llvm_dialect) || op_among(op, ROCDL) || op_among(op, NVVM) || op_is(op, OP_GPU_MODULE) || op_is(op, OP_GPU_YIELD)) return LEGAL;
  return op_among(op, GPU) ? ILLEGAL : UNKNOWN_LEGALITY;
}

static bool run_for(PassRun *pass, Operation *op, const Device *device, bool has_redux) {
  Context *ctx = pass->ctx;
  if (device->data_layout) op_set_discardable(pass->module, op, attr_string(ctx, STR("llvm.data_layout")), attr_string(ctx, str_from(device->data_layout)));
  block_each_op(op_region(op, 0)->first, function)
    if (op_is(function, OP_FUNC_FUNC)) op_set_discardable(pass->module, function, attr_string(ctx, STR("llvm.emit_c_interface")), attr_unit(ctx));
  if (!greedy_rewrite(pass, op, expansions, countof(expansions), NULL)) return false;
  for (Operation *next, *function = op_region(op, 0)->first->first; function; function = next) {
    next = function->next;
    if (op_is(function, OP_GPU_FUNC) && !to_plain_function(pass, device, function)) return false;
  }
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, op);
  conversion_init(&c, pass, legality);
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) {
    const DialectToLLVMInterface *conversion = ask_dialect_to_llvm(*dialect);
    if (conversion) conversion->add(&c, &types);
  }
  Pattern *patterns = arena_new(pass->arena, Pattern, device->call_count);
  for (uint32_t i = 0; patterns && i < device->call_count; i++)
    patterns[i] = (Pattern){.root = device->calls[i].opcode, .rewrite = lower_to_call, .benefit = 2, .name = "a call of the device's library", .data = &device->calls[i]};
  if (patterns) conversion_add(&c, patterns, device->call_count, &types.base);
  Pattern *ids = arena_new(pass->arena, Pattern, device->id_count + 1);
  for (uint32_t i = 0; ids && i < device->id_count; i++)
    ids[i] = (Pattern){.root = device->ids[i].opcode, .rewrite = lower_id, .name = "$root by the device's registers", .data = &device->ids[i]};
  if (ids) ids[device->id_count] = (Pattern){.root = OP_GPU_BARRIER, .rewrite = lower_barrier, .name = "$root of the device", .target = device->barrier};
  if (ids) conversion_add(&c, ids, device->id_count + 1, &types.base);
  conversion_add(&c, device->others, device->other_count, &types.base);
  if (has_redux) conversion_add(&c, &nvvm_reduction, 1, &types.base);
  pass->changed = true;
  return conversion_run(&c, op);
}

static const PassOption option_has_redux = {"has-redux", OPTION_BOOL, "false", NULL, "Target gpu supports redux"};

static bool run_nvvm(PassRun *pass, Operation *op) { return run_for(pass, op, &nvvm, pass_bool(pass, &option_has_redux)); }
static bool run_rocdl(PassRun *pass, Operation *op) { return run_for(pass, op, &rocdl, false); }

const PassDef gpu_to_nvvm_pass = {
  .name = "convert-gpu-to-nvvm", .class_name = "ConvertGpuOpsToNVVMOps", .summary = "Generate NVVM operations for gpu operations",
  .works_on = "arith cf func gpu math memref vector", .makes = "llvm nvvm", .anchor = OP_GPU_MODULE, .run = run_nvvm, PASS_OPTIONS(&option_has_redux, &option_index_bitwidth),
};

const PassDef gpu_to_rocdl_pass = {
  .name = "convert-gpu-to-rocdl", .class_name = "ConvertGpuOpsToROCDLOps", .summary = "Generate ROCDL operations for gpu operations",
  .works_on = "arith cf func gpu math memref vector", .makes = "llvm rocdl", .anchor = OP_GPU_MODULE, .run = run_rocdl, PASS_OPTIONS(&option_index_bitwidth),
};
