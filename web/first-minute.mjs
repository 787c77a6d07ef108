// What the core's first part must be able to do, by doing it: read, check and print most of what the list of examples shows, lower the
// text that the page opens with, and say why. build.mjs divides the core by this.
import { EXPECTATION, hasParts, isLog } from "./src/core/markers.js";

/** Groups of examples that wait for the rest. */
const LATER = ["Programs to run", "Older releases", "Other dialects", "Tensors", "Unfinished conversions"];
const READING = { allowUnregisteredDialects: true, keepUnknown: true };

/** Functions of the core that the page calls for each key, or on its own thread, which waits for nothing. */
export const CALLED_BY_PAGE = [
  "glue_alloc", "glue_free", "glue_session_new", "glue_session_delete", "glue_version", "glue_result_size", "glue_tables", "glue_tokens",
  "glue_changed_lines", "glue_pass_exists_upstream", "glue_set_options", "glue_session_parts", "glue_diagnostics", "glue_operations",
];

/** `rung`: the core; `first`: the text that the page opens with; `examples`: as the page lists them. */
export function firstMinute(rung, first, examples) {
  const [{ text: pipeline }] = rung.pipelines();
  lower(rung, first, pipeline);
  pagesOwn(rung, first, pipeline);
  for (const { text, output } of examples.filter(({ group }) => !LATER.includes(group))) {
    const session = rung.session({ ...READING, split: hasParts(text), splitLog: isLog(text) });
    if (session.setText(text).diagnostics.some(({ fixes }) => fixes.length)) session.safeFixes();
    if (EXPECTATION.test(text)) session.verifyDiagnostics();
    if (session.parts().length > 1) session.choosePart(0);
    if (session.parts()[0].ok) session.print();
    if (output === "generic") session.print({ generic: true });
    session.operations();
    session.dispose();
  }
}

function lower(rung, text, pipeline) {
  const session = rung.session(READING);
  session.setText(text);
  const { ok, stages } = session.run(pipeline, { stages: "counted" });
  if (!ok) throw new Error("The first text is not lowered");
  for (let i = 0; i < stages.length; i++) {
    session.run(pipeline, { stages: "printed", only: [i, i + 1] });
    session.run(pipeline, { stages: "counted", until: i + 1 });
    session.road();
  }
  session.run(pipeline, { stages: "counted", trace: true });
  session.provenance();
  session.provenance({ result: true });
  for (let offset = 0; offset <= text.length; offset++) session.hover(offset);
  session.dispose();
}

function pagesOwn(rung, text, pipeline) {
  rung.passes();
  rung.tokens(text);
  for (const asked of [pipeline, "builtin.module()", "builtin.module(func.func(cse", "builtin.module(convert-func-to-lvm)", "cse,,", "builtin.module(cse{x=1})"]) rung.readPipeline(asked);
  rung.addPass(pipeline, "cse");
  rung.addPass("builtin.module(convert-complex-to-llvm)", "convert-complex-to-standard", "convert-complex-to-llvm");
  rung.addPass("builtin.module()", "affine-loop-tile");
  rung.passExistsUpstream("cse");
  rung.changedLines(text, `${text}\n`);
}
