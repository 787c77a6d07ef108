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
// Whether upstream tiles the operation, which Rung does not.
bool tiling_is_missing(const Operation *op);
// How often its loops run, by operations in front of it. The builder goes on there.
bool tiling_domain(Tiling *self);

// What becomes of a sum over loops that are tiled. Partial sums are kept for each place in a tile, or for each tile, and summed up afterwards.
typedef enum SumKind { SUM_WHOLE, SUM_BY_PLACE, SUM_BY_TILE } SumKind;

// Numbers of threads, or (without those) sizes, for the first loops; 0: the loop stays whole.
typedef struct TileOptions {
  bool forall;             // one scf.forall, else scf.for in each other
  bool counts_tiles;       // its indices are numbers of tiles, else places
  OpFoldResultList sizes, threads;
  const int64_t *interchange;
  uint32_t interchange_count;
  A mapping;
  SumKind sums;
  const uint32_t *summed;  // the loops of partial sums
  uint32_t summed_count;
} TileOptions;

typedef struct Tiled {
  Operation *op;           // the operation on a tile
  OpVec loops;
  OpVec slices;            // what it works on
  OpVec fills, merges;     // of partial sums: what they begin with, and what sums them up
} Tiled;

// Loops over tiles take the place of the operation, whose domain is known. NULL: it is done; otherwise why it cannot be done.
const char *tile_to_loops(Tiling *self, const TileOptions *options, Tiled *out);

// The operation on a tile, at the builder's place, with `inits` instead of its own (NULL: its own).
Operation *tile_part(Tiling *self, const Tile *tile, Value *const *inits, OpVec *slices);
// What the tile is of a result, whose init is `init`.
OffsetsSizesStrides tile_of_result(Tiling *self, const Tile *tile, uint32_t result, Value *init);
// tensor.insert_slice, or tensor.parallel_insert_slice, of a part.
Operation *build_insert_slice(Builder *b, uint32_t opcode, Value *part, Value *into, const OffsetsSizesStrides *slice, Arena *arena);
// The tile of the loops that computes a slice of a result. False: its map does not tell.
bool tile_for_result(Tiling *self, uint32_t result, const OffsetsSizesStrides *slice, Tile *out);

// --- tile_reduction.c

// The operation that joins the argument of a result with another value, and whose value is yielded for it; NULL: it is another computation.
Operation *sum_combiner(const Operation *op, uint32_t result);
// The value that changes nothing when it is joined by the operation. NULL: it has none.
A sum_neutral(Context *ctx, const Operation *combiner);
// The steps of partial sums, between those of tiling. `sizes` and `threads` of all loops; `threads` is NULL when sizes are given. The tensors
// for the sums, filled with what changes nothing. Not NULL: why there are none; `op` has the message then.
const char *partial_inits(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, const OpFoldResult *threads, ValueVec *inits, Tiled *out);
// The operation on a tile in the loops with those indices, and the slices that its results are of the sums.
OffsetsSizesStrides *partial_part(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, bool threads, const Tile *tile, Value *const *ivs,
                                  Value *const *inits, Tiled *out);
// Sums the sums up, at the builder's place. `results` get what takes the place of the operation's.
void partial_merge(Tiling *self, const TileOptions *options, const Operation *loop, Value **results, Tiled *out);

// The slices of operands [0, end) for a tile; NULL: the operand is not tiled.
Value **tile_operands(Tiling *self, const Tile *tile, uint32_t end, Value *const *inits, OpVec *slices);

// --- split_reduction.c

typedef struct SplitSum {
  Operation *init, *fill, *split, *combine;
} SplitSum;
// A sum in `factor` parts, which are summed up by themselves and then together. Their dimension is number `at` of the sums; `inner`: the parts
// lie in each other, else one after the other. False: it cannot be done.
bool split_reduction(Module *module, Arena *arena, Operation *op, int64_t factor, int64_t at, bool inner, bool alloc, SplitSum *out);

// --- split.c, interchange.c, scalar_loops.c

// Two operations in the place of the one, whose domain is known, which share a loop at `point`; one, the operation itself, where that is not
// before the end. NULL: it is done; otherwise why it cannot be done.
const char *split_loop(Tiling *self, uint32_t loop, OpFoldResult point, Operation *parts[2]);
// The loops of a linalg.generic in another order: the loop `order[i]` becomes number i. False: it is no permutation.
bool interchange_loops(Module *module, Arena *arena, Operation *generic, const int64_t *order);
// Loops over elements in the place of an operation on memrefs, whose domain is known. False: it is on tensors.
bool lower_to_scalar_loops(Tiling *self, OpVec *loops);

// --- vectorize.c

// Sizes of the vectors in each loop; none: those of the loops.
typedef struct VectorSizes {
  OpFoldResultList sizes;
  A scalable;              // a list of booleans, or NULL
  bool open_match;         // sizes that are not known are taken to be those
} VectorSizes;

// The operation as operations on vectors, masked where those may be larger than what it works on. NULL: it is done; otherwise why it cannot
// be done, and in `nobody` whether mlir-opt cannot do it either.
const char *vectorize_structured(Module *module, Arena *arena, Operation *op, const VectorSizes *sizes, bool *nobody);
// The same by a builder, which stands in front of it; `results` get what is to take the place of its results.
const char *vectorize_by(const Builder *b, Arena *arena, Operation *op, const VectorSizes *sizes, bool *nobody, Value **results);

// --- tile_fuse.c

// The operands of a loop that its body takes on and gives back, in the order of the results: scf.for and scf.forall. False: another operation.
bool loop_inits_of(const Operation *loop, Span *out);
// The argument of the body for such an operand.
Value *loop_arg_of(const Operation *loop, uint32_t operand);

// What the loops take slices of is computed in them, slice by slice, and what that takes slices of, too. `fused` are the operations outside
// that this was done for. NULL: it is done; otherwise why it cannot be done.
const char *fuse_producers(Module *module, Arena *arena, const Tiled *tiled, OpVec *fused);

#endif
