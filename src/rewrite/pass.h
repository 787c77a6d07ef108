// Passes: records with options, run by the pass manager over a module.
#ifndef RUNG_REWRITE_PASS_H
#define RUNG_REWRITE_PASS_H

#include "ir/op.h"
#include "ir/symbol.h"
#include "ir/verify.h"

typedef enum OptionKind {
  OPTION_BOOL, OPTION_INT, OPTION_LONG, OPTION_UINT, OPTION_STRING, OPTION_ENUM,
  OPTION_WIDTH,      // of an integer type, or 0
  OPTION_LIST,       // of strings; elements joined with ',' in the text
  OPTION_INT_LIST,
} OptionKind;

typedef struct PassOption {
  const char *name;
  OptionKind kind;
  const char *default_text;         // as written in a pipeline; NULL: "" / empty list
  const char *const *values;        // OPTION_ENUM: NULL-terminated spellings
  const char *summary;
} PassOption;

struct PassRun;

typedef struct PassDef {
  const char *name;                 // "convert-scf-to-cf"
  const char *class_name;           // "SCFToControlFlowPass", as --mlir-print-ir-after-all shows it
  const char *summary;
  const char *anchor;               // the op it runs on, or NULL for any
  const PassOption *options;
  uint32_t option_count;
  // Change `op`; false when the pass failed (messages were reported).
  bool (*run)(struct PassRun *run, Operation *op);
  const char *const *statistics;    // NULL-terminated "(S) name - text" entries
  const char *now;                  // a name of older releases: the passes that do its work today
  bool typed_pointers;              // that release had typed pointers
} PassDef;
#define PASS_OPTIONS(...) .options = (const PassOption[]){__VA_ARGS__}, .option_count = countof(((const PassOption[]){__VA_ARGS__}))

// One pass of a pipeline with its options, or a nested pipeline.
typedef struct PassInstance {
  const PassDef *def;               // NULL: nested pipeline
  Str anchor;                       // of the nested pipeline: op name or "any"
  struct PassInstance *nested;      // first of the nested pipeline
  struct PassInstance *next;
  const Str *values;                // option texts, one per def->options (defaults filled in)
  bool *given;                      // option was written out
  uint64_t statistics[8];
  uint32_t number;                  // of the pass in the pipeline, from 0
  Str nest;                         // anchors of the nested pipelines around, with '/' between them
} PassInstance;

typedef struct Pipeline {
  Arena *arena;
  Str anchor;                       // "builtin.module" or "any"
  PassInstance *first, **last;
  uint32_t pass_count;
  bool typed_pointers;              // it names a pass of a release with typed pointers
  bool from_flags;                  // set before parsing: a list of passes to run on `anchor`, others for ops inside
} Pipeline;

// What a pass works with.
typedef struct PassRun {
  Context *ctx;
  Module *module;
  const PassInstance *instance;
  Arena *arena;                     // scratch, freed after the pass
  bool changed;                     // set when the IR was changed
  struct ExplainLog *explain;       // NULL: nobody asks for reasons (see rewrite/explain.h)
  uint64_t *statistics;
  bool typed_pointers;              // make `!llvm.ptr<f32>` instead of `!llvm.ptr`
} PassRun;

bool pass_bool(const PassRun *run, const char *option);
int64_t pass_int(const PassRun *run, const char *option);
Str pass_string(const PassRun *run, const char *option);
bool pass_given(const PassRun *run, const char *option);
// Elements of a list option, in run->arena.
void pass_list(const PassRun *run, const char *option, StrVec *out);

// --- Registry
extern const PassDef *const all_passes[];           // NULL-terminated
const PassDef *pass_by_name(Str name);
bool pass_is_known_upstream(Str name);              // exists in LLVM 22's mlir-opt, perhaps not here

// --- Pipelines
void pipeline_init(Pipeline *self, Arena *arena, Str anchor);
// Parse "anchor(pass{opt=value},nested(…))", `from_flags` only what is inside. Errors are reported
// without a location, worded as mlir-opt words them.
bool pipeline_parse(Pipeline *self, Context *ctx, Str text);
// The pipeline as --dump-pass-pipeline prints it.
void pipeline_print(const Pipeline *self, StrBuf *out);
void pass_instance_print(const PassInstance *pass, StrBuf *out);   // name{options}

// The report of --mlir-pass-statistics: as the pipeline is nested, or one entry for each kind of pass.
void pipeline_print_statistics(const Pipeline *self, bool as_list, StrBuf *out);

// --- Running
typedef struct PassHooks {        // what the caller wants to see; all optional
  void *data;
  bool verify_each;               // on by default in pipeline_run's callers
  void (*before)(void *data, const PassInstance *pass, Module *module, Operation *op);
  void (*after)(void *data, const PassInstance *pass, Module *module, Operation *op, bool changed, bool failed);
  struct ExplainLog *explain;
  bool exact_changes;             // compare the op before and after a pass that says it changed it
  bool typed_pointers;            // what runs is for a release with typed pointers
} PassHooks;
// Run on module->op. Stops at the first failing pass; messages are in context->diags.
bool pipeline_run(const Pipeline *self, Module *module, const PassHooks *hooks);

#endif
