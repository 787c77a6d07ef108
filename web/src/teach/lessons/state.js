// What the page shows at a step: what the steps up to it set, one after the other.
import { rungOf } from "./checks.js";

/** What a lesson starts from. */
export const EMPTY = {
  text: "", output: "custom", pipeline: "builtin.module()", edition: "", rung: null, lab: { open: false, type: "", options: {} }, dialect: "", rules: "",
  readUnknown: false,
};

/** `state` after a change of some of it, as a step has it: `rung` is the name of a pass, and with another pipeline the last one
 *  is on show. A lab's type and options stay with it while it is closed. */
export function changed(state, { lab, rung, ...rest }) {
  const next = { ...state, ...rest, lab: { ...state.lab, ...lab } };
  if (rung !== undefined) next.rung = rungOf(next.pipeline, rung);
  else if (rest.pipeline !== undefined || rest.output !== undefined) next.rung = null;
  return next;
}

/** What a step begins with when the reader comes to it from elsewhere: all tasks before it are done. */
export function stateAt(lesson, step) {
  return lesson.steps.slice(0, step + 1).reduce(
    (state, { page, solution }, i) => changed(changed(state, page), i < step ? solution : {}), EMPTY);
}
