// The log of what passes do, and facts as data and as text.
#include "rewrite/explain.h"

#include "ir/symbol.h"
#include "ir/verify.h"

ExplainEntry *explain_add(ExplainLog *log, ExplainKind kind, const Operation *op) {
  ExplainEntry *entry = vec_add(log->arena, &log->entries);
  *entry = (ExplainEntry){.kind = kind, .op = op_name(op), .src = op->loc.src};
  if (kind == EXPLAIN_PASS) entry->symbol = arena_str(log->arena, symbol_name(op));
  return entry;
}

void explain_tried(ExplainLog *log, const Operation *op, const char *pattern, const char *why, uint32_t from) {
  bool has_one = log->entries.count > from;
  ExplainEntry *entry = has_one ? &vec_last(&log->entries) : explain_add(log, EXPLAIN_TRIED, op);
  entry->pattern = pattern;
  if (!has_one) entry->why = why;
}

void explain_take_rule(ExplainLog *log, ExplainEntry *entry) {
  entry->rule = log->rule;
  entry->matched = log->matched;
  log->rule = (Str){0};
  log->matched = (ExplainMatchVec){0};
}

const char *explain_pattern(ExplainLog *log, Context *ctx, const char *name, uint32_t root, uint32_t target) {
  static const char root_word[] = "$root", target_word[] = "$target";
  if (!name) name = target ? "$root to $target" : root_word;
  const char *rest = strchr(name, '$');
  if (!rest) return name;
  StrBuf text;
  strbuf_init(&text, log->arena->mem);
  for (; rest; rest = strchr(name, '$')) {
    bool is_target = strncmp(rest, target_word, sizeof target_word - 1) == 0;
    strbuf_str(&text, (Str){name, (size_t)(rest - name)});
    strbuf_str(&text, def_name(context_op_of(ctx, is_target ? target : root)));
    name = rest + (is_target ? sizeof target_word : sizeof root_word) - 1;
  }
  strbuf_str(&text, str_from(name));
  const char *kept = arena_str(log->arena, strbuf_view(&text)).data;
  strbuf_free(&text);
  return kept;
}

static bool looks_for(const PassInstance *nested, const Operation *op) {
  return str_is(nested->anchor, "any") ? op_has(op, TRAIT_ISOLATED) : str_equal(nested->anchor, op_name(op));
}

// Where the wanted operations are, when they are further inside; NULL otherwise.
static const Operation *holder_of_wanted(const PassInstance *nested, const Operation *op, uint32_t depth) {
  if (depth > 8) return NULL;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      block_each_op(block, inner) {
        if (depth && looks_for(nested, inner)) return op;
        const Operation *found = inner->region_count ? holder_of_wanted(nested, inner, depth + 1) : NULL;
        if (found) return found;
      }
  return NULL;
}

void explain_unfit(ExplainLog *log, Context *ctx, const PassInstance *pass, const Operation *op) {
  ExplainEntry *entry = explain_add(log, EXPLAIN_SKIPPED, op);
  uint32_t anchor = pass->def->anchor;
  entry->pass = pass;
  entry->why = anchor ? arena_printf(log->arena, "it runs on '%.*s' only", STR_ARG(def_name(context_op_of(ctx, anchor)))).data
                      : "it runs on registered operations that are isolated from above only";
}

void explain_skipped(ExplainLog *log, const PassInstance *nested, const Operation *op) {
  const Operation *holder = holder_of_wanted(nested, op, 0);
  Str anchor = nested->anchor, around = op_name(op);
  const char *why;
  if (holder)
    why = arena_printf(log->arena, "it is to run on each '%.*s' directly inside '%.*s', and there is none: the first one is further inside, in a '%.*s'",
                       STR_ARG(anchor), STR_ARG(around), STR_ARG(op_name(holder))).data;
  else
    why = arena_printf(log->arena, "it is to run on each '%.*s' directly inside '%.*s', and there is none",
                       STR_ARG(anchor), STR_ARG(around)).data;
  for (const PassInstance *pass = nested->nested; pass; pass = pass->next) {
    if (!pass->def) {
      explain_skipped(log, pass, op);
      continue;
    }
    ExplainEntry *entry = explain_add(log, EXPLAIN_SKIPPED, op);
    entry->pass = pass;
    entry->why = why;
  }
}

// --- Facts

void facts_init(Facts *self, Context *ctx, Module *module, Arena *arena) {
  *self = (Facts){.ctx = ctx, .module = module, .arena = arena};
}

Fact *fact_add(Facts *self, const char *rule, const char *format, ...) {
  StrBuf text;
  strbuf_init(&text, self->arena->mem);
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&text, format, args);
  va_end(args);
  Fact *fact = vec_add(self->arena, &self->items);
  *fact = (Fact){.depth = self->depth, .rule = str_from(rule), .text = arena_str(self->arena, strbuf_view(&text))};
  strbuf_free(&text);
  return fact;
}

Str fact_type(Facts *self, T type) { return arena_str(self->arena, str_from(type_text(self->ctx, type))); }

// Lines after the first are indented with the fact.
static void print_lines(StrBuf *out, Str text, size_t indent) {
  for (size_t i = 0; i < text.size; i++) {
    strbuf_char(out, text.data[i]);
    if (text.data[i] == '\n') strbuf_pad(out, ' ', indent);
  }
}

static void print_fact(const Facts *self, const Fact *fact, StrBuf *out) {
  size_t indent = 2 * (size_t)fact->depth;
  strbuf_pad(out, ' ', indent);
  if (fact->has_src && self->module) {
    LineCol at = source_line_col(&self->module->source, &self->module->arena, fact->src.begin);
    strbuf_printf(out, "%u:%u: ", at.line, at.column);
  }
  strbuf_str(out, fact->rule);
  if (fact->from.size) strbuf_printf(out, ": %.*s", STR_ARG(fact->from));
  bool says_count = fact->role == ROLE_NONE || fact->role == ROLE_RULE || fact->role == ROLE_ELEMENT;   // others do in words
  if (fact->count > 1 && says_count)
    strbuf_printf(out, " (%llu times)", (unsigned long long)fact->count);
  if (fact->to.size) strbuf_printf(out, "%s%.*s", fact->from.size ? " -> " : ": ", STR_ARG(fact->to));
  if (fact->has_bytes)
    strbuf_printf(out, ", bytes %llu to %llu", (unsigned long long)fact->offset,
                  (unsigned long long)(fact->offset + fact->size));
  if (fact->text.size) {
    bool lines = memchr(fact->text.data, '\n', fact->text.size) != NULL;
    strbuf_lit(out, ":");
    if (lines) {
      strbuf_lit(out, "\n");
      strbuf_pad(out, ' ', indent + 2);
      print_lines(out, fact->text, indent + 2);
    } else {
      strbuf_lit(out, " ");
      strbuf_str(out, fact->text);
    }
  }
  if (fact->pass.size) strbuf_printf(out, " [%.*s]", STR_ARG(fact->pass));
  strbuf_lit(out, "\n");
}

void facts_print(const Facts *self, StrBuf *out) {
  for (uint32_t i = 0; i < self->items.count; i++) print_fact(self, &self->items.data[i], out);
}
