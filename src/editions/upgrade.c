#include "editions/upgrade.h"

#include "dialects/llvm/opaque_pointers.h"

void module_upgrade(Module *module, const Edition *to) {
  if (module->context->has_typed_pointers && !to->typed_pointers) llvm_make_pointers_opaque(module);
}
