// The page as lessons see it, over a core in Node: the same state, and facts computed from the same calls.
import { EMPTY } from "../../web/src/teach/lessons/state.js";

export class LessonPage {
  #rung;
  #state = EMPTY;
  #facts = null;
  #listeners = new Set();
  #added = null;

  constructor(rung) {
    this.#rung = rung;
  }

  get() {
    return this.#state;
  }

  set(state) {
    this.#state = { ...this.#state, ...state };
    this.#facts = null;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener) {
    this.#listeners.add(listener);
  }

  enter() {}
  leave() {}

  facts() {
    return (this.#facts ??= this.#find());
  }

  #find() {
    const rung = this.#rung, { text, output, pipeline, edition, dialect, rules, readUnknown } = this.#state;
    if (this.#added) rung.removeDialect(this.#added);
    const { name, diagnostics: ofDialect } = dialect ? rung.addDialect(dialect) : { name: null, diagnostics: [] };
    this.#added = name;
    const session = rung.session({ keepUnknown: readUnknown, edition });
    try {
      session.addRules("rules", rules);
      const { ok, diagnostics, edition: ofText } = session.setText(text);
      return {
        ok, diagnostics, edition: ofText, dialect: name, ofDialect,
        errors: diagnostics.filter(({ severity }) => severity === "error").length,
        operations: session.operations(),
        run: ok && output === "pipeline" ? session.run(pipeline, { stages: "printed" }) : null,
      };
    } finally {
      session.dispose();
    }
  }
}
