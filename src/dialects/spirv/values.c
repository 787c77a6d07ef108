// Composites, matrices and images of the spirv dialect.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Parts of composites

static Str part_problem(Context *ctx, Arena *arena, T type, int32_t index, bool composite) {
  const char *text = type_text(ctx, type);
  if (composite) return arena_printf(arena, "index %d out of bounds for '%s'", index, text);
  return arena_printf(arena, "cannot extract from non-composite type '%s' with index %d", text, index);
}

// The type that the indices lead to; NULL: `problem` says why not.
static T part_type(Context *ctx, Arena *arena, T type, A indices, Str *problem) {
  const ArrayAttr *array = (const ArrayAttr *)indices;
  *problem = STR("expected a 32-bit integer array attribute for 'indices'");
  if (attr_kind(indices) != ATTR_ARRAY) return NULL;
  *problem = STR("expected at least one index for spirv.CompositeExtract");
  if (!array->count) return NULL;
  for (uint64_t i = 0; i < array->count; i++) {
    if (attr_kind(array->items[i]) == ATTR_INTEGER) continue;
    *problem = arena_printf(arena, "expected an 32-bit integer for index, but found '%s'", attr_text(ctx, array->items[i]));
    return NULL;
  }
  for (uint64_t i = 0; i < array->count; i++) {
    int32_t index = (int32_t)attr_to_i64(array->items[i]);
    uint64_t count;
    bool composite = spirv_is_composite(type);
    if (!composite || (spirv_composite_count(type, &count) && (index < 0 || (uint64_t)index >= count))) {
      *problem = part_problem(ctx, arena, type, index, composite);
      return NULL;
    }
    type = spirv_composite_part(type, (uint32_t)index);
  }
  return type;
}

static T verified_part(Verifier *v, const Operation *op, T composite) {
  Str problem;
  T type = part_type(v->ctx, v->arena, composite, op_prop(op, "indices"), &problem);
  if (!type) diag_at(v->module, SEVERITY_ERROR, op->loc, "%.*s", STR_ARG(problem));
  return type;
}

static A parse_indices(Parser *p, OpState *state) {
  A indices = parse_attr(p, NULL);
  if (indices) op_state_set_attr(state, STR("indices"), indices);
  return indices;
}

// composite-extract ::= operand indices `:` type
bool parse_spirv_extract(Parser *p, OpState *state) {
  Operand composite;
  T type;
  Str problem;
  if (!parse_operand(p, &composite)) return false;
  uint32_t at = parser_loc(p);
  A indices = parse_indices(p, state);
  if (!indices || !parse_colon_type(p, &type) || !resolve_one(p, state, &composite, type)) return false;
  T result = part_type(parser_context(p), parser_scratch(p), type, indices, &problem);
  if (!result) return parser_op_error_at(p, at, "%.*s", STR_ARG(problem));
  op_state_add_type(state, result);
  return true;
}

void print_spirv_extract(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_attr(p, op_prop_at(op, SPIRV_COMPOSITE_EXTRACT_INDICES));
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

bool verify_spirv_extract(Verifier *v, const Operation *op) {
  T type = verified_part(v, op, op_operand_type(op, 0));
  if (!type) return false;
  return type == op_result_type(op, 0) ||
         spirv_fail_types(v, op, false, "invalid result type: expected ", type, " but provided ", op_result_type(op, 0));
}

// composite-insert ::= operand `,` operand indices `:` type `into` type
bool parse_spirv_insert(Parser *p, OpState *state) {
  OperandVec operands = {0};
  T types[2];
  uint32_t at = parser_loc(p);
  if (!parse_operand_list_n(p, &operands, DELIM_NONE, 2) || !parse_indices(p, state) || !parse_colon_type(p, &types[0]) ||
      !parse_keyword(p, "into") || !(types[1] = parse_type(p)) || !resolve_operands(p, state, &operands, types, 2, at))
    return false;
  op_state_add_type(state, types[1]);
  return true;
}

void print_spirv_insert(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, 2});
  print_attr(p, op_prop_at(op, SPIRV_COMPOSITE_INSERT_INDICES));
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, " into ");
  print_type(p, op_operand_type(op, 1));
}

bool verify_spirv_insert(Verifier *v, const Operation *op) {
  T composite = op_operand_type(op, 1), object = op_operand_type(op, 0), type = verified_part(v, op, composite);
  if (!type) return false;
  if (type != object) return spirv_fail_types(v, op, false, "object operand type should be ", type, ", but found ", object);
  return composite == op_result_type(op, 0) ||
         spirv_fail_types(v, op, false, "result type should be the same as the composite type, but found ", composite, " vs ", op_result_type(op, 0));
}

