// transform-interpreter: transformations as the module says them (after mlir/lib/Dialect/Transform/Transforms/InterpreterPass.cpp).
#include "passes/transform/transformer.h"

#include <stdarg.h>

#include "dialects/transform/types.h"
#include "ops/transform.h"

enum { MAX_DEPTH = 200 };   // of sequences in each other, included ones too

// ---------------------------------------------------------------------------------------------
// Handles

Handle *transform_handle(Transformer *self, const Value *value) {
  Handle *handle = map_get(&self->handles, value);
  return handle ? handle : transform_define(self, value);
}

Handle *transform_define(Transformer *self, const Value *value) {
  Handle *handle = map_get(&self->handles, value);
  if (!handle) {
    handle = arena_new(self->arena, Handle, 1);
    map_set(&self->handles, value, handle);
    vec_push(self->arena, &self->all, handle);
  }
  *handle = (Handle){.value = value};
  return handle;
}

void transform_forward(Transformer *self, const Value *from, const Value *to) {
  Handle source = *transform_handle(self, from), *handle = transform_define(self, to);
  for (uint32_t i = 0; i < source.ops.count; i++) vec_push(self->arena, &handle->ops, source.ops.data[i]);
  for (uint32_t i = 0; i < source.values.count; i++) vec_push(self->arena, &handle->values, source.values.data[i]);
  for (uint32_t i = 0; i < source.params.count; i++) vec_push(self->arena, &handle->params, source.params.data[i]);
}

void transform_find_lost(Transformer *self) {
  for (uint32_t i = 0; i < self->all.count; i++) {
    Handle *handle = self->all.data[i];
    for (uint32_t k = 0; k < handle->ops.count; k++) handle->is_lost |= (handle->ops.data[k]->flags & OP_ERASED) != 0;
    handle->is_lost |= handle->values.count != 0;   // values do not say whether they are there
  }
}

void transform_forget_erased(Transformer *self) {
  for (uint32_t i = 0; i < self->all.count; i++) {
    Handle *handle = self->all.data[i];
    OpVec kept = {0};   // others may be going through the list
    for (uint32_t k = 0; k < handle->ops.count; k++)
      if (!(handle->ops.data[k]->flags & OP_ERASED)) vec_push(self->arena, &kept, handle->ops.data[k]);
    if (kept.count != handle->ops.count) handle->ops = kept;
  }
}

bool transform_is_gone(Transformer *self, const Operation *op, const Operation *target) {
  if (!(target->flags & OP_ERASED)) return false;
  transform_fail(self, op, TRANSFORM_DEFINITE, "an operation of the handle is gone: what was done for another one has replaced or erased it");
  return true;
}

void transform_replace_op(Transformer *self, const Operation *from, Operation *to) {
  for (uint32_t i = 0; i < self->all.count; i++) {
    Handle *handle = self->all.data[i];
    for (uint32_t k = 0; k < handle->ops.count; k++)
      if (handle->ops.data[k] == from) handle->ops.data[k] = to;
  }
}

static bool is_inside(const Operation *op, const Operation *ancestor) {
  for (; op; op = op_parent(op))
    if (op == ancestor) return true;
  return false;
}

static const Operation *owner_of(const Value *value) { return value_def(value) ? value_def(value) : block_parent_op(value_block(value)); }

// What `by` consumes is gone, and so are the handles of that and of what is inside.
static void invalidate(Transformer *self, const Handle *consumed, Operation *by, uint32_t operand) {
  for (uint32_t i = 0; i < consumed->ops.count; i++)
    for (uint32_t h = 0; h < self->all.count; h++) {
      Handle *handle = self->all.data[h];
      const Operation *inner = NULL;
      if (handle->consumer || handle->is_lost) continue;
      for (uint32_t k = 0; k < handle->ops.count && !inner; k++)
        if (is_inside(handle->ops.data[k], consumed->ops.data[i])) inner = handle->ops.data[k];
      for (uint32_t k = 0; k < handle->values.count && !inner; k++)
        if (is_inside(owner_of(handle->values.data[k]), consumed->ops.data[i])) inner = owner_of(handle->values.data[k]);
      if (!inner) continue;
      handle->consumer = by;
      handle->operand = operand;
      handle->outer = consumed->ops.data[i]->loc;
      handle->inner = inner->loc;
    }
}

