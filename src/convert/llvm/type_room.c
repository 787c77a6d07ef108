#include "convert/llvm/type_room.h"

#include "dialects/dlti/data_layout.h"

#define MOST_BYTES (UINT64_C(1) << 53)
#define MOST_DEPTH 100

static bool read_number(Str text, size_t *at, uint64_t *out) {
  size_t begin = *at;
  for (*out = 0; *at < text.size && char_is_digit(text.data[*at]) && *out < UINT32_MAX; ++*at)
    *out = *out * 10 + (uint64_t)(text.data[*at] - '0');
  return *at > begin;
}

// The next piece `i64:32` of a layout that is of a kind: its number (0 when it has none) and what follows.
static bool next_piece(Str layout, size_t *at, char kind, uint64_t *number, size_t *rest) {
  for (; *at < layout.size; ++*at) {
    if ((*at && layout.data[*at - 1] != '-') || layout.data[*at] != kind) continue;
    size_t i = ++*at;
    while (kind == 'p' && i < layout.size && (layout.data[i] == 'e' || layout.data[i] == 'u')) i++;
    if (!read_number(layout, &i, number) && kind != 'p' && kind != 'a') continue;
    if (i >= layout.size || layout.data[i] != ':') continue;
    *rest = i + 1;
    return true;
  }
  return false;
}

static uint64_t power_of_two(uint64_t size) {
  uint64_t power = 1;
  while (power < size) power *= 2;
  return power;
}

// Alignments in bytes. An integer has that of the next wider one in the layout, or of the widest.
static uint64_t integer_align(Str layout, uint64_t bits) {
  static const uint64_t widths[] = {8, 16, 32, 64}, aligns[] = {1, 2, 4, 4};   // LLVM's own
  uint64_t above = UINT64_MAX, widest = 0, of_above = 1, of_widest = 1, width, abi;
  size_t at = 0, rest;
  for (uint32_t i = 0; i < countof(widths); i++) {
    if (widths[i] >= bits && widths[i] <= above) above = widths[i], of_above = aligns[i];
    if (widths[i] >= widest) widest = widths[i], of_widest = aligns[i];
  }
  while (next_piece(layout, &at, 'i', &width, &rest)) {
    if (!read_number(layout, &rest, &abi) || abi < 8) continue;
    if (width >= bits && width <= above) above = width, of_above = abi / 8;
    if (width >= widest) widest = width, of_widest = abi / 8;
  }
  return above != UINT64_MAX ? of_above : of_widest;
}

// The alignment of a float or a vector ('v'): the one for its width, else its size rounded up to a power of two.
static uint64_t exact_align(Str layout, char kind, uint64_t bits) {
  uint64_t align = power_of_two((bits + 7) / 8), width, abi;
  size_t at = 0, rest;
  while (next_piece(layout, &at, kind, &width, &rest))
    if (width == bits && read_number(layout, &rest, &abi) && abi >= 8) align = abi / 8;
  return align;
}

// `p3:32:16` or, if the layout has no entry for the address space, `p:32:16`.
static uint64_t pointer_align(const LLVMTypes *types, uint32_t space) {
  Str layout = types->data_layout;
  uint64_t number, bits, abi, first = 0, own = 0;
  size_t at = 0, rest;
  while (next_piece(layout, &at, 'p', &number, &rest)) {
    if (!read_number(layout, &rest, &bits)) continue;
    bool has_abi = rest < layout.size && layout.data[rest] == ':' && (rest++, read_number(layout, &rest, &abi)) && abi >= 8;
    uint64_t align = has_abi ? abi / 8 : power_of_two((bits + 7) / 8);
    if (number == 0) first = align;
    if (number == space) own = align;
  }
  return own ? own : first ? first : 8;
}

static uint64_t aggregate_align(Str layout) {
  uint64_t number, abi, align = 1;
  size_t at = 0, rest;
  while (next_piece(layout, &at, 'a', &number, &rest))
    if (read_number(layout, &rest, &abi) && abi >= 8) align = abi / 8;
  return align;
}

static Room room(uint64_t bytes, uint64_t align) {
  return (Room){data_layout_round_up(bytes, align), align, true};
}

uint64_t room_bits(const LLVMTypes *types, T type) {
  if (type_is_any_int(type) || type_is_float(type)) return type_bits(type);
  if (type->def == &llvm_ppc_fp128_type) return 128;
  return llvm_is_ptr(type) ? llvm_pointer_bits(types, llvm_ptr_space(type)) : 0;
}

static Room room_at(RoomMeter *self, T type, uint64_t *offsets, uint32_t depth);

static Room room_of_struct(RoomMeter *self, T type, uint64_t *offsets, uint32_t depth, Str layout) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  bool packed = llvm_struct_is_packed(type);
  Room all = {0, packed ? 1 : aggregate_align(layout), !llvm_struct_is_opaque(type)};
  for (uint32_t i = 0; i < count && all.is_known; i++) {
    Room part = room_at(self, elements[i], NULL, depth + 1);
    if (!part.is_known || part.size > MOST_BYTES - all.size) return (Room){0};
    if (!packed) {
      all.size = data_layout_round_up(all.size, part.align);
      if (part.align > all.align) all.align = part.align;
    }
    if (offsets) offsets[i] = all.size;
    all.size += part.size;
  }
  all.size = data_layout_round_up(all.size, all.align);
  return all;
}

static Room room_at(RoomMeter *self, T type, uint64_t *offsets, uint32_t depth) {
  if (depth > MOST_DEPTH || !self->steps) return (Room){0};
  self->steps--;
  const LLVMTypes *types = self->types;
  Str layout = types->data_layout.size ? types->data_layout : STR(LAYOUT_OF_X86_64);
  uint64_t bits = room_bits(types, type), bytes = (bits + 7) / 8;
  if (llvm_is_ptr(type)) return room(bytes, pointer_align(types, llvm_ptr_space(type)));
  if (type_is_any_int(type)) return room(bytes, integer_align(layout, bits));
  if (bits) return room(bytes, exact_align(layout, 'f', bits));
  if (llvm_is_struct(type)) return room_of_struct(self, type, offsets, depth, layout);
  if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    Room one = room_at(self, array->element, NULL, depth + 1);
    if (!one.is_known || (one.size && array->count > MOST_BYTES / one.size)) return (Room){0};
    return (Room){one.size * array->count, one.align, true};
  }
  if (type_is_vector(type)) {
    uint64_t element = room_bits(types, type_element(type)), count = (uint64_t)type_num_elements(type);
    if (((const ShapedType *)type)->scalable || !element || count > MOST_BYTES / element) return (Room){0};
    return room((element * count + 7) / 8, exact_align(layout, 'v', element * count));
  }
  return (Room){0};
}

Room room_of(RoomMeter *self, T type, uint64_t *offsets) { return room_at(self, type, offsets, 0); }
