// A pipeline as a list of passes to change, whose text, folded away, says the same: what is added, taken over and undone.
import { detect, understand } from "../../core/command-line.js";
import { FLAGS, mlirOptCommand } from "../../core/mlir-opt.js";
import { clipped, count, element, withCode } from "../../base/dom.js";
import { MAX_PIPELINE } from "../../core/share.js";
import { AddPass } from "./add.js";
import { carryOver, insertPass, offOf, passesIn, putOff, removeAll, textOf, treeOf } from "./model.js";
import { PassRows } from "./rows.js";
import { createPipelineText, setPipelineText } from "./text.js";

const UNDO = 100;

let lastId = 0;

export class PipelineBuilder {
  #core;
  #changed;
  #asked;
  #text = "builtin.module()";
  #tree = null;
  #history = []; // states before the changes of the user
  #rows;
  #rungs;
  #add;
  #addAfter = null; // the node that the next pass goes behind; null: where the core wants it
  #head; // stands on top of the list
  #presets;
  #said;
  #undo;
  #more;
  #treeProblems;
  #details;
  #textRoot;
  #view = null; // the text's editor, from the first time it is seen
  #typedOver = null; // the tree before the text was typed in, as long as nothing else is done
  #hintId = `pipeline-hint-${++lastId}`;

  /** What the page is set to: the copied command has the flags for it; see mlirOptCommand(). */
  settings = () => ({});

  /** `root`: an empty element; `ask`: Rung's passes(), pipelines(), readPipeline(), addPass() and passExistsUpstream(), answering at
   *  once; `changed(text)` after each change by the user; `asked(settings)`: what was pasted asks the page for these, as
   *  understand() gives them; it returns the names of those that the page does not have;
   *  `presets`: offer pipelines to start from; `rungs`: the Ladder that the rows are rungs of. */
  constructor({ root, ask, changed, asked = () => [], presets = true, rungs = null }) {
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
    this.#rungs = rungs;
    this.#rows = new PassRows({
      core: this.#core, rungs,
      act: {
        edit: (...edit) => this.#edit(...edit), say: (text) => this.#say(text), fix: (fix) => this.#fix(fix),
        addAfter: (node) => this.addAfter(node), undo: () => this.undo(), focus: () => this.focus(),
      },
    });
    this.#add = new AddPass({
      core: this.#core,
      add: (name) => (this.#addAfter ? this.#insert(name) : this.#addPass(name)),
      left: () => this.#addAnywhere(),
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
    this.#head = element("div.head", {}, this.#add.node);
    root.replaceChildren(
      this.#presets, ...rungs ? [rungs.textRung] : [], this.#rows.node, this.#treeProblems, this.#head,
      element("div.end", {}, this.#details,
        ...rungs ? [button("Remove passes without effect", () => this.#removeIdle(), { className: "quiet" })] : [],
        button("Remove all", () => this.#removeEach(passesIn(this.#tree)), { className: "quiet" }),
        button("Copy as mlir-opt command", () => this.#copy(), { className: "quiet" })),
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

  /** The next pass that is chosen goes behind this one: a node, or, as a rung, how many passes have run by then. */
  addAfter(after) {
    const node = typeof after === "number" ? passesIn(this.#tree).filter(({ off }) => !off)[after - 1] ?? null : after;
    this.#addAfter = node ?? this.#tree;
    if (node) this.#rows.rowOf(node).querySelector(":scope > .row").after(this.#add.node);
    else this.#rows.node.before(this.#add.node);
    this.#add.placeholder = node ? `Add after ${node.name}` : "Add as the first pass";
    this.#add.focus();
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
  // off stays so), or false: nothing changes. `said()` then says what was done; `undo`: with a button that takes it back.
  #edit(change, said = () => "", { render = true, undo = false, typing = false } = {}) {
    const before = this.state;
    const after = change();
    if (after === false) {
      this.#say(said());
      return;
    }
    if (!typing || !this.#typedOver) this.#history.push(before);
    if (this.#history.length > UNDO) this.#history.shift();
    this.#typedOver = typing ? this.#typedOver ?? this.#tree : null;
    if (after?.text !== undefined) this.#set(after.text, after.off, this.#typedOver ?? undefined);
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

  #render() {
    this.#addAnywhere();
    this.#rows.render(this.#tree);
    this.#showProblems();
    this.#showPreset();
  }

  #showProblems() {
    this.#rows.showProblems();
    this.#rows.listProblems(this.#treeProblems, this.#tree.problems);
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
    this.#said.closest(".news").classList.toggle("shown", text !== "");
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
    this.#edit(() => ({ text }), () => `${name} added, ${this.#rows.whereIs(added())}.`);
    this.#rows.rowOf(added()).scrollIntoView({ block: "nearest" });
    return true;
  }

  // Behind the pass that was pointed at, or as near to it as the pass can run.
  #insert(name) {
    const after = this.#addAfter === this.#tree ? null : this.#addAfter;
    let node = null;
    this.#edit(() => { node = insertPass(this.#tree, name, after, this.#core); }, () => `${name} added, ${this.#rows.whereIs(node)}.`);
    this.#rows.rowOf(node).scrollIntoView({ block: "nearest" });
  }

  // The field for it goes back to its place.
  #addAnywhere() {
    if (!this.#addAfter) return;
    this.#addAfter = null;
    this.#add.placeholder = "";
    this.#head.prepend(this.#add.node);
  }

  #removeIdle() {
    const running = passesIn(this.#tree).filter(({ off }) => !off);
    this.#removeEach(running.filter(({ name }, i) => this.#rungs.at(i + 1, name)?.changed === false));
  }

  #removeEach(nodes) {
    if (nodes.length) this.#edit(() => removeAll(nodes), () => `${count(nodes.length, "pass", "passes")} removed.`, { undo: true });
    else this.#say("There is none.");
  }

  #fix(fix) {
    this.#edit(() => ({ text: this.#text.slice(0, fix.from) + fix.text + this.#text.slice(fix.to) }), () => "Repaired.", { undo: true });
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
}
