// Explains how a type becomes one of the llvm dialect, as facts: the rules that applied, the fields of
// descriptors, the C declaration, and the signature of a function.
#include "convert/llvm/explainer.h"
#include "convert/llvm/type_in_c.h"
#include "dialects/dlti/data_layout.h"

// If there are more facts than this, the rest is only counted.
#define MOST_FACTS 4000

Fact *explainer_add(Explainer *e, FactRole role, const char *rule, const char *text) {
  Fact *fact = fact_add(e->facts, rule, "%s", text);
  fact->role = role;
  return fact;
}

const char *explainer_numbered(Explainer *e, const char *format, uint64_t number) {
  return arena_printf(e->facts->arena, format, (unsigned long long)number).data;
}

Str explainer_text(Explainer *e, T type) {
  const Edition *edition = e->facts->ctx->spelling;
  bool is_builtin = type_is_any_int(type) || type_is_float(type) || type_is_vector(type);
  return fact_type(e->facts, edition && edition->wraps_types && is_builtin ? llvm_wrap_builtin(e->facts->ctx, type) : type);
}

bool explainer_is_full(const Explainer *e) { return e->facts->items.count >= MOST_FACTS || e->facts->arena->mem->exhausted; }

void fact_set_room(Fact *fact, uint64_t offset, Room room) {
  fact->has_bytes = room.is_known;
  fact->offset = offset;
  fact->size = room.size;
  fact->align = room.align;
}

// --- Rules

// The reason why a rule gives this type.
static const char *reason(Explainer *e, const TypeStep *step) {
  T from = step->from;
  switch (type_kind(from)) {
    case TYPE_INDEX:
      return e->options->index_bits ? "index is as wide as the option says"
             : e->index_by_layout   ? "index is as wide as the module's data layout says"
             : e->types->data_layout.size ? "index has 64 bits: an option can say otherwise, a data layout of LLVM cannot"
                                    : "index has 64 bits where neither a data layout nor an option says otherwise";
    case TYPE_MEMREF:
      if (!((const ShapedType *)from)->rank) return "two pointers and an offset find the one element";
      break;
    case TYPE_VECTOR:
      if (step->from == step->to) break;
      if (!((const ShapedType *)from)->rank) return "LLVM's vectors have one dimension: here of one element";
      if (((const ShapedType *)from)->rank == 1) return "its elements are converted";
      break;
    default:
      if (llvm_is_struct(from) && step->from != step->to)
        return llvm_struct_name(from) ? "its elements are converted, so it gets a new name" : "its elements are converted";
      if (step->from == step->to) return "LLVM has this type";
  }
  if (step->from == step->to) return "LLVM has this type";
  for (const LLVMTypeRule *r = llvm_type_rules; r->name; r++)
    if (r->name == step->rule) return r->summary;
  return "";
}

// The reason why a rule could not convert a type, and what would help.
static const char *refusal(Explainer *e, const TypeStep *step, const char **pass) {
  T type = step->from;
  uint32_t space;
  int64_t few[64], offset;
  switch (type_kind(type)) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED_TENSOR:
      *pass = "one-shot-bufferize";
      return "no rule converts tensors: they become memrefs first (one-shot-bufferize)";
    case TYPE_TUPLE: return "no rule converts tuples";
    case TYPE_NONE: return "no rule converts none";
    case TYPE_FLOAT: return "LLVM has no such float, and it is too wide to be passed as an integer of 8 bits";
    case TYPE_VECTOR:
      if (((const ShapedType *)type)->scalable) return "only the innermost dimension may be scalable";
      return "LLVM has no vectors of such elements";
    case TYPE_MEMREF:
      if (!memref_space_number(type, &space)) return "its memory space is not an integer";
      if (((const ShapedType *)type)->rank < countof(few) && !memref_strides_and_offset(e->facts->ctx, type, few, &offset)) {
        *pass = "normalize-memrefs";
        return "its layout is not strided; with the layout applied to the sizes it would be";
      }
      return "its elements cannot be converted";
    case TYPE_UNRANKED_MEMREF: return "its elements cannot be converted";
    case TYPE_COMPLEX: return "its parts cannot be converted";
    default: return step->rule ? "something in it cannot be converted" : "no rule knows this type";
  }
}

