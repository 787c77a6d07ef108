// Text under construction: one growing buffer, appended to.
#ifndef RUNG_SUPPORT_STRBUF_H
#define RUNG_SUPPORT_STRBUF_H

#include <stdarg.h>

#include "support/mem.h"

// Owns its bytes (taken from the system, counted in `mem`). On exhaustion writes are dropped.
typedef struct StrBuf {
  Mem *mem;
  char *data;
  size_t size, cap;
} StrBuf;

void strbuf_init(StrBuf *self, Mem *mem);
void strbuf_free(StrBuf *self);
bool strbuf_reserve_slow(StrBuf *self, size_t extra);

static inline bool strbuf_reserve(StrBuf *self, size_t extra) {
  return self->cap - self->size >= extra || strbuf_reserve_slow(self, extra);
}
static inline void strbuf_char(StrBuf *self, char c) {
  if (strbuf_reserve(self, 1)) self->data[self->size++] = c;
}
static inline void strbuf_bytes(StrBuf *self, const char *data, size_t size) {
  if (size && strbuf_reserve(self, size)) {
    memcpy(self->data + self->size, data, size);
    self->size += size;
  }
}
static inline void strbuf_str(StrBuf *self, Str s) { strbuf_bytes(self, s.data, s.size); }
#define strbuf_lit(self, literal) strbuf_bytes((self), (literal), sizeof(literal) - 1)
void strbuf_pad(StrBuf *self, char c, size_t count);
void strbuf_u64(StrBuf *self, uint64_t value);
void strbuf_i64(StrBuf *self, int64_t value);
void strbuf_printf(StrBuf *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(StrBuf *self, const char *format, va_list args);
// The formatted text's first `room` bytes go to `data`, without a NUL; returns the size of all of it.
size_t text_format(char *data, size_t room, const char *format, va_list args) __attribute__((format(printf, 3, 0)));
// Append `text` in double quotes, escaped as MLIR prints strings: \" \\ and \XX (uppercase hex)
// for bytes outside 0x20..0x7E.
void strbuf_quoted(StrBuf *self, Str text);
void strbuf_escaped(StrBuf *self, Str text);  // the same without the quotes

static ALWAYS_INLINE Str strbuf_view(const StrBuf *self) { return (Str){self->data, self->size}; }

#endif
