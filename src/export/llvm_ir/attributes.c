#include "export/llvm_ir/attributes.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/types.h"

// ---------------------------------------------------------------------------------------------
// Names, in LLVM's order: those without a value, with a type, with a number, with more.

typedef enum AttrForm { FORM_PLAIN = ' ', FORM_TYPE = '<', FORM_NUMBER = '#', FORM_MORE = '*', FORM_UNKNOWN = 0 } AttrForm;

// With the form behind them. Of the dialect's own attributes LLVM is told of those with `'`; upstream leaves out the others.
static const char known[] =
  "'allocalign 'allocptr alwaysinline builtin cold convergent coro_only_destroy_when_complete coro_elide_safe dead_on_return"
  " dead_on_unwind disable_sanitizer_instrumentation fn_ret_thunk_extern hot hybrid_patchable immarg 'inreg inlinehint jumptable"
  " minsize mustprogress naked 'nest 'noalias nobuiltin nocallback nocf_check nocreateundeforpoison nodivergencesource noduplicate"
  " noext 'nofree noimplicitfloat noinline nomerge nooutline noprofile norecurse noredzone noreturn nosanitize_bounds"
  " nosanitize_coverage nosync 'noundef nounwind nonlazybind 'nonnull null_pointer_is_valid optforfuzzing optdebug optsize optnone"
  " presplitcoroutine 'readnone 'readonly 'returned returns_twice 'signext safestack sanitize_address sanitize_hwaddress"
  " sanitize_memtag sanitize_memory sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread"
  " sanitize_type shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp swiftasync"
  " swifterror swiftself willreturn writable 'writeonly 'zeroext 'byref< 'byval< elementtype< 'inalloca< 'preallocated< 'sret<"
  " 'align# allockind# allocsize# captures* 'dereferenceable# 'dereferenceable_or_null# memory# nofpclass# 'alignstack# uwtable#"
  " vscale_range# 'range* ";

#define RANK_OF_KEYS UINT32_MAX   // those with a key come last

static uint32_t rank_of(Str name, AttrForm *form, bool *is_for_llvm) {
  uint32_t rank = 0;
  for (const char *at = known; *at; rank++) {
    *is_for_llvm = *at == '\'';
    at += *is_for_llvm;
    size_t size = strcspn(at, " <#*");
    *form = (AttrForm)at[size];
    if (str_equal(name, (Str){at, size})) return rank;
    at += size + 1;
    if (*at == ' ') at++;
  }
  *form = FORM_UNKNOWN;
  *is_for_llvm = false;
  return RANK_OF_KEYS;
}

static void put(Arena *arena, IrAttrs *self, IrAttr attr, bool has_key) {
  uint32_t at = 0;
  while (at < self->items.count) {
    const IrAttr *other = &self->items.data[at];
    if (other->rank > attr.rank) break;
    if (other->rank == attr.rank) {
      // By key: `"a"="x"` before `"b"`.
      const char *end = memchr(attr.text.data + 1, '"', attr.text.size - 1), *other_end = memchr(other->text.data + 1, '"', other->text.size - 1);
      if (!has_key) { self->items.data[at] = attr; return; }
      int order = str_compare(str_slice(attr.text, 0, (size_t)(end - attr.text.data)), str_slice(other->text, 0, (size_t)(other_end - other->text.data)));
      if (!order) { self->items.data[at] = attr; return; }
      if (order < 0) break;
    }
    at++;
  }
  vec_push(arena, &self->items, attr);
  for (uint32_t i = self->items.count; i-- > at + 1;) self->items.data[i] = self->items.data[i - 1];
  if (at < self->items.count) self->items.data[at] = attr;
}

void ir_attrs_add(Arena *arena, IrAttrs *self, Str text) {
  Str name = {text.data, 0};
  AttrForm form;
  bool is_for_llvm;
  if (!text.size) return;   // no memory
  while (name.size < text.size && text.data[name.size] != ' ' && text.data[name.size] != '(') name.size++;
  IrAttr attr = {rank_of(name, &form, &is_for_llvm), arena_str(arena, text), text};
  attr.group_text = attr.text;
  if (name.size < text.size && (str_is(name, "align") || str_is(name, "alignstack"))) {
    Str number = str_slice(text, name.size + 1, text.size - (text.data[name.size] == '('));
    attr.group_text = arena_printf(arena, "%.*s=%.*s", STR_ARG(name), STR_ARG(number));
  }
  put(arena, self, attr, false);
}

void ir_attrs_add_string(Arena *arena, IrAttrs *self, Str key, Str value) {
  Mem *mem = arena->mem;
  StrBuf text;
  strbuf_init(&text, mem);
  strbuf_quoted(&text, key);
  if (value.size) {
    strbuf_char(&text, '=');
    strbuf_quoted(&text, value);
  }
  Str made = arena_str(arena, strbuf_view(&text));
  strbuf_free(&text);
  if (made.size > 1) put(arena, self, (IrAttr){RANK_OF_KEYS, made, made}, true);
}

