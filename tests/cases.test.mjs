// Runs the text corpus through rung-opt. RUNG_OPT names the command line to test
// (default: build/release/rung-opt).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { allCases, explanation, messages, oneNewline, splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);

for (const c of allCases()) {
  test(`${c.file}: ${c.name}`, () => {
    const run = spawnSync(opt[0], [...opt.slice(1), ...c.args], { input: c.input, encoding: "utf8", maxBuffer: 1 << 28 });
    assert.equal(run.error, undefined);
    if (c.fixed !== undefined) {
      const fixing = spawnSync(opt[0], [...opt.slice(1), ...c.args, "--fix"], { input: c.input, encoding: "utf8" });
      assert.equal(oneNewline(fixing.stdout), oneNewline(c.fixed), fixing.stderr);
    }
    assert.ok([c.output, c.error, c.explanation].some((it) => it !== undefined), "a case expects an output or an error");
    if (c.output !== undefined) assert.equal(oneNewline(run.stdout), oneNewline(c.output), run.stderr);
    if (c.error !== undefined) assert.equal(messages(run.stderr), oneNewline(c.error));
    if (c.explanation !== undefined) assert.equal(oneNewline(explanation(run.stderr)), oneNewline(c.explanation), run.stderr);
    if (c.explanation === undefined || c.error !== undefined || c.output !== undefined)
      assert.equal(run.status, c.error?.includes(" error: ") ? 1 : 0, run.stderr);
  });
}
