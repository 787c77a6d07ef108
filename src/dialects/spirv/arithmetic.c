// Hooks of spirv's arithmetic, casts and group operations.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Operations that give two values as a struct

// extended ::= attr-dict? operands `:` struct-type
bool parse_spirv_extended(Parser *p, OpState *state) {
  OperandVec operands = {0};
  if (!parse_spirv_dict(p, state) || !parse_operand_list(p, &operands, DELIM_NONE) || !parse_colon(p)) return false;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  if (type->def != &spirv_struct_type || spirv_struct_count(type) != 2)
    return parser_op_error_at(p, at, "expected spirv.struct type with two members");
  T part = spirv_struct_member(type, 0);
  op_state_add_type(state, type);
  return resolve_operands(p, state, &operands, (const T[]){part, part}, 2, at);
}

void print_spirv_extended(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_optional_attr_dict(p, op, NULL);
  print_operands(p, op, (Span){0, op->operand_count});
  print_text(p, " : ");
  print_type(p, op_result_type(op, 0));
}

bool verify_spirv_extended(Verifier *v, const Operation *op) {
  T result = op_result_type(op, 0), type = op_operand_type(op, 0);
  if (spirv_struct_count(result) != 2) return spirv_fail(v, op, "expected result struct type containing two members");
  return (op_operand_type(op, 1) == type && spirv_struct_member(result, 0) == type && spirv_struct_member(result, 1) == type) ||
         spirv_fail(v, op, "expected all operand types and struct member types are the same");
}

bool verify_spirv_frexp(Verifier *v, const Operation *op) {
  T result = op_result_type(op, 0), operand = op_operand_type(op, 0);
  if (spirv_struct_count(result) != 2) return spirv_fail_plain(v, op, "result type must be a struct type with two memebers");
  T exponent = spirv_struct_member(result, 1);
  bool is_vector = type_is_vector(exponent);
  T element = is_vector ? type_element(exponent) : exponent;
  if (spirv_struct_member(result, 0) != operand)
    return spirv_fail_plain(v, op, "member zero of the resulting struct type must be the same type as the operand");
  if (type_kind(element) != TYPE_INTEGER || type_bits(element) != 32)
    return spirv_fail_plain(v, op, is_vector ? "member one of the resulting struct type mustbe a scalar or vector of 32 bit integer type"
                                             : "member one of the resulting struct type must be a scalar or vector of 32 bit integer type");
  if (is_vector == type_is_vector(operand) && (!is_vector || type_num_elements(exponent) == type_num_elements(operand))) return true;
  return spirv_fail_plain(v, op, "member one of the resulting struct type must have the same number of components as the operand type");
}

// ---------------------------------------------------------------------------------------------
// Functions of three values of one type

// clamp ::= operands attr-dict `:` type | `(` operands `)` attr-dict `:` function-type
bool parse_spirv_clamp(Parser *p, OpState *state) {
  OperandVec operands = {0};
  uint32_t at = parser_loc(p);
  bool is_generic = parser_consume_if(p, TOK_L_PAREN);
  T type;
  if (!parse_operand_list(p, &operands, DELIM_NONE) || (is_generic && !parse_r_paren(p)) || !parse_spirv_dict(p, state) ||
      !parse_colon_type(p, &type))
    return false;
  if (!is_generic) {
    op_state_add_type(state, type);
    return resolve_operands_same(p, state, &operands, type);
  }
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_op_error_at(p, at, "expected function type");
  op_state_add_types(state, function->types + function->input_count, function->result_count);
  return resolve_operands(p, state, &operands, function->types, function->input_count, at);
}

void print_spirv_clamp(Printer *p, const Operation *op) {
  T type = op_result_type(op, 0);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (op_operand_type(op, i) == type) continue;
    print_char(p, '(');
    print_operands(p, op, (Span){0, op->operand_count});
    print_char(p, ')');
    print_optional_attr_dict(p, op, NULL);
    print_text(p, " : ");
    print_functional_type(p, op);
    return;
  }
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_type(p, type);
}

bool verify_spirv_ldexp(Verifier *v, const Operation *op) {
  T significand = op_operand_type(op, 0), exponent = op_operand_type(op, 1);
  if (type_is_float(significand) != (type_kind(exponent) == TYPE_INTEGER))
    return spirv_fail(v, op, "operands must both be scalars or vectors");
  return spirv_lanes(significand) == spirv_lanes(exponent) || spirv_fail(v, op, "operands must have the same number of elements");
}

bool verify_spirv_shift(Verifier *v, const Operation *op) {
  T first = op_operand_type(op, 0), result = op_result_type(op, 0);
  return first == result ||
         spirv_fail_types(v, op, true, "expected the same type for the first operand and result, but provided ", first, " and ", result);
}

