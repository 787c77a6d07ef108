// A text with its view, written for other places: Markdown, the code of a page that embeds it, slides.

/** Markdown: the text, the result of its pipeline, a link. `link` may be "". */
export function markdown({ state: { text, output, pipeline }, result, link }) {
  const parts = [fenced(text)];
  if (output === "pipeline" && result) parts.push(`After \`${pipeline.replaceAll(/\s*\n\s*/g, "")}\`:`, fenced(result));
  if (link) parts.push(`[Open in Rung](${link})`);
  return `${parts.join("\n\n")}\n`;
}

/** HTML for a page of one's own; `base` is where Rung is. What no attribute says is in the link. */
export function embedCode({ state, name, base, link }) {
  return `${script(base)}\n${editor(state, { title: name, show: state.lab ? "text,lab" : "text,result", type: state.lab?.type, link: isPlain(state) ? "" : link })}\n`;
}

/** HTML of a section for each rung that changed something, the text first. `rungs`: [{ index, name }]. */
export function slides({ state, name, base, rungs }) {
  const isPipeline = state.output === "pipeline" && rungs.length > 0;
  const shown = isPipeline ? [{ title: name, show: "text" }, ...rungs.map(({ index, name: title }) => ({ title, show: "result", rung: index }))] : [{ title: name, show: "text,result" }];
  const sections = shown.map(({ title, show, rung }) => `<section>\n<h1>${escaped(title)}</h1>\n${editor({ ...state, rung }, { title, show })}\n</section>`);
  return `${script(base)}\n${sections.join("\n")}\n`;
}

const script = (base) => `<script type="module" src="${escaped(new URL("rung-editor.js", base).href)}"></script>`;

// Attributes say all of it.
const isPlain = ({ options, dialect, rules }) => options.readUnknown && !options.locations && !dialect && !rules;

function editor({ text, output, pipeline, rung, edition }, { title, show, type, link }) {
  const lowered = output === "pipeline" ? { pipeline: pipeline.replaceAll(/\s*\n\s*/g, ""), rung } : { output };
  const said = Object.entries({ title, show, ...lowered, edition, type, link }).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `<rung-editor ${said.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(" ")}><pre>\n${escaped(text.replace(/\n*$/, ""))}\n</pre></rung-editor>`;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<"]/g, (c) => ENTITIES[c]);

// A fence longer than any in the text.
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}mlir\n${text.replace(/\n*$/, "\n")}${fence}`;
}
