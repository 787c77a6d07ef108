// Constants of LLVM IR (https://llvm.org/docs/LangRef.html#constants), made from attributes and operations.
#ifndef RUNG_EXPORT_LLVM_IR_CONSTANTS_H
#define RUNG_EXPORT_LLVM_IR_CONSTANTS_H

#include "ir/op.h"
#include "support/apfloat.h"
#include "support/strbuf.h"

typedef enum ConstKind {
  CONST_NUMBER, CONST_FLOAT,
  CONST_UNDEF, CONST_POISON, CONST_NULL,   // NULL: of pointers and tokens
  CONST_ZERO,       // of structs, arrays and vectors
  CONST_LIST,       // of a struct, an array or a vector
  CONST_GLOBAL,     // the address of a global, a function or an alias
  CONST_OFFSET,     // behind an address: a number of bytes, or of elements that only the linker knows
  CONST_CAST,       // of an address
  CONST_BINARY,     // of numbers that an address is made into
  CONST_TEXT,       // dso_local_equivalent @f
  CONST_BLOCK,      // the address of a block: it has a number when all functions are prepared
} ConstKind;

// A constant lives as long as the arena it was made in.
typedef struct IrConst {
  ConstKind kind;
  T type;
  APInt number;
  APFloat value;
  struct IrConst **items;  // LIST; CAST: one; OFFSET, BINARY: two
  uint32_t count;
  T element;               // OFFSET: what is counted
  uint32_t flags;          // OFFSET: of getelementptr
  Str text;                // GLOBAL, BLOCK: the name; TEXT; CAST, BINARY: the operation's words
  const Block *block;      // BLOCK
} IrConst;

// How many items a value of the type has, and the type of each; 0: it has none, or too many.
uint32_t ir_item_count(T type);
T ir_item_type(T type, uint32_t i);

IrConst *ir_make(Arena *arena, ConstKind kind, T type);
IrConst *ir_make_number(Arena *arena, T type, APInt number);
IrConst *ir_make_float(Arena *arena, T type, APFloat value);
IrConst *ir_make_zero(Arena *arena, T type);
IrConst *ir_make_global(Arena *arena, T type, Str name);
IrConst *ir_make_cast(Arena *arena, T type, const char *word, IrConst *of);
IrConst *ir_make_binary(Arena *arena, T type, const char *words, IrConst *a, IrConst *b);
// A list without its items; NULL: the type has none.
IrConst *ir_begin_list(Arena *arena, T type);
// A list whose items are all zero, undef or poison is one of these itself. NULL: an item is missing.
IrConst *ir_settle(Arena *arena, IrConst *list);
// The item at a place; NULL: it has none there.
IrConst *ir_item_at(Arena *arena, const IrConst *self, uint64_t i);
bool ir_is_late(const IrConst *self);   // its text says the number of a block
bool ir_is_zero(const IrConst *self);
bool ir_same(const IrConst *a, const IrConst *b);

// What an attribute says of a type; NULL: no constant.
IrConst *ir_const_of_attr(Context *ctx, T type, A value, Arena *arena);
// What llvm.mlir.constant, zero, undef, poison, none, addressof or dso_local_equivalent gives; NULL: a constant that is not written here.
IrConst *ir_const_of(Context *ctx, const Operation *op, Arena *arena);

// Without its type. False: one of its types is not written here.
bool ir_const_text(StrBuf *out, const IrConst *constant);

#endif
