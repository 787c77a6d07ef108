// Types of the llvm dialect: making, testing, parsing and printing them. See types.h.

#include "dialects/llvm/types.h"

#include "asm/params.h"

// ---------------------------------------------------------------------------------------------
// Making types

// Whether all the parts are LLVM types, decided when the type is made. An identified struct counts as one until
// it has a body, because inside itself and afterwards the same text has to make the same type.
bool llvm_is_compatible(T type) {
  if (llvm_is_array(type)) return ((const LLVMArrayType *)type)->compatible;
  if (llvm_is_func(type)) return ((const LLVMFuncType *)type)->compatible;
  if (type_is_vector(type)) return ((const ShapedType *)type)->rank == 1 && llvm_is_compatible_outer(((const ShapedType *)type)->element);
  if (!llvm_is_struct(type)) return llvm_is_compatible_outer(type);
  const LLVMStructType *s = (const LLVMStructType *)type;
  return s->body ? !s->body->incompatible : s->compatible;
}

static bool are_compatible(const T *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (!llvm_is_compatible(types[i])) return false;
  return true;
}

T llvm_ptr(Context *ctx, uint32_t space) { return llvm_ptr_to(ctx, NULL, space); }

T llvm_ptr_to(Context *ctx, T pointee, uint32_t space) {
  LLVMPtrType *key = unique_key(ctx, sizeof *key);  // with the gap in front of `space` zero
  if (!key) return llvm_void(ctx);
  key->pointee = pointee;
  key->space = space;
  return type_unique(ctx, &llvm_ptr_type, key, sizeof *key);
}

T llvm_array(Context *ctx, T element, uint64_t count) {
  LLVMArrayType *key = unique_key(ctx, sizeof *key);
  if (!key) return llvm_void(ctx);
  key->element = element;
  key->count = count;
  key->compatible = llvm_is_compatible(element);
  return type_unique(ctx, &llvm_array_type, key, sizeof *key);
}

T llvm_func(Context *ctx, T result, const T *params, uint32_t count, bool is_vararg) {
  size_t size = sizeof(LLVMFuncType) + sizeof(T) * count;
  LLVMFuncType *key = unique_key(ctx, size);
  if (!key) return llvm_void(ctx);
  key->result = result;
  key->is_vararg = is_vararg;
  key->count = count;
  key->compatible = llvm_is_compatible(result) && are_compatible(params, count);
  if (count) memcpy(key->params, params, sizeof(T) * count);
  return type_unique(ctx, &llvm_func_type, key, size);
}

static T plain(Context *ctx, const TypeDef *def) {
  Type key = {0};
  return type_unique(ctx, def, &key, sizeof key);
}

T llvm_void(Context *ctx) { return plain(ctx, &llvm_void_type); }
T llvm_token(Context *ctx) { return plain(ctx, &llvm_token_type); }

T llvm_struct(Context *ctx, const T *elements, uint32_t count, bool packed) {
  size_t size = sizeof(LLVMStructType) + sizeof(T) * count;
  LLVMStructType *key = unique_key(ctx, size);
  if (!key) return llvm_void(ctx);
  key->packed = packed;
  key->count = count;
  key->compatible = are_compatible(elements, count);
  if (count) memcpy(key->elements, elements, sizeof(T) * count);
  return type_unique(ctx, &llvm_struct_type, key, size);
}

// The bodies of a context by name.
static const char bodies_key;

static LLVMStructBody *body_of(Context *ctx, Str name) {
  Map *bodies = map_get(&ctx->ext, &bodies_key);
  if (!bodies) {
    bodies = arena_new(&ctx->arena, Map, 1);
    map_init(bodies, &ctx->arena);
    map_set(&ctx->ext, &bodies_key, bodies);
  }
  LLVMStructBody *body = map_get_str(bodies, name);
  if (!body) {
    body = arena_new(&ctx->arena, LLVMStructBody, 1);
    body->name = arena_str(&ctx->arena, name);
    map_put_str(bodies, body->name)->value = (uintptr_t)body;
  }
  return body;
}

T llvm_struct_named(Context *ctx, Str name) {
  LLVMStructType key = {.body = body_of(ctx, name)};
  return type_unique(ctx, &llvm_struct_type, &key, sizeof key);
}

