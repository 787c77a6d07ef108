// A module: its head, types, globals and functions, then the groups of attributes and the metadata that these refer to.
#include "export/llvm_ir/llvm_ir.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/writer.h"
#include "ir/ir_diag.h"
#include "ops/builtin.h"

bool writer_refuse(Writer *w, const Operation *op, const char *what) {
  op_error(w->module, op, "cannot be written as LLVM IR yet: %s", what);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Names

static IrValue *value_entry(Writer *w, Value *value) {
  if (!value_known(w, value)) {
    value->print_id = w->values.count;
    vec_push(&w->arena, &w->values, ((IrValue){.value = value, .number = NO_NUMBER}));
    if (value->print_id == w->values.count) return NULL;   // no memory
  }
  return &w->values.data[value->print_id];
}

void set_number(Writer *w, Value *value, uint32_t number) {
  IrValue *entry = value_entry(w, value);
  if (entry) entry->number = number;
}
void set_constant(Writer *w, Value *value, IrConst *constant, Str text) {
  IrValue *entry = value_entry(w, value);
  if (!entry) return;
  entry->constant = constant;
  entry->text = ir_is_late(constant) ? (Str){"", 0} : arena_str(&w->arena, text);
}
void set_same(Writer *w, Value *value, const Value *as) {
  const IrValue *known = value_known(w, as);
  if (!known) return;
  IrValue copy = *known;
  IrValue *entry = value_entry(w, value);
  if (!entry) return;
  copy.value = value;
  *entry = copy;
}
void put_number(Writer *w, uint32_t number) {
  strbuf_char(w->out, '%');
  strbuf_u64(w->out, number);
}
void put_value(Writer *w, const Value *value) {
  const IrValue *known = value_known(w, value);
  if (!known) return;
  if (known->constant && !known->text.size) ir_const_text(w->out, known->constant);
  else if (known->constant) strbuf_str(w->out, known->text);
  else if (known->number != NO_NUMBER) put_number(w, known->number);
}
bool put_type(Writer *w, T type) {
  if (!llvm_is_struct(type)) return ir_type(w->out, type);
  const Str *known = map_get(&w->type_texts, type);
  if (known) return strbuf_str(w->out, *known), true;
  size_t begin = w->out->size;
  if (!ir_type(w->out, type)) return false;
  Str *text = arena_new(&w->arena, Str, 1);
  if (!text) return true;
  *text = arena_str(&w->arena, str_slice(strbuf_view(w->out), begin, w->out->size));
  map_set(&w->type_texts, type, text);
  return true;
}
bool put_typed(Writer *w, const Value *value) {
  if (!put_type(w, value->type)) return false;
  strbuf_char(w->out, ' ');
  put_value(w, value);
  return true;
}

void came_from(Writer *w, size_t begin, Range src) {
  const StrBuf *out = w->out;
  size_t end = out->size;
  while (begin < end && (out->data[begin] == ' ' || out->data[begin] == '\n')) begin++;
  while (begin < end && out->data[end - 1] == '\n') end--;
  if (begin < end) vec_push(w->map->arena, &w->map->entries, (OutputMapEntry){(uint32_t)begin, (uint32_t)end, src});
}

Str word_of(Writer *w, A attr) {
  if (!attr) return (Str){"", 0};
  Str text = str_from(attr_text(w->ctx, attr));
  const char *open = memchr(text.data, '<', text.size);
  return open && text.size ? str_slice(text, (size_t)(open - text.data) + 1, text.size - 1) : text;
}

// Attributes of these dialects change what is made, those of NVIDIA's on functions alone; LLVM looks at no others.
bool knows_attributes(Writer *w, const Operation *op) {
  static const char *const refused[] = {"xevm", "omp", "acc", "nvvm"};
  uint32_t count = countof(refused) - (op_is(op, OP_LLVM_FUNC) || op_is(op, OP_BUILTIN_MODULE));
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str dialect = name_dialect(attr_str(op->attrs[i].name));
    for (size_t d = 0; d < count; d++)
      if (str_is(dialect, refused[d])) return writer_refuse(w, op, "an attribute of another dialect");
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Globals

static bool put_comdat(Writer *w, const Operation *op, A comdat) {
  const SymbolRefAttr *path = comdat ? attr_as_symbol(comdat) : NULL;
  if (!path) return true;
  Str leaf = attr_str(path->path[path->count - 1]);
  strbuf_lit(w->out, ", comdat");
  if (str_equal(leaf, symbol_name(op))) return true;
  strbuf_char(w->out, '(');
  ir_name(w->out, '$', leaf);
  strbuf_char(w->out, ')');
  return true;
}

// The constant of an initializer: of an attribute, or what the region returns. False: there is none, which is reported.
static bool initializer_of(Writer *w, Operation *op, T type, A value, IrConst **out) {
  *out = NULL;
  if (value) return (*out = ir_const_of_attr(w->ctx, type, value, &w->arena)) || writer_refuse(w, op, "its value");
  Region *region = op_region(op, 0);
  if (region_is_empty(region)) return true;
  block_each_op(region->first, o) {
    if (!prepare_operation(w, o)) return false;
    if (o->result_count && !constant_of(w, op_result(o, 0))) return writer_refuse(w, o, "an initializer that is not a constant");
  }
  const Operation *end = region->first->last;
  if (!op_is(end, OP_LLVM_RETURN) || !end->operand_count) return writer_refuse(w, op, "its initializer");
  *out = constant_of(w, op_operand(end, 0));
  return true;
}

static void attachments_of_global(Writer *w, const Operation *op, IrAttachments *out) {
  A list = op_prop_at(op, LLVM_MLIR_GLOBAL_DBG_EXPRS);
  for (uint64_t i = 0; list && i < ((const ArrayAttr *)list)->count; i++)
    ir_attach(&w->metadata, out, "dbg", ir_debug_node(&w->metadata, ((const ArrayAttr *)list)->items[i]));
}

static bool put_global(Writer *w, Operation *op, IrConst *made) {
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type;
  A align = op_prop_at(op, LLVM_MLIR_GLOBAL_ALIGNMENT), space = op_prop_at(op, LLVM_MLIR_GLOBAL_ADDR_SPACE), linkage = op_prop_at(op, LLVM_MLIR_GLOBAL_LINKAGE);
  A section = op_prop_at(op, LLVM_MLIR_GLOBAL_SECTION), targets = op_prop_at(op, LLVM_MLIR_GLOBAL_TARGET_SPECIFIC_ATTRS);
  Str word = word_of(w, linkage);
  if (str_is(word, "extern_weak")) made = NULL;
  bool needs_value = !made && !str_is(word, "external") && !str_is(word, "extern_weak");
  ir_name(w->out, '@', symbol_name(op));
  strbuf_lit(w->out, " = ");
  if (!made && str_is(word, "external")) strbuf_lit(w->out, "external ");
  put_linkage(w, linkage, op_prop_at(op, LLVM_MLIR_GLOBAL_DSO_LOCAL), op_prop_at(op, LLVM_MLIR_GLOBAL_VISIBILITY_));
  if (op_prop_at(op, LLVM_MLIR_GLOBAL_THREAD_LOCAL_)) strbuf_lit(w->out, "thread_local ");
  put_enum_word(w, &llvm_unnamed_addr, op_prop_at(op, LLVM_MLIR_GLOBAL_UNNAMED_ADDR));
  if (space && attr_to_i64(space)) strbuf_printf(w->out, "addrspace(%d) ", (int)attr_to_i64(space));
  if (op_prop_at(op, LLVM_MLIR_GLOBAL_EXTERNALLY_INITIALIZED)) strbuf_lit(w->out, "externally_initialized ");
  strbuf_str(w->out, op_prop_at(op, LLVM_MLIR_GLOBAL_CONSTANT) ? STR("constant ") : STR("global "));
  if (!put_type(w, type)) return writer_refuse(w, op, "its type");
  if (made) {
    strbuf_char(w->out, ' ');
    if (!ir_const_text(w->out, made)) return writer_refuse(w, op, "its value");
  } else if (needs_value) strbuf_lit(w->out, " undef");
  if (section) {
    strbuf_lit(w->out, ", section ");
    strbuf_quoted(w->out, attr_str(section));
  }
  put_comdat(w, op, op_prop_at(op, LLVM_MLIR_GLOBAL_COMDAT));
  if (align && attr_to_i64(align)) strbuf_printf(w->out, ", align %d", (int)attr_to_i64(align));
  IrAttachments attachments = {0};
  attachments_of_global(w, op, &attachments);
  ir_put_attachments(w->out, &attachments);
  IrAttrs attrs = {0};
  Str problem;
  if (targets && !ir_attrs_of_passthrough(w->ctx, &w->arena, targets, &attrs, &problem)) return writer_refuse(w, op, "its attributes of the target");
  if (attrs.items.count) strbuf_printf(w->out, " #%u", ir_group_of(w->ctx, &w->arena, &w->groups, &attrs));
  strbuf_char(w->out, '\n');
  return true;
}

static bool put_alias(Writer *w, Operation *op) {
  IrConst *aliasee;
  if (!initializer_of(w, op, NULL, NULL, &aliasee)) return false;
  if (!aliasee) return writer_refuse(w, op, "its initializer");
  ir_name(w->out, '@', symbol_name(op));
  strbuf_lit(w->out, " = ");
  put_linkage(w, op_prop_at(op, LLVM_MLIR_ALIAS_LINKAGE), op_prop_at(op, LLVM_MLIR_ALIAS_DSO_LOCAL), op_prop_at(op, LLVM_MLIR_ALIAS_VISIBILITY_));
  if (op_prop_at(op, LLVM_MLIR_ALIAS_THREAD_LOCAL_)) strbuf_lit(w->out, "thread_local ");
  put_enum_word(w, &llvm_unnamed_addr, op_prop_at(op, LLVM_MLIR_ALIAS_UNNAMED_ADDR));
  strbuf_lit(w->out, "alias ");
  bool ok = put_type(w, ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_ALIAS_ALIAS_TYPE))->type);
  strbuf_lit(w->out, ", ");
  // A constant expression says its type itself.
  bool is_expression = aliasee->kind == CONST_OFFSET || aliasee->kind == CONST_CAST;
  if (!is_expression) {
    ok = ok && put_type(w, aliasee->type);
    strbuf_char(w->out, ' ');
  }
  ok = ok && ir_const_text(w->out, aliasee);
  strbuf_char(w->out, '\n');
  return ok || writer_refuse(w, op, "its type");
}

