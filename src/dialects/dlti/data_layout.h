// Sizes and alignments of types by the data layout in force (mlir/Interfaces/DataLayoutInterfaces.h).
//
// The layout of an operation is what the `#dlti.dl_spec` of the closest module at or above it says,
// completed by the ones of the modules around that; an inner entry hides an outer one of the same key.
// Types without an entry have their natural sizes: 64 bits for index and pointers.
#ifndef RUNG_DIALECTS_DLTI_DATA_LAYOUT_H
#define RUNG_DIALECTS_DLTI_DATA_LAYOUT_H

#include "ir/verifier.h"

typedef struct DataLayout {
  const Operation *scope;   // the closest module, or NULL: no layout is given
} DataLayout;

DataLayout data_layout_closest(const Operation *op);
// The specification attached to `op` itself under any name, or NULL.
A data_layout_spec(const Operation *op);
// The value of an entry, or NULL. `key`: a type attribute or a string attribute.
A data_layout_entry(const DataLayout *self, A key);

// How data layouts treat a dialect's type (DataLayoutTypeInterface): TypeDef.layout.
typedef struct TypeLayout {
  uint64_t (*size_bits)(const DataLayout *self, Context *ctx, T type);
  uint64_t (*alignment)(const DataLayout *self, Context *ctx, T type, bool preferred);   // in bytes
  // NULL: any entry is fine beside any other.
  bool (*verify_entry)(Verifier *v, const Operation *op, T type, A value);
  bool (*combines)(Context *ctx, A outer, A inner);
} TypeLayout;
// Helpers for these functions: an element of a dense attribute (0: it has fewer), and a test for what most entries are.
uint64_t data_layout_number(Context *ctx, A dense, uint64_t i);
bool data_layout_is_int_elements(A value);
bool data_layout_is_i64_elements(A value);
static inline uint64_t data_layout_round_up(uint64_t value, uint64_t to) { return to ? (value + to - 1) / to * to : value; }

// 0 for types that have no layout (tensors, functions, opaque types…).
uint64_t data_layout_size_bits(const DataLayout *self, Context *ctx, T type);
uint64_t data_layout_size(const DataLayout *self, Context *ctx, T type);         // in bytes, rounded up
uint64_t data_layout_alignment(const DataLayout *self, Context *ctx, T type, bool preferred);   // in bytes; else the ABI's
// Width of `index` in bits.
uint32_t data_layout_index_width(const DataLayout *self, Context *ctx);

#endif
