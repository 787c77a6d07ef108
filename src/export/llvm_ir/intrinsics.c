// Operations that are calls of an intrinsic: a table says how it is named, declared and called.
#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/writer.h"

typedef IrIntrinsicRow Row;

static void set_callee(Writer *w, const Operation *op, Str text) {
  Str *name = arena_new(&w->arena, Str, 1);
  if (!name) return;
  *name = arena_str(&w->arena, text);
  map_set(&w->callees, op, name);
}
static Str callee_of(const Writer *w, const Operation *op) {
  const Str *name = map_get(&w->callees, op);
  return name ? *name : (Str){"", 0};
}

static bool is_fenced(const Row *row) { return row && !strcmp(row->parameters, "fenced"); }

bool is_intrinsic(Writer *w, const Operation *op) {
  return op_is(op, OP_LLVM_CALL_INTRINSIC) || op_is(op, OP_LLVM_INTR_ASSUME) || intrinsic_row(w, op);
}

void declare_intrinsic(Writer *w, const Operation *op, Str name, Str declaration, const char *attributes) {
  for (uint32_t i = 0; i < w->intrinsics.count; i++)
    if (str_equal(w->intrinsics.data[i].name, name)) return;
  vec_push(&w->arena, &w->intrinsics, (IrIntrinsic){arena_str(&w->arena, name), arena_str(&w->arena, declaration), str_from(attributes), op->loc.src});
}

// ---------------------------------------------------------------------------------------------
// Names

// The attribute that a letter stands for: its place, or its name where there is no record.
static A attr_at(const Operation *op, char which) {
  static const char *const names[] = {"tile_id", "tile_mask", "opcode"};
  if (op->def->attr_count) return op->props[which - 'A'];
  A attr = which == 'A' ? NULL : op_attr(op, "imm");
  for (size_t i = 0; !attr && i < countof(names); i++) attr = op_attr(op, names[i]);
  return attr;
}

static T overload_type(const Operation *op, char which) {
  if (which == 'r') return op->result_count ? op_result_type(op, 0) : NULL;
  if (which == 'x' || which == 'y') {
    uint32_t count;
    const T *fields = llvm_is_struct(op_result_type(op, 0)) ? llvm_struct_elements(op_result_type(op, 0), &count) : NULL;
    return fields && count == 2 ? fields[which - 'x'] : NULL;
  }
  if (which >= 'A') return attr_at(op, which) ? attr_value_type(attr_at(op, which)) : NULL;
  return (uint32_t)(which - '0') < op->operand_count ? op_operand_type(op, (uint32_t)(which - '0')) : NULL;
}

