// SSA value names and block names: scopes, forward references, redefinitions.
#include "asm/op_parser.h"

#define FIRST_SLOTS 1024u

void names_init(Parser *p) {
  struct ParserOps *ops = p->ops;
  ops->slot_mask = FIRST_SLOTS - 1;
  ops->slots = arena_new(ops->arena, uint32_t, FIRST_SLOTS);
}

// ---------------------------------------------------------------------------------------------
// The table of names

static void link_name(struct ParserOps *ops, uint32_t index) {
  SsaName *name = &ops->names[index];
  uint32_t *slot = &ops->slots[name->hash & ops->slot_mask];
  name->next = *slot;
  *slot = index + 1;
}

static void unlink_name(struct ParserOps *ops, uint32_t index) {
  SsaName *name = &ops->names[index];
  uint32_t *link = &ops->slots[name->hash & ops->slot_mask];
  while (*link && *link != index + 1) link = &ops->names[*link - 1].next;
  if (*link) *link = name->next;
  name->live = false;
}

static bool grow_names(struct ParserOps *ops) {
  uint32_t cap = ops->name_cap ? ops->name_cap * 2 : 512;
  SsaName *names = cap > UINT32_MAX / 2 ? NULL : arena_alloc_raw(ops->arena, sizeof(SsaName) * (size_t)cap);
  uint32_t *slots = NULL;
  bool more_slots = cap > ops->slot_mask + 1;
  if (names && more_slots) slots = arena_alloc(ops->arena, sizeof(uint32_t) * (size_t)cap);
  if (!names || (more_slots && !slots)) {
    ops->arena->mem->exhausted = true;
    return false;
  }
  if (ops->name_count) memcpy(names, ops->names, sizeof(SsaName) * (size_t)ops->name_count);
  ops->names = names;
  ops->name_cap = cap;
  if (more_slots) {
    ops->slots = slots;
    ops->slot_mask = cap - 1;
    for (uint32_t i = 0; i < ops->name_count; i++)
      if (names[i].live) link_name(ops, i);
  }
  return true;
}

static inline SsaName *find_name(struct ParserOps *ops, Str text, uint32_t hash) {
  for (uint32_t i = ops->slots[hash & ops->slot_mask]; i;) {
    SsaName *name = &ops->names[i - 1];
    if (name->hash == hash && name->level == ops->level && name->size == text.size &&
        bytes_equal(name->text, text.data, text.size))
      return name;
    i = name->next;
  }
  return NULL;
}

// The entry of a name in the current isolated scope, made when it is new; never NULL.
static SsaName *name_entry(struct ParserOps *ops, Str text) {
  uint32_t hash = str_hash(text);
  SsaName *name = find_name(ops, text, hash);
  if (name) return name;
  if (ops->name_count == ops->name_cap && !grow_names(ops)) {
    // Memory ran out and the parse is about to stop: hand out the last entry again.
    unlink_name(ops, --ops->name_count);
  }
  name = &ops->names[ops->name_count];
  *name = (SsaName){.text = text.data, .size = (uint32_t)text.size, .hash = hash, .level = ops->level, .live = true};
  link_name(ops, ops->name_count++);
  return name;
}

static void note_definition(struct ParserOps *ops, const SsaName *name) {
  vec_push(ops->arena, &ops->defined, (uint32_t)(name - ops->names));
}

// ---------------------------------------------------------------------------------------------
// Scopes

void names_push_scope(Parser *p, NameScope *scope, bool isolated) {
  struct ParserOps *ops = p->ops;
  *scope = (NameScope){ops->defined.count, ops->name_count, ops->blocks.count, ops->level, ops->block_scope, isolated};
  if (isolated) ops->level = ++ops->last_level;
  ops->block_scope = ++ops->last_block_scope;
}

bool names_lack_blocks(const Parser *p, const NameScope *scope) {
  for (uint32_t i = scope->blocks; i < p->ops->blocks.count; i++)
    if (p->ops->blocks.data[i].is_forward) return true;
  return false;
}

