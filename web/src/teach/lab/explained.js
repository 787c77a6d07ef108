// Explains a type, its conversion and the reasons: the facts of the core as a drawing, tables and code.
import { element } from "../../base/dom.js";
import { columnsFor, drawing, sizeOf } from "./drawing.js";
import { link } from "./link.js";
import { boxesOf, bytesOf, declarationLines, hasMemory, layOut, number, places } from "./memory.js";
import { LONGEST, notConverted, row, table, typeCode } from "./tables.js";

const DEEPEST = 8;
/** More boxes than this are not in the table either. */
const MOST_LISTED = 200;

const find = (fact, role) => fact.children.find((child) => child.role === role);
const isFunction = ({ role }) => role === "signature";

/** The first fact of an explanation: what the type is and what it becomes. `open(type)` shows another type; `help(pass)`: an
 *  element that adds a pass which would help, or null; `isDrawn`: a drawing says its size. */
export function becamePart(fact, { open, help = () => null, isDrawn = false } = {}) {
  const meaning = find(fact, "meaning");
  const part = element("div.became", {}, element("p.what", {}, typeCode(fact.from ?? ""), " ", meaning?.text ?? ""));
  if (!fact.to) {
    const reasons = element("p.refused", {}, element("strong", {}, "Not converted"), `: ${fact.text}`, ...refusedInside(fact));
    part.append(reasons, ...helpful(fact, help));
    return part;
  }
  part.append(element("p.to", {}, element("span.arrow", { "aria-hidden": "true" }, "→"), element("span.visually-hidden", {}, "becomes"),
    fact.to === fact.from ? element("span", {}, "stays as it is") : typeCode(fact.to, open),
    ...(fact.bytes && !isDrawn ? [element("span.size", {}, sizeOf(fact.bytes))] : [])));
  const value = find(fact, "value");
  if (value) part.append(element("p.aside", {}, `${value.text}: `, typeCode(value.to ?? "")));
  return part;
}

function helpful(fact, help) {
  const passes = new Set(rules(fact).map(({ fact: { pass } }) => pass).filter(Boolean));
  const nodes = [...passes].map(help).filter(Boolean);
  return nodes.length ? [element("p", {}, ...nodes)] : [];
}

// The innermost reasons, where the first one only says that something inside is to blame.
function refusedInside(fact) {
  const inner = rules(fact).filter(({ fact: it }) => it !== fact && it.role === "rule" && !it.to);
  const reasons = inner.map(({ fact: { from, text } }) => [from, text]);
  for (const { from, children } of fact.children)
    for (const { role, to, text } of children) if (role === "bare-pointer" && !to) reasons.push([from, text]);
  return reasons.slice(0, 3).flatMap(([from, text]) => [element("br"), typeCode(from), `: ${text}`]);
}

/** The C declaration, whose lines are about the same parts as the boxes; null: the type has none. */
export function declarationCode(fact) {
  const lines = declarationLines(fact).map(({ text, parts }) => {
    const line = element("span", {}, text);
    if (parts.length) line.dataset.part = parts.join(" ");
    return line;
  });
  if (!lines.length) return null;
  const code = element("code", {}, ...lines.flatMap((line, i) => (i ? ["\n", line] : [line])));
  return element("pre.declaration", { "aria-label": "Declaration in C" }, code);
}

// --- Rules

// Every rule with how deep it is, those of one type once.
function rules(fact, depth = 0, out = [], seen = new Set()) {
  const isOmitted = fact.role === "omitted" && !fact.bytes;
  const isRule = fact.role === "rule" && !seen.has(fact.from);
  if (isRule) seen.add(fact.from);
  if (isRule || isOmitted) out.push({ fact, depth });
  for (const child of fact.children) rules(child, isRule ? depth + 1 : depth, out, seen);
  return out;
}

/** Each rule that applied: the type before and after, the rule, the reason. */
export function rulesTable(fact, open) {
  const rows = rules(fact).map(({ fact: it, depth }) => ruleRow(it, depth, it === fact ? null : open, it === fact));
  return table("rules", "Rules of the conversion", rows, ["Type", "becomes", "by the rule", "because"]);
}

function ruleRow(fact, depth, open, isWhole) {
  const { role, from, to, rule, text, count: times } = fact;
  if (role === "omitted") return row(`… ${text}`, "", "", "");
  const often = times > 1 ? [element("span.times", {}, `× ${number(times)}`)] : [];
  const became = !to ? notConverted() : to === from ? "itself" : isWhole ? "as above" : typeCode(to);
  const node = row([typeCode(from, open), ...often],
    { name: "becomes", content: became }, { name: "by the rule", content: rule }, { name: "because", content: text });
  node.dataset.depth = String(Math.min(depth, DEEPEST));
  return node;
}

