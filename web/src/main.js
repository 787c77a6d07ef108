// The first part of the page: the text, the core that checks it, and the list of problems. The editor and the rest come with page.js,
// once the first problems are known.
import { Checking, time, verdict } from "./core/checking.js";
import { Core } from "./core/core.js";
import { byTestId } from "./base/dom.js";
import { readDraft, readLesson } from "./texts/draft.js";
import { printed } from "./core/editions.js";
import first from "./teach/examples/first.mlir";
import { initLearn, initMenu } from "./shell/menu.js";
import { Notice } from "./base/notice.js";
import { plainEditor } from "./editor/plain-editor.js";
import { pipelines } from "./core/pipelines.js";
import { Problems } from "./editor/problems.js";
import { ShareError, decodeState } from "./core/share.js";

/** How long the rest of the page waits for the first problems. */
const PATIENCE_MS = 1200;

const byId = (id) => document.getElementById(id);
const { module, rest } = globalThis.rungStarted;

// The state that page.js takes over.
const shared = {
  controls: document.querySelectorAll("body > :is(header, main, nav, footer) :is(button, select, input):not(#problems *)"), // that wait for it
  module, rest,
  notice: new Notice(byId("notices")),
  plain: plainEditor(byId("plain"), () => checking.check()),
  reading: () => ({ readUnknown: true, edition: "", dialect: "" }), // how the text is read, until page.js knows better
  state: null, // the text and its settings, as links have them
  opened: "", // where that is from: "link", "lesson", "draft" or "", when it is the first visit
  draft: null, // what was kept of the last visit: see draft.js
  lesson: null, // and of the lesson that was open
  linkProblem: "", // why a link could not be opened
  announce: (text) => { byId("announcer").textContent = text; },
  checked: null, // page.js's handler of answers
  ran: null,
  failed: null,
  slow: null, // the same, of an answer that takes long
  problems: null,
  checking: null,
  core: null,
};

let answered;
const firstAnswer = new Promise((resolve) => { answered = resolve; });

shared.problems = new Problems({ root: byId("problems"), announce: shared.announce });
shared.core = new Core(globalThis.rungStarted, {
  ready: ({ version }) => {
    shared.version = version;
    byId("version").textContent = `Rung ${version}`;
  },
  checked(answer) {
    if (!checking.checked(answer)) return;
    if (shared.checked) shared.checked(answer);
    else byId("status").textContent = `${verdict(answer)} · checked in ${time(answer.ms)}`;
    answered();
  },
  ran: (answer) => shared.ran?.(answer),
  failure(failure) {
    answered();
    firstAnswer.then(() => shared.failed?.(failure) ?? (shared.lastFailure = failure));
  },
  slow: (isSlow) => shared.slow?.(isSlow),
});
const checking = shared.checking = new Checking({ core: shared.core, problems: shared.problems, reading: () => shared.reading() });

// What stands in the page is of the first text, and another one is to be shown.
function forgetFirst() {
  byTestId("ladder").querySelector(".rungs").replaceChildren();
  document.querySelector(".first-result").remove();
  byId("intro").querySelector(".step").replaceChildren();
  byId("result-heading").textContent = "Result";
  byId("text-name").textContent = "…";
  document.documentElement.dataset.ready = "";
}

// Until the core is here, the line at the foot of the page counts its bytes.
function countBytes() {
  const { loaded } = globalThis.rungStarted;
  const kilobytes = (bytes) => Math.round(bytes / 1000).toLocaleString("en");
  if (byId("status").dataset.state !== "loading" || shared.version) return;
  if (loaded) byId("status").textContent = `Loading the core: ${kilobytes(loaded)} of ${kilobytes(WASM_SIZE)} kB`;
  setTimeout(countBytes, 200);
}

async function start() {
  try {
    shared.state = await decodeState(location.hash);
    if (shared.state) shared.opened = "link";
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    shared.linkProblem = error.message;
  }
  shared.draft = readDraft();
  shared.lesson = readLesson();
  if (!shared.state && shared.lesson) {
    shared.state = shared.lesson.state;
    shared.opened = "lesson";
  }
  if (!shared.state && shared.draft) {
    shared.state = { ...shared.draft.state, text: shared.draft.state.text ?? "" };
    shared.opened = "draft";
  }
  shared.state ??= { text: first, output: "pipeline", pipeline: pipelines[0].text, options: { readUnknown: true }, rung: 0 };
  const { options, edition } = shared.state;
  shared.reading = () => ({ readUnknown: options.readUnknown === true, edition: printed.includes(edition) ? edition : "", dialect: "" });
  shared.plain.doc = shared.state.text;
  if (!("fresh" in document.documentElement.dataset)) forgetFirst();
  checking.attach(shared.plain);
  checking.check();
  countBytes();
  await Promise.race([firstAnswer, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const { startPage } = await import("./shell/page.js"); // it was fetched meanwhile
  startPage(shared);
}

for (const control of shared.controls) control.disabled = true;
initLearn(byId("learn-button"), byId("learn"));
for (const menu of document.querySelectorAll(".menu")) initMenu(menu);
byTestId("editor").dataset.state = "plain";
start();
