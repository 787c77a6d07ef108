// Instructions. What an operation becomes is decided by its form; most are a word, flags and operands.
#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/writer.h"
#include "ops/builtin.h"

typedef enum Form {
  FORM_NONE, FORM_CONSTANT, FORM_BINARY, FORM_COMPARE, FORM_CAST, FORM_UNARY, FORM_OPERANDS, FORM_EXTRACT, FORM_INSERT, FORM_SHUFFLE, FORM_GEP,
  FORM_ALLOCA, FORM_LOAD, FORM_STORE, FORM_ATOMICRMW, FORM_CMPXCHG, FORM_FENCE, FORM_VA_ARG,
  FORM_CALL, FORM_ASM, FORM_BR, FORM_COND_BR, FORM_SWITCH, FORM_INDIRECT, FORM_INVOKE, FORM_LANDINGPAD, FORM_RESUME, FORM_RETURN, FORM_UNREACHABLE,
  FORM_INTRINSIC, FORM_DEBUG, FORM_TAG,
} Form;

static Form form_of(Writer *w, const Operation *op) {
  switch (op_code(op)) {
    case OP_LLVM_MLIR_CONSTANT: case OP_LLVM_MLIR_ZERO: case OP_LLVM_MLIR_UNDEF: case OP_LLVM_MLIR_POISON: case OP_LLVM_MLIR_ADDRESSOF: case OP_LLVM_MLIR_NONE:
    case OP_LLVM_DSO_LOCAL_EQUIVALENT: case OP_LLVM_BLOCKADDRESS: return FORM_CONSTANT;
    case OP_LLVM_ADD: case OP_LLVM_SUB: case OP_LLVM_MUL: case OP_LLVM_SDIV: case OP_LLVM_UDIV: case OP_LLVM_SREM: case OP_LLVM_UREM:
    case OP_LLVM_AND: case OP_LLVM_OR: case OP_LLVM_XOR: case OP_LLVM_SHL: case OP_LLVM_ASHR: case OP_LLVM_LSHR:
    case OP_LLVM_FADD: case OP_LLVM_FSUB: case OP_LLVM_FMUL: case OP_LLVM_FDIV: case OP_LLVM_FREM: return FORM_BINARY;
    case OP_LLVM_ICMP: case OP_LLVM_FCMP: return FORM_COMPARE;
    case OP_LLVM_BITCAST: case OP_LLVM_ADDRSPACECAST: case OP_LLVM_SEXT: case OP_LLVM_ZEXT: case OP_LLVM_TRUNC: case OP_LLVM_SITOFP: case OP_LLVM_UITOFP:
    case OP_LLVM_FPTOSI: case OP_LLVM_FPTOUI: case OP_LLVM_FPEXT: case OP_LLVM_FPTRUNC: case OP_LLVM_INTTOPTR: case OP_LLVM_PTRTOINT: return FORM_CAST;
    case OP_LLVM_FNEG: case OP_LLVM_FREEZE: return FORM_UNARY;
    case OP_LLVM_SELECT: case OP_LLVM_EXTRACTELEMENT: case OP_LLVM_INSERTELEMENT: return FORM_OPERANDS;
    case OP_LLVM_EXTRACTVALUE: return FORM_EXTRACT;
    case OP_LLVM_INSERTVALUE: return FORM_INSERT;
    case OP_LLVM_SHUFFLEVECTOR: return FORM_SHUFFLE;
    case OP_LLVM_ALLOCA: return FORM_ALLOCA;
    case OP_LLVM_LOAD: return FORM_LOAD;
    case OP_LLVM_STORE: return FORM_STORE;
    case OP_LLVM_ATOMICRMW: return FORM_ATOMICRMW;
    case OP_LLVM_CMPXCHG: return FORM_CMPXCHG;
    case OP_LLVM_FENCE: return FORM_FENCE;
    case OP_LLVM_VA_ARG: return FORM_VA_ARG;
    case OP_LLVM_GETELEMENTPTR: return FORM_GEP;
    case OP_LLVM_CALL: return FORM_CALL;
    case OP_LLVM_INLINE_ASM: return FORM_ASM;
    case OP_LLVM_BR: return FORM_BR;
    case OP_LLVM_COND_BR: return FORM_COND_BR;
    case OP_LLVM_SWITCH: return FORM_SWITCH;
    case OP_LLVM_INDIRECTBR: return FORM_INDIRECT;
    case OP_LLVM_INVOKE: return FORM_INVOKE;
    case OP_LLVM_LANDINGPAD: return FORM_LANDINGPAD;
    case OP_LLVM_RESUME: return FORM_RESUME;
    case OP_LLVM_RETURN: return FORM_RETURN;
    case OP_LLVM_UNREACHABLE: return FORM_UNREACHABLE;
    case OP_LLVM_INTR_DBG_VALUE: case OP_LLVM_INTR_DBG_DECLARE: case OP_LLVM_INTR_DBG_LABEL: return FORM_DEBUG;
    case OP_LLVM_BLOCKTAG: return FORM_TAG;
    default: return is_intrinsic(w, op) ? FORM_INTRINSIC : FORM_NONE;
  }
}

// ---------------------------------------------------------------------------------------------
// Before anything is written: constants

// The text of a constant becomes its name. False: there is no such constant.
static bool name_constant(Writer *w, Value *value, IrConst *constant) {
  w->scratch.size = 0;
  if (!constant || !ir_const_text(&w->scratch, constant)) return false;
  set_constant(w, value, constant, strbuf_view(&w->scratch));
  return true;
}