bool llvm_struct_set_body(Context *ctx, T type, const T *elements, uint32_t count, bool packed) {
  LLVMStructBody *body = ((const LLVMStructType *)type)->body;
  if (body->is_set)
    return !body->is_opaque && body->packed == packed && body->count == count &&
           (!count || memcmp(body->elements, elements, sizeof(T) * count) == 0);
  T *copy = arena_new(&ctx->arena, T, count);
  if (!copy && count) return false;
  if (count) memcpy(copy, elements, sizeof(T) * count);
  body->elements = copy;
  body->count = count;
  body->packed = packed;
  body->incompatible = !are_compatible(elements, count);
  body->is_set = true;
  return true;
}

bool llvm_struct_set_opaque(T type) {
  LLVMStructBody *body = ((const LLVMStructType *)type)->body;
  if (body->is_set) return body->is_opaque;
  body->is_set = body->is_opaque = true;
  return true;
}

const T *llvm_struct_elements(T type, uint32_t *count) {
  const LLVMStructType *s = (const LLVMStructType *)type;
  *count = s->body ? s->body->count : (uint32_t)s->count;
  return s->body ? s->body->elements : s->elements;
}

bool llvm_struct_is_packed(T type) {
  const LLVMStructType *s = (const LLVMStructType *)type;
  return s->body ? s->body->packed : s->packed != 0;
}

bool llvm_struct_is_opaque(T type) {
  const LLVMStructType *s = (const LLVMStructType *)type;
  return s->body && (s->body->is_opaque || !s->body->is_set);
}

// ---------------------------------------------------------------------------------------------
// Testing types

static bool is_ieee_float(T type) {
  if (!type_is_float(type)) return false;
  FloatKind kind = type_float_kind(type);
  return kind == FLOAT_BF16 || kind == FLOAT_F16 || kind == FLOAT_F32 || kind == FLOAT_F64 || kind == FLOAT_F80 ||
         kind == FLOAT_F128;
}

bool llvm_is_compatible_float(T type) { return is_ieee_float(type) || type->def == &llvm_ppc_fp128_type; }

bool llvm_is_compatible_vector(T type) {
  if (!type_is_vector(type)) return false;
  const ShapedType *vector = (const ShapedType *)type;
  return vector->rank == 1 &&
         (type_is_signless_int(vector->element) || is_ieee_float(vector->element) || llvm_is_ptr(vector->element));
}

static bool is_llvm_type(T type) {
  for (const TypeDef *const *def = llvm_types; *def; def++)
    if (type->def == *def) return true;
  return false;
}

// !ptr.ptr in an address space of llvm's, which is known by its text only.
static bool is_generic_pointer(T type) {
  const OpaqueType *opaque = (const OpaqueType *)type;
  return type_kind(type) == TYPE_OPAQUE && attr_is_string(opaque->dialect, "ptr") &&
         str_starts_with(attr_str(opaque->text), STR("ptr<#llvm.address_space<"));
}

bool llvm_is_compatible_outer(T type) {
  if (type_is_vector(type)) return ((const ShapedType *)type)->rank == 1;   // of any element type
  return type_is_signless_int(type) || is_ieee_float(type) || is_llvm_type(type) || is_generic_pointer(type);
}

bool llvm_is_aggregate_element(T type) {
  return type->def != &llvm_void_type && type->def != &llvm_label_type && type->def != &llvm_metadata_type &&
         type->def != &llvm_func_type && type->def != &llvm_token_type;
}

static bool llvm_can_be_pointee(T type) {
  return llvm_is_compatible(type) && (llvm_is_func(type) || llvm_is_aggregate_element(type));
}

bool llvm_target_has_zero(T type) { return str_starts_with(attr_str(((const LLVMTargetType *)type)->name), STR("spirv.")); }
bool llvm_target_supports_mem_ops(T type) {
  return llvm_target_has_zero(type) || str_is(attr_str(((const LLVMTargetType *)type)->name), "aarch64.svcount");
}

bool llvm_is_loadable(T type) {
  if (!llvm_is_compatible_outer(type) || llvm_is_void(type) || llvm_is_func(type)) return false;
  if (llvm_is_struct(type)) return !llvm_struct_is_opaque(type);
  return type->def != &llvm_target_type || llvm_target_supports_mem_ops(type);
}

