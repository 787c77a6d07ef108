// Layouts of the xegpu dialect: how a shape is given to subgroups, instructions and lanes.
#include "dialects/xegpu/types.h"

#include "asm/parser.h"
#include "asm/printer.h"

enum { SG_LAYOUT, SG_DATA, INST_DATA, LANE_LAYOUT, LANE_DATA, ORDER, PARTS };

static const DenseArrayAttr *part_of(const uint64_t *words, uint32_t i) { return (const DenseArrayAttr *)(uintptr_t)words[i]; }

bool verify_xegpu_layout(Parser *p, const uint64_t *words, uint32_t at) {
  static const char *const names[] = {"sg_layout", "sg_data", "inst_data", "lane_layout", "lane_data", "order"};
  static const uint8_t ranks[][2] = {{SG_LAYOUT, INST_DATA}, {SG_LAYOUT, LANE_LAYOUT}, {INST_DATA, LANE_LAYOUT}};
  static const uint8_t data[][2] = {{SG_DATA, SG_LAYOUT}, {LANE_DATA, LANE_LAYOUT}};
  const DenseArrayAttr *parts[PARTS];
  for (uint32_t i = 0; i < PARTS; i++) parts[i] = part_of(words, i);
  if (!parts[SG_LAYOUT] && !parts[INST_DATA] && !parts[LANE_LAYOUT])
    return parser_op_error_at(p, at, "expected at least one of sg_layout, inst_data or lane_layout");
  for (uint32_t i = 0; i < countof(ranks); i++) {
    const DenseArrayAttr *a = parts[ranks[i][0]], *b = parts[ranks[i][1]];
    if (a && b && a->count != b->count) return parser_op_error_at(p, at, "expected %s and %s to have the same rank", names[ranks[i][0]], names[ranks[i][1]]);
  }
  for (uint32_t i = 0; i < countof(data); i++) {
    const DenseArrayAttr *a = parts[data[i][0]], *b = parts[data[i][1]];
    if (a && !b) return parser_op_error_at(p, at, "expected %s being used with %s", names[data[i][1]], names[data[i][0]]);
    if (a && a->count != b->count) return parser_op_error_at(p, at, "expected %s and %s to have the same rank", names[data[i][0]], names[data[i][1]]);
  }
  if (!parts[ORDER]) return true;
  if (!parts[SG_LAYOUT] && !parts[LANE_LAYOUT]) return parser_op_error_at(p, at, "expected sg_layout/lane_layout being used with order");
  for (uint32_t i = SG_LAYOUT; i <= LANE_LAYOUT; i += LANE_LAYOUT)
    if (parts[i] && parts[i]->count != parts[ORDER]->count) return parser_op_error_at(p, at, "expected order and %s to have the same rank", names[i]);
  return true;
}

// A layout, with the dimensions of it that slices have left.
typedef struct Flat {
  A layout;
  uint64_t kept[XEGPU_RANK_MAX];
  uint32_t rank;
} Flat;

// Slices stand in each other as deep as the parser bounds.
static bool flatten(A layout, Flat *out) {
  if (attr_is(layout, &xegpu_layout_attr)) {
    const uint64_t *words = ((const ParamsAttr *)layout)->words;
    const DenseArrayAttr *part = part_of(words, SG_LAYOUT);
    if (!part) part = part_of(words, INST_DATA);
    if (!part) part = part_of(words, LANE_LAYOUT);
    if (part->count > XEGPU_RANK_MAX) return false;
    out->layout = layout;
    out->rank = (uint32_t)part->count;
    for (uint32_t i = 0; i < out->rank; i++) out->kept[i] = i;
    return true;
  }
  const DenseArrayAttr *dims = (const DenseArrayAttr *)attr_param_attr(layout, 1);
  if (!flatten(attr_param_attr(layout, 0), out)) return false;
  uint32_t rank = 0;
  for (uint32_t i = 0; i < out->rank; i++) {
    bool is_sliced = false;
    for (uint64_t k = 0; k < dims->count; k++) is_sliced |= dense_array_i64((A)dims, k) == i;
    if (!is_sliced) out->kept[rank++] = out->kept[i];
  }
  out->rank = rank;
  return true;
}

uint32_t xegpu_layout_rank(A layout) {
  Flat flat;
  return flatten(layout, &flat) ? flat.rank : UINT32_MAX;
}

bool xegpu_is_for_workgroup(A layout) {
  Flat flat;
  return flatten(layout, &flat) && attr_param(flat.layout, SG_LAYOUT) != 0;
}

