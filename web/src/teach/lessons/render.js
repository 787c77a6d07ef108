// What a lesson says, as nodes: from the data that format.js makes of Markdown.
import { element } from "../../base/dom.js";
import { term } from "../term.js";

const LANGUAGES = { mlir: "MLIR", c: "C", records: "records", rules: "rules", shell: "shell", text: "text" };

/** Nodes of the parts of a paragraph. */
export function inline(parts) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const [kind, first, rest] = part;
    switch (kind) {
      case "code": return element("code", {}, first);
      case "term": return term(first, rest);
      case "control": return "";
      case "a": return element("a", { href: first, target: "_blank", rel: "noopener" }, ...inline(rest), element("span.visually-hidden", {}, " (opens in a new tab)"));
      default: return element(kind, {}, ...inline(first)); // em, strong
    }
  });
}

/** Nodes of blocks. */
export function blocks(all) {
  return all.map(({ p, ul, ol, table, code }) => {
    if (p) return element("p", {}, ...inline(p));
    if (ul) return list("ul", ul);
    if (ol) return list("ol", ol);
    if (table) return drawTable(table);
    return drawCode(code);
  });
}

function list(tag, items) {
  return element(tag, {}, ...items.map((item) => element("li", {}, ...inline(item))));
}

function drawTable({ head, rows }) {
  const row = (cells, tag) => element("tr", {}, ...cells.map((cell) => element(tag, tag === "th" ? { scope: "col" } : {}, ...inline(cell))));
  return element("table", {}, element("thead", {}, row(head, "th")), element("tbody", {}, ...rows.map((cells) => row(cells, "td"))));
}

function drawCode({ lang, spans, isWrong }) {
  const code = element("code", {}, ...lines(spans).map((line) => element("span.line", {}, ...line)));
  const label = isWrong ? `${LANGUAGES[lang]}, not valid` : LANGUAGES[lang];
  const copy = element("button.copy", { type: "button", title: "Copy", "aria-label": `Copy this ${label}`, onclick: () => copyText(copy, code.textContent) }, "Copy");
  return element(`figure.code${isWrong ? ".wrong" : ""}`, {}, element("figcaption", {}, label, copy), element("pre", {}, code));
}

// Each line an element of its own, so that what does not fit continues indented.
function lines(spans) {
  const found = [[]];
  for (const span of spans) {
    const [name, text] = typeof span === "string" ? ["", span] : span;
    text.split(/(?<=\n)/).forEach((part) => {
      found.at(-1).push(name ? element(`span.tok-${name}`, {}, part) : part);
      if (part.endsWith("\n")) found.push([]);
    });
  }
  return found;
}

async function copyText(button, text) {
  try {
    await navigator.clipboard.writeText(`${text}\n`);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}
