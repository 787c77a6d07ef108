// Shared by the files about memory of llvm.alloca.
#ifndef RUNG_DIALECTS_LLVM_MEMORY_SLOTS_H
#define RUNG_DIALECTS_LLVM_MEMORY_SLOTS_H

#include "analysis/memory_slots.h"
#include "dialects/dlti/data_layout.h"

Value *llvm_slot_constant(Builder *b, T type, const APInt *value);   // llvm.mlir.constant
bool llvm_bulk_length(const Operation *op, uint64_t *out);           // of a memset or memcpy; false: it is not known
bool llvm_is_volatile(Context *ctx, const Operation *op);

#endif
