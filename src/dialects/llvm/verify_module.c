// Verifiers of the operations of an LLVM module, and of llvm's attributes on other operations.
#include "ops/llvm.h"

#include "dialects/llvm/attrs.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"
#include "ops/op_interfaces.h"

// Report and give false.
#define FAIL(...) verify_fail(v, op, __VA_ARGS__)
#define FAIL_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)
#define TYPE_TEXT(type) type_text(v->ctx, type)

static T type_attr(A attr) {
  return attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
}

static int64_t linkage_of(const Operation *op) {
  A linkage = op_prop(op, "linkage");
  return linkage ? (int64_t)attr_param(linkage, 0) : LLVM_LINKAGE_EXTERNAL;
}

static uint32_t space_of(A space) {
  return space ? (uint32_t)attr_to_u64(space) : 0;
}

static bool is_module(const Operation *op) { return op_has(op, TRAIT_SYMBOL_TABLE) && op_has(op, TRAIT_ISOLATED); }

// Look up a symbol in the closest isolated table around `op`. NULL: it has no such symbol.
static const Operation *find(Verifier *v, const Operation *op, A symbol) {
  const Operation *table = op_parent(op);
  while (table && !is_module(table)) table = op_parent(table);
  return table ? symbol_lookup_path_in(v->symbols, table, symbol) : NULL;
}

// Errors in text that could not be read were reported already.
static bool is_broken(const Operation *op) { return op && (op->flags & OP_BROKEN) != 0; }

static bool verify_at_module_level(Verifier *v, const Operation *op) {
  const Operation *parent = op_parent(op);
  return !parent || is_module(parent) || FAIL("must appear at the module level");
}

static bool verify_comdat(Verifier *v, const Operation *op) {
  A comdat = op_prop(op, "comdat");
  return !comdat || op_is(symbol_lookup(v->symbols, op, comdat), OP_LLVM_COMDAT_SELECTOR) || FAIL_PLAIN("expected comdat symbol");
}

static bool has_no_effect(const Operation *op) {
  const MemoryEffectOpInterface *asked = ask_memory_effect(op->def);
  return asked && !asked->effects(op);
}

// Initializers compute their value without touching memory.
static bool verify_no_effects(Verifier *v, const Block *block, const char *problem) {
  block_each_op(block, op) if (!has_no_effect(op)) return FAIL_PLAIN("%s", problem);
  return true;
}

