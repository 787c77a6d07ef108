// Verification of data layouts on modules (after verifyDataLayoutSpec in DataLayoutInterfaces.cpp).
#include "ops/dlti.h"

#include "dialects/dlti/verify.h"

#include "dialects/dlti/attrs.h"
#include "dialects/dlti/data_layout.h"

// Report at a place, not about the operation there, and give false.
#define REFUSE(...) (diag_at(v->module, SEVERITY_ERROR, op->loc, __VA_ARGS__), false)
#define TYPE_ARG(type) type_text(v->ctx, (type))

static A key_of(A entry) { return attr_param_attr(entry, 0); }
static A value_of(A entry) { return attr_param_attr(entry, 1); }
static T type_of(A entry) { return attr_kind(key_of(entry)) == ATTR_TYPE ? ((const TypeAttr *)key_of(entry))->type : NULL; }

// ---------------------------------------------------------------------------------------------
// Entries of types

static bool verify_scalar(Verifier *v, const Operation *op, A entry) {
  A value = value_of(entry);
  const char *text = attr_text(v->ctx, entry);
  if (!data_layout_is_i64_elements(value)) return REFUSE("expected a dense i64 elements attribute in the data layout entry %s", text);
  uint64_t count = dense_count(value);
  if (count < 1 || count > 2) return REFUSE("expected 1 or 2 elements in the data layout entry %s", text);
  if (count == 1 || data_layout_number(v->ctx, value, 0) <= data_layout_number(v->ctx, value, 1)) return true;
  return REFUSE("preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry %s", text);
}

static bool verify_type_entry(Verifier *v, const Operation *op, T type, A entry) {
  switch (type_kind(type)) {
  case TYPE_INTEGER:
  case TYPE_FLOAT: return verify_scalar(v, op, entry);
  case TYPE_INDEX:
    if (attr_kind(value_of(entry)) == ATTR_INTEGER) return true;
    return REFUSE("expected integer attribute in the data layout entry for '%s'", TYPE_ARG(type));
  case TYPE_DIALECT:
    if (!type->def->layout) return REFUSE("data layout specified for a type that does not support it");
    return !type->def->layout->verify_entry || type->def->layout->verify_entry(v, op, type, value_of(entry));
  case TYPE_OPAQUE:
    // It is not known which entries types of dialects without records support.
    if (v->ctx->keeps_unknown || context_dialect(v->ctx, attr_str(((const OpaqueType *)type)->dialect))) return true;
    return REFUSE("unexpected data layout for a built-in type");
  default: return REFUSE("unexpected data layout for a built-in type");
  }
}

// Entries that upstream's classes group: all integers, each kind of float, each definition.
static bool same_class(T a, T b) { return a->def == b->def && (type_kind(a) != TYPE_FLOAT || a == b); }

