// The examples: that each reads as its group says, that its view is one the page has, and that mlir-opt agrees.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { build } from "esbuild";
import { Rung } from "../../wasm/rung.js";
import { exampleTags } from "../../web/examples.mjs";

const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";
const rung = await Rung.load();
const { outputFiles: [{ text: bundle }] } = await build({
  entryPoints: [new URL("../../web/src/teach/examples.js", import.meta.url).pathname], bundle: true, format: "esm", write: false, loader: { ".mlir": "text" },
  define: { PIPELINES: JSON.stringify(JSON.stringify(rung.pipelines())) },
});
const { examples, groups } = await import(`data:text/javascript;base64,${Buffer.from(bundle).toString("base64")}`);

test("the page has at least twenty examples, each in a group, and no group is empty", () => {
  assert.ok(examples.length >= 20);
  assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length);
  assert.deepEqual(new Set(examples.map(({ group }) => group)), new Set(groups));
  assert.equal(examples[0].id, "loop", "the page opens with it");
  for (const id of ["loop", "block-arguments", "recursive-struct", "nested-modules", "vectors", "broken"]) assert.ok(examples.some((it) => it.id === id), id);
});

test("what is in an example comes from its text and its pipeline, the rarest first", () => {
  const tags = exampleTags(examples, rung);
  assert.deepEqual(tags.window.slice(0, 1), ["memref.subview"]);
  assert.ok(tags.window.includes("expand-strided-metadata"), "a pass that changes it");
  assert.ok(!tags.window.includes("convert-scf-to-cf"), "one that does not");
  assert.ok(tags.linalg.includes("linalg.matmul"), "kept operations, too");
  assert.ok(tags["failed-pass"].includes("convert-complex-to-llvm"), "the pass that fails");
  for (const names of Object.values(tags)) for (const name of names) assert.match(name, /^[a-z][\w.-]+$/);
});

for (const { id, group, label, sentence, text, output, pipeline, rung: at, lab, edition } of examples) {
  test(`${group}: ${label}`, () => {
    assert.match(sentence, /^[^\n]{10,90}[.!?]$/);
    assert.ok(text.split("\n").every((line) => line.length <= 130) && text.length < 2500, "it is short");
    const session = rung.session({ keepUnknown: true, edition });
    const { ok, diagnostics, edition: ofText } = session.setText(text);
    const of = (kind) => diagnostics.some((it) => it.kind === kind);
    assert.equal(ok, group !== "Errors", JSON.stringify(diagnostics));
    assert.equal(of("kept"), group === "Other dialects");
    if (group !== "Errors") assert.equal(ofText === "llvm22", group !== "Older releases" || Boolean(edition), ofText);
    if (id === "slips") assert.ok(session.safeFixes().length >= 2, "slips repair themselves");
    if (lab) assert.ok(session.explainType(lab.type, lab.options).facts.length, "the type lab knows its type");
    if (edition) assert.ok(session.print({ edition }));
    if (output !== "pipeline") return;
    const { ok: finished, stages, explanation } = session.run(pipeline, { stages: "printed", trace: true });
    assert.equal(finished, id !== "failed-pass");
    const left = explanation.some(({ kind }) => kind === "left");
    if (finished) assert.equal(left, group === "Unfinished conversions", JSON.stringify(explanation.at(-1)));
    if (at !== undefined) assert.ok(stages[at - 1].changed, `${stages[at - 1].name} changes something`);
    agrees(text, pipeline, finished ? stages.at(-1).text : null);
    session.dispose();
  });
}

function agrees(text, pipeline, expected) {
  if (!existsSync(REFERENCE)) return;
  const { status, stdout } = spawnSync(REFERENCE, [`--pass-pipeline=${pipeline}`], { input: text, encoding: "utf8" });
  assert.equal(status === 0, expected !== null);
  if (expected !== null) assert.equal(stdout, expected);
}

test("the expected errors are those that mlir-opt finds", { skip: !existsSync(REFERENCE) }, () => {
  const { text } = examples.find(({ id }) => id === "expected-errors");
  assert.equal(spawnSync(REFERENCE, ["--split-input-file", "--verify-diagnostics"], { input: text }).status, 0);
});
