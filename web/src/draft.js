// The text as it was left, for the next visit without a link.
import { checkState } from "./share.js";

const KEY = "rung.draft";
const LONGEST = 1_000_000;
const DELAY_MS = 400;

let timer = 0;

/** Keep the state that `state()` returns; soon, not at once. */
export function keepDraft(state) {
  clearTimeout(timer);
  timer = setTimeout(() => keepNow(state()), DELAY_MS);
}

export function keepNow(state) {
  clearTimeout(timer);
  if (state.text.length > LONGEST) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch { /* storage is off or full: there is no draft then */ }
}

/** The state kept, or null. */
export function readDraft() {
  try {
    return checkState(localStorage.getItem(KEY), true);
  } catch {
    return null;
  }
}
