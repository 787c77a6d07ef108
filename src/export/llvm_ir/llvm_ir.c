// A module: its globals, then its functions, whose values are named before any is printed: a phi names values from further down.
#include "export/llvm_ir/llvm_ir.h"

#include "dialects/llvm/types.h"
#include "export/llvm_ir/fold.h"
#include "export/llvm_ir/layout.h"
#include "export/llvm_ir/types.h"
#include "ir/fold.h"
#include "ir/ir_diag.h"

typedef struct Intrinsic { Str name, declaration; } Intrinsic;

typedef struct Writer {
  Module *module;
  Context *ctx;
  Arena arena;
  StrBuf *out;
  StrBuf scratch;
  Map names;       // Value * or Block * -> Str *
  Map constants;   // Value * -> IrConst *
  VEC(Intrinsic) intrinsics;
  IrLayout layout;
} Writer;

static bool refuse(Writer *w, const Operation *op, const char *what) {
  op_error(w->module, op, "cannot be written as LLVM IR yet: %s", what);
  return false;
}

static void set_name(Writer *w, const void *thing, Str text) {
  Str *name = arena_alloc(&w->arena, sizeof *name);
  if (!name) return;
  *name = arena_str(&w->arena, text);
  map_set(&w->names, thing, name);
}
static void set_number(Writer *w, const void *thing, uint32_t number) {
  w->scratch.size = 0;
  strbuf_printf(&w->scratch, "%%%u", number);
  set_name(w, thing, strbuf_view(&w->scratch));
}
static Str name_of(const Writer *w, const void *thing) {
  const Str *name = map_get(&w->names, thing);
  return name ? *name : (Str){"", 0};
}
static bool is_constant(const Writer *w, const Value *value) {
  Str name = name_of(w, value);
  return !name.size || name.data[0] != '%';
}
static void put_value(Writer *w, const Value *value) { strbuf_str(w->out, name_of(w, value)); }
static bool put_typed(Writer *w, const Value *value) {
  if (!ir_type(w->out, value->type)) return false;
  strbuf_char(w->out, ' ');
  put_value(w, value);
  return true;
}

// What an attribute says between `<` and `>`.
static Str word_of(Writer *w, A attr) {
  Str text = str_from(attr_text(w->ctx, attr));
  const char *open = memchr(text.data, '<', text.size);
  return open && text.size ? str_slice(text, (size_t)(open - text.data) + 1, text.size - 1) : text;
}

// Whether all inherent attributes are absent, say what holds anyway, or are among `known` (bits by slot).
static bool knows_attributes(Writer *w, const Operation *op, uint64_t known) {
  // Attributes of these dialects change what is made; LLVM looks at no others.
  for (uint32_t i = 0; i < op->attr_count; i++) {
    static const char *const dialects[] = {"nvvm", "rocdl", "gpu", "xevm", "omp", "acc"};
    Str dialect = name_dialect(attr_str(op->attrs[i].name));
    for (size_t d = 0; d < countof(dialects); d++)
      if (str_is(dialect, dialects[d])) return refuse(w, op, "an attribute of another dialect");
  }
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    A attr = op->props[i];
    if (!attr || (i < 64 && known >> i & 1)) continue;
    bool counts = op_is(op, OP_LLVM_FUNC) && i == LLVM_FUNC_FUNCTION_ENTRY_COUNT;   // zero says something, as `false` does
    if (attr_kind(attr) == ATTR_INTEGER && type_bits(attr_value_type(attr)) > 1 && !counts && !attr_to_i64(attr)) continue;
    if ((attr_kind(attr) == ATTR_DENSE_ARRAY && ((const DenseArrayAttr *)attr)->count == 0)
        || (attr_kind(attr) == ATTR_ARRAY && ((const ArrayAttr *)attr)->count == 0)) continue;
    Str word = word_of(w, attr);
    if (str_is(word, "none") || str_is(word, "ccc") || str_is(word, "external")) continue;
    w->scratch.size = 0;
    strbuf_printf(&w->scratch, "its attribute '%s'", def_attr_name(op->def, i));
    strbuf_char(&w->scratch, 0);
    return refuse(w, op, w->scratch.data);
  }
  return true;
}
#define BIT(slot) (1ull << (slot))

// ---------------------------------------------------------------------------------------------
// What becomes of an operation

typedef enum Form {
  FORM_NONE, FORM_CONSTANT, FORM_BINARY, FORM_COMPARE, FORM_CAST, FORM_UNARY, FORM_SELECT, FORM_EXTRACT, FORM_INSERT, FORM_ELEMENT, FORM_ALLOCA,
  FORM_LOAD, FORM_STORE, FORM_GEP, FORM_CALL, FORM_BR, FORM_COND_BR, FORM_RETURN, FORM_UNREACHABLE, FORM_INTRINSIC,
} Form;

