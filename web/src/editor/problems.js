// Problems in the text: the list below the editor, F8 from one to the next, and what repairs them. Info messages have a list of
// their own below, and F8 skips them. The editor, which marks them too, is that of problem-marks.js or plain-editor.js.
import { clipped, count, element, spoken, withCode } from "../base/dom.js";

export function isInfo({ severity }) {
  return severity === "info";
}

/** More than this many of a list are counted, not shown. */
const SHOWN = 300;
/** A note is cut there: one lists all dialects that there are. */
const NOTE_LENGTH = 200;

// As CodeMirror calls them; of several at one place it shows the mark of the most severe.
const SEVERITIES = { error: "error", warning: "warning", remark: "info", note: "info", info: "hint" };

export class Problems {
  #heading;
  #read;
  #fixAll;
  #problemList;
  #infoList;
  #announce;
  #editor = null;
  #items = null; // { problem, node, key }, in the order of the text, problems first; null: nothing shown yet
  #current = null;
  #checked = null; // the document that what is shown belongs to
  #safe = []; // fixes that one click applies
  #done = ""; // what was fixed, until the next check is done

  /** `root` holds the heading, a `.read` beside it for what info messages there are, a `.fix-all` and two
   *  lists. `announce` reads a sentence to screen readers. */
  constructor({ root, announce }) {
    this.#heading = root.querySelector("h2");
    this.#read = root.querySelector(".read");
    this.#fixAll = root.querySelector(".fix-all");
    [this.#problemList, this.#infoList] = root.querySelectorAll("ol");
    this.#announce = announce;
    this.#fixAll.addEventListener("click", () => this.#apply(this.#safe, `${count(this.#safe.length, "fix", "fixes")} applied`));
  }

  /** `editor`: { doc, compared by identity, length, head, lineNumber(at), lineEnd(at), mark(problems, infos),
   *  places() of the problems marked: [{ problem, from, to }], go(at), change(fixes), focus() }. */
  attach(editor) {
    this.#editor = editor;
  }

  /** The problems on show were marked in another editor. */
  forget() {
    this.#items = null;
    this.#problemList.replaceChildren();
    this.#infoList.replaceChildren();
  }

  /** Show the core's diagnostics; ranges are those of the text now in the editor. `read`: how the text was read, in words;
   *  `safeFixes`: those that one click applies together; `isUnknown`: nothing could be checked. */
  show(diagnostics, { read = "", safeFixes = [], isUnknown = false } = {}) {
    const { dataset } = this.#heading.parentElement;
    this.#checked = this.#editor.doc;
    if (!diagnostics.length && this.#items?.length === 0 && (dataset.state === "unknown") === isUnknown) return;
    const end = this.#editor.length;
    const sorted = diagnostics
      .map((diagnostic, order) => ({ diagnostic, order }))
      .sort((a, b) => (a.diagnostic.from ?? end) - (b.diagnostic.from ?? end) || a.order - b.order)
      .map(({ diagnostic }) => diagnostic);
    const infos = sorted.filter(isInfo);
    const problems = sorted.filter((diagnostic) => !isInfo(diagnostic));
    this.#current = null;
    const before = this.#items ?? [];
    for (const { node } of before) node.classList.remove("current");
    this.#items = [
      ...this.#fill(this.#problemList, problems, "problem", before.filter(({ problem }) => !isInfo(problem.diagnostic))),
      ...this.#fill(this.#infoList, infos, "note", before.filter(({ problem }) => isInfo(problem.diagnostic))),
    ];
    const placed = this.#items.map(({ problem }) => problem).filter((problem) => problem.placed);
    this.#editor.mark(placed, infos);
    this.#showFixes(sorted, safeFixes);
    dataset.state = isUnknown ? "unknown" : problems.length === 0 ? "none"
      : problems.some((d) => d.severity === "error") ? "error" : "warning";
    const text = isUnknown ? "Not checked" : summary(problems);
    const news = this.#done || this.#heading.textContent !== text || this.#read.textContent !== read;
    this.#heading.textContent = text;
    this.#read.textContent = read;
    if (news) this.#announce([this.#done, text, read].filter(Boolean).join(". "));
    this.#done = "";
  }

  // The items of one list. Items that look the same stay, since most keys change nothing in a long list.
  #fill(list, diagnostics, noun, before) {
    const items = diagnostics.slice(0, SHOWN).map((diagnostic, i) => {
      const problem = this.#toProblem(diagnostic);
      const key = renderKey(diagnostic);
      if (before[i]?.key === key) return Object.assign(before[i], { problem });
      const item = { problem, key };
      item.node = this.#item(item);
      return item;
    });
    list.querySelector(".more")?.remove();
    if (items.length !== before.length) list.replaceChildren(...items.map(({ node }) => node));
    else items.forEach(({ node }, i) => { if (node !== list.children[i]) list.children[i].replaceWith(node); });
    if (diagnostics.length > SHOWN)
      list.append(element("li.more", {}, `and ${count(diagnostics.length - SHOWN, `more ${noun}`)}`));
    return items;
  }

