// A reader's own rules through rung.js: what tests/rules.native.test.mjs asks of rung-opt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { broken } from "../dialects/broken_rules.mjs";

const PIPELINE = "builtin.module(apply-rules{file=mine.rules})";

test("rules are applied, and may be replaced", async () => {
  const session = (await Rung.load()).session();
  session.setText("func.func @f(%x: f32) -> f32 {\n  %0 = arith.addf %x, %x : f32\n  return %0 : f32\n}\n");
  session.addRules("mine.rules", "rules mine greedy\nrule a: arith.addf(x, x) => arith.negf(x)\n");
  assert.match(session.run(PIPELINE).text, /arith\.negf %arg0/);
  session.addRules("mine.rules", "rules mine greedy\nrule a: arith.addf(x, x) => math.absf(x)\n");
  assert.match(session.run(PIPELINE).text, /math\.absf %arg0/);
  assert.match(session.run("builtin.module(apply-rules{file=other})").diagnostics[0].message, /there are no rules 'other'/);
});

test("mistakes in rules are those rung-opt finds", async () => {
  const session = (await Rung.load()).session();
  session.setText("");
  for (const [name, text, ...expected] of broken) {
    session.addRules("mine.rules", text);
    const { diagnostics } = session.run(PIPELINE);
    assert.deepEqual(diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`), expected.map((message) => `mine.rules:${message}`), name);
  }
});
