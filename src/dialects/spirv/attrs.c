// Attributes of the spirv dialect that are more than an enum's case: see attrs.h.
#include "dialects/spirv/attrs.h"

#include "asm/format.h"
#include "asm/parser.h"
#include "asm/printer.h"

// ---------------------------------------------------------------------------------------------
// Enums

int64_t spirv_enum_prop(const Operation *op, const char *name, int64_t otherwise) {
  A attr = op_prop(op, name);
  return attr && attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : otherwise;
}

A spirv_enum_attr(Context *ctx, const AttrDef *def, int64_t value) {
  uint64_t word = (uint64_t)value;
  return attr_from_params(ctx, def, &word);
}

// A keyword that the enum has; the message ends with the keyword and `after`.
static bool parse_case(Parser *p, const SpirvEnum *def, const char *message, const char *after, int64_t *out) {
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_any_keyword(p, &word)) return false;
  return spirv_enum_find(def, word, out) || parser_op_error_at(p, at, "%s%.*s%s", message, STR_ARG(word), after);
}

bool parse_spirv_keyword(Parser *p, const SpirvEnum *def, const char *words, int64_t *out) {
  Str message = arena_printf(parser_scratch(p), "invalid %s attribute specification: ", words);
  return parse_case(p, def, message.data, "", out);
}

