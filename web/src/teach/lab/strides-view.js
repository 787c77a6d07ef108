// Where each element of a memref is: the formula, the elements as a table, and the memory they are in.
import { element } from "../../base/dom.js";
import { MOST_SHOWN, elementNumber, elementsShown, strip, stridesOf, unknowns, withNumbers, worked } from "./strides.js";
import { svg, uniqueId } from "./svg.js";

const CELL = 30;

/** For the first fact of a memref's explanation, or null. `given`: numbers for what is known at run time ({ "sizes[0]": 3 });
 *  `changed(given)`: the user gave others. */
export function stridesView(fact, given, changed, width = 560) {
  const known = stridesOf(fact);
  if (!known) return null;
  const node = element("div.strides", {});
  const names = unknowns(known);
  const shown = element("div.shown", {});
  let numbers = { ...given };
  let chosen = null;
  const draw = () => {
    const view = withNumbers(known, numbers);
    const { indices, left } = elementsShown(view);
    chosen = indices.find((index) => chosen && String(index) === String(chosen)) ?? indices.at(-1) ?? null;
    const formula = element("p.worked", {});
    const choose = (index) => {
      chosen = index;
      formula.replaceChildren(element("span", {}, `[${index.join(", ")}]`), " ", element("code", {}, worked(view, index)));
    };
    if (chosen) choose(chosen);
    shown.replaceChildren(...(chosen
      ? [formula, element("div.elements", {}, elementsTable(view, indices, choose), stripDrawing(view, width))]
      : [element("p.quiet", {}, "A size is 0: there are no elements.")]));
    if (left > 0) shown.append(element("p.quiet", {}, `${left.toLocaleString("en")} more elements are not shown.`));
  };
  node.append(element("p.formula", {}, element("code", {}, known.index), " is at ", element("code", {}, known.formula)));
  if (names.length) {
    const filled = () => withNumbers(known, numbers);
    const fields = names.map((name) => {
      const least = name.startsWith("sizes") ? "0" : "-64";
      const input = element("input", { type: "number", value: String(at(filled(), name)), min: least, max: "64", step: "1" });
      input.addEventListener("input", () => {
        if (!input.checkValidity() || input.value === "") return;
        numbers = { ...numbers, [name]: Number(input.value) };
        changed(numbers);
        draw();
      });
      return element("label", {}, element("code", {}, name), " ", input);
    });
    node.append(element("fieldset.numbers", {}, element("legend", {}, "Known at run time; for instance"), ...fields));
  }
  node.append(shown);
  draw();
  return node;
}

function at(view, name) {
  const dimension = Number(/\d+/.exec(name)?.[0]);
  return name === "offset" ? view.offset : name.startsWith("sizes") ? view.sizes[dimension] : view.strides[dimension];
}

const partOf = (index) => `e${index.join("_")}`;

// The last dimension from left to right, the one before it from top to bottom.
function elementsTable(view, indices, choose) {
  const columns = view.rank ? Math.min(view.sizes[view.rank - 1], MOST_SHOWN) : 1;
  const rows = [];
  for (let i = 0; i < indices.length; i += columns) rows.push(indices.slice(i, i + columns));
  const hidden = view.rank > 2 ? `, at [${"0, ".repeat(view.rank - 2)}…]` : "";
  const cell = (index, isFirst) => {
    const place = elementNumber(view, index);
    const button = element("button", {
      type: "button", tabIndex: isFirst ? 0 : -1, "aria-label": `[${index.join(", ")}]: element ${place}, ${place * view.bytes} bytes after aligned`,
      onclick: () => choose(index), onfocus: () => choose(index), onpointerenter: () => choose(index),
    }, String(place));
    button.dataset.part = partOf(index);
    return element("td", {}, button);
  };
  const table = element("table.grid", {}, element("caption", {}, `Element numbers${hidden}`), element("tbody", {},
    ...rows.map((row, i) => element("tr", {}, ...row.map((index, j) => cell(index, i === 0 && j === 0))))));
  table.addEventListener("keydown", (event) => move(event, table, columns));
  return table;
}

function move(event, table, columns) {
  const buttons = [...table.querySelectorAll("button")];
  const from = buttons.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
  const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : from + (step ?? NaN);
  if (from < 0 || !buttons[to]) return;
  event.preventDefault();
  buttons[from].tabIndex = -1;
  buttons[to].tabIndex = 0;
  buttons[to].focus();
}

/** Memory, a cell for each element's room: those of the view are filled. */
function stripDrawing(view, width) {
  const { cells, inRow, left, first } = strip(view);
  const offsets = 46;
  const cell = Math.max(18, Math.min(CELL + 8, Math.floor((Math.min(width, 640) - offsets - 4) / inRow)));
  const rows = Math.ceil(cells.length / inRow);
  const [title, desc] = ["title", "desc"].map(uniqueId);
  const height = 40 + rows * CELL + (left ? 22 : 4);
  const across = offsets + inRow * cell + 4;
  const spot = (i) => ({ x: offsets + (i % inRow) * cell, y: 36 + Math.floor(i / inRow) * CELL });
  const start = spot(-first);
  const node = svg("svg.strip-drawing", {
    viewBox: `0 0 ${across} ${height}`, width: across, height, role: "img", "aria-labelledby": title, "aria-describedby": desc,
  },
    svg("title", { id: title }, "Elements in memory"),
    svg("desc", { id: desc }, described(cells)),
    svg("text.caption", { x: start.x, y: 12 }, "aligned"),
    svg("path.arrow", { d: `M${start.x + cell / 2} 17v14m-4 -5l4 5l4 -5` }),
    ...Array.from({ length: rows }, (_, i) => i * inRow).map((at) =>
      svg("text.offset", { x: offsets - 7, y: spot(at).y + CELL / 2 + 4 }, byteOffset((first + at) * view.bytes))),
    ...cells.map(({ indices }, i) => cellNode(spot(i), cell, indices, i)));
  if (left) node.append(svg("text.quiet", { x: offsets, y: height - 6 }, `${left.toLocaleString("en")} of them lie further on`));
  return element("div.drawn", {}, node);
}

function described(cells) {
  const filled = cells.filter(({ indices }) => indices.length);
  return filled.map(({ number, indices }) => `element ${number} is ${indices.map((index) => `[${index.join(", ")}]`).join(" and ")}`).join("; ");
}

const byteOffset = (bytes) => (bytes < 0 ? `−${-bytes}` : `+${bytes}`);

function cellNode({ x, y }, width, indices) {
  const rect = svg("rect.fill", { x, y, width, height: CELL });
  if (!indices.length) return svg("g.cell", {}, rect);
  const text = indices.length > 1 ? `${indices.length}×` : indices[0].join(",");
  const node = svg("g.cell.of-view", { "data-part": indices.map(partOf).join(" ") }, rect);
  if (text.length * 6.7 <= width) node.append(svg("text.small", { x: x + width / 2, y: y + CELL / 2 + 4, "text-anchor": "middle" }, text));
  return node;
}
