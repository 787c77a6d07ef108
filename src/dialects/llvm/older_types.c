#include "dialects/llvm/older_types.h"

#include "ops/builtin.h"
#include "ops/llvm.h"
#include "ops/op_interfaces.h"

#include "asm/params.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"
#include "rewrite/casts.h"

// ---------------------------------------------------------------------------------------------
// What the form of an operation leaves out

const char *llvm_left_out(const Operation *op, const char *format) {
  T pointee = op->operand_count ? llvm_pointee(op_operand_type(op, 0)) : NULL;
  int data = op_prop_slot(op->def, STR("data"));
  A entries = data >= 0 ? op_prop_at(op, (uint32_t)data) : NULL;
  if (strstr(format, "custom<BytePointer>(") && !(pointee && type_is_int(pointee, 8))) return "has a pointer that is not '!llvm.ptr<i8>'";
  if (strstr(format, "custom<StructorData>(") && entries && attr_kind(entries) == ATTR_ARRAY)
    for (uint64_t i = 0; i < ((const ArrayAttr *)entries)->count; i++)
      if (((const ArrayAttr *)entries)->items[i]->def != &llvm_zero_attr) return "has data";
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Types that an edition cannot express

// The last release without !llvm.target.
#define LAST_WITHOUT_TARGETS 16

typedef struct Search {
  const Edition *edition;
  Map seen;          // types that can be expressed, and those being looked at
  Map defined;       // identified structs that stand on their own somewhere
  Arena arena;
  Operation *found;
  T type;            // the type that cannot be expressed
  const char *why;
} Search;

static bool cannot_say(Search *self, T type);

static bool cannot_say_any(Search *self, const T *types, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (cannot_say(self, types[i])) return true;
  return false;
}

static bool because(Search *self, T type, const char *why) {
  self->type = type;
  self->why = why;
  return true;
}

// Nested as deep as the parser read it.
static bool cannot_say(Search *self, T type) {
  const Edition *edition = self->edition;
  if (map_find(&self->seen, map_key(type))) return false;
  map_put(&self->seen, map_key(type));
  if (type->def == &llvm_x86_mmx_type && edition->release > LAST_MMX) return because(self, type, "LLVM 20 removed it, and nothing took its place");
  if (type->def == &llvm_target_type && edition->release <= LAST_WITHOUT_TARGETS) return because(self, type, "it came later");
  if (llvm_is_ptr(type)) {
    if (llvm_pointee(type)) return cannot_say(self, llvm_pointee(type));
    return !edition->opaque_pointers && because(self, type, "it does not say what it points to");
  }
  bool is_own = llvm_is_array(type) || llvm_is_func(type) || llvm_is_struct(type);
  if (edition->own_scalars && is_own && !llvm_is_compatible(type)) return because(self, type, "it holds another dialect's types");
  if (llvm_is_array(type)) return cannot_say(self, ((const LLVMArrayType *)type)->element);
  if (llvm_is_func(type)) return cannot_say(self, llvm_as_func(type)->result) || cannot_say_any(self, llvm_as_func(type)->params, llvm_as_func(type)->count);
  if (llvm_is_struct(type)) {
    if (edition->wraps_types && llvm_struct_name(type) && !llvm_struct_is_opaque(type) && !map_find(&self->defined, map_key(type)))
      return because(self, type, "its body is only written where it stands on its own");
    uint32_t count;
    const T *elements = llvm_struct_elements(type, &count);
    return cannot_say_any(self, elements, count);
  }
  if (type_as_shaped(type)) return cannot_say(self, type_element(type));
  const FunctionType *function = type_as_function(type);
  return function && cannot_say_any(self, function->types, function->input_count + function->result_count);
}

// The parts of a function's type stand on their own in its signature.
static bool note_defined(Search *self, T type) {
  const FunctionType *function = type_as_function(type);
  const LLVMFuncType *own = llvm_as_func(type);
  if (llvm_is_struct(type) && llvm_struct_name(type)) map_put(&self->defined, map_key(type));
  for (uint32_t i = 0; function && i < function->input_count + function->result_count; i++) note_defined(self, function->types[i]);
  for (uint32_t i = 0; own && i < own->count; i++) note_defined(self, own->params[i]);
  return own && !llvm_is_func(own->result) ? note_defined(self, own->result) : false;
}

// Whether some type in the attribute is one. Nested as deep as the parser read it.
static bool any_in_attr(Search *self, A attr, bool (*is)(Search *, T)) {
  if (!attr) return false;
  if (attr_kind(attr) == ATTR_TYPE) return is(self, ((const TypeAttr *)attr)->type);
  if (attr_kind(attr) == ATTR_ARRAY) {
    const ArrayAttr *array = (const ArrayAttr *)attr;
    for (uint64_t i = 0; i < array->count; i++)
      if (any_in_attr(self, array->items[i], is)) return true;
  } else if (attr_kind(attr) == ATTR_DICT) {
    const DictAttr *dict = (const DictAttr *)attr;
    for (uint64_t i = 0; i < dict->count; i++)
      if (any_in_attr(self, dict->items[i].value, is)) return true;
  } else if (attr_kind(attr) == ATTR_DIALECT && attr->def->params) {
    const ParamsDef *params = attr->def->params;
    for (uint32_t i = 0; i < params->count; i++) {
      uint8_t kind = params->params[i].kind;
      bool is_attr = kind <= PARAM_ATTR_CLASS || kind == PARAM_ATTR_ARRAY || kind == PARAM_TYPE_ARRAY;
      if (is_attr && any_in_attr(self, attr_param_attr(attr, i), is)) return true;
      if (kind == PARAM_TYPE && attr_param_type(attr, i) && is(self, attr_param_type(attr, i))) return true;
    }
  }
  return false;
}

// Whether some type of the operation's results, block arguments or attributes is one.
static bool any_type(Search *self, Operation *op, bool (*is)(Search *, T)) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (is(self, op->results[i].type)) return true;
  for (uint32_t i = 0; i < op->region_count; i++)
    for (Block *block = op->regions[i].first; block; block = block->next)
      for (uint32_t k = 0; k < block->arg_count; k++)
        if (is(self, block->args[k]->type)) return true;
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (any_in_attr(self, op->props[i], is)) return true;
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (any_in_attr(self, op->attrs[i].value, is)) return true;
  return any_in_attr(self, op->prop_dict, is);
}

