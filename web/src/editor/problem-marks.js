// Problems and info messages in the editor: marks, tooltips, dimmed lines; what problems.js asks of it.
import { isolateHistory } from "@codemirror/commands";
import { forEachDiagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { keymap } from "@codemirror/view";
import { goTo } from "./editor.js";
import { infoMarks, markInfo } from "./info-marks.js";

export function problemExtension(problems) {
  return [
    infoMarks,
    lintGutter({ markerFilter: (all) => all.filter(({ diagnostic }) => diagnostic.kind !== "aside") }),
    keymap.of([
      { key: "F8", run: () => problems.go(1), preventDefault: true },
      { key: "Shift-F8", run: () => problems.go(-1), preventDefault: true },
    ]),
  ];
}

/** CodeMirror's view as problems.js wants an editor. */
export function editorOf(view) {
  const line = (at) => view.state.doc.lineAt(at);
  return {
    get doc() { return view.state.doc; },
    get length() { return view.state.doc.length; },
    get head() { return view.state.selection.main.head; },
    lineNumber: (at) => line(at).number,
    lineEnd: (at) => line(at).to,
    focus: () => view.focus(),
    go: (at) => goTo(view, at),
    mark(problems, infos) {
      const { state } = view;
      view.dispatch({ effects: [setDiagnostics(state, problems).effects, markInfo(state.doc, infos)].flat() });
    },
    // Marks move with the text.
    places() {
      const places = new Map();
      forEachDiagnostic(view.state, (problem, from, to) => {
        const known = places.get(problem);
        places.set(problem, { problem, from: known ? known.from : from, to });
      });
      return [...places.values()];
    },
    // One step to undo.
    change(fixes) {
      const changes = view.state.changes(fixes.map(({ from, to, text }) => ({ from, to, insert: text })));
      view.dispatch({
        changes,
        selection: fixes.length === 1 ? { anchor: changes.mapPos(fixes[0].to, 1) } : undefined,
        scrollIntoView: true,
        userEvent: "input.fix",
        annotations: isolateHistory.of("full"),
      });
    },
  };
}
