// Messages that comments at the end of lines expect (mlir-opt's --verify-diagnostics):
//   expected-error@+1 {{text}}     kinds: error, warning, remark, note; -re takes {{regex}} parts
// with @+N, @-N, @above (the last line without such a comment), @below (the next one), @unknown (no place) or nothing
// (this line). One comment may stand for several messages.
#ifndef RUNG_SERVICE_EXPECTATIONS_H
#define RUNG_SERVICE_EXPECTATIONS_H

#include "support/diag.h"

typedef struct Expectations Expectations;

// Read the expectations of a text; `out` receives errors in mlir-opt's words, here about expressions that cannot be read.
// `only_expected`: unexpected messages are allowed. Everything lives in `arena`.
Expectations *expectations_read(Arena *arena, Str text, Str file_name, bool only_expected, Diags *out);
// Compare messages that were reported, notes included, about a text that begins at `shift` bytes of the one that was read.
// Messages that mlir-opt would not have reached after an error do not count.
void expectations_match(Expectations *self, const Diags *said, uint32_t shift);
// Report the expectations that were not met and, as info messages, those that were. True when nothing was wrong. This ends
// the comparison: no other function may be called afterwards.
bool expectations_done(Expectations *self);

#endif
