// Which text an editor holds, as a part of its state: undo that brings another text back brings back which one it is.
import { historyKeymap, invertedEffects, isolateHistory, redo, undo } from "@codemirror/commands";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const change = StateEffect.define(); // { record, settings } come in the place of `left`, settings too

const field = StateField.define({
  create: () => null,
  update(record, { effects }) {
    for (const effect of effects) if (effect.is(change)) return effect.value.record;
    return record;
  },
});

const undoable = invertedEffects.of(({ effects, startState }) => effects.filter((effect) => effect.is(change))
  .map(({ value: { settings, left } }) => change.of({ record: startState.field(field), settings: left, left: settings })));

// Undo and redo stay within a step of a lesson, and do not lead into one.
const crosses = ({ effects, startState }) => effects.some((effect) => {
  if (!effect.is(change)) return false;
  const records = [startState.field(field), effect.value.record];
  return records.some(({ origin }) => origin.kind === "lesson") && records[0].place !== records[1].place;
});
const within = (command) => (view) => command({ state: view.state, dispatch: (transaction) => { if (!crosses(transaction)) view.dispatch(transaction); } });
const BY_MENU = { historyUndo: within(undo), historyRedo: within(redo) };
const bounded = Prec.high([keymap.of(historyKeymap.map((binding) => ({ ...binding, run: within(binding.run) }))), EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (!Object.hasOwn(BY_MENU, event.inputType)) return false;
    event.preventDefault();
    return BY_MENU[event.inputType](view);
  },
})]);

/** For an editor that begins with this text: see texts.js. */
export const identity = (record) => [field.init(() => record), undoable, bounded];

/** What makes a transaction lead to another text. `settings` are given back when undo or redo lead there again; `left`: those of the
 *  text that it leads away from. */
export function toOther(record, settings, left) {
  return { effects: change.of({ record, settings, left }), annotations: isolateHistory.of("full") };
}

/** Of an update: the text that undo or redo have brought, { record, settings }, or null. */
export function cameBack({ transactions }) {
  for (const transaction of transactions) {
    const effect = transaction.effects.find((each) => each.is(change));
    if (effect && (transaction.isUserEvent("undo") || transaction.isUserEvent("redo"))) return effect.value;
  }
  return null;
}
