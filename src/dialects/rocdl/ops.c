// Types and forms of rocdl's operations.
#include "ops/rocdl.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/gpu_target.h"
#include "dialects/llvm/types.h"
#include "ir/verifier.h"
#include "ops/llvm.h"

static bool is_pointer_in(T type, uint32_t space) { return llvm_is_ptr(type) && llvm_ptr_space(type) == space; }
bool rocdl_is_pointer_in_0(T type) { return is_pointer_in(type, 0); }
bool rocdl_is_pointer_in_1(T type) { return is_pointer_in(type, 1); }
bool rocdl_is_pointer_in_3(T type) { return is_pointer_in(type, 3); }
bool rocdl_is_pointer_in_8(T type) { return is_pointer_in(type, 8); }

bool rocdl_is_float_or_vector(T type) { return type_is_float(type_is_vector(type) ? type_element(type) : type); }

bool rocdl_is_pair_of_i32(T type) {
  uint32_t count = 0;
  const T *elements = llvm_is_struct(type) ? llvm_struct_elements(type, &count) : NULL;
  return count == 2 && type_is_int(elements[0], 32) && type_is_int(elements[1], 32);
}

// ---------------------------------------------------------------------------------------------
// Types that are not written

static T vector_of(Context *ctx, int64_t size, T element) { return type_vector(ctx, &size, 1, 0, element); }
T rocdl_build_v3i32(Context *ctx) { return vector_of(ctx, 3, ctx->types.i32); }
T rocdl_build_v16bf16(Context *ctx) { return vector_of(ctx, 16, type_float(ctx, FLOAT_BF16)); }
T rocdl_build_v16f16(Context *ctx) { return vector_of(ctx, 16, type_float(ctx, FLOAT_F16)); }
T rocdl_build_v16f32(Context *ctx) { return vector_of(ctx, 16, type_float(ctx, FLOAT_F32)); }
T rocdl_build_v2i32(Context *ctx) { return vector_of(ctx, 2, ctx->types.i32); }
T rocdl_build_v8bf16(Context *ctx) { return vector_of(ctx, 8, type_float(ctx, FLOAT_BF16)); }
T rocdl_build_v8f16(Context *ctx) { return vector_of(ctx, 8, type_float(ctx, FLOAT_F16)); }
T rocdl_build_v8f32(Context *ctx) { return vector_of(ctx, 8, type_float(ctx, FLOAT_F32)); }
T rocdl_build_v6i32(Context *ctx) { return vector_of(ctx, 6, ctx->types.i32); }
T rocdl_build_v2f16(Context *ctx) { return vector_of(ctx, 2, type_float(ctx, FLOAT_F16)); }
T rocdl_build_v2bf16(Context *ctx) { return vector_of(ctx, 2, type_float(ctx, FLOAT_BF16)); }
T rocdl_build_v2i16(Context *ctx) { return vector_of(ctx, 2, type_integer(ctx, 16, SIGNLESS)); }
T rocdl_build_v2f32(Context *ctx) { return vector_of(ctx, 2, type_float(ctx, FLOAT_F32)); }
T rocdl_build_v32bf16(Context *ctx) { return vector_of(ctx, 32, type_float(ctx, FLOAT_BF16)); }
T rocdl_build_v32f16(Context *ctx) { return vector_of(ctx, 32, type_float(ctx, FLOAT_F16)); }
T rocdl_build_v32f32(Context *ctx) { return vector_of(ctx, 32, type_float(ctx, FLOAT_F32)); }
T rocdl_build_v4i32(Context *ctx) { return vector_of(ctx, 4, ctx->types.i32); }
T rocdl_build_v8i32(Context *ctx) { return vector_of(ctx, 8, ctx->types.i32); }
T rocdl_build_bf16(Context *ctx) { return type_float(ctx, FLOAT_BF16); }
T rocdl_build_f16(Context *ctx) { return type_float(ctx, FLOAT_F16); }
T rocdl_build_pointer_in_0(Context *ctx) { return llvm_ptr(ctx, 0); }
T rocdl_build_pointer_in_1(Context *ctx) { return llvm_ptr(ctx, 1); }
T rocdl_build_pointer_in_3(Context *ctx) { return llvm_ptr(ctx, 3); }
T rocdl_build_pointer_in_8(Context *ctx) { return llvm_ptr(ctx, 8); }
T rocdl_build_pair_of_i32(Context *ctx) { return llvm_struct(ctx, (const T[]){ctx->types.i32, ctx->types.i32}, 2, false); }

// operands `:` type: of the first operand, or of the result; then there are a vector<4xi32> and integers.
bool parse_rocdl_raw_buffer(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  bool is_load = state->def->opcode == OP_ROCDL_RAW_BUFFER_LOAD;
  uint32_t count = is_load ? 4 : 5;
  OperandVec operands = {0};
  T types[5], type;
  if (!parse_operand_list_n(p, &operands, DELIM_NONE, count) || !parse_colon_type(p, &type)) return false;
  int64_t four = 4;
  uint32_t n = 0;
  if (!is_load) types[n++] = type;
  types[n++] = type_vector(ctx, &four, 1, 0, ctx->types.i32);
  while (n < count) types[n++] = ctx->types.i32;
  if (is_load) op_state_add_type(state, type);
  return resolve_operands(p, state, &operands, types, count, parser_name_loc(p));
}

void print_rocdl_raw_buffer(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_text(p, " : ");
  print_type(p, op->result_count ? op_result_type(op, 0) : op_operand_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// #rocdl.target<O = 3, chip = "gfx90a">

static const char *const target_keys[] = {"O", "triple", "chip", "features", "abi", "flags", "link", NULL};
static const char *const target_defaults[] = {"amdgcn-amd-amdhsa", "gfx900", "", "600"};
static const GpuTarget target = {target_keys, target_defaults, countof(target_defaults)};

A parse_rocdl_target(Parser *p, const AttrDef *def, T type) {
  (void)type;
  return parse_gpu_target(p, def, &target);
}

void print_rocdl_target(Printer *p, A attr) { print_gpu_target(p, attr, &target); }

// A kernel is a function of the llvm dialect.
bool verify_rocdl_attr(Verifier *v, const Operation *op, NamedAttr attr) {
  if (!attr_is_string(attr.name, "rocdl.kernel") || op_is(op, OP_LLVM_FUNC)) return true;
  return verify_fail_plain(v, op, "'\"rocdl.kernel\"' attribute attached to unexpected op");
}
