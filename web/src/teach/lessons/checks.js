// Whether the reader did what a step asks: conditions over facts that the core and the page state, never over sentences.
//
//   valid | invalid            the text has no error, and nothing of it is missing; or not so
//   error at `text`            an error's range touches this part of the text
//   kept | kept 2              that many operations are kept as written, or more;  `kept 0`: none
//   text edition llvm22        the newest release the text may be of: `llvm22` when nothing in it is older
//   text has arith.addi        the text has such an operation;  `text has arith.addi 2`: two or more;  `= 2`: exactly two
//   text lacks arith.addi      it has none
//   text says `memref<4xf32>`  the text, without comments, says so; white space makes no difference
//   text matches `regex`       the same as a regular expression over the text laid out as `f(%a: i32, %b: i32) -> %m[0][1]`: blanks
//                              behind commas and colons, none before those and `[`
//   result has llvm.load       operations after the last pass; `lacks`, numbers as above
//   after NAME has cf.br       operations after the pass of that name
//   NAME changed               the pass ran and changed something;  `NAME unchanged`: ran and did not
//   run finished | run failed  the pipeline ran to its end, or not;  `run failed NAME`: at that pass
//   left 0 | left              after the last pass all is in the LLVM dialect; something is not
//   pipeline has NAME          it has that pass; `lacks`;  `pipeline has A before B`
//   pipeline option NAME x=1   that pass has that option
//   output generic             what is shown: custom, generic, pipeline
//   rung NAME | rung source    where the ladder stands
//   edition llvm16 | current   of the output
//   lab open | lab closed
//   lab type `memref<4xf32>`   the type in the lab; white space makes no difference;  "lab type `…` or `…`"
//   lab option barePointers    is on; `lab option indexBits=32`;  `lab lacks barePointers`
//   dialect shop               a dialect of that name was added

const OP = String.raw`[A-Za-z_][\w$.]*`;
const NAME = String.raw`[a-z][\w-]*`;

// `state` is what the page's get() gives: { text, pipeline, output, edition, rung, lab: { open, type, options } }, `rung` being
// how many passes the result on show is after, null: all. `facts` is what its facts() gives, and the core said: { ok, diagnostics,
// edition, operations } of the text, `dialect`, the name of the reader's own, and `run`, null or { ok, stages } of the pipeline.

const times = (exact, n) => (n === undefined ? "" : exact ? `exactly ${n} ` : `at least ${n} `);

