// rung.h over the layers below: explanations, hover, tokens, lists of passes, pipelines and editions.
#include "api_session.h"

#include "dialects/llvm/types.h"
#include "dialects/registry.h"
#include "ops/builtin.h"
#include "service/changed_lines.h"
#include "service/hover.h"
#include "service/tokens.h"
#include "service/type_at.h"

// --- Explanations

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
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASS);
    diag_text(&self->diags, diag, "an index of %u bits is too wide: integer types have at most %u bits", options->index_bits, INTEGER_MAX_WIDTH);
    return false;
  }
  Str problem;
  if (options && !llvm_check_data_layout(self->ctx, str_from(options->data_layout), &problem)) {
    diag_text(&self->diags, diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASS), "invalid data layout descriptor: %.*s", STR_ARG(problem));
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
    if (said.types && option_index(said.types->def, STR("use-bare-ptr-memref-call-conv")) >= 0)
      o.bare_pointers = pass_bool(&run, "use-bare-ptr-memref-call-conv");
    if (said.types && option_index(said.types->def, STR("index-bitwidth")) >= 0) o.index_bits = (uint32_t)pass_int(&run, "index-bitwidth");
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

// Of an offset in the whole text that in the chosen part; false: it is in another.
static bool in_part(const RungSession *self, uint32_t *offset) {
  if (!self->parts.count || *offset < self->shift || *offset > self->parts.data[self->part].text.end) return false;
  *offset -= self->shift;
  return true;
}

bool rung_explain_type_at(RungSession *self, uint32_t offset, const RungTypeOptions *options) {
  session_begin_call(self);
  if (!self->ctx || !self->module || !in_part(self, &offset)) return false;
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
    .is_code = fact->role == ROLE_DECLARATION || (fact->text.size && memchr(fact->text.data, '\n', fact->text.size)),
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

// --- Editing

bool rung_hover(RungSession *self, uint32_t offset, RungHover *out) {
  Hover hover;
  if (!self->module || !in_part(self, &offset) || !service_hover(self->module, &self->arena, offset, &hover)) return false;
  *out = (RungHover){hover.range.begin + self->shift, hover.range.end + self->shift, out_str(hover.title), out_str(hover.text)};
  return true;
}

const char *rung_completion_kind_name(RungCompletionKind kind) { return completion_kind_name((CompletionKind)kind); }

RungCompletions rung_complete(RungSession *self, uint32_t offset) {
  const RungCompletions none = {offset, offset, 0, true};
  self->completions = (Completions){0};
  if (!self->module || !in_part(self, &offset)) return none;
  Str part = str_slice(self->text, self->shift, self->parts.data[self->part].text.end);
  service_complete(self->module, &self->arena, part, offset, self->edition_in, &self->completions);
  const Completions *found = &self->completions;
  return (RungCompletions){found->range.begin + self->shift, found->range.end + self->shift, found->count, found->are_all};
}

bool rung_completion(const RungSession *self, uint32_t i, RungCompletion *out) {
  if (i >= self->completions.count) return false;
  const Completion *item = &self->completions.items[i];
  *out = (RungCompletion){(RungCompletionKind)item->kind, out_str(item->label), out_str(item->detail), out_str(item->insert), item->is_snippet};
  return true;
}

// --- Languages and records

uint32_t rung_tokens(RungStr text, uint32_t *state, uint32_t *out, uint32_t capacity) {
  return service_tokens(in_str(text), state, out, capacity);
}

const char *rung_token_class_name(RungTokenClass token_class) { return token_class_name((TokenClass)token_class); }

uint32_t rung_changed_lines(RungSession *self, RungStr before, RungStr after, uint32_t *out, uint32_t capacity) {
  Arena scratch;
  arena_init(&scratch, &self->mem);
  uint32_t count = service_changed_lines(&scratch, in_str(before), in_str(after), out, capacity);
  arena_free(&scratch);
  return count;
}

static const PassDef *nth_pass(uint32_t i) {
  const PassDef *def = all_passes[0];
  for (uint32_t n = 0; def && n < i; n++) def = all_passes[n + 1];
  return def;
}

bool rung_pass_option(uint32_t pass, uint32_t i, RungPassOption *out) {
  static const char *const types[] = {
    [OPTION_BOOL] = "bool", [OPTION_INT] = "int", [OPTION_LONG] = "int", [OPTION_UINT] = "uint", [OPTION_WIDTH] = "uint", [OPTION_ULONG] = "text",
    [OPTION_STRING] = "text", [OPTION_NUMBER] = "text",
    [OPTION_ENUM] = "choice", [OPTION_LIST] = "list", [OPTION_INT_LIST] = "list",
  };
  const PassDef *def = nth_pass(pass);
  if (!def || i >= def->option_count) return false;
  const PassOption *option = &def->options[i];
  *out = (RungPassOption){option->name, option->summary, types[option->kind], option->default_text ? option->default_text : "", option->values};
  return true;
}

bool rung_pass(uint32_t i, RungPass *out) {
  const PassDef *def = nth_pass(i);
  if (!def) return false;
  const char *anchor = def->anchor ? def_name(op_by_opcode(def->anchor)).data : NULL;
  *out = (RungPass){def->name, def->summary, anchor, def->works_on, def->makes, def->now};
  return true;
}

bool rung_pipeline(uint32_t i, RungPipeline *out) {
  const PipelinePreset *preset = pipeline_presets;
  while (preset->name && i--) preset++;
  if (!preset->name) return false;
  *out = (RungPipeline){preset->name, preset->title, preset->text};
  return true;
}

bool rung_pass_exists_upstream(RungStr name) { return pass_is_known_upstream(in_str(name)); }

const char *rung_version(void) { return RUNG_VERSION; }
