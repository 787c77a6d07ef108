// The operations of the spirv dialect (https://mlir.llvm.org/docs/Dialects/SPIR-V/): their records are in
// the .def files beside this one.
#include "dialects/common/relations.h"
#include "dialects/spirv/constraints.h"
#include "dialects/spirv/hooks.h"

// ---------------------------------------------------------------------------------------------
// Relations

static bool is_nested_in(const Operation *op, bool (*holds)(const Operation *op)) {
  while ((op = op_parent(op)) && !op_is_symbol_table(op))
    if (holds(op) || op_has(op, TRAIT_KEPT)) return true;
  return false;
}

static bool is_function(const Operation *op) { return op_has(op, TRAIT_FUNCTION); }
static bool is_graph(const Operation *op) { return op_is_named(op, "spirv.ARM.Graph"); }
static bool in_function(const Operation *op) { return is_nested_in(op, is_function); }
static bool in_graph(const Operation *op) { return is_nested_in(op, is_graph); }
static bool in_module(const Operation *op) { return op_parent(op) && op_is_symbol_table(op_parent(op)); }

static bool scope_is_subgroup(const Operation *op) { return spirv_enum_prop(op, "execution_scope", 0) == SPIRV_SCOPE_SUBGROUP; }

static T image_of(const Operation *op) { return spirv_image_of(op_operand_type(op, 0)); }
static uint32_t dim_of(const Operation *op) { return spirv_param(image_of(op), SPIRV_DIM); }
static bool dim_is_2d_cube_rect(const Operation *op) {
  uint32_t dim = dim_of(op);
  return dim == SPIRV_DIM_2D || dim == SPIRV_DIM_CUBE || dim == SPIRV_DIM_RECT;
}
static bool dim_is_not_buffer(const Operation *op) { return dim_of(op) != SPIRV_DIM_BUFFER; }
static bool dim_is_not_cube(const Operation *op) { return dim_of(op) != SPIRV_DIM_CUBE; }
static bool dim_is_not_subpass_data(const Operation *op) { return dim_of(op) != SPIRV_DIM_SUBPASS_DATA; }
static bool is_single_sampled(const Operation *op) { return spirv_param(image_of(op), SPIRV_SAMPLING) == SPIRV_SINGLE_SAMPLED; }
static bool needs_sampler(const Operation *op) { return spirv_param(image_of(op), SPIRV_SAMPLER_USE) == SPIRV_NEED_SAMPLER; }
static bool needs_no_sampler(const Operation *op) { return !needs_sampler(op); }
static bool is_sampled(const Operation *op, T texel) {
  T sampled = spirv_element(image_of(op));
  return type_kind(sampled) == TYPE_NONE || type_element_or_self(texel) == sampled;
}
static bool result_is_sampled(const Operation *op) { return is_sampled(op, op_result_type(op, 0)); }
static bool texel_is_sampled(const Operation *op) { return is_sampled(op, op_operand_type(op, 2)); }
static bool has_lod_or_grad(const Operation *op) { return (spirv_enum_prop(op, "image_operands", 0) & 6) != 0; }

static T pointee_of(Context *ctx, T type) {
  (void)ctx;
  return spirv_is_ptr(type) ? spirv_pointee(type) : NULL;
}
static T sampled_image(Context *ctx, T type) {
  (void)ctx;
  return type->def == &spirv_sampled_image_type ? spirv_element(type) : NULL;
}
static T sampled_element(Context *ctx, T type) {
  T image = sampled_image(ctx, type);
  return image ? spirv_element(image) : NULL;
}
// i1, or as many of them as the vector has elements.
static T bool_like(Context *ctx, T type) {
  if (!type_is_vector(type)) return ctx->types.i1;
  int64_t count = type_num_elements(type);
  return type_vector(ctx, &count, 1, 0, ctx->types.i1);
}

