// The memref dialect: buffers (https://mlir.llvm.org/docs/Dialects/MemRef/).
#include "ops/memref.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/regions.h"
#include "dialects/common/relations.h"
#include "dialects/memref/fold.h"
#include "dialects/memref/hooks.h"

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
bool infer_memref_strided_metadata(Context *ctx, OpState *state) {
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
bool parse_memref_alloca_scope(Parser *p, OpState *state) {
  Region *body = op_state_add_region(state);
  if (!parse_optional_arrow_type_list(p, &state->types) || !parse_region(p, body, NULL, 0, false)) return false;
  ensure_terminator(p, body, OP_MEMREF_ALLOCA_SCOPE_RETURN, state->loc);
  return parse_attrs(p, state);
}

void print_memref_alloca_scope(Printer *p, const Operation *op) {
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

// Into the scope once, and behind it.
void flow_of_memref_alloca_scope(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  if (point == op) flow_to(out, 0, NO_VALUES, NO_VALUES);
  else flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
}

// --- memref.prefetch

// prefetch ::= operand `[` operands `]` `,` (`read` | `write`) `,` `locality` `<` n `>` `,` (`data` | `instr`) `:` type
bool parse_memref_prefetch(Parser *p, OpState *state) {
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
  op_state_set_prop(state, MEMREF_PREFETCH_LOCALITY_HINT, locality);
  if (!parse_greater(p) || !parse_comma(p) || !parse_any_keyword(p, &cache) || !parse_colon_memref(p, &type) ||
      !resolve_one(p, state, &memref, type) || !resolve_operands_same(p, state, &indices, ctx->types.index))
    return false;
  bool is_write = str_is(access, "write"), is_data = str_is(cache, "data");
  if (!is_write && !str_is(access, "read")) return parser_op_error(p, "rw specifier has to be 'read' or 'write'");
  if (!is_data && !str_is(cache, "instr")) return parser_op_error(p, "cache type has to be 'data' or 'instr'");
  op_state_set_prop(state, MEMREF_PREFETCH_IS_WRITE, attr_bool(ctx, is_write));
  op_state_set_prop(state, MEMREF_PREFETCH_IS_DATA_CACHE, attr_bool(ctx, is_data));
  return true;
}

void print_memref_prefetch(Printer *p, const Operation *op) {
  static const char *const elided[] = {"localityHint", "isWrite", "isDataCache", NULL};
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, '[');
  print_operands(p, op, (Span){1, op->operand_count});
  print_text(p, attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_WRITE)) ? "], write, locality<" : "], read, locality<");
  print_i64(p, op_prop_i64_at(op, MEMREF_PREFETCH_LOCALITY_HINT));
  print_text(p, attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_DATA_CACHE)) ? ">, data" : ">, instr");
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

// --- memref.dma_start

// dma-start ::= memref `[` indices `]` `,` memref `[` indices `]` `,` size `,` memref `[` indices `]`
//               (`,` stride `,` size)? `:` type `,` type `,` type
bool parse_memref_dma_start(Parser *p, OpState *state) {
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

void print_memref_dma_start(Printer *p, const Operation *op) {
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
bool parse_memref_transpose(Parser *p, OpState *state) {
  Operand source;
  T from, to;
  if (!parse_operand(p, &source)) return false;
  const AffineMap *permutation = parse_affine_map(p);
  if (!permutation || !parse_attrs(p, state) || !parse_colon_memref(p, &from) || !resolve_one(p, state, &source, from)) return false;
  if (!parse_keyword(p, "to") || !(to = parse_type(p))) return false;
  op_state_add_type(state, to);
  op_state_set_prop(state, MEMREF_TRANSPOSE_PERMUTATION, attr_affine_map(parser_context(p), permutation));
  return true;
}

void print_memref_transpose(Printer *p, const Operation *op) {
  static const char *const elided[] = {"permutation", NULL};
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, ' ');
  print_affine_map(p, ((const MapAttr *)op_prop_at(op, MEMREF_TRANSPOSE_PERMUTATION))->map);
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  print_text(p, " to ");
  print_type(p, op_result_type(op, 0));
}

// --- memref.generic_atomic_rmw

// generic-atomic-rmw ::= operand `[` operands `]` `:` type region attr-dict
bool parse_memref_generic_atomic_rmw(Parser *p, OpState *state) {
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

void print_memref_generic_atomic_rmw(Printer *p, const Operation *op) {
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

bool infer_memref_same_types(Context *ctx, OpState *state) {
  (void)ctx;
  for (uint32_t i = 0; i < state->operands.count; i++) op_state_add_type(state, state->operands.data[i]->type);
  return true;
}
