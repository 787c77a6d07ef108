// A library to be loaded before the C library's own, that runs a program in copies of its process. The first one counts
// its requests for memory, and is said by `counted N`. In each of the others, the N-th request is refused and, when
// REFUSE_ONWARD is set, all later ones: N from 1 on, to that count or to REFUSE_MAX. What copy N prints is in the files
// N.out and N.err of the folder REFUSE_IN, the file REFUSE_FILE is moved to N.file, and `N status signal` is printed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t), *(*next_realloc)(void *, size_t);
static void *(*next_aligned_alloc)(size_t, size_t);
static void (*next_free)(void *);
static long count, refused;
static bool onward, finding;
static int count_to = -1;   // the pipe that takes the count
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

enum { SECONDS = 30 };

// The copy of the process, which goes on to run the program.
static void become(const char *folder, long at) {
  static const char *const ends[] = {"out", "err"};
  for (int i = 0; i < 2; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%ld.%s", folder, at, ends[i]);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, i + 1) < 0) _exit(126);
    close(file);
  }
  alarm(SECONDS);
  refused = at;
  count = 0;
}

// Whether this is a copy. `status`: how the copy ended.
static bool run_copy(const char *folder, long at, int *status) {
  pid_t child = fork();
  if (child == 0) become(folder, at);
  if (child <= 0) return child == 0;
  while (waitpid(child, status, 0) < 0 && errno == EINTR) {}
  return false;
}

__attribute__((constructor)) static void sweep(void) {
  const char *folder = getenv("REFUSE_IN"), *max = getenv("REFUSE_MAX"), *moved = getenv("REFUSE_FILE");
  int ends[2], status = 0;
  long requests = 0;
  find();
  onward = getenv("REFUSE_ONWARD") != NULL;
  if (!folder || !max || pipe(ends)) return;
  count_to = ends[1];
  if (run_copy(folder, 0, &status)) return;
  if (read(ends[0], &requests, sizeof requests) != sizeof requests) requests = 0;
  close(ends[0]);
  close(ends[1]);
  count_to = -1;
  printf("counted %ld\n", requests);
  for (long at = 0; at <= requests && at <= atol(max); at++) {
    if (at && run_copy(folder, at, &status)) return;
    char name[4096];
    snprintf(name, sizeof name, "%s/%ld.file", folder, at);
    if (moved) rename(moved, name);
    printf("%ld %d %d\n", at, WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
  }
  _exit(0);
}

__attribute__((destructor)) static void report(void) {
  if (count_to >= 0 && write(count_to, &count, sizeof count) < 0) _exit(126);
}
