// What records say of passes, held against the passes there are.
#include "dialects/registry.h"
#include "passes/pipeline.h"
#include "unit.h"

static void check_pass(const char *of, const char *name) {
  if (name && strcmp(name, "nothing") != 0 && !pass_by_name(str_from(name)) && !pass_is_known_upstream(str_from(name)))
    unit_fail(__FILE__, __LINE__, "'%s' is lowered by '%s', which is no pass", of, name);
}

TEST("what takes a dialect or an operation further down is a pass of mlir-opt") {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) {
    check_pass((*dialect)->name, (*dialect)->lowered_by);
    for (uint32_t i = 0; i < (*dialect)->op_count; i++) {
      const OpDef *op = &(*dialect)->ops[i];
      check_pass(def_name(op).data, def_more_text(op, def_more(op)->lowered_by));
    }
  }
}