static WalkResult visit_to_note(Operation *op, void *data) {
  if (!op_is(op, OP_LLVM_GETELEMENTPTR)) any_type(data, op, note_defined);   // whose element type is not written
  return WALK_ADVANCE;
}

static WalkResult visit_to_find(Operation *op, void *data) {
  if (!any_type(data, op, cannot_say)) return WALK_ADVANCE;
  ((Search *)data)->found = op;
  return WALK_STOP;
}

bool llvm_types_can_be_said(Module *module, const Edition *in) {
  Search self = {.edition = in};
  arena_init(&self.arena, &module->context->mem);
  map_init(&self.seen, &self.arena);
  map_init(&self.defined, &self.arena);
  if (in->wraps_types) op_walk_pre(module->op, visit_to_note, &self);
  op_walk_pre(module->op, visit_to_find, &self);
  if (self.found)
    diag_at(module, SEVERITY_ERROR, self.found->loc, "'%.*s' has the type '%s': %s, so '%s' cannot express that",
            STR_ARG(op_name(self.found)), type_text(module->context, self.type), self.why, in->name);
  arena_free(&self.arena);
  return !self.found;
}

// ---------------------------------------------------------------------------------------------
// One type today, two in an older edition

// Up to that release a vector of a number of elements that is known at run time was one of the llvm dialect.
#define LAST_OWN_SCALABLE 12

bool llvm_has_other_types(const Edition *in) { return in->release <= LAST_OWN_SCALABLE; }

// The type of the two that a value has; values of the same type form sets with a representative.
typedef enum Side { UNKNOWN, BUILTIN, OWN } Side;
typedef struct Node {
  uint32_t parent;
  Side side;
  const Operation *why;   // the operation that tells
} Node;

