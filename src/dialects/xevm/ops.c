// Types and attributes of xevm's operations.
#include "ops/xevm.h"

#include "dialects/common/gpu_target.h"
#include "dialects/llvm/types.h"

enum { GLOBAL_SPACE = 1, GENERIC_SPACE = 4 };
bool xevm_is_global_or_generic_pointer(T type) {
  return llvm_is_ptr(type) && (llvm_ptr_space(type) == GLOBAL_SPACE || llvm_ptr_space(type) == GENERIC_SPACE);
}

// #xevm.target<O = 3, chip = "pvc">
static const char *const target_keys[] = {"O", "triple", "chip", "flags", "linkFiles", NULL};
static const char *const target_defaults[] = {"spirv64-unknown-unknown", "bmg"};
static const GpuTarget target = {target_keys, target_defaults, countof(target_defaults)};

A parse_xevm_target(Parser *p, const AttrDef *def, T type) {
  (void)type;
  return parse_gpu_target(p, def, &target);
}

void print_xevm_target(Printer *p, A attr) { print_gpu_target(p, attr, &target); }
