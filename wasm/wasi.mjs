#!/usr/bin/env node
// Runs rung-opt.wasm, the command line, under node:wasi with this process's arguments and streams:
//   node wasm/wasi.mjs file.mlir --cse
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";

// Node says at each start that node:wasi is an experiment: no words for the stream that messages come on.
process.removeAllListeners("warning");
const { WASI } = await import("node:wasi");

// Node 20 calls WASI's functions on a fast path that still uses the memory from before it grew, and crashes.
setFlagsFromString("--no-turbo-fast-api-calls");

const windows = process.platform === "win32";
const wasi = new WASI({
  version: "preview1",
  args: ["rung-opt", ...process.argv.slice(2)],
  // wasi-libc cannot tell "." and "/" apart when both are opened.
  preopens: windows ? { ".": "." } : { "/": "/" },
  env: windows ? {} : { PWD: process.cwd() },
  returnOnExit: true,
});
// Beside this file in the npm package, else where the build puts it.
const beside = new URL("./rung-opt.wasm", import.meta.url);
const program = existsSync(beside) ? beside : new URL("../build/wasi/rung-opt.wasm", import.meta.url);
const { instance } = await WebAssembly.instantiate(await readFile(program), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
