// The values that a region uses and that are defined around it.
#ifndef RUNG_ANALYSIS_USED_ABOVE_H
#define RUNG_ANALYSIS_USED_ABOVE_H

#include "ir/op.h"
#include "support/map.h"

typedef struct UsedAbove {
  Arena *arena;
  const Region *region;
  Map seen;          // value -> itself
  ValueVec values;   // in the order of their first uses
} UsedAbove;

void used_above(UsedAbove *self, Arena *arena, Region *region);

#endif
