// The chapter "explain" of rung.h: what a type becomes, what passes did and why, where output comes from.
#include "api/print.h"
#include "api/reading.h"
#include "convert/llvm/target.h"
#include "dialects/llvm/types.h"
#include "ops/builtin.h"
#include "service/type_at.h"

static void begin_facts(RungSession *self, Module *module) {
  facts_init(&self->facts, self->ctx, module, &self->arena);
}

// Read a pipeline without reporting anything.
static bool read_quietly(RungSession *self, Pipeline *pipeline, Str text) {
  Diags suppressed, *diags = self->ctx->diags;
  diags_init(&suppressed, &self->arena);
  self->ctx->diags = &suppressed;
  pipeline_init(pipeline, &self->arena, def_name(context_op_of(self->ctx, OP_BUILTIN_MODULE)));
  bool ok = pipeline_parse(pipeline, self->ctx, text);
  self->ctx->diags = diags;
  return ok;
}

static bool explain_in(RungSession *self, T type, const RungTypeOptions *options, const Edition *edition) {
  ExplainTypeOptions o = {.typed_pointers = edition && edition->typed_pointers};
  if (options && options->index_bits > INTEGER_MAX_WIDTH) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASSES);
    diag_text(&self->diags, diag, "an index of %u bits is too wide: integer types have at most %u bits", options->index_bits, INTEGER_MAX_WIDTH);
    return false;
  }
  Str problem;
  if (options && !llvm_check_data_layout(self->ctx, str_from(options->data_layout), &problem)) {
    diag_text(&self->diags, diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASSES), "invalid data layout descriptor: %.*s", STR_ARG(problem));
    return false;
  }
  if (options) {
    o.bare_pointers = options->bare_pointers;
    o.index_bits = options->index_bits;
    o.data_layout = str_from(options->data_layout);
    o.no_c_interface = options->no_c_interface;
    o.spellings = options->spellings;
  }
  Pipeline pipeline;
  if (options && options->pipeline && read_quietly(self, &pipeline, str_from(options->pipeline))) {
    const PipelineConversion said = pipeline_conversion(&pipeline);
    const PassRun run = {.instance = said.types};
    if (said.types && pass_has(said.types->def, &option_use_bare_ptr_memref_call_conv))
      o.bare_pointers = pass_bool(&run, &option_use_bare_ptr_memref_call_conv);
    if (said.types && pass_has(said.types->def, &option_index_bitwidth)) o.index_bits = (uint32_t)pass_int(&run, &option_index_bitwidth);
    if (said.data_layout.size && llvm_check_data_layout(self->ctx, said.data_layout, &problem)) o.data_layout = said.data_layout;
    if (!self->edition_out && pipeline.typed_pointers) o.typed_pointers = true;
  }
  return explain_type(&self->facts, type, &o);
}

// Spell the type as the edition does.
static bool explain(RungSession *self, T type, const RungTypeOptions *options) {
  const Edition *edition = self->edition_out ? self->edition_out : self->edition_in, *spelling = self->ctx->spelling;
  self->ctx->spelling = edition == edition_current ? NULL : edition;
  bool ok = explain_in(self, type, options, edition);
  self->ctx->spelling = spelling;
  return ok;
}

bool rung_explain_type(RungSession *self, RungStr type, const RungTypeOptions *options) {
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  session_begin_call(self);
  if (!self->ctx) return false;
  begin_facts(self, self->module);
  T parsed = parse_type_text(self->ctx, arena_str(&self->arena, in_str(type)));
  return parsed && explain(self, parsed, options);
}

bool rung_explain_type_at(RungSession *self, uint32_t offset, const RungTypeOptions *options) {
  session_begin_call(self);
  if (!self->ctx || !self->module || !session_in_part(self, &offset)) return false;
  begin_facts(self, self->module);
  Range range;
  T type = service_type_at(self->module, &self->arena, offset, &range);
  if (!type) return false;
  bool ok = explain(self, type, options);
  if (self->facts.items.count) {
    self->facts.items.data[0].has_src = true;
    self->facts.items.data[0].src = range;
  }
  return ok;
}

void rung_set_tracing(RungSession *self, bool on) { self->tracing = on; }

void rung_trace_rules(RungSession *self, uint32_t offset) { self->traced_rules = offset; }

// The line of the offset that rung_trace_rules() was given, in the text of the module.
Range session_traced_line(RungSession *self, const Module *module) {
  uint32_t at = self->traced_rules;
  Str text = module->source.text;
  if (at == RUNG_NOWHERE || !session_in_part(self, &at) || at > text.size) return (Range){0};
  Range line = {at, at};
  while (line.begin && text.data[line.begin - 1] != '\n') line.begin--;
  while (line.end < text.size && text.data[line.end] != '\n') line.end++;
  return line;
}

void rung_explain_run(RungSession *self) {
  if (!self->result) return;
  begin_facts(self, self->result);
  explain_run(&self->facts, &self->log);
}

uint32_t rung_fact_count(const RungSession *self) { return self->facts.items.count; }

bool rung_fact(const RungSession *self, uint32_t i, RungFact *out) {
  if (i >= self->facts.items.count) return false;
  const Fact *fact = &self->facts.items.data[i];
  *out = (RungFact){
    .kind = (RungFactKind)fact->kind,
    .role = (RungFactRole)fact->role,
    .field = (RungFactField)fact->field,
    .depth = fact->depth,
    .rule = out_str(fact->rule),
    .text = out_str(fact->text),
    .is_code = fact->role == ROLE_DECLARATION || fact->kind == FACT_RULE || (fact->text.size && memchr(fact->text.data, '\n', fact->text.size)),
    .count = fact->count,
    .from = out_str(fact->from),
    .to = out_str(fact->to),
    .pass = out_str(fact->pass),
    .has_range = fact->has_src,
    .begin = fact->has_src ? fact->src.begin + self->shift : 0,
    .end = fact->has_src ? fact->src.end + self->shift : 0,
    .has_bytes = fact->has_bytes,
    .offset = fact->offset,
    .size = fact->size,
    .align = fact->align,
    .has_position = fact->has_position,
    .position = fact->position,
    .has_dimension = fact->has_dimension,
    .dimension = fact->dimension,
    .has_value = fact->has_value,
    .value = fact->value,
    .line = fact->line,
    .argument = out_str(fact->argument),
    .edition = out_str(str_from(fact->edition)),
  };
  return true;
}

RungStr rung_explanation(RungSession *self) {
  self->printed.size = 0;
  facts_print(&self->facts, &self->printed);
  return out_str(strbuf_view(&self->printed));
}

const uint32_t *rung_origins(RungSession *self, bool result, const RungPrintOptions *options, uint32_t *count) {
  Module *module = result ? self->result : self->module;
  OutputMap map = {.arena = &self->arena};
  *count = 0;
  if (module && !session_refuses_form(self, result, options)) session_print(self, module, module->op, result ? self->result_valid : self->module_valid, options, &map);
  const uint32_t *out = session_origins(self, &map);
  if (out) *count = map.entries.count;
  return out;
}
