// A library to be loaded before the C library's own: it refuses the REFUSE_AT-th request for memory and, when
// REFUSE_ONWARD is set, all later ones. REFUSE_COUNT: at the end, say on stderr how many requests there were.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t), *(*next_realloc)(void *, size_t);
static void *(*next_aligned_alloc)(size_t, size_t);
static void (*next_free)(void *);
static long count, refused;
static bool onward, finding;
static _Alignas(16) char early[4096];   // what finding the functions above asks for
static size_t early_used;

static void find(void) {
  if (next_free || finding) return;
  finding = true;
  next_malloc = dlsym(RTLD_NEXT, "malloc");
  next_calloc = dlsym(RTLD_NEXT, "calloc");
  next_realloc = dlsym(RTLD_NEXT, "realloc");
  next_aligned_alloc = dlsym(RTLD_NEXT, "aligned_alloc");
  next_free = dlsym(RTLD_NEXT, "free");
  const char *at = getenv("REFUSE_AT");
  refused = at ? atol(at) : 0;
  onward = getenv("REFUSE_ONWARD") != NULL;
  finding = false;
}

static void *early_block(size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (size > sizeof early - early_used) return NULL;
  early_used += size;
  return early + early_used - size;
}

static bool refuses(void) {
  count++;
  bool refuse = refused && (count == refused || (onward && count > refused));
  if (refuse) errno = ENOMEM;
  return refuse;
}

void *malloc(size_t size) {
  find();
  if (!next_malloc) return early_block(size);
  return refuses() ? NULL : next_malloc(size);
}

void *calloc(size_t n, size_t size) {
  find();
  if (!next_calloc) return early_block(n * size);
  return refuses() ? NULL : next_calloc(n, size);
}

void *realloc(void *old, size_t size) {
  find();
  return refuses() ? NULL : next_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  find();
  return refuses() ? NULL : next_aligned_alloc(alignment, size);
}

void free(void *p) {
  find();
  if (!p || ((char *)p >= early && (char *)p < early + sizeof early)) return;
  next_free(p);
}

__attribute__((destructor)) static void report(void) {
  char text[64];
  if (!getenv("REFUSE_COUNT")) return;
  int size = snprintf(text, sizeof text, "requests: %ld\n", count);
  if (write(2, text, (size_t)size) < 0) return;
}
