// Debug information: #llvm.di_… attributes and locations as metadata (mlir/lib/Target/LLVMIR/DebugTranslation.cpp; what is
// printed when: llvm/lib/IR/AsmWriter.cpp).
#include "asm/params.h"
#include "export/llvm_ir/metadata.h"
#include "ir/opdef.h"
#include "ops/llvm.h"

enum { MAX_DEPTH = 200 };

static IrNode *node_of(IrMetadata *self, A attr, uint32_t depth);

// ---------------------------------------------------------------------------------------------
// Fields

typedef struct Fields {
  IrMetadata *metadata;
  IrNode *node;
  A attr;
  uint32_t depth;
} Fields;

static A param(const Fields *f, uint32_t i) { return attr_param_attr(f->attr, i); }
static uint64_t word(const Fields *f, uint32_t i) { return attr_param(f->attr, i); }

static void put_string(Fields *f, const char *label, A text) {
  if (text && attr_str(text).size) ir_node_string(f->metadata, f->node, label, attr_str(text));
}

static void put_word(Fields *f, const char *label, Str text) { ir_node_text(f->metadata, f->node, label, arena_str(f->metadata->arena, text)); }

static void put_count(Fields *f, const char *label, uint64_t value) {
  StrBuf text;
  strbuf_init(&text, &f->metadata->ctx->mem);
  strbuf_u64(&text, value);
  put_word(f, label, strbuf_view(&text));
  strbuf_free(&text);
}
static void put_count_unless_zero(Fields *f, const char *label, uint64_t value) {
  if (value) put_count(f, label, value);
}

static void put_bool(Fields *f, const char *label, bool value) { put_word(f, label, value ? STR("true") : STR("false")); }

static void put_node(Fields *f, const char *label, uint32_t operand, A of) {
  IrNode *node = of ? node_of(f->metadata, of, f->depth + 1) : NULL;
  if (node) ir_node_node(f->metadata, f->node, label, operand, node);
}
// Also when it is null.
static void put_node_or_null(Fields *f, const char *label, uint32_t operand, A of) {
  IrNode *node = of ? node_of(f->metadata, of, f->depth + 1) : NULL;
  ir_node_node(f->metadata, f->node, label, operand, node);
}

static IrNode *tuple_of(IrMetadata *self, A list, uint32_t depth) {
  IrNode *node = list && ((const ArrayAttr *)list)->count ? ir_node(self, NULL, false) : NULL;
  if (!node) return NULL;
  for (uint64_t i = 0; i < ((const ArrayAttr *)list)->count; i++) ir_node_node(self, node, NULL, 0, node_of(self, ((const ArrayAttr *)list)->items[i], depth + 1));
  return ir_node_unique(self, node);
}

static void put_list(Fields *f, const char *label, uint32_t operand, A list) {
  IrNode *node = tuple_of(f->metadata, list, f->depth);
  if (node) ir_node_node(f->metadata, f->node, label, operand, node);
}

// The word of an enum, e.g. DW_TAG_member.
static void put_enum(Fields *f, const char *label, uint32_t slot) {
  const EnumDef *def = attr_param_enum(f->attr, slot);
  const char *name = def ? enum_name(def, (int64_t)word(f, slot)) : NULL;
  if (name) put_word(f, label, str_from(name));
  else put_count(f, label, word(f, slot));
}

