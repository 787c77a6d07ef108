// Verifiers of instructions and constants (LLVMDialect.cpp has upstream's words for them).
#include "ops/llvm.h"

#include "dialects/dlti/data_layout.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"
#include "ir/repair.h"

// Report and give false.
#define FAIL(...) verify_fail(v, op, __VA_ARGS__)
#define FAIL_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)
#define TYPE_TEXT(type) type_text(v->ctx, type)

static T scalar_of(T type) { return type_is_vector(type) ? ((const ShapedType *)type)->element : type; }
static bool is_scalable(T type) { return type_is_vector(type) && ((const ShapedType *)type)->scalable; }
static T type_attr(A attr) {
  return attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
}
static int64_t int_attr(A attr) {
  return attr && attr_kind(attr) == ATTR_INTEGER ? attr_to_i64(attr) : 0;
}
// ---------------------------------------------------------------------------------------------
// Memory

// A size that atomic operations can have: a power of two of at least eight bits.
static bool fits_atomic(Context *ctx, const Operation *op, T type) {
  if (!llvm_is_ptr(type) && !type_is_any_int(type) && !llvm_is_compatible_float(type)) return false;
  DataLayout layout = data_layout_closest(op);
  uint64_t bits = type->def == &llvm_ppc_fp128_type ? 128 : data_layout_size_bits(&layout, ctx, type);
  return bits >= 8 && (bits & (bits - 1)) == 0;
}

bool verify_llvm_alloca(Verifier *v, const Operation *op) {
  T type = type_attr(op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE));
  if (type && type->def == &llvm_target_type && !llvm_target_supports_mem_ops(type))
    return FAIL("this target extension type cannot be used in alloca");
  return true;
}

static bool verify_access(Verifier *v, const Operation *op, T type, int64_t refused) {
  int64_t ordering = int_attr(op_prop(op, "ordering"));
  if (ordering == LLVM_ATOMIC_ORDERING_NOT_ATOMIC)
    return !op_prop(op, "syncscope") || FAIL("expected syncscope to be null for non-atomic access");
  if (!fits_atomic(v->ctx, op, type)) return FAIL("unsupported type '%s' for atomic access", TYPE_TEXT(type));
  if (ordering == refused || ordering == LLVM_ATOMIC_ORDERING_ACQ_REL)
    return FAIL("unsupported ordering '%s'", enum_name(&llvm_atomic_ordering, ordering));
  return op_prop(op, "alignment") || FAIL("expected alignment for atomic access");
}

bool verify_llvm_dereferenceable(Verifier *v, const Operation *op) {
  return !op_prop(op, "dereferenceable") || llvm_is_ptr(op_result_type(op, 0)) || FAIL("expected op to return a single LLVM pointer type");
}

bool verify_llvm_load(Verifier *v, const Operation *op) {
  return verify_llvm_dereferenceable(v, op) && verify_access(v, op, op_result_type(op, 0), LLVM_ATOMIC_ORDERING_RELEASE);
}
bool verify_llvm_store(Verifier *v, const Operation *op) { return verify_access(v, op, op_operand_type(op, 0), LLVM_ATOMIC_ORDERING_ACQUIRE); }

bool verify_llvm_atomicrmw(Verifier *v, const Operation *op) {
  T type = op_operand_type(op, 1);
  int64_t kind = int_attr(op_prop_at(op, LLVM_ATOMICRMW_BIN_OP));
  if ((kind >= LLVM_ATOMIC_BIN_OP_FADD && kind <= LLVM_ATOMIC_BIN_OP_FMIN) || kind == LLVM_ATOMIC_BIN_OP_FMAXIMUM ||
      kind == LLVM_ATOMIC_BIN_OP_FMINIMUM) {
    if (llvm_is_compatible_vector(type)) {
      if (is_scalable(type)) return FAIL("expected LLVM IR fixed vector type");
      if (!llvm_is_compatible_float(scalar_of(type))) return FAIL("expected LLVM IR floating point type for vector element");
    } else if (!llvm_is_compatible_float(type)) {
      return FAIL("expected LLVM IR floating point type");
    }
  } else if (kind == LLVM_ATOMIC_BIN_OP_XCHG) {
    if (!fits_atomic(v->ctx, op, type)) return FAIL("unexpected LLVM IR type for 'xchg' bin_op");
  } else {
    uint32_t bits = type_is_any_int(type) ? type_bits(type) : 0;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return FAIL("expected LLVM IR integer type");
  }
  return int_attr(op_prop_at(op, LLVM_ATOMICRMW_ORDERING)) >= LLVM_ATOMIC_ORDERING_MONOTONIC || FAIL("expected at least 'monotonic' ordering");
}

