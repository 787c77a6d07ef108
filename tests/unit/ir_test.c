// Types, attributes, affine expressions: equal means the same pointer.
#include <stdio.h>

#include "unit.h"

#include "ir/affine.h"
#include "ir/attr.h"
#include "ir/opdef.h"
#include "ir/type.h"

TEST("types of equal content are one pointer") {
  Context *ctx = context_new(0);
  T i32 = type_integer(ctx, 32, SIGNLESS), f32 = type_float(ctx, FLOAT_F32);
  CHECK(i32 == ctx->types.i32);
  CHECK(type_integer(ctx, 32, SIGNED) != i32);
  CHECK(type_integer(ctx, 7, SIGNLESS) == type_integer(ctx, 7, SIGNLESS));
  CHECK(type_function(ctx, &i32, 1, NULL, 0) != type_function(ctx, NULL, 0, &i32, 1));
  CHECK(type_function(ctx, &i32, 1, &f32, 1) == type_function(ctx, &i32, 1, &f32, 1));
  CHECK(type_function(ctx, &i32, 1, &f32, 1) != type_graph(ctx, &i32, 1, &f32, 1));
  const int64_t dims[] = {4, DYNAMIC};
  CHECK(type_tensor(ctx, dims, 2, f32, NULL) == type_tensor(ctx, dims, 2, f32, NULL));
  CHECK(type_tensor(ctx, dims, 2, f32, NULL) != type_tensor(ctx, dims, 1, f32, NULL));
  CHECK(type_vector(ctx, dims, 1, 0, f32) != type_vector(ctx, dims, 1, 1, f32));
  CHECK(type_opaque(ctx, STR("a"), STR("bc")) != type_opaque(ctx, STR("ab"), STR("c")));
  context_free(ctx);
}

TEST("an identity layout and memory space 0 are left out of a memref") {
  Context *ctx = context_new(0);
  T f32 = type_float(ctx, FLOAT_F32);
  const int64_t dims[] = {4}, strides[] = {1};
  T plain = type_memref(ctx, dims, 1, f32, NULL, NULL);
  A identity = attr_affine_map(ctx, affine_map_identity(ctx, 1));
  CHECK(type_memref(ctx, dims, 1, f32, identity, NULL) == plain);
  CHECK(type_memref(ctx, dims, 1, f32, NULL, attr_i64(ctx, ctx->types.i64, 0)) == plain);
  CHECK(type_memref(ctx, dims, 1, f32, NULL, attr_i64(ctx, ctx->types.i8, 0)) == plain);
  CHECK(type_memref(ctx, dims, 1, f32, NULL, attr_i64(ctx, ctx->types.i64, 1)) != plain);
  CHECK(type_memref(ctx, dims, 1, f32, attr_strided(ctx, 0, strides, 1), NULL) != plain);
  context_free(ctx);
}

TEST("strides of a memref follow its layout") {
  Context *ctx = context_new(0);
  T f32 = type_float(ctx, FLOAT_F32);
  int64_t strides[4], offset = -1;
  const int64_t dims[] = {2, 3, DYNAMIC, 4};
  CHECK(memref_strides_and_offset(ctx, type_memref(ctx, dims, 4, f32, NULL, NULL), strides, &offset));
  CHECK(offset == 0 && strides[3] == 1 && strides[2] == 4 && strides[1] == DYNAMIC && strides[0] == DYNAMIC);
  const int64_t empty[] = {2, 0, 4};
  CHECK(memref_strides_and_offset(ctx, type_memref(ctx, empty, 3, f32, NULL, NULL), strides, &offset));
  CHECK(strides[2] == 1 && strides[1] == 4 && strides[0] == DYNAMIC);
  // (d0, d1)[s0] -> (d0 * 4 + d1 * s0 + 7 + d0)
  E d0 = affine_dim(ctx, 0), d1 = affine_dim(ctx, 1), s0 = affine_symbol(ctx, 0);
  E sum = affine_add(ctx, affine_mul(ctx, d0, affine_const(ctx, 4)), affine_mul(ctx, d1, s0));
  sum = affine_add(ctx, affine_add(ctx, sum, affine_const(ctx, 7)), d0);
  A layout = attr_affine_map(ctx, affine_map(ctx, 2, 1, &sum, 1));
  CHECK(memref_strides_and_offset(ctx, type_memref(ctx, dims, 2, f32, layout, NULL), strides, &offset));
  CHECK(strides[0] == 5 && strides[1] == DYNAMIC && offset == 7);
  E bent = affine_mod(ctx, d0, affine_const(ctx, 4));
  layout = attr_affine_map(ctx, affine_map(ctx, 2, 0, &bent, 1));
  CHECK(!memref_strides_and_offset(ctx, type_memref(ctx, dims, 2, f32, layout, NULL), strides, &offset));
  context_free(ctx);
}

