// The lessons in the guide panel: a table of contents, and a step at a time beside the page it is about.
import { element, withCode } from "../../base/dom.js";
import { doneOf } from "./checks.js";
import { controlsIn } from "./controls.js";
import { Pointing } from "./pointing.js";
import { Progress } from "./progress.js";
import { blocks, inline } from "./render.js";
import { changed, stateAt } from "./state.js";
import lessons from "lessons:all";

export class Lessons {
  #root = null;
  #page;
  #moved;
  #finished;
  #progress = new Progress();
  #lesson = null; // null: the table of contents, or nothing
  #step = 0;
  #left = new Map(); // what steps looked like when the reader left them, by number; of this lesson
  #entered = false;
  #done = false; // the task of the step on show, in this visit
  #nodes = {}; // of the step on show: what changes
  #pointing = new Pointing();
  #said;

  /** `page`: get() and set(state, about), where `about` is { name, place } of the step, facts() (both as checks.js has them; no facts,
   *  null, while what is known is about another text or pipeline), subscribe(listener), which is called after each change of
   *  either, enter() and leave(), between which the reader's own text is kept.
   *  `moved(place)` is called when the reader comes to another step, or to none; `done(place)` when the task of one is. */
  constructor({ page, moved = () => {}, done = () => {} }) {
    this.#page = page;
    this.#moved = moved;
    this.#finished = done;
    this.#said = element("p.visually-hidden", { role: "status" });
    page.subscribe(() => this.#look());
  }

  /** Show everything in this empty element from now on. */
  mount(root) {
    this.#root = root;
    root.classList.add("lessons");
    root.dataset.testid = "lesson";
  }

  /** { id, step } of what is on show; null: the table of contents, or nothing. */
  get place() {
    return this.#lesson && { id: this.#lesson.id, step: this.#step };
  }

  /** Show a step of a lesson, from 0, or what the reader came to last; without an id, the table of contents. `isThere`: the page
   *  is at that step already, and stays as it is. False: there is no such lesson or step. */
  open(id, step, { isThere = false } = {}) {
    if (id === undefined) {
      this.#contents();
      return true;
    }
    const lesson = lessons.find((it) => it.id === id);
    const first = step ?? (this.#progress.place?.id === id ? this.#progress.place.step : 0);
    if (!lesson || !Number.isInteger(first) || first < 0 || (step !== undefined && first >= lesson.steps.length)) return false;
    if (lesson !== this.#lesson) this.#left.clear();
    this.#lesson = lesson;
    if (isThere) this.#left.set(first, this.#page.get());
    this.#go(Math.min(first, lesson.steps.length - 1));
    return true;
  }

  /** Put everything away, and give the reader's own text back. */
  close() {
    this.#lesson = null;
    this.#pointing.at([]);
    this.#leavePage();
    this.#root.replaceChildren();
    this.#moved(null);
  }

  // --- Steps

  // Show a step. The reader comes with work done only by "Next" from a finished step, or back to one left before.
  #go(step, withWork = false) {
    this.#step = step;
    this.#done = false;
    if (!this.#entered) {
      this.#entered = true;
      this.#page.enter();
    }
    const left = this.#left.get(step);
    const state = left ?? (withWork ? changed(this.#page.get(), this.#current.page) : stateAt(this.#lesson, step));
    this.#progress.place = this.place;
    this.#draw();
    this.#set(state);
    this.#moved(this.place);
    this.#look();
  }

  // What the page is to be, at the step on show.
  #set(state) {
    const { id, title } = this.#lesson;
    this.#page.set(state, { name: `Lesson ${lessons.indexOf(this.#lesson) + 1}: ${title}`, place: `${id}/${this.#step}` });
  }

  #turn(by) {
    const { steps, id } = this.#lesson;
    const step = this.#current;
    this.#left.set(this.#step, this.#page.get());
    if (by > 0 && !step.task) this.#progress.setDone(id, this.#step);
    const to = this.#step + by;
    if (to < steps.length) this.#go(to, by > 0 && (this.#done || !step.task));
    else this.#leaveLesson();
  }

  // Behind the last step: on to the next lesson, or to the table of contents.
  #leaveLesson() {
    const next = lessons[lessons.indexOf(this.#lesson) + 1];
    if (next) this.open(next.id, 0);
    else this.#contents();
  }

  #leavePage() {
    if (!this.#entered) return;
    this.#entered = false;
    this.#page.leave();
  }

  get #current() {
    return this.#lesson.steps[this.#step];
  }

  // Whether the task is done, now that something changed.
  #look() {
    if (!this.#lesson || this.#done || !this.#current.task) return;
    const facts = this.#page.facts();
    if (!facts) return;
    const { done, of, points, hasErrors, hasGaps } = doneOf(this.#current, this.#page.get(), facts);
    this.#nodes.state.textContent = hasErrors ? "Not yet: the text has an error." : hasGaps ? "Not yet: something is missing in the text."
      : of > 1 ? `${done} of ${of} done.` : "Not yet.";
    this.#nodes.points.hidden = of < 2;
    this.#nodes.points.replaceChildren(...points.map(({ words, isDone }) => element(`li${isDone ? ".met" : ""}`, {},
      element("span.visually-hidden", {}, isDone ? "done: " : "missing: "), ...withCode(words))));
    if (done < of) return;
    this.#done = true;
    this.#progress.setDone(this.#lesson.id, this.#step);
    this.#showDone();
    this.#say(`Done: ${this.#current.title}`);
    this.#finished(this.place);
  }

