/** Rung in JavaScript: parse, verify, convert and print MLIR in Node, a page or a worker. The chapters are those of src/rung.h,
 *  the same API in C.
 *
 *  Positions are UTF-16 offsets into the text last set, as JavaScript strings and editors count them. The language is that of
 *  https://mlir.llvm.org/docs/LangRef/ as LLVM 22.1 reads and prints it. Bad input gives diagnostics. A call throws a TypeError
 *  for an argument of the wrong type and for a disposed session, a RangeError for an edition that is not supported and for
 *  a text that does not fit in memory, and a RungCrash when the core crashes. */

// ---------------------------------------------------------------- start here

/** The core, instantiated. Its sessions share its memory. */
export class Rung {
  /** Made by Rung.load(). */
  private constructor();
  /** Instantiate the core: from `source`, or (nothing given) from rung.wasm beside this file or in ../build/wasm. */
  static load(source?: ModuleSource, options?: { rest?: ModuleSource, packs?: (ArrayBuffer | ArrayBufferView)[] }): Promise<Rung>;
  /** Of a core in two parts (wasm/parts.mjs), `source` is the first and `rest` the other, which may also be linked to it later. Sessions go
   *  on. A call that needs the rest before that throws RungIncomplete, and the core and its sessions are of no use any more. Other
   *  cores are complete from the start; then this does nothing. */
  complete(rest: ModuleSource): Promise<void>;
  readonly isComplete: boolean;
  /** Put the records of a dialect in memory, which parts.mjs took out. A text that names the dialect before that throws RungIncomplete, as above,
   *  with the dialect's name as `pack`. `bytes` are copied. */
  addPack(bytes: ArrayBuffer | ArrayBufferView): void;
  /** Make a session. Free it with dispose(). Throws RangeError for an edition that is not supported. */
  session(options?: SessionOptions): Session;

  // Text
  /** Find the IR dumps in the log of a compiler that was run with --mlir-print-ir-after-all or its like: of mlir-opt, in any
   *  release, or of another compiler based on MLIR, with or without prefixes and messages around them. What follows a dump and is
   *  not part of it is left out. Throws RangeError when memory runs out. */
  readLog(text: string): LogStage[];

  // Passes
  /** All passes of Rung, with their options. */
  passes(): Pass[];
  /** True when LLVM 22's mlir-opt has a pass of that name, whether or not Rung does. */
  passExistsUpstream(name: string): boolean;
  /** Pipelines to start from. */
  pipelines(): Pipeline[];
  /** Read a pipeline's text as far as it goes; nothing runs. */
  readPipeline(text: string): PipelineReading;
  /** Put one more pass into the text of a pipeline, nested as the operation it runs on requires: before the element that contains the pass
   *  `before`, else at the end, where casts are reconciled last. The rest stays as written. Null when the pipeline cannot
   *  be read, or Rung has no such pass. */
  addPass(pipeline: string, pass: string, before?: string): string | null;

  // Edit
  /** Divide any text into tokens for highlighting, comments included. */
  tokens(text: string): Token[];
  /** The same line by line: `state` is 0 for the first line of a text, and for each other line the state that the call for the
   *  line before returned. The line end may be left out. */
  tokensOfLine(line: string, state: number): { tokens: Token[]; state: number };
  /** All classes that tokens may have. */
  tokenClasses(): Token["class"][];
  /** Numbers, from 1, of the lines of `after` that `before` does not have. White space, comments and the names of values
   *  and blocks make no difference. */
  changedLines(before: string, after: string): number[];

  // Editions
  /** Editions, the oldest first; the last is the current one. */
  editions(): Edition[];

  // Dialects
  /** Read a dialect in the language of records (src/records/language.ebnf) and add it; it replaces one of the same name
   *  that was added before. All sessions know it from their next setText() on, and its operations, types and attributes are
   *  read, printed, verified and explained as Rung's own are. `name` is null when it was not added: then `diagnostics` says
   *  why, with ranges in `text` (the name of a dialect of LLVM and C functions are refused). */
  addDialect(text: string): { name: string | null; diagnostics: Diagnostic[] };
  /** Remove an added dialect; false when none has that name. */
  removeDialect(name: string): boolean;

