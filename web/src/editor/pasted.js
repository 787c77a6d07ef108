// A command or RUN line that is pasted among IR is run instead of inserted; a button inserts it after all.
import { detect, runsIn, understand } from "../core/command-line.js";
import { clipped, element, spoken } from "../base/dom.js";
import { MOST_LINES, hasTooManyLines } from "../core/share.js";
import { pipelineCore } from "../core/sync-core.js";

/** Event handlers of the text's editor. `isShown(pipeline)`: that one is on show; `run(pasted)` takes over what was pasted. */
export function pastedCommands({ notice, isShown, run }) {
  const button = (label, onclick) => element("button.offered", { type: "button", onclick }, label);

  // RUN lines of a test that was pasted.
  function offerRuns(pasted) {
    const [first] = runsIn(pasted, pipelineCore);
    if (!first || isShown(first.pipeline)) return;
    const passes = first.pipeline.slice("builtin.module(".length, -1);
    notice.show("offer", `This file has a RUN line: ${passes ? clipped(passes, 80) : "no passes"}.`,
      button("Run it so", () => run(pasted.split("\n").filter((line) => /\b(RUN|DEFINE|REDEFINE):/.test(line)).join("\n"))));
  }

  function paste(event, editor) {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (hasTooManyLines(pasted)) {
      notice.show("error", `What was pasted has more than ${MOST_LINES.toLocaleString("en")} lines. Save it as a file and open that, or drop it here.`);
      event.preventDefault();
      return true;
    }
    if (!detect(pasted, pipelineCore)) {
      if (pasted.includes("RUN:")) setTimeout(() => offerRuns(pasted));
      return false;
    }
    const { error } = understand(pasted, pipelineCore);
    const { from, to } = editor.state.selection.main;
    const insert = () => {
      editor.dispatch({ changes: { from, to: Math.min(to, editor.state.doc.length), insert: pasted }, userEvent: "input.paste" });
      notice.clear();
      editor.focus();
    };
    notice.show("offer", error ? `This looks like a command. ${spoken(error)}` : "This is a command.",
      ...error ? [] : [button("Run it here", () => run(pasted))], button("Insert it as text", insert));
    event.preventDefault();
    return true;
  }

  return { paste };
}
