// What is in a module, by the names of operations.
#ifndef RUNG_API_TEXT_H
#define RUNG_API_TEXT_H

#include "api/session.h"
#include "support/map.h"

typedef struct OperationCounts {
  Arena *arena;
  const Operation *top;
  Map by_def;               // record -> index + 1
  VEC(RungOperationCount) items;
} OperationCounts;

OperationCounts session_count_operations(RungSession *self, Module *module);   // in the arena of the call

#endif
