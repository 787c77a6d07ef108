// Types of the ptr dialect that C reads.
#ifndef RUNG_DIALECTS_PTR_TYPES_H
#define RUNG_DIALECTS_PTR_TYPES_H

#include "ops/ptr.h"

#include "asm/params.h"

// The memory space that a pointer, or what has one, points into; NULL when none is named.
A ptr_space_of(T type);

#endif
