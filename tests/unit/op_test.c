// Operations, use lists, blocks, walks, clones, symbols, dominance, the verifier and folding, on a
// dialect made for the purpose.
#include "ir/dominance.h"
#include "ir/fold.h"
#include "ir/op.h"
#include "ir/verify.h"
#include "records/load.h"
#include "unit.h"

static bool fold_add(struct Folder *folder, Operation *op, const A *constants) {
  if (!constants[0] || !constants[1]) return false;
  int64_t sum = attr_to_i64(constants[0]) + attr_to_i64(constants[1]);
  return fold_to_attr(folder, attr_i64(folder->ctx, op_result_type(op, 0), sum));
}

static bool verify_uses(struct Verifier *v, const Operation *op) {
  A callee = op_attr(op, "callee");
  if (symbol_lookup(v->symbols, op, callee)) return true;
  op_error(v->module, op, "unknown symbol '%.*s'", STR_ARG(attr_symbol_root(callee)));
  return false;
}

static const char records[] =
    "dialect t \"what these tests need\"\n"
    "type-constraint I32 \"32-bit signless integer\" = i32\n"
    "type-constraint Any \"any type\" = any\n"
    "attr-constraint Str \"string attribute\" = string\n"
    "attr-constraint AnyAttr \"any attribute\" = any\n"
    "attr-constraint DenseI32ArrayAttr \"i32 dense array attribute\" = dense-array<i32>\n"
    "op module \"a symbol table\"\n"
    "  traits    IsolatedFromAbove SymbolTable HasOnlyGraphRegion NoTerminator SingleBlock\n"
    "  region    body: SizedRegion<1>\n"
    "op func \"a symbol with a body\"\n"
    "  traits    IsolatedFromAbove Symbol\n"
    "  attr      sym_name: Str\n"
    "  region    body: AnyRegion\n"
    "op const \"a constant\"\n"
    "  traits    ConstantLike Pure\n"
    "  attr      value: AnyAttr\n"
    "  result    result: I32\n"
    "op add \"a sum\"\n"
    "  traits    Commutative SameOperandsAndResultType InferTypeOpInterface\n"
    "  operand   lhs: I32, rhs: I32\n"
    "  result    sum: I32\n"
    "  fold      fold_add\n"
    "op groups \"operands in groups\"\n"
    "  traits    AttrSizedOperandSegments\n"
    "  operand   a: I32..., b: Any?\n"
    "op br \"a jump\"\n"
    "  traits    Terminator BranchOpInterface\n"
    "  operand   passed: Any...\n"
    "  successor target(passed)\n"
    "op cond \"a choice\"\n"
    "  traits    Terminator\n"
    "  successor yes\n"
    "  successor no\n"
    "op return \"the end\"\n"
    "  traits    Terminator HasParent<\"t.func\">\n"
    "  operand   values: Any...\n"
    "op call \"a reference\"\n"
    "  traits    SymbolUserOpInterface\n"
    "  attr      callee: AnyAttr\n"
    "  verify-symbol-uses verify_uses\n"
    "op not \"an involution\"\n"
    "  traits    Involution\n"
    "  operand   x: I32\n"
    "  result    r: I32\n";

static const DialectDef *dialect(void) {
  static const LoadFunction functions[] = {{"fold_add", (RecordFn *)fold_add}, {"verify_uses", (RecordFn *)verify_uses}, {NULL, NULL}};
  const LoadInput input = {.name = STR("t.ops"), .text = {records, sizeof records - 1}, .functions = functions};
  Diags diags;
  diags_init(&diags, unit_arena());
  const DialectDef *loaded = load_dialect(unit_arena(), &diags, &input);
  CHECK(loaded != NULL);
  return loaded;
}

static void plain_type(Context *ctx, StrBuf *out, T type) {
  (void)ctx;
  if (type_as_integer(type)) strbuf_printf(out, "i%u", type_bits(type));
  else strbuf_lit(out, "?");
}
static void plain_attr(Context *ctx, StrBuf *out, A attr) {
  (void)ctx, (void)attr;
  strbuf_lit(out, "attr");
}
static const TextHooks texts = {.type = plain_type, .attr = plain_attr};

// A module with one function in it whose entry block the builder stands in.
typedef struct World {
  Context *ctx;
  Module *module;
  Operation *top, *func;
  Block *entry;
  Builder b;
  Arena *arena;
} World;

// Of a dialect read at run time: by name.
static OpState *begin_op(Builder *b, const char *name) { return builder_begin_def(b, context_op(b->ctx, str_from(name))); }

static Value *build_one(Builder *b, const char *name, Value *x) {
  op_state_add_operand(begin_op(b, name), x);
  return builder_finish_value(b);
}

