/** Rung in JavaScript: parse, verify, convert and print MLIR in Node, a page or a worker.
 *
 *  Positions are UTF-16 offsets into the text last set, as JavaScript strings and editors count
 *  them. The language is that of https://mlir.llvm.org/docs/LangRef/ as LLVM 22.1 reads and prints
 *  it. Bad input gives diagnostics. What throws: an argument that is no string where one is wanted
 *  (TypeError), an edition that is not supported or a text that memory does not hold (RangeError), a session disposed of
 *  (TypeError), a crash of the core (RungCrash). */

/** A message about a text or a pipeline. */
export interface Diagnostic {
  /** An information is Rung's own: it says what was read and how; a text with informations only is fine. */
  severity: "error" | "warning" | "remark" | "note" | "information";
  /** What an information is about: the operations of a dialect that are kept as written (the range is the first
   *  one's name), lines set aside because they are no IR (the range is theirs) or what they begin with (the range is
   *  that of the first), `...` for what was left out, operations of a dialect without records accepted unseen in
   *  generic form, or that several pieces were read one by one. */
  kind?: "kept" | "aside" | "hole" | "unchecked" | "pieces";
  /** Of an information: how many operations, lines or pieces it is about. */
  about?: number;
  message: string;
  /** A word for a list: "error", "hint", or what an information is about: "kept", "set aside". */
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
  /** What else there is to say; notes have no notes. */
  notes: Diagnostic[];
  /** Changes of the text that repair it, the likeliest first; often none. */
  fixes: Fix[];
}

/** A change of the text that repairs what a message complains about. */
export interface Fix {
  /** What is replaced, UTF-16 offsets into the text last set; nothing when both are equal. */
  from: number;
  to: number;
  /** What is to stand there. */
  text: string;
  /** What to call it: "write `memref.load`". */
  title: string;
  /** There is no doubt that this was meant. */
  safe: boolean;
}

export interface SessionOptions {
  /** Accept operations in generic form, types and attributes of unknown dialects. Default true. */
  allowUnregisteredDialects?: boolean;
  /** Keep operations in the custom form of dialects that nobody described as they are written, set lines
   *  around the IR aside, and take `...` for what was left out. Informations say so. Default false; not
   *  together with editionIn. */
  keepUnknown?: boolean;
  /** Read exactly what this edition reads ("2019", "llvm13", "llvm14", "llvm16", "llvm19", "llvm22"), and print it so unless
   *  `edition` says otherwise. Default: every edition is read, as LLVM 22 has it. */
  editionIn?: string;
  /** What run() makes is for this edition: for "llvm16" pointers say what they point to
   *  (`!llvm.ptr<f32>`), "llvm22" never has that. Default: the current one, or that of an old pass name. */
  edition?: string;
  /** The text must be one top-level operation; nothing is wrapped in a module. Default false. */
  noImplicitModule?: boolean;
}

