// The whole way down from where a text is: which passes, in which order, take it to the llvm dialect.
#ifndef RUNG_PASSES_ROADS_H
#define RUNG_PASSES_ROADS_H

#include "passes/pipeline.h"
#include "support/strbuf.h"
#include "support/vec.h"

typedef struct Road {
  StrBuf pipeline;          // "builtin.module(…)"; without passes, nothing is to be done
  uint32_t passes;
  StrVec left;              // dialects of the text that no pass of the road takes further
} Road;

// The road of what `op` holds. Memory is `arena`'s.
void road_find(Arena *arena, const Operation *op, Road *out);

#endif