// The value that the initializer of a global or alias returns; NULL: none.
static const Value *returned(const Operation *op) {
  const Block *block = op->regions[0].first;
  return block && block->last && block->last->operand_count ? op_operand(block->last, 0) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Functions

bool llvm_func_types(const Operation *op, const T **inputs, uint32_t *input_count, const T **results, uint32_t *result_count) {
  T type = type_attr(op_prop(op, "function_type"));   // of any function: attributes of llvm stand on all
  const LLVMFuncType *function = type ? llvm_as_func(type) : NULL;
  if (!function) return false;
  *inputs = function->params;
  *input_count = (uint32_t)function->count;
  *results = &function->result;
  *result_count = llvm_is_void(function->result) ? 0 : 1;
  return true;
}

typedef struct Unwinding { T type; const char *problem; Map tags; bool has_tags; Verifier *v; } Unwinding;

// Landing pads and `llvm.resume` have one type in a function.
static WalkResult check_unwinding(Operation *op, void *data) {
  Unwinding *self = data;
  T type;
  const char *problem;
  if (op_is(op, OP_LLVM_LANDINGPAD) && op->result_count) {   // it has not been verified yet
    type = op_result_type(op, 0);
    problem = "'llvm.landingpad' should have a consistent result type inside a function";
  } else if (op_is(op, OP_LLVM_RESUME) && op->operand_count && op_operand(op, 0)) {
    type = op_operand_type(op, 0);
    problem = "'llvm.resume' should have a consistent input type inside a function";
  } else {
    self->has_tags |= op_is(op, OP_LLVM_BLOCKTAG);
    return WALK_ADVANCE;
  }
  if (!self->type) self->type = type;
  if (self->type == type) return WALK_ADVANCE;
  self->problem = problem;
  return WALK_STOP;
}

static WalkResult check_tags(Operation *op, void *data) {
  Unwinding *self = data;
  A tag = op_is(op, OP_LLVM_BLOCKTAG) ? op_prop_at(op, LLVM_BLOCKTAG_TAG) : NULL;
  if (!tag) return WALK_ADVANCE;
  if (!map_find(&self->tags, map_key(tag))) {
    map_put(&self->tags, map_key(tag));
    return WALK_ADVANCE;
  }
  op_error_plain(self->v->module, op, "duplicate block tag '%llu' in the same function: ", (unsigned long long)attr_param(tag, 0));
  return WALK_STOP;
}

bool verify_llvm_func(Verifier *v, const Operation *op) {
  int64_t linkage = linkage_of(op);
  if (linkage == LLVM_LINKAGE_COMMON) return FAIL("functions cannot have 'common' linkage");
  if (!verify_comdat(v, op)) return false;
  if (region_is_empty(&op->regions[0]))
    return linkage == LLVM_LINKAGE_EXTERNAL || linkage == LLVM_LINKAGE_EXTERN_WEAK ||
           FAIL("external functions must have 'external' or 'extern_weak' linkage");
  if (op_prop_at(op, LLVM_FUNC_NO_INLINE) && op_prop_at(op, LLVM_FUNC_ALWAYS_INLINE))
    return FAIL_PLAIN("no_inline and always_inline attributes are incompatible");
  if (op_prop_at(op, LLVM_FUNC_OPTIMIZE_NONE) && !op_prop_at(op, LLVM_FUNC_NO_INLINE)) return FAIL("with optimize_none must also be no_inline");
  if (!(v->module->traits_seen & TRAIT_SPEC_CONSTANT)) return true;   // no landing pads, no tags
  Unwinding unwinding = {.v = v};
  Operation *root = op->regions[0].op;
  map_init(&unwinding.tags, v->arena);
  if (op_walk_post(root, check_unwinding, &unwinding) == WALK_STOP) return FAIL_PLAIN("%s", unwinding.problem);
  return !unwinding.has_tags || op_walk_post(root, check_tags, &unwinding) != WALK_STOP;
}

bool verify_llvm_func_regions(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  for (uint32_t i = 0; entry && i < entry->arg_count; i++)
    if (!llvm_is_compatible(entry->args[i]->type)) return FAIL("entry block argument #%u is not of LLVM type", i);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Globals, aliases, ifuncs

static bool is_global_type(T type) {
  return llvm_is_compatible_outer(type) && !llvm_is_void(type) && type->def != &llvm_token_type && type->def != &llvm_metadata_type &&
         type->def != &llvm_label_type;
}

static bool is_zero(Context *ctx, A value) {
  switch (attr_kind(value)) {
    case ATTR_INTEGER: {
      APInt number = attr_int(value);
      return apint_is_zero(&number);
    }
    case ATTR_FLOAT: return apfloat_is_zero(attr_float_value(value));
    case ATTR_DENSE: {
      uint64_t count = ((const DenseAttr *)value)->splat ? 1 : dense_count(value);
      for (uint64_t i = 0; i < count; i++)
        if (!is_zero(ctx, dense_element_attr(ctx, value, i))) return false;
      return true;
    }
    case ATTR_ARRAY:
      for (uint64_t i = 0; i < ((const ArrayAttr *)value)->count; i++)
        if (!is_zero(ctx, ((const ArrayAttr *)value)->items[i])) return false;
      return true;
    default: return false;
  }
}

bool verify_llvm_global(Verifier *v, const Operation *op) {
  T type = type_attr(op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE));
  A value = op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE), alignment = op_prop_at(op, LLVM_MLIR_GLOBAL_ALIGNMENT);
  if (!is_global_type(type)) return FAIL("expects type to be a valid element type for an LLVM global");
  if (!verify_at_module_level(v, op)) return false;
  if (value && attr_kind(value) == ATTR_STRING) {
    const LLVMArrayType *array = llvm_is_array(type) ? (const LLVMArrayType *)type : NULL;
    if (!array || !type_is_any_int(array->element) || type_bits(array->element) != 8 || array->count != attr_str(value).size)
      return FAIL("requires an i8 array type of the length equal to that of the string attribute");
  }
  if (type->def == &llvm_target_type) {
    if (!llvm_target_has_zero(type)) return FAIL("this target extension type cannot be used in a global");
    if (value) return FAIL("global with target extension type can only be initialized with zero-initializer");
  }
  int64_t linkage = linkage_of(op);
  if (linkage == LLVM_LINKAGE_COMMON && value && !is_zero(v->ctx, value)) return FAIL("expected zero value for 'common' linkage");
  if (linkage == LLVM_LINKAGE_APPENDING && !llvm_is_array(type)) return FAIL("expected array type for 'appending' linkage");
  if (!verify_comdat(v, op)) return false;
  uint64_t bytes = alignment ? attr_to_u64(alignment) : 1;
  return (bytes && (bytes & (bytes - 1)) == 0) || FAIL_PLAIN("alignment attribute is not a power of 2");
}

