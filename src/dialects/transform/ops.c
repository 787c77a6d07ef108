// The transform dialect: what holds for its operations (https://mlir.llvm.org/docs/Dialects/Transform/).
#include "ops/transform.h"

#include "dialects/transform/directives.h"
#include "asm/printer.h"
#include "ir/fold.h"
#include "ir/verifier.h"

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

bool verify_transform_named_sequence(Verifier *v, const Operation *op) { return (void)v, (void)op, true; }
bool verify_transform_sequence(Verifier *v, const Operation *op) { return (void)v, (void)op, true; }
bool verify_transform_with_pdl_patterns(Verifier *v, const Operation *op) { return (void)v, (void)op, true; }
bool verify_transform_op_attr(Verifier *v, const Operation *op, NamedAttr attr) { return (void)v, (void)op, (void)attr, true; }
