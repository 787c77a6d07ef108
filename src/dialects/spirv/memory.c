// Pointers, loads and stores, atomics, barriers, cooperative matrices of the spirv dialect, and what all
// hooks of the dialect share.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Shared

bool spirv_fail(Verifier *v, const Operation *op, const char *message) {
  return verify_fail(v, op, "%s", message);
}

bool spirv_fail_plain(Verifier *v, const Operation *op, const char *message) {
  return verify_fail_plain(v, op, "%s", message);
}

bool spirv_fail_types(Verifier *v, const Operation *op, bool plain, const char *message, T a, const char *middle, T b) {
  (plain ? op_error_plain : op_error)(v->module, op, "%s'%s'%s'%s'", message, type_text(v->ctx, a), middle,
                                      type_text(v->ctx, b));
  return false;
}

A parse_spirv_attr(Parser *p, AttrKind kind, T type) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, type);
  if (!attr || attr_kind(attr) == kind) return attr;
  parser_op_error_at(p, at, "invalid kind of attribute specified");
  return NULL;
}

A parse_spirv_symbol(Parser *p) {
  uint32_t at = parser_loc(p);
  A attr = parse_spirv_attr(p, ATTR_SYMBOL_REF, NULL);
  if (!attr || attr_as_symbol(attr)->count == 1) return attr;
  parser_op_error_at(p, at, "invalid kind of attribute specified");
  return NULL;
}

bool parse_spirv_enum_string(Parser *p, const EnumDef *def, const char *words, int64_t *out) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, parser_context(p)->types.none);
  if (!attr) return false;
  if (attr_kind(attr) != ATTR_STRING) return parser_op_error_at(p, at, "expected %s attribute specified as string", words);
  if (spirv_enum_find(def, attr_str(attr), out)) return true;
  return parser_op_error_at(p, at, "invalid %s attribute specification: %s", words, attr_text(parser_context(p), attr));
}

bool parse_spirv_enum_attr(Parser *p, OpState *state, const char *name, const EnumDef *def, const AttrDef *attr, int64_t *out) {
  int64_t value;
  if (!parse_spirv_enum_string(p, def, name, &value)) return false;
  op_state_set_attr(state, str_from(name), spirv_enum_attr(parser_context(p), attr, value));
  if (out) *out = value;
  return true;
}

void print_spirv_enum_string(Printer *p, const EnumDef *def, int64_t value) {
  print_text(p, " \"");
  print_spirv_enum(p, def, value);
  print_char(p, '"');
}

bool parse_spirv_dict(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  return true;
}

static bool parse_i32(Parser *p, OpState *state, const char *name) {
  A attr = parse_attr(p, parser_context(p)->types.i32);
  if (attr) op_state_set_attr(state, str_from(name), attr);
  return attr != NULL;
}

bool parse_spirv_decorations(Parser *p, OpState *state) {
  if (parse_optional_keyword(p, "bind")) {
    if (!parse_l_paren(p) || !parse_i32(p, state, "descriptor_set") || !parse_comma(p) || !parse_i32(p, state, "binding") ||
        !parse_r_paren(p))
      return false;
  } else if (parse_optional_keyword(p, "built_in")) {
    if (!parse_l_paren(p)) return false;
    A name = parse_spirv_attr(p, ATTR_STRING, NULL);
    if (!name || !parse_r_paren(p)) return false;
    op_state_set_attr(state, STR("built_in"), name);
  }
  return parse_spirv_dict(p, state);
}

void print_spirv_decorations(Printer *p, const Operation *op, const char *const *elided) {
  const char *names[12];
  uint32_t count = 0;
  while (*elided) names[count++] = *elided++;
  A set = op_attr(op, "descriptor_set"), binding = op_attr(op, "binding"), built_in = op_attr(op, "built_in");
  if (set && binding && attr_kind(set) == ATTR_INTEGER && attr_kind(binding) == ATTR_INTEGER) {
    names[count++] = "descriptor_set";
    names[count++] = "binding";
    print_text(p, " bind(");
    print_i64(p, attr_to_i64(set));
    print_text(p, ", ");
    print_i64(p, attr_to_i64(binding));
    print_char(p, ')');
  }
  if (built_in && attr_kind(built_in) == ATTR_STRING) {
    names[count++] = "built_in";
    print_text(p, " built_in(\"");
    print_str(p, attr_str(built_in));
    print_text(p, "\")");
  }
  names[count] = NULL;
  print_optional_attr_dict(p, op, names);
}


