// Finds passes by a few letters, the likeliest first, and where in their words the letters are.

// Worth of a word of the query in a text: at its beginning, at that of a word in it, anywhere.
function worth(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return null;
  const start = wordStart(text, word);
  return start === 0 ? { at: 0, score: text.length === word.length ? 4 : 3 } : start > 0 ? { at: start, score: 2 } : { at, score: 1 };
}

function wordStart(text, word) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (at === 0 || /[^a-z0-9]/.test(text[at - 1])) return at;
  return -1;
}

/** Passes that have all words of `query` in what is said of them: [{ pass, name, summary }] with the ranges that match in
 *  name and summary, merged and in order. */
export function searchPasses(passes, query) {
  const words = query.toLowerCase().split(/[\s,]+/).map((word) => word.replace(/^-+/, "")).filter(Boolean);
  const found = [];
  for (const pass of passes) {
    let score = pass.now ? -6 : 0;
    const name = [];
    const summary = [];
    const all = words.every((word) => {
      const inName = worth(pass.name, word);
      const inSummary = worth(pass.summary.toLowerCase(), word);
      const dialect = pass.worksOn.includes(word) ? 12 : pass.makes.includes(word) ? 4 : 0;
      if (inName) name.push({ from: inName.at, to: inName.at + word.length });
      if (inSummary && inSummary.score > 1) summary.push({ from: inSummary.at, to: inSummary.at + word.length });
      score += (inName ? 10 * inName.score : 0) + (inSummary ? inSummary.score : 0) + dialect;
      return inName || (inSummary && inSummary.score > 1) || dialect;
    });
    if (all) found.push({ pass, score, name: merged(name), summary: merged(summary) });
  }
  return found.sort((a, b) => b.score - a.score || (a.pass.name < b.pass.name ? -1 : 1));
}

function merged(ranges) {
  const out = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else out.push({ ...range });
  }
  return out;
}
