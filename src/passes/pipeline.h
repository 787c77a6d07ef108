// The registry of passes, pipelines as text, and running them over a module.
#ifndef RUNG_PASSES_PIPELINE_H
#define RUNG_PASSES_PIPELINE_H

#include "rewrite/pass.h"

// --- Registry
extern const PassDef *const all_passes[];           // NULL-terminated
const PassDef *pass_by_name(Str name);
bool pass_is_known_upstream(Str name);              // exists in LLVM 22's mlir-opt, perhaps not here
typedef struct PipelinePreset {
  const char *name, *title, *text;
} PipelinePreset;
extern const PipelinePreset pipeline_presets[];     // the last has no name

// --- Pipelines
typedef struct Pipeline {
  Arena *arena;
  Str anchor;                       // "builtin.module" or "any"
  PassInstance *first, **last;
  uint32_t pass_count;
  bool typed_pointers;              // it names a pass of a release with typed pointers
  bool from_flags;                  // set before parsing: a list of passes to run on `anchor`, others for ops inside
} Pipeline;

void pipeline_init(Pipeline *self, Arena *arena, Str anchor);
// Parse "anchor(pass{opt=value},nested(…))", `from_flags` only what is inside. Errors are reported
// without a location, worded as mlir-opt words them.
bool pipeline_parse(Pipeline *self, Context *ctx, Str text);
// Append the text of a pipeline with one more pass, nested as it must be: before the last element that has the pass
// `before` in it, or at the end, where casts are reconciled last. False: it cannot be read, or there is no such pass.
bool pipeline_add(Pipeline *scratch, Context *ctx, Str text, Str pass, Str before, StrBuf *out);
// The parts of a pipeline's text, also when the text is unfinished or wrong. Slices point into the text that was read;
// a slice without data stands for a part that is missing.
typedef struct PipelineElement {
  uint32_t depth;                   // 0: the whole pipeline with its anchor, 1: what is in its parentheses …
  bool is_nest;                     // of others, for operations called `name`; else a pass
  const PassDef *def;               // of a pass; NULL: no pass has that name
  Str text, name;
  Str options;                      // the text between the braces
  Str inner;                        // of a nest: the text between the parentheses
  uint32_t first_option, option_count;
} PipelineElement;
typedef struct PipelineOption {
  int32_t slot;                     // in the pass's options; -1: it has none of that name
  Str text, name;
  Str value;                        // as the pass gets it; `written` with what is around it
  Str written;
} PipelineOption;
typedef struct PipelineReading {
  VEC(PipelineElement) elements;    // an element is followed by what is in it
  VEC(PipelineOption) options;      // in the order of the elements
} PipelineReading;
// Read a text as far as it goes. Messages are about the text itself: ranges in bytes of it, repairs with them. True: it is a
// pipeline that can run.
bool pipeline_read(Pipeline *scratch, Context *ctx, Str text, PipelineReading *out);
// How the passes of a pipeline convert types. `types`: the pass whose options count, which is the one that converts
// functions or else the first that converts types; NULL: none does. `data_layout`: the last one set before that pass.
typedef struct PipelineConversion {
  const PassInstance *types;
  Str data_layout;
} PipelineConversion;
PipelineConversion pipeline_conversion(const Pipeline *self);
// The pipeline as --dump-pass-pipeline prints it.
void pipeline_print(const Pipeline *self, StrBuf *out);
void pipeline_print_line(const Pipeline *self, const char *between, StrBuf *out);   // … on one line, with `between` two of the outermost
void pass_instance_print(const PassInstance *pass, StrBuf *out);   // name{options}

// The report of --mlir-pass-statistics: as the pipeline is nested, or one entry for each kind of pass.
void pipeline_print_statistics(const Pipeline *self, bool as_list, StrBuf *out);

// --- Running
typedef struct PassDone {
  uint32_t runs;                  // on so many operations
  bool changed, failed;
} PassDone;

typedef struct PassHooks {        // calls to the caller; all optional
  void *data;
  bool verify_each;               // on by default in pipeline_run's callers
  void (*before)(void *data, const PassInstance *pass, Module *module, Operation *op);
  void (*after)(void *data, const PassInstance *pass, Module *module, Operation *op, bool changed, bool failed);
  // Called after each pass, which then has run on all its operations; returns false to stop the run.
  bool (*done)(void *data, const PassInstance *pass, Module *module, const PassDone *what);
  struct ExplainLog *explain;
  bool exact_changes;             // compare the op before and after a pass that says it changed it
  bool typed_pointers;            // what runs is for a release with typed pointers
} PassHooks;
// Run on module->op. Stops at the first failing pass; messages are in context->diags.
bool pipeline_run(const Pipeline *self, Module *module, const PassHooks *hooks);
// Run on one operation, as a part of the pass that is running; nobody is told of the passes.
bool pipeline_run_inside(const Pipeline *self, PassRun *run, Operation *op);

#endif
