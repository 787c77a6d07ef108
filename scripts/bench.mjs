// Runs of the WebAssembly core for scripts/bench: bench.mjs print|lower|translate TIMES PIPELINE FILE
// One process works on the file TIMES times, as a page does while its reader types.
import { readFileSync } from "node:fs";
import { Rung } from "../wasm/rung.js";

const [task, times, pipeline, file] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const rung = await Rung.load();
let output = "";
for (let i = 0; i < Number(times); i++) {
  const session = rung.session();
  if (!session.setText(text).ok) process.exit(1);
  if (task === "print") {
    output = session.print();
  } else if (task === "translate") {
    output = session.translate().text;
    if (output === null) process.exit(1);
  } else {
    const result = session.run(pipeline);
    if (!result.ok) process.exit(1);
    output = result.text;
  }
  session.dispose();
}
process.stdout.write(output);
