// The only C that knows JavaScript exists: rung.h with pointers and sizes that fit one export each.
// Structured results go out as JSON text; see rung.js for the other half.
//
// A call that returns text returns its address; glue_result_size(session) is its size in bytes. The
// text lives until the next call on the session.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

typedef struct Glue {
  RungSession *session;
  size_t result_size;
  char *json;
  size_t json_size, json_cap;
  bool json_failed;       // memory ran out: something is missing in it
  char *edition_in, *edition_out;
  char *text;           // what the session borrows
} Glue;

void *glue_alloc(size_t size) { return malloc(size ? size : 1); }
void glue_free(void *p) { free(p); }

// --- JSON

static bool json_reserve(Glue *self, size_t extra) {
  if (self->json_cap - self->json_size >= extra) return true;
  size_t cap = self->json_cap ? self->json_cap : 1024;
  while (cap - self->json_size < extra) cap *= 2;
  char *grown = realloc(self->json, cap);
  if (!grown) return !(self->json_failed = true);
  self->json = grown;
  self->json_cap = cap;
  return true;
}

static void json_bytes(Glue *self, const char *data, size_t size) {
  if (!json_reserve(self, size)) return;
  memcpy(self->json + self->json_size, data, size);
  self->json_size += size;
}

static void json_raw(Glue *self, const char *text) { json_bytes(self, text, strlen(text)); }

static void json_number(Glue *self, uint32_t value) {
  char digits[10];
  size_t n = sizeof digits;
  do digits[--n] = (char)('0' + value % 10);
  while (value /= 10);
  json_bytes(self, digits + n, sizeof digits - n);
}

static void json_string(Glue *self, RungStr text) {
  static const char hex[] = "0123456789abcdef";
  json_raw(self, "\"");
  size_t plain = 0;
  for (size_t i = 0; i < text.size; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    json_bytes(self, text.data + plain, i - plain);
    plain = i + 1;
    char escape[6] = {'\\', (char)c};
    if (c >= 0x20) {
      json_bytes(self, escape, 2);
    } else {
      memcpy(escape, "\\u00", 4);
      escape[4] = hex[c >> 4];
      escape[5] = hex[c & 15];
      json_bytes(self, escape, 6);
    }
  }
  json_bytes(self, text.data + plain, text.size - plain);
  json_raw(self, "\"");
}

static void json_c_string(Glue *self, const char *text) { json_string(self, (RungStr){text, text ? strlen(text) : 0}); }

static void json_field(Glue *self, const char *name, const char *before) {
  json_raw(self, before);
  json_raw(self, "\"");
  json_raw(self, name);
  json_raw(self, "\":");
}

// Left out when empty.
static void json_text(Glue *self, const char *name, RungStr text) {
  if (!text.size) return;
  json_field(self, name, ",");
  json_string(self, text);
}

// The text, or NULL when memory did not hold it.
static const char *json_done(Glue *self) {
  bool lost = self->json_failed;
  self->json_failed = false;
  self->result_size = lost ? 0 : self->json_size;
  return lost ? NULL : self->json;
}

// --- Sessions

Glue *glue_session_new(void) {
  Glue *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  const RungOptions options = {.borrow_text = true};
  self->session = rung_session_new(&options);
  if (self->session) return self;
  free(self);
  return NULL;
}

void glue_session_delete(Glue *self) {
  if (!self) return;
  rung_session_delete(self->session);
  free(self->text);
  free(self->json);
  free(self->edition_in);
  free(self->edition_out);
  free(self);
}

static bool copy_string(char **place, const char *data, size_t size) {
  free(*place);
  *place = NULL;
  if (!size) return true;
  *place = malloc(size + 1);
  if (!*place) return false;
  memcpy(*place, data, size);
  (*place)[size] = 0;
  return true;
}

