// A pipeline as a list: passes to add, order, switch off and set options of; its text, folded away, says the same.
import { detect, understand } from "../../core/command-line.js";
import { FLAGS, mlirOptCommand } from "../../core/mlir-opt.js";
import { clipped, count, element, spoken, withCode } from "../../base/dom.js";
import { MAX_PIPELINE } from "../../core/share.js";
import { AddPass } from "./add.js";
import { startDrag } from "./drag.js";
import {
  carryOver, moveTo, nestsAround, offOf, passesIn, places, putOff, remove, setOption, step, textOf, treeOf,
} from "./model.js";
import { optionFields } from "./options.js";
import { createPipelineText, describe, setPipelineText } from "./text.js";

const UNDO = 100;

let lastId = 0;

const idOf = (row) => Number(row.dataset.id);

export class PipelineBuilder {
  #core;
  #changed;
  #asked;
  #text = "builtin.module()";
  #tree = null;
  #history = []; // states before the changes of the user
  #list;
  #add;
  #presets;
  #said;
  #undo;
  #more;
  #treeProblems;
  #details;
  #textRoot;
  #view = null; // the text's editor, from the first time it is seen
  #current = 0; // id of the row that Tab goes to
  #typedOver = null; // the tree before the text was typed in, as long as nothing else is done
  #hintId = `pipeline-hint-${++lastId}`;

  /** What the page is set to: the copied command has the flags for it; see mlirOptCommand(). */
  settings = () => ({});

