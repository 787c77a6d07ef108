// Texts of MLIR that stand in a page already, as renderers of Markdown and the like write them, become <rung-editor>s.

const BLOCKS = [
  "pre > code:is(.language-mlir, .lang-mlir, .mlir)", "pre:is(.mlir, .language-mlir, .lang-mlir, .src-mlir, [lang=mlir], [data-language=mlir], [data-lang=mlir])",
  ":is(.highlight-mlir, .highlight-source-mlir, .language-mlir) pre",
].join(", ");
const NOT_THE_TEXT = "button, .linenos, .lineno, .gutter, .line-numbers-rows";

/** Make what is below `root` live; gives the elements. `options`: attributes for each, { show: "text,ladder", readonly: true }. */
export function liven(root = document, options = {}) {
  const blocks = new Set([...root.querySelectorAll(BLOCKS)].map((node) => node.closest("pre")));
  return [...blocks].filter((pre) => !pre.closest(`rung-editor, ${NOT_THE_TEXT}`)).map((pre) => {
    const editor = document.createElement("rung-editor");
    for (const [name, value] of Object.entries(options)) if (value !== false && value !== null && value !== undefined) editor.setAttribute(name, value === true ? "" : value);
    pre.replaceWith(editor);
    editor.append(pre);
    editor.text = textOf(pre);
    return editor;
  });
}

/** The text that an element holds: of a script or a <pre> in it, else its own; null: none. */
export function contentText(element) {
  const text = textOf(element.querySelector("script[type='text/plain'], pre") ?? element);
  return text.trim() === "" ? null : text;
}

// Without the indentation of the page around it, and what stands in it beside the text.
function textOf(node) {
  const copy = node.cloneNode(true);
  for (const other of copy.querySelectorAll(NOT_THE_TEXT)) other.remove();
  const lines = copy.textContent.replace(/^[ \t]*\r?\n/, "").trimEnd().split(/\r?\n/);
  const depth = Math.min(...lines.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)[0].length));
  return lines.map((line) => line.slice(depth === Infinity ? 0 : depth)).join("\n");
}
