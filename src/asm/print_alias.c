// Aliases: `#map = affine_map<…>` and the like, for attributes and types that would appear in the
// output.
//
// Collecting runs the printing functions with `collecting` set: text goes to a buffer that is
// thrown away, and every attribute and type that would be written is visited once. A visited thing
// knows which others it contains, hence how deep the aliases inside it go, and whether it may be
// defined after its use (locations of operations only).
#include "asm/kept.h"
#include "asm/printer_impl.h"

// --- Visiting

static AliasInfo *alias_at(Printer *p, uint32_t index) { return &p->aliases.data[index]; }

static void mark_not_deferrable(Printer *p, uint32_t index) {
  U32Vec work = {0};
  vec_push(&p->arena, &work, index);
  while (work.count) {
    AliasInfo *info = alias_at(p, vec_pop(&work));
    if (!info->deferrable) continue;   // then its children are not, either
    info->deferrable = false;
    for (uint32_t i = 0; i < info->children.count; i++) vec_push(&p->arena, &work, info->children.data[i]);
  }
}

// The name that the source gives it.
static const KeptAlias *kept_alias(const Printer *p, const void *key) {
  const KeptAliases *all = p->module ? p->module->kept_aliases : NULL;
  return all ? map_get(&all->by_value, key) : NULL;
}

// The alias a dialect asks for, or NULL.
static const char *attr_alias_prefix(Printer *p, A attr) {
  const DialectDef *dialect = attr_kind(attr) == ATTR_OPAQUE
                                  ? context_dialect(p->ctx, attr_str(((const OpaqueAttr *)attr)->dialect))
                                  : dialect_by_name(p, attr->def->dialect);
  if (dialect && dialect->alias_of_attr) {
    const char *name = dialect->alias_of_attr(attr, printer_edition(p)->release);
    if (name) return name;
  } else if (attr_kind(attr) == ATTR_DIALECT) {
    return attr->def->flags & ATTR_HAS_ALIAS ? attr->def->name : NULL;
  }
  switch (attr_kind(attr)) {
    case ATTR_AFFINE_MAP: return "map";
    case ATTR_INTEGER_SET: return "set";
    case ATTR_DISTINCT:
      return attr_kind(((const DistinctAttr *)attr)->referenced) == ATTR_UNIT ? NULL : "distinct";
    default: return attr_is_loc(attr) ? "loc" : NULL;
  }
}

enum { LONG_TUPLE = 16 };   // a tuple of more types than this gets an alias

static const char *type_alias_prefix(Printer *p, T type) {
  if (type_kind(type) == TYPE_TUPLE) return ((const TupleType *)type)->count > LONG_TUPLE ? "tuple" : NULL;
  if (type_kind(type) != TYPE_DIALECT) return NULL;
  const DialectDef *dialect = dialect_by_name(p, type->def->dialect);
  return dialect && dialect->alias_of_type ? dialect->alias_of_type(type) : NULL;
}

static void collect_attr_children(Printer *p, A attr, bool elide_type) {
  switch (attr_kind(attr)) {
    case ATTR_DIALECT: print_attr_body(p, attr); break;
    case ATTR_OPAQUE: print_kept_text(p, attr_str(((const OpaqueAttr *)attr)->text)); break;
    case ATTR_AFFINE_MAP: case ATTR_DENSE_ARRAY: case ATTR_FLOAT: case ATTR_INTEGER: case ATTR_INTEGER_SET:
    case ATTR_UNIT: return;
    case ATTR_DISTINCT: collect_attr(p, ((const DistinctAttr *)attr)->referenced, false); break;
    case ATTR_DICT: {
      const DictAttr *dict = (const DictAttr *)attr;
      for (uint64_t i = 0; i < dict->count; i++) collect_attr(p, dict->items[i].value, false);
      break;
    }
    case ATTR_ARRAY: {
      const ArrayAttr *array = (const ArrayAttr *)attr;
      for (uint64_t i = 0; i < array->count; i++) collect_attr(p, array->items[i], false);
      break;
    }
    case ATTR_TYPE: collect_type(p, ((const TypeAttr *)attr)->type); return;
    case ATTR_LOC_NAME: {
      A child = ((const NameLoc *)attr)->child;
      if (child && attr_kind(child) != ATTR_LOC_UNKNOWN) collect_attr(p, child, false);
      return;
    }
    case ATTR_LOC_CALLSITE:
      collect_attr(p, ((const CallSiteLoc *)attr)->callee, false);
      collect_attr(p, ((const CallSiteLoc *)attr)->caller, false);
      return;
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)attr;
      if (fused->metadata) collect_attr(p, fused->metadata, false);
      for (uint64_t i = 0; i < fused->count; i++) collect_attr(p, fused->items[i], false);
      return;
    }
    default: break;
  }
  if (elide_type) return;
  T type = attr_value_type(attr);
  if (type && type_kind(type) != TYPE_NONE) collect_type(p, type);
}