typedef struct Division {
  Module *module;
  const Edition *edition;
  Arena arena;
  Map values;        // Value -> its node
  Map functions;     // Operation -> node of its first argument; those of results follow
  VEC(Node) nodes;
  OpVec casts;
  SymbolTables symbols;
  bool change;
  bool failed;
} Division;
#define NO_NODE UINT32_MAX

static bool is_scalable(T type) { return type_is_vector(type) && ((const ShapedType *)type)->scalable; }

// Whether the edition has two types for that one.
static bool is_divided(const Division *self, T type) {
  if (is_scalable(type)) return true;
  if (!self->edition->own_scalars) return false;
  return type_is_signless_int(type) || (type_is_float(type) && llvm_is_compatible_float(type)) || llvm_is_compatible_vector(type);
}

static uint32_t new_node(Division *self) {
  uint32_t node = self->nodes.count;
  vec_push(&self->arena, &self->nodes, ((Node){node, UNKNOWN, NULL}));
  return node;
}

static uint32_t root_of(Division *self, uint32_t node) {
  Node *nodes = self->nodes.data;
  while (nodes[node].parent != node) node = nodes[node].parent = nodes[nodes[node].parent].parent;
  return node;
}

static uint32_t node_of(Division *self, const Value *value) {
  if (!is_divided(self, value->type)) return NO_NODE;
  MapEntry *entry = map_put(&self->values, map_key(value));
  if (!entry->value) entry->value = (uintptr_t)new_node(self) + 1;
  return (uint32_t)entry->value - 1;
}

static Side side_of(Division *self, uint32_t node) { return node == NO_NODE ? UNKNOWN : self->nodes.data[root_of(self, node)].side; }

static void contradict(Division *self, const Operation *op, const Operation *other) {
  if (self->failed) return;
  self->failed = true;
  Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc,
                       "'%.*s' and '%.*s' share a value, or one passed on, that is of a builtin type for the one and of the llvm dialect for the other: '%s' "
                       "has two types there, with llvm.mlir.cast between them", STR_ARG(op_name(op)), STR_ARG(op_name(other)), self->edition->name);
  diag_note_at(self->module, diag, other->loc, "the other operation");
}

static void tell(Division *self, uint32_t node, Side side, const Operation *why) {
  if (node == NO_NODE || side == UNKNOWN) return;
  Node *root = &self->nodes.data[root_of(self, node)];
  if (root->side == UNKNOWN) root->side = side, root->why = why;
  else if (root->side != side) contradict(self, why, root->why);
}

static void join(Division *self, uint32_t a, uint32_t b) {
  if (a == NO_NODE || b == NO_NODE) return;
  a = root_of(self, a);
  b = root_of(self, b);
  if (a == b) return;
  Node *from = &self->nodes.data[b];
  from->parent = a;
  tell(self, a, from->side, from->why);
}

static bool function_types(const Operation *op, const T **inputs, uint32_t *input_count, const T **results, uint32_t *result_count) {
  const FunctionOpInterface *own = ask_function(op->def);
  if (own && own->types) return own->types(op, inputs, input_count, results, result_count);
  A attr = op_prop(op, "function_type");
  const FunctionType *type = attr && attr_kind(attr) == ATTR_TYPE ? type_as_function(((const TypeAttr *)attr)->type) : NULL;
  if (!type) return false;
  *inputs = type->types;
  *input_count = type->input_count;
  *results = type->types + type->input_count;
  *result_count = type->result_count;
  return true;
}

// The nodes of a function's arguments and results: `*out` is the first. False: it is no function.
static bool nodes_of_function(Division *self, const Operation *op, uint32_t *out, uint32_t *inputs, uint32_t *results) {
  const T *input_types, *result_types;
  if (!op || !op_has(op, TRAIT_FUNCTION) || !function_types(op, &input_types, inputs, &result_types, results)) return false;
  MapEntry *entry = map_put(&self->functions, map_key(op));
  if (!entry->value) {
    entry->value = (uintptr_t)self->nodes.count + 1;
    for (uint32_t i = 0; i < *inputs + *results; i++) new_node(self);
  }
  *out = (uint32_t)entry->value - 1;
  return true;
}

