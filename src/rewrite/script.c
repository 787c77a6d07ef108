#include "rewrite/script.h"

#include "asm/params.h"
#include "ir/constants.h"

struct ScriptName *script_find(Script *self, Str name) {
  for (uint32_t i = 0; i < self->count; i++)
    if (str_equal(self->names[i].name, name)) return &self->names[i];
  return NULL;
}

struct ScriptName *script_put(Script *self, Str name) {
  struct ScriptName *found = script_find(self, name);
  if (!found) {
    if (self->count == SCRIPT_NAMES) self->count--, self->failed = true;
    found = &self->names[self->count++];
  }
  *found = (struct ScriptName){.name = name};
  return found;
}

void script_value(Script *self, const char *name, Value *value) { script_put(self, str_from(name))->value = value; }
void script_type(Script *self, const char *name, T type) { script_put(self, str_from(name))->type = type; }
void script_attr(Script *self, const char *name, A attr) { script_put(self, str_from(name))->attr = attr; }

Value *script_get(Script *self, const char *name) {
  struct ScriptName *found = script_find(self, str_from(name));
  if (!found || !found->value) self->failed = true;
  return found ? found->value : NULL;
}

void script_init(Script *self, Builder *b, const char *dialect, const Operation *op, Value *const *operands) {
  static const char *const names[] = {"x", "y", "z", "w"};
  self->b = b;
  self->dialect = dialect;
  self->failed = false;
  self->count = 0;
  self->fastmath = op_prop(op, "fastmath");
  self->type = op->operand_count && operands ? operands[0]->type : NULL;
  for (uint32_t i = 0; operands && i < op->operand_count && i < countof(names); i++) script_value(self, names[i], operands[i]);
  if (op->result_count) script_type(self, "result", op_result_type(op, 0));
}

// The next word; empty at the end of the statement.
static Str next_word(const char **at) {
  while (**at == ' ') ++*at;
  const char *begin = *at;
  while (**at && **at != ' ' && **at != ';') ++*at;
  return (Str){begin, (size_t)(*at - begin)};
}

// ---------------------------------------------------------------------------------------------
// Constants

static A number(Script *self, Str word, T type) {
  Context *ctx = self->b->ctx;
  T element = type_element_or_self(type);
  if (type_is_float(element)) {
    FloatKind kind = type_float_kind(element);
    APFloat value;
    if (str_is(word, "inf") || str_is(word, "-inf"))
      value = apfloat_infinity(kind, word.data[0] == '-');
    else if (str_is(word, "nan"))
      value = apfloat_nan(kind, false);
    else if (!apfloat_parse(FLOAT_F64, word, &value))
      return NULL;
    else
      value = apfloat_convert(value, kind, ROUND_NEAREST_EVEN, NULL);
    return float_attr_of(ctx, type, value);
  }
  bool negative = word.size && word.data[0] == '-';
  uint64_t value = 0;
  for (size_t i = negative; i < word.size; i++) value = value * 10 + (uint64_t)(word.data[i] - '0');
  // Beyond 64 bits upstream's constants are not sign-extended.
  APInt integer = apint_u64(self->b->state.arena, type_bits(element), negative ? 0 - value : value);
  return int_attr_of(ctx, type, &integer);
}

// Begin an operation whose name is `word`, with the dialect in front when it has none. NULL: it is too long.
static OpState *begin(Script *self, Str word) {
  char name[48];
  size_t from = memchr(word.data, '.', word.size) ? 0 : strlen(self->dialect) + 1;
  if (from + word.size > sizeof name) return NULL;
  if (from) memcpy(name, self->dialect, from - 1), name[from - 1] = '.';
  memcpy(name + from, word.data, word.size);
  return builder_begin_def(self->b, context_op_or_unregistered(self->b->ctx, (Str){name, from + word.size}));
}

static Value *constant(Script *self, Str word, T type) {
  struct ScriptName *named = script_find(self, word);
  A attr = named && named->attr ? named->attr : str_is(word, "true") ? self->b->ctx->attrs.true_ : type ? number(self, word, type) : NULL;
  if (!attr) return NULL;
  T made = attr_value_type(attr);
  OpState *state = begin(self, STR("constant"));
  if (!state) return NULL;
  op_state_set_attr(state, STR("value"), attr);
  op_state_add_type(state, made);
  return builder_finish_value(self->b);
}

