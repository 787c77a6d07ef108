// Reads embed.html's fragment: the state of a link, then words that say what to show and how.
//
//   #v1=…&show=text,result&theme=dark&editable=false
//
//   show      text, ladder, result, lab: one or more, beside each other in this order
//   theme     auto (the host's, or the system's), light, dark
//   editable  true, false
//   size      frame (the parts fill the frame), content (the frame's host gives it the height it is told)
//   letters   the size of code, 10 to 40 pixels
//   most      with size=content: how many pixels a part may be high
//   host      an element sends the text, and hears what becomes of it: messages.js
//
// A word that is not known, or says something else, is left aside, and the frame says so.

export const PARTS = ["text", "ladder", "result", "lab"];
export const THEMES = ["auto", "light", "dark"];

const DEFAULTS = { show: ["text", "result"], theme: "auto", editable: true, size: "frame", letters: 0, most: 420, host: false };

/** Parts in a list of words, or null: there is another word in it, or none. */
function readParts(list) {
  const words = list.split(/[\s,]+/).filter(Boolean);
  return words.length && words.every((word) => PARTS.includes(word)) ? PARTS.filter((part) => words.includes(part)) : null;
}

const oneOf = (...values) => (value) => (values.includes(value) ? value : null);
const READERS = {
  show: readParts,
  theme: oneOf(...THEMES),
  editable: (value) => ({ true: true, false: false })[value] ?? null,
  size: oneOf("frame", "content"),
  letters: (value) => (/^[1-3]\d$|^40$/.test(value) ? Number(value) : null),
  most: (value) => (/^\d{2,4}$/.test(value) ? Number(value) : null),
  host: (value) => (value === "1" ? true : null),
};

/** { link, words, complaints }: the link's own fragment, which may be ""; all words; a sentence on each word that was ignored. */
export function readFragment(fragment) {
  const words = { ...DEFAULTS };
  const complaints = [];
  let link = "";
  for (const part of fragment.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, ...rest] = part.split("=");
    if (/^v\d+$/.test(name)) {
      link = `#${part}`;
      continue;
    }
    const value = decoded(rest.join("="));
    const read = Object.hasOwn(READERS, name) ? READERS[name](value) : null;
    if (read !== null) words[name] = read;
    else complaints.push(Object.hasOwn(READERS, name) ? `"${name}" cannot be "${value.slice(0, 40)}": it is ignored.` : `"${name.slice(0, 40)}" is not a word of an embedded Rung: it is ignored.`);
  }
  return { link, words, complaints };
}

function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
