/* Rung: parse, verify, convert and print MLIR.
 *
 *   RungSession *session = rung_session_new(NULL);
 *   if (rung_set_text(session, text) && rung_run(session, pipeline, NULL)) {
 *     RungStr out = rung_print_result(session, NULL);
 *     fwrite(out.data, 1, out.size, stdout);
 *   }
 *   RungDiagnostic message;
 *   for (uint32_t i = 0; rung_diagnostic(session, i, &message); i++) …
 *   rung_session_delete(session);
 *
 * This is the only public header. Its chapters are: start here, text, messages, print, passes, explain, types, edit,
 * editions, dialects, about. These rules hold in all of them:
 *
 * - Handles are opaque. Text is UTF-8, given as pointer and size in bytes. Positions are byte offsets into the text last set.
 *   Lines and columns count from 1, columns in bytes, as mlir-opt counts them.
 * - What a call returns belongs to the session, and the caller never frees it. Messages, stages, facts and their strings live
 *   until the next call that sets a text, runs, checks or reads a pipeline, verifies diagnostics or explains. All calls that
 *   return a printed text (rung_print() and the others that say so or print) share one buffer, so the text lives until the next
 *   of them.
 * - Nothing here aborts. Bad input gives diagnostics, and running out of memory is an error like any other.
 *
 * The language is that of the MLIR language reference (https://mlir.llvm.org/docs/LangRef/) as LLVM 22.1 reads and prints it.
 */
#ifndef RUNG_H
#define RUNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- start here */

/** A slice of bytes that another object owns; it does not end with a NUL. */
typedef struct RungStr {
  const char *data;
  size_t size;
} RungStr;

/** One text being worked on, with everything made from it. Sessions share nothing, their types included, so two threads may use
 *  two sessions at the same time without a lock. One session is used by one thread at a time. A list of dialects that sessions
 *  share is the exception: see rung_dialects_new(). */
typedef struct RungSession RungSession;

/** Dialects described by texts of records. Each is read once, and sessions that are given the list share it. */
typedef struct RungDialects RungDialects;

/** How a session reads its text. Zero-initialise for the defaults. */
typedef struct RungOptions {
  bool allow_unregistered_dialects; /**< --allow-unregistered-dialect */
  bool keep_unknown;                /**< --keep-unknown: operations, types and attributes of dialects without records are
                                         kept as written, lines around the IR are set aside, and `...` stands for what was
                                         left out; RUNG_INFO messages say so. Includes
                                         `allow_unregistered_dialects`; refused together with `edition_in` */
  const char *edition_in;           /**< "llvm14" reads what that release reads, and prints its forms unless `edition` says
                                         otherwise; "llvm22" answers as mlir-opt 22 does; NULL: every edition is read, and
                                         LLVM 22's forms are printed */
  const char *edition;              /**< the edition that rung_run() makes its result for: in "llvm16" pointers have element
                                         types, in "llvm22" they never do; NULL: the current one, or that of a pass named
                                         as in an older release */
  const char *file_name;            /**< in messages and locations; NULL: "<stdin>" */
  uint32_t line_offset;             /**< lines that precede the text in its file */
  uint32_t column_offset;           /**< bytes that precede it in its line */
  bool no_implicit_module;          /**< the text must be one top-level operation */
  bool no_operation_notes;          /**< leave out "see current operation: …" notes (an editor shows the place) */
  bool run_reproducer;              /**< --run-reproducer: a reproducer in the text (see rung_reproducer()) is checked as mlir-opt does,
                                         and is not printed again */
  size_t memory_limit;              /**< bytes; 0: the default (4 GiB, in WebAssembly 1 GiB) */
  bool flag_pipelines;              /**< pipelines are lists of passes without an anchor, as flags name them: they run
                                         on the top-level operation, passes for another kind on those inside */
  const RungDialects *dialects;     /**< dialects beside Rung's own; a text is read with those that are in the list when it is
                                         set. The list must outlive the session; NULL: none */
  const char *split_marker;         /**< --split-input-file: markers like this ("// -----") divide the text into parts, each read
                                         on its own; see rung_part(). NULL: the text is one part */
  bool split_log;                   /**< a text with dumps of --mlir-print-ir-after-all or its like is a log: each dump is a part, and
                                         what stands between them is in none; see RungPart.dump. Goes before `split_marker` */
  void (*need_pack)(void *data, RungStr dialect);   /**< called when a dialect is needed whose records are not in memory, which only a
                                         page has them come by one by one (wasm/parts.mjs). It does not come back: what is under way
                                         is given up with the whole core. NULL: such a dialect counts as unknown */
  void *need_pack_data;             /**< given to it */
  bool borrow_text;                 /**< the caller keeps a text unchanged until it sets the next one or deletes the
                                         session, so no copy is made */
} RungOptions;
/** Make a session. `options` may be NULL; what they point to is copied, `dialects` aside. NULL: memory is refused, or
 *  rung_set_options() would refuse the options. Free the session with rung_session_delete(). */
RungSession *rung_session_new(const RungOptions *options);
/** Free the session and everything it returned. NULL is allowed. */
void rung_session_delete(RungSession *session);
/** Change the options; they take effect at the next rung_set_text(). False, and the options stay as they were: an edition is not
 *  supported (rung_edition_is_read(), rung_edition_exists()), `keep_unknown` is given with `edition_in`, or memory is refused. */
bool rung_set_options(RungSession *session, const RungOptions *options);
/** True when memory ran out in any call since the text was set, so that results since then may be incomplete. */
bool rung_out_of_memory(const RungSession *session);

/* ---------------------------------------------------------------------- text */

/** Parse and verify `text`, which replaces the session's text and all that was made from it. The bytes are copied unless
 *  RungOptions.borrow_text is set. True: there is no error. A text has at most 2^32 - 2 bytes; a longer one is refused with a
 *  diagnostic. */
bool rung_set_text(RungSession *session, RungStr text);
/** The text last set. It lives until the next rung_set_text(). */
RungStr rung_text(const RungSession *session);

struct RungLogStage;
/** A part of a text that markers divide, or a dump in a log. */
typedef struct RungPart {
  uint32_t begin, end;      /**< in bytes */
  uint32_t line, column;    /**< of `begin`, from 0 */
  bool is_near_miss;        /**< of rung_parts(): not a part, but text that is nearly a marker; `end` is `begin` */
  bool ok;                  /**< of rung_part(): it has no errors */
  uint32_t first_diagnostic, diagnostic_count;   /**< … and these messages of rung_set_text() are about it */
  const struct RungLogStage *dump;               /**< of a log: what its header says; it lives until the next rung_set_text(). Else NULL */
} RungPart;
/** Get the `i`-th part of the session's text; false past the end. Without RungOptions.split_marker and `split_log`, or when
 *  all parts are empty, the text is one part. A near miss of a marker is a warning of rung_set_text(). */
bool rung_part(const RungSession *session, uint32_t i, RungPart *out);
/** Choose the part that becomes the session's module, which is printed, run and explained. At first it is the first part, and
 *  rung_set_text() keeps the choice if the text has as many parts. All positions, also those of messages, stay offsets in the
 *  whole text. Messages stay; the result of an earlier run is dropped. False: there is no such part, or memory ran out. */
