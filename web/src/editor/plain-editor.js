// The text before the editor is there: a text area, which can be read and typed in at once; what problems.js asks of an editor.

/** `edited()` is called after each input. */
export function plainEditor(area, edited) {
  let doc = area.value; // a string is its own identity
  let marked = [];
  const lineStart = (at) => area.value.lastIndexOf("\n", at - 1) + 1;
  area.addEventListener("input", () => {
    doc = area.value;
    edited();
  });
  return {
    get doc() { return doc; },
    set doc(text) { area.value = doc = text; },
    get length() { return doc.length; },
    get head() { return area.selectionEnd; },
    lineNumber: (at) => doc.slice(0, lineStart(at)).split("\n").length,
    lineEnd(at) {
      const end = doc.indexOf("\n", at);
      return end < 0 ? doc.length : end;
    },
    focus: () => area.focus(),
    go(at) {
      area.focus();
      area.setSelectionRange(at, at);
    },
    mark(problems) { marked = problems; },
    places: () => marked.map((problem) => ({ problem, from: problem.from, to: problem.to })),
    change(fixes) {
      for (const { from, to, text } of [...fixes].sort((a, b) => b.from - a.from)) area.setRangeText(text, from, to, "end");
      doc = area.value;
      edited();
    },
  };
}
