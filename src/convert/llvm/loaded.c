// Which dialects are loaded: see loaded.h.
#include "convert/llvm/loaded.h"

#include "dialects/registry.h"
#include "ops/builtin.h"


static WalkResult note_dialect(Operation *op, void *data) {
  map_put_str(data, op_dialect_name(op))->value = 1;
  for (uint32_t i = 0; i < op->attr_count; i++) {   // the name of an attribute loads its dialect as well
    Str name = attr_str(op->attrs[i].name);
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    if (dot) map_put_str(data, str_slice(name, 0, (size_t)(dot - name.data)))->value = 1;
  }
  return WALK_ADVANCE;
}

// Note what the loaded ones depend on, until there is no more.
static void note_dependencies(Map *loaded) {
  for (uint32_t before = 0; before != loaded->count;) {
    before = loaded->count;
    for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) {
      const char *name = (*dialect)->depends;
      if (!name || !map_get_str(loaded, str_from((*dialect)->name))) continue;
      for (; *name; name += strspn(name, " ")) {
        size_t size = strcspn(name, " ");
        map_put_str(loaded, (Str){name, size})->value = 1;
        name += size;
      }
    }
  }
}

void note_loaded_dialects(Operation *op, Map *loaded) {
  map_put_str(loaded, str_from(builtin_dialect.name))->value = 1;
  op_walk_pre(op, note_dialect, loaded);
  note_dependencies(loaded);
}
