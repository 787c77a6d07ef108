// "Add a pass": a field with the passes that its words may mean below it.
import { element } from "../../base/dom.js";
import { searchPasses } from "./search.js";
import { describe } from "./text.js";

/** The list is no narrower, where the window is not. */
const WIDTH = 400;

let lastId = 0;

/** What is typed is no search then. */
const COMMAND = /^\s*-|[(){}=,;]|\b(mlir-opt|RUN:)/;
const WANTED = "Add a pass: name, dialect or what it does";

/** `core`: passes(), passExistsUpstream(); `add(name)`: one was chosen; `pasted(text)`: true when it was taken care of; `has(name)`:
 *  the pipeline has it; `left()`: the field was left, with nothing chosen. */
export class AddPass {
  #core;
  #add;
  #has;
  #pasted;
  #left;
  #input;
  #list;
  #found = [];
  #current = -1;

  constructor({ core, add, pasted, has, left = () => {} }) {
    this.#core = core;
    this.#add = add;
    this.#has = has;
    this.#pasted = pasted;
    this.#left = left;
    const id = `add-pass-${++lastId}`;
    this.#input = element("input", {
      type: "text", id, placeholder: WANTED, spellcheck: false, autocomplete: "off", autocapitalize: "off",
      role: "combobox", "aria-label": "Add a pass", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`,
      oninput: () => this.#show(), onclick: () => this.#show(), onblur: () => this.#hide(),
      onkeydown: (event) => this.#key(event),
      onpaste: (event) => {
        if (!pasted(event.clipboardData?.getData("text/plain") ?? "")) return;
        event.preventDefault();
        this.#clear();
      },
    });
    this.#list = element("ul", { id: `${id}-list`, role: "listbox", "aria-label": "Passes", hidden: true, onpointerdown: (event) => event.preventDefault() });
    this.node = element("div.add", {}, this.#input, this.#list);
  }

  focus() {
    this.#input.focus();
  }

  /** What stands in the empty field; "": what it always says. */
  set placeholder(text) {
    this.#input.placeholder = text || WANTED;
  }

  get #open() {
    return !this.#list.hidden;
  }

  #show() {
    const query = this.#input.value.trim();
    this.#found = searchPasses(this.#core.passes(), query);
    this.#list.replaceChildren(...this.#found.map((found, i) => this.#item(found, i)));
    if (!this.#found.length) this.#list.append(element("li.none", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, this.#nothing(query)));
    if (!this.#open) {
      this.#list.hidden = false;
      addEventListener("scroll", this.#place, true);
      addEventListener("resize", this.#place);
    }
    this.#place();
    this.#list.scrollTop = 0;
    this.#input.setAttribute("aria-expanded", "true");
    this.#choose(query && this.#found.length ? 0 : -1);
  }

  // Below the field or, when there is more room, above it; wide enough to read in.
  #place = () => {
    const { top, bottom, left: fieldLeft, width: fieldWidth } = this.#input.getBoundingClientRect();
    const width = Math.max(fieldWidth, Math.min(WIDTH, innerWidth - 16));
    const left = Math.max(8, Math.min(fieldLeft, innerWidth - width - 8));
    const [above, below] = [top - 8, innerHeight - bottom - 8];
    const isBelow = below >= 220 || below >= above;
    Object.assign(this.#list.style, {
      left: `${left}px`, width: `${width}px`, maxHeight: `${Math.min(360, isBelow ? below : above)}px`,
      top: isBelow ? `${bottom + 4}px` : "auto", bottom: isBelow ? "auto" : `${innerHeight - top + 4}px`,
    });
  };

  #nothing(query) {
    return this.#core.passExistsUpstream(query)
      ? `${query} is a pass of LLVM 22's mlir-opt that Rung does not have yet.`
      : `No pass has “${query}” in its name or description.`;
  }

  #item({ pass, name, summary }, i) {
    return element("li", {
      id: `${this.#list.id}-${i}`, role: "option", "aria-selected": "false", title: pass.now ? `An older name: today ${pass.now}` : "",
      onclick: () => this.#take(i), onpointermove: () => { if (this.#current !== i) this.#choose(i, false); },
    },
    element("span.name", {}, ...marked(pass.name, name), ...(this.#has(pass.name) ? [" ", element("small", {}, "in use")] : [])),
    element("span.works", {}, describe(pass)),
    element("span.summary", {}, ...marked(pass.summary, summary), ...(pass.anchor && pass.anchor !== "builtin.module" ? [` · runs on each ${pass.anchor}`] : [])));
  }

  #choose(i, scroll = true) {
    this.#list.children[this.#current]?.setAttribute("aria-selected", "false");
    this.#current = i;
    const node = this.#found.length ? this.#list.children[i] : null;
    if (node) {
      node.setAttribute("aria-selected", "true");
      this.#input.setAttribute("aria-activedescendant", node.id);
      if (scroll) node.scrollIntoView({ block: "nearest" });
    } else {
      this.#input.removeAttribute("aria-activedescendant");
    }
  }

  #take(i) {
    const { pass } = this.#found[i];
    this.#clear();
    this.#add(pass.name);
    this.#input.focus();
  }

  #clear() {
    this.#input.value = "";
    this.#hide();
  }

  #hide() {
    this.#list.hidden = true;
    removeEventListener("scroll", this.#place, true);
    removeEventListener("resize", this.#place);
    this.#input.setAttribute("aria-expanded", "false");
    this.#choose(-1);
  }

  #key(event) {
    const last = this.#found.length - 1;
    const moves = { ArrowDown: () => (this.#current < last ? this.#current + 1 : 0), ArrowUp: () => (this.#current > 0 ? this.#current - 1 : last),
      PageDown: () => Math.min(last, this.#current + 8), PageUp: () => Math.max(0, this.#current - 8) };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in moves) {
      if (!this.#open) this.#show();
      else if (last >= 0) this.#choose(moves[event.key]());
    } else if (event.key === "Enter" && COMMAND.test(this.#input.value)) { // typed, where others paste
      if (this.#pasted(this.#input.value)) this.#clear();
    } else if (event.key === "Enter" && this.#open && this.#current >= 0) {
      this.#take(this.#current);
    } else if (event.key === "Escape" && (this.#open || this.#input.value)) {
      this.#clear();
      this.#left();
      event.stopPropagation();
    } else {
      return;
    }
    event.preventDefault();
  }
}

// A text with the ranges that match in <mark>.
function marked(text, ranges) {
  const parts = [];
  let at = 0;
  for (const { from, to } of ranges) {
    parts.push(text.slice(at, from), element("mark", {}, text.slice(from, to)));
    at = to;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}
