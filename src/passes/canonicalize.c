// canonicalize: fold, and rewrite with the dialects' patterns, until nothing changes
// (after mlir/lib/Transforms/Canonicalizer.cpp).
#include "passes/canonicalize.h"

#include "dialects/canonicalization.h"

#include "ir/verify.h"

static const PatternSet *const sets[] = {
  &affine_canonicalization,
  &memref_canonicalization,
  &arith_canonicalization,
  &complex_canonicalization,
  &index_canonicalization,
  &tensor_canonicalization,
  &tensor_slice_canonicalization,
  &vector_canonicalization,
  &vector_memory_canonicalization,
  &cf_canonicalization,
  &func_canonicalization,
  &scf_canonicalization,
};

void add_canonicalization(Greedy *g) {
  for (uint32_t i = 0; i < countof(sets); i++) greedy_add(g, sets[i]->patterns, sets[i]->count);
}

static SimplifyLevel simplify_level(const PassRun *pass) {
  Str text = pass_string(pass, "region-simplify");
  return str_is(text, "disabled") ? SIMPLIFY_NOTHING : str_is(text, "aggressive") ? SIMPLIFY_AGGRESSIVE : SIMPLIFY_NORMAL;
}

// These options list patterns by the names of LLVM's classes, which Rung's patterns do not have.
static bool refuse_names(PassRun *pass, const char *option) {
  if (!pass_string(pass, option).size) return true;
  diag_at(pass->module, SEVERITY_ERROR, (Loc){.attr = pass->ctx->attrs.unknown_loc},
          "'%s' is not supported: patterns do not have LLVM's names here", option);
  return false;
}

static bool run(PassRun *pass, Operation *op) {
  if (!refuse_names(pass, "enable-patterns") || !refuse_names(pass, "disable-patterns")) return false;
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig){
    .top_down = pass_bool(pass, "top-down"),
    .simplify = simplify_level(pass),
    .max_iterations = pass_int(pass, "max-iterations"),
    .max_rewrites = pass_int(pass, "max-num-rewrites"),
  });
  add_canonicalization(&g);
  bool converged = greedy_run(&g, op);
  if (pass->ctx->mem.exhausted) return false;
  return converged || !pass_bool(pass, "test-convergence");
}

const PassDef canonicalize_pass = {
  .name = "canonicalize", .class_name = "Canonicalizer", .summary = "fold and simplify until nothing changes", .run = run,
  PASS_OPTIONS({"top-down", OPTION_BOOL, "true", NULL, "Seed the worklist in general top-down order"},
               {"region-simplify", OPTION_ENUM, "normal", (const char *const[]){"disabled", "normal", "aggressive", NULL},
                "Perform control flow optimizations to the region tree"},
               {"max-iterations", OPTION_LONG, "10", NULL, "Max. iterations between applying patterns / simplifying regions"},
               {"max-num-rewrites", OPTION_LONG, "-1", NULL, "Max. number of pattern rewrites within an iteration"},
               {"test-convergence", OPTION_BOOL, "false", NULL,
                "Test only: Fail pass on non-convergence to detect cyclic pattern"},
               {"disable-patterns", OPTION_LIST, NULL, NULL, 
                "Labels of patterns that should be filtered out during application; not supported: patterns do not have LLVM's names here"},
               {"enable-patterns", OPTION_LIST, NULL, NULL, 
                "Labels of patterns that should be used during application, all other patterns are filtered out; likewise"}),
};
