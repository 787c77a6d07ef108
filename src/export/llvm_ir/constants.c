#include "export/llvm_ir/constants.h"

#include "dialects/llvm/types.h"
#include "export/llvm_ir/types.h"
#include "ops/llvm.h"

enum { MAX_ITEMS = 1 << 16, MAX_DEPTH = 64 };

// ---------------------------------------------------------------------------------------------
// Values

IrConst *ir_make(Arena *arena, ConstKind kind, T type) {
  IrConst *made = arena_new(arena, IrConst, 1);
  if (made) *made = (IrConst){.kind = kind, .type = type};
  return made;
}

IrConst *ir_make_number(Arena *arena, T type, APInt number) {
  IrConst *made = ir_make(arena, CONST_NUMBER, type);
  if (made) made->number = number;
  return made;
}

IrConst *ir_make_float(Arena *arena, T type, APFloat value) {
  IrConst *made = ir_make(arena, CONST_FLOAT, type);
  if (made) made->value = value;
  return made;
}

IrConst *ir_make_global(Arena *arena, T type, Str name) {
  IrConst *made = ir_make(arena, CONST_GLOBAL, type);
  if (made) made->text = name;
  return made;
}

IrConst *ir_make_cast(Arena *arena, T type, const char *word, IrConst *of) {
  IrConst *made = ir_make(arena, CONST_CAST, type);
  IrConst **items = arena_new(arena, IrConst *, 1);
  if (!made || !items) return NULL;
  items[0] = of;
  made->items = items;
  made->text = str_from(word);
  return made;
}

IrConst *ir_make_binary(Arena *arena, T type, const char *words, IrConst *a, IrConst *b) {
  IrConst *made = ir_make(arena, CONST_BINARY, type);
  IrConst **items = arena_new(arena, IrConst *, 2);
  if (!made || !items) return NULL;
  items[0] = a;
  items[1] = b;
  made->items = items;
  made->text = str_from(words);
  return made;
}

uint32_t ir_item_count(T type) {
  uint32_t count = 0;
  if (llvm_is_struct(type)) llvm_struct_elements(type, &count);
  else if (llvm_is_array(type)) count = ((const LLVMArrayType *)type)->count <= MAX_ITEMS ? (uint32_t)((const LLVMArrayType *)type)->count : 0;
  else if (type_is_vector(type) && type_as_shaped(type)->rank == 1 && !type_as_shaped(type)->scalable)
    count = type_as_shaped(type)->dims[0] <= MAX_ITEMS ? (uint32_t)type_as_shaped(type)->dims[0] : 0;
  return count;
}

T ir_item_type(T type, uint32_t i) {
  uint32_t count;
  if (llvm_is_struct(type)) return llvm_struct_elements(type, &count)[i];
  return llvm_is_array(type) ? ((const LLVMArrayType *)type)->element : type_as_shaped(type)->element;
}

IrConst *ir_make_zero(Arena *arena, T type) {
  if (type_as_integer(type)) return ir_make_number(arena, type, apint_u64(arena, type_bits(type), 0));
  if (type_is_float(type)) return ir_make_float(arena, type, apfloat_zero(type_float_kind(type), false));
  bool is_list = llvm_is_struct(type) || llvm_is_array(type) || type_is_vector(type);
  return ir_make(arena, is_list ? CONST_ZERO : CONST_NULL, type);
}

bool ir_is_zero(const IrConst *self) {
  if (self->kind == CONST_NUMBER) return apint_is_zero(&self->number);
  if (self->kind == CONST_FLOAT) return !self->value.bits[0] && !self->value.bits[1];
  return self->kind == CONST_ZERO || self->kind == CONST_NULL;
}

IrConst *ir_item_at(Arena *arena, const IrConst *self, uint64_t i) {
  if (i >= ir_item_count(self->type)) return NULL;
  if (self->kind == CONST_LIST) return self->items[i];
  T type = ir_item_type(self->type, (uint32_t)i);
  if (self->kind == CONST_ZERO) return ir_make_zero(arena, type);
  return self->kind == CONST_UNDEF || self->kind == CONST_POISON ? ir_make(arena, self->kind, type) : NULL;
}

IrConst *ir_begin_list(Arena *arena, T type) {
  IrConst *list = ir_make(arena, CONST_LIST, type);
  if (!list) return NULL;
  list->count = ir_item_count(type);
  list->items = arena_new(arena, IrConst *, list->count + 1u);
  if (!list->items || !list->count) return NULL;
  for (uint32_t i = 0; i < list->count; i++) list->items[i] = NULL;
  return list;
}

