// Whether a pass changed an operation, told by what it left (after mlir/lib/IR/OperationSupport.cpp's
// OperationFingerPrint). Passes say so themselves; this is for when it has to be exact.
#ifndef RUNG_PASSES_FINGERPRINT_H
#define RUNG_PASSES_FINGERPRINT_H

#include "ir/op.h"

// Equal for an operation that nothing inside was changed of, locations included.
uint64_t op_fingerprint(Operation *op);

#endif