bool ir_attrs_has_string(const IrAttrs *self, Str key) {
  for (uint32_t i = 0; i < self->items.count; i++) {
    Str text = self->items.data[i].text;
    if (text.size > key.size + 1 && text.data[0] == '"' && text.data[key.size + 1] == '"' && str_equal(str_slice(text, 1, key.size + 1), key)) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Attributes with values

enum { MEMORY_KINDS = 6 };

static void put_memory(StrBuf *out, const uint64_t *effects) {
  static const char kinds[][10] = {"none", "read", "write", "readwrite"};
  static const char words[MEMORY_KINDS][16] = {"", "argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"};
  bool all_other = true, first = true;
  for (uint32_t i = 1; i < MEMORY_KINDS; i++) all_other &= effects[i] == effects[0];
  strbuf_lit(out, "memory(");
  if (effects[0] || all_other) {
    strbuf_str(out, str_from(kinds[effects[0] & 3]));
    first = false;
  }
  for (uint32_t i = 1; i < MEMORY_KINDS; i++) {
    if (effects[i] == effects[0]) continue;
    strbuf_printf(out, "%s%s: %s", first ? "" : ", ", words[i], kinds[effects[i] & 3]);
    first = false;
  }
  strbuf_char(out, ')');
}

static void add_memory(Context *ctx, Arena *arena, const uint64_t *effects, IrAttrs *out) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  put_memory(&text, effects);
  ir_attrs_add(arena, out, strbuf_view(&text));
  strbuf_free(&text);
}

void ir_attrs_of_memory(Context *ctx, Arena *arena, A effects, IrAttrs *out) {
  uint64_t values[MEMORY_KINDS];
  for (uint32_t i = 0; i < MEMORY_KINDS; i++) values[i] = attr_param(effects, i) & 3;
  add_memory(ctx, arena, values, out);
}

static void add_built(Arena *arena, IrAttrs *out, StrBuf *text) {
  ir_attrs_add(arena, out, strbuf_view(text));
  strbuf_free(text);
}

static void add_number(Arena *arena, IrAttrs *out, Str name, uint64_t value) {
  StrBuf text;
  strbuf_init(&text, arena->mem);
  if (str_is(name, "uwtable")) strbuf_str(&text, value == 1 ? STR("uwtable(sync)") : STR("uwtable"));
  else strbuf_printf(&text, str_is(name, "align") ? "%.*s %llu" : "%.*s(%llu)", STR_ARG(name), (unsigned long long)value);
  add_built(arena, out, &text);
}

void ir_attrs_of_range(Arena *arena, A range, IrAttrs *out) {
  APInt from = attr_int(attr_param_attr(range, 0)), to = attr_int(attr_param_attr(range, 1));
  StrBuf text;
  strbuf_init(&text, arena->mem);
  strbuf_printf(&text, "range(i%u ", from.width);
  apint_print(&text, &from, true);
  strbuf_lit(&text, ", ");
  apint_print(&text, &to, true);
  strbuf_char(&text, ')');
  add_built(arena, out, &text);
}

static bool add_valued(Context *ctx, Arena *arena, Str word, AttrForm form, A value, IrAttrs *out) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  bool ok = true;
  if (attr_kind(value) == ATTR_TYPE) {
    strbuf_printf(&text, "%.*s(", STR_ARG(word));
    ok = ir_type(&text, ((const TypeAttr *)value)->type);
    strbuf_char(&text, ')');
    ir_attrs_add(arena, out, strbuf_view(&text));
  } else if (attr_is(value, &llvm_constant_range_attr)) ir_attrs_of_range(arena, value, out);
  else if (attr_kind(value) == ATTR_INTEGER && form == FORM_NUMBER) add_number(arena, out, word, attr_to_u64(value));
  else ok = false;
  strbuf_free(&text);
  return ok;
}

bool ir_attrs_of_parameter(Context *ctx, Arena *arena, A dict, IrAttrs *out) {
  if (!dict || attr_kind(dict) != ATTR_DICT) return true;
  const DictAttr *self = (const DictAttr *)dict;
  for (uint64_t i = 0; i < self->count; i++) {
    Str name = attr_str(self->items[i].name);
    A value = self->items[i].value;
    if (str_is(name, "nvvm.grid_constant")) ir_attrs_add_string(arena, out, name, (Str){"", 0});
    if (!str_is(name_dialect(name), "llvm")) continue;   // other dialects' are theirs
    Str word = name_without_dialect(name);
    AttrForm form;
    bool is_for_llvm, is_plain;
    if (str_is(word, "nocapture")) ir_attrs_add(arena, out, STR("captures(none)"));
    rank_of(word, &form, &is_for_llvm);
    is_plain = form == FORM_PLAIN;
    if (!is_for_llvm) continue;
    if (is_plain && (attr_kind(value) == ATTR_UNIT || attr_kind(value) == ATTR_INTEGER)) ir_attrs_add(arena, out, word);
    else if (attr_kind(value) == ATTR_UNIT || !add_valued(ctx, arena, word, form, value, out)) return false;
  }
  return true;
}

