// The page as lessons see it: its state, what they set, and what the core says of it.
import { newRecord } from "../texts/record.js";

/** `work`, `checking`, `controls()`, `lab`, `dialect()`, `rules()`: of the page; `show(state, record)` shows another state; `shown()` is called
 *  when it is there. */
export function lessonPage({ work, checking, controls, lab, dialect, rules, show, shown }) {
  return {
    get() {
      const { output, pipeline, edition, options: { readUnknown } } = controls().settings;
      const { type = "", ...options } = lab.state ?? {};
      return { text: work.doc.toString(), output, pipeline, edition, rung: work.rung, lab: { open: lab.open, type, options }, dialect: dialect(), rules: rules(), readUnknown };
    },
    set({ lab: { open, type, options }, readUnknown, ...next }, { name, place }) {
      show({ ...next, options: { ...controls().settings.options, readUnknown }, lab: open ? { type, ...options } : undefined }, newRecord("lesson", name, { place }));
      lab.shown.then(shown);
    },
    ready: () => lab.shown,
    facts() {
      const { answer } = checking;
      const run = work.currentRun;
      if (!answer || !run) return null;
      const { ok, diagnostics, edition, dialectName } = answer;
      return { ok, diagnostics, edition, dialect: dialectName, operations: run.operations ?? {}, run: ok && controls().isPipeline ? run : null };
    },
  };
}
