// Printing operations, types and attributes that are kept as written; see kept.h.
#include "asm/kept.h"

#include "asm/printer_impl.h"

// Text that may hold newlines, each followed by the columns the line is in from the operation's own.
static void print_lines(Printer *p, Str text) {
  size_t begin = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.data[i] != '\n') continue;
    strbuf_str(p->out, str_slice(text, begin, i + 1));
    strbuf_pad(p->out, ' ', p->indent);
    begin = i + 1;
  }
  strbuf_str(p->out, str_slice(text, begin, text.size));
}

// An alias's value keeps its white space, perhaps over several lines; joined into one line it reads the
// same.
static void join_lines(StrBuf *out, size_t begin) {
  size_t to = begin;
  bool quoted = false;
  for (size_t i = begin; i < out->size; i++) {
    char c = out->data[i];
    if (c == '"' && (i == begin || out->data[i - 1] != '\\')) quoted = !quoted;
    bool space = !quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r');
    if (space && to > begin && out->data[to - 1] == ' ') continue;
    out->data[to++] = space ? ' ' : c;
  }
  out->size = to;
}

// `@a::@b`
static const Block *entry_of(const Operation *op, uint32_t region) {
  return region < op->region_count ? op_region(op, region)->first : NULL;
}

static void print_part(Printer *p, const Operation *op, KeptPart part, uint32_t index) {
  switch (part) {
    case KEPT_OPERAND:
      if (index < op->operand_count) print_operand(p, op_operand(op, index));
      break;
    case KEPT_SUCCESSOR:
      if (index < op->successor_count && !p->collecting) print_block_name(p, op_successor(op, index));
      break;
    case KEPT_REGION:
      if (index < op->region_count) print_region(p, op_region(op, index), true, true, true);
      break;
    case KEPT_BODY: {
      const Block *names = entry_of(op, index & 0xffff);
      if (index >> 16 >= op->region_count) break;
      const Region *region = op_region(op, index >> 16);
      if (names && names->region != region) printer_shadow_arg_names(p, region, names->args, names->arg_count);
      print_region(p, region, false, true, false);
      break;
    }
    case KEPT_ARGUMENT: {
      const Block *entry = entry_of(op, index >> 16);
      if (entry && (index & 0xffff) < entry->arg_count) print_operand(p, entry->args[index & 0xffff]);
      break;
    }
    case KEPT_SYMBOL_NAME: {
      A name = op_attr_str(op, STR("sym_name"));
      if (name && attr_kind(name) == ATTR_STRING) print_symbol_name(p, attr_str(name));
      break;
    }
  }
}

void print_kept(Printer *p, const Operation *op) {
  const ArrayAttr *parts = (const ArrayAttr *)op->prop_dict;
  if (!parts || attr_kind(op->prop_dict) != ATTR_ARRAY) return;
  for (uint64_t i = 0; i < parts->count; i++) {
    A part = parts->items[i];
    switch (attr_kind(part)) {
      case ATTR_STRING: print_lines(p, attr_str(part)); break;
      case ATTR_INTEGER: {
        uint64_t word = attr_to_u64(part);
        print_part(p, op, (KeptPart)(word >> 32), (uint32_t)word);
        break;
      }
      case ATTR_SYMBOL_REF: print_attr(p, part); break;
      case ATTR_TYPE: case ATTR_ARRAY: {
        size_t begin = p->out->size;
        if (attr_kind(part) == ATTR_TYPE) print_type(p, ((const TypeAttr *)part)->type);
        else if (((const ArrayAttr *)part)->count) print_attr(p, ((const ArrayAttr *)part)->items[0]);
        if (p->out->size > begin) join_lines(p->out, begin);
        break;
      }
      default: break;
    }
  }
}

// --- Types and attributes

// Where the symbol that begins with `#` or `!` at `from` ends: behind its name, or behind a balanced body. It is no longer than `longest`
// that counts: of others this is anywhere further on, or `from`.
static size_t symbol_end(Str text, size_t from, size_t longest) {
  size_t i = from + 1, most = text.size - from > longest ? from + longest + 1 : text.size;
  while (i < most && (char_is_alnum(text.data[i]) || text.data[i] == '.' || text.data[i] == '_' || text.data[i] == '$')) i++;
  if (i == from + 1 || i == text.size || text.data[i] != '<') return i > from + 1 ? i : from;
  uint32_t depth = 0;
  for (; i < most; i++) {
    switch (text.data[i]) {
      case '<': case '(': case '[': case '{': depth++; break;
      case ')': case ']': case '}': depth--; break;
      case '>':
        if (text.data[i - 1] != '-' && !--depth) return i + 1;
        break;
      case '"':
        while (++i < most && text.data[i] != '"') i += text.data[i] == '\\';
        break;
    }
  }
  return from;
}

void print_kept_text(Printer *p, Str text) {
  enum { MOST_WORK = 1 << 24 };
  const KeptAliases *aliases = p->module ? p->module->kept_aliases : NULL;
  size_t done = 0;
  for (size_t i = 0; aliases && i < text.size && p->alias_work < MOST_WORK; i++) {
    if (text.data[i] == '"')
      while (++i < text.size && text.data[i] != '"') i += text.data[i] == '\\';
    if (i >= text.size || (text.data[i] != '#' && text.data[i] != '!')) continue;
    size_t end = symbol_end(text, i, aliases->longest);
    p->alias_work += (uint32_t)(end > i ? end - i : aliases->longest);
    const KeptAlias *alias = end > i ? map_get_str(&aliases->by_text, str_slice(text, i, end)) : NULL;
    if (!alias) continue;
    if (p->collecting) {
      if (alias->is_type) collect_type(p, alias->value);
      else collect_attr(p, alias->value, false);
    } else {
      strbuf_str(p->out, str_slice(text, done, i));
      if (!p->use_aliases || !print_alias(p, alias->value)) strbuf_str(p->out, str_slice(text, i, end));
      done = end;
    }
    i = end - 1;
  }
  strbuf_str(p->out, str_slice(text, done, text.size));
}
