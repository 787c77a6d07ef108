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

// What a module tells its host while it runs. Places are bytes of the source text.
typedef enum WasmTelling {
  WASM_PLAIN,     // nothing
  // If it frees memory, it exports two i32, "rung.freed" and "rung.freed_size": a part of memory that the host sets, empty at first. Before an operation
  // reads or writes there, "rung.touch_freed" (i32) gets the address.
  WASM_WATCHED,
  // The same, and it imports
  //   "rung.trace_int" (i32, i64), "rung.trace_float" (i32, f64), "rung.trace_pointer" (i32, i64): the place of an operation or of a
  //     block's argument, and the number that it gives: sign-extended, but for an i1;
  //   "rung.trace_dim" (i64, i64), "rung.trace_memref" (i32, i64, i64, i64): the same of a memref: size and stride of each dimension,
  //     then its place, both pointers and the offset;
  //   "rung.trace_effect" (i32, i64): an operation that gives nothing is done; the address that it wrote to, or 0;
  //   "rung.trace_call", "rung.trace_enter", "rung.trace_leave" (i32): a function of the module is called, begins, returns.
  WASM_TRACED,
} WasmTelling;

// Append the module's bytes. False: something in it cannot be run, which is reported, and `out` is as it was.
bool export_wasm(Module *module, WasmTelling telling, StrBuf *out);

#endif
