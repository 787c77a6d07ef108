// Token classes of a text, for highlighting; needs no parse.
#ifndef RUNG_ASM_CLASSIFY_H
#define RUNG_ASM_CLASSIFY_H

#include "asm/lexer.h"

// Writes (begin, end, class) triples, comments included, and returns how many tokens there are.
// `out` may be NULL; at most `capacity` triples are written.
uint32_t lexer_classify(Str text, uint32_t *out, uint32_t capacity);

#endif
