// The dialects Rung has: see registry.h.
#include "dialects/registry.h"

#include "asm/install.h"
#include "dialects/common/custom.h"
#include "ops/builtin.h"

Context *context_with_all_dialects(size_t memory_limit) {
  Context *ctx = context_new(memory_limit);
  if (!ctx) return NULL;
  asm_install(ctx);
  ctx->projects = dialect_projects;
  ctx->opcodes = &rung_opcodes;
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) context_add_dialect(ctx, *dialect);
  format_add_directives(ctx, shared_directives);
  format_add_directives(ctx, older_directives);
  return ctx;
}
