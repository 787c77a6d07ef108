// Intrinsics of targets: operations of dialects that are instructions of one kind of machine.
#include "export/llvm_ir/intrinsics.h"

#include "ir/type.h"

static const IrIntrinsicRow rows[] = {
#define X(op, name, overloads, attributes, parameters, arguments) {op, name, overloads, attributes, parameters, arguments},
#include "export/llvm_ir/targets.def"
#undef X
};

const IrIntrinsicRow *target_rows(uint32_t *count) {
  *count = countof(rows);
  return rows;
}

const IrIntrinsicRow *target_row(Str op) {
  size_t low = 0, high = countof(rows);
  while (low < high) {
    size_t middle = (low + high) / 2;
    int order = str_compare(op, str_from(rows[middle].op));
    if (!order) return &rows[middle];
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

void put_row_name(StrBuf *out, const IrIntrinsicRow *row, const Operation *op) {
  static const struct { const char *op, *name; } families[] = {
    {"arm_neon.intr.", "llvm.aarch64.neon."}, {"arm_sme.intr.", "llvm.aarch64.sme."}, {"arm_sve.intr.", "llvm.aarch64.sve."}, {"nvvm.", "llvm.nvvm."},
    {"rocdl.", "llvm.amdgcn."}, {"", ""},
  };
  if (row->name) {
    for (const char *at = row->name; *at; at++) {
      T kind = op && *at == '?' && op->operand_count > 1 ? op_operand_type(op, 1) : NULL;
      strbuf_char(out, !kind ? *at : type_is_vector(kind) ? 'v' : type_is_float(kind) ? 'f' : 'x');
    }
    return;
  }
  size_t family = 0;
  while (!str_starts_with(str_from(row->op), str_from(families[family].op))) family++;
  strbuf_str(out, str_from(families[family].name));
  for (const char *at = row->op + strlen(families[family].op); *at; at++) strbuf_char(out, *at == '_' ? '.' : *at);
}

bool is_fenced(const IrIntrinsicRow *row) { return row->parameters && !strcmp(row->parameters, "fenced"); }
