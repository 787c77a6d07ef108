// The whole way down: when a text has operations that the passes on the ladder do not take to LLVM, one sentence on top of the result says
// how many rungs would, and a press takes them.
import { count, element } from "../base/dom.js";

/** Names of the passes of a pipeline, with what else looks like one. */
const passesOf = (pipeline) => new Set(pipeline.match(/[\w-]+/g) ?? []);

/** Whether the road has passes that the pipeline has not. */
export function leadsFurther(road, pipeline) {
  const present = passesOf(pipeline.replace(/\{[^}]*\}/g, ""));
  return [...passesOf(road.pipeline.replace(/\{[^}]*\}/g, ""))].some((pass) => !present.has(pass));
}

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0]);

export class Road {
  #root;
  #take;

  /** `root`: an element for the sentence; `work`, `controls`: of the page; `ask()` promises the core's road(); `take(pipeline)` puts it on the
   *  ladder. */
  constructor({ root, work, controls, ask, take }) {
    this.#root = root;
    this.#take = take;
    work.on("idle", async (run) => {
      const isWanted = controls.isPipeline && !run.invalid && !run.isLog;
      const road = isWanted ? await ask() : null;
      if (work.isCurrent(run)) this.#show(road, controls.settings.pipeline);
    });
    work.on("waiting", () => this.#show(null));
  }

  #show(road, pipeline) {
    const isFurther = road?.passes > 0 && leadsFurther(road, pipeline);
    this.#root.hidden = !isFurther;
    this.#root.replaceChildren();
    if (!isFurther) return;
    const { left } = road;
    const end = left.length ? `; none of them takes ${listed(left)} further` : "";
    this.#root.append(
      element("span", {}, `From here it is ${count(road.passes, "rung")} to LLVM${end}.`),
      element("button", { type: "button", title: road.pipeline, onclick: () => this.#take(road.pipeline) }, "Take the whole road"));
  }
}
