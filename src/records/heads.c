// What the heads of dialects say, checked when all files were read: see model.h.
#include "records/model.h"
#include "support/nearest.h"

typedef struct HeadWord {
  const char *name;
  uint8_t least, most;     // how many words it takes
  const char *takes;
  bool of_names;           // may be said of a dialect that is known by name only
} HeadWord;

#define FUNCTION(name) {name, 1, 1, "the name of a function", false}
#define FLAG(name, of_names) {name, 0, 0, "nothing", of_names}
static const HeadWord words[] = {
    {"depends", 1, UINT8_MAX, "names of dialects", true}, {"lowered-by", 1, 1, "the name of a pass", true},
    {"canonicalization", 1, UINT8_MAX, "names of sets of patterns", false},
    {"namespace", 1, 1, "a namespace of C++", false}, {"since", 1, 1, "a release", false},
    {"until", 2, 2, "a release and the name that the dialect had", false},
    FLAG("names-only", true), FLAG("allows-unknown-ops", true), FLAG("allows-unknown-types", true), FLAG("takes-resources", true),
    FLAG("was-std", false),
    {"alias-of-attr", 1, 1, "the name of a function", true},
    FUNCTION("parse-type"), FUNCTION("print-type"), FUNCTION("print-vector"), FUNCTION("parse-attr"), FUNCTION("print-attr"),
    FUNCTION("verify-op-attr"), FUNCTION("verify-arg-attr"), FUNCTION("verify-result-attr"), FUNCTION("materialize-constant"),
    FUNCTION("alias-of-type"), FUNCTION("init"),
};

typedef struct Nearest {
  Str name, found;
  uint32_t best;
} Nearest;

static void consider(Nearest *self, Str candidate) {
  uint32_t distance = edit_distance(self->name, candidate, self->best - 1);
  if (distance >= self->best) return;
  self->best = distance;
  self->found = candidate;
}

static Nearest nearest_to(Str name) { return (Nearest){.name = name, .best = edits_allowed(name) + 1}; }

static void report(RecordModel *self, const DialectSource *s, const Word *at, const char *what, const Nearest *nearest) {
  if (nearest->found.size)
    syntax_error(self->diags, &s->syntax, at->at, "there is no %s '%.*s'; did you mean '%.*s'?", what, STR_ARG(at->text), STR_ARG(nearest->found));
  else syntax_error(self->diags, &s->syntax, at->at, "there is no %s '%.*s'", what, STR_ARG(at->text));
}

static const HeadWord *head_word(Str name, Nearest *nearest) {
  *nearest = nearest_to(name);
  for (size_t i = 0; i < countof(words); i++) {
    if (str_is(name, words[i].name)) return &words[i];
    consider(nearest, str_from(words[i].name));
  }
  return NULL;
}

static void check_depends(RecordModel *self, const DialectSource *s, const Term *clause) {
  for (uint32_t i = 0; i < clause->args.count; i++) {
    const Word *name = &clause->args.data[i].name;
    Nearest nearest = nearest_to(name->text);
    bool is_known = false;
    for (uint32_t k = 0; k < self->dialects.count; k++) {
      const DialectSource *other = self->dialects.data[k];
      if (other->is_library) continue;
      is_known |= str_equal(other->name, name->text);
      consider(&nearest, other->name);
    }
    if (!is_known) report(self, s, name, "dialect", &nearest);
    else if (str_equal(name->text, s->name)) syntax_error(self->diags, &s->syntax, name->at, "a dialect does not depend on itself");
  }
}

static bool is_release(Str text) {
  for (size_t i = 0; i < text.size; i++)
    if (!char_is_digit(text.data[i])) return false;
  return text.size > 0 && text.size < 3;
}

static void check_clause(RecordModel *self, const DialectSource *s, const Decl *head, const Term *clause) {
  Nearest nearest;
  const HeadWord *word = head_word(clause->name.text, &nearest);
  const Word *at = &clause->name;
  if (!word) report(self, s, at, "clause of a dialect", &nearest);
  else if (decl_clause(head, word->name) != clause) syntax_error(self->diags, &s->syntax, at->at, "'%s' stands here already", word->name);
  else if (clause->args.count < word->least || clause->args.count > word->most) syntax_error(self->diags, &s->syntax, at->at, "'%s' takes %s", word->name, word->takes);
  else if (s->is_names_only && !word->of_names) syntax_error(self->diags, &s->syntax, at->at, "a dialect that is known by name only does not say '%s'", word->name);
  else if (str_is(at->text, "depends")) check_depends(self, s, clause);
  else if (str_is(at->text, "until") && !is_release(clause->args.data[0].name.text)) syntax_error(self->diags, &s->syntax, at->at, "'until' takes %s", word->takes);
}

static void check_head(RecordModel *self, uint32_t n) {
  const DialectSource *s = self->dialects.data[n];
  const Decl *head = &s->syntax.decls.data[0];
  for (uint32_t i = 0; i < n; i++)
    if (!self->dialects.data[i]->is_library && str_equal(self->dialects.data[i]->name, s->name))
      syntax_error(self->diags, &s->syntax, head->name.at, "there is a dialect '%.*s' already", STR_ARG(s->name));
  if (s->is_names_only && (s->syntax.decls.count > 1 || head->answers.count))
    syntax_error(self->diags, &s->syntax, head->name.at, "a dialect that is known by name only declares and implements nothing");
  for (uint32_t i = 0; i < head->clauses.count; i++) check_clause(self, s, head, &head->clauses.data[i]);
}

bool model_check_heads(RecordModel *self) {
  uint32_t errors = self->diags->error_count;
  for (uint32_t i = 0; i < self->dialects.count; i++)
    if (!self->dialects.data[i]->is_library) check_head(self, i);
  return self->diags->error_count == errors;
}
