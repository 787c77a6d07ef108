// Lessons as they are written and read, and the conditions their checks are made of.
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { Rung } from "../../wasm/rung.js";
import { lessonsPlugin, readLessons } from "../../web/lessons.mjs";
import { holds, parseCondition, passesOf } from "../../web/src/teach/lessons/checks.js";
import { controlsIn } from "../../web/src/teach/lessons/controls.js";
import { parseLesson } from "../../web/src/teach/lessons/format.js";
import { EMPTY, changed, stateAt } from "../../web/src/teach/lessons/state.js";

const rung = await Rung.load();
const HEAD = "# A lesson\n\nOne sentence.\n\n";
const STEP = "## A step\n\nSome prose.\n";
const TASK = "\n> Do it.\n\n```check\nvalid\n```\n\n```hint\nTry.\n```\n\n```mlir solution\n%0 = a.b\n```\n";

const parse = (steps) => parseLesson("01-test.md", HEAD + steps);
const fails = (text, line, message) => assert.throws(() => parseLesson("01-test.md", text), ({ name, message: said }) => {
  assert.deepEqual([name, said], ["LessonError", `01-test.md:${line}: ${message}`]);
  return true;
});

test("a lesson is a title, a sentence and steps", () => {
  const { id, title, sentence, steps } = parse(`${STEP}\n## Another\n\nMore.\n`);
  assert.deepEqual([id, title, sentence], ["test", "A lesson", ["One sentence."]]);
  assert.deepEqual(steps.map((step) => [step.title, step.body]), [["A step", [{ p: ["Some prose."] }]], ["Another", [{ p: ["More."] }]]]);
});

test("prose is paragraphs, lists, tables and code, with marks in it", () => {
  const [{ body }] = parse(`## A step

A *word*, **two words**, \`code [[x]]\`, a [[memref]], [[memrefs|many of them]]
and a [link to \`it\`](https://mlir.llvm.org/docs/).

- one
  and a half
- two

1. first

| a | b |
| --- | --- |
| \`x \\| y\` | z |

\`\`\`c
int x;
\`\`\`
`).steps;
  assert.deepEqual(body, [
    { p: ["A ", ["em", ["word"]], ", ", ["strong", ["two words"]], ", ", ["code", "code [[x]]"], ", a ", ["term", "memref", "memref"], ", ",
      ["term", "memrefs", "many of them"], " and a ", ["a", "https://mlir.llvm.org/docs/", ["link to ", ["code", "it"]]], "."] },
    { ul: [["one and a half"], ["two"]] },
    { ol: [["first"]] },
    { table: { head: [["a"], ["b"]], rows: [[[["code", "x | y"]], ["z"]]] } },
    { code: { lang: "c", text: "int x;\n" } },
  ]);
});

test("a step may name controls of the page, of which its text shows nothing", () => {
  const [{ body, hints }] = parse(`## A step\n\nPress **Edit**{control: edit}.\n${TASK.replace("```hint\n", "```hint\nSee {control: options}")}\n\`\`\`solution\nlab: closed\n\`\`\`\n`).steps;
  assert.deepEqual(body, [{ p: ["Press ", ["strong", ["Edit"]], ["control", "edit"], "."] }]);
  assert.deepEqual([controlsIn(body), controlsIn(hints)], [["edit"], ["options"]]);
});

test("a step sets the page, asks for something, and knows when it is done", () => {
  const [{ page, task, check, hints, solution, isWrong }] = parse(`${STEP}
\`\`\`mlir page expect-error
%0 = a.b
\`\`\`

\`\`\`page
output: pipeline
pipeline: builtin.module(cse)
edition: llvm16
rung: source
unknown-dialects: read
lab: memref<4xf32>
lab-options: barePointers, indexBits=32, dataLayout=p:32:32
\`\`\`
${TASK}
\`\`\`solution
lab: closed
\`\`\`
`).steps;
  assert.deepEqual(page, {
    readUnknown: true, text: "%0 = a.b\n", output: "pipeline", pipeline: "builtin.module(cse)", edition: "llvm16", rung: "source",
    lab: { open: true, type: "memref<4xf32>", options: { barePointers: true, indexBits: 32, dataLayout: "p:32:32" } },
  });
  assert.deepEqual([task, check, hints.length, solution, isWrong], [["Do it."], [parseCondition("valid")], 1, { text: "%0 = a.b\n", lab: { open: false } }, true]);
});

