// Shared by the files of scf's canonicalization.
#ifndef RUNG_DIALECTS_SCF_CANONICALIZE_H
#define RUNG_DIALECTS_SCF_CANONICALIZE_H

#include "dialects/common/blocks.h"

static inline bool is_defined_in(const Value *value, const Region *region) {
  const Block *block = value_block(value);
  return block && block->region == region;
}

// canonicalize_if.c
GreedyFn if_combine, if_combine_nested, if_know_condition, if_to_select, if_empty_else, if_static, if_same_yields;
// canonicalize_while.c
GreedyFn while_invariant_args, while_invariant_results, while_condition_truth, while_compare, while_unused_results,
    while_same_results, while_unused_args, while_align_args, while_same_args, while_move_if_down;
// canonicalize_parallel.c
GreedyFn parallel_trivial_dims, parallel_merge_nested, forall_dim, forall_cast, forall_constants, forall_unused, forall_trivial_dims,
    forall_constant_ivs;

#endif
