// The pane that explains the thing at the cursor, in the text or in the result: what it is, what it was converted to, and why;
// below that, the rung on show, and the operations that the pipeline leaves or fails on, with passes that would help.
import { element } from "../base/dom.js";
import { explainedType } from "../teach/lab/explained.js";
import { row, table } from "../teach/lab/tables.js";
import { markTerms } from "../teach/term.js";

/** More parts than this are counted, not shown. */
const SHOWN = 200;
/** The same of what a rung did. */
const LISTED = 12;

const isPass = ({ kind }) => kind.startsWith("pass");

/** The view of it: see views.js. */
export const explainView = {
  name: "explain", label: "Explain", title: "Explained", hint: "Types, passes and what is left, explained", key: "e",
  create: ({ root, body, page }) => new Explain({ root, body, ...page }),
};

class Explain {
  #root;
  #body;
  #opened;
  #add;
  #go;
  #open;
  #passes = new Map(); // name -> what it does
  #on = { type: null, facts: null }; // what is explained: see show()
  #showsTried = false;

  /** `explaining`: who fills it; `add(pass, before)` puts a pass into the pipeline, before the one named or at the end; `go(offset)`
   *  moves the editor's cursor; `openType(type)` shows a type in the lab. */
  constructor({ root, body, explaining, add, go, openType }) {
    this.#root = root;
    this.#body = body;
    this.#opened = () => explaining.soon();
    this.#add = add;
    this.#go = go;
    this.#open = openType;
  }

  get open() {
    return !this.#root.hidden;
  }

  opened() {
    this.#opened();
  }

  /** The passes there are. */
  set passes(passes) {
    this.#passes = new Map(passes.map(({ name, summary }) => [name, summary]));
  }

  /** `type`: what explainTypeAt() said; `facts`: of the run, or null; `word`: what hover() says of the operation at the cursor,
   *  or null; `source`: its range in the text, or of what it was made from; `isResult`: the cursor is in the result; `rung`: how
   *  many passes the result is after; `tried(source)`: the promise of what passes tried on the operations of that line, as facts. */
  show(on) {
    this.#on = on;
    this.#draw();
  }

  pending() {
    this.#root.dataset.pending = "true";
  }

