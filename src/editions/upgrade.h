// Brings older forms up to date when that takes more than another spelling.
#ifndef RUNG_EDITIONS_UPGRADE_H
#define RUNG_EDITIONS_UPGRADE_H

#include "ir/edition.h"
#include "ir/ir.h"

// Replace the older forms in the module by those of the edition `to`. False: a form has no equivalent there; it is
// reported, and stays.
bool module_upgrade(Module *module, const Edition *to);

// False: the edition cannot express something in the module, which is reported at its place. `is_made`: by passes, so flags that
// the edition lacks may be left out.
bool module_can_be_said(Module *module, const Edition *in, bool is_made);

// The module with the types that the edition has for its values, to be printed, in `generic` form or not: itself, or a copy that
// the caller frees.
Module *module_as_said(Module *module, const Edition *in, bool generic);

#endif
