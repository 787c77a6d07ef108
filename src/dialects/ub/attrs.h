// The attributes of ub that other dialects use.
#ifndef RUNG_DIALECTS_UB_ATTRS_H
#define RUNG_DIALECTS_UB_ATTRS_H

#include "ir/attr.h"
#include "ops/ub.h"

extern const AttrDef ub_poison_attr;

#endif
