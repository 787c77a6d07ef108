// See out.h.
#include "api/out.h"

#include "service/summary.h"

bool out_diagnostic(const Diag *diag, RungDiagnostic *out) {
  if (!diag) return false;
  *out = (RungDiagnostic){
    .severity = (RungSeverity)diag->severity,
    .has_range = diag->has_range,
    .is_hint = diag->is_hint,
    .phase = (RungPhase)diag->stage,
    .kind = (RungInfo)diag->info,
    .about = diag->about,
    .begin = diag->range.begin,
    .end = diag->range.end,
    .file = out_str(diag->file),
    .line = diag->line,
    .column = diag->column,
    .message = out_str(diag->message),
    .label = diag_label(diag),
    .lists_fixes = diag->lists_fixes,
    .out_of_memory = diag->out_of_memory,
    .headline = diag->headline,
  };
  for (const Diag *note = diag->notes; note; note = note->next) out->note_count++;
  for (const Fix *fix = diag->fixes; fix; fix = fix->next) out->fix_count++;
  return true;
}

const Diag *nth_diagnostic(const Diag *diag, uint32_t n) {
  while (diag && n--) diag = diag->next;
  return diag;
}
