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

uint32_t ir_table_number(const char **at) {
  uint32_t number = 0;
  for (; char_is_digit(**at); ++*at) number = number * 10 + (uint32_t)(**at - '0');
  return number;
}

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
  static const char kinds[] =
    "dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull "
    "dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop type section_prefix "
    "absolute_symbol associated callees irr_loop llvm.access.group callback llvm.preserve.access.index vcall_visibility noundef "
    "annotation nosanitize func_sanitize exclude memprof callsite kcfi_type pcsections DIAssignID coro.outside.frame mmra "
    "noalias.addrspace ";
  uint32_t rank = 0, own = 0;
  for (const char *at = kinds; *at; rank++) {
    Str known = word_in(at);
    if (str_is(known, kind)) return rank;
    at += known.size + 1;
  }
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

enum { LOOP_START = 12, LOOP_END, LOOP_PARALLEL };

// What is said of a loop, in order: NAME:WHAT PARAMETER, or PARAMETER.PARAMETER of the attribute that is one. WHAT is
//   u, U  nothing more, if the parameter is true, false      f, F  whether it is true, false
//   n     a number                                           i     1 or 0, whether it is true
//   l     the annotation of the loop that is made of it
static const char loop_fields[] =
  "llvm.loop.disable_nonforced:u0 llvm.loop.mustprogress:u10 llvm.loop.isvectorized:i11 llvm.loop.vectorize.enable:F1.0"
  " llvm.loop.vectorize.predicate.enable:f1.1 llvm.loop.vectorize.scalable.enable:f1.2 llvm.loop.vectorize.width:n1.3"
  " llvm.loop.vectorize.followup_vectorized:l1.4 llvm.loop.vectorize.followup_epilogue:l1.5 llvm.loop.vectorize.followup_all:l1.6"
  " llvm.loop.interleave.count:n2.0 llvm.loop.unroll.disable:u3.0 llvm.loop.unroll.enable:U3.0 llvm.loop.unroll.count:n3.1"
  " llvm.loop.unroll.runtime.disable:f3.2 llvm.loop.unroll.full:u3.3 llvm.loop.unroll.followup_unrolled:l3.4"
  " llvm.loop.unroll.followup_remainder:l3.5 llvm.loop.unroll.followup_all:l3.6 llvm.loop.unroll_and_jam.disable:u4.0"
  " llvm.loop.unroll_and_jam.enable:U4.0 llvm.loop.unroll_and_jam.count:n4.1 llvm.loop.unroll_and_jam.followup_outer:l4.2"
  " llvm.loop.unroll_and_jam.followup_inner:l4.3 llvm.loop.unroll_and_jam.followup_remainder_outer:l4.4"
  " llvm.loop.unroll_and_jam.followup_remainder_inner:l4.5 llvm.loop.unroll_and_jam.followup_all:l4.6 llvm.licm.disable:u5.0"
  " llvm.loop.licm_versioning.disable:u5.1 llvm.loop.distribute.enable:F6.0 llvm.loop.distribute.followup_coincident:l6.1"
  " llvm.loop.distribute.followup_sequential:l6.2 llvm.loop.distribute.followup_fallback:l6.3 llvm.loop.distribute.followup_all:l6.4"
  " llvm.loop.pipeline.disable:f7.0 llvm.loop.pipeline.initiationinterval:n7.1 llvm.loop.peeled.count:n8.0"
  " llvm.loop.unswitch.partial.disable:u9.0";

static IrNode *loop_node(IrMetadata *self, A attr, uint32_t depth);

static void put_loop_field(IrMetadata *self, IrNode *loop, Str name, char what, A value, uint32_t depth) {
  bool is_unit = what == 'u' || what == 'U';
  if (!value || (is_unit && attr_to_bool(value) != (what == 'u'))) return;
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return;
  ir_node_string(self, node, NULL, name);
  if (what == 'l') ir_node_node(self, node, NULL, 0, loop_node(self, value, depth + 1));
  else if (what == 'n' || what == 'i') ir_node_number(self, node, "i32", what == 'i' ? attr_to_bool(value) : attr_to_i64(value));
  else if (!is_unit) ir_node_text(self, node, NULL, attr_to_bool(value) == (what == 'f') ? STR("i1 true") : STR("i1 false"));
  ir_node_node(self, loop, NULL, 0, ir_node_unique(self, node));
}

static IrNode *loop_node(IrMetadata *self, A attr, uint32_t depth) {
  IrNode *known = map_get(&self->of_attr, attr);
  if (known || depth > MAX_DEPTH) return known;
  IrNode *loop = ir_node(self, NULL, true);
  if (!loop) return NULL;
  remember(self, attr, loop);
  ir_node_node(self, loop, NULL, 0, loop);
  for (uint32_t place = LOOP_START; place <= LOOP_END; place++)
    if (attr_param(attr, place)) ir_node_node(self, loop, NULL, 0, ir_location_node(self, attr_param_attr(attr, place), NULL, NULL));
  for (const char *at = loop_fields; *at;) {
    Str name = word_in(at);
    char what = at[name.size + 1];
    at += name.size + 2;
    A value = attr_param_attr(attr, ir_table_number(&at));
    if (*at == '.') {
      at++;
      uint32_t slot = ir_table_number(&at);
      if (value) value = attr_param_attr(value, slot);
    }
    put_loop_field(self, loop, name, what, value, depth);
    at += *at == ' ';
  }
  const ArrayAttr *accesses = (const ArrayAttr *)attr_param_attr(attr, LOOP_PARALLEL);
  if (!accesses || !accesses->count) return loop;
  IrNode *node = ir_node(self, NULL, false);
  if (!node) return NULL;
  ir_node_string(self, node, NULL, STR("llvm.loop.parallel_accesses"));
  for (uint64_t i = 0; i < accesses->count; i++) ir_node_node(self, node, NULL, 0, access_group_node(self, accesses->items[i]));
  ir_node_node(self, loop, NULL, 0, ir_node_unique(self, node));
  return loop;
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
