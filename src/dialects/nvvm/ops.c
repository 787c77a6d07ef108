// Types of nvvm's operations, and the form of those that multiply matrices of a warp.
#include "ops/nvvm.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/gpu_target.h"
#include "dialects/llvm/types.h"
#include "ir/verifier.h"

static bool is_pointer_in(T type, uint32_t spaces) {
  return llvm_is_ptr(type) && llvm_ptr_space(type) < 32 && (spaces >> llvm_ptr_space(type) & 1);
}
#define IN(space) (1u << (space))
bool nvvm_is_pointer_in_0(T type) { return is_pointer_in(type, IN(0)); }
bool nvvm_is_pointer_in_1(T type) { return is_pointer_in(type, IN(1)); }
bool nvvm_is_pointer_in_3(T type) { return is_pointer_in(type, IN(3)); }
bool nvvm_is_pointer_in_6(T type) { return is_pointer_in(type, IN(6)); }
bool nvvm_is_pointer_in_7(T type) { return is_pointer_in(type, IN(7)); }
bool nvvm_is_pointer_in_0_or_3(T type) { return is_pointer_in(type, IN(0) | IN(3)); }
bool nvvm_is_pointer_in_0_or_7(T type) { return is_pointer_in(type, IN(0) | IN(7)); }
bool nvvm_is_pointer_in_3_or_7(T type) { return is_pointer_in(type, IN(3) | IN(7)); }
bool nvvm_is_pointer_in_0_or_3_or_7(T type) { return is_pointer_in(type, IN(0) | IN(3) | IN(7)); }
bool nvvm_is_pointer_in_1_or_5_or_0_or_4(T type) { return is_pointer_in(type, IN(0) | IN(1) | IN(4) | IN(5)); }

T nvvm_build_pointer_in_0(Context *ctx) { return llvm_ptr(ctx, 0); }
T nvvm_build_pointer_in_1(Context *ctx) { return llvm_ptr(ctx, 1); }
T nvvm_build_pointer_in_3(Context *ctx) { return llvm_ptr(ctx, 3); }
T nvvm_build_pointer_in_6(Context *ctx) { return llvm_ptr(ctx, 6); }
T nvvm_build_pointer_in_7(Context *ctx) { return llvm_ptr(ctx, 7); }
T nvvm_build_i128(Context *ctx) { return type_integer(ctx, 128, SIGNLESS); }

static uint32_t space_of(T type) { return llvm_is_ptr(type) ? llvm_ptr_space(type) : UINT32_MAX; }
// An address stays in the memory of blocks, or in all memory.
bool nvvm_mapa_spaces_match(const Operation *op) {
  uint32_t from = space_of(op_operand_type(op, 0)), to = space_of(op_result_type(op, 0));
  return (from == 3 && to == 7) || (from == 0 && to == 0);
}
bool nvvm_sum_keeps_type(const Operation *op) { return op_result_type(op, 0) == op_operand_type(op, 0); }

// ---------------------------------------------------------------------------------------------
// A`[`…`]` B`[`…`]` C`[`…`]` scalars attr-dict `:` `(` type, type, type `)` `->` type. What A and B hold is left out when the
// types say it.

enum { MATRICES = 3, MAX_GROUPS = MATRICES + 8 };
static const char *const matrix_names[MATRICES] = {"A", "B", "C"};
static const char *const type_names[2] = {"multiplicandAPtxType", "multiplicandBPtxType"};

// The scalars behind the matrices: `name[%a, %b]`, and their types; i: i32, h: i16.
typedef struct Scalars { const char *name, *types; } Scalars;
static const Scalars of_sparse[] = {{"sparseMetadata", "i"}, {"selector", "i"}, {NULL, NULL}};
static const Scalars of_scaled[] = {{"scaleA", "ihh"}, {"scaleB", "ihh"}, {NULL, NULL}};
static const Scalars of_sparse_scaled[] = {{"sparseMetadata", "i"}, {"selector", "i"}, {"scaleA", "ihh"}, {"scaleB", "ihh"}, {NULL, NULL}};

static const Scalars *scalars_of(uint32_t opcode) {
  static const Scalars none[] = {{NULL, NULL}};
  return opcode == OP_NVVM_MMA_SP_SYNC ? of_sparse : opcode == OP_NVVM_MMA_BLOCK_SCALE ? of_scaled : opcode == OP_NVVM_MMA_SP_BLOCK_SCALE ? of_sparse_scaled : none;
}

static bool is_float_of(T type, FloatKind kind) { return type_is_float(type) && type_float_kind(type) == kind; }

