// The binary format of WebAssembly (https://webassembly.github.io/spec/core/binary/).
#ifndef RUNG_EXPORT_WASM_BINARY_H
#define RUNG_EXPORT_WASM_BINARY_H

#include "export/wasm/code.h"

// Globals of every module.
enum { STACK_POINTER = 0, DATA_BASE = 1, FREED = 2, FREED_SIZE = 3 };
enum { MAX_LOCALS = 50000, MAX_FUNCTION = 7654321 };   // what engines take

void leb_unsigned(StrBuf *out, uint64_t value);   // LEB128
void leb_signed(StrBuf *out, int64_t value);
void put_const_instruction(StrBuf *out, WasmType type, uint64_t bits);
void put_binary_name(StrBuf *out, Str name);
// A section or a body: its size, then what it holds.
void put_sized(StrBuf *out, const StrBuf *content);

#endif
