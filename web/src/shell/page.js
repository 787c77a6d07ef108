// The page, once the core has checked the text: its parts are made here, and connected to each other.
import { EditorView, placeholder } from "@codemirror/view";
import { Address } from "./address.js";
import { settingsAsked, settingsNow } from "./command-settings.js";
import { Commands } from "./commands.js";
import { completion } from "../editor/completion.js";
import { CoreFailures } from "./core-failures.js";
import { Controls, fillPasses } from "../ladder/controls.js";
import { byTestId, whenIdle } from "../base/dom.js";
import { createEditor, goTo, setDark, setWrapping } from "../editor/editor.js";
import { ExampleMenu } from "../teach/example-menu.js";
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
import { onDemand } from "../texts/on-demand.js";
import { OpenText } from "./open-text.js";
import { DIALECT, OwnText, RULES } from "../editor/own-text.js";
import { reasonsOf } from "../output/outcome.js";
import { Panes } from "./panes.js";
import { pastedCommands } from "../editor/pasted.js";
import { PipelineField } from "../ladder/pipeline/field.js";
import { editorOf, problemExtension } from "../editor/problem-marks.js";
import { Reference } from "../editor/reference.js";
import { PartChooser } from "../output/part-chooser.js";
import { Result } from "../output/result.js";
import { Road } from "../output/road.js";
import { Sharing } from "./sharing.js";
import { setShortTypes } from "../output/short-types.js";
import { Showing } from "./showing.js";
import { SourceMapping } from "../output/source-mapping.js";
import { initSplit } from "./split.js";
import { completeSyncCore, loadSyncCore } from "../core/sync-core.js";
import { initIncoming } from "../texts/incoming.js";
import { keepLesson } from "../texts/draft.js";
import { identity } from "../texts/identity.js";
import { asRecord, linkedRecord, newRecord } from "../texts/record.js";
import { Texts } from "../texts/texts.js";
import { initTheme } from "./theme.js";
import { Upgrade } from "../editor/upgrade.js";
import { Views } from "./views.js";
import { RUN_LENGTH, Workspace } from "../core/workspace.js";

const once = (act) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};
const byId = (id) => document.getElementById(id);

