// What buttons of several parts of the page do to text, pipeline and result.
import { mlirOptCommand } from "../core/mlir-opt.js";
import { pipelineCore } from "../core/sync-core.js";
import { goTo } from "../editor/editor.js";
import { settingsNow } from "./command-settings.js";

export class Commands {
  #parts;

  /** `parts`: { editor, work, result, controls, pipeline, panes, problems, upgrade, showing, sharing, notice, announce, openExplain() }
   *  of the page. */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Apply the fix of the cursor's line. A form of an older edition comes after the problems of the line. */
  fix() {
    const { problems, upgrade, announce } = this.#parts;
    if (!problems.fix() && !upgrade.fix()) announce("No fix on this line");
  }

  /** Put the cursor on the first such words of the text, and explain what is there. */
  explain(words) {
    const { editor, openExplain } = this.#parts;
    const at = editor.state.doc.toString().indexOf(words);
    if (at >= 0) goTo(editor, at + 1);
    openExplain();
  }

  replaceEverywhere(words, by) {
    const { editor } = this.#parts;
    const text = editor.state.doc.toString();
    const changes = [];
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) changes.push({ from: at, to: at + words.length, insert: by });
    editor.dispatch({ changes, userEvent: "input.replace" });
  }

  addToPipeline(pass, before = "") {
    const { pipeline, announce } = this.#parts;
    announce(pipeline.add(pass, before) ? `${pass} added to the pipeline` : "The pipeline cannot be read");
  }

  /** Make the pipeline what a command says. */
  async runAs(pasted) {
    const { notice, controls, pipeline, panes } = this.#parts;
    notice.clear();
    controls.expectPipeline();
    await pipeline.take(pasted);
    if (panes.narrow) panes.show("ladder");
  }

  copyOutput() {
    const { work, showing, result, sharing, notice } = this.#parts;
    if (work.currentRun?.wholeLength) showing.saveOutput();
    else if (result.text) sharing.copy(result.text, "Output copied.");
    else notice.show("success", "There is no output to copy.");
  }

  /** The mlir-opt command that does the same: { command, said }, where `said` are sentences about what it leaves out. */
  get command() {
    const { output, pipeline } = this.#parts.controls.settings;
    return this.#commandOf(output === "pipeline" ? pipeline : "", { generic: output === "generic" });
  }

  #commandOf(pipeline, more = {}) {
    const { controls, editor } = this.#parts;
    return mlirOptCommand({ pipeline, settings: { ...settingsNow(controls, editor.state.doc.toString()), ...more } }, pipelineCore);
  }
}
