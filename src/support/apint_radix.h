// Long numbers between binary and decimal, shared by apint.c only.
#ifndef RUNG_SUPPORT_APINT_RADIX_H
#define RUNG_SUPPORT_APINT_RADIX_H

#include "support/strbuf.h"

// Append `count` little-endian words as decimal digits, without leading zeros. False: no memory.
bool radix_print_decimal(StrBuf *out, const uint64_t *words, uint32_t count);
// Read decimal digits (nothing else) into `words`, which are zero and have room for them.
// Returns how many words are used; 0: no memory.
uint32_t radix_parse_decimal(Mem *mem, Str digits, uint64_t *words);

#endif
