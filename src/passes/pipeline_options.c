// The options of a pass in the text of a pipeline.
#include "passes/pipeline_impl.h"

static bool check_option(Context *ctx, const PassOption *option, Str value, bool has_value) {
  int64_t number;
  uint64_t size;
  double real;
  bool flag;
  if (!has_value && option->kind != OPTION_BOOL) return pipeline_fail_option(ctx, "for the --%s option: requires a value!\n", option->name);
  switch (option->kind) {
    case OPTION_BOOL:
      if (option_parse_bool(value, &flag)) return true;
      return pipeline_fail_option(ctx,
                  "for the --%s option: '%.*s' is invalid value for boolean argument! Try 0 or 1\n",
                  option->name, STR_ARG(value));
    case OPTION_INT:
      if (option_parse_int(value, &number) && number == (int32_t)number) return true;
      return pipeline_fail_option(ctx, "for the --%s option: '%.*s' value invalid for integer argument!\n",
                  option->name, STR_ARG(value));
    case OPTION_LONG:
      if (option_parse_int(value, &number)) return true;
      return pipeline_fail_option(ctx, "for the --%s option: '%.*s' value invalid for long argument!\n", option->name, STR_ARG(value));
    case OPTION_ULONG:
      if (option_parse_ulong(value, &size)) return true;
      return pipeline_fail_option(ctx, "for the --%s option: '%.*s' value invalid for ulong argument!\n", option->name, STR_ARG(value));
    case OPTION_NUMBER:
      if (option_parse_number(value, &real)) return true;
      return pipeline_fail_option(ctx, "for the --%s option: '%.*s' value invalid for floating point argument!\n", option->name, STR_ARG(value));
    case OPTION_UINT:
    case OPTION_WIDTH:
      if (option_parse_int(value, &number) && number >= 0 && number <= UINT32_MAX) {
        if (option->kind == OPTION_UINT || number <= INTEGER_MAX_WIDTH) return true;
        return pipeline_fail_option(ctx, "for the --%s option: '%.*s' is too wide: integer types have at most %u bits\n", option->name, STR_ARG(value),
                    INTEGER_MAX_WIDTH);
      }
      return pipeline_fail_option(ctx, "for the --%s option: '%.*s' value invalid for uint argument!\n",
                  option->name, STR_ARG(value));
    case OPTION_ENUM:
      for (const char *const *v = option->values; *v; v++)
        if (str_is(value, *v)) return true;
      return pipeline_fail_option(ctx, "for the --%s option: Cannot find option named '%.*s'!\n", option->name,
                  STR_ARG(value));
    case OPTION_STRING:
    case OPTION_LIST:
    case OPTION_INT_LIST:
      return true;
  }
  return true;
}

bool pipeline_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

Str pipeline_trim(Str text) {
  while (text.size && pipeline_is_space(text.data[0])) text = str_slice(text, 1, text.size);
  while (text.size && pipeline_is_space(text.data[text.size - 1])) text.size--;
  return text;
}

// The end of what begins at `i`: `stop`, or the end of the text, outside of quotes and brackets.
static size_t find_end(Str text, size_t i, char stop) {
  int depth = 0;
  char quote = 0;
  for (; i < text.size; i++) {
    char c = text.data[i];
    if (quote) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '(' || c == '[') {
      depth++;
    } else if (c == '}' || c == ')' || c == ']') {
      depth--;
    } else if (c == stop && depth <= 0) {
      break;
    }
  }
  return i;
}

static Str unwrap(Str value) {
  char first = value.size >= 2 ? value.data[0] : 0, last = first ? value.data[value.size - 1] : 0;
  return (first == '{' && last == '}') || ((first == '"' || first == '\'') && first == last) ? str_slice(value, 1, value.size - 1) : value;
}

// Copy the elements of a list without the brackets and quotes around them.
static Str read_list(Context *ctx, Str value) {
  StrBuf out;
  strbuf_init(&out, &ctx->mem);
  for (size_t i = 0;; i++) {
    size_t end = find_end(value, i, ',');
    Str element = unwrap(pipeline_trim(str_slice(value, i, end)));
    strbuf_printf(&out, memchr(element.data, ' ', element.size) ? "%s{%.*s}" : "%s%.*s", i ? "," : "", STR_ARG(element));
    i = end;
    if (i >= value.size) break;
  }
  Str list = arena_str(&ctx->arena, strbuf_view(&out));
  strbuf_free(&out);
  return list;
}

// options ::= (name (`=` value)?)*, separated by spaces; values may be quoted or in {…} or (…)
bool pipeline_options(PipelineText *p, PassInstance *pass, Str text) {
  Context *ctx = p->ctx;
  size_t i = 0;
  while (i < text.size) {
    if (pipeline_is_space(text.data[i])) {
      i++;
      continue;
    }
    size_t begin = i;
    while (i < text.size && text.data[i] != '=' && text.data[i] != ' ') i++;
    Str name = str_slice(text, begin, i), value = {0}, written = {0};
    bool has_value = i < text.size && text.data[i] == '=';
    if (has_value) {
      size_t from = ++i;
      i = find_end(text, from, ' ');
      written = pipeline_trim(str_slice(text, from, i));
      value = unwrap(written);
    }
    if (!name.size && !p->reading) continue;
    int slot = option_index(pass->def, name);
    if (p->reading) {
      vec_push(p->pipeline->arena, &p->reading->options, (PipelineOption){slot, pipeline_trim(str_slice(text, begin, i)), name, value, written});
      vec_last(&p->reading->elements).option_count++;
    }
    if (slot < 0) {
      pipeline_fail(ctx, p->reading ? "no such option %.*s" : "<Pass-Options-Parser>: no such option %.*s\n", STR_ARG(name));
      if (!pipeline_place(p, name)) return false;
      Candidates names = {.name = name};
      for (uint32_t k = 0; k < pass->def->option_count; k++) candidates_consider(&names, pass->def->options[k]->name);
      pipeline_offer(p, &names, name);
      continue;
    }
    const PassOption *option = pass->def->options[slot];
    if (!check_option(ctx, option, value, has_value)) {
      if (!pipeline_place(p, written.size ? written : name)) return false;
      Candidates words = {.name = value};
      for (const char *const *word = option->values; word && *word; word++) candidates_consider(&words, *word);
      pipeline_offer(p, &words, written);
      continue;
    }
    Str *values = (Str *)pass->values;
    bool is_list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    if (is_list) value = read_list(ctx, value);
    if (is_list && pass->given[slot]) {
      values[slot] = arena_printf(&ctx->arena, "%.*s,%.*s", STR_ARG(values[slot]), STR_ARG(value));
    } else {
      values[slot] = value;
    }
    pass->given[slot] = true;
  }
  return true;
}
