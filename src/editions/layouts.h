// Up to LLVM 14 the layout of a memref was always a map: `offset: 1, strides: [2]` was one spelling of it.
#ifndef RUNG_EDITIONS_LAYOUTS_H
#define RUNG_EDITIONS_LAYOUTS_H

#include "ir/edition.h"
#include "ir/ir.h"

// Make layouts strided<[…], offset: …> where they are maps that say the same; for an edition that writes maps, where it
// writes the same map again.
void layouts_upgrade(Module *module, const Edition *to);

#endif
