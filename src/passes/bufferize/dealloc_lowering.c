// bufferization-lower-deallocations and convert-bufferization-to-memref: what bufferization.dealloc and bufferization.clone become
// (after LowerDeallocations.cpp of mlir/lib/Dialect/Bufferization/Transforms and BufferizationToMemRef.cpp of mlir/lib/Conversion).
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/scf.h"

#include "dialects/bufferization/buffers.h"
#include "dialects/common/build.h"
#include "dialects/scf/build.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "rewrite/conversion.h"

// The pass's own: the function that tells what is to be freed, by the symbol table that it is in.
typedef struct Helpers {
  PassRun *pass;
  Map by_table;        // Operation * -> attribute that names the function
  SymbolNames names;
  bool built;          // a root that is a function has no place for one
} Helpers;

static Span memrefs_of(const Operation *op) { return op_operands_named(op, "memrefs"); }
static Span retained_by(const Operation *op) { return op_operands_named(op, "retained"); }

// ---------------------------------------------------------------------------------------------
// Small pieces

static void build_end(Builder *b, uint32_t opcode, Value *value) {
  OpState *state = builder_begin(b, opcode);
  if (value) op_state_add_operand(state, value);
  builder_finish_typed(b);
}

static Value *build_load(Builder *b, Value *memref, Value *index) {
  return build2(b, OP_MEMREF_LOAD, ((const ShapedType *)memref->type)->element, memref, index);
}

static void build_store(Builder *b, Value *value, Value *memref, Value *index) { build3(b, OP_MEMREF_STORE, NULL, value, memref, index); }

static void build_dealloc(Builder *b, Value *memref) { build1(b, OP_MEMREF_DEALLOC, NULL, memref); }

static Value *address_of(Builder *b, Value *memref) { return build1(b, OP_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, b->ctx->types.index, memref); }

// scf.if without results or else-region; the builder stands in it. scf.yield is for the caller to add.
static BuilderPlace build_if(Builder *b, Value *condition) {
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *choice = builder_finish_typed(b);
  Block *block = block_new(b->module);
  block_append(&choice->regions[0], block);
  return builder_enter(b, block);
}

static void free_if(Builder *b, Value *condition, Value *memref) {
  BuilderPlace place = build_if(b, condition);
  build_dealloc(b, memref);
  build_end(b, OP_SCF_YIELD, NULL);
  builder_leave(b, place);
}

static T list_type(Context *ctx, int64_t size, T element) { return type_memref(ctx, &size, 1, element, NULL, NULL); }

// ---------------------------------------------------------------------------------------------
// The function: which of the memrefs are to be freed, and which of the retained ones are owned

typedef struct Lists { Value *freed, *retained, *conditions, *to_free, *owned; } Lists;

// `and` of the carried value and "the element at the loop's index is another address".
static Value *differs_too(Builder *b, const Operation *loop, Value *list, Value *address) {
  const Block *body = loop->regions[0].first;
  Value *other = build_load(b, list, body->args[0]);
  Value *different = build_cmpi(b, ARITH_CMP_I_PREDICATE_NE, other, address);
  return build_binary(b, OP_ARITH_ANDI, body->args[1], different);
}

static Value *build_retained_loop(Builder *b, const Lists *lists, Value *const bounds[3], Value *yes, Value *address, Value *condition) {
  Operation *loop = build_scf_for(b, bounds[0], bounds[1], bounds[2], &yes, 1);
  Block *body = loop->regions[0].first;
  BuilderPlace place = builder_enter(b, body);
  Value *other = build_load(b, lists->retained, body->args[0]);
  BuilderPlace inside = build_if(b, build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, other, address));
  Value *owned = build_binary(b, OP_ARITH_ORI, build_load(b, lists->owned, body->args[0]), condition);
  build_store(b, owned, lists->owned, body->args[0]);
  build_end(b, OP_SCF_YIELD, NULL);
  builder_leave(b, inside);
  Value *different = build_cmpi(b, ARITH_CMP_I_PREDICATE_NE, other, address);
  build_end(b, OP_SCF_YIELD, build_binary(b, OP_ARITH_ANDI, body->args[1], different));
  builder_leave(b, place);
  return op_result(loop, 0);
}