#define WRONG_COUNT "has incorrect number of operands: expected "
#define WRONG_OPERAND "operand type mismatch: expected operand type "

bool verify_spirv_construct(Verifier *v, const Operation *op) {
  T result = op_result_type(op, 0);
  uint64_t count = 1, total = 0;
  if (result->def == &spirv_coopmatrix_type) {
    if (op->operand_count != 1) return verify_fail(v, op, WRONG_COUNT "1, but provided %u", op->operand_count);
    return op_operand_type(op, 0) == spirv_element(result) ||
           spirv_fail_types(v, op, false, WRONG_OPERAND, spirv_element(result), ", but provided ", op_operand_type(op, 0));
  }
  bool known = spirv_composite_count(result, &count);
  if (known && op->operand_count == count) {
    for (uint32_t i = 0; i < count; i++) {
      T part = spirv_composite_part(result, i);
      if (op_operand_type(op, i) != part)
        return spirv_fail_types(v, op, false, WRONG_OPERAND, part, ", but provided ", op_operand_type(op, i));
    }
    return true;
  }
  if (!type_is_vector(result))
    return spirv_fail(v, op, "expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T given = op_operand_type(op, i);
    if (!type_is_vector(given) && type_kind(given) != TYPE_INTEGER && !type_is_float(given))
      return verify_fail(v, op, "operand type mismatch: expected operand to have a scalar or vector type, but provided '%s'",
                         type_text(v->ctx, given));
    total += (uint64_t)spirv_lanes(given);
    T element = type_is_vector(given) ? type_element(given) : given;
    if (element != type_element(result))
      return spirv_fail_types(v, op, false, "operand element type mismatch: expected to be ", type_element(result), ", but provided ", element);
  }
  if (total == count) return true;
  return verify_fail(v, op, WRONG_COUNT "%llu, but provided %llu", (unsigned long long)count, (unsigned long long)total);
}

