// The memref dialect: buffers (https://mlir.llvm.org/docs/Dialects/MemRef/).
#include "ops/arith.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/constraints.h"
#include "dialects/common/regions.h"
#include "dialects/common/relations.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/hooks.h"

// ---------------------------------------------------------------------------------------------
// Hooks

static bool parse_attrs(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

static bool parse_colon_memref(Parser *p, T *type) {
  uint32_t at = parser_loc(p);
  if (!parse_colon_type(p, type)) return false;
  if (type_kind(*type) == TYPE_MEMREF) return true;
  return parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.memref, but found '%s'",
                            type_text(parser_context(p), *type));
}

// Base buffer, offset, and a size and a stride for each dimension.
static bool infer_strided_metadata(Context *ctx, OpState *state) {
  T source = state->operands.count ? state->operands.data[0]->type : NULL;
  if (!source || type_kind(source) != TYPE_MEMREF) return false;
  const ShapedType *memref = (const ShapedType *)source;
  T base = type_memref(ctx, NULL, 0, memref->element, NULL, memref->extra);
  op_state_add_type(state, base);
  for (uint64_t i = 0; i < 1 + 2 * memref->rank; i++) op_state_add_type(state, ctx->types.index);
  return true;
}

// --- memref.alloca_scope

// alloca-scope ::= arrow-types? region attr-dict
static bool parse_alloca_scope(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state);
  if (!parse_optional_arrow_type_list(p, &state->types) || !parse_region(p, body, NULL, 0, false)) return false;
  ensure_terminator(p, body, "memref.alloca_scope.return", state->loc);
  return parse_attrs(p, state);
}

static void print_alloca_scope(Printer *p, const Operation *op) {
  print_char(p, ' ');
  if (op->result_count) {
    print_text(p, " -> (");
    print_result_types(p, op, (Span){0, op->result_count});
    print_char(p, ')');
  }
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, op->result_count != 0, false);
  print_optional_attr_dict(p, op, NULL);
}

static bool verify_alloca_scope(Verifier *v, const Operation *op) {
  return verify_entry_edge(v, op, 0, (Span){0, 0}, NO_VALUES) &&
         verify_return_edges(v, op, 0, EDGE_TO_PARENT, results_of(op));
}

// --- memref.prefetch

// prefetch ::= operand `[` operands `]` `,` (`read` | `write`) `,` `locality` `<` n `>` `,` (`data` | `instr`) `:` type
static bool parse_prefetch(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand memref;
  OperandVec indices = {0};
  Str access, cache;
  T type;
  if (!parse_operand(p, &memref) || !parse_operand_list(p, &indices, DELIM_SQUARE) || !parse_comma(p) ||
      !parse_any_keyword(p, &access) || !parse_comma(p) || !parse_keyword(p, "locality") || !parse_less(p))
    return false;
  uint32_t at = parser_loc(p);
  A locality = parse_attr(p, ctx->types.i32);
  if (!locality) return false;
  if (attr_kind(locality) != ATTR_INTEGER) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  op_state_set_attr(state, STR("localityHint"), locality);
  if (!parse_greater(p) || !parse_comma(p) || !parse_any_keyword(p, &cache) || !parse_colon_memref(p, &type) ||
      !resolve_one(p, state, &memref, type) || !resolve_operands_same(p, state, &indices, ctx->types.index))
    return false;
  bool is_write = str_is(access, "write"), is_data = str_is(cache, "data");
  if (!is_write && !str_is(access, "read")) return parser_op_error(p, "rw specifier has to be 'read' or 'write'");
  if (!is_data && !str_is(cache, "instr")) return parser_op_error(p, "cache type has to be 'data' or 'instr'");
  op_state_set_attr(state, STR("isWrite"), attr_bool(ctx, is_write));
  op_state_set_attr(state, STR("isDataCache"), attr_bool(ctx, is_data));
  return true;
}

static void print_prefetch(Printer *p, const Operation *op) {
  static const char *const elided[] = {"localityHint", "isWrite", "isDataCache", NULL};
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, '[');
  print_operands(p, op, (Span){1, op->operand_count});
  print_text(p, attr_to_bool(op_prop(op, "isWrite")) ? "], write, locality<" : "], read, locality<");
  print_i64(p, op_prop_i64(op, "localityHint"));
  print_text(p, attr_to_bool(op_prop(op, "isDataCache")) ? ">, data" : ">, instr");
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

// --- memref.dma_start

