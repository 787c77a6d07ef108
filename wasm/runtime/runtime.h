// What programs run with: rung-runtime.wasm, of wasi-libc and these files. src/export/wasm/runtime.c lists what is exported, with types.
//
// A program's pointers are 64 bits wide, the runtime's 32: what comes from a program is a uint64_t here. A memref descriptor in memory is
// { allocated, aligned, offset, sizes…, strides… }, eight bytes each (https://mlir.llvm.org/docs/TargetLLVMIR/#ranked-memref-types);
// an unranked one is { rank, descriptor }.
#ifndef RUNG_RUNTIME_H
#define RUNG_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define EXPORT(name) __attribute__((export_name(name)))

static inline void *pointer(uint64_t address) { return (void *)(uintptr_t)address; }
static inline uint64_t address(const void *at) { return (uint64_t)(uintptr_t)at; }

// --- output.c: to standard output, a line at a time
void put_text(const char *text, size_t size);
void put_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- numbers.c
float f16_value(uint32_t bits);
float bf16_value(uint32_t bits);

#endif
