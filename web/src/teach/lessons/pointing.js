// An outline around the controls that a step speaks of, wherever they are and however often they are drawn anew, until they are used.
import { CONTROLS } from "./controls.js";

const style = (controls) => `
  ${controls} { outline: 2px solid var(--accent) !important; outline-offset: 2px; }
  @media (prefers-reduced-motion: no-preference) { ${controls} { animation: pointed-at 1.1s ease-in-out 3; } }`;

export class Pointing {
  #sheet = new CSSStyleSheet(); // of its own, as what it is about comes and goes
  #names = [];

  constructor() {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    const used = ({ target }) => {
      const left = this.#names.filter((name) => !target.closest?.(CONTROLS[name]));
      if (left.length < this.#names.length) this.at(left);
    };
    for (const event of ["click", "change", "input"]) addEventListener(event, used, true);
  }

  /** Point at these and at no others. */
  at(names) {
    this.#names = [...new Set(names)];
    this.#sheet.replaceSync(names.length ? style(`:is(${names.map((name) => CONTROLS[name]).join(", ")})`) : "");
  }

  /** At these, too. */
  also(names) {
    this.at([...this.#names, ...names]);
  }
}
