// Functions: their heads, attributes, blocks and phis.
#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "export/llvm_ir/writer.h"

// ---------------------------------------------------------------------------------------------
// Heads

int64_t number_of(A attr) {
  if (!attr) return 0;
  if (attr_kind(attr) == ATTR_INTEGER) return attr_to_i64(attr);
  return attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : 0;
}

const char *enum_word(const EnumDef *def, A attr) {
  const char *name = enum_name(def, number_of(attr));
  return !name ? "" : *name == '_' ? name + 1 : name;
}

void put_enum_word(Writer *w, const EnumDef *def, A attr) {
  const char *word = enum_word(def, attr);
  if (!*word) return;
  strbuf_str(w->out, str_from(word));
  strbuf_char(w->out, ' ');
}

void put_calling_convention(Writer *w, A attr) {
  Str word = str_from(enum_word(&llvm_c_conv, attr));
  const char *end = "";
  switch (number_of(attr)) {
    case 0: return;
    case 10: word = STR("ghccc"); break;
    case 84: end = " "; break;   // of AVR's interrupts: LLVM writes two spaces
    case 11: case 86: case 94: case 99: case 101: strbuf_printf(w->out, "cc%d ", (int)number_of(attr)); return;   // LLVM has no words for these
    case 97: case 98: word.size -= strlen("callcc"), end = "_pcs"; break;   // of vectors on AArch64
    default:
      if (str_starts_with(word, STR("ptx_")) || str_starts_with(word, STR("spir_")) || str_starts_with(word, STR("amdgpu_"))) word.size -= strlen("cc");
  }
  strbuf_printf(w->out, "%.*s%s ", STR_ARG(word), end);
}

void put_linkage(Writer *w, A linkage, A dso_local, A visibility) {
  Str word = word_of(w, linkage);
  bool is_local = str_is(word, "internal") || str_is(word, "private");
  if (word.size && !str_is(word, "external")) strbuf_printf(w->out, "%.*s ", STR_ARG(word));
  // What no other module sees is in this one: LLVM does not say so.
  if (dso_local && !is_local && (!number_of(visibility) || str_is(word, "extern_weak"))) strbuf_lit(w->out, "dso_local ");
  if (!is_local) put_enum_word(w, &llvm_visibility, visibility);
}

// `target_cpu = "x"`, or true or false: "target-cpu"="x".
static void add_word(Writer *w, const Operation *op, uint32_t slot, IrAttrs *out) {
  A value = op_prop_at(op, slot);
  if (!value) return;
  w->scratch.size = 0;
  for (const char *at = def_attr_name(op->def, slot); *at; at++) strbuf_char(&w->scratch, *at == '_' ? '-' : *at);
  Str said = attr_kind(value) == ATTR_STRING ? attr_str(value) : attr_to_bool(value) ? STR("true") : STR("false");
  ir_attrs_add_string(&w->arena, out, strbuf_view(&w->scratch), said);
}

static void add_ranges(Writer *w, const Operation *op, IrAttrs *out) {
  A frame = op_prop_at(op, LLVM_FUNC_FRAME_POINTER), table = op_prop_at(op, LLVM_FUNC_UWTABLE_KIND), range = op_prop_at(op, LLVM_FUNC_VSCALE_RANGE);
  StrBuf *text = &w->scratch;
  if (frame) ir_attrs_add_string(&w->arena, out, STR("frame-pointer"), str_from(enum_word(&llvm_frame_pointer_kind, frame)));
  if (number_of(table)) {
    ir_attrs_add(&w->arena, out, number_of(table) == 1 ? STR("uwtable(sync)") : STR("uwtable"));
  }
  if (range) {
    text->size = 0;
    strbuf_printf(text, "vscale_range(%lld,%lld)", (long long)attr_to_i64(attr_param_attr(range, 0)), (long long)attr_to_i64(attr_param_attr(range, 1)));
    ir_attrs_add(&w->arena, out, strbuf_view(text));
  }
  A features = op_prop_at(op, LLVM_FUNC_TARGET_FEATURES), list = features ? attr_param_attr(features, 0) : NULL;
  if (!features) return;
  text->size = 0;
  for (uint64_t i = 0; list && i < ((const ArrayAttr *)list)->count; i++) {
    if (i) strbuf_char(text, ',');
    strbuf_str(text, attr_str(((const ArrayAttr *)list)->items[i]));
  }
  ir_attrs_add_string(&w->arena, out, STR("target-features"), arena_str(&w->arena, strbuf_view(text)));
}

