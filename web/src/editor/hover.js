// Describes the word under the pointer or, at a key, the cursor: records of operations, types of values, heads of symbols.
import { StateEffect, StateField } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import { element } from "../base/dom.js";

const setTooltip = StateEffect.define();

// Of the cursor: goes with the next key that changes or moves anything.
const atCursor = StateField.define({
  create: () => null,
  update(tooltip, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setTooltip)) return effect.value;
    return docChanged || selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** `ask(offset)` promises { from, to, title, text } or null; `announce(text)` reads aloud what a key asked for. */
export function hover(ask, announce) {
  const tooltipAt = async (view, offset) => {
    const { doc } = view.state;
    const found = await ask(offset);
    if (!found || view.state.doc !== doc) return null;
    return { found, pos: found.from, end: found.to, above: true, create: () => ({ dom: element("div", {}, element("div.hover", {}, element("code", {}, found.title), ...lines(found.text))) }) };
  };
  const close = (view) => {
    if (!view.state.field(atCursor)) return false;
    view.dispatch({ effects: setTooltip.of(null) });
    return true;
  };
  const open = (view) => {
    if (close(view)) return true;
    const { head } = view.state.selection.main;
    tooltipAt(view, head).then((tooltip) => {
      if (view.state.selection.main.head !== head) return;
      announce(tooltip ? `${tooltip.found.title}. ${tooltip.found.text}` : "Nothing is known about the word at the cursor");
      if (tooltip) view.dispatch({ effects: setTooltip.of(tooltip) });
    });
    return true;
  };
  return [
    hoverTooltip(tooltipAt, { hoverTime: 350 }), atCursor,
    keymap.of([{ key: "Alt-i", mac: "Ctrl-i", run: open, preventDefault: true }, { key: "Escape", run: close }]),
  ];
}

function lines(text) {
  return text ? text.split("\n").map((line) => element("p", {}, line)) : [];
}
