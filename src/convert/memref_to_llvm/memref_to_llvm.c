// finalize-memref-to-llvm: memref to the llvm dialect
// (after mlir/lib/Conversion/MemRefToLLVM/MemRefToLLVM.cpp).
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"
#include "ops/memref.h"

#include "convert/llvm/one_to_one.h"
#include "convert/llvm/target.h"

const PassOption option_use_aligned_alloc = {"use-aligned-alloc", OPTION_BOOL, "false", NULL,
  "Use aligned_alloc in place of malloc for heap allocations"};
const PassOption option_use_generic_functions = {"use-generic-functions", OPTION_BOOL, "false", NULL,
  "Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions"};

// ---------------------------------------------------------------------------------------------
// Access

// The address an operation with a memref and subscripts means; the memref is operand `first`.
static Value *address_of(Conversion *c, const Operation *op, Value *const *operands, uint32_t first, int flags) {
  return memref_element_ptr(&c->b, llvm_converter(c), op_operand_type(op, first), operands[first], operands + first + 1,
                            op->operand_count - first - 1, flags);
}

static int64_t alignment_of(const Operation *op) {
  A alignment = op_prop(op, "alignment");
  return alignment ? attr_to_i64(alignment) : 0;
}

static void carry_nontemporal(Conversion *c, const Operation *from, Operation *to) {
  A flag = op_prop(from, "nontemporal");
  if (flag && attr_to_bool(flag)) op_set_attr(c->module, to, STR("nontemporal"), c->ctx->attrs.unit);
}

static bool lower_load(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the type cannot be converted");
  Value *address = address_of(c, op, operands, 0, LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS | LLVM_GEP_NO_WRAP_FLAGS_NUW);
  Value *value = llvm_load(&c->b, type, address, alignment_of(op));
  carry_nontemporal(c, op, value_def(value));
  return convert_replace1(c, op, value);
}

static bool lower_store(Conversion *c, Operation *op, Value *const *operands) {
  Value *address = address_of(c, op, operands, 1, LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS | LLVM_GEP_NO_WRAP_FLAGS_NUW);
  carry_nontemporal(c, op, llvm_store(&c->b, operands[0], address, alignment_of(op)));
  return convert_erase(c, op);
}

