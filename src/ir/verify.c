// The verifier's order of work: structure first, from the outside in, then what needs the contents
// (region traits), then dominance; each isolated operation by itself (mlir/lib/IR/Verifier.cpp).
//
// One pass over the operations answers the usual case: while it visits them it also looks whether
// every operand is defined where its use sees it. Only when one is not are the checks that word the
// errors (isolation, dominance) run, in upstream's order.
#include "ir/repair.h"
#include "ir/verify_impl.h"

enum { PHASE_ENTER, PHASE_BLOCKS, PHASE_ISOLATED, PHASE_EXIT };

static bool is_skipped(const Operation *op) { return (op->flags & (OP_BROKEN | OP_VERIFY_SKIP)) != 0; }
static bool is_isolated(const Operation *op) { return op->region_count && op_has(op, TRAIT_ISOLATED); }

// --- Blocks

// A block whose region has one block may lack a terminator when its operation says so, or may.
static bool may_lack_terminator(const Block *block) {
  const Region *region = block->region;
  if (!region) return true;
  if (region->first->next) return false;
  return !region->op || !op_is_registered(region->op) || op_has(region->op, TRAIT_NO_TERMINATOR);
}

static bool has_broken(const Block *block) {
  block_each_op(block, op) if (op->flags & OP_BROKEN) return true;
  return false;
}

static bool enter_block(VerifyState *self, Block *block) {
  if (!block->last) {
    if (may_lack_terminator(block)) return true;
    diag_at(self->module, SEVERITY_ERROR, block->region->op ? block->region->op->loc : (Loc){0},
            "empty block: expect at least a terminator");
    repair_terminator(self->v, block);
    return false;
  }
  if (!block->order_valid) op_is_before(block->first, block->last);  // numbers them
  return true;
}

// Successors may only be on the last operation.
static bool verify_no_early_branch(VerifyState *self, const Operation *op) {
  if (!op->successor_count || !op->next) return true;
  op_error_plain(self->module, op, "operation with block successors must terminate its parent block");
  return false;
}

static bool exit_block(VerifyState *self, const Block *block) {
  const Operation *last = block->last;
  if (!last || is_skipped(last)) return true;
  for (uint32_t i = 0; i < last->successor_count; i++)
    if (op_successor(last, i)->region != block->region) {
      op_error(self->module, last, "branching to block of a different region");
      return false;
    }
  if (may_lack_terminator(block) || op_has(last, TRAIT_TERMINATOR) || !op_is_registered(last) || has_broken(block)) return true;
  Str text = op_text(self->module, last);
  op_error_plain(self->module, last, "block with no terminator, has %.*s", STR_ARG(text));
  repair_terminator(self->v, block);
  return false;
}

// --- Operations, on the way in

static bool verify_discardable(VerifyState *self, const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++) {
    Str name = attr_str(op->attrs[i].name);
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    if (!dot || dot == name.data || dot + 1 == name.data + name.size) continue;
    const DialectDef *dialect = context_dialect(self->ctx, str_slice(name, 0, (size_t)(dot - name.data)));
    if (dialect && dialect->verify_op_attr && !dialect->verify_op_attr(self->v, op, op->attrs[i])) return false;
  }
  return true;
}

static bool verify_region_heads(VerifyState *self, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) {
    const Block *entry = op->regions[i].first;
    if (!entry) continue;
    if (entry->next && op_is_registered(op) && op_has(op, TRAIT_GRAPH_REGION)) {
      op_error(self->module, op, "expects graph region #%u to have 0 or 1 blocks", i);
      return false;
    }
    if (entry->uses) {
      diag_at(self->module, SEVERITY_ERROR, op->loc, "entry block of region may not have predecessors");
      return false;
    }
  }
  return true;
}

// The definition was left out of the text, so its place is unknown.
static bool comes_from_hole(const Value *value) { return !value->is_arg && op_has(value->owner, TRAIT_HOLE); }

// Return whether `value` is visible at `op`; report nothing. `root` bounds the search: values
// outside of it count as not visible.
static bool sees(VerifyState *self, const Operation *root, const Operation *op, const Value *value) {
  const Block *home = value_block(value);
  if (!home || !home->region) return !value->owner;
  const Operation *at = op;
  while (at->block && at->block->region != home->region) {
    at = op_parent(at);
    if (!at || at == root) return false;
  }
  if (!at->block) return false;
  if (at->block == home) {
    if (value->is_arg) return true;
    const Operation *def = value->owner;
    if (!region_is_ssa(home->region)) return true;
    if (!home->order_valid) op_is_before(home->first, home->last);
    return def->order < at->order;
  }
  if (self->seen_from == at->block && self->seen == home) return true;   // operands often come from one block
  if (!block_dominates(&self->dominance, home, at->block)) return false;
  self->seen_from = at->block;
  self->seen = home;
  return true;
}

