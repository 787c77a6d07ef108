// Differences between two texts: in one text, added and removed lines below each other, or side by side.
import { Change, MergeView, diff, presentableDiff, unifiedMergeView } from "@codemirror/merge";

const collapseUnchanged = { margin: 3, minSize: 8 };
const limits = { scanLimit: 500, timeout: 200 };
const diffConfig = { override: byTokens };

/** Names, numbers, white space, and every other character by itself. */
const TOKEN = /[%@^#!]?[\w$.-]+|[^\S\n]+|\n\s*|[^]/g;
/** Different tokens that a text may have: each is a character to diff(). */
const MOST_TOKENS = 60_000;

// A difference says which tokens changed: letters that happen to be the same in two names tell nothing.
function byTokens(a, b) {
  const codes = new Map();
  const read = (text) => {
    const starts = [];
    const code = [];
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (!codes.has(token)) codes.set(token, codes.size + 1);
      starts.push(index);
      code.push(codes.get(token));
    }
    starts.push(text.length);
    return { starts, code };
  };
  const [before, after] = [read(a), read(b)];
  if (codes.size > MOST_TOKENS) return presentableDiff(a, b, limits);
  const written = ({ code }) => code.map((one) => String.fromCharCode(one < 0xd800 ? one : one + 0x800)).join("");
  const changes = diff(written(before), written(after), limits)
    .map(({ fromA, toA, fromB, toB }) => new Change(before.starts[fromA], before.starts[toA], after.starts[fromB], after.starts[toB]));
  return joined(changes, a);
}

// What stays between two changes in a line and is no name belongs to them.
function joined(changes, a) {
  const out = [];
  for (const change of changes) {
    const last = out.at(-1);
    const between = last ? a.slice(last.toA, change.fromA) : "\n";
    if (/[\w\n]/.test(between)) out.push(change);
    else out[out.length - 1] = new Change(last.fromA, change.toA, last.fromB, change.toB);
  }
  return out;
}

/** The extension that shows in a view how the text differs from `original`. */
export function unified(original) {
  return unifiedMergeView({ original, mergeControls: false, allowInlineDiffs: false, collapseUnchanged, diffConfig });
}

/** Two views beside each other in `parent`: the text before and after. */
export class Sides {
  #view;

  constructor(parent, before, after, extensions) {
    this.#view = new MergeView({
      parent, a: { doc: before, extensions }, b: { doc: after, extensions }, gutter: true, collapseUnchanged, diffConfig,
    });
    this.#view.a.contentDOM.setAttribute("aria-label", "Before");
    this.#view.b.contentDOM.setAttribute("aria-label", "After");
  }

  destroy() {
    this.#view.destroy();
  }
}
