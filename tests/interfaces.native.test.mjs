// Interfaces in records: what the build's generator makes of them, and what it refuses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const GENERATOR = new URL("../build/release/host/rung-generate", import.meta.url).pathname;

/** Generate from texts; { errors, header(name), records }. */
function generate(t, interfaces, dialect) {
  const folder = mkdtempSync(join(tmpdir(), "rung-interfaces-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "q.ops"), interfaces);
  writeFileSync(join(folder, "d.ops"), dialect);
  const { stderr } = spawnSync(GENERATOR, [folder, join(folder, "q.ops"), join(folder, "d.ops")], { encoding: "utf8" });
  const errors = stderr.trim().split("\n").filter(Boolean).map((line) => line.slice(folder.length + 1));
  return { errors, read: (name) => readFileSync(join(folder, name), "utf8") };
}

const ASK = `interfaces q "questions"
  header "ask.h"
interface AskOpInterface "what is asked"
  method  one: OneFn "the first"
  method  two: TwoFn? "the second"
  answers Pure(one pure_one)
interface DialectPlanInterface "what a dialect is asked"
  method  plan: PlanFn "a plan"
`;

test("an interface becomes a struct of functions and a look-up; records and traits answer with rows of it", (t) => {
  const { errors, read } = generate(t, ASK, `dialect d "d"
  implements DialectPlanInterface(plan plan_of_d)
op a "answers itself"
  implements AskOpInterface(two a_two, one a_one)
  format attr-dict
op b "answers by its trait"
  traits Pure
  format attr-dict
op c "answers itself, whatever its trait says"
  traits Pure
  implements AskOpInterface(one c_one)
  format attr-dict
`);
  assert.deepEqual(errors, []);
  const header = read("q.h");
  assert.match(header, /#include "ask\.h"/);
  assert.match(header, /typedef struct AskOpInterface \{\n {2}OneFn \*one; {3}\/\/ the first\n {2}TwoFn \*two; {3}\/\/ the second; or NULL\n\} AskOpInterface;/);
  assert.match(header, /ask_ask\(const OpDef \*def\)/);
  assert.match(header, /ask_dialect_plan\(const DialectDef \*dialect\)/);
  assert.match(read("d.h"), /OneFn a_one;\n/);
  const rows = read("records.c").match(/static const \w+Interface \w+_answers_\d+ = .*/g).map((row) => row.replace(/.*const (\w+) \w+_answers_\d+ = /, "$1 "));
  assert.deepEqual(rows.sort(), ["AskOpInterface {a_one, a_two};", "AskOpInterface {c_one, NULL};", "AskOpInterface {pure_one, NULL};", "DialectPlanInterface {plan_of_d};"]);
});

test("what an interface does not have, and what it misses, is an error at its place", (t) => {
  const { errors } = generate(t, `${ASK}  answers Pure(two f)
interface AskOpInterface "again"
  method  one: OneFn "the first"
interface Other "other"
  method  one: OneFn "the first"
  answers Nothing(one f)
`, `dialect d "d"
  implements Nobody(plan f)
op a "a"
  implements AskOpInterface(one f, one g)
  format attr-dict
op b "b"
  implements AskOpInterface(three f), Missing
  format attr-dict
`);
  assert.deepEqual(errors, [
    "q.ops:10:11: error: interface 'AskOpInterface' is declared already",
    "q.ops:9:16: error: interface 'DialectPlanInterface' has no method 'two'",
    "q.ops:9:11: error: interface 'DialectPlanInterface' asks for a function 'plan'",
    "q.ops:14:11: error: there is no trait 'Nothing'",
    "d.ops:2:14: error: there is no interface 'Nobody'",
    "d.ops:4:36: error: 'one' is given already",
    "d.ops:7:29: error: interface 'AskOpInterface' has no method 'three'",
    "d.ops:7:14: error: interface 'AskOpInterface' asks for a function 'one'",
    "d.ops:7:39: error: there is no interface 'Missing'",
  ]);
});
