// The flags of mlir-opt, and the command that does with it what the page does.

/** Flags of mlir-opt beside its passes. `setting`: the page has it, too, under that name; else `left`: why it is left out.
 *  `value`: "next" when it may be the word behind, "own" when it may only stand behind `=`. */
export const FLAGS = {
  "allow-unregistered-dialect": { setting: "allowUnregistered" },
  "split-input-file": { setting: "splitInput", value: "own" },
  "verify-diagnostics": { setting: "verifyDiagnostics", value: "own" },
  "mlir-print-op-generic": { setting: "generic" },
  "mlir-print-debuginfo": { setting: "debugInfo" },
  "pass-pipeline": { pipeline: true, value: "next" },
  o: { left: "the result stays on the page", value: "next" },
  ...leftOut("the ladder shows the text after each pass", {
    "mlir-print-ir-after-all": "", "mlir-print-ir-before-all": "", "mlir-print-ir-after-change": "", "mlir-print-ir-after-failure": "",
    "mlir-print-ir-module-scope": "", "mlir-print-ir-after": "own", "mlir-print-ir-before": "own", "mlir-print-ir-tree-dir": "next",
  }),
  ...leftOut("the page prints the result as it is", {
    "mlir-print-local-scope": "", "mlir-pretty-debuginfo": "", "mlir-print-value-users": "", "mlir-print-skip-regions": "",
    "mlir-print-unique-ssa-ids": "", "mlir-use-nameloc-as-prefix": "", "mlir-elide-elementsattrs-if-larger": "next",
    "mlir-elide-resource-strings-if-larger": "next", "mlir-print-elementsattrs-with-hex-if-larger": "next", "output-split-marker": "next",
    "emit-bytecode": "", "emit-bytecode-version": "next",
  }),
  ...leftOut("it reports to a terminal", {
    "dump-pass-pipeline": "", "mlir-timing": "", "mlir-timing-display": "next", "mlir-output-format": "next", "mlir-pass-statistics": "",
    "mlir-pass-statistics-display": "next", "mlir-print-stacktrace-on-diagnostic": "", "mlir-print-op-on-diagnostic": "",
    "mlir-disable-diagnostic-notes": "", "mlir-diagnostic-verbosity-level": "next", "log-actions-to": "next", "profile-actions-to": "next",
    "mlir-generate-reproducer": "next", "mlir-pass-pipeline-crash-reproducer": "next", "mlir-pass-pipeline-local-reproducer": "",
    "show-dialects": "", "list-passes": "", version: "", help: "",
  }),
  ...leftOut("it makes no difference here", {
    "mlir-disable-threading": "", "verify-roundtrip": "", "mlir-very-unsafe-disable-verifier-on-parsing": "",
    "no-implicit-module": "", "mlir-debug-counter": "next",
  }),
  "verify-each": { left: "the page verifies after each pass" },
  ...leftOut("the page loads no files", { "load-dialect-plugin": "next", "load-pass-plugin": "next", "irdl-file": "next", "run-reproducer": "" }),
};

function leftOut(left, flags) {
  return Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, value ? { left, value } : { left }]));
}

/** A command line for a shell that does with mlir-opt what the page does: { command, said }. Without a pipeline it only prints. */
export function mlirOptCommand({ pipeline, settings = {}, file = "input.mlir" }, core) {
  const parts = ["mlir-opt", quoted(file)];
  for (const [name, { setting }] of Object.entries(FLAGS)) {
    const value = setting && settings[setting];
    if (value) parts.push(value === true ? `--${name}` : quoted(`--${name}=${value}`));
  }
  if (!pipeline) return { command: parts.join(" "), said: [] };
  parts.push(`--pass-pipeline=${quoted(pipeline, true)}`);
  const said = [];
  const visit = (elements) => {
    for (const { name, elements: inner } of elements) {
      if (inner) visit(inner);
      else if (!core.passExistsUpstream(name)) said.push(`mlir-opt 22 has no pass ${name}.`);
    }
  };
  visit(core.readPipeline(pipeline).elements);
  return { command: parts.join(" "), said: [...new Set(said)] };
}

function quoted(text, always = false) {
  return always || /[^\w@%+=:,./-]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : text;
}
