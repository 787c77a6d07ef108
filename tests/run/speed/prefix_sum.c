#include "speed.h"
static int64_t scan(int64_t *a, int64_t n) {
  int64_t s = 0;
  for (int64_t i = 0; i < n; i++) a[i] = s += a[i];
  return s;
}
PROGRAM {
  int64_t n = 100000, all = 0;
  int64_t *a = malloc(n * sizeof *a);
  for (int64_t i = 0; i < n; i++) a[i] = i;
  for (int64_t i = 0; i < 2000; i++) all ^= scan(a, n);
  print_i64(all);
  free(a);
}