// The step after `i` and what belongs to it.
static uint32_t after(const TypeTrace *trace, uint32_t i) {
  uint32_t end = i + 1;
  while (end < trace->steps.count && trace->steps.data[end].depth > trace->steps.data[i].depth) end++;
  return end;
}

static bool is_same(const TypeTrace *trace, uint32_t i, const TypeStep *step) {
  return i < trace->steps.count && trace->steps.data[i].from == step->from && trace->steps.data[i].depth == step->depth;
}

// Tell a step with its inner steps, together with following steps of the same type; a type is explained only once.
// Return the step after them.
static uint32_t add_step(Explainer *e, const TypeTrace *trace, uint32_t i) {
  const TypeStep *step = &trace->steps.data[i];
  uint32_t end = after(trace, i), next = end, count = 1;
  for (; is_same(trace, next, step); count++) next = after(trace, next);
  const char *pass = NULL;
  Fact *fact = explainer_add(e, ROLE_RULE, step->rule ? step->rule : "no rule", step->to ? reason(e, step) : refusal(e, step, &pass));
  if (count > 1) fact->count = count;
  fact->from = fact_type(e->facts, step->from);
  fact->pass = str_from(pass);
  if (step->to) {
    fact->to = explainer_text(e, step->to);
    if (llvm_is_ptr(step->to)) fact->field = FACT_FIELD_POINTER;
    fact_set_room(fact, 0, room_of(&e->rooms, step->to, NULL));
  }
  if (map_find(&e->seen, map_key(step->from))) return next;
  map_put(&e->seen, map_key(step->from));
  e->facts->depth++;
  bool holds_all = llvm_is_struct(trace->steps.data[0].from) || llvm_is_array(trace->steps.data[0].from);
  if (!i && e->facts->depth == 1) explain_meaning(e, step->from);
  if (step->to && (!i || (type_is_memref(step->from) && !holds_all))) explain_memory(e, step->from, step->to, 0, i > 0);
  for (i++; i < end && !explainer_is_full(e);) i = add_step(e, trace, i);
  if (i < end) {
    fact = explainer_add(e, ROLE_OMITTED, "and more", explainer_numbered(e, "%llu more rules", end - i));
    fact->count = end - i;
  }
  e->facts->depth--;
  return next;
}

static T convert_traced(Explainer *e, T type) {
  TypeTrace trace = {.arena = e->facts->arena};
  e->types->trace = &trace;
  T result = llvm_convert(e->types, type);
  e->types->trace = NULL;
  if (trace.steps.count) add_step(e, &trace, 0);
  return result;
}

// --- What functions take

static void add_c_interface(Explainer *e, const FunctionType *type) {
  if (e->options->no_c_interface) return;
  if (e->types->bare_pointers) {
    explainer_add(e, ROLE_C_INTERFACE, "C interface", "none: no wrapper is made of functions that take bare pointers");
    return;
  }
  T result_struct, func = llvm_c_signature(e->types, type, &result_struct);
  if (!func) return;
  CWriter c;
  c_writer_init(&c, e->facts, &e->rooms);
  c_prototype(&c, type, result_struct);
  Fact *fact = explainer_add(e, ROLE_C_INTERFACE, "C interface", "");
  fact->to = explainer_text(e, func);
  fact->text = c_written(&c);
}

static void add_declaration(Explainer *e, Str code) {
  if (code.size) explainer_add(e, ROLE_DECLARATION, "C declaration", "")->text = code;
}

