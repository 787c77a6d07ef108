// Views that stand below the text, one at a time: each is one exported value of a file of its own, and a line in the list below.
import { Disclosure } from "../base/disclosure.js";
import { byTestId, element } from "../base/dom.js";
import { explainView } from "../output/explain.js";
import { runView } from "../run/run.js";

/** A view is { name, label, title, hint, key, create }: its name in links and as `data-testid`, the words on the button that opens it
 *  and on top of it, what the button says of it when it is pointed at, the letter that opens it with Ctrl, if any, and
 *  create({ root, body, page }), which gives an object with any of
 *    opened()         it was opened
 *    kept             what links keep of it besides that it is open: plain data, or undefined
 *    restore(kept)    take that again
 *  `page` is what page.js gives them all; they subscribe to its `work`. */
const VIEWS = [explainView, runView];

export class Views {
  #views = new Map(); // name -> { view, root, disclosure, made }

  /** `main`: where they go; `buttons`: behind what element their buttons do; `page`: what views get. */
  constructor({ main, buttons, page }) {
    for (const view of VIEWS) this.#add(view, main, buttons, page);
  }

  /** What a view's create() gave. */
  get(name) {
    return this.#views.get(name).made;
  }

  toggle(name, open) {
    this.#views.get(name).disclosure.toggle(open);
  }

  /** { letter: act } for what opens them. */
  get keys() {
    return Object.fromEntries([...this.#views.values()].filter(({ view }) => view.key).map(({ view, disclosure }) => [view.key, () => disclosure.toggle()]));
  }

  get stops() {
    return [...this.#views.values()].map(({ root }) => root);
  }

  // The first view is older than the word for all the others.
  get kept() {
    const [name, { made } = {}] = [...this.#views].find(([, { disclosure }]) => disclosure.open) ?? [];
    const isFirst = name === explainView.name;
    return { explain: isFirst, view: name && !isFirst ? { name, kept: made.kept } : undefined };
  }

  /** What is open stays so when nothing is said of it. */
  restore({ explain, view }) {
    if (explain === undefined && !view) return;
    const name = view?.name ?? (explain ? explainView.name : "");
    for (const [own, { disclosure }] of this.#views) if (own !== name && disclosure.open) disclosure.toggle(false);
    const found = this.#views.get(name);
    if (!found) return;
    found.disclosure.toggle(true);
    if (view?.kept !== undefined) found.made.restore?.(view.kept);
  }

  #add(view, main, buttons, page) {
    const { name } = view;
    const root = byTestId(name) ?? sectionOf(view);
    const button = document.getElementById(`${name}-button`) ?? buttonOf(view);
    if (!root.isConnected) main.append(root);
    if (!button.isConnected) buttons.after(button);
    const made = view.create({ root, body: root.querySelector(".facts"), page });
    const disclosure = new Disclosure({ root, button, changed: (isOpen) => this.#changed(name, isOpen) });
    this.#views.set(name, { view, root, disclosure, made });
  }

  #changed(name, isOpen) {
    if (isOpen) for (const [other, { disclosure }] of this.#views) if (other !== name && disclosure.open) disclosure.toggle(false);
    document.documentElement.toggleAttribute("data-view", [...this.#views.values()].some(({ disclosure }) => disclosure.open)); // for the style sheet
    if (isOpen) this.get(name).opened?.();
  }
}

function sectionOf({ name, title }) {
  const heading = element("h2", { id: `${name}-heading` }, title);
  const close = element("button.icon", { type: "button", "aria-label": `Close: ${title}`, "data-close": "" }, "×");
  const body = element("div.facts", { tabIndex: 0, role: "group", "aria-labelledby": heading.id });
  return element("section.pane.view-pane", { id: name, "data-testid": name, "aria-labelledby": heading.id, hidden: true }, element("div.bar", {}, heading, close), body);
}

function buttonOf({ name, label, hint, key }) {
  return element("button.quiet", {
    type: "button", id: `${name}-button`, "aria-expanded": "false", "aria-controls": name, title: key ? `${hint} (Ctrl-${key.toUpperCase()})` : hint,
  }, label);
}
