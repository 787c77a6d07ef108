// How a type becomes a type of the llvm dialect, as facts: the rules that applied, the fields of
// descriptors, the C declaration, and what a function's signature becomes.
#include "convert/llvm/explain_type.h"

#include "convert/llvm/llvm_types.h"
#include "dialects/dlti/data_layout.h"
#include "ir/verify.h"

// --- Sizes

typedef struct Room { uint64_t size, align; } Room;   // in bytes; size 0: not known

static bool read_number(Str text, size_t *at, uint64_t *out) {
  size_t begin = *at;
  for (*out = 0; *at < text.size && char_is_digit(text.data[*at]) && *out < UINT32_MAX; ++*at)
    *out = *out * 10 + (uint64_t)(text.data[*at] - '0');
  return *at > begin;
}

// The alignment that a piece `i64:32` of an LLVM data layout gives, in bytes; else the natural one.
static uint64_t alignment(Str layout, char kind, uint64_t bits, uint64_t natural) {
  for (size_t i = 0; i < layout.size; i++) {
    if ((i && layout.data[i - 1] != '-') || layout.data[i] != kind) continue;
    size_t at = i + 1;
    uint64_t width, abi;
    if (read_number(layout, &at, &width) && width == bits && at < layout.size && layout.data[at++] == ':' &&
        read_number(layout, &at, &abi) && abi >= 8)
      return abi / 8;
  }
  return natural;
}

static Room scalar_room(const LLVMTypes *types, char kind, uint64_t bits) {
  uint64_t size = 1;
  while (size * 8 < bits && size < 16) size *= 2;
  if (size * 8 < bits) size = data_layout_round_up((bits + 7) / 8, 16);
  uint64_t align = alignment(types->data_layout, kind, bits, size < 16 ? size : 16);
  return (Room){data_layout_round_up((bits + 7) / 8, align), align};
}

// `offsets` (may be NULL) gets where each element of a struct begins. Deeper types have no size: a
// struct may hold itself.
static Room room_of(const LLVMTypes *types, T type, uint64_t *offsets, uint32_t depth) {
  if (depth > 100) return (Room){0, 1};
  if (type_is_any_int(type)) return scalar_room(types, 'i', type_bits(type));
  if (type_is_float(type)) return scalar_room(types, 'f', type_bits(type));
  if (llvm_is_ptr(type)) {
    uint64_t bytes = llvm_pointer_bits(types, llvm_ptr_space(type)) / 8;
    return (Room){bytes, bytes};
  }
  if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    Room room = room_of(types, array->element, NULL, depth + 1);
    if (room.size && array->count > UINT32_MAX / room.size) return (Room){0, room.align};
    room.size *= array->count;
    return room;
  }
  if (type_is_vector(type)) {
    Room room = room_of(types, type_element(type), NULL, depth + 1);
    int64_t count = type_num_elements(type);
    if (((const ShapedType *)type)->scalable || count > UINT32_MAX) return (Room){0, 1};
    uint64_t size = room.size * (uint64_t)count;
    for (room.align = 1; room.align < size; room.align *= 2) {}
    room.size = data_layout_round_up(size, room.align);
    return room;
  }
  if (!llvm_is_struct(type)) return (Room){0, 1};
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  Room all = {0, 1};
  for (uint32_t i = 0; i < count; i++) {
    Room room = room_of(types, elements[i], NULL, depth + 1);
    if (!room.size && !llvm_is_array(elements[i])) return (Room){0, 1};
    if (!llvm_struct_is_packed(type)) {
      all.size = data_layout_round_up(all.size, room.align);
      if (room.align > all.align) all.align = room.align;
    }
    if (offsets) offsets[i] = all.size;
    all.size += room.size;
  }
  all.size = data_layout_round_up(all.size, all.align);
  return all;
}

static void set_bytes(Fact *fact, uint64_t offset, uint64_t size) {
  fact->has_bytes = size > 0;
  fact->offset = offset;
  fact->size = size;
}

// --- C

// The name of a type as part of an identifier: vector<4xf32> is vector_4xf32.
static void c_name(Facts *f, StrBuf *out, T type) {
  Str text = str_from(type_text(f->ctx, type));
  bool gap = false;
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i];
    if (c == '?') c = 'n';
    if (!char_is_alnum(c)) {
      gap = true;
      continue;
    }
    if (gap && out->size) strbuf_char(out, '_');
    gap = false;
    strbuf_char(out, c);
  }
}

