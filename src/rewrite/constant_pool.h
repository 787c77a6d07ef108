// Constants made where they are missing: one of each value, at the start of the region around that values do not cross
// (OperationFolder::getOrCreateConstant of upstream).
#ifndef RUNG_REWRITE_CONSTANT_POOL_H
#define RUNG_REWRITE_CONSTANT_POOL_H

#include "ir/fold.h"

typedef struct ConstantPool {
  Module *module;
  Arena *arena;
  Builder builder;
  Folder folder;
  Map known;      // hash -> PooledConstant
} ConstantPool;

void constant_pool_init(ConstantPool *self, Module *module, Arena *arena);
// A value of that constant for operations of `block`, made by the dialect where there is none yet; NULL: the dialect cannot.
Value *constant_pool_get(ConstantPool *self, const Block *block, const DialectDef *dialect, A constant, T type);
// The region whose start the constants of a block go to.
Region *constant_region(const Block *block);

#endif
