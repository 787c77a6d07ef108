// What kernels are compiled for: #rocdl.target<O = 3, chip = "gfx90a">. What is as usual is left out.
#ifndef RUNG_DIALECTS_COMMON_GPU_TARGET_H
#define RUNG_DIALECTS_COMMON_GPU_TARGET_H

#include "asm/parser.h"
#include "asm/printer.h"

// The parameters in order: the level of optimization, strings, a dictionary of flags, an array of files,
// and for some whether the device is asked what it can do, which is usual.
typedef struct GpuTarget {
  const char *const *keys;       // ended by NULL
  const char *const *defaults;   // of the strings
  uint32_t strings;
} GpuTarget;

A parse_gpu_target(Parser *p, const AttrDef *def, const GpuTarget *target);
void print_gpu_target(Printer *p, A attr, const GpuTarget *target);

#endif
