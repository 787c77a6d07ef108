// Directives for pointers in formats of older releases. Up to LLVM 16 the type of a pointer may have an element type; an
// operation spells that type only when the pointer does not.
#include "ops/llvm.h"

#include "dialects/common/custom.h"

#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

static T pointee_of(T type) { return type ? llvm_pointee(type_element_or_self(type)) : NULL; }

// The pointee of `!llvm.ptr<f32>` or of each element of `!llvm.vec<4 x ptr<f32>>`; NULL: it is not said.
static T printed_pointee(const Operation *op, const CustomArg *pointer) { return pointee_of(custom_type(op, pointer, 0)); }

static void print_type_before(Printer *p, T type) {
  print_type(p, type);
  print_text(p, ", ");
}

// custom<PointerAndValue>(type($pointer), type($value)): `f32`, or `!llvm.ptr, f32`
static bool parse_pointer_and_value(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T pointer = parse_type(p), value = pointer;
  if (!pointer) return false;
  if (!parser_consume_if(p, TOK_COMMA))
    pointer = llvm_ptr_to(parser_context(p), value, 0);
  else if (!(value = parse_type(p)))
    return false;
  custom_add_type(p, &args[0], pointer);
  custom_add_type(p, &args[1], value);
  return true;
}

static void print_pointer_and_value(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (!printed_pointee(op, &args[0])) print_type_before(p, custom_type(op, &args[0], 0));
  print_type(p, custom_type(op, &args[1], 0));
}

// custom<GEPTypes>(type($base), type($indices), type($result), $element): `(!llvm.ptr<f32>, i64) -> !llvm.ptr<f32>`, and
// `, f32` where the base does not say it
static bool parse_gep_types(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_op_error_at(p, at, "expected function type");
  if (!function->input_count || function->result_count != 1) return parser_op_error_at(p, at, "expected a pointer and its indices, and one result");
  T element = pointee_of(function->types[0]);
  if (!element && (!parse_comma(p) || !(element = parse_type(p)))) return false;
  custom_add_type(p, &args[0], function->types[0]);
  for (uint32_t i = 1; i < function->input_count; i++) custom_add_type(p, &args[1], function->types[i]);
  custom_add_type(p, &args[2], function->types[function->input_count]);
  custom_set_attr(&args[3], attr_type(parser_context(p), element));
  return true;
}

static void print_gep_types(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_functional_type(p, op);
  if (printed_pointee(op, &args[0])) return;
  print_text(p, ", ");
  print_attr(p, custom_attr(op, &args[3]));
}

// custom<LoadedTypes>(type($pointer), type($result)): `!llvm.ptr<f32>`, or `!llvm.ptr -> f32`
static bool parse_loaded(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  T pointer = parse_type(p);
  if (!pointer) return false;
  T type = pointee_of(pointer);
  if (!type && !llvm_is_ptr(type_element_or_self(pointer)) && parser_kind(p) != TOK_ARROW) return parser_op_error_at(p, at, "expected LLVM pointer type");
  if (!type && (!parser_expect(p, TOK_ARROW, "expected '->'") || !(type = parse_type(p)))) return false;
  custom_add_type(p, &args[0], pointer);
  custom_add_type(p, &args[1], type);
  return true;
}

static void print_loaded(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_type(p, custom_type(op, &args[0], 0));
  if (printed_pointee(op, &args[0])) return;
  print_text(p, " -> ");
  print_type(p, custom_type(op, &args[1], 0));
}

// custom<StoredTypes>(type($value), type($pointer)): `!llvm.ptr<f32>`, or `f32, !llvm.ptr`
static bool parse_stored(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t at = parser_loc(p);
  T value = parse_type(p), pointer = value;
  if (!value) return false;
  if (parser_consume_if(p, TOK_COMMA)) {
    if (!(pointer = parse_type(p))) return false;
  } else if (!(value = pointee_of(pointer))) {
    return parser_op_error_at(p, at, "expected LLVM pointer type");
  }
  custom_add_type(p, &args[0], value);
  custom_add_type(p, &args[1], pointer);
  return true;
}

static void print_stored(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (!printed_pointee(op, &args[1])) print_type_before(p, custom_type(op, &args[0], 0));
  print_type(p, custom_type(op, &args[1], 0));
}