test("a mistake is reported with file and line", () => {
  fails("Hello\n", 1, "a lesson begins with `# ` and its title");
  fails("# A\n\n## B\n", 3, "one paragraph, a sentence, stands between the title and the first step");
  fails(HEAD, 6, "a lesson has steps, which begin with `## `");
  fails(`${HEAD}## A\n`, 5, "\"A\" says nothing");
  fails(`${HEAD}${STEP}\n> Do it.\n`, 5, "the task of \"A step\" has no check");
  fails(`${HEAD}${STEP}\n\`\`\`check\nvalid\n\`\`\`\n`, 5, "\"A step\" has a check and no task");
  fails(`${HEAD}${STEP}\n\`\`\`check\nvalid\nbeautiful\n\`\`\`\n`, 11, "there is no condition 'beautiful'");
  fails(`${HEAD}${STEP}\n\`\`\`page\ncolour: red\n\`\`\`\n`, 10, "there is nothing called 'colour' to set");
  fails(`${HEAD}${STEP}\n\`\`\`page\nunknown-dialects: yes\n\`\`\`\n`, 10, "unknown dialects are `read` or `refused`");
  fails(`${HEAD}${STEP}\nPress **It**{control: it}.\n`, 9, "the page has no control 'it'");
  fails(`${HEAD}${STEP}\n\`\`\`mlir\nnever closed\n`, 9, "this block has no end");
  fails(`${HEAD}${STEP}\n\`\`\`python\nx\n\`\`\`\n`, 9, "there is no block `python`");
  fails(`${HEAD}${STEP}\n<b>bold</b>\n`, 9, "lessons know no such Markdown");
  fails(`${HEAD}${STEP}\nA <b>.\n`, 9, "this is left of a mark: A <b>.");
  fails(`${HEAD}${STEP}\n[x](javascript:alert)\n`, 9, "'javascript:alert' is no https address");
  fails(`${HEAD}${STEP}\n| a | b |\n| --- | --- |\n| c |\n`, 11, "this row has 1 cells, the head 2");
  assert.throws(() => parseLesson("test.md", HEAD + STEP), { message: "test.md:1: a lesson's file is named NN-name.md" });
});

test("a mistake fails the build at its place, and so does a term that the glossary lacks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lessons-"));
  await writeFile(join(folder, "01-test.md"), `${HEAD}${STEP}\nA [[flux capacitor]].\n`);
  await assert.rejects(readLessons(rung, folder), { message: "01-test.md:5: the glossary has no 'flux capacitor'" });
  await assert.rejects(build({ stdin: { contents: "import 'lessons:all'" }, bundle: true, write: false, logLevel: "silent", plugins: [lessonsPlugin(rung, folder)] }),
    ({ errors: [{ text, location }] }) => text.includes("flux capacitor") && location.file.endsWith("01-test.md") && location.line === 5);
});

test("what steps set adds up, as if the tasks before were done", () => {
  const lesson = { steps: [
    { page: { text: "a", lab: { open: true, type: "i32" } }, solution: { text: "b" } },
    { page: { output: "generic" }, solution: {} },
    { page: { lab: { open: false } }, solution: { pipeline: "x" } },
  ] };
  assert.deepEqual(stateAt(lesson, 0), { ...EMPTY, text: "a", lab: { open: true, type: "i32", options: {} } });
  assert.deepEqual(stateAt(lesson, 2), { ...EMPTY, text: "b", output: "generic", lab: { open: false, type: "i32", options: {} } });
  assert.deepEqual(changed(changed(EMPTY, { pipeline: "builtin.module(cse,canonicalize)", rung: "canonicalize" }), { rung: "cse" }).rung, 1);
  assert.deepEqual(changed({ ...EMPTY, rung: 1 }, { pipeline: "builtin.module(cse)" }).rung, null, "of another pipeline the last rung is shown");
  assert.deepEqual(EMPTY.lab, { open: false, type: "", options: {} }, "and nothing is changed on the way");
});

