// The sheet below "Share": the link that was copied, its QR code, and other forms of the same.
import { clipped, element } from "../base/dom.js";
import { svg } from "../teach/lab/svg.js";
import { MOST_BYTES, qrCode } from "./qr.js";
import { embedCode, markdown, slides } from "./share-forms.js";

const QUIET = 4; // light modules around the code
const COPIED_MS = 1500;
/** So much of a form is shown; all of it is copied. */
const SHOWN = 20_000;

export class ShareSheet {
  #button;
  #said = element("p.said", { role: "status" });
  #forms = element("div.forms");
  #code = element("div.code");
  #root;

  /** `button`: the one that it belongs to. */
  constructor(button) {
    this.#button = button;
    const close = element("button.icon", { type: "button", "aria-label": "Close", onclick: () => this.#root.hidePopover() }, "×");
    this.#root = element("div.share-sheet", { popover: "auto", role: "dialog", "aria-label": "Share" }, this.#said, close, this.#forms, this.#code);
    button.setAttribute("aria-haspopup", "dialog");
    button.after(this.#root);
    this.#root.addEventListener("toggle", ({ newState }) => button.setAttribute("aria-expanded", String(newState === "open")));
    addEventListener("focusin", ({ target }) => { if (!this.#root.contains(target) && target !== button) this.#root.hidePopover(); });
  }

  /** `link`: "", if there is none, `said` what became of it; `base`, `state`, `name`, `result`, `rungs`: as share-forms.js has them; `command`: { command, said } for mlir-opt;
   *  `saveBytecode({ result })` saves a file. */
  show({ link, said, command, saveBytecode, ...text }) {
    this.#said.textContent = said;
    const first = link ? [form("Link", link, "", 1)] : [];
    this.#forms.replaceChildren(
      ...first, form("Markdown", markdown({ ...text, link })), form("mlir-opt command", command.command, ["Save the text as input.mlir.", ...command.said].join(" ")),
      form("Embed in a page", embedCode({ ...text, link })), form("Slides", slides(text), "A section for each rung, for slides made of HTML."),
      this.#bytecode(saveBytecode, text.rungs.length > 0));
    this.#code.replaceChildren(...link ? drawn(link) : []);
    this.#root.style.setProperty("--below", `${this.#button.getBoundingClientRect().bottom + 6}px`);
    this.#root.showPopover();
    this.#root.scrollTop = 0;
    const field = this.#forms.querySelector("textarea");
    field.focus();
    field.select();
    field.scrollLeft = 0;
  }

  #bytecode(save, hasResult) {
    const button = (name, result) => element("button", { type: "button", onclick: () => { this.#root.hidePopover(); save({ result }); } }, name);
    return element("div.form", { role: "group", "aria-label": "Bytecode" }, element("strong", {}, "Bytecode"),
      element("div.saves", {}, button("Save the text", false), ...hasResult ? [button("Save the result", true)] : []),
      element("p.hint", {}, "A file of MLIR's bytecode, which mlir-opt reads; dropped here it becomes text again."));
  }
}

function form(name, text, hint = "", rows = 2) {
  const field = element("textarea", { readOnly: true, value: clipped(text, SHOWN), rows, spellcheck: false, "aria-label": name });
  const copy = element("button", { type: "button", "aria-label": `Copy: ${name}`, onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, COPIED_MS);
    } catch {
      field.value = text;
      field.focus();
      field.select();
    }
  } }, "Copy");
  return element("div.form", {}, element("strong", {}, name), copy, field, ...hint ? [element("p.hint", {}, hint)] : []);
}

function drawn(link) {
  const code = qrCode(link);
  if (!code) return [element("p.hint", {}, `The link is too long for a QR code, which holds ${MOST_BYTES.toLocaleString("en")} characters.`)];
  const { rows } = code;
  const size = rows.length + 2 * QUIET;
  const runs = rows.flatMap((row, y) => [...row.map((cell) => (cell ? "1" : "0")).join("").matchAll(/1+/g)].map(({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`));
  const pixels = size * Math.max(2, Math.floor(300 / size));
  return [svg("svg", { viewBox: `0 0 ${size} ${size}`, width: pixels, height: pixels, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    svg("rect.light", { width: size, height: size }), svg("path.dark", { d: runs.join("") }))];
}
