#include "export/llvm_ir/metadata.h"

#include "asm/params.h"
#include "export/llvm_ir/constants.h"
#include "export/llvm_ir/types.h"
#include "ops/llvm.h"

enum { MAX_DEPTH = 200 };

void ir_metadata_init(IrMetadata *self, Context *ctx, Arena *arena) {
  *self = (IrMetadata){.ctx = ctx, .arena = arena};
  map_init(&self->of_attr, arena);
  map_init(&self->of_text, arena);
  map_init(&self->children, arena);
}

IrNode *ir_node(IrMetadata *self, const char *kind, bool distinct) {
  IrNode *node = arena_new(self->arena, IrNode, 1);
  if (node) *node = (IrNode){.kind = kind, .distinct = distinct, .number = -1};
  return node;
}

void ir_node_text(IrMetadata *self, IrNode *node, const char *label, Str text) {
  vec_push(self->arena, &node->fields, ((IrField){.label = label, .text = text}));
}

void ir_node_string(IrMetadata *self, IrNode *node, const char *label, Str text) {
  StrBuf made;
  strbuf_init(&made, &self->ctx->mem);
  if (!label) strbuf_char(&made, '!');
  strbuf_quoted(&made, text);
  ir_node_text(self, node, label, arena_str(self->arena, strbuf_view(&made)));
  strbuf_free(&made);
}

void ir_node_number(IrMetadata *self, IrNode *node, const char *type, int64_t value) {
  StrBuf made;
  strbuf_init(&made, &self->ctx->mem);
  strbuf_printf(&made, "%s %lld", type, (long long)value);
  ir_node_text(self, node, NULL, arena_str(self->arena, strbuf_view(&made)));
  strbuf_free(&made);
}

void ir_node_node(IrMetadata *self, IrNode *node, const char *label, uint32_t operand, IrNode *of) {
  vec_push(self->arena, &node->fields, ((IrField){.label = label, .operand = operand, .node = of}));
}

// Up to what follows it in a table.
static Str word_in(const char *text) { return (Str){text, strcspn(text, " :")}; }

// Equal nodes have equal fields: nodes in them are equal when they are the same.
IrNode *ir_node_unique(IrMetadata *self, IrNode *node) {
  if (!node || node->distinct) return node;
  StrBuf key;
  strbuf_init(&key, &self->ctx->mem);
  if (node->kind) strbuf_str(&key, word_in(node->kind));
  for (uint32_t i = 0; i < node->fields.count; i++) {
    const IrField *field = &node->fields.data[i];
    strbuf_printf(&key, "|%.*s %u ", STR_ARG(word_in(field->label ? field->label : "")), field->operand);
    if (field->node) strbuf_printf(&key, "%llu", (unsigned long long)(uintptr_t)field->node);
    else strbuf_quoted(&key, field->text);
  }
  MapEntry *entry = map_find_str(&self->of_text, strbuf_view(&key));
  if (!entry) {
    entry = map_put_str(&self->of_text, arena_str(self->arena, strbuf_view(&key)));
    entry->value = (uintptr_t)node;
  }
  strbuf_free(&key);
  return (IrNode *)entry->value;
}

void ir_named_add(IrMetadata *self, const char *name, IrNode *node) {
  uint32_t i = 0;
  while (i < self->named.count && strcmp(self->named.data[i].name, name)) i++;
  if (i == self->named.count) vec_push(self->arena, &self->named, (IrNamedNode){.name = name});
  if (node && i < self->named.count) vec_push(self->arena, &self->named.data[i].nodes, node);
}

// ---------------------------------------------------------------------------------------------
// Numbers

