// The page: its state, and what passes between editor, core, problems and output.
import { EditorView } from "@codemirror/view";
import { Core } from "./core.js";
import { byTestId, count, element } from "./dom.js";
import { keepDraft, keepNow, readDraft } from "./draft.js";
import { createEditor, goTo, replaceText, setDark } from "./editor.js";
import { examples } from "./examples.js";
import { Explain } from "./explain.js";
import { hover } from "./hover.js";
import { isInformation } from "./informations.js";
import { initKeys } from "./keys.js";
import { startHighlighting } from "./language.js";
import { initMenu } from "./menu.js";
import { Notice } from "./notice.js";
import { Output } from "./output.js";
import { pipelines } from "./pipelines.js";
import { Problems } from "./problems.js";
import { ShareError, decodeState, encodeState } from "./share.js";
import { SourceMapping, innermost } from "./source-mapping.js";
import { initSplit } from "./split.js";
import { addPass, loadSyncCore } from "./sync-core.js";
import { initTheme } from "./theme.js";

/** Texts up to this length are sent at every keystroke; longer ones when typing pauses. */
const AT_ONCE = 400_000;
const PAUSE_MS = 120;
/** Explanations wait this long for the cursor to rest. */
const EXPLAIN_MS = 120;

const byId = (id) => document.getElementById(id);
const controls = {
  examples: byTestId("examples"),
  output: byTestId("pipeline"),
  pipeline: byId("pipeline-text"),
  readUnknown: byId("read-unknown"),
  locations: byId("locations"),
};

const module = compile();
const notice = new Notice(byId("notices"));
const problems = new Problems({ root: byId("problems"), announce });
const mapping = new SourceMapping(origins);
const output = new Output({
  root: byTestId("output"), stages: byId("stages"), extensions: mapping.outputExtension, changed: () => mapping.forget(),
});
const editor = createEditor(byTestId("editor"), "", [problems.extension, mapping.editorExtension, hover((offset) => core.query("hover", { offset })), EditorView.updateListener.of(edited)]);
problems.attach(editor);
mapping.attach(editor, output.view);
const explain = new Explain({
  root: byTestId("explain"), button: byId("explain-button"), opened: explainSoon, add: addToPipeline, go: (offset) => goTo(editor, offset),
});

let textProblems = []; // of the text, in the editor's positions
let reading = {}; // what else the core says of it: { read, safeFixes }
let requestedDoc = null; // the document the problems belong to
let timer = 0;
let explainTimer = 0;
let traced = null; // promise of what a traced run tells about the output on show; null: not asked
let silent = false; // while the page itself changes the text
let loaded = false; // some text, for the first time
let opening = 0; // links, counted
let failureShown = false; // the notice on show is about a text that the core failed on

const core = new Core(module, {
  ready({ version }) {
    byId("version").textContent = `Rung ${version}`;
  },
  checked(answer) {
    if (editor.state.doc !== requestedDoc) return;
    textProblems = answer.diagnostics;
    reading = { read: answer.summary, safeFixes: answer.safeFixes };
    problems.show(textProblems, reading);
    document.body.dataset.checked = answer.ok ? "ok" : "errors";
    status([
      answer.ok ? "Valid" : "Not valid", controls.readUnknown.checked ? answer.summary : "unknown dialects refused",
      `checked in ${time(answer.ms)}`,
    ].filter(Boolean).join(" · "));
  },
  output: showOutput,
  failure: showFailure,
});

// --- State

function outputSettings() {
  const choice = controls.output.value;
  const isPipeline = choice !== "custom" && choice !== "generic";
  return {
    output: isPipeline ? "pipeline" : choice,
    pipeline: controls.pipeline.value,
    options: { readUnknown: controls.readUnknown.checked, locations: controls.locations.checked },
  };
}

function state() {
  return { text: editor.state.doc.toString(), ...outputSettings() };
}

function setState({ text, output: kind, pipeline = "", options = {} }) {
  controls.pipeline.value = pipeline || pipelines[0].text;
  controls.output.value = kind === "pipeline" ? presetOf(controls.pipeline.value) : kind;
  controls.readUnknown.checked = options.readUnknown ?? true;
  controls.locations.checked = options.locations === true;
  silent = true;
  replaceText(editor, text, !loaded);
  silent = false;
  loaded = true;
  output.chooseLast();
  showPipelineField();
  refresh();
}

