// vector.mask, and the operations that make masks.
#include "ops/vector.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/vector/hooks.h"

// ---------------------------------------------------------------------------------------------
// vector.mask

static bool is_yield(const Operation *op) { return op_is(op, OP_VECTOR_YIELD); }

// A region with one operation yields its results; an empty one, or one with several, nothing.
static void ensure_yield(Parser *p, OpState *state, Region *region) {
  Block *block = region->first;
  Operation *masked = block ? block->first : NULL;
  if (!masked || masked->next || is_yield(masked)) {
    ensure_terminator(p, region, OP_VECTOR_YIELD, state->loc);
    return;
  }
  OpState yield;
  op_state_init(&yield, state->module, state->arena, context_op_of(parser_context(p), OP_VECTOR_YIELD), state->loc);
  for (uint32_t i = 0; i < masked->result_count; i++) {
    Value *result = op_result(masked, i);
    op_state_add_operand(&yield, result);
  }
  op_append(block, op_create(&yield));
}

// mask ::= operand (`,` operand)? region attr-dict `:` type (`->` types)?
bool parse_mask(Parser *p, OpState *state) {
  Operand mask, passthru;
  NamedAttrVec attrs = {0};
  T type;
  Region *region = op_state_add_region(state);
  if (!parse_operand(p, &mask)) return false;
  bool has_passthru = parser_consume_if(p, TOK_COMMA);
  if ((has_passthru && !parse_operand(p, &passthru)) || !parse_region(p, region, NULL, 0, false)) return false;
  ensure_yield(p, state, region);
  if (!parse_optional_attr_dict(p, &attrs) || !parse_colon_type(p, &type) || !parse_optional_arrow_type_list(p, &state->types) ||
      !resolve_one(p, state, &mask, type))
    return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  if (!has_passthru) return true;
  if (!state->types.count) return parser_op_error(p, "expects a result if passthru operand is provided");
  return resolve_one(p, state, &passthru, state->types.data[0]);
}

void print_mask(Printer *p, const Operation *op) {
  const Block *block = op->regions[0].first;
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  print_text(p, " { ");
  if (block && block->first) print_op(p, block->first);
  print_text(p, " }");
  print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  if (!op->result_count) return;
  print_text(p, " -> ");
  print_result_types(p, op, (Span){0, op->result_count});
}

static T like_result(Context *ctx, const Operation *op) {
  const ShapedType *type = op->result_count ? result_vector(op) : NULL;
  return type ? vector_mask_type(ctx, type) : NULL;
}

static T like_source(Context *ctx, const Operation *op) {
  const ShapedType *type = op->operand_count ? operand_vector(op, 0) : NULL;
  return type ? vector_mask_type(ctx, type) : NULL;
}

static T like_indices(Context *ctx, const Operation *op) {
  Span indices = op_operands_named(op, "indices");
  const ShapedType *type = span_size(indices) ? operand_vector(op, indices.begin) : NULL;
  return type ? vector_mask_type(ctx, type) : NULL;
}

static T of_transfer(Context *ctx, const Operation *op) {
  bool reads = op->result_count && type_is_vector(op_result_type(op, 0));
  const ShapedType *vector = reads ? result_vector(op) : op->operand_count ? operand_vector(op, 0) : NULL;
  A map = op_prop(op, "permutation_map");
  if (!vector || !map || attr_kind(map) != ATTR_AFFINE_MAP) return NULL;
  return transfer_mask_type(ctx, vector, ((const MapAttr *)map)->map);
}

// Operations that a mask applies to, with the type of mask they take.
typedef struct Maskable {
  uint16_t opcode;
  T (*mask_type)(Context *ctx, const Operation *op);
  bool takes_passthru;
} Maskable;
static const Maskable maskables[] = {
  {OP_VECTOR_CONTRACT, contract_mask_type, false},   {OP_VECTOR_GATHER, like_indices, false},
  {OP_VECTOR_MULTI_REDUCTION, like_source, false},   {OP_VECTOR_OUTERPRODUCT, like_result, false},
  {OP_VECTOR_REDUCTION, like_source, false},         {OP_VECTOR_TRANSFER_READ, of_transfer, true},
  {OP_VECTOR_TRANSFER_WRITE, of_transfer, false},
};

