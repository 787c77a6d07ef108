// support/regex.h: which texts have a match, and what is wrong with a pattern.
#include "support/regex.h"

#include "unit.h"

static const struct {
  const char *pattern, *text;
  bool matches;
} cases[] = {
  {"b", "abc", true}, {"d", "abc", false}, {"^b", "abc", false}, {"^a", "abc", true}, {"c$", "abc", true}, {"b$", "abc", false}, {"^abc$", "abc", true},
  {"a.c", "abc", true}, {"a.c", "ac", false}, {"ab*c", "ac", true}, {"ab*c", "abbbc", true}, {"ab+c", "ac", false}, {"ab+c", "abbc", true},
  {"ab?c", "abc", true}, {"ab?c", "abbc", false}, {"a|b", "xb", true}, {"^(a|bc|d)$", "bc", true}, {"^(a|bc|d)$", "b", false}, {"^(a|b|c)+$", "abcabc", true},
  {"^(ab)*$", "abab", true}, {"^(ab)*$", "aba", false}, {"()", "", true}, {"^x{0,3}y$", "y", true}, {"^x{0,3}y$", "xxxxy", false}, {"^x{2}$", "xx", true},
  {"^x{2}$", "xxx", false}, {"^x{2,}$", "xxxxx", true}, {"^x{2,}$", "x", false}, {"^(a|b){2,3}$", "abab", false}, {"^(a|b){2,3}$", "aba", true}, {"^x{0}$", "", true},
  {"[a-c]", "b", true}, {"[^a-c]", "b", false}, {"[^a-c]", "d", true}, {"[]a]", "]", true}, {"[a-]", "-", true}, {"[[:digit:]]+x", "a12x", true},
  {"[[:upper:]]", "abc", false}, {"\\.", "a", false}, {"\\.", ".", true}, {"{", "{", true}, {"a{x", "a{x", true}, {"é", "aéb", true}, {"^.{2}$", "é", true},
  {"(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", false}, {"(a|aa)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaab", false},
};

TEST("a text has a match or not") {
  Mem mem;
  Arena arena;
  CHECK(mem_init(&mem, 0));
  arena_init(&arena, &mem);
  for (size_t i = 0; i < countof(cases); i++) {
    Regex regex;
    CHECK(!regex_compile(&regex, &arena, str_from(cases[i].pattern)));
    CHECK_INT(regex_search(&regex, &arena, str_from(cases[i].text)), cases[i].matches);
  }
  arena_free(&arena);
  mem_free(&mem);
}

TEST("what is wrong with a pattern is said in LLVM's words") {
  static const struct { const char *pattern, *error; } wrong[] = {
    {"(a", "parentheses not balanced"}, {"(", "parentheses not balanced"}, {"a)", "parentheses not balanced"}, {"[a", "brackets ([ ]) not balanced"}, {"[z-a]", "invalid character range"},
    {"[[:foo:]]", "invalid character class"}, {"a{2", "braces not balanced"}, {"a{3,1}", "invalid repetition count(s)"}, {"a{256}", "invalid repetition count(s)"},
    {"a{1x}", "invalid repetition count(s)"}, {"*a", "repetition-operator operand invalid"}, {"a**", "repetition-operator operand invalid"},
    {"|a", "empty (sub)expression"}, {"a|", "empty (sub)expression"}, {"", "empty (sub)expression"}, {"a\\", "trailing backslash (\\)"},
    {"((a{255}){255}){255}", "out of memory"},
  };
  Mem mem;
  Arena arena;
  CHECK(mem_init(&mem, 0));
  arena_init(&arena, &mem);
  for (size_t i = 0; i < countof(wrong); i++) {
    Regex regex;
    const char *error = regex_compile(&regex, &arena, str_from(wrong[i].pattern));
    CHECK(error && !strcmp(error, wrong[i].error));
  }
  arena_free(&arena);
  mem_free(&mem);
}
