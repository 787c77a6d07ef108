// Debug info attributes (https://mlir.llvm.org/docs/Dialects/LLVM/#attributes): see attrs.h.
#include "dialects/llvm/attrs.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/constraints.h"

// ---------------------------------------------------------------------------------------------
// Classes of attributes that parameters ask for

static bool is_of(A attr, uint32_t flags) { return attr_kind(attr) == ATTR_DIALECT && (attr->def->flags & flags) != 0; }
static bool is_node(A attr) { return is_of(attr, DI_NODE); }
static bool is_scope(A attr) { return is_of(attr, DI_SCOPE); }
static bool is_type(A attr) { return is_of(attr, DI_TYPE); }
static bool is_variable(A attr) { return is_of(attr, DI_VARIABLE); }
static bool is_distinct(A attr) { return attr_kind(attr) == ATTR_DISTINCT; }

// ---------------------------------------------------------------------------------------------
// Enums

static const EnumDef emission_kinds = {
  "::mlir::LLVM::DIEmissionKind", .bits = 64, .summary = "LLVM debug emission kind",
  ENUM_CASES({"None", 0}, {"Full", 1}, {"LineTablesOnly", 2}, {"DebugDirectivesOnly", 3}),
};
static const EnumDef name_table_kinds = {
  "::mlir::LLVM::DINameTableKind", .bits = 64, .summary = "LLVM debug name table kind",
  ENUM_CASES({"Default", 0}, {"GNU", 1}, {"None", 2}, {"Apple", 3}),
};
static const EnumDef node_flags = {
  "::mlir::LLVM::DIFlags", .bits = 32, .is_bits = true, .separator = "|", .quoted = true, .summary = "LLVM DI flags",
  ENUM_CASES({"Zero", 0}, {"Bit0", 1}, {"Bit1", 2}, {"Private", 1}, {"Protected", 2}, {"Public", 3}, {"FwdDecl", 4},
             {"AppleBlock", 8}, {"ReservedBit4", 16}, {"Virtual", 32}, {"Artificial", 64}, {"Explicit", 128},
             {"Prototyped", 256}, {"ObjcClassComplete", 512}, {"ObjectPointer", 1024}, {"Vector", 2048},
             {"StaticMember", 4096}, {"LValueReference", 8192}, {"RValueReference", 16384}, {"ExportSymbols", 32768},
             {"SingleInheritance", 65536}, {"MultipleInheritance", 65536}, {"VirtualInheritance", 65536},
             {"IntroducedVirtual", 1 << 18}, {"BitField", 1 << 19}, {"NoReturn", 1 << 20}, {"TypePassByValue", 1 << 22},
             {"TypePassByReference", 1 << 23}, {"EnumClass", 1 << 24}, {"Thunk", 1 << 25}, {"NonTrivial", 1 << 26},
             {"BigEndian", 1 << 27}, {"LittleEndian", 1 << 28}, {"AllCallsDescribed", 1 << 29}),
};
static const EnumDef subprogram_flags = {
  "::mlir::LLVM::DISubprogramFlags", .bits = 32, .is_bits = true, .separator = "|", .quoted = true,
  .summary = "LLVM DISubprogram flags",
  ENUM_CASES({"Virtual", 1}, {"PureVirtual", 2}, {"LocalToUnit", 4}, {"Definition", 8}, {"Optimized", 16}, {"Pure", 32},
             {"Elemental", 64}, {"Recursive", 128}, {"MainSubprogram", 256}, {"Deleted", 512}, {"ObjCDirect", 2048}),
};

// ---------------------------------------------------------------------------------------------
// Definitions

