// All examples in a dialog, found by what they show and by the operations and passes in them.
import { count, element } from "../base/dom.js";
import { hueOfOperation } from "../base/dialects.js";
import { examples, groups } from "./examples.js";

/** So many of an example's tags are shown, and those that were looked for. */
const MOST_TAGS = 7;

const tags = JSON.parse(EXAMPLE_TAGS); // id -> names, see web/examples.mjs
const all = groups.flatMap((group) => examples.filter((example) => example.group === group))
  .map((example) => ({ example, words: [example.label, example.sentence, example.group, ...tags[example.id]].join("\n").toLowerCase() }));

export class ExampleList {
  #show;
  #found = [];
  #current = -1;
  #input = element("input", {
    type: "text", placeholder: "Find by name, operation or pass", spellcheck: false, autocomplete: "off", autocapitalize: "off",
    role: "combobox", "aria-label": "Find an example", "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": "example-list",
    oninput: () => this.#find(), onkeydown: (event) => this.#key(event),
  });
  #list = element("div.list", { id: "example-list", role: "listbox", "aria-label": "Examples", onpointerdown: (event) => event.preventDefault() });
  #said = element("p.summary", { role: "status" });
  #dialog;

  /** `show(example)`: one was chosen. */
  constructor({ show }) {
    this.#show = show;
    const close = element("button.icon", { type: "button", "aria-label": "Close", onclick: () => this.#dialog.close() }, "×");
    this.#dialog = element("dialog.examples", { "aria-labelledby": "examples-title", onclick: ({ target }) => { if (target === this.#dialog) this.#dialog.close(); } },
      element("div.bar", {}, element("h2", { id: "examples-title" }, "Examples"), close), this.#input, this.#list, this.#said);
    document.body.append(this.#dialog);
  }

  open() {
    this.#input.value = "";
    this.#find();
    this.#dialog.showModal();
    this.#input.focus();
  }

  #find() {
    const words = this.#input.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    this.#found = all.filter((one) => words.every((word) => one.words.includes(word))).map(({ example }) => example);
    const parts = groups.map((group) => ({ group, members: this.#found.filter((example) => example.group === group) })).filter(({ members }) => members.length);
    this.#list.replaceChildren(...parts.map(({ group, members }) => element("div", { role: "group", "aria-label": group },
      element("div.group", { "aria-hidden": "true" }, group), ...members.map((example) => this.#item(example, words)))));
    this.#said.textContent = this.#found.length ? count(this.#found.length, "example") : `No example has “${this.#input.value.trim()}”.`;
    this.#list.scrollTop = 0;
    this.#choose(0);
  }

  #item(example, words) {
    const { id, label, sentence } = example;
    const isWanted = (name) => words.some((word) => name.includes(word));
    const shown = tags[id].filter((name, i) => i < MOST_TAGS || isWanted(name));
    const item = element("div.example", {
      id: `example-${id}`, role: "option", "aria-selected": "false", onclick: () => this.#take(example), onpointermove: () => this.#choose(this.#found.indexOf(example), false),
    },
    element("span.label", {}, label), element("span.sentence", {}, sentence),
    element("span.tags", {}, ...shown.map((name) => element(["span.tag", isWanted(name) && "wanted", hueOfOperation(name)].filter(Boolean).join("."), {}, name))));
    item.dataset.example = id;
    return item;
  }

  #choose(i, scroll = true) {
    const items = this.#list.querySelectorAll("[role=option]");
    this.#list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.#current = items[i] ? i : -1;
    if (this.#current < 0) return this.#input.removeAttribute("aria-activedescendant");
    items[i].setAttribute("aria-selected", "true");
    this.#input.setAttribute("aria-activedescendant", items[i].id);
    if (scroll) (i === 0 ? this.#list.firstElementChild : items[i]).scrollIntoView({ block: "nearest" });
    return undefined;
  }

  #take(example) {
    this.#dialog.close();
    this.#show(example);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = this.#found.length - 1;
    const moves = {
      ArrowDown: () => (this.#current < last ? this.#current + 1 : 0), ArrowUp: () => (this.#current > 0 ? this.#current - 1 : last),
      PageDown: () => Math.min(last, this.#current + 5), PageUp: () => Math.max(0, this.#current - 5),
    };
    if (event.key in moves) this.#choose(moves[event.key]());
    else if (event.key === "Enter" && this.#current >= 0) this.#take(this.#found[this.#current]);
    else return;
    event.preventDefault();
  }
}