static void divide_function(Division *self, const Operation *op, bool is_own) {
  uint32_t first, inputs, results;
  if (!nodes_of_function(self, op, &first, &inputs, &results)) return;
  const Block *entry = op->region_count ? op->regions[0].first : NULL;
  for (uint32_t i = 0; entry && i < inputs && i < entry->arg_count; i++) join(self, first + i, node_of(self, entry->args[i]));
  for (uint32_t i = 0; is_own && i < inputs + results; i++) tell(self, first + i, OWN, op);
}

// The function that a call names; NULL: the operation is none, or calls a pointer.
static A callee_of(const Operation *op) {
  const CallOpInterface *call = ask_call(op->def);
  return call ? call->callee(op) : NULL;
}

static void divide_call(Division *self, const Operation *op) {
  uint32_t first, inputs, results;
  A callee = callee_of(op);
  if (!callee || !nodes_of_function(self, symbol_lookup(&self->symbols, op, callee), &first, &inputs, &results)) return;
  for (uint32_t i = 0; i < inputs && i < op->operand_count; i++) join(self, first + i, node_of(self, op_operand(op, i)));
  for (uint32_t i = 0; i < results && i < op->result_count; i++) join(self, first + inputs + i, node_of(self, &op->results[i]));
}

static void divide_return(Division *self, const Operation *op) {
  uint32_t first, inputs, results;
  if (!nodes_of_function(self, op_parent(op), &first, &inputs, &results)) return;
  for (uint32_t i = 0; i < results && i < op->operand_count; i++) join(self, first + inputs + i, node_of(self, op_operand(op, i)));
}

static bool is_cast(const Operation *op) {
  return (op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST) || op_is(op, OP_LLVM_MLIR_CAST_UNTIL_12)) && op->operand_count == 1 && op->result_count == 1;
}

// A value that is passed on has the type of its destination.
static bool passes_on(const Operation *op, uint32_t operand) {
  if (callee_of(op)) return true;
  if (op_has(op, TRAIT_RETURN_LIKE) && op_parent(op) && op_has(op_parent(op), TRAIT_FUNCTION)) return true;
  return op_is_branch(op) && branch_target_arg(op, operand);
}

static bool is_left_out(const Operation *op) { return op->flags & OP_BROKEN || !op_is_registered(op) || is_cast(op); }

// Values that operations define, and values that are passed on.
static WalkResult visit_to_define(Operation *op, void *data) {
  Division *self = data;
  bool is_own = op_in_dialect(op, "llvm"), is_function = op_has(op, TRAIT_FUNCTION), is_call = callee_of(op) != NULL;
  Side side = is_own ? OWN : BUILTIN;
  if (is_cast(op)) vec_push(&self->arena, &self->casts, op);
  if (is_left_out(op)) return WALK_ADVANCE;
  if (is_function) divide_function(self, op, is_own);
  if (is_call) divide_call(self, op);
  if (op_has(op, TRAIT_RETURN_LIKE) && op_parent(op)) divide_return(self, op);
  for (uint32_t i = 0; op_is_branch(op) && i < op->operand_count; i++) {
    Value *arg = branch_target_arg(op, i);
    if (arg) join(self, node_of(self, op_operand(op, i)), node_of(self, arg));
  }
  for (uint32_t i = 0; i < op->result_count && (is_own || !is_call); i++) tell(self, node_of(self, &op->results[i]), side, op);
  for (uint32_t i = 0; i < op->region_count && (is_own || !is_function); i++)
    for (Block *block = op->regions[i].first; block; block = is_own ? block->next : NULL)
      for (uint32_t k = 0; k < block->arg_count; k++) tell(self, node_of(self, block->args[k]), side, op);
  return WALK_ADVANCE;
}

// An operand of the other type is cast.
static void cast_operand(Division *self, Operation *op, uint32_t i, Side side) {
  Builder b;
  builder_init(&b, self->module);
  builder_before(&b, op);
  Value *value = op_operand(op, i);
  Operation *cast = build_unrealized_cast(&b, &value->type, 1, &value, 1);
  tell(self, node_of(self, &cast->results[0]), side, op);
  op_set_operand(op, i, &cast->results[0]);
}

