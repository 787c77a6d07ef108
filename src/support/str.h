// Borrowed byte slices and the few helpers every layer needs.
#ifndef RUNG_SUPPORT_STR_H
#define RUNG_SUPPORT_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A borrowed slice of bytes; not NUL-terminated. `data` may be NULL when `size` is 0.
typedef struct Str {
  const char *data;
  size_t size;
} Str;

#define countof(array) (sizeof(array) / sizeof((array)[0]))

// For small functions that return a struct: in WebAssembly a call would return it in memory.
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define COLD __attribute__((cold, noinline))   // rarely run: small, and in no caller

// A Str of a string literal; usable in static initialisers.
#define STR_INIT(literal) {(literal), sizeof(literal) - 1}
#define STR(literal) ((Str)STR_INIT(literal))

// printf arguments for "%.*s".
#define STR_ARG(str) (int)(str).size, (str).data

static ALWAYS_INLINE Str str_from(const char *text) {
  return (Str){text, text ? strlen(text) : 0};
}

static inline uint64_t load_u64(const char *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}
static inline uint32_t load_u32(const char *p) {
  uint32_t word;
  memcpy(&word, p, 4);
  return word;
}
// Up to 8 bytes as a number that no other bytes of that size have.
static inline uint64_t load_short(const char *p, size_t size) {
  if (size >= 4) return load_u32(p) | (uint64_t)load_u32(p + size - 4) << 32;
  if (!size) return 0;
  return (uint8_t)p[0] | (uint64_t)(uint8_t)p[size / 2] << 8 | (uint64_t)(uint8_t)p[size - 1] << 16;
}

// Most texts compared here are short names, so they are compared without a call, except in builds that must be small.
bool bytes_equal_(const char *a, const char *b, size_t size);
static inline bool bytes_equal(const char *a, const char *b, size_t size) {
#ifdef __OPTIMIZE_SIZE__
  return bytes_equal_(a, b, size);
#else
  if (size <= 8) return load_short(a, size) == load_short(b, size);
  if (size <= 16) return load_u64(a) == load_u64(b) && load_u64(a + size - 8) == load_u64(b + size - 8);
  return memcmp(a, b, size) == 0;
#endif
}
static inline bool str_equal(Str a, Str b) { return a.size == b.size && bytes_equal(a.data, b.data, a.size); }

static inline bool str_is(Str a, const char *text) { return str_equal(a, str_from(text)); }

// Bytewise order, shorter first on a common prefix: <0, 0, >0.
static inline int str_compare(Str a, Str b) {
  size_t n = a.size < b.size ? a.size : b.size;
  int order = n ? memcmp(a.data, b.data, n) : 0;
  if (order) return order;
  return a.size < b.size ? -1 : a.size > b.size;
}

static inline bool str_starts_with(Str a, Str prefix) {
  return a.size >= prefix.size && memcmp(a.data, prefix.data, prefix.size) == 0;
}

static inline bool str_ends_with(Str a, Str suffix) {
  return a.size >= suffix.size &&
         memcmp(a.data + a.size - suffix.size, suffix.data, suffix.size) == 0;
}

static ALWAYS_INLINE Str str_slice(Str a, size_t begin, size_t end) {
  return (Str){a.data + begin, end - begin};
}

static inline uint32_t hash_bytes(const void *data, size_t size) {
  const char *p = data;
  uint64_t h = 0x9E3779B97F4A7C15u ^ size, tail;
  if (size > 8) {
    for (size_t i = 0; i + 8 < size; i += 8) {
      h = (h ^ load_u64(p + i)) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
    tail = load_u64(p + size - 8);
  } else {
    tail = load_short(p, size);
  }
  h = (h ^ tail) * 0xff51afd7ed558ccdu;
  h ^= h >> 29;
  h *= 0xc4ceb9fe1a85ec53u;
  return (uint32_t)(h >> 32);
}

static inline uint32_t str_hash(Str a) { return hash_bytes(a.data, a.size); }

static inline bool char_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool char_is_hex(char c) {
  return char_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
static inline bool char_is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool char_is_alnum(char c) { return char_is_alpha(c) || char_is_digit(c); }
static inline int char_hex_value(char c) {
  return char_is_digit(c) ? c - '0' : (c | 32) - 'a' + 10;
}

#endif
