#!/usr/bin/env node
// The smallest text and pipeline with the same fault:
//   node wasm/rung-reduce.mjs file.mlir --convert-func-to-llvm > small.mlir
import { built, flagOf, passOf, readInput } from "./command.mjs";
import { reduce, wrongWith } from "./reduce.js";
import { Rung } from "./rung.js";

const HELP = `rung-reduce [FILE] [PASSES]

Prints the smallest text that still has the same fault, and on stderr which passes it needs: the first error in the text, the first error of
the passes (flags as rung-opt's, in their order), or a cast that they leave. An operation "rung.value" stands for values from nowhere, so the text is to be
read with --allow-unregistered-dialect. Reads stdin without a file, or when it is "-".

  --pass-pipeline=PIPELINE   passes as text, instead of flags
  --quiet                    say nothing on the way
  --help, --version
`;

async function main(argv) {
  const passes = [], rest = { input: null, pipeline: null, quiet: false };
  for (const arg of argv) {
    const { name, value } = flagOf(arg);
    if (arg === "-" || !name) rest.input = arg;
    else if (name === "help") return process.stdout.write(HELP), 0;
    else if (name === "pass-pipeline") rest.pipeline = value ?? "";
    else if (name === "quiet") rest.quiet = true;
    else if (name === "version") rest.version = true;
    else passes.push(passOf(name, value));
  }
  const rung = await Rung.load(await built("rung.wasm"));
  if (rest.version) return console.log(`Rung ${rung.version}`), 0;
  if (rest.pipeline !== null && passes.length) throw new Error("--pass-pipeline and flags that name passes exclude each other");
  const text = await readInput(rest.input);
  const pipeline = rest.pipeline ?? (passes.length ? passes.join(",") : null);
  const session = rung.session({ allowUnregisteredDialects: true, flagPipelines: rest.pipeline === null });
  const spell = (given, generic) => (session.setText(given).ok ? session.print({ generic }) : null);
  const tell = ({ tried, lines, passes: count }) => { if (!rest.quiet && tried % 50 === 0) process.stderr.write(`${tried} tried: ${lines} lines, ${count} passes\n`); };
  const found = await reduce({ text, pipeline, question: (given, asked) => wrongWith(session, given, asked), spell, tell });
  if (!found) throw new Error("nothing is wrong with it");
  process.stdout.write(found.text);
  process.stderr.write(`${found.answer}\n${found.pipeline ? `passes: ${found.pipeline}\n` : ""}`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`rung-reduce: ${error.message}\n`);
  process.exitCode = 1;
}
