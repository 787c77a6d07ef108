// Modules as MLIR's bytecode, and back (https://mlir.llvm.org/docs/BytecodeFormat/).
#ifndef RUNG_EXPORT_BYTECODE_BYTECODE_H
#define RUNG_EXPORT_BYTECODE_BYTECODE_H

#include "ir/op.h"
#include "support/strbuf.h"

typedef struct BytecodeInfo {
  uint32_t version;
  Str producer;        // "MLIR22.1.8"; part of the bytes
  uint32_t release;    // of LLVM, from that; 0: it is none of LLVM's
} BytecodeInfo;

bool bytecode_is(Str bytes);                              // whether they begin as bytecode does
bool bytecode_info(Str bytes, BytecodeInfo *out);         // false: they end too early

// Build the module's operations from bytes, which must outlive it. False: an error was reported, with the offset of the byte.
// `as_written`: operations are made without their records, for a release whose were others; properties are dictionaries.
bool bytecode_read(Module *module, Str bytes, bool as_written);

// Append the module's bytes, in one of the versions 0 to 6. False: memory ran out.
bool bytecode_write(Module *module, uint32_t version, Str producer, StrBuf *out);

#endif
