// The amx dialect: matrix tiles of x86.
#include "ops/amx.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"

// ---------------------------------------------------------------------------------------------
// !amx.tile<16x64xi8>: a vector type of rank 2 holds what it says

static const ShapedType *shape_of(T tile) { return (const ShapedType *)attr_param_type((A)(const void *)tile, 0); }

T parse_amx_tile(Parser *p, const TypeDef *def) {
  int64_t first[2];
  I64Vec dims = {first, 0, countof(first)};
  if (!parse_less(p) || !parse_dims(p, &dims, NULL, DIMS_TRAILING_X)) return NULL;
  uint32_t at = parser_loc(p);
  T element = parse_type(p);
  if (!element || !parse_greater(p)) return NULL;
  Context *ctx = parser_context(p);
  bool ok = type_is_int(element, 32) || type_is_int(element, 8);
  if (type_is_float(element)) {
    FloatKind kind = type_float_kind(element);
    ok = kind == FLOAT_F32 || kind == FLOAT_F16 || kind == FLOAT_BF16;
  }
  if (!ok) {
    parser_error_at(p, at, "failed to verify 'elementType': 32-bit float or 16-bit float or bfloat16 type or 32-bit signless integer or 8-bit signless integer");
    return NULL;
  }
  uint64_t word = param_word(type_vector(ctx, dims.data, dims.count, 0, element));
  return type_from_params(ctx, def, &word);
}

void print_amx_tile(Printer *p, T type) {
  const ShapedType *shape = shape_of(type);
  print_char(p, '<');
  print_dims(p, shape->dims, (uint32_t)shape->rank);
  if (shape->rank) print_char(p, 'x');
  print_type(p, shape->element);
  print_char(p, '>');
}

static T element_of_tile(T type) { return type->def == &amx_tile_type ? shape_of(type)->element : NULL; }
static bool is_tile_of(T type, FloatKind kind) {
  T element = element_of_tile(type);
  return element && type_is_float(element) && type_float_kind(element) == kind;
}
bool amx_tile_of_f32(T type) { return is_tile_of(type, FLOAT_F32); }
bool amx_tile_of_f16_or_bf16(T type) { return is_tile_of(type, FLOAT_F16) || is_tile_of(type, FLOAT_BF16); }
bool amx_tile_of_i8(T type) { return element_of_tile(type) && type_is_int(element_of_tile(type), 8); }
bool amx_tile_of_i32(T type) { return element_of_tile(type) && type_is_int(element_of_tile(type), 32); }

// ---------------------------------------------------------------------------------------------
// Verification

enum { MAX_ROWS = 16, MAX_COLUMN_BITS = 512 };

static bool check_size(Verifier *v, const Operation *op, T tile) {
  const ShapedType *shape = shape_of(tile);
  if (shape->rank != 2) return true;
  int64_t bits = shape->dims[1] * type_bits(shape->element);
  if (shape->dims[0] > MAX_ROWS) return verify_fail(v, op, "bad row height: %lld", (long long)shape->dims[0]);
  if (bits > MAX_COLUMN_BITS || bits & 0x1f) return verify_fail(v, op, "bad column width: %lld", (long long)(bits >> 3));
  return true;
}

static bool check_product(Verifier *v, const Operation *op, uint32_t scale) {
  const ShapedType *a = shape_of(op_operand_type(op, 0)), *b = shape_of(op_operand_type(op, 1)), *c = shape_of(op_operand_type(op, 2));
  if (a->rank != 2 || b->rank != 2 || c->rank != 2) return true;
  int64_t inner = a->dims[1] >> scale;
  if (a->dims[0] != c->dims[0] || inner != b->dims[0] || (b->dims[1] >> scale) != c->dims[1])
    return verify_fail(v, op, "bad mult shape: %lld x %lld x %lld", (long long)c->dims[0], (long long)c->dims[1], (long long)inner);
  return true;
}

static bool check_access(Verifier *v, const Operation *op, T memref, uint32_t indices) {
  const ShapedType *shape = (const ShapedType *)memref;
  if (shape->rank != indices) return verify_fail(v, op, "requires %u indices", (unsigned)shape->rank);
  return true;
}

bool verify_amx_tile_zero(Verifier *v, const Operation *op) { return check_size(v, op, op_result_type(op, 0)); }

bool verify_amx_tile_load(Verifier *v, const Operation *op) {
  Span indices = op_operands_named(op, "indices");
  return check_access(v, op, op_operand_type(op, 0), span_size(indices)) && check_size(v, op, op_result_type(op, 0));
}

bool verify_amx_tile_store(Verifier *v, const Operation *op) {
  Span indices = op_operands_named(op, "indices");
  return check_access(v, op, op_operand_type(op, 0), span_size(indices)) && check_size(v, op, op_operand_type(op, indices.end));
}

static bool check_factors(Verifier *v, const Operation *op) {
  for (uint32_t i = 0; i < 3; i++)
    if (!check_size(v, op, op_operand_type(op, i))) return false;
  return true;
}

bool verify_amx_tile_mulf(Verifier *v, const Operation *op) { return check_factors(v, op) && check_product(v, op, 1); }
bool verify_amx_tile_muli(Verifier *v, const Operation *op) { return check_factors(v, op) && check_product(v, op, 2); }