static Form form_of(const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_MLIR_CONSTANT: case OP_LLVM_MLIR_ZERO: case OP_LLVM_MLIR_UNDEF: case OP_LLVM_MLIR_POISON: case OP_LLVM_MLIR_ADDRESSOF: return FORM_CONSTANT;
    case OP_LLVM_ADD: case OP_LLVM_SUB: case OP_LLVM_MUL: case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM:
    case OP_LLVM_AND: case OP_LLVM_OR: case OP_LLVM_XOR: case OP_LLVM_SHL: case OP_LLVM_ASHR: case OP_LLVM_LSHR:
    case OP_LLVM_FADD: case OP_LLVM_FSUB: case OP_LLVM_FMUL: case OP_LLVM_FDIV: case OP_LLVM_FREM: return FORM_BINARY;
    case OP_LLVM_ICMP: case OP_LLVM_FCMP: return FORM_COMPARE;
    case OP_LLVM_BITCAST: case OP_LLVM_ADDRSPACECAST: case OP_LLVM_SEXT: case OP_LLVM_ZEXT: case OP_LLVM_TRUNC: case OP_LLVM_SITOFP: case OP_LLVM_UITOFP:
    case OP_LLVM_FPTOSI: case OP_LLVM_FPTOUI: case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC: case OP_LLVM_INTTOPTR: case OP_LLVM_PTRTOINT: return FORM_CAST;
    case OP_LLVM_FNEG: case OP_LLVM_FREEZE: return FORM_UNARY;
    case OP_LLVM_SELECT: return FORM_SELECT;
    case OP_LLVM_EXTRACTVALUE: return FORM_EXTRACT;
    case OP_LLVM_INSERTVALUE: return FORM_INSERT;
    case OP_LLVM_EXTRACTELEMENT: case OP_LLVM_INSERTELEMENT: return FORM_ELEMENT;
    case OP_LLVM_ALLOCA: return FORM_ALLOCA;
    case OP_LLVM_LOAD: return FORM_LOAD;
    case OP_LLVM_STORE: return FORM_STORE;
    case OP_LLVM_GETELEMENTPTR: return FORM_GEP;
    case OP_LLVM_CALL: return FORM_CALL;
    case OP_LLVM_BR: return FORM_BR;
    case OP_LLVM_COND_BR: return FORM_COND_BR;
    case OP_LLVM_RETURN: return FORM_RETURN;
    case OP_LLVM_UNREACHABLE: return FORM_UNREACHABLE;
    // Overloaded by the type of the result, which is that of the first operand; all have the same attributes.
    case OP_LLVM_INTR_SIN: case OP_LLVM_INTR_COS: case OP_LLVM_INTR_EXP: case OP_LLVM_INTR_EXP2: case OP_LLVM_INTR_LOG: case OP_LLVM_INTR_LOG2:
    case OP_LLVM_INTR_LOG10: case OP_LLVM_INTR_SQRT: case OP_LLVM_INTR_FABS: case OP_LLVM_INTR_FLOOR: case OP_LLVM_INTR_CEIL: case OP_LLVM_INTR_FMA:
    case OP_LLVM_INTR_FMULADD: case OP_LLVM_INTR_POW: case OP_LLVM_INTR_COPYSIGN: case OP_LLVM_INTR_MAXNUM: case OP_LLVM_INTR_MINNUM:
    case OP_LLVM_INTR_MAXIMUM: case OP_LLVM_INTR_MINIMUM: case OP_LLVM_INTR_SMAX: case OP_LLVM_INTR_SMIN: case OP_LLVM_INTR_UMAX: case OP_LLVM_INTR_UMIN:
    case OP_LLVM_INTR_CTPOP: return FORM_INTRINSIC;
    default: return FORM_NONE;
  }
}

// The text of a constant becomes its name. False: there is no such constant.
static bool set_constant(Writer *w, const Value *value, IrConst *constant) {
  w->scratch.size = 0;
  if (!constant || !ir_const_text(&w->scratch, constant)) return false;
  set_name(w, value, strbuf_view(&w->scratch));
  map_set(&w->constants, value, constant);
  return true;
}

static bool name_constant(Writer *w, Operation *op) {
  return set_constant(w, op_result(op, 0), ir_const_of(w->ctx, op, &w->arena)) || refuse(w, op, "a constant of this type");
}

// The constant that LLVM computes in the place of an instruction on constants; false: there is none, or it is not known.
static bool name_folded(Writer *w, const Operation *op) {
  if (op->result_count != 1 || !op->operand_count) return false;
  IrConst **operands = arena_new(&w->arena, IrConst *, op->operand_count);
  for (uint32_t i = 0; operands && i < op->operand_count; i++)
    if (!(operands[i] = map_get(&w->constants, op_operand(op, i)))) return false;
  return operands && set_constant(w, op_result(op, 0), ir_fold(op, operands, &w->arena));
}

// LLVM computes these when it makes them, so that no instruction is left.
static bool would_fold(const Writer *w, const Operation *op, Form form) {
  if (form < FORM_BINARY || form > FORM_GEP || form == FORM_ALLOCA || form == FORM_LOAD || form == FORM_STORE || op_is(op, OP_LLVM_FREEZE)) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_constant(w, op_operand(op, i))) return false;
  return true;
}

