#include "export/wasm/runtime.h"

#include <stddef.h>

#define MATH1(name) {name, "d", "d", false}, {name "f", "f", "f", false}
#define MATH2(name) {name, "dd", "d", false}, {name "f", "ff", "f", false}
#define PRINT_MEMREF(suffix) {"printMemref" suffix, "II", "", false}, {"_mlir_ciface_printMemref" suffix, "I", "", false}

static const RuntimeFunction functions[] = {
  // Memory
  {"malloc", "I", "I", false}, {"calloc", "II", "I", false}, {"realloc", "II", "I", false}, {"free", "I", "", false},
  {"aligned_alloc", "II", "I", false}, {"memcpy", "III", "I", false}, {"memmove", "III", "I", false}, {"memset", "IiI", "I", false},
  {"memcmp", "III", "i", false}, {"strlen", "I", "I", false}, {"memrefCopy", "III", "", false},
  {"_mlir_memref_to_llvm_alloc", "I", "I", false}, {"_mlir_memref_to_llvm_aligned_alloc", "II", "I", false}, {"_mlir_memref_to_llvm_free", "I", "", false},
  // Printing
  {"printI64", "I", "", false}, {"printU64", "I", "", false}, {"printF32", "f", "", false}, {"printF64", "d", "", false},
  {"printF16", "i", "", false}, {"printBF16", "i", "", false}, {"printString", "I", "", false},
  {"printOpen", "", "", false}, {"printClose", "", "", false}, {"printComma", "", "", false}, {"printNewline", "", "", false},
  {"puts", "I", "i", false}, {"putchar", "i", "i", false}, {"printf", "II", "i", true},
  PRINT_MEMREF("I8"), PRINT_MEMREF("I16"), PRINT_MEMREF("I32"), PRINT_MEMREF("I64"), PRINT_MEMREF("F16"), PRINT_MEMREF("BF16"), PRINT_MEMREF("F32"),
  PRINT_MEMREF("F64"), PRINT_MEMREF("C32"), PRINT_MEMREF("C64"), PRINT_MEMREF("Ind"),
  // Time, chance, the end
  {"rtclock", "", "d", false}, {"_mlir_ciface_nanoTime", "", "I", false}, {"rtsrand", "I", "I", false}, {"rtrand", "II", "I", false}, {"rtdrand", "I", "", false},
  {"abort", "", "", false}, {"exit", "i", "", false},
  // libm
  MATH1("sin"), MATH1("cos"), MATH1("tan"), MATH1("asin"), MATH1("acos"), MATH1("atan"), MATH1("sinh"), MATH1("cosh"), MATH1("tanh"), MATH1("asinh"),
  MATH1("acosh"), MATH1("atanh"), MATH1("exp"), MATH1("exp2"), MATH1("exp10"), MATH1("expm1"), MATH1("log"), MATH1("log2"), MATH1("log10"),
  MATH1("log1p"), MATH1("cbrt"), MATH1("erf"), MATH1("erfc"), MATH1("sqrt"), MATH1("ceil"), MATH1("floor"), MATH1("trunc"), MATH1("round"),
  MATH1("roundeven"), MATH1("rint"), MATH1("nearbyint"), MATH1("fabs"), MATH2("atan2"), MATH2("pow"), MATH2("fmod"), MATH2("fmin"), MATH2("fmax"),
  MATH2("copysign"), {"fma", "ddd", "d", false}, {"fmaf", "fff", "f", false}, {"ldexp", "di", "d", false}, {"ldexpf", "fi", "f", false},
  // Of complex numbers none is here: their results are structs of C, which every platform passes its own way.
  // What the host of a watched or a traced program hears
  {"rung.touch_freed", "i", "", false},
  {"rung.trace_int", "iI", "", false}, {"rung.trace_float", "id", "", false}, {"rung.trace_pointer", "iI", "", false}, {"rung.trace_effect", "iI", "", false},
  {"rung.trace_memref", "iIII", "", false}, {"rung.trace_dim", "II", "", false},
  {"rung.trace_call", "i", "", false}, {"rung.trace_enter", "i", "", false}, {"rung.trace_leave", "i", "", false},
  // What instructions need that wasm has not
  {"rung.f16_bits", "f", "i", false}, {"rung.f16_bits_f64", "d", "i", false}, {"rung.f16_value", "i", "f", false}, {"rung.bf16_bits", "f", "i", false},
  {"rung.bf16_bits_f64", "d", "i", false}, {"rung.powi", "di", "d", false}, {"rung.powif", "fi", "f", false},
  {"rung.frexp", "d", "d", false}, {"rung.frexpf", "f", "f", false}, {"rung.exponent", "", "i", false},
  {"rung.mul128", "IIII", "I", false}, {"rung.div128", "IIIIi", "I", false}, {"rung.high", "", "I", false},
  {"rung.f64_of_i128", "IIi", "d", false}, {"rung.f32_of_i128", "IIi", "f", false}, {"rung.i128_of_f64", "di", "I", false},
};

const RuntimeFunction *runtime_function(Str name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (str_is(name, functions[i].name)) return &functions[i];
  return NULL;
}
