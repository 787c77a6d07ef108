// The syntax of LLVM's data layout strings (https://llvm.org/docs/LangRef.html#data-layout).

#include "dialects/llvm/hooks.h"

typedef struct Layout {
  Context *ctx;
  Str names[16];          // of address spaces, to find one used twice
  uint32_t name_count;
  Str problem;
} Layout;

static bool fail(Layout *self, const char *problem) {
  self->problem = str_from(problem);
  return false;
}
static bool fail_form(Layout *self, const char *form) {
  self->problem = arena_printf(&self->ctx->arena, "malformed specification, must be of the form \"%s\"", form);
  return false;
}
static bool fail_named(Layout *self, const char *name, const char *problem) {
  self->problem = arena_printf(&self->ctx->arena, "%s%s", name, problem);
  return false;
}

// Decimal digits, all of them, below 2^32.
static bool parse_number(Str text, uint64_t *out) {
  *out = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] < '0' || text.data[i] > '9') return false;
    *out = *out * 10 + (uint64_t)(text.data[i] - '0');
    if (*out > UINT32_MAX) return false;
  }
  return text.size != 0;
}

// Take the part up to the next separator off `rest`. False: nothing is left.
static bool next_part(Str *rest, char separator, Str *part) {
  if (!rest->data) return false;
  const char *end = rest->size ? memchr(rest->data, separator, rest->size) : NULL;
  size_t size = end ? (size_t)(end - rest->data) : rest->size;
  *part = str_slice(*rest, 0, size);
  *rest = end ? str_slice(*rest, size + 1, rest->size) : (Str){0};
  return true;
}

static bool parse_size(Layout *self, Str text, const char *name, uint64_t *out) {
  if (!text.size) return fail_named(self, name, " component cannot be empty");
  if (!parse_number(text, out) || !*out || *out >> 24) return fail_named(self, name, " must be a non-zero 24-bit integer");
  return true;
}

static bool parse_alignment(Layout *self, Str text, const char *name, bool allow_zero, uint64_t *out) {
  if (!text.size) return fail_named(self, name, " alignment component cannot be empty");
  if (!parse_number(text, out) || *out >> 16) return fail_named(self, name, " alignment must be a 16-bit integer");
  if (!*out) {
    *out = 8;
    return allow_zero || fail_named(self, name, " alignment must be non-zero");
  }
  uint64_t bytes = *out / 8;
  if (*out % 8 || (bytes & (bytes - 1))) return fail_named(self, name, " alignment must be a power of two times the byte width");
  return true;
}

// space ::= digits? (`(` name `)`)?
static bool parse_space(Layout *self, Str text, bool may_be_named, uint64_t *out) {
  size_t digits = 0;
  *out = 0;
  if (!text.size) return fail(self, "address space component cannot be empty");
  while (digits < text.size && text.data[digits] >= '0' && text.data[digits] <= '9') digits++;
  Str name = str_slice(text, digits, text.size);
  bool is_number = digits ? parse_number(str_slice(text, 0, digits), out) && !(*out >> 24) : true;
  if (!is_number || (name.size && (!may_be_named || name.data[0] != '('))) return fail(self, "address space must be a 24-bit integer");
  if (!name.size) return true;
  if (name.data[name.size - 1] != ')' || name.size == 2) return fail(self, "Expected `( address space name )`");
  name = str_slice(name, 1, name.size - 1);
  if (name.size == 1 && strchr("PGA", name.data[0]))
    return fail(self, "Cannot use predefined address space names P/G/A in data layout");
  for (uint32_t i = 0; i < self->name_count; i++)
    if (str_equal(self->names[i], name)) {
      self->problem = arena_printf(&self->ctx->arena, "address space name `%.*s` already used", STR_ARG(name));
      return false;
    }
  if (self->name_count < countof(self->names)) self->names[self->name_count++] = name;
  return true;
}

// (`:` abi (`:` preferred)?)?, from parts[at]
static bool parse_alignments(Layout *self, const Str *parts, uint32_t count, uint32_t at, bool allow_zero, uint64_t *abi) {
  uint64_t preferred;
  if (!parse_alignment(self, parts[at], "ABI", allow_zero, abi)) return false;
  preferred = *abi;
  if (count > at + 1 && !parse_alignment(self, parts[at + 1], "preferred", false, &preferred)) return false;
  return preferred >= *abi || fail(self, "preferred alignment cannot be less than the ABI alignment");
}

static uint32_t split(Str text, Str *parts, uint32_t max) {
  uint32_t count = 0;
  Str part;
  while (next_part(&text, ':', &part)) {
    if (count < max) parts[count] = part;
    count++;
  }
  return count;
}

// [ifv]<size>:<abi>[:<pref>]
static bool parse_primitive(Layout *self, char kind, Str rest) {
  static const char *const forms[] = {"i<size>:<abi>[:<pref>]", "f<size>:<abi>[:<pref>]", "v<size>:<abi>[:<pref>]"};
  Str parts[3];
  uint32_t count = split(rest, parts, 3);
  uint64_t bits, abi;
  if (count < 2 || count > 3) return fail_form(self, forms[kind == 'i' ? 0 : kind == 'f' ? 1 : 2]);
  if (!parse_size(self, parts[0], "size", &bits) || !parse_alignment(self, parts[1], "ABI", false, &abi)) return false;
  if (kind == 'i' && bits == 8 && abi != 8) return fail(self, "i8 must be 8-bit aligned");
  return parse_alignments(self, parts, count, 1, false, &abi);
}

