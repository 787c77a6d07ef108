// The math dialect: mathematical functions (https://mlir.llvm.org/docs/Dialects/MathOps/).
#include "ops/math.h"

#include "dialects/common/relations.h"
#include "dialects/arith/fold.h"

// ---------------------------------------------------------------------------------------------
// Operations