// A list of types, in part when it is long.
static Str join_types(Explainer *e, const T *types, uint32_t count, const Str *names) {
  StrBuf text;
  strbuf_init(&text, e->facts->arena->mem);
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&text, ", ");
    if (i == MOST_PARTS) {
      strbuf_printf(&text, "and %u more", count - i);
      break;
    }
    if (names) strbuf_printf(&text, "%.*s: ", STR_ARG(names[i]));
    strbuf_str(&text, explainer_text(e, types[i]));
  }
  Str kept = arena_str(e->facts->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

// `(type) -> ()`, which gives the converted type of an argument.
static const FunctionType *function_of(Explainer *e, T type) {
  return (const FunctionType *)type_function(e->facts->ctx, &type, 1, NULL, 0);
}

// The part of the type that must be static to pass a memref as a bare pointer, and is not.
static void add_no_bare_pointer(Explainer *e, T memref) {
  Str reason = STR("impossible: the rank is known at run time only");
  if (type_kind(memref) == TYPE_MEMREF) {
    const ShapedType *shaped = (const ShapedType *)memref;
    I64Vec strides = {0};
    int64_t offset;
    StrBuf names;
    vec_reserve(e->facts->arena, &strides, (uint32_t)shaped->rank + 1);
    if (!strides.data || !memref_strides_and_offset(e->facts->ctx, memref, strides.data, &offset)) return;
    strbuf_init(&names, e->facts->arena->mem);
    uint32_t count = 0;
    for (uint64_t i = 0; i <= 2 * shaped->rank; i++) {
      bool is_size = i < shaped->rank, is_offset = i == 2 * shaped->rank;
      uint64_t dim = is_size ? i : i - shaped->rank;
      if ((is_offset ? offset : is_size ? shaped->dims[dim] : strides.data[dim]) != DYNAMIC || ++count > 8) continue;
      if (count > 1) strbuf_lit(&names, ", ");
      if (is_offset) strbuf_lit(&names, "the offset");
      else strbuf_printf(&names, is_size ? "sizes[%u]" : "strides[%u]", (unsigned)dim);
    }
    if (count > 8) strbuf_printf(&names, " and %u more", count - 8);
    reason = arena_printf(e->facts->arena, "impossible: the type must say all sizes, strides and the offset, and does not say %.*s",
                          STR_ARG(strbuf_view(&names)));
    strbuf_free(&names);
  }
  explainer_add(e, ROLE_BARE_POINTER, "bare pointer", "")->text = reason;
}

static void add_bare_pointer(Explainer *e, T memref) {
  T bare = llvm_bare_pointer(e->types, memref);
  if (!bare) {
    add_no_bare_pointer(e, memref);
    return;
  }
  const char *when = e->types->bare_pointers ? "what a function takes by this calling convention"
                                             : "with use-bare-ptr-memref-call-conv a function takes this alone";
  explainer_add(e, ROLE_BARE_POINTER, "bare pointer", when)->to = explainer_text(e, bare);
}

static void add_arguments(Explainer *e, T memref, const FunctionType *function) {
  SignatureConversion signature = {0};
  if (e->types->bare_pointers || !llvm_signature(e->types, function, false, false, NULL, e->facts->arena, &signature)) return;
  uint32_t count = signature.types.count, rank = count > 3 ? (count - 3) / 2 : 0;
  static const char *const heads[] = {"%allocated", "%aligned", "%offset"}, *const unranked[] = {"%rank", "%descriptor"};
  Str *names = arena_new(e->facts->arena, Str, count < MOST_PARTS ? count : MOST_PARTS);
  for (uint32_t i = 0; names && i < count && i < MOST_PARTS; i++)
    names[i] = type_kind(memref) == TYPE_UNRANKED_MEMREF ? str_from(unranked[i])
               : i < 3 ? str_from(heads[i]) : arena_printf(e->facts->arena, i < 3 + rank ? "%%size%u" : "%%stride%u", (i - 3) % rank);
  Fact *fact = explainer_add(e, ROLE_ARGUMENTS, "arguments", "a function takes the fields one by one");
  fact->count = count;
  fact->to = join_types(e, signature.types.data, count, names);
}

// The address of the element [i, j]: sizes and strides that the type gives are numbers in the formula.
static void add_address(Explainer *e, T memref, T element) {
  const ShapedType *shaped = (const ShapedType *)memref;
  Room room = room_of(&e->rooms, element, NULL);
  I64Vec strides = {0};
  int64_t offset;
  if (shaped->rank > 16 || !room.is_known) return;
  vec_reserve(e->facts->arena, &strides, (uint32_t)shaped->rank + 1);
  if (!strides.data || !memref_strides_and_offset(e->facts->ctx, memref, strides.data, &offset)) return;
  StrBuf index, place;
  strbuf_init(&index, e->facts->arena->mem);
  strbuf_init(&place, e->facts->arena->mem);
  if (offset == DYNAMIC) strbuf_lit(&place, "offset");
  else if (offset) strbuf_printf(&place, "%lld", (long long)offset);
  for (uint32_t i = 0; i < shaped->rank; i++) {
    const char *name = shaped->rank > 6 ? explainer_numbered(e, "i%llu", i) : (const char *[]){"i", "j", "k", "l", "m", "n"}[i];
    strbuf_printf(&index, "%s%s", i ? ", " : "", name);
    int64_t stride = strides.data[i];
    if (!stride) continue;
    strbuf_printf(&place, "%s%s", place.size ? " + " : "", name);
    if (stride == DYNAMIC) strbuf_printf(&place, " * strides[%u]", i);
    else if (stride != 1) strbuf_printf(&place, " * %lld", (long long)stride);
  }
  Arena *arena = e->facts->arena;
  Fact *fact = explainer_add(e, ROLE_ADDRESS, "address",
                             shaped->rank ? "elements are counted by the strides, bytes by their size" : "where the one element is");
  fact->from = arena_printf(arena, "[%.*s]", STR_ARG(strbuf_view(&index)));
  bool is_sum = place.size && memchr(place.data, '+', place.size) && room.size != 1;
  StrBuf to;
  strbuf_init(&to, arena->mem);
  strbuf_lit(&to, "aligned");
  if (place.size) strbuf_printf(&to, is_sum ? " + (%.*s)" : " + %.*s", STR_ARG(strbuf_view(&place)));
  if (place.size && room.size != 1) strbuf_printf(&to, " * %llu", (unsigned long long)room.size);
  fact->to = arena_str(arena, strbuf_view(&to));
  strbuf_free(&to);
  fact->has_value = true;
  fact->value = (int64_t)room.size;
  strbuf_free(&index);
  strbuf_free(&place);
}

// How many memrefs are around each other at most. The text of a descriptor with typed pointers has that
// of its element twice.
static uint32_t memref_nesting(Facts *f, T type) {
  Str text = str_from(type_text(f->ctx, type));
  VEC(bool) open = {0};
  uint32_t depth = 0, most = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] == '<') {
      bool is_memref = i >= 6 && !memcmp(text.data + i - 6, "memref", 6);
      vec_push(f->arena, &open, is_memref);
      depth += is_memref;
      if (depth > most) most = depth;
    } else if (text.data[i] == '>' && open.count && i && text.data[i - 1] != '-') {
      depth -= vec_pop(&open);
    }
  }
  return most;
}

