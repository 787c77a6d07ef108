// Debug info attributes (https://mlir.llvm.org/docs/Dialects/LLVM/#attributes): see attrs.h.
#include "ops/llvm.h"

#include "dialects/llvm/attrs.h"

#include "asm/parser.h"
#include "asm/printer.h"
// ---------------------------------------------------------------------------------------------
// custom<ExpressionArg>(ref($opcode), $arguments): `4, DW_ATE_signed`

#define DW_OP_LLVM_CONVERT 0x1001

// argument ::= integer | encoding, the latter only after the first of DW_OP_LLVM_convert
static bool parse_expression_arg(Parser *p, uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  I64Vec values = {0};
  do {
    Str word;
    int64_t value = 0;
    if (values.count && words[args[0]] == DW_OP_LLVM_CONVERT && parse_optional_any_keyword(p, &word)) {
      if (!enum_value(&llvm_dwarf_encoding, word, &value))
        return parser_op_error_at(p, parser_loc(p), "encountered unknown attribute encoding \"%.*s\"", STR_ARG(word));
    } else if (!parse_sized_integer(p, 64, true, (uint64_t *)&value)) {
      return parser_op_error_at(p, parser_loc(p), "expected integer operand");
    }
    vec_push(parser_scratch(p), &values, value);
  } while (parser_consume_if(p, TOK_COMMA));
  words[args[1]] = param_word(attr_i64_array(parser_context(p), values.data, values.count));
  return true;
}

static void print_expression_arg(Printer *p, const uint64_t *words, const uint8_t *args, uint32_t count) {
  (void)count;
  const DenseArrayAttr *values = (const void *)(uintptr_t)words[args[1]];
  for (uint64_t i = 0; i < values->count; i++) {
    int64_t value = dense_array_i64(&values->base, i);
    const char *encoding = i && words[args[0]] == DW_OP_LLVM_CONVERT ? enum_name(&llvm_dwarf_encoding, value) : NULL;
    if (i) print_text(p, ", ");
    if (encoding) {
      print_text(p, encoding);
    } else {
      print_u64(p, (uint64_t)value);
    }
  }
}

const ParamDirective llvm_param_directives[] = {{"ExpressionArg", parse_expression_arg, print_expression_arg}, {0}};
