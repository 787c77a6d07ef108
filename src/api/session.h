// A session, as the files of the api know it. There is a file for each chapter of rung.h, and headers for what one has that others use;
// none leads back: out, dialects, session, reading, text, print, and then the others.
#ifndef RUNG_API_SESSION_H
#define RUNG_API_SESSION_H

#include "api/dialects.h"
#include "api/out.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "convert/llvm/explain_type.h"
#include "editions/changes.h"
#include "ir/edition.h"
#include "passes/explain_run.h"
#include "passes/pipeline.h"
#include "rewrite/rules_load.h"
#include "service/completion.h"
#include "service/parts.h"

// A part of the text, and the messages about it of the call that set the text.
typedef struct SessionPart {
  TextPart text;
  bool ok;
  uint32_t first_diagnostic, diagnostic_count;
  uint32_t older_release;   // see Module
  const RungLogStage *dump; // NULL: the text is no log
} SessionPart;

// A session holds one context for the text and its results. A new text gets a new context,
// so that nothing of an older text (bodies of identified structs, say) shows through.
// Places in what was read, and messages, point to the name.
typedef struct FileName {
  struct FileName *next;
  char text[];
} FileName;

struct RungSession {
  RungOptions options;
  const Edition *edition_in;    // NULL: every one is read
  const Edition *edition_out;   // NULL: that of edition_in, or the current one
  FileName *file_name;   // the one that the options say, and those before it that a text was read with
  Mem mem;              // of the session itself: text, messages, printed output
  Arena arena;          // messages and stages of the last call
  Diags diags;
  Str text;
  Str split_marker;     // owned; empty: the text is one part
  Arena parts_arena;
  VEC(SessionPart) parts;
  uint32_t part;        // the chosen one, which the module is made of; positions in it begin at `shift` of the text
  uint32_t shift;
  char *text_copy;      // NULL when the text is borrowed
  UsedDialects dialects;   // added ones that contexts of the text know
  Context *ctx;         // NULL before the first text
  Module *module;
  Module *result;       // of the last run; NULL before
  StrBuf printed, pipeline_text;
  Pipeline pipeline;    // the last one; in `arena`
  PipelineReading reading;   // of `pipeline_read_text`, by rung_read_pipeline(); both in `arena`
  Str pipeline_read_text;
  RungStage *stages;
  uint32_t stage_count;
  Arena rules_arena;
  RuleText *rules;      // by rung_add_rules()
  const RungOperationCount *counts;   // of the text's module; NULL: not yet
  uint32_t count_count;
  size_t peak;
  bool out_of_memory;         // memory ran out for a context that is gone
  Operation *observed;  // the op of the running observer call
  bool tracing;
  uint32_t traced_rules;   // by rung_trace_rules()
  ExplainLog log;       // of the last run, when it was traced
  Facts facts;          // of the last explanation
  Completions completions;   // in `arena`
  SourceNotes notes;    // of the text, when it is to be upgraded; in the module's memory
  bool takes_notes, reads_nothing;   // ways to set a text
  TextChangeVec changes;   // by the last rung_upgraded_text(), in the module's memory
  VEC(const Fix *) fixes_made;   // by the last rung_fixed_text(), in order
  bool result_is_typed; // pointers of the result may say what they point to
  // Custom forms are for operations that verify; others are printed in generic form, as upstream does.
  bool module_valid, result_valid;
};

void session_begin_call(RungSession *self);   // forgets the messages and stages of the last call
bool session_report(RungSession *self, const char *message);   // an error without a place; false
bool session_report_out_of_memory(RungSession *self);          // false
bool session_is_out_of_memory(const RungSession *self);
Range session_traced_line(RungSession *self, const Module *module);
void session_drop_modules(RungSession *self);          // with the context
void session_forget_file_names(RungSession *self);     // but for the last: nothing points to the others

#endif