// How editions write what `type` becomes: today, with the last typed pointers, and wrapped.
static void add_spellings(Explainer *e, T type) {
  static const struct { const char *edition, *rule; } all[] = {{"llvm22", "LLVM 22"}, {"llvm16", "LLVM 16"}, {"2019", "2019"}};
  Context *ctx = e->facts->ctx;
  const Edition *spelling = ctx->spelling;
  const FunctionType *function = type_as_function(type);
  for (uint32_t i = 0; e->options->spellings && i < countof(all); i++) {
    const Edition *edition = edition_by_name(str_from(all[i].edition));
    LLVMTypes types = *e->types;
    map_init(&types.base.cache, e->facts->arena);
    ctx->spelling = edition == edition_current ? NULL : edition;
    llvm_types_set_typed(&types, edition->typed_pointers);
    if (edition->typed_pointers && memref_nesting(e->facts, type) > 8) {
      const char *why = "too long: with typed pointers the text of nested memrefs doubles at each level";
      explainer_add(e, ROLE_SPELLING, all[i].rule, why)->edition = all[i].edition;
      continue;
    }
    T to = function ? llvm_signature(&types, function, false, false, NULL, e->facts->arena, &(SignatureConversion){0})
                    : llvm_convert(&types, type);
    if (!to) continue;
    Fact *fact = explainer_add(e, ROLE_SPELLING, all[i].rule, edition == edition_current ? "pointers do not say what they point to"
                                                    : edition->wraps_types    ? "the text of a type of LLVM IR, in quotes"
                                                                              : "pointers say what they point to");
    fact->edition = all[i].edition;
    fact->to = explainer_text(e, to);
  }
  ctx->spelling = spelling;
}