static void collect_type_children(Printer *p, T type) {
  switch (type_kind(type)) {
    case TYPE_DIALECT: print_type_body(p, type); return;
    case TYPE_OPAQUE: print_kept_text(p, attr_str(((const OpaqueType *)type)->text)); return;
    case TYPE_COMPLEX: collect_type(p, ((const ComplexType *)type)->element); return;
    case TYPE_TUPLE: {
      const TupleType *tuple = (const TupleType *)type;
      for (uint64_t i = 0; i < tuple->count; i++) collect_type(p, tuple->types[i]);
      return;
    }
    case TYPE_FUNCTION: {
      const FunctionType *function = (const FunctionType *)type;
      for (uint32_t i = 0; i < function->input_count + function->result_count; i++)
        collect_type(p, function->types[i]);
      return;
    }
    case TYPE_GRAPH: {
      const GraphType *graph = (const GraphType *)type;
      for (uint32_t i = 0; i < graph->input_count + graph->result_count; i++) collect_type(p, graph->types[i]);
      return;
    }
    case TYPE_VECTOR: case TYPE_TENSOR: case TYPE_UNRANKED_TENSOR: case TYPE_MEMREF: case TYPE_UNRANKED_MEMREF: {
      const ShapedType *shaped = (const ShapedType *)type;
      collect_type(p, shaped->element);
      A layout = printed_layout(p, shaped);
      if (layout) collect_attr(p, layout, false);
      if (shaped->extra) collect_attr(p, shaped->extra, false);
      return;
    }
    default: return;
  }
}

// Visit a type or attribute and tell the one that contains it.
static void visit(Printer *p, const void *key, bool is_type, bool deferrable, bool elide_type) {
  MapEntry *entry = map_put(&p->alias_index, map_key(key));
  uint32_t index;
  if (entry->value) {
    index = (uint32_t)entry->value - 1;
    if (!deferrable) mark_not_deferrable(p, index);
  } else {
    index = p->aliases.count;
    entry->value = (uintptr_t)index + 1;
    const KeptAlias *kept = kept_alias(p, key);
    // No alias of the output is to define one of those that are defined elsewhere.
    const char *prefix = kept || p->ctx->lacks_aliases ? NULL : is_type ? type_alias_prefix(p, (T)key) : attr_alias_prefix(p, (A)key);
    AliasInfo info = {.key = key, .is_type = is_type, .deferrable = deferrable, .is_kept = kept != NULL};
    if (kept) {
      info.name = kept->name;
      info.depth = 1;
    } else if (prefix && *prefix) {
      info.name = sanitize_identifier(p, str_from(prefix), "$_-");
      info.depth = 1;
    }
    vec_push(&p->arena, &p->aliases, info);
    CollectFrame frame = {.deferrable = deferrable};
    CollectFrame *outer = p->frame;
    size_t mark = p->out->size;
    p->frame = &frame;
    if (is_type) {
      collect_type_children(p, (T)key);
    } else {
      collect_attr_children(p, (A)key, elide_type);
    }
    p->frame = outer;
    p->out->size = mark;
    AliasInfo *made = alias_at(p, index);
    made->children = frame.children;
    if (frame.depth) made->depth = frame.depth + 1;
  }
  if (!p->frame) return;
  vec_push(&p->arena, &p->frame->children, index);
  if (alias_at(p, index)->depth > p->frame->depth) p->frame->depth = alias_at(p, index)->depth;
}

