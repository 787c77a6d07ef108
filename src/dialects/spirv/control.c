// Branches, calls and structured control flow of the spirv dialect.
#include "ops/spirv.h"

#include "dialects/spirv/hooks.h"

#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// spirv.BranchConditional

// branch-conditional ::= operand (`[` weight `,` weight `]`)? `,` successor `,` successor
bool parse_spirv_branch_conditional(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand condition;
  if (!parse_operand(p, &condition) || !resolve_one(p, state, &condition, ctx->types.i1)) return false;
  if (parser_consume_if(p, TOK_L_SQUARE)) {
    A weights[2];
    if (!(weights[0] = parse_spirv_attr(p, ATTR_INTEGER, ctx->types.i32)) || !parse_comma(p) ||
        !(weights[1] = parse_spirv_attr(p, ATTR_INTEGER, ctx->types.i32)) || !parse_r_square(p))
      return false;
    op_state_set_prop(state, SPIRV_BRANCH_CONDITIONAL_BRANCH_WEIGHTS, attr_array(ctx, weights, 2));
  }
  int32_t sizes[3] = {1};
  for (uint32_t i = 1; i <= 2; i++) {
    Block *target;
    uint32_t before = state->operands.count;
    if (!parse_comma(p) || !parse_successor_and_args(p, &target, state, NULL)) return false;
    vec_push(state->arena, &state->successors, target);
    sizes[i] = (int32_t)(state->operands.count - before);
  }
  op_state_operand_segments(state, sizes, 3);
  return true;
}

void print_spirv_branch_conditional(Printer *p, const Operation *op) {
  A weights = op_prop_at(op, SPIRV_BRANCH_CONDITIONAL_BRANCH_WEIGHTS);
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  if (weights) {
    const ArrayAttr *array = (const ArrayAttr *)weights;
    for (uint64_t i = 0; i < array->count; i++) {
      print_text(p, i ? ", " : " [");
      print_i64(p, attr_to_i64(array->items[i]));
    }
    print_char(p, ']');
  }
  for (uint32_t i = 0; i < 2; i++) {
    print_text(p, ", ");
    print_successor_and_operands(p, op, i);
  }
}

bool verify_spirv_branch_conditional(Verifier *v, const Operation *op) {
  A weights = op_prop_at(op, SPIRV_BRANCH_CONDITIONAL_BRANCH_WEIGHTS);
  if (!weights) return true;
  const ArrayAttr *array = (const ArrayAttr *)weights;
  if (array->count != 2) return spirv_fail(v, op, "must have exactly two branch weights");
  return attr_to_i64(array->items[0]) || attr_to_i64(array->items[1]) || spirv_fail(v, op, "branch weights cannot both be zero");
}

// ---------------------------------------------------------------------------------------------
// spirv.Switch, spirv.Select, spirv.Unreachable

bool verify_spirv_switch(Verifier *v, const Operation *op) {
  A literals = op_prop_at(op, SPIRV_SWITCH_LITERALS);
  uint32_t targets = op->successor_count - 1;
  if (!literals && !targets) return true;
  T selector = op_operand_type(op, 0);
  if (literals && type_element(attr_value_type(literals)) != selector)
    return verify_fail(v, op, "'selector' type ('%s') should match literals type ('%s')", type_text(v->ctx, selector),
                       type_text(v->ctx, type_element(attr_value_type(literals))));
  uint64_t count = literals ? dense_count(literals) : 0;
  if (count == targets) return true;
  return verify_fail(v, op, "number of literals (%llu) should match number of targets (%u)", (unsigned long long)count, targets);
}

bool verify_spirv_select(Verifier *v, const Operation *op) {
  T condition = op_operand_type(op, 0), result = op_result_type(op, 0);
  if (!type_is_vector(condition)) return true;
  if (!type_is_vector(result)) return spirv_fail(v, op, "result expected to be of vector type when condition is of vector type");
  return type_num_elements(condition) == type_num_elements(result) ||
         spirv_fail(v, op, "result should have the same number of elements as the condition when condition is of vector type");
}

bool verify_spirv_unreachable(Verifier *v, const Operation *op) {
  return !block_is_entry(op->block) || spirv_fail(v, op, "cannot be used in reachable block");
}

// ---------------------------------------------------------------------------------------------
// spirv.FunctionCall

static bool fail_count(Verifier *v, const Operation *op, const char *message, uint32_t expected, uint32_t given) {
  return verify_fail(v, op, "%sexpected %u, but provided %u", message, expected, given);
}

