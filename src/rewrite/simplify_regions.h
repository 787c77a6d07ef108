// Clean-up of control flow (after mlir/lib/Transforms/Utils/RegionUtils.cpp).
#ifndef RUNG_REWRITE_SIMPLIFY_REGIONS_H
#define RUNG_REWRITE_SIMPLIFY_REGIONS_H

#include "ir/op.h"

// In `region` and all regions inside it: drop blocks that cannot be reached, operations and block
// arguments that are not needed; with `merge` also merge equal blocks, and drop arguments that
// always get the same value. True when something changed.
bool simplify_regions(Module *module, Region *region, bool merge);
// Only drop blocks that cannot be reached.
bool erase_unreachable_blocks(Module *module, Region *region);

#endif
