// Prints every operation record, and each dialect's types and attributes, as one JSON object a line, for
// scripts/check-records.
#include <stdio.h>

#include "dialects/registry.h"
#include "ops/op_interfaces.h"

static void string(const char *text) {
  putchar('"');
  for (; text && *text; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    if (*text == '\n') fputs("\\n", stdout);
    else putchar(*text);
  }
  putchar('"');
}

static void field(const char *name, const char *text) {
  printf(",\"%s\":", name);
  if (text)
    string(text);
  else
    printf("null");
}

static void values(const OpDef *def, const char *name, const ValueDef *defs, uint32_t count) {
  static const char *const arities[] = {"single", "Optional", "Variadic", "VariadicOfVariadic"};
  printf(",\"%s\":[", name);
  for (uint32_t i = 0; i < count; i++) {
    printf("%s{\"name\":", i ? "," : "");
    string(def_text(def, defs[i].name));
    field("constraint", def_text(def, def_value_type(def, &defs[i])->name));
    field("summary", def_text(def, def_value_type(def, &defs[i])->summary));
    field("kind", arities[defs[i].arity]);
    field("segments", defs[i].segments == NO_INDEX ? NULL : def_attr_name(def, defs[i].segments));
    putchar('}');
  }
  putchar(']');
}

static const struct { uint64_t bits; uint32_t number; const char *name; } traits[] = {
    {TRAIT_TERMINATOR, 0, "IsTerminator"},
    {TRAIT_ISOLATED, 0, "IsIsolatedFromAbove"},
    {TRAIT_SYMBOL, 0, "iface:SymbolOpInterface"},
    {TRAIT_OPTIONAL_SYMBOL, 0, "iface:SymbolOpInterface"},
    {TRAIT_SYMBOL_TABLE, 0, "SymbolTable"},
    {TRAIT_SINGLE_BLOCK, 0, "SingleBlock"},
    {TRAIT_NO_TERMINATOR, 0, "NoTerminator"},
    {TRAIT_GRAPH_REGION, 0, "HasOnlyGraphRegion"},
    {TRAIT_NO_REGION_ARGUMENTS, 0, "NoRegionArguments"},
    {TRAIT_COMMUTATIVE, 0, "IsCommutative"},
    {TRAIT_CONSTANT_LIKE, 0, "ConstantLike"},
    {TRAIT_RETURN_LIKE, 0, "ReturnLike"},
    {TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, 0, "SameOperandsAndResultType"},
    {TRAIT_SAME_TYPE_OPERANDS, 0, "SameTypeOperands"},
    {TRAIT_SAME_OPERANDS_ELEMENT_TYPE, 0, "SameOperandsElementType"},
    {TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT, 0, "SameOperandsAndResultElementType"},
    {TRAIT_SAME_OPERANDS_SHAPE, 0, "SameOperandsShape"},
    {TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE, 0, "SameOperandsAndResultShape"},
    {TRAIT_ELEMENTWISE, 0, "Elementwise"},
    {TRAIT_SCALARIZABLE, 0, "Scalarizable"},
    {TRAIT_VECTORIZABLE, 0, "Vectorizable"},
    {TRAIT_TENSORIZABLE, 0, "Tensorizable"},
    {TRAIT_ATTR_SIZED_OPERANDS, 0, "AttrSizedOperandSegments"},
    {TRAIT_ATTR_SIZED_RESULTS, 0, "AttrSizedResultSegments"},
    {TRAIT_SAME_VARIADIC_OPERAND_SIZE, 0, "::mlir::OpTrait::SameVariadicOperandSize"},
    {TRAIT_SAME_VARIADIC_RESULT_SIZE, 0, "::mlir::OpTrait::SameVariadicResultSize"},
    {TRAIT_PURE, 0, "Pure"},
    {TRAIT_RECURSIVE_EFFECTS, 0, "HasRecursiveMemoryEffects"},
    {TRAIT_IDEMPOTENT, 0, "IsIdempotent"},
    {TRAIT_INVOLUTION, 0, "IsInvolution"},
    {TRAIT_FUNCTION, 0, "iface:FunctionOpInterface"},
    {0, TRAIT_ID_CALL, "iface:CallOpInterface"},
    {TRAIT_BRANCH, 0, "iface:BranchOpInterface"},
    {0, TRAIT_ID_REGION_BRANCH, "iface:RegionBranchOpInterface"},
    {0, TRAIT_ID_LOOP_LIKE, "iface:LoopLikeOpInterface"},
    {TRAIT_CAST, 0, "iface:CastOpInterface"},
    {TRAIT_AFFINE_SCOPE, 0, "AffineScope"},
    {TRAIT_ALLOCATION_SCOPE, 0, "AutomaticAllocationScope"},
    {0, TRAIT_ID_PARALLEL_REGION, "HasParallelRegion"},
    {0, TRAIT_ID_MEMREFS_NORMALIZABLE, "MemRefsNormalizable"},
    {TRAIT_SAME_INPUT_OUTPUT_DIMS, 0, "SameInputOutputTensorDims"},
    {0, TRAIT_ID_DESTINATION_STYLE, "iface:DestinationStyleOpInterface"},
};

