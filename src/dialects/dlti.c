// The dlti dialect: data layout and target information as attributes (https://mlir.llvm.org/docs/Dialects/DLTIDialect/).
#include "dialects/registry.h"

const DialectDef dlti_dialect = {
  .name = "dlti",
  .summary = "data layout and target information",
};
