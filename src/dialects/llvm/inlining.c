// Inlining of llvm.call (after mlir/lib/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.cpp).
#include "ops/llvm.h"

#include "analysis/inlining.h"
#include "dialects/llvm/types.h"
#include "ir/constants.h"

// What needs more than its body: scopes that say what may overlap are those of one call.
static WalkResult has_no_scopes(Operation *op, void *data) {
  (void)data;
  if (op_is(op, OP_LLVM_INTR_EXPERIMENTAL_NOALIAS_SCOPE_DECL)) return WALK_STOP;
  static const char *const scopes[] = {"alias_scopes", "noalias_scopes"};
  for (size_t i = 0; i < countof(scopes); i++)
    if (op_prop_slot(op->def, str_from(scopes[i])) >= 0 && op_prop(op, scopes[i])) return WALK_STOP;
  return WALK_ADVANCE;
}

// Attributes of arguments that say more than their values.
static bool has_plain_arguments(const Operation *function) {
  static const char *const refused[] = {"llvm.inalloca", "llvm.byval", "llvm.noalias"};
  A attrs = op_prop_at(function, LLVM_FUNC_ARG_ATTRS);
  for (uint64_t i = 0; attrs && i < ((const ArrayAttr *)attrs)->count; i++)
    for (size_t k = 0; k < countof(refused); k++)
      if (attr_dict_find(((const ArrayAttr *)attrs)->items[i], str_from(refused[k]))) return false;
  return true;
}

static bool passes_no_refusal(const Operation *function) {
  static const char *const refused[] = {"noduplicate", "presplitcoroutine", "returns_twice", "strictfp"};
  A attrs = op_prop_at(function, LLVM_FUNC_PASSTHROUGH);
  for (uint64_t i = 0; attrs && i < ((const ArrayAttr *)attrs)->count; i++)
    for (size_t k = 0; k < countof(refused); k++) {
      A item = ((const ArrayAttr *)attrs)->items[i];
      if (attr_kind(item) == ATTR_STRING && str_is(attr_str(item), refused[k])) return false;
    }
  return true;
}

bool inlines_llvm_call(const Operation *call, const Operation *callable, bool is_copy) {
  if (!is_copy || !op_is(call, OP_LLVM_CALL) || !op_is(callable, OP_LLVM_FUNC)) return false;
  if (op_prop_at(callable, LLVM_FUNC_NO_INLINE) || op_prop_at(callable, LLVM_FUNC_PERSONALITY)) return false;
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(callable, LLVM_FUNC_FUNCTION_TYPE))->type);
  if (!type || type->is_vararg || !has_plain_arguments(callable) || !passes_no_refusal(callable)) return false;
  return has_no_scopes((Operation *)(uintptr_t)call, NULL) != WALK_STOP && !op_prop_at(call, LLVM_CALL_ACCESS_GROUPS) &&
         op_walk_pre((Operation *)(uintptr_t)callable, has_no_scopes, NULL) != WALK_STOP;
}

bool inlines_llvm_op(const Operation *op, const Region *to) {
  (void)to;
  return !op_is(op, OP_LLVM_INTR_VASTART);
}

// ---------------------------------------------------------------------------------------------
// Variables of the stack

// Where variables live as long as what is around the call does: NULL: that is not known.
static Block *prologue_of(const Operation *call) {
  for (const Operation *at = call, *parent; (parent = op_parent(at)); at = parent)
    if (op_has(parent, TRAIT_ISOLATED | TRAIT_ALLOCATION_SCOPE | TRAIT_UNREGISTERED)) return at->block->region->first;
  return NULL;
}

static bool has_life(const Value *pointer) {
  for (const Use *use = pointer->uses; use; use = use->next) {
    if (op_is(use->owner, OP_LLVM_INTR_LIFETIME_START) || op_is(use->owner, OP_LLVM_INTR_LIFETIME_END)) return true;
    // Casts of pointers to pointers fold away, so there are hardly ever two of them.
    if (op_is(use->owner, OP_LLVM_BITCAST))
      for (const Use *inner = op_result(use->owner, 0)->uses; inner; inner = inner->next)
        if (op_is(inner->owner, OP_LLVM_INTR_LIFETIME_START) || op_is(inner->owner, OP_LLVM_INTR_LIFETIME_END)) return true;
  }
  return false;
}