  #draw() {
    delete this.#root.dataset.pending;
    if (!this.open) return;
    const open = new Set([...this.#body.querySelectorAll("details")].filter((it) => !it.open).map((it) => it.dataset.name));
    const parts = [this.#drawType(), this.#drawOp(), this.#drawTried(), this.#drawRung(), this.#drawProblems()].filter(Boolean);
    for (const part of parts) if (part.dataset.name !== "tried" && open.has(part.dataset.name)) part.open = false;
    this.#body.replaceChildren(...parts.length ? parts
      : [element("p.nothing", {}, "Put the cursor on a type, a value or an operation, or run a pipeline.")]);
    markTerms(this.#body);
  }

  #drawType() {
    const fact = this.#on.type?.facts[0];
    return fact && section("type", "Type", explainedType(fact, {
      open: this.#open, width: Math.max(280, this.#body.clientWidth - 24),
      help: (pass) => this.#passes.has(pass) ? this.#adds(pass, "") : null,
    }));
  }

  // What it is, what it was made from, and how each pass changed it.
  #drawOp() {
    const { word, source, isResult, facts, rung } = this.#on;
    const passes = facts?.filter(isPass) ?? [];
    const steps = source ? passes.flatMap(({ rule, children }, i) => children
      .filter(({ kind, source: its }) => kind === "changed" && its?.from === source.from && its.to === source.to).map((fact) => ({ fact, rule, index: i + 1 }))) : [];
    if (!word && !steps.length) return null;
    const name = word?.title ?? steps[0].fact.from ?? "";
    const parts = [element("p.what", {}, element("code", {}, name), " ", word?.text.split("\n", 1)[0] ?? "")];
    const made = isResult && steps.length && steps[0].fact.from !== name ? steps[0].fact.from : "";
    if (made) parts.push(element("p", {}, "Made from ", element("code", {}, made), " ", this.#places(source)));
    if (steps.length) {
      parts.push(table("steps", "What passes made of it", steps.map(({ fact, rule, index }) => {
        const line = row(element("span", { title: this.#passes.get(rule) ?? "" }, rule), became(fact), fact.text ?? "");
        if (index === rung) line.setAttribute("aria-current", "true");
        return line;
      }), ["By the pass", "it became", "by the rule"]));
    } else if (passes.length && source) {
      parts.push(element("p.nothing", {}, "No pass of this pipeline changed it."));
    }
    return section("op", "Operation", ...parts);
  }

  // Why nothing happened, or something else than was meant: the rules that were tried, and where each failed.
  #drawTried() {
    const { source, facts, tried } = this.#on;
    if (!source || !facts?.some(isPass)) return null;
    const contents = element("div.tried");
    const part = section("tried", "Rules tried", contents);
    part.open = this.#showsTried;
    const fill = async () => {
      const found = await tried(source).catch(() => null);
      contents.replaceChildren(found?.length ? this.#tree(found) : element("p.nothing", {}, "No pass of this pipeline looked at it."));
      markTerms(contents);
    };
    if (part.open) fill();
    part.addEventListener("toggle", () => {
      if (part.open === this.#showsTried) return;
      this.#showsTried = part.open;
      if (part.open) fill();
    });
    return part;
  }

  // A rule as it is written; its names lead to what they stood for.
  #written({ text, children }) {
    const matched = new Map(children.map((name) => [name.rule, name]));
    return element("pre", {}, ...text.split(/([$\w]+)/).map((word) => {
      const name = matched.get(word);
      if (!name) return word;
      return name.source ? element("button.place", { type: "button", title: name.to, onclick: () => this.#go(name.source.from) }, word)
        : element("span.named", { title: name.to }, word);
    }));
  }

  // What the pass of the rung on show did, most often first.
  #drawRung() {
    const { facts, rung } = this.#on;
    const pass = facts?.filter(isPass)[rung - 1];
    if (!pass || pass.kind === "pass-failed") return null;
    const summary = element("p.what", {}, element("code", {}, pass.rule), " ", this.#passes.get(pass.rule) ?? "");
    if (pass.kind !== "pass") return section("rung", "Rung", summary, element("p.nothing", {}, pass.text ?? "changed nothing"));
    const groups = new Map();
    for (const fact of pass.children) {
      const key = `${fact.rule} ${fact.from} ${fact.to} ${fact.text}`;
      if (!groups.has(key)) groups.set(key, { fact, times: 0 });
      groups.get(key).times += fact.count ?? 1;
    }
    const all = [...groups.values()].sort((a, b) => b.times - a.times);
    const rows = all.slice(0, LISTED).map(({ fact, times }) => row(
      [element("code", {}, fact.from ?? ""), ...times > 1 ? [element("span.times", {}, ` × ${times}`)] : []],
      became(fact), [fact.text ?? "", ...fact.source ? [" ", this.#places(fact.source)] : []]));
    if (all.length > rows.length) rows.push(row(`and ${all.length - rows.length} more kinds`, "", ""));
    return section("rung", "Rung", summary, ...rows.length ? [table("steps", "What the pass did", rows, ["Operation", "became", "by the rule"])] : []);
  }

  // What failed, and what is left over.
  #drawProblems() {
    const parts = this.#on.facts?.filter(({ kind }) => kind === "pass-failed" || !kind.startsWith("pass"))
      .map((fact) => ({ ...fact, children: grouped(fact.children.filter(({ kind }) => kind !== "changed")) })) ?? [];
    return parts.length ? section("problems", "Not finished", this.#tree(parts)) : null;
  }

  #places(source) {
    return element("button.place", { type: "button", onclick: () => this.#go(source.from) }, "show");
  }

  #adds(pass, before) {
    return element("button.add", { type: "button", onclick: () => this.#add(pass, before) }, `Add ${pass}`);
  }

  // `pass`: the one that the facts are about, if any.
  #tree(facts, pass = "") {
    const list = element("ul.tree", {}, ...facts.slice(0, SHOWN).map((fact) => this.#item(fact, pass)));
    if (facts.length > SHOWN) list.append(element("li", {}, `and ${facts.length - SHOWN} more`));
    return list;
  }

  #item(fact, pass) {
    const { kind, rule, text, isCode, from, to, count, bytes, source, children } = fact;
    if (kind === "rule") return element("li", {}, this.#written(fact));
    const item = element("li", {}, element(`span.rule${/left|failed/.test(kind) ? ".unfinished" : ""}`, {}, rule));
    if (from) item.append(" ", element("code", {}, count > 1 ? `${from} × ${count}` : from));
    if (to) item.append(from ? " → " : " ", element("code", {}, to));
    if (fact.more > 0) item.append(` and ${fact.more} more`);
    if (bytes) item.append(" ", element("span.bytes", { title: "bytes" }, `${bytes.offset}–${bytes.offset + bytes.size}`));
    if (text && !isCode) item.append(" ", element("span.why", {}, text));
    if (source && pass) item.append(" ", this.#places(source));
    if (fact.pass && this.#passes.has(fact.pass)) item.append(" ", this.#adds(fact.pass, kind === "failed" ? pass : ""));
    if (isCode) item.append(element("pre", {}, text));
    if (children.length) item.append(this.#tree(children, rule));
    return item;
  }
}

// Facts that say the same of several things are one.
function grouped(facts) {
  const groups = new Map();
  for (const fact of facts) {
    const key = fact.text ? `${fact.kind} ${fact.rule} ${fact.text}` : fact;
    const group = groups.get(key);
    if (!group) groups.set(key, { ...fact, count: fact.count ?? 1, all: [fact.from] });
    else {
      group.count += fact.count ?? 1;
      if (!group.all.includes(fact.from)) group.all.push(fact.from);
    }
  }
  return [...groups.values()].map(({ all, ...fact }) => (fact.to ? { ...fact, count: 1, more: fact.count - 1 } : { ...fact, from: all.join(", ") || undefined }));
}

// The operation that replaced the fact's operation, or the event if nothing replaced it.
function became({ rule, to }) {
  return to ? element("code", {}, to) : rule;
}

function section(name, title, ...contents) {
  const part = element("details", { open: true }, element("summary", {}, element("h3", {}, title)), ...contents);
  part.dataset.name = name;
  return part;
}
