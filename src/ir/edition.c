#include "ir/edition.h"

enum {
  OLDER_19 = OLDER_OWN_VECTOR | OLDER_NONZERO_STRIDES,
  OLDER_16 = OLDER_19 | OLDER_TYPED_POINTER,
  OLDER_14 = OLDER_16 | OLDER_DIALECT_NAME | OLDER_FUNCTION_TYPE | OLDER_OPAQUE_ELEMENTS | OLDER_ALIAS_TYPE | OLDER_OFFSET_AND_STRIDES,
  OLDER_13 = OLDER_14 | OLDER_LAYOUT_LIST,
  OLDER_12 = OLDER_13 | OLDER_SUCCESSOR_ARGS | OLDER_LLVM_WORD | OLDER_BARE_AFFINE | OLDER_ENTRY_COLON | OLDER_PLAIN_DECLARATION | OLDER_WRITTEN_STRIDES,
  OLDER_9 = OLDER_12 | OLDER_WRAPPED_TYPE | OLDER_TYPED_LITERAL | OLDER_MAP_TAIL | OLDER_BARE_LABEL | OLDER_EARLY_LOC,
};

const Edition all_editions[] = {
  {"2019", 9, 8, .older_text = OLDER_9, .restarts_names = true, .is_read = true, .is_printed = true, .wraps_types = true, .own_scalars = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm11", 11, 10, .older_text = OLDER_12, .restarts_names = true, .is_read = true, .is_printed = true, .own_scalars = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"2020", 12, 10, .older_text = OLDER_12, .restarts_names = true, .is_read = true, .is_printed = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm13", 13, 13, .older_text = OLDER_13, .spaces_formats = true, .restarts_names = true, .is_read = true, .is_printed = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true, .spaces_regions = true},
  {"llvm14", 14, 14, .older_text = OLDER_14, .restarts_names = true, .is_read = true, .is_printed = true, .typed_pointers = true, .std_is_default = true, .names_constants_only = true, .numbers_all_aliases = true},
  {"llvm16", 16, 16, .older_text = OLDER_16, .restarts_names = true, .is_read = true, .is_printed = true, .typed_pointers = true, .opaque_pointers = true},
  {"llvm19", 19, 19, .older_text = OLDER_19, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {"llvm22", 22, 22, .is_read = true, .is_printed = true, .opaque_pointers = true, .has_properties = true},
  {0},
};
const Edition *const edition_current = &all_editions[sizeof all_editions / sizeof *all_editions - 2];

const Edition *edition_by_name(Str name) {
  for (const Edition *e = all_editions; e->name; e++)
    if (str_is(name, e->name)) return e;
  return NULL;
}

const Edition *edition_last_with(uint32_t habit) {
  const Edition *e = edition_current;
  while (e > all_editions && !(e->older_text & habit)) e--;
  return e;
}

const Edition *edition_of_release(uint32_t release) {
  const Edition *e = all_editions;
  while (e != edition_current && (e->release < release || (e->own_scalars && !e->wraps_types))) e++;   // what that one has the next one reads, too
  return e;
}
