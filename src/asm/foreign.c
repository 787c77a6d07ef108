// What a text looks like that is not MLIR: lines vote by what they begin with, end with or contain.
#include "asm/foreign.h"

typedef enum Language { LLVM_IR, TABLEGEN, PYTHON, C, CPP, LANGUAGES } Language;   // what is C may be C++ as well

static const char *const sentences[] = {
  [LLVM_IR] = "LLVM IR; Rung reads MLIR: `mlir-translate --import-llvm` turns it into MLIR",
  [TABLEGEN] = "TableGen; Rung reads MLIR",
  [PYTHON] = "Python; Rung reads MLIR: paste what the program prints",
  [C] = "C; Rung reads MLIR: paste what a compiler based on MLIR prints",
  [CPP] = "C++; Rung reads MLIR: paste what a compiler based on MLIR prints",
};

typedef enum Where { BEGINS, ENDS, HAS } Where;

static const struct { Language language; Where where; const char *text; } signs[] = {
  {LLVM_IR, BEGINS, "; ModuleID"}, {LLVM_IR, HAS, " unnamed_addr "}, {LLVM_IR, HAS, " = global "}, {LLVM_IR, BEGINS, "define "}, {LLVM_IR, BEGINS, "declare "}, {LLVM_IR, BEGINS, "target triple"}, {LLVM_IR, BEGINS, "target datalayout"},
  {LLVM_IR, BEGINS, "source_filename"}, {LLVM_IR, BEGINS, "ret "}, {LLVM_IR, BEGINS, "br label"}, {LLVM_IR, BEGINS, "br i1"},
  {LLVM_IR, BEGINS, "store i"}, {LLVM_IR, BEGINS, "store p"}, {LLVM_IR, BEGINS, "store f"}, {LLVM_IR, BEGINS, "call void @"}, {LLVM_IR, BEGINS, "attributes #"}, {LLVM_IR, BEGINS, "!{"}, {LLVM_IR, HAS, " = !{"},
  {LLVM_IR, HAS, " = load i"}, {LLVM_IR, HAS, " = load p"}, {LLVM_IR, HAS, " = load f"}, {LLVM_IR, HAS, " = phi "}, {LLVM_IR, HAS, " = alloca "}, {LLVM_IR, HAS, " = getelementptr "}, {LLVM_IR, HAS, " = call i"}, {LLVM_IR, HAS, " = call p"}, {LLVM_IR, HAS, " = call f"},
  {LLVM_IR, HAS, " = add i"}, {LLVM_IR, HAS, " = add n"}, {LLVM_IR, HAS, " = sub i"}, {LLVM_IR, HAS, " = sub n"}, {LLVM_IR, HAS, " = mul i"},
  {LLVM_IR, HAS, " = mul n"}, {LLVM_IR, HAS, " = icmp "}, {LLVM_IR, HAS, " = fadd "}, {LLVM_IR, HAS, " = fmul "}, {LLVM_IR, HAS, " = zext i"},
  {LLVM_IR, HAS, " = sext i"}, {LLVM_IR, HAS, " = trunc i"}, {LLVM_IR, HAS, " = insertvalue "}, {LLVM_IR, HAS, " = type {"},
  {TABLEGEN, BEGINS, "def "}, {TABLEGEN, BEGINS, "let "}, {TABLEGEN, BEGINS, "include \""}, {TABLEGEN, BEGINS, "}];"}, {TABLEGEN, HAS, "(ins "},
  {TABLEGEN, HAS, "(outs "}, {TABLEGEN, HAS, "Pat<"},
  {PYTHON, BEGINS, "import "}, {PYTHON, HAS, " import "}, {PYTHON, BEGINS, "def "}, {PYTHON, BEGINS, "print("}, {PYTHON, BEGINS, "elif "},
  {PYTHON, BEGINS, "return "}, {PYTHON, BEGINS, "self."}, {PYTHON, ENDS, "):"}, {PYTHON, ENDS, " else:"},
  {PYTHON, BEGINS, "assert "}, {PYTHON, HAS, " = np."}, {PYTHON, HAS, " = torch."}, {PYTHON, HAS, "ctypes."},
  {C, BEGINS, "#include"}, {C, BEGINS, "#define"}, {C, BEGINS, "int "}, {C, BEGINS, "void "}, {C, BEGINS, "float "}, {C, BEGINS, "double "},
  {C, BEGINS, "typedef "}, {C, BEGINS, "struct "}, {C, ENDS, ";"}, {C, ENDS, ") {"}, {C, ENDS, "else {"},
  {CPP, BEGINS, "template"}, {CPP, BEGINS, "namespace "}, {CPP, BEGINS, "using "}, {CPP, BEGINS, "public:"}, {CPP, BEGINS, "private:"},
  {CPP, HAS, "::"}, {CPP, HAS, "->get"},
};

