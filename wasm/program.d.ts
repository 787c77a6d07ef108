/** Programs made by Session.wasm(), and what they run with. */

/** A program stopped before its end. */
export class ProgramFault extends Error {
  /** What happened: a division by zero, or of the smallest number by -1; a place that is never reached; an access outside of memory; a
   *  call through a pointer to no function; a full stack; memory freed twice, or not allocated ("free"); memory used that was freed ("freed");
   *  abort(), after an assertion or a check that failed; or another trap. */
  readonly kind: "division" | "overflow" | "unreachable" | "memory" | "call" | "stack" | "free" | "freed" | "abort" | "trap";
  /** Where in the text that the session was given, in UTF-8 bytes; null: not known. */
  readonly offset: number | null;
  /** The same as the program itself said it, when a check of --generate-runtime-verification failed: from 1, columns in bytes. */
  readonly place: { line: number; column: number } | null;
  /** Of memory that was freed: where that was ("freed"), and where it came from ("allocated"), as far as it is known. */
  readonly related: { message: string; offset: number }[];
}

/** What a traced program tells. `offset` is where that is in the text, in UTF-8 bytes. */
export interface Trace {
  /** An operation gives, or a block gets, a number. */
  (kind: "value", offset: number, value: number | bigint): void;
  (kind: "pointer", offset: number, address: bigint): void;
  (kind: "memref", offset: number, descriptor: { allocated: bigint; aligned: bigint; offset: bigint; sizes: bigint[]; strides: bigint[] }): void;
  /** An operation that gives nothing is done; the address that it wrote to, or 0n. */
  (kind: "effect", offset: number, address: bigint): void;
  /** A function of the module is called, begins, returns: the places of the call, of the function, and of the return. */
  (kind: "call" | "enter" | "leave", offset: number): void;
}

/** A program ended itself by exit(). */
export class ProgramExit extends Error {
  readonly status: number;
}

/** Compile rung-runtime.wasm, once for all programs. A Response must have the type application/wasm. */
export function loadRuntime(source: BufferSource | Response | Promise<BufferSource | Response>): Promise<object>;

/** A program with a memory of its own. */
export class Program {
  /** `runtime`: of loadRuntime(); `bytes`: of Session.wasm(). Globals get their values, and constructors run. `write` gets what is printed,
   *  at the latest when a call ends. `trace` gets what a program tells that was made with Session.wasm({ trace }).
   *  With `watch` freeing twice, or what was not allocated, is a fault, freed memory is not used again, and `leaks` tells what was not freed;
   *  of a program made with Session.wasm({ watch }) it is a fault, too, to read or write what was freed. Throws ProgramFault and ProgramExit, as call() does. */
  constructor(runtime: object, bytes: BufferSource | object, options?: {
    write?: (bytes: Uint8Array) => void;
    trace?: Trace;
    watch?: boolean;
  });
  /** Of a program with `watch`: what it allocated and did not free, with the place in the text, in UTF-8 bytes (null: not known), and the bytes. */
  readonly leaks: { offset: number | null; size: number }[];
  /** Of a program with `watch`: memory from the host, of so many bytes, that the program may free. */
  give(address: bigint, size: number): void;
  /** The memory that program and runtime share; the view is good until the program runs again. */
  readonly memory: Uint8Array;
  /** The names of the functions that the program defines. */
  readonly functions: string[];
  /** Call a function of the runtime: addresses and sizes are BigInts. */
  runtime(name: string, ...args: (number | bigint)[]): unknown;
  /** Call a function of the program. Arguments and results are WebAssembly's: a BigInt for 33 to 64 bits and for pointers, two for wider integers,
   *  else a number; a struct or a vector is as many as it has scalars, and f16 its bits. Throws RangeError when there is no such function. */
  call(name: string, ...args: (number | bigint)[]): number | bigint | (number | bigint)[] | undefined;
}
