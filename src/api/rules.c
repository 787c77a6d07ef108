// Rules of the chapter "passes" of rung.h: those that Rung has, as they are written.
#include "api/out.h"

#include "dialects/registry.h"
#include "records/rules.h"

bool rung_rule(uint32_t i, RungRule *out) {
  for (uint32_t k = 0; k <= i; k++)
    if (!rule_list[k].set) return false;
  *out = (RungRule){rule_list[i].set, out_str(def_name(op_by_opcode(rule_list[i].root))), rule_list[i].text};
  return true;
}