// `nvvm.maxntid = array<i32: 32, 4>` and the like become attributes with keys.
static void add_nvvm(Writer *w, const Operation *op, IrAttrs *out) {
  static const struct { const char *given, *key; } words[] = {
    {"nvvm.maxntid", "nvvm.maxntid"}, {"nvvm.reqntid", "nvvm.reqntid"}, {"nvvm.cluster_dim", "nvvm.cluster_dim"}, {"nvvm.minctasm", "nvvm.minctasm"},
    {"nvvm.maxnreg", "nvvm.maxnreg"}, {"nvvm.cluster_max_blocks", "nvvm.maxclusterrank"}, {"nvvm.blocksareclusters", "nvvm.blocksareclusters"},
  };
  for (size_t i = 0; i < countof(words); i++) {
    A value = op_attr(op, words[i].given);
    StrBuf *text = &w->scratch;
    if (!value) continue;
    text->size = 0;
    if (attr_kind(value) == ATTR_INTEGER) strbuf_i64(text, attr_to_i64(value));
    for (uint64_t k = 0; attr_kind(value) == ATTR_DENSE_ARRAY && k < ((const DenseArrayAttr *)value)->count; k++) {
      if (k) strbuf_char(text, ',');
      strbuf_i64(text, dense_array_i64(value, k));
    }
    ir_attrs_add_string(&w->arena, out, str_from(words[i].key), arena_str(&w->arena, strbuf_view(text)));
  }
}

static void set_string(Writer *w, IrAttrs *out, const char *key, Str value) {
  ir_attrs_add_string(&w->arena, out, str_from(key), arena_str(&w->arena, value));
}

// Of kernels for AMD's GPUs: how large their groups may be, and more. What `passthrough` says of it stays.
static bool add_rocdl(Writer *w, const Operation *op, IrAttrs *out) {
  A sizes = op_attr(op, "rocdl.flat_work_group_size"), most = op_attr(op, "rocdl.max_flat_work_group_size"), waves = op_attr(op, "rocdl.waves_per_eu");
  A uniform = op_attr(op, "rocdl.uniform_work_group_size"), unsafe = op_attr(op, "rocdl.unsafe_fp_atomics");
  bool kernel = op_attr(op, "rocdl.kernel") != NULL;
  StrBuf *text = &w->scratch;
  if ((sizes && attr_kind(sizes) != ATTR_STRING) || (most && attr_kind(most) != ATTR_INTEGER) || (waves && attr_kind(waves) != ATTR_INTEGER))
    return writer_refuse(w, op, "an attribute of rocdl of another kind");
  if ((uniform && attr_kind(uniform) != ATTR_INTEGER) || (unsafe && attr_kind(unsafe) != ATTR_INTEGER)) return writer_refuse(w, op, "an attribute of rocdl that is no boolean");
  if (most || (kernel && !ir_attrs_has_string(out, STR("amdgpu-flat-work-group-size")))) {
    text->size = 0;
    strbuf_printf(text, "1,%lld", most ? (long long)attr_to_i64(most) : 256ll);
    set_string(w, out, "amdgpu-flat-work-group-size", strbuf_view(text));
  }
  if (sizes) set_string(w, out, "amdgpu-flat-work-group-size", attr_str(sizes));
  if (waves) {
    text->size = 0;
    strbuf_i64(text, attr_to_i64(waves));
    set_string(w, out, "amdgpu-waves-per-eu", strbuf_view(text));
  }
  if (kernel && !ir_attrs_has_string(out, STR("uniform-work-group-size"))) set_string(w, out, "uniform-work-group-size", STR("true"));
  if (uniform) set_string(w, out, "uniform-work-group-size", attr_to_bool(uniform) ? STR("true") : STR("false"));
  if (unsafe) set_string(w, out, "amdgpu-unsafe-fp-atomics", attr_to_bool(unsafe) ? STR("true") : STR("false"));
  return true;
}

