// The view that runs a function of the text. What it takes is fetched when it is opened.

/** See views.js. */
export const runView = {
  name: "run", label: "Run", title: "Run", hint: "Run a function of the text, and see what it prints and leaves in memory",
  create: ({ body, page }) => new Run(body, page),
};

class Run {
  #body;
  #page;
  #panel = null; // a promise

  constructor(body, page) {
    this.#body = body;
    this.#page = page;
  }

  opened() {
    this.#wanted().then((panel) => panel.opened(), ({ message }) => { this.#body.textContent = message; });
  }

  get kept() {
    return this.panel?.kept;
  }

  restore(kept) {
    this.#wanted().then((panel) => panel.restore(kept), () => {});
  }

  #wanted() {
    this.#panel ??= import("./panel.js").then(({ RunPanel }) => (this.panel = new RunPanel({ root: this.#body, ...this.#page })));
    this.#panel.catch(() => { this.#panel = null; });
    return this.#panel;
  }
}