export interface PrintOptions {
  /** `"dialect.op"(…)` form for every operation. */
  generic?: boolean;
  /** Edition whose text is written: "llvm13", "llvm14", "llvm16", "llvm19" or "llvm22". Default: that of the session, or
   *  "llvm16" for a result with typed pointers. Throws RangeError for any other, and where that edition has no way to
   *  say something that is there. */
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

export interface Stage {
  /** Of the pass. */
  name: string;
  /** The pass with its options, as in a pipeline. */
  pass: string;
  /** The module after it. */
  text: string;
  changed: boolean;
  /** With `trace`: what in `text` came from where. */
  origins?: Origin[];
}

/** Where an operation of an output came from. One is inside another where its operation is. */
export interface Origin {
  /** Range in the output, UTF-16. */
  from: number;
  to: number;
  /** Range in the text last set; null for an operation nobody wrote. */
  source: { from: number; to: number } | null;
}

/** A part of an explanation, with what belongs to it. */
export interface Fact {
  /** What it is about: a type; a pass that changed something, changed nothing, failed or found nothing to run on; an
   *  operation that a pass changed, or that a pattern did not apply to or a pass could not convert; what is left
   *  unconverted: all of it, a cast, the operations of a name. */
  kind: "type" | "pass" | "pass-unchanged" | "pass-failed" | "pass-skipped" | "changed" | "not-applied" | "failed" | "left"
    | "cast-left" | "operation-left";
  /** The same in words: a rule, a field ("sizes[0]"), a pass, what happened ("replaced"). */
  rule: string;
  /** A sentence or, `isCode`, lines of code. */
  text?: string;
  isCode?: true;
  /** How many operations it is about, where that is known. */
  count?: number;
  /** What became what: types, or names of operations. */
  from?: string;
  to?: string;
  /** A pass of mlir-opt's that would help; passes() tells whether Rung has it. */
  pass?: string;
  /** Range in the text last set. */
  source?: { from: number; to: number };
  /** Place in memory. */
  bytes?: { offset: number; size: number };
  children: Fact[];
}

export interface TypeOptions {
  /** Functions take bare pointers instead of descriptors. Default false. */
  barePointers?: boolean;
  /** Width of index; default: by the data layout. */
  indexBits?: number;
  /** Of LLVM ("p:32:32-i64:32"); default: the one of the module. */
  dataLayout?: string;
  /** Its pass that converts functions sets barePointers and indexBits by its options; one without such a pass, or one
   *  that cannot be read, sets nothing. */
  pipeline?: string;
}

export interface TypeExplanation {
  /** False: the type cannot be converted (the facts say why), or cannot be read (the diagnostics do). */
  ok: boolean;
  /** One, with the others in it; none when there is no type. */
  facts: Fact[];
  diagnostics: Diagnostic[];
}

export interface RunResult {
  ok: boolean;
  /** The module after the last pass; empty when a pass failed. */
  text: string;
  diagnostics: Diagnostic[];
  /** One entry per pass that ran, when stages were asked for; else empty. */
  stages: Stage[];
  /** With `trace`: one fact for each pass that ran or found nothing to run on, and one ("left over")
   *  for what was not converted. */
  explanation?: Fact[];
}

export interface Hover {
  from: number;
  to: number;
  /** Code. */
  title: string;
  /** Lines; may be empty. */
  text: string;
}

export interface Pass {
  name: string;
  summary: string;
  /** The operation it runs on; empty: any. */
  anchor: string;
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

export interface Token {
  from: number;
  to: number;
  class:
    | "none" | "comment" | "string" | "number" | "keyword" | "operation" | "value" | "block"
    | "symbol" | "type" | "attribute" | "punctuation" | "invalid";
}

/** The core trapped. This Rung and its sessions are of no more use; load a new one. */
export class RungCrash extends Error {}

/** One text and what was made of it. Free it with dispose(); using it afterwards throws. */
export class Session {
  /** Made by Rung.session(). */
  private constructor();
  /** Parse and verify `text`, replacing the session's text. The summary says how it was read, by the informations among
   *  the diagnostics: "3 operations kept as written"; empty when there are none. */
  setText(text: string): { ok: boolean; diagnostics: Diagnostic[]; summary: string };
  /** Takes effect at the next setText(), `edition` at the next run(). Options not given get their defaults.
   *  Throws RangeError for an edition that is not supported. */
  setOptions(options?: SessionOptions): void;
  /** The text as written with the safe repairs of the last call's messages made, and which they were (their places
   *  are in the text as it was). It may have errors of its own: set it and ask again. */
  fixedText(): { text: string; fixes: Fix[] };
  /** The fixes of fixedText(), without making the text. */
  safeFixes(): Fix[];
  /** The text's module, printed. Empty when nothing could be built. Throws RangeError for the generic form, or another
   *  edition, of an operation that is kept as written. */
  print(options?: PrintOptions): string;
  /** Run a pipeline such as "builtin.module(func.func(cse),convert-func-to-llvm)" on the text's
   *  module; the module itself stays as it is. `trace`: record what the passes do and why. */
  run(pipeline: string, options?: { stages?: boolean; trace?: boolean }): RunResult;
  /** How many stages run() would give of that pipeline, passes on nested operations counted once for each of those that
   *  the text has; 0 when the pipeline cannot be read. */
  estimateStages(pipeline: string): number;
  /** What in print() (or, `result`, in printResult()) came from where, one entry for each operation
   *  in the order of the output. It needs no tracing. */
  provenance(options?: PrintOptions & { result?: boolean }): Origin[];
  /** How a type becomes one of the llvm dialect. */
  explainType(type: string, options?: TypeOptions): TypeExplanation;
  /** The same for the innermost type at an offset of the text; on a value's name, for its type; on
   *  the head of a function, for its signature. The first fact's source is where it was found. */
  explainTypeAt(offset: number, options?: TypeOptions): TypeExplanation;
  /** The result of the last run() on this text, printed with options; empty when that failed. */
  printResult(options?: PrintOptions): string;
  /** What to show about the word at an offset of the text: an operation's record, a value's type, a
   *  symbol's definition, what an alias stands for. The text may have errors. */
  hover(offset: number): Hover | null;
  /** Most memory held at once, in bytes. */
  peakMemory(): number;
  /** Give its memory back. A second time, and after a crash, it does nothing. */
  dispose(): void;
}

export class Rung {
  /** Made by Rung.load(). */
  private constructor();
  /** Instantiate the core: from bytes, a compiled module, a URL (a string may be relative to this
   *  file), or (nothing given) from rung.wasm beside this file or in ../build/wasm. */
  static load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Rung>;
  readonly version: string;
  session(options?: SessionOptions): Session;
  /** Read a dialect in the language of records (src/records/language.ebnf) and add it, in the place of one of the same name
   *  that was added before: all sessions know it from their next setText() on, and its operations, types and attributes are
   *  read, printed, verified and explained as Rung's own are. `name` is null when it was not added: then `diagnostics` says
   *  why, with ranges in `text` (a name that a dialect of LLVM has and functions of C are refused). */
  addDialect(text: string): { name: string | null; diagnostics: Diagnostic[] };
  /** Take an added dialect out again; false: there is none of that name. */
  removeDialect(name: string): boolean;
  /** Tokens of any text for highlighting, comments included. */
  tokens(text: string): Token[];
  /** The same line by line: `state` is 0 for the first line of a text, and for the others what the call for the line
   *  before gave. The line end may be left out. */
  tokensOfLine(line: string, state: number): { tokens: Token[]; state: number };
  /** All classes that tokens may have. */
  tokenClasses(): Token["class"][];
  /** Numbers, from 1, of the lines of `after` that `before` does not have. White space, comments and the names of values
   *  and blocks make no difference. */
  changedLines(before: string, after: string): number[];
  passes(): Pass[];
  /** Pipelines to start from. */
  pipelines(): Pipeline[];
  /** The text of a pipeline with one more pass in it, nested as it must be: before the element that has the pass `before`
   *  in it, else at the end, where casts are reconciled last. All else stays as written. Null when the pipeline cannot
   *  be read, or there is no such pass. */
  addPass(pipeline: string, pass: string, before?: string): string | null;
}
