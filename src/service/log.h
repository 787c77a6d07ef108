// The IR dumps in the log of a compiler (--mlir-print-ir-after-all and its like).
#ifndef RUNG_SERVICE_LOG_H
#define RUNG_SERVICE_LOG_H

#include "support/vec.h"

typedef struct LogStage {
  uint32_t begin, end;                 // the dump: whole lines, from the first that is not empty
  uint32_t line, line_count;           // of the dump; the first line of a text is 0
  uint32_t header_begin, header_end;   // `// -----// IR Dump … //----- //`
  bool is_after, failed;
  Str pass, argument;                  // "Canonicalizer", "canonicalize": slices of the text, perhaps empty
  Str anchor, symbol;                  // the operation that the pass ran on: "func.func", "f"; slices, or a constant
  uint32_t chain;                      // dumps of one operation have the same number; numbered from 0 as they come
} LogStage;
typedef VEC(LogStage) LogStages;

// Find the dumps, in the order of the text. A dump is the operation below a header, with its aliases and resources: it ends
// where the brackets of that operation are closed, or at the next header. LLVM IR ends at the next header only. `module` is
// the name of the operation that holds a file: `module` in a dump is the last part of it. Time is linear in the size of the text.
void service_log_stages(Arena *arena, Str text, Str module, LogStages *out);

#endif