static uint64_t bits_of(T type) {
  if (spirv_is_ptr(type)) return 64;
  return type_is_vector(type) ? type_bits(type_element(type)) * (uint64_t)type_num_elements(type) : type_bits(type);
}

bool verify_spirv_dot(Verifier *v, const Operation *op) {
  T factor = op_operand_type(op, 0), result = op_result_type(op, 0);
  bool has_format = op_prop(op, "format") != NULL;
  if (type_kind(factor) == TYPE_INTEGER) {
    if (!has_format) return spirv_fail(v, op, "requires Packed Vector Format attribute for integer vector operands");
    if (type_bits(factor) != 32)
      return spirv_fail(v, op, "with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide");
  } else if (has_format) {
    return verify_fail(v, op, "with invalid format attribute for vector operands of type '%s'", type_text(v->ctx, factor));
  }
  // A dot product may be as wide as one element, or a packed integer.
  uint64_t factor_bits = bits_of(factor), result_bits = bits_of(result);
  if (factor_bits <= result_bits) return true;
  return verify_fail(v, op, "result type has insufficient bit-width (%llu bits) for the specified vector operand type (%llu bits)",
                     (unsigned long long)result_bits, (unsigned long long)factor_bits);
}

// ---------------------------------------------------------------------------------------------
// Casts

static T cast_element(T type) {
  return type_is_vector(type) ? type_element(type) : type->def == &spirv_coopmatrix_type ? spirv_element(type) : type;
}

// Cooperative matrices have shapes, too.
bool verify_spirv_convert_any(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  bool is_matrix = from->def == &spirv_coopmatrix_type;
  if (is_matrix != (to->def == &spirv_coopmatrix_type) ||
      (is_matrix && (spirv_param(from, SPIRV_ROWS) != spirv_param(to, SPIRV_ROWS) || spirv_param(from, SPIRV_COLUMNS) != spirv_param(to, SPIRV_COLUMNS))))
    return spirv_fail(v, op, "requires the same shape for all operands and results");
  return true;
}

bool verify_spirv_convert_width(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (!verify_spirv_convert_any(v, op)) return false;
  from = cast_element(from);
  to = cast_element(to);
  return type_bits(from) != type_bits(to) ||
         spirv_fail_types(v, op, false, "expected the different bit widths for operand type and result type, but provided ", from, " and ", to);
}

bool verify_spirv_bitcast(Verifier *v, const Operation *op) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  if (from == to) return spirv_fail_plain(v, op, "result type must be different from operand type");
  if (spirv_is_ptr(from) && !spirv_is_ptr(to))
    return spirv_fail_plain(v, op, "unhandled bit cast conversion from pointer type to non-pointer type");
  if (!spirv_is_ptr(from) && spirv_is_ptr(to))
    return spirv_fail_plain(v, op, "unhandled bit cast conversion from non-pointer type to pointer type");
  uint64_t from_bits = bits_of(from), to_bits = bits_of(to);
  if (from_bits == to_bits) return true;
  return verify_fail(v, op, "mismatch in result type bitwidth %llu and operand type bitwidth %llu", (unsigned long long)to_bits,
                     (unsigned long long)from_bits);
}

static bool verify_int_cast(Verifier *v, const Operation *op, T integer, T pointer, const char *not_physical) {
  if (!type_is_signless_int(integer)) return spirv_fail_plain(v, op, "result must be a scalar type of unsigned integer");
  const Operation *module = spirv_module_of(op);
  int64_t model = module ? spirv_enum_of(op_prop(module, "addressing_model"), -1) : -1;
  bool wrong = model == SPIRV_ADDRESSING_MODEL_LOGICAL ||
               (model == SPIRV_ADDRESSING_MODEL_PHYSICAL_STORAGE_BUFFER64 && spirv_storage(pointer) != SPIRV_STORAGE_CLASS_PHYSICAL_STORAGE_BUFFER);
  return !wrong || spirv_fail_plain(v, op, not_physical);
}

bool verify_spirv_ptr_to_u(Verifier *v, const Operation *op) {
  return verify_int_cast(v, op, op_result_type(op, 0), op_operand_type(op, 0), "operand must be a physical pointer");
}

bool verify_spirv_u_to_ptr(Verifier *v, const Operation *op) {
  return verify_int_cast(v, op, op_operand_type(op, 0), op_result_type(op, 0), "result must be a physical pointer");
}

