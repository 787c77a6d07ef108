// Names of values and blocks: numbered before anything is printed.
//
// Numbers, `%argN` counters and the counter that tells equal names apart start where the parent
// region ended, and every name of the enclosing regions stays in use; siblings share nothing.
#include "asm/kept.h"
#include "asm/printer_impl.h"

// --- Names in use

static bool set_find(const NameSet *set, Str name, uint32_t hash) {
  if (!set->slots) return false;
  for (uint32_t i = hash & set->slot_mask; set->slots[i]; i = (i + 1) & set->slot_mask) {
    uint32_t at = set->slots[i] - 1;
    if (set->entries[at].hash == hash && str_equal(set->entries[at].name, name)) return true;
  }
  return false;
}

static void set_link(NameSet *set, uint32_t index) {
  uint32_t i = set->entries[index].hash & set->slot_mask;
  while (set->slots[i]) i = (i + 1) & set->slot_mask;
  set->slots[i] = index + 1;
}

static void set_add(NameSet *set, Arena *arena, Str name, uint32_t hash) {
  if (set->count == set->cap) {
    uint32_t cap = set->cap ? set->cap * 2 : 64;
    void *entries = arena_alloc_raw(arena, sizeof *set->entries * (size_t)cap);
    uint32_t *slots = arena_new(arena, uint32_t, (size_t)cap * 2);
    if (!entries || !slots) return;   // exhausted: names may repeat, the print is given up anyway
    if (set->count) memcpy(entries, set->entries, sizeof *set->entries * set->count);
    set->entries = entries;
    set->slots = slots;
    set->cap = cap;
    set->slot_mask = cap * 2 - 1;
    for (uint32_t i = 0; i < set->count; i++) set_link(set, i);
  }
  set->entries[set->count].name = name;
  set->entries[set->count].hash = hash;
  set_link(set, set->count++);
}

// Drop the names added last until `count` are left. Nothing was linked after the entry dropped, so
// emptying its slot breaks no chain.
static void set_shrink(NameSet *set, uint32_t count) {
  while (set->count > count) {
    uint32_t index = --set->count;
    uint32_t i = set->entries[index].hash & set->slot_mask;
    while (set->slots[i] != index + 1) i = (i + 1) & set->slot_mask;
    set->slots[i] = 0;
  }
}

// --- One name

Str sanitize_identifier(Printer *p, Str name, const char *allowed_punctuation) {
  if (!name.size) return name;
  bool clean = true;
  for (size_t i = 0; i < name.size && clean; i++) {
    char c = name.data[i];
    clean = char_is_alnum(c) || (c && strchr(allowed_punctuation, c));
  }
  if (clean && !char_is_digit(name.data[0])) return name;
  char *text = arena_alloc_raw(&p->arena, name.size * 2 + 1);
  if (!text) return STR("_");
  size_t size = 0;
  char first = name.data[0];
  bool first_ok = char_is_alpha(first) || first == ' ' || (first && strchr(allowed_punctuation, first));
  if (!first_ok) text[size++] = '_';   // a leading digit would look like a number of ours
  for (size_t i = 0; i < name.size; i++) {
    char c = name.data[i];
    if (char_is_alnum(c) || (c && strchr(allowed_punctuation, c))) {
      text[size++] = c;
    } else if (c == ' ') {
      text[size++] = '_';
    } else {
      uint8_t byte = (uint8_t)c;
      if (byte >= 16) text[size++] = "0123456789ABCDEF"[byte >> 4];
      text[size++] = "0123456789ABCDEF"[byte & 15];
    }
  }
  return (Str){text, size};
}

// Digits of `value`, ten at most; most numbers here are small.
static size_t write_number(char *to, uint32_t value) {
  if (value < 10) {
    to[0] = (char)('0' + value);
    return 1;
  }
  if (value < 100) {
    to[0] = (char)('0' + value / 10);
    to[1] = (char)('0' + value % 10);
    return 2;
  }
  size_t size = 3;
  for (uint64_t bound = 1000; value >= bound; bound *= 10) size++;
  for (size_t i = size; i-- > 0; value /= 10) to[i] = (char)('0' + value % 10);
  return size;
}

