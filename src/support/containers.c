// Implements vec.h, map.h, strbuf.h, and the functions of str.h that are not inline in builds that must be small.
#include <stdlib.h>

#include "support/map.h"
#include "support/strbuf.h"
#include "support/vec.h"

bool bytes_equal_(const char *a, const char *b, size_t size) { return memcmp(a, b, size) == 0; }

// --- vec

void vec_grow_(Arena *arena, void **data, uint32_t *count, uint32_t *cap, size_t item_size,
               uint32_t extra) {
  uint64_t need = (uint64_t)*count + extra;
  uint64_t room = *cap ? (uint64_t)*cap * 2 : 8;
  if (room < need) room = need;
  void *grown = room > UINT32_MAX ? NULL : arena_alloc_raw(arena, (size_t)room * item_size);
  if (!grown) {
    arena->mem->exhausted = true;
    *count = *cap >= extra ? *cap - extra : 0;  // overwrite the tail
    return;
  }
  if (*count) memcpy(grown, *data, *count * item_size);
  *data = grown;
  *cap = (uint32_t)room;
}

void *vec_slot_(Arena *arena, void *vec, size_t item_size) {
  VEC(char) *v = vec;
  if (v->count == v->cap) vec_grow_(arena, (void **)&v->data, &v->count, &v->cap, item_size, 1);
  return v->data + item_size * v->count++;
}

// --- map

void map_init(Map *self, Arena *arena) { *self = (Map){.arena = arena}; }

void map_clear(Map *self) {
  if (self->slots) memset(self->slots, 0, sizeof(uint32_t) * ((size_t)self->slot_mask + 1));
  self->count = self->live = 0;
}

static uint32_t hash_word(uint64_t key) {
  key *= 0x9E3779B97F4A7C15u;
  return (uint32_t)(key >> 32);
}

static MapEntry *find(const Map *self, uint32_t hash, uint64_t key, const Str *name) {
  if (!self->slots) return NULL;
  for (uint32_t i = hash & self->slot_mask; self->slots[i]; i = (i + 1) & self->slot_mask) {
    MapEntry *e = &self->entries[self->slots[i] - 1];
    if (e->hash != hash || !e->live) continue;
    if (name ? str_equal(e->name, *name) : e->key == key) return e;
  }
  return NULL;
}

static void add_slot(Map *self, uint32_t index) {
  uint32_t i = self->entries[index].hash & self->slot_mask;
  while (self->slots[i]) i = (i + 1) & self->slot_mask;
  self->slots[i] = index + 1;
}

static void grow(Map *self) {
  uint32_t cap = self->cap ? self->cap * 2 : 8;
  MapEntry *entries = arena_alloc_raw(self->arena, sizeof(MapEntry) * (size_t)cap);
  uint32_t *slots = arena_new(self->arena, uint32_t, (size_t)cap * 2);
  if (!entries || !slots) {
    self->arena->mem->exhausted = true;
    if (self->count) map_clear(self);  // stays valid; the flag tells it is not complete
    return;
  }
  if (self->count) memcpy(entries, self->entries, sizeof(MapEntry) * self->count);
  self->entries = entries;
  self->slots = slots;
  self->cap = cap;
  self->slot_mask = cap * 2 - 1;
  for (uint32_t i = 0; i < self->count; i++) add_slot(self, i);
}

static MapEntry *put(Map *self, uint32_t hash, uint64_t key, const Str *name) {
  MapEntry *found = find(self, hash, key, name);
  if (found) return found;
  if (self->count == self->cap) grow(self);
  MapEntry *e = &self->entries[self->count];
  *e = (MapEntry){.key = key, .hash = hash, .live = true};
  if (name) e->name = *name;
  add_slot(self, self->count++);
  self->live++;
  return e;
}

MapEntry *map_find(const Map *self, uint64_t key) { return find(self, hash_word(key), key, NULL); }
MapEntry *map_find_str(const Map *self, Str name) { return find(self, str_hash(name), 0, &name); }
MapEntry *map_put(Map *self, uint64_t key) { return put(self, hash_word(key), key, NULL); }
MapEntry *map_put_str(Map *self, Str name) { return put(self, str_hash(name), 0, &name); }

// --- strbuf

void strbuf_init(StrBuf *self, Mem *mem) { *self = (StrBuf){.mem = mem}; }

void strbuf_free(StrBuf *self) {
  if (self->mem) self->mem->used -= self->cap;
  free(self->data);
  *self = (StrBuf){.mem = self->mem};
}

bool strbuf_reserve_slow(StrBuf *self, size_t extra) {
  Mem *mem = self->mem;
  size_t cap = self->cap ? self->cap : 256;
  while (cap - self->size < extra) {
    if (cap > SIZE_MAX / 4) {
      mem->exhausted = true;
      return false;
    }
    cap *= 2;
  }
  mem->requests++;
  size_t more = cap - self->cap;
  bool refused = mem->fail_after && mem->requests >= mem->fail_after;
  bool over = mem->limit && (more > mem->limit || mem->used > mem->limit - more);
  char *data = refused || over ? NULL : mem_resize(self->data, self->size, cap);
  if (!data) {
    mem->exhausted = true;
    return false;
  }
  mem->used += more;
  if (mem->used > mem->peak) mem->peak = mem->used;
  self->data = data;
  self->cap = cap;
  return true;
}

void strbuf_pad(StrBuf *self, char c, size_t count) {
  if (count && strbuf_reserve(self, count)) {
    memset(self->data + self->size, c, count);
    self->size += count;
  }
}

void strbuf_u64(StrBuf *self, uint64_t value) {
  static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
  if (!strbuf_reserve(self, 20)) return;
  char *to = self->data + self->size;
  size_t n = value < 10 ? 1 : value < 100 ? 2 : 3;   // most numbers are short
  for (uint64_t rest = value; rest >= 1000; rest /= 10) n++;
  self->size += n;
  for (; n > 2; n -= 2, value /= 100) memcpy(to + n - 2, pairs + value % 100 * 2, 2);
  if (n == 2) memcpy(to, pairs + value * 2, 2);
  else *to = (char)('0' + value);
}

void strbuf_i64(StrBuf *self, int64_t value) {
  if (value < 0) strbuf_char(self, '-');
  strbuf_u64(self, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void strbuf_vprintf(StrBuf *self, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  size_t size = text_format(NULL, 0, format, again);
  va_end(again);
  if (!strbuf_reserve(self, size)) return;
  text_format(self->data + self->size, size, format, args);
  self->size += size;
}

void strbuf_printf(StrBuf *self, const char *format, ...) {
  va_list args;
  va_start(args, format);
  strbuf_vprintf(self, format, args);
  va_end(args);
}

void strbuf_escaped(StrBuf *self, Str text) {
  static const char hex[] = "0123456789ABCDEF";
  for (size_t i = 0; i < text.size; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c == '\\') {
      strbuf_lit(self, "\\\\");
    } else if (c >= 0x20 && c < 0x7F && c != '"') {
      strbuf_char(self, (char)c);
    } else {
      strbuf_char(self, '\\');
      strbuf_char(self, hex[c >> 4]);
      strbuf_char(self, hex[c & 15]);
    }
  }
}

void strbuf_quoted(StrBuf *self, Str text) {
  strbuf_char(self, '"');
  strbuf_escaped(self, text);
  strbuf_char(self, '"');
}