static void look_at_operands(VerifyState *self, const Operation *op) {
  const Block *block = op->block;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *value = op_operand(op, i);
    if (value->is_arg) {
      if (value->owner == block) continue;
    } else {
      const Operation *def = value->owner;
      if (def && def->block == block && block && def->order < op->order) continue;
    }
    VerifyFrame *root = &self->frames.data[self->root];
    if (!root->needs_dominance_check && !sees(self, root->op, op, value) && !(self->lenient && comes_from_hole(value))) root->needs_dominance_check = true;
  }
}

// Some operand or result has an unknown type, so there is nothing to compare.
static __attribute__((noinline)) bool meets_unknown(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_unknown(op_operand_type(op, i))) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_is_unknown(op_result_type(op, i))) return true;
  return false;
}

// A type or attribute of a dialect without records, or one that holds such a type.
static bool is_foreign_attr(A attr) { return attr && attr_kind(attr) == ATTR_OPAQUE; }
static bool is_foreign(T type) {
  const ShapedType *shaped = type_as_shaped(type);
  if (shaped && (is_foreign_attr(shaped->extra) || is_foreign_attr(shaped->layout))) return true;
  TypeKind kind = type_kind(type_element(type));
  return kind == TYPE_OPAQUE || kind == TYPE_UNKNOWN;
}

static bool meets_foreign(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (is_foreign(op_operand_type(op, i))) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (is_foreign(op_result_type(op, i))) return true;
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (is_foreign_attr(op->props[i])) return true;
  return false;
}

// Some symbol that the operation names is kept as written, left out, or comes from elsewhere, so its kind is unknown.
static bool names_kept(VerifyState *self, Operation *op) {
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    if (!op->props[i] || !attr_as_symbol(op->props[i])) continue;
    if (!symbol_nearest_table(op)) return true;   // what is around the operation may be a table of symbols, or not
    const Operation *found = symbol_lookup(self->v->symbols, op, op->props[i]);
    if (found ? op_has(found, TRAIT_KEPT) : self->ctx->has_holes && attr_as_symbol(op->props[i])->count > 1) return true;
    if (!found && symbol_is_elsewhere(self->v, &self->missing, op, op->props[i])) return true;
  }
  return false;
}

static bool lacks_attr(const Operation *op) {
  const OpAttrDef *attrs = def_attrs(op->def);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (!op->props[i] && !(attrs[i].flags & (ATTR_OPTIONAL | ATTR_DEFAULT))) return true;
  return false;
}

// verify_invariants(), where dialects without records may have a part in the operation.
static bool verify_leniently(VerifyState *self, OpCheck *check, const Operation *op) {
  if (lacks_attr(op)) return verify_invariants(self, check, op);   // whatever its types are
  if (meets_unknown(op)) return true;
  // The hook of an operation with a required parent reads the parent, which it cannot do if that is kept as written.
  const Operation *parent = op_parent(op);
  OpCheck astray;
  bool is_end = def_parent_count(check->def) && ends_excerpt(self, op);
  if (is_end && self->v->of_text) {
    Diag *diag = diag_at(self->module, SEVERITY_INFO, op->loc, "what '%.*s' ends is not in the text", STR_ARG(op_name(op)));
    diag->info = DIAG_INFO_ELSEWHERE;
    diag->about = 1;
  }
  if (is_end || (def_parent_count(check->def) && parent && op_has(parent, TRAIT_KEPT))) {
    astray = *check;
    astray.hooks = (CheckHooks){0};
    check = &astray;
  }
  const Diags before = *self->ctx->diags;
  bool ok = verify_invariants(self, check, op);
  if (ok || !meets_foreign(op)) return ok;
  diags_rollback(self->ctx->diags, &before);
  return true;
}

// What lenient checks let pass may hold other attributes than its record asks for.
static bool has_own_attrs(const Operation *op) {
  const OpDef *def = op->def;
  for (uint32_t i = 0; i < def->attr_count; i++)
    if (op->props[i] && !attr_fits_storage(def->table, def_attr_type(def, i), op->props[i])) return false;
  return true;
}

