// The dialects Rung has: see registry.h.
#include "dialects/registry.h"

#include "asm/install.h"
#include "dialects/common/custom.h"
#include "ops/builtin.h"

const OpDef *op_by_opcode(uint32_t opcode) {
  const RecordTable *table = builtin_dialect.ops->table;
  return opcode < table->op_count ? &table_ops(table)[opcode] : NULL;
}

Context *context_with_all_dialects(size_t memory_limit) {
  Context *ctx = context_new(memory_limit);
  if (!ctx) return NULL;
  asm_install(ctx);
  ctx->projects = dialect_projects;
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) context_add_dialect(ctx, *dialect);
  format_add_directives(ctx, shared_directives);
  format_add_directives(ctx, older_directives);
  return ctx;
}
