// Runs the text corpus through rung-opt, or through what RUNG_OPT names (program.mjs).
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { describe, test } from "node:test";
import { allCases, changes, explanation, messages, oneNewline, withoutExplanation } from "./cases.mjs";
import { run } from "./program.mjs";

async function output(c) {
  if (c.outputAs === "as the input") return c.input;
  if (c.outputAs) return (await run(c.args.filter((arg) => arg !== "--explain"), c.input)).stdout;
  return c.output ?? "";
}

function check(c) {
  test(`${c.file}: ${c.name}`, async () => {
    const { stdout, stderr, status } = await run(c.args, c.input);
    const said = withoutExplanation(stderr);
    assert.equal(oneNewline(stdout), oneNewline(await output(c)), stderr);
    if (c.error === undefined) assert.equal(said, "");
    else assert.equal(messages(said), oneNewline(c.error));
    assert.equal(oneNewline(explanation(stderr)), oneNewline(c.explanation ?? ""));
    assert.equal(status, c.error?.includes(" error: ") ? 1 : 0, stderr);
    if (c.upgraded !== undefined) {
      const asks = c.args.some((arg) => arg.startsWith("--upgrade"));
      const upgrading = await run(asks ? c.args : [...c.args, "--upgrade"], c.input);
      assert.equal(oneNewline(upgrading.stdout), oneNewline(c.upgraded), upgrading.stderr);
      assert.equal(oneNewline(changes(upgrading.stderr)), oneNewline(c.changes ?? ""));
      assert.equal(messages(upgrading.stderr), messages(said));
      assert.equal(upgrading.status, status);
    }
    if (c.fixed === undefined) return;
    const fixing = await run([...c.args, "--fix"], c.input);
    assert.equal(oneNewline(fixing.stdout), oneNewline(c.fixed), fixing.stderr);
    const edits = [...fixing.stderr.matchAll(/^<stdin>:\d+:\d+: fixed: (.*)\n/gm)];
    for (const [, edit] of edits) assert.ok(c.error.includes(edit), `no note of the case says: ${edit}`);
    if (edits.length === 0) assert.equal(fixing.stderr, stderr);
    else assert.equal(edits.map(([line]) => line).join(""), fixing.stderr);
    assert.equal(fixing.status, edits.length === 0 ? 1 : 0);
  });
}

describe("text cases", { concurrency: availableParallelism() }, () => allCases().forEach(check));
