// Shared by the files of the omp dialect.
#ifndef RUNG_DIALECTS_OMP_OMP_H
#define RUNG_DIALECTS_OMP_OMP_H

#include "ops/omp.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"

// Directives for clauses that define arguments of the region, for those of older releases, and for all others.
extern const CustomDirective omp_region_directives[], omp_older_directives[], omp_clause_directives[];

// custom<SynchronizationHint>($hint): the bits of a hint, or `none`
bool omp_parse_hint(Parser *p, OpState *state, CustomArg *args, uint32_t count);
void omp_print_hint(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);

// The value of an attribute that holds an enum; -1: there is none.
static inline int64_t omp_enum_of(A attr) { return attr && attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : -1; }
A omp_enum_attr(Context *ctx, const AttrDef *def, int64_t value);
T omp_pointee(T type);   // what a pointer points to, or NULL when its type does not say
bool omp_is_of_dialect(const Operation *op);
// The nearest operation around it that is of the dialect; NULL: none is.
Operation *omp_parent(const Operation *op);
bool omp_is_wrapper(const Operation *op);   // of loops

// Clauses that several operations have.
bool omp_check_allocate(Verifier *v, const Operation *op);
bool omp_check_depend(Verifier *v, const Operation *op);
bool omp_check_private(Verifier *v, const Operation *op);
bool omp_check_maps(Verifier *v, const Operation *op);
bool omp_check_hint(Verifier *v, const Operation *op);
// $NAME_vars, $NAME_syms and $NAME_byref.
bool omp_check_reduction(Verifier *v, const Operation *op, const char *name);
// The entry block has the arguments that clauses define.
bool omp_check_block_args(Verifier *v, const Operation *op);
// One operation is in it, a wrapper or a nest of loops.
bool omp_check_wrapper(Verifier *v, const Operation *op);

#endif
