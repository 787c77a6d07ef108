// Folds of the llvm dialect (after mlir/lib/Dialect/LLVMIR/IR/LLVMDialect.cpp).
#include "ops/llvm.h"

#include "dialects/llvm/fold.h"

#include "asm/params.h"
#include "dialects/common/fold_util.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/types.h"

// ---------------------------------------------------------------------------------------------
// Constants

static bool fold_to_plain(Folder *f, const AttrDef *def) {
  uint64_t none[PARAMS_MAX] = {0};
  return fold_to_attr(f, attr_from_params(f->ctx, def, none));
}

bool fold_llvm_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, LLVM_MLIR_CONSTANT_VALUE));
}
bool fold_llvm_addressof(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME));
}
bool fold_llvm_dso_local_equivalent(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  uint64_t function = param_word(op_prop_at(op, LLVM_DSO_LOCAL_EQUIVALENT_FUNCTION_NAME));
  return fold_to_attr(f, attr_from_params(f->ctx, &llvm_dso_local_equivalent_attr, &function));
}
bool fold_llvm_blockaddress(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, LLVM_BLOCKADDRESS_BLOCK_ADDR));
}
bool fold_llvm_poison(Folder *f, Operation *op, const A *constants) {
  (void)op, (void)constants;
  return fold_to_plain(f, &llvm_poison_attr);
}
bool fold_llvm_undef(Folder *f, Operation *op, const A *constants) {
  (void)op, (void)constants;
  return fold_to_plain(f, &llvm_undef_attr);
}
bool fold_llvm_zero(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  A zero = zero_attr(f->ctx, op_result_type(op, 0));
  return zero ? fold_to_attr(f, zero) : fold_to_plain(f, &llvm_zero_attr);
}

static bool is_plain_constant(A value, T type) {
  AttrKind kind = attr_kind(value);
  return llvm_is_compatible(type) && attr_value_type(value) == type &&
         (kind == ATTR_INTEGER || kind == ATTR_FLOAT || kind == ATTR_DENSE || kind == ATTR_DENSE_RESOURCE || kind == ATTR_SPARSE);
}