// `name`, or `name_N` with the next N that makes it unique; it is in use afterwards.
static Str unique_name(Printer *p, Str name, bool is_clean) {
  if (!is_clean) name = sanitize_identifier(p, name, "$._-");
  uint32_t hash = str_hash(name);
  if (!set_find(&p->used, name, hash)) {
    name = arena_str(&p->arena, name);
  } else {
    char *probe = arena_alloc_raw(&p->arena, name.size + 12);
    if (!probe) return name;
    memcpy(probe, name.data, name.size);
    probe[name.size] = '_';
    size_t stem = name.size + 1;
    do {
      name = (Str){probe, stem + write_number(probe + stem, p->next_conflict++)};
      hash = str_hash(name);
    } while (set_find(&p->used, name, hash));
  }
  set_add(&p->used, &p->arena, name, hash);
  return name;
}

ValueName *value_name(const Printer *p, const Value *value) {
  if (value->print_id >= p->names.count) return NULL;
  ValueName *name = &p->names.data[value->print_id];
  return name->value == value ? name : NULL;
}

static ValueName *add_name(Printer *p, const Value *value) {
  ValueName *name = vec_add(&p->arena, &p->names);
  *name = (ValueName){.value = value, .sub = -1};
  ((Value *)value)->print_id = p->names.count - 1;   // the printer's scratch
  return name;
}

static void set_name(Printer *p, const Value *value, Str text, bool is_clean) {
  ValueName *name = add_name(p, value);
  if (!text.size) {
    name->number = p->next_value++;
    return;
  }
  Str unique = unique_name(p, text, is_clean);
  name->text = unique.data;
  name->number = (uint32_t)unique.size;
}

// The name of the first name location inside `loc`, or an empty Str.
static Str name_in_loc(A loc) {
  if (!loc) return (Str){0};
  switch (attr_kind(loc)) {
    case ATTR_LOC_NAME: return attr_str(((const NameLoc *)loc)->name);
    case ATTR_LOC_CALLSITE: {
      Str name = name_in_loc(((const CallSiteLoc *)loc)->callee);
      return name.size ? name : name_in_loc(((const CallSiteLoc *)loc)->caller);
    }
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      for (uint64_t i = 0; i < fused->count; i++) {
        Str name = name_in_loc(fused->items[i]);
        if (name.size) return name;
      }
      return (Str){0};
    }
    default: return (Str){0};
  }
}

static Str name_or_loc_name(Printer *p, const Value *value, Str name) {
  if (!p->options.nameloc_prefix) return name;
  Str found = name_in_loc(loc_attr_given(p->ctx, value_loc(value)));
  return found.size ? found : name;
}

void printer_suggest_name(Printer *p, const Value *value, Str name) {
  if (!p->naming_op || value_name(p, value)) return;
  set_name(p, value, name_or_loc_name(p, value, name), false);
}

// --- Numbering

static void suggest_names(Printer *p, const Operation *op) {
  const OpDef *def = op->def;
  const char *first_name = def->more ? def_more_text(def, def_more(def)->result_name) : NULL;
  bool is_nameless = p->options.generic || (p->options.edition && p->options.edition->names_constants_only && !op_has(op, TRAIT_CONSTANT_LIKE));
  if (!is_nameless && (first_name || def->hook_mask & (1u << HOOK_RESULT_NAMES | 1u << HOOK_BLOCK_NAMES))) {
    p->naming_op = op;
    if (first_name && op->result_count) printer_suggest_name(p, op_result(op, 0), str_from(first_name));
    if (def_block_names(def)) def_block_names(def)(p, op);
    if (def_result_names(def)) def_result_names(def)(p, op);
    p->naming_op = NULL;
  }
}

// Results [begin, end) go by the name of the first, with their numbers. False: out of memory.
static bool name_group(Printer *p, const Operation *op, uint32_t begin, uint32_t end) {
  ValueName *first = value_name(p, &op->results[begin]);
  if (!first) return false;
  if (end - begin > 1) first->sub = 0;
  ValueName head = *first;
  for (uint32_t k = begin + 1; k < end; k++) {
    if (value_name(p, &op->results[k])) continue;
    ValueName *name = add_name(p, &op->results[k]);
    name->text = head.text;
    name->number = head.number;
    name->sub = (int32_t)(k - begin);
  }
  return true;
}