// Whether the symbols that the operation names are looked up.
static bool checks_symbols(VerifyState *self, Operation *op) { return !self->lenient || (has_own_attrs(op) && !names_kept(self, op)); }

static inline bool enter_op(VerifyState *self, OpCheck *check, Operation *op) {
  if (op->attr_count && !verify_discardable(self, op)) return false;
  if (op_is_registered(op) && !self->invariants(self, check, op)) return false;
  if (op->region_count && !verify_region_heads(self, op)) return false;
  look_at_operands(self, op);
  if (check->hooks.verify_symbol_uses && checks_symbols(self, op)) vec_push(&self->arena, &self->users, op);
  return true;
}

// --- Isolation and dominance, when something is not plainly right

typedef VEC(Region *) RegionVec;

// Regions are taken from the end, each with the operations it holds in order.
static bool verify_isolation(VerifyState *self, const Operation *isolated) {
  RegionVec pending = {0};
  for (uint32_t r = 0; r < isolated->region_count; r++) {
    const Region *limit = &isolated->regions[r];
    vec_push(&self->arena, &pending, &isolated->regions[r]);
    while (pending.count) {
      Region *region = vec_pop(&pending);
      region_each_block(region, block) block_each_op(block, op) {
        for (uint32_t i = 0; i < op->operand_count && !is_skipped(op); i++) {
          const Block *home = value_block(op_operand(op, i));
          if (!home || !home->region) {
            if (!op_operand(op, i)->owner) continue;
            op_error_plain(self->module, op, "operation's operand is unlinked");
            return false;
          }
          if (region_is_ancestor(limit, home->region)) continue;
          Diag *diag = op_error(self->module, op, "using value defined outside the region");
          diag_note_at(self->module, diag, isolated->loc, "required by region isolation constraints");
          return false;
        }
        for (uint32_t k = 0; k < op->region_count && !op_has(op, TRAIT_ISOLATED); k++)
          vec_push(&self->arena, &pending, &op->regions[k]);
      }
    }
  }
  return true;
}

static uint32_t block_index(const Block *block) {
  uint32_t index = 0;
  while ((block = block->prev)) index++;
  return index;
}

// Where the region of a definition lies, seen from its use.
static const char *relation_of(const Region *use, const Region *def) {
  return use == def ? "in the same region"
         : region_is_ancestor(def, use) ? "in a parent region"
         : region_is_ancestor(use, def) ? "in a child region" : NULL;
}

static void report_dominance(VerifyState *self, const Operation *op, uint32_t index) {
  Module *module = self->module;
  const Value *operand = op_operand(op, index);
  Diag *diag = op_error_plain(module, op, "operand #%u does not dominate this use", index);
  const Region *here = op->block->region;
  const Operation *def = value_def(operand);
  if (def) {
    const Region *there = op_parent_region(def);
    const char *where = def->block == op->block ? "in the same block" : relation_of(here, there);
    diag_note_at(module, diag, def->loc, "operand defined here (op %s)", where ? where : "is neither in a parent nor in a child region");
    return;
  }
  const Block *block = operand->owner;
  const Operation *parent = block_parent_op(block);
  Loc unknown = {.attr = self->ctx->attrs.unknown_loc};
  if (!block->region) {
    diag_note_at(module, diag, parent ? parent->loc : unknown, " (block without parent)");
    return;
  }
  const char *where = relation_of(here, block->region);
  diag_note_at(module, diag, parent ? parent->loc : unknown, "operand defined as a block argument (block #%u %s)",
               block_index(block), where ? where : "neither in a parent nor in a child region");
}

static bool verify_dominance(VerifyState *self, Operation *root) {
  OpVec pending = {0};
  vec_push(&self->arena, &pending, root);
  while (pending.count) {
    Operation *outer = vec_pop(&pending);
    for (uint32_t r = 0; r < outer->region_count; r++) {
      region_each_block(&outer->regions[r], block) {
        bool reachable = block_is_reachable(&self->dominance, block);
        block_each_op(block, op) {
          for (uint32_t i = 0; i < op->operand_count && reachable && !is_skipped(op); i++) {
            if (value_properly_dominates(&self->dominance, op_operand(op, i), op) || comes_from_hole(op_operand(op, i))) continue;
            report_dominance(self, op, i);
            return false;
          }
          if (op->region_count && !op_has(op, TRAIT_ISOLATED)) vec_push(&self->arena, &pending, op);
        }
      }
    }
  }
  return true;
}

// --- Symbol tables

