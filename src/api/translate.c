// Translating to other languages: of the chapter "print" of rung.h.
#include "api/print.h"
#include "api/reading.h"
#include "dialects/llvm/types.h"
#include "export/bytecode/bytecode.h"
#include "export/llvm_ir/llvm_ir.h"
#include "export/present.h"
#include "export/wasm/wasm.h"
#include "ir/symbol.h"
#include "ir/text.h"
#include "ops/builtin.h"

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
  if (target > RUNG_WASM_TRACED || !module) return (RungStr){NULL, 0};
  const Diag *last = self->diags.last;
  WasmTelling telling = target == RUNG_WASM_TRACED ? WASM_TRACED : target == RUNG_WASM_WATCHED ? WASM_WATCHED : WASM_PLAIN;
  bool ok = target != RUNG_LLVM_IR ? export_wasm(module, telling, &self->printed) : export_llvm_ir(module, &self->printed, NULL);
  session_shift_messages(self, last ? last->next : self->diags.first);
  if (!ok || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

const uint32_t *rung_translation_origins(RungSession *self, bool result, uint32_t *count) {
  Module *module = exported(self, result);
  OutputMap map = {.arena = &self->arena};
  const Diag *last = self->diags.last;
  *count = 0;
  if (!module) return NULL;
  export_llvm_ir(module, &self->printed, &map);
  session_shift_messages(self, last ? last->next : self->diags.first);
  const uint32_t *out = session_is_out_of_memory(self) ? NULL : session_origins(self, &map);
  if (out) *count = map.entries.count;
  return out;
}

static RungStr types_text(RungSession *self, const T *types, uint32_t count) {
  StrBuf text;
  strbuf_init(&text, self->arena.mem);
  for (uint32_t i = 0; i < count; i++) strbuf_printf(&text, i ? "\n%s" : "%s", type_text(self->ctx, types[i]));
  Str kept = arena_str(&self->arena, strbuf_view(&text));
  strbuf_free(&text);
  return out_str(kept);
}

bool rung_function(RungSession *self, uint32_t index, RungFunction *out) {
  *out = (RungFunction){0};
  Module *module = self->module;
  if (!module || !op_is(module->op, OP_BUILTIN_MODULE) || region_is_empty(op_region(module->op, 0))) return false;
  block_each_op(op_region(module->op, 0)->first, op) {
    if (!op_has(op, TRAIT_FUNCTION) || op->region_count != 1 || region_is_empty(op_region(op, 0))) continue;
    A type = op_attr(op, "function_type");
    if (!type || attr_kind(type) != ATTR_TYPE || index-- > 0) continue;
    T function = ((const TypeAttr *)type)->type;
    const FunctionType *own = type_as_function(function);
    const LLVMFuncType *low = llvm_as_func(function);
    if (own) out->inputs = types_text(self, own->types, own->input_count), out->results = types_text(self, own->types + own->input_count, own->result_count);
    else if (low) out->inputs = types_text(self, low->params, low->count), out->results = types_text(self, &low->result, !llvm_is_void(low->result));
    out->name = out_str(symbol_name(op));
    out->begin = (uint32_t)op->loc.src.begin;
    out->end = (uint32_t)op->loc.src.end;
    return !session_is_out_of_memory(self);
  }
  return false;
}

RungStr rung_bytecode(RungSession *self, bool result, uint32_t version) {
  Module *module = exported(self, result);
  if (!module || version > RUNG_BYTECODE_VERSION) return (RungStr){NULL, 0};
  if (session_refuses_bytecode(self, module)) return (RungStr){NULL, 0};
  if (!bytecode_write(module, version, STR("Rung" RUNG_VERSION), &self->printed) || session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}