// --- What functions take

/** How a type is passed: a table, or null. `withArguments`: also field by field, which a drawing may show. */
export function passingTable(fact, withArguments = true) {
  const isPassed = isFunction(fact) || fact.children.some(({ role, to }) => role === "arguments" || (role === "bare-pointer" && to));
  const rows = fact.children.flatMap((child) => {
    const { role, to, text, rule } = child;
    switch (role) {
      case "arguments": return withArguments ? [row("Field by field", typeCode(to))] : [];
      case "results": return [row("Results", [`${text}: `, typeCode(to)])];
      case "c-interface": return [row("From C", to ? [element("pre", {}, element("code", {}, text)), element("code.type", {}, to)] : text)];
      case "bare-pointer":
        return [row(rule === "bare pointers" ? "Bare pointers" : "Bare pointer",
          to ? [typeCode(to), ` ${text}`] : isPassed ? text : element("span.refused", {}, text))];
      default: return [];
    }
  });
  return rows.length ? table("passing", "What a function takes", rows) : null;
}

/** Arguments and results of a function. */
export function signatureTable(fact, open) {
  const parts = fact.children.filter(({ role }) => role === "argument" || role === "result");
  return table("signature", "Arguments and results", parts.map((part) =>
    row(part.rule, typeCode(part.from, open), part.to ? typeCode(part.to) : notConverted(), { className: "quiet", content: placeOf(part) })),
  ["Part", "Type", "becomes", "as"]);
}

function placeOf({ role, to, argument, position, count: times }) {
  if (!to) return "";
  if (role === "result") return position === undefined ? "" : `field ${position} of the results`;
  return times === 1 ? argument : times ? `${argument} to %arg${position + times - 1}` : "nothing";
}

// --- Memory

const isEmpty = ({ kind }) => kind === "padding" || kind === "omitted";

const LISTED = {
  Bytes: (box) => bytesOf(box).replace(/^bytes? /, ""),
  Part: ({ label }) => label,
  Type: (box) => (isEmpty(box) ? "" : box.fact.to),
  Value: ({ value }) => value ?? "",
  Argument: ({ fact }) => fact.argument ?? "",
  Purpose: ({ fact }) => fact?.text ?? "",
};
/** A table of so many rows is open from the start. */
const SHORT = 9;

/** The boxes as a table, with what each is for, also for those who do not see the drawing. */
export function memoryTable(fact) {
  const layout = layOut(fact);
  const all = boxesOf(layout);
  const boxes = all.slice(0, MOST_LISTED);
  const head = Object.keys(LISTED).filter((name) => boxes.some((box) => LISTED[name](box) !== ""));
  const rows = boxes.map((box) => row(...head.map((name) => LISTED[name](box))));
  if (layout.gap || all.length > boxes.length) rows.push(row("…", "the bytes between and after them", ...head.slice(2).map(() => "")));
  const isTelling = head.includes("Purpose");
  return element("details.memory-table", { open: isTelling && rows.length <= SHORT },
    element("summary", {}, isTelling ? "What each part is for" : "As a table"), table("boxes", "Layout in memory", rows, head));
}

/** The drawing with what does not fit into it below: { node, drawn, columns }. */
export function memoryPart(fact, width) {
  const columns = columnsFor(fact, width);
  const drawn = drawing(fact, { width, columns });
  const code = columns.declaration ? null : declarationCode(fact);
  return { node: element("div.memory", {}, element("div.drawn", {}, drawn), ...(code ? [code] : [])), drawn, columns };
}

/** The facts of a type in order: what it is, what it becomes, and why. `open` and `help` as for becamePart(); `width`: in
 *  pixels. */
export function explainedType(fact, { open, help, width = 440 } = {}) {
  const isDrawn = Boolean(fact.to) && hasMemory(fact) && places(fact).length > 0;
  const node = element("div.explained-type", {}, becamePart(fact, { open, help, isDrawn }));
  if (open) {
    const button = element("button.link", { type: "button", onclick: () => open(fact.from) }, "Open in the type lab");
    node.querySelector(".what").append(" ", button);
  }
  const part = isDrawn ? memoryPart(fact, width) : null;
  const code = part ? null : declarationCode(fact);
  if (part) node.append(part.node, memoryTable(fact));
  const address = find(fact, "address");
  if (address) node.append(element("p.address", {}, "Element ", typeCode(address.from), " is at ", typeCode(address.to), `: ${address.text}`));
  if (isFunction(fact)) node.append(signatureTable(fact, open));
  if (code) node.append(code);
  const passed = passingTable(fact, !part?.columns.arguments);
  if (passed) node.append(passed);
  if (fact.to && rules(fact).length) node.append(rulesTable(fact, open));
  link(node);
  return node;
}

export { LONGEST, drawing };