// A cast to the type it has is no instruction.
static bool would_vanish(const Operation *op) {
  return (op_is(op, OP_LLVM_BITCAST) || op_is(op, OP_LLVM_ADDRSPACECAST)) && op_operand_type(op, 0) == op_result_type(op, 0);
}

// The size of what malloc is asked for: an address behind null, as a number. False: it is none.
static bool fold_size(Writer *w, Operation *op) {
  const Operation *gep = op_is(op, OP_LLVM_PTRTOINT) ? value_def(op_operand(op, 0)) : NULL;
  if (!op_is(gep, OP_LLVM_GETELEMENTPTR) || gep->operand_count > 2 || !op_is(value_def(op_operand(gep, 0)), OP_LLVM_MLIR_ZERO)) return false;
  const DenseArrayAttr *indices = (const DenseArrayAttr *)op_prop_at(gep, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  T element = ((const TypeAttr *)op_prop_at(gep, LLVM_GETELEMENTPTR_ELEM_TYPE))->type, type = op_result_type(op, 0);
  uint32_t bytes = type_bits(element) / 8;
  if (indices->count != 1 || !bytes || bytes * 8 != type_bits(element) || bytes & (bytes - 1) || !type_is_int(type, 64)) return false;
  int64_t index = dense_array_i64(&indices->base, 0), size;
  if (gep->operand_count == 2) {
    A constant = value_constant(op_operand(gep, 1));
    if (!constant || attr_kind(constant) != ATTR_INTEGER || type_bits(op_operand_type(gep, 1)) != 64) return false;
    index = attr_to_i64(constant);
  }
  if (__builtin_mul_overflow(index, (int64_t)bytes, &size)) return false;
  w->scratch.size = 0;
  strbuf_i64(&w->scratch, size);
  set_name(w, op_result(op, 0), strbuf_view(&w->scratch));
  return true;
}

// An address that is only asked for to tell a size.
static bool is_only_size(const Writer *w, const Operation *op) {
  if (!op_is(op, OP_LLVM_GETELEMENTPTR) || !op->results[0].uses) return false;
  for (const Use *use = op->results[0].uses; use; use = use->next) {
    if (!op_is(use->owner, OP_LLVM_PTRTOINT)) return false;
    Str name = name_of(w, op_result(use->owner, 0));
    if (!name.size || name.data[0] == '%') return false;
  }
  return true;
}

// Constants are named first, so that what is left has numbers without gaps.
static bool name_constants(Writer *w, Operation *op) {
  Form form = form_of(op);
  if (form == FORM_CONSTANT) return name_constant(w, op);
  if (form != FORM_NONE) {
    if (!fold_size(w, op)) name_folded(w, op);
    return true;
  }
  if (op_is_of(w->ctx, op, &llvm_dialect)) return refuse(w, op, "this operation");
  op_error_plain(w->module, op, "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: %.*s",
                 STR_ARG(op_name(op)));
  return false;
}

static bool leaves_nothing(const Writer *w, const Operation *op) {
  return (op->result_count && name_of(w, op_result(op, 0)).size && is_constant(w, op_result(op, 0))) || is_only_size(w, op);
}

static bool name_operation(Writer *w, Operation *op, uint32_t *number) {
  if (leaves_nothing(w, op)) return true;
  if (op->result_count == 1) set_number(w, op_result(op, 0), (*number)++);
  return op->result_count <= 1 || refuse(w, op, "it has several results");
}

// ---------------------------------------------------------------------------------------------
// Instructions

static void put_flags(Writer *w, const Operation *op) {
  A fast = op_prop(op, "fastmathFlags"), overflow = op_prop(op, "overflowFlags");
  if (fast) {
    static const char *const words[] = {"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"};   // in LLVM's order
    Str given = word_of(w, fast);
    if (str_is(given, "fast")) strbuf_lit(w->out, "fast ");
    for (size_t i = 0; i < countof(words); i++) {
      size_t size = strlen(words[i]);
      for (size_t at = 0; at + size <= given.size; at++)
        if (!memcmp(given.data + at, words[i], size)) {
          strbuf_printf(w->out, "%s ", words[i]);
          break;
        }
    }
  }
  int64_t bits = overflow ? attr_kind(overflow) == ATTR_INTEGER ? attr_to_i64(overflow) : 0 : 0;
  if (bits & LLVM_INTEGER_OVERFLOW_FLAGS_NUW) strbuf_lit(w->out, "nuw ");
  if (bits & LLVM_INTEGER_OVERFLOW_FLAGS_NSW) strbuf_lit(w->out, "nsw ");
  if (op_prop(op, "isExact")) strbuf_lit(w->out, "exact ");
  if (op_prop(op, "isDisjoint")) strbuf_lit(w->out, "disjoint ");
  if (op_prop(op, "nonNeg")) strbuf_lit(w->out, "nneg ");
}

static bool put_align(Writer *w, const Operation *op, A given, T type, bool preferred) {
  uint32_t align = given && attr_to_i64(given) ? (uint32_t)attr_to_i64(given) : ir_layout_align(&w->layout, type, preferred);
  if (!align) return refuse(w, op, "the alignment of this type");
  strbuf_printf(w->out, ", align %u", align);
  return true;
}

static void put_positions(Writer *w, A positions) {
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)positions)->count; i++) {
    strbuf_lit(w->out, ", ");
    strbuf_i64(w->out, dense_array_i64(positions, i));
  }
}

