// Offers what may stand at the cursor while the reader types. What does so is loaded when the editor first has the focus.
import { Compartment } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** `ask(offset)` promises what the core's complete() says, or null. */
export function completion(ask) {
  const offers = new Compartment();
  let isWanted = true;
  const load = async (view) => {
    isWanted = false;
    try {
      const { suggestions } = await import("./suggestions.js");
      view.dispatch({ effects: offers.reconfigure(suggestions(ask)) });
    } catch {
      isWanted = true; // the page cannot be reached now
    }
  };
  return [offers.of([]), EditorView.domEventHandlers({ focus: (_, view) => { if (isWanted) load(view); } })];
}
