// How a conversion turns types into others: one converter for each target.
#ifndef RUNG_REWRITE_TYPE_CONVERTER_H
#define RUNG_REWRITE_TYPE_CONVERTER_H

#include "ir/op.h"

typedef struct TypeConverter TypeConverter;

struct TypeConverter {
  Context *ctx;
  // Push the types `type` becomes (none: it is dropped); false when it cannot be converted. A legal
  // type becomes itself.
  bool (*convert)(const TypeConverter *self, T type, TypeVec *out, Arena *arena);
  // Build `type` from `inputs` (source: back to an original type; target: to a converted one, with
  // the original type known). NULL: leave the unrealized cast.
  Value *(*source)(const TypeConverter *self, Builder *b, T type, Value *const *inputs, uint32_t count);
  Value *(*target)(const TypeConverter *self, Builder *b, T type, Value *const *inputs, uint32_t count, T original);
  Map cache;             // T -> converted single type, or itself; see type_convert()
};
// The single type `type` becomes; NULL when it cannot be converted or becomes several.
T type_convert(TypeConverter *self, T type);

// What the arguments of a block become: for each original argument the new ones [begin, end), or a
// replacement value.
typedef struct SignatureConversion {
  TypeVec types;                                        // of the new arguments
  VEC(struct SignatureInput { uint32_t begin, end; Value *replacement; }) inputs;
} SignatureConversion;
// Convert argument types one by one; false when one cannot be converted.
bool signature_convert(TypeConverter *self, Arena *arena, const T *types, uint32_t count, SignatureConversion *out);

#endif