function presetOf(pipeline) {
  return pipelines.find(({ text }) => text === pipeline.trim())?.name ?? "own";
}

// --- From editor to core

function edited(update) {
  if (update.selectionSet) explainSoon();
  if (!update.docChanged) return;
  output.pending();
  if (silent) return;
  changed();
  clearTimeout(timer);
  if (update.state.doc.length <= AT_ONCE) refresh();
  else timer = setTimeout(refresh, PAUSE_MS);
}

// The user changed something: neither the link in the address bar nor the example says it any more.
function changed() {
  if (failureShown) notice.clear();
  failureShown = false;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  controls.examples.value = "";
  keepDraft(state);
}

function refresh() {
  clearTimeout(timer);
  output.pending();
  requestedDoc = editor.state.doc;
  traced = null;
  mapping.forget();
  explain.pending();
  core.request(requestedDoc, outputSettings());
}

// --- From core to the page

function showOutput(answer) {
  if (editor.state.doc !== requestedDoc) return;
  explainSoon();
  const runProblems = answer.diagnostics;
  if (runProblems.length) problems.show([...textProblems, ...runProblems], reading);
  if (answer.ok) {
    output.show(answer.text, answer.stages, answer.input);
  } else if (answer.invalid) {
    const errors = textProblems.filter(({ severity }) => severity === "error").length;
    output.say("invalid", [
      element("p", {}, errors ? `No output: the text has ${count(errors, "error")}.` : "No output: the text is not valid."),
      element("button", { type: "button", onclick: () => problems.go(1) }, "Go to the next one"),
    ]);
  } else {
    output.say("failed", [
      element("p", {}, "The pipeline did not run to its end."),
      ...runProblems.filter((problem) => !isInformation(problem)).slice(0, 20).map(({ message, notes }) => element("pre", {}, [message, ...hints(notes)].join("\n"))),
    ], answer.stages, answer.input);
  }
}

// What Rung knows about a failure besides the reference's words.
function hints(notes) {
  return notes.filter(({ hint }) => hint).map(({ label, message }) => `${label}: ${message}`);
}

// --- Explanations

// What came from where, for what is on show.
async function origins() {
  traced ??= core.query("trace");
  const asked = traced;
  const trace = await asked;
  if (asked !== traced) return null;
  if (!trace) traced = null;
  return trace && { input: trace.input, shown: trace.origins[output.step] ?? [] };
}

function explainSoon() {
  clearTimeout(explainTimer);
  if (explain.open) explainTimer = setTimeout(explainNow, EXPLAIN_MS);
}

async function explainNow() {
  const { doc, selection } = editor.state;
  const offset = selection.main.head;
  const settings = outputSettings();
  const type = await core.query("type", { offset, options: settings.output === "pipeline" ? { pipeline: settings.pipeline } : {} });
  const source = await origins();
  if (editor.state.doc !== doc || editor.state.selection.main.head !== offset) return;
  const trace = await traced;
  explain.show({ type, facts: trace?.facts ?? null, op: source && innermost(source.input.map((origin) => origin.source).filter(Boolean), offset) });
}

function addToPipeline(pass, before) {
  const text = addPass(controls.pipeline.value, pass, before);
  if (text === null) {
    announce("The pipeline cannot be read");
    return;
  }
  controls.pipeline.value = text;
  editPipeline();
  announce(`${pass} added to the pipeline`);
}

const FAILURES = {
  crashed: "The core crashed on this text and was started anew. Your text is safe; it is checked again when you change it.",
  timeout: "The core took too long on this text and was started anew. Your text is safe; it is checked again when you change it.",
  failed: "The core could not work on this text: ",
  broken: "The core could not be loaded, so nothing is checked. Your text is safe; reload the page to try again. ",
};

function showFailure({ kind, message, pending = false }) {
  const text = FAILURES[kind] + (kind === "failed" || kind === "broken" ? message : "");
  textProblems = [];
  reading = {};
  problems.show([]);
  status("Not checked");
  delete document.body.dataset.checked;
  output.say("failure", [element("p", {}, text)]);
  if (pending) output.pending();
  notice.show("error", text);
  failureShown = kind !== "broken";
}

function status(text) {
  byId("status").textContent = text;
}

function announce(text) {
  byId("announcer").textContent = text;
}

