// The common part of all type converters: caching and signatures.
#include "rewrite/type_converter.h"

T type_convert(TypeConverter *self, T type) {
  MapEntry *entry = map_find(&self->cache, map_key(type));
  if (entry) return (T)entry->value;
  Arena scratch;
  arena_init(&scratch, &self->ctx->mem);
  TypeVec out = {0};
  T result = self->convert(self, type, &out, &scratch) && out.count == 1 ? out.data[0] : NULL;
  arena_free(&scratch);
  map_put(&self->cache, map_key(type))->value = (uintptr_t)result;
  return result;
}

bool signature_convert(TypeConverter *self, Arena *arena, const T *types, uint32_t count,
                       SignatureConversion *out) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t begin = out->types.count;
    if (!self->convert(self, types[i], &out->types, arena)) return false;
    vec_push(arena, &out->inputs, (struct SignatureInput){begin, out->types.count, NULL});
  }
  return true;
}
