// A term of the field: dotted underline, and an answer of two sentences when it is pointed at, focused or tapped. Answers
// come from glossary.js, which is loaded when the first of them is wanted.
//
//   term("memref")                an element that says "memref"
//   term("memref", "memrefs")     the same answer, other words
//   markTerms(node)               makes terms of what stands in a node: elements with data-term="memref", and the first of
//                                 each word that is nothing but a term (glossary.js says which are)
//   withTerms(text, seen)         the same of a text, at once
import { element, withCode } from "../base/dom.js";

/** A pointer rests this long on a term before the answer opens, and may be off it so long before it closes. */
const OPEN_MS = 280;
const CLOSE_MS = 180;
/** Between a term and its answer, and between the answer and the edge of the window. */
const GAP = 6;

let glossary; // a promise of { names, entries, titles, pattern }
let loaded = null; // the same, once it is there
let openLesson = null;
let shown = null; // { button, answer, pinned }
let timer = 0;
let announcer = null;
let touched = false; // the pointer that was last down is no mouse
let returning = false; // the focus comes back from an answer

/** `open(id)` shows a lesson; from then on answers have a button to the one that teaches more. */
export function linkTerms(open) {
  openLesson = open;
}

function load() {
  glossary ??= Promise.all([import("./glossary.js"), import("lessons:titles")]).then(([{ glossary: entries }, { default: titles }]) => {
    const names = new Map();
    for (const [name, entry] of Object.entries(entries)) for (const word of [name, ...(entry.also ?? [])]) names.set(word.toLowerCase(), name);
    const words = [...names].filter(([, name]) => !entries[name].plain).map(([word]) => word).sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<![\\w.%@!-])(?:${words.map((word) => word.replace(/[.\-]/g, "\\$&")).join("|")})(?![\\w-]|\\.\\w)`, "gi");
    loaded = { names, entries, titles, pattern };
    return loaded;
  });
  return glossary;
}

/** The entry of a word, `{ name, text, lesson, title }`, `lesson` being the id of one, or null: a promise. */
async function lookUp(word) {
  const { names, entries, titles } = await load();
  const name = names.get(word.toLowerCase());
  return name === undefined ? null : { name, ...entries[name], title: titles[entries[name].lesson] };
}

/** A term to put into text: `word` is the glossary's, `label` what stands there (code between backticks). */
export function term(word, label = word) {
  // No <button>: that would not break across lines, and would part from the comma behind it.
  const button = element("span.term", { role: "button", tabIndex: 0, "aria-expanded": "false" }, ...withCode(label));
  button.dataset.term = word;
  button.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType !== "touch") later(OPEN_MS, () => open(button)); });
  button.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType !== "touch") leave(); });
  button.addEventListener("pointerdown", ({ pointerType }) => { touched = pointerType === "touch"; });
  button.addEventListener("focus", () => { if (button.matches(":focus-visible") && !touched && !returning) open(button); });
  button.addEventListener("blur", () => { if (shown?.button === button && !shown.answer.matches(":hover, :focus-within")) later(CLOSE_MS, close); });
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    event.preventDefault();
    if (shown?.button === button && shown.pinned) close();
    else open(button, true);
  });
  return button;
}

/** Make terms of what stands in a node; a promise, as the words have to be loaded. Code, links and buttons stay. */
export async function markTerms(node) {
  const { names } = await load();
  for (const place of node.querySelectorAll("[data-term]:not(.term)")) place.replaceWith(term(place.dataset.term, place.textContent));
  const seen = new Set([...node.querySelectorAll(".term")].map(({ dataset }) => names.get(dataset.term.toLowerCase())));
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement.closest("code, pre, a, button, [role=button], summary, h1, h2, h3, svg, [data-no-terms]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parts = withTerms(text.data, seen);
    if (parts.length > 1) text.replaceWith(...parts);
  }
}

/** Have the words ready for withTerms(): a promise. */
export async function loadTerms() {
  await load();
}

/** A text's nodes, terms among them: the first of each word that is not in `seen`, to which it is added. Until loadTerms()
 *  has come there are none. */
export function withTerms(text, seen) {
  const parts = [];
  let from = 0;
  for (const { 0: word, index } of loaded ? text.matchAll(loaded.pattern) : []) {
    const name = loaded.names.get(word.toLowerCase());
    if (seen.has(name)) continue;
    seen.add(name);
    parts.push(text.slice(from, index), term(name, word));
    from = index + word.length;
  }
  return [...parts, text.slice(from)];
}

function later(ms, then) {
  clearTimeout(timer);
  timer = setTimeout(then, ms);
}

function leave() {
  if (shown?.pinned || shown?.button.matches(":focus-visible")) clearTimeout(timer);
  else later(CLOSE_MS, close);
}

async function open(button, pinned = false) {
  clearTimeout(timer);
  if (shown?.button === button) {
    shown.pinned ||= pinned;
    return;
  }
  const mine = (timer = setTimeout(() => {}, 0)); // another answer that is asked for meanwhile replaces this one
  const entry = await lookUp(button.dataset.term);
  if (mine !== timer || !entry || !button.isConnected) return;
  close();
  const answer = draw(entry, button.id ||= `term-${Math.random().toString(36).slice(2)}`);
  button.after(answer);
  answer.showPopover?.();
  place(button, answer);
  button.setAttribute("aria-expanded", "true");
  shown = { button, answer, pinned };
  announce(entry.text);
}

/** Close the answer that is open. */
export function close() {
  clearTimeout(timer);
  if (!shown) return;
  const { button, answer } = shown;
  shown = null;
  const inside = answer.contains(document.activeElement);
  answer.remove();
  button.setAttribute("aria-expanded", "false");
  announce("");
  if (!inside) return;
  returning = true;
  button.focus();
  returning = false;
}

function draw({ name, text, lesson, title }, labelledBy) {
  const answer = element("span.term-answer", { popover: "manual", role: "note", "aria-labelledby": labelledBy },
    element("strong", {}, name), element("span.text", {}, ...withCode(text)));
  if (title && openLesson) {
    answer.append(element("button.lesson", { type: "button", onclick: () => {
      close();
      openLesson(lesson);
    } }, `Lesson: ${title}`));
  }
  answer.addEventListener("pointerenter", () => clearTimeout(timer));
  answer.addEventListener("pointerleave", leave);
  answer.addEventListener("focusout", ({ relatedTarget }) => {
    if (shown && relatedTarget !== shown.button && !answer.contains(relatedTarget)) later(CLOSE_MS, close);
  });
  return answer;
}

// Below the term if there is room, else above, else where there is more; never over it, nor out of the window.
function place(button, answer) {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - at.bottom - 2 * GAP, above = at.top - 2 * GAP;
  const height = answer.scrollHeight + 2;
  const goesBelow = height <= below || below >= above;
  const { style } = answer;
  style.maxHeight = `${Math.max(0, goesBelow ? below : above)}px`;
  style.left = `${Math.max(GAP, Math.min(at.left, clientWidth - answer.offsetWidth - GAP))}px`;
  style.top = `${goesBelow ? at.bottom + GAP : at.top - GAP - answer.offsetHeight}px`;
}

// The term has moved: its answer goes with it, or when the term is out of sight, away.
function follow() {
  if (!shown) return;
  const { button, answer } = shown;
  const [at] = button.getClientRects();
  const there = at ? document.elementsFromPoint(at.left + at.width / 2, at.top + at.height / 2) : [];
  if (there.some((node) => button.contains(node))) place(button, answer);
  else close();
}

function announce(text) {
  if (!announcer) {
    announcer = element("span.visually-hidden", { role: "status" });
    document.body.append(announcer);
  }
  announcer.textContent = text.replaceAll("`", "");
}

if (typeof document !== "undefined") {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }, true);
  document.addEventListener("pointerdown", ({ target }) => {
    if (shown && !shown.answer.contains(target) && !shown.button.contains(target)) close();
  }, true);
  document.addEventListener("keydown", () => { touched = false; }, true);
  document.addEventListener("scroll", ({ target }) => { if (!shown?.answer.contains(target)) follow(); }, { capture: true, passive: true });
  addEventListener("resize", follow);
}
