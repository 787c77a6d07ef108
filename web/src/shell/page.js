// The page, once the core has checked the text: the editor in place of the plain one, ladder, result, explanations, links, and
// their connection to the core.
import { EditorView } from "@codemirror/view";
import { Address } from "./address.js";
import { settingsAsked, settingsNow } from "./command-settings.js";
import { CoreFailures } from "./core-failures.js";
import { mlirOptCommand } from "../core/command-line.js";
import { Controls, fillPasses } from "../ladder/controls.js";
import { byTestId, whenIdle } from "../base/dom.js";
import { createEditor, goTo, replaceText, setDark, setWrapping } from "../editor/editor.js";
import { ExampleMenu } from "../teach/example-menu.js";
import { Explain } from "../output/explain.js";
import { Explaining } from "../output/explaining.js";
import { Footer } from "./footer.js";
import { Guide } from "../teach/guide.js";
import { hover } from "../editor/hover.js";
import { initKeys } from "./keys.js";
import { lessonPage } from "./lesson-page.js";
import { LabPane } from "../teach/lab/pane.js";
import { Ladder } from "../ladder/ladder.js";
import { startHighlighting } from "../editor/language.js";
import { startLaunch } from "./launch.js";
import { Learn } from "../teach/learn.js";
import { OwnDialect } from "../editor/own-dialect.js";
import { reasonsOf } from "../output/outcome.js";
import { Panes } from "./panes.js";
import { pastedCommands } from "../editor/pasted.js";
import { PipelineField } from "../ladder/pipeline/field.js";
import { editorOf, problemExtension } from "../editor/problem-marks.js";
import { Reference } from "../editor/reference.js";
import { PartChooser } from "../output/part-chooser.js";
import { Result } from "../output/result.js";
import { Sharing } from "./sharing.js";
import { Showing } from "./showing.js";
import { SourceMapping } from "../output/source-mapping.js";
import { initSplit } from "./split.js";
import { loadSyncCore, pipelineCore } from "../core/sync-core.js";
import { initIncoming } from "../texts/incoming.js";
import { cameBack, identity, toOther } from "../texts/identity.js";
import { asRecord, newRecord } from "../texts/record.js";
import { Texts } from "../texts/texts.js";
import { initTheme } from "./theme.js";
import { Upgrade } from "../editor/upgrade.js";
import { RUN_LENGTH, Workspace } from "../core/workspace.js";

/** If at least this much of a text is replaced, the text before is kept. */
const REPLACED_LENGTH = 200;

const byId = (id) => document.getElementById(id);

