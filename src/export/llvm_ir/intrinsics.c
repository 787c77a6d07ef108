// Operations that are calls of an intrinsic: a table says how it is named, declared and called.
#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/writer.h"

#define PURE "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)"
#define PURE_POISON "nocallback nofree nosync nounwind speculatable willreturn memory(none)"
#define SIMPLE_NONE "nocallback nofree nosync nounwind willreturn memory(none)"
#define SIMPLE_NONE_NOUNWIND "nounwind memory(none)"
#define NOUNWIND_NONE "nounwind memory(none)"
#define NOUNWIND_ONLY "nounwind"
#define NOMERGE_NOUNWIND "nomerge nounwind"
#define NO_ATTRIBUTES ""
#define ARG_READ_NOUNWIND "nounwind memory(argmem: read)"
#define CONVERGENT_NONE "convergent nocallback nofree nosync nounwind willreturn memory(none)"
#define COLD_TRAP "cold noreturn nounwind memory(inaccessiblemem: write)"
#define STRICT "nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)"
#define INACCESSIBLE "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)"
#define LAUNDER "nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)"
#define ARG_READWRITE "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)"
#define ARG_READ "nocallback nofree nosync nounwind willreturn memory(argmem: read)"
#define ARG_WRITE "nocallback nofree nosync nounwind willreturn memory(argmem: write)"
#define READ "nocallback nofree nosync nounwind willreturn memory(read)"
#define WRITE "nocallback nofree nosync nounwind willreturn memory(write)"
#define COPY "nocallback nofree nounwind willreturn memory(argmem: readwrite)"
#define FILL "nocallback nofree nounwind willreturn memory(argmem: write)"
#define PREFETCH "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"
#define STACK "nocallback nofree nosync nounwind willreturn"

typedef struct Row { const char *name, *overloads, *attributes, *parameters, *arguments; } Row;

static const Row rows[] = {
#define X(op, name, overloads, attributes, parameters, arguments) {name, overloads, attributes, parameters, arguments},
#include "export/llvm_ir/intrinsics.def"
#undef X
};

enum {
#define X(op, ...) ROW_##op,
#include "export/llvm_ir/intrinsics.def"
#undef X
};

static const Row *row_of(const Operation *op) {
  switch (op_code(op)) {
#define X(op, ...) case OP_LLVM_INTR_##op: return &rows[ROW_##op];
#include "export/llvm_ir/intrinsics.def"
#undef X
    default: return NULL;
  }
}

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

bool is_intrinsic(const Operation *op) { return row_of(op) || op_is(op, OP_LLVM_CALL_INTRINSIC) || op_is(op, OP_LLVM_INTR_ASSUME); }

void declare_intrinsic(Writer *w, Str name, Str declaration, const char *attributes) {
  for (uint32_t i = 0; i < w->intrinsics.count; i++)
    if (str_equal(w->intrinsics.data[i].name, name)) return;
  vec_push(&w->arena, &w->intrinsics, (IrIntrinsic){arena_str(&w->arena, name), arena_str(&w->arena, declaration), str_from(attributes)});
}

// ---------------------------------------------------------------------------------------------
// Names

static T overload_type(const Operation *op, char which) {
  if (which == 'r') return op->result_count ? op_result_type(op, 0) : NULL;
  if (which == 'x' || which == 'y') {
    uint32_t count;
    const T *fields = llvm_is_struct(op_result_type(op, 0)) ? llvm_struct_elements(op_result_type(op, 0), &count) : NULL;
    return fields && count == 2 ? fields[which - 'x'] : NULL;
  }
  if (which >= 'A') return attr_value_type(op->props[which - 'A']);
  return (uint32_t)(which - '0') < op->operand_count ? op_operand_type(op, (uint32_t)(which - '0')) : NULL;
}

