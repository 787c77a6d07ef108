// Entries of the file metadata section `{-# … #-}` (https://mlir.llvm.org/docs/LangRef/#resources).
#ifndef RUNG_ASM_RESOURCE_H
#define RUNG_ASM_RESOURCE_H

#include "ir/ir.h"

typedef enum ResourceKind { RESOURCE_BLOB, RESOURCE_STRING, RESOURCE_BOOL } ResourceKind;

// Module.resources maps a key of the reader's choice to one of these, in source order.
typedef struct Resource {
  bool is_external;     // of external_resources, not dialect_resources
  uint8_t kind;         // ResourceKind
  bool value;           // RESOURCE_BOOL
  bool is_taken;        // of a reproducer that was asked for: it is not printed again
  Str group;            // dialect ("builtin") or external name
  Str key;
  Str data;             // blob: four bytes of alignment (little-endian), then the bytes; string: its contents
} Resource;

// The external name of what a reproducer runs (https://mlir.llvm.org/docs/PassManagement/#crash-and-failure-reproduction).
#define REPRODUCER STR("mlir_reproducer")

#endif