bool attrs_of_function(Writer *w, const Operation *op, IrAttrs *out) {
  static const struct { uint32_t slot; const char *name; } units[] = {
    {LLVM_FUNC_NO_INLINE, "noinline"}, {LLVM_FUNC_ALWAYS_INLINE, "alwaysinline"}, {LLVM_FUNC_INLINE_HINT, "inlinehint"}, {LLVM_FUNC_OPTIMIZE_NONE, "optnone"},
    {LLVM_FUNC_CONVERGENT, "convergent"}, {LLVM_FUNC_NO_UNWIND, "nounwind"}, {LLVM_FUNC_WILL_RETURN, "willreturn"},
  };
  static const struct { uint32_t slot; const char *key; } flags[] = {
    {LLVM_FUNC_ARM_STREAMING, "aarch64_pstate_sm_enabled"}, {LLVM_FUNC_ARM_LOCALLY_STREAMING, "aarch64_pstate_sm_body"},
    {LLVM_FUNC_ARM_STREAMING_COMPATIBLE, "aarch64_pstate_sm_compatible"}, {LLVM_FUNC_ARM_NEW_ZA, "aarch64_new_za"}, {LLVM_FUNC_ARM_IN_ZA, "aarch64_in_za"},
    {LLVM_FUNC_ARM_OUT_ZA, "aarch64_out_za"}, {LLVM_FUNC_ARM_INOUT_ZA, "aarch64_inout_za"}, {LLVM_FUNC_ARM_PRESERVES_ZA, "aarch64_preserves_za"},
  };
  static const uint8_t words[] = {
    LLVM_FUNC_TARGET_CPU, LLVM_FUNC_TUNE_CPU, LLVM_FUNC_RECIPROCAL_ESTIMATES, LLVM_FUNC_PREFER_VECTOR_WIDTH, LLVM_FUNC_NO_INFS_FP_MATH,
    LLVM_FUNC_NO_NANS_FP_MATH, LLVM_FUNC_NO_SIGNED_ZEROS_FP_MATH, LLVM_FUNC_DENORMAL_FP_MATH, LLVM_FUNC_DENORMAL_FP_MATH_F32,
    LLVM_FUNC_FP_CONTRACT, LLVM_FUNC_INSTRUMENT_FUNCTION_ENTRY, LLVM_FUNC_INSTRUMENT_FUNCTION_EXIT,
  };
  Str problem;
  if (!ir_attrs_of_passthrough(w->ctx, &w->arena, op_prop_at(op, LLVM_FUNC_PASSTHROUGH), out, &problem)) {
    w->scratch.size = 0;
    strbuf_printf(&w->scratch, "the attribute '%.*s' of 'passthrough'", STR_ARG(problem));
    strbuf_char(&w->scratch, 0);
    return writer_refuse(w, op, w->scratch.data);
  }
  for (size_t i = 0; i < countof(units); i++)
    if (op_prop_at(op, units[i].slot)) ir_attrs_add(&w->arena, out, str_from(units[i].name));
  for (size_t i = 0; i < countof(flags); i++)
    if (op_prop_at(op, flags[i].slot)) ir_attrs_add_string(&w->arena, out, str_from(flags[i].key), (Str){"", 0});
  for (size_t i = 0; i < countof(words); i++) add_word(w, op, words[i], out);
  if (op_prop_at(op, LLVM_FUNC_MEMORY_EFFECTS)) ir_attrs_of_memory(w->ctx, &w->arena, op_prop_at(op, LLVM_FUNC_MEMORY_EFFECTS), out);
  add_ranges(w, op, out);
  if (!op->attr_count) return true;   // what other dialects say of it is among those
  add_nvvm(w, op, out);
  return add_rocdl(w, op, out);
}