// Whether the results of the operation are values that the text uses and does not define.
static bool defines_adopted(const Operation *op) {
  return op->result_count && op_has(op, TRAIT_KEPT) && (kept_is_elsewhere(op) || (op_has(op, TRAIT_HOLE) && op->results[0].name.end == 0));
}

typedef struct AdoptedWalk {
  Printer *p;
  const Operation *root;
  bool defer;
} AdoptedWalk;

// A name for what is used of them: each is a value of its own, but for those that one name of the text stands for.
static void name_adopted(Printer *p, const Operation *op) {
  if (kept_is_elsewhere(op) && op->result_count > 1) {
    if (!value_name(p, &op->results[0])) set_name(p, &op->results[0], (Str){0}, false);
    name_group(p, op, 0, op->result_count);
    return;
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op->results[i].uses && !value_name(p, &op->results[i])) set_name(p, &op->results[i], (Str){0}, false);
}

static WalkResult number_adopted(Operation *op, void *data) {
  const AdoptedWalk *walk = data;
  for (uint32_t i = 0; i < op->operand_count && op != walk->root; i++) {
    const Value *value = op_operand(op, i);
    if (value->is_arg || !value->owner || !defines_adopted(value->owner) || value_name(walk->p, value)) continue;
    const Operation *owner = value->owner;
    if (kept_is_elsewhere(owner) && owner->result_count > 1) name_adopted(walk->p, owner);
    else set_name(walk->p, value, (Str){0}, false);
  }
  return walk->defer && op != walk->root && op_has(op, TRAIT_ISOLATED) ? WALK_SKIP : WALK_ADVANCE;
}

static void number_op(Printer *p, const Operation *op) {
  suggest_names(p, op);
  if (!op->result_count) {
    if (p->options.value_users) map_put(&p->op_ids, map_key(op))->value = p->next_value++;
    return;
  }
  const Value *first = &op->results[0];
  if (defines_adopted(op)) {
    name_adopted(p, op);
    return;
  }
  if (!value_name(p, first)) {
    Str name = p->options.nameloc_prefix ? name_in_loc(loc_attr_given(p->ctx, op->loc)) : (Str){0};
    set_name(p, first, name, false);
  }
  if (op->result_count == 1) return;
  // A named result starts a group; the others belong to the group before them.
  for (uint32_t i = 0; i < op->result_count;) {
    uint32_t next = i + 1;
    while (next < op->result_count && !value_name(p, &op->results[next])) next++;
    if (!name_group(p, op, i, next)) return;
    i = next;
  }
}

typedef VEC(NamingContext) NamingStack;

static void push_regions(Printer *p, NamingStack *stack, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) {
    vec_push(&p->arena, stack, (NamingContext){.region = &op->regions[i]});
  }
}

// The regions pushed from `first` on start where `start` is.
static void start_regions(NamingStack *stack, uint32_t first, NamingContext start) {
  for (uint32_t i = first; i < stack->count; i++) {
    start.region = stack->data[i].region;
    stack->data[i] = start;
  }
}

// Where numbering stands now.
static NamingContext context_here(const Printer *p, const Region *region) {
  return (NamingContext){region, p->next_value, p->next_arg, p->next_conflict, p->used.count};
}

static void set_counters(Printer *p, const NamingContext *context) {
  p->next_value = context->next_value;
  p->next_arg = context->next_arg;
  p->next_conflict = context->next_conflict;
}


static void number_args(Printer *p, const Block *block, bool is_entry) {
  for (uint32_t i = 0; i < block->arg_count; i++) {
    const Value *arg = block->args[i];
    if (value_name(p, arg)) continue;
    char text[16] = "arg";
    Str name = {text, 0};
    if (is_entry) name.size = 3 + write_number(text + 3, p->next_arg++);
    if (p->options.nameloc_prefix) {
      set_name(p, arg, name_or_loc_name(p, arg, name), false);
    } else {
      set_name(p, arg, name, true);
    }
  }
}

