// Loads and stores at affine subscripts (AffineReadOpInterface, AffineWriteOpInterface).
#ifndef RUNG_PASSES_AFFINE_ACCESS_H
#define RUNG_PASSES_AFFINE_ACCESS_H

#include "ops/affine.h"

#include "dialects/affine/compose.h"

static inline bool access_is_read(const Operation *op) { return op_is(op, OP_AFFINE_LOAD) || op_is(op, OP_AFFINE_VECTOR_LOAD); }
static inline bool access_is_write(const Operation *op) { return op_is(op, OP_AFFINE_STORE) || op_is(op, OP_AFFINE_VECTOR_STORE); }
static inline bool is_access(const Operation *op) { return access_is_read(op) || access_is_write(op); }
static inline uint32_t access_memref_at(const Operation *op) { return access_is_write(op) ? 1 : 0; }
static inline Value *access_memref(const Operation *op) { return op_operand(op, access_memref_at(op)); }
static inline ValueMap access_map(const Operation *op, Arena *arena) { return value_map_of(op, "map", access_memref_at(op) + 1, arena); }
// Whether the operation, which uses the memref, is known to have one of the effects (EFFECT_READ, EFFECT_WRITE) on it.
bool has_effect_on(const Operation *op, const Value *memref, uint32_t effect);

#endif