static bool put_gep(Writer *w, const Operation *op) {
  A flags = op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS), indices = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  int64_t bits = flags ? attr_to_i64(flags) : 0;
  if (bits & LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS_FLAG) strbuf_lit(w->out, "inbounds ");
  else if (bits & LLVM_GEP_NO_WRAP_FLAGS_NUSW) strbuf_lit(w->out, "nusw ");
  if (bits & LLVM_GEP_NO_WRAP_FLAGS_NUW) strbuf_lit(w->out, "nuw ");
  A element = op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE);
  if (!ir_type(w->out, ((const TypeAttr *)element)->type)) return false;
  strbuf_lit(w->out, ", ");
  bool ok = put_typed(w, op_operand(op, 0));
  uint32_t next = 1;
  for (uint64_t i = 0; ok && i < ((const DenseArrayAttr *)indices)->count; i++) {
    int64_t index = dense_array_i64(indices, i);
    strbuf_lit(w->out, ", ");
    if (index != INT32_MIN) strbuf_printf(w->out, "i32 %d", (int)index);
    else ok = next < op->operand_count && put_typed(w, op_operand(op, next++));
  }
  return ok;
}

static bool put_arguments(Writer *w, const Operation *op, uint32_t begin) {
  bool ok = true;
  strbuf_char(w->out, '(');
  for (uint32_t i = begin; ok && i < op->operand_count; i++) {
    if (i > begin) strbuf_lit(w->out, ", ");
    ok = put_typed(w, op_operand(op, i));
  }
  strbuf_char(w->out, ')');
  return ok;
}

static bool put_parameters(Writer *w, const LLVMFuncType *type) {
  bool ok = true;
  strbuf_char(w->out, '(');
  for (uint32_t i = 0; ok && i < type->count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    ok = ir_type(w->out, type->params[i]);
  }
  if (type->is_vararg) strbuf_str(w->out, type->count ? STR(", ...") : STR("..."));
  strbuf_char(w->out, ')');
  return ok;
}

static bool put_call(Writer *w, const Operation *op) {
  A callee = op_prop_at(op, LLVM_CALL_CALLEE), variadic = op_prop_at(op, LLVM_CALL_VAR_CALLEE_TYPE);
  bool ok = true;
  strbuf_lit(w->out, "call ");
  put_flags(w, op);
  if (op->result_count) ok = ir_type(w->out, op_result_type(op, 0));
  else strbuf_lit(w->out, "void");
  strbuf_char(w->out, ' ');
  if (ok && variadic) {
    ok = put_parameters(w, llvm_as_func(((const TypeAttr *)variadic)->type));
    strbuf_char(w->out, ' ');
  }
  if (callee) ir_name(w->out, '@', attr_symbol_root(callee));
  else put_value(w, op_operand(op, 0));
  return ok && put_arguments(w, op, callee ? 0 : 1);
}

static bool put_intrinsic(Writer *w, const Operation *op) {
  StrBuf *text = &w->scratch;
  Str base = name_without_dialect(name_without_dialect(op_name(op)));   // "llvm.intr.sin"
  text->size = 0;
  strbuf_printf(text, "@llvm.%.*s.", STR_ARG(base));
  if (!ir_type_suffix(text, op_result_type(op, 0))) return false;
  Str name = arena_str(&w->arena, strbuf_view(text));
  bool known = false, ok = true;
  for (uint32_t i = 0; i < w->intrinsics.count; i++) known |= str_equal(w->intrinsics.data[i].name, name);
  if (!known) {
    text->size = 0;
    ok = ir_type(text, op_result_type(op, 0));
    strbuf_printf(text, " %.*s(", STR_ARG(name));
    for (uint32_t i = 0; ok && i < op->operand_count; i++) {
      if (i) strbuf_lit(text, ", ");
      ok = ir_type(text, op_operand_type(op, i));
    }
    strbuf_char(text, ')');
    vec_push(&w->arena, &w->intrinsics, (Intrinsic){name, arena_str(&w->arena, strbuf_view(text))});
  }
  strbuf_lit(w->out, "call ");
  put_flags(w, op);
  ok = ok && ir_type(w->out, op_result_type(op, 0));
  strbuf_char(w->out, ' ');
  strbuf_str(w->out, name);
  return ok && put_arguments(w, op, 0);
}