static bool lower_prefetch(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *address = address_of(c, op, operands, 0, 0);
  T i32 = c->ctx->types.i32;
  if (llvm_pointee(address->type)) {
    llvm_old_prefetch(b, address, (const int64_t[]){attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_WRITE)),
                                                    op_prop_i64_at(op, MEMREF_PREFETCH_LOCALITY_HINT),
                                                    attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_DATA_CACHE))});
    return convert_erase(c, op);
  }
  OpState *state = builder_begin(b, OP_LLVM_INTR_PREFETCH);
  op_state_add_operand(state, address);
  op_state_set_prop(state, LLVM_INTR_PREFETCH_RW, attr_i64(c->ctx, i32, attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_WRITE))));
  op_state_set_prop(state, LLVM_INTR_PREFETCH_HINT, op_prop_at(op, MEMREF_PREFETCH_LOCALITY_HINT));
  op_state_set_prop(state, LLVM_INTR_PREFETCH_CACHE, attr_i64(c->ctx, i32, attr_to_bool(op_prop_at(op, MEMREF_PREFETCH_IS_DATA_CACHE))));
  builder_finish(b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Atomics

// By arith.AtomicRMWKind; -1: none.
#define RMW(kind, op) [ARITH_ATOMIC_RMW_KIND_##kind] = LLVM_ATOMIC_BIN_OP_##op
static const int8_t atomic_ops[] = {
  RMW(ADDF, FADD),         RMW(ADDI, ADD), RMW(ANDI, _AND), RMW(ASSIGN, XCHG),       RMW(MAXIMUMF, FMAXIMUM),
  RMW(MAXNUMF, FMAX),      RMW(MAXS, MAX), RMW(MAXU, UMAX), RMW(MINIMUMF, FMINIMUM), RMW(MINNUMF, FMIN),
  RMW(MINS, MIN),          RMW(MINU, UMIN), RMW(ORI, _OR),  RMW(XORI, _XOR),
  [ARITH_ATOMIC_RMW_KIND_MULF] = -1, [ARITH_ATOMIC_RMW_KIND_MULI] = -1,
};

static A i64_attr(Conversion *c, int64_t value) { return attr_i64(c->ctx, c->ctx->types.i64, value); }

static bool lower_atomic_rmw(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  uint64_t kind = attr_to_u64(op_prop_at(op, MEMREF_ATOMIC_RMW_KIND));
  if (kind >= countof(atomic_ops) || atomic_ops[kind] < 0) return convert_no_match(c, op, "LLVM has no such atomic operation");
  Value *address = address_of(c, op, operands, 1, 0);
  OpState *state = builder_begin(b, OP_LLVM_ATOMICRMW);
  op_state_add_operand2(state, address, operands[0]);
  op_state_add_type(state, operands[0]->type);
  op_state_set_prop(state, LLVM_ATOMICRMW_BIN_OP, i64_attr(c, atomic_ops[kind]));
  op_state_set_prop(state, LLVM_ATOMICRMW_ORDERING, i64_attr(c, LLVM_ATOMIC_ORDERING_ACQ_REL));
  return convert_replace1(c, op, builder_finish_value(b));
}

// ^before: load; br ^loop(loaded)      ^loop(current): …; cmpxchg; cond_br ok, ^end, ^loop(found)
static bool lower_generic_atomic_rmw(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Block *body = op_region(op, 0)->first;
  Operation *yield = body->last;
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the type cannot be converted");
  for (Operation *inner = body->first; inner != yield; inner = inner->next)
    if (c->legality(c, inner) != LEGAL && !conversion_has_patterns(c, inner))
      return convert_no_match(c, op, "what it computes is not lowered yet");

  Block *before = op->block, *end = split_block(c, op), *loop = block_new(c->module);
  block_insert_before(loop, end);
  Value *current = block_add_arg(c->module, loop, type, op->loc);
  builder_at_end(b, before);
  Value *address = address_of(c, op, operands, 0, 0);
  Value *loaded = llvm_load(b, type, address, 0);
  llvm_br(b, loop, &loaded, 1);

  builder_at_end(b, loop);
  Map map;
  map_init(&map, c->arena);
  map_set(&map, body->args[0], current);
  for (Operation *inner = body->first; inner != yield; inner = inner->next)
    builder_insert(b, op_clone(c->module, inner, &map));
  Value *result = map_get(&map, op_operand(yield, 0));
  if (!result) result = convert_lookup(c, op_operand(yield, 0));
  OpState *state = builder_begin(b, OP_LLVM_CMPXCHG);
  op_state_add_operands(state, (Value *const[]){address, current, result}, 3);
  T both = llvm_struct(c->ctx, (const T[]){type, c->ctx->types.i1}, 2, false);
  op_state_add_type(state, both);
  op_state_set_prop(state, LLVM_CMPXCHG_SUCCESS_ORDERING, i64_attr(c, LLVM_ATOMIC_ORDERING_ACQ_REL));
  op_state_set_prop(state, LLVM_CMPXCHG_FAILURE_ORDERING, i64_attr(c, LLVM_ATOMIC_ORDERING_MONOTONIC));
  Value *exchanged = builder_finish_value(b);
  Value *found = llvm_extract(b, exchanged, 0);
  Value *ok = llvm_extract(b, exchanged, 1);
  llvm_cond_br(b, ok, end, NULL, 0, loop, &found, 1);
  return convert_replace1(c, op, found);
}

// ---------------------------------------------------------------------------------------------
// Questions and promises

static bool lower_dim_of_unranked(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T source = op_operand_type(op, 0), scalar = type_memref(c->ctx, NULL, 0, type_element(source), NULL, NULL);
  uint32_t space;
  T fields = llvm_convert(types, scalar);
  if (!fields || !memref_space_number(source, &space)) return convert_no_match(c, op, "the type cannot be converted");
  T ptr = llvm_pointer(types, types->index, space);
  Value *inner = unranked_ptr(b, operands[0]);
  Value *offset = llvm_gep(b, ptr, fields, inner, (const GepIndex[]){{NULL, 0}, {NULL, 2}}, 2, 0);
  Value *one = llvm_index_constant(b, types->index, 1);
  Value *at = llvm_add(b, one, operands[1], 0);
  Value *address = llvm_gep1(b, ptr, types->index, offset, at, 0);
  return convert_replace1(c, op, llvm_load(b, types->index, address, 0));
}

static bool lower_dim(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T source = op_operand_type(op, 0);
  if (!memref_is_ranked(source)) return lower_dim_of_unranked(c, op, operands);
  const ShapedType *shape = memref_shape(source);
  A constant = value_constant(op_operand(op, 1));
  int64_t dim = constant && attr_kind(constant) == ATTR_INTEGER ? attr_to_i64(constant) : -1;
  if (dim < 0 || dim >= (int64_t)shape->rank)
    return convert_replace1(c, op, memref_size_at(b, types, operands[0], operands[1], (int64_t)shape->rank));
  return convert_replace1(c, op, shape->dims[dim] == DYNAMIC ? memref_size(b, operands[0], dim)
                                                             : llvm_index_constant(b, types->index, shape->dims[dim]));
}

static bool lower_rank(Conversion *c, Operation *op, Value *const *operands) {
  T source = op_operand_type(op, 0);
  if (!memref_is_ranked(source)) return convert_replace1(c, op, unranked_rank(&c->b, operands[0]));
  return convert_replace1(c, op, llvm_index_constant(&c->b, llvm_converter(c)->index, (int64_t)memref_shape(source)->rank));
}

// llvm.intr.assume true [tag(a, b)]
static void build_assume(Conversion *c, Value *condition, const char *tag, Value *x, Value *y) {
  Builder *b = &c->b;
  OpState *state = builder_begin(b, OP_LLVM_INTR_ASSUME);
  op_state_add_operands(state, (Value *const[]){condition, x, y}, 3);
  A name = attr_string(c->ctx, str_from(tag));
  op_state_set_prop(state, LLVM_INTR_ASSUME_OP_BUNDLE_SIZES, attr_i32_array(c->ctx, (const int32_t[]){2}, 1));
  op_state_set_prop(state, LLVM_INTR_ASSUME_OP_BUNDLE_TAGS, attr_array(c->ctx, &name, 1));
  builder_finish(b);
}

static bool lower_assume_alignment(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  Value *ptr = memref_buffer(b, types, operands[0], op_operand_type(op, 0));
  if (types->typed_pointers) {   // this edition has no bundles, so the assumption is computed
    Value *zero = llvm_index_constant(b, types->index, 0);
    Value *mask = llvm_index_constant(b, types->index, op_prop_i64_at(op, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT) - 1);
    Value *address = llvm_cast(b, OP_LLVM_PTRTOINT, types->index, ptr);
    llvm_old_assume(b, llvm_icmp(b, LLVM_I_CMP_PREDICATE_EQ, llvm_binary(b, OP_LLVM_AND, address, mask), zero));
    return convert_replace1(c, op, operands[0]);
  }
  Value *yes = llvm_constant(b, c->ctx->types.i1, c->ctx->attrs.true_);
  Value *alignment = llvm_index_constant(b, types->index, op_prop_i64_at(op, MEMREF_ASSUME_ALIGNMENT_ALIGNMENT));
  build_assume(c, yes, "align", ptr, alignment);
  return convert_replace1(c, op, operands[0]);
}

static bool lower_distinct_objects(Conversion *c, Operation *op, Value *const *operands) {
  uint32_t count = op->operand_count;
  if (count > 1 && !llvm_converter(c)->typed_pointers) {
    Value **ptrs = arena_new(c->arena, Value *, count);
    for (uint32_t i = 0; i < count; i++)
      ptrs[i] = memref_buffer(&c->b, llvm_converter(c), operands[i], op_operand_type(op, i));
    Value *yes = llvm_constant(&c->b, c->ctx->types.i1, c->ctx->attrs.true_);
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = i + 1; k < count; k++) build_assume(c, yes, "separate_storage", ptrs[i], ptrs[k]);
  }
  return convert_replace(c, op, operands, count);
}