// ---------------------------------------------------------------------------------------------
// Parsing

static T failed_param(Parser *p, const char *text) {
  parser_op_error_at(p, parser_loc(p), "failed to parse %s", text);
  return NULL;
}

// In editions where types are LLVM IR's text, the dialect has only one type.
static bool has_own_types(Parser *p) {
  const Edition *edition = parser_edition(p);
  return !edition || !edition->wraps_types || parser_op_error_at(p, parser_loc(p), "expected type as LLVM IR writes it: !llvm<\"…\">");
}

// The last release with vectors of its own, which were for elements that builtin vectors did not take since LLVM 12.
#define LAST_OWN_VECTOR 19

// Vectors of vectors, structs or arrays never were types.
static bool can_be_in_own_vector(T type) { return type_is_signless_int(type) || llvm_is_compatible_float(type) || llvm_is_ptr(type); }

// vec ::= `<` ((`?` | `vscale`) `x`)? count `x` pretty-type `>`; it is a builtin vector today.
static T parse_own_vector(Parser *p) {
  uint32_t at = parser_loc(p);
  I64Vec dims = {0};
  if (!parse_less(p)) return NULL;
  const Edition *edition = parser_edition(p);
  bool has_words = llvm_reads_until(p, LAST_LLVM_WORDS);
  bool is_scalable = parser_consume_if(p, TOK_QUESTION) || (has_words && parse_optional_keyword(p, "vscale"));
  if (is_scalable && !parse_x_in_dims(p)) return NULL;
  if (!parse_dims(p, &dims, NULL, DIMS_TRAILING_X)) return NULL;
  uint32_t element_at = parser_loc(p);
  T element = parse_pretty_llvm_type(p);
  if (!element || !parse_greater(p)) return NULL;
  if (!has_words && !is_scalable && (type_is_signless_int(element) || is_ieee_float(element))) {
    parser_op_error_at(p, element_at, "cannot use !llvm.vec for built-in primitives, use 'vector' instead");
    return NULL;
  }
  if (dims.count != 1 || dims.data[0] <= 0) {
    parser_op_error_at(p, at, "the number of vector elements must be positive");
    return NULL;
  }
  if (!can_be_in_own_vector(element)) {
    if (edition) parser_op_error_at(p, at, "invalid vector element type");
    else parser_op_error_at(p, at, "invalid vector element type: '%s'", type_text(parser_context(p), element));
    return NULL;
  }
  parser_note_older(p, OLDER_OWN_VECTOR, at);
  return type_vector(parser_context(p), dims.data, 1, is_scalable, element);
}

static T unknown_type(Parser *p, Str key, uint32_t at) {
  parser_op_error_at(p, at, "unknown LLVM type: %.*s", STR_ARG(key));
  if (str_is(key, "x86_mmx")) parser_hint(p, "LLVM 20 removed this type");
  else slip_mnemonic(p, &llvm_dialect, key, true);
  return NULL;
}

// Up to LLVM 12 there was `!llvm.i32`, and `!llvm<"i32">` before.
static T parse_llvm_word(Parser *p) {
  uint32_t at = parser_loc(p);
  Str word;
  if (parser_kind(p) == TOK_STRING) return parse_wrapped_type(p);
  if (!parse_any_keyword(p, &word)) return NULL;
  T type = llvm_type_of_word(parser_context(p), word);
  if (type) parser_note_older(p, OLDER_LLVM_WORD, at);
  return type ? type : unknown_type(p, word, at);
}

// In 2018 `!llvm.type<"i8*">`, where it was `!llvm<"i8*">` later
static T parse_typed_text(Parser *p, uint32_t at) {
  if (!parse_less(p)) return NULL;
  if (parser_kind(p) != TOK_STRING) {
    parser_op_error_at(p, parser_loc(p), "expected type as LLVM IR writes it, in quotes");
    return NULL;
  }
  T type = parse_wrapped_type(p);
  if (!type || !parse_greater(p)) return NULL;
  parser_note_older(p, OLDER_WRAPPED_TYPE, at);
  return type;
}

// `vector<4 x float>`, `vector<vscale x 4 x float>`, where a builtin vector is `vector<4xf32>`
static bool is_spelled_as_llvm(Parser *p) {
  Str text = parser_source(p);
  size_t at = parser_loc(p) + strlen("vector<");
  if (at < text.size && text.data[at] == 'v') return true;
  while (at < text.size && char_is_digit(text.data[at])) at++;
  return at < text.size && text.data[at] == ' ';
}

