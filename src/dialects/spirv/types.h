// Types of the spirv dialect (https://mlir.llvm.org/docs/Dialects/SPIR-V/#types).
#ifndef RUNG_DIALECTS_SPIRV_TYPES_H
#define RUNG_DIALECTS_SPIRV_TYPES_H

#include "asm/parser.h"
#include "asm/printer.h"
#include "ops/spirv.h"

// Every type but structs: its parts, and numbers.
typedef struct SpirvType {
  Type base;
  T element;             // pointee, element, column, image; of arm.tensor the builtin tensor of that shape
  uint32_t params[6];    // the SPIRV_* below that the type has
} SpirvType;
enum {
  SPIRV_STORAGE = 0,                                        // ptr
  SPIRV_COUNT = 0,                                          // array, matrix
  SPIRV_STRIDE = 1,                                         // array, rtarray
  SPIRV_ROWS = 0, SPIRV_COLUMNS, SPIRV_SCOPE, SPIRV_USE,    // coopmatrix
  SPIRV_DIM = 0, SPIRV_DEPTH, SPIRV_ARRAYED, SPIRV_SAMPLING, SPIRV_SAMPLER_USE, SPIRV_FORMAT,   // image
};

// The body of an identified struct, which is set once.
typedef struct SpirvStructBody {
  Str name;
  A shape;               // as below; NULL: not set yet
  bool busy;             // being parsed: the name stands for itself inside
} SpirvStructBody;
typedef struct SpirvStruct {
  Type base;
  SpirvStructBody *body; // NULL: literal
  A shape;               // literal only: [types, offsets, member decorations, decorations]
} SpirvStruct;

T spirv_type(Context *ctx, const TypeDef *def, T element, const uint32_t *params, uint32_t count);
T spirv_ptr(Context *ctx, T pointee, uint32_t storage);
static inline bool spirv_is_ptr(T type) { return type->def == &spirv_ptr_type; }
static inline T spirv_element(T type) { return ((const SpirvType *)type)->element; }
static inline uint32_t spirv_param(T type, uint32_t i) { return ((const SpirvType *)type)->params[i]; }
static inline T spirv_pointee(T ptr) { return spirv_element(ptr); }
static inline uint32_t spirv_storage(T ptr) { return spirv_param(ptr, SPIRV_STORAGE); }
static inline T spirv_image_of(T type) { return type->def == &spirv_sampled_image_type ? spirv_element(type) : type; }
static inline uint32_t spirv_matrix_rows(T matrix) { return (uint32_t)type_num_elements(spirv_element(matrix)); }
static inline T spirv_matrix_element(T matrix) { return type_element(spirv_element(matrix)); }
uint32_t spirv_struct_count(T type);
T spirv_struct_member(T type, uint32_t i);

// Composite types: vectors of SPIR-V lengths, and arrays, matrices and structs of any kind.
bool spirv_is_composite(T type);
// How many parts there are; false when that is only known at run time.
bool spirv_composite_count(T type, uint64_t *out);
T spirv_composite_part(T type, uint32_t i);     // i < count where there is one
bool spirv_is_scalar(T type);                   // i1, i8 to i64, 16 to 64 bit floats

#endif