  // About
  /** Rung's version, "major.minor.patch". */
  readonly version: string;
}

/** One text with its module and results. Free it with dispose(); using it afterwards throws. A session that nobody can reach any
 *  more is freed when the engine collects it, which may be late: sessions share the core's memory, so dispose of many. */
export class Session {
  /** Made by Rung.session(). */
  private constructor();
  /** Replace the options, from the next setText() on, `edition` from the next run() on. Options not given get their defaults.
   *  Throws RangeError for an edition that is not supported. */
  setOptions(options?: SessionOptions): void;
  /** Free the session's memory. A second call, or one after a crash, does nothing. */
  dispose(): void;

  // Text
  /** Parse and verify `text`, replacing the session's text. Bytes are MLIR's bytecode, of LLVM 16 to 22, or a text in UTF-8;
   *  places in them are offsets of bytes. The summary says how it was read, by the info messages among
   *  the diagnostics: "3 unknown operations"; empty when there are none. `edition`: as upgrade() gives it. */
  setText(text: string | Uint8Array): { ok: boolean; diagnostics: Diagnostic[]; summary: string; edition: string };
  /** The parts of the text, one when it is not split. Near misses of a marker are warnings of setText() and in no part. */
  parts(): Part[];
  /** The part that print(), run(), hover() and the others are about, the first at first; all positions stay offsets in the whole
   *  text. setText() keeps the choice if the text has as many parts. */
  readonly part: number;
  /** Choose another part; the result of an earlier run() is dropped. Throws RangeError when there is no such part. */
  choosePart(index: number): void;
  /** Count the operations of the text's module by name. */
  operations(): Record<string, number>;
  /** The functions that the text's module defines, with the types of their arguments and results, and their places. */
  functions(): { name: string; inputs: string[]; results: string[]; from: number; to: number }[];
  /** Find the whole way down from where the text is to the llvm dialect, without running anything. null: there is no IR. */
  road(): Road | null;

  // Messages
  /** Make the safe repairs of the last call's messages in a copy of the text. `fixes` are those repairs, with their places in the
   *  original text. The result may have other errors: set it to see them. */
  fixedText(): { text: string; fixes: Fix[] };
  /** The fixes of fixedText(), without making the text. */
  safeFixes(): Fix[];
  /** Compare the messages about all parts, and those of running `pipeline` on parts without errors, with comments of the text
   *  (`expected-error@+1 {{…}}` and the like), as mlir-opt's --verify-diagnostics does. Returns its messages, in mlir-opt's words,
   *  and an info message for each expectation that was met. `onlyExpected`: unexpected messages are allowed. The result of an
   *  earlier run() is dropped. */
  verifyDiagnostics(pipeline?: string, options?: { onlyExpected?: boolean }): { ok: boolean; diagnostics: Diagnostic[] };

  // Print
  /** Print the text's module. Empty when nothing could be built. Throws RangeError for the generic form, or another
   *  edition, of an operation that is kept as written. */
  print(options?: PrintOptions): string;
  /** Print the result of the last run() on this text. After a pass that failed, it is the module as that pass left it, in generic
   *  form. Empty when nothing ran, or the pipeline cannot be read. */
  printResult(options?: PrintOptions): string;

  /** Translate the text's module, or with `result` that of the last run(), to LLVM IR, as mlir-translate 22 prints it. `text` is null
   *  when the module has errors, or when something in it cannot be translated: then `diagnostics` says what. With `origins` it says which
   *  part of the text globals, functions and instructions came from, as provenance() does. */
  translate(options?: { result?: boolean; origins?: boolean }): { text: string | null; diagnostics: Diagnostic[]; origins?: Origin[] };
  /** Make the text's module, or with `result` that of the last run(), a WebAssembly module that program.js runs with
   *  rung-runtime.wasm. `bytes` is null when the module has errors, or when something in it cannot be run: then `diagnostics` says what.
   *  With `watch` the program asks before it touches memory that was freed, with `trace` it also tells each value that it computes: see Program. */
  wasm(options?: { result?: boolean; watch?: boolean; trace?: boolean }): { bytes: Uint8Array | null; diagnostics: Diagnostic[] };
  /** The text's module, or with `result` that of the last run(), as MLIR's bytecode, which setText() and mlir-opt read, in a version
   *  from 0 to 6 (by default). null: it has errors, or an operation is kept as written. Throws RangeError for another version. */
  bytecode(options?: { result?: boolean; version?: number }): Uint8Array | null;

