// Dialects that a text describes, through rung.js: what tests/dialect.native.test.mjs asks of rung-opt, and what only JavaScript has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { broken } from "../dialects/broken.mjs";
import { shopErrors } from "../dialects/errors.mjs";

const read = (name) => readFileSync(new URL(`../dialects/${name}`, import.meta.url), "utf8");
const SHOP = read("shop.ops"), TOY = read("toy.ops");
const STRICT = { allowUnregisteredDialects: false };
const place = ({ line, column, message }) => `${line}:${column}: ${message}`;

/** A core of its own, with dialects. */
async function load(...texts) {
  const rung = await Rung.load();
  for (const text of texts) assert.deepEqual(rung.addDialect(text), { name: text.match(/^dialect (\w+)/m)[1], diagnostics: [] });
  return rung;
}

for (const name of ["shop", "toy"])
  test(`${name} prints as rung-opt prints it`, async () => {
    const session = (await load(read(`${name}.ops`))).session(STRICT);
    assert.deepEqual(session.setText(read(`${name}.mlir`)).diagnostics, []);
    const printed = session.print();
    assert.equal(printed, read(`${name}.printed.mlir`));
    const generic = session.print({ generic: true });
    assert.equal(session.setText(generic).ok, true);
    assert.equal(session.print(), printed);
  });

test("mistakes in texts of an added dialect are those rung-opt finds", async () => {
  const session = (await load(SHOP)).session(STRICT);
  for (const [name, text, ...expected] of shopErrors)
    assert.deepEqual(session.setText(text).diagnostics.filter(({ severity }) => severity === "error").map(place), expected, name);
});

test("mistakes in records are those rung-opt finds, and leave nothing behind", async () => {
  const rung = await load();
  for (const [name, text, ...expected] of broken) {
    const made = rung.addDialect(text);
    assert.equal(made.name, null, name);
    assert.deepEqual(made.diagnostics.map(place), expected, name);
    for (const { from, to } of made.diagnostics) assert.ok(from <= to && to <= text.length, name);
  }
  assert.equal(rung.addDialect("dialect d\nop x\n  format attr-dict\n").name, "d");
});

for (const [what, before] of Object.entries({
  "two-byte letters": "// ünïcödé\n", "three-byte letters": "// はしご\n", "pairs of surrogates": "// 🪜🪜\n", "all of them": "// aü語🪜 \n".repeat(300),
}))
  test(`ranges in records count UTF-16 units after ${what}`, async () => {
    const rung = await load();
    const text = `${before}dialect d "${before.slice(3, 8).trim()}"\nop x "🪜" // 語\n  traits Purely\n  format attr-dict // é\n         $there\n`;
    const { name, diagnostics } = rung.addDialect(text);
    assert.equal(name, null);
    const [unknown] = diagnostics;
    assert.equal(text.slice(unknown.from, unknown.to), "Purely");
    assert.equal(unknown.message, "there is no trait 'Purely'");
    const format = text.replace("Purely", "Pure"), [variable] = rung.addDialect(format).diagnostics;
    assert.equal(variable.message, "in this format: there is no operand, attribute, region or successor 'there'");
    assert.equal(variable.from, format.indexOf("$there"));
    const session = rung.session(STRICT);
    rung.addDialect(format.replace("         $there\n", ""));
    const ir = `${before}d.x {a = "${before.slice(3, 8).trim()}"} d.y\n`;
    const [wrong] = session.setText(ir).diagnostics;
    assert.equal(wrong.message, "custom op 'd.y' is unknown");
    assert.equal(wrong.from, ir.indexOf("d.y"));
  });

test("sessions share the dialects, also those made before, from their next text on", async () => {
  const rung = await load();
  const early = rung.session(STRICT);
  const text = "toy.func @f() {\n  toy.return\n}\n";
  assert.equal(early.setText(text).ok, false);
  rung.addDialect(TOY);
  assert.equal(early.setText(text).ok, true);
  const late = rung.session(STRICT);
  assert.equal(late.setText(text).ok, true);
  assert.equal(late.print(), early.print());
  assert.equal(rung.removeDialect("toy"), true);
  assert.equal(rung.removeDialect("toy"), false);
  assert.equal(early.print(), late.print(), "a text that was read keeps the dialect it was read with");
  assert.match(late.hover(text.indexOf("toy.return")).text, /the end of a function/);
  assert.equal(early.run("builtin.module(canonicalize)").ok, true);
  assert.equal(early.setText(text).ok, false);
  assert.equal(late.setText("func.func @f() { return }").ok, true);
});

test("a dialect takes the place of the one of its name; a broken one does not", async () => {
  const rung = await load("dialect d\nop x\n  format attr-dict\n");
  const session = rung.session(STRICT);
  assert.equal(session.setText("d.x\n").ok, true);
  assert.equal(rung.addDialect("dialect d\nop y : C\n").name, null);
  assert.equal(session.setText("d.x\n").ok, true);
  assert.equal(rung.addDialect("dialect d\nop y\n  format attr-dict\n").name, "d");
  assert.equal(session.print(), "module {\n  d.x\n}\n\n");
  assert.equal(session.setText("d.x\n").ok, false);
  assert.equal(session.setText("d.y\n").ok, true);
  for (const other of ["arith", "builtin", "tosa"]) assert.equal(rung.addDialect(`dialect ${other}\n`).name, null);
});

test("another core knows nothing of it", async () => {
  await load(TOY);
  assert.equal((await load()).session(STRICT).setText("toy.print %x : i32\n").ok, false);
});

test("hover says what the records say", async () => {
  const session = (await load(SHOP)).session(STRICT);
  const text = read("shop.mlir");
  session.setText(text);
  const add = session.hover(text.indexOf("shop.add"));
  assert.equal(add.title, "shop.add");
  assert.match(add.text, /a sum/);
  assert.match(add.text, /pure/);
  assert.equal(text.slice(add.from, add.to), "shop.add");
  assert.equal(session.hover(text.indexOf("%3 = shop.constant")).title, "%3 : i8");
});

test("what is kept of unknown dialects is read as IR once the dialect is there", async () => {
  const rung = await load();
  const session = rung.session({ keepUnknown: true });
  const text = "func.func @f(%a: i32) {\n  %0 = shop.add %a, %b : i32\n  return\n}\n";
  assert.equal(session.setText(text.replace("%b", "%a")).ok, true);
  rung.addDialect(SHOP);
  assert.match(session.setText(text).diagnostics[0].message, /undeclared SSA value/);
});

test("many dialects, one after the other, take no more memory", async () => {
  const rung = await load();
  const session = rung.session(STRICT);
  for (let i = 0; i < 300; i++) {
    assert.equal(rung.addDialect(SHOP).name, "shop");
    assert.equal(rung.addDialect(`dialect d${i % 3}\nop x${i}\n  format attr-dict\n`).name, `d${i % 3}`);
    assert.equal(session.setText(`d${i % 3}.x${i}\nshop.label\n`).ok, true);
  }
});