static bool put_function_type(Writer *w, T type) {
  const LLVMFuncType *self = llvm_as_func(type);
  if (!self || !put_type(w, self->result)) return false;
  strbuf_lit(w->out, " (");
  for (uint32_t i = 0; i < self->count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    if (!put_type(w, self->params[i])) return false;
  }
  if (self->is_vararg) strbuf_str(w->out, self->count ? STR(", ...") : STR("..."));
  strbuf_char(w->out, ')');
  return true;
}

static bool put_ifunc(Writer *w, Operation *op) {
  ir_name(w->out, '@', symbol_name(op));
  strbuf_lit(w->out, " = ");
  put_linkage(w, op_prop_at(op, LLVM_MLIR_IFUNC_LINKAGE), op_prop_at(op, LLVM_MLIR_IFUNC_DSO_LOCAL), op_prop_at(op, LLVM_MLIR_IFUNC_VISIBILITY_));
  strbuf_lit(w->out, "ifunc ");
  bool ok = put_function_type(w, ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_IFUNC_I_FUNC_TYPE))->type);
  strbuf_lit(w->out, ", ");
  ok = ok && put_type(w, ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_IFUNC_RESOLVER_TYPE))->type);
  strbuf_char(w->out, ' ');
  ir_name(w->out, '@', attr_symbol_root(op_prop_at(op, LLVM_MLIR_IFUNC_RESOLVER)));
  strbuf_char(w->out, '\n');
  return ok || writer_refuse(w, op, "its type");
}

