// convert-to-llvm: converts every dialect that has patterns for it, at once (after mlir/lib/Conversion/ConvertToLLVM).
#include "convert/llvm/target.h"
#include "convert/llvm/loaded.h"
#include "dialects/registry.h"
#include "ops/builtin.h"
#include "ops/llvm.h"
#include "ops/to_llvm.h"
#include "rewrite/conversion.h"
#include "ir/verify.h"

static const PassOption option_filter_dialects = {"filter-dialects", OPTION_LIST, NULL, NULL,
  "Test conversion patterns of only the specified dialects"};
static const PassOption option_dynamic = {"dynamic", OPTION_BOOL, "false", NULL,
  "Use op conversion attributes to configure the conversion"};
static const PassOption option_allow_pattern_rollback = {"allow-pattern-rollback", OPTION_BOOL, "true", NULL,
  "Experimental performance flag to disallow pattern rollback"};

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
  Map loaded;
  map_init(&loaded, pass->arena);
  map_put_str(&loaded, str_from(llvm_dialect.name))->value = 1;
  note_loaded_dialects(pass->module->op ? pass->module->op : op, &loaded);
  for (uint32_t i = 0; i < filter->count; i++) {
    Str name = filter->data[i];
    if (!map_get_str(&loaded, name)) return fail(pass, "dialect not loaded", name);
    const DialectToLLVMInterface *conversion = ask_dialect_to_llvm(context_dialect(pass->ctx, name));
    if (!conversion) return fail(pass, "dialect does not implement ConvertToLLVMPatternInterface", name);
    conversion->add(c, types);
  }
  return true;
}

static void add_all(Conversion *c, LLVMTypes *types) {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) {
    const DialectToLLVMInterface *conversion = ask_dialect_to_llvm(*dialect);
    if (conversion) conversion->add(c, types);
  }
}

// ---------------------------------------------------------------------------------------------
// The pass

static Legality legality(Conversion *c, Operation *op) {
  if (op_is_of(c->ctx, op, &llvm_dialect)) return LEGAL;
  const DialectToLLVMInterface *own = conversion_has_patterns(c, op) ? ask_dialect_to_llvm(op_dialect(c->ctx, op->def)) : NULL;
  return own && own->legality ? (Legality)own->legality(c, op) : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  StrVec filter = {0};
  bool dynamic = pass_bool(pass, &option_dynamic);
  note_rollback(pass);
  llvm_pass_types(&types, pass, dynamic ? op : NULL);
  conversion_init(&c, pass, legality);
  c.legal_types = &types.base;
  pass_list(pass, &option_filter_dialects, &filter);
  if (!add_filtered(pass, op, &c, &types, &filter)) return false;
  if (!filter.count) add_all(&c, &types);
  return conversion_run(&c, op);
}

const PassDef convert_to_llvm_pass = {
  .name = "convert-to-llvm", .class_name = "ConvertToLLVMPass",
  .summary = "lower every dialect that knows how to the llvm dialect",
  .works_on = "arith cf complex func index math memref ub vector", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_filter_dialects, &option_dynamic, &option_allow_pattern_rollback),
};
