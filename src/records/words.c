// The vocabulary of the language of records: traits, relations between values, what is left to C.
#include "records/model.h"

#define FIND(table, name)                          \
  for (size_t i = 0; i < countof(table); i++)      \
    if (str_is(name, (table)[i].name)) return &(table)[i]; \
  return NULL;

const TraitWord *trait_word(Str name) {
  static const TraitWord table[] = {
      {"AffineScope", TRAIT_AFFINE_SCOPE},
      {"AlwaysSpeculatable", 0, TRAIT_ID_SPECULATABLE},
      {"ArgAndResultAttrs", TRAIT_RETURN_ARG_ATTRS},
      {"AttrSizedOperandSegments", TRAIT_ATTR_SIZED_OPERANDS},
      {"AttrSizedResultSegments", TRAIT_ATTR_SIZED_RESULTS},
      {"AutomaticAllocationScope", TRAIT_ALLOCATION_SCOPE},
      {"BranchOpInterface", TRAIT_BRANCH},
      {"CallOpInterface", 0, TRAIT_ID_CALL},
      {"CastOpInterface", TRAIT_CAST},
      {"Commutative", TRAIT_COMMUTATIVE},
      {"ConstantLike", TRAIT_CONSTANT_LIKE},
      {"DefaultDialect", TRAIT_DEFAULT_DIALECT},
      {"DestinationStyleOpInterface", 0, TRAIT_ID_DESTINATION_STYLE},
      {"Elementwise", TRAIT_ELEMENTWISE},
      {"ElementwiseMappable", TRAIT_ELEMENTWISE_MAPPABLE},
      {"FunctionOpInterface", TRAIT_FUNCTION},
      {"HasOnlyGraphRegion", TRAIT_GRAPH_REGION},
      {"HasParallelRegion", 0, TRAIT_ID_PARALLEL_REGION},
      {"Idempotent", TRAIT_IDEMPOTENT},
      {"InferTypeOpInterface", TRAIT_INFER_TYPES},
      {"Involution", TRAIT_INVOLUTION},
      {"IsolatedFromAbove", TRAIT_ISOLATED},
      {"IsolatedNames", TRAIT_ISOLATED_NAMES},
      {"LoopLikeOpInterface", 0, TRAIT_ID_LOOP_LIKE},
      {"MemAlloc", TRAIT_EFFECT_ALLOC},
      {"MemFree", TRAIT_EFFECT_FREE},
      {"MemRead", TRAIT_EFFECT_READ},
      {"MemRefsNormalizable", 0, TRAIT_ID_MEMREFS_NORMALIZABLE},
      {"MemWrite", TRAIT_EFFECT_WRITE},
      {"NoMemoryEffect", TRAIT_NO_MEMORY_EFFECT},
      {"NoProperties", TRAIT_NO_PROPERTIES},
      {"NoRegionArguments", TRAIT_NO_REGION_ARGUMENTS},
      {"NoTerminator", TRAIT_NO_TERMINATOR},
      {"OptionalSymbol", TRAIT_OPTIONAL_SYMBOL},
      {"Pure", TRAIT_PURE},
      {"RecursiveMemoryEffects", TRAIT_RECURSIVE_EFFECTS},
      {"RecursivelySpeculatable", 0, TRAIT_ID_RECURSIVELY_SPECULATABLE},
      {"RegionBranchOpInterface", 0, TRAIT_ID_REGION_BRANCH},
      {"ReturnLike", TRAIT_RETURN_LIKE},
      {"SameInputOutputTensorDims", TRAIT_SAME_INPUT_OUTPUT_DIMS},
      {"SameOperandsAndResultElementType", TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT},
      {"SameOperandsAndResultRank", TRAIT_SAME_OPERANDS_AND_RESULT_RANK},
      {"SameOperandsAndResultShape", TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE},
      {"SameOperandsAndResultType", TRAIT_SAME_OPERANDS_AND_RESULT_TYPE},
      {"SameOperandsElementType", TRAIT_SAME_OPERANDS_ELEMENT_TYPE},
      {"SameOperandsShape", TRAIT_SAME_OPERANDS_SHAPE},
      {"SameTypeOperands", TRAIT_SAME_TYPE_OPERANDS},
      {"SameVariadicOperandSize", TRAIT_SAME_VARIADIC_OPERAND_SIZE},
      {"SameVariadicResultSize", TRAIT_SAME_VARIADIC_RESULT_SIZE},
      {"Scalarizable", TRAIT_SCALARIZABLE},
      {"SingleBlock", TRAIT_SINGLE_BLOCK},
      {"Symbol", TRAIT_SYMBOL},
      {"SymbolTable", TRAIT_SYMBOL_TABLE},
      {"SymbolUserOpInterface", 0, TRAIT_ID_SYMBOL_USER},
      {"Tensorizable", TRAIT_TENSORIZABLE},
      {"Terminator", TRAIT_TERMINATOR},
      {"TopLevel", TRAIT_TOP_LEVEL},
      {"UsableInSpecConstantOp", TRAIT_SPEC_CONSTANT},
      {"Vectorizable", TRAIT_VECTORIZABLE},
  };
  FIND(table, name)
}

const RelationWord *relation_word(Str name) {
  enum { ANY = 0xFF };
  static const RelationWord table[] = {
      {"AllElementCountsMatch", REL_ALL_ELEMENT_COUNTS_MATCH, "same element count", ANY, 0},
      {"AllElementTypesMatch", REL_ALL_ELEMENT_TYPES_MATCH, "same element type", ANY, 0},
      {"AllRanksMatch", REL_ALL_RANKS_MATCH, "same rank", ANY, 0},
      {"AllShapesMatch", REL_ALL_SHAPES_MATCH, "same shape", ANY, 0},
      {"AllTypesMatch", REL_ALL_TYPES_MATCH, "same type", ANY, 0},
      {"OptionalTypesMatchWith", REL_OPTIONAL_TYPES_MATCH_WITH, NULL, 2, 1},
      {"PredOpTrait", REL_PREDICATE, NULL, 0, 1},
      {"RangedTypesMatchWith", REL_PREDICATE, NULL, 2, 2},
      {"TypesMatchWith", REL_TYPES_MATCH_WITH, NULL, 2, 1},
  };
  FIND(table, name)
}

const HookWord *hook_word(Str name) {
  static const HookWord table[] = {
      {"arg-names", HOOK_ARG_NAMES, "OpArgNamesFn"},
      {"block-names", HOOK_BLOCK_NAMES, "OpNamesFn"},
      {"downgrade", HOOK_DOWNGRADE, "OpUpgradeFn"},
      {"fold", HOOK_FOLD, "OpFoldFn"},
      {"parse", HOOK_PARSE, "OpParseFn"},
      {"print", HOOK_PRINT, "OpPrintFn"},
      {"result-names", HOOK_RESULT_NAMES, "OpNamesFn"},
      {"upgrade", HOOK_UPGRADE, "OpUpgradeFn"},
      {"verify", HOOK_VERIFY, "OpVerifyFn"},
      {"verify-regions", HOOK_VERIFY_REGIONS, "OpVerifyFn"},
      {"verify-symbol-uses", HOOK_VERIFY_SYMBOL_USES, "OpVerifyFn"},
  };
  FIND(table, name)
}
