// Installs the functions by which ir reads and prints texts.
#ifndef RUNG_ASM_INSTALL_H
#define RUNG_ASM_INSTALL_H

#include "ir/ir.h"

// To be called once for a context, before anything is parsed or verified.
void asm_install(Context *ctx);

#endif
