#include "editions/reasons.h"

#include "ir/op.h"

typedef struct HabitReason { uint32_t habit; const char *why; } HabitReason;

static const HabitReason habit_reasons[] = {
  {OLDER_BARE_AFFINE, "maps and sets begin with their kind: parentheses begin types only"},
  {OLDER_ALIAS_TYPE, "the `!` says that it is a type"},
  {OLDER_OFFSET_AND_STRIDES, "strides are an attribute, as any layout is"},
  {OLDER_LAYOUT_LIST, "a memref has one layout"},
  {OLDER_ENTRY_COLON, "entries of dictionaries are written with `=`"},
  {OLDER_PLAIN_DECLARATION, "a function without a body is private"},
  {OLDER_TYPED_POINTER, "pointers are opaque: operations name the element type"},
  {OLDER_LLVM_WORD, "the llvm dialect takes builtin types"},
  {OLDER_WRAPPED_TYPE, "the llvm dialect has types of its own"},
  {OLDER_FUNCTION_TYPE, "the type of a function is its attribute 'function_type'"},
  {OLDER_OPAQUE_ELEMENTS, "elements that are left out are a resource"},
  {OLDER_TYPED_LITERAL, "the type of elements comes last"},
  {OLDER_MAP_TAIL, "a map has no sizes, and constraints stand in parentheses"},
  {OLDER_BARE_LABEL, "names of blocks begin with `^`"},
  {OLDER_EARLY_LOC, "an operation ends with its location"},
  {OLDER_DIALECT_NAME, "its dialect has another name"},
  {OLDER_ATTRIBUTE, "its attributes have other names or kinds"},
  {OLDER_CASE, "this case has another name"},
  {OLDER_SUCCESSOR_ARGS, "the arguments of successors are operands"},
  {OLDER_FEWER_PARAMETERS, "it has more parameters"},
  {OLDER_OWN_VECTOR, "builtin vectors hold elements of the llvm dialect, too"},
};

// Operations that moved from one dialect to another.
typedef struct Move { const char *from, *to, *why; } Move;

static const Move moves[] = {
  {"builtin", "func", "functions left 'builtin' for a dialect of their own"},
  {"loop", "scf", "'loop' became structured control flow, 'scf'"},
  {"memref", "bufferization", "'bufferization' has the operations that turn tensors into memory"},
};

static Str join(Context *ctx, const char *format, Str a, Str b) { return arena_printf(&ctx->arena, format, STR_ARG(a), STR_ARG(b)); }

static Str why_op(Context *ctx, const OlderUse *use) {
  Str today = def_name(use->def), then = use->form && use->form->name ? str_from(def_text(use->def, use->form->name)) : today;
  if (use->form && use->form->why) return str_from(def_text(use->def, use->form->why));
  Str from = name_dialect(then), to = name_dialect(today);
  for (uint32_t i = 0; i < countof(moves); i++)
    if (str_is(from, moves[i].from) && str_is(to, moves[i].to)) return str_from(moves[i].why);
  if (name_has_dot(then) && !str_equal(from, to)) return join(ctx, "'%.*s' was split up: this is in '%.*s'", from, to);
  if (!str_equal(then, today)) return join(ctx, "'%.*s' is called '%.*s'", then, today);
  if (use->def->until) return str_from("it has other operands or attributes");
  if (use->form && use->form->format == FORM_GENERIC) return str_from("it has a form of its own");
  return str_from("its form has changed");
}

Str reason_why(Context *ctx, const OlderUse *use) {
  if (!use) return str_from("something that it uses has changed");
  if (!use->habit) return why_op(ctx, use);
  for (uint32_t i = 0; i < countof(habit_reasons); i++)
    if (habit_reasons[i].habit == use->habit) return str_from(habit_reasons[i].why);
  return (Str){0};
}
