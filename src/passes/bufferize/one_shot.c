// one-shot-bufferize: tensors become memory, in place wherever that disturbs nobody.
#include "passes/bufferize/bufferize.h"

#include "rewrite/greedy.h"
#include "rules/bufferization.h"
#include "ops/builtin.h"

static const char *const layouts[] = {"infer-layout-map", "identity-layout-map", "fully-dynamic-layout-map", NULL};
#define FLAG(id, text, value, summary) static const PassOption id = {text, OPTION_BOOL, value, NULL, summary}
FLAG(option_allow_return_allocs, "allow-return-allocs-from-loops", "false", "Allows returning/yielding new allocations from a loop.");
FLAG(option_allow_unknown_ops, "allow-unknown-ops", "false", "Allows unknown (not bufferizable) ops in the input IR.");
static const PassOption option_heuristic = {"analysis-heuristic", OPTION_STRING, "bottom-up", NULL, "Heuristic that control the IR traversal during analysis"};
FLAG(option_functions, "bufferize-function-boundaries", "false", "Bufferize function boundaries (experimental).");
FLAG(option_parallel, "check-parallel-regions", "true", "Account for parallel regions in RaW analysis.");
FLAG(option_copy, "copy-before-write", "false", "Skip the analysis. Make a buffer copy on every write.");
static const PassOption option_dialects = {"dialect-filter", OPTION_LIST, NULL, NULL, "Restrict bufferization to ops from these dialects."};
static const PassOption option_skipped = {"no-analysis-func-filter", OPTION_LIST, NULL, NULL,
  "Skip analysis of functions with these symbol names.Set copyBeforeWrite to true when bufferizing them."};
static const PassOption option_function_layout = {"function-boundary-type-conversion", OPTION_ENUM, "infer-layout-map", layouts,
  "Controls layout maps when bufferizing function signatures."};
FLAG(option_must_infer, "must-infer-memory-space", "false",
  "The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used otherwise.");
FLAG(option_encoding, "use-encoding-for-memory-space", "false",
  "Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option");
FLAG(option_analysis_only, "test-analysis-only", "false", "Test only: Only run inplaceability analysis and annotate IR");
FLAG(option_conflicts, "print-conflicts", "false", "Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.");
static const PassOption option_unknown_layout = {"unknown-type-conversion", OPTION_ENUM, "fully-dynamic-layout-map", layouts,
  "Controls layout maps for non-inferrable memref types."};
static const PassOption option_alignment = {"buffer-alignment", OPTION_ULONG, "64", NULL, "Sets the alignment of newly allocated buffers."};

static LayoutOption layout_option(const PassRun *run, const PassOption *option) {
  Str text = pass_string(run, option);
  return str_is(text, layouts[0]) ? LAYOUT_INFERRED : str_is(text, layouts[1]) ? LAYOUT_IDENTITY : LAYOUT_DYNAMIC;
}

static bool refuse(PassRun *run, const char *why) {
  diag_at(run->module, SEVERITY_ERROR, (Loc){.attr = run->ctx->attrs.unknown_loc}, "Invalid option: %s", why);
  return false;
}

Bufferizer *bufferizer_new(PassRun *run, const BufferizeOptions *options) {
  Bufferizer *z = arena_new(run->arena, Bufferizer, 1);
  if (!z) return NULL;
  *z = (Bufferizer){.run = run, .ctx = run->ctx, .module = run->module, .arena = run->arena, .options = *options};
  builder_init(&z->b, run->module);
  dominance_init(&z->dominance, run->arena);
  symbol_tables_init(&z->symbols, run->arena);
  symbol_names_init(&z->names, run->arena);
  Map *maps[] = {&z->globals, &z->sets, &z->equals, &z->in_place, &z->decided, &z->undefined, &z->functions, &z->defined_types, &z->erased};
  for (uint32_t i = 0; i < countof(maps); i++) map_init(maps[i], run->arena);
  return z;
}

bool bufferize_inside(PassRun *run, Operation *op, const BufferizeOptions *options) {
  Bufferizer *z = bufferizer_new(run, options);
  if (!z) return false;
  run->changed = true;
  if (options->functions) return bufferize_module(z, op) && !run->ctx->mem.exhausted;
  if (!options->copy_before_write) {
    if (!analyse(z, op)) return false;
    if (options->analysis_only) annotate_analysis(z, op);
    else if (!insert_copies(z, op)) return false;
    if (options->analysis_only) return true;
  }
  return bufferize_all(z, op);
}

