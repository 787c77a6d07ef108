// Tells that a text is in another language than MLIR.
#ifndef RUNG_ASM_FOREIGN_H
#define RUNG_ASM_FOREIGN_H

#include "support/source.h"

// What a text that could not be read looks like, and what to do, as in "LLVM IR; Rung reads MLIR: …"; `at` receives the first line that
// says so. `any_mlir`: some lines of it may be MLIR. NULL: it looks like MLIR, or like nothing in particular.
const char *foreign_language(Str text, bool any_mlir, Range *at);

#endif
