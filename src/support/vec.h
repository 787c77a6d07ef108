// Growable arrays in an arena: VEC(T) name; vec_push(arena, &name, item).
#ifndef RUNG_SUPPORT_VEC_H
#define RUNG_SUPPORT_VEC_H

#include "support/mem.h"

#define VEC(...)         \
  struct {               \
    __VA_ARGS__ *data;   \
    uint32_t count, cap; \
  }

// Room for one more item. When memory is exhausted the last slot is reused, so the vector stays
// valid and the exhausted flag tells that it is not complete.
void vec_grow_(Arena *arena, void **data, uint32_t *count, uint32_t *cap, size_t item_size,
               uint32_t extra);

#define vec_reserve(arena, v, extra)                                                        \
  ((v)->count + (extra) > (v)->cap                                                          \
       ? vec_grow_((arena), (void **)&(v)->data, &(v)->count, &(v)->cap, sizeof *(v)->data, \
                   (uint32_t)(extra))                                                       \
       : (void)0)
void *vec_slot_(Arena *arena, void *vec, size_t item_size);   // vec_add without a type
#ifdef __OPTIMIZE_SIZE__
#define vec_add(arena, v) ((__typeof__((v)->data))vec_slot_((arena), (v), sizeof *(v)->data))
#define vec_push(arena, v, ...) ((void)(*vec_add((arena), (v)) = (__VA_ARGS__)))
#else
#define vec_push(arena, v, ...) \
  (vec_reserve((arena), (v), 1), (void)((v)->data[(v)->count++] = (__VA_ARGS__)))
#define vec_add(arena, v) (vec_reserve((arena), (v), 1), &(v)->data[(v)->count++])
#endif
#define vec_pop(v) ((v)->data[--(v)->count])
#define vec_last(v) ((v)->data[(v)->count - 1])
#define vec_clear(v) ((void)((v)->count = 0))

// Named vectors used across layers.
typedef VEC(Str) StrVec;
typedef VEC(int64_t) I64Vec;
typedef VEC(uint32_t) U32Vec;

#endif
