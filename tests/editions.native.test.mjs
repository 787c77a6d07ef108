// What the cases of editions expect is what those releases print, and what is brought up to date is LLVM 22's own text.
// Skipped where the tools are not installed. No tool is left of what 2019, the RFC's llvm11 and 2020 printed: it is read by its own rules, prints the
// same there, and is today what the input is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { oneNewline, parseCases } from "./cases.mjs";

const opt = new URL("../build/release/rung-opt", import.meta.url).pathname;
const folder = new URL("cases/editions/", import.meta.url).pathname;

const today = "/usr/lib/llvm-22/bin/mlir-opt";
const noTool = !existsSync(today) && `${today} is missing: apt-get install mlir-22-tools`;

test("--upgrade=types changes types in text that is no module, and in comments", () => {
  const input = `// CHECK: llvm.load %{{.*}} : !llvm.ptr<ptr<i8>>
%x = whatever : !llvm.vec<4 x ptr<i8>>
memref<4xf32, offset: 2, strides: [1]> and "!llvm.ptr<i8>"
`;
  const run = spawnSync(opt, ["--upgrade=types"], { input, encoding: "utf8" });
  assert.equal(run.stdout, `// CHECK: llvm.load %{{.*}} : !llvm.ptr
%x = whatever : vector<4x!llvm.ptr>
memref<4xf32, strided<[1], offset: 2>> and "!llvm.ptr"
`);
  assert.equal(run.status, 0);
  assert.match(run.stderr, /^<stdin>:2:17-2:39: upgraded: '!llvm.vec<4 x ptr<i8>>' is 'vector<4x!llvm.ptr>' since LLVM 20: /m);
});

// Every part of the language of 2019 that has an equivalent, in one text.
const tour = new URL("editions/tour.mlir", import.meta.url).pathname;
const lowering = [
  "--normalize-memrefs", "--one-shot-bufferize=bufferize-function-boundaries", "--expand-strided-metadata", "--lower-affine",
  "--convert-scf-to-cf", "--convert-vector-to-llvm", "--finalize-memref-to-llvm", "--convert-math-to-llvm", "--convert-arith-to-llvm",
  "--convert-func-to-llvm", "--convert-cf-to-llvm", "--canonicalize", "--reconcile-unrealized-casts",
];

test("a tour of 2019 is brought up to date with its comments, and mlir-opt 22 lowers it to the llvm dialect", { skip: noTool }, () => {
  const text = readFileSync(tour, "utf8");
  const upgrade = spawnSync(opt, ["--upgrade", tour], { encoding: "utf8" });
  assert.equal(upgrade.status, 0);
  const comments = (of) => of.match(/\/\/.*/g);
  assert.deepEqual(comments(upgrade.stdout), comments(text));
  const read = spawnSync(today, [], { input: upgrade.stdout, encoding: "utf8" });
  assert.equal(read.stderr, "");
  for (const flags of [[], ["--edition-in=2019", "--edition=llvm22"]])
    assert.equal(oneNewline(spawnSync(opt, [...flags, tour], { encoding: "utf8" }).stdout), oneNewline(read.stdout));
  const lowered = spawnSync(today, lowering, { input: upgrade.stdout, encoding: "utf8" });
  assert.equal(lowered.stderr, "");
  assert.deepEqual([...new Set(lowered.stdout.match(/^ *(%\S+ = )?(?!llvm\.)[a-z_]+\.[a-z_.]+/gm))], []);
});

for (const name of readdirSync(folder)) {
  for (const c of parseCases(readFileSync(folder + name, "utf8"), `editions/${name}`)) {
    if (c.output === undefined || c.args.includes("--keep-unknown")) continue; // no mlir-opt reads that
    if (c.upgraded !== undefined) {
      test(`mlir-opt 22 reads what --upgrade makes: ${c.name}`, { skip: noTool }, () => {
        const run = spawnSync(today, [], { input: c.upgraded, encoding: "utf8" });
        assert.equal(run.stderr, "");
        assert.equal(oneNewline(run.stdout), oneNewline(c.output));
      });
    }
    const [read, printed] = ["--edition-in=llvm", "--edition=llvm"].map((flag) => c.args.find((arg) => arg.startsWith(flag))?.slice(flag.length));
    const year = c.args.map((arg) => /^--edition(-in)?=(20\d\d|llvm11)$/.exec(arg)?.[2]).find(Boolean);
    if (year) {
      if (c.args.includes("--edition=llvm22") || c.args.some((arg) => arg.startsWith("--convert"))) continue;
      test(`what ${year} prints is read by it: ${c.name}`, () => {
        const print = (input, ...args) => {
          const run = spawnSync(opt, args, { input, encoding: "utf8" });
          assert.equal(run.stderr, "");
          return run.stdout;
        };
        const flags = c.args.filter((arg) => !arg.startsWith("--edition"));
        assert.equal(oneNewline(print(c.output, ...flags, `--edition-in=${year}`)), oneNewline(c.output));
        const reading = c.args.filter((arg) => arg.startsWith("--edition-in"));
        assert.equal(print(c.output, ...flags, `--edition-in=${year}`, "--edition=llvm22"), print(c.input, ...flags, ...reading, "--edition=llvm22"));
      });
      continue;
    }
    if (printed && printed !== read) continue;
    const own = printed ?? read;   // an edition that is read is printed unless another is asked for
    const release = own ?? "22";
    const tool = `/usr/lib/llvm-${release}/bin/mlir-opt`;
    const skip = !existsSync(tool) && `${tool} is missing: apt-get install mlir-${release}-tools`;
    const flags = c.args.filter((arg) => !arg.startsWith("--edition"));
    test(`mlir-opt ${release} prints: ${c.name}`, { skip }, () => {
      const run = spawnSync(tool, flags, { input: own ? c.input : c.output, encoding: "utf8" });
      assert.equal(run.stderr, "");
      assert.equal(oneNewline(run.stdout), oneNewline(c.output));
    });
  }
}
