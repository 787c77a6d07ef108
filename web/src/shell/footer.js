// The line at the foot of the page, which sums up text and pipeline.
import { time, verdict } from "../core/checking.js";
import { CAST } from "../base/dialects.js";
import { count, element } from "../base/dom.js";

/** Whether a run left something over whose reason is in its trace. */
export function isUnfinished({ ok, stages, isLog }) {
  const last = stages.at(-1)?.operations ?? {};
  return ok && !isLog && (last[CAST] > 0 || Object.keys(last).some((name) => name.startsWith("llvm.")));
}

/** What is left unconverted, from the facts of a run. */
export function leftOf(facts) {
  return facts.filter(({ kind }) => kind === "left").flatMap(({ children }) => children);
}

/** The same in words, with the casts that a run left; "": nothing is left. `run` may be null. */
export function leftWords(run, left) {
  const casts = run?.ok && !run.isLog ? run.stages.at(-1)?.operations[CAST] ?? 0 : 0;
  if (casts) return `${count(casts, "cast")} ${casts === 1 ? "is" : "are"} left`;
  return left.length ? `${left.map(({ from }) => from).slice(0, 3).join(", ")} not converted` : "";
}

/** The pass that would convert what is left, "" if none is known. */
export function helpOf(left) {
  return left.find(({ pass }) => pass)?.pass ?? "";
}

export class Footer {
  #line;
  #explain;
  #add;

  /** `explain()` opens Explain, `add(pass)` adds a pass to the pipeline. */
  constructor({ line, explain, add }) {
    this.#line = line;
    this.#explain = explain;
    this.#add = add;
  }

  /** Of a text that the core gave `answer` about. `run`: what passes made of it, or null; `left`: as leftOf() has it. */
  show(answer, { run, left, refusesUnknown }) {
    const said = [answer.dumps ? `a log of ${count(answer.dumps, "dump")}` : "", answer.parts?.length > 1 ? count(answer.parts.length, "part") : "", answer.summary, `checked in ${time(answer.ms)}`];
    if (refusesUnknown) said.unshift("unknown dialects refused");
    const parts = said.filter(Boolean).join(" · ");
    if (!answer.ok) {
      this.say("error", `${verdict(answer)} · ${parts}`);
      return;
    }
    if (run && !run.ok) {
      this.say("left", `Valid, but ${run.unsaid ? "it cannot be printed so" : "the pipeline failed"} · ${parts}`);
      return;
    }
    const words = leftWords(run, left);
    if (!words) {
      this.say("ok", `Valid · ${parts}`);
      return;
    }
    const help = helpOf(left);
    this.say("left", `Valid, but not finished: ${words} · ${parts}`, [
      element("button.link", { type: "button", onclick: this.#explain }, "Why?"),
      ...help ? [element("button.link", { type: "button", onclick: () => this.#add(help) }, `Add ${help}`)] : [],
    ]);
  }

  /** `kind`: "ok", "left" or "error". */
  say(kind, text, extra = []) {
    this.#line.dataset.state = kind;
    this.#line.replaceChildren(text, ...extra.flatMap((node) => [" ", node]));
  }
}