// ---------------------------------------------------------------------------------------------
// Operations

static A without_nan_and_infinity(Context *ctx, A fastmath) {
  const EnumDef *def = fastmath ? attr_param_enum(fastmath, 0) : NULL;
  int64_t nnan, ninf;
  if (!def || !enum_value(def, STR("nnan"), &nnan) || !enum_value(def, STR("ninf"), &ninf)) return fastmath;
  uint64_t flags = attr_param(fastmath, 0) & ~(uint64_t)(nnan | ninf);
  return attr_from_params(ctx, fastmath->def, &flags);
}

static bool set_predicate(OpState *state, Context *ctx, Str word) {
  int slot = op_prop_slot(state->def, STR("predicate"));
  const EnumDef *predicates = slot < 0 ? NULL : state->def->table->enums[def_attr_type(state->def, (uint32_t)slot)->enum_def];
  int64_t predicate;
  if (!predicates || !enum_value(predicates, word, &predicate)) return false;
  op_state_set_attr(state, STR("predicate"), attr_i64(ctx, ctx->types.i64, predicate));
  return true;
}

// operation ::= word (`:` predicate)? (`~` | `'`)? operand* (`:` type)?
static Value *operation(Script *self, Str word, const char **at) {
  size_t size = 0;
  while (size < word.size && word.data[size] != ':' && word.data[size] != '~' && word.data[size] != '\'') size++;
  OpState *state = begin(self, str_slice(word, 0, size));
  if (!state) return NULL;
  char mark = size < word.size ? word.data[size] : 0;
  if (mark == ':') {
    Str predicate = {word.data + size + 1, word.size - size - 1};
    mark = predicate.size ? predicate.data[predicate.size - 1] : 0;
    predicate.size -= mark == '~' || mark == '\'';
    if (!set_predicate(state, self->b->ctx, predicate)) return NULL;
  }
  if (self->fastmath && mark != '\'' && op_prop_slot(state->def, STR("fastmath")) >= 0)
    op_state_set_attr(state, STR("fastmath"), mark == '~' ? without_nan_and_infinity(self->b->ctx, self->fastmath) : self->fastmath);
  for (uint32_t i = 0; i < state->def->attr_count; i++) {
    struct ScriptName *given = script_find(self, str_from(def_attr_name(state->def, i)));
    if (given && given->attr && !op_state_attr(state, given->name)) op_state_set_attr(state, given->name, given->attr);
  }
  for (Str next; (next = next_word(at)).size;) {
    bool is_type = str_is(next, ":");
    struct ScriptName *named = script_find(self, is_type ? next_word(at) : next);
    if (!named || (is_type ? !named->type : !named->value)) return NULL;
    if (is_type)
      op_state_add_type(state, named->type);
    else
      op_state_add_operand(state, named->value);
  }
  Operation *made = builder_finish(self->b);
  return made->result_count ? op_result(made, 0) : NULL;
}

// statement ::= (name `=`)? (`#` word (`:` type)? | operation) | name `=` name
static Value *statement(Script *self, const char **at) {
  Str word = next_word(at), name = {NULL, 0};
  const char *ahead = *at;
  if (str_is(next_word(&ahead), "=")) {
    name = word;
    *at = ahead;
    word = next_word(at);
  }
  Value *value;
  if (word.size && word.data[0] == '#') {
    T type = self->type;
    if (next_word(at).size) {
      struct ScriptName *named = script_find(self, next_word(at));
      type = named ? named->type : NULL;
    }
    value = constant(self, (Str){word.data + 1, word.size - 1}, type);
  } else {
    struct ScriptName *same = name.size ? script_find(self, word) : NULL;
    value = same && same->value ? same->value : operation(self, word, at);
  }
  if (name.size && value) script_put(self, name)->value = value;
  return value;
}

Value *script_run(Script *self, const char *text) {
  Value *last = NULL;
  for (const char *at = text; *at && !self->failed;) {
    last = statement(self, &at);
    if (!last || self->b->ctx->mem.exhausted) self->failed = true;
    while (*at == ';' || *at == ' ') at++;
  }
  return self->failed ? NULL : last;
}
