// The parts of a frame and their connection to the core: page.js without menus, lessons, links and kept texts.
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Checking, time, verdict } from "../checking.js";
import { Core } from "../core.js";
import { element } from "../dom.js";
import { createEditor, replaceText, setDark } from "../editor.js";
import { printed } from "../editions.js";
import { wordsOf } from "../failures.js";
import { hover } from "../hover.js";
import { Ladder } from "../ladder.js";
import { partAt, reasonsOf, showInvalid, showRun } from "../outcome.js";
import { editorOf, problemExtension } from "../problem-marks.js";
import { Problems } from "../problems.js";
import { Result } from "../result.js";
import { SourceMapping } from "../source-mapping.js";
import { Colours } from "./colours.js";
import { openConnection } from "./hub.js";

const readOnly = [
  EditorState.readOnly.of(true), EditorView.editable.of(false),
  EditorView.contentAttributes.of({ "aria-readonly": "true", "aria-describedby": "" }),
];

export class View {
  #parts;
  #told;
  #state = null; // the link's, but for the text and the rung
  #rung = null; // how many passes the result on show is after; null: all
  #editable = true;
  #writing = new Compartment();
  #core;
  #checking;
  #problems;
  #colours;
  #mapping;
  #editor;
  #ladder;
  #result;
  #lab = null; // a promise of it
  #labNow = null; // the type lab, once it is there
  #silent = false; // while code, not the reader, changes the text
  #part = 0; // of a text with split markers: the one on show
  #run = null; // the answer of the last run
  #facts = null; // promise of what a traced run tells; null: not asked
  #requested = null; // the document that was sent to be run
  #hasResult = false;

