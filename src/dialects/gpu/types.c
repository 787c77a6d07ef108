// Types and attributes of the gpu dialect.
#include "dialects/gpu/types.h"
#include "ops/gpu.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/params.h"
#include "asm/enums.h"

const MmaMatrixType *type_as_mma_matrix(T type) { return type->def == &gpu_mma_matrix_type ? (const MmaMatrixType *)type : NULL; }

T type_mma_matrix(Context *ctx, const int64_t *dims, T element, A operand) {
  MmaMatrixType *key = unique_key(ctx, sizeof *key);
  key->element = element;
  key->operand = operand;
  key->dims[0] = dims[0];
  key->dims[1] = dims[1];
  return type_unique(ctx, &gpu_mma_matrix_type, key, sizeof *key);
}

T type_async_token(Context *ctx) { return type_from_params(ctx, &gpu_async_token_type, NULL); }

static bool is_sized(T type, Signedness signedness, uint32_t width) {
  const IntegerType *integer = type_as_integer(type);
  return integer && integer->width == width && integer->signedness == signedness;
}
static bool is_byte(T type) { return is_sized(type, SIGNED, 8) || is_sized(type, UNSIGNED, 8); }
static bool is_mma_float(T type) {
  if (!type_is_float(type)) return false;
  FloatKind kind = type_float_kind(type);
  return kind == FLOAT_F16 || kind == FLOAT_F32 || kind == FLOAT_F64;
}

bool check_gpu_mma_factor(T type) {
  const MmaMatrixType *matrix = type_as_mma_matrix(type);
  return matrix && (is_byte(matrix->element) || is_mma_float(matrix->element));
}
bool check_gpu_mma_sum(T type) {
  const MmaMatrixType *matrix = type_as_mma_matrix(type);
  return matrix && (type_is_int(matrix->element, 32) || is_mma_float(matrix->element));
}
bool check_gpu_mma_any(T type) { return check_gpu_mma_factor(type) || check_gpu_mma_sum(type); }

T gpu_mma_element(Context *ctx, T type) {
  (void)ctx;
  const MmaMatrixType *matrix = type_as_mma_matrix(type);
  return matrix ? matrix->element : NULL;
}

static T refuse(Parser *p, uint32_t at, const char *message) {
  parser_op_error_at(p, at, "%s", message);
  return NULL;
}

// mma_matrix ::= `<` dimensions element `,` string `>`
T parse_gpu_mma_matrix(Parser *p, const TypeDef *def) {
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  I64Vec dims = {0};
  uint64_t scalable = 0;
  Str operand = {0};
  T element;
  if (!parse_less(p) || !parse_dims(p, &dims, &scalable, DIMS_TRAILING_X) || !(element = parse_type(p)) || !parse_comma(p)) return NULL;
  if (!parse_optional_string(p, &operand) || !parse_greater(p)) return NULL;
  if (!str_is(operand, "AOp") && !str_is(operand, "BOp") && !str_is(operand, "COp")) return refuse(p, at, "operand expected to be one of AOp, BOp or COp");
  if (dims.count != 2) return refuse(p, at, "MMAMatrixType must have exactly two dimensions");
  if (!is_byte(element) && !type_is_int(element, 32) && !is_mma_float(element))
    return refuse(p, at, "MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64");
  return type_mma_matrix(parser_context(p), dims.data, element, attr_string(parser_context(p), operand));
}

void print_gpu_mma_matrix(Printer *p, T type) {
  const MmaMatrixType *matrix = type_as_mma_matrix(type);
  print_char(p, '<');
  for (uint32_t i = 0; i < 2; i++) {
    print_i64(p, matrix->dims[i]);
    print_char(p, 'x');
  }
  print_type(p, matrix->element);
  print_text(p, ", ");
  print_string(p, attr_str(matrix->operand));
  print_char(p, '>');
}

