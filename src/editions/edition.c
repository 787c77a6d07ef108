#include "editions/edition.h"

const Edition all_editions[] = {
    {"2019", 10}, {"2020", 12}, {"llvm13", 13}, {"llvm14", 14}, {"llvm16", 16, .is_printed = true},
    {"llvm22", 22, true, true, true},
    {0},
};

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}