  // Passes
  /** Add rewrite rules (docs/rules.md) that the pass `apply-rules{file=NAME}` finds by their name; those of that name are
   *  replaced. What is wrong with them is among the diagnostics of run(), with `file`, `line` and `column`. */
  addRules(name: string, text: string): void;
  /** Run a pipeline such as "builtin.module(func.func(cse),convert-func-to-llvm)" on the text's
   *  module; the module itself stays as it is. `stages`: keep the counts of each pass, or its text as well; a pass then runs on
   *  all functions before the next one begins. `only`: [from, to), the stages to print; default: all. `until`: stop after that
   *  many stages; the result is the module at that point.
   *  `trace`: record what the passes do and why. `tried`: an offset in the text; the trace tells of the operations on that line, and of
   *  what passes made of them, all that was tried and at which condition it failed. */
  run(pipeline: string, options?: {
    stages?: "counted" | "printed"; only?: [number, number]; until?: number; trace?: boolean; tried?: number;
  }): RunResult;

  /** What the text asks to be run on it: the reproducer of mlir-opt, in any release, that is in it. Null: there is none. */
  reproducer(): Reproducer | null;
  /** Print the text's module, or with `result` that of the last run, with a reproducer below it: mlir-opt's --run-reproducer runs its
   *  pipeline. Throws RangeError where print() does. */
  printReproducer(pipeline: string, options?: { result?: boolean; disableThreading?: boolean; verifyEach?: boolean }): string;

  // Explain
  /** Explain how a type becomes one of the llvm dialect. */
  explainType(type: string, options?: TypeOptions): TypeExplanation;
  /** The same for the innermost type at an offset of the text; on a value's name, for its type; on
   *  the head of a function, for its signature. The first fact's source is where it was found. */
  explainTypeAt(offset: number, options?: TypeOptions): TypeExplanation;
  /** Map what print() (with `result`, printResult()) gives to the text: the origin of each operation, in the order of the output. It
   *  needs no tracing. */
  provenance(options?: PrintOptions & { result?: boolean }): Origin[];

  // Types
  /** Read the text of a type (aliases of the session's text are not known). Throws RangeError, whose cause is the message, when it
   *  cannot be read. Types of equal text are the same object, until another text is set or another part chosen: then it throws to
   *  use an older one. */
  type(text: string): Type;
  /** The innermost type at an offset of the text; on a value's name, its type. */
  typeAt(offset: number): Type | null;
  /** The identified struct of that name; one of a new name has no body yet. */
  struct(name: string): Type;
  /** Make an identified struct with a body and a name that no struct has a body by: `name`, else `name.1`, `name.2` … Throws
   *  RangeError when an element cannot be in a struct. */
  newStruct(name: string, elements: Type[], options?: { packed?: boolean }): Type;
  /** Give an identified struct its members, or make it opaque. "set": they are its body from now on; "same": it had that very body;
   *  "refused": it has another one, or this cannot be one, and nothing changed. */
  setBody(type: Type, elements: Type[] | "opaque", options?: { packed?: boolean }): "set" | "same" | "refused";

  // Edit
  /** Describe the word at an offset of the text: an operation's record, a value's type, the definition
   *  of a symbol or an alias. The text may have errors. */
  hover(offset: number): Hover | null;
  /** Find what may stand at an offset of the text, where a word ends or begins. The text may have errors, and be incomplete there.
   *  Nothing is found in comments and strings, and where a name is made up. */
  complete(offset: number): Completions;

