// What the view "Run" shows: the functions of the text, fields for their arguments, what they print and give back, and memory before and
// after. "Does it mean the same?" runs what each pass made with the same arguments, and says after which the answer is another.
import { count, element } from "../base/dom.js";
import { fieldOf, randomArguments } from "./fields.js";
import { LIMIT_MS, Runner } from "./runner.js";
import { Steps } from "./steps.js";
import { memrefTable, valueText } from "./tables.js";
import { shownValue, typeOf, written } from "./types.js";

/** As much of what is printed as is shown. */
const SHOWN = 100_000;
/** Allocations that were not freed, and are named. */
const LEAKS = 5;

/** A run that takes longer is not done again at each keystroke. */
const QUICK_MS = 50;
/** One that is done again may take so long, and begins when nothing has happened for so long. */
const FOLLOWING_LIMIT_MS = 1000, PAUSE_MS = 60;

/** So many sets of arguments are tried by chance, and with each a program may run so long. */
const RANDOM_SETS = 16, RANDOM_LIMIT_MS = 1000;

export class RunPanel {
  #page;
  #runner = new Runner();
  #functions = []; // those that can be run: { name, inputs, results, from }
  #fields = [];
  #wanted = null; // what a link says: { name, fields }
  #asked = 0; // answers to older questions do not count
  #choice = element("select", { id: "run-function", onchange: () => this.#chosen() });
  #arguments = element("div.arguments");
  #go = element("button.primary", { type: "button", onclick: () => this.#run() }, "Run");
  #stop = element("button", { type: "button", disabled: true, onclick: () => { this.#isEnough = true; this.#runner.stop(); } }, "Stop");
  #same = element("button", { type: "button", onclick: () => this.#compare() }, "Does it mean the same?");
  #checks = element("input", { type: "checkbox", checked: true, onchange: () => this.#clear() });
  #traces = element("input", { type: "checkbox", onchange: () => this.#clear() });
  #steps;
  #smaller = element("button", { type: "button", title: "The smallest text and the fewest passes with the same fault: an error, a cast that is left, or another answer", onclick: () => this.#reduce() }, "Smaller");
  #isEnough = false; // of reducing
  #live = element("input", { type: "checkbox", checked: true, onchange: () => this.#follow() });
  #last = null; // the run on show: of #tried()
  #ticket = 0; // of the newest run
  #later = 0; // a timer
  #seed = 1; // of the next random arguments
  #old = element("p.why", { hidden: true, role: "status" });
  #said = element("div.said", { "aria-live": "polite" });
  #printed = element("pre.printed", { hidden: true, tabIndex: 0, "aria-label": "What it printed" });
  #found = element("div.found");
  #none = element("p.why", { hidden: true });
  #form;

