// Verification in upstream's words and order (mlir/lib/IR/Verifier.cpp), and messages about ops.
#ifndef RUNG_IR_VERIFY_H
#define RUNG_IR_VERIFY_H

#include "ir/op.h"
#include "ir/symbol.h"

typedef struct Verifier {
  Context *ctx;
  Module *module;
  SymbolTables *symbols;
  Arena *arena;             // scratch, freed when the verification ends
  bool recursive;
  bool of_text;             // what is verified is as it was read
  struct VerifyState *state;  // private to the verifier
} Verifier;

// Verify `op` and all it contains; every isolated op's first error is reported. True: all fine.
bool verify_op(Module *module, Operation *op);

// Whether counts, types and inherent attributes of `op` are what its record asks for, and its parent is of the right kind.
bool op_fits_record(Module *module, Operation *op);

// Report at an operation: "'dialect.op' op <message>". Returns NULL never; attach notes with
// diag_note_at(). The plain form leaves the prefix out.
Diag *op_error(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *op_error_plain(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
// The same for verifiers, which then have failed: always false.
bool verify_fail(const Verifier *v, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool verify_fail_plain(const Verifier *v, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *op_warning(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *op_remark(Module *module, const Operation *op, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *diag_at(Module *module, Severity severity, Loc loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
void diag_note_at(Module *module, Diag *diag, Loc loc, const char *format, ...) __attribute__((format(printf, 4, 5)));
// Place `diag` at a location: file, line, column from the attribute or the source position.
void diag_place(Module *module, Diag *diag, Loc loc);

// Text of a type or attribute for messages, in the context's arena (asm/ sets the functions).
const char *type_text(Context *ctx, T type);
const char *attr_text(Context *ctx, A attr);
Str map_text(Context *ctx, const AffineMap *map);
typedef struct TextHooks {
  void (*type)(Context *ctx, StrBuf *out, T type);
  void (*attr)(Context *ctx, StrBuf *out, A attr);
  // An operation in generic form, local scope, large elements elided: how messages quote one. Begins
  // with a newline when it takes several lines.
  void (*op)(Module *module, StrBuf *out, const Operation *op);
  // Attributes that `state` lacks get their declared default values.
  void (*fill_defaults)(Context *ctx, struct OpState *state);
} TextHooks;
void context_set_text_hooks(Context *ctx, const TextHooks *hooks);
// The operation as messages quote it.
Str op_text(Module *module, const Operation *op);

#endif
