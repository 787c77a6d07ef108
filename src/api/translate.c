// Translating to other languages: of the chapter "print" of rung.h.
#include "api/print.h"
#include "api/reading.h"
#include "export/bytecode/bytecode.h"
#include "export/llvm_ir/llvm_ir.h"
#include "export/present.h"
#include "export/wasm/wasm.h"

bool session_can_export(const RungSession *self) {
  if (!export_is_absent()) return true;
  if (self->options.need_pack) self->options.need_pack(self->options.need_pack_data, (RungStr){"export", 6});
  return false;
}

// What is exported; NULL: it has errors, or there is none.
static Module *exported(RungSession *self, bool result) {
  Module *module = result ? self->result : self->module;
  self->printed.size = 0;
  return module && module->op && (result ? self->result_valid : self->module_valid) && session_can_export(self) ? module : NULL;
}

RungStr rung_translate(RungSession *self, bool result, RungTarget target) {
  Module *module = exported(self, result);
  if (target > RUNG_WASM || !module) return (RungStr){NULL, 0};
  const Diag *last = self->diags.last;
  bool ok = target == RUNG_WASM ? export_wasm(module, &self->printed) : export_llvm_ir(module, &self->printed);
  session_shift_messages(self, last ? last->next : self->diags.first);
  if (!ok || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

RungStr rung_bytecode(RungSession *self, bool result, uint32_t version) {
  Module *module = exported(self, result);
  if (!module || version > RUNG_BYTECODE_VERSION) return (RungStr){NULL, 0};
  if (!bytecode_write(module, version, STR("Rung" RUNG_VERSION), &self->printed) || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}