// ---------------------------------------------------------------------------------------------
// Blocks

// In reverse post-order, those that are not reached after all others.
static void order_blocks(Writer *w, Region *region, BlockVec *out) {
  typedef struct Visit { Block *block; uint32_t next; } Visit;
  VEC(Visit) stack = {0};
  region_each_block(region, b) b->number = 0;
  region_each_block(region, root) {
    if (root->number) continue;
    uint32_t begin = out->count;
    root->number = 1;
    vec_push(&w->arena, &stack, (Visit){root, 0});
    while (stack.count) {
      Visit *top = &stack.data[stack.count - 1];
      const Operation *last = top->block->last;
      if (!last || top->next == last->successor_count) {
        vec_push(&w->arena, out, top->block);
        stack.count--;
        continue;
      }
      Block *next = op_successor(last, top->next++);
      if (next->number) continue;
      next->number = 1;
      vec_push(&w->arena, &stack, (Visit){next, 0});
    }
    for (uint32_t a = begin, b = out->count; a + 1 < b; a++) {
      Block *swap = out->data[a];
      out->data[a] = out->data[--b];
      out->data[b] = swap;
    }
  }
}

static const BlockVec *blocks_of(const Writer *w, const Operation *function) { return map_get(&w->blocks, function); }

bool prepare_function(Writer *w, Operation *op) {
  Region *body = op_region(op, 0);
  BlockVec *order = arena_new(&w->arena, BlockVec, 1);
  if (!order) return false;
  *order = (BlockVec){0};
  map_set(&w->blocks, op, order);
  if (region_is_empty(body)) return true;
  order_blocks(w, body, order);
  for (uint32_t i = 0; i < order->count; i++)
    block_each_op(order->data[i], o) if (!prepare_operation(w, o)) return false;
  return true;
}

// The way from one block to another with the arguments that are handed over.
static bool put_phis(Writer *w, Block *block) {
  for (uint32_t i = 0; i < block->arg_count; i++) {
    size_t begin = w->out->size;
    strbuf_lit(w->out, "  ");
    put_value(w, block->args[i]);
    strbuf_lit(w->out, " = phi ");
    if (!put_type(w, block->args[i]->type)) return false;
    const char *before = " [ ";
    for (BlockUse *use = block->uses; use; use = use->next) {
      Span span = op_successor_operands(use->owner, (uint32_t)(use - use->owner->successors));
      strbuf_str(w->out, str_from(before));
      put_value(w, op_operand(use->owner, span.begin + i));
      strbuf_lit(w->out, ", ");
      put_block(w, use->owner->block);
      strbuf_lit(w->out, " ]");
      before = ", [ ";
    }
    strbuf_char(w->out, '\n');
    if (w->map) came_from(w, begin, block->args[i]->arg_loc->src);
  }
  return true;
}

static void put_label(Writer *w, Block *block, const BlockVec *order) {
  size_t begin = w->out->size;
  strbuf_u64(w->out, block->print_id);
  strbuf_char(w->out, ':');
  size_t size = w->out->size - begin;
  strbuf_pad(w->out, ' ', size < 50 ? 50 - size : 1);
  if (!block->uses) {
    strbuf_lit(w->out, "; No predecessors!\n");
    return;
  }
  const char *before = "; preds = ";
  for (uint32_t i = order->count; i--;) {   // uses are listed from the last one made
    const Operation *last = order->data[i]->last;
    for (uint32_t s = last ? last->successor_count : 0; s--;) {
      if (op_successor(last, s) != block) continue;
      strbuf_str(w->out, str_from(before));
      put_block(w, order->data[i]);
      before = ", ";
    }
  }
  strbuf_char(w->out, '\n');
}