bool verify_llvm_cmpxchg(Verifier *v, const Operation *op) {
  int64_t failure = int_attr(op_prop_at(op, LLVM_CMPXCHG_FAILURE_ORDERING));
  if (!fits_atomic(v->ctx, op, op_operand_type(op, 2))) return FAIL("unexpected LLVM IR type");
  if (int_attr(op_prop_at(op, LLVM_CMPXCHG_SUCCESS_ORDERING)) < LLVM_ATOMIC_ORDERING_MONOTONIC || failure < LLVM_ATOMIC_ORDERING_MONOTONIC)
    return FAIL("ordering must be at least 'monotonic'");
  return (failure != LLVM_ATOMIC_ORDERING_RELEASE && failure != LLVM_ATOMIC_ORDERING_ACQ_REL) ||
         FAIL("failure ordering cannot be 'release' or 'acq_rel'");
}

bool verify_llvm_fence(Verifier *v, const Operation *op) {
  return int_attr(op_prop_at(op, LLVM_FENCE_ORDERING)) > LLVM_ATOMIC_ORDERING_MONOTONIC ||
         FAIL("can be given only acquire, release, acq_rel, and seq_cst orderings");
}

bool verify_llvm_gep(Verifier *v, const Operation *op) {
  A indices = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  uint64_t count = ((const DenseArrayAttr *)indices)->count;
  uint32_t dynamic = 0;
  for (uint64_t i = 0; i < count; i++) dynamic += dense_array_i64(indices, i) == INT32_MIN;
  if (dynamic + 1 != op->operand_count) return FAIL("expected as many dynamic indices as specified in 'rawConstantIndices'");
  if (int_attr(op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS)) == LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS_FLAG)
    return FAIL("'inbounds_flag' cannot be used directly.");
  T type = type_attr(op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE));
  for (uint64_t i = 1; i < count; i++) {
    int64_t index = dense_array_i64(indices, i);
    unsigned at = (unsigned)i;
    if (llvm_is_struct(type)) {
      uint32_t size;
      const T *elements = llvm_struct_elements(type, &size);
      if (index == INT32_MIN && context_until(v->ctx, 13)) return true;   // an operand gave the number
      if (index == INT32_MIN) return FAIL("expected index %u indexing a struct to be constant", at);
      if (index < 0 || index >= size) return FAIL("index %u indexing a struct is out of bounds", at);
      type = elements[index];
    } else if (llvm_is_array(type)) {
      type = ((const LLVMArrayType *)type)->element;
    } else if (type_is_vector(type)) {
      type = scalar_of(type);
    } else {
      return FAIL("type '%s' cannot be indexed (index #%u)", TYPE_TEXT(type), at);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Casts and vectors

bool verify_llvm_extend(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (type_is_vector(from)) {
    if (!type_is_vector(to)) return FAIL_PLAIN("input type is a vector but output type is an integer");
    const ShapedType *in = (const ShapedType *)from, *out = (const ShapedType *)to;
    if (in->dims[0] != out->dims[0] || in->scalable != out->scalable)
      return FAIL_PLAIN("input and output vectors are of incompatible shape");
  } else if (type_is_vector(to)) {
    return FAIL_PLAIN("input type is an integer but output type is a vector");
  }
  if (op_is(op, OP_LLVM_SEXT) && context_until(v->ctx, 16)) return true;
  return type_bits(scalar_of(to)) > type_bits(scalar_of(from)) ||
         FAIL_PLAIN("integer width of the output type is smaller or equal to the integer width of the input type");
}

bool verify_llvm_bitcast(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0), a = scalar_of(from), b = scalar_of(to);
  if (llvm_is_ptr(a) != llvm_is_ptr(b)) return FAIL("can only cast pointers from and to pointers");
  if (!llvm_is_ptr(b)) return true;
  if (type_is_vector(to) && !type_is_vector(from)) return FAIL("cannot cast pointer to vector of pointers");
  if (!type_is_vector(to) && type_is_vector(from)) return FAIL("cannot cast vector of pointers to pointer");
  return llvm_ptr_space(a) == llvm_ptr_space(b) ||
         FAIL("cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead");
}

bool verify_llvm_shufflevector(Verifier *v, const Operation *op) {
  A mask = op_prop_at(op, LLVM_SHUFFLEVECTOR_MASK);
  if (!is_scalable(op_operand_type(op, 0))) return true;
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)mask)->count; i++)
    if (dense_array_i64(mask, i)) return FAIL("expected a splat operation for scalable vectors");
  return true;
}