static Value *build_two(Builder *b, const char *name, Value *x, Value *y) {
  op_state_add_operand2(begin_op(b, name), x, y);
  return builder_finish_value(b);
}

static Operation *new_func(World *w, const char *name) {
  OpState *state = begin_op(&w->b, "t.func");
  op_state_set_attr(state, STR("sym_name"), attr_string(w->ctx, str_from(name)));
  Block *body = block_new(w->module);
  block_append(op_state_add_region(state), body);
  return builder_finish(&w->b);
}

static World begin(void) {
  World w = {.ctx = context_new(0), .arena = unit_arena()};
  context_add_dialect(w.ctx, dialect());
  context_set_text_hooks(w.ctx, &texts);
  w.module = module_new(w.ctx, (Source){.name = STR("test"), .text = STR("first\nsecond\n")});
  builder_init(&w.b, w.module);
  OpState *state = begin_op(&w.b, "t.module");
  Block *body = block_new(w.module);
  block_append(op_state_add_region(state), body);
  w.top = w.module->op = builder_finish(&w.b);
  builder_at_end(&w.b, body);
  w.func = new_func(&w, "f");
  w.entry = w.func->regions[0].first;
  builder_at_end(&w.b, w.entry);
  return w;
}

static void end(World *w) {
  module_free(w->module);
  context_free(w->ctx);
}

static Value *constant(World *w, int64_t value) {
  OpState *state = begin_op(&w->b, "t.const");
  op_state_set_attr(state, STR("value"), attr_i64(w->ctx, w->ctx->types.i32, value));
  return op_result(builder_finish(&w->b), 0);
}

static Operation *simple(World *w, const char *name, Value *const *operands, uint32_t count) {
  op_state_add_operands(begin_op(&w->b, name), operands, count);
  return builder_finish(&w->b);
}

static Operation *jump(World *w, const char *name, Block *first, Block *second) {
  OpState *state = begin_op(&w->b, name);
  vec_push(state->arena, &state->successors, first);
  if (second) vec_push(state->arena, &state->successors, second);
  return builder_finish(&w->b);
}

static Block *new_block(World *w) {
  Block *block = block_new(w->module);
  block_append(&w->func->regions[0], block);
  return block;
}

static Str first_error(const World *w) { return w->ctx->diags->first ? w->ctx->diags->first->message : (Str){"", 0}; }

static uint32_t use_count(const Value *value) {
  uint32_t count = 0;
  for (const Use *use = value->uses; use; use = use->next) count++;
  return count;
}

TEST("an operation lists itself among the uses of its operands, newest first") {
  World w = begin();
  Value *a = constant(&w, 1);
  Operation *first = value_def(build_two(&w.b, "t.add", a, a));
  Operation *second = value_def(build_two(&w.b, "t.add", a, op_result(first, 0)));
  CHECK_INT(use_count(a), 3);
  CHECK(a->uses->owner == second);
  CHECK_INT(use_index(a->uses->next), 1);
  op_erase(second);
  CHECK_INT(use_count(a), 2);
  CHECK(!op_has_uses(first));
  end(&w);
}

TEST("an opcode that the context lacks makes an unregistered operation") {
  World w = begin();
  Operation *op = value_def(build2(&w.b, 500, w.ctx->types.i32, constant(&w, 1), constant(&w, 2)));
  CHECK(!op_is_registered(op) && !op_is(op, 500));
  end(&w);
}

TEST("result types follow from the record when none are given") {
  World w = begin();
  Value *a = constant(&w, 1);
  CHECK(a->type == w.ctx->types.i32);
  CHECK(build_two(&w.b, "t.add", a, a)->type == w.ctx->types.i32);
  end(&w);
}

TEST("operands are inserted and erased without losing a use") {
  World w = begin();
  Value *v[4] = {constant(&w, 0), constant(&w, 1), constant(&w, 2), constant(&w, 3)};
  Operation *op = simple(&w, "t.return", v, 2);
  op_insert_operands(w.module, op, 1, v + 2, 2);
  CHECK_INT(op->operand_count, 4);
  CHECK(op_operand(op, 0) == v[0] && op_operand(op, 1) == v[2] && op_operand(op, 2) == v[3] && op_operand(op, 3) == v[1]);
  for (int i = 0; i < 4; i++) CHECK(v[i]->uses->owner == op && op_operand(op, use_index(v[i]->uses)) == v[i]);
  op_erase_operands(op, 0, 2);
  CHECK_INT(op->operand_count, 2);
  CHECK_INT(use_count(v[0]) + use_count(v[2]), 0);
  CHECK(op_operand(op, 0) == v[3] && op_operand(op, 1) == v[1] && v[1]->uses == &op->operands[1]);
  op_set_operands(w.module, op, v, 4);
  CHECK_INT(op->operand_count, 4);
  CHECK_INT(use_count(v[3]), 1);
  value_replace_all(v[0], v[1]);
  CHECK_INT(use_count(v[0]), 0);
  CHECK_INT(use_count(v[1]), 2);
  end(&w);
}

