// The messages between a frame and the element around it, over a channel that the element opens. Neither side trusts the other:
// a message of another shape than these is ignored, and an `error` tells the element why.
//
//   to the frame     { kind: "set", text, output, pipeline, rung, edition, type, show, theme, editable }  any of these
//                    { kind: "focus" }   { kind: "link", id }
//   to the element   { kind: "ready" }   { kind: "change", text }   { kind: "checked", ok, diagnostics }
//                    { kind: "result", ok, text, stages }   { kind: "error", message }   { kind: "leave" }: Escape was pressed, and closed nothing
//                    { kind: "link", id, link, message }: the link, or "" and the reason why none could be made
//
// Over the window itself: the frame tells its parent { rung: "hello" } when it can be connected, the element answers
// { rung: "connect" } with a port; { rung: "height", height } comes whenever another height would fit.
import { PARTS, THEMES } from "./words.js";

/** Longest text that is taken. */
const MOST_TEXT = 4_000_000;
const MOST_WORDS = 100_000;

const isText = (most) => (value) => typeof value === "string" && value.length <= most;

const SETTINGS = {
  text: isText(MOST_TEXT),
  output: (value) => ["custom", "generic", "pipeline"].includes(value),
  pipeline: isText(MOST_WORDS),
  rung: (value) => value === null || (Number.isInteger(value) && value >= 0),
  edition: isText(40),
  type: isText(MOST_WORDS),
  show: (value) => Array.isArray(value) && value.length > 0 && value.length <= PARTS.length && value.every((part) => PARTS.includes(part)),
  theme: (value) => THEMES.includes(value),
  editable: (value) => typeof value === "boolean",
};

const MESSAGES = { set: SETTINGS, focus: {}, link: { id: Number.isInteger } };

/** { kind, given, complaint }: what of a message to the frame has its shape, and what to say of the rest; "": it is as it may be. */
export function readMessage(message) {
  const { kind, ...all } = Object(message);
  if (typeof kind !== "string" || !Object.hasOwn(MESSAGES, kind)) return { kind: "", given: {}, complaint: "A message of unknown kind was ignored." };
  const fits = ([name, value]) => Object.hasOwn(MESSAGES[kind], name) && MESSAGES[kind][name](value);
  const wrong = Object.entries(all).filter((entry) => !fits(entry)).map(([name]) => `"${name.slice(0, 40)}"`);
  return {
    kind,
    given: Object.fromEntries(Object.entries(all).filter(fits)),
    complaint: wrong.length ? `${wrong.slice(0, 5).join(", ")}: ignored, because the value is wrong.` : "",
  };
}

/** Wait for the element around the frame: a promise of the port to it. Only the first is taken. */
export function connected() {
  return new Promise((resolve) => {
    addEventListener("message", function take({ source, data, ports }) {
      if (source !== parent || source === window || Object(data).rung !== "connect" || ports.length !== 1) return;
      removeEventListener("message", take);
      resolve(ports[0]);
    });
    parent.postMessage({ rung: "hello" }, "*");
  });
}
