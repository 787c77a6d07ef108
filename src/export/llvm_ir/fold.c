#include "export/llvm_ir/fold.h"

#include "dialects/llvm/types.h"
#include "ops/llvm.h"

enum { MAX_BITCAST = 1 << 16 };

static bool is_undef(const IrConst *of) { return of->kind == CONST_UNDEF || of->kind == CONST_POISON; }

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
  if ((code == OP_LLVM_SREM || code == OP_LLVM_UREM) && apint_active_bits(b) == 1) return ir_make_number(arena, type, apint_u64(arena, a->width, 0));
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

static bool has_linkage(const IrFolder *self, Str name, const char *const *words, size_t count) {
  const Operation *global = map_get_str(self->symbols, name);
  A linkage = global ? op_attr(global, "linkage") : NULL;
  const char *text = linkage ? attr_text(self->ctx, linkage) : "";
  for (size_t i = 0; i < count; i++)
    if (strstr(text, words[i])) return true;
  return !global;
}
static bool is_extern_weak(const IrFolder *self, Str name) { return has_linkage(self, name, (const char *const[]){"extern_weak"}, 1); }

// A linker may take another in its place, or give it the address of another.
static bool may_be_replaced(const IrFolder *self, Str name) {
  static const char *const words[] = {"<weak>", "<linkonce>", "<common>", "extern_weak"};
  const Operation *global = map_get_str(self->symbols, name);
  A unnamed = global ? op_attr(global, "unnamed_addr") : NULL;
  uint64_t bytes;
  if (has_linkage(self, name, words, countof(words)) || op_is(global, OP_LLVM_MLIR_ALIAS)) return true;
  if (unnamed && attr_kind(unnamed) == ATTR_INTEGER && attr_to_i64(unnamed) == 2) return true;
  if (!op_is(global, OP_LLVM_MLIR_GLOBAL)) return false;
  return !ir_layout_size(self->layout, ((const TypeAttr *)op_prop_at(global, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type, &bytes) || !bytes;
}

// Two addresses, or an address and null.
static IrConst *fold_addresses(const IrFolder *self, const Operation *op, T type, const IrConst *a, const IrConst *b) {
  uint64_t predicate = attr_to_u64(op_prop_at(op, LLVM_ICMP_PREDICATE));
  bool same = ir_same(a, b) && (a->kind == CONST_GLOBAL || a->kind == CONST_NULL);
  bool are_numbers = (is_number_as_address(a) || a->kind == CONST_NULL) && (is_number_as_address(b) || b->kind == CONST_NULL);
  if (are_numbers && (a->kind != CONST_NULL || b->kind != CONST_NULL)) {
    uint64_t bits;
    if (!ir_layout_bits(self->layout, a->type, &bits)) return NULL;
    APInt x = apint_u64(self->arena, (uint32_t)bits, 0), y = x;
    if (a->kind != CONST_NULL) x = apint_zext_or_trunc(self->arena, &a->items[0]->number, (uint32_t)bits);
    if (b->kind != CONST_NULL) y = apint_zext_or_trunc(self->arena, &b->items[0]->number, (uint32_t)bits);
    return fold_compare(self, type, predicate, &x, &y);
  }
  if (same) {
    bool holds = predicate == 0 || predicate == 3 || predicate == 5 || predicate == 7 || predicate == 9;
    return ir_make_number(self->arena, type, apint_u64(self->arena, 1, holds));
  }
  if (llvm_ptr_space(a->type)) return NULL;   // elsewhere null may be an address
  if (a->kind == CONST_GLOBAL && b->kind == CONST_GLOBAL) {
    if (predicate > 1 || may_be_replaced(self, a->text) || may_be_replaced(self, b->text)) return NULL;
    return ir_make_number(self->arena, type, apint_u64(self->arena, 1, predicate == 1));
  }
  // Nothing is below null.
  if (b->kind == CONST_NULL && (predicate == 6 || predicate == 9)) return ir_make_number(self->arena, type, apint_u64(self->arena, 1, predicate == 9));
  if (a->kind == CONST_NULL && (predicate == 8 || predicate == 7)) return ir_make_number(self->arena, type, apint_u64(self->arena, 1, predicate == 7));
  // Unsigned, an address is greater than null.
  if ((a->kind != CONST_GLOBAL || b->kind != CONST_NULL) && (b->kind != CONST_GLOBAL || a->kind != CONST_NULL)) return NULL;
  if (is_extern_weak(self, a->kind == CONST_GLOBAL ? a->text : b->text) || (predicate > 1 && predicate < 6)) return NULL;
  bool greater = predicate == 8 || predicate == 9, less = predicate == 6 || predicate == 7;
  bool holds = predicate == 1 || (a->kind == CONST_GLOBAL ? greater : less);
  return ir_make_number(self->arena, type, apint_u64(self->arena, 1, holds));
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

static IrConst *fold_items_bitcast(const IrFolder *self, const IrConst *of, T type) {
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    const IrConst *item = ir_item_at(self->arena, of, i);
    APInt bits;
    if (!item) return NULL;
    if (item->kind == CONST_UNDEF || item->kind == CONST_POISON) list->items[i] = ir_make(self->arena, item->kind, ir_item_type(type, i));
    else if (!bits_of(self, item, &bits)) return NULL;
    else list->items[i] = of_bits(self, ir_item_type(type, i), &bits);
  }
  return list ? ir_settle(self->arena, list) : NULL;
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
  if (from_count == to_count && type_is_vector(of->type) && type_is_vector(type)) return fold_items_bitcast(self, of, type);
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
    // A part of an undefined element is undefined.
    const IrConst *from = from_count > 1 && to_count > from_count ? ir_item_at(self->arena, of, i / (to_count / from_count)) : NULL;
    list->items[i] = from && is_undef(from) ? ir_make(self->arena, from->kind, ir_item_type(type, i)) : of_bits(self, ir_item_type(type, i), &piece);
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
  return ir_make_cast(self->arena, type, "inttoptr", of);
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

static bool is_number(const IrFolder *self, const IrConst *of, int64_t value) {
  if (of->kind != CONST_NUMBER) return false;
  APInt wanted = apint_i64(self->arena, of->number.width, value);
  return apint_equal(&of->number, &wanted);
}

static bool is_float(const IrConst *of, double value) {
  if (of->kind != CONST_FLOAT || apfloat_is_nan(of->value) || apfloat_is_negative(of->value) != (value < 0 || 1 / value < 0)) return false;
  return apfloat_to_double(of->value) == value && (value != 0 || apfloat_is_zero(of->value));
}

// An operation with its identity gives the other operand, whatever it is.
static IrConst *fold_identity(const IrFolder *self, uint32_t code, IrConst *a, IrConst *b) {
  switch (code) {
    case OP_LLVM_ADD: case OP_LLVM_OR: case OP_LLVM_XOR: return is_number(self, b, 0) ? a : is_number(self, a, 0) ? b : NULL;
    case OP_LLVM_MUL: return is_number(self, b, 1) ? a : is_number(self, a, 1) ? b : NULL;
    case OP_LLVM_AND: return is_number(self, b, -1) ? a : is_number(self, a, -1) ? b : NULL;
    case OP_LLVM_SUB: case OP_LLVM_SHL: case OP_LLVM_LSHR: case OP_LLVM_ASHR: return is_number(self, b, 0) ? a : NULL;
    case OP_LLVM_SDIV: case OP_LLVM_UDIV: return is_number(self, b, 1) ? a : NULL;
    case OP_LLVM_FADD: return is_float(b, -0.0) ? a : is_float(a, -0.0) ? b : NULL;
    case OP_LLVM_FMUL: return is_float(b, 1.0) ? a : is_float(a, 1.0) ? b : NULL;
    case OP_LLVM_FSUB: return is_float(b, 0.0) ? a : NULL;
    case OP_LLVM_FDIV: return is_float(b, 1.0) ? a : NULL;
    default: return NULL;
  }
}

// A number that only the linker knows, and another constant.
static uint32_t alignment_behind(const IrFolder *self, Str name) {
  const Operation *global = map_get_str(self->symbols, name);
  uint64_t bits;
  if (op_is(global, OP_LLVM_FUNC)) return 4;   // what LLVM takes it for
  if (!op_is(global, OP_LLVM_MLIR_GLOBAL)) return 1;
  A given = op_prop_at(global, LLVM_MLIR_GLOBAL_ALIGNMENT);
  T type = ((const TypeAttr *)op_prop_at(global, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type;
  if (given && attr_to_i64(given)) return (uint32_t)attr_to_i64(given);
  bool is_defined = op_prop_at(global, LLVM_MLIR_GLOBAL_VALUE) || !region_is_empty(op_region(global, 0));
  uint32_t align = ir_layout_align(self->layout, type, is_defined);
  return is_defined && align < 16 && ir_layout_bits(self->layout, type, &bits) && bits > 128 ? 16 : align;
}

// Whether the number asks for bits alone that an aligned address has not.
static bool asks_for_clear_bits(const IrFolder *self, const IrConst *address, const IrConst *mask) {
  uint64_t bits;
  if (address->kind != CONST_CAST || !str_is(address->text, "ptrtoint") || address->items[0]->kind != CONST_GLOBAL) return false;
  return mask->kind == CONST_NUMBER && apint_to_u64(&mask->number, &bits) && bits < alignment_behind(self, address->items[0]->text);
}

static IrConst *fold_address_number(const IrFolder *self, uint32_t code, T type, IrConst *a, IrConst *b) {
  bool a_is = a->kind == CONST_CAST || a->kind == CONST_BINARY, b_is = b->kind == CONST_CAST || b->kind == CONST_BINARY;
  if (!a_is && !b_is) return NULL;
  bool commutes = code == OP_LLVM_ADD || code == OP_LLVM_XOR || code == OP_LLVM_MUL || code == OP_LLVM_AND || code == OP_LLVM_OR;
  if (commutes && a->kind == CONST_NUMBER) {
    IrConst *swap = a;
    a = b;
    b = swap;
  }
  bool divides = code == OP_LLVM_SDIV || code == OP_LLVM_UDIV || code == OP_LLVM_SREM || code == OP_LLVM_UREM;
  bool shifts = code == OP_LLVM_SHL || code == OP_LLVM_LSHR || code == OP_LLVM_ASHR;
  if (divides && is_number(self, b, 0)) return ir_make(self->arena, CONST_POISON, type);
  if ((divides || shifts) && is_number(self, a, 0)) return a;
  if ((code == OP_LLVM_SREM || code == OP_LLVM_UREM) && is_number(self, b, 1)) return ir_make_zero(self->arena, type);
  if (code == OP_LLVM_AND && asks_for_clear_bits(self, a, b)) return ir_make_zero(self->arena, type);
  if ((code == OP_LLVM_MUL || code == OP_LLVM_AND) && is_number(self, b, 0)) return ir_make_zero(self->arena, type);
  if (code == OP_LLVM_OR && is_number(self, b, -1)) return b;
  switch (code) {   // flags are not kept
    case OP_LLVM_ADD: return ir_make_binary(self->arena, type, "add", a, b);
    case OP_LLVM_SUB: return ir_make_binary(self->arena, type, "sub", a, b);
    case OP_LLVM_XOR: return ir_make_binary(self->arena, type, "xor", a, b);
    default: return NULL;
  }
}

// One is undef, none is poison.
static IrConst *fold_undef_compare(const IrFolder *self, const Operation *op, T type, const IrConst *a, const IrConst *b) {
  bool is_integer = op_is(op, OP_LLVM_ICMP);
  uint64_t predicate = attr_to_u64(op_prop_at(op, is_integer ? LLVM_ICMP_PREDICATE : LLVM_FCMP_PREDICATE));
  bool both = a->kind == CONST_UNDEF && b->kind == CONST_UNDEF;
  if (is_integer && (predicate <= 1 || both)) return ir_make(self->arena, CONST_UNDEF, type);
  // Equal integers, and a float that is no number.
  bool holds = is_integer ? predicate == 3 || predicate == 5 || predicate == 7 || predicate == 9 : predicate >= 8;
  return ir_make_number(self->arena, type, apint_u64(self->arena, 1, holds));
}

static IrConst *fold_scalars(const IrFolder *self, const Operation *op, T type, IrConst *a, IrConst *b) {
  uint32_t code = op_code(op);
  bool compares = code == OP_LLVM_ICMP || code == OP_LLVM_FCMP;
  if (code == OP_LLVM_FCMP && attr_to_u64(op_prop_at(op, LLVM_FCMP_PREDICATE)) % 15 == 0)   // false, true
    return ir_make_number(self->arena, type, apint_u64(self->arena, 1, attr_to_u64(op_prop_at(op, LLVM_FCMP_PREDICATE)) == 15));
  IrConst *same = compares ? NULL : fold_identity(self, code, a, b);
  if (same) return same;
  if (a->kind == CONST_POISON || b->kind == CONST_POISON) return ir_make(self->arena, CONST_POISON, type);
  uint64_t bits;
  bool is_address_number = code == OP_LLVM_ICMP && a->kind == CONST_CAST && str_is(a->text, "ptrtoint") && ir_is_zero(b)
                           && ir_layout_bits(self->layout, a->items[0]->type, &bits) && bits == type_bits(a->type);
  if (is_address_number) return fold_addresses(self, op, type, a->items[0], ir_make_zero(self->arena, a->items[0]->type));
  bool both_are = code == OP_LLVM_ICMP && a->kind == CONST_CAST && b->kind == CONST_CAST && str_is(a->text, "ptrtoint") && str_is(b->text, "ptrtoint");
  if (both_are && a->items[0]->type == b->items[0]->type && ir_layout_bits(self->layout, a->items[0]->type, &bits) && bits == type_bits(a->type))
    return fold_addresses(self, op, type, a->items[0], b->items[0]);
  bool any_undef = a->kind == CONST_UNDEF || b->kind == CONST_UNDEF;
  if (code == OP_LLVM_ICMP && llvm_is_ptr(a->type) && !any_undef) return fold_addresses(self, op, type, a, b);
  if (any_undef) {
    if (compares) return fold_undef_compare(self, op, type, a, b);
    if (type_as_integer(type)) return fold_undef(self, code, type, a, b);
    if (!type_is_float(type)) return NULL;
    if (code == OP_LLVM_FSUB && is_float(a, -0.0)) return b;   // a negation
    return a->kind == b->kind ? a : ir_make_float(self->arena, type, apfloat_nan(type_float_kind(type), false));
  }
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
  // A comparison with an undefined vector is one answer for all.
  bool compares = op_is(op, OP_LLVM_ICMP) || op_is(op, OP_LLVM_FCMP), is_constant = op_is(op, OP_LLVM_FCMP) && attr_to_u64(op_prop_at(op, LLVM_FCMP_PREDICATE)) % 15 == 0;
  if (compares && !is_constant && (a->kind == CONST_POISON || b->kind == CONST_POISON)) return ir_make(self->arena, CONST_POISON, type);
  bool is_whole = compares && !is_constant && (a->kind == CONST_UNDEF || b->kind == CONST_UNDEF);
  IrConst *whole = is_whole ? fold_undef_compare(self, op, type_as_shaped(type)->element, a, b) : NULL;
  if (whole && whole->kind == CONST_UNDEF) return ir_make(self->arena, CONST_UNDEF, type);
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    IrConst *x = ir_item_at(self->arena, a, i), *y = ir_item_at(self->arena, b, i);
    if (whole) list->items[i] = whole;
    else if (!x || !y || !(list->items[i] = fold_scalars(self, op, ir_item_type(type, i), x, y))) return NULL;
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
  if (op_is(op, OP_LLVM_INSERTELEMENT) && operands[0]->kind == CONST_ZERO && ir_is_zero(operands[1])) return operands[0];   // wherever
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
  bool all_poison = true;
  for (uint64_t i = 0; i < mask->count; i++) all_poison &= dense_array_i64(&mask->base, i) < 0;
  if (all_poison) return ir_make(self->arena, CONST_POISON, list->type);
  for (uint32_t i = 0; i < list->count; i++) {
    int64_t at = dense_array_i64(&mask->base, i);
    list->items[i] = at < 0 || at >= 2 * (int64_t)count ? ir_make(self->arena, CONST_UNDEF, ir_item_type(list->type, i))
                                                       : ir_item_at(self->arena, operands[at < count ? 0 : 1], (uint64_t)at % count);
  }
  return ir_settle(self->arena, list);
}

// By vectors of conditions, item by item.
static IrConst *fold_vector_select(const IrFolder *self, T type, IrConst *const *operands) {
  IrConst *list = ir_begin_list(self->arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) {
    const IrConst *item = ir_item_at(self->arena, operands[0], i);
    IrConst *yes = ir_item_at(self->arena, operands[1], i), *no = ir_item_at(self->arena, operands[2], i);
    if (!item || !yes || !no) return NULL;
    if (item->kind == CONST_POISON) list->items[i] = ir_make(self->arena, CONST_POISON, ir_item_type(type, i));
    else if (ir_same(yes, no)) list->items[i] = yes;
    else if (item->kind == CONST_UNDEF) list->items[i] = is_undef(yes) ? yes : no;
    else if (item->kind == CONST_NUMBER) list->items[i] = apint_is_zero(&item->number) ? no : yes;
    else return NULL;
  }
  return list ? ir_settle(self->arena, list) : NULL;
}

static IrConst *fold_select(const IrFolder *self, const Operation *op, IrConst *const *operands) {
  const IrConst *condition = operands[0];
  T type = op_result_type(op, 0);
  if (condition->kind == CONST_POISON) return ir_make(self->arena, CONST_POISON, type);
  if (condition->kind == CONST_NUMBER) return operands[apint_is_zero(&condition->number) ? 2 : 1];
  if (condition->kind == CONST_UNDEF) return operands[is_undef(operands[1]) ? 1 : 2];
  if (condition->kind == CONST_ZERO) return operands[2];
  return condition->kind == CONST_LIST ? fold_vector_select(self, type, operands) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Addresses

// The bytes that constant indices lead over. False: not constant, or not known.
static bool offset_of(const IrFolder *self, const Operation *op, IrConst *const *operands, int64_t *out) {
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE))->type;
  uint32_t next = 1;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < indices->count; i++) {
    int64_t index = dense_array_i64(&indices->base, i);
    if (index == INT32_MIN) {
      const IrConst *operand = next < op->operand_count ? operands[next++] : NULL;
      if (!operand || operand->kind != CONST_NUMBER || !apint_to_i64(&operand->number, &index)) return false;
    }
    uint64_t step;
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
    sum += (uint64_t)index * step;   // as many bits as addresses have
  }
  uint32_t bits = ir_layout_index_bits(self->layout, op_operand_type(op, 0));
  *out = (int64_t)(sum << (64 - bits)) >> (64 - bits);
  return true;
}

// What may be read behind the address of a global; 0: not known.
static uint64_t bytes_behind(const IrFolder *self, Str name) {
  const Operation *global = map_get_str(self->symbols, name);
  uint64_t bytes;
  if (!op_is(global, OP_LLVM_MLIR_GLOBAL)) return 0;
  if (is_extern_weak(self, name)) return 0;
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
  bool none_moves = true;
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  for (uint64_t i = 0; i < indices->count; i++) none_moves &= dense_array_i64(&indices->base, i) == 0 || dense_array_i64(&indices->base, i) == INT32_MIN;
  for (uint32_t i = 1; i < op->operand_count; i++) {
    none_moves &= is_undef(operands[i]) || ir_is_zero(operands[i]);
  }
  if (none_moves) return base;
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
