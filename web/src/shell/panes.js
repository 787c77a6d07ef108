// What the page is made of, each part registered once; and where the parts are on a narrow screen: one at a time, chosen by tabs.

export class Panes {
  #main;
  #tabs;
  #wanted;
  #registered = [];

  /** `wanted(tab)` is called ahead of showing a pane that may not be there yet. */
  constructor({ main, tabs, wanted = () => {} }) {
    this.#main = main;
    this.#tabs = tabs;
    this.#wanted = wanted;
    tabs.addEventListener("click", ({ target }) => {
      const tab = target.closest("button")?.dataset.tab;
      if (tab) this.show(tab);
    });
  }

  /** Take parts of the page in, in the order of the page. A part is an object with any of
   *    kept                       what links and kept texts have of it: words with plain data, see share.js
   *    restore(state, isLinked)   take the same words of another state, of which some are left out
   *    stops                      where F6 goes in it, in order: views, or elements in whose lists the first button is meant */
  register(...parts) {
    this.#registered.push(...parts);
  }

  get kept() {
    return Object.assign({}, ...this.#registered.map((part) => part.kept ?? {}));
  }

  restore(state, isLinked) {
    for (const part of this.#registered) part.restore?.(state, isLinked);
  }

  get stops() {
    return this.#registered.flatMap((part) => part.stops ?? []);
  }

  get narrow() {
    return this.#tabs.checkVisibility();
  }

  get shown() {
    return this.#main.dataset.tab;
  }

  show(tab) {
    this.#wanted(tab);
    delete document.documentElement.dataset.first;
    this.#main.dataset.tab = tab;
    for (const button of this.#tabs.children) button.setAttribute("aria-current", String(button.dataset.tab === tab));
  }

  /** Whether the pane is there, and what kind of it: the style sheet reads that off the root. The guide's tab opens it when it is not. */
  offer(tab, isThere, kind = "") {
    if (isThere) document.documentElement.dataset[tab] = kind;
    else delete document.documentElement.dataset[tab];
    if (tab !== "guide") this.#tabs.querySelector(`[data-tab="${tab}"]`).hidden = !isThere;
    if (!isThere && this.shown === tab) this.show("text");
  }
}
