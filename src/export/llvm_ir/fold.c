#include "export/llvm_ir/fold.h"

#include "dialects/llvm/types.h"
#include "ops/llvm.h"

enum { MAX_BITCAST = 1 << 16 };

// ---------------------------------------------------------------------------------------------
// Numbers

static IrConst *fold_numbers(const IrFolder *self, uint32_t code, T type, const APInt *a, const APInt *b) {
  Arena *arena = self->arena;
  uint64_t amount;
  bool is_small = apint_to_u64(b, &amount) && amount < a->width;
  uint32_t by = is_small ? (uint32_t)amount : 0;
  switch (code) {
    case OP_LLVM_ADD: return ir_make_number(arena, type, apint_add(arena, a, b));
    case OP_LLVM_SUB: return ir_make_number(arena, type, apint_sub(arena, a, b));
    case OP_LLVM_MUL: return ir_make_number(arena, type, apint_mul(arena, a, b));
    case OP_LLVM_AND: return ir_make_number(arena, type, apint_and(arena, a, b));
    case OP_LLVM_OR: return ir_make_number(arena, type, apint_or(arena, a, b));
    case OP_LLVM_XOR: return ir_make_number(arena, type, apint_xor(arena, a, b));
    case OP_LLVM_SHL: return is_small ? ir_make_number(arena, type, apint_shl(arena, a, by)) : ir_make(arena, CONST_POISON, type);
    case OP_LLVM_LSHR: return is_small ? ir_make_number(arena, type, apint_lshr(arena, a, by)) : ir_make(arena, CONST_POISON, type);
    case OP_LLVM_ASHR: return is_small ? ir_make_number(arena, type, apint_ashr(arena, a, by)) : ir_make(arena, CONST_POISON, type);
    default: break;
  }
  bool is_signed = code == OP_LLVM_SDIV || code == OP_LLVM_SREM;
  if (apint_is_zero(b) || (is_signed && apint_is_signed_min(a) && apint_is_all_ones(b))) return ir_make(arena, CONST_POISON, type);
  switch (code) {
    case OP_LLVM_SDIV: return ir_make_number(arena, type, apint_sdiv(arena, a, b));
    case OP_LLVM_UDIV: return ir_make_number(arena, type, apint_udiv(arena, a, b));
    case OP_LLVM_SREM: return ir_make_number(arena, type, apint_srem(arena, a, b));
    case OP_LLVM_UREM: return ir_make_number(arena, type, apint_urem(arena, a, b));
    default: return NULL;
  }
}

// One of the operands is undef, none is poison.
static IrConst *fold_undef(const IrFolder *self, uint32_t code, T type, const IrConst *a, const IrConst *b) {
  Arena *arena = self->arena;
  bool both = a->kind == CONST_UNDEF && b->kind == CONST_UNDEF;
  switch (code) {
    case OP_LLVM_ADD: case OP_LLVM_SUB: return ir_make(arena, CONST_UNDEF, type);
    case OP_LLVM_XOR: return both ? ir_make_zero(arena, type) : ir_make(arena, CONST_UNDEF, type);
    case OP_LLVM_AND: return both ? ir_make(arena, CONST_UNDEF, type) : ir_make_zero(arena, type);
    case OP_LLVM_MUL: {
      const IrConst *other = a->kind == CONST_UNDEF ? b : a;
      bool is_odd = other->kind == CONST_NUMBER && !apint_is_zero(&other->number) && !apint_trailing_zeros(&other->number);
      return both || is_odd ? ir_make(arena, CONST_UNDEF, type) : ir_make_zero(arena, type);
    }
    case OP_LLVM_OR: {
      if (both) return ir_make(arena, CONST_UNDEF, type);
      APInt zero = apint_u64(arena, type_bits(type), 0);
      return ir_make_number(arena, type, apint_not(arena, &zero));
    }
    case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM:
      if (b->kind == CONST_UNDEF || ir_is_zero(b)) return ir_make(arena, CONST_POISON, type);
      if ((code == OP_LLVM_SDIV || code == OP_LLVM_UDIV) && apint_active_bits(&b->number) == 1) return ir_make(arena, CONST_UNDEF, type);
      return ir_make_zero(arena, type);
    case OP_LLVM_SHL: case OP_LLVM_LSHR: case OP_LLVM_ASHR:
      if (b->kind == CONST_UNDEF) return ir_make(arena, CONST_POISON, type);
      return ir_is_zero(b) ? ir_make(arena, CONST_UNDEF, type) : ir_make_zero(arena, type);
    default: return NULL;
  }
}

