#include "dialects/llvm/opaque_pointers.h"

#include "ops/llvm.h"

#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"
#include "ir/fold.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "ir/type_map.h"

typedef struct Opaque {
  TypeMap types;
  Module *module;
  Context *ctx;
  SymbolTables symbols;
  VEC(Operation *) casts; // perhaps from a type to itself in the end
} Opaque;

// ---------------------------------------------------------------------------------------------
// Types

// The struct keeps its name: its body changes in place, once.
static T opaque_named_struct(TypeMap *map, T type) {
  LLVMStructBody *body = ((const LLVMStructType *)type)->body;
  map_put(&map->known, map_key(type))->value = (uintptr_t)type;   // before its body, where it may occur
  T *elements = arena_new(&map->ctx->arena, T, body->count + 1);
  for (uint32_t i = 0; elements && i < body->count; i++) elements[i] = type_map(map, body->elements[i]);
  if (elements) body->elements = elements;
  return type;
}

static T make_opaque(TypeMap *map, T type) {
  Context *ctx = map->ctx;
  if (llvm_is_ptr(type)) return llvm_ptr(ctx, llvm_ptr_space(type));
  if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    return llvm_array(ctx, type_map(map, array->element), array->count);
  }
  if (llvm_is_func(type)) {
    const LLVMFuncType *function = llvm_as_func(type);
    const T *params = type_map_all(map, function->params, (uint32_t)function->count);
    return llvm_func(ctx, type_map(map, function->result), params, (uint32_t)function->count, function->is_vararg);
  }
  if (!llvm_is_struct(type)) return NULL;
  if (llvm_struct_name(type)) return opaque_named_struct(map, type);
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  return llvm_struct(ctx, type_map_all(map, elements, count), count, llvm_struct_is_packed(type));
}

// ---------------------------------------------------------------------------------------------
// Types that operations have to spell themselves

static T pointee_of(T type) { return llvm_pointee(type_element_or_self(type)); }

static void say_type(Operation *op, uint32_t slot, Context *ctx, T type) {
  if (type && !op_prop_at(op, slot)) op_set_prop(op, slot, attr_type(ctx, type));
}

// The index of a struct's field is a constant.
static void fix_struct_indices(Opaque *self, Operation *op) {
  A constants = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES), element = op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE);
  if (!constants || attr_kind(constants) != ATTR_DENSE_ARRAY || !element) return;
  uint32_t count = (uint32_t)((const DenseArrayAttr *)constants)->count, operand = 1;
  int32_t *indices = arena_new(&self->types.arena, int32_t, count + 1);
  if (!indices) return;
  T type = ((const TypeAttr *)element)->type;
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    indices[i] = (int32_t)dense_array_i64(constants, i);
    bool is_dynamic = indices[i] == INT32_MIN && operand < op->operand_count;
    if (i && type && llvm_is_struct(type)) {
      A value = is_dynamic ? value_constant(op_operand(op, operand)) : NULL;
      if (value && attr_kind(value) == ATTR_INTEGER) {
        indices[i] = (int32_t)attr_to_i64(value);
        op_erase_operands(op, operand, 1);
        is_dynamic = false;
        changed = true;
      }
      uint32_t fields;
      const T *elements = llvm_struct_elements(type, &fields);
      type = indices[i] >= 0 && (uint32_t)indices[i] < fields ? elements[indices[i]] : NULL;
    } else if (i && type) {
      type = llvm_is_array(type) ? ((const LLVMArrayType *)type)->element : type_is_vector(type) ? type_element(type) : NULL;
    }
    operand += is_dynamic;
  }
  if (changed) op_set_prop(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(self->ctx, indices, count));
}

// A call of a function with a variable number of arguments says its type.
static void say_variadic_type(Opaque *self, Operation *op, uint32_t callee_slot, uint32_t type_slot) {
  A callee = op_prop_at(op, callee_slot);
  if (!callee || op_prop_at(op, type_slot)) return;
  Operation *function = symbol_lookup(&self->symbols, op, callee);
  if (!op_is(function, OP_LLVM_FUNC)) return;
  A type = op_prop_at(function, LLVM_FUNC_FUNCTION_TYPE);
  const LLVMFuncType *of = type && attr_kind(type) == ATTR_TYPE ? llvm_as_func(((const TypeAttr *)type)->type) : NULL;
  if (of && of->is_vararg) op_set_prop(op, type_slot, type);
}