// The attributes that the form of an operation writes.
static uint64_t written(const Operation *op, Form form) {
  switch (form) {
    case FORM_BINARY: case FORM_COMPARE: case FORM_CAST: case FORM_UNARY: case FORM_SELECT: case FORM_INTRINSIC: case FORM_EXTRACT: case FORM_INSERT:
      return ~0ull;
    case FORM_ALLOCA: return BIT(LLVM_ALLOCA_ALIGNMENT) | BIT(LLVM_ALLOCA_ELEM_TYPE);
    case FORM_LOAD: return BIT(LLVM_LOAD_ALIGNMENT) | BIT(LLVM_LOAD_VOLATILE_);
    case FORM_STORE: return BIT(LLVM_STORE_ALIGNMENT) | BIT(LLVM_STORE_VOLATILE_);
    case FORM_GEP: return ~0ull;
    case FORM_CALL: return BIT(LLVM_CALL_CALLEE) | BIT(LLVM_CALL_VAR_CALLEE_TYPE) | BIT(LLVM_CALL_FASTMATH_FLAGS) | BIT(LLVM_CALL_OPERAND_SEGMENT_SIZES);
    case FORM_COND_BR: return BIT(LLVM_COND_BR_OPERAND_SEGMENT_SIZES);
    default: return op_is(op, OP_LLVM_BR) ? 0 : ~0ull;
  }
}