static void put_flags(Fields *f, uint64_t flags) {
  static const struct { uint64_t bit; const char *name; } names[] = {
    {1 << 2, "FwdDecl"}, {1 << 3, "AppleBlock"}, {1 << 4, "ReservedBit4"}, {1 << 5, "Virtual"}, {1 << 6, "Artificial"}, {1 << 7, "Explicit"},
    {1 << 8, "Prototyped"}, {1 << 9, "ObjcClassComplete"}, {1 << 10, "ObjectPointer"}, {1 << 11, "Vector"}, {1 << 12, "StaticMember"},
    {1 << 13, "LValueReference"}, {1 << 14, "RValueReference"}, {1 << 15, "ExportSymbols"}, {1 << 18, "IntroducedVirtual"}, {1 << 19, "BitField"},
    {1 << 20, "NoReturn"}, {1 << 22, "TypePassByValue"}, {1 << 23, "TypePassByReference"}, {1 << 24, "EnumClass"}, {1 << 25, "Thunk"},
    {1 << 26, "NonTrivial"}, {1 << 27, "BigEndian"}, {1 << 28, "LittleEndian"}, {1 << 29, "AllCallsDescribed"},
  };
  static const char *const access[] = {"", "Private", "Protected", "Public"}, *const inheritance[] = {"", "SingleInheritance", "MultipleInheritance", "VirtualInheritance"};
  const char *before = "";
  StrBuf text;
  if (!flags) return;
  strbuf_init(&text, &f->metadata->ctx->mem);
  if (flags & 3) {
    strbuf_printf(&text, "DIFlag%s", access[flags & 3]);
    before = " | ";
  }
  if (flags >> 16 & 3) {
    strbuf_printf(&text, "%sDIFlag%s", before, inheritance[flags >> 16 & 3]);
    before = " | ";
  }
  for (size_t i = 0; i < countof(names); i++) {
    if (!(flags & names[i].bit)) continue;
    strbuf_printf(&text, "%sDIFlag%s", before, names[i].name);
    before = " | ";
  }
  put_word(f, "flags", strbuf_view(&text));
  strbuf_free(&text);
}

static void put_subprogram_flags(Fields *f, uint64_t flags) {
  static const struct { uint64_t bit; const char *name; } names[] = {
    {1 << 2, "LocalToUnit"}, {1 << 3, "Definition"}, {1 << 4, "Optimized"}, {1 << 5, "Pure"}, {1 << 6, "Elemental"}, {1 << 7, "Recursive"},
    {1 << 8, "MainSubprogram"}, {1 << 9, "Deleted"}, {1 << 11, "ObjCDirect"},
  };
  static const char *const virtuality[] = {"", "Virtual", "PureVirtual", ""};
  const char *before = "";
  StrBuf text;
  strbuf_init(&text, &f->metadata->ctx->mem);
  if (flags & 3) {
    strbuf_printf(&text, "DISPFlag%s", virtuality[flags & 3]);
    before = " | ";
  }
  for (size_t i = 0; i < countof(names); i++) {
    if (!(flags & names[i].bit)) continue;
    strbuf_printf(&text, "%sDISPFlag%s", before, names[i].name);
    before = " | ";
  }
  put_word(f, "spFlags", text.size ? strbuf_view(&text) : STR("0"));
  strbuf_free(&text);
}

// A bound: a number, a variable or an expression.
static void put_bound(Fields *f, const char *label, uint32_t operand, A bound) {
  if (!bound) return;
  if (attr_kind(bound) == ATTR_INTEGER) {
    StrBuf text;
    strbuf_init(&text, &f->metadata->ctx->mem);
    strbuf_i64(&text, attr_to_i64(bound));
    put_word(f, label, strbuf_view(&text));
    strbuf_free(&text);
  } else put_node(f, label, operand, bound);
}

// ---------------------------------------------------------------------------------------------
// Nodes

static void put_file(Fields *f) {
  ir_node_string(f->metadata, f->node, "filename", attr_str(param(f, 0)));
  ir_node_string(f->metadata, f->node, "directory", attr_str(param(f, 1)));
}

static void put_compile_unit(Fields *f) {
  static const char *const emission[] = {"NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"}, *const tables[] = {NULL, "GNU", "None", "Apple"};
  put_enum(f, "language", 1);
  put_node_or_null(f, "file", 0, param(f, 2));
  put_string(f, "producer", param(f, 3));
  put_bool(f, "isOptimized", word(f, 4));
  put_count(f, "runtimeVersion", 0);
  put_string(f, "splitDebugFilename", param(f, 7));
  put_word(f, "emissionKind", str_from(emission[word(f, 5) & 3]));
  IrNode *globals = map_get(&f->metadata->children, f->attr);
  if (globals) ir_node_node(f->metadata, f->node, "globals", 6, globals);
  if (tables[word(f, 6) & 3]) put_word(f, "nameTableKind", str_from(tables[word(f, 6) & 3]));
}

