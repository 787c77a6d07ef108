// Finds out whether a pass changed an operation by comparing it before and after (as OperationFingerPrint does in
// mlir/lib/IR/OperationSupport.cpp). Passes also say so themselves; this is for when it has to be exact.
#ifndef RUNG_PASSES_FINGERPRINT_H
#define RUNG_PASSES_FINGERPRINT_H

#include "ir/op.h"

// Two fingerprints of an operation are equal when nothing in it changed, locations included.
uint64_t op_fingerprint(Operation *op);

#endif