bool spirv_constant_i32(const Operation *op, int32_t *out) {
  A value = op_is(op, OP_SPIRV_CONSTANT) ? op_prop_at(op, SPIRV_CONSTANT_VALUE) : NULL;
  if (!value || attr_kind(value) != ATTR_INTEGER) return false;
  *out = (int32_t)attr_to_i64(value);
  return true;
}

const Operation *spirv_symbol(Verifier *v, const Operation *op, A symbol, uint32_t kind) {
  const Operation *parent = op_parent(op);
  const Operation *found = parent && symbol && attr_kind(symbol) == ATTR_SYMBOL_REF ? symbol_lookup(v->symbols, parent, symbol) : NULL;
  return !kind || op_is(found, kind) ? found : NULL;
}

T spirv_type_of(A attr) {
  return attr && attr_kind(attr) == ATTR_TYPE ? ((const TypeAttr *)attr)->type : NULL;
}

bool verify_spirv_semantics(Verifier *v, const Operation *op, const char *name) {
  int64_t orders = spirv_enum_of(op_prop(op, name), 0) & (SPIRV_MEMORY_SEMANTICS_ACQUIRE | SPIRV_MEMORY_SEMANTICS_RELEASE |
                                                   SPIRV_MEMORY_SEMANTICS_ACQUIRE_RELEASE | SPIRV_MEMORY_SEMANTICS_SEQUENTIALLY_CONSISTENT);
  if (!(orders & (orders - 1))) return true;
  return spirv_fail_plain(v, op, "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,"
                                 "`AcquireRelease` or `SequentiallyConsistent`");
}

const Operation *spirv_module_of(const Operation *op) {
  while (op && !op_is(op, OP_SPIRV_MODULE)) op = op_parent(op);
  return op;
}

// ---------------------------------------------------------------------------------------------
// Memory access: `["Aligned", 4]`

typedef struct AccessNames { const char *access, *alignment; } AccessNames;
static const AccessNames access_names = {"memory_access", "alignment"};
static const AccessNames source_names = {"source_memory_access", "source_alignment"};

// (`[` string (`,` alignment)? `]`)?
static bool parse_access(Parser *p, OpState *state, AccessNames names) {
  int64_t access;
  if (!parser_consume_if(p, TOK_L_SQUARE)) return true;
  if (!parse_spirv_enum_attr(p, state, names.access, &spirv_memory_access, &spirv_memory_access_attr, &access)) return false;
  if (access & SPIRV_MEMORY_ACCESS_ALIGNED && !(parse_comma(p) && parse_i32(p, state, names.alignment))) return false;
  return parse_r_square(p);
}

// The attributes that were printed are added to the names to leave out of the dictionary.
static void print_access(Printer *p, const Operation *op, AccessNames names, const char **elided) {
  while (*elided) elided++;
  int64_t access = spirv_enum_of(op_prop(op, names.access), -1);
  A alignment = op_prop(op, names.alignment);
  if (access < 0) return;
  *elided++ = names.access;
  print_text(p, " [\"");
  print_spirv_enum(p, &spirv_memory_access, access);
  print_char(p, '"');
  if (access & SPIRV_MEMORY_ACCESS_ALIGNED && alignment) {
    *elided++ = names.alignment;
    print_text(p, ", ");
    print_u64(p, attr_to_u64(alignment));
  }
  print_char(p, ']');
}

static bool verify_access(Verifier *v, const Operation *op, AccessNames names) {
  int64_t access = spirv_enum_of(op_prop(op, names.access), -1);
  bool has_alignment = op_prop(op, names.alignment) != NULL;
  if (access < 0)
    return !has_alignment || spirv_fail(v, op, "invalid alignment specification without aligned memory access specification");
  if (access & SPIRV_MEMORY_ACCESS_ALIGNED) return has_alignment || spirv_fail(v, op, "missing alignment value");
  return !has_alignment || spirv_fail(v, op, "invalid alignment specification with non-aligned memory access specification");
}

static bool parse_storage(Parser *p, int64_t *out) { return parse_spirv_enum_string(p, &spirv_storage_class, "storage_class", out); }

static void print_pointer(Printer *p, const Operation *op, uint32_t operand) {
  print_spirv_enum_string(p, &spirv_storage_class, spirv_storage(op_operand_type(op, operand)));
  print_char(p, ' ');
  print_operand(p, op_operand(op, operand));
}