TEST("operand groups are told apart by their segment sizes") {
  World w = begin();
  Value *v[3] = {constant(&w, 0), constant(&w, 1), constant(&w, 2)};
  OpState *state = begin_op(&w.b, "t.groups");
  op_state_add_operands(state, v, 3);
  op_state_operand_segments(state, (const int32_t[]){2, 1}, 2);
  Operation *op = builder_finish(&w.b);
  Span a = op_operands_named(op, "a"), b = op_operands_named(op, "b");
  CHECK_INT(a.begin, 0);
  CHECK_INT(a.end, 2);
  CHECK_INT(b.begin, 2);
  CHECK_INT(b.end, 3);
  op_set_attr(w.module, op, STR("operandSegmentSizes"), attr_i32_array(w.ctx, (const int32_t[]){2, 2}, 2));
  CHECK(!op_operand_span(op, 1, &b));
  end(&w);
}

TEST("discardable attributes stay sorted by name") {
  World w = begin();
  Operation *op = simple(&w, "t.return", NULL, 0);
  const char *names[] = {"b", "a", "c"};
  for (int i = 0; i < 3; i++) op_set_attr(w.module, op, str_from(names[i]), w.ctx->attrs.unit);
  CHECK_STR(attr_str(op->attrs[0].name), "a");
  CHECK_STR(attr_str(op->attrs[2].name), "c");
  op_set_attr(w.module, op, STR("b"), NULL);
  CHECK_INT(op->attr_count, 2);
  CHECK(!op_attr(op, "b") && op_attr(op, "c") == w.ctx->attrs.unit);
  end(&w);
}

TEST("order in a block survives insertions anywhere") {
  World w = begin();
  Operation *first = value_def(constant(&w, 0)), *last = value_def(constant(&w, 1));
  for (int i = 0; i < 100; i++) {
    builder_before(&w.b, last);
    Operation *op = value_def(constant(&w, i));
    CHECK(op_is_before(first, op) && op_is_before(op, last));
    builder_after(&w.b, first);
    op = value_def(constant(&w, i));
    CHECK(op_is_before(first, op) && op_is_before(op, last));
  }
  Block *rest = block_split(w.module, last);
  CHECK(rest->first == last && w.entry->last != last && last->block == rest);
  end(&w);
}

static WalkResult count_ops(Operation *op, void *data) {
  (void)op;
  ++*(int *)data;
  return WALK_ADVANCE;
}

static WalkResult erase_constants(Operation *op, void *data) {
  (void)data;
  if (str_is(op_name(op), "t.const")) op_erase(op);
  return WALK_ADVANCE;
}

TEST("walks visit each operation once and allow erasing the visited one") {
  World w = begin();
  for (int i = 0; i < 5; i++) constant(&w, i);
  new_block(&w);
  Block *third = new_block(&w);
  builder_at_end(&w.b, third);
  simple(&w, "t.return", NULL, 0);
  int pre = 0, post = 0;
  op_walk_pre(w.top, count_ops, &pre);
  op_walk_post(w.top, count_ops, &post);
  CHECK_INT(pre, 8);
  CHECK_INT(post, 8);
  op_walk_post(w.top, erase_constants, NULL);
  pre = 0;
  op_walk_pre(w.top, count_ops, &pre);
  CHECK_INT(pre, 3);
  end(&w);
}

TEST("a clone uses its own values, also those defined later") {
  World w = begin();
  Value *arg = block_add_arg(w.module, w.entry, w.ctx->types.i32, (Loc){0});
  Block *second = new_block(&w), *third = new_block(&w);
  jump(&w, "t.br", third, NULL);
  builder_at_end(&w.b, third);
  Value *sum = build_two(&w.b, "t.add", arg, arg);
  jump(&w, "t.br", second, NULL);
  builder_at_end(&w.b, second);
  simple(&w, "t.return", &sum, 1);
  Operation *copy = op_clone(w.module, w.func, NULL);
  Region *body = &copy->regions[0];
  CHECK_INT(region_block_count(body), 3);
  CHECK(op_successor(body->first->last, 0) == body->last);
  Value *returned = op_operand(body->first->next->last, 0);
  CHECK(returned == op_result(body->last->first, 0));
  CHECK(op_operand(value_def(returned), 0) == body->first->args[0]);
  CHECK_INT(use_count(sum), 1);
  end(&w);
}

