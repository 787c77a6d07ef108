// Why an operation could not be legalized.
#ifndef RUNG_CONVERT_WHY_H
#define RUNG_CONVERT_WHY_H

#include "convert/conversion.h"

// Add a hint to `diag`. `types`: of the patterns for the op; NULL when there are none.
void explain_failure(Conversion *c, Operation *op, TypeConverter *types, Diag *diag);

#endif