static void number_region(Printer *p, const Region *region, bool defer, NamingStack *stack) {
  OpArgNamesFn *arg_names = region->op ? def_arg_names(region->op->def) : NULL;
  if (!p->options.generic && arg_names && region->first) {
    p->naming_op = region->op;
    arg_names(p, region->op, region);
    p->naming_op = NULL;
  }
  uint32_t order = 0;
  region_each_block(region, block) {
    block->print_id = order++;
    number_args(p, block, block == region->first);
    block_each_op(block, op) {
      op_prefetch(op);
      number_op(p, op);
      if (!(defer && op_has(op, TRAIT_ISOLATED))) push_regions(p, stack, op);
    }
  }
}

// The contents of `op`. Those of isolated operations of a symbol table, functions in a module, are
// left until they are printed: they see no names but their own and those of the regions around.
static void number_contents(Printer *p, const Operation *op, NamingContext start) {
  NamingStack stack = {0};
  // Regions then go on counting where the last one stopped.
  bool unique_ids = p->options.unique_ssa_ids || (p->options.generic && !(p->options.edition && p->options.edition->restarts_names));
  bool defer = p->may_defer && !unique_ids && op->region_count == 1 && op_has(op, TRAIT_SYMBOL_TABLE);
  if (p->ctx->lacks_values) {
    // These have the first numbers, in the order of their uses: no other value gets one of them, in whatever region it is.
    AdoptedWalk walk = {p, op, defer};
    set_counters(p, &start);
    op_walk_pre((Operation *)(uintptr_t)op, number_adopted, &walk);
    start.next_value = p->next_value;
  }
  push_regions(p, &stack, op);
  start_regions(&stack, 0, start);
  while (stack.count && !p->ctx->mem.exhausted) {
    NamingContext context = vec_pop(&stack);
    if (!unique_ids) set_counters(p, &context);
    set_shrink(&p->used, context.used);
    uint32_t first = stack.count;
    number_region(p, context.region, defer, &stack);
    NamingContext here = context_here(p, context.region);
    start_regions(&stack, first, here);
    if (defer) p->deferred = here;
    defer = false;
  }
}

void number_values(Printer *p, const Operation *op, bool may_defer) {
  p->may_defer = may_defer;
  NamingContext start = context_here(p, NULL);
  number_op(p, op);
  number_contents(p, op, start);
}

NamingScope names_enter(Printer *p, const Operation *op) {
  NamingScope outer = {p->deferred, p->names.count};
  p->deferred.region = NULL;
  number_contents(p, op, outer.deferred);
  return outer;
}

void names_leave(Printer *p, NamingScope outer) {
  p->deferred = outer.deferred;
  p->names.count = outer.names;
}

void printer_shadow_arg_names(Printer *p, const Region *region, Value *const *names, uint32_t count) {
  if (p->collecting || !region->first) return;
  for (uint32_t i = 0; i < count && i < region->first->arg_count; i++) {
    ValueName *arg = value_name(p, region->first->args[i]);
    ValueName *from = names[i] ? value_name(p, names[i]) : NULL;
    if (!arg || !from) continue;
    arg->text = from->text;
    arg->number = from->number;
    arg->sub = from->sub;
  }
}

// --- Names of the source

// Every `%name` of the text is taken as used.
static COLD void use_source_names(Printer *p, Str text) {
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] != '%') continue;
    size_t end = i + 1;
    while (end < text.size && (char_is_alnum(text.data[end]) || strchr("$._-", text.data[end])) && text.data[end]) end++;
    Str name = str_slice(text, i + 1, end);
    uint32_t hash = str_hash(name);
    if (name.size && !set_find(&p->used, name, hash)) set_add(&p->used, &p->arena, name, hash);
    i = end - 1;
  }
}

static const Str *block_label(Printer *p, const Block *block) {
  Str *label = arena_new(&p->arena, Str, 1), text = str_slice(p->module->source.text, block->label.begin, block->label.end);
  if (label) *label = str_slice(text, text.size && text.data[0] == '^', text.size);
  return label;
}

