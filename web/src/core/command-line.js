// Reads what people paste as a pipeline: names of passes, flags, a pipeline's text, a command line, RUN lines of a
// test. The core knows passes, options and pipelines; this file knows the shell.
import { FLAGS } from "./mlir-opt.js";
import { MAX_PIPELINE } from "./share.js";

// Other programs of a command line, and why they are left out.
const PROGRAMS = [
  [/-translate$/, "Rung stops at the LLVM dialect and does not translate"],
  [/^(llc|lli|opt|clang|clang\+\+|llvm-.*|.*-runner)$/, "Rung stops at the LLVM dialect"],
  [/^FileCheck$/, "the page shows what it would check"],
  [/^(cat|echo)$/, "the text in the editor is what runs"],
];

/** A longer text is no pipeline that anybody wrote. */
const LONGEST = 20_000;

/** Read a text that was pasted: `{ pipeline, settings, said, others }`. `settings` holds what flags ask of the page
 *  ({ allowUnregistered, splitInput, verifyDiagnostics, generic, debugInfo }, what is not there was not asked for), `said` has a
 *  sentence for each part that was left out or changed, and `others` has the same for further commands. Or `{ error }`: one
 *  sentence. `core` has Rung's passes(), readPipeline() and passExistsUpstream(). */
export function understand(text, core) {
  const given = text.trim();
  if (!given) return { error: "There is nothing in it." };
  if (given.length > LONGEST) return { error: `It is too long: at most ${LONGEST.toLocaleString("en")} characters are read as a pipeline.` };
  const kind = kindOf(given);
  if (kind === "run") return understandRuns(given, core);
  if (kind === "command") return firstOf(commandsOf(given).map((command) => understandCommand(command, core)));
  if (kind === "flags") return finish(readFlags(words(given), core), core);
  if (kind === "text") return finish(fromPipeline(given, core), core);
  return understandList(given, core);
}

