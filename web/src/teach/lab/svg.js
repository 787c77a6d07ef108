// Elements of SVG, without styles of their own: classes and attributes only.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** svg("rect.box", { x: 1 }, ...children) */
export function svg(selector, attributes = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElementNS(NAMESPACE, tag);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

let last = 0;

/** An id no other element of the page has. */
export function uniqueId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}

// What a copy needs to look the same where the page's style sheet is not.
const COPIED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline",
];

const DROPPED = ["class", "tabindex", "role", "style", "data-part", "aria-label", "aria-labelledby", "aria-describedby"];

/** The text of an SVG file with what `drawing`, which is on the page, shows: every colour in it, nothing to run, nothing to load. */
export function standalone(drawing) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of DROPPED) node.removeAttribute(name);
    if (["title", "desc", "defs", "pattern"].includes(node.localName)) return;
    for (const name of COPIED) {
      const value = style.getPropertyValue(name);
      const applies = node.localName !== "g" && (isText(node) || !/^(font|text|dominant)/.test(name));
      if (value && applies) node.setAttribute(name, value.replaceAll('"', "'"));
    }
  });
  copy.setAttribute("xmlns", NAMESPACE);
  const { width, height } = drawing.viewBox.baseVal;
  const background = getComputedStyle(drawing).getPropertyValue("--lab-paper").trim() || "#ffffff";
  copy.querySelector("title")?.after(svg("rect", { width, height, fill: resolved(drawing, background) }));
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

const isText = ({ localName }) => localName === "text" || localName === "tspan";

// A colour as the page has it now: light-dark() and variables are not for other programs.
function resolved(near, colour) {
  const probe = svg("rect", { fill: colour });
  near.append(probe);
  const { fill } = getComputedStyle(probe);
  probe.remove();
  return fill;
}