// Parameters: `R` is required, `O` may be left out.
enum { R = 0, O = PARAM_OPTIONAL };
#define TEXT(name, flags) {name, PARAM_STRING, flags, .cpp = "StringAttr"}
#define U32(name, flags) {name, PARAM_UINT, flags, .bits = 32, .cpp = "unsigned"}
#define U64(name, flags) {name, PARAM_UINT, flags, .cpp = "uint64_t"}
#define BOOL(name, flags) {name, PARAM_BOOL, flags, .cpp = "bool"}
#define WORD(name, flags, enumeration, type) {name, PARAM_ENUM, flags, .def = &(enumeration), .cpp = type}
#define DWARF(name, flags, enumeration) {name, PARAM_NAME, flags, .def = &(enumeration), .cpp = "unsigned"}
#define CLASS(name, flags, test, type) {name, PARAM_ATTR_CLASS, flags, .check = test, .cpp = type}
#define SCOPE(name, flags) CLASS(name, flags, is_scope, "DIScopeAttr")
#define TYPE(name, flags) CLASS(name, flags, is_type, "DITypeAttr")
#define ID(name, flags) CLASS(name, flags, is_distinct, "DistinctAttr")
#define DEF(name, flags, definition, type) {name, PARAM_ATTR_DEF, flags, .def = &(definition), .cpp = type}
#define FILE_(flags) DEF("file", flags, llvm_di_file_attr, "DIFileAttr")
#define EXPRESSION(name) DEF(name, O, llvm_di_expression_attr, "DIExpressionAttr")
#define ANY(name, flags) {name, PARAM_ATTR, flags, .cpp = "::mlir::Attribute"}
#define NODES(name) {name, PARAM_ATTR_ARRAY, O, .check = is_node, .cpp = "::llvm::ArrayRef<DINodeAttr>"}

#define STRUCT "`<` struct(params) `>`"
#define ATTR(id, class, bits, text, ...)                                                                    \
  static const ParamsDef id##_params = {PARAMS(__VA_ARGS__), .format = text, .class_name = "LLVM_" class}; \
  const AttrDef llvm_##id##_attr = {"llvm", #id, ATTR_DIALECT, bits, .params = &id##_params};

ATTR(di_annotation, "DIAnnotationAttr", DI_NODE, STRUCT, TEXT("name", R), TEXT("value", R))
ATTR(di_basic_type, "DIBasicTypeAttr", ATTR_HAS_ALIAS | DI_NODE | DI_TYPE, STRUCT,
    DWARF("tag", PARAM_DEFAULT, dwarf_tags), TEXT("name", R), U64("sizeInBits", O),
    DWARF("encoding", PARAM_DEFAULT, dwarf_encodings))
ATTR(di_common_block, "DICommonBlockAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    SCOPE("scope", R), DEF("decl", O, llvm_di_global_variable_attr, "DIGlobalVariableAttr"), TEXT("name", R), FILE_(O),
    U32("line", O))
ATTR(di_compile_unit, "DICompileUnitAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    ID("id", R), DWARF("sourceLanguage", R, dwarf_languages), FILE_(R), TEXT("producer", O), BOOL("isOptimized", R),
    WORD("emissionKind", R, emission_kinds, "DIEmissionKind"),
    WORD("nameTableKind", O, name_table_kinds, "DINameTableKind"), TEXT("splitDebugFilename", O))
ATTR(di_composite_type, "DICompositeTypeAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE | DI_TYPE, STRUCT,
    ID("recId", O), BOOL("isRecSelf", O), DWARF("tag", PARAM_DEFAULT, dwarf_tags), TEXT("name", O), FILE_(O),
    {"line", PARAM_UINT, O, .bits = 32, .cpp = "uint32_t"}, SCOPE("scope", O), TYPE("baseType", O),
    WORD("flags", O, node_flags, "DIFlags"), U64("sizeInBits", O), U64("alignInBits", O), EXPRESSION("dataLocation"),
    EXPRESSION("rank"), EXPRESSION("allocated"), EXPRESSION("associated"), NODES("elements"))