static bool add_function(Explainer *e, const FunctionType *type) {
  SignatureConversion signature = {0};
  Facts *f = e->facts;
  bool bare = e->types->bare_pointers;
  T func = llvm_signature(e->types, type, false, false, NULL, f->arena, &signature);
  Fact *fact = explainer_add(e, ROLE_SIGNATURE, "signature",
                             func ? "arguments and results are converted one by one" : "it has a type that cannot be converted");
  fact->from = fact_type(f, &type->base);
  if (func) fact->to = explainer_text(e, func);
  f->depth++;
  explain_meaning(e, &type->base);
  for (uint32_t i = 0; i < type->input_count + type->result_count && !explainer_is_full(e); i++) {
    bool is_input = i < type->input_count;
    T part = type->types[i];
    fact = explainer_add(e, is_input ? ROLE_ARGUMENT : ROLE_RESULT,
               is_input ? explainer_numbered(e, "argument %llu", i) : explainer_numbered(e, "result %llu", i - type->input_count), "");
    uint32_t at = (uint32_t)(fact - f->items.data);
    Str to = {0};
    fact->from = fact_type(f, part);
    if (is_input && i < signature.inputs.count) {
      struct SignatureInput input = signature.inputs.data[i];
      to = join_types(e, signature.types.data + input.begin, input.end - input.begin, NULL);
      fact->count = input.end - input.begin;
      fact->has_position = true;
      fact->position = input.begin;
      fact->argument = arena_printf(f->arena, "%%arg%u", input.begin);
    } else if (!is_input && func) {
      T result = llvm_pack_func_results(e->types, &type->types[i], 1, bare);
      if (result) to = explainer_text(e, result);
      fact->has_position = type->result_count > 1;
      fact->position = i - type->input_count;
    }
    f->items.data[at].to = to;
    f->depth++;
    bool is_memref = type_is_memref(part);
    e->passed = is_input && func && is_memref ? part : NULL;
    if (is_input && i < signature.inputs.count) e->next_argument = signature.inputs.data[i].begin;
    if (convert_traced(e, part) && bare && is_memref && !llvm_bare_pointer(e->types, part)) add_no_bare_pointer(e, part);
    f->depth--;
  }
  if (func && type->result_count > 1) {
    T packed = llvm_pack_func_results(e->types, type->types + type->input_count, type->result_count, bare);
    fact = explainer_add(e, ROLE_RESULTS, "results", "several results are packed in one struct");
    if (packed) fact->to = explainer_text(e, packed);
  }
  T result_struct;
  if (func && !bare && !e->options->no_c_interface && llvm_c_signature(e->types, type, &result_struct)) {
    CWriter c;
    c_writer_init(&c, f, &e->rooms);
    for (uint32_t i = 0; i < type->input_count + type->result_count; i++)
      c_declare(&c, type->types[i], llvm_convert(e->types, type->types[i]));
    if (result_struct && type->result_count > 1) c_declare_results(&c, type);
    add_declaration(e, c_written(&c));
  }
  if (func) add_c_interface(e, type);
  if (!bare) {
    T bare_func = llvm_signature(e->types, type, false, true, NULL, f->arena, &(SignatureConversion){0});
    if (bare_func && bare_func != func) {
      fact = explainer_add(e, ROLE_BARE_POINTER, "bare pointers", "with use-bare-ptr-memref-call-conv");
      fact->to = explainer_text(e, bare_func);
    }
  }
  if (func) {
    T value = llvm_convert(e->types, &type->base);
    fact = explainer_add(e, ROLE_VALUE, "value", "as a value a function is a pointer");
    if (value) fact->to = explainer_text(e, value);
    add_spellings(e, &type->base);
  }
  f->depth--;
  return func != NULL;
}