TEST("elements of a static shape are counted, an overflow saturates") {
  Context *ctx = context_new(0);
  const int64_t dims[] = {INT64_MAX, 2, 0};
  T i8 = ctx->types.i8;
  CHECK(type_num_elements(type_tensor(ctx, dims, 0, i8, NULL)) == 1);
  CHECK(type_num_elements(type_tensor(ctx, dims, 2, i8, NULL)) == INT64_MAX);
  CHECK(type_num_elements(type_tensor(ctx, dims, 3, i8, NULL)) == 0);
  context_free(ctx);
}

TEST("integers are kept in the width of their type") {
  Context *ctx = context_new(0);
  CHECK(attr_i64(ctx, ctx->types.i8, 255) == attr_i64(ctx, ctx->types.i8, -1));
  CHECK(attr_to_i64(attr_i64(ctx, ctx->types.i8, 255)) == -1);
  CHECK(attr_to_u64(attr_i64(ctx, ctx->types.i8, -1)) == 255);
  CHECK(attr_to_i64(attr_bool(ctx, true)) == -1);
  CHECK(attr_to_bool(attr_bool(ctx, true)) && !attr_to_bool(attr_bool(ctx, false)));
  T i100 = type_integer(ctx, 100, SIGNLESS);
  APInt minus_two = apint_i64(&ctx->arena, 100, -2);
  CHECK(attr_i64(ctx, i100, -2) == attr_integer(ctx, i100, &minus_two));
  APInt back = attr_int(attr_i64(ctx, i100, -2));
  CHECK(apint_equal(&back, &minus_two));
  context_free(ctx);
}

TEST("a dictionary is sorted bytewise and found by name") {
  Context *ctx = context_new(0);
  char names[40][8];
  NamedAttr items[40];
  for (uint32_t i = 0; i < 40; i++) {
    snprintf(names[i], sizeof names[i], "n%u", (i * 7) % 40);
    items[i] = (NamedAttr){attr_string(ctx, str_from(names[i])), attr_index(ctx, i)};
  }
  A dict = attr_dict(ctx, items, 40);
  for (uint32_t i = 0; i < 40; i++) CHECK(attr_dict_find(dict, str_from(names[i])) == items[i].value);
  CHECK(attr_dict_find(dict, STR("n")) == NULL);
  const DictAttr *sorted = (const DictAttr *)dict;
  for (uint32_t i = 1; i < 40; i++) CHECK(str_compare(attr_str(sorted->items[i - 1].name), attr_str(sorted->items[i].name)) < 0);
  items[1] = items[5];
  CHECK(attr_dict_sort(ctx, items, 40) != NULL);
  context_free(ctx);
}

