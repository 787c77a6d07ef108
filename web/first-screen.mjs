// What the first screen shows is known when the page is built: the first example, its ladder and its result. It stands in the page
// itself, so that nothing is blank while the core comes; the page's own parts take its place.
import { hueOf, hueOfOperation } from "./src/base/dialects.js";
import { sharesOf } from "./src/ladder/shares.js";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const counted = (n, noun, nouns) => `${n} ${n === 1 ? noun : nouns}`;

/** `text`: the example's, `pipelines`: those on offer, of which the first is run. Gives the contents of places in index.html, and
 *  rules for its style sheet, as attributes of style are forbidden. */
export function firstScreen(rung, text, pipelines) {
  const session = rung.session();
  if (!session.setText(text).ok) throw new Error("The first example has errors");
  const result = session.print();
  const operations = session.operations();
  const { ok, stages } = session.run(pipelines[0].text, { stages: "counted" });
  if (!ok) throw new Error("The first example is not lowered");
  const changed = stages.filter((stage) => stage.changed);
  const most = Math.max(...[operations, ...changed.map((stage) => stage.operations)].flatMap((all) => sharesOf(all).map(([, n]) => n)));
  return {
    FIRST_TEXT: escaped(text),
    FIRST_RUNGS: [rungOf("Your text", operations, true), ...changed.map((stage) => rungOf(stage.name, stage.operations))].join("\n") +
      `\n<li class="idle-group"><details><summary>${counted(stages.length - changed.length, "pass", "passes")} had no effect</summary></details></li>`,
    FIRST_RESULT: result.trimEnd().split("\n").map((line) => `<div>${coloured(rung, line)}</div>`).join(""),
    FIRST_STEPS: String(changed.length),
    PIPELINE_OPTIONS: pipelines.map(({ name, title }, i) => `<option value="${name}"${i ? "" : " selected"}>${escaped(title)}</option>`).join(""),
    rules: Array.from({ length: most }, (_, i) => `.share-${i + 1}{flex-grow:${i + 1}}`).join(""),
  };
}

function rungOf(name, operations, isChosen = false) {
  const shares = sharesOf(operations);
  const bar = shares.map(([dialect, n]) => `<span class="${hueOf(dialect)} share-${n}"></span>`).join("");
  const numbers = isChosen ? `<span class="numbers">${shares.map(([dialect, n]) => `${dialect} ${n}`).join(" · ")}</span>` : "";
  return `<li><div class="rung${isChosen ? " current" : ""}"><button type="button" class="name" aria-current="${isChosen}"${isChosen ? ' data-index="0"' : ""} disabled>${name}</button>` +
    `<span class="shares" aria-hidden="true">${bar}</span>${numbers}</div></li>`;
}

function coloured(rung, line) {
  let at = 0;
  let html = "";
  for (const { from, to, class: name } of rung.tokensOfLine(line, 0).tokens) {
    const word = line.slice(from, to);
    html += `${escaped(line.slice(at, from))}<span class="tok-${name} ${name === "operation" ? hueOfOperation(word) : ""}">${escaped(word)}</span>`;
    at = to;
  }
  return html + escaped(line.slice(at));
}
