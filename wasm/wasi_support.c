// Debian's wasm builtins are compiled with a stack protector that its wasi-libc does not provide.
#include <stdint.h>

uintptr_t __stack_chk_guard = 0x5eed;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