  // Editions
  /** Set `text` and bring it up to date: as LLVM 22 writes it, with comments, blank lines, names and layout kept wherever the
   *  lines they belong to are kept. Forms that cannot be read or brought up to date stay, and the diagnostics say why. `only:
   *  "types"` changes types anywhere, also in comments and in text that is not a module, and leaves the session without a module.
   *  `edition`: the newest release that the original text may be of ("llvm13"); "llvm22" when it has no older forms. */
  upgrade(text: string, options?: { only?: "types" }): { text: string; changes: Change[]; diagnostics: Diagnostic[]; edition: string };

  // About
  /** The most memory that the session held at once, in bytes. */
  peakMemory(): number;
}

export interface SessionOptions {
  /** Accept operations in generic form, types and attributes of unknown dialects. Default true. */
  allowUnregisteredDialects?: boolean;
  /** Keep operations in the custom form of dialects without records as they are written, set lines
   *  around the IR aside, and read `...` as something left out. Info messages say so. Default false; not
   *  together with editionIn. */
  keepUnknown?: boolean;
  /** Read what releases of this edition read ("2019", "llvm11", "2020", "llvm13", "llvm14", "llvm16", "llvm19"; "llvm22": exactly what
   *  mlir-opt 22 does), and print its forms unless `edition` says otherwise. Default: every edition is read, and LLVM 22's forms are printed. */
  editionIn?: string;
  /** The edition that run() makes its result for: in "llvm16" pointers have element types (`!llvm.ptr<f32>`), in "llvm22"
   *  they never do. Default: the current one, or that of a pass named as in an older release. */
  edition?: string;
  /** The text must be one top-level operation; nothing is wrapped in a module. Default false. */
  noImplicitModule?: boolean;
  /** Markers divide the text into parts, each read on its own: true for "// -----", or the marker. Default false. */
  split?: boolean | string;
  /** A text with dumps of --mlir-print-ir-after-all or its like is a log: each dump is a part, and what stands between them is in
   *  none. Other texts are split as `split` says. Default false. */
  splitLog?: boolean;
  /** A reproducer in the text is checked as mlir-opt's --run-reproducer does, and is not printed again. Nothing runs: see
   *  Session.reproducer(). Default false. */
  runReproducer?: boolean;
  /** Pipelines are lists of passes without an anchor, as mlir-opt's flags name them: "convert-scf-to-cf,cse" runs on the top-level
   *  operation, and passes for another kind on those inside. Default false. */
  flagPipelines?: boolean;
}

export interface TextRange {
  from: number;
  to: number;
}

/** A WebAssembly.Module, a name that Node's types lack. */
export type CompiledModule = object;

/** Bytes, a compiled module, or a URL; a string may be relative to rung.js. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | CompiledModule | URL | string;

/** The core crashed. This Rung and its sessions cannot be used any more; load a new one. */
export class RungCrash extends Error {}

/** The first part of a core was called for something that the rest of it does, which is not there: load a new one with both. */
export class RungIncomplete extends RungCrash {
  /** The dialect whose records it is about; null: it is about the rest of the code. */
  readonly pack: string | null;
}

// ---------------------------------------------------------------------- text

/** A part of a text, between two markers, or a dump in a log. */
export interface Part {
  from: number;
  to: number;
  /** It has no errors. */
  ok: boolean;
  /** The messages of setText() about this part. */
  diagnostics: Diagnostic[];
  /** Of a log: the same as readLog() has. */
  dump?: LogStage;
}

// ------------------------------------------------------------------ messages

