// The passes of a pipeline as rows: each is switched, opened, moved, dragged or removed; several may be chosen and removed at once.
// Beside the ladder each row is its pass's rung, too.
import { count, element, spoken, withCode } from "../../base/dom.js";
import { startDrag } from "./drag.js";
import { moveTo, nestsAround, passesIn, places, removeAll, setOption, step } from "./model.js";
import { optionFields } from "./options.js";
import { describe } from "./text.js";

const idOf = (row) => Number(row.dataset.id);

export class PassRows {
  #core;
  #act;
  #rungs;
  #tree = null;
  #list;
  #current = 0; // id of the row that Tab goes to
  #selected = new Set(); // ids of passes that are removed together

  /** `core`: passes(); `act`: { edit(change, said, how), say(text), fix(fix), addAfter(node or null), undo(), focus() } of the
   *  pipeline; `rungs`: the Ladder whose rungs the rows are, or null. */
  constructor({ core, act, rungs }) {
    this.#core = core;
    this.#act = act;
    this.#rungs = rungs;
    this.#list = element("ol.passes", {
      "aria-label": "Passes, in the order they run", onkeydown: (event) => this.#key(event), onfocusin: (event) => this.#focused(event),
    });
    rungs?.onChange(() => this.#decorate());
  }

  /** The list. */
  get node() {
    return this.#list;
  }

  /** How many are chosen to be removed together. */
  get selected() {
    return this.#selected.size;
  }

  render(tree) {
    this.#tree = tree;
    const { activeElement } = document;
    const focused = this.#list.contains(activeElement) && !activeElement.closest(".add") ? { id: idOf(activeElement.closest("li[data-id]")), control: activeElement.dataset.control } : null;
    const passes = new Map(this.#core.passes().map((pass) => [pass.name, pass]));
    this.#list.replaceChildren(...tree.children.map((node) => this.#item(node, passes)));
    this.#list.hidden = !tree.children.length;
    this.showProblems();
    this.#decorate();
    const all = this.#rows();
    const ids = new Set(all.map(idOf));
    for (const id of this.#selected) if (!ids.has(id)) this.#selected.delete(id);
    this.#showSelected();
    if (!ids.has(this.#current)) this.#current = all.length ? idOf(all[0]) : 0;
    this.#roving();
    if (focused) this.#focusRow(focused.id, focused.control);
  }

  /** What is wrong with each pass, below it. */
  showProblems() {
    for (const pass of passesIn(this.#tree)) {
      const row = this.rowOf(pass);
      this.listProblems(row.querySelector(":scope > .problems-here"), pass.problems);
      row.classList.toggle("failed", pass.problems.some(({ severity }) => severity === "error"));
    }
  }

  /** Problems with their repairs into a list. */
  listProblems(list, problems) {
    list.replaceChildren(...problems.map((problem) => this.#problem(problem)));
    list.hidden = !problems.length;
  }

  rowOf({ id }) {
    return this.#rows().find((row) => idOf(row) === id);
  }

  /** The focus goes to the row so far down, or to the last. False: there is none. */
  focusAt(index) {
    const rows = this.#rows();
    if (rows.length) this.#focusRow(idOf(rows[Math.min(Math.max(0, index), rows.length - 1)]));
    return rows.length > 0;
  }

  /** Where a node is, in words. */
  whereIs(node) {
    const all = node.children ? this.#tree.children : passesIn(this.#tree);
    const nests = node.children ? [] : nestsAround(node);
    return `${all.indexOf(node) + 1} of ${all.length}${nests.length ? `, in each ${nests.at(-1).name}` : ""}`;
  }

  // --- A row

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
      onclick: (event) => this.#clicked(event, node, foldable),
    }, element("code", {}, node.name), ...(pass && !this.#rungs ? [" ", element("span.works", {}, describe(pass))] : []));
    const item = element("li.pass", { "data-id": String(node.id) },
      element("div.row", {}, this.#handle(node), box, name, element("span.bar-place"), this.#tools(node, node.name)),
      element("div.about", { hidden: true }),
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
      this.#act.edit(() => setOption(node, option, value), undefined, { render: false });
    });
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
      element("button.icon", { type: "button", "data-control": control, "aria-label": label, title: key ? `${label} (${key})` : label, onclick }, sign);
    return element("span.tools", {},
      button("insert", `Add a pass after ${name}`, "", "+", () => this.#act.addAfter(node)),
      button("up", `Move ${name} up`, "Alt-↑", "↑", () => this.#move(node, -1)),
      button("down", `Move ${name} down`, "Alt-↓", "↓", () => this.#move(node, 1)),
      button("remove", `Remove ${name}`, "Delete", "×", () => this.#remove(node)));
  }

  #problem({ severity, message, notes, fixes }) {
    return element(`li.${severity}`, {}, element("span.severity", {}, severity === "error" ? "error" : "note"), " ",
      element("span.message", {}, ...withCode([message, ...notes.map((note) => note.message)].join(" – "))),
      ...fixes.map((fix) => element("button", { type: "button", "aria-label": spoken(fix.title), onclick: ({ target }) => {
        const index = this.#rows().indexOf(target.closest("li[data-id]"));
        this.#act.fix(fix);
        if (!this.focusAt(index)) this.#act.focus();
      } }, ...withCode(fix.title))));
  }

  // --- Rungs: what each pass that runs did in the last run

  #decorate() {
    if (!this.#rungs || !this.#tree) return;
    let index = 0;
    for (const node of passesIn(this.#tree)) {
      const item = this.rowOf(node);
      const rung = node.off ? null : this.#rungs.at(++index, node.name);
      const isChosen = rung !== null && rung.index === this.#rungs.chosen;
      item.classList.toggle("current", isChosen);
      item.classList.toggle("idle", Boolean(rung && !rung.changed && !rung.failed));
      item.classList.toggle("is-failed", Boolean(rung?.failed));
      item.querySelector(":scope > .row > .name").setAttribute("aria-current", String(isChosen));
      item.querySelector(":scope > .row > .bar-place").replaceChildren(...rung ? this.#rungs.mark(rung) : []);
      const about = item.querySelector(":scope > .about");
      const said = isChosen || rung?.failed ? this.#rungs.about(rung) : [];
      about.replaceChildren(...said);
      about.hidden = !said.length;
    }
  }

  // --- What the user does with a row

  // With Shift or Ctrl rows are chosen to be removed; else the rung is gone to, and the options come.
  #clicked(event, node, foldable) {
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      this.#select(node, event.shiftKey);
      return;
    }
    this.#selected.clear();
    this.#showSelected();
    const index = this.#indexOf(node);
    const isNew = this.#rungs !== null && !node.off && index !== this.#rungs.chosen;
    if (foldable && (!isNew || !node.isOpen)) {
      node.isOpen = !node.isOpen;
      this.render(this.#tree);
    }
    if (isNew) this.#rungs.choose(index);
  }

  // How many passes have run after this one.
  #indexOf(node) {
    const running = passesIn(this.#tree).filter(({ off }) => !off);
    return running.indexOf(node) + 1;
  }

  #select(node, isRange) {
    const all = passesIn(this.#tree);
    const from = all.findIndex(({ id }) => id === this.#current);
    const to = all.indexOf(node);
    const chosen = isRange && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [node];
    for (const { id } of chosen) {
      if (!isRange && this.#selected.has(id)) this.#selected.delete(id);
      else this.#selected.add(id);
    }
    this.#showSelected();
    this.#act.say(this.#selected.size ? `${count(this.#selected.size, "pass", "passes")} chosen: Delete removes them.` : "");
  }

  #showSelected() {
    for (const row of this.#rows()) row.classList.toggle("selected", this.#selected.has(idOf(row)));
  }

  #switch(node) {
    this.#act.edit(() => { node.off = !node.off; }, () => `${node.name} is switched ${node.off ? "off: it stays in the list and does not run" : "on"}.`);
  }

  #remove(node) {
    const index = this.#rows().indexOf(this.rowOf(node));
    const together = this.#selected.has(node.id) ? passesIn(this.#tree).filter(({ id }) => this.#selected.has(id)) : [node];
    const said = together.length > 1 ? count(together.length, "pass", "passes") : node.children ? `The nest in ${node.name}` : node.name;
    this.#act.edit(() => removeAll(together), () => `${said} removed.`, { undo: true });
    if (!this.focusAt(index)) this.#act.focus();
  }

  #move(node, direction) {
    let moved = false;
    this.#act.edit(() => {
      moved = step(this.#tree, node, direction, this.#anchorOf);
      return moved;
    }, () => (moved ? `${node.name} is now ${this.whereIs(node)}.` : `${node.name} cannot go further ${direction < 0 ? "up" : "down"}.`));
  }

  #drag(event, node) {
    if (event.button !== 0) return;
    event.preventDefault();
    startDrag(event, {
      list: this.#list,
      row: this.rowOf(node),
      spots: () => this.#spots(node),
      drop: (place) => this.#act.edit(() => moveTo(this.#tree, node, place), () => `${node.name} is now ${this.whereIs(node)}.`),
    });
  }

  // Where a row may be dropped, in pixels from the list's corner.
  #spots(node) {
    const { top, left } = this.#list.getBoundingClientRect();
    return places(this.#tree, node, this.#anchorOf).map((place) => {
      const list = place.nest === this.#tree ? this.#list : this.rowOf(place.nest).querySelector(":scope > ol");
      const items = [...list.children].filter((child) => child.matches("li"));
      const box = list.getBoundingClientRect();
      const y = place.index < items.length ? items[place.index].getBoundingClientRect().top : items.length ? items.at(-1).getBoundingClientRect().bottom : box.top;
      return { y: y - top, indent: box.left - left, place };
    });
  }

  #anchorOf = (name) => this.#core.passes().find((pass) => pass.name === name)?.anchor || null;

  // --- Keys: arrows go from row to row, Tab goes through the controls of one

  #rows() {
    return [...this.#list.querySelectorAll("li[data-id]")];
  }

  #nodeOf(id) {
    const find = (node) => (node.id === id ? node : node.children?.map(find).find(Boolean));
    return find(this.#tree);
  }

  #focused({ target }) {
    if (target.closest(".add")) return;
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
    const row = this.rowOf({ id });
    (row?.querySelector(`:scope > .row [data-control="${control}"]`) ?? row?.querySelector(":scope > .row [data-control=name]"))?.focus();
  }

  #key(event) {
    const { target, key, altKey, shiftKey } = event;
    const rows = this.#rows();
    const at = rows.indexOf(target.closest("li[data-id]"));
    if (at < 0 || target.closest(".add")) return;
    const node = this.#nodeOf(idOf(rows[at]));
    const isControl = target.dataset.control !== undefined;
    const go = (row) => {
      if (!row) return;
      const next = this.#nodeOf(idOf(row));
      if (shiftKey) for (const one of [node, next]) if (!one.children && !this.#selected.has(one.id)) this.#select(one, false);
      this.#focusRow(idOf(row), target.dataset.control);
    };
    if (altKey && (key === "ArrowUp" || key === "ArrowDown")) this.#move(node, key === "ArrowUp" ? -1 : 1);
    else if (!isControl) return;
    else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") this.#act.undo();
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
