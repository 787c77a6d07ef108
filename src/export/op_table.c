#include "export/op_table.h"

bool op_table_next(OpTablePlace *self) {
  const char *at = self->name + self->size;
  if (*at == ' ') at++;
  else {
    if (*at == '\n') at++;
    for (; *at == '#'; at = strchr(at, '\n') + 1) self->family = at + 1;
    if (!*at) return false;
    self->line = at;
    at = strchr(at, ':') + 1;
  }
  self->name = at;
  self->size = strcspn(at, " \n");
  return true;
}

bool op_table_find(OpTablePlace *self, Str name) {
  while (op_table_next(self)) {
    size_t family = strcspn(self->family, " \n"), size = strcspn(self->name, "= \n");
    if (name.size == family + size && !memcmp(name.data, self->family, family) && !memcmp(name.data + family, self->name, size)) return true;
  }
  return false;
}