/** `shared`: what main.js has until now. */
export function startPage(shared) {
  const { core, checking, problems, notice, announce } = shared;

  // --- Text and result

  const mapping = new SourceMapping(() => work.origins());
  const explaining = new Explaining({ core, settings: () => ({ pipeline: controls.isPipeline ? pipeline.text : null, rung: ladder.chosen }) });
  const result = new Result({
    root: byTestId("output"), changed: () => mapping.forget(), extensions: [mapping.outputExtension, explaining.resultExtension],
  });
  const ladder = new Ladder({
    root: byTestId("ladder"), choose: chooseRung, why: async () => reasonsOf((await work.traced())?.facts),
    repair: (pass) => commands.addToPipeline(pass), insert: (index) => (controls.isPipeline ? controls.insertAfter(index) : chooseOutput("empty")),
    translate: chooseTranslation,
  });
  const panes = new Panes({
    main: document.querySelector("main"), tabs: byId("tabs"), wanted: (tab) => { if (tab === "guide" && !guide.open) guide.openIntro(false); },
  });
  const upgrade = new Upgrade({
    root: byId("upgrade"), ask: () => core.askText("upgrade"), reads: (change) => core.askText("readsWith", { change }),
    notice: (text) => notice.show("success", text), announce,
  });
  const [firstRecord, editor, hadFocus] = takeOver();
  const go = (offset) => goTo(editor, offset);
  const work = new Workspace({
    core, checking, editor,
    settings() {
      const { output, pipeline: passes, options } = controls.settings;
      return { reading: reading(), output, pipeline: passes, locations: options.locations };
    },
  });
  upgrade.attach(editor);
  mapping.attach(editor, result.view);

  // --- Panes

  const views = new Views({
    main: document.querySelector("main"), buttons: byId("explain-button"),
    page: { core, work, editor, result, explaining, notice, announce, go, pipeline: () => (controls.isPipeline ? pipeline.text : null), add: (pass, before) => commands.addToPipeline(pass, before), openType: (type) => lab.pick(type) },
  });
  const explain = views.get("explain");
  const openExplain = () => views.toggle("explain", true);
  explaining.attach({ work, editor, result, explain });
  const reference = new Reference({
    root: byId("reference"), button: byId("reference-button"), ask: () => core.askText("reference"),
    textAt: (from, to) => editor.state.sliceDoc(from, to), go, announce,
  });
  const ownDialect = new OwnText({ root: byId("own-dialect"), button: byId("dialect-button"), kind: DIALECT, changed: settingsChanged });
  const ownRules = new OwnText({ root: byId("own-rules"), button: byId("rules-button"), kind: RULES, changed: settingsChanged });
  const guide = new Guide({
    root: byId("guide"), button: byId("intro-button"), panes,
    page: {
      next: () => ladder.go(1), back: () => ladder.go(-1), first: () => chooseRung(0),
      lesson: () => learn.open({ id: "operations", step: 0 }), ownText,
      rung: () => ladder.rung(ladder.chosen), steps: () => ladder.steps, chosen: () => ladder.chosen, isKnown: () => ladder.operations !== null,
      explain: (words) => commands.explain(words),
      isBare: () => controls.preset === "bare-pointers",
      setBare: (bare) => chooseOutput(bare ? "bare-pointers" : "llvm", work.rung),
      has: (words) => editor.state.doc.length < RUN_LENGTH && editor.state.doc.toString().includes(words),
      replace: (words, by) => commands.replaceEverywhere(words, by),
    },
  });
  const lab = new LabPane({
    root: byId("lab-pane"), button: byId("lab-button"), panes, ask: (type, options) => core.askText("lab", { type, options }), picked: () => explaining.typeAtCursor(),
    changed() {
      openText.changed();
      learn.changed();
    },
  });
  const learn = new Learn({
    guide, button: byId("lessons-button"), panes, notice,
    page: {
      ...lessonPage({ work, checking, controls: () => controls, lab, dialect: () => ownDialect.text, rules: () => ownRules.text, show: showLesson, shown: () => learn.changed() }),
      state: () => ({ ...openText.state, record: texts.current }), show: ({ record, ...own }) => openText.show(own, record),
    },
  });
  const pipeline = new PipelineField({
    root: byId("pipeline-row"), ready: startSyncCore(), changed: pipelineEdited, asked: (asked) => settingsAsked(controls, asked), settings: () => settingsNow(controls, editor.state.doc.toString()),
    rungs: ladder,
  });
  const controls = new Controls({ pipeline, result, panes });
  panes.register(
    controls, { stops: [editor] }, upgrade, { stops: [byId("problems")] }, ownDialect, ownRules, reference, views,
    { stops: [byId("ladder-pane"), result.view] }, lab, learn, { stops: [byId("guide")] });

  // --- What is around them

  const exampleMenu = new ExampleMenu({ button: byTestId("examples"), show: (example) => showText(example, newRecord("example", example.label)), failed: sayNotLoaded });
  const partChooser = new PartChooser({ root: byId("parts"), go: (part) => showing.goToPart(part) });
  const footer = new Footer({ line: byId("status"), explain: openExplain, add: (pass) => commands.addToPipeline(pass) });
  const openText = new OpenText({ editor, work, panes, controls, upgrade, texts: () => texts, replaced: () => guide.replaced(), turn: (record, left) => address.turn(record, left), left: leaveAddress });
  const sharing = new Sharing({
    notice, button: byTestId("share"),
    page: {
      length: () => editor.state.doc.length, state: linkState, name: () => texts.nameNow(), result: () => result.text, command: () => commands.command,
      rungs: () => ladder.steps.slice(1).map((index) => ({ index, name: ladder.rung(index).name })), messages: () => checking.messages, version: () => shared.version ?? "",
      saveBytecode: (what) => showing.saveBytecode(what),
    },
  });
  const failures = new CoreFailures({ core, work, checking, editor, result, upgrade, footer, notice, announce }, byId("status"));
  const { files, library } = onDemand({
    texts: () => texts, notice, announce, settings: () => openText.settings, show: showText, create: ownText, saveAsFile, dialog: byId("texts"), failed: sayNotLoaded,
    textOf: (bytes) => core.askText("textOf", { bytes }),
    copy(record) {
      showText({ ...openText.settings, doc: editor.state.doc }, record);
      texts.changed();
    },
  });
  new Road({ root: byId("road"), work, controls, ask: () => core.askRun("road"), take: (passes) => commands.runAs(passes) });
  const showing = new Showing({
    core, work, checking, editor, problems, result, ladder, mapping, explaining, explain, guide, learn, controls,
    partChooser, footer, notice, files, textName: () => texts.current.name,
    openDump: (text) => showText({ ...openText.settings, rung: null, selection: undefined, text }, newRecord("new")),
  }, byId("result-heading"));
  const commands = new Commands({ editor, work, result, controls, pipeline, panes, problems, upgrade, showing, sharing, notice, announce, openExplain });

  // The text goes from the plain editor into this one, with the cursor.
  function takeOver() {
    const place = byTestId("editor");
    const area = byId("plain");
    const hadFocus = document.activeElement === area; // nobody else's is taken: Tab indents in the editor
    const { selectionStart: anchor, selectionEnd: head } = area;
    const typed = shared.plain.doc !== shared.state.text;
    const record = shared.opened === "link" ? linkedRecord(shared.state) : shared.opened === "lesson" ? newRecord("lesson", shared.state.name) : shared.draft ? asRecord(shared.draft.record) : newRecord("first", "scale");
    area.remove();
    delete place.dataset.state;
    const view = createEditor(place, shared.plain.doc, [
      identity(record), placeholder("Paste MLIR, drop a file, or pick an example."), problemExtension(problems), upgrade.extension, mapping.editorExtension,
      hover((offset) => core.askText("hover", { offset }), announce), completion((offset) => core.askText("complete", { offset })), EditorView.updateListener.of(edited),
      EditorView.domEventHandlers(pastedCommands({ notice, isShown: (passes) => passes === pipeline.text && controls.isPipeline, run: (pasted) => commands.runAs(pasted) })),
    ], typed ? { anchor, head } : undefined);
    return [record, view, hadFocus];
  }

  function edited(update) {
    explaining.edited(update);
    openText.edited(update);
  }

  function reading() {
    const { edition, options } = controls.settings;
    return { readUnknown: options.readUnknown, edition, dialect: ownDialect.text, rules: ownRules.text, withPasses: controls.isPipeline };
  }

  // Rules that nothing applies yet are put on the ladder at a press.
  function showRules(answer) {
    ownRules.show(answer);
    byId("apply-rules").hidden = !ownRules.text || answer.rulesDiagnostics?.length > 0 || (controls.isPipeline && /\bapply-rules\b/.test(pipeline.text));
  }

  async function applyRules() {
    const inner = controls.isPipeline ? /^builtin\.module\(([^]*)\)$/.exec(pipeline.text.trim())?.[1] ?? "" : "";
    await commands.runAs(`builtin.module(${["apply-rules", inner].filter(Boolean).join(",")})`);
  }

  function linkState() {
    return { ...openText.state, name: texts.linkName };
  }

  // --- Other texts

  function leaveAddress() {
    failures.forget();
    address.leave();
  }

  function showText(next, record) {
    openText.show(next, record); // first, so that Back leads to the lesson, too
    learn.abandon();
    leaveAddress();
  }

  function showOwn(next, record) {
    learn.abandon();
    openText.show(next, record);
  }

  function showLesson(next, record) {
    openText.show(next, record);
    leaveAddress();
  }

  function showLinked(linked) {
    learn.abandon();
    openText.show(linked, linkedRecord(linked), true);
  }

  // The reader's own text begins empty.
  function ownText() {
    showText({ ...openText.settings, rung: null, selection: undefined, text: "" }, newRecord("new"));
    if (panes.narrow) panes.show("text");
    editor.focus();
  }

  async function openFiles(items) {
    (await files()).open(items);
  }

  async function saveAsFile() {
    (await files()).save(editor.state.doc, texts.current);
  }

  async function listTexts() {
    (await library()).open();
  }

  function sayNotLoaded() {
    notice.show("error", "This part of the page could not be loaded. Try again when the page can be reached.");
    work.rerun();
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

  // --- Settings

  // `stays`: the rung to show then; null: the last one.
  function chooseOutput(name, stays = null) {
    controls.choose(name);
    work.rung = null;
    settingsChanged();
    if (stays !== null) chooseRung(stays);
  }

  function chooseRung(index) {
    showing.isLit = index > 0;
    work.translates = false;
    work.rung = index;
    ladder.select(index);
    texts.viewed();
    work.rerun();
    if (panes.narrow && panes.shown === "ladder") panes.show("result");
  }

  function chooseTranslation() {
    showing.isLit = false;
    work.translates = true;
    work.rung = null;
    texts.viewed();
    work.rerun();
    if (panes.narrow && panes.shown === "ladder") panes.show("result");
  }

  function pipelineEdited() {
    controls.pipelineEdited();
    work.rung = null;
    settingsChanged();
  }

  function settingsChanged() {
    openText.changed();
    work.refresh();
  }

  // --- Start

  async function startSyncCore() {
    try {
      const { tokenClasses, passes } = await loadSyncCore(shared.module, shared.rest, () => startHighlighting([editor, result.view], tokenClasses));
      startHighlighting([editor, result.view], tokenClasses);
      explain.passes = passes;
      ladder.passes = passes;
      fillPasses(passes);
    } catch { /* the worker, whose core it is too, tells why */ }
  }

  work.on("idle", once(completeSyncCore));
  work.on("changed", () => upgrade.pending()).on("checked", ({ edition }) => upgrade.show(edition));
  work.on("changed", () => reference.pending()).on("drawn", () => reference.show());
  work.on("checked", ({ dumps }) => { controls.dumps = dumps; }).on("drawn", (answer) => ownDialect.show(answer)).on("drawn", showRules);
  byId("apply-rules").addEventListener("click", applyRules);
  Object.assign(shared, {
    reading, checked: (answer) => work.checked(answer), ran: (answer) => work.ran(answer),
    failed: (failure) => failures.show(failure), slow: (isSlow) => failures.slow(isSlow),
  });
  checking.attach(editorOf(editor));
  if (hadFocus) editor.focus();
  openText.set(shared.state, shared.opened === "link");
  const texts = new Texts({
    notice, record: firstRecord,
    page: {
      doc: () => editor.state.doc, settings: () => openText.settings, show: showText, saveAsFile, listTexts,
      named: (name) => { byId("text-name").textContent = name; },
    },
  });
  const address = new Address({ page: { state: linkState, settings: () => openText.settings, doc: () => editor.state.doc, showLinked, showOwn }, texts, learn, notice });
  keepWhatWasLeft();
  work.rerun();
  if (checking.answer) work.checked(checking.answer);
  initTheme(byId("theme"), (isDark) => setDark([editor, result.view], isDark));
  initSplit(document.querySelector("main"), byId("split"), byId("text-pane"), byId("result-pane"));
  initKeys({
    problems, fix: () => commands.fix(), rung: (step) => ladder.go(step), help: byId("help"), panes,
    letters: { s: () => sharing.link(), ...views.keys },
  });
  controls.listen({
    output: chooseOutput,
    settings: settingsChanged,
    compare() {
      texts.viewed();
      work.settle();
    },
    wrap: (wraps) => setWrapping([editor, result.view], wraps),
    shorten: (isShort) => setShortTypes(result.view, isShort),
  });
  byId("texts-button").addEventListener("click", listTexts);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // what is behind # is a link
    editor.focus();
  });
  initIncoming(openFiles);
  byId("report").addEventListener("click", () => sharing.report());
  byId("copy-output").addEventListener("click", () => commands.copyOutput());
  addEventListener("pagehide", () => {
    texts.keep();
    keepLesson(learn.kept.lesson && { ...openText.state, name: texts.current.name }, learn.own);
  });

  // Before this point nothing listened to them.
  for (const control of shared.controls) control.disabled = false;

  if (shared.linkProblem) notice.show("error", shared.linkProblem);
  if (shared.opened === "link") address.arrived(shared.state);
  else if (shared.opened === "lesson") address.arrived(shared.state, shared.lesson.own);
  if (shared.lastFailure) failures.show(shared.lastFailure);
  startLaunch(openFiles);
  whenIdle(async () => {
    exampleMenu.prepare().catch(() => {}); // it is tried again when it is wanted
    const { startOffline } = await import("./offline.js");
    startOffline({ place: document.querySelector("footer"), announce, keep: () => address.keepForReload() });
  });
  if (!shared.opened && !shared.linkProblem) guide.offerIntro();
}
