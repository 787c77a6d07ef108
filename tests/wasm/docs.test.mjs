// The documents' examples in JavaScript run as they are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../..", import.meta.url);

for (const path of ["README.md", "docs/session-api.md"]) {
  test(`${path}: the example runs`, () => {
    const [, code] = /```js\n([^]*?)```/.exec(readFileSync(new URL(path, root), "utf8"));
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"func\.func"/);
  });
}
