// MLIR for the editor: highlighting by the core's tokens, indentation, comments.
import { HighlightStyle, StreamLanguage, indentService, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { Tag } from "@lezer/highlight";
import { HUE_COUNT, hueOfOperation } from "../base/dialects.js";
import { tokensOfLine } from "../core/sync-core.js";

const highlighting = new Compartment();

// StreamLanguage gives some short names another meaning, "type" among them.
const tokenName = (name) => `mlir-${name}`;

function highlightingFor(classes) {
  const tags = Object.fromEntries(classes.map((name) => [tokenName(name), Tag.define(name)]));
  const hues = Array.from({ length: HUE_COUNT }, (_, i) => `hue-${i}`);
  for (const hue of hues) tags[tokenName(hue)] = Tag.define(hue);
  return [
    StreamLanguage.define({
      name: "mlir",
      startState: () => ({ tokens: [], next: 0, core: 0 }), // of the line: its tokens, the next of them, the core's state behind it
      copyState: (state) => ({ ...state }),
      token(stream, state) {
        if (stream.sol()) {
          const { tokens, state: core } = tokensOfLine(stream.string, state.core);
          Object.assign(state, { tokens, next: 0, core });
        }
        const token = state.tokens[state.next];
        if (token?.from === stream.pos) {
          state.next += 1;
          stream.pos = token.to;
          const hue = token.class === "operation" ? hueOfOperation(stream.string.slice(token.from, token.to)) : "";
          return hue ? `${tokenName(token.class)} ${tokenName(hue)}` : tokenName(token.class);
        }
        stream.pos = token?.from ?? stream.string.length;
        return null;
      },
      tokenTable: tags,
    }),
    syntaxHighlighting(HighlightStyle.define([
      ...classes.map((name) => ({ tag: tags[tokenName(name)], class: `tok-${name}` })), ...hues.map((hue) => ({ tag: tags[tokenName(hue)], class: hue })),
    ])),
  ];
}

/** Colour the text of views, now that the core can be asked; `classes`: all that tokens may have. */
export function startHighlighting(views, classes) {
  const extension = highlightingFor(classes);
  for (const view of views) view.dispatch({ effects: highlighting.reconfigure(extension) });
}

/** Where a line opens a region: the offset of the `{` behind which a comment may stand; -1: it opens none. */
export function openingBrace(line) {
  if (!line.includes("{")) return -1;
  const last = tokensOfLine(line, 0).tokens.findLast((token) => token.class !== "comment");
  return last && line.slice(last.from, last.to) === "{" ? last.from : -1;
}

// Whether what follows a line stands deeper; where there is no core to ask, by its last character.
function opens(line) {
  return openingBrace(line) >= 0 || (/\{\s*$/.test(line) && !tokensOfLine(line, 0).tokens.length);
}

// As deep as the line before, which for a line about to be broken is what stands before the break; one step deeper behind `{`, one
// less deep from `}` on.
const indentation = indentService.of((context, at) => {
  const { doc } = context.state;
  let line = doc.lineAt(at);
  let before = context.simulatedBreak === at ? line.text.slice(0, at - line.from) : "";
  const closing = /^\s*\}/.test(context.textAfterPos(at));
  while (!/\S/.test(before) && line.number > 1) {
    line = doc.line(line.number - 1);
    before = line.text;
  }
  const depth = /^\s*/.exec(before)[0].length;
  return Math.max(0, depth + (opens(before) ? context.unit : 0) - (closing ? context.unit : 0));
});

export const mlir = [
  highlighting.of([]),
  EditorState.languageData.of(() => [{ commentTokens: { line: "//" }, indentOnInput: /^\s*\}$/ }]),
  indentation,
  indentUnit.of("  "),
];
