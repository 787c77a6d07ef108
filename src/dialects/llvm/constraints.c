// Constraints of the llvm dialect (mlir/Dialect/LLVMIR/LLVMOpBase.td).
#include "ops/llvm.h"

#include "dialects/llvm/attrs.h"
#include "dialects/llvm/types.h"

#define TEST(name, condition) \
  bool name(T type) { return condition; }

TEST(check_llvm_type, llvm_is_compatible_outer(type))
TEST(check_llvm_primitive, llvm_is_compatible_outer(type) && !llvm_is_void(type) && !llvm_is_func(type))
TEST(check_llvm_loadable, llvm_is_loadable(type))
TEST(check_llvm_float, llvm_is_compatible_float(type))
TEST(check_llvm_default_pointer, llvm_is_ptr(type) && !llvm_ptr_space(type))
TEST(check_llvm_aggregate, llvm_is_struct(type) || llvm_is_array(type))
TEST(check_llvm_non_aggregate, llvm_is_compatible_outer(type) && !llvm_is_struct(type) && !llvm_is_array(type))
TEST(check_llvm_any_vector, llvm_is_compatible_vector(type))
TEST(check_llvm_fixed_vector, type_is_vector(type) && !((const ShapedType *)type)->scalable)

T build_llvm_default_pointer(Context *ctx) { return llvm_ptr(ctx, 0); }
