// MLIR for the editor: highlighting from tokens.js, indentation, comments.
import { HighlightStyle, StreamLanguage, indentService, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";
import { nextToken, startLine, startState } from "./tokens.js";

const CLASSES = [
  "comment", "string", "number", "keyword", "operation", "value", "block", "symbol", "type",
  "attribute", "punctuation", "invalid",
];
// StreamLanguage has meanings of its own for some short names, "type" among them.
const tokenName = (name) => `mlir-${name}`;
const tags = Object.fromEntries(CLASSES.map((name) => [tokenName(name), Tag.define(name)]));

const mlirLanguage = StreamLanguage.define({
  name: "mlir",
  startState,
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) startLine(state);
    const token = nextToken(stream.string, stream.pos, state);
    stream.pos = token.to;
    return token.class === "none" ? null : tokenName(token.class);
  },
  tokenTable: tags,
  languageData: { commentTokens: { line: "//" }, indentOnInput: /^\s*\}$/ },
});

const highlighting = HighlightStyle.define(
  CLASSES.map((name) => ({ tag: tags[tokenName(name)], class: `tok-${name}` })));

// As deep as the line before; one step deeper behind `{`, one less deep from `}` on.
const indentation = indentService.of((context, at) => {
  const { doc } = context.state;
  let line = doc.lineAt(at);
  const closing = /^\s*\}/.test(context.textAfterPos(at));
  while (line.number > 1) {
    line = doc.line(line.number - 1);
    if (/\S/.test(line.text)) break;
  }
  const depth = /^\s*/.exec(line.text)[0].length;
  const opened = /\{\s*(?:\/\/.*)?$/.test(line.text) ? context.unit : 0;
  return Math.max(0, depth + opened - (closing ? context.unit : 0));
});

export const mlir = [mlirLanguage, syntaxHighlighting(highlighting), indentation, indentUnit.of("  ")];
