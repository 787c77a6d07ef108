// Tokens of a text, read as a whole and line by line.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const EXAMPLES = new URL("../../web/src/teach/examples/", import.meta.url);
const rung = await Rung.load();

function byLine(text) {
  const tokens = [];
  let state = 0;
  let start = 0;
  for (const line of text.split("\n")) {
    const read = rung.tokensOfLine(line, state);
    tokens.push(...read.tokens.map((token) => ({ ...token, from: start + token.from, to: start + token.to })));
    state = read.state;
    start += line.length + 1;
  }
  return tokens;
}

function same(text) {
  const tokens = rung.tokens(text);
  assert.deepEqual(byLine(text), tokens, text);
  let last = 0;
  for (const { from, to, class: name } of tokens) {
    assert.ok(from >= last && to > from, `${from} to ${to} behind ${last} in ${JSON.stringify(text)}`);
    assert.ok(CLASSES.has(name), name);
    last = to;
  }
}

const CLASSES = new Set(rung.tokenClasses());

test("rung.d.ts lists the classes of tokens", () => {
  const types = readFileSync(new URL("../../wasm/rung.d.ts", import.meta.url), "utf8");
  const [, listed] = /interface Token \{.*?class:(.*?);/s.exec(types);
  assert.deepEqual([...listed.matchAll(/"([^"]+)"/g)].map(([, name]) => name), [...CLASSES]);
});

test("an operation's name may stand at the start of a line and after results, but not inside brackets", () => {
  const operations = (text) => byLine(text).filter((token) => token.class === "operation").map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(operations("a.b\n%x, %y:2 = c.d\n%z = e.f(\n  g.h\n  i.j)\nk.l // m.n\no.p {\n  q.r = 1\n}"),
    ["a.b", "c.d", "e.f", "k.l", "o.p", "q.r"]);
  assert.deepEqual(operations("%x =\n  a.b\n// c\nd.e ; \n\"f.g\"() \"h.i\""), ["a.b", "d.e", '"f.g"']);
});

for (const name of readdirSync(EXAMPLES)) test(`the example ${name}`, () => same(readFileSync(new URL(name, EXAMPLES), "utf8")));

const SAMPLES = {
  "results, operations and types": '%a:2, %b = foo.bar %x#1 : i32, si8, ui64, index\n"d.op"(%a) : (i32) -> ()\nreturn',
  "operations of other projects": "%0 = stablehlo.add %x, %y : tensor<4xf32>\nhw.module.extern @m(in %a : i1, out b : i1)\n%1, %2 = tt.load %p {cache = 1 : i32} : !tt.ptr<f32>\nllvm_mlir.x2",
  "dimensions": "memref<4x?x8xf32> tensor<*xf32> vector<[4]x2xi32> memref<0x10xf32> array<2 x i8> x4 %0 = x.y",
  "attributes": '#map = affine_map<(d0)[s0] -> (d0 * 2 + s0 mod 4)> {a.b = unit, c = "s\\22\\n", d = 1.5e-3, e = 0x1F}',
  "symbols": '@f @"a \\"b" @a::@b::@"c" @llvm.x$y',
  "blocks and aliases": "^bb0(%x: i32):\n^loop:\n  cf.br ^bb0(%0 : i32)\n!t = !llvm.ptr<1>\n#loc1 = loc(\"f\":1:2)",
  "comments": "op // %not #a \"token\n// all\nfoo.bar {//\n}",
  "metadata": "{-# dialect_resources: { builtin: { blob: \"0x04\" } } #-}",
  "numbers": "1 1. 1.5 1e5 1.e3 0x 0xg 0x1.5 12abc -3 +4",
  "punctuation": "-> - > :: ... ? * | / ( ) [ ] { } < > = +",
  "mistakes": "; %a = foo.bar ;; $ % ^ ! # . .. ` ~ & \\ ' @ @1 @- \"\\q\" \"x",
  "letters of other alphabets": "%é = \"ünï 😀\" : i32 😀 @ü // ñ 😀\nfoo.bar",
  "keywords as names": "for.each %i\nfunc @f\nindex.add %a\n%f32 = type.of\nf32",
  "nothing": "",
};
for (const [name, text] of Object.entries(SAMPLES)) test(name, () => same(text));

test("any mixture of tokens is divided in order, and the same line by line", () => {
  const parts = ["%a", "foo.bar", "=", "(", ")", "<", ">", "{", "}", "[", "]", "4x", "f32", "x", "?", "*", ":", ",",
    '"s"', "@f", "#a", "!t", "^b", "1", "2.5", "-", "->", " ", "\n", "// c\n", "return", "i32", "index"];
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 500; round++) {
    let text = "";
    for (let n = random(40); n > 0; n--) text += parts[random(parts.length)];
    same(text);
  }
});
