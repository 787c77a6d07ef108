// The log of a run told as facts.
#ifndef RUNG_PASSES_EXPLAIN_RUN_H
#define RUNG_PASSES_EXPLAIN_RUN_H

#include "rewrite/explain.h"

// Tell what the passes of a log did to `module`, and which operations they did not convert.
void explain_run(Facts *out, const ExplainLog *log);

#endif
