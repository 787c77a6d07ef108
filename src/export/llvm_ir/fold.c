#include "export/llvm_ir/fold.h"

#include "dialects/llvm/types.h"
#include "export/llvm_ir/types.h"
#include "ops/llvm.h"

enum { MAX_ITEMS = 4096 };

static IrConst *make(Arena *arena, ConstKind kind, T type) {
  IrConst *made = arena_new(arena, IrConst, 1);
  if (made) *made = (IrConst){.kind = kind, .type = type};
  return made;
}

static IrConst *make_number(Arena *arena, T type, APInt number) {
  IrConst *made = make(arena, CONST_NUMBER, type);
  if (made) made->number = number;
  return made;
}

static IrConst *make_text(Arena *arena, T type, const StrBuf *text) {
  IrConst *made = make(arena, CONST_TEXT, type);
  if (made) made->text = arena_str(arena, strbuf_view(text));
  return made;
}

// How many items a value of the type has, and the type of each; 0: it has none, or too many.
static uint32_t item_count(T type) {
  uint32_t count = 0;
  if (llvm_is_struct(type)) llvm_struct_elements(type, &count);
  else if (llvm_is_array(type)) count = ((const LLVMArrayType *)type)->count <= MAX_ITEMS ? (uint32_t)((const LLVMArrayType *)type)->count : 0;
  else if (type_is_vector(type) && type_as_shaped(type)->rank == 1 && !type_as_shaped(type)->scalable)
    count = type_as_shaped(type)->dims[0] <= MAX_ITEMS ? (uint32_t)type_as_shaped(type)->dims[0] : 0;
  return count;
}

static T item_type(T type, uint32_t i) {
  uint32_t count;
  if (llvm_is_struct(type)) return llvm_struct_elements(type, &count)[i];
  return llvm_is_array(type) ? ((const LLVMArrayType *)type)->element : type_as_shaped(type)->element;
}

static IrConst *make_zero(Arena *arena, T type) {
  if (type_as_integer(type)) return make_number(arena, type, apint_u64(arena, type_bits(type), 0));
  if (!type_is_float(type)) return make(arena, CONST_ZERO, type);
  IrConst *made = make(arena, CONST_TEXT, type);
  if (made) made->text = STR("0.000000e+00");
  return type_bits(type) == 32 || type_bits(type) == 64 ? made : NULL;
}

static bool is_zero(const IrConst *self) {
  if (self->kind == CONST_NUMBER) return apint_is_zero(&self->number);
  return self->kind == CONST_ZERO || (self->kind == CONST_TEXT && (str_is(self->text, "0.000000e+00") || str_is(self->text, "0xH0000") || str_is(self->text, "0xR0000")));
}

// The item at a place; NULL: it has none there.
static IrConst *item_at(Arena *arena, const IrConst *self, uint64_t i) {
  if (i >= item_count(self->type)) return NULL;
  if (self->kind == CONST_LIST) return self->items[i];
  T type = item_type(self->type, (uint32_t)i);
  if (self->kind == CONST_ZERO) return make_zero(arena, type);
  return self->kind == CONST_UNDEF || self->kind == CONST_POISON ? make(arena, self->kind, type) : NULL;
}

// A list whose items are all zero, undef or poison is one of these itself.
static IrConst *settle(Arena *arena, IrConst *list) {
  bool zeros = true, undefs = true, poisons = true;
  for (uint32_t i = 0; i < list->count; i++) {
    if (!list->items[i]) return NULL;
    zeros &= is_zero(list->items[i]);
    undefs &= list->items[i]->kind == CONST_UNDEF;
    poisons &= list->items[i]->kind == CONST_POISON;
  }
  if (!list->count) return NULL;
  if (zeros || undefs || poisons) return make(arena, zeros ? CONST_ZERO : poisons ? CONST_POISON : CONST_UNDEF, list->type);
  return list;
}

static IrConst *begin_list(Arena *arena, T type) {
  IrConst *list = make(arena, CONST_LIST, type);
  if (!list) return NULL;
  list->count = item_count(type);
  list->items = arena_new(arena, IrConst *, list->count + 1u);
  return list->items && list->count ? list : NULL;
}

