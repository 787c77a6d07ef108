// Memrefs: copied, and printed as mlir/include/mlir/ExecutionEngine/RunnerUtils.h does.
#include <string.h>

#include "runtime.h"

enum { MAX_RANK = 64 };

typedef struct Memref {
  int64_t rank, offset;
  const int64_t *sizes, *strides;
  char *data;
  uint64_t base;
} Memref;

static Memref memref_at(int64_t rank, uint64_t descriptor) {
  const int64_t *words = pointer(descriptor);
  Memref self = {.rank = rank, .base = (uint64_t)words[1], .data = pointer((uint64_t)words[1])};
  if (words) self.offset = words[2], self.sizes = words + 3, self.strides = words + 3 + rank;
  return self;
}

// From one unranked memref to another of the same shape. Both have any strides.
EXPORT("memrefCopy") void memref_copy(int64_t element, uint64_t source, uint64_t target) {
  const int64_t *from_words = pointer(source), *to_words = pointer(target);
  Memref from = memref_at(from_words[0], (uint64_t)from_words[1]), to = memref_at(to_words[0], (uint64_t)to_words[1]);
  int64_t index[MAX_RANK] = {0}, read = from.offset, write = to.offset;
  if (from.rank > MAX_RANK) return;
  for (int64_t d = 0; d < from.rank; d++)
    if (from.sizes[d] == 0) return;
  for (;;) {
    memcpy(to.data + write * element, from.data + read * element, (size_t)element);
    int64_t d = from.rank - 1;
    for (; d >= 0; d--) {
      read += from.strides[d];
      write += to.strides[d];
      if (++index[d] < from.sizes[d]) break;
      read -= from.strides[d] * index[d];
      write -= to.strides[d] * index[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

typedef void PrintElement(const char *at);

static void print_list(const char *name, const int64_t *values, int64_t count) {
  put_format(" %s = [", name);
  for (int64_t i = 0; i < count; i++) put_format(i ? ", %lld" : "%lld", (long long)values[i]);
  put_text("]", 1);
}

static void print_head(Memref self) {
  put_format("base@ = 0x%llx rank = %lld offset = %lld", (unsigned long long)self.base, (long long)self.rank, (long long)self.offset);
  print_list("sizes", self.sizes, self.rank);
  print_list("strides", self.strides, self.rank);
}

static void print_data(Memref self, int64_t d, int64_t offset, size_t element, PrintElement *print) {
  if (d == self.rank) {
    print(self.data + offset * (int64_t)element);
    return;
  }
  put_text("[", 1);
  // An empty dimension shows one element all the same, as upstream does.
  for (int64_t i = 0; i < self.sizes[d] || i == 0; i++) {
    if (i) {
      put_text(", ", 2);
      if (self.rank - d > 1) put_text("\n", 1);
      for (int64_t space = 0; space <= d; space++) put_text(" ", 1);
    }
    print_data(self, d + 1, offset + i * self.strides[d], element, print);
  }
  put_text("]", 1);
}

static void print_memref(int64_t rank, uint64_t descriptor, size_t element, PrintElement *print) {
  Memref self = memref_at(rank, descriptor);
  put_text("Unranked Memref ", 16);
  print_head(self);
  put_text(" data = \n", 9);
  if (rank == 0) put_text("[", 1);
  print_data(self, 0, self.offset, element, print);
  put_text(rank == 0 ? "]\n" : "\n", rank == 0 ? 2 : 1);
}

static float f32_at(const char *at) { float value; memcpy(&value, at, sizeof value); return value; }
static double f64_at(const char *at) { double value; memcpy(&value, at, sizeof value); return value; }

static void i8(const char *at) { put_text(at, 1); }   // a character, to C++
static void i16(const char *at) { int16_t value; memcpy(&value, at, sizeof value); put_format("%d", value); }
static void i32(const char *at) { int32_t value; memcpy(&value, at, sizeof value); put_format("%d", value); }
static void i64(const char *at) { int64_t value; memcpy(&value, at, sizeof value); put_format("%lld", (long long)value); }
static void f32(const char *at) { put_format("%g", (double)f32_at(at)); }
static void f64(const char *at) { put_format("%g", f64_at(at)); }
static void f16(const char *at) { uint16_t bits; memcpy(&bits, at, sizeof bits); put_format("%g", (double)f16_value(bits)); }
static void bf16(const char *at) { uint16_t bits; memcpy(&bits, at, sizeof bits); put_format("%g", (double)bf16_value(bits)); }
static void c32(const char *at) { put_format("(%g,%g)", (double)f32_at(at), (double)f32_at(at + 4)); }
static void c64(const char *at) { put_format("(%g,%g)", f64_at(at), f64_at(at + 8)); }

#define PRINT(suffix, size, print)                                                                                          \
  EXPORT("printMemref" suffix) void print_memref_##print(int64_t rank, uint64_t descriptor) { print_memref(rank, descriptor, size, print); } \
  EXPORT("_mlir_ciface_printMemref" suffix) void print_unranked_##print(uint64_t memref) {                                   \
    const int64_t *words = pointer(memref);                                                                                 \
    print_memref(words[0], (uint64_t)words[1], size, print);                                                                \
  }
PRINT("I8", 1, i8)
PRINT("I16", 2, i16)
PRINT("I32", 4, i32)
PRINT("I64", 8, i64)
PRINT("F16", 2, f16)
PRINT("BF16", 2, bf16)
PRINT("F32", 4, f32)
PRINT("F64", 8, f64)
PRINT("C32", 8, c32)
PRINT("C64", 16, c64)
static void index_(const char *at) { i64(at); }
PRINT("Ind", 8, index_)
