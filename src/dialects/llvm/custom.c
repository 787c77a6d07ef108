// custom<Name>(…) directives of the llvm dialect's assembly formats.
#include "ops/llvm.h"

#include "dialects/common/custom.h"

#include "dialects/llvm/attrs.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

// --- custom<GEPIndices>($dynamic, $constants): `1, %i`

#define DYNAMIC_INDEX INT32_MIN

static bool parse_gep_indices(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  VEC(int32_t) indices = {0};
  do {
    uint64_t constant = (uint32_t)DYNAMIC_INDEX;
    TokenKind kind = parser_kind(p);
    bool is_number = kind == TOK_INTEGER || kind == TOK_MINUS || kind == TOK_KW_true || kind == TOK_KW_false;
    if (!(is_number ? parse_sized_integer(p, 32, false, &constant) : parse_operand(p, custom_add_operand(p, &args[0])))) return false;
    vec_push(parser_scratch(p), &indices, (int32_t)(uint32_t)constant);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[1], attr_i32_array(parser_context(p), indices.data, indices.count));
  return true;
}

static void print_gep_indices(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span operands = custom_span(op, &args[0]);
  A constants = custom_attr(op, &args[1]);
  uint64_t size = constants && attr_kind(constants) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)constants)->count : 0;
  for (uint64_t i = 0; i < size; i++) {
    if (i) print_text(p, ", ");
    int64_t constant = dense_array_i64(constants, i);
    if (constant != DYNAMIC_INDEX) {
      print_i64(p, constant);
    } else if (operands.begin < operands.end) {
      print_operand(p, op_operand(op, operands.begin++));
    }
  }
}

// --- custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position)): no text

T llvm_type_at(Context *ctx, T container, A position, Str *problem) {
  *problem = (Str){0};
  if (!llvm_is_compatible(container)) {
    *problem = arena_printf(&ctx->arena, "expected LLVM IR Dialect type, got '%s'", type_text(ctx, container));
    return NULL;
  }
  T type = container;
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)position)->count; i++) {
    int64_t index = dense_array_i64(position, i);
    uint32_t size;
    if (llvm_is_array(type)) {
      if (index < 0 || (uint32_t)index >= ((const LLVMArrayType *)type)->count) goto out_of_bounds;
      type = ((const LLVMArrayType *)type)->element;
    } else if (llvm_is_struct(type)) {
      const T *elements = llvm_struct_elements(type, &size);
      if (index < 0 || (uint32_t)index >= size) goto out_of_bounds;
      type = elements[(uint32_t)index];
    } else {
      *problem = arena_printf(&ctx->arena, "expected LLVM IR structure/array type, got: '%s'", type_text(ctx, type));
      return NULL;
    }
    continue;
  out_of_bounds:
    *problem = arena_printf(&ctx->arena, "position out of bounds: %lld", (long long)index);
    return NULL;
  }
  return type;
}

static bool parse_element_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T container = custom_parsed_type(&args[1]);
  A position = custom_parsed_attr(&args[2]);
  if (!container || !position) return false;
  Str problem;
  T type = llvm_type_at(parser_context(p), container, position, &problem);
  if (!type) return parser_op_error_at(p, parser_loc(p), "%.*s", STR_ARG(problem));
  custom_add_type(p, &args[0], type);
  return true;
}

// --- custom<ShuffleType>(ref(type($v1)), type($res), ref($mask)): no text

static bool parse_shuffle_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = custom_parsed_type(&args[0]);
  A mask = custom_parsed_attr(&args[2]);
  if (!type || !mask) return false;
  if (!llvm_is_compatible_vector(type)) return parser_op_error_at(p, parser_loc(p), "expected an LLVM compatible vector type");
  const ShapedType *vector = (const ShapedType *)type;
  int64_t length = (int64_t)((const DenseArrayAttr *)mask)->count;
  custom_add_type(p, &args[1], type_vector(parser_context(p), &length, 1, vector->scalable, vector->element));
  return true;
}

// --- custom<LLVMLinkage>($linkage): a keyword, `external` when it is left out

static bool parse_linkage(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t linkage = parse_optional_enum_keyword(p, &llvm_linkage, 0);
  custom_set_attr(&args[0], attr_from_params(parser_context(p), &llvm_linkage_attr, &(uint64_t){(uint64_t)linkage}));
  return true;
}

static void print_linkage(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A linkage = custom_attr(op, &args[0]);
  if (linkage) print_enum(p, &llvm_linkage, (int64_t)attr_param(linkage, 0));
}

int64_t parse_optional_enum_keyword(Parser *p, const EnumDef *def, int64_t otherwise) {
  for (EnumCase c = {0}; enum_next(def, &c);)
    if (*c.name && parse_optional_keyword(p, c.name)) return c.value;
  return otherwise;
}

// --- custom<OpBundles>($operands, type($operands), $tags): `["tag"(%a, %b : i32, i64), "other"()]`

// bundle ::= string `(` (operand-list `:` type-list)? `)`
bool parse_op_bundle(Parser *p, OperandVec *operands, TypeVec *types, A *tag) {
  uint32_t at = parser_loc(p);
  Str text;
  if (!parse_string(p, &text)) return parser_op_error_at(p, at, "expect operand bundle tag");
  *tag = attr_string(parser_context(p), text);
  if (!parse_l_paren(p)) return false;
  if (parser_consume_if(p, TOK_R_PAREN)) return true;
  return parse_operand_list(p, operands, DELIM_NONE) && parse_colon_type_list(p, types) && parse_r_paren(p);
}