static IrConst *fold_floats(const IrFolder *self, uint32_t code, T type, APFloat a, APFloat b) {
  switch (code) {
    case OP_LLVM_FADD: return ir_make_float(self->arena, type, apfloat_add(a, b, ROUND_NEAREST_EVEN, NULL));
    case OP_LLVM_FSUB: return ir_make_float(self->arena, type, apfloat_sub(a, b, ROUND_NEAREST_EVEN, NULL));
    case OP_LLVM_FMUL: return ir_make_float(self->arena, type, apfloat_mul(a, b, ROUND_NEAREST_EVEN, NULL));
    case OP_LLVM_FDIV: return ir_make_float(self->arena, type, apfloat_div(a, b, ROUND_NEAREST_EVEN, NULL));
    case OP_LLVM_FREM: return ir_make_float(self->arena, type, apfloat_fmod(a, b));
    default: return NULL;
  }
}

static IrConst *fold_compare(const IrFolder *self, T type, uint64_t predicate, const APInt *a, const APInt *b) {
  int s = apint_scmp(a, b), u = apint_ucmp(a, b);
  const bool holds[] = {!u, u != 0, s < 0, s <= 0, s > 0, s >= 0, u < 0, u <= 0, u > 0, u >= 0};
  return predicate < countof(holds) ? ir_make_number(self->arena, type, apint_u64(self->arena, 1, holds[predicate])) : NULL;
}

// Bits of a predicate: equal, greater, less, unordered.
static IrConst *fold_fcompare(const IrFolder *self, T type, uint64_t predicate, APFloat a, APFloat b) {
  static const uint8_t sets[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15};   // as the dialect numbers them
  static const uint8_t bit_of[] = {[FLOAT_LESS] = 4, [FLOAT_EQUAL] = 1, [FLOAT_GREATER] = 2, [FLOAT_UNORDERED] = 8};
  if (predicate >= countof(sets)) return NULL;
  return ir_make_number(self->arena, type, apint_u64(self->arena, 1, (sets[predicate] & bit_of[apfloat_compare(a, b)]) != 0));
}

static bool is_number_as_address(const IrConst *of) { return of->kind == CONST_CAST && str_is(of->text, "inttoptr") && of->items[0]->kind == CONST_NUMBER; }

// Two addresses, or an address and null.
static IrConst *fold_addresses(const IrFolder *self, const Operation *op, T type, const IrConst *a, const IrConst *b) {
  uint64_t predicate = attr_to_u64(op_prop_at(op, LLVM_ICMP_PREDICATE));
  bool same = ir_same(a, b) && (a->kind == CONST_GLOBAL || a->kind == CONST_NULL);
  bool differs = (a->kind == CONST_GLOBAL && b->kind == CONST_NULL) || (b->kind == CONST_GLOBAL && a->kind == CONST_NULL);
  bool are_numbers = (is_number_as_address(a) || a->kind == CONST_NULL) && (is_number_as_address(b) || b->kind == CONST_NULL);
  if (are_numbers && (a->kind != CONST_NULL || b->kind != CONST_NULL)) {
    APInt zero = apint_u64(self->arena, (a->kind == CONST_NULL ? b : a)->items[0]->number.width, 0);
    return fold_compare(self, type, predicate, a->kind == CONST_NULL ? &zero : &a->items[0]->number, b->kind == CONST_NULL ? &zero : &b->items[0]->number);
  }
  if (same) {
    bool holds = predicate == 0 || predicate == 3 || predicate == 5 || predicate == 7 || predicate == 9;
    return ir_make_number(self->arena, type, apint_u64(self->arena, 1, holds));
  }
  if (!differs || predicate > 1 || llvm_ptr_space(a->type)) return NULL;   // elsewhere null may be an address
  const Operation *global = map_get_str(self->symbols, a->kind == CONST_GLOBAL ? a->text : b->text);
  A linkage = global ? op_attr(global, "linkage") : NULL;
  if (!global || (linkage && strstr(attr_text(self->ctx, linkage), "extern_weak"))) return NULL;
  return ir_make_number(self->arena, type, apint_u64(self->arena, 1, predicate == 1));
}

