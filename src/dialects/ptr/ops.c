// Verification and folding of the ptr dialect.
#include "dialects/ptr/types.h"

#include "dialects/dlti/data_layout.h"
#include "dialects/llvm/types.h"
#include "ir/fold.h"
#include "ir/verifier.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

enum { NOT_ATOMIC = 0, ACQUIRE = 3, RELEASE = 4, ACQ_REL = 5 };

static bool check_alignment(Verifier *v, const Operation *op, A alignment) {
  const ArrayAttr *array = (const ArrayAttr *)alignment;
  if (!array || !array->count) return true;
  int64_t value = attr_to_i64(array->items[0]);
  if (value <= 0) return REFUSE_PLAIN("alignment must be positive");
  return !(value & (value - 1)) || REFUSE_PLAIN("alignment must be a power of 2");
}

static bool check_atomic(Verifier *v, const Operation *op, A ordering_attr, A alignment, A scope, int64_t refused) {
  int64_t ordering = attr_to_i64(ordering_attr);
  if (ordering == NOT_ATOMIC) return !scope || REFUSE("expected syncscope to be null for non-atomic access");
  if (ordering == refused || ordering == ACQ_REL) return REFUSE("unsupported ordering '%s'", enum_name(&ptr_atomic_ordering, ordering));
  return ((const ArrayAttr *)alignment)->count || REFUSE("expected alignment for atomic access");
}

// Memory spaces of the llvm dialect hold what LLVM IR does; one that C does not know may hold anything.
static bool check_value(Verifier *v, const Operation *op, T pointer, T value, A ordering) {
  if (pointer->def != &ptr_ptr_type || !attr_is(ptr_space_of(pointer), &llvm_address_space_attr)) return true;
  bool is_pointer = value->def == &ptr_ptr_type && attr_is(ptr_space_of(value), &llvm_address_space_attr);
  if (!is_pointer && !llvm_is_loadable(value)) return REFUSE_PLAIN("type must be LLVM type with size, but got '%s'", type_text(v->ctx, value));
  if (!ordering || attr_to_i64(ordering) == NOT_ATOMIC) return true;
  bool is_scalar = llvm_is_ptr(value) || type_is_any_int(value) || llvm_is_compatible_float(value);
  DataLayout layout = data_layout_closest(op);
  uint64_t bits = is_scalar ? data_layout_size_bits(&layout, v->ctx, value) : 0;
  return (bits >= 8 && !(bits & (bits - 1))) || REFUSE_PLAIN("unsupported type '%s' for atomic access", type_text(v->ctx, value));
}

bool verify_ptr_load(Verifier *v, const Operation *op) {
  A alignment = op_prop_at(op, PTR_LOAD_ALIGNMENT);
  return check_value(v, op, op_operand_type(op, 0), op_result_type(op, 0), op_prop_at(op, PTR_LOAD_ORDERING)) && check_alignment(v, op, alignment) &&
         check_atomic(v, op, op_prop_at(op, PTR_LOAD_ORDERING), alignment, op_prop_at(op, PTR_LOAD_SYNCSCOPE), RELEASE);
}

bool verify_ptr_store(Verifier *v, const Operation *op) {
  A alignment = op_prop_at(op, PTR_STORE_ALIGNMENT);
  return check_value(v, op, op_operand_type(op, 1), op_operand_type(op, 0), op_prop_at(op, PTR_STORE_ORDERING)) && check_alignment(v, op, alignment) &&
         check_atomic(v, op, op_prop_at(op, PTR_STORE_ORDERING), alignment, op_prop_at(op, PTR_STORE_SYNCSCOPE), ACQUIRE);
}

static bool check_masked(Verifier *v, const Operation *op, T pointers, T value, A alignment) {
  return check_value(v, op, type_element_or_self(pointers), value, NULL) && check_alignment(v, op, alignment);
}

bool verify_ptr_gather(Verifier *v, const Operation *op) {
  return check_masked(v, op, op_operand_type(op, 0), op_result_type(op, 0), op_prop_at(op, PTR_GATHER_ALIGNMENT));
}

bool verify_ptr_scatter(Verifier *v, const Operation *op) {
  return check_masked(v, op, op_operand_type(op, 1), op_operand_type(op, 0), op_prop_at(op, PTR_SCATTER_ALIGNMENT));
}

bool verify_ptr_masked_load(Verifier *v, const Operation *op) {
  return check_masked(v, op, op_operand_type(op, 0), op_result_type(op, 0), op_prop_at(op, PTR_MASKED_LOAD_ALIGNMENT));
}