// ---------------------------------------------------------------------------------------------
// Copies

// The address of a descriptor's first element, by the offset in the descriptor and not in the type.
static Value *first_element(Conversion *c, T element, Value *desc) {
  Value *ptr = memref_aligned(&c->b, desc);
  Value *offset = memref_offset(&c->b, desc);
  return llvm_gep1(&c->b, ptr->type, llvm_convert(llvm_converter(c), element), ptr, offset, 0);
}

static bool copy_with_memcpy(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T element = type_element(op_operand_type(op, 0));
  Value *count = llvm_index_constant(b, types->index, 1);
  for (uint32_t i = 0; i < memref_shape(op_operand_type(op, 0))->rank; i++)
    count = llvm_mul(b, count, memref_size(b, operands[0], i), 0);
  Value *bytes = llvm_mul(b, count, llvm_size_of(b, types, element), 0);
  Value *from = first_element(c, element, operands[0]);
  Value *to = first_element(c, element, operands[1]);
  llvm_memcpy(b, to, from, bytes, false);
  return convert_erase(c, op);
}

static Value *as_unranked(Conversion *c, T type, Value *desc) {
  if (!memref_is_ranked(type)) return desc;
  Value *rank = llvm_int_constant(&c->b, llvm_converter(c)->index, (int64_t)memref_shape(type)->rank);
  Value *ptr = promote_descriptor(c, desc);
  T unranked = type_unranked_memref(c->ctx, type_element(type), memref_shape(type)->extra);
  return unranked_pack(&c->b, llvm_converter(c), unranked, (Value *const[]){rank, ptr});
}

