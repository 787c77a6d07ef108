// What the parts of a pipeline's reader share: elements of a text, messages about them, options of passes.
#ifndef RUNG_PASSES_PIPELINE_IMPL_H
#define RUNG_PASSES_PIPELINE_IMPL_H

#include "passes/pipeline.h"

// pipeline ::= element (`,` element)*    element ::= name (`{` options `}`)? | anchor `(` pipeline `)`
typedef struct Element {
  Str name, options;
  const char *open, *end;           // of a nest: its parenthesis; the end of the element
  bool is_closed;
  struct Element *inner, *next, *up;
} Element;

typedef struct PipelineText {
  Context *ctx;
  Pipeline *pipeline;
  Str text;
  size_t at;
  PipelineReading *reading;         // NULL: the first mistake is the last
} PipelineText;

// --- pipeline_messages.c (no location: the text is not in the source)

// These return false.
bool pipeline_fail(Context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool pipeline_fail_option(Context *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));   // about an option's value: a line of its own
bool pipeline_fail_more(Context *ctx, const char *format, Str name, Str options) __attribute__((format(printf, 2, 0)));   // what was being parsed when the last message was reported
// Of a text that is read as far as it goes: say where in it the last message belongs. False: it is not read so.
bool pipeline_place(PipelineText *p, Str at);
// Names that may have been meant: the nearest ones, or those with the name in them.
typedef struct Candidates {
  Str name;
  uint32_t distance, count;
  const char *found[3];
} Candidates;
void candidates_consider(Candidates *self, const char *candidate);
void pipeline_offer(PipelineText *p, const Candidates *names, Str at);   // as repairs of the last message
void pipeline_explain_missing(Context *ctx, Str name);
void pipeline_note_old_name(Context *ctx, Pipeline *pipeline, const PassDef *def);

// --- pipeline_options.c

Str pipeline_trim(Str text);
bool pipeline_is_space(char c);
bool pipeline_options(PipelineText *p, PassInstance *pass, Str text);

#endif
