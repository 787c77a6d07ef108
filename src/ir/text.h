// Text of types and attributes, for messages mostly; asm/ knows how they are spelled.
#ifndef RUNG_IR_TEXT_H
#define RUNG_IR_TEXT_H

#include "ir/ir.h"
#include "support/strbuf.h"

// In the context's arena.
const char *type_text(Context *ctx, T type);
const char *attr_text(Context *ctx, A attr);
Str map_text(Context *ctx, const AffineMap *map);
struct OpState;
typedef struct TextHooks {
  void (*type)(Context *ctx, StrBuf *out, T type);
  void (*attr)(Context *ctx, StrBuf *out, A attr);
  // An operation in generic form, local scope, large elements elided: how messages quote one. Begins
  // with a newline when it takes several lines.
  void (*op)(Module *module, StrBuf *out, const Operation *op);
  // The attribute that spans all of `text`; `type`: the one it must have, or NULL. NULL: reported.
  A (*read_attr)(Context *ctx, Str text, T type);
  // Attributes that `state` lacks get their declared default values.
  void (*fill_defaults)(Context *ctx, struct OpState *state);
} TextHooks;
void context_set_text_hooks(Context *ctx, const TextHooks *hooks);

#endif
