// The interpreter of the transform dialect: what handles stand for, and what operations of it use to do their work
// (after mlir/lib/Dialect/Transform/Interfaces).
#ifndef RUNG_PASSES_TRANSFORM_TRANSFORMER_H
#define RUNG_PASSES_TRANSFORM_TRANSFORMER_H

#include "analysis/transform_op.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "rewrite/pass.h"

// What a value of the transform dialect stands for: operations, values or attributes, by its type.
typedef struct Handle {
  const Value *value;
  OpVec ops;
  ValueVec values;
  AttrVec params;
  Operation *consumer;     // by this operation, through its operand, it was invalidated; NULL: it is valid
  uint32_t operand;
  Loc outer, inner;        // what that consumed, and what the handle had inside of it
  bool is_lost;            // what it stood for was replaced or erased, and nobody noted by what
} Handle;

typedef struct Transformer {
  PassRun *run;
  Context *ctx;
  Module *module;
  Arena *arena;
  Operation *root;         // the payload
  SymbolTables symbols;
  Map handles;             // const Value * -> Handle *
  VEC(Handle *) all;
  uint32_t depth;
  bool checks;             // whether handles are invalidated
} Transformer;

// The handle of an operand; of a result or an argument, which stands for nothing so far.
Handle *transform_handle(Transformer *self, const Value *value);
static inline Handle *transform_operand(Transformer *self, const Operation *op, uint32_t i) { return transform_handle(self, op_operand(op, i)); }
Handle *transform_define(Transformer *self, const Value *value);
void transform_forward(Transformer *self, const Value *from, const Value *to);

// Whether an operation has the name that the text of the transformation gives.
bool transform_is_named(const Operation *op, Str name);

// Report a failure of `op`, and return it. Silenceable ones are taken back when somebody silences them.
TransformStatus transform_fail(Transformer *self, const Operation *op, TransformStatus status, const char *format, ...) __attribute__((format(printf, 4, 5)));
// … with a note at a payload.
TransformStatus transform_fail_at(Transformer *self, const Operation *op, const Operation *target, const char *note, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// One operation, with all checks; the operations of a block but for the last, whose operands the results of `op` become.
TransformStatus transform_apply(Transformer *self, Operation *op);
TransformStatus transform_block(Transformer *self, const Block *block, bool suppress);
void transform_yield(Transformer *self, const Block *block, const Operation *op);
// Patterns have rewritten what is inside the root: handles of what is gone are lost.
void transform_find_lost(Transformer *self);
// Reports that the operation, which a handle has several times or inside of another one, is not there any more. False: it is.
bool transform_is_gone(Transformer *self, const Operation *op, const Operation *target);
// Handles no longer stand for operations that are erased; they stand for another one in the place of one.
void transform_forget_erased(Transformer *self);
void transform_replace_op(Transformer *self, const Operation *from, Operation *to);

#endif
