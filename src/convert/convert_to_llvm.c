// convert-to-llvm: converts every dialect that has patterns for it, at once (after mlir/lib/Conversion/ConvertToLLVM).
#include "convert/cf_to_llvm/cf_to_llvm.h"
#include "ops/llvm.h"
#include "convert/func_to_llvm/func_to_llvm.h"
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "convert/scalar_expand/scalar_expand.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "convert/vector_to_llvm/vector_to_llvm.h"
#include "ir/verify.h"

static const PassOption option_filter_dialects = {"filter-dialects", OPTION_LIST, NULL, NULL,
  "Test conversion patterns of only the specified dialects"};
static const PassOption option_dynamic = {"dynamic", OPTION_BOOL, "false", NULL,
  "Use op conversion attributes to configure the conversion"};
static const PassOption option_allow_pattern_rollback = {"allow-pattern-rollback", OPTION_BOOL, "true", NULL,
  "Experimental performance flag to disallow pattern rollback"};

static void add_math(Conversion *c, LLVMTypes *types) { add_math_to_llvm(c, types, true); }
static void add_complex(Conversion *c, LLVMTypes *types) { add_complex_to_llvm(c, types, STR("basic")); }

// The dialects whose upstream twins implement ConvertToLLVMPatternInterface.
static const struct {
  const char *dialect;
  void (*add)(Conversion *c, LLVMTypes *types);
} interfaces[] = {
  {"arith", add_arith_to_llvm}, {"cf", add_cf_to_llvm}, {"complex", add_complex}, {"func", add_func_to_llvm},
  {"index", add_index_to_llvm}, {"math", add_math}, {"memref", add_memref_to_llvm}, {"ub", add_ub_to_llvm},
  {"vector", add_vector_to_llvm},
};

// ---------------------------------------------------------------------------------------------
// A dialect is loaded when the input uses it, or another loaded one depends on it.

static const struct {
  const char *dialect, *needs;
} dependencies[] = {
  {"tensor", "affine"}, {"tensor", "complex"}, {"scf", "arith"}, {"vector", "arith"}, {"affine", "arith"}, {"memref", "arith"},
  {"math", "arith"}, {"complex", "arith"}, {"tensor", "arith"}, {"func", "cf"}, {"cf", "arith"}, {"affine", "ub"},
  {"memref", "ub"}, {"vector", "ub"}, {"tensor", "index"}, {"tensor", "math"}, {"tensor", "memref"},
  {"memref", "cf"}, {"test", "tensor"}, {"bufferization", "tensor"}, {"linalg", "tensor"}, {"shape", "tensor"}, {"tosa", "tensor"},
  {"transform", "tensor"}, {"transform", "func"}, {"transform", "vector"}, {"acc", "memref"}, {"arm_sme", "memref"},
  {"arm_sme", "vector"}, {"arm_sve", "vector"}, {"omp", "func"}, {"amdgpu", "arith"}, {"gpu", "arith"}, {"shard", "arith"},
  {"xegpu", "arith"},
};

static WalkResult note_dialect(Operation *op, void *data) {
  map_put_str(data, op_dialect_name(op))->value = 1;
  for (uint32_t i = 0; i < op->attr_count; i++) {   // the name of an attribute loads its dialect as well
    Str name = attr_str(op->attrs[i].name);
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    if (dot) map_put_str(data, str_slice(name, 0, (size_t)(dot - name.data)))->value = 1;
  }
  return WALK_ADVANCE;
}

static bool is_loaded(const Map *used, const char *dialect, uint32_t depth) {
  if (map_get_str(used, str_from(dialect)) || strcmp(dialect, "builtin") == 0 || strcmp(dialect, "llvm") == 0) return true;
  for (uint32_t i = 0; i < countof(dependencies) && depth < countof(dependencies); i++)
    if (strcmp(dependencies[i].needs, dialect) == 0 && is_loaded(used, dependencies[i].dialect, depth + 1)) return true;
  return false;
}

static bool fail(PassRun *pass, const char *problem, Str dialect) {
  Loc unknown = {.attr = pass->ctx->attrs.unknown_loc};
  diag_at(pass->module, SEVERITY_ERROR, unknown, "%s: %.*s\n", problem, STR_ARG(dialect));
  return false;
}

static void note_rollback(PassRun *pass) {
  if (pass_bool(pass, &option_allow_pattern_rollback)) return;
  Loc unknown = {.attr = pass->ctx->attrs.unknown_loc};
  diag_at(pass->module, SEVERITY_REMARK, unknown,
          "'allow-pattern-rollback=false' changes nothing here: patterns are taken back as they are by default");
}

static bool add_filtered(PassRun *pass, Operation *op, Conversion *c, LLVMTypes *types, const StrVec *filter) {
  Map used;
  map_init(&used, pass->arena);
  op_walk_pre(pass->module->op ? pass->module->op : op, note_dialect, &used);
  for (uint32_t i = 0; i < filter->count; i++) {
    Str name = filter->data[i];
    const char *text = arena_str(pass->arena, name).data;
    if (!is_loaded(&used, text, 0)) return fail(pass, "dialect not loaded", name);
    bool found = false;
    for (uint32_t k = 0; k < countof(interfaces); k++) {
      if (!str_is(name, interfaces[k].dialect)) continue;
      interfaces[k].add(c, types);
      found = true;
    }
    if (!found) return fail(pass, "dialect does not implement ConvertToLLVMPatternInterface", name);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// The pass

static Legality legality(Conversion *c, Operation *op) {
  return op_is_of(c->ctx, op, &llvm_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  StrVec filter = {0};
  bool dynamic = pass_bool(pass, &option_dynamic);
  note_rollback(pass);
  llvm_pass_types(&types, pass, dynamic ? op : NULL);
  conversion_init(&c, pass, legality);
  pass_list(pass, &option_filter_dialects, &filter);
  if (!add_filtered(pass, op, &c, &types, &filter)) return false;
  for (uint32_t i = 0; i < countof(interfaces) && !filter.count; i++) interfaces[i].add(&c, &types);
  return conversion_run(&c, op);
}

const PassDef convert_to_llvm_pass = {
  .name = "convert-to-llvm", .class_name = "ConvertToLLVMPass",
  .summary = "lower every dialect that knows how to the llvm dialect",
  .works_on = "arith cf complex func index math memref ub vector", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_filter_dialects, &option_dynamic, &option_allow_pattern_rollback),
};
