// LLVM IR's own spelling of types: the text in `!llvm<"…">` up to LLVM 11, and its words in the dialect's first own types.
#include "dialects/llvm/types.h"

bool llvm_reads_until(const Parser *p, uint16_t release) {
  const Edition *edition = parser_edition(p);
  return !edition || edition->release <= release;
}

// ---------------------------------------------------------------------------------------------
// Words

static const struct { const char *word; FloatKind kind; } float_words[] = {
  {"half", FLOAT_F16}, {"bfloat", FLOAT_BF16}, {"float", FLOAT_F32}, {"double", FLOAT_F64}, {"fp128", FLOAT_F128}, {"x86_fp80", FLOAT_F80},
};

// i1 to i16777215, as both LLVM IR and MLIR have them; 0: it is none.
static uint32_t integer_width(Str word) {
  uint32_t width = 0;
  if (word.size < 2 || word.size > 9 || word.data[0] != 'i' || word.data[1] == '0') return 0;
  for (size_t i = 1; i < word.size; i++) {
    if (!char_is_digit(word.data[i])) return 0;
    width = width * 10 + (uint32_t)(word.data[i] - '0');
  }
  return width < 1u << 24 ? width : 0;
}

static const char *float_word(FloatKind kind) {
  for (uint32_t i = 0; i < countof(float_words); i++)
    if (float_words[i].kind == kind) return float_words[i].word;
  return NULL;
}

static bool is_word(const TypeDef *def) { return def->parse == parse_llvm_plain || def == &llvm_x86_mmx_type; }