Operation *materialize_llvm_constant(Folder *f, A value, T type, Loc loc) {
  Builder *b = f->builder;
  uint32_t opcode = attr_is(value, &llvm_undef_attr)    ? OP_LLVM_MLIR_UNDEF
                    : attr_is(value, &llvm_poison_attr) ? OP_LLVM_MLIR_POISON
                    : attr_is(value, &llvm_zero_attr)   ? OP_LLVM_MLIR_ZERO : 0;
  const SymbolRefAttr *symbol = attr_as_symbol(value);
  if (!opcode && symbol && symbol->count == 1 && llvm_is_ptr(type)) opcode = OP_LLVM_MLIR_ADDRESSOF;
  else if (!opcode && is_plain_constant(value, type)) opcode = OP_LLVM_MLIR_CONSTANT;
  if (!opcode) return NULL;
  b->loc = loc;
  OpState *state = builder_begin(b, opcode);
  if (opcode == OP_LLVM_MLIR_ADDRESSOF) op_state_set_prop(state, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME, value);
  if (opcode == OP_LLVM_MLIR_CONSTANT) op_state_set_prop(state, LLVM_MLIR_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish(b);
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

static bool both_int(const A *constants) {
  return constants[0] && constants[1] && attr_kind(constants[0]) == ATTR_INTEGER && attr_kind(constants[1]) == ATTR_INTEGER;
}

static bool fold_to_int(Folder *f, T type, const APInt *value) {
  return type_bits(type) == value->width && !type_as_shaped(type) && fold_to_attr(f, attr_integer(f->ctx, type, value));
}

bool fold_llvm_or(Folder *f, Operation *op, const A *constants) {
  if (!both_int(constants)) return false;
  APInt x = attr_int(constants[0]), y = attr_int(constants[1]), result = apint_or(f->arena, &x, &y);
  return fold_to_int(f, op_result_type(op, 0), &result);
}

bool fold_llvm_shl(Folder *f, Operation *op, const A *constants) {
  uint64_t amount;
  if (!both_int(constants)) return false;
  APInt x = attr_int(constants[0]), y = attr_int(constants[1]);
  if (!apint_to_u64(&y, &amount) || amount >= x.width) return false;
  APInt result = apint_shl(f->arena, &x, (uint32_t)amount);
  return fold_to_int(f, op_result_type(op, 0), &result);
}

bool fold_llvm_zext(Folder *f, Operation *op, const A *constants) {
  T type = op_result_type(op, 0);
  if (!constants[0] || attr_kind(constants[0]) != ATTR_INTEGER || type_as_shaped(type)) return false;
  APInt x = attr_int(constants[0]);
  uint32_t width = type_bits(type);
  if (width < x.width) return false;
  APInt result = apint_zext(f->arena, &x, width);
  return fold_to_int(f, type, &result);
}

bool fold_llvm_icmp(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  int64_t predicate = op_prop_i64_at(op, LLVM_ICMP_PREDICATE);
  if (predicate != LLVM_I_CMP_PREDICATE_EQ && predicate != LLVM_I_CMP_PREDICATE_NE) return false;
  Value *x = op_operand(op, 0), *y = op_operand(op, 1);
  if (x == y) return fold_to(f, bool_attr_of(f->ctx, op_result_type(op, 0), predicate == LLVM_I_CMP_PREDICATE_EQ));
  if (defined_by(x, OP_LLVM_ALLOCA) && defined_by(y, OP_LLVM_MLIR_ZERO))
    return fold_to(f, bool_attr_of(f->ctx, op_result_type(op, 0), predicate == LLVM_I_CMP_PREDICATE_NE));
  if (!defined_by(x, OP_LLVM_MLIR_ZERO) || !defined_by(y, OP_LLVM_ALLOCA)) return false;
  op_set_operand(op, 0, y);
  op_set_operand(op, 1, x);
  return fold_to_value(f, op_result(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Casts

// A cast of a cast is one cast, or none when it leads back.
static bool fold_chain(Folder *f, Operation *op) {
  Value *x = op_operand(op, 0);
  T type = op_result_type(op, 0);
  if (x->type == type) return fold_to_value(f, x);
  Operation *inner = value_def(x);
  if (!inner || inner->def != op->def) return false;
  x = op_operand(inner, 0);
  if (x->type == type) return fold_to_value(f, x);
  op_set_operand(op, 0, x);
  return fold_to_value(f, op_result(op, 0));
}

bool fold_llvm_bitcast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_chain(f, op);
}
bool fold_llvm_addrspacecast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_chain(f, op);
}

// ---------------------------------------------------------------------------------------------
// Aggregates and vectors

typedef struct Position {
  const int64_t *at;
  uint64_t count;
} Position;

static Position position_of(const Operation *op) {
  const DenseArrayAttr *attr = (const DenseArrayAttr *)op_prop(op, "position");
  return (Position){(const int64_t *)(const void *)attr->data, attr->count};
}

static bool is_prefix(Position a, Position b) {
  return a.count <= b.count && memcmp(a.at, b.at, a.count * sizeof *a.at) == 0;
}

// Of rank 1: the value listed for the index, or zero.
static A element_of_sparse(Folder *f, const SparseAttr *sparse, int64_t at) {
  const ShapedType *shaped = type_as_shaped(sparse->type);
  if (!shaped || shaped->rank != 1 || at < 0 || at >= shaped->dims[0]) return NULL;
  if (attr_kind(sparse->indices) != ATTR_DENSE || attr_kind(sparse->values) != ATTR_DENSE) return NULL;
  uint64_t count = dense_count(sparse->values);
  for (uint64_t i = 0; i < count; i++) {
    uint32_t size;
    const uint8_t *index = dense_element(sparse->indices, i, &size);
    uint64_t word = 0;
    for (uint32_t k = 0; index && k < size && k < 8; k++) word |= (uint64_t)index[k] << (8 * k);
    if (index && word == (uint64_t)at) return dense_element_attr(f->ctx, sparse->values, i);
  }
  return zero_attr(f->ctx, shaped->element);
}

static A element_of_constant(Folder *f, A value, int64_t at) {
  if (attr_is(value, &llvm_undef_attr) || attr_is(value, &llvm_poison_attr) || attr_is(value, &llvm_zero_attr)) return value;
  if (attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *array = (const ArrayAttr *)value;
    return at >= 0 && (uint64_t)at < array->count ? array->items[at] : NULL;
  }
  if (attr_kind(value) == ATTR_SPARSE) return element_of_sparse(f, (const SparseAttr *)value, at);
  if (attr_kind(value) != ATTR_DENSE || ((const ShapedType *)((const DenseAttr *)value)->type)->rank != 1) return NULL;
  return at >= 0 && (uint64_t)at < dense_count(value) ? dense_element_attr(f->ctx, value, (uint64_t)at) : NULL;
}

static A element_of_constant_at(Folder *f, A value, Position position) {
  for (uint64_t i = 0; i < position.count && value; i++) value = element_of_constant(f, value, position.at[i]);
  return value;
}

// The constant that defines a value, as its own fold tells it.
static A constant_of(const Folder *f, const Value *value) {
  Operation *op = value_def(value);
  if (!op || !op_has(op, TRAIT_CONSTANT_LIKE) || op->operand_count || !def_fold(op->def)) return value_constant(value);
  Folder inner = {.ctx = f->ctx, .module = f->module, .arena = f->arena};
  A none[1] = {NULL};
  return def_fold(op->def)(&inner, op, none) && inner.results.count == 1 ? inner.results.data[0].attr : NULL;
}

static bool extract_of_extract(Folder *f, Operation *op, Operation *inner) {
  Position outer = position_of(op), first = position_of(inner);
  int64_t *at = arena_new(f->arena, int64_t, outer.count + first.count + 1);
  if (!at) return false;
  memcpy(at, first.at, first.count * sizeof *at);
  memcpy(at + first.count, outer.at, outer.count * sizeof *at);
  op_set_prop(op, LLVM_EXTRACTVALUE_POSITION, attr_i64_array(f->ctx, at, (uint32_t)(outer.count + first.count)));
  op_set_operand(op, 0, op_operand(inner, 0));
  return fold_to_value(f, op_result(op, 0));
}

bool fold_llvm_extractvalue(Folder *f, Operation *op, const A *constants) {
  Value *container = op_operand(op, 0);
  Operation *inner = defined_by(container, OP_LLVM_EXTRACTVALUE);
  if (inner) return extract_of_extract(f, op, inner);
  Position wanted = position_of(op);
  A found = constants[0] ? element_of_constant_at(f, constants[0], wanted) : NULL;
  if (found) return fold_to_attr(f, found);
  // Skip insertions at other positions; go into an inserted value only if that leads to the element.
  Value *at = container;
  bool inside = false, overlap = false;
  for (Operation *insert; !overlap && (insert = defined_by(at, OP_LLVM_INSERTVALUE));) {
    Position inserted = position_of(insert);
    if (is_prefix(inserted, wanted)) {
      if (inserted.count == wanted.count) {
        if (container != op_operand(op, 0)) op_set_operand(op, 0, container);   // upstream leaves it so, which an analysis shows
        return fold_to_value(f, op_operand(insert, 1));
      }
      at = op_operand(insert, 1);
      wanted = (Position){wanted.at + inserted.count, wanted.count - inserted.count};
      inside = true;
    } else if (is_prefix(wanted, inserted)) {
      overlap = true;
    } else {
      at = op_operand(insert, 0);
      if (!inside) container = at;
    }
  }
  A constant = at != op_operand(op, 0) ? constant_of(f, at) : NULL;
  found = constant ? element_of_constant_at(f, constant, wanted) : NULL;
  if (found) return fold_to_attr(f, found);
  if (container == op_operand(op, 0)) return false;
  op_set_operand(op, 0, container);
  // Upstream calls it no fold when the walk ends at an operation, although the container was replaced
  // by then: a conversion takes that back, the greedy driver leaves it.
  if (!overlap && value_def(at)) return false;
  return fold_to_value(f, op_result(op, 0));
}

bool fold_llvm_shufflevector(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  T type = op_operand_type(op, 0);
  A mask = op_prop_at(op, LLVM_SHUFFLEVECTOR_MASK);
  if (!type_is_vector(type) || ((const ShapedType *)type)->rank != 1 || type_num_elements(type) != 1 ||
      ((const DenseArrayAttr *)mask)->count != 1 || dense_array_i64(mask, 0) != 0)
    return false;
  return fold_to_value(f, op_operand(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Addresses

// Indices that turn out constant are written into the op.
bool fold_llvm_getelementptr(Folder *f, Operation *op, const A *constants) {
  A raw = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  uint64_t count = ((const DenseArrayAttr *)raw)->count;
  int32_t *indices = arena_new(f->arena, int32_t, count + 1);
  Value **dynamic = arena_new(f->arena, Value *, op->operand_count + 1);
  if (!indices || !dynamic) return false;
  uint32_t next = 1, left = 0;
  bool changed = false;
  for (uint64_t i = 0; i < count; i++) {
    int64_t value, index = dense_array_i64(raw, i);
    indices[i] = (int32_t)index;
    if (index != INT32_MIN || next >= op->operand_count) continue;
    A constant = constants[next];
    APInt number;
    if (constant && attr_kind(constant) == ATTR_INTEGER) number = attr_int(constant);
    if (constant && attr_kind(constant) == ATTR_INTEGER && apint_to_i64(&number, &value) && value >= -(1 << 28) && value < (1 << 28)) {
      indices[i] = (int32_t)value;
      changed = true;
    } else {
      dynamic[left++] = op_operand(op, next);
    }
    next++;
  }
  if (count == 1 && indices[0] == 0 && op_operand_type(op, 0) == op_result_type(op, 0)) return fold_to_value(f, op_operand(op, 0));
  if (!changed) return false;
  op_set_prop(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(f->ctx, indices, (uint32_t)count));
  for (uint32_t i = 0; i < left; i++) op_set_operand(op, i + 1, dynamic[i]);
  op_erase_operands(op, left + 1, op->operand_count - left - 1);
  return fold_to_value(f, op_result(op, 0));
}

uint32_t effects_of_llvm_inline_asm(const Operation *op) {
  return op_prop_at(op, LLVM_INLINE_ASM_HAS_SIDE_EFFECTS) ? EFFECT_READ | EFFECT_WRITE : 0;
}

static uint32_t access_effects(const Operation *op, uint32_t plain) {
  A ordering = op_prop(op, "ordering");
  bool free = !op_prop(op, "volatile_") && (!ordering || attr_to_i64(ordering) <= LLVM_ATOMIC_ORDERING_UNORDERED);
  return free ? plain : EFFECT_READ | EFFECT_WRITE;
}

uint32_t effects_of_llvm_load(const Operation *op) { return access_effects(op, EFFECT_READ); }
uint32_t effects_of_llvm_store(const Operation *op) { return access_effects(op, EFFECT_WRITE); }
