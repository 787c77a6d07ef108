// What the pointer is on: records of operations, types of values, heads of symbols.
import { hoverTooltip } from "@codemirror/view";
import { element } from "./dom.js";

/** `ask(offset)` promises { from, to, title, text } or null. */
export function hover(ask) {
  return hoverTooltip(async (view, offset) => {
    const { doc } = view.state;
    const found = await ask(offset);
    if (!found || view.state.doc !== doc) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => ({ dom: element("div.hover", {}, element("code", {}, found.title), ...lines(found.text)) }),
    };
  }, { hoverTime: 350 });
}

function lines(text) {
  return text ? text.split("\n").map((line) => element("p", {}, line)) : [];
}