T llvm_type_of_word(Context *ctx, Str word) {
  uint32_t width = integer_width(word);
  if (width) return type_integer(ctx, width, SIGNLESS);
  for (uint32_t i = 0; i < countof(float_words); i++)
    if (str_is(word, float_words[i].word)) return ctx->types.floats[float_words[i].kind];
  for (const TypeDef *const *def = llvm_types; *def; def++)
    if (is_word(*def) && str_is(word, (*def)->name)) {
      if (*def == &llvm_x86_mmx_type) ctx->has_removed_types = true;
      return type_unique(ctx, *def, &(Type){0}, sizeof(Type));
    }
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct Reader {
  Parser *p;
  Str text;
  size_t at;
  uint32_t height;       // depth of the type that was read last, since code that walks it recurses
  uint32_t depth;        // of the types around it
  bool has_names;        // some identified struct is in it
  const char *source;    // of the text, where characters may be escaped
  uint32_t source_at;
} Reader;

static T read_type(Reader *self);

// The place in the source of the character at `at`.
static uint32_t place(const Reader *self, size_t at) {
  const char *from = self->source;
  for (; at; at--) {
    bool is_hex = from[0] == '\\' && char_is_hex(from[1]) && char_is_hex(from[2]);
    from += from[0] != '\\' ? 1 : is_hex ? 3 : 2;
  }
  return self->source_at + (uint32_t)(from - self->source);
}

static T fail(Reader *self, size_t at, const char *message) {
  parser_op_error_at(self->p, place(self, at), "%s", message);
  return NULL;
}

static char peek(Reader *self) {
  while (self->at < self->text.size && (self->text.data[self->at] == ' ' || self->text.data[self->at] == '\t')) self->at++;
  return self->at < self->text.size ? self->text.data[self->at] : '\0';
}

static bool take(Reader *self, char c) {
  if (peek(self) != c || self->at == self->text.size) return false;
  self->at++;
  return true;
}

static bool expect(Reader *self, char c, const char *message) {
  return take(self, c) || fail(self, self->at, message);
}

// The characters of names and numbers.
static Str take_word(Reader *self) {
  size_t begin = (peek(self), self->at);
  while (self->at < self->text.size) {
    char c = self->text.data[self->at];
    if (!char_is_alnum(c) && c != '_' && c != '.' && c != '$' && c != '-') break;
    self->at++;
  }
  return str_slice(self->text, begin, self->at);
}

static bool take_keyword(Reader *self, const char *keyword) {
  size_t begin = self->at;
  if (str_is(take_word(self), keyword)) return true;
  self->at = begin;
  return false;
}

static bool read_number(Reader *self, uint64_t limit, const char *message, uint64_t *out) {
  size_t begin = (peek(self), self->at);
  uint64_t number = 0;
  while (self->at < self->text.size && char_is_digit(self->text.data[self->at]) && number <= limit / 10)
    number = number * 10 + (uint64_t)(self->text.data[self->at++] - '0');
  *out = number;
  return (self->at > begin && number <= limit && !char_is_digit(peek(self))) || fail(self, begin, message);
}

// Add a level around the type that was read.
static bool grow(Reader *self, size_t at) {
  return ++self->height + self->depth <= PARSE_DEFAULT_DEPTH || fail(self, at, "the type is nested too deep");
}

// Definitions that name others may form a chain, which is as deep as all of them.
static const char depth_key;

static bool add_definition(Reader *self, size_t at) {
  Map *ext = &parser_context(self->p)->ext;
  uintptr_t depth = (uintptr_t)map_get(ext, &depth_key) + self->height + 1;
  map_set(ext, &depth_key, (void *)depth);
  return depth <= PARSE_DEFAULT_DEPTH || fail(self, at, "the types that name each other are nested too deep");
}

// type-list ::= (type (`,` type)* (`,` `...`)? | `...`)?, and what closes it. `variadic` NULL: without `...`
static bool read_types(Reader *self, char close, TypeVec *out, bool *variadic) {
  uint32_t height = 0;
  if (take(self, close)) return self->height = 0, true;
  do {
    if (variadic && peek(self) == '.') {
      size_t begin = self->at;
      *variadic = str_is(take_word(self), "...");
      if (!*variadic) return fail(self, begin, "expected type");
      break;
    }
    size_t at = (peek(self), self->at);
    T type = read_type(self);
    if (!type) return false;
    if (variadic ? llvm_is_void(type) || llvm_is_func(type) : !llvm_is_aggregate_element(type))
      return fail(self, at, variadic ? "invalid type for function argument" : "invalid element type for struct");
    if (self->height > height) height = self->height;
    vec_push(parser_scratch(self->p), out, type);
  } while (take(self, ','));
  self->height = height;
  bool is_end = !peek(self) && self->at == self->text.size;
  if (expect(self, close, variadic ? "expected ')' at end of argument list" : "expected '}' at end of struct")) return true;
  if (is_end) parser_hint(self->p, "the type ends too early: write `%c` here", close);
  return false;
}

// struct-body ::= `{` type-list `}` | `<` `{` type-list `}` `>`, after the `{`. It is the body of `named` when that is given.
static T read_struct(Reader *self, T named, bool packed, size_t begin) {
  Context *ctx = parser_context(self->p);
  TypeVec elements = {0};
  if (!read_types(self, '}', &elements, NULL)) return NULL;
  if (packed && !expect(self, '>', "expected '>' at end of packed struct")) return NULL;
  if (!named) return llvm_struct(ctx, elements.data, elements.count, packed);
  if (self->has_names && !llvm_struct_name(named)->is_set && !add_definition(self, begin)) return NULL;
  if (llvm_struct_set_body(ctx, named, elements.data, elements.count, packed)) return named;
  return fail(self, begin, "identified type already used with a different body");
}

// `[` number `x` type `]`; `<` (`vscale` `x`)? number `x` type `>`, after the bracket
static T read_sequence(Reader *self, bool is_vector) {
  Context *ctx = parser_context(self->p);
  bool scalable = is_vector && take_keyword(self, "vscale");
  if (scalable && !take_keyword(self, "x")) return fail(self, self->at, "expected 'x' after vscale");
  uint64_t count;
  size_t count_at = (peek(self), self->at);
  if (!read_number(self, is_vector ? UINT32_MAX : UINT64_MAX, "expected number of elements", &count)) return NULL;
  if (!take_keyword(self, "x")) return fail(self, self->at, "expected 'x' after element count");
  size_t at = (peek(self), self->at);
  T element = read_type(self);
  if (!element || !expect(self, is_vector ? '>' : ']', "expected end of sequential type")) return NULL;
  if (!is_vector)
    return llvm_is_aggregate_element(element) ? llvm_array(ctx, element, count) : fail(self, at, "invalid array element type");
  if (!count) return fail(self, count_at, "zero element vector is illegal");
  if (!type_is_signless_int(element) && !llvm_is_compatible_float(element) && !llvm_is_ptr(element))
    return fail(self, at, "invalid vector element type");
  int64_t dim = (int64_t)count;
  return type_vector(ctx, &dim, 1, scalable, element);
}

// name ::= `%` (word | `"` characters `"`); a character may be `\` and two hexadecimal digits, or `\\`
static bool read_name(Reader *self, Str *out) {
  size_t begin = self->at++;
  if (self->at < self->text.size && self->text.data[self->at] == '"') {
    StrBuf name;
    strbuf_init(&name, &parser_context(self->p)->mem);
    const char *text = self->text.data;
    size_t size = self->text.size, at = self->at + 1;
    for (; at < size && text[at] != '"'; at++) {
      bool is_hex = text[at] == '\\' && at + 2 < size && char_is_hex(text[at + 1]) && char_is_hex(text[at + 2]);
      if (text[at] == '\\' && at + 1 < size && text[at + 1] == '\\') at++;
      strbuf_char(&name, is_hex ? (char)(char_hex_value(text[at + 1]) * 16 + char_hex_value(text[at + 2])) : text[at]);
      if (is_hex) at += 2;
    }
    *out = arena_str(parser_scratch(self->p), strbuf_view(&name));
    strbuf_free(&name);
    self->at = at + 1;
    return at < size || fail(self, begin, "end of file in string constant");
  }
  *out = take_word(self);
  return out->size || fail(self, begin, "expected type");
}

// definition ::= name `=` `type` (`opaque` | struct-body), at the beginning only
static T read_definition(Reader *self, T named) {
  if (!take_keyword(self, "type")) return fail(self, self->at, "expected 'type' after '='");
  size_t at = (peek(self), self->at);
  if (take_keyword(self, "opaque")) return llvm_struct_set_opaque(named) ? named : fail(self, at, "redeclaring defined struct as opaque");
  self->depth++;
  bool packed = take(self, '<');
  return expect(self, '{', "expected '{' in struct type") ? read_struct(self, named, packed, at) : NULL;
}

static T read_plain(Reader *self, size_t begin) {
  char c = peek(self);
  T type;
  if (c == '%') {
    Str name;
    self->height = 0;
    if (!read_name(self, &name)) return NULL;
    type = llvm_struct_named(parser_context(self->p), name);
    if (begin == 0 && take(self, '=')) return read_definition(self, type);
    self->has_names = true;
    return type;
  }
  if (c != '{' && c != '[' && c != '<') {
    self->height = 0;
    type = llvm_type_of_word(parser_context(self->p), take_word(self));
    return type ? type : fail(self, begin, "expected type");
  }
  self->at++;
  self->depth++;
  bool packed = c == '<' && take(self, '{');
  type = packed || c == '{' ? read_struct(self, NULL, packed, begin) : read_sequence(self, c == '<');
  self->depth--;
  return type && grow(self, begin) ? type : NULL;
}

// (`addrspace` `(` number `)`)? `*`
static T read_pointer(Reader *self, T pointee, bool has_space) {
  uint64_t space = 0;
  size_t at = self->at;
  if (has_space && (!expect(self, '(', "expected '(' in address space") || !read_number(self, (1u << 24) - 1, "expected number in address space", &space) ||
                    !expect(self, ')', "expected ')' in address space") || !expect(self, '*', "expected '*' in address space")))
    return NULL;
  if (llvm_is_void(pointee)) return fail(self, at, "pointers to void are invalid - use i8* instead");
  if (!llvm_is_func(pointee) && !llvm_is_aggregate_element(pointee)) return fail(self, at, "pointer to this type is invalid");
  parser_context(self->p)->has_typed_pointers = true;
  return llvm_ptr_to(parser_context(self->p), pointee, (uint32_t)space);
}

// type ::= plain (`*` | `addrspace` `(` number `)` `*` | `(` type-list `)`)*
static T read_type(Reader *self) {
  size_t begin = (peek(self), self->at);
  if (self->depth >= PARSE_DEFAULT_DEPTH) return fail(self, begin, "the type is nested too deep");
  T type = read_plain(self, begin);
  while (type) {
    size_t at = (peek(self), self->at);
    uint32_t height = self->height;
    if (take(self, '*')) {
      type = read_pointer(self, type, false);
    } else if (take_keyword(self, "addrspace")) {
      type = read_pointer(self, type, true);
    } else if (take(self, '(')) {
      TypeVec params = {0};
      bool variadic = false;
      if (llvm_is_func(type) || (!llvm_is_void(type) && type->def != &llvm_token_type && !llvm_is_aggregate_element(type)))
        return fail(self, begin, "invalid function return type");
      self->depth++;
      if (!read_types(self, ')', &params, &variadic)) return NULL;
      self->depth--;
      if (height > self->height) self->height = height;
      type = llvm_func(parser_context(self->p), type, params.data, params.count, variadic);
    } else {
      return type;
    }
    if (!type || !grow(self, at)) return NULL;
  }
  return NULL;
}

T parse_wrapped_type(Parser *p) {
  uint32_t at = parser_loc(p) + 1;
  Reader reader = {.p = p, .source = parser_source(p).data + at, .source_at = at};
  if (!parse_optional_string(p, &reader.text)) return NULL;
  T type = read_type(&reader);
  if (!type) return NULL;
  if (peek(&reader) || reader.at < reader.text.size) return fail(&reader, reader.at, "expected end of string");
  parser_note_older(p, OLDER_WRAPPED_TYPE, at - 1);
  return type;
}

// ---------------------------------------------------------------------------------------------
// Printing

static void print_llvm_text(StrBuf *out, T type);

static void print_types_between(StrBuf *out, const T *types, uint64_t count, const char *open, const char *close) {
  strbuf_printf(out, "%s", open);
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_lit(out, ", ");
    print_llvm_text(out, types[i]);
  }
  strbuf_printf(out, "%s", close);
}

