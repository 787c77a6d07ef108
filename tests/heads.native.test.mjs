// The heads of dialects: what the build's generator makes of them, and what it refuses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const GENERATOR = new URL("../build/release/host/rung-generate", import.meta.url).pathname;

/** Generate from dialects and names; { errors, records }. */
function generate(t, dialects, names = "") {
  const folder = mkdtempSync(join(tmpdir(), "rung-heads-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = dialects.map((text, i) => [join(folder, `${i}.ops`), text]).concat([[join(folder, "names.ops"), names]]);
  for (const [path, text] of files) writeFileSync(path, text);
  const { stderr } = spawnSync(GENERATOR, [folder, ...files.slice(0, -1).map(([path]) => path), "--names", files.at(-1)[0]], { encoding: "utf8" });
  const errors = stderr.trim().split("\n").filter(Boolean).map((line) => line.slice(folder.length + 1));
  return { errors, records: () => readFileSync(join(folder, "records.c"), "utf8") };
}

test("the registry has every dialect, with what its head says", (t) => {
  const { errors, records } = generate(t, [`dialect a "a"
  depends b far
  canonicalization a_patterns a_more
  lowered-by lower-a
op x "of another pass"
  lowered-by lower-x
`, `dialect b
  names-only
`], `// Known by name.
dialect far
  depends a
  lowered-by lower-far

dialect open
  allows-unknown-ops
`);
  assert.deepEqual(errors, []);
  assert.match(records(), /const DialectDef a_dialect = \{.*\.canonicalization = a_canonicalization_sets, \.depends = "b far", \.lowered_by = "lower-a"/);
  assert.match(records(), /a_canonicalization_sets\[\] = \{&a_patterns, &a_more, NULL\}/);
  assert.match(records(), /const DialectDef b_dialect = \{.*\.is_name_only = true/);
  assert.match(records(), /all_dialects\[\] = \{\n {2}&a_dialect,\n {2}&b_dialect,\n {2}&\(const DialectDef\)\{\.name = "far", \.is_name_only = true, \.depends = "a", \.lowered_by = "lower-far"\},\n {2}&\(const DialectDef\)\{\.name = "open", \.is_name_only = true, \.allows_unknown_ops = true\},\n {2}NULL,/);
  assert.match(records(), /lower-x/);
});

test("what a head does not say right is an error at its place", (t) => {
  const { errors } = generate(t, [`dialect figures "a"
  depend arith
  depends figuers figures
  depends nothing_like_it
  lowered-by
  canonicalization
op x
  lowered-by
op y
  lowered-by one two
`, `dialect b
  names-only
  canonicalization b_patterns
op x
`], `dialect figures
dialect far
  was-std
  depends figure
  speaks
`);
  assert.deepEqual(errors, [
    "0.ops:8:3: error: 'lowered-by' takes a name",
    "0.ops:10:3: error: 'lowered-by' takes a name",
  ]);
  const heads = generate(t, [`dialect figures "a"
  depend arith
  depends figuers figures
  depends nothing_like_it
  lowered-by
  canonicalization
`, `dialect b
  names-only
  canonicalization b_patterns
op x
`], `dialect figures
dialect far
  was-std
  depends figure
  speaks
`);
  assert.deepEqual(heads.errors, [
    "0.ops:2:3: error: there is no clause of a dialect 'depend'; did you mean 'depends'?",
    "0.ops:3:11: error: there is no dialect 'figuers'; did you mean 'figures'?",
    "0.ops:3:19: error: a dialect does not depend on itself",
    "0.ops:4:3: error: 'depends' stands here already",
    "0.ops:5:3: error: 'lowered-by' takes the name of a pass",
    "0.ops:6:3: error: 'canonicalization' takes names of sets of patterns",
    "1.ops:1:9: error: a dialect that is known by name only declares and implements nothing",
    "1.ops:3:3: error: a dialect that is known by name only does not say 'canonicalization'",
    "names.ops:1:9: error: there is a dialect 'figures' already",
    "names.ops:3:3: error: a dialect that is known by name only does not say 'was-std'",
    "names.ops:4:11: error: there is no dialect 'figure'; did you mean 'figures'?",
    "names.ops:5:3: error: there is no clause of a dialect 'speaks'",
  ]);
});