TEST("dense data of equal elements is a splat") {
  Context *ctx = context_new(0);
  const int64_t two = 2, none = 0;
  const uint8_t same[] = {1, 2, 1, 2}, other[] = {1, 2, 1, 3};
  T type = type_tensor(ctx, &two, 1, ctx->types.i16, NULL);
  CHECK(attr_dense(ctx, type, false, same, 4) == attr_dense(ctx, type, true, same, 2));
  A varied = attr_dense(ctx, type, false, other, 4);
  CHECK(!((const DenseAttr *)varied)->splat);
  CHECK(dense_element_attr(ctx, varied, 1) == attr_i64(ctx, ctx->types.i16, 0x301));
  CHECK(dense_element_attr(ctx, varied, 2) == NULL);
  T empty = type_tensor(ctx, &none, 1, ctx->types.i16, NULL);
  CHECK(attr_dense(ctx, empty, false, NULL, 0) != attr_dense(ctx, empty, true, same, 2));
  A text[] = {attr_string(ctx, STR("a")), attr_string(ctx, STR("a"))};
  T strings = type_tensor(ctx, &two, 1, type_opaque(ctx, STR("x"), STR("y")), NULL);
  CHECK(attr_dense_strings(ctx, strings, text, 2) == attr_dense_strings(ctx, strings, text, 1));
  context_free(ctx);
}

TEST("array attributes read back sign-extended") {
  Context *ctx = context_new(0);
  const int32_t items[] = {1, -2, INT32_MIN};
  A array = attr_i32_array(ctx, items, 3);
  for (uint32_t i = 0; i < 3; i++) CHECK(dense_array_i64(array, i) == items[i]);
  context_free(ctx);
}

TEST("fused locations are flattened, without duplicates and unknowns") {
  Context *ctx = context_new(0);
  A a = attr_loc_name(ctx, STR("a"), NULL), b = attr_loc_name(ctx, STR("b"), NULL), unknown = attr_loc_unknown(ctx);
  A meta = attr_string(ctx, STR("m"));
  CHECK(attr_loc_fused(ctx, (A[]){a, a}, 2, NULL) == a);
  CHECK(attr_loc_fused(ctx, (A[]){unknown, b}, 2, NULL) == b);
  CHECK(attr_loc_fused(ctx, NULL, 0, NULL) == unknown);
  A ab = attr_loc_fused(ctx, (A[]){a, b}, 2, meta);
  CHECK(attr_loc_fused(ctx, (A[]){ab, b}, 2, meta) == ab);
  CHECK(attr_loc_fused(ctx, (A[]){ab, b}, 2, NULL) != ab);
  const FusedLoc *alone = (const FusedLoc *)attr_loc_fused(ctx, (A[]){unknown}, 1, meta);
  CHECK(attr_kind(&alone->base) == ATTR_LOC_FUSED && alone->count == 1 && alone->items[0] == unknown);
  CHECK(attr_loc_range(ctx, STR("f"), 1, 2, 1, 2) == attr_loc_file(ctx, STR("f"), 1, 2));
  context_free(ctx);
}

TEST("affine expressions simplify when they are made") {
  Context *ctx = context_new(0);
  E d0 = affine_dim(ctx, 0), d1 = affine_dim(ctx, 1), s0 = affine_symbol(ctx, 0);
  E two = affine_const(ctx, 2), four = affine_const(ctx, 4);
  CHECK(affine_add(ctx, d1, d0) == affine_add(ctx, d0, d1));
  CHECK(affine_add(ctx, two, d0) == affine_add(ctx, d0, two));
  CHECK(affine_sub(ctx, d0, d0) == affine_const(ctx, 0));
  CHECK(affine_mul(ctx, s0, d0) == affine_mul(ctx, d0, s0));
  CHECK(affine_mod(ctx, affine_mul(ctx, d0, four), two) == affine_const(ctx, 0));
  CHECK(affine_sub(ctx, d0, affine_mul(ctx, affine_floordiv(ctx, d0, four), four)) == affine_mod(ctx, d0, four));
  CHECK(affine_floordiv(ctx, affine_mul(ctx, d0, four), affine_const(ctx, -2)) == affine_mul(ctx, d0, affine_const(ctx, -2)));
  CHECK(affine_floordiv(ctx, d0, affine_const(ctx, 0))->kind == AFFINE_FLOORDIV);
  CHECK(affine_add(ctx, affine_const(ctx, INT64_MAX), affine_const(ctx, 1))->kind == AFFINE_ADD);
  // d0 + d1 - d0 is not folded by the constructors, but by the flat form.
  E loose = affine_sub(ctx, affine_add(ctx, d0, d1), d0);
  CHECK(loose != d1 && affine_simplify(ctx, loose, 2, 0) == d1);
  context_free(ctx);
}

