// Highlighting in the page and the core's own tokens are one language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { nextToken, startLine, startState } from "../../web/src/tokens.js";

const EXAMPLES = new URL("../../web/src/examples/", import.meta.url);
const rung = await Rung.load();

// The class of each UTF-16 unit of `text`.
function paint(text, tokens) {
  const classes = new Array(text.length).fill("none");
  for (const { from, to, class: name } of tokens) classes.fill(name, from, to);
  return classes;
}

function pageTokens(text) {
  const tokens = [];
  const state = startState();
  let start = 0;
  for (const line of text.split("\n")) {
    startLine(state);
    for (let at = 0; at < line.length; ) {
      const token = nextToken(line, at, state);
      assert.ok(token.to > at, `no progress at ${at} of ${line}`);
      if (token.class !== "none") tokens.push({ ...token, from: start + at, to: start + token.to });
      at = token.to;
    }
    start += line.length + 1;
  }
  return tokens;
}

function same(text) {
  const core = paint(text, rung.tokens(text));
  const page = paint(text, pageTokens(text));
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== "\n")
      assert.equal(page[i], core[i], `at ${i}, ${JSON.stringify(text.slice(i, i + 12))} in ${JSON.stringify(text.slice(0, 200))}`);
  }
}

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

test("any mixture of tokens", () => {
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