// pretty-type ::= type | keyword body, e.g. `ptr<1>`
static T parse_type_or_keyword(Parser *p, bool allow_any) {
  uint32_t at = parser_loc(p);
  TokenKind kind = parser_kind(p);
  if (!allow_any && (kind == TOK_STRING || kind == TOK_INTTYPE) && llvm_reads_until(p, LAST_LLVM_WORDS)) return parse_llvm_word(p);
  if (kind == TOK_KW_vector && llvm_reads_until(p, LAST_LLVM_WORDS) && is_spelled_as_llvm(p) && parse_optional_keyword(p, "vector")) return parse_own_vector(p);
  T type;
  ParseResult result = parse_optional_type(p, &type);
  if (result == PARSE_FAILED) return NULL;
  if (result == PARSE_OK) {
    if (allow_any) return type;
    parser_op_error_at(p, at, "unexpected type, expected keyword");
    return NULL;
  }
  Str key;
  if (!parse_any_keyword(p, &key)) return NULL;
  const Edition *edition = parser_edition(p);
  if (str_is(key, "vec") && (!edition || edition->release <= LAST_OWN_VECTOR)) return parse_own_vector(p);
  if (str_is(key, "type") && (!edition || edition->wraps_types) && parser_kind(p) == TOK_LESS) return parse_typed_text(p, at);
  for (const TypeDef *const *def = llvm_types; *def; def++) {
    if (!str_is(key, (*def)->name)) continue;
    if (!parser_enter(p)) return NULL;
    type = (*def)->parse(p, *def);
    parser_leave(p);
    return type;
  }
  type = llvm_reads_until(p, LAST_LLVM_WORDS) ? llvm_type_of_word(parser_context(p), key) : NULL;
  if (type) parser_note_older(p, OLDER_LLVM_WORD, at);
  return type ? type : unknown_type(p, key, at);
}

T parse_pretty_llvm_type(Parser *p) { return parse_type_or_keyword(p, true); }
T parse_llvm_type(Parser *p) { return parse_type_or_keyword(p, false); }

T parse_llvm_plain(Parser *p, const TypeDef *def) { return plain(parser_context(p), def); }

T parse_llvm_mmx(Parser *p, const TypeDef *def) {
  if (!llvm_reads_until(p, LAST_MMX)) return unknown_type(p, str_from(def->name), parser_loc(p) - (uint32_t)strlen(def->name));
  parser_context(p)->has_removed_types = true;
  return plain(parser_context(p), def);
}

bool llvm_reads_typed_pointers(const Parser *p) { return !parser_edition(p) || parser_edition(p)->typed_pointers; }

// typed-ptr ::= `<` pretty-type (`,` space)? `>`, in editions whose pointers say what they point to; the `<` was read.
static T parse_typed_ptr(Parser *p) {
  uint32_t at = parser_loc(p);
  bool is_name = parser_kind(p) == TOK_STRING;
  T pointee = parse_pretty_llvm_type(p);
  if (!pointee && is_name) parser_hint(p, "a struct stands here by its name: write `struct<\"…\">`");
  if (!pointee) return NULL;
  uint64_t space = 0;
  if (parser_consume_if(p, TOK_COMMA) && !parse_sized_integer(p, 32, true, &space)) return NULL;
  if (!parse_greater(p)) return NULL;
  if (!llvm_can_be_pointee(pointee)) {
    parser_op_error_at(p, at, "invalid pointer element type: '%s'", type_text(parser_context(p), pointee));
    return NULL;
  }
  parser_context(p)->has_typed_pointers = true;
  parser_note_older(p, OLDER_TYPED_POINTER, at);
  return llvm_ptr_to(parser_context(p), pointee, (uint32_t)space);
}

