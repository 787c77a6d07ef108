// Types replaced by others, wherever they stand in a module.
#ifndef RUNG_IR_TYPE_MAP_H
#define RUNG_IR_TYPE_MAP_H

#include "ir/ir.h"

typedef struct TypeMap TypeMap;

// What a type becomes. NULL: builtin types become what their parts become, others stay.
typedef T TypeMapFn(TypeMap *map, T type);

struct TypeMap {
  Context *ctx;
  TypeMapFn *replace;
  Arena arena;
  Map known;   // T -> T
};

void type_map_init(TypeMap *map, Context *ctx, TypeMapFn *replace);
void type_map_free(TypeMap *map);

// Nested as deep as the parser read it.
T type_map(TypeMap *map, T type);
const T *type_map_all(TypeMap *map, const T *types, uint32_t count);
A type_map_attr(TypeMap *map, A attr);

// Whether the operation's operands, results, arguments or attributes have a type that becomes another one.
bool type_map_concerns(TypeMap *map, const Operation *op);
// The operation's results, arguments and attributes, without operations inside it.
void type_map_op(TypeMap *map, Operation *op);

#endif
