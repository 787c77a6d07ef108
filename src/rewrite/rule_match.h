// A rule while it is matched: what its registers hold.
#ifndef RUNG_REWRITE_RULE_MATCH_H
#define RUNG_REWRITE_RULE_MATCH_H

#include "ir/fold.h"
#include "records/rules.h"
#include "rewrite/pass.h"
#include "rewrite/type_converter.h"

typedef struct RuleValues {
  Value *const *values;
  uint32_t count;
} RuleValues;

// What a register holds, and an argument of a function of C.
typedef union RuleArg {
  Value *value;
  const RuleValues *values;
  A attr;
  T type;
} RuleArg;

typedef struct RuleMatch {
  Context *ctx;
  Module *module;
  PassRun *run;
  Arena *arena;
  Builder *b;
  Operation *root;
  Value *const *operands;    // the root's, in a conversion converted; NULL: its own
  TypeConverter *types;      // of a conversion; or NULL
  const Folder *folder;
  const char *why;           // why the rule does not apply; NULL: nothing is said
  Operation *ops[RULE_OPS];
  Operation *made;           // last
  RuleArg registers[RULE_REGISTERS];
} RuleMatch;

#endif