static void put_basic_type(Fields *f) {
  if (word(f, 0) != 36) put_enum(f, "tag", 0);   // DW_TAG_base_type
  put_string(f, "name", param(f, 1));
  put_count_unless_zero(f, "size", word(f, 2));
  if (word(f, 3)) put_enum(f, "encoding", 3);
}

static void put_derived_type(Fields *f) {
  put_enum(f, "tag", 0);
  put_string(f, "name", param(f, 1));
  put_node_or_null(f, "baseType", 3, param(f, 2));
  put_count_unless_zero(f, "size", word(f, 3));
  put_count_unless_zero(f, "align", word(f, 4));
  put_count_unless_zero(f, "offset", word(f, 5));
  put_node(f, "extraData", 4, param(f, 7));
  if (param(f, 6)) put_count(f, "dwarfAddressSpace", attr_to_u64(param(f, 6)));
}

static void put_composite_type(Fields *f) {
  put_enum(f, "tag", 2);
  put_string(f, "name", param(f, 3));
  put_node(f, "scope", 1, param(f, 6));
  put_node(f, "file", 0, param(f, 4));
  put_count_unless_zero(f, "line", word(f, 5));
  put_node(f, "baseType", 3, param(f, 7));
  put_count_unless_zero(f, "size", word(f, 9));
  put_count_unless_zero(f, "align", word(f, 10));
  put_flags(f, word(f, 8));
  put_list(f, "elements", 4, param(f, 15));
  put_node(f, "dataLocation", 9, param(f, 11));
  put_node(f, "associated", 10, param(f, 14));
  put_node(f, "allocated", 11, param(f, 13));
  put_node(f, "rank", 12, param(f, 12));
}

static void put_subroutine_type(Fields *f) {
  if (word(f, 0)) put_enum(f, "cc", 0);
  const ArrayAttr *types = (const ArrayAttr *)param(f, 1);
  IrNode *list = ir_node(f->metadata, NULL, false);
  if (!list) return;
  for (uint64_t i = 0; types && i < types->count; i++) ir_node_node(f->metadata, list, NULL, 0, node_of(f->metadata, types->items[i], f->depth + 1));
  ir_node_node(f->metadata, f->node, "types", 3, ir_node_unique(f->metadata, list));
}

static void put_subprogram(Fields *f) {
  put_string(f, "name", param(f, 5));
  put_string(f, "linkageName", param(f, 6));
  put_node_or_null(f, "scope", 1, param(f, 4));
  put_node(f, "file", 0, param(f, 7));
  put_count_unless_zero(f, "line", word(f, 8));
  put_node(f, "type", 4, param(f, 11));
  put_count_unless_zero(f, "scopeLine", word(f, 9));
  put_subprogram_flags(f, word(f, 10));
  put_node(f, "unit", 5, param(f, 3));
  put_list(f, "retainedNodes", 7, param(f, 12));
  put_list(f, "annotations", 11, param(f, 13));
}

static void put_lexical_block(Fields *f) {
  put_node_or_null(f, "scope", 1, param(f, 0));
  put_node(f, "file", 0, param(f, 1));
  put_count_unless_zero(f, "line", word(f, 2));
  put_count_unless_zero(f, "column", word(f, 3));
}

static void put_lexical_block_file(Fields *f) {
  put_node_or_null(f, "scope", 1, param(f, 0));
  put_node(f, "file", 0, param(f, 1));
  put_count(f, "discriminator", word(f, 2));
}

