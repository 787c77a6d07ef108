// rung.h as a program uses it: little memory, and what an editor asks about deep types.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rung.h"
#include "support/str.h"
#include "unit.h"

static RungStr rung_str(const char *text) { return (RungStr){text, strlen(text)}; }

// Sanitized code takes about twenty times as long.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SOON 10
#endif
#endif
#ifndef SOON
#define SOON 2
#endif

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

// `before` count times, `middle`, `after` count times. Free the text.
static char *nested(const char *head, const char *before, const char *middle, const char *after, size_t count, const char *tail) {
  size_t size = strlen(head) + count * (strlen(before) + strlen(after)) + strlen(middle) + strlen(tail) + 1;
  char *text = malloc(size), *at = text;
  if (!text) abort();
  at = stpcpy(at, head);
  for (size_t i = 0; i < count; i++) at = stpcpy(at, before);
  at = stpcpy(at, middle);
  for (size_t i = 0; i < count; i++) at = stpcpy(at, after);
  stpcpy(at, tail);
  return text;
}

// The type at the `place`-th byte as the text spells it; empty: no type is there.
static Str type_at(RungSession *session, const char *text, uint32_t place) {
  RungFact fact;
  rung_explain_type_at(session, place, NULL);
  if (!rung_fact_count(session) || !rung_fact(session, 0, &fact) || !fact.has_range) return (Str){0};
  return (Str){text + fact.begin, fact.end - fact.begin};
}

TEST("the type at a place is the innermost one whose text holds it") {
  static const char text[] = "#s = affine_set<(d0) : (d0 >= 0)>\n"
                             "func.func private @f(tuple<i32, vector<4xf32>, tuple<index>>, (i1, i2) -> (i3, () -> i4))";
  static const struct { const char *at; uint32_t offset; const char *type; } places[] = {
    {"i32", 0, "i32"}, {"i32", 3, "i32"}, {"4xf32", 2, "vector<4xf32>"}, {"tuple<i32", 3, "tuple<i32, vector<4xf32>, tuple<index>>"},
    {", vector", 1, "tuple<i32, vector<4xf32>, tuple<index>>"}, {", tuple<index", 1, "tuple<i32, vector<4xf32>, tuple<index>>"},
    {"index>", 5, "index"}, {"index>>", 7, "tuple<i32, vector<4xf32>, tuple<index>>"}, {"i2) ", 1, "i2"}, {") -> (i3", 1, "(i1, i2) -> (i3, () -> i4)"},
    {") -> (i3", 3, "(i1, i2) -> (i3, () -> i4)"}, {"i3,", 0, "i3"}, {"() -> i4", 3, "() -> i4"}, {"i4", 1, "i4"},
  };
  RungSession *session = rung_session_new(NULL);
  CHECK(rung_set_text(session, rung_str(text)));
  for (size_t i = 0; i < countof(places); i++) {
    uint32_t place = (uint32_t)(strstr(text, places[i].at) - text) + places[i].offset;
    Str found = type_at(session, text, place);
    if (!str_is(found, places[i].type)) printf("at %s: %.*s\n", places[i].at, STR_ARG(found));
    CHECK(str_is(found, places[i].type));
  }
  rung_session_delete(session);
}

TEST("a type that is nested deep on one line is found soon, or soon given up") {
  static const struct { const char *before, *after; bool is_apart; } forms[] = {
    {"tuple<", ">", true}, {"tuple<", "", true}, {"tuple<i32, ", ">", true}, {"(i32, ", ") -> i32", true}, {"(", "", true},
    {"memref<4x", ">", false}, {"!llvm.struct<(i32, ", ")>", true}, {"!llvm.struct<(", "", true}, {"!foo<", ">", true},
    {"!foo<", "", true}, {"tuple<vector<4xf32>, ", ">", true},
  };
  for (size_t i = 0; i < countof(forms); i++) {
    for (size_t count = 1000; count <= 100000; count *= 10) {
      if (count * strlen(forms[i].before) > 1200000) continue;
      char *text = nested("func.func private @f(", forms[i].before, "i32", forms[i].after, count, ")");
      RungSession *session = rung_session_new(NULL);
      rung_set_text(session, rung_str(text));
      uint32_t size = (uint32_t)strlen(text), begin = 21, middle = begin + (uint32_t)(count * strlen(forms[i].before));
      const uint32_t places[] = {begin, begin + (middle - begin) / 2, middle - 1, middle, middle + 4, size - (size - middle) / 2, size - 2};
      for (size_t k = 0; k < countof(places); k++) {
        RungHover hover;
        double from = seconds();
        Str found = type_at(session, text, places[k]);
        double to = seconds();
        rung_hover(session, places[k], &hover);
        rung_complete(session, places[k]);
        double end = seconds();
        if (to - from >= SOON || end - to >= SOON) printf("%s at %u of %u: %.2f s, %.2f s\n", forms[i].before, places[k], size, to - from, end - to);
        CHECK(to - from < SOON && end - to < SOON);
        if (places[k] == middle && forms[i].is_apart) CHECK(str_is(found, "i32"));
      }
      rung_session_delete(session);
      free(text);
    }
  }
}