// Each condition: the words of it, what they say of { state, facts }, and a sentence for the reader, code between backticks.
const CONDITIONS = [
  ["valid", () => ({ facts }) => isWhole(facts),
    () => "the text has no errors, and nothing is missing in it"],
  ["invalid", () => ({ facts }) => !isWhole(facts),
    () => "the text has an error"],
  ["error at `(.+)`", (part) => ({ state, facts }) => errorTouches(state.text, facts.diagnostics, part),
    (part) => `an error is at \`${part}\``],
  ["kept 0", () => ({ facts }) => keptOperations(facts.diagnostics) === 0,
    () => "Rung knows the dialect of every operation"],
  ["kept(?: (\\d+))?", (least = 1) => ({ facts }) => keptOperations(facts.diagnostics) >= Number(least),
    (least = 1) => `${least} operations of unknown dialects are in the text`],
  ["text edition (\\w+)", (edition) => ({ facts }) => facts.edition === edition,
    () => "nothing in the text is written as in older releases"],
  [`text has (${OP})(?: (=)?\\s*(\\d+))?`, (op, exact, n) => ({ facts }) => enough(facts.operations, op, exact, n),
    (op, exact, n) => `the text has ${times(exact, n)}\`${op}\``],
  [`text lacks (${OP})`, (op) => ({ facts }) => count(facts.operations, op) === 0,
    (op) => `the text has no \`${op}\``],
  ["text says `(.+)`", (part) => ({ state }) => squeezed(withoutComments(state.text)).includes(squeezed(part)),
    (part) => `the text says \`${part}\``],
  ["text matches `(.+)`", (pattern) => ({ state }) => new RegExp(pattern).test(laidOut(withoutComments(state.text))),
    () => "the operands, types and attributes are the right ones"],
  [`result has (${OP})(?: (=)?\\s*(\\d+))?`, (op, exact, n) => ({ facts }) => enough(resultOf(facts), op, exact, n),
    (op, exact, n) => `the result has ${times(exact, n)}\`${op}\``],
  [`result lacks (${OP})`, (op) => ({ facts }) => Boolean(resultOf(facts)) && count(resultOf(facts), op) === 0,
    (op) => `the result has no \`${op}\``],
  [`after (${NAME}) has (${OP})(?: (=)?\\s*(\\d+))?`, (pass, op, exact, n) => ({ facts }) => enough(stageOf(facts, pass)?.operations, op, exact, n),
    (pass, op, exact, n) => `after \`${pass}\` there is ${times(exact, n)}\`${op}\``],
  [`after (${NAME}) lacks (${OP})`, (pass, op) => ({ facts }) => Boolean(stageOf(facts, pass)) && count(stageOf(facts, pass).operations, op) === 0,
    (pass, op) => `after \`${pass}\` there is no \`${op}\``],
  [`(${NAME}) changed`, (pass) => ({ facts }) => stageOf(facts, pass)?.changed === true,
    (pass) => `\`${pass}\` changes something`],
  [`(${NAME}) unchanged`, (pass) => ({ facts }) => stageOf(facts, pass)?.changed === false,
    (pass) => `\`${pass}\` changes nothing`],
  ["run finished", () => ({ facts }) => facts.run?.ok === true,
    () => "the pipeline runs to its end"],
  [`run failed(?: (${NAME}))?`, (pass) => ({ facts }) => facts.run?.ok === false && (!pass || facts.run.stages.find(({ failed }) => failed)?.name === pass),
    (pass) => (pass ? `the pipeline stops in \`${pass}\`` : "the pipeline stops on the way")],
  ["left 0", () => ({ facts }) => Boolean(resultOf(facts)) && leftOf(resultOf(facts)).length === 0,
    () => "the result is all in the llvm dialect"],
  ["left", () => ({ facts }) => Boolean(resultOf(facts)) && leftOf(resultOf(facts)).length > 0,
    () => "something in the result is not in the llvm dialect"],
  [`pipeline has (${NAME}) before (${NAME})`, (first, second) => ({ state }) => comesBefore(passesOf(state.pipeline), first, second),
    (first, second) => `\`${first}\` runs before \`${second}\``],
  [`pipeline has (${NAME})`, (pass) => ({ state }) => passesOf(state.pipeline).some(({ name }) => name === pass),
    (pass) => `\`${pass}\` is in the pipeline`],
  [`pipeline lacks (${NAME})`, (pass) => ({ state }) => !passesOf(state.pipeline).some(({ name }) => name === pass),
    (pass) => `\`${pass}\` is not in the pipeline`],
  [`pipeline option (${NAME}) ([\\w-]+)=(\\S+)`, (pass, option, value) => ({ state }) => hasOption(passesOf(state.pipeline), pass, option, value),
    (pass, option, value) => `\`${pass}\` has the option \`${option}=${value}\``],
  ["output (custom|generic|pipeline)", (output) => ({ state }) => state.output === output,
    (output) => ({ custom: "no passes run", generic: "the result is in generic form", pipeline: "a pipeline runs" })[output]],
  [`rung (${NAME})`, (name) => ({ state }) => state.output === "pipeline" && state.rung === rungOf(state.pipeline, name),
    (name) => (name === "source" ? "the text's own rung is on show" : `the rung of \`${name}\` is on show`)],
  ["edition (\\w+)", (edition) => ({ state }) => (state.edition || "current") === edition,
    (edition) => (edition === "current" ? "the output is for the current release" : `the output is for \`${edition}\``)],
  ["lab open", () => ({ state }) => state.lab.open,
    () => "the type lab is open"],
  ["lab closed", () => ({ state }) => !state.lab.open,
    () => "the type lab is closed"],
  ["lab type (`.+`)", (types) => ({ state }) => state.lab.open && types.slice(1, -1).split("` or `").some((type) => squeezed(type) === squeezed(state.lab.type)),
    (types) => `the lab shows ${types}`],
  ["lab option (\\w+)(?:=(\\S+))?", (option, value) => ({ state }) => state.lab.open && isOn(state.lab.options, option, value),
    () => "the lab's option is set"],
  ["lab lacks (\\w+)", (option) => ({ state }) => !state.lab.options?.[option],
    () => "the lab's option is off"],
  ["dialect (\\w+)", (name) => ({ facts }) => facts.dialect === name,
    (name) => `a dialect \`${name}\` was added`],
].map(([pattern, make, say]) => ({ pattern: new RegExp(`^${pattern}$`), make, say }));

const [VALID] = parseCondition("valid");

