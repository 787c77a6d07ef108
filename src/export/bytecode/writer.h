// What the parts of the bytecode's writer share.
#ifndef RUNG_EXPORT_BYTECODE_WRITER_H
#define RUNG_EXPORT_BYTECODE_WRITER_H

#include "export/bytecode/bytecode.h"
#include "export/bytecode/format.h"
#include "ir/attr.h"
#include "ir/type.h"
#include "support/map.h"

// An attribute or a type, with its encoding.
typedef struct WrittenEntry { const void *thing; uint32_t dialect, uses, begin, size; bool custom; } WrittenEntry;
typedef VEC(WrittenEntry) WrittenEntries;
typedef struct WrittenOp { const OpDef *def; uint32_t dialect, name; } WrittenOp;

typedef struct BytecodeWriter {
  Module *module;
  Context *ctx;
  Arena arena;
  uint32_t version;
  VEC(Str) strings;
  Map string_numbers;
  VEC(uint32_t) dialects;        // numbers of their names
  Map dialect_numbers;           // of a name's number
  WrittenEntries attrs, types;
  Map attr_numbers, type_numbers;
  VEC(WrittenOp) ops;
  Map op_numbers;                // OpDef * -> number + 1
  VEC(A) resources;              // keys of dense_resource attributes
  StrBuf properties;             // of all operations, one after the other
  Map property_numbers;          // their bytes -> number + 1
  uint32_t property_count;
  Map op_ids;                    // Operation * -> its number in the walk, where uses are in another order than it
  bool orders_uses;
} BytecodeWriter;

// Numbers are given when a thing is first asked for; sorted before anything is written.
uint32_t written_string(BytecodeWriter *w, Str text);
uint32_t written_dialect(BytecodeWriter *w, Str name);
uint32_t written_attr(BytecodeWriter *w, A attr);
uint32_t written_type(BytecodeWriter *w, T type);

void put_varint(StrBuf *out, uint64_t value);
void put_signed(StrBuf *out, int64_t value);
static inline void put_flagged(StrBuf *out, uint64_t value, bool flag) { put_varint(out, value << 1 | flag); }
void put_section(StrBuf *out, uint8_t id, const StrBuf *data);

// builtin_writer.c. False: it has no encoding, and is written as text.
bool put_builtin_attr(BytecodeWriter *w, StrBuf *out, A attr);
bool put_builtin_type(BytecodeWriter *w, StrBuf *out, T type);
bool put_llvm_attr(BytecodeWriter *w, StrBuf *out, A attr);   // dialect_writer.c; the same

// The inherent attributes of a registered operation. properties.c
void put_properties(BytecodeWriter *w, StrBuf *out, const Operation *op);

#endif