bool verify_llvm_global_regions(Verifier *v, const Operation *op) {
  const Block *block = op->regions[0].first;
  if (!block) return true;
  const Value *value = returned(op);
  T type = type_attr(op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE));
  if (!value) return FAIL("initializer region cannot return void");
  if (value->type != type)
    return FAIL("initializer region type '%s' does not match global type '%s'", TYPE_TEXT(value->type), TYPE_TEXT(type));
  return verify_no_effects(v, block, "ops with side effects not allowed in global initializers") &&
         (!op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE) || FAIL("cannot have both initializer value and region"));
}

static bool verify_linkage(Verifier *v, const Operation *op, uint32_t allowed, const char *what, const char *list) {
  int64_t linkage = linkage_of(op);
  if (allowed >> linkage & 1) return true;
  return FAIL("'%s' linkage not supported in %s, available options: %s", enum_name(&llvm_linkage, linkage), what, list);
}

// external, linkonce, linkonce_odr, weak, weak_odr, internal, private
#define DEFINITION_LINKAGES 0x1BDu

bool verify_llvm_alias(Verifier *v, const Operation *op) {
  if (!is_global_type(type_attr(op_prop_at(op, LLVM_MLIR_ALIAS_ALIAS_TYPE))))
    return FAIL("expects type to be a valid element type for an LLVM global alias");
  return verify_linkage(v, op, DEFINITION_LINKAGES | 2, "aliases",
                        "private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally");
}

bool verify_llvm_alias_regions(Verifier *v, const Operation *op) {
  const Value *value = returned(op);
  if (!value || !llvm_is_ptr(value->type)) return FAIL("initializer region must always return a pointer");
  return verify_no_effects(v, op->regions[0].first, "ops with side effects are not allowed in alias initializers");
}

bool verify_llvm_ifunc(Verifier *v, const Operation *op) {
  return verify_linkage(v, op, DEFINITION_LINKAGES, "ifuncs",
                        "private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage");
}

bool verify_llvm_ifunc_uses(Verifier *v, const Operation *op) {
  const Operation *resolver = find(v, op, op_prop_at(op, LLVM_MLIR_IFUNC_RESOLVER));
  for (uint32_t steps = 0; op_is(resolver, OP_LLVM_MLIR_ALIAS) && !is_broken(resolver); steps++) {
    const Value *value = returned(resolver);
    const Operation *address = value ? value_def(value) : NULL;
    if (!op_is(address, OP_LLVM_MLIR_ADDRESSOF) || steps == 1000) return true;
    resolver = find(v, address, op_prop_at(address, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME));
  }
  if (is_broken(resolver)) return true;
  if (!op_is(resolver, OP_LLVM_FUNC)) return FAIL("must have a function resolver");
  if (region_is_empty(&resolver->regions[0]) || linkage_of(resolver) == LLVM_LINKAGE_AVAILABLE_EXTERNALLY)
    return FAIL("resolver must be a definition");
  T type = type_attr(op_prop(resolver, "function_type"));
  const LLVMFuncType *function = type ? llvm_as_func(type) : NULL;
  if (!function) return true;   // reported already
  if (!llvm_is_ptr(function->result)) return FAIL("resolver must return a pointer");
  T pointer = type_attr(op_prop_at(op, LLVM_MLIR_IFUNC_RESOLVER_TYPE));
  return (llvm_is_ptr(pointer) && llvm_ptr_space(pointer) == space_of(op_prop_at(op, LLVM_MLIR_IFUNC_ADDRESS_SPACE))) ||
         FAIL("resolver has incorrect type");
}

