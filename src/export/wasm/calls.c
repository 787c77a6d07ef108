// Calls: of the module's functions, of the runtime's, and through pointers.
#include "export/wasm/lower.h"
#include "ir/symbol.h"

uint32_t type_index(Lower *self, Str signature) {
  MapEntry *known = map_find_str(&self->type_of, signature);
  if (known) return (uint32_t)known->value - 1;
  Str kept = arena_str(&self->arena, signature);
  vec_push(&self->arena, &self->types, kept);
  map_put_str(&self->type_of, kept)->value = self->types.count;
  return self->types.count - 1;
}

static bool put_types(Lower *self, const T *types, uint32_t count, StrBuf *out) {
  StrBuf pieces;
  uint32_t pieces_count = 0;
  bool ok = true;
  strbuf_init(&pieces, out->mem);
  for (uint32_t i = 0; ok && i < count; i++) {
    if (llvm_is_void(types[i])) continue;
    const Shape *shape = shape_of(self, types[i]);
    ok = shape != NULL;
    for (uint32_t k = 0; ok && k < shape->piece_count; k++) strbuf_char(&pieces, (char)shape->pieces[k]);
  }
  pieces_count = (uint32_t)pieces.size;
  leb_unsigned(out, pieces_count);
  strbuf_str(out, strbuf_view(&pieces));
  strbuf_free(&pieces);
  return ok && pieces_count <= 1000;   // what engines take
}

bool signature_of(Lower *self, const LLVMFuncType *type, Str *out) {
  StrBuf text;
  T pointer = llvm_ptr(self->ctx, 0);
  strbuf_init(&text, &self->ctx->mem);
  VEC(T) params = {0};
  for (uint32_t i = 0; i < type->count; i++) vec_push(&self->arena, &params, type->params[i]);
  if (type->is_vararg) vec_push(&self->arena, &params, pointer);   // where the others are
  bool ok = put_types(self, params.data, params.count, &text) && put_types(self, &type->result, 1, &text);
  *out = arena_str(&self->arena, strbuf_view(&text));
  strbuf_free(&text);
  return ok;
}

static Str runtime_signature(Lower *self, const RuntimeFunction *function) {
  StrBuf text;
  strbuf_init(&text, &self->ctx->mem);
  const char *parts[] = {function->params, function->results};
  for (int p = 0; p < 2; p++) {
    leb_unsigned(&text, strlen(parts[p]));
    for (const char *c = parts[p]; *c; c++) strbuf_char(&text, (char)(*c == 'i' ? W_I32 : *c == 'I' ? W_I64 : *c == 'f' ? W_F32 : W_F64));
  }
  Str kept = arena_str(&self->arena, strbuf_view(&text));
  strbuf_free(&text);
  return kept;
}

uint32_t import_named(Lower *self, const RuntimeFunction *function) {
  Str name = str_from(function->name);
  MapEntry *known = map_find_str(&self->import_of, name);
  if (known) return (uint32_t)known->value - 1;
  vec_push(&self->arena, &self->imports, ((Function){.name = name, .type = type_index(self, runtime_signature(self, function))}));
  map_put_str(&self->import_of, name)->value = self->imports.count;
  return self->imports.count - 1;
}

static WasmType type_of_letter(char letter) { return letter == 'i' ? W_I32 : letter == 'I' ? W_I64 : letter == 'f' ? W_F32 : W_F64; }

// A call with its results behind it.
static NodeRef pin_call(Lower *self, NodeOp op, uint64_t callee, const NodeRef *args, uint32_t count, const WasmType *results, uint32_t result_count) {
  Code *code = self->code;
  uint32_t begin = code->lists.count;
  forget_memory(self);
  for (uint32_t i = 0; i < count; i++) vec_push(code->arena, &code->lists, args[i]);
  NodeRef call = code_pin(code, op, W_NONE, 0, 0, 0, callee);
  *code_node(code, call) = (Node){.op = (uint16_t)op, .type = W_NONE, .pinned = true, .args = {begin, count, result_count}, .imm = callee, .block = code->block,
                                  .source = code->source};
  for (uint32_t i = 0; i < result_count; i++) code_pin(code, NODE_RESULT, results[i], call, 0, 0, i);
  return call;
}

