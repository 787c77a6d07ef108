// The layout of a type in memory: fields and elements with their places, and the padding between them.
#include "convert/llvm/explainer.h"

#define MOST_DEPTH 6

static Fact *add_place(Explainer *e, FactRole role, const char *rule, T type, uint64_t offset, const char *text) {
  Fact *fact = explainer_add(e, role, rule, text);
  fact->to = explainer_text(e, type);
  fact->field = llvm_is_ptr(type) ? FACT_FIELD_POINTER : FACT_FIELD_NONE;
  fact_set_room(fact, offset, room_of(&e->rooms, type, NULL));
  return fact;
}

static void add_gap(Explainer *e, uint64_t from, uint64_t to, const char *why) {
  if (to > from) fact_set_room(explainer_add(e, ROLE_PADDING, "padding", why), from, (Room){to - from, 0, true});
}

static void add_padding(Explainer *e, uint64_t from, uint64_t to) {
  add_gap(e, from, to, "nothing is here, so that what follows is aligned in its struct");
}

static void add_tail_padding(Explainer *e, uint64_t from, uint64_t to) {
  add_gap(e, from, to, "nothing is here, so that the next one in an array is aligned");
}

static void add_omitted(Explainer *e, uint64_t count, uint64_t from, uint64_t to) {
  Fact *fact = explainer_add(e, ROLE_OMITTED, "and more", explainer_numbered(e, "%llu more of them", count));
  fact->count = count;
  fact_set_room(fact, from, (Room){to - from, 0, true});
}

// `source`: the type that the struct was made of, if that names the fields.
static void add_struct(Explainer *e, T source, T type, uint64_t begin, uint32_t depth) {
  uint32_t count, shown;
  const T *elements = llvm_struct_elements(type, &count);
  uint64_t *offsets = arena_new(e->facts->arena, uint64_t, count + 1), end = begin;
  if (!offsets) return;
  Room all = room_of(&e->rooms, type, offsets);
  if (!all.is_known) return;
  bool is_complex = type_kind(source) == TYPE_COMPLEX;
  const T *sources = llvm_is_struct(source) ? llvm_struct_elements(source, &shown) : NULL;
  for (shown = 0; shown < count && shown < MOST_PARTS && !explainer_is_full(e); shown++) {
    T element = elements[shown];
    uint64_t at = begin + offsets[shown];
    add_padding(e, end, at);
    Fact *fact = is_complex ? add_place(e, ROLE_FIELD, shown ? "imaginary part" : "real part", element, at, "")
                            : add_place(e, ROLE_FIELD, explainer_numbered(e, "field %llu", shown), element, at, "");
    if (is_complex) fact->field = shown ? FACT_FIELD_IMAGINARY : FACT_FIELD_REAL;
    fact->has_position = true;
    fact->position = shown;
    if (!depth && e->first_field) fact->line = e->first_field + (is_complex ? 0 : shown);
    end = at + fact->size;
    e->facts->depth++;
    explain_memory(e, sources ? sources[shown] : element, element, at, depth + 1);
    e->facts->depth--;
  }
  if (shown < count) add_omitted(e, count - shown, end, begin + all.size);
  else add_tail_padding(e, end, begin + all.size);
}

static void add_elements(Explainer *e, T source, T element, uint64_t count, uint64_t begin, uint64_t size, uint32_t depth) {
  Fact *fact = add_place(e, ROLE_ELEMENT, "element", element, begin, "");
  fact->count = count;
  if (!size) fact->has_bytes = false;
  fact->size = size;
  e->facts->depth++;
  explain_memory(e, source, element, begin, depth + 1);
  e->facts->depth--;
}

static const char *value_text(Explainer *e, const char *meaning, int64_t value) {
  return value == DYNAMIC ? arena_printf(e->facts->arena, "%s; known at run time", meaning).data
                          : arena_printf(e->facts->arena, "%s; the type says %lld", meaning, (long long)value).data;
}

// Field `position` of a descriptor.
static Fact *add_field(Explainer *e, FactField field, const char *rule, T type, uint32_t position, uint64_t at, const char *text) {
  Fact *fact = add_place(e, ROLE_FIELD, rule, type, at, text);
  fact->field = field;
  fact->has_position = true;
  fact->position = position;
  if (e->first_field) fact->line = e->first_field + position;
  return fact;
}

static void set_value(Fact *fact, int64_t value) {
  fact->has_value = value != DYNAMIC;
  fact->value = value;
}

// Each field is an argument; with bare pointers only the aligned pointer is.
static void set_argument(Explainer *e, Fact *fact, const char *format, uint64_t number) {
  if (!e->passed) return;
  if (e->types->bare_pointers && (fact->field != FACT_FIELD_ALIGNED || !llvm_bare_pointer(e->types, e->passed))) return;
  if (!e->passed_alone) format = "%%arg%llu", number = e->next_argument++;
  fact->argument = arena_printf(e->facts->arena, format, (unsigned long long)number);
}