test("passes of a pipeline are those that do something", () => {
  assert.deepEqual(passesOf("builtin.module(func.func(cse,canonicalize{top-down=false max-iterations=2}), convert-func-to-llvm)"), [
    { name: "cse", options: "" }, { name: "canonicalize", options: "top-down=false max-iterations=2" }, { name: "convert-func-to-llvm", options: "" },
  ]);
  assert.deepEqual(passesOf("builtin.module()"), []);
});

// What conditions say of one state and the facts about it.
const state = changed(EMPTY, {
  text: "func.func @f(%a : i32 , %b: i32) { // a comment with math.sin\n  %x = my.op [0 , 1]  [2] : memref<4 x f32>\n}\n",
  output: "pipeline", pipeline: "builtin.module(func.func(cse),convert-func-to-llvm{index-bitwidth=32 use-bare-ptr-memref-call-conv=true})",
  rung: "cse", edition: "llvm16", lab: { open: true, type: "memref<4 x f32>", options: { barePointers: true, indexBits: 32 } },
});
const facts = {
  ok: false, edition: "llvm14", dialect: "shop",
  diagnostics: [{ severity: "error", from: 70, to: 75 }, { severity: "info", kind: "kept", about: 3 }],
  operations: { "func.func": 2, "my.op": 1 },
  run: { ok: true, stages: [{ name: "cse", changed: false, operations: { "func.func": 2 } }, { name: "convert-func-to-llvm", changed: true, operations: { "llvm.func": 2, "builtin.unrealized_conversion_cast": 1 } }] },
};
const failed = { ...facts, ok: true, diagnostics: [], run: { ok: false, stages: [{ name: "cse", failed: true, changed: false, operations: {} }] } };

for (const [lines, of] of [
  [`invalid
error at \`my.op\`
kept
kept 3
text edition llvm14
text has my.op
text has func.func 2
text has func.func = 2
text lacks math.sin
text says \`memref<4xf32>\`
text matches \`@f\\(%a: i32, %b: i32\\) \\{ %x = my\\.op\\[0, 1\\]\\[2\\]: memref\`
result has llvm.func
result lacks func.func
after cse has func.func = 2
after cse lacks llvm.func
convert-func-to-llvm changed
cse unchanged
run finished
left
pipeline has cse
pipeline has cse before convert-func-to-llvm
pipeline lacks canonicalize
pipeline option convert-func-to-llvm index-bitwidth=32
pipeline option convert-func-to-llvm use-bare-ptr-memref-call-conv=1
output pipeline
rung cse
edition llvm16
lab open
lab type \`memref<4xf32>\`
lab type \`index\` or \`memref<4xf32>\`
lab option barePointers
lab option indexBits=32
lab lacks dataLayout
dialect shop`, facts],
  ["valid\nkept 0\nrun failed\nrun failed cse", failed],
]) {
  for (const line of lines.split("\n")) test(`it is so: ${line}`, () => assert.equal(holds(parseCondition(line), state, of), true));
}

for (const line of `valid
error at \`func.func\`
kept 4
text has my.op 2
text has func.func = 1
text has toString
text lacks my.op
text says \`a comment\`
result has func.func
after canonicalize lacks x.y
cse changed
canonicalize unchanged
left 0
run failed
pipeline has func
pipeline has convert-func-to-llvm before cse
pipeline option cse index-bitwidth=32
output generic
rung source
edition current
lab closed
lab type \`memref<4xf64>\`
lab lacks barePointers
dialect toy`.split("\n")) test(`it is not so: ${line}`, () => assert.equal(holds(parseCondition(line), state, facts), false));

test("no condition on a run holds when it failed or never happened", () => {
  for (const line of ["result has llvm.func", "result lacks llvm.func", "left", "left 0", "run finished", "after cse has func.func", "after canonicalize lacks func.func"]) {
    assert.equal(holds(parseCondition(line), state, { ...facts, run: null }), false, line);
    assert.equal(holds(parseCondition(line), state, failed), false, line);
  }
});
