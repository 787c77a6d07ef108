// Functions that records use in relations: types computed from types, and checks of whole operations.
#ifndef RUNG_DIALECTS_COMMON_RELATIONS_H
#define RUNG_DIALECTS_COMMON_RELATIONS_H

#include "ir/op.h"

// --- Transforms

T same_type(Context *ctx, T type);
T element_of(Context *ctx, T type);      // of shaped and complex types
T i1_same_shape(Context *ctx, T type);   // i1, or the same container of i1

// The types of a variadic, for `transform_all`.
void function_inputs(Context *ctx, Arena *arena, T type, TypeVec *out);
void function_results(Context *ctx, Arena *arena, T type, TypeVec *out);
void shaped_elements(Context *ctx, Arena *arena, T type, TypeVec *out);  // the element type, once per element

// --- Checks, on operations whose operand and result counts are verified

bool same_tensor_dims(const Operation *op);     // operand 0 and result 0, where they are tensors, which have ranks
bool operand_0_element(const Operation *op);    // element type of operand 0 is that of result 0
bool operand_1_element(const Operation *op);
bool operand_2_element(const Operation *op);
bool operands_0_1_element(const Operation *op); // two shaped operands of one element type
bool callee_takes_operands(const Operation *op); // operand 0 is a function of the operands behind it
bool callee_gives_results(const Operation *op);

// verifyCompatibleShapes: both scalars, or shapes that may be the same at run time.
bool shapes_are_compatible(T a, T b);

// --- Names

// Name results as the record does, which upstream does for operations of several results.
void suggest_record_names(struct Printer *p, const Operation *op);

#endif