bool rung_choose_part(RungSession *session, uint32_t i);
/** The number of the part that is chosen, from 0. */
uint32_t rung_chosen_part(const RungSession *session);
/** Divide any text at its markers, as mlir-opt --split-input-file does: a marker may be anywhere in a line, and empty parts are
 *  left out. Writes at most `capacity` parts in order and returns how many there are; `out` may be NULL to ask for the count.
 *  Needs no session. Returns 0 also when memory runs out. */
uint32_t rung_parts(RungStr text, RungStr marker, RungPart *out, uint32_t capacity);

/** A dump in the log of a compiler that was run with --mlir-print-ir-after-all or its like. Slices point into the text, or are
 *  constants. */
typedef struct RungLogStage {
  uint32_t begin, end;           /**< the dump, in bytes: whole lines; a text for rung_set_text() */
  uint32_t line, line_count;     /**< of the dump; the log's first line is 0 */
  uint32_t header_begin, header_end;   /**< "// -----// IR Dump After … //----- //" */
  bool after;                    /**< false: the dump is that before the pass */
  bool failed;                   /**< the pass failed */
  RungStr pass, argument;        /**< "Canonicalizer" and "canonicalize"; the latter is empty when the header has none */
  RungStr anchor, symbol;        /**< the operation that the pass ran on: "func.func" and "f", as the header says or as they are
                                      written in the dump; may be empty */
  uint32_t chain;                /**< dumps of one operation have the same number; numbered from 0 as they come */
} RungLogStage;
/** Find the IR dumps in any text: in what mlir-opt, in any release, or another compiler based on MLIR prints, with or without
 *  prefixes and messages around it. What follows a dump and is not part of it is left out. Writes at most `capacity` dumps in order
 *  and returns how many there are; `out` may be NULL to ask for the count. Needs no session. Returns 0 also when memory runs
 *  out, or for a text that is too long for rung_set_text(). */
uint32_t rung_log_stages(RungStr text, RungLogStage *out, uint32_t capacity);

/** A name of operations, and how many there are of it. */
typedef struct RungOperationCount {
  RungStr name;      /**< "arith.addi" */
  uint32_t count;
} RungOperationCount;
/** Get the `i`-th name of operations in the session's module, in the order they first come; false past the end. The module
 *  itself is not counted. */
bool rung_operation_count(RungSession *session, uint32_t i, RungOperationCount *out);

/* ------------------------------------------------------------------ messages */

/** How serious a message is. An info message is Rung's own: it says what was kept as written, set aside or not checked, and no
 *  call fails because of it. */
typedef enum RungSeverity { RUNG_ERROR, RUNG_WARNING, RUNG_REMARK, RUNG_NOTE, RUNG_INFO } RungSeverity;
/** The name of a severity: "error", "warning", "remark", "note" or "info". */
const char *rung_severity_name(RungSeverity severity);

/** The phase that a message comes from. mlir-opt stops after the first syntax error, and after any phase with an error. */
typedef enum RungPhase { RUNG_SYNTAX, RUNG_NAMES, RUNG_VERIFIER, RUNG_PASSES } RungPhase;

/** What an info message is about, so that programs need not read its words. */
typedef enum RungInfo {
  RUNG_INFO_NONE,
  RUNG_INFO_KEPT,          /**< operations of a dialect were kept as they are written, one message for each dialect; its
                                range is the first one's name, `about` how many there are */
  RUNG_INFO_ASIDE,         /**< text that is not IR was set aside, one message for each stretch of it; its range is that
                                text, `about` its lines; of what many lines begin with it is the first. After 100 stretches
                                one message counts the lines of the others */
  RUNG_INFO_HOLE,          /**< `...` stands for what was left out; its range is the operation. Or the text ends inside of
                                regions; its range is the last character */
  RUNG_INFO_UNCHECKED,     /**< operations of a dialect without records were accepted unseen in generic form: as KEPT */
  RUNG_INFO_PIECES,        /**< the text was read as `about` pieces, each in a module of its own */
  RUNG_INFO_MET,           /**< an info message: the expectation of a comment was met; its range begins with the comment */
  RUNG_INFO_UNMET,         /**< an error: the expectation was not met, or cannot be read; the same range */
  RUNG_INFO_UNEXPECTED,    /**< an error: a message that no comment expects, at its place */
  RUNG_INFO_ELSEWHERE,     /**< the text uses `about` things that it does not define: values outside of functions or in one
                                with a hole, aliases, locations. The range is the first one's; each of several has a note */
  RUNG_INFO_PRINTED,       /**< an info message: a text that a pass printed, as print-op-stats does; whole lines, shown as they are.
                                The range is the operation that the pass ran on */
} RungInfo;

/** A message. Its strings live as long as the message (see the top). */
typedef struct RungDiagnostic {
  RungSeverity severity;
  bool has_range;          /**< `begin`, `end` are byte offsets into the text */
  bool is_hint;            /**< a note of Rung's own; mlir-opt does not have it */
  RungPhase phase;
  RungInfo kind;           /**< NONE for all but info messages and messages about expectations */
  uint32_t about;          /**< the number that `kind` speaks of; else 0 */
  uint32_t begin, end;
  RungStr file;            /**< of the message's location; empty when it has none */
  uint32_t line, column;   /**< 0 when the location has none */
  RungStr message;
  const char *label;       /**< a word for a list: "error", "hint", or what an info message is about: "unknown", "ignored" */
  bool lists_fixes;        /**< a hint that names all repairs of its message */
  bool out_of_memory;      /**< an error that says that memory ran out */
  uint32_t headline;       /**< bytes of `message`, up to a newline, that mlir-opt prints as a line of their own */
  uint32_t note_count, fix_count;
} RungDiagnostic;
/** The number of current messages, those of the last call that could make some (see the top). Those of rung_set_text() are in
 *  mlir-opt's order: syntax, names, verifier. */
uint32_t rung_diagnostic_count(const RungSession *session);
/** Get the `i`-th message; false past the end. */
bool rung_diagnostic(const RungSession *session, uint32_t i, RungDiagnostic *out);
/** Get the `n`-th note of the `i`-th message; false past the end. */
bool rung_diagnostic_note(const RungSession *session, uint32_t i, uint32_t n, RungDiagnostic *out);
/** Sum up the current info messages in a printed text: "3 unknown operations, text in 1 line ignored". Empty when
 *  there are none. */
RungStr rung_summary(RungSession *session);

/** A change of the text that repairs what a message complains about: bytes [begin, end), which may be none, become `text`. A safe
 *  repair leaves no doubt about what was meant. Its strings live as long as the message. */
typedef struct RungFix {
  uint32_t begin, end;
  RungStr text;
  RungStr title;           /**< "write `memref.load`" */
  bool is_safe;
} RungFix;
/** Get the `n`-th repair of the `i`-th message, the likeliest first; false past the end. */
bool rung_diagnostic_fix(const RungSession *session, uint32_t i, uint32_t n, RungFix *out);
/** Make the safe repairs of the current messages in a copy of the text, a printed text; nothing else changes. A repair that
 *  overlaps an earlier one is left out. The result may have other errors; give it to rung_set_text() to see them. NULL data:
 *  memory ran out. */