  #reset() {
    this.#done = false;
    this.#left.delete(this.#step);
    this.#draw();
    this.#set(stateAt(this.#lesson, this.#step));
    this.#say("The step begins again");
  }

  #showSolution() {
    this.#say("The solution is on the page");
    this.#set(changed(this.#page.get(), this.#current.solution));
  }

  #say(text) {
    this.#said.textContent = text;
  }

  // --- Drawing

  #contents() {
    this.#lesson = null;
    this.#leavePage();
    const total = lessons.reduce((sum, { steps }) => sum + steps.length, 0);
    const done = lessons.reduce((sum, lesson) => sum + this.#progress.count(lesson), 0);
    const place = this.#progress.place;
    const resumed = done > 0 && done < total && lessons.find(({ id }) => id === place?.id);
    const heading = element("h3", { tabIndex: -1 }, "For C programmers new to compilers");
    this.#show(
      heading,
      element("p.lead", {}, "A few short steps each, beside the page itself, with something to build at the end. Your own text is kept meanwhile."),
      ...resumed ? [element("p", {}, element("button.primary", { type: "button", onclick: () => this.open(place.id, place.step) }, `Go on: ${resumed.title}`))] : [],
      element("ol.contents", {}, ...lessons.map((lesson) => element("li", {}, this.#entry(lesson)))));
    this.#moved(null);
    heading.focus();
  }

  #entry(lesson) {
    const { id, title, sentence, steps } = lesson;
    const done = this.#progress.count(lesson);
    const isAll = done === steps.length;
    const progress = isAll ? "done" : done ? `${done} of ${steps.length} steps` : `${steps.length} steps`;
    return element(`button.entry${isAll ? ".all" : ""}`, { type: "button", onclick: () => this.open(id) },
      element("span.title", {}, title), element("span.sentence", {}, plain(sentence)), element("span.progress", {}, progress));
  }

  #draw() {
    const { id, title, steps } = this.#lesson;
    const step = this.#current;
    const number = lessons.indexOf(this.#lesson) + 1;
    const heading = element("h3", { tabIndex: -1 }, step.title);
    const isLast = this.#step === steps.length - 1;
    const after = lessons[number];
    const next = element("button.next", { type: "button", onclick: () => this.#turn(1) }, isLast ? (after ? `Next lesson: ${after.title}` : "All lessons") : "Next");
    this.#nodes = { next };
    this.#show(
      element("nav.where", { "aria-label": "Lessons" },
        element("button.quiet", { type: "button", onclick: () => this.open() }, "All lessons"),
        element("span.lesson", {}, `${number}. ${title}`)),
      element("div.steps", { role: "img", "aria-label": `Step ${this.#step + 1} of ${steps.length}` }, ...steps.map((_, i) =>
        element(`span${this.#progress.isDone(id, i) ? ".done" : ""}${i === this.#step ? ".here" : ""}`))),
      heading,
      element("div.prose", {}, ...blocks(step.body)),
      ...step.task ? [this.#drawTask(step)] : [],
      element("div.turn", {},
        element("button", { type: "button", disabled: this.#step === 0, onclick: () => this.#turn(-1) }, "Back"), next));
    next.classList.toggle("primary", !step.task);
    this.#pointing.at(controlsIn([step.body, step.task]));
    Object.assign(this.#root.dataset, { lesson: id, step: this.#step, done: "false" });
    heading.focus();
  }

  #drawTask(step) {
    const before = this.#progress.isDone(this.#lesson.id, this.#step);
    const state = element("p.state");
    const points = element("ul.points", { hidden: true, "aria-label": "What the task asks for" });
    const hints = element("ol.hints", { "aria-live": "polite", hidden: true });
    const more = element("button", { type: "button", onclick: () => {
      const shown = hints.children.length;
      hints.hidden = false;
      hints.append(element("li", {}, ...blocks(step.hints[shown])));
      this.#pointing.also(controlsIn(step.hints[shown]));
      label(shown + 1);
    } });
    const label = (shown) => {
      more.textContent = shown === 0 ? "Hint" : `Hint ${Math.min(shown + 1, step.hints.length)} of ${step.hints.length}`;
      more.hidden = shown === step.hints.length;
      if (more.hidden && document.activeElement === document.body) solve.focus();
    };
    const solve = element("button", { type: "button", onclick: () => this.#showSolution() }, "Show me");
    label(0);
    const root = element("section.task", { "aria-label": "Your turn" },
      element("h4", {}, before ? "Your turn, once more" : "Your turn"), element("p.what", {}, ...inline(step.task)), state, points, hints,
      element("div.help", {}, more, solve, element("button.quiet", { type: "button", onclick: () => this.#reset() }, "Reset step")));
    Object.assign(this.#nodes, { state, points, task: root });
    return root;
  }

  #showDone() {
    const { next, state, task } = this.#nodes;
    task.classList.add("done");
    state.textContent = "Done.";
    this.#nodes.points.hidden = true;
    this.#pointing.at([]);
    next.classList.add("primary");
    this.#root.dataset.done = "true";
    this.#root.querySelector(".steps .here").classList.add("done");
  }

  #show(...nodes) {
    this.#pointing.at([]);
    delete this.#root.dataset.lesson;
    delete this.#root.dataset.step;
    delete this.#root.dataset.done;
    this.#said.textContent = "";
    this.#root.replaceChildren(...nodes, this.#said);
    this.#root.scrollTop = 0;
  }
}

function plain(parts) {
  return parts.map((part) => (typeof part === "string" ? part : part[0] === "term" ? part[2] : Array.isArray(part[1]) ? plain(part[1]) : part[1])).join("");
}
