// Sizes of types of the llvm dialect in memory, by an LLVM data layout string
// (https://llvm.org/docs/LangRef.html#data-layout).
#ifndef RUNG_CONVERT_LLVM_TYPE_ROOM_H
#define RUNG_CONVERT_LLVM_TYPE_ROOM_H

#include "convert/llvm/llvm_types.h"

// The layout of 64-bit x86 on Linux, which is used when none is given.
#define LAYOUT_OF_X86_64 "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

// The size in bytes, as LLVM allocates it. It is unknown when LLVM has no size for the type, or above 2^53 bytes.
typedef struct Room {
  uint64_t size, align;
  bool is_known;
} Room;

typedef struct RoomMeter {
  const LLVMTypes *types;
  uint32_t steps;       // that are left: types can be much longer than their texts
} RoomMeter;
static inline RoomMeter room_meter(const LLVMTypes *types) { return (RoomMeter){types, 1u << 20}; }

// `offsets` (may be NULL) gets where each element of a struct begins.
Room room_of(RoomMeter *self, T type, uint64_t *offsets);
// Bits of an integer, a float or a pointer, as an element of a vector; 0 for others.
uint64_t room_bits(const LLVMTypes *types, T type);

#endif
