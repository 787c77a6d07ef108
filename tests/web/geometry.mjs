// What is wrong with where things lie on the page, in sentences: run in the page itself, by any browser.

/** Panes lie in the window, beside each other; controls lie in their pane, whole, with nothing over them. */
export const faultsOf = () => {
  const faults = [];
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && node.getClientRects().length > 0;
  const named = (node) => `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""} “${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}”`;
  const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);

  const panes = [...document.querySelectorAll("main > .pane")].filter(isSeen);
  if (!panes.length) faults.push("no pane is seen");
  for (const pane of panes) {
    const box = pane.getBoundingClientRect();
    if (!inside(box, screen)) faults.push(`${named(pane)} sticks out of the window`);
    if (box.width < 200 || box.height < 60) faults.push(`${named(pane)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
    for (const other of panes.slice(panes.indexOf(pane) + 1)) {
      if ([pane, other].some((one) => getComputedStyle(one).position === "fixed")) continue;
      const b = other.getBoundingClientRect();
      const width = Math.min(box.right, b.right) - Math.max(box.left, b.left);
      const height = Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top);
      if (width > 1 && height > 1) faults.push(`${named(pane)} and ${named(other)} lie over each other`);
    }
  }
  // What is shown of a text is in view.
  for (const text of [...document.querySelectorAll("main .cm-editor")].filter(isSeen)) {
    const pane = text.closest(".pane").getBoundingClientRect();
    const line = [...text.querySelectorAll(".cm-line")].filter(isSeen)[0]?.getBoundingClientRect();
    if (line && (line.top < pane.top - 1 || line.top > pane.bottom)) faults.push("a text is drawn outside of its pane");
  }
  const covers = document.querySelector("dialog[open], .share-sheet");
  for (const control of [...(covers ?? document).querySelectorAll(covers ? "button, input, select" : "header :is(button, select, h1), .bar :is(button, select, h2, summary, label), #tabs button, footer button")].filter(isSeen)) {
    const box = control.getBoundingClientRect();
    if (control.matches(".visually-hidden") || box.width < 2 || getComputedStyle(control).clipPath !== "none") continue;
    const around = control.closest(".sheet, dialog, .share-sheet") ? screen : (control.closest(".pane, header, #tabs, footer") ?? document.body).getBoundingClientRect();
    if (!inside(box, around)) {
      if (!control.closest("dialog, .share-sheet")) faults.push(`${named(control)} sticks out of its pane`);
      continue;
    }
    if (control.scrollWidth > control.clientWidth + 1 && !control.matches("input")) faults.push(`${named(control)} is cut off: ${control.scrollWidth} in ${control.clientWidth}`);
    const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (over?.closest(".view-pane") && getComputedStyle(over.closest(".view-pane")).position === "fixed") continue; // a sheet, on a phone
    if (over && over !== control && !control.contains(over) && !over.contains(control)) faults.push(`${named(over)} lies over ${named(control)}`);
  }
  return faults;
};