// a:<abi>[:<pref>]
static bool parse_aggregate(Layout *self, Str rest) {
  Str parts[3];
  uint32_t count = split(rest, parts, 3);
  uint64_t size, abi;
  if (count < 2 || count > 3) return fail_form(self, "a:<abi>[:<pref>]");
  if (parts[0].size && (!parse_number(parts[0], &size) || size)) return fail(self, "size must be zero");
  return parse_alignments(self, parts, count, 1, true, &abi);
}

// p[<flags>][<space>]:<size>:<abi>[:<pref>[:<idx>]]
static bool parse_pointer(Layout *self, Str rest) {
  Str parts[5];
  uint32_t count = split(rest, parts, 5);
  uint64_t space = 0, bits, abi, index;
  bool has_flags = false;
  if (count < 3 || count > 5) return fail_form(self, "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]");
  while (parts[0].size && ((parts[0].data[0] | 32) >= 'a' && (parts[0].data[0] | 32) <= 'z')) {
    char flag = parts[0].data[0];
    if (flag != 'e' && flag != 'u') {
      self->problem = arena_printf(&self->ctx->arena, "'%c' is not a valid pointer specification flag", flag);
      return false;
    }
    has_flags = true;
    parts[0] = str_slice(parts[0], 1, parts[0].size);
  }
  if (parts[0].size && !parse_space(self, parts[0], true, &space)) return false;
  if (!space && has_flags) return fail(self, "address space 0 cannot be unstable or have external state");
  if (!parse_size(self, parts[1], "pointer size", &bits) || !parse_alignments(self, parts, count < 4 ? count : 4, 2, false, &abi))
    return false;
  if (count < 5) return true;
  return parse_size(self, parts[4], "index size", &index) &&
         (index <= bits || fail(self, "index size cannot be larger than the pointer size"));
}

// ni:<space>[:<space>]...
static bool parse_non_integral(Layout *self, Str rest) {
  Str part;
  uint64_t space;
  if (!rest.size || rest.data[0] != ':') return fail_form(self, "ni:<address space>[:<address space>]...");
  rest = str_slice(rest, 1, rest.size);
  while (next_part(&rest, ':', &part)) {
    if (!parse_space(self, part, false, &space)) return false;
    if (!space) return fail(self, "address space 0 cannot be non-integral");
  }
  return true;
}

// n<size>[:<size>]...
static bool parse_native(Layout *self, Str rest) {
  Str part;
  uint64_t bits;
  while (next_part(&rest, ':', &part))
    if (!parse_size(self, part, "size", &bits)) return false;
  return true;
}

// F<type><abi>
static bool parse_function_pointer(Layout *self, Str rest) {
  uint64_t abi;
  if (!rest.size) return fail_form(self, "F<type><abi>");
  if (rest.data[0] != 'i' && rest.data[0] != 'n') {
    self->problem = arena_printf(&self->ctx->arena, "unknown function pointer alignment type '%c'", rest.data[0]);
    return false;
  }
  return parse_alignment(self, str_slice(rest, 1, rest.size), "ABI", false, &abi);
}

static bool parse_default_space(Layout *self, Str rest, const char *form) {
  uint64_t space;
  return rest.size ? parse_space(self, rest, false, &space) : fail_form(self, form);
}

static bool parse_specification(Layout *self, Str text) {
  uint64_t number;
  if (!text.size) return fail(self, "empty specification is not allowed");
  if (str_starts_with(text, STR("ni"))) return parse_non_integral(self, str_slice(text, 2, text.size));
  char kind = text.data[0];
  Str rest = str_slice(text, 1, text.size);
  switch (kind) {
    case 'i': case 'f': case 'v': return parse_primitive(self, kind, rest);
    case 'a': return parse_aggregate(self, rest);
    case 'p': return parse_pointer(self, rest);
    case 's': return true;
    case 'e': case 'E': return !rest.size || fail(self, "malformed specification, must be just 'e' or 'E'");
    case 'n': return parse_native(self, rest);
    case 'S': return rest.size ? parse_alignment(self, rest, "stack natural", false, &number) : fail_form(self, "S<size>");
    case 'F': return parse_function_pointer(self, rest);
    case 'P': return parse_default_space(self, rest, "P<address space>");
    case 'A': return parse_default_space(self, rest, "A<address space>");
    case 'G': return parse_default_space(self, rest, "G<address space>");
    case 'm':
      if (rest.size < 2 || rest.data[0] != ':') return fail_form(self, "m:<mangling>");
      return (rest.size == 2 && rest.data[1] && strchr("elomwxa", rest.data[1])) || fail(self, "unknown mangling mode");
    default:
      self->problem = arena_printf(&self->ctx->arena, "unknown specifier '%c'", kind);
      return false;
  }
}

bool llvm_check_data_layout(Context *ctx, Str text, Str *problem) {
  Layout layout = {.ctx = ctx};
  Str part;
  bool ok = true;
  if (!text.size) return true;
  while (ok && next_part(&text, '-', &part)) ok = parse_specification(&layout, part);
  *problem = layout.problem;
  return ok;
}
