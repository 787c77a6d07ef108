// Translating to other languages: of the chapter "print" of rung.h.
#include "api/print.h"
#include "api/reading.h"
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