typedef struct Variable { Operation *op; A size; bool gets_life; } Variable;
typedef struct Variables {
  Module *module;
  Operation *call;
  VEC(Variable) fixed;
  bool any_life, any_dynamic;
} Variables;

static void find_variables(Variables *self, Arena *arena, const Block *first, const Block *end) {
  for (const Block *block = first; block != end; block = block->next)
    block_each_op(block, op) {
      A size = op_is(op, OP_LLVM_ALLOCA) ? value_constant(op_operand(op, 0)) : NULL;
      if (!op_is(op, OP_LLVM_ALLOCA)) continue;
      if (!size || attr_kind(size) != ATTR_INTEGER) self->any_dynamic = true;
      else if (block == first) vec_push(arena, &self->fixed, ((Variable){op, size, !is_zero_int(size) && !has_life(op_result(op, 0))}));
    }
  for (uint32_t i = 0; i < self->fixed.count; i++) self->any_life |= self->fixed.data[i].gets_life;
}

static void mark_life(Builder *b, uint32_t opcode, const Operation *alloca) {
  b->loc = alloca->loc;
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand(state, op_result(alloca, 0));
  builder_finish_typed(b);
}

static void move_to(Variables *self, Operation *before, Block *prologue) {
  Builder b;
  builder_init(&b, self->module);
  for (uint32_t i = 0; i < self->fixed.count; i++) {
    const Variable *variable = &self->fixed.data[i];
    if (variable->gets_life) {
      builder_before(&b, variable->op);
      mark_life(&b, OP_LLVM_INTR_LIFETIME_START, variable->op);
    }
    if (before) builder_before(&b, before);
    else builder_at_end(&b, prologue);
    b.loc = variable->op->loc;
    OpState *state = builder_begin(&b, OP_LLVM_MLIR_CONSTANT);
    op_state_set_attr(state, STR("value"), variable->size);
    op_state_add_type(state, op_operand_type(variable->op, 0));
    Operation *size = builder_finish_typed(&b);
    op_remove(variable->op);
    if (size->next) op_insert_before(variable->op, size->next);
    else op_append(prologue, variable->op);
    op_set_operand(variable->op, 0, op_result(size, 0));
  }
}

static void end_lives(Variables *self, Operation *end, Value *stack) {
  Builder b;
  builder_init(&b, self->module);
  builder_before(&b, end);
  if (stack) {
    b.loc = self->call->loc;
    OpState *state = builder_begin(&b, OP_LLVM_INTR_STACKRESTORE);
    op_state_add_operand(state, stack);
    builder_finish_typed(&b);
  }
  for (uint32_t i = 0; i < self->fixed.count; i++)
    if (self->fixed.data[i].gets_life) mark_life(&b, OP_LLVM_INTR_LIFETIME_END, self->fixed.data[i].op);
}

// Variables of constant size go to the caller's first block and say where they are in use; others are freed where the function returned.
void place_llvm_blocks(Module *module, Operation *call, Block *first, const Block *end) {
  Block *prologue = prologue_of(call);
  Variables self = {.module = module, .call = call};
  Arena scratch;
  arena_init(&scratch, &module->context->mem);
  if (prologue) find_variables(&self, &scratch, first, end);
  if (self.fixed.count || self.any_dynamic) {
    Value *stack = NULL;
    if (self.any_dynamic) {
      Builder b;
      builder_init(&b, module);
      builder_before(&b, first->first);
      b.loc = call->loc;
      OpState *state = builder_begin(&b, OP_LLVM_INTR_STACKSAVE);
      op_state_add_type(state, llvm_ptr(module->context, 0));
      stack = builder_finish_value(&b);
    }
    move_to(&self, prologue->first, prologue);
    for (Block *block = first; block != end && (self.any_life || stack); block = block->next)
      if (block->last && op_has(block->last, TRAIT_RETURN_LIKE)) end_lives(&self, block->last, stack);
  }
  arena_free(&scratch);
}

void branch_for_llvm_return(Builder *b, const Operation *end, Block *block) {
  OpState *state = builder_begin(b, OP_LLVM_BR);
  for (uint32_t i = 0; i < end->operand_count; i++) op_state_add_operand(state, op_operand(end, i));
  vec_push(state->arena, &state->successors, block);
  builder_finish(b);
}
