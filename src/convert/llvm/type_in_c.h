// Types as C declares them.
#ifndef RUNG_CONVERT_LLVM_TYPE_IN_C_H
#define RUNG_CONVERT_LLVM_TYPE_IN_C_H

#include "convert/llvm/type_room.h"
#include "rewrite/explain.h"

typedef struct CWriter {
  Facts *facts;              // for context and memory
  RoomMeter *rooms;
  StrBuf out;
  uint32_t first_field;      // line of the outermost struct's first field, from 1; 0: it has no field
} CWriter;

void c_writer_init(CWriter *self, Facts *facts, RoomMeter *rooms);
// Declare `type`, which became `to`, after the types it is made of. Types that C cannot declare are left out.
void c_declare(CWriter *self, T type, T to);
// `struct results` of a function with several.
void c_declare_results(CWriter *self, const FunctionType *type);
// The prototype for C callers: memrefs are pointers to their descriptors. `by_pointer`: the result is one, too.
void c_prototype(CWriter *self, const FunctionType *type, bool by_pointer);
// The text, without the last line end, kept by the facts.
Str c_written(CWriter *self);

#endif
