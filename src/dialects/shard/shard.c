// Directives and names of the shard dialect.
#include "ops/shard.h"

#include "asm/parser.h"
#include "asm/printer.h"

// custom<DimensionList>($shape): `2x?x4`, or `[]`
static bool parse_dimensions(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  int64_t first[8];
  I64Vec dims = {first, 0, countof(first)};
  Context *ctx = parser_context(p);
  if (parser_consume_if(p, TOK_L_SQUARE)) {
    if (!parse_r_square(p)) return false;
  } else {
    if (!parse_dims(p, &dims, NULL, DIMS_ALLOW_DYNAMIC)) return false;
    if (!dims.count) return parser_op_error_at(p, parser_loc(p), "Failed parsing dimension list. Did you mean an empty list? It must be denoted by \"[]\".");
  }
  custom_set_attr(&args[0], attr_dense_array(ctx, ctx->types.i64, dims.data, dims.count));
  return true;
}

static void print_dimensions(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A shape = custom_attr(op, &args[0]);
  uint64_t rank = ((const DenseArrayAttr *)shape)->count;
  if (!rank) print_text(p, "[]");
  print_dims(p, (const int64_t *)((const DenseArrayAttr *)shape)->data, (uint32_t)rank);
}

static const CustomDirective directives[] = {
  {"DimensionList", parse_dimensions, print_dimensions, NULL, NULL},
  {0},
};

void init_shard(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}

void shard_neighbor_names(Printer *p, const Operation *op) {
  printer_suggest_name(p, op_result(op, 0), str_from("down_linear_idx"));
  printer_suggest_name(p, op_result(op, 1), str_from("up_linear_idx"));
}
