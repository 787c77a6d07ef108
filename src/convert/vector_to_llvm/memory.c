// Loads, stores, gathers and scatters of vectors to the llvm dialect.
#include "convert/vector_to_llvm/vector_to_llvm.h"

#include "ir/affine.h"
#include "ops/llvm.h"

// ---------------------------------------------------------------------------------------------
// Alignment

static int64_t power_of_two_from(int64_t n) {
  int64_t power = 1;
  while (power < n && power < INT64_C(1) << 40) power *= 2;
  return power;
}

int64_t llvm_preferred_alignment(T type) {
  int64_t bits = type_bits(type);
  if (llvm_is_array(type)) return llvm_preferred_alignment(((const LLVMArrayType *)type)->element);
  if (type_is_vector(type)) {
    T element = type_element(type);
    int64_t each = llvm_is_ptr(element) ? 64 : type_bits(element), count = type_num_elements(type);
    return power_of_two_from(each && count < (INT64_C(1) << 40) / each ? (each * count + 7) / 8 : 1);
  }
  if (!bits) return 8;   // pointers, structs
  if (type_is_float(type)) return power_of_two_from((bits + 7) / 8);
  return bits > 32 ? 8 : power_of_two_from((bits + 7) / 8);
}

// The op's alignment, or that of the accessed type; 0 when the type cannot be converted.
static int64_t alignment_of(Conversion *c, const Operation *op, T memref, T vector) {
  A given = op_prop(op, "alignment");
  if (given) return attr_to_i64(given);
  T type = type_convert(c->types, vector_choices(c).vector_alignment ? vector : type_element(memref));
  return type ? llvm_preferred_alignment(type) : 0;
}

// ---------------------------------------------------------------------------------------------
// Loads and stores

static const char unaligned[] = "the alignment cannot be told";
static const char too_deep[] = "only vectors of one dimension are accessed so";

// The address of an access; `name` is that of the operands that are its subscripts.
static Value *address_of(Conversion *c, const Operation *op, Value *const *operands, uint32_t base, const char *name) {
  Span span = op_operands_named(op, name);
  return memref_element_ptr(&c->b, llvm_converter(c), op_operand_type(op, base), operands[base], operands + span.begin,
                            span_size(span), 0);
}

static A i32_attr(Conversion *c, int64_t value) { return attr_i64(c->ctx, c->ctx->types.i32, value); }

static void carry_nontemporal(Conversion *c, const Operation *from, Operation *to) {
  A flag = op_prop(from, "nontemporal");
  if (flag && attr_to_bool(flag)) op_set_attr(c->module, to, STR("nontemporal"), c->ctx->attrs.unit);
}

