// At the end of a line: how many lines behind it a rung took away, and, on request, which.
import { Decoration, WidgetType } from "@codemirror/view";
import { count, element } from "../base/dom.js";

class Removed extends WidgetType {
  #lines;

  constructor(lines) {
    super();
    this.#lines = lines;
  }

  eq(other) {
    return other.#lines.join("\n") === this.#lines.join("\n");
  }

  toDOM(view) {
    const text = this.#lines.join("\n");
    const pre = element("code", { hidden: true });
    const said = `${count(this.#lines.length, "line")} removed here`;
    const button = element("button", {
      type: "button", "aria-expanded": "false", "aria-label": said, title: `${said}:\n${text}`,
      onclick: () => {
        pre.hidden = !pre.hidden;
        pre.textContent = pre.hidden ? "" : text;
        button.setAttribute("aria-expanded", String(!pre.hidden));
        view.requestMeasure();
      },
    }, `−${this.#lines.length}`);
    return element("span.removed", {}, button, pre);
  }

  ignoreEvent() {
    return true;
  }
}

/** The decorations of `removed`, as removedIn() has it. */
export function removedMarks(doc, removed) {
  return removed.filter(({ after }) => after <= doc.lines).map(({ after, lines }) => {
    const at = after ? doc.line(after).to : 0;
    return Decoration.widget({ widget: new Removed(lines), side: after ? 1 : -1 }).range(at);
  });
}