  /** `parts`: { text, ladder, result, lab }, the elements; `told`: { changed(), checked(answer), ran(run), failed(sentence),
   *  slow(isSlow), status(kind, sentence), announce(sentence) }. */
  constructor(parts, told) {
    this.#parts = parts;
    this.#told = told;
    this.#colours = new Colours((lines) => this.#core.askText("tokens", { lines }));
    this.#mapping = new SourceMapping(() => this.#traced());
    this.#problems = new Problems({ root: parts.text.querySelector(".problems"), announce: told.announce });
    this.#result = new Result({
      root: parts.result.querySelector(".output"), changed: () => this.#mapping.forget(), extensions: [this.#mapping.outputExtension, this.#colours.extension],
    });
    this.#ladder = new Ladder({
      root: parts.ladder.querySelector(".ladder"), choose: (rung) => this.#choose(rung), why: async () => reasonsOf((await this.#traced())?.facts),
    });
    this.#editor = createEditor(parts.text.querySelector(".editor"), "", [
      this.#writing.of([]), problemExtension(this.#problems), this.#mapping.editorExtension, this.#colours.extension,
      hover((offset) => this.#core.askText("hover", { offset }), told.announce), EditorView.updateListener.of((update) => this.#edited(update)),
    ]);
    this.#mapping.attach(this.#editor, this.#result.view);
    this.#core = new Core({ open: openConnection }, {
      ready: () => this.#ready(), checked: (answer) => this.#checked(answer), ran: (answer) => this.#ran(answer), failure: (failure) => this.#failed(failure),
      slow: told.slow,
    });
    this.#checking = new Checking({ core: this.#core, problems: this.#problems, reading: () => this.#reading });
    this.#checking.attach(editorOf(this.#editor));
  }

  // --- What is shown

  /** As share.js has it. */
  get state() {
    const [{ anchor, head }] = this.#editor.state.selection.ranges;
    const lab = this.#parts.lab.hidden ? this.#state.lab : this.#labNow?.state ?? {};
    return { ...this.#state, text: this.text, rung: this.#rung, selection: [anchor, head], lab };
  }

  set state(state) {
    const { text, rung, ...rest } = state;
    this.#state = { ...rest, edition: printed.includes(rest.edition) ? rest.edition : "" };
    this.#rung = rung ?? null;
    this.#hasResult = false;
    this.#result.showAs(this.#state.compare ?? "text", this.#state.sides === true);
    this.#silent = true;
    if (text !== this.text) replaceText(this.#editor, text, { annotations: Transaction.addToHistory.of(false) }); // nothing comes before it
    this.#silent = false;
    this.#check();
    if (!this.#parts.lab.hidden) this.#showLab();
  }

  get text() {
    return this.#editor.state.doc.toString();
  }

  get result() {
    return this.#result.text;
  }

  /** The parts that are on show. */
  set show(names) {
    for (const [name, part] of Object.entries(this.#parts)) part.hidden = !names.includes(name);
    if (!this.#parts.lab.hidden && this.#state) this.#showLab();
  }

  set editable(editable) {
    this.#editable = editable;
    this.#editor.dispatch({ effects: this.#writing.reconfigure(editable ? [] : readOnly) });
  }

  set dark(isDark) {
    setDark([this.#editor, this.#result.view], isDark);
  }

  focus() {
    const first = [[this.#parts.text, () => this.#editor.focus()], [this.#parts.result, () => this.#result.view.focus()]].find(([part]) => !part.hidden);
    if (first) first[1]();
    else Object.values(this.#parts).find((part) => !part.hidden).querySelector("[aria-current=true], .lab-type")?.focus();
  }

  /** Stop what takes long. */
  stop() {
    this.#core.stop();
  }

  fixOnLine() {
    if (!this.#problems.fix()) this.#told.announce("No fix on this line");
  }

  // --- From the editor to the core

  get #reading() {
    const { options, edition, dialect = "", output } = this.#state;
    return { readUnknown: options.readUnknown, edition, dialect, withPasses: output === "pipeline" };
  }

  #edited(update) {
    if (!this.#state || this.#silent) return;
    if (update.docChanged) {
      this.#check(update.changes);
      this.#told.changed();
    } else if (update.selectionSet && this.#checking.answer && this.#partAtCursor !== this.#part) {
      this.#makeOutput();
    }
  }

  #check(changes = null) {
    this.#told.status("loading", "Checking …");
    this.#outdated();
    this.#checking.check(changes);
  }

  #outdated() {
    this.#requested = this.#facts = null;
    this.#mapping.forget();
    this.#result.pending();
    this.#ladder.pending();
  }

  #choose(rung) {
    this.#rung = rung;
    this.#ladder.select(rung);
    this.#makeOutput();
    this.#told.changed();
  }

  get #partAtCursor() {
    return partAt(this.#checking.answer, this.#editor.state.selection.main.head);
  }

  #makeOutput() {
    const { answer } = this.#checking;
    if (!answer) return;
    this.#outdated();
    this.#requested = this.#editor.state.doc;
    this.#part = this.#partAtCursor;
    const { output, pipeline, options } = this.#state;
    if (answer.parts?.[this.#part]?.ok ?? answer.ok)
      this.#core.run({ ...this.#reading, output, pipeline, rung: this.#rung, locations: options.locations === true, part: this.#part });
    else this.#ran({ ok: false, invalid: true, diagnostics: [], stages: [] });
  }

  // --- From the core to the parts

  #ready() {
    for (const view of [this.#editor, this.#result.view]) this.#colours.refresh(view);
    this.#core.askText("passes").then((passes) => { if (passes) this.#ladder.passes = passes; });
    this.#lab?.then((lab) => lab.refresh());
  }

  #checked(answer) {
    // A text that is read-only gets no fixes.
    const shown = this.#editable ? answer : { ...answer, safeFixes: [], diagnostics: answer.diagnostics.map((each) => ({ ...each, fixes: [] })) };
    if (!this.#checking.checked(shown)) return;
    this.#colours.refresh(this.#editor);
    this.#told.status(answer.ok ? "ok" : "error", `${verdict(answer)} · checked in ${time(answer.ms)}`);
    this.#told.checked(answer);
    this.#makeOutput();
  }

  #ran(answer) {
    if (this.#editor.state.doc !== this.#requested) return;
    this.#run = answer;
    this.#checking.showRun(answer.diagnostics);
    if (answer.invalid) showInvalid(this.#places, { errors: this.#checking.errors, hasResult: this.#hasResult });
    else this.#showRun(answer);
    this.#told.ran({ ...answer, text: this.#result.text });
  }

  get #places() {
    return { ladder: this.#ladder, result: this.#result };
  }

  #showRun(answer) {
    const note = answer.wholeLength ? [element("p", {}, "This is its beginning: the full page saves all of it.")] : [];
    const { index, heading } = showRun(this.#places, answer, { rung: this.#rung, note });
    if (!answer.ok) this.#told.status("left", answer.unsaid ? "Valid, but it cannot be printed so" : "Valid, but the pipeline failed");
    this.#parts.result.querySelector("h2").textContent = heading;
    this.#hasResult = true;
    this.#compare(answer, index);
  }

  // What the result was before: lines that the rung changed are marked, or, if the link asks for it, the difference is shown.
  async #compare(run, index) {
    const { compare = "text" } = this.#state;
    if (run.wholeLength) return;
    const isCurrent = () => run === this.#run && this.#editor.state.doc === this.#requested;
    if (compare === "source") {
      this.#result.against(this.text);
    } else if (index > 0 && compare === "previous") {
      const before = await this.#core.askRun("textAfter", { rung: index - 1 });
      if (isCurrent()) this.#result.against(before);
    } else if (index > 0 && this.#result.text) {
      const lines = await this.#core.askRun("changedLines", { rung: index - 1, text: run.text });
      if (lines && isCurrent()) this.#result.mark(lines);
    }
  }

  async #traced() {
    const asked = this.#facts ??= this.#core.askRun("trace", { rung: this.#rung });
    const trace = await asked;
    if (asked !== this.#facts) return null;
    if (!trace) this.#facts = null;
    return trace;
  }

  #failed(failure) {
    const { pending, isQuestion, role } = failure;
    const sentence = wordsOf(failure);
    if (!isQuestion) {
      if (role === "checker") {
        this.#checking.failed();
        this.#told.status("error", "Not checked");
      }
      this.#result.say("failure", [element("p", {}, sentence)]);
      if (pending) this.#result.pending();
    }
    this.#told.failed(sentence);
  }

  // --- The type lab

  async #showLab() {
    this.#lab ??= import("../lab/lab.js").then(({ Lab }) => new Lab({
      root: this.#parts.lab.querySelector(".lab-place"),
      ask: (type, options) => this.#core.askText("lab", { type, options }),
      changed: this.#told.changed,
    }));
    this.#labNow = await this.#lab;
    this.#labNow.state = this.#state.lab ?? {};
  }
}