// False: that part is not told.
static bool numbers(const Flat *flat, uint32_t part, int64_t *out) {
  A attr = attr_param_attr(flat->layout, part);
  for (uint32_t i = 0; attr && i < flat->rank; i++) out[i] = dense_array_i64(attr, flat->kept[i]);
  return attr != NULL;
}

// How often each of `parts` goes into `whole`; false when one leaves a rest.
static bool ratio(const int64_t *whole, const int64_t *parts, uint32_t rank, int64_t *out) {
  for (uint32_t i = 0; i < rank; i++) {
    if (!parts[i] || whole[i] % parts[i]) return false;
    out[i] = whole[i] / parts[i];
  }
  return true;
}

// Gives `shape` out among units, with so much data for each, and leaves what one unit has. `shares`: units may have the same data.
static bool distribute(const Flat *flat, int64_t *shape, uint32_t units_part, uint32_t data_part, bool shares) {
  int64_t units[XEGPU_RANK_MAX], data[XEGPU_RANK_MAX], left[XEGPU_RANK_MAX];
  if (units_part != PARTS && numbers(flat, units_part, units)) {
    if (ratio(shape, units, flat->rank, left)) memcpy(shape, left, sizeof *left * flat->rank);
    else if (!shares || !ratio(units, shape, flat->rank, left)) return false;
  }
  if (!numbers(flat, data_part, data)) return true;
  if (!ratio(shape, data, flat->rank, left) && !(shares && ratio(data, shape, flat->rank, left))) return false;
  memcpy(shape, data, sizeof *data * flat->rank);
  return true;
}

bool xegpu_is_distributable(A layout, const int64_t *dims, uint64_t rank) {
  Flat flat;
  int64_t shape[XEGPU_RANK_MAX];
  if (!flatten(layout, &flat) || flat.rank != rank) return false;
  memcpy(shape, dims, sizeof *dims * rank);
  return distribute(&flat, shape, SG_LAYOUT, SG_DATA, true) && distribute(&flat, shape, PARTS, INST_DATA, false) &&
         distribute(&flat, shape, LANE_LAYOUT, LANE_DATA, false);
}

// slice ::= `<` layout `,` `dims` `=` integers `>`
A parse_xegpu_slice(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint32_t begin = parser_loc(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  A parent = parse_attr(p, NULL);
  if (!parent) return NULL;
  if (!attr_is(parent, &xegpu_layout_attr) && !attr_is(parent, &xegpu_slice_attr)) {
    parser_op_error_at(p, at, "invalid kind of attribute specified");
    return NULL;
  }
  I64Vec dims = {0};
  if (!parse_comma(p) || !parse_keyword(p, "dims") || !parse_equal(p) || !parse_l_square(p)) return NULL;
  if (!parser_consume_if(p, TOK_R_SQUARE)) {
    do {
      int64_t dim;
      if (!parse_integer(p, &dim)) return NULL;
      vec_push(parser_scratch(p), &dims, dim);
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_square(p)) return NULL;
  }
  if (!parse_greater(p)) return NULL;
  int64_t rank = xegpu_layout_rank(parent);
  for (uint32_t i = 0; i < dims.count; i++) {
    const char *wrong = dims.data[i] < 0 || dims.data[i] >= rank ? "invalid" : NULL;
    for (uint32_t k = 0; k < i && !wrong; k++)
      if (dims.data[k] == dims.data[i]) wrong = "repeated";
    if (!wrong) continue;
    parser_op_error_at(p, begin, "%s dim (%lld) in slice attribute.", wrong, (long long)dims.data[i]);
    return NULL;
  }
  uint64_t words[] = {param_word(parent), param_word(attr_i64_array(parser_context(p), dims.data, dims.count))};
  return attr_from_params(parser_context(p), def, words);
}

void print_xegpu_slice(Printer *p, A attr) {
  A dims = attr_param_attr(attr, 1);
  print_char(p, '<');
  print_attr(p, attr_param_attr(attr, 0));
  print_text(p, ", dims = [");
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)dims)->count; i++) {
    if (i) print_text(p, ", ");
    print_i64(p, dense_array_i64(dims, i));
  }
  print_text(p, "]>");
}

bool verify_xegpu_range(Parser *p, const uint64_t *words, uint32_t at) {
  int64_t start = attr_to_i64((A)(uintptr_t)words[0]), end = attr_to_i64((A)(uintptr_t)words[1]);
  return start < end || parser_op_error_at(p, at, "'end' : %lld must be greater than 'start' : %lld", (long long)end, (long long)start);
}
