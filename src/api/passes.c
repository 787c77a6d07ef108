// The chapter "passes" of rung.h: running pipelines, reading them, and what there is to run. Reproducers are in reproducer.c.
#include "api/print.h"
#include "api/reading.h"
#include "api/text.h"
#include "dialects/registry.h"
#include "passes/roads.h"
#include "ir/verify.h"
#include "ops/builtin.h"
#include "service/expectations.h"

typedef struct RunState {
  RungSession *session;
  const RungObserver *observer;
  RungRunOptions options;
  VEC(RungStage) stages;
} RunState;

static void tell(RunState *run, const PassInstance *pass, Operation *op, bool after, bool changed,
                 bool failed) {
  if (!run->observer) return;
  RungPassEvent event = {
    .pass = out_str(str_from(pass->def->name)),
    .class_name = out_str(str_from(pass->def->class_name)),
    .anchor = out_str(op_name(op)),
    .symbol = out_str(symbol_name(op)),
    .nest = out_str(pass->nest),
    .number = pass->number,
    .after = after,
    .changed = changed,
    .failed = failed,
  };
  run->session->observed = op;
  run->observer->event(run->observer->data, run->session, &event);
  run->session->observed = NULL;
}

static void before_pass(void *data, const PassInstance *pass, Module *module, Operation *op) {
  (void)module;
  tell(data, pass, op, false, false, false);
}

// Return whether the module verifies; report nothing.
static bool is_valid(RungSession *self, Module *module) {
  Arena arena;
  Diags suppressed, *diags = self->ctx->diags;
  arena_init(&arena, &self->mem);
  diags_init(&suppressed, &arena);
  self->ctx->diags = &suppressed;
  bool ok = verify_op(module, module->op);
  self->ctx->diags = diags;
  arena_free(&arena);
  return ok;
}

static void after_pass(void *data, const PassInstance *pass, Module *module, Operation *op,
                       bool changed, bool failed) {
  RunState *run = data;
  RungSession *self = run->session;
  self->result_valid = !failed || (run->observer && is_valid(self, module));
  tell(run, pass, op, true, changed, failed);
}

// The stage of the pass before, if there is one.
static const RungStage *last_stage(const RunState *run) {
  return run->stages.count ? &run->stages.data[run->stages.count - 1] : NULL;
}

static bool keep_stage(void *data, const PassInstance *pass, Module *module, const PassDone *what) {
  RunState *run = data;
  RungSession *self = run->session;
  const RungStage *before = last_stage(run);
  StrBuf name;
  strbuf_init(&name, &self->mem);
  pass_instance_print(pass, &name);
  RungStage stage = {
    .name = out_str(str_from(pass->def->name)),
    .pass = out_str(arena_str(&self->arena, strbuf_view(&name))),
    .runs = what->runs,
    .changed = what->changed,
    .failed = what->failed,
  };
  strbuf_free(&name);
  if (!what->changed && before) {
    stage.operations = before->operations;
    stage.operation_count = before->operation_count;
  } else {
    OperationCounts counts = session_count_operations(self, module);
    stage.operations = counts.items.data;
    stage.operation_count = counts.items.count;
  }
  uint32_t number = run->stages.count;
  bool is_asked = !run->options.print_to || (number >= run->options.print_from && number < run->options.print_to);
  if (run->options.stages == RUNG_STAGES_PRINTED && is_asked && !what->failed) {
    OutputMap map = {.arena = &self->arena};
    RungStr text = session_print(self, module, module->op, true, NULL, self->tracing ? &map : NULL);
    stage.text = out_str(arena_str(&self->arena, in_str(text)));
    stage.origins = session_origins(self, &map);
    stage.origin_count = map.entries.count;
  }
  vec_push(&self->arena, &run->stages, stage);
  return run->stages.count != run->options.until;
}

static bool parse_pipeline(RungSession *self, RungStr text) {
  Pipeline *pipeline = &self->pipeline;
  bool flags = self->options.flag_pipelines && self->module && self->module->op;
  pipeline_init(pipeline, &self->arena, flags ? op_name(self->module->op) : def_name(context_op_of(self->ctx, OP_BUILTIN_MODULE)));
  pipeline->from_flags = flags;
  if (!pipeline_parse(pipeline, self->ctx, arena_str(&self->arena, in_str(text)))) return false;
  self->pipeline_text.size = 0;
  pipeline_print(pipeline, &self->pipeline_text);
  return true;
}

bool rung_add_rules(RungSession *self, RungStr text, const char *name) {
  self->mem.was_exhausted = false;
  Str copy = arena_str(&self->rules_arena, in_str(text)), own_name = arena_str(&self->rules_arena, str_from(name ? name : ""));
  RuleText *found = self->rules;
  while (found && !str_equal(found->name, own_name)) found = (RuleText *)(uintptr_t)found->next;
  if (!found) {
    if (!(found = arena_new(&self->rules_arena, RuleText, 1))) return false;
    *found = (RuleText){.next = self->rules};
    self->rules = found;
  }
  found->name = own_name;
  found->text = copy;
  return copy.size == text.size && !self->mem.exhausted;
}

