// gpu.launch and gpu.func: their custom forms, and what holds for them.
#include "dialects/gpu/kernel.h"

#include "dialects/common/function.h"
#include "dialects/gpu/hooks.h"
#include "dialects/gpu/types.h"
#include "ir/interfaces.h"
#include "ir/verifier.h"
#include "ops/gpu.h"

static const char attributions_name[] = "workgroup_attributions", kernel_name[] = "gpu.kernel";

bool launch_has_clusters(const Operation *launch) { return span_size(op_operands_named(launch, "clusterSizeX")) != 0; }
uint32_t launch_argument_count(const Operation *launch) { return launch_has_clusters(launch) ? 18 : 12; }

uint32_t gpu_workgroup_count(Context *ctx, const Operation *op) {
  (void)ctx;
  A count = op_discardable(op, STR(attributions_name));
  return count && attr_kind(count) == ATTR_INTEGER ? (uint32_t)attr_to_i64(count) : 0;
}

const FunctionType *gpu_func_type(const Operation *func) {
  A type = op_prop_at(func, GPU_FUNC_FUNCTION_TYPE);
  return type && attr_kind(type) == ATTR_TYPE ? type_as_function(((const TypeAttr *)type)->type) : NULL;
}

bool gpu_func_is_kernel(const Operation *func) {
  A kernel = op_discardable(func, STR(kernel_name));
  return kernel && attr_kind(kernel) == ATTR_UNIT;
}

Value *gpu_async_token(const Operation *op) {
  uint32_t last = op->result_count;
  return last && op_result_type(op, last - 1)->def == &gpu_async_token_type ? op_result(op, last - 1) : NULL;
}

bool gpu_is_async(const Operation *op) {
  return op_among(op, GPU) && op->def->operand_count && strcmp(def_operand_name(op->def, 0), "asyncDependencies") == 0;
}

// ---------------------------------------------------------------------------------------------
// Memory that belongs to a workgroup or a thread

// (keyword `(` (argument `:` type attr-dict?),* `)`)?
static bool parse_attributions(Parser *p, const char *keyword, ArgumentVec *args, bool allow_attrs) {
  return !parse_optional_keyword(p, keyword) || parse_argument_list(p, args, DELIM_PAREN, true, allow_attrs);
}

static void print_attributions(Printer *p, const char *keyword, const Block *block, uint32_t begin, uint32_t end, A attrs) {
  if (begin >= end) return;
  print_char(p, ' ');
  print_text(p, keyword);
  print_char(p, '(');
  for (uint32_t i = begin; i < end; i++) {
    if (i > begin) print_text(p, ", ");
    print_operand(p, block->args[i]);
    print_text(p, " : ");
    print_type(p, block->args[i]->type);
    const ArrayAttr *array = (const ArrayAttr *)attrs;
    if (!array || i - begin >= array->count || attr_kind(array->items[i - begin]) != ATTR_DICT) continue;
    const DictAttr *dict = (const DictAttr *)array->items[i - begin];
    print_attr_entries(p, dict->items, (uint32_t)dict->count);
  }
  print_char(p, ')');
}