// @llvm.global_ctors and @llvm.global_dtors.
static void put_structors(Writer *w, Block *body, bool is_ctors) {
  uint32_t count = 0;
  for (uint32_t pass = 0; pass < 2; pass++) {
    const char *before = "";
    if (pass && !count) return;
    if (pass) strbuf_printf(w->out, "@llvm.global_%s = appending global [%u x { i32, ptr, ptr }] [", is_ctors ? "ctors" : "dtors", count);
    block_each_op(body, op) {
      if (!op_is(op, is_ctors ? OP_LLVM_MLIR_GLOBAL_CTORS : OP_LLVM_MLIR_GLOBAL_DTORS)) continue;
      const ArrayAttr *names = (const ArrayAttr *)op->props[0], *priorities = (const ArrayAttr *)op->props[1];
      for (uint64_t i = 0; i < names->count; i++) {
        if (!pass) { count++; continue; }
        strbuf_printf(w->out, "%s{ i32, ptr, ptr } { i32 %lld, ptr ", before, (long long)attr_to_i64(priorities->items[i]));
        ir_name(w->out, '@', attr_symbol_root(names->items[i]));
        strbuf_lit(w->out, ", ptr null }");   // upstream leaves out what the data are
        before = ", ";
      }
    }
  }
  strbuf_lit(w->out, "]\n");
}

// ---------------------------------------------------------------------------------------------
// Named structs

typedef struct TypeFinder {
  Arena *arena;
  T recent[256];   // of `seen`, by address
  Map seen;
  VEC(T) found;
} TypeFinder;

