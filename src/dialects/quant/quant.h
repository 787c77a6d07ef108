// What a quantized type says.
#ifndef RUNG_DIALECTS_QUANT_H
#define RUNG_DIALECTS_QUANT_H

#include "asm/params.h"
#include "ops/quant.h"

enum { QUANT_PER_LAYER, QUANT_PER_AXIS, QUANT_PER_BLOCK };   // the parameter `layout`

bool type_is_quantized(T type);
T quant_storage(T type);     // NULL: the type says none
T quant_expressed(T type);
int64_t quant_layout(T type);
const DenseArrayAttr *quant_axes(T type);     // of a uniform type, as the four below
const DenseArrayAttr *quant_blocks(T type);
const DenseArrayAttr *quant_dims(T type);
const DenseArrayAttr *quant_scales(T type);
const DenseArrayAttr *quant_zero_points(T type);

#endif
