// Operations, regions and blocks.
#include "asm/format_impl.h"
#include "asm/kept.h"
#include "asm/printer_impl.h"
#include "ir/verify.h"

// --- Operations

Str default_dialect_inside(const Printer *p, const Operation *op) {
  if (op_has(op, TRAIT_HOLE)) {   // as if nothing had been left out
    const OpDef *record = context_op(p->ctx, op_name(op));
    return record && op_def_has(record, TRAIT_DEFAULT_DIALECT) ? op_dialect_name(op) : (Str){0};
  }
  const char *dialect = def_default_dialect(op->def);
  if (dialect) return str_from(dialect);
  return op_has(op, TRAIT_DEFAULT_DIALECT) ? op_dialect_name(op) : (Str){0};
}

// The name without the dialect that the enclosing operation makes the default one.
static const DialectDef *older_dialect(Printer *p, const OpDef *def, Str name) {
  const DialectDef *dialect = p->options.edition ? op_dialect(p->ctx, def) : NULL;
  return dialect && dialect->older_last >= p->options.edition->release && str_equal(name, def_name(def)) ? dialect : NULL;
}

bool is_renamed(Printer *p, const OpDef *def, Str name) { return older_dialect(p, def, name) != NULL; }

bool print_renamed(Printer *p, const OpDef *def, Str name) {
  const DialectDef *dialect = older_dialect(p, def, name);
  if (!dialect) return false;
  print_text(p, dialect->older_name);
  strbuf_str(p->out, str_slice(name, strlen(dialect->name), name.size));
  return true;
}

static void print_op_name(Printer *p, const OpDef *def, Str name) {
  if (print_renamed(p, def, name)) return;
  Str dialect = p->default_dialect;
  if (p->options.edition && p->options.edition->std_is_default && str_starts_with(name, STR("std."))) dialect = STR("std");
  if (dialect.size && name.size > dialect.size && name.data[dialect.size] == '.' &&
      memcmp(name.data, dialect.data, dialect.size) == 0 &&
      !memchr(name.data + dialect.size + 1, '.', name.size - dialect.size - 1)) {
    name = str_slice(name, dialect.size + 1, name.size);
  }
  strbuf_str(p->out, name);
}

// Print as the release wrote it. False: print as today.
static bool print_older_op(Printer *p, const Operation *op) {
  const OpDef *def = op->def;
  if (def->since > p->options.edition->release) {   // its dialect takes it unseen
    print_generic_op(p, op);
    return true;
  }
  const OpForm *form = op_form(def, p->options.edition->release);
  if (!form) return false;
  if (form->format == FORM_GENERIC || !(form->format || def_print(def) || def->format)) {
    print_generic_op(p, op);
    return true;
  }
  print_op_name(p, def, form->name ? str_from(def_text(def, form->name)) : def_name(def));
  if (!form->format && def_print(def)) {
    def_print(def)(p, op);
    return true;
  }
  format_print(p, format_compile(p->ctx, def, form->format ? def_text(def, form->format) : def_format(def)), op);
  return true;
}

void print_op(Printer *p, const Operation *op) {
  const OpDef *def = op->def;
  p->parts = 0;
  if (p->collecting && p->options.debug_info) collect_loc(p, op->loc, true);
  if (!p->options.generic && !(def->traits & TRAIT_UNREGISTERED)) {
    if (p->options.edition && print_older_op(p, op)) return;
    if (def_print(def)) {
      print_op_name(p, def, def_name(def));
      def_print(def)(p, op);
      return;
    }
    const Format *format = def->format ? format_of(p->ctx, def) : NULL;
    if (format) {
      print_op_name(p, def, format->name);
      format_print(p, format, op);
      return;
    }
  }
  if (def->traits & TRAIT_KEPT && op->prop_dict) {
    print_kept(p, op);
    return;
  }
  print_generic_op(p, op);
}

// `%a, %b:2 = `
static void print_results(Printer *p, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count;) {
    uint32_t next = i + 1;
    while (next < op->result_count) {
      const ValueName *name = value_name(p, &op->results[next]);
      if (!name || name->sub <= 0) break;
      next++;
    }
    if (i) strbuf_lit(p->out, ", ");
    print_value_id(p, &op->results[i], false);
    if (next - i > 1) {
      strbuf_char(p->out, ':');
      strbuf_u64(p->out, next - i);
    }
    i = next;
  }
  strbuf_lit(p->out, " = ");
}

// Print results, operation and location, as on a line of a block, without the newline.
void print_line(Printer *p, const Operation *op) {
  OutputMap *map = p->options.map;
  uint32_t entry = 0;
  strbuf_pad(p->out, ' ', p->indent);
  if (map) {
    entry = map->entries.count;
    vec_push(map->arena, &map->entries, (OutputMapEntry){(uint32_t)p->out->size, 0, op->loc.src});
  }
  // Values that a hole defines are not printed on the left of it.
  if (op->result_count && !(op_has(op, TRAIT_HOLE) && op->results[0].name.end == 0)) print_results(p, op);
  print_op(p, op);
  if (map && entry < map->entries.count) map->entries.data[entry].out_end = (uint32_t)p->out->size;
  if (p->options.debug_info) print_trailing_loc(p, op->loc, true);
  if (p->options.value_users) print_users_comment(p, op);
}