// `sub`: its place among results that have one name together; -1: alone.
static COLD bool name_from_source(Printer *p, const Value *value, Range name, int32_t sub) {
  Str text = p->module->source.text;
  if (name.end <= name.begin + 1 || name.end > text.size || text.data[name.begin] != '%') return false;
  ValueName *added = add_name(p, value);
  added->text = text.data + name.begin + 1;
  added->number = name.end - name.begin - 1;
  added->sub = sub;
  return true;
}

static COLD void name_fresh(Printer *p, const Value *value) {
  if (value_name(p, value)) return;   // suggested
  char text[12];
  Str name = {text, 0};
  do name.size = write_number(text, p->next_value++);
  while (set_find(&p->used, name, str_hash(name)));
  set_name(p, value, name, true);
}

static COLD WalkResult name_op_from_source(Operation *op, void *data) {
  Printer *p = data;
  for (uint32_t i = 0; i < op->result_count;) {
    Range name = op->results[i].name;
    uint32_t end = i + 1;
    while (end < op->result_count && name.end && op->results[end].name.begin == name.begin) end++;
    for (uint32_t k = i; k < end; k++) name_from_source(p, &op->results[k], name, end - i > 1 ? (int32_t)(k - i) : -1);
    i = end;
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!op->results[i].name.end) name_from_source(p, &op->results[i], outline_name(p, &op->results[i]), -1);
  if (op->flags & OP_UPGRADED) suggest_names(p, op);   // the others have names, and may be anything
  for (uint32_t i = 0; i < op->result_count; i++) name_fresh(p, &op->results[i]);
  for (uint32_t r = 0; r < op->region_count; r++) {
    uint32_t order = 0;
    region_each_block(op_region(op, r), block) {
      block->print_id = order++;
      if (block->label.end) map_set(&p->block_names, block, block_label(p, block));
      for (uint32_t i = 0; i < block->arg_count; i++)
        if (!name_from_source(p, block->args[i], block->args[i]->arg_loc->src, -1)) name_fresh(p, block->args[i]);
    }
  }
  return p->ctx->mem.exhausted ? WALK_STOP : WALK_ADVANCE;
}

void names_from_source(Printer *p, Operation *top) {
  use_source_names(p, p->module->source.text);
  op_walk_pre(top, name_op_from_source, p);
}

// --- Printing names

void print_value_id(Printer *p, const Value *value, bool with_sub) {
  StrBuf *out = p->out;
  if (!value) {
    strbuf_lit(out, "<<NULL VALUE>>");
    return;
  }
  const ValueName *name = value_name(p, value);
  if (!name && p->outlines && !value->is_arg && value->name.end > value->name.begin) {   // it stands for a broken definition
    strbuf_str(out, str_slice(p->module->source.text, value->name.begin, value->name.end));
    return;
  }
  if (!name) {
    strbuf_lit(out, "<<UNKNOWN SSA VALUE>>");
    return;
  }
  size_t text_size = name->text ? name->number : 0;
  if (!strbuf_reserve(out, text_size + 24)) return;
  char *to = out->data + out->size;
  *to++ = '%';
  if (name->text) {
    memcpy(to, name->text, text_size);
    to += text_size;
  } else {
    to += write_number(to, name->number);
  }
  if (with_sub && name->sub >= 0) {
    *to++ = '#';
    to += write_number(to, (uint32_t)name->sub);
  }
  out->size = (size_t)(to - out->data);
}

void print_block_name(Printer *p, const Block *block) {
  StrBuf *out = p->out;
  if (!block) {
    strbuf_lit(out, "INVALIDBLOCK");
    return;
  }
  const Str *name = p->block_names.count ? map_get(&p->block_names, block) : NULL;
  if (name) {
    strbuf_char(out, '^');
    strbuf_str(out, *name);
    return;
  }
  strbuf_lit(out, "^bb");
  if (strbuf_reserve(out, 12)) out->size += write_number(out->data + out->size, block->print_id);
}