// dma-start ::= memref `[` indices `]` `,` memref `[` indices `]` `,` size `,` memref `[` indices `]`
//               (`,` stride `,` size)? `:` type `,` type `,` type
static bool parse_dma_start(Parser *p, OpState *state) {
  T index = parser_context(p)->types.index;
  Operand memrefs[3], size;
  OperandVec indices[3] = {{0}}, stride = {0};
  TypeVec types = {0};
  for (uint32_t i = 0; i < 3; i++) {
    if (i == 2 && (!parse_operand(p, &size) || !parse_comma(p))) return false;
    if (!parse_operand(p, &memrefs[i]) || !parse_operand_list(p, &indices[i], DELIM_SQUARE) || (i < 2 && !parse_comma(p))) return false;
  }
  if (!parse_trailing_operand_list(p, &stride, DELIM_NONE)) return false;
  if (stride.count && stride.count != 2) return parser_op_error(p, "expected two stride related operands");
  if (!parse_colon_type_list(p, &types)) return false;
  if (types.count != 3) return parser_op_error(p, "fewer/more types expected");
  for (uint32_t i = 0; i < 3; i++) {
    if (i == 2 && !resolve_one(p, state, &size, index)) return false;
    if (!resolve_one(p, state, &memrefs[i], types.data[i]) || !resolve_operands_same(p, state, &indices[i], index)) return false;
  }
  return resolve_operands_same(p, state, &stride, index);
}

static uint32_t print_subscripted(Printer *p, const Operation *op, uint32_t at) {
  uint32_t rank = (uint32_t)((const ShapedType *)op_operand_type(op, at))->rank;
  print_operand(p, op_operand(op, at));
  print_char(p, '[');
  print_operands(p, op, (Span){at + 1, at + 1 + rank});
  print_char(p, ']');
  return at + 1 + rank;
}

static void print_dma_start(Printer *p, const Operation *op) {
  print_char(p, ' ');
  uint32_t to = print_subscripted(p, op, 0);
  print_text(p, ", ");
  uint32_t tag = print_subscripted(p, op, to) + 1;
  print_text(p, ", ");
  print_operand(p, op_operand(op, tag - 1));
  print_text(p, ", ");
  uint32_t end = print_subscripted(p, op, tag);
  if (end < op->operand_count) {
    print_text(p, ", ");
    print_operands(p, op, (Span){end, op->operand_count});
  }
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, ", ");
  print_type(p, op_operand_type(op, to));
  print_text(p, ", ");
  print_type(p, op_operand_type(op, tag));
}

// --- memref.transpose

// transpose ::= operand affine-map attr-dict `:` type `to` type
static bool parse_transpose(Parser *p, OpState *state) {
  Operand source;
  T from, to;
  if (!parse_operand(p, &source)) return false;
  const AffineMap *permutation = parse_affine_map(p);
  if (!permutation || !parse_attrs(p, state) || !parse_colon_memref(p, &from) || !resolve_one(p, state, &source, from)) return false;
  if (!parse_keyword(p, "to") || !(to = parse_type(p))) return false;
  op_state_add_type(state, to);
  op_state_set_attr(state, STR("permutation"), attr_affine_map(parser_context(p), permutation));
  return true;
}

static void print_transpose(Printer *p, const Operation *op) {
  static const char *const elided[] = {"permutation", NULL};
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, ' ');
  print_affine_map(p, ((const MapAttr *)op_prop(op, "permutation"))->map);
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, " to ");
  print_type(p, op_result_type(op, 0));
}

// --- memref.generic_atomic_rmw

// generic-atomic-rmw ::= operand `[` operands `]` `:` type region attr-dict
static bool parse_generic_atomic_rmw(Parser *p, OpState *state) {
  Operand memref;
  OperandVec indices = {0};
  T type;
  if (!parse_operand(p, &memref) || !parse_operand_list(p, &indices, DELIM_SQUARE) || !parse_colon_type(p, &type) ||
      !resolve_one(p, state, &memref, type) || !resolve_operands_same(p, state, &indices, parser_context(p)->types.index) ||
      !parse_region(p, op_state_add_region(state), NULL, 0, false) || !parse_attrs(p, state))
    return false;
  T element = type_element(type);
  op_state_add_type(state, element);
  return true;
}

static void print_generic_atomic_rmw(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, '[');
  print_operands(p, op, (Span){1, op->operand_count});
  print_text(p, "] : ");
  print_type(p, op_operand_type(op, 0));
  print_char(p, ' ');
  print_region(p, &op->regions[0], true, true, false);
  print_optional_attr_dict(p, op, NULL);
}

