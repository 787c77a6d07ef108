// Time, and random numbers as libstdc++'s mt19937 and uniform_int_distribution make them.
#include <stdlib.h>
#include <time.h>

#include "runtime.h"

EXPORT("rtclock") double rt_clock(void) {
  struct timespec now;
  return clock_gettime(CLOCK_REALTIME, &now) ? 0 : (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
EXPORT("_mlir_ciface_nanoTime") int64_t nano_time(void) {
  struct timespec now;
  return clock_gettime(CLOCK_MONOTONIC, &now) ? 0 : (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

enum { WORDS = 624, SHIFT = 397 };
typedef struct Generator { uint32_t words[WORDS]; uint32_t next; } Generator;

EXPORT("rtsrand") uint64_t rt_srand(uint64_t seed) {
  Generator *self = malloc(sizeof *self);
  if (!self) return 0;
  self->words[0] = (uint32_t)seed;
  for (uint32_t i = 1; i < WORDS; i++) self->words[i] = 1812433253u * (self->words[i - 1] ^ self->words[i - 1] >> 30) + i;
  self->next = WORDS;
  return address(self);
}
EXPORT("rtdrand") void rt_drand(uint64_t generator) { free(pointer(generator)); }

static uint32_t next_word(Generator *self) {
  if (self->next == WORDS) {
    for (uint32_t i = 0; i < WORDS; i++) {
      uint32_t mixed = (self->words[i] & 0x80000000u) | (self->words[(i + 1) % WORDS] & 0x7fffffffu);
      self->words[i] = self->words[(i + SHIFT) % WORDS] ^ mixed >> 1 ^ (mixed & 1 ? 0x9908b0dfu : 0);
    }
    self->next = 0;
  }
  uint32_t word = self->words[self->next++];
  word ^= word >> 11;
  word ^= word << 7 & 0x9d2c5680u;
  word ^= word << 15 & 0xefc60000u;
  return word ^ word >> 18;
}

// 0 to `most`, both included.
static uint64_t next_below(Generator *self, uint64_t most) {
  if (most == UINT32_MAX) return next_word(self);
  if (most < UINT32_MAX) {
    uint32_t range = (uint32_t)most + 1;
    uint64_t product = (uint64_t)next_word(self) * range;
    if ((uint32_t)product < range)
      for (uint32_t threshold = -range % range; (uint32_t)product < threshold;) product = (uint64_t)next_word(self) * range;
    return product >> 32;
  }
  for (;;) {
    uint64_t upper = next_below(self, most >> 32) << 32, all = upper + next_word(self);
    if (all <= most && all >= upper) return all;
  }
}
EXPORT("rtrand") uint64_t rt_rand(uint64_t generator, uint64_t most) { return next_below(pointer(generator), most); }
