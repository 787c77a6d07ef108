// Verification of atomic accesses, which OpenMP and OpenACC have alike: the memory is operand 0.
#ifndef RUNG_DIALECTS_COMMON_ATOMIC_H
#define RUNG_DIALECTS_COMMON_ATOMIC_H

#include "ir/verify.h"

bool verify_atomic_read(Verifier *v, const Operation *op);    // operand 1: where the value goes
bool verify_atomic_write(Verifier *v, const Operation *op);   // operand 1: the value
bool verify_atomic_update(Verifier *v, const Operation *op);
bool verify_atomic_update_region(Verifier *v, const Operation *op);
typedef struct AtomicOps { uint16_t read, update, write; } AtomicOps;
bool verify_atomic_capture_region(Verifier *v, const Operation *op, const AtomicOps *ops);

#endif
