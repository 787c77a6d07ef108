// Tells the log of a run as facts: what the passes did, and what they left over.
#include "passes/explain_run.h"
#include "ops/llvm.h"
#include "ops/builtin.h"

#include "passes/legalization_hints.h"
#include "dialects/llvm/types.h"
#include "ir/verify.h"
#include "passes/pipeline.h"
#include "rewrite/equivalence.h"

// ---------------------------------------------------------------------------------------------
// Passes

// The sentence about a pass that changed nothing and has no patterns that could explain it.
static const struct { const char *pass, *text; } idle[] = {
  {"canonicalize", "nothing folds, and no pattern applies"},
  {"cse", "no operation computes what another one has computed"},
  {"reconcile-unrealized-casts", "there are no casts that cancel out"},
  {"strip-debuginfo", "every location is unknown already"},
  {"symbol-dce", "every symbol is used or public"},
  {"symbol-privatize", "no symbol is public that may become private"},
};

static const char *idle_text(const char *pass) {
  for (uint32_t i = 0; i < countof(idle); i++)
    if (!strcmp(idle[i].pass, pass)) return idle[i].text;
  return NULL;
}

// "a, b (3 times), c"
static Str count_names(Facts *f, const StrVec *names) {
  StrVec distinct = {0};
  U32Vec counts = {0};
  for (uint32_t i = 0; i < names->count; i++) {
    uint32_t at = 0;
    while (at < distinct.count && !str_equal(distinct.data[at], names->data[i])) at++;
    if (at == distinct.count) {
      vec_push(f->arena, &distinct, names->data[i]);
      vec_push(f->arena, &counts, 0);
    }
    counts.data[at]++;
  }
  StrBuf text;
  strbuf_init(&text, f->arena->mem);
  for (uint32_t i = 0; i < distinct.count; i++) {
    if (i) strbuf_lit(&text, ", ");
    strbuf_str(&text, distinct.data[i]);
    if (counts.data[i] > 1) strbuf_printf(&text, " (%u times)", counts.data[i]);
  }
  Str kept = arena_str(f->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

static uint64_t place_key(const ExplainEntry *entry) {
  return (uint64_t)entry->src.begin << 32 | (str_hash(entry->op) & 0xffffffff);
}

// Operations that were converted or failed in the end; earlier attempts on them are not told.
static void note_done(Map *done, const ExplainEntry *entry) {
  if (entry->kind == EXPLAIN_REWRITTEN || entry->kind == EXPLAIN_FOLDED || entry->kind == EXPLAIN_FAILED) map_put(done, place_key(entry));
}

static void tell_rule(Facts *f, Map *shown, const ExplainEntry *entry) {
  MapEntry *before = entry->rule.size ? map_put(shown, map_key(entry->rule.data)) : NULL;
  if (!before || (before->value++ && !entry->matched.count && entry->kind != EXPLAIN_TRIED)) return;
  f->depth++;
  Fact *fact = fact_add(f, "written", "%.*s", STR_ARG(entry->rule));
  fact->kind = FACT_RULE;
  f->depth++;
  for (uint32_t i = 0; i < entry->matched.count; i++) {
    const ExplainMatch *match = &entry->matched.data[i];
    fact = fact_add(f, arena_str(f->arena, match->name).data, "%s", "");
    fact->kind = FACT_MATCHED;
    fact->to = match->value;
    fact->src = match->src;
    fact->has_src = match->src.end > match->src.begin;
  }
  f->depth -= 2;
}

static void tell(Facts *f, Map *done, Map *shown, const ExplainEntry *entry) {
  Fact *fact = NULL;
  FactKind kind = FACT_CHANGED;
  const char *pattern = entry->pattern ? entry->pattern : "";
  switch (entry->kind) {
    case EXPLAIN_REWRITTEN: {
      Str made = count_names(f, &entry->made);
      // "arith.addi to llvm.add" would say it again.
      bool plain = str_equal(str_from(pattern), arena_printf(f->arena, "%.*s to %.*s", STR_ARG(entry->op), STR_ARG(made)));
      fact = fact_add(f, made.size ? "replaced" : "rewritten", "%s", plain ? "" : pattern);
      fact->to = made;
      break;
    }
    case EXPLAIN_FOLDED: fact = fact_add(f, "folded", "its result is known"); break;
    case EXPLAIN_MERGED: fact = fact_add(f, "merged", "an operation before it computes the same"); break;
    case EXPLAIN_DEAD: fact = fact_add(f, "removed", "nothing uses it"); break;
    case EXPLAIN_IN_PLACE: fact = fact_add(f, "in place", "%s", entry->why); break;
    case EXPLAIN_COPIED: fact = fact_add(f, "copied", "%s", entry->why); break;
    case EXPLAIN_NO_MATCH: {
      if (map_find(done, place_key(entry))) return;
      uint64_t key = place_key(entry) ^ str_hash(str_from(entry->why)) * UINT64_C(0x9E3779B97F4A7C15);
      if (map_find(done, key)) return;
      map_put(done, key);
      kind = FACT_NOT_APPLIED;
      fact = fact_add(f, "did not apply", "%s%s%s", pattern, *pattern ? ": " : "", entry->why);
      break;
    }
    case EXPLAIN_TRIED: {
      uint64_t key = hash_mix(hash_mix((uint32_t)str_hash(str_from(pattern)), place_key(entry)), str_hash(str_from(entry->why)));
      if (map_put(done, key)->value++) return;
      kind = FACT_NOT_APPLIED;
      fact = fact_add(f, "did not apply", "%s%s%s", pattern, *pattern && entry->why ? ": " : "", entry->why ? entry->why : "");
      break;
    }
    case EXPLAIN_ROLLED_BACK:
      if (map_find(done, place_key(entry))) return;
      kind = FACT_NOT_APPLIED;
      fact = fact_add(f, "taken back", "%s: what it makes cannot be converted further", pattern);
      fact->to = count_names(f, &entry->made);
      break;
    case EXPLAIN_FAILED:
      kind = FACT_FAILED;
      fact = fact_add(f, "failed", "%s", entry->why);
      fact->pass = str_from(entry->help);
      break;
    default: return;
  }
  fact->kind = kind;
  fact->from = entry->op;
  fact->src = entry->src;
  fact->has_src = entry->src.end > entry->src.begin;
  tell_rule(f, shown, entry);
}

// The operations that patterns look for: "scf.for and scf.if", or a few of many.
static const char *roots_text(Facts *f, const StrVec *roots) {
  uint32_t named = roots->count > 3 ? 2 : roots->count;
  StrBuf text;
  strbuf_init(&text, f->arena->mem);
  for (uint32_t i = 0; i < named; i++) {
    if (i) strbuf_str(&text, i + 1 == roots->count ? STR(" and ") : STR(", "));
    strbuf_str(&text, roots->data[i]);
  }
  if (named < roots->count) strbuf_printf(&text, " and %u others", roots->count - named);
  const char *kept = arena_str(f->arena, strbuf_view(&text)).data;
  strbuf_free(&text);
  return kept;
}

// One pass: entries [begin, end) of the log, EXPLAIN_PASS first, and again for each operation it ran on. False: it failed.
static bool tell_pass(Facts *f, const ExplainLog *log, Map *shown, uint32_t begin, uint32_t end) {
  const ExplainEntry *first = &log->entries.data[begin];
  bool failed = false, changed = false;
  uint32_t runs = 0;
  const StrVec *roots = NULL;
  Map done;
  map_init(&done, f->arena);
  for (uint32_t i = begin; i < end; i++) {
    const ExplainEntry *entry = &log->entries.data[i];
    note_done(&done, entry);
    if (entry->kind == EXPLAIN_ROOTS) roots = &entry->made;
    if (entry->kind == EXPLAIN_PASS) runs++;
    failed |= entry->failed;
    changed |= entry->changed;
  }
  const char *name = first->pass->def->name;
  uint32_t at = f->items.count;
  Fact *fact;
  if (failed) fact = fact_add(f, name, "failed");
  else if (changed) fact = fact_add(f, name, "%s", "");
  else if (idle_text(name)) fact = fact_add(f, name, "changed nothing: %s", idle_text(name));
  else if (roots) fact = fact_add(f, name, "changed nothing: it works on %s, and there is none", roots_text(f, roots));
  else fact = fact_add(f, name, "changed nothing: there was nothing for it to do");
  fact->kind = failed ? FACT_PASS_FAILED : changed ? FACT_PASS : FACT_PASS_UNCHANGED;
  fact->from = first->symbol.size && runs == 1 ? arena_printf(f->arena, "%.*s @%.*s", STR_ARG(first->op), STR_ARG(first->symbol)) : first->op;
  if (runs > 1) fact->count = runs;
  f->depth++;
  for (uint32_t i = begin; i < end; i++) tell(f, &done, shown, &log->entries.data[i]);
  f->depth--;
  // A reason below says more than the list of what was looked for.
  if (!changed && !failed && f->items.count > at + 1) f->items.data[at].text = STR("changed nothing");
  return !failed;
}

static void tell_skipped(Facts *f, const ExplainEntry *entry) {
  Fact *fact = fact_add(f, entry->pass->def->name, "did not run: %s", entry->why);
  fact->kind = FACT_PASS_SKIPPED;
  fact->from = entry->op;
}

// ---------------------------------------------------------------------------------------------
// What is left

typedef struct Left {
  Facts *f;
  Map ran, reasons;   // names of passes -> when they ran last, counted from 1; place_key() -> the last reason a pattern gave
  Map made;           // place_key() of what patterns made -> during which pass
  OpVec casts;
  OpVec others;       // one of each name, with how many there are
  U32Vec counts;
  bool lowered;       // there is an operation of the llvm dialect
} Left;

static bool is_cast(const Operation *op) { return op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST); }
static bool is_llvm(Context *ctx, const Operation *op) { return op_is_of(ctx, op, &llvm_dialect); }

static WalkResult find_left(Operation *op, void *data) {
  Left *left = data;
  if (is_cast(op)) {
    vec_push(left->f->arena, &left->casts, op);
  } else if (is_llvm(left->f->ctx, op)) {
    left->lowered = true;
  } else if (op->block && !op_is(op, OP_BUILTIN_MODULE)) {   // modules stay what they are
    for (uint32_t i = 0; i < left->others.count; i++)
      if (left->others.data[i]->def == op->def) {
        left->counts.data[i]++;
        return WALK_ADVANCE;
      }
    vec_push(left->f->arena, &left->others, op);
    vec_push(left->f->arena, &left->counts, 1);
  }
  return WALK_ADVANCE;
}

// The operation outside the llvm dialect that wants a value, or a value's chain of casts, in a type
// that is not one of LLVM's.
static const Operation *unconverted_user(Context *ctx, const Value *value, uint32_t depth) {
  for (const Use *use = value->uses; use && depth < 16; use = use->next) {
    const Operation *user = use->owner;
    if (!is_cast(user)) {
      if (!is_llvm(ctx, user)) return user;
      continue;
    }
    for (uint32_t i = 0; i < user->result_count; i++) {
      const Operation *found = unconverted_user(ctx, op_result(user, i), depth + 1);
      if (found) return found;
    }
  }
  return NULL;
}

// The operation that makes a value (or whose argument it is).
static const Operation *unconverted_maker(Context *ctx, const Value *value, bool *is_arg) {
  for (uint32_t depth = 0; depth < 16; depth++) {
    const Operation *def = value_def(value);
    if (!def) {
      *is_arg = true;
      return llvm_is_compatible(value->type) ? NULL : block_parent_op(value_arg_block(value));
    }
    if (!is_cast(def)) return is_llvm(ctx, def) ? NULL : def;
    if (!def->operand_count) return NULL;
    value = op_operand(def, 0);
  }
  return NULL;
}

static bool has_run(const Left *left, const char *pass) { return map_find_str(&left->ran, str_from(pass)) != NULL; }

// Why the passes that ran did not convert `op`: the last reason a pattern gave.
static const char *reason_given(const Left *left, const Operation *op) {
  const ExplainEntry like = {.op = op_name(op), .src = op->loc.src};
  MapEntry *found = map_find(&left->reasons, place_key(&like));
  return found ? (const char *)found->value : NULL;
}

static void read_log(Left *left, const ExplainLog *log) {
  map_init(&left->reasons, left->f->arena);
  map_init(&left->ran, left->f->arena);
  map_init(&left->made, left->f->arena);
  uint32_t passes = 0;
  for (uint32_t i = 0; i < log->entries.count; i++) {
    const ExplainEntry *entry = &log->entries.data[i];
    if ((entry->kind == EXPLAIN_NO_MATCH || entry->kind == EXPLAIN_TRIED) && entry->pattern && entry->why) map_put(&left->reasons, place_key(entry))->value = (uintptr_t)entry->why;
    if (entry->kind == EXPLAIN_PASS) map_put_str(&left->ran, str_from(entry->pass->def->name))->value = ++passes;
    for (uint32_t k = 0; k < entry->made.count; k++) {
      const ExplainEntry made = {.op = entry->made.data[k], .src = entry->src};
      map_put(&left->made, place_key(&made))->value = passes;
    }
  }
}

// Whether the operation was there when a pass ran last: another one may have made it later.
static bool was_there(const Left *left, const Operation *op, const char *pass) {
  const ExplainEntry like = {.op = op_name(op), .src = op->loc.src};
  const MapEntry *ran = map_find_str(&left->ran, str_from(pass)), *made = map_find(&left->made, place_key(&like));
  return ran && (!made || made->value < ran->value);
}

// The pass that would lower `op` further.
static const char *advice(Left *left, const Operation *op, const char **pass) {
  const char *why = reason_given(left, op), *hint = legalization_hint(op->def);
  *pass = NULL;
  if (!hint) return why ? why : "Rung has no pass that converts it";
  if (!pass_by_name(str_from(hint))) return arena_printf(left->f->arena, "%s would convert it; Rung does not have that pass", hint).data;
  bool ran = has_run(left, hint);
  if (ran && why) return arena_printf(left->f->arena, "%s did not convert it: %s", hint, why).data;
  if (ran && was_there(left, op, hint)) return arena_printf(left->f->arena, "%s ran and does not convert it", hint).data;
  *pass = hint;
  return arena_printf(left->f->arena, ran ? "%s ran before this operation existed: run it again, later" : "%s converts it", hint).data;
}

static Fact *tell_left(Left *left, FactKind kind, const char *rule, const Operation *op, const char *pass, Str text) {
  Fact *fact = fact_add(left->f, rule, "%.*s", STR_ARG(text));
  fact->kind = kind;
  fact->src = op->loc.src;
  fact->has_src = op->loc.src.end > op->loc.src.begin;
  fact->pass = str_from(pass);
  return fact;
}

static Str value_types(Facts *f, const Operation *op, bool results) {
  StrBuf text;
  strbuf_init(&text, f->arena->mem);
  uint32_t count = results ? op->result_count : op->operand_count;
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&text, ", ");
    strbuf_str(&text, str_from(type_text(f->ctx, results ? op_result_type(op, i) : op_operand_type(op, i))));
  }
  Str kept = arena_str(f->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

static void tell_cast(Left *left, const Operation *cast) {
  Facts *f = left->f;
  const Operation *holder = NULL;
  bool is_arg = false, is_user = true;
  for (uint32_t i = 0; i < cast->result_count && !holder; i++) holder = unconverted_user(left->f->ctx, op_result(cast, i), 0);
  if (!holder) is_user = false;
  for (uint32_t i = 0; i < cast->operand_count && !holder; i++) holder = unconverted_maker(left->f->ctx, op_operand(cast, i), &is_arg);
  const char *pass = NULL;
  Str text;
  if (!holder) {
    pass = "reconcile-unrealized-casts";
    text = has_run(left, pass) ? STR("no operation needs it, but its types do not lead back to where they came from")
                                    : STR("no operation needs it: reconcile-unrealized-casts removes it if it leads back");
    if (has_run(left, pass)) pass = NULL;
  } else if (is_arg && is_llvm(left->f->ctx, holder)) {
    pass = "convert-cf-to-llvm";
    text = STR("an argument of a block still has the old type: convert-cf-to-llvm converts blocks");
  } else {
    const char *how = advice(left, holder, &pass);
    LineCol at = source_line_col(&f->module->source, &f->module->arena, holder->loc.src.begin);
    text = arena_printf(f->arena, "%.*s at %u:%u %s: %s", STR_ARG(op_name(holder)), at.line, at.column,
                        is_user ? "still uses the old type" : is_arg ? "still has an argument of the old type" : "still produces the old type", how);
  }
  Fact *fact = tell_left(left, FACT_CAST_LEFT, "cast", cast, pass, text);
  fact->from = value_types(f, cast, false);
  fact->to = value_types(f, cast, true);
}

static void tell_what_is_left(Facts *f, const ExplainLog *log) {
  Left left = {.f = f};
  read_log(&left, log);
  op_walk_pre(f->module->op, find_left, &left);
  if (!left.casts.count && !(left.lowered && left.others.count)) return;
  fact_add(f, "left over", "%s", "")->kind = FACT_LEFT;
  f->depth++;
  for (uint32_t i = 0; i < left.casts.count; i++) tell_cast(&left, left.casts.data[i]);
  for (uint32_t i = 0; i < left.others.count && left.lowered; i++) {
    const Operation *op = left.others.data[i];
    const char *pass, *text = advice(&left, op, &pass);
    Fact *fact = tell_left(&left, FACT_OPERATION_LEFT, "not converted", op, pass, str_from(text));
    fact->from = op_name(op);
    fact->count = left.counts.data[i];
  }
  f->depth--;
}

// Memory ran out, either in the run, so parts of its log and module are missing, or afterwards.
static bool is_out_of_memory(const Facts *f) { return f->arena->mem->exhausted || f->ctx->mem.exhausted; }

void explain_run(Facts *f, const ExplainLog *log) {
  bool failed = false;
  Map shown;   // rules
  map_init(&shown, f->arena);
  for (uint32_t i = 0; i < log->entries.count && !is_out_of_memory(f); i++) {
    const ExplainEntry *entry = &log->entries.data[i];
    if (entry->kind == EXPLAIN_SKIPPED) tell_skipped(f, entry);
    if (entry->kind != EXPLAIN_PASS) continue;
    uint32_t end = i + 1;
    while (end < log->entries.count && log->entries.data[end].kind != EXPLAIN_SKIPPED &&
           (log->entries.data[end].kind != EXPLAIN_PASS || (log->by_pass && log->entries.data[end].pass == entry->pass))) end++;
    failed = !tell_pass(f, log, &shown, i, end);
    i = end - 1;
  }
  if (!failed && f->module && f->module->op && !is_out_of_memory(f)) tell_what_is_left(f, log);
}
