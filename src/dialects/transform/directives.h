// custom<Name>(…) of the transform dialect's formats.
#ifndef RUNG_DIALECTS_TRANSFORM_DIRECTIVES_H
#define RUNG_DIALECTS_TRANSFORM_DIRECTIVES_H

#include "asm/format.h"

extern const CustomDirective transform_directives[];

#endif