bool rung_run(RungSession *self, RungStr text, const RungRunOptions *options) {
  RunState state = {.session = self, .options = options ? *options : (RungRunOptions){0}};
  const RungObserver *observer = state.options.observer;
  state.observer = observer;
  session_begin_call(self);
  if (!self->ctx || !self->module || !self->module->op)
    return session_report(self, "there is no module to run passes on");
  if (!self->module_valid) return session_report(self, "passes run on a module without errors only");
  if (self->result != self->module) module_free(self->result);
  self->result = NULL;
  if (!parse_pipeline(self, text)) return false;
  self->ctx->rules = self->rules;
  Module *module = self->module;
  if (!observer || !observer->in_place) {
    module = module_new(self->ctx, self->module->source);
    if (!module) return session_report_out_of_memory(self);
    module->resources = self->module->resources;
    module->kept_aliases = self->module->kept_aliases;
    module->op = op_clone(module, self->module->op, NULL);
  }
  self->result = module;
  self->result_is_typed = self->edition_out ? self->edition_out->typed_pointers : self->pipeline.typed_pointers;
  self->log.watched = session_traced_line(self, module);
  self->log.by_pass = state.options.stages != RUNG_STAGES_NONE;
  PassHooks hooks = {
    .data = &state,
    .verify_each = !state.options.skip_verifier,
    .before = before_pass,
    .after = after_pass,
    .done = state.options.stages ? keep_stage : NULL,
    .explain = self->tracing ? &self->log : NULL,
    .exact_changes = state.options.stages != RUNG_STAGES_NONE,
    .typed_pointers = self->result_is_typed,
  };
  self->result_valid = true;
  bool ok = pipeline_run(&self->pipeline, module, &hooks);
  if (ok && session_is_out_of_memory(self)) ok = session_report_out_of_memory(self);   // the messages and stages of the run are not complete
  session_shift_messages(self, self->diags.first);
  self->result_valid = ok;
  self->stages = state.stages.data;
  self->stage_count = state.stages.count;
  return ok;
}

RungStr rung_observer_print(RungSession *self, bool whole_module, const RungPrintOptions *options) {
  if (!self->result) return (RungStr){"", 0};
  return session_print(self, self->result, whole_module ? self->result->op : self->observed, self->result_valid, options, NULL);
}

bool rung_observer_scope(const RungSession *self, uint32_t level, RungScope *out) {
  const Operation *op = self->observed;
  while (op && level--) op = op_parent(op);
  if (!op) return false;
  Diag place = {0};
  diag_place(self->result, &place, op->loc);
  *out = (RungScope){
    .name = out_str(op_name(op)),
    .symbol = out_str(symbol_name(op)),
    .id = op,
    .file = out_str(place.file),
    .line = place.line,
    .column = place.column,
    .has_range = place.has_range,
    .begin = place.range.begin + self->shift,
    .end = place.range.end + self->shift,
  };
  return true;
}

RungStr rung_statistics(RungSession *self, bool as_list) {
  self->printed.size = 0;
  pipeline_print_statistics(&self->pipeline, as_list, &self->printed);
  return out_str(strbuf_view(&self->printed));
}

uint32_t rung_stage_count(const RungSession *self) { return self->stage_count; }

bool rung_stage(const RungSession *self, uint32_t i, RungStage *out) {
  if (i >= self->stage_count) return false;
  *out = self->stages[i];
  return true;
}

bool rung_verify_diagnostics(RungSession *self, RungStr pipeline, bool only_expected) {
  session_begin_call(self);
  if (!self->parts.count) return session_report(self, "there is no text to check");
  const uint32_t chosen = self->part;
  const bool op_notes = self->options.no_operation_notes;
  Diags said;
  diags_init(&said, &self->arena);
  Expectations *expected = expectations_read(&self->arena, self->text, str_from(self->file_name->text), only_expected, &said);
  bool readable = true, fits = true;
  self->options.no_operation_notes = true;
  for (uint32_t i = 0; i < self->parts.count && readable && fits; i++) {
    session_drop_modules(self);
    bool ok = session_read_part(self, i);
    fits = self->ctx != NULL;
    expectations_match(expected, &self->diags, 0);
    if (!fits || !ok || !pipeline.size) continue;
    diags_init(&self->diags, &self->arena);
    readable = parse_pipeline(self, pipeline);
    if (!readable) break;
    const PassHooks hooks = {.verify_each = true, .typed_pointers = self->edition_out ? self->edition_out->typed_pointers : self->pipeline.typed_pointers};
    pipeline_run(&self->pipeline, self->module, &hooks);
    session_shift_messages(self, self->diags.first);
    fits = !session_is_out_of_memory(self);
    expectations_match(expected, &self->diags, 0);
  }
  bool ok = expectations_done(expected);
  if (readable) self->diags = said;
  self->options.no_operation_notes = op_notes;
  fits = session_read_again(self, chosen) && fits;
  if (!fits || session_is_out_of_memory(self)) return session_report_out_of_memory(self);
  return ok && readable;
}

// ---------------------------------------------------------------------------------------------
// Pipelines as texts

