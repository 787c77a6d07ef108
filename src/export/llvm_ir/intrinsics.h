// Rows of the tables of intrinsics, and what LLVM says of the functions they declare.
#ifndef RUNG_EXPORT_LLVM_IR_INTRINSICS_H
#define RUNG_EXPORT_LLVM_IR_INTRINSICS_H

#include "ir/op.h"
#include "support/strbuf.h"

#define PURE "nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)"
#define PURE_POISON "nocallback nofree nosync nounwind speculatable willreturn memory(none)"
#define PURE_ONCE "nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)"
#define SIMPLE_NONE "nocallback nofree nosync nounwind willreturn memory(none)"
#define SIMPLE_NONE_NOUNWIND "nounwind memory(none)"
#define NOUNWIND_NONE "nounwind memory(none)"
#define NOUNWIND_ONLY "nounwind"
#define NOMERGE_NOUNWIND "nomerge nounwind"
#define NO_ATTRIBUTES ""
#define ARG_READ_NOUNWIND "nounwind memory(argmem: read)"
#define CONVERGENT_NONE "convergent nocallback nofree nosync nounwind willreturn memory(none)"
#define COLD_TRAP "cold noreturn nounwind memory(inaccessiblemem: write)"
#define STRICT "nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)"
#define INACCESSIBLE "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)"
#define INACCESSIBLE_READ "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: read)"
#define INACCESSIBLE_WRITE "nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)"
#define LAUNDER "nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)"
#define ARG_READWRITE "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)"
#define ARG_READ "nocallback nofree nosync nounwind willreturn memory(argmem: read)"
#define ARG_WRITE "nocallback nofree nosync nounwind willreturn memory(argmem: write)"
#define READ "nocallback nofree nosync nounwind willreturn memory(read)"
#define WRITE "nocallback nofree nosync nounwind willreturn memory(write)"
#define COPY "nocallback nofree nounwind willreturn memory(argmem: readwrite)"
#define FILL "nocallback nofree nounwind willreturn memory(argmem: write)"
#define PREFETCH "nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"
#define STACK "nocallback nofree nosync nounwind willreturn"
// Of targets: SYNC may wait for other threads, WAVE is done by all of a wave.
#define SYNC "nocallback nofree nounwind willreturn"
#define SYNC_BOTH "nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"
#define SYNC_INACCESSIBLE "nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)"
#define WAVE "convergent nocallback nofree nounwind willreturn"
#define WAVE_PURE "convergent nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)"
#define WAVE_PURE_SYNC "convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)"
#define WAVE_NONE "convergent nocallback nofree nounwind willreturn memory(none)"
#define WAVE_READ "convergent nocallback nofree nounwind willreturn memory(argmem: read)"
#define WAVE_BOTH "convergent nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"
#define WAVE_CALLS "convergent nounwind willreturn memory(argmem: readwrite)"
#define WAVE_CALLS_BOTH "convergent nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)"

typedef struct IrIntrinsicRow {
  const char *op;     // of a target's dialect; NULL: the llvm dialect's
  const char *name;   // NULL: as the operation's
  const char *overloads, *attributes, *parameters, *arguments;
} IrIntrinsicRow;

// --- targets.c
typedef struct Writer Writer;
const IrIntrinsicRow *target_row(Writer *w, Str op);           // NULL: there is none
// The row of an intrinsic's name, which may end in the types that it is overloaded with: the longest that it begins with.
const IrIntrinsicRow *target_row_named(Writer *w, Str name);
// "llvm.amdgcn.ballot" of "rocdl.ballot". Without an operation, `?` stays where its operand decides.
void put_row_name(StrBuf *out, const IrIntrinsicRow *row, const Operation *op);
bool row_has_name(const IrIntrinsicRow *row, Str name, StrBuf *own);   // `own` receives the row's
// An operation that is an intrinsic between two fences.
bool is_fenced(const IrIntrinsicRow *row);

#endif
