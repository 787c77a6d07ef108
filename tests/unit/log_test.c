// The dumps in a log, for any bytes.
#include <stdlib.h>

#include "rung.h"
#include "unit.h"

enum { MOST = 16 };

static uint32_t read_log(const char *text, size_t size, RungLogStage *out) {
  uint32_t count = rung_log_stages((RungStr){text, size}, out, MOST);
  uint32_t chains = 0, at = 0;
  CHECK_INT(rung_log_stages((RungStr){text, size}, NULL, 0), count);
  for (uint32_t i = 0; i < count && i < MOST; i++) {
    CHECK(out[i].header_begin >= at && out[i].header_begin < out[i].header_end && out[i].header_end <= out[i].begin);
    CHECK(out[i].begin <= out[i].end && out[i].end <= size);
    CHECK(out[i].chain <= chains);
    if (out[i].chain == chains) chains++;
    at = out[i].end;
  }
  return count;
}

static Str str_of(RungStr text) { return (Str){text.data, text.size}; }

TEST("a dump has the places of its header and its lines") {
  static const char text[] = "prose\r\n// -----// IR Dump After CSE Failed (cse) ('x.op' operation: @\"a b\") //----- //\r\n\r\nx.op @f {\r\n}\r\n\r\nprose";
  RungLogStage stages[MOST] = {0};
  CHECK_INT(read_log(text, sizeof text - 1, stages), 1);
  CHECK_STR(((Str){text + stages[0].begin, stages[0].end - stages[0].begin}), "x.op @f {\r\n}\r\n");
  CHECK_STR(str_of(stages[0].pass), "CSE");
  CHECK_STR(str_of(stages[0].argument), "cse");
  CHECK_STR(str_of(stages[0].anchor), "x.op");
  CHECK_STR(str_of(stages[0].symbol), "a b");
  CHECK(stages[0].after && stages[0].failed);
  CHECK_INT(stages[0].line, 3);
  CHECK_INT(stages[0].line_count, 2);
}

TEST("brackets in strings and comments end no dump") {
  static const char text[] = "// -----// IR Dump Before A (a) //----- //\nmodule {\n  x.op \"}\\\"}\" // }\n  x.op {s = \"\\22}\"}\n}\n\n// }\n";
  RungLogStage stages[MOST] = {0};
  CHECK_INT(read_log(text, sizeof text - 1, stages), 1);
  CHECK_INT(stages[0].line_count, 4);
  CHECK(!stages[0].after);
}

TEST("functions that somebody put below one header are one stage") {
  static const char text[] = "// -----// IR Dump After A (a) //----- //\nfunc.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n\nfunc.func private @h()\n\nthe end\n";
  RungLogStage stages[MOST] = {0};
  CHECK_INT(read_log(text, sizeof text - 1, stages), 1);
  CHECK_INT(stages[0].line_count, 8);
  CHECK_STR(str_of(stages[0].symbol), "f");
}

TEST("a dump may begin in the line of its header, and prose is none") {
  static const char text[] = "// -----// IR Dump After A (a) //----- // !s = !x.int<s, 32>\nmodule {\n}\n\n// -----// IR Dump After B Failed (b) //----- //\na.mlir:3:1: error: {\nPLEASE send us (all of it)\nStack dump:\n";
  RungLogStage stages[MOST] = {0};
  CHECK_INT(read_log(text, sizeof text - 1, stages), 2);
  CHECK_STR(((Str){text + stages[0].begin, stages[0].end - stages[0].begin}), "!s = !x.int<s, 32>\nmodule {\n}\n");
  CHECK_INT(stages[0].line, 0);
  CHECK_INT(stages[0].line_count, 3);
  CHECK_INT(stages[1].line, 5);
  CHECK_INT(stages[1].line_count, 0);
  CHECK(stages[1].begin == stages[1].end && stages[1].failed);
}

TEST("headers that lack a part are read as far as they go, or are none") {
  static const struct { const char *header; uint32_t count; const char *pass, *argument; } headers[] = {
    {"// -----// IR Dump After //----- //", 0, "", ""},
    {"// -----// IR Dump After  //----- //", 0, "", ""},
    {"// -----// IR Dump After () //----- //", 1, "()", ""},
    {"// -----// IR Dump After X () //----- //", 1, "X", ""},
    {"// -----// IR Dump After X ( //----- //", 1, "X (", ""},
    {"// -----// IR Dump After X)) //----- //", 1, "X))", ""},
    {"// -----// IR Dump After (anonymous namespace)::X //----- //", 1, "(anonymous namespace)::X", ""},
    {"// -----// IR Dump After X<(int)1> (x) ('a.b' operation: @) //----- //", 1, "X<(int)1>", "x"},
    {"// -----// IR Dump After X (x) ('a.b' operation: @\"\\", 0, "", ""},
    {"// -----// IR Dump After X (x) ('a.b' operation: @\"\\) //----- //", 1, "X", "x"},
    {"// -----// IR Dump After X (x) ('a.b //----- //", 1, "X (x) ('a.b", ""},
    {"// -----// IR Dump After X (x)", 0, "", ""},
    {"// -----// IR Dump Around X (x) //----- //", 0, "", ""},
    {"IR Dump After X (x) //----- //", 0, "", ""},
    {"*** IR Dump After X ***", 1, "X", ""},
    {"*** IR Dump ***", 0, "", ""},
    {"*** IR Dump After ***", 0, "", ""},
    {"IR Dump ", 0, "", ""},
  };
  RungLogStage stages[MOST] = {0};
  for (size_t i = 0; i < countof(headers); i++) {
    CHECK_INT(read_log(headers[i].header, strlen(headers[i].header), stages), headers[i].count);
    if (!headers[i].count) continue;
    CHECK_STR(str_of(stages[0].pass), headers[i].pass);
    CHECK_STR(str_of(stages[0].argument), headers[i].argument);
    CHECK(!stages[0].line_count && stages[0].begin == stages[0].end);
  }
}

TEST("any bytes in any order give ranges in order") {
  static const char *const pieces[] = {
    "// -----// IR Dump After ", "IR Dump ", " //----- //", "\n", "*** ", "\"", "\\", "(", ")", "{", "}", "%", " = ", "@", "f", "#a = 1", "{-#", "x.op",
    "module", " ('", "' operation", ": @", " Failed", " on ", "sym_name = ", "\0", "\r", "//", "\xff", "[1] ", " ",
  };
  RungLogStage stages[MOST] = {0};
  uint32_t random = 1;
  for (int round = 0; round < 20000; round++) {
    char text[256];
    size_t size = 0;
    for (;;) {
      random = random * 1664525 + 1013904223;
      const char *piece = pieces[(random >> 16) % countof(pieces)];
      size_t length = *piece ? strlen(piece) : 1;
      if (size + length > sizeof text) break;
      memcpy(text + size, piece, length);
      size += length;
    }
    char *exact = malloc(size);   // a sanitizer sees what is read beyond it
    if (!exact) abort();
    memcpy(exact, text, size);
    read_log(exact, size, stages);
    free(exact);
  }
}
