// custom<Name>(…) directives of gpu's assembly formats.
#include "dialects/gpu/hooks.h"
#include "dialects/gpu/types.h"
#include "ops/gpu.h"

#include "asm/enums.h"
#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"

bool parse_gpu_async(Parser *p, bool *is_async, OperandVec *dependencies, bool has_results) {
  uint32_t at = parser_loc(p);
  *is_async = parse_optional_keyword(p, "async");
  if (*is_async && !has_results) return parser_op_error_at(p, at, "needs to be named when marked 'async'");
  return parse_operand_list(p, dependencies, DELIM_OPTIONAL_SQUARE);
}

// custom<AsyncDependencies>(type($asyncToken), $asyncDependencies): `async`? (`[` operands `]`)?
static bool parse_async_dependencies(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  bool is_async;
  OperandVec dependencies = {0};
  if (!parse_gpu_async(p, &is_async, &dependencies, parser_result_count(p) != 0)) return false;
  if (is_async) custom_add_type(p, &args[0], type_async_token(parser_context(p)));
  for (uint32_t i = 0; i < dependencies.count; i++) *custom_add_operand(p, &args[1]) = dependencies.data[i];
  return true;
}

static void print_async_dependencies(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  bool is_async = custom_type(op, &args[0], 0) != NULL;
  Span dependencies = custom_span(op, &args[1]);
  if (is_async) print_text(p, "async");
  if (!span_size(dependencies)) return;
  if (is_async) print_char(p, ' ');
  print_char(p, '[');
  print_operands(p, op, dependencies);
  print_char(p, ']');
}

// custom<AllReduceOperation>($op): the keyword, or nothing
static bool parse_all_reduce_operation(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Str word;
  int64_t value;
  if (!parse_optional_any_keyword(p, &word)) return true;
  if (!enum_symbolize(&gpu_all_reduce_operation, word, &value)) return parser_op_error_at(p, parser_loc(p), "invalid op kind");
  uint64_t words[] = {(uint64_t)value};
  custom_set_attr(&args[0], attr_from_params(parser_context(p), &gpu_all_reduce_op_attr, words));
  return true;
}

static void print_all_reduce_operation(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A kind = custom_attr(op, &args[0]);
  if (!kind) return;
  print_char(p, ' ');
  print_enum(p, &gpu_all_reduce_operation, (int64_t)attr_param(kind, 0));
}

// custom<AllReduceOperationThen>($op): up to LLVM 16 `min` and `max` were the same for integers and floats
static bool parse_all_reduce_operation_then(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  bool is_min = parse_optional_keyword(p, "min");
  if (!is_min && !parse_optional_keyword(p, "max")) return parse_all_reduce_operation(p, state, args, count);
  uint64_t words[] = {is_min ? GPU_ALL_REDUCE_OPERATION_MINSI : GPU_ALL_REDUCE_OPERATION_MAXSI};
  custom_set_attr(&args[0], attr_from_params(parser_context(p), &gpu_all_reduce_op_attr, words));
  return true;
}

static void print_all_reduce_operation_then(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  A kind = custom_attr(op, &args[0]);
  switch (kind ? (int64_t)attr_param(kind, 0) : -1) {
    case GPU_ALL_REDUCE_OPERATION_MINSI: print_text(p, " min"); break;
    case GPU_ALL_REDUCE_OPERATION_MAXSI: print_text(p, " max"); break;
    default: print_all_reduce_operation(p, op, args, count);
  }
}

// custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ)): (`:` type)?
static bool parse_launch_dim_type(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  T type = parser_context(p)->types.index;
  if (parser_consume_if(p, TOK_COLON) && !(type = parse_type(p))) return false;
  custom_add_type(p, &args[0], type);
  if (args[1].operands->count)
    for (uint32_t i = 2; i < 5; i++) custom_add_type(p, &args[i], type);
  return true;
}

static void print_launch_dim_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  T type = custom_type(op, &args[0], 0);
  if (type_is_index(type)) return;
  print_text(p, ": ");
  print_type(p, type);
}

// custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)): (`args` `(` (operand `:` type),* `)`)?
typedef struct KernelOperands { CustomArg *operands, *types; } KernelOperands;

static bool parse_kernel_operand(Parser *p, void *data) {
  KernelOperands *list = data;
  Operand operand;
  T type;
  if (!parse_operand(p, &operand) || !parse_colon_type(p, &type)) return false;
  *custom_add_operand(p, list->operands) = operand;
  custom_add_type(p, list->types, type);
  return true;
}

static bool parse_launch_operands(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  KernelOperands list = {&args[0], &args[1]};
  if (!parse_optional_keyword(p, "args")) return true;
  return parse_list(p, DELIM_PAREN, parse_kernel_operand, &list, " in argument list");
}

static void print_launch_operands(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span operands = custom_span(op, &args[0]);
  if (!span_size(operands)) return;
  print_text(p, "args(");
  for (uint32_t i = operands.begin; i < operands.end; i++) {
    if (i > operands.begin) print_text(p, ", ");
    print_operand(p, op_operand(op, i));
    print_text(p, " : ");
    print_type(p, op_operand_type(op, i));
  }
  print_char(p, ')');
}

// custom<OffloadingHandler>($offloadingHandler): (`<` attribute `>`)?
static bool parse_offloading_handler(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  uint64_t nothing[] = {0};
  A handler = NULL;
  if (parser_consume_if(p, TOK_LESS) && (!(handler = parse_attr(p, NULL)) || !parse_greater(p))) return false;
  custom_set_attr(&args[0], handler ? handler : attr_from_params(parser_context(p), &gpu_select_object_attr, nothing));
  return true;
}

static void print_offloading_handler(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  A handler = custom_attr(op, &args[0]);
  if (!handler || (attr_is(handler, &gpu_select_object_attr) && !attr_param(handler, 0))) return;
  print_char(p, '<');
  print_attr(p, handler);
  print_char(p, '>');
}

static const CustomDirective directives[] = {
  {"AsyncDependencies", parse_async_dependencies, print_async_dependencies, NULL, NULL},
  {"AllReduceOperation", parse_all_reduce_operation, print_all_reduce_operation, NULL, NULL},
  {"AllReduceOperationThen", parse_all_reduce_operation_then, print_all_reduce_operation_then, NULL, NULL},
  {"LaunchDimType", parse_launch_dim_type, print_launch_dim_type, NULL, NULL},
  {"LaunchFuncOperands", parse_launch_operands, print_launch_operands, NULL, NULL},
  {"OffloadingHandler", parse_offloading_handler, print_offloading_handler, NULL, NULL},
  {0},
};

void init_gpu(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
  params_add_directives(ctx, gpu_param_directives);
}
