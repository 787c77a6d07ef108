// Every text of the cases in every edition: what is printed for it is read back, by its rules and by those of all, and says the same;
// or an error says that the edition cannot say it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { allCases } from "./cases.mjs";

const opt = new URL("../build/release/rung-opt", import.meta.url).pathname;
const editions = ["2019", "llvm11", "2020", "llvm13", "llvm14", "llvm16", "llvm19"];
const cannotBeSaid = /cannot express|has scalable vectors|share a value, or one passed on|indexing a struct to be constant|the type of a complex constant/;

// What those texts print, in one run, with the errors of each.
function print(texts, args) {
  const run = spawnSync(opt, ["--allow-unregistered-dialect", "--split-input-file", ...args],
    { input: texts.join("\n// -----\n"), encoding: "utf8", maxBuffer: 1 << 28 });
  const outputs = run.stdout.split(/^\/\/ -----\n/m);
  assert.equal(outputs.length, texts.length, run.stderr.slice(-500));
  const errors = texts.map(() => []), begins = [];
  let line = 1;
  for (const text of texts) {
    begins.push(line);
    line += text.split("\n").length + 1;
  }
  for (const [, at, message] of run.stderr.matchAll(/^<stdin>:(\d+):\d+: error: (.*)$/gm))
    errors[begins.findLastIndex((begin) => begin <= at)].push(message);
  const nowhere = [...run.stderr.matchAll(/^<unknown>:0: error: (?:loc\(.*?\): )?(.*)$/gm)];   // of operations whose location is a name
  for (const [i, text] of outputs.entries()) if (!text.trim() && !errors[i].length && nowhere.length) errors[i].push(nowhere.shift()[1]);
  return outputs.map((text, i) => ({ text: text.trimEnd(), errors: errors[i] }));
}

const readBy = (edition) => (edition ? [`--edition-in=${edition}`] : []);

// Texts that can be read, as LLVM 22 prints them, by the edition that they are read by.
function readable() {
  const texts = new Map();
  for (const { args, input, name } of allCases()) {
    const edition = args.find((arg) => arg.startsWith("--edition-in="))?.slice(13) ?? "";
    if (edition === "llvm22" || args.some((arg) => /keep-unknown|--dialect=|--read-log/.test(arg))) continue;
    if (!texts.has(edition)) texts.set(edition, []);
    texts.get(edition).push(...input.split(/^\/\/ -----.*\n/m).map((text) => ({ text, name })));
  }
  const all = [];
  for (const [edition, inputs] of texts) {
    const today = print(inputs.map(({ text }) => text), [...readBy(edition), "--edition=llvm22"]);
    const again = print(today.map(({ text }) => text), ["--edition-in=llvm22"]);
    const generic = print(print(inputs.map(({ text }) => text), [...readBy(edition), "--edition=llvm22", "--mlir-print-op-generic"]).map(({ text }) => text), ["--edition-in=llvm22"]);
    today.forEach(({ text, errors }, i) => {
      if (text && !errors.length && again[i].text === text && generic[i].text === text) all.push({ name: inputs[i].name, input: inputs[i].text, edition, today: text });   // mlir-opt's own text is not always read again
    });
  }
  return all;
}

// LLVM 14 and older have maps for strides, and LLVM 16 and older one dictionary for properties and attributes.
const equals = (one, other) => {
  const lines = [one, other].map((text) => text.split("\n").filter((line) => !line.startsWith("#map")));
  return lines[0].length === lines[1].length && lines[0].every((line, i) => line === lines[1][i] || /memref<|#map|<\{/.test(lines[1][i]));
};

// What came later and is left out: parameters of an attribute, bundles of operands that no older operation has, the type that is
// read behind an opaque pointer.
const isNew = (text) => /omp\.atomic\.read .*: !llvm\.ptr|#llvm\.memory_effects<.*(errnoMem|targetMem\d) = (?!none)|\["\w+"\(/.test(text);

// What LLVM up to 19 printed and did not read: the storage class is left out.
const isUnreadable = (text) => text.includes("spirv.INTEL.SubgroupBlockRead");

// Older forms that are read with --edition-in alone: today's record takes their text, too, and then finds fault with it, or reads
// numbers as today's.
const isReadAsToday = (text) => /\bamx\.tile|\bmap\(\(|omp\.atomic\.read|"(omp\.\w|gpu\.(all|subgroup)_reduce|linalg\.map|(memref|xegpu)\.atomic_rmw|affine\.parallel)/.test(text);

const texts = readable();

for (const edition of editions) {
  for (const generic of edition === "2019" ? [false] : [false, true]) {   // bodies of structs stand in signatures of functions, which are one attribute in generic form
    test(`what is printed for ${edition} says what was read${generic ? ", in generic form, too" : ""}`, () => {
      const printed = [], wrong = [];
      for (const from of new Set(texts.map((text) => text.edition))) {
        const some = texts.filter((text) => text.edition === from && !isNew(text.today) && !isUnreadable(text.today));
        const flags = [...readBy(from), `--edition=${edition}`, ...(generic ? ["--mlir-print-op-generic"] : [])];
        print(some.map(({ input }) => input), flags).forEach(({ text, errors }, i) => {
          if (text) printed.push({ ...some[i], text });
          else if (!errors.some((error) => cannotBeSaid.test(error))) wrong.push({ name: some[i].name, error: errors[0] });
        });
      }
      assert.ok(printed.length > 300);
      for (const reading of [edition, ""]) {
        const again = print(printed.map(({ text }) => text), [...readBy(reading), "--edition=llvm22"]);
        printed.forEach(({ name, today }, i) => {
          const { text, errors } = again[i];
          if (!reading && isReadAsToday(printed[i].text)) return;
          if (!reading && printed[i].text.includes('"llvm.intr.lifetime.')) return;   // today it may have an attribute 'size'
          if (!reading && errors[0]?.includes("operands don't have matching ranks")) return;   // the same form as today's, whose operands may not differ so
          if (text !== today && !equals(text, today)) wrong.push({ name, error: errors[0] ?? "says something else" });
        });
      }
      assert.deepEqual(wrong, []);
    });
  }
}