// ---------------------------------------------------------------------------------------------
// Constants

static IrConst *of_attr(Context *ctx, T type, A value, Arena *arena) {
  if (attr_kind(value) == ATTR_INTEGER && type_as_integer(type)) {
    APInt number = attr_int(value);
    return number.width == type_bits(type) ? make_number(arena, type, number) : NULL;
  }
  uint32_t count = attr_kind(value) == ATTR_DENSE && dense_count(value) <= MAX_ITEMS ? item_count(type) : 0;
  bool is_number = count && type_as_integer(item_type(type, 0)) && !llvm_is_array(type) && type_as_shaped(attr_value_type(value))->rank == 1;
  if (is_number && dense_count(value) == count) {
    IrConst *list = begin_list(arena, type);
    for (uint32_t i = 0; list && i < count; i++) list->items[i] = of_attr(ctx, item_type(type, i), dense_element_attr(ctx, value, i), arena);
    return list ? settle(arena, list) : NULL;
  }
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  IrConst *made = ir_constant(ctx, &text, type, value) ? make_text(arena, type, &text) : NULL;
  strbuf_free(&text);
  return made;
}

IrConst *ir_const_of(Context *ctx, const Operation *op, Arena *arena) {
  T type = op_result_type(op, 0);
  if (op_is(op, OP_LLVM_MLIR_UNDEF)) return make(arena, CONST_UNDEF, type);
  if (op_is(op, OP_LLVM_MLIR_POISON)) return make(arena, CONST_POISON, type);
  if (op_is(op, OP_LLVM_MLIR_ZERO)) return make_zero(arena, type);
  if (op_is(op, OP_LLVM_MLIR_CONSTANT)) return of_attr(ctx, type, op_prop_at(op, LLVM_MLIR_CONSTANT_VALUE), arena);
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  ir_name(&text, '@', attr_symbol_root(op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME)));
  IrConst *made = make_text(arena, type, &text);
  strbuf_free(&text);
  return made;
}

// ---------------------------------------------------------------------------------------------
// Text

static bool same(const IrConst *a, const IrConst *b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  return a->kind == CONST_NUMBER ? apint_equal(&a->number, &b->number) : a->kind == CONST_TEXT ? str_equal(a->text, b->text) : a->kind != CONST_LIST;
}

static bool put_typed(StrBuf *out, const IrConst *item) {
  if (!ir_type(out, item->type)) return false;
  strbuf_char(out, ' ');
  return ir_const_text(out, item);   // as deep as the type
}

static bool put_list(StrBuf *out, const IrConst *self) {
  bool is_struct = llvm_is_struct(self->type), is_vector = type_is_vector(self->type), is_packed = is_struct && llvm_struct_is_packed(self->type);
  bool is_splat = is_vector && self->items[0]->kind != CONST_UNDEF && self->items[0]->kind != CONST_POISON;
  for (uint32_t i = 1; i < self->count; i++) is_splat &= same(self->items[0], self->items[i]);
  if (is_splat) {
    strbuf_lit(out, "splat (");
    bool ok = put_typed(out, self->items[0]);
    strbuf_char(out, ')');
    return ok;
  }
  if (is_packed) strbuf_char(out, '<');
  strbuf_str(out, is_struct ? STR("{ ") : is_vector ? STR("<") : STR("["));
  for (uint32_t i = 0; i < self->count; i++) {
    if (i) strbuf_lit(out, ", ");
    if (!put_typed(out, self->items[i])) return false;
  }
  strbuf_str(out, is_struct ? STR(" }") : is_vector ? STR(">") : STR("]"));
  if (is_packed) strbuf_char(out, '>');
  return true;
}

bool ir_const_text(StrBuf *out, const IrConst *self) {
  switch (self->kind) {
    case CONST_NUMBER:
      if (self->number.width == 1) strbuf_str(out, apint_is_zero(&self->number) ? STR("false") : STR("true"));
      else apint_print(out, &self->number, true);
      return true;
    case CONST_UNDEF: strbuf_lit(out, "undef"); return true;
    case CONST_POISON: strbuf_lit(out, "poison"); return true;
    case CONST_ZERO: strbuf_str(out, llvm_is_ptr(self->type) ? STR("null") : STR("zeroinitializer")); return true;
    case CONST_LIST: return put_list(out, self);
    default: strbuf_str(out, self->text); return true;
  }
}

