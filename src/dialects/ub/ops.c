// The ub dialect: undefined behaviour (https://mlir.llvm.org/docs/Dialects/UBOps/).
#include "ops/ub.h"

#include "asm/params.h"
#include "ir/fold.h"

Operation *ub_materialize_poison(Folder *f, A value, T type, Loc loc) {
  if (!attr_is(value, &ub_poison_attr)) return NULL;
  f->builder->loc = loc;
  op_state_set_prop(builder_begin(f->builder, OP_UB_POISON), UB_POISON_VALUE, value);
  op_state_add_type(&f->builder->state, type);
  return builder_finish(f->builder);
}