// What the type of a part says of the matrix; -1: nothing.
static int kind_of_part(T type, bool is_sum) {
  for (uint32_t depth = 0; llvm_is_struct(type) && depth < 16; depth++) {
    uint32_t count = 0;
    const T *elements = llvm_struct_elements(type, &count);
    if (!count) return -1;
    type = elements[0];
  }
  if (is_float_of(type, FLOAT_F64)) return NVVM_MMA_TYPES_F64;
  if (is_float_of(type, FLOAT_F16)) return NVVM_MMA_TYPES_F16;
  const ShapedType *pair = type_is_vector(type) ? type_as_shaped(type) : NULL;
  if (pair && pair->rank == 1 && pair->dims[0] == 2 && !pair->scalable && is_float_of(type_element(type), FLOAT_F16)) return NVVM_MMA_TYPES_F16;
  if (is_sum && is_float_of(type, FLOAT_F32)) return NVVM_MMA_TYPES_F32;
  return is_sum && type_is_int(type, 32) ? NVVM_MMA_TYPES_S32 : -1;
}

bool parse_nvvm_mma(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  const Scalars *scalars = scalars_of(state->def->opcode);
  bool is_plain = !scalars->name;
  OperandVec parts[MATRICES] = {0}, extra[4] = {0};
  NamedAttrVec attrs = {0};
  TypeVec types = {0};
  T result, i16 = type_integer(ctx, 16, SIGNLESS);
  int32_t sizes[MAX_GROUPS];
  uint32_t groups = 0;
  for (uint32_t i = 0; i < MATRICES; i++)
    if (!parse_keyword(p, matrix_names[i]) || !parse_operand_list(p, &parts[i], DELIM_OPTIONAL_SQUARE)) return false;
  for (uint32_t i = 0; scalars[i].name; i++)
    if (!parse_keyword(p, scalars[i].name) || !parse_operand_list(p, &extra[i], DELIM_SQUARE)) return false;
  if (!parse_optional_attr_dict(p, &attrs) || !parse_colon(p) || !parse_l_paren(p) || !parse_type_list(p, &types) || !parse_r_paren(p)) return false;
  if (!is_plain && types.count != MATRICES) return parser_op_error(p, "expected one type for each operand segment but got %u types", types.count);
  for (uint32_t i = 0; i < MATRICES; i++) {
    if (i < types.count && !resolve_operands_same(p, state, &parts[i], types.data[i])) return false;
    sizes[groups++] = (int32_t)parts[i].count;
  }
  if (!parser_expect(p, TOK_ARROW, "expected '->'") || !(result = parse_type(p))) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  for (uint32_t i = 0; i < countof(type_names); i++) {
    Str name = str_from(type_names[i]);
    int kind = i < types.count ? kind_of_part(types.data[i], false) : -1;
    if (op_state_attr(state, name)) continue;
    if (kind < 0) return parser_op_error(p, "attribute %s is not provided explicitly and cannot be inferred", type_names[i]);
    op_state_set_attr(state, name, attr_from_params(ctx, &nvvm_mma_type_attr, (const uint64_t[]){(uint64_t)kind}));
  }
  for (uint32_t i = 0; scalars[i].name; i++) {
    uint32_t count = (uint32_t)strlen(scalars[i].types);
    if (extra[i].count != count) return parser_op_error(p, "number of operands and types do not match: got %u operands and %u types", extra[i].count, count);
    for (uint32_t k = 0; k < count; k++) {
      if (!resolve_one(p, state, &extra[i].data[k], scalars[i].types[k] == 'i' ? ctx->types.i32 : i16)) return false;
      sizes[groups++] = 1;
    }
  }
  op_state_operand_segments(state, sizes, groups);
  op_state_add_type(state, result);
  return true;
}

