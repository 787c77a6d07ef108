// The one state of a page: what is known of the text, and whether it still holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { removedIn } from "../../web/src/core/removed.js";
import { Workspace } from "../../web/src/core/workspace.js";

const RUN = { ok: true, text: "module {}", stages: [{ name: "cse" }], index: 1, diagnostics: [] };

// A workspace on a valid text, and what it asks of the core.
function open() {
  const asked = [];
  const checking = { answer: { ok: true }, check: () => { checking.answer = null; }, showRun: () => {} };
  const editor = { state: { doc: { length: 9, toString: () => "some text" }, selection: { main: { head: 0 } } } };
  const core = { run: (settings) => asked.push(settings), complete: () => {}, askRun: async (name, rest) => ({ name, ...rest }) };
  const told = [];
  const work = new Workspace({ core, checking, editor, settings: () => ({ reading: {}, output: "pipeline", pipeline: "", locations: false }), patience: 0 });
  for (const event of ["pending", "ran", "idle"]) work.on(event, () => told.push(event));
  return { work, checking, editor, asked, told };
}

test("a run is current until something is changed, and again when the next one came", () => {
  const { work, asked, told } = open();
  work.rerun();
  work.ran(RUN);
  const first = work.currentRun;
  assert.equal(first.text, RUN.text);
  work.rung = 0; // another rung: the same text
  work.rerun();
  assert.equal(work.currentRun, null, "the run on the way is of other settings");
  assert.equal(work.run, first, "it can still be shown");
  work.ran({ ...RUN, index: 0 });
  assert.equal(work.currentRun.index, 0);
  assert.ok(!work.isCurrent(first));
  assert.deepEqual(asked.map(({ rung }) => rung), [null, 0]);
  assert.deepEqual(told, ["pending", "ran", "idle", "pending", "ran", "idle"]);
});

test("what comes for a text that is gone is dropped", () => {
  const { work, editor } = open();
  work.rerun();
  editor.state = { ...editor.state, doc: { length: 5, toString: () => "other" } };
  work.ran(RUN);
  assert.equal(work.run, null);
});

test("an answer to a comparison that is out of date is none", async () => {
  const { work } = open();
  work.rerun();
  work.ran(RUN);
  const run = work.currentRun;
  assert.equal((await work.compared(run, "previous")).text.rung, 0);
  const late = work.compared(run, "previous");
  work.rerun();
  assert.equal(await late, null);
});

test("a text with errors is not run, and what was made of it before stays known", () => {
  const { work, checking, asked } = open();
  work.rerun();
  work.ran(RUN);
  assert.ok(work.hasResult);
  checking.answer = { ok: false };
  work.rerun();
  assert.equal(asked.length, 1);
  assert.ok(work.run.invalid && work.hasResult);
});

test("lines that are gone are placed behind the kept line before them", () => {
  const before = "module {\n  a\n  b\n  c\n}\n";
  assert.deepEqual(removedIn(before, "module {\n  a\n  x\n  c\n}\n", [3], [3]), [{ after: 2, lines: ["  b"] }]);
  assert.deepEqual(removedIn(before, "module {\n  c\n}\n", [], [2, 3]), [{ after: 1, lines: ["  a", "  b"] }]);
  assert.deepEqual(removedIn("a\nb\n", "b\n", [], [1]), [{ after: 0, lines: ["a"] }]);
  assert.deepEqual(removedIn(before, before, [], []), []);
});
