// Memrefs and values as tables.
import { count, element } from "../base/dom.js";
import { shownValue, written } from "./types.js";

/** Rows and columns that are drawn; what is behind them is counted. */
const ROWS = 32, COLUMNS = 24;

/** A value that a function gave: `part` are WebAssembly's values of it. */
export function valueText(type, part) {
  if (type.kind === "vector") return `[${part.map((value) => written(shownValue(type.element, value))).join(", ")}]`;
  return written(shownValue(type, part[0]));
}

/** A memref: `before` may be null. Elements that have changed are marked, and colours say how large those of a grid are. */
export function memrefTable(caption, { sizes, values, count: all }, before) {
  const columns = sizes.at(-1) ?? 1, rows = columns ? Math.floor(values.length / columns) : 0;
  const numbers = values.map(Number), least = Math.min(...numbers.slice(0, 4096)), most = Math.max(...numbers.slice(0, 4096));
  const isGrid = sizes.length > 1 && most > least;
  const body = [];
  for (let r = 0; r < Math.min(rows, ROWS); r++) {
    const cells = [];
    for (let c = 0; c < Math.min(columns, COLUMNS); c++) {
      const at = r * columns + c;
      const cell = element(`td${before && before.values[at] !== values[at] && !(Number.isNaN(values[at]) && Number.isNaN(before.values[at])) ? ".changed" : ""}`, {}, written(values[at]));
      if (isGrid) cell.style.setProperty("--heat", `${Math.round((40 * (numbers[at] - least)) / (most - least))}%`);
      cells.push(cell);
    }
    if (columns > COLUMNS) cells.push(element("td.more", {}, "…"));
    body.push(element("tr", {}, ...cells));
  }
  const left = all - Math.min(rows, ROWS) * Math.min(columns, COLUMNS);
  const parts = [element("caption", {}, `${caption}: ${sizes.join(" × ") || "one element"}`), element("tbody", {}, ...body)];
  const table = element(`table.memref${isGrid ? ".heat" : ""}`, {}, ...parts);
  return left > 0 ? [table, element("p.why", {}, `${count(left, "element")} more`)] : [table];
}