void print_nvvm_mma(Printer *p, const Operation *op) {
  const Scalars *scalars = scalars_of(op_code(op));
  const char *const groups[MATRICES] = {"operandA", "operandB", "operandC"};
  const char *elided[4] = {"operandSegmentSizes"};
  uint32_t elided_count = 1;
  for (uint32_t i = 0; i < MATRICES; i++) {
    Span span = op_operands_named(op, groups[i]);
    print_text(p, i && scalars->name ? "" : " ");
    print_text(p, matrix_names[i]);
    print_char(p, '[');
    print_operands(p, op, span);
    print_text(p, "] ");
    if (i < 2 && span_size(span) && kind_of_part(op_operand_type(op, span.begin), false) >= 0) elided[elided_count++] = type_names[i];
  }
  uint32_t next = op_operands_named(op, groups[2]).end;
  for (uint32_t i = 0; scalars[i].name; i++) {
    uint32_t count = (uint32_t)strlen(scalars[i].types);
    print_text(p, i ? " " : "");
    print_text(p, scalars[i].name);
    print_char(p, '[');
    print_operands(p, op, (Span){next, next + count});
    print_char(p, ']');
    next += count;
  }
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : (");
  for (uint32_t i = 0; i < MATRICES; i++) {
    Span span = op_operands_named(op, groups[i]);
    if (i) print_text(p, ", ");
    if (span_size(span)) print_type(p, op_operand_type(op, span.begin));
  }
  print_text(p, ") -> ");
  print_type(p, op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// #nvvm.target<O = 3, chip = "sm_90">

static const char *const target_keys[] = {"O", "triple", "chip", "features", "flags", "link", "verifyTarget", NULL};
static const char *const target_defaults[] = {"nvptx64-nvidia-cuda", "sm_50", ""};
static const GpuTarget target = {target_keys, target_defaults, countof(target_defaults)};
enum { TARGET_TRIPLE = 1, TARGET_CHIP, TARGET_LINK = 5 };

A parse_nvvm_target(Parser *p, const AttrDef *def, T type) {
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  A attr = parse_gpu_target(p, def, &target);
  (void)type;
  if (!attr) return NULL;
  const ArrayAttr *link = (const ArrayAttr *)attr_param_attr(attr, TARGET_LINK);
  const char *wrong = !attr_str(attr_param_attr(attr, TARGET_TRIPLE)).size ? "The target triple cannot be empty."
                      : !attr_str(attr_param_attr(attr, TARGET_CHIP)).size ? "The target chip cannot be empty." : NULL;
  for (uint64_t i = 0; link && !wrong && i < link->count; i++)
    if (attr_kind(link->items[i]) != ATTR_STRING) wrong = "All the elements in the `link` array must be strings.";
  if (!wrong) return attr;
  parser_error_at(p, at, "%s", wrong);
  return NULL;
}

void print_nvvm_target(Printer *p, A attr) { print_gpu_target(p, attr, &target); }

// ---------------------------------------------------------------------------------------------
// Attributes of kernels

#define SAYS(...) verify_fail_plain(v, op, __VA_ARGS__)

// At most three numbers of 32 bits.
static bool is_size(A value) {
  if (attr_kind(value) != ATTR_DENSE_ARRAY) return false;
  const DenseArrayAttr *array = (const DenseArrayAttr *)value;
  return type_is_int(array->element, 32) && array->count >= 1 && array->count <= 3;
}

// A kernel is a function of the llvm dialect; its limits are sizes and numbers.
bool verify_nvvm_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  static const char *const sizes[] = {"nvvm.maxntid", "nvvm.reqntid", "nvvm.cluster_dim"};
  static const char *const numbers[] = {"nvvm.minctasm", "nvvm.maxnreg", "nvvm.cluster_max_blocks"};
  if (attr_is_string(attr.name, "nvvm.kernel")) return op_is(op, OP_LLVM_FUNC) || SAYS("'nvvm.kernel' attribute attached to unexpected op");
  for (uint32_t i = 0; i < countof(sizes); i++)
    if (attr_is_string(attr.name, sizes[i]) && !is_size(attr.value)) return SAYS("'\"%s\"' attribute must be integer array with maximum 3 index", sizes[i]);
  for (uint32_t i = 0; i < countof(numbers); i++)
    if (attr_is_string(attr.name, numbers[i]) && attr_kind(attr.value) != ATTR_INTEGER) return SAYS("'\"%s\"' attribute must be integer constant", numbers[i]);
  if (attr_is_string(attr.name, "nvvm.blocksareclusters") && (!op_attr(op, "nvvm.reqntid") || !op_attr(op, "nvvm.cluster_dim")))
    return SAYS("'\"nvvm.blocksareclusters\"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'");
  return true;
}

// nvvm.grid_constant: of a kernel's parameter that is passed by its value.
bool verify_nvvm_arg_attr(Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr) {
  (void)region;
  if (!attr_is_string(attr.name, "nvvm.grid_constant") || !op_has(op, TRAIT_FUNCTION)) return true;
  if (!op_attr(op, "nvvm.kernel")) return SAYS("'\"nvvm.grid_constant\"' attribute must be present only on kernel arguments");
  if (attr_kind(attr.value) != ATTR_UNIT) return SAYS("'\"nvvm.grid_constant\"' must be a unit attribute");
  const ArrayAttr *attrs = (const ArrayAttr *)op_attr(op, "arg_attrs");
  if (attrs && arg < attrs->count && attr_dict_find(attrs->items[arg], STR("llvm.byval"))) return true;
  return SAYS("'\"nvvm.grid_constant\"' attribute requires the argument to also have attribute 'llvm.byval'");
}
