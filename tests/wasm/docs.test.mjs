// The documents' examples in JavaScript run as they are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../..", import.meta.url);

for (const path of ["README.md", "docs/session-api.md"]) {
  test(`${path}: the examples run`, () => {
    const examples = [...readFileSync(new URL(path, root), "utf8").matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
    const outputs = examples.map((code) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return stdout;
    });
    assert.match(outputs[0], /"func\.func"/);
    // What an example prints, it says behind the line.
    for (const [i, code] of examples.entries())
      for (const [, said] of code.matchAll(/console\.log\(.*\);\s+\/\/ (.*)/g)) assert.ok(outputs[i].includes(said), said);
  });
}