static void print_colon_type(Printer *p, T type) {
  print_text(p, " : ");
  print_type(p, type);
}

// ---------------------------------------------------------------------------------------------
// spirv.Load, spirv.Store, spirv.CopyMemory and INTEL's blocks

// load ::= storage-class operand memory-access? attr-dict `:` type
bool parse_spirv_load(Parser *p, OpState *state) {
  int64_t storage;
  Operand pointer;
  T element;
  if (!parse_storage(p, &storage) || !parse_operand(p, &pointer) || !parse_access(p, state, access_names) || !parse_spirv_dict(p, state) ||
      !parse_colon_type(p, &element) || !resolve_one(p, state, &pointer, spirv_ptr(parser_context(p), element, (uint32_t)storage)))
    return false;
  op_state_add_type(state, element);
  return true;
}

void print_spirv_load(Printer *p, const Operation *op) {
  const char *elided[4] = {"storage_class"};
  print_pointer(p, op, 0);
  print_access(p, op, access_names, elided);
  print_optional_attr_dict(p, op, elided);
  print_colon_type(p, op_result_type(op, 0));
}

static bool parse_store_of(Parser *p, OpState *state, bool blocks) {
  int64_t storage;
  OperandVec operands = {0};
  T value;
  uint32_t at = parser_loc(p);
  if (!parse_storage(p, &storage) || !parse_operand_list_n(p, &operands, DELIM_NONE, 2) || (!blocks && !parse_access(p, state, access_names)) ||
      !parse_colon_type(p, &value))
    return false;
  T element = blocks && type_is_vector(value) ? type_element(value) : value;
  return resolve_operands(p, state, &operands, (const T[]){spirv_ptr(parser_context(p), element, (uint32_t)storage), value}, 2, at);
}

// store ::= storage-class operand `,` operand memory-access? `:` type
bool parse_spirv_store(Parser *p, OpState *state) { return parse_store_of(p, state, false); }
bool parse_spirv_block_write(Parser *p, OpState *state) { return parse_store_of(p, state, true); }

void print_spirv_store(Printer *p, const Operation *op) {
  const char *elided[4] = {"storage_class"};
  print_pointer(p, op, 0);
  print_text(p, ", ");
  print_operand(p, op_operand(op, 1));
  print_access(p, op, access_names, elided);
  print_colon_type(p, op_operand_type(op, 1));
  print_optional_attr_dict(p, op, elided);
}

void print_spirv_block_write(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, 2});
  print_colon_type(p, op_operand_type(op, 1));
}

// Up to LLVM 19, block-read ::= storage-class operand `:` type; the storage class was not printed.
static bool parse_block_pointer(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t storage;
  T value;
  Operand *pointer = custom_add_operand(p, &args[0]);
  if (!pointer || !parse_storage(p, &storage) || !parse_operand(p, pointer) || !parse_colon_type(p, &value)) return false;
  custom_add_type(p, &args[1], spirv_ptr(parser_context(p), type_is_vector(value) ? type_element(value) : value, (uint32_t)storage));
  custom_add_type(p, &args[2], value);
  return true;
}

static void print_block_pointer(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)args, (void)count;
  print_operand(p, op_operand(op, 0));
  print_colon_type(p, op_result_type(op, 0));
}

// The size of clusters was of 32 bits, so its type was not written.
static bool parse_cluster_size(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Operand *size = custom_add_operand(p, &args[0]);
  if (!size || !parse_operand(p, size)) return false;
  custom_add_type(p, &args[1], type_integer(parser_context(p), 32, SIGNLESS));
  return true;
}

static void print_cluster_size(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_operands(p, op, custom_span(op, &args[0]));
}

const CustomDirective spirv_memory_directives[] = {
  {"BlockPointer", parse_block_pointer, print_block_pointer, NULL},
  {"ClusterSize", parse_cluster_size, print_cluster_size, NULL},
  {0},
};

static T accessed_type(const Operation *op) { return op->result_count ? op_result_type(op, 0) : op_operand_type(op, 1); }

bool verify_spirv_load_or_store(Verifier *v, const Operation *op) {
  if (accessed_type(op) != spirv_pointee(op_operand_type(op, 0))) return spirv_fail(v, op, "mismatch in result type and pointer type");
  return verify_access(v, op, access_names);
}

