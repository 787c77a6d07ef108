// The last text, where it is at hand at once: the one of this tab for a reload, the one of any tab for the next visit. All texts
// are in the browser's database besides, see texts/.
import { checkState } from "../core/share.js";
import { metaOf } from "./record.js";

const KEY = "rung.draft";
const COUNT_KEY = "rung.draft.count";
/** A longer text is in the database only. */
export const LONGEST = 1_000_000;

const places = [() => sessionStorage, () => localStorage];

function put(key, value, fits = () => true) {
  for (const place of places) {
    try {
      if (fits(place())) place().setItem(key, value);
    } catch { /* storage is off or full: texts/texts.js tells */ }
  }
}

/** Keep a state; `record`: its text's record, see texts/record.js; `isKept`: the database has it. The text is null when it is longer
 *  than LONGEST. */
export function keepDraft(state, record, isKept) {
  put(KEY, JSON.stringify({ ...state, record }));
  put(COUNT_KEY, counted(record, isKept));
}

/** How often the draft's text was kept, and whether as it is there. Where another tab has left another draft nothing changes. */
export function keepCount(record, isKept) {
  put(COUNT_KEY, counted(record, isKept), (place) => JSON.parse(place.getItem(COUNT_KEY))?.id === record.id);
}

const counted = ({ id, count }, isKept) => JSON.stringify({ id, count, isKept });

/** { state, record, isKept }, or null. `state.text` is null when it has to be read from the database; `record` is null in what an older
 *  page left. */
export function readDraft() {
  for (const place of places) {
    try {
      const given = JSON.parse(place().getItem(KEY));
      const state = checkState(JSON.stringify({ ...given, text: given.text ?? "" }), true);
      const record = checkRecord(given.record, JSON.parse(place().getItem(COUNT_KEY)));
      if (given.text === null && !record) continue;
      return { state: { ...state, text: given.text }, record, isKept: record?.isKept === true };
    } catch { /* nothing there, or nothing of ours */ }
  }
  return null;
}

const LESSON_KEY = "rung.lesson";

/** Keep the lesson that is open for when this tab is loaded again: `state`, null if none is; `own`, the state with its record that the
 *  reader goes back to, or null. */
export function keepLesson(state, own) {
  try {
    if (!state) return sessionStorage.removeItem(LESSON_KEY);
    const { doc, record, ...rest } = own ?? {};
    return sessionStorage.setItem(LESSON_KEY, JSON.stringify({ state, own: own && { ...rest, text: rest.text ?? doc.toString(), record: metaOf(record) } }));
  } catch {
    return undefined; // storage is off, or full
  }
}

/** { state, own }, or null. */
export function readLesson() {
  try {
    const { state, own } = JSON.parse(sessionStorage.getItem(LESSON_KEY));
    const found = { state: checkState(JSON.stringify(state), true), own: own && { ...checkState(JSON.stringify(own), true), record: checkRecord(own.record, null) } };
    return found.state.lesson ? found : null;
  } catch {
    return null;
  }
}

function checkRecord(record, counted) {
  const { id, name, origin } = Object(record);
  if (typeof id !== "string" || typeof name !== "string" || typeof origin?.kind !== "string") return null;
  const { count = 0, isKept = false } = counted?.id === id ? counted : {};
  return { ...record, count, isKept };
}