// custom<BytePointer>(type($pointer)): no text, for it is `!llvm.ptr<i8>`
static bool parse_byte_pointer(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  custom_add_type(p, &args[0], llvm_ptr_to(ctx, ctx->types.i8, 0));
  return true;
}

// custom<WordValue>(type($value)): no text, for it is i32
static bool parse_word_value(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  custom_add_type(p, &args[0], parser_context(p)->types.i32);
  return true;
}

// `[0 : i32, 1 : index]` as an array of integers; NULL when it is none, which has been reported.
static const int64_t *parse_typed_integers(Parser *p, uint32_t *count) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, NULL);
  if (!attr) return NULL;
  const ArrayAttr *array = attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
  int64_t *integers = arena_new(parser_scratch(p), int64_t, array ? array->count + 1 : 1);
  bool ok = array && integers;
  for (uint64_t i = 0; ok && i < array->count; i++)
    if ((ok = attr_kind(array->items[i]) == ATTR_INTEGER)) integers[i] = attr_to_i64(array->items[i]);
  if (!ok) parser_op_error_at(p, at, "expected an array of integers");
  *count = ok ? (uint32_t)array->count : 0;
  return ok ? integers : NULL;
}

// custom<TypedPosition>($position): `[0 : index]`, or without a type, as it is printed
static bool parse_typed_position(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t depth;
  const int64_t *position = parse_typed_integers(p, &depth);
  if (position) custom_set_attr(&args[0], attr_i64_array(parser_context(p), position, depth));
  return position != NULL;
}

static void print_integers(Printer *p, A attr, const char *type) {
  print_char(p, '[');
  for (uint64_t i = 0; attr && i < ((const DenseArrayAttr *)attr)->count; i++) {
    if (i) print_text(p, ", ");
    print_i64(p, dense_array_i64(attr, i));
    print_text(p, type);
  }
  print_char(p, ']');
}

static void print_typed_position(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_integers(p, custom_attr(op, &args[0]), "");
}

// custom<TypedMask>($mask): `[0 : i32, 1 : i32]`
static bool parse_typed_mask(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint32_t size;
  const int64_t *integers = parse_typed_integers(p, &size);
  int32_t *mask = integers ? arena_new(parser_scratch(p), int32_t, size + 1) : NULL;
  for (uint32_t i = 0; mask && i < size; i++) mask[i] = (int32_t)integers[i];
  if (mask) custom_set_attr(&args[0], attr_i32_array(parser_context(p), mask, size));
  return mask != NULL;
}

static void print_typed_mask(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_integers(p, custom_attr(op, &args[0]), " : i32");
}

bool llvm_passes_twice(const Block *a, const Block *b) { return a == b && a && a->arg_count; }

// custom<NotTwice>(ref($true), ref($trueOperands), ref($false)): no text. Up to LLVM 9 what a block is passed was told by where
// it comes from, so it could not be passed something in both cases.
static bool parse_not_twice(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  const BlockVec *first = args[0].successors, *second = args[2].successors;
  if (!first->count || !second->count || first->data[0] != second->data[0] || !args[1].operands->count) return true;
  return parser_op_error_at(p, args[1].operands->data[0].at, "both successors are the same block, which has arguments");
}

const CustomDirective llvm_typed_directives[] = {
  {"Elided", custom_parse_blank, custom_print_blank, NULL},   // custom<Elided>($attribute): an attribute that the release could not express
  {"NotTwice", parse_not_twice, custom_print_blank, NULL},
  {"WordValue", parse_word_value, custom_print_blank, NULL},
  {"BytePointer", parse_byte_pointer, custom_print_blank, NULL},
  {"PointerAndValue", parse_pointer_and_value, print_pointer_and_value, NULL},
  {"GEPTypes", parse_gep_types, print_gep_types, NULL},
  {"LoadedTypes", parse_loaded, print_loaded, NULL},
  {"TypedPosition", parse_typed_position, print_typed_position, NULL},
  {"TypedMask", parse_typed_mask, print_typed_mask, NULL},
  {"StoredTypes", parse_stored, print_stored, NULL},
  {0},
};
