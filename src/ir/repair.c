#include "ir/repair.h"

#include "ops/op_interfaces.h"
#include "support/nearest.h"

#define REPAIRED 64u   // errors of a text that are looked at

// --- The text

static ALWAYS_INLINE Str text_of(const Verifier *v) { return v->module->source.text; }

static Diag *begin(const Verifier *v) {
  const Diags *diags = v->ctx->diags;
  return v->of_text && diags->error_count <= REPAIRED ? diags->last : NULL;
}

static bool is_word_byte(char c) { return char_is_alnum(c) || c == '_' || c == '$' || c == '.' || c == '-'; }

// The place of `word` as a whole word in [from, end); `end` when it is not there.
static uint32_t find_word(Str text, uint32_t from, uint32_t end, Str word) {
  for (uint32_t at = from; at + word.size <= end; at++) {
    if (memcmp(text.data + at, word.data, word.size)) continue;
    size_t behind = at + word.size;
    if ((behind < text.size && is_word_byte(text.data[behind])) || (at > 0 && is_word_byte(text.data[at - 1]))) continue;
    return at;
  }
  return end;
}

static Range source_of(const Verifier *v, const Operation *op) {
  Range src = op->loc.src;
  size_t size = text_of(v).size;
  if (src.end > size) src.end = (uint32_t)size;
  return src;
}

// The white space its line begins with, when nothing else stands before `at`; `alone` says whether.
static Str indent_at(Str text, uint32_t at, bool *alone) {
  uint32_t line = at, end;
  while (line > 0 && text.data[line - 1] != '\n') line--;
  for (end = line; end < text.size && (text.data[end] == ' ' || text.data[end] == '\t');) end++;
  *alone = end >= at;
  return str_slice(text, line, end);
}

// The name a value has in the text; empty when it has none of its own.
static Str value_name(const Verifier *v, const Value *value) {
  Range range = value->is_arg ? value->arg_loc->src : value->name;
  if (range.end <= range.begin || range.end > text_of(v).size || (!value->is_arg && value->index && value[-1].name.begin == range.begin))
    return (Str){0};
  return str_slice(text_of(v), range.begin, range.end);
}

// --- Symbols