// `llvm.byval` and similar attributes hold the type of the memory that is passed by pointer.
static A say_argument_types(Opaque *self, A dicts, const T *types, uint32_t count) {
  static const char *const typed[] = {"llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca", "llvm.preallocated", "llvm.elementtype"};
  if (!dicts || attr_kind(dicts) != ATTR_ARRAY || ((const ArrayAttr *)dicts)->count != count) return dicts;
  A *made = arena_new(&self->types.arena, A, count + 1);
  if (!made) return dicts;
  for (uint32_t i = 0; i < count; i++) {
    made[i] = ((const ArrayAttr *)dicts)->items[i];
    T pointee = pointee_of(types[i]);
    for (uint32_t k = 0; pointee && k < countof(typed) && attr_kind(made[i]) == ATTR_DICT; k++) {
      const DictAttr *dict = (const DictAttr *)made[i];
      NamedAttr *items = arena_new(&self->types.arena, NamedAttr, dict->count + 1);
      if (!items) return dicts;
      for (uint64_t n = 0; n < dict->count; n++) {
        items[n] = dict->items[n];
        if (attr_is_string(items[n].name, typed[k]) && attr_kind(items[n].value) == ATTR_UNIT) items[n].value = attr_type(self->ctx, pointee);
      }
      made[i] = attr_dict(self->ctx, items, (uint32_t)dict->count);
    }
  }
  return attr_array(self->ctx, made, count);
}

// Only a pointer that says what it points to can say something wrong.
static void check_pointee(Opaque *self, Operation *op) {
  A name = op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME);
  Operation *target = name && op->result_count && llvm_is_ptr(op_result_type(op, 0)) ? symbol_lookup(&self->symbols, op, name) : NULL;
  const char *wrong = target ? llvm_wrong_pointee(op, target) : NULL;
  if (wrong) op_error(self->module, op, "%s", wrong);
}

static void say_types(Opaque *self, Operation *op) {
  switch (op->def->opcode) {
    case OP_LLVM_MLIR_ADDRESSOF: check_pointee(self, op); break;
    case OP_LLVM_ALLOCA:
      if (op->result_count) say_type(op, LLVM_ALLOCA_ELEM_TYPE, self->ctx, pointee_of(op_result_type(op, 0)));
      break;
    case OP_LLVM_GETELEMENTPTR:
      if (op->operand_count) say_type(op, LLVM_GETELEMENTPTR_ELEM_TYPE, self->ctx, pointee_of(op_operand_type(op, 0)));
      fix_struct_indices(self, op);
      break;
    case OP_LLVM_CALL: say_variadic_type(self, op, LLVM_CALL_CALLEE, LLVM_CALL_VAR_CALLEE_TYPE); break;
    case OP_LLVM_INVOKE: say_variadic_type(self, op, LLVM_INVOKE_CALLEE, LLVM_INVOKE_VAR_CALLEE_TYPE); break;
    case OP_LLVM_SEXT:     // to the same type it was allowed
    case OP_LLVM_BITCAST: vec_push(&self->types.arena, &self->casts, op); break;
    case OP_LLVM_FUNC: {
      A type = op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE), dicts = op_prop_at(op, LLVM_FUNC_ARG_ATTRS);
      const LLVMFuncType *function = type && attr_kind(type) == ATTR_TYPE ? llvm_as_func(((const TypeAttr *)type)->type) : NULL;
      if (function && dicts) op_set_prop(op, LLVM_FUNC_ARG_ATTRS, say_argument_types(self, dicts, function->params, (uint32_t)function->count));
      break;
    }
    default: break;
  }
}

static WalkResult visit_to_say(Operation *op, void *data) {
  if (!(op->flags & OP_BROKEN) && op_is_registered(op)) say_types(data, op);
  return WALK_ADVANCE;
}

static WalkResult visit_to_change(Operation *op, void *data) {
  type_map_op(&((Opaque *)data)->types, op);
  return WALK_ADVANCE;
}

void llvm_make_pointers_opaque(Module *module) {
  Opaque self = {.module = module, .ctx = module->context};
  type_map_init(&self.types, module->context, make_opaque);
  symbol_tables_init(&self.symbols, &self.types.arena);
  op_walk_pre(module->op, visit_to_say, &self);
  op_walk_pre(module->op, visit_to_change, &self);
  for (uint32_t i = 0; i < self.casts.count; i++) {
    Operation *cast = self.casts.data[i];
    if (cast->operand_count != 1 || cast->result_count != 1 || op_operand_type(cast, 0) != op_result_type(cast, 0)) continue;
    for (Use *use = cast->results[0].uses; use; use = use->next) use->owner->flags |= OP_UPGRADED;
    value_replace_all(&cast->results[0], op_operand(cast, 0));
    op_erase(cast);
  }
  module->context->has_typed_pointers = false;
  type_map_free(&self.types);
}

T llvm_type_made_opaque(Module *module, T type) {
  TypeMap map;
  type_map_init(&map, module->context, make_opaque);
  T made = type_map(&map, type);
  type_map_free(&map);
  return made;
}

A llvm_attr_made_opaque(Module *module, A attr) {
  TypeMap map;
  type_map_init(&map, module->context, make_opaque);
  A made = type_map_attr(&map, attr);
  type_map_free(&map);
  return made;
}