void collect_type(Printer *p, T type) {
  // Scalars hold nothing: leave them out of the tables.
  if (!type || type_kind(type) <= TYPE_NONE) return;
  visit(p, type, true, p->frame && p->frame->deferrable, false);
}

void collect_attr(Printer *p, A attr, bool elide_type) {
  if (!attr) return;
  switch (attr_kind(attr)) {
    case ATTR_UNIT: case ATTR_INTEGER: case ATTR_FLOAT: case ATTR_SYMBOL_REF: case ATTR_DENSE_ARRAY: return;
    case ATTR_STRING: {
      T type = attr_value_type(attr);
      if (!type || type_kind(type) == TYPE_NONE) return;
    }  // fall through
    default: visit(p, attr, false, p->frame && p->frame->deferrable, elide_type && p->frame);
  }
}

void collect_loc(Printer *p, Loc loc, bool deferrable) {
  if (!p->module) return;
  visit(p, loc_attr(p->module, loc), false, deferrable, false);
}

// --- Collecting operations, in the order their text would be written

static void collect_block(Printer *p, const Block *block, bool args, bool terminator) {
  if (args) {
    for (uint32_t i = 0; i < block->arg_count; i++) {
      collect_type(p, block->args[i]->type);
      if (p->options.debug_info) collect_loc(p, value_loc(block->args[i]), false);
    }
  }
  size_t mark = p->out->size;
  block_each_op(block, op) {
    if (op == block->last && !terminator && op_has(op, TRAIT_TERMINATOR)) break;
    if (p->ctx->mem.exhausted) return;
    print_op(p, op);
    p->out->size = mark;
  }
}

void collect_region(Printer *p, const Region *region, bool entry_args, bool terminators) {
  if (p->options.skip_regions) return;
  region_each_block(region, block) {
    bool is_entry = block == region->first;
    collect_block(p, block, !is_entry || entry_args, !is_entry || terminators);
  }
}

// --- Names

static bool alias_before(const AliasInfo *a, const AliasInfo *b) {
  if (a->depth != b->depth) return a->depth < b->depth;
  if (a->is_type != b->is_type) return a->is_type;
  return str_compare(a->name, b->name) < 0;
}

// Stable merge sort of indices.
static void sort_aliases(Printer *p, uint32_t *items, uint32_t *other, uint32_t count) {
  for (uint64_t width = 1; width < count; width *= 2) {
    for (uint64_t at = 0; at < count; at += 2 * width) {
      uint64_t left = at, middle = at + width < count ? at + width : count;
      uint64_t right = middle, end = at + 2 * width < count ? at + 2 * width : count;
      for (uint64_t to = at; to < end; to++) {
        bool take_right = left == middle ||
                          (right < end && alias_before(alias_at(p, items[right]), alias_at(p, items[left])));
        other[to] = items[take_right ? right++ : left++];
      }
    }
    memcpy(items, other, sizeof *items * count);
  }
}

// The smallest unused suffix for an alias named like an earlier one; 0 for the first.
static uint32_t alias_suffix(Printer *p, Map *used, Map *counts, Str name) {
  if (!map_find_str(used, name)) {
    map_put_str(used, name);
    return 0;
  }
  bool digit = char_is_digit(name.data[name.size - 1]);
  Str stem = arena_printf(&p->arena, "%.*s%s", STR_ARG(name), digit ? "_" : "");
  MapEntry *count = map_put_str(counts, stem);
  if (!count->value) count->value = 1;
  for (;;) {
    uint32_t suffix = (uint32_t)count->value++;
    Str probe = arena_printf(&p->arena, "%.*s%u", STR_ARG(stem), suffix);
    if (map_find_str(used, probe)) continue;
    map_put_str(used, probe);
    return suffix;
  }
}

