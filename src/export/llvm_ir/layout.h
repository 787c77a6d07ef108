// The data layout of a module, as LLVM spells it, and the alignments that follow from it
// (https://llvm.org/docs/LangRef.html#data-layout).
#ifndef RUNG_EXPORT_LLVM_IR_LAYOUT_H
#define RUNG_EXPORT_LLVM_IR_LAYOUT_H

#include "ir/op.h"

// Of integers, floats, vectors ('i', 'f', 'v': their bits) and pointers ('p': the address space); alignments in bytes.
typedef struct LayoutEntry {
  char kind;
  uint32_t key, size, abi, preferred;
  uint32_t index;          // of pointers: the bits of what is added to them
} LayoutEntry;

typedef struct IrLayout {
  Str text;                // "": none is given
  VEC(LayoutEntry) entries;
  uint32_t aggregate_abi, aggregate_preferred;
} IrLayout;

// From `llvm.data_layout`, or what #dlti.dl_spec says. False: it says what LLVM's has no word for.
bool ir_layout_init(IrLayout *self, Module *module, Arena *arena);
// The same, with what holds where the module says nothing.
bool ir_layout_init_with(IrLayout *self, Module *module, Arena *arena, Str otherwise);
// In bytes; 0: not known. `preferred`: as a stack slot.
uint32_t ir_layout_align(const IrLayout *self, T type, bool preferred);
// The bits of a value, without what is between two of them. False: not known.
bool ir_layout_bits(const IrLayout *self, T type, uint64_t *bits);
uint32_t ir_layout_index_bits(const IrLayout *self, T pointer);
// The bytes from one value to the next in an array. False: not known.
bool ir_layout_size(const IrLayout *self, T type, uint64_t *bytes);
// Of a field of a struct, in bytes from its begin. False: not known.
bool ir_layout_field(const IrLayout *self, T type, uint32_t field, uint64_t *bytes);

#endif