static bool is_castable(T pointer) {
  uint32_t storage = spirv_storage(pointer);
  return storage == SPIRV_STORAGE_CLASS_WORKGROUP || storage == SPIRV_STORAGE_CLASS_CROSS_WORKGROUP || storage == SPIRV_STORAGE_CLASS_FUNCTION;
}

static bool verify_pointees(Verifier *v, const Operation *op) {
  T from = spirv_pointee(op_operand_type(op, 0)), to = spirv_pointee(op_result_type(op, 0));
  return from == to ||
         spirv_fail_types(v, op, false, "pointer operand's pointee type must have the same as the op result type, but found ", from, " vs ", to);
}

bool verify_spirv_to_generic(Verifier *v, const Operation *op) {
  if (!is_castable(op_operand_type(op, 0)))
    return spirv_fail_plain(v, op, "pointer must point to the Workgroup, CrossWorkgroup, or Function Storage Class");
  if (spirv_storage(op_result_type(op, 0)) != SPIRV_STORAGE_CLASS_GENERIC)
    return spirv_fail_plain(v, op, "result type must be of storage class Generic");
  return verify_pointees(v, op);
}

bool verify_spirv_from_generic(Verifier *v, const Operation *op) {
  if (spirv_storage(op_operand_type(op, 0)) != SPIRV_STORAGE_CLASS_GENERIC)
    return spirv_fail_plain(v, op, "pointer type must be of storage class Generic");
  if (!is_castable(op_result_type(op, 0)))
    return spirv_fail_plain(v, op, "result must point to the Workgroup, CrossWorkgroup, or Function Storage Class");
  return verify_pointees(v, op);
}

// ---------------------------------------------------------------------------------------------
// Groups

bool verify_spirv_group(Verifier *v, const Operation *op) {
  int64_t scope = spirv_enum_of(op_prop(op, "execution_scope"), 0);
  return scope == SPIRV_SCOPE_WORKGROUP || scope == SPIRV_SCOPE_SUBGROUP ||
         spirv_fail(v, op, "execution scope must be 'Workgroup' or 'Subgroup'");
}

bool verify_spirv_group_broadcast(Verifier *v, const Operation *op) {
  if (!verify_spirv_group(v, op)) return false;
  T id = op_operand_type(op, 1);
  int64_t count = spirv_lanes(id);
  if (!type_is_vector(id) || count == 2 || count == 3) return true;
  return verify_fail(v, op, "localid is a vector and can be with only  2 or 3 components, actual number is %lld", (long long)count);
}

// The version that the closest target environment asks for; 1.0 without one.
static int64_t target_version(const Operation *op) {
  for (; op; op = op_parent(op)) {
    A env = op_discardable(op, STR("spirv.target_env"));
    if (env && attr_is(env, &spirv_target_env_attr)) return (int64_t)attr_param(attr_param_attr(env, 0), 0);
  }
  return 0;
}

bool verify_spirv_broadcast(Verifier *v, const Operation *op) {
  if (!verify_spirv_group(v, op)) return false;
  const Operation *id = value_def(op_operand(op, 1)), *module = spirv_module_of(op);
  if (module && target_version(module) >= SPIRV_VERSION_V1_5) return true;
  return op_is(id, OP_SPIRV_CONSTANT) || op_is(id, OP_SPIRV_MLIR_REFERENCEOF) || spirv_fail(v, op, "id must be the result of a constant op");
}

static bool verify_cluster(Verifier *v, const Operation *op, uint32_t operand) {
  int32_t size;
  if (op->operand_count <= operand) return true;
  if (!spirv_constant_i32(value_def(op_operand(op, operand)), &size))
    return spirv_fail(v, op, "cluster size operand must come from a constant op");
  return (size && !((uint32_t)size & ((uint32_t)size - 1))) || spirv_fail(v, op, "cluster size operand must be a power of two");
}

bool verify_spirv_non_uniform(Verifier *v, const Operation *op) {
  if (!verify_spirv_group(v, op)) return false;
  if (spirv_enum_of(op_prop(op, "group_operation"), 0) == SPIRV_GROUP_OPERATION_CLUSTERED_REDUCE && op->operand_count == 1)
    return spirv_fail(v, op, "cluster size operand must be provided for 'ClusteredReduce' group operation");
  return verify_cluster(v, op, 1);
}

bool verify_spirv_rotate(Verifier *v, const Operation *op) { return verify_spirv_group(v, op) && verify_cluster(v, op, 2); }

bool verify_spirv_shuffle_lanes(Verifier *v, const Operation *op) {
  if (!verify_spirv_group(v, op)) return false;
  T id = op_operand_type(op, 1);
  return ((const IntegerType *)id)->signedness != SIGNED || spirv_fail(v, op, "second operand must be a singless/unsigned integer");
}
