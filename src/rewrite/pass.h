// Passes: records with options, and the state of a pass while it runs.
#ifndef RUNG_REWRITE_PASS_H
#define RUNG_REWRITE_PASS_H

#include "ir/op.h"

typedef enum OptionKind {
  OPTION_BOOL, OPTION_INT, OPTION_LONG, OPTION_UINT, OPTION_ULONG, OPTION_STRING, OPTION_ENUM,
  OPTION_NUMBER,     // with a fraction
  OPTION_WIDTH,      // of an integer type, or 0
  OPTION_LIST,       // of strings; elements joined with ',' in the text
  OPTION_INT_LIST,
} OptionKind;

// An option is a constant: the rows of passes point to it, and it is what a pass asks by. Passes that share code share options.
typedef struct PassOption {
  const char *name;
  OptionKind kind;
  const char *default_text;         // as written in a pipeline; NULL: "" / empty list
  const char *const *values;        // OPTION_ENUM: NULL-terminated spellings
  const char *summary;              // upstream's
} PassOption;

struct PassRun;

typedef struct PassDef {
  const char *name;                 // "convert-scf-to-cf"
  const char *class_name;           // "SCFToControlFlowPass", as --mlir-print-ir-after-all shows it
  const char *summary;
  const char *works_on;             // dialects whose operations it works on: "affine scf"; NULL: any
  const char *makes;                // dialects of the operations it makes; NULL: it makes none
  uint16_t anchor;                  // opcode of the op it runs on; 0: any
  const PassOption *const *options;
  uint32_t option_count;
  // Change `op`; false when the pass failed (messages were reported).
  bool (*run)(struct PassRun *run, Operation *op);
  const char *const *statistics;    // NULL-terminated "(S) name - text" entries
  const char *now;                  // a name of older releases: the passes that do its work today
  bool typed_pointers;              // that release had typed pointers
} PassDef;
#define PASS_OPTIONS(...) .options = (const PassOption *const[]){__VA_ARGS__}, .option_count = countof(((const PassOption *const[]){__VA_ARGS__}))

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

// The state of a running pass.
typedef struct PassRun {
  Context *ctx;
  Module *module;
  const PassInstance *instance;
  Arena *arena;                     // scratch, freed after the pass
  Arena *question;                  // of one question: who asks resets it, and asks no other one that does so, too
  bool changed;                     // set when the IR was changed
  struct ExplainLog *explain;       // NULL: reasons are not recorded (see rewrite/explain.h)
  const struct LegalizationHints *hints;   // for messages; may be NULL (see rewrite/why.h)
  uint64_t *statistics;
  bool typed_pointers;              // make `!llvm.ptr<f32>` instead of `!llvm.ptr`
} PassRun;

// What an option says, which must be one of the pass's and of the kind that is asked for: false, 0 and nothing otherwise.
bool pass_bool(const PassRun *run, const PassOption *option);
int64_t pass_int(const PassRun *run, const PassOption *option);
uint64_t pass_ulong(const PassRun *run, const PassOption *option);
double pass_number(const PassRun *run, const PassOption *option);
bool pass_given(const PassRun *run, const PassOption *option);   // written out in the pipeline
Str pass_string(const PassRun *run, const PassOption *option);
// Elements of a list option, in run->arena.
void pass_list(const PassRun *run, const PassOption *option, StrVec *out);
bool pass_has(const PassDef *def, const PassOption *option);

// Values of options as LLVM's option parser reads them, and the place of the option of that name, or -1.
bool option_parse_bool(Str text, bool *out);
bool option_parse_int(Str text, int64_t *out);
bool option_parse_ulong(Str text, uint64_t *out);
bool option_parse_number(Str text, double *out);
int option_index(const PassDef *def, Str name);

#endif
