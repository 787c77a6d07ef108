#include "speed.h"
static __attribute__((noinline)) void matmul(const float *a, const float *b, float *c, int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++)
      for (int64_t l = 0; l < k; l++) c[i * n + j] += a[i * k + l] * b[l * n + j];
}
PROGRAM {
  int64_t n = 320;
  float *a = malloc(n * n * 4), *b = malloc(n * n * 4), *c = malloc(n * n * 4);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      a[i * n + j] = b[i * n + j] = (float)(int32_t)((uint64_t)(i + j) % 7);
      c[i * n + j] = 0;
    }
  for (int t = 0; t < 4; t++) matmul(a, b, c, n, n, n);
  print_i64((int64_t)c[100 * n + 100]);
  free(a), free(b), free(c);
}
