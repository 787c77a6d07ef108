// The lessons as data, made when the page is built: read, checked and coloured, so that the page only has to show them.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { glossary } from "./src/teach/glossary.js";
import { LessonError, parseLesson } from "./src/teach/lessons/format.js";

const FOLDER = fileURLToPath(new URL("lessons/", import.meta.url));
const words = new Set(Object.entries(glossary).flatMap(([name, { also = [] }]) => [name, ...also]).map((word) => word.toLowerCase()));

/** All lessons in order; `rung` colours their code. Throws LessonError, which names file and line. */
export async function readLessons(rung, folder = FOLDER) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const lessons = await Promise.all(files.map(async (file) => parseLesson(file, await readFile(join(folder, file), "utf8"))));
  lessons.forEach((lesson, i) => check(lesson, files[i], rung));
  return lessons;
}

function check({ sentence, steps }, file, rung) {
  checkTerms(sentence, (word) => fail(word, 2));
  function fail(word, line) { throw new LessonError(file, line, `the glossary has no '${word}'`); }
  for (const step of steps) {
    const parts = [step.body, step.hints].flat(2);
    for (const block of parts) {
      if (block.code) block.code = coloured(block.code, rung);
      else checkTerms(block.p ?? block.ul ?? block.ol ?? [block.table?.head, block.table?.rows], (word) => fail(word, step.line));
      delete block.at;
    }
    if (step.task) checkTerms(step.task, (word) => fail(word, step.line));
  }
}

function checkTerms(parts, fail) {
  if (!Array.isArray(parts)) return;
  if (parts[0] === "term" && !words.has(parts[1].toLowerCase())) fail(parts[1]);
  for (const part of parts) checkTerms(part, fail);
}

// The same code as { lang, spans }: spans are text, or [class, text].
function coloured({ lang, text, isWrong }, rung) {
  const code = text.replace(/\n$/, "");
  const tokens = lang === "mlir" ? rung.tokens(code) : lang === "c" || lang === "records" ? tokensOf(code, lang) : [];
  const spans = [];
  let at = 0;
  for (const { from, to, class: name } of tokens) {
    if (from > at) spans.push(code.slice(at, from));
    spans.push(name === "none" ? code.slice(from, to) : [name, code.slice(from, to)]);
    at = to;
  }
  if (at < code.length) spans.push(code.slice(at));
  return { lang, spans, ...(isWrong && { isWrong }) };
}

const C_WORDS = /^(?:if|else|for|while|do|return|goto|static|const|extern|struct|typedef|sizeof|void|switch|case|break)$/;
const C_TYPES = /^(?:int|float|double|char|long|short|unsigned|signed|bool|size_t|u?int(?:8|16|32|64)_t)$/;
const RECORD_WORDS = /^(?:dialect|enum|bits|type|attribute|class|op|type-constraint|attr-constraint|traits|operand|result|region|attr|prop|successor|format|param|until|since)$/;

// Colours for what is no MLIR: C, and the language of records.
function tokensOf(code, lang) {
  const found = [];
  for (const { 0: word, index } of code.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\/|"[^"\n]*"|`[^`\n]*`|[A-Za-z_][\w-]*|\d[\w.]*/g)) {
    const name = /^\/[/*]/.test(word) ? "comment" : /^["`]/.test(word) ? "string" : /^\d/.test(word) ? "number"
      : lang === "c" ? (C_WORDS.test(word) ? "keyword" : C_TYPES.test(word) ? "type" : "none")
      : RECORD_WORDS.test(word) ? "keyword" : /^[A-Z]/.test(word) ? "type" : "none";
    if (lang === "c" && word.includes("-")) continue;
    found.push({ from: index, to: index + word.length, class: name });
  }
  return found;
}

/** For esbuild: `import lessons from "lessons:all"` are all lessons, `import titles from "lessons:titles"` their titles by id. */
export function lessonsPlugin(rung, folder = FOLDER) {
  return {
    name: "lessons",
    setup(build) {
      build.onResolve({ filter: /^lessons:(all|titles)$/ }, ({ path }) => ({ path, namespace: "lessons" }));
      build.onLoad({ filter: /.*/, namespace: "lessons" }, async ({ path }) => {
        try {
          const lessons = await readLessons(rung, folder);
          const wanted = path === "lessons:all" ? lessons : Object.fromEntries(lessons.map(({ id, title }) => [id, title]));
          return { contents: JSON.stringify(wanted), loader: "json" };
        } catch (error) {
          if (!(error instanceof LessonError)) throw error;
          return { errors: [{ text: error.message, location: { file: join(folder, error.file), line: error.line } }] };
        }
      });
    },
  };
}