// A call of the runtime's memrefCopy(element size, source, target), which take unranked memrefs.
static bool copy_with_call(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  LLVMTypes *types = llvm_converter(c);
  T unranked = llvm_struct(c->ctx, (const T[]){types->index, types->ptr}, 2, false), ptr = llvm_pointer(types, unranked, 0);
  const T params[] = {types->index, ptr, ptr};
  if (!llvm_lookup_function(c, op, STR("memrefCopy"), NULL, params, 3)) return false;
  OpState *state = builder_begin(b, OP_LLVM_INTR_STACKSAVE);
  op_state_add_type(state, types->ptr);
  Value *stack = builder_finish_value(b);
  Value *descs[2], *ptrs[2];
  for (uint32_t i = 0; i < 2; i++) descs[i] = as_unranked(c, op_operand_type(op, i), operands[i]);
  Value *one = llvm_index_constant(b, types->index, 1);
  for (uint32_t i = 0; i < 2; i++) {
    ptrs[i] = llvm_alloca(b, types->ptr, descs[i]->type, one, 0);
    llvm_store(b, descs[i], ptrs[i], 0);
  }
  Value *size = llvm_size_of(b, types, type_element(op_operand_type(op, 0)));
  llvm_call(b, NULL, STR("memrefCopy"), (Value *const[]){size, ptrs[0], ptrs[1]}, 3);
  state = builder_begin(b, OP_LLVM_INTR_STACKRESTORE);
  op_state_add_operand(state, stack);
  builder_finish(b);
  return convert_erase(c, op);
}

// Static, not empty, and without gaps between rows.
static bool is_contiguous(Conversion *c, T type) {
  const ShapedType *shape = memref_shape(type);
  uint32_t dim = (uint32_t)shape->rank;
  int64_t *strides = arena_new(c->arena, int64_t, dim + 1), offset, running = 1;
  if (!type_has_static_shape(type) || !type_num_elements(type)) return false;
  if (!memref_strides_and_offset(c->ctx, type, strides, &offset)) return false;
  for (; dim > 0 && strides[dim - 1] == running; dim--) running = (int64_t)((uint64_t)running * (uint64_t)shape->dims[dim - 1]);
  while (dim > 0 && shape->dims[dim - 1] == 1) dim--;
  return dim == 0;
}

static bool copies_as_bytes(Conversion *c, T type) {
  return memref_is_ranked(type) && (affine_map_is_identity(memref_layout_map(c->ctx, type)) || is_contiguous(c, type));
}

