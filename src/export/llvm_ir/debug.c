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

static void put_word(Fields *f, const char *label, Str text) { ir_node_text(f->metadata, f->node, label, arena_str(f->metadata->arena, text)); }

static void put_number(Fields *f, const char *label, uint64_t value, bool is_signed) {
  StrBuf text;
  strbuf_init(&text, &f->metadata->ctx->mem);
  if (is_signed) strbuf_i64(&text, (int64_t)value);
  else strbuf_u64(&text, value);
  put_word(f, label, strbuf_view(&text));
  strbuf_free(&text);
}
static void put_count(Fields *f, const char *label, uint64_t value) { put_number(f, label, value, false); }

// The word of an enum, e.g. DW_TAG_member.
static void put_enum(Fields *f, const char *label, const EnumDef *def, uint64_t value) {
  const char *name = def ? enum_name(def, (int64_t)value) : NULL;
  if (name) put_word(f, label, str_from(name));
  else put_count(f, label, value);
}

// Words of flags. In some groups of bits one word stands for all of them, which come first: `grouped`.
static void put_flags(Fields *f, const char *label, const char *prefix, const EnumDef *def, uint64_t flags, uint64_t grouped) {
  const char *before = "";
  StrBuf text;
  strbuf_init(&text, &f->metadata->ctx->mem);
  for (uint32_t pass = 0; pass < 2; pass++)
    for (EnumCase c = {0}; enum_next(def, &c);) {
      uint64_t value = (uint64_t)c.value, bits = value & grouped;
      if (!value || (pass == 0) != (bits != 0) || (bits && c.name[0] == 'B')) continue;   // Bit0 and Bit1 have better names
      if (bits) bits = bits & 3 ? 3 : grouped & ~3ull;
      if ((flags & (bits | value)) != value) continue;
      strbuf_printf(&text, "%s%s%s", before, prefix, c.name);
      flags &= ~value;   // of several words for the same the first
      before = " | ";
    }
  put_word(f, label, text.size ? strbuf_view(&text) : STR("0"));
  strbuf_free(&text);
}

static IrNode *tuple_of(Fields *f, A list) {
  const ArrayAttr *items = (const ArrayAttr *)list;
  IrNode *node = ir_node(f->metadata, NULL, false);
  for (uint64_t i = 0; node && items && i < items->count; i++) ir_node_node(f->metadata, node, NULL, 0, node_of(f->metadata, items->items[i], f->depth + 1));
  return ir_node_unique(f->metadata, node);
}

static IrNode *empty_expression(IrMetadata *self) {
  IrNode *node = ir_node(self, "DIExpression", false);
  if (node) node->in_place = true;
  return node;
}

