// Options of passes: constants that a pass is asked by.
#include "rewrite/pass.h"
#include "unit.h"

static const PassOption option_depth = {"depth", OPTION_UINT, "4", NULL, "how deep"};
static const PassOption option_loud = {"loud", OPTION_BOOL, "true", NULL, "whether to say more"};
static const PassOption option_other = {"loud", OPTION_BOOL, "true", NULL, "another pass's option of the same name"};

static const PassDef pass = {.name = "p", .class_name = "P", PASS_OPTIONS(&option_depth, &option_loud)};

TEST("an option of a pass is found by its constant, not by its name") {
  const Str values[] = {STR_INIT("0x10"), {"", 0}};
  const PassInstance instance = {.def = &pass, .values = values};
  const PassRun run = {.instance = &instance};
  CHECK(pass_int(&run, &option_depth) == 16);
  CHECK(pass_bool(&run, &option_loud));   // without a value it is on
  CHECK(pass_has(&pass, &option_loud) && !pass_has(&pass, &option_other));
  CHECK(option_index(&pass, STR("loud")) == 1 && option_index(&pass, STR("laud")) == -1);
}

TEST("an option that is not the pass's, or of another kind, says nothing") {
  const Str values[] = {STR_INIT("7"), STR_INIT("true")};
  const PassInstance instance = {.def = &pass, .values = values};
  const PassRun run = {.instance = &instance};
  CHECK(!pass_bool(&run, &option_other));
  CHECK(pass_int(&run, &option_loud) == 0);
  CHECK(!pass_string(&run, &option_depth).data);
}
