// Token classes of MLIR text, a line at a time, so that highlighting keeps up with typing in files
// of any size. Classes and rules are the core's own; tests/web/tokens.test.mjs compares the two.

const TYPE_KEYWORDS = new Set(
  ("complex index memref none tensor tuple vector bf16 f16 f32 f64 f80 f128 tf32 f4E2M1FN f6E2M3FN " +
   "f6E3M2FN f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4 f8E8M0FNU").split(" "));

// What stands at `lastIndex`, tried in this order. Errors come behind the token they spoil.
const RULES = [
  ["comment", /\/\/.*/y],
  ["bare", /[A-Za-z_][\w$.]*/y],
  ["value", /%(?:\d+|[A-Za-z_$.-][\w$.-]*)/y],
  ["number", /0x[\da-fA-F]+|\d+\.\d*(?:[eE][-+]?\d+)?|\d+/y],
  ["ellipsis", /\.\.\./y],
  ["mark", /\{-#|#-\}|->|[:,()[\]{}<>=+*?|/-]/y],
  ["type", /!(?:\d+|[A-Za-z_$.-][\w$.-]*)/y],
  ["attribute", /#(?:\d+|[A-Za-z_$.-][\w$.-]*)/y],
  ["block", /\^(?:\d+|[A-Za-z_$.-][\w$.-]*)/y],
  ["symbol", /@(?:[A-Za-z_][\w$.]*|"(?:[^"\\\n\f\v]|\\(?:["\\nt]|[\da-fA-F]{2}))*")/y],
  ["string", /"(?:[^"\\\n\f\v]|\\(?:["\\nt]|[\da-fA-F]{2}))*"/y],
  ["invalid", /@?"(?:[^"\\\n\f\v]|\\(?:["\\nt]|[\da-fA-F]{2}))*(?:[\\\f\v]|$)/y],
  ["invalid", /@./uy],
  ["invalid", /./uy],
];
const SPACE = /[\0\t\n\r ]+/y;

/** Where an operation's name may stand: the first word of a line, or behind `%results =`. */
export function startState() {
  return { nesting: 0, statement: true, results: false, dimension: -1, x: false };
}

export function startLine(state) {
  state.dimension = -1;
  if (state.nesting) return;
  state.statement = true;
  state.results = false;
}

/** The token of `line` at `at`: { to, class }; class "none" is space. Moves `state` past it. */
export function nextToken(line, at, state) {
  SPACE.lastIndex = at;
  if (SPACE.test(line)) return { to: SPACE.lastIndex, class: "none" };
  for (const [kind, pattern] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match) return classify(kind, match[0], at, state);
  }
  return { to: line.length, class: "none" };
}

function classify(kind, text, at, state) {
  if (kind === "comment") return { to: at + text.length, class: "comment" };
  // `4x8xf32`: the `x` between dimensions is no part of what follows it.
  if (kind === "bare" && text[0] === "x" && state.dimension === at) {
    state.dimension = at + 1;
    return { to: at + 1, class: "punctuation" };
  }
  const to = at + text.length;
  const name = classOf(kind, text, state.statement);
  state.dimension = kind === "number" && !text.includes(".") || /^[?*\]]$/.test(text) ? to : -1;
  advance(kind, text, state);
  return { to, class: name };
}

function classOf(kind, text, statement) {
  switch (kind) {
    case "bare":
      if (TYPE_KEYWORDS.has(text) || /^[su]?i\d+$/.test(text)) return "type";
      if (statement) return "operation";
      return text.includes(".") ? "attribute" : "keyword";
    case "string": return statement ? "operation" : "string";
    case "mark": case "ellipsis": return "punctuation";
    default: return kind;
  }
}

function advance(kind, text, state) {
  const inStatement = state.statement;
  state.statement = false;
  if (kind === "value") {
    state.results ||= inStatement;
  } else if (text === "=") {
    state.statement = state.results && state.nesting === 0;
    state.results = false;
  } else if (text === "(" || text === "[" || text === "<") {
    state.nesting += 1;
  } else if (text === ")" || text === "]" || text === ">") {
    state.nesting = Math.max(0, state.nesting - 1);
  } else if (text === "{" || text === "}") {
    state.nesting = 0; // a region, or a mistake before it
  } else if (text !== ":" && text !== "," && !(kind === "number" && !text.includes("."))) {
    state.results = false;
  }
}
