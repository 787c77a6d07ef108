// A text of the llvm dialect: what is valid is written as LLVM IR and as WebAssembly, or refused with a message; twice the same.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Twice the same bytes, or twice a message.
static void translate(RungSession *session, RungTarget target) {
  RungStr text = rung_translate(session, false, target);
  char *first = text.data ? malloc(text.size + 1) : NULL;
  size_t first_size = text.size;
  if (first) memcpy(first, text.data, text.size);
  else if (!rung_diagnostic_count(session)) __builtin_trap();   // refused without a word
  text = rung_translate(session, false, target);
  if ((first != NULL) != (text.data != NULL)) __builtin_trap();
  if (first && (first_size != text.size || memcmp(first, text.data, text.size))) __builtin_trap();
  free(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.memory_limit = (size_t)1 << 29};
  RungSession *session = rung_session_new(&options);
  if (rung_set_text(session, (RungStr){(const char *)data, size})) {
    translate(session, RUNG_WASM);
    translate(session, RUNG_WASM_TRACED);
    translate(session, RUNG_LLVM_IR);   // may give the module blocks more
  }
  rung_session_delete(session);
  return 0;
}
