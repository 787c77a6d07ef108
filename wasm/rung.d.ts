/** Rung in JavaScript: parse, verify, convert and print MLIR in Node, a page or a worker.
 *
 *  Positions are UTF-16 offsets into the text last set, as JavaScript strings and editors count
 *  them. The language is that of https://mlir.llvm.org/docs/LangRef/ as LLVM 22.1 reads and prints
 *  it. Bad input gives diagnostics. What throws: an argument that is no string where one is wanted
 *  (TypeError), an edition that is not supported or a text that memory does not hold (RangeError), a session disposed of
 *  (TypeError), a crash of the core (RungCrash). */

/** A message about a text or a pipeline. */
export interface Diagnostic {
  /** An info message is Rung's own: it says what was read and how; a text with info messages only is fine. */
  severity: "error" | "warning" | "remark" | "note" | "info";
  /** What an info message is about: the operations of a dialect that are kept as written (the range is the first
   *  one's name), lines set aside because they are no IR (the range is theirs) or what they begin with (the range is
   *  that of the first), `...` for what was left out, operations of a dialect without records accepted unseen in
   *  generic form, or that several pieces were read one by one. */
  kind?: "kept" | "aside" | "hole" | "unchecked" | "pieces"
    /** Of verifyDiagnostics(): an info message that an expectation was met, errors that one was not (the ranges begin with its
     *  comment) and that a message came which none expects (the range is the message's). */
    | "met" | "unmet" | "unexpected";
  /** Of an info message: how many operations, lines or pieces it is about. */
  about?: number;
  message: string;
  /** A word for a list: "error", "hint", or what an info message is about: "kept", "set aside". */
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
   *  around the IR aside, and take `...` for what was left out. Info messages say so. Default false; not
   *  together with editionIn. */
  keepUnknown?: boolean;
  /** Read what releases of this edition read ("2019", "2020", "llvm13", "llvm14", "llvm16", "llvm19"; "llvm22": exactly what
   *  mlir-opt 22 does), and print it so unless `edition` says otherwise. Default: every edition is read, as LLVM 22 has it. */
  editionIn?: string;
  /** What run() makes is for this edition: for "llvm16" pointers say what they point to
   *  (`!llvm.ptr<f32>`), "llvm22" never has that. Default: the current one, or that of an old pass name. */
  edition?: string;
  /** The text must be one top-level operation; nothing is wrapped in a module. Default false. */
  noImplicitModule?: boolean;
  /** What stands between markers are parts of the text, each read on its own: true: "// -----", or the marker. Default false. */
  split?: boolean | string;
}

/** A part of a text, between two markers. */
export interface Part {
  from: number;
  to: number;
  /** It has no errors. */
  ok: boolean;
  /** Those of setText() that are about it. */
  diagnostics: Diagnostic[];
}

