// Hooks of affine's records, by subject: see ops.c for the records.
#ifndef RUNG_DIALECTS_AFFINE_HOOKS_H
#define RUNG_DIALECTS_AFFINE_HOOKS_H

#include "asm/parser.h"
#include "asm/printer.h"

// Report at `op` and give false.
#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

// --- scope.c: which values may be dimensions and symbols

// The region of the closest operation around `op` that is an affine scope, or NULL.
const Region *affine_scope(const Operation *op);
bool affine_is_valid_dim(Context *ctx, const Value *value, const Region *scope);
bool affine_is_valid_symbol(Context *ctx, const Value *value, const Region *scope);
bool affine_is_induction_var(const Value *value);   // of affine.for and affine.parallel
// The operands [begin, end) of a map with `dims` dimensions; reports the first that does not qualify.
bool verify_dims_and_symbols(Verifier *v, const Operation *op, Span operands, uint32_t dims);

// --- access.c: maps over values, and accesses to memory

// Attributes that must have a certain kind.
A parse_map(Parser *p);
A parse_set(Parser *p);
// dims-and-symbols ::= `(` operands `)` (`[` operands `]`)?, added to the operands; how many dimensions.
bool parse_dims_and_symbols(Parser *p, OpState *state, uint32_t *dims);
void print_dims_and_symbols(Printer *p, const Operation *op, Span operands, uint32_t dims);
bool parse_attrs(Parser *p, OpState *state);        // attr-dict?
// The map in an inherent attribute, or NULL.
const AffineMap *affine_map_of(A map);   // of an attribute; NULL: it is none
static inline uint32_t map_inputs(const AffineMap *map) { return map->dim_count + map->symbol_count; }

// --- dma.c

// --- loops.c: operations with regions

#endif