static bool verify_symbol_names(VerifyState *self, const Operation *op) {
  Module *module = self->module;
  if (op->region_count != 1) {
    op_error(module, op, "Operations with a 'SymbolTable' must have exactly one region");
    return false;
  }
  const Block *body = op->regions[0].first;
  if (!body || body->next) {
    op_error(module, op, "Operations with a 'SymbolTable' must have exactly one block");
    return false;
  }
  Arena scratch;
  arena_init(&scratch, &self->ctx->mem);
  Map names;
  map_init(&names, &scratch);
  bool ok = true;
  block_each_op(body, symbol) {
    A name = op_attr_str(symbol, STR("sym_name"));
    if (!name || attr_kind(name) != ATTR_STRING || is_skipped(symbol) || op_has(symbol, TRAIT_KEPT)) continue;
    MapEntry *entry = map_put(&names, map_key(name));
    if (!entry->value) {
      entry->value = (uintptr_t)symbol;
      continue;
    }
    self->ctx->has_redefinition = true;
    Diag *diag = op_error_plain(module, symbol, "redefinition of symbol named '%.*s'", STR_ARG(attr_str(name)));
    diag_note_at(module, diag, ((const Operation *)entry->value)->loc, "see existing symbol definition here");
    ok = false;
    break;
  }
  arena_free(&scratch);
  return ok;
}

// The users below `op` in upstream's order: regions are taken from the end; nested tables not entered.
static bool verify_users_in_order(VerifyState *self, const Operation *op) {
  RegionVec pending = {0};
  for (uint32_t r = 0; r < op->region_count; r++) vec_push(&self->arena, &pending, &op->regions[r]);
  while (pending.count) {
    Region *region = vec_pop(&pending);
    region_each_block(region, block) block_each_op(block, user) {
      OpVerifyFn *verify_uses = def_verify_symbol_uses(user->def);
      if (verify_uses && !is_skipped(user) && checks_symbols(self, user) && !verify_uses(self->v, user))
        return false;
      for (uint32_t r = 0; r < user->region_count && !op_is_symbol_table(user) && !is_skipped(user); r++)
        vec_push(&self->arena, &pending, &user->regions[r]);
    }
  }
  return true;
}

// The users met since `first`. In their own order and silently; only when one of them is wrong is
// upstream's order followed, which decides what is reported.
static bool verify_users(VerifyState *self, const Operation *op, uint32_t first) {
  Context *ctx = self->ctx;
  if (first == self->users.count) return true;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  Diags quiet, *diags = ctx->diags;
  bool no_notes = ctx->no_op_notes, ok = true;
  diags_init(&quiet, &scratch);
  ctx->diags = &quiet;
  ctx->no_op_notes = true;
  for (uint32_t i = first; ok && i < self->users.count; i++) {
    Operation *user = self->users.data[i];
    ok = def_verify_symbol_uses(user->def)(self->v, user) && !quiet.count;
  }
  ctx->diags = diags;
  ctx->no_op_notes = no_notes;
  arena_free(&scratch);
  self->users.count = first;
  return ok || verify_users_in_order(self, op);
}

// --- Operations, on the way out

static bool verify_registered(VerifyState *self, const OpCheck *check, const Operation *op) {
  Str name = op_name(op);
  if (op_is_registered(op)) return true;
  if (!check->dialect) {
    if (self->ctx->allow_unregistered) return true;
    op_error(self->module, op,
             "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, "
             "or use -allow-unregistered-dialect with the MLIR opt tool used");
    return false;
  }
  if (check->dialect->allows_unknown_ops || check->dialect->is_name_only) return true;
  op_error_plain(self->module, op, "unregistered operation '%.*s' found in dialect ('%s') that does not allow unknown operations",
                 STR_ARG(name), check->dialect->name);
  return false;
}

// The result has the type of the first operand, as the trait wants it.
static inline bool plainly_inferred(const Operation *op) {
  return !op_has(op, TRAIT_INFER_TYPES) && op->operand_count && op->result_count == 1 &&
         op->operands[0].value->type == op->results[0].type;
}

