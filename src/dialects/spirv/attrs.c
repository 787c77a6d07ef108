// Attributes of the spirv dialect that are more than an enum's case: see attrs.h.
#include "ops/spirv.h"

#include "dialects/spirv/attrs.h"

#include "asm/format.h"
#include "asm/parser.h"
#include "asm/printer.h"

// ---------------------------------------------------------------------------------------------
// Enums

int64_t spirv_enum_of(A attr, int64_t otherwise) {
  return attr && attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : otherwise;
}

A spirv_enum_attr(Context *ctx, const AttrDef *def, int64_t value) {
  uint64_t word = (uint64_t)value;
  return attr_from_params(ctx, def, &word);
}

// A keyword that the enum has; the message ends with the keyword and `after`.
static bool parse_case(Parser *p, const EnumDef *def, const char *message, const char *after, int64_t *out) {
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_any_keyword(p, &word)) return false;
  return spirv_enum_find(def, word, out) || parser_op_error_at(p, at, "%s%.*s%s", message, STR_ARG(word), after);
}

bool parse_spirv_keyword(Parser *p, const EnumDef *def, const char *words, int64_t *out) {
  Str message = arena_printf(parser_scratch(p), "invalid %s attribute specification: ", words);
  return parse_case(p, def, message.data, "", out);
}

static void print_case(Printer *p, const char *before, const EnumDef *def, int64_t value) {
  print_text(p, before);
  print_spirv_enum(p, def, value);
}

// ---------------------------------------------------------------------------------------------
// #spirv.interface_var_abi: where an argument of an entry point is bound

static bool parse_binding(Parser *p, const char *missing, uint64_t *out) {
  uint32_t at = parser_loc(p);
  int64_t value;
  if (parse_optional_integer(p, &value) != PARSE_OK) return parser_op_error_at(p, at, "%s", missing);
  *out = (uint32_t)value;
  return true;
}

enum { NO_CLASS = -1 };

// interface-var-abi ::= `<` `(` set `,` binding `)` (`,` storage-class)? `>`
A parse_spirv_interface_var_abi(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[3];
  int64_t storage = NO_CLASS;
  if (!parse_less(p) || !parse_l_paren(p) || !parse_binding(p, "missing descriptor set", &words[0]) || !parse_comma(p) ||
      !parse_binding(p, "missing binding", &words[1]) || !parse_r_paren(p))
    return NULL;
  if (parser_consume_if(p, TOK_COMMA) && !parse_case(p, &spirv_storage_class, "unknown storage class: ", "", &storage)) return NULL;
  words[2] = (uint64_t)storage;
  return parse_greater(p) ? attr_from_params(parser_context(p), def, words) : NULL;
}

void print_spirv_interface_var_abi(Printer *p, A attr) {
  print_text(p, "<(");
  print_u64(p, attr_param(attr, 0));
  print_text(p, ", ");
  print_u64(p, attr_param(attr, 1));
  print_char(p, ')');
  int64_t storage = (int64_t)attr_param(attr, 2);
  if (storage != NO_CLASS) print_case(p, ", ", &spirv_storage_class, storage);
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// #spirv.vce: version, capabilities and extensions

// What a capability was called up to LLVM 16. Its number is none of today's.
enum { LAST_OF_VENDOR = 16, COOPERATIVE_MATRIX_NV = 5357 };

static bool parse_listed_case(Parser *p, const EnumDef *def, const char *message, int64_t *out) {
  const Edition *edition = parser_edition(p);
  bool is_older = def == &spirv_capability && (!edition || edition->release <= LAST_OF_VENDOR) && parse_optional_keyword(p, "CooperativeMatrixNV");
  *out = COOPERATIVE_MATRIX_NV;
  return is_older || parse_case(p, def, message, "", out);
}

static void print_listed_case(Printer *p, const EnumDef *def, int64_t value) {
  bool is_older = def == &spirv_capability && value == COOPERATIVE_MATRIX_NV;
  if (!is_older) print_spirv_enum(p, def, value);
  else print_text(p, printer_edition(p)->release <= LAST_OF_VENDOR ? "CooperativeMatrixNV" : "CooperativeMatrixKHR");
}

// keyword-list ::= `[` (keyword (`,` keyword)*)? `]`, as an array of i32
static A parse_case_list(Parser *p, const EnumDef *def, const char *message) {
  VEC(int32_t) values = {0};
  if (!parse_l_square(p)) return NULL;
  if (!parser_consume_if(p, TOK_R_SQUARE)) {
    do {
      int64_t value;
      if (!parse_listed_case(p, def, message, &value)) return NULL;
      vec_push(parser_scratch(p), &values, (int32_t)value);
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_square(p)) return NULL;
  }
  return attr_i32_array(parser_context(p), values.data, values.count);
}

// vce ::= `<` version `,` keyword-list `,` keyword-list `>`
A parse_spirv_vce(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[3];
  uint32_t at;
  Str version;
  if (!parse_less(p)) return NULL;
  at = parser_loc(p);
  if (!parse_any_keyword(p, &version) || !parse_comma(p)) return NULL;
  int64_t number;
  if (!spirv_enum_find(&spirv_version, version, &number)) {
    parser_op_error_at(p, at, "unknown version: %.*s", STR_ARG(version));
    return NULL;
  }
  words[0] = (uint64_t)number;
  A capabilities = parse_case_list(p, &spirv_capability, "unknown capability: ");
  if (!capabilities || !parse_comma(p)) return NULL;
  A extensions = parse_case_list(p, &spirv_extension, "unknown extension: ");
  if (!extensions || !parse_greater(p)) return NULL;
  words[1] = param_word(capabilities);
  words[2] = param_word(extensions);
  return attr_from_params(parser_context(p), def, words);
}

void print_spirv_vce(Printer *p, A attr) {
  print_case(p, "<", &spirv_version, (int64_t)attr_param(attr, 0));
  for (uint32_t list = 1; list <= 2; list++) {
    const DenseArrayAttr *values = (const DenseArrayAttr *)attr_param_attr(attr, list);
    print_text(p, ", [");
    for (uint64_t i = 0; i < values->count; i++) {
      if (i) print_text(p, ", ");
      print_listed_case(p, list == 1 ? &spirv_capability : &spirv_extension, dense_array_i64(&values->base, i));
    }
    print_char(p, ']');
  }
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// #spirv.target_env: what a module is compiled for

enum { ENV_TRIPLE, ENV_API, ENV_VENDOR, ENV_DEVICE_TYPE, ENV_DEVICE, ENV_LIMITS, ENV_WORDS };
#define UNKNOWN UINT32_MAX

static A parse_attr_of(Parser *p, const AttrDef *def) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, NULL);
  if (!attr || attr_is(attr, def)) return attr;
  parser_op_error_at(p, at, "invalid kind of attribute specified");
  return NULL;
}