// Nodes that have numbers, and how far each has been followed.
void ir_node_enumerate(IrMetadata *self, IrNode *root) {
  typedef struct Visit { IrNode *node; uint32_t next; } Visit;
  VEC(Visit) stack = {0};
  if (!root || root->number >= 0 || root->in_place) return;
  root->number = (int)self->numbered.count;
  vec_push(self->arena, &self->numbered, root);
  vec_push(self->arena, &stack, (Visit){root, 0});
  while (stack.count) {
    Visit *top = &stack.data[stack.count - 1];
    IrNode *node = top->node, *next = NULL;
    // The operand of the least place that was not followed yet; those of tuples stand in order.
    if (!node->kind) {
      if (top->next < node->fields.count) next = node->fields.data[top->next++].node;
      else { stack.count--; continue; }
    } else {
      uint32_t best = UINT32_MAX;
      for (uint32_t i = 0; i < node->fields.count; i++) {
        const IrField *field = &node->fields.data[i];
        if (field->operand < top->next || field->operand >= best || !field->node) continue;
        best = field->operand;
        next = field->node;
      }
      if (best == UINT32_MAX) { stack.count--; continue; }
      top->next = best + 1;
    }
    if (!next || next->number >= 0 || next->in_place) continue;
    next->number = (int)self->numbered.count;
    vec_push(self->arena, &self->numbered, next);
    vec_push(self->arena, &stack, (Visit){next, 0});
  }
}

// ---------------------------------------------------------------------------------------------
// Text

static void put_body(StrBuf *out, const IrNode *node) {
  if (node->kind) strbuf_printf(out, "!%.*s(", STR_ARG(word_in(node->kind)));
  else strbuf_lit(out, "!{");
  for (uint32_t i = 0; i < node->fields.count; i++) {
    const IrField *field = &node->fields.data[i];
    if (i) strbuf_lit(out, ", ");
    if (field->label) strbuf_printf(out, "%.*s: ", STR_ARG(word_in(field->label)));
    if (field->node) ir_put_node(out, field->node);
    else if (field->text.size) strbuf_str(out, field->text);
    else strbuf_lit(out, "null");
  }
  strbuf_char(out, node->kind ? ')' : '}');
}

void ir_put_node(StrBuf *out, const IrNode *node) {
  if (node->in_place) put_body(out, node);
  else strbuf_printf(out, "!%d", node->number);
}

void ir_put_attachments(StrBuf *out, const IrAttachments *attachments) {
  for (uint32_t i = 0; i < attachments->items.count; i++) {
    strbuf_printf(out, ", !%s ", attachments->items.data[i].kind);
    ir_put_node(out, attachments->items.data[i].node);
  }
}

void ir_put_metadata(IrMetadata *self, StrBuf *out) {
  if (self->named.count) strbuf_char(out, '\n');
  for (uint32_t i = 0; i < self->named.count; i++) {
    const IrNamedNode *named = &self->named.data[i];
    strbuf_printf(out, "!%s = !{", named->name);
    for (uint32_t k = 0; k < named->nodes.count; k++) {
      if (k) strbuf_lit(out, ", ");
      ir_put_node(out, named->nodes.data[k]);
    }
    strbuf_lit(out, "}\n");
  }
  if (self->numbered.count) strbuf_char(out, '\n');
  for (uint32_t i = 0; i < self->numbered.count; i++) {
    strbuf_printf(out, "!%u = %s", i, self->numbered.data[i]->distinct ? "distinct " : "");
    put_body(out, self->numbered.data[i]);
    strbuf_char(out, '\n');
  }
}

// In the order of LLVM's numbers for kinds (llvm/include/llvm/IR/FixedMetadataKinds.def), and of those that it does not know as they come up.
static uint32_t rank_of(IrMetadata *self, const char *kind) {
  static const char *const kinds[] = {
    "dbg", "tbaa", "prof", "fpmath", "range", "tbaa.struct", "invariant.load", "alias.scope", "noalias", "nontemporal", "llvm.mem.parallel_loop_access",
    "nonnull", "dereferenceable", "dereferenceable_or_null", "make.implicit", "unpredictable", "invariant.group", "align", "llvm.loop", "type",
    "section_prefix", "absolute_symbol", "associated", "callees", "irr_loop", "llvm.access.group", "callback", "llvm.preserve.access.index", "vcall_visibility",
    "noundef", "annotation", "nosanitize", "func_sanitize", "exclude", "memprof", "callsite", "kcfi_type", "pcsections", "DIAssignID", "coro.outside.frame",
    "mmra", "noalias.addrspace",
  };
  uint32_t rank = 0, own = 0;
  while (rank < countof(kinds) && strcmp(kinds[rank], kind)) rank++;
  if (rank < countof(kinds)) return rank;
  while (own < self->kinds.count && strcmp(self->kinds.data[own], kind)) own++;
  if (own == self->kinds.count) vec_push(self->arena, &self->kinds, kind);
  return rank + own;
}

