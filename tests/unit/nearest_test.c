// How far two names are apart.
#include "support/nearest.h"
#include "unit.h"

static uint32_t distance(const char *a, const char *b, uint32_t limit) {
  return edit_distance((Str){a, strlen(a)}, (Str){b, strlen(b)}, limit);
}

TEST("a letter more, less or changed is one edit, and so are two neighbours swapped") {
  CHECK_INT(distance("load", "load", 3), 0);
  CHECK_INT(distance("loads", "load", 3), 1);
  CHECK_INT(distance("lod", "load", 3), 1);
  CHECK_INT(distance("lood", "load", 3), 1);
  CHECK_INT(distance("laod", "load", 3), 1);
  CHECK_INT(distance("Load", "load", 3), 1);
  CHECK_INT(distance("daol", "load", 4), 3);
  CHECK_INT(distance("", "abc", 3), 3);
}

TEST("what is farther apart than the limit is one more than it") {
  CHECK_INT(distance("load", "store", 2), 3);
  CHECK_INT(distance("load", "loaded", 1), 2);
  CHECK_INT(distance("a", "b", 0), 1);
  CHECK_INT(distance("abcdefgh", "bcdefgha", 1), 2);
  CHECK_INT(distance("abcdefgh", "bcdefgha", 2), 2);
}