void call_runtime(Lower *self, const char *name, const NodeRef *args, NodeRef *results) {
  const RuntimeFunction *function = runtime_function(str_from(name));
  WasmType types[4];
  uint32_t count = (uint32_t)strlen(function->results);
  for (uint32_t i = 0; i < count && i < 4; i++) types[i] = type_of_letter(function->results[i]);
  NodeRef call = pin_call(self, NODE_CALL, IMPORTED | import_named(self, function), args, (uint32_t)strlen(function->params), types, count);
  for (uint32_t i = 0; i < count; i++) results[i] = call + 1 + i;
}

NodeRef runtime1(Lower *self, const char *name, NodeRef a) {
  NodeRef out = 0;
  call_runtime(self, name, &a, &out);
  return out;
}

NodeRef runtime2(Lower *self, const char *name, NodeRef a, NodeRef b) {
  NodeRef out = 0, args[] = {a, b};
  call_runtime(self, name, args, &out);
  return out;
}

// A declaration may leave out the result.
static bool fits(Str declared, Str real) {
  return str_equal(declared, real) || (declared.size < real.size && declared.data[declared.size - 1] == 0 && !memcmp(declared.data, real.data, declared.size - 1));
}

// A function of that name as a call or an address needs it. False: reported.
static bool callee_named(Lower *self, const Operation *op, Str name, uint32_t *out) {
  MapEntry *own = map_find_str(&self->function_of, name);
  Str declared;
  if (own) return *out = (uint32_t)own->value - 1, true;
  const RuntimeFunction *function = runtime_function(name);
  const Operation *symbol = global_named(self, name);
  if (!op_is(symbol, OP_LLVM_FUNC)) return lower_refuse(self, op, "'%.*s' is no function", STR_ARG(name));
  if (!function || memchr(name.data, '.', name.size)) return lower_refuse(self, op, "the runtime has no function '%.*s'", STR_ARG(name));
  A type = op_prop_at(symbol, LLVM_FUNC_FUNCTION_TYPE);
  if (!signature_of(self, llvm_as_func(((const TypeAttr *)type)->type), &declared) || !fits(declared, runtime_signature(self, function)))
    return lower_refuse(self, op, "'%.*s' is declared with another type than the runtime's", STR_ARG(name));
  *out = IMPORTED | import_named(self, function);
  return true;
}

bool function_slot(Lower *self, const Operation *op, Str name, uint32_t *out) {
  uint32_t place;
  if (!callee_named(self, op, name, &place)) return false;
  Function *function = place & IMPORTED ? &self->imports.data[place & ~IMPORTED] : &self->functions.data[place];
  if (!function->slot) {
    vec_push(&self->arena, &self->table, place);
    function->slot = self->table.count;
  }
  *out = function->slot;
  return true;
}

// A call of the runtime whose result, if there is one, was declared away.
static bool pin_ignoring(Lower *self, uint32_t place, const NodeRef *args, uint32_t count) {
  const RuntimeFunction *function = runtime_function(self->imports.data[place & ~IMPORTED].name);
  WasmType types[4];
  uint32_t results = (uint32_t)strlen(function->results);
  for (uint32_t i = 0; i < results && i < 4; i++) types[i] = type_of_letter(function->results[i]);
  return pin_call(self, NODE_CALL, place, args, count, types, results), true;
}

typedef VEC(NodeRef) Args;

