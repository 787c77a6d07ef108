#include "ir/text.h"

#include "ir/attr.h"

void context_set_text_hooks(Context *ctx, const TextHooks *hooks) { ctx->text_hooks = hooks; }

static const char *text_of(Context *ctx, StrBuf *text) {
  Str result = arena_str(&ctx->arena, strbuf_view(text));
  strbuf_free(text);
  return result.data;
}

const char *type_text(Context *ctx, T type) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  if (type && ctx->text_hooks) ctx->text_hooks->type(ctx, &text, type);
  return text_of(ctx, &text);
}

const char *attr_text(Context *ctx, A attr) {
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  if (attr && ctx->text_hooks) ctx->text_hooks->attr(ctx, &text, attr);
  return text_of(ctx, &text);
}

// Write a map without the `affine_map<…>` around it, as C++ streams do.
Str map_text(Context *ctx, const AffineMap *map) {
  if (!map) return STR("");
  Str text = str_from(attr_text(ctx, attr_affine_map(ctx, map)));
  const Str before = STR("affine_map<");
  if (str_starts_with(text, before) && str_ends_with(text, STR(">"))) text = str_slice(text, before.size, text.size - 1);
  return text;
}