static void memref_name(Facts *f, StrBuf *out, T type) {
  if (type_kind(type) == TYPE_UNRANKED_MEMREF)
    strbuf_lit(out, "unranked_memref");
  else
    strbuf_printf(out, "memref_%ud_", (unsigned)((const ShapedType *)type)->rank);
  if (type_kind(type) == TYPE_MEMREF) c_name(f, out, type_element(type));
}

static void c_type(Facts *f, const LLVMTypes *types, StrBuf *out, T type) {
  static const struct { FloatKind kind; const char *name; } floats[] = {
    {FLOAT_F16, "_Float16"}, {FLOAT_BF16, "__bf16"}, {FLOAT_F32, "float"}, {FLOAT_F64, "double"},
    {FLOAT_F80, "long double"}, {FLOAT_F128, "__float128"},
  };
  if (type_is_memref(type)) {
    strbuf_lit(out, "struct ");
    memref_name(f, out, type);
  } else if (type_is_vector(type)) {
    c_name(f, out, type);
  } else if (type_kind(type) == TYPE_COMPLEX) {
    strbuf_lit(out, "struct ");
    c_name(f, out, type);
  } else if (type_is_float(type)) {
    for (uint32_t i = 0; i < countof(floats); i++)
      if (type_float_kind(type) == floats[i].kind) {
        strbuf_bytes(out, floats[i].name, strlen(floats[i].name));
        return;
      }
    strbuf_lit(out, "uint8_t");
  } else if (type_is_index(type) || type_is_any_int(type)) {
    uint32_t bits = type_is_index(type) ? types->index_bits : type_bits(type);
    if (bits == 1) strbuf_lit(out, "bool");
    else if (bits == 8 || bits == 16 || bits == 32 || bits == 64) strbuf_printf(out, "int%u_t", bits);
    else strbuf_printf(out, "_BitInt(%u)", bits);
  } else {
    strbuf_lit(out, "void");
    if (llvm_is_ptr(type) || type_kind(type) == TYPE_FUNCTION) strbuf_lit(out, " *");
  }
}

// What has to be declared before a type can be named, and for memrefs their struct.
static void c_declare(Facts *f, const LLVMTypes *types, StrBuf *out, T type, uint32_t depth) {
  if (depth > 16) return;
  if (type_is_vector(type)) {
    const ShapedType *vector = (const ShapedType *)type;
    if (vector->rank > 1) {
      T row = type_vector(f->ctx, &vector->dims[vector->rank - 1], 1, vector->scalable >> (vector->rank - 1) & 1, vector->element);
      c_declare(f, types, out, row, depth + 1);
      strbuf_lit(out, "typedef ");
      c_name(f, out, row);
      strbuf_char(out, ' ');
      c_name(f, out, type);
      for (uint64_t i = 0; i + 1 < vector->rank; i++) strbuf_printf(out, "[%llu]", (unsigned long long)vector->dims[i]);
      strbuf_lit(out, ";\n");
      return;
    }
    T converted = vector->scalable ? NULL : vector->element;
    uint64_t size = converted ? scalar_room(types, 'i', type_is_index(converted) ? types->index_bits : type_bits(converted)).size *
                                    (uint64_t)type_num_elements(type) : 0;
    strbuf_lit(out, "typedef ");
    c_type(f, types, out, vector->element);
    strbuf_char(out, ' ');
    c_name(f, out, type);
    if (size) strbuf_printf(out, " __attribute__((vector_size(%llu)))", (unsigned long long)size);
    strbuf_lit(out, ";\n");
  } else if (type_kind(type) == TYPE_COMPLEX) {
    c_type(f, types, out, type);
    strbuf_lit(out, " {\n  ");
    c_type(f, types, out, type_element(type));
    strbuf_lit(out, " real, imaginary;\n};\n");
  } else if (type_kind(type) == TYPE_UNRANKED_MEMREF) {
    strbuf_printf(out, "struct unranked_memref {\n  int%u_t rank;\n  void *descriptor;\n};\n", types->index_bits);
  } else if (type_kind(type) == TYPE_MEMREF) {
    const ShapedType *memref = (const ShapedType *)type;
    c_declare(f, types, out, memref->element, depth + 1);
    StrBuf element;
    strbuf_init(&element, f->arena->mem);
    c_type(f, types, &element, memref->element);
    bool pointer = element.size && element.data[element.size - 1] == '*';
    Str name = strbuf_view(&element);
    c_type(f, types, out, type);
    strbuf_printf(out, " {\n  %.*s%s*allocated;\n  %.*s%s*aligned;\n  int%u_t offset;\n", STR_ARG(name), pointer ? "" : " ",
                  STR_ARG(name), pointer ? "" : " ", types->index_bits);
    if (memref->rank)
      strbuf_printf(out, "  int%u_t sizes[%llu];\n  int%u_t strides[%llu];\n", types->index_bits,
                    (unsigned long long)memref->rank, types->index_bits, (unsigned long long)memref->rank);
    strbuf_lit(out, "};\n");
    strbuf_free(&element);
  }
}