// Arguments behind the named parameters go to the stack, eight bytes each.
static bool spill_rest(Lower *self, Operation *op, uint32_t begin, uint32_t end, Args *args) {
  self->code->uses_stack = true;
  uint64_t bytes = 8ull * (end - begin);
  NodeRef slot = code_pin(self->code, NODE_ALLOCA, W_I32, code_i32(self->code, (uint32_t)(bytes ? bytes : 8)), 0, 0, 16);
  NodeRef pointer = code_op1(self->code, NODE_I64_EXTEND_I32_U, slot);
  for (uint32_t i = begin; i < end; i++) {
    const Shape *shape = shape_of(self, op_operand_type(op, i));
    Pieces pieces = pieces_of(self, op, op_operand(op, i));
    if (!pieces.data) return false;
    if (shape->leaf_count != 1 || shape->leaves[0].bits > 64) return lower_refuse(self, op, "an argument of this type behind the others");
    Leaf leaf = shape->leaves[0];
    NodeRef value = pieces.data[0];
    if (leaf.is_float && leaf.bits < 64) value = float_cast(self, leaf, (Leaf){.is_float = true, .kind = FLOAT_F64, .bits = 64}, value);
    else if (!leaf.is_float) value = to_i64(self, leaf, int_at(pieces.data, leaf), true);
    store_leaf(self, leaf.is_float ? (Leaf){.is_float = true, .kind = FLOAT_F64, .bits = 64} : int_leaf(64), pointer, (uint64_t)(i - begin) * 64, &value);
  }
  vec_push(&self->arena, args, pointer);
  return true;
}

bool lower_call(Lower *self, Operation *op) {
  Span operands = op_operands_named(op, "callee_operands");
  A callee = op_prop_at(op, LLVM_CALL_CALLEE), variadic = op_prop_at(op, LLVM_CALL_VAR_CALLEE_TYPE);
  const LLVMFuncType *type = variadic ? llvm_as_func(((const TypeAttr *)variadic)->type) : NULL;
  uint32_t place = 0, first = operands.begin + (callee ? 0 : 1), named;
  Args args = {0};
  if (operands.end < op->operand_count) return lower_refuse(self, op, "operand bundles");
  if (callee && !callee_named(self, op, attr_symbol_root(callee), &place)) return false;
  named = type && type->is_vararg ? first + type->count : operands.end;
  for (uint32_t i = first; i < operands.end && i < named; i++) {
    Pieces pieces = pieces_of(self, op, op_operand(op, i));
    for (uint32_t k = 0; k < pieces.count; k++) vec_push(&self->arena, &args, pieces.data[k]);
  }
  if (type && type->is_vararg && !spill_rest(self, op, named, operands.end, &args)) return false;
  if (self->failed) return false;
  const Shape *shape = op->result_count ? shape_of(self, op_result_type(op, 0)) : NULL;
  if (op->result_count && !shape) return lower_refuse(self, op, "%s is no type of values that can be held", type_text(self->ctx, op_result_type(op, 0)));
  if (args.count > 1000 || (shape && shape->piece_count > 1000)) return lower_refuse(self, op, "more than 1000 arguments");
  uint64_t target = place;
  if (!callee) {
    // The signature is that of the arguments.
    VEC(T) params = {0};
    Str signature;
    for (uint32_t i = first; i < named; i++) vec_push(&self->arena, &params, op_operand_type(op, i));
    T made = llvm_func(self->ctx, op->result_count ? op_result_type(op, 0) : llvm_void(self->ctx), params.data, params.count, type && type->is_vararg);
    if (!signature_of(self, llvm_as_func(made), &signature)) return lower_refuse(self, op, "a function of this type");
    target = type_index(self, signature);
    Pieces pointer = pieces_of(self, op, op_operand(op, operands.begin));
    if (!pointer.data) return false;
    vec_push(&self->arena, &args, code_op1(self->code, NODE_I32_WRAP_I64, pointer.data[0]));
  }
  if (!shape && callee && place & IMPORTED) return pin_ignoring(self, place, args.data, args.count);
  NodeRef call = pin_call(self, callee ? NODE_CALL : NODE_CALL_INDIRECT, target, args.data, args.count, shape ? shape->pieces : NULL, shape ? shape->piece_count : 0);
  if (!shape) return true;
  Pieces out = pieces_new(self, shape->piece_count);
  for (uint32_t i = 0; out.data && i < out.count; i++) out.data[i] = call + 1 + i;
  return out.data && (set_pieces(self, op_result(op, 0), out), true);
}
