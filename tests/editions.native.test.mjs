// What the cases of editions expect is what those releases print, and what is brought up to date is LLVM 22's own text.
// Skipped where the tools are not installed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { oneNewline, parseCases } from "./cases.mjs";

const folder = new URL("cases/editions/", import.meta.url).pathname;

for (const name of readdirSync(folder)) {
  for (const c of parseCases(readFileSync(folder + name, "utf8"), `editions/${name}`)) {
    if (c.output === undefined) continue;
    const [read, printed] = ["--edition-in=llvm", "--edition=llvm"].map((flag) => c.args.find((arg) => arg.startsWith(flag))?.slice(flag.length));
    if (printed && printed !== read) continue;
    const release = printed ?? "22";
    const tool = `/usr/lib/llvm-${release}/bin/mlir-opt`;
    const skip = !existsSync(tool) && `${tool} is missing: apt-get install mlir-${release}-tools`;
    const flags = c.args.filter((arg) => !arg.startsWith("--edition"));
    test(`mlir-opt ${release} prints: ${c.name}`, { skip }, () => {
      const run = spawnSync(tool, flags, { input: printed ? c.input : c.output, encoding: "utf8" });
      assert.equal(run.stderr, "");
      assert.equal(oneNewline(run.stdout), oneNewline(c.output));
    });
  }
}
