#include "speed.h"
enum { N = 256 };
typedef int8_t Grid[N][N];
static __attribute__((noinline)) void step(const Grid a, Grid b) {
  for (int64_t i = 0; i < N; i++) {
    int64_t up = (i + 255) & 255, down = (i + 1) & 255;
    for (int64_t j = 0; j < N; j++) {
      int64_t left = (j + 255) & 255, right = (j + 1) & 255;
      int8_t s = a[up][left] + a[up][j] + a[up][right] + a[i][left] + a[i][right] + a[down][left] + a[down][j] + a[down][right];
      b[i][j] = s == 3 ? 1 : s == 2 ? a[i][j] : 0;
    }
  }
}
PROGRAM {
  int8_t (*a)[N] = malloc(sizeof(Grid)), (*b)[N] = malloc(sizeof(Grid));
  uint32_t x = 12345;
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++) {
      x = x * 1103515245u + 12345u;
      a[i][j] = (int8_t)(x >> 20 & 1);
    }
  for (int t = 0; t < 300; t++) step(a, b), step(b, a);
  int64_t alive = 0;
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++) alive += (uint8_t)a[i][j];
  print_i64(alive);
}
