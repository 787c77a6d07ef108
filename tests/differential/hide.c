// Reads texts twice, with every dialect and with one of them hidden, and compares what was read: the
// operations of the hidden dialect are kept as written, and should have the same values, uses, regions,
// blocks and symbols. For scripts/differential --hide.
//
//   rung-hide DIALECT FILE…    one line for each operation that differs, and the counts at the end
#include <stdio.h>
#include <stdlib.h>

#include "asm/install.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/custom.h"
#include "dialects/registry.h"
#include "ir/verify.h"

typedef struct Reading {
  Context *ctx;
  Module *module;
  Arena arena;
  Diags diags;
  Map ops;      // where an operation's name begins -> Operation *
  bool ok;
} Reading;

typedef struct Counts { uint64_t equal, unknown, refused, wrong, files, skipped; } Counts;

static WalkResult note_op(Operation *op, void *data) {
  Reading *self = data;
  MapEntry *entry = map_put(&self->ops, (uint64_t)op->loc.src.begin + 1);
  if (!entry->value && op->loc.src.end > op->loc.src.begin) entry->value = (uintptr_t)op;   // what is implied comes later
  return WALK_ADVANCE;
}

static bool read_text(Reading *self, Str text, const char *hidden) {
  *self = (Reading){.ctx = context_new((size_t)1 << 30)};
  if (!self->ctx) return false;
  arena_init(&self->arena, &self->ctx->mem);
  diags_init(&self->diags, &self->arena);
  map_init(&self->ops, &self->arena);
  self->ctx->opcodes = &rung_opcodes;
  asm_install(self->ctx);
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    if (!hidden || strcmp((*dialect)->name, hidden)) context_add_dialect(self->ctx, *dialect);
  format_add_directives(self->ctx, shared_directives);
  self->ctx->diags = &self->diags;
  self->ctx->allow_unregistered = true;
  self->module = module_new(self->ctx, (Source){.name = STR("-"), .text = text});
  const ParseOptions options = {.allow_unregistered = true, .keep_unknown = true};
  self->ok = parse_module(self->module, &options) && verify_op(self->module, self->module->op);
  if (self->module->op) op_walk_pre(self->module->op, note_op, self);
  return true;
}

static void done(Reading *self) {
  if (!self->ctx) return;
  arena_free(&self->arena);
  module_free(self->module);
  context_free(self->ctx);
}

// Where a value comes from, in terms that both readings share.
static uint64_t value_id(const Value *value) {
  if (!value->is_arg) {
    const Operation *def = value->owner;
    return def ? (uint64_t)def->loc.src.begin << 20 | (value->index & 0xffff) : 0;
  }
  return (uint64_t)value->arg_loc->src.begin << 20 | 1 << 17;
}

// Labels tell blocks apart; the first one of a region may have none.
static uint64_t block_id(const Block *block) {
  const Operation *op = block_parent_op(block);
  uint64_t label = block->label.begin ? block->label.begin : (op ? op->loc.src.begin : 0);
  return label;
}

// A region that holds nothing but what its operation's syntax leaves out.
static bool is_implicit(const Operation *op, const Region *region) {
  const Block *first = region->first;
  if (!first) return true;
  if (first->next || first->arg_count || first->first != first->last) return false;
  const Operation *only = first->first;
  return !only || only->loc.src.end <= only->loc.src.begin || only->loc.src.begin == op->loc.src.begin;
}

// Regions and their blocks, without those.
static uint32_t regions_of(const Operation *op) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < op->region_count; i++) n += !is_implicit(op, &op->regions[i]);
  return n;
}

static uint32_t blocks_of(const Operation *op) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < op->region_count; i++) n += is_implicit(op, &op->regions[i]) ? 0 : region_block_count(&op->regions[i]);
  return n;
}

typedef struct Symbols { StrBuf *out; Context *ctx; } Symbols;

static void add_symbols(StrBuf *out, A attr, int depth) {
  if (!attr || depth > 64) return;
  if (attr_kind(attr) == ATTR_SYMBOL_REF) {
    const SymbolRefAttr *symbol = (const SymbolRefAttr *)attr;
    for (uint64_t i = 0; i < symbol->count; i++) {
      strbuf_char(out, '@');
      strbuf_str(out, attr_str(symbol->path[i]));
    }
    strbuf_char(out, ' ');
  } else if (attr_kind(attr) == ATTR_ARRAY) {
    const ArrayAttr *array = (const ArrayAttr *)attr;
    for (uint64_t i = 0; i < array->count; i++) add_symbols(out, array->items[i], depth + 1);
  } else if (attr_kind(attr) == ATTR_DICT) {
    const DictAttr *dict = (const DictAttr *)attr;
    for (uint64_t i = 0; i < dict->count; i++) add_symbols(out, dict->items[i].value, depth + 1);
  }
}