static bool infer_same_types(Context *ctx, OpState *state) {
  (void)ctx;
  for (uint32_t i = 0; i < state->operands.count; i++) op_state_add_type(state, state->operands.data[i]->type);
  return true;
}

static const OpDef memref_ops[] = {
  {
    OP("memref.alloc", "allocate memory on the heap"),
    OPERANDS({"dynamicSizes", &C_Index, VARIADIC}, {"symbolOperands", &C_Index, VARIADIC}),
    RESULTS({"memref", &C_AnyMemRef}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_EFFECT_ALLOC,
    FORMAT("`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"),
    HOOKS(RESULT_NAME("alloc"), .verify = memref_verify_alloc),
  },
  {
    OP("memref.alloca", "allocate memory on the stack"),
    OPERANDS({"dynamicSizes", &C_Index, VARIADIC}, {"symbolOperands", &C_Index, VARIADIC}),
    RESULTS({"memref", &C_AnyMemRef}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL},
          {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_ATTR_SIZED_OPERANDS | TRAIT_EFFECT_ALLOC,
    FORMAT("`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"),
    HOOKS(RESULT_NAME("alloca"), .verify = memref_verify_alloca),
  },
  {
    OP("memref.alloca_scope", "a scope at whose end stack memory is freed"),
    RESULTS({"results", &C_AnyType, VARIADIC}),
    REGIONS({"bodyRegion", 1, 1, .summary = "region with 1 blocks"}),
    .traits = TRAIT_ALLOCATION_SCOPE | TRAIT_REGION_BRANCH | TRAIT_SINGLE_BLOCK | TRAIT_RECURSIVE_EFFECTS |
              TRAIT_NO_REGION_ARGUMENTS,
    HOOKS(.implicit_terminator = "memref.alloca_scope.return", .parse = parse_alloca_scope,
          .print = print_alloca_scope, .verify_regions = verify_alloca_scope),
  },
  {
    OP("memref.alloca_scope.return", "end of an alloca_scope: its results"),
    OPERANDS({"results", &C_AnyType, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_RETURN_LIKE | TRAIT_TERMINATOR,
    PARENTS("memref.alloca_scope"),
    FORMAT("attr-dict ($results^ `:` type($results))?"),
  },
  {
    OP("memref.assume_alignment", "the same memref, promised to be aligned"),
    OPERANDS({"memref", &C_AnyMemRef}),
    RESULTS({"result", &C_AnyMemRef}),
    ATTRS({"alignment", &AC_I32Attr_Positive}),
    .traits = TRAIT_PURE | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE,
    FORMAT("$memref `,` $alignment attr-dict `:` type($memref)"),
    HOOKS(RESULT_NAME("assume_align"), .verify = memref_verify_assume_alignment, .fold = fold_memref_assume_alignment),
  },
  {
    OP("memref.atomic_rmw", "read, combine and write an element atomically"),
    OPERANDS({"value", &C_AnySignlessIntegerOrFloat}, {"memref", &C_MemRefOfIntegerOrFloat},
             {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnySignlessIntegerOrFloat}),
    ATTRS({"kind", &AC_AtomicRMWKind}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"value", "result"}, "all of {value, result} have same type"},
              {REL_TYPES_MATCH_WITH, {"memref", "value"}, "value type matches element type of memref", .transform = element_of}),
    .traits = TRAIT_EFFECT_READ | TRAIT_EFFECT_WRITE,
    FORMAT("$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` "
           "type($result)"),
    HOOKS(.verify = memref_verify_atomic_rmw, .fold = fold_memref_store),
  },
  {
    OP("memref.atomic_yield", "end of a generic_atomic_rmw: the value to store"),
    OPERANDS({"result", &C_AnyType}),
    .traits = TRAIT_PURE | TRAIT_TERMINATOR | TRAIT_RETURN_LIKE,
    PARENTS("memref.generic_atomic_rmw"),
    FORMAT("$result attr-dict `:` type($result)"),
    HOOKS(.verify = memref_verify_atomic_yield),
  },
  {
    OP("memref.cast", "between memref types that may describe the same buffer"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}),
    RESULTS({"dest", &C_AnyRankedOrUnrankedMemRef}),
    .traits = TRAIT_PURE | TRAIT_CAST | TRAIT_MEMREFS_NORMALIZABLE | TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE,
    FORMAT("$source attr-dict `:` type($source) `to` type($dest)"),
    HOOKS(RESULT_NAME("cast"), .cast_ok = memref_cast_ok, .verify = memref_verify_cast, .fold = fold_memref_access),
  },
  {
    OP("memref.collapse_shape", "merge neighbouring dimensions of a memref"),
    OPERANDS({"src", &C_AnyStridedMemRef}),
    RESULTS({"result", &C_AnyStridedMemRef}),
    ATTRS({"reassociation", &AC_IndexListArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$src $reassociation attr-dict `:` type($src) `into` type($result)"),
    HOOKS(RESULT_NAME("collapse_shape"), .verify = memref_verify_collapse_shape, .fold = fold_memref_reshape),
  },
  {
    OP("memref.copy", "copy the elements of one memref to another"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}, {"target", &C_AnyRankedOrUnrankedMemRef}),
    .traits = TRAIT_SAME_OPERANDS_ELEMENT_TYPE | TRAIT_SAME_OPERANDS_SHAPE | TRAIT_EFFECT_READ | TRAIT_EFFECT_WRITE,
    FORMAT("$source `,` $target attr-dict `:` type($source) `to` type($target)"),
    HOOKS(.fold = fold_memref_copy),
  },
  {
    OP("memref.dealloc", "free memory of memref.alloc"),
    OPERANDS({"memref", &C_AnyRankedOrUnrankedMemRef}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_FREE,
    FORMAT("$memref attr-dict `:` type($memref)"),
    HOOKS(.fold = fold_memref_access),
  },
  {
    OP("memref.dim", "size of one dimension"),
    OPERANDS({"source", &C_AnyNon0RankedOrUnrankedMemRef}, {"index", &C_Index}),
    RESULTS({"result", &C_Index}),
    .traits = TRAIT_NO_MEMORY_EFFECT | TRAIT_MEMREFS_NORMALIZABLE,
    FORMAT("attr-dict $source `,` $index `:` type($source)"),
    HOOKS(RESULT_NAME("dim"), .fold = fold_memref_dim),
  },
  {
    OP("memref.distinct_objects", "the same memrefs, promised not to overlap"),
    OPERANDS({"operands", &C_AnyMemRef, VARIADIC}),
    RESULTS({"results", &C_AnyMemRef, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_INFER_TYPES,
    FORMAT("$operands attr-dict `:` type($operands)"),
    HOOKS(.infer = infer_same_types, .verify = memref_verify_distinct_objects),
  },
  {
    OP("memref.dma_start", "start an asynchronous copy between memory spaces"),
    OPERANDS({"operands", &C_AnyType, VARIADIC}),
    HOOKS(.parse = parse_dma_start, .print = print_dma_start, .verify = memref_verify_dma_start, .fold = fold_memref_access),
  },
  {
    OP("memref.dma_wait", "wait for an asynchronous copy to end"),
    OPERANDS({"tagMemRef", &C_AnyMemRef}, {"tagIndices", &C_Index, VARIADIC}, {"numElements", &C_Index}),
    FORMAT("$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"),
    HOOKS(.verify = memref_verify_dma_wait, .fold = fold_memref_access),
  },
  {
    OP("memref.expand_shape", "split dimensions of a memref"),
    OPERANDS({"src", &C_AnyStridedMemRef}, {"output_shape", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyStridedMemRef}),
    ATTRS({"reassociation", &AC_IndexListArrayAttr}, {"static_output_shape", &AC_DenseI64ArrayAttr}),
    .traits = TRAIT_PURE,
    FORMAT("$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) "
           "attr-dict `:` type($src) `into` type($result)"),
    HOOKS(RESULT_NAME("expand_shape"), .verify = memref_verify_expand_shape, .fold = fold_memref_reshape),
  },
  {
    OP("memref.extract_aligned_pointer_as_index", "the aligned address of a memref as an index"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}),
    RESULTS({"aligned_pointer", &C_Index}),
    .traits = TRAIT_PURE | TRAIT_SAME_VARIADIC_RESULT_SIZE,
    FORMAT("$source `:` type($source) `->` type(results) attr-dict"),
    HOOKS(RESULT_NAME("intptr")),
  },
  {
    OP("memref.extract_strided_metadata", "base buffer, offset, sizes and strides of a memref"),
    OPERANDS({"source", &C_AnyStridedMemRef}),
    RESULTS({"base_buffer", &C_AnyStridedMemRefOfRank0}, {"offset", &C_Index}, {"sizes", &C_Index, VARIADIC},
            {"strides", &C_Index, VARIADIC}),
    .traits = TRAIT_PURE | TRAIT_SAME_VARIADIC_RESULT_SIZE | TRAIT_INFER_TYPES,
    FORMAT("$source `:` type($source) `->` type(results) attr-dict"),
    HOOKS(.result_names = suggest_record_names, .infer = infer_strided_metadata, .fold = fold_memref_metadata),
  },
  {
    OP("memref.generic_atomic_rmw", "update an element atomically by a region"),
    OPERANDS({"memref", &C_MemRefOfIntegerOrFloat}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnySignlessIntegerOrFloat}),
    REGIONS({"atomic_body"}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"memref", "result"}, "result type matches element type of memref", .transform = element_of}),
    .traits = TRAIT_SINGLE_BLOCK | TRAIT_EFFECT_READ | TRAIT_EFFECT_WRITE,
    HOOKS(.implicit_terminator = "memref.atomic_yield", .parse = parse_generic_atomic_rmw,
          .print = print_generic_atomic_rmw, .verify = memref_verify_generic_atomic_rmw),
  },
  {
    OP("memref.get_global", "the memref of a global variable"),
    RESULTS({"result", &C_AnyStaticShapeMemRef}),
    ATTRS({"name", &AC_FlatSymbolRefAttr}),
    .traits = TRAIT_PURE | TRAIT_SYMBOL_USER,
    FORMAT("$name `:` type($result) attr-dict"),
    HOOKS(.verify_symbol_uses = memref_verify_get_global),
  },
  {
    OP("memref.global", "declare or define a global memref"),
    ATTRS({"sym_name", &AC_SymbolNameAttr}, {"sym_visibility", &AC_StrAttr, ATTR_OPTIONAL},
          {"type", &AC_MemRefTypeAttr}, {"initial_value", &AC_AnyAttr, ATTR_OPTIONAL},
          {"constant", &AC_UnitAttr, ATTR_OPTIONAL}, {"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_SYMBOL,
    FORMAT("($sym_visibility^)? (`constant` $constant^)? $sym_name `:` "
           "custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict"),
    HOOKS(.verify = memref_verify_global),
  },
  {
    OP("memref.load", "read an element"),
    OPERANDS({"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyType}),
    ATTRS({"nontemporal", &AC_BoolAttr, ATTR_OPTIONAL | ATTR_DEFAULT, "false"},
          {"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"memref", "result"}, "result type matches element type of 'memref'", .transform = element_of}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_READ,
    FORMAT("$memref `[` $indices `]` attr-dict `:` type($memref)"),
    HOOKS(.verify = memref_verify_load, .verify_is_local = true, .fold = fold_memref_access),
  },
  {
    OP("memref.memory_space_cast", "the same buffer seen in another memory space"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}),
    RESULTS({"dest", &C_AnyRankedOrUnrankedMemRef}),
    .traits = TRAIT_PURE | TRAIT_CAST | TRAIT_MEMREFS_NORMALIZABLE | TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT |
              TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE,
    FORMAT("$source attr-dict `:` type($source) `to` type($dest)"),
    HOOKS(RESULT_NAME("memspacecast"), .cast_ok = memref_space_cast_ok, .fold = fold_memref_space_cast),
  },
  {
    OP("memref.prefetch", "hint that an element will be read or written"),
    OPERANDS({"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"isWrite", &AC_BoolAttr}, {"localityHint", &AC_I32Attr_0to3}, {"isDataCache", &AC_BoolAttr}),
    .traits = TRAIT_EFFECT_WRITE,
    HOOKS(.parse = parse_prefetch, .print = print_prefetch, .verify = memref_verify_prefetch, .fold = fold_memref_access),
  },
  {
    OP("memref.rank", "number of dimensions"),
    OPERANDS({"memref", &C_AnyRankedOrUnrankedMemRef}),
    RESULTS({"", &C_Index}),
    .traits = TRAIT_PURE,
    FORMAT("$memref attr-dict `:` type($memref)"),
    HOOKS(.fold = fold_memref_rank),
  },
  {
    OP("memref.realloc", "resize a one-dimensional heap buffer"),
    OPERANDS({"source", &C_MemRefRank1}, {"dynamicResultSize", &C_Index, OPTIONAL}),
    RESULTS({"", &C_MemRefRank1}),
    ATTRS({"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    .traits = TRAIT_EFFECT_ALLOC | TRAIT_EFFECT_FREE,
    FORMAT("$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"),
    HOOKS(.verify = memref_verify_realloc),
  },
  {
    OP("memref.reinterpret_cast", "a memref with given offset, sizes and strides over the same buffer"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}, {"offsets", &C_Index, VARIADIC}, {"sizes", &C_Index, VARIADIC},
             {"strides", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyStridedMemRef}),
    ATTRS({"static_offsets", &AC_DenseI64ArrayAttr}, {"static_sizes", &AC_DenseI64ArrayAttr},
          {"static_strides", &AC_DenseI64ArrayAttr}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS | TRAIT_MEMREFS_NORMALIZABLE,
    FORMAT("$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` "
           "`:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` "
           "custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)"),
    HOOKS(RESULT_NAME("reinterpret_cast"), .verify = memref_verify_reinterpret_cast,
          .fold = fold_memref_reinterpret_cast),
  },
  {
    OP("memref.reshape", "the same elements with a shape read from memory"),
    OPERANDS({"source", &C_AnyRankedOrUnrankedMemRef}, {"shape", &C_MemRefRank1OfIntegerOrIndex}),
    RESULTS({"result", &C_AnyRankedOrUnrankedMemRef}),
    .traits = TRAIT_PURE | TRAIT_EFFECT_READ,
    FORMAT("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    HOOKS(RESULT_NAME("reshape"), .verify = memref_verify_reshape),
  },
  {
    OP("memref.store", "write an element"),
    OPERANDS({"value", &C_AnyType}, {"memref", &C_AnyMemRef}, {"indices", &C_Index, VARIADIC}),
    ATTRS({"nontemporal", &AC_BoolAttr, ATTR_OPTIONAL | ATTR_DEFAULT, "false"},
          {"alignment", &AC_IntValidAlignment_I64Attr, ATTR_OPTIONAL}),
    RELATIONS({REL_TYPES_MATCH_WITH, {"memref", "value"}, "type of 'value' matches element type of 'memref'", .transform = element_of}),
    .traits = TRAIT_MEMREFS_NORMALIZABLE | TRAIT_EFFECT_WRITE,
    FORMAT("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"),
    HOOKS(.verify = memref_verify_store, .verify_is_local = true, .fold = fold_memref_store),
  },
  {
    OP("memref.subview", "a strided part of a memref"),
    OPERANDS({"source", &C_AnyMemRef}, {"offsets", &C_Index, VARIADIC}, {"sizes", &C_Index, VARIADIC},
             {"strides", &C_Index, VARIADIC}),
    RESULTS({"result", &C_AnyMemRef}),
    ATTRS({"static_offsets", &AC_DenseI64ArrayAttr}, {"static_sizes", &AC_DenseI64ArrayAttr},
          {"static_strides", &AC_DenseI64ArrayAttr}, {"operandSegmentSizes", &AC_DenseI32ArrayAttr}),
    .traits = TRAIT_PURE | TRAIT_ATTR_SIZED_OPERANDS,
    FORMAT("$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, "
           "$static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` "
           "type($result)"),
    HOOKS(RESULT_NAME("subview"), .verify = memref_verify_subview, .fold = fold_memref_subview),
  },
  {
    OP("memref.transpose", "the same buffer with its dimensions permuted"),
    OPERANDS({"in", &C_AnyStridedMemRef}),
    RESULTS({"", &C_AnyStridedMemRef}),
    ATTRS({"permutation", &AC_AffineMapAttr}),
    .traits = TRAIT_PURE,
    HOOKS(RESULT_NAME("transpose"), .parse = parse_transpose, .print = print_transpose,
          .verify = memref_verify_transpose, .fold = fold_memref_transpose),
  },
  {
    OP("memref.view", "a typed memref over a part of a byte buffer"),
    OPERANDS({"source", &C_MemRefRank1OfI8}, {"byte_shift", &C_Index}, {"sizes", &C_Index, VARIADIC}),
    RESULTS({"", &C_AnyMemRef}),
    .traits = TRAIT_PURE,
    FORMAT("$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)"),
    HOOKS(RESULT_NAME("view"), .verify = memref_verify_view, .fold = fold_memref_view),
  },
};

const DialectDef memref_dialect = {
  .name = "memref", .was_std = true, .ops = memref_ops, .op_count = countof(memref_ops),
  .summary = "buffers: allocation, access, views",
  .materialize_constant = materialize_arith_constant,
  .init = init_memref,
};
