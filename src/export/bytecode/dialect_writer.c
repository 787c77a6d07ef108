// Attributes of llvm with an encoding of their own (mlir/include/mlir/Dialect/LLVMIR/LLVMDialectBytecode.td): what is distinct in them
// stays one thing, which text could not say.
#include "asm/params.h"
#include "export/bytecode/writer.h"
#include "ops/llvm.h"

static void put_optional(BytecodeWriter *w, StrBuf *out, A attr) {
  if (attr) put_flagged(out, written_attr(w, attr), true);
  else put_varint(out, 0);
}

static void put_list(BytecodeWriter *w, StrBuf *out, A list) {
  bool is_array = list && attr_kind(list) == ATTR_ARRAY;
  uint64_t count = !list ? 0 : is_array ? ((const ArrayAttr *)list)->count : ((const DenseArrayAttr *)list)->count;
  strbuf_char(out, count != 0);
  if (!count) return;
  put_varint(out, count);
  for (uint64_t i = 0; i < count; i++) {
    if (is_array) put_optional(w, out, ((const ArrayAttr *)list)->items[i]);
    else put_varint(out, (uint64_t)dense_array_i64(list, i));
  }
}

static void put_param(BytecodeWriter *w, StrBuf *out, const ParamDef *param, uint64_t word) {
  A attr = (A)(uintptr_t)word;
  bool optional = param->flags & PARAM_OPTIONAL;
  switch (param->kind) {
    case PARAM_BOOL: strbuf_char(out, word != 0); return;
    case PARAM_UINT: case PARAM_INT: case PARAM_ENUM: case PARAM_NAME: put_varint(out, word); return;
    case PARAM_OPT_INT:
      if (attr) put_flagged(out, attr_to_u64(attr), true);
      else put_varint(out, 0);
      return;
    case PARAM_ATTR_ARRAY: case PARAM_INT_ARRAY: put_list(w, out, attr); return;
    case PARAM_STRING:
      if (!optional) put_varint(out, written_string(w, attr ? attr_str(attr) : (Str){"", 0}));
      else put_optional(w, out, attr);
      return;
    default:
      if (optional) put_optional(w, out, attr);
      else put_varint(out, written_attr(w, attr ? attr : attr_unit(w->ctx)));
  }
}

bool put_llvm_attr(BytecodeWriter *w, StrBuf *out, A attr) {
  if (attr_kind(attr) != ATTR_DIALECT) return false;
  for (uint32_t code = 0; code < LLVM_CODES; code++) {
    if (!attr_is(attr, llvm_codes[code])) continue;
    const ParamsDef *def = llvm_codes[code]->params;
    uint32_t count = def->count;
    // LLVM 22 has no place for a compile unit's splitDebugFilename.
    if (llvm_codes[code] == &llvm_di_compile_unit_attr && attr_param(attr, --count)) return false;
    put_varint(out, code);
    for (uint32_t i = 0; i < count; i++) put_param(w, out, &def->params[i], attr_param(attr, i));
    return true;
  }
  return false;
}