static bool verify_pointers(Verifier *v, const Operation *op, uint32_t index, T like) {
  T given = op_operand_type(op, index);
  const ShapedType *shape = (const ShapedType *)like;
  T expected = type_vector(v->ctx, shape->dims, 1, shape->scalable, scalar_of(given));
  return given == expected || FAIL("expected operand #%u type to be '%s'", index + 1, TYPE_TEXT(expected));
}
bool verify_llvm_gather(Verifier *v, const Operation *op) { return verify_pointers(v, op, 0, op_result_type(op, 0)); }
bool verify_llvm_scatter(Verifier *v, const Operation *op) { return verify_pointers(v, op, 1, op_operand_type(op, 0)); }

bool verify_llvm_sincos(Verifier *v, const Operation *op) {
  T in = op_operand_type(op, 0), out = op_result_type(op, 0);
  uint32_t count = 0;
  const T *parts = llvm_is_struct(out) ? llvm_struct_elements(out, &count) : NULL;
  return (count == 2 && parts[0] == in && parts[1] == in) ||
         FAIL("expected result type to be an homogeneous struct with two elements matching the operand type, but got '%s'",
              TYPE_TEXT(out));
}

// ---------------------------------------------------------------------------------------------
// Control flow

// One weight for each successor, or none at all.
bool verify_llvm_weights(Verifier *v, const Operation *op) {
  A weights = op_prop(op, "branch_weights");
  uint64_t count = weights ? ((const DenseArrayAttr *)weights)->count : 0;
  if (!count) return true;
  if (count != op->successor_count)
    return FAIL_PLAIN("expects number of branch weights to match number of successors: %llu vs %u", (unsigned long long)count,
                      op->successor_count);
  for (uint64_t i = 0; i < count; i++)
    if (dense_array_i64(weights, i)) return true;
  return FAIL_PLAIN("branch weights cannot all be zero");
}

bool verify_llvm_switch(Verifier *v, const Operation *op) {
  A values = op_prop_at(op, LLVM_SWITCH_CASE_VALUES);
  if (!verify_llvm_weights(v, op)) return false;
  uint64_t cases = values ? dense_count(values) : 0;
  if (cases + 1 != op->successor_count) return FAIL("expects number of case values to match number of case destinations");
  if (values && type_element(attr_value_type(values)) != op_operand_type(op, 0))
    return FAIL_PLAIN("expects case value type to match condition value type");
  return true;
}

bool verify_llvm_inline_asm(Verifier *v, const Operation *op) {
  A kind = op_prop_at(op, LLVM_INLINE_ASM_TAIL_CALL_KIND);
  return !kind || attr_param(kind, 0) != LLVM_TAIL_CALL_KIND_MUSTTAIL || FAIL("tail call kind 'musttail' is not supported by this operation");
}

