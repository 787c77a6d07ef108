// What a program can find wrong with a page, by axe-core's rules.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const axe = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails on what breaks a rule of accessibility in a page or frame, or in the parts of it that a CSS selector (or several) chooses.
    `options` are axe-core's. */
export async function assertAccessible(frame, { within = [], ...options } = {}) {
  await frame.evaluate(axe);
  const { violations } = await frame.evaluate(([include, all]) => window.axe.run(include.length ? { include } : document, all), [[within].flat(), { runOnly: RULES, ...options }]);
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`) }));
  assert.deepEqual(found, [], frame.url());
}
