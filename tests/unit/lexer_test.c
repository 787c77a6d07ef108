// src/asm/lexer.c and src/service/tokens.c.
#include "asm/lexer.h"
#include "service/tokens.h"
#include "unit.h"

// The kinds of all tokens of `source`, as token.def describes them, with a space between.
static Str kinds(const char *source) {
  StrBuf *out = unit_text();
  Lexer lexer;
  lexer_init(&lexer, str_from(source));
  for (;;) {
    Token token = lexer_next(&lexer);
    if (token.kind == TOK_EOF) return unit_text_view();
    if (out->size) strbuf_char(out, ' ');
    strbuf_printf(out, "%s", token_kind_text(token.kind));
    if (token.kind == TOK_ERROR) strbuf_printf(out, " at %u: %s", lexer.error_at, lexer.error);
    if (token.kind == TOK_ERROR) return unit_text_view();
  }
}

// The classes of all tokens as letters.
static Str classes(const char *source) {
  static const char letters[] = ".csnkovbytapi";  // in the order of TokenClass
  uint32_t triples[3 * 64], count = service_tokens(str_from(source), NULL, triples, 64);
  StrBuf *out = unit_text();
  for (uint32_t i = 0; i < count && i < 64; i++) strbuf_char(out, letters[triples[3 * i + 2]]);
  return unit_text_view();
}

TEST("every keyword is found by its text, and nothing that only resembles it") {
  static const char *const names[] = {
#define KEYWORD(name) #name,
#include "records/token.def"
  };
  for (size_t i = 0; i < countof(names); i++) {
    Str name = str_from(names[i]);
    CHECK_STR(str_from(token_kind_text(token_keyword_kind(name))), names[i]);
    CHECK(token_is_keyword_kind(token_keyword_kind(name)));
    CHECK(token_keyword_kind(str_slice(name, 0, name.size - 1)) != token_keyword_kind(name));
    Str longer = arena_printf(unit_arena(), "%sz", names[i]);
    CHECK(token_keyword_kind(longer) == TOK_BARE_ID);
  }
  CHECK(!token_is_keyword_kind(TOK_BARE_ID));
}

TEST("punctuation is read longest first") {
  CHECK_STR(kinds("->-: ::... {-#{ #-}}"), "-> - : : : ... {-# { #-} }");
}

TEST("identifiers keep what belongs to their kind") {
  CHECK_STR(kinds("a.b$c _x @a.b @\"x y\" #a-b %12 ^bb0 !t.u"),
            "bare identifier bare identifier @identifier @identifier #identifier %identifier ^identifier !identifier");
  CHECK_STR(kinds("%12ab"), "%identifier bare identifier");
}

TEST("integer types and keywords are told from other identifiers") {
  CHECK_STR(kinds("i32 si8 ui1 i iu8 i32x f32 f33 dense_resource"),
            "integer type integer type integer type bare identifier bare identifier bare identifier f32 bare identifier dense_resource");
}

TEST("numbers end where a dimension list goes on") {
  CHECK_STR(kinds("4x0x1f 0xi32 1. 1.5e3 1.5e 1e5"),
            "integer literal bare identifier integer literal bare identifier float literal float literal float literal "
            "bare identifier integer literal bare identifier");
}

TEST("an error says where it is") {
  CHECK_STR(kinds("a &"), "bare identifier invalid token at 2: unexpected character");
  CHECK_STR(kinds("\"a\\q\""), "invalid token at 2: unknown escape in string literal");
  CHECK_STR(kinds("\"a\nb\""), "invalid token at 2: expected '\"' in string literal");
  CHECK_STR(kinds("@5"), "invalid token at 1: @ identifier expected to start with letter or '_'");
  CHECK_STR(kinds(".."), "invalid token at 1: expected three consecutive dots for an ellipsis");
  CHECK_STR(kinds("# x"), "invalid token at 0: invalid attribute name");
}

TEST("a NUL byte inside the text is space") {
  Lexer lexer;
  lexer_init(&lexer, (Str){"a\0b", 3});
  CHECK_INT(lexer_next(&lexer).kind, TOK_BARE_ID);
  CHECK_INT(lexer_next(&lexer).begin, 2);
  CHECK_INT(lexer_next(&lexer).kind, TOK_EOF);
}

TEST("escapes in strings are resolved, and other strings are slices of the text") {
  Str source = STR("\"a\\n\\\"\\41\\\\\" \"plain\" @\"q\\09\" @name");
  Lexer lexer;
  lexer_init(&lexer, source);
  CHECK_STR(token_string(source, lexer_next(&lexer), unit_arena()), "a\n\"A\\");
  Str plain = token_string(source, lexer_next(&lexer), unit_arena());
  CHECK_STR(plain, "plain");
  CHECK(plain.data > source.data && plain.data < source.data + source.size);
  CHECK_STR(token_string(source, lexer_next(&lexer), unit_arena()), "q\t");
  CHECK_STR(token_string(source, lexer_next(&lexer), unit_arena()), "name");
}

TEST("highlighting finds operations, values, types and comments") {
  CHECK_STR(classes("%0 = arith.addi %a, %b : i32 // sum\nreturn %0 : i32"), "vpovpvptcovpt");
  CHECK_STR(classes("\"test.op\"() {a.b = \"s\"} : () -> tensor<4x8xf32>"), "opppapsppppptpnpnptp");
  CHECK_STR(classes("func.func @f(%x: !a.t) { ^bb0: }"), "oypvptppbpp");
}

TEST("highlighting covers broken text") {
  CHECK_STR(classes("a & b"), "oik");
  CHECK_STR(classes("\"open"), "i");
}
