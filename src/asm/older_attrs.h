// Older forms of operations' attributes in generic form, shared by parser and printer.
#ifndef RUNG_ASM_OLDER_ATTRS_H
#define RUNG_ASM_OLDER_ATTRS_H

#include "ir/edition.h"
#include "ir/opdef.h"

enum {
  LAST_VECTOR_SEGMENTS = 15,   // dense<[1, 0]> : vector<2xi32>
  LAST_ARRAYS = 14,            // [0, 1], where array<i64: 0, 1> came
  LAST_WRAPPED = 19,           // #llvm.overflow<none>, where the property is a number today
  LAST_TYPE = 14,              // a function's `type`, now function_type
};

static inline const OlderAttr *older_attr_rows(const OpDef *def) { return def->table->older_attrs + def_more(def)->older_attrs; }
// What an array's elements are to be.
static inline const AttrConstraint *attr_element(const RecordTable *table, const AttrConstraint *array) { return &table->attr_constraints[table->lists[array->parts]]; }
static inline const EnumDef *older_attr_enum(const OpDef *def, const OlderAttr *row) { return def->table->enums[row->enum_def]; }

#endif
