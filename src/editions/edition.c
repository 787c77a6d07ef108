#include "editions/edition.h"

const Edition all_editions[] = {
    {"llvm22", 22, true},
    {0},
};

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}