static bool spell_name(const Operation *op, const Row *row, StrBuf *out) {
  strbuf_printf(out, "llvm.%s", row->name);
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

static bool is_number(const Operation *op, uint32_t slot) {
  A attr = op->props[slot];
  const char *name = def_attr_name(op->def, slot);
  if (!attr || !strcmp(name, "alignment") || !strcmp(name, "fastmathFlags")) return false;
  return (attr_kind(attr) == ATTR_INTEGER || attr_kind(attr) == ATTR_FLOAT);
}

static void add_argument(CallArguments *to, CallArgument argument) {
  if (to->count < countof(to->items)) to->items[to->count++] = argument;
}

static void arguments_of(const Operation *op, const Row *row, CallArguments *out) {
  *out = (CallArguments){.count = 0};
  if (!row->arguments) {
    for (uint32_t i = 0; i < op->operand_count; i++) add_argument(out, (CallArgument){.value = op_operand(op, i)});
    bool lacks_rest = (op_is(op, OP_LLVM_INTR_MASKED_LOAD) || op_is(op, OP_LLVM_INTR_MASKED_GATHER)) && op->operand_count == 2;
    if (lacks_rest) add_argument(out, (CallArgument){.poison = op_result_type(op, 0)});
    for (uint32_t i = 0; i < op->def->attr_count; i++)
      if (is_number(op, i)) add_argument(out, (CallArgument){.attr = op->props[i]});
    return;
  }
  for (const char *which = row->arguments; *which; which++) {
    if (*which >= 'a') add_argument(out, (CallArgument){.metadata = *which});
    else if (*which >= 'A') add_argument(out, (CallArgument){.attr = op->props[*which - 'A']});
    else add_argument(out, (CallArgument){.value = op_operand(op, (uint32_t)(*which - '0'))});
  }
}

static bool put_argument_type(StrBuf *out, const CallArgument *argument) {
  if (argument->metadata) return strbuf_lit(out, "metadata"), true;
  if (argument->poison) return ir_type(out, argument->poison);
  return ir_type(out, argument->value ? argument->value->type : attr_value_type(argument->attr));
}

// ---------------------------------------------------------------------------------------------
// Declarations

static Str parameter_attrs(const Row *row, uint32_t i) {
  const char *at = row->parameters ? row->parameters : "";
  if (*at == '=' && (at = strchr(at, '|'))) at++;
  while (i-- && at) {
    at = strchr(at, '|');
    if (at) at++;
  }
  if (!at) return (Str){"", 0};
  const char *end = strchr(at, '|');
  return (Str){at, end ? (size_t)(end - at) : strlen(at)};
}

// `range(i8 -1, 2) i8 @llvm.scmp.i8.i32(`
static bool put_declared_result(StrBuf *out, const Operation *op, const Row *row, Str name) {
  const char *attrs = row->parameters && *row->parameters == '=' ? row->parameters + 1 : "", *end = strchr(attrs, '|');
  T type = op->result_count && !op_is(op, OP_LLVM_INTR_CORO_END) ? op_result_type(op, 0) : NULL;
  if (!strcmp(attrs, "range")) strbuf_printf(out, "range(i%u -1, 2) ", type_bits(type_element_or_self(type)));
  else if (*attrs) strbuf_printf(out, "%.*s ", (int)(end ? end - attrs : (ptrdiff_t)strlen(attrs)), attrs);
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
  bool ok = put_declared_result(text, op, row, name);
  arguments_of(op, row, &arguments);
  for (uint32_t i = 0; ok && i < arguments.count; i++) {
    if (i) strbuf_lit(text, ", ");
    ok = put_argument_type(text, &arguments.items[i]);
    Str attrs = parameter_attrs(row, i);
    if (attrs.size) strbuf_printf(text, " %.*s", STR_ARG(attrs));
    bool is_free = op_is(op, OP_LLVM_INTR_EXPECT_WITH_PROBABILITY) ? false : (op_is(op, OP_LLVM_INTR_MEMCPY_INLINE) || op_is(op, OP_LLVM_INTR_MEMSET_INLINE)) && i == 2;
    if (arguments.items[i].attr && !is_free) strbuf_lit(text, " immarg");
  }
  strbuf_char(text, ')');
  if (!ok) return false;
  declare_intrinsic(w, name, strbuf_view(text), row->attributes);
  set_callee(w, op, name);
  return true;
}

// The row of a name like "llvm.smax.i32": the longest that it begins with.
static const Row *row_named(Str name) {
  const Row *best = NULL;
  if (!str_starts_with(name, STR("llvm."))) return NULL;
  name = str_slice(name, 5, name.size);
  for (size_t i = 0; i < countof(rows); i++) {
    size_t size = strlen(rows[i].name);
    bool begins = name.size >= size && !memcmp(name.data, rows[i].name, size) && (name.size == size || name.data[size] == '.');
    if (begins && (!best || size > strlen(best->name))) best = &rows[i];
  }
  return best;
}

// llvm.call_intrinsic: all arguments are operands.
static bool prepare_by_name(Writer *w, const Operation *op) {
  Str given = attr_str(op_prop_at(op, LLVM_CALL_INTRINSIC_INTRIN));
  StrBuf *text = &w->scratch;
  Span arguments = {0, 0};
  const Row *row = row_named(given);
  bool ok = true;
  text->size = 0;
  if (str_is(given, "llvm.localescape")) {
    declare_intrinsic(w, given, STR("void @llvm.localescape(...)"), STACK);
    set_callee(w, op, given);
    return true;
  }
  if (!row || !op_operand_span(op, 0, &arguments)) return writer_refuse(w, op, "an intrinsic of this name");
  strbuf_printf(text, "llvm.%s", row->name);
  for (const char *which = row->overloads; ok && *which; which++) {
    T type = *which >= 'A' && *which <= 'Z' ? op_operand_type(op, 2) : overload_type(op, *which);
    strbuf_char(text, '.');
    ok = type && ir_type_suffix(text, type);
  }
  Str name = arena_str(&w->arena, strbuf_view(text));
  text->size = 0;
  ok = ok && put_declared_result(text, op, row, name);
  for (uint32_t i = arguments.begin; ok && i < arguments.end; i++) {
    if (i) strbuf_lit(text, ", ");
    ok = ir_type(text, op_operand_type(op, i));
    Str attrs = parameter_attrs(row, i);
    if (attrs.size) strbuf_printf(text, " %.*s", STR_ARG(attrs));
  }
  strbuf_char(text, ')');
  if (!ok) return writer_refuse(w, op, "an intrinsic of this name with these types");
  declare_intrinsic(w, name, strbuf_view(text), row->attributes);
  set_callee(w, op, name);
  return true;
}

bool prepare_intrinsic(Writer *w, const Operation *op) {
  const Row *row = row_of(op);
  if (op_is(op, OP_LLVM_INTR_ASSUME)) {
    declare_intrinsic(w, STR("llvm.assume"), STR("void @llvm.assume(i1 noundef)"),
                      "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)");
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
  static const char *const exceptions[] = {"ignore", "maytrap", "strict"};
  static const char *const roundings[] = {"towardzero", "tonearest", "upward", "downward", "tonearestaway", "", "", "dynamic"};
  A attr = op_prop(op, which == 'm' ? "roundingmode" : "fpExceptionBehavior");
  uint64_t number = attr ? attr_to_u64(attr) : 0;
  if (which == 'm') strbuf_printf(w->out, "metadata !\"round.%s\"", roundings[number & 7]);
  else strbuf_printf(w->out, "metadata !\"fpexcept.%s\"", exceptions[number % countof(exceptions)]);
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

bool put_intrinsic(Writer *w, const Operation *op) {
  const Row *row = row_of(op);
  CallArguments arguments = {.count = 0};
  bool ok = true;
  A arg_attrs = op_prop(op, "arg_attrs"), res_attrs = op_prop(op, "res_attrs");
  strbuf_lit(w->out, "call ");
  put_flags(w, op);
  if (res_attrs && attr_kind(res_attrs) == ATTR_ARRAY && ((const ArrayAttr *)res_attrs)->count) {
    IrAttrs attrs = {0};
    if (!ir_attrs_of_parameter(w->ctx, &w->arena, ((const ArrayAttr *)res_attrs)->items[0], &attrs)) return writer_refuse(w, op, "an attribute of its result");
    for (uint32_t i = 0; i < attrs.items.count; i++) strbuf_printf(w->out, "%.*s ", STR_ARG(attrs.items.data[i].text));
  }
  if (op->result_count && !op_is(op, OP_LLVM_INTR_CORO_END)) ok = put_type(w, op_result_type(op, 0));
  else strbuf_lit(w->out, "void");
  if (str_is(callee_of(w, op), "llvm.localescape")) strbuf_lit(w->out, " (...)");
  strbuf_printf(w->out, " @%.*s(", STR_ARG(callee_of(w, op)));
  Span span;
  if (op_is(op, OP_LLVM_CALL_INTRINSIC) && op_operand_span(op, 0, &span))
    for (uint32_t i = span.begin; i < span.end; i++) add_argument(&arguments, (CallArgument){.value = op_operand(op, i)});
  else if (row) arguments_of(op, row, &arguments);
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
  return ok || writer_refuse(w, op, "one of its types");
}