static bool spell_name(const Operation *op, const Row *row, StrBuf *out) {
  for (size_t i = 0; i < row->name.size; i++) {
    T kind = row->name.data[i] == '?' && op->operand_count > 1 ? op_operand_type(op, 1) : NULL;
    strbuf_char(out, !kind ? row->name.data[i] : type_is_vector(kind) ? 'v' : type_is_float(kind) ? 'f' : 'x');
  }
  for (const char *which = row->overloads; *which; which++) {
    T type = overload_type(op, *which);
    strbuf_char(out, '.');
    if (!type || !ir_type_suffix(out, type)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Arguments

typedef struct CallArgument {
  const Value *value;   // or
  A attr;               // a number
  char metadata;        // m, n, s: as the table says
  T poison;             // a value that was left out
} CallArgument;
typedef struct CallArguments { CallArgument items[16]; uint32_t count; } CallArguments;

static void add_argument(CallArguments *to, CallArgument argument) {
  if (to->count < countof(to->items)) to->items[to->count++] = argument;
}

// How many elements a vector has, of the type of the first attribute.
static A length_of(Context *ctx, const Operation *op) {
  const ShapedType *vector = type_as_shaped(op_operand_type(op, 0));
  A first = attr_at(op, 'A');
  return first && vector && vector->rank == 1 ? attr_i64(ctx, attr_value_type(first), vector->dims[0]) : NULL;
}

// False: the operation lacks one of them, which only those without a record may.
static bool add_argument_of(Context *ctx, const Operation *op, char which, CallArguments *out) {
  uint32_t operand = which == 'v' ? 1 : which == 'w' ? 2 : (uint32_t)(which - '0');
  CallArgument made = {.value = NULL};
  switch (which) {
    case 'm': case 'n': case 's': made.metadata = which; break;
    case 'i': case 'j': case 'k': made.attr = attr_i64(ctx, ctx->types.i32, which - 'i'); break;
    case 'v': case 'w':
      if (operand < op->operand_count) made.value = op_operand(op, operand);
      else made.attr = op->operand_count ? length_of(ctx, op) : NULL;
      break;
    default:
      if (which >= 'A') made.attr = attr_at(op, which);
      else if (operand < op->operand_count) made.value = op_operand(op, operand);
  }
  add_argument(out, made);
  return made.metadata || made.attr || made.value;
}

static bool arguments_of(Context *ctx, const Operation *op, const Row *row, CallArguments *out) {
  bool ok = true;
  *out = (CallArguments){.count = 0};
  if (*row->arguments) {
    for (const char *which = row->arguments; *which; which++) ok = add_argument_of(ctx, op, *which, out) && ok;
    return ok;
  }
  for (uint32_t i = 0; i < op->operand_count; i++) add_argument(out, (CallArgument){.value = op_operand(op, i)});
  bool lacks_rest = (op_is(op, OP_LLVM_INTR_MASKED_LOAD) || op_is(op, OP_LLVM_INTR_MASKED_GATHER)) && op->operand_count == 2;
  if (lacks_rest) add_argument(out, (CallArgument){.poison = op_result_type(op, 0)});
  return true;
}

static bool put_argument_type(StrBuf *out, const CallArgument *argument) {
  if (argument->metadata) return strbuf_lit(out, "metadata"), true;
  if (argument->poison) return ir_type(out, argument->poison);
  return ir_type(out, argument->value ? argument->value->type : attr_value_type(argument->attr));
}

// ---------------------------------------------------------------------------------------------
// Declarations

static Str parameter_attrs(const Row *row, uint32_t i) {
  const char *at = row->parameters;
  if (*at == '=' && (at = strchr(at, '|'))) at++;
  while (i-- && at) {
    at = strchr(at, '|');
    if (at) at++;
  }
  if (!at) return (Str){"", 0};
  const char *end = strchr(at, '|');
  return (Str){at, end ? (size_t)(end - at) : strlen(at)};
}

static bool is_lost(const Row *row) { return row && str_starts_with(str_from(row->parameters), STR("=lost")); }

bool loses_result(Writer *w, const Operation *op) { return is_lost(intrinsic_row(w, op)); }

// NULL: void.
static T called_type(const Operation *op, const Row *row) {
  if (is_lost(row)) return op->operand_count ? op_operand_type(op, 0) : NULL;
  return op->result_count && !op_is(op, OP_LLVM_INTR_CORO_END) ? op_result_type(op, 0) : NULL;
}

// `range(i8 -1, 2) i8 @llvm.scmp.i8.i32(`
static bool put_declared_result(StrBuf *out, const Operation *op, const Row *row, Str name) {
  const char *attrs = *row->parameters == '=' ? row->parameters + 1 : "", *end = strchr(attrs, '|');
  T type = called_type(op, row);
  if (*attrs && !type) return false;
  if (!str_starts_with(name, STR("llvm.")) && (!type || !type_is_int(type, 64))) return false;   // a library's function gives an i64
  if (!strcmp(attrs, "range")) strbuf_printf(out, "range(i%u -1, 2) ", type_bits(type_element_or_self(type)));
  else if (*attrs && !is_lost(row)) strbuf_printf(out, "%.*s ", (int)(end ? end - attrs : (ptrdiff_t)strlen(attrs)), attrs);
  bool ok = true;
  if (type) ok = ir_type(out, type);
  else strbuf_lit(out, "void");
  strbuf_printf(out, " @%.*s(", STR_ARG(name));
  return ok;
}

static bool prepare_row(Writer *w, const Operation *op, const Row *row) {
  CallArguments arguments;
  StrBuf *text = &w->scratch;
  text->size = 0;
  if (!spell_name(op, row, text)) return false;
  Str name = arena_str(&w->arena, strbuf_view(text));
  text->size = 0;
  bool ok = put_declared_result(text, op, row, name) && arguments_of(w->ctx, op, row, &arguments);
  for (uint32_t i = 0; ok && i < arguments.count; i++) {
    if (i) strbuf_lit(text, ", ");
    ok = put_argument_type(text, &arguments.items[i]);
    Str attrs = parameter_attrs(row, i);
    bool is_free = str_is(attrs, "free");
    if (arguments.items[i].attr && !is_free && row->attributes[0]) strbuf_lit(text, " immarg");
    if (attrs.size && !is_free) strbuf_printf(text, " %.*s", STR_ARG(attrs));
    if (str_is(attrs, "immarg") && !constant_of(w, arguments.items[i].value)) return writer_refuse(w, op, "an operand that has to be a constant");
  }
  strbuf_char(text, ')');
  if (!ok) return false;
  declare_intrinsic(w, op, name, strbuf_view(text), row->attributes);
  set_callee(w, op, name);
  return true;
}

// Where the arguments stand that the letters of a row speak of.
static T named_overload(const Operation *op, const Row *row, char which) {
  const char *at = which == 'r' || which == 'x' || which == 'y' ? NULL : strchr(row->arguments, which);
  return overload_type(op, at ? (char)('0' + (at - row->arguments)) : which);
}

// llvm.call_intrinsic: all arguments are operands.
static bool prepare_by_name(Writer *w, const Operation *op) {
  Str given = attr_str(op_prop_at(op, LLVM_CALL_INTRINSIC_INTRIN));
  StrBuf *text = &w->scratch;
  Span arguments = {0, 0};
  const Row *row = intrinsic_row_named(w, given);
  bool ok = true;
  text->size = 0;
  if (str_is(given, "llvm.localescape")) {
    declare_intrinsic(w, op, given, STR("void @llvm.localescape(...)"), intrinsic_class('f'));
    set_callee(w, op, given);
    return true;
  }
  if (!row || !op_operand_span(op, 0, &arguments)) return writer_refuse(w, op, "an intrinsic of this name");
  strbuf_str(text, str_slice(given, 0, row->name.size));
  for (const char *which = row->overloads; ok && *which; which++) {
    T type = named_overload(op, row, *which);
    strbuf_char(text, '.');
    ok = type && ir_type_suffix(text, type);
  }
  Str name = arena_str(&w->arena, strbuf_view(text));
  text->size = 0;
  ok = ok && put_declared_result(text, op, row, name);
  for (uint32_t i = arguments.begin; ok && i < arguments.end; i++) {
    Str attrs = parameter_attrs(row, i);
    bool is_attr = i < strlen(row->arguments) && row->arguments[i] >= 'A' && row->arguments[i] <= 'Z', is_free = str_is(attrs, "free");
    if (i) strbuf_lit(text, ", ");
    ok = ir_type(text, op_operand_type(op, i));
    if (is_attr && !is_free) strbuf_lit(text, " immarg");
    if (attrs.size && !is_free) strbuf_printf(text, " %.*s", STR_ARG(attrs));
    if (((is_attr && !is_free) || str_is(attrs, "immarg")) && !constant_of(w, op_operand(op, i)))
      return writer_refuse(w, op, "an operand that has to be a constant");
  }
  strbuf_char(text, ')');
  if (!ok) return writer_refuse(w, op, "an intrinsic of this name with these types");
  declare_intrinsic(w, op, name, strbuf_view(text), row->attributes);
  set_callee(w, op, name);
  return true;
}

bool prepare_intrinsic(Writer *w, const Operation *op) {
  const Row *row = intrinsic_row(w, op);
  if (op_is(op, OP_LLVM_INTR_ASSUME)) {
    declare_intrinsic(w, op, STR("llvm.assume"), STR("void @llvm.assume(i1 noundef)"), intrinsic_class('w'));
    set_callee(w, op, STR("llvm.assume"));
    return true;
  }
  if (op_is(op, OP_LLVM_CALL_INTRINSIC)) return prepare_by_name(w, op);
  return prepare_row(w, op, row) || writer_refuse(w, op, "one of its types");
}

// ---------------------------------------------------------------------------------------------
// Calls

static bool put_metadata_argument(Writer *w, const Operation *op, char which) {
  if (which == 's') {
    strbuf_lit(w->out, "metadata ");
    IrNode *node = ir_scopes_node(&w->metadata, attr_array(w->ctx, &op->props[0], 1));
    ir_put_node(w->out, node);
    return true;
  }
  if (which == 'm') strbuf_printf(w->out, "metadata !\"round.%s\"", enum_word(&llvm_rounding_mode, op_prop(op, "roundingmode")));
  else strbuf_printf(w->out, "metadata !\"fpexcept.%s\"", enum_word(&llvm_fp_exception_behavior, op_prop(op, "fpExceptionBehavior")));
  return true;
}

// The parameter that an `alignment` speaks of.
static uint32_t aligned_argument(const Operation *op) {
  return op_is(op, OP_LLVM_INTR_MASKED_STORE) || op_is(op, OP_LLVM_INTR_MASKED_SCATTER) ? 1 : 0;
}

static bool put_argument(Writer *w, const Operation *op, const CallArgument *argument, uint32_t i, const IrAttrs *attrs) {
  if (argument->metadata) return put_metadata_argument(w, op, argument->metadata);
  bool ok = put_argument_type(w->out, argument);
  A alignment = op_prop(op, "alignment");
  // Of a matrix in memory it is that of its elements.
  bool is_matrix = op_is(op, OP_LLVM_INTR_MATRIX_COLUMN_MAJOR_LOAD) || op_is(op, OP_LLVM_INTR_MATRIX_COLUMN_MAJOR_STORE);
  if (is_matrix && argument->value && llvm_is_ptr(argument->value->type)) {
    T matrix = op->result_count ? op_result_type(op, 0) : op_operand_type(op, 0);
    strbuf_printf(w->out, " align %u", ir_layout_align(&w->layout, type_element_or_self(matrix), false));
  }
  if (alignment && i == aligned_argument(op)) strbuf_printf(w->out, " align %u", (unsigned)attr_to_u64(alignment));
  ir_put_attrs(w->out, attrs);
  strbuf_char(w->out, ' ');
  if (argument->poison) strbuf_lit(w->out, "poison");
  else if (argument->value) put_value(w, argument->value);
  else ok = ok && ir_const_text(w->out, ir_const_of_attr(w->ctx, attr_value_type(argument->attr), argument->attr, &w->arena));
  return ok;
}

// What stands before and behind an intrinsic that is fenced, each a line with the metadata of the operation.
static void put_fenced(Writer *w, const Operation *op, const char *before, const char *behind) {
  IrAttachments attachments = {0};
  attachments_of(w, op, &attachments);
  strbuf_str(w->out, str_from(before));
  ir_put_attachments(w->out, &attachments);
  strbuf_str(w->out, str_from(behind));
}

bool put_intrinsic(Writer *w, const Operation *op) {
  const Row *row = intrinsic_row(w, op);
  CallArguments arguments = {.count = 0};
  bool ok = true;
  A arg_attrs = op_prop(op, "arg_attrs"), res_attrs = op_prop(op, "res_attrs"), range = row && !op_is_of(w->ctx, op, &llvm_dialect) ? op_attr(op, "range") : NULL;
  if (is_fenced(row)) put_fenced(w, op, "fence syncscope(\"workgroup\") release", "\n  ");
  strbuf_lit(w->out, "call ");
  put_flags(w, op);
  if (res_attrs && attr_kind(res_attrs) == ATTR_ARRAY && ((const ArrayAttr *)res_attrs)->count) {
    IrAttrs attrs = {0};
    if (!ir_attrs_of_parameter(w->ctx, &w->arena, ((const ArrayAttr *)res_attrs)->items[0], &attrs)) return writer_refuse(w, op, "an attribute of its result");
    for (uint32_t i = 0; i < attrs.items.count; i++) strbuf_printf(w->out, "%.*s ", STR_ARG(attrs.items.data[i].text));
  }
  if (range && attr_is(range, &llvm_constant_range_attr)) {
    IrAttrs attrs = {0};
    ir_attrs_of_range(&w->arena, range, &attrs);
    strbuf_printf(w->out, "%.*s ", STR_ARG(attrs.items.data[0].text));
  }
  T type = called_type(op, row);
  if (type) ok = put_type(w, type);
  else strbuf_lit(w->out, "void");
  if (str_is(callee_of(w, op), "llvm.localescape")) strbuf_lit(w->out, " (...)");
  strbuf_printf(w->out, " @%.*s(", STR_ARG(callee_of(w, op)));
  Span span;
  if (op_is(op, OP_LLVM_CALL_INTRINSIC) && op_operand_span(op, 0, &span))
    for (uint32_t i = span.begin; i < span.end; i++) add_argument(&arguments, (CallArgument){.value = op_operand(op, i)});
  else if (row) ok = arguments_of(w->ctx, op, row, &arguments) && ok;
  else add_argument(&arguments, (CallArgument){.value = op_operand(op, 0)});   // assume: what is behind it are bundles
  for (uint32_t i = 0; ok && i < arguments.count; i++) {
    IrAttrs attrs = {0};
    if (arg_attrs && attr_kind(arg_attrs) == ATTR_ARRAY && i < ((const ArrayAttr *)arg_attrs)->count
        && !ir_attrs_of_parameter(w->ctx, &w->arena, ((const ArrayAttr *)arg_attrs)->items[i], &attrs))
      return writer_refuse(w, op, "an attribute of its arguments");
    if (i) strbuf_lit(w->out, ", ");
    ok = put_argument(w, op, &arguments.items[i], i, &attrs);
  }
  strbuf_char(w->out, ')');
  int group = call_group(w, op);
  if (group >= 0) strbuf_printf(w->out, " #%d", group);
  if (is_fenced(row)) put_fenced(w, op, "", "\n  fence syncscope(\"workgroup\") acquire");
  return ok || writer_refuse(w, op, "one of its types");
}