// In LLVM's order (llvm/lib/IR/TypeFinder.cpp): a type before its parts, these from the first.
static void find_types(TypeFinder *self, T root) {
  VEC(T) stack = {0};
  T *recent = &self->recent[map_key(root) >> 4 & 255];
  if (*recent == root) return;
  *recent = root;
  if (map_find(&self->seen, map_key(root))) return;
  map_set(&self->seen, root, root);
  vec_push(self->arena, &stack, root);
  while (stack.count) {
    T type = stack.data[--stack.count];
    uint32_t count = 0;
    const T *parts = NULL;
    T one;
    if (llvm_is_struct(type)) {
      if (llvm_struct_name(type)) vec_push(self->arena, &self->found, type);
      parts = llvm_struct_elements(type, &count);
    } else if (llvm_is_array(type)) one = ((const LLVMArrayType *)type)->element, parts = &one, count = 1;
    else if (type_is_vector(type)) one = type_as_shaped(type)->element, parts = &one, count = 1;
    else if (llvm_is_func(type)) {
      const LLVMFuncType *function = llvm_as_func(type);
      parts = function->params;
      count = (uint32_t)function->count;
    }
    for (uint32_t i = count + (llvm_is_func(type) ? 1 : 0); i--;) {
      T part = llvm_is_func(type) ? (i ? parts[i - 1] : llvm_as_func(type)->result) : parts[i];
      if (map_find(&self->seen, map_key(part))) continue;
      map_set(&self->seen, part, part);
      vec_push(self->arena, &stack, part);
    }
  }
}

static void find_types_of_constant(TypeFinder *self, const IrConst *constant, uint32_t depth) {
  if (!constant || depth > 64) return;
  find_types(self, constant->type);
  if (constant->kind == CONST_LIST)
    for (uint32_t i = 0; i < constant->count; i++) find_types_of_constant(self, constant->items[i], depth + 1);
}

static void find_types_of_attrs(TypeFinder *self, A list) {
  if (!list || attr_kind(list) != ATTR_ARRAY) return;
  for (uint64_t i = 0; i < ((const ArrayAttr *)list)->count; i++) {
    A dict = ((const ArrayAttr *)list)->items[i];
    if (attr_kind(dict) != ATTR_DICT) continue;
    for (uint64_t k = 0; k < ((const DictAttr *)dict)->count; k++)
      if (attr_kind(((const DictAttr *)dict)->items[k].value) == ATTR_TYPE) find_types(self, ((const TypeAttr *)((const DictAttr *)dict)->items[k].value)->type);
  }
}

static void find_types_of_function(TypeFinder *self, Writer *w, Operation *op) {
  find_types(self, ((const TypeAttr *)op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE))->type);
  find_types_of_attrs(self, op_prop_at(op, LLVM_FUNC_RES_ATTRS));
  find_types_of_attrs(self, op_prop_at(op, LLVM_FUNC_ARG_ATTRS));
  region_each_block(op_region(op, 0), block) block_each_op(block, o) {
    if (leaves_nothing(w, o)) continue;
    for (uint32_t i = 0; i < o->result_count; i++) find_types(self, op_result_type(o, i));
    for (uint32_t i = 0; i < o->operand_count; i++) find_types_of_constant(self, constant_of(w, op_operand(o, i)), 0);
    if (op_is(o, OP_LLVM_GETELEMENTPTR)) find_types(self, ((const TypeAttr *)op_prop_at(o, LLVM_GETELEMENTPTR_ELEM_TYPE))->type);
    if (op_is(o, OP_LLVM_ALLOCA)) find_types(self, ((const TypeAttr *)op_prop_at(o, LLVM_ALLOCA_ELEM_TYPE))->type);
    find_types_of_attrs(self, arg_attrs_of(w, o));
  }
}

// ---------------------------------------------------------------------------------------------
// The head and the metadata of the module

// Debuggers of Windows read a form of their own.
static bool is_for_msvc(const Operation *module) {
  A triple = op_attr(module, "llvm.target_triple");
  Str text = triple && attr_kind(triple) == ATTR_STRING ? attr_str(triple) : (Str){"", 0}, end = STR("-windows-msvc");
  return text.size > end.size && str_equal(str_slice(text, text.size - end.size, text.size), end);
}

