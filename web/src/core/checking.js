// Checks the text: sends it to the core at every change, and shows the core's messages about it.
import { current } from "./editions.js";

const NOTHING = { ok: false, diagnostics: [], edition: current, summary: "", safeFixes: [], ms: 0 };

const keyOf = ({ from, message }) => `${from} ${message}`;

export class Checking {
  #core;
  #problems;
  #reading;
  #editor = null;
  #doc = null; // that was sent
  #answer = null; // about it; null: on its way
  #runProblems = [];

  /** `reading()`: how texts are read, as worker.js wants it. */
  constructor({ core, problems, reading }) {
    this.#core = core;
    this.#problems = problems;
    this.#reading = reading;
  }

  /** The editor the text is in from now on: see Problems.attach. What was sent of it before, the core is asked about still. */
  attach(editor) {
    const isSent = this.#doc !== null;
    this.#editor = editor;
    this.#problems.attach(editor);
    if (isSent) this.#doc = editor.doc;
    if (!this.#answer) return;
    this.#problems.forget();
    this.#show();
  }

  /** The text has changed, or how it is read. */
  check(changes = null) {
    if (this.#editor.doc !== this.#doc) this.#core.edited(this.#editor.doc, changes);
    this.#doc = this.#editor.doc;
    this.#answer = null;
    this.#runProblems = [];
    this.#core.check(this.#reading());
  }

  /** The core has checked the text; false: another one by now. */
  checked(answer) {
    if (this.#editor.doc !== this.#doc) return false;
    this.#answer = answer;
    document.body.dataset.checked = answer.ok ? "ok" : "errors";
    this.#show();
    return true;
  }

  /** A run of passes over the text has said this. */
  showRun(diagnostics) {
    if (!diagnostics.length && !this.#runProblems.length) return;
    const known = new Set((this.#answer ?? NOTHING).diagnostics.map(keyOf));
    this.#runProblems = diagnostics.filter((diagnostic) => !known.has(keyOf(diagnostic)));
    this.#show();
  }

  /** The core failed on the text, so nothing is known about it. */
  failed() {
    this.#answer = null;
    this.#runProblems = [];
    this.#problems.show([], { isUnknown: true });
    delete document.body.dataset.checked;
  }

  /** Whether the text on show is the one that was sent. */
  get isCurrent() {
    return this.#editor.doc === this.#doc;
  }

  /** The core's answer about the text on show; null: not yet. */
  get answer() {
    return this.isCurrent ? this.#answer : null;
  }

  /** All messages in the list. */
  get messages() {
    return [...(this.#answer ?? NOTHING).diagnostics, ...this.#runProblems];
  }

  get errors() {
    return (this.#answer ?? NOTHING).diagnostics.filter(({ severity }) => severity === "error").length;
  }

  #show() {
    const { diagnostics, summary: read, safeFixes } = this.#answer ?? NOTHING;
    this.#problems.show([...diagnostics, ...this.#runProblems], { read, safeFixes });
  }
}

export function verdict({ ok }) {
  return ok ? "Valid" : "Not valid";
}

export function time(ms) {
  return ms < 1 ? "under 1 ms" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
