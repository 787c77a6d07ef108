// The command line under test: RUNG_OPT names a program with its arguments (default: build/release/rung-opt), or a WASI program
// (….wasm), which runs in this process: compiled once, with an instance for each run.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);

async function runProcess(args, input) {
  const program = spawn(opt[0], [...opt.slice(1), ...args]);
  program.stdin.on("error", () => {}); // it need not read all of it
  program.stdin.end(input);
  const [stdout, stderr, [status, signal]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "close")]);
  assert.equal(signal, null);
  return { stdout, stderr, status };
}

async function wasiProgram(path) {
  process.removeAllListeners("warning"); // node:wasi is an experiment
  setFlagsFromString("--no-turbo-fast-api-calls"); // see wasm/wasi.mjs
  const { WASI } = await import("node:wasi");
  const module = new WebAssembly.Module(readFileSync(path));
  const folder = mkdtempSync(join(tmpdir(), "rung-wasi-cases-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const files = ["stdin", "stdout", "stderr"].map((name) => join(folder, name));
  return async (args, input) => {
    writeFileSync(files[0], input);
    const [stdin, stdout, stderr] = files.map((file, i) => openSync(file, i ? "w" : "r"));
    try {
      const wasi = new WASI({
        version: "preview1", args: ["rung-opt", ...args], preopens: { "/": "/" }, env: { PWD: process.cwd() }, returnOnExit: true, stdin, stdout, stderr,
      });
      const status = wasi.start(new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport }));
      return { stdout: readFileSync(files[1], "utf8"), stderr: readFileSync(files[2], "utf8"), status };
    } finally {
      for (const fd of [stdin, stdout, stderr]) closeSync(fd);
    }
  };
}

/** Runs the program: { stdout, stderr, status }. */
export const run = opt[0].endsWith(".wasm") ? await wasiProgram(opt[0]) : runProcess;
