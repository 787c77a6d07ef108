// Conversions to the emitc dialect.
#ifndef RUNG_CONVERT_TO_EMITC_TO_EMITC_H
#define RUNG_CONVERT_TO_EMITC_TO_EMITC_H

#include "dialects/emitc/emitc.h"
#include "rewrite/conversion.h"

// Index becomes size_t, a memref an array; other types stay, all of them or those that C has.
typedef struct EmitCTypes {
  TypeConverter base;
  bool index, memrefs, checks;
} EmitCTypes;
void emitc_types_init(EmitCTypes *self, Context *ctx);

void add_arith_to_emitc(Conversion *c, EmitCTypes *types);
void add_func_to_emitc(Conversion *c, EmitCTypes *types);
void add_memref_to_emitc(Conversion *c, EmitCTypes *types);
void add_scf_to_emitc(Conversion *c, EmitCTypes *types);

// --- Making operations

Value *emitc_cast(Builder *b, T type, Value *value);              // itself, when it has the type
Value *emitc_constant(Builder *b, T type, A value);
Value *emitc_index_constant(Builder *b, T type, int64_t value);   // of an index
Value *emitc_variable(Builder *b, T type);                        // without a value, of an lvalue's or array's type
Value *emitc_call_opaque(Builder *b, T type, const char *callee, A args, Value *const *operands, uint32_t count);
void emitc_assign(Builder *b, Value *variable, Value *value);
Value *emitc_load(Builder *b, Value *variable);

#endif
