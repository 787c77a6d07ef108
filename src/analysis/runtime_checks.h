// The type of the function that analysis/runtime_checks.ops asks for.
#ifndef RUNG_ANALYSIS_RUNTIME_CHECKS_H
#define RUNG_ANALYSIS_RUNTIME_CHECKS_H

#include "ir/op.h"

struct Checker;   // dialects/common/runtime_checks.h

typedef void RuntimeChecksFn(struct Checker *c, Operation *op);

#endif