bool verify_spirv_call(Verifier *v, const Operation *op) {
  A callee = op_prop_at(op, SPIRV_FUNCTION_CALL_CALLEE);
  const Operation *function = spirv_symbol(v, op, callee, OP_SPIRV_FUNC);
  T function_type = function ? spirv_type_of(op_prop(function, "function_type")) : NULL;
  const FunctionType *type = function_type ? type_as_function(function_type) : NULL;
  if (!type)
    return verify_fail(v, op, "callee function '%.*s' not found in nearest symbol table", STR_ARG(attr_symbol_root(callee)));
  if (type->input_count != op->operand_count)
    return fail_count(v, op, "has incorrect number of operands for callee: ", type->input_count, op->operand_count);
  for (uint32_t i = 0; i < type->input_count; i++) {
    T given = op_operand_type(op, i);
    if (given == type->types[i]) continue;
    return verify_fail(v, op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %u",
                       type_text(v->ctx, type->types[i]), type_text(v->ctx, given), i);
  }
  if (type->result_count != op->result_count)
    return fail_count(v, op, "has incorrect number of results has for callee: ", type->result_count, op->result_count);
  return !op->result_count || op_result_type(op, 0) == type->types[type->input_count] ||
         spirv_fail_types(v, op, false, "result type mismatch: expected ", type->types[type->input_count], ", but provided ", op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// spirv.mlir.loop and spirv.mlir.selection

// structured ::= (`control` `(` keyword `)`)? (`->` type-list)? region
static bool parse_structured(Parser *p, OpState *state, const EnumDef *def, const AttrDef *attr, const char *name) {
  int64_t control = 0;
  if (parse_optional_keyword(p, "control")) {
    // A control is one or more words.
    if (!parse_l_paren(p) || !parse_spirv_keyword(p, def, name, &control) || !parse_r_paren(p)) return false;
  }
  op_state_set_attr(state, str_from(name), spirv_enum_attr(parser_context(p), attr, control));
  if (parser_consume_if(p, TOK_ARROW)) {
    TypeVec types = {0};
    if (!parse_type_list(p, &types)) return false;
    op_state_add_types(state, types.data, types.count);
  }
  return parse_region(p, op_state_add_region(state), NULL, 0, false);
}

static void print_structured(Printer *p, const Operation *op, const EnumDef *def, const char *name) {
  int64_t control = spirv_enum_of(op_prop(op, name), 0);
  if (control) {
    print_text(p, " control(");
    print_spirv_enum(p, def, control);
    print_char(p, ')');
  }
  if (op->result_count) {
    print_text(p, " -> ");
    print_result_types(p, op, (Span){0, op->result_count});
  }
  print_char(p, ' ');
  print_region(p, op_region(op, 0), false, true, false);
}

bool parse_spirv_loop(Parser *p, OpState *state) {
  return parse_structured(p, state, &spirv_loop_control, &spirv_loop_control_attr, "loop_control");
}
bool parse_spirv_selection(Parser *p, OpState *state) {
  return parse_structured(p, state, &spirv_selection_control, &spirv_selection_control_attr, "selection_control");
}
void print_spirv_loop(Printer *p, const Operation *op) { print_structured(p, op, &spirv_loop_control, "loop_control"); }
void print_spirv_selection(Printer *p, const Operation *op) {
  print_structured(p, op, &spirv_selection_control, "selection_control");
}

static bool is_only(const Block *block, uint32_t opcode) {
  return block->first && block->first == block->last && op_is(block->first, opcode);
}

static bool verify_merge(Verifier *v, const Operation *op, const Region *region) {
  if (!is_only(region->last, OP_SPIRV_MLIR_MERGE))
    return spirv_fail(v, op, "last block must be the merge block with only one 'spirv.mlir.merge' op");
  region_each_block(region, block)
    if (block != region->last) block_each_op(block, inner)
      if (op_is(inner, OP_SPIRV_MLIR_MERGE)) return spirv_fail(v, op, "should not have 'spirv.mlir.merge' op outside the merge block");
  return true;
}

bool verify_spirv_selection(Verifier *v, const Operation *op) {
  const Region *region = op_region(op, 0);
  if (!region->first) return true;
  return verify_merge(v, op, region) && (region->first != region->last || spirv_fail(v, op, "must have a selection header block"));
}

static bool branches_to(const Block *block, const Block *target) {
  const Operation *last = block->last;
  for (uint32_t i = 0; last && i < last->successor_count; i++)
    if (op_successor(last, i) == target) return true;
  return false;
}

bool verify_spirv_loop(Verifier *v, const Operation *op) {
  const Region *region = op_region(op, 0);
  const Block *entry = region->first;
  if (!entry) return true;
  if (!verify_merge(v, op, region)) return false;
  const Block *merge = region->last, *header = entry->next;
  if (!header) return spirv_fail(v, op, "must have an entry block branching to the loop header block");
  if (header == merge) return spirv_fail(v, op, "must have a loop header block branched from the entry block");
  if (!is_only(entry, OP_SPIRV_BRANCH) || !branches_to(entry, header))
    return spirv_fail(v, op, "entry block must only have one 'spirv.Branch' op to the second block");
  if (header->next == merge) return spirv_fail(v, op, "requires a loop continue block branching to the loop header block");
  const Block *last = merge->prev;
  if (!branches_to(last, header))
    return spirv_fail(v, op, "second to last block must be the loop continue block that branches to the loop header block");
  for (const Block *block = header->next; block != last; block = block->next)
    if (branches_to(block, header))
      return spirv_fail(v, op, "can only have the entry and loop continue block branching to the loop header block");
  return true;
}

A callee_of_spirv_call(const Operation *op) { return op_prop_at(op, SPIRV_FUNCTION_CALL_CALLEE); }