static void report_undefined_blocks(Parser *p, const NameScope *scope, Region *region) {
  struct ParserOps *ops = p->ops;
  // In the order of their first references, which is the order of the entries.
  for (uint32_t i = scope->blocks; i < ops->blocks.count; i++) {
    BlockName *name = &ops->blocks.data[i];
    if (!name->is_forward) continue;
    if (region && __builtin_expect(p->options.keep_unknown, 0) && block_is_elsewhere(p, scope, region, name)) continue;
    bool failed = p->failed;
    p->failed = false;
    parser_error_at(p, name->at, "reference to an undefined block");
    slip_block(p, name, scope);
    p->failed = failed || p->token.kind == TOK_EOF;
    for (BlockUse *use = name->block->uses; use; use = use->next)
      if (use->owner) use->owner->flags |= OP_BROKEN;
    if (!region) continue;
    OpState state;
    op_state_init(&state, p->module, &p->scratch, names_stand_in(p)->def, op_loc_at(name->at));
    Operation *op = op_create(&state);
    op->flags |= OP_BROKEN;
    block_append(region, name->block);
    op_append(name->block, op);
  }
}

void names_pop_scope(Parser *p, const NameScope *scope, Region *region) {
  struct ParserOps *ops = p->ops;
  report_undefined_blocks(p, scope, region);
  while (ops->blocks.count > scope->blocks) {
    BlockName *name = &vec_pop(&ops->blocks);
    ops->block_slots[name->hash % countof(ops->block_slots)] = name->next;  // the newest is first
  }
  if (scope->isolated) {
    for (uint32_t i = ops->name_count; i > scope->names; i--)
      if (ops->names[i - 1].live) unlink_name(ops, i - 1);
    ops->name_count = scope->names;
    ops->defined.count = scope->defined;
  } else {
    while (ops->defined.count > scope->defined) {
      uint32_t index = vec_pop(&ops->defined);
      if (ops->names[index].live) unlink_name(ops, index);
    }
    while (ops->name_count > scope->names && !ops->names[ops->name_count - 1].live) ops->name_count--;
  }
  ops->level = scope->level;
  ops->block_scope = scope->block_scope;
}

void names_forget_open(Parser *p, const NameScope *scope) {
  struct ParserOps *ops = p->ops;
  for (uint32_t i = scope->names; i < ops->name_count; i++)
    if (ops->names[i].live && !ops->names[i].count && ops->names[i].refs) unlink_name(ops, i);
}

// ---------------------------------------------------------------------------------------------
// Values

Operation *names_stand_in(Parser *p) {
  struct ParserOps *ops = p->ops;
  if (!ops->stand_in) {
    OpState state;
    op_state_init(&state, p->module, &p->scratch, context_op_or_unregistered(p->ctx, STR("<broken>")), op_loc_at(0));
    ops->stand_in = op_create(&state);
    ops->stand_in->flags |= OP_BROKEN;
  }
  return ops->stand_in;
}

// A value of text that could not be read, or that is yet to come; without an owner when unknown.
static Value *stand_in_value(Parser *p, T type, Operation *owner, const Operand *use) {
  Value *value = arena_new(&p->module->arena, Value, 1);
  value->type = type;
  value->owner = owner;
  value->name = (Range){use->at, use->end};
  return value;
}

static NameRef *find_ref(const SsaName *name, uint32_t number) {
  for (NameRef *ref = name->refs; ref; ref = ref->next)
    if (ref->number == number) return ref;
  return NULL;
}

static void add_ref(Parser *p, SsaName *name, uint32_t number, uint32_t at, Value *value, uint32_t placeholder) {
  NameRef *ref = arena_new(p->ops->arena, NameRef, 1);
  *ref = (NameRef){name->refs, value, number, at, placeholder};
  name->refs = ref;
}

static void resolve_placeholder(Parser *p, NameRef *ref) {
  struct ParserOps *ops = p->ops;
  if (ref->placeholder && ref->placeholder <= ops->placeholders.count)
    ops->placeholders.data[ref->placeholder - 1].resolved = true;
  while (ops->placeholders.count && vec_last(&ops->placeholders).resolved) ops->placeholders.count--;
}

static __attribute__((noinline)) bool report_redefinition(Parser *p, Str text, uint32_t at, uint32_t previous) {
  p->ctx->has_redefinition = true;
  parser_error_at(p, at, "redefinition of SSA value '%%%.*s'", STR_ARG(text));
  parser_note_at(p, previous, "previously defined here");
  slip_redefinition(p, text, at);
  return false;
}

// Whether a value may be used with that type. A value of unknown type takes the first type that a use gives it.
static bool settle_type(Value *value, T type) {
  if (value->type == type || type_is_unknown(type)) return true;
  if (!type_is_unknown(value->type)) return false;
  value->type = type;
  return true;
}

