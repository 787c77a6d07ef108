#include "export/llvm_ir/attributes.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/types.h"

// ---------------------------------------------------------------------------------------------
// Names, in LLVM's order: those without a value, with a type, with a number, with more.

typedef enum AttrForm { FORM_PLAIN, FORM_TYPE, FORM_NUMBER, FORM_MORE } AttrForm;

static const struct { const char *name; AttrForm form; } known[] = {
  {"allocalign", FORM_PLAIN}, {"allocptr", FORM_PLAIN}, {"alwaysinline", FORM_PLAIN}, {"builtin", FORM_PLAIN}, {"cold", FORM_PLAIN},
  {"convergent", FORM_PLAIN}, {"coro_only_destroy_when_complete", FORM_PLAIN}, {"coro_elide_safe", FORM_PLAIN}, {"dead_on_return", FORM_PLAIN}, {"dead_on_unwind", FORM_PLAIN},
  {"disable_sanitizer_instrumentation", FORM_PLAIN}, {"fn_ret_thunk_extern", FORM_PLAIN}, {"hot", FORM_PLAIN}, {"hybrid_patchable", FORM_PLAIN},
  {"immarg", FORM_PLAIN}, {"inreg", FORM_PLAIN}, {"inlinehint", FORM_PLAIN}, {"jumptable", FORM_PLAIN}, {"minsize", FORM_PLAIN},
  {"mustprogress", FORM_PLAIN}, {"naked", FORM_PLAIN}, {"nest", FORM_PLAIN}, {"noalias", FORM_PLAIN}, {"nobuiltin", FORM_PLAIN},
  {"nocallback", FORM_PLAIN}, {"nocf_check", FORM_PLAIN}, {"nocreateundeforpoison", FORM_PLAIN}, {"nodivergencesource", FORM_PLAIN}, {"noduplicate", FORM_PLAIN},
  {"noext", FORM_PLAIN}, {"nofree", FORM_PLAIN}, {"noimplicitfloat", FORM_PLAIN}, {"noinline", FORM_PLAIN}, {"nomerge", FORM_PLAIN}, {"nooutline", FORM_PLAIN},
  {"noprofile", FORM_PLAIN}, {"norecurse", FORM_PLAIN}, {"noredzone", FORM_PLAIN}, {"noreturn", FORM_PLAIN}, {"nosanitize_bounds", FORM_PLAIN},
  {"nosanitize_coverage", FORM_PLAIN}, {"nosync", FORM_PLAIN}, {"noundef", FORM_PLAIN}, {"nounwind", FORM_PLAIN},
  {"nonlazybind", FORM_PLAIN}, {"nonnull", FORM_PLAIN}, {"null_pointer_is_valid", FORM_PLAIN}, {"optforfuzzing", FORM_PLAIN},
  {"optdebug", FORM_PLAIN}, {"optsize", FORM_PLAIN}, {"optnone", FORM_PLAIN}, {"presplitcoroutine", FORM_PLAIN}, {"readnone", FORM_PLAIN},
  {"readonly", FORM_PLAIN}, {"returned", FORM_PLAIN}, {"returns_twice", FORM_PLAIN}, {"signext", FORM_PLAIN}, {"safestack", FORM_PLAIN},
  {"sanitize_address", FORM_PLAIN}, {"sanitize_hwaddress", FORM_PLAIN}, {"sanitize_memtag", FORM_PLAIN}, {"sanitize_memory", FORM_PLAIN},
  {"sanitize_numerical_stability", FORM_PLAIN}, {"sanitize_realtime", FORM_PLAIN}, {"sanitize_realtime_blocking", FORM_PLAIN},
  {"sanitize_thread", FORM_PLAIN}, {"sanitize_type", FORM_PLAIN}, {"shadowcallstack", FORM_PLAIN}, {"skipprofile", FORM_PLAIN},
  {"speculatable", FORM_PLAIN}, {"speculative_load_hardening", FORM_PLAIN}, {"ssp", FORM_PLAIN}, {"sspreq", FORM_PLAIN}, {"sspstrong", FORM_PLAIN},
  {"strictfp", FORM_PLAIN}, {"swiftasync", FORM_PLAIN}, {"swifterror", FORM_PLAIN}, {"swiftself", FORM_PLAIN}, {"willreturn", FORM_PLAIN},
  {"writable", FORM_PLAIN}, {"writeonly", FORM_PLAIN}, {"zeroext", FORM_PLAIN},
  {"byref", FORM_TYPE}, {"byval", FORM_TYPE}, {"elementtype", FORM_TYPE}, {"inalloca", FORM_TYPE}, {"preallocated", FORM_TYPE}, {"sret", FORM_TYPE},
  {"align", FORM_NUMBER}, {"allockind", FORM_NUMBER}, {"allocsize", FORM_NUMBER}, {"captures", FORM_MORE}, {"dereferenceable", FORM_NUMBER},
  {"dereferenceable_or_null", FORM_NUMBER}, {"memory", FORM_NUMBER}, {"nofpclass", FORM_NUMBER}, {"alignstack", FORM_NUMBER}, {"uwtable", FORM_NUMBER},
  {"vscale_range", FORM_NUMBER}, {"range", FORM_MORE},
};

