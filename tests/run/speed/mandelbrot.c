#include "speed.h"
static int32_t escape(double x, double y) {
  double a = 0, b = 0;
  int32_t n = 0;
  while (a * a + b * b < 4 && n < 200) {
    double next = a * a - b * b + x;
    b = a * b * 2 + y;
    a = next;
    n++;
  }
  return n;
}
PROGRAM {
  int64_t all = 0;
  for (int64_t j = 0; j < 600; j++)
    for (int64_t i = 0; i < 900; i++) all += escape((double)(int32_t)i * 0.0033 - 2, (double)(int32_t)j * 0.0033 - 1);
  print_i64(all);
}
