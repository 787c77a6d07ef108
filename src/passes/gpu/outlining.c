// gpu-kernel-outlining: the region of a launch becomes a function in a module of its own; and
// gpu-launch-sink-index-computations (after mlir/lib/Dialect/GPU/Transforms/KernelOutlining.cpp).
#include "dialects/gpu/launch.h"

#include "analysis/used_above.h"
#include "asm/params.h"
#include "asm/parser.h"
#include "dialects/common/dense_fold.h"
#include "dialects/gpu/kernel.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/gpu.h"
#include "ops/memref.h"
#include "rewrite/pass.h"

// ---------------------------------------------------------------------------------------------
// Outlining

static const PassOption option_layout = {"data-layout-str", OPTION_STRING, NULL, NULL, "String description of the data layout"};

typedef struct Outlining {
  PassRun *pass;
  Operation *module;
  A layout;
  Operation *before;   // where modules of kernels go; NULL: at the end
  SymbolNames names;   // of the module and of those of kernels
  SymbolTables tables; // of the module as it was
  Map made;            // name -> module of kernels that was made
  bool changed;
} Outlining;

static A constant_dims(PassRun *pass, Value *const *sizes) {
  int32_t numbers[3];
  for (uint32_t i = 0; i < 3; i++) {
    int64_t size;
    if (!constant_index(sizes[i], &size) || size < 0 || size > UINT32_MAX) return NULL;
    numbers[i] = (int32_t)(uint32_t)size;
  }
  return attr_i32_array(pass->ctx, numbers, 3);
}

static void add_ids(Builder *b, uint32_t opcode, Value **out) {
  for (uint32_t i = 0; i < 3; i++) {
    OpState *state = builder_begin(b, opcode);
    op_state_set_prop(state, 0, attr_from_params(b->ctx, &gpu_dim_attr, (const uint64_t[]){i}));
    op_state_add_type(state, b->ctx->types.index);
    out[i] = op_result(builder_finish_typed(b), 0);
  }
}

static WalkResult end_with_return(Operation *op, void *data) {
  Builder *b = data;
  if (!op_is(op, OP_GPU_TERMINATOR)) return WALK_ADVANCE;
  builder_before(b, op);
  build_end(b, OP_GPU_RETURN);
  op_erase(op);
  return WALK_ADVANCE;
}

// The kernel, at the builder's place.
static Operation *outline(Outlining *self, Builder *b, Operation *launch, Str name, const ValueVec *operands) {
  PassRun *pass = self->pass;
  Context *ctx = pass->ctx;
  Region *from = op_region(launch, 0);
  Block *entry = from->first;
  uint32_t ids = launch_argument_count(launch), workgroup = gpu_workgroup_count(ctx, launch);
  TypeVec types = {0};
  for (uint32_t i = 0; i < operands->count; i++) vec_push(pass->arena, &types, operands->data[i]->type);
  b->loc = launch->loc;
  OpState *state = builder_begin(b, OP_GPU_FUNC);
  op_state_set_attr(state, STR("sym_name"), attr_string(ctx, name));
  op_state_set_prop(state, GPU_FUNC_FUNCTION_TYPE, attr_type(ctx, type_function(ctx, types.data, types.count, NULL, 0)));
  op_state_set_attr(state, STR("workgroup_attributions"), attr_i64(ctx, ctx->types.i64, workgroup));
  op_state_set_attr(state, STR("gpu.kernel"), attr_unit(ctx));
  Span tokens = op_operands_named(launch, "asyncDependencies");
  Value *sizes[9];
  for (uint32_t i = 0; i < (launch_has_clusters(launch) ? 9u : 6u); i++) sizes[i] = op_operand(launch, tokens.end + i);
  A blocks = constant_dims(pass, sizes + 3), grid = constant_dims(pass, sizes), clusters = launch_has_clusters(launch) ? constant_dims(pass, sizes + 6) : NULL;
  if (blocks) op_state_set_prop(state, GPU_FUNC_KNOWN_BLOCK_SIZE, blocks);
  if (grid) op_state_set_prop(state, GPU_FUNC_KNOWN_GRID_SIZE, grid);
  if (clusters) op_state_set_prop(state, GPU_FUNC_KNOWN_CLUSTER_SIZE, clusters);
  op_state_add_region(state);
  Operation *func = builder_finish_typed(b);
  Block *body = block_new(pass->module);
  block_append(op_region(func, 0), body);
  Map values;
  map_init(&values, pass->arena);
  for (uint32_t i = 0; i < operands->count; i++) map_set(&values, operands->data[i], block_add_arg(pass->module, body, operands->data[i]->type, launch->loc));
  for (uint32_t i = ids; i < entry->arg_count; i++) map_set(&values, entry->args[i], block_add_arg(pass->module, body, entry->args[i]->type, launch->loc));
  Builder inside;
  builder_init(&inside, pass->module);
  builder_at_end(&inside, body);
  inside.loc = launch->loc;
  static const uint16_t opcodes[] = {OP_GPU_BLOCK_ID, OP_GPU_THREAD_ID, OP_GPU_GRID_DIM, OP_GPU_BLOCK_DIM, OP_GPU_CLUSTER_ID, OP_GPU_CLUSTER_DIM};
  for (uint32_t i = 0; i < ids / 3; i++) {
    Value *made[3];
    add_ids(&inside, opcodes[i], made);
    for (uint32_t k = 0; k < 3; k++) map_set(&values, entry->args[3 * i + k], made[k]);
  }
  Operation *copy = op_clone(pass->module, launch, &values);   // its blocks become the function's
  Region *copied = op_region(copy, 0);
  Block *first = copied->first;
  if (first->first) block_splice(body, NULL, first->first, first->last);
  block_remove(first);
  region_take_blocks(op_region(func, 0), copied, NULL);
  op_erase(copy);
  op_walk_post(func, end_with_return, &inside);
  return func;
}