// What modules are given, and LLVM's modules have no place for, is left out, as upstream does.
static bool put_module_head(Writer *w, const Operation *op) {
  static const char *const written[] = {"llvm.data_layout", "llvm.target_triple", "llvm.ident", "llvm.commandline", "llvm.dependent_libraries", "llvm.module_asm"};
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    bool is_written = false;
    for (uint32_t k = 0; k < countof(written); k++) is_written |= str_is(name, written[k]);
    if (!is_written && str_is(name_dialect(name), "llvm")) return writer_refuse(w, op, "an attribute of the module");
  }
  if (!ir_layout_init(&w->layout, w->module, &w->arena)) return writer_refuse(w, op, "its data layout");
  strbuf_lit(w->out, "; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n");
  if (w->layout.text.size) strbuf_printf(w->out, "target datalayout = \"%.*s\"\n", STR_ARG(w->layout.text));
  A triple = op_attr(op, "llvm.target_triple"), assembly = op_attr(op, "llvm.module_asm");
  if (triple && attr_kind(triple) == ATTR_STRING && attr_str(triple).size) strbuf_printf(w->out, "target triple = \"%.*s\"\n", STR_ARG(attr_str(triple)));
  for (uint64_t i = 0; assembly && attr_kind(assembly) == ATTR_ARRAY && i < ((const ArrayAttr *)assembly)->count; i++) {
    if (!i) strbuf_char(w->out, '\n');
    strbuf_lit(w->out, "module asm ");
    strbuf_quoted(w->out, attr_str(((const ArrayAttr *)assembly)->items[i]));
    strbuf_char(w->out, '\n');
  }
  return true;
}

static void name_text(Writer *w, const char *name, A text) {
  if (!text || attr_kind(text) != ATTR_STRING) return;
  IrNode *node = ir_node(&w->metadata, NULL, false);
  if (!node) return;
  ir_node_string(&w->metadata, node, NULL, attr_str(text));
  ir_named_add(&w->metadata, name, ir_node_unique(&w->metadata, node));
}

static void add_flag(Writer *w, int64_t behavior, Str key, const char *type, int64_t number, Str text) {
  IrNode *node = ir_node(&w->metadata, NULL, false);
  if (!node) return;
  ir_node_number(&w->metadata, node, "i32", behavior);
  ir_node_string(&w->metadata, node, NULL, key);
  if (type) ir_node_number(&w->metadata, node, type, number);
  else ir_node_string(&w->metadata, node, NULL, text);
  ir_named_add(&w->metadata, "llvm.module.flags", ir_node_unique(&w->metadata, node));
}

static void add_flag_node(Writer *w, int64_t behavior, Str key, IrNode *value) {
  IrNode *node = ir_node(&w->metadata, NULL, false);
  if (!node || !value) return;
  ir_node_number(&w->metadata, node, "i32", behavior);
  ir_node_string(&w->metadata, node, NULL, key);
  ir_node_node(&w->metadata, node, NULL, 0, value);
  ir_named_add(&w->metadata, "llvm.module.flags", ir_node_unique(&w->metadata, node));
}

static bool add_flags(Writer *w, const Operation *op, bool *has_version) {
  const ArrayAttr *flags = (const ArrayAttr *)op_prop_at(op, LLVM_MODULE_FLAGS_FLAGS);
  for (uint64_t i = 0; i < flags->count; i++) {
    A flag = flags->items[i], value = attr_param_attr(flag, 2);
    Str key = attr_str(attr_param_attr(flag, 1));
    int64_t behavior = (int64_t)attr_param(flag, 0);
    if (str_is(key, "Debug Info Version")) *has_version = true;
    if (attr_is(value, &llvm_profile_summary_attr)) add_flag_node(w, behavior, key, ir_profile_node(&w->metadata, value));
    else if (attr_kind(value) == ATTR_ARRAY) add_flag_node(w, behavior, key, ir_call_counts_node(&w->metadata, value));
    else if (attr_kind(value) == ATTR_INTEGER) add_flag(w, behavior, key, "i32", attr_to_i64(value), (Str){"", 0});
    else if (attr_kind(value) == ATTR_STRING) add_flag(w, behavior, key, NULL, 0, attr_str(value));
    else return writer_refuse(w, op, "a flag of this kind");
  }
  return true;
}

