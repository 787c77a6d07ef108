// The types of the functions that analysis/memory_slots.ops asks for.
#ifndef RUNG_ANALYSIS_MEMORY_SLOTS_H
#define RUNG_ANALYSIS_MEMORY_SLOTS_H

#include "ir/op.h"

struct DataLayout;
typedef struct MemorySlot {
  Value *pointer;
  T type;                            // of what it holds
  const struct DataLayout *layout;
  Context *ctx;
} MemorySlot;

typedef T SlotHeldFn(const Operation *op);
typedef Value *SlotInitialFn(Builder *b, const Operation *op, T type);
typedef void SlotJoinedFn(Builder *b, const Operation *op, Value *argument);
typedef bool SlotTestFn(const Operation *op, const Value *pointer);
// `only`: the one use that it has to do without; NULL: there are several.
typedef bool SlotCanGoFn(const Operation *op, const MemorySlot *slot, const Use *only);
// The builder stands behind the operation.
typedef Value *SlotStoredFn(Builder *b, const Operation *op, const MemorySlot *slot, Value *before);
typedef void SlotReadFn(Builder *b, Operation *op, const MemorySlot *slot, Value *before);

typedef enum UseFate { USE_STAYS, USE_GOES, USE_GOES_WITH_RESULTS /* once nothing uses the results */ } UseFate;
typedef UseFate UseFateFn(const Operation *op, const Use *only);
typedef void UseLoseFn(Builder *b, Operation *op);
typedef void UseVisitFn(Builder *b, const Operation *op, Value *value);

// Memory in parts, numbered as the type that it holds numbers them.
typedef struct SlotParts {
  MemorySlot slot;
  const T *types;
  uint32_t count;
  Value **pointers;                  // of the parts that are used, once they are allocated
} SlotParts;
// Fills in all but the pointers.
typedef bool SlotPartsFn(const Operation *op, Arena *arena, SlotParts *out);
typedef Value *SlotAllocateFn(Builder *b, const Operation *op, T type);
// The part's number, or SLOT_*. `rest`: if the operation gives out a pointer into the part, what is left of it from there in bytes is to be accessed only.
enum { SLOT_ALL_PARTS = -2, SLOT_NO_PART = -3 /* it uses those that others use */ };
typedef int64_t SlotPartFn(const Operation *op, const SlotParts *parts, uint64_t *rest);
typedef bool SlotRewireFn(Builder *b, Operation *op, const SlotParts *parts);
// The slot has `size` bytes, whatever its type; `rest`: the same as above, 0: it gives out none.
typedef bool SlotSafeFn(const Operation *op, const MemorySlot *slot, uint64_t size, uint64_t *rest);

#endif