// The constant that LLVM computes in the place of an instruction on constants; false: there is none.
static bool name_folded(Writer *w, Operation *op) {
  if (op->result_count != 1 || !op->operand_count) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!constant_of(w, op_operand(op, i))) return false;
  IrConst **operands = arena_new(&w->arena, IrConst *, op->operand_count);
  for (uint32_t i = 0; operands && i < op->operand_count; i++) operands[i] = constant_of(w, op_operand(op, i));
  IrFolder folder = {w->ctx, &w->arena, &w->layout, &w->symbols};
  return operands && name_constant(w, op_result(op, 0), ir_fold(&folder, op, operands));
}

// The block that has the tag; NULL: none.
static const Block *tagged_block(const Writer *w, A address) {
  const Operation *function = map_get_str(&w->symbols, attr_symbol_root(attr_param_attr(address, 0)));
  if (!op_is(function, OP_LLVM_FUNC)) return NULL;
  region_each_block(op_region(function, 0), block) block_each_op(block, op)
    if (op_is(op, OP_LLVM_BLOCKTAG) && op_prop_at(op, LLVM_BLOCKTAG_TAG) == attr_param_attr(address, 1)) return block;
  return NULL;
}

static IrConst *block_address(Writer *w, const Operation *op) {
  A address = op_prop_at(op, LLVM_BLOCKADDRESS_BLOCK_ADDR);
  const Block *block = tagged_block(w, address);
  IrConst *made = block ? ir_make(&w->arena, CONST_BLOCK, op_result_type(op, 0)) : NULL;
  if (!made) return NULL;
  made->block = block;
  made->text = attr_symbol_root(attr_param_attr(address, 0));
  return made;
}

// An operation that is not translated: of a dialect that mlir-translate translates, by which it may be, or of another.
static bool refuse_foreign(Writer *w, const Operation *op) {
  static const char *const partly[] = {"omp", "acc", "nvvm", "ptr"}, *const whole[] = {"arm_neon", "arm_sme", "arm_sve", "gpu", "rocdl", "vcix", "xevm"};
  Str dialect = name_dialect(op_name(op));
  for (size_t i = 0; i < countof(partly); i++)
    if (str_is(dialect, partly[i])) return writer_refuse(w, op, "what mlir-translate makes of this dialect's operations");
  for (size_t i = 0; i < countof(whole); i++) {
    if (!str_is(dialect, whole[i])) continue;
    op_error_plain(w->module, op, "LLVM Translation failed for operation: %.*s", STR_ARG(op_name(op)));
    return false;
  }
  op_error_plain(w->module, op, "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: %.*s",
                 STR_ARG(op_name(op)));
  return false;
}

bool prepare_operation(Writer *w, Operation *op) {
  if (op_is(op, OP_LLVM_BLOCKADDRESS)) return name_constant(w, op_result(op, 0), block_address(w, op)) || writer_refuse(w, op, "a tag that no block has");
  switch (form_of(w, op)) {
    case FORM_CONSTANT: return name_constant(w, op_result(op, 0), ir_const_of(w->ctx, op, &w->arena)) || writer_refuse(w, op, "a constant of this type");
    case FORM_INTRINSIC: return prepare_intrinsic(w, op);
    case FORM_NONE:
      if (op_is(op, OP_BUILTIN_MODULE)) return true;   // one inside is none of LLVM's business
      if (op_is_of(w->ctx, op, &llvm_dialect)) return writer_refuse(w, op, "this operation");
      return refuse_foreign(w, op);
    default: name_folded(w, op); return true;
  }
}

// A cast to the type it has is no instruction.
static bool vanishes(const Operation *op) {
  return (op_is(op, OP_LLVM_BITCAST) || op_is(op, OP_LLVM_ADDRSPACECAST)) && op_operand_type(op, 0) == op_result_type(op, 0);
}

bool leaves_nothing(Writer *w, const Operation *op) {
  return (op->result_count && constant_of(w, op_result(op, 0))) || vanishes(op) || form_of(w, op) >= FORM_DEBUG;
}

// ---------------------------------------------------------------------------------------------
// Parts of instructions

static void put_fast_math(Writer *w, A fast) {
  uint64_t given = attr_kind(fast) == ATTR_DIALECT ? attr_param(fast, 0) : 0;
  if ((given & 127) == 127) {
    strbuf_lit(w->out, "fast ");
    return;
  }
  // In LLVM's order: what is last in MLIR's is first.
  if (given & LLVM_FASTMATH_FLAGS_REASSOC) strbuf_lit(w->out, "reassoc ");
  for (EnumCase c = {0}; enum_next(&llvm_fastmath_flags, &c);)
    if (given & (uint64_t)c.value && c.value < LLVM_FASTMATH_FLAGS_REASSOC) strbuf_printf(w->out, "%s ", c.name);
}

// Only operations on floats, vectors and lists of them have these flags.
static bool computes_floats(const Operation *op) {
  T type = op_is(op, OP_LLVM_FCMP) ? op_operand_type(op, 0) : op_result_type(op, 0);
  if (llvm_is_struct(type)) {
    uint32_t count;
    const T *fields = llvm_struct_elements(type, &count);
    for (uint32_t i = 1; i < count; i++)
      if (fields[i] != fields[0]) return false;
    if (!count || llvm_struct_name(type)) return false;
    type = fields[0];
  }
  while (llvm_is_array(type)) type = ((const LLVMArrayType *)type)->element;
  return type_is_float(type_element_or_self(type));
}

// What many operations may have, each under the same name.
enum Common { FAST_MATH, OVERFLOW, EXACT, DISJOINT, NON_NEGATIVE, TBAA, WEIGHTS, ALIAS_SCOPES, NO_ALIAS_SCOPES, ACCESS_GROUPS, LOOP_ANNOTATION,
              NONTEMPORAL, INVARIANT, INVARIANT_GROUP, DEREFERENCEABLE, ARG_ATTRS, COMMON_COUNT };
