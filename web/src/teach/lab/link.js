// Boxes, lines of C and arguments that are about the same part of a type light up together, by pointer and by key.
import { isWithin } from "./memory.js";

const partsOf = (node) => node.dataset.part.split(" ");
const touches = (a, b) => partsOf(a).some((part) => partsOf(b).some((other) => isWithin(part, other) || isWithin(other, part)));

/** Let what `root` holds of `data-part` light up; arrow keys go from box to box of a drawing. */
export function link(root) {
  let lit = null;
  const light = (node) => {
    if (node === lit) return;
    lit = node;
    for (const other of root.querySelectorAll("[data-part]")) other.classList.toggle("lit", Boolean(node) && touches(node, other));
  };
  const partAt = ({ target }) => (target instanceof Element ? target.closest("[data-part]") : null);
  const focused = () => root.querySelector("[data-part]:focus-visible");
  root.addEventListener("pointerover", (event) => light(partAt(event) ?? focused()));
  root.addEventListener("pointerleave", () => light(focused()));
  root.addEventListener("focusin", (event) => light(partAt(event)));
  root.addEventListener("focusout", ({ relatedTarget }) => { if (!root.contains(relatedTarget)) light(null); });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const group = event.target instanceof SVGElement ? event.target.closest("svg") : null;
    const boxes = group ? [...group.querySelectorAll("[data-part][tabindex]")] : [];
    const at = boxes.indexOf(event.target);
    const next = event.key === "Home" ? 0 : event.key === "End" ? boxes.length - 1 : at + (step ?? NaN);
    if (at < 0 || !boxes[next]) return;
    event.preventDefault();
    boxes[at].setAttribute("tabindex", "-1");
    boxes[next].setAttribute("tabindex", "0");
    boxes[next].focus();
  });
}
