// Where control flows between operations of the acc dialect and their regions.
#include "ops/acc.h"

#include "ir/region_flow.h"

// Into the region, and behind the operation from there.
void flow_of_acc_construct(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  if (point == op) flow_to(out, 0, NO_VALUES, NO_VALUES);
  else flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
}

// A loop may run no iteration, or many; one that is not structured has its own branches inside.
void flow_of_acc_loop(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  if (op_prop(op, "unstructured")) {
    flow_of_acc_construct(op, point, constants, out);
    return;
  }
  flow_to(out, 0, NO_VALUES, NO_VALUES);
  flow_to(out, FLOW_PARENT, point == op ? NO_VALUES : passed_by(point), results_of(op));
}