// Types are looked at class by class, in the order in which the classes come up.
static bool verify_type_entries(Verifier *v, const Operation *op, const ArrayAttr *entries) {
  for (uint64_t i = 0; i < entries->count; i++) {
    T type = type_of(entries->items[i]);
    bool first = type != NULL;
    for (uint64_t k = 0; k < i && first; k++) first = !type_of(entries->items[k]) || !same_class(type_of(entries->items[k]), type);
    for (uint64_t k = i; k < entries->count && first; k++) {
      T other = type_of(entries->items[k]);
      if (other && same_class(other, type) && !verify_type_entry(v, op, other, entries->items[k])) return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Entries of names

// Dialects that are loaded along with others.
static bool brings(Str dialect, Str other) {
  static const char *const pairs[][2] = {
    {"func", "cf"}, {"func", "arith"}, {"func", "ub"}, {"cf", "arith"}, {"cf", "ub"}, {"arith", "ub"}, {"scf", "arith"}, {"scf", "ub"},
    {"memref", "arith"}, {"memref", "ub"}, {"affine", "arith"}, {"affine", "ub"}, {"tensor", "affine"}, {"tensor", "arith"},
    {"tensor", "complex"}, {"tensor", "ub"}, {"vector", "arith"}, {"vector", "ub"}, {"complex", "arith"}, {"complex", "ub"},
    {"math", "arith"}, {"math", "ub"}};
  if (str_equal(dialect, other)) return true;
  for (uint32_t i = 0; i < countof(pairs); i++)
    if (str_is(dialect, pairs[i][0]) && str_is(other, pairs[i][1])) return true;
  return false;
}

static WalkResult finds_dialect(Operation *op, void *data) {
  return op_is_registered(op) && brings(op_dialect_name(op), *(const Str *)data) ? WALK_STOP : WALK_ADVANCE;
}

// Upstream asks only dialects that something in the file has loaded.
static bool is_in_use(const Operation *op, Str dialect) {
  if (str_is(dialect, "builtin")) return true;
  while (op_parent(op)) op = op_parent(op);
  return op_walk_pre((Operation *)(uintptr_t)op, finds_dialect, &dialect) == WALK_STOP;
}

static bool verify_dlti_name(Verifier *v, const Operation *op, Str name, A value) {
  static const char *const known[] = {"dlti.default_memory_space", "dlti.alloca_memory_space", "dlti.program_memory_space",
                                      "dlti.global_memory_space", "dlti.stack_alignment", "dlti.function_pointer_alignment",
                                      "dlti.mangling_mode", "dlti.legal_int_widths"};
  if (str_is(name, "dlti.endianness")) {
    if (attr_kind(value) == ATTR_STRING && (attr_is_string(value, "big") || attr_is_string(value, "little"))) return true;
    return REFUSE("'dlti.endianness' data layout entry is expected to be either 'big' or 'little'");
  }
  for (uint32_t i = 0; i < countof(known); i++)
    if (str_is(name, known[i])) return true;
  return REFUSE("unknown data layout entry name: %.*s", STR_ARG(name));
}

static bool verify_name_entry(Verifier *v, const Operation *op, A entry) {
  Str name = attr_str(key_of(entry));
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  if (!dot) return true;
  Str prefix = str_slice(name, 0, (size_t)(dot - name.data));
  if (str_is(prefix, "dlti")) return verify_dlti_name(v, op, name, value_of(entry));
  if (!context_dialect(v->ctx, prefix) || !is_in_use(op, prefix)) return true;
  return REFUSE("the '%.*s' dialect does not support identifier data layout entries", STR_ARG(prefix));
}

// ---------------------------------------------------------------------------------------------
// Modules

static bool is_module(const Operation *op) { return op_has(op, TRAIT_TOP_LEVEL); }

// The values of a name agree in the layouts from `op` outwards; and so do those of a type, as its dialect sees it.
static bool combines(Context *ctx, const Operation *op, A spec) {
  const ArrayAttr *entries = (const ArrayAttr *)attr_param_attr(spec, 0);
  for (const Operation *outer = op_parent(op); outer; outer = op_parent(outer)) {
    A other = is_module(outer) ? data_layout_spec(outer) : NULL;
    for (uint64_t i = 0; other && i < entries->count; i++) {
      A entry = entries->items[i], own = value_of(entry), value = dlti_find(other, key_of(entry));
      T type = type_of(entry);
      if (!value || value == own) continue;
      if (!type) return false;
      const TypeLayout *layout = type->def->layout;
      if (layout && layout->combines && !layout->combines(ctx, value, own)) return false;
    }
  }
  return true;
}

// The module that a file was read into has line 0.
static bool is_around_file(const Operation *op) {
  A loc = op->loc.attr;
  return loc && attr_kind(loc) == ATTR_LOC_FILE && ((const FileLoc *)loc)->line == 0;
}

bool verify_module_layout(Verifier *v, const Operation *op) {
  A spec = data_layout_spec(op);
  const ArrayAttr *entries = (const ArrayAttr *)attr_param_attr(spec, 0);
  if (!verify_type_entries(v, op, entries)) return false;
  for (uint64_t i = 0; i < entries->count; i++)
    if (!type_of(entries->items[i]) && !verify_name_entry(v, op, entries->items[i])) return false;
  if (combines(v->ctx, op, spec)) return true;
  Diag *diag = op_error_plain(v->module, op, "data layout does not combine with layouts of enclosing ops");
  for (const Operation *outer = op_parent(op); outer; outer = op_parent(outer))
    if (is_module(outer) && (!is_around_file(outer) || data_layout_spec(outer)))
      diag_note_at(v->module, diag, outer->loc, "enclosing op with data layout");
  return false;
}

bool verify_one_layout(Verifier *v, const Operation *op) {
  A first = NULL;
  for (uint32_t i = 0; i < op->attr_count; i++) {
    if (!attr_is(op->attrs[i].value, &dlti_dl_spec_attr)) continue;
    if (!first) {
      first = op->attrs[i].name;
      continue;
    }
    Diag *diag = op_error(v->module, op, "expects at most one data layout attribute");
    diag_note_at(v->module, diag, op->loc, "'%.*s' is a data layout attribute", STR_ARG(attr_str(first)));
    diag_note_at(v->module, diag, op->loc, "'%.*s' is a data layout attribute", STR_ARG(attr_str(op->attrs[i].name)));
    return false;
  }
  return true;
}
