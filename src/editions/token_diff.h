// Compares two texts token by token: where tokens stay, so do the white space and comments between them.
#ifndef RUNG_EDITIONS_TOKEN_DIFF_H
#define RUNG_EDITIONS_TOKEN_DIFF_H

#include "support/diag.h"

typedef struct TokenEdit { Range range; Str text; } TokenEdit;   // of the old text; `text` is in the arena
typedef VEC(TokenEdit) TokenEditVec;

typedef VEC(Range) RangeVec;

// The edits, in order, that make `range` of `source`, without the parts in `aside`, read as `wanted`. New lines begin with `indent`.
void token_diff(Arena *arena, Str source, Range range, const RangeVec *aside, Str wanted, Str indent, TokenEditVec *out);

#endif
