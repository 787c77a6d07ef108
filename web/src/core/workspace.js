// What is made of the text: it is checked at every change, then run through the passes, and traced when somebody asks. The page has
// one workspace, and so has each frame in another page; what they show subscribes to it.
import { afterPaint } from "../base/dom.js";

/** Questions about a result that may be out of date soon wait this long for another key. */
const IDLE_MS = 200;
/** Questions about longer texts are only asked when their answer is shown. */
export const IDLE_LENGTH = 400_000;
/** Passes run over a longer text only when the reader asks for it. */
export const RUN_LENGTH = 4_000_000;

export class Workspace {
  #core;
  #checking;
  #editor;
  #settings;
  #listeners = { changed: [], pending: [], checked: [], drawn: [], waiting: [], ran: [], idle: [] };
  #requested = null; // the document that was sent to be run
  #asked = null; // a long one that is to be run
  #trace = null; // promise of what a traced run tells; null: not asked
  #idle = 0; // a timer
  #patience;
  #run = null;
  #isRunCurrent = false; // of the settings, too
  #isStopped = false;

  /** How many passes the result is to be after; null: all. */
  rung = null;
  /** The result is to be LLVM IR, where what the passes made can be translated. */
  translates = false;
  /** The part on show, of a text with split markers. */
  part = 0;
  /** What was shown last is of this text, as it is or was. */
  hasResult = false;

  /** `editor`: CodeMirror's view of the text. `settings()`: { reading, output, pipeline, locations }: how the text is read, as
   *  worker.js wants it, and what is done with it. `patience`: milliseconds until "idle". */
  constructor({ core, checking, editor, settings, patience = IDLE_MS }) {
    this.#core = core;
    this.#checking = checking;
    this.#editor = editor;
    this.#settings = settings;
    this.#patience = patience;
  }

  /** Call `listener` from now on, when
   *  - "changed": the text is another, or how it is read is;
   *  - "pending": the result is out of date, and nothing newer is known;
   *  - "checked" (answer): the text was checked, and its problems are about to be drawn;
   *  - "drawn" (answer): they are drawn;
   *  - "waiting" (length): the text is valid, and too long to be run unasked;
   *  - "ran" (run): passes ran, or could not: see `run`;
   *  - "idle" (run): that was a while ago, and nothing has changed since. */
  on(event, listener) {
    this.#listeners[event].push(listener);
    return this;
  }

  get doc() {
    return this.#editor.state.doc;
  }

  /** What the core says of the text; null: not yet. */
  get answer() {
    return this.#checking.answer;
  }

  /** The last run: the core's answer, { invalid } when the text has errors, with the `doc` that it is of; or null. Of a log
   *  (`isLog`) nothing runs: its stages are the dumps. */
  get run() {
    return this.#run;
  }

