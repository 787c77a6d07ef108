// The types of the functions that interfaces ask for (src/ir/op_interfaces.ops, made into ops/op_interfaces.h), and what
// they answer with.
#ifndef RUNG_IR_INTERFACES_H
#define RUNG_IR_INTERFACES_H

#include "ir/op.h"

// What an operation does to memory (mlir/Interfaces/SideEffectInterfaces.td).
enum { EFFECT_READ = 1, EFFECT_WRITE = 2, EFFECT_ALLOC = 4, EFFECT_FREE = 8 };

struct RegionSuccessors;

typedef uint32_t OpEffectsFn(const Operation *op);
// Whether an operation may run where it would not have run.
typedef enum Speculatability { NOT_SPECULATABLE, SPECULATABLE, RECURSIVELY_SPECULATABLE /* when all inside are */ } Speculatability;
typedef Speculatability OpSpeculatabilityFn(const Operation *op);
typedef bool OpCastFn(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
typedef bool OpInferFn(Context *ctx, struct OpState *state);
typedef bool OpCompatibleFn(const T *inferred, const T *given, uint32_t count);
typedef bool OpFunctionTypesFn(const Operation *op, const T **inputs, uint32_t *input_count, const T **results,
                               uint32_t *result_count);
typedef void OpSuccessorsFn(const Operation *op, const Operation *point, const A *constants, struct RegionSuccessors *out);
typedef int64_t OpTakenFn(const Operation *op, const A *constants);
typedef A OpCalleeFn(const Operation *op);
typedef Region *OpBodyFn(const Operation *op);
// A bound of a loop: a value, or a constant, or neither when it is not known.
typedef struct LoopBound {
  const Value *value;
  int64_t constant;
  bool is_constant;
} LoopBound;
typedef struct LoopBounds {
  const Value *variable;     // of the body
  LoopBound lower, upper, step;
} LoopBounds;
typedef bool OpLoopBoundsFn(const Operation *op, uint32_t i, LoopBounds *out);
typedef bool OpRegionTestFn(const Operation *op, uint32_t region);
typedef Span OpPassedFn(const Operation *op);

#endif
