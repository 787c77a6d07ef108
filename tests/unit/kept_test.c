// rung.h on text that no record describes: operations kept as written, what is said about them, holes.
#include <stdlib.h>

#include "rung.h"
#include "support/str.h"
#include "unit.h"

static RungStr rung_str(const char *text) { return (RungStr){text, strlen(text)}; }
static Str own(RungStr text) { return (Str){text.data, text.size}; }

static RungSession *keeping(const char *text, bool *ok) {
  const RungOptions options = {.keep_unknown = true, .no_operation_notes = true};
  RungSession *session = rung_session_new(&options);
  *ok = session && rung_set_text(session, rung_str(text));
  return session;
}

// The first message of that kind; false: none.
static bool find_kind(RungSession *session, RungInfo kind, RungDiagnostic *out) {
  for (uint32_t i = 0; rung_diagnostic(session, i, out); i++)
    if (out->kind == kind) return true;
  return false;
}

TEST("one info message for each dialect tells how many operations are kept, and where the first is") {
  static const char text[] = "%0 = tt.a : i32\n%1 = stablehlo.b %0 : i32\ntt.c %1\n";
  bool ok;
  RungSession *session = keeping(text, &ok);
  RungDiagnostic d;
  CHECK(ok);
  CHECK_INT(rung_diagnostic_count(session), 2);
  CHECK(rung_diagnostic(session, 0, &d));
  CHECK(d.severity == RUNG_INFO && d.kind == RUNG_INFO_KEPT && d.about == 2);
  CHECK(d.begin == 5 && d.end == 9);
  CHECK(rung_diagnostic(session, 1, &d));
  CHECK(d.kind == RUNG_INFO_KEPT && d.about == 1);
  rung_session_delete(session);
}

TEST("text that is set aside, a hole and several pieces each have a kind") {
  bool ok;
  RungDiagnostic d;
  RungSession *session = keeping("Look:\nfunc.func @f() {\n  ...\n}\n", &ok);
  CHECK(ok);
  CHECK(find_kind(session, RUNG_INFO_ASIDE, &d) && d.begin == 0 && d.end == 5 && d.about == 1);
  CHECK(find_kind(session, RUNG_INFO_HOLE, &d) && d.line == 3);
  rung_session_delete(session);
  session = keeping("func.func private @f()\nand\nfunc.func private @f()\n", &ok);
  CHECK(ok);
  CHECK(find_kind(session, RUNG_INFO_PIECES, &d) && d.about == 2);
  rung_session_delete(session);
}

TEST("what is kept prints in one form only") {
  bool ok;
  RungSession *session = keeping("tt.a\n", &ok);
  RungPrintOptions generic = rung_print_options(), older = rung_print_options();
  generic.generic = true;
  older.edition = "llvm16";
  CHECK_STR(own(rung_print(session, NULL)), "module {\n  tt.a\n}\n\n");
  CHECK(!rung_print(session, &generic).data);
  RungDiagnostic d;
  CHECK(rung_diagnostic(session, rung_diagnostic_count(session) - 1, &d));
  CHECK_STR(own(d.message), "'tt.a' cannot be printed in generic form: Rung doesn't know its dialect");
  CHECK(!rung_print(session, &older).data && !rung_out_of_memory(session));
  rung_session_delete(session);
}

TEST("reading what one release reads and keeping the unknown exclude each other") {
  const RungOptions options = {.keep_unknown = true, .edition_in = "llvm22"};
  CHECK(!rung_session_new(&options));
}

TEST("hovering tells what is known of an operation that is kept, and how sure a type is") {
  static const char text[] = "%0 = tt.a : f32\n%1 = tt.b -> i32\n%2 = tt.c\narith.addi %1, %1 : i32\n";
  static const struct { const char *at; const char *title; const char *text; } places[] = {
    {"tt.a", "tt.a", "Rung doesn't know this dialect: the operation passes through unchanged\nTriton, kernels for GPUs"},
    {"%0", "%0 : f32", "a guess: Rung doesn't know the operation that defines it, and no use tells its type"},
    {"%1", "%1 : i32", ""},
    {"%2", "%2 : ?", "not known: Rung doesn't know the operation that defines it, and no use tells its type"},
  };
  bool ok;
  RungSession *session = keeping(text, &ok);
  CHECK(ok);
  for (size_t i = 0; i < countof(places); i++) {
    RungHover hover = {0};
    CHECK(rung_hover(session, (uint32_t)(strstr(text, places[i].at) - text), &hover));
    CHECK_STR(own(hover.title), places[i].title);
    CHECK_STR(own(hover.text), places[i].text);
  }
  rung_session_delete(session);
}