static bool points_to_other(T pointer, T target) { return llvm_pointee(pointer) && target && llvm_pointee(pointer) != target; }

const char *llvm_wrong_pointee(const Operation *op, const Operation *target) {
  T pointer = op_result_type(op, 0);
  if (op_is(target, OP_LLVM_MLIR_GLOBAL) && points_to_other(pointer, type_attr(op_prop(target, "global_type"))))
    return "the type must be a pointer to the type of the referenced global";
  if (op_is(target, OP_LLVM_FUNC) && points_to_other(pointer, type_attr(op_prop(target, "function_type"))))
    return "the type must be a pointer to the type of the referenced function";
  return NULL;
}

enum { LAST_SPACE_IN_TYPE = 14, LAST_GLOBALS_ONLY = 19 };   // releases that said so in other words

bool verify_llvm_addressof(Verifier *v, const Operation *op) {
  const Operation *target = find(v, op, op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME));
  if (is_broken(target)) return true;
  bool is_global = op_is(target, OP_LLVM_MLIR_GLOBAL), is_alias = op_is(target, OP_LLVM_MLIR_ALIAS);
  const Edition *spelling = v->ctx->spelling;
  bool has_globals_only = spelling && spelling->release <= LAST_GLOBALS_ONLY;
  if (!is_global && !is_alias && !op_is(target, OP_LLVM_FUNC) && !op_is(target, OP_LLVM_MLIR_IFUNC))
    return has_globals_only ? FAIL("must reference a global defined by 'llvm.mlir.global' or 'llvm.func'")
                            : FAIL("must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'");
  uint32_t space = llvm_ptr_space(op_result_type(op, 0));
  const Value *value = is_alias ? returned(target) : NULL;
  if ((is_global && space_of(op_prop(target, "addr_space")) != space) ||
      (value && llvm_is_ptr(value->type) && llvm_ptr_space(value->type) != space)) {
    if (spelling && spelling->release <= LAST_SPACE_IN_TYPE) return FAIL("the type must be a pointer to the type of the referenced global");
    return FAIL("pointer address space must match address space of the referenced global%s", has_globals_only ? "" : " or alias");
  }
  if (op_is(target, OP_LLVM_FUNC) && space && spelling && spelling->release <= LAST_SPACE_IN_TYPE)
    return FAIL("the type must be a pointer to the type of the referenced function");
  const char *wrong = llvm_wrong_pointee(op, target);
  return !wrong || FAIL("%s", wrong);
}

static bool takes_global(Verifier *v, const Operation *alias) {
  const Block *block = alias->regions[0].first;
  if (!block) return false;
  block_each_op(block, op)
    if (op_is(op, OP_LLVM_MLIR_ADDRESSOF) && op_is(find(v, op, op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME)), OP_LLVM_MLIR_GLOBAL))
      return true;
  return false;
}

bool verify_llvm_dso_local_equivalent(Verifier *v, const Operation *op) {
  const Operation *target = find(v, op, op_prop_at(op, LLVM_DSO_LOCAL_EQUIVALENT_FUNCTION_NAME));
  if (is_broken(target)) return true;
  bool is_alias = op_is(target, OP_LLVM_MLIR_ALIAS);
  if (!is_alias && !op_is(target, OP_LLVM_FUNC)) return FAIL("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'");
  if (is_alias && takes_global(v, target)) return FAIL("must reference an alias to a function");
  return linkage_of(target) != LLVM_LINKAGE_EXTERN_WEAK || FAIL("target function with 'extern_weak' linkage not allowed");
}

static WalkResult find_tag(Operation *op, void *data) {
  return op_is(op, OP_LLVM_BLOCKTAG) && op_prop_at(op, LLVM_BLOCKTAG_TAG) == (A)data ? WALK_STOP : WALK_ADVANCE;
}

bool verify_llvm_blockaddress(Verifier *v, const Operation *op) {
  A address = op_prop_at(op, LLVM_BLOCKADDRESS_BLOCK_ADDR);
  const Operation *function = find(v, op, attr_param_attr(address, 0));
  if (is_broken(function)) return true;
  bool found = op_is(function, OP_LLVM_FUNC) &&
               op_walk_post(function->regions[0].op, find_tag, (void *)(uintptr_t)attr_param(address, 1)) == WALK_STOP;
  return found || FAIL("expects an existing block label target in the referenced function");
}

