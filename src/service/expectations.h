// What comments at the end of lines expect to be said (mlir-opt's --verify-diagnostics):
//   expected-error@+1 {{text}}     kinds: error, warning, remark, note; -re takes {{regex}} parts
// with @+N, @-N, @above (the last line without such a comment), @below (the next one), @unknown (no place) or nothing
// (this line). One comment may stand for several messages.
#ifndef RUNG_SERVICE_EXPECTATIONS_H
#define RUNG_SERVICE_EXPECTATIONS_H

#include "support/diag.h"

typedef struct Expectations Expectations;

// Read those of a text; `out` receives what is wrong, in the words of mlir-opt: here expressions that cannot be read.
// `only_expected`: what nobody expects may come, too. All lives in `arena`.
Expectations *expectations_read(Arena *arena, Str text, Str file_name, bool only_expected, Diags *out);
// Messages that came, the notes too, about a text that begins at `shift` bytes of the one that was read. What mlir-opt
// would not have come to after an error does not count.
void expectations_match(Expectations *self, const Diags *said, uint32_t shift);
// Say what did not come and, as info messages, what did. True: there was nothing wrong. Nothing else may be asked afterwards.
bool expectations_done(Expectations *self);

#endif