static void put_local_variable(Fields *f) {
  put_string(f, "name", param(f, 1));
  put_count_unless_zero(f, "arg", word(f, 4));
  put_node_or_null(f, "scope", 0, param(f, 0));
  put_node(f, "file", 2, param(f, 2));
  put_count_unless_zero(f, "line", word(f, 3));
  put_node(f, "type", 3, param(f, 6));
  put_flags(f, word(f, 7));
  put_count_unless_zero(f, "align", word(f, 5));
}

static void put_global_variable(Fields *f) {
  put_string(f, "name", param(f, 1));
  put_string(f, "linkageName", param(f, 2));
  put_node_or_null(f, "scope", 0, param(f, 0));
  put_node(f, "file", 2, param(f, 3));
  put_count_unless_zero(f, "line", word(f, 4));
  put_node(f, "type", 3, param(f, 5));
  put_bool(f, "isLocal", word(f, 6));
  put_bool(f, "isDefinition", word(f, 7));
  put_count_unless_zero(f, "align", word(f, 8));
}

static IrNode *empty_expression(IrMetadata *self) {
  IrNode *node = ir_node(self, "DIExpression", false);
  if (node) node->in_place = true;
  return node;
}

static void put_global_expression(Fields *f) {
  put_node_or_null(f, "var", 0, param(f, 0));
  if (param(f, 1)) put_node_or_null(f, "expr", 1, param(f, 1));
  else ir_node_node(f->metadata, f->node, "expr", 1, empty_expression(f->metadata));
}

static void put_expression(Fields *f) {
  const ArrayAttr *elements = (const ArrayAttr *)param(f, 0);
  f->node->in_place = true;
  for (uint64_t i = 0; elements && i < elements->count; i++) {
    Fields element = {f->metadata, f->node, elements->items[i], f->depth};
    A arguments = param(&element, 1);
    const EnumDef *def = attr_param_enum(element.attr, 0);
    const char *name = def ? enum_name(def, (int64_t)word(&element, 0)) : NULL;
    if (name) put_word(f, NULL, str_from(name));
    else put_count(f, NULL, word(&element, 0));
    for (uint64_t k = 0; arguments && k < ((const DenseArrayAttr *)arguments)->count; k++) {
      bool is_encoding = name && !strcmp(name, "DW_OP_LLVM_convert") && k == 1;
      const char *encoding = is_encoding ? enum_name(&llvm_dwarf_encoding, dense_array_i64(arguments, k)) : NULL;
      if (encoding) put_word(f, NULL, str_from(encoding));
      else put_count(f, NULL, (uint64_t)dense_array_i64(arguments, k));
    }
  }
}

static void put_namespace(Fields *f) {
  put_string(f, "name", param(f, 0));
  put_node_or_null(f, "scope", 1, param(f, 1));
  if (word(f, 2)) put_bool(f, "exportSymbols", true);
}

static void put_module(Fields *f) {
  put_node_or_null(f, "scope", 1, param(f, 1));
  put_string(f, "name", param(f, 2));
  put_string(f, "configMacros", param(f, 3));
  put_string(f, "includePath", param(f, 4));
  put_string(f, "apinotes", param(f, 5));
  put_node(f, "file", 0, param(f, 0));
  put_count_unless_zero(f, "line", word(f, 6));
  if (word(f, 7)) put_bool(f, "isDecl", true);
}

static void put_imported_entity(Fields *f) {
  put_enum(f, "tag", 0);
  put_string(f, "name", param(f, 5));
  put_node_or_null(f, "scope", 0, param(f, 1));
  put_node(f, "entity", 1, param(f, 2));
  put_node(f, "file", 3, param(f, 3));
  put_count_unless_zero(f, "line", word(f, 4));
  put_list(f, "elements", 4, param(f, 6));
}

static void put_subrange(Fields *f) {
  put_bound(f, "count", 0, param(f, 0));
  put_bound(f, "lowerBound", 1, param(f, 1));
  put_bound(f, "upperBound", 2, param(f, 2));
  put_bound(f, "stride", 3, param(f, 3));
}