bool verify_spirv_block_access(Verifier *v, const Operation *op) {
  T value = accessed_type(op);
  if (type_is_vector(value)) value = type_element(value);
  return value == spirv_pointee(op_operand_type(op, 0)) || spirv_fail(v, op, "mismatch in result type and pointer type");
}

// copy-memory ::= storage-class operand `,` storage-class operand memory-access? (`,` memory-access?)? `:` type attr-dict
bool parse_spirv_copy_memory(Parser *p, OpState *state) {
  int64_t to, from;
  Operand target, source;
  T type;
  if (!parse_storage(p, &to) || !parse_operand(p, &target) || !parse_comma(p) || !parse_storage(p, &from) ||
      !parse_operand(p, &source) || !parse_access(p, state, access_names) ||
      (parser_consume_if(p, TOK_COMMA) && !parse_access(p, state, source_names)) || !parse_colon_type(p, &type) ||
      !parse_spirv_dict(p, state))
    return false;
  Context *ctx = parser_context(p);
  return resolve_one(p, state, &target, spirv_ptr(ctx, type, (uint32_t)to)) &&
         resolve_one(p, state, &source, spirv_ptr(ctx, type, (uint32_t)from));
}

void print_spirv_copy_memory(Printer *p, const Operation *op) {
  const char *elided[6] = {"storage_class"};
  print_char(p, ' ');
  print_pointer(p, op, 0);
  print_text(p, ", ");
  print_pointer(p, op, 1);
  print_access(p, op, access_names, elided);
  print_text(p, ", ");
  print_access(p, op, op_prop(op, source_names.access) ? source_names : access_names, elided);
  print_optional_attr_dict(p, op, elided);
  print_colon_type(p, spirv_pointee(op_operand_type(op, 0)));
}

bool verify_spirv_copy_memory(Verifier *v, const Operation *op) {
  if (spirv_pointee(op_operand_type(op, 0)) != spirv_pointee(op_operand_type(op, 1)))
    return spirv_fail(v, op, "both operands must be pointers to the same type");
  return verify_access(v, op, access_names) && verify_access(v, op, source_names);
}

// ---------------------------------------------------------------------------------------------
// spirv.Variable

// variable ::= (`init` `(` operand `)`)? decorations `:` type
bool parse_spirv_variable(Parser *p, OpState *state) {
  Operand init;
  T type;
  bool has_init = parse_optional_keyword(p, "init");
  if (has_init && !(parse_l_paren(p) && parse_operand(p, &init) && parse_r_paren(p))) return false;
  if (!parse_spirv_decorations(p, state) || !parse_colon(p)) return false;
  uint32_t at = parser_loc(p);
  if (!(type = parse_type(p))) return false;
  if (!spirv_is_ptr(type)) return parser_op_error_at(p, at, "expected spirv.ptr type");
  op_state_add_type(state, type);
  op_state_set_prop(state, SPIRV_VARIABLE_STORAGE_CLASS, spirv_enum_attr(parser_context(p), &spirv_storage_class_attr, spirv_storage(type)));
  return !has_init || resolve_one(p, state, &init, spirv_pointee(type));
}

void print_spirv_variable(Printer *p, const Operation *op) {
  if (op->operand_count) {
    print_text(p, " init(");
    print_operand(p, op_operand(op, 0));
    print_char(p, ')');
  }
  print_spirv_decorations(p, op, (const char *const[]){"storage_class", NULL});
  print_colon_type(p, op_result_type(op, 0));
}

bool verify_spirv_variable(Verifier *v, const Operation *op) {
  static const char *const forbidden[] = {"descriptor_set", "binding", "built_in"};
  T type = op_result_type(op, 0);
  if (spirv_enum_of(op_prop_at(op, SPIRV_VARIABLE_STORAGE_CLASS), 0) != SPIRV_STORAGE_CLASS_FUNCTION)
    return spirv_fail(v, op, "can only be used to model function-level variables. Use spirv.GlobalVariable for module-level variables.");
  if (spirv_storage(type) != SPIRV_STORAGE_CLASS_FUNCTION) return spirv_fail(v, op, "storage class must match result pointer's storage class");
  if (op->operand_count) {
    const Operation *init = value_def(op_operand(op, 0));
    if (!op_is(init, OP_SPIRV_CONSTANT) && !op_is(init, OP_SPIRV_MLIR_REFERENCEOF) && !op_is(init, OP_SPIRV_MLIR_ADDRESSOF))
      return spirv_fail(v, op, "initializer must be the result of a constant or spirv.GlobalVariable op");
  }
  for (uint32_t i = 0; i < countof(forbidden); i++) {
    if (!op_attr(op, forbidden[i])) continue;
    return verify_fail(v, op, "cannot have '%s' attribute (only allowed in spirv.GlobalVariable)", forbidden[i]);
  }
  T pointee = spirv_pointee(type);
  while (pointee->def == &spirv_array_type) pointee = spirv_element(pointee);
  if (!spirv_is_ptr(pointee) || spirv_storage(pointee) != SPIRV_STORAGE_CLASS_PHYSICAL_STORAGE_BUFFER) return true;
  bool aliased = op_attr(op, "aliased_pointer") != NULL, restricted = op_attr(op, "restrict_pointer") != NULL;
  if (!aliased && !restricted)
    return spirv_fail(v, op, " with physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'");
  return !aliased || !restricted || spirv_fail(v, op, " with physical buffer pointer must have exactly one aliasing decoration");
}

