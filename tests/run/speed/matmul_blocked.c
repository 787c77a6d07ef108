#include "speed.h"
enum { N = 320, B = 32 };
typedef float Matrix[N][N];
static __attribute__((noinline)) void matmul(const Matrix a, const Matrix b, Matrix c) {
  for (int64_t ii = 0; ii < N; ii += B)
    for (int64_t kk = 0; kk < N; kk += B)
      for (int64_t i = 0; i < B; i++)
        for (int64_t k = 0; k < B; k++) {
          float x = a[ii + i][kk + k];
          for (int64_t j = 0; j < N; j++) c[ii + i][j] += x * b[kk + k][j];
        }
}
PROGRAM {
  float (*a)[N] = malloc(sizeof(Matrix)), (*b)[N] = malloc(sizeof(Matrix)), (*c)[N] = malloc(sizeof(Matrix));
  for (int64_t i = 0; i < N; i++)
    for (int64_t j = 0; j < N; j++) {
      a[i][j] = b[i][j] = (float)(int32_t)((uint64_t)(i + j) % 7);
      c[i][j] = 0;
    }
  for (int t = 0; t < 8; t++) matmul(a, b, c);
  print_i64((int64_t)c[100][100]);
}