static bool add_named(Writer *w, Block *body) {
  Operation *module = w->module->op;
  bool has_version = false;
  name_text(w, "llvm.ident", op_attr(module, "llvm.ident"));
  name_text(w, "llvm.commandline", op_attr(module, "llvm.commandline"));
  A libraries = op_attr(module, "llvm.dependent_libraries");
  if (libraries && attr_is(libraries, &llvm_dependent_libraries_attr)) {
    const ArrayAttr *list = (const ArrayAttr *)attr_param_attr(libraries, 0);
    for (uint64_t i = 0; list && i < list->count; i++) name_text(w, "llvm.dependent-libraries", list->items[i]);
  }
  block_each_op(body, op) {
    if (op_is(op, OP_LLVM_MODULE_FLAGS) && !add_flags(w, op, &has_version)) return false;
    if (!op_is(op, OP_LLVM_LINKER_OPTIONS)) continue;
    const ArrayAttr *options = (const ArrayAttr *)op_prop_at(op, LLVM_LINKER_OPTIONS_OPTIONS);
    IrNode *node = ir_node(&w->metadata, NULL, false);
    for (uint64_t i = 0; node && i < options->count; i++) ir_node_string(&w->metadata, node, NULL, attr_str(options->items[i]));
    ir_named_add(&w->metadata, "llvm.linker.options", ir_node_unique(&w->metadata, node));
  }
  return has_version ? (w->has_version = true) : true;
}

// Last, as upstream adds them: what debuggers ask first.
static void add_version(Writer *w) {
  if (!w->has_version) add_flag(w, 2, STR("Debug Info Version"), "i32", 3, (Str){"", 0});
  if (is_for_msvc(w->module->op)) add_flag(w, 2, STR("CodeView"), "i32", 1, (Str){"", 0});
}

// ---------------------------------------------------------------------------------------------
// All

static bool is_structural(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_FUNC: case OP_LLVM_MLIR_GLOBAL: case OP_LLVM_MLIR_ALIAS: case OP_LLVM_MLIR_IFUNC: case OP_LLVM_MLIR_GLOBAL_CTORS: case OP_LLVM_MLIR_GLOBAL_DTORS:
    case OP_LLVM_COMDAT: case OP_LLVM_MODULE_FLAGS: case OP_LLVM_LINKER_OPTIONS: return true;
    default: return false;
  }
}

// A terminator that leads to a block with arguments twice could not say which of the ways a phi means: the second leads over a block of
// its own.
static void split_ways(Writer *w, Region *region) {
  region_each_block(region, block) {
    Operation *last = block->last;
    for (uint32_t i = 0; last && i < last->successor_count; i++) {
      Block *to = op_successor(last, i);
      bool again = false;
      for (uint32_t k = 0; k < i; k++) again |= to->arg_count && op_successor(last, k) == to;
      if (!again) continue;
      Block *between = block_new(w->module);
      if (!between) return;
      block_append(region, between);
      op_set_successor(last, i, between);
      for (uint32_t k = 0; k < to->arg_count; k++) block_add_arg(w->module, between, to->args[k]->type, last->loc);
      Builder b;
      builder_init(&b, w->module);
      builder_at_end(&b, between);
      b.loc = last->loc;
      OpState *state = builder_begin(&b, OP_LLVM_BR);
      vec_push(state->arena, &state->successors, to);
      for (uint32_t k = 0; k < to->arg_count; k++) op_state_add_operand(state, between->args[k]);
      builder_finish(&b);
    }
  }
}

static bool prepare(Writer *w, Block *body, TypeFinder *finder) {
  block_each_op(body, op) {
    Str name = symbol_name(op);
    if (name.size && is_structural(op)) map_put_str(&w->symbols, name)->value = (uintptr_t)op;
  }
  block_each_op(body, op) if (op_is(op, OP_LLVM_FUNC)) split_ways(w, op_region(op, 0));
  block_each_op(body, op) {
    IrConst *made = NULL;
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL)) continue;
    T type = ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type;
    if (!initializer_of(w, op, type, op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE), &made)) return false;
    map_set(&w->initializers, op, made);
    find_types(finder, type);
    find_types_of_constant(finder, made, 0);
  }
  block_each_op(body, op) {
    if (op_is(op, OP_LLVM_FUNC)) {
      if (!prepare_function(w, op)) return false;
    } else if (!is_structural(op) && !prepare_operation(w, op)) return false;
  }
  block_each_op(body, op) {
    if (!op_is(op, OP_LLVM_FUNC)) continue;
    find_types_of_function(finder, w, op);
    if (!name_function(w, op)) return false;
  }
  return true;
}

// Numbers of groups: those of globals and functions before those of calls.
static bool number_groups(Writer *w, Block *body) {
  block_each_op(body, op) {
    IrAttrs attrs = {0};
    if (!op_is(op, OP_LLVM_FUNC)) continue;
    if (!attrs_of_function(w, op, &attrs)) return false;
    if (attrs.items.count) ir_group_of(w->ctx, &w->arena, &w->groups, &attrs);
  }
  for (uint32_t i = 0; i < w->intrinsics.count; i++)
    if (w->intrinsics.data[i].attributes.size) ir_group_of_text(&w->arena, &w->groups, w->intrinsics.data[i].attributes);
  return true;
}