// Operand bundles: as many tags as groups, all strings.
bool verify_llvm_bundles(Verifier *v, const Operation *op) {
  A sizes = op_prop(op, "op_bundle_sizes"), tags = op_prop(op, "op_bundle_tags");
  const ArrayAttr *names = (const ArrayAttr *)tags;
  uint64_t groups = sizes ? ((const DenseArrayAttr *)sizes)->count : 0, count = names ? names->count : 0;
  for (uint64_t i = 0; i < count; i++)
    if (attr_kind(names->items[i]) != ATTR_STRING) return FAIL_PLAIN("operand bundle tag must be a StringAttr");
  return groups == count || FAIL_PLAIN("expected %llu operand bundle tags, but actually got %llu", (unsigned long long)groups,
                                       (unsigned long long)count);
}

bool verify_llvm_call_intrinsic(Verifier *v, const Operation *op) {
  if (!str_starts_with(attr_str(op_prop_at(op, LLVM_CALL_INTRINSIC_INTRIN)), STR("llvm."))) return FAIL("intrinsic name must start with 'llvm.'");
  return verify_llvm_bundles(v, op);
}

// The operands after the callee, when that is one of them.
static Span call_args(const Operation *op) {
  Span args = op_operands_named(op, "callee_operands");
  if (!op_prop(op, "callee") && args.begin < args.end) args.begin++;
  return args;
}

static bool verify_var_callee(Verifier *v, const Operation *op) {
  T given = type_attr(op_prop(op, "var_callee_type"));
  if (!given) return true;
  const LLVMFuncType *type = llvm_as_func(given);
  Span args = call_args(op);
  if (!type->is_vararg) return FAIL("expected var_callee_type to be a variadic function type");
  if (type->count > span_size(args)) return FAIL("expected var_callee_type to have at most %u parameters", span_size(args));
  for (uint32_t i = 0; i < type->count; i++) {
    T arg = op_operand_type(op, args.begin + i);
    if (type->params[i] != arg)
      return FAIL("var_callee_type parameter type mismatch: '%s' != '%s'", TYPE_TEXT(type->params[i]), TYPE_TEXT(arg));
  }
  if (!op->result_count) return llvm_is_void(type->result) || FAIL("expected var_callee_type to return void");
  return op_result_type(op, 0) == type->result ||
         FAIL("var_callee_type return type mismatch: '%s' != '%s'", TYPE_TEXT(type->result), TYPE_TEXT(op_result_type(op, 0)));
}

// Whether a location has a subprogram fused into it.
static bool has_subprogram(A loc) {
  if (!loc) return false;
  switch (attr_kind(loc)) {
    case ATTR_LOC_NAME: return has_subprogram(((const NameLoc *)loc)->child);
    case ATTR_LOC_CALLSITE: return has_subprogram(((const CallSiteLoc *)loc)->callee) || has_subprogram(((const CallSiteLoc *)loc)->caller);
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      if (fused->metadata && attr_is(fused->metadata, &llvm_di_subprogram_attr)) return true;
      for (uint64_t i = 0; i < fused->count; i++)
        if (has_subprogram(fused->items[i])) return true;
      return false;
    }
    default: return false;
  }
}

static bool verify_call_location(Verifier *v, const Operation *op, const Operation *callee) {
  if (region_is_empty(&callee->regions[0]) || !op->loc.attr || attr_kind(op->loc.attr) != ATTR_LOC_UNKNOWN) return true;
  const Operation *caller = op_parent(op);
  while (caller && !op_has(caller, TRAIT_FUNCTION)) caller = op_parent(caller);
  if (!caller || !has_subprogram(caller->loc.attr) || !has_subprogram(callee->loc.attr)) return true;
  return FAIL_PLAIN("inlinable function call in a function with a DISubprogram location must have a debug location");
}

