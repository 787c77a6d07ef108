// Problems in the text: marks and tooltips in the editor, the list below it, F8 from one to the next.
import { forEachDiagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorView, keymap } from "@codemirror/view";
import { count, element } from "./dom.js";

/** More than this many are counted, not shown. */
const SHOWN = 300;

const SEVERITIES = { error: "error", warning: "warning", remark: "info", note: "info" };

export class Problems {
  #list;
  #heading;
  #announce;
  #view = null;
  #items = null; // { problem, node }, in the order of the text; null: nothing shown yet
  #current = null;

  /** `announce` reads a sentence to screen readers. */
  constructor({ list, heading, announce }) {
    this.#list = list;
    this.#heading = heading;
    this.#announce = announce;
    this.extension = [
      lintGutter(),
      keymap.of([
        { key: "F8", run: () => this.go(1), preventDefault: true },
        { key: "Shift-F8", run: () => this.go(-1), preventDefault: true },
      ]),
    ];
  }

  attach(view) {
    this.#view = view;
  }

  /** Show the core's diagnostics; ranges are those of the text now in the editor. */
  show(diagnostics) {
    if (!diagnostics.length && this.#items?.length === 0) return;
    const end = this.#view.state.doc.length;
    const sorted = diagnostics
      .map((diagnostic, order) => ({ diagnostic, order }))
      .sort((a, b) => (a.diagnostic.from ?? end) - (b.diagnostic.from ?? end) || a.order - b.order)
      .map(({ diagnostic }) => diagnostic);
    const shown = sorted.slice(0, SHOWN).map((diagnostic) => toProblem(diagnostic, end));
    this.#view.dispatch(setDiagnostics(this.#view.state, shown.filter((problem) => problem.placed)));
    this.#current = null;
    this.#items = shown.map((problem) => ({ problem, node: this.#item(problem) }));
    this.#list.replaceChildren(...this.#items.map(({ node }) => node));
    if (sorted.length > SHOWN)
      this.#list.append(element("li.more", {}, `and ${count(sorted.length - SHOWN, "more problem")}`));
    const text = summary(diagnostics);
    if (this.#heading.textContent !== text) {
      this.#heading.textContent = text;
      this.#announce(text);
    }
    this.#heading.parentElement.dataset.state = diagnostics.length === 0 ? "none"
      : diagnostics.some((d) => d.severity === "error") ? "error" : "warning";
  }

  /** Move the cursor to the next (1) or previous (-1) problem, around the ends. */
  go(step) {
    const places = [...this.#places()].sort((a, b) => a.from - b.from);
    if (places.length === 0) {
      this.#announce("No problems");
      return true;
    }
    const { head } = this.#view.state.selection.main;
    // Several problems may begin at one place: the one shown last decides which comes now.
    const at = places.findIndex(({ problem }) => problem === this.#current);
    let next;
    if (at >= 0 && places[at].from === head) {
      next = (at + step + places.length) % places.length;
    } else if (step > 0) {
      next = places.findIndex(({ from }) => from > head);
      if (next < 0) next = 0;
    } else {
      next = places.findLastIndex(({ from }) => from < head);
      if (next < 0) next = places.length - 1;
    }
    this.#jump(places[next].problem, `Problem ${next + 1} of ${places.length}: `);
    return true;
  }

  // Where the problems are by now: marks move with the text.
  #places() {
    const places = new Map();
    forEachDiagnostic(this.#view.state, (problem, from, to) => {
      const known = places.get(problem);
      places.set(problem, { problem, from: known ? known.from : from, to });
    });
    return places.values();
  }

  #jump(problem, prefix = "") {
    const place = [...this.#places()].find((candidate) => candidate.problem === problem);
    this.#moveTo(place ? place.from : problem.from);
    this.#current = problem;
    for (const item of this.#items ?? []) {
      const current = item.problem === problem;
      item.node.classList.toggle("current", current);
      if (current) item.node.scrollIntoView({ block: "nearest" });
    }
    this.#announce(`${prefix}line ${this.#view.state.doc.lineAt(problem.from).number}, ${problem.severity}: ${problem.message}`);
  }

  #moveTo(offset) {
    const anchor = Math.min(offset, this.#view.state.doc.length);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.#view.focus();
  }

  #item(problem) {
    const { diagnostic } = problem;
    const head = [
      element("span.severity", { title: diagnostic.severity }, diagnostic.severity),
      element("span.message", {}, diagnostic.message.split("\n", 1)[0]), // a pipeline's has source and caret behind
      ...place(diagnostic),
    ];
    const line = problem.placed
      ? element("button.problem", { type: "button", onclick: () => this.#jump(problem) }, ...head)
      : element("div.problem", {}, ...head);
    const item = element(`li.${problem.severity}`, {}, line);
    if (diagnostic.notes.length) {
      item.append(element("ul", {}, ...diagnostic.notes.map((note) => element("li", {},
        note.from === undefined
          ? element("div.note", {}, noteText(note))
          : element("button.note", { type: "button", onclick: () => this.#moveTo(note.from) }, noteText(note), ...place(note))))));
    }
    return item;
  }
}

function toProblem(diagnostic, end) {
  const placed = diagnostic.from !== undefined;
  const from = Math.min(diagnostic.from ?? 0, end);
  return {
    diagnostic,
    placed,
    from,
    to: Math.min(Math.max(diagnostic.to ?? from, from), end),
    severity: SEVERITIES[diagnostic.severity],
    message: diagnostic.message,
    renderMessage: () => tooltip(diagnostic),
  };
}

function tooltip(diagnostic) {
  return element("div.tooltip", {},
    element("div", {}, diagnostic.message),
    ...diagnostic.notes.map((note) => element("div.note", {}, noteText(note))));
}

function noteText(note) {
  return `${note.hint ? "hint" : note.severity}: ${note.message}`;
}

function place({ line, column }) {
  return line ? [element("span.place", {}, `${line}:${column}`)] : [];
}

function summary(diagnostics) {
  if (!diagnostics.length) return "No problems";
  const counts = Object.keys(SEVERITIES).map((name) => [diagnostics.filter(({ severity }) => severity === name).length, name]);
  return counts.filter(([n]) => n).map(([n, name]) => count(n, name)).join(", ");
}