static const char *const common_names[COMMON_COUNT] = {
  "fastmathFlags", "overflowFlags", "isExact", "isDisjoint", "nonNeg", "tbaa", "branch_weights", "alias_scopes", "noalias_scopes", "access_groups",
  "loop_annotation", "nontemporal", "invariant", "invariantGroup", "dereferenceable",
  "arg_attrs",
};

// Where the operation has them among its properties, looked up once for all operations of its record; -1: nowhere.
typedef struct CommonSlots { int8_t of[COMMON_COUNT]; } CommonSlots;

static const CommonSlots *common_slots(Writer *w, const OpDef *def) {
  CommonSlots *slots = map_get(&w->common_slots, def);
  if (slots) return slots;
  slots = arena_new(&w->arena, CommonSlots, 1);
  if (!slots) return NULL;
  for (uint32_t i = 0; i < COMMON_COUNT; i++) slots->of[i] = (int8_t)op_prop_slot(def, str_from(common_names[i]));
  map_set(&w->common_slots, def, slots);
  return slots;
}

static A common_of(const CommonSlots *slots, const Operation *op, enum Common which) {
  return slots->of[which] < 0 ? NULL : op->props[slots->of[which]];
}

A arg_attrs_of(Writer *w, const Operation *op) {
  const CommonSlots *slots = op->def->attr_count ? common_slots(w, op->def) : NULL;
  return slots ? common_of(slots, op, ARG_ATTRS) : NULL;
}

void put_flags(Writer *w, const Operation *op) {
  const CommonSlots *slots = common_slots(w, op->def);
  if (!slots) return;
  A fast = common_of(slots, op, FAST_MATH), overflow = common_of(slots, op, OVERFLOW);
  if (fast && op->result_count && computes_floats(op)) put_fast_math(w, fast);
  int64_t bits = overflow && attr_kind(overflow) == ATTR_INTEGER ? attr_to_i64(overflow) : 0;
  if (bits & LLVM_INTEGER_OVERFLOW_FLAGS_NUW) strbuf_lit(w->out, "nuw ");
  if (bits & LLVM_INTEGER_OVERFLOW_FLAGS_NSW) strbuf_lit(w->out, "nsw ");
  if (common_of(slots, op, EXACT)) strbuf_lit(w->out, "exact ");
  if (common_of(slots, op, DISJOINT)) strbuf_lit(w->out, "disjoint ");
  if (common_of(slots, op, NON_NEGATIVE)) strbuf_lit(w->out, "nneg ");
}

static bool put_align(Writer *w, const Operation *op, A given, T type, bool preferred) {
  uint32_t align = given && attr_to_i64(given) ? (uint32_t)attr_to_i64(given) : ir_layout_align(&w->layout, type, preferred);
  if (!align) return writer_refuse(w, op, "the alignment of this type");
  strbuf_lit(w->out, ", align ");
  strbuf_u64(w->out, align);
  return true;
}

// Atomic accesses are aligned to their size.
static bool put_atomic_align(Writer *w, const Operation *op, A given, T type) {
  uint64_t bits;
  if (given && attr_to_i64(given)) return put_align(w, op, given, type, false);
  if (!ir_layout_bits(&w->layout, type, &bits)) return writer_refuse(w, op, "the size of this type");
  strbuf_printf(w->out, ", align %llu", (unsigned long long)((bits + 7) / 8));
  return true;
}

static void put_positions(Writer *w, A positions) {
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)positions)->count; i++) {
    strbuf_lit(w->out, ", ");
    strbuf_i64(w->out, dense_array_i64(positions, i));
  }
}

static void put_ordering(Writer *w, A scope, A ordering) {
  if (scope && attr_str(scope).size) {
    strbuf_lit(w->out, " syncscope(");
    strbuf_quoted(w->out, attr_str(scope));
    strbuf_char(w->out, ')');
  }
  if (ordering) strbuf_printf(w->out, " %s", enum_word(&llvm_atomic_ordering, ordering));
}

static bool put_operands(Writer *w, const Operation *op, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) {
    if (i > begin) strbuf_lit(w->out, ", ");
    if (!put_typed(w, op_operand(op, i))) return false;
  }
  return true;
}

static void put_label(Writer *w, Block *block) {
  strbuf_lit(w->out, "label ");
  put_block(w, block);
}

static bool put_gep(Writer *w, const Operation *op) {
  A flags = op_prop_at(op, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS), indices = op_prop_at(op, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES);
  ir_gep_flags(w->out, flags ? (uint32_t)attr_to_i64(flags) : 0);
  A element = op_prop_at(op, LLVM_GETELEMENTPTR_ELEM_TYPE);
  if (!put_type(w, ((const TypeAttr *)element)->type)) return false;
  strbuf_lit(w->out, ", ");
  bool ok = put_typed(w, op_operand(op, 0));
  uint32_t next = 1;
  for (uint64_t i = 0; ok && i < ((const DenseArrayAttr *)indices)->count; i++) {
    int64_t index = dense_array_i64(indices, i);
    strbuf_lit(w->out, ", ");
    if (index != INT32_MIN) strbuf_lit(w->out, "i32 "), strbuf_i64(w->out, index);
    else ok = next < op->operand_count && put_typed(w, op_operand(op, next++));
  }
  return ok;
}