static uint32_t rank_of(Str name) {
  uint32_t i = 0;
  while (i < countof(known) && !str_is(name, known[i].name)) i++;
  return i;
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

void ir_attrs_add_text(Arena *arena, IrAttrs *self, const char *name, Str text, Str group_text) {
  put(arena, self, (IrAttr){rank_of(str_from(name)), arena_str(arena, text), arena_str(arena, group_text)}, false);
}

void ir_attrs_add(Arena *arena, IrAttrs *self, const char *name) { ir_attrs_add_text(arena, self, name, str_from(name), str_from(name)); }

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
  if (made.size > 1) put(arena, self, (IrAttr){countof(known), made, made}, true);
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

static void put_memory(StrBuf *out, const char *const *words, const uint64_t *effects, uint32_t count) {
  static const char *const kinds[] = {"none", "read", "write", "readwrite"};
  bool all_other = true, first = true;
  for (uint32_t i = 1; i < count; i++) all_other &= effects[i] == effects[0];
  strbuf_lit(out, "memory(");
  if (effects[0] || all_other) {
    strbuf_str(out, str_from(kinds[effects[0] & 3]));
    first = false;
  }
  for (uint32_t i = 1; i < count; i++) {
    if (effects[i] == effects[0]) continue;
    strbuf_printf(out, "%s%s: %s", first ? "" : ", ", words[i], kinds[effects[i] & 3]);
    first = false;
  }
  strbuf_char(out, ')');
}

void ir_attrs_of_memory(Context *ctx, Arena *arena, A effects, IrAttrs *out) {
  static const char *const words[] = {"", "argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"};
  uint64_t values[countof(words)];
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  for (uint32_t i = 0; i < countof(words); i++) values[i] = attr_param(effects, i) & 3;
  put_memory(&text, words, values, countof(words));
  ir_attrs_add_text(arena, out, "memory", strbuf_view(&text), strbuf_view(&text));
  strbuf_free(&text);
}

static void add_built(Arena *arena, IrAttrs *out, const char *name, StrBuf *text) {
  ir_attrs_add_text(arena, out, name, strbuf_view(text), strbuf_view(text));
  strbuf_free(text);
}

static void add_number(Arena *arena, IrAttrs *out, const char *name, uint64_t value) {
  unsigned long long number = value;
  StrBuf text, group;
  strbuf_init(&text, arena->mem);
  if (!strcmp(name, "uwtable")) {
    strbuf_str(&text, value == 1 ? STR("uwtable(sync)") : STR("uwtable"));
    add_built(arena, out, name, &text);
    return;
  }
  if (strcmp(name, "align") && strcmp(name, "alignstack")) {
    strbuf_printf(&text, "%s(%llu)", name, number);
    add_built(arena, out, name, &text);
    return;
  }
  strbuf_init(&group, arena->mem);
  strbuf_printf(&text, !strcmp(name, "align") ? "%s %llu" : "%s(%llu)", name, number);
  strbuf_printf(&group, "%s=%llu", name, number);
  ir_attrs_add_text(arena, out, name, strbuf_view(&text), strbuf_view(&group));
  strbuf_free(&text);
  strbuf_free(&group);
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
  add_built(arena, out, "range", &text);
}

static bool add_valued(Context *ctx, Arena *arena, uint32_t rank, A value, IrAttrs *out) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  bool ok = true;
  const char *word = known[rank].name;
  if (attr_kind(value) == ATTR_TYPE) {
    strbuf_printf(&text, "%s(", word);
    ok = ir_type(&text, ((const TypeAttr *)value)->type);
    strbuf_char(&text, ')');
    ir_attrs_add_text(arena, out, word, strbuf_view(&text), strbuf_view(&text));
  } else if (attr_is(value, &llvm_constant_range_attr)) ir_attrs_of_range(arena, value, out);
  else if (attr_kind(value) == ATTR_INTEGER && known[rank].form == FORM_NUMBER) add_number(arena, out, word, attr_to_u64(value));
  else ok = false;
  strbuf_free(&text);
  return ok;
}

