#include "service/parts.h"

// The next place of `needle`, or the text's size if it does not come again.
static size_t find(Str text, size_t from, Str needle) {
  for (size_t i = from; i + needle.size <= text.size; i++) {
    const char *at = memchr(text.data + i, needle.data[0], text.size - needle.size - i + 1);
    if (!at) break;
    i = (size_t)(at - text.data);
    if (!memcmp(at, needle.data, needle.size)) return i;
  }
  return text.size;
}

// A marker that lacks its last two bytes, or has nothing at all behind it, is taken for a slip.
void service_parts(Arena *arena, Str text, Str marker, TextParts *out) {
  const Str head = str_slice(marker, 0, marker.size > 2 ? marker.size - 2 : marker.size);
  TextPart part = {0};
  uint32_t line = 0, column = 0;
  for (size_t at = 0;;) {
    size_t found = marker.size ? find(text, at, head) : text.size;
    bool last = found == text.size, whole = found + marker.size < text.size && !memcmp(text.data + found, marker.data, marker.size);
    size_t end = last ? at : found + (whole ? marker.size : head.size);   // no part begins behind the last, so its lines do not count
    for (; at < end; at++) {
      column++;
      if (text.data[at] == '\n') line++, column = 0;
    }
    if (!last && !whole) {
      vec_push(arena, out, (TextPart){(uint32_t)at, (uint32_t)at, line, column, true});
      continue;
    }
    part.end = (uint32_t)found;
    if (part.end > part.begin || !marker.size) vec_push(arena, out, part);
    if (last) return;
    part = (TextPart){(uint32_t)at, 0, line, column, false};
  }
}