bool verify_mask(Verifier *v, const Operation *op) {
  const Block *block = op->regions[0].first;
  if (!block->first) return REFUSE("expects a terminator within the mask region");
  const Operation *masked = block->first, *yield = block->last;
  if (masked->next && masked->next->next) return REFUSE("expects only one operation to mask");
  if (!is_yield(yield)) return REFUSE("expects a terminator within the mask region");
  if (yield->operand_count != op->result_count) return REFUSE("expects number of results to match mask region yielded values");
  if (masked == yield) return true;
  const Maskable *maskable = NULL;
  for (uint32_t i = 0; i < countof(maskables); i++)
    if (op_is(masked, maskables[i].opcode)) maskable = &maskables[i];
  if (!maskable) return REFUSE("expects a MaskableOpInterface within the mask region");
  if (masked->result_count != op->result_count)
    return REFUSE("expects number of results to match maskable operation number of results");
  uint32_t vectors = 0;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_operand(yield, i) != op_result(masked, i))
      return REFUSE("expects all the results from the MaskableOpInterface to match all the values returned by the terminator");
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (op_result_type(masked, i) != op_result_type(op, i)) return REFUSE("expects result type to match maskable operation result type");
    vectors += type_is_vector(op_result_type(op, i));
  }
  if (vectors > 1) return REFUSE("multiple vector results not supported");
  // A wrong operation is reported when the verifier reaches it.
  T expected = maskable->mask_type(v->ctx, masked);
  if (expected && op_operand_type(op, 0) != expected)
    return REFUSE("expects a '%s' mask for the maskable operation", TYPE_ARG(expected));
  if (op->operand_count < 2) return true;
  if (!maskable->takes_passthru) return REFUSE("doesn't expect a passthru argument for this maskable operation");
  if (op->result_count != 1) return REFUSE("expects result when passthru argument is provided");
  return op_operand_type(op, 1) == op_result_type(op, 0) ? true : REFUSE("expects passthru type to match result type");
}

// ---------------------------------------------------------------------------------------------
// vector.constant_mask, vector.create_mask

bool verify_constant_mask(Verifier *v, const Operation *op) {
  const ShapedType *type = result_vector(op);
  A sizes = op_prop_at(op, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES);
  uint64_t count = ((const DenseArrayAttr *)sizes)->count, zeros = 0;
  if (!type->rank) {
    if (count != 1) return verify_fail_plain(v, op, "array attr must have length 1 for 0-D vectors");
    int64_t size = dense_array_i64(sizes, 0);
    if (size == 0 || size == 1) return true;
    return verify_fail_plain(v, op, "mask dim size must be either 0 or 1 for 0-D vectors");
  }
  if (count != type->rank) return REFUSE("must specify array attr of size equal vector result rank");
  for (uint64_t i = 0; i < count; i++) {
    int64_t size = dense_array_i64(sizes, i);
    if (size < 0 || size > type->dims[i]) return REFUSE("array attr of size out of bounds of vector result dimension size");
    if (is_scalable_dim(type, i) && size != 0 && size != type->dims[i])
      return REFUSE("only supports 'none set' or 'all set' scalable dimensions");
    zeros += size == 0;
  }
  if (!zeros || zeros == count) return true;
  return REFUSE("expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim");
}

bool verify_create_mask(Verifier *v, const Operation *op) {
  uint64_t rank = result_vector(op)->rank;
  if (!rank) return op->operand_count == 1 ? true : REFUSE("must specify exactly one operand for 0-D create_mask");
  return op->operand_count == rank ? true : REFUSE("must specify an operand for each result vector dimension");
}
