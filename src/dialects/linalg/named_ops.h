// What the named operations of linalg compute, as texts.
#ifndef RUNG_DIALECTS_LINALG_NAMED_OPS_H
#define RUNG_DIALECTS_LINALG_NAMED_OPS_H

#include "ir/ir.h"

// Maps: one for each operand, with `|` between them; the loops are a, b, c …; "a*s0+d*t0" is loop a times the first of the strides and loop
// d times the first of the dilations. NULL: the identity of as many loops as the result has dimensions, and scalars have no elements.
// Body: steps with `;` between them. Each is a function and numbers of values: first the block's arguments, then what the steps before gave.
// "signed x", "unsigned x" convert to the type of the result, "cast x" does one of the two as the attribute says; "unary x" and "binary x y"
// are the function that the attribute says. The last is yielded.
typedef struct NamedOp {
  uint32_t opcode;
  uint8_t inputs;
  const char *maps;
  const char *iterators;   // "ppr": parallel, parallel, reduction
  const char *body;
} NamedOp;

// NULL: the operation is none of these.
const NamedOp *named_op(uint32_t opcode);

#endif