TEST("a diamond's arms do not dominate its end") {
  World w = begin();
  Block *left = new_block(&w), *right = new_block(&w), *join = new_block(&w), *lost = new_block(&w);
  jump(&w, "t.cond", left, right);
  builder_at_end(&w.b, left);
  jump(&w, "t.br", join, NULL);
  builder_at_end(&w.b, right);
  jump(&w, "t.br", join, NULL);
  Dominance d;
  dominance_init(&d, w.arena);
  CHECK(block_dominates(&d, w.entry, join) && !block_dominates(&d, left, join) && !block_dominates(&d, right, join));
  CHECK(block_dominates(&d, left, left) && !block_dominates(&d, join, left));
  CHECK(!block_is_reachable(&d, lost) && block_is_reachable(&d, right) && block_dominates(&d, left, lost));
  end(&w);
}

TEST("a loop with two entries is dominated by neither of its blocks") {
  World w = begin();
  Block *a = new_block(&w), *b = new_block(&w), *out = new_block(&w);
  jump(&w, "t.cond", a, b);
  builder_at_end(&w.b, a);
  jump(&w, "t.cond", b, out);
  builder_at_end(&w.b, b);
  jump(&w, "t.br", a, NULL);
  Dominance d;
  dominance_init(&d, w.arena);
  CHECK(!block_dominates(&d, a, b) && !block_dominates(&d, b, a) && block_dominates(&d, w.entry, b));
  CHECK(block_dominates(&d, a, out) && !block_dominates(&d, b, out));
  end(&w);
}

TEST("the dominator tree of a long chain of loops is found without recursion") {
  World w = begin();
  Block *previous = w.entry;
  for (int i = 0; i < 20000; i++) {
    Block *block = new_block(&w);
    builder_at_end(&w.b, previous);
    jump(&w, "t.cond", block, previous == w.entry ? block : previous);
    previous = block;
  }
  Dominance d;
  dominance_init(&d, w.arena);
  CHECK(block_dominates(&d, w.entry->next, previous) && !block_dominates(&d, previous, w.entry->next));
  end(&w);
}

TEST("a sound module verifies without a message") {
  World w = begin();
  Value *a = constant(&w, 1);
  build_two(&w.b, "t.add", a, a);
  simple(&w, "t.return", &a, 1);
  CHECK(verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "");
  end(&w);
}

TEST("counts and types of operands are checked in upstream's words") {
  World w = begin();
  Value *a = constant(&w, 1);
  OpState *state = begin_op(&w.b, "t.add");
  op_state_add_operands(state, &a, 1);
  op_state_add_types(state, &w.ctx->types.i32, 1);
  Operation *op = builder_finish(&w.b);
  simple(&w, "t.return", NULL, 0);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "'t.add' op expected 2 operands, but found 1");
  Value *wide = block_add_arg(w.module, w.entry, w.ctx->types.i64, (Loc){0});
  op_set_operands(w.module, op, (Value *[]){a, wide}, 2);
  diags_init(w.ctx->diags, w.arena);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "'t.add' op operand #1 must be 32-bit signless integer, but got 'i64'");
  end(&w);
}

TEST("a missing attribute and a wrong one are told apart") {
  World w = begin();
  simple(&w, "t.return", NULL, 0);
  op_set_attr(w.module, w.func, STR("sym_name"), NULL);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "'t.func' op requires attribute 'sym_name'");
  diags_init(w.ctx->diags, w.arena);
  op_set_attr(w.module, w.func, STR("sym_name"), w.ctx->attrs.unit);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "'t.func' op attribute 'sym_name' failed to satisfy constraint: string attribute");
  end(&w);
}

TEST("a use before its definition is reported with both places") {
  World w = begin();
  Value *a = constant(&w, 1);
  Operation *sum = value_def(build_two(&w.b, "t.add", a, a));
  simple(&w, "t.return", NULL, 0);
  op_move_before(sum, value_def(a));
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "operand #0 does not dominate this use");
  CHECK_STR(w.ctx->diags->first->notes->message, "operand defined here (op in the same block)");
  end(&w);
}

TEST("a value from outside an isolated operation is refused") {
  World w = begin();
  Value *a = constant(&w, 1);
  simple(&w, "t.return", NULL, 0);
  builder_at_end(&w.b, w.top->regions[0].first);
  Operation *other = new_func(&w, "g");
  builder_at_end(&w.b, other->regions[0].first);
  simple(&w, "t.return", &a, 1);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "'t.return' op using value defined outside the region");
  CHECK_STR(w.ctx->diags->first->notes->message, "required by region isolation constraints");
  end(&w);
}

