// canonicalize: fold, and rewrite with the dialects' patterns, until nothing changes
// (after mlir/lib/Transforms/Canonicalizer.cpp).
#include "passes/canonicalize.h"

#include "dialects/registry.h"
#include "ir/verify.h"

static const PassOption option_top_down = {"top-down", OPTION_BOOL, "true", NULL, "Seed the worklist in general top-down order"};
static const PassOption option_region_simplify = {"region-simplify", OPTION_ENUM, "normal", (const char *const[]){"disabled", "normal", "aggressive", NULL},
  "Perform control flow optimizations to the region tree"};
static const PassOption option_max_iterations = {"max-iterations", OPTION_LONG, "10", NULL,
  "Max. iterations between applying patterns / simplifying regions"};
static const PassOption option_max_num_rewrites = {"max-num-rewrites", OPTION_LONG, "-1", NULL,
  "Max. number of pattern rewrites within an iteration"};
static const PassOption option_test_convergence = {"test-convergence", OPTION_BOOL, "false", NULL,
  "Test only: Fail pass on non-convergence to detect cyclic pattern"};
static const PassOption option_disable_patterns = {"disable-patterns", OPTION_LIST, NULL, NULL,
  "Labels of patterns that should be filtered out during application; not supported: patterns do not have LLVM's names here"};
static const PassOption option_enable_patterns = {"enable-patterns", OPTION_LIST, NULL, NULL,
  "Labels of patterns that should be used during application, all other patterns are filtered out; likewise"};

void add_canonicalization(Greedy *g) {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    for (const PatternSet *const *set = dialect_is_absent(*dialect) ? NULL : (*dialect)->canonicalization; set && *set; set++) greedy_add(g, (*set)->patterns, (*set)->count);
}

// The table of all patterns, which stays with the context: a pipeline that inlines canonicalizes each function by itself.
typedef struct Canonicalization {
  uint32_t dialects, opcodes;   // there were when it was made
  OpTable patterns;
  U32Vec roots;
  struct GreedyEntry *any;
} Canonicalization;

static const char kept_key;

static void use_canonicalization(Greedy *g) {
  Context *ctx = g->ctx;
  Canonicalization *kept = map_get(&ctx->ext, &kept_key);
  uint32_t dialects = 0, opcodes = ctx->opcodes ? ctx->opcodes->count : 0;
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) dialects += !dialect_is_absent(*dialect);
  if (kept && kept->dialects == dialects && kept->opcodes == opcodes) {
    g->patterns = kept->patterns;
    g->roots = kept->roots;
    g->any = kept->any;
    return;
  }
  Arena *of_pass = g->arena;
  g->arena = &ctx->arena;
  add_canonicalization(g);
  g->arena = of_pass;
  kept = arena_new(&ctx->arena, Canonicalization, 1);
  if (!kept || ctx->mem.exhausted) return;
  *kept = (Canonicalization){dialects, opcodes, g->patterns, g->roots, g->any};
  map_set(&ctx->ext, &kept_key, kept);
}

void add_canonicalization_of(Greedy *g, uint32_t opcode) {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    for (const PatternSet *const *set = dialect_is_absent(*dialect) ? NULL : (*dialect)->canonicalization; set && *set; set++)
      for (uint32_t i = 0; i < (*set)->count; i++)
        if ((*set)->patterns[i].root == opcode) greedy_add(g, &(*set)->patterns[i], 1);
}

static SimplifyLevel simplify_level(const PassRun *pass) {
  Str text = pass_string(pass, &option_region_simplify);
  return str_is(text, "disabled") ? SIMPLIFY_NOTHING : str_is(text, "aggressive") ? SIMPLIFY_AGGRESSIVE : SIMPLIFY_NORMAL;
}

// These options list patterns by the names of LLVM's classes, which Rung's patterns do not have.
static bool refuse_names(PassRun *pass, const PassOption *option) {
  StrVec names = {0};
  pass_list(pass, option, &names);
  if (!names.count) return true;
  diag_at(pass->module, SEVERITY_ERROR, (Loc){.attr = pass->ctx->attrs.unknown_loc},
          "'%s' is not supported: patterns do not have LLVM's names here", option->name);
  return false;
}

static bool run(PassRun *pass, Operation *op) {
  if (!refuse_names(pass, &option_enable_patterns) || !refuse_names(pass, &option_disable_patterns)) return false;
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig){
    .top_down = pass_bool(pass, &option_top_down),
    .simplify = simplify_level(pass),
    .max_iterations = pass_int(pass, &option_max_iterations),
    .max_rewrites = pass_int(pass, &option_max_num_rewrites),
  });
  use_canonicalization(&g);
  bool converged = greedy_run(&g, op);
  if (pass->ctx->mem.exhausted) return false;
  return converged || !pass_bool(pass, &option_test_convergence);
}

const PassDef canonicalize_pass = {
  .name = "canonicalize", .class_name = "Canonicalizer", .summary = "fold and simplify until nothing changes", .run = run,
  PASS_OPTIONS(&option_top_down, &option_region_simplify, &option_max_iterations, &option_max_num_rewrites, &option_test_convergence,
                &option_disable_patterns, &option_enable_patterns),
};
