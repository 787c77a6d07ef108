// Attributes and enums of the llvm dialect (https://mlir.llvm.org/docs/Dialects/LLVM/#attributes).
#ifndef RUNG_DIALECTS_LLVM_ATTRS_H
#define RUNG_DIALECTS_LLVM_ATTRS_H

#include "asm/params.h"

extern const ParamDirective llvm_param_directives[];

#endif