export function startPage(shared) {
  const { core, checking, problems, notice, announce } = shared;
  let silent = false; // while the page itself changes the text

  const mapping = new SourceMapping(() => work.origins());
  const explaining = new Explaining({
    core, settings: () => ({ pipeline: controls.isPipeline ? pipeline.text : null, rung: ladder.chosen }),
  });
  const result = new Result({
    root: byTestId("output"), changed: () => mapping.forget(), extensions: [mapping.outputExtension, explaining.resultExtension],
  });
  const ladder = new Ladder({ root: byTestId("ladder"), choose: chooseRung, why: reasons });
  const panes = new Panes({
    main: document.querySelector("main"), tabs: byId("tabs"), wanted: (tab) => { if (tab === "guide" && !guide.open) guide.openIntro(false); },
  });
  const upgrade = new Upgrade({
    root: byId("upgrade"),
    ask: () => core.askText("upgrade"),
    reads: (change) => core.askText("readsWith", { change }),
    notice: (text) => notice.show("success", text),
    announce,
  });
  const [firstRecord, editor] = takeOver();
  const work = new Workspace({
    core, checking, editor,
    settings() {
      const { output, pipeline: passes, options } = controls.settings;
      return { reading: reading(), output, pipeline: passes, locations: options.locations };
    },
  });
  upgrade.attach(editor);
  mapping.attach(editor, result.view);
  const explain = new Explain({
    root: byTestId("explain"), button: byId("explain-button"), opened: () => explaining.soon(), add: addToPipeline, go: (offset) => goTo(editor, offset),
    openType: (type) => lab.pick(type),
  });
  explaining.attach({ work, editor, result, explain });
  const reference = new Reference({
    root: byId("reference"), button: byId("reference-button"), ask: () => core.askText("reference"),
    textAt: (from, to) => editor.state.sliceDoc(from, to), go: (offset) => goTo(editor, offset), announce,
  });
  const guide = new Guide({
    root: byId("guide"), button: byId("intro-button"), panes,
    page: {
      next: () => ladder.go(1), back: () => ladder.go(-1), first: () => chooseRung(0),
      lesson: () => learn.open({ id: "operations", step: 0 }), ownText,
      rung: () => ladder.rung(ladder.chosen), steps: () => ladder.steps, chosen: () => ladder.chosen,
      explain: explainWord,
      isBare: () => controls.preset === "bare-pointers",
      setBare: (bare) => chooseOutput(bare ? "bare-pointers" : "llvm", work.rung),
      has: (words) => editor.state.doc.length < RUN_LENGTH && editor.state.doc.toString().includes(words),
      replace: replaceEverywhere,
    },
  });

  const sharing = new Sharing({
    notice, page: { length: () => editor.state.doc.length, state, result: () => result.text, messages: () => checking.messages, version: () => shared.version ?? "" },
  });
  const lab = new LabPane({
    root: byId("lab-pane"), button: byId("lab-button"), panes, ask: (type, options) => core.askText("lab", { type, options }), picked: () => explaining.typeAtCursor(),
    changed() {
      changed();
      learn.changed();
    },
  });
  const ownDialect = new OwnDialect({ root: byId("own-dialect"), button: byId("dialect-button"), changed: settingsChanged });
  const learn = new Learn({
    guide, button: byId("lessons-button"), panes, notice,
    page: {
      ...lessonPage({ work, checking, controls: () => controls, lab, dialect: () => ownDialect.text, show: showLesson, shown: () => learn.changed() }),
      state: () => ({ ...state(), record: texts.current }), show: ({ record, ...own }) => setState(own, record),
    },
  });

  const pipeline = new PipelineField({
    root: byId("pipeline-row"), ready: startSyncCore(), changed: editPipeline, asked: (asked) => settingsAsked(controls, asked), settings: () => settingsNow(controls, editor.state.doc.toString()),
  });
  const controls = new Controls({ pipeline, result, panes });
  const exampleMenu = new ExampleMenu({ load: loadExamples, waiting: () => result.pending(), show: showExample, failed: sayNotLoaded });
  const partChooser = new PartChooser({ root: byId("parts"), go: (part) => showing.goToPart(part) });
  const footer = new Footer({ line: byId("status"), explain: () => explain.toggle(true), add: (pass) => addToPipeline(pass, "") });

  // The text goes from the plain editor into this one, with the cursor.
  function takeOver() {
    const place = byTestId("editor");
    const area = byId("plain");
    const hadFocus = document.activeElement === area; // nobody else's is taken: Tab indents in the editor
    const { selectionStart: anchor, selectionEnd: head } = area;
    const typed = shared.plain.doc !== shared.state.text;
    const record = shared.opened === "link" ? newRecord("link") : shared.draft ? asRecord(shared.draft.record) : newRecord("first", "scale");
    area.remove();
    delete place.dataset.state;
    const view = createEditor(place, shared.plain.doc, [
      identity(record), problemExtension(problems), upgrade.extension, mapping.editorExtension,
      hover((offset) => core.askText("hover", { offset }), announce), EditorView.updateListener.of(edited),
      EditorView.domEventHandlers(pastedCommands({ notice, isShown: (passes) => passes === pipeline.text && controls.isPipeline, run: runAs })),
    ], typed ? { anchor, head } : undefined);
    checking.attach(editorOf(view));
    if (hadFocus) view.focus();
    return [record, view];
  }

  // Say what the last visit, or the plain editor, could not keep.
  function keepWhatWasLeft() {
    const { draft, opened } = shared;
    if (editor.state.doc.toString() !== shared.state.text) return texts.changed();
    if (opened !== "draft") return undefined;
    if (draft.state.text === null) return texts.open(draft.record.id).then(sayGone, () => sayGone(false));
    return !draft.record || (draft.record.id && !draft.isKept) ? texts.changed() : undefined;
  }

  function sayGone(isThere) {
    if (!isThere) notice.show("error", `The text “${shared.draft.record.name}” is gone: this browser did not keep it.`);
  }

  // --- State

  function state() {
    return { text: editor.state.doc.toString(), ...settings() };
  }

  // All of the state but the text.
  function settings() {
    const { anchor, head } = editor.state.selection.main;
    return {
      ...controls.settings, ...controls.view, rung: work.rung, dialect: ownDialect.text, lesson: learn.place, off: pipeline.state.off,
      explain: explain.open, selection: [anchor, head], lab: lab.state,
    };
  }

  // `isLinked`: all of it came with a link.
  function setSettings(next, isLinked = false) {
    controls.set(next);
    work.rung = next.rung ?? null;
    if (isLinked && next.dialect) ownDialect.offer(next.dialect);
    else ownDialect.text = next.dialect ?? "";
    if (next.explain !== undefined) explain.toggle(next.explain);
    lab.state = next.lab;
    upgrade.forget();
  }

  // `next` has a text or, when it is long, CodeMirror's doc; `record`: which text that is; `isLinked`: it is from a link.
  function setState(next, record, isLinked = false) {
    const left = { doc: editor.state.doc, settings: settings() };
    setSettings(next, isLinked);
    work.hasResult = false;
    silent = true;
    replaceText(editor, next.doc ?? next.text, toOther(record, settings(), left.settings));
    silent = false;
    if (record !== texts.current) {
      texts.switched(record, left);
      guide.replaced();
    }
    const [anchor, head] = next.selection ?? [0, 0];
    const { length } = editor.state.doc;
    if (head || anchor) editor.dispatch({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) }, scrollIntoView: true });
    refresh();
  }

  function reading() {
    const { edition, options } = controls.settings;
    return { readUnknown: options.readUnknown, edition, dialect: ownDialect.text, withPasses: controls.isPipeline };
  }

  // --- Texts and files

  function showText(next, record) {
    learn.abandon();
    setState(next, record);
    leaveAddress();
  }

  const files = once(async () => new (await import("../texts/files.js")).Files({ page: { settings, show: showText }, texts, notice }));
  const transfer = once(async () => new (await import("../texts/transfer.js")).Transfer({ texts }));
  const library = once(async () => new (await import("../texts/library.js")).Library({
    dialog: byId("texts"), texts, announce,
    page: {
      create: ownText,
      copy(record) {
        showText({ ...settings(), doc: editor.state.doc }, record);
        texts.changed();
      },
      files, transfer, saveAsFile,
    },
  }));

  // What is loaded when it is first wanted.
  function once(load) {
    let promise = null;
    return () => promise ??= load().catch(() => {
      promise = null;
      sayNotLoaded();
      return new Promise(() => {}); // it is not opened
    });
  }

  function sayNotLoaded() {
    notice.show("error", "This part of the page could not be loaded. Try again when the page can be reached.");
    work.rerun();
  }

  async function openFiles(items) {
    (await files()).open(items);
  }

  async function saveAsFile() {
    (await files()).save(editor.state.doc, texts.current);
  }

  // The reader's own text begins empty.
  function ownText() {
    guide.close();
    showText({ ...settings(), rung: null, selection: undefined, text: "" }, newRecord("new"));
    if (panes.narrow) panes.show("text");
    editor.focus();
  }

  async function listTexts() {
    (await library()).open();
  }

  function showLesson(next, record) {
    setState(next, record);
    leaveAddress();
  }

  // --- From editor to core

  function edited(update) {
    explaining.edited(update);
    if (update.selectionSet && !update.docChanged) work.moved();
    if (!update.docChanged) return;
    if (silent) return;
    if (!comeBack(update)) changed(update);
    refresh(update.changes);
  }

  // Undo or redo have brought another text, with its settings.
  function comeBack(update) {
    const other = cameBack(update);
    if (!other) return false;
    const left = { doc: update.startState.doc, settings: settings() };
    setSettings(other.settings);
    texts.switched(other.record, left);
    leaveAddress();
    return true;
  }

  // The user changed something; `update`: the text.
  function changed(update = null) {
    if (update && isReplaced(update)) {
      texts.replaced(update.startState.doc);
      guide.replaced();
      work.hasResult = false; // the result on show is of another program
    }
    texts.changed();
    leaveAddress();
  }

  // The text on show is no longer that of the link in the address bar, nor of the example.
  function leaveAddress() {
    failures.forget();
    address.leave();
    exampleMenu.chosen = "";
  }

  // More than half of a text that is not short was deleted at once.
  function isReplaced({ changes, startState: { doc } }) {
    let gone = 0;
    changes.iterChangedRanges((from, to) => { gone += to - from; });
    return gone > REPLACED_LENGTH && gone > doc.length / 2;
  }

  function refresh(changes = null) {
    shared.reading = reading();
    upgrade.pending();
    reference.pending();
    work.refresh(changes);
  }

  // --- Explanations

  async function reasons() {
    return reasonsOf((await work.traced())?.facts);
  }

  // Put the cursor on the first such words of the text, and explain what is there.
  function explainWord(words) {
    const at = editor.state.doc.toString().indexOf(words);
    if (at >= 0) goTo(editor, at + 1);
    explain.toggle(true);
  }

  function replaceEverywhere(words, by) {
    const text = editor.state.doc.toString();
    const changes = [];
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) changes.push({ from: at, to: at + words.length, insert: by });
    editor.dispatch({ changes, userEvent: "input.replace" });
  }

  function addToPipeline(pass, before) {
    announce(pipeline.add(pass, before) ? `${pass} added to the pipeline` : "The pipeline cannot be read");
  }

  // --- Commands

  async function runAs(pasted) {
    notice.clear();
    controls.expectPipeline();
    await pipeline.take(pasted);
    if (panes.narrow) panes.show("ladder");
  }

  // --- Controls

  async function loadExamples() {
    return (await import("../teach/examples.js")).examples;
  }

  function showExample(example) {
    learn.abandon();
    setState(example, newRecord("example", example.label));
    leaveAddress();
    exampleMenu.chosen = example.id;
  }

  // `stays`: the rung to show then; null: the last one.
  function chooseOutput(name, stays = null) {
    controls.choose(name);
    work.rung = null;
    settingsChanged();
    if (stays !== null) chooseRung(stays);
  }

  function chooseRung(index) {
    showing.isLit = index > 0;
    work.rung = index;
    ladder.select(index);
    texts.viewed();
    work.rerun();
    if (panes.narrow && panes.shown === "ladder") panes.show("result");
  }

  function compareChosen() {
    texts.viewed();
    work.settle();
  }

  // A form of an older edition comes after the problems of the line.
  function fixOnLine() {
    if (!problems.fix() && !upgrade.fix()) announce("No fix on this line");
  }

  function editPipeline() {
    controls.pipelineEdited();
    work.rung = null;
    settingsChanged();
  }

  function settingsChanged() {
    const example = exampleMenu.chosen;
    changed();
    exampleMenu.chosen = example;
    refresh();
  }

  function copyOutput() {
    if (work.currentRun?.wholeLength) showing.saveOutput();
    else if (result.text) sharing.copy(result.text, "Output copied.");
    else notice.show("success", "There is no output to copy.");
  }

  function copyCommand() {
    const { output, pipeline: passes } = controls.settings;
    const asked = { ...settingsNow(controls, editor.state.doc.toString()), generic: output === "generic" };
    const { command, said } = mlirOptCommand({ pipeline: output === "pipeline" ? passes : "", settings: asked }, pipelineCore);
    sharing.copy(command, ["Command copied: save the text as input.mlir.", ...said].join(" "));
  }

  function showLinked(linked) {
    learn.abandon();
    setState(linked, newRecord("link"), true);
    exampleMenu.chosen = "";
  }

  // --- Start

  async function startSyncCore() {
    try {
      const { tokenClasses, passes } = await loadSyncCore(shared.module, () => startHighlighting([editor, result.view], tokenClasses));
      startHighlighting([editor, result.view], tokenClasses);
      explain.passes = passes;
      ladder.passes = passes;
      fillPasses(passes);
    } catch { /* the worker, whose core it is too, tells why */ }
  }

  const failures = new CoreFailures({ core, work, checking, editor, result, upgrade, footer, notice, announce, refresh }, byId("status"));
  const showing = new Showing({
    core, work, checking, editor, problems, result, ladder, mapping, explaining, explain, guide, upgrade, reference, learn, ownDialect, controls,
    partChooser, footer, notice, files, textName: () => texts.current.name,
  }, byId("result-heading"));
  Object.assign(shared, { checked: (answer) => work.checked(answer), ran: (answer) => work.ran(answer), failed: (failure) => failures.show(failure), slow: (isSlow) => failures.slow(isSlow) });
  setSettings(shared.state, shared.opened === "link");
  const texts = new Texts({
    notice, record: firstRecord,
    page: {
      doc: () => editor.state.doc, settings, show: showText, saveAsFile, listTexts,
      named: (name) => { byId("text-name").textContent = name; },
    },
  });
  const address = new Address({ page: { state, showLinked, showOwn: setState }, texts, learn, notice });
  keepWhatWasLeft();
  work.rerun();
  if (checking.answer) work.checked(checking.answer);
  initTheme(byId("theme"), (isDark) => setDark([editor, result.view], isDark));
  initSplit(document.querySelector("main"), byId("split"), byId("text-pane"), byId("result-pane"));
  initKeys({
    problems, fix: fixOnLine, share: () => sharing.link(), explain, help: byId("help"), rung: (step) => ladder.go(step),
    panes: [editor, byId("upgrade"), byId("problems"), byId("reference"), byId("ladder-pane"), result.view, byId("lab-pane"), byId("guide")],
  });
  controls.listen({
    async output(name) {
      await exampleMenu.settled; // a chosen example comes first
      chooseOutput(name);
    },
    settings: settingsChanged,
    compare: compareChosen,
    wrap: (wraps) => setWrapping([editor, result.view], wraps),
  });
  exampleMenu.listen();
  byId("texts-button").addEventListener("click", listTexts);
  initIncoming(openFiles);
  byTestId("share").addEventListener("click", () => sharing.link());
  byId("copy-markdown").addEventListener("click", () => sharing.markdown());
  byId("copy-command").addEventListener("click", copyCommand);
  byId("report").addEventListener("click", () => sharing.report());
  byId("copy-output").addEventListener("click", copyOutput);
  addEventListener("pagehide", () => texts.keep());

  // Before this point nothing listened to them.
  for (const control of shared.controls) control.disabled = false;

  if (shared.linkProblem) notice.show("error", shared.linkProblem);
  else if (shared.opened === "link") address.arrived(shared.state);
  if (shared.lastFailure) failures.show(shared.lastFailure);
  startLaunch(openFiles);
  whenIdle(async () => {
    exampleMenu.prepare().catch(() => {});
    const { startOffline } = await import("./offline.js");
    startOffline({ place: document.querySelector("footer"), announce, keep: () => address.keepForReload() });
  });
  if (!shared.opened && !shared.linkProblem) guide.offerIntro();
}