bool verify_ptr_masked_store(Verifier *v, const Operation *op) {
  return check_masked(v, op, op_operand_type(op, 1), op_operand_type(op, 0), op_prop_at(op, PTR_MASKED_STORE_ALIGNMENT));
}

static bool check_spaces(Verifier *v, const Operation *op) {
  return ptr_space_of(op_operand_type(op, 0)) == ptr_space_of(op_result_type(op, 0)) ||
         REFUSE_PLAIN("expected the input and output to have the same memory space");
}

bool verify_ptr_from_ptr(Verifier *v, const Operation *op) {
  if (op_result_type(op, 0)->def == &ptr_ptr_type) return REFUSE_PLAIN("the result type cannot be `!ptr.ptr`");
  return check_spaces(v, op);
}

bool verify_ptr_to_ptr(Verifier *v, const Operation *op) {
  if (op_operand_type(op, 0)->def == &ptr_ptr_type) return REFUSE_PLAIN("the input value cannot be of type `!ptr.ptr`");
  return check_spaces(v, op);
}

bool verify_ptr_diff(Verifier *v, const Operation *op) {
  T operand = op_operand_type(op, 0), result = op_result_type(op, 0);
  return !type_as_shaped(operand) || type_kind(operand) == type_kind(result) ||
         REFUSE_PLAIN("expected the result to have the same container type as the operands when operands are shaped");
}

bool ptr_gather_containers_match(const Operation *op) { return type_kind(op_result_type(op, 0)) == type_kind(op_operand_type(op, 0)); }
bool ptr_scatter_containers_match(const Operation *op) { return type_kind(op_operand_type(op, 0)) == type_kind(op_operand_type(op, 1)); }

// As many pointers as the longer of the two says: of offsets to one pointer, one for each.
bool infer_ptr_add(Context *ctx, OpState *state) {
  T base = state->operands.data[0]->type, offset = state->operands.data[1]->type;
  const ShapedType *bases = type_as_shaped(base), *offsets = type_as_shaped(offset);
  if (bases && offsets) {
    bool match = type_kind(base) == type_kind(offset) && bases->rank == offsets->rank &&
                 (!bases->rank || !memcmp(bases->dims, offsets->dims, bases->rank * sizeof *bases->dims));
    if (!match) {
      diag_at(state->module, SEVERITY_ERROR, state->loc, "shapes of base and offset must match");
      return false;
    }
  }
  op_state_add_type(state, offsets && !bases ? type_with_element(ctx, offset, base) : base);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Folding

bool fold_ptr_constant(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, PTR_CONSTANT_VALUE));
}

Operation *materialize_ptr_constant(Folder *f, A value, T type, Loc loc) {
  if (attr_value_type(value) != type || type->def != &ptr_ptr_type) return NULL;
  f->builder->loc = loc;
  op_state_set_prop(builder_begin(f->builder, OP_PTR_CONSTANT), PTR_CONSTANT_VALUE, value);
  op_state_add_type(&f->builder->state, type);
  return builder_finish(f->builder);
}

bool fold_ptr_add(Folder *f, Operation *op, const A *constants) {
  A offset = constants[1];
  if (!offset || attr_kind(offset) != ATTR_INTEGER) return false;
  APInt value = attr_int(offset);
  return apint_is_zero(&value) && fold_to_value(f, op_operand(op, 0));
}

static Operation *definition(Value *value, uint32_t opcode) {
  Operation *op = value_def(value);
  return op_is(op, opcode) ? op : NULL;
}

// What a pointer was made from, when that has the type asked for and, if it has metadata, those are its own.
bool fold_ptr_from_ptr(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Value *found = NULL;
  for (const Operation *from = op; from;) {
    const Operation *to = definition(op_operand(from, 0), OP_PTR_TO_PTR);
    if (!to || op_operand_type(to, 0) != op_result_type(from, 0)) break;
    const Operation *metadata = from->operand_count > 1 ? definition(op_operand(from, 1), OP_PTR_GET_METADATA) : NULL;
    if (metadata && op_operand(metadata, 0) == op_operand(to, 0)) found = op_operand(to, 0);
    from = found ? definition(found, OP_PTR_FROM_PTR) : NULL;
  }
  return found && fold_to_value(f, found);
}

bool fold_ptr_to_ptr(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  Value *found = NULL;
  for (const Operation *to = op; to;) {
    const Operation *from = definition(op_operand(to, 0), OP_PTR_FROM_PTR);
    if (!from) break;
    found = op_operand(from, 0);
    to = definition(found, OP_PTR_TO_PTR);
  }
  return found && fold_to_value(f, found);
}
