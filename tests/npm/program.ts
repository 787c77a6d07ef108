// Uses most of the API as its types say; what is wrong is marked, so that the compiler says when it no longer is.
import { Rung, RungCrash, Session } from "@rung-mlir/rung";
import type { Change, Diagnostic, Edition, Fact, Fix, Hover, Origin, Pass, PassOption, PipelineElement, RunResult, Stage, Token, TypeExplanation } from "@rung-mlir/rung";

export async function everything(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const rungs: Rung[] = await Promise.all([Rung.load(), Rung.load(bytes), Rung.load(new URL("https://example.org/rung.wasm")), Rung.load("./rung.wasm")]);
  const module: WebAssembly.Module = await WebAssembly.compile(bytes);
  const rung = rungs[0] ?? await Rung.load(module);
  const words: string[] = [rung.version];

  const session: Session = rung.session({ keepUnknown: true, edition: "llvm16", split: "// -----" });
  const { ok, diagnostics, summary, edition } = session.setText("func.func @f() { return }");
  words.push(String(ok), summary, edition, ...diagnostics.map(shown));
  session.setOptions({ allowUnregisteredDialects: false, editionIn: "llvm14", noImplicitModule: true });

  words.push(session.print({ generic: true, elideElementsLarger: 4 }), session.printResult({ debugInfo: true }));
  const run: RunResult = session.run("builtin.module(cse)", { stages: "printed", only: [0, 1], until: 1, trace: true });
  const stages: Stage[] = run.stages;
  words.push(...stages.map(({ name, operations }) => `${name}: ${operations["func.func"] ?? 0}`));
  const facts: Fact[] = run.explanation ?? [];
  words.push(...facts.flatMap(({ rule, children }) => [rule, ...children.map((child) => child.text ?? "")]));
  const origins: Origin[] = session.provenance({ result: true });
  words.push(...origins.map(({ from, to, source }) => `${from}-${to}: ${source?.from ?? "nobody"}`));

  const type: TypeExplanation = session.explainType("memref<?xf32>", { barePointers: true, indexBits: 32, spellings: true });
  words.push(String(type.facts[0]?.bytes?.size), String(session.explainTypeAt(3).ok));
  const hover: Hover | null = session.hover(0);
  if (hover) words.push(hover.title);
  const { text, changes }: { text: string; changes: Change[] } = session.upgrade("func @f() { return }", { only: "types" });
  words.push(text, ...changes.map(({ before, after, since }) => `${before} ${after} ${since?.toFixed() ?? ""}`));
  const { fixes } = session.fixedText();
  words.push(...[...fixes, ...session.safeFixes()].map((fix: Fix) => fix.title));
  words.push(...session.parts().map((part) => String(part.ok)), String(session.part), String(session.verifyDiagnostics("", { onlyExpected: true }).ok));
  session.choosePart(0);
  words.push(String(session.peakMemory()), ...Object.keys(session.operations()));
  session.dispose();

  const { name } = rung.addDialect("dialect d \"of my own\"");
  if (name !== null) words.push(String(rung.removeDialect(name)));
  const tokens: Token[] = rung.tokens("module {}");
  const { state } = rung.tokensOfLine("module {}", 0);
  words.push(...tokens.map((token) => token.class), state.toFixed(), ...rung.tokenClasses(), String(rung.changedLines("a", "b")[0]));
  const options: PassOption[] = rung.passes().flatMap((pass: Pass) => pass.options);
  const elements: PipelineElement[] = rung.readPipeline("builtin.module(cse)").elements;
  words.push(...options.map((option) => option.default), ...elements.map((element) => element.name), rung.addPass("builtin.module()", "cse", "") ?? "none");
  words.push(...rung.pipelines().map(({ title }) => title), ...rung.editions().map((each: Edition) => each.name), String(rung.passExistsUpstream("cse")));
  return words;
}

function shown({ severity, message, line, notes }: Diagnostic): string {
  return `${severity} ${line?.toFixed() ?? ""} ${message} ${notes.length}`;
}

export const isCrash = (error: unknown): error is RungCrash => error instanceof RungCrash;

export async function wrong(rung: Rung, session: Session): Promise<void> {
  // @ts-expect-error a Rung is made by Rung.load()
  new Rung();
  // @ts-expect-error a Session is made by rung.session()
  new Session();
  // @ts-expect-error no number is a place to load from
  await Rung.load(1);
  // @ts-expect-error nor is null
  await Rung.load(null);
  // @ts-expect-error a text is a string
  session.setText(null);
  // @ts-expect-error there is no such option
  rung.session({ keepUnkown: true });
  // @ts-expect-error stages are "counted" or "printed"
  session.run("builtin.module(cse)", { stages: "all" });
  // @ts-expect-error the version is only read
  rung.version = "2";
  // @ts-expect-error a hover may be null
  session.hover(0).title;
  // @ts-expect-error a message may have no place
  const from: number = session.setText("").diagnostics[0]!.from;
  // @ts-expect-error a promise is no Rung
  const unloaded: Rung = Rung.load();
}
