// Verification in upstream's words and order (mlir/lib/IR/Verifier.cpp).
#ifndef RUNG_IR_VERIFY_H
#define RUNG_IR_VERIFY_H

#include "ir/verifier.h"

// Verify `op` and all it contains; every isolated op's first error is reported. True: all fine.
bool verify_op(Module *module, Operation *op);

// Whether counts, types and inherent attributes of `op` are what its record asks for, and its parent is of the right kind.
bool op_fits_record(Module *module, Operation *op);

// Verify an operation whose record and operands alone decide, as far as they do, and note in its flags that it is right (OP_CHECKED,
// OP_PLAIN). An operation of the same record, types and attributes may be given these, too. What is around it need not be there, and
// nothing is reported.
void op_check_alone(Module *module, Operation *op);

#endif
