// A worker whose check says what a test wants it to say: the page depends on these data only.

/** For openPage(): `answer(text)` gives the diagnostics of a text, as a session would. It runs in the worker,
 *  and sees nothing of the test around it. */
export function stubbed(answer) {
  return (page) => page.route("**/worker-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${STUB}stub(${answer});\n${await response.text()}` });
  });
}

const STUB = `function stub(answer) {
  const post = self.postMessage.bind(self);
  let text = "";
  self.addEventListener("message", ({ data }) => {
    if (typeof data.text === "string") text = data.text;
    for (const [from, to, insert] of [...data.edits ?? []].reverse()) text = text.slice(0, from) + insert + text.slice(to);
  });
  const placed = (diagnostic) => {
    const before = text.slice(0, diagnostic.from).split("\\n");
    return { label: diagnostic.severity, notes: [], fixes: [], line: before.length, column: before.at(-1).length + 1, file: "<stdin>", ...diagnostic };
  };
  const summary = (diagnostics) => {
    const kept = diagnostics.filter(({ kind }) => kind === "kept").reduce((sum, { about }) => sum + about, 0);
    const [aside, holes] = ["aside", "hole"].map((wanted) => diagnostics.filter(({ kind }) => kind === wanted).length);
    const words = (n, before, noun, behind) => (n ? [before + n.toLocaleString("en") + noun + (n > 1 ? "s" : "") + behind] : []);
    return [words(kept, "", " unknown operation", ""), words(aside, "text in ", " line", " ignored"), words(holes, "", " omission", "")].flat().join(", ");
  };
  self.postMessage = (message) => {
    const diagnostics = answer(text).map(placed);
    const ok = !diagnostics.some(({ severity }) => severity === "error");
    if (message.kind === "done" && !message.stages) {
      const safeFixes = diagnostics.map(({ fixes }) => fixes.find(({ safe }) => safe)).filter(Boolean);
      post({ ...message, ok, diagnostics, safeFixes, summary: summary(diagnostics) });
    } else if (message.kind === "done") {
      post(ok ? { ...message, ok, invalid: false, text: "module {\\n}\\n", operations: {}, stages: [], diagnostics: [] } : { ...message, ok, invalid: true, stages: [], diagnostics: [] });
    } else {
      post(message);
    }
  };
}
`;

/** Says of each operation of stablehlo that it was kept, of one of tosa that 40 were, sets \`\`\` fences, lines
 *  with a prompt and what stands before "§" aside, calls "..." a hole, and finds slips: arith.add has two repairs,
 *  the first of them safe; func.fnuc, retrun have one that is safe; "%?" has one that is not. */
export function slipsAndKept(text) {
  const found = [];
  const each = (pattern, make) => {
    for (const match of text.matchAll(pattern)) found.push(make(match[0], match.index, match.index + match[0].length));
  };
  each(/(?:stablehlo|tosa)\.\w+/g, (match, from, to) => ({
    severity: "info", label: "unknown", kind: "kept", about: match.startsWith("tosa") ? 40 : 1, from, to, message: `'${match}' passes through unchanged`,
  }));
  each(/^(?:```|\$).*\n?/gm, (match, from, to) => ({ severity: "info", label: "ignored", kind: "aside", about: 1, from, to, message: "this is not MLIR" }));
  each(/^[^§\n]*§/gm, (match, from, to) => ({ severity: "info", label: "ignored", kind: "aside", about: 1, from, to, message: "this is not MLIR" }));
  each(/\.\.\./g, (match, from, to) => ({ severity: "info", label: "left out", kind: "hole", from, to, message: "something was left out here" }));
  const fix = (from, to, instead, safe = true) => ({ from, to, text: instead, title: `write \`${instead}\``, safe });
  each(/arith\.add\b/g, (match, from, to) => ({
    severity: "error", from, to, message: "custom op 'arith.add' is unknown", notes: [{ severity: "note", label: "hint", hint: true, message: "arith.addi adds integers, arith.addf floats", notes: [], fixes: [] }], fixes: [fix(from, to, "arith.addi"), fix(from, to, "arith.addf", false)],
  }));
  each(/func\.fnuc\b/g, (match, from, to) => ({ severity: "error", from, to, message: "custom op 'func.fnuc' is unknown", fixes: [fix(from, to, "func.func")] }));
  each(/retrun\b/g, (match, from, to) => ({ severity: "error", from, to, message: "custom op 'retrun' is unknown", fixes: [fix(from, to, "return")] }));
  each(/%\?/g, (match, from, to) => ({ severity: "warning", from, to, message: "which value?", fixes: [fix(from, to, "%a", false)] }));
  return found;
}
