// The ub dialect: undefined behaviour (https://mlir.llvm.org/docs/Dialects/UBOps/).
#include "asm/params.h"
#include "dialects/constraints.h"
#include "dialects/registry.h"
#include "ir/fold.h"

const AttrDef ub_poison_attr = {"ub", "poison", ATTR_DIALECT, .params = &(const ParamsDef){.class_name = "PoisonAttr"}};
// An interface upstream, so it is spelled whole.
static const AttrConstraint AC_Poison = {
    "PoisonAttrInterface instance", check_attr_def, .attr_def = &ub_poison_attr, .name = "PoisonAttrInterface"};

static const OpDef ub_ops[] = {
  {
    OP("ub.poison", "a poison value: the result of undefined behaviour that was put off"),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"value", &AC_Poison, ATTR_DEFAULT, "#ub.poison"}),
    .traits = TRAIT_PURE | TRAIT_CONSTANT_LIKE,
    FORMAT("attr-dict (`<` $value^ `>`)? `:` type($result)"),
  },
  {
    OP("ub.unreachable", "a place that is never reached"),
    .traits = TRAIT_TERMINATOR,
    FORMAT("attr-dict"),
  },
};

static Operation *materialize_poison(Folder *f, A value, T type, Loc loc) {
  if (!attr_is(value, &ub_poison_attr)) return NULL;
  f->builder->loc = loc;
  op_state_set_attr(builder_begin(f->builder, "ub.poison"), STR("value"), value);
  op_state_add_type(&f->builder->state, type);
  return builder_finish(f->builder);
}

static const AttrDef *const ub_attrs[] = {&ub_poison_attr, NULL};

const DialectDef ub_dialect = {
  .name = "ub", .ops = ub_ops, .op_count = countof(ub_ops),
  .summary = "undefined behaviour made explicit", .attrs = ub_attrs,
  .materialize_constant = materialize_poison,
};
