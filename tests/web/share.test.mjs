import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { MAX_FRAGMENT, MAX_STATE, ShareError, checkState, decodeState, encodeState } from "../../web/src/core/share.js";

const state = {
  text: 'module { // ünïcödé 🪜 "<b>"\n}\n',
  output: "pipeline",
  pipeline: "builtin.module(cse)",
  options: { readUnknown: true, locations: false },
};
const link = (json) => `#v1=${deflateSync(typeof json === "string" ? json : JSON.stringify(json)).toString("base64url")}`;
const refused = (fragment, words) => assert.rejects(decodeState(fragment), (error) => {
  assert.ok(error instanceof ShareError, `${error}`);
  assert.match(error.message, words);
  return true;
});

test("a state comes back as it went", async () => {
  const fragment = await encodeState(state);
  assert.match(fragment, /^#v1=[\w-]+$/);
  assert.deepEqual(await decodeState(fragment), state);
});

test("links of format 1 stay readable", async () => {
  const kept = "#v1=eNo9jMEKwzAMQ38l-NTC0g_YqR-yS5q5YHDtkNlhUPrvawrrRUgPSTsYfg2eAVaXPHUJpVJLhmFOi1YbxpfAI4C6Fb-ahQoyCXZ6-5MvTmwk06ZvZxyySsNqsX9G08jctvF6KkYqn3OyA2tO_2TV8Th-RLkycw";
  assert.deepEqual(await decodeState(kept), {
    text: "func.func private @abort()\n",
    output: "pipeline",
    pipeline: "builtin.module(convert-func-to-llvm)",
    options: { readUnknown: false, locations: true },
  });
});

test("a link says whether unknown dialects are read; an older link without the word refuses them", async () => {
  for (const readUnknown of [true, false]) {
    const options = { readUnknown, locations: false };
    assert.deepEqual((await decodeState(await encodeState({ ...state, options }))).options, options);
  }
  for (const [options, read] of [[{}, false], [{ allowUnregistered: true }, true], [{ allowUnregistered: false }, false],
    [{ readUnknown: false, allowUnregistered: true }, false]])
    assert.equal((await decodeState(link({ text: "", options }))).options.readUnknown, read, JSON.stringify(options));
});

test("a draft that does not say whether unknown dialects are read has them read", () => {
  for (const [options, read] of [[{}, true], [{ allowUnregistered: false }, true], [{ readUnknown: false }, false]])
    assert.equal(checkState(JSON.stringify({ text: "", options }), true).options.readUnknown, read, JSON.stringify(options));
});

test("the edition of the output is in the link unless it is the current one", async () => {
  assert.deepEqual(await decodeState(await encodeState({ ...state, edition: "llvm13" })), { ...state, edition: "llvm13" });
  assert.deepEqual(await decodeState(await encodeState({ ...state, edition: "" })), state);
  assert.equal(await encodeState({ ...state, edition: "" }), await encodeState(state));
});

test("no fragment is no link", async () => {
  assert.equal(await decodeState(""), null);
  assert.equal(await decodeState("#"), null);
});

test("a link cut anywhere is refused in clear words", async () => {
  const fragment = await encodeState(state);
  for (let end = 4; end < fragment.length; end++)
    await refused(fragment.slice(0, end), /incomplete or damaged/);
});

test("a link with a changed character is refused", async () => {
  const fragment = await encodeState(state);
  for (let at = 5; at < fragment.length - 1; at += 7) {
    const changed = fragment.slice(0, at) + (fragment[at] === "A" ? "B" : "A") + fragment.slice(at + 1);
    await refused(changed, /incomplete or damaged|does not hold/);
  }
});

test("links of other versions and other texts are refused", async () => {
  await refused("#v2=abc", /format 2/);
  await refused("#v10=abc", /format 10/);
  await refused("#section", /no Rung text/);
  await refused("#v1=<script>", /damaged/);
  await refused(link("not JSON"), /does not hold/);
  await refused(link("null"), /does not hold/);
  await refused(link([1, 2]), /does not hold/);
  await refused(link({ text: 7 }), /does not hold/);
  await refused(link({ text: "", output: "html" }), /does not hold/);
  await refused(link({ text: "", options: null }), /does not hold/);
  await refused(link({ text: "", pipeline: {} }), /does not hold/);
  await refused(link({ text: "x\n".repeat(400_000) }), /more than 300,000 lines/);
  await refused(link({ text: "", output: "pipeline", pipeline: `builtin.module(${"cse,".repeat(20_000)}cse)` }), /a pipeline of 80,019 characters; the page takes at most 8,000/);
  for (const edition of [7, {}, ["llvm13"], null]) await refused(link({ text: "", edition }), /does not hold/);
});

test("a small link cannot fill the memory", async () => {
  const bomb = `#v1=${deflateSync(Buffer.alloc(MAX_STATE + 1, 32)).toString("base64url")}`;
  assert.ok(bomb.length < 100_000);
  await refused(bomb, /more text than the page can open/);
  await refused(`#v1=${"A".repeat(MAX_FRAGMENT)}`, /too long/);
});

test("a text too long for a link is not made one", async () => {
  let text = "";
  for (let seed = 1; text.length < 3 * MAX_FRAGMENT; ) {
    seed = (seed * 48271) % 2147483647;
    text += seed.toString(36);
  }
  await assert.rejects(encodeState({ ...state, text }), ShareError);
});

test("unknown options are left out", () => {
  const read = checkState(JSON.stringify({ text: "", options: { locations: true, __proto__: 1, other: 2 } }));
  assert.deepEqual(read.options, { readUnknown: false, locations: true });
});

test("the padding that some programs add to a link changes nothing", async () => {
  const fragment = await encodeState(state);
  for (const padding of ["=", "==", "%3D", "%3d%3D"]) assert.deepEqual(await decodeState(fragment + padding), state, padding);
});

test("a link may say what its text is called", async () => {
  assert.equal((await decodeState(await encodeState({ ...state, name: "What I had" }))).name, "What I had");
  for (const name of ["", " ", 7, "x".repeat(101), "a\nb"]) assert.deepEqual(await decodeState(link({ ...state, name })), state, JSON.stringify(name));
});

test("a link holds the view: rung, difference, explanation, selection, type lab, lesson, dialect", async () => {
  const view = {
    rung: 2, compare: "previous", sides: true, explain: true, selection: [3, 9], lab: { type: "memref<?xf32>", barePointers: true },
    lesson: { id: "ssa", step: 1 }, dialect: "dialect toy",
  };
  assert.deepEqual(await decodeState(await encodeState({ ...state, ...view })), { ...state, ...view });
});

test("parts of a link's view that make no sense are left out", async () => {
  const nonsense = {
    rung: -1, compare: "sideways", sides: "yes", explain: 1, selection: [1], lab: "memref", lesson: { id: 3 }, dialect: 7, unheard: "of",
  };
  assert.deepEqual(await decodeState(link({ ...state, ...nonsense })), state);
  const hostile = await decodeState(link('{"text":"","__proto__":{"rung":1},"lab":{"__proto__":{"type":"x"}}}'));
  assert.equal(hostile.rung, undefined);
  assert.equal({}.type, undefined);
});
