// The text of a pipeline as a small editor: coloured, completed and marked by what the core reads in it.
import { acceptCompletion, autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { linter } from "@codemirror/lint";
import { EditorState, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { spoken, withCode } from "../../base/dom.js";

const SEVERITIES = { error: "error", warning: "warning", remark: "info", note: "info", info: "hint" };
const mark = (name) => Decoration.mark({ class: name });
const MARKS = { pass: mark("tok-operation"), nest: mark("tok-type"), option: mark("tok-attribute"), value: mark("tok-string") };

/** A view in `parent`; `core` has Rung's passes() and readPipeline(). `changed(text)` after each change by the user, `pasted(text,
 *  all)` for what is pasted, `all`: in the place of everything; true: it was taken care of. */
export function createPipelineText(parent, text, { core, changed, pasted, label, hint }) {
  const reading = StateField.define({
    create: ({ doc }) => core.readPipeline(doc.toString()),
    update: (old, { docChanged, state }) => (docChanged ? core.readPipeline(state.doc.toString()) : old),
    provide: (field) => EditorView.decorations.from(field, colours),
  });
  return new EditorView({
    parent,
    doc: text,
    extensions: [
      reading,
      EditorView.cspNonce.of(document.querySelector("meta[name=style-nonce]").content),
      EditorView.lineWrapping,
      history(),
      bracketMatching({ brackets: "()[]{}" }),
      closeBrackets(),
      linter((view) => view.state.field(reading).diagnostics.map((diagnostic) => problem(diagnostic, view.state.doc.length)), { delay: 150 }),
      autocompletion({ override: [(context) => complete(context, context.state.field(reading), core.passes())], icons: false }),
      keymap.of([{ key: "Tab", run: acceptCompletion }, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "{"] } }]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": hint, tabindex: "0", autocapitalize: "off", spellcheck: "false" }),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some((transaction) => transaction.isUserEvent("set"))) changed(state.doc.toString());
      }),
      EditorView.domEventHandlers({
        paste: (event, { state }) => {
          const given = event.clipboardData?.getData("text/plain") ?? "";
          const { from, to } = state.selection.main;
          if (!pasted(given, to - from >= state.doc.toString().trim().length)) return false;
          event.preventDefault();
          return true;
        },
      }),
    ],
  });
}

/** Show another text, one step to undo, without telling `changed`. */
export function setPipelineText(view, text) {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "set", annotations: isolateHistory.of("full") });
}

function colours({ anchor, elements }) {
  const ranges = [];
  const add = (decoration, range) => { if (range && range.to > range.from) ranges.push(decoration.range(range.from, range.to)); };
  const visit = (element) => {
    add(element.elements ? MARKS.nest : MARKS.pass, element.nameAt);
    for (const { from, name, valueAt } of element.options ?? []) {
      add(MARKS.option, { from, to: from + name.length });
      add(MARKS.value, valueAt);
    }
    for (const inner of element.elements ?? []) visit(inner);
  };
  for (const element of anchor ? [anchor] : elements) visit(element);
  return Decoration.set(ranges, true);
}

function problem({ severity, message, from = 0, to = 0, fixes, notes }, length) {
  return {
    from: Math.min(from, length),
    to: Math.min(to, length),
    severity: SEVERITIES[severity],
    message: [message, ...notes.map((note) => note.message)].join("\n"),
    renderMessage: () => {
      const node = document.createElement("span");
      node.append(...withCode([message, ...notes.map((note) => note.message)].join("\n")));
      return node;
    },
    actions: fixes.map((fix) => ({
      name: spoken(fix.title),
      apply: (view) => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.text }, userEvent: "input.fix" }),
    })),
  };
}

// --- Completion

const inside = (range, at) => range && range.from <= at && at <= range.to;

// The innermost element at an offset, and the name of the nest around it.
function elementAt(elements, at, nest) {
  for (const element of elements) {
    if (element.elements && inside(element.innerAt, at)) return elementAt(element.elements, at, element.name) ?? { nest: element.name };
    if (inside(element, at)) return { element, nest };
  }
  return null;
}

function complete(context, { anchor, elements }, passes) {
  const at = context.pos;
  const found = elementAt(anchor ? [anchor] : elements, at, "builtin.module") ?? { nest: anchor?.name ?? "builtin.module" };
  const { element, nest } = found;
  if (element?.optionsAt && element.optionsAt.from > element.nameAt.to && inside(element.optionsAt, at))
    return completeOption(context, element, passes.find(({ name }) => name === element.name));
  if (element && !inside(element.nameAt, at) && !/[(,]\s*$/.test(context.state.sliceDoc(0, at))) return null;
  const from = element && inside(element.nameAt, at) ? element.nameAt.from : at;
  if (from === at && !context.explicit && !/[(,]\s*$/.test(context.state.sliceDoc(0, at))) return null;
  const to = element && inside(element.nameAt, at) ? element.nameAt.to : at;
  const fits = passes.filter((pass) => !pass.anchor || pass.anchor === nest || nest === "builtin.module");
  return {
    from,
    to,
    options: [
      ...fits.map((pass) => ({
        label: pass.name,
        apply: pass.anchor && pass.anchor !== nest ? `${pass.anchor}(${pass.name})` : pass.name,
        detail: describe(pass),
        info: pass.summary,
        boost: pass.now ? -50 : 0,
      })),
      ...(nest === "builtin.module" ? [{ label: "func.func", detail: "in each function", apply: nestIn }] : []),
    ],
    validFor: /^[\w.-]*$/,
  };
}

function nestIn(view, completion, from, to) {
  view.dispatch({ changes: { from, to, insert: "func.func()" }, selection: { anchor: from + "func.func(".length }, userEvent: "input.complete" });
}

/** The dialects that a pass works on and those that it makes: "scf → cf, arith". */
export function describe({ worksOn, makes }) {
  const on = worksOn.join(", ") || "any dialect";
  return makes.length ? `${on} → ${makes.join(", ")}` : on;
}

function completeOption(context, element, pass) {
  if (!pass) return null;
  const at = context.pos;
  const current = element.options.find((option) => inside(option, at));
  const before = context.state.sliceDoc(element.optionsAt.from, at);
  if (current && before.includes("=", current.from - element.optionsAt.from)) {
    const option = pass.options.find(({ name }) => name === current.name);
    const values = option?.type === "bool" ? ["true", "false"] : option?.choices ?? [];
    const from = current.valueAt?.from ?? at;
    return values.length ? { from, to: current.valueAt?.to ?? at, options: values.map((label) => ({ label, detail: label === option.default ? "default" : "" })), validFor: /^[\w-]*$/ } : null;
  }
  if (!current && !context.explicit && !/(^|[\s{])$/.test(before)) return null;
  const given = new Set(element.options.filter((option) => option !== current).map(({ name }) => name));
  return {
    from: current?.from ?? at,
    options: pass.options.filter(({ name }) => !given.has(name)).map(({ name, summary, default: standard }) => ({
      label: name, apply: `${name}=`, detail: standard && `default ${standard}`, info: summary,
    })),
    validFor: /^[\w-]*$/,
  };
}
