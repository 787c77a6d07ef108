// A pipeline as text, and what its passes counted.
#include "passes/pipeline.h"

static bool has_space(Str text) { return memchr(text.data, ' ', text.size) != NULL; }

void pass_instance_print(const PassInstance *pass, StrBuf *out) {
  strbuf_str(out, str_from(pass->def->name));
  // Options in name order; of an empty list only the space is left.
  uint32_t count = pass->def->option_count, order[64];
  if (count > countof(order)) count = countof(order);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t j = i;
    for (; j > 0 && strcmp(pass->def->options[order[j - 1]]->name, pass->def->options[i]->name) > 0; j--)
      order[j] = order[j - 1];
    order[j] = i;
  }
  for (uint32_t n = 0; n < count; n++) {
    const PassOption *option = pass->def->options[order[n]];
    Str value = pass->values[order[n]];
    bool list = option->kind == OPTION_LIST || option->kind == OPTION_INT_LIST;
    strbuf_char(out, n ? ' ' : '{');
    if (list && !pass->given[order[n]] && !value.size) continue;
    strbuf_str(out, str_from(option->name));
    strbuf_char(out, '=');
    bool flag;
    int64_t number;
    if (option->kind == OPTION_BOOL && option_parse_bool(value, &flag))
      strbuf_str(out, str_from(flag ? "true" : "false"));
    else if ((option->kind == OPTION_INT || option->kind == OPTION_LONG || option->kind == OPTION_UINT || option->kind == OPTION_WIDTH) && option_parse_int(value, &number))
      strbuf_printf(out, "%lld", (long long)number);
    else if (list || has_space(value))
      strbuf_printf(out, "{%.*s}", STR_ARG(value));
    else
      strbuf_str(out, value);
  }
  if (count) strbuf_char(out, '}');
}

// `indent` 0: on one line, with `between` two of them.
static void print_elements(const PassInstance *pass, StrBuf *out, size_t indent, const char *between) {
  for (; pass; pass = pass->next) {
    strbuf_pad(out, ' ', indent);
    if (pass->def) {
      pass_instance_print(pass, out);
    } else {
      strbuf_str(out, pass->anchor);
      strbuf_str(out, str_from(indent ? "(\n" : "("));
      print_elements(pass->nested, out, indent ? indent + 2 : 0, ",");
      strbuf_pad(out, ' ', indent);
      strbuf_char(out, ')');
    }
    if (pass->next) strbuf_str(out, str_from(between));
    if (indent) strbuf_char(out, '\n');
  }
}

void pipeline_print(const Pipeline *self, StrBuf *out) {
  strbuf_str(out, self->anchor);
  strbuf_lit(out, "(\n");
  print_elements(self->first, out, 2, ",");
  strbuf_str(out, str_from(self->first ? ")\n" : "\n)\n"));
}

void pipeline_print_line(const Pipeline *self, const char *between, StrBuf *out) {
  strbuf_str(out, self->anchor);
  strbuf_char(out, '(');
  print_elements(self->first, out, 0, between);
  strbuf_char(out, ')');
}

// --- Statistics

typedef struct Statistic {
  const char *name, *text;   // "num-cse'd", "Number of operations CSE'd"
  int name_size;
  uint64_t value;
} Statistic;
enum { MAX_STATISTICS = countof(((PassInstance *)0)->statistics) };

// By name; entries of a pass are "(S) name - text".
static uint32_t sorted_statistics(const PassDef *def, const uint64_t *values, Statistic *out) {
  uint32_t count = 0;
  for (; def->statistics && count < MAX_STATISTICS && def->statistics[count]; count++) {
    const char *name = def->statistics[count] + 4, *dash = strchr(name, ' ');
    Statistic entry = {name, dash + 3, (int)(dash - name), values[count]};
    uint32_t to = count;
    for (; to && strcmp(out[to - 1].name, name) > 0; to--) out[to] = out[to - 1];
    out[to] = entry;
  }
  return count;
}

static int digits(uint64_t value) {
  int count = 1;
  while (value /= 10) count++;
  return count;
}

static void print_statistics(StrBuf *out, size_t indent, const PassDef *def, const uint64_t *values) {
  Statistic list[MAX_STATISTICS];
  uint32_t count = sorted_statistics(def, values, list);
  int name_size = 0, value_size = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (list[i].name_size > name_size) name_size = list[i].name_size;
    if (digits(list[i].value) > value_size) value_size = digits(list[i].value);
  }
  strbuf_pad(out, ' ', indent);
  strbuf_printf(out, "%s\n", def->class_name);
  for (uint32_t i = 0; i < count; i++) {
    strbuf_pad(out, ' ', indent + 2);
    strbuf_lit(out, "(S) ");
    strbuf_pad(out, ' ', (size_t)(value_size - digits(list[i].value)));
    strbuf_printf(out, "%llu %.*s", (unsigned long long)list[i].value, list[i].name_size, list[i].name);
    strbuf_pad(out, ' ', (size_t)(name_size - list[i].name_size));
    strbuf_printf(out, " - %s\n", list[i].text);
  }
}

static void statistics_tree(const PassInstance *pass, StrBuf *out, size_t indent) {
  for (; pass; pass = pass->next) {
    if (pass->def) {
      print_statistics(out, indent, pass->def, pass->statistics);
    } else {
      strbuf_pad(out, ' ', indent);
      strbuf_printf(out, "'%.*s' Pipeline\n", STR_ARG(pass->anchor));
      statistics_tree(pass->nested, out, indent + 2);
    }
  }
}

static bool sum_statistics(const PassInstance *pass, const PassDef *def, uint64_t *sums) {
  bool found = false;
  for (; pass; pass = pass->next) {
    if (!pass->def) found |= sum_statistics(pass->nested, def, sums);
    if (pass->def != def) continue;
    found = true;
    for (uint32_t i = 0; i < MAX_STATISTICS; i++) sums[i] += pass->statistics[i];
  }
  return found;
}

void pipeline_print_statistics(const Pipeline *self, bool as_list, StrBuf *out) {
  if (!as_list) {
    statistics_tree(self->first, out, 0);
    return;
  }
  // Passes by class name, each once.
  for (const char *previous = "";;) {
    const PassDef *next = NULL;
    for (const PassDef *const *p = all_passes; *p; p++)
      if (strcmp((*p)->class_name, previous) > 0 && (!next || strcmp((*p)->class_name, next->class_name) < 0)) next = *p;
    if (!next) return;
    previous = next->class_name;
    uint64_t sums[MAX_STATISTICS] = {0};
    if (next->statistics && sum_statistics(self->first, next, sums)) print_statistics(out, 2, next, sums);
  }
}