static bool run_pass(PassRun *run, Operation *op) {
  BufferizeOptions given = {
    .functions = pass_bool(run, &option_functions), .allow_unknown = pass_bool(run, &option_allow_unknown_ops),
    .return_allocs_from_loops = pass_bool(run, &option_allow_return_allocs), .copy_before_write = pass_bool(run, &option_copy),
    .check_parallel = pass_bool(run, &option_parallel), .analysis_only = pass_bool(run, &option_analysis_only),
    .print_conflicts = pass_bool(run, &option_conflicts), .must_infer_space = pass_bool(run, &option_must_infer),
    .space_is_encoding = pass_bool(run, &option_encoding), .function_layout = layout_option(run, &option_function_layout),
    .unknown_layout = layout_option(run, &option_unknown_layout), .alignment = pass_ulong(run, &option_alignment),
    .heuristic = pass_string(run, &option_heuristic),
  };
  pass_list(run, &option_dialects, &given.dialects);
  pass_list(run, &option_skipped, &given.skipped_functions);
  if (given.must_infer_space && given.space_is_encoding) {
    op_error_plain(run->module, op, "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in one-shot-bufferize");
    return false;
  }
  if (given.unknown_layout == LAYOUT_INFERRED) return refuse(run, "'infer-layout-map' is not a valid value for 'unknown-type-conversion'");
  if (given.copy_before_write && given.analysis_only) return refuse(run, "'copy-before-write' cannot be used with 'test-analysis-only'");
  if (given.print_conflicts && !given.analysis_only) return refuse(run, "'print-conflicts' requires 'test-analysis-only'");
  if (given.skipped_functions.count && !given.functions) return refuse(run, "'no-analysis-func-filter' requires 'bufferize-function-boundaries'");
  static const char *const heuristics[] = {"bottom-up", "top-down", "bottom-up-from-terminators"};
  bool known = false;
  for (uint32_t i = 0; i < countof(heuristics); i++) known |= str_is(given.heuristic, heuristics[i]);
  if (!known) return refuse(run, "'analysis-heuristic' is 'bottom-up', 'top-down' or 'bottom-up-from-terminators'");
  return bufferize_inside(run, op, &given);
}

const PassDef one_shot_bufferize_pass = {
  .name = "one-shot-bufferize", .class_name = "OneShotBufferizePass", .summary = "One-Shot Bufferize",
  .makes = "bufferization memref arith", .anchor = OP_BUILTIN_MODULE, .run = run_pass,
  PASS_OPTIONS(&option_allow_return_allocs, &option_allow_unknown_ops, &option_heuristic, &option_alignment, &option_functions, &option_parallel,
               &option_copy, &option_dialects, &option_function_layout, &option_must_infer, &option_skipped, &option_conflicts,
               &option_analysis_only, &option_unknown_layout, &option_encoding),
};

// ---------------------------------------------------------------------------------------------
// The names of LLVM 11 to 19: a pass for each dialect, which left the other operations to the next ones

static bool run_one_dialect(PassRun *run, Operation *op, Str dialect, bool functions) {
  BufferizeOptions options = {
    .functions = functions, .allow_unknown = true, .copy_before_write = true, .check_parallel = true, .function_layout = LAYOUT_IDENTITY,
    .unknown_layout = LAYOUT_IDENTITY, .alignment = 64, .heuristic = STR("bottom-up"),
  };
  vec_push(run->arena, &options.dialects, dialect);
  vec_push(run->arena, &options.dialects, STR("bufferization"));
  return bufferize_inside(run, op, &options);
}

// The dialect is what stands in front of `-bufferize` in the pass's name.
static bool run_older(PassRun *run, Operation *op) {
  const char *name = run->instance->def->name;
  Str dialect = {name, strcspn(name, "-")};
  return run_one_dialect(run, op, dialect, str_is(dialect, "func"));
}

static bool run_finalizing(PassRun *run, Operation *op) { return greedy_rewrite(run, op, bufferization_canonicalization.patterns, bufferization_canonicalization.count, NULL); }

#define OLDER(id, text, on) \
  const PassDef id##_bufferize_pass = { \
    .name = text "-bufferize", .class_name = "OneShotBufferizePass", .now = "'one-shot-bufferize{dialect-filter=" text ",bufferization allow-unknown-ops copy-before-write}'", \
    .summary = "the name of LLVM 11 to 19 for one-shot-bufferize of the dialect " text, .works_on = text, .makes = "bufferization memref arith", \
    .anchor = (on), .run = run_older, \
  }
OLDER(arith, "arith", 0);
OLDER(func, "func", OP_BUILTIN_MODULE);
OLDER(linalg, "linalg", 0);
OLDER(scf, "scf", 0);
OLDER(shape, "shape", 0);
OLDER(tensor, "tensor", 0);
OLDER(vector, "vector", 0);

const PassDef finalizing_bufferize_pass = {
  .name = "finalizing-bufferize", .class_name = "FinalizingBufferizePass", .now = "'canonicalize', after 'one-shot-bufferize'",
  .summary = "the name of LLVM 11 to 20 for taking away what is left between tensors and memory",
  .works_on = "bufferization", .makes = "memref", .run = run_finalizing,
};

extern const PassDef deallocation_pipeline_pass;

static bool run_deallocation(PassRun *run, Operation *op) { return deallocation_pipeline_pass.run(run, op); }

const PassDef buffer_deallocation_pass = {
  .name = "buffer-deallocation", .class_name = "BufferDeallocationPass", .now = "'buffer-deallocation-pipeline'",
  .summary = "the name of LLVM 11 to 19 for buffer-deallocation-pipeline", .works_on = "memref", .makes = "bufferization memref scf arith func",
  .run = run_deallocation,
};