bool verify_llvm_blockaddress_uses(Verifier *v, const Operation *op) {
  const Operation *function = find(v, op, attr_param_attr(op_prop_at(op, LLVM_BLOCKADDRESS_BLOCK_ADDR), 0));
  return is_broken(function) || op_is(function, OP_LLVM_FUNC) ||
         FAIL("must reference a function defined by 'llvm.func'");
}

// ---------------------------------------------------------------------------------------------
// Constructors, comdats, flags

bool verify_llvm_xtors(Verifier *v, const Operation *op) {
  bool is_ctors = op_is(op, OP_LLVM_MLIR_GLOBAL_CTORS);
  const ArrayAttr *list = (const ArrayAttr *)op_prop(op, is_ctors ? "ctors" : "dtors");
  const ArrayAttr *data = (const ArrayAttr *)op_prop(op, "data"), *priorities = (const ArrayAttr *)op_prop(op, "priorities");
  for (uint64_t i = 0; i < data->count; i++) {
    const SymbolRefAttr *symbol = attr_as_symbol(data->items[i]);
    if (!attr_is(data->items[i], &llvm_zero_attr) && !(symbol && symbol->count == 1))
      return FAIL_PLAIN("data element must be symbol or #llvm.zero");
  }
  return (list->count == priorities->count && list->count == data->count) ||
         FAIL_PLAIN("%s, priorities, and data must have the same number of elements", is_ctors ? "ctors" : "dtors");
}

bool verify_llvm_xtor_uses(Verifier *v, const Operation *op) {
  const ArrayAttr *list = (const ArrayAttr *)op_prop(op, op_is(op, OP_LLVM_MLIR_GLOBAL_CTORS) ? "ctors" : "dtors");
  for (uint64_t i = 0; i < list->count; i++) {
    Str name = attr_symbol_root(list->items[i]);
    const Operation *function = symbol_lookup(v->symbols, op, list->items[i]);
    if (is_broken(function)) continue;
    if (!op_is(function, OP_LLVM_FUNC)) return FAIL("'%.*s' does not reference a valid LLVM function", STR_ARG(name));
    if (region_is_empty(&function->regions[0])) return FAIL("'%.*s' does not have a definition", STR_ARG(name));
  }
  return true;
}

bool verify_llvm_comdat_regions(Verifier *v, const Operation *comdat) {
  const Block *block = comdat->regions[0].first;
  if (!block) return true;
  block_each_op(block, op)
    if (!op_is(op, OP_LLVM_COMDAT_SELECTOR)) return FAIL_PLAIN("only comdat selector symbols can appear in a comdat region");
  return true;
}

bool verify_llvm_linker_options(Verifier *v, const Operation *op) { return verify_at_module_level(v, op); }

bool verify_llvm_module_flags(Verifier *v, const Operation *op) {
  const ArrayAttr *flags = (const ArrayAttr *)op_prop_at(op, LLVM_MODULE_FLAGS_FLAGS);
  if (!verify_at_module_level(v, op)) return false;
  for (uint64_t i = 0; i < flags->count; i++)
    if (!attr_is(flags->items[i], &llvm_mlir_module_flag_attr)) return FAIL("expected a module flag attribute");
  return true;
}

// ---------------------------------------------------------------------------------------------
// llvm.* attributes of other operations

bool verify_llvm_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  Str problem;
  if (!attr_is_string(attr.name, "llvm.data_layout")) return true;
  if (attr_kind(attr.value) != ATTR_STRING) return FAIL("expected 'llvm.data_layout' to be a string attributes");
  return llvm_check_data_layout(v->ctx, attr_str(attr.value), &problem) || FAIL("invalid data layout descriptor: %.*s\n", STR_ARG(problem));
}