// ---------------------------------------------------------------------------------------------
// Access chains

#define CHAIN "'spirv.AccessChain' "

// The pointer that the indices from operand `first` on lead to; NULL: reported.
static T chain_type(Verifier *v, const Operation *op, uint32_t first) {
  T base = op_operand_type(op, 0), type = spirv_pointee(base);
  int32_t index = 0;
  for (uint32_t i = first; i < op->operand_count; i++) {
    uint64_t count;
    if (!spirv_is_composite(type)) {
      op_error_plain(v->module, op, CHAIN "op cannot extract from non-composite type '%s' with index %d", type_text(v->ctx, type), index);
      return NULL;
    }
    index = 0;
    if (type->def == &spirv_struct_type) {
      const Operation *constant = value_def(op_operand(op, i));
      if (!constant) {
        op_error_plain(v->module, op, CHAIN "op index must be an integer spirv.Constant to access element of spirv.struct");
        return NULL;
      }
      if (!spirv_constant_i32(constant, &index)) {
        op_error_plain(v->module, op, CHAIN "index must be an integer spirv.Constant to access element of spirv.struct, but provided %.*s",
                       STR_ARG(op_name(constant)));
        return NULL;
      }
      if (index < 0 || !spirv_composite_count(type, &count) || (uint64_t)index >= count) {
        op_error_plain(v->module, op, CHAIN "op index %d out of bounds for '%s'", index, type_text(v->ctx, type));
        return NULL;
      }
    }
    type = spirv_composite_part(type, (uint32_t)index);
  }
  return spirv_ptr(v->ctx, type, spirv_storage(base));
}

// Up to LLVM 19 the result's type was not written.
static bool infer_chain(Context *ctx, OpState *state, uint32_t first) {
  T base = state->operands.count ? state->operands.data[0]->type : NULL;
  if (!base || !spirv_is_ptr(base)) return false;
  T type = spirv_pointee(base);
  for (uint32_t i = first; i < state->operands.count; i++) {
    const Operation *constant = value_def(state->operands.data[i]);
    int32_t index = 0;
    uint64_t count;
    if (!spirv_is_composite(type)) return false;
    if (type->def == &spirv_struct_type &&
        (!constant || !spirv_constant_i32(constant, &index) || index < 0 || !spirv_composite_count(type, &count) || (uint64_t)index >= count))
      return false;
    type = spirv_composite_part(type, (uint32_t)index);
  }
  op_state_add_type(state, spirv_ptr(ctx, type, spirv_storage(base)));
  return true;
}

bool infer_spirv_access_chain(Context *ctx, OpState *state) { return infer_chain(ctx, state, 1); }
bool infer_spirv_ptr_access_chain(Context *ctx, OpState *state) { return infer_chain(ctx, state, 2); }

