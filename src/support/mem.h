// Arenas: every allocation in the core comes from one, and is freed with it.
#ifndef RUNG_SUPPORT_MEM_H
#define RUNG_SUPPORT_MEM_H

#include <stdarg.h>

#include "support/str.h"

// The memory account shared by the arenas of one context.
//
// When `limit` is passed, or the system refuses memory, `exhausted` is set and allocations are
// served from a reserve set aside at start, so that no caller of a small allocation has to test for
// NULL. Code that loops over input (lexer, drivers, printers) polls `exhausted` and stops with an
// error. The reserve grows while the system has memory: a limit is passed by 16 MiB at most.
typedef struct Mem {
  size_t used;        // bytes taken from the system now
  size_t peak;        // highest value of `used`
  size_t limit;       // bytes; 0: none
  bool exhausted;     // sticky until mem_recover()
  bool was_exhausted; // ever, before the last mem_recover()
  const char *limit_reached;   // what is too large, if that and not the system is why it is exhausted; or NULL
  uint64_t fail_after;  // tests: the N-th request to the system and all later ones fail; 0: never
  uint64_t requests;    // requests to the system so far
  struct Reserve *reserve;   // the piece in use, then those used up
  size_t reserve_used;       // of that piece
  size_t reserved;           // bytes of all pieces
} Mem;

// Prepare the account and set the reserve aside. Returns false when even that fails.
bool mem_init(Mem *self, size_t limit);
void mem_free(Mem *self);
// Make the account usable again, after the arenas of the failed work were freed.
void mem_recover(Mem *self);
// realloc() for a buffer that grows, of whose bytes the first `used` are kept: a large one is asked for in huge pages, as arenas are.
void *mem_resize(void *data, size_t used, size_t size);

// Stop the work as if memory had run out: something would become too large. `what` is a sentence without an end.
static inline void mem_reach_limit(Mem *self, const char *what) {
  if (!self->exhausted) self->limit_reached = what;
  self->exhausted = true;
}
// What to say when it is exhausted.
static inline const char *mem_reason(const Mem *self) { return self->limit_reached ? self->limit_reached : "out of memory"; }

typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
  Mem *mem;
  ArenaChunk *chunks;
  ArenaChunk *spare;   // large ones that a reset put aside
  char *cursor, *end;
  size_t next_size;
} Arena;

void arena_init(Arena *self, Mem *mem);
// Give back everything allocated; the arena is then empty and usable.
void arena_free(Arena *self);
// Forget everything allocated but keep the large chunks for reuse.
void arena_reset(Arena *self);

// Memory aligned to 8 bytes, zeroed. Never NULL for requests up to ARENA_SMALL bytes; larger ones
// return NULL when memory is exhausted and the reserve has no room for them.
#define ARENA_SMALL ((size_t)64 * 1024)
void *arena_alloc_slow(Arena *self, size_t size);
static inline void *arena_alloc_raw(Arena *self, size_t size) {  // not zeroed
  size = (size + 7) & ~(size_t)7;
  if ((size_t)(self->end - self->cursor) < size) return arena_alloc_slow(self, size);
  char *p = self->cursor;
  self->cursor += size;
  return p;
}
static inline void *arena_alloc(Arena *self, size_t size) {
  void *p = arena_alloc_raw(self, size);
  return p && size ? memset(p, 0, size) : p;
}
#define arena_new(arena, T, n) ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

// A copy of `text` that lives as long as the arena, NUL-terminated for convenience.
Str arena_str(Arena *self, Str text);
Str arena_printf(Arena *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
Str arena_vprintf(Arena *self, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

// A position to return to: frees everything allocated after the mark was taken.
typedef struct ArenaMark {
  ArenaChunk *chunk;
  char *cursor;
} ArenaMark;
static ALWAYS_INLINE ArenaMark arena_mark(const Arena *self) { return (ArenaMark){self->chunks, self->cursor}; }
void arena_release(Arena *self, ArenaMark mark);

#endif