static void put_string_type(Fields *f) {
  if (word(f, 0) != 18) put_enum(f, "tag", 0);   // DW_TAG_string_type
  put_string(f, "name", param(f, 1));
  put_node(f, "stringLength", 3, param(f, 4));
  put_node(f, "stringLengthExpression", 4, param(f, 5));
  put_node(f, "stringLocationExpression", 5, param(f, 6));
  put_count_unless_zero(f, "size", word(f, 2));
  put_count_unless_zero(f, "align", word(f, 3));
  if (word(f, 7)) put_enum(f, "encoding", 7);
}

static void put_common_block(Fields *f) {
  put_node_or_null(f, "scope", 0, param(f, 0));
  put_node_or_null(f, "declaration", 1, param(f, 1));
  put_string(f, "name", param(f, 2));
  put_node(f, "file", 3, param(f, 3));
  put_count_unless_zero(f, "line", word(f, 4));
}

static void put_label(Fields *f) {
  put_node_or_null(f, "scope", 0, param(f, 0));
  put_string(f, "name", param(f, 1));
  put_node(f, "file", 2, param(f, 2));
  put_count_unless_zero(f, "line", word(f, 3));
}

static void put_annotation(Fields *f) {
  ir_node_string(f->metadata, f->node, NULL, attr_str(param(f, 0)));
  ir_node_string(f->metadata, f->node, NULL, attr_str(param(f, 1)));
}

typedef enum Sameness { UNIQUE, DISTINCT } Sameness;

static const struct { const AttrDef *def; const char *kind; Sameness sameness; void (*put)(Fields *f); } kinds[] = {
  {&llvm_di_file_attr, "DIFile", UNIQUE, put_file},
  {&llvm_di_compile_unit_attr, "DICompileUnit", DISTINCT, put_compile_unit},
  {&llvm_di_basic_type_attr, "DIBasicType", UNIQUE, put_basic_type},
  {&llvm_di_derived_type_attr, "DIDerivedType", UNIQUE, put_derived_type},
  {&llvm_di_composite_type_attr, "DICompositeType", UNIQUE, put_composite_type},
  {&llvm_di_subroutine_type_attr, "DISubroutineType", UNIQUE, put_subroutine_type},
  {&llvm_di_subprogram_attr, "DISubprogram", UNIQUE, put_subprogram},
  {&llvm_di_lexical_block_attr, "DILexicalBlock", DISTINCT, put_lexical_block},
  {&llvm_di_lexical_block_file_attr, "DILexicalBlockFile", DISTINCT, put_lexical_block_file},
  {&llvm_di_local_variable_attr, "DILocalVariable", UNIQUE, put_local_variable},
  {&llvm_di_global_variable_attr, "DIGlobalVariable", DISTINCT, put_global_variable},
  {&llvm_di_global_variable_expression_attr, "DIGlobalVariableExpression", UNIQUE, put_global_expression},
  {&llvm_di_expression_attr, "DIExpression", UNIQUE, put_expression},
  {&llvm_di_namespace_attr, "DINamespace", UNIQUE, put_namespace},
  {&llvm_di_module_attr, "DIModule", UNIQUE, put_module},
  {&llvm_di_imported_entity_attr, "DIImportedEntity", UNIQUE, put_imported_entity},
  {&llvm_di_subrange_attr, "DISubrange", UNIQUE, put_subrange},
  {&llvm_di_generic_subrange_attr, "DIGenericSubrange", UNIQUE, put_subrange},
  {&llvm_di_string_type_attr, "DIStringType", UNIQUE, put_string_type},
  {&llvm_di_common_block_attr, "DICommonBlock", UNIQUE, put_common_block},
  {&llvm_di_label_attr, "DILabel", UNIQUE, put_label},
  {&llvm_di_annotation_attr, NULL, UNIQUE, put_annotation},
};

// Types that stand for themselves inside of themselves have an identifier; so do subprograms.
static A recursion_id(A attr) {
  return attr_is(attr, &llvm_di_composite_type_attr) || attr_is(attr, &llvm_di_subprogram_attr) ? attr_param_attr(attr, 0) : NULL;
}