TEST("maps compose and tell what they are") {
  Context *ctx = context_new(0);
  const AffineMap *swap = affine_map(ctx, 2, 0, (const E[]){affine_dim(ctx, 1), affine_dim(ctx, 0)}, 2);
  CHECK(affine_map_is_permutation(swap) && !affine_map_is_identity(swap));
  CHECK(affine_map_compose(ctx, swap, swap) == affine_map_identity(ctx, 2));
  E d0 = affine_dim(ctx, 0), d1 = affine_dim(ctx, 1), sum = affine_add(ctx, d0, affine_symbol(ctx, 0));
  const AffineMap *shift = affine_map(ctx, 1, 1, &sum, 1);
  const AffineMap *twice = affine_map_compose(ctx, shift, shift);
  CHECK(twice->dim_count == 1 && twice->symbol_count == 2);
  CHECK(affine_uses_symbol(twice->results[0], 0) && affine_uses_symbol(twice->results[0], 1));
  CHECK(affine_map_is_minor_identity(affine_map(ctx, 2, 0, &d1, 1)));
  CHECK(!affine_map_is_minor_identity(affine_map(ctx, 2, 0, &d0, 1)));
  CHECK(affine_map_is_projected_permutation(affine_map(ctx, 2, 0, &d0, 1), false));
  CHECK(!affine_map_is_projected_permutation(affine_map(ctx, 2, 0, (E[]){d0, d0}, 2), false));
  const bool equal[] = {true}, unequal[] = {false};
  CHECK(integer_set(ctx, 1, 0, &d0, equal, 1) != integer_set(ctx, 1, 0, &d0, unequal, 1));
  CHECK(integer_set(ctx, 1, 0, &d0, equal, 1)->equalities[0]);
  context_free(ctx);
}

TEST("affine expressions too deep or too large end in exhausted memory, not in a crash") {
  Context *ctx = context_new(0);
  E e = affine_dim(ctx, 0);
  for (uint32_t i = 0; i < 3 * AFFINE_MAX_DEPTH; i++) e = affine_mod(ctx, affine_dim(ctx, 0), affine_add(ctx, e, affine_symbol(ctx, 0)));
  CHECK(ctx->mem.exhausted);
  context_free(ctx);
  ctx = context_new(0);
  e = affine_dim(ctx, 0);
  for (uint32_t i = 0; i < 64; i++) e = affine_floordiv(ctx, affine_mod(ctx, e, affine_const(ctx, 3 + i)), e);
  CHECK(ctx->mem.exhausted);
  context_free(ctx);
}