static bool name_operation(Writer *w, Operation *op, uint32_t *number) {
  if (op->result_count == 1 && constant_of(w, op_result(op, 0))) return true;
  if (leaves_nothing(w, op)) {   // a cast that is none: the operand under its own name
    if (op->result_count == 1) set_same(w, op_result(op, 0), op_operand(op, 0));
    return true;
  }
  if (op_is(op, OP_LLVM_INTR_CORO_END)) return true;   // LLVM's has no result any more
  if (op->result_count == 1) set_number(w, op_result(op, 0), (*number)++);
  if (!op->result_count && loses_result(w, op)) map_put(&w->lost, map_key(op))->value = (*number)++;
  return op->result_count <= 1 || writer_refuse(w, op, "it has several results");
}

// ---------------------------------------------------------------------------------------------
// Metadata of a function and of what is in it

static A subprogram_of(A loc, uint32_t depth) {
  if (!loc || depth > 64) return NULL;
  switch (attr_kind(loc)) {
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      if (fused->metadata && attr_is(fused->metadata, &llvm_di_subprogram_attr)) return fused->metadata;
      for (uint32_t i = 0; i < fused->count; i++) {
        A found = subprogram_of(fused->items[i], depth + 1);
        if (found) return found;
      }
      return NULL;
    }
    case ATTR_LOC_NAME: return subprogram_of(((const NameLoc *)loc)->child, depth + 1);
    case ATTR_LOC_CALLSITE: {
      A found = subprogram_of(((const CallSiteLoc *)loc)->callee, depth + 1);
      return found ? found : subprogram_of(((const CallSiteLoc *)loc)->caller, depth + 1);
    }
    default: return NULL;
  }
}

static void number_tuple(Writer *w, IrAttachments *to, const char *kind, const int64_t *values, uint64_t count) {
  IrNode *node = ir_node(&w->metadata, NULL, false);
  for (uint64_t i = 0; node && i < count; i++) ir_node_number(&w->metadata, node, "i32", values[i]);
  ir_attach(&w->metadata, to, kind, ir_node_unique(&w->metadata, node));
}

static void array_tuple(Writer *w, IrAttachments *to, const char *kind, A array) {
  int64_t values[3];
  uint64_t count = 0;
  for (; array && count < ((const DenseArrayAttr *)array)->count && count < 3; count++) values[count] = dense_array_i64(array, count);
  if (array) number_tuple(w, to, kind, values, count);
}

static bool attachments_of_function(Writer *w, const Operation *op, IrAttachments *out) {
  IrMetadata *m = &w->metadata;
  A count = op_prop_at(op, LLVM_FUNC_FUNCTION_ENTRY_COUNT), hint = op_prop_at(op, LLVM_FUNC_VEC_TYPE_HINT), size = op_prop_at(op, LLVM_FUNC_INTEL_REQD_SUB_GROUP_SIZE);
  if (m->subprogram) ir_attach(m, out, "dbg", ir_debug_node(m, m->subprogram));
  if (count) {
    IrNode *node = ir_node(m, NULL, false);
    if (!node) return false;
    ir_node_string(m, node, NULL, STR("function_entry_count"));
    ir_node_number(m, node, "i64", attr_to_i64(count));
    ir_attach(m, out, "prof", ir_node_unique(m, node));
  }
  if (hint) {
    IrNode *node = ir_node(m, NULL, false);
    w->scratch.size = 0;
    if (!node || !ir_type(&w->scratch, ((const TypeAttr *)attr_param_attr(hint, 0))->type)) return writer_refuse(w, op, "its type hint");
    strbuf_lit(&w->scratch, " undef");
    ir_node_text(m, node, NULL, arena_str(&w->arena, strbuf_view(&w->scratch)));
    ir_node_number(m, node, "i32", (int64_t)attr_param(hint, 1));
    ir_attach(m, out, "vec_type_hint", ir_node_unique(m, node));
  }
  array_tuple(w, out, "work_group_size_hint", op_prop_at(op, LLVM_FUNC_WORK_GROUP_SIZE_HINT));
  A groups = op_attr(op, "rocdl.reqd_work_group_size");
  if (groups && attr_kind(groups) != ATTR_DENSE_ARRAY) return writer_refuse(w, op, "an attribute of rocdl of another kind");
  array_tuple(w, out, "reqd_work_group_size", groups ? groups : op_prop_at(op, LLVM_FUNC_REQD_WORK_GROUP_SIZE));
  if (size) number_tuple(w, out, "intel_reqd_sub_group_size", &(int64_t){attr_to_i64(size)}, 1);
  return true;
}