// ---------------------------------------------------------------------------------------------
// Folding

static IrConst *fold_numbers(const Operation *op, T type, const APInt *a, const APInt *b, Arena *arena) {
  uint64_t amount;
  bool is_small = apint_to_u64(b, &amount) && amount < a->width;
  uint32_t by = is_small ? (uint32_t)amount : 0;
  switch (op_code(op)) {
    case OP_LLVM_ADD: return make_number(arena, type, apint_add(arena, a, b));
    case OP_LLVM_SUB: return make_number(arena, type, apint_sub(arena, a, b));
    case OP_LLVM_MUL: return make_number(arena, type, apint_mul(arena, a, b));
    case OP_LLVM_AND: return make_number(arena, type, apint_and(arena, a, b));
    case OP_LLVM_OR: return make_number(arena, type, apint_or(arena, a, b));
    case OP_LLVM_XOR: return make_number(arena, type, apint_xor(arena, a, b));
    case OP_LLVM_SHL: return is_small ? make_number(arena, type, apint_shl(arena, a, by)) : make(arena, CONST_POISON, type);
    case OP_LLVM_LSHR: return is_small ? make_number(arena, type, apint_lshr(arena, a, by)) : make(arena, CONST_POISON, type);
    case OP_LLVM_ASHR: return is_small ? make_number(arena, type, apint_ashr(arena, a, by)) : make(arena, CONST_POISON, type);
    default: break;
  }
  bool is_signed = op_is(op, OP_LLVM_SDIV) || op_is(op, OP_LLVM_SREM);
  if (apint_is_zero(b) || (is_signed && apint_is_signed_min(a) && apint_is_all_ones(b))) return make(arena, CONST_POISON, type);
  switch (op_code(op)) {
    case OP_LLVM_SDIV: return make_number(arena, type, apint_sdiv(arena, a, b));
    case OP_LLVM_UDIV: return make_number(arena, type, apint_udiv(arena, a, b));
    case OP_LLVM_SREM: return make_number(arena, type, apint_srem(arena, a, b));
    case OP_LLVM_UREM: return make_number(arena, type, apint_urem(arena, a, b));
    default: return NULL;
  }
}

static IrConst *fold_compare(T type, uint64_t predicate, const APInt *a, const APInt *b, Arena *arena) {
  int s = apint_scmp(a, b), u = apint_ucmp(a, b);
  const bool holds[] = {!u, u != 0, s < 0, s <= 0, s > 0, s >= 0, u < 0, u <= 0, u > 0, u >= 0};
  return predicate < countof(holds) ? make_number(arena, type, apint_u64(arena, 1, holds[predicate])) : NULL;
}

static IrConst *fold_scalars(const Operation *op, T type, const IrConst *a, const IrConst *b, Arena *arena) {
  if (a->kind == CONST_POISON || (b && b->kind == CONST_POISON)) return make(arena, CONST_POISON, type);
  if (a->kind != CONST_NUMBER || (b && b->kind != CONST_NUMBER) || !type_as_integer(type)) return NULL;
  switch (op_code(op)) {
    case OP_LLVM_TRUNC: return make_number(arena, type, apint_trunc(arena, &a->number, type_bits(type)));
    case OP_LLVM_ZEXT: return make_number(arena, type, apint_zext(arena, &a->number, type_bits(type)));
    case OP_LLVM_SEXT: return make_number(arena, type, apint_sext(arena, &a->number, type_bits(type)));
    case OP_LLVM_ICMP: return fold_compare(type, attr_to_u64(op_prop_at(op, LLVM_ICMP_PREDICATE)), &a->number, &b->number, arena);
    default: return b ? fold_numbers(op, type, &a->number, &b->number, arena) : NULL;
  }
}