/** A message about a text or a pipeline. */
export interface Diagnostic {
  /** An info message is Rung's own: it says what was read and how; a text with info messages only is fine. */
  severity: "error" | "warning" | "remark" | "note" | "info";
  /** What an info message is about: the operations of a dialect that are kept as written (the range is the first
   *  one's name), lines set aside because they are not IR (the range is theirs), or prefixes of lines (the range is
   *  that of the first), `...` for something left out, operations of a dialect without records that were accepted
   *  unchecked in generic form, several pieces that were read one by one, or things that the text uses and does not
   *  define (the range is the first one's; each of several has a note). An error of kind "unchecked" is about an operation that
   *  Rung has no records of, and mlir-opt may read it. */
  kind?: "kept" | "aside" | "hole" | "unchecked" | "pieces" | "elsewhere"
    /** An info message: what a pass printed, as print-op-stats does: whole lines. */
    | "printed"
    /** Of verifyDiagnostics(): an info message that an expectation was met, an error that one was not (the ranges begin with its
     *  comment), or an error that a message was not expected (the range is the message's). */
    | "met" | "unmet" | "unexpected";
  /** Of an info message: how many operations, lines or pieces it is about. */
  about?: number;
  message: string;
  /** A word for a list: "error", "hint", or what an info message is about: "unknown", "ignored". */
  label: string;
  /** Range in the text, UTF-16; absent when the message has no place in it. */
  from?: number;
  to?: number;
  /** Place as the message line shows it: from 1, columns in bytes. */
  line?: number;
  column?: number;
  file?: string;
  /** True for a note of Rung's own that mlir-opt does not print. */
  hint?: boolean;
  /** True for a hint that names all fixes of its message. */
  listsFixes?: boolean;
  /** Notes about the message; notes have no notes. */
  notes: Diagnostic[];
  /** Changes of the text that repair it, the likeliest first; often none. */
  fixes: Fix[];
}

/** A change of the text that repairs what a message complains about. */
export interface Fix {
  /** What is replaced, UTF-16 offsets into the text last set; nothing when both are equal. */
  from: number;
  to: number;
  /** The new text. */
  text: string;
  /** Its title: "write `memref.load`". */
  title: string;
  /** The fix is what was meant, beyond doubt. */
  safe: boolean;
}

// --------------------------------------------------------------------- print

export interface PrintOptions {
  /** `"dialect.op"(…)` form for every operation. */
  generic?: boolean;
  /** Edition whose text is written: "2019", "llvm11", "2020", "llvm13", "llvm14", "llvm16", "llvm19" or "llvm22". Default: that of the session, or
   *  "llvm16" for a result with typed pointers. Throws RangeError for any other, and, with the diagnostic as its `cause`, when that
   *  edition cannot express a part of the module. */
  edition?: string;
  /** Print locations. */
  debugInfo?: boolean;
  prettyDebugInfo?: boolean;
  /** No aliases. */
  localScope?: boolean;
  /** Users of each value as comments. */
  valueUsers?: boolean;
  /** Name values after their name locations. */
  nameLocations?: boolean;
  skipRegions?: boolean;
  uniqueIds?: boolean;
  /** Elide elements attributes with more elements; -1 (default): never. */
  elideElementsLarger?: number;
  /** Print larger elements attributes as hex; default 100, -1: never. */
  hexElementsLarger?: number;
}

// -------------------------------------------------------------------- passes

/** What a text asks to be run on it. */
export interface Reproducer {
  /** For run(), as LLVM 22 writes it; null: the reproducer has none. */
  pipeline: string | null;
  /** Has no effect on Rung. */
  disableThreading: boolean;
  verifyEach: boolean;
}

export interface RunResult {
  ok: boolean;
  /** The module after the last pass; empty when a pass failed. */
  text: string;
  diagnostics: Diagnostic[];
  /** One entry for each pass of the pipeline that ran, when stages were asked for; else empty. */
  stages: Stage[];
  /** With `trace`: one fact for each pass that ran or found nothing to run on, and one ("left over")
   *  for what was not converted. */
  explanation?: Fact[];
}