bool verify_spirv_access_chain(Verifier *v, const Operation *op) {
  T expected = chain_type(v, op, op_is(op, OP_SPIRV_ACCESS_CHAIN) ? 1 : 2);
  if (!expected) return false;
  return expected == op_result_type(op, 0) ||
         spirv_fail_types(v, op, false, "invalid result type: expected ", expected, ", but provided ", op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Atomics and barriers

static bool verify_atomic_of(Verifier *v, const Operation *op, const char *kind, bool fits) {
  if (fits) return verify_spirv_semantics(v, op, "semantics");
  return verify_fail(v, op, "pointer operand must point to an %s value, found '%s'", kind,
                     type_text(v->ctx, spirv_pointee(op_operand_type(op, 0))));
}

bool verify_spirv_atomic(Verifier *v, const Operation *op) {
  return verify_atomic_of(v, op, "integer", type_kind(spirv_pointee(op_operand_type(op, 0))) == TYPE_INTEGER);
}

bool verify_spirv_atomic_float(Verifier *v, const Operation *op) {
  return verify_atomic_of(v, op, "float", type_is_float(spirv_pointee(op_operand_type(op, 0))));
}

bool verify_spirv_barrier(Verifier *v, const Operation *op) { return verify_spirv_semantics(v, op, "memory_semantics"); }

bool verify_spirv_mesh_tasks(Verifier *v, const Operation *op) {
  if (op->operand_count < 4) return true;
  const Operation *address = value_def(op_operand(op, 3));
  (void)address;
  return spirv_storage(op_operand_type(op, 3)) == SPIRV_STORAGE_CLASS_TASK_PAYLOAD_WORKGROUP_EXT ||
         spirv_fail(v, op, "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT");
}

// ---------------------------------------------------------------------------------------------
// Cooperative matrices

bool verify_spirv_coop_access(Verifier *v, const Operation *op) {
  T pointee = spirv_pointee(op_operand_type(op, 0));
  if (!spirv_is_scalar(pointee) && !type_is_vector(pointee))
    return verify_fail(v, op, "Pointer must point to a scalar or vector type but provided '%s'", type_text(v->ctx, pointee));
  int64_t access = spirv_enum_of(op_prop(op, "memory_operand"), -1);
  if (access < 0) return true;
  if (op->result_count && access & SPIRV_MEMORY_ACCESS_MAKE_POINTER_AVAILABLE)
    return spirv_fail(v, op, "not compatible with memory operand 'MakePointerAvailable'");
  if (!op->result_count && access & SPIRV_MEMORY_ACCESS_MAKE_POINTER_VISIBLE)
    return spirv_fail(v, op, "not compatible with memory operand 'MakePointerVisible'");
  bool aligned = (access & SPIRV_MEMORY_ACCESS_ALIGNED) != 0, has_alignment = op_prop(op, "alignment") != NULL;
  if (aligned && !has_alignment) return spirv_fail(v, op, "missing value for the 'Aligned' memory operand");
  return aligned || !has_alignment || spirv_fail(v, op, "found alignment attribute for non-'Aligned' memory operand");
}

bool verify_spirv_coop_mul_add(Verifier *v, const Operation *op) {
  T a = op_operand_type(op, 0), b = op_operand_type(op, 1), c = op_operand_type(op, 2);
  uint32_t scope = spirv_param(a, SPIRV_SCOPE);
  bool has_scope = spirv_param(b, SPIRV_SCOPE) == scope && spirv_param(c, SPIRV_SCOPE) == scope;
  const char *problem = spirv_param(a, SPIRV_USE) != SPIRV_COOPERATIVE_MATRIX_USE_KHR_MATRIX_A     ? "operand #0 must be of use 'MatrixA'"
                        : spirv_param(b, SPIRV_USE) != SPIRV_COOPERATIVE_MATRIX_USE_KHR_MATRIX_B   ? "operand #1 must be of use 'MatrixB'"
                        : spirv_param(c, SPIRV_USE) != SPIRV_COOPERATIVE_MATRIX_USE_KHR_MATRIX_ACC ? "operand #2 must be of use 'MatrixAcc'"
                        : !has_scope                                                              ? "matrix scope mismatch"
                        : spirv_param(a, SPIRV_ROWS) != spirv_param(c, SPIRV_ROWS)       ? "matrix size mismatch on dimension 'M'"
                        : spirv_param(b, SPIRV_COLUMNS) != spirv_param(c, SPIRV_COLUMNS) ? "matrix size mismatch on dimension 'N'"
                        : spirv_param(a, SPIRV_COLUMNS) != spirv_param(b, SPIRV_ROWS)    ? "matrix size mismatch on dimension 'K'"
                                                                                         : NULL;
  for (uint32_t i = 0; i < 3 && !problem && op_prop_at(op, SPIRV_KHR_COOPERATIVE_MATRIX_MUL_ADD_MATRIX_OPERANDS); i++)
    if (type_kind(spirv_element(op_operand_type(op, i))) != TYPE_INTEGER)
      problem = "Matrix Operands require all matrix element types to be Integer Types";
  return !problem || spirv_fail(v, op, problem);
}