static bool put_instruction(Writer *w, Operation *op) {
  Form form = form_of(op);
  StrBuf *out = w->out;
  Str word = name_without_dialect(op_name(op));
  bool ok = true;
  if (leaves_nothing(w, op)) return true;
  if (would_fold(w, op, form) || would_vanish(op)) return refuse(w, op, "LLVM folds it to a constant or an operand");
  if (!knows_attributes(w, op, written(op, form))) return false;
  if (op_is(op, OP_LLVM_INTTOPTR) && op_prop(op, "dereferenceable")) return refuse(w, op, "its attribute 'dereferenceable'");
  strbuf_lit(out, "  ");
  if (op->result_count) strbuf_printf(out, "%.*s = ", STR_ARG(name_of(w, op_result(op, 0))));
  if (form != FORM_CALL && form != FORM_INTRINSIC && form != FORM_RETURN && form != FORM_BR && form != FORM_COND_BR) {
    strbuf_str(out, word);
    strbuf_char(out, ' ');
  }
  switch (form) {
    case FORM_COMPARE: {
      static const char *const integer[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
      static const char *const real[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"};
      bool is_integer = op_is(op, OP_LLVM_ICMP);
      uint64_t predicate = attr_to_u64(op_prop_at(op, is_integer ? LLVM_ICMP_PREDICATE : LLVM_FCMP_PREDICATE));
      put_flags(w, op);
      strbuf_printf(out, "%s ", is_integer ? integer[predicate % countof(integer)] : real[predicate % countof(real)]);
      goto binary;
    }
    case FORM_BINARY: put_flags(w, op);
    binary:
      ok = put_typed(w, op_operand(op, 0));
      strbuf_lit(out, ", ");
      put_value(w, op_operand(op, 1));
      break;
    case FORM_UNARY: case FORM_CAST:
      put_flags(w, op);
      ok = put_typed(w, op_operand(op, 0));
      if (form == FORM_UNARY) break;
      strbuf_lit(out, " to ");
      ok = ok && ir_type(out, op_result_type(op, 0));
      break;
    case FORM_SELECT: case FORM_ELEMENT: case FORM_STORE:
      if (form == FORM_STORE && op_prop_at(op, LLVM_STORE_VOLATILE_)) strbuf_lit(out, "volatile ");
      put_flags(w, op);
      for (uint32_t i = 0; ok && i < op->operand_count; i++) {
        if (i) strbuf_lit(out, ", ");
        ok = put_typed(w, op_operand(op, i));
      }
      if (form == FORM_STORE && ok) return put_align(w, op, op_prop_at(op, LLVM_STORE_ALIGNMENT), op_operand_type(op, 0), false) && (strbuf_char(out, '\n'), true);
      break;
    case FORM_EXTRACT:
      ok = put_typed(w, op_operand(op, 0));
      put_positions(w, op_prop_at(op, LLVM_EXTRACTVALUE_POSITION));
      break;
    case FORM_INSERT:
      ok = put_typed(w, op_operand(op, 0));
      strbuf_lit(out, ", ");
      ok = ok && put_typed(w, op_operand(op, 1));
      put_positions(w, op_prop_at(op, LLVM_INSERTVALUE_POSITION));
      break;
    case FORM_ALLOCA: {
      T type = ((const TypeAttr *)op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE))->type;
      const Value *count = op_operand(op, 0);
      ok = ir_type(out, type);
      if (!str_is(name_of(w, count), "1") || type_bits(count->type) != 32) {   // LLVM leaves out `i32 1` alone
        strbuf_lit(out, ", ");
        ok = ok && put_typed(w, count);
      }
      if (!ok) break;
      if (!put_align(w, op, op_prop_at(op, LLVM_ALLOCA_ALIGNMENT), type, true)) return false;
      if (llvm_ptr_space(op_result_type(op, 0))) strbuf_printf(out, ", addrspace(%u)", llvm_ptr_space(op_result_type(op, 0)));
      break;
    }
    case FORM_LOAD:
      if (op_prop_at(op, LLVM_LOAD_VOLATILE_)) strbuf_lit(out, "volatile ");
      ok = ir_type(out, op_result_type(op, 0));
      strbuf_lit(out, ", ");
      ok = ok && put_typed(w, op_operand(op, 0));
      if (ok && !put_align(w, op, op_prop_at(op, LLVM_LOAD_ALIGNMENT), op_result_type(op, 0), false)) return false;
      break;
    case FORM_GEP: ok = put_gep(w, op); break;
    case FORM_CALL: ok = put_call(w, op); break;
    case FORM_INTRINSIC: ok = put_intrinsic(w, op); break;
    case FORM_BR: case FORM_COND_BR:
      strbuf_lit(out, "br ");
      if (form == FORM_COND_BR) {
        if (op_successor(op, 0) == op_successor(op, 1) && op->operand_count > 1) return refuse(w, op, "both ways to one block with arguments");
        ok = put_typed(w, op_operand(op, 0));
        strbuf_lit(out, ", ");
      }
      for (uint32_t i = 0; i < op->successor_count; i++) strbuf_printf(out, "%slabel %.*s", i ? ", " : "", STR_ARG(name_of(w, op_successor(op, i))));
      break;
    case FORM_RETURN:
      strbuf_lit(out, "ret ");
      if (op->operand_count) ok = put_typed(w, op_operand(op, 0));
      else strbuf_lit(out, "void");
      break;
    default: out->size--;   // `unreachable`
  }
  strbuf_char(out, '\n');
  return ok || refuse(w, op, "one of its types");
}

// ---------------------------------------------------------------------------------------------
// Functions

// Blocks in reverse post-order, those that are not reached after all others.
static void order_blocks(Writer *w, Region *region, BlockVec *out) {
  typedef struct Visit { Block *block; uint32_t next; } Visit;
  VEC(Visit) stack = {0};
  region_each_block(region, b) b->number = 0;
  region_each_block(region, root) {
    if (root->number) continue;
    uint32_t begin = out->count;
    root->number = 1;
    vec_push(&w->arena, &stack, (Visit){root, 0});
    while (stack.count) {
      Visit *top = &stack.data[stack.count - 1];
      const Operation *last = top->block->last;
      if (!last || top->next == last->successor_count) {
        vec_push(&w->arena, out, top->block);
        stack.count--;
        continue;
      }
      Block *next = op_successor(last, top->next++);
      if (next->number) continue;
      next->number = 1;
      vec_push(&w->arena, &stack, (Visit){next, 0});
    }
    for (uint32_t a = begin, b = out->count; a + 1 < b; a++) {
      Block *swap = out->data[a];
      out->data[a] = out->data[--b];
      out->data[b] = swap;
    }
  }
}

static bool put_phis(Writer *w, Block *block) {
  for (uint32_t i = 0; i < block->arg_count; i++) {
    strbuf_printf(w->out, "  %.*s = phi ", STR_ARG(name_of(w, block->args[i])));
    if (!ir_type(w->out, block->args[i]->type)) return false;
    const char *before = " ";
    for (BlockUse *use = block->uses; use; use = use->next) {
      Span span = op_successor_operands(use->owner, (uint32_t)(use - use->owner->successors));
      strbuf_printf(w->out, "%s[ %.*s, %.*s ]", before, STR_ARG(name_of(w, op_operand(use->owner, span.begin + i))),
                    STR_ARG(name_of(w, use->owner->block)));
      before = ", ";
    }
    strbuf_char(w->out, '\n');
  }
  return true;
}

static void put_label(Writer *w, Block *block, const BlockVec *order) {
  size_t begin = w->out->size;
  Str name = name_of(w, block);
  strbuf_printf(w->out, "%.*s:", STR_ARG(str_slice(name, 1, name.size)));
  size_t size = w->out->size - begin;
  strbuf_pad(w->out, ' ', size < 50 ? 50 - size : 1);
  if (!block->uses) {
    strbuf_lit(w->out, "; No predecessors!\n");
    return;
  }
  const char *before = "; preds = ";
  for (uint32_t i = order->count; i--;) {   // uses are listed from the last one made
    const Operation *last = order->data[i]->last;
    for (uint32_t s = 0; last && s < last->successor_count; s++) {
      if (op_successor(last, s) != block) continue;
      strbuf_printf(w->out, "%s%.*s", before, STR_ARG(name_of(w, order->data[i])));
      before = ", ";
    }
  }
  strbuf_char(w->out, '\n');
}

// What no other module sees is in this one: LLVM does not say so.
static bool is_local(Writer *w, A linkage) {
  Str word = word_of(w, linkage);
  return str_is(word, "internal") || str_is(word, "private");
}

static void put_linkage(Writer *w, A linkage) {
  Str word = word_of(w, linkage);
  if (!str_is(word, "external")) strbuf_printf(w->out, "%.*s ", STR_ARG(word));
}

static bool put_function(Writer *w, Operation *op) {
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE))->type);
  if (!knows_attributes(w, op, BIT(LLVM_FUNC_SYM_NAME) | BIT(LLVM_FUNC_SYM_VISIBILITY) | BIT(LLVM_FUNC_FUNCTION_TYPE) | BIT(LLVM_FUNC_LINKAGE)
                                   | BIT(LLVM_FUNC_DSO_LOCAL)))
    return false;
  if (op->loc.attr && attr_kind(op->loc.attr) == ATTR_LOC_FUSED) return refuse(w, op, "debug information");
  Region *body = op_region(op, 0);
  bool defined = !region_is_empty(body), ok = true;
  uint32_t number = 0;
  BlockVec order = {0};
  if (defined) {
    order_blocks(w, body, &order);
    for (uint32_t i = 0; i < body->first->arg_count; i++) set_number(w, body->first->args[i], number++);
    region_each_block(body, block) block_each_op(block, o) if (!name_constants(w, o)) return false;
    region_each_block(body, block) {
      set_number(w, block, number++);
      for (uint32_t i = 0; block != body->first && i < block->arg_count; i++) set_number(w, block->args[i], number++);
      block_each_op(block, o) if (!name_operation(w, o, &number)) return false;
    }
  }
  strbuf_str(w->out, defined ? STR("\ndefine ") : STR("\ndeclare "));
  put_linkage(w, op_prop_at(op, LLVM_FUNC_LINKAGE));
  if (op_prop_at(op, LLVM_FUNC_DSO_LOCAL) && !is_local(w, op_prop_at(op, LLVM_FUNC_LINKAGE))) strbuf_lit(w->out, "dso_local ");
  ok = ir_type(w->out, type->result);
  strbuf_char(w->out, ' ');
  ir_name(w->out, '@', symbol_name(op));
  if (!defined) {
    ok = ok && put_parameters(w, type);
    strbuf_char(w->out, '\n');
    return ok || refuse(w, op, "one of its types");
  }
  strbuf_char(w->out, '(');
  for (uint32_t i = 0; ok && i < type->count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    ok = put_typed(w, body->first->args[i]);
  }
  if (type->is_vararg) strbuf_str(w->out, type->count ? STR(", ...") : STR("..."));
  strbuf_lit(w->out, ") {\n");
  region_each_block(body, block) {
    if (block != body->first) {
      strbuf_char(w->out, '\n');
      put_label(w, block, &order);
      ok = put_phis(w, block);
    }
    if (!ok) break;
    block_each_op(block, o) if (!put_instruction(w, o)) return false;
  }
  strbuf_lit(w->out, "}\n");
  return ok || refuse(w, op, "one of its types");
}

