#include "support/strbuf.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((size_t)2 * 1024 * 1024)
#define FIRST_RESERVE (4 * ARENA_SMALL)   // a session has two
#define RESERVE_SIZE ((size_t)1024 * 1024)
#define MOST_RESERVED ((size_t)16 * 1024 * 1024)
#define FIRST_CHUNK ((size_t)16 * 1024)
#define LARGEST_CHUNK ((size_t)4 * 1024 * 1024)

struct ArenaChunk {
  ArenaChunk *next;
  size_t size;       // bytes after the header
  bool from_reserve;
  _Alignas(8) char data[];
};

typedef struct Reserve {
  struct Reserve *next;
  size_t size;       // bytes after the header
  _Alignas(8) char data[];
} Reserve;

// One more piece, behind the one in use. NULL when the system has none, or enough was taken.
static Reserve *add_reserve(Mem *self, size_t size) {
  Reserve *more = size <= MOST_RESERVED - self->reserved ? malloc(sizeof *more + size) : NULL;
  if (!more) return NULL;
  more->size = size;
  Reserve **place = self->reserve ? &self->reserve->next : &self->reserve;
  more->next = *place;
  *place = more;
  self->reserved += size;
  return more;
}

// Small requests come from the piece in use, of which there is always one, large ones have a piece of their own.
static void *take_reserved(Mem *self, size_t size) {
  if (size > ARENA_SMALL) {
    Reserve *own = add_reserve(self, size);
    return own ? own->data : NULL;
  }
  if (self->reserve->size - self->reserve_used < size) {
    Reserve *used_up = self->reserve, *more = add_reserve(self, RESERVE_SIZE);
    if (more) {
      used_up->next = more->next;
      more->next = used_up;
      self->reserve = more;
      self->reserve_used = 0;
    } else {   // nothing is left: the last block is handed out again
      self->reserve_used = self->reserve->size - ARENA_SMALL;
    }
  }
  char *p = self->reserve->data + self->reserve_used;
  self->reserve_used += size;
  return p;
}

// Free all pieces; with `keep`, keep the piece in use.
static void drop_reserves(Mem *self, bool keep) {
  Reserve *kept = keep ? self->reserve : NULL, *next;
  for (Reserve *piece = kept ? kept->next : self->reserve; piece; piece = next) {
    next = piece->next;
    free(piece);
  }
  if (kept) kept->next = NULL;
  self->reserve = kept;
  self->reserved = kept ? kept->size : 0;
  self->reserve_used = 0;
}

bool mem_init(Mem *self, size_t limit) {
  *self = (Mem){.limit = limit};
  return add_reserve(self, FIRST_RESERVE) != NULL;
}

void mem_free(Mem *self) {
  drop_reserves(self, false);
  *self = (Mem){0};
}

void mem_recover(Mem *self) {
  self->was_exhausted |= self->exhausted;
  self->exhausted = false;
  self->limit_reached = NULL;
  drop_reserves(self, true);
}

// Large pieces come in huge pages where the system has them: taking memory page by page is a fifth of
// the time a large text needs.
static void *allocate(size_t size) {
#if defined(__linux__)
  if (size >= HUGE_PAGE && size <= SIZE_MAX / 2) {
    void *p = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (p) madvise(p, size, MADV_HUGEPAGE);  // this is only advice: the system may ignore it
    return p;
  }
#endif
  return malloc(size);
}

void *mem_resize(void *data, size_t used, size_t size) {
#if defined(__linux__)
  if (size >= HUGE_PAGE) {   // realloc() would touch the new place before the system is asked for huge pages
    void *p = allocate(size);
    if (p && used) memcpy(p, data, used);
    if (p) free(data);
    return p;
  }
#endif
  (void)used;
  return realloc(data, size);
}

// Memory from the system, or NULL (and `exhausted`).
static void *take(Mem *self, size_t size) {
  self->requests++;
  bool refused = self->fail_after && self->requests >= self->fail_after;
  bool over = self->limit && (size > self->limit || self->used > self->limit - size);
  void *p = refused || over || self->exhausted ? NULL : allocate(size);
  if (!p) {
    self->exhausted = true;
    return NULL;
  }
  self->used += size;
  if (self->used > self->peak) self->peak = self->used;
  return p;
}

void arena_init(Arena *self, Mem *mem) { *self = (Arena){.mem = mem, .next_size = FIRST_CHUNK}; }

