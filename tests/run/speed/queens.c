#include "speed.h"
static int32_t place(uint32_t all, uint32_t columns, uint32_t left, uint32_t right) {
  if (columns == all) return 1;
  int32_t n = 0;
  for (uint32_t f = ~(columns | left | right) & all; f;) {
    uint32_t bit = f & -f;
    f ^= bit;
    n += place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return n;
}
PROGRAM { print_i64(place(4095, 0, 0, 0)); }