static bool read_number(Str text, uint64_t *out) {
  *out = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (!char_is_digit(text.data[i])) return false;
    *out = *out * 10 + (uint64_t)(text.data[i] - '0');
  }
  return text.size != 0;
}

// `memory` as a number: two bits for each kind of memory, the arguments' lowest.
static void add_memory_bits(Context *ctx, Arena *arena, uint64_t bits, IrAttrs *out) {
  const uint64_t values[MEMORY_KINDS] = {bits >> 6 & 3, bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 8 & 3, bits >> 10 & 3};
  add_memory(ctx, arena, values, out);
}

static bool add_number_text(Context *ctx, Arena *arena, Str name, Str value, IrAttrs *out) {
  static const char kinds[][14] = {"alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"};
  uint64_t number;
  if (!read_number(value, &number)) return false;
  unsigned high = (unsigned)(number >> 32), low = (unsigned)number;
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  if (str_is(name, "memory")) add_memory_bits(ctx, arena, number, out);
  else if (str_is(name, "allocsize")) {
    strbuf_printf(&text, low == UINT32_MAX ? "allocsize(%u" : "allocsize(%u,%u", high, low);
    strbuf_char(&text, ')');
  } else if (str_is(name, "vscale_range")) strbuf_printf(&text, "vscale_range(%u,%u)", high, low);
  else if (str_is(name, "allockind")) {
    const char *before = "allockind(\"";
    for (size_t i = 0; i < countof(kinds); i++) {
      if (!(number >> i & 1)) continue;
      strbuf_printf(&text, "%s%s", before, kinds[i]);
      before = ",";
    }
    strbuf_lit(&text, "\")");
  } else add_number(arena, out, name, number);
  if (text.size) ir_attrs_add(arena, out, strbuf_view(&text));
  strbuf_free(&text);
  return true;
}

bool ir_attrs_of_passthrough(Context *ctx, Arena *arena, A list, IrAttrs *out, Str *problem) {
  if (!list || attr_kind(list) != ATTR_ARRAY) return true;
  const ArrayAttr *self = (const ArrayAttr *)list;
  for (uint64_t i = 0; i < self->count; i++) {
    A item = self->items[i];
    const ArrayAttr *pair = attr_kind(item) == ATTR_ARRAY ? (const ArrayAttr *)item : NULL;
    if (pair && (pair->count != 2 || attr_kind(pair->items[0]) != ATTR_STRING || attr_kind(pair->items[1]) != ATTR_STRING)) return *problem = STR(""), false;
    if (!pair && attr_kind(item) != ATTR_STRING) return *problem = STR(""), false;
    Str key = attr_str(pair ? pair->items[0] : item), value = pair ? attr_str(pair->items[1]) : (Str){"", 0};
    AttrForm form;
    bool is_for_llvm;
    *problem = key;
    rank_of(key, &form, &is_for_llvm);
    if (form == FORM_UNKNOWN) ir_attrs_add_string(arena, out, key, value);
    else if (form == FORM_PLAIN && !value.size) ir_attrs_add(arena, out, key);
    else if (form != FORM_NUMBER || !add_number_text(ctx, arena, key, value, out)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Text

void ir_put_attrs(StrBuf *out, const IrAttrs *self) {
  for (uint32_t i = 0; i < self->items.count; i++) strbuf_printf(out, " %.*s", STR_ARG(self->items.data[i].text));
}

void ir_put_plain_attrs(StrBuf *out, const IrAttrs *self) {
  const char *before = "";
  for (uint32_t i = 0; i < self->items.count; i++) {
    if (self->items.data[i].rank == RANK_OF_KEYS) continue;
    strbuf_printf(out, "%s%.*s", before, STR_ARG(self->items.data[i].text));
    before = " ";
  }
}

uint32_t ir_group_of_text(Arena *arena, IrGroups *groups, Str text) {
  for (uint32_t i = 0; i < groups->texts.count; i++)
    if (str_equal(groups->texts.data[i], text)) return i;
  vec_push(arena, &groups->texts, arena_str(arena, text));
  return groups->texts.count - 1;
}

uint32_t ir_group_of(Context *ctx, Arena *arena, IrGroups *groups, const IrAttrs *self) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  for (uint32_t i = 0; i < self->items.count; i++) strbuf_printf(&text, "%s%.*s", i ? " " : "", STR_ARG(self->items.data[i].group_text));
  uint32_t group = ir_group_of_text(arena, groups, strbuf_view(&text));
  strbuf_free(&text);
  return group;
}