// What C code passes: memrefs as pointers to their descriptors.
static void c_prototype(Facts *f, LLVMTypes *types, StrBuf *out, const FunctionType *type, T result_struct) {
  if (result_struct || !type->result_count) strbuf_lit(out, "void");
  else c_type(f, types, out, type->types[type->input_count]);
  strbuf_lit(out, " _mlir_ciface_f(");
  if (result_struct) {
    T first = type->types[type->input_count];
    if (type->result_count == 1) c_type(f, types, out, first);
    else strbuf_lit(out, "struct results");
    strbuf_lit(out, " *");
  }
  for (uint32_t i = 0; i < type->input_count; i++) {
    if (i || result_struct) strbuf_lit(out, ", ");
    c_type(f, types, out, type->types[i]);
    if (type_is_memref(type->types[i])) strbuf_lit(out, " *");
  }
  if (!type->input_count && !result_struct) strbuf_lit(out, "void");
  strbuf_lit(out, ");");
}

static Fact *add_code(Facts *f, const char *rule, StrBuf *code) {
  while (code->size && code->data[code->size - 1] == '\n') code->size--;
  Fact *fact = fact_add(f, rule, "%.*s", STR_ARG(strbuf_view(code)));
  strbuf_free(code);
  return fact;
}

// --- Rules

static Fact *add_part(Facts *f, const char *name, T type, uint64_t offset, uint64_t size, const char *text) {
  Fact *fact = fact_add(f, name, "%s", text);
  fact->to = fact_type(f, type);
  set_bytes(fact, offset, size);
  return fact;
}

static const char *value_text(Facts *f, const char *meaning, int64_t value) {
  return value == DYNAMIC ? arena_printf(f->arena, "%s; known at run time", meaning).data
                          : arena_printf(f->arena, "%s; the type says %lld", meaning, (long long)value).data;
}

// The fields of the descriptor `to`.
static void add_fields(Facts *f, LLVMTypes *types, T memref, T to) {
  uint64_t at[5] = {0}, index = room_of(types, types->index, NULL, 0).size;
  room_of(types, to, at, 0);
  uint32_t count;
  const T *fields = llvm_struct_elements(to, &count);
  uint64_t pointer = room_of(types, fields[count == 2], NULL, 0).size;
  if (type_kind(memref) == TYPE_UNRANKED_MEMREF) {
    add_part(f, "rank", fields[0], 0, index, "how many sizes and strides the descriptor has");
    add_part(f, "descriptor", fields[1], at[1], pointer, "where the ranked descriptor is in memory");
    return;
  }
  const ShapedType *shaped = (const ShapedType *)memref;
  I64Vec strides = {0};
  int64_t offset;
  vec_reserve(f->arena, &strides, (uint32_t)shaped->rank + 1);
  if (!strides.data || !memref_strides_and_offset(f->ctx, memref, strides.data, &offset)) return;
  add_part(f, "allocated pointer", fields[0], 0, pointer, "what the allocation gave; freeing takes it");
  add_part(f, "aligned pointer", fields[1], at[1], pointer, "from where elements are counted");
  add_part(f, "offset", types->index, at[2], index, value_text(f, "elements before the first one", offset));
  for (uint64_t i = 0; i < 2 * shaped->rank && !f->arena->mem->exhausted; i++) {
    bool is_size = i < shaped->rank;
    uint64_t dim = is_size ? i : i - shaped->rank;
    const char *name = arena_printf(f->arena, is_size ? "sizes[%u]" : "strides[%u]", (unsigned)dim).data;
    add_part(f, name, types->index, at[is_size ? 3 : 4] + dim * index, index,
             is_size ? value_text(f, "elements in this dimension", shaped->dims[dim])
                     : value_text(f, "elements from one to the next in this dimension", strides.data[dim]));
  }
}

static const char *summary_of(const char *rule) {
  for (const LLVMTypeRule *r = llvm_type_rules; r->name; r++)
    if (r->name == rule) return r->summary;
  return "";
}

