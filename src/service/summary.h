// Short words about messages: the label of one, and a summary of how a text was read.
#ifndef RUNG_SERVICE_SUMMARY_H
#define RUNG_SERVICE_SUMMARY_H

#include "support/diag.h"
#include "support/strbuf.h"

const char *severity_name(Severity severity);
// "error", "hint", or what an info message is about: "kept".
const char *diag_label(const Diag *diag);
// Append "3 unknown operations, text in 1 line ignored"; nothing when there are no info messages.
void diags_summary(const Diags *diags, StrBuf *out);

#endif