TEST("records are found by name, unregistered names get one of their own") {
  static const struct { RecordTable head; OpDef ops[2]; } table = {
      {.strings = "x.a\0first\0x.b\0second"},
      {{.table = &table.head, .name = 0, .name_size = 3}, {.table = &table.head, .name = 10, .name_size = 3, .opcode = 1}}};
  const OpDef *ops = table.ops;
  static const DialectDef dialect = {.name = "x", .ops = table.ops, .op_count = 2};
  Context *ctx = context_new(0);
  const OpDef *early = context_op_or_unregistered(ctx, STR("x.a"));
  CHECK(early->traits == (TRAIT_UNREGISTERED | TRAIT_UNKNOWN_DIALECT) && op_dialect(ctx, early) == NULL);
  context_add_dialect(ctx, &dialect);
  CHECK(context_op(ctx, STR("x.a")) == &ops[0] && context_op_or_unregistered(ctx, STR("x.b")) == &ops[1]);
  CHECK(context_op(ctx, STR("x.c")) == NULL);
  const OpDef *unknown = context_op_or_unregistered(ctx, STR("x.c"));
  CHECK(unknown == context_op_or_unregistered(ctx, STR("x.c")) && context_op(ctx, STR("x.c")) == NULL);
  CHECK(op_dialect(ctx, unknown) == &dialect && op_dialect(ctx, early) == &dialect && op_dialect(ctx, &ops[1]) == &dialect);
  CHECK(unknown->traits == TRAIT_UNREGISTERED && def_parse(unknown) == NULL);
  CHECK(context_dialect(ctx, STR("x")) == &dialect && context_dialect(ctx, STR("y")) == NULL);
  context_free(ctx);
}

// Make a few hundred things of every kind.
static void make_many(Context *ctx) {
  static const uint8_t zeros[70000];
  uint8_t *bytes = arena_alloc(&ctx->arena, 70000);
  for (int64_t i = 0; i < 300; i++) {
    T type = type_tensor(ctx, &i, 1, ctx->types.i8, NULL);
    const T list[] = {type, ctx->types.i8};
    attr_type(ctx, type_function(ctx, list, 2, list, 1));
    A name = attr_string(ctx, type_function(ctx, list, 1, NULL, 0) ? (Str){(const char *)&i, 8} : STR(""));
    NamedAttr entry = {name, attr_index(ctx, i)};
    attr_dict(ctx, &entry, 1);
    attr_array(ctx, &name, 1);
    E sum = affine_add(ctx, affine_dim(ctx, (uint32_t)i), affine_const(ctx, i));
    attr_affine_map(ctx, affine_map_simplify(ctx, affine_map(ctx, (uint32_t)i + 1, 0, &sum, 1)));
    attr_loc_fused(ctx, (A[]){attr_loc_name(ctx, attr_str(name), NULL), attr_loc_file(ctx, STR("f"), (uint32_t)i, 1)}, 2, NULL);
    context_op_or_unregistered(ctx, (Str){(const char *)&i, 8});
    if (i % 100 == 0) {
      int64_t size = 70000;
      T large = type_tensor(ctx, &size, 1, ctx->types.i8, NULL);
      if (bytes) memset(bytes, 1, (size_t)i + 1);
      A dense = attr_dense(ctx, large, false, bytes ? bytes : zeros, 70000);
      uint32_t each;
      dense_element(dense, 0, &each);
    }
  }
}

TEST("every refused request for memory is survived") {
  for (uint64_t n = 1; n < 60; n++) {
    Context *ctx = context_new(0);
    ctx->mem.fail_after = ctx->mem.requests + n;
    make_many(ctx);
    bool failed = ctx->mem.exhausted;
    // Usable again, and what was uniqued before is still one pointer.
    ctx->mem.fail_after = 0;
    mem_recover(&ctx->mem);
    make_many(ctx);
    CHECK(!ctx->mem.exhausted);
    const T list[] = {ctx->types.i32};
    CHECK(type_function(ctx, list, 1, NULL, 0) == type_function(ctx, list, 1, NULL, 0));
    context_free(ctx);
    if (!failed) break;
  }
  Context *tight = context_new(4 * 1024 * 1024);
  const int64_t size = 16 * 1024 * 1024;
  static uint8_t data[16 * 1024 * 1024];
  data[5] = 1;
  A dense = attr_dense(tight, type_tensor(tight, &size, 1, tight->types.i8, NULL), false, data, (uint64_t)size);
  CHECK(tight->mem.exhausted && attr_kind(dense) == ATTR_DENSE && dense_count(dense) == 1);
  context_free(tight);
}