static bool verify_attributions(Verifier *v, const Operation *op, const Block *block, uint32_t begin, uint32_t end, int64_t space) {
  static const char *const names[] = {"", "global", "workgroup", "private"};
  for (uint32_t i = begin; i < end; i++) {
    T type = block->args[i]->type;
    if (type_kind(type) != TYPE_MEMREF) return verify_fail(v, op, "expected memref type in attribution");
    int64_t found = gpu_space_of(((const ShapedType *)type)->extra);
    if (found != GPU_SPACE_NONE && found != space) return verify_fail(v, op, "expected memory space %s in attribution", names[space]);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// gpu.launch

// `(` argument `,` argument `,` argument `)` `in` `(` (argument `=` operand),… `)`
static bool parse_sizes(Parser *p, Operand *sizes, Argument *size_args, Argument *ids) {
  OperandVec names = {0};
  if (!parse_operand_list(p, &names, DELIM_PAREN) || !parse_keyword(p, "in") || !parse_l_paren(p)) return false;
  if (names.count != 3) return parser_op_error_at(p, parser_name_loc(p), "expected three names of dimensions");
  for (uint32_t i = 0; i < 3; i++) {
    ids[i].name = names.data[i];
    if ((i && !parse_comma(p)) || !parse_operand(p, &size_args[i].name) || !parse_equal(p) || !parse_operand(p, &sizes[i])) return false;
  }
  return parse_r_paren(p);
}

static bool parse_symbol_in_parens(Parser *p, OpState *state, const char *keyword, uint32_t slot) {
  if (!parse_optional_keyword(p, keyword)) return true;
  uint32_t at;
  A symbol;
  if (!parse_l_paren(p)) return false;
  at = parser_loc(p);
  if (!(symbol = parse_attr(p, NULL))) return false;
  const SymbolRefAttr *ref = attr_as_symbol(symbol);
  if (!ref || ref->count != 1) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  op_state_set_prop(state, slot, symbol);
  return parse_r_paren(p);
}

bool parse_gpu_launch(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  bool is_async, has_shared = false;
  OperandVec dependencies = {0};
  bool has_results = parser_result_count(p) != 0;
  if (!parse_gpu_async(p, &is_async, &dependencies, has_results)) return false;
  if (dependencies.count && !is_async) {   // their type is not known then: upstream stops with an error, too
    return parser_op_error(p, "dependencies need the keyword 'async'");
  }
  if (is_async && !resolve_operands_same(p, state, &dependencies, type_async_token(ctx))) return false;
  if (has_results && !is_async) return parser_op_error(p, "needs to be marked 'async' when it is named");
  if (is_async) op_state_add_type(state, type_async_token(ctx));
  bool has_clusters = parse_optional_keyword(p, "clusters");
  Operand sizes[9] = {0}, shared = {0};
  Argument names[18] = {0};
  uint32_t name_count = has_clusters ? 18 : 12;
  for (uint32_t i = 0; i < name_count; i++) names[i].type = ctx->types.index;
  if (has_clusters && !parse_sizes(p, sizes + 6, names + LAUNCH_CLUSTER_SIZES, names + LAUNCH_CLUSTER_IDS)) return false;
  if (!parse_keyword(p, "blocks") || !parse_sizes(p, sizes, names + LAUNCH_GRID_SIZES, names + LAUNCH_BLOCK_IDS) || !parse_keyword(p, "threads") ||
      !parse_sizes(p, sizes + 3, names + LAUNCH_BLOCK_SIZES, names + LAUNCH_THREAD_IDS))
    return false;
  for (uint32_t i = 0; i < (has_clusters ? 9 : 6); i++)
    if (!resolve_one(p, state, &sizes[i], ctx->types.index)) return false;
  if (parse_optional_keyword(p, "dynamic_shared_memory_size")) {
    has_shared = true;
    if (!parse_operand(p, &shared) || !resolve_one(p, state, &shared, ctx->types.i32)) return false;
  }
  if (!parse_symbol_in_parens(p, state, "module", GPU_LAUNCH_MODULE) || !parse_symbol_in_parens(p, state, "function", GPU_LAUNCH_FUNCTION)) return false;
  ArgumentVec args = {0};
  for (uint32_t i = 0; i < name_count; i++) vec_push(parser_scratch(p), &args, names[i]);
  if (!parse_attributions(p, "workgroup", &args, false)) return false;
  op_state_set_attr(state, STR(attributions_name), attr_i64(ctx, ctx->types.i64, (int64_t)args.count - name_count));
  if (!parse_attributions(p, "private", &args, false)) return false;
  NamedAttrVec attrs = {0};
  if (!parse_region(p, op_state_add_region(state), args.data, args.count, false) || !parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  int32_t clusters = has_clusters;
  op_state_operand_segments(state, (int32_t[]){(int32_t)dependencies.count, 1, 1, 1, 1, 1, 1, clusters, clusters, clusters, has_shared}, 11);
  return true;
}

static void print_three(Printer *p, const char *separator, Value *const *values) {
  for (uint32_t i = 0; i < 3; i++) {
    if (i) print_text(p, separator);
    print_operand(p, values[i]);
  }
}

static void print_sizes(Printer *p, const char *keyword, const Operation *op, uint32_t first, uint32_t sizes, uint32_t ids) {
  Value *const *args = op->regions[0].first->args;
  print_char(p, ' ');
  print_text(p, keyword);
  print_char(p, '(');
  print_three(p, ", ", args + ids);
  print_text(p, ") in (");
  for (uint32_t i = 0; i < 3; i++) {
    if (i) print_text(p, ", ");
    print_operand(p, args[sizes + i]);
    print_text(p, " = ");
    print_operand(p, op_operand(op, first + i));
  }
  print_char(p, ')');
}

static void print_symbol_in_parens(Printer *p, const char *keyword, A symbol) {
  if (!symbol) return;
  print_char(p, ' ');
  print_text(p, keyword);
  print_char(p, '(');
  print_attr(p, symbol);
  print_char(p, ')');
}

void print_gpu_launch(Printer *p, const Operation *op) {
  static const char *const elided[] = {"operandSegmentSizes", "workgroup_attributions", "module", "function", NULL};
  Span dependencies = op_operands_named(op, "asyncDependencies"), shared = op_operands_named(op, "dynamicSharedMemorySize");
  const Block *body = op->regions[0].first;
  if (op->result_count) {
    print_text(p, " async");
    if (span_size(dependencies)) {
      print_text(p, " [");
      print_operands(p, op, dependencies);
      print_char(p, ']');
    }
  }
  uint32_t first = dependencies.end, count = launch_argument_count(op);
  if (!body || body->arg_count < count) {
    print_generic_op(p, op);
    return;
  }
  if (count > LAUNCH_CLUSTER_IDS) print_sizes(p, "clusters", op, first + 6, LAUNCH_CLUSTER_SIZES, LAUNCH_CLUSTER_IDS);
  print_sizes(p, "blocks", op, first, LAUNCH_GRID_SIZES, LAUNCH_BLOCK_IDS);
  print_sizes(p, "threads", op, first + 3, LAUNCH_BLOCK_SIZES, LAUNCH_THREAD_IDS);
  if (span_size(shared)) {
    print_text(p, " dynamic_shared_memory_size ");
    print_operands(p, op, shared);
  }
  print_symbol_in_parens(p, "module", op_prop_at(op, GPU_LAUNCH_MODULE));
  print_symbol_in_parens(p, "function", op_prop_at(op, GPU_LAUNCH_FUNCTION));
  uint32_t workgroup = count + gpu_workgroup_count(printer_context(p), op);
  if (workgroup > body->arg_count) workgroup = body->arg_count;
  print_attributions(p, "workgroup", body, count, workgroup, NULL);
  print_attributions(p, "private", body, workgroup, body->arg_count, NULL);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
  print_optional_attr_dict(p, op, elided);
}

bool verify_gpu_launch(Verifier *v, const Operation *op) {
  uint32_t given = span_size(op_operands_named(op, "clusterSizeX")) + span_size(op_operands_named(op, "clusterSizeY")) +
                   span_size(op_operands_named(op, "clusterSizeZ"));
  return !given || given == 3 || verify_fail(v, op, "cluster size must be all present");
}

bool verify_gpu_launch_regions(Verifier *v, const Operation *op) {
  const Block *entry = op->regions[0].first;
  uint32_t count = launch_argument_count(op), workgroup = gpu_workgroup_count(v->ctx, op);
  if (entry) {
    if (entry->arg_count < count + workgroup) return verify_fail(v, op, "unexpected number of region arguments");
    if (!verify_attributions(v, op, entry, count, count + workgroup, GPU_SPACE_WORKGROUP) ||
        !verify_attributions(v, op, entry, count + workgroup, entry->arg_count, GPU_SPACE_PRIVATE))
      return false;
  }
  for (const Block *block = entry; block; block = block->next) {
    const Operation *last = block->last;
    if (!last || last->successor_count || op_is(last, OP_GPU_TERMINATOR) || last->flags & OP_BROKEN) continue;
    Diag *diag = op_error_plain(v->module, last, "expected 'gpu.terminator' or a terminator with successors");
    diag_note_at(v->module, diag, op->loc, "in 'gpu.launch' body region");
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// gpu.func

static A dicts_of(Parser *p, const ArgumentVec *args, uint32_t begin) {
  AttrVec dicts = {0};
  bool any = false;
  for (uint32_t i = begin; i < args->count; i++) {
    any |= args->data[i].attrs.count != 0;
    vec_push(parser_scratch(p), &dicts, attr_dict(parser_context(p), args->data[i].attrs.data, args->data[i].attrs.count));
  }
  return any ? attr_array(parser_context(p), dicts.data, dicts.count) : NULL;
}

bool parse_gpu_func(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  A name = parse_symbol_name(p);
  if (!name) return false;
  op_state_set_attr(state, STR("sym_name"), name);
  uint32_t at = parser_loc(p);
  ArgumentVec args = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec result_dicts = {0}, arg_dicts = {0};
  bool is_variadic = false;
  if (!parse_function_signature(p, false, &args, &is_variadic, &results, &result_dicts)) return false;
  if (args.count && !args.data[0].name.name.size) return parser_op_error_at(p, at, "gpu.func requires named arguments");
  for (uint32_t i = 0; i < args.count; i++) {
    vec_push(parser_scratch(p), &inputs, args.data[i].type);
    vec_push(parser_scratch(p), &arg_dicts, attr_dict(ctx, args.data[i].attrs.data, args.data[i].attrs.count));
  }
  op_state_set_prop(state, GPU_FUNC_FUNCTION_TYPE, attr_type(ctx, type_function(ctx, inputs.data, inputs.count, results.data, results.count)));
  add_arg_res_attrs(p, state, arg_dicts.data, arg_dicts.count, result_dicts.data, result_dicts.count, "arg_attrs", "res_attrs");
  if (!parse_attributions(p, "workgroup", &args, true)) return false;
  uint32_t workgroup = args.count;
  op_state_set_attr(state, STR(attributions_name), attr_i64(ctx, ctx->types.i64, (int64_t)workgroup - inputs.count));
  A attrs = dicts_of(p, &args, inputs.count);
  if (attrs) op_state_set_prop(state, GPU_FUNC_WORKGROUP_ATTRIB_ATTRS, attrs);
  if (!parse_attributions(p, "private", &args, true)) return false;
  if ((attrs = dicts_of(p, &args, workgroup))) op_state_set_prop(state, GPU_FUNC_PRIVATE_ATTRIB_ATTRS, attrs);
  if (parse_optional_keyword(p, "kernel")) op_state_set_attr(state, STR(kernel_name), attr_unit(ctx));
  NamedAttrVec more = {0};
  if (!parse_optional_attr_dict_with_keyword(p, &more)) return false;
  for (uint32_t i = 0; i < more.count; i++) vec_push(state->arena, &state->attrs, more.data[i]);
  return parse_region(p, op_state_add_region(state), args.data, args.count, false);
}

void print_gpu_func(Printer *p, const Operation *op) {
  static const char *const elided[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", "workgroup_attrib_attrs", "private_attrib_attrs",
                                       "workgroup_attributions", "gpu.kernel", NULL};
  const FunctionType *type = gpu_func_type(op);
  const Block *body = op->regions[0].first;
  print_char(p, ' ');
  print_symbol_name(p, attr_str(op_attr(op, "sym_name")));
  print_function_signature(p, op, type->types, type->input_count, false, type->types + type->input_count, type->result_count);
  uint32_t workgroup = type->input_count + gpu_workgroup_count(printer_context(p), op);
  if (body) {
    if (workgroup > body->arg_count) workgroup = body->arg_count;
    print_attributions(p, "workgroup", body, type->input_count, workgroup, op_prop_at(op, GPU_FUNC_WORKGROUP_ATTRIB_ATTRS));
    print_attributions(p, "private", body, workgroup, body->arg_count, op_prop_at(op, GPU_FUNC_PRIVATE_ATTRIB_ATTRS));
  }
  if (gpu_func_is_kernel(op)) print_text(p, " kernel");
  print_optional_attr_dict_with_keyword(p, op, elided);
  print_char(p, ' ');
  print_region(p, &op->regions[0], false, true, false);
}

bool verify_gpu_func_body(Verifier *v, const Operation *op) {
  const FunctionType *type = gpu_func_type(op);
  if (!type) return true;
  if (gpu_func_is_kernel(op) && type->result_count) return verify_fail(v, op, "expected void return type for kernel function");
  const Block *entry = op->region_count ? op->regions[0].first : NULL;
  if (!entry) return verify_fail(v, op, "expected body with at least one block");
  uint32_t workgroup = type->input_count + gpu_workgroup_count(v->ctx, op);
  if (entry->arg_count < workgroup) return verify_fail(v, op, "expected at least %u arguments to body region", workgroup);
  for (uint32_t i = 0; i < type->input_count; i++) {
    if (type->types[i] == entry->args[i]->type) continue;
    return verify_fail(v, op, "expected body region argument #%u to be of type '%s', got '%s'", i, type_text(v->ctx, type->types[i]),
                       type_text(v->ctx, entry->args[i]->type));
  }
  return verify_attributions(v, op, entry, type->input_count, workgroup, GPU_SPACE_WORKGROUP) &&
         verify_attributions(v, op, entry, workgroup, entry->arg_count, GPU_SPACE_PRIVATE);
}

bool verify_gpu_return(Verifier *v, const Operation *op) {
  const Operation *function = op_parent(op);
  while (function && !op_is(function, OP_GPU_FUNC)) function = op_parent(function);
  const FunctionType *type = function ? gpu_func_type(function) : NULL;
  if (!type) return true;
  if (type->result_count != op->operand_count) {
    Diag *diag = op_error(v->module, op, "expected %u result operands", type->result_count);
    diag_note_at(v->module, diag, function->loc, "return type declared here");
    return false;
  }
  for (uint32_t i = 0; i < type->result_count; i++)
    if (op_operand_type(op, i) != type->types[type->input_count + i])
      return verify_fail(v, op, "unexpected type `'%s'' for operand #%u", type_text(v->ctx, op_operand_type(op, i)), i);
  return true;
}