static bool is_distinct(A attr, Sameness sameness) {
  if (attr_is(attr, &llvm_di_subprogram_attr)) return attr_param(attr, 10) >> 3 & 1;   // a definition
  if (!attr_is(attr, &llvm_di_composite_type_attr)) return sameness == DISTINCT;
  uint64_t tag = attr_param(attr, 2);
  return tag == 2 || tag == 4 || tag == 19 || tag == 23;   // class, enumeration, structure, union
}

static IrNode *node_of(IrMetadata *self, A attr, uint32_t depth) {
  if (!attr || depth > MAX_DEPTH) return NULL;
  A recursion = recursion_id(attr);
  if (recursion && attr_param(attr, 1)) return map_get(&self->of_attr, recursion);
  IrNode *known = map_get(&self->of_attr, attr);
  if (known) return known;
  size_t i = 0;
  while (i < countof(kinds) && !attr_is(attr, kinds[i].def)) i++;
  if (i == countof(kinds)) return NULL;
  Fields f = {self, ir_node(self, kinds[i].kind, is_distinct(attr, kinds[i].sameness)), attr, depth};
  if (!f.node) return NULL;
  if (recursion) map_set(&self->of_attr, recursion, f.node);
  if (f.node->distinct) map_set(&self->of_attr, attr, f.node);
  kinds[i].put(&f);
  IrNode *made = recursion || f.node->in_place ? f.node : ir_node_unique(self, f.node);
  map_set(&self->of_attr, attr, made);
  if (attr_is(attr, &llvm_di_compile_unit_attr)) ir_named_add(self, "llvm.dbg.cu", made);
  return made;
}

IrNode *ir_debug_node(IrMetadata *self, A attr) { return node_of(self, attr, 0); }

// ---------------------------------------------------------------------------------------------
// Locations

static IrNode *location_of(IrMetadata *self, A loc, IrNode *scope, IrNode *inlined_at, uint32_t depth) {
  if (!loc || depth > MAX_DEPTH) return NULL;
  switch (attr_kind(loc)) {
    case ATTR_LOC_FILE: {
      const FileLoc *file = (const FileLoc *)loc;
      IrNode *node = scope ? ir_node(self, "DILocation", false) : NULL;
      if (!node) return NULL;
      Fields f = {self, node, loc, depth};
      put_count(&f, "line", file->line);
      put_count_unless_zero(&f, "column", file->column);
      ir_node_node(self, node, "scope", 0, scope);
      if (inlined_at) ir_node_node(self, node, "inlinedAt", 1, inlined_at);
      return ir_node_unique(self, node);
    }
    case ATTR_LOC_NAME: return location_of(self, ((const NameLoc *)loc)->child, scope, inlined_at, depth + 1);
    case ATTR_LOC_CALLSITE: {
      const CallSiteLoc *site = (const CallSiteLoc *)loc;
      IrNode *caller = location_of(self, site->caller, scope, inlined_at, depth + 1);
      if (!caller && !(caller = inlined_at)) return NULL;
      IrNode *callee = location_of(self, site->callee, NULL, caller, depth + 1);
      return callee ? callee : caller;
    }
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      A metadata = fused->metadata;
      bool is_scope = metadata && (attr_is(metadata, &llvm_di_subprogram_attr) || attr_is(metadata, &llvm_di_lexical_block_attr)
                                   || attr_is(metadata, &llvm_di_lexical_block_file_attr));
      if (is_scope) scope = node_of(self, metadata, 0);
      return fused->count ? location_of(self, fused->items[0], scope, inlined_at, depth + 1) : NULL;
    }
    default: return NULL;
  }
}

IrNode *ir_location_node(IrMetadata *self, A loc, A scope, IrNode *inlined_at) {
  return location_of(self, loc, scope ? node_of(self, scope, 0) : NULL, inlined_at, 0);
}