IrConst *ir_settle(Arena *arena, IrConst *list) {
  bool zeros = true, undefs = true, poisons = true;
  for (uint32_t i = 0; i < list->count; i++) {
    if (!list->items[i]) return NULL;
    zeros &= ir_is_zero(list->items[i]);
    undefs &= list->items[i]->kind == CONST_UNDEF;
    poisons &= list->items[i]->kind == CONST_POISON;
  }
  if (!list->count) return NULL;
  if (zeros || undefs || poisons) return ir_make(arena, zeros ? CONST_ZERO : poisons ? CONST_POISON : CONST_UNDEF, list->type);
  return list;
}

bool ir_is_late(const IrConst *self) {
  if (self->kind == CONST_BLOCK) return true;
  uint32_t count = self->kind == CONST_LIST ? self->count : self->kind == CONST_CAST ? 1 : self->kind == CONST_OFFSET || self->kind == CONST_BINARY ? 2 : 0;
  for (uint32_t i = 0; i < count; i++)
    if (ir_is_late(self->items[i])) return true;   // as deep as the type
  return false;
}

bool ir_same(const IrConst *a, const IrConst *b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->type != b->type) return false;
  switch (a->kind) {
    case CONST_NUMBER: return apint_equal(&a->number, &b->number);
    case CONST_FLOAT: return a->value.bits[0] == b->value.bits[0] && a->value.bits[1] == b->value.bits[1];
    case CONST_GLOBAL: case CONST_TEXT: return str_equal(a->text, b->text);
    case CONST_BLOCK: return a->block == b->block;
    case CONST_LIST:
      for (uint32_t i = 0; i < a->count; i++)
        if (!ir_same(a->items[i], b->items[i])) return false;   // as deep as the type
      return true;
    case CONST_OFFSET: return a->element == b->element && ir_same(a->items[0], b->items[0]) && ir_same(a->items[1], b->items[1]);
    case CONST_CAST: return str_equal(a->text, b->text) && ir_same(a->items[0], b->items[0]);
    case CONST_BINARY: return str_equal(a->text, b->text) && ir_same(a->items[0], b->items[0]) && ir_same(a->items[1], b->items[1]);
    default: return true;
  }
}

// ---------------------------------------------------------------------------------------------
// Attributes

static IrConst *of_attr(Context *ctx, T type, A value, Arena *arena, uint32_t depth);

static IrConst *of_number(T type, A value, Arena *arena) {
  APInt number = attr_int(value);
  if (!type_as_integer(type)) return NULL;
  return ir_make_number(arena, type, apint_sext_or_trunc(arena, &number, type_bits(type)));
}

// A float of a format that LLVM lacks is its bits.
static IrConst *of_float(T type, A value, Arena *arena) {
  APFloat number = attr_float_value(value);
  if (type_is_float(type)) return number.kind == type_float_kind(type) ? ir_make_float(arena, type, number) : NULL;
  if (!type_as_integer(type)) return NULL;
  uint64_t bits[2];
  apfloat_stored(number, bits);
  return ir_make_number(arena, type, apint_from_words(arena, type_bits(type), bits, 2));
}

static IrConst *of_string(T type, Str text, Arena *arena) {
  if (!llvm_is_array(type) || ((const LLVMArrayType *)type)->count != text.size || text.size > MAX_ITEMS) return NULL;
  T element = ((const LLVMArrayType *)type)->element;
  if (!type_is_int(element, 8)) return NULL;
  if (!text.size) return ir_make(arena, CONST_ZERO, type);
  IrConst *list = ir_begin_list(arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) list->items[i] = ir_make_number(arena, element, apint_u64(arena, 8, (uint8_t)text.data[i]));
  return list ? ir_settle(arena, list) : NULL;
}

static A element_attr(Context *ctx, A value, uint64_t i) {
  return attr_kind(value) == ATTR_DENSE_STRINGS ? ((const DenseStringsAttr *)value)->items[((const DenseStringsAttr *)value)->splat ? 0 : i] : dense_element_attr(ctx, value, i);
}

// The elements from `*next` on, in row-major order, as nested lists.
static IrConst *of_elements(Context *ctx, T type, A value, uint64_t *next, Arena *arena, uint32_t depth) {
  if (depth > MAX_DEPTH) return NULL;
  bool is_list = llvm_is_array(type) || type_is_vector(type);
  if (!is_list) return *next < dense_count(value) ? of_attr(ctx, type, element_attr(ctx, value, (*next)++), arena, depth + 1) : NULL;
  if (!ir_item_count(type)) return llvm_is_array(type) && !((const LLVMArrayType *)type)->count ? ir_make(arena, CONST_ZERO, type) : NULL;
  IrConst *list = ir_begin_list(arena, type);
  for (uint32_t i = 0; list && i < list->count; i++)
    if (!(list->items[i] = of_elements(ctx, ir_item_type(type, i), value, next, arena, depth + 1))) return NULL;
  return list ? ir_settle(arena, list) : NULL;
}