static int compare_words(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// The symbols an operation names, sorted, and its own.
static char *symbols_of(const Operation *op) {
  Mem mem;
  StrBuf text;
  if (!mem_init(&mem, 0)) return NULL;
  strbuf_init(&text, &mem);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props && op->props[i]) add_symbols(&text, op->props[i], 0);
  for (uint32_t i = 0; i < op->attr_count; i++) add_symbols(&text, op->attrs[i].value, 0);
  if (op->prop_dict) add_symbols(&text, op->prop_dict, 0);
  Str name = symbol_name(op);
  if (name.size) {
    strbuf_lit(&text, "=@");
    strbuf_str(&text, name);
    strbuf_char(&text, ' ');
  }
  strbuf_char(&text, 0);
  char *words[4096], *copy = malloc(text.size + 1), *out = malloc(text.size + 2);
  size_t count = 0, size = 0;
  if (copy && out) {
    memcpy(copy, text.data, text.size);
    for (char *word = strtok(copy, " "); word && count < 4096; word = strtok(NULL, " ")) words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
      if (i && !strcmp(words[i], words[i - 1])) continue;
      size_t n = strlen(words[i]);
      memcpy(out + size, words[i], n);
      size += n;
      out[size++] = ' ';
    }
    out[size] = 0;
  }
  free(copy);
  strbuf_free(&text);
  mem_free(&mem);
  return out;
}

// Whether each word of `b` is one of `a`: symbols inside of a dialect's attributes are seen in the text only.
static bool names_all(const char *a, const char *b) {
  while (*b) {
    size_t size = strcspn(b, " ") + 1;
    const char *at = a;
    while (*at && strncmp(at, b, size)) at += strcspn(at, " ") + 1;
    if (!*at) return false;
    b += size;
  }
  return true;
}

static int compare_ids(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// The values used: their order and number in the text are not always those of the operands.
static uint32_t used_by(const Operation *op, uint64_t *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < op->operand_count; i++) out[i] = value_id(op_operand(op, i));
  qsort(out, op->operand_count, sizeof *out, compare_ids);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!i || out[i] != out[i - 1]) out[n++] = out[i];
  return n;
}

static bool same_operands(const Operation *a, const Operation *b) {
  uint64_t *x = malloc(sizeof *x * ((size_t)a->operand_count + b->operand_count + 2)), *y = x + a->operand_count + 1;
  uint32_t n = used_by(a, x), m = used_by(b, y);
  bool same = n == m && !memcmp(x, y, sizeof *x * n);
  free(x);
  return same;
}

static bool type_same(T a, T b, Context *ca, Context *cb) { return !strcmp(type_text(ca, a), type_text(cb, b)); }

typedef struct Comparison {
  const Reading *full, *hidden;
  const char *file;
  Counts *counts;
  bool verbose;
} Comparison;

