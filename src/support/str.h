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

// A Str of a string literal; usable in static initialisers.
#define STR_INIT(literal) {(literal), sizeof(literal) - 1}
#define STR(literal) ((Str)STR_INIT(literal))

// printf arguments for "%.*s".
#define STR_ARG(str) (int)(str).size, (str).data

static inline Str str_from(const char *text) {
  return (Str){text, text ? strlen(text) : 0};
}

static inline bool str_equal(Str a, Str b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

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

static inline Str str_slice(Str a, size_t begin, size_t end) {
  return (Str){a.data + begin, end - begin};
}

static inline uint32_t hash_bytes(const void *data, size_t size) {
  const uint8_t *p = data;
  uint64_t h = 0x9E3779B97F4A7C15u ^ size;
  while (size >= 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    h = (h ^ w) * 0xff51afd7ed558ccdu;
    h ^= h >> 32;
    p += 8;
    size -= 8;
  }
  uint64_t tail = 0;
  if (size) {
    memcpy(&tail, p, size);
    h = (h ^ tail) * 0xff51afd7ed558ccdu;
  }
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
