// Translating to other languages: of the chapter "print" of rung.h.
#include "api/print.h"
#include "api/reading.h"
#include "export/bytecode/bytecode.h"
#include "export/llvm_ir/llvm_ir.h"

RungStr rung_translate(RungSession *self, RungTarget target) {
  self->printed.size = 0;
  if (target != RUNG_LLVM_IR || !self->module || !self->module->op || !self->module_valid) return (RungStr){NULL, 0};
  const Diag *last = self->diags.last;
  bool ok = export_llvm_ir(self->module, &self->printed);
  session_shift_messages(self, last ? last->next : self->diags.first);
  if (!ok || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

RungStr rung_bytecode(RungSession *self, bool result, uint32_t version) {
  Module *module = result ? self->result : self->module;
  self->printed.size = 0;
  if (!module || !module->op || version > RUNG_BYTECODE_VERSION || !(result ? self->result_valid : self->module_valid)) return (RungStr){NULL, 0};
  if (!bytecode_write(module, version, STR("Rung" RUNG_VERSION), &self->printed) || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}