  /** The run, if it is of the text and the settings as they are now; else null. */
  get currentRun() {
    return this.isCurrent(this.#run) ? this.#run : null;
  }

  /** Whether nothing has changed since that run was asked for. */
  isCurrent(run) {
    return run !== null && run === this.#run && this.#isRunCurrent && run.doc === this.doc;
  }

  /** How many parts the text has. */
  get parts() {
    return this.answer?.parts?.length ?? 1;
  }

  /** The text has changed, by `changes` or altogether, or how it is read has. */
  refresh(changes = null) {
    this.#tell("changed");
    if (this.#isStopped) return;
    this.#checking.check(changes);
    this.rerun();
  }

  /** What is done with the text has changed. */
  rerun() {
    if (this.#isStopped) return;
    clearTimeout(this.#idle);
    this.#requested = this.#trace = null;
    this.#isRunCurrent = false;
    this.#tell("pending");
    this.#begin();
  }

  /** The cursor has moved, perhaps into another part. */
  moved() {
    if (this.answer && this.#partAtCursor !== this.part) this.rerun();
  }

  /** Run a text that waits for that. */
  runLong() {
    this.#asked = this.doc;
    this.rerun();
  }

  /** The core cannot be had. */
  stop() {
    this.#isStopped = true;
  }

  /** "idle" is told once more, at once. */
  settle() {
    clearTimeout(this.#idle);
    this.#core.complete();
    if (this.currentRun) this.#tell("idle", this.#run);
  }

  // --- From the core

  /** The text was checked. The problems come first: a run begins at once, all else waits until they are drawn. */
  checked(answer) {
    const isRun = this.#isValid(answer);
    this.#tell("checked", answer);
    if (isRun) this.#begin();
    afterPaint(() => {
      if (this.answer !== answer) return;
      this.#tell("drawn", answer);
      if (!isRun) this.#begin();
    });
  }

  /** Passes ran. */
  ran(answer) {
    if (this.doc !== this.#requested) return;
    this.#run = { ...answer, doc: this.#requested };
    this.#isRunCurrent = true;
    this.#checking.showRun(answer.diagnostics);
    this.#tell("ran", this.#run);
    if (!answer.invalid) this.hasResult = true;
    clearTimeout(this.#idle);
    if (this.#patience) this.#idle = setTimeout(() => this.settle(), this.#patience);
    else this.settle();
  }

  // --- Questions

  /** Facts of the whole run, and the origins of the result on show: a promise, of null if the text has changed by then. */
  traced() {
    this.#trace ??= this.#core.askRun("trace", { rung: this.rung });
    return this.#trace;
  }

  /** The same, if it was asked for already. */
  get trace() {
    return this.#trace;
  }

  /** Where everything came from: { input, shown } as SourceMapping wants it, or null. */
  async origins() {
    if (this.doc.length > RUN_LENGTH) return null;
    const asked = this.traced();
    const trace = await asked;
    if (asked !== this.#trace) return null;
    if (!trace) this.#trace = null;
    return trace && { input: trace.input, shown: trace.shown };
  }

  /** What a run's result is compared to: { text } or the { lines } that it has and the rung before did not, with what it has no
   *  more as { removed }, see removed.js; null: nothing, or it is out of date by now. `compare`: "text", "previous" or "source". */
  async compared(run, compare) {
    const index = run.stages.length ? run.index : 0;
    const isLong = run.doc.length > IDLE_LENGTH;
    if (!run.ok || run.wholeLength || run.translated) return null;
    if (compare === "source" && !run.isLog) return { text: run.doc.toString() };
    const { previous = index - 1, first } = run.stages[index - 1] ?? {};
    const before = compare === "source" ? first : previous;
    if (index === 0 || (run.isLog && !previous) || (isLong && compare === "text")) return null;
    const answer = compare === "text" ? await this.#core.askRun("changedLines", { rung: before, text: run.text })
      : { text: await this.#core.askRun("textAfter", { rung: before }) };
    return this.isCurrent(run) && answer && answer.text !== null ? answer : null;
  }

  // ---

  #tell(event, about) {
    for (const listener of this.#listeners[event]) listener(about);
  }

  get #partAtCursor() {
    return partAt(this.answer, this.#editor.state.selection.main.head);
  }

  // Whether the part of the text that the cursor is in can be run. A log is only shown.
  #isValid({ ok, parts, dumps }) {
    return dumps > 0 || (parts?.[this.#partAtCursor]?.ok ?? ok);
  }

  #begin() {
    const { answer, doc } = this;
    if (!answer) return;
    this.#requested = doc;
    const isValid = this.#isValid(answer);
    this.part = this.#partAtCursor;
    if (isValid && doc.length > RUN_LENGTH && this.#asked !== doc) {
      this.#tell("waiting", doc.length);
    } else if (isValid) {
      const { reading, output, pipeline, locations } = this.#settings();
      this.#core.run({ ...reading, output, pipeline, rung: this.rung, locations, translates: this.translates && this.rung === null, part: this.part });
    } else {
      this.ran({ ok: false, invalid: true, diagnostics: [], stages: [] });
    }
  }
}

// Of a text with split markers: the part that an offset is in; `answer`: the core's about it.
function partAt(answer, offset) {
  return Math.max(0, answer?.parts?.findIndex(({ from, to }) => from <= offset && offset <= to) ?? 0);
}
