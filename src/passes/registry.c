// Passes by name, and the names that LLVM's mlir-opt has besides.
#include "passes/pipeline.h"

const PassDef *pass_by_name(Str name) {
  for (const PassDef *const *p = all_passes; *p; p++)
    if (str_is(name, (*p)->name)) return *p;
  return NULL;
}

static const uint16_t upstream_names[] = {   // their hashes, made by the build
#include "upstream_names.inc"
};

bool pass_is_known_upstream(Str name) {
  const PassDef *def = pass_by_name(name);
  if (def) return !def->now;
  uint32_t hash = 0, known = 0;
  for (size_t i = 0; i < name.size; i++) hash = (hash * 131 + (uint8_t)name.data[i]) & 0x1fffff;
  for (uint32_t i = 0; i < countof(upstream_names) && known < hash; i++) known += upstream_names[i];
  return known == hash && hash;
}
