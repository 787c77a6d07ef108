// The func dialect: functions and calls (https://mlir.llvm.org/docs/Dialects/Func/).
#include "ops/func.h"

#include "dialects/common/build.h"
#include "ir/fold.h"

#include "dialects/common/function.h"
#include "ir/repair.h"

// --- func.func

// A declaration of an older release, which is private today.
static bool lacks_visibility(const Parser *p, const OpState *state) {
  return region_is_empty(state->regions.data[0]) && !state->props.data[FUNC_FUNC_SYM_VISIBILITY] &&
         !str_equal(parser_op_name(p), def_name(state->def)) && parser_reads_older(p, OLDER_PLAIN_DECLARATION);
}

bool parse_func(Parser *p, OpState *state) {
  if (!parse_plain_function(p, state)) return false;
  if (lacks_visibility(p, state)) op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(parser_context(p), STR("private")));
  return true;
}

void print_func(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_plain_function(p, op);
}

// --- Calls and returns

static const FunctionType *function_type_of(Verifier *v, const Operation *op, A symbol) {
  const Operation *function = symbol_lookup(v->symbols, op, symbol);
  if (!op_is(function, OP_FUNC_FUNC)) return NULL;
  A type = op_prop_at(function, FUNC_FUNC_FUNCTION_TYPE);
  return type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

bool verify_func_call_callee(Verifier *v, const Operation *op) {
  A callee = op_prop_at(op, FUNC_CALL_CALLEE);
  const FunctionType *type = function_type_of(v, op, callee);
  if (!type) {
    verify_fail(v, op, "'%.*s' does not reference a valid function", STR_ARG(attr_symbol_root(callee)));
    repair_symbol(v, op, callee, OP_FUNC_FUNC);
    return false;
  }
  if (type->input_count != op->operand_count) return verify_fail(v, op, "incorrect number of operands for callee");
  for (uint32_t i = 0; i < type->input_count; i++) {
    T given = op_operand_type(op, i);
    if (given == type->types[i]) continue;
    return verify_fail(v, op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %u",
                       type_text(v->ctx, type->types[i]), type_text(v->ctx, given), i);
  }
  if (type->result_count != op->result_count) return verify_fail(v, op, "incorrect number of results for callee");
  const T *results = type->types + type->input_count;
  for (uint32_t i = 0; i < type->result_count; i++) {
    if (op_result_type(op, i) == results[i]) continue;
    Diag *diag = op_error(v->module, op, "result type mismatch at index %u", i);
    TypeVec given = {0};
    for (uint32_t k = 0; k < op->result_count; k++) vec_push(v->arena, &given, op_result_type(op, k));
    diag_note_at(v->module, diag, op->loc, "      op result types: %.*s",
                 STR_ARG(type_list_text(v->ctx, v->arena, given.data, given.count)));
    diag_note_at(v->module, diag, op->loc, "function result types: %.*s",
                 STR_ARG(type_list_text(v->ctx, v->arena, results, type->result_count)));
    return false;
  }
  return true;
}

bool verify_func_constant_callee(Verifier *v, const Operation *op) {
  A callee = op_prop_at(op, FUNC_CONSTANT_VALUE);
  const FunctionType *type = function_type_of(v, op, callee);
  if (!type) {
    verify_fail(v, op, "reference to undefined function '%.*s'", STR_ARG(attr_symbol_root(callee)));
    repair_symbol(v, op, callee, OP_FUNC_FUNC);
    return false;
  }
  if (&type->base == op_result_type(op, 0)) return true;
  return verify_fail(v, op, "reference to function with mismatched type");
}

bool verify_func_return(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  if (!op_is(function, OP_FUNC_FUNC)) return true;   // an operation of an older release may stand around it
  const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(function, FUNC_FUNC_FUNCTION_TYPE))->type);
  Str name = symbol_name(function);
  const T *results = type->types + type->input_count;
  if (op->operand_count != type->result_count)
    return verify_fail(v, op, "has %u operands, but enclosing function (@%.*s) returns %u", op->operand_count, STR_ARG(name),
                       type->result_count);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (op_operand_type(op, i) == results[i]) continue;
    return verify_fail_plain(v, op, "type of return operand %u ('%s') doesn't match function result type ('%s') in function @%.*s",
                             i, type_text(v->ctx, op_operand_type(op, i)), type_text(v->ctx, results[i]), STR_ARG(name));
  }
  return true;
}

// --- CallOpInterface

A callee_of_func_call(const Operation *op) { return op_prop_at(op, FUNC_CALL_CALLEE); }
Span arguments_of_func_call(const Operation *op) { return (Span){0, op->operand_count}; }

A callee_of_func_call_indirect(const Operation *op) {
  (void)op;
  return NULL;
}
Span arguments_of_func_call_indirect(const Operation *op) { return (Span){1, op->operand_count}; }

// --- Inlining

bool inlines_func_call(const Operation *call, const Operation *callable, bool is_copy) {
  (void)is_copy;
  if (op_is(call, OP_FUNC_CALL) && op_prop_at(call, FUNC_CALL_NO_INLINE)) return false;
  return !op_is(callable, OP_FUNC_FUNC) || !op_prop_at(callable, FUNC_FUNC_NO_INLINE);
}

void branch_for_func_return(Builder *b, const Operation *end, Block *block) {
  ValueVec values = {0};
  op_push_operands(end, 0, end->operand_count, &values, &b->module->arena);
  build_br(b, block, values.data, values.count);
}

// --- Constants

Operation *materialize_func_constant(Folder *f, A value, T type, Loc loc) {
  if (attr_kind(value) != ATTR_SYMBOL_REF || ((const SymbolRefAttr *)value)->count != 1 || type_kind(type) != TYPE_FUNCTION) return NULL;
  f->builder->loc = loc;
  OpState *state = builder_begin(f->builder, OP_FUNC_CONSTANT);
  op_state_set_prop(state, FUNC_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish(f->builder);
}