static void build_helper_body(Builder *b, const Lists *lists) {
  Value *zero = build_index(b, 0), *one = build_index(b, 1);
  Value *yes = build_constant(b, b->ctx->attrs.true_), *no = build_constant(b, b->ctx->attrs.false_);
  Value *freed = build2(b, OP_MEMREF_DIM, b->ctx->types.index, lists->freed, zero);
  Value *retained = build2(b, OP_MEMREF_DIM, b->ctx->types.index, lists->retained, zero);
  Operation *clear = build_scf_for(b, zero, retained, one, NULL, 0);
  BuilderPlace place = builder_enter(b, clear->regions[0].first);
  build_store(b, no, lists->owned, clear->regions[0].first->args[0]);
  build_end(b, OP_SCF_YIELD, NULL);
  builder_leave(b, place);
  Operation *outer = build_scf_for(b, zero, freed, one, NULL, 0);
  Value *index = outer->regions[0].first->args[0];
  place = builder_enter(b, outer->regions[0].first);
  Value *address = build_load(b, lists->freed, index), *condition = build_load(b, lists->conditions, index);
  Value *not_retained = build_retained_loop(b, lists, (Value *const[]){zero, retained, one}, yes, address, condition);
  Operation *before = build_scf_for(b, zero, index, one, &not_retained, 1);   // freed once only
  BuilderPlace inside = builder_enter(b, before->regions[0].first);
  build_end(b, OP_SCF_YIELD, differs_too(b, before, lists->freed, address));
  builder_leave(b, inside);
  build_store(b, build_binary(b, OP_ARITH_ANDI, op_result(before, 0), condition), lists->to_free, index);
  build_end(b, OP_SCF_YIELD, NULL);
  builder_leave(b, place);
  build_end(b, OP_FUNC_RETURN, NULL);
}

static void build_helper(Helpers *self, Operation *table) {
  Context *ctx = self->pass->ctx;
  Builder b;
  if (!table->region_count || !table->regions[0].first) return;
  builder_init(&b, self->pass->module);
  builder_at_end(&b, table->regions[0].first);
  b.loc = table->loc;
  Str name = symbol_names_take(&self->names, table, STR("dealloc_helper"));
  T addresses = list_type(ctx, DYNAMIC, ctx->types.index), flags = list_type(ctx, DYNAMIC, ctx->types.i1);
  T inputs[] = {addresses, addresses, flags, flags, flags};
  OpState *state = builder_begin(&b, OP_FUNC_FUNC);
  op_state_add_region(state);
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, attr_string(ctx, name));
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(ctx, type_function(ctx, inputs, countof(inputs), NULL, 0)));
  op_state_set_prop(state, FUNC_FUNC_SYM_VISIBILITY, attr_string(ctx, STR("private")));
  Operation *function = builder_finish_typed(&b);
  Block *entry = block_new(b.module);
  block_append(&function->regions[0], entry);
  Value *args[countof(inputs)];
  for (uint32_t i = 0; i < countof(inputs); i++) args[i] = block_add_arg(b.module, entry, inputs[i], b.loc);
  builder_at_end(&b, entry);
  build_helper_body(&b, &(Lists){args[0], args[1], args[2], args[3], args[4]});
  map_set(&self->by_table, table, (void *)(uintptr_t)attr_symbol(ctx, name));
}

static Operation *table_around(const Operation *op) {
  Operation *at = op_parent(op);
  while (at && !op_is_symbol_table(at)) at = op_parent(at);
  return at;
}

static WalkResult add_helper(Operation *op, void *data) {
  Helpers *self = data;
  if (!op_is(op, OP_BUFFERIZATION_DEALLOC) || span_size(memrefs_of(op)) < 2) return WALK_ADVANCE;
  Operation *table = table_around(op);
  if (table && !map_get(&self->by_table, table)) build_helper(self, table);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// bufferization.dealloc

static bool free_nothing(Conversion *c, Operation *op) {
  ValueVec results = {0};
  Value *no = build_constant(&c->b, c->ctx->attrs.false_);
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(c->arena, &results, no);
  return convert_replace(c, op, results.data, results.count);
}

// One memref: it is freed if the condition holds and it is none of those retained.
static bool free_one(Conversion *c, Operation *op, Value *memref, Value *condition, Value *const *retained) {
  Builder *b = &c->b;
  if (!op->result_count) {
    free_if(b, condition, memref);
    return convert_erase(c, op);
  }
  Value *address = address_of(b, memref), *none = NULL;
  ValueVec results = {0};
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *different = build_cmpi(b, ARITH_CMP_I_PREDICATE_NE, address, address_of(b, retained[i]));
    vec_push(c->arena, &results, different);
    none = none ? build_binary(b, OP_ARITH_ANDI, none, different) : different;
  }
  free_if(b, build_binary(b, OP_ARITH_ANDI, none, condition), memref);
  Value *yes = build_constant(b, c->ctx->attrs.true_);
  for (uint32_t i = 0; i < results.count; i++) {
    Value *same = build_binary(b, OP_ARITH_XORI, results.data[i], yes);
    results.data[i] = build_binary(b, OP_ARITH_ANDI, same, condition);
  }
  return convert_replace(c, op, results.data, results.count);
}