ATTR(di_derived_type, "DIDerivedTypeAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE | DI_TYPE, STRUCT,
    DWARF("tag", PARAM_DEFAULT, dwarf_tags), TEXT("name", O), TYPE("baseType", O), U64("sizeInBits", O),
    {"alignInBits", PARAM_UINT, O, .bits = 32, .cpp = "uint32_t"}, U64("offsetInBits", O),
    {"dwarfAddressSpace", PARAM_OPT_INT, O, .bits = 32, .cpp = "std::optional<unsigned>"},
    CLASS("extraData", O, is_node, "DINodeAttr"))
ATTR(di_expression, "DIExpressionAttr", 0, "`<` ( `[` $operations^ `]` ) : (``)? `>`",
    {"operations", PARAM_ATTR_ARRAY, O, .def = &llvm_di_expression_elem_attr, .cpp = "::llvm::ArrayRef<DIExpressionElemAttr>"})
ATTR(di_expression_elem, "DIExpressionElemAttr", 0,
    "`` $opcode ( `(` custom<ExpressionArg>(ref($opcode), $arguments)^ `)` ) : (``)?",
    DWARF("opcode", R, dwarf_operations), {"arguments", PARAM_INT_ARRAY, O, .cpp = "::llvm::ArrayRef<uint64_t>"})
ATTR(di_file, "DIFileAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, "`<` $name `in` $directory `>`",
    TEXT("name", R), TEXT("directory", R))
ATTR(di_generic_subrange, "DIGenericSubrangeAttr", DI_NODE, STRUCT,
    ANY("count", O), ANY("lowerBound", R), ANY("upperBound", O), ANY("stride", R))
ATTR(di_global_variable, "DIGlobalVariable", ATTR_HAS_ALIAS | DI_NODE | DI_VARIABLE, STRUCT,
    SCOPE("scope", O), TEXT("name", O), TEXT("linkageName", O), FILE_(R), U32("line", R), TYPE("type", R),
    BOOL("isLocalToUnit", O), BOOL("isDefined", O), U32("alignInBits", O))
ATTR(di_global_variable_expression, "DIGlobalVariableExpressionAttr", ATTR_HAS_ALIAS, STRUCT,
    DEF("var", R, llvm_di_global_variable_attr, "DIGlobalVariableAttr"), EXPRESSION("expr"))
ATTR(di_imported_entity, "DIImportedEntityAttr", ATTR_HAS_ALIAS | DI_NODE, STRUCT,
    DWARF("tag", PARAM_DEFAULT, dwarf_tags), SCOPE("scope", R), CLASS("entity", R, is_node, "DINodeAttr"), FILE_(O),
    U32("line", O), TEXT("name", O), NODES("elements"))
ATTR(di_label, "DILabelAttr", ATTR_HAS_ALIAS | DI_NODE, STRUCT,
    SCOPE("scope", R), TEXT("name", O), FILE_(O), U32("line", O))
