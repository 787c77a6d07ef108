// Runs the text corpus through rung-opt. RUNG_OPT names the command line to test
// (default: build/release/rung-opt).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { allCases, changes, explanation, messages, oneNewline, splitArgs, withoutExplanation } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);

async function run(args, input) {
  const program = spawn(opt[0], [...opt.slice(1), ...args]);
  program.stdin.on("error", () => {}); // it need not read all of it
  program.stdin.end(input);
  const [stdout, stderr, [status, signal]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "close")]);
  assert.equal(signal, null);
  return { stdout, stderr, status };
}

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