// Give the uses of a forward reference the value that defines it.
static bool bind_ref(Parser *p, Str text, uint32_t at, NameRef *ref, Value *value) {
  if (!settle_type(value, ref->value->type)) {
    parser_error_at(p, at, "definition of SSA value '%%%.*s#%u' has type '%s'", STR_ARG(text), ref->number,
                    type_text(p->ctx, value->type));
    parser_note_at(p, ref->at, "previously used here with type '%s'", type_text(p->ctx, ref->value->type));
    resolve_placeholder(p, ref);
    return false;
  }
  value_replace_all(ref->value, value);
  // An operation around the definition, not made yet, keeps what it was given: a value of no region.
  ref->value->owner = names_stand_in(p);
  resolve_placeholder(p, ref);
  return true;
}

bool names_define(Parser *p, Str text, uint32_t at, Value *values, uint32_t count) {
  struct ParserOps *ops = p->ops;
  SsaName *name = name_entry(ops, text);
  if (name->count) return report_redefinition(p, text, at, name->at);
  bool ok = true;
  if (__builtin_expect(name->refs != NULL, 0)) {
    for (NameRef *ref = name->refs; ref; ref = ref->next)
      if (!ref->placeholder && ref->number < count) return report_redefinition(p, text, at, ref->at);
    // In the order of their numbers, and at most one message.
    NameRef *others = NULL;
    NameRef *wrong = NULL;
    for (NameRef *ref = name->refs, *next; ref; ref = next) {
      next = ref->next;
      if (!ref->placeholder || ref->number >= count || ref->placeholder <= ops->untouchable) {
        ref->next = others;
        others = ref;
      } else if (!settle_type(&values[ref->number], ref->value->type)) {
        if (!wrong || ref->number < wrong->number) {
          if (wrong) resolve_placeholder(p, wrong);
          wrong = ref;
        } else {
          resolve_placeholder(p, ref);
        }
      } else {
        bind_ref(p, text, at, ref, &values[ref->number]);
      }
    }
    name->refs = others;
    if (wrong) ok = bind_ref(p, text, at, wrong, &values[wrong->number]);
  }
  if (!name->broken) note_definition(ops, name);
  name->broken = false;
  name->values = values;
  name->count = count;
  name->at = at;
  return ok;
}

bool names_define_number(Parser *p, const Operand *use, Value *value) {
  if (use->number == 0) return names_define(p, use->name, use->at, value, 1);
  struct ParserOps *ops = p->ops;
  SsaName *name = name_entry(ops, use->name);
  if (use->number < name->count) return report_redefinition(p, use->name, use->at, name->at);
  NameRef *ref = find_ref(name, use->number);
  bool ok = true;
  if (ref && !(ref->placeholder && ref->placeholder <= ops->untouchable)) {
    if (!ref->placeholder) return report_redefinition(p, use->name, use->at, ref->at);
    ok = bind_ref(p, use->name, use->at, ref, value);
    *ref = (NameRef){ref->next, value, use->number, use->at, 0};
  } else {
    add_ref(p, name, use->number, use->at, value, 0);
  }
  note_definition(ops, name);
  return ok;
}

void names_define_broken(Parser *p, Str text, uint32_t at, Operation *owner) {
  struct ParserOps *ops = p->ops;
  SsaName *name = name_entry(ops, text);
  if (name->broken && !name->owner) name->owner = owner;
  if (name->count || name->broken) return;
  for (NameRef *ref = name->refs; ref; ref = ref->next) {
    if (!ref->placeholder) continue;
    resolve_placeholder(p, ref);
    if (owner) ref->value->owner = owner;
  }
  note_definition(ops, name);
  name->broken = true;
  name->at = at;
  name->owner = owner;
}

bool names_reference(Parser *p, const Operand *use, uint32_t *at) {
  SsaName *name = find_name(p->ops, use->name, str_hash(use->name));
  if (!name || name->broken) return false;
  if (use->number < name->count) {
    *at = name->at;
    return true;
  }
  const NameRef *ref = find_ref(name, use->number);
  if (ref) *at = ref->at;
  return ref != NULL;
}

bool names_known(Parser *p, Str text) { return find_name(p->ops, text, str_hash(text)) != NULL; }

bool names_find(Parser *p, Str text, Value **values, uint32_t *count) {
  const SsaName *name = find_name(p->ops, text, str_hash(text));
  if (!name || (!name->count && !name->broken)) return false;
  *values = name->values;
  *count = name->broken ? 0 : name->count;
  return true;
}

