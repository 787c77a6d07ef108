// Which dialects upstream has loaded when a pass runs: conversions of "all dialects" ask those only.
#ifndef RUNG_CONVERT_LLVM_LOADED_H
#define RUNG_CONVERT_LLVM_LOADED_H

#include "ir/op.h"

// A dialect is loaded when the input uses it, or another loaded one depends on it. Puts their names into the map.
void note_loaded_dialects(Operation *op, Map *loaded);

#endif