RungStr rung_fixed_text(RungSession *session);
/** Get the `n`-th repair that the last rung_fixed_text() made, in the order of the text, with its place in the original text;
 *  false past the end. */
bool rung_fix_made(const RungSession *session, uint32_t n, RungFix *out);
/** Check the expectations of the session's whole text, as mlir-opt --verify-diagnostics does
 *  (https://mlir.llvm.org/docs/Diagnostics/#sourcemgr-diagnostic-verifier-handler): each part is read, the pipeline (empty: none)
 *  runs on those without errors, and the messages are compared; info messages are not. The session's messages are then those of
 *  rung_expectations_diagnostic(), or that of a pipeline that cannot be read. True: all is as expected. The chosen part stays as
 *  rung_set_text() made it, and the result of an earlier run is dropped. */
bool rung_verify_diagnostics(RungSession *session, RungStr pipeline, bool only_expected);

/** The messages that comments of a text expect, as for --verify-diagnostics:
 *  `expected-error@+1 {{text}}` (error, warning, remark or note; `@above`, `@below`, `@unknown`; `-re` with expressions). */
typedef struct RungExpectations RungExpectations;
/** Read the expectations in the comments of `text`. `file_name` is that of the messages to compare, and is
 *  copied. `only_expected`: unexpected messages are allowed. NULL: memory is refused. Free them with
 *  rung_expectations_delete(). */
RungExpectations *rung_expectations_new(RungStr text, const char *file_name, bool only_expected);
/** Free the expectations and their messages. NULL is allowed. */
void rung_expectations_delete(RungExpectations *expectations);
/** Compare the session's current messages; its text begins at byte `offset` of the text with the comments. */
void rung_expectations_match(RungExpectations *expectations, const RungSession *session, uint32_t offset);
/** End the comparison. True: all messages were as expected, and memory sufficed. */
bool rung_expectations_done(RungExpectations *expectations);
/** Get the `i`-th difference found so far, in mlir-opt's words (RUNG_INFO_UNMET, RUNG_INFO_UNEXPECTED; after
 *  rung_expectations_done() also RUNG_INFO_MET); false past the end. */
bool rung_expectations_diagnostic(const RungExpectations *expectations, uint32_t i, RungDiagnostic *out);
/** True when memory ran out, so that the messages are not complete. */
bool rung_expectations_out_of_memory(const RungExpectations *expectations);

/* --------------------------------------------------------------------- print */

/** What to print and how, by the flags of mlir-opt. Begin with rung_print_options(): all zero is not the default. */
typedef struct RungPrintOptions {
  bool generic;             /**< --mlir-print-op-generic */
  bool debug_info;          /**< --mlir-print-debuginfo */
  bool pretty_debug_info;   /**< --mlir-pretty-debuginfo */
  bool local_scope;         /**< --mlir-print-local-scope */
  bool value_users;         /**< --mlir-print-value-users */
  bool name_locations;      /**< --mlir-use-nameloc-as-prefix */
  bool skip_regions;        /**< --mlir-print-skip-regions */
  bool unique_ids;          /**< --mlir-print-unique-ssa-ids */
  int64_t elide_elements_larger;   /**< --mlir-elide-elementsattrs-if-larger; -1: never */
  int64_t elide_resources_larger;  /**< --mlir-elide-resource-strings-if-larger; -1: never */
  int64_t hex_elements_larger;     /**< --mlir-print-elementsattrs-with-hex-if-larger; 100 */
  const char *edition;      /**< as in rung_edition(); NULL: that of RungOptions or of the passes that ran */
} RungPrintOptions;
/** The options that mlir-opt prints with when no flag is given. */
RungPrintOptions rung_print_options(void);
/** Print the session's module, which rung_set_text() made; `options` may be NULL. Returns a printed text, empty when nothing
 *  could be built. A module with errors is printed in generic form, as far as it could be built, in any edition. NULL data:
 *  memory ran out, or (the last message says so) the edition is not supported or cannot express a part of the module, or an
 *  operation that is kept as written has no generic form and none of another edition. */
RungStr rung_print(RungSession *session, const RungPrintOptions *options);
/** The same for the result of the last rung_run(), the module after its last pass. After a pass that failed, it is
 *  the module as that pass left it, in generic form. Empty when nothing ran since the text was set. */
RungStr rung_print_result(RungSession *session, const RungPrintOptions *options);
/** A language that a module can be translated to. */
typedef enum RungTarget {
  RUNG_LLVM_IR,   /**< as mlir-translate --mlir-to-llvmir prints it; the module is of the llvm dialect */
  RUNG_WASM,      /**< the bytes of a WebAssembly module that runs with rung-runtime.wasm; the module is of the llvm dialect. What it
                   *   imports, exports and says in custom sections: src/export/wasm/wasm.h */
  RUNG_WASM_WATCHED,  /**< the same, which asks its host before it touches memory that was freed: up to five times slower */
  RUNG_WASM_TRACED,   /**< the same, which also tells its host each value that it computes: slower, and only for hosts that listen */
} RungTarget;
/** A function that the session's module defines, at its top. Slices live until the next text is set. */
typedef struct RungFunction {
  RungStr name;        /**< without the `@` */
  RungStr inputs;      /**< the types of its arguments, one a line */
  RungStr results;     /**< the same of what it returns */
  uint32_t begin, end; /**< the operation in the text, in bytes; both 0: it has no place there */
} RungFunction;
/** The `index`-th function of the text as it was read, in order. False: there are fewer, or memory ran out. */
bool rung_function(RungSession *session, uint32_t index, RungFunction *out);
/** Translate the session's module, or with `result` the module after the last rung_run(). NULL data: it has errors, or something in it
 *  cannot be translated, and the session's diagnostics say what; or memory ran out. */
RungStr rung_translate(RungSession *session, bool result, RungTarget target);
/** Map the LLVM IR that rung_translate() gives to the text, as rung_origins() maps what is printed: globals, functions, instructions.
 *  NULL: nothing was translated. */
const uint32_t *rung_translation_origins(RungSession *session, bool result, uint32_t *count);

enum { RUNG_BYTECODE_VERSION = 6 };   /**< the newest version of bytecode that is written; all from 0 on are read and written */
/** The session's module as MLIR's bytecode (https://mlir.llvm.org/docs/BytecodeFormat/), in a version from 0 to
 *  RUNG_BYTECODE_VERSION; `result`: the module after the last rung_run(). The bytes live until the next call that prints. NULL data: the
 *  module has errors, there is no such version, an operation is kept as written (the last message says so), or memory ran out. rung_set_text() reads bytes as it reads text. */
RungStr rung_bytecode(RungSession *session, bool result, uint32_t version);