// Whether the session said that memory ran out, in its last message.
static bool says_out_of_memory(const RungSession *session) {
  RungDiagnostic diag;
  uint32_t count = rung_diagnostic_count(session);
  if (!count || !rung_diagnostic(session, count - 1, &diag)) return false;
  return diag.out_of_memory;
}

// Read, convert, explain and print with every limit from `from` to where it does.
static void sweep_limits(const char *text, const char *pipeline, size_t from, size_t step) {
  uint32_t refused = 0;
  for (size_t limit = from;; limit += step) {
    const RungOptions options = {.memory_limit = limit, .allow_unregistered_dialects = true};
    RungSession *session = rung_session_new(&options);
    rung_set_tracing(session, true);
    bool ok = rung_set_text(session, rung_str(text));
    bool out_of_memory = rung_out_of_memory(session);
    if (out_of_memory) CHECK(!ok && says_out_of_memory(session));
    if (ok) {
      ok = rung_run(session, rung_str(pipeline), &(RungRunOptions){.stages = RUNG_STAGES_PRINTED});
      out_of_memory = rung_out_of_memory(session);
      if (out_of_memory) CHECK(!ok && says_out_of_memory(session));
      rung_explain_run(session);
      rung_explanation(session);
      rung_print_result(session, NULL);
      out_of_memory = rung_out_of_memory(session);
    }
    rung_session_delete(session);
    refused += out_of_memory;
    CHECK(refused < 2000);
    if (!out_of_memory || refused >= 2000) break;
  }
  CHECK(refused > 3);
}

TEST("messages about a text name its file, whatever the options have become") {
  RungSession *session = rung_session_new(&(RungOptions){.file_name = "first.mlir"});
  CHECK(rung_set_text(session, rung_str("func.func private @f()")));
  for (int i = 0; i < 3; i++) CHECK(rung_set_options(session, &(RungOptions){.file_name = i ? "third.mlir" : "second.mlir"}));
  CHECK(!rung_run(session, rung_str("func.func(cse)"), NULL));
  RungDiagnostic diag;
  CHECK(rung_diagnostic(session, 0, &diag) && str_is((Str){diag.file.data, diag.file.size}, "first.mlir"));
  CHECK(!rung_set_text(session, rung_str("func.func")));
  CHECK(rung_diagnostic(session, 0, &diag) && str_is((Str){diag.file.data, diag.file.size}, "third.mlir"));
  rung_session_delete(session);
}

TEST("with any limit of memory a text of many errors is given up, not read for ever") {
  char text[24000], *at = text, *end = text + sizeof text;
  at += snprintf(at, (size_t)(end - at), "module {\nfunc.func @f(%%x: i32) {\n  cf.br ^b0\n");
  for (int i = 0; end - at > 400; i++)
    at += snprintf(at, (size_t)(end - at), "^b%d:\n  %%v%d = arith.addi %%x, %%y : i32\n  %%v%d = arith.addi %%x %%x : i32\n  scf.if %%x {\n  \"a.b\"() ({\n  ^b:\n", i / 2, i, i);
  sweep_limits(text, "builtin.module(cse)", 300000, 20011);
}

TEST("with any limit of memory passes and explanations end with a message") {
  char text[24000], *at = text, *end = text + sizeof text;
  for (int i = 0; end - at > 400; i++)
    at += snprintf(at, (size_t)(end - at), "func.func @g%d(%%a: vector<4x4xf32>) -> vector<4x4xf32> {\n  %%0 = arith.addf %%a, %%a : vector<4x4xf32>\n"
                   "  %%1 = vector.transpose %%0, [1, 0] : vector<4x4xf32> to vector<4x4xf32>\n  return %%1 : vector<4x4xf32>\n}\n", i);
  sweep_limits(text, "builtin.module(canonicalize,func.func(cse),convert-vector-to-llvm,convert-arith-to-llvm,convert-func-to-llvm)", 400000, 250007);
}