// Up to LLVM 14 every alias of a name had a number, if there were several.
static void number_all(Printer *p, const Map *used, Map *counts) {
  for (uint32_t i = 0; i < p->alias_order.count; i++) map_put_str(counts, alias_at(p, p->alias_order.data[i])->name)->value++;
  for (uint32_t i = 0; i < p->alias_order.count; i++) {
    AliasInfo *info = alias_at(p, p->alias_order.data[i]);
    MapEntry *count = map_put_str(counts, info->name);
    enum { FIRST = 1 << 16 };   // the number of the next one, once there is one
    if (info->is_kept || count->value == 1) continue;
    if (count->value < FIRST) count->value = FIRST;
    info->is_numbered = true;
    do info->suffix = (uint32_t)(count->value++ - FIRST);
    while (map_find_str(used, arena_printf(&p->arena, "%.*s%u", STR_ARG(info->name), info->suffix)));
  }
}

void collect_aliases(Printer *p, const Operation *op) {
  if (p->ctx->lacks_aliases && !p->module->kept_aliases) return;
  StrBuf discarded, *out = p->out;
  strbuf_init(&discarded, &p->ctx->mem);
  p->out = &discarded;
  p->collecting = true;
  print_op(p, op);
  p->collecting = false;
  p->frame = NULL;
  p->out = out;
  strbuf_free(&discarded);

  for (uint32_t i = 0; i < p->aliases.count; i++) {
    if (alias_at(p, i)->name.size) vec_push(&p->arena, &p->alias_order, i);
  }
  if (!p->alias_order.count) return;
  uint32_t *other = arena_new(&p->arena, uint32_t, p->alias_order.count);
  if (!other) return;
  sort_aliases(p, p->alias_order.data, other, p->alias_order.count);
  Map used, counts;
  map_init(&used, &p->arena);
  map_init(&counts, &p->arena);
  for (uint32_t i = 0; i < p->alias_order.count; i++) {
    const AliasInfo *info = alias_at(p, p->alias_order.data[i]);
    if (info->is_kept) map_put_str(&used, info->name);
  }
  bool numbers_all = p->options.edition && p->options.edition->numbers_all_aliases;
  if (numbers_all) number_all(p, &used, &counts);
  for (uint32_t i = 0; i < p->alias_order.count && !numbers_all; i++) {
    AliasInfo *info = alias_at(p, p->alias_order.data[i]);
    if (!info->is_kept) info->suffix = alias_suffix(p, &used, &counts, info->name);
  }
  p->use_aliases = true;
}

// --- Output

static void print_alias_name(StrBuf *out, const AliasInfo *info) {
  strbuf_char(out, info->is_type ? '!' : '#');
  strbuf_str(out, info->name);
  if (!info->suffix && !info->is_numbered) return;
  if (char_is_digit(info->name.data[info->name.size - 1])) strbuf_char(out, '_');
  strbuf_u64(out, info->suffix);
}

bool print_alias(Printer *p, const void *key) {
  MapEntry *entry = map_find(&p->alias_index, map_key(key));
  if (!entry || !entry->value) return false;
  const AliasInfo *info = alias_at(p, (uint32_t)entry->value - 1);
  if (!info->name.size || (info->is_type && !info->is_printed)) return false;
  print_alias_name(p->out, info);
  return true;
}

// One `name = definition` a line, of those that may or may not follow their uses.
void print_alias_definitions(Printer *p, bool deferred) {
  for (uint32_t i = 0; i < p->alias_order.count; i++) {
    AliasInfo *info = alias_at(p, p->alias_order.data[i]);
    if (info->deferrable != deferred) continue;
    print_alias_name(p->out, info);
    strbuf_lit(p->out, " = ");
    if (info->is_type) {
      print_type_impl(p, (T)info->key);
      info->is_printed = true;
    } else if (((A)info->key)->def->flags & ATTR_MUTABLE) {
      p->use_aliases = false;
      print_attr_impl(p, (A)info->key, TYPE_ELIDE_NEVER);
      p->use_aliases = true;
    } else {
      print_attr_impl(p, (A)info->key, TYPE_ELIDE_NEVER);
    }
    strbuf_char(p->out, '\n');
  }
}