static bool verify_signature(Verifier *v, const Operation *op, const LLVMFuncType *type) {
  Span args = op_operands_named(op, "callee_operands");
  uint32_t given = span_size(args), wanted = (uint32_t)type->count;
  if (type->is_vararg && !op_prop_at(op, LLVM_CALL_VAR_CALLEE_TYPE) && !context_until(v->ctx, 16)) return FAIL("missing var_callee_type attribute for vararg call");
  if (!type->is_vararg && wanted != given) return FAIL("incorrect number of operands (%u) for callee (expecting: %u)", given, wanted);
  if (wanted > given) return FAIL("incorrect number of operands (%u) for varargs callee (expecting at least: %u)", given, wanted);
  for (uint32_t i = 0; i < wanted; i++) {
    T arg = op_operand_type(op, args.begin + i);
    if (arg != type->params[i])
      return FAIL("operand type mismatch for operand %u: '%s' != '%s'", i, TYPE_TEXT(arg), TYPE_TEXT(type->params[i]));
  }
  bool is_void = llvm_is_void(type->result);
  if (!op->result_count) return is_void || FAIL("expected function call to produce a value");
  if (is_void) return FAIL("calling function with void result must not produce values");
  T result = op_result_type(op, 0);
  return result == type->result || FAIL("result type mismatch: '%s' != '%s'", TYPE_TEXT(result), TYPE_TEXT(type->result));
}

bool verify_llvm_call(Verifier *v, const Operation *op) {
  A callee = op_prop_at(op, LLVM_CALL_CALLEE);
  if (!verify_var_callee(v, op)) return false;
  if (!callee) {
    if (!op->operand_count) return FAIL("must have either a `callee` attribute or at least an operand");
    T pointer = op_operand_type(op, 0);
    return llvm_is_ptr(pointer) || FAIL("indirect call expects a pointer as callee: '%s'", TYPE_TEXT(pointer));
  }
  Str name = attr_symbol_root(callee);
  const Operation *target = symbol_lookup(v->symbols, op, callee);
  if (target && target->flags & OP_BROKEN) return true;
  if (!target) {
    FAIL("'%.*s' does not reference a symbol in the current scope", STR_ARG(name));
    repair_symbol(v, op, callee, 0);
    return false;
  }
  T type;
  if (op_is(target, OP_LLVM_FUNC)) {
    if (!verify_call_location(v, op, target)) return false;
    type = type_attr(op_prop(target, "function_type"));
  } else if (op_is(target, OP_LLVM_MLIR_IFUNC)) {
    type = type_attr(op_prop(target, "i_func_type"));
  } else {
    return FAIL("'%.*s' does not reference a valid LLVM function or IFunc", STR_ARG(name));
  }
  if (!type || !llvm_is_func(type)) {
    if (!type) return true;   // reported already
    return FAIL("callee does not have a functional type: '%s'", TYPE_TEXT(type));
  }
  return verify_signature(v, op, llvm_as_func(type));
}

bool verify_llvm_invoke(Verifier *v, const Operation *op) {
  if (!verify_llvm_weights(v, op) || !verify_var_callee(v, op)) return false;
  const Operation *first = op_successor(op, 1)->first;
  if (!first) return FAIL_PLAIN("must have at least one operation in unwind destination");
  if (!op_is(first, OP_LLVM_LANDINGPAD))
    return FAIL_PLAIN("first operation in unwind destination should be a llvm.landingpad operation");
  return verify_llvm_bundles(v, op);
}

static bool is_result_of(const Value *value, uint32_t opcode) { return op_is(value_def(value), opcode); }