/** A condition of a lesson, as data: [which, ...words]. Throws when there is no such condition. */
export function parseCondition(line) {
  for (const [which, { pattern }] of CONDITIONS.entries()) {
    const match = pattern.exec(line.trim());
    if (match) return [which, ...match.slice(1).map((word) => word ?? null)];
  }
  throw new Error(`there is no condition '${line.trim()}'`);
}

/** Whether a condition holds. `state`: what the page's get() gives, `facts`: what its facts() gives. */
export function holds([which, ...words], state, facts) {
  return Boolean(CONDITIONS[which].make(...words.map((word) => word ?? undefined))({ state, facts }));
}

/** What a condition asks for, for the reader; code stands between backticks. */
export function wordsOf([which, ...words]) {
  return CONDITIONS[which].say(...words.map((word) => word ?? undefined));
}

/** Whether the text has no error and nothing of it is missing: an excerpt is read, but it is not what a task asks for. */
export function isWhole({ ok, diagnostics }) {
  return ok && !diagnostics.some(({ kind }) => kind === "elsewhere" || kind === "hole");
}

/** How much of the task of a step is done: { done, of } in conditions, `points`: { words, isDone } of each, and whether errors of the text, or what it lacks, are in the way. */
export function doneOf({ check }, state, facts) {
  const unmet = check.filter((condition) => !holds(condition, state, facts));
  const isValidAsked = unmet.some(([which]) => which === VALID);
  const points = check.map((condition) => ({ words: wordsOf(condition), isDone: !unmet.includes(condition) }));
  return { done: check.length - unmet.length, of: check.length, points, hasErrors: isValidAsked && !facts.ok, hasGaps: isValidAsked && facts.ok };
}

/** Whether all of it is. */
export function isDone(step, state, facts) {
  return step.check.length > 0 && doneOf(step, state, facts).done === step.check.length;
}

/** How many passes the result after the pass of that name is after; 0 for `source`, null when there is no such pass. */
export function rungOf(pipeline, name) {
  if (name === "source") return 0;
  return passesOf(pipeline).findIndex((pass) => pass.name === name) + 1 || null;
}

// Operations after the last pass; null when there was no run to its end.
function resultOf({ run, operations }) {
  return run?.ok ? run.stages.at(-1)?.operations ?? operations : null;
}

function leftOf(operations) {
  return Object.keys(operations).filter((name) => !name.startsWith("llvm.") && name !== "builtin.module");
}

function count(operations, op) {
  return operations && Object.hasOwn(operations, op) ? operations[op] : 0;
}

function enough(operations, op, exact, n = 1) {
  return exact ? count(operations, op) === Number(n) : count(operations, op) >= Number(n);
}

function stageOf(facts, pass) {
  return facts.run?.stages.findLast(({ name }) => name === pass);
}

function withoutComments(text) {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*/g, (part) => (part.startsWith("//") ? "" : part));
}

function laidOut(text) {
  return text.replace(/\s+/g, " ").replace(/ ?, ?/g, ", ").replace(/ ?(?<!:):(?!:) ?/g, ": ").replace(/ ?\[ ?/g, "[").replace(/\( /g, "(").replace(/ ([\])])/g, "$1");
}

function squeezed(text) {
  return text.replace(/\s+/g, "");
}

function errorTouches(text, diagnostics, part) {
  const errors = diagnostics.filter(({ severity, from }) => severity === "error" && from !== undefined);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (errors.some(({ from, to }) => from < at + part.length && Math.max(to, from + 1) > at)) return true;
  }
  return false;
}

function keptOperations(diagnostics) {
  return diagnostics.filter(({ kind }) => kind === "kept").reduce((sum, { about }) => sum + (about ?? 1), 0);
}

/** The passes of a pipeline's text in order: { name, options: "a=1 b=2" }. What passes are nested in is not among them. */
export function passesOf(pipeline) {
  return [...pipeline.matchAll(/([\w-]+)(?:\{([^{}]*)\})?\s*(?=[,)]|$)/g)].map(([, name, options = ""]) => ({ name, options }));
}

function comesBefore(passes, first, second) {
  const names = passes.map(({ name }) => name);
  return names.includes(first) && names.indexOf(first) < names.lastIndexOf(second);
}

function hasOption(passes, pass, option, value) {
  const same = (written) => written === value || (value === "true" && written === "1") || (value === "1" && written === "true");
  return passes.some(({ name, options }) => name === pass &&
    options.split(/\s+/).some((it) => it.startsWith(`${option}=`) && same(it.slice(option.length + 1))));
}

function isOn(options, option, value) {
  const is = options?.[option];
  return value === undefined ? Boolean(is) : String(is) === value;
}