static ParseResult parse_op_bundles(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parser_consume_if(p, TOK_L_SQUARE)) return PARSE_ABSENT;
  if (parser_consume_if(p, TOK_R_SQUARE)) return PARSE_OK;
  AttrVec tags = {0};
  do {
    OperandVec operands = {0};
    TypeVec types = {0};
    A tag;
    if (!parse_op_bundle(p, &operands, &types, &tag)) return PARSE_FAILED;
    for (uint32_t i = 0; i < operands.count; i++) *custom_add_operand(p, &args[0]) = operands.data[i];
    for (uint32_t i = 0; i < types.count; i++) custom_add_type(p, &args[1], types.data[i]);
    custom_add_group(p, &args[0], operands.count);
    vec_push(parser_scratch(p), &tags, tag);
  } while (parser_consume_if(p, TOK_COMMA));
  if (!parse_r_square(p)) return PARSE_FAILED;
  custom_set_attr(&args[2], attr_array(parser_context(p), tags.data, tags.count));
  return PARSE_OK;
}

void print_op_bundles_of(Printer *p, const Operation *op, Span operands, A sizes, A tags) {
  const ArrayAttr *names = tags && attr_kind(tags) == ATTR_ARRAY ? (const ArrayAttr *)tags : NULL;
  print_char(p, '[');
  for (uint64_t i = 0; names && i < names->count; i++) {
    if (i) print_text(p, ", ");
    uint32_t size = sizes && i < ((const DenseArrayAttr *)sizes)->count ? (uint32_t)dense_array_i64(sizes, i) : 0;
    if (size > span_size(operands)) size = span_size(operands);
    Span group = {operands.begin, operands.begin + size};
    operands.begin = group.end;
    if (attr_kind(names->items[i]) == ATTR_STRING) print_string(p, attr_str(names->items[i]));
    print_char(p, '(');
    if (size) {
      print_operands(p, op, group);
      print_text(p, " : ");
      print_operand_types(p, op, group);
    }
    print_char(p, ')');
  }
  print_char(p, ']');
}

static void print_op_bundles(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_op_bundles_of(p, op, custom_span(op, &args[0]), custom_groups(op, &args[0]), custom_attr(op, &args[2]));
}

// --- custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, $operands, type($operands))

static bool parse_indirect_target(Parser *p, void *data) {
  CustomArg *args = data;
  return parse_case_target(p, &args[1], &args[2], &args[3], true);
}

static bool parse_indirect_successors(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  return parse_list(p, DELIM_SQUARE, parse_indirect_target, args, "successor blocks");
}

static void print_indirect_successors(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)args, (void)count;
  print_char(p, '[');
  for (uint32_t i = 0; i < op->successor_count; i++) {
    if (i) print_char(p, ',');
    print_newline(p);
    print_successor_and_operands(p, op, i);
  }
  if (op->successor_count) print_newline(p);
  print_char(p, ']');
}

// --- custom<LLVMSwitchOpCases>(ref(type($value)), $values, $dests, $operands, type($operands)): `[ 1: ^bb1, … ]`

static bool parse_switch_cases(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  if (!parse_l_square(p)) return false;
  if (parser_consume_if(p, TOK_R_SQUARE)) return true;
  T flag = custom_parsed_type(&args[0]);
  I64Vec values = {0};
  do {
    int64_t value;
    if (!parse_integer(p, &value) || !parse_colon(p) || !parse_case_target(p, &args[2], &args[3], &args[4], true)) return false;
    vec_push(parser_scratch(p), &values, value);
  } while (parser_consume_if(p, TOK_COMMA));
  A dense = flag ? case_values_attr(p, flag, &values) : NULL;
  if (dense) custom_set_attr(&args[1], dense);
  return parse_r_square(p);
}

static void print_switch_cases(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A values = custom_attr(op, &args[1]);
  print_char(p, '[');
  print_newline(p);
  if (values) {
    uint64_t cases = dense_count(values);
    for (uint64_t i = 0; i < cases && i + 1 < op->successor_count; i++) {
      if (i) {
        print_char(p, ',');
        print_newline(p);
      }
      APInt value = attr_int(dense_element_attr(printer_context(p), values, i));
      print_text(p, "  ");
      apint_print(printer_out(p), &value, true);
      print_text(p, ": ");
      print_successor_and_operands(p, op, (uint32_t)i + 1);
    }
    print_newline(p);
  }
  print_char(p, ']');
}

// --- custom<StructorData>($data): no text; constructors and destructors had no data up to LLVM 19

static bool parse_structor_data(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)count;
  A functions = state->props.data[0];
  if (!functions || attr_kind(functions) != ATTR_ARRAY) return true;   // the verifier reports it
  uint64_t none[PARAMS_MAX] = {0}, n = ((const ArrayAttr *)functions)->count;
  A *data = arena_new(parser_scratch(p), A, n + 1);
  for (uint64_t i = 0; data && i < n; i++) data[i] = attr_from_params(parser_context(p), &llvm_zero_attr, none);
  custom_set_attr(&args[0], data ? attr_array(parser_context(p), data, (uint32_t)n) : NULL);
  return true;
}

const CustomDirective llvm_directives[] = {
  {"GEPIndices", parse_gep_indices, print_gep_indices, NULL},
  {"InsertExtractValueElementType", parse_element_type, custom_print_blank, NULL},
  {"StructorData", parse_structor_data, custom_print_blank, NULL},
  {"ShuffleType", parse_shuffle_type, custom_print_blank, NULL},
  {"LLVMLinkage", parse_linkage, print_linkage, NULL},
  {"OpBundles", NULL, print_op_bundles, parse_op_bundles},
  {"IndirectBrOpSucessors", parse_indirect_successors, print_indirect_successors, NULL},
  {"LLVMSwitchOpCases", parse_switch_cases, print_switch_cases, NULL},
  {0},
};