static void add_sizes(Explainer *e, const int64_t *values, uint64_t rank, bool are_sizes, uint64_t begin, uint64_t width) {
  uint64_t i;
  for (i = 0; i < rank && i < MOST_PARTS && !explainer_is_full(e); i++) {
    const char *name = explainer_numbered(e, are_sizes ? "sizes[%llu]" : "strides[%llu]", i);
    const char *words = are_sizes ? "elements in this dimension" : "elements from one to the next in this dimension";
    Fact *fact = add_field(e, are_sizes ? FACT_FIELD_SIZE : FACT_FIELD_STRIDE, name, e->types->index, are_sizes ? 3 : 4,
                           begin + i * width, value_text(e, words, values[i]));
    fact->has_dimension = true;
    fact->dimension = (uint32_t)i;
    set_value(fact, values[i]);
    set_argument(e, fact, are_sizes ? "%%size%llu" : "%%stride%llu", i);
  }
  if (i < rank) add_omitted(e, rank - i, begin + i * width, begin + rank * width);
}

static void add_descriptor(Explainer *e, T memref, T to, uint64_t begin) {
  uint64_t at[5] = {0};
  Room all = room_of(&e->rooms, to, at);
  uint32_t count;
  const T *fields = llvm_struct_elements(to, &count);
  if (!all.is_known) return;
  uint64_t end[5];
  for (uint32_t i = 0; i < count; i++) {
    end[i] = begin + at[i] + room_of(&e->rooms, fields[i], NULL).size;
    at[i] += begin;
  }
  if (count == 2) {
    Fact *rank = add_field(e, FACT_FIELD_RANK, "rank", fields[0], 0, at[0], "how many sizes and strides the descriptor has");
    set_argument(e, rank, "%%rank", 0);
    add_padding(e, end[0], at[1]);
    Fact *ranked = add_field(e, FACT_FIELD_DESCRIPTOR, "descriptor", fields[1], 1, at[1], "where the ranked descriptor is in memory");
    set_argument(e, ranked, "%%descriptor", 0);
    add_tail_padding(e, end[1], begin + all.size);
    return;
  }
  const ShapedType *shaped = (const ShapedType *)memref;
  I64Vec strides = {0};
  int64_t offset;
  vec_reserve(e->facts->arena, &strides, (uint32_t)shaped->rank + 1);
  if (!strides.data || !memref_strides_and_offset(e->facts->ctx, memref, strides.data, &offset)) return;
  Fact *fact = add_field(e, FACT_FIELD_ALLOCATED, "allocated pointer", fields[0], 0, at[0], "what the allocation gave; freeing takes it");
  set_argument(e, fact, "%%allocated", 0);
  add_padding(e, end[0], at[1]);
  fact = add_field(e, FACT_FIELD_ALIGNED, "aligned pointer", fields[1], 1, at[1], "from where elements are counted");
  set_argument(e, fact, "%%aligned", 0);
  add_padding(e, end[1], at[2]);
  fact = add_field(e, FACT_FIELD_OFFSET, "offset", fields[2], 2, at[2], value_text(e, "elements before the first one", offset));
  set_value(fact, offset);
  set_argument(e, fact, "%%offset", 0);
  if (shaped->rank) {
    uint64_t width = room_of(&e->rooms, e->types->index, NULL).size;
    add_padding(e, end[2], at[3]);
    add_sizes(e, shaped->dims, shaped->rank, true, at[3], width);
    add_padding(e, end[3], at[4]);
    add_sizes(e, strides.data, shaped->rank, false, at[4], width);
  }
  add_tail_padding(e, end[count - 1], begin + all.size);
}

// Lines of C and arguments are told of the outermost type only.
void explain_memory(Explainer *e, T source, T type, uint64_t offset, uint32_t depth) {
  if (depth > MOST_DEPTH || explainer_is_full(e)) return;
  T passed = e->passed;
  uint32_t first_field = e->first_field;
  if (depth) e->passed = NULL, e->first_field = 0;
  if (type_is_memref(source) && llvm_is_struct(type)) {
    add_descriptor(e, source, type, offset);
  } else if (llvm_is_struct(type)) {
    add_struct(e, source, type, offset, depth);
  } else if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    T inner = llvm_is_array(source) ? ((const LLVMArrayType *)source)->element : array->element;
    add_elements(e, inner, array->element, array->count, offset, room_of(&e->rooms, array->element, NULL).size, depth);
  } else if (type_is_vector(type) && !((const ShapedType *)type)->scalable) {
    T element = type_element(type);
    uint64_t bits = room_bits(e->types, element);
    uint64_t count = (uint64_t)type_num_elements(type);
    Room room = room_of(&e->rooms, type, NULL);
    add_elements(e, element, element, count, offset, bits % 8 ? 0 : bits / 8, depth);
    if (room.is_known) add_tail_padding(e, offset + (bits * count + 7) / 8, offset + room.size);
  }
  e->passed = passed;
  e->first_field = first_field;
}
