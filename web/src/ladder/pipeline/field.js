// The pipeline on the page: its text and what is switched off from the start, the list to build it with once that is opened.
import { addPass, pipelineCore } from "../../core/sync-core.js";
import { stateAfter } from "./model.js";

export class PipelineField {
  #root;
  #ready;
  #changed;
  #asked;
  #settings;
  #rungs;
  #state = { text: "", off: [] }; // until there is a builder
  #builder = null;
  #loading = null;

  /** `root`: where the list goes; `ready`: a promise that sync-core.js can be asked; `changed()` after each change by the user;
   *  `asked(settings)`, `settings()`, `rungs`: see PipelineBuilder. */
  constructor({ root, ready, changed, asked, settings, rungs }) {
    this.#root = root;
    this.#ready = ready;
    this.#changed = changed;
    this.#asked = asked;
    this.#settings = settings;
    this.#rungs = rungs;
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

  /** Show the list; with `focus`, which goes to where passes are added. */
  async open({ focus = false } = {}) {
    const builder = await this.#load();
    if (focus) builder.focus();
  }

  /** A pass is to be chosen that goes behind a rung. */
  async addAfter(index) {
    (await this.#load()).addAfter(index);
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
      this.#builder = new PipelineBuilder({ root: this.#root, ask: pipelineCore, changed: this.#changed, asked: this.#asked, presets: false, rungs: this.#rungs });
      this.#builder.settings = this.#settings;
      this.#builder.state = this.#state;
      return this.#builder;
    });
  }
}
