// vector.print to calls of functions of the runtime: printF32 and the like.
#include "convert/vector_to_llvm/vector_to_llvm.h"

#include "asm/params.h"
#include "ops/arith.h"
#include "ops/llvm.h"
#include "ops/vector.h"

// How a scalar is printed: extended or cast to an integer, by the function `name`.
static const char *printer_of(T type, uint32_t *cast) {
  const IntegerType *integer = type_as_integer(type);
  *cast = 0;
  if (type_is_index(type)) return "printU64";
  if (integer) {
    if (integer->width > 64) return NULL;
    if (integer->width < 64) *cast = integer->width == 1 || integer->signedness == UNSIGNED ? OP_ARITH_EXTUI : OP_ARITH_EXTSI;
    return integer->signedness == UNSIGNED ? "printU64" : "printI64";
  }
  if (!type_is_float(type)) return NULL;
  switch (type_float_kind(type)) {
    case FLOAT_F32: return "printF32";
    case FLOAT_F64: return "printF64";
    case FLOAT_F16: *cast = OP_LLVM_BITCAST; return "printF16";
    case FLOAT_BF16: *cast = OP_LLVM_BITCAST; return "printBF16";
    default: return NULL;
  }
}

// A call of `name`, declared when it is not yet, with an argument of type `type` (NULL: without). The operation `cast`
// (0: none) makes that of the argument.
static bool call(Conversion *c, Operation *op, const char *name, T type, uint32_t cast, Value *argument) {
  uint32_t count = type != NULL;
  if (!llvm_lookup_function(c, op, str_from(name), NULL, &type, count)) return false;
  if (cast) argument = build1(&c->b, cast, type, argument);
  llvm_call(&c->b, NULL, str_from(name), &argument, count);
  return true;
}

// Other floats are printed from their bits and the number that APFloat gives their format.
static bool print_by_format(Conversion *c, Operation *op, T type, Value *value) {
  static const uint8_t formats[FLOAT_KIND_COUNT] = {
    [FLOAT_F8E5M2] = 7, [FLOAT_F8E5M2FNUZ] = 8, [FLOAT_F8E4M3] = 9, [FLOAT_F8E4M3FN] = 10, [FLOAT_F8E4M3FNUZ] = 11,
    [FLOAT_F8E4M3B11FNUZ] = 12, [FLOAT_F8E3M4] = 13, [FLOAT_F8E8M0FNU] = 15, [FLOAT_F6E3M2FN] = 16, [FLOAT_F6E2M3FN] = 17,
    [FLOAT_F4E2M1FN] = 18, [FLOAT_F80] = 19, [FLOAT_F128] = 4,
  };
  T i32 = c->ctx->types.i32, i64 = c->ctx->types.i64;
  Str name = STR("printApFloat");
  if (!llvm_lookup_function(c, op, name, NULL, (const T[]){i32, i64}, 2)) return false;
  Value *format = llvm_int_constant(&c->b, i32, formats[type_float_kind(type)]);
  Value *bits = llvm_cast(&c->b, OP_LLVM_ZEXT, i64, value);
  llvm_call(&c->b, NULL, name, (Value *const[]){format, bits}, 2);
  return true;
}

static bool print_scalar(Conversion *c, Operation *op, T type, Value *value) {
  uint32_t cast;
  const char *name = printer_of(type, &cast);
  Context *ctx = c->ctx;
  bool is_float = type_is_float(type);
  if ((!name && !is_float) || !type_convert(c->types, type)) return convert_no_match(c, op, "the runtime cannot print such a value");
  if (!name) return print_by_format(c, op, type, value);
  return call(c, op, name, !is_float ? ctx->types.i64 : cast ? ctx->types.i16 : type, cast, value);
}

bool lower_vector_print(Conversion *c, Operation *op, Value *const *operands) {
  static const char *const punctuation[] = {
    [VECTOR_PRINT_PUNCTUATION_NEWLINE] = "printNewline", [VECTOR_PRINT_PUNCTUATION_COMMA] = "printComma",
    [VECTOR_PRINT_PUNCTUATION_OPEN] = "printOpen", [VECTOR_PRINT_PUNCTUATION_CLOSE] = "printClose",
  };
  if (!enclosing_module(op)) return false;
  if (op->operand_count) {
    T type = op_operand_type(op, 0);
    if (type_is_vector(type)) return convert_no_match(c, op, "vectors are taken apart before they are printed");
    if (!print_scalar(c, op, type, operands[0])) return false;
  }
  A text = op_prop_at(op, VECTOR_PRINT_STRING_LITERAL);
  uint64_t mark = attr_param(op_prop_at(op, VECTOR_PRINT_PUNCTUATION), 0);
  if (text) {
    Value *address = llvm_global_string(c, op, STR("vector_print_str"), attr_str(text));
    T array = llvm_array(c->ctx, c->ctx->types.i8, attr_str(text).size + 1);
    if (address) address = llvm_gep(&c->b, address->type, array, address, (const GepIndex[]){{NULL, 0}}, 1, 0);
    if (!address || !call(c, op, "printString", address->type, 0, address)) return false;
  } else if (mark != VECTOR_PRINT_PUNCTUATION_NO_PUNCTUATION && mark < countof(punctuation)) {
    if (!call(c, op, punctuation[mark], NULL, 0, NULL)) return false;
  }
  return convert_erase(c, op);
}