/** What is known of a type. */
export interface Type {
  /** Its number in the session. */
  readonly id: number;
  readonly kind: "integer" | "index" | "float" | "none" | "complex" | "tuple" | "function" | "vector" | "tensor" | "memref" |
    "pointer" | "array" | "struct" | "other";
  /** As the session's edition spells it. */
  readonly text: string;
  /** "builtin", "llvm" … */
  readonly dialect: string;
  /** The llvm dialect takes it, with all that it is made of (LLVM::isCompatibleType). */
  readonly compatible: boolean;
  /** What it is made of: inputs and then results of a function, members of a struct or a tuple, the element of an array, a complex
   *  number or a shaped type, what a typed pointer points to. Read anew each time: a struct may hold itself. */
  readonly elements: Type[];
  /** Of an integer, a float, or a vector of known size of those. */
  readonly bits?: number;
  /** Of an integer. */
  readonly signedness?: "signless" | "signed" | "unsigned";
  /** Of a shaped type with a rank; null: known at run time. */
  readonly sizes?: (number | null)[];
  /** Of a vector, for each dimension. */
  readonly scalable?: boolean[];
  /** Of a function: how many of the elements are results, the last ones. */
  readonly resultCount?: number;
  /** Of a function of the llvm dialect. */
  readonly variadic?: boolean;
  /** Of an array. */
  readonly size?: number;
  /** Of a pointer. */
  readonly addressSpace?: number;
  /** Of a struct. */
  readonly packed?: boolean;
  /** The name of an identified struct. */
  readonly identifier?: string;
  /** Of an identified struct: it has a body, or is opaque by setBody() or the text. */
  readonly hasBody?: boolean;
  /** Of an identified struct: no members are known of it. */
  readonly opaque?: boolean;
}

/** A pass of a pipeline that ran, and what it left. */
export interface Stage {
  /** The pass's name. */
  name: string;
  /** The pass with its options, as in a pipeline. */
  pass: string;
  /** The module after it; empty unless texts were asked for, and of a pass that failed. */
  text: string;
  /** The number of operations it ran on: a pass on each function is one stage; 0: it found none to run on. */
  runs: number;
  changed: boolean;
  failed: boolean;
  /** Operations of the module after it, how many of each name. */
  operations: Record<string, number>;
  /** With `trace`: the origin of each operation in `text`. */
  origins?: Origin[];
}

export interface Pass {
  name: string;
  summary: string;
  /** The operation it runs on; empty: any. */
  anchor: string;
  /** Dialects whose operations it works on; empty: any. */
  worksOn: string[];
  /** Dialects of the operations it makes; empty: it makes none. */
  makes: string[];
  /** For a name of older releases: the passes that do its work today, each in quotes. */
  now?: string;
  options: PassOption[];
}

export interface PassOption {
  name: string;
  type: "bool" | "int" | "uint" | "text" | "list" | "choice";
  /** As `mlir-opt --help` has it. */
  summary: string;
  /** The default as written in a pipeline; empty when the option has none. */
  default: string;
  /** The values of a choice. */
  choices: string[];
}

/** A pipeline to start from. */
export interface Pipeline {
  /** "llvm" */
  name: string;
  /** "To the LLVM dialect" */
  title: string;
  /** "builtin.module(…)" */
  text: string;
}

/** `pipeline` has `passes` passes, each only if it finds something to do; `left`: dialects of the text that none of them takes further. */
export interface Road {
  pipeline: string;
  passes: number;
  left: string[];
}

/** The parts of a pipeline's text, also when it is unfinished or wrong. */
export interface PipelineReading {
  /** It can run. */
  ok: boolean;
  /** The whole, "builtin.module(…)"; null when the text is not one anchor with its parentheses. */
  anchor: PipelineElement | null;
  /** Its passes and nests. */
  elements: PipelineElement[];
  /** With ranges and fixes in the pipeline's text. */
  diagnostics: Diagnostic[];
}

/** A pass of a pipeline's text, or (with `elements`) a nest of others, for operations called `name`. Offsets are UTF-16 in the
 *  text that was read. */
export interface PipelineElement extends TextRange {
  name: string;
  nameAt: TextRange;
  /** Of a nest: the elements in its parentheses. */
  elements?: PipelineElement[];
  innerAt?: TextRange;
  /** Of a pass: Rung has a pass of that name. */
  isKnown?: boolean;
  /** Of a pass: the options given, and the range between the braces; without braces, an empty one at the end of the name. */
  options?: PipelineElementOption[];
  optionsAt?: TextRange;
}