void print_full_op(Printer *p, const Operation *op) {
  if (!names_deferred(p, op)) {
    print_line(p, op);
    return;
  }
  NamingScope scope = names_enter(p, op);
  print_line(p, op);
  names_leave(p, scope);
}

// --- Blocks and regions

enum { FLUSH_SIZE = 1 << 16 };

// `  // pred: ^bb0`, or all of them in block order, each as often as it branches here.
static void print_predecessors(Printer *p, const Block *block) {
  if (p->outlines) return;
  uint32_t count = 0;
  for (const BlockUse *use = block->uses; use; use = use->next) count++;
  if (!count) {
    bool tells_entry = p->options.edition && p->options.edition->spaces_regions;
    if (tells_entry || !block_is_entry(block)) strbuf_lit(p->out, "  // no predecessors");
    return;
  }
  if (count == 1) {
    strbuf_lit(p->out, "  // pred: ");
    print_block_name(p, block->uses->owner->block);
    return;
  }
  const Block **preds = arena_alloc(&p->arena, sizeof *preds * (size_t)count);
  if (!preds) return;
  // The list holds the latest use first: filled from the end it is nearly sorted.
  uint32_t at = count;
  for (const BlockUse *use = block->uses; use; use = use->next) preds[--at] = use->owner->block;
  for (uint32_t i = 1; i < count; i++) {
    const Block *pred = preds[i];
    uint32_t to = i;
    for (; to && preds[to - 1]->print_id > pred->print_id; to--) preds[to] = preds[to - 1];
    preds[to] = pred;
  }
  strbuf_lit(p->out, "  // ");
  strbuf_u64(p->out, count);
  strbuf_lit(p->out, " preds: ");
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_block_name(p, preds[i]);
  }
}

static void print_block_header(Printer *p, const Block *block) {
  strbuf_pad(p->out, ' ', p->indent);
  print_block_name(p, block);
  if (block->arg_count) {
    strbuf_char(p->out, '(');
    for (uint32_t i = 0; i < block->arg_count; i++) {
      if (i) strbuf_lit(p->out, ", ");
      print_value_id(p, block->args[i], true);
      strbuf_lit(p->out, ": ");
      print_type(p, block->args[i]->type);
      if (p->options.debug_info) print_trailing_loc(p, value_loc(block->args[i]), false);
    }
    strbuf_char(p->out, ')');
  }
  strbuf_char(p->out, ':');
  print_predecessors(p, block);
  strbuf_char(p->out, '\n');
}

static void print_block(Printer *p, const Block *block, bool header, bool terminator) {
  if (header) print_block_header(p, block);
  p->indent += 2;
  if (p->options.value_users) {
    for (uint32_t i = 0; i < block->arg_count; i++) print_arg_users_comment(p, block->args[i]);
  }
  if (p->outlines) {
    outline_ops(p, block, terminator);
    p->indent -= 2;
    return;
  }
  block_each_op(block, op) {
    if (op == block->last && !terminator && op_has(op, TRAIT_TERMINATOR)) break;
    if (p->ctx->mem.exhausted) break;
    if (__builtin_expect(op_has(op, TRAIT_KEPT), 0) && kept_is_elsewhere(op)) continue;
    print_full_op(p, op);
    strbuf_char(p->out, '\n');
    if (p->options.flush && p->out->size >= FLUSH_SIZE) p->options.flush(p->out, p->options.flush_data);
  }
  p->indent -= 2;
}

void print_region(Printer *p, const Region *region, bool print_entry_args, bool print_terminators, bool print_empty_block) {
  if (p->collecting) {
    collect_region(p, region, print_entry_args, print_terminators);
    return;
  }
  if (p->options.skip_regions) {
    strbuf_lit(p->out, "{...}");
    return;
  }
  strbuf_lit(p->out, "{\n");
  if (region->first) {
    Str outer = p->default_dialect;
    p->default_dialect = region->op ? default_dialect_inside(p, region->op) : (Str){0};
    const Block *entry = region->first;
    bool header = (print_empty_block && !entry->first) || (print_entry_args && entry->arg_count);
    header |= p->outlines && entry->label.end && !entry->arg_count;
    print_block(p, entry, header, print_terminators);
    for (const Block *block = entry->next; block; block = block->next) print_block(p, block, true, true);
    p->default_dialect = outer;
  }
  strbuf_pad(p->out, ' ', p->indent);
  strbuf_char(p->out, '}');
}
