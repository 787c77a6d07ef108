// What the page says and does when the core fails, or takes long.
import { element } from "../base/dom.js";
import { current } from "../core/editions.js";
import { wordsOf, workingLine } from "../core/failures.js";

export class CoreFailures {
  #parts;
  #working;
  #isShown = false; // the notice on show is about a text that the core failed on

  /** `parts`: { core, work, checking, editor, result, upgrade, footer, notice, announce } of the page; the line that
   *  says that an answer takes long comes behind `status`. */
  constructor(parts, status) {
    this.#parts = parts;
    this.#working = workingLine(() => {
      parts.editor.focus(); // the button goes
      parts.core.stop();
    });
    status.after(this.#working);
    this.slow(parts.core.isSlow);
  }

  show(failure) {
    const { kind, pending, isQuestion, role } = failure;
    const { work, checking, result, upgrade, footer, notice } = this.#parts;
    const text = wordsOf(failure);
    notice.show("error", text);
    this.#isShown = kind !== "broken";
    if (isQuestion) return;
    if (role === "checker") {
      checking.failed();
      upgrade.show(current);
      footer.say("error", "Not checked");
    }
    if (kind === "broken") work.stop();
    const again = kind === "broken" ? [] : [element("button", { type: "button", onclick: () => this.#tryAgain() }, "Try again")];
    result.say("failure", [element("p", {}, text), ...again]);
    if (pending) result.pending();
  }

  /** An answer takes long, or does no more. */
  slow(isSlow) {
    if (this.#working.hidden && isSlow) this.#parts.announce("Still working");
    this.#working.hidden = !isSlow;
  }

  /** The text on show is another one. */
  forget() {
    if (this.#isShown) this.#parts.notice.clear();
    this.#isShown = false;
  }

  #tryAgain() {
    this.#parts.notice.clear();
    this.#parts.editor.focus();
    this.#parts.work.refresh();
  }
}