void ir_attach(IrMetadata *self, IrAttachments *to, const char *kind, IrNode *node) {
  uint32_t rank = node ? rank_of(self, kind) : 0, at = 0;
  if (!node) return;
  while (at < to->items.count && rank_of(self, to->items.data[at].kind) <= rank) at++;
  vec_push(self->arena, &to->items, (IrAttachment){kind, node});
  for (uint32_t i = to->items.count; i-- > at + 1;) to->items.data[i] = to->items.data[i - 1];
  if (at < to->items.count) to->items.data[at] = (IrAttachment){kind, node};
}

// ---------------------------------------------------------------------------------------------
// Type-based alias analysis, scopes, access groups, weights

static IrNode *remember(IrMetadata *self, A attr, IrNode *node) {
  map_set(&self->of_attr, attr, node);
  return node;
}

static IrNode *tbaa_node(IrMetadata *self, A attr, uint32_t depth) {
  IrNode *known = map_get(&self->of_attr, attr);
  if (known || depth > MAX_DEPTH) return known;
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return NULL;
  if (attr_is(attr, &llvm_tbaa_root_attr)) {
    A id = attr_param_attr(attr, 0);
    if (id) ir_node_string(self, node, NULL, attr_str(id));
    else {   // a root without a name is distinct, and names itself
      node->distinct = true;
      ir_node_node(self, node, NULL, 0, node);
    }
  } else if (attr_is(attr, &llvm_tbaa_type_desc_attr)) {
    const ArrayAttr *members = (const ArrayAttr *)attr_param_attr(attr, 1);
    ir_node_string(self, node, NULL, attr_str(attr_param_attr(attr, 0)));
    for (uint64_t i = 0; i < members->count; i++) {
      ir_node_node(self, node, NULL, 0, tbaa_node(self, attr_param_attr(members->items[i], 0), depth + 1));
      ir_node_number(self, node, "i64", (int64_t)attr_param(members->items[i], 1));
    }
  } else if (attr_is(attr, &llvm_tbaa_tag_attr)) {
    ir_node_node(self, node, NULL, 0, tbaa_node(self, attr_param_attr(attr, 0), depth + 1));
    ir_node_node(self, node, NULL, 0, tbaa_node(self, attr_param_attr(attr, 1), depth + 1));
    ir_node_number(self, node, "i64", (int64_t)attr_param(attr, 2));
    if (attr_param(attr, 3)) ir_node_number(self, node, "i64", 1);
  } else return NULL;
  return remember(self, attr, ir_node_unique(self, node));
}

IrNode *ir_tbaa_node(IrMetadata *self, A tag) { return tbaa_node(self, tag, 0); }

// The first field of a scope or a domain: itself, or its name.
static void put_identity(IrMetadata *self, IrNode *node, A id) {
  if (attr_kind(id) == ATTR_STRING) ir_node_string(self, node, NULL, attr_str(id));
  else {
    node->distinct = true;
    ir_node_node(self, node, NULL, 0, node);
  }
}

static IrNode *domain_node(IrMetadata *self, A domain) {
  IrNode *node = map_get(&self->of_attr, domain);
  if (node || !(node = ir_node(self, NULL, false))) return node;
  put_identity(self, node, attr_param_attr(domain, 0));
  A description = attr_param_attr(domain, 1);
  if (description) ir_node_string(self, node, NULL, attr_str(description));
  return remember(self, domain, ir_node_unique(self, node));
}