// The mask is a constant vector of i32.
static bool put_shuffle(Writer *w, const Operation *op) {
  const DenseArrayAttr *mask = (const DenseArrayAttr *)op_prop_at(op, LLVM_SHUFFLEVECTOR_MASK);
  const ShapedType *vector = type_as_shaped(op_result_type(op, 0));
  bool ok = put_operands(w, op, 0, 2), zeros = true, poisons = true;
  for (uint64_t i = 0; i < mask->count; i++) {
    zeros &= dense_array_i64(&mask->base, i) == 0;
    poisons &= dense_array_i64(&mask->base, i) < 0;
  }
  strbuf_printf(w->out, vector->scalable ? ", <vscale x %llu x i32> " : ", <%llu x i32> ", (unsigned long long)mask->count);
  if (zeros || poisons) {
    strbuf_str(w->out, zeros ? STR("zeroinitializer") : STR("poison"));
    return ok;
  }
  strbuf_char(w->out, '<');
  for (uint64_t i = 0; i < mask->count; i++) {
    int64_t at = dense_array_i64(&mask->base, i);
    if (i) strbuf_lit(w->out, ", ");
    if (at < 0) strbuf_lit(w->out, "i32 poison");
    else strbuf_printf(w->out, "i32 %lld", (long long)at);
  }
  strbuf_char(w->out, '>');
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Calls

static bool put_parameters(Writer *w, const LLVMFuncType *type) {
  bool ok = true;
  strbuf_char(w->out, '(');
  for (uint32_t i = 0; ok && i < type->count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    ok = put_type(w, type->params[i]);
  }
  if (type->is_vararg) strbuf_str(w->out, type->count ? STR(", ...") : STR("..."));
  strbuf_char(w->out, ')');
  return ok;
}

static A item_of(A list, uint64_t i) {
  return list && attr_kind(list) == ATTR_ARRAY && i < ((const ArrayAttr *)list)->count ? ((const ArrayAttr *)list)->items[i] : NULL;
}

static bool put_result_attrs(Writer *w, const Operation *op) {
  IrAttrs attrs = {0};
  A dict = item_of(op_prop(op, "res_attrs"), 0);
  if (dict && !ir_attrs_of_parameter(w->ctx, &w->arena, dict, &attrs)) return writer_refuse(w, op, "an attribute of its result");
  for (uint32_t i = 0; i < attrs.items.count; i++) strbuf_printf(w->out, "%.*s ", STR_ARG(attrs.items.data[i].text));
  return true;
}

static bool put_call_arguments(Writer *w, const Operation *op, uint32_t begin, uint32_t end) {
  A list = op_is(op, OP_LLVM_INLINE_ASM) ? op_prop_at(op, LLVM_INLINE_ASM_OPERAND_ATTRS) : arg_attrs_of(w, op);
  // Inline assembly without a result counts the result all the same, as upstream does.
  uint32_t shift = op_is(op, OP_LLVM_INLINE_ASM) && !op->result_count ? 1 : 0;
  strbuf_char(w->out, '(');
  for (uint32_t i = begin; i < end; i++) {
    IrAttrs attrs = {0};
    A dict = item_of(list, i - begin + shift);
    if (i > begin) strbuf_lit(w->out, ", ");
    if (!put_type(w, op_operand_type(op, i))) return writer_refuse(w, op, "one of its types");
    if (dict && attr_kind(dict) == ATTR_DICT) {
      A element = attr_dict_find(dict, STR("elementtype"));   // of inline assembly
      StrBuf *text = &w->scratch;
      text->size = 0;
      strbuf_lit(text, "elementtype(");
      if (element && attr_kind(element) == ATTR_TYPE && ir_type(text, ((const TypeAttr *)element)->type)) {
        strbuf_char(text, ')');
        ir_attrs_add(&w->arena, &attrs, strbuf_view(text));
      }
      if (!ir_attrs_of_parameter(w->ctx, &w->arena, dict, &attrs)) return writer_refuse(w, op, "an attribute of its arguments");
    }
    ir_put_attrs(w->out, &attrs);
    strbuf_char(w->out, ' ');
    put_value(w, op_operand(op, i));
  }
  strbuf_char(w->out, ')');
  return true;
}

// ` [ "tag"(i32 %0) ]`, of the operands from `begin` on.
static bool put_bundles(Writer *w, const Operation *op, uint32_t begin) {
  A sizes = op_prop(op, "op_bundle_sizes"), tags = op_prop(op, "op_bundle_tags");
  uint64_t count = sizes && attr_kind(sizes) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)sizes)->count : 0;
  if (!count) return true;
  strbuf_lit(w->out, " [ ");
  for (uint64_t i = 0; i < count; i++) {
    uint32_t end = begin + (uint32_t)dense_array_i64(sizes, i);
    A tag = item_of(tags, i);
    if (i) strbuf_lit(w->out, ", ");
    strbuf_quoted(w->out, tag && attr_kind(tag) == ATTR_STRING ? attr_str(tag) : (Str){"", 0});
    strbuf_char(w->out, '(');
    if (end > op->operand_count || !put_operands(w, op, begin, end)) return writer_refuse(w, op, "one of its types");
    strbuf_char(w->out, ')');
    begin = end;
  }
  strbuf_lit(w->out, " ]");
  return true;
}

static bool has_call_attrs(Writer *w, const Operation *op, IrAttrs *out) {
  static const struct { uint32_t slot; const char *name; } units[] = {
    {LLVM_CALL_CONVERGENT, "convergent"}, {LLVM_CALL_NO_UNWIND, "nounwind"}, {LLVM_CALL_WILL_RETURN, "willreturn"}, {LLVM_CALL_NO_INLINE, "noinline"},
    {LLVM_CALL_ALWAYS_INLINE, "alwaysinline"}, {LLVM_CALL_INLINE_HINT, "inlinehint"},
  };
  switch (op_code(op)) {
    case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPEXT: case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_FPTRUNC: case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_SITOFP:
    case OP_LLVM_INTR_EXPERIMENTAL_CONSTRAINED_UITOFP: ir_attrs_add(&w->arena, out, STR("strictfp")); return true;
    case OP_LLVM_CALL: break;
    default: return false;
  }
  for (size_t i = 0; i < countof(units); i++)
    if (op_prop_at(op, units[i].slot)) ir_attrs_add(&w->arena, out, str_from(units[i].name));
  A effects = op_prop_at(op, LLVM_CALL_MEMORY_EFFECTS);
  if (effects) ir_attrs_of_memory(w->ctx, &w->arena, effects, out);
  return out->items.count != 0;
}