static void print_body(StrBuf *out, T type) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  bool packed = llvm_struct_is_packed(type);
  if (count) print_types_between(out, elements, count, packed ? "<{ " : "{ ", packed ? " }>" : " }");
  else strbuf_printf(out, "%s", packed ? "<{}>" : "{}");
}

static void print_name(StrBuf *out, Str name) {
  bool quoted = !name.size || char_is_digit(name.data[0]);
  for (size_t i = 0; i < name.size && !quoted; i++) {
    char c = name.data[i];
    quoted = !char_is_alnum(c) && c != '-' && c != '.' && c != '_';
  }
  strbuf_char(out, '%');
  if (quoted) strbuf_quoted(out, name);
  else strbuf_str(out, name);
}

static void print_llvm_text(StrBuf *out, T type) {
  type = llvm_unwrap_builtin(type);
  if (llvm_is_ptr(type)) {
    if (llvm_pointee(type)) print_llvm_text(out, llvm_pointee(type));
    if (llvm_ptr_space(type)) strbuf_printf(out, " addrspace(%u)", llvm_ptr_space(type));
    strbuf_char(out, '*');
  } else if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    strbuf_printf(out, "[%llu x ", (unsigned long long)array->count);
    print_types_between(out, &array->element, 1, "", "]");
  } else if (type_is_vector(type)) {
    const ShapedType *vector = (const ShapedType *)type;
    strbuf_printf(out, vector->scalable ? "<vscale x %lld x " : "<%lld x ", (long long)(vector->rank ? vector->dims[0] : 1));
    print_types_between(out, &vector->element, 1, "", ">");
  } else if (llvm_is_func(type)) {
    const LLVMFuncType *function = llvm_as_func(type);
    print_llvm_text(out, function->result);
    print_types_between(out, function->params, function->count, " (", !function->is_vararg ? ")" : function->count ? ", ...)" : "...)");
  } else if (llvm_is_struct(type)) {
    if (llvm_struct_name(type)) print_name(out, llvm_struct_name(type)->name);
    else print_body(out, type);
  } else if (type_is_float(type)) {
    strbuf_printf(out, "%s", float_word(type_float_kind(type)));
  } else if (type_as_integer(type)) {
    strbuf_printf(out, "i%u", type_as_integer(type)->width);
  } else {
    strbuf_printf(out, "%s", type->def->name);
  }
}

