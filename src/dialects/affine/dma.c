// affine.dma_start and affine.dma_wait. Their inherent attributes print among the others.
#include "ops/affine.h"

#include "dialects/affine/hooks.h"

#include "ir/affine.h"

typedef struct Access {
  Operand memref;
  OperandVec subscripts;
  uint32_t inputs;      // of the map
} Access;

// access ::= operand `[` subscripts `]`
static bool parse_access(Parser *p, OpState *state, Access *out, const char *name) {
  if (!parse_operand(p, &out->memref)) return false;
  A map = parse_affine_map_of_ssa(p, &out->subscripts, NULL, DELIM_SQUARE);
  if (!map) return false;
  out->inputs = map_inputs(((const MapAttr *)map)->map);
  op_state_set_attr(state, str_from(name), map);
  return true;
}

static bool resolve_access(Parser *p, OpState *state, const Access *access, T type) {
  return resolve_one(p, state, &access->memref, type) &&
         resolve_operands_same(p, state, &access->subscripts, parser_context(p)->types.index);
}

static const char *const map_names[] = {"src_map", "dst_map", "tag_map"};

// dma-start ::= access `,` access `,` access `,` operand (`,` operand `,` operand)? `:` type `,` type `,` type
bool parse_dma_start(Parser *p, OpState *state) {
  T index = parser_context(p)->types.index;
  Access accesses[3];
  memset(accesses, 0, sizeof accesses);
  Operand size;
  OperandVec strides = {0};
  TypeVec types = {0};
  for (uint32_t i = 0; i < 3; i++)
    if (!parse_access(p, state, &accesses[i], map_names[i]) || !parse_comma(p)) return false;
  if (!parse_operand(p, &size) || !parse_trailing_operand_list(p, &strides, DELIM_NONE)) return false;
  if (strides.count && strides.count != 2) return parser_op_error(p, "expected two stride related operands");
  if (!parse_colon_type_list(p, &types)) return false;
  if (types.count != 3) return parser_op_error(p, "expected three types");
  for (uint32_t i = 0; i < 3; i++)
    if (!resolve_access(p, state, &accesses[i], types.data[i])) return false;
  if (!resolve_one(p, state, &size, index) || !resolve_operands_same(p, state, &strides, index)) return false;
  for (uint32_t i = 0; i < 3; i++)
    if (accesses[i].subscripts.count != accesses[i].inputs)
      return parser_op_error(p, "memref operand count not equal to map.numInputs");
  return true;
}

// dma-wait ::= access `,` operand `:` type
bool parse_dma_wait(Parser *p, OpState *state) {
  Access tag;
  memset(&tag, 0, sizeof tag);
  Operand size;
  T type;
  if (!parse_access(p, state, &tag, "tag_map") || !parse_comma(p) || !parse_operand(p, &size) || !parse_colon_type(p, &type) ||
      !resolve_access(p, state, &tag, type) || !resolve_one(p, state, &size, parser_context(p)->types.index))
    return false;
  if (type_kind(type) != TYPE_MEMREF) return parser_op_error(p, "expected tag to be of memref type");
  return tag.subscripts.count == tag.inputs || parser_op_error(p, "tag memref operand count != to map.numInputs");
}

// Prints the access whose memref is operand `at`; the operand behind it.
static uint32_t print_dma_access(Printer *p, const Operation *op, const char *name, uint32_t at) {
  const AffineMap *map = affine_map_of(op_attr(op, name));
  uint32_t end = at + 1 + map_inputs(map);
  print_operand(p, op_operand(op, at));
  print_char(p, '[');
  print_affine_map_of_ssa(p, map, op, (Span){at + 1, end});
  print_text(p, "], ");
  return end;
}

void print_dma_start(Printer *p, const Operation *op) {
  uint32_t at = 0, memrefs[3];
  print_char(p, ' ');
  for (uint32_t i = 0; i < 3; i++) {
    memrefs[i] = at;
    at = print_dma_access(p, op, map_names[i], at);
  }
  print_operands(p, op, (Span){at, op->operand_count});
  print_text(p, " : ");
  for (uint32_t i = 0; i < 3; i++) {
    if (i) print_text(p, ", ");
    print_type(p, op_operand_type(op, memrefs[i]));
  }
}

void print_dma_wait(Printer *p, const Operation *op) {
  print_char(p, ' ');
  uint32_t at = print_dma_access(p, op, "tag_map", 0);
  print_operands(p, op, (Span){at, at + 1});
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

static bool is_memref(const Operation *op, uint32_t i) {
  return i < op->operand_count && type_kind(op_operand_type(op, i)) == TYPE_MEMREF;
}

// The words of messages for the indices of one access: "src index" and "src index to dma_start".
typedef struct IndexWords { const char *plain, *typed; } IndexWords;

static bool verify_dma_indices(Verifier *v, const Operation *op, Span indices, IndexWords words) {
  const Region *scope = affine_scope(op);
  for (uint32_t i = indices.begin; i < indices.end; i++) {
    if (!type_is_index(op_operand_type(op, i))) return REFUSE("%s must have 'index' type", words.typed);
    if (!affine_is_valid_dim(v->ctx, op_operand(op, i), scope))
      return REFUSE("%s must be a valid dimension or symbol identifier", words.plain);
  }
  return true;
}

bool verify_dma_start(Verifier *v, const Operation *op) {
  static const char *const problems[] = {"expected DMA source to be of memref type", "expected DMA destination to be of memref type",
                                         "expected DMA tag to be of memref type"};
  static const IndexWords words[] = {{"src index", "src index to dma_start"}, {"dst index", "dst index to dma_start"},
                                     {"tag index", "tag index to dma_start"}};
  Span indices[3];
  uint32_t at = 0;
  for (uint32_t i = 0; i < 3; i++) {
    const AffineMap *map = affine_map_of(op_attr(op, map_names[i]));
    if (!is_memref(op, at)) return REFUSE("%s", problems[i]);
    if (!map) return REFUSE("requires attribute '%s'", map_names[i]);
    indices[i] = (Span){at + 1, at + 1 + map_inputs(map)};
    at = indices[i].end;
  }
  if (op->operand_count != at + 1 && op->operand_count != at + 3) return REFUSE("incorrect number of operands");
  for (uint32_t i = 0; i < 3; i++)
    if (!verify_dma_indices(v, op, indices[i], words[i])) return false;
  return true;
}

bool verify_dma_wait(Verifier *v, const Operation *op) {
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_DMA_WAIT_TAG_MAP));
  if (!is_memref(op, 0)) return REFUSE("expected DMA tag to be of memref type");
  if (!map) return REFUSE("requires attribute 'tag_map'");
  if (op->operand_count < map_inputs(map) + 2) return REFUSE("incorrect number of operands");
  return verify_dma_indices(v, op, (Span){1, 1 + map_inputs(map)}, (IndexWords){"index", "index to dma_wait"});
}