static bool is_usable(Transformer *self, Operation *op, uint32_t operand) {
  const Handle *handle = transform_operand(self, op, operand);
  if (handle->consumer) {
    Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "op uses a handle invalidated by a previously executed transform op");
    const Value *value = handle->value;
    diag_note_at(self->module, diag, value_def(value) ? value_def(value)->loc : owner_of(value)->loc, "handle to invalidated ops");
    diag_note_at(self->module, diag, handle->consumer->loc, "invalidated by this transform op that consumes its operand #%u and invalidates all handles to payload IR "
                 "entities associated with this operand and entities nested in them", handle->operand);
    diag_note_at(self->module, diag, handle->outer, "ancestor payload op");
    diag_note_at(self->module, diag, handle->inner, "nested payload op");
    return false;
  }
  if (!handle->is_lost) return true;
  diag_at(self->module, SEVERITY_ERROR, op->loc, "op uses a handle of what patterns have replaced or erased; Rung doesn't follow such handles yet");
  return false;
}

// ---------------------------------------------------------------------------------------------
// Failures

static Diag *report(Transformer *self, const Operation *op, const char *format, va_list args) {
  Diag *diag = diag_at(self->module, SEVERITY_ERROR, op->loc, "%s", "");
  diag_vtext(self->ctx->diags, diag, format, args);
  return diag;
}

TransformStatus transform_fail(Transformer *self, const Operation *op, TransformStatus status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(self, op, format, args);
  va_end(args);
  return status;
}

TransformStatus transform_fail_at(Transformer *self, const Operation *op, const Operation *target, const char *note, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *diag = report(self, op, format, args);
  va_end(args);
  diag_note_at(self->module, diag, target->loc, "%s", note);
  return TRANSFORM_SILENCEABLE;
}

// ---------------------------------------------------------------------------------------------
// Applying

bool transform_is_named(const Operation *op, Str name) { return str_equal(op_name(op), name); }

// The operations are of the name that the handle's type says.
static TransformStatus check_result(Transformer *self, Operation *op, const Value *result) {
  Str name = transform_op_name(result->type);
  const Handle *handle = transform_handle(self, result);
  for (uint32_t i = 0; name.data && i < handle->ops.count; i++) {
    Operation *payload = handle->ops.data[i];
    if (transform_is_named(payload, name)) continue;
    TransformStatus status = transform_fail_at(self, op, payload, "payload operation", "incompatible payload operation name expected %.*s vs %.*s -> %.*s", STR_ARG(name),
                                               STR_ARG(op_name(payload)), STR_ARG(op_text(self->module, payload)));
    handle = transform_define(self, result);
    return status;
  }
  return TRANSFORM_OK;
}

// What is consumed is gone afterwards, and so is not there a second time.
static TransformStatus check_consumed_once(Transformer *self, const Operation *op, uint32_t operand) {
  const Handle *handle = transform_operand(self, op, operand);
  Map seen;
  if (op_is(op, OP_TRANSFORM_STRUCTURED_FUSE_INTO_CONTAINING_OP)) return TRANSFORM_OK;   // copies it
  map_init(&seen, self->arena);
  for (uint32_t i = 0; i < handle->ops.count; i++) {
    if (map_get(&seen, handle->ops.data[i]))
      return transform_fail_at(self, op, handle->ops.data[i], "repeated target op", "a handle passed as operand #%u and consumed by this operation points to a payload entity more than once", operand);
    map_set(&seen, handle->ops.data[i], handle->ops.data[i]);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply(Transformer *self, Operation *op) {
  const TransformOpInterface *asked = ask_transform(op->def);
  if (!asked || !asked->apply)
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'%.*s' cannot be interpreted: Rung doesn't do this transformation yet", STR_ARG(op_name(op)));
  if (self->depth >= MAX_DEPTH) return transform_fail(self, op, TRANSFORM_DEFINITE, "sequences are nested too deeply to be interpreted");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_usable(self, op, i)) return TRANSFORM_DEFINITE;
  for (uint32_t i = 0; i < op->operand_count && self->checks; i++)
    if (asked->consumes(op, i)) invalidate(self, transform_operand(self, op, i), op, i);
  for (uint32_t i = 0; i < op->result_count; i++) transform_define(self, op_result(op, i));
  for (uint32_t i = 0; i < op->operand_count && self->checks; i++) {
    if (!asked->consumes(op, i)) continue;
    TransformStatus once = check_consumed_once(self, op, i);
    if (once != TRANSFORM_OK) return once;
  }
  self->depth++;
  TransformStatus status = asked->apply(self, op);
  self->depth--;
  if (self->ctx->mem.exhausted) return TRANSFORM_DEFINITE;
  if (!self->checks) transform_forget_erased(self);   // nobody else keeps operations that are gone from being used
  for (uint32_t i = 0; i < op->result_count && status == TRANSFORM_OK; i++) status = check_result(self, op, op_result(op, i));
  return status;
}

TransformStatus transform_block(Transformer *self, const Block *block, bool suppress) {
  for (Operation *op = block->first; op && op != block->last; op = op->next) {
    Diags before = *self->ctx->diags;
    TransformStatus status = transform_apply(self, op);
    if (status == TRANSFORM_SILENCEABLE && suppress) diags_rollback(self->ctx->diags, &before);
    else if (status != TRANSFORM_OK) return status;
  }
  return TRANSFORM_OK;
}

void transform_yield(Transformer *self, const Block *block, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count && block->last && i < block->last->operand_count; i++)
    transform_forward(self, op_operand(block->last, i), op_result(op, i));
}

