// Where things are on a narrow screen: one pane at a time, chosen by tabs. On a wide one all are there, and a pane that is asked
// for is scrolled to.

export class Panes {
  #main;
  #tabs;
  #wanted;

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
