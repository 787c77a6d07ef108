// The llvm dialect as a WebAssembly module (https://webassembly.github.io/spec/core/), which runs with rung-runtime.wasm.
//
// The module imports the memory, the stack pointer and what it calls of the runtime from "env"; it exports each function that it
// defines under its symbol's name, the table of those whose address is taken as "__indirect_function_table", and starts by asking
// the runtime for the memory of its globals. An argument or result is as many of wasm's as it has scalars: integers of up to 32
// bits an i32, up to 64 bits and pointers an i64, wider ones two, f16 and bf16 their bits as an i32, aggregates their parts.
// Custom sections: "name", and "rung.lines": pairs of an offset in the module and one in the source text, each in LEB128 as the
// difference from the one before (the second signed), in the order of the code.
#ifndef RUNG_EXPORT_WASM_WASM_H
#define RUNG_EXPORT_WASM_WASM_H

#include "ir/op.h"
#include "support/strbuf.h"

// With `traced` it also imports "rung.trace_int" (i32, i64) and "rung.trace_float" (i32, f64), and calls them with each number that an
// operation gives or a block gets: where that is in the source text (a byte), and the value: sign-extended, but for an i1.
// Append the module's bytes. False: something in it cannot be run, which is reported, and `out` is as it was.
bool export_wasm(Module *module, bool traced, StrBuf *out);

#endif