  constructor({ root, core, work, editor, go, announce, pipeline }) {
    this.#page = { core, work, editor, go, announce, pipeline };
    this.#form = element("form.run-form", { onsubmit: (event) => { event.preventDefault(); this.#run(); } },
      element("label", { htmlFor: "run-function" }, "Function "), this.#choice, this.#arguments,
      element("div.run-buttons", {}, this.#go, this.#stop, this.#same, this.#smaller,
        element("label", { title: "Accesses are checked before they are made: the text goes down its own road. Without, it goes down the pipeline on show." }, this.#checks, " checks"),
        element("label", { title: "Each value is written beside the line that computes it, and the run can be gone through step by step." }, this.#traces, " values"),
        element("label", { title: "A function whose run was quick is run again when the text or an argument changes." }, this.#live, " at each keystroke")));
    root.classList.add("run");
    this.#steps = new Steps({
      editor, goTo: go,
      typeAt: async (offset) => /: (.*)$/.exec((await core.askText("hover", { offset }))?.title ?? "")?.[1],
      memory: (what, until, parts) => this.#runner.memory(what, until, parts),
    });
    root.replaceChildren(this.#none, this.#form, this.#old, this.#said, this.#steps.root, this.#printed, this.#found);
    const isSeen = () => root.isConnected && !root.closest("[hidden]");
    work.on("drawn", ({ ok }) => { if (isSeen() && (ok || !this.#last)) this.opened(); }).on("ran", (run) => { if (isSeen()) this.#followed(run); })
      .on("waiting", () => { if (this.#last) this.#outdate("This is of before."); });
  }

  /** The functions are those of the text as it is now. */
  async opened() {
    const asked = ++this.#asked;
    this.#runner.ready().catch(({ message }) => this.#fault({ message, offset: null }));
    const list = await this.#page.core.askText("functions");
    if (!list || asked !== this.#asked) return;
    const known = list.map((given) => ({ ...given, inputs: given.inputs.map(typeOf), results: given.results.map(typeOf), types: given.inputs }));
    const usable = known.filter(({ inputs }) => inputs.every(Boolean));
    const before = this.#choice.value;
    const isSame = JSON.stringify(usable.map(({ name, types }) => [name, types])) === JSON.stringify(this.#functions.map(({ name, types }) => [name, types]));
    this.#functions = usable;
    this.#form.hidden = !usable.length;
    this.#none.hidden = usable.length > 0;
    this.#none.textContent = known.length ? `No function here takes what can be given by hand: numbers, vectors and memrefs. ${known.map(({ name, types }) => `@${name} takes ${types.join(", ")}`).slice(0, 3).join("; ")}.` : "The text defines no function.";
    if (isSame) return;
    this.#choice.replaceChildren(...usable.map(({ name, types }) => element("option", { value: name }, `@${name}(${types.join(", ")})`)));
    const wanted = this.#wanted?.name ?? before;
    this.#choice.value = usable.some(({ name }) => name === wanted) ? wanted : (usable.find(({ name }) => name === "main") ?? usable[0])?.name ?? "";
    this.#chosen(this.#choice.value === before);
  }

  // What there is to run is known before it is.
  async #followed(run) {
    if (!this.#last || !run || (run.doc === this.#last.doc && this.#page.pipeline() === this.#last.pipeline)) return;
    if (!run.invalid) await this.opened();
    this.#follow(run);
  }

  get kept() {
    return this.#functions.length ? { name: this.#choice.value, fields: this.#fields.map(({ kept }) => kept), checks: this.#checks.checked, values: this.#traces.checked, live: this.#live.checked, steps: this.#steps.kept } : undefined;
  }

  restore(kept) {
    if (typeof kept?.name !== "string" || !Array.isArray(kept.fields)) return;
    this.#wanted = kept;
    this.#checks.checked = kept.checks !== false;
    this.#traces.checked = kept.values === true;
    this.#live.checked = kept.live !== false;
    this.#steps.restore(kept.steps);
    this.#functions = [];
    this.opened();
  }

  get #function() {
    return this.#functions.find(({ name }) => name === this.#choice.value);
  }

  // `isSame`: it was chosen before, and has other arguments now.
  #chosen(isSame = false) {
    const chosen = this.#function, before = isSame ? this.#fields.map(({ type, kept }) => [type, kept]) : [];
    if (!isSame) this.#clear();
    if (!chosen) return;
    this.#fields = chosen.inputs.map((type, i) => fieldOf(type, i, () => this.#follow()));
    this.#fields.forEach((field, i) => { if (before[i]?.[0].text === field.type.text) field.kept = before[i][1]; });
    if (this.#wanted?.name === chosen.name) this.#wanted.fields.slice(0, this.#fields.length).forEach((kept, i) => { this.#fields[i].kept = kept; });
    this.#wanted = null;
    this.#arguments.replaceChildren(...this.#fields.map(({ nodes }, i) => element("div.argument", {}, element("span.type", {}, chosen.types[i]), ...nodes)));
  }

  #clear() {
    clearTimeout(this.#later);
    this.#last = null;
    this.#old.hidden = true;
    this.#steps.hide();
    this.#said.replaceChildren();
    this.#printed.hidden = true;
    this.#printed.textContent = "";
    this.#found.replaceChildren();
  }

  #busy(isBusy) {
    this.#go.disabled = this.#same.disabled = this.#smaller.disabled = isBusy;
    this.#stop.disabled = !isBusy;
  }

  // The arguments as the reader gave them; null: one of them is none, which is said.
  #inputs() {
    try {
      return this.#fields.map(({ value }) => value);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#fault({ message: error.message, offset: null });
      return null;
    }
  }

  // Do what takes a while, one thing at a time; what goes wrong is said.
  async #working(act) {
    if (this.#go.disabled) return;
    this.#ticket++; // what runs by itself is void
    this.#clear();
    this.#isEnough = false;
    this.#busy(true);
    try {
      await act();
    } catch (error) {
      this.#fault({ message: error.message, offset: null });
    } finally {
      this.#busy(false);
    }
  }

  #run() {
    return this.#working(async () => {
      const chosen = this.#function, inputs = chosen && this.#inputs();
      if (!inputs) return;
      this.#show(chosen, await this.#tried(chosen, inputs, (text) => this.#print(text), LIMIT_MS));
    }).then(() => this.#followed(this.#page.work.currentRun));
  }

  // Run a function of the text as it is now. { made, what, outcome, doc, ms }: without `what` it cannot be run, `ms`: with all that led to it.
  async #tried(chosen, inputs, print, limit) {
    const begin = performance.now(), ticket = ++this.#ticket, { doc } = this.#page.work, pipeline = this.#page.pipeline();
    const made = await this.#page.core.askRun("program", { checks: this.#checks.checked, trace: this.#traces.checked }) ?? { bytes: null, diagnostics: [] };
    const what = made.bytes && { bytes: made.bytes, name: chosen.name, inputs, results: chosen.results, watch: this.#checks.checked };
    const outcome = what && ticket === this.#ticket ? await this.#runner.run(what, print, limit) : null;
    return { made, what, outcome, doc, pipeline, ms: performance.now() - begin, isLast: ticket === this.#ticket };
  }

  // Run it again, if that is what the reader wants and it was quick: the text or an argument has changed. What is shown stays until then.
  #follow(run = this.#page.work.currentRun) {
    clearTimeout(this.#later);
    if (!this.#last || !run || this.#go.disabled) return;
    if (run.invalid) this.#outdate("The text has errors: this is of the text before.");
    else if (!this.#live.checked) this.#outdate("This is of before.");
    else if (this.#last.outcome && (this.#last.outcome.ms > QUICK_MS || this.#last.ms > QUICK_MS * 5)) this.#outdate("This is of before: it took too long to be run at each keystroke.");
    else this.#later = setTimeout(() => this.#again().catch(({ message }) => this.#outdate(message)), PAUSE_MS);
  }

  async #again() {
    const chosen = this.#function;
    if (!chosen || this.#go.disabled) return;
    let inputs, printed = "";
    try {
      inputs = this.#fields.map(({ value }) => value);
    } catch ({ message }) {
      this.#outdate(`This is of before: ${message}.`);
      return;
    }
    const found = await this.#tried(chosen, inputs, (text) => { if (printed.length < SHOWN) printed += text; }, FOLLOWING_LIMIT_MS);
    if (!found.isLast || found.doc !== this.#page.work.doc) return;
    const kept = this.#steps.kept;
    this.#clear();
    this.#steps.restore(kept);
    if (printed) this.#print(printed);
    this.#show(chosen, found, true);
  }

  #outdate(words) {
    this.#old.textContent = words;
    this.#old.hidden = false;
    this.#steps.hide();
  }

  #print(text) {
    this.#printed.hidden = false;
    if (this.#printed.textContent.length < SHOWN) this.#printed.append(text);
  }

  #refused(diagnostics) {
    const error = diagnostics.find(({ severity }) => severity === "error");
    this.#said.replaceChildren(element("p.failed", {}, error ? error.message : "The text has errors, or no road leads from it to the llvm dialect."), ...this.#placeLink(error?.from));
  }

  // A link to the line of a place in the text.
  #placeLink(from) {
    if (typeof from !== "number") return [];
    const { state } = this.#page.editor;
    const { number } = state.doc.lineAt(Math.min(from, state.doc.length));
    return [element("button.place", { type: "button", onclick: () => this.#page.go(from) }, `line ${number}`)];
  }

  // From bytes of UTF-8 to what the editor counts.
  #offsetIn(doc, bytes) {
    return new TextDecoder().decode(new TextEncoder().encode(doc.toString()).subarray(0, bytes)).length;
  }

  #fault({ message, offset, place: said = null, related = [] }, doc = null) {
    let place = [];
    if (said && doc && said.line <= doc.lines) {
      place = this.#placeLink(doc.line(said.line).from + Math.min(said.column - 1, doc.line(said.line).length));
    } else if (offset !== null && doc) {
      place = this.#placeLink(this.#offsetIn(doc, offset));
    }
    const others = doc ? related.map((part) => element("p.why", {}, `${part.message} in `, ...this.#placeLink(this.#offsetIn(doc, part.offset)))) : [];
    this.#said.replaceChildren(element("p.failed", {}, message, " ", ...place), ...others);
  }

  #show(chosen, found, isQuiet = false) {
    const { made, what, outcome, doc, ms } = found;
    this.#last = found;
    if (!what) {
      this.#refused(made.diagnostics);
      return;
    }
    if (this.#traces.checked && outcome.trace) this.#steps.show(outcome.trace, doc, { isFault: Boolean(outcome.fault), what });
    if (outcome.fault) {
      this.#fault(outcome.fault, doc);
      if (!isQuiet) this.#page.announce(outcome.fault.message);
      return;
    }
    const nodes = [];
    outcome.results.forEach((found, i) => {
      const type = chosen.results[i];
      if (!type) nodes.push(element("p.why", {}, "It gives back a value that is not shown."));
      else if (type.kind === "memref") nodes.push(...memrefTable("It gives back", found, null));
      else nodes.push(element("p", {}, "It gives back ", element("code", {}, valueText(type, found))));
    });
    let at = 0;
    chosen.inputs.forEach((type, i) => {
      if (type.kind !== "memref") return;
      const before = outcome.before[at], after = outcome.after[at++];
      const isChanged = before.values.some((value, k) => value !== after.values[k]);
      const was = isChanged && before.values.every((value) => value === before.values[0])
        ? [element("p.why", {}, `argument ${i}, before: all ${written(before.values[0])}`)] : memrefTable(`argument ${i}${isChanged ? ", before" : ", unchanged"}`, before, null);
      nodes.push(element("div.memrefs", {}, ...was, ...isChanged ? memrefTable("after", after, before) : []));
    });
    const words = `Ran in ${outcome.ms < 10 ? outcome.ms.toFixed(1) : Math.round(outcome.ms)} ms, ${Math.round(ms)} ms with all that led to it.`;
    const leaks = outcome.leaks.map(({ offset, size }) => element("p.why", {}, `${count(size, "byte")} allocated and not freed: `, ...this.#placeLink(this.#offsetIn(doc, offset))));
    this.#said.replaceChildren(element("p", {}, words), ...leaks.slice(0, LEAKS), ...leaks.length > LEAKS ? [element("p.why", {}, `and ${leaks.length - LEAKS} more`)] : []);
    if (!isQuiet) this.#page.announce(words);
    this.#found.replaceChildren(...nodes);
  }

  // One answer as a text, to be compared.
  async #answer(made, chosen, inputs, limit = LIMIT_MS, watch = false) {
    if (!made.bytes) return { text: null, why: made.diagnostics.find(({ severity }) => severity === "error")?.message ?? "it cannot be run" };
    let printed = "";
    const outcome = await this.#runner.run({ bytes: made.bytes, name: chosen.name, inputs, results: chosen.results, watch }, (text) => { printed += text; }, limit);
    if (outcome.fault) return { text: `${printed}\n${outcome.fault.kind || outcome.fault.message}`, why: outcome.fault.message, isStopped: outcome.fault.kind === "stopped" };
    const plain = (_, value) => (typeof value === "bigint" ? `${value}n` : Number.isNaN(value) ? "nan" : Object.is(value, -0) ? "-0" : value);
    return { text: printed + JSON.stringify([outcome.results.map((found, i) => (chosen.results[i] ? found : null)), outcome.after], plain), why: "" };
  }

  // What is wrong is what the core says; when it has nothing to say, that passes change the answer.
  #reduce() {
    return this.#working(async () => {
      const { core, editor } = this.#page;
      const text = editor.state.doc.toString(), pipeline = this.#page.pipeline();
      const chosen = this.#function, inputs = chosen ? this.#inputs() : null;
      const said = async (given, passes) => (await core.askRun("wrongWith", { text: given, pipeline: passes }))?.answer ?? null;
      const answers = async (given, passes) => {
        const made = passes && inputs && await core.askRun("beforeAndAfter", { text: given, pipeline: passes });
        if (!made) return null;
        const [first, second] = [await this.#answer({ bytes: made[0] }, chosen, inputs), await this.#answer({ bytes: made[1] }, chosen, inputs)];
        return first.text !== second.text && !first.why && !second.isStopped ? "another answer" : null;
      };
      const question = await said(text, pipeline) === null ? answers : said;
      const { reduce } = await import("../../../wasm/reduce.js");
      const found = await reduce({
        text, pipeline, question,
        spell: async (given, generic) => (await core.askRun("spelled", { text: given, generic }))?.text ?? null,
        tell: ({ tried, lines, passes }) => { this.#said.textContent = `${count(tried, "text")} tried: ${count(lines, "line")}, ${count(passes, "pass", "passes")} left`; },
        stopped: () => this.#isEnough,
      });
      this.#said.replaceChildren(element("p", {}, found ? `${found.answer}. The fault needs no more than this${found.isWhole ? "" : ", as far as it went"}:` : "Nothing is wrong with it: no error, no cast that is left, and no other answer."));
      if (found) this.#found.replaceChildren(element("pre.printed", { tabIndex: 0, "aria-label": "The smaller text" }, found.text), ...found.pipeline ? [element("p", {}, element("code", {}, found.pipeline))] : [],
        element("button", { type: "button", onclick: () => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: found.text } }) }, "Put it into the editor"));
    });
  }

  #compare() {
    return this.#working(async () => {
      const chosen = this.#function, inputs = chosen && this.#inputs();
      if (!inputs) return;
      const programs = await this.#page.core.askRun("programs");
      if (!programs) {
        this.#refused([]);
        return;
      }
      const list = element("ol.rungs-run");
      this.#found.replaceChildren(list);
      const { first, wrong } = await this.#compared(programs, chosen, inputs, LIMIT_MS, (made, words, differs) =>
        list.append(element(`li${differs ? ".failed" : ""}`, {}, element("code", {}, made.name || "your text"), ` ${words}`)));
      if (wrong || first?.text == null || this.#isEnough) {
        this.#say(wrong ? `After ${wrong.name} the answer is another.` : this.#isEnough ? "It was stopped." : "The text itself cannot be run.", wrong);
        return;
      }
      await this.#compareRandom(programs, chosen);
    });
  }

  #say(words, isWrong = false, ...more) {
    this.#said.replaceChildren(element(`p${isWrong ? ".failed" : ""}`, {}, words), ...more);
    this.#page.announce(words);
  }

  // What each program answers beside the first. { first: its answer, wrong: the first program that answers otherwise }
  async #compared(programs, chosen, inputs, limit, tell) {
    let first = null, wrong = null;
    for (const made of programs) {
      const answer = await this.#answer(made, chosen, inputs, limit);
      if (answer.isStopped) break;
      if (made.index === 0) first = answer;
      const differs = answer.text !== null && first.text !== null && answer.text !== first.text;
      if (differs) wrong ??= made;
      tell(made, answer.text === null ? answer.why : made.index === 0 ? "the answer to compare with" : differs ? `another answer${answer.why ? `: ${answer.why}` : ""}` : "the same answer", differs);
    }
    return { first, wrong };
  }

  // The same with arguments by chance. Those that the text itself fails with, checks on, say nothing of its passes.
  async #compareRandom(programs, chosen) {
    const same = "Every rung gives the same answer.";
    if (!chosen.inputs.length) {
      this.#say(same);
      return;
    }
    const checked = await this.#page.core.askRun("program", { checks: true, trace: false });
    const now = this.#fields.map(({ kept }) => kept);
    let compared = 0, left = 0;
    for (let i = 0; i < RANDOM_SETS && !this.#isEnough; i++) {
      this.#said.textContent = `${same} Random arguments: ${i} of ${RANDOM_SETS}`;
      const kept = randomArguments(chosen.inputs, now, this.#seed++);
      const inputs = chosen.inputs.map((type, k) => {
        const field = fieldOf(type, k, () => {});
        field.kept = kept[k];
        return field.value;
      });
      const { why, text } = await this.#answer(checked ?? programs[0], chosen, inputs, RANDOM_LIMIT_MS, true);
      if (why || text === null) {
        left++;
        continue;
      }
      const { wrong } = await this.#compared(programs, chosen, inputs, RANDOM_LIMIT_MS, () => {});
      compared++;
      if (!wrong) continue;
      const words = inputs.map((input, k) => `argument ${k}: ${givenWords(input, kept[k])}`).join("; ");
      this.#say(`After ${wrong.name} the answer is another, not for the arguments in the fields, but for these: ${words}.`, true,
        element("button", { type: "button", onclick: () => this.#put(kept) }, "Put them into the fields"));
      return;
    }
    this.#say(`${same} So it does for ${count(compared, "set")} of random arguments${left ? `; ${count(left, "other")} would be a fault in the text itself` : ""}.`);
  }

  #put(kept) {
    this.#fields.forEach((field, i) => { field.kept = kept[i]; });
    this.#clear();
    this.#go.focus();
  }
}

// An argument in words.
function givenWords({ type, value, values, sizes }, kept) {
  if (type.kind === "memref") return `${sizes.join(" × ") || "one element"}, random with seed ${kept.seed}`;
  return type.kind === "vector" ? `[${values.map((one) => written(shownValue(type.element, one))).join(", ")}]` : written(shownValue(type, value));
}
