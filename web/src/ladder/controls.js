// The menus and switches of the page: how the text is read, what is done with it, and how the result is shown.
import { byTestId, count, element } from "../base/dom.js";
import { current, printed, titleOf } from "../core/editions.js";
import { pipelines } from "../core/pipelines.js";

const byId = (id) => document.getElementById(id);

/** Chosen, it is a pipeline of the reader's own that has no passes. */
const EMPTY = "empty";

const presetOf = ({ text, off }) => (off.length ? "own" : pipelines.find((one) => one.text === text.trim())?.name ?? "own");

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

export class Controls {
  #output = byTestId("pipeline");
  #edition = byTestId("edition");
  #readUnknown = byId("read-unknown");
  #locations = byId("locations");
  #compare = byId("compare");
  #sides = byId("sides");
  #wrap = byId("wrap");
  #shortTypes = byId("short-types");
  #letters = byId("letters");
  #pipelineButton = byId("pipeline-button");
  #dumps = 0;
  #pipeline;
  #result;
  #panes;

  constructor({ pipeline, result, panes }) {
    this.#pipeline = pipeline;
    this.#result = result;
    this.#panes = panes;
    for (const name of printed) this.#edition.append(name === current ? new Option(`${titleOf(name)} (current)`, "") : new Option(titleOf(name), name));
  }

  /** What is done with the text: { output, pipeline, edition, options }, as in links. */
  get settings() {
    const { value } = this.#output;
    return {
      output: value === "custom" || value === "generic" ? value : "pipeline",
      pipeline: this.#pipeline.text,
      edition: this.#edition.value,
      options: { readUnknown: this.#readUnknown.checked, locations: this.#locations.checked },
    };
  }

  /** How the result is shown, and which passes are switched off, as in links. */
  get kept() {
    return { compare: this.compare, sides: isPressed(this.#sides), off: this.#pipeline.state.off };
  }

  get compare() {
    return this.#compare.querySelector(":checked").value;
  }

  get isPipeline() {
    return this.settings.output === "pipeline";
  }

  /** The name of the pipeline on offer that is chosen, or of what is in its place. */
  get preset() {
    return this.#output.value;
  }

  /** Take settings as links have them, and how they are shown. */
  restore({ output: kind, pipeline = "", off, options = {}, edition = "", compare = "text", sides = false }) {
    this.#pipeline.state = { text: pipeline || pipelines[0].text, off };
    this.#output.value = kind === "pipeline" ? presetOf(this.#pipeline.state) : kind;
    this.#readUnknown.checked = options.readUnknown ?? true;
    this.#locations.checked = options.locations === true;
    this.#edition.value = printed.includes(edition) && edition !== current ? edition : "";
    for (const radio of this.#compare.elements) radio.checked = radio.value === compare;
    if (!this.#compare.querySelector(":checked")) this.#compare.elements[0].checked = true;
    this.#sides.setAttribute("aria-pressed", String(sides === true));
    this.#showCompare();
    this.#showEdition();
    if (off?.length) this.#expand(true); // only there they can be seen
    else this.#showPipeline();
  }

  /** The text is a log of so many dumps, which are shown instead of a pipeline; 0: it is none. */
  set dumps(dumps) {
    if (dumps === this.#dumps) return;
    this.#dumps = dumps;
    byId("log-state").hidden = !dumps;
    byId("log-state").textContent = `Log of passes · ${count(dumps, "dump")}`;
    this.#output.parentElement.hidden = dumps > 0;
    this.#showPipeline();
  }

  readUnknown() {
    this.#readUnknown.checked = true;
  }

  keepLocations() {
    this.#locations.checked = true;
  }

  /** Another pipeline on offer, or "own", "custom" or "generic". */
  choose(name) {
    if (name === EMPTY) this.#pipeline.state = { text: "builtin.module()" };
    this.#output.value = name === EMPTY ? "own" : name;
    const preset = pipelines.find((one) => one.name === name);
    if (preset) this.#pipeline.state = { text: preset.text };
    if (name !== "own" && name !== EMPTY) return this.#showPipeline();
    this.#expand(true);
    return this.#pipeline.open({ focus: true });
  }

  /** A pipeline is about to replace the present one: show it. */
  expectPipeline() {
    if (!this.isPipeline) this.#output.value = "own";
    this.#expand(true);
  }

  /** A pass is to be added below a rung. */
  insertAfter(index) {
    this.#expand(true);
    return this.#pipeline.addAfter(index);
  }

  /** The pipeline was edited. */
  pipelineEdited() {
    this.#output.value = presetOf(this.#pipeline.state);
  }

  /** Call `page` for each choice from now on: { output(name), settings(), compare(), wrap(wraps), shorten(isShort) }; output() shows its choice with choose(). */
  listen(page) {
    this.#output.addEventListener("change", () => page.output(this.#output.value));
    for (const control of [this.#readUnknown, this.#locations]) control.addEventListener("change", page.settings);
    this.#edition.addEventListener("change", () => {
      this.#showEdition();
      page.settings();
    });
    const compare = () => {
      this.#showCompare();
      page.compare();
    };
    this.#compare.addEventListener("change", compare);
    this.#sides.addEventListener("click", () => {
      this.#sides.setAttribute("aria-pressed", String(!isPressed(this.#sides)));
      compare();
    });
    this.#wrap.addEventListener("change", () => page.wrap(this.#wrap.checked));
    this.#shortTypes.addEventListener("change", () => page.shorten(this.#shortTypes.checked));
    this.#letters.addEventListener("change", () => { document.body.dataset.letters = this.#letters.value; });
    this.#pipelineButton.addEventListener("click", () => this.#expand(byId("pipeline-row").hidden));
  }

  #expand(isExpanded) {
    this.#pipelineButton.setAttribute("aria-expanded", String(isExpanded));
    this.#showPipeline();
  }

  #showPipeline() {
    const isPipeline = this.isPipeline && !this.#dumps;
    this.#pipelineButton.hidden = !isPipeline;
    const open = isPipeline && this.#pipelineButton.getAttribute("aria-expanded") === "true";
    this.#pipelineButton.setAttribute("aria-expanded", String(open));
    byId("pipeline-row").hidden = !open;
    byId("ladder").toggleAttribute("data-editing", open);
    if (open) this.#pipeline.open();
  }

  // The edition is chosen in a menu: when it is not the current one, what is shut says so.
  #showEdition() {
    const { value } = this.#edition;
    byId("options-edition").textContent = value ? `: ${titleOf(value)}` : "";
  }

  #showCompare() {
    this.#sides.hidden = this.compare === "text";
    this.#result.showAs(this.compare, isPressed(this.#sides) && !this.#panes.narrow);
  }
}

/** All passes, with their summaries. */
export function fillPasses(passes) {
  byId("passes").replaceChildren(...passes.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, summary }) =>
    element("div", {}, element("dt", {}, element("code", {}, name)), element("dd", {}, summary))));
}