ATTR(di_lexical_block, "DILexicalBlockAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    SCOPE("scope", R), FILE_(O), U32("line", O), U32("column", O))
ATTR(di_lexical_block_file, "DILexicalBlockFile", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    SCOPE("scope", R), FILE_(O), U32("discriminator", R))
ATTR(di_local_variable, "DILocalVariableAttr", ATTR_HAS_ALIAS | DI_NODE | DI_VARIABLE, STRUCT,
    SCOPE("scope", R), TEXT("name", O), FILE_(O), U32("line", O), U32("arg", O), U32("alignInBits", O), TYPE("type", O),
    WORD("flags", O, node_flags, "DIFlags"))
ATTR(di_module, "DIModuleAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    FILE_(O), SCOPE("scope", O), TEXT("name", O), TEXT("configMacros", O), TEXT("includePath", O), TEXT("apinotes", O),
    U32("line", O), BOOL("isDecl", O))
ATTR(di_namespace, "DINamespaceAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    TEXT("name", O), SCOPE("scope", O), BOOL("exportSymbols", R))
static const ParamsDef di_null_type_params = {.class_name = "LLVM_DINullTypeAttr"};
const AttrDef llvm_di_null_type_attr = {
  "llvm", "di_null_type", ATTR_DIALECT, ATTR_HAS_ALIAS | DI_NODE | DI_TYPE, .params = &di_null_type_params};

ATTR(di_string_type, "DIStringTypeAttr", ATTR_HAS_ALIAS | DI_NODE | DI_TYPE, STRUCT,
    DWARF("tag", PARAM_DEFAULT, dwarf_tags), TEXT("name", R), U64("sizeInBits", O),
    {"alignInBits", PARAM_UINT, O, .bits = 32, .cpp = "uint32_t"}, CLASS("stringLength", O, is_variable, "DIVariableAttr"),
    EXPRESSION("stringLengthExp"), EXPRESSION("stringLocationExp"), DWARF("encoding", PARAM_DEFAULT, dwarf_encodings))
ATTR(di_subprogram, "DISubprogramAttr", ATTR_HAS_ALIAS | DI_NODE | DI_SCOPE, STRUCT,
    ID("recId", O), BOOL("isRecSelf", O), ID("id", O),
    DEF("compileUnit", O, llvm_di_compile_unit_attr, "DICompileUnitAttr"), SCOPE("scope", O), TEXT("name", O),
    TEXT("linkageName", O), FILE_(O), U32("line", O), U32("scopeLine", O),
    WORD("subprogramFlags", O, subprogram_flags, "DISubprogramFlags"),
    DEF("type", O, llvm_di_subroutine_type_attr, "DISubroutineTypeAttr"), NODES("retainedNodes"), NODES("annotations"))
ATTR(di_subrange, "DISubrangeAttr", DI_NODE, STRUCT,
    ANY("count", O), ANY("lowerBound", O), ANY("upperBound", O), ANY("stride", O))
ATTR(di_subroutine_type, "DISubroutineTypeAttr", ATTR_HAS_ALIAS | DI_NODE | DI_TYPE, STRUCT,
    DWARF("callingConvention", PARAM_DEFAULT, dwarf_conventions),
    {"types", PARAM_ATTR_ARRAY, O, .check = is_type, .cpp = "::llvm::ArrayRef<DITypeAttr>"})

// ---------------------------------------------------------------------------------------------
// custom<ExpressionArg>(ref($opcode), $arguments): `4, DW_ATE_signed`

#define DW_OP_LLVM_CONVERT 0x1001

// argument ::= integer | encoding, the latter only after the first of DW_OP_LLVM_convert
static bool parse_expression_arg(Parser *p, uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  I64Vec values = {0};
  do {
    Str word;
    int64_t value = 0;
    if (values.count && words[args[0]] == DW_OP_LLVM_CONVERT && parse_optional_any_keyword(p, &word)) {
      const EnumCase *encoding = enum_by_name(&dwarf_encodings, word);
      if (!encoding)
        return parser_op_error_at(p, parser_loc(p), "encountered unknown attribute encoding \"%.*s\"", STR_ARG(word));
      value = encoding->value;
    } else if (!parse_sized_integer(p, 64, true, (uint64_t *)&value)) {
      return parser_op_error_at(p, parser_loc(p), "expected integer operand");
    }
    vec_push(parser_scratch(p), &values, value);
  } while (parser_consume_if(p, TOK_COMMA));
  words[args[1]] = param_word(attr_i64_array(parser_context(p), values.data, values.count));
  return true;
}

static void print_expression_arg(Printer *p, const uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  const DenseArrayAttr *values = (const void *)(uintptr_t)words[args[1]];
  for (uint64_t i = 0; i < values->count; i++) {
    int64_t value = dense_array_i64(&values->base, i);
    const EnumCase *encoding = i && words[args[0]] == DW_OP_LLVM_CONVERT ? enum_by_value(&dwarf_encodings, value) : NULL;
    if (i) print_text(p, ", ");
    if (encoding) {
      print_text(p, encoding->name);
    } else {
      print_u64(p, (uint64_t)value);
    }
  }
}

const ParamDirective llvm_param_directives[] = {{"ExpressionArg", parse_expression_arg, print_expression_arg}, {0}};