// Copies of the functions that the kernel calls, and of what those name.
typedef struct Callees {
  Outlining *self;
  Operation *kernels;
  OpVec worklist;
} Callees;

static Operation *find_in_module(Outlining *self, Str name) {
  Operation *made = map_get_str(&self->made, name);
  return made ? made : symbol_lookup_in(&self->tables, self->module, name);
}

static bool copy_callee(Operation *user, A ref, void *data) {
  (void)user;
  Callees *self = data;
  const SymbolRefAttr *path = attr_as_symbol(ref);
  Str name = attr_str(path->path[path->count - 1]);
  if (symbol_names_has(&self->self->names, self->kernels, name)) return true;
  Operation *found = find_in_module(self->self, name);
  if (!found) return true;
  symbol_names_take(&self->self->names, self->kernels, name);
  Operation *copy = op_clone(self->self->pass->module, found, NULL);
  op_append(op_region(self->kernels, 0)->first, copy);
  vec_push(self->self->pass->arena, &self->worklist, copy);
  return true;
}

static Operation *make_module(Outlining *self, Builder *b, Operation *launch, Str name) {
  Context *ctx = self->pass->ctx;
  A given = op_prop_at(launch, GPU_LAUNCH_MODULE);
  if (given) {
    Operation *found = find_in_module(self, attr_symbol_root(given));
    if (op_is(found, OP_GPU_MODULE)) return found;
    name = attr_symbol_root(given);
  }
  Str unique = symbol_names_take(&self->names, self->module, name);
  OpState *state = builder_begin(b, OP_GPU_MODULE);
  op_state_set_prop(state, GPU_MODULE_SYM_NAME, attr_string(ctx, unique));
  if (self->layout) op_state_set_attr(state, STR("dlti.dl_spec"), self->layout);
  op_state_add_region(state);
  Operation *kernels = builder_finish_typed(b);
  block_append(op_region(kernels, 0), block_new(self->pass->module));
  map_put_str(&self->made, unique)->value = (uintptr_t)kernels;
  return kernels;
}

static WalkResult outline_launch(Operation *launch, void *data) {
  Outlining *self = data;
  if (!op_is(launch, OP_GPU_LAUNCH)) return WALK_ADVANCE;
  PassRun *pass = self->pass;
  Context *ctx = pass->ctx;
  A given = op_prop_at(launch, GPU_LAUNCH_FUNCTION);
  const Operation *parent = op_parent(launch);
  while (parent && !op_has(parent, TRAIT_SYMBOL)) parent = op_parent(parent);
  Str name = given ? attr_symbol_root(given) : arena_printf(pass->arena, "%.*s_kernel", STR_ARG(symbol_name(parent)));
  UsedAbove used;
  used_above(&used, pass->arena, op_region(launch, 0));
  Builder builder, *b = &builder;
  builder_init(b, pass->module);
  if (self->before) builder_before(b, self->before);
  else builder_at_end(b, op_region(self->module, 0)->first);
  b->loc = launch->loc;
  Operation *kernels = make_module(self, b, launch, name);
  builder_at_end(b, op_region(kernels, 0)->first);
  Operation *func = outline(self, b, launch, symbol_names_take(&self->names, kernels, name), &used.values);
  Callees callees = {self, kernels, {0}};
  vec_push(pass->arena, &callees.worklist, func);
  while (callees.worklist.count) symbol_walk_uses(ctx, callees.worklist.data[--callees.worklist.count], copy_callee, &callees);
  builder_before(b, launch);
  OpState *state = builder_begin(b, OP_GPU_LAUNCH_FUNC);
  Span tokens = op_operands_named(launch, "asyncDependencies"), shared = op_operands_named(launch, "dynamicSharedMemorySize");
  int32_t clusters = launch_has_clusters(launch);
  op_state_take_operands(state, launch, 0, launch->operand_count);
  op_state_add_operands(state, used.values.data, used.values.count);
  op_state_set_prop(state, GPU_LAUNCH_FUNC_KERNEL,
                    attr_symbol_path(ctx, (const A[]){attr_string(ctx, symbol_name(kernels)), attr_string(ctx, symbol_name(func))}, 2));
  op_state_operand_segments(state, (int32_t[]){(int32_t)span_size(tokens), 1, 1, 1, 1, 1, 1, clusters, clusters, clusters, (int32_t)span_size(shared), (int32_t)used.values.count, 0}, 13);
  op_state_take_types(state, launch);
  Operation *made = builder_finish_typed(b);
  for (uint32_t i = 0; i < launch->result_count; i++) value_replace_all(op_result(launch, i), op_result(made, i));
  op_erase(launch);
  self->changed = true;
  return WALK_ADVANCE;
}

