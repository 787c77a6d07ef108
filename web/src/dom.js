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

export function byTestId(id) {
  return document.querySelector(`[data-testid="${id}"]`);
}

export function count(n, noun, nouns = `${noun}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? noun : nouns}`;
}
