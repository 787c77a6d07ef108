#!/usr/bin/env node
// Runs a program, as mlir-runner does, at any level of the ladder:
//   node wasm/rung-run.mjs file.mlir --convert-scf-to-cf --convert-to-llvm -e main --entry-point-result=i32
import { built, flagOf, passOf, readInput } from "./command.mjs";
import { Program, ProgramExit, ProgramFault, loadRuntime } from "./program.js";
import { Rung } from "./rung.js";

const HELP = `rung-run [FILE] [PASSES]

Runs a function of an MLIR module. Reads stdin without a file, or when it is "-". Flags that name passes, as rung-opt's do, are run first, in
their order; without any, the module is of the llvm dialect.

  -e NAME                       the function, which takes no arguments (main)
  --entry-point-result=TYPE     void, i32, i64, f32 or f64 (f32): what it returns, which is printed
  --pass-pipeline=PIPELINE      passes as text, instead of flags
  --shared-libs=NAMES           accepted: what MLIR's runner utilities offer is always there
  --generate-runtime-verification
                                the pass, which checks accesses; also finds what is freed twice, or used after it was freed
  -O0, -O1, -O2, -O3            accepted: the engine optimizes
  --help, --version
`;

/** With this pass, which puts checks into a program, memory is watched, too: what was freed is neither to be freed again nor to be used. */
const CHECKS = "generate-runtime-verification";

class Refusal extends Error {}

function readArguments(argv) {
  const found = { entry: "main", result: "f32", passes: [], pipeline: null, input: null };
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i];
    const { name, value } = flagOf(arg);
    const next = () => {
      if (value !== undefined) return value;
      if (++i === argv.length) throw new Refusal(`${arg} needs a value`);
      return argv[i];
    };
    if (arg === "-" || !name) {
      if (found.input !== null) throw new Refusal(`more than one input: ${arg}`);
      found.input = arg;
    } else if (name === "help") return { help: true };
    else if (name === "version") return { version: true };
    else if (name === "e") found.entry = next();
    else if (name === "entry-point-result") found.result = next();
    else if (name === "shared-libs") next();
    else if (name === "pass-pipeline") found.pipeline = next();
    else if (/^O[0-3]$/.test(name)) continue;
    else found.passes.push(passOf(name, value));
  }
  if (!["void", "i32", "i64", "f32", "f64"].includes(found.result)) throw new Refusal(`unknown result type '${found.result}'`);
  if (found.pipeline !== null && found.passes.length) throw new Refusal("--pass-pipeline and flags that name passes exclude each other");
  return found;
}

// `offset` in UTF-8 bytes.
function placeOf(text, offset) {
  const before = Buffer.from(text, "utf8").subarray(0, offset).toString("utf8");
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

function report(file, text, { severity = "error", line, column, message }) {
  process.stderr.write(`${file}:${line}:${column}: ${severity}: ${message}\n`);
  const shown = text.split("\n")[line - 1];
  if (shown !== undefined) process.stderr.write(`${shown}\n${" ".repeat(Math.max(column - 1, 0))}^\n`);
}

// The module's bytes, or null when the diagnostics say why not.
function compile(session, text, { passes, pipeline }, watch) {
  const errors = (list) => list.filter((d) => d.severity === "error");
  let found = session.setText(text);
  let wrong = errors(found.diagnostics);
  if (wrong.length) return { wrong };
  const runs = pipeline !== null || passes.length > 0;
  if (runs) {
    found = session.run(pipeline ?? passes.join(","));
    wrong = errors(found.diagnostics);
    if (!found.ok || wrong.length) return { wrong };
  }
  const { bytes, diagnostics } = session.wasm({ result: runs, watch });
  return { bytes, wrong: errors(diagnostics) };
}

function printResult(value, type) {
  if (type === "void") return;
  if (type === "i32") console.log(String(value | 0));
  else if (type === "i64") console.log(String(BigInt.asIntN(64, value)));
  else console.log(formatFloat(value));
}

// C's %e, which mlir-runner prints results with.
function formatFloat(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const text = (Object.is(value, -0) ? "-" : "") + value.toExponential(6);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

async function main() {
  const options = readArguments(process.argv.slice(2));
  if (options.help) return process.stdout.write(HELP), 0;
  const rung = await Rung.load(await built("rung.wasm"));
  if (options.version) return console.log(`Rung ${rung.version}`), 0;
  const runtime = loadRuntime(built("rung-runtime.wasm"));
  const text = await readInput(options.input);
  const file = options.input === null || options.input === "-" ? "<stdin>" : options.input;
  const session = rung.session({ allowUnregisteredDialects: false, flagPipelines: options.pipeline === null });
  const watch = (options.pipeline ?? options.passes.join()).includes(CHECKS);
  const { bytes, wrong } = compile(session, text, options, watch);
  for (const message of wrong) report(file, text, message);
  if (!bytes) return 1;
  const pieces = [];
  const flush = () => {
    if (pieces.length) process.stdout.write(Buffer.concat(pieces.splice(0)));
  };
  try {
    const program = new Program(await runtime, bytes, { watch, write: (piece) => { if (pieces.push(piece) > 1000) flush(); } });
    if (!program.functions.includes(options.entry)) throw new Refusal(`entry point '${options.entry}' is not defined`);
    const value = program.call(options.entry);
    flush();
    printResult(value, options.result);
    return 0;
  } catch (error) {
    flush();
    if (error instanceof ProgramExit) return error.status;
    if (!(error instanceof ProgramFault)) throw error;
    if (error.place) report(file, text, { ...error.place, message: error.message });
    else if (error.offset === null) process.stderr.write(`rung-run: ${error.message}\n`);
    else report(file, text, { ...placeOf(text, error.offset), message: error.message });
    for (const { message, offset } of error.related) report(file, text, { ...placeOf(text, offset), severity: "note", message: `${message} here` });
    return error.kind === "abort" ? 134 : 1;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`rung-run: ${error instanceof Refusal || error.code === "ENOENT" ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
