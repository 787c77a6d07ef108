// The lessons: that each can be done to its end, by what the core says of every step, and that mlir-opt agrees.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { readLessons } from "../../web/lessons.mjs";
import { holds, isDone, isWhole } from "../../web/src/teach/lessons/checks.js";
import { changed, stateAt } from "../../web/src/teach/lessons/state.js";
import { LessonPage } from "./lesson-page.mjs";

const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";
const hasReference = existsSync(REFERENCE);

const rung = await Rung.load();
const lessons = await readLessons(rung);
const said = ({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "error").map(({ line, message }) => `${line}: ${message}`);

for (const lesson of lessons) {
  const { id, title, steps } = lesson;
  const page = new LessonPage(rung);
  const show = (state) => {
    page.set(state);
    return page.facts();
  };

  test(`${id}: "${title}" has four to eight steps, the last of which builds something`, () => {
    assert.ok(steps.length >= 4 && steps.length <= 8, `${steps.length} steps`);
    assert.ok(steps.at(-1).task, "the last step has a task");
  });

  for (const [i, step] of steps.entries()) {
    test(`${id}, step ${i + 1}: ${step.title}`, () => {
      const before = stateAt(lesson, i);
      const facts = show(before);
      assert.deepEqual(facts.ofDialect, [], "a dialect it adds has no mistakes");
      if (step.isWrong) assert.equal(isWhole(facts), false, "its text is not valid");
      else assert.deepEqual(said(facts), [], "its text is valid");
      agreesWithReference(before, facts);
      const after = changed(before, step.solution);
      for (const { code } of [...step.body, ...step.hints.flat()]) if (code?.lang === "mlir" || code?.lang === "records") isRead(code, after);
      if (!step.task) return;
      assert.equal(isDone(step, before, facts), false, "it does not begin with its task done");
      const done = show(after);
      const unmet = step.check.filter((condition) => !holds(condition, after, done));
      assert.deepEqual(unmet, [], `the solution does it: ${JSON.stringify([said(done), done.operations, done.run?.stages.map(({ name, operations }) => [name, operations])])}`);
      agreesWithReference(after, done);
    });
  }
}

// Whatever LLVM 22 has by itself is read, refused and lowered as mlir-opt does.
function agreesWithReference(state, facts) {
  if (!hasReference || !state.text || state.edition || state.dialect || state.rules) return;
  const session = rung.session({ editionIn: "llvm22" });
  const { ok } = session.setText(state.text);
  const printed = ok ? session.print() : "";
  session.dispose();
  const flags = ["--allow-unregistered-dialect"];
  const read = spawnSync(REFERENCE, flags, { input: state.text, encoding: "utf8" });
  assert.equal(read.status === 0, ok, `mlir-opt: ${read.stderr}`);
  if (!ok) return;
  assert.equal(read.stdout, printed);
  if (!facts.run) return;
  const run = spawnSync(REFERENCE, [...flags, `--pass-pipeline=${state.pipeline}`], { input: state.text, encoding: "utf8" });
  assert.equal(run.status === 0, facts.run.ok, `mlir-opt: ${run.stderr}`);
  if (facts.run.ok && facts.run.stages.length) assert.equal(run.stdout, facts.run.stages.at(-1).text);
}

// A piece of code that is shown reads, alone, in a function or as a type, but for values, blocks and symbols defined elsewhere.
function isRead({ lang, spans, isWrong }, { dialect }) {
  const code = spans.map((span) => (typeof span === "string" ? span : span[1])).join("");
  if (lang === "records") {
    const { name, diagnostics } = rung.addDialect(code.startsWith("dialect ") ? code : `dialect shown "shown"\n\n${code}`);
    assert.deepEqual(diagnostics, [], code);
    rung.removeDialect(name);
    return;
  }
  const page = new LessonPage(rung);
  const called = [...code.matchAll(/\bcall (@\w+)\([^)]*\) : (.+)/g)].map(([, name, type]) => `func.func private ${name}${type}\n`).join("");
  const errors = [code, `func.func @shown() {\n${code}\nllvm.unreachable\n}\n${called}`, `func.func private @shown(${code})\n`].map((text) => {
    page.set({ text, dialect });
    return page.facts().diagnostics.filter(({ severity, from, to }) =>
      severity === "error" && (from === undefined || !/^[%^@!#]/.test(text.slice(from, to)))).map(({ message }) => message);
  });
  page.set({ text: "", dialect: "" });
  page.facts();
  const least = errors.reduce((best, these) => (these.length < best.length ? these : best));
  if (isWrong) assert.notEqual(least.length, 0, `this is not valid:\n${code}`);
  else assert.deepEqual(least, [], code);
}