static void enumerate(Writer *w, const IrAttachments *attachments) {
  for (uint32_t i = 0; i < attachments->items.count; i++) ir_node_enumerate(&w->metadata, attachments->items.data[i].node);
}

// Of a variable's value, its place, or a label.
static bool is_record(const Operation *op) {
  return op_is(op, OP_LLVM_INTR_DBG_VALUE) || op_is(op, OP_LLVM_INTR_DBG_DECLARE) || op_is(op, OP_LLVM_INTR_DBG_LABEL);
}

// Nodes that calls have as arguments come before those attached.
static void enumerate_operation(Writer *w, const Operation *op) {
  IrAttachments attachments = {0};
  if (!op->attr_count && !op->def->attr_count && !op->loc.attr && !w->metadata.subprogram) return;
  if (op_is(op, OP_LLVM_INTR_EXPERIMENTAL_NOALIAS_SCOPE_DECL)) ir_node_enumerate(&w->metadata, ir_scopes_node(&w->metadata, attr_array(w->ctx, &op->props[0], 1)));
  attachments_of(w, op, &attachments);
  if (is_record(op) && attachments.items.count) ir_node_enumerate(&w->metadata, ir_debug_node(&w->metadata, op->props[0]));
  if (!leaves_nothing(w, op) || is_record(op)) enumerate(w, &attachments);
}

static A subprogram_of_function(Writer *w, const Operation *op) { return subprogram_of(op->loc.attr ? loc_attr(w->module, op->loc) : NULL, 0); }

void touch_subprogram(Writer *w, const Operation *op) { ir_debug_node(&w->metadata, subprogram_of_function(w, op)); }

void touch_function(Writer *w, Operation *op) {
  A subprogram = subprogram_of_function(w, op);
  region_each_block(op_region(op, 0), block) block_each_op(block, o) {
    A loop = op_is(o, OP_LLVM_BR) ? op_prop_at(o, LLVM_BR_LOOP_ANNOTATION) : op_is(o, OP_LLVM_COND_BR) ? op_prop_at(o, LLVM_COND_BR_LOOP_ANNOTATION) : NULL;
    if (!o->loc.attr && !is_record(o) && !o->attr_count && !loop) continue;
    w->metadata.subprogram = subprogram;
    IrAttachments attachments = {0};
    attachments_of(w, o, &attachments);
    if (is_record(o) && attachments.items.count) ir_debug_node(&w->metadata, o->props[0]);
  }
}

// Calls ask for the groups of their attributes, and nodes for their numbers, in the order of the blocks.
static void enumerate_body(Writer *w, Region *body) {
  region_each_block(body, block) block_each_op(block, op) call_group(w, op);
  region_each_block(body, block) block_each_op(block, op) enumerate_operation(w, op);
}

// ---------------------------------------------------------------------------------------------
// All

