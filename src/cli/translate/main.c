// rung-translate: a module of the llvm dialect as LLVM IR, as mlir-translate does it, or as WebAssembly.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files.h"

bool report_out_of_memory(void) {
  fputs("rung-translate: out of memory\n", stderr);
  return false;
}

static const char help[] =
  "rung-translate --mlir-to-llvmir|--mlir-to-wasm [FILE]\n"
  "\n"
  "Prints a module of the llvm dialect as LLVM IR, as LLVM 22.1's mlir-translate does, or makes it a WebAssembly module that runs with\n"
  "rung-runtime.wasm. Reads stdin without a file, or when it is `-`.\n"
  "\n"
  "  --allow-unregistered-dialect  read operations of dialects that nobody registered, too, such as vcix\n"
  "  -o FILE     write to a file instead of stdout\n"
  "  --help      print this\n"
  "  --version   print the version\n";

static bool translate(const char *path, RungTarget target, bool any_dialect, Output *out) {
  Text input = {0};
  bool ok = read_input(path, &input);
  if (ok) {
    RungStr text = {input.data ? input.data : "", input.size};
    RungOptions options = {.file_name = path && strcmp(path, "-") != 0 ? path : NULL, .borrow_text = true, .allow_unregistered_dialects = any_dialect};
    const Piece piece = {.file_name = path, .file = text, .end = text.size};
    RungSession *session = rung_session_new(&options);
    RungStr result = {NULL, 0};
    if (!session) {
      report_out_of_memory();
    } else {
      if (rung_set_text(session, text)) result = rung_translate(session, false, target);
      for (uint32_t i = 0; i < rung_diagnostic_count(session); i++) render_diagnostic(stderr, &piece, session, i, false);
      if (result.data) output_write(out, result);
    }
    ok = result.data != NULL;
    rung_session_delete(session);
  }
  text_free(&input);
  return ok;
}

static bool refuse(const char *why, const char *what) {
  fprintf(stderr, "rung-translate: %s%s\n", why, what);
  return false;
}

// `made`: the file that was opened for the output, or NULL.
static bool run(int argc, char **argv, Output *out, const char **made) {
  const char *input = NULL, *output = NULL;
  bool to_llvm = false, to_wasm = false, any_dialect = false;
  for (int i = 1; i < argc; i++) {
    const char *arg = argv[i];
    const char *name = arg[0] == '-' && arg[1] == '-' ? arg + 1 : arg;
    if (!strcmp(name, "-help")) return fputs(help, stdout), true;
    if (!strcmp(name, "-version")) return printf("Rung %s\n", rung_version()), true;
    if (!strcmp(name, "-mlir-to-llvmir")) to_llvm = true;
    else if (!strcmp(name, "-mlir-to-wasm")) to_wasm = true;
    else if (!strcmp(name, "-allow-unregistered-dialect")) any_dialect = true;
    else if (!strcmp(arg, "-o")) {
      if (++i == argc) return refuse("-o needs a file", "");
      output = argv[i];
    } else if (arg[0] == '-' && arg[1]) return refuse("unknown option ", arg);
    else if (input) return refuse("more than one input: ", arg);
    else input = arg;
  }
  if (!to_llvm && !to_wasm) return refuse("nothing to do: give --mlir-to-llvmir or --mlir-to-wasm", "");
  if (to_llvm && to_wasm) return refuse("--mlir-to-llvmir and --mlir-to-wasm exclude each other", "");
  if (output && strcmp(output, "-") != 0 && !(out->file = open_file(output, "wb"))) {
    out->file = stdout;
    return refuse("cannot write ", output);
  }
  if (out->file != stdout) *made = output;
  return translate(input, to_wasm ? RUNG_WASM : RUNG_LLVM_IR, any_dialect, out);
}

int main(int argc, char **argv) {
  Output out = {.file = stdout};
  const char *made = NULL;
  bool ok = run(argc, argv, &out, &made);
  if (!output_end(&out)) ok = false;
  struct stat about;
  if (!ok && made && !stat(made, &about) && S_ISREG(about.st_mode)) remove(made);
  return ok ? 0 : 1;
}