static bool add_type(Explainer *e, T type) {
  Str code = {0};
  T to = llvm_convert(e->types, type);
  if (to) {
    CWriter c;
    c_writer_init(&c, e->facts, &e->rooms);
    c_declare(&c, type, to);
    e->first_field = c.first_field;
    code = c_written(&c);
  }
  if (type_is_memref(type)) e->passed = type, e->passed_alone = true;
  to = convert_traced(e, type);
  if (!to) return false;
  e->facts->depth++;
  if (type_kind(type) == TYPE_MEMREF) add_address(e, type, llvm_convert(e->types, type_element(type)));
  add_declaration(e, code);
  if (type_is_memref(type)) {
    const FunctionType *function = function_of(e, type);
    add_arguments(e, type, function);
    add_c_interface(e, function);
    add_bare_pointer(e, type);
  }
  add_spellings(e, type);
  e->facts->depth--;
  return true;
}

// ---------------------------------------------------------------------------------------------

static void init_types(Explainer *e, LLVMTypes *types) {
  Facts *f = e->facts;
  uint32_t bits = e->options->index_bits;
  Str text = e->options->data_layout;
  Operation *root = f->module ? f->module->op : NULL;
  if (root) {
    DataLayout layout = data_layout_closest(root);
    uint32_t width = data_layout_index_width(&layout, f->ctx);
    e->index_by_layout = data_layout_entry(&layout, attr_type(f->ctx, f->ctx->types.index)) != NULL;
    if (!bits) bits = width;
    A given = op_discardable(root, STR("llvm.data_layout"));
    if (!text.size && given && attr_kind(given) == ATTR_STRING) text = attr_str(given);
  }
  llvm_types_init(types, f->module, f->arena, bits, e->options->bare_pointers);
  llvm_types_set_typed(types, e->options->typed_pointers);
  llvm_types_set_layout(types, text);
}

bool explain_type(Facts *f, T type, const ExplainTypeOptions *options) {
  if (options->typed_pointers && memref_nesting(f, type) > 8) {
    fact_add(f, "too deep", "with typed pointers the text of nested memrefs doubles at each level");
    return false;
  }
  LLVMTypes types;
  Explainer e = {.facts = f, .types = &types, .options = options, .rooms = room_meter(&types)};
  map_init(&e.seen, f->arena);
  init_types(&e, &types);
  // Facts say what cannot be converted; messages would say it twice.
  Diags *diags = f->ctx->diags, suppressed;
  diags_init(&suppressed, f->arena);
  f->ctx->diags = &suppressed;
  const FunctionType *function = type_as_function(type);
  bool ok = function ? add_function(&e, function) : add_type(&e, type);
  f->ctx->diags = diags;
  return ok;
}
