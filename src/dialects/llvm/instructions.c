// Custom forms and verifiers of instructions: alloca, comparisons, calls, aggregates.
#include "ops/llvm.h"

#include "dialects/llvm/attrs.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

// The fast-math flags of an op are not printed when there are none.
static bool has_default_fastmath(const Operation *op) {
  A flags = op_prop(op, "fastmathFlags");
  return flags && attr_is(flags, &llvm_fastmath_attr) && !attr_param(flags, 0);
}

// ---------------------------------------------------------------------------------------------
// llvm.alloca

// alloca ::= `inalloca`? operand `x` type attr-dict `:` function-type
bool parse_llvm_alloca(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand size;
  NamedAttrVec attrs = {0};
  if (parse_optional_keyword(p, "inalloca")) op_state_set_prop(state, LLVM_ALLOCA_INALLOCA, attr_unit(ctx));
  if (!parse_operand(p, &size) || !parse_keyword(p, "x")) return false;
  T element = parse_type(p);
  if (!element || !parse_optional_attr_dict(p, &attrs) || !parse_colon(p)) return false;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  for (uint32_t i = 0; i < attrs.count; i++) {
    A value = attrs.data[i].value;
    if (attr_is_string(attrs.data[i].name, "alignment")) {
      if (attr_kind(value) != ATTR_INTEGER) return parser_op_error(p, "expected integer alignment");
      APInt bytes = attr_int(value);
      if (apint_is_zero(&bytes)) continue;
    }
    vec_push(state->arena, &state->attrs, attrs.data[i]);
  }
  const FunctionType *function = type_as_function(type);
  if (!function || function->input_count != 1 || function->result_count != 1)
    return parser_op_error_at(p, at, "expected trailing function type with one argument and one result");
  if (!resolve_one(p, state, &size, function->types[0])) return false;
  if (llvm_is_ptr(function->types[1])) op_state_set_prop(state, LLVM_ALLOCA_ELEM_TYPE, attr_type(ctx, element));
  op_state_add_type(state, function->types[1]);
  return true;
}

void print_llvm_alloca(Printer *p, const Operation *op) {
  static const char *const elided[] = {"elem_type", "inalloca", NULL};
  static const char *const unaligned[] = {"alignment", "elem_type", "inalloca", NULL};
  A alignment = op_prop_at(op, LLVM_ALLOCA_ALIGNMENT);
  if (op_prop_at(op, LLVM_ALLOCA_INALLOCA)) print_text(p, " inalloca");
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_text(p, " x ");
  print_attr(p, op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE));
  print_optional_attr_dict(p, op, alignment && attr_to_i64(alignment) ? elided : unaligned);
  print_text(p, " : ");
  print_functional_type(p, op);
}

// ---------------------------------------------------------------------------------------------
// llvm.icmp, llvm.fcmp

// compare ::= string operand `,` operand attr-dict `:` type
static bool parse_compare(Parser *p, OpState *state, const EnumDef *predicates) {
  Context *ctx = parser_context(p);
  Operand lhs, rhs;
  uint32_t at = parser_loc(p);
  A predicate = parse_attr(p, NULL);
  if (!predicate) return false;
  if (attr_kind(predicate) != ATTR_STRING) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  if (!parse_operand(p, &lhs) || !parse_comma(p) || !parse_operand(p, &rhs) || !parse_llvm_dict(p, state, false) || !parse_colon(p))
    return false;
  uint32_t type_at = parser_loc(p);
  T type = parse_type(p);
  if (!type || !resolve_one(p, state, &lhs, type) || !resolve_one(p, state, &rhs, type)) return false;
  int64_t value;
  if (!enum_value(predicates, attr_str(predicate), &value))
    return parser_op_error_at(p, at, "'%.*s' is an incorrect value of the 'predicate' attribute", STR_ARG(attr_str(predicate)));
  op_state_set_attr(state, STR("predicate"), attr_i64(ctx, ctx->types.i64, value));
  if (!llvm_is_compatible(type)) return parser_op_error_at(p, type_at, "expected LLVM dialect-compatible type");
  T result = type_with_element(ctx, type, ctx->types.i1);
  op_state_add_type(state, result);
  return true;
}

