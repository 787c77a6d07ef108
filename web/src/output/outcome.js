// Shows the outcome of a run on ladder and result: the text, or the reason why it is missing. `places`: { ladder, result }.
import { count, element } from "../base/dom.js";
import { isInfo } from "../editor/problems.js";

/** Show a run of a valid text; `answer`: the core's, `rung`: how many passes the result is to be after, null: all, `note`: nodes to
 *  stand below it. { index, heading }: after how many passes it is, and in words. */
export function showRun({ ladder, result }, answer, { rung, note }) {
  const { ok, operations, stages, diagnostics } = answer;
  const index = stages.length ? answer.index : 0;
  const why = ok ? [] : whyNodes(diagnostics);
  const isAtFailure = !ok && (!stages.length || rung === null || rung >= stages.length);
  ladder.show({ operations, stages, index, problem: why, isLog: answer.isLog, isLlvm: answer.isLlvm, isTranslated: Boolean(answer.translated) });
  if (answer.translated) {
    if (answer.translated.text === null) result.say("failed", [element("p", {}, "No LLVM IR: something in the module has none."), ...whyNodes(answer.translated.diagnostics)]);
    else result.show(answer.text, note);
    return { index, heading: "LLVM IR" };
  }
  if (isAtFailure) result.say("failed", [element("p", {}, noOutput(answer)), ...why]);
  else result.show(answer.text, note);
  const { name, heading = `After ${name}` } = stages[index - 1] ?? { heading: answer.isLog ? "What is in the log" : "Your text, printed" };
  return { index, heading };
}

/** Say that the text is not valid: it has so many `errors`. `hasResult`: what was shown last is of the same text; `more`: nodes. */
export function showInvalid({ ladder, result }, { errors, hasResult, more = [] }) {
  if (hasResult) ladder.stale();
  else ladder.show({});
  const words = `${hasResult ? "The" : "No output: the"} text ${errors ? `has ${count(errors, "error")}` : "is not valid"}.`;
  result.say("invalid", [element("p", {}, words), ...more], hasResult ? "Showing the last valid result." : "");
}

/** Say that a text of so many characters is run when the reader asks for it. */
export function sayLong(result, length, run) {
  result.say("waiting", [
    element("p", {}, `The text has ${megabytes(length)}. It is checked as you type; passes run when you ask for it.`),
    element("button", { type: "button", onclick: run }, "Run"),
  ]);
}

export const megabytes = (length) => `${(length / 1e6).toFixed(1)} MB`;

function noOutput({ unsaid, stages }) {
  const failed = stages.find((stage) => stage.failed);
  return unsaid ? "No output: the module cannot be printed in this form."
    : failed ? `The pipeline stopped in ${failed.name}.` : "The pipeline did not run.";
}

// Messages of a run, as nodes.
function whyNodes(diagnostics) {
  return diagnostics.filter((problem) => !isInfo(problem)).slice(0, 20)
    .map(({ message, notes }) => element("pre", {}, [message, ...hints(notes)].join("\n")));
}

// What Rung adds to the reference's message about a failure.
function hints(notes) {
  return notes.filter(({ hint }) => hint).map(({ label, message }) => `${label}: ${message}`);
}

/** Why passes did nothing, in their order, from the facts of a run; null: not known. */
export function reasonsOf(facts) {
  return facts?.filter(({ kind }) => kind.startsWith("pass")).map(({ text, children }) =>
    [text?.replace(/^changed nothing(: )?/, ""), ...children.map((child) => child.text)].filter(Boolean)[0] ?? "changed nothing") ?? null;
}