static WalkResult compare(Operation *op, void *data) {
  Comparison *self = data;
  const Operation *other = map_find(&self->hidden->ops, (uint64_t)op->loc.src.begin + 1)
                               ? (const Operation *)map_find(&self->hidden->ops, (uint64_t)op->loc.src.begin + 1)->value : NULL;
  if (op == self->full->module->op || op->loc.src.end <= op->loc.src.begin) return WALK_ADVANCE;   // implied, not written
  const MapEntry *own = map_find(&self->full->ops, (uint64_t)op->loc.src.begin + 1);
  if (!own || (const Operation *)own->value != op) return WALK_ADVANCE;
  const char *why = NULL;
  bool unknown = false;
  char *sa = symbols_of(op), *sb = other ? symbols_of(other) : NULL;
  if (!other || other->flags & OP_BROKEN) {
    why = "not there";
  } else if (op->result_count != other->result_count) {
    why = op->result_count && !other->result_count ? NULL : "results";   // the text does not name them
    unknown = !why;
  } else if (!same_operands(op, other)) {
    why = "operands";
  } else if (regions_of(op) != regions_of(other)) {
    why = "regions";
  } else if (blocks_of(op) != blocks_of(other) && op->region_count == other->region_count) {
    why = "blocks";
  } else if (op->successor_count != other->successor_count) {
    why = "successors";
  } else if (sa && sb && !names_all(sb, sa)) {
    why = "symbols";
  }
  for (uint32_t i = 0; !why && i < op->successor_count; i++)
    if (block_id(op_successor(op, i)) != block_id(op_successor(other, i))) why = "successors";
  for (uint32_t i = 0; !why && i < op->result_count && i < other->result_count; i++) {
    if (type_is_unknown(op_result_type(other, i))) unknown = true;
    else if (!type_same(op_result_type(op, i), op_result_type(other, i), self->full->ctx, self->hidden->ctx)) why = "result type";
  }
  for (uint32_t r = 0; !why && r < op->region_count && r < other->region_count; r++) {
    const Block *a = op->regions[r].first, *b = other->regions[r].first;
    for (; a && b && !why; a = a->next, b = b->next) {
      if (a->arg_count != b->arg_count) why = "block arguments";
      for (uint32_t i = 0; !why && i < a->arg_count; i++) {
        if (type_is_unknown(b->args[i]->type)) unknown = true;
        else if (!type_same(a->args[i]->type, b->args[i]->type, self->full->ctx, self->hidden->ctx)) why = "argument type";
      }
    }
  }
  if (why) self->counts->wrong++;
  else if (unknown) self->counts->unknown++;
  else self->counts->equal++;
  if (why && self->verbose) {
    LineCol at = source_line_col(&self->full->module->source, &self->full->module->arena, op->loc.src.begin);
    printf("%s:%u: %.*s: %s%s%s%s%s\n", self->file, (unsigned)at.line, (int)op_name(op).size, op_name(op).data, why,
           !strcmp(why, "symbols") ? " " : "", !strcmp(why, "symbols") ? sa : "", !strcmp(why, "symbols") ? "/ " : "",
           !strcmp(why, "symbols") ? sb : "");
  }
  free(sa);
  free(sb);
  return WALK_ADVANCE;
}

static WalkResult count_op(Operation *op, void *data) {
  uint64_t *count = data;
  *count += op->loc.src.end > op->loc.src.begin;
  return WALK_ADVANCE;
}

static bool has_word(const char *words, const char *word) {
  size_t size = strlen(word);
  for (const char *at = words; at && (at = strstr(at, word)); at += size)
    if ((at == words || at[-1] == ' ') && (!at[size] || at[size] == ' ')) return true;
  return false;
}

typedef struct Builders { Context *ctx; const char *hidden; bool found; } Builders;

// An operation of a pack that is built on the hidden dialect: its format is about types of that dialect, without which it is never
// loaded.
static WalkResult find_builder(Operation *op, void *data) {
  Builders *self = data;
  const DialectDef *dialect = op_is_registered(op) ? op_dialect(self->ctx, op->def) : NULL;
  self->found |= dialect && dialect->table != all_dialects[0]->table && has_word(dialect->depends, self->hidden);
  return self->found ? WALK_STOP : WALK_ADVANCE;
}

static bool builds_on(const Reading *self, const char *hidden) {
  Builders builders = {self->ctx, hidden, false};
  if (self->module->op) op_walk_pre(self->module->op, find_builder, &builders);
  return builders.found;
}

static void compare_file(const char *path, const char *hidden, Counts *counts, bool verbose) {
  FILE *in = fopen(path, "rb");
  if (!in) return;
  static char text[1 << 22];
  Str source = {text, fread(text, 1, sizeof text, in)};
  fclose(in);
  Reading full, other = {0};
  if (!read_text(&full, source, NULL)) return;
  if (!full.ok || builds_on(&full, hidden)) {
    counts->skipped++;
  } else if (read_text(&other, source, hidden)) {
    counts->files++;
    if (!other.ok) {
      uint64_t n = 0;
      op_walk_pre(full.module->op, count_op, &n);
      counts->refused += n;
      const Diag *first = other.diags.first;
      while (first && first->severity != SEVERITY_ERROR) first = first->next;
      if (verbose) printf("%s:%u: refused: %.*s\n", path, first ? (unsigned)first->line : 0, first ? (int)first->message.size : 0, first ? first->message.data : "");
    } else {
      Comparison comparison = {&full, &other, path, counts, verbose};
      op_walk_pre(full.module->op, compare, &comparison);
    }
  }
  done(&other);
  done(&full);
}

int main(int argc, char **argv) {
  Counts counts = {0};
  for (int i = 2; i < argc; i++) compare_file(argv[i], argv[1], &counts, true);
  printf("%llu equal, %llu unknown, %llu refused, %llu wrong, %llu files\n", (unsigned long long)counts.equal, (unsigned long long)counts.unknown,
         (unsigned long long)counts.refused, (unsigned long long)counts.wrong, (unsigned long long)counts.files);
  return 0;
}
