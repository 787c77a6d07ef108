// Dragging a row of the list to another place, with pointer, pen or finger.

/** How near the edge of what scrolls (in pixels) the list begins to scroll, and how fast. */
const EDGE = 40;
const SPEED = 10;

/** Begin when a handle is pressed. `list`: the element that all rows are in; `spots()`: [{ y, indent, place }] in pixels from the
 *  top and left of the list; `drop(place)` when it ends at one. */
export function startDrag(event, { list, row, spots, drop }) {
  const handle = event.currentTarget;
  const line = document.createElement("div");
  line.className = "drop-line";
  line.hidden = true;
  list.append(line);
  row.classList.add("dragged");
  let chosen = null;
  let pointerY = event.clientY;
  let frame = 0;

  const place = () => {
    const y = pointerY - list.getBoundingClientRect().top;
    chosen = spots().reduce((best, spot) => (!best || Math.abs(spot.y - y) < Math.abs(best.y - y) ? spot : best), null);
    line.hidden = !chosen;
    if (!chosen) return;
    line.style.top = `${chosen.y}px`;
    line.style.left = `${chosen.indent}px`;
  };
  const scroll = () => {
    const box = scroller(list);
    const { top, bottom } = box === document.documentElement ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
    const by = pointerY < top + EDGE ? -SPEED : pointerY > bottom - EDGE ? SPEED : 0;
    if (by) {
      box.scrollTop += by;
      place();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = ({ clientY }) => {
    pointerY = clientY;
    place();
  };
  const end = (isDropped) => {
    cancelAnimationFrame(frame);
    handle.removeEventListener("pointermove", move);
    handle.removeEventListener("pointerup", up);
    handle.removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", key, true);
    line.remove();
    row.classList.remove("dragged");
    if (isDropped && chosen) drop(chosen.place);
  };
  const up = () => end(true);
  const cancel = () => end(false);
  const key = (pressed) => {
    if (pressed.key !== "Escape") return;
    pressed.preventDefault();
    pressed.stopPropagation();
    end(false);
  };
  handle.setPointerCapture(event.pointerId);
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", up);
  handle.addEventListener("pointercancel", cancel);
  addEventListener("keydown", key, true);
  frame = requestAnimationFrame(scroll);
}

function scroller(node) {
  for (let box = node; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}
