// Operations counted by dialect.
import { CAST } from "../base/dialects.js";

// { arith: 4 }; casts that conversions leave between them are of none.
function byDialect(operations) {
  const counts = {};
  for (const [name, n] of Object.entries(operations)) {
    const dialect = name === CAST ? "casts" : name.includes(".") ? name.slice(0, name.indexOf(".")) : "no dialect";
    counts[dialect] = (counts[dialect] ?? 0) + n;
  }
  return counts;
}

/** [dialect, count] of each, the most first. */
export function sharesOf(operations) {
  return Object.entries(byDialect(operations)).sort((a, b) => b[1] - a[1]);
}

/** How the counts changed: [{ dialect, from, to }], decreases first. */
export function changes(before, after) {
  const old = byDialect(before);
  const made = byDialect(after);
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .map((dialect) => ({ dialect, from: old[dialect] ?? 0, to: made[dialect] ?? 0 }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => (a.to - a.from) - (b.to - b.from));
}