/** A function that receives text piece by piece, and what it is called with. A piece lives during the call. */
typedef struct RungSink {
  void (*write)(void *data, RungStr piece);
  void *data;
} RungSink;
/** Print as rung_print() does, or with `result` as rung_print_result() does, and hand the text on while it is being made. False:
 *  memory ran out, and the text is not complete; or one of the other reasons why rung_print() gives NULL data. */
bool rung_print_to(RungSession *session, bool result, const RungPrintOptions *options, const RungSink *sink);

/* -------------------------------------------------------------------- passes */

/** A pass of a pipeline that ran, and what it left. */
typedef struct RungStage {
  RungStr name;      /**< of the pass */
  RungStr pass;      /**< its name with options, as in a pipeline */
  RungStr text;      /**< the module after it; empty unless texts were asked for, and of a pass that failed */
  uint32_t runs;     /**< the number of operations it ran on: one pass on each function is one stage; 0: it found none to run on */
  bool changed, failed;
  const RungOperationCount *operations;   /**< of the module after it, in the order they come in; without the module itself */
  uint32_t operation_count;
  const uint32_t *origins;   /**< with its text and rung_set_tracing(): as rung_origins() gives them */
  uint32_t origin_count;     /**< quadruples */
} RungStage;

/** What a run keeps of each pass. With stages, each pass runs on all its operations before the next pass begins. mlir-opt
 *  takes one function through all passes nested for it, then the next; the result is the same. */
typedef enum RungStages {
  RUNG_STAGES_NONE,
  RUNG_STAGES_COUNTED,   /**< all but texts */
  RUNG_STAGES_PRINTED,
} RungStages;
typedef struct RungObserver RungObserver;

/** How to run a pipeline; all zero: run it to its end. */
typedef struct RungRunOptions {
  RungStages stages;
  uint32_t print_from, print_to;   /**< print after those stages only, counted from 0, `print_to` not among them; 0, 0: all */
  uint32_t until;        /**< with stages: that many, then no further, and what rung_print_result() prints is what is there
                              then; 0: to the end */
  bool skip_verifier;    /**< leave the verifier out between passes */
  const RungObserver *observer;   /**< without stages; may be NULL */
} RungRunOptions;
/** Run a pipeline ("builtin.module(func.func(cse),convert-func-to-llvm)", https://mlir.llvm.org/docs/PassManagement/) on a copy
 *  of the session's module, so every run starts from what rung_set_text() made. `options` may be NULL. Messages replace the
 *  session's diagnostics. True: every pass succeeded. False: a pass failed, the pipeline cannot be read, the module has errors, or
 *  memory ran out. */
bool rung_run(RungSession *session, RungStr pipeline, const RungRunOptions *options);
/** The number of stages of the last run: 0 unless RungRunOptions.stages asked for them. */
uint32_t rung_stage_count(const RungSession *session);
/** Get the `i`-th stage; false past the end. */
bool rung_stage(const RungSession *session, uint32_t i, RungStage *out);
/** Print what the passes of the last run counted, as --mlir-pass-statistics does
 *  (https://mlir.llvm.org/docs/PassManagement/#pass-statistics): nested as the pipeline is, or as a list with one entry for each
 *  kind of pass. */
RungStr rung_statistics(RungSession *session, bool as_list);
/** The number of top-level entries of the pipeline of the last run. */
uint32_t rung_pipeline_size(const RungSession *session);
/** The pipeline of the last run or check with every option, as --dump-pass-pipeline prints it. It lives until the next one. */
RungStr rung_pipeline_text(const RungSession *session);

/** What an observer learns before and after each pass; rung_observer_print() prints the operation. Strings live during the
 *  call. */
typedef struct RungPassEvent {
  RungStr pass;         /**< name: "convert-scf-to-cf" */
  RungStr class_name;   /**< as in "IR Dump After SCFToControlFlowPass (convert-scf-to-cf)" */
  RungStr anchor;       /**< name of the op it runs on: "func.func" */
  RungStr symbol;       /**< symbol name of that op; may be empty */
  RungStr nest;         /**< the nested pipelines the pass stands in: "func.func"; '/' between several */
  uint32_t number;      /**< of the pass in the pipeline, from 0 */
  bool after;           /**< false: about to run */
  bool changed, failed; /**< after only */
} RungPassEvent;
/** A function that is called before and after each pass of a run. It may call rung_observer_print() and
 *  rung_observer_scope(). */
struct RungObserver {
  void (*event)(void *data, RungSession *session, const RungPassEvent *event);
  void *data;
  bool in_place;        /**< transform the module itself, not a copy: the session has its result only afterwards */
};
/** Inside an observer call: print the op that the pass runs on, or with `whole_module` the module. */
RungStr rung_observer_print(RungSession *session, bool whole_module, const RungPrintOptions *options);

/** An operation around the one a pass runs on. */
typedef struct RungScope {
  RungStr name, symbol;    /**< "func.func" and its symbol name, which may be empty */
  const void *id;          /**< tells operations apart while the pipeline runs */
  RungStr file;            /**< of its location, as in a message about it; empty when it has none */
  uint32_t line, column;
  bool has_range;          /**< `begin`, `end` are byte offsets into the text */
  uint32_t begin, end;
} RungScope;
/** Inside an observer call: get the op that the pass runs on (level 0), its parent (1) …; false past the top. */
bool rung_observer_scope(const RungSession *session, uint32_t level, RungScope *out);

/** Add a text of rewrite rules (docs/rules.md) that the pass `apply-rules{file=NAME}` finds by its name; one of that name is
 *  replaced. It is read when the pass runs, against the operations that the session's text knows: what is wrong is among the
 *  messages of rung_run(), with the name, line and column. The bytes are copied. False: memory is refused. */
bool rung_add_rules(RungSession *session, RungStr text, const char *name);
/** A rewrite rule of Rung's own, or a pattern in C that stands among them. Its strings are constants. */
typedef struct RungRule {
  const char *set;         /**< the file's name for the rules it stands among: "arith_canonicalization" */
  RungStr root;            /**< the operation that it rewrites: "arith.subi" */
  const char *text;        /**< as it is written in the `.rules` file */
} RungRule;
/** Get the `i`-th rule; false past the end. The WebAssembly module does not have it. */
bool rung_rule(uint32_t i, RungRule *out);

/** A pass that Rung has (https://mlir.llvm.org/docs/Passes/). Its strings are constants. */
typedef struct RungPass {
  const char *name, *summary;
  const char *anchor;      /**< the op it runs on; NULL: any */
  const char *works_on;    /**< dialects whose operations it works on, with spaces between them; NULL: any */
  const char *makes;       /**< dialects of the operations it makes; NULL: it makes none */
  const char *now;         /**< of a name of older releases: the passes that do its work today, each in quotes; else NULL */
} RungPass;
/** Get the `i`-th pass; false past the end. */
bool rung_pass(uint32_t i, RungPass *out);