static bool lower_copy(Conversion *c, Operation *op, Value *const *operands) {
  bool bytes = copies_as_bytes(c, op_operand_type(op, 0)) && copies_as_bytes(c, op_operand_type(op, 1));
  return bytes ? copy_with_memcpy(c, op, operands) : copy_with_call(c, op, operands);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_MEMREF_ALLOC, .rewrite = lower_memref_alloc, .name = "memref.alloc to a call of malloc"},
  {.root = OP_MEMREF_ALLOCA, .rewrite = lower_memref_alloca, .name = "memref.alloca to llvm.alloca"},
  {.root = OP_MEMREF_ALLOCA_SCOPE, .rewrite = lower_memref_alloca_scope, .name = "save and restore the stack around memref.alloca_scope"},
  {.root = OP_MEMREF_ASSUME_ALIGNMENT, .rewrite = lower_assume_alignment, .name = "memref.assume_alignment to llvm.intr.assume"},
  {.root = OP_MEMREF_ATOMIC_RMW, .rewrite = lower_atomic_rmw, .name = "memref.atomic_rmw to llvm.atomicrmw"},
  {.root = OP_MEMREF_CAST, .rewrite = lower_memref_cast, .name = "memref.cast between descriptors"},
  {.root = OP_MEMREF_COPY, .rewrite = lower_copy, .name = "memref.copy to llvm.intr.memcpy or a call of memrefCopy"},
  {.root = OP_MEMREF_DEALLOC, .rewrite = lower_memref_dealloc, .name = "memref.dealloc to a call of free"},
  {.root = OP_MEMREF_DIM, .rewrite = lower_dim, .name = "memref.dim to a size in the descriptor"},
  {.root = OP_MEMREF_DISTINCT_OBJECTS, .rewrite = lower_distinct_objects, .name = "memref.distinct_objects to llvm.intr.assume"},
  {.root = OP_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, .rewrite = lower_memref_pointer_as_index, .name = "the aligned pointer as an integer"},
  {.root = OP_MEMREF_EXTRACT_STRIDED_METADATA, .rewrite = lower_memref_metadata, .name = "the fields of a descriptor"},
  {.root = OP_MEMREF_GENERIC_ATOMIC_RMW, .rewrite = lower_generic_atomic_rmw, .name = "memref.generic_atomic_rmw to a loop around llvm.cmpxchg"},
  {.root = OP_MEMREF_GET_GLOBAL, .rewrite = lower_memref_get_global, .name = "memref.get_global to llvm.mlir.addressof"},
  {.root = OP_MEMREF_GLOBAL, .rewrite = lower_memref_global, .name = "memref.global to llvm.mlir.global"},
  {.root = OP_MEMREF_LOAD, .rewrite = lower_load, .name = "memref.load to llvm.getelementptr and llvm.load"},
  {.root = OP_MEMREF_MEMORY_SPACE_CAST, .rewrite = lower_memref_space_cast, .name = "memref.memory_space_cast to llvm.addrspacecast"},
  {.root = OP_MEMREF_PREFETCH, .rewrite = lower_prefetch, .name = "memref.prefetch to llvm.intr.prefetch"},
  {.root = OP_MEMREF_RANK, .rewrite = lower_rank, .name = "memref.rank to a constant or the descriptor's rank"},
  {.root = OP_MEMREF_REINTERPRET_CAST, .rewrite = lower_memref_reinterpret_cast, .name = "memref.reinterpret_cast to a new descriptor"},
  {.root = OP_MEMREF_RESHAPE, .rewrite = lower_memref_reshape, .name = "memref.reshape to a descriptor with sizes from memory"},
  {.root = OP_MEMREF_STORE, .rewrite = lower_store, .name = "memref.store to llvm.getelementptr and llvm.store"},
  {.root = OP_MEMREF_TRANSPOSE, .rewrite = lower_memref_transpose, .name = "memref.transpose to a permuted descriptor"},
  {.root = OP_MEMREF_VIEW, .rewrite = lower_memref_view, .name = "memref.view to a new descriptor"},
};

void add_memref_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_table(c, patterns, &types->base); }

static Legality legality(Conversion *c, Operation *op) {
  return op_is(op, OP_FUNC_FUNC) ? LEGAL : llvm_target_legality(c, op);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, op);
  types.aligned_alloc = pass_bool(pass, &option_use_aligned_alloc);
  types.generic_functions = pass_bool(pass, &option_use_generic_functions);
  conversion_init(&c, pass, legality);
  add_memref_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef finalize_memref_to_llvm_pass = {
  .name = "finalize-memref-to-llvm", .class_name = "FinalizeMemRefToLLVMConversionPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "lower memref to the llvm dialect",
  .works_on = "memref", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_use_aligned_alloc, &option_index_bitwidth, &option_use_generic_functions),
};