bool verify_spirv_shuffle(Verifier *v, const Operation *op) {
  const ArrayAttr *components = (const ArrayAttr *)op_prop_at(op, SPIRV_VECTOR_SHUFFLE_COMPONENTS);
  uint64_t count = (uint64_t)spirv_lanes(op_result_type(op, 0));
  uint64_t sources = (uint64_t)(spirv_lanes(op_operand_type(op, 0)) + spirv_lanes(op_operand_type(op, 1)));
  if (count != components->count)
    return verify_fail(v, op, "result type element count (%llu) mismatch with the number of component selectors (%llu)",
                       (unsigned long long)count, (unsigned long long)components->count);
  for (uint64_t i = 0; i < count; i++) {
    uint32_t selector = (uint32_t)attr_to_u64(components->items[i]);
    if (selector < sources || selector == UINT32_MAX) continue;
    return verify_fail(v, op, "component selector %u out of range: expected to be in [0, %llu) or 0xffffffff", selector, (unsigned long long)sources);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Matrices

bool verify_spirv_vector_times_scalar(Verifier *v, const Operation *op) {
  T result = op_result_type(op, 0);
  if (op_operand_type(op, 0) != result) return spirv_fail(v, op, "vector operand and result type mismatch");
  return op_operand_type(op, 1) == type_element(result) || spirv_fail(v, op, "scalar operand and result element type match");
}

bool verify_spirv_matrix_times_scalar(Verifier *v, const Operation *op) {
  T matrix = op_operand_type(op, 0);
  T element = matrix->def == &spirv_coopmatrix_type ? spirv_element(matrix) : spirv_matrix_element(matrix);
  return op_operand_type(op, 1) == element ||
         spirv_fail(v, op, "input matrix components' type and scaling value must have the same type");
}

static uint32_t columns(T matrix) { return spirv_param(matrix, SPIRV_COUNT); }

bool verify_spirv_transpose(Verifier *v, const Operation *op) {
  T in = op_operand_type(op, 0), out = op_result_type(op, 0);
  if (spirv_matrix_rows(in) != columns(out))
    return spirv_fail_plain(v, op, "input matrix rows count must be equal to output matrix columns count");
  if (columns(in) != spirv_matrix_rows(out))
    return spirv_fail_plain(v, op, "input matrix columns count must be equal to output matrix rows count");
  return spirv_matrix_element(in) == spirv_matrix_element(out) ||
         spirv_fail_plain(v, op, "input and output matrices must have the same component type");
}

bool verify_spirv_matrix_times_matrix(Verifier *v, const Operation *op) {
  T left = op_operand_type(op, 0), right = op_operand_type(op, 1), result = op_result_type(op, 0);
  if (columns(left) != spirv_matrix_rows(right))
    return spirv_fail_plain(v, op, "left matrix columns' count must be equal to the right matrix rows' count");
  if (columns(right) != columns(result)) return spirv_fail_plain(v, op, "right and result matrices must have equal columns' count");
  if (spirv_matrix_element(right) != spirv_matrix_element(result))
    return spirv_fail_plain(v, op, "right and result matrices' component type must be the same");
  if (spirv_matrix_element(left) != spirv_matrix_element(result))
    return spirv_fail_plain(v, op, "left and result matrices' component type must be the same");
  return spirv_matrix_rows(left) == spirv_matrix_rows(result) ||
         spirv_fail_plain(v, op, "left and result matrices must have equal rows' count");
}

bool verify_spirv_matrix_times_vector(Verifier *v, const Operation *op) {
  T matrix = op_operand_type(op, 0), vector = op_operand_type(op, 1), result = op_result_type(op, 0);
  if (columns(matrix) != spirv_lanes(vector))
    return verify_fail(v, op, "matrix columns (%u) must match vector operand size (%lld)", columns(matrix), (long long)spirv_lanes(vector));
  if (spirv_lanes(result) != spirv_matrix_rows(matrix))
    return verify_fail(v, op, "result size (%lld) must match the matrix rows (%u)", (long long)spirv_lanes(result), spirv_matrix_rows(matrix));
  return spirv_matrix_element(matrix) == type_element(result) || spirv_fail(v, op, "matrix and result element types must match");
}

bool verify_spirv_vector_times_matrix(Verifier *v, const Operation *op) {
  T vector = op_operand_type(op, 0), matrix = op_operand_type(op, 1), result = op_result_type(op, 0);
  if (spirv_lanes(vector) != spirv_matrix_rows(matrix))
    return spirv_fail(v, op, "number of components in vector must equal the number of components in each column in matrix");
  if (columns(matrix) != spirv_lanes(result))
    return spirv_fail(v, op, "number of columns in matrix must equal the number of components in result");
  return spirv_matrix_element(matrix) == type_element(result) ||
         spirv_fail(v, op, "matrix must be a matrix with the same component type as the component type in result");
}

// ---------------------------------------------------------------------------------------------
// Images

// (`[` string `]`)?
static bool parse_image_operands(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t value;
  if (!parser_consume_if(p, TOK_L_SQUARE)) return true;
  if (!parse_spirv_enum_string(p, &spirv_image_operands, "image_operands", &value)) return false;
  custom_set_attr(&args[0], spirv_enum_attr(parser_context(p), &spirv_image_operands_attr, value));
  return parse_r_square(p);
}

static void print_image_operands(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A attr = custom_attr(op, &args[0]);
  if (!attr) return;
  print_text(p, "[\"");
  print_spirv_enum(p, &spirv_image_operands, (int64_t)attr_param(attr, 0));
  print_text(p, "\"]");
}

const CustomDirective spirv_directives[] = {{"ImageOperands", parse_image_operands, print_image_operands, NULL}, {0}};

static bool is_mip_mapped(T image) { return spirv_param(image, SPIRV_DIM) <= SPIRV_DIM_CUBE; }
static bool is_multi_sampled(T image) { return spirv_param(image, SPIRV_SAMPLING) != SPIRV_IMAGE_SAMPLING_INFO_SINGLE_SAMPLED; }

static bool fail_operand(Verifier *v, const Operation *op, const char *name, const char *problem) {
  return verify_fail_plain(v, op, "%s %s", name, problem);
}

static bool verify_mip_mapped(Verifier *v, const Operation *op, const char *name, T image) {
  if (!is_mip_mapped(image))
    return fail_operand(v, op, name, "must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube");
  return !is_multi_sampled(image) || fail_operand(v, op, name, "must only be used with an image type that has a MS operand of 0");
}

static bool verify_grad(Verifier *v, const Operation *op, T image, T dx, T dy) {
  if (is_multi_sampled(image)) return fail_operand(v, op, "Grad", "must only be used with an image type that has a MS operand of 0");
  T coordinate = op_operand_type(op, 1);
  bool vectors = type_is_vector(dx) && type_is_vector(dy);
  int64_t components = spirv_lanes(coordinate) - (type_is_vector(coordinate) && spirv_param(image, SPIRV_ARRAYED));
  if (!vectors && !(type_is_float(dx) && type_is_float(dy)))
    return fail_operand(v, op, "Grad", "arguments must be a scalar or vector of floating-point type");
  if (spirv_lanes(dx) != spirv_lanes(dy) || spirv_lanes(dx) != components)
    return fail_operand(v, op, "number of components of each Grad argument",
                        "must equal the number of components in coordinate, minus the array layer component, if present");
  return (type_is_float(type_element_or_self(dx)) && type_is_float(type_element_or_self(dy))) ||
         fail_operand(v, op, "Grad", "arguments must be a vector of floating-point type");
}

bool verify_spirv_image(Verifier *v, const Operation *op) {
  Span given = op_operands_named(op, "operand_arguments");
  uint32_t next = given.begin;
  T image = spirv_image_of(op_operand_type(op, 0));
  int64_t operands = spirv_enum_of(op_prop(op, "image_operands"), -1);
  if (operands < 0)
    return !span_size(given) || spirv_fail_plain(v, op, "the Image Operands should encode what operands follow, as per Image Operands");
  if ((operands & (SPIRV_IMAGE_OPERANDS_LOD | SPIRV_IMAGE_OPERANDS_GRAD)) == (SPIRV_IMAGE_OPERANDS_LOD | SPIRV_IMAGE_OPERANDS_GRAD))
    return spirv_fail_plain(v, op, "it is invalid to set both the Lod and Grad bits");
  bool is_explicit = op_is(op, OP_SPIRV_IMAGE_SAMPLE_EXPLICIT_LOD), is_fetch = op_is(op, OP_SPIRV_IMAGE_FETCH);
  bool is_implicit = op_is(op, OP_SPIRV_IMAGE_SAMPLE_IMPLICIT_LOD) || op_is(op, OP_SPIRV_IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD);
  if (operands & SPIRV_IMAGE_OPERANDS_BIAS) {
    if (!is_implicit) return fail_operand(v, op, "Bias", "is only valid with implicit-lod instructions");
    if (next == given.end) return fail_operand(v, op, "Bias", "operand requires 1 argument");
    if (!type_is_float(op_operand_type(op, next++))) return fail_operand(v, op, "Bias", "must be a floating-point type scalar");
    if (!verify_mip_mapped(v, op, "Bias", image)) return false;
  }
  if (operands & SPIRV_IMAGE_OPERANDS_LOD) {
    if (!is_explicit && !is_fetch) return fail_operand(v, op, "Lod", "is only valid with explicit-lod and fetch instructions");
    if (next == given.end) return fail_operand(v, op, "Lod", "operand requires 1 argument");
    T lod = op_operand_type(op, next++);
    if (is_explicit && !type_is_float(lod)) return fail_operand(v, op, "for sampling operations,", "Lod must be a floating-point type scalar");
    if (is_fetch && type_kind(lod) != TYPE_INTEGER) return fail_operand(v, op, "for fetch operations,", "Lod must be an integer type scalar");
    if (!verify_mip_mapped(v, op, "Lod", image)) return false;
  }
  if (operands & SPIRV_IMAGE_OPERANDS_GRAD) {
    if (!is_explicit) return fail_operand(v, op, "Grad", "is only valid with explicit-lod instructions");
    if (given.end - next < 2) return fail_operand(v, op, "Grad", "operand requires 2 arguments (scalars or vectors)");
    if (!verify_grad(v, op, image, op_operand_type(op, next), op_operand_type(op, next + 1))) return false;
    next += 2;
  }
  return next == given.end || spirv_fail_plain(v, op, "too many image operand arguments have been provided");
}

bool verify_spirv_image_query_size(Verifier *v, const Operation *op) {
  static const uint8_t components[] = {
    [SPIRV_DIM_DIM1_D] = 1, [SPIRV_DIM_DIM2_D] = 2, [SPIRV_DIM_DIM3_D] = 3, [SPIRV_DIM_CUBE] = 2, [SPIRV_DIM_RECT] = 2, [SPIRV_DIM_BUFFER] = 1,
  };
  T image = op_operand_type(op, 0);
  uint32_t dim = spirv_param(image, SPIRV_DIM);
  if (dim >= countof(components))
    return spirv_fail_plain(v, op, "the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect");
  if (is_mip_mapped(image) && !is_multi_sampled(image) && spirv_param(image, SPIRV_SAMPLER_USE) == SPIRV_IMAGE_SAMPLER_USE_INFO_NEED_SAMPLER)
    return spirv_fail_plain(v, op, "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2");
  uint32_t expected = components[dim] + spirv_param(image, SPIRV_ARRAYED);
  int64_t given = spirv_lanes(op_result_type(op, 0));
  if (expected == given) return true;
  return verify_fail_plain(v, op, "expected the result to have %u component(s), but found %lld component(s)", expected, (long long)given);
}