// A list that is zero but for some places.
static IrConst *of_sparse(Context *ctx, T type, const SparseAttr *sparse, Arena *arena, uint32_t depth) {
  uint64_t count = attr_kind(sparse->indices) == ATTR_DENSE ? dense_count(sparse->indices) : 0;
  if (type_as_shaped(sparse->type)->rank != 1 || attr_kind(sparse->values) != ATTR_DENSE) return NULL;
  IrConst *list = ir_begin_list(arena, type);
  for (uint32_t i = 0; list && i < list->count; i++) list->items[i] = ir_make_zero(arena, ir_item_type(type, i));
  for (uint64_t i = 0; list && i < count; i++) {
    int64_t at = attr_to_i64(dense_element_attr(ctx, sparse->indices, i));
    if (at < 0 || at >= list->count) return NULL;
    list->items[at] = of_attr(ctx, ir_item_type(type, (uint32_t)at), dense_element_attr(ctx, sparse->values, i), arena, depth + 1);
  }
  return list ? ir_settle(arena, list) : NULL;
}

static bool has_numbers(A value) {
  AttrKind kind = attr_kind(value);
  return kind == ATTR_DENSE || (kind == ATTR_DENSE_STRINGS && dense_count(value));
}

// Of a scalable vector only one value for all elements can be said.
static IrConst *of_scalable(Context *ctx, T type, A value, Arena *arena, uint32_t depth) {
  if (!((const DenseAttr *)value)->splat) return NULL;
  IrConst *item = of_attr(ctx, type_as_shaped(type)->element, element_attr(ctx, value, 0), arena, depth + 1);
  if (!item) return NULL;
  if (ir_is_zero(item)) return ir_make(arena, CONST_ZERO, type);
  IrConst *list = ir_make(arena, CONST_LIST, type);
  IrConst **items = arena_new(arena, IrConst *, 1);
  if (!list || !items) return NULL;
  items[0] = item;
  list->items = items;
  list->count = 1;
  return list;
}

static IrConst *of_array(Context *ctx, T type, const ArrayAttr *array, Arena *arena, uint32_t depth) {
  if (ir_item_count(type) != array->count) return NULL;
  if (!array->count) return ir_make(arena, CONST_ZERO, type);
  IrConst *list = ir_begin_list(arena, type);
  for (uint32_t i = 0; list && i < list->count; i++)
    if (!(list->items[i] = of_attr(ctx, ir_item_type(type, i), array->items[i], arena, depth + 1))) return NULL;
  return list ? ir_settle(arena, list) : NULL;
}

static IrConst *of_attr(Context *ctx, T type, A value, Arena *arena, uint32_t depth) {
  if (depth > MAX_DEPTH || !value) return NULL;
  if (attr_is(value, &llvm_undef_attr)) return ir_make(arena, CONST_UNDEF, type);
  if (attr_is(value, &llvm_poison_attr)) return ir_make(arena, CONST_POISON, type);
  if (attr_is(value, &llvm_zero_attr)) return ir_make_zero(arena, type);
  switch (attr_kind(value)) {
    case ATTR_INTEGER: return of_number(type, value, arena);
    case ATTR_FLOAT: return of_float(type, value, arena);
    case ATTR_STRING: return of_string(type, attr_str(value), arena);
    case ATTR_SYMBOL_REF: return ir_make_global(arena, type, attr_symbol_root(value));
    case ATTR_SPARSE: return of_sparse(ctx, type, (const SparseAttr *)value, arena, depth);
    case ATTR_ARRAY: return of_array(ctx, type, (const ArrayAttr *)value, arena, depth);
    case ATTR_DENSE: case ATTR_DENSE_STRINGS: {
      uint64_t next = 0;
      if (!has_numbers(value) || dense_count(value) > MAX_ITEMS) return NULL;
      if (type_is_vector(type) && type_as_shaped(type)->scalable) return attr_kind(value) == ATTR_DENSE ? of_scalable(ctx, type, value, arena, depth) : NULL;
      return of_elements(ctx, type, value, &next, arena, depth);
    }
    default: return NULL;
  }
}

IrConst *ir_const_of_attr(Context *ctx, T type, A value, Arena *arena) { return of_attr(ctx, type, value, arena, 0); }