static void print_record(const OpDef *def) {
  printf("{\"op\":\"%.*s\"", STR_ARG(def_name(def)));
  field("summary", def_summary(def));
  field("format", def_format(def));
  printf(",\"custom\":%s", def_parse(def) ? "true" : "false");
  printf(",\"verify\":%s", def_verify(def) || def_verify_regions(def) || def_verify_symbol_uses(def) || ask_cast(def) ? "true" : "false");
  values(def, "operands", def_operands(def), def->operand_count);
  values(def, "results", def_results(def), def->result_count);
  printf(",\"attributes\":[");
  for (uint32_t i = 0; i < def->attr_count; i++) {
    const OpAttrDef *attr = &def_attrs(def)[i];
    printf("%s{\"name\":", i ? "," : "");
    string(def_attr_name(def, i));
    field("constraint", def_text(def, def_attr_type(def, i)->name));
    field("summary", def_text(def, def_attr_type(def, i)->summary));
    printf(",\"optional\":%s,\"property\":%s", attr->flags & ATTR_OPTIONAL ? "true" : "false",
           attr->flags & ATTR_PROP ? "true" : "false");
    field("default", attr->flags & ATTR_DEFAULT ? def_text(def, attr->default_value) : NULL);
    putchar('}');
  }
  printf("],\"regions\":[");
  for (uint32_t i = 0; i < def->region_count; i++) {
    printf("%s{\"name\":", i ? "," : "");
    const RegionDef *region = &def_regions(def)[i];
    string(def_text(def, region->name));
    field("summary", region->summary ? def_text(def, region->summary) : NULL);
    printf(",\"variadic\":%s}", region->variadic ? "true" : "false");
  }
  printf("],\"successors\":[");
  for (uint32_t i = 0; i < def->successor_count; i++) {
    printf("%s{\"name\":", i ? "," : "");
    string(def_text(def, def_successors(def)[i].name));
    printf(",\"variadic\":%s}", def_successors(def)[i].variadic ? "true" : "false");
  }
  printf("],\"relations\":[");
  for (uint32_t i = 0; i < def->relation_count; i++) {
    if (i) putchar(',');
    string(def_text(def, def_relations(def)[i].summary));
  }
  printf("],\"parents\":[");
  const char *parent = def_parents(def);
  for (uint32_t i = 0; i < def_parent_count(def); i++, parent = text_behind(parent)) {
    if (i) putchar(',');
    string(parent);
  }
  printf("],\"traits\":[");
  bool any = false;
  for (size_t i = 0; i < countof(traits); i++) {
    if (traits[i].bits ? (def->traits & traits[i].bits) != traits[i].bits : !op_def_has_trait(def, traits[i].number)) continue;
    if (any) putchar(',');
    string(traits[i].name);
    any = true;
  }
  printf("]}\n");
}

// Names under which a dialect's types and attributes are written.
static void print_dialect(const DialectDef *dialect) {
  printf("{\"dialect\":");
  string(dialect->name);
  printf(",\"types\":[");
  for (const TypeDef *const *type = dialect->types; type && *type; type++) {
    if (type != dialect->types) putchar(',');
    string((*type)->name);
  }
  printf("],\"attrs\":[");
  for (const AttrDef *const *attr = dialect->attrs; attr && *attr; attr++) {
    if (attr != dialect->attrs) putchar(',');
    string((*attr)->name);
  }
  printf("]}\n");
}

int main(void) {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) print_dialect(*dialect);
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    for (uint32_t i = 0; i < (*dialect)->op_count; i++) print_record(&(*dialect)->ops[i]);
  return 0;
}