IrNode *ir_scope_node(IrMetadata *self, A scope) {
  IrNode *node = map_get(&self->of_attr, scope);
  if (node || !(node = ir_node(self, NULL, false))) return node;
  put_identity(self, node, attr_param_attr(scope, 0));
  ir_node_node(self, node, NULL, 0, domain_node(self, attr_param_attr(scope, 1)));
  A description = attr_param_attr(scope, 2);
  if (description) ir_node_string(self, node, NULL, attr_str(description));
  return remember(self, scope, ir_node_unique(self, node));
}

IrNode *ir_scopes_node(IrMetadata *self, A scopes) {
  if (!scopes || attr_kind(scopes) != ATTR_ARRAY) return NULL;
  const ArrayAttr *list = (const ArrayAttr *)scopes;
  IrNode *node = ir_node(self, NULL, false);
  for (uint64_t i = 0; node && i < list->count; i++) ir_node_node(self, node, NULL, 0, ir_scope_node(self, list->items[i]));
  return ir_node_unique(self, node);
}

static IrNode *access_group_node(IrMetadata *self, A group) {
  IrNode *node = map_get(&self->of_attr, group);
  return node ? node : remember(self, group, ir_node(self, NULL, true));
}

// One group stands for itself, several in a list.
IrNode *ir_access_groups_node(IrMetadata *self, A groups) {
  if (!groups || attr_kind(groups) != ATTR_ARRAY) return NULL;
  const ArrayAttr *list = (const ArrayAttr *)groups;
  if (list->count == 1) return access_group_node(self, list->items[0]);
  IrNode *node = list->count ? ir_node(self, NULL, false) : NULL;
  for (uint64_t i = 0; node && i < list->count; i++) ir_node_node(self, node, NULL, 0, access_group_node(self, list->items[i]));
  return ir_node_unique(self, node);
}

IrNode *ir_weights_node(IrMetadata *self, A weights) {
  if (!weights || attr_kind(weights) != ATTR_DENSE_ARRAY || !((const DenseArrayAttr *)weights)->count) return NULL;
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return NULL;
  ir_node_string(self, node, NULL, STR("branch_weights"));
  for (uint64_t i = 0; i < ((const DenseArrayAttr *)weights)->count; i++) ir_node_number(self, node, "i32", dense_array_i64(weights, i));
  return ir_node_unique(self, node);
}

// ---------------------------------------------------------------------------------------------
// Loops (mlir/lib/Target/LLVMIR/LoopAnnotationTranslation.cpp)

typedef struct Loop { IrMetadata *metadata; IrNode *node; } Loop;

static void add_unit(Loop *loop, const char *name) {
  IrNode *node = ir_node(loop->metadata, NULL, false);
  if (!node) return;
  ir_node_string(loop->metadata, node, NULL, str_from(name));
  ir_node_node(loop->metadata, loop->node, NULL, 0, ir_node_unique(loop->metadata, node));
}

static void add_flag(Loop *loop, const char *name, A value, bool negated) {
  IrNode *node = value ? ir_node(loop->metadata, NULL, false) : NULL;
  if (!node) return;
  ir_node_string(loop->metadata, node, NULL, str_from(name));
  ir_node_text(loop->metadata, node, NULL, attr_to_bool(value) != negated ? STR("i1 true") : STR("i1 false"));
  ir_node_node(loop->metadata, loop->node, NULL, 0, ir_node_unique(loop->metadata, node));
}

static void add_i32(Loop *loop, const char *name, int64_t value) {
  IrNode *node = ir_node(loop->metadata, NULL, false);
  if (!node) return;
  ir_node_string(loop->metadata, node, NULL, str_from(name));
  ir_node_number(loop->metadata, node, "i32", value);
  ir_node_node(loop->metadata, loop->node, NULL, 0, ir_node_unique(loop->metadata, node));
}
static void add_number(Loop *loop, const char *name, A value) {
  if (value) add_i32(loop, name, attr_to_i64(value));
}

