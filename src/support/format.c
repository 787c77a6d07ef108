// printf's formats, as far as messages use them: %s %.*s %c %d %u %zu %lld %llu %%.
#include <stdarg.h>

#include "support/strbuf.h"

typedef struct Out {
  char *data;
  size_t size, room;
} Out;

static void put(Out *out, const char *data, size_t size) {
  if (size && out->size < out->room) memcpy(out->data + out->size, data, size < out->room - out->size ? size : out->room - out->size);
  out->size += size;
}

static void put_number(Out *out, uint64_t value, bool negative) {
  char digits[21], *p = digits + sizeof digits;
  if (negative) value = 0 - value;
  do *--p = (char)('0' + value % 10);
  while (value /= 10);
  if (negative) *--p = '-';
  put(out, p, (size_t)(digits + sizeof digits - p));
}

size_t text_format(char *data, size_t room, const char *format, va_list args) {
  Out out = {data, 0, room};
  for (const char *p = format; *p;) {
    const char *begin = p;
    while (*p && *p != '%') p++;
    put(&out, begin, (size_t)(p - begin));
    if (!*p) break;
    begin = p++;
    int precision = -1;
    if (p[0] == '.' && p[1] == '*') {
      precision = va_arg(args, int);
      p += 2;
    }
    bool is_long = *p == 'l';   // long long: nothing is printed as a long
    while (*p == 'l') p++;
    bool is_size = *p == 'z';
    p += is_size;
    switch (*p++) {
    case 's': {
      const char *text = va_arg(args, const char *);
      put(&out, text, precision >= 0 ? (size_t)precision : strlen(text));
      break;
    }
    case 'c': {
      char c = (char)va_arg(args, int);
      put(&out, &c, 1);
      break;
    }
    case 'd': {
      long long value = is_long ? va_arg(args, long long) : va_arg(args, int);
      put_number(&out, (uint64_t)value, value < 0);
      break;
    }
    case 'u':
      put_number(&out, is_long ? va_arg(args, unsigned long long) : is_size ? va_arg(args, size_t) : va_arg(args, unsigned), false);
      break;
    default:
      if (p[-1]) put(&out, p - 1, 1);   // %%
      else p--;
    }
  }
  return out.size;
}
