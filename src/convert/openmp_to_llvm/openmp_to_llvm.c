// convert-openmp-to-llvm: operations of omp around types of the llvm dialect, and what stands in their regions and beside them
// (after mlir/lib/Conversion/OpenMPToLLVM/OpenMPToLLVM.cpp).
#include "convert/cf_to_llvm/cf_to_llvm.h"
#include "convert/func_to_llvm/func_to_llvm.h"
#include "convert/llvm/descriptor.h"
#include "convert/llvm/target.h"
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "ops/builtin.h"
#include "ops/omp.h"
#include "rewrite/conversion.h"

// ---------------------------------------------------------------------------------------------
// What is legal

static bool type_is_legal(TypeConverter *types, T type) { return type_convert(types, type) == type; }

static bool attr_is_legal(TypeConverter *types, A attr) {
  return !attr || attr_kind(attr) != ATTR_TYPE || type_is_legal(types, ((const TypeAttr *)attr)->type);
}

static bool op_is_legal(TypeConverter *types, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!type_is_legal(types, op_operand_type(op, i))) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!type_is_legal(types, op_result_type(op, i))) return false;
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (!attr_is_legal(types, op_prop_at(op, i))) return false;
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (!attr_is_legal(types, op->attrs[i].value)) return false;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++)
        if (!type_is_legal(types, block->args[i]->type)) return false;
  return true;
}

int legality_of_openmp(Conversion *c, Operation *op) {
  static const uint16_t legal[] = {OP_OMP_BARRIER, OP_OMP_FLUSH, OP_OMP_TASKWAIT, OP_OMP_TASKYIELD, OP_OMP_TERMINATOR};
  for (uint32_t i = 0; i < countof(legal); i++)
    if (op_is(op, legal[i])) return LEGAL;
  return !c->legal_types ? UNKNOWN_LEGALITY : op_is_legal(c->legal_types, op) ? LEGAL : ILLEGAL;
}

static Legality legality(Conversion *c, Operation *op) {
  return op_is_in(c->ctx, op, OMP, omp) ? (Legality)legality_of_openmp(c, op) : llvm_target_legality(c, op);
}

// ---------------------------------------------------------------------------------------------
// The same operation with other types

static A convert_attr(Conversion *c, A attr) {
  if (!attr || attr_kind(attr) != ATTR_TYPE) return attr;
  T type = type_convert(c->types, ((const TypeAttr *)attr)->type);
  return type ? attr_type(c->ctx, type) : attr;
}

// Addresses that are read or written by the operation itself are pointers, not descriptors.
static bool takes_pointers(const Operation *op) {
  static const uint16_t known[] = {OP_OMP_ATOMIC_UPDATE, OP_OMP_ATOMIC_WRITE, OP_OMP_FLUSH, OP_OMP_MAP_BOUNDS, OP_OMP_THREADPRIVATE};
  for (uint32_t i = 0; i < countof(known); i++)
    if (op_is(op, known[i])) return true;
  return false;
}

static bool convert_op(Conversion *c, Operation *op, Value *const *operands) {
  for (uint32_t i = 0; takes_pointers(op) && i < op->operand_count; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_MEMREF) return convert_no_match(c, op, "memref is not supported yet");
  return convert_rebuild(c, op, operands, convert_attr);
}

void add_openmp_to_llvm(Conversion *c, LLVMTypes *types) {
  uint32_t count = OPS_OMP_END - OPS_OMP_BEGIN;
  Pattern *patterns = arena_new(c->arena, Pattern, count);
  if (!patterns) return;
  for (uint32_t i = 0; i < count; i++)
    patterns[i] = (Pattern){.root = (uint16_t)(OPS_OMP_BEGIN + i), .rewrite = convert_op, .name = "$root with types of the llvm dialect"};
  conversion_add(c, patterns, count, &types->base);
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, legality);
  c.legal_types = &types.base;
  add_arith_to_llvm(&c, &types);
  add_cf_to_llvm(&c, &types);
  add_memref_to_llvm(&c, &types);
  add_func_to_llvm(&c, &types);
  add_openmp_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef openmp_to_llvm_pass = {
  .name = "convert-openmp-to-llvm", .class_name = "ConvertOpenMPToLLVMPass", .summary = "Convert the OpenMP ops to OpenMP ops with LLVM dialect",
  .works_on = "omp arith cf memref func", .makes = "llvm", .anchor = OP_BUILTIN_MODULE, .run = run,
};
