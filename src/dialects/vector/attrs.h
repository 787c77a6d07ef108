// What other files use of vector's enums and attributes.
#ifndef RUNG_DIALECTS_VECTOR_ATTRS_H
#define RUNG_DIALECTS_VECTOR_ATTRS_H

#include "ir/opdef.h"

extern const EnumDef vector_combining_kinds;
extern const AttrDef vector_kind_attr, vector_iterator_type_attr, vector_punctuation_attr;

#endif
