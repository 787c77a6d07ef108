// Explains a type of the llvm dialect as facts: the rules that lead to it, its fields, its declaration in C.
#ifndef RUNG_CONVERT_LLVM_EXPLAIN_TYPE_H
#define RUNG_CONVERT_LLVM_EXPLAIN_TYPE_H

#include "rewrite/explain.h"

typedef struct ExplainTypeOptions {
  bool bare_pointers;
  bool typed_pointers;     // as up to LLVM 16
  uint32_t index_bits;     // 0: by the data layout
  Str data_layout;         // of LLVM; empty: the module's
  bool no_c_interface;     // functions get none
  bool spellings;          // also say how editions write the result
} ExplainTypeOptions;
// Explain how `type` becomes a type of the llvm dialect. False when it cannot (the facts say why).
bool explain_type(Facts *out, T type, const ExplainTypeOptions *options);

#endif