/** An option of a pass; its summary is that of `mlir-opt --help`. Its strings are constants. */
typedef struct RungPassOption {
  const char *name, *summary;
  const char *type;              /**< "bool", "int", "uint", "text", "list" or "choice" */
  const char *default_text;      /**< as written in a pipeline; "" when the option has none */
  const char *const *choices;    /**< of a choice: NULL-terminated */
} RungPassOption;
/** Get the `i`-th option of the `pass`-th pass; false past the end. */
bool rung_pass_option(uint32_t pass, uint32_t i, RungPassOption *out);
/** True when LLVM 22's mlir-opt has a pass of that name, whether or not Rung does. */
bool rung_pass_exists_upstream(RungStr name);

/** A pipeline to start from. Its strings are constants. */
typedef struct RungPipeline {
  const char *name;        /**< "llvm" */
  const char *title;       /**< "To the LLVM dialect" */
  const char *text;        /**< "builtin.module(…)" */
} RungPipeline;
/** Get the `i`-th pipeline on offer; false past the end. */
bool rung_pipeline(uint32_t i, RungPipeline *out);
/** Check a pipeline's text without running it; messages replace the session's diagnostics. True: it can run. */
bool rung_check_pipeline(RungSession *session, RungStr pipeline);

/** A pass of a pipeline's text, or a nest of others: "func.func(…)". Slices point into the text that was read; a slice without
 *  data stands for a missing part. */
typedef struct RungPipelineElement {
  uint32_t depth;          /**< 0: the whole pipeline with its anchor, 1: an element in its parentheses … */
  bool is_nest;            /**< of others, that run on operations called `name` */
  int32_t pass;            /**< for rung_pass() and rung_pass_option(); -1: a nest, or there is no pass of that name */
  RungStr text, name;
  RungStr options;         /**< the text between the braces */
  RungStr inner;           /**< of a nest: the text between the parentheses */
  uint32_t option_count;
} RungPipelineElement;

/** An option that is given in a pipeline's text. */
typedef struct RungPipelineOption {
  int32_t option;          /**< for rung_pass_option(); -1: the pass has none of that name */
  RungStr text, name;      /**< "index-bitwidth=32", "index-bitwidth" */
  RungStr written, value;  /**< the text after `=`, and the same without the braces or quotes around it */
} RungPipelineOption;
/** Read a pipeline's text, which may be unfinished or wrong, as far as it goes; nothing runs. Messages replace the session's
 *  diagnostics and, unlike those of rung_run(), are about that text: they have ranges in bytes of it, repairs and no header.
 *  True: it is a pipeline that can run. */
bool rung_read_pipeline(RungSession *session, RungStr pipeline);
/** The session's copy of the text that rung_read_pipeline() read; the slices of its elements point into it. */
RungStr rung_read_pipeline_text(const RungSession *session);
/** Get the `i`-th element of that text; false past the end. A nest is followed by its inner elements. */
bool rung_pipeline_element(const RungSession *session, uint32_t i, RungPipelineElement *out);
/** Get the `n`-th option given to the `i`-th element; false past the end. */
bool rung_pipeline_element_option(const RungSession *session, uint32_t i, uint32_t n, RungPipelineOption *out);
/** Put one more pass into the text of a pipeline, nested as the operation it runs on requires: before the element that contains
 *  the pass `before` (the last one if there are several), else at the end, where casts are reconciled last. The rest stays as
 *  written. Returns a printed text. NULL data: the pipeline cannot be read, Rung has no such pass, or memory ran out. Messages
 *  replace the session's diagnostics. */
RungStr rung_pipeline_add(RungSession *session, RungStr pipeline, RungStr pass, RungStr before);

/** The whole way down from where a text is. */
typedef struct RungRoad {
  RungStr pipeline;        /**< "builtin.module(…)": the passes that take the text to the llvm dialect, each only if it finds something to do; a
                                printed text */
  uint32_t passes;         /**< how many they are */
  const char *left;        /**< dialects of the text that none of them takes further, with spaces between them; lives until the next call */
} RungRoad;
/** Find the road of the session's text as it was read, without running anything. False: there is no IR, or memory ran out. */
bool rung_road(RungSession *session, RungRoad *out);

/** What a text asks to be run on it, as --mlir-generate-reproducer writes it
 *  (https://mlir.llvm.org/docs/PassManagement/#crash-and-failure-reproduction). */
typedef struct RungReproducer {
  RungStr pipeline;         /**< for rung_run(); NULL data: the reproducer has none */
  bool disable_threading;   /**< has no effect on Rung */
  bool verify_each;         /**< false: it leaves out the verifier between passes; see RungRunOptions */
} RungReproducer;
/** Get the reproducer in the session's text: from `{-# external_resources: { mlir_reproducer: … } #-}`, or from the line
 *  `// configuration: -pass-pipeline='…'` that releases before LLVM 15 write at its top. A pipeline of an older release, which
 *  has no anchor, gets one, unless RungOptions.edition_in is "llvm22". False: there is no reproducer. The pipeline lives until the
 *  next rung_set_text(). */
bool rung_reproducer(RungSession *session, RungReproducer *out);
/** Print the session's module, or with `result` that of the last run, with a reproducer below it. A pipeline with NULL data is
 *  that of the last run or check, with all its options. `options` may be NULL. Returns a printed text, as rung_print() does. */
RungStr rung_print_reproducer(RungSession *session, bool result, const RungReproducer *what, const RungPrintOptions *options);

/* ------------------------------------------------------------------- explain */

/** What a part of an explanation is about, so that programs need not read its words. */
typedef enum RungFactKind {
  RUNG_FACT_TYPE,              /**< a type: a rule that applies, a field, a declaration */
  RUNG_FACT_PASS,              /**< a pass that changed something; the facts below it are about operations */
  RUNG_FACT_PASS_UNCHANGED,    /**< a pass that changed nothing: why */
  RUNG_FACT_PASS_FAILED,
  RUNG_FACT_PASS_SKIPPED,      /**< a pass that found nothing to run on: why */
  RUNG_FACT_CHANGED,           /**< an operation was replaced, rewritten, folded, merged or removed */
  RUNG_FACT_NOT_APPLIED,       /**< a pattern did not apply to an operation, or was rolled back */
  RUNG_FACT_FAILED,            /**< a pass had to convert an operation and failed */
  RUNG_FACT_LEFT,              /**< the facts below it are what the passes left unconverted */
  RUNG_FACT_CAST_LEFT,         /**< an unrealized_conversion_cast: what holds it */
  RUNG_FACT_OPERATION_LEFT,    /**< operations of a name that no pass converted */
  RUNG_FACT_RULE,              /**< below the first change by a rule, or what rung_trace_rules() asked for: the rule as it is written, `text` */
  RUNG_FACT_MATCHED,           /**< below what rung_trace_rules() asked for: a name of the rule, `rule`, and the value or constant it stood for, `to` */
} RungFactKind;