static const FunctionType *signature_of(const Operation *op) {
  A type = op_prop(op, "function_type");
  return type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

static bool is_callable(const Operation *call, const Operation *function) {
  const FunctionType *type = signature_of(function);
  if (!type || !ask_call(call->def)) return true;
  if (type->input_count != call->operand_count || type->result_count != call->result_count) return false;
  for (uint32_t i = 0; i < type->input_count; i++)
    if (op_operand_type(call, i) != type->types[i]) return false;
  for (uint32_t i = 0; i < type->result_count; i++)
    if (op_result_type(call, i) != type->types[type->input_count + i]) return false;
  return true;
}

static void put_types(const Verifier *v, StrBuf *out, const Operation *op, bool results) {
  uint32_t count = results ? op->result_count : op->operand_count;
  for (uint32_t i = 0; i < count; i++)
    strbuf_printf(out, "%s%s", i ? ", " : "", type_text(v->ctx, results ? op_result_type(op, i) : op_operand_type(op, i)));
}

// Offer a declaration of the callee, before the operation in the symbol table that the call is in.
static void declare(const Verifier *v, Diag *diag, const Operation *call, Str name, Str wanted) {
  const Operation *around = call, *table = symbol_nearest_table(call);
  while (op_parent(around) && op_parent(around) != table) around = op_parent(around);
  bool alone;
  Str indent = indent_at(text_of(v), around->loc.src.begin, &alone);
  if (!alone) return;
  StrBuf text;
  strbuf_init(&text, &v->ctx->mem);
  strbuf_printf(&text, "%.*s private @%.*s(", STR_ARG(wanted), STR_ARG(name));
  put_types(v, &text, call, false);
  strbuf_lit(&text, ")");
  if (call->result_count) strbuf_str(&text, str_from(call->result_count == 1 ? " -> " : " -> ("));
  put_types(v, &text, call, true);
  if (call->result_count > 1) strbuf_lit(&text, ")");
  strbuf_printf(&text, "\n%.*s", STR_ARG(indent));
  uint32_t at = around->loc.src.begin;
  diag_hint(v->ctx->diags, diag, "@%.*s is not defined here: a declaration says that it is elsewhere", STR_ARG(name));
  diag_fix(v->ctx->diags, diag, (Range){at, at}, strbuf_view(&text), false, "declare `@%.*s`", STR_ARG(name));
  strbuf_free(&text);
}

void repair_symbol(const Verifier *v, const Operation *op, A ref, uint32_t wanted) {
  Diag *diag = begin(v);
  const SymbolRefAttr *symbol = attr_as_symbol(ref);
  const Operation *table = symbol_nearest_table(op);
  if (!diag || !symbol || symbol->count != 1 || !table || !table->region_count || !table->regions[0].first) return;
  Str name = attr_str(symbol->path[0]);
  uint32_t limit = edits_allowed(name), least = limit + 1, as_near = 0;
  const Operation *best = NULL;
  bool fits = false;
  block_each_op(table->regions[0].first, other) {
    Str text = symbol_name(other);
    if (!text.size || (wanted && !op_is(other, wanted))) continue;
    uint32_t distance = edit_distance(name, text, limit);
    if (distance > limit || !distance) continue;
    bool callable = is_callable(op, other);
    if (fits && !callable) continue;
    if ((callable && !fits) || distance < least) {
      best = other;
      least = distance;
      as_near = 0;
      fits = callable;
    } else if (distance == least) {
      as_near++;
    }
  }
  Range src = source_of(v, op);
  if (best) {
    Str right = symbol_name(best);
    uint32_t at = find_word(text_of(v), src.begin, src.end, name);
    if (at == src.end || text_of(v).data[at - 1] != '@') return;
    diag_fix(v->ctx->diags, diag, (Range){at, at + (uint32_t)name.size}, right, fits && !as_near, "write `@%.*s`", STR_ARG(right));
    diag_hint(v->ctx->diags, diag, "no symbol of this name fits here: write `@%.*s`", STR_ARG(right));
  } else if (wanted && ask_call(op->def) && !symbol_find(table, name)) {
    declare(v, diag, op, name, def_name(context_op_of(v->ctx, wanted)));
  }
}

// --- Terminators

// The only operation that ends regions of `parent` by its record.
static const OpDef *terminator_of(const Verifier *v, const Operation *parent) {
  const OpDef *found = NULL;
  for (uint32_t i = 0; i < v->ctx->dialects.count; i++) {
    const DialectDef *dialect = (const DialectDef *)v->ctx->dialects.entries[i].value;
    for (uint32_t k = 0; k < dialect_op_count(dialect); k++) {
      const OpDef *def = &dialect->ops[k];
      if (!op_def_has(def, TRAIT_TERMINATOR)) continue;
      const char *name = def_parents(def);
      for (uint32_t n = def_parent_count(def); n; n--, name = text_behind(name)) {
        if (!op_is_named(parent, name)) continue;
        if (found) return NULL;
        found = def;
      }
    }
  }
  return found;
}

static bool results_are(const Operation *op, const T *types, uint32_t count) {
  if (!op || op->result_count != count) return false;
  for (uint32_t i = 0; i < count; i++)
    if (op_result_type(op, i) != types[i]) return false;
  return true;
}

// Choose its operands: the results of the last operation, when they have the types wanted. `*sure`: they have no other use.
static bool put_operands(const Verifier *v, StrBuf *out, const Block *block, const T *types, uint32_t count, bool *sure) {
  const Value *values[8];
  if (count > countof(values)) return false;
  bool of_last = results_are(block->last, types, count);
  *sure = of_last || !count;
  for (uint32_t i = 0; i < count; i++) {
    const Value *found = of_last ? op_result(block->last, i) : NULL;
    for (const Operation *op = block->last; op && !found; op = op->prev)
      if (op->result_count == 1 && op_result_type(op, 0) == types[i]) found = op_result(op, 0);
    for (uint32_t k = block->arg_count; k-- > 0 && !found;)
      if (block->args[k]->type == types[i]) found = block->args[k];
    if (!found || !value_name(v, found).size) return false;
    if (found->uses) *sure = false;
    values[i] = found;
  }
  for (uint32_t i = 0; i < count; i++) strbuf_printf(out, "%s%.*s", i ? ", " : " ", STR_ARG(value_name(v, values[i])));
  for (uint32_t i = 0; i < count; i++) strbuf_printf(out, "%s%s", i ? ", " : " : ", type_text(v->ctx, types[i]));
  return true;
}

void repair_terminator(const Verifier *v, const Block *block) {
  Diag *diag = begin(v);
  const Operation *parent = block_parent_op(block), *last = block->last;
  if (!diag || !parent) return;
  const OpDef *def = terminator_of(v, parent);
  const FunctionType *type = signature_of(parent);
  if (!def || (op_has(parent, TRAIT_FUNCTION) && !type) || (!op_has(parent, TRAIT_FUNCTION) && parent->result_count)) return;
  const char *implied = def_default_dialect(parent->def);
  bool is_short = implied && str_is(name_dialect(def_name(def)), implied);
  Str name = is_short ? name_without_dialect(def_name(def)) : def_name(def), text = text_of(v);
  Range src = source_of(v, parent);
  bool alone, sure;
  uint32_t at = last ? source_of(v, last).end : block->label.end ? block->label.end : src.end;
  StrBuf out;
  strbuf_init(&out, &v->ctx->mem);
  if (!at || at > text.size) return;
  if (last) {
    uint32_t start = last->loc.src.begin;
    if (last->result_count && last->results[0].name.end) start = last->results[0].name.begin;
    Str indent = indent_at(text, start, &alone);
    if (alone) strbuf_printf(&out, "\n%.*s", STR_ARG(indent));
    else strbuf_lit(&out, " ");
  } else {
    if (!block->label.end && text.data[at - 1] == '}') at--;
    while (block->label.end && at < text.size && text.data[at] != '\n') at++;
    Str indent = indent_at(text, at, &alone);
    if (block->label.end) strbuf_printf(&out, "\n%.*s  ", STR_ARG(indent));
    else strbuf_str(&out, str_from(alone ? "  " : ""));
  }
  size_t head = out.size;
  strbuf_str(&out, name);
  bool ok = put_operands(v, &out, block, type ? type->types + type->input_count : NULL, type ? type->result_count : 0, &sure);
  if (ok) {
    Str words = arena_str(v->arena, str_slice(strbuf_view(&out), head, out.size));
    if (!last && !block->label.end) {
      Str indent = indent_at(text, at, &alone);
      if (alone) strbuf_printf(&out, "\n%.*s", STR_ARG(indent));
      else strbuf_lit(&out, " ");
    }
    diag_fix(v->ctx->diags, diag, (Range){at, at}, strbuf_view(&out), sure, "insert `%.*s`", STR_ARG(words));
    diag_hint(v->ctx->diags, diag, "a block of '%.*s' ends with '%.*s': insert `%.*s`", STR_ARG(op_name(parent)), STR_ARG(def_name(def)), STR_ARG(words));
  } else {
    diag_hint(v->ctx->diags, diag, "a block of '%.*s' ends with '%.*s'", STR_ARG(op_name(parent)), STR_ARG(def_name(def)));
  }
  strbuf_free(&out);
}

// --- Attributes

void repair_visibility(const Verifier *v, const Operation *op) {
  Diag *diag = begin(v);
  Str name = symbol_name(op);
  Range src = source_of(v, op);
  if (!diag) return;
  uint32_t at = find_word(text_of(v), src.begin, src.end, name);
  if (at == src.end || text_of(v).data[at - 1] != '@') return;
  diag_fix(v->ctx->diags, diag, (Range){at - 1, at - 1}, STR("private "), true, "insert `private`");
  diag_hint(v->ctx->diags, diag, "without a body this declares that @%.*s is elsewhere: insert `private`", STR_ARG(name));
}

void repair_attr(const Verifier *v, const Operation *op, const char *missing) {
  Diag *diag = begin(v);
  Str right = str_from(missing);
  uint32_t limit = edits_allowed(right), count = 0;
  A name = NULL;
  for (uint32_t i = 0; diag && i < op->attr_count; i++) {
    if (edit_distance(right, attr_str(op->attrs[i].name), limit) > limit) continue;
    name = op->attrs[i].name;
    count++;
  }
  if (count != 1) return;
  Range src = source_of(v, op);
  Str wrong = attr_str(name);
  uint32_t at = find_word(text_of(v), src.begin, src.end, wrong);
  if (at == src.end) return;
  diag_fix(v->ctx->diags, diag, (Range){at, at + (uint32_t)wrong.size}, right, true, "write `%s`", missing);
  diag_hint(v->ctx->diags, diag, "`%.*s` is no attribute of the operation: write `%s`", STR_ARG(wrong), missing);
}