// ---------------------------------------------------------------------------------------------
// Casts

static IrConst *bits_of(const IrFolder *self, const IrConst *of, APInt *out) {
  if (of->kind == CONST_UNDEF || of->kind == CONST_POISON) return *out = apint_u64(self->arena, type_bits(of->type), 0), (IrConst *)of;   // taken as zero
  if (of->kind == CONST_NUMBER) return *out = of->number, (IrConst *)of;
  if (of->kind != CONST_FLOAT) return NULL;
  uint64_t bits[2];
  apfloat_stored(of->value, bits);
  *out = apint_from_words(self->arena, type_bits(of->type), bits, 2);
  return (IrConst *)of;
}

static IrConst *of_bits(const IrFolder *self, T type, const APInt *bits) {
  if (type_as_integer(type)) return ir_make_number(self->arena, type, *bits);
  if (!type_is_float(type)) return NULL;
  const uint64_t *words = apint_data(bits);
  return ir_make_float(self->arena, type, apfloat_from_bits(type_float_kind(type), words[0], bits->width > 64 ? words[1] : 0));
}

// The bits of a scalar or vector under another type; the first element is the lowest.
static IrConst *fold_bitcast(const IrFolder *self, IrConst *of, T type) {
  uint64_t size;
  if (of->type == type) return of;
  if (of->kind == CONST_UNDEF || of->kind == CONST_POISON) return ir_make(self->arena, of->kind, type);
  if (ir_is_zero(of)) return llvm_is_ptr(type) ? NULL : ir_make_zero(self->arena, type);
  if (of->kind == CONST_CAST || of->kind == CONST_BINARY) return ir_make_cast(self->arena, type, "bitcast", of);
  if (!ir_layout_bits(self->layout, of->type, &size) || !size || size > MAX_BITCAST) return NULL;
  uint32_t from_count = type_is_vector(of->type) ? ir_item_count(of->type) : 1, to_count = type_is_vector(type) ? ir_item_count(type) : 1;
  if (!from_count || !to_count || size % from_count || size % to_count) return NULL;
  uint32_t from_bits = (uint32_t)size / from_count, to_bits = (uint32_t)size / to_count;
  APInt all = apint_u64(self->arena, (uint32_t)size, 0), piece;
  for (uint32_t i = from_count; i--;) {
    const IrConst *item = type_is_vector(of->type) ? ir_item_at(self->arena, of, i) : of;
    if (!item || !bits_of(self, item, &piece)) return NULL;
    piece = apint_zext_or_trunc(self->arena, &piece, (uint32_t)size);
    if (from_count > 1) all = apint_shl(self->arena, &all, from_bits);
    all = apint_or(self->arena, &all, &piece);
  }
  if (!type_is_vector(type)) return of_bits(self, type, &all);
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < to_count; i++) {
    piece = apint_zext_or_trunc(self->arena, &all, to_bits);
    list->items[i] = of_bits(self, ir_item_type(type, i), &piece);
    all = apint_lshr(self->arena, &all, to_bits);
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

static bool is_address(const IrConst *of) { return of->kind == CONST_GLOBAL || of->kind == CONST_OFFSET || of->kind == CONST_CAST; }

static IrConst *fold_inttoptr(const IrFolder *self, IrConst *of, T type) {
  uint64_t bits;
  if (ir_is_zero(of)) return ir_make_zero(self->arena, type);
  if (!ir_layout_bits(self->layout, type, &bits)) return NULL;
  if (of->kind == CONST_CAST && str_is(of->text, "ptrtoint") && type_bits(of->type) >= bits && of->items[0]->type == type) return of->items[0];
  if (of->kind != CONST_NUMBER) return is_address(of) || of->kind == CONST_BINARY ? ir_make_cast(self->arena, type, "inttoptr", of) : NULL;
  if (of->number.width == bits) return ir_make_cast(self->arena, type, "inttoptr", of);
  T word = type_integer(self->ctx, (uint32_t)bits, SIGNLESS);
  return ir_make_cast(self->arena, type, "inttoptr", ir_make_number(self->arena, word, apint_zext_or_trunc(self->arena, &of->number, (uint32_t)bits)));
}

static IrConst *fold_ptrtoint(const IrFolder *self, IrConst *of, T type) {
  uint64_t bits;
  if (of->kind == CONST_NULL) return ir_make_zero(self->arena, type);
  if (of->kind == CONST_CAST && str_is(of->text, "inttoptr") && of->items[0]->kind == CONST_NUMBER && type_as_integer(type))
    return ir_make_number(self->arena, type, apint_zext_or_trunc(self->arena, &of->items[0]->number, type_bits(type)));
  if (!is_address(of) || !ir_layout_bits(self->layout, of->type, &bits)) return NULL;
  // An address minus another, as numbers.
  const IrConst *by = of->kind == CONST_OFFSET ? of->items[1] : NULL;
  if (by && by->kind == CONST_BINARY && str_is(by->text, "sub") && ir_is_zero(by->items[0]) && type_bits(of->element) == 8 && by->type == type)
    return ir_make_binary(self->arena, type, "sub", ir_make_cast(self->arena, type, "ptrtoint", of->items[0]), by->items[1]);
  return ir_make_cast(self->arena, type, "ptrtoint", of);
}

static IrConst *fold_scalar_cast(const IrFolder *self, uint32_t code, IrConst *of, T type) {
  Arena *arena = self->arena;
  if (of->kind == CONST_POISON) return ir_make(arena, CONST_POISON, type);
  if (of->kind == CONST_UNDEF) {
    // undef may be any value, but one that is extended has known bits.
    bool is_wider = code == OP_LLVM_ZEXT || code == OP_LLVM_SEXT || code == OP_LLVM_UITOFP || code == OP_LLVM_SITOFP;
    return is_wider ? ir_make_zero(arena, type) : ir_make(arena, CONST_UNDEF, type);
  }
  switch (code) {
    case OP_LLVM_INTTOPTR: return fold_inttoptr(self, of, type);
    case OP_LLVM_PTRTOINT: return fold_ptrtoint(self, of, type);
    case OP_LLVM_ADDRSPACECAST:
      if (is_address(of)) return ir_make_cast(arena, type, "addrspacecast", of);
      return of->kind == CONST_NULL ? ir_make_cast(arena, type, "addrspacecast", of) : NULL;
    default: break;
  }
  if (of->kind == CONST_NUMBER) {
    switch (code) {
      case OP_LLVM_TRUNC: return ir_make_number(arena, type, apint_trunc(arena, &of->number, type_bits(type)));
      case OP_LLVM_ZEXT: return ir_make_number(arena, type, apint_zext(arena, &of->number, type_bits(type)));
      case OP_LLVM_SEXT: return ir_make_number(arena, type, apint_sext(arena, &of->number, type_bits(type)));
      case OP_LLVM_SITOFP: case OP_LLVM_UITOFP:
        return type_is_float(type) ? ir_make_float(arena, type, apfloat_from_int(type_float_kind(type), &of->number, code == OP_LLVM_SITOFP, ROUND_NEAREST_EVEN, NULL)) : NULL;
      default: return NULL;
    }
  }
  if ((of->kind == CONST_CAST || of->kind == CONST_BINARY) && code == OP_LLVM_TRUNC) return ir_make_cast(arena, type, "trunc", of);
  if (of->kind != CONST_FLOAT) return NULL;
  int status = FLOAT_OK;
  switch (code) {
    case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC:
      return type_is_float(type) ? ir_make_float(arena, type, apfloat_convert(of->value, type_float_kind(type), ROUND_NEAREST_EVEN, NULL)) : NULL;
    case OP_LLVM_FPTOSI: case OP_LLVM_FPTOUI: {
      APInt number = apfloat_to_int(arena, of->value, type_bits(type), code == OP_LLVM_FPTOSI, ROUND_TOWARD_ZERO, &status);
      return status & FLOAT_INVALID ? ir_make(arena, CONST_POISON, type) : ir_make_number(arena, type, number);
    }
    default: return NULL;
  }
}

IrConst *ir_fold_cast(const IrFolder *self, const Operation *op, IrConst *of, T type) {
  uint32_t code = op_code(op);
  if (code == OP_LLVM_BITCAST) return fold_bitcast(self, of, type);
  if (!type_is_vector(type)) return fold_scalar_cast(self, code, of, type);
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    IrConst *item = ir_item_at(self->arena, of, i);
    if (!item || !(list->items[i] = fold_scalar_cast(self, code, item, ir_item_type(type, i)))) return NULL;
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

static bool is_number(const IrConst *of, int64_t value) {
  int64_t number;
  return of->kind == CONST_NUMBER && apint_to_i64(&of->number, &number) && number == value;
}

// A number that only the linker knows, and another constant.
static IrConst *fold_address_number(const IrFolder *self, uint32_t code, T type, IrConst *a, IrConst *b) {
  bool a_is = a->kind == CONST_CAST || a->kind == CONST_BINARY, b_is = b->kind == CONST_CAST || b->kind == CONST_BINARY;
  if (!a_is && !b_is) return NULL;
  switch (code) {
    case OP_LLVM_ADD: case OP_LLVM_OR: case OP_LLVM_XOR:
      if (is_number(b, 0)) return a;
      if (is_number(a, 0)) return b;
      break;
    case OP_LLVM_SUB: case OP_LLVM_SHL: case OP_LLVM_LSHR: case OP_LLVM_ASHR:
      if (is_number(b, 0)) return a;
      break;
    case OP_LLVM_MUL: case OP_LLVM_AND: {
      int64_t same = code == OP_LLVM_MUL ? 1 : -1;
      if (is_number(b, same)) return a;
      if (is_number(a, same)) return b;
      if (is_number(a, 0) || is_number(b, 0)) return ir_make_zero(self->arena, type);
      break;
    }
    case OP_LLVM_SDIV: case OP_LLVM_UDIV:
      if (is_number(b, 1)) return a;
      break;
    default: break;
  }
  if (code == OP_LLVM_OR && (is_number(a, -1) || is_number(b, -1))) return is_number(a, -1) ? a : b;
  switch (code) {   // flags are not kept
    case OP_LLVM_ADD: return ir_make_binary(self->arena, type, "add", a, b);
    case OP_LLVM_SUB: return ir_make_binary(self->arena, type, "sub", a, b);
    case OP_LLVM_XOR: return ir_make_binary(self->arena, type, "xor", a, b);
    default: return NULL;
  }
}

static IrConst *fold_scalars(const IrFolder *self, const Operation *op, T type, IrConst *a, IrConst *b) {
  uint32_t code = op_code(op);
  if (a->kind == CONST_POISON || b->kind == CONST_POISON) return ir_make(self->arena, CONST_POISON, type);
  uint64_t bits;
  bool is_address_number = code == OP_LLVM_ICMP && a->kind == CONST_CAST && str_is(a->text, "ptrtoint") && ir_is_zero(b)
                           && ir_layout_bits(self->layout, a->items[0]->type, &bits) && bits == type_bits(a->type);
  if (is_address_number) return fold_addresses(self, op, type, a->items[0], ir_make_zero(self->arena, a->items[0]->type));
  bool both_are = code == OP_LLVM_ICMP && a->kind == CONST_CAST && b->kind == CONST_CAST && str_is(a->text, "ptrtoint") && str_is(b->text, "ptrtoint");
  if (both_are && a->items[0]->type == b->items[0]->type && ir_layout_bits(self->layout, a->items[0]->type, &bits) && bits == type_bits(a->type))
    return fold_addresses(self, op, type, a->items[0], b->items[0]);
  if (code == OP_LLVM_ICMP && (llvm_is_ptr(a->type))) return fold_addresses(self, op, type, a, b);
  if (a->kind == CONST_UNDEF || b->kind == CONST_UNDEF) return type_as_integer(type) ? fold_undef(self, code, type, a, b) : NULL;
  if (a->kind == CONST_FLOAT && b->kind == CONST_FLOAT)
    return code == OP_LLVM_FCMP ? fold_fcompare(self, type, attr_to_u64(op_prop_at(op, LLVM_FCMP_PREDICATE)), a->value, b->value)
                                : fold_floats(self, code, type, a->value, b->value);
  if (a->kind != CONST_NUMBER || b->kind != CONST_NUMBER) return type_as_integer(type) ? fold_address_number(self, code, type, a, b) : NULL;
  if (code == OP_LLVM_ICMP) return fold_compare(self, type, attr_to_u64(op_prop_at(op, LLVM_ICMP_PREDICATE)), &a->number, &b->number);
  return fold_numbers(self, code, type, &a->number, &b->number);
}

// Vectors item by item.
static IrConst *fold_arithmetic(const IrFolder *self, const Operation *op, IrConst *a, IrConst *b) {
  T type = op_result_type(op, 0);
  if (!type_is_vector(type)) return fold_scalars(self, op, type, a, b);
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    IrConst *x = ir_item_at(self->arena, a, i), *y = ir_item_at(self->arena, b, i);
    if (!x || !y || !(list->items[i] = fold_scalars(self, op, ir_item_type(type, i), x, y))) return NULL;
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

static IrConst *fold_negation(const IrFolder *self, T type, IrConst *of) {
  if (of->kind == CONST_FLOAT) {
    APFloat value = of->value;
    uint32_t sign = type_bits(type) - 1;
    value.bits[sign / 64] ^= 1ull << (sign % 64);
    return ir_make_float(self->arena, type, value);
  }
  if (of->kind == CONST_UNDEF || of->kind == CONST_POISON) return ir_make(self->arena, of->kind, type);
  if (!type_is_vector(type)) return NULL;
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    IrConst *item = ir_item_at(self->arena, of, i);
    if (!item || item->kind == CONST_ZERO || !(list->items[i] = fold_negation(self, ir_item_type(type, i), item))) return NULL;
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Parts

// `self` with `item` at the place that `path` leads to.
static IrConst *insert_at(const IrFolder *self, const IrConst *into, IrConst *item, const uint64_t *path, uint64_t depth) {
  if (!depth) return item;
  IrConst *list = ir_begin_list(self->arena, into->type);
  if (!list || path[0] >= list->count) return NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    IrConst *old = ir_item_at(self->arena, into, i);
    list->items[i] = old && i == path[0] ? insert_at(self, old, item, path + 1, depth - 1) : old;   // as deep as the type
  }
  return ir_settle(self->arena, list);
}

static IrConst *fold_positions(const IrFolder *self, const Operation *op, IrConst *const *operands, A positions) {
  uint64_t depth = ((const DenseArrayAttr *)positions)->count;
  uint64_t *path = arena_new(self->arena, uint64_t, depth + 1);
  if (!path) return NULL;
  for (uint64_t i = 0; i < depth; i++) path[i] = (uint64_t)dense_array_i64(positions, i);
  if (op_is(op, OP_LLVM_INSERTVALUE)) return insert_at(self, operands[0], operands[1], path, depth);
  IrConst *found = operands[0];
  for (uint64_t i = 0; found && i < depth; i++) found = ir_item_at(self->arena, found, path[i]);
  return found;
}

static IrConst *fold_element(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  const IrConst *index = operands[op->operand_count - 1];
  uint64_t at;
  T type = op_result_type(op, 0);
  if (index->kind == CONST_UNDEF || index->kind == CONST_POISON) return ir_make(self->arena, CONST_POISON, type);
  if (index->kind != CONST_NUMBER) return NULL;
  if (!apint_to_u64(&index->number, &at)) at = UINT64_MAX;
  uint32_t count = ir_item_count(operands[0]->type);
  if (!count) return NULL;
  if (at >= count) return ir_make(self->arena, CONST_POISON, type);
  return op_is(op, OP_LLVM_EXTRACTELEMENT) ? ir_item_at(self->arena, operands[0], at) : insert_at(self, operands[0], operands[1], &at, 1);
}

static IrConst *fold_shuffle(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  const DenseArrayAttr *mask = (const DenseArrayAttr *)op_prop_at(op, LLVM_SHUFFLEVECTOR_MASK);
  uint32_t count = ir_item_count(operands[0]->type);
  IrConst *list = count ? ir_begin_list(self->arena, op_result_type(op, 0)) : NULL;
  if (!list || list->count != mask->count) return NULL;
  for (uint32_t i = 0; i < list->count; i++) {
    int64_t at = dense_array_i64(&mask->base, i);
    list->items[i] = at < 0 || at >= 2 * (int64_t)count ? ir_make(self->arena, CONST_POISON, ir_item_type(list->type, i))
                                                       : ir_item_at(self->arena, operands[at < count ? 0 : 1], (uint64_t)at % count);
  }
  return ir_settle(self->arena, list);
}

static IrConst *fold_select(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  const IrConst *condition = operands[0];
  T type = op_result_type(op, 0);
  if (condition->kind == CONST_POISON) return ir_make(self->arena, CONST_POISON, type);
  if (condition->kind == CONST_NUMBER) return operands[apint_is_zero(&condition->number) ? 2 : 1];
  if (condition->kind == CONST_UNDEF) return operands[operands[1]->kind == CONST_UNDEF ? 1 : 2];
  if (condition->kind == CONST_ZERO) return operands[2];
  if (condition->kind != CONST_LIST) return NULL;
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    const IrConst *item = ir_item_at(self->arena, condition, i);
    if (!item || item->kind != CONST_NUMBER) return NULL;
    list->items[i] = ir_item_at(self->arena, operands[apint_is_zero(&item->number) ? 2 : 1], i);
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Addresses

// The bytes that constant indices lead over. False: not constant, or not known.
static bool offset_of(const IrFolder *self, const Operation *op, IrConst *const *operands, int64_t *out) {
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE))->type;
  uint32_t next = 1;
  int64_t sum = 0;
  for (uint64_t i = 0; i < indices->count; i++) {
    int64_t index = dense_array_i64(&indices->base, i);
    if (index == INT32_MIN) {
      const IrConst *operand = next < op->operand_count ? operands[next++] : NULL;
      if (!operand || operand->kind != CONST_NUMBER || !apint_to_i64(&operand->number, &index)) return false;
    }
    uint64_t step;
    int64_t bytes;
    if (i && llvm_is_struct(type)) {
      uint32_t count;
      const T *elements = llvm_struct_elements(type, &count);
      if (index < 0 || index >= count || !ir_layout_field(self->layout, type, (uint32_t)index, &step)) return false;
      type = elements[index];
      index = 1;
    } else {
      if (i) {
        if (!llvm_is_array(type) && !type_is_vector(type)) return false;
        type = ir_item_type(type, 0);
      }
      if (!ir_layout_size(self->layout, type, &step)) return false;
    }
    if (__builtin_mul_overflow(index, (int64_t)step, &bytes) || __builtin_add_overflow(sum, bytes, &sum)) return false;
  }
  *out = sum;
  return true;
}

// What may be read behind the address of a global; 0: not known.
static uint64_t bytes_behind(const IrFolder *self, Str name) {
  const Operation *global = map_get_str(self->symbols, name);
  uint64_t bytes;
  if (!op_is(global, OP_LLVM_MLIR_GLOBAL)) return 0;
  A linkage = op_prop_at(global, LLVM_MLIR_GLOBAL_LINKAGE);
  if (linkage && strstr(attr_text(self->ctx, linkage), "extern_weak")) return 0;
  return ir_layout_size(self->layout, ((const TypeAttr *)op_prop_at(global, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type, &bytes) ? bytes : 0;
}

static IrConst *make_offset(const IrFolder *self, T type, IrConst *base, IrConst *by, T element, uint32_t flags) {
  IrConst *made = ir_make(self->arena, CONST_OFFSET, type);
  IrConst **items = arena_new(self->arena, IrConst *, 2);
  if (!made || !items) return NULL;
  items[0] = base;
  items[1] = by;
  made->items = items;
  made->count = 2;
  made->element = element;
  made->flags = flags;
  return made;
}

// An address and a constant index whose number only the linker knows.
static IrConst *fold_far_gep(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  A given = op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS);
  if (op->operand_count != 2 || indices->count != 1 || !is_address(operands[0])) return NULL;
  if (operands[1]->kind != CONST_CAST && operands[1]->kind != CONST_BINARY) return NULL;
  return make_offset(self, op_result_type(op, 0), operands[0], operands[1], ((const TypeAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE))->type,
                     given ? (uint32_t)attr_to_i64(given) : 0);
}

static bool offset_number(const IrConst *of, int64_t *out) { return of->kind == CONST_OFFSET && of->items[1]->kind == CONST_NUMBER && apint_to_i64(&of->items[1]->number, out); }

static IrConst *fold_gep(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  T type = op_result_type(op, 0);
  IrConst *base = operands[0];
  A given = op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS);
  uint32_t flags = given ? (uint32_t)attr_to_i64(given) : 0;
  int64_t offset;
  if (!llvm_is_ptr(type)) return NULL;
  if (base->kind == CONST_POISON || base->kind == CONST_UNDEF) return ir_make(self->arena, base->kind, type);
  if (!offset_of(self, op, operands, &offset)) return fold_far_gep(self, op, operands);
  if (base->kind == CONST_NULL || (base->kind == CONST_CAST && str_is(base->text, "inttoptr") && base->items[0]->kind == CONST_NUMBER)) {
    uint64_t bits;
    int64_t address = 0;
    if (!ir_layout_bits(self->layout, type, &bits) || (base->kind == CONST_CAST && !apint_to_i64(&base->items[0]->number, &address))) return NULL;
    T word = type_integer(self->ctx, (uint32_t)bits, SIGNLESS);
    return fold_inttoptr(self, ir_make_number(self->arena, word, apint_i64(self->arena, (uint32_t)bits, address + offset)), type);
  }
  if (!offset) return is_address(base) ? base : NULL;
  int64_t before;
  if (offset_number(base, &before)) {
    offset += before;
    flags &= base->flags;
    base = base->items[0];
    if (!offset) return base;
  }
  if (!is_address(base)) return NULL;
  uint64_t behind = base->kind == CONST_GLOBAL ? bytes_behind(self, base->text) : 0;
  if (!(flags & LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS_FLAG) && offset >= 0 && behind && (uint64_t)offset <= behind) flags |= LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS;
  if (flags & (LLVM_GEP_NO_WRAP_FLAGS_NUSW | LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS_FLAG) && offset >= 0) flags |= LLVM_GEP_NO_WRAP_FLAGS_NUW;
  uint32_t bits = ir_layout_index_bits(self->layout, type);
  IrConst *by = ir_make_number(self->arena, type_integer(self->ctx, bits, SIGNLESS), apint_i64(self->arena, bits, offset));
  return make_offset(self, type, base, by, type_integer(self->ctx, 8, SIGNLESS), flags);
}

IrConst *ir_fold(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  switch (op_code(op)) {
    case OP_LLVM_INSERTVALUE: return fold_positions(self, op, operands, op_prop_at(op, LLVM_INSERTVALUE_POSITION));
    case OP_LLVM_EXTRACTVALUE: return fold_positions(self, op, operands, op_prop_at(op, LLVM_EXTRACTVALUE_POSITION));
    case OP_LLVM_INSERTELEMENT: case OP_LLVM_EXTRACTELEMENT: return fold_element(self, op, operands);
    case OP_LLVM_SHUFFLEVECTOR: return fold_shuffle(self, op, operands);
    case OP_LLVM_SELECT: return fold_select(self, op, operands);
    case OP_LLVM_GETELEMENTPTR: return fold_gep(self, op, operands);
    case OP_LLVM_FNEG: return fold_negation(self, op_result_type(op, 0), operands[0]);
    case OP_LLVM_ADD: case OP_LLVM_SUB: case OP_LLVM_MUL: case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM:
    case OP_LLVM_AND: case OP_LLVM_OR: case OP_LLVM_XOR: case OP_LLVM_SHL: case OP_LLVM_ASHR: case OP_LLVM_LSHR: case OP_LLVM_ICMP:
    case OP_LLVM_FADD: case OP_LLVM_FSUB: case OP_LLVM_FMUL: case OP_LLVM_FDIV: case OP_LLVM_FREM: case OP_LLVM_FCMP:
      return fold_arithmetic(self, op, operands[0], operands[1]);
    case OP_LLVM_TRUNC: case OP_LLVM_ZEXT: case OP_LLVM_SEXT: case OP_LLVM_SITOFP: case OP_LLVM_UITOFP: case OP_LLVM_FPTOSI: case OP_LLVM_FPTOUI:
    case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC: case OP_LLVM_INTTOPTR: case OP_LLVM_PTRTOINT: case OP_LLVM_BITCAST: case OP_LLVM_ADDRSPACECAST:
      return ir_fold_cast(self, op, operands[0], op_result_type(op, 0));
    default: return NULL;
  }
}
