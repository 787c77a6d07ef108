#include "service/summary.h"

// In the order of the summary; kinds without a noun are not counted.
static const struct { DiagInfo info; const char *label, *before, *noun, *after; } infos[] = {
  {DIAG_INFO_KEPT, "unknown", "", "unknown operation", ""},
  {DIAG_INFO_ASIDE, "ignored", "text in ", "line", " ignored"},
  {DIAG_INFO_HOLE, "left out", "", "omission", ""},
  {DIAG_INFO_ELSEWHERE, "elsewhere", "", "name", " from elsewhere"},
  {DIAG_INFO_PIECES, "pieces", "read as ", "piece", ""},
  {DIAG_INFO_UNCHECKED, "unchecked", "", "operation", " not checked"},
  {DIAG_INFO_MET, "as expected", NULL, NULL, NULL},
  {DIAG_INFO_PRINTED, "printed", NULL, NULL, NULL},
};

const char *severity_name(Severity severity) {
  static const char *const names[] = {"error", "warning", "remark", "note", "info"};
  return names[severity];
}

const char *diag_label(const Diag *diag) {
  for (uint32_t i = 0; i < countof(infos); i++)
    if (diag->info == infos[i].info) return infos[i].label;
  return diag->is_hint ? "hint" : severity_name(diag->severity);
}

// "2,000"
static void add_count(StrBuf *out, uint64_t count) {
  char digits[32];
  size_t at = sizeof digits;
  for (uint32_t n = 0; !n || count; n++, count /= 10) {
    if (n && n % 3 == 0) digits[--at] = ',';
    digits[--at] = (char)('0' + count % 10);
  }
  strbuf_bytes(out, digits + at, sizeof digits - at);
}

void diags_summary(const Diags *diags, StrBuf *out) {
  for (uint32_t i = 0; i < countof(infos) && infos[i].noun; i++) {
    uint64_t count = 0;
    for (const Diag *diag = diags->first; diag; diag = diag->next)
      if (diag->info == infos[i].info) count += diag->about ? diag->about : 1;
    if (!count) continue;
    strbuf_printf(out, "%s%s", out->size ? ", " : "", infos[i].before);
    add_count(out, count);
    strbuf_printf(out, " %s%s%s", infos[i].noun, count == 1 ? "" : "s", infos[i].after);
  }
}
