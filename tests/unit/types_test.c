// rung.h's types: what a type is, bodies of identified structs, and sessions on threads of their own.
#include <pthread.h>

#include "rung.h"
#include "support/str.h"
#include "unit.h"

static RungStr rung_str(const char *text) { return (RungStr){text, strlen(text)}; }
static RungType type(RungSession *session, const char *text) { return rung_type(session, rung_str(text)); }
static RungTypeInfo info(RungSession *session, RungType of) {
  RungTypeInfo out = {0};
  CHECK(rung_type_info(session, of, &out));
  return out;
}
static void check_text(RungSession *session, RungType of, const char *text) {
  RungStr got = info(session, of).text;
  CHECK_STR(((Str){got.data, got.size}), text);
}
static void check_message(RungSession *session, const char *text) {
  RungDiagnostic d = {0};
  CHECK(rung_diagnostic(session, 0, &d));
  CHECK_STR(((Str){d.message.data, d.message.size}), text);
}

TEST("a type says its kind, what it is made of and whether the llvm dialect takes it") {
  static const struct { const char *text; RungTypeKind kind; uint32_t elements; uint64_t bits; bool compatible; } types[] = {
    {"i32", RUNG_TYPE_INTEGER, 0, 32, true},
    {"si7", RUNG_TYPE_INTEGER, 0, 7, false},
    {"index", RUNG_TYPE_INDEX, 0, 0, false},
    {"f80", RUNG_TYPE_FLOAT, 0, 80, true},
    {"tf32", RUNG_TYPE_FLOAT, 0, 19, false},
    {"none", RUNG_TYPE_NONE, 0, 0, false},
    {"complex<f32>", RUNG_TYPE_COMPLEX, 1, 0, false},
    {"tuple<i1, f32, index>", RUNG_TYPE_TUPLE, 3, 0, false},
    {"(i32, f32) -> (i1, i2, i3)", RUNG_TYPE_FUNCTION, 5, 0, false},
    {"vector<4x[8]xf16>", RUNG_TYPE_VECTOR, 1, 0, false},
    {"vector<4xf16>", RUNG_TYPE_VECTOR, 1, 64, true},
    {"vector<4x!llvm.ptr>", RUNG_TYPE_VECTOR, 1, 0, true},
    {"tensor<*xf32>", RUNG_TYPE_TENSOR, 1, 0, false},
    {"memref<?x4xf32, strided<[4, 1]>>", RUNG_TYPE_MEMREF, 1, 0, false},
    {"!llvm.ptr<3>", RUNG_TYPE_POINTER, 0, 0, true},
    {"!llvm.array<4 x f32>", RUNG_TYPE_ARRAY, 1, 0, true},
    {"!llvm.array<4 x tensor<4xf32>>", RUNG_TYPE_ARRAY, 1, 0, false},
    {"!llvm.func<void (i32, ...)>", RUNG_TYPE_FUNCTION, 2, 0, true},
    {"!llvm.struct<packed (i8, index)>", RUNG_TYPE_STRUCT, 2, 0, false},
    {"!llvm.void", RUNG_TYPE_OTHER, 0, 0, true},
  };
  RungSession *session = rung_session_new(NULL);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    RungType number = type(session, types[i].text);
    RungTypeInfo of = info(session, number);
    CHECK_INT(of.kind, types[i].kind);
    CHECK_INT(of.element_count, types[i].elements);
    CHECK_INT(of.bits, types[i].bits);
    CHECK_INT(of.is_compatible, types[i].compatible);
    check_text(session, number, types[i].text);
    CHECK(type(session, types[i].text) == number);
    CHECK(!rung_type_element(session, number, of.element_count));
  }
  check_text(session, rung_type_element(session, type(session, "(i32, f32) -> (i1, i2, i3)"), 2), "i1");
  check_text(session, rung_type_element(session, type(session, "!llvm.func<void (i32, ...)>"), 1), "!llvm.void");
  CHECK(info(session, type(session, "!llvm.func<void (i32, ...)>")).is_variadic);
  RungTypeInfo memref = info(session, type(session, "memref<?x4xf32>"));
  CHECK(memref.rank == 2 && memref.sizes[0] == INT64_MIN && memref.sizes[1] == 4);
  CHECK_INT(info(session, type(session, "vector<4x[8]xf16>")).scalable, 2);
  CHECK_INT(info(session, type(session, "!llvm.ptr<3>")).address_space, 3);
  CHECK_INT(info(session, type(session, "!llvm.array<4 x f32>")).array_size, 4);
  CHECK_INT(info(session, type(session, "ui7")).signedness, RUNG_UNSIGNED);
  CHECK(!info(session, type(session, "tensor<*xf32>")).has_rank);
  CHECK(!type(session, "!llvm.struct<(i32"));
  CHECK(rung_diagnostic_count(session) > 0);
  RungTypeInfo none;
  CHECK(!rung_type_info(session, 0, &none) && !rung_type_info(session, 12345, &none));
  rung_session_delete(session);
}

