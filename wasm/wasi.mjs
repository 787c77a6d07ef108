// Runs build/wasi/rung-opt.wasm under node:wasi with this process's arguments and streams:
//   node wasm/wasi.mjs file.mlir --cse
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({
  version: "preview1",
  args: ["rung-opt", ...process.argv.slice(2)],
  preopens: { "/": "/", ".": "." },
  returnOnExit: true,
});
const wasm = await readFile(new URL("../build/wasi/rung-opt.wasm", import.meta.url));
const { instance } = await WebAssembly.instantiate(wasm, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
