// The pipeline on the page: its text and what is switched off from the start, the list to build it with once that is opened.
import { addPass, pipelineCore } from "../../core/sync-core.js";
import { stateAfter } from "./model.js";

export class PipelineField {
  #root;
  #ready;
  #changed;
  #asked;
  #settings;
  #state = { text: "", off: [] }; // until there is a builder
  #builder = null;
  #loading = null;

  /** `root`: where the list goes; `ready`: a promise that sync-core.js can be asked; `changed()` after each change by the user;
   *  `asked(settings)`, `settings()`: see PipelineBuilder. */
  constructor({ root, ready, changed, asked, settings }) {
    this.#root = root;
    this.#ready = ready;
    this.#changed = changed;
    this.#asked = asked;
    this.#settings = settings;
  }

  /** { text, off }, as links have it. */
  get state() {
    return this.#builder?.state ?? this.#state;
  }

  set state({ text, off = [] }) {
    this.#state = { text, off };
    if (this.#builder) this.#builder.state = this.#state;
  }

  get text() {
    return this.#builder?.text ?? this.#state.text;
  }

  /** Show the list; with `text` its text too, and the focus there. */
  async open({ text = false } = {}) {
    const builder = await this.#load();
    if (text) builder.showText();
  }

  /** Add a pass where it can run. False: the text cannot be read. */
  add(name, before = "") {
    if (this.#builder) return this.#builder.add(name, before);
    const text = addPass(this.#state.text, name, before);
    if (text === null) return false;
    this.#state = stateAfter(this.#state, text, pipelineCore.readPipeline);
    this.#changed();
    return true;
  }

  /** Make it what was pasted. */
  async take(text) {
    return (await this.#load()).take(text);
  }

  #load() {
    return this.#loading ??= Promise.all([import("./builder.js"), this.#ready]).then(([{ PipelineBuilder }]) => {
      this.#builder = new PipelineBuilder({ root: this.#root, ask: pipelineCore, changed: this.#changed, asked: this.#asked, presets: false });
      this.#builder.settings = this.#settings;
      this.#builder.state = this.#state;
      return this.#builder;
    });
  }
}