// `flags` bit 0: allow unregistered dialects; bit 1: no implicit module; bit 2: keep unknown. `editions`: the one to read, a
// newline, the one that passes make; either may be empty.
int glue_set_options(Glue *self, uint32_t flags, const char *editions, size_t size) {
  if (!copy_string(&self->edition_in, editions, size)) return 0;
  char *made = self->edition_in ? strchr(self->edition_in, '\n') : NULL;
  if (made) *made++ = 0;
  RungOptions options = {
    .allow_unregistered_dialects = flags & 1,
    .no_implicit_module = flags & 2,
    .keep_unknown = flags & 4,
    .no_operation_notes = true,
    .edition_in = self->edition_in && *self->edition_in ? self->edition_in : NULL,
    .edition = made && *made ? made : NULL,
    .borrow_text = true,
  };
  return rung_set_options(self->session, &options);
}

// Takes over `data`, memory from glue_alloc().
int glue_set_text(Glue *self, char *data, size_t size) {
  int ok = rung_set_text(self->session, (RungStr){data, size});
  free(self->text);
  self->text = data;
  return ok;
}

size_t glue_result_size(const Glue *self) { return self->result_size; }
size_t glue_peak_memory(const Glue *self) { return rung_peak_memory(self->session); }

// --- Results

static void json_diagnostic(Glue *self, const RungDiagnostic *d) {
  static const char *const severities[] = {"error", "warning", "remark", "note", "information"};
  json_field(self, "severity", "{");
  json_c_string(self, severities[d->severity]);
  static const char *const kinds[] = {"", "kept", "aside", "hole", "unchecked", "pieces"};
  json_text(self, "kind", (RungStr){kinds[d->kind], strlen(kinds[d->kind])});
  if (d->about) {
    json_field(self, "about", ",");
    json_number(self, d->about);
  }
  json_field(self, "label", ",");
  json_c_string(self, d->label);
  json_field(self, "message", ",");
  json_string(self, d->message);
  if (d->has_range) {
    json_field(self, "from", ",");
    json_number(self, d->begin);
    json_field(self, "to", ",");
    json_number(self, d->end);
  }
  if (d->line) {
    json_field(self, "line", ",");
    json_number(self, d->line);
    json_field(self, "column", ",");
    json_number(self, d->column);
    json_field(self, "file", ",");
    json_string(self, d->file);
  }
  if (d->is_hint) json_raw(self, ",\"hint\":true");
  if (d->lists_fixes) json_raw(self, ",\"listsFixes\":true");
}

static void json_fix(Glue *self, const RungFix *fix, bool is_first) {
  json_raw(self, is_first ? ",\"fixes\":[{" : ",{");
  json_field(self, "from", "");
  json_number(self, fix->begin);
  json_field(self, "to", ",");
  json_number(self, fix->end);
  json_field(self, "text", ",");
  json_string(self, fix->text);
  json_field(self, "title", ",");
  json_string(self, fix->title);
  json_raw(self, fix->is_safe ? ",\"safe\":true}" : ",\"safe\":false}");
}

static void json_fixes(Glue *self, uint32_t i, uint32_t count) {
  RungFix fix;
  for (uint32_t n = 0; n < count && rung_diagnostic_fix(self->session, i, n, &fix); n++) json_fix(self, &fix, n == 0);
  if (count) json_raw(self, "]");
}

static void json_diagnostics(Glue *self) {
  json_raw(self, "[");
  RungDiagnostic diag, note;
  for (uint32_t i = 0; rung_diagnostic(self->session, i, &diag); i++) {
    if (i) json_raw(self, ",");
    json_diagnostic(self, &diag);
    json_raw(self, ",\"notes\":[");
    for (uint32_t n = 0; rung_diagnostic_note(self->session, i, n, &note); n++) {
      if (n) json_raw(self, ",");
      json_diagnostic(self, &note);
      json_raw(self, "}");
    }
    json_raw(self, "]");
    json_fixes(self, i, diag.fix_count);
    json_raw(self, "}");
  }
  json_raw(self, "]");
}

