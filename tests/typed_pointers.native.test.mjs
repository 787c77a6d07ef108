// What the cases of typed pointers expect is accepted by the releases they are for: LLVM 16 where
// pointers say what they point to, LLVM 22 elsewhere. Skipped where those tools are not installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { parseCases } from "./cases.mjs";

const file = new URL("cases/convert/typed_pointers.txt", import.meta.url).pathname;

for (const c of parseCases(readFileSync(file, "utf8"), "convert/typed_pointers.txt")) {
  const release = c.args.includes("--edition=llvm16") || /ptr<[a-z]/.test(c.output) ? 16 : 22;
  const tool = `/usr/lib/llvm-${release}/bin/mlir-opt`;
  const skip = !existsSync(tool) && `${tool} is missing: apt-get install mlir-${release}-tools`;
  test(`mlir-opt ${release} accepts: ${c.name}`, { skip }, () => {
    const run = spawnSync(tool, { input: c.output, encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
  });
}