bool parse_llvm_icmp(Parser *p, OpState *state) { return parse_compare(p, state, &llvm_i_cmp_predicate); }
bool parse_llvm_fcmp(Parser *p, OpState *state) { return parse_compare(p, state, &llvm_f_cmp_predicate); }

static void print_compare(Printer *p, const Operation *op, const EnumDef *predicates) {
  static const char *const elided[] = {"predicate", NULL, NULL};
  static const char *const no_flags[] = {"predicate", "fastmathFlags", NULL};
  A predicate = op_prop(op, "predicate");
  const char *word = predicate ? enum_name(predicates, attr_to_i64(predicate)) : NULL;
  print_text(p, " \"");
  print_text(p, word ? word : "");
  print_text(p, "\" ");
  print_operands(p, op, (Span){0, op->operand_count});
  print_optional_attr_dict(p, op, has_default_fastmath(op) ? no_flags : elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

void print_llvm_icmp(Printer *p, const Operation *op) { print_compare(p, op, &llvm_i_cmp_predicate); }
void print_llvm_fcmp(Printer *p, const Operation *op) { print_compare(p, op, &llvm_f_cmp_predicate); }

// ---------------------------------------------------------------------------------------------
// llvm.call

// types ::= `(` (type attr-dict (`,` type attr-dict)*)? `)`, after the opening parenthesis
static bool parse_types_with_attrs(Parser *p, TypeVec *types, AttrVec *dicts) {
  do {
    NamedAttrVec attrs = {0};
    T type = parse_type(p);
    if (!type || !parse_optional_attr_dict(p, &attrs)) return false;
    vec_push(parser_scratch(p), types, type);
    vec_push(parser_scratch(p), dicts, attr_dict(parser_context(p), attrs.data, attrs.count));
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_r_paren(p);
}

bool parse_call_signature(Parser *p, CallSignature *out) {
  if (!parse_l_paren(p)) return false;
  if (!parser_consume_if(p, TOK_R_PAREN) && !parse_types_with_attrs(p, &out->args, &out->arg_dicts)) return false;
  if (!parser_consume_if(p, TOK_ARROW)) return false;
  if (parser_consume_if(p, TOK_L_PAREN))
    return parser_consume_if(p, TOK_R_PAREN) || parse_types_with_attrs(p, &out->results, &out->result_dicts);
  T type = parse_type(p);
  if (!type) return false;
  vec_push(parser_scratch(p), &out->results, type);
  vec_push(parser_scratch(p), &out->result_dicts, parser_context(p)->attrs.empty_dict);
  return true;
}

// `:` (type `,`)? signature
static bool parse_call_types(Parser *p, OpState *state, const OperandVec *operands, bool is_direct) {
  uint32_t at = parser_loc(p);
  TypeVec types = {0};
  CallSignature signature = {0};
  if (!parse_colon(p)) return false;
  // A pointer that says what it points to follows from the signature.
  bool is_typed = !is_direct && parser_kind(p) == TOK_L_PAREN && llvm_reads_typed_pointers(p);
  if (!is_direct && !is_typed) {
    T callee = parse_type(p);
    if (!callee) return false;
    vec_push(parser_scratch(p), &types, callee);
    if (!parser_consume_if(p, TOK_COMMA)) return parser_op_error_at(p, at, "expected indirect call to have 2 trailing types");
  }
  if (!parse_call_signature(p, &signature))
    return parser_op_error_at(p, at, is_direct ? "expected direct call to have 1 trailing types" : "expected trailing function type");
  if (signature.results.count > 1) return parser_op_error_at(p, at, "expected function with 0 or 1 result");
  if (signature.results.count && llvm_is_void(signature.results.data[0]))
    return parser_op_error_at(p, at, "expected a non-void result type");
  if (is_typed) {
    Context *ctx = parser_context(p);
    T result = signature.results.count ? signature.results.data[0] : llvm_void(ctx);
    vec_push(parser_scratch(p), &types, llvm_ptr_to(ctx, llvm_func(ctx, result, signature.args.data, signature.args.count, false), 0));
    ctx->has_typed_pointers = true;
    parser_note_older(p, OLDER_TYPED_POINTER, at);
  }
  for (uint32_t i = 0; i < signature.args.count; i++) vec_push(parser_scratch(p), &types, signature.args.data[i]);
  if (!resolve_operands(p, state, operands, types.data, types.count, parser_name_loc(p))) return false;
  op_state_add_types(state, signature.results.data, signature.results.count);
  add_arg_res_attrs(p, state, signature.arg_dicts.data, signature.arg_dicts.count, signature.result_dicts.data,
                    signature.result_dicts.count, "arg_attrs", "res_attrs");
  return true;
}

bool parse_op_bundle_list(Parser *p, OpBundles *out) {
  out->at = parser_loc(p);
  if (!parser_consume_if(p, TOK_L_SQUARE) || parser_consume_if(p, TOK_R_SQUARE)) return true;
  do {
    uint32_t before = out->operands.count, types_before = out->types.count;
    A tag;
    if (!parse_op_bundle(p, &out->operands, &out->types, &tag)) return false;
    vec_push(parser_scratch(p), &out->sizes, (int32_t)(out->operands.count - before));
    vec_push(parser_scratch(p), &out->type_counts, out->types.count - types_before);
    vec_push(parser_scratch(p), &out->tags, tag);
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_r_square(p);
}

bool add_op_bundles(Parser *p, OpState *state, const OpBundles *bundles) {
  Context *ctx = parser_context(p);
  if (bundles->tags.count) op_state_set_attr(state, STR("op_bundle_tags"), attr_array(ctx, bundles->tags.data, bundles->tags.count));
  op_state_set_attr(state, STR("op_bundle_sizes"), attr_i32_array(ctx, bundles->sizes.data, bundles->sizes.count));
  for (uint32_t i = 0; i < bundles->sizes.count; i++)
    if (bundles->type_counts.data[i] != (uint32_t)bundles->sizes.data[i])
      return parser_op_error_at(p, bundles->at,
                                "expected %d types for operand bundle operands for operand bundle #0, but actually got %u",
                                bundles->sizes.data[i], bundles->type_counts.data[i]);
  return resolve_operands(p, state, &bundles->operands, bundles->types.data, bundles->types.count, bundles->at);
}

// callee ::= (symbol | operand) `(` operands `)`
static bool parse_callee(Parser *p, OpState *state, OperandVec *operands, bool *is_direct) {
  Operand pointer;
  ParseResult indirect = parse_optional_operand(p, &pointer);
  if (indirect == PARSE_FAILED) return false;
  *is_direct = indirect == PARSE_ABSENT;
  if (*is_direct) {
    A callee = parse_symbol_ref(p);
    if (!callee) return false;
    // A nested symbol does not fit and is lost.
    vec_push(state->arena, &state->attrs, ((NamedAttr){attr_string(parser_context(p), STR("callee")), callee}));
  } else {
    vec_push(parser_scratch(p), operands, pointer);
  }
  return parse_operand_list(p, operands, DELIM_PAREN);
}

// (`vararg` `(` type `)`)?
static bool parse_vararg(Parser *p, OpState *state) {
  if (!parse_optional_keyword(p, "vararg")) return true;
  if (!parse_l_paren(p)) return false;
  uint32_t at = parser_loc(p);
  A type = parse_attr(p, NULL);
  if (!type) return false;
  if (attr_kind(type) != ATTR_TYPE) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  op_state_set_attr(state, STR("var_callee_type"), type);
  return parse_r_paren(p);
}

// call ::= cconv? tail-kind? (symbol | operand) `(` operands `)` (`vararg` `(` type `)`)? bundles? attr-dict call-types
bool parse_llvm_call(Parser *p, OpState *state) {
  OperandVec operands = {0};
  OpBundles bundles = {0};
  bool is_direct;
  set_enum_attr(p, state, "CConv", &llvm_c_conv, &llvm_cconv_attr);
  set_enum_attr(p, state, "TailCallKind", &llvm_tail_call_kind, &llvm_tailcallkind_attr);
  if (!parse_callee(p, state, &operands, &is_direct) || !parse_vararg(p, state)) return false;
  if (!parse_op_bundle_list(p, &bundles) || !parse_llvm_dict(p, state, false) ||
      !parse_call_types(p, state, &operands, is_direct) || !add_op_bundles(p, state, &bundles))
    return false;
  op_state_operand_segments(state, (const int32_t[]){(int32_t)operands.count, (int32_t)bundles.operands.count}, 2);
  return true;
}

// ` : ` (pointer-type `,`)? signature; a pointer that says what it points to need not be spelled
static void print_call_types(Printer *p, const Operation *op, Span args, bool is_indirect) {
  print_text(p, " : ");
  if (is_indirect && op->operand_count && !llvm_pointee(op_operand_type(op, 0))) {
    print_type(p, op_operand_type(op, 0));
    print_text(p, ", ");
  }
  TypeVec types = {0};
  Arena scratch;
  arena_init(&scratch, &printer_context(p)->mem);
  for (uint32_t i = args.begin; i < args.end; i++) vec_push(&scratch, &types, op_operand_type(op, i));
  T result = op->result_count ? op_result_type(op, 0) : NULL;
  print_signature(p, types.data, types.count, op_prop(op, "arg_attrs"), false, &result, op->result_count, op_prop(op, "res_attrs"),
                  NULL, true);
  arena_free(&scratch);
}

static void print_call_bundles(Printer *p, const Operation *op) {
  A sizes = op_prop(op, "op_bundle_sizes");
  if (!sizes || !((const DenseArrayAttr *)sizes)->count) return;
  print_char(p, ' ');
  print_op_bundles_of(p, op, op_operands_named(op, "op_bundle_operands"), sizes, op_prop(op, "op_bundle_tags"));
}

// The callee by name, or the first operand; and the arguments in parentheses.
static Span print_callee(Printer *p, const Operation *op) {
  A callee = op_prop(op, "callee");
  Span args = op_operands_named(op, "callee_operands");
  if (callee) {
    print_symbol_name(p, attr_symbol_root(callee));
  } else if (args.begin < args.end) {
    print_operand(p, op_operand(op, args.begin++));
  }
  print_char(p, '(');
  print_operands(p, op, args);
  print_char(p, ')');
  return args;
}

static void print_vararg(Printer *p, const Operation *op) {
  A type = op_prop(op, "var_callee_type");
  if (!type) return;
  print_text(p, " vararg(");
  print_attr(p, type);
  print_char(p, ')');
}

void print_llvm_call(Printer *p, const Operation *op) {
  static const char *const elided[] = {"callee", "TailCallKind", "var_callee_type", "CConv", "operandSegmentSizes", "op_bundle_sizes",
                                       "op_bundle_tags", "arg_attrs", "res_attrs", "fastmathFlags", NULL};
  static const char *const with_flags[] = {"callee", "TailCallKind", "var_callee_type", "CConv", "operandSegmentSizes",
                                           "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs", NULL};
  print_char(p, ' ');
  print_enum_word(p, op, "CConv", &llvm_c_conv, 0);
  print_enum_word(p, op, "TailCallKind", &llvm_tail_call_kind, 0);
  Span args = print_callee(p, op);
  print_vararg(p, op);
  print_call_bundles(p, op);
  print_optional_attr_dict(p, op, has_default_fastmath(op) ? elided : with_flags);
  print_call_types(p, op, args, !op_prop_at(op, LLVM_CALL_CALLEE));
}

// ---------------------------------------------------------------------------------------------
// llvm.invoke, llvm.landingpad, llvm.call_intrinsic

// invoke ::= cconv? callee `to` successor `unwind` successor (`vararg` `(` type `)`)? bundles? attr-dict call-types
bool parse_llvm_invoke(Parser *p, OpState *state) {
  OperandVec operands = {0};
  OpBundles bundles = {0};
  ValueVec passed[2] = {{0}};
  Block *targets[2];
  bool is_direct;
  set_enum_attr(p, state, "CConv", &llvm_c_conv, &llvm_cconv_attr);
  if (!parse_callee(p, state, &operands, &is_direct) || !parse_keyword(p, "to") ||
      !parse_successor_and_args(p, &targets[0], state, &passed[0]) || !parse_keyword(p, "unwind") ||
      !parse_successor_and_args(p, &targets[1], state, &passed[1]) || !parse_vararg(p, state) ||
      !parse_op_bundle_list(p, &bundles) || !parse_llvm_dict(p, state, false) || !parse_call_types(p, state, &operands, is_direct))
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    vec_push(state->arena, &state->successors, targets[i]);
    op_state_add_operands(state, passed[i].data, passed[i].count);
  }
  if (!add_op_bundles(p, state, &bundles)) return false;
  op_state_operand_segments(state, (const int32_t[]){(int32_t)operands.count, (int32_t)passed[0].count, (int32_t)passed[1].count,
                                                     (int32_t)bundles.operands.count}, 4);
  return true;
}

void print_llvm_invoke(Printer *p, const Operation *op) {
  static const char *const elided[] = {"callee", "operandSegmentSizes", "CConv", "var_callee_type", "op_bundle_sizes",
                                       "op_bundle_tags", "arg_attrs", "res_attrs", NULL};
  print_char(p, ' ');
  print_enum_word(p, op, "CConv", &llvm_c_conv, 0);
  Span args = print_callee(p, op);
  print_text(p, " to ");
  print_successor_and_operands(p, op, 0);
  print_text(p, " unwind ");
  print_successor_and_operands(p, op, 1);
  print_vararg(p, op);
  print_call_bundles(p, op);
  print_optional_attr_dict(p, op, elided);
  print_call_types(p, op, args, !op_prop_at(op, LLVM_INVOKE_CALLEE));
}

// landingpad ::= `cleanup`? (`(` (`filter` | `catch`) operand `:` type `)`)* attr-dict `:` type
bool parse_llvm_landingpad(Parser *p, OpState *state) {
  if (parse_optional_keyword(p, "cleanup")) op_state_set_prop(state, LLVM_LANDINGPAD_CLEANUP, attr_unit(parser_context(p)));
  while (parser_consume_if(p, TOK_L_PAREN)) {
    Operand operand;
    T type;
    if (!parse_optional_keyword(p, "filter") && !parse_optional_keyword(p, "catch")) break;
    if (!parse_operand(p, &operand) || !parse_colon_type(p, &type) || !resolve_one(p, state, &operand, type) || !parse_r_paren(p))
      return false;
  }
  T type;
  if (!parse_colon_type(p, &type)) return false;
  op_state_add_type(state, type);
  return true;
}

void print_llvm_landingpad(Printer *p, const Operation *op) {
  static const char *const elided[] = {"cleanup", NULL};
  print_text(p, op_prop_at(op, LLVM_LANDINGPAD_CLEANUP) ? " cleanup " : " ");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    print_text(p, llvm_is_array(op_operand_type(op, i)) ? "(filter " : "(catch ");
    print_operand(p, op_operand(op, i));
    print_text(p, " : ");
    print_type(p, op_operand_type(op, i));
    print_text(p, ") ");
  }
  print_optional_attr_dict(p, op, elided);
  print_text(p, ": ");
  print_type(p, op_result_type(op, 0));
}

// call-intrinsic ::= string `(` operands `)` bundles? attr-dict call-types
bool parse_llvm_call_intrinsic(Parser *p, OpState *state) {
  OperandVec operands = {0};
  OpBundles bundles = {0};
  uint32_t at = parser_loc(p);
  A name = parse_attr(p, parser_context(p)->types.none);
  if (!name) return false;
  if (attr_kind(name) != ATTR_STRING) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  op_state_set_prop(state, LLVM_CALL_INTRINSIC_INTRIN, name);
  if (!parse_l_paren(p) || !parse_operand_list(p, &operands, DELIM_NONE) || !parse_r_paren(p) ||
      !parse_op_bundle_list(p, &bundles) || !parse_llvm_dict(p, state, false) || !parse_call_types(p, state, &operands, true) || !add_op_bundles(p, state, &bundles))
    return false;
  op_state_operand_segments(state, (const int32_t[]){(int32_t)operands.count, (int32_t)bundles.operands.count}, 2);
  if (parser_kind(p) != TOK_L_BRACE || parser_edition(p)) return true;
  parser_note_form(p, state);   // the attributes stood here
  return parse_llvm_dict(p, state, false);
}

void print_llvm_call_intrinsic(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "op_bundle_sizes", "intrin", "op_bundle_tags", "arg_attrs", "res_attrs",
                                       "fastmathFlags", NULL};
  static const char *const with_flags[] = {"operandSegmentSizes", "op_bundle_sizes", "intrin", "op_bundle_tags", "arg_attrs",
                                           "res_attrs", NULL};
  Span args = op_operands_named(op, "args");
  print_char(p, ' ');
  print_attr_without_type(p, op_prop_at(op, LLVM_CALL_INTRINSIC_INTRIN));
  print_char(p, '(');
  print_operands(p, op, args);
  print_char(p, ')');
  print_call_bundles(p, op);
  print_optional_attr_dict(p, op, has_default_fastmath(op) ? elided : with_flags);
  print_call_types(p, op, args, false);
}

// ---------------------------------------------------------------------------------------------
// Verifiers

bool verify_llvm_return(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  while (function && !op_is(function, OP_LLVM_FUNC)) function = op_parent(function);
  if (!function) return true;
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(function, LLVM_FUNC_FUNCTION_TYPE))->type);
  const char *problem = NULL;
  if (llvm_is_void(type->result)) {
    if (op->operand_count) problem = "expected no operands";
  } else if (!op->operand_count) {
    problem = "expected 1 operand";
  } else if (op_operand_type(op, 0) != type->result) {
    problem = "mismatching result types";
  }
  if (!problem) return true;
  Diag *diag = op_error(v->module, op, "%s", problem);
  diag_note_at(v->module, diag, function->loc, "when returning from function");
  return false;
}

static T element_at(Verifier *v, const Operation *op) {
  Str problem;
  T type = llvm_type_at(v->ctx, op_operand_type(op, 0), op_prop(op, "position"), &problem);
  if (!type) op_error(v->module, op, "%.*s", STR_ARG(problem));
  return type;
}

bool verify_llvm_extractvalue(Verifier *v, const Operation *op) {
  T type = element_at(v, op), given = op_result_type(op, 0);
  if (!type || type == given) return type != NULL;
  return verify_fail(v, op, "Type mismatch: extracting from '%s' should produce '%s' but this op returns '%s'",
                     type_text(v->ctx, op_operand_type(op, 0)), type_text(v->ctx, type), type_text(v->ctx, given));
}

bool verify_llvm_insertvalue(Verifier *v, const Operation *op) {
  T type = element_at(v, op), given = op_operand_type(op, 1);
  if (!type || type == given) return type != NULL;
  return verify_fail(v, op, "Type mismatch: cannot insert '%s' into '%s'", type_text(v->ctx, given),
                     type_text(v->ctx, op_operand_type(op, 0)));
}
