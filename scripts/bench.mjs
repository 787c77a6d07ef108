// One run of the WebAssembly core for scripts/bench: bench.mjs print|lower [PIPELINE] FILE
import { readFileSync } from "node:fs";
import { Rung } from "../wasm/rung.js";

const [task, ...rest] = process.argv.slice(2);
const text = readFileSync(rest.at(-1), "utf8");
const session = (await Rung.load()).session();
if (!session.setText(text).ok) process.exit(1);
if (task === "print") {
  process.stdout.write(session.print());
} else {
  const result = session.run(rest[0]);
  if (!result.ok) process.exit(1);
  process.stdout.write(result.text);
}
