#include "export/present.h"

static const volatile unsigned char present = 1;

bool export_is_absent(void) { return !present; }
