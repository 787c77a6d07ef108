#include "speed.h"
static void sift(int32_t *a, int64_t first, int64_t end) {
  int32_t value = a[first];
  int64_t at = first;
  for (;;) {
    int64_t left = at * 2 + 1;
    if (left >= end) break;
    int64_t child = left + 1 < end && a[left] < a[left + 1] ? left + 1 : left;
    int32_t there = a[child];
    if (value >= there) break;
    a[at] = there;
    at = child;
  }
  a[at] = value;
}
PROGRAM {
  int64_t n = 1000000;
  int32_t *a = malloc(n * sizeof *a), x = 12345;
  for (int64_t i = 0; i < n; i++) a[i] = x = (int32_t)((uint32_t)x * 1103515245u + 12345u);
  for (int64_t i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
  for (int64_t end = n - 1; end > 0; end--) {
    int32_t top = a[0];
    a[0] = a[end];
    a[end] = top;
    sift(a, 0, end);
  }
  print_i64(a[n / 2]);
  free(a);
}