// ---------------------------------------------------------------------------------------------
// The pass

static const PassOption option_root_tag = {"debug-payload-root-tag", OPTION_STRING, .summary =
  "Select the operation with 'transform.target_tag' attribute having the given value as payload IR root. If empty select the pass anchor operation as the payload IR root."};
static const PassOption option_trailing_args = {"debug-bind-trailing-args", OPTION_LIST, .summary =
  "Binds trailing arguments of the entry point to the payload operations with specified names."};
static const PassOption option_no_checks = {"disable-expensive-checks", OPTION_BOOL, .default_text = "false", .summary = "Disable expensive checks in the interpreter for a faster run."};
static const PassOption option_entry_point = {"entry-point", OPTION_STRING, .default_text = "__transform_main", .summary = "Entry point of the pass pipeline."};

typedef struct Search {
  Str name;
  Operation *found;
  bool of_tag;
} Search;

static WalkResult find_named(Operation *op, void *data) {
  Search *search = data;
  A name = search->of_tag ? op_attr(op, "transform.target_tag") : op_is(op, OP_TRANSFORM_NAMED_SEQUENCE) ? op_prop_at(op, TRANSFORM_NAMED_SEQUENCE_SYM_NAME) : NULL;
  if (!name || attr_kind(name) != ATTR_STRING || !str_equal(attr_str(name), search->name)) return WALK_ADVANCE;
  search->found = op;
  return WALK_STOP;
}

static bool run(PassRun *pass, Operation *op) {
  Module *module = pass->module;
  Search payload = {.name = pass_string(pass, &option_root_tag), .of_tag = true}, entry = {.name = pass_string(pass, &option_entry_point)};
  StrVec bound = {0};
  pass_list(pass, &option_trailing_args, &bound);
  if (bound.count) {
    op_error_plain(module, op, "'debug-bind-trailing-args' is not supported: the entry point has one argument, the payload");
    return false;
  }
  payload.found = op;
  if (payload.name.size) {
    payload.found = NULL;
    op_walk_pre(op, find_named, &payload);
    if (!payload.found) {
      op_error_plain(module, op, "could not find the operation with transform.target_tag=\"%.*s\" attribute", STR_ARG(payload.name));
      return false;
    }
  }
  op_walk_pre(op, find_named, &entry);
  if (!entry.found) {
    op_error_plain(module, op, "could not find a nested named sequence with name: %.*s", STR_ARG(entry.name));
    return false;
  }
  const Block *body = entry.found->regions[0].first;
  if (!body || body->arg_count != 1 || !type_is_transform_handle(body->args[0]->type)) {
    op_error_plain(module, entry.found, "an entry point has a body with one argument, a handle of operations");
    return false;
  }
  Transformer self = {.run = pass, .ctx = pass->ctx, .module = module, .root = payload.found, .checks = !pass_bool(pass, &option_no_checks)};
  Arena arena;
  arena_init(&arena, &pass->ctx->mem);
  self.arena = &arena;
  symbol_tables_init(&self.symbols, &arena);
  map_init(&self.handles, &arena);
  Handle *handle = transform_define(&self, body->args[0]);
  vec_push(&arena, &handle->ops, self.root);
  TransformStatus status = check_result(&self, entry.found, body->args[0]);
  if (status == TRANSFORM_OK) status = transform_block(&self, body, false);
  pass->changed = true;
  arena_free(&arena);
  return status == TRANSFORM_OK && !pass->ctx->mem.exhausted;
}

const PassDef transform_interpreter_pass = {
  .name = "transform-interpreter", .class_name = "InterpreterPass", .summary = "transform dialect interpreter", .run = run,
  PASS_OPTIONS(&option_root_tag, &option_trailing_args, &option_no_checks, &option_entry_point),
};