// ptr ::= (`<` space `>`)? | typed-ptr
T parse_llvm_ptr(Parser *p, const TypeDef *def) {
  (void)def;
  if (!has_own_types(p)) return NULL;
  uint64_t space = 0;
  if (parser_kind(p) == TOK_LESS) {
    if (!parse_less(p)) return NULL;
    TokenKind kind = parser_kind(p);
    bool is_space = kind == TOK_INTEGER || kind == TOK_MINUS || kind == TOK_KW_true || kind == TOK_KW_false;
    if (!is_space && llvm_reads_typed_pointers(p)) return parse_typed_ptr(p);
    if (!parse_sized_integer(p, 32, true, &space))
      return failed_param(p, "LLVMPointerType parameter 'addressSpace' which is to be a `unsigned`");
    if (!parse_greater(p)) return NULL;
  }
  const Edition *edition = parser_edition(p);
  if (edition && !edition->opaque_pointers && !parser_expect(p, TOK_LESS, "expected '<'")) return NULL;
  return llvm_ptr(parser_context(p), (uint32_t)space);
}

// array ::= `<` count `x` pretty-type `>`
T parse_llvm_array(Parser *p, const TypeDef *def) {
  (void)def;
  if (!has_own_types(p)) return NULL;
  uint32_t at = parser_loc(p);
  uint64_t count;
  if (!parse_less(p)) return NULL;
  if (!parse_sized_integer(p, 64, true, &count))
    return failed_param(p, "LLVMArrayType parameter 'numElements' which is to be a `uint64_t`");
  if (!parse_keyword(p, "x")) return NULL;
  bool is_width = parser_kind(p) == TOK_INTEGER;
  T element = parse_pretty_llvm_type(p);
  if (!element && is_width) parser_hint(p, "a type stands here: write `i` before the number");
  if (!element || !parse_greater(p)) return NULL;
  if (!llvm_is_aggregate_element(element)) {
    parser_op_error_at(p, at, "invalid array element type: '%s'", type_text(parser_context(p), element));
    return NULL;
  }
  return llvm_array(parser_context(p), element, count);
}

// func ::= `<` pretty-type `(` (pretty-type (`,` pretty-type)* (`,` `...`)? | `...`)? `)` `>`
T parse_llvm_func_type(Parser *p, const TypeDef *def) {
  (void)def;
  if (!has_own_types(p)) return NULL;
  uint32_t at = parser_loc(p);
  Context *ctx = parser_context(p);
  TypeVec params = {0};
  bool is_vararg = false;
  if (!parse_less(p)) return NULL;
  T result = parse_pretty_llvm_type(p);
  if (!result || !parse_l_paren(p)) return NULL;
  if (parser_kind(p) != TOK_R_PAREN) {
    do {
      is_vararg = parser_consume_if(p, TOK_ELLIPSIS);
      if (is_vararg) break;
      T param = parse_pretty_llvm_type(p);
      if (!param) return NULL;
      vec_push(parser_scratch(p), &params, param);
    } while (parser_consume_if(p, TOK_COMMA));
  }
  if (!parse_r_paren(p) || !parse_greater(p)) return NULL;
  if (result->def == &llvm_func_type || result->def == &llvm_metadata_type || result->def == &llvm_label_type) {
    parser_op_error_at(p, at, "invalid function result type: '%s'", type_text(ctx, result));
    return NULL;
  }
  for (uint32_t i = 0; i < params.count; i++)
    if (llvm_is_void(params.data[i]) || llvm_is_func(params.data[i])) {
      parser_op_error_at(p, at, "invalid function argument type: '%s'", type_text(ctx, params.data[i]));
      return NULL;
    }
  return llvm_func(ctx, result, params.data, params.count, is_vararg);
}

// struct-body ::= `packed`? `(` (pretty-type (`,` pretty-type)*)? `)` `>`
static T parse_struct_body(Parser *p, T named, uint32_t at) {
  Context *ctx = parser_context(p);
  TypeVec elements = {0};
  bool packed = parse_optional_keyword(p, "packed");
  if (!parse_l_paren(p)) {
    parser_hint(p, "the elements of a struct stand between parentheses: write `(…)`");
    return NULL;
  }
  uint32_t elements_at = parser_loc(p);
  if (parser_kind(p) != TOK_R_PAREN) {
    do {
      T element = parse_pretty_llvm_type(p);
      if (!element) return NULL;
      vec_push(parser_scratch(p), &elements, element);
    } while (parser_consume_if(p, TOK_COMMA));
  } else if (named) {
    elements_at = at;
  }
  if (!parse_r_paren(p) || !parse_greater(p)) return NULL;
  for (uint32_t i = 0; i < elements.count; i++)
    if (!llvm_is_aggregate_element(elements.data[i])) {
      parser_op_error_at(p, named ? elements_at : at, "invalid LLVM structure element type: '%s'", type_text(ctx, elements.data[i]));
      return NULL;
    }
  if (!named) return llvm_struct(ctx, elements.data, elements.count, packed);
  if (!llvm_struct_set_body(ctx, named, elements.data, elements.count, packed)) {
    parser_op_error_at(p, elements_at, "identified type already used with a different body");
    return NULL;
  }
  return named;
}