// {"text":…,"fixes":[…]}, the text only when it is wanted.
const char *glue_fixed_text(Glue *self, int with_text) {
  RungStr text = rung_fixed_text(self->session);
  if (!text.data && rung_out_of_memory(self->session)) return NULL;
  self->json_size = 0;
  json_field(self, "text", "{");
  json_string(self, with_text ? text : (RungStr){0});
  RungFix fix;
  uint32_t n = 0;
  for (; rung_fix_made(self->session, n, &fix); n++) json_fix(self, &fix, n == 0);
  json_raw(self, n ? "]}" : "}");
  return json_done(self);
}

// {"diagnostics":[…],"summary":…}
const char *glue_diagnostics(Glue *self) {
  self->json_size = 0;
  json_field(self, "diagnostics", "{");
  json_diagnostics(self);
  json_field(self, "summary", ",");
  json_string(self, rung_summary(self->session));
  json_raw(self, "}");
  return json_done(self);
}

// `flags`, from bit 0: generic, debug info, pretty debug info, local scope, value users, name
// locations, skip regions, unique ids; bit 8: the result of the last run instead of the text's
// module; bit 9: that result as the run left it, whatever else is asked for. `elide` and `hex` are element
// counts, -1: never.
static bool print_options(Glue *self, uint32_t flags, int32_t elide, int32_t hex, const char *edition, size_t edition_size,
                          RungPrintOptions *out) {
  self->result_size = 0;
  if (!copy_string(&self->edition_out, edition, edition_size)) return false;
  if (self->edition_out && !rung_edition_exists(self->edition_out)) {
    self->result_size = 1;
    return false;
  }
  *out = rung_print_options();
  out->generic = flags & 1;
  out->debug_info = flags & 2;
  out->pretty_debug_info = flags & 4;
  out->local_scope = flags & 8;
  out->value_users = flags & 16;
  out->name_locations = flags & 32;
  out->skip_regions = flags & 64;
  out->unique_ids = flags & 128;
  out->elide_elements_larger = elide;
  out->hex_elements_larger = hex;
  out->edition = self->edition_out;
  return true;
}

// NULL: the size then says why, 0: memory, 1: no such edition, 2: the last message does.
const char *glue_print(Glue *self, uint32_t flags, int32_t elide, int32_t hex,
                       const char *edition, size_t edition_size) {
  RungPrintOptions options;
  if (!print_options(self, flags, elide, hex, edition, edition_size, &options)) return NULL;
  RungStr text = flags & 512   ? rung_print_result(self->session, NULL)
                 : flags & 256 ? rung_print_result(self->session, &options)
                               : rung_print(self->session, &options);
  self->result_size = text.data || rung_out_of_memory(self->session) ? text.size : 2;
  return text.data;
}

// Words, four for each operation printed: its place in that text and in the source.
const uint32_t *glue_origins(Glue *self, uint32_t flags, int32_t elide, int32_t hex, const char *edition, size_t edition_size) {
  RungPrintOptions options;
  if (!print_options(self, flags, elide, hex, edition, edition_size, &options)) return NULL;
  uint32_t count;
  const uint32_t *words = rung_origins(self->session, flags & 256, &options, &count);
  self->result_size = 16 * (size_t)count;
  return words;
}

static void json_fact(Glue *self, const RungFact *fact) {
  static const char *const kinds[] = {
    "type", "pass", "pass-unchanged", "pass-failed", "pass-skipped", "changed", "not-applied", "failed", "left", "cast-left", "operation-left",
  };
  json_field(self, "kind", "{");
  json_c_string(self, kinds[fact->kind]);
  json_field(self, "rule", ",");
  json_string(self, fact->rule);
  json_text(self, "text", fact->text);
  if (fact->is_code) json_raw(self, ",\"isCode\":true");
  if (fact->count) {
    json_field(self, "count", ",");
    json_number(self, fact->count);
  }
  json_text(self, "from", fact->from);
  json_text(self, "to", fact->to);
  json_text(self, "pass", fact->pass);
  if (fact->has_range) {
    json_field(self, "source", ",");
    json_field(self, "from", "{");
    json_number(self, fact->begin);
    json_field(self, "to", ",");
    json_number(self, fact->end);
    json_raw(self, "}");
  }
  if (fact->has_bytes) {
    json_field(self, "bytes", ",");
    json_field(self, "offset", "{");
    json_number(self, (uint32_t)fact->offset);
    json_field(self, "size", ",");
    json_number(self, (uint32_t)fact->size);
    json_raw(self, "}");
  }
  json_raw(self, ",\"children\":[");
}