TEST("for any text, a pass is added to a pipeline and changed lines are counted") {
  static const struct { const char *pipeline, *pass, *before, *expected; } edits[] = {
    {"builtin.module(cse)", "canonicalize", "", "builtin.module(cse,canonicalize)"},
    {"builtin.module( )", "cse", "cse", "builtin.module( cse)"},
    {"builtin.module(func.func(cse),reconcile-unrealized-casts)", "cse", "", "builtin.module(func.func(cse),cse,reconcile-unrealized-casts)"},
    {"()", "cse", "", NULL}, {"", "cse", "", NULL}, {"builtin.module(cse))", "cse", "", NULL}, {"builtin.module(cse)", "", "", NULL},
  };
  RungSession *session = rung_session_new(NULL);
  for (size_t i = 0; i < countof(edits); i++) {
    RungStr text = rung_pipeline_add(session, rung_str(edits[i].pipeline), rung_str(edits[i].pass), rung_str(edits[i].before));
    CHECK(edits[i].expected ? str_is((Str){text.data, text.size}, edits[i].expected) : !text.data);
  }
  uint32_t lines[4];
  CHECK_INT(rung_changed_lines(session, rung_str("%0 = a.b\n"), rung_str("  %1 = a.b // c\n;\n\"\n@\n\\\n"), lines, 2), 4);
  CHECK_INT(lines[0], 2);
  CHECK_INT(lines[1], 3);
  CHECK_INT(rung_changed_lines(session, rung_str(""), (RungStr){NULL, 0}, lines, 4), 0);
  rung_session_delete(session);
}

TEST("a pipeline's text is read as far as it goes, with the places of what is in it") {
  static const char text[] = "builtin.module(func.func(cse,canonicalize{top-down=0 x}),nonesuch";
  RungSession *session = rung_session_new(NULL);
  RungPipelineElement element;
  RungPipelineOption option;
  RungDiagnostic diag;
  CHECK(!rung_read_pipeline(session, rung_str(text)));
  RungStr kept = rung_read_pipeline_text(session);
  CHECK(str_is((Str){kept.data, kept.size}, text));
  static const struct { const char *name; uint32_t depth, options; bool is_nest, is_known; } expected[] = {
    {"builtin.module", 0, 0, true, false}, {"func.func", 1, 0, true, false}, {"cse", 2, 0, false, true}, {"canonicalize", 2, 2, false, true},
    {"nonesuch", 1, 0, false, false},
  };
  for (uint32_t i = 0; i < countof(expected); i++) {
    CHECK(rung_pipeline_element(session, i, &element));
    CHECK(str_is((Str){element.name.data, element.name.size}, expected[i].name));
    CHECK_INT(element.depth, expected[i].depth);
    CHECK_INT(element.option_count, expected[i].options);
    CHECK(element.is_nest == expected[i].is_nest && (element.pass >= 0) == expected[i].is_known);
  }
  CHECK(!rung_pipeline_element(session, countof(expected), &element));
  CHECK(rung_pipeline_element_option(session, 3, 0, &option) && option.option >= 0);
  CHECK(str_is((Str){option.value.data, option.value.size}, "0"));
  CHECK(rung_pipeline_element_option(session, 3, 1, &option) && option.option < 0);
  CHECK(!rung_pipeline_element_option(session, 3, 2, &option) && !rung_pipeline_element_option(session, 9, 0, &option));
  CHECK_INT(rung_diagnostic_count(session), 3);
  CHECK(rung_diagnostic(session, 0, &diag) && diag.has_range && diag.begin == 0 && diag.end == 15);
  CHECK(rung_read_pipeline(session, rung_str("builtin.module(cse)")));
  CHECK_INT(rung_diagnostic_count(session), 0);
  rung_session_delete(session);
}

TEST("a text is parts between markers, each with its module, its messages and its expectations") {
  static const char text[] = "func.func @f() { return }\n// -----\n\"a.b\"() : () -> ()  // expected-error {{unregistered}}\n// -----\n// expected-error {{no}}\n";
  const RungOptions options = {.split_marker = "// -----"};
  RungSession *session = rung_session_new(&options);
  RungPart part, parts[4];
  RungDiagnostic diag;
  CHECK(!rung_set_text(session, rung_str(text)));
  CHECK_INT(rung_parts(rung_str(text), rung_str("// -----"), parts, 4), 3);
  for (uint32_t i = 0; i < 3; i++) {
    CHECK(rung_part(session, i, &part) && part.begin == parts[i].begin && part.end == parts[i].end && part.ok == (i != 1));
    CHECK_INT(part.diagnostic_count, i == 1);
  }
  CHECK(!rung_part(session, 3, &part) && !rung_choose_part(session, 3));
  CHECK(rung_diagnostic(session, 0, &diag) && diag.begin > parts[1].begin && diag.end < parts[1].end);
  CHECK_INT(diag.line, 3);
  CHECK(rung_choose_part(session, 2));
  RungStr printed = rung_print(session, NULL);
  CHECK(str_is((Str){printed.data, printed.size}, "module {\n}\n\n"));
  CHECK(!rung_verify_diagnostics(session, rung_str("builtin.module(cse)"), false));
  CHECK_INT(rung_diagnostic_count(session), 2);
  CHECK(rung_diagnostic(session, 0, &diag) && diag.kind == RUNG_INFO_MET && diag.severity == RUNG_INFO);
  CHECK(rung_diagnostic(session, 1, &diag) && diag.kind == RUNG_INFO_UNMET && diag.begin > parts[2].begin);
  CHECK_INT(rung_chosen_part(session), 2);
  rung_session_delete(session);
}