#define CHECK(text, predicate) {REL_PREDICATE, {0}, text, .check = predicate}
#define IN_FUNCTION CHECK("op must appear in a function-like op's block", in_function)
#define IN_GRAPH CHECK("op must appear in a spirv.ARM.Graph op's block", in_graph)
#define IN_MODULE CHECK("op must appear in a module-like op's block", in_module)
#define POINTEE(name) \
  {REL_TYPES_MATCH_WITH, {"pointer", name}, "`" name "` type matches pointee type of `pointer`", .transform = pointee_of}
#define BOOL_LIKE(name) \
  {REL_TYPES_MATCH_WITH, {name, "result"}, "type of result to correspond to the `i1` equivalent of the operand", .transform = bool_like}

// ---------------------------------------------------------------------------------------------
// Families of operations. What their records point to is shared: one constraint, one set of lists.

#define VALUES(id, ...) static const ValueDef id[] = {__VA_ARGS__}
#define OPERANDS_AND_RESULT(c)                                                      \
  VALUES(c##_one, {"operand", &C_SPIRV_##c});                                       \
  VALUES(c##_result, {"result", &C_SPIRV_##c})
#define OPERAND_PAIR(c) VALUES(c##_two, {"operand1", &C_SPIRV_##c}, {"operand2", &C_SPIRV_##c})
#define SIDES(c) VALUES(c##_sides, {"lhs", &C_SPIRV_##c}, {"rhs", &C_SPIRV_##c})
#define TRIPLE(c) VALUES(c##_triple, {"x", &C_SPIRV_##c}, {"y", &C_SPIRV_##c}, {"z", &C_SPIRV_##c})
#define CLUSTER(c) VALUES(c##_cluster, {"value", &C_SPIRV_##c}, {"cluster_size", &C_SPIRV_Integer, OPTIONAL})
OPERANDS_AND_RESULT(BoolV);
OPERANDS_AND_RESULT(IntegerV);
OPERANDS_AND_RESULT(FloatV);
OPERANDS_AND_RESULT(Float1632V);
OPERANDS_AND_RESULT(Int32V);
OPERANDS_AND_RESULT(Int16V);
OPERANDS_AND_RESULT(Float32V);
OPERANDS_AND_RESULT(IntegerVC);
OPERANDS_AND_RESULT(FloatVC);
OPERANDS_AND_RESULT(AnyFloatVC);
OPERAND_PAIR(BoolV);
OPERAND_PAIR(IntegerV);
OPERAND_PAIR(FloatV);
OPERAND_PAIR(IntegerVC);
OPERAND_PAIR(FloatVC);
SIDES(FloatV);
SIDES(Float1632V);
SIDES(IntegerV);
TRIPLE(FloatV);
TRIPLE(IntegerV);
CLUSTER(BoolV);
CLUSTER(IntegerV);
CLUSTER(FloatV);
VALUES(FloatV_x, {"x", &C_SPIRV_FloatV});
VALUES(IntegerV_x, {"x", &C_SPIRV_IntegerV});
VALUES(Integer_result, {"result", &C_SPIRV_Integer});
VALUES(Struct_result, {"result", &C_SPIRV_Struct});
VALUES(Ptr_result, {"result", &C_SPIRV_Ptr});
VALUES(Ptr_pointer, {"pointer", &C_SPIRV_Ptr});
VALUES(Bool_result, {"result", &C_SPIRV_Bool});
VALUES(ScalarOrVector_result, {"result", &C_SPIRV_ScalarOrVector});
VALUES(Type_result, {"result", &C_SPIRV_Type});
VALUES(SignlessOrUnsigned_result, {"result", &C_SPIRV_SignlessOrUnsigned});
VALUES(vote, {"predicate", &C_SPIRV_Bool});
VALUES(ballot, {"value", &C_SPIRV_SignlessOrUnsignedx4});
VALUES(dot_factors, {"vector1", &C_SPIRV_IntegerV}, {"vector2", &C_SPIRV_IntegerV}, {"accumulator", &C_SPIRV_Integer});
VALUES(atomic_operands, {"pointer", &C_SPIRV_Ptr}, {"value", &C_SPIRV_Integer}, {"comparator", &C_SPIRV_Integer});
VALUES(element_and_indices, {"base_ptr", &C_SPIRV_Ptr}, {"element", &C_SPIRV_Integer}, {"indices", &C_SPIRV_Integer, VARIADIC});

#define ATTR_LIST(id, ...) static const OpAttrDef id[] = {__VA_ARGS__}
ATTR_LIST(scope_and_operation, {"execution_scope", &AC_SPIRV_Scope}, {"group_operation", &AC_SPIRV_GroupOperation});
ATTR_LIST(dot_format, {"format", &AC_SPIRV_PackedVectorFormat, ATTR_OPTIONAL});
ATTR_LIST(barrier_attrs, {"execution_scope", &AC_SPIRV_Scope}, {"memory_scope", &AC_SPIRV_Scope},
          {"memory_semantics", &AC_SPIRV_MemorySemantics});
ATTR_LIST(atomic_attrs, {"memory_scope", &AC_SPIRV_Scope}, {"semantics", &AC_SPIRV_MemorySemantics});
ATTR_LIST(exchange_attrs, {"memory_scope", &AC_SPIRV_Scope}, {"equal_semantics", &AC_SPIRV_MemorySemantics},
          {"unequal_semantics", &AC_SPIRV_MemorySemantics});

#define RELATION_LIST(id, ...) static const Relation id[] = {__VA_ARGS__}
RELATION_LIST(same_types, {REL_ALL_TYPES_MATCH, {"operand1", "operand2", "result"}});
RELATION_LIST(same_type_of_one, {REL_ALL_TYPES_MATCH, {"operand", "result"}});
RELATION_LIST(same_type_of_first, {REL_ALL_TYPES_MATCH, {"operand1", "result"}});
RELATION_LIST(same_type_of_x, {REL_ALL_TYPES_MATCH, {"x", "result"}});
RELATION_LIST(same_type_of_value, {REL_ALL_TYPES_MATCH, {"value", "result"}});
RELATION_LIST(bool_of_one, BOOL_LIKE("operand"));
RELATION_LIST(bool_of_two, BOOL_LIKE("operand1"));
RELATION_LIST(dot_types, {REL_ALL_TYPES_MATCH, {"vector1", "vector2"}}, {REL_ALL_TYPES_MATCH, {"accumulator", "result"}});
RELATION_LIST(vote_scope, CHECK("execution_scope must be Scope of value Subgroup", scope_is_subgroup));
RELATION_LIST(atomic_types, POINTEE("value"), POINTEE("result"));
RELATION_LIST(exchange_types, POINTEE("result"), POINTEE("value"), POINTEE("comparator"));

#define LIST_OF(what, list, n) .what##s = list, .what##_count = n
#define UNARY(c, more, full_name, text)                                                        \
  OP(full_name, text), LIST_OF(operand, c##_one, 1), LIST_OF(result, c##_result, 1),        \
  .traits = TRAIT_PURE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE | more, FORMAT("$operand `:` type($operand) attr-dict")
#define BINARY(c, full_name, text)                                                             \
  OP(full_name, text), LIST_OF(operand, c##_sides, 2), LIST_OF(result, c##_result, 1),      \
  .traits = TRAIT_PURE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, FORMAT("operands attr-dict `:` type($result)")
#define TERNARY(c, full_name, text)                                                            \
  OP(full_name, text), LIST_OF(operand, c##_triple, 3), LIST_OF(result, c##_result, 1),     \
  .traits = TRAIT_PURE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, FORMAT("operands attr-dict `:` type($result)")
#define CLAMP(c, full_name, text)                                                              \
  OP(full_name, text), LIST_OF(operand, c##_triple, 3), LIST_OF(result, c##_result, 1),     \
  .traits = TRAIT_PURE, .hooks = &spirv_clamp_hooks
#define BITWISE(c, more, full_name, text)                                                      \
  OP(full_name, text), LIST_OF(operand, c##_two, 2), LIST_OF(result, c##_result, 1),        \
  .traits = TRAIT_PURE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE | more, FORMAT("operands attr-dict `:` type($result)")
#define ARITHMETIC(c, more, full_name, text)                                                   \
  OP(full_name, text), LIST_OF(operand, c##_two, 2), LIST_OF(result, c##_result, 1),        \
  LIST_OF(relation, same_types, 1), .traits = TRAIT_PURE | more, FORMAT("operands attr-dict `:` type($result)")
#define NEGATE(c, more, full_name, text)                                                       \
  OP(full_name, text), LIST_OF(operand, c##_one, 1), LIST_OF(result, c##_result, 1),        \
  LIST_OF(relation, same_type_of_one, 1), .traits = TRAIT_PURE | more, FORMAT("operands attr-dict `:` type($result)")
#define EXTENDED(more, full_name, text)                                                        \
  OP(full_name, text), LIST_OF(operand, IntegerV_two, 2), LIST_OF(result, Struct_result, 1), \
  .traits = TRAIT_PURE | more, .hooks = &spirv_extended_hooks
#define COMPARE(c, more, full_name, text)                                                      \
  OP(full_name, text), LIST_OF(operand, c##_two, 2), LIST_OF(result, BoolV_result, 1), LIST_OF(relation, bool_of_two, 1), \
  .traits = TRAIT_PURE | TRAIT_SAME_TYPE_OPERANDS | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | more, \
  FORMAT("$operand1 `,` $operand2 `:` type($operand1) attr-dict")
#define TEST(c, more, full_name, text)                                                         \
  OP(full_name, text), LIST_OF(operand, c##_one, 1), LIST_OF(result, BoolV_result, 1), LIST_OF(relation, bool_of_one, 1), \
  .traits = TRAIT_PURE | TRAIT_SAME_TYPE_OPERANDS | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | more, \
  FORMAT("$operand `:` type($operand) attr-dict")
#define CONVERT(from, to, more, hooks_of, full_name, text)                                     \
  OP(full_name, text), LIST_OF(operand, from##_one, 1), LIST_OF(result, to##_result, 1),    \
  .traits = TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | more, .hooks = hooks_of,                    \
  FORMAT("$operand attr-dict `:` type($operand) `to` type($result)")
#define POINTER_CAST(hooks_of, full_name, text)                                                \
  OP(full_name, text), LIST_OF(operand, Ptr_pointer, 1), LIST_OF(result, Ptr_result, 1),    \
  .traits = TRAIT_PURE, .hooks = hooks_of, FORMAT("$pointer attr-dict `:` type($pointer) `to` type($result)")
#define SHIFT(full_name, text)                                                                 \
  OP(full_name, text), LIST_OF(operand, IntegerV_two, 2), LIST_OF(result, IntegerV_result, 1), \
  LIST_OF(relation, same_type_of_first, 1), .traits = TRAIT_PURE | TRAIT_SPEC_CONSTANT | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE, \
  .hooks = &spirv_shift_hooks, FORMAT("operands attr-dict `:` type($operand1) `,` type($operand2)")
#define DOT(more, full_name, text)                                                             \
  OP(full_name, text), LIST_OF(operand, dot_factors, 2), LIST_OF(result, Integer_result, 1), LIST_OF(attr, dot_format, 1), \
  LIST_OF(relation, dot_types, 1), .traits = TRAIT_PURE | more, .hooks = &spirv_dot_hooks,     \
  FORMAT("$vector1 `,` $vector2 ( `,` $format^ )? attr-dict `:` type($vector1) `->` type($result)")
#define DOT_ACC(full_name, text)                                                               \
  OP(full_name, text), LIST_OF(operand, dot_factors, 3), LIST_OF(result, Integer_result, 1), LIST_OF(attr, dot_format, 1), \
  LIST_OF(relation, dot_types, 2), .traits = TRAIT_PURE, .hooks = &spirv_dot_hooks,            \
  FORMAT("$vector1 `,` $vector2 `,` $accumulator ( `,` $format^ )? attr-dict `:` type($vector1) `->` type($result)")
#define GROUP(c, full_name, text)                                                              \
  OP(full_name, text), LIST_OF(operand, c##_x, 1), LIST_OF(result, c##_result, 1), LIST_OF(attr, scope_and_operation, 2), \
  LIST_OF(relation, same_type_of_x, 1), .traits = TRAIT_PURE, .hooks = &spirv_group_hooks,     \
  FORMAT("$execution_scope $group_operation operands attr-dict `:` type($x)")
#define NON_UNIFORM(c, full_name, text)                                                        \
  OP(full_name, text), LIST_OF(operand, c##_cluster, 2), LIST_OF(result, c##_result, 1),    \
  LIST_OF(attr, scope_and_operation, 2), .hooks = &spirv_non_uniform_hooks,                    \
  FORMAT("$execution_scope $group_operation $value (`cluster_size``(` $cluster_size^ `)`)? attr-dict `:` type($value) " \
         "(`,` type($cluster_size)^)? `->` type(results)")
#define SHUFFLE(second, to, full_name, text)                                                   \
  OP(full_name, text), OPERANDS({"value", &C_SPIRV_ScalarOrVector}, {second, &C_SPIRV_Integer}), LIST_OF(result, to##_result, 1), \
  LIST_OF(attr, scope_and_operation, 1), LIST_OF(relation, same_type_of_value, 1), .traits = TRAIT_PURE, \
  .hooks = &spirv_shuffle_lanes_hooks, FORMAT("$execution_scope operands attr-dict `:` type($value) `,` type($" second ")")
#define VOTE(full_name, text)                                                                  \
  OP(full_name, text), LIST_OF(operand, vote, 1), LIST_OF(result, Bool_result, 1), LIST_OF(attr, scope_and_operation, 1), \
  LIST_OF(relation, vote_scope, 1), FORMAT("$execution_scope $predicate attr-dict `:` type($result)")
#define BALLOT_FIND(full_name, text)                                                           \
  OP(full_name, text), LIST_OF(operand, ballot, 1), LIST_OF(result, SignlessOrUnsigned_result, 1), \
  LIST_OF(attr, scope_and_operation, 1), .hooks = &spirv_group_hooks,                          \
  FORMAT("$execution_scope $value attr-dict `:` type($value) `,` type($result)")
#define SPLIT_BARRIER(full_name, text) \
  OP(full_name, text), LIST_OF(attr, barrier_attrs, 3), FORMAT("$execution_scope $memory_scope $memory_semantics attr-dict")
#define ATOMIC(full_name, text)                                                                \
  OP(full_name, text), LIST_OF(operand, atomic_operands, 2), LIST_OF(result, Integer_result, 1), LIST_OF(attr, atomic_attrs, 2), \
  LIST_OF(relation, atomic_types, 2), .hooks = &spirv_atomic_hooks,                            \
  FORMAT("$memory_scope $semantics operands attr-dict `:` type($pointer)")
#define ATOMIC_STEP(full_name, text)                                                           \
  OP(full_name, text), LIST_OF(operand, atomic_operands, 1), LIST_OF(result, Integer_result, 1), LIST_OF(attr, atomic_attrs, 2), \
  LIST_OF(relation, atomic_types + 1, 1), .hooks = &spirv_atomic_hooks,                        \
  FORMAT("$memory_scope $semantics operands attr-dict `:` type($pointer)")
#define ATOMIC_COMPARE(full_name, text)                                                        \
  OP(full_name, text), LIST_OF(operand, atomic_operands, 3), LIST_OF(result, Integer_result, 1), LIST_OF(attr, exchange_attrs, 3), \
  LIST_OF(relation, exchange_types, 3), FORMAT("$memory_scope $equal_semantics $unequal_semantics operands attr-dict `:` type($pointer)")
#define PTR_ACCESS_CHAIN(full_name, text)                                                      \
  OP(full_name, text), LIST_OF(operand, element_and_indices, 3), LIST_OF(result, Ptr_result, 1), .traits = TRAIT_PURE, \
  .hooks = &spirv_access_chain_hooks,                                                          \
  FORMAT("$base_ptr `[` $element ($indices^)? `]` attr-dict `:` type($base_ptr) `,` type($element) (`,` type($indices)^)? `->` " \
         "type($result)")
#define PRIMITIVE(full_name, text) OP(full_name, text), FORMAT("attr-dict")

// ---------------------------------------------------------------------------------------------
// Operations

static const OpDef spirv_ops[] = {
#include "dialects/spirv/arithmetic.def"
#include "dialects/spirv/functions.def"
#include "dialects/spirv/groups.def"
#include "dialects/spirv/memory.def"
#include "dialects/spirv/structure.def"
};

// ---------------------------------------------------------------------------------------------
// Attributes of operations of other dialects

static bool wrong_attr(Verifier *v, const Operation *op, const char *before, A name, const char *after) {
  return verify_fail_plain(v, op, "%s'%.*s'%s", before, STR_ARG(attr_str(name)), after);
}

static bool verify_op_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  if (attr_is_string(attr.name, "spirv.entry_point_abi"))
    return attr_is(attr.value, &spirv_entry_point_abi_attr) || wrong_attr(v, op, "", attr.name, " attribute must be an entry point ABI attribute");
  if (attr_is_string(attr.name, "spirv.target_env"))
    return attr_is(attr.value, &spirv_target_env_attr) || wrong_attr(v, op, "", attr.name, " must be a spirv::TargetEnvAttr");
  return wrong_attr(v, op, "found unsupported ", attr.name, " attribute on operation");
}

// Messages about arguments do not quote the operation.
static bool wrong_value_attr(Verifier *v, const Operation *op, const char *before, A name, const char *after) {
  diag_at(v->module, SEVERITY_ERROR, op->loc, "%s'%.*s'%s", before, STR_ARG(attr_str(name)), after);
  return false;
}

static bool verify_value_attr(Verifier *v, const Operation *op, T type, NamedAttr attr) {
  if (attr_is_string(attr.name, "spirv.interface_var_abi")) {
    if (!attr_is(attr.value, &spirv_interface_var_abi_attr))
      return wrong_value_attr(v, op, "", attr.name, " must be a spirv::InterfaceVarABIAttr");
    bool has_class = (int64_t)attr_param(attr.value, 2) >= 0;
    bool is_scalar = type_kind(type) == TYPE_INTEGER || type_is_index(type) || type_is_float(type);
    return !has_class || is_scalar ||
           wrong_value_attr(v, op, "", attr.name, " attribute cannot specify storage class when attaching to a non-scalar value");
  }
  if (attr_is_string(attr.name, "spirv.decoration"))
    return attr_is(attr.value, &spirv_decoration_attr) || wrong_value_attr(v, op, "", attr.name, " must be a spirv::DecorationAttr");
  return wrong_value_attr(v, op, "found unsupported ", attr.name, " attribute on region argument");
}

static bool verify_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr) {
  const Block *entry = region < op->region_count ? op->regions[region].first : NULL;
  return !entry || arg >= entry->arg_count || verify_value_attr(v, op, entry->args[arg]->type, attr);
}

static bool verify_result_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr) {
  (void)region;
  T type = is_graph(op) ? spirv_type_prop(op, "function_type") : NULL;
  const GraphType *graph = type && type_kind(type) == TYPE_GRAPH ? (const GraphType *)type : NULL;
  if (graph && result < graph->result_count) return verify_value_attr(v, op, graph->types[graph->input_count + result], attr);
  return verify_fail_plain(v, op, "cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp type");
}

static A parse_unknown_attr(Parser *p, T type) {
  (void)type;
  uint32_t at = parser_loc(p);
  Str word;
  if (parse_any_keyword(p, &word)) parser_op_error_at(p, at, "unknown SPIR-V attribute kind: %.*s", STR_ARG(word));
  return NULL;
}

static void init_spirv(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, spirv_directives);
}

const DialectDef spirv_dialect = {
  .name = "spirv", .ops = spirv_ops, .op_count = countof(spirv_ops),
  .types = spirv_types, .attrs = spirv_attrs,
  .summary = "SPIR-V, the binary form of shaders and kernels",
  .allows_unknown_ops = true,
  .parse_type = parse_spirv_type, .parse_attr = parse_unknown_attr,
  .verify_op_attr = verify_op_attr, .verify_arg_attr = verify_arg_attr, .verify_result_attr = verify_result_attr,
  .init = init_spirv,
};
