// What the host of a traced program is told, and where a watched one looks before it touches memory.
#include "export/wasm/lower.h"

static bool has_place(Range source) { return source.begin != source.end; }

static void tell(Lower *self, const char *name, const NodeRef *args) {
  KnownMemory known = self->known;   // the host does not write
  call_runtime(self, name, args, NULL);
  self->known = known;
}

static void tell_place(Lower *self, const char *name, Range source) {
  NodeRef place = code_i32(self->code, (uint32_t)source.begin);
  if (has_place(source)) tell(self, name, &place);
}

// What a memref is in the llvm dialect: two pointers, the offset, and of each dimension the size and the stride.
static bool is_descriptor(T type, uint32_t *rank) {
  uint32_t count;
  if (!llvm_is_struct(type)) return false;
  const T *fields = llvm_struct_elements(type, &count);
  if ((count != 3 && count != 5) || !llvm_is_ptr(fields[0]) || !llvm_is_ptr(fields[1]) || !type_as_integer(fields[2])) return false;
  *rank = 0;
  if (count == 3) return true;
  if (fields[3] != fields[4] || !llvm_is_array(fields[3]) || ((const LLVMArrayType *)fields[3])->element != fields[2]) return false;
  *rank = (uint32_t)((const LLVMArrayType *)fields[3])->count;
  return true;
}

static NodeRef word_at(Lower *self, const Shape *shape, const NodeRef *pieces, uint32_t leaf) {
  return to_i64(self, shape->leaves[leaf], int_at(pieces + shape->leaves[leaf].piece, shape->leaves[leaf]), true);
}

static void trace_descriptor(Lower *self, const Value *value, const NodeRef *pieces, uint32_t rank, Range source) {
  const Shape *shape = shape_of(self, value->type);
  for (uint32_t d = 0; shape && d < rank; d++) {
    NodeRef dim[] = {word_at(self, shape, pieces, 3 + d), word_at(self, shape, pieces, 3 + rank + d)};
    tell(self, "rung.trace_dim", dim);
  }
  if (!shape) return;
  NodeRef args[] = {code_i32(self->code, (uint32_t)source.begin), word_at(self, shape, pieces, 0), word_at(self, shape, pieces, 1), word_at(self, shape, pieces, 2)};
  tell(self, "rung.trace_memref", args);
}

void trace_value(Lower *self, Value *value, Range source) {
  Leaf leaf;
  uint32_t rank;
  const NodeRef *pieces = map_get(&self->values, value);
  if (!self->traced || !pieces || !has_place(source)) return;
  if (is_descriptor(value->type, &rank)) {
    trace_descriptor(self, value, pieces, rank, source);
    return;
  }
  if (!scalar_leaf(self, value->type, &leaf)) return;
  NodeRef args[] = {code_i32(self->code, (uint32_t)source.begin), 0};
  Leaf wide = {.is_float = true, .kind = FLOAT_F64, .bits = 64};
  args[1] = leaf.is_float ? float_cast(self, leaf, wide, pieces[0]) : to_i64(self, leaf, int_at(pieces, leaf), leaf.bits > 1);
  tell(self, leaf.is_float ? "rung.trace_float" : llvm_is_ptr(value->type) ? "rung.trace_pointer" : "rung.trace_int", args);
}

// A struct that the next operation of the same place goes on filling.
static bool is_unfinished(const Operation *op) {
  for (const Use *use = op_result(op, 0)->uses; use; use = use->next)
    if (op_is(use->owner, OP_LLVM_INSERTVALUE) && use_index(use) == 0 && use->owner->loc.src.begin == op->loc.src.begin) return true;
  return false;
}

// A call of what is in the module: it is told before, and its end by who is called.
static bool calls_own(Lower *self, const Operation *op) {
  if (!op_is(op, OP_LLVM_CALL)) return false;
  A callee = op_prop_at(op, LLVM_CALL_CALLEE);
  return !callee || map_find_str(&self->function_of, attr_symbol_root(callee));
}

void trace_before(Lower *self, const Operation *op) {
  if (self->traced && calls_own(self, op)) tell_place(self, "rung.trace_call", op->loc.src);
}

// Where the result comes from: the descriptor of a function's argument is put together from it for the first that uses it, and has that place.
static Range place_of_result(const Operation *op) {
  const Value *part = op_is(op, OP_LLVM_INSERTVALUE) ? op_operand(op, 1) : NULL;
  return part && part->is_arg ? part->arg_loc->src : op->loc.src;
}

void trace_after(Lower *self, Operation *op) {
  if (!self->traced || op_is(op, OP_LLVM_MLIR_CONSTANT)) return;
  if (op->result_count == 1 && !is_unfinished(op)) trace_value(self, op_result(op, 0), place_of_result(op));
  if (op->result_count || calls_own(self, op) || !has_place(op->loc.src)) return;
  // The address that is written to, if it is one.
  NodeRef args[] = {code_i32(self->code, (uint32_t)op->loc.src.begin), code_i64(self->code, 0)};
  uint32_t written = op_is(op, OP_LLVM_STORE) ? 1 : 0;
  if (!op_is(op, OP_LLVM_CALL) && written < op->operand_count && llvm_is_ptr(op_operand_type(op, written))) {
    Pieces pointer = pieces_of(self, op, op_operand(op, written));
    if (pointer.data) args[1] = pointer.data[0];
  }
  tell(self, "rung.trace_effect", args);
}

void trace_enter(Lower *self) {
  NodeRef place = code_i32(self->code, (uint32_t)self->function->loc.src.begin);
  if (self->traced) tell(self, "rung.trace_enter", &place);
}

void trace_leave(Lower *self, const Operation *op) {
  NodeRef place = code_i32(self->code, (uint32_t)op->loc.src.begin);
  if (self->traced) tell(self, "rung.trace_leave", &place);
}

void watch_access(Lower *self, NodeRef pointer) {
  uint64_t offset = 0;
  if (!self->watched) return;
  NodeRef address = address_of(self, pointer, &offset);
  if (offset) address = code_op2(self->code, NODE_I32_ADD, address, code_i32(self->code, (uint32_t)offset));
  code_pin(self->code, NODE_WATCH, W_NONE, address, 0, 0, import_named(self, runtime_function(STR("rung.touch_freed"))));
}
