// What a lesson can point at on the page: `{control: edit}` in its text, behind the words that speak of it.

/** Names, and where the controls are. */
export const CONTROLS = {
  output: "[data-testid='pipeline']",
  ladder: "#ladder",
  edit: "#pipeline-button",
  options: "#result-pane .menu > summary",
  edition: "[data-testid='edition']",
  dialect: "#dialect-button",
  rules: "#rules-button",
  upgrade: "#upgrade .all",
  run: "#run-button",
  share: "[data-testid='share']",
  "lab-type": "#lab-pane .lab-type",
  "lab-index": "#lab-pane .lab-index",
  "lab-functions": "#lab-pane .lab-functions",
};

/** The names in what format.js makes of a text. */
export function controlsIn(parts) {
  if (!parts || typeof parts !== "object") return [];
  return parts[0] === "control" ? [parts[1]] : Object.values(parts).flatMap(controlsIn);
}
