// Declarative types and attributes: storing their parameters.
#include "asm/params_impl.h"

#include "asm/format_impl.h"

// ---------------------------------------------------------------------------------------------
// Storage

const ParamsDef no_params;

const EnumDef *attr_param_enum(A a, uint32_t i) {
  const ParamsDef *def = a->def->params;
  return def && i < def->count && (def->params[i].kind == PARAM_ENUM || def->params[i].kind == PARAM_NAME) ? def->params[i].def : NULL;
}

// Without parameters it is the header alone, as constraints build it: on 32 bits words[] stands behind a gap.
static size_t key_size(const ParamsDef *params, size_t header, size_t with_words) {
  return params->count ? with_words + params->count * sizeof(uint64_t) : header;
}

A attr_from_params(Context *ctx, const AttrDef *def, const uint64_t *words) {
  const ParamsDef *params = params_of(def->params);
  size_t size = key_size(params, sizeof(Attr), sizeof(ParamsAttr));
  ParamsAttr *key = unique_key(ctx, size);
  if (params->count) memcpy(key->words, words, params->count * sizeof(uint64_t));
  return attr_unique(ctx, def, key, size);
}

T type_from_params(Context *ctx, const TypeDef *def, const uint64_t *words) {
  const ParamsDef *params = params_of(def->params);
  size_t size = key_size(params, sizeof(Type), sizeof(ParamsType));
  ParamsType *key = unique_key(ctx, size);
  if (params->count) memcpy(key->words, words, params->count * sizeof(uint64_t));
  return type_unique(ctx, def, key, size);
}

uint64_t param_absent_word(Context *ctx, const ParamDef *param) {
  if (param->flags & PARAM_DEFAULT) return param->default_word;
  switch ((ParamKind)param->kind) {
    case PARAM_ATTR_ARRAY:
    case PARAM_TYPE_ARRAY: return param_word(ctx->attrs.empty_array);
    case PARAM_INT_ARRAY: return param_word(attr_i64_array(ctx, NULL, 0));
    default: return 0;
  }
}

// ---------------------------------------------------------------------------------------------
// Formats

const ParamFormat *param_format(Context *ctx, const ParamsDef *def) {
  MapEntry *entry = map_put(&ctx->format_cache, map_key(def));
  if (!entry->value) {
    const ParamFormat *made = param_format_compile(&ctx->arena, format_directives(ctx), def);
    map_put(&ctx->format_cache, map_key(def))->value = (uintptr_t)made;
    return made;
  }
  return (const ParamFormat *)entry->value;
}

void params_add_directives(Context *ctx, const ParamDirective *table) {
  Map *known = &format_directives(ctx)->of_params;
  for (; table->name; table++) map_put_str(known, str_from(table->name))->value = (uintptr_t)table;
}
