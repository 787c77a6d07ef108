// A text of the llvm dialect: what is valid is written as LLVM IR, or refused with a message; twice the same.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.memory_limit = (size_t)1 << 29};
  RungSession *session = rung_session_new(&options);
  if (rung_set_text(session, (RungStr){(const char *)data, size})) {
    RungStr text = rung_translate(session, false, RUNG_LLVM_IR);
    char *first = text.data ? malloc(text.size + 1) : NULL;
    size_t first_size = text.size;
    if (first) memcpy(first, text.data, text.size);
    else if (!rung_diagnostic_count(session)) __builtin_trap();   // refused without a word
    text = rung_translate(session, false, RUNG_LLVM_IR);
    if ((first != NULL) != (text.data != NULL)) __builtin_trap();
    if (first && (first_size != text.size || memcmp(first, text.data, text.size))) __builtin_trap();
    free(first);
  }
  rung_session_delete(session);
  return 0;
}