static void number_globals(Writer *w, Block *body) {
  block_each_op(body, op) {
    IrAttachments attachments = {0};
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL)) continue;
    attachments_of_global(w, op, &attachments);
    for (uint32_t i = 0; i < attachments.items.count; i++) ir_node_enumerate(&w->metadata, attachments.items.data[i].node);
  }
}

// The compile unit whose list of globals a variable of this scope is in; NULL: none. It is looked for no further than upstream does.
static A unit_of(A scope) {
  if (scope && attr_is(scope, &llvm_di_module_attr)) scope = attr_param_attr(scope, 1);
  else {
    if (scope && attr_is(scope, &llvm_di_common_block_attr)) scope = attr_param_attr(scope, 0);
    if (scope && attr_is(scope, &llvm_di_subprogram_attr)) scope = attr_param_attr(scope, 3);
  }
  return scope && attr_is(scope, &llvm_di_compile_unit_attr) ? scope : NULL;
}

// Units are made with the subprograms of all functions, before the variables whose list they have.
static void collect_globals(Writer *w, Block *body) {
  for (uint32_t fill = 0; fill < 2; fill++) {
    block_each_op(body, op) {
      A list = op_is(op, OP_LLVM_MLIR_GLOBAL) ? op_prop_at(op, LLVM_MLIR_GLOBAL_DBG_EXPRS) : NULL;
      for (uint64_t i = 0; list && i < ((const ArrayAttr *)list)->count; i++) {
        A expression = ((const ArrayAttr *)list)->items[i], unit = unit_of(attr_param_attr(attr_param_attr(expression, 0), 0));
        IrNode *globals = unit ? map_get(&w->metadata.children, unit) : NULL, *node = fill ? ir_debug_node(&w->metadata, expression) : NULL;
        if (globals && node) ir_node_node(&w->metadata, globals, NULL, 0, node);
        else if (unit && !globals) map_set(&w->metadata.children, unit, ir_node(&w->metadata, NULL, false));
      }
    }
    if (!fill) block_each_op(body, op) if (op_is(op, OP_LLVM_FUNC)) touch_subprogram(w, op);
  }
}

// Named nodes in the order they come up, and their numbers before those of functions.
static void touch_debug(Writer *w, Block *body) {
  block_each_op(body, op) if (op_is(op, OP_LLVM_FUNC)) touch_function(w, op);
}

static bool put_globals(Writer *w, Block *body) {
  bool first = true;
  size_t begin;
  block_each_op(body, op) {
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL)) continue;
    if (first) strbuf_char(w->out, '\n');
    first = false;
    size_t from = w->out->size;
    if (!knows_attributes(w, op) || !put_global(w, op, map_get(&w->initializers, op))) return false;
    if (w->map) came_from(w, from, op->loc.src);
  }
  begin = w->out->size;
  if (first) strbuf_char(w->out, '\n');
  size_t empty = w->out->size;
  put_structors(w, body, true);
  put_structors(w, body, false);
  if (w->out->size == empty) w->out->size = begin;
  first = true;
  block_each_op(body, op) {
    if (!op_is(op, OP_LLVM_MLIR_ALIAS)) continue;
    if (first) strbuf_char(w->out, '\n');
    first = false;
    size_t from = w->out->size;
    if (!put_alias(w, op)) return false;
    if (w->map) came_from(w, from, op->loc.src);
  }
  first = true;
  block_each_op(body, op) {
    if (!op_is(op, OP_LLVM_MLIR_IFUNC)) continue;
    if (first) strbuf_char(w->out, '\n');
    first = false;
    size_t from = w->out->size;
    if (!put_ifunc(w, op)) return false;
    if (w->map) came_from(w, from, op->loc.src);
  }
  return true;
}

