// What verifying hooks of records are given.
#ifndef RUNG_IR_VERIFIER_H
#define RUNG_IR_VERIFIER_H

#include "ir/ir_diag.h"
#include "ir/symbol.h"

typedef struct Verifier {
  Context *ctx;
  Module *module;
  SymbolTables *symbols;
  Arena *arena;             // scratch, freed when the verification ends
  bool of_text;             // the module was just read, and no pass has changed it
} Verifier;

// As op_error(), for verifiers, which then have failed: always false.
bool verify_fail(const Verifier *v, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool verify_fail_plain(const Verifier *v, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