static __attribute__((noinline)) Value *report_type(Parser *p, const Operand *use, T type, T prior, uint32_t at) {
  parser_error_at(p, use->at, "use of value '%%%.*s' expects different type than prior uses: '%s' vs '%s'",
                  STR_ARG(use->name), type_text(p->ctx, type), type_text(p->ctx, prior));
  parser_note_at(p, at, "prior use here");
  slip_use_type(p, use, type, prior);
  return NULL;
}

Value *names_resolve(Parser *p, const Operand *use, T type) {
  SsaName *name = name_entry(p->ops, use->name);
  if (use->number < name->count) {
    Value *value = &name->values[use->number];
    return __builtin_expect(value->type == type, 1) || settle_type(value, type) ? value : report_type(p, use, type, value->type, name->at);
  }
  if (!type) return NULL;
  if (__builtin_expect(p->trial != NULL, 0) && !name->refs && !name->broken && slip_import(p, use->name, use->at))
    return names_resolve(p, use, type);
  NameRef *ref = find_ref(name, use->number);
  if (ref && settle_type(ref->value, type)) return ref->value;
  if (name->broken) {
    if (!name->values || !settle_type(name->values, type)) {
      Operation *owner = name->owner;
      name->values = stand_in_value(p, type, owner, use);
    }
    return name->values;
  }
  if (ref) {
    p->ctx->has_redefinition |= !p->depth;
    return report_type(p, use, type, ref->value->type, ref->at);
  }
  const NameRef *first = find_ref(name, 0);
  if (name->count || (first && !first->placeholder)) {
    parser_error_at(p, use->at, "reference to invalid result number");
    return NULL;
  }
  Value *value = stand_in_value(p, type, NULL, use);
  vec_push(p->ops->arena, &p->ops->placeholders, (Placeholder){value, use->at, use->number, false});
  add_ref(p, name, use->number, use->at, value, p->ops->placeholders.count);
  return value;
}

void names_report_undeclared(Parser *p) {
  // Placeholders are made when types are known, so an operand list may come late: put in order.
  struct ParserOps *ops = p->ops;
  uint32_t n = 0;
  for (uint32_t i = 0; i < ops->placeholders.count; i++)
    if (!ops->placeholders.data[i].resolved) ops->placeholders.data[n++] = ops->placeholders.data[i];
  Placeholder *list = ops->placeholders.data;
  for (uint32_t gap = n / 2; gap > 0; gap /= 2)
    for (uint32_t i = gap; i < n; i++) {
      Placeholder item = list[i];
      uint32_t k = i;
      for (; k >= gap && list[k - gap].at > item.at; k -= gap) list[k] = list[k - gap];
      list[k] = item;
    }
  for (uint32_t i = 0; i < n; i++) {
    p->failed = false;
    parser_error_at(p, list[i].at, "use of undeclared SSA value name");
    slip_value(p, list[i].value, list[i].at);
  }
}

// ---------------------------------------------------------------------------------------------
// Blocks

static BlockName *find_block(struct ParserOps *ops, Str text, uint32_t hash) {
  for (uint32_t i = ops->block_slots[hash % countof(ops->block_slots)]; i;) {
    BlockName *name = &ops->blocks.data[i - 1];
    if (name->hash == hash && name->scope == ops->block_scope && name->size == text.size &&
        bytes_equal(name->text, text.data, text.size))
      return name;
    i = name->next;
  }
  return NULL;
}

static void add_block(struct ParserOps *ops, Str text, uint32_t hash, uint32_t at, Block *block, bool is_forward) {
  uint32_t *slot = &ops->block_slots[hash % countof(ops->block_slots)];
  vec_push(ops->arena, &ops->blocks,
           (BlockName){text.data, (uint32_t)text.size, hash, *slot, at, ops->block_scope, is_forward, block});
  *slot = ops->blocks.count;
}

Block *names_block(Parser *p, Str text, uint32_t at) {
  uint32_t hash = str_hash(text);
  BlockName *name = find_block(p->ops, text, hash);
  if (name) return name->block;
  Block *block = block_new(p->module);
  add_block(p->ops, text, hash, at, block, true);
  return block;
}

Block *names_define_block(Parser *p, Str text, uint32_t at, Block *given) {
  uint32_t hash = str_hash(text);
  BlockName *name = find_block(p->ops, text, hash);
  if (!name) {
    Block *block = given ? given : block_new(p->module);
    add_block(p->ops, text, hash, at, block, false);
    return block;
  }
  if (!name->is_forward) return NULL;
  name->is_forward = false;
  name->at = at;
  return name->block;
}
