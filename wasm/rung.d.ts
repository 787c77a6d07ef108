/** Rung in JavaScript: parse, verify, convert and print MLIR in Node, a page or a worker.
 *
 *  Positions are UTF-16 offsets into the text last set, as JavaScript strings and editors count
 *  them. The language is that of https://mlir.llvm.org/docs/LangRef/ as LLVM 22.1 reads and prints
 *  it. Bad input gives diagnostics; only a crash of the core throws (see RungCrash). */

/** A message about a text or a pipeline. */
export interface Diagnostic {
  severity: "error" | "warning" | "remark" | "note";
  message: string;
  /** Range in the text, UTF-16; absent when the message has no place in it. */
  from?: number;
  to?: number;
  /** Place as the message line shows it: from 1, columns in bytes. */
  line?: number;
  column?: number;
  file?: string;
  /** True for a note of Rung's own that mlir-opt does not print. */
  hint?: boolean;
  /** What else there is to say; notes have no notes. */
  notes: Diagnostic[];
}

export interface SessionOptions {
  /** Accept operations, types and attributes of unknown dialects. Default false. */
  allowUnregisteredDialects?: boolean;
  /** Read exactly what this edition reads ("llvm22"). Default: every edition. */
  editionIn?: string;
  /** The text must be one top-level operation; nothing is wrapped in a module. Default false. */
  noImplicitModule?: boolean;
}

export interface PrintOptions {
  /** `"dialect.op"(…)` form for every operation. */
  generic?: boolean;
  /** Edition to print; "llvm22" is the default. Throws RangeError for one that is not known. */
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
  /** The pass with its options, as in a pipeline. */
  pass: string;
  /** The module after it. */
  text: string;
  changed: boolean;
}

export interface RunResult {
  ok: boolean;
  /** The module after the last pass; empty when a pass failed. */
  text: string;
  diagnostics: Diagnostic[];
  /** One entry per pass that ran, when stages were asked for; else empty. */
  stages: Stage[];
}

export interface Pass {
  name: string;
  summary: string;
  /** The operation it runs on; empty: any. */
  anchor: string;
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
  /** Parse and verify `text`, replacing the session's text. */
  setText(text: string): { ok: boolean; diagnostics: Diagnostic[] };
  /** Takes effect at the next setText(). Throws RangeError for an unknown edition. */
  setOptions(options: SessionOptions): void;
  /** The text's module, printed. Empty when nothing could be built. */
  print(options?: PrintOptions): string;
  /** Run a pipeline such as "builtin.module(func.func(cse),convert-func-to-llvm)" on the text's
   *  module; the module itself stays as it is. */
  run(pipeline: string, options?: { stages?: boolean }): RunResult;
  /** The result of the last successful run(), printed with options. */
  printResult(options?: PrintOptions): string;
  /** Most memory held at once, in bytes. */
  peakMemory(): number;
  dispose(): void;
}

export class Rung {
  /** Instantiate the core: from bytes, a compiled module, a URL, or (nothing given) from
   *  rung.wasm beside this file or in ../build/wasm. */
  static load(source?: BufferSource | WebAssembly.Module | URL | string): Promise<Rung>;
  readonly version: string;
  session(options?: SessionOptions): Session;
  /** Tokens of any text for highlighting, comments included. */
  tokens(text: string): Token[];
  passes(): Pass[];
}