// Why a rule could not convert a type, and what would help.
static const char *refusal(Facts *f, const TypeStep *step, const char **pass) {
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
      if (!llvm_memref_space(type, &space)) return "its memory space is not an integer";
      if (((const ShapedType *)type)->rank < countof(few) && !memref_strides_and_offset(f->ctx, type, few, &offset)) {
        *pass = "normalize-memrefs";
        return "its layout is not strided; with the layout applied to the sizes it would be";
      }
      return "its elements cannot be converted";
    case TYPE_UNRANKED_MEMREF: return "its elements cannot be converted";
    case TYPE_COMPLEX: return "its parts cannot be converted";
    default: return step->rule ? "something in it cannot be converted" : "no rule knows this type";
  }
}

// The steps of a trace, the first of them at the present depth.
static void add_steps(Facts *f, LLVMTypes *types, const TypeTrace *trace) {
  uint32_t outer = f->depth;
  for (uint32_t i = 0; i < trace->steps.count; i++) {
    const TypeStep *step = &trace->steps.data[i];
    f->depth = outer + step->depth;
    const char *pass = NULL;
    Fact *fact = fact_add(f, step->rule ? step->rule : "no rule", "%s", step->to ? summary_of(step->rule) : refusal(f, step, &pass));
    fact->from = fact_type(f, step->from);
    fact->pass = str_from(pass);
    if (!step->to) continue;
    fact->to = fact_type(f, step->to);
    set_bytes(fact, 0, room_of(types, step->to, NULL, 0).size);
    f->depth++;
    if (type_is_memref(step->from) && llvm_is_struct(step->to)) add_fields(f, types, step->from, step->to);
  }
  f->depth = outer;
}

static T convert_traced(Facts *f, LLVMTypes *types, T type) {
  TypeTrace trace = {.arena = f->arena};
  types->trace = &trace;
  T result = llvm_convert(types, type);
  types->trace = NULL;
  add_steps(f, types, &trace);
  return result;
}

// --- Signatures

static void add_c_interface(Facts *f, LLVMTypes *types, const FunctionType *type) {
  if (types->bare_pointers) return;   // no wrapper is made then
  T result_struct, func = llvm_c_signature(types, type, &result_struct);
  if (!func) return;
  StrBuf code;
  strbuf_init(&code, f->arena->mem);
  c_prototype(f, types, &code, type, result_struct);
  Fact *fact = add_code(f, "C interface", &code);
  fact->to = fact_type(f, func);
}