/** Of a RUNG_FACT_TYPE: which part of a type's explanation it is. */
typedef enum RungFactRole {
  RUNG_ROLE_NONE,              /**< of other kinds */
  RUNG_ROLE_MEANING,           /**< what the type is for, in words */
  RUNG_ROLE_RULE,              /**< a rule of the conversion: `from` became `to`, `count` times in a row; without `to` it
                                    failed */
  RUNG_ROLE_FIELD,             /**< a field of a struct, in memory */
  RUNG_ROLE_ELEMENT,           /**< the elements of an array or vector: `count` of them, `offset` and `size` are the first one's;
                                    without bytes they share them, as those of vector<8xi1> do */
  RUNG_ROLE_PADDING,           /**< padding */
  RUNG_ROLE_OMITTED,           /**< `count` more facts like those before, which are not listed, and their place */
  RUNG_ROLE_ADDRESS,           /**< of the element `from` ("[i, j]") of a memref: a formula, `to`; `value`: bytes of an element */
  RUNG_ROLE_DECLARATION,       /**< lines of C */
  RUNG_ROLE_ARGUMENTS,         /**< what a function takes for a memref: `count` arguments; each field has its own */
  RUNG_ROLE_C_INTERFACE,       /**< a prototype in C and its type; without `to`, it has none and the text says why */
  RUNG_ROLE_BARE_POINTER,      /**< what a function takes when memrefs are passed as pointers; the same */
  RUNG_ROLE_SIGNATURE,         /**< a function type */
  RUNG_ROLE_ARGUMENT,          /**< of a function: `from` becomes `count` arguments, the first is number `position`, `argument` */
  RUNG_ROLE_RESULT,            /**< of a function; `position` in the struct of the results when there are several */
  RUNG_ROLE_RESULTS,           /**< the struct of several results */
  RUNG_ROLE_VALUE,             /**< the type of a function that is used as a value */
  RUNG_ROLE_SPELLING,          /**< how `edition` writes the result, `to` */
} RungFactRole;

/** The role of a field of a descriptor or of a complex number; POINTER: any other pointer. */
typedef enum RungFactField {
  RUNG_FIELD_NONE, RUNG_FIELD_ALLOCATED, RUNG_FIELD_ALIGNED, RUNG_FIELD_OFFSET, RUNG_FIELD_SIZE, RUNG_FIELD_STRIDE,
  RUNG_FIELD_RANK, RUNG_FIELD_DESCRIPTOR, RUNG_FIELD_REAL, RUNG_FIELD_IMAGINARY, RUNG_FIELD_POINTER
} RungFactField;

/** A part of an explanation. Parts come in the order they are read: one is followed by those that
 *  belong to it, whose `depth` is greater by one. */
typedef struct RungFact {
  RungFactKind kind;
  RungFactRole role;
  RungFactField field;
  uint32_t depth;
  RungStr rule;        /**< what it is about, in words: a rule, a field ("sizes[0]"), a pass, an event ("replaced") */
  RungStr text;        /**< a sentence or, `is_code`, lines of code */
  bool is_code;
  uint64_t count;      /**< the number of operations, elements, fields … it is about; 0 when it has none */
  RungStr from, to;    /**< types or operations: `from` became `to`; may be empty */
  RungStr pass;        /**< a pass of mlir-opt's that would help (rung_pass() tells whether Rung has it), or empty */
  bool has_range;      /**< `begin`, `end` are byte offsets into the text */
  uint32_t begin, end;
  bool has_bytes;      /**< `offset`, `size`, `align`: bytes in memory, up to 2^53, counted from the outermost type's first */
  uint64_t offset, size, align;
  bool has_position;   /**< `position`: number of a field in its struct, of an argument, of a result */
  uint32_t position;
  bool has_dimension;  /**< `dimension`: of a size or a stride */
  uint32_t dimension;
  bool has_value;      /**< `value`: the number that the type gives a field; a descriptor's fields without it are known
                            at run time */
  int64_t value;
  uint32_t line;       /**< of a field: its line in the C declaration, from 1; else 0 */
  RungStr argument;    /**< the argument it becomes ("%size0"), or empty */
  RungStr edition;     /**< of a spelling: "llvm16", as in rung_edition(); else empty */
} RungFact;

/** How to convert a type (https://mlir.llvm.org/docs/TargetLLVMIR/). Zero-initialise for the defaults. */
typedef struct RungTypeOptions {
  bool bare_pointers;       /**< functions take bare pointers instead of descriptors */
  uint32_t index_bits;      /**< width of index, up to 16777215; 0: by the data layout */
  const char *data_layout;  /**< of LLVM ("p:32:32-i64:32"); NULL: the one of the session's module */
  const char *pipeline;     /**< its pass that converts functions, or else the first that converts types, sets `bare_pointers`
                                 and `index_bits` by its options (https://mlir.llvm.org/docs/Passes/#-convert-func-to-llvm),
                                 the last data layout given up to there `data_layout`; a pass of a release with typed
                                 pointers has them in the types. NULL, or one that cannot be read: as said above */
  bool no_c_interface;      /**< leave out the C interface of functions with llvm.emit_c_interface */
  bool spellings;           /**< say how the current edition, the last with typed pointers, and 2019's write the result */
} RungTypeOptions;
/** Explain how a type becomes one of the llvm dialect: the rules, the fields of structs and the elements of arrays with
 *  their places in memory, declarations in C, what a function takes. Without a data layout places are those of
 *  64-bit x86 on Linux; LLVM's defaults complete a layout. Long or deep types are explained in part, and OMITTED facts
 *  count the rest. False: it cannot be converted (the facts say why), or it or the data layout could
 *  not be read (the session's diagnostics say why). */
bool rung_explain_type(RungSession *session, RungStr type, const RungTypeOptions *options);
/** The same for the innermost type at a byte offset of the text; on the name of a value, for its type. The first fact has its
 *  place. False also when there is no type there: then there are no facts. */
bool rung_explain_type_at(RungSession *session, uint32_t offset, const RungTypeOptions *options);
/** Turn recording on or off: runs from now on record what their passes do and why, and which text each part of a stage's output
 *  came from. It is off at first, and costs nothing then. */
void rung_set_tracing(RungSession *session, bool on);
#define RUNG_NOWHERE UINT32_MAX   /**< no offset */
/** Choose operations of which traced runs tell all that was tried on them and why it did not apply, rules, patterns and folding, as
 *  RUNG_FACT_NOT_APPLIED: those that begin on the line of this byte offset of the text, and what passes made of them. RUNG_NOWHERE: none,
 *  as at first. */
void rung_trace_rules(RungSession *session, uint32_t offset);
/** Explain the last run, which must have been traced (rung_set_tracing()): what each pass did to which operation, which passes did
 *  nothing and why, and what is left unconverted. */
void rung_explain_run(RungSession *session);
/** The number of facts of the last explanation. */
uint32_t rung_fact_count(const RungSession *session);
/** Get the `i`-th fact; false past the end. */
bool rung_fact(const RungSession *session, uint32_t i, RungFact *out);
/** Print all facts as indented text, as --explain does. */
RungStr rung_explanation(RungSession *session);
/** Map a printed module (with `result`, that of the last run) to the text. Returns `*count` quadruples of byte offsets (begin and
 *  end in the output, begin and end in the text), one for each operation in the order of the output, which live as long as
 *  messages do. NULL: nothing was printed. It needs no tracing. */
const uint32_t *rung_origins(RungSession *session, bool result, const RungPrintOptions *options, uint32_t *count);

