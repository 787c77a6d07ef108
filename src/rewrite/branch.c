#include "rewrite/branch.h"

Value *branch_target_arg(const Operation *op, uint32_t i) {
  for (uint32_t s = 0; s < op->successor_count; s++) {
    Span span = op_successor_operands(op, s);
    if (i < span.begin || i >= span.end) continue;
    const Block *block = op_successor(op, s);
    return block->arg_count < span_size(span) ? NULL : block->args[branch_made_args(op, s) + i - span.begin];
  }
  return NULL;
}

static void change_size(Module *module, Operation *op, Str name, uint32_t slot, int32_t by) {
  A sizes = op_attr_str(op, name);
  if (!sizes || attr_kind(sizes) != ATTR_DENSE_ARRAY || slot >= ((const DenseArrayAttr *)sizes)->count) return;
  uint32_t count = (uint32_t)((const DenseArrayAttr *)sizes)->count;
  Arena scratch;
  arena_init(&scratch, &module->context->mem);
  int32_t *values = arena_new(&scratch, int32_t, count);
  if (values) {
    for (uint32_t i = 0; i < count; i++) values[i] = (int32_t)dense_array_i64(sizes, i) + (i == slot ? by : 0);
    op_set_attr(module, op, name, attr_i32_array(module->context, values, count));
  }
  arena_free(&scratch);
}

// Update the attributes that count operands: successor `successor` now has `by` more of them.
static void change_sizes(Module *module, Operation *op, uint32_t successor, int32_t by) {
  const OpDef *def = op->def;
  uint32_t entry = 0, within = successor;
  const SuccessorDef *successors = def_successors(def);
  while (entry < def->successor_count && !successors[entry].variadic && within) {
    entry++;
    within--;
  }
  if (entry >= def->successor_count || successors[entry].operands == NO_INDEX) return;
  uint32_t passed = successors[entry].operands;
  const ValueDef *operands = &def_operands(def)[passed];
  if (operands->arity == VARIADIC_OF_VARIADIC) change_size(module, op, str_from(def_attr_name(def, operands->segments)), within, by);
  if (op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS)) change_size(module, op, STR("operandSegmentSizes"), passed, by);
}

void branch_append_operands(Module *module, Operation *op, uint32_t successor, Value *const *values, uint32_t count) {
  if (!count) return;
  Span span = op_successor_operands(op, successor);
  op_insert_operands(module, op, span.end, values, count);
  change_sizes(module, op, successor, (int32_t)count);
}

void branch_erase_operand(Module *module, Operation *op, uint32_t successor, uint32_t i) {
  Span span = op_successor_operands(op, successor);
  if (i >= span_size(span)) return;
  op_erase_operands(op, span.begin + i, 1);
  change_sizes(module, op, successor, -1);
}
