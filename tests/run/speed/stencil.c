#include "speed.h"
enum { N = 512 };
typedef double Grid[N][N];
static __attribute__((noinline)) void step(const Grid a, Grid b) {
  for (int64_t i = 1; i < N - 1; i++)
    for (int64_t j = 1; j < N - 1; j++) b[i][j] = ((a[i - 1][j] + a[i + 1][j]) + (a[i][j - 1] + a[i][j + 1])) * 0.25;
}
PROGRAM {
  double (*a)[N] = malloc(sizeof(Grid)), (*b)[N] = malloc(sizeof(Grid));
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++) a[i][j] = b[i][j] = i ? 0 : 1000000;
  for (int t = 0; t < 100; t++) step(a, b), step(b, a);
  print_i64((int64_t)a[10][10]);
}
