// Differences between two texts: in one text, added and removed lines below each other, or side by side.
import { MergeView, unifiedMergeView } from "@codemirror/merge";

const collapseUnchanged = { margin: 3, minSize: 8 };
const diffConfig = { scanLimit: 500, timeout: 200 };

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
