#include "editions/edition.h"

const Edition all_editions[] = {
    {"2019", 10, .is_printed = true}, {"2020", 12, .is_printed = true}, {"llvm13", 13, .is_printed = true},
    {"llvm14", 14, .is_printed = true}, {"llvm16", 16, .is_printed = true},
    {"llvm22", 22, true, true, true},
    {0},
};

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}
