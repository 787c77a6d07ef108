// Decorations that come from elsewhere than the editor's state.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** A field of decorations and what makes the effect that sets them: { field, set }. When the text changes they move with
 *  it or, unless `moves`, go. */
export function decorationField({ moves = false } = {}) {
  const effect = StateEffect.define();
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const each of transaction.effects) if (each.is(effect)) return each.value;
      if (moves) return value.map(transaction.changes);
      return transaction.docChanged ? Decoration.none : value;
    },
    provide: (from) => EditorView.decorations.from(from),
  });
  return { field, set: (ranges) => effect.of(Decoration.set(ranges, true)) };
}