/* --------------------------------------------------------------------- types */

/** A type of a session's text, as a number; 0 is none. Equal types have equal numbers. The number is valid until the session reads
 *  another text or part of it (rung_set_text(), rung_choose_part() and the others that say so): a text's types go with it, and
 *  identified structs know nothing of an earlier text. Nothing is freed one by one. */
typedef uint32_t RungType;

/** What a type is. `!llvm.func` is a FUNCTION; unranked tensors and memrefs are a TENSOR and a MEMREF without a rank. */
typedef enum RungTypeKind {
  RUNG_TYPE_INTEGER, RUNG_TYPE_INDEX, RUNG_TYPE_FLOAT, RUNG_TYPE_NONE, RUNG_TYPE_COMPLEX, RUNG_TYPE_TUPLE, RUNG_TYPE_FUNCTION,
  RUNG_TYPE_VECTOR, RUNG_TYPE_TENSOR, RUNG_TYPE_MEMREF,
  RUNG_TYPE_POINTER, RUNG_TYPE_ARRAY, RUNG_TYPE_STRUCT,   /**< of the llvm dialect */
  RUNG_TYPE_OTHER,                                        /**< any other type, of any dialect */
} RungTypeKind;
/** The name of a kind: "integer"; NULL past the last. */
const char *rung_type_kind_name(RungTypeKind kind);

/** The sign of an integer type: i32, si32, ui32. */
typedef enum RungSignedness { RUNG_SIGNLESS, RUNG_SIGNED, RUNG_UNSIGNED } RungSignedness;

/** What is known of a type. Strings live until the next call of the session that replaces messages. */
typedef struct RungTypeInfo {
  RungTypeKind kind;
  RungStr text;              /**< as the session's edition spells it */
  RungStr dialect;           /**< "builtin", "llvm" */
  uint32_t element_count;    /**< for rung_type_element(): inputs and then results of a function, members of a struct or a tuple, the
                                  element of an array, a complex number or a shaped type, what a typed pointer points to */
  uint32_t result_count;     /**< how many of a function's elements are results */
  uint64_t bits;             /**< of an integer, a float, or a vector of known size of those; 0: not known from the type alone */
  RungSignedness signedness; /**< of an integer */
  bool has_rank;             /**< a vector, a tensor or a memref, unless it is unranked */
  uint32_t rank;
  const int64_t *sizes;      /**< of its dimensions, INT64_MIN for `?`; they live as long as the type */
  uint64_t scalable;         /**< bit i: dimension i of a vector is scalable */
  uint64_t array_size;       /**< of an array */
  uint32_t address_space;    /**< of a pointer */
  RungStr identifier;        /**< the name of an identified struct, which lives as long as the type; NULL data: it is none */
  bool has_body;             /**< of an identified struct: it was set, or set opaque */
  bool is_opaque;            /**< of an identified struct: it has no members that are known; also before a body is set */
  bool is_packed;            /**< of a struct */
  bool is_variadic;          /**< of an `!llvm.func` */
  bool is_compatible;        /**< LLVM::isCompatibleType: the llvm dialect takes it, with all that it is made of */
} RungTypeInfo;
/** Read the text of a type ("memref<?x4xf32>"; aliases of the text are not known). 0: it cannot be read (the session's diagnostics,
 *  which this call replaces, say why) or memory ran out. A session without a text gets an empty one. */
RungType rung_type(RungSession *session, RungStr text);
/** The innermost type at a byte offset of the text, or the type of the value named there, as rung_explain_type_at() finds it; 0:
 *  none. Messages stay. */
RungType rung_type_at(RungSession *session, uint32_t offset);
/** Describe a type; false: it is none of this text's, or memory ran out. */
bool rung_type_info(RungSession *session, RungType type, RungTypeInfo *out);
/** The `i`-th of the types that a type is made of (RungTypeInfo.element_count); 0 past the end, or memory ran out. */
RungType rung_type_element(RungSession *session, RungType type, uint32_t i);

/** What became of a body that was to be set. */
typedef enum RungBody {
  RUNG_BODY_SET,       /**< it is the struct's body from now on, and stays so */
  RUNG_BODY_SAME,      /**< the struct had this very body */
  RUNG_BODY_REFUSED,   /**< nothing changed; the session's diagnostics say why: it has another body, or this cannot be one */
} RungBody;
/** The identified struct of that name, which need not be in the text: one of a new name has no body yet
 *  (https://mlir.llvm.org/docs/Dialects/LLVM/#identified-structure-types). This call and the next three replace the session's
 *  messages. 0: memory ran out. */
RungType rung_struct(RungSession *session, RungStr name);
/** Give an identified struct its members, which may be or hold the struct itself behind a pointer. A body is set once. */
RungBody rung_struct_set_body(RungSession *session, RungType type, const RungType *elements, uint32_t count, bool is_packed);
/** Make an identified struct opaque. Like a body, that is set once. */
RungBody rung_struct_set_opaque(RungSession *session, RungType type);
/** Make an identified struct with a body and a name that no struct of the text has a body by: `name`, else `name.1`, `name.2` … 0: an
 *  element cannot be in a struct (the session's diagnostics say so), or memory ran out. */
RungType rung_struct_new(RungSession *session, RungStr name, const RungType *elements, uint32_t count, bool is_packed);

/* ---------------------------------------------------------------------- edit */

/** The text that an editor shows about a word. */
typedef struct RungHover {
  uint32_t begin, end;   /**< the word, in bytes */
  RungStr title;         /**< code: an operation's name, "%0 : i32", the head of a symbol's definition */
  RungStr text;          /**< more lines of explanation; may be empty */
} RungHover;
/** Describe the word at a byte offset of the text, which may have errors: an operation's record, a value's type, the definition
 *  of a symbol or an alias. False: nothing is known about it. The strings live as long as messages do. */
bool rung_hover(RungSession *session, uint32_t offset, RungHover *out);

/** What a completion is. */
typedef enum RungCompletionKind {
  RUNG_COMPLETION_OPERATION, RUNG_COMPLETION_DIALECT, RUNG_COMPLETION_VALUE, RUNG_COMPLETION_TYPE, RUNG_COMPLETION_ATTRIBUTE,
  RUNG_COMPLETION_SYMBOL, RUNG_COMPLETION_BLOCK, RUNG_COMPLETION_KEYWORD
} RungCompletionKind;
/** The name of a kind: "operation"; NULL past the last. */
const char *rung_completion_kind_name(RungCompletionKind kind);
/** Something that may stand at the cursor. */
typedef struct RungCompletion {
  RungCompletionKind kind;
  RungStr label;         /**< as it is written: "arith.addi", "%a", "i32" */
  RungStr detail;        /**< the type of a value or a symbol, the summary of an operation; may be empty */
  RungStr insert;        /**< the text for it, in place of RungCompletions.begin to .end */
  bool is_snippet;       /**< it has places to fill in, numbered from 1: "${1:%lhs}", with what stands there at first; "${2}" is empty.
                              Lines behind the first are indented by tabs */
} RungCompletion;
typedef struct RungCompletions {
  uint32_t begin, end;   /**< the word before the cursor, in bytes, with its `%`, `@`, `^`, `!` or `#` */
  uint32_t count;
  bool are_all;          /**< false: there are more, which fit less */
} RungCompletions;
/** Find what may stand at a byte offset of the text, where a word ends or begins: operations, values that can be seen from there,
 *  types, symbols, blocks, attributes, keywords, the likeliest first. The text may have errors, and be incomplete there. None are found
 *  in comments and strings, and where a name is made up. */