uint32_t rung_pipeline_size(const RungSession *self) {
  uint32_t count = 0;
  for (const PassInstance *pass = self->pipeline.first; pass; pass = pass->next) count++;
  return count;
}

RungStr rung_pipeline_text(const RungSession *self) {
  return out_str(strbuf_view(&self->pipeline_text));
}

bool rung_check_pipeline(RungSession *self, RungStr pipeline) {
  session_begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  if (!self->ctx) return false;
  return parse_pipeline(self, pipeline);
}

RungStr rung_pipeline_add(RungSession *self, RungStr pipeline, RungStr pass, RungStr before) {
  session_begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  self->printed.size = 0;
  Pipeline scratch;
  pipeline_init(&scratch, &self->arena, STR(""));
  if (!self->ctx || !pipeline_add(&scratch, self->ctx, in_str(pipeline), in_str(pass), in_str(before), &self->printed) || session_is_out_of_memory(self))
    return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

bool rung_road(RungSession *self, RungRoad *out) {
  session_begin_call(self);
  *out = (RungRoad){0};
  if (!self->ctx || !self->module || !self->module->op) return false;
  Road road;
  road_find(&self->arena, self->module->op, &road);
  self->printed.size = 0;
  strbuf_str(&self->printed, strbuf_view(&road.pipeline));
  strbuf_free(&road.pipeline);
  StrBuf left;
  strbuf_init(&left, self->arena.mem);
  for (uint32_t i = 0; i < road.left.count; i++) strbuf_printf(&left, "%s%.*s", i ? " " : "", STR_ARG(road.left.data[i]));
  Str kept = arena_str(&self->arena, strbuf_view(&left));
  strbuf_free(&left);
  if (session_is_out_of_memory(self)) return session_report_out_of_memory(self);
  *out = (RungRoad){out_str(strbuf_view(&self->printed)), road.passes, kept.data};
  return true;
}

bool rung_read_pipeline(RungSession *self, RungStr pipeline) {
  session_begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  if (!self->ctx) return false;
  Pipeline scratch;
  pipeline_init(&scratch, &self->arena, STR(""));
  self->pipeline_read_text = arena_str(&self->arena, in_str(pipeline));
  bool ok = pipeline_read(&scratch, self->ctx, self->pipeline_read_text, &self->reading);
  return session_is_out_of_memory(self) ? session_report_out_of_memory(self) : ok;
}

RungStr rung_read_pipeline_text(const RungSession *self) { return out_str(self->pipeline_read_text); }

bool rung_pipeline_element(const RungSession *self, uint32_t i, RungPipelineElement *out) {
  if (i >= self->reading.elements.count) return false;
  const PipelineElement *element = &self->reading.elements.data[i];
  *out = (RungPipelineElement){
    .depth = element->depth,
    .is_nest = element->is_nest,
    .pass = -1,
    .text = out_str(element->text),
    .name = out_str(element->name),
    .options = out_str(element->options),
    .inner = out_str(element->inner),
    .option_count = element->option_count,
  };
  for (int32_t n = 0; element->def && out->pass < 0; n++)
    if (all_passes[n] == element->def) out->pass = n;
  return true;
}

bool rung_pipeline_element_option(const RungSession *self, uint32_t i, uint32_t n, RungPipelineOption *out) {
  if (i >= self->reading.elements.count || n >= self->reading.elements.data[i].option_count) return false;
  const PipelineOption *option = &self->reading.options.data[self->reading.elements.data[i].first_option + n];
  *out = (RungPipelineOption){option->slot, out_str(option->text), out_str(option->name), out_str(option->written), out_str(option->value)};
  return true;
}

// ---------------------------------------------------------------------------------------------
// What there is

static const PassDef *nth_pass(uint32_t i) {
  const PassDef *def = all_passes[0];
  for (uint32_t n = 0; def && n < i; n++) def = all_passes[n + 1];
  return def;
}

bool rung_pass(uint32_t i, RungPass *out) {
  const PassDef *def = nth_pass(i);
  if (!def) return false;
  const char *anchor = def->anchor ? def_name(op_by_opcode(def->anchor)).data : NULL;
  *out = (RungPass){def->name, def->summary, anchor, def->works_on, def->makes, def->now};
  return true;
}

bool rung_pass_option(uint32_t pass, uint32_t i, RungPassOption *out) {
  static const char *const types[] = {
    [OPTION_BOOL] = "bool", [OPTION_INT] = "int", [OPTION_LONG] = "int", [OPTION_UINT] = "uint", [OPTION_WIDTH] = "uint", [OPTION_ULONG] = "text",
    [OPTION_STRING] = "text", [OPTION_NUMBER] = "text",
    [OPTION_ENUM] = "choice", [OPTION_LIST] = "list", [OPTION_INT_LIST] = "list",
  };
  const PassDef *def = nth_pass(pass);
  if (!def || i >= def->option_count) return false;
  const PassOption *option = def->options[i];
  *out = (RungPassOption){option->name, option->summary, types[option->kind], option->default_text ? option->default_text : "", option->values};
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
