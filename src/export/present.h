// Whether this folder's data is in memory: a page has it come by itself, when something is exported (wasm/parts.mjs).
#ifndef RUNG_EXPORT_PRESENT_H
#define RUNG_EXPORT_PRESENT_H

#include <stdbool.h>

bool export_is_absent(void);

#endif
