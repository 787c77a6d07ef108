// Building elements: text is always a text node, so nothing in it is taken for HTML.

/** element("button.name", { type: "button", onclick }, ...children) */
export function element(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElement(tag);
  node.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  // One message of the reference ends a word with a NUL, which shows as a box.
  node.append(...children.map((child) => (typeof child === "string" ? child.replaceAll("\0", "") : child)));
  return node;
}

/** Of a title with code between backticks: what is read aloud. */
export function spoken(title) {
  return title.replaceAll("`", "");
}

/** Of the same: its nodes. */
export function withCode(title) {
  return title.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

/** As much of a text as fits a line or two. */
export function clipped(text, most) {
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

/** Do something once what was changed until now has been drawn; soon in any case, as nothing is drawn in a hidden tab. */
export function afterPaint(act) {
  let isDone = false;
  const once = () => {
    if (!isDone) act();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 100);
}

const RESULT_WITHIN_MS = 3000;

/** Do something when the page is idle and shows its first result, which nothing is to hold up. `act` returns a promise, whose failure is ignored. */
export function whenIdle(act) {
  const output = byTestId("output");
  const begin = () => (globalThis.requestIdleCallback ?? setTimeout)(() => act().catch(() => {}));
  const shows = () => !output || (output.dataset.state && output.dataset.state !== "empty" && !output.dataset.pending);
  if (shows()) return begin();
  let timer = 0;
  const done = () => {
    observer.disconnect();
    clearTimeout(timer);
    begin();
  };
  const observer = new MutationObserver(() => { if (shows()) done(); });
  observer.observe(output, { attributeFilter: ["data-state", "data-pending"] });
  timer = setTimeout(done, RESULT_WITHIN_MS);   // of an empty text there is none
}

export function byTestId(id) {
  return document.querySelector(`[data-testid="${id}"]`);
}

export function count(n, noun, nouns = `${noun}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? noun : nouns}`;
}