/** Whether a text that was pasted among IR is rather to be run: "run", "command", "flags", "text", "list", or null. */
export function detect(text, core) {
  const given = text.trim();
  if (!given || given.length > LONGEST) return null;
  const lines = given.split("\n").filter((line) => line.trim());
  const kind = kindOf(given);
  if (kind === "run") return lines.every((line) => /^\s*(\/\/|#|;)/.test(line) || /\bRUN:/.test(line)) ? kind : null;
  if (kind === "command") return commandsOf(given).length === 1 && !/^\s*(module|func|"|%|!|#)/m.test(lines.slice(1).join("\n")) ? kind : null;
  if (kind === "flags") return words(given).every((word) => /^-/.test(word) || word === "%s") ? kind : null;
  if (kind === "text") return /^(\w+\.\w+|any|func|module)\s*\(/.test(given) && core.readPipeline(given).anchor && !("error" in understand(given, core)) ? kind : null;
  const names = given.split(/[\s,]+/).filter(Boolean);
  const known = new Set(core.passes().map(({ name }) => name));
  return names.every((name) => known.has(name.replace(/\{.*/, ""))) && (names.length > 1 || given.includes("-")) ? "list" : null;
}

/** How a source says that it is run: of each RUN line that can be run here, `{ command, pipeline, settings, said }`. */
export function runsIn(source, core) {
  if (!source.includes("RUN:")) return [];
  return runCommands(source).map((command) => ({ command, ...understandCommand(command, core) }))
    .filter((run, i, all) => run.pipeline !== undefined && all.findIndex((other) => same(other, run)) === i);
}

// --- What kind of text it is

function kindOf(text) {
  if (/(^|[\s/#;])RUN:/.test(text)) return "run";
  if (commandsOf(text).some((command) => command.some(({ program }) => isOptimizer(program)))) return "command";
  if (/^-{1,2}[A-Za-z]/.test(text)) return "flags";
  if (/^[\w.]+\s*\(/.test(text) && text.endsWith(")")) return "text";
  return "list";
}

function isOptimizer(program) {
  return /(^|-)opt(-\d+(\.\d+)*)?$/.test(program) && program !== "opt";
}

// --- The shell

// Words and operators of a command line, quotes and backslashes taken off: [{ text }], [{ operator }].
function lex(line) {
  const out = [];
  let word = null;
  const end = () => { if (word !== null) out.push({ text: word }); word = null; };
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (c === "\\") {
      i++;
      if (line[i] === "\r" && line[i + 1] === "\n") i++;
      if (line[i] !== "\n") word = (word ?? "") + (line[i] ?? "");
    } else if (c === "'") {
      const close = line.indexOf("'", i + 1);
      word = (word ?? "") + line.slice(i + 1, close < 0 ? line.length : close);
      i = close < 0 ? line.length : close;
    } else if (c === '"') {
      word ??= "";
      for (i++; i < line.length && line[i] !== '"'; i++) {
        if (line[i] === "\\" && '"\\$`\n'.includes(line[i + 1])) i++;
        if (line[i] !== "\n" || line[i - 1] !== "\\") word += line[i];
      }
    } else if (c === "\n") {
      end();
      out.push({ operator: ";" });
    } else if (/\s/.test(c)) {
      end();
    } else if (/[|&;<>]/.test(c)) {
      let operator = c;
      if ("<>".includes(c) && /^\d$/.test(word ?? "")) word = null; // 2>
      end();
      while (i + 1 < line.length && /[|&<>]/.test(line[i + 1]) && !(operator === "|" && line[i + 1] !== "|" && line[i + 1] !== "&")) operator += line[++i];
      out.push({ operator });
    } else if (c === "#" && word === null && out.length && !out.at(-1).operator) {
      while (i + 1 < line.length && line[i + 1] !== "\n") i++; // a comment
    } else {
      word = (word ?? "") + c;
    }
  }
  end();
  return out;
}

function words(text) {
  return lex(text.replaceAll("\n", " \\\n")).filter((token) => token.text !== undefined).map((token) => token.text);
}

// The commands of a text, each a list of programs with what goes from one to the next: [[{ program, words, fails }]].
function commandsOf(text) {
  const commands = [];
  let programs = [];
  let current = [];
  const endProgram = () => { if (current.length) programs.push(programOf(current)); current = []; };
  const endCommand = () => { endProgram(); if (programs.length) commands.push(programs); programs = []; };
  const tokens = lex(text);
  for (let i = 0; i < tokens.length; i++) {
    const { text: word, operator } = tokens[i];
    if (word !== undefined) current.push(word);
    else if (operator === "|" || operator === "|&") endProgram();
    else if (/^[<>]/.test(operator)) { if (operator !== ">&" || /^\d$/.test(tokens[i + 1]?.text ?? "")) i++; } // what it goes to or comes from
    else endCommand();
  }
  endCommand();
  return commands;
}

const WRAPPERS = new Set(["$", "%", ">", "env", "not", "time", "sudo", "exec", "command", "&&"]);

function programOf(all) {
  let i = 0;
  let fails = false;
  while (i < all.length - 1 && (WRAPPERS.has(all[i]) || /^[A-Za-z_]\w*=/.test(all[i]) || (all[i] === "--crash" && fails))) {
    fails ||= all[i] === "not";
    i++;
  }
  const program = all[i].replace(/^.*[/\\]/, "").replace(/\.exe$/i, "");
  return { program, words: all.slice(i + 1), fails };
}

// --- RUN lines

// The command lines that RUN lines make, with what DEFINE lines stand for put in.
function runCommands(text) {
  const defined = new Map();
  const lines = [];
  let open = null; // what continues in the next line of its kind
  for (const line of text.split("\n")) {
    const match = /(?:^|[\s/#;])(RUN|DEFINE|REDEFINE):\s?(.*)$/.exec(line.trimEnd());
    if (!match) continue;
    const [, kind, rest] = match;
    const goesOn = rest.endsWith("\\");
    const part = goesOn ? rest.slice(0, -1) : rest;
    if (open?.kind === kind) open.text += part;
    else open = { kind, text: part };
    if (goesOn) continue;
    const definition = kind !== "RUN" && /^\s*%\{([\w-]+)\}\s*=\s*(.*)$/s.exec(open.text);
    if (definition) defined.set(definition[1], expand(definition[2], defined));
    else if (kind === "RUN") lines.push(expand(open.text, defined));
    open = null;
  }
  if (open?.kind === "RUN") lines.push(expand(open.text, defined));
  return lines.flatMap((line) => commandsOf(line)).filter((command) => command.some(({ program }) => isOptimizer(program)));
}

function expand(text, defined) {
  const out = text.replace(/%\{([\w-]+)\}/g, (whole, name) => defined.get(name) ?? whole);
  return out.slice(0, 20_000);
}

function understandRuns(text, core) {
  const commands = runCommands(text);
  if (!commands.length) return { error: "No RUN line in it runs mlir-opt." };
  return firstOf(commands.map((command) => understandCommand(command, core)));
}

function same(a, b) {
  return a.pipeline === b.pipeline && JSON.stringify(a.settings) === JSON.stringify(b.settings);
}

// The first that says passes, or the first that can be run at all; the others beside it.
function firstOf(all) {
  const runs = all.filter((one) => one.pipeline !== undefined);
  const chosen = runs.find(({ pipeline }) => !pipeline.endsWith("()")) ?? runs[0];
  if (!chosen) return all.find(({ error }) => error) ?? { error: "No command in it runs mlir-opt." };
  const others = runs.filter((one, i) => !same(one, chosen) && runs.findIndex((other) => same(other, one)) === i);
  const said = [...chosen.said];
  if (others.length) said.push(`${others.length + 1} different runs are in it; this is ${runs[0] === chosen ? "the first" : "the first with passes"}.`);
  const bad = all.filter(({ error }) => error).length;
  if (bad) said.push(`${bad === 1 ? "Another run" : `${bad} other runs`} cannot be run here.`);
  return { ...chosen, said, others: others.map(({ others: _, ...other }) => other) };
}

// --- mlir-opt

function understandCommand(programs, core) {
  const run = { elements: [], settings: {}, said: [] };
  for (const { program, words: given, fails } of programs) {
    if (!isOptimizer(program)) {
      if (program === "FileCheck" || program === "cat") continue; // every command line has them
      const reason = PROGRAMS.find(([pattern]) => pattern.test(program))?.[1];
      run.said.push(`\`${[program, ...given].join(" ").slice(0, 80)}\` is left out${reason ? `: ${reason}` : ""}.`);
      continue;
    }
    const part = readFlags(given, core);
    if (part.error) return { error: part.isUnknown && !/^(mlir|rung)-opt/.test(program) ? `${part.error} It may be ${program}'s own.` : part.error };
    run.elements.push(...part.elements);
    Object.assign(run.settings, part.settings);
    run.said.push(...part.said);
    if (fails) run.said.push("The command is meant to fail (`not`).");
  }
  return finish(run, core);
}

// What the words behind mlir-opt ask for: { elements, settings, said }, elements being parts of a pipeline's text.
function readFlags(given, core) {
  const run = { elements: [], settings: {}, said: [] };
  const passes = new Map(core.passes().map((pass) => [pass.name, pass]));
  const left = new Map(); // reason -> flags
  const files = [];
  const unknown = []; // what is no flag or pass here, each with a sentence
  let pipeline = null;
  for (let i = 0; i < given.length; i++) {
    const match = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(given[i]);
    if (!match) {
      if (given[i].includes("%{")) return { error: `\`${given[i]}\` is defined by a DEFINE line that is not in it.` };
      if (/^-./.test(given[i])) return { error: `\`${given[i]}\` is not a flag of mlir-opt.` };
      if (!/^(-|%s|%t.*)$/.test(given[i])) files.push(given[i]);
      continue;
    }
    const [, name, own] = match;
    const pass = passes.get(name);
    const flag = Object.hasOwn(FLAGS, name) ? FLAGS[name] : null;
    if (pass) {
      run.elements.push(elementOf(pass, own ?? "", core));
    } else if (flag) {
      const value = own ?? (flag.value === "next" ? given[++i] ?? "" : undefined);
      if (flag.pipeline) pipeline = value;
      else if (flag.setting && /^(false|0)$/i.test(value ?? "")) delete run.settings[flag.setting];
      else if (flag.setting) run.settings[flag.setting] = flag.value && value ? value : true;
      else left.set(flag.left, [...(left.get(flag.left) ?? []), `\`-${name.length > 1 ? "-" : ""}${name}\``]);
    } else {
      const error = unknownPass(name, core, "--");
      if (error.endsWith("?")) return { error, isUnknown: !core.passExistsUpstream(name) }; // misspelt
      unknown.push({ error, isUnknown: !core.passExistsUpstream(name) });
    }
  }
  if (unknown.length && pipeline === null && !run.elements.length) return unknown[0];
  run.said.push(...unknown.map(({ error }) => `${error} It is left out.`));
  if (pipeline !== null && run.elements.length) return { error: "mlir-opt takes `--pass-pipeline` or flags of passes, not both." };
  if (pipeline !== null) {
    const read = fromPipeline(pipeline, core);
    if (read.error) return read;
    run.elements = read.elements;
    run.said.push(...read.said);
  }
  for (const [reason, flags] of left) run.said.push(`${listed(flags)} ${flags.length > 1 ? "are" : "is"} left out: ${reason}.`);
  if (files.length) run.said.push(`${listed(files.map((file) => `\`${file}\``))} ${files.length > 1 ? "are" : "is"} left out: the text in the editor is what runs.`);
  return run;
}

// A pass named by a flag, its options behind `=`: it runs on the operations it is for.
function elementOf({ name, anchor }, options, core) {
  const inner = options && !(options.startsWith("{") && options.endsWith("}")) ? `{${options}}` : options;
  const element = name + inner;
  const plain = core.readPipeline(`builtin.module(${element})`);
  return !anchor || anchor === "builtin.module" || plain.ok ? element : `${anchor}(${element})`;
}

const OLD_ANCHORS = { func: "func.func", module: "builtin.module" };

// A pipeline's text: { elements, settings, said }.
function fromPipeline(text, core) {
  const said = [];
  let current = text.trim().replace(/\s*\n\s*/g, "");
  // Anchors as releases up to 14 call them.
  for (;;) {
    const old = nestsOf(core.readPipeline(current)).find(({ name }) => Object.hasOwn(OLD_ANCHORS, name));
    if (!old) break;
    const now = OLD_ANCHORS[old.name];
    said.push(`\`${old.name}(…)\` is written \`${now}(…)\` today.`);
    current = current.slice(0, old.nameAt.from) + now + current.slice(old.nameAt.to);
  }
  const end = core.readPipeline(current).diagnostics.flatMap(({ fixes }) => fixes).find(({ from, to }) => from === to && from === current.length);
  if (current && end) {
    current += end.text;
    said.push(`\`${end.text}\` was missing at its end.`);
  }
  const reading = core.readPipeline(current);
  const inModule = ["builtin.module", "any"].includes(reading.anchor?.name); // of the whole, any operation is the module
  if (!inModule && current) said.push("A pipeline is written `builtin.module(…)` today: it is put into that.");
  const inner = inModule ? current.slice(reading.anchor.innerAt.from, reading.anchor.innerAt.to) : current;
  return { elements: inner.trim() ? [inner.trim()] : [], settings: {}, said: [...new Set(said)] };
}

function nestsOf({ anchor, elements }) {
  const nests = anchor ? [anchor] : [];
  for (const element of elements) if (element.elements) nests.push(...nestsOf({ anchor: element, elements: element.elements }));
  return nests;
}

// Names with commas, spaces, line ends or bullets between them; each may have options and nests.
function understandList(text, core) {
  const items = text.split("\n").map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").replace(/[,;]?\s*$/, "").trim()).filter(Boolean).join(",");
  const separated = items.replace(/\s*(?:->|→|=>|\|)\s*/g, ",").replace(/,[\s,]+/g, ",");
  const spaced = /[{(]/.test(separated) ? separated : separated.replace(/\s+/g, ",");
  const dashes = spaced.replace(/(^|,)--?(?=[A-Za-z])/g, "$1");
  const reading = core.readPipeline(`builtin.module(${dashes})`);
  const isKnown = (element) => element.elements?.some(isKnown) || element.isKnown || core.passExistsUpstream(element.name) ||
    (reading.elements.length < 3 && reading.diagnostics.some((d) => d.from === element.from && d.fixes.length > 0));
  if (!reading.elements.some(isKnown)) return { error: "This is not a pipeline, a list of passes or an mlir-opt command." };
  return finish(fromPipeline(`builtin.module(${dashes})`, core), core);
}

// --- Answers

function finish({ elements, settings, said, error }, core) {
  if (error) return { error };
  const isLong = (length) => length > MAX_PIPELINE;
  const tooLong = { error: `The pipeline is too long: the page takes at most ${MAX_PIPELINE.toLocaleString("en")} characters.` };
  if (isLong(elements.join(",").length)) return tooLong;
  const wrapped = elements.map((element) => nested(element, core));
  const pipeline = withoutMissing(`builtin.module(${wrapped.join(",")})`, said, core);
  const reading = core.readPipeline(pipeline);
  if (isLong(pipeline.length)) return tooLong;
  return reading.ok ? { pipeline, settings, said: [...new Set(said)], others: [] } : { error: problemOf(reading, pipeline, core) };
}

// Passes of mlir-opt that Rung does not have do not spoil the rest: each is left out with a sentence, if any is left then.
function withoutMissing(given, said, core) {
  let text = given;
  for (;;) {
    const passes = passesOf(core.readPipeline(text).elements);
    const missing = passes.find(({ name, isKnown }) => !isKnown && (core.passExistsUpstream(name) || name.startsWith("test-")));
    if (!missing || !passes.some(({ isKnown }) => isKnown)) return text;
    said.push(`${unknownPass(missing.name, core)} It is left out.`);
    let { from, to } = missing;
    if (text[to] === ",") to += 1;
    else if (text[from - 1] === ",") from -= 1;
    text = text.slice(0, from) + text.slice(to);
  }
}

// A pass that stands alone where it cannot run, as one would write a list of passes, goes into a nest of its own.
function nested(element, core) {
  let text = `builtin.module(${element})`;
  for (;;) {
    const fix = core.readPipeline(text).diagnostics.flatMap(({ fixes }) => fixes).find((one) => one.safe && one.text.endsWith(`(${text.slice(one.from, one.to)})`));
    if (!fix) break;
    text = text.slice(0, fix.from) + fix.text + text.slice(fix.to);
  }
  return text.slice("builtin.module(".length, -1);
}

// The first thing wrong with a pipeline, in a sentence.
function problemOf({ elements, diagnostics }, text, core) {
  const first = diagnostics.find(({ severity }) => severity === "error");
  const unknown = passesOf(elements).find((element) => !element.isKnown && element.nameAt.from === first.from);
  if (unknown?.name === "") return "There is one comma too many in it.";
  if (unknown) return unknownPass(unknown.name, core);
  const meant = first.fixes.length ? ` Did you mean ${either(first.fixes.map((fix) => `\`${fix.text}\``))}?` : "";
  return `${first.message.replace(/[.!?]?\s*$/, "")}, in \`${text.slice(first.from, first.to).slice(0, 80)}\`.${meant}`;
}

function passesOf(elements) {
  return elements.flatMap((element) => (element.elements ? passesOf(element.elements) : [element]));
}

function unknownPass(name, core, dashes = "") {
  if (core.passExistsUpstream(name)) return `\`${name}\` is a pass of LLVM 22's mlir-opt that Rung does not have yet.`;
  if (name.startsWith("test-")) return `\`${name}\` is one of mlir-opt's passes for its own tests, which Rung does not have.`;
  const fixes = core.readPipeline(`builtin.module(${name})`).diagnostics.flatMap((diagnostic) => diagnostic.fixes).map((fix) => `\`${dashes}${fix.text}\``);
  const what = dashes ? `No pass or flag is called \`${dashes}${name}\`` : `No pass is called \`${name}\``;
  return fixes.length ? `${what}; did you mean ${either(fixes)}?` : `${what}.`;
}

function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

function either(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