static void put_operations(Fields *f, A list) {
  const ArrayAttr *elements = (const ArrayAttr *)list;
  f->node->in_place = true;
  for (uint64_t i = 0; elements && i < elements->count; i++) {
    A element = elements->items[i], arguments = attr_param_attr(element, 1);
    const EnumDef *def = attr_param_enum(element, 0);
    const char *name = def ? enum_name(def, (int64_t)attr_param(element, 0)) : NULL;
    put_enum(f, NULL, def, attr_param(element, 0));
    for (uint64_t k = 0; arguments && k < ((const DenseArrayAttr *)arguments)->count; k++) {
      bool is_encoding = name && !strcmp(name, "DW_OP_LLVM_convert") && k == 1;
      put_enum(f, NULL, is_encoding ? &llvm_dwarf_encoding : NULL, (uint64_t)dense_array_i64(arguments, k));
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Nodes

// What is printed of each kind of node, in order: LABEL:WHAT PARAMETER.OPERAND, where the parameter is the attribute's and the operand the place
// of a node among those of LLVM's. WHAT is
//   s  a string, if it is not empty          S  any string
//   c  a number that is not zero             C  any number         i  an integer attribute, if there is one     0  zero
//   e  the word of an enum; with `!`, one that is not of that number           m  that of an emission's kind
//   b  a boolean                             B  one that is true
//   n  a node, if there is one               N  one or `null`      x  an expression, which may be an empty one
//   l  a list that is not empty              L  any list           g  that of a compile unit's globals
//   v  a bound: a number or a node           o  operations of an expression
//   f  flags, if there are any               p  flags of a subprogram            V  zero, if they say that it is virtual
static const struct { const AttrDef *def; bool distinct; const char *fields; } kinds[] = {
  {&llvm_di_file_attr, false, "DIFile filename:S0 directory:S1"},
  {&llvm_di_compile_unit_attr, true, "DICompileUnit language:e1 file:N2.0 producer:s3 isOptimized:b4 runtimeVersion:0 splitDebugFilename:s7 emissionKind:m5"
   " globals:g.6 nameTableKind:e6!0"},
  {&llvm_di_basic_type_attr, false, "DIBasicType tag:e0!36 name:s1 size:c2 encoding:e3!0"},   // DW_TAG_base_type
  {&llvm_di_derived_type_attr, false, "DIDerivedType tag:e0 name:s1 baseType:N2.3 size:c3 align:c4 offset:c5 extraData:n7.4 dwarfAddressSpace:i6"},
  {&llvm_di_composite_type_attr, false, "DICompositeType tag:e2 name:s3 scope:n6.1 file:n4.0 line:c5 baseType:n7.3 size:c9 align:c10 flags:f8"
   " elements:l15.4 dataLocation:n11.9 associated:n14.10 allocated:n13.11 rank:n12.12"},
  {&llvm_di_subroutine_type_attr, false, "DISubroutineType cc:e0!0 types:L1.3"},
  {&llvm_di_subprogram_attr, false, "DISubprogram name:s5 linkageName:s6 scope:N4.1 file:n7.0 line:c8 type:n11.4 scopeLine:c9 virtualIndex:V10 spFlags:p10 unit:n3.5"
   " retainedNodes:l12.7 annotations:l13.11"},
  {&llvm_di_lexical_block_attr, true, "DILexicalBlock scope:N0.1 file:n1.0 line:c2 column:c3"},
  {&llvm_di_lexical_block_file_attr, true, "DILexicalBlockFile scope:N0.1 file:n1.0 discriminator:C2"},
  {&llvm_di_local_variable_attr, false, "DILocalVariable name:s1 arg:c4 scope:N0.0 file:n2.2 line:c3 type:n6.3 flags:f7 align:c5"},
  {&llvm_di_global_variable_attr, true, "DIGlobalVariable name:s1 linkageName:s2 scope:N0.0 file:n3.2 line:c4 type:n5.3 isLocal:b6 isDefinition:b7 align:c8"},
  {&llvm_di_global_variable_expression_attr, false, "DIGlobalVariableExpression var:N0.0 expr:x1.1"},
  {&llvm_di_expression_attr, false, "DIExpression :o0"},
  {&llvm_di_namespace_attr, false, "DINamespace name:s0 scope:N1.1 exportSymbols:B2"},
  {&llvm_di_module_attr, false, "DIModule scope:N1.1 name:s2 configMacros:s3 includePath:s4 apinotes:s5 file:n0.0 line:c6 isDecl:B7"},
  {&llvm_di_imported_entity_attr, false, "DIImportedEntity tag:e0 name:s5 scope:N1.0 entity:n2.1 file:n3.3 line:c4 elements:l6.4"},
  {&llvm_di_subrange_attr, false, "DISubrange count:v0.0 lowerBound:v1.1 upperBound:v2.2 stride:v3.3"},
  {&llvm_di_generic_subrange_attr, false, "DIGenericSubrange count:v0.0 lowerBound:v1.1 upperBound:v2.2 stride:v3.3"},
  {&llvm_di_string_type_attr, false, "DIStringType tag:e0!18 name:s1 stringLength:n4.3 stringLengthExpression:n5.4 stringLocationExpression:n6.5 size:c2"
   " align:c3 encoding:e7!0"},   // DW_TAG_string_type
  {&llvm_di_common_block_attr, false, "DICommonBlock scope:N0.0 declaration:N1.1 name:s2 file:n3.3 line:c4"},
  {&llvm_di_label_attr, false, "DILabel scope:N0.0 name:s1 file:n2.2 line:c3"},
  {&llvm_di_annotation_attr, false, " :S0 :S1"},
};

static void put_field(Fields *f, const char *label, char what, uint32_t slot, uint32_t operand, uint64_t unless) {
  IrMetadata *m = f->metadata;
  A attr = param(f, slot);
  uint64_t value = word(f, slot);
  IrNode *node = NULL;
  switch (what) {
    case 's': case 'S':
      if (what == 'S' || (attr && attr_str(attr).size)) ir_node_string(m, f->node, label, attr_str(attr));
      return;
    case 'i': case 'v':
      if (attr && attr_kind(attr) == ATTR_INTEGER) put_number(f, label, what == 'i' ? attr_to_u64(attr) : (uint64_t)attr_to_i64(attr), what == 'v');
      else if (attr) put_field(f, label, 'n', slot, operand, 0);
      return;
    case 'c': case 'C':
      if (what == 'C' || value) put_count(f, label, value);
      return;
    case '0': case 'V':
      if (what == '0' || value & 3) put_count(f, label, 0);
      return;
    case 'e':
      if (value != unless) put_enum(f, label, attr_param_enum(f->attr, slot), value);
      return;
    case 'm':
      if (value < 2) put_word(f, label, value ? STR("FullDebug") : STR("NoDebug"));
      else put_enum(f, label, attr_param_enum(f->attr, slot), value);
      return;
    case 'b': case 'B':
      if (what == 'b' || value) put_word(f, label, value ? STR("true") : STR("false"));
      return;
    case 'f':
      if (value) put_flags(f, label, "DIFlag", &llvm_di_flags, value, 3 | 3 << 16);
      return;
    case 'p': put_flags(f, label, "DISPFlag", &llvm_di_subprogram_flags, value, 0); return;
    case 'o': put_operations(f, attr); return;
    case 'l': case 'L': node = what == 'L' || (attr && ((const ArrayAttr *)attr)->count) ? tuple_of(f, attr) : NULL; break;
    case 'g': node = map_get(&m->children, f->attr); break;
    default: node = attr ? node_of(m, attr, f->depth + 1) : what == 'x' ? empty_expression(m) : NULL;   // n, N, x
  }
  if (node || what == 'N' || what == 'x') ir_node_node(m, f->node, label, operand, node);
}

// Of the text behind a kind's name.
static void put_fields(Fields *f, const char *at) {
  for (at = strchr(at, ' '); at;) {
    const char *label = at + 1, *end = strchr(label, ':');
    char what = end[1];
    at = end + 2;
    uint32_t slot = ir_table_number(&at), operand = *at == '.' ? (at++, ir_table_number(&at)) : 0;
    uint64_t unless = *at == '!' ? (at++, ir_table_number(&at)) : UINT64_MAX;
    put_field(f, *label == ':' ? NULL : label, what, slot, operand, unless);
    at = *at == ' ' ? at : NULL;
  }
}

// Types that stand for themselves inside of themselves have an identifier; so do subprograms.
static A recursion_id(A attr) {
  return attr_is(attr, &llvm_di_composite_type_attr) || attr_is(attr, &llvm_di_subprogram_attr) ? attr_param_attr(attr, 0) : NULL;
}

static bool is_distinct(A attr, bool distinct) {
  if (attr_is(attr, &llvm_di_subprogram_attr)) return attr_param(attr, 10) >> 3 & 1;   // a definition
  if (!attr_is(attr, &llvm_di_composite_type_attr)) return distinct;
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
  const char *fields = kinds[i].fields;
  Fields f = {self, ir_node(self, *fields == ' ' ? NULL : fields, is_distinct(attr, kinds[i].distinct)), attr, depth};
  if (!f.node) return NULL;
  if (recursion) map_set(&self->of_attr, recursion, f.node);
  if (f.node->distinct) map_set(&self->of_attr, attr, f.node);
  put_fields(&f, fields);
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
      if (file->column) put_count(&f, "column", file->column);
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