static inline bool finish_check(VerifyState *self, const OpCheck *check, Operation *op) {
  if (op_has(op, TRAIT_INFER_TYPES | TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && !plainly_inferred(op) &&
      !verify_inferred_types(self, check, op))
    return false;
  if (has_signature(check, op))
    op->flags |= check->is_plain && !op->attr_count && !op->successor_count ? OP_CHECKED | OP_PLAIN : OP_CHECKED;
  return true;
}

// `frame` is the operation's own, or NULL when it has no regions.
static inline bool exit_op(VerifyState *self, const OpCheck *check, Operation *op, const VerifyFrame *frame) {
  if (!op_is_registered(op)) return op_has(op, TRAIT_KEPT) || verify_registered(self, check, op);
  if (op->region_count) {
    uint32_t users = frame ? frame->users : self->users.count;
    bool needs_dominance_check = frame && frame->is_root && frame->needs_dominance_check;
    if (check->hooks.implicit_terminator && !verify_implicit_terminator(self, check, op)) return false;
    if (needs_dominance_check && is_isolated(op) && !verify_isolation(self, op)) return false;
    if (op_is_symbol_table(op) && (!verify_symbol_names(self, op) || !verify_users(self, op, users))) return false;
  }
  if (!(op->flags & OP_CHECKED) && !(self->lenient && meets_unknown(op)) && !finish_check(self, check, op)) return false;
  return !check->hooks.verify_regions || check->hooks.verify_regions(self->v, op);
}

// --- The walk

static void push_frame(VerifyState *self, Operation *op, bool is_root) {
  vec_push(&self->arena, &self->frames, (VerifyFrame){.op = op, .is_root = is_root, .outer_root = self->root});
  if (is_root) self->root = self->frames.count - 1;
}

// Begin the first block at or after `block` of the frame's operation. False: no block is left.
static bool next_block(VerifyFrame *frame, Block *block) {
  while (!block && ++frame->region < frame->op->region_count) block = frame->op->regions[frame->region].first;
  frame->block = block;
  frame->child = block ? block->first : NULL;
  return block != NULL;
}

static bool first_block(VerifyFrame *frame) {
  frame->region = 0;
  frame->block = NULL;
  return frame->op->region_count && next_block(frame, frame->op->regions[0].first);
}

// Operations of the current block, up to one with regions to go into: a frame is pushed for it.
typedef enum Step { STEP_FAIL, STEP_DONE, STEP_INTO } Step;

static Step visit_ops(VerifyState *self, VerifyFrame *frame) {
  while (frame->child) {
    Operation *op = frame->child;
    frame->child = op->next;
    op_prefetch(op);
    if (op->flags & OP_PLAIN) {
      look_at_operands(self, op);
      continue;
    }
    if (is_skipped(op)) continue;
    if (!verify_no_early_branch(self, op)) return STEP_FAIL;
    if (!op->region_count) {
      OpCheck *check = check_of(self, op->def);
      if (!enter_op(self, check, op) || !exit_op(self, check, op, NULL)) return STEP_FAIL;
    } else if (is_isolated(op)) {
      frame->has_isolated = true;
    } else {
      push_frame(self, op, false);
      return STEP_INTO;
    }
  }
  return STEP_DONE;
}

static Step visit_blocks(VerifyState *self, VerifyFrame *frame) {
  while (frame->block) {
    Block *block = frame->block;
    if (frame->child == block->first && !enter_block(self, block)) return STEP_FAIL;
    Step step = visit_ops(self, frame);
    if (step != STEP_DONE) return step;
    if (!exit_block(self, block)) return STEP_FAIL;
    next_block(frame, block->next);
    if (self->ctx->mem.exhausted) return STEP_FAIL;
  }
  return STEP_DONE;
}

// The next isolated operation directly inside, each verified as a root of its own.
static Step visit_isolated(VerifyState *self, VerifyFrame *frame) {
  while (frame->block) {
    while (frame->child) {
      Operation *op = frame->child;
      frame->child = op->next;
      if (is_skipped(op) || !is_isolated(op)) continue;
      push_frame(self, op, true);
      return STEP_INTO;
    }
    next_block(frame, frame->block->next);
  }
  return STEP_DONE;
}

// The operands of an isolated operation are the concern of the root around it.
static bool enter_frame(VerifyState *self, VerifyFrame *frame) {
  uint32_t root = self->root;
  if (frame->is_root) self->root = frame->outer_root;
  bool ok = enter_op(self, check_of(self, frame->op->def), frame->op);
  self->root = root;
  frame->users = self->users.count;
  return ok;
}

static Step step(VerifyState *self, VerifyFrame *frame) {
  Step result;
  switch (frame->phase) {
    case PHASE_ENTER:
      if (!enter_frame(self, frame)) return STEP_FAIL;
      frame->phase = PHASE_BLOCKS;
      first_block(frame);
      // fall through
    case PHASE_BLOCKS:
      if ((result = visit_blocks(self, frame)) != STEP_DONE) return result;
      frame->phase = PHASE_ISOLATED;
      if (frame->has_isolated) first_block(frame);
      // fall through
    case PHASE_ISOLATED:
      if ((result = visit_isolated(self, frame)) != STEP_DONE) return result;
      frame->phase = PHASE_EXIT;
      // fall through
    default:
      if (frame->failed || !exit_op(self, check_of(self, frame->op->def), frame->op, frame)) return STEP_FAIL;
      return !frame->is_root || !frame->needs_dominance_check || verify_dominance(self, frame->op) ? STEP_DONE : STEP_FAIL;
  }
}

static void pop_frame(VerifyState *self) {
  const VerifyFrame *frame = &vec_pop(&self->frames);
  if (frame->is_root) self->root = frame->outer_root;
}

// A failure ends the isolated operation it is in; its siblings go on.
static bool unwind(VerifyState *self) {
  while (self->frames.count) {
    bool was_root = vec_last(&self->frames).is_root;
    pop_frame(self);
    if (was_root) break;
  }
  if (self->frames.count) vec_last(&self->frames).failed = true;
  return self->frames.count != 0;
}

static bool run(VerifyState *self, Operation *op) {
  push_frame(self, op, true);
  while (self->frames.count) {
    switch (step(self, &vec_last(&self->frames))) {
      case STEP_DONE: pop_frame(self); break;
      case STEP_INTO: break;
      case STEP_FAIL:
        if (self->ctx->mem.exhausted || !unwind(self)) return false;
        break;
    }
  }
  return true;
}

static bool run_record(VerifyState *self, Operation *op) {
  const OpCheck *check = check_of(self, op->def);
  OpCheck record = *check;   // without what more than the operation itself is needed for
  record.traits &= ~(TRAIT_SYMBOL | TRAIT_OPTIONAL_SYMBOL | TRAIT_FUNCTION | TRAIT_BRANCH | TRAIT_TERMINATOR);
  record.hooks = (CheckHooks){0};
  return verify_invariants(self, &record, op) && verify_inferred_types(self, check, op) &&
         (!(op->def->flags & DEF_LOCAL_VERIFIER) || check->hooks.verify(self->v, op));
}

static bool run_alone(VerifyState *self, Operation *op) {
  OpCheck *check = check_of(self, op->def);
  return op_is_registered(op) && !op->attr_count && check->is_plain && has_signature(check, op) && !(self->lenient && meets_unknown(op)) &&
         verify_invariants(self, check, op) && finish_check(self, check, op);
}

static bool verify_with(Module *module, Operation *op, bool (*rule)(VerifyState *self, Operation *op)) {
  Context *ctx = module->context;
  Arena arena;
  arena_init(&arena, &ctx->mem);
  VerifyState *self = arena_new(&arena, VerifyState, 1);
  SymbolTables symbols;
  self->module = module;
  self->ctx = ctx;
  self->lenient = ctx->keeps_unknown;
  self->invariants = self->lenient ? verify_leniently : verify_invariants;
  self->arena = arena;  // from here on the state's
  symbol_tables_init(&symbols, &self->arena);
  Verifier v = {.ctx = ctx, .module = module, .symbols = &symbols, .arena = &self->arena, .of_text = ctx->stage != DIAG_PASSES};
  self->v = &v;
  map_init(&self->checks, &self->arena);
  dominance_init(&self->dominance, &self->arena);
  DiagStage stage = ctx->stage;
  ctx->stage = DIAG_VERIFIER;
  map_init(&self->missing.known, &self->arena);
  bool ok = rule(self, op);
  report_missing_symbols(&v, &self->missing);
  ctx->stage = stage;
  arena = self->arena;  // the state itself lives in it
  arena_free(&arena);
  return ok;
}

bool verify_op(Module *module, Operation *op) { return is_skipped(op) || verify_with(module, op, run); }
bool op_fits_record(Module *module, Operation *op) { return verify_with(module, op, run_record); }

void op_check_alone(Module *module, Operation *op) {
  Context *ctx = module->context;
  Diags quiet, *diags = ctx->diags;
  bool no_notes = ctx->no_op_notes;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  diags_init(&quiet, &scratch);
  ctx->diags = &quiet;
  ctx->no_op_notes = true;
  verify_with(module, op, run_alone);
  ctx->diags = diags;
  ctx->no_op_notes = no_notes;
  arena_free(&scratch);
}