static WalkResult visit_to_use(Operation *op, void *data) {
  Division *self = data;
  bool is_own = op_in_dialect(op, "llvm");
  if (is_left_out(op)) return WALK_ADVANCE;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!is_own && passes_on(op, i)) continue;
    uint32_t node = node_of(self, op_operand(op, i));
    Side side = side_of(self, node), wanted = is_own ? OWN : BUILTIN;
    if (side == UNKNOWN || side == wanted || passes_on(op, i) || is_scalable(op_operand_type(op, i))) tell(self, node, wanted, op);
    else if (self->change) cast_operand(self, op, i, wanted);
  }
  return WALK_ADVANCE;
}

static Side other(Side side) { return side == UNKNOWN ? UNKNOWN : side == OWN ? BUILTIN : OWN; }

// A cast goes from the one type to the other, so one side determines the other.
static bool divide_cast(Division *self, const Operation *cast, bool guess) {
  uint32_t from = node_of(self, op_operand(cast, 0)), to = node_of(self, &cast->results[0]);
  Side from_side = side_of(self, from), to_side = side_of(self, to);
  T from_type = op_operand_type(cast, 0), to_type = op_result_type(cast, 0);
  if (from == NO_NODE) from_side = str_is(str_from(from_type->def->dialect), "llvm") ? OWN : BUILTIN;
  if (to == NO_NODE) to_side = str_is(str_from(to_type->def->dialect), "llvm") ? OWN : BUILTIN;
  if ((from_side == UNKNOWN) == (to_side == UNKNOWN)) {
    if (from_side != UNKNOWN || !guess) return false;
    from_side = BUILTIN;
    tell(self, from, BUILTIN, cast);
  }
  if (from_side == UNKNOWN) tell(self, from, other(to_side), cast);
  else tell(self, to, other(from_side), cast);
  return true;
}

static void divide_casts(Division *self, bool guess) {
  bool changed;
  do {
    changed = false;
    for (uint32_t i = 0; i < self->casts.count; i++) changed = divide_cast(self, self->casts.data[i], false) || changed;
    for (uint32_t i = 0; guess && !changed && i < self->casts.count; i++) changed = divide_cast(self, self->casts.data[i], true);
  } while (changed && !self->failed);
}

// The type that the edition has for a value of the llvm dialect.
static T own_type(Division *self, T type) { return is_divided(self, type) ? llvm_wrap_builtin(self->module->context, type) : type; }

static A own_type_attr(Division *self, A attr) {
  T type = ((const TypeAttr *)attr)->type;
  const LLVMFuncType *function = llvm_as_func(type);
  if (!function) return attr_type(self->module->context, own_type(self, type));
  T *params = arena_new(&self->arena, T, function->count + 1);
  for (uint32_t i = 0; params && i < function->count; i++) params[i] = own_type(self, function->params[i]);
  return params ? attr_type(self->module->context, llvm_func(self->module->context, own_type(self, function->result), params, (uint32_t)function->count, function->is_vararg))
                : attr;
}

static void change_value(Division *self, Value *value) {
  if (side_of(self, node_of(self, value)) == OWN) value->type = llvm_wrap_builtin(self->module->context, value->type);
}

static void change_function(Division *self, Operation *op) {
  uint32_t first, inputs, results;
  const T *input_types, *result_types;
  int slot = op_prop_slot(op->def, STR("function_type"));
  if (slot < 0 || !nodes_of_function(self, op, &first, &inputs, &results) || !function_types(op, &input_types, &inputs, &result_types, &results)) return;
  T *types = arena_new(&self->arena, T, inputs + results + 1);
  for (uint32_t i = 0; types && i < inputs + results; i++) {
    T type = i < inputs ? input_types[i] : result_types[i - inputs];
    types[i] = side_of(self, first + i) == OWN ? own_type(self, type) : type;
  }
  if (types) op_set_prop(op, (uint32_t)slot, attr_type(self->module->context, type_function(self->module->context, types, inputs, types + inputs, results)));
}

