// Tables of facts.
import { clipped, element } from "../../base/dom.js";

/** Longer types are cut. */
export const LONGEST = 600;

/** A type as code; with `open`, a button that shows it. */
export function typeCode(text, open) {
  const code = element("code", {}, clipped(text, LONGEST));
  return open ? element("button.type", { type: "button", onclick: () => open(text), title: "Show this type" }, code) : code;
}

export const notConverted = () => element("em", {}, "not converted");

/** A row whose first cell is its head. A cell is a node, a text, a list of those, or { className, name, content }. */
export function row(...cells) {
  return element("tr", {}, ...cells.map((cell, i) => {
    const { className = "", name = "", content } = cell?.constructor === Object ? cell : { content: cell };
    const node = i === 0 ? element("th", { scope: "row" }) : element("td", {});
    node.append(...[content].flat());
    if (className) node.className = className;
    if (name && content.length !== 0) node.dataset.name = name;
    return node;
  }));
}

/** `caption` is for those who do not see what is around the table; `head` may be left out. */
export function table(className, caption, rows, head = []) {
  return element(`table.${className}`, {},
    element("caption.visually-hidden", {}, caption),
    ...(head.length ? [element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name))))] : []),
    element("tbody", {}, ...rows));
}