static Str join_types(Facts *f, const T *types, uint32_t count, const char *const *names) {
  StrBuf text;
  strbuf_init(&text, f->arena->mem);
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(&text, ", ");
    if (names) strbuf_printf(&text, "%s: ", names[i]);
    strbuf_str(&text, str_from(type_text(f->ctx, types[i])));
  }
  Str kept = arena_str(f->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

// `(type) -> ()`, to ask what an argument becomes.
static const FunctionType *function_of(Facts *f, T type) {
  return (const FunctionType *)type_function(f->ctx, &type, 1, NULL, 0);
}

static const char *const *field_names(Facts *f, T memref, uint32_t count) {
  static const char *const heads[] = {"%allocated", "%aligned", "%offset"};
  static const char *const unranked[] = {"%rank", "%descriptor"};
  if (type_kind(memref) == TYPE_UNRANKED_MEMREF) return unranked;
  const char **names = arena_new(f->arena, const char *, count);
  uint32_t rank = count > 3 ? (count - 3) / 2 : 0;
  for (uint32_t i = 0; names && i < count; i++)
    names[i] = i < 3 ? heads[i] : arena_printf(f->arena, i < 3 + rank ? "%%size%u" : "%%stride%u", (i - 3) % (rank ? rank : 1)).data;
  return names;
}

static void add_no_bare_pointer(Facts *f, T memref) {
  fact_add(f, "bare pointer", type_kind(memref) == TYPE_UNRANKED_MEMREF
                                  ? "impossible: the rank is known at run time only"
                                  : "impossible: the type must say all sizes, strides and the offset");
}

// How a memref is passed: field by field, to C code, and bare.
static void add_passing(Facts *f, LLVMTypes *types, T memref) {
  const FunctionType *function = function_of(f, memref);
  SignatureConversion fields = {0};
  if (llvm_signature(types, function, false, false, NULL, f->arena, &fields) && !types->bare_pointers)
    fact_add(f, "arguments", "a function takes the fields one by one")->to =
        join_types(f, fields.types.data, fields.types.count, field_names(f, memref, fields.types.count));
  add_c_interface(f, types, function);
  T bare = llvm_bare_pointer(types, memref);
  Fact *fact;
  if (bare) {
    fact = fact_add(f, "bare pointer", types->bare_pointers ? "what a function takes by this calling convention"
                                                            : "with use-bare-ptr-memref-call-conv a function takes this alone");
    fact->to = fact_type(f, bare);
  } else {
    add_no_bare_pointer(f, memref);
  }
}

static bool add_function(Facts *f, LLVMTypes *types, const FunctionType *type) {
  SignatureConversion signature = {0};
  T func = llvm_signature(types, type, false, false, NULL, f->arena, &signature);
  Fact *fact = fact_add(f, "signature", func ? "as a value a function is a pointer" : "it has a type that cannot be converted");
  fact->from = fact_type(f, &type->base);
  if (func) fact->to = fact_type(f, func);
  f->depth++;
  bool bare = types->bare_pointers;
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++) {
    bool is_input = i < type->input_count;
    const char *rule = arena_printf(f->arena, is_input ? "argument %u" : "result %u", is_input ? i : i - type->input_count).data;
    uint32_t at = fact_add(f, rule, "%s", "") - f->items.data;
    f->items.data[at].from = fact_type(f, type->types[i]);
    if (is_input && i < signature.inputs.count) {
      struct SignatureInput input = signature.inputs.data[i];
      f->items.data[at].to = join_types(f, signature.types.data + input.begin, input.end - input.begin, NULL);
    } else if (!is_input && func) {
      T result = llvm_pack_func_results(types, &type->types[i], 1, bare);
      if (result) f->items.data[at].to = fact_type(f, result);
    }
    f->depth++;
    T part = type->types[i];
    bool is_memref = type_kind(part) == TYPE_MEMREF || type_kind(part) == TYPE_UNRANKED_MEMREF;
    if (convert_traced(f, types, part) && bare && is_memref && !llvm_bare_pointer(types, part)) add_no_bare_pointer(f, part);
    f->depth--;
  }
  if (func && type->result_count > 1) fact_add(f, "results", "several results are packed in one struct");
  if (func) add_c_interface(f, types, type);
  if (!bare) {
    T bare_func = llvm_signature(types, type, false, true, NULL, f->arena, &(SignatureConversion){0});
    if (bare_func) fact_add(f, "bare pointers", "with use-bare-ptr-memref-call-conv")->to = fact_type(f, bare_func);
  }
  f->depth--;
  return func != NULL;
}

// ---------------------------------------------------------------------------------------------

static void init_types(LLVMTypes *types, Facts *f, const ExplainTypeOptions *options) {
  uint32_t bits = options->index_bits;
  Str text = options->data_layout;
  Operation *root = f->module->op;
  if (root) {
    DataLayout layout = data_layout_closest(root);
    if (!bits) bits = data_layout_index_width(&layout, f->ctx);
    A given = op_discardable(root, STR("llvm.data_layout"));
    if (!text.size && given && attr_kind(given) == ATTR_STRING) text = attr_str(given);
  }
  llvm_types_init(types, f->module, f->arena, bits, options->bare_pointers);
  llvm_types_set_typed(types, options->typed_pointers);
  llvm_types_set_layout(types, text);
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

bool explain_type(Facts *f, T type, const ExplainTypeOptions *options) {
  LLVMTypes types;
  if (options->typed_pointers && memref_nesting(f, type) > 8) {
    fact_add(f, "too deep", "with typed pointers the text of nested memrefs doubles at each level");
    return false;
  }
  init_types(&types, f, options);
  // What cannot be converted is said by facts; messages would say it twice.
  Diags *diags = f->ctx->diags, suppressed;
  diags_init(&suppressed, f->arena);
  f->ctx->diags = &suppressed;
  bool ok;
  const FunctionType *function = type_as_function(type);
  if (function) {
    ok = add_function(f, &types, function);
  } else {
    ok = convert_traced(f, &types, type) != NULL;
    f->depth++;
    if (ok && type_is_memref(type)) {
      StrBuf code;
      strbuf_init(&code, f->arena->mem);
      c_declare(f, &types, &code, type, 0);
      add_code(f, "C declaration", &code);
      add_passing(f, &types, type);
    }
    f->depth--;
  }
  f->ctx->diags = diags;
  return ok;
}