bool print_llvm_word(Printer *p, T type) {
  if (!printer_edition(p)->own_scalars) return false;
  if (type_is_signless_int(type)) {
    print_char(p, 'i');
    print_u64(p, type_as_integer(type)->width);
    return true;
  }
  const char *word = type_is_float(type) && llvm_is_compatible_float(type) ? float_word(type_float_kind(type)) : NULL;
  if (word) print_text(p, word);
  return word != NULL;
}

bool print_wrapped_type(Printer *p, T type) {
  const Edition *edition = printer_edition(p);
  if (!edition->wraps_types) {
    if (type->def != &llvm_builtin_type) return false;
    print_pretty_llvm_type(p, llvm_unwrap_builtin(type));
    return true;
  }
  StrBuf text;
  strbuf_init(&text, &printer_context(p)->mem);
  print_llvm_text(&text, type);
  if (llvm_is_struct(type) && llvm_struct_name(type)) {
    strbuf_lit(&text, " = type ");
    if (llvm_struct_is_opaque(type)) strbuf_lit(&text, "opaque");
    else print_body(&text, type);
  }
  Str view = strbuf_view(&text);
  bool bare = view.size && char_is_alpha(view.data[0]);
  for (size_t i = 0; i < view.size && bare; i++) bare = char_is_alnum(view.data[i]) || view.data[i] == '_';
  if (bare) print_str(p, view);
  else print_string(p, view);
  strbuf_free(&text);
  return true;
}

const TypeDef llvm_builtin_type = {.dialect = "llvm", .name = "builtin", .kind = TYPE_DIALECT};

T llvm_wrap_builtin(Context *ctx, T type) {
  LLVMBuiltinType key = {.type = type};
  return type_unique(ctx, &llvm_builtin_type, &key, sizeof key);
}