static bool contains(Str line, Str what) {
  for (size_t i = 0; i + what.size <= line.size; i++)
    if (line.data[i] == what.data[0] && !memcmp(line.data + i, what.data, what.size)) return true;
  return false;
}

// `… = dialect.op`, `… = "dialect.op"(`, `dialect.op %…`, `dialect.op @…`, `^block`, `#alias = …`, `!type…`
static bool is_mlir(Str line) {
  size_t i = 0;
  if (line.data[0] == '^') return true;
  if (line.data[0] == '#' || line.data[0] == '!') return contains(line, STR("= ")) && !contains(line, STR("= !{")) && !contains(line, STR("#define"));
  if (line.data[0] == '%') {
    while (i < line.size && line.data[i] != '=') i++;
    for (i++; i < line.size && line.data[i] == ' '; i++) continue;
  }
  if (i < line.size && line.data[i] == '"') return contains(line, STR("\"("));
  bool dot = false;
  for (; i < line.size && (char_is_alnum(line.data[i]) || line.data[i] == '_' || line.data[i] == '.'); i++) dot |= line.data[i] == '.';
  for (; i < line.size && line.data[i] == ' '; i++) continue;
  return dot && (line.data[0] == '%' || (i < line.size && (line.data[i] == '%' || line.data[i] == '@')));
}

// A value or symbol of MLIR or LLVM IR; not in a string, as of `printf`.
static bool names_values(Str line) {
  bool quoted = false;
  for (size_t i = 0; i + 1 < line.size; i++) {
    if (line.data[i] == '"') quoted = !quoted;
    if (!quoted && (line.data[i] == '%' || (line.data[i] == '@' && i > 0)) && (char_is_alnum(line.data[i + 1]) || line.data[i + 1] == '_')) return true;
  }
  return false;
}

const char *foreign_language(Str text, bool any_mlir, Range *at) {
  enum { MOST = 2000 };   // lines to look at
  uint32_t votes[LANGUAGES] = {0}, both = 0, lines = 0, mlir = 0;
  Range first[LANGUAGES] = {{0}};
  for (size_t begin = 0, end; begin < text.size && lines < MOST; begin = end + 1) {
    const char *newline = memchr(text.data + begin, '\n', text.size - begin);
    end = newline ? (size_t)(newline - text.data) : text.size;
    size_t from = begin, to = end;
    while (from < to && (text.data[from] == ' ' || text.data[from] == '\t')) from++;
    while (to > from && (text.data[to - 1] == ' ' || text.data[to - 1] == '\r')) to--;
    Str line = str_slice(text, from, to);
    // Comments and brackets alone belong to many languages.
    if (line.size < 2 || str_starts_with(line, STR("//")) || (line.data[0] == ';' && !str_starts_with(line, STR("; ModuleID"))) || str_starts_with(line, STR("# "))) continue;
    lines++;
    if (is_mlir(line)) {
      mlir++;
      continue;
    }
    bool voted[LANGUAGES] = {false}, any = false, named = names_values(line);
    for (uint32_t i = 0; i < countof(signs); i++) {
      Str sign = str_from(signs[i].text);
      Language language = signs[i].language;
      if (voted[language] || (named && language != LLVM_IR)) continue;
      voted[language] = signs[i].where == BEGINS ? str_starts_with(line, sign) : signs[i].where == ENDS ? str_ends_with(line, sign) : contains(line, sign);
      if (!voted[language]) continue;
      any = true;
      if (!votes[language]++) first[language] = (Range){(uint32_t)from, (uint32_t)to};
    }
    mlir += named && !any;
    both += voted[C] && voted[CPP];
  }
  if (votes[CPP] && votes[C]) {
    if (first[C].begin < first[CPP].begin) first[CPP] = first[C];
    votes[CPP] += votes[C] - both;
    votes[C] = 0;
  }
  Language best = LLVM_IR;
  for (int i = 1; i < LANGUAGES; i++)
    if (votes[i] > votes[best]) best = (Language)i;
  if ((mlir && !any_mlir) || votes[best] * 3 < lines || votes[best] <= 2 * mlir || votes[best] == 0 || (votes[best] < 2 && lines > 1)) return NULL;
  *at = first[best];
  return sentences[best];
}
