// A frame's start: what its fragment says is shown, the element around it, if there is one, is heard, and the line at the bottom
// says what this is.
import { current, printed, titleOf } from "../core/editions.js";
import { workingLine } from "../core/failures.js";
import { Notice } from "../base/notice.js";
import { pipelines } from "../core/pipelines.js";
import { ShareError, decodeState, encodeState } from "../core/share.js";
import { connected, readMessage } from "./messages.js";
import { View } from "./view.js";
import { readFragment } from "./words.js";

/** How long the element has to say what to show. */
const PATIENCE_MS = 3000;
/** The link to the full page is made anew after so long a pause. */
const LINK_MS = 150;

const byId = (id) => document.getElementById(id);
const system = matchMedia("(prefers-color-scheme: dark)");

const { link, words, complaints } = readFragment(location.hash);
const notice = new Notice(byId("notices"));
const open = byId("open");
const working = workingLine(() => view.stop());
let host = null; // port to the element
let state = { text: "", output: "pipeline", pipeline: pipelines[0].text, options: { readUnknown: true } };
let theme = words.theme;
let linkTimer = 0;
let changes = 0; // of what is shown, counted
let linked = -1; // how many of them the link knows
let isStarted = false;

const view = new View(Object.fromEntries([...document.querySelectorAll("[data-pane]")].map((part) => [part.dataset.pane, part])), {
  changed() {
    makeLink();
    tell({ kind: "change", text: view.text });
  },
  checked: ({ ok, diagnostics }) => tell({ kind: "checked", ok, diagnostics: diagnostics.map(plain) }),
  ran: ({ ok, text, stages }) => tell({ kind: "result", ok, text, stages: stages.map(({ name, changed, failed }) => ({ name, changed: Boolean(changed), failed: Boolean(failed) })) }),
  failed: fail,
  slow: (isSlow) => { working.hidden = !isSlow; },
  status(kind, sentence) {
    byId("status").dataset.state = kind;
    byId("status").textContent = sentence;
  },
  announce: (sentence) => { if (document.hasFocus()) byId("announcer").textContent = sentence; },
});

const plain = ({ severity, message, line, column, from, to }) => ({ severity, message, line, column, from, to });

function tell(message) {
  host?.postMessage(message);
}

function fail(sentence) {
  notice.show("error", sentence);
  tell({ kind: "error", message: sentence });
}

// --- The element

function hear({ data }) {
  const { kind, given, complaint } = readMessage(data);
  if (complaint) tell({ kind: "error", message: complaint });
  if (kind === "set") set(given);
  else if (kind === "focus") view.focus();
  else if (kind === "link" && !complaint) sendLink(given.id);
}

function sendLink(id) {
  fullLink().then((found) => tell({ kind: "link", id, link: found }), ({ message }) => tell({ kind: "link", id, link: "", message }));
}

function set({ show, theme: asked, editable, type, ...given }) {
  const rest = type === undefined ? given : { ...given, lab: { type } };
  if (show) showParts(show);
  if (editable !== undefined) view.editable = editable;
  if (asked) {
    theme = asked;
    showTheme();
  }
  if (!Object.keys(rest).length) return;
  checkEdition(rest);
  const { pipeline = state.pipeline } = rest;
  const before = host && isStarted ? view.state : state;
  state = { ...before, ...rest, pipeline: pipelines.find(({ name }) => name === pipeline)?.text ?? pipeline };
  if (rest.pipeline !== undefined && rest.output === undefined) state.output = "pipeline";
  if (isStarted) view.state = state;
  makeLink();
}

// The type lab alone has no text that could be valid.
function showParts(names) {
  view.show = names;
  byId("status").hidden = names.every((name) => name === "lab");
}

function checkEdition({ edition }) {
  if (edition && !printed.includes(edition)) fail(`There is no edition "${edition}" to write: it is shown as ${titleOf(current)}.`);
}

// --- Light or dark

function showTheme() {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  view.dark = theme === "auto" ? system.matches : theme === "dark";
}

// --- The line at the bottom

async function fullLink() {
  return new URL(await encodeState(view.state), new URL(open.dataset.page, location.href)).href;
}

// The link is soon that of what is shown; where it cannot be made, the page opens empty.
function makeLink() {
  changes += 1;
  clearTimeout(linkTimer);
  linkTimer = setTimeout(freshLink, LINK_MS);
}

async function freshLink() {
  const made = changes;
  try {
    open.href = await fullLink();
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    open.href = open.dataset.page;
    fail(error.message);
  }
  linked = made;
}

open.addEventListener("click", async (event) => {
  if (linked === changes) return;
  event.preventDefault();
  await freshLink();
  window.open(open.href, "_blank", "noopener");
});

// --- Its size

function tellHeight() {
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === told || !isStarted) return;
    told = height;
    parent.postMessage({ rung: "height", height }, "*");
  }).observe(document.body);
}

// --- Keys

addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  if (event.key === "Escape") tell({ kind: "leave" });
  if (event.key === "." && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    view.fixOnLine();
  }
});

// --- Start

async function start() {
  byId("status").after(working);
  document.documentElement.dataset.size = words.size;
  document.documentElement.style.setProperty("--most", `${words.most}px`);
  if (words.letters) document.documentElement.style.setProperty("--code-size", `${words.letters}px`);
  showParts(words.show);
  view.editable = words.editable;
  showTheme();
  system.addEventListener("change", showTheme);
  try {
    state = await decodeState(link) ?? state;
  } catch (error) {
    if (!(error instanceof ShareError)) throw error;
    complaints.push(error.message);
  }
  if (words.host) await Promise.race([meetHost(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  isStarted = true;
  view.state = state;
  document.documentElement.dataset.ready = "";
  if (words.size === "content") tellHeight();
  tell({ kind: "ready" });
  if (complaints.length) fail(complaints.join(" "));
  else checkEdition(state);
  makeLink();
}

// Its first message says what to show.
async function meetHost() {
  host = await connected();
  return new Promise((resolve) => {
    host.onmessage = (event) => {
      hear(event);
      if (Object(event.data).kind === "set") resolve();
    };
  });
}

start();
