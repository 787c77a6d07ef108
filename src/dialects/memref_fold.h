// Folds of memref's operations.
#ifndef RUNG_DIALECTS_MEMREF_FOLD_H
#define RUNG_DIALECTS_MEMREF_FOLD_H

#include "ir/fold.h"

bool fold_memref_reinterpret_cast(Folder *folder, Operation *op, const A *constants);
bool fold_memref_metadata(Folder *folder, Operation *op, const A *constants);

#endif