int call_group(Writer *w, const Operation *op) {
  IrAttrs attrs = {0};
  return has_call_attrs(w, op, &attrs) ? (int)ir_group_of(w->ctx, &w->arena, &w->groups, &attrs) : -1;
}

static void put_tail_kind(Writer *w, A kind) {
  if (number_of(kind)) put_enum_word(w, &llvm_tail_call_kind, kind);
}

// Of call and invoke: convention, result, callee, arguments, attributes and bundles.
static bool put_callee(Writer *w, const Operation *op, uint32_t argument_count) {
  A callee = op_prop(op, "callee"), variadic = op_prop(op, "var_callee_type");
  bool ok = true;
  put_calling_convention(w, op_prop(op, "CConv"));
  if (!put_result_attrs(w, op)) return false;
  if (op->result_count) ok = put_type(w, op_result_type(op, 0));
  else strbuf_lit(w->out, "void");
  strbuf_char(w->out, ' ');
  const LLVMFuncType *type = variadic && attr_kind(variadic) == ATTR_TYPE ? llvm_as_func(((const TypeAttr *)variadic)->type) : NULL;
  if (ok && type && type->is_vararg) {
    ok = put_parameters(w, type);
    strbuf_char(w->out, ' ');
  }
  if (callee) ir_name(w->out, '@', attr_symbol_root(callee));
  else put_value(w, op_operand(op, 0));
  if (!ok) return writer_refuse(w, op, "one of its types");
  if (!put_call_arguments(w, op, callee ? 0 : 1, argument_count)) return false;
  int group = call_group(w, op);
  if (group >= 0) strbuf_printf(w->out, " #%d", group);
  return true;
}

static uint32_t segment(const Operation *op, uint32_t begin, uint32_t end) {
  uint32_t sum = 0;
  Span span;
  for (uint32_t i = begin; i < end; i++)
    if (op_operand_span(op, i, &span)) sum += span_size(span);
  return sum;
}

static bool put_call(Writer *w, const Operation *op) {
  uint32_t count = segment(op, 0, 1);
  put_tail_kind(w, op_prop_at(op, LLVM_CALL_TAIL_CALL_KIND));
  strbuf_lit(w->out, "call ");
  put_flags(w, op);
  return put_callee(w, op, count) && put_bundles(w, op, count);
}

static bool put_invoke(Writer *w, const Operation *op) {
  uint32_t count = segment(op, 0, 1);
  strbuf_lit(w->out, "invoke ");
  if (!put_callee(w, op, count) || !put_bundles(w, op, segment(op, 0, 3))) return false;
  strbuf_lit(w->out, "\n          to ");
  put_label(w, op_successor(op, 0));
  strbuf_lit(w->out, " unwind ");
  put_label(w, op_successor(op, 1));
  return true;
}

static bool put_asm(Writer *w, const Operation *op) {
  bool ok = true;
  put_tail_kind(w, op_prop_at(op, LLVM_INLINE_ASM_TAIL_CALL_KIND));
  strbuf_lit(w->out, "call ");
  if (op->result_count) ok = put_type(w, op_result_type(op, 0));
  else strbuf_lit(w->out, "void");
  strbuf_lit(w->out, " asm ");
  if (op_prop_at(op, LLVM_INLINE_ASM_HAS_SIDE_EFFECTS)) strbuf_lit(w->out, "sideeffect ");
  if (op_prop_at(op, LLVM_INLINE_ASM_IS_ALIGN_STACK)) strbuf_lit(w->out, "alignstack ");
  A dialect = op_prop_at(op, LLVM_INLINE_ASM_ASM_DIALECT);
  if (dialect && attr_to_i64(dialect) == 1) strbuf_lit(w->out, "inteldialect ");
  strbuf_quoted(w->out, attr_str(op_prop_at(op, LLVM_INLINE_ASM_ASM_STRING)));
  strbuf_lit(w->out, ", ");
  strbuf_quoted(w->out, attr_str(op_prop_at(op, LLVM_INLINE_ASM_CONSTRAINTS)));
  return ok ? put_call_arguments(w, op, 0, op->operand_count) : writer_refuse(w, op, "one of its types");
}

// ---------------------------------------------------------------------------------------------
// Control flow

static bool put_switch(Writer *w, const Operation *op) {
  A values = op_prop_at(op, LLVM_SWITCH_CASE_VALUES);
  strbuf_lit(w->out, "switch ");
  if (!put_typed(w, op_operand(op, 0))) return false;
  strbuf_lit(w->out, ", ");
  put_label(w, op_successor(op, 0));
  strbuf_lit(w->out, " [");
  for (uint32_t i = 1; i < op->successor_count; i++) {
    APInt number = attr_int(dense_element_attr(w->ctx, values, i - 1));
    strbuf_printf(w->out, "\n    i%u ", number.width);
    if (number.width == 1) strbuf_str(w->out, apint_is_zero(&number) ? STR("false") : STR("true"));
    else apint_print(w->out, &number, true);
    strbuf_lit(w->out, ", ");
    put_label(w, op_successor(op, i));
  }
  strbuf_lit(w->out, "\n  ]");
  return true;
}

