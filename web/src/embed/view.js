// The parts of a frame and their connection to the core: page.js without menus, lessons, links and kept texts.
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Checking, time, verdict } from "../core/checking.js";
import { Core } from "../core/core.js";
import { element } from "../base/dom.js";
import { createEditor, replaceText, setDark } from "../editor/editor.js";
import { printed } from "../core/editions.js";
import { wordsOf } from "../core/failures.js";
import { completion } from "../editor/completion.js";
import { hover } from "../editor/hover.js";
import { Ladder } from "../ladder/ladder.js";
import { reasonsOf, sayLong, showInvalid, showRun } from "../output/outcome.js";
import { editorOf, problemExtension } from "../editor/problem-marks.js";
import { Problems } from "../editor/problems.js";
import { Result } from "../output/result.js";
import { SourceMapping } from "../output/source-mapping.js";
import { Workspace } from "../core/workspace.js";
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
  #work;

  /** `parts`: { text, ladder, result, lab }, the elements; `told`: { changed(), checked(answer), ran(run), failed(sentence),
   *  slow(isSlow), status(kind, sentence), announce(sentence) }. */
  constructor(parts, told) {
    this.#parts = parts;
    this.#told = told;
    this.#colours = new Colours((lines) => this.#core.askText("tokens", { lines }));
    this.#mapping = new SourceMapping(() => this.#work.origins());
    this.#problems = new Problems({ root: parts.text.querySelector(".problems"), announce: told.announce });
    this.#result = new Result({
      root: parts.result.querySelector(".output"), changed: () => this.#mapping.forget(), extensions: [this.#mapping.outputExtension, this.#colours.extension],
    });
    this.#ladder = new Ladder({
      root: parts.ladder.querySelector(".ladder"), choose: (rung) => this.#choose(rung), why: async () => reasonsOf((await this.#work.traced())?.facts),
      translate: () => this.#translate(),
    });
    this.#editor = createEditor(parts.text.querySelector(".editor"), "", [
      this.#writing.of([]), problemExtension(this.#problems), this.#mapping.editorExtension, this.#colours.extension,
      hover((offset) => this.#core.askText("hover", { offset }), told.announce),
      completion((offset) => this.#core.askText("complete", { offset })), EditorView.updateListener.of((update) => this.#edited(update)),
    ]);
    this.#mapping.attach(this.#editor, this.#result.view);
    this.#core = new Core({ open: openConnection }, {
      ready: () => this.#ready(), checked: (answer) => this.#checked(answer), ran: (answer) => this.#work.ran(answer), failure: (failure) => this.#failed(failure),
      slow: told.slow,
    });
    this.#checking = new Checking({ core: this.#core, problems: this.#problems, reading: () => this.#reading });
    this.#checking.attach(editorOf(this.#editor));
    this.#work = new Workspace({
      core: this.#core, checking: this.#checking, editor: this.#editor,
      settings: () => ({ reading: this.#reading, output: this.#state.output, pipeline: this.#state.pipeline, locations: this.#state.options.locations === true }),
      patience: 0,
    });
    this.#work.on("pending", () => this.#outdated()).on("waiting", (length) => this.#offerRun(length)).on("ran", (run) => this.#ran(run)).on("idle", (run) => this.#compare(run));
  }

  // --- What is shown

  /** As share.js has it. */
  get state() {
    const [{ anchor, head }] = this.#editor.state.selection.ranges;
    const lab = this.#parts.lab.hidden ? this.#state.lab : this.#labNow?.state ?? {};
    return { ...this.#state, text: this.text, rung: this.#work.rung, translated: this.#work.translates, selection: [anchor, head], lab };
  }

  set state(state) {
    const { text, rung, translated, ...rest } = state;
    this.#state = { ...rest, edition: printed.includes(rest.edition) ? rest.edition : "" };
    this.#work.rung = rung ?? null;
    this.#work.translates = translated === true;
    this.#work.hasResult = false;
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
    const { options, edition, dialect = "", rules = "", output } = this.#state;
    return { readUnknown: options.readUnknown, edition, dialect, rules, withPasses: output === "pipeline" };
  }

  #edited(update) {
    if (!this.#state || this.#silent) return;
    if (update.docChanged) {
      this.#check(update.changes);
      this.#told.changed();
    } else if (update.selectionSet) {
      this.#work.moved();
    }
  }

  #check(changes = null) {
    this.#told.status("loading", "Checking …");
    this.#work.refresh(changes);
  }

  #outdated() {
    this.#mapping.forget();
    this.#result.pending();
    this.#ladder.pending();
  }

  #choose(rung) {
    this.#work.translates = false;
    this.#work.rung = rung;
    this.#ladder.select(rung);
    this.#work.rerun();
    this.#told.changed();
  }

  #translate() {
    this.#work.translates = true;
    this.#work.rung = null;
    this.#work.rerun();
    this.#told.changed();
  }

  // A long text is run when the reader asks for it.
  #offerRun(length) {
    this.#ladder.show({});
    sayLong(this.#result, length, () => this.#work.runLong());
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
    this.#work.checked(answer);
  }

  #ran(run) {
    if (run.invalid) showInvalid(this.#places, { errors: this.#checking.errors, hasResult: this.#work.hasResult });
    else this.#showRun(run);
    this.#told.ran({ ...run, text: this.#result.text });
  }

  get #places() {
    return { ladder: this.#ladder, result: this.#result };
  }

  #showRun(run) {
    const note = run.wholeLength ? [element("p", {}, "This is its beginning: the full page saves all of it.")] : [];
    const { heading } = showRun(this.#places, run, { rung: this.#work.rung, note });
    if (!run.ok) this.#told.status("left", run.unsaid ? "Valid, but it cannot be printed so" : "Valid, but the pipeline failed");
    this.#parts.result.querySelector("h2").textContent = heading;
  }

  // What the result was before: lines that the rung changed are marked, or, if the link asks for it, the difference is shown.
  async #compare(run) {
    const compared = await this.#work.compared(run, this.#state.compare ?? "text");
    if (this.#work.isCurrent(run)) this.#result.against(compared);
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
    this.#lab ??= import("../teach/lab/lab.js").then(({ Lab }) => new Lab({
      root: this.#parts.lab.querySelector(".lab-place"),
      ask: (type, options) => this.#core.askText("lab", { type, options }),
      changed: this.#told.changed,
    }));
    this.#labNow = await this.#lab;
    this.#labNow.state = this.#state.lab ?? {};
  }
}
