// Runs the text corpus through rung-opt. RUNG_OPT names the command line to test
// (default: build/release/rung-opt).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { allCases, changes, explanation, messages, oneNewline, splitArgs, withoutExplanation } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);

function run(args, input) {
  const done = spawnSync(opt[0], [...opt.slice(1), ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(done.error, undefined);
  return done;
}

function output(c) {
  if (c.outputAs === "as the input") return c.input;
  if (c.outputAs) return run(c.args.filter((arg) => arg !== "--explain"), c.input).stdout;
  return c.output ?? "";
}

for (const c of allCases()) {
  test(`${c.file}: ${c.name}`, () => {
    const { stdout, stderr, status } = run(c.args, c.input);
    const said = withoutExplanation(stderr);
    assert.equal(oneNewline(stdout), oneNewline(output(c)), stderr);
    if (c.error === undefined) assert.equal(said, "");
    else assert.equal(messages(said), oneNewline(c.error));
    assert.equal(oneNewline(explanation(stderr)), oneNewline(c.explanation ?? ""));
    assert.equal(status, c.error?.includes(" error: ") ? 1 : 0, stderr);
    if (c.upgraded !== undefined) {
      const asks = c.args.some((arg) => arg.startsWith("--upgrade"));
      const upgrading = run(asks ? c.args : [...c.args, "--upgrade"], c.input);
      assert.equal(oneNewline(upgrading.stdout), oneNewline(c.upgraded), upgrading.stderr);
      assert.equal(oneNewline(changes(upgrading.stderr)), oneNewline(c.changes ?? ""));
      assert.equal(messages(upgrading.stderr), messages(said));
      assert.equal(upgrading.status, status);
    }
    if (c.fixed === undefined) return;
    const fixing = run([...c.args, "--fix"], c.input);
    assert.equal(oneNewline(fixing.stdout), oneNewline(c.fixed), fixing.stderr);
    const edits = [...fixing.stderr.matchAll(/^<stdin>:\d+:\d+: fixed: (.*)\n/gm)];
    for (const [, edit] of edits) assert.ok(c.error.includes(edit), `no note of the case says: ${edit}`);
    if (edits.length === 0) assert.equal(fixing.stderr, stderr);
    else assert.equal(edits.map(([line]) => line).join(""), fixing.stderr);
    assert.equal(fixing.status, edits.length === 0 ? 1 : 0);
  });
}
