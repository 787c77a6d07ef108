// Every pass Rung has.
#include "passes/pass.h"

const PassDef *const all_passes[] = {
    NULL,
};
