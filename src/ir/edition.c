#include "ir/edition.h"

enum {
  OLDER_14 = OLDER_ALIAS_TYPE | OLDER_OFFSET_AND_STRIDES,
  OLDER_13 = OLDER_14 | OLDER_LAYOUT_LIST,
  OLDER_12 = OLDER_13 | OLDER_BARE_AFFINE | OLDER_ENTRY_COLON | OLDER_PLAIN_DECLARATION,
};

const Edition all_editions[] = {
  {"2019", 9, 8, .older_text = OLDER_12, .is_read = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"2020", 12, 10, .older_text = OLDER_12, .is_read = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm13", 13, 13, .older_text = OLDER_13, .is_read = true, .is_printed = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm14", 14, 14, .older_text = OLDER_14, .is_read = true, .is_printed = true, .typed_pointers = true, .opaque_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true},
  {"llvm16", 16, 16, .is_read = true, .is_printed = true, .typed_pointers = true, .opaque_pointers = true},
  {"llvm19", 19, 19, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {"llvm22", 22, 22, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {0},
};
const Edition *const edition_current = &all_editions[sizeof all_editions / sizeof *all_editions - 2];

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}