// Those that functions and globals are in.
static void put_comdats(Writer *w, Block *body) {
  VEC(const Operation *) selectors = {0};
  for (uint32_t pass = 0; pass < 2; pass++)
    block_each_op(body, op) {
      A comdat = op_is(op, pass ? OP_LLVM_MLIR_GLOBAL : OP_LLVM_FUNC) ? op_prop(op, "comdat") : NULL;
      const SymbolRefAttr *path = comdat ? attr_as_symbol(comdat) : NULL;
      const Operation *table = path && path->count == 2 ? map_get_str(&w->symbols, attr_str(path->path[0])) : NULL;
      if (!op_is(table, OP_LLVM_COMDAT) || region_is_empty(op_region(table, 0))) continue;
      block_each_op(op_region(table, 0)->first, selector) {
        bool known = !str_equal(symbol_name(selector), attr_str(path->path[1]));
        for (uint32_t i = 0; i < selectors.count; i++) known |= selectors.data[i] == selector;
        if (!known) vec_push(&w->arena, &selectors, selector);
      }
    }
  for (uint32_t i = 0; i < selectors.count; i++) {
    strbuf_char(w->out, '\n');
    ir_name(w->out, '$', symbol_name(selectors.data[i]));
    strbuf_printf(w->out, " = comdat %s\n", enum_word(&llvm_comdat, op_prop_at(selectors.data[i], LLVM_COMDAT_SELECTOR_COMDAT)));
  }
}

// Room for an entry of each value: the table of a large module is not copied as it grows.
static void reserve_values(Writer *w, Block *body) {
  uint32_t count = 0;
  block_each_op(body, op) for (uint32_t r = 0; r < op->region_count; r++) region_each_block(op_region(op, r), block) {
    count += block->arg_count;
    block_each_op(block, o) count += o->result_count;
  }
  vec_reserve(&w->arena, &w->values, count);
}

static bool put_module(Writer *w) {
  Operation *module = w->module->op;
  if (module->region_count != 1 || region_is_empty(op_region(module, 0))) return false;
  Block *body = op_region(module, 0)->first;
  TypeFinder finder = {.arena = &w->arena};
  map_init(&finder.seen, &w->arena);
  reserve_values(w, body);
  if (!knows_attributes(w, module) || !put_module_head(w, module) || !prepare(w, body, &finder) || !number_groups(w, body)) return false;
  collect_globals(w, body);
  if (!add_named(w, body)) return false;
  touch_debug(w, body);
  add_version(w);
  number_globals(w, body);
  for (uint32_t i = 0; i < w->metadata.named.count; i++)
    for (uint32_t k = 0; k < w->metadata.named.data[i].nodes.count; k++) ir_node_enumerate(&w->metadata, w->metadata.named.data[i].nodes.data[k]);
  if (finder.found.count) strbuf_char(w->out, '\n');
  for (uint32_t i = 0; i < finder.found.count; i++) {
    if (!put_type(w, finder.found.data[i])) return false;
    strbuf_lit(w->out, " = type ");
    if (!ir_struct_body(w->out, finder.found.data[i])) return writer_refuse(w, module, "a struct");
    strbuf_char(w->out, '\n');
  }
  put_comdats(w, body);
  if (!put_globals(w, body)) return false;
  block_each_op(body, op) if (op_is(op, OP_LLVM_FUNC) && !put_function(w, op)) return false;
  for (uint32_t i = 0; i < w->intrinsics.count; i++) {
    const IrIntrinsic *self = &w->intrinsics.data[i];
    size_t from = w->out->size;
    if (self->attributes.size) strbuf_printf(w->out, "\n; Function Attrs: %.*s\ndeclare %.*s #%u\n", STR_ARG(self->attributes), STR_ARG(self->declaration),
                                             ir_group_of_text(&w->arena, &w->groups, self->attributes));
    else strbuf_printf(w->out, "\ndeclare %.*s\n", STR_ARG(self->declaration));
    if (w->map) came_from(w, from, self->src);
  }
  if (w->groups.texts.count) strbuf_char(w->out, '\n');
  for (uint32_t i = 0; i < w->groups.texts.count; i++) strbuf_printf(w->out, "attributes #%u = { %.*s }\n", i, STR_ARG(w->groups.texts.data[i]));
  ir_put_metadata(&w->metadata, w->out);
  return true;
}

bool export_llvm_ir(Module *module, StrBuf *out, OutputMap *map) {
  Writer w = {.module = module, .ctx = module->context, .out = out, .map = map};
  size_t begin = out->size;
  arena_init(&w.arena, &module->context->mem);
  strbuf_init(&w.scratch, &module->context->mem);
  Map *const maps[] = {&w.callees, &w.lost, &w.rows, &w.symbols, &w.blocks, &w.initializers, &w.type_texts, &w.common_slots};
  for (size_t i = 0; i < countof(maps); i++) map_init(maps[i], &w.arena);
  ir_metadata_init(&w.metadata, w.ctx, &w.arena);
  bool ok = put_module(&w);
  if (!ok) out->size = begin;
  if (!ok && map) map->entries.count = 0;
  strbuf_free(&w.scratch);
  arena_free(&w.arena);
  return ok;
}
