// Sizes and alignments of types by the data layout in force (mlir/Interfaces/DataLayoutInterfaces.h).
//
// The layout of an operation is what the `#dlti.dl_spec` of the closest module at or above it says,
// completed by the ones of the modules around that; an inner entry hides an outer one of the same key.
// Types without an entry have their natural sizes: 64 bits for index and pointers.
#ifndef RUNG_DIALECTS_DLTI_DATA_LAYOUT_H
#define RUNG_DIALECTS_DLTI_DATA_LAYOUT_H

#include "ir/op.h"

typedef struct DataLayout {
  const Operation *scope;   // the closest module, or NULL: no layout is given
} DataLayout;

DataLayout data_layout_closest(const Operation *op);
// The specification attached to `op` itself, under whatever name, or NULL.
A data_layout_spec(const Operation *op);
// The value of an entry, or NULL. `key`: a type attribute or a string attribute.
A data_layout_entry(const DataLayout *self, A key);

// 0 for types that have no layout (tensors, functions, opaque types…).
uint64_t data_layout_size_bits(const DataLayout *self, Context *ctx, T type);
uint64_t data_layout_size(const DataLayout *self, Context *ctx, T type);         // in bytes, rounded up
uint64_t data_layout_abi_alignment(const DataLayout *self, Context *ctx, T type);         // in bytes
uint64_t data_layout_preferred_alignment(const DataLayout *self, Context *ctx, T type);
// Width of `index` in bits.
uint32_t data_layout_index_width(const DataLayout *self, Context *ctx);

#endif
