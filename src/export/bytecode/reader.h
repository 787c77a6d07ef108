// What the parts of the bytecode's reader share.
#ifndef RUNG_EXPORT_BYTECODE_READER_H
#define RUNG_EXPORT_BYTECODE_READER_H

#include "export/bytecode/bytecode.h"
#include "export/bytecode/format.h"

// An attribute or a type that is made when it is first asked for.
typedef struct Entry {
  const void *made;      // A or T
  uint32_t begin, size;  // in the bytes
  uint32_t dialect : 30;
  bool custom : 1;       // the dialect's own encoding; else text
  bool busy : 1;
} Entry;

// `older`: what properties it had, where they are not today's.
typedef struct OpEntry { uint32_t dialect; Str name; const OpDef *def, *record; const char *older; } OpEntry;
typedef struct ReadProperties { uint32_t at; const OpDef *def; A *props, dict; } ReadProperties;   // `def`: of the operation that had them first
typedef struct Fixup { Operation *op; uint32_t operand, value; } Fixup;
typedef struct UseOrder { Value *value; bool pairs; uint32_t count; const uint32_t *indices; } UseOrder;

typedef struct Reader {
  Module *module;
  Context *ctx;
  Arena arena;
  Str bytes;
  uint32_t version, release;
  bool as_written, failed;
  VEC(Str) strings;
  VEC(Str) dialects;
  VEC(OpEntry) ops;
  VEC(Entry) attrs;
  VEC(Entry) types;
  VEC(A) resource_keys;
  Str properties;             // of all operations
  VEC(ReadProperties) read_properties;
  VEC(Value *) values;
  VEC(Fixup) fixups;
  VEC(UseOrder) orders;
  OpState state;
  Value *missing;             // stands for a value that is defined further down
  uint32_t depth;
} Reader;

// Bytes that are read one after the other. After a failure all reads give zeros.
typedef struct Cursor { Reader *reader; uint32_t at, end; } Cursor;

bool bytes_fail(Reader *self, uint32_t at, const char *what);
static inline bool cursor_fail(Cursor *c, const char *what) { return bytes_fail(c->reader, c->at, what); }
static inline bool cursor_ok(const Cursor *c) { return !c->reader->failed; }
uint64_t read_varint_slow(Cursor *c);
static inline uint8_t read_byte(Cursor *c) {
  if (c->at < c->end) return (uint8_t)c->reader->bytes.data[c->at++];
  cursor_fail(c, "ends too early");
  return 0;
}
static inline uint64_t read_varint(Cursor *c) {
  if (c->at < c->end && ((uint8_t)c->reader->bytes.data[c->at] & 1)) return (uint8_t)c->reader->bytes.data[c->at++] >> 1;
  return read_varint_slow(c);
}
int64_t read_signed(Cursor *c);
// A number of things of which each takes at least a byte.
uint32_t read_count(Cursor *c);
Str read_bytes(Cursor *c, uint64_t size);
Str read_string(Cursor *c);                // by its number
A read_attr(Cursor *c);                    // by its number; NULL: failed
A read_optional_attr(Cursor *c);           // NULL: failed, or there is none
T read_type(Cursor *c);
A bytes_attr(Reader *self, uint64_t number, uint32_t at);
T bytes_type(Reader *self, uint64_t number, uint32_t at);

// builtin_reader.c: the encodings of the builtin dialect. NULL: failed.
A read_builtin_attr(Cursor *c, uint32_t number);
T read_builtin_type(Cursor *c);

// dialect_reader.c: those of other dialects.
A read_llvm_attr(Cursor *c);
T read_quant_type(Cursor *c);

// properties.c: the inherent attributes of an operation from its properties.
bool read_properties(Cursor *c, const OpEntry *entry, OpState *state);
// The properties that LLVM 19's operation of that name had, as older.def says it; NULL: what its record says.
const char *older_properties(Str name);
// The slots of a record that properties hold, in their order; of the release (0: today's). How many.
uint32_t property_slots(const OpDef *def, uint32_t release, uint32_t *slots, uint32_t room);

#endif
