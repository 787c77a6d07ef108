// Printing, as mlir/lib/ExecutionEngine/CRunnerUtils.cpp and C's printf do it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "runtime.h"

enum { ROOM = 4096, OUT = 1 };
static char line[ROOM];
static size_t filled;

EXPORT("rung.flush") void flush_output(void) {
  for (size_t at = 0; at < filled;) {
    __wasi_ciovec_t vector = {(const uint8_t *)line + at, filled - at};
    __wasi_size_t written = 0;
    if (__wasi_fd_write(OUT, &vector, 1, &written) || !written) break;
    at += written;
  }
  filled = 0;
}

void put_text(const char *text, size_t size) {
  for (size_t i = 0; i < size; i++) {
    line[filled++] = text[i];
    if (text[i] == '\n' || filled == ROOM) flush_output();
  }
}

void put_format(const char *format, ...) {
  char text[400];   // the longest is a double's 309 digits
  va_list args;
  va_start(args, format);
  int size = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  put_text(text, size < 0 ? 0 : (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

EXPORT("printI64") void print_i64(int64_t value) { put_format("%lld", (long long)value); }
EXPORT("printU64") void print_u64(uint64_t value) { put_format("%llu", (unsigned long long)value); }
EXPORT("printF32") void print_f32(float value) { put_format("%g", (double)value); }
EXPORT("printF64") void print_f64(double value) { put_format("%lg", value); }
EXPORT("printF16") void print_f16(uint32_t bits) { put_format("%g", (double)f16_value(bits)); }
EXPORT("printBF16") void print_bf16(uint32_t bits) { put_format("%g", (double)bf16_value(bits)); }
EXPORT("printString") void print_string(uint64_t text) { put_text(pointer(text), strlen(pointer(text))); }
EXPORT("printOpen") void print_open(void) { put_text("( ", 2); }
EXPORT("printClose") void print_close(void) { put_text(" )", 2); }
EXPORT("printComma") void print_comma(void) { put_text(", ", 2); }
EXPORT("printNewline") void print_newline(void) { put_text("\n", 1); }

EXPORT("puts") int32_t print_line(uint64_t text) {
  print_string(text);
  print_newline();
  return 1;
}

EXPORT("putchar") int32_t print_char(int32_t c) {
  char byte = (char)c;
  put_text(&byte, 1);
  return (unsigned char)byte;
}

// Conversions one by one: every argument takes eight bytes, integers extended, floats as doubles.
EXPORT("printf") int32_t print_formatted(uint64_t format, uint64_t arguments) {
  const char *at = pointer(format);
  const uint64_t *next = pointer(arguments);
  int32_t printed = 0;
  while (*at) {
    size_t plain = strcspn(at, "%");
    put_text(at, plain);
    printed += (int32_t)plain;
    at += plain;
    if (!*at) break;
    size_t flags = 1 + strspn(at + 1, "-+ #0123456789.*"), length = strspn(at + flags, "hljztL"), all = flags + length;
    char kind = at[all], spec[32], text[512];
    int size = 0, stars[2] = {0, 0}, star_count = 0;
    if (!kind) break;
    at += all + 1;
    if (kind == '%') {
      put_text("%", 1);
      printed++;
      continue;
    }
    if (flags + 4 > sizeof spec) continue;
    // Without the length: it is known here. A star's number is written out.
    char *to = spec;
    const char *from = at - all - 1;
    for (size_t i = 0; i < flags && to < spec + sizeof spec - 16; i++) {
      if (from[i] == '*' && star_count < 2) to += snprintf(to, 12, "%d", stars[star_count++] = (int)*next++);
      else *to++ = from[i];
    }
    int wide = length >= 1 && from[flags] != 'h';
    int shorts = length >= 1 && from[flags] == 'h' ? (int)length : 0;
    if (strchr("di", kind)) {
      int64_t value = (int64_t)*next++;
      if (!wide) value = shorts == 2 ? (int8_t)value : shorts == 1 ? (int16_t)value : (int32_t)value;
      memcpy(to, "lld", 4);
      size = snprintf(text, sizeof text, spec, (long long)value);
    } else if (strchr("uxXo", kind)) {
      uint64_t value = *next++;
      if (!wide) value = shorts == 2 ? (uint8_t)value : shorts == 1 ? (uint16_t)value : (uint32_t)value;
      to[0] = 'l', to[1] = 'l', to[2] = kind, to[3] = 0;
      size = snprintf(text, sizeof text, spec, (unsigned long long)value);
    } else if (strchr("aAeEfFgG", kind)) {
      double value;
      memcpy(&value, next++, sizeof value);
      to[0] = kind, to[1] = 0;
      size = snprintf(text, sizeof text, spec, value);
    } else if (kind == 'c') {
      memcpy(to, "c", 2);
      size = snprintf(text, sizeof text, spec, (int)*next++);
    } else if (kind == 'p') {
      size = snprintf(text, sizeof text, "0x%llx", (unsigned long long)*next++);
    } else if (kind == 's') {
      const char *string = pointer(*next++);
      memcpy(to, "s", 2);
      size = snprintf(text, sizeof text, spec, string ? string : "(null)");
      if (size >= (int)sizeof text) {
        char *longer = malloc((size_t)size + 1);
        if (longer) {
          snprintf(longer, (size_t)size + 1, spec, string);
          put_text(longer, (size_t)size);
          free(longer);
          printed += size;
          continue;
        }
      }
    }
    if (size > 0) put_text(text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
    printed += size;
  }
  return printed;
}

EXPORT("exit") void leave(int32_t status) {
  flush_output();
  __wasi_proc_exit((__wasi_exitcode_t)status);
}
EXPORT("abort") void give_up(void) {
  flush_output();
  __wasi_proc_exit(128 + 6);   // as a shell says of SIGABRT
}
