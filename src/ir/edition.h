// Editions of the language: what a release of LLVM reads and prints.
#ifndef RUNG_IR_EDITION_H
#define RUNG_IR_EDITION_H

#include "support/str.h"

// Habits of older releases' texts, beside the forms of operations.
enum {
  OLDER_BARE_AFFINE = 1,          // `(d0) -> (d0)`, now affine_map<(d0) -> (d0)>
  OLDER_ALIAS_TYPE = 2,           // `!a = type i32`
  OLDER_OFFSET_AND_STRIDES = 4,   // `memref<4xf32, offset: 1, strides: [2]>`, now strided<[2], offset: 1>
  OLDER_LAYOUT_LIST = 8,          // `memref<4x4xf32, #a, #b>`: one map after the other
  OLDER_ENTRY_COLON = 16,         // `{fruit: "banana"}`
  OLDER_PLAIN_DECLARATION = 32,   // a function without a body needs no `private`
  OLDER_TYPED_POINTER = 64,       // `!llvm.ptr<f32>`, now !llvm.ptr
  OLDER_OWN_VECTOR = 128,         // `!llvm.vec<4 x ptr>`, now vector<4x!llvm.ptr>
  OLDER_FEWER_PARAMETERS = 256,   // an attribute or type has parameters that it lacked
  OLDER_WRITTEN_STRIDES = 512,    // offset and strides of a memref stand as they are; otherwise as a map
  OLDER_LLVM_WORD = 1024,         // `!llvm.float`, now f32
  OLDER_WRAPPED_TYPE = 2048,      // `!llvm<"i8*">`, now !llvm.ptr
  OLDER_FUNCTION_TYPE = 4096,     // `type` among a function's attributes, now function_type
  OLDER_SUCCESSOR_ARGS = 8192,    // `[^bb1(%a : i32)]`: arguments of successors in generic form
  OLDER_OPAQUE_ELEMENTS = 32768,  // `opaque<"_", "0xDEADBEEF">`, now dense_resource<__elided__>
  OLDER_NONZERO_STRIDES = 65536,  // strided<[0]> is no layout
  OLDER_TYPED_LITERAL = 131072,   // `dense<tensor<2xi32>, [1, 2]>`, `splat<tensor<2xi32>, 1>`
  OLDER_MAP_TAIL = 262144,        // `(d0) -> (d0) size (8)`, `(i) : i >= 0, 8 - i >= 0`
  OLDER_BARE_LABEL = 524288,      // `bb0(%a: i32):`, `br bb1`, now ^bb0 and ^bb1
  OLDER_EARLY_LOC = 1048576,      // `func @f() loc("a.mlir":1:2) {`: a function's location stands before its body
  OLDER_DIALECT_NAME = 2097152,   // `!spv.ptr<f32, Function>`: a dialect was called otherwise
  OLDER_CASE = 4194304,           // `maxf`, now maximumf or maxnumf: a case of an enum
  OLDER_ATTRIBUTE = 16384,        // an operation's attribute in generic form: `operand_segment_sizes`, `position = [0]`
};

// The last release with elements that only a dialect can read, `opaque<"_", "0xDEADBEEF">`, and the last that wrote that one where
// elements are left out; LLVM 14 had another name for the dialect.
enum { LAST_OPAQUE_ELEMENTS = 14, LAST_SHORT_ELIDED = 13 };
enum { LAST_SNAKE_SEGMENTS = 16 };   // the last release with operand_segment_sizes, now operandSegmentSizes
#define ELIDED_BYTES "0xDEADBEEF"
#define ELIDED_KEY "__elided__"   // of a resource, since

// The properties of a release's whole text; the older form of a single operation is a row of its record (OpForm).
typedef struct Edition {
  const char *name;          // as in --edition=
  uint16_t release;          // orders them: an `until` of the records counts up to this one
  uint16_t oldest;           // release whose operations it has as well
  bool is_read, is_printed;  // by Rung
  uint32_t older_text;       // OLDER_*: the habits it has
  bool wraps_types;          // `!llvm<"i8*">`: a dialect's types are another compiler's text, and no builtin type is one
  bool own_scalars;          // `!llvm.i32` is another type than i32
  bool typed_pointers;       // `!llvm.ptr<f32>` says what it points to
  bool opaque_pointers;      // `!llvm.ptr` does not
  bool has_properties;       // `<{…}>` in generic form
  bool std_is_default;       // operations without a dialect are std's, everywhere
  bool names_constants_only; // no other operation suggests names for its results
  bool restarts_names;       // names of values begin anew in each function in generic form, too
  bool numbers_all_aliases;  // `#map0` where it is now `#map`
  bool spaces_regions;       // `( {`: a blank ahead of a region in generic form; entry blocks have no predecessors either
  bool spaces_formats;       // `module  {`: one more in custom form
} Edition;

extern const Edition all_editions[];   // oldest first, ended by a NULL name
extern const Edition *const edition_current;   // LLVM 22
// NULL when there is no edition of that name.
const Edition *edition_by_name(Str name);
// The newest edition with this habit (OLDER_*), and the edition of texts that only releases up to this one read.
const Edition *edition_last_with(uint32_t habit);
const Edition *edition_of_release(uint32_t release);

#endif