// struct ::= `<` struct-body | `<` name `>` | `<` name `,` (`opaque` `>` | struct-body)
T parse_llvm_struct(Parser *p, const TypeDef *def) {
  (void)def;
  if (!has_own_types(p)) return NULL;
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p);
  if (!parse_less(p)) return NULL;
  T named = NULL;
  LLVMStructBody *body = NULL;
  Str name;
  if (parse_optional_string(p, &name)) {
    named = llvm_struct_named(ctx, name);
    body = llvm_is_struct(named) ? ((const LLVMStructType *)named)->body : NULL;
    if (!body) return NULL;   // out of memory
    uint32_t greater_at = parser_loc(p);
    if (parser_consume_if(p, TOK_GREATER)) {
      if (body->busy) return named;
      parser_op_error_at(p, greater_at, "struct without a body only allowed in a recursive struct");
      return NULL;
    }
    if (!parse_comma(p)) return NULL;
  }
  uint32_t keyword_at = parser_loc(p);
  if (parse_optional_keyword(p, "opaque")) {
    if (!named) {
      parser_op_error_at(p, keyword_at, "only identified structs can be opaque");
      return NULL;
    }
    if (!parse_greater(p)) return NULL;
    if (body->busy || llvm_struct_set_opaque(named)) return named;   // inside itself only the name is spelled
    parser_op_error_at(p, keyword_at, "redeclaring defined struct as opaque");
    return NULL;
  }
  if (!named) return parse_struct_body(p, NULL, at);
  if (body->busy) {
    parser_op_error_at(p, keyword_at, "identifier already used for an enclosing struct");
    return NULL;
  }
  body->busy = true;
  T type = parse_struct_body(p, named, keyword_at);
  body->busy = false;
  return type;
}

// target ::= `<` name (`,` pretty-type)* (`,` integer)* `>`
T parse_llvm_target(Parser *p, const TypeDef *def) {
  Context *ctx = parser_context(p);
  Str name;
  TypeVec types = {0};
  I64Vec ints = {0};
  if (!parse_less(p)) return NULL;
  if (!parse_string(p, &name))
    return failed_param(p, "LLVMTargetExtType parameter 'extTypeName' which is to be a `::llvm::StringRef`");
  while (parser_consume_if(p, TOK_COMMA)) {
    TokenKind kind = parser_kind(p);
    uint64_t number;
    T type = NULL;
    if (kind == TOK_INTEGER || kind == TOK_MINUS || kind == TOK_KW_true || kind == TOK_KW_false) {
      if (!parse_sized_integer(p, 32, true, &number)) return NULL;
      vec_push(parser_scratch(p), &ints, (int64_t)number);
    } else if (!ints.count && (type = parse_pretty_llvm_type(p))) {
      vec_push(parser_scratch(p), &types, type);
    } else {
      parser_op_error_at(p, parser_loc(p), "failed to parse parameter list for target extension type");
      return NULL;
    }
  }
  if (!parse_greater(p)) return NULL;
  A name_attr = attr_string(ctx, name);
  size_t size = sizeof(LLVMTargetType) + sizeof(uint64_t) * (types.count + (size_t)ints.count);
  LLVMTargetType *key = unique_key(ctx, size);
  if (!key) return NULL;
  key->name = name_attr;
  key->type_count = types.count;
  key->int_count = ints.count;
  for (uint32_t i = 0; i < types.count; i++) key->params[i] = (uint64_t)(uintptr_t)types.data[i];
  for (uint32_t i = 0; i < ints.count; i++) key->params[types.count + i] = (uint64_t)ints.data[i];
  return type_unique(ctx, def, key, size);
}

// ---------------------------------------------------------------------------------------------
// Printing

