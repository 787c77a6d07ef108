// The chapter "print" of rung.h.
#include "api/print.h"

#include "api/reading.h"
#include "asm/kept.h"
#include "editions/upgrade.h"

// The newest edition whose pointers say what they point to.
static const Edition *last_typed_edition(void) {
  const Edition *edition = edition_current;
  while (!edition->typed_pointers) edition--;
  return edition;
}

RungPrintOptions rung_print_options(void) {
  return (RungPrintOptions){
    .elide_elements_larger = -1,
    .elide_resources_larger = -1,
    .hex_elements_larger = 100,
  };
}

static PrintOptions print_options(const RungSession *self, const RungPrintOptions *from) {
  RungPrintOptions o = from ? *from : rung_print_options();
  PrintOptions options = PRINT_OPTIONS_DEFAULT;
  options.generic = o.generic;
  options.debug_info = o.debug_info;
  options.pretty_debug_info = o.pretty_debug_info;
  options.local_scope = o.local_scope;
  options.value_users = o.value_users;
  options.nameloc_prefix = o.name_locations;
  options.skip_regions = o.skip_regions;
  options.unique_ssa_ids = o.unique_ids;
  options.elide_elements_larger = o.elide_elements_larger;
  options.elide_resources_larger = o.elide_resources_larger;
  options.hex_elements_larger = o.hex_elements_larger;
  const Edition *edition = o.edition ? edition_by_name(str_from(o.edition)) : self->edition_out ? self->edition_out : self->edition_in;
  if (edition != edition_current) options.edition = edition;
  return options;
}

// `map` (may be NULL) receives the origins of the output.
RungStr session_print(RungSession *self, Module *module, Operation *op, bool valid,
                            const RungPrintOptions *options, OutputMap *map) {
  self->printed.size = 0;
  if (options && options->edition && !rung_edition_exists(options->edition)) return (RungStr){NULL, 0};
  if (!module || !op) return (RungStr){"", 0};
  PrintOptions o = print_options(self, options);
  o.generic |= !valid;
  o.map = map;
  o.no_external_resources = self->observed != NULL;
  if (module == self->result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  // The output is about as long as the text: growing the buffer step by step would copy it.
  if (module->op == op) strbuf_reserve(&self->printed, self->text.size + self->text.size / 4);
  Module *said = valid && module->op == op ? module_as_said(module, o.edition, o.generic) : module;
  print_module(&self->printed, said, said == module ? op : said->op, &o);
  if (said != module) module_free(said);
  if (session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

// True: the form asked for cannot be printed, which is reported. An operation kept as written has only one form.
static bool says_no_to_form(RungSession *self, bool result, const RungPrintOptions *options) {
  Module *module = result ? self->result : self->module;
  bool valid = result ? self->result_valid : self->module_valid;
  if (options && options->edition && !rung_edition_exists(options->edition)) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
    diag_text(&self->diags, diag, "edition '%s' is not supported", options->edition);
    return true;
  }
  if (!module || !module->op) return false;
  PrintOptions wanted = print_options(self, options);
  if (valid && wanted.edition && !module_can_be_said(module, wanted.edition, result)) return true;
  if (!options || !self->ctx->has_kept) return false;
  Operation *kept = wanted.generic || wanted.edition ? kept_find(module->op, false) : NULL;
  if (!kept) return false;
  diag_at(module, SEVERITY_ERROR, kept->loc, "'%.*s' cannot be printed %s: Rung doesn't know its dialect", STR_ARG(op_name(kept)),
          wanted.generic ? "in generic form" : "for another edition");
  return true;
}

// The same of bytecode, which has no form for what is kept as written.
static bool says_no_to_bytecode(RungSession *self, Module *module) {
  Operation *kept = self->ctx->has_kept ? kept_find(module->op, false) : NULL;
  if (kept) diag_at(module, SEVERITY_ERROR, kept->loc, "'%.*s' cannot be written as bytecode: Rung doesn't know its dialect", STR_ARG(op_name(kept)));
  return kept != NULL;
}

bool session_refuses_bytecode(RungSession *self, Module *module) {
  const Diag *last = self->diags.last;
  bool refused = says_no_to_bytecode(self, module);
  session_shift_messages(self, last ? last->next : self->diags.first);
  return refused;
}

bool session_refuses_form(RungSession *self, bool result, const RungPrintOptions *options) {
  const Diag *last = self->diags.last;
  bool refused = says_no_to_form(self, result, options);
  session_shift_messages(self, last ? last->next : self->diags.first);
  return refused;
}

// The pairs of ranges as they go out. An operation without a source (an implied module) has the range 0, 0.
const uint32_t *session_origins(RungSession *self, const OutputMap *map) {
  uint32_t count = map->entries.count;
  uint32_t *out = count ? arena_alloc(&self->arena, sizeof *out * 4 * (size_t)count) : NULL;
  for (uint32_t i = 0; out && i < count; i++) {
    const OutputMapEntry *entry = &map->entries.data[i];
    out[4 * i] = entry->out_begin;
    out[4 * i + 1] = entry->out_end;
    bool nowhere = entry->src.end == 0;
    out[4 * i + 2] = nowhere ? 0 : entry->src.begin + self->shift;
    out[4 * i + 3] = nowhere ? 0 : entry->src.end + self->shift;
  }
  return out;
}

RungStr rung_print(RungSession *self, const RungPrintOptions *options) {
  if (session_refuses_form(self, false, options)) return (RungStr){NULL, 0};
  return session_print(self, self->module, self->module ? self->module->op : NULL, self->module_valid, options, NULL);
}

RungStr rung_print_result(RungSession *self, const RungPrintOptions *options) {
  if (session_refuses_form(self, true, options)) return (RungStr){NULL, 0};
  return session_print(self, self->result, self->result ? self->result->op : NULL, self->result_valid, options, NULL);
}

static void flush(StrBuf *out, void *data) {
  const RungSink *sink = data;
  if (out->size) sink->write(sink->data, out_str(strbuf_view(out)));
  out->size = 0;
}

bool rung_print_to(RungSession *self, bool result, const RungPrintOptions *options, const RungSink *sink) {
  Module *module = result ? self->result : self->module;
  if (session_refuses_form(self, result, options)) return false;
  if (!module || !module->op) return true;
  PrintOptions o = print_options(self, options);
  bool valid = result ? self->result_valid : self->module_valid;
  o.generic |= !valid;
  if (result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  o.flush = flush;
  o.flush_data = (void *)(uintptr_t)sink;
  self->printed.size = 0;
  Module *said = valid ? module_as_said(module, o.edition, o.generic) : module;
  print_module(&self->printed, said, said->op, &o);
  if (said != module) module_free(said);
  flush(&self->printed, o.flush_data);
  return session_is_out_of_memory(self) ? session_report_out_of_memory(self) : true;
}
