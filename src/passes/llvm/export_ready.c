// Small passes around the llvm dialect: llvm-legalize-for-export, llvm-request-c-wrappers,
// set-llvm-module-datalayout.
#include "dialects/llvm/types.h"
#include "dialects/llvm/hooks.h"
#include "ir/verify.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/llvm.h"
#include "rewrite/pass.h"

static const PassOption option_data_layout = {"data-layout", OPTION_STRING, "", NULL,
  "String description (LLVM format) of the data layout that is expected on the produced module"};

// ---------------------------------------------------------------------------------------------
// llvm-legalize-for-export: LLVM IR identifies an edge by its two blocks. If a
// terminator names one block twice with arguments, each edge after the first gets a block of its own.

static void part_edges(PassRun *pass, Builder *b, Operation *terminator) {
  Region *region = terminator->block->region;
  for (uint32_t i = 1; i < terminator->successor_count; i++) {
    Block *to = op_successor(terminator, i);
    bool again = false;
    for (uint32_t k = 0; k < i && !again; k++) again = op_successor(terminator, k) == to;
    if (!again || !to->arg_count) continue;
    Block *between = block_new(pass->module);
    block_append(region, between);
    for (uint32_t k = 0; k < to->arg_count; k++) block_add_arg(pass->module, between, to->args[k]->type, terminator->loc);
    op_set_successor(terminator, i, between);
    builder_at_end(b, between);
    b->loc = terminator->loc;
    OpState *branch = builder_begin(b, OP_LLVM_BR);
    op_state_add_operands(branch, between->args, between->arg_count);
    vec_push(branch->arena, &branch->successors, to);
    builder_finish(b);
    pass->changed = true;
  }
}

typedef struct Parting {
  PassRun *pass;
  Builder builder;
} Parting;

static WalkResult part_successors(Operation *op, void *data) {
  Parting *self = data;
  if (op->successor_count > 1 && op->block) part_edges(self->pass, &self->builder, op);
  return WALK_ADVANCE;
}

static bool run_legalize(PassRun *pass, Operation *op) {
  Parting parting = {.pass = pass};
  builder_init(&parting.builder, pass->module);
  op_walk_post(op, part_successors, &parting);
  return true;
}

const PassDef legalize_for_export_pass = {
  .name = "llvm-legalize-for-export", .class_name = "LLVMLegalizeForExportPass",
  .summary = "make the llvm dialect ready for translation to LLVM IR",
  .works_on = "llvm", .makes = "llvm",
  .run = run_legalize,
};

// ---------------------------------------------------------------------------------------------
// llvm-request-c-wrappers

static bool run_request(PassRun *pass, Operation *op) {
  op_set_attr(pass->module, op, STR("llvm.emit_c_interface"), pass->ctx->attrs.unit);
  pass->changed = true;
  return true;
}

const PassDef request_c_wrappers_pass = {
  .name = "llvm-request-c-wrappers", .class_name = "LLVMRequestCWrappersPass", .anchor = OP_FUNC_FUNC,
  .summary = "ask for C wrappers of all functions",
  .works_on = "func",
  .run = run_request,
};

// ---------------------------------------------------------------------------------------------
// set-llvm-module-datalayout

static bool run_datalayout(PassRun *pass, Operation *op) {
  Str problem, text = pass_string(pass, &option_data_layout);
  if (!llvm_check_data_layout(pass->ctx, text, &problem)) {
    op_error_plain(pass->module, op, "invalid data layout descriptor: %.*s\n", STR_ARG(problem));
    return false;
  }
  A layout = attr_string(pass->ctx, arena_str(&pass->ctx->arena, text));
  op_set_attr(pass->module, op, STR("llvm.data_layout"), layout);
  pass->changed = true;
  return true;
}

const PassDef set_datalayout_pass = {
  .name = "set-llvm-module-datalayout", .class_name = "SetLLVMModuleDataLayoutPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "attach a data layout string to the module",
  .works_on = "builtin",
  .run = run_datalayout,
  PASS_OPTIONS(&option_data_layout),
};