bool lower_vector_load(Conversion *c, Operation *op, Value *const *operands) {
  T vector = op_result_type(op, 0), type = type_convert(c->types, vector);
  if (vector_rank(vector) > 1 || !type) return convert_no_match(c, op, too_deep);
  int64_t alignment = alignment_of(c, op, op_operand_type(op, 0), vector);
  if (!alignment) return convert_no_match(c, op, unaligned);
  Value *address = address_of(c, op, operands, 0, "indices");
  if (c->pattern->target == OP_LLVM_LOAD) {
    Value *value = llvm_load(&c->b, type, address, alignment);
    carry_nontemporal(c, op, value_def(value));
    return convert_replace1(c, op, value);
  }
  OpState *state = builder_begin(&c->b, c->pattern->target);
  op_state_add_operand(state, address);
  op_state_add_operands(state, operands + op->operand_count - 2, 2);   // mask, pass-through
  op_state_set_attr(state, STR("alignment"), i32_attr(c, alignment));
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

bool lower_vector_store(Conversion *c, Operation *op, Value *const *operands) {
  bool masked = c->pattern->target != OP_LLVM_STORE;
  uint32_t base = masked ? 0 : 1, value = masked ? op->operand_count - 1 : 0;
  T vector = op_operand_type(op, value);
  if (vector_rank(vector) > 1) return convert_no_match(c, op, too_deep);
  int64_t alignment = alignment_of(c, op, op_operand_type(op, base), vector);
  if (!alignment) return convert_no_match(c, op, unaligned);
  Value *address = address_of(c, op, operands, base, "indices");
  if (!masked) {
    carry_nontemporal(c, op, llvm_store(&c->b, operands[0], address, alignment));
  } else {
    OpState *state = builder_begin(&c->b, c->pattern->target);
    op_state_add_operands(state, (Value *const[]){operands[value], address, operands[value - 1]}, 3);
    op_state_set_attr(state, STR("alignment"), i32_attr(c, alignment));
    builder_finish(&c->b);
  }
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Gathers and scatters

// Check that the last dimension is contiguous and the memory space is a number.
static bool is_accessible(Conversion *c, T memref) {
  uint32_t rank = (uint32_t)((const ShapedType *)memref)->rank, space;
  int64_t *strides = arena_new(c->arena, int64_t, rank + 1), offset;
  if (!memref_space_number(memref, &space) || !memref_strides_and_offset(c->ctx, memref, strides, &offset)) return false;
  return !rank || strides[rank - 1] == 1;
}

// A vector of pointers; NULL after saying why not.
static Value *addresses_of(Conversion *c, Operation *op, Value *const *operands, T vector, int64_t *alignment) {
  T memref = op_operand_type(op, 0);
  const char *why = NULL;
  if (type_kind(memref) != TYPE_MEMREF || !is_accessible(c, memref))
    why = "the memref has no unit stride";
  else if (vector_rank(vector) > 1)
    why = too_deep;
  else if (!(*alignment = alignment_of(c, op, memref, vector)))
    why = unaligned;
  if (why) {
    convert_no_match(c, op, why);
    return NULL;
  }
  Value *base = address_of(c, op, operands, 0, "offsets");
  T pointers = vector_like(c->ctx, vector, 0, memref_pointer_type(operands[0]));
  return llvm_gep1(&c->b, pointers, type_convert(c->types, type_element(memref)), base, operands[op->operand_count - 3], 0);
}

bool lower_vector_gather(Conversion *c, Operation *op, Value *const *operands) {
  int64_t alignment;
  Value *pointers = addresses_of(c, op, operands, op_result_type(op, 0), &alignment);
  if (!pointers) return false;
  T type = type_convert(c->types, op_result_type(op, 0));
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_MASKED_GATHER);
  op_state_add_operands(state, (Value *const[]){pointers, operands[op->operand_count - 2], operands[op->operand_count - 1]}, 3);
  op_state_set_prop(state, LLVM_INTR_MASKED_GATHER_ALIGNMENT, i32_attr(c, alignment));
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

bool lower_vector_scatter(Conversion *c, Operation *op, Value *const *operands) {
  int64_t alignment;
  Value *pointers = addresses_of(c, op, operands, op_operand_type(op, op->operand_count - 1), &alignment);
  if (!pointers) return false;
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_MASKED_SCATTER);
  op_state_add_operands(state, (Value *const[]){operands[op->operand_count - 1], pointers, operands[op->operand_count - 2]}, 3);
  op_state_set_prop(state, LLVM_INTR_MASKED_SCATTER_ALIGNMENT, i32_attr(c, alignment));
  builder_finish(&c->b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// Expanding and compressing

// arg_attrs that give argument `at` of three its alignment.
static void set_arg_alignment(Conversion *c, const Operation *op, OpState *state, uint32_t at) {
  A given = op_prop(op, "alignment");
  if (!given) return;
  A items[3];
  NamedAttr align = {attr_string(c->ctx, STR("llvm.align")), given};
  for (uint32_t i = 0; i < 3; i++) items[i] = attr_dict(c->ctx, &align, i == at);
  op_state_set_attr(state, STR("arg_attrs"), attr_array(c->ctx, items, 3));
}

bool lower_vector_expandload(Conversion *c, Operation *op, Value *const *operands) {
  T type = type_convert(c->types, op_result_type(op, 0));
  Value *address = address_of(c, op, operands, 0, "indices");
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_MASKED_EXPANDLOAD);
  op_state_add_operand(state, address);
  op_state_add_operands(state, operands + op->operand_count - 2, 2);
  set_arg_alignment(c, op, state, 0);
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

bool lower_vector_compressstore(Conversion *c, Operation *op, Value *const *operands) {
  Value *address = address_of(c, op, operands, 0, "indices");
  OpState *state = builder_begin(&c->b, OP_LLVM_INTR_MASKED_COMPRESSSTORE);
  op_state_add_operands(state, (Value *const[]){operands[op->operand_count - 1], address, operands[op->operand_count - 2]}, 3);
  set_arg_alignment(c, op, state, 1);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------
// vector.type_cast

// Strides of memory without gaps; false for other memory.
static bool contiguous_strides(Conversion *c, T memref, int64_t *strides) {
  const ShapedType *shape = (const ShapedType *)memref;
  int64_t offset;
  if (!memref_strides_and_offset(c->ctx, memref, strides, &offset)) return false;
  if (shape->rank && strides[shape->rank - 1] != 1) return false;
  if (!shape->layout || affine_map_is_identity(memref_layout_map(c->ctx, memref))) return true;
  for (uint64_t i = 0; i + 1 < shape->rank; i++)
    if (shape->dims[i + 1] == DYNAMIC || strides[i] == DYNAMIC || strides[i + 1] == DYNAMIC ||
        strides[i] != (int64_t)((uint64_t)strides[i + 1] * (uint64_t)shape->dims[i + 1]))
      return false;
  return true;
}

bool lower_vector_type_cast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0), type = type_convert(c->types, to);
  uint32_t rank = (uint32_t)((const ShapedType *)to)->rank;
  int64_t *strides = arena_new(c->arena, int64_t, ((const ShapedType *)from)->rank + rank + 1);
  if (!type_has_static_shape(from) || !type_has_static_shape(to) || !llvm_is_struct(operands[0]->type) || !type ||
      !llvm_is_struct(type) || !contiguous_strides(c, from, strides) || !contiguous_strides(c, to, strides))
    return convert_no_match(c, op, "the memory has gaps or a size known at run time only");
  Value *desc = memref_poison(b, type);
  Value *allocated = memref_allocated(b, operands[0]);
  desc = memref_set_allocated(b, desc, allocated);
  Value *aligned = memref_aligned(b, operands[0]);
  desc = memref_set_aligned(b, desc, aligned);
  desc = memref_set_offset(b, desc, llvm_index_constant(b, c->ctx->types.i64, 0));
  for (uint32_t i = 0; i < rank; i++) {
    desc = memref_set_size(b, desc, i, llvm_index_constant(b, c->ctx->types.i64, ((const ShapedType *)to)->dims[i]));
    desc = memref_set_stride(b, desc, i, llvm_index_constant(b, c->ctx->types.i64, strides[i]));
  }
  return convert_replace1(c, op, desc);
}