static WalkResult visit_to_change(Operation *op, void *data) {
  Division *self = data;
  for (uint32_t i = 0; i < op->result_count; i++) change_value(self, &op->results[i]);
  for (uint32_t i = 0; i < op->region_count; i++)
    for (Block *block = op->regions[i].first; block; block = block->next)
      for (uint32_t k = 0; k < block->arg_count; k++) change_value(self, block->args[k]);
  if (!op_in_dialect(op, "llvm")) {
    if (op_has(op, TRAIT_FUNCTION)) change_function(self, op);
    return WALK_ADVANCE;
  }
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] && attr_kind(op->props[i]) == ATTR_TYPE) op_set_prop(op, i, own_type_attr(self, op->props[i]));
  return WALK_ADVANCE;
}

// A scalable vector is always one of the llvm dialect.
static bool refuses_value(Division *self, const Value *value) {
  if (self->failed || !is_scalable(value->type) || side_of(self, node_of(self, value)) != BUILTIN) return false;
  const Operation *why = self->nodes.data[root_of(self, node_of(self, value))].why;
  diag_at(self->module, SEVERITY_ERROR, why->loc, "'%.*s' has a value of type '%s': '%s' has scalable vectors in operations of the llvm dialect only",
          STR_ARG(op_name(why)), type_text(self->module->context, value->type), self->edition->name);
  return self->failed = true;
}

static WalkResult visit_to_refuse(Operation *op, void *data) {
  Division *self = data;
  const char *why = NULL;
  if (op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST) && !is_cast(op)) why = "does not cast one value to one";
  else if (op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST) && op_operand_type(op, 0) == op_result_type(op, 0)) why = "casts a value to the type it has";
  if (op_is(op, OP_LLVM_COND_BR) && self->edition->wraps_types && llvm_passes_twice(op_successor(op, 0), op_successor(op, 1)))
    why = "passes arguments to one block in both cases";
  if (op_is(op, OP_LLVM_SWITCH) && op_operand_type(op, 0) != self->module->context->types.i32) why = "switches by another type than i32";
  if (why) {
    diag_at(self->module, SEVERITY_ERROR, op->loc, "'%.*s' %s: '%s' cannot express that", STR_ARG(op_name(op)), why, self->edition->name);
    self->failed = true;
  }
  for (uint32_t i = 0; i < op->result_count; i++) refuses_value(self, &op->results[i]);
  for (uint32_t i = 0; i < op->region_count; i++)
    for (Block *block = op->regions[i].first; block; block = block->next)
      for (uint32_t k = 0; k < block->arg_count; k++) refuses_value(self, block->args[k]);
  return self->failed ? WALK_STOP : WALK_ADVANCE;
}

bool llvm_divide_types(Module *module, const Edition *in, bool change) {
  Division self = {.module = module, .edition = in, .change = change};
  arena_init(&self.arena, &module->context->mem);
  map_init(&self.values, &self.arena);
  map_init(&self.functions, &self.arena);
  symbol_tables_init(&self.symbols, &self.arena);
  op_walk_pre(module->op, visit_to_define, &self);
  if (!self.failed) divide_casts(&self, false);
  if (!self.failed) op_walk_pre(module->op, visit_to_use, &self);
  if (!self.failed) divide_casts(&self, true);
  if (!self.failed && !change) op_walk_pre(module->op, visit_to_refuse, &self);
  if (!self.failed && change) op_walk_pre(module->op, visit_to_change, &self);
  arena_free(&self.arena);
  return !self.failed;
}

// ---------------------------------------------------------------------------------------------
// Element types of pointers

static WalkResult visit_to_elide(Operation *op, void *data) {
  (void)data;
  if (op_is(op, OP_LLVM_GETELEMENTPTR) && op->operand_count && llvm_pointee(type_element_or_self(op_operand_type(op, 0)))) op_set_prop(op, LLVM_GETELEMENTPTR_ELEM_TYPE, NULL);
  if (op_is(op, OP_LLVM_ALLOCA) && op->result_count && llvm_pointee(op_result_type(op, 0))) op_set_prop(op, LLVM_ALLOCA_ELEM_TYPE, NULL);
  return WALK_ADVANCE;
}

void llvm_elide_pointees(Module *module) { op_walk_pre(module->op, visit_to_elide, NULL); }