// Those of the dialect that LLVM is told of; upstream leaves out the others.
static bool is_for_llvm(Str word) {
  static const char *const names[] = {
    "align", "alignstack", "allocalign", "allocptr", "byref", "byval", "dereferenceable", "dereferenceable_or_null", "inalloca", "inreg", "nest", "noalias",
    "nofree", "nonnull", "noundef", "preallocated", "range", "readnone", "readonly", "returned", "signext", "sret", "writeonly", "zeroext",
  };
  for (size_t i = 0; i < countof(names); i++)
    if (str_is(word, names[i])) return true;
  return false;
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
    if (str_is(word, "nocapture")) {
      ir_attrs_add_text(arena, out, "captures", STR("captures(none)"), STR("captures(none)"));
      continue;
    }
    if (!is_for_llvm(word)) continue;
    uint32_t rank = rank_of(word);
    if (attr_kind(value) == ATTR_UNIT) {
      if (known[rank].form != FORM_PLAIN) return false;
      ir_attrs_add(arena, out, known[rank].name);
    } else if (known[rank].form == FORM_PLAIN && attr_kind(value) == ATTR_INTEGER) ir_attrs_add(arena, out, known[rank].name);
    else if (!add_valued(ctx, arena, rank, value, out)) return false;
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
  static const char *const words[] = {"", "argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"};
  uint64_t values[] = {bits >> 6 & 3, bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 8 & 3, bits >> 10 & 3};
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  put_memory(&text, words, values, countof(words));
  ir_attrs_add_text(arena, out, "memory", strbuf_view(&text), strbuf_view(&text));
  strbuf_free(&text);
}

static bool add_number_text(Context *ctx, Arena *arena, const char *name, Str value, IrAttrs *out) {
  static const char *const kinds[] = {"alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"};
  uint64_t number;
  if (!read_number(value, &number)) return false;
  unsigned high = (unsigned)(number >> 32), low = (unsigned)number;
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  if (!strcmp(name, "memory")) add_memory_bits(ctx, arena, number, out);
  else if (!strcmp(name, "allocsize")) {
    strbuf_printf(&text, low == UINT32_MAX ? "allocsize(%u" : "allocsize(%u,%u", high, low);
    strbuf_char(&text, ')');
  } else if (!strcmp(name, "vscale_range")) strbuf_printf(&text, "vscale_range(%u,%u)", high, low);
  else if (!strcmp(name, "allockind")) {
    const char *before = "allockind(\"";
    for (size_t i = 0; i < countof(kinds); i++) {
      if (!(number >> i & 1)) continue;
      strbuf_printf(&text, "%s%s", before, kinds[i]);
      before = ",";
    }
    strbuf_lit(&text, "\")");
  } else add_number(arena, out, name, number);
  if (text.size) ir_attrs_add_text(arena, out, name, strbuf_view(&text), strbuf_view(&text));
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
    uint32_t rank = rank_of(key);
    *problem = key;
    if (rank == countof(known)) ir_attrs_add_string(arena, out, key, value);
    else if (known[rank].form == FORM_PLAIN && !value.size) ir_attrs_add(arena, out, known[rank].name);
    else if (known[rank].form != FORM_NUMBER || !add_number_text(ctx, arena, known[rank].name, value, out)) return false;
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
    if (self->items.data[i].rank == countof(known)) continue;
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
