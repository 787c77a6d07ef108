// What the files of the gpu dialect share.
#ifndef RUNG_DIALECTS_GPU_HOOKS_H
#define RUNG_DIALECTS_GPU_HOOKS_H

#include "asm/parser.h"

extern const ParamDirective gpu_param_directives[];
// `async`? (`[` operands `]`)?
bool parse_gpu_async(Parser *p, bool *is_async, OperandVec *dependencies, bool has_results);

#endif
