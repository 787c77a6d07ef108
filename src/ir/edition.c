#include "ir/edition.h"

const Edition all_editions[] = {
  {"2019", 9, .is_read = true, .typed_pointers = true, .std_is_default = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"2020", 12, .typed_pointers = true, .std_is_default = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm13", 13, .is_read = true, .is_printed = true, .typed_pointers = true, .std_is_default = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm14", 14, .is_read = true, .is_printed = true, .typed_pointers = true, .opaque_pointers = true, .std_is_default = true, .numbers_all_aliases = true},
  {"llvm16", 16, .is_read = true, .is_printed = true, .typed_pointers = true, .opaque_pointers = true},
  {"llvm19", 19, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {"llvm22", 22, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {0},
};
const Edition *const edition_current = &all_editions[sizeof all_editions / sizeof *all_editions - 2];

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}