static bool parse_word_of(Parser *p, const EnumDef *def, const char *message, uint64_t *out) {
  int64_t value;
  if (!parse_case(p, def, message, "", &value)) return false;
  *out = (uint64_t)value;
  return true;
}

// target-env ::= `<` vce `,` (`api` `=` api `,`)? (vendor (`:` device-type (`:` integer)?)? `,`)? limits `>`
A parse_spirv_target_env(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[ENV_WORDS] = {0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0};
  if (!parse_less(p)) return NULL;
  A triple = parse_attr_of(p, &spirv_vce_attr);
  if (!triple || !parse_comma(p)) return NULL;
  if (parse_optional_keyword(p, "api") &&
      !(parse_equal(p) && parse_word_of(p, &spirv_client_api, "unknown client API: ", &words[ENV_API]) && parse_comma(p)))
    return NULL;
  if (parser_kind(p) != TOK_HASH_ID) {
    if (!parse_word_of(p, &spirv_vendor, "unknown vendor: ", &words[ENV_VENDOR])) return NULL;
    if (parser_consume_if(p, TOK_COLON)) {
      int64_t device;
      if (!parse_word_of(p, &spirv_device_type, "unknown device type: ", &words[ENV_DEVICE_TYPE])) return NULL;
      if (parser_consume_if(p, TOK_COLON)) {
        if (!parse_integer(p, &device)) return NULL;
        words[ENV_DEVICE] = (uint32_t)device;
      }
    }
    if (!parse_comma(p)) return NULL;
  }
  A limits = parse_attr_of(p, &spirv_resource_limits_attr);
  if (!limits || !parse_greater(p)) return NULL;
  words[ENV_TRIPLE] = param_word(triple);
  words[ENV_LIMITS] = param_word(limits);
  return attr_from_params(parser_context(p), def, words);
}

void print_spirv_target_env(Printer *p, A attr) {
  const uint64_t *words = ((const ParamsAttr *)attr)->words;
  print_text(p, "<#spirv.vce");
  print_spirv_vce(p, attr_param_attr(attr, ENV_TRIPLE));
  if (words[ENV_API] != UNKNOWN) print_case(p, ", api=", &spirv_client_api, (int64_t)words[ENV_API]);
  if (words[ENV_VENDOR] != UNKNOWN) {
    print_case(p, ", ", &spirv_vendor, (int64_t)words[ENV_VENDOR]);
    if (words[ENV_DEVICE_TYPE] != UNKNOWN) {
      print_case(p, ":", &spirv_device_type, (int64_t)words[ENV_DEVICE_TYPE]);
      if (words[ENV_DEVICE] != UNKNOWN) {
        print_char(p, ':');
        print_u64(p, words[ENV_DEVICE]);
      }
    }
  }
  print_text(p, ", ");
  print_attr(p, attr_param_attr(attr, ENV_LIMITS));
  print_char(p, '>');
}