RungCompletions rung_complete(RungSession *session, uint32_t offset);
/** Get the `i`-th completion that the last rung_complete() found; false past the end. The strings live as long as messages do. */
bool rung_completion(const RungSession *session, uint32_t i, RungCompletion *out);

/** What a token is, for highlighting. */
typedef enum RungTokenClass {
  RUNG_TOKEN_NONE, RUNG_TOKEN_COMMENT, RUNG_TOKEN_STRING, RUNG_TOKEN_NUMBER, RUNG_TOKEN_KEYWORD,
  RUNG_TOKEN_OPERATION, RUNG_TOKEN_VALUE, RUNG_TOKEN_BLOCK, RUNG_TOKEN_SYMBOL, RUNG_TOKEN_TYPE,
  RUNG_TOKEN_ATTRIBUTE, RUNG_TOKEN_PUNCTUATION, RUNG_TOKEN_INVALID
} RungTokenClass;
/** The name of a class: "comment"; NULL past the last. */
const char *rung_token_class_name(RungTokenClass token_class);
/** Divide any text into tokens. Writes at most `capacity` triples (begin, end, class), in bytes, and returns how many there are;
 *  `out` may be NULL to ask for the count. Needs no session. No token crosses a line end, so a text may be read line by line:
 *  `*state` is 0 before the first line, and each call updates it for the next; `state` may be NULL. */
uint32_t rung_tokens(RungStr text, uint32_t *state, uint32_t *out, uint32_t capacity);
/** Find the lines of `after` that are not in `before`. Writes at most `capacity` line numbers, and returns how many there are.
 *  White space, comments and the names of values and blocks make no difference. Returns 0 also when memory runs out. */
uint32_t rung_changed_lines(RungSession *session, RungStr before, RungStr after, uint32_t *out, uint32_t capacity);

/* ------------------------------------------------------------------ editions */

/** An edition of the language: what a release of LLVM reads and prints. */
typedef struct RungEdition {
  const char *name;        /**< "llvm22" */
  bool is_read;            /**< exactly what it reads can be read: RungOptions.edition_in */
  bool is_printed;         /**< its spelling can be printed: RungOptions.edition, RungPrintOptions.edition */
} RungEdition;
/** Get the `i`-th edition, the oldest first; false past the end. */
bool rung_edition(uint32_t i, RungEdition *out);
/** True when Rung can read exactly that edition ("2019", "llvm11", "2020", "llvm13" to "llvm22"). */
bool rung_edition_is_read(const char *name);
/** True when Rung can print for that edition ("2019", "llvm11", "2020", "llvm13" to "llvm22"). */
bool rung_edition_exists(const char *name);
/** The edition of the text last set: the newest one that has all the older forms in it, or "llvm22" when it has none. */
const char *rung_edition_of_text(const RungSession *session);

/** What rung_upgraded_text() changes. */
typedef enum RungUpgrade {
  RUNG_UPGRADE_MODULE,   /**< operations, types and attributes of the text, which is read as `edition_in` says */
  RUNG_UPGRADE_TYPES,    /**< types only, anywhere: also in comments, and in text that is not a module */
} RungUpgrade;

/** A part of the text that is written differently today: bytes [begin, end), which may be empty, become `text`. */
typedef struct RungChange {
  uint32_t begin, end;
  RungStr text;
  RungStr before, after;   /**< the older form and today's, on one line each; `after` is empty when nothing is left */
  RungStr why;             /**< one line */
  uint32_t since;          /**< the release of LLVM that has the new form; 0: the change follows from another one */
} RungChange;
/** Set `text` (as rung_set_text() does) and bring it up to date: return it, a printed text, as LLVM 22 writes it, with comments,
 *  blank lines, names and layout kept wherever the lines they belong to are kept. Forms that cannot be read or brought up to date
 *  stay as they are, and the session's diagnostics say why. RUNG_UPGRADE_TYPES leaves the session without a module, and spells
 *  types as RungOptions.edition says. NULL data: memory ran out. */
RungStr rung_upgraded_text(RungSession *session, RungStr text, RungUpgrade what);
/** Get the `i`-th change that the last rung_upgraded_text() made; false past the end. Changes are in the order of the text and do
 *  not overlap. Their strings live until the session reads a text or another part of it. */
bool rung_change(const RungSession *session, uint32_t i, RungChange *out);

/* ------------------------------------------------------------------ dialects */

/** Make an empty list of dialects. One thread at a time may change it or set a text of a session that uses it. NULL: memory is
 *  refused. Free it with rung_dialects_delete(). */
RungDialects *rung_dialects_new(void);
/** Free the list, after the sessions that were given it. NULL is allowed. */
void rung_dialects_delete(RungDialects *dialects);
/** Read a dialect in the language of records (src/records/language.ebnf, after LLVM's ODS,
 *  https://mlir.llvm.org/docs/DefiningDialects/Operations/) and add it; it replaces one of the same name that was added
 *  before. Its operations, types and attributes are read, printed, verified and explained as Rung's own are. Sessions know
 *  it from the next rung_set_text() on. `text` and `file_name` (in messages; NULL: "<stdin>") are copied. False, and nothing
 *  changes, on an error, which rung_dialects_diagnostic() reports: a mistake in the text, with its range in bytes; the name of a
 *  dialect of LLVM; a C function, which only Rung's own records may name; or no memory. */
bool rung_add_dialect(RungDialects *dialects, RungStr text, const char *file_name);
/** The name of the dialect added last. It lives until the list changes. NULL data: the last rung_add_dialect() failed. */
RungStr rung_added_dialect(const RungDialects *dialects);
/** The number of messages of the last rung_add_dialect(). */
uint32_t rung_dialects_diagnostic_count(const RungDialects *dialects);
/** Get the `i`-th of them, in the order of the text; false past the end. They live until the next rung_add_dialect(). */
bool rung_dialects_diagnostic(const RungDialects *dialects, uint32_t i, RungDiagnostic *out);
/** The name of the `i`-th dialect of the list. It lives until the list changes. NULL data past the end. */
RungStr rung_dialect_name(const RungDialects *dialects, uint32_t i);
/** Remove the dialect of that name from the list; texts that were read with it keep it. False: it is not there. */
bool rung_remove_dialect(RungDialects *dialects, RungStr name);

/* --------------------------------------------------------------------- about */

/** The most memory the session held at once, in bytes. */
size_t rung_peak_memory(const RungSession *session);
/** Rung's version, "major.minor.patch". */
const char *rung_version(void);

#ifdef __cplusplus
}
#endif
#endif
