// Structured operations in tiles: loops over parts of their operands, and the operation on such a part.
#ifndef RUNG_PASSES_LINALG_TILE_H
#define RUNG_PASSES_LINALG_TILE_H

#include "analysis/structured.h"
#include "dialects/common/op_fold_result.h"

typedef struct Tiling {
  Builder b;
  Arena *arena;
  Operation *op;
  AffineMapVec maps;       // one for each operand
  IteratorVec iterators;
  OpFoldResult *domain;    // how often each loop runs
} Tiling;

// A part of what the loops go through.
typedef struct Tile {
  OpFoldResult *offsets, *sizes;
} Tile;

// Its maps and loops, without the domain. False: it is no structured operation.
bool tiling_of(Tiling *self, Module *module, Arena *arena, Operation *op);
// How often its loops run, by operations in front of it. The builder goes on there.
bool tiling_domain(Tiling *self);

// Numbers of threads, or (without those) sizes, for the first loops; 0: the loop stays whole.
typedef struct TileOptions {
  bool forall;             // one scf.forall, else scf.for in each other
  OpFoldResultList sizes, threads;
  const int64_t *interchange;
  uint32_t interchange_count;
  A mapping;
} TileOptions;

typedef struct Tiled {
  Operation *op;           // the operation on a tile
  OpVec loops;
  OpVec slices;            // what it works on
} Tiled;

// Loops over tiles take the place of the operation, whose domain is known. NULL: it is done; otherwise why it cannot be done.
const char *tile_to_loops(Tiling *self, const TileOptions *options, Tiled *out);

// The operation on a tile, at the builder's place, with `inits` instead of its own (NULL: its own).
Operation *tile_part(Tiling *self, const Tile *tile, Value *const *inits, OpVec *slices);
// What the tile is of a result, whose init is `init`.
OffsetsSizesStrides tile_of_result(Tiling *self, const Tile *tile, uint32_t result, Value *init);
// The tile of the loops that computes a slice of a result. False: its map does not tell.
bool tile_for_result(Tiling *self, uint32_t result, const OffsetsSizesStrides *slice, Tile *out);

#endif
