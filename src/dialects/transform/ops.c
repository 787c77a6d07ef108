// The transform dialect: what holds for its operations (https://mlir.llvm.org/docs/Dialects/Transform/).
#include "ops/transform.h"

#include "dialects/transform/directives.h"
#include "asm/printer.h"
#include "ir/fold.h"

void init_transform(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, transform_directives);
}

void names_transform_foreach_match(Printer *p, const Operation *op) {
  if (op->result_count) printer_suggest_name(p, op_result(op, 0), STR("updated_root"));
  if (op->result_count > 1) printer_suggest_name(p, op_result(op, 1), STR("yielded"));
}

bool fold_transform_merge_handles(Folder *self, Operation *op, const A *constants) {
  (void)constants;
  if (op_prop_at(op, TRANSFORM_MERGE_HANDLES_DEDUPLICATE) || op->operand_count != 1) return false;
  return fold_to_value(self, op_operand(op, 0));
}


// There was a root, or none, and nothing else.
bool complete_transform_sequence(Module *module, Operation *op) {
  int32_t sizes[] = {op->operand_count > 0, op->operand_count ? (int32_t)op->operand_count - 1 : 0};
  op_set_attr(module, op, STR("operandSegmentSizes"), attr_i32_array(module->context, sizes, 2));
  return true;
}