TEST("with any limit of memory what is kept, set aside or left out is read whole, or given up with a message") {
  static const char text[] = "Some words:\n```mlir\n#a = #x.y<1>\nfunc.func @f(%n: index) {\n  x.for %i = 0 to %n {\n    %0:2 = x.op %i, @f {k = #a} : (index) -> (i32, !x.t)\n"
                             "    x.use %0#0, ...\n  }\n  return\n}\n```\nand\nfunc.func @f() { return }\n";
  uint32_t refused = 0;
  for (size_t limit = 200000; refused < 400; limit += 4001) {
    const RungOptions options = {.keep_unknown = true, .memory_limit = limit};
    RungSession *session = rung_session_new(&options);
    bool ok = session && rung_set_text(session, rung_str(text));
    bool out_of_memory = !session || rung_out_of_memory(session);
    CHECK(ok != out_of_memory);
    if (ok) CHECK(rung_print(session, NULL).size > 0 || rung_out_of_memory(session));
    rung_session_delete(session);
    if (!out_of_memory) break;
    refused++;
  }
  CHECK(refused < 400);
}

// The text with the first repair of the first message of that kind made; NULL: it has none.
static char *declared(const char *text) {
  bool ok;
  RungDiagnostic d;
  RungFix fix;
  RungSession *session = keeping(text, &ok);
  char *made = NULL;
  for (uint32_t i = 0; ok && !made && rung_diagnostic(session, i, &d); i++) {
    if (d.kind != RUNG_INFO_ELSEWHERE || !rung_diagnostic_fix(session, i, 0, &fix)) continue;
    made = calloc(strlen(text) + fix.text.size + 1, 1);
    memcpy(made, text, fix.begin);
    memcpy(made + fix.begin, fix.text.data, fix.text.size);
    strcpy(made + fix.begin + fix.text.size, text + fix.end);
  }
  rung_session_delete(session);
  return made;
}

TEST("what an excerpt lacks can be declared: values as arguments of a function, callees as functions without a body") {
  char *function = declared("#map = affine_map<(d0) -> (d0)>\n%0 = arith.addi %a, %b : i32\n%1 = func.call @twice(%0) : (i32) -> i32\n"
                            "scf.for %i = %lo to %hi step %lo {\n  memref.store %1, %m[%i] : memref<?xi32>\n}\nfunc.return %1 : i32\n");
  CHECK(function);
  CHECK_STR(str_from(function), "#map = affine_map<(d0) -> (d0)>\n"
            "func.func @excerpt(%a: i32, %b: i32, %lo: index, %hi: index, %m: memref<?xi32>) -> i32 {\n"
            "  %0 = arith.addi %a, %b : i32\n  %1 = func.call @twice(%0) : (i32) -> i32\n  scf.for %i = %lo to %hi step %lo {\n"
            "    memref.store %1, %m[%i] : memref<?xi32>\n  }\n  func.return %1 : i32\n}\n");
  char *all = declared(function);
  CHECK(all);
  Str whole = str_from(all);
  CHECK(str_starts_with(whole, STR("#map = affine_map<(d0) -> (d0)>\nfunc.func private @twice(i32) -> i32\nfunc.func @excerpt(")));
  CHECK(!declared(all));
  free(function);
  free(all);
  CHECK(!declared("func.func @f() { return }\nfoo.use %a : i32\n"));
}

TEST("hovering tells what is known of what comes from elsewhere") {
  static const char text[] = "%0 = arith.addi %a, %a : i32\n%1 = func.call @f(%0) : (i32) -> f32\n%2 = foo.op %1 {how = #how} : !t\n";
  static const struct { const char *at; const char *title; const char *text; } places[] = {
    {"%a", "%a : i32", "comes from elsewhere: nothing in the text defines it, and its first use tells its type"},
    {"@f", "@f : (i32) -> f32", "comes from elsewhere: nothing in the text defines it"},
    {"#how", "#how", "comes from elsewhere: nothing in the text defines it"},
    {"!t", "!t", "comes from elsewhere: nothing in the text defines it"},
  };
  bool ok;
  RungSession *session = keeping(text, &ok);
  CHECK(ok);
  for (size_t i = 0; i < countof(places); i++) {
    RungHover hover = {0};
    CHECK(rung_hover(session, (uint32_t)(strstr(text, places[i].at) - text), &hover));
    CHECK_STR(own(hover.title), places[i].title);
    CHECK_STR(own(hover.text), places[i].text);
  }
  rung_session_delete(session);
}