static bool run_outlining(PassRun *pass, Operation *op) {
  Outlining self = {.pass = pass, .module = op};
  Str layout = pass_string(pass, &option_layout);
  if (layout.size && !(self.layout = parse_attr_text(pass->ctx, layout, NULL))) return false;
  symbol_names_init(&self.names, pass->arena);
  symbol_tables_init(&self.tables, pass->arena);
  map_init(&self.made, pass->arena);
  OpVec functions = {0};
  block_each_op(op_region(op, 0)->first, function)
    if (op_has(function, TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL)) vec_push(pass->arena, &functions, function);
  for (uint32_t i = 0; i < functions.count; i++) {
    self.before = functions.data[i]->next;
    op_walk_post(functions.data[i], outline_launch, &self);
  }
  if (self.changed) {
    op_set_discardable(pass->module, op, attr_string(pass->ctx, STR("gpu.container_module")), attr_unit(pass->ctx));
    pass->changed = true;
  }
  return true;
}

const PassDef gpu_kernel_outlining_pass = {
  .name = "gpu-kernel-outlining", .class_name = "GpuKernelOutliningPass", .summary = "Outline gpu.launch bodies to kernel functions", .works_on = "gpu", .makes = "gpu",
  .anchor = OP_BUILTIN_MODULE, PASS_OPTIONS(&option_layout), .run = run_outlining,
};

// ---------------------------------------------------------------------------------------------
// Sinking

typedef struct Sinking {
  PassRun *pass;
  UsedAbove used;
  OpVec sunk;          // in the order in which they are made again
  Map is_sunk;
} Sinking;

static bool is_index_computation(const Operation *op) {
  return op_has(op, TRAIT_CONSTANT_LIKE) || op_is(op, OP_MEMREF_DIM) || op_is(op, OP_ARITH_SELECT) || op_is(op, OP_ARITH_CMPI);
}

// Whether the operation needs nothing more than the kernel is given anyway.
static bool sink(Sinking *self, Operation *op, uint32_t depth) {
  enum { DEEPEST = 500 };
  if (map_get(&self->is_sunk, op)) return true;
  if (depth > DEEPEST || !is_index_computation(op)) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    Operation *made = value_def(value);
    if (!(made && sink(self, made, depth + 1)) && !map_get(&self->used.seen, value)) return false;
  }
  map_set(&self->is_sunk, op, op);
  vec_push(self->pass->arena, &self->sunk, op);
  return true;
}

typedef struct Inside { const Region *region; } Inside;
static bool is_inside(Use *use, void *data) { return region_is_ancestor(((Inside *)data)->region, op_parent_region(use->owner)); }

static WalkResult sink_into(Operation *launch, void *data) {
  PassRun *pass = data;
  if (!op_is(launch, OP_GPU_LAUNCH)) return WALK_ADVANCE;
  Sinking self = {.pass = pass};
  Region *region = op_region(launch, 0);
  used_above(&self.used, pass->arena, region);
  map_init(&self.is_sunk, pass->arena);
  for (uint32_t i = 0; i < self.used.values.count; i++)
    if (value_def(self.used.values.data[i])) sink(&self, value_def(self.used.values.data[i]), 0);
  Map values;
  map_init(&values, pass->arena);
  Operation *before = region->first->first;
  Inside inside = {region};
  for (uint32_t i = 0; i < self.sunk.count; i++) {
    Operation *op = self.sunk.data[i], *copy = op_clone(pass->module, op, &values);
    op_insert_before(copy, before);
    for (uint32_t k = 0; k < op->result_count; k++) {
      map_set(&values, op_result(op, k), op_result(copy, k));
      value_replace_if(op_result(op, k), op_result(copy, k), is_inside, &inside);
    }
    pass->changed = true;
  }
  return WALK_ADVANCE;
}

static bool run_sinking(PassRun *pass, Operation *op) {
  op_walk_post(op, sink_into, pass);
  return true;
}

const PassDef gpu_launch_sink_index_computations_pass = {
  .name = "gpu-launch-sink-index-computations", .class_name = "GpuLaunchSinkIndexComputationsPass", .summary = "Sink index computations into gpu.launch body",
  .works_on = "gpu", .run = run_sinking,
};