static bool put_global(Writer *w, Operation *op) {
  if (!knows_attributes(w, op, BIT(LLVM_MLIR_GLOBAL_GLOBAL_TYPE) | BIT(LLVM_MLIR_GLOBAL_CONSTANT) | BIT(LLVM_MLIR_GLOBAL_SYM_NAME) | BIT(LLVM_MLIR_GLOBAL_LINKAGE)
                                   | BIT(LLVM_MLIR_GLOBAL_DSO_LOCAL) | BIT(LLVM_MLIR_GLOBAL_VALUE) | BIT(LLVM_MLIR_GLOBAL_ALIGNMENT)
                                   | BIT(LLVM_MLIR_GLOBAL_ADDR_SPACE)))
    return false;
  T type = ((const TypeAttr *)op_prop_at(op, LLVM_MLIR_GLOBAL_GLOBAL_TYPE))->type;
  A value = op_prop_at(op, LLVM_MLIR_GLOBAL_VALUE), align = op_prop_at(op, LLVM_MLIR_GLOBAL_ALIGNMENT);
  A space = op_prop_at(op, LLVM_MLIR_GLOBAL_ADDR_SPACE), linkage = op_prop_at(op, LLVM_MLIR_GLOBAL_LINKAGE);
  const Value *made = NULL;
  if (!region_is_empty(op_region(op, 0))) {
    block_each_op(op_region(op, 0)->first, o) if (!name_constants(w, o) || (o->result_count && !leaves_nothing(w, o))) return refuse(w, o, "an initializer that is not a constant");
    const Operation *end = op_region(op, 0)->first->last;
    if (!op_is(end, OP_LLVM_RETURN) || !end->operand_count) return refuse(w, op, "its initializer");
    made = op_operand(end, 0);
  }
  ir_name(w->out, '@', symbol_name(op));
  strbuf_lit(w->out, " = ");
  if (!value && !made && str_is(word_of(w, linkage), "external")) strbuf_lit(w->out, "external ");
  put_linkage(w, linkage);
  if (op_prop_at(op, LLVM_MLIR_GLOBAL_DSO_LOCAL) && !is_local(w, linkage)) strbuf_lit(w->out, "dso_local ");
  if (space && attr_to_i64(space)) strbuf_printf(w->out, "addrspace(%d) ", (int)attr_to_i64(space));
  strbuf_str(w->out, op_prop_at(op, LLVM_MLIR_GLOBAL_CONSTANT) ? STR("constant ") : STR("global "));
  bool ok = ir_type(w->out, type);
  if (made || value) strbuf_char(w->out, ' ');
  if (made) put_value(w, made);
  else if (value) ok = ok && ir_constant(w->ctx, w->out, type, value);
  else if (str_is(word_of(w, linkage), "internal") || str_is(word_of(w, linkage), "private")) strbuf_lit(w->out, " undef");
  if (align && attr_to_i64(align)) strbuf_printf(w->out, ", align %d", (int)attr_to_i64(align));
  strbuf_char(w->out, '\n');
  return ok || refuse(w, op, "its type or its value");
}