static bool put_one_parameter(Writer *w, const Operation *op, T type, A dict, const Value *arg) {
  IrAttrs attrs = {0};
  if (!put_type(w, type)) return writer_refuse(w, op, "one of its types");
  if (!ir_attrs_of_parameter(w->ctx, &w->arena, dict, &attrs)) return writer_refuse(w, op, "an attribute of its arguments");
  ir_put_attrs(w->out, &attrs);
  if (!arg) return true;
  strbuf_char(w->out, ' ');
  put_value(w, arg);
  return true;
}

static A item_of(A list, uint64_t i) {
  return list && attr_kind(list) == ATTR_ARRAY && i < ((const ArrayAttr *)list)->count ? ((const ArrayAttr *)list)->items[i] : NULL;
}

static bool put_head(Writer *w, Operation *op, const LLVMFuncType *type) {
  Region *body = op_region(op, 0);
  bool defined = !region_is_empty(body);
  IrAttrs result = {0};
  put_linkage(w, op_prop_at(op, LLVM_FUNC_LINKAGE), op_prop_at(op, LLVM_FUNC_DSO_LOCAL), op_prop_at(op, LLVM_FUNC_VISIBILITY_));
  if (op_attr(op, "rocdl.kernel")) strbuf_lit(w->out, "amdgpu_kernel ");
  else if (op_attr(op, "nvvm.kernel")) strbuf_lit(w->out, "ptx_kernel ");
  else put_calling_convention(w, op_prop_at(op, LLVM_FUNC_C_CONV));
  A results = item_of(op_prop_at(op, LLVM_FUNC_RES_ATTRS), 0);
  if (results && !ir_attrs_of_parameter(w->ctx, &w->arena, results, &result)) return writer_refuse(w, op, "an attribute of its result");
  for (uint32_t i = 0; i < result.items.count; i++) strbuf_printf(w->out, "%.*s ", STR_ARG(result.items.data[i].text));
  if (!put_type(w, type->result)) return writer_refuse(w, op, "one of its types");
  strbuf_char(w->out, ' ');
  ir_name(w->out, '@', symbol_name(op));
  strbuf_char(w->out, '(');
  for (uint32_t i = 0; i < type->count; i++) {
    if (i) strbuf_lit(w->out, ", ");
    if (!put_one_parameter(w, op, type->params[i], item_of(op_prop_at(op, LLVM_FUNC_ARG_ATTRS), i), defined ? body->first->args[i] : NULL)) return false;
  }
  if (type->is_vararg) strbuf_str(w->out, type->count ? STR(", ...") : STR("..."));
  strbuf_char(w->out, ')');
  return true;
}

// What stands between the parameters and the body.
static bool put_tail(Writer *w, const Operation *op) {
  IrAttrs attrs = {0};
  A alignment = op_prop_at(op, LLVM_FUNC_ALIGNMENT), section = op_prop_at(op, LLVM_FUNC_SECTION), comdat = op_prop_at(op, LLVM_FUNC_COMDAT);
  A collector = op_prop_at(op, LLVM_FUNC_GARBAGE_COLLECTOR), personality = op_prop_at(op, LLVM_FUNC_PERSONALITY);
  const char *unnamed = enum_word(&llvm_unnamed_addr, op_prop_at(op, LLVM_FUNC_UNNAMED_ADDR));
  if (*unnamed) strbuf_printf(w->out, " %s", unnamed);
  if (!attrs_of_function(w, op, &attrs)) return false;
  if (attrs.items.count) strbuf_printf(w->out, " #%u", ir_group_of(w->ctx, &w->arena, &w->groups, &attrs));
  if (section) {
    strbuf_lit(w->out, " section ");
    strbuf_quoted(w->out, attr_str(section));
  }
  if (comdat) {
    const SymbolRefAttr *path = attr_as_symbol(comdat);
    Str leaf = attr_str(path->path[path->count - 1]);
    strbuf_lit(w->out, " comdat");
    if (!str_equal(leaf, symbol_name(op))) {
      strbuf_char(w->out, '(');
      ir_name(w->out, '$', leaf);
      strbuf_char(w->out, ')');
    }
  }
  if (alignment && attr_to_i64(alignment)) strbuf_printf(w->out, " align %d", (int)attr_to_i64(alignment));
  if (collector) {
    strbuf_lit(w->out, " gc ");
    strbuf_quoted(w->out, attr_str(collector));
  }
  if (personality) {
    strbuf_lit(w->out, " personality ptr ");
    ir_name(w->out, '@', attr_symbol_root(personality));
  }
  return true;
}