// The kind of an argument attribute, the arguments that may have it, and whether results may have it.
enum { IS_UNIT, IS_TYPE, IS_INTEGER };
enum { ON_ANY, ON_POINTER, ON_INTEGER };
typedef struct ParamAttr { const char *name; uint8_t kind, target; bool not_on_results; } ParamAttr;
static const ParamAttr param_attrs[] = {
  {"llvm.noalias", IS_UNIT, ON_POINTER, false}, {"llvm.readonly", IS_UNIT, ON_POINTER, true},
  {"llvm.readnone", IS_UNIT, ON_POINTER, true}, {"llvm.writeonly", IS_UNIT, ON_POINTER, true},
  {"llvm.nest", IS_UNIT, ON_POINTER, true}, {"llvm.nocapture", IS_UNIT, ON_POINTER, true},
  {"llvm.nofree", IS_UNIT, ON_POINTER, true}, {"llvm.nonnull", IS_UNIT, ON_POINTER, false},
  {"llvm.sret", IS_TYPE, ON_POINTER, true}, {"llvm.byval", IS_TYPE, ON_POINTER, true},
  {"llvm.byref", IS_TYPE, ON_POINTER, true}, {"llvm.elementtype", IS_TYPE, ON_POINTER, false},
  {"llvm.inalloca", IS_TYPE, ON_POINTER, true}, {"llvm.preallocated", IS_TYPE, ON_POINTER, true},
  {"llvm.signext", IS_UNIT, ON_INTEGER, false}, {"llvm.zeroext", IS_UNIT, ON_INTEGER, false},
  {"llvm.align", IS_INTEGER, ON_POINTER, false}, {"llvm.dereferenceable", IS_INTEGER, ON_POINTER, false},
  {"llvm.dereferenceable_or_null", IS_INTEGER, ON_POINTER, false}, {"llvm.alignstack", IS_INTEGER, ON_ANY, true},
  {"llvm.noundef", IS_UNIT, ON_ANY, false}, {"llvm.inreg", IS_UNIT, ON_ANY, false}, {"llvm.returned", IS_UNIT, ON_ANY, true},
};

static bool verify_param(Verifier *v, const Operation *op, T type, A name, A value) {
  static const struct { AttrKind kind; const char *words; } kinds[] = {
    [IS_UNIT] = {ATTR_UNIT, "a unit"}, [IS_TYPE] = {ATTR_TYPE, "a type"}, [IS_INTEGER] = {ATTR_INTEGER, "an integer"}};
  Str text = attr_str(name);
  for (uint32_t i = 0; i < countof(param_attrs); i++) {
    const ParamAttr *attr = &param_attrs[i];
    if (!str_is(text, attr->name)) continue;
    if (attr_kind(value) != kinds[attr->kind].kind)
      return FAIL_PLAIN("\"%s\" should be %s attribute", attr->name, kinds[attr->kind].words);
    if (attr->target == ON_ANY || !llvm_is_compatible(type)) return true;
    if (attr->target == ON_POINTER ? llvm_is_ptr(type) : type_is_any_int(type)) return true;
    return FAIL_PLAIN("\"%s\" attribute attached to non-%s LLVM type", attr->name, attr->target == ON_POINTER ? "pointer" : "integer");
  }
  return true;
}

// Argument or result `index` of a function; NULL when it has no such one.
static T param_type(const Operation *op, uint32_t index, bool is_result) {
  const T *inputs, *results;
  uint32_t input_count, result_count;
  if (!llvm_func_types(op, &inputs, &input_count, &results, &result_count)) {
    T type = type_attr(op_prop(op, "function_type"));
    const FunctionType *function = type ? type_as_function(type) : NULL;
    if (!function) return NULL;
    inputs = function->types;
    input_count = function->input_count;
    results = function->types + input_count;
    result_count = function->result_count;
  }
  if (index >= (is_result ? result_count : input_count)) return NULL;
  return is_result ? results[index] : inputs[index];
}

bool verify_llvm_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr) {
  (void)region;
  T type = param_type(op, arg, false);
  return !type || verify_param(v, op, type, attr.name, attr.value);
}

bool verify_llvm_result_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr) {
  static const char *const others[] = {"llvm.allocalign", "llvm.allocptr"};
  (void)region;
  T type = param_type(op, result, true);
  Str name = attr_str(attr.name);
  if (!type) return true;
  bool refused = false;
  for (uint32_t i = 0; i < countof(others); i++) refused = refused || str_is(name, others[i]);
  for (uint32_t i = 0; i < countof(param_attrs); i++)
    refused = refused || (param_attrs[i].not_on_results && str_is(name, param_attrs[i].name));
  if (refused) return FAIL_PLAIN("\"%.*s\" is not a valid result attribute", STR_ARG(name));
  return verify_param(v, op, type, attr.name, attr.value);
}
