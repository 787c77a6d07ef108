// The types of the functions that passes/bufferize/bufferize.ops asks for.
#ifndef RUNG_PASSES_BUFFERIZE_MODEL_H
#define RUNG_PASSES_BUFFERIZE_MODEL_H

#include "ir/op.h"

typedef struct Bufferizer Bufferizer;

// How the memory of a value relates to that of another one: `equivalent`: it is the same, whole; `maybe`: only in some runs.
typedef struct BufferAlias {
  Value *value;      // of an operand
  Use *use;          // of a value
  bool equivalent, maybe;
} BufferAlias;
typedef struct BufferAliases {
  VEC(BufferAlias) list;
  Arena *arena;
} BufferAliases;

typedef bool BufferizeFn(Bufferizer *z, Operation *op);
typedef bool BufferOperandFn(Bufferizer *z, Use *use);
typedef bool BufferValueFn(Bufferizer *z, Value *value);
typedef void BufferAliasesFn(Bufferizer *z, Use *use, BufferAliases *out);
typedef void BufferSourcesFn(Bufferizer *z, Value *value, BufferAliases *out);
typedef bool BufferConflictFn(Bufferizer *z, Use *read, Use *write);
typedef T BufferTypeFn(Bufferizer *z, Value *value);

#endif