export interface PipelineElementOption extends TextRange {
  name: string;
  /** Without the braces or quotes around it. */
  value: string;
  /** The text after `=`; null without one. */
  valueAt: TextRange | null;
  /** The pass has such an option. */
  isKnown: boolean;
}

// ------------------------------------------------------------------- explain

/** A part of an explanation, with what belongs to it. */
export interface Fact {
  /** What it is about: a type; a pass that changed something, changed nothing, failed or found nothing to run on; an
   *  operation that a pass changed, or that a pattern did not apply to or a pass could not convert; what is left
   *  unconverted: all of it, a cast, the operations of a name; below a change by a rule, and what `tried` asked for, the
   *  `rule` as it is written, and below the latter each name of it, `rule`, `matched` a value or a constant, `to`. */
  kind: "type" | "pass" | "pass-unchanged" | "pass-failed" | "pass-skipped" | "changed" | "not-applied" | "failed" | "left"
    | "cast-left" | "operation-left" | "rule" | "matched";
  /** The same in words: a rule, a field ("sizes[0]"), a pass, an event ("replaced"). */
  rule: string;
  /** A sentence or, `isCode`, lines of code. */
  text?: string;
  isCode?: true;
  /** The number of operations, elements, fields … it is about. */
  count?: number;
  /** `from` became `to`: types, or names of operations. */
  from?: string;
  to?: string;
  /** A pass of mlir-opt's that would help; passes() tells whether Rung has it. */
  pass?: string;
  /** Range in the text last set. */
  source?: { from: number; to: number };
  /** Place in memory, up to 2^53 bytes: the offset counts from the first byte of the outermost type. */
  bytes?: { offset: number; size: number; align?: number };
  /** Of a type: which part of its explanation it is.
   *
   *  - `meaning`: what the type is for, in words
   *  - `rule`: a rule of the conversion; `from` became `to`, `count` times in a row; without `to` the rule failed
   *  - `field`: a field of a struct, in memory; `element`: those of an array or vector, `count` of them, its bytes are the
   *    first one's (without, they share bytes as those of vector<8xi1> do); `padding`: unused bytes;
   *    `omitted`: `count` more facts like those before, which are not listed, and their place
   *  - `address`: of the element `from` ("[i, j]") of a memref, as a formula `to`; `value`: bytes of an element
   *  - `declaration`: lines of C
   *  - `arguments`: what a function takes for a memref, `count` of them; each field has its `argument`
   *  - `c-interface`: a prototype in C and its type; `bare-pointer`: what a function takes when memrefs are passed as
   *    pointers; without `to`, the function has none and the text says why
   *  - `signature`: a function type, in it `argument`: becomes `count` arguments, the first is number `position`, `argument`;
   *    `result`, at `position` of the struct of the results when there are several; `results`: that struct; `value`: the
   *    type of a function that is used as a value
   *  - `spelling`: how `edition` writes the result */
  role?: "meaning" | "rule" | "field" | "element" | "padding" | "omitted" | "address" | "declaration" | "arguments" | "c-interface"
    | "bare-pointer" | "signature" | "argument" | "result" | "results" | "value" | "spelling";
  /** The role of a field of a descriptor or of a complex number; "pointer": any other pointer. */
  field?: "allocated" | "aligned" | "offset" | "size" | "stride" | "rank" | "descriptor" | "real" | "imaginary" | "pointer";
  /** Number of a field in its struct, of an argument, of a result. */
  position?: number;
  /** Of a size or a stride. */
  dimension?: number;
  /** The offset, size or stride that the type gives (rounded above 2^53); fields without it are known at run time. */
  value?: number;
  /** Of a field: its line in the C declaration, from 1. */
  line?: number;
  /** The argument a field becomes ("%size0"). */
  argument?: string;
  /** Of a spelling: "llvm16". */
  edition?: string;
  children: Fact[];
}

/** The origin of an operation in an output. Origins nest as their operations do. */
export interface Origin {
  /** Range in the output, UTF-16. */
  from: number;
  to: number;
  /** Range in the text last set; null for an operation that is not in the text. */
  source: { from: number; to: number } | null;
}

