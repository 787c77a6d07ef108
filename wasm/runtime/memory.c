// Memory: wasi-libc's, with sizes and pointers of 64 bits.
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

static size_t fitting(uint64_t size) { return size > SIZE_MAX / 2 ? SIZE_MAX : (size_t)size; }   // what is too much is refused

EXPORT("malloc") uint64_t rt_malloc(uint64_t size) { return address(malloc(fitting(size))); }
EXPORT("calloc") uint64_t rt_calloc(uint64_t count, uint64_t size) {
  uint64_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) || fitting(bytes) == SIZE_MAX ? 0 : address(calloc(1, (size_t)bytes));
}
EXPORT("realloc") uint64_t rt_realloc(uint64_t old, uint64_t size) { return address(realloc(pointer(old), fitting(size))); }
EXPORT("free") void rt_free(uint64_t block) { free(pointer(block)); }
EXPORT("aligned_alloc") uint64_t rt_aligned_alloc(uint64_t alignment, uint64_t size) {
  void *made = NULL;
  if (alignment > SIZE_MAX / 2 || posix_memalign(&made, alignment < sizeof(void *) ? sizeof(void *) : (size_t)alignment, fitting(size))) return 0;
  return address(made);
}
EXPORT("_mlir_memref_to_llvm_alloc") uint64_t rt_generic_alloc(uint64_t size) { return rt_malloc(size); }
EXPORT("_mlir_memref_to_llvm_aligned_alloc") uint64_t rt_generic_aligned_alloc(uint64_t alignment, uint64_t size) { return rt_aligned_alloc(alignment, size); }
EXPORT("_mlir_memref_to_llvm_free") void rt_generic_free(uint64_t block) { free(pointer(block)); }

EXPORT("memcpy") uint64_t rt_memcpy(uint64_t to, uint64_t from, uint64_t size) {
  memcpy(pointer(to), pointer(from), (size_t)size);
  return to;
}
EXPORT("memmove") uint64_t rt_memmove(uint64_t to, uint64_t from, uint64_t size) {
  memmove(pointer(to), pointer(from), (size_t)size);
  return to;
}
EXPORT("memset") uint64_t rt_memset(uint64_t to, int32_t byte, uint64_t size) {
  memset(pointer(to), byte, (size_t)size);
  return to;
}
EXPORT("memcmp") int32_t rt_memcmp(uint64_t a, uint64_t b, uint64_t size) { return memcmp(pointer(a), pointer(b), (size_t)size); }
EXPORT("strlen") uint64_t rt_strlen(uint64_t text) { return strlen(pointer(text)); }
