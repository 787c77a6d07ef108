// From the workspace to the page: what is shown when a text was checked, when passes ran, and a while after that.
import { EditorView } from "@codemirror/view";
import { element } from "../base/dom.js";
import { IDLE_LENGTH } from "../core/workspace.js";
import { explorerLink } from "../output/explorer.js";
import { megabytes, sayLong, showInvalid, showRun } from "../output/outcome.js";
import { helpOf, isUnfinished, leftOf, leftWords } from "./footer.js";

/** So much of a result the guide shows where it stands alone. */
const PREVIEW_LINES = 7;

export class Showing {
  #parts;
  #heading;

  /** The rung on show was just gone to: what it changed is to be highlighted. */
  isLit = false;

  /** `parts`: { core, work, checking, editor, problems, result, ladder, mapping, explaining, explain, guide, learn,
   *  controls, partChooser, footer, notice, files(), textName(), openDump(text) } of the page; `heading`: the result's. */
  constructor(parts, heading) {
    this.#parts = parts;
    this.#heading = heading;
    parts.work.on("pending", () => this.#outdated()).on("drawn", () => this.#drawn())
      .on("waiting", (length) => this.#offerRun(length)).on("ran", (run) => this.#ran(run)).on("idle", (run) => this.#askMore(run));
  }

  /** The line at the foot of the page. */
  async status() {
    const { checking: { answer }, work, footer, ladder, controls } = this.#parts;
    if (!answer) return;
    const { run } = work;
    const ofThis = run?.doc === work.doc && answer.ok && !run.invalid ? run : null;
    const left = ofThis && work.trace ? leftOf((await work.trace)?.facts ?? []) : [];
    if (this.#parts.checking.answer !== answer) return;
    ladder.left = { words: leftWords(ofThis, left), pass: helpOf(left) };
    footer.show(answer, { run: ofThis, left, refusesUnknown: !controls.settings.options.readUnknown });
  }

  /** All of an output that is too long to be shown, as a file. */
  async saveOutput() {
    const { core, work: { run }, notice, files, textName } = this.#parts;
    const body = await core.askRun("wholeText", { rung: run.translated ? null : run.stages.length ? run.index : 0 });
    const ending = run.translated ? ".ll" : `-${run.stages[run.index - 1]?.name ?? "printed"}.mlir`;
    if (body) (await files()).saveBody(body, `${textName() || "output"}${ending}`);
    else notice.show("error", "The output is out of date: run the pipeline again.");
  }

  /** The text, or with `result` what the passes made of it, as a file of MLIR's bytecode. */
  async saveBytecode({ result }) {
    const { core, work: { currentRun: run }, notice, files, textName } = this.#parts;
    if (!run?.ok) return notice.show("error", "There is nothing to save: the text has errors, or the pipeline has not run.");
    const body = await core.askRun("bytecode", { rung: !result ? 0 : run.translated ? null : run.index });
    if (!body) return notice.show("error", "It cannot be written as bytecode: it holds operations whose dialect Rung doesn't know.");
    const stage = result ? run.stages[(run.translated ? run.stages.length : run.index) - 1] : null;
    const name = (textName() || "text").replace(/\.mlir$/, "");
    return (await files()).saveBody(body, `${name}${stage ? `-${stage.name}` : ""}.mlirbc`);
  }

  /** The cursor goes to a part of the text, and the result with it. */
  goToPart(index) {
    const { work, editor } = this.#parts;
    const { from } = work.answer.parts[index];
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "start" }) });
  }

  #outdated() {
    const { result, ladder, mapping, explain } = this.#parts;
    result.pending();
    ladder.pending();
    mapping.forget();
    explain.pending();
  }

  #drawn() {
    this.status();
    this.#parts.learn.changed();
  }

  #offerRun(length) {
    const { ladder, result, work } = this.#parts;
    ladder.show({});
    sayLong(result, length, () => work.runLong());
    this.status();
  }

  #ran(run) {
    const { explaining, partChooser, work, ladder, result, problems, checking, guide, learn } = this.#parts;
    explaining.soon();
    partChooser.show(work.part, work.parts, !run.invalid);
    if (run.invalid) {
      const more = [element("button", { type: "button", onclick: () => problems.go(1) }, "Go to the next error")];
      showInvalid({ ladder, result }, { errors: checking.errors, hasResult: work.hasResult, more });
    } else {
      const { heading } = showRun({ ladder, result }, run, { rung: work.rung, note: [...this.#cutNote(run), ...this.#dumpNote(run), ...run.translated?.text && !run.wholeLength ? explorerLink(run.text) : []] });
      this.#heading.textContent = this.#heading.title = work.parts > 1 ? `Part ${work.part + 1} of ${work.parts}: ${heading}` : heading;
      guide.changed();
    }
    this.status();
    learn.changed();
  }

  // The note below an output that is too long to be shown.
  #cutNote({ wholeLength, text }) {
    if (!wholeLength) return [];
    return [
      element("p", {}, `These are the first ${megabytes(text.length)} of ${megabytes(wholeLength)}.`),
      element("button", { type: "button", onclick: () => this.saveOutput() }, "Save all of it as a file"),
    ];
  }

  // Below a dump of a log: the way to a text of its own, which passes can run on.
  #dumpNote({ isLog, index, text }) {
    if (!isLog || !index) return [];
    return [element("button", { type: "button", onclick: () => this.#parts.openDump(text) }, "Run passes on this dump")];
  }

  // Ask for the result before the rung on show, and for what is left unconverted; these answers are not urgent.
  async #askMore(run) {
    const { work, result, guide, controls, mapping } = this.#parts;
    if (!run.ok) return;
    const compared = await work.compared(run, controls.compare);
    if (!work.isCurrent(run)) return;
    result.against(compared);
    guide.preview = result.changedLines(PREVIEW_LINES);
    const index = run.stages.length ? run.index : 0;
    if (this.isLit && index > 0) {
      this.isLit = false;
      result.move();
      const trace = await work.traced();
      if (!work.isCurrent(run)) return;
      const passes = trace?.facts?.filter(({ kind }) => kind.startsWith("pass")) ?? [];
      mapping.light((passes[index - 1]?.children ?? []).filter(({ kind, source }) => kind === "changed" && source).map(({ source }) => source));
    }
    if (run.doc.length > IDLE_LENGTH || !isUnfinished(run)) return;
    const trace = await work.traced();
    if (!work.isCurrent(run)) return;
    this.status();
    guide.changed(leftOf(trace?.facts ?? []));
  }
}
