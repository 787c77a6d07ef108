// Bytecode, or a text. What can be read is written as bytecode, of the version that the size chooses; that is read, and prints the same.
// Versions before 5 keep properties among the attributes, where those of an operation that is not known stay.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *copy(RungStr text) {
  char *bytes = malloc(text.size + 1);
  if (bytes) memcpy(bytes, text.data, text.size);
  return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.memory_limit = (size_t)1 << 29, .allow_unregistered_dialects = true};
  RungPrintOptions print = rung_print_options();
  RungSession *session = rung_session_new(&options), *again = rung_session_new(&options);
  if (rung_set_text(session, (RungStr){(const char *)data, size})) {
    RungStr text = rung_print(session, &print);
    char *first = copy(text);
    size_t first_size = text.size;
    uint32_t version = size % (RUNG_BYTECODE_VERSION + 1);
    RungStr bytes = rung_bytecode(session, false, version);
    char *written = bytes.data ? copy(bytes) : NULL;
    if (written && rung_set_text(again, (RungStr){first, first_size})) {   // what cannot be read as text either is no concern here
      text = rung_print(again, &print);
      bool is_stable = text.size == first_size && !memcmp(text.data, first, first_size);
      if (!rung_set_text(again, (RungStr){written, bytes.size})) {
        if (is_stable && !rung_out_of_memory(again)) __builtin_trap();
      } else {
        text = rung_print(again, &print);
        if (is_stable && version >= 5 && (text.size != first_size || memcmp(text.data, first, first_size))) __builtin_trap();
      }
    }
    free(first);
    free(written);
  }
  rung_session_delete(session);
  rung_session_delete(again);
  return 0;
}