// The facts as a tree: what is one deeper goes into "children".
static void json_facts(Glue *self) {
  json_raw(self, "[");
  RungFact fact;
  uint32_t open = 0;   // facts whose children are being written
  for (uint32_t i = 0; rung_fact(self->session, i, &fact); i++) {
    bool first = !i || fact.depth >= open;
    for (; open > fact.depth; open--) json_raw(self, "]}");
    if (!first) json_raw(self, ",");
    json_fact(self, &fact);
    open++;
  }
  for (; open; open--) json_raw(self, "]}");
  json_raw(self, "]");
}

// {"ok":…,"facts":[…],"diagnostics":[…]} of a type, or (no data) of the one at a byte offset. `flags`
// bit 0: bare pointers. `how`: a data layout, a newline, a pipeline; either may be empty.
const char *glue_explain_type(Glue *self, const char *data, size_t size, uint32_t offset, uint32_t flags, uint32_t index_bits,
                              const char *how, size_t how_size) {
  char *kept = NULL;
  if (!copy_string(&kept, how, how_size)) return NULL;
  char *pipeline = kept ? strchr(kept, '\n') : NULL;
  if (pipeline) *pipeline++ = 0;
  const RungTypeOptions options = {.bare_pointers = flags & 1, .index_bits = index_bits, .data_layout = kept, .pipeline = pipeline};
  bool ok = data ? rung_explain_type(self->session, (RungStr){data, size}, &options)
                 : rung_explain_type_at(self->session, offset, &options);
  free(kept);
  self->json_size = 0;
  json_raw(self, ok ? "{\"ok\":true" : "{\"ok\":false");
  json_field(self, "facts", ",");
  json_facts(self);
  json_field(self, "diagnostics", ",");
  json_diagnostics(self);
  json_raw(self, "}");
  return json_done(self);
}

// {"from":…,"to":…,"title":…,"text":…} or {}
const char *glue_hover(Glue *self, uint32_t offset) {
  RungHover hover;
  self->json_size = 0;
  if (rung_hover(self->session, offset, &hover)) {
    json_field(self, "from", "{");
    json_number(self, hover.begin);
    json_field(self, "to", ",");
    json_number(self, hover.end);
    json_text(self, "title", hover.title);
    json_text(self, "text", hover.text);
    json_raw(self, "}");
  } else {
    json_raw(self, "{}");
  }
  return json_done(self);
}

// {"ok":…,"diagnostics":[…],"stages":[{"name":…,"pass":…,"text":…,"changed":…,"origins":[…]}],
// "explanation":[…]}; the whole text, which may be long, is glue_print's to give. `flags` bit 0: stages;
// bit 1: trace, which "origins" and "explanation" need.
const char *glue_run(Glue *self, const char *pipeline, size_t size, uint32_t flags) {
  bool trace = flags & 2;
  rung_set_tracing(self->session, trace);
  bool ok = rung_run(self->session, (RungStr){pipeline, size}, flags & 1);
  rung_set_tracing(self->session, false);
  self->json_size = 0;
  json_raw(self, ok ? "{\"ok\":true" : "{\"ok\":false");
  json_field(self, "diagnostics", ",");
  json_diagnostics(self);
  json_raw(self, ",\"stages\":[");
  RungStage stage;
  for (uint32_t i = 0; rung_stage(self->session, i, &stage); i++) {
    json_field(self, "name", i ? ",{" : "{");
    json_string(self, stage.name);
    json_field(self, "pass", ",");
    json_string(self, stage.pass);
    json_field(self, "text", ",");
    json_string(self, stage.text);
    if (trace) json_raw(self, ",\"origins\":[");
    for (uint32_t n = 0; trace && n < 4 * stage.origin_count; n++) {
      if (n) json_raw(self, ",");
      json_number(self, stage.origins[n]);
    }
    if (trace) json_raw(self, "]");
    json_raw(self, stage.changed ? ",\"changed\":true}" : ",\"changed\":false}");
  }
  json_raw(self, "]");
  if (trace) {
    rung_explain_run(self->session);
    json_field(self, "explanation", ",");
    json_facts(self);
  }
  json_raw(self, "}");
  return json_done(self);
}

