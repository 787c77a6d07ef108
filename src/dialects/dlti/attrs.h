// Data layout specifications as other layers read them.
#ifndef RUNG_DIALECTS_DLTI_ATTRS_H
#define RUNG_DIALECTS_DLTI_ATTRS_H

#include "asm/params.h"

// An entry's parameters: its key (a type or string attribute) and its value. The others hold one
// array attribute of entries.
extern const AttrDef dlti_entry_attr, dlti_spec_attr, dlti_map_attr, dlti_device_attr, dlti_system_attr;
extern const AttrDef *const dlti_attrs[];   // all of them, ended by NULL

// The value of `key` in a #dlti.dl_spec (or map…), or NULL.
A dlti_find(A spec, A key);

#endif