function time(ms) {
  return ms < 1 ? "under 1 ms" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

// --- Controls

function fillControls() {
  for (const { id, label } of examples) controls.examples.append(new Option(label, id));
  const group = controls.output.querySelector("optgroup");
  for (const { name, title } of pipelines) group.append(new Option(title, name));
  group.append(new Option("Your own pipeline", "own"));
}

function fillPasses(passes) {
  byId("passes").replaceChildren(...passes.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, summary }) =>
    element("div", {}, element("dt", {}, element("code", {}, name)), element("dd", {}, summary))));
}

function showPipelineField() {
  byId("pipeline-row").hidden = outputSettings().output !== "pipeline";
}

function loadExample({ target }) {
  const example = examples.find(({ id }) => id === target.value);
  if (!example) return;
  setState(example);
  changed();
  target.value = example.id;
}

function chooseOutput() {
  const preset = pipelines.find(({ name }) => name === controls.output.value);
  if (preset) controls.pipeline.value = preset.text;
  output.chooseLast();
  showPipelineField();
  if (controls.output.value === "own") controls.pipeline.focus();
  settingsChanged();
}

function editPipeline() {
  controls.output.value = presetOf(controls.pipeline.value);
  settingsChanged();
}

function settingsChanged() {
  const example = controls.examples.value;
  changed();
  controls.examples.value = example;
  refresh();
}

async function share() {
  let link;
  try {
    const fragment = await encodeState(state());
    link = new URL(fragment, location.href).href;
    history.replaceState(null, "", fragment);
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    notice.show("error", error.message);
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    notice.show("success", `Link copied: ${size(link.length)}, all of it in the link itself.`);
  } catch {
    const field = element("input", { readOnly: true, value: link, "aria-label": "Link to this text" });
    notice.show("error", "The link is in the address bar; the browser did not let it be copied.", field);
    field.select();
  }
}

function size(characters) {
  return characters < 1000 ? `${characters} characters` : `${(characters / 1000).toFixed(1)} kB`;
}

async function copyOutput() {
  if (!output.text) {
    notice.show("success", "There is no output to copy.");
    return;
  }
  try {
    await navigator.clipboard.writeText(output.text);
    notice.show("success", "Output copied.");
  } catch {
    notice.show("error", "The browser did not let the output be copied.");
  }
}

// Show what the link in the address bar holds, unless another has come meanwhile. False: it holds nothing.
async function openLink() {
  const mine = ++opening;
  try {
    const shared = await decodeState(location.hash);
    if (mine !== opening) return true;
    if (!shared) return false;
    setState(shared);
    controls.examples.value = "";
    notice.clear();
    return true;
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    if (mine === opening) notice.show("error", error.message);
    return false;
  }
}

// Another link in the address bar, or, on the way back through the browser's history, none: then the
// text is again the one that was there before the link.
async function addressChanged({ oldURL }) {
  if (!new URL(oldURL).hash) keepNow(state());
  if (await openLink() || location.hash) return;
  const draft = readDraft();
  if (draft) setState(draft);
  notice.clear();
}

// --- Start

function compile() {
  return WebAssembly.compileStreaming(fetch(WASM_URL));
}

async function startSyncCore() {
  try {
    const { tokenClasses, passes } = await loadSyncCore(module);
    startHighlighting([editor, output.view], tokenClasses);
    explain.passes = passes.map(({ name }) => name);
    fillPasses(passes);
  } catch { /* the worker, whose core it is too, tells why */ }
}

async function start() {
  fillControls();
  startSyncCore();
  initTheme(byId("theme"), (isDark) => setDark([editor, output.view], isDark));
  initSplit(document.querySelector("main"), byId("split"));
  initMenu(document.querySelector(".menu"));
  initKeys({ problems, share, explain, help: byId("help"), panes: [editor, byId("problems"), output.view] });
  controls.examples.addEventListener("change", loadExample);
  controls.output.addEventListener("change", chooseOutput);
  controls.pipeline.addEventListener("input", editPipeline);
  controls.readUnknown.addEventListener("change", settingsChanged);
  controls.locations.addEventListener("change", settingsChanged);
  byTestId("share").addEventListener("click", share);
  byId("copy-output").addEventListener("click", copyOutput);
  addEventListener("hashchange", addressChanged);
  addEventListener("pagehide", () => { if (!location.hash) keepNow(state()); });

  if (!(await openLink())) {
    const draft = readDraft();
    setState(draft ?? examples[0]);
    if (!draft) controls.examples.value = examples[0].id;
  }
  editor.focus();
}

start();