TEST("every isolated operation reports its own first error") {
  World w = begin();
  builder_at_end(&w.b, w.top->regions[0].first);
  new_func(&w, "g");
  new_func(&w, "h");
  CHECK(!verify_op(w.module, w.top));
  CHECK_INT(w.ctx->diags->error_count, 3);
  CHECK_STR(first_error(&w), "empty block: expect at least a terminator");
  end(&w);
}

TEST("symbols are unique in their table") {
  World w = begin();
  simple(&w, "t.return", NULL, 0);
  builder_at_end(&w.b, w.top->regions[0].first);
  Operation *other = new_func(&w, "f");
  builder_at_end(&w.b, other->regions[0].first);
  simple(&w, "t.return", NULL, 0);
  CHECK(symbol_find(w.top, STR("f")) == w.func);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "redefinition of symbol named 'f'");
  end(&w);
}

TEST("of several unknown references the one in the last function is reported") {
  World w = begin();
  const char *names[] = {"x", "y"};
  for (int i = 0; i < 2; i++) {
    op_state_set_attr(begin_op(&w.b, "t.call"), STR("callee"), attr_symbol(w.ctx, str_from(names[i])));
    builder_finish(&w.b);
    simple(&w, "t.return", NULL, 0);
    builder_at_end(&w.b, w.top->regions[0].first);
    if (!i) builder_at_end(&w.b, new_func(&w, "g")->regions[0].first);
  }
  CHECK(!verify_op(w.module, w.top));
  CHECK_INT(w.ctx->diags->error_count, 1);
  CHECK_STR(first_error(&w), "'t.call' op unknown symbol 'y'");
  end(&w);
}

TEST("branches pass what their target takes") {
  World w = begin();
  Block *next = new_block(&w);
  block_add_arg(w.module, next, w.ctx->types.i32, (Loc){0});
  jump(&w, "t.br", next, NULL);
  builder_at_end(&w.b, next);
  simple(&w, "t.return", NULL, 0);
  CHECK(!verify_op(w.module, w.top));
  CHECK_STR(first_error(&w), "branch has 0 operands for successor #0, but target block has 1");
  end(&w);
}

TEST("constants fold, and move right in a commutative operation") {
  World w = begin();
  Value *arg = block_add_arg(w.module, w.entry, w.ctx->types.i32, (Loc){0});
  Value *two = constant(&w, 2), *three = constant(&w, 3);
  Folder folder;
  folder_init(&folder, w.module, w.arena);
  CHECK(op_fold(&folder, value_def(build_two(&w.b, "t.add", two, three))));
  CHECK_INT(folder.results.count, 1);
  CHECK_INT(attr_to_i64(folder.results.data[0].attr), 5);
  Operation *mixed = value_def(build_two(&w.b, "t.add", two, arg));
  CHECK(op_fold(&folder, mixed) && folder.in_place && !folder.results.count);
  CHECK(op_operand(mixed, 0) == arg && op_operand(mixed, 1) == two);
  CHECK(!op_fold(&folder, mixed));
  Value *once = build_one(&w.b, "t.not", arg), *twice = build_one(&w.b, "t.not", once);
  CHECK(op_fold(&folder, value_def(twice)) && folder.results.data[0].value == arg);
  end(&w);
}

TEST("locations decide where a message is placed") {
  World w = begin();
  A file = attr_loc_file(w.ctx, STR("other"), 7, 3), name = attr_loc_name(w.ctx, STR("n"), NULL);
  Diag *diag = diag_at(w.module, SEVERITY_ERROR, (Loc){.src = {8, 9}}, "here");
  CHECK_STR(diag->file, "test");
  CHECK_INT(diag->line, 2);
  CHECK_INT(diag->column, 3);
  diag = diag_at(w.module, SEVERITY_ERROR, (Loc){.attr = attr_loc_name(w.ctx, STR("n"), file)}, "there");
  CHECK_STR(diag->file, "other");
  CHECK_INT(diag->line, 7);
  CHECK(!diag->has_range);
  diag = diag_at(w.module, SEVERITY_ERROR, (Loc){.attr = attr_loc_callsite(w.ctx, file, file)}, "called");
  CHECK_STR(diag->notes->message, "called from");
  diag = diag_at(w.module, SEVERITY_ERROR, (Loc){.attr = name}, "nowhere");
  CHECK_STR(diag->message, "attr: nowhere");
  CHECK_INT(diag->line, 0);
  end(&w);
}
