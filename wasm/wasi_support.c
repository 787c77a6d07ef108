// Functions that a WASI program lacks.
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// Debian's wasm builtins are compiled with a stack protector that its wasi-libc does not provide.
uintptr_t __stack_chk_guard = 0x5eed;
_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// WASI has no working directory. A host that opens the whole file system to the program sets PWD; with
// preopened folders alone, relative paths are relative to those.
__attribute__((constructor)) static void enter_working_directory(void) {
  const char *folder = getenv("PWD");
  if (folder) (void)!chdir(folder);
}