  /** `root`: an empty element; `ask`: Rung's passes(), pipelines(), readPipeline(), addPass() and passExistsUpstream(), answering at
   *  once; `changed(text)` after each change by the user; `asked(settings)`: what was pasted asks the page for these, as
   *  understand() gives them; it returns the names of those that the page does not have;
   *  `presets`: offer pipelines to start from. */
  constructor({ root, ask, changed, asked = () => [], presets = true }) {
    const [passes, pipelines] = [ask.passes(), ask.pipelines()];
    this.#core = {
      passes: () => passes,
      pipelines: () => pipelines,
      readPipeline: (text) => ask.readPipeline(text),
      addPass: (text, name, before) => ask.addPass(text, name, before),
      passExistsUpstream: (name) => ask.passExistsUpstream(name),
    };
    this.#changed = changed;
    this.#asked = asked;
    const button = (label, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, label);
    this.#presets = element("select.presets", { "aria-label": "Start from", hidden: !presets, onchange: () => this.#choosePreset() });
    this.#list = element("ol.passes", { "aria-label": "Passes, in the order they run", onkeydown: (event) => this.#key(event), onfocusin: (event) => this.#focused(event) });
    this.#add = new AddPass({
      core: this.#core,
      add: (name) => this.#addPass(name),
      pasted: (text) => this.#pastedInField(text),
      has: (name) => passesIn(this.#tree).some((pass) => pass.name === name && !pass.off),
    });
    this.#treeProblems = element("ul.problems-here", {});
    this.#said = element("span", { role: "status" });
    this.#undo = button("Undo", () => this.undo(), { hidden: true });
    this.#more = element("div.others", { hidden: true });
    this.#textRoot = element("div.text", { "data-testid": "pipeline-text" });
    this.#details = element("details", { ontoggle: () => this.#showText() },
      element("summary", {}, "As text"),
      this.#textRoot,
      element("p.hint", { id: this.#hintId }, "Ctrl-Space completes, Esc then Tab leaves. A command line, flags or a RUN line can be pasted."));
    root.classList.add("pipeline-builder");
    root.replaceChildren(
      this.#presets, this.#add.node, this.#list, this.#treeProblems,
      element("div.end", {}, this.#details, button("Copy as mlir-opt command", () => this.#copy(), { className: "quiet" })),
      element("div.news", {}, element("p.said", {}, this.#said, this.#undo), this.#more));
    this.#set(this.#text, []);
  }

  /** The text of the passes that are switched on. Setting it does not call `changed`. */
  get text() {
    return this.#text;
  }

  set text(text) {
    this.state = { text };
  }

  /** `{ text, off }`, plain data for links: `off` has the passes that are switched off, `{ pass, nest, at }`. */
  get state() {
    return { text: this.#text, off: offOf(this.#tree) };
  }

  set state({ text, off = [] }) {
    this.#set(text, off);
    this.#history = [];
    this.#typedOver = null;
    this.#say("");
    if (this.#view) setPipelineText(this.#view, text);
  }

  /** Make the pipeline what a pasted text says. False: the text cannot be read, and a message says why. */
  take(text) {
    const meant = understand(text, this.#core);
    if (meant.error) this.#say(meant.error, { error: true });
    else this.#takeMeant(meant);
    return !meant.error;
  }

  /** Add a pass where the core wants it. False: the text cannot be read. */
  add(name, before) {
    return this.#addPass(name, before);
  }

  undo() {
    const before = this.#history.pop();
    if (!before) return;
    this.#typedOver = null;
    this.#set(before.text, before.off);
    this.#say("Undone.");
    this.#tell();
  }

  focus() {
    this.#add.focus();
  }

  /** Unfold the text, and put the cursor there. */
  showText() {
    this.#details.open = true;
    this.#showText();
    this.#view.focus();
  }

  // --- State

  // Read a text; without `off`, what was switched off stays where it was in `old`.
  #set(text, off, old = this.#tree) {
    this.#text = text;
    this.#tree = treeOf(this.#core.readPipeline(text), text);
    const kept = old ? carryOver(old, this.#tree) : [];
    putOff(this.#tree, off ?? kept, this.#core.readPipeline);
    this.#render();
  }

  // The user changes something: `change` works on the tree, or gives the state that is to be (without `off`: what is switched
  // off stays so). `said()` then says what was done; `undo`: with a button that takes it back.
  #edit(change, said = () => "", { render = true, undo = false, typing = false } = {}) {
    const before = this.state;
    const after = change();
    if (!typing || !this.#typedOver) this.#history.push(before);
    if (this.#history.length > UNDO) this.#history.shift();
    this.#typedOver = typing ? this.#typedOver ?? this.#tree : null;
    if (after) this.#set(after.text, after.off, this.#typedOver ?? undefined);
    else this.#written(render);
    this.#say(said(), { undo });
    this.#tell();
  }

  // The tree was changed: its text, and what the core says about that.
  #written(render) {
    this.#text = textOf(this.#tree);
    const fresh = treeOf(this.#core.readPipeline(this.#text), this.#text);
    const running = passesIn(this.#tree).filter(({ off }) => !off);
    for (const pass of passesIn(this.#tree)) pass.problems = [];
    passesIn(fresh).forEach(({ problems, options, isKnown, at }, i) => Object.assign(running[i] ?? {}, { problems, options, isKnown, at }));
    this.#tree.problems = fresh.problems;
    if (render) this.#render();
    else this.#showProblems();
  }

  #tell() {
    if (this.#view) setPipelineText(this.#view, this.#text);
    this.#showPreset();
    this.#changed(this.#text);
  }

  #say(text, { error = false, undo = false } = {}) {
    this.#said.replaceChildren(...withCode(text));
    this.#said.parentElement.classList.toggle("error", error);
    this.#undo.hidden = !undo;
    this.#more.hidden = true;
  }

  // --- Adding, presets, what is pasted

  #addPass(name, before) {
    const text = this.#core.addPass(this.#text, name, before);
    if (text === null) {
      this.#say(`The text has to be a pipeline before ${name} can be added: see what is marked in it.`, { error: true });
      return false;
    }
    const had = new Set(passesIn(this.#tree).map(({ id }) => id));
    const added = () => passesIn(this.#tree).find(({ id, off }) => !off && !had.has(id));
    this.#edit(() => ({ text }), () => `${name} added, ${this.#whereIs(added())}.`);
    this.#rowOf(added()).scrollIntoView({ block: "nearest" });
    return true;
  }

  #choosePreset() {
    const preset = this.#core.pipelines().find(({ name }) => name === this.#presets.value);
    this.#edit(() => ({ text: preset?.text ?? "builtin.module()", off: [] }),
      () => (preset ? `${preset.title}: ${count(passesIn(this.#tree).length, "pass", "passes")}.` : "No passes."), { undo: true });
  }

  #showPreset() {
    const presets = this.#core.pipelines();
    const off = offOf(this.#tree).length > 0;
    const isEmpty = !passesIn(this.#tree).length;
    const now = off ? undefined : presets.find(({ text }) => text === this.#text.trim())?.name ?? (isEmpty ? "empty" : undefined);
    this.#presets.replaceChildren(
      ...(now ? [] : [new Option("Your own pipeline", "own")]),
      ...presets.map(({ name, title }) => new Option(title, name)), new Option("Empty", "empty"));
    this.#presets.value = now ?? "own";
  }

  #takeMeant({ pipeline, settings, said, others }) {
    const missing = Object.keys(settings).length ? this.#asked(settings) : [];
    const flags = missing.map((setting) => `\`--${Object.keys(FLAGS).find((name) => FLAGS[name].setting === setting)}\` is left out: this page has no such setting.`);
    this.#edit(() => ({ text: pipeline, off: [] }), () => {
      const size = passesIn(this.#tree).length;
      return [`${size ? count(size, "pass", "passes") : "No pass"} taken over from what was pasted.`, ...said, ...flags].join(" ");
    }, { undo: true });
    if (others.length) {
      this.#more.replaceChildren("Or: ", ...others.slice(0, 6).map((other) => element("button", { type: "button", onclick: () => this.#takeMeant({ ...other, others: [] }) },
        clipped(other.pipeline.replace(/^builtin\.module\(([^]*)\)$/, "$1") || "no passes", 60))));
      this.#more.hidden = false;
    }
  }

  #pastedInField(text) {
    if (!/[\s,({=]|^-/.test(text.trim()) && !detect(text, this.#core)) return false;
    if (this.#core.passes().some(({ name }) => name === text.trim())) return false;
    return this.take(text) || true;
  }

  #pastedInText(text, all) {
    const kind = detect(text, this.#core);
    if (kind !== "run" && kind !== "command" && kind !== "flags" && !(kind === "list" && all)) return false;
    return this.take(text);
  }

  async #copy() {
    const { command, said } = mlirOptCommand({ pipeline: this.#text, settings: this.settings() }, this.#core);
    try {
      await navigator.clipboard.writeText(command);
      this.#say(["Copied.", ...said].join(" "));
    } catch {
      this.#say("The browser did not let it be copied; here it is:");
      const field = element("input", { type: "text", readOnly: true, value: command, "aria-label": "The mlir-opt command" });
      this.#more.replaceChildren(field);
      this.#more.hidden = false;
      field.select();
    }
  }

  // --- The text

  #showText() {
    if (!this.#details.open || this.#view) return;
    this.#view = createPipelineText(this.#textRoot, this.#text, {
      core: this.#core,
      changed: (text) => this.#typed(text),
      pasted: (text, all) => this.#pastedInText(text, all),
      label: "The pipeline's text",
      hint: this.#hintId,
    });
  }

  #typed(text) {
    if (text.length > MAX_PIPELINE) this.#say(`This is too long to be taken over: at most ${MAX_PIPELINE.toLocaleString("en")} characters.`, { error: true });
    else this.#edit(() => ({ text }), undefined, { typing: true });
  }

  // --- The list

  #anchorOf = (name) => this.#core.passes().find((pass) => pass.name === name)?.anchor || null;

  #render() {
    const focused = this.#list.contains(document.activeElement) ? { id: idOf(document.activeElement.closest("li[data-id]")), control: document.activeElement.dataset.control } : null;
    const passes = new Map(this.#core.passes().map((pass) => [pass.name, pass]));
    this.#list.replaceChildren(...this.#tree.children.map((node) => this.#item(node, passes)));
    this.#list.hidden = !this.#tree.children.length;
    this.#showProblems();
    this.#showPreset();
    const all = this.#rows();
    if (!all.some((row) => idOf(row) === this.#current)) this.#current = all.length ? idOf(all[0]) : 0;
    this.#roving();
    if (focused) this.#focusRow(focused.id, focused.control);
  }

  #item(node, passes) {
    return node.children ? this.#nest(node, passes) : this.#pass(node, passes.get(node.name));
  }

  #nest(node, passes) {
    const running = passesIn(node).some(({ off }) => !off);
    const name = element("button.name", { type: "button", "data-control": "name", "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown Delete" },
      element("span.each", {}, "in each "), element("code", {}, node.name));
    const inner = element("ol", { "aria-label": `In each ${node.name}` }, ...node.children.map((child) => this.#item(child, passes)));
    const item = element("li.nest", { "data-id": String(node.id) }, element("div.row", {}, this.#handle(node), name, this.#tools(node, `the nest in ${node.name}`)), inner);
    item.classList.toggle("off", !running);
    return item;
  }

  #pass(node, pass) {
    const optionsId = `pass-${node.id}-options`;
    const box = element("input", {
      type: "checkbox", checked: !node.off, "data-control": "on", "aria-label": `Run ${node.name}`, title: node.off ? "Switched off: it does not run" : "It runs",
      onchange: () => this.#switch(node),
    });
    const foldable = pass?.options.length > 0;
    const name = element("button.name", {
      type: "button", "data-control": "name", title: pass?.summary ?? "", "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown Delete",
      ...(foldable ? { "aria-expanded": String(node.isOpen), "aria-controls": optionsId } : {}),
      onclick: () => { if (foldable) this.#fold(node); },
    }, element("code", {}, node.name), ...(pass ? [" ", element("span.works", {}, describe(pass))] : []));
    const item = element("li.pass", { "data-id": String(node.id) },
      element("div.row", {}, this.#handle(node), box, name, this.#tools(node, node.name)),
      element("div.given", { hidden: !node.raw || node.isOpen }, element("code", {}, node.raw)));
    item.classList.toggle("off", node.off);
    item.classList.toggle("unknown", !node.isKnown);
    item.classList.toggle("foldable", foldable);
    if (foldable) {
      const fields = element("div", { id: optionsId, hidden: !node.isOpen });
      if (node.isOpen) fields.append(this.#fields(node, pass));
      item.append(fields);
    }
    item.append(element("ul.problems-here", {}));
    return item;
  }

  #fields(node, pass) {
    return optionFields(pass, node.options, (option, value) => {
      this.#edit(() => setOption(node, option, value), undefined, { render: false });
    });
  }

  #fold(node) {
    node.isOpen = !node.isOpen;
    this.#render();
  }

  // For pointers; keys and screen readers have the buttons behind it.
  #handle(node) {
    const handle = element("span.handle", { "aria-hidden": "true", title: "Drag to move", onpointerdown: (event) => this.#drag(event, node) });
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 10 16");
    icon.setAttribute("width", "10");
    icon.setAttribute("height", "16");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", [2, 8, 14].map((y) => [2, 8].map((x) => `M${x} ${y}h.01`).join("")).join(""));
    icon.append(path);
    handle.append(icon);
    return handle;
  }

  #tools(node, name) {
    const button = (control, label, key, sign, onclick) =>
      element("button.icon", { type: "button", "data-control": control, "aria-label": label, title: `${label} (${key})`, onclick }, sign);
    return element("span.tools", {},
      button("up", `Move ${name} up`, "Alt-↑", "↑", () => this.#move(node, -1)),
      button("down", `Move ${name} down`, "Alt-↓", "↓", () => this.#move(node, 1)),
      button("remove", `Remove ${name}`, "Delete", "×", () => this.#remove(node)));
  }

  #showProblems() {
    const show = (list, problems) => {
      list.replaceChildren(...problems.map((problem) => this.#problem(problem)));
      list.hidden = !problems.length;
    };
    for (const pass of passesIn(this.#tree)) {
      const row = this.#rowOf(pass);
      show(row.querySelector(":scope > .problems-here"), pass.problems);
      row.classList.toggle("failed", pass.problems.some(({ severity }) => severity === "error"));
    }
    show(this.#treeProblems, this.#tree.problems);
  }

  #problem({ severity, message, notes, fixes }) {
    return element(`li.${severity}`, {}, element("span.severity", {}, severity === "error" ? "error" : "note"), " ",
      element("span.message", {}, ...withCode([message, ...notes.map((note) => note.message)].join(" – "))),
      ...fixes.map((fix) => element("button", { type: "button", "aria-label": spoken(fix.title), onclick: ({ target }) => this.#fix(fix, this.#rows().indexOf(target.closest("li[data-id]"))) }, ...withCode(fix.title))));
  }

  #fix(fix, index) {
    this.#edit(() => ({ text: this.#text.slice(0, fix.from) + fix.text + this.#text.slice(fix.to) }), () => "Repaired.", { undo: true });
    const row = this.#rows()[Math.max(0, index)];
    if (row) this.#focusRow(idOf(row));
    else this.focus();
  }

  // --- What the user does with a row

  #switch(node) {
    this.#edit(() => { node.off = !node.off; }, () => `${node.name} is switched ${node.off ? "off: it stays in the list and does not run" : "on"}.`);
  }

  #remove(node) {
    const index = this.#rows().indexOf(this.#rowOf(node));
    this.#edit(() => remove(node), () => `${node.children ? `The nest in ${node.name}` : node.name} removed.`, { undo: true });
    const rows = this.#rows();
    if (rows.length) this.#focusRow(idOf(rows[Math.min(index, rows.length - 1)]));
    else this.focus();
  }

  #move(node, direction) {
    const before = this.state;
    if (!step(this.#tree, node, direction, this.#anchorOf)) {
      this.#say(`${node.name} cannot go further ${direction < 0 ? "up" : "down"}.`);
      return;
    }
    this.#moved(node, before);
  }

  #moved(node, before) {
    this.#history.push(before);
    this.#typedOver = null;
    this.#written(true);
    this.#say(`${node.name} is now ${this.#whereIs(node)}.`);
    this.#tell();
  }

  #whereIs(node) {
    const all = node.children ? this.#tree.children : passesIn(this.#tree);
    const nests = node.children ? [] : nestsAround(node);
    return `${all.indexOf(node) + 1} of ${all.length}${nests.length ? `, in each ${nests.at(-1).name}` : ""}`;
  }

  #drag(event, node) {
    if (event.button !== 0) return;
    event.preventDefault();
    startDrag(event, {
      list: this.#list,
      row: this.#rowOf(node),
      spots: () => this.#spots(node),
      drop: (place) => {
        const before = this.state;
        if (moveTo(this.#tree, node, place)) this.#moved(node, before);
      },
    });
  }

  // Where a row may be dropped, in pixels from the list's corner.
  #spots(node) {
    const { top, left } = this.#list.getBoundingClientRect();
    return places(this.#tree, node, this.#anchorOf).map((place) => {
      const list = place.nest === this.#tree ? this.#list : this.#rowOf(place.nest).querySelector(":scope > ol");
      const items = [...list.children].filter((child) => child.matches("li"));
      const box = list.getBoundingClientRect();
      const y = place.index < items.length ? items[place.index].getBoundingClientRect().top : items.length ? items.at(-1).getBoundingClientRect().bottom : box.top;
      return { y: y - top, indent: box.left - left, place };
    });
  }

  // --- Keys: arrows go from row to row, Tab goes through the controls of one

  #rows() {
    return [...this.#list.querySelectorAll("li[data-id]")];
  }

  #rowOf({ id }) {
    return this.#rows().find((row) => idOf(row) === id);
  }

  #nodeOf(id) {
    const find = (node) => (node.id === id ? node : node.children?.map(find).find(Boolean));
    return find(this.#tree);
  }

  #focused({ target }) {
    const id = idOf(target.closest("li[data-id]"));
    if (id === this.#current) return;
    this.#current = id;
    this.#roving();
  }

  #roving() {
    for (const row of this.#rows())
      for (const control of row.querySelectorAll(":scope > .row [data-control]")) control.tabIndex = idOf(row) === this.#current ? 0 : -1;
  }

  #focusRow(id, control = "name") {
    const row = this.#rowOf({ id });
    (row?.querySelector(`:scope > .row [data-control="${control}"]`) ?? row?.querySelector(":scope > .row [data-control=name]"))?.focus();
  }

  #key(event) {
    const { target, key, altKey } = event;
    const rows = this.#rows();
    const at = rows.indexOf(target.closest("li[data-id]"));
    const node = this.#nodeOf(idOf(rows[at]));
    const isControl = target.dataset.control !== undefined;
    const go = (row) => row && this.#focusRow(idOf(row), target.dataset.control);
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) this.#move(node, key === "ArrowUp" ? -1 : 1);
    else if (!isControl) return;
    else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") this.undo();
    else if (event.ctrlKey || event.metaKey || altKey) return;
    else if (key === "ArrowUp") go(rows[at - 1]);
    else if (key === "ArrowDown") go(rows[at + 1]);
    else if (key === "Home") go(rows[0]);
    else if (key === "End") go(rows.at(-1));
    else if (key === "Delete") this.#remove(node);
    else return;
    event.preventDefault();
  }
}