static void store_all(Builder *b, Value *list, Value *const *values, uint32_t count, bool addresses) {
  for (uint32_t i = 0; i < count; i++) {
    Value *value = addresses ? address_of(b, values[i]) : values[i];
    build_store(b, value, list, build_index(b, i));
  }
}

static Value *open_list(Builder *b, Value *list) {
  return build1(b, OP_MEMREF_CAST, list_type(b->ctx, DYNAMIC, ((const ShapedType *)list->type)->element), list);
}

// Several that may be each other: a function compares them.
static bool free_several(Conversion *c, Operation *op, Value *const *memrefs, Value *const *conditions, Value *const *retained) {
  const Helpers *helpers = c->data;
  uint32_t count = span_size(memrefs_of(op)), kept = op->result_count;
  const Operation *table = table_around(op);
  A helper = table ? map_get(&helpers->by_table, table) : NULL;
  if (!helper) {
    op_error_plain(c->module, op, "library function required for generic lowering, but cannot be automatically inserted when operating on functions");
    return false;
  }
  Builder *b = &c->b;
  Context *ctx = c->ctx;
  T index = ctx->types.index, flag = ctx->types.i1;
  Lists lists;
  lists.freed = build_buffer_alloc(b, list_type(ctx, count, index), NULL, 0, 0);
  lists.conditions = build_buffer_alloc(b, list_type(ctx, count, flag), NULL, 0, 0);
  lists.retained = build_buffer_alloc(b, list_type(ctx, kept, index), NULL, 0, 0);
  store_all(b, lists.freed, memrefs, count, true);
  store_all(b, lists.conditions, conditions, count, false);
  store_all(b, lists.retained, retained, kept, true);
  Value *freed = open_list(b, lists.freed), *flags = open_list(b, lists.conditions), *others = open_list(b, lists.retained);
  lists.to_free = build_buffer_alloc(b, list_type(ctx, count, flag), NULL, 0, 0);
  lists.owned = build_buffer_alloc(b, list_type(ctx, kept, flag), NULL, 0, 0);
  Value *to_free = open_list(b, lists.to_free), *owned = open_list(b, lists.owned);
  OpState *call = builder_begin(b, OP_FUNC_CALL);
  op_state_set_prop(call, FUNC_CALL_CALLEE, helper);
  op_state_add_operands(call, (Value *const[]){freed, others, flags, to_free, owned}, 5);
  builder_finish_typed(b);
  for (uint32_t i = 0; i < count; i++) {
    Value *at = build_index(b, i);
    free_if(b, build_load(b, lists.to_free, at), memrefs[i]);
  }
  ValueVec results = {0};
  for (uint32_t i = 0; i < kept; i++) {
    Value *at = build_index(b, i);
    vec_push(c->arena, &results, build_load(b, lists.owned, at));
  }
  Value *const made[] = {lists.freed, lists.retained, lists.conditions, lists.to_free, lists.owned};
  for (uint32_t i = 0; i < countof(made); i++) build_dealloc(b, made[i]);
  return convert_replace(c, op, results.data, results.count);
}

static bool lower_dealloc(Conversion *c, Operation *op, Value *const *operands) {
  Span memrefs = memrefs_of(op), conditions = op_operands_named(op, "conditions"), retained = retained_by(op);
  if (!span_size(memrefs)) return free_nothing(c, op);
  if (span_size(memrefs) == 1) return free_one(c, op, operands[memrefs.begin], operands[conditions.begin], operands + retained.begin);
  return free_several(c, op, operands + memrefs.begin, operands + conditions.begin, operands + retained.begin);
}

// ---------------------------------------------------------------------------------------------
// bufferization.clone

// Memory of as many elements as the sizes of `input`, whose rank is not known, multiply to, in that shape.
static Value *build_unranked_copy(Conversion *c, T type, Value *input) {
  Builder *b = &c->b;
  T index = c->ctx->types.index, element = ((const ShapedType *)type)->element;
  Value *zero = build_index(b, 0), *one = build_index(b, 1), *rank = build1(b, OP_MEMREF_RANK, index, input);
  OpState *state = builder_begin(b, OP_MEMREF_ALLOCA);
  op_state_add_operand(state, rank);
  op_state_operand_segments(state, (const int32_t[]){1, 0}, 2);
  op_state_add_type(state, list_type(c->ctx, DYNAMIC, index));
  Value *shape = builder_finish_value(b);
  Operation *loop = build_scf_for(b, zero, rank, one, &one, 1);
  Block *body = loop->regions[0].first;
  BuilderPlace place = builder_enter(b, body);
  Value *size = build2(b, OP_MEMREF_DIM, index, input, body->args[0]);
  build_store(b, size, shape, body->args[0]);
  build_end(b, OP_SCF_YIELD, build_binary(b, OP_ARITH_MULI, body->args[1], size));
  builder_leave(b, place);
  Value *elements = op_result(loop, 0);
  Value *flat = build_buffer_alloc(b, list_type(c->ctx, DYNAMIC, element), &elements, 1, 0);
  return build2(b, OP_MEMREF_RESHAPE, type, flat, shape);
}