TEST("types are those of the text, and gone with it") {
  RungSession *session = rung_session_new(NULL);
  const char *text = "llvm.func @f(!llvm.struct<\"a\", (i32, ptr)>)";
  CHECK(rung_set_text(session, rung_str(text)));
  RungType a = rung_struct(session, rung_str("a"));
  CHECK(info(session, a).has_body);
  check_text(session, rung_type_element(session, a, 1), "!llvm.ptr");
  CHECK(rung_type_at(session, (uint32_t)(strstr(text, "!llvm.struct") - text)) == a);
  CHECK(rung_set_text(session, rung_str("")));
  RungTypeInfo out;
  CHECK(!rung_type_info(session, a, &out));
  CHECK(!info(session, rung_struct(session, rung_str("a"))).has_body);
  rung_session_delete(session);
}

TEST("a body is set once: now, the same again, or refused") {
  RungSession *session = rung_session_new(NULL);
  RungType s = rung_struct(session, rung_str("node"));
  CHECK(s == rung_struct(session, rung_str("node")) && s != rung_struct(session, rung_str("other")));
  CHECK(info(session, s).is_opaque && !info(session, s).has_body);
  RungType members[] = {type(session, "i32"), rung_type(session, rung_str("!llvm.ptr"))}, other[] = {type(session, "i64")};
  CHECK_INT(rung_struct_set_body(session, s, members, 2, true), RUNG_BODY_SET);
  CHECK_INT(rung_struct_set_body(session, s, members, 2, true), RUNG_BODY_SAME);
  CHECK_INT(rung_struct_set_body(session, s, members, 2, false), RUNG_BODY_REFUSED);
  CHECK_INT(rung_struct_set_body(session, s, other, 1, true), RUNG_BODY_REFUSED);
  check_message(session, "identified type already used with a different body");
  CHECK_INT(rung_struct_set_opaque(session, s), RUNG_BODY_REFUSED);
  CHECK(info(session, s).is_packed && info(session, s).has_body && !info(session, s).is_opaque);
  check_text(session, s, "!llvm.struct<\"node\", packed (i32, ptr)>");

  RungType opaque = rung_struct(session, rung_str("opaque"));
  CHECK_INT(rung_struct_set_opaque(session, opaque), RUNG_BODY_SET);
  CHECK_INT(rung_struct_set_opaque(session, opaque), RUNG_BODY_SAME);
  CHECK_INT(rung_struct_set_body(session, opaque, members, 2, false), RUNG_BODY_REFUSED);
  check_text(session, opaque, "!llvm.struct<\"opaque\", opaque>");

  RungType empty = rung_struct_new(session, rung_str("node"), NULL, 0, false);
  check_text(session, empty, "!llvm.struct<\"node.1\", ()>");
  RungType bad[] = {type(session, "!llvm.void")};
  CHECK(!rung_struct_new(session, rung_str("node"), bad, 1, false));
  check_message(session, "invalid LLVM structure element type: '!llvm.void'");
  CHECK_INT(rung_struct_set_body(session, members[0], members, 2, false), RUNG_BODY_REFUSED);
  CHECK_INT(rung_struct_set_body(session, rung_struct(session, rung_str("x")), &(RungType){999}, 1, false), RUNG_BODY_REFUSED);
  rung_session_delete(session);
}

TEST("a struct may hold a pointer to itself, where pointers say what they point to") {
  RungSession *session = rung_session_new(&(RungOptions){.edition_in = "llvm13"});
  RungType list = type(session, "!llvm.struct<\"list\", (i32, ptr<struct<\"list\">>)>");
  check_text(session, list, "!llvm.struct<\"list\", (i32, ptr<struct<\"list\">>)>");
  CHECK(rung_type_element(session, rung_type_element(session, list, 1), 0) == list);
  rung_session_delete(session);
}

static void *work(void *data) {
  RungSession *session = rung_session_new(NULL);
  uintptr_t own = (uintptr_t)data, good = 0;
  for (uint32_t round = 0; session && round < 20; round++) {
    bool ok = rung_set_text(session, rung_str("func.func @f(%m: memref<?xf32>, %i: index) -> f32 {\n"
                                             "  %0 = memref.load %m[%i] : memref<?xf32>\n  return %0 : f32\n}"));
    RungType s = rung_struct(session, rung_str("s"));   // of the same name on all threads, with a body of each thread's own
    RungType member = type(session, own & 1 ? "i32" : "i64");
    ok = ok && rung_struct_set_body(session, s, &member, 1, false) == RUNG_BODY_SET;
    ok = ok && rung_run(session, rung_str("builtin.module(finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"), NULL);
    ok = ok && rung_print_result(session, NULL).size > 0;
    good += ok;
  }
  rung_session_delete(session);
  return (void *)good;
}

TEST("two sessions on two threads know nothing of each other") {
  pthread_t threads[4];
  for (uintptr_t i = 0; i < 4; i++) CHECK(!pthread_create(&threads[i], NULL, work, (void *)i));
  for (uint32_t i = 0; i < 4; i++) {
    void *good = NULL;
    pthread_join(threads[i], &good);
    CHECK_INT((uintptr_t)good, 20);
  }
}
