// Symbol tables (https://mlir.llvm.org/docs/SymbolsAndSymbolTables/).
#ifndef RUNG_IR_SYMBOL_H
#define RUNG_IR_SYMBOL_H

#include "ir/op.h"

// Lookup tables of the symbol-table ops met so far, built on demand, thrown away with the arena.
typedef struct SymbolTables {
  Arena *arena;
  Map tables;   // Operation * -> Map * (name -> Operation *)
} SymbolTables;
void symbol_tables_init(SymbolTables *self, Arena *arena);

// The symbol's name or an empty Str when the op is no symbol.
Str symbol_name(const Operation *op);
typedef enum Visibility { SYMBOL_PUBLIC, SYMBOL_PRIVATE, SYMBOL_NESTED } Visibility;
Visibility symbol_visibility(const Operation *op);
bool op_is_symbol_table(const Operation *op);
// The closest op that is a symbol table, from `op` upwards (op itself included); NULL past an
// unregistered op with one region that may be a table.
Operation *symbol_nearest_table(const Operation *op);
Operation *symbol_lookup_in(SymbolTables *self, const Operation *table, Str name);
Operation *symbol_lookup_path_in(SymbolTables *self, const Operation *table, A ref);
// From the closest table upwards of `from`.
Operation *symbol_lookup(SymbolTables *self, const Operation *from, A ref);
// Without tables: walks the blocks. For single questions.
Operation *symbol_find(const Operation *table, Str name);
// Names for new symbols. The symbols of a table are looked at when it is met first: from then on all its new ones are named here.
typedef struct SymbolNames {
  Arena *arena;
  Map tables;   // Operation * -> Map * (name -> the number to try next, from 1)
} SymbolNames;
void symbol_names_init(SymbolNames *self, Arena *arena);
// `name`, or else name_0, name_1 …: the first that no symbol of the table has.
Str symbol_names_take(SymbolNames *self, const Operation *table, Str name);
bool symbol_names_has(SymbolNames *self, const Operation *table, Str name);
// Call `fn` for every symbol reference in the attributes of `op` and of the operations inside it that
// share its table. False when fn returned false, or an unknown operation inside may be a table.
// Where dialects without records are kept, also for the symbols that those name: in the text of types and attributes,
// and the name of a kept operation, which may be that of another one that it calls.
bool symbol_walk_uses(Context *ctx, Operation *op, bool (*fn)(Operation *user, A ref, void *data), void *data);

#endif
