// What a program can find wrong with a page, by axe-core's rules.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const axe = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** [name, colours, size]: each colour scheme and each size once. The views of geometry.test.mjs are seen the other way round. */
export const LOOKS = [["light, wide", "light", { width: 1280, height: 800 }], ["dark, narrow", "dark", { width: 390, height: 844 }]];

// Through the protocol of the browser's tools it takes half as long as evaluate() does, but that knows the page only.
async function load(frame) {
  if (!frame.context) return frame.evaluate(axe);
  const session = await frame.context().newCDPSession(frame);
  await session.send("Runtime.evaluate", { expression: axe });
  await session.detach();
}

/** Fails on what breaks a rule of accessibility in a page or frame, or in the parts of it that a CSS selector (or several) chooses.
    `options` are axe-core's. */
export async function assertAccessible(frame, { within = [], ...options } = {}) {
  if (!(await frame.evaluate(() => window.axe))) await load(frame);
  const violations = await frame.evaluate(async ([include, all]) => (await window.axe.run(include.length ? { include } : document, all)).violations,
    [[within].flat(), { runOnly: RULES, resultTypes: ["violations"], ...options }]);
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`) }));
  assert.deepEqual(found, [], frame.url());
}