// `vec<4 x ptr<f32>>`, `vec<? x 4 x ptr<f32>>`; `has_all`: `vec<4 x float>`, too
static bool print_own_vector(Printer *p, T type, const char *prefix, bool has_all) {
  const ShapedType *vector = (const ShapedType *)type;
  uint16_t release = printer_edition(p)->release;
  bool is_own = is_llvm_type(vector->element) || (vector->scalable && release <= LAST_LLVM_WORDS) || (has_all && llvm_is_compatible_vector(type));
  if (release > LAST_OWN_VECTOR || vector->rank != 1 || !is_own) return false;
  print_text(p, prefix);
  print_text(p, vector->scalable ? "vec<? x " : "vec<");
  print_i64(p, vector->dims[0]);
  print_text(p, vector->scalable && release > LAST_LLVM_WORDS ? " x  " : " x ");
  print_pretty_llvm_type(p, vector->element);
  print_char(p, '>');
  return true;
}

bool print_llvm_vector(Printer *p, T type) {
  if (!printer_edition(p)->wraps_types) return print_own_vector(p, type, "!llvm.", false);
  print_type(p, llvm_wrap_builtin(printer_context(p), type));
  return true;
}

void print_pretty_llvm_type(Printer *p, T type) {
  if (type_is_vector(type) && print_own_vector(p, type, "", printer_edition(p)->own_scalars)) return;
  if (print_llvm_word(p, type)) return;
  // Floats are spelled whole, this dialect's own one too.
  if (!is_llvm_type(type) || type->def == &llvm_ppc_fp128_type || !llvm_is_compatible(type)) {
    print_type(p, type);
    return;
  }
  print_text(p, type->def->name);
  if (type->def->print) type->def->print(p, type);
}

// A few types can stand for a text of any length, so memory may run out on the way.
static void print_pretty_types(Printer *p, const T *types, uint64_t count) {
  for (uint64_t i = 0; i < count && !printer_out(p)->mem->exhausted; i++) {
    if (i) print_text(p, ", ");
    print_pretty_llvm_type(p, types[i]);
  }
}

void print_llvm_ptr(Printer *p, T type) {
  uint32_t space = llvm_ptr_space(type);
  T pointee = llvm_pointee(type);
  if (!space && !pointee) return;
  print_char(p, '<');
  if (pointee) print_pretty_llvm_type(p, pointee);
  if (pointee && space) print_text(p, ", ");
  if (space) print_u64(p, space);
  print_char(p, '>');
}

void print_llvm_array(Printer *p, T type) {
  const LLVMArrayType *array = (const LLVMArrayType *)type;
  print_char(p, '<');
  print_u64(p, array->count);
  print_text(p, " x ");
  print_pretty_llvm_type(p, array->element);
  print_char(p, '>');
}

void print_llvm_func_type(Printer *p, T type) {
  const LLVMFuncType *func = (const LLVMFuncType *)type;
  print_char(p, '<');
  print_pretty_llvm_type(p, func->result);
  print_text(p, " (");
  print_pretty_types(p, func->params, func->count);
  if (func->is_vararg) print_text(p, func->count ? ", ..." : "...");
  print_text(p, ")>");
}

void print_llvm_struct(Printer *p, T type) {
  LLVMStructBody *body = ((const LLVMStructType *)type)->body;
  print_char(p, '<');
  if (body) {
    print_string(p, body->name);
    if (body->busy) {
      print_char(p, '>');
      return;
    }
    print_text(p, ", ");
    if (llvm_struct_is_opaque(type)) {
      print_text(p, "opaque>");
      return;
    }
    body->busy = true;
  }
  if (llvm_struct_is_packed(type)) print_text(p, "packed ");
  print_char(p, '(');
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  print_pretty_types(p, elements, count);
  print_text(p, ")>");
  if (body) body->busy = false;
}

void print_llvm_target(Printer *p, T type) {
  const LLVMTargetType *target = (const LLVMTargetType *)type;
  print_char(p, '<');
  print_string(p, attr_str(target->name));
  for (uint64_t i = 0; i < target->type_count + target->int_count; i++) {
    print_text(p, ", ");
    if (i < target->type_count) {
      print_type(p, (T)(uintptr_t)target->params[i]);
    } else {
      print_u64(p, target->params[i]);
    }
  }
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Definitions