static void add_unit_if(Loop *loop, const char *name, A value, bool wanted) {
  if (value && attr_to_bool(value) == wanted) add_unit(loop, name);
}

static IrNode *loop_node(IrMetadata *self, A attr, uint32_t depth);

static void add_followup(Loop *loop, const char *name, A value, uint32_t depth) {
  IrNode *node = value ? ir_node(loop->metadata, NULL, false) : NULL;
  if (!node) return;
  ir_node_string(loop->metadata, node, NULL, str_from(name));
  ir_node_node(loop->metadata, node, NULL, 0, loop_node(loop->metadata, value, depth + 1));
  ir_node_node(loop->metadata, loop->node, NULL, 0, ir_node_unique(loop->metadata, node));
}

enum { LOOP_NONFORCED, LOOP_VECTORIZE, LOOP_INTERLEAVE, LOOP_UNROLL, LOOP_UNROLL_AND_JAM, LOOP_LICM, LOOP_DISTRIBUTE, LOOP_PIPELINE, LOOP_PEELED,
       LOOP_UNSWITCH, LOOP_MUST_PROGRESS, LOOP_IS_VECTORIZED, LOOP_START, LOOP_END, LOOP_PARALLEL };

static IrNode *loop_node(IrMetadata *self, A attr, uint32_t depth) {
  IrNode *known = map_get(&self->of_attr, attr);
  if (known || depth > MAX_DEPTH) return known;
  Loop loop = {self, ir_node(self, NULL, true)};
  if (!loop.node) return NULL;
  remember(self, attr, loop.node);
  ir_node_node(self, loop.node, NULL, 0, loop.node);
#define PART(slot) attr_param_attr(attr, slot)
#define IN(part, slot) attr_param_attr(part, slot)
  if (PART(LOOP_START)) ir_node_node(self, loop.node, NULL, 0, ir_location_node(self, PART(LOOP_START), NULL, NULL));
  if (PART(LOOP_END)) ir_node_node(self, loop.node, NULL, 0, ir_location_node(self, PART(LOOP_END), NULL, NULL));
  add_unit_if(&loop, "llvm.loop.disable_nonforced", PART(LOOP_NONFORCED), true);
  add_unit_if(&loop, "llvm.loop.mustprogress", PART(LOOP_MUST_PROGRESS), true);
  if (PART(LOOP_IS_VECTORIZED)) add_i32(&loop, "llvm.loop.isvectorized", attr_to_bool(PART(LOOP_IS_VECTORIZED)));
  A part;
  if ((part = PART(LOOP_VECTORIZE))) {
    add_flag(&loop, "llvm.loop.vectorize.enable", IN(part, 0), true);
    add_flag(&loop, "llvm.loop.vectorize.predicate.enable", IN(part, 1), false);
    add_flag(&loop, "llvm.loop.vectorize.scalable.enable", IN(part, 2), false);
    add_number(&loop, "llvm.loop.vectorize.width", IN(part, 3));
    add_followup(&loop, "llvm.loop.vectorize.followup_vectorized", IN(part, 4), depth);
    add_followup(&loop, "llvm.loop.vectorize.followup_epilogue", IN(part, 5), depth);
    add_followup(&loop, "llvm.loop.vectorize.followup_all", IN(part, 6), depth);
  }
  if ((part = PART(LOOP_INTERLEAVE))) add_number(&loop, "llvm.loop.interleave.count", IN(part, 0));
  if ((part = PART(LOOP_UNROLL))) {
    if (IN(part, 0)) add_unit(&loop, attr_to_bool(IN(part, 0)) ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.enable");
    add_number(&loop, "llvm.loop.unroll.count", IN(part, 1));
    add_flag(&loop, "llvm.loop.unroll.runtime.disable", IN(part, 2), false);
    add_unit_if(&loop, "llvm.loop.unroll.full", IN(part, 3), true);
    add_followup(&loop, "llvm.loop.unroll.followup_unrolled", IN(part, 4), depth);
    add_followup(&loop, "llvm.loop.unroll.followup_remainder", IN(part, 5), depth);
    add_followup(&loop, "llvm.loop.unroll.followup_all", IN(part, 6), depth);
  }
  if ((part = PART(LOOP_UNROLL_AND_JAM))) {
    if (IN(part, 0)) add_unit(&loop, attr_to_bool(IN(part, 0)) ? "llvm.loop.unroll_and_jam.disable" : "llvm.loop.unroll_and_jam.enable");
    add_number(&loop, "llvm.loop.unroll_and_jam.count", IN(part, 1));
    add_followup(&loop, "llvm.loop.unroll_and_jam.followup_outer", IN(part, 2), depth);
    add_followup(&loop, "llvm.loop.unroll_and_jam.followup_inner", IN(part, 3), depth);
    add_followup(&loop, "llvm.loop.unroll_and_jam.followup_remainder_outer", IN(part, 4), depth);
    add_followup(&loop, "llvm.loop.unroll_and_jam.followup_remainder_inner", IN(part, 5), depth);
    add_followup(&loop, "llvm.loop.unroll_and_jam.followup_all", IN(part, 6), depth);
  }
  if ((part = PART(LOOP_LICM))) {
    add_unit_if(&loop, "llvm.licm.disable", IN(part, 0), true);
    add_unit_if(&loop, "llvm.loop.licm_versioning.disable", IN(part, 1), true);
  }
  if ((part = PART(LOOP_DISTRIBUTE))) {
    add_flag(&loop, "llvm.loop.distribute.enable", IN(part, 0), true);
    add_followup(&loop, "llvm.loop.distribute.followup_coincident", IN(part, 1), depth);
    add_followup(&loop, "llvm.loop.distribute.followup_sequential", IN(part, 2), depth);
    add_followup(&loop, "llvm.loop.distribute.followup_fallback", IN(part, 3), depth);
    add_followup(&loop, "llvm.loop.distribute.followup_all", IN(part, 4), depth);
  }
  if ((part = PART(LOOP_PIPELINE))) {
    add_flag(&loop, "llvm.loop.pipeline.disable", IN(part, 0), false);
    add_number(&loop, "llvm.loop.pipeline.initiationinterval", IN(part, 1));
  }
  if ((part = PART(LOOP_PEELED))) add_number(&loop, "llvm.loop.peeled.count", IN(part, 0));
  if ((part = PART(LOOP_UNSWITCH))) add_unit_if(&loop, "llvm.loop.unswitch.partial.disable", IN(part, 0), true);
  A accesses = PART(LOOP_PARALLEL);
  if (accesses && ((const ArrayAttr *)accesses)->count) {
    IrNode *node = ir_node(self, NULL, false);
    if (!node) return NULL;
    ir_node_string(self, node, NULL, STR("llvm.loop.parallel_accesses"));
    for (uint64_t i = 0; i < ((const ArrayAttr *)accesses)->count; i++)
      ir_node_node(self, node, NULL, 0, access_group_node(self, ((const ArrayAttr *)accesses)->items[i]));
    ir_node_node(self, loop.node, NULL, 0, ir_node_unique(self, node));
  }
#undef PART
#undef IN
  return loop.node;
}

IrNode *ir_loop_node(IrMetadata *self, A annotation) { return annotation ? loop_node(self, annotation, 0) : NULL; }

// ---------------------------------------------------------------------------------------------
// Promises of the memory model, what a profile says

IrNode *ir_memory_model_node(IrMetadata *self, A tags) {
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return NULL;
  if (attr_is(tags, &llvm_mmra_tag_attr)) {
    ir_node_string(self, node, NULL, attr_str(attr_param_attr(tags, 0)));
    ir_node_string(self, node, NULL, attr_str(attr_param_attr(tags, 1)));
    return ir_node_unique(self, node);
  }
  const ArrayAttr *list = attr_kind(tags) == ATTR_ARRAY ? (const ArrayAttr *)tags : NULL;
  if (!list || !list->count) return NULL;
  for (uint64_t i = 0; i < list->count; i++) {
    IrNode *tag = attr_is(list->items[i], &llvm_mmra_tag_attr) ? ir_memory_model_node(self, list->items[i]) : NULL;
    if (!tag) return NULL;
    ir_node_node(self, node, NULL, 0, tag);
  }
  return list->count == 1 ? node->fields.data[0].node : ir_node_unique(self, node);
}

// `ptr @f`, or null.
static void put_symbol(IrMetadata *self, IrNode *node, A symbol) {
  StrBuf text;
  strbuf_init(&text, &self->ctx->mem);
  if (symbol) {
    strbuf_lit(&text, "ptr ");
    ir_name(&text, '@', attr_symbol_root(symbol));
  }
  ir_node_text(self, node, NULL, arena_str(self->arena, strbuf_view(&text)));
  strbuf_free(&text);
}

IrNode *ir_call_counts_node(IrMetadata *self, A entries) {
  const ArrayAttr *list = (const ArrayAttr *)entries;
  IrNode *all = ir_node(self, NULL, true);
  for (uint64_t i = 0; all && i < list->count; i++) {
    IrNode *node = ir_node(self, NULL, false);
    if (!node) return NULL;
    put_symbol(self, node, attr_param_attr(list->items[i], 0));
    put_symbol(self, node, attr_param_attr(list->items[i], 1));
    ir_node_number(self, node, "i64", (int64_t)attr_param(list->items[i], 2));
    ir_node_node(self, all, NULL, 0, ir_node_unique(self, node));
  }
  return all;
}

// `!{!"TotalCount", i64 7}`: the node to add the value to.
static IrNode *named_part(IrMetadata *self, IrNode *whole, const char *name) {
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return NULL;
  ir_node_string(self, node, NULL, str_from(name));
  ir_node_node(self, whole, NULL, 0, node);
  return node;
}

static void put_details(IrMetadata *self, IrNode *to, A details) {
  const ArrayAttr *list = (const ArrayAttr *)details;
  IrNode *all = ir_node(self, NULL, false);
  if (!to || !all) return;
  for (uint64_t i = 0; list && i < list->count; i++) {
    IrNode *node = ir_node(self, NULL, false);
    for (uint32_t k = 0; node && k < 3; k++) ir_node_number(self, node, "i64", (int64_t)attr_param(list->items[i], k));
    ir_node_node(self, all, NULL, 0, ir_node_unique(self, node));
  }
  ir_node_node(self, to, NULL, 0, ir_node_unique(self, all));
}

IrNode *ir_profile_node(IrMetadata *self, A summary) {
  static const char *const counts[] = {"TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"};
  IrNode *whole = ir_node(self, NULL, false), *part = whole ? named_part(self, whole, "ProfileFormat") : NULL;
  A partial = attr_param_attr(summary, 7), ratio = attr_param_attr(summary, 8);
  if (!part) return NULL;
  ir_node_string(self, part, NULL, str_from(enum_name(attr_param_enum(summary, 0), (int64_t)attr_param(summary, 0))));
  for (uint32_t i = 0; i < countof(counts); i++)
    if ((part = named_part(self, whole, counts[i]))) ir_node_number(self, part, "i64", (int64_t)attr_param(summary, i + 1));
  if (partial && (part = named_part(self, whole, "IsPartialProfile"))) ir_node_number(self, part, "i64", attr_to_i64(partial));
  if (ratio && (part = named_part(self, whole, "PartialProfileRatio"))) {
    StrBuf text;
    strbuf_init(&text, &self->ctx->mem);
    strbuf_lit(&text, "double ");
    if (ir_const_text(&text, ir_const_of_attr(self->ctx, attr_value_type(ratio), ratio, self->arena)))
      ir_node_text(self, part, NULL, arena_str(self->arena, strbuf_view(&text)));
    strbuf_free(&text);
  }
  put_details(self, named_part(self, whole, "DetailedSummary"), attr_param_attr(summary, 9));
  return ir_node_unique(self, whole);
}
