// Growing strings.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

bool text_append(Text *self, const char *data, size_t size) {
  if (self->out_of_memory) return false;
  if (self->size + size + 1 > self->cap) {
    size_t cap = self->cap ? self->cap * 2 : 256;
    while (cap < self->size + size + 1) cap *= 2;
    char *grown = realloc(self->data, cap);
    if (!grown) {
      self->out_of_memory = true;
      return false;
    }
    self->data = grown;
    self->cap = cap;
  }
  if (size) memcpy(self->data + self->size, data, size);
  self->size += size;
  self->data[self->size] = 0;
  return true;
}

bool text_add(Text *self, const char *text) { return text_append(self, text, strlen(text)); }

void text_free(Text *self) {
  free(self->data);
  *self = (Text){0};
}
