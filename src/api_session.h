// A session, for the parts of the api: api.c (texts, messages, printing), api_run.c (passes), api_explain.c and
// api_types.c.
#ifndef RUNG_API_SESSION_H
#define RUNG_API_SESSION_H

#include <stdlib.h>

#include "api_dialects.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "convert/llvm/explain_type.h"
#include "editions/changes.h"
#include "ir/edition.h"
#include "passes/explain_run.h"
#include "passes/pipeline.h"
#include "rewrite/rules_load.h"
#include "rung.h"
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

static inline RungStr out_str(Str s) { return (RungStr){s.data, s.size}; }
static ALWAYS_INLINE Str in_str(RungStr s) { return (Str){s.data, s.size}; }

void session_begin_call(RungSession *self);   // forgets the messages and stages of the last call
bool session_report(RungSession *self, const char *message);   // an error without a place; false
bool session_report_out_of_memory(RungSession *self);          // false
bool session_is_out_of_memory(const RungSession *self);
const Diag *nth_diagnostic(const Diag *first, uint32_t n);     // NULL: there are fewer

bool session_read_part(RungSession *self, uint32_t i);   // into a new context; session_drop_modules() was called. True: without errors
bool session_read_again(RungSession *self, uint32_t i);  // the same without reporting anything. False: memory ran out
void session_drop_modules(RungSession *self);
void session_shift_messages(RungSession *self, Diag *first);   // from places in the chosen part to places in the whole text

// True: the form asked for cannot be printed, which is reported.
bool session_refuses_form(RungSession *self, bool result, const RungPrintOptions *options);
// `map` (may be NULL) receives the origins of the output. The text lives until the next call that prints; NULL: memory ran out.
RungStr session_print(RungSession *self, Module *module, Operation *op, bool valid, const RungPrintOptions *options, OutputMap *map);
// The pairs of ranges as they go out, in the arena of the call.
const uint32_t *session_origins(RungSession *self, const OutputMap *map);

#endif
