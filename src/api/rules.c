// Rules of the chapter "passes" of rung.h: those that Rung has, as they are written.
#include "api/out.h"

#include "dialects/registry.h"
#include "records/rules.h"

bool rung_rule(uint32_t i, RungRule *out) {
  for (const RuleSources *file = rule_sources; file->sources; i -= file->count, file++) {
    if (i >= file->count) continue;
    const RuleSource *found = &file->sources[i];
    *out = (RungRule){found->set, out_str(def_name(op_by_opcode(found->root))), found->text};
    return true;
  }
  return false;
}