// Debuggers of Windows read a form of their own.
static bool is_for_msvc(const Operation *module) {
  A triple = op_attr(module, "llvm.target_triple");
  Str text = triple && attr_kind(triple) == ATTR_STRING ? attr_str(triple) : (Str){"", 0}, end = STR("-windows-msvc");
  return text.size > end.size && str_equal(str_slice(text, text.size - end.size, text.size), end);
}

static bool put_string_attr(Writer *w, const char *name, const char *before) {
  A value = op_attr(w->module->op, name);
  if (value && attr_kind(value) == ATTR_STRING && attr_str(value).size) strbuf_printf(w->out, "%s = \"%.*s\"\n", before, STR_ARG(attr_str(value)));
  return true;
}

// What modules are given, and LLVM's modules have no place for, is left out, as upstream does.
static bool put_module_head(Writer *w, const Operation *op) {
  static const char *const written[] = {"llvm.data_layout", "llvm.target_triple", "dlti.dl_spec"};
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    bool is_written = false;
    for (uint32_t k = 0; k < countof(written); k++) is_written |= str_is(name, written[k]);
    if (!is_written && str_is(name_dialect(name), "llvm")) return refuse(w, op, "an attribute of the module");
  }
  if (!ir_layout_init(&w->layout, w->module, &w->arena)) return refuse(w, op, "its data layout");
  strbuf_lit(w->out, "; ModuleID = 'LLVMDialectModule'\nsource_filename = \"LLVMDialectModule\"\n");
  if (w->layout.text.size) strbuf_printf(w->out, "target datalayout = \"%.*s\"\n", STR_ARG(w->layout.text));
  return put_string_attr(w, "llvm.target_triple", "target triple");
}

static bool put_module(Writer *w) {
  Operation *module = w->module->op;
  if (module->region_count != 1 || region_is_empty(op_region(module, 0)) ) return false;
  if (!put_module_head(w, module)) return false;
  Block *body = op_region(module, 0)->first;
  bool first = true;
  block_each_op(body, op) {
    if (!op_is(op, OP_LLVM_MLIR_GLOBAL)) continue;
    if (first) strbuf_char(w->out, '\n');
    first = false;
    if (!put_global(w, op)) return false;
  }
  block_each_op(body, op) {
    if (op_is(op, OP_LLVM_FUNC) ? !put_function(w, op) : !op_is(op, OP_LLVM_MLIR_GLOBAL) && !name_constants(w, op)) return false;
  }
#define ATTRIBUTES "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)"
  for (uint32_t i = 0; i < w->intrinsics.count; i++)
    strbuf_printf(w->out, "\n; Function Attrs: " ATTRIBUTES "\ndeclare %.*s #0\n", STR_ARG(w->intrinsics.data[i].declaration));
  if (w->intrinsics.count) strbuf_lit(w->out, "\nattributes #0 = { " ATTRIBUTES " }\n");
  bool is_msvc = is_for_msvc(module);
  strbuf_str(w->out, is_msvc ? STR("\n!llvm.module.flags = !{!0, !1}\n") : STR("\n!llvm.module.flags = !{!0}\n"));
  strbuf_lit(w->out, "\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n");
  if (is_msvc) strbuf_lit(w->out, "!1 = !{i32 2, !\"CodeView\", i32 1}\n");
  return true;
}

bool export_llvm_ir(Module *module, StrBuf *out) {
  Writer w = {.module = module, .ctx = module->context, .out = out};
  size_t begin = out->size;
  arena_init(&w.arena, &module->context->mem);
  strbuf_init(&w.scratch, &module->context->mem);
  map_init(&w.names, &w.arena);
  map_init(&w.constants, &w.arena);
  bool ok = put_module(&w);
  if (!ok) out->size = begin;
  strbuf_free(&w.scratch);
  arena_free(&w.arena);
  return ok;
}
