// Debian's compiler-rt for WASI is built with stack protection, which wasi-libc does not have.
#include "runtime.h"

uintptr_t __stack_chk_guard = 0x5ca1ab1e;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