  /** Move the cursor to the next (1) or previous (-1) problem, around the ends. */
  go(step) {
    const places = this.#editor.places().filter(({ problem }) => !isInfo(problem.diagnostic)).sort((a, b) => a.from - b.from);
    if (places.length === 0) {
      this.#announce("No problems");
      return true;
    }
    const { head } = this.#editor;
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

  /** Apply the likeliest fix of the problem that has the focus in the list, or else of the one nearest to
   *  the cursor on its line. False: the line has none. */
  fix() {
    const focused = this.#items?.find(({ node }) => node.contains(document.activeElement))?.problem;
    const fix = (focused ?? this.#nearest())?.diagnostic.fixes[0];
    if (fix) this.#applyOne(fix);
    return Boolean(fix);
  }

  // Of the problems on the cursor's line that have fixes: the current one, else the nearest.
  #nearest() {
    const { head } = this.#editor;
    const line = this.#editor.lineNumber(head);
    const distance = ({ problem, from, to }) => (problem === this.#current ? -1 : Math.max(from - head, head - to, 0));
    return this.#editor.places()
      .filter(({ problem, from, to }) => problem.diagnostic.fixes.length && this.#editor.lineNumber(from) <= line && this.#editor.lineNumber(to) >= line)
      .sort((a, b) => distance(a) - distance(b))[0]?.problem;
  }

  #applyOne(fix) {
    this.#apply([fix], `Done: ${spoken(fix.title)}`);
  }

  // Change the text, one step to undo. Places of fixes are those of the text that was checked: as long as
  // another one is being checked, nothing is changed.
  #apply(fixes, done) {
    this.#editor.focus();
    if (this.#editor.doc !== this.#checked) {
      this.#announce("The text has changed and is being checked again");
      return;
    }
    this.#announce(done);
    this.#done = done;
    this.#editor.change(fixes);
  }

  #showFixes(diagnostics, safeFixes) {
    this.#safe = safeFixes;
    this.#fixAll.hidden = this.#safe.length < 2;
    this.#fixAll.textContent = `Apply ${this.#safe.length} safe fixes`;
    this.#heading.parentElement.classList.toggle("fixable", diagnostics.some(({ fixes }) => fixes.length));
  }

  #jump(problem, prefix = "") {
    const place = this.#editor.places().find((candidate) => candidate.problem === problem);
    this.#editor.go(place ? place.from : problem.from);
    this.#current = problem;
    for (const item of this.#items ?? []) {
      const current = item.problem === problem;
      item.node.classList.toggle("current", current);
      if (current) item.node.scrollIntoView({ block: "nearest" });
    }
    const { diagnostic, from, message } = problem;
    const fix = diagnostic.fixes[0] ? `. Fix: ${spoken(diagnostic.fixes[0].title)}` : "";
    this.#announce(`${prefix}line ${this.#editor.lineNumber(Math.min(from, this.#editor.length))}, ${diagnostic.label}: ${message}${fix}`);
  }

  // The node of an item; what it does is about the item's problem at the time.
  #item(item) {
    const { problem: { diagnostic, placed, severity } } = item;
    const head = [
      element("span.severity", {}, diagnostic.label),
      element("span.message", {}, diagnostic.message.split("\n", 1)[0]), // a pipeline's has source and caret behind
      ...place(diagnostic),
    ];
    const node = element(`li.${severity}`, {}, placed
      ? element("button.problem", { type: "button", onclick: () => this.#jump(item.problem) }, ...head)
      : element("div.problem", {}, ...head));
    if (diagnostic.fixes.length) {
      node.classList.add("repairable");
      node.append(element("div.fixes", { role: "group", "aria-label": "Fixes" }, ...diagnostic.fixes.map(({ title }, i) =>
        element("button.fix", { type: "button", onclick: () => this.#applyOne(item.problem.diagnostic.fixes[i]) }, ...withCode(title)))));
    }
    const notes = notesToShow(diagnostic);
    if (notes.length) {
      node.append(element("ul", {}, ...notes.map((note, i) => element("li", {},
        note.from === undefined
          ? element("div.note", {}, noteText(note))
          : element("button.note", { type: "button", onclick: () => this.#editor.go(notesToShow(item.problem.diagnostic)[i].from) },
            noteText(note), ...place(note))))));
    }
    return node;
  }

  // A diagnostic as CodeMirror has them.
  #toProblem(diagnostic) {
    const placed = diagnostic.from !== undefined;
    const { length } = this.#editor;
    const from = Math.min(diagnostic.from ?? 0, length);
    // Of what goes over lines only the first is underlined.
    const end = isInfo(diagnostic) && diagnostic.kind !== "aside" ? this.#editor.lineEnd(from) : length;
    return {
      diagnostic,
      placed,
      from,
      to: Math.min(Math.max(diagnostic.to ?? from, from), end),
      severity: SEVERITIES[diagnostic.severity],
      markClass: diagnostic.kind === "aside" ? "unmarked" : "",
      message: diagnostic.message,
      renderMessage: () => tooltip(diagnostic),
      actions: diagnostic.fixes.map((fix) => ({ name: fix.title, apply: () => this.#applyOne(fix) })),
    };
  }
}

// Everything that the node of a diagnostic shows, as a key.
function renderKey({ severity, label, message, from, line, column, notes, fixes }) {
  return JSON.stringify([severity, label, message, from === undefined, line, column, notes.map(noteKey), fixes.map(({ title }) => title)]);
}

function noteKey({ label, message, from, line, column }) {
  return [label, message, from === undefined, line, column];
}

function tooltip(diagnostic) {
  return element("div.tooltip", {},
    element("div", {}, diagnostic.message),
    ...notesToShow(diagnostic).map((note) => element("div.note", {}, noteText(note))));
}

// A hint that lists the fixes says what their buttons say.
function notesToShow({ notes }) {
  return notes.filter((note) => !note.listsFixes);
}

function noteText({ label, message }) {
  return clipped(`${label}: ${message}`, NOTE_LENGTH);
}

function place({ line, column }) {
  return line ? [element("span.place", {}, `${line}:${column}`)] : [];
}

function summary(diagnostics) {
  if (!diagnostics.length) return "No problems";
  const counts = Object.keys(SEVERITIES).map((name) => [diagnostics.filter(({ severity }) => severity === name).length, name]);
  return counts.filter(([n]) => n).map(([n, name]) => count(n, name)).join(", ");
}
