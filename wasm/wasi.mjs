// Runs build/wasi/rung-opt.wasm under node:wasi with this process's arguments and streams:
//   node wasm/wasi.mjs file.mlir --cse
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node 20 calls WASI's functions on a fast path that goes on using the memory as it was before it grew, and crashes.
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
const wasm = await readFile(new URL("../build/wasi/rung-opt.wasm", import.meta.url));
const { instance } = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