bool verify_llvm_landingpad(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  while (function && !op_is(function, OP_LLVM_FUNC)) function = op_parent(function);
  if (function && !op_prop_at(function, LLVM_FUNC_PERSONALITY))
    return FAIL_PLAIN("llvm.landingpad needs to be in a function with a personality");
  if (!op_prop_at(op, LLVM_LANDINGPAD_CLEANUP) && !op->operand_count)
    return FAIL_PLAIN("landingpad instruction expects at least one clause or cleanup attribute");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *clause = op_operand(op, i);
    if (llvm_is_array(clause->type)) continue;   // a filter
    if (is_result_of(clause, OP_LLVM_BITCAST)) {
      const Operation *cast = value_def(clause);
      if (is_result_of(op_operand(cast, 0), OP_LLVM_MLIR_ADDRESSOF)) continue;
      Diag *diag = op_error_plain(v->module, op, "constant clauses expected");
      diag_note_at(v->module, diag, cast->loc, "global addresses expected as operand to bitcast used in clauses for landingpad");
      return false;
    }
    if (is_result_of(clause, OP_LLVM_MLIR_ZERO) || is_result_of(clause, OP_LLVM_MLIR_NULL_UNTIL_16) || is_result_of(clause, OP_LLVM_MLIR_ADDRESSOF)) continue;
    return FAIL_PLAIN("clause #%u is not a known constant - null, addressof, bitcast", i);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Constants

bool verify_llvm_zero(Verifier *v, const Operation *op) {
  T type = op_result_type(op, 0);
  return type->def != &llvm_target_type || llvm_target_has_zero(type) ||
         FAIL("target extension type does not support zero-initializer");
}

static bool is_splat(A value) {
  return (attr_kind(value) == ATTR_DENSE && ((const DenseAttr *)value)->splat) ||
         (attr_kind(value) == ATTR_DENSE_STRINGS && ((const DenseStringsAttr *)value)->splat);
}

// #llvm.zero and #llvm.undef, which stand for a value of any type.
static bool is_filler(A value) { return attr_is(value, &llvm_zero_attr) || attr_is(value, &llvm_undef_attr); }

static T innermost(T type) {
  while (llvm_is_array(type)) type = ((const LLVMArrayType *)type)->element;
  return type;
}

static uint64_t count_elements(T type) {
  uint64_t count = 1;
  for (; llvm_is_array(type); type = ((const LLVMArrayType *)type)->element) count *= ((const LLVMArrayType *)type)->count;
  return type_is_vector(type) ? count * (uint64_t)type_num_elements(type) : count;
}

enum { LAST_ANY_FLOAT = 19 };   // the last release that took a float of any format with as many bits, and any for ppc_fp128

// A float of another format than the type's, or bits for an integer type of another width.
static bool verify_float(Verifier *v, const Operation *op, T from, T to) {
  if (type_is_float(to) && type_is_float(from) && context_until(v->ctx, LAST_ANY_FLOAT))
    return type_bits(from) == type_bits(to) || FAIL("expected float type of width %u", type_bits(from));
  if (type_is_float(to) || to->def == &llvm_ppc_fp128_type)
    return from == to || (from->def != to->def && context_until(v->ctx, LAST_ANY_FLOAT)) || FAIL("attribute and type have different float semantics");
  if (!type_is_any_int(to) || type_is_int(to, type_bits(from))) return true;
  return FAIL("expected integer type of width %u", type_bits(from));
}

static bool verify_struct(Verifier *v, const Operation *op, A value, T type) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  const ArrayAttr *items = (const ArrayAttr *)value;
  if (attr_kind(value) != ATTR_ARRAY) return FAIL("expected array attribute for struct type");
  if (items->count != count) return FAIL("expected array attribute of size %u", count);
  for (uint32_t i = 0; i < count; i++) {
    T element = elements[i];
    AttrKind kind = attr_kind(items->items[i]);
    if (!type_is_signless_int(element) && !type_is_index(element) && !type_is_float(element))
      return FAIL("expected struct element types to be floating point type or integer type");
    if (kind != ATTR_FLOAT && kind != ATTR_INTEGER) return FAIL("expected element of array attribute to be floating point or integer");
    if (attr_value_type(items->items[i]) != element) return FAIL("struct element at index %u is of wrong type", i);
  }
  return true;
}

// An array attribute for an array of structs, or for an array of such arrays.
static bool verify_array(Verifier *v, const Operation *op, A value, T type, unsigned dim) {
  const ArrayAttr *items = (const ArrayAttr *)value;
  const LLVMArrayType *array = (const LLVMArrayType *)type;
  T element = array->element;
  if (array->count != items->count)
    return FAIL("array attribute size does not match array type size in dimension %u: %llu vs. %llu", dim,
                (unsigned long long)items->count, (unsigned long long)array->count);
  if (llvm_is_array(element)) {
    for (uint64_t i = 0; i < items->count; i++) {
      A item = items->items[i];
      if (is_filler(item) || (i && item == items->items[i - 1])) continue;
      if (attr_kind(item) != ATTR_ARRAY)
        return FAIL("nested attribute for sub-array in dimension %u at index %llu must be a zero, or undef, or array attribute", dim,
                    (unsigned long long)i);
      if (!verify_array(v, op, item, element, dim + 1)) return false;
    }
    return true;
  }
  if (!llvm_is_struct(element)) return FAIL("for array with an array attribute must have a struct element type");
  uint32_t size;
  llvm_struct_elements(element, &size);
  for (uint64_t i = 0; i < items->count; i++) {
    A item = items->items[i];
    if (is_filler(item)) continue;
    if (attr_kind(item) != ATTR_ARRAY)
      return FAIL("nested attribute for struct element at index %llu must be a zero, or undef, or array attribute",
                  (unsigned long long)i);
    uint64_t count = ((const ArrayAttr *)item)->count;
    if (count != size)
      return FAIL("nested array attribute size for struct element at index %llu must match struct size: %llu vs. %u",
                  (unsigned long long)i, (unsigned long long)count, size);
  }
  return true;
}