static bool lower_clone(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  Value *input = operands[0], *made;
  const ShapedType *shape = (const ShapedType *)type;
  if (type_kind(type) != TYPE_MEMREF) {
    made = build_unranked_copy(c, type, input);
  } else {
    T plain = type_memref(c->ctx, shape->dims, (uint32_t)shape->rank, shape->element, NULL, shape->extra);
    if (!buffer_cast_is_safe(c->ctx, plain, type, c->arena)) return convert_no_match(c, op, "new memory has another layout");
    ValueVec sizes = {0};
    for (uint64_t i = 0; i < shape->rank; i++)
      if (shape->dims[i] == DYNAMIC) {
        Value *size = build2(&c->b, OP_MEMREF_DIM, c->ctx->types.index, input, build_index(&c->b, (int64_t)i));
        vec_push(c->arena, &sizes, build_or_fold(&c->b, size, c->arena));
      }
    made = build_buffer_alloc(&c->b, plain, sizes.data, sizes.count, 0);
    if (plain != type) made = build1(&c->b, OP_MEMREF_CAST, type, made);
  }
  build2(&c->b, OP_MEMREF_COPY, NULL, input, made);
  return convert_replace1(c, op, made);
}

// ---------------------------------------------------------------------------------------------

static const Pattern patterns[] = {
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = lower_dealloc, .name = "bufferization.dealloc to memref.dealloc"},
  {.root = OP_BUFFERIZATION_CLONE, .rewrite = lower_clone, .name = "bufferization.clone to memref.alloc and memref.copy"},
};

static bool is_made(Conversion *c, const Operation *op) {
  return op_is_in(c->ctx, op, ARITH, arith) || op_is_in(c->ctx, op, MEMREF, memref) || op_is_in(c->ctx, op, SCF, scf) ||
         op_is_in(c->ctx, op, FUNC, func);
}

static Legality legality_of_deallocs(Conversion *c, Operation *op) {
  return op_is(op, OP_BUFFERIZATION_DEALLOC) ? ILLEGAL : is_made(c, op) ? LEGAL : UNKNOWN_LEGALITY;
}

static Legality legality_of_all(Conversion *c, Operation *op) {
  return op_is_in(c->ctx, op, BUFFERIZATION, bufferization) ? ILLEGAL : is_made(c, op) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool convert(PassRun *pass, Operation *op, Legality (*legality)(Conversion *, Operation *), uint32_t pattern_count) {
  Helpers helpers = {.pass = pass};
  map_init(&helpers.by_table, pass->arena);
  symbol_names_init(&helpers.names, pass->arena);
  if (op_is(op, OP_BUILTIN_MODULE)) op_walk_pre(op, add_helper, &helpers);
  if (pass->ctx->mem.exhausted) return false;
  Conversion c;
  conversion_init(&c, pass, legality);
  c.data = &helpers;
  conversion_add(&c, patterns, pattern_count, NULL);
  return conversion_run(&c, op);
}

static bool run_lowering(PassRun *pass, Operation *op) {
  if (!op_is(op, OP_BUILTIN_MODULE) && !op_has(op, TRAIT_FUNCTION)) {
    op_error_plain(pass->module, op, "root operation must be a builtin.module or a function");
    return false;
  }
  return convert(pass, op, legality_of_deallocs, 1);
}

static bool run_to_memref(PassRun *pass, Operation *op) { return convert(pass, op, legality_of_all, countof(patterns)); }

const PassDef lower_deallocations_pass = {
  .name = "bufferization-lower-deallocations", .class_name = "LowerDeallocationsPass",
  .summary = "Lowers `bufferization.dealloc` operations to `memref.dealloc`operations", .works_on = "bufferization", .makes = "arith memref scf func",
  .run = run_lowering,
};

const PassDef bufferization_to_memref_pass = {
  .name = "convert-bufferization-to-memref", .class_name = "ConvertBufferizationToMemRefPass",
  .summary = "Convert operations from the Bufferization dialect to the MemRef dialect", .works_on = "bufferization",
  .makes = "memref arith scf func", .run = run_to_memref,
};