static void drop_chunk(Arena *self, ArenaChunk *chunk) {
  if (chunk->from_reserve) return;
  self->mem->used -= sizeof(ArenaChunk) + chunk->size;
  free(chunk);
}

static void drop_chunks(Arena *self, ArenaChunk *chunk) {
  while (chunk) {
    ArenaChunk *next = chunk->next;
    drop_chunk(self, chunk);
    chunk = next;
  }
}

void arena_free(Arena *self) {
  drop_chunks(self, self->chunks);
  drop_chunks(self, self->spare);
  arena_init(self, self->mem);
}

static bool is_large(const ArenaChunk *chunk) { return chunk->size == LARGEST_CHUNK - sizeof(ArenaChunk); }

// Put large chunks aside, which the system would have to clear again; keep the largest of the others.
void arena_reset(Arena *self) {
  ArenaChunk *keep = NULL;
  for (ArenaChunk *c = self->chunks; c; c = c->next)
    if (!c->from_reserve && (!keep || c->size > keep->size)) keep = c;
  for (ArenaChunk *c = self->chunks, *next; c; c = next) {
    next = c->next;
    if (c == keep) continue;
    if (c->from_reserve || !is_large(c)) {
      drop_chunk(self, c);
    } else {
      c->next = self->spare;
      self->spare = c;
    }
  }
  self->chunks = keep;
  if (!keep) {
    self->cursor = self->end = NULL;
    self->next_size = FIRST_CHUNK;
    return;
  }
  keep->next = NULL;
  self->cursor = keep->data;
  self->end = keep->data + keep->size;
}

static void use_chunk(Arena *self, ArenaChunk *chunk) {
  chunk->next = self->chunks;
  self->chunks = chunk;
  self->cursor = chunk->data;
  self->end = chunk->data + chunk->size;
}

void *arena_alloc_slow(Arena *self, size_t size) {
  if (size > SIZE_MAX / 2) {
    self->mem->exhausted = true;
    return NULL;
  }
  if (self->spare && size <= self->spare->size) {
    ArenaChunk *chunk = self->spare;
    self->spare = chunk->next;
    use_chunk(self, chunk);
    self->cursor += size;
    return chunk->data;
  }
  size_t room = self->next_size - sizeof(ArenaChunk);
  if (room < size) room = size;
  ArenaChunk *chunk = take(self->mem, sizeof(ArenaChunk) + room);
  if (chunk) {
    chunk->size = room;
    chunk->from_reserve = false;
    if (self->next_size < LARGEST_CHUNK) self->next_size *= 2;
    use_chunk(self, chunk);
    self->cursor += size;
    return chunk->data;
  }
  // When memory is exhausted, loops see the flag and stop.
  return take_reserved(self->mem, size);
}

Str arena_str(Arena *self, Str text) {
  char *p = arena_alloc_raw(self, text.size + 1);
  if (!p) return (Str){"", 0};
  if (text.size) memcpy(p, text.data, text.size);
  p[text.size] = 0;
  return (Str){p, text.size};
}

Str arena_vprintf(Arena *self, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  size_t size = text_format(NULL, 0, format, args);
  char *p = arena_alloc_raw(self, size + 1);
  if (p) {
    text_format(p, size, format, again);
    p[size] = 0;
  }
  va_end(again);
  return p ? (Str){p, size} : (Str){"", 0};
}

Str arena_printf(Arena *self, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Str text = arena_vprintf(self, format, args);
  va_end(args);
  return text;
}

// One chunk is put aside for the next time, so that a question that is asked again and again does not go to the system.
void arena_release(Arena *self, ArenaMark mark) {
  ArenaChunk *first = NULL;   // of those behind the mark
  while (self->chunks != mark.chunk) {
    ArenaChunk *chunk = self->chunks;
    self->chunks = chunk->next;
    if (first) drop_chunk(self, first);
    first = chunk;
  }
  self->cursor = mark.cursor;
  self->end = self->chunks ? self->chunks->data + self->chunks->size : NULL;
  if (first) {
    size_t size = sizeof(ArenaChunk) + first->size;
    self->next_size = size < LARGEST_CHUNK ? 2 * size : LARGEST_CHUNK;
    if (self->spare || first->from_reserve) {
      drop_chunk(self, first);
    } else {
      first->next = NULL;
      self->spare = first;
    }
  }
  if (!self->chunks) self->next_size = FIRST_CHUNK;
}