static bool verify_elements(Verifier *v, const Operation *op, A value, T type) {
  T inner = innermost(type);
  if (is_scalable(inner)) return is_splat(value) || FAIL("scalable vector type requires a splat attribute");
  if (!type_is_vector(type) && !llvm_is_array(type)) return FAIL("expected vector or array type");
  T given = attr_value_type(value);
  int64_t have = type_num_elements(given), want = (int64_t)count_elements(type);
  if (have != want)
    return FAIL("type and attribute have a different number of elements: %lld vs. %lld", (long long)want, (long long)have);
  T from = type_element(given), to = scalar_of(inner);
  if (type_is_float(from)) return verify_float(v, op, from, to);
  return !type_is_any_int(from) || type_is_any_int(to) || FAIL("expected integer element type for integer elements attribute");
}

// Then the type of a number did not have to be that of the constant.
enum { LAST_ANY_CONSTANT = 16 };

static bool verify_older_constant(Verifier *v, const Operation *op, A value, T type) {
  uint32_t count;
  const T *elements = llvm_is_struct(type) ? llvm_struct_elements(type, &count) : NULL;
  const ArrayAttr *items = attr_kind(value) == ATTR_ARRAY ? (const ArrayAttr *)value : NULL;
  if (llvm_is_struct(type)) {
    if (count != 2 || elements[0] != elements[1]) return FAIL_PLAIN("expected struct type with two elements of the same type, the type of a complex constant");
    if (!items || items->count != 2 || attr_value_type(items->items[0]) != attr_value_type(items->items[1]))
      return FAIL("expected array attribute with two elements, representing a complex constant");
    return type_is_any_int(elements[0]) || type_is_float(elements[0]) || FAIL_PLAIN("expected struct element types to be floating point type or integer type");
  }
  return items || attr_kind(value) == ATTR_INTEGER || attr_kind(value) == ATTR_FLOAT || attr_is_elements(value) ||
         FAIL("only supports integer, float, string or elements attributes");
}

bool verify_llvm_constant(Verifier *v, const Operation *op) {
  A value = op_prop_at(op, LLVM_MLIR_CONSTANT_VALUE);
  T type = op_result_type(op, 0);
  if (attr_kind(value) == ATTR_STRING) {
    const LLVMArrayType *array = llvm_is_array(type) ? (const LLVMArrayType *)type : NULL;
    size_t size = attr_str(value).size;
    return (array && array->count == size && type_is_any_int(array->element) && type_bits(array->element) == 8) ||
           FAIL("expected array type of %zu i8 elements for the string constant", size);
  }
  if (context_until(v->ctx, LAST_ANY_CONSTANT)) return verify_older_constant(v, op, value, type);
  if (llvm_is_struct(type)) return verify_struct(v, op, value, type);
  if (type->def == &llvm_target_type) return FAIL("does not support target extension type.");
  switch (attr_kind(value)) {
    case ATTR_INTEGER: return type_is_any_int(type) || FAIL("expected integer type");
    case ATTR_FLOAT: return verify_float(v, op, attr_value_type(value), type);
    case ATTR_ARRAY:
      return llvm_is_array(type) ? verify_array(v, op, value, type, 0) : FAIL("expected array or struct type for array attribute");
    default: return attr_is_elements(value) ? verify_elements(v, op, value, type)
                                       : FAIL("only supports integer, float, string or elements attributes");
  }
}
