// Types and directives of amdgpu's operations.
#include "ops/amdgpu.h"

#include "asm/parser.h"
#include "asm/printer.h"

T amdgpu_workgroup_mask(Context *ctx) {
  int64_t count = 16;
  return type_vector(ctx, &count, 1, 0, ctx->types.i1);
}

// custom<MNKDimensionList>($m, $n, $k): `32x32x8`
static bool parse_sizes(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  int64_t first[4];
  I64Vec dims = {first, 0, countof(first)};
  uint32_t at = parser_loc(p);
  if (!parse_dims(p, &dims, NULL, 0)) return false;
  if (dims.count != count) return parser_op_error_at(p, at, "expected 3 dimensions in MNK dimension list");
  for (uint32_t i = 0; i < count; i++) custom_set_attr(&args[i], attr_i64(parser_context(p), parser_context(p)->types.i32, dims.data[i]));
  return true;
}

static void print_sizes(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) print_char(p, 'x');
    print_i64(p, attr_to_i64(custom_attr(op, &args[i])));
  }
}

static const CustomDirective directives[] = {
  {"MNKDimensionList", parse_sizes, print_sizes, NULL, NULL},
  {0},
};

void init_amdgpu(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}