export interface PrintOptions {
  /** `"dialect.op"(…)` form for every operation. */
  generic?: boolean;
  /** Edition whose text is written: "2019", "2020", "llvm13", "llvm14", "llvm16", "llvm19" or "llvm22". Default: that of the session, or
   *  "llvm16" for a result with typed pointers. Throws RangeError for any other, and, its `cause` the diagnostic, where that
   *  edition has no way to say something that is there. */
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

/** A pass of a pipeline that ran, and what it left. */
export interface Stage {
  /** Of the pass. */
  name: string;
  /** The pass with its options, as in a pipeline. */
  pass: string;
  /** The module after it; empty unless texts were asked for, and of a pass that failed. */
  text: string;
  /** It ran on so many operations: a pass on each function is one stage; 0: there was none for it. */
  runs: number;
  changed: boolean;
  failed: boolean;
  /** Operations of the module after it, how many of each name. */
  operations: Record<string, number>;
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
  /** How many operations, elements, fields … it is about, where that is said. */
  count?: number;
  /** What became what: types, or names of operations. */
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
   *  - `rule`: a rule of the conversion; `from` became `to`, `count` times in a row; without `to` it could not
   *  - `field`: a field of a struct, in memory; `element`: those of an array or vector, `count` of them, its bytes are the
   *    first one's (without, they share bytes as those of vector<8xi1> do); `padding`: bytes that hold nothing;
   *    `omitted`: `count` more of what came before that are not listed, and where they are
   *  - `address`: of the element `from` ("[i, j]") of a memref, as a formula `to`; `value`: bytes of an element
   *  - `declaration`: lines of C
   *  - `arguments`: what a function takes for a memref, `count` of them; each field has its `argument`
   *  - `c-interface`: a prototype in C and its type; `bare-pointer`: what a function takes where memrefs are passed as
   *    pointers; without `to` there is none, and the text says why
   *  - `signature`: a function type, in it `argument`: becomes `count` arguments, the first is number `position`, `argument`;
   *    `result`, at `position` of the struct of the results when there are several; `results`: that struct; `value`: what the
   *    function is where it is a value
   *  - `spelling`: how `edition` writes the result */
  role?: "meaning" | "rule" | "field" | "element" | "padding" | "omitted" | "address" | "declaration" | "arguments" | "c-interface"
    | "bare-pointer" | "signature" | "argument" | "result" | "results" | "value" | "spelling";
  /** What a field of a descriptor, or of a complex number, is; "pointer": any other pointer. */
  field?: "allocated" | "aligned" | "offset" | "size" | "stride" | "rank" | "descriptor" | "real" | "imaginary" | "pointer";
  /** Number of a field in its struct, of an argument, of a result. */
  position?: number;
  /** Of a size or a stride. */
  dimension?: number;
  /** What the type says of an offset, size or stride (rounded above 2^53); those without are known at run time. */
  value?: number;
  /** Of a field: its line in the C declaration, from 1. */
  line?: number;
  /** The argument a field becomes ("%size0"). */
  argument?: string;
  /** Of a spelling: "llvm16". */
  edition?: string;
  children: Fact[];
}

export interface TypeOptions {
  /** Functions take bare pointers instead of descriptors. Default false. */
  barePointers?: boolean;
  /** Width of index; default: by the data layout. */
  indexBits?: number;
  /** Of LLVM ("p:32:32-i64:32"); default: the one of the module, or of 64-bit x86 on Linux. What it does not mention is as
   *  LLVM has it. One that cannot be read is a diagnostic. */
  dataLayout?: string;
  /** Its pass that converts functions, or else the first that converts types, sets barePointers and indexBits by its options,
   *  the last data layout given up to there dataLayout; a pass of a release with typed pointers has them in the types. One
   *  that cannot be read sets nothing. */
  pipeline?: string;
  /** Say what functions with llvm.emit_c_interface have for C. Default true. */
  cInterface?: boolean;
  /** Say how the current edition, the last with typed pointers, and 2019's write the result. Default false. */
  spellings?: boolean;
}

export interface TypeExplanation {
  /** False: the type cannot be converted (the facts say why), or it or the data layout cannot be read (the diagnostics do). */
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
  /** One entry for each pass of the pipeline that ran, when stages were asked for; else empty. */
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

/** A part of a text that today is written otherwise: [from, to), which may be empty, becomes `text`. */
export interface Change {
  from: number;
  to: number;
  text: string;
  /** The form it had and the one it has now, on one line each; `after` is empty when nothing is left. */
  before: string;
  after: string;
  /** One line. */
  why: string;
  /** The release of LLVM that has the new form; missing when the change follows from another one. */
  since?: number;
}

export interface Pass {
  name: string;
  summary: string;
  /** The operation it runs on; empty: any. */
  anchor: string;
  /** Dialects whose operations it works on; empty: whatever there is. */
  worksOn: string[];
  /** Dialects of what it writes in their place; empty: it makes nothing new. */
  makes: string[];
  /** Of a name of older releases: the passes that do its work today, each in quotes. */
  now?: string;
  options: PassOption[];
}

export interface PassOption {
  name: string;
  type: "bool" | "int" | "uint" | "text" | "list" | "choice";
  /** As `mlir-opt --help` has it. */
  summary: string;
  /** As written in a pipeline; empty when there is none. */
  default: string;
  /** Of a choice: what it may be. */
  choices: string[];
}

export interface TextRange {
  from: number;
  to: number;
}

/** A pass of a pipeline's text, or (with `elements`) a nest of others, for operations called `name`. Offsets are UTF-16 in the
 *  text that was read. */
export interface PipelineElement extends TextRange {
  name: string;
  nameAt: TextRange;
  /** Of a nest: what is in its parentheses. */
  elements?: PipelineElement[];
  innerAt?: TextRange;
  /** Of a pass: there is one of that name. */
  isKnown?: boolean;
  /** Of a pass: the options given, and what is between the braces; empty, at the end of the name, without braces. */
  options?: PipelineElementOption[];
  optionsAt?: TextRange;
}

export interface PipelineElementOption extends TextRange {
  name: string;
  /** Without the braces or quotes around it. */
  value: string;
  /** What stands behind `=`; null: there is none. */
  valueAt: TextRange | null;
  /** The pass has such an option. */
  isKnown: boolean;
}

/** What a pipeline's text says, also when it is unfinished or wrong. */
export interface PipelineReading {
  /** It can run. */
  ok: boolean;
  /** The whole, "builtin.module(…)"; null when the text is not one anchor with its parentheses. */
  anchor: PipelineElement | null;
  /** What is in it. */
  elements: PipelineElement[];
  /** With ranges and fixes in the pipeline's text. */
  diagnostics: Diagnostic[];
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

/** An edition of the language: what a release of LLVM reads and prints. */
export interface Edition {
  /** "llvm22", "2020" */
  name: string;
  /** Exactly what it reads can be read: SessionOptions.editionIn. */
  isRead: boolean;
  /** Its spelling can be printed: SessionOptions.edition, PrintOptions.edition. */
  isPrinted: boolean;
}

export interface Token {
  from: number;
  to: number;
  class:
    | "none" | "comment" | "string" | "number" | "keyword" | "operation" | "value" | "block"
    | "symbol" | "type" | "attribute" | "punctuation" | "invalid";
}

/** A WebAssembly.Module: the types of Node alone have no such name. */
export type CompiledModule = object;

/** The core trapped. This Rung and its sessions are of no more use; load a new one. */
export class RungCrash extends Error {}

/** One text and what was made of it. Free it with dispose(); using it afterwards throws. */
export class Session {
  /** Made by Rung.session(). */
  private constructor();
  /** Parse and verify `text`, replacing the session's text. The summary says how it was read, by the info messages among
   *  the diagnostics: "3 operations kept as written"; empty when there are none. `edition`: as upgrade() gives it. */
  setText(text: string): { ok: boolean; diagnostics: Diagnostic[]; summary: string; edition: string };
  /** The parts of the text, one when it is not split. Near misses of a marker are warnings of setText() and in no part. */
  parts(): Part[];
  /** The part that print(), run(), hover() and the others are about, the first at first; all positions stay offsets in the whole
   *  text. setText() keeps it as far as there are as many. */
  readonly part: number;
  /** Choose another one; what an earlier run() left is forgotten. Throws RangeError when there is no such part. */
  choosePart(index: number): void;
  /** Compare what is said of all parts, and when `pipeline` runs on those without errors, with the comments of the text
   *  (`expected-error@+1 {{…}}` and kin), as mlir-opt's --verify-diagnostics does. Its messages, in mlir-opt's words, and an
   *  info message for each expectation that was met. `onlyExpected`: what nobody expects may come, too. The result of an earlier
   *  run() is forgotten. */
  verifyDiagnostics(pipeline?: string, options?: { onlyExpected?: boolean }): { ok: boolean; diagnostics: Diagnostic[] };
  /** Set `text` and bring it up to date: as LLVM 22 writes it, with comments, blank lines, names and layout kept wherever what
   *  they belong to is still there. What cannot be brought up to date, or read, stays, and the diagnostics say why. `only:
   *  "types"` changes types wherever they stand, in text that is no module and in comments, and leaves no module to look at.
   *  `edition`: the newest release the text as it was may be of ("llvm13"); "llvm22" when it has nothing older. */
  upgrade(text: string, options?: { only?: "types" }): { text: string; changes: Change[]; diagnostics: Diagnostic[]; edition: string };
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
   *  module; the module itself stays as it is. `stages`: what to keep of each pass, its text too or not; a pass then runs on
   *  all functions before the next one begins. `only`: [from, to), the stages whose texts are wanted; default: all. `until`: stop after so many stages; the result is what is there then.
   *  `trace`: record what the passes do and why. */
  run(pipeline: string, options?: { stages?: "counted" | "printed"; only?: [number, number]; until?: number; trace?: boolean }): RunResult;
  /** Operations of the text's module, how many of each name. */
  operations(): Record<string, number>;
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
  static load(source?: ArrayBuffer | ArrayBufferView | CompiledModule | URL | string): Promise<Rung>;
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
  /** LLVM 22's mlir-opt has a pass of that name, whether or not Rung does. */
  passExistsUpstream(name: string): boolean;
  /** Read a pipeline's text as far as it goes; nothing runs. */
  readPipeline(text: string): PipelineReading;
  /** Pipelines to start from. */
  pipelines(): Pipeline[];
  /** Editions, the oldest first; the last is the current one. */
  editions(): Edition[];
  /** The text of a pipeline with one more pass in it, nested as it must be: before the element that has the pass `before`
   *  in it, else at the end, where casts are reconciled last. All else stays as written. Null when the pipeline cannot
   *  be read, or there is no such pass. */
  addPass(pipeline: string, pass: string, before?: string): string | null;
}
