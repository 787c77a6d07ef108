// Where the lines stood that a text no longer has.

/** [{ after, lines }]: behind which of the lines of `after` (from 1; 0: before all of them), and what stood there. `added` and `gone`:
 *  the lines of `after` that `before` does not have, and the other way around; all others are in both, in much the same order. */
export function removedIn(before, after, added, gone) {
  const isAdded = new Set(added);
  const isGone = new Set(gone);
  const kept = after.split("\n").flatMap((line, i) => (line.trim() && !isAdded.has(i + 1) ? [i + 1] : []));
  const found = [];
  let seen = 0;
  before.split("\n").forEach((line, i) => {
    if (!line.trim()) return;
    if (!isGone.has(i + 1)) {
      seen += 1;
      return;
    }
    const at = kept[seen - 1] ?? 0;
    if (found.at(-1)?.after === at) found.at(-1).lines.push(line);
    else found.push({ after: at, lines: [line] });
  });
  return found;
}