bool name_function(Writer *w, Operation *op) {
  Region *body = op_region(op, 0);
  uint32_t number = 0;
  if (region_is_empty(body)) return true;
  for (uint32_t i = 0; i < body->first->arg_count; i++) set_number(w, body->first->args[i], number++);
  region_each_block(body, block) {
    block->print_id = number++;
    for (uint32_t i = 0; block != body->first && i < block->arg_count; i++) set_number(w, block->args[i], number++);
    block_each_op(block, o) if (!name_operation(w, o, &number)) return false;
  }
  return true;
}

static bool put_body(Writer *w, Operation *op) {
  Region *body = op_region(op, 0);
  strbuf_lit(w->out, " {\n");
  region_each_block(body, block) {
    if (block != body->first) {
      strbuf_char(w->out, '\n');
      put_label(w, block, blocks_of(w, op));
      if (!put_phis(w, block)) return writer_refuse(w, op, "one of its types");
    }
    block_each_op(block, o) {
      size_t begin = w->out->size;
      if (!put_instruction(w, o)) return false;
      if (w->map) came_from(w, begin, o->loc.src);
    }
  }
  strbuf_lit(w->out, "}\n");
  return true;
}

bool put_function(Writer *w, Operation *op) {
  const LLVMFuncType *type = llvm_as_func(((const TypeAttr *)op_prop_at(op, LLVM_FUNC_FUNCTION_TYPE))->type);
  IrAttrs attrs = {0};
  IrAttachments attachments = {0};
  Region *body = op_region(op, 0);
  bool defined = !region_is_empty(body);
  if (!knows_attributes(w, op) || !attrs_of_function(w, op, &attrs)) return false;
  w->metadata.subprogram = subprogram_of_function(w, op);
  if (!attachments_of_function(w, op, &attachments)) return false;
  enumerate(w, &attachments);
  if (defined) enumerate_body(w, body);
  strbuf_char(w->out, '\n');
  w->scratch.size = 0;
  ir_put_plain_attrs(&w->scratch, &attrs);
  if (w->scratch.size) strbuf_printf(w->out, "; Function Attrs: %.*s\n", STR_ARG(strbuf_view(&w->scratch)));
  // An operation's entry stands before those of what is in it.
  uint32_t entry = w->map ? w->map->entries.count : 0;
  if (w->map) vec_push(w->map->arena, &w->map->entries, (OutputMapEntry){(uint32_t)w->out->size, (uint32_t)w->out->size, op->loc.src});
  strbuf_str(w->out, defined ? STR("define ") : STR("declare "));
  for (uint32_t i = 0; !defined && i < attachments.items.count; i++) {
    strbuf_printf(w->out, "!%s ", attachments.items.data[i].kind);
    ir_put_node(w->out, attachments.items.data[i].node);
    strbuf_char(w->out, ' ');
  }
  if (!put_head(w, op, type) || !put_tail(w, op)) return false;
  for (uint32_t i = 0; defined && i < attachments.items.count; i++) {
    strbuf_printf(w->out, " !%s ", attachments.items.data[i].kind);
    ir_put_node(w->out, attachments.items.data[i].node);
  }
  if (defined && !put_body(w, op)) return false;
  if (w->map && entry < w->map->entries.count) w->map->entries.data[entry].out_end = (uint32_t)w->out->size - defined;
  if (!defined) strbuf_char(w->out, '\n');
  return true;
}
