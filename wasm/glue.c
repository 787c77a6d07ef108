// The only C that knows of JavaScript: rung.h with pointers and sizes that fit one export each.
// Structured results go out as JSON text; see rung.js for the other half.
//
// A call that returns text returns its address; glue_result_size(session) is its size in bytes. The
// text lives until the next call on the session.
#include <stdlib.h>
#include <string.h>

#include "rung.h"
#include "rung_names.h"

typedef struct Glue {
  RungSession *session;
  size_t result_size;
  char *json;
  size_t json_size, json_cap;
  bool json_failed;       // memory ran out, so the text is not complete
  char *edition_in, *edition_out;
  char *text;           // the text that the session borrows
  RungDialects *dialects;   // of the first session, which the others are given
  bool owns_dialects;
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

static void json_number(Glue *self, uint64_t value) {
  char digits[20];
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

// Begin a value: write a comma, unless it is the first of its list.
static void json_next(Glue *self) {
  char last = self->json_size ? self->json[self->json_size - 1] : '{';
  if (last != '[' && last != '{' && last != ':') json_raw(self, ",");
}

// Begin the text of an object.
static void json_start(Glue *self) {
  self->json_size = 0;
  json_raw(self, "{");
}

static void json_open(Glue *self) {
  json_next(self);
  json_raw(self, "{");
}

static void json_key(Glue *self, const char *name) {
  json_next(self);
  json_raw(self, "\"");
  json_raw(self, name);
  json_raw(self, "\":");
}

static void json_list(Glue *self, const char *name) {
  json_key(self, name);
  json_raw(self, "[");
}

static void json_text(Glue *self, const char *name, RungStr text) {
  json_key(self, name);
  json_string(self, text);
}

static void json_c_text(Glue *self, const char *name, const char *text) {
  json_text(self, name, (RungStr){text, text ? strlen(text) : 0});
}

// Left out when empty.
static void json_some_text(Glue *self, const char *name, RungStr text) {
  if (text.size) json_text(self, name, text);
}

static void json_count(Glue *self, const char *name, uint64_t value) {
  json_key(self, name);
  json_number(self, value);
}

static void json_signed(Glue *self, const char *name, int64_t value) {
  json_key(self, name);
  if (value < 0) json_raw(self, "-");
  json_number(self, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

static void json_bool(Glue *self, const char *name, bool value) {
  json_key(self, name);
  json_raw(self, value ? "true" : "false");
}

static void json_range(Glue *self, uint32_t begin, uint32_t end) {
  json_count(self, "from", begin);
  json_count(self, "to", end);
}

// The text, or NULL when memory ran out.
static const char *json_done(Glue *self) {
  bool lost = self->json_failed;
  self->json_failed = false;
  self->result_size = lost ? 0 : self->json_size;
  return lost ? NULL : self->json;
}

// --- Sessions

// Throws; see hostImports() of rung.js.
__attribute__((import_module("env"), import_name("rung_need_pack"))) void host_need_pack(const char *name, size_t size);

static void need_pack(void *data, RungStr dialect) {
  (void)data;
  host_need_pack(dialect.data, dialect.size);
}

// The first session has a list of dialects; the others share the list of the session given.
Glue *glue_session_new(Glue *first) {
  Glue *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->owns_dialects = !first;
  self->dialects = first ? first->dialects : rung_dialects_new();
  const RungOptions options = {.dialects = self->dialects, .borrow_text = true, .need_pack = need_pack};
  self->session = self->dialects ? rung_session_new(&options) : NULL;
  if (self->session) return self;
  if (self->owns_dialects) rung_dialects_delete(self->dialects);
  free(self);
  return NULL;
}

void glue_session_delete(Glue *self) {
  if (!self) return;
  rung_session_delete(self->session);
  if (self->owns_dialects) rung_dialects_delete(self->dialects);
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

// `flags` bit 0: allow unregistered dialects; bit 1: no implicit module; bit 2: keep unknown; bit 3: run the reproducer; bit 4: split a log;
// bit 5: pipelines as flags name them. `texts`: the edition to read, a
// newline, the one that passes make, a newline, the marker between parts; each may be empty.
int glue_set_options(Glue *self, uint32_t flags, const char *texts, size_t size) {
  if (!copy_string(&self->edition_in, texts, size)) return 0;
  char *made = self->edition_in ? strchr(self->edition_in, '\n') : NULL;
  if (made) *made++ = 0;
  char *marker = made ? strchr(made, '\n') : NULL;
  if (marker) *marker++ = 0;
  RungOptions options = {
    .allow_unregistered_dialects = flags & 1,
    .no_implicit_module = flags & 2,
    .keep_unknown = flags & 4,
    .run_reproducer = flags & 8,
    .split_log = flags & 16,
    .flag_pipelines = flags & 32,
    .no_operation_notes = true,
    .edition_in = self->edition_in && *self->edition_in ? self->edition_in : NULL,
    .edition = made && *made ? made : NULL,
    .split_marker = marker,
    .dialects = self->dialects,
    .borrow_text = true,
    .need_pack = need_pack,
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
  json_open(self);
  json_c_text(self, "severity", rung_severity_name(d->severity));
  json_c_text(self, "label", d->label);
  if (d->kind) json_c_text(self, "kind", info_names[d->kind]);
  if (d->about) json_count(self, "about", d->about);
  json_text(self, "message", d->message);
  if (d->has_range) json_range(self, d->begin, d->end);
  if (d->line) {
    json_count(self, "line", d->line);
    json_count(self, "column", d->column);
    json_text(self, "file", d->file);
  }
  if (d->is_hint) json_bool(self, "hint", true);
  if (d->lists_fixes) json_bool(self, "listsFixes", true);
}

static void json_fix(Glue *self, const RungFix *fix) {
  json_open(self);
  json_range(self, fix->begin, fix->end);
  json_text(self, "text", fix->text);
  json_text(self, "title", fix->title);
  json_bool(self, "safe", fix->is_safe);
  json_raw(self, "}");
}

static void json_diagnostics(Glue *self) {
  json_list(self, "diagnostics");
  RungDiagnostic diag, note;
  RungFix fix;
  for (uint32_t i = 0; rung_diagnostic(self->session, i, &diag); i++) {
    json_diagnostic(self, &diag);
    json_list(self, "notes");
    for (uint32_t n = 0; rung_diagnostic_note(self->session, i, n, &note); n++) {
      json_diagnostic(self, &note);
      json_raw(self, "}");
    }
    json_raw(self, "]");
    json_list(self, "fixes");
    for (uint32_t n = 0; rung_diagnostic_fix(self->session, i, n, &fix); n++) json_fix(self, &fix);
    json_raw(self, "]}");
  }
  json_raw(self, "]");
}

// "from":…,"to":…,"line":…,"lines":…,"header":{"from":…,"to":…},"after":…,"failed":…,"pass":…,"argument":…,"anchor":…,"symbol":…,"chain":…
static void json_log_stage(Glue *self, const RungLogStage *stage) {
  json_range(self, stage->begin, stage->end);
  json_count(self, "line", stage->line + 1);
  json_count(self, "lines", stage->line_count);
  json_key(self, "header");
  json_raw(self, "{");
  json_range(self, stage->header_begin, stage->header_end);
  json_raw(self, "}");
  json_bool(self, "after", stage->after);
  json_bool(self, "failed", stage->failed);
  json_text(self, "pass", stage->pass);
  json_text(self, "argument", stage->argument);
  json_text(self, "anchor", stage->anchor);
  json_text(self, "symbol", stage->symbol);
  json_count(self, "chain", stage->chain);
}

// {"chosen":…,"parts":[{"from":…,"to":…,"ok":…,"first":…,"count":…,"dump":{…}}]}; the dump of a log is as glue_log_stages() has it
const char *glue_session_parts(Glue *self) {
  json_start(self);
  json_count(self, "chosen", rung_chosen_part(self->session));
  json_list(self, "parts");
  RungPart part;
  for (uint32_t i = 0; rung_part(self->session, i, &part); i++) {
    json_open(self);
    json_range(self, part.begin, part.end);
    json_bool(self, "ok", part.ok);
    json_count(self, "first", part.first_diagnostic);
    json_count(self, "count", part.diagnostic_count);
    if (part.dump) {
      json_key(self, "dump");
      json_raw(self, "{");
      json_log_stage(self, part.dump);
      json_raw(self, "}");
    }
    json_raw(self, "}");
  }
  json_raw(self, "]}");
  return json_done(self);
}

// {} or {"pipeline":…,"disableThreading":…,"verifyEach":…}, without the pipeline when it has none
const char *glue_reproducer(Glue *self) {
  RungReproducer found;
  json_start(self);
  if (rung_reproducer(self->session, &found)) {
    if (found.pipeline.data) json_text(self, "pipeline", found.pipeline);
    json_bool(self, "disableThreading", found.disable_threading);
    json_bool(self, "verifyEach", found.verify_each);
  }
  json_raw(self, "}");
  return json_done(self);
}

int glue_choose_part(Glue *self, uint32_t i) { return rung_choose_part(self->session, i); }

int glue_verify_diagnostics(Glue *self, const char *pipeline, size_t size, int only_expected) {
  return rung_verify_diagnostics(self->session, (RungStr){pipeline, size}, only_expected);
}

// {"name":…,"diagnostics":[…]}; the name when the dialect was added.
const char *glue_add_dialect(Glue *self, const char *text, size_t size) {
  bool added = rung_add_dialect(self->dialects, (RungStr){text, size}, NULL);
  json_start(self);
  json_text(self, "name", added ? rung_added_dialect(self->dialects) : (RungStr){0});
  json_list(self, "diagnostics");
  RungDiagnostic diag;
  for (uint32_t i = 0; rung_dialects_diagnostic(self->dialects, i, &diag); i++) {
    json_diagnostic(self, &diag);
    json_raw(self, "}");
  }
  json_raw(self, "]}");
  return json_done(self);
}

int glue_remove_dialect(Glue *self, const char *name, size_t size) { return rung_remove_dialect(self->dialects, (RungStr){name, size}); }

// {"text":…,"fixes":[…]}, the text only when it is wanted.
const char *glue_fixed_text(Glue *self, int with_text) {
  RungStr text = rung_fixed_text(self->session);
  if (!text.data && rung_out_of_memory(self->session)) return NULL;
  json_start(self);
  json_text(self, "text", with_text ? text : (RungStr){0});
  json_list(self, "fixes");
  RungFix fix;
  for (uint32_t n = 0; rung_fix_made(self->session, n, &fix); n++) json_fix(self, &fix);
  json_raw(self, "]}");
  return json_done(self);
}

// {"text":…,"changes":[…]}; the text to upgrade is borrowed as that of glue_set_text() is.
const char *glue_upgraded_text(Glue *self, char *text, size_t size, int only_types) {
  RungStr made = rung_upgraded_text(self->session, (RungStr){text, size}, only_types ? RUNG_UPGRADE_TYPES : RUNG_UPGRADE_MODULE);
  free(self->text);
  self->text = text;
  if (!made.data) return NULL;
  json_start(self);
  json_text(self, "text", made);
  json_list(self, "changes");
  RungChange change;
  for (uint32_t n = 0; rung_change(self->session, n, &change); n++) {
    json_open(self);
    json_range(self, change.begin, change.end);
    json_text(self, "text", change.text);
    json_text(self, "before", change.before);
    json_text(self, "after", change.after);
    json_text(self, "why", change.why);
    if (change.since) json_count(self, "since", change.since);
    json_raw(self, "}");
  }
  json_raw(self, "]}");
  return json_done(self);
}

// {"diagnostics":[…],"summary":…,"edition":…}
const char *glue_diagnostics(Glue *self) {
  json_start(self);
  json_diagnostics(self);
  json_text(self, "summary", rung_summary(self->session));
  json_c_text(self, "edition", rung_edition_of_text(self->session));
  json_raw(self, "}");
  return json_done(self);
}

// `flags`, from bit 0: generic, debug info, pretty debug info, local scope, value users, name
// locations, skip regions, unique ids; bit 8: the result of the last run instead of the text's
// module; bit 9: that result as the run left it, regardless of the other flags. `elide` and `hex` are element
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

const char *glue_functions(Glue *self) {
  RungFunction function;
  self->json_size = 0;
  json_raw(self, "[");
  for (uint32_t i = 0; rung_function(self->session, i, &function); i++) {
    json_open(self);
    json_text(self, "name", function.name);
    json_text(self, "inputs", function.inputs);
    json_text(self, "results", function.results);
    json_range(self, function.begin, function.end);
    json_raw(self, "}");
  }
  json_raw(self, "]");
  return json_done(self);
}

// `flags` bit 0: the result; bit 1: WebAssembly, not LLVM IR; bit 2: traced; bit 3: watched.
const char *glue_translate(Glue *self, uint32_t flags) {
  RungTarget target = flags & 4 ? RUNG_WASM_TRACED : flags & 8 ? RUNG_WASM_WATCHED : flags & 2 ? RUNG_WASM : RUNG_LLVM_IR;
  RungStr text = rung_translate(self->session, flags & 1, target);
  self->result_size = text.size;
  return text.data;
}

const char *glue_bytecode(Glue *self, uint32_t result, uint32_t version) {
  RungStr bytes = rung_bytecode(self->session, result, version);
  self->result_size = bytes.size;
  return bytes.data;
}

// `flags` bit 0: the result; bit 1: without threads; bit 2: verify after each pass.
const char *glue_print_reproducer(Glue *self, uint32_t flags, const char *pipeline, size_t size) {
  const RungReproducer what = {{pipeline, size}, flags & 2, flags & 4};
  RungStr text = rung_print_reproducer(self->session, flags & 1, &what, NULL);
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

// The same of LLVM IR.
const uint32_t *glue_translation_origins(Glue *self, uint32_t result) {
  uint32_t count;
  const uint32_t *words = rung_translation_origins(self->session, result, &count);
  self->result_size = 16 * (size_t)count;
  return words;
}

static void json_fact(Glue *self, const RungFact *fact) {
  json_open(self);
  json_c_text(self, "kind", fact_kind_names[fact->kind]);
  if (fact->role) json_c_text(self, "role", fact_role_names[fact->role]);
  if (fact->field) json_c_text(self, "field", fact_field_names[fact->field]);
  json_text(self, "rule", fact->rule);
  json_some_text(self, "text", fact->text);
  if (fact->is_code) json_bool(self, "isCode", true);
  if (fact->count) json_count(self, "count", fact->count);
  json_some_text(self, "from", fact->from);
  json_some_text(self, "to", fact->to);
  json_some_text(self, "pass", fact->pass);
  if (fact->has_range) {
    json_key(self, "source");
    json_open(self);
    json_range(self, fact->begin, fact->end);
    json_raw(self, "}");
  }
  if (fact->has_bytes) {
    json_key(self, "bytes");
    json_open(self);
    json_count(self, "offset", fact->offset);
    json_count(self, "size", fact->size);
    if (fact->align) json_count(self, "align", fact->align);
    json_raw(self, "}");
  }
  if (fact->has_position) json_count(self, "position", fact->position);
  if (fact->has_dimension) json_count(self, "dimension", fact->dimension);
  if (fact->has_value) json_signed(self, "value", fact->value);
  if (fact->line) json_count(self, "line", fact->line);
  json_some_text(self, "argument", fact->argument);
  json_some_text(self, "edition", fact->edition);
  json_list(self, "children");
}

// The facts as a tree: what is one deeper goes into "children".
static void json_facts(Glue *self, const char *name) {
  json_list(self, name);
  RungFact fact;
  uint32_t open = 0;   // facts whose children are being written
  for (uint32_t i = 0; rung_fact(self->session, i, &fact); i++, open++) {
    for (; open > fact.depth; open--) json_raw(self, "]}");
    json_fact(self, &fact);
  }
  for (; open; open--) json_raw(self, "]}");
  json_raw(self, "]");
}

// {"ok":…,"facts":[…],"diagnostics":[…]} of a type, or (no data) of the one at a byte offset. `flags`
// bit 0: bare pointers, bit 1: no C interface, bit 2: spellings. `how`: a data layout, a newline, a pipeline; either may be empty.
const char *glue_explain_type(Glue *self, const char *data, size_t size, uint32_t offset, uint32_t flags, uint32_t index_bits,
                              const char *how, size_t how_size) {
  char *kept = NULL;
  if (!copy_string(&kept, how, how_size)) return NULL;
  char *pipeline = kept ? strchr(kept, '\n') : NULL;
  if (pipeline) *pipeline++ = 0;
  const RungTypeOptions options = {.bare_pointers = flags & 1, .index_bits = index_bits, .data_layout = kept, .pipeline = pipeline,
                                   .no_c_interface = flags & 2, .spellings = flags & 4};
  bool ok = data ? rung_explain_type(self->session, (RungStr){data, size}, &options)
                 : rung_explain_type_at(self->session, offset, &options);
  free(kept);
  json_start(self);
  json_bool(self, "ok", ok);
  json_facts(self, "facts");
  json_diagnostics(self);
  json_raw(self, "}");
  return json_done(self);
}

// --- Types

uint32_t glue_type(Glue *self, const char *data, size_t size) { return rung_type(self->session, (RungStr){data, size}); }
uint32_t glue_type_at(Glue *self, uint32_t offset) { return rung_type_at(self->session, offset); }
uint32_t glue_struct(Glue *self, const char *name, size_t size) { return rung_struct(self->session, (RungStr){name, size}); }

uint32_t glue_struct_new(Glue *self, const char *name, size_t size, const uint32_t *elements, uint32_t count, uint32_t is_packed) {
  return rung_struct_new(self->session, (RungStr){name, size}, elements, count, is_packed);
}

// `flags` bit 0: packed, bit 1: opaque, without elements
uint32_t glue_set_body(Glue *self, uint32_t type, const uint32_t *elements, uint32_t count, uint32_t flags) {
  return flags & 2 ? rung_struct_set_opaque(self->session, type) : rung_struct_set_body(self->session, type, elements, count, flags & 1);
}

// {"kind":…,"text":…,"dialect":…,"elements":[numbers],…} or {}
const char *glue_type_info(Glue *self, uint32_t type) {
  RungTypeInfo info;
  json_start(self);
  if (rung_type_info(self->session, type, &info)) {
    bool is_struct = info.kind == RUNG_TYPE_STRUCT;
    json_c_text(self, "kind", rung_type_kind_name(info.kind));
    json_text(self, "text", info.text);
    json_text(self, "dialect", info.dialect);
    json_bool(self, "compatible", info.is_compatible);
    json_list(self, "elements");
    for (uint32_t i = 0; i < info.element_count; i++) {
      json_next(self);
      json_number(self, rung_type_element(self->session, type, i));
    }
    json_raw(self, "]");
    if (info.kind == RUNG_TYPE_FUNCTION) json_count(self, "resultCount", info.result_count);
    if (info.kind == RUNG_TYPE_FUNCTION) json_bool(self, "variadic", info.is_variadic);
    if (info.bits) json_count(self, "bits", info.bits);
    if (info.kind == RUNG_TYPE_INTEGER) json_count(self, "signedness", info.signedness);
    if (info.has_rank) {
      json_list(self, "sizes");
      for (uint32_t i = 0; i < info.rank; i++) {
        json_next(self);
        if (info.sizes[i] == INT64_MIN) json_raw(self, "null");
        else json_number(self, (uint64_t)info.sizes[i]);
      }
      json_raw(self, "]");
      if (info.kind == RUNG_TYPE_VECTOR) {
        json_list(self, "scalable");
        for (uint32_t i = 0; i < info.rank; i++) {
          json_next(self);
          json_raw(self, i < 64 && info.scalable >> i & 1 ? "true" : "false");
        }
        json_raw(self, "]");
      }
    }
    if (info.kind == RUNG_TYPE_ARRAY) json_count(self, "size", info.array_size);
    if (info.kind == RUNG_TYPE_POINTER) json_count(self, "addressSpace", info.address_space);
    if (is_struct) json_bool(self, "packed", info.is_packed);
    if (info.identifier.data) {
      json_text(self, "identifier", info.identifier);
      json_bool(self, "hasBody", info.has_body);
      json_bool(self, "opaque", info.is_opaque);
    }
  }
  json_raw(self, "}");
  return json_done(self);
}

// {"from":…,"to":…,"title":…,"text":…} or {}
const char *glue_hover(Glue *self, uint32_t offset) {
  RungHover hover;
  json_start(self);
  if (rung_hover(self->session, offset, &hover)) {
    json_range(self, hover.begin, hover.end);
    json_text(self, "title", hover.title);
    json_text(self, "text", hover.text);
  }
  json_raw(self, "}");
  return json_done(self);
}

// {"from":…,"to":…,"complete":…,"items":[{"kind":…,"label":…,"detail":…,"insert":…,"snippet":…}]}
const char *glue_complete(Glue *self, uint32_t offset) {
  const RungCompletions found = rung_complete(self->session, offset);
  RungCompletion item;
  json_start(self);
  json_range(self, found.begin, found.end);
  json_bool(self, "complete", found.are_all);
  json_list(self, "items");
  for (uint32_t i = 0; rung_completion(self->session, i, &item); i++) {
    json_open(self);
    json_c_text(self, "kind", rung_completion_kind_name(item.kind));
    json_text(self, "label", item.label);
    json_some_text(self, "detail", item.detail);
    json_text(self, "insert", item.insert);
    json_bool(self, "snippet", item.is_snippet);
    json_raw(self, "}");
  }
  json_raw(self, "]}");
  return json_done(self);
}

static void json_operation(Glue *self, const RungOperationCount *operation) {
  json_next(self);
  json_string(self, operation->name);
  json_raw(self, ":");
  json_number(self, operation->count);
}

// {"arith.addi":2,…}
const char *glue_operations(Glue *self) {
  RungOperationCount operation;
  json_start(self);
  for (uint32_t i = 0; rung_operation_count(self->session, i, &operation); i++) json_operation(self, &operation);
  json_raw(self, "}");
  return json_done(self);
}

// The rules stand behind their name and a newline. 0: memory is refused.
int glue_add_rules(Glue *self, const char *text, size_t size) {
  const char *end = memchr(text, '\n', size);
  char *name = end ? malloc((size_t)(end - text) + 1) : NULL;
  if (!name) return 0;
  memcpy(name, text, (size_t)(end - text));
  name[end - text] = 0;
  int ok = rung_add_rules(self->session, (RungStr){end + 1, size - (size_t)(end + 1 - text)}, name);
  free(name);
  return ok;
}

// {"ok":…,"diagnostics":[…],"stages":[{"name":…,"pass":…,"text":…,"runs":…,"changed":…,"failed":…,"operations":{…},
// "origins":[…]}],"explanation":[…]}; the whole text, which may be long, is glue_print's to give. `flags`: RungStages, and
// 4: trace, which "origins" and "explanation" need; `tried`: for rung_trace_rules(); the rest: as RungRunOptions has it.
const char *glue_run(Glue *self, const char *pipeline, size_t size, uint32_t flags, uint32_t print_from, uint32_t print_to, uint32_t until,
                     uint32_t tried) {
  bool trace = flags & 4;
  rung_trace_rules(self->session, tried);
  rung_set_tracing(self->session, trace);
  const RungRunOptions options = {.stages = flags & 3, .print_from = print_from, .print_to = print_to, .until = until};
  bool ok = rung_run(self->session, (RungStr){pipeline, size}, &options);
  rung_set_tracing(self->session, false);
  json_start(self);
  json_bool(self, "ok", ok);
  json_diagnostics(self);
  json_list(self, "stages");
  RungStage stage;
  for (uint32_t i = 0; rung_stage(self->session, i, &stage); i++) {
    json_open(self);
    json_text(self, "name", stage.name);
    json_text(self, "pass", stage.pass);
    json_text(self, "text", stage.text);
    json_count(self, "runs", stage.runs);
    json_bool(self, "changed", stage.changed);
    json_bool(self, "failed", stage.failed);
    json_key(self, "operations");
    json_open(self);
    for (uint32_t n = 0; n < stage.operation_count; n++) json_operation(self, &stage.operations[n]);
    json_raw(self, "}");
    if (trace) {
      json_list(self, "origins");
      for (uint32_t n = 0; n < 4 * stage.origin_count; n++) {
        json_next(self);
        json_number(self, stage.origins[n]);
      }
      json_raw(self, "]");
    }
    json_raw(self, "}");
  }
  json_raw(self, "]");
  if (trace) {
    rung_explain_run(self->session);
    json_facts(self, "explanation");
  }
  json_raw(self, "}");
  return json_done(self);
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

static void json_words(Glue *self, const char *name, const char *words) {
  json_list(self, name);
  while (words && *words) {
    size_t size = strcspn(words, " ");
    json_next(self);
    json_string(self, (RungStr){words, size});
    words += size + (words[size] == ' ');
  }
  json_raw(self, "]");
}

// {"pipeline":…,"passes":…,"left":[…]} or null.
const char *glue_road(Glue *self) {
  RungRoad road;
  if (!rung_road(self->session, &road)) {
    self->json_size = 0;
    json_raw(self, "null");
    return json_done(self);
  }
  json_start(self);
  json_text(self, "pipeline", road.pipeline);
  json_count(self, "passes", road.passes);
  json_words(self, "left", road.left);
  json_raw(self, "}");
  return json_done(self);
}

static void json_slice(Glue *self, const char *name, RungStr slice) {
  if (!slice.data) return;
  json_key(self, name);
  json_open(self);
  const uint32_t begin = (uint32_t)(slice.data - rung_read_pipeline_text(self->session).data);
  json_range(self, begin, begin + (uint32_t)slice.size);
  json_raw(self, "}");
}

// {"ok":…,"elements":[{"depth":…,"nest":…,"pass":…,"text":range,"name":…,"options":[…],"inner":…}],"diagnostics":[…]}: in the order
// of the text; "pass" is there when it is known.
const char *glue_read_pipeline(Glue *self, const char *pipeline, size_t size) {
  bool ok = rung_read_pipeline(self->session, (RungStr){pipeline, size});
  json_start(self);
  json_bool(self, "ok", ok);
  json_list(self, "elements");
  RungPipelineElement element;
  RungPipelineOption option;
  for (uint32_t i = 0; rung_pipeline_element(self->session, i, &element); i++) {
    json_open(self);
    json_count(self, "depth", element.depth);
    json_bool(self, "nest", element.is_nest);
    if (element.pass >= 0) json_count(self, "pass", (uint32_t)element.pass);
    json_slice(self, "text", element.text);
    json_slice(self, "name", element.name);
    json_slice(self, "braces", element.options);
    json_slice(self, "inner", element.inner);
    json_list(self, "options");
    for (uint32_t n = 0; rung_pipeline_element_option(self->session, i, n, &option); n++) {
      json_open(self);
      json_slice(self, "text", option.text);
      json_slice(self, "name", option.name);
      json_slice(self, "written", option.written);
      json_text(self, "value", option.value);
      json_bool(self, "known", option.option >= 0);
      json_raw(self, "}");
    }
    json_raw(self, "]}");
  }
  json_raw(self, "]");
  json_diagnostics(self);
  json_raw(self, "}");
  return json_done(self);
}

int glue_pass_exists_upstream(const char *name, size_t size) { return rung_pass_exists_upstream((RungStr){name, size}); }

uint32_t glue_changed_lines(Glue *self, const char *before, size_t before_size, const char *after, size_t after_size, uint32_t *out,
                            uint32_t capacity) {
  return rung_changed_lines(self->session, (RungStr){before, before_size}, (RungStr){after, after_size}, out, capacity);
}

// --- Without a session

// `out[0]` is the state, triples follow; NULL: count only.
uint32_t glue_tokens(const char *data, size_t size, uint32_t *out, uint32_t capacity) {
  return rung_tokens((RungStr){data, size}, out, out ? out + 1 : NULL, capacity);
}

// {"stages":[{…}]}
const char *glue_log_stages(Glue *self, const char *data, size_t size) {
  const RungStr text = {data, size};
  uint32_t capacity = 256, count;
  RungLogStage *stages = malloc(capacity * sizeof *stages);
  while (stages && (count = rung_log_stages(text, stages, capacity)) > capacity) {
    free(stages);
    stages = malloc((capacity = count) * sizeof *stages);
  }
  json_start(self);
  if (!stages) self->json_failed = true;
  json_list(self, "stages");
  for (uint32_t i = 0; stages && i < count; i++) {
    json_open(self);
    json_log_stage(self, &stages[i]);
    json_raw(self, "}");
  }
  free(stages);
  json_raw(self, "]}");
  return json_done(self);
}

// {"tokenClasses":[…],"passes":[{"name":…,"summary":…,"anchor":…,"worksOn":[…],"makes":[…],"now":…,"options":[…]}],"pipelines":[{"name":…,"title":…,"text":…}],
// "editions":[{"name":…,"isRead":…,"isPrinted":…}]}
const char *glue_tables(Glue *self) {
  json_start(self);
  json_list(self, "tokenClasses");
  const char *name;
  for (uint32_t i = 0; (name = rung_token_class_name((RungTokenClass)i)); i++) {
    json_next(self);
    json_string(self, (RungStr){name, strlen(name)});
  }
  json_raw(self, "]");
  json_list(self, "passes");
  RungPass pass;
  for (uint32_t i = 0; rung_pass(i, &pass); i++) {
    json_open(self);
    json_c_text(self, "name", pass.name);
    json_c_text(self, "summary", pass.summary);
    json_c_text(self, "anchor", pass.anchor);
    json_words(self, "worksOn", pass.works_on);
    json_words(self, "makes", pass.makes);
    if (pass.now) json_c_text(self, "now", pass.now);
    json_list(self, "options");
    RungPassOption option;
    for (uint32_t n = 0; rung_pass_option(i, n, &option); n++) {
      json_open(self);
      json_c_text(self, "name", option.name);
      json_c_text(self, "type", option.type);
      json_c_text(self, "summary", option.summary);
      json_c_text(self, "default", option.default_text);
      json_list(self, "choices");
      for (const char *const *choice = option.choices; choice && *choice; choice++) {
        json_next(self);
        json_string(self, (RungStr){*choice, strlen(*choice)});
      }
      json_raw(self, "]}");
    }
    json_raw(self, "]}");
  }
  json_raw(self, "]");
  json_list(self, "pipelines");
  RungPipeline pipeline;
  for (uint32_t i = 0; rung_pipeline(i, &pipeline); i++) {
    json_open(self);
    json_c_text(self, "name", pipeline.name);
    json_c_text(self, "title", pipeline.title);
    json_c_text(self, "text", pipeline.text);
    json_raw(self, "}");
  }
  json_raw(self, "]");
  json_list(self, "editions");
  RungEdition edition;
  for (uint32_t i = 0; rung_edition(i, &edition); i++) {
    json_open(self);
    json_c_text(self, "name", edition.name);
    json_bool(self, "isRead", edition.is_read);
    json_bool(self, "isPrinted", edition.is_printed);
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