// Of one or two operands; vectors item by item.
static IrConst *fold_arithmetic(const Operation *op, const IrConst *a, const IrConst *b, Arena *arena) {
  T type = op_result_type(op, 0);
  if (!type_is_vector(type)) return fold_scalars(op, type, a, b, arena);
  IrConst *list = begin_list(arena, type);
  if (!list) return NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    IrConst *x = item_at(arena, a, i), *y = b ? item_at(arena, b, i) : NULL;
    if (!x || (b && !y) || !(list->items[i] = fold_scalars(op, type_as_shaped(type)->element, x, y, arena))) return NULL;
  }
  return settle(arena, list);
}

// `self` with `item` at the place that `path` leads to.
static IrConst *insert_at(const IrConst *self, IrConst *item, const uint64_t *path, uint64_t depth, Arena *arena) {
  if (!depth) return item;
  IrConst *list = begin_list(arena, self->type);
  if (!list || path[0] >= list->count) return NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    IrConst *old = item_at(arena, self, i);
    list->items[i] = old && i == path[0] ? insert_at(old, item, path + 1, depth - 1, arena) : old;   // as deep as the type
  }
  return settle(arena, list);
}

static IrConst *fold_positions(const Operation *op, IrConst *const *operands, A positions, Arena *arena) {
  uint64_t depth = ((const DenseArrayAttr *)positions)->count;
  uint64_t *path = arena_new(arena, uint64_t, depth + 1);
  if (!path) return NULL;
  for (uint64_t i = 0; i < depth; i++) path[i] = (uint64_t)dense_array_i64(positions, i);
  if (op_is(op, OP_LLVM_INSERTVALUE)) return insert_at(operands[0], operands[1], path, depth, arena);
  IrConst *found = operands[0];
  for (uint64_t i = 0; found && i < depth; i++) found = item_at(arena, found, path[i]);
  return found;
}

static IrConst *fold_element(const Operation *op, IrConst *const *operands, Arena *arena) {
  const IrConst *index = operands[op->operand_count - 1];
  uint64_t at;
  if (index->kind != CONST_NUMBER || !apint_to_u64(&index->number, &at)) return NULL;
  if (at >= item_count(operands[0]->type)) return item_count(operands[0]->type) ? make(arena, CONST_POISON, op_result_type(op, 0)) : NULL;
  return op_is(op, OP_LLVM_EXTRACTELEMENT) ? item_at(arena, operands[0], at) : insert_at(operands[0], operands[1], &at, 1, arena);
}

IrConst *ir_fold(const Operation *op, IrConst *const *operands, Arena *arena) {
  switch (op_code(op)) {
    case OP_LLVM_INSERTVALUE: return fold_positions(op, operands, op_prop_at(op, LLVM_INSERTVALUE_POSITION), arena);
    case OP_LLVM_EXTRACTVALUE: return fold_positions(op, operands, op_prop_at(op, LLVM_EXTRACTVALUE_POSITION), arena);
    case OP_LLVM_INSERTELEMENT: case OP_LLVM_EXTRACTELEMENT: return fold_element(op, operands, arena);
    case OP_LLVM_SELECT: return operands[0]->kind == CONST_NUMBER ? operands[apint_is_zero(&operands[0]->number) ? 2 : 1] : NULL;
    case OP_LLVM_INTTOPTR: return is_zero(operands[0]) ? make_zero(arena, op_result_type(op, 0)) : NULL;
    case OP_LLVM_PTRTOINT: return operands[0]->kind == CONST_ZERO ? make_zero(arena, op_result_type(op, 0)) : NULL;
    case OP_LLVM_ADD: case OP_LLVM_SUB: case OP_LLVM_MUL: case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM:
    case OP_LLVM_AND: case OP_LLVM_OR: case OP_LLVM_XOR: case OP_LLVM_SHL: case OP_LLVM_ASHR: case OP_LLVM_LSHR: case OP_LLVM_ICMP:
      return fold_arithmetic(op, operands[0], operands[1], arena);
    case OP_LLVM_TRUNC: case OP_LLVM_ZEXT: case OP_LLVM_SEXT: return fold_arithmetic(op, operands[0], NULL, arena);
    default: return NULL;
  }
}