static bool put_indirect(Writer *w, const Operation *op) {
  strbuf_lit(w->out, "indirectbr ");
  if (!put_typed(w, op_operand(op, 0))) return false;
  strbuf_lit(w->out, ", [");
  for (uint32_t i = 0; i < op->successor_count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    put_label(w, op_successor(op, i));
  }
  strbuf_char(w->out, ']');
  return true;
}

static bool put_landingpad(Writer *w, const Operation *op) {
  bool cleanup = op_prop_at(op, LLVM_LANDINGPAD_CLEANUP) != NULL;
  strbuf_lit(w->out, "landingpad ");
  if (!put_type(w, op_result_type(op, 0))) return false;
  if (cleanup) strbuf_lit(w->out, "\n          cleanup");
  for (uint32_t i = 0; i < op->operand_count; i++) {
    strbuf_str(w->out, llvm_is_array(op_operand_type(op, i)) ? STR("\n          filter ") : STR("\n          catch "));
    if (!put_typed(w, op_operand(op, i))) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Memory

static bool put_memory(Writer *w, const Operation *op, Form form) {
  StrBuf *out = w->out;
  bool ok;
  switch (form) {
    case FORM_ALLOCA: {
      T type = ((const TypeAttr *)op_prop_at(op, LLVM_ALLOCA_ELEM_TYPE))->type;
      const Value *count = op_operand(op, 0);
      strbuf_lit(out, "alloca ");
      if (op_prop_at(op, LLVM_ALLOCA_INALLOCA)) strbuf_lit(out, "inalloca ");
      ok = ir_type(out, type);
      const IrConst *constant = constant_of(w, count);
      uint64_t number;
      bool is_one = constant && constant->kind == CONST_NUMBER && apint_to_u64(&constant->number, &number) && number == 1;
      if (!is_one || type_bits(count->type) != 32) {   // LLVM leaves out `i32 1` alone
        strbuf_lit(out, ", ");
        ok = ok && put_typed(w, count);
      }
      if (!ok) return writer_refuse(w, op, "one of its types");
      if (!put_align(w, op, op_prop_at(op, LLVM_ALLOCA_ALIGNMENT), type, true)) return false;
      if (llvm_ptr_space(op_result_type(op, 0))) strbuf_printf(out, ", addrspace(%u)", llvm_ptr_space(op_result_type(op, 0)));
      return true;
    }
    case FORM_LOAD: {
      A ordering = op_prop_at(op, LLVM_LOAD_ORDERING);
      bool is_atomic = ordering && attr_to_i64(ordering);
      strbuf_str(out, is_atomic ? STR("load atomic ") : STR("load "));
      if (op_prop_at(op, LLVM_LOAD_VOLATILE_)) strbuf_lit(out, "volatile ");
      ok = ir_type(out, op_result_type(op, 0));
      strbuf_lit(out, ", ");
      ok = ok && put_typed(w, op_operand(op, 0));
      if (!ok) return writer_refuse(w, op, "one of its types");
      if (is_atomic) put_ordering(w, op_prop_at(op, LLVM_LOAD_SYNCSCOPE), ordering);
      return put_align(w, op, op_prop_at(op, LLVM_LOAD_ALIGNMENT), op_result_type(op, 0), false);
    }
    case FORM_STORE: {
      A ordering = op_prop_at(op, LLVM_STORE_ORDERING);
      bool is_atomic = ordering && attr_to_i64(ordering);
      strbuf_str(out, is_atomic ? STR("store atomic ") : STR("store "));
      if (op_prop_at(op, LLVM_STORE_VOLATILE_)) strbuf_lit(out, "volatile ");
      if (!put_operands(w, op, 0, 2)) return writer_refuse(w, op, "one of its types");
      if (is_atomic) put_ordering(w, op_prop_at(op, LLVM_STORE_SYNCSCOPE), ordering);
      return put_align(w, op, op_prop_at(op, LLVM_STORE_ALIGNMENT), op_operand_type(op, 0), false);
    }
    case FORM_ATOMICRMW:
      strbuf_lit(out, "atomicrmw ");
      if (op_prop_at(op, LLVM_ATOMICRMW_VOLATILE_)) strbuf_lit(out, "volatile ");
      put_enum_word(w, &llvm_atomic_bin_op, op_prop_at(op, LLVM_ATOMICRMW_BIN_OP));
      if (!put_operands(w, op, 0, 2)) return writer_refuse(w, op, "one of its types");
      put_ordering(w, op_prop_at(op, LLVM_ATOMICRMW_SYNCSCOPE), op_prop_at(op, LLVM_ATOMICRMW_ORDERING));
      return put_atomic_align(w, op, op_prop_at(op, LLVM_ATOMICRMW_ALIGNMENT), op_operand_type(op, 1));
    case FORM_CMPXCHG:
      strbuf_lit(out, "cmpxchg ");
      if (op_prop_at(op, LLVM_CMPXCHG_WEAK)) strbuf_lit(out, "weak ");
      if (op_prop_at(op, LLVM_CMPXCHG_VOLATILE_)) strbuf_lit(out, "volatile ");
      if (!put_operands(w, op, 0, 3)) return writer_refuse(w, op, "one of its types");
      put_ordering(w, op_prop_at(op, LLVM_CMPXCHG_SYNCSCOPE), op_prop_at(op, LLVM_CMPXCHG_SUCCESS_ORDERING));
      put_ordering(w, NULL, op_prop_at(op, LLVM_CMPXCHG_FAILURE_ORDERING));
      return put_atomic_align(w, op, op_prop_at(op, LLVM_CMPXCHG_ALIGNMENT), op_operand_type(op, 1));
    case FORM_FENCE:
      strbuf_lit(out, "fence");
      put_ordering(w, op_prop_at(op, LLVM_FENCE_SYNCSCOPE), op_prop_at(op, LLVM_FENCE_ORDERING));
      return true;
    default:   // va_arg
      strbuf_lit(out, "va_arg ");
      ok = put_typed(w, op_operand(op, 0));
      strbuf_lit(out, ", ");
      return (ok && ir_type(out, op_result_type(op, 0))) || writer_refuse(w, op, "one of its types");
  }
}

// ---------------------------------------------------------------------------------------------
// Metadata

static IrNode *empty_node(Writer *w) { return ir_node_unique(&w->metadata, ir_node(&w->metadata, NULL, false)); }

static IrNode *number_node(Writer *w, const char *type, int64_t value) {
  IrNode *node = ir_node(&w->metadata, NULL, false);
  if (!node) return NULL;
  ir_node_number(&w->metadata, node, type, value);
  return ir_node_unique(&w->metadata, node);
}

static IrNode *location(Writer *w, const Operation *op) {
  A subprogram = w->metadata.subprogram;
  if (!subprogram && !op->loc.attr) return NULL;
  return ir_location_node(&w->metadata, loc_attr(w->module, op->loc), subprogram, NULL);
}

// Whether the record has an attribute that becomes metadata.
static bool may_have_attachments(Writer *w, const Operation *op) {
  switch (form_of(w, op)) {
    case FORM_LOAD: case FORM_STORE: case FORM_ATOMICRMW: case FORM_CMPXCHG: case FORM_CALL: case FORM_INVOKE: case FORM_BR: case FORM_COND_BR: case FORM_SWITCH:
    case FORM_INTRINSIC: return true;
    default: return op_is(op, OP_LLVM_INTTOPTR);
  }
}

// What AMD's memory promises.
static void attach_rocdl(Writer *w, Str name, IrAttachments *out) {
  static const struct { const char *given, *kind; } kinds[] = {
    {"rocdl.last_use", "amdgpu.last.use"}, {"rocdl.no_remote_memory", "amdgpu.no.remote.memory"},
    {"rocdl.no_fine_grained_memory", "amdgpu.no.fine.grained.memory"}, {"rocdl.ignore_denormal_mode", "amdgpu.ignore.denormal.mode"},
  };
  for (size_t i = 0; i < countof(kinds); i++)
    if (str_is(name, kinds[i].given)) ir_attach(&w->metadata, out, kinds[i].kind, empty_node(w));
}

void attachments_of(Writer *w, const Operation *op, IrAttachments *out) {
  IrMetadata *m = &w->metadata;
  A attr;
  IrNode *place = location(w, op);
  if (place) ir_attach(m, out, "dbg", place);
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    attach_rocdl(w, name, out);
    if (str_is(name, "llvm.mmra")) ir_attach(m, out, "mmra", ir_memory_model_node(m, op->attrs[i].value));
  }
  const CommonSlots *slots = op->def->attr_count && may_have_attachments(w, op) ? common_slots(w, op->def) : NULL;
  if (!slots) return;
  if ((attr = common_of(slots, op, TBAA)) && attr_kind(attr) == ATTR_ARRAY && ((const ArrayAttr *)attr)->count == 1)
    ir_attach(m, out, "tbaa", ir_tbaa_node(m, ((const ArrayAttr *)attr)->items[0]));
  if ((attr = common_of(slots, op, WEIGHTS))) ir_attach(m, out, "prof", ir_weights_node(m, attr));
  if ((attr = common_of(slots, op, ALIAS_SCOPES))) ir_attach(m, out, "alias.scope", ir_scopes_node(m, attr));
  if ((attr = common_of(slots, op, NO_ALIAS_SCOPES))) ir_attach(m, out, "noalias", ir_scopes_node(m, attr));
  if ((attr = common_of(slots, op, ACCESS_GROUPS))) ir_attach(m, out, "llvm.access.group", ir_access_groups_node(m, attr));
  if ((attr = common_of(slots, op, LOOP_ANNOTATION))) ir_attach(m, out, "llvm.loop", ir_loop_node(m, attr));
  if (common_of(slots, op, NONTEMPORAL)) ir_attach(m, out, "nontemporal", number_node(w, "i32", 1));
  if (common_of(slots, op, INVARIANT)) ir_attach(m, out, "invariant.load", empty_node(w));
  if (common_of(slots, op, INVARIANT_GROUP)) ir_attach(m, out, "invariant.group", empty_node(w));
  if ((attr = common_of(slots, op, DEREFERENCEABLE)) && attr_is(attr, &llvm_dereferenceable_attr))
    ir_attach(m, out, attr_param(attr, 1) ? "dereferenceable_or_null" : "dereferenceable", number_node(w, "i64", (int64_t)attr_param(attr, 0)));
}

// A record of a variable's value, place or label stands before the next instruction.
static bool put_debug_record(Writer *w, const Operation *op) {
  IrNode *at = location(w, op);
  bool ok = true, is_label = op_is(op, OP_LLVM_INTR_DBG_LABEL);
  if (!at) return true;   // LLVM has none without a place
  IrNode *about = ir_debug_node(&w->metadata, op->props[0]);
  strbuf_str(w->out, op_is(op, OP_LLVM_INTR_DBG_VALUE) ? STR("    #dbg_value(") : is_label ? STR("    #dbg_label(") : STR("    #dbg_declare("));
  if (!is_label) {
    ok = put_typed(w, op_operand(op, 0));
    strbuf_lit(w->out, ", ");
  }
  ir_put_node(w->out, about);
  strbuf_lit(w->out, ", ");
  if (!is_label) {
    A expression = op->props[1];
    if (expression) ir_put_node(w->out, ir_debug_node(&w->metadata, expression));
    else strbuf_lit(w->out, "!DIExpression()");
    strbuf_lit(w->out, ", ");
  }
  ir_put_node(w->out, at);
  strbuf_lit(w->out, ")\n");
  return ok || writer_refuse(w, op, "one of its types");
}

// ---------------------------------------------------------------------------------------------
// All

static bool put_simple(Writer *w, const Operation *op, Form form) {
  StrBuf *out = w->out;
  strbuf_str(out, name_without_dialect(op_name(op)));
  strbuf_char(out, ' ');
  bool ok = true;
  switch (form) {
    case FORM_COMPARE: {
      bool is_integer = op_is(op, OP_LLVM_ICMP);
      put_flags(w, op);
      put_enum_word(w, is_integer ? &llvm_i_cmp_predicate : &llvm_f_cmp_predicate, op_prop_at(op, is_integer ? LLVM_ICMP_PREDICATE : LLVM_FCMP_PREDICATE));
      goto binary;
    }
    case FORM_BINARY: put_flags(w, op);
    binary:
      ok = put_typed(w, op_operand(op, 0));
      strbuf_lit(out, ", ");
      put_value(w, op_operand(op, 1));
      return ok;
    case FORM_UNARY: case FORM_CAST:
      put_flags(w, op);
      ok = put_typed(w, op_operand(op, 0));
      if (form == FORM_UNARY) return ok;
      strbuf_lit(out, " to ");
      return ok && ir_type(out, op_result_type(op, 0));
    case FORM_OPERANDS: put_flags(w, op); return put_operands(w, op, 0, op->operand_count);
    case FORM_EXTRACT:
      ok = put_typed(w, op_operand(op, 0));
      put_positions(w, op_prop_at(op, LLVM_EXTRACTVALUE_POSITION));
      return ok;
    case FORM_INSERT:
      ok = put_operands(w, op, 0, 2);
      put_positions(w, op_prop_at(op, LLVM_INSERTVALUE_POSITION));
      return ok;
    case FORM_SHUFFLE: return put_shuffle(w, op);
    case FORM_GEP: return put_gep(w, op);
    case FORM_RESUME: return put_typed(w, op_operand(op, 0));
    default: out->size--; return true;   // `unreachable`
  }
}

// Only what reaches memory has promises of the memory model.
static bool may_have_memory_model(Form form) {
  switch (form) {
    case FORM_LOAD: case FORM_STORE: case FORM_ATOMICRMW: case FORM_CMPXCHG: case FORM_FENCE: case FORM_CALL: case FORM_INVOKE: case FORM_ASM: case FORM_INTRINSIC:
      return true;
    default: return false;
  }
}

static bool put_branch(Writer *w, const Operation *op) {
  bool ok = true;
  strbuf_lit(w->out, "br ");
  if (op->successor_count == 2) {
    ok = put_typed(w, op_operand(op, 0));
    strbuf_lit(w->out, ", ");
  }
  for (uint32_t i = 0; i < op->successor_count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    put_label(w, op_successor(op, i));
  }
  return ok;
}

bool put_instruction(Writer *w, Operation *op) {
  Form form = form_of(w, op);
  if (form == FORM_DEBUG) return put_debug_record(w, op);
  if (leaves_nothing(w, op)) return true;
  if (!knows_attributes(w, op)) return false;
  if (op->attr_count && !may_have_memory_model(form) && op_attr(op, "llvm.mmra")) return writer_refuse(w, op, "'llvm.mmra' of what reaches no memory");
  StrBuf *out = w->out;
  strbuf_lit(out, "  ");
  if (op->result_count && value_known(w, op_result(op, 0))) {
    put_value(w, op_result(op, 0));
    strbuf_lit(out, " = ");
  } else if (!op->result_count && loses_result(w, op)) {
    put_number(w, (uint32_t)(uintptr_t)map_get(&w->lost, op));
    strbuf_lit(out, " = ");
  }
  bool ok = true, reports = false;
  switch (form) {
    case FORM_ALLOCA: case FORM_LOAD: case FORM_STORE: case FORM_ATOMICRMW: case FORM_CMPXCHG: case FORM_FENCE: case FORM_VA_ARG:
      ok = put_memory(w, op, form); reports = true; break;
    case FORM_CALL: ok = put_call(w, op); reports = true; break;
    case FORM_INVOKE: ok = put_invoke(w, op); reports = true; break;
    case FORM_ASM: ok = put_asm(w, op); reports = true; break;
    case FORM_INTRINSIC:
      ok = put_intrinsic(w, op) && put_bundles(w, op, op_is(op, OP_LLVM_CALL_INTRINSIC) ? segment(op, 0, 1) : 1); reports = true; break;
    case FORM_SWITCH: ok = put_switch(w, op); break;
    case FORM_INDIRECT: ok = put_indirect(w, op); break;
    case FORM_LANDINGPAD: ok = put_landingpad(w, op); break;
    case FORM_BR: case FORM_COND_BR: ok = put_branch(w, op); break;
    case FORM_RETURN:
      strbuf_lit(out, "ret ");
      if (op->operand_count) ok = put_typed(w, op_operand(op, 0));
      else strbuf_lit(out, "void");
      break;
    default: ok = put_simple(w, op, form);
  }
  if (!ok) return reports ? false : writer_refuse(w, op, "one of its types");
  IrAttachments attachments = {0};
  attachments_of(w, op, &attachments);
  ir_put_attachments(out, &attachments);
  strbuf_char(out, '\n');
  return true;
}