static void print_case(Printer *p, const char *before, const SpirvEnum *def, int64_t value) {
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
static A parse_interface_var_abi(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[3];
  int64_t storage = NO_CLASS;
  if (!parse_less(p) || !parse_l_paren(p) || !parse_binding(p, "missing descriptor set", &words[0]) || !parse_comma(p) ||
      !parse_binding(p, "missing binding", &words[1]) || !parse_r_paren(p))
    return NULL;
  if (parser_consume_if(p, TOK_COMMA) && !parse_case(p, &spirv_storage_class_enum, "unknown storage class: ", "", &storage)) return NULL;
  words[2] = (uint64_t)storage;
  return parse_greater(p) ? attr_from_params(parser_context(p), def, words) : NULL;
}

static void print_interface_var_abi(Printer *p, A attr) {
  print_text(p, "<(");
  print_u64(p, attr_param(attr, 0));
  print_text(p, ", ");
  print_u64(p, attr_param(attr, 1));
  print_char(p, ')');
  int64_t storage = (int64_t)attr_param(attr, 2);
  if (storage != NO_CLASS) print_case(p, ", ", &spirv_storage_class_enum, storage);
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// #spirv.vce: version, capabilities and extensions

// keyword-list ::= `[` (keyword (`,` keyword)*)? `]`, as an array of i32
static A parse_case_list(Parser *p, const SpirvEnum *def, const char *message) {
  VEC(int32_t) values = {0};
  if (!parse_l_square(p)) return NULL;
  if (!parser_consume_if(p, TOK_R_SQUARE)) {
    do {
      int64_t value;
      if (!parse_case(p, def, message, "", &value)) return NULL;
      vec_push(parser_scratch(p), &values, (int32_t)value);
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_square(p)) return NULL;
  }
  return attr_i32_array(parser_context(p), values.data, values.count);
}

// vce ::= `<` version `,` keyword-list `,` keyword-list `>`
static A parse_vce(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[3];
  uint32_t at;
  Str version;
  if (!parse_less(p)) return NULL;
  at = parser_loc(p);
  if (!parse_any_keyword(p, &version) || !parse_comma(p)) return NULL;
  int64_t number;
  if (!spirv_enum_find(&spirv_version_enum, version, &number)) {
    parser_op_error_at(p, at, "unknown version: %.*s", STR_ARG(version));
    return NULL;
  }
  words[0] = (uint64_t)number;
  A capabilities = parse_case_list(p, &spirv_capability_enum, "unknown capability: ");
  if (!capabilities || !parse_comma(p)) return NULL;
  A extensions = parse_case_list(p, &spirv_extension_enum, "unknown extension: ");
  if (!extensions || !parse_greater(p)) return NULL;
  words[1] = param_word(capabilities);
  words[2] = param_word(extensions);
  return attr_from_params(parser_context(p), def, words);
}

static void print_vce(Printer *p, A attr) {
  print_case(p, "<", &spirv_version_enum, (int64_t)attr_param(attr, 0));
  for (uint32_t list = 1; list <= 2; list++) {
    const DenseArrayAttr *values = (const DenseArrayAttr *)attr_param_attr(attr, list);
    print_text(p, ", [");
    for (uint64_t i = 0; i < values->count; i++)
      print_case(p, i ? ", " : "", list == 1 ? &spirv_capability_enum : &spirv_extension_enum, dense_array_i64(&values->base, i));
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

static bool parse_word_of(Parser *p, const SpirvEnum *def, const char *message, uint64_t *out) {
  int64_t value;
  if (!parse_case(p, def, message, "", &value)) return false;
  *out = (uint64_t)value;
  return true;
}

// target-env ::= `<` vce `,` (`api` `=` api `,`)? (vendor (`:` device-type (`:` integer)?)? `,`)? limits `>`
static A parse_target_env(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint64_t words[ENV_WORDS] = {0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0};
  if (!parse_less(p)) return NULL;
  A triple = parse_attr_of(p, &spirv_vce_attr);
  if (!triple || !parse_comma(p)) return NULL;
  if (parse_optional_keyword(p, "api") &&
      !(parse_equal(p) && parse_word_of(p, &spirv_client_api_enum, "unknown client API: ", &words[ENV_API]) && parse_comma(p)))
    return NULL;
  if (parser_kind(p) != TOK_HASH_ID) {
    if (!parse_word_of(p, &spirv_vendor_enum, "unknown vendor: ", &words[ENV_VENDOR])) return NULL;
    if (parser_consume_if(p, TOK_COLON)) {
      int64_t device;
      if (!parse_word_of(p, &spirv_device_type_enum, "unknown device type: ", &words[ENV_DEVICE_TYPE])) return NULL;
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

static void print_target_env(Printer *p, A attr) {
  const uint64_t *words = ((const ParamsAttr *)attr)->words;
  print_text(p, "<#spirv.vce");
  print_vce(p, attr_param_attr(attr, ENV_TRIPLE));
  if (words[ENV_API] != UNKNOWN) print_case(p, ", api=", &spirv_client_api_enum, (int64_t)words[ENV_API]);
  if (words[ENV_VENDOR] != UNKNOWN) {
    print_case(p, ", ", &spirv_vendor_enum, (int64_t)words[ENV_VENDOR]);
    if (words[ENV_DEVICE_TYPE] != UNKNOWN) {
      print_case(p, ":", &spirv_device_type_enum, (int64_t)words[ENV_DEVICE_TYPE]);
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

// ---------------------------------------------------------------------------------------------
// Definitions

static bool is_array(A attr) { return attr_kind(attr) == ATTR_ARRAY; }

#define STRUCT "`<` struct(params) `>`"

#define INT_PARAM(text) {text, PARAM_INT, .bits = 32, .cpp = "int"}
#define UINT_PARAM(text, type) {text, PARAM_UINT, .bits = 32, .cpp = type}
#define TYPE_PARAM(text) {text, PARAM_TYPE, .cpp = "mlir::Type"}
#define LIMIT(text, value) {text, PARAM_INT, PARAM_DEFAULT, 32, value, .cpp = "int"}
#define OPT_INT_PARAM(text) {text, PARAM_OPT_INT, PARAM_OPTIONAL, 32, .cpp = "std::optional<int>"}
#define ARRAY_PARAM(text) {text, PARAM_ATTR_CLASS, PARAM_OPTIONAL, .check = is_array, .cpp = "ArrayAttr"}
#define ENUM_PARAM(text, type) {text, PARAM_ENUM, .def = &type##_cases, .cpp = "mlir::spirv::" #type}
#define DEF_PARAM(text, id, type) {text, PARAM_ATTR_DEF, .def = &spirv_##id##_attr, .cpp = "mlir::spirv::" type}
#define MATRIX_TYPES TYPE_PARAM("a_type"), TYPE_PARAM("b_type"), TYPE_PARAM("c_type"), TYPE_PARAM("result_type")
#define ATTR(id, mnemonic, text, ...) \
  const AttrDef spirv_##id##_attr = {"spirv", mnemonic, ATTR_DIALECT, .summary = text, __VA_ARGS__}

// As parameters of other attributes.
#define CASES(...) .cases = (const EnumCase[]){__VA_ARGS__}, .count = countof(((const EnumCase[]){__VA_ARGS__}))
static const EnumDef LoadCacheControl_cases = {
  .summary = "valid SPIR-V LoadCacheControl",
  CASES({"Uncached", 0}, {"Cached", 1}, {"Streaming", 2}, {"InvalidateAfterR", 3}, {"ConstCached", 4}),
};
static const EnumDef StoreCacheControl_cases = {
  .summary = "valid SPIR-V StoreCacheControl",
  CASES({"Uncached", 0}, {"WriteThrough", 1}, {"WriteBack", 2}, {"Streaming", 3}),
};

static const ParamsDef cache_control_load_params = {
  PARAMS(UINT_PARAM("cache_level", "unsigned"), ENUM_PARAM("load_cache_control", LoadCacheControl)),
  .format = STRUCT, .class_name = "SPIRV_CacheControlLoadINTELAttr",
};
static const ParamsDef cache_control_store_params = {
  PARAMS(UINT_PARAM("cache_level", "unsigned"), ENUM_PARAM("store_cache_control", StoreCacheControl)),
  .format = STRUCT, .class_name = "SPIRV_CacheControlStoreINTELAttr",
};
static const ParamsDef coop_matrix_props_khr_params = {
  PARAMS(UINT_PARAM("m_size", "uint32_t"), UINT_PARAM("n_size", "uint32_t"), UINT_PARAM("k_size", "uint32_t"), MATRIX_TYPES,
         {"acc_sat", PARAM_BOOL, .cpp = "bool"}, DEF_PARAM("scope", scope, "ScopeAttr")),
  .format = STRUCT, .class_name = "SPIRV_CooperativeMatrixPropertiesKHRAttr",
};
static const ParamsDef coop_matrix_props_nv_params = {
  PARAMS(INT_PARAM("m_size"), INT_PARAM("n_size"), INT_PARAM("k_size"), MATRIX_TYPES, DEF_PARAM("scope", scope, "ScopeAttr")),
  .format = STRUCT, .class_name = "SPIRV_CooperativeMatrixPropertiesNVAttr",
};
static const ParamsDef entry_point_abi_params = {
  PARAMS({"workgroup_size", PARAM_DENSE_I32, PARAM_OPTIONAL, .cpp = "DenseI32ArrayAttr"}, OPT_INT_PARAM("subgroup_size"),
         OPT_INT_PARAM("target_width")),
  .format = STRUCT, .class_name = "SPIRV_EntryPointABIAttr",
};
static const ParamsDef linkage_attributes_params = {
  PARAMS({"linkage_name", PARAM_STRING, .cpp = "StringAttr"}, DEF_PARAM("linkage_type", linkage_type, "LinkageTypeAttr")),
  .format = STRUCT, .class_name = "SPIRV_LinkageAttributesAttr",
};
static const ParamsDef resource_limits_params = {
  PARAMS(LIMIT("max_compute_shared_memory_size", 16384), LIMIT("max_compute_workgroup_invocations", 128),
         ARRAY_PARAM("max_compute_workgroup_size"), LIMIT("subgroup_size", 32), OPT_INT_PARAM("min_subgroup_size"),
         OPT_INT_PARAM("max_subgroup_size"), ARRAY_PARAM("cooperative_matrix_properties_khr"),
         ARRAY_PARAM("cooperative_matrix_properties_nv")),
  .format = STRUCT, .class_name = "SPIRV_ResourceLimitsAttr",
};
// Of those read by hand only the number of words counts.
static const ParamsDef three_words = {.count = 3}, env_words = {.count = ENV_WORDS};

ATTR(cache_control_load, "cache_control_load_intel", "how a load uses a cache", .params = &cache_control_load_params);
ATTR(cache_control_store, "cache_control_store_intel", "how a store uses a cache", .params = &cache_control_store_params);
ATTR(coop_matrix_props_khr, "coop_matrix_props_khr", "a cooperative matrix a device supports", .params = &coop_matrix_props_khr_params);
ATTR(coop_matrix_props_nv, "coop_matrix_props_nv", "a cooperative matrix a device supports", .params = &coop_matrix_props_nv_params);
ATTR(entry_point_abi, "entry_point_abi", "sizes of an entry point's groups", .params = &entry_point_abi_params);
ATTR(interface_var_abi, "interface_var_abi", "where an argument is bound", .params = &three_words,
     .parse = parse_interface_var_abi, .print = print_interface_var_abi);
ATTR(linkage_attributes, "linkage_attributes", "a symbol's name and kind for the linker", .params = &linkage_attributes_params);
ATTR(resource_limits, "resource_limits", "limits of a device", .params = &resource_limits_params);
ATTR(target_env, "target_env", "what a module is compiled for", .params = &env_words, .parse = parse_target_env, .print = print_target_env);
ATTR(vce, "vce", "version, capabilities and extensions", .params = &three_words, .parse = parse_vce, .print = print_vce);

#define ENUM_ENTRY(id) &spirv_##id##_attr,
const AttrDef *const spirv_attrs[] = {
  SPIRV_ENUMS(ENUM_ENTRY)
  &spirv_cache_control_load_attr, &spirv_cache_control_store_attr, &spirv_coop_matrix_props_khr_attr,
  &spirv_coop_matrix_props_nv_attr, &spirv_entry_point_abi_attr, &spirv_interface_var_abi_attr,
  &spirv_linkage_attributes_attr, &spirv_resource_limits_attr, &spirv_target_env_attr, &spirv_vce_attr, NULL,
};