// How many stages a run would keep, at most 2^32 - 1.
uint32_t glue_stage_estimate(Glue *self, const char *pipeline, size_t size) {
  uint64_t count = rung_stage_estimate(self->session, (RungStr){pipeline, size});
  return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

// `names`: the pass to add, a newline, the one it is to stand before, which may be empty. NULL: it cannot be done.
const char *glue_pipeline_add(Glue *self, const char *pipeline, size_t size, const char *names, size_t names_size) {
  const char *end = memchr(names, '\n', names_size);
  size_t pass_size = end ? (size_t)(end - names) : names_size;
  RungStr before = end ? (RungStr){end + 1, names_size - pass_size - 1} : (RungStr){0};
  RungStr text = rung_pipeline_add(self->session, (RungStr){pipeline, size}, (RungStr){names, pass_size}, before);
  self->result_size = text.size;
  return text.data;
}

uint32_t glue_changed_lines(Glue *self, const char *before, size_t before_size, const char *after, size_t after_size, uint32_t *out,
                            uint32_t capacity) {
  return rung_changed_lines(self->session, (RungStr){before, before_size}, (RungStr){after, after_size}, out, capacity);
}

// --- Without a session

// `out[0]` is the state, triples follow; NULL: count only.
uint32_t glue_tokens(const char *data, size_t size, uint32_t *out, uint32_t capacity) {
  return rung_tokens((RungStr){data, size}, out, out ? out + 1 : NULL, capacity);
}

// {"tokenClasses":[…],"passes":[{"name":…,"summary":…,"anchor":…}],"pipelines":[{"name":…,"title":…,"text":…}]}
const char *glue_tables(Glue *self) {
  self->json_size = 0;
  json_raw(self, "{\"tokenClasses\":[");
  const char *name;
  for (uint32_t i = 0; (name = rung_token_class_name((RungTokenClass)i)); i++) {
    if (i) json_raw(self, ",");
    json_c_string(self, name);
  }
  json_raw(self, "],\"passes\":[");
  RungPass pass;
  for (uint32_t i = 0; rung_pass(i, &pass); i++) {
    json_field(self, "name", i ? ",{" : "{");
    json_c_string(self, pass.name);
    json_field(self, "summary", ",");
    json_c_string(self, pass.summary);
    json_field(self, "anchor", ",");
    json_c_string(self, pass.anchor);
    json_raw(self, "}");
  }
  json_raw(self, "],\"pipelines\":[");
  RungPipeline pipeline;
  for (uint32_t i = 0; rung_pipeline(i, &pipeline); i++) {
    json_field(self, "name", i ? ",{" : "{");
    json_c_string(self, pipeline.name);
    json_field(self, "title", ",");
    json_c_string(self, pipeline.title);
    json_field(self, "text", ",");
    json_c_string(self, pipeline.text);
    json_raw(self, "}");
  }
  json_raw(self, "]}");
  return json_done(self);
}

const char *glue_version(Glue *self) {
  const char *version = rung_version();
  self->result_size = strlen(version);
  return version;
}