export interface TypeOptions {
  /** Functions take bare pointers instead of descriptors. Default false. */
  barePointers?: boolean;
  /** Width of index; default: by the data layout. */
  indexBits?: number;
  /** Of LLVM ("p:32:32-i64:32"); default: the one of the module, or of 64-bit x86 on Linux. LLVM's defaults
   *  complete it. If it cannot be read, a diagnostic says so. */
  dataLayout?: string;
  /** A pipeline that sets the other options: barePointers and indexBits are those of its pass that converts functions, or else
   *  of the first that converts types; dataLayout is the last one set before that pass. With a pass of a release with typed
   *  pointers, the types have them. A pipeline that cannot be read sets nothing. */
  pipeline?: string;
  /** Include the C interface of functions with llvm.emit_c_interface. Default true. */
  cInterface?: boolean;
  /** Include how the current edition, the last with typed pointers, and 2019's write the result. Default false. */
  spellings?: boolean;
}

export interface TypeExplanation {
  /** False: the type cannot be converted (the facts say why), or it or the data layout cannot be read (the diagnostics do). */
  ok: boolean;
  /** One fact, with the others as its children; none when there is no type. */
  facts: Fact[];
  diagnostics: Diagnostic[];
}

// ---------------------------------------------------------------------- edit

export interface Hover {
  from: number;
  to: number;
  /** Code. */
  title: string;
  /** Lines; may be empty. */
  text: string;
}

/** From `from` to `to` is the word before the cursor, with its `%`, `@`, `^`, `!` or `#`. */
export interface Completions extends TextRange {
  /** The likeliest first. */
  items: Completion[];
  /** False: there are more, which fit less. */
  complete: boolean;
}

export interface Completion {
  kind: "operation" | "dialect" | "value" | "type" | "attribute" | "symbol" | "block" | "keyword";
  /** As it is written: "arith.addi", "%a", "i32". */
  label: string;
  /** The type of a value or a symbol, the summary of an operation; may be empty. */
  detail: string;
  /** The text for it, in place of the word. */
  insert: string;
  /** It has places to fill in, numbered from 1: "${1:%lhs}", with what stands there at first; "${2}" is empty. Lines behind the
   *  first are indented by tabs. */
  snippet: boolean;
}

/** A dump in a log: text.slice(from, to) is a text for setText(). */
export interface LogStage extends TextRange {
  /** The first line of the dump in the log, from 1. */
  line: number;
  lines: number;
  /** "// -----// IR Dump After … //----- //" */
  header: TextRange;
  /** False: the dump is that before the pass. */
  after: boolean;
  /** The pass failed. */
  failed: boolean;
  /** "Canonicalizer" */
  pass: string;
  /** "canonicalize"; empty when the header has none. */
  argument: string;
  /** The operation that the pass ran on, as the header says or as it is written in the dump: "func.func"; may be empty. */
  anchor: string;
  /** Its symbol, without `@`; may be empty. */
  symbol: string;
  /** Dumps of one operation have the same number; numbered from 0 as they come. */
  chain: number;
}

export interface Token {
  from: number;
  to: number;
  class:
    | "none" | "comment" | "string" | "number" | "keyword" | "operation" | "value" | "block"
    | "symbol" | "type" | "attribute" | "punctuation" | "invalid";
}

// ------------------------------------------------------------------ editions

/** An edition of the language: what a release of LLVM reads and prints. */
export interface Edition {
  /** "llvm22", "2020" */
  name: string;
  /** Exactly what it reads can be read: SessionOptions.editionIn. */
  isRead: boolean;
  /** Its spelling can be printed: SessionOptions.edition, PrintOptions.edition. */
  isPrinted: boolean;
}

/** A part of a text that is written differently today: [from, to), which may be empty, becomes `text`. */
export interface Change {
  from: number;
  to: number;
  text: string;
  /** The older form and today's, on one line each; `after` is empty when nothing is left. */
  before: string;
  after: string;
  /** One line. */
  why: string;
  /** The release of LLVM that has the new form; missing when the change follows from another one. */
  since?: number;
}