IrConst *ir_const_of(Context *ctx, const Operation *op, Arena *arena) {
  T type = op_result_type(op, 0);
  switch (op_code(op)) {
    case OP_LLVM_MLIR_UNDEF: return ir_make(arena, CONST_UNDEF, type);
    case OP_LLVM_MLIR_POISON: return ir_make(arena, CONST_POISON, type);
    case OP_LLVM_MLIR_ZERO: case OP_LLVM_MLIR_NONE: return ir_make_zero(arena, type);
    case OP_LLVM_MLIR_CONSTANT: return ir_const_of_attr(ctx, type, op_prop_at(op, LLVM_MLIR_CONSTANT_VALUE), arena);
    case OP_LLVM_MLIR_ADDRESSOF: return ir_make_global(arena, type, attr_symbol_root(op_prop_at(op, LLVM_MLIR_ADDRESSOF_GLOBAL_NAME)));
    case OP_LLVM_DSO_LOCAL_EQUIVALENT: {
      StrBuf text;
      strbuf_init(&text, &ctx->mem);
      strbuf_lit(&text, "dso_local_equivalent ");
      ir_name(&text, '@', attr_symbol_root(op_prop_at(op, LLVM_DSO_LOCAL_EQUIVALENT_FUNCTION_NAME)));
      IrConst *made = ir_make(arena, CONST_TEXT, type);
      if (made) made->text = arena_str(arena, strbuf_view(&text));
      strbuf_free(&text);
      return made;
    }
    default: return NULL;
  }
}

// ---------------------------------------------------------------------------------------------
// Text

static bool put_typed(StrBuf *out, const IrConst *item) {
  if (!ir_type(out, item->type)) return false;
  strbuf_char(out, ' ');
  return ir_const_text(out, item);   // as deep as the type
}

// Integers of 8 bits in an array are a string.
static bool put_string(StrBuf *out, const IrConst *self) {
  if (!llvm_is_array(self->type) || !type_is_int(ir_item_type(self->type, 0), 8)) return false;
  for (uint32_t i = 0; i < self->count; i++)
    if (self->items[i]->kind != CONST_NUMBER) return false;
  strbuf_lit(out, "c\"");
  for (uint32_t i = 0; i < self->count; i++) {
    uint64_t byte;
    char c = apint_to_u64(&self->items[i]->number, &byte) ? (char)byte : 0;
    strbuf_escaped(out, (Str){&c, 1});
  }
  strbuf_char(out, '"');
  return true;
}

static bool put_list(StrBuf *out, const IrConst *self) {
  bool is_struct = llvm_is_struct(self->type), is_vector = type_is_vector(self->type), is_packed = is_struct && llvm_struct_is_packed(self->type);
  bool is_splat = is_vector && (self->items[0]->kind == CONST_NUMBER || self->items[0]->kind == CONST_FLOAT);
  if (put_string(out, self)) return true;
  for (uint32_t i = 1; i < self->count; i++) is_splat &= ir_same(self->items[0], self->items[i]);
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
  bool ok = true;
  switch (self->kind) {
    case CONST_NUMBER:
      if (self->number.width == 1) strbuf_str(out, apint_is_zero(&self->number) ? STR("false") : STR("true"));
      else apint_print(out, &self->number, true);
      return true;
    case CONST_FLOAT: return ir_float(out, self->value);
    case CONST_UNDEF: strbuf_lit(out, "undef"); return true;
    case CONST_POISON: strbuf_lit(out, "poison"); return true;
    case CONST_NULL: strbuf_str(out, llvm_is_ptr(self->type) ? STR("null") : self->type->def == &llvm_token_type ? STR("none") : STR("zeroinitializer")); return true;
    case CONST_ZERO: strbuf_lit(out, "zeroinitializer"); return true;
    case CONST_LIST: return put_list(out, self);
    case CONST_GLOBAL: ir_name(out, '@', self->text); return true;
    case CONST_OFFSET:
      strbuf_lit(out, "getelementptr ");
      ir_gep_flags(out, self->flags);
      strbuf_char(out, '(');
      ok = ir_type(out, self->element);
      strbuf_lit(out, ", ");
      ok = ok && put_typed(out, self->items[0]);
      strbuf_lit(out, ", ");
      ok = ok && put_typed(out, self->items[1]);
      strbuf_char(out, ')');
      return ok;
    case CONST_CAST:
      strbuf_printf(out, "%.*s (", STR_ARG(self->text));
      ok = put_typed(out, self->items[0]);
      strbuf_lit(out, " to ");
      ok = ok && ir_type(out, self->type);
      strbuf_char(out, ')');
      return ok;
    case CONST_BINARY:
      strbuf_printf(out, "%.*s (", STR_ARG(self->text));
      ok = put_typed(out, self->items[0]);
      strbuf_lit(out, ", ");
      ok = ok && put_typed(out, self->items[1]);
      strbuf_char(out, ')');
      return ok;
    case CONST_BLOCK:
      strbuf_lit(out, "blockaddress(");
      ir_name(out, '@', self->text);
      strbuf_printf(out, ", %%%u)", self->block->print_id);
      return true;
    case CONST_TEXT: strbuf_str(out, self->text); return true;
  }
  return false;
}