TEST("with any limit of memory parts and expectations end with a message") {
  char text[8000], *at = text, *end = text + sizeof text;
  for (int i = 0; end - at > 300; i++)
    at += snprintf(at, (size_t)(end - at), "func.func @g%d(%%a: i32) -> i32 {\n  // expected-error-re@+1 {{use of {{[a-z]+|x{2,9}}}}}\n  %%0 = arith.addi %%q, %%a : i32\n  return %%0 : i32\n}\n// -----\n", i);
  for (size_t limit = 100000; limit < 3000000; limit += 90007) {
    RungOptions options = {.memory_limit = limit, .split_marker = "// -----"};
    RungSession *session = rung_session_new(&options);
    bool ok = rung_set_text(session, rung_str(text));
    CHECK(!ok && rung_diagnostic_count(session) > 0);
    rung_choose_part(session, 3);
    rung_verify_diagnostics(session, rung_str("builtin.module(cse)"), false);
    CHECK(rung_diagnostic_count(session) > 0);
    rung_session_delete(session);
  }
}

TEST("a text has the same tokens line by line") {
  static const char text[] = "%a, %b = x.y (\n  z.w\n  4x\xc3\xa9) \"\n\"q.r\"() // s\n\n@\n";
  uint32_t whole[3 * 64], part[3 * 64], count = rung_tokens(rung_str(text), NULL, whole, 64), state = 0, at = 0;
  for (const char *line = text; *line;) {
    size_t size = strcspn(line, "\n");
    uint32_t n = rung_tokens((RungStr){line, size}, &state, part, 64);
    for (uint32_t i = 0; i < n; i++, at++) {
      CHECK_INT(part[3 * i] + (uint32_t)(line - text), whole[3 * at]);
      CHECK_INT(part[3 * i + 1] + (uint32_t)(line - text), whole[3 * at + 1]);
      CHECK_INT(part[3 * i + 2], whole[3 * at + 2]);
    }
    line += size + (line[size] == '\n');
  }
  CHECK_INT(at, count);
}

TEST("an edition whose text is not printed is refused, and the options stay as they were") {
  static const char *const refused[] = {"1969", "llvm15", ""};
  RungSession *session = rung_session_new(NULL);
  RungPrintOptions print = rung_print_options();
  RungDiagnostic d;
  uint32_t count;
  CHECK(rung_set_text(session, rung_str("func.func private @f(memref<f32>)")));
  for (size_t i = 0; i < countof(refused); i++) {
    const RungOptions options = {.edition = refused[i]};
    CHECK(!rung_session_new(&options));
    CHECK(!rung_set_options(session, &options));
    print.edition = refused[i];
    CHECK(!rung_edition_exists(refused[i]));
    CHECK(!rung_print(session, &print).data && !rung_out_of_memory(session));
    CHECK(!rung_origins(session, false, &print, &count));
    CHECK(rung_diagnostic(session, rung_diagnostic_count(session) - 1, &d) && d.severity == RUNG_ERROR);
    CHECK(str_ends_with((Str){d.message.data, d.message.size}, STR("is not supported")));
  }
  const RungOptions older = {.edition = "llvm16"};
  CHECK(rung_set_options(session, &older));
  CHECK(rung_run(session, rung_str("builtin.module(convert-func-to-llvm)"), NULL));
  print.edition = "llvm16";
  RungStr text = rung_print_result(session, &print);
  CHECK(text.data && strstr(text.data, "!llvm.ptr<f32>"));
  rung_session_delete(session);
}

TEST("a module with errors is printed as far as it could be built, in any edition") {
  const RungOptions options = {.edition = "2019"};
  RungSession *session = rung_session_new(&options);
  CHECK(!rung_set_text(session, rung_str("llvm.func @f() {\n  llvm.switch %undeclared : i32, ^bb1 [1: ^bb1]\n^bb1:\n  llvm.return\n}")));
  RungStr text = rung_print(session, NULL);
  CHECK(text.data && strstr(text.data, "\"llvm.switch\""));
  rung_session_delete(session);
}
