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
  char *edition_in, *edition_out;
  char *text;           // what the session borrows
} Glue;

void *glue_alloc(size_t size) { return malloc(size ? size : 1); }
void glue_free(void *p) { free(p); }

// --- JSON

static bool json_room(Glue *self, size_t extra) {
  if (self->json_cap - self->json_size >= extra) return true;
  size_t cap = self->json_cap ? self->json_cap : 1024;
  while (cap - self->json_size < extra) cap *= 2;
  char *grown = realloc(self->json, cap);
  if (!grown) return false;
  self->json = grown;
  self->json_cap = cap;
  return true;
}

static void json_bytes(Glue *self, const char *data, size_t size) {
  if (!json_room(self, size)) return;
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

static void json_field(Glue *self, const char *name, const char *before) {
  json_raw(self, before);
  json_raw(self, "\"");
  json_raw(self, name);
  json_raw(self, "\":");
}

static const char *json_done(Glue *self) {
  self->result_size = self->json_size;
  return self->json;
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

static bool keep_string(char **place, const char *data, size_t size) {
  free(*place);
  *place = NULL;
  if (!size) return true;
  *place = malloc(size + 1);
  if (!*place) return false;
  memcpy(*place, data, size);
  (*place)[size] = 0;
  return true;
}

// `flags` bit 0: allow unregistered dialects; bit 1: no implicit module.
int glue_set_options(Glue *self, uint32_t flags, const char *edition, size_t edition_size) {
  if (!keep_string(&self->edition_in, edition, edition_size)) return 0;
  RungOptions options = {
    .allow_unregistered_dialects = flags & 1,
    .no_implicit_module = flags & 2,
    .no_operation_notes = true,
    .edition_in = self->edition_in,
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
  static const char *const severities[] = {"error", "warning", "remark", "note"};
  json_field(self, "severity", "{");
  json_string(self, (RungStr){severities[d->severity], strlen(severities[d->severity])});
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
    json_raw(self, "]}");
  }
  json_raw(self, "]");
}

const char *glue_diagnostics(Glue *self) {
  self->json_size = 0;
  json_diagnostics(self);
  return json_done(self);
}

// `flags`, from bit 0: generic, debug info, pretty debug info, local scope, value users, name
// locations, skip regions, unique ids; bit 8: the result of the last run instead of the text's
// module. `elide` and `hex` are element counts, -1: never.
const char *glue_print(Glue *self, uint32_t flags, int32_t elide, int32_t hex,
                       const char *edition, size_t edition_size) {
  self->result_size = 0;
  if (!keep_string(&self->edition_out, edition, edition_size)) return NULL;
  if (self->edition_out && !rung_edition_exists(self->edition_out)) return NULL;
  RungPrintOptions options = rung_print_options();
  options.generic = flags & 1;
  options.debug_info = flags & 2;
  options.pretty_debug_info = flags & 4;
  options.local_scope = flags & 8;
  options.value_users = flags & 16;
  options.name_locations = flags & 32;
  options.skip_regions = flags & 64;
  options.unique_ids = flags & 128;
  options.elide_elements_larger = elide;
  options.hex_elements_larger = hex;
  options.edition = self->edition_out;
  RungStr text = flags & 256 ? rung_print_result(self->session, &options)
                             : rung_print(self->session, &options);
  self->result_size = text.size;
  return text.data;
}

// {"ok":…,"text":…,"diagnostics":[…],"stages":[{"pass":…,"text":…,"changed":…}]}
const char *glue_run(Glue *self, const char *pipeline, size_t size, uint32_t stages) {
  bool ok = rung_run(self->session, (RungStr){pipeline, size}, stages);
  self->json_size = 0;
  json_raw(self, ok ? "{\"ok\":true" : "{\"ok\":false");
  json_field(self, "diagnostics", ",");
  json_diagnostics(self);
  json_raw(self, ",\"stages\":[");
  RungStage stage;
  for (uint32_t i = 0; rung_stage(self->session, i, &stage); i++) {
    json_field(self, "pass", i ? ",{" : "{");
    json_string(self, stage.pass);
    json_field(self, "text", ",");
    json_string(self, stage.text);
    json_raw(self, stage.changed ? ",\"changed\":true}" : ",\"changed\":false}");
  }
  json_raw(self, "]");
  json_field(self, "text", ",");
  json_string(self, ok ? rung_print_result(self->session, NULL) : (RungStr){"", 0});
  json_raw(self, "}");
  return json_done(self);
}

// --- Without a session

uint32_t glue_tokens(const char *data, size_t size, uint32_t *out, uint32_t capacity) {
  return rung_tokens((RungStr){data, size}, out, capacity);
}

// [{"name":…,"summary":…,"anchor":…}]
const char *glue_passes(Glue *self) {
  self->json_size = 0;
  json_raw(self, "[");
  RungPass pass;
  for (uint32_t i = 0; rung_pass(i, &pass); i++) {
    json_field(self, "name", i ? ",{" : "{");
    json_string(self, (RungStr){pass.name, strlen(pass.name)});
    json_field(self, "summary", ",");
    json_string(self, (RungStr){pass.summary, strlen(pass.summary)});
    json_field(self, "anchor", ",");
    json_string(self, (RungStr){pass.anchor, pass.anchor ? strlen(pass.anchor) : 0});
    json_raw(self, "}");
  }
  json_raw(self, "]");
  return json_done(self);
}

const char *glue_version(Glue *self) {
  const char *version = rung_version();
  self->result_size = strlen(version);
  return version;
}