T parse_gpu_type(Parser *p) {
  uint32_t at = parser_loc(p);
  Str word;
  if (parse_any_keyword(p, &word)) parser_op_error_at(p, at, "unknown gpu type: %.*s", STR_ARG(word));
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Attributes

int64_t gpu_space_of(A space) {
  return space && attr_is(space, &gpu_address_space_attr) ? (int64_t)attr_param(space, 0) : GPU_SPACE_NONE;
}

bool check_gpu_dim_size_hint(A attr) {
  if (attr_kind(attr) != ATTR_DENSE_ARRAY) return false;
  const DenseArrayAttr *array = (const DenseArrayAttr *)attr;
  return type_is_int(array->element, 32) && array->count == 3;
}

bool check_gpu_not_empty(A attr) { return attr_kind(attr) == ATTR_ARRAY && ((const ArrayAttr *)attr)->count > 0; }

// Targets are attributes of other dialects, which may be known by name only.
static bool is_target(A attr) {
  static const struct { const char *dialect, *name; } targets[] = {{"nvvm", "target"}, {"rocdl", "target"}, {"xevm", "target"}, {"spirv", "target_env"}};
  bool is_opaque = attr_kind(attr) == ATTR_OPAQUE;
  Str dialect = is_opaque ? attr_str(((const OpaqueAttr *)attr)->dialect) : str_from(attr->def->dialect);
  Str name = is_opaque ? attr_str(((const OpaqueAttr *)attr)->text) : str_from(attr->def->name);
  for (size_t i = 0; i < countof(targets); i++)
    if (str_is(dialect, targets[i].dialect) && (is_opaque ? str_starts_with(name, str_from(targets[i].name)) : str_is(name, targets[i].name))) return true;
  return false;
}

bool check_gpu_targets(A attr) {
  if (!check_gpu_not_empty(attr)) return false;
  const ArrayAttr *array = (const ArrayAttr *)attr;
  for (uint64_t i = 0; i < array->count; i++)
    if (!is_target(array->items[i])) return false;
  return true;
}

bool check_gpu_offloading_handler(A attr) { return attr_is(attr, &gpu_select_object_attr); }

bool verify_gpu_select_object(Parser *p, const uint64_t *words, uint32_t at) {
  A target = (A)(uintptr_t)words[0];
  if (!target) return true;
  if (attr_kind(target) == ATTR_INTEGER)
    return attr_to_i64(target) >= 0 || parser_op_error_at(p, at, "the object index must be positive");
  return is_target(target) || parser_op_error_at(p, at, "the target attribute must be a GPU Target attribute");
}

bool verify_gpu_object(Parser *p, const uint64_t *words, uint32_t at) {
  A target = (A)(uintptr_t)words[0];
  return is_target(target) || parser_op_error_at(p, at, "the target attribute must implement or promise the `gpu::TargetAttrInterface`");
}

bool verify_gpu_kernel_metadata(Parser *p, const uint64_t *words, uint32_t at) {
  A name = (A)(uintptr_t)words[0], args = (A)(uintptr_t)words[2];
  T type = (T)(uintptr_t)words[1];
  if (!attr_str(name).size) return parser_op_error_at(p, at, "the kernel name can't be empty");
  if (!args) return true;
  const ArrayAttr *array = (const ArrayAttr *)args;
  for (uint64_t i = 0; i < array->count; i++)
    if (attr_kind(array->items[i]) != ATTR_DICT) return parser_op_error_at(p, at, "all attributes in the array must be a dictionary attribute");
  const FunctionType *function = type_as_function(type);
  if (function && function->input_count != array->count)
    return parser_op_error_at(p, at, "the number of arguments attributes (%llu) doesn't match the number of kernel arguments (%u)", (unsigned long long)array->count, function->input_count);
  return true;
}

bool verify_gpu_kernel_table(Parser *p, const uint64_t *words, uint32_t at) {
  const ArrayAttr *kernels = (const ArrayAttr *)(uintptr_t)words[0];
  for (uint64_t i = 0; kernels && i < kernels->count; i++)
    for (uint64_t k = 0; k < i; k++)
      if (attr_param(kernels->items[i], 0) == attr_param(kernels->items[k], 0)) return parser_op_error_at(p, at, "expected all kernels to be uniquely named");
  return true;
}

// (format `=`)? string; fatbin when no format is written.
static bool parse_object(Parser *p, uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  uint32_t at = parser_loc(p);
  Str word, text;
  int64_t format = GPU_COMPILATION_TARGET_FATBIN;
  if (parse_optional_any_keyword(p, &word)) {
    if (!enum_symbolize(&gpu_compilation_target, word, &format)) return parser_op_error_at(p, at, "expected keyword for GPU object format");
    if (!parse_equal(p)) return parser_op_error_at(p, at, "expected an equal sign");
  }
  if (!parse_string(p, &text)) return false;
  words[args[0]] = (uint64_t)format;
  words[args[1]] = param_word(attr_string(parser_context(p), text));
  return true;
}

static void print_object(Printer *p, const uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  if (words[args[0]] != GPU_COMPILATION_TARGET_FATBIN) {
    print_enum(p, &gpu_compilation_target, (int64_t)words[args[0]]);
    print_text(p, " = ");
  }
  print_attr(p, (A)(uintptr_t)words[args[1]]);
}

const ParamDirective gpu_param_directives[] = {{"Object", parse_object, print_object}, {0}};
